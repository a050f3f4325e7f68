//! The edge of the program as plain types: input, time, files, the GPU, the trace.
//!
//! Everything that comes from outside reaches the logic as a value of this module, and everything
//! the logic wants from outside goes through a trait of this module. Each trait ships with the
//! implementation that tests and headless runs use, so nothing above needs a window:
//!
//! | trait | in a program | in a test or headless |
//! |---|---|---|
//! | [`AssetSource`] | [`DirSource`] | [`MemorySource`] |
//! | [`Gpu`] | the window's | [`HeadlessGpu`] |
//! | [`Audio`] | that of the crate `proscenium-sound` | [`HeadlessAudio`] |
//! | [`Storage`] | [`DirStorage`] | [`MemoryStorage`] |
//! | [`Pads`] | those of the crate `proscenium-pads` | none |
//!
//! A [`Clock`] is the system's, or one that a test lets pass. With the feature `testing` there are also `TestSource`, whose
//! files a test changes, holds back and counts, `FaultySource`, which breaks reads, and `PixelGpu`, which keeps the pixels of
//! its textures.
//!
//! `window` is the only module of this crate that names macroquad (feature `window`).

mod action;
mod asset_file;
mod audio;
mod clock;
mod control;
pub(crate) mod devices;
mod fixed_step;
mod gpu;
mod input;
mod input_map;
mod name;
pub(crate) mod nearest;
pub(crate) mod ogg;
mod pack;
mod pad;
pub(crate) mod panic;
mod path;
mod pixels;
mod pointer;
mod read_error;
mod rect;
pub(crate) mod source;
pub(crate) mod storage;
#[cfg(any(test, feature = "testing"))]
mod testing;
mod touch;
mod trace;
#[cfg(all(feature = "watch", not(target_arch = "wasm32")))]
mod watch;
pub(crate) mod wav;
#[cfg(feature = "window")]
pub mod window;

pub use action::{Action, ActionSet};
pub use audio::{Audio, Bus, HeadlessAudio, PlayId, Playback, SoundId};
pub use clock::Clock;
pub use control::{Control, Device};
pub(crate) use fixed_step::FixedStep;
pub use gpu::{Filter, Gpu, HeadlessGpu, TextureId};
pub use input::Input;
pub use input_map::InputMap;
pub(crate) use name::{Visible, id_problem, intern, name_type};
pub(crate) use nearest::{listed, nearest};
pub(crate) use ogg::Ogg;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use pack::{SHARED, write_packs};
pub use pad::{PadState, Pads};
#[cfg(feature = "window")]
pub(crate) use panic::panic_message;
pub(crate) use panic::{caught, into_message, named, panic_on};
pub use path::AssetPath;
pub use pixels::Pixels;
pub use pointer::Pointer;
pub(crate) use read_error::MAX_FILE;
pub use read_error::{ReadCause, ReadError};
pub use rect::Rect;
pub use source::{AssetSource, DirSource, MemorySource, ReadFuture};
pub(crate) use source::{lock, read_now};
pub use storage::{DirStorage, MemoryStorage, Storage, StorageError};
#[cfg(any(test, feature = "testing"))]
pub use testing::{Fault, FaultySource, PixelGpu, TestSource};
pub use touch::Touch;
pub use trace::{Trace, TraceEvent, TraceRecord};
pub(crate) use wav::{Wav, wav_file};
#[cfg(all(feature = "window", target_arch = "wasm32"))]
pub(crate) use window::decode_image;
