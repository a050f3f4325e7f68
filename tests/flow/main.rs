//! The manager: hooks, covers, transitions, loading, hosted machines.

mod anywhere;
mod batches;
mod files;
mod hooks;
mod loading;
mod machines;
mod model;
mod no_allocation;
mod overlays;
mod packs;
mod probe;
mod saves;
mod tickets;
mod transitions;
