//! What a screen does to those below it.

/// What happens to the sound of the screens below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum CoverAudio {
    /// It goes on.
    Continue,
    /// It goes on at a lower volume.
    #[default]
    Duck,
    /// It fades out and is paused; it goes on from there when the cover has gone.
    Pause,
}

/// What a screen does to those below it. By default it freezes them and lowers their sound.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cover {
    /// The factor on their time: 1 is normal speed, without input; 0, a negative one, infinity and NaN
    /// freeze them, so that they are not updated. Factors of several covers multiply; time passes at most 100
    /// times as fast.
    pub speed: f32,
    /// What happens to their sound. The strictest of all covers above a screen counts.
    pub audio: CoverAudio,
}

impl Cover {
    /// The cover of a popup, such as a message box over a running game: the screens below go on in time and
    /// sound, but without input. There may be several over each other.
    pub const POPUP: Self = Self { speed: 1.0, audio: CoverAudio::Continue };
}
