//! The load queue: its items in order, decoded ahead, finished one after the other.

use std::any::Any;
use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_executor::Task;

use super::background::Background;
use super::context::FinishContext;
use super::error::{AnyError, LoadError};
use super::guarded::guarded;
use super::id::ResourceId;
use super::kind::{Decoded, decode};
use super::policy::LoadPolicy;
use super::resource::{CACHE, Maker, Resource, Work};
use super::store::Resources;
use crate::platform::{AssetSource, Gpu, Received};

/// The pace of the load queue. All give the same events in the same order; only the number of
/// ticks differs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// Exactly one item is finished in each tick, so a load is repeatable tick by tick. An item that is
    /// not decoded yet is decoded in its tick.
    #[default]
    OneItemPerTick,
    /// As many items as fit into this time in each tick, at least one.
    Budget(Duration),
    /// The whole queue in one tick, for tools and tests, if the source [is
    /// immediate](AssetSource::is_immediate). A retry still waits for its tick.
    Blocking,
}

/// The progress of a load. It counts finished work, never falls, and is 1.0 if and only if the phase
/// is ready.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Finished items.
    pub done: usize,
    /// All items of the load.
    pub total: usize,
    /// The finished part by weight, 0 to 1.
    pub fraction: f64,
}

/// The number of items that are decoded ahead.
const LOOK_AHEAD: usize = 16;
/// The maximum of bytes that are decoded ahead.
const MAX_AHEAD_BYTES: u64 = 64 << 20;

/// The memory of a value that counts as decoded ahead for as long as this is kept.
pub(super) struct Ahead {
    pub(super) memory: u64,
    total: Arc<AtomicU64>,
}

impl Drop for Ahead {
    fn drop(&mut self) {
        self.total.fetch_sub(self.memory, Ordering::Relaxed);
    }
}

/// A value with its memory.
pub(super) type Outcome = Result<(Box<dyn Decoded>, Ahead), LoadError>;

struct Item {
    resource: Resource,
    is_preloaded: bool,
    decoding: Option<Task<Outcome>>,
    retries: u32,
    wait_ticks: u32,
}

impl Item {
    const fn new(resource: Resource) -> Self {
        Self { resource, is_preloaded: false, decoding: None, retries: 0, wait_ticks: 0 }
    }
}

pub(super) enum Turn {
    /// Its file is not there yet.
    NotYet,
    /// Its read was interrupted and will be retried.
    Retried(Resource),
    /// It is loaded.
    Loaded(Resource),
    /// It is optional and was replaced by its stand-in.
    StandIn(Resource, LoadError),
    /// It is optional and has no stand-in.
    Absent(Resource, LoadError),
    /// It is required.
    Failed(Resource, LoadError),
}

pub(super) struct Queue {
    items: VecDeque<Item>,
    done: usize,
    total: usize,
    total_weight: u64,
    done_weight: u64,
    /// The received part and the received bytes of the current item's file.
    part: f64,
    received: u64,
    /// The ticks of the current item since its turn came.
    ticks: u32,
    policy: LoadPolicy,
    /// The number of items and the bytes that may be decoded ahead.
    limit: (usize, u64),
    ahead_bytes: Arc<AtomicU64>,
}

impl Queue {
    pub(super) fn new(resources: Vec<Resource>, policy: LoadPolicy) -> Self {
        let total_weight = resources.iter().map(|resource| u64::from(resource.weight)).sum();
        let items: VecDeque<_> = resources.into_iter().map(Item::new).collect();
        let total = items.len();
        Self {
            items,
            done: 0,
            total,
            total_weight,
            done_weight: 0,
            part: 0.0,
            received: 0,
            ticks: 0,
            policy,
            limit: (LOOK_AHEAD, MAX_AHEAD_BYTES),
            ahead_bytes: Arc::default(),
        }
    }

    /// Sets how far a preload decodes ahead. The phase that runs meanwhile needs the threads too.
    pub(super) fn limit_ahead(&mut self, items: usize, bytes: u64) {
        self.limit = (items, bytes.min(MAX_AHEAD_BYTES));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.items.len()
    }

    /// Adds an item to the end of a queue whose progress is not asked for.
    pub(super) fn push(&mut self, resource: Resource) {
        self.items.push_back(Item::new(resource));
    }

    /// Takes out the items that do not stay. Their decoding ends.
    pub(super) fn retain(&mut self, stays: impl Fn(ResourceId) -> bool) {
        let current = self.current().map(Resource::id);
        self.items.retain(|item| stays(item.resource.id()));
        if self.current().map(Resource::id) != current {
            self.begin_item();
        }
    }

    /// Whether the current item waits for a retry.
    pub(super) fn is_waiting(&self) -> bool {
        self.items.front().is_some_and(|item| item.wait_ticks > 0)
    }

    pub(super) fn current(&self) -> Option<&Resource> {
        self.items.front().map(|item| &item.resource)
    }

    /// Progress by weight. It reaches 1 with the last item and not before.
    pub(super) fn progress(&self) -> Progress {
        let part = self.items.front().map_or(0.0, |item| self.part * f64::from(item.resource.weight));
        let fraction = match self.total_weight {
            0 => 1.0,
            total => (self.done_weight as f64 + part) / total as f64,
        };
        Progress { done: self.done, total: self.total, fraction }
    }

    /// The number of finished items, and the received bytes of the current one.
    pub(super) const fn mark(&self) -> (usize, u64) {
        (self.done, self.received)
    }

    /// The items that will be decoded ahead.
    pub(super) fn ahead(&self) -> impl Iterator<Item = &Resource> {
        self.items.iter().take(self.limit.0).map(|item| &item.resource)
    }

    /// Marks items as preloaded.
    pub(super) fn mark_preloaded(&mut self, ids: &HashSet<ResourceId>) {
        let items = self.items.iter_mut().filter(|item| ids.contains(&item.resource.id()));
        items.for_each(|item| item.is_preloaded = true);
    }

    /// Takes out the current item if it is preloaded.
    pub(super) fn take_preloaded(&mut self) -> Option<Resource> {
        self.items.front().filter(|item| item.is_preloaded)?;
        let resource = self.items.pop_front()?.resource;
        self.count_done(&resource);
        Some(resource)
    }

    /// Takes out the current item. It is not done unless it is counted.
    pub(super) fn take_current(&mut self) -> Option<Resource> {
        self.begin_item();
        self.items.pop_front().map(|item| item.resource)
    }

    /// Starts to decode the next items within the limits.
    pub(super) fn look_ahead(&mut self, background: &Background, source: &Arc<dyn AssetSource>) {
        let (items, bytes) = self.limit;
        for (place, item) in self.items.iter_mut().take(items).enumerate() {
            let is_full = self.ahead_bytes.load(Ordering::Relaxed) >= bytes;
            if item.decoding.is_some() || item.is_preloaded || item.wait_ticks > 0 || (place > 0 && is_full) {
                continue;
            }
            let (Work::Decode(kind), Some(path)) = (&item.resource.work, item.resource.path()) else {
                continue;
            };
            let decoding = decode(*kind, path.clone(), Arc::clone(source));
            let total = Arc::clone(&self.ahead_bytes);
            item.decoding = Some(background.spawn(async move {
                let decoded = decoding.await?;
                let memory = guarded(|| Ok(decoded.memory())).map_err(|error| LoadError::of(error, None))?;
                total.fetch_add(memory, Ordering::Relaxed);
                Ok((decoded, Ahead { memory, total }))
            }));
        }
    }

    /// Whether the current item can be finished without waiting.
    pub(super) fn is_current_ready(&self) -> bool {
        self.items.front().is_some_and(|item| match &item.decoding {
            Some(task) => task.is_finished(),
            None => matches!(item.resource.work, Work::Make(_)),
        })
    }

    /// Begins a tick: counts it for an item that waits for a retry, and counts the received part of the
    /// current item's file as progress, at most nine tenths of the item, because decoding comes later.
    pub(super) fn begin_tick(&mut self, source: &dyn AssetSource) {
        let Some(item) = self.items.front_mut() else { return };
        self.ticks += 1;
        item.wait_ticks = item.wait_ticks.saturating_sub(1);
        let Item { resource, decoding: Some(_), .. } = item else { return };
        let Some(path) = resource.path() else { return };
        let received = guarded(|| Ok(source.received(path)));
        let Ok(Some(Received { bytes, total })) = received else { return };
        self.received = bytes;
        if let Some(total) = total.filter(|total| *total > 0) {
            // A retry starts at the first byte again, but progress never falls.
            self.part = self.part.max(bytes.min(total) as f64 / total as f64 * 0.9);
        }
    }

    /// The value of the current item and its memory, once it is decoded; `may_block` allows to decode it
    /// in this call.
    pub(super) fn take_decoded(&mut self, background: &Background, may_block: bool) -> Option<Outcome> {
        let decoding = &mut self.items.front_mut()?.decoding;
        Some(background.finish(decoding.take_if(|task| may_block || task.is_finished())?))
    }

    /// Works on the current item. `may_block` allows to decode it in this call.
    pub(super) fn take_turn(
        &mut self,
        background: &Background,
        may_block: bool,
        resources: &mut Resources,
        gpu: &mut dyn Gpu,
    ) -> Turn {
        let decoded = self.take_decoded(background, may_block);
        self.finish_current(decoded, resources, gpu)
    }

    /// Finishes the current item with its decoded value, or makes it by its code.
    pub(super) fn finish_current(
        &mut self,
        decoded: Option<Outcome>,
        resources: &mut Resources,
        gpu: &mut dyn Gpu,
    ) -> Turn {
        let Some(item) = self.items.pop_front() else { return Turn::NotYet };
        let outcome = match (decoded, &item.resource.work) {
            (Some(decoded), _) => decoded.and_then(|(decoded, ahead)| {
                self.policy.check_bytes(resources.bytes().saturating_add(ahead.memory))?;
                finish_decoded(&item.resource, decoded, resources, gpu, &self.policy)
            }),
            (None, Work::Make(maker)) => make(&item.resource, maker, resources, gpu, &self.policy),
            (None, Work::Decode(_)) => match self.policy.time_out(self.ticks) {
                Some(error) => return self.replace(item.resource, error, resources, gpu),
                None => {
                    self.items.push_front(item);
                    return Turn::NotYet;
                }
            },
        };
        match outcome {
            Ok(()) => {
                self.count_done(&item.resource);
                Turn::Loaded(item.resource)
            }
            Err(cause) => self.fail(item, cause, resources, gpu),
        }
    }

    fn fail(
        &mut self,
        mut item: Item,
        cause: LoadError,
        resources: &mut Resources,
        gpu: &mut dyn Gpu,
    ) -> Turn {
        if let Some(wait) = self.policy.wait(&cause, item.retries) {
            item.wait_ticks = wait;
            item.retries += 1;
            let resource = item.resource.clone();
            self.items.push_front(item);
            return Turn::Retried(resource);
        }
        self.replace(item.resource, cause, resources, gpu)
    }

    /// Gives up an item that was taken out.
    fn replace(
        &mut self,
        resource: Resource,
        cause: LoadError,
        resources: &mut Resources,
        gpu: &mut dyn Gpu,
    ) -> Turn {
        if !resource.is_optional {
            self.begin_item();
            return Turn::Failed(resource, cause);
        }
        let stand_in = match &resource.work {
            Work::Decode(kind) => guarded(|| Ok((kind.stand_in)())).ok().flatten(),
            Work::Make(_) => None,
        };
        let policy = &self.policy;
        let stood_in =
            stand_in.is_some_and(|value| finish_decoded(&resource, value, resources, gpu, policy).is_ok());
        resources.record_failure(resource.id(), cause.clone());
        self.count_done(&resource);
        if stood_in { Turn::StandIn(resource, cause) } else { Turn::Absent(resource, cause) }
    }

    /// Reads all files again that are being read.
    pub(super) fn retry(&mut self) -> Turn {
        for item in &mut self.items {
            item.wait_ticks = 0;
            item.decoding.take_if(|task| !task.is_finished());
        }
        let Some(item) = self.items.front_mut() else { return Turn::NotYet };
        (item.retries, self.ticks, self.received) = (0, 0, 0);
        Turn::Retried(item.resource.clone())
    }

    pub(super) fn count_done(&mut self, resource: &Resource) {
        self.done += 1;
        self.done_weight += u64::from(resource.weight);
        self.begin_item();
    }

    /// The turn of another item comes.
    const fn begin_item(&mut self) {
        (self.part, self.received, self.ticks) = (0.0, 0, 0);
    }
}

pub(super) fn finish_decoded(
    resource: &Resource,
    mut decoded: Box<dyn Decoded>,
    resources: &mut Resources,
    gpu: &mut dyn Gpu,
    policy: &LoadPolicy,
) -> Result<(), LoadError> {
    finish(resource, resources, gpu, policy, |cx| {
        decoded.finish(cx)?;
        cx.count_bytes(decoded.memory());
        Ok(decoded.into_value())
    })
}

/// Calls the code of a cache or callback. A cache sees only what it declares.
fn make(
    resource: &Resource,
    maker: &Maker,
    resources: &mut Resources,
    gpu: &mut dyn Gpu,
    policy: &LoadPolicy,
) -> Result<(), LoadError> {
    let from = resource.identity.made_from();
    if let Some((id, cause)) = from.iter().find_map(|id| Some((*id, resources.absence(*id)?))) {
        return Err(LoadError::Absent(id, Box::new(cause.clone())));
    }
    resources.show_only((resource.kind() == CACHE).then_some(from));
    let made = finish(resource, resources, gpu, policy, |cx| maker.call(cx));
    resources.show_only(None);
    made
}

/// Finishes a value on the main thread and makes it resident.
fn finish(
    resource: &Resource,
    resources: &mut Resources,
    gpu: &mut dyn Gpu,
    policy: &LoadPolicy,
    code: impl FnOnce(&mut FinishContext<'_>) -> Result<Box<dyn Any>, AnyError>,
) -> Result<(), LoadError> {
    let mut cx = FinishContext { resources, gpu, textures: Vec::new(), bytes: 0 };
    let made = guarded(|| {
        let value = code(&mut cx)?;
        let new = cx.textures.iter().map(|(_, bytes)| bytes).sum::<u64>().saturating_add(cx.bytes);
        policy.check_bytes(cx.resources.bytes().saturating_add(new))?;
        Ok(value)
    });
    match made {
        Ok(value) => {
            let FinishContext { textures, bytes, .. } = cx;
            resources.insert(resource.identity.clone(), value, textures, bytes);
            Ok(())
        }
        Err(error) => {
            cx.give_back();
            Err(LoadError::of(error, resource.path()))
        }
    }
}
