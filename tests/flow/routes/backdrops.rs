//! The screen below the stack, which lives on through changes of screens and phases.

use std::cell::RefCell;
use std::rc::Rc;

use proscenium::flow::{
    BuildContext, Cover, CoverAudio, Fade, GameScreen, ManagerSettings, Phase, ScreenCommand, ScreenContext,
    ScreenManager,
};
use proscenium::phase::{Handle, Resource, Texture};
use proscenium::platform::{Action, Clock, Input, TestSource};

use crate::files::{load, png, reading, texture};
use crate::probe::{Probe, Stage, with_item};

/// A phase with the backdrop `sky`.
fn with_sky(stage: &Stage, phase: Phase) -> Phase {
    let shared = stage.script.clone();
    phase.backdrop("sky", move |_| Probe::new("sky", &shared))
}

/// A stage on `menu` of the phase `first`; `second` has the same backdrop, `bare` has none, and `bad` has it
/// and fails.
fn stage() -> Stage {
    let mut stage = Stage::empty(ManagerSettings::default());
    let first = with_sky(&stage, Phase::new("first"));
    stage.add_phase(first, &["menu", "game"]);
    let second = with_sky(&stage, with_item(Phase::new("second")));
    stage.add_phase(second, &["shop"]);
    stage.add_phase(with_item(Phase::new("bare")), &["plain"]);
    let bad = Phase::new("bad").resource(Resource::callback::<()>("b", |_| Err("no luck".into())));
    let bad = with_sky(&stage, bad);
    stage.add_phase(bad, &["never"]);
    load(&mut stage, "first");
    stage.notes();
    stage
}

/// The hooks of a load, the stacks and the failure.
fn hooks(stage: &mut Stage, phase: &'static str) -> Vec<String> {
    let lines = load(stage, phase).into_iter().filter(|line| line.contains(".on_") || line.contains('['));
    lines.map(|line| line.split_once(' ').unwrap().1.to_owned()).collect()
}

#[test]
fn it_joins_before_the_first_screen_of_its_phase() {
    let mut stage = stage();
    assert_eq!(stage.manager.backdrop(), Some("sky".into()));
    assert_eq!(stage.stack(), ["menu"]);
    stage.run([ScreenCommand::load("bare")]);
    stage.run_until_idle();
    stage.lines();
    assert_eq!(
        hooks(&mut stage, "first"),
        [
            "plain.on_inactive",
            "plain.on_exit",
            "loading.on_enter",
            "loading.on_active",
            "[loading]",
            "loading.on_inactive",
            "loading.on_exit",
            "sky.on_enter",
            "menu.on_enter",
            "menu.on_active",
            "[menu]",
        ]
    );
}

#[test]
fn it_lives_through_commands_and_a_load_of_a_phase_with_it() {
    let mut stage = stage();
    stage.run([ScreenCommand::push("game"), ScreenCommand::reset(["game", "menu"])]);
    assert!(hooks(&mut stage, "second").iter().all(|line| !line.starts_with("sky")));
    assert_eq!((stage.manager.backdrop(), stage.stack()), (Some("sky".into()), vec!["shop"]));
    let reload = hooks(&mut stage, "second");
    let of_sky: Vec<_> = reload.iter().filter(|line| line.starts_with("sky")).collect();
    assert_eq!(of_sky, ["sky.on_exit", "sky.on_enter"], "its resources are others after a reload");
}

#[test]
fn a_load_of_a_phase_without_it_ends_it_after_the_screens() {
    let mut stage = stage();
    stage.run([ScreenCommand::push("game")]);
    assert_eq!(
        hooks(&mut stage, "bare")[..6],
        [
            "game.on_inactive",
            "game.on_exit",
            "menu.on_exit",
            "sky.on_exit",
            "loading.on_enter",
            "loading.on_active"
        ]
    );
    assert_eq!(stage.manager.backdrop(), None);
}

#[test]
fn a_quit_ends_it_last() {
    let mut stage = stage();
    let script = stage.script.clone();
    stage.once("sky", "on_exit", move |cx| {
        let change = cx.change().unwrap();
        script.borrow_mut().notes.push(format!("{:?} {:?}", change, cx.phase().unwrap().name()));
    });
    assert_eq!(
        stage.run([ScreenCommand::Quit]),
        ["quit applied", "menu.on_inactive", "menu.on_exit", "sky.on_exit", "[]"]
    );
    assert_eq!(stage.notes().last().unwrap(), "Quit \"first\"");
}

#[test]
fn a_failure_ends_it_and_a_retry_builds_another() {
    let mut stage = stage();
    stage.once("sky", "update", |cx| cx.fail("no more clouds"));
    stage.frame();
    assert_eq!(
        stage.lines(),
        [
            "menu.on_inactive",
            "menu.on_exit",
            "sky.on_exit",
            "failure.on_enter",
            "failure.on_active",
            "[failure]"
        ]
    );
    assert!(stage.notes().contains(&"failure: screen `sky` cannot go on: no more clouds".to_owned()));
    assert_eq!(stage.manager.backdrop(), None);
    assert!(hooks(&mut stage, "first").contains(&"sky.on_enter".to_owned()));
}

#[test]
fn it_lives_until_a_load_of_a_phase_with_it_fails() {
    let mut stage = stage();
    let hooks = hooks(&mut stage, "bad");
    let exit = hooks.iter().position(|line| line == "sky.on_exit").unwrap();
    assert_eq!(hooks[exit - 1..=exit + 1], ["loading.on_exit", "sky.on_exit", "failure.on_enter"]);
}

#[test]
fn a_backdrop_that_cannot_be_built_fails_the_load() {
    let mut stage = stage();
    let shared = stage.script.clone();
    let broken = Phase::new("broken")
        .try_backdrop("night", |cx| {
            cx.handle::<Texture>("stars");
            Err::<Probe, _>("too dark".into())
        })
        .screen("plain", move |_| Probe::new("plain", &shared));
    stage.manager.add_phase(broken);
    stage.notes();
    load(&mut stage, "broken");
    assert_eq!(
        crate::files::failure(&stage),
        "failure: screen `night` of phase `broken` cannot be built: no resource `stars` is loaded: \
         is it in the manifest of this phase, and if it is streamed, has it come?"
    );
}

#[test]
fn it_is_updated_in_each_tick_and_no_cover_stops_it() {
    let fade = Fade { out_time: Clock::TICK, in_time: Clock::TICK, ..Fade::default() };
    let mut stage = stage();
    let script = stage.script.clone();
    stage.when("sky", "update", move |cx| {
        assert_eq!((cx.delta(), cx.is_active()), (Clock::TICK, false));
        assert!(!cx.input().is_held(Action::ACCEPT), "it gets no input");
        let above = cx.covered_by().map_or("nothing", |id| id.name());
        script.borrow_mut().notes.push(format!("under {above}, {:?}", cx.audio()));
    });
    let cover = Cover { speed: 0.0, audio: CoverAudio::Pause };
    stage.script.borrow_mut().covers.insert("game", cover);
    stage.manager.step(&Input::pressing([Action::ACCEPT]));
    assert_eq!(stage.notes(), ["menu update", "sky update", "under menu, Continue"]);
    stage.run([ScreenCommand::push("game")]);
    stage.notes();
    stage.frame();
    assert_eq!(stage.notes(), ["game update", "sky update", "under menu, Pause"]);
    // In each tick of a load with a transition, also.
    let first = stage.manager.tick();
    stage.manager.command(ScreenCommand::load("second").through(fade));
    stage.frame();
    stage.run_until_idle();
    let updates = stage.notes().iter().filter(|note| *note == "sky update").count();
    assert_eq!(updates as u64, stage.manager.tick() - first);
}

#[test]
fn the_lowest_screen_draws_it_and_so_does_loading() {
    let mut stage = stage();
    let drawn = |stage: &Stage| {
        stage.notes();
        stage.manager.draw();
        stage.notes()
    };
    stage.run([ScreenCommand::push("game")]);
    stage.script.borrow_mut().transparent.insert("game");
    assert_eq!(drawn(&stage), ["game draw", "menu draw", "game draw on top"]);
    stage.script.borrow_mut().transparent.extend(["menu", "sky", "loading"]);
    assert_eq!(
        drawn(&stage),
        ["game draw", "menu draw", "sky draw", "sky draw on top", "menu draw on top", "game draw on top"]
    );
    stage.run([ScreenCommand::load("second")]);
    assert_eq!(drawn(&stage), ["loading draw", "sky draw", "sky draw on top", "loading draw on top"]);
    stage.run([ScreenCommand::load("bare")]);
    assert_eq!(drawn(&stage), ["loading draw", "loading draw on top"]);
}

#[test]
fn events_reach_it_last() {
    let mut stage = stage();
    stage.run([ScreenCommand::push("game")]);
    stage.notes();
    stage.manager.post("rain".to_owned());
    stage.frame();
    let seen = |stage: &Stage| stage.notes().into_iter().filter(|note| note.contains(" saw ")).collect();
    let seen: Vec<String> = seen(&stage);
    assert_eq!(seen, ["game saw rain", "menu saw rain", "sky saw rain"]);
}

#[test]
fn it_can_request_commands_and_pops_no_screen() {
    let mut stage = stage();
    stage.once("sky", "update", |cx| {
        cx.push("game");
        cx.pop();
    });
    stage.frame();
    assert_eq!(stage.stack(), ["menu", "game"]);
    assert_eq!(
        stage.lines().last().unwrap(),
        "pop rejected: `sky` is not the active screen, and a screen pops itself only"
    );
}

#[test]
fn a_second_load_decides_what_becomes_of_it() {
    let mut stage = stage();
    // Cancelled before its end; the second load has no backdrop.
    stage.run([ScreenCommand::load("second")]);
    assert_eq!(stage.manager.backdrop(), Some("sky".into()));
    let lines = stage.run([ScreenCommand::load("bare")]);
    let begin = lines.iter().position(|line| line == "load bare applied").unwrap();
    let leaving = ["load bare applied", "loading.on_inactive", "loading.on_exit", "sky.on_exit"];
    assert_eq!(lines[begin..begin + 4], leaving);
    stage.run_until_idle();
    assert_eq!((stage.manager.backdrop(), stage.stack()), (None, vec!["plain"]));
}

#[test]
fn resources_that_all_its_phases_have_stay_for_it() {
    /// Notes the width of its texture in each update.
    struct Sky(Handle<Texture>, Rc<RefCell<Vec<Option<u32>>>>);
    impl GameScreen for Sky {
        fn update(&mut self, cx: &mut ScreenContext<'_>) {
            self.1.borrow_mut().push(cx.get(self.0).map(|texture| texture.width));
        }
    }
    let source =
        TestSource::default().with("clouds.png", png(20)).with("a.png", png(10)).with("b.png", png(5));
    let mut stage = reading(source);
    let widths = Rc::new(RefCell::new(Vec::new()));
    for (id, other) in [("one", "a"), ("two", "b")] {
        let shared = Rc::clone(&widths);
        let phase = Phase::new(id).resource(texture(other)).resource(texture("clouds"));
        let phase = phase.backdrop("sky", move |cx| Sky(cx.handle("clouds"), Rc::clone(&shared)));
        stage.add_phase(phase, &["menu"]);
    }
    for phase in ["one", "two", "two", "one"] {
        load(&mut stage, phase);
    }
    let widths = widths.take();
    assert!(widths.len() > 4 && widths.iter().all(|width| *width == Some(20)), "{widths:?}");
    assert!(stage.manager.leaks().is_empty());
}

#[test]
fn it_is_dropped_after_all_screens() {
    struct Tale(&'static str, Rc<RefCell<Vec<&'static str>>>);
    impl GameScreen for Tale {
        fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
    }
    impl Drop for Tale {
        fn drop(&mut self) {
            self.1.borrow_mut().push(self.0);
        }
    }
    let dropped = Rc::default();
    let tale = |name| {
        let dropped = Rc::clone(&dropped);
        move |_: &BuildContext<'_>| Tale(name, Rc::clone(&dropped))
    };
    let mut manager = ScreenManager::headless();
    let phase = Phase::new("play").screen("menu", tale("menu")).screen("game", tale("game"));
    manager.add_phase(phase.screen("idle", tale("idle")).backdrop("sky", tale("sky")));
    manager.start("play");
    while manager.phase().is_none() {
        manager.step(&Input::default());
    }
    manager.command(ScreenCommand::push("game"));
    manager.step(&Input::default());
    assert_eq!(manager.backdrop(), Some("sky".into()));
    drop(manager);
    assert_eq!(dropped.take(), ["game", "menu", "idle", "sky"]);
}
