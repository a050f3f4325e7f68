//! The load queue: its items in order, decoded ahead, finished one after the other.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use async_executor::Task;

use super::ahead::{Ahead, Place};
use super::background::Background;
use super::error::LoadError;
use super::finishing::{Finishing, make};
use super::id::ResourceId;
use super::policy::LoadPolicy;
use super::reading::{Outcome, Ready, read};
use super::resource::{Resource, Work};
use super::status::Progress;
use super::store::{Resources, Store};
use crate::platform::{AssetSource, caught};

/// The number of items that are decoded ahead.
const LOOK_AHEAD: usize = 16;
/// The maximum of bytes that are decoded ahead of the current item.
const MAX_AHEAD_BYTES: u64 = 64 << 20;
/// The maximum part of an item that is not finished.
const MAX_PART: f64 = 0.99;

pub(super) struct Item {
    /// Its place in the whole queue.
    number: usize,
    pub(super) resource: Resource,
    is_preloaded: bool,
    decoding: Option<Task<Outcome>>,
    decoded: Option<Result<Finishing, LoadError>>,
    retries: u32,
    wait_ticks: u32,
}

impl Item {
    fn new((number, resource): (usize, Resource)) -> Self {
        Self {
            number,
            resource,
            is_preloaded: false,
            decoding: None,
            decoded: None,
            retries: 0,
            wait_ticks: 0,
        }
    }
}

/// What has happened to an item.
pub(super) enum Turn {
    /// Its read was interrupted and will be retried.
    Retried,
    /// It is loaded.
    Loaded,
    /// It is optional and was replaced by its stand-in.
    StandIn(LoadError),
    /// It is optional and has no stand-in.
    Absent(LoadError),
    /// It is required.
    Failed(LoadError),
}

#[derive(Default)]
pub(super) struct Queue {
    items: VecDeque<Item>,
    done: usize,
    total: usize,
    total_weight: u64,
    done_weight: u64,
    /// The finished part of the current item: of its file that is received, then of its upload.
    part: f64,
    /// The received bytes of its file.
    pub(super) received: u64,
    /// The ticks of the current item since its turn came.
    ticks: u32,
    pub(super) policy: LoadPolicy,
    /// The number of items and the bytes that may be decoded ahead.
    limit: (usize, u64),
    ahead: Arc<Ahead>,
}

impl Queue {
    pub(super) fn new(resources: Vec<Resource>, policy: LoadPolicy) -> Self {
        let total_weight = resources.iter().map(|resource| u64::from(resource.weight)).sum();
        let items: VecDeque<_> = resources.into_iter().enumerate().map(Item::new).collect();
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
            ahead: Arc::default(),
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
        self.items.push_back(Item::new((self.total, resource)));
        self.total += 1;
    }

    /// Takes out the items that do not stay. Their decoding ends.
    pub(super) fn retain(&mut self, stays: impl Fn(ResourceId) -> bool) {
        let current = self.items.front().map(|item| item.number);
        self.items.retain(|item| stays(item.resource.id()));
        if self.items.front().map(|item| item.number) != current {
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

    /// Starts to decode the next items within the limits.
    pub(super) fn look_ahead(&mut self, background: &Background, source: &Arc<dyn AssetSource>) {
        let (items, bytes) = self.limit;
        let Some(current) = self.items.front() else { return };
        self.ahead.set(current.number, bytes);
        // Without threads and a network one item after the other is decoded.
        let is_serial = background.threads() == 0 && source.is_immediate();
        for (place, item) in self.items.iter_mut().take(items).enumerate() {
            let is_full = place > 0 && self.ahead.is_full();
            let is_begun = item.decoding.is_some() || item.decoded.is_some();
            if is_serial && item.decoding.as_ref().is_some_and(|task| !task.is_finished()) {
                return;
            }
            if is_begun || item.is_preloaded || item.wait_ticks > 0 || is_full {
                continue;
            }
            let Work::Decode(kind, Ok(path)) = &item.resource.work else { continue };
            let limit = Some(self.policy.decoding());
            let place = Place { ahead: Arc::clone(&self.ahead), number: item.number, limit };
            item.decoding = Some(background.spawn(read(*kind, path.clone(), Arc::clone(source), place)));
            if is_serial {
                return;
            }
        }
    }

    /// Whether the current item can be finished without waiting.
    pub(super) fn is_current_ready(&self) -> bool {
        self.items.front().is_some_and(|item| match &item.decoding {
            Some(task) => task.is_finished(),
            None => item.decoded.is_some() || matches!(item.resource.work, Work::Make(..)),
        })
    }

    /// Whether a job for the current item has not ended.
    pub(super) fn is_current_decoding(&self) -> bool {
        let decoding = self.items.front().and_then(|item| item.decoding.as_ref());
        decoding.is_some_and(|task| !task.is_finished())
    }

    /// Begins a tick: counts it for an item that waits for a retry, and counts the received part of the
    /// current item's file as progress, at most nine tenths of the item, because decoding comes later.
    pub(super) fn begin_tick(&mut self, source: &dyn AssetSource) {
        let Some(item) = self.items.front_mut() else { return };
        self.ticks += 1;
        item.wait_ticks = item.wait_ticks.saturating_sub(1);
        let Item { resource, decoding: Some(_), .. } = item else { return };
        let Some(path) = resource.path() else { return };
        let received = caught(|| source.received(path));
        let Ok(Some((bytes, total))) = received else { return };
        self.received = bytes;
        if let Some(total) = total.filter(|total| *total > 0) {
            // A retry starts at the first byte again, but progress never falls.
            self.part = self.part.max(bytes.min(total) as f64 / total as f64 * 0.9);
        }
    }

    /// Takes over the value of the current item, if it is decoded; `may_block` allows to decode it in this
    /// call.
    pub(super) fn decode_current(&mut self, background: &Background, may_block: bool, resources: &Resources) {
        let Some(item) = self.items.front_mut() else { return };
        if let Some(task) = item.decoding.take_if(|task| may_block || task.is_finished()) {
            let outcome = background.finish(task);
            item.decoded =
                Some(outcome.map(|ready| Finishing::new(ready, resources)).map_err(|unready| unready.error));
        }
    }

    fn current_decoded(&self) -> Option<&Finishing> {
        self.items.front()?.decoded.as_ref()?.as_ref().ok()
    }

    /// The memory of the current item, if it is decoded.
    pub(super) fn current_memory(&self) -> u64 {
        self.current_decoded().map_or(0, Finishing::memory)
    }

    /// Finishes the current item and takes it out, if it is decoded. Where its kind does that in several
    /// calls, only as long as `goes_on`.
    pub(super) fn finish_current(
        &mut self,
        store: &mut Store,
        goes_on: &dyn Fn() -> bool,
    ) -> Option<(Item, Result<(), LoadError>)> {
        let mut item = self.items.pop_front()?;
        let policy = &self.policy;
        let outcome = match (item.decoded.take(), &item.resource.work) {
            (Some(decoded), _) => {
                decoded.and_then(|decoded| decoded.run(&item.resource, store, policy, goes_on))
            }
            (None, Work::Make(maker, _)) => make(maker, &item.resource, store, policy).map(|()| None),
            (None, Work::Decode(..)) => {
                self.items.push_front(item);
                return None;
            }
        };
        match outcome {
            Ok(Some(finishing)) => {
                // The item is done with its last call only.
                self.part = self.part.max(finishing.part.min(MAX_PART));
                item.decoded = Some(Ok(finishing));
                self.items.push_front(item);
                None
            }
            outcome => Some((item, outcome.map(drop))),
        }
    }

    /// The turn of an item, after [`Queue::finish_current`]; `None` if its file is not there yet.
    pub(super) fn turn(
        &mut self,
        finished: Option<(Item, Result<(), LoadError>)>,
        store: &mut Store,
    ) -> Option<(Resource, Turn)> {
        let Some((mut item, result)) = finished else {
            let error = self.policy.time_out(self.ticks).filter(|_| !self.is_current_ready())?;
            let item = self.items.pop_front()?;
            return Some(self.replace(item.resource, error, store));
        };
        let Err(cause) = result else {
            self.count_done(&item.resource);
            return Some((item.resource, Turn::Loaded));
        };
        let Some(wait) = self.policy.wait(&cause, item.retries) else {
            return Some(self.replace(item.resource, cause, store));
        };
        item.wait_ticks = wait;
        item.retries += 1;
        let resource = item.resource.clone();
        self.items.push_front(item);
        Some((resource, Turn::Retried))
    }

    /// Gives up an item that was taken out.
    fn replace(&mut self, resource: Resource, cause: LoadError, store: &mut Store) -> (Resource, Turn) {
        if !resource.is_optional {
            self.begin_item();
            return (resource, Turn::Failed(cause));
        }
        let stand_in = match &resource.work {
            Work::Decode(kind, _) => Ready::stand_in(*kind),
            Work::Make(..) => None,
        };
        let stood_in = stand_in.is_some_and(|ready| {
            let stand_in = Finishing::new(ready, &store.resources);
            stand_in.run(&resource, store, &self.policy, &|| true).is_ok()
        });
        store.resources.failed.insert(resource.id(), cause.clone());
        self.count_done(&resource);
        (resource, if stood_in { Turn::StandIn(cause) } else { Turn::Absent(cause) })
    }

    /// Reads all files again that are being read.
    pub(super) fn retry(&mut self) -> Option<Resource> {
        for item in &mut self.items {
            item.wait_ticks = 0;
            item.decoding.take_if(|task| !task.is_finished());
        }
        let item = self.items.front_mut()?;
        (item.retries, self.ticks, self.received) = (0, 0, 0);
        Some(item.resource.clone())
    }

    pub(super) fn count_done(&mut self, resource: &Resource) {
        self.done += 1;
        self.done_weight += u64::from(resource.weight);
        self.begin_item();
    }

    /// Begins to count for the next item.
    pub(super) const fn begin_item(&mut self) {
        (self.part, self.received, self.ticks) = (0.0, 0, 0);
    }
}
