//! The singleton from loggers, destructors and panic hooks.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Once;

use proscenium_core::flow::{
    GameEvent, GameScreen, ManagerSettings, Phase, ScreenCommand, ScreenContext, ScreenManager, Target,
};
use proscenium_core::phase::Resource;
use proscenium_core::platform::caught;

use crate::stage::Stage;

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
    if let Some(flow) = ScreenManager::current() {
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
fn loads_that_leave_nothing_behind_log_no_texture() {
    let mut stage = Stage::playing(&["menu"]);
    stage.add_phase(Phase::new("bare"), &["menu"]);
    let heard = listening(|| {
        for phase in ["bare", "play"] {
            stage.manager.command(ScreenCommand::load(phase));
            stage.run_until_idle();
        }
    });
    assert!(!heard.is_empty());
    assert!(!heard.iter().any(|line| line.contains("belong to no resource")), "{heard:?}");
}

#[test]
fn a_command_that_is_rejected_in_each_tick_is_logged_once() {
    let mut stage = Stage::playing(&["menu"]);
    let heard = listening(|| {
        for _ in 0..10 {
            stage.manager.command(ScreenCommand::push("menu"));
            stage.frame();
        }
        stage.manager.command(ScreenCommand::pop());
        stage.frame();
    });
    let rejections: Vec<_> = heard.iter().filter(|line| line.contains("was rejected")).collect();
    assert_eq!(rejections.len(), 2, "{rejections:?}");
    assert!(rejections[0].starts_with("push menu was rejected"), "{rejections:?}");
    assert!(rejections[1].starts_with("pop was rejected"), "{rejections:?}");
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

/// Something that uses the singleton when it is dropped.
#[derive(Default)]
struct Parting(Rc<Cell<usize>>);

impl Drop for Parting {
    fn drop(&mut self) {
        use_everything();
        let _ = ScreenManager::current().map(|flow| flow.push("missing"));
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
    stage.manager.flow().post(Parting(Rc::clone(&drops)));
    stage.frame();
    stage.once("menu", "update", |cx| cx.fail("on purpose"));
    stage.run([ScreenCommand::load("play")]);
    stage.run_until_idle();
    stage.run([ScreenCommand::push(parting())]);
    stage.frame();
    let flow = ScreenManager::current().unwrap();
    stage.run([ScreenCommand::Quit, ScreenCommand::push(parting())]);
    stage.run([ScreenCommand::push(parting())]);
    stage.manager.flow().post(Parting(Rc::clone(&drops)));
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
    let before = ScreenManager::current().unwrap();
    stage.run([ScreenCommand::Quit]);
    assert!(ScreenManager::current().is_none());
    let late = before.command(ScreenCommand::push("menu"));
    assert_eq!(late.outcome(), Some(Err("the program has ended")));
    assert_eq!(before.stack(), Vec::new());
    assert_eq!(stage.run([ScreenCommand::push("menu")]), ["push menu rejected: the program has ended"]);
}

#[test]
fn a_panic_hook_may_use_the_singleton() {
    let mut stage = Stage::playing(&["menu"]);
    stage.manager.make_current();
    stage.once("menu", "update", |_| panic!("on purpose"));
    listening(|| {
        let tick = caught(|| stage.frame());
        assert_eq!(tick, Err("on purpose, in `update` of screen `menu`".to_owned()));
    });
}

/// A request that is made with code that uses the singleton.
struct Asking;

impl From<Asking> for proscenium_core::flow::Request {
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
    stage.manager.flow().post("ask".to_owned());
    stage.frame();
    assert_eq!(stage.stack(), ["menu", "game"]);
}
