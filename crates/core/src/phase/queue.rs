//! The queue that brings resources in: it reads and decodes the next items ahead, and finishes one after the other on the
//! main thread.

use std::collections::{HashMap, HashSet, VecDeque};
use std::mem::take;
use std::sync::Arc;

use super::background::Background;
use super::error::LoadError;
use super::files::Noted;
use super::finishing::{make, stand_in};
use super::id::ResourceId;
use super::job::{Job, State, Turn};
use super::pacing::Pacing;
use super::policy::LoadPolicy;
use super::reading::Unready;
use super::resource::{Resource, Work};
use super::room::Room;
use super::status::Progress;
use super::store::Store;
use crate::platform::AssetSource;

/// The maximum number of bytes that are decoded ahead of the current item.
const MAX_AHEAD_BYTES: u64 = 64 << 20;
/// The number of items that are decoded ahead for each thread, which decodes so many images of 1024 x 1024 in a frame:
/// `benches/loading.rs`.
const JOBS_OF_A_THREAD: usize = 4;
/// The number of files that are requested at once from a network.
const MAX_REQUESTS: usize = 16;
/// The maximum part of an item that is not finished.
const MAX_PART: f64 = 0.99;

/// What a queue works with in a tick.
pub(super) struct Tools<'a> {
    pub(super) source: &'a Arc<dyn AssetSource>,
    pub(super) background: &'a Background,
    pub(super) pacing: &'a mut Pacing,
    pub(super) store: &'a mut Store,
    /// Whether the first item is finished in this tick, however long that takes, unless it waits for a network.
    /// Otherwise it gets only the time of the tick.
    pub(super) is_whole: bool,
}

#[derive(Default)]
pub(super) struct Queue {
    jobs: VecDeque<Job>,
    done: usize,
    total: usize,
    total_weight: u64,
    done_weight: u64,
    pub(super) policy: LoadPolicy,
    /// Whether an optional item that fails gets its stand-in. Otherwise what fails is left to another load.
    has_stand_ins: bool,
    /// The bytes of what is decoded.
    room: Room,
    /// The maximum number of bytes that are decoded ahead.
    limit: u64,
}

impl Queue {
    /// A queue without stand-ins.
    pub(super) fn new(resources: impl IntoIterator<Item = Resource>, policy: LoadPolicy) -> Self {
        let mut queue = Self { policy, limit: MAX_AHEAD_BYTES, ..Self::default() };
        resources.into_iter().for_each(|resource| queue.push(resource));
        queue
    }

    /// The queue of a load that no other one follows: its optional items get their stand-ins.
    pub(super) fn with_stand_ins(self) -> Self {
        Self { has_stand_ins: true, ..self }
    }

    /// Goes on with what a preload has `made` of its items, and with the jobs that it has begun.
    pub(super) fn take_over(&mut self, preload: Self, made: &HashSet<ResourceId>) {
        let begun = preload.jobs.into_iter().map(|job| (job.resource.id(), job.state));
        let mut begun: HashMap<_, _> = begun.collect();
        for job in &mut self.jobs {
            let id = job.resource.id();
            job.state = match begun.remove(&id) {
                _ if made.contains(&id) => State::Preloaded,
                Some(State::Failed(_)) | None => State::Waiting,
                Some(state) => state,
            };
        }
        self.room = preload.room;
    }

    /// Sets the bytes that it may still add. What other loads have does not count.
    pub(super) fn limit_beside(&mut self, store: &Store, left: u64) {
        self.policy.byte_limit = store.resources.bytes().saturating_add(left);
        self.limit = left.min(MAX_AHEAD_BYTES);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    /// Adds an item to the end.
    pub(super) fn push(&mut self, resource: Resource) {
        self.total_weight += u64::from(resource.weight);
        self.jobs.push_back(Job::new(resource));
        self.total += 1;
    }

    /// Takes out the items that do not stay. Their decoding ends.
    pub(super) fn retain(&mut self, stays: impl Fn(&Resource) -> bool) {
        self.jobs.retain(|job| stays(&job.resource));
    }

    pub(super) fn resources(&self) -> impl Iterator<Item = &Resource> {
        self.jobs.iter().map(|job| &job.resource)
    }

    /// The item whose turn it is.
    pub(super) fn first(&self) -> Option<&Resource> {
        self.jobs.front().map(|job| &job.resource)
    }

    /// Whether the first item waits for a retry.
    pub(super) fn is_waiting(&self) -> bool {
        self.jobs.front().is_some_and(|job| job.wait_ticks > 0)
    }

    /// Whether a preload has made the first item.
    pub(super) fn is_preloaded(&self) -> bool {
        self.jobs.front().is_some_and(|job| matches!(job.state, State::Preloaded))
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

    /// What changes with all progress: the finished items, and the received bytes of the first of the others.
    pub(super) fn mark(&self) -> (usize, u64) {
        (self.done, self.jobs.front().map_or(0, |job| job.received))
    }

    /// Begins a tick.
    pub(super) fn begin_tick(&mut self, source: &dyn AssetSource) {
        if let Some(first) = self.jobs.front_mut() {
            first.count_tick(source);
        }
    }

    /// Takes what is read and decoded, and starts what comes next: so much that no thread waits for the next tick.
    pub(super) fn look_ahead(&mut self, tools: &Tools<'_>) {
        let Tools { source, background, store, .. } = tools;
        let ahead = background.threads() * JOBS_OF_A_THREAD + 1;
        let jobs = if source.is_immediate() { ahead } else { ahead.max(MAX_REQUESTS) };
        let mut limit = u128::MAX;
        for job in self.jobs.iter_mut().take(jobs) {
            if matches!(&job.state, State::Busy(task) if task.is_finished()) {
                job.take_outcome(background, &store.resources);
            }
            job.go_on(background, source, &self.policy, (&self.room, limit));
            if let State::NoRoom(_) = job.state {
                break;
            }
            limit = self.limit.into();
        }
    }

    /// Whether a thread decodes the first item.
    pub(super) fn is_busy(&self) -> bool {
        self.jobs.front().is_some_and(|job| matches!(&job.state, State::Busy(task) if !task.is_finished()))
    }

    /// One turn of the queue: the first item is finished, fails, or is retried. `None` if there is nothing to do in this
    /// tick any more.
    pub(super) fn turn(&mut self, tools: &mut Tools<'_>) -> Option<(Resource, Turn)> {
        match self.take_ready(tools) {
            Some(job) => self.finish(job, tools),
            None => self.time_out(tools.store),
        }
    }

    /// Takes out the first item, once it can be finished in this tick.
    fn take_ready(&mut self, tools: &mut Tools<'_>) -> Option<Job> {
        loop {
            self.look_ahead(tools);
            let Tools { source, background, pacing, store, is_whole } = tools;
            let first = self.jobs.front_mut()?;
            match &first.state {
                State::Busy(_) if *is_whole && source.is_immediate() => {
                    first.take_outcome(background, &store.resources);
                }
                State::Busy(task) => {
                    pacing.decode(background, || task.is_finished());
                    if !task.is_finished() {
                        return None;
                    }
                }
                _ if first.is_ready() && (*is_whole || pacing.fits(first.memory())) => {
                    return self.jobs.pop_front();
                }
                _ => return None,
            }
        }
    }

    /// Finishes an item. Where its kind does that in several calls, it may go on in the next tick.
    fn finish(&mut self, mut job: Job, tools: &mut Tools<'_>) -> Option<(Resource, Turn)> {
        let Tools { pacing, store, is_whole, .. } = tools;
        let (resource, policy) = (&job.resource, &self.policy);
        let outcome = match (take(&mut job.state), &resource.work) {
            (State::Preloaded, _) => {
                store.resources.adopt(resource.id());
                Ok(None)
            }
            (State::Failed(unready), _) => Err(unready),
            (State::Decoded(finishing), _) => pacing
                .run(*is_whole, |goes_on| finishing.run(resource, store, policy, goes_on))
                .map_err(Unready::from),
            (_, Work::Make(maker, _)) => pacing
                .run(true, |_| make(maker, resource, store, policy))
                .map_err(Unready::from)
                .map(|()| None),
            (state, Work::Decode(..)) => {
                job.state = state;
                self.jobs.push_front(job);
                return None;
            }
        };
        match outcome {
            Ok(Some(finishing)) => {
                // The item is done with its last call only.
                job.part = job.part.max(finishing.part.min(MAX_PART));
                job.state = State::Decoded(finishing);
                self.jobs.push_front(job);
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
                    self.jobs.push_front(job);
                    Some((resource, Turn::Retried))
                }
                None => Some(self.give_up(job.resource, error, files, store)),
            },
        }
    }

    /// Gives up the first item if it takes too long.
    fn time_out(&mut self, store: &mut Store) -> Option<(Resource, Turn)> {
        let first = self.jobs.front().filter(|job| !job.is_ready())?;
        let error = self.policy.time_out(first.ticks)?;
        let job = self.jobs.pop_front()?;
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
        if !(resource.is_optional && self.has_stand_ins) {
            return (resource, Turn::Failed(cause, files));
        }
        let stood_in = stand_in(&resource, store, &self.policy);
        store.resources.map.failed.insert(resource.id(), cause.clone());
        self.count_done(&resource);
        (resource, if stood_in { Turn::StandIn(cause) } else { Turn::Absent(cause) })
    }

    /// Reads all files again that are being read. Returns the first item.
    pub(super) fn retry(&mut self) -> Option<Resource> {
        for job in &mut self.jobs {
            job.wait_ticks = 0;
            if matches!(&job.state, State::Busy(task) if !task.is_finished()) {
                job.state = State::Waiting;
            }
        }
        let job = self.jobs.front_mut()?;
        (job.retries, job.ticks, job.received) = (0, 0, 0);
        Some(job.resource.clone())
    }

    /// Reads the files again that were read ahead, because some were saved meanwhile.
    pub(super) fn read_again(&mut self) {
        self.jobs.iter_mut().for_each(Job::read_again);
    }

    fn count_done(&mut self, resource: &Resource) {
        self.done += 1;
        self.done_weight += u64::from(resource.weight);
    }
}
