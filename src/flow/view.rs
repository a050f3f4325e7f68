//! The sizes of the virtual screen.

/// The sizes of the virtual screen, and whether the window is upright.
#[derive(Clone, Copy, Debug)]
pub(super) struct Views {
    pub(super) wide: (f32, f32),
    pub(super) upright: Option<(f32, f32)>,
    pub(super) is_upright: bool,
}

impl Views {
    /// The size for a screen.
    pub(super) fn size(&self, has_upright_view: bool) -> (f32, f32) {
        let upright = self.upright.filter(|_| self.is_upright && has_upright_view);
        upright.unwrap_or(self.wide)
    }
}
