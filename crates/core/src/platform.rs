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
//! | [`Audio`] | in the crate `proscenium-sound` | [`HeadlessAudio`] |
//! | [`Storage`] | [`DirStorage`] | [`MemoryStorage`] |
//! | [`Pads`] | in the crate `proscenium-pads` | none |
//!
//! A [`Clock`] is the system's, or one that a test lets pass. With the feature `testing` there are also `TestSource`, whose
//! files a test changes, holds back and counts, `FaultySource`, which breaks reads, and `PixelGpu`, which keeps the pixels of
//! its textures.

mod action;
mod animation;
mod asset_file;
mod audio;
mod clock;
mod control;
mod devices;
mod fixed_step;
mod gpu;
mod input;
mod input_map;
mod name;
mod nearest;
mod ogg;
mod pack;
mod pad;
#[cfg(target_arch = "wasm32")]
pub(crate) mod page;
mod panic;
mod path;
mod pixels;
mod pointer;
mod read_error;
mod rect;
mod source;
mod storage;
#[cfg(any(test, feature = "testing"))]
mod testing;
mod touch;
mod trace;
mod view;
#[cfg(all(feature = "watch", not(target_arch = "wasm32")))]
mod watch;
mod wav;

pub use action::{Action, ActionSet};
pub use animation::Animation;
pub use audio::{Audio, Bus, HeadlessAudio, PlayId, Playback, SoundId};
pub use clock::Clock;
pub use control::{Control, Device};
pub use devices::Devices;
pub(crate) use fixed_step::FixedStep;
pub use gpu::{Filter, Gpu, HeadlessGpu, TextureId};
pub use input::Input;
pub use input_map::InputMap;
pub(crate) use name::{id_problem, intern, name_type};
pub use nearest::{listed, nearest};
pub use ogg::{Ogg, OggPart};
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use pack::{SHARED, write_packs};
pub use pad::{PadState, Pads};
#[cfg(target_arch = "wasm32")]
pub use page::Page;
pub use panic::{Called, called, caught, panic_message};
pub(crate) use panic::{calling, caught_job};
pub use path::AssetPath;
pub use pixels::{Decoding, Pixels};
pub use pointer::Pointer;
pub use read_error::{MAX_FILE, ReadCause, ReadError};
pub use rect::Rect;
pub(crate) use source::lock;
pub use source::{AssetSource, DirSource, MemorySource, ReadFuture, read_now};
#[cfg(not(target_arch = "wasm32"))]
pub use storage::lock_file;
pub use storage::{DirStorage, MemoryStorage, Storage, StorageError};
#[cfg(any(test, feature = "testing"))]
pub use testing::{Fault, FaultySource, PixelGpu, TestSource};
pub use touch::Touch;
pub use trace::{Trace, TraceEvent, TraceRecord};
pub use view::{Placed, Scaling, View, Views, WindowSize};
pub use wav::Wav;
pub(crate) use wav::wav_file;
