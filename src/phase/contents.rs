//! The name of a phase, and the resources that it has.

use super::resource::Resource;
use crate::platform::name_type;

name_type! {
    /// Names a phase: `logo`, `main_menu`. Small letters, digits and `_` by convention.
    PhaseId
}

/// The resources of a phase. The queue is worked through in order: first the manifest's, from top
/// to bottom, then the code's.
#[derive(Debug)]
pub(crate) struct PhaseContents {
    pub(crate) id: PhaseId,
    /// The path of its manifest. It is read again in each load, so an edited one counts.
    pub(crate) manifest: Option<String>,
    /// The resources that code adds.
    pub(crate) resources: Vec<Resource>,
}
