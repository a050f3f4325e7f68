//! What loads beside the running phase have: a preload, and side loads.

use std::collections::{BTreeMap, HashSet};

use super::{Entry, Map, Resources, Store};
use crate::phase::files::Noted;
use crate::phase::id::{PhaseId, ResourceId};
use crate::platform::AssetPath;

impl Map {
    /// The same map of a load of these resources.
    pub(in crate::phase) fn in_order(self, order: impl Iterator<Item = ResourceId>) -> Self {
        Self { order: order.collect(), ..self }
    }
}

impl Resources {
    /// A map that has some of the resident resources too.
    pub(in crate::phase) fn share(&mut self, ids: &HashSet<ResourceId>) -> Map {
        let known = ids.iter().filter_map(|id| Some((*id, *self.map.by_id.get(id)?)));
        let by_id: BTreeMap<_, _> = known.collect();
        by_id.values().for_each(|slot| self.slots[*slot as usize].holders += 1);
        Map { by_id, ..Map::default() }
    }

    /// Begins a preload, whose phase has this map.
    pub(in crate::phase) fn begin_next(&mut self, map: Map) {
        self.next = map;
    }

    /// Begins a side load with this map.
    pub(in crate::phase) fn begin_side(&mut self, phase: PhaseId, map: Map) {
        self.sides.insert(phase, map);
    }

    /// Swaps the resources of the phase with the preloaded ones of the next phase: what is inserted and what code sees
    /// between two calls is the next phase's.
    pub(in crate::phase) fn swap_next(&mut self) {
        std::mem::swap(&mut self.map, &mut self.next);
        self.derived.take();
    }

    /// The same with the resources of a side load.
    pub(in crate::phase) fn swap_side(&mut self, phase: PhaseId) {
        std::mem::swap(&mut self.map, self.sides.entry(phase).or_default());
        self.derived.take();
    }

    /// The entries that a map alone has.
    fn own<'a>(&'a self, map: &'a Map) -> impl Iterator<Item = (ResourceId, &'a Entry)> {
        map.by_id.iter().filter_map(|(id, slot)| {
            let slot = &self.slots[*slot as usize];
            Some((*id, slot.entry.as_ref().filter(|_| slot.holders == 1)?))
        })
    }

    /// The resources that are preloaded.
    pub(in crate::phase) fn preloaded(&self) -> impl Iterator<Item = ResourceId> {
        self.own(&self.next).map(|(id, _)| id)
    }

    /// The files of what is preloaded.
    pub(in crate::phase) fn preloaded_files(&self) -> impl Iterator<Item = &Noted> {
        self.own(&self.next).flat_map(|(_, entry)| &entry.files)
    }

    /// The bytes that a preload has for itself.
    pub(in crate::phase) fn next_bytes(&self) -> u64 {
        self.own(&self.next).map(|(_, entry)| entry.all_bytes()).sum()
    }

    /// The bytes that all side loads have for themselves.
    pub(in crate::phase) fn side_bytes(&self) -> u64 {
        self.sides.values().flat_map(|map| self.own(map)).map(|(_, entry)| entry.all_bytes()).sum()
    }

    /// Whether a resource of a side load was decoded from this file.
    pub(in crate::phase) fn is_of_side_from(&self, phase: PhaseId, id: ResourceId, path: &AssetPath) -> bool {
        let slot = self.sides.get(&phase).and_then(|map| map.by_id.get(&id));
        slot.and_then(|slot| self.entry(*slot)).is_some_and(|entry| entry.is_from(path))
    }

    /// The bytes of textures and of everything else that the phase does not have, but a preload or a side load.
    pub(crate) fn bytes_beside(&self) -> (u64, u64) {
        let own = std::iter::once(&self.next).chain(self.sides.values()).flat_map(|map| self.own(map));
        own.fold((0, 0), |(textures, others), (_, entry)| {
            (textures + entry.all_bytes() - entry.bytes, others + entry.bytes)
        })
    }

    /// Makes one of the preloaded resources resident. What had its id was freed before.
    pub(in crate::phase) fn adopt(&mut self, id: ResourceId) {
        self.map.by_id.extend(self.next.by_id.remove_entry(&id));
        self.derived.take();
    }
}

impl Store {
    /// Frees what a preload has made.
    pub(in crate::phase) fn free_next(&mut self) {
        let map = std::mem::take(&mut self.resources.next);
        self.free_map(map);
    }

    /// Frees what a side load has made.
    pub(in crate::phase) fn free_side(&mut self, phase: PhaseId) {
        let map = self.resources.sides.remove(&phase);
        map.into_iter().for_each(|map| self.free_map(map));
    }

    fn free_map(&mut self, map: Map) {
        self.empty_bin();
        map.by_id.into_values().for_each(|slot| self.release(slot));
    }
}
