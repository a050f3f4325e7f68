//! The load queue: its items in order, decoded ahead, finished one after the other.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_executor::Task;

use super::background::Background;
use super::decode::{Decoded, decode, panic_text, stand_in};
use super::definition::PhaseId;
use super::error::{LoadCause, LoadError};
use super::make::{MakeContext, MakeStep, Making};
use super::resource::{Need, Origin, Resource};
use super::store::Resources;
use crate::platform::{AssetSource, Gpu, Received, TextureId};

/// How the queue is worked through. Both give the same events in the same order; only the number
/// of frames differs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// Exactly one item is finished in each frame: N items take N frames. What is not decoded
    /// yet when its turn comes is decoded there and then. The rule of the design this crate is
    /// built from, and the default, because it makes a load repeatable frame by frame.
    #[default]
    OneItemPerFrame,
    /// As many items as fit into this time in each frame, at least one.
    Budget(Duration),
}

/// How far a load is. True: it counts finished work, never falls, and is 1.0 if and only if the
/// phase is ready.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Items that are finished.
    pub done: usize,
    /// Items that the load has in all. Latched before the first one leaves the queue.
    pub total: usize,
    /// The part that is done, by weight, 0 to 1.
    pub fraction: f64,
}

/// How many items are decoded ahead of the one whose turn it is.
const LOOK_AHEAD: usize = 16;
/// How many bytes may be decoded and not yet uploaded. Decoding ahead stops there.
const MAX_AHEAD_BYTES: u64 = 64 << 20;
/// How often a read that broke off is tried again.
pub(super) const MAX_RETRIES: u32 = 2;
/// Frames to wait before the first retry; doubled for the second.
const RETRY_FRAMES: u32 = 15;

enum Job {
    Decode(Task<Result<Decoded, LoadCause>>),
    Make(Making),
}

struct Item {
    resource: Resource,
    job: Option<Job>,
    retries: u32,
    wait_frames: u32,
    /// What its maker has put on the GPU so far, and the bytes it has counted.
    textures: Vec<(TextureId, u64)>,
    bytes: u64,
}

impl Item {
    const fn new(resource: Resource) -> Self {
        Self { resource, job: None, retries: 0, wait_frames: 0, textures: Vec::new(), bytes: 0 }
    }

    /// Gives back what has no owner, because its maker did not come to the end.
    fn give_back(&mut self, gpu: &mut dyn Gpu) {
        for (texture, _) in self.textures.drain(..) {
            gpu.free(texture);
        }
    }
}

/// What became of the item whose turn it was.
pub(super) enum Turn {
    /// Its file is still on the way.
    NotYet,
    /// It did a part of its work and wants another frame.
    More,
    /// Its read broke off and will be tried again.
    Retried(Resource),
    /// It is there.
    Loaded(Resource),
    /// It is optional and could not be loaded; the stand-in took its place.
    StandIn(Resource, LoadError),
    /// It is optional and could not be loaded; there is nothing in its place.
    Absent(Resource, LoadError),
    /// It is required and could not be loaded.
    Failed(Resource, LoadError),
}

pub(super) struct Queue {
    phase: PhaseId,
    items: VecDeque<Item>,
    total: usize,
    total_weight: u64,
    done_weight: u64,
    /// The part of the current item that is done: of its file, or of its maker's work.
    part: f64,
    ahead_bytes: Arc<AtomicU64>,
}

impl Queue {
    pub(super) fn new(phase: PhaseId, resources: Vec<Resource>) -> Self {
        let total_weight = resources.iter().map(|resource| u64::from(resource.weight)).sum();
        let items: VecDeque<_> = resources.into_iter().map(Item::new).collect();
        let total = items.len();
        Self { phase, items, total, total_weight, done_weight: 0, part: 0.0, ahead_bytes: Arc::default() }
    }

    /// Ends before its time: another load takes over.
    pub(super) fn give_up(mut self, gpu: &mut dyn Gpu) {
        self.items.iter_mut().for_each(|item| item.give_back(gpu));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The item whose turn it is.
    pub(super) fn current(&self) -> Option<&Resource> {
        self.items.front().map(|item| &item.resource)
    }

    /// Progress by weight. It reaches 1 with the last item and not before.
    pub(super) fn progress(&self) -> Progress {
        let done = self.total - self.items.len();
        let fraction = match self.items.front() {
            None => 1.0,
            Some(item) => {
                let part = self.part * f64::from(item.resource.weight);
                // The sum is exact: weights are u32 and a queue has at most a few thousand items.
                (self.done_weight as f64 + part) / self.total_weight as f64
            }
        };
        Progress { done, total: self.total, fraction }
    }

    /// Starts decoding of the items that come next, as far ahead as the limits allow.
    pub(super) fn look_ahead(&mut self, background: &Background, source: &Arc<dyn AssetSource>) {
        for (place, item) in self.items.iter_mut().take(LOOK_AHEAD).enumerate() {
            let is_full = self.ahead_bytes.load(Ordering::Relaxed) >= MAX_AHEAD_BYTES;
            if item.job.is_some() || item.wait_frames > 0 || (place > 0 && is_full) {
                continue;
            }
            let Origin::File(path) = &item.resource.origin else { continue };
            let decoding = decode(item.resource.kind, path.clone(), Arc::clone(source));
            let ahead_bytes = Arc::clone(&self.ahead_bytes);
            item.job = Some(Job::Decode(background.spawn(async move {
                let decoded = decoding.await;
                if let Ok(decoded) = &decoded {
                    ahead_bytes.fetch_add(decoded.bytes(), Ordering::Relaxed);
                }
                decoded
            })));
        }
    }

    /// Whether the item whose turn it is can be finished without waiting.
    pub(super) fn is_current_ready(&self) -> bool {
        match self.items.front() {
            Some(Item { job: Some(Job::Decode(task)), .. }) => task.is_finished(),
            Some(Item { resource, wait_frames, .. }) => {
                *wait_frames == 0 && matches!(resource.origin, Origin::Code { .. })
            }
            None => false,
        }
    }

    /// Looks how much of the current item's file has come. It counts as a part of the item: at
    /// most nine tenths, because decoding is still to come.
    pub(super) fn count_received(&mut self, source: &dyn AssetSource) {
        let Some(Item { resource, job: Some(Job::Decode(_)), .. }) = self.items.front() else { return };
        let Origin::File(path) = &resource.origin else { return };
        let Some(Received { bytes, total: Some(total) }) = source.received(path) else { return };
        if total > 0 {
            // A retry begins at its first byte again; the bar stays where it was.
            self.part = self.part.max(bytes.min(total) as f64 / total as f64 * 0.9);
        }
    }

    /// One frame has passed, for an item that waits before it is tried again.
    pub(super) fn count_frame(&mut self) {
        if let Some(item) = self.items.front_mut() {
            item.wait_frames = item.wait_frames.saturating_sub(1);
        }
    }

    /// Works on the item whose turn it is. `may_block` allows to decode it there and then.
    pub(super) fn take_turn(
        &mut self,
        background: &Background,
        may_block: bool,
        resources: &mut Resources,
        gpu: &mut dyn Gpu,
    ) -> Turn {
        let Some(mut item) = self.items.pop_front() else { return Turn::NotYet };
        let must_wait = match &item.job {
            Some(Job::Decode(task)) => !may_block && !task.is_finished(),
            Some(Job::Make(_)) => false,
            None => item.wait_frames > 0,
        };
        if must_wait {
            self.items.push_front(item);
            return Turn::NotYet;
        }
        let outcome = match (item.job.take(), &item.resource.origin) {
            (Some(Job::Decode(task)), _) => {
                let decoded = background.finish(task);
                if let Ok(decoded) = &decoded {
                    self.ahead_bytes.fetch_sub(decoded.bytes(), Ordering::Relaxed);
                }
                decoded.and_then(|decoded| self.insert(&item.resource, decoded, resources, gpu))
            }
            (Some(Job::Make(making)), _) => self.make(&mut item, making, resources, gpu),
            (None, Origin::Code { make, .. }) => {
                let making = make.start();
                self.make(&mut item, making, resources, gpu)
            }
            (None, Origin::File(_)) => {
                self.items.push_front(item);
                return Turn::NotYet;
            }
        };
        match outcome {
            Ok(()) if item.job.is_some() => {
                self.items.push_front(item);
                Turn::More
            }
            Ok(()) => {
                self.count_done(&item.resource);
                Turn::Loaded(item.resource)
            }
            Err(cause) => self.fail(item, cause, resources, gpu),
        }
    }

    fn insert(
        &self,
        resource: &Resource,
        decoded: Decoded,
        resources: &mut Resources,
        gpu: &mut dyn Gpu,
    ) -> Result<(), LoadCause> {
        Ok(resources.insert_decoded(resource.clone(), self.phase, decoded, gpu)?)
    }

    /// Calls a maker once. It gets its job back into the item when it wants another frame.
    fn make(
        &mut self,
        item: &mut Item,
        mut making: Making,
        resources: &mut Resources,
        gpu: &mut dyn Gpu,
    ) -> Result<(), LoadCause> {
        let step = {
            let mut cx = MakeContext { resources, gpu, textures: &mut item.textures, bytes: &mut item.bytes };
            catch_unwind(AssertUnwindSafe(|| making(&mut cx)))
        };
        let cause = match step {
            Ok(Ok(MakeStep::Done(value))) => {
                let textures = std::mem::take(&mut item.textures);
                resources.insert(item.resource.clone(), self.phase, value, textures, item.bytes);
                return Ok(());
            }
            Ok(Ok(MakeStep::More(part))) => {
                // A part can only grow, and the last step is what finishes the item.
                self.part = if part.is_finite() { part.clamp(self.part, 0.99) } else { self.part };
                item.job = Some(Job::Make(making));
                return Ok(());
            }
            Ok(Err(what)) => LoadCause::Code(what),
            Err(panic) => LoadCause::Panicked(panic_text(panic.as_ref())),
        };
        item.give_back(gpu);
        Err(cause)
    }

    fn fail(
        &mut self,
        mut item: Item,
        cause: LoadCause,
        resources: &mut Resources,
        gpu: &mut dyn Gpu,
    ) -> Turn {
        let may_pass = matches!(&cause, LoadCause::Read(read) if read.may_pass());
        if may_pass && item.retries < MAX_RETRIES {
            item.wait_frames = RETRY_FRAMES << item.retries;
            item.retries += 1;
            let resource = item.resource.clone();
            self.items.push_front(item);
            return Turn::Retried(resource);
        }
        let resource = item.resource;
        let error = LoadError { id: resource.id.to_string(), kind: resource.kind, cause };
        if resource.need == Need::Required {
            self.items.clear();
            return Turn::Failed(resource, error);
        }
        let stood_in = stand_in(resource.kind)
            .is_some_and(|decoded| self.insert(&resource, decoded, resources, gpu).is_ok());
        self.count_done(&resource);
        if stood_in { Turn::StandIn(resource, error) } else { Turn::Absent(resource, error) }
    }

    fn count_done(&mut self, resource: &Resource) {
        self.done_weight += u64::from(resource.weight);
        self.part = 0.0;
    }
}
