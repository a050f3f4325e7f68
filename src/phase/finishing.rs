//! The finishing step of an item on the main thread, in one call or in several.

use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

use super::ahead::Reserved;
use super::context::FinishContext;
use super::error::{AnyError, LoadError};
use super::guarded::guarded;
use super::kind::Decoded;
use super::resource::{Maker, Resource};
use super::store::Resources;
use crate::platform::{Gpu, TextureId};

/// The maximum of calls for one item.
const MAX_CALLS: u32 = 10_000;

/// Textures that have lost their owner before it was resident, until the GPU frees them.
pub(super) type Bin = Rc<RefCell<Vec<TextureId>>>;

/// The textures of an item that is not resident, with their bytes. Its drop puts them into the bin.
#[derive(Default)]
pub(super) struct Uploads {
    pub(super) textures: Vec<(TextureId, u64)>,
    bin: Bin,
}

impl Uploads {
    fn new(bin: &Bin) -> Self {
        Self { textures: Vec::new(), bin: Rc::clone(bin) }
    }
}

impl Drop for Uploads {
    fn drop(&mut self) {
        self.bin.borrow_mut().extend(self.textures.drain(..).map(|(texture, _)| texture));
    }
}

/// An item that is decoded and not yet finished.
pub(super) struct Finishing {
    decoded: Box<dyn Decoded>,
    /// The decoded value counts as ahead until it is finished; a stand-in does not.
    reserved: Option<Reserved>,
    uploads: Uploads,
    calls: u32,
    bytes: u64,
    /// The finished part, 0 to 1.
    pub(super) part: f64,
}

impl Finishing {
    pub(super) fn new(decoded: Box<dyn Decoded>, reserved: Option<Reserved>, resources: &Resources) -> Self {
        let uploads = Uploads::new(resources.bin());
        Self { decoded, reserved, uploads, calls: 0, bytes: 0, part: 0.0 }
    }

    /// The memory of the decoded value.
    pub(super) fn memory(&self) -> u64 {
        self.reserved.as_ref().map_or(0, Reserved::bytes)
    }

    /// Whether the kind's code was called.
    pub(super) const fn is_begun(&self) -> bool {
        self.calls > 0
    }

    /// Calls the kind's code until the item is resident, or, from the second call on, as long as
    /// `goes_on`; then it is returned to go on in a later tick.
    pub(super) fn run(
        mut self,
        resource: &Resource,
        resources: &mut Resources,
        gpu: &mut dyn Gpu,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Option<Self>, LoadError> {
        loop {
            let Self { decoded, uploads, bytes, .. } = &mut self;
            let mut cx = FinishContext::new(resources, gpu, uploads, bytes);
            let result = guarded(|| decoded.finish(&mut cx));
            let again = cx.again();
            self.calls += 1;
            match (result, again) {
                (Err(error), _) => {
                    drop(self);
                    return Err(failed(error, resource, resources, gpu));
                }
                (Ok(()), Some(_)) if self.calls == MAX_CALLS => {
                    drop(self);
                    let error = format!("a {} is not finished after {MAX_CALLS} calls", resource.kind());
                    return Err(failed(error.into(), resource, resources, gpu));
                }
                (Ok(()), Some(part)) => {
                    self.part = self.part.max(part);
                    if !goes_on() {
                        return Ok(Some(self));
                    }
                }
                (Ok(()), None) => break,
            }
        }
        let Self { decoded, mut uploads, bytes, .. } = self;
        let measured = guarded(|| Ok((decoded.memory(), decoded.into_value())));
        match measured {
            Ok((memory, value)) => {
                resources.insert(
                    resource.identity.clone(),
                    value,
                    std::mem::take(&mut uploads.textures),
                    bytes + memory,
                );
                Ok(None)
            }
            Err(error) => {
                drop(uploads);
                Err(failed(error, resource, resources, gpu))
            }
        }
    }
}

/// Calls a maker and makes its value resident.
pub(super) fn make(
    maker: &Maker,
    resource: &Resource,
    resources: &mut Resources,
    gpu: &mut dyn Gpu,
) -> Result<(), LoadError> {
    let (mut uploads, mut bytes) = (Uploads::new(resources.bin()), 0);
    let made: Result<Box<dyn Any>, AnyError> =
        guarded(|| maker.call(&mut FinishContext::new(resources, gpu, &mut uploads, &mut bytes)));
    match made {
        Ok(value) => {
            resources.insert(resource.identity.clone(), value, std::mem::take(&mut uploads.textures), bytes);
            Ok(())
        }
        Err(error) => {
            drop(uploads);
            Err(failed(error, resource, resources, gpu))
        }
    }
}

/// The error of an item, whose textures are freed.
fn failed(error: AnyError, resource: &Resource, resources: &Resources, gpu: &mut dyn Gpu) -> LoadError {
    resources.empty_bin(gpu);
    LoadError::of(error, resource.path())
}
