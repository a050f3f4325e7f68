//! Streams: resources of the phase that runs, loaded when a screen requests them.

use std::collections::{HashMap, VecDeque};

use super::record::{named, trace_resource};
use super::{Loader, has_time, now_ms};
use crate::phase::id::ResourceId;
use crate::phase::policy::LoadPolicy;
use crate::phase::queue::{Outcome, Pace, Progress, Queue, Turn};
use crate::phase::resource::Resource;
use crate::phase::stream::{StreamError, StreamTicket};
use crate::platform::Trace;

/// The number of items that are decoded at once. A request of a higher priority comes after them.
const LOOK_AHEAD: usize = 4;
/// The ticks that a thread has to decode an item of weight 1. The item becomes resident in a tick that
/// does not depend on how fast it is, so that each run has the same trace.
const DECODE_TICKS: u64 = 8;

/// The streamed resources of a phase, and the requests for them.
pub(super) struct Streams {
    /// What can be requested.
    known: HashMap<ResourceId, Resource>,
    /// By priority, the highest first, and then in order.
    requests: Vec<Request>,
    /// In how many requests an id is.
    uses: HashMap<ResourceId, usize>,
    /// The resident ones with their bytes.
    loaded: HashMap<ResourceId, u64>,
    /// The sum of them.
    bytes: u64,
    /// The resident ones that are in no request, the least recently released first.
    released: VecDeque<ResourceId>,
    /// What is being decoded.
    queue: Queue,
    /// The turns in which the decoding began.
    began: HashMap<ResourceId, u64>,
    turn: u64,
}

struct Request {
    ticket: StreamTicket,
    /// What is not there yet.
    pending: VecDeque<ResourceId>,
    done: usize,
    /// The weights of what is there, and of all.
    weights: (u64, u64),
}

impl Request {
    /// Shows how much of it is there.
    fn show(&self) {
        let (done, total) = self.weights;
        let fraction = if total == 0 { 1.0 } else { done as f64 / total as f64 };
        self.ticket.set_progress(Progress { done: self.done, total: self.ticket.ids().len(), fraction });
    }
}

/// The streams without a phase.
impl Default for Streams {
    fn default() -> Self {
        Self::new(Vec::new(), LoadPolicy::default())
    }
}

impl Streams {
    /// The streams of a phase with these resources.
    pub(super) fn new(resources: Vec<Resource>, policy: LoadPolicy) -> Self {
        Self {
            known: resources.into_iter().map(|resource| (resource.id(), resource)).collect(),
            requests: Vec::new(),
            uses: HashMap::new(),
            loaded: HashMap::new(),
            bytes: 0,
            released: VecDeque::new(),
            queue: Queue::new(Vec::new(), policy),
            began: HashMap::new(),
            turn: 0,
        }
    }

    /// Whether a resource is resident because of a request.
    pub(super) fn has(&self, id: ResourceId) -> bool {
        self.loaded.contains_key(&id)
    }

    fn accept(&mut self, ticket: StreamTicket) {
        let mut request = Request { ticket, pending: VecDeque::new(), done: 0, weights: (0, 0) };
        for &id in request.ticket.ids() {
            let Some(resource) = self.known.get(&id) else {
                request.ticket.fail(StreamError::Unknown(id));
                request.weights.1 += 1;
                continue;
            };
            *self.uses.entry(id).or_default() += 1;
            request.weights.1 += u64::from(resource.weight);
            if self.has(id) {
                request.done += 1;
                request.weights.0 += u64::from(resource.weight);
            } else {
                request.pending.push_back(id);
            }
        }
        self.released.retain(|id| !self.uses.contains_key(id));
        request.show();
        let place =
            self.requests.partition_point(|other| other.ticket.priority() >= request.ticket.priority());
        self.requests.insert(place, request);
    }

    /// Ends the requests whose tickets were dropped.
    fn release(&mut self) {
        let Self { requests, uses, loaded, released, queue, began, .. } = self;
        let before = requests.len();
        requests.retain(|request| {
            let stays = !request.ticket.is_dropped();
            for id in request.ticket.ids().iter().filter(|_| !stays) {
                let Some(count) = uses.get_mut(id) else { continue };
                *count -= 1;
                if *count == 0 {
                    uses.remove(id);
                    released.extend(loaded.contains_key(id).then_some(*id));
                }
            }
            stays
        });
        if requests.len() < before {
            queue.retain(|id| uses.contains_key(&id));
            began.retain(|id, _| uses.contains_key(id));
        }
    }

    /// Starts to decode what has the highest priority.
    fn fill(&mut self) {
        while self.queue.len() < LOOK_AHEAD {
            let is_new = |id: &&ResourceId| !self.began.contains_key(*id);
            let next = self.requests.iter().find_map(|request| request.pending.iter().find(is_new));
            let Some(resource) = next.and_then(|id| self.known.get(id)) else { return };
            self.began.insert(resource.id(), self.turn);
            self.queue.push(resource.clone());
        }
    }

    /// Whether a thread had its time to decode the current item.
    fn is_due(&self) -> bool {
        let current = self.queue.current();
        current.is_some_and(|resource| {
            let began = self.began.get(&resource.id()).copied().unwrap_or_default();
            self.turn - began >= DECODE_TICKS * u64::from(resource.weight)
        })
    }

    /// Ends an item: it is there, or it will not come. Returns the progress of the first request of it.
    fn end_item(&mut self, resource: &Resource, error: Option<&StreamError>) -> f64 {
        let id = resource.id();
        self.began.remove(&id);
        let mut progress = None;
        for request in &mut self.requests {
            let Some(place) = request.pending.iter().position(|waiting| *waiting == id) else { continue };
            request.pending.remove(place);
            if let Some(error) = error {
                request.ticket.fail(error.clone());
            } else {
                request.done += 1;
                request.weights.0 += u64::from(resource.weight);
            }
            request.show();
            progress.get_or_insert(request.ticket.progress().fraction);
        }
        progress.unwrap_or_default()
    }

    /// The progress of the first request that waits for an item.
    fn progress_of(&self, id: ResourceId) -> f64 {
        let request = self.requests.iter().find(|request| request.pending.contains(&id));
        request.map_or(0.0, |request| request.ticket.progress().fraction)
    }
}

impl Drop for Streams {
    fn drop(&mut self) {
        self.requests.iter().for_each(|request| request.ticket.end());
    }
}

impl Loader {
    /// One turn of the streams: new requests, and one item or as many as fit into the budget. Called once in
    /// each tick without a load.
    pub(crate) fn tick_streams(&mut self, new: Vec<StreamTicket>, trace: &mut Trace) {
        let begin = now_ms(self.clock.as_ref());
        self.streams.turn += 1;
        new.into_iter().for_each(|ticket| self.streams.accept(ticket));
        self.streams.release();
        let (is_immediate, threads) = (self.source.is_immediate(), self.background.threads());
        self.streams.queue.begin_tick(self.source.as_ref());
        self.streams.queue.limit_ahead(LOOK_AHEAD, self.stream_limit);
        loop {
            let Self { streams, source, background, clock, pace, .. } = self;
            streams.fill();
            streams.queue.look_ahead(background, source);
            let has_time = || has_time(clock.as_ref(), *pace, begin);
            if threads == 0 && !is_immediate {
                // Nothing else decodes.
                background.drive(|| streams.queue.is_current_ready(), has_time);
            }
            let turn = streams.turn;
            if let Some(current) = streams.queue.current().filter(|_| streams.queue.is_waiting()) {
                streams.began.insert(current.id(), turn);
            }
            let is_due = match pace {
                Pace::OneItemPerTick if is_immediate => streams.is_due(),
                Pace::Blocking if is_immediate => true,
                _ => streams.queue.is_current_ready() || (is_immediate && threads == 0),
            };
            let decoded = is_due.then(|| streams.queue.take_decoded(background, is_immediate)).flatten();
            if decoded.is_none() && is_immediate {
                return;
            }
            let goes_on = self.finish_streamed(decoded, trace) && self.pace != Pace::OneItemPerTick;
            if !goes_on || !super::has_time(self.clock.as_ref(), self.pace, begin) {
                return;
            }
        }
    }

    /// Finishes the current item of the streams, if it is decoded and there is room for it. One that is not
    /// decoded may be too late. Returns whether its turn is over.
    fn finish_streamed(&mut self, decoded: Option<Outcome>, trace: &mut Trace) -> bool {
        if let Some(Ok((_, ahead))) = &decoded
            && !self.make_room(ahead.memory, trace)
        {
            let resource = self.streams.queue.take_current();
            resource.into_iter().for_each(|resource| self.refuse(&resource, trace));
            return true;
        }
        let turn = self.streams.queue.finish_current(decoded, &mut self.resources, self.gpu.as_mut());
        match turn {
            Turn::NotYet => return false,
            Turn::Retried(resource) => {
                log::warn!("reading {} was interrupted; retrying", named(&resource));
                let progress = self.streams.progress_of(resource.id());
                trace_resource(self.owner, &resource, "retried", progress, trace);
            }
            Turn::Loaded(resource) => {
                self.resources.forget_failure(resource.id());
                self.add_streamed(&resource, "loaded", trace);
            }
            Turn::StandIn(resource, cause) => {
                log::warn!("a stand-in takes the place of {}: {cause}", named(&resource));
                self.add_streamed(&resource, "stand_in", trace);
            }
            Turn::Absent(resource, cause) => {
                log::warn!("the phase goes on without {}: {cause}", named(&resource));
                let progress = self.streams.end_item(&resource, None);
                trace_resource(self.owner, &resource, "failed", progress, trace);
            }
            Turn::Failed(resource, cause) => {
                self.lose(&resource, &StreamError::Resource(resource.kind(), resource.id(), cause), trace);
            }
        }
        true
    }

    /// Counts an item that is resident now. Finishing it may have taken more memory than its decoded value.
    fn add_streamed(&mut self, resource: &Resource, step: &'static str, trace: &mut Trace) {
        let id = resource.id();
        let bytes = self.resources.bytes_of(id);
        if !self.make_room(bytes, trace) {
            self.resources.free(id, self.gpu.as_mut());
            return self.refuse(resource, trace);
        }
        self.streams.loaded.insert(id, bytes);
        self.streams.bytes += bytes;
        let progress = self.streams.end_item(resource, None);
        trace_resource(self.owner, resource, step, progress, trace);
    }

    /// Frees released resources until so many bytes are free; `false`, and frees nothing, if they cannot be.
    fn make_room(&mut self, bytes: u64, trace: &mut Trace) -> bool {
        let Streams { loaded, released, bytes: held, .. } = &self.streams;
        let of_released: u64 = released.iter().filter_map(|id| loaded.get(id)).sum();
        if held - of_released + bytes > self.stream_limit {
            return false;
        }
        while self.streams.bytes + bytes > self.stream_limit {
            let Some(id) = self.streams.released.pop_front() else { break };
            self.streams.bytes -= self.streams.loaded.remove(&id).unwrap_or_default();
            self.resources.free(id, self.gpu.as_mut());
            if let Some(resource) = self.streams.known.get(&id) {
                trace_resource(self.owner, resource, "freed", 0.0, trace);
            }
        }
        true
    }

    fn refuse(&mut self, resource: &Resource, trace: &mut Trace) {
        self.lose(resource, &StreamError::Limit(resource.id(), self.stream_limit), trace);
    }

    fn lose(&mut self, resource: &Resource, error: &StreamError, trace: &mut Trace) {
        log::warn!("{error}");
        let progress = self.streams.end_item(resource, Some(error));
        trace_resource(self.owner, resource, "failed", progress, trace);
    }
}
