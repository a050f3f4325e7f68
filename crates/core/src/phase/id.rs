//! The names of phases and resources.

use crate::platform::name_type;

name_type! {
    /// The name of a phase: `logo`, `main_menu`. Lower case, digits and `_` by convention.
    PhaseId
}

name_type! {
    /// The name of a resource, such as `hero`, unique in its phase.
    ResourceId
}
