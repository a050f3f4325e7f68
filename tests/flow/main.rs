//! The manager: hooks, covers, transitions, loading, hosted machines.

mod anywhere;
mod batches;
mod curtains;
mod endings;
mod faults;
mod files;
mod graphs;
mod hooks;
mod inputs;
mod loading;
mod machines;
mod model;
mod no_allocation;
mod overlays;
mod packs;
mod panics;
mod plugins;
mod preload;
mod probe;
mod routes;
mod saves;
mod shared;
mod streams;
mod tickets;
mod transitions;
mod views;
