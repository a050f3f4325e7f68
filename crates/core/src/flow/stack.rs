//! The stack: live screens, residents that are not live, the calls of hooks, and what the screens get in
//! each tick: events, updates, and the ticks of their machines.

use std::any::Any;
use std::rc::Rc;

use super::command::{ScreenChange, Target};
use super::context::ScreenContext;
use super::cover::{Cover, CoverAudio};
use super::event::GameEvent;
use super::handle::FlowHandle;
use super::machines::Machines;
use super::mistakes::Asked;
use super::request::Asker;
use super::screen::{GameScreen, Live};
use super::screen_id::{ScreenId, Visit};
use super::services::{Call, Services};
use crate::platform::{Clock, TraceEvent, named};

/// The live screens, bottom to top, the resident ones that are not live, and the backdrop.
#[derive(Default)]
pub(super) struct Stack {
    pub(super) live: Vec<Live>,
    pub(super) residents: Vec<(ScreenId, Box<dyn GameScreen>)>,
    last_visit: Visit,
    /// Whether a screen may have joined that was not updated yet.
    has_new: bool,
    /// The screen below the lowest one; it is dropped last.
    pub(super) backdrop: Option<Live>,
    /// The backdrop of a phase that is built and not entered yet.
    pub(super) next_backdrop: Option<(ScreenId, Box<dyn GameScreen>)>,
}

impl Stack {
    pub(super) fn top_id(&self) -> Option<ScreenId> {
        self.live.last().map(|live| live.id)
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = ScreenId> {
        self.live.iter().map(|live| live.id)
    }

    pub(super) fn is_live(&self, visit: Visit) -> bool {
        self.live.iter().any(|live| live.visit == visit)
    }

    /// The screen that a target stands for, if it exists.
    pub(super) fn screen_of<'a>(&'a self, target: &'a Target) -> Option<&'a dyn GameScreen> {
        let resident = || self.residents.iter().find(|(id, _)| *id == target.id).map(|(_, screen)| screen);
        let live = || {
            let mut residents = self.live.iter().filter(|live| live.is_resident);
            residents.find(|live| live.id == target.id).map(|live| &live.screen)
        };
        target.screen.as_ref().or_else(resident).or_else(live).map(AsRef::as_ref)
    }

    /// Puts a screen on top and calls its `on_enter`. A resident must not be live.
    pub(super) fn enter(&mut self, target: Target, services: &mut Services) {
        let is_resident = target.is_resident();
        let Target { id, screen, payload, back } = target;
        let Some(screen) = screen.or_else(|| self.take_resident(id)) else { return };
        let live = Live { payload, is_resident, back, ..self.make_live(id, screen, services) };
        self.live.push(live);
        services.inbox.stack.borrow_mut().push(id);
        self.hook_top(services, "on_enter", GameScreen::on_enter);
    }

    pub(super) fn take_resident(&mut self, id: ScreenId) -> Option<Box<dyn GameScreen>> {
        let index = self.residents.iter().position(|(resident, _)| *resident == id)?;
        Some(self.residents.swap_remove(index).1)
    }

    /// A fresh screen without a payload that begins a visit.
    pub(super) fn make_live(
        &mut self,
        id: ScreenId,
        screen: Box<dyn GameScreen>,
        services: &mut Services,
    ) -> Live {
        self.last_visit.0 += 1;
        self.has_new = true;
        let seed = services.random.u64(..);
        let visit = self.last_visit;
        let flow = FlowHandle { inbox: Rc::clone(&services.inbox), asker: Some(Asker { screen: id, visit }) };
        Live {
            id,
            visit,
            flow,
            screen,
            payload: None,
            is_resident: false,
            was_updated: false,
            back: None,
            machines: Machines::new(seed, services.trace.has_machines()),
            asked: Asked::default(),
            due: None,
        }
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
        call_hook(&mut self.live[index], index + 1, services, "on_exit", GameScreen::on_exit);
        self.remove(index, services);
    }

    fn remove(&mut self, index: usize, services: &mut Services) {
        services.inbox.stack.borrow_mut().remove(index);
        let live = self.live.remove(index);
        let refused = services.inbox.refused.borrow_mut().take_if(|(visit, _)| *visit == live.visit);
        services.discard("a rejected command", refused);
        if let Some(resident) = discard(live, services) {
            self.residents.push(resident);
        }
    }

    /// The leaving half of a change of phases, which goes on where a hook panics.
    pub(super) fn leave_all(&mut self, services: &mut Services) {
        services.attempt(|services| self.deactivate_top(services));
        while let Some(live) = self.live.last_mut() {
            let depth = services.inbox.stack.borrow().len();
            services.attempt(|services| call_hook(live, depth, services, "on_exit", GameScreen::on_exit));
            self.remove(depth - 1, services);
        }
    }

    /// Drops the screens of the phase that are not live.
    pub(super) fn drop_residents(&mut self, services: &mut Services) {
        for (id, screen) in std::mem::take(&mut self.residents).into_iter().chain(self.next_backdrop.take()) {
            services.discard(&format!("screen `{id}`"), screen);
        }
    }

    /// Drops everything, the screens from the top down, as a game tears down what it has built up.
    pub(super) fn drop_all(&mut self, services: &mut Services) {
        while let Some(live) = self.live.pop() {
            if let Some((id, screen)) = discard(live, services) {
                services.discard(&format!("screen `{id}`"), screen);
            }
        }
        self.drop_residents(services);
        if let Some(live) = self.backdrop.take() {
            discard(live, services);
        }
    }

    /// Removes screens from the top until `depth` are left, and passes the value to the one below.
    pub(super) fn pop_down_to(&mut self, depth: usize, value: Option<Box<dyn Any>>, services: &mut Services) {
        self.leave_down_to(depth, services);
        if let Some(value) = value {
            self.hook_top(services, "on_result", |screen, cx| screen.on_result(cx, value.as_ref()));
            services.discard("the result of a screen", value);
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
    ) -> Option<Asker> {
        let from_top = self.live.iter_mut().enumerate().rev();
        from_top.filter_map(|(index, live)| Some((index, leaving(live.visit)?, live))).find_map(
            |(index, change, live)| {
                let call = Call { depth: index + 1, change: Some(change), ..Call::PLAIN };
                let may_leave = call_screen(live, services, call, "may_leave", GameScreen::may_leave);
                (!may_leave).then_some(Asker { screen: live.id, visit: live.visit })
            },
        )
    }

    /// Whether a screen that is not on the stack leaves those below running.
    pub(super) fn is_popup(&self, target: &Target) -> bool {
        let cover = || {
            named(
                || format!("`cover` of screen `{}`", target.id),
                || self.screen_of(target).map(GameScreen::cover),
            )
        };
        cover().is_some_and(|cover| !freezes(cover))
    }

    /// The highest screen of this name, which may be the backdrop.
    pub(super) fn find(&self, id: ScreenId) -> Option<&Live> {
        self.live.iter().rev().chain(&self.backdrop).find(|live| live.id == id)
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
    let plain =
        Call { depth, change: services.change, is_under_popup: services.is_popup_next, ..Call::PLAIN };
    call_screen(live, services, plain, hook, call);
}

/// Calls code of a screen with a context. A panic names it.
pub(super) fn call_screen<T>(
    live: &mut Live,
    services: &mut Services,
    call: Call,
    what: &str,
    code: impl FnOnce(&mut dyn GameScreen, &mut ScreenContext<'_>) -> T,
) -> T {
    let id = live.id;
    let value = named(
        || format!("`{what}` of screen `{id}`"),
        || {
            let (screen, mut cx) = services.call(live, call);
            code(screen, &mut cx)
        },
    );
    live.asked.mistakes(id).for_each(|mistake| services.note_mistake(mistake));
    value
}

/// Drops what a screen had on the stack, and the screen itself, unless it is a resident.
pub(super) fn discard(live: Live, services: &mut Services) -> Option<(ScreenId, Box<dyn GameScreen>)> {
    let Live { id, screen, payload, back, machines, is_resident, .. } = live;
    let name = format!("screen `{id}`");
    let resident = if is_resident {
        Some((id, screen))
    } else {
        services.discard(&name, screen);
        None
    };
    services.discard(&format!("the payload of {name}"), payload);
    services.discard(&format!("a transition of {name}"), back);
    services.discard(&format!("the machines of {name}"), machines);
    resident
}

/// The most by which covers make time pass faster.
const MAX_FACTOR: f64 = 100.0;

impl Stack {
    pub(super) fn update(&mut self, services: &mut Services) {
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
            (call.has_input, call.is_under_popup) = (false, true);
        }
        has_machines |= self.update_backdrop(services);
        if has_machines {
            self.tick_machines(services);
        }
    }

    /// What the covers do to the sound of the lowest screen.
    pub(super) fn audio(&self) -> CoverAudio {
        let covers = self.live.iter().skip(1).map(|live| live.ask("cover", GameScreen::cover).audio);
        covers.max().unwrap_or(CoverAudio::Continue)
    }

    /// Updates new screens for the first time, bottom to top, so that none is drawn before.
    pub(super) fn update_new(&mut self, services: &mut Services) {
        if !self.has_new {
            return;
        }
        for (depth, live) in self.bottom_up().filter(|(_, live)| !live.was_updated) {
            update(live, services, Call { depth, delta: Clock::TICK, ..Call::PLAIN });
        }
        // Not before: after a panic in the first update of one screen the others get theirs.
        self.has_new = false;
        self.tick_machines(services);
    }

    fn tick_machines(&mut self, services: &mut Services) {
        for (_, live) in self.bottom_up().rev() {
            if let Some(delta) = live.due.take() {
                let owner = || format!("a machine of screen `{}`", live.id);
                let tick = || live.machines.tick(live.screen.as_mut(), delta, &services.trace);
                match named(owner, tick) {
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

    /// Passes an event to the screens from the top down, until one handles it, and to the machines of those that covers
    /// do not freeze.
    pub(super) fn deliver(&mut self, services: &mut Services, event: &dyn GameEvent) {
        let (mut is_frozen, top) = (false, self.live.len());
        for (depth, live) in self.bottom_up().rev() {
            let call = Call { depth, is_under_popup: !is_frozen && depth < top, ..Call::PLAIN };
            let flow = call_screen(live, services, call, "on_event", |screen, cx| screen.on_event(cx, event));
            // Covers do not freeze the backdrop.
            if !is_frozen || depth == 0 {
                live.machines.deliver(event);
            }
            if flow.is_break() {
                break;
            }
            is_frozen |= freezes(live.ask("cover", GameScreen::cover));
        }
    }

    /// Updates the backdrop. Covers change its sound, and never its time.
    fn update_backdrop(&mut self, services: &mut Services) -> bool {
        let call = Call { depth: 0, delta: Clock::TICK, audio: self.audio(), ..Call::PLAIN };
        self.backdrop.as_mut().is_some_and(|live| update(live, services, call))
    }

    /// The backdrop and the screens, each with the number of screens of the stack up to it.
    pub(super) fn bottom_up(&mut self) -> impl DoubleEndedIterator<Item = (usize, &mut Live)> {
        let screens = self.live.iter_mut().enumerate().map(|(index, live)| (index + 1, live));
        self.backdrop.iter_mut().map(|live| (0, live)).chain(screens)
    }
}

/// Whether a screen stops those below it.
fn freezes(cover: Cover) -> bool {
    !(cover.speed > 0.0 && cover.speed.is_finite())
}

/// Updates a screen. Returns whether its machines are due; most screens have none.
fn update(live: &mut Live, services: &mut Services, call: Call) -> bool {
    call_screen(live, services, call, "update", GameScreen::update);
    live.was_updated = true;
    live.due = (!live.machines.is_empty()).then_some(call.delta);
    live.due.is_some()
}
