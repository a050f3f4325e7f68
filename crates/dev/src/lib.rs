//! What a developer needs beside a game of the library `proscenium`: input scripts, recorded runs, the trace in a file, debug
//! overlays with a control of time, an inspector, files that are read again when they are saved, and the tools `check`, `graph`
//! and `machine`. A program for players does not need this crate.
//!
//! | plugin of a run | does |
//! |---|---|
//! | [`ScriptPlayer`] | plays an [`InputScript`] in place of a player |
//! | [`Recorder`], [`Replayer`] | record a run and play the [`Recording`], which `RecordingFile` keeps in a file |
//! | [`Overlaid`] | puts an [`Overlay`], such as the [`Inspector`], over the game, which stops and slows its [time](TimeControl) |
//! | [`StopAt`] | ends the run where a unit enters a state |
//! | [`Watch`] | reads saved files again, and keeps their errors |
//! | [`TraceWriter`] | writes the trace to a file |
//!
//! They are [plugins](proscenium_core::flow::Plugin) of the manager, in the order that
//! [`Plugin`](proscenium_core::flow::Plugin) and each of them documents. They stop a run with a [`RunError`].
//! [`check`], [`FlowGraph`] and [`machine`] are tools for a command line, and [`shrink()`] leaves out of a recording what a failure
//! does not need.
//!
//! | feature | what it adds |
//! |---|---|
//! | `window` | the drawing of the inspector |
//! | `machine_scripts` | the scripts of machines in `check` and `machine` |
//!
//! A game depends on `proscenium`, whose feature `dev` adds the plugins and a command line to a `Game`, and exports this crate as `dev`.

pub mod check;
mod checksums;
mod graph;
mod input_script;
mod inspector;
mod line_reader;
pub mod machine;
mod overlay;
mod past;
mod recorder;
mod recording;
#[cfg(not(target_arch = "wasm32"))]
mod recording_file;
mod replayer;
mod run_error;
mod script_player;
mod shrink;
mod stop_at;
mod time_control;
mod trace_writer;
mod watch;
#[cfg(not(target_arch = "wasm32"))]
mod writer;

pub use graph::FlowGraph;
pub use input_script::InputScript;
pub use inspector::Inspector;
pub use overlay::{Overlaid, Overlay, OverlayView};
pub use recorder::Recorder;
pub use recording::{Header, Recording};
#[cfg(not(target_arch = "wasm32"))]
pub use recording_file::RecordingFile;
pub use replayer::Replayer;
pub use run_error::RunError;
pub use script_player::ScriptPlayer;
pub use shrink::shrink;
pub use stop_at::StopAt;
pub use time_control::TimeControl;
pub use trace_writer::TraceWriter;
pub use watch::Watch;

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
