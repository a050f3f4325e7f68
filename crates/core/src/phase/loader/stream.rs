//! Streams: resources of the phase that runs, loaded when a screen requests them.

use std::collections::{BTreeMap, HashSet, VecDeque};

use super::Loader;
use super::record::{record, trace_resource};
use crate::phase::id::{PhaseId, ResourceId};
use crate::phase::job::{Turn, Use};
use crate::phase::pacing::Pace;
use crate::phase::policy::LoadPolicy;
use crate::phase::queue::{Effort, Queue, Tools};
use crate::phase::resource::Resource;
use crate::phase::status::Progress;
use crate::phase::store::Store;
use crate::phase::stream::StreamTicket;
use crate::platform::Trace;

/// The ticks from the begin of decoding until an item of weight 1 is finished, if the item before it was
/// finished a tick earlier; all by weight. The item becomes resident in a tick that does not depend on how fast
/// it is decoded, so that each run has the same trace.
const DECODE_TICKS: u64 = 8;

/// The streamed resources of a phase, and the requests for them. By default there is no phase.
#[derive(Default)]
pub(super) struct Streams {
    /// What can be requested.
    known: BTreeMap<ResourceId, Resource>,
    /// By priority, the highest first, and then in order.
    requests: Vec<Request>,
    /// The resident ones.
    loaded: HashSet<ResourceId>,
    /// The resident ones that are in no request, the least recently released first.
    released: VecDeque<ResourceId>,
    /// What is being decoded.
    pub(super) queue: Queue,
    turn: u64,
    /// That in which the last item was finished.
    last: u64,
}

struct Request {
    ticket: StreamTicket,
    /// Those of its resources that the phase had when it was made.
    known: Vec<ResourceId>,
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

impl Streams {
    /// The streams of a phase with these resources.
    pub(super) fn new(resources: Vec<Resource>, policy: LoadPolicy) -> Self {
        let mut streams = Self::default();
        streams.queue = Queue::new(Use::Streams, Vec::new(), policy);
        streams.list_again(resources);
        streams
    }

    /// Whether a resource is resident because of a request.
    pub(super) fn has(&self, id: ResourceId) -> bool {
        self.loaded.contains(&id)
    }

    /// Some of the resources that are resident because of a request, in the order of their ids.
    pub(super) fn resident_where(&self, is_meant: impl Fn(&Resource) -> bool) -> Vec<Resource> {
        let known = self.known.values().filter(|resource| self.has(resource.id()) && is_meant(resource));
        known.cloned().collect()
    }

    /// Takes what a manifest that was read again lists. What is resident stays.
    pub(super) fn list_again(&mut self, resources: Vec<Resource>) {
        self.known.extend(resources.into_iter().map(|resource| (resource.id(), resource)));
    }

    fn accept(&mut self, ticket: StreamTicket) {
        let mut request =
            Request { ticket, known: Vec::new(), pending: VecDeque::new(), done: 0, weights: (0, 0) };
        for &id in request.ticket.ids() {
            let Some(resource) = self.known.get(&id) else {
                request.ticket.fail(format!(
                    "the phase has no streamed resource `{id}`: is it marked `streamed: true` in its manifest?"
                ));
                request.weights.1 += 1;
                continue;
            };
            request.known.push(id);
            request.weights.1 += u64::from(resource.weight);
            if self.has(id) {
                request.done += 1;
                request.weights.0 += u64::from(resource.weight);
            } else {
                request.pending.push_back(id);
            }
        }
        self.released.retain(|id| !request.known.contains(id));
        request.show();
        let place =
            self.requests.partition_point(|other| other.ticket.priority() >= request.ticket.priority());
        self.requests.insert(place, request);
    }

    /// Ends the requests whose tickets were dropped.
    fn release(&mut self) {
        let ended: Vec<_> = self.requests.extract_if(.., |request| request.ticket.is_dropped()).collect();
        if ended.is_empty() {
            return;
        }
        let used: HashSet<_> = self.requests.iter().flat_map(|request| &request.known).collect();
        let free = |id: &&ResourceId| !used.contains(*id) && self.loaded.contains(*id);
        for id in ended.iter().flat_map(|request| &request.known).filter(free) {
            self.released.retain(|other| other != id);
            self.released.push_back(*id);
        }
        self.queue.retain(|resource| used.contains(&resource.id()));
    }

    /// Starts to decode what has the highest priority. A request of a higher one comes after it.
    fn fill(&mut self) {
        while self.queue.has_room() {
            let begun: HashSet<_> = self.queue.resources().map(Resource::id).collect();
            let is_new = |id: &&ResourceId| !begun.contains(*id);
            let next = self.requests.iter().find_map(|request| request.pending.iter().find(is_new));
            let Some(resource) = next.and_then(|id| self.known.get(id)) else { return };
            self.queue.push(resource.clone());
        }
    }

    /// Whether the first item had its time to be decoded.
    fn is_due(&self) -> bool {
        self.queue.first().is_some_and(|(resource, age)| {
            let weight = u64::from(resource.weight);
            u64::from(age) >= DECODE_TICKS * weight && self.turn >= self.last + weight
        })
    }

    /// Ends an item: it is there, or it will not come. Returns the progress of the first request of it.
    fn end_item(&mut self, resource: &Resource, error: Option<&str>) -> f64 {
        let id = resource.id();
        self.last = self.turn;
        let mut progress = None;
        for request in &mut self.requests {
            let Some(place) = request.pending.iter().position(|waiting| *waiting == id) else { continue };
            request.pending.remove(place);
            if let Some(error) = error {
                request.ticket.fail(error.to_owned());
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

/// Where streamed resources become resident.
struct Room<'a> {
    store: &'a mut Store,
    /// The maximum of bytes.
    limit: u64,
    phase: Option<PhaseId>,
    trace: &'a Trace,
}

impl Room<'_> {
    /// The error of a resource that does not fit.
    fn is_too_small(&self, id: ResourceId) -> String {
        let limit = self.limit;
        format!(
            "`{id}` does not fit into the {limit} bytes that streamed resources may have; release others first"
        )
    }
}

impl Streams {
    /// Finishes the turn of an item.
    fn end_turn(&mut self, resource: &Resource, turn: &Turn, room: &mut Room<'_>) {
        let id = resource.id();
        if matches!(turn, Turn::Loaded) {
            room.store.resources.failed.remove(&id);
        }
        if matches!(turn, Turn::Loaded | Turn::StandIn(_)) {
            // Finishing it may have taken more memory than its decoded value.
            let bytes = room.store.resources.bytes_of(id);
            if !self.make_room(bytes, room) {
                room.store.free(id);
                return self.lose(resource, &room.is_too_small(id), room);
            }
            self.loaded.insert(id);
        }
        let progress = match turn {
            Turn::Retried => self.progress_of(id),
            Turn::Loaded | Turn::StandIn(_) | Turn::Absent(_) => self.end_item(resource, None),
            Turn::Failed(cause, _) => {
                let error = format!("{} `{id}`: {cause}", resource.kind());
                return self.lose(resource, &error, room);
            }
        };
        record(room.phase, resource, turn, progress, room.trace);
    }

    /// Frees released resources until so many bytes are free; `false`, and frees nothing, if they cannot be.
    fn make_room(&mut self, bytes: u64, room: &mut Room<'_>) -> bool {
        let bytes_of = |id: &ResourceId| room.store.resources.bytes_of(*id);
        let mut used: u64 = self.loaded.iter().map(bytes_of).sum();
        let of_released: u64 = self.released.iter().map(bytes_of).sum();
        if (used - of_released).saturating_add(bytes) > room.limit {
            return false;
        }
        while used.saturating_add(bytes) > room.limit {
            let Some(id) = self.released.pop_front() else { break };
            used -= room.store.resources.bytes_of(id);
            self.loaded.remove(&id);
            room.store.free(id);
            if let Some(resource) = self.known.get(&id) {
                trace_resource(room.phase, (id, resource.kind()), "freed", 0.0, room.trace);
            }
        }
        true
    }

    /// Takes out the current item, for which there is no room.
    fn refuse(&mut self, room: &Room<'_>) {
        let Some(resource) = self.queue.current().cloned() else { return };
        self.queue.retain(|other| other.id() != resource.id());
        self.lose(&resource, &room.is_too_small(resource.id()), room);
    }

    fn lose(&mut self, resource: &Resource, error: &str, room: &Room<'_>) {
        log::warn!("{error}");
        let progress = self.end_item(resource, Some(error));
        trace_resource(room.phase, (resource.id(), resource.kind()), "failed", progress, room.trace);
    }
}

impl Loader {
    /// The policy of the phase, to whose bytes those of a preload do not count.
    pub(super) fn policy_beside_preload(&self) -> LoadPolicy {
        let (textures, others) = self.store.resources.preloaded_bytes();
        let byte_limit = self.chosen.policy.byte_limit.saturating_add(textures + others);
        LoadPolicy { byte_limit, ..self.chosen.policy }
    }

    /// One turn of the streams: new requests, and one item or as many as fit into the budget. Called once in
    /// each tick without a load.
    pub(crate) fn tick_streams(&mut self, new: Vec<StreamTicket>) {
        self.pacing.begin();
        self.collect_foreseen();
        self.streams.queue.policy = self.policy_beside_preload();
        let Self { streams, source, background, pacing, store, trace, .. } = self;
        streams.turn += 1;
        new.into_iter().for_each(|ticket| streams.accept(ticket));
        streams.release();
        store.empty_bin();
        let is_immediate = source.is_immediate();
        let is_exact = is_immediate && !matches!(pacing.pace, Pace::Budget(_));
        let (is_single, limit) = (pacing.pace == Pace::OneItemPerTick, self.stream_limit);
        streams.queue.is_in_turn = is_immediate;
        streams.queue.begin_tick(source.as_ref());
        streams.queue.limit_ahead(limit);
        let effort = if is_exact { Effort::Blocking } else { Effort::Budgeted };
        let (phase, mut tools) = (self.owner, Tools { source, background, pacing, store });
        loop {
            streams.fill();
            if is_exact {
                streams.queue.look_ahead(background, source);
                tools.pacing.decode(background, || streams.queue.is_ready());
                if is_single && !streams.is_due() {
                    return tools.pacing.decode(background, || false);
                }
            }
            let mut turn = None;
            if streams.queue.prepare(&mut tools, effort) {
                let mut room = Room { store: tools.store, limit, phase, trace };
                if !streams.make_room(streams.queue.memory(), &mut room) {
                    return streams.refuse(&room);
                }
                turn = streams.queue.finish(&mut tools, effort);
            }
            let Some((resource, turn)) = turn.or_else(|| streams.queue.time_out(tools.store)) else { return };
            streams.end_turn(&resource, &turn, &mut Room { store: tools.store, limit, phase, trace });
            if is_single {
                return;
            }
        }
    }
}
