//! The resident resources, by id and by handle, and their memory.

use std::any::{Any, type_name};
use std::collections::BTreeMap;

use serde::Serialize;

use super::error::LookupError;
use super::handle::Handle;
use super::id::ResourceId;
use super::identity::Identity;
use crate::platform::{Gpu, TextureId};

/// Textures on the GPU that no resource owns after a phase was freed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Leak {
    /// The phase whose load detected it; empty at the end of the program.
    pub phase: &'static str,
    /// The number of textures.
    pub textures: usize,
}

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

struct Entry {
    identity: Identity,
    value: Box<dyn Any>,
    textures: Vec<(TextureId, u64)>,
    bytes: u64,
}

impl Entry {
    /// Bytes of its textures and of everything else.
    fn all_bytes(&self) -> u64 {
        self.textures.iter().map(|(_, bytes)| bytes).sum::<u64>() + self.bytes
    }
}

#[derive(Default)]
struct Slot {
    generation: u32,
    entry: Option<Entry>,
}

/// The resident resources. A screen looks a resource up by its id when it is built, and keeps the
/// [`Handle`]. The type of a value is that of its kind ([`Texture`](super::Texture),
/// [`Sound`](super::Sound), ...), or what the code of a cache or callback returns.
#[derive(Default)]
pub struct Resources {
    slots: Vec<Slot>,
    /// The slots of the resident resources.
    by_id: BTreeMap<ResourceId, u32>,
    /// The slots of those that a preload has made for the next phase, and of those that stay for it.
    next: BTreeMap<ResourceId, u32>,
    memory: Memory,
}

impl Resources {
    /// The handle of the resource `id`, if it is loaded and its value is a `T`.
    pub fn handle<T: 'static>(&self, id: &str) -> Result<Handle<T>, LookupError> {
        let Some(&slot) = self.by_id.get(id) else { return Err(LookupError::Missing(id.to_owned())) };
        let place = &self.slots[slot as usize];
        match &place.entry {
            Some(entry) if entry.value.is::<T>() => Ok(Handle::new(slot, place.generation)),
            _ => Err(LookupError::WrongType(id.into(), type_name::<T>())),
        }
    }

    /// The value of a handle; `None` once its phase has ended, or a streamed resource was freed.
    pub fn get<T: 'static>(&self, handle: Handle<T>) -> Option<&T> {
        let slot = self.slots.get(handle.slot as usize)?;
        let entry = slot.entry.as_ref().filter(|_| slot.generation == handle.generation)?;
        entry.value.downcast_ref()
    }

    /// The value of the resource `id`. A screen that needs it in every frame keeps a handle.
    pub fn find<T: 'static>(&self, id: &str) -> Result<&T, LookupError> {
        self.get(self.handle(id)?).ok_or_else(|| LookupError::Missing(id.to_owned()))
    }

    /// The ids and values of all resident resources of one type, in the order of the ids.
    pub fn of_type<T: 'static>(&self) -> impl Iterator<Item = (ResourceId, &T)> {
        self.entries().filter_map(|entry| Some((entry.identity.id, entry.value.downcast_ref()?)))
    }

    /// The ids of all resident resources, sorted.
    pub fn ids(&self) -> Vec<ResourceId> {
        self.by_id.keys().copied().collect()
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

    /// The bytes of a resident resource, of its textures and of everything else.
    pub(super) fn bytes_of(&self, id: ResourceId) -> u64 {
        self.by_id.get(&id).and_then(|slot| self.entry(*slot)).map_or(0, Entry::all_bytes)
    }

    fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.by_id.values().filter_map(|slot| self.entry(*slot))
    }

    pub(super) fn resident(&self) -> impl Iterator<Item = &Identity> {
        self.entries().map(|entry| &entry.identity)
    }

    /// The textures of all resources, also of a preload.
    pub(super) fn texture_count(&self) -> usize {
        self.slots.iter().filter_map(|slot| slot.entry.as_ref()).map(|entry| entry.textures.len()).sum()
    }

    pub(super) fn insert(
        &mut self,
        identity: Identity,
        value: Box<dyn Any>,
        textures: Vec<(TextureId, u64)>,
        bytes: u64,
    ) {
        self.memory.texture_bytes += textures.iter().map(|(_, bytes)| bytes).sum::<u64>();
        self.memory.other_bytes += bytes;
        self.memory.peak_texture_bytes = self.memory.peak_texture_bytes.max(self.memory.texture_bytes);
        let free = self.slots.iter().position(|slot| slot.entry.is_none());
        let index = free.unwrap_or_else(|| {
            self.slots.push(Slot::default());
            self.slots.len() - 1
        });
        self.by_id.insert(identity.id, u32::try_from(index).unwrap_or(u32::MAX));
        self.slots[index].entry = Some(Entry { identity, value, textures, bytes });
    }

    /// Puts another value of the same type in the place of one without textures.
    pub(super) fn replace(&mut self, id: ResourceId, bytes: u64, value: Box<dyn Any>) {
        let slot = self.by_id.get(&id).and_then(|slot| self.slots.get_mut(*slot as usize));
        if let Some(entry) = slot.and_then(|slot| slot.entry.as_mut()) {
            self.memory.other_bytes = self.memory.other_bytes - entry.bytes + bytes;
            (entry.value, entry.bytes) = (value, bytes);
        }
    }

    pub(super) fn free(&mut self, id: ResourceId, gpu: &mut dyn Gpu) {
        let Some(index) = self.by_id.remove(&id) else { return };
        let slot = &mut self.slots[index as usize];
        let Some(entry) = slot.entry.take() else { return };
        // After four billion phases an old handle could become valid again.
        slot.generation = slot.generation.wrapping_add(1);
        for (texture, bytes) in &entry.textures {
            gpu.free(*texture);
            self.memory.texture_bytes -= bytes;
        }
        self.memory.other_bytes -= entry.bytes;
    }
    /// Begins a preload, for a phase in which these resident resources stay.
    pub(super) fn begin_next(&mut self, stay: &[ResourceId]) {
        self.next = stay.iter().filter_map(|id| Some((*id, *self.by_id.get(id)?))).collect();
    }

    /// Swaps the resources of the phase with those of the next one, as far as it is preloaded: what is
    /// inserted and what code sees between two calls is the next phase's.
    pub(super) fn swap_next(&mut self) {
        std::mem::swap(&mut self.by_id, &mut self.next);
    }

    /// The resources that are preloaded.
    pub(super) fn preloaded(&self) -> impl Iterator<Item = ResourceId> {
        self.next.iter().filter(|(id, slot)| self.by_id.get(*id) != Some(*slot)).map(|(id, _)| *id)
    }

    /// The bytes of textures and of everything else that are preloaded.
    pub(crate) fn preloaded_bytes(&self) -> (u64, u64) {
        let entries = self.preloaded().filter_map(|id| self.entry(*self.next.get(&id)?));
        entries.fold((0, 0), |(textures, others), entry| {
            (textures + entry.all_bytes() - entry.bytes, others + entry.bytes)
        })
    }

    /// Frees what is preloaded.
    pub(super) fn free_next(&mut self, gpu: &mut dyn Gpu) {
        let ids: Vec<_> = self.preloaded().collect();
        self.swap_next();
        ids.into_iter().for_each(|id| self.free(id, gpu));
        self.swap_next();
        self.next.clear();
    }

    /// Makes one of the preloaded resources resident. What had its id was freed before.
    pub(super) fn adopt(&mut self, id: ResourceId) {
        self.by_id.extend(self.next.remove_entry(&id));
    }
}
