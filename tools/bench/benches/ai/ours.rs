//! The workloads under proscenium's own machines, with the interface that a game uses: blueprints, bindings
//! by name, populations.

mod levelled;
mod marine;
mod moods;
mod pushdown;
mod regions;
mod reload;
mod sleepers;
mod units;
mod waiting;
mod world;

pub use levelled::Hierarchy;
pub use marine::{ByColumn, ByMessage, ByUnit, Recorded, RecordedOnce, bytes_per_unit};
pub use moods::Table;
pub use pushdown::Pushdown;
pub use regions::{Populations, Regions};
pub use reload::reloads;
pub use sleepers::Sleepers;
pub use waiting::{Waiting, throttled};
pub use world::InWorld;
