//! The stack itself: live screens, residents that wait for their turn, and the calls of hooks.

use std::any::Any;
use std::time::Duration;

use super::MAX_DEPTH;
use super::world::{Sees, World};
use crate::flow::context::{DrawContext, ScreenContext};
use crate::flow::cover::{Audio, Cover};
use crate::flow::event::{EventFlow, GameEvent};
use crate::flow::machines::Machines;
use crate::flow::screen::{GameScreen, ScreenId};
use crate::phase::{LoadStatus, Resources};
use crate::platform::{STEP, TraceEvent};

pub(in crate::flow) struct Live {
    pub(super) id: ScreenId,
    screen: Box<dyn GameScreen>,
    is_resident: bool,
    was_updated: bool,
    machines: Machines,
    /// The time that is still to pass for the machines, after all screens were updated.
    due: Option<Duration>,
}

/// The live screens, bottom to top, and the resident ones that are not live.
#[derive(Default)]
pub(super) struct Stack {
    live: Vec<Live>,
    residents: Vec<(ScreenId, Box<dyn GameScreen>)>,
}

impl Stack {
    pub(super) fn top_id(&self) -> Option<ScreenId> {
        self.live.last().map(|live| live.id)
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = ScreenId> {
        self.live.iter().map(|live| live.id)
    }

    pub(super) const fn depth(&self) -> usize {
        self.live.len()
    }

    pub(super) const fn is_full(&self) -> bool {
        self.live.len() >= MAX_DEPTH
    }

    pub(super) fn add_resident(&mut self, id: ScreenId, screen: Box<dyn GameScreen>) {
        self.residents.push((id, screen));
    }

    pub(super) fn is_waiting(&self, id: ScreenId) -> bool {
        self.residents.iter().any(|(resident, _)| *resident == id)
    }

    /// Whether the resident of this name is live, and where.
    pub(super) fn live_resident(&self, id: ScreenId) -> Option<usize> {
        self.live.iter().position(|live| live.is_resident && live.id == id)
    }

    /// The highest live screen of this name.
    pub(super) fn highest(&self, id: ScreenId) -> Option<usize> {
        self.live.iter().rposition(|live| live.id == id)
    }

    pub(super) fn drop_residents(&mut self) {
        self.residents.clear();
    }

    /// Makes a resident live. `false` when there is none of this name that waits.
    pub(super) fn enter_resident(&mut self, id: ScreenId, world: &mut World) -> bool {
        let Some(index) = self.residents.iter().position(|(resident, _)| *resident == id) else {
            return false;
        };
        let (id, screen) = self.residents.swap_remove(index);
        self.enter(id, screen, true, world);
        true
    }

    pub(super) fn enter_fresh(&mut self, id: ScreenId, screen: Box<dyn GameScreen>, world: &mut World) {
        self.enter(id, screen, false, world);
    }

    fn enter(&mut self, id: ScreenId, screen: Box<dyn GameScreen>, is_resident: bool, world: &mut World) {
        let mut machines = Machines::default();
        machines.set_traced(world.trace.has_machines());
        self.live.push(Live { id, screen, is_resident, was_updated: false, machines, due: None });
        self.hook_top(world, "on_enter", GameScreen::on_enter);
    }

    /// Calls `on_exit` of the top screen and takes it off, with its machines. A resident waits
    /// for its next visit.
    pub(super) fn exit_top(&mut self, world: &mut World) {
        self.hook_top(world, "on_exit", GameScreen::on_exit);
        if let Some(live) = self.live.pop()
            && live.is_resident
        {
            self.residents.push((live.id, live.screen));
        }
    }

    pub(super) fn activate_top(&mut self, world: &mut World) {
        self.hook_top(world, "on_active", GameScreen::on_active);
    }

    pub(super) fn deactivate_top(&mut self, world: &mut World) {
        self.hook_top(world, "on_inactive", GameScreen::on_inactive);
    }

    /// Calls a hook of the top screen and notes it in the trace.
    pub(super) fn hook_top(
        &mut self,
        world: &mut World,
        hook: &'static str,
        call: impl FnOnce(&mut dyn GameScreen, &mut ScreenContext<'_>),
    ) {
        if let Some(live) = self.live.last_mut() {
            world.trace.record(|| TraceEvent::Hook { screen: live.id.to_string(), hook });
            let mut cx =
                world.context(live.id, &mut live.machines, Sees::Nothing, Duration::ZERO, Audio::Continue);
            call(live.screen.as_mut(), &mut cx);
        }
    }

    /// Asks the screens from `lowest` up whether they agree to leave, from the top down; answers
    /// with the first that does not.
    pub(super) fn refusing(&mut self, lowest: usize, world: &mut World) -> Option<ScreenId> {
        self.live.iter_mut().skip(lowest).rev().find_map(|live| {
            let mut cx =
                world.context(live.id, &mut live.machines, Sees::Nothing, Duration::ZERO, Audio::Continue);
            (!live.screen.may_leave(&mut cx)).then_some(live.id)
        })
    }

    /// Updates the active screen, and those below as far as the covers let them.
    pub(super) fn update(&mut self, world: &mut World) {
        let mut factor = 1.0;
        let mut audio = Audio::Continue;
        let mut sees = Sees::Input;
        for live in self.live.iter_mut().rev() {
            let delta = if factor == 1.0 { STEP } else { STEP.mul_f32(factor) };
            live.update(world, sees, delta, audio);
            let Cover { update, audio: cover_audio } = live.screen.cover();
            let Some(next) = update.factor() else { break };
            // Factors beyond any use would overflow the time; a hundred-fold game is fast enough.
            factor = (factor * next).min(100.0);
            audio = audio.max(cover_audio);
            sees = Sees::Nothing;
        }
        self.update_new(world);
    }

    /// What the covers do to the sound of the lowest screen.
    pub(super) fn audio(&self) -> Audio {
        let covers = self.live.iter().skip(1).map(|live| live.screen.cover().audio);
        covers.max().unwrap_or(Audio::Continue)
    }

    /// Gives the screens that never had an update their first one, bottom to top, so that no
    /// screen is drawn before it.
    pub(super) fn update_new(&mut self, world: &mut World) {
        for live in self.live.iter_mut().filter(|live| !live.was_updated) {
            live.update(world, Sees::Nothing, STEP, Audio::Continue);
        }
        self.tick_machines(world);
    }

    /// The machines of the screens that were updated, from the top down, on those screens'
    /// clocks.
    fn tick_machines(&mut self, world: &mut World) {
        for live in self.live.iter_mut().rev() {
            if let Some(delta) = live.due.take() {
                live.machines.tick(delta, &mut world.trace);
            }
        }
    }

    /// Hands an event to the screens from the top down, until one keeps it, and to the machines
    /// of those that saw it.
    pub(super) fn deliver(&mut self, world: &mut World, event: &dyn GameEvent) {
        for live in self.live.iter_mut().rev() {
            let mut cx =
                world.context(live.id, &mut live.machines, Sees::Nothing, Duration::ZERO, Audio::Continue);
            let flow = live.screen.on_event(&mut cx, event);
            live.machines.deliver(event.name());
            if flow != EventFlow::Pass {
                break;
            }
        }
    }

    /// The machines of the highest live screen of this name.
    pub(super) fn machines(&self, id: ScreenId) -> Option<&Machines> {
        self.highest(id).map(|index| &self.live[index].machines)
    }

    /// The same, to be changed.
    pub(super) fn machines_mut(&mut self, id: ScreenId) -> Option<&mut Machines> {
        self.highest(id).map(|index| &mut self.live[index].machines)
    }

    /// The highest live screen of this name, if it is an `S`.
    pub(super) fn screen<S: GameScreen>(&self, id: ScreenId) -> Option<&S> {
        let screen: &dyn Any = self.live[self.highest(id)?].screen.as_ref();
        screen.downcast_ref()
    }

    pub(super) fn view<'a>(
        &'a self,
        resources: &'a Resources,
        load: Option<&'a LoadStatus>,
        frame: u64,
    ) -> DrawView<'a> {
        DrawView { live: &self.live, resources, load, frame }
    }
}

impl Live {
    fn update(&mut self, world: &mut World, sees: Sees, delta: Duration, audio: Audio) {
        let mut cx = world.context(self.id, &mut self.machines, sees, delta, audio);
        self.screen.update(&mut cx);
        self.was_updated = true;
        self.due = Some(delta);
    }
}

/// The stack as drawing sees it: nothing in it can be changed.
#[derive(Clone, Copy)]
pub(in crate::flow) struct DrawView<'a> {
    live: &'a [Live],
    pub(in crate::flow) resources: &'a Resources,
    pub(in crate::flow) load: Option<&'a LoadStatus>,
    pub(in crate::flow) frame: u64,
}

impl<'a> DrawView<'a> {
    pub(in crate::flow) const fn depth(&self) -> usize {
        self.live.len()
    }

    pub(in crate::flow) fn machines(&self, index: usize) -> &'a Machines {
        // A screen that is drawn is on the stack.
        &self.live[index].machines
    }

    /// Draws the screen at `index`, unless it was never updated.
    pub(in crate::flow) fn draw(&self, index: usize) {
        if let Some(live) = self.live.get(index).filter(|live| live.was_updated) {
            live.screen.draw(&DrawContext { view: *self, index });
        }
    }
}
