//! What a save leaves out, and where it is listed.

use proscenium_core::flow::{
    GameEvent, GameScreen, Phase, Restored, SaveContext, SaveError, ScreenCommand, ScreenContext, ScreenId,
    ScreenManager, Target,
};

use super::meadow::{Meadow, Plain, meadow, run, run_until_idle, with_header};
use super::{body, grazing, lines, lost, request, restored, state};
use crate::stage::Stage;

/// An event of a type of the game.
struct Moved;

impl GameEvent for Moved {
    fn name(&self) -> &'static str {
        "moved"
    }
}

const MOVED: &str = "event `moved`: it waited, and events of a type of the game are not saved";

#[test]
fn a_payload_that_the_phase_does_not_keep_any_more_is_listed() {
    let save = grazing(1, 3).save().unwrap();
    let mut other = ScreenManager::headless();
    other.add_phase(Phase::new("meadow").screen("meadow", |_| Meadow::default()));
    other.restore(&save).unwrap();
    run_until_idle(&mut other);
    let line = "payload of phase `meadow`: the phase does not keep it any more (`Phase::keep_payload`)";
    assert_eq!(lost(&mut other), [line]);
}

#[test]
fn a_game_that_posts_an_event_of_its_own_in_each_tick_can_be_saved() {
    let mut one = grazing(1, 3);
    one.flow().post(Moved);
    one.flow().post("rain".to_owned());
    let save = one.save().unwrap();
    let mut other = restored(&save);
    assert_eq!((state(&other), lost(&mut other)), (state(&one), vec![MOVED.to_owned()]));
    lines(&mut one);
    run(&mut one, 1);
    assert_eq!(lines(&mut one)[..2], ["event moved", "event rain"], "a save takes nothing away");
}

#[test]
fn a_requested_save_lets_events_be_delivered_and_loses_none() {
    let mut stage = Stage::playing(&["menu"]);
    stage.when("menu", "update", |cx| cx.post(Moved));
    for tick in 0..5 {
        (0..tick).for_each(|_| stage.frame());
        let ticket = request(&stage);
        stage.frame();
        stage.frame();
        let save = ticket.outcome().expect("it waits for one tick at most").unwrap().clone();
        assert!(!save.contains("moved"), "{save}");
    }
    // An event for which another one is posted, and so on, is listed at last.
    stage.when("menu", "on_event", |cx| cx.post(Moved));
    stage.frame();
    let ticket = request(&stage);
    stage.frame();
    stage.frame();
    assert!(ticket.outcome().unwrap().unwrap().contains(MOVED));
}

#[test]
fn a_save_right_after_a_restore_is_as_the_first() {
    let one = grazing(1, 30);
    let save = one.save().unwrap();
    let mut other = restored(&save);
    assert_eq!(other.save(), Ok(save.clone()), "the event of the library itself is in no way");
    run(&mut other, 1);
    assert!(other.save().is_ok());
    // What was lost and not delivered is lost after the next restore as well.
    let other = restored(&with_header(&body(&save).replace("(\"sheep\",", "(\"goats\",")));
    let line = "screen `meadow`: machine `goats`: the screen keeps no population of it";
    assert_eq!(lost(&mut restored(&other.save().unwrap())), [line]);
}

#[test]
fn a_screen_that_is_in_a_save_twice_is_listed() {
    let mut manager = grazing(1, 3);
    manager.command(ScreenCommand::push("pause"));
    manager.command(ScreenCommand::push(Target::fresh("pause", Plain)));
    manager.command(ScreenCommand::push(Target::fresh("question", Plain)));
    run(&mut manager, 1);
    let mut other = restored(&manager.save().unwrap());
    assert_eq!(other.stack().ids().map(ScreenId::name).collect::<Vec<_>>(), ["meadow", "pause"]);
    let lines = lost(&mut other);
    assert_eq!(
        lines,
        [
            "screen `pause`: `pause` is on the stack already",
            "screen `question`: phase `meadow` has none of this name"
        ]
    );
}

#[test]
fn a_save_without_any_known_screen_still_has_its_events() {
    let manager = grazing(1, 3);
    manager.flow().post("rain".to_owned());
    let text = body(&manager.save().unwrap()).replace("id:\"meadow\"", "id:\"field\"");
    let mut other = restored(&with_header(&text));
    lines(&mut other);
    run(&mut other, 1);
    assert_eq!(lines(&mut other)[..2], ["event rain", "event restored"]);
}

#[test]
fn a_backdrop_of_an_older_save_is_left_out() {
    let one = grazing(1, 3);
    let text = body(&one.save().unwrap()).to_owned();
    assert!(!text.contains("backdrop"), "{text}");
    for backdrop in ["None", "Some((id:\"clouds\",state:Some(7),units:[],machines:None))"] {
        let old = text.replace("screens:[", &format!("backdrop:{backdrop},screens:["));
        let mut other = restored(&with_header(&old));
        assert_eq!((state(&other), lost(&mut other)), (state(&one), Vec::new()));
    }
}

/// Writes a state and does not read it.
struct Forgetful;

impl GameScreen for Forgetful {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}

    fn save(&self, cx: &mut SaveContext<'_>) -> Result<(), SaveError> {
        cx.write(&1)
    }
}

#[test]
fn a_state_that_the_screen_does_not_read_is_listed() {
    let new = || {
        let mut manager = ScreenManager::headless();
        manager.add_phase(Phase::new("play").screen("menu", |_| Forgetful));
        manager
    };
    let mut one = new();
    one.start("play");
    run_until_idle(&mut one);
    let (mut other, seen) = (new(), std::rc::Rc::new(std::cell::RefCell::new(Vec::new())));
    let shared = std::rc::Rc::clone(&seen);
    other.add_rule(move |restored: &Restored, _| shared.borrow_mut().clone_from(&restored.lost));
    other.restore(&one.save().unwrap()).unwrap();
    run_until_idle(&mut other);
    run(&mut other, 1);
    assert_eq!(*seen.borrow(), ["screen `menu`: it has not read its state (`SavedState::read`)"]);
}

#[test]
fn what_is_read_back_at_a_save_must_be_readable() {
    /// Is written, and cannot be read.
    #[derive(serde::Serialize)]
    struct Uneven(u32);

    impl<'de> serde::Deserialize<'de> for Uneven {
        fn deserialize<D: serde::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
            Err(serde::de::Error::custom("no such version"))
        }
    }

    let mut manager = ScreenManager::headless();
    let phase = Phase::new("play").keep_payload::<Uneven>().payload(|| Uneven(1));
    manager.add_phase(phase.screen("menu", |_| Plain));
    manager.start("play");
    run_until_idle(&mut manager);
    let error = manager.save().unwrap_err();
    assert!(
        matches!(&error, SaveError::Payload(phase, cause) if phase == "play" && cause.contains("no such version")),
        "{error}"
    );
}

#[test]
fn a_payload_of_a_save_that_cannot_be_read_rejects_the_restore() {
    let text = body(&grazing(1, 3).save().unwrap()).replace("payload:Some((5))", "payload:Some(\"five\")");
    let mut other = meadow(1);
    other.start("menu");
    run_until_idle(&mut other);
    let ticket = other.restore(&with_header(&text)).unwrap();
    run(&mut other, 1);
    let outcome = ticket.outcome();
    assert!(
        matches!(outcome, Some(Err(cause)) if cause.contains("payload of phase `meadow`")),
        "{outcome:?}"
    );
    assert_eq!(other.stack().active(), Some("menu".into()));
}
