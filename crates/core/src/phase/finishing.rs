//! The finishing step of an item on the main thread, in one call or in several.

use std::any::Any;

use super::context::FinishContext;
use super::error::{AnyError, LoadError, guarded};
use super::files::Noted;
use super::policy::LoadPolicy;
use super::reading::Ready;
use super::resource::{CACHE, Maker, Resource, Work};
use super::store::{Entry, Resources, Store, Uploads};

/// The maximum number of calls for one item.
const MAX_CALLS: u32 = 10_000;

/// An item that is decoded and not yet finished.
pub(super) struct Finishing {
    ready: Ready,
    uploads: Uploads,
    calls: u32,
    /// The finished part, 0 to 1.
    pub(super) part: f64,
}

impl Finishing {
    pub(super) fn new(ready: Ready, resources: &Resources) -> Self {
        Self { ready, uploads: Uploads::new(&resources.bin), calls: 0, part: 0.0 }
    }

    /// The memory of the decoded value.
    pub(super) const fn memory(&self) -> u64 {
        self.ready.memory
    }

    /// Calls the kind's code until the item is resident, or, from the second call on, as long as
    /// `goes_on`; then it is returned to go on in a later tick.
    pub(super) fn run(
        mut self,
        resource: &Resource,
        store: &mut Store,
        policy: &LoadPolicy,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Option<Self>, LoadError> {
        if self.calls == 0 {
            policy.check_bytes(store.resources.bytes(), self.memory())?;
        }
        let end = loop {
            let mut cx = FinishContext { store, uploads: &mut self.uploads, again: None };
            let result = guarded(|| self.ready.value.finish(&mut cx));
            let again = cx.again;
            self.calls += 1;
            match (result, again) {
                (Ok(()), Some(_)) if self.calls == MAX_CALLS => {
                    break Err(
                        format!("a {} is not finished after {MAX_CALLS} calls", resource.kind()).into()
                    );
                }
                (Ok(()), Some(part)) => {
                    self.part = self.part.max(part);
                    if !goes_on() {
                        return Ok(Some(self));
                    }
                }
                (result, _) => break result,
            }
        };
        // What is taken counts until the value is resident.
        let Self { ready: Ready { value, files, taken: _taken, .. }, mut uploads, .. } = self;
        let value = end.map(|()| {
            uploads.bytes = uploads.bytes.saturating_add(value.memory());
            value.into_value()
        });
        keep(uploads, value, files, resource, store, policy).map(|()| None)
    }
}

/// Makes the stand-in of a resource resident. Returns whether there is one.
pub(super) fn stand_in(resource: &Resource, store: &mut Store, policy: &LoadPolicy) -> bool {
    let Work::Decode(kind, _) = &resource.work else { return false };
    let Some(ready) = Ready::stand_in(*kind) else { return false };
    Finishing::new(ready, &store.resources).run(resource, store, policy, &|| true).is_ok()
}

/// Calls the code of a cache or callback and makes its value resident. A cache sees only what it declares.
pub(super) fn make(
    maker: &Maker,
    resource: &Resource,
    store: &mut Store,
    policy: &LoadPolicy,
) -> Result<(), LoadError> {
    let from = resource.made_from();
    if let Some((id, cause)) = from.iter().find_map(|id| Some((*id, store.resources.absence(*id)?))) {
        return Err(LoadError::Absent(id, Box::new(cause.clone())));
    }
    store.resources.show_only((resource.kind() == CACHE).then_some(from));
    let mut uploads = Uploads::new(&store.resources.bin);
    let made = guarded(|| maker.call(&mut FinishContext { store, uploads: &mut uploads, again: None }));
    store.resources.show_only(None);
    keep(uploads, made, Vec::new(), resource, store, policy)
}

/// Makes a value resident with its textures, if its bytes are within the limit; else frees them.
fn keep(
    mut uploads: Uploads,
    made: Result<Box<dyn Any>, AnyError>,
    files: Vec<Noted>,
    resource: &Resource,
    store: &mut Store,
    policy: &LoadPolicy,
) -> Result<(), LoadError> {
    let bytes = uploads.bytes;
    let textures = uploads.textures.iter().map(|(_, bytes)| bytes).sum::<u64>();
    let (resident, new) = (store.resources.bytes(), textures.saturating_add(bytes));
    match made.and_then(|value| Ok(policy.check_bytes(resident, new).map(|()| value)?)) {
        Ok(value) => {
            let (identity, textures) = (resource.identity(), std::mem::take(&mut uploads.textures));
            store.insert(Entry { identity, value, textures, bytes, files });
            Ok(())
        }
        Err(error) => {
            drop(uploads);
            store.empty_bin();
            Err(LoadError::of(error, resource.path()))
        }
    }
}
