//! What a screen does to the screens below it.

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

/// What a screen does to the screens below it. By default it freezes them and lowers their sound.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cover {
    /// The factor on their time. With 1 they run at normal speed, without input. With 0, a negative number, infinity or
    /// NaN they are frozen: not updated. The factors of several covers multiply, to at most 100.
    pub speed: f32,
    /// What happens to their sound. The strictest of all covers above a screen counts.
    pub audio: CoverAudio,
}

impl Cover {
    /// The cover of a popup, such as a message box over a running game: the screens below go on in time and
    /// sound, but without input. Several popups may cover each other.
    pub const POPUP: Self = Self { speed: 1.0, audio: CoverAudio::Continue };
}
