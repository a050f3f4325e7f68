//! The stack: live screens, residents that are not live, the calls of hooks, and what the screens get in
//! each tick: events, updates, and the ticks of their machines.

use std::any::Any;
use std::rc::Rc;

use super::command::{ScreenChange, Target};
use super::context::ScreenContext;
use super::cover::{Cover, CoverAudio};
use super::event::GameEvent;
use super::handle::FlowHandle;
use super::mistakes::Asked;
use super::populations::Populations;
use super::request::Asker;
use super::screen::{GameScreen, Live};
use super::screen_id::{ScreenId, Visit};
use super::services::{Call, Services};
use crate::platform::{Clock, Input, TraceEvent, calling};

/// The screens on the stack of a [`ScreenManager`](super::ScreenManager::stack), with their machines. The resident screens
/// of the phase that are not on the stack wait beside it.
#[derive(Default)]
pub struct Stack {
    pub(super) live: Vec<Live>,
    pub(super) residents: Vec<(ScreenId, Box<dyn GameScreen>)>,
    last_visit: Visit,
    /// Whether a screen may have joined that was not updated yet.
    pub(super) has_new: bool,
}

impl Stack {
    /// The active screen, the top one; `None` before the first one and after the end.
    pub fn active(&self) -> Option<ScreenId> {
        self.live.last().map(|live| live.id)
    }

    /// The names of the screens, bottom to top.
    pub fn ids(&self) -> impl Iterator<Item = ScreenId> {
        self.live.iter().map(|live| live.id)
    }

    /// The highest screen of this name, if it is an `S`, for tests and tools.
    pub fn screen<S: GameScreen>(&self, screen: impl Into<ScreenId>) -> Option<&S> {
        let screen: &dyn Any = self.find(screen.into())?.screen.as_ref();
        screen.downcast_ref()
    }

    /// The AI machines of the highest screen of this name.
    pub fn populations(&self, screen: impl Into<ScreenId>) -> Option<&Populations> {
        self.find(screen.into()).map(|live| &live.populations)
    }

    /// As [`populations`](Self::populations), mutable, for a tool that [watches](proscenium_ai::Population::watch) a
    /// unit.
    pub fn populations_mut(&mut self, screen: impl Into<ScreenId>) -> Option<&mut Populations> {
        let id = screen.into();
        self.live.iter_mut().rev().find(|live| live.id == id).map(|live| &mut live.populations)
    }

    /// What the screens above do to the sound of the lowest screen, to which a phase's music belongs.
    pub fn audio(&self) -> CoverAudio {
        let covers = self.live.iter().skip(1).map(|live| live.ask("cover", GameScreen::cover).audio);
        covers.max().unwrap_or(CoverAudio::Continue)
    }

    pub(super) fn is_live(&self, visit: Visit) -> bool {
        self.live.iter().any(|live| live.visit == visit)
    }

    /// Whether a target brings its screen along, or is a resident of the phase.
    pub(super) fn has_screen_of(&self, target: &Target) -> bool {
        let is_resident = || self.residents.iter().any(|(id, _)| *id == target.id);
        let is_live = || self.live.iter().any(|live| live.is_resident && live.id == target.id);
        !target.is_resident() || is_resident() || is_live()
    }

    /// The highest screen of this name.
    fn find(&self, id: ScreenId) -> Option<&Live> {
        self.live.iter().rev().find(|live| live.id == id)
    }

    /// Puts a screen on top and calls its `on_enter`. A resident must not be live.
    pub(super) fn enter(&mut self, target: Target, services: &mut Services) {
        let is_resident = target.is_resident();
        let Target { id, screen, payload, back } = target;
        let Some(screen) = screen.or_else(|| self.take_resident(id)) else { return };
        self.last_visit.0 += 1;
        self.has_new = true;
        let visit = self.last_visit;
        let seed = services.random.u64(..);
        self.live.push(Live {
            id,
            visit,
            flow: FlowHandle { inbox: Rc::clone(&services.inbox), asker: Some(Asker { screen: id, visit }) },
            screen,
            payload,
            is_resident,
            was_updated: false,
            back,
            populations: Populations::new(seed, services.trace.has_machines()),
            asked: Asked::default(),
            due: None,
        });
        services.inbox.stack.borrow_mut().push(id);
        self.hook_top(services, "on_enter", GameScreen::on_enter);
    }

    fn take_resident(&mut self, id: ScreenId) -> Option<Box<dyn GameScreen>> {
        let index = self.residents.iter().position(|(resident, _)| *resident == id)?;
        Some(self.residents.swap_remove(index).1)
    }

    /// The leaving half of a command: `on_inactive` for the top, then `on_exit` from the top down until
    /// `depth` screens are left.
    pub(super) fn leave_down_to(&mut self, depth: usize, services: &mut Services) {
        if self.live.len() > depth {
            self.hook_top(services, "on_inactive", GameScreen::on_inactive);
        }
        while self.live.len() > depth {
            self.exit(self.live.len() - 1, services);
        }
    }

    /// Calls `on_exit` of the screen at `index`, which is not active, and removes it.
    pub(super) fn exit(&mut self, index: usize, services: &mut Services) {
        call_hook(&mut self.live[index], index + 1, services, "on_exit", GameScreen::on_exit);
        services.inbox.stack.borrow_mut().remove(index);
        let _calling = calling("drop", "screen", self.live[index].id.name());
        let live = self.live.remove(index);
        if live.is_resident {
            self.residents.push((live.id, live.screen));
        }
    }

    /// Drops the screens of the phase that are not live.
    pub(super) fn drop_residents(&mut self) {
        for (id, screen) in self.residents.drain(..) {
            let _calling = calling("drop", "screen", id.name());
            drop(screen);
        }
    }

    /// Drops everything, the screens from the top down, as a game tears down what it has built up.
    pub(super) fn drop_all(&mut self) {
        while let Some(live) = self.live.pop() {
            let _calling = calling("drop", "screen", live.id.name());
            drop(live);
        }
        self.drop_residents();
    }

    /// Removes screens from the top until `depth` are left, and passes the value to the one below.
    pub(super) fn pop_down_to(&mut self, depth: usize, value: Option<Box<dyn Any>>, services: &mut Services) {
        self.leave_down_to(depth, services);
        if let Some(value) = value {
            self.hook_top(services, "on_result", |screen, cx| screen.on_result(cx, value.as_ref()));
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

    fn hook_top(
        &mut self,
        services: &mut Services,
        hook: &'static str,
        call: impl FnOnce(&mut dyn GameScreen, &mut ScreenContext<'_>),
    ) {
        let depth = self.live.len();
        if let Some(top) = self.live.last_mut() {
            call_hook(top, depth, services, hook, call);
        }
    }

    /// Asks the screens for which `leaving` has a change, from the top down, and returns the first that refuses to leave
    /// for it.
    pub(super) fn refusing(
        &mut self,
        leaving: impl Fn(Visit) -> Option<ScreenChange>,
        services: &mut Services,
    ) -> Option<ScreenId> {
        for (index, live) in self.live.iter_mut().enumerate().rev() {
            let Some(change) = leaving(live.visit) else { continue };
            let call = Call { depth: index + 1, change: Some(change), ..Call::PLAIN };
            if !call_screen(live, services, call, "may_leave", GameScreen::may_leave) {
                return Some(live.id);
            }
        }
        None
    }
}

/// Calls a hook of the screen that is the last one of `depth` screens.
pub(super) fn call_hook(
    live: &mut Live,
    depth: usize,
    services: &mut Services,
    hook: &'static str,
    call: impl FnOnce(&mut dyn GameScreen, &mut ScreenContext<'_>),
) {
    services.trace.record(|| TraceEvent::Hook { screen: live.id.to_string(), hook });
    let plain = Call { depth, change: services.change, ..Call::PLAIN };
    call_screen(live, services, plain, hook, call);
}

/// Calls code of a screen with a context.
fn call_screen<T>(
    live: &mut Live,
    services: &mut Services,
    call: Call,
    what: &'static str,
    code: impl FnOnce(&mut dyn GameScreen, &mut ScreenContext<'_>) -> T,
) -> T {
    let id = live.id;
    let calling = calling(what, "screen", id.name());
    let (screen, mut cx) = services.call(live, call);
    let value = code(screen, &mut cx);
    drop(calling);
    live.asked.mistakes(id).for_each(|mistake| services.note_mistake(mistake));
    value
}

/// The maximum factor of covers on time.
const MAX_FACTOR: f64 = 100.0;

impl Stack {
    /// Updates the active screen and the screens below that the covers let run, and then their machines.
    pub(super) fn update(&mut self, services: &mut Services) {
        let Services { input, no_input, .. } = services;
        // A game below a popup is not to go on behind another window.
        (no_input.focus_lost, no_input.pad_lost) = (input.focus_lost, input.pad_lost);
        let (mut factor, mut has_machines) = (1.0_f64, false);
        let mut call = Call { has_input: true, delta: Clock::TICK, ..Call::PLAIN };
        for (index, live) in self.live.iter_mut().enumerate().rev() {
            call.depth = index + 1;
            // Very large factors would overflow the time.
            call.delta =
                if factor == 1.0 { Clock::TICK } else { Clock::TICK.mul_f64(factor.min(MAX_FACTOR)) };
            has_machines |= update(live, services, call);
            if index == 0 {
                break;
            }
            let cover = live.ask("cover", GameScreen::cover);
            if freezes(cover) {
                break;
            }
            let Cover { speed, audio } = cover;
            factor *= f64::from(speed);
            call.audio = call.audio.max(audio);
            call.has_input = false;
        }
        services.no_input = Input::default();
        if has_machines {
            self.tick_machines(services);
        }
    }

    /// Updates new screens for the first time, bottom to top, so that none is drawn before.
    pub(super) fn update_new(&mut self, services: &mut Services) {
        self.has_new = false;
        for (index, live) in self.live.iter_mut().enumerate().filter(|(_, live)| !live.was_updated) {
            update(live, services, Call { depth: index + 1, delta: Clock::TICK, ..Call::PLAIN });
        }
        self.tick_machines(services);
    }

    fn tick_machines(&mut self, services: &mut Services) {
        for live in self.live.iter_mut().rev() {
            let Some(delta) = live.due.take() else { continue };
            let _calling = calling("machines", "screen", live.id.name());
            match live.populations.tick(live.screen.as_mut(), delta, &services.trace) {
                Ok(events) => events.into_iter().for_each(|event| services.inbox.post(Box::new(event))),
                Err(machine) => services.inbox.fail(format!(
                    "machine `{machine}` borrows its world from a screen of another type than `{}`",
                    live.id
                )),
            }
        }
    }

    /// Passes an event to the screens from the top down, until one handles it, and to the machines of screens that
    /// covers do not freeze.
    pub(super) fn deliver(&mut self, services: &mut Services, event: &dyn GameEvent) {
        let mut is_frozen = false;
        for (index, live) in self.live.iter_mut().enumerate().rev() {
            let call = Call { depth: index + 1, ..Call::PLAIN };
            let flow = call_screen(live, services, call, "on_event", |screen, cx| screen.on_event(cx, event));
            if !is_frozen {
                live.populations.deliver(event);
            }
            if flow.is_break() {
                break;
            }
            is_frozen |= freezes(live.ask("cover", GameScreen::cover));
        }
    }
}

/// Whether a screen stops the screens below it.
fn freezes(cover: Cover) -> bool {
    !(cover.speed > 0.0 && cover.speed.is_finite())
}

/// Updates a screen. Returns whether its machines are due; most screens have none.
fn update(live: &mut Live, services: &mut Services, call: Call) -> bool {
    call_screen(live, services, call, "update", GameScreen::update);
    live.was_updated = true;
    live.due = (!live.populations.is_empty()).then_some(call.delta);
    live.due.is_some()
}
