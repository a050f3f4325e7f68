//! What a screen does to those below it.

/// Whether the screens below are updated.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum CoverUpdate {
    /// They are not updated.
    #[default]
    Freeze,
    /// They are updated without input.
    Run,
    /// They are updated with their time multiplied by this factor. Factors of several covers multiply;
    /// time passes at most 100 times as fast. Zero, negative, infinite and NaN mean
    /// [`CoverUpdate::Freeze`].
    Scale(f32),
}

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

/// What a screen does to those below it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cover {
    /// Whether they are updated.
    pub update: CoverUpdate,
    /// What happens to their sound. The strictest of all covers above a screen counts.
    pub audio: CoverAudio,
}

impl Cover {
    /// The cover of a popup, such as a message box over a running game: the screens below go on in time and
    /// sound, but without input. There may be several over each other.
    pub const POPUP: Self = Self { update: CoverUpdate::Run, audio: CoverAudio::Continue };
}

impl CoverUpdate {
    /// The factor on the time of the screen below; `None` when it is frozen.
    pub(super) fn factor(self) -> Option<f64> {
        match self {
            Self::Freeze => None,
            Self::Run => Some(1.0),
            Self::Scale(factor) => (factor > 0.0 && factor.is_finite()).then_some(f64::from(factor)),
        }
    }
}
