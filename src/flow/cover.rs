//! What a screen does to those below it, as data.

/// Whether the screens below go on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Update {
    /// They stand still.
    #[default]
    Freeze,
    /// They go on as if nothing were above them, without input.
    Run,
    /// They go on with this factor on their time: 0.5 is half as fast. Factors of several covers
    /// multiply. Zero, negative and not-a-number mean [`Update::Freeze`].
    Scale(f32),
}

/// What happens to the sound of the screens below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Audio {
    /// It goes on.
    Continue,
    /// It goes on, quieter.
    #[default]
    Duck,
    /// It is silent until the screen is active again. Music goes on unheard meanwhile: not every device
    /// can pause a sound that plays.
    Pause,
}

/// What a screen does to those below it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cover {
    /// Whether they go on.
    pub update: Update,
    /// What happens to their sound. The strictest of all covers above a screen counts.
    pub audio: Audio,
}

impl Update {
    /// The factor on the time of the screen below; `None` when it stands still.
    pub(super) fn factor(self) -> Option<f32> {
        match self {
            Self::Freeze => None,
            Self::Run => Some(1.0),
            Self::Scale(factor) => (factor > 0.0 && factor.is_finite()).then_some(factor),
        }
    }
}
