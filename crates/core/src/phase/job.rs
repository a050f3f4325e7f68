//! One item of a queue: how far it is, and how its turn ends.

use std::mem::take;
use std::sync::Arc;

use async_executor::Task;

use super::background::Background;
use super::error::LoadError;
use super::files::Noted;
use super::finishing::Finishing;
use super::policy::LoadPolicy;
use super::reading::{Item, Outcome, Unready};
use super::resource::{Resource, Work};
use super::room::Room;
use super::store::Resources;
use crate::platform::AssetSource;

/// A resource on its way in.
pub(super) struct Job {
    pub(super) resource: Resource,
    pub(super) state: State,
    pub(super) retries: u32,
    pub(super) wait_ticks: u32,
    /// The ticks since its turn came.
    pub(super) ticks: u32,
    /// The received bytes of its file.
    pub(super) received: u64,
    /// The finished part: of its file that is received, then of its upload.
    pub(super) part: f64,
}

/// How far a job is.
#[derive(Default)]
pub(super) enum State {
    /// It has not begun, or waits for a retry.
    #[default]
    Waiting,
    /// Its files are read and decoded.
    Busy(Task<Outcome>),
    /// There was no room to read or to decode it.
    NoRoom(Box<Item>),
    /// It is decoded.
    Decoded(Finishing),
    Failed(Unready),
    /// A preload has made it.
    Preloaded,
}

impl Job {
    pub(super) fn new(resource: Resource) -> Self {
        let state = State::Waiting;
        Self { resource, state, retries: 0, wait_ticks: 0, ticks: 0, received: 0, part: 0.0 }
    }

    /// Whether it can be finished without waiting.
    pub(super) const fn is_ready(&self) -> bool {
        match self.state {
            State::Decoded(_) | State::Failed(_) | State::Preloaded => true,
            State::Waiting => matches!(self.resource.work, Work::Make(..)),
            State::Busy(_) | State::NoRoom(_) => false,
        }
    }

    /// The memory of its decoded value.
    pub(super) fn memory(&self) -> u64 {
        if let State::Decoded(finishing) = &self.state { finishing.memory() } else { 0 }
    }

    /// Starts what comes next on a thread, within the bytes that may be taken.
    pub(super) fn go_on(
        &mut self,
        background: &Background,
        source: &Arc<dyn AssetSource>,
        policy: &LoadPolicy,
        (room, limit): (&Room, u128),
    ) {
        let item = match (take(&mut self.state), &self.resource.work) {
            (State::Waiting, Work::Decode(kind, Ok(path))) if self.wait_ticks == 0 => {
                Item::new(*kind, path.clone(), source.as_ref(), Some(policy.decoding()))
            }
            (State::NoRoom(item), _) if item.fits(room, limit) => *item,
            (state, _) => return self.state = state,
        };
        let (source, room) = (Arc::clone(source), room.clone());
        let task = background.spawn(async move { item.load(source.as_ref(), room, limit).await });
        self.state = State::Busy(task);
    }

    /// Takes the outcome of its task. This thread helps to finish it.
    pub(super) fn take_outcome(&mut self, background: &Background, resources: &Resources) {
        self.state = match take(&mut self.state) {
            State::Busy(task) => match background.finish(task) {
                Outcome::Decoded(ready) => State::Decoded(Finishing::new(ready, resources)),
                Outcome::NoRoom(item) => State::NoRoom(item),
                Outcome::Failed(unready) => State::Failed(unready),
            },
            state => state,
        };
    }

    /// Counts a tick of its turn, and the received part of its file as progress, at most nine tenths of the item, because
    /// decoding comes later.
    pub(super) fn count_tick(&mut self, source: &dyn AssetSource) {
        self.ticks = self.ticks.saturating_add(1);
        self.wait_ticks = self.wait_ticks.saturating_sub(1);
        if !matches!(self.state, State::Busy(_)) {
            return;
        }
        let Some((bytes, total)) = self.resource.path().and_then(|path| source.received(path)) else {
            return;
        };
        self.received = bytes;
        if let Some(total) = total.filter(|total| *total > 0) {
            // A retry starts at the first byte again, but progress never falls.
            self.part = self.part.max(bytes.min(total) as f64 / total as f64 * 0.9);
        }
    }

    /// Forgets what was read, because it may come from a file that was saved meanwhile.
    pub(super) fn read_again(&mut self) {
        if !matches!(self.state, State::Preloaded) {
            self.state = State::Waiting;
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
    /// It is required, or what fails is left to another load. With the files that were to be read.
    Failed(LoadError, Vec<Noted>),
}
