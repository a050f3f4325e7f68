//! The screens that the real manager plays with.

use std::any::Any;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::rc::Rc;

use proscenium_core::flow::{
    Cover, DrawContext, GameEvent, GameScreen, ManagerSettings, Phase, SaveContext, SaveError, SavedFlow,
    SavedState, ScreenCommand, ScreenContext, ScreenId, ScreenManager, Target, Ticket,
};
use std::sync::Arc;

use proscenium_core::phase::Resource;
use proscenium_core::platform::{Input, TestSource, Trace, TraceEvent};

use super::script::{Case, FrameScript, Item, PHASES, Reaction, Who, Wish, lets_run};

/// What all actors of a case share.
#[derive(Default)]
pub struct Troupe {
    reactions: VecDeque<Reaction>,
    /// Every call, in order.
    pub log: Vec<String>,
    /// How many commands were asked for.
    pub issued: usize,
    tickets: Vec<Ticket>,
    /// The last save.
    saved: Option<String>,
    made: usize,
    gone: usize,
}

pub type Shared = Rc<RefCell<Troupe>>;

struct Actor {
    id: &'static str,
    serial: usize,
    troupe: Shared,
}

impl Actor {
    fn new(id: &'static str, troupe: &Shared) -> Self {
        let mut shared = troupe.borrow_mut();
        shared.made += 1;
        Self { id, serial: shared.made, troupe: Rc::clone(troupe) }
    }

    fn log(&self, what: &str) {
        self.troupe.borrow_mut().log.push(format!("{}#{} {what}", self.id, self.serial));
    }

    fn ask(&self, wishes: &[Wish], cx: &ScreenContext<'_>) {
        for wish in wishes {
            let ticket = cx.command(command(wish, &self.troupe));
            self.troupe.borrow_mut().tickets.push(ticket);
        }
    }

    /// As `react`, and notes what the hook is called for.
    fn react_to_change(&self, hook: &str, cx: &mut ScreenContext<'_>) {
        let name = |id: Option<ScreenId>| id.map_or("-", ScreenId::name);
        let change = cx.change().expect("a hook has a change");
        let (from, to) = (name(cx.change_from()), name(cx.change_to()));
        self.react(&format!("{hook}, {} {from} > {to}", change.name()), cx);
    }

    /// Notes the call and plays the next reaction; answers whether the screen says no.
    fn react(&self, hook: &str, cx: &mut ScreenContext<'_>) -> bool {
        assert_eq!(cx.screen().name(), self.id);
        assert!(!cx.is_active() || cx.active() == Some(cx.screen()));
        let above = cx.covered_by().map(|id| format!(" under {id}")).unwrap_or_default();
        self.log(&format!("{hook}{above}"));
        let Reaction { wishes, posts, fails, says_no } =
            self.troupe.borrow_mut().reactions.pop_front().unwrap_or_default();
        self.ask(&wishes, cx);
        if posts {
            cx.post("from inside".to_owned());
        }
        if fails {
            cx.fail("on purpose");
        }
        says_no
    }
}

impl Drop for Actor {
    fn drop(&mut self) {
        self.troupe.borrow_mut().gone += 1;
    }
}

/// The command of a wish, with its fresh screens.
fn command(wish: &Wish, troupe: &Shared) -> ScreenCommand {
    let target = |who: &Who| {
        let target = match who.is_fresh {
            true => Target::fresh(who.id, Actor::new(who.id, troupe)),
            false => Target::resident(who.id),
        };
        match who.payload {
            Some(payload) => target.with(payload),
            None => target,
        }
    };
    if !matches!(wish, Wish::Batch(_)) {
        troupe.borrow_mut().issued += 1;
    }
    match wish {
        Wish::Push(who) => ScreenCommand::Push(target(who)),
        Wish::Pop(value) => ScreenCommand::Pop(value.map(|value| Box::new(value) as Box<dyn Any>)),
        Wish::PopTo(id) => ScreenCommand::PopTo((*id).into()),
        Wish::Remove(id) => ScreenCommand::remove(*id),
        Wish::Replace(who) => ScreenCommand::Replace(target(who)),
        Wish::Reset(list) => ScreenCommand::Reset(list.iter().map(target).collect()),
        Wish::Load(phase) => ScreenCommand::load(*phase),
        Wish::Restore => match &troupe.borrow().saved {
            Some(text) => ScreenCommand::Restore(SavedFlow::parse(text).expect("it is as it was written")),
            None => ScreenCommand::load("nowhere"),
        },
        Wish::Preload(phase) => ScreenCommand::preload(*phase),
        Wish::Quit => ScreenCommand::Quit,
        Wish::Batch(list) => ScreenCommand::Batch(list.iter().map(|wish| command(wish, troupe)).collect()),
    }
}

impl GameScreen for Actor {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        self.react("update", cx);
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        self.log("draw");
        cx.draw_parent();
    }

    fn cover(&self) -> Cover {
        let speed = if lets_run(self.id) { 1.0 } else { 0.0 };
        Cover { speed, ..Cover::default() }
    }

    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        let payload = cx.payload::<i32>().map(|payload| format!(" with {payload}")).unwrap_or_default();
        self.react_to_change(&format!("on_enter{payload}"), cx);
    }

    fn on_active(&mut self, cx: &mut ScreenContext<'_>) {
        self.react_to_change("on_active", cx);
    }

    fn on_inactive(&mut self, cx: &mut ScreenContext<'_>) {
        self.react_to_change("on_inactive", cx);
    }

    fn on_exit(&mut self, cx: &mut ScreenContext<'_>) {
        self.react_to_change("on_exit", cx);
    }

    fn on_result(&mut self, cx: &mut ScreenContext<'_>, value: &dyn Any) {
        let number = value.downcast_ref::<i32>().expect("all values of the cases are numbers");
        self.react_to_change(&format!("on_result {number}"), cx);
    }

    fn on_event(&mut self, cx: &mut ScreenContext<'_>, _event: &dyn GameEvent) -> ControlFlow<()> {
        if self.react("on_event", cx) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn save(&self, cx: &mut SaveContext<'_>) -> Result<(), SaveError> {
        cx.write(&self.serial)
    }

    fn restore(&mut self, cx: &mut ScreenContext<'_>, state: &SavedState) -> Result<(), SaveError> {
        self.react_to_change(&format!("restore {}", state.read::<usize>()?), cx);
        Ok(())
    }

    fn may_leave(&mut self, cx: &mut ScreenContext<'_>) -> bool {
        !self.react("may_leave", cx)
    }
}

/// The real manager with the screens of a case.
pub struct Play {
    pub manager: ScreenManager,
    pub troupe: Shared,
}

impl Play {
    pub fn new(case: &Case, settings: ManagerSettings) -> Self {
        let reactions = case.reactions.iter().cloned().collect();
        let troupe = Rc::new(RefCell::new(Troupe { reactions, ..Troupe::default() }));
        let mut manager = ScreenManager::new(ManagerSettings {
            trace: Trace::recording(),
            source: Arc::new(TestSource::default().with("file", "of any phase")),
            ..settings
        });
        let shared = Rc::clone(&troupe);
        manager.set_loading_screen(move || Actor::new("loading", &shared));
        let shared = Rc::clone(&troupe);
        manager.set_failure_screen(move |_| Actor::new("failure", &shared));
        for plan in &PHASES {
            let phase = plan.items.iter().enumerate().fold(Phase::new(plan.id), |phase, (number, &item)| {
                let id = format!("{}_{number}", plan.id);
                phase.resource(match item {
                    Item::File => Resource::file::<Vec<u8>>(id, "file"),
                    Item::Missing => Resource::file::<Vec<u8>>(id, "missing").optional(),
                    Item::Work => Resource::callback(id, |_| Ok(())),
                    Item::Broken => Resource::callback::<()>(id, |_| Err("on purpose".into())),
                })
            });
            let phase = plan.screens.iter().fold(phase, |screens, &id| {
                let shared = Rc::clone(&troupe);
                screens.screen(id, move |_| Actor::new(id, &shared))
            });
            manager.add_phase(phase);
        }
        manager.start("first");
        Self { manager, troupe }
    }

    /// One frame, with what is saved, asked for and posted before it.
    pub fn frame(&mut self, FrameScript { saves, wishes, posts }: &FrameScript) {
        if *saves {
            let saved = self.manager.save();
            let mut troupe = self.troupe.borrow_mut();
            troupe.log.push(if saved.is_ok() { "saved" } else { "not saved" }.to_owned());
            troupe.saved = saved.ok().or(troupe.saved.take());
        }
        for wish in wishes {
            let command = command(wish, &self.troupe);
            let ticket = self.manager.command(command);
            self.troupe.borrow_mut().tickets.push(ticket);
        }
        if *posts {
            self.manager.flow().post("from outside".to_owned());
        }
        self.manager.step(&Input::default());
    }

    /// How many screens there are.
    pub fn screens(&self) -> usize {
        self.manager.stack().ids().count()
    }

    /// Whether the plain failure screen is on the stack. It can be drawn in a window only.
    pub fn has_plain_failure(&self) -> bool {
        let has_failure = self.manager.stack().ids().any(|id| id.name() == "failure");
        has_failure && self.manager.stack().screen::<Actor>("failure").is_none()
    }

    /// The calls since the last look, and then the stack.
    pub fn take_log(&mut self) -> Vec<String> {
        let mut log = std::mem::take(&mut self.troupe.borrow_mut().log);
        log.push(format!(
            "[{}]",
            self.manager.stack().ids().map(ScreenId::name).collect::<Vec<_>>().join(" ")
        ));
        log
    }

    /// What became of the commands since the last look.
    pub fn take_outcomes(&mut self) -> Vec<String> {
        let trace = self.manager.trace().take();
        let outcomes = trace.into_iter().filter_map(|record| match record.event {
            TraceEvent::Command { command, target, outcome, .. } => {
                Some(format!("{command} {target}: {outcome}"))
            }
            _ => None,
        });
        outcomes.collect()
    }

    /// What became of each request: applied or not, or `None` while it waits.
    pub fn tickets(&self) -> Vec<Option<bool>> {
        let troupe = self.troupe.borrow();
        let outcomes = troupe.tickets.iter().map(Ticket::outcome);
        outcomes.map(|outcome| outcome.map(|outcome| outcome.is_ok())).collect()
    }

    /// Ends the manager; answers whether every screen that was made is gone.
    pub fn ends_clean(self) -> bool {
        let Self { manager, troupe } = self;
        drop(manager);
        let troupe = troupe.borrow();
        troupe.made == troupe.gone
    }
}
