//! The stack: live screens, residents that are not live, and the calls of hooks.

use std::any::Any;

use super::services::{Call, Services};
use crate::flow::command::Target;
use crate::flow::context::ScreenContext;
use crate::flow::cover::{Cover, CoverAudio};
use crate::flow::event::{EventFlow, GameEvent};
use crate::flow::machines::Machines;
use crate::flow::screen::{GameScreen, Leave, Live, ScreenValue};
use crate::flow::screen_id::{ScreenId, Visit};
use crate::platform::{STEP, TraceEvent};

/// The most by which covers make time pass faster.
const MAX_FACTOR: f64 = 100.0;

/// The live screens, bottom to top, and the resident ones that are not live.
#[derive(Default)]
pub(super) struct Stack {
    pub(super) live: Vec<Live>,
    pub(super) residents: Vec<(ScreenId, Box<dyn GameScreen>)>,
    last_visit: Visit,
}

/// Drops the screens from the top down, as a game tears down what it has built up.
impl Drop for Stack {
    fn drop(&mut self) {
        while self.live.pop().is_some() {}
    }
}

impl Stack {
    pub(super) fn top_id(&self) -> Option<ScreenId> {
        self.live.last().map(|live| live.id)
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = ScreenId> {
        self.live.iter().map(|live| live.id)
    }

    /// Whether this visit still lasts.
    pub(super) fn is_live(&self, visit: Visit) -> bool {
        self.live.iter().any(|live| live.visit == visit)
    }

    /// Whether the phase has a resident screen of this name.
    pub(super) fn has_resident(&self, id: ScreenId) -> bool {
        self.residents.iter().any(|(resident, _)| *resident == id)
            || self.live.iter().any(|live| live.is_resident && live.id == id)
    }

    /// The index of the highest live screen of this name.
    pub(super) fn highest(&self, id: ScreenId) -> Option<usize> {
        self.live.iter().rposition(|live| live.id == id)
    }

    /// Puts a screen on top and calls its `on_enter`. A resident must not be live.
    pub(super) fn enter(&mut self, target: Target, services: &mut Services) {
        let is_resident = target.is_resident();
        let Target { id, screen, payload } = target;
        let resident = || {
            let index = self.residents.iter().position(|(resident, _)| *resident == id)?;
            Some(self.residents.swap_remove(index).1)
        };
        let Some(screen) = screen.or_else(resident) else { return };
        let seed = services.random.clone().u64(..);
        let machines = Machines::new(seed, services.trace.has_machines());
        let visit = Visit(self.last_visit.0 + 1);
        self.last_visit = visit;
        self.live.push(Live {
            id,
            visit,
            screen,
            payload,
            is_resident,
            was_updated: false,
            machines,
            due: None,
        });
        services.inbox.push_screen(id);
        self.hook_top(services, "on_enter", GameScreen::on_enter);
    }

    /// The leaving half of a command: `on_inactive` for the top, then `on_exit` from the top down until
    /// `depth` screens are left.
    pub(super) fn leave_down_to(&mut self, depth: usize, services: &mut Services) {
        if self.live.len() > depth {
            self.deactivate_top(services);
        }
        while self.live.len() > depth {
            self.exit(self.live.len() - 1, services);
        }
    }

    /// Calls `on_exit` of the screen at `index`, which is not active, and removes it.
    pub(super) fn exit(&mut self, index: usize, services: &mut Services) {
        self.hook(index, services, "on_exit", GameScreen::on_exit);
        services.inbox.remove_screen(index);
        let live = self.live.remove(index);
        if live.is_resident {
            self.residents.push((live.id, live.screen));
        }
    }

    /// Removes the top screen, which is not the last one, and passes the value to the one below.
    pub(super) fn pop(&mut self, value: Option<Box<dyn Any>>, services: &mut Services) {
        let value = self.top_id().zip(value).map(|(from, value)| ScreenValue::new(from, value));
        self.leave_down_to(self.live.len().saturating_sub(1), services);
        if let Some(value) = value {
            self.hook_top(services, "on_result", |screen, cx| screen.on_result(cx, value));
        }
        self.activate_top(services);
    }

    pub(super) fn reset(&mut self, list: Vec<Target>, services: &mut Services) {
        self.leave_down_to(0, services);
        for target in list {
            self.enter(target, services);
        }
        self.activate_top(services);
    }

    pub(super) fn activate_top(&mut self, services: &mut Services) {
        services.gate.hold_over();
        self.hook_top(services, "on_active", GameScreen::on_active);
    }

    pub(super) fn deactivate_top(&mut self, services: &mut Services) {
        self.hook_top(services, "on_inactive", GameScreen::on_inactive);
    }

    pub(super) fn hook_top(
        &mut self,
        services: &mut Services,
        hook: &'static str,
        call: impl FnOnce(&mut dyn GameScreen, &mut ScreenContext<'_>),
    ) {
        if let Some(top) = self.live.len().checked_sub(1) {
            self.hook(top, services, hook, call);
        }
    }

    pub(super) fn hook(
        &mut self,
        index: usize,
        services: &mut Services,
        hook: &'static str,
        call: impl FnOnce(&mut dyn GameScreen, &mut ScreenContext<'_>),
    ) {
        let live = &mut self.live[index];
        services.trace.record(|| TraceEvent::Hook { screen: live.id.to_string(), hook });
        let (screen, mut cx) = services.call(live, Call { change: services.change, ..Call::PLAIN });
        call(screen, &mut cx);
    }

    /// The first of the screens that would leave, from the top down, that refuses.
    pub(super) fn refusing(
        &mut self,
        would_leave: impl Fn(Visit) -> bool,
        services: &mut Services,
    ) -> Option<ScreenId> {
        self.live.iter_mut().rev().filter(|live| would_leave(live.visit)).find_map(|live| {
            let id = live.id;
            let (screen, mut cx) = services.call(live, Call::PLAIN);
            (screen.request_leave(&mut cx) == Leave::No).then_some(id)
        })
    }

    pub(super) fn update(&mut self, services: &mut Services) {
        let mut factor = 1.0_f64;
        let mut call = Call { has_input: true, delta: STEP, ..Call::PLAIN };
        for live in self.live.iter_mut().rev() {
            // Very large factors would overflow the time.
            call.delta = if factor == 1.0 { STEP } else { STEP.mul_f64(factor.min(MAX_FACTOR)) };
            update(live, services, call);
            let Cover { update, audio } = live.screen.cover();
            let Some(next) = update.factor() else { break };
            factor *= next;
            call.audio = call.audio.max(audio);
            call.has_input = false;
        }
        self.tick_machines(services);
    }

    /// What the covers do to the sound of the lowest screen.
    pub(super) fn audio(&self) -> CoverAudio {
        let covers = self.live.iter().skip(1).map(|live| live.screen.cover().audio);
        covers.max().unwrap_or(CoverAudio::Continue)
    }

    /// Updates new screens for the first time, bottom to top, so that none is drawn before.
    pub(super) fn update_new(&mut self, services: &mut Services) {
        for live in self.live.iter_mut().filter(|live| !live.was_updated) {
            update(live, services, Call { delta: STEP, ..Call::PLAIN });
        }
        self.tick_machines(services);
    }

    /// Ticks the machines of updated screens, from the top down, on those screens' clocks.
    fn tick_machines(&mut self, services: &mut Services) {
        for live in self.live.iter_mut().rev() {
            if let Some(delta) = live.due.take() {
                match live.machines.tick(live.screen.as_mut(), delta, &mut services.trace) {
                    Ok(events) => {
                        for event in events {
                            services.inbox.post(Box::new(event));
                        }
                    }
                    Err(machine) => services.inbox.fail(format!(
                        "machine `{machine}` borrows its world from a screen of another type than `{}`",
                        live.id
                    )),
                }
            }
        }
    }

    /// Passes an event to the screens from the top down, until one handles it, and to their machines.
    pub(super) fn deliver(&mut self, services: &mut Services, event: &dyn GameEvent) {
        for live in self.live.iter_mut().rev() {
            let (screen, mut cx) = services.call(live, Call::PLAIN);
            let flow = screen.on_event(&mut cx, event);
            live.machines.deliver(event.name());
            if flow != EventFlow::Pass {
                break;
            }
        }
    }

    pub(super) fn machines(&self, id: ScreenId) -> Option<&Machines> {
        self.highest(id).map(|index| &self.live[index].machines)
    }

    pub(super) fn machines_mut(&mut self, id: ScreenId) -> Option<&mut Machines> {
        self.highest(id).map(|index| &mut self.live[index].machines)
    }

    pub(super) fn screen<S: GameScreen>(&self, id: ScreenId) -> Option<&S> {
        let screen: &dyn Any = self.live[self.highest(id)?].screen.as_ref();
        screen.downcast_ref()
    }
}

fn update(live: &mut Live, services: &mut Services, call: Call) {
    let (screen, mut cx) = services.call(live, call);
    screen.update(&mut cx);
    live.was_updated = true;
    live.due = Some(call.delta);
}
