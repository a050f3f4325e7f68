//! Screens that note every call and do what a test tells them, and a manager full of them.

#![allow(dead_code, reason = "each test binary uses another part of it")]

use std::any::Any;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::rc::Rc;

use proscenium_core::flow::{
    Cover, DrawContext, GameEvent, GameScreen, ManagerSettings, Phase, Request, ScreenContext, ScreenManager,
};
use proscenium_core::phase::{LoadError, Resource};
use proscenium_core::platform::{Input, Trace, TraceEvent, TraceRecord};

type Act = Box<dyn FnMut(&mut ScreenContext<'_>)>;

/// What the screens of a test do, and what they noted.
#[derive(Default)]
pub struct Script {
    acts: HashMap<(&'static str, &'static str), Act>,
    once: HashMap<(&'static str, &'static str), Act>,
    /// Screens that refuse to leave.
    pub refusing: HashSet<&'static str>,
    /// Screens that swallow events.
    pub swallowing: HashSet<&'static str>,
    /// Screens that draw their parent, and then themselves over it.
    pub transparent: HashSet<&'static str>,
    /// The covers of screens that have another than the default.
    pub covers: HashMap<&'static str, Cover>,
    /// The phase of the last failure.
    pub failed_phase: Option<&'static str>,
    /// The resource of the last failure.
    pub failed_by: Option<LoadError>,
    /// The calls that are no hook of the trace: updates, draws, results, events, questions.
    pub notes: Vec<String>,
}

/// The script, shared by all screens of one test.
pub type Shared = Rc<RefCell<Script>>;

/// A screen that follows the script. It knows its name, because it is drawn and asked for its
/// cover in calls without a context.
pub struct Probe {
    name: &'static str,
    script: Shared,
}

impl Probe {
    /// The screen `name` of `script`.
    pub fn new(name: &'static str, script: &Shared) -> Self {
        Self { name, script: Rc::clone(script) }
    }

    fn note(&self, text: String) {
        self.script.borrow_mut().notes.push(text);
    }

    /// Plays what the script has for this hook. The act is taken out meanwhile, so that it may
    /// change the script itself.
    fn play(&self, hook: &'static str, cx: &mut ScreenContext<'_>) {
        let key = (self.name, hook);
        let once = self.script.borrow_mut().once.remove(&key);
        if let Some(mut act) = once {
            act(cx);
        }
        let act = self.script.borrow_mut().acts.remove(&key);
        if let Some(mut act) = act {
            act(cx);
            self.script.borrow_mut().acts.entry(key).or_insert(act);
        }
    }
}

impl GameScreen for Probe {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        self.note(format!("{} update", self.name));
        self.play("update", cx);
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        self.note(format!("{} draw", self.name));
        if self.script.borrow().transparent.contains(self.name) {
            cx.draw_parent();
            self.note(format!("{} draw on top", self.name));
        }
    }

    fn cover(&self) -> Cover {
        self.script.borrow().covers.get(self.name).copied().unwrap_or_default()
    }

    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        self.play("on_enter", cx);
    }

    fn on_active(&mut self, cx: &mut ScreenContext<'_>) {
        self.play("on_active", cx);
    }

    fn on_inactive(&mut self, cx: &mut ScreenContext<'_>) {
        self.play("on_inactive", cx);
    }

    fn on_exit(&mut self, cx: &mut ScreenContext<'_>) {
        self.play("on_exit", cx);
    }

    fn on_result(&mut self, cx: &mut ScreenContext<'_>, value: &dyn Any) {
        let text = match (value.downcast_ref::<i32>(), value.downcast_ref::<&'static str>()) {
            (Some(number), _) => format!("number {number}"),
            (_, Some(word)) => format!("word {word}"),
            _ => "a value of another type".to_owned(),
        };
        let from = cx.change_from().unwrap();
        self.note(format!("{} got {text} from {from}", self.name));
        self.play("on_result", cx);
    }

    fn on_event(&mut self, cx: &mut ScreenContext<'_>, event: &dyn GameEvent) -> ControlFlow<()> {
        self.note(format!("{} saw {}", self.name, event.name()));
        self.play("on_event", cx);
        if self.script.borrow().swallowing.contains(self.name) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn may_leave(&mut self, cx: &mut ScreenContext<'_>) -> bool {
        self.note(format!("{} may_leave", self.name));
        self.play("may_leave", cx);
        !self.script.borrow().refusing.contains(self.name)
    }
}

/// A phase with an item to load, so that Loading is seen. A phase with nothing to load is entered in the tick in which its
/// load begins.
pub fn with_item(phase: Phase) -> Phase {
    phase.resource(Resource::callback::<()>("item", |_| Ok(())))
}

/// More ticks than any test has.
const MAX_TICKS: u64 = 1_000_000;

/// A manager whose screens are probes.
pub struct Stage {
    /// The manager under test.
    pub manager: ScreenManager,
    /// What its screens do.
    pub script: Shared,
}

impl Stage {
    /// A manager with one phase, `play`, of these screens; the first one is active.
    pub fn playing(screens: &[&'static str]) -> Self {
        Self::with(ManagerSettings::default(), screens)
    }

    /// As [`Stage::playing`], with other settings.
    pub fn with(settings: ManagerSettings, screens: &[&'static str]) -> Self {
        let mut stage = Self::empty(settings);
        stage.add_phase(Phase::new("play"), screens);
        stage.manager.start("play");
        stage.run_until_idle();
        stage.lines();
        stage.notes();
        stage
    }

    /// A manager without any phase. Loading and failure are probes as well.
    pub fn empty(settings: ManagerSettings) -> Self {
        let script = Shared::default();
        let mut manager =
            ScreenManager::new(ManagerSettings { trace: Trace::recording().with_machines(), ..settings });
        let shared = Rc::clone(&script);
        manager.set_loading_screen(move || Probe::new("loading", &shared));
        let shared = Rc::clone(&script);
        manager.set_failure_screen(move |failure| {
            let mut script = shared.borrow_mut();
            script.notes.push(format!("failure: {}", failure.cause));
            script.failed_phase = failure.phase.map(proscenium_core::phase::PhaseId::name);
            script.failed_by = failure.error.clone();
            drop(script);
            Probe::new("failure", &shared)
        });
        Self { manager, script }
    }

    /// Registers `phase` with screens that are probes.
    pub fn add_phase(&mut self, phase: Phase, screens: &[&'static str]) {
        let phase = screens.iter().fold(phase, |phase, &name| {
            let shared = Rc::clone(&self.script);
            phase.screen(name, move |_| Probe::new(name, &shared))
        });
        self.manager.add_phase(phase);
    }

    /// A probe for a command that wants a fresh screen.
    pub fn probe(&self, name: &'static str) -> Probe {
        Probe::new(name, &self.script)
    }

    /// Each time `screen` gets `hook` it does this.
    pub fn when(
        &self,
        screen: &'static str,
        hook: &'static str,
        act: impl FnMut(&mut ScreenContext<'_>) + 'static,
    ) {
        self.script.borrow_mut().acts.insert((screen, hook), Box::new(act));
    }

    /// The next time `screen` gets `hook` it does this.
    pub fn once(
        &self,
        screen: &'static str,
        hook: &'static str,
        act: impl FnMut(&mut ScreenContext<'_>) + 'static,
    ) {
        self.script.borrow_mut().once.insert((screen, hook), Box::new(act));
    }

    /// One frame without input. A loop of a test that never ends fails here.
    pub fn frame(&mut self) {
        assert!(self.manager.tick() < MAX_TICKS, "the test does not end: {:?}", self.manager.load());
        self.manager.step(&Input::default());
    }

    /// Frames until no transition runs and no phase loads.
    pub fn run_until_idle(&mut self) {
        for frame in 0..60_000 {
            self.frame();
            if self.manager.is_idle() {
                return;
            }
            // What needs more has threads, which may be slow.
            if frame > 1000 {
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
        }
        panic!("a minute was not enough: {:#?}", self.lines());
    }

    /// Requests commands from outside, runs one tick, and returns its trace.
    pub fn run<R: Into<Request>>(&mut self, commands: impl IntoIterator<Item = R>) -> Vec<String> {
        commands.into_iter().for_each(|command| drop(self.manager.command(command)));
        self.frame();
        self.lines()
    }

    /// The trace since the last call.
    pub fn lines(&mut self) -> Vec<String> {
        self.manager.trace().take().iter().map(|record| line(&record.event)).collect()
    }

    /// The trace since the last call, each line with its tick counted from `first`.
    pub fn lines_from(&mut self, first: u64) -> Vec<String> {
        self.manager.trace().take().iter().map(|record| framed(record, first)).collect()
    }

    /// What the screens noted since the last call.
    pub fn notes(&self) -> Vec<String> {
        std::mem::take(&mut self.script.borrow_mut().notes)
    }

    /// The names on the stack, bottom to top.
    pub fn stack(&self) -> Vec<&'static str> {
        self.manager.stack().ids().map(proscenium_core::flow::ScreenId::name).collect()
    }
}

/// A record with its tick, counted from `first`.
pub fn framed(record: &TraceRecord, first: u64) -> String {
    format!("{} {}", record.tick - first, line(&record.event))
}

/// A record as a short line.
pub fn line(event: &TraceEvent) -> String {
    match event {
        TraceEvent::Command { command, target, outcome, reason } => {
            let target = if target.is_empty() { String::new() } else { format!(" {target}") };
            let reason = reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
            format!("{command}{target} {outcome}{reason}")
        }
        TraceEvent::Hook { screen, hook } => format!("{screen}.{hook}"),
        TraceEvent::Stack { stack } => format!("[{}]", stack.join(" ")),
        TraceEvent::Transition { name, step } => format!("{name} {step}"),
        TraceEvent::Phase { phase, step } => format!("phase {phase} {step}"),
        TraceEvent::Resource { phase, id, kind, step, progress } => {
            format!("{kind} {phase}/{id} {step} {progress:.3}")
        }
        TraceEvent::Event { event } => format!("event {event}"),
        TraceEvent::Machine { unit, machine, change, from, to } => {
            format!("{machine} {unit} {change} {from} > {to}")
        }
    }
}
