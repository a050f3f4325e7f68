//! What a developer's tools do with a game (feature `dev`): they are attached to a run as plugins, before and after the
//! game's own.

mod attach;
#[cfg(not(target_arch = "wasm32"))]
mod cli;
#[cfg(not(target_arch = "wasm32"))]
mod files;
#[cfg(not(target_arch = "wasm32"))]
mod keeper;
#[cfg(not(target_arch = "wasm32"))]
mod monkey;
mod options;
#[cfg(all(feature = "window", target_arch = "wasm32"))]
mod page_tools;
mod resume;
#[cfg(not(target_arch = "wasm32"))]
mod run;
#[cfg(not(target_arch = "wasm32"))]
mod shrinking;
#[cfg(not(target_arch = "wasm32"))]
mod test_run;
#[cfg(not(target_arch = "wasm32"))]
mod tools;

#[cfg(test)]
pub(super) use attach::{record, script};
#[cfg(not(target_arch = "wasm32"))]
pub(super) use cli::run;
pub use options::RunOptions;
#[cfg(all(feature = "window", target_arch = "wasm32"))]
pub(super) use page_tools::PageTools;
pub(super) use resume::resume;
#[cfg(not(target_arch = "wasm32"))]
pub use test_run::TestRun;
#[cfg(not(target_arch = "wasm32"))]
pub use tools::Tool;
