//! What is resident: the resources of the current phase, by id and by handle, and what they take.

use std::any::{Any, type_name};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use serde::Serialize;

use super::decode::Decoded;
use super::definition::PhaseId;
#[cfg(feature = "films")]
use super::film::Film;
use super::handle::{Handle, Held, Holders, LookupError, StaleHandle};
use super::resource::{Resource, ResourceId, ResourceKind};
use crate::platform::{Gpu, TextureId, UploadError};

/// A texture on the GPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Texture {
    /// The GPU's name for it.
    pub id: TextureId,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// A resource that somebody still holds although its phase has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Leak {
    /// The phase that ended.
    pub phase: &'static str,
    /// The resource.
    pub id: String,
    /// Its kind.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The bytes that did not come back.
    pub bytes: u64,
    /// Who holds it: the places in the code that called [`Resources::hold`], as `file:line`.
    pub held_by: Vec<String>,
}

/// What the resident resources take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Memory {
    /// Bytes of textures on the GPU: width × height × 4 each.
    pub texture_bytes: u64,
    /// Bytes in main memory: the texts, sounds, levels and caches as they were decoded.
    pub other_bytes: u64,
    /// The most that `texture_bytes` ever was.
    pub peak_texture_bytes: u64,
}

struct Entry {
    resource: Resource,
    phase: PhaseId,
    value: Rc<dyn Any>,
    textures: Vec<(TextureId, u64)>,
    bytes: u64,
    holders: Holders,
}

#[derive(Default)]
struct Slot {
    generation: u32,
    entry: Option<Entry>,
    freed: Option<ResourceId>,
}

/// The resident resources. Screens look a resource up by its id once, when they are built, and
/// keep the [`Handle`].
///
/// | kind | type of the value |
/// |---|---|
/// | texture | [`Texture`] |
/// | strings, sound, level, script, machine | [`Strings`](super::Strings), [`Sound`](super::Sound), [`Level`](super::Level), [`Script`](super::Script), [`MachineData`](super::MachineData) |
/// | film (feature `films`) | `Film` |
/// | cache, callback | whatever its maker returns |
#[derive(Default)]
pub struct Resources {
    slots: Vec<Slot>,
    by_id: HashMap<ResourceId, u32>,
    memory: Memory,
}

impl Resources {
    /// The handle of the resource `id`, if it is loaded and its value is a `T`.
    ///
    /// # Errors
    ///
    /// [`LookupError`] says which of the two is not so.
    pub fn handle<T: 'static>(&self, id: &str) -> Result<Handle<T>, LookupError> {
        let id = ResourceId::from(id);
        let Some(&slot) = self.by_id.get(&id) else { return Err(LookupError::Missing(id)) };
        let place = &self.slots[slot as usize];
        match &place.entry {
            Some(entry) if entry.value.is::<T>() => Ok(Handle::new(slot, place.generation)),
            _ => Err(LookupError::WrongType { id, wanted: type_name::<T>() }),
        }
    }

    /// The value of a handle.
    ///
    /// # Errors
    ///
    /// [`StaleHandle`] when its phase has ended.
    pub fn get<T: 'static>(&self, handle: Handle<T>) -> Result<&T, StaleHandle> {
        let entry = self.entry(handle)?;
        entry.value.downcast_ref().ok_or_else(|| StaleHandle { id: entry.resource.id.clone() })
    }

    /// Keeps the value alive for as long as the answer lives, also past its phase. The caller's
    /// place in the code is noted for the leak report.
    ///
    /// # Errors
    ///
    /// [`StaleHandle`] when its phase has ended.
    #[track_caller]
    pub fn hold<T: 'static>(&self, handle: Handle<T>) -> Result<Held<T>, StaleHandle> {
        let entry = self.entry(handle)?;
        match Rc::clone(&entry.value).downcast() {
            Ok(value) => Ok(Held::new(value, entry.holders.register())),
            Err(_) => Err(StaleHandle { id: entry.resource.id.clone() }),
        }
    }

    /// The value of the resource `id`, for a look-up that happens once. A screen that needs it
    /// in every frame keeps a handle.
    ///
    /// # Errors
    ///
    /// As [`Resources::handle`].
    pub fn find<T: 'static>(&self, id: &str) -> Result<&T, LookupError> {
        let handle = self.handle(id)?;
        self.get(handle).map_err(|stale| LookupError::Missing(stale.id))
    }

    /// The values of all resident resources of one type, in no particular order.
    pub fn of_type<T: 'static>(&self) -> impl Iterator<Item = &T> {
        self.entries().filter_map(|entry| entry.value.downcast_ref())
    }

    /// The ids and values of all resident resources of one type, in an order that is the same each
    /// time.
    pub fn with_ids<T: 'static>(&self) -> impl Iterator<Item = (&ResourceId, &T)> {
        self.entries().filter_map(|entry| Some((&entry.resource.id, entry.value.downcast_ref()?)))
    }

    /// The ids of all resident resources, sorted.
    #[must_use]
    pub fn ids(&self) -> Vec<&ResourceId> {
        let mut ids: Vec<_> = self.by_id.keys().collect();
        ids.sort();
        ids
    }

    /// How many resources of each kind are resident, in the order of their kinds' names.
    #[must_use]
    pub fn counts(&self) -> Vec<(ResourceKind, usize)> {
        let mut counts = BTreeMap::new();
        for entry in self.entries() {
            counts.entry(entry.resource.kind.name()).or_insert((entry.resource.kind, 0)).1 += 1;
        }
        counts.into_values().collect()
    }

    /// What the resident resources take.
    #[must_use]
    pub const fn memory(&self) -> Memory {
        self.memory
    }

    fn entry<T>(&self, handle: Handle<T>) -> Result<&Entry, StaleHandle> {
        let slot = self.slots.get(handle.slot as usize);
        match slot {
            Some(Slot { generation, entry: Some(entry), .. }) if *generation == handle.generation => {
                Ok(entry)
            }
            _ => {
                let id = slot.and_then(|slot| slot.freed.clone());
                Err(StaleHandle { id: id.unwrap_or_else(|| ResourceId::from("?")) })
            }
        }
    }

    fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.slots.iter().filter_map(|slot| slot.entry.as_ref())
    }

    pub(super) fn resident(&self) -> impl Iterator<Item = (&Resource, PhaseId)> {
        self.entries().map(|entry| (&entry.resource, entry.phase))
    }

    /// Puts a decoded file in. A picture goes to the GPU and only its name stays here.
    pub(super) fn insert_decoded(
        &mut self,
        resource: Resource,
        phase: PhaseId,
        decoded: Decoded,
        gpu: &mut dyn Gpu,
    ) -> Result<(), UploadError> {
        let bytes = decoded.bytes();
        let (value, textures, bytes): (Rc<dyn Any>, _, _) = match decoded {
            Decoded::Texture(pixels) => {
                let id = gpu.upload(&pixels)?;
                let texture = Texture { id, width: pixels.width(), height: pixels.height() };
                (Rc::new(texture), vec![(id, pixels.bytes())], 0)
            }
            Decoded::Strings(strings) => (Rc::new(strings), Vec::new(), bytes),
            Decoded::Sound(sound) => (Rc::new(sound), Vec::new(), bytes),
            Decoded::Level(level) => (Rc::new(level), Vec::new(), bytes),
            Decoded::Script(script) => (Rc::new(script), Vec::new(), bytes),
            Decoded::Machine(machine) => (Rc::new(machine), Vec::new(), bytes),
            #[cfg(feature = "films")]
            Decoded::Film(film) => {
                let first = film.first();
                let id = gpu.upload(first)?;
                let texture = Texture { id, width: first.width(), height: first.height() };
                let textures = vec![(id, first.bytes())];
                (Rc::new(Film::new(texture, film)), textures, bytes)
            }
        };
        self.insert(resource, phase, value, textures, bytes);
        Ok(())
    }

    pub(super) fn insert(
        &mut self,
        resource: Resource,
        phase: PhaseId,
        value: Rc<dyn Any>,
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
        self.by_id.insert(resource.id.clone(), u32::try_from(index).unwrap_or(u32::MAX));
        let entry = Entry { resource, phase, value, textures, bytes, holders: Holders::default() };
        self.slots[index].entry = Some(entry);
    }

    /// Lets a resource stay that the next phase has as well: from now on it is that phase's.
    pub(super) fn hand_over(&mut self, id: &ResourceId, phase: PhaseId) {
        if let Some(&slot) = self.by_id.get(id)
            && let Some(entry) = &mut self.slots[slot as usize].entry
        {
            entry.phase = phase;
        }
    }

    /// Frees a resource; answers with the leak if somebody still holds it.
    pub(super) fn free(&mut self, id: &ResourceId, gpu: &mut dyn Gpu) -> Option<Leak> {
        let index = self.by_id.remove(id)?;
        let slot = &mut self.slots[index as usize];
        let entry = slot.entry.take()?;
        // A wrapped generation could let a handle from four billion phases ago through; it is
        // wrapped all the same, because a game must not end over it.
        slot.generation = slot.generation.wrapping_add(1);
        slot.freed = Some(entry.resource.id.clone());
        let texture_bytes: u64 = entry.textures.iter().map(|(_, bytes)| bytes).sum();
        for (texture, _) in &entry.textures {
            gpu.free(*texture);
        }
        self.memory.texture_bytes -= texture_bytes;
        self.memory.other_bytes -= entry.bytes;
        let held_by = entry.holders.places();
        (Rc::strong_count(&entry.value) > 1).then(|| Leak {
            phase: entry.phase.name(),
            id: entry.resource.id.to_string(),
            kind: entry.resource.kind.name(),
            bytes: entry.bytes + texture_bytes,
            held_by,
        })
    }
}
