//! The hierarchical machine: levelled triggers, hooks along the path, and history.

use proscenium_ai::{Blueprint, History, Machine, State, Trigger};

use super::{Notes, bindings, ms, plain, take, unit};

#[test]
fn the_highest_level_wins_then_the_first_declared_trigger() {
    let blueprint = Blueprint::hierarchy("m", "a")
        .state(State::new("a").when(1, "flag", "low").when(2, "flag", "high").when(2, "flag", "later"))
        .state(plain("low"))
        .state(plain("high"))
        .state(plain("later"));
    let mut unit = unit(&blueprint);
    unit.data_mut().flag = true;
    unit.tick(&mut (), ms(16));
    assert_eq!(unit.state_name(), "high");
}

#[test]
fn on_a_tie_the_outer_state_wins() {
    let blueprint = Blueprint::hierarchy("m", "outer")
        .state(State::new("outer").when(1, "flag", "a").child(State::new("inner").when(1, "flag", "b")))
        .state(plain("a"))
        .state(plain("b"));
    let mut unit = unit(&blueprint);
    unit.data_mut().flag = true;
    unit.tick(&mut (), ms(16));
    assert_eq!(unit.state_name(), "a");
}

#[test]
fn a_trigger_of_the_machine_competes_with_its_level() {
    for (level, expected) in [(0, "own"), (1, "of_all"), (2, "of_all")] {
        let blueprint = Blueprint::hierarchy("m", "a")
            .when(level, "flag", "of_all")
            .state(State::new("a").when(1, "flag", "own"))
            .state(plain("own"))
            .state(plain("of_all"));
        let mut unit = unit(&blueprint);
        unit.data_mut().flag = true;
        unit.tick(&mut (), ms(16));
        assert_eq!(unit.state_name(), expected, "level {level}");
    }
}

/// The machine as the article has it, slips included: the transition to *walk* leads to *run*, and the
/// one to *jump* leads to *doublejump*. Both exist, so the machine is in order; it just never walks or jumps.
#[test]
fn the_transitions_of_the_article_lead_where_they_say() {
    let blueprint = Blueprint::hierarchy("article", "idle")
        .state(State::new("idle").when(1, "walks", "run").when(2, "jumps", "doublejump"))
        .state(plain("walk"))
        .state(plain("run"))
        .state(plain("jump"))
        .state(plain("doublejump"));
    let bindings = bindings(&blueprint)
        .guard("walks", |notes: &Notes, _, _| notes.number > 0.0)
        .guard("jumps", |notes: &Notes, _, _| notes.number > 5.0);
    let definition = blueprint.build(&bindings).unwrap();
    for (number, state) in [(1.0, "run"), (5.5, "doublejump")] {
        let mut unit = Machine::new(&definition, &mut (), Notes { number, ..Notes::default() });
        unit.tick(&mut (), ms(16));
        assert_eq!(unit.state_name(), state);
    }
}

fn nested() -> Blueprint {
    Blueprint::hierarchy("m", "left")
        .on("up", "left")
        .on("across", "right_inner")
        .state(plain("left").child(plain("left_inner").child(plain("left_core").on("up_one", "left_inner"))))
        .state(plain("right").child(plain("right_first")).child(plain("right_inner")))
}

#[test]
fn exit_hooks_run_upwards_and_enter_hooks_downwards() {
    let mut unit = unit(&nested());
    assert_eq!(unit.path(), "left/left_inner/left_core");
    unit.dispatch(&mut (), "across").unwrap();
    assert_eq!(take(&mut unit), "exit:left_core exit:left_inner exit:left enter:right enter:right_inner");
    // To a state around the current one: it is not left, and the unit goes down to its initial child.
    unit.set_state(&mut (), "right".into(), false).unwrap();
    assert_eq!(
        (take(&mut unit).as_str(), unit.path().as_str()),
        ("exit:right_inner enter:right_first", "right/right_first")
    );
    unit.dispatch(&mut (), "up").unwrap();
    assert_eq!(take(&mut unit), "exit:right_first exit:right enter:left enter:left_inner enter:left_core");
    unit.dispatch(&mut (), "up_one").unwrap();
    assert_eq!(take(&mut unit), "exit:left_core enter:left_core");
}

#[test]
fn history_brings_a_unit_back_and_enters_what_it_comes_back_to() {
    for (history, expected, path) in [
        (History::None, "exit:right enter:left enter:one", "left/one"),
        (History::Shallow, "exit:right enter:left enter:two enter:core_a", "left/two/core_a"),
        (History::Deep, "exit:right enter:left enter:two enter:core_b", "left/two/core_b"),
    ] {
        let two = plain("two").child(plain("core_a")).child(plain("core_b"));
        let blueprint = Blueprint::hierarchy("m", "left")
            .on("away", "right")
            .on("back", "left")
            .state(plain("left").history(history).child(plain("one")).child(two))
            .state(plain("right"));
        let mut unit = unit(&blueprint);
        unit.set_state(&mut (), "core_b".into(), false).unwrap();
        unit.dispatch(&mut (), "away").unwrap();
        take(&mut unit);
        unit.dispatch(&mut (), "back").unwrap();
        assert_eq!((take(&mut unit).as_str(), unit.path().as_str()), (expected, path));
    }
}

#[test]
fn a_transition_to_the_surrounding_state_ignores_its_history() {
    for history in [History::Shallow, History::Deep] {
        let children = ["one", "two", "three"].into_iter().map(plain);
        let blueprint = Blueprint::hierarchy("m", "left")
            .on("away", "right")
            .on("left", "left")
            .on("three", "three")
            .state(children.fold(plain("left").history(history), State::child))
            .state(plain("right"));
        let mut unit = unit(&blueprint);
        unit.set_state(&mut (), "two".into(), false).unwrap();
        for (event, path) in
            [("away", "right"), ("left", "left/two"), ("three", "left/three"), ("left", "left/one")]
        {
            unit.dispatch(&mut (), event).unwrap();
            assert_eq!(unit.path(), path, "{history:?}, after {event}");
        }
    }
}

#[test]
fn a_state_is_stayed_in_for_its_shortest_and_its_longest_time() {
    let blueprint = Blueprint::hierarchy("m", "a")
        .state(State { min_time: 100, ..State::new("a").when(1, "flag", "b") })
        .state(State::new("b").after(50, "a"));
    let mut unit = unit(&blueprint);
    unit.data_mut().flag = true;
    for (step, state) in [(99, "a"), (1, "b"), (49, "b"), (1, "a"), (0, "a")] {
        unit.tick(&mut (), ms(step));
        assert_eq!(unit.state_name(), state, "after {:?}", unit.now());
    }
}

#[test]
fn an_action_runs_between_exit_and_enter_hooks() {
    let trigger =
        Trigger { trigger: "flag".to_owned(), level: 0, action: Some("act".to_owned()), then: "b".into() };
    let blueprint =
        Blueprint::hierarchy("m", "a").state(State { when: vec![trigger], ..plain("a") }).state(plain("b"));
    let mut unit = unit(&blueprint);
    unit.data_mut().flag = true;
    unit.tick(&mut (), ms(16));
    assert_eq!(take(&mut unit), "exit:a act enter:b");
}
