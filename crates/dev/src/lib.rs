//! What a developer needs beside a game of the library `proscenium`: input scripts, recorded runs, the trace in a file, debug
//! overlays with a control of time, files that are read again when they are saved, reports of crashes, and the tools `check`
//! and `machine`.
//!
//! | plugin of a run | does |
//! |---|---|
//! | [`ScriptPlayer`] | plays an [`InputScript`] in place of a player |
//! | [`Recorder`], [`Replayer`] | record a run and play the [`Recording`], which `RecordingFile` keeps in a file |
//! | [`Overlaid`] | puts an [`Overlay`] over the game, which stops and slows its [time](TimeControl) |
//! | [`Watch`] | reads files again that were saved, and keeps what is wrong with them |
//! | [`TraceWriter`] | writes the trace to a file |
//!
//! They are [plugins](proscenium_core::flow::Plugin) of the manager, in the order that [`Plugin`](proscenium_core::flow::Plugin)
//! and each of them says. What stops a run is a [`SessionError`]. [`crash`] has the reports of crashes and [`log_tee`] the log
//! in them; [`check`] and [`machine`] are tools for a command line.
//!
//! A game depends on `proscenium`, whose `kit::Game` and `kit::Session` add the plugins, and whose `kit` has the types that a
//! game uses.

pub mod check;
mod checksums;
pub mod crash;
mod input_script;
mod line_reader;
pub mod log_tee;
pub mod machine;
mod overlay;
mod recorder;
mod recording;
#[cfg(not(target_arch = "wasm32"))]
mod recording_file;
mod replayer;
mod script_player;
mod session_error;
mod time_control;
mod trace_writer;
mod watch;
#[cfg(not(target_arch = "wasm32"))]
mod writer;

pub use input_script::InputScript;
pub use overlay::{Overlaid, Overlay, OverlayView};
pub use recorder::Recorder;
pub use recording::{Header, Recording};
#[cfg(not(target_arch = "wasm32"))]
pub use recording_file::RecordingFile;
pub use replayer::Replayer;
pub use script_player::ScriptPlayer;
pub use session_error::SessionError;
pub use time_control::TimeControl;
pub use trace_writer::TraceWriter;
pub use watch::Watch;

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
