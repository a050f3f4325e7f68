//! What the other packages of the library share with this one, and games do not need: `proscenium` does not export it.

pub use crate::flow::manager::RegisterKinds;
pub use crate::phase::check::{FileRead, PhaseCheck};
#[cfg(not(target_arch = "wasm32"))]
pub use crate::phase::image::decode_now as decode_image_now;
pub use crate::phase::image::{
    Decoding, IS_BESIDE as DECODES_BESIDE, decode as decode_image, size as image_size,
};
pub use crate::platform::devices::Devices;
pub use crate::platform::nearest::{listed, nearest};
pub use crate::platform::ogg::{Ogg, OggPart};
pub use crate::platform::panic::{caught, panic_message};
pub use crate::platform::source::read_now;
#[cfg(not(target_arch = "wasm32"))]
pub use crate::platform::storage::lock_file;
pub use crate::platform::wav::Wav;
