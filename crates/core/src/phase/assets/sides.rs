//! Side loads: phases without screens, loaded beside the one that runs.

use std::collections::HashSet;

use super::Assets;
use super::load::{Load, Stage};
use super::on_screen::kept;
use super::record::{record, trace_phase};
use crate::phase::error::manifest_failure;
use crate::phase::id::PhaseId;
use crate::phase::job::Turn;
use crate::phase::meant::with_meant;
use crate::phase::pacing::Pace;
use crate::phase::queue::{Queue, Tools};
use crate::phase::resource::{CACHE, Resource};
use crate::phase::side::{SideLoad, SideStatus};
use crate::phase::status::LoadStep;
use crate::platform::{AssetPath, listed, nearest};

/// The ticks in which the first item can be decoded, before it is waited for.
const LEAD_TICKS: u32 = 8;

/// A side load, and what screens have of it.
pub(super) struct Side {
    load: Load,
    handles: Vec<SideLoad>,
    /// The ticks until the next item is finished, where each run finishes it in the same tick.
    wait_ticks: u32,
}

impl Side {
    fn show(&self) {
        let status = &self.load.status;
        let shown = match (status.step, &status.error) {
            (LoadStep::Ready, _) => SideStatus::Ready,
            (_, Some(error)) => SideStatus::Failed(error.clone()),
            _ => SideStatus::Loading(status.progress),
        };
        self.handles.iter().for_each(|handle| handle.set(shown.clone()));
    }
}

impl Assets {
    /// One tick of what is loaded beside the phase that runs. Called once in each tick without a load on screen.
    pub(crate) fn tick_beside(&mut self, new: Vec<SideLoad>) {
        self.pacing.begin();
        self.collect_foreseen();
        self.tick_preload();
        new.into_iter().for_each(|handle| self.begin_side(handle));
        let mut sides = std::mem::take(&mut self.sides);
        for side in sides.extract_if(.., |side| side.handles.iter().all(SideLoad::is_dropped)) {
            self.store.free_side(side.load.status.phase);
        }
        for side in &mut sides {
            self.tick_side(side);
            side.show();
        }
        self.sides = sides;
    }

    /// Ends all side loads.
    pub(super) fn drop_sides(&mut self) {
        for side in std::mem::take(&mut self.sides) {
            self.store.free_side(side.load.status.phase);
            let why = SideStatus::Failed("the phase beside which it was loaded has ended".to_owned());
            side.handles.iter().for_each(|handle| handle.set(why.clone()));
        }
    }

    /// Starts a side load, or goes on with the one of this phase.
    fn begin_side(&mut self, handle: SideLoad) {
        let phase = handle.phase();
        if let Some(known) = self.sides.iter_mut().find(|side| side.load.status.phase == phase) {
            known.handles.push(handle);
            return;
        }
        let Some(contents) = self.contents(phase) else {
            let known: Vec<_> = self.phases().map(PhaseId::name).collect();
            let why = match nearest(phase.name(), known.iter().copied()) {
                Some(near) => format!("there is no phase `{phase}`, did you mean `{near}`?"),
                None => format!("there is no phase `{phase}`; there are: {}", listed(known)),
            };
            log::warn!("a side load cannot begin: {why}");
            return handle.set(SideStatus::Failed(why));
        };
        let load = self.new_load(phase, LoadStep::Loading, contents.chosen(None));
        trace_phase(&load.status, &self.trace);
        self.sides.push(Side { load, handles: vec![handle], wait_ticks: LEAD_TICKS });
    }

    fn tick_side(&mut self, side: &mut Side) {
        // Each run finishes an item in the same tick, if it can.
        let is_exact = self.pacing.pace == Pace::OneItemPerTick && self.source.is_immediate();
        match self.list(&mut side.load, is_exact) {
            Some(Ok(())) => self.begin_queue(&mut side.load),
            Some(Err(cause)) => {
                let text = with_meant(&cause, self.source.as_ref());
                let error = manifest_failure(side.load.status.phase, &cause, text);
                self.fail_side(&mut side.load, error);
            }
            None => {
                if let Some(queue) = side.load.take_queue() {
                    self.work_on_side(side, queue, is_exact);
                }
            }
        }
        side.load.count_tick();
    }

    /// Makes the queue of what the phase that runs does not have.
    fn begin_queue(&mut self, load: &mut Load) {
        let wanted = load.wanted.as_deref().unwrap_or_default();
        let stay = kept(wanted, &self.store.resources);
        let map = self.store.resources.share(&stay);
        let map = map.in_order(load.ids());
        self.store.resources.begin_side(load.status.phase, map);
        let new = wanted.iter().filter(|new| !stay.contains(&new.id())).cloned();
        let queue = Queue::new(new, load.chosen.policy).with_stand_ins();
        self.end_turn_of_side(load, queue);
    }

    fn work_on_side(&mut self, side: &mut Side, mut queue: Queue, is_exact: bool) {
        let Side { load, wait_ticks, .. } = side;
        let phase = load.status.phase;
        let Self { background, source, store, pacing, trace, .. } = self;
        let is_single = pacing.pace == Pace::OneItemPerTick;
        queue.begin_tick(source.as_ref());
        let mut tools = Tools { source, background, pacing, store, is_whole: is_single };
        if is_exact && *wait_ticks > 1 {
            *wait_ticks -= 1;
            queue.look_ahead(&tools);
            tools.pacing.decode(background, || false);
            return self.end_turn_of_side(load, queue);
        }
        loop {
            let limit = self.side_limit.min(load.chosen.policy.byte_limit);
            queue.limit_beside(tools.store, limit.saturating_sub(tools.store.resources.side_bytes()));
            tools.store.resources.swap_side(phase);
            let turn = queue.turn(&mut tools);
            tools.store.resources.swap_side(phase);
            let Some((resource, turn)) = turn else { break };
            if load.status.step == LoadStep::Ready {
                self.reloads.note_of_side(resource, turn);
                continue;
            }
            record(Some(phase), &resource, &turn, queue.progress().fraction, trace);
            *wait_ticks = queue.first().map_or(1, |next| next.weight);
            if let Turn::Failed(cause, _) = turn {
                let error = resource.failure(phase, &with_meant(&cause, source.as_ref()));
                return self.fail_side(load, error);
            }
            if is_single {
                break;
            }
        }
        self.end_turn_of_side(load, queue);
    }

    /// Reads again what comes from a file that was saved. Caches that are made from it are made again.
    pub(super) fn read_sides_again(&mut self, saved: &AssetPath) {
        for side in &mut self.sides {
            let Stage::Loading(queue) = &mut side.load.stage else { continue };
            queue.read_again();
            if side.load.status.step != LoadStep::Ready {
                continue;
            }
            let phase = side.load.status.phase;
            let mut changed: HashSet<_> = queue.resources().map(Resource::id).collect();
            for resource in side.load.wanted.iter().flatten() {
                let is_from = resource.path() == Some(saved)
                    || self.store.resources.is_of_side_from(phase, resource.id(), saved)
                    || resource.kind() == CACHE && resource.made_from().iter().any(|id| changed.contains(id));
                if is_from {
                    changed.insert(resource.id());
                }
            }
            let again = side.load.wanted.iter().flatten().filter(|resource| changed.contains(&resource.id()));
            *queue = Queue::new(again.cloned(), side.load.chosen.policy);
        }
    }

    fn end_turn_of_side(&mut self, load: &mut Load, queue: Queue) {
        load.show(&queue);
        if queue.is_empty() && load.status.step == LoadStep::Loading {
            load.status.step = LoadStep::Ready;
            trace_phase(&load.status, &self.trace);
        }
        load.stage = Stage::Loading(queue);
    }

    fn fail_side(&mut self, load: &mut Load, error: String) {
        log::warn!("{error}");
        load.status.step = LoadStep::Failed;
        load.status.error = Some(error);
        trace_phase(&load.status, &self.trace);
        self.store.free_side(load.status.phase);
    }
}
