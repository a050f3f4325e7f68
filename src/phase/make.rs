//! Resources that code makes: caches and callbacks.

use std::any::Any;
use std::fmt;
use std::rc::Rc;

use super::store::Resources;
use crate::platform::{Gpu, Pixels, TextureId, UploadError};

/// What a maker has achieved in one call.
pub enum MakeStep {
    /// The resource is made; screens reach the value with a typed handle.
    Done(Rc<dyn Any>),
    /// There is more to do: call again in the next frame. The number is the part that is done,
    /// 0 to 1, and moves the progress bar within this item's share.
    More(f64),
}

impl MakeStep {
    /// The resource is made and is `value`.
    #[must_use]
    pub fn done<T: 'static>(value: T) -> Self {
        Self::Done(Rc::new(value))
    }
}

/// What a maker may use.
pub struct MakeContext<'a> {
    pub(super) resources: &'a Resources,
    pub(super) gpu: &'a mut dyn Gpu,
    pub(super) textures: &'a mut Vec<(TextureId, u64)>,
    pub(super) bytes: &'a mut u64,
}

impl MakeContext<'_> {
    /// The resources that are there already: those of the phase that stand before this one in
    /// the queue, and those that stayed from the phase before.
    #[must_use]
    pub const fn resources(&self) -> &Resources {
        self.resources
    }

    /// Puts a picture on the GPU. The texture belongs to the resource that is being made: it is
    /// counted with it and freed with it.
    ///
    /// # Errors
    ///
    /// [`UploadError`] when the GPU refuses the size.
    pub fn upload(&mut self, pixels: &Pixels) -> Result<TextureId, UploadError> {
        let texture = self.gpu.upload(pixels)?;
        self.textures.push((texture, pixels.bytes()));
        Ok(texture)
    }

    /// Adds main memory that the value holds, in bytes, to what the report says of the phase.
    pub const fn count_bytes(&mut self, bytes: u64) {
        *self.bytes = self.bytes.saturating_add(bytes);
    }
}

pub(crate) type Making = Box<dyn FnMut(&mut MakeContext<'_>) -> Result<MakeStep, String>>;

/// How code makes a resource, on the main thread, when its turn in the queue comes.
///
/// An `Err` is a failure like that of a missing file: it leads to the failure screen, or, for an
/// optional resource, to a phase without it.
pub struct MakeResource {
    start: Box<dyn Fn() -> Making>,
}

impl MakeResource {
    /// Makes it in one call.
    pub fn once(make: impl Fn(&mut MakeContext<'_>) -> Result<MakeStep, String> + 'static) -> Self {
        let make = Rc::new(make);
        Self {
            start: Box::new(move || {
                let make = Rc::clone(&make);
                Box::new(move |cx| make(cx))
            }),
        }
    }

    /// Makes it over several frames: `start` is called when a load comes to the item and returns
    /// the function that is then called once a frame until it says [`MakeStep::Done`].
    pub fn in_steps<F>(start: impl Fn() -> F + 'static) -> Self
    where
        F: FnMut(&mut MakeContext<'_>) -> Result<MakeStep, String> + 'static,
    {
        Self { start: Box::new(move || Box::new(start())) }
    }

    pub(crate) fn start(&self) -> Making {
        (self.start)()
    }
}

impl fmt::Debug for MakeResource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MakeResource")
    }
}
