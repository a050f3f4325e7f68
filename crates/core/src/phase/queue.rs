//! The queue that brings resources in. It has one kind of job: to read the files of a resource, decode them ahead, and
//! finish the value on the main thread, one job after the other or each when its files are there.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use super::ahead::{Ahead, Place};
use super::background::Background;
use super::error::LoadError;
use super::files::Noted;
use super::finishing::{Finishing, make};
use super::id::ResourceId;
use super::job::{Job, Turn, Use};
use super::pacing::Pacing;
use super::policy::LoadPolicy;
use super::reading::{Ready, Unready, read};
use super::resource::{Resource, Work};
use super::status::Progress;
use super::store::Store;
use crate::platform::{AssetPath, AssetSource};

/// The maximum of bytes that are decoded ahead of the current item.
const MAX_AHEAD_BYTES: u64 = 64 << 20;
/// The maximum part of an item that is not finished.
const MAX_PART: f64 = 0.99;

/// How a job is brought on in a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effort {
    /// As far as the time of the tick allows.
    Budgeted,
    /// As a whole, if it is decoded.
    Whole,
    /// As a whole. It is decoded in this call if it must be.
    Blocking,
}

/// What jobs are done with.
pub(super) struct Tools<'a> {
    pub(super) source: &'a Arc<dyn AssetSource>,
    pub(super) background: &'a Background,
    pub(super) pacing: &'a mut Pacing,
    pub(super) store: &'a mut Store,
}

#[derive(Default)]
pub(super) struct Queue {
    of: Use,
    /// Whether each item waits for those before it. Otherwise each is finished when it is there, so that an answer that
    /// never comes holds up its own item alone.
    pub(super) is_in_turn: bool,
    jobs: VecDeque<Job>,
    /// The job whose turn it is.
    at: usize,
    done: usize,
    total: usize,
    total_weight: u64,
    done_weight: u64,
    pub(super) policy: LoadPolicy,
    /// The bytes that may be decoded ahead.
    limit: u64,
    ahead: Arc<Ahead>,
}

impl Queue {
    pub(super) fn new(of: Use, resources: Vec<Resource>, policy: LoadPolicy) -> Self {
        let mut queue = Self { of, is_in_turn: true, policy, limit: MAX_AHEAD_BYTES, ..Self::default() };
        resources.into_iter().for_each(|resource| queue.push(resource));
        queue
    }

    /// Sets the bytes that are decoded ahead.
    pub(super) fn limit_ahead(&mut self, bytes: u64) {
        self.limit = bytes.min(MAX_AHEAD_BYTES);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    /// Adds an item to the end.
    pub(super) fn push(&mut self, resource: Resource) {
        self.total_weight += u64::from(resource.weight);
        self.jobs.push_back(Job::new(self.total, resource));
        self.total += 1;
    }

    /// Takes out the items that do not stay. Their decoding ends.
    pub(super) fn retain(&mut self, stays: impl Fn(&Resource) -> bool) {
        self.jobs.retain(|job| stays(&job.resource));
        self.at = 0;
    }

    pub(super) fn resources(&self) -> impl Iterator<Item = &Resource> {
        self.jobs.iter().map(|job| &job.resource)
    }

    /// Whether a further item can be begun. Those that wait for a network for long do not count.
    pub(super) fn has_room(&self) -> bool {
        self.jobs.iter().filter(|job| !self.is_slow(job)).count() < self.of.look_ahead()
    }

    fn is_slow(&self, job: &Job) -> bool {
        !self.is_in_turn && job.idle > self.policy.slow_after
    }

    /// Whether the current item waits for a retry.
    pub(super) fn is_waiting(&self) -> bool {
        self.jobs.front().is_some_and(|job| job.wait_ticks > 0)
    }

    /// The first item and the ticks since it was added, or since it has waited for a retry.
    pub(super) fn first(&self) -> Option<(&Resource, u32)> {
        self.jobs.front().map(|job| (&job.resource, job.age))
    }

    /// The item whose turn it is.
    pub(super) fn current(&self) -> Option<&Resource> {
        self.jobs.get(self.at).map(|job| &job.resource)
    }

    /// Progress by weight. It reaches 1 with the last item and not before.
    pub(super) fn progress(&self) -> Progress {
        let part = self.jobs.front().map_or(0.0, |job| job.part * f64::from(job.resource.weight));
        let fraction = match self.total_weight {
            0 => 1.0,
            total => (self.done_weight as f64 + part) / total as f64,
        };
        Progress { done: self.done, total: self.total, fraction }
    }

    /// What changes with all progress: the finished items, and the received bytes of those that are waited for.
    pub(super) fn mark(&self) -> (usize, u64) {
        let waited_for = self.jobs.iter().take(if self.is_in_turn { 1 } else { usize::MAX });
        (self.done, waited_for.fold(0, |all, job| all.wrapping_add(job.received)))
    }

    /// Marks items as preloaded.
    pub(super) fn mark_preloaded(&mut self, ids: &HashSet<ResourceId>) {
        let jobs = self.jobs.iter_mut().filter(|job| ids.contains(&job.resource.id()));
        jobs.for_each(|job| job.is_preloaded = true);
    }

    /// Takes out the current item if it is preloaded.
    pub(super) fn take_preloaded(&mut self) -> Option<Resource> {
        self.jobs.front().filter(|job| job.is_preloaded)?;
        let resource = self.jobs.pop_front()?.resource;
        self.count_done(&resource);
        Some(resource)
    }

    /// Begins a tick.
    pub(super) fn begin_tick(&mut self, source: &dyn AssetSource) {
        let is_in_turn = self.is_in_turn;
        for (place, job) in self.jobs.iter_mut().enumerate() {
            if place == 0 && is_in_turn || !is_in_turn && (job.is_begun() || job.retries > 0) {
                job.count_tick(source);
            }
            job.age = if job.wait_ticks > 0 { 0 } else { job.age.saturating_add(1) };
        }
    }

    /// Starts to decode the next items within the limits.
    pub(super) fn look_ahead(&mut self, background: &Background, source: &Arc<dyn AssetSource>) {
        let Some(first) = self.jobs.front() else { return };
        self.ahead.set(first.number, self.limit, self.is_in_turn);
        // Without threads and a network one item after the other is decoded.
        let is_serial = background.threads() == 0 && source.is_immediate();
        let slow: Vec<_> = self.jobs.iter().map(|job| self.is_slow(job)).collect();
        let mut window = self.of.look_ahead();
        for (place, job) in self.jobs.iter_mut().enumerate() {
            if window == 0 {
                return;
            }
            window -= usize::from(!slow[place]);
            let is_full = place > 0 && self.ahead.is_full();
            if !(job.is_begun() || job.is_preloaded || job.wait_ticks > 0 || is_full)
                && let Work::Decode(kind, Ok(path)) = &job.resource.work
            {
                let (ahead, limit) = (Arc::clone(&self.ahead), Some(self.policy.decoding()));
                let place = Place { ahead, number: job.number, limit };
                job.idle = 0;
                job.decoding = Some(background.spawn(read(*kind, path.clone(), Arc::clone(source), place)));
            }
            if is_serial && job.decoding.as_ref().is_some_and(|task| !task.is_finished()) {
                return;
            }
        }
    }

    /// The item that can be finished without waiting, if it is its turn.
    fn ready(&self) -> Option<usize> {
        let among = if self.is_in_turn { 1 } else { self.jobs.len() };
        self.jobs.iter().take(among).position(Job::is_ready)
    }

    /// Whether an item can be finished without waiting.
    pub(super) fn is_ready(&self) -> bool {
        self.ready().is_some()
    }

    /// Whether a job for the current item has not ended.
    pub(super) fn is_decoding(&self) -> bool {
        let decoding = self.jobs.front().and_then(|job| job.decoding.as_ref());
        decoding.is_some_and(|task| !task.is_finished())
    }

    /// The memory of the current item, if it is decoded.
    pub(super) fn memory(&self) -> u64 {
        match self.jobs.get(self.at).and_then(|job| job.decoded.as_ref()) {
            Some(Ok(finishing)) => finishing.memory(),
            _ => 0,
        }
    }

    /// One turn of the queue, if there is something to do in it.
    pub(super) fn turn(&mut self, tools: &mut Tools<'_>, effort: Effort) -> Option<(Resource, Turn)> {
        if self.prepare(tools, effort) { self.finish(tools, effort) } else { self.time_out(tools.store) }
    }

    /// Decodes items. Returns whether the current one can be finished in this tick.
    pub(super) fn prepare(&mut self, tools: &mut Tools<'_>, effort: Effort) -> bool {
        let Tools { source, background, pacing, store } = tools;
        self.look_ahead(background, source);
        if effort != Effort::Blocking {
            pacing.decode(background, || self.is_ready());
        }
        let ready = self.ready();
        self.at = ready.unwrap_or_default();
        let Some(job) = self.jobs.get_mut(self.at).filter(|_| ready.is_some() || effort == Effort::Blocking)
        else {
            return false;
        };
        if let Some(task) = job.decoding.take() {
            let outcome = background.finish(task);
            job.decoded = Some(outcome.map(|ready| Finishing::new(ready, &store.resources)));
        }
        job.is_ready() && (effort != Effort::Budgeted || pacing.fits(self.memory()))
    }

    /// Finishes the current item, which is [prepared](Self::prepare): the end of its turn. Where its kind does that in
    /// several calls, it may go on in the next tick.
    pub(super) fn finish(&mut self, tools: &mut Tools<'_>, effort: Effort) -> Option<(Resource, Turn)> {
        let Tools { pacing, store, .. } = tools;
        let mut job = self.jobs.remove(self.at)?;
        let policy = &self.policy;
        let outcome = match (job.decoded.take(), &job.resource.work) {
            (Some(Err(unready)), _) => Err(unready),
            (Some(Ok(finishing)), _) => pacing
                .run(effort != Effort::Budgeted, |goes_on| {
                    finishing.run(&job.resource, store, policy, goes_on)
                })
                .map_err(Unready::from),
            (None, Work::Make(maker, _)) => pacing
                .run(true, |_| make(maker, &job.resource, store, policy))
                .map_err(Unready::from)
                .map(|()| None),
            (None, Work::Decode(..)) => {
                self.jobs.insert(self.at, job);
                return None;
            }
        };
        match outcome {
            Ok(Some(finishing)) => {
                // The item is done with its last call only.
                job.part = job.part.max(finishing.part.min(MAX_PART));
                job.decoded = Some(Ok(finishing));
                self.jobs.insert(self.at, job);
                None
            }
            Ok(None) => {
                self.count_done(&job.resource);
                Some((job.resource, Turn::Loaded))
            }
            Err(Unready { error, files }) => match self.policy.wait(&error, job.retries) {
                Some(wait) => {
                    job.wait_ticks = wait;
                    job.retries += 1;
                    let resource = job.resource.clone();
                    self.jobs.insert(self.at, job);
                    Some((resource, Turn::Retried))
                }
                None => Some(self.give_up(job.resource, error, files, store)),
            },
        }
    }

    /// Gives up an item that takes too long, if there is one.
    pub(super) fn time_out(&mut self, store: &mut Store) -> Option<(Resource, Turn)> {
        let among = if self.is_in_turn { 1 } else { self.jobs.len() };
        let is_late = |job: &Job| !job.is_ready() && self.policy.time_out(job.ticks).is_some();
        let late = self.jobs.iter().take(among).position(is_late)?;
        let job = self.jobs.remove(late)?;
        self.at = 0;
        let error = self.policy.time_out(job.ticks)?;
        Some(self.give_up(job.resource, error, Vec::new(), store))
    }

    /// Gives up an item that was taken out.
    fn give_up(
        &mut self,
        resource: Resource,
        cause: LoadError,
        files: Vec<Noted>,
        store: &mut Store,
    ) -> (Resource, Turn) {
        if !(resource.is_optional && self.of.has_stand_ins()) {
            return (resource, Turn::Failed(cause, files));
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

    /// Reads all files again that are being read. Returns the current item.
    pub(super) fn retry(&mut self) -> Option<Resource> {
        for job in &mut self.jobs {
            job.wait_ticks = 0;
            job.decoding.take_if(|task| !task.is_finished());
        }
        let job = self.jobs.front_mut()?;
        (job.retries, job.ticks, job.received) = (0, 0, 0);
        Some(job.resource.clone())
    }

    /// Reads items again that come from a file that was saved meanwhile. What is being read may come from it too.
    pub(super) fn read_again(&mut self, saved: &AssetPath) {
        for job in &mut self.jobs {
            let is_from = |files: &[Noted]| files.iter().any(|noted| noted.path == *saved);
            let is_stale = match &job.decoded {
                Some(Ok(finishing)) => is_from(finishing.files()),
                Some(Err(unready)) => is_from(&unready.files),
                None => job.decoding.is_some(),
            };
            if is_stale {
                job.start_over();
            }
        }
    }

    fn count_done(&mut self, resource: &Resource) {
        self.done += 1;
        self.done_weight += u64::from(resource.weight);
    }
}
