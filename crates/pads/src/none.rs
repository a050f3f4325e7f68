//! Systems whose pads are not known, and pages.

use proscenium_core::platform::PadState;

#[derive(Debug, Default)]
pub(super) struct NoPads(());

impl NoPads {
    pub(super) fn add_mappings(&mut self, _table: &str) {}

    pub(super) fn poll(&mut self, _states: &mut Vec<PadState>) {}
}
