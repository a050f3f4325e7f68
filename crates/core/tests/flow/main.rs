//! The manager: hooks, covers, transitions, loading, hosted machines.

mod batches;
mod curtains;
mod endings;
mod files;
mod hooks;
mod inputs;
mod loading;
mod machines;
mod mistakes;
mod model;
mod nearly;
mod no_allocation;
mod packs;
mod panics;
mod plugins;
mod preload;
mod routes;
mod saves;
mod shared;
mod sides;
mod singleton;
mod source_faults;
mod stage;
mod tickets;
mod transitions;
mod views;
