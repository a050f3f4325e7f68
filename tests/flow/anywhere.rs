//! The singleton from loggers, destructors and panic hooks, and a manager whose screens panic.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::{Arc, Once};

use proscenium::flow::{
    FlowHandle, GameEvent, GameScreen, ManagerSettings, Phase, ScreenCommand, ScreenContext, ScreenId,
    ScreenManager, Target,
};
use proscenium::kit::Session;
use proscenium::phase::Resource;
use proscenium::platform::{AssetPath, Clock, Fault, FaultySource, Input, MemorySource};

use crate::probe::Stage;

thread_local! {
    static IS_LISTENING: Cell<bool> = const { Cell::new(false) };
    static HEARD: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Posts each message of this thread through the singleton, while the thread listens.
struct Listener;

impl log::Log for Listener {
    fn enabled(&self, _: &log::Metadata<'_>) -> bool {
        IS_LISTENING.try_with(Cell::get).unwrap_or(false)
    }

    fn log(&self, record: &log::Record<'_>) {
        if self.enabled(record.metadata()) {
            use_everything();
            HEARD.with_borrow_mut(|heard| heard.push(record.args().to_string()));
        }
    }

    fn flush(&self) {}
}

fn use_everything() {
    if let Some(flow) = FlowHandle::current() {
        flow.post("heard".to_owned());
        let _ = (flow.active(), flow.stack());
    }
}

/// Calls `code` while loggers and panic hooks use the singleton. Returns what was logged.
fn listening(code: impl FnOnce()) -> Vec<String> {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        log::set_logger(&Listener).unwrap();
        log::set_max_level(log::LevelFilter::Trace);
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if IS_LISTENING.get() {
                use_everything();
            } else {
                before(panic);
            }
        }));
    });
    IS_LISTENING.set(true);
    code();
    IS_LISTENING.set(false);
    HEARD.take()
}

fn names(stack: &[ScreenId]) -> Vec<&'static str> {
    stack.iter().map(|id| id.name()).collect()
}

#[test]
fn a_logger_may_use_the_singleton() {
    let mut stage = Stage::with(ManagerSettings::with_fade(), &["menu", "game"]);
    let broken = Resource::callback::<()>("broken", |_| Err("no luck".into()));
    stage.add_phase(Phase::new("bad").resource(broken), &["never"]);
    stage.manager.make_current();
    let heard = listening(|| {
        for command in [
            ScreenCommand::push("game"),
            ScreenCommand::push("game"),
            ScreenCommand::load("bad"),
            ScreenCommand::load("play"),
            ScreenCommand::Quit,
        ] {
            stage.manager.command(command);
            stage.frame();
            stage.run_until_idle();
        }
    });
    for expected in ["stack: menu > game", "`game` is on the stack already", "no luck", "stack: "] {
        assert!(heard.iter().any(|line| line.contains(expected)), "{expected}: {heard:?}");
    }
    assert!(stage.manager.has_ended());
}

#[test]
fn a_second_screen_or_phase_of_the_same_id_is_logged() {
    let mut manager = ScreenManager::headless();
    let twice =
        || Phase::new("game").screen("ball", |_| Parting::default()).screen("ball", |_| Parting::default());
    let heard = listening(|| {
        manager.add_phase(Phase::new("menu").screen("ball", |_| Parting::default()));
        manager.add_phase(twice());
        manager.add_phase(Phase::new("menu").screen("title", |_| Parting::default()));
    });
    assert_eq!(
        heard,
        [
            "phase `game`: the second screen `ball` takes the place of the first",
            "the second phase `menu` takes the place of the first",
        ]
    );
}

#[test]
fn a_watch_logs_why_a_saved_file_is_not_taken() {
    let files = FaultySource::new(MemorySource::default().with("a.bin", "1234"));
    let source = Arc::new(files.with(2, Fault::Lose).with(3, Fault::Lose));
    let mut manager = ScreenManager::new(ManagerSettings { source, ..ManagerSettings::default() });
    let phase = Phase::new("play").resource(Resource::file::<Vec<u8>>("a", "a.bin"));
    manager.add_phase(phase.screen("menu", |_| Parting::default()));
    manager.start("play");
    while manager.active() != Some("menu".into()) {
        manager.step(&Input::default());
    }
    let saved = std::iter::once(AssetPath::new("a.bin").unwrap());
    let mut session = Session::new(manager, Clock::manual()).with_watch(saved);
    let heard = listening(|| (0..20).for_each(|_| session.advance(Clock::TICK, &Input::default())));
    assert_eq!(heard, ["cannot read a.bin: there is no such file (bytes `a`)"]);
}

/// Something that uses the singleton when it is dropped.
#[derive(Default)]
struct Parting(Rc<Cell<usize>>);

impl Drop for Parting {
    fn drop(&mut self) {
        use_everything();
        let _ = FlowHandle::current().map(|flow| flow.push("missing"));
        self.0.set(self.0.get() + 1);
    }
}

impl GameScreen for Parting {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

impl GameEvent for Parting {
    fn name(&self) -> &'static str {
        "parting"
    }
}

#[test]
fn a_destructor_may_use_the_singleton() {
    let drops = Rc::new(Cell::new(0));
    let parting = || Target::fresh("parting", Parting(Rc::clone(&drops)));
    let mut stage = Stage::playing(&["menu"]);
    stage.manager.make_current();
    stage.run([ScreenCommand::push(parting()), ScreenCommand::pop()]);
    stage.run([ScreenCommand::pop_to("nowhere"), ScreenCommand::reset([parting()])]);
    stage.manager.post(Parting(Rc::clone(&drops)));
    stage.frame();
    stage.once("menu", "update", |cx| cx.fail("on purpose"));
    stage.run([ScreenCommand::load("play")]);
    stage.run_until_idle();
    stage.run([ScreenCommand::push(parting())]);
    stage.frame();
    let flow = FlowHandle::current().unwrap();
    stage.run([ScreenCommand::Quit, ScreenCommand::push(parting())]);
    stage.run([ScreenCommand::push(parting())]);
    stage.manager.post(Parting(Rc::clone(&drops)));
    flow.post(Parting(Rc::clone(&drops)));
    flow.command(ScreenCommand::push(parting()));
    let before = drops.get();
    drop(stage);
    assert_eq!((before, drops.get()), (9, 9), "nothing is collected after the end");
}

thread_local! {
    static LAST: Parting = Parting::default();
}

#[test]
fn the_destructors_of_a_thread_may_use_the_singleton() {
    for is_first in [true, false] {
        let thread = std::thread::spawn(move || {
            if is_first {
                LAST.with(|_| ());
            }
            ScreenManager::headless().make_current();
            LAST.with(|_| ());
        });
        assert!(thread.join().is_ok());
    }
}

#[test]
fn requests_after_the_end_are_refused() {
    let mut stage = Stage::playing(&["menu"]);
    stage.manager.make_current();
    let before = FlowHandle::current().unwrap();
    stage.run([ScreenCommand::Quit]);
    assert!(FlowHandle::current().is_none());
    let late = before.command(ScreenCommand::push("menu"));
    assert_eq!(late.outcome(), Some(Err("the program has ended")));
    assert_eq!(before.stack(), Vec::new());
    assert_eq!(stage.run([ScreenCommand::push("menu")]), ["push menu rejected: the program has ended"]);
}

#[test]
fn the_singleton_sees_the_stack_after_a_panic_in_a_hook() {
    for (hook, command, stack) in [
        ("on_result", ScreenCommand::Pop(Some(Box::new(1))), &["menu"][..]),
        ("on_active", ScreenCommand::pop(), &["menu"]),
        ("on_inactive", ScreenCommand::push("pause"), &["menu", "game"]),
    ] {
        let mut stage = Stage::playing(&["menu", "game", "pause"]);
        stage.manager.make_current();
        stage.run([ScreenCommand::push("game")]);
        let screen = if hook == "on_inactive" { "game" } else { "menu" };
        stage.once(screen, hook, |_| panic!("on purpose"));
        stage.manager.command(command);
        listening(|| {
            let tick = AssertUnwindSafe(|| stage.manager.step(&Input::default()));
            assert!(catch_unwind(tick).is_err());
        });
        assert_eq!(names(&FlowHandle::current().unwrap().stack()), stack, "{hook}");
        assert_eq!(stage.stack(), stack);
    }
}

/// A request that is made with code that uses the singleton.
struct Asking;

impl From<Asking> for proscenium::flow::Request {
    fn from(_: Asking) -> Self {
        use_everything();
        ScreenCommand::push("game").into()
    }
}

#[test]
fn the_code_that_makes_a_request_may_use_the_singleton() {
    let mut stage = Stage::playing(&["menu", "game"]);
    stage.manager.make_current();
    stage.manager.add_rule(|_: &String, cx| drop(cx.command(Asking)));
    stage.once("menu", "update", |cx| drop(cx.command(Asking)));
    stage.manager.command(Asking);
    stage.manager.post("ask".to_owned());
    stage.frame();
    assert_eq!(stage.stack(), ["menu", "game"]);
}
