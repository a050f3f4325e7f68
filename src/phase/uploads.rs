//! The textures of an item until it is resident.

use std::cell::RefCell;
use std::rc::Rc;

use crate::platform::TextureId;

/// Textures that have lost their owner before it was resident, until the GPU frees them.
pub(super) type Bin = Rc<RefCell<Vec<TextureId>>>;

/// The textures of an item that is not resident, with their bytes. Its drop puts them into the bin.
#[derive(Default)]
pub(super) struct Uploads {
    pub(super) textures: Vec<(TextureId, u64)>,
    /// What else its code has counted.
    pub(super) bytes: u64,
    bin: Bin,
}

impl Uploads {
    pub(super) fn new(bin: &Bin) -> Self {
        Self { textures: Vec::new(), bytes: 0, bin: Rc::clone(bin) }
    }
}

impl Drop for Uploads {
    fn drop(&mut self) {
        self.bin.borrow_mut().extend(self.textures.drain(..).map(|(texture, _)| texture));
    }
}
