//! What the screens of the stack get in each tick: events, updates, and the ticks of their machines.

use super::Stack;
use crate::flow::cover::{Cover, CoverAudio};
use crate::flow::event::GameEvent;
use crate::flow::manager::services::{Call, Services};
use crate::flow::screen::Live;
use crate::platform::STEP;

/// The most by which covers make time pass faster.
const MAX_FACTOR: f64 = 100.0;

impl Stack {
    pub(in crate::flow::manager) fn update(&mut self, services: &mut Services) {
        let (mut factor, mut has_machines) = (1.0_f64, false);
        let mut call = Call { has_input: true, delta: STEP, ..Call::PLAIN };
        for (index, live) in self.live.iter_mut().enumerate().rev() {
            call.depth = index + 1;
            // Very large factors would overflow the time.
            call.delta = if factor == 1.0 { STEP } else { STEP.mul_f64(factor.min(MAX_FACTOR)) };
            has_machines |= update(live, services, call);
            let Cover { update, audio } = live.screen.cover();
            let Some(next) = update.factor() else { break };
            factor *= next;
            call.audio = call.audio.max(audio);
            call.has_input = false;
        }
        has_machines |= self.update_backdrop(services);
        if has_machines {
            self.tick_machines(services);
        }
    }

    /// What the covers do to the sound of the lowest screen.
    pub(in crate::flow::manager) fn audio(&self) -> CoverAudio {
        let covers = self.live.iter().skip(1).map(|live| live.screen.cover().audio);
        covers.max().unwrap_or(CoverAudio::Continue)
    }

    /// Updates new screens for the first time, bottom to top, so that none is drawn before.
    pub(in crate::flow::manager) fn update_new(&mut self, services: &mut Services) {
        if !std::mem::take(&mut self.has_new) {
            return;
        }
        for (depth, live) in self.bottom_up().filter(|(_, live)| !live.was_updated) {
            update(live, services, Call { depth, delta: STEP, ..Call::PLAIN });
        }
        self.tick_machines(services);
    }

    /// Ticks the machines of updated screens, from the top down, on those screens' clocks.
    fn tick_machines(&mut self, services: &mut Services) {
        for (_, live) in self.bottom_up().rev() {
            if let Some(delta) = live.due.take() {
                match live.machines.tick(live.screen.as_mut(), delta, &services.trace) {
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
    pub(in crate::flow::manager) fn deliver(&mut self, services: &mut Services, event: &dyn GameEvent) {
        for (depth, live) in self.bottom_up().rev() {
            let (screen, mut cx) = services.call(live, Call { depth, ..Call::PLAIN });
            let flow = screen.on_event(&mut cx, event);
            live.machines.deliver(event.name());
            if flow.is_break() {
                break;
            }
        }
    }

    /// Updates the backdrop. Covers change its sound, and never its time.
    fn update_backdrop(&mut self, services: &mut Services) -> bool {
        if self.backdrop.is_none() {
            return false;
        }
        let call = Call { depth: 0, delta: STEP, audio: self.audio(), ..Call::PLAIN };
        self.backdrop.as_mut().is_some_and(|live| update(live, services, call))
    }

    /// The backdrop and the screens, each with the number of screens of the stack up to it.
    pub(in crate::flow::manager) fn bottom_up(
        &mut self,
    ) -> impl DoubleEndedIterator<Item = (usize, &mut Live)> {
        let screens = self.live.iter_mut().enumerate().map(|(index, live)| (index + 1, live));
        self.backdrop.iter_mut().map(|live| (0, live)).chain(screens)
    }
}

/// Updates a screen. Returns whether its machines are due; most screens have none.
fn update(live: &mut Live, services: &mut Services, call: Call) -> bool {
    let (screen, mut cx) = services.call(live, call);
    screen.update(&mut cx);
    live.was_updated = true;
    live.due = (!live.machines.is_empty()).then_some(call.delta);
    live.due.is_some()
}
