//! The resident resources, by id and by handle, and their memory; and the textures of an item until then.

mod beside;

use std::any::{Any, type_name};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde::Serialize;

use super::error::LoadError;
use super::files::Noted;
use super::handle::Handle;
use super::id::{PhaseId, ResourceId};
use super::identity::Identity;
use crate::platform::{AssetPath, Gpu, TextureId, nearest};

/// The memory of the resident and the preloaded resources.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Memory {
    /// Bytes of textures on the GPU: width × height × 4 each.
    pub texture_bytes: u64,
    /// Bytes in main memory, as the kinds count them.
    pub other_bytes: u64,
    /// The maximum of `texture_bytes` so far.
    pub peak_texture_bytes: u64,
}

/// A value with all that belongs to it.
pub(super) struct Entry {
    pub(super) identity: Identity,
    pub(super) value: Box<dyn Any>,
    pub(super) textures: Vec<(TextureId, u64)>,
    pub(super) bytes: u64,
    /// The files that it was decoded from.
    pub(super) files: Vec<Noted>,
}

impl Entry {
    /// Whether it was decoded from this file.
    fn is_from(&self, path: &AssetPath) -> bool {
        self.files.iter().any(|noted| noted.path == *path)
    }

    /// Bytes of its textures and of everything else.
    fn all_bytes(&self) -> u64 {
        self.textures.iter().map(|(_, bytes)| bytes).sum::<u64>() + self.bytes
    }
}

#[derive(Default)]
struct Slot {
    generation: u32,
    /// The number of maps that have it.
    holders: u32,
    entry: Option<Entry>,
}

/// The resources of one load: the phase that runs, the next one, or a side load.
#[derive(Default)]
pub(super) struct Map {
    /// Their slots.
    by_id: BTreeMap<ResourceId, u32>,
    /// The optional ones that could not be loaded, even if they have a stand-in.
    pub(super) failed: BTreeMap<ResourceId, LoadError>,
    /// All of them, in the order of the manifest.
    pub(super) order: Vec<ResourceId>,
}

/// The resident resources. A screen looks a resource up by its id when it is built, and keeps the
/// [`Handle`]. A value has the type of its kind ([`Texture`](super::Texture), [`Sound`](super::Sound), ...), or what
/// the code of a cache or callback returns.
#[derive(Default)]
pub struct Resources {
    slots: Vec<Slot>,
    free_slots: Vec<u32>,
    /// The resources of the phase that runs. During the work of another load these are its resources.
    pub(super) map: Map,
    /// What a preload has made for the next phase, and what stays for it.
    next: Map,
    /// The side loads.
    sides: BTreeMap<PhaseId, Map>,
    /// Values derived from the resident resources, until one of them comes or goes.
    derived: RefCell<Vec<Rc<dyn Any>>>,
    /// The only resources that are seen, while a cache is made from them.
    visible: Option<Vec<ResourceId>>,
    memory: Memory,
    /// Where the textures of items go that do not become resident.
    pub(super) bin: Bin,
}

impl Resources {
    /// The handle of the resource `id`, if it is loaded and its value is a `T`. `town/door` is the resource `door` of the
    /// [side load](crate::flow::FlowHandle::load_beside) `town`.
    pub fn handle<T: 'static>(&self, id: &str) -> Result<Handle<T>, LoadError> {
        let (map, own) = self.map_of(id);
        let Some(&slot) = map.by_id.get(own) else {
            return Err(match map.failed.get_key_value(own) {
                Some((id, cause)) => LoadError::Absent(*id, Box::new(cause.clone())),
                None => self.missing(id),
            });
        };
        if !self.is_visible(id) {
            return Err(LoadError::Undeclared(id.to_owned()));
        }
        let place = &self.slots[slot as usize];
        match &place.entry {
            Some(entry) if entry.value.is::<T>() => Ok(Handle::new(slot, place.generation)),
            entry => {
                let kind = entry.as_ref().map_or("", |entry| entry.identity.kind);
                Err(LoadError::WrongType(id.into(), kind, type_name::<T>()))
            }
        }
    }

    /// The map in which a resource is looked up, and its id there.
    fn map_of<'a>(&self, id: &'a str) -> (&Map, &'a str) {
        let side = id.split_once('/').and_then(|(side, own)| Some((self.sides.get(side)?, own)));
        side.unwrap_or((&self.map, id))
    }

    /// The value of a handle; `None` once its phase has ended.
    pub fn get<T: 'static>(&self, handle: Handle<T>) -> Option<&T> {
        let slot = self.slots.get(handle.slot as usize)?;
        let entry = slot.entry.as_ref().filter(|_| slot.generation == handle.generation)?;
        entry.value.downcast_ref()
    }

    /// The value of the resource `id`. A screen that needs it in every frame keeps a handle.
    pub fn find<T: 'static>(&self, id: &str) -> Result<&T, LoadError> {
        self.get(self.handle(id)?).ok_or_else(|| self.missing(id))
    }

    fn missing(&self, id: &str) -> LoadError {
        let (map, own) = self.map_of(id);
        let near = nearest(own, map.by_id.keys().map(|known| known.name()));
        LoadError::Missing(id.to_owned(), near.map(ResourceId::from))
    }

    /// The optional resources of the phase that could not be loaded, with the causes, in the order of the
    /// ids. Such a resource has a stand-in as its value, or none. The next phase that has it tries
    /// to load it again.
    pub fn failures(&self) -> impl Iterator<Item = (ResourceId, &LoadError)> {
        self.map.failed.iter().map(|(id, cause)| (*id, cause))
    }

    /// The ids and values of all resident resources of one type, in the order of the ids.
    pub fn of_type<T: 'static>(&self) -> impl Iterator<Item = (ResourceId, &T)> {
        self.entries().filter_map(|entry| Some((entry.identity.id, entry.value.downcast_ref()?)))
    }

    /// The handles of all resident resources of one type, in the order of the manifest.
    pub fn in_order<T: 'static>(&self) -> impl Iterator<Item = Handle<T>> {
        self.map.order.iter().filter(|id| self.is_visible(id.name())).filter_map(|id| {
            let index = *self.map.by_id.get(id)?;
            let slot = self.slots.get(index as usize)?;
            slot.entry.as_ref()?.value.is::<T>().then(|| Handle::new(index, slot.generation))
        })
    }

    pub(super) fn set_order(&mut self, order: impl Iterator<Item = ResourceId>) {
        self.map.order = order.collect();
        self.derived.take();
    }

    /// A value derived from the resident resources, such as a cache: one of each type. It starts again from
    /// its default when a resource comes or goes.
    pub fn derived<T: Default + 'static>(&self) -> Rc<T> {
        let known = self.derived.borrow().iter().find_map(|known| Rc::clone(known).downcast().ok());
        known.unwrap_or_else(|| {
            let new = Rc::new(T::default());
            self.derived.borrow_mut().push(Rc::clone(&new) as Rc<dyn Any>);
            new
        })
    }

    /// The ids of all resident resources, sorted.
    pub fn ids(&self) -> Vec<ResourceId> {
        self.map.by_id.keys().copied().filter(|id| self.is_visible(id.name())).collect()
    }

    /// The number of resident resources of each kind, sorted by the kind's word.
    pub fn counts(&self) -> Vec<(&'static str, usize)> {
        let mut counts = BTreeMap::new();
        for entry in self.entries() {
            *counts.entry(entry.identity.kind).or_insert(0) += 1;
        }
        counts.into_iter().collect()
    }

    /// The memory of the resident and the preloaded resources.
    pub const fn memory(&self) -> Memory {
        self.memory
    }

    fn entry(&self, slot: u32) -> Option<&Entry> {
        self.slots.get(slot as usize)?.entry.as_ref()
    }

    fn entry_of(&self, id: ResourceId) -> Option<&Entry> {
        self.entry(*self.map.by_id.get(&id)?)
    }

    fn entries(&self) -> impl Iterator<Item = &Entry> {
        let visible = self.map.by_id.iter().filter(|(id, _)| self.is_visible(id.name()));
        visible.filter_map(|(_, slot)| self.entry(*slot))
    }

    fn is_visible(&self, id: &str) -> bool {
        self.visible.as_ref().is_none_or(|visible| visible.iter().any(|known| known.name() == id))
    }

    /// Hides all but these resources, until it is called with `None`.
    pub(super) fn show_only(&mut self, visible: Option<&[ResourceId]>) {
        self.visible = visible.map(<[ResourceId]>::to_vec);
        self.derived.take();
    }

    /// Why the optional resource `id` has no value.
    pub(super) fn absence(&self, id: ResourceId) -> Option<&LoadError> {
        self.map.failed.get(&id).filter(|_| !self.map.by_id.contains_key(&id))
    }

    /// Whether the resource is resident as it should be, not as a stand-in.
    pub(super) fn has(&self, identity: &Identity) -> bool {
        let entry = self.entry_of(identity.id);
        entry.is_some_and(|entry| entry.identity == *identity) && !self.map.failed.contains_key(&identity.id)
    }

    pub(super) fn is_resident(&self, id: ResourceId) -> bool {
        self.map.by_id.contains_key(&id)
    }

    /// Whether a resource was decoded from this file.
    pub(super) fn is_from(&self, id: ResourceId, path: &AssetPath) -> bool {
        self.entry_of(id).is_some_and(|entry| entry.is_from(path))
    }

    /// The ids and kinds of what is resident.
    pub(super) fn resident(&self) -> impl Iterator<Item = (ResourceId, &'static str)> {
        self.entries().map(|entry| (entry.identity.id, entry.identity.kind))
    }

    /// The number of textures of all resources, including a preload's.
    pub(super) fn texture_count(&self) -> usize {
        self.slots.iter().flat_map(|slot| &slot.entry).map(|entry| entry.textures.len()).sum()
    }

    /// All bytes of textures and of everything else, including a preload's.
    pub(super) const fn bytes(&self) -> u64 {
        self.memory.texture_bytes + self.memory.other_bytes
    }
}

/// The resources, and the GPU that has their textures.
pub(crate) struct Store {
    pub(crate) resources: Resources,
    pub(crate) gpu: Box<dyn Gpu>,
}

impl Store {
    pub(crate) fn new(gpu: Box<dyn Gpu>) -> Self {
        Self { resources: Resources::default(), gpu }
    }

    /// Makes a value resident. Handles of one with its id see the new value; the old one is freed.
    pub(super) fn insert(&mut self, new: Entry) {
        let resources = &mut self.resources;
        resources.derived.take();
        let memory = &mut resources.memory;
        memory.texture_bytes += new.textures.iter().map(|(_, bytes)| bytes).sum::<u64>();
        memory.other_bytes += new.bytes;
        memory.peak_texture_bytes = memory.peak_texture_bytes.max(memory.texture_bytes);
        let known = resources.map.by_id.get(&new.identity.id).copied();
        let index = known.or_else(|| resources.free_slots.pop()).unwrap_or_else(|| {
            resources.slots.push(Slot::default());
            u32::try_from(resources.slots.len() - 1).unwrap_or(u32::MAX)
        });
        resources.map.by_id.insert(new.identity.id, index);
        let slot = &mut resources.slots[index as usize];
        slot.holders = slot.holders.max(1);
        if let Some(old) = slot.entry.replace(new) {
            self.give_back(old);
        }
    }

    /// Frees a value that is no longer resident.
    fn give_back(&mut self, old: Entry) {
        let Entry { textures, bytes, .. } = old;
        for (texture, bytes) in textures {
            self.gpu.free(texture);
            self.resources.memory.texture_bytes -= bytes;
        }
        self.resources.memory.other_bytes -= bytes;
    }

    /// Frees a resource, unless another load has it too.
    pub(super) fn free(&mut self, id: ResourceId) {
        let Some(index) = self.resources.map.by_id.remove(&id) else { return };
        self.resources.derived.take();
        self.release(index);
    }

    /// Frees a slot when no map has it any more.
    fn release(&mut self, index: u32) {
        let slot = &mut self.resources.slots[index as usize];
        slot.holders = slot.holders.saturating_sub(1);
        if slot.holders > 0 {
            return;
        }
        let Some(entry) = slot.entry.take() else { return };
        // After four billion phases an old handle could become valid again.
        slot.generation = slot.generation.wrapping_add(1);
        self.resources.free_slots.push(index);
        self.give_back(entry);
    }

    /// Frees the textures of items that did not become resident.
    pub(super) fn empty_bin(&mut self) {
        self.resources.bin.borrow_mut().drain(..).for_each(|texture| self.gpu.free(texture));
    }
}

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
