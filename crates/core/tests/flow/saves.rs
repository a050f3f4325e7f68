//! Saves of the flow: what is in them, and what of it is restored.

mod damaged;
mod depth;
mod lockstep;
mod losses;
mod machines;
mod meadow;
mod shared;

use std::sync::Arc;
use std::time::Duration;

use proscenium_ai::{Event, EventId, Payload};
use proscenium_core::flow::{
    GameEvent, GameScreen, ManagerSettings, Phase, SaveError, SavedFlow, ScreenCommand, ScreenContext,
    ScreenId, ScreenManager, ShaderTransition, Ticket,
};
use proscenium_core::platform::{Action, Fault, FaultySource, Input, MemorySource};

use crate::stage::{Stage, line};
use meadow::{Flock, Meadow, MeadowState, Sheep, meadow, run, run_until_idle, with_header};

/// A manager in which the meadow of five sheep runs since `ticks` ticks.
fn grazing(seed: u64, ticks: u32) -> ScreenManager {
    let mut manager = meadow(seed);
    manager.start("menu");
    run_until_idle(&mut manager);
    manager.command(ScreenCommand::load_with("meadow", Flock(5)));
    run_until_idle(&mut manager);
    run(&mut manager, ticks);
    manager
}

/// Another program, which has restored `save`.
fn restored(save: &str) -> ScreenManager {
    let mut manager = meadow(99);
    manager.start("menu");
    run_until_idle(&mut manager);
    manager.restore(save).unwrap();
    run_until_idle(&mut manager);
    manager
}

fn lines(manager: &mut ScreenManager) -> Vec<String> {
    manager.trace().take().iter().map(|record| line(&record.event)).collect()
}

fn state(manager: &ScreenManager) -> (MeadowState, Vec<Sheep>) {
    let screen: &Meadow = manager.stack().screen("meadow").unwrap();
    let sheep = screen.sheep.and_then(|sheep| manager.stack().populations("meadow")?.get(sheep));
    (screen.state.clone(), sheep.unwrap().data().to_vec())
}

fn lost(manager: &mut ScreenManager) -> Vec<String> {
    run(manager, 1);
    manager.stack().screen("meadow").and_then(|meadow: &Meadow| meadow.lost.clone()).unwrap()
}

#[test]
fn a_restore_loads_the_phase_and_enters_the_stack_of_the_save() {
    let mut manager = grazing(1, 20);
    manager.command(ScreenCommand::push("pause"));
    run(&mut manager, 1);
    let save = manager.save().unwrap();
    lines(&mut manager);
    manager.restore(&save).unwrap();
    run_until_idle(&mut manager);
    let seen: Vec<_> = lines(&mut manager).into_iter().filter(|line| !line.starts_with("sheep ")).collect();
    assert_eq!(
        seen,
        [
            "restore meadow applied",
            "pause.on_inactive",
            "pause.on_exit",
            "meadow.on_exit",
            "phase meadow freeing",
            "phase meadow loading",
            "phase meadow ready",
            "loading.on_enter",
            "loading.on_active",
            "[loading]",
            "loading.on_inactive",
            "loading.on_exit",
            "meadow.on_enter",
            "pause.on_enter",
            "meadow.restore",
            "pause.on_active",
            "[meadow pause]",
        ]
    );
    assert_eq!(lost(&mut manager), [""; 0]);
}

#[test]
fn a_restored_flow_goes_on_as_one_that_was_not_interrupted() {
    for (seed, ticks) in [(1, 0), (2, 7), (3, 12), (4, 61), (5, 250)] {
        let mut one = grazing(seed, ticks);
        let save = one.save().unwrap();
        let mut other = restored(&save);
        assert_eq!(state(&one), state(&other), "seed {seed}");
        lines(&mut one);
        lines(&mut other);
        run(&mut one, 3_000);
        run(&mut other, 3_000);
        let goes_on: Vec<_> = lines(&mut other).into_iter().filter(|line| line != "event restored").collect();
        assert_eq!(goes_on, lines(&mut one), "seed {seed}");
        assert_eq!(state(&one), state(&other), "seed {seed}");
    }
}

#[test]
fn messages_that_wait_are_handled_after_the_restore() {
    let mut manager = grazing(1, 1);
    let sheep = manager.stack().screen("meadow").and_then(|meadow: &Meadow| meadow.sheep).unwrap();
    let flock = manager.stack_mut().populations_mut("meadow").unwrap().get_mut(sheep).unwrap();
    assert_eq!(flock.broadcast("bark"), 5);
    let mut other = restored(&manager.save().unwrap());
    assert_eq!(lost(&mut other), [""; 0]);
    assert_eq!(states(&other), [("rest", 5)]);
}

#[test]
fn events_that_wait_are_delivered_after_the_restore() {
    let manager = grazing(1, 1);
    manager.flow().post("rain".to_owned());
    let save = manager.save().unwrap();
    let mut other = restored(&save);
    lines(&mut other);
    run(&mut other, 1);
    assert_eq!(lines(&mut other)[..2], ["event rain", "event restored"]);
}

#[test]
fn events_of_units_keep_the_types_of_their_payloads() {
    let bark = EventId::from("bark");
    let manager = grazing(1, 1);
    for payload in [Payload::None, Payload::Integer(7), Payload::Number(2.5), Payload::Point([1.0, -0.5])] {
        manager.flow().post(Event { id: bark, payload });
    }
    let save = manager.save().unwrap();
    let events = "Unit(\"bark\",Integer(7)),Unit(\"bark\",Number(2.5))";
    assert!(save.contains(events), "{save}");
    // In older saves each is a number, and there is a checksum.
    let old = body(&save).replace("Unit(\"bark\",Integer(7))", "Machine(\"bark\",7.5)");
    let old = format!("proscenium-save 1 10115 6aa0111e\n{old}");
    let mut other = restored(&old);
    lines(&mut other);
    run(&mut other, 1);
    assert_eq!(lines(&mut other)[..5], [["event bark"; 4].as_slice(), &["event restored"]].concat());
    let flock = other
        .stack()
        .populations("meadow")
        .unwrap()
        .get(other.stack().screen::<Meadow>("meadow").unwrap().sheep.unwrap());
    let flock = flock.unwrap();
    let sent: Vec<_> = flock.messages_for(flock.iter().next().unwrap()).map(|event| event.payload).collect();
    let expected = [Payload::Number(7.5), Payload::Number(2.5), Payload::Point([1.0, -0.5])];
    assert_eq!(sent, expected, "the first is handled in this tick");
}

struct Custom;

impl GameEvent for Custom {
    fn name(&self) -> &'static str {
        "custom"
    }
}

#[test]
fn a_save_waits_until_nothing_runs_and_waits() {
    let mut stage = Stage::with(ManagerSettings::with_fade(), &["menu", "game"]);
    assert!(stage.manager.save().is_ok());
    // It lasts longer than a save would wait for events.
    let slow = ShaderTransition::cross_fade().lasting(Duration::from_secs(3));
    stage.manager.command(ScreenCommand::push("game").through(slow));
    assert!(matches!(stage.manager.save(), Err(SaveError::NotNow(_))), "a request waits");
    stage.frame();
    assert!(matches!(stage.manager.save(), Err(SaveError::NotNow(_))), "a transition runs");
    let ticket = request(&stage);
    stage.frame();
    assert_eq!(ticket.outcome(), None);
    stage.run_until_idle();
    stage.frame();
    let save = SavedFlow::parse(ticket.outcome().unwrap().unwrap()).unwrap();
    assert_eq!((save.phase(), save.screens().collect::<Vec<_>>()), ("play", vec!["menu", "game"]));
}

/// The states of the sheep, with the number of sheep in each.
fn states(manager: &ScreenManager) -> Vec<(&str, usize)> {
    manager.stack().populations("meadow").unwrap().counts().next().unwrap().1
}

/// Requests a save as a screen does.
fn request(stage: &Stage) -> Ticket<String> {
    stage.manager.make_current();
    ScreenManager::current().unwrap().save()
}

#[test]
fn an_event_of_the_game_that_waits_is_delivered_before_a_save() {
    let mut stage = Stage::playing(&["menu"]);
    stage.once("menu", "update", |cx| cx.post(Custom));
    stage.frame();
    let ticket = request(&stage);
    stage.frame();
    let save = ticket.outcome().unwrap().unwrap();
    let mut other = Stage::playing(&["menu"]);
    other.manager.restore(save).unwrap();
    other.run_until_idle();
    assert_eq!(other.manager.stack().active().map(ScreenId::name), Some("menu"));
    assert!(!save.contains("it waited"), "{save}");
}

#[test]
fn no_wait_of_a_save_is_without_an_end() {
    let mut stage = Stage::playing(&["menu"]);
    stage.when("menu", "update", |cx| cx.post(Custom));
    stage.when("menu", "on_event", |cx| cx.pop());
    stage.frame();
    let ticket = request(&stage);
    (0..100).for_each(|_| stage.frame());
    let refused = Err("the game cannot be saved now: a change of screens is not over");
    assert_eq!(ticket.outcome(), Some(refused), "each event requests something");
}

#[test]
fn after_the_end_and_a_failure_nothing_is_saved() {
    let mut stage = Stage::playing(&["menu"]);
    stage.once("menu", "update", |cx| cx.fail("the end of the world"));
    stage.frame();
    assert!(matches!(stage.manager.save(), Err(SaveError::NotNow(_))));
    stage.manager.command(ScreenCommand::Quit);
    let waiting = request(&stage);
    stage.frame();
    assert_eq!(waiting.outcome(), Some(Err("the program has ended")));
    assert!(matches!(stage.manager.save(), Err(SaveError::NotNow(_))));
}

#[test]
fn a_payload_that_the_phase_does_not_keep_is_no_part_of_a_save() {
    let mut stage = Stage::playing(&["menu"]);
    stage.manager.command(ScreenCommand::load_with("play", 7_u32));
    stage.run_until_idle();
    assert!(matches!(stage.manager.save(), Err(SaveError::Payload(phase, _)) if phase == "play"));
}

fn body(save: &str) -> &str {
    save.split_once('\n').unwrap().1
}

#[test]
fn a_screen_that_is_gone_is_left_out_or_replaced() {
    let mut manager = grazing(1, 3);
    manager.command(ScreenCommand::push("pause"));
    run(&mut manager, 1);
    let save = with_header(&body(&manager.save().unwrap()).replace("\"pause\"", "\"shop\""));
    let mut other = restored(&save);
    assert_eq!(other.stack().ids().map(ScreenId::name).collect::<Vec<_>>(), ["meadow"]);
    assert_eq!(lost(&mut other), ["screen `shop`: phase `meadow` has none of this name"]);

    let mut other = meadow(1);
    other.set_screen_fallback(|gone| (gone == "shop").then(|| "pause".into()));
    other.restore(&save).unwrap();
    run_until_idle(&mut other);
    assert_eq!(other.stack().ids().map(ScreenId::name).collect::<Vec<_>>(), ["meadow", "pause"]);
}

#[test]
fn without_any_screen_of_the_save_the_phase_begins() {
    let manager = grazing(1, 3);
    let save = with_header(&body(&manager.save().unwrap()).replace("id:\"meadow\"", "id:\"field\""));
    let mut other = restored(&save);
    let (new, sheep) = state(&other);
    assert_eq!((new.ticks, sheep.len()), (1, 5), "the first update of a new screen; the payload is kept");
    assert_eq!(lost(&mut other), ["screen `field`: phase `meadow` has none of this name"]);
}

#[test]
fn a_state_that_cannot_be_read_leaves_the_screen_as_new() {
    let manager = grazing(1, 30);
    let save = with_header(&body(&manager.save().unwrap()).replace("rain:", "snow:"));
    let mut other = restored(&save);
    assert_eq!(state(&other).0, MeadowState::default());
    assert_eq!(state(&other).1, state(&manager).1, "the sheep come from the save");
    let lost = lost(&mut other);
    assert!(lost.len() == 1 && lost[0].starts_with("screen `meadow`: "), "{lost:?}");
}

#[test]
fn units_in_a_state_that_is_gone_come_to_the_fallback() {
    let manager = grazing(1, 33);
    let save = body(&manager.save().unwrap()).replace("\"rest\"", "\"sleep\"");
    let mut other = restored(&with_header(&save));
    assert_eq!(states(&other), [("graze", 5)]);
    let lost = lost(&mut other);
    assert!(lost.iter().any(|line| line.starts_with("screen `meadow`: machine `sheep`: ")), "{lost:?}");
}

#[test]
fn a_machine_that_is_gone_is_listed() {
    let manager = grazing(1, 3);
    let save = body(&manager.save().unwrap()).replace("(\"sheep\",", "(\"goats\",");
    let mut other = restored(&with_header(&save));
    assert_eq!(lost(&mut other), ["screen `meadow`: machine `goats`: the screen keeps no population of it"]);
}

#[test]
fn a_save_of_a_phase_that_is_gone_is_rejected() {
    let manager = grazing(1, 3);
    let save = with_header(&body(&manager.save().unwrap()).replace("phase:\"meadow\"", "phase:\"dunes\""));
    let mut other = grazing(2, 3);
    let before = state(&other);
    let ticket = other.restore(&save).unwrap();
    run(&mut other, 1);
    let outcome = ticket.outcome();
    assert!(matches!(outcome, Some(Err(cause)) if cause.contains("dunes")), "{outcome:?}");
    assert_eq!(state(&other).0.ticks, before.0.ticks + 1, "the game goes on");
}

#[test]
fn a_restore_that_is_rejected_at_the_start_fails() {
    let save = grazing(1, 3).save().unwrap();
    let mut manager = ScreenManager::headless();
    manager.restore(&save).unwrap();
    run(&mut manager, 1);
    assert_eq!(manager.stack().active().map(ScreenId::name), Some("failure"));
}

#[test]
fn a_restore_during_a_load_replaces_it() {
    let mut manager = grazing(1, 3);
    let save = manager.save().unwrap();
    manager.command(ScreenCommand::load("menu"));
    run(&mut manager, 1);
    manager.restore(&save).unwrap();
    run_until_idle(&mut manager);
    assert_eq!(manager.stack().active().map(ScreenId::name), Some("meadow"));
    // A load replaces a restore as well.
    manager.restore(&save).unwrap();
    run(&mut manager, 1);
    manager.command(ScreenCommand::load("meadow"));
    run_until_idle(&mut manager);
    assert_eq!(state(&manager).0.ticks, 1, "nothing of the save arrives");
}

struct NoFont;

impl GameScreen for NoFont {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        cx.fail("no font");
    }
}

#[test]
fn a_retry_after_a_restore_that_failed_restores_again() {
    let one = grazing(1, 30);
    for has_failed_twice in [false, true] {
        let files = MemorySource::default().with("grass.txt", "green");
        let source = Arc::new(FaultySource::new(files).with(1, Fault::Lose));
        let mut other = ScreenManager::new(ManagerSettings { source, ..ManagerSettings::default() });
        let phase = Phase::new("meadow").keep_payload::<Flock>().file::<Vec<u8>>("grass", "grass.txt");
        other.add_phase(phase.screen("meadow", |_| Meadow::default()));
        if has_failed_twice {
            other.set_failure_screen(|_| NoFont);
        }
        other.restore(&one.save().unwrap()).unwrap();
        run_until_idle(&mut other);
        run(&mut other, 2);
        assert_eq!(other.stack().active().map(ScreenId::name), Some("failure"));
        other.step(&Input::pressing([Action::ACCEPT]));
        run_until_idle(&mut other);
        assert_eq!(
            other.stack().screen("meadow").map(|meadow: &Meadow| meadow.state.clone()),
            Some(state(&one).0)
        );
    }
}

#[test]
fn a_restore_of_a_preloaded_phase_needs_no_loading_screen() {
    let mut one = grazing(1, 30);
    one.command(ScreenCommand::push("pause"));
    run(&mut one, 1);
    let save = one.save().unwrap();
    let mut other = meadow(7);
    other.start("menu");
    run_until_idle(&mut other);
    other.command(ScreenCommand::preload("meadow"));
    run(&mut other, 3);
    lines(&mut other);
    other.restore(&save).unwrap();
    run_until_idle(&mut other);
    assert!(lines(&mut other).iter().all(|line| !line.contains("loading.")));
    assert_eq!(
        (state(&other), other.stack().ids().collect::<Vec<_>>()),
        (state(&one), one.stack().ids().collect())
    );
    for manager in [&mut one, &mut other] {
        manager.command(ScreenCommand::pop());
        run(manager, 60);
    }
    assert_eq!(state(&other), state(&one));
}
