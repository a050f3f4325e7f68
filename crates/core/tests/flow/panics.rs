//! A panic of a game's code: it names who was called, and the manager is not used after it.

use std::any::Any;
use std::cell::Cell;
use std::error::Error;
use std::ops::ControlFlow;
use std::rc::Rc;

use proscenium_ai::{Bindings, Blueprint, Population, State};
use proscenium_core::flow::{
    Cover, DrawContext, FrameInput, GameEvent, GameScreen, ManagerSettings, Phase, Plugin, ScreenCommand,
    ScreenContext, ScreenManager, Target, TickInput, Transition, TransitionView,
};
use proscenium_core::platform::{Clock, Input, TraceRecord, caught};

thread_local! {
    /// Where the one panic is to come.
    static ARMED: Cell<&'static str> = const { Cell::new("") };
}

/// Panics if the panic is to come here.
fn pass(place: &str) {
    if ARMED.get() == place {
        ARMED.set("");
        panic!("on purpose");
    }
}

/// A screen, or an event, that passes a place in each call.
struct Mine(&'static str);

impl Mine {
    fn pass(&self, hook: &str) {
        pass(&format!("{} {hook}", self.0));
    }
}

impl Drop for Mine {
    fn drop(&mut self) {
        self.pass("drop");
    }
}

impl GameScreen for Mine {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        self.pass("on_enter");
        if self.0 == "shop" {
            let till = Blueprint::table("till", "open").state(State::new("open").update("count"));
            let bindings = Bindings::new().action("count", |(): &mut (), (): &mut (), _| pass("till count"));
            let mut tills = Population::new(&till.build(&bindings).unwrap());
            tills.spawn(&mut (), ());
            cx.populations().add(tills);
        }
    }

    fn on_active(&mut self, _cx: &mut ScreenContext<'_>) {
        self.pass("on_active");
    }

    fn on_inactive(&mut self, _cx: &mut ScreenContext<'_>) {
        self.pass("on_inactive");
    }

    fn on_exit(&mut self, _cx: &mut ScreenContext<'_>) {
        self.pass("on_exit");
    }

    fn on_result(&mut self, _cx: &mut ScreenContext<'_>, _value: &dyn Any) {
        self.pass("on_result");
    }

    fn on_event(&mut self, _cx: &mut ScreenContext<'_>, _event: &dyn GameEvent) -> ControlFlow<()> {
        self.pass("on_event");
        ControlFlow::Continue(())
    }

    fn update(&mut self, _cx: &mut ScreenContext<'_>) {
        self.pass("update");
    }

    fn may_leave(&mut self, _cx: &mut ScreenContext<'_>) -> bool {
        self.pass("may_leave");
        true
    }

    fn cover(&self) -> Cover {
        self.pass("cover");
        Cover::POPUP
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        self.pass("draw");
        cx.draw_parent();
    }
}

impl GameEvent for Mine {
    fn name(&self) -> &'static str {
        "news"
    }
}

struct Wipe;

impl Transition for Wipe {
    fn name(&self) -> &'static str {
        "wipe"
    }

    fn out_time(&self) -> std::time::Duration {
        pass("wipe out_time");
        Clock::TICK
    }

    fn draw(&self, _view: &TransitionView) {
        pass("wipe draw");
    }
}

struct Tool;

impl Plugin for Tool {
    fn before_frame(&mut self, _: &mut ScreenManager, _: &mut FrameInput) {
        pass("tool before_frame");
    }

    fn before_tick(&mut self, _: &mut ScreenManager, _: &mut TickInput) -> Result<(), Box<dyn Error>> {
        pass("tool before_tick");
        Ok(())
    }

    fn after_tick(&mut self, _: &mut ScreenManager, _: &[TraceRecord]) -> Result<(), Box<dyn Error>> {
        pass("tool after_tick");
        Ok(())
    }

    fn draw(&self, _: &ScreenManager) {
        pass("tool draw");
    }

    fn name(&self) -> &'static str {
        "tool"
    }
}

/// A manager on the screen `menu`.
fn manager() -> ScreenManager {
    let transition: Option<Rc<dyn Transition>> = Some(Rc::new(Wipe));
    let mut manager = ScreenManager::new(ManagerSettings { transition, ..ManagerSettings::default() });
    manager.add_phase(Phase::new("town").screen("menu", |_| Mine("menu")).screen("shop", |_| Mine("shop")));
    manager.add_rule(|_: &Mine, _| pass("rule call"));
    manager.add_plugin(Tool);
    manager.start("town");
    run(&mut manager, 3);
    manager
}

fn run(manager: &mut ScreenManager, frames: u32) {
    for _ in 0..frames {
        manager.advance(Clock::TICK, &Input::default());
        manager.draw();
    }
}

/// A walk that comes to each place.
fn tour(manager: &mut ScreenManager) {
    let note = || Target::fresh("note", Mine("note"));
    manager.command(ScreenCommand::push("shop"));
    run(manager, 20);
    manager.flow().post(Mine("event"));
    run(manager, 2);
    manager.command(ScreenCommand::pop_with(7));
    run(manager, 20);
    manager.command(ScreenCommand::push(note()));
    run(manager, 20);
    manager.command(ScreenCommand::Quit);
    run(manager, 20);
}

/// Each place, and who is named.
const PLACES: [(&str, &str); 21] = [
    ("shop on_enter", "`on_enter` of screen `shop`"),
    ("shop on_active", "`on_active` of screen `shop`"),
    ("menu on_inactive", "`on_inactive` of screen `menu`"),
    ("shop on_exit", "`on_exit` of screen `shop`"),
    ("menu on_result", "`on_result` of screen `menu`"),
    ("shop on_event", "`on_event` of screen `shop`"),
    ("shop update", "`update` of screen `shop`"),
    ("menu update", "`update` of screen `menu`"),
    ("menu may_leave", "`may_leave` of screen `menu`"),
    ("shop cover", "`cover` of screen `shop`"),
    ("shop draw", "`draw` of screen `shop`"),
    ("menu draw", "`draw` of screen `menu`"),
    ("note drop", "`drop` of screen `note`"),
    ("menu drop", "`drop` of screen `menu`"),
    ("rule call", "`call` of flow rule `flow::panics::Mine`"),
    ("wipe out_time", "`times` of transition `wipe`"),
    ("wipe draw", "`draw` of transition `wipe`"),
    ("tool before_frame", "`before_frame` of plugin `tool`"),
    ("tool before_tick", "`before_tick` of plugin `tool`"),
    ("tool after_tick", "`after_tick` of plugin `tool`"),
    ("till count", "`machines` of screen `shop`"),
];

/// What a program does with a manager.
type Use = fn(&mut ScreenManager);

const USES: [(&str, Use); 4] = [
    ("step", |manager| manager.step(&Input::default())),
    ("advance", |manager| _ = manager.advance(Clock::TICK, &Input::default())),
    ("draw", |manager| manager.draw()),
    ("save", |manager| drop(manager.save())),
];

#[test]
fn a_panic_names_who_was_called_and_ends_the_use_of_the_manager() {
    for (place, owner) in PLACES {
        let mut manager = manager();
        ARMED.set(place);
        let end = caught(|| tour(&mut manager));
        assert_eq!(end, Err(format!("on purpose, in {owner}")), "{place}");
        for (what, call) in USES {
            let refused = caught(|| call(&mut manager)).expect_err(what);
            assert!(refused.contains("cannot be used") && refused.contains(owner), "{what}: {refused}");
        }
        assert_eq!(caught(move || drop(manager)), Ok(()), "{place}");
    }
}

#[test]
fn a_manager_that_its_own_panic_drops_aborts_nothing() {
    for (place, owner) in PLACES {
        let mut manager = manager();
        ARMED.set(place);
        let end = caught(move || tour(&mut manager));
        assert_eq!(end, Err(format!("on purpose, in {owner}")), "{place}");
    }
}

#[test]
fn the_maker_of_a_loading_or_failure_screen_is_a_plain_call() {
    for place in ["loading make", "failure make"] {
        let mut manager = manager();
        manager.set_loading_screen(|| {
            pass("loading make");
            Mine("loading")
        });
        manager.set_failure_screen(|_| {
            pass("failure make");
            Mine("failure")
        });
        let broken = proscenium_core::phase::Resource::callback::<()>("broken", |_| Err("no luck".into()));
        manager.add_phase(Phase::new("ruin").resource(broken).screen("never", |_| Mine("never")));
        manager.command(ScreenCommand::load("ruin"));
        ARMED.set(place);
        let end = caught(|| run(&mut manager, 20)).expect_err(place);
        assert!(end.starts_with("on purpose"), "{place}: {end}");
    }
}
