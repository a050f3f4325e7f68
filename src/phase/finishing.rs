//! The finishing step of an item on the main thread, in one call or in several.

use std::any::Any;

use super::ahead::Reserved;
use super::context::FinishContext;
use super::error::{AnyError, LoadError};
use super::guarded::guarded;
use super::kind::{Decoded, Ready};
use super::policy::LoadPolicy;
use super::resource::{CACHE, Maker, Resource};
use super::store::{Entry, Resources};
use super::uploads::Uploads;
use crate::platform::{AssetPath, Gpu};

/// The maximum of calls for one item.
const MAX_CALLS: u32 = 10_000;

/// An item that is decoded and not yet finished.
pub(super) struct Finishing {
    decoded: Box<dyn Decoded>,
    further: Vec<AssetPath>,
    /// The decoded value counts as ahead until it is finished; a stand-in does not.
    reserved: Option<Reserved>,
    uploads: Uploads,
    calls: u32,
    bytes: u64,
    /// The finished part, 0 to 1.
    pub(super) part: f64,
}

impl Finishing {
    pub(super) fn new(ready: Ready, resources: &Resources) -> Self {
        let Ready { value: decoded, further, reserved } = ready;
        let uploads = Uploads::new(resources.bin());
        Self { decoded, further, reserved, uploads, calls: 0, bytes: 0, part: 0.0 }
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
        policy: &LoadPolicy,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Option<Self>, LoadError> {
        if !self.is_begun() {
            policy.check_bytes(resources.bytes().saturating_add(self.memory()))?;
        }
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
        let Self { decoded, further, uploads, bytes, .. } = self;
        let value = guarded(|| {
            let bytes = decoded.memory().saturating_add(bytes);
            Ok((decoded.into_value(), bytes))
        });
        keep(uploads, value, further, resource, resources, gpu, policy).map(|()| None)
    }
}

/// Calls the code of a cache or callback and makes its value resident. A cache sees only what it declares.
pub(super) fn make(
    maker: &Maker,
    resource: &Resource,
    resources: &mut Resources,
    gpu: &mut dyn Gpu,
    policy: &LoadPolicy,
) -> Result<(), LoadError> {
    let from = resource.identity.made_from();
    if let Some((id, cause)) = from.iter().find_map(|id| Some((*id, resources.absence(*id)?))) {
        return Err(LoadError::Absent(id, Box::new(cause.clone())));
    }
    resources.show_only((resource.kind() == CACHE).then_some(from));
    let (mut uploads, mut bytes) = (Uploads::new(resources.bin()), 0);
    let made = guarded(|| maker.call(&mut FinishContext::new(resources, gpu, &mut uploads, &mut bytes)));
    resources.show_only(None);
    keep(uploads, made.map(|value| (value, bytes)), Vec::new(), resource, resources, gpu, policy)
}

/// Makes a value resident with its textures, if its bytes are within the limit.
fn keep(
    mut uploads: Uploads,
    made: Result<(Box<dyn Any>, u64), AnyError>,
    further: Vec<AssetPath>,
    resource: &Resource,
    resources: &mut Resources,
    gpu: &mut dyn Gpu,
    policy: &LoadPolicy,
) -> Result<(), LoadError> {
    let checked = made.and_then(|(value, bytes)| {
        let textures = uploads.textures.iter().map(|(_, bytes)| bytes).sum::<u64>();
        policy.check_bytes(resources.bytes().saturating_add(textures).saturating_add(bytes))?;
        Ok((value, bytes))
    });
    match checked {
        Ok((value, bytes)) => {
            let textures = std::mem::take(&mut uploads.textures);
            let identity = resource.identity.clone();
            resources.insert(Entry { identity, value, textures, bytes, further }, gpu);
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
