//! Another definition than the one that was saved: what is found by name, what is lost, and what is refused.

use std::sync::Arc;

use proscenium_ai::{
    Bindings, Blueprint, Context, Event, Go, History, Next, Population, RestoreError, State, Timeout,
};

use super::{build, guard, guards, ms, names, restored, saved, saved_id, stacked};

/// A guard whose state `strike` has another name.
fn without_strike() -> Blueprint {
    let mut later = guard();
    later.states[1].states[0].name = "slash".to_owned();
    later.states[1].initial = Some("slash".to_owned());
    later
}

/// What a population in which a guard strikes cannot go on with, and why.
fn unfit() -> [(Blueprint, RestoreError); 2] {
    let other = Blueprint { name: "hero".to_owned(), ..guard() };
    let (found, expected) = ("guard".to_owned(), "hero".to_owned());
    [
        (without_strike(), RestoreError::StateGone("strike".to_owned())),
        (other, RestoreError::OtherMachine { found, expected }),
    ]
}

#[test]
fn a_later_definition_finds_states_by_name() {
    let (mut guards, units) = guards(3);
    guards.dispatch(&mut (), units[1], "alarm").unwrap();
    guards.send(units[2], "alarm").unwrap();
    let mut later = guard().state(State::new("sleep").from_code());
    later.states.rotate_right(1);
    later.states[1].states.reverse();
    later.events = vec!["snore".to_owned()];
    let mut restored = restored(&guards, &build(&later));
    assert_eq!(
        units.iter().map(|unit| names(&restored, *unit)[0]).collect::<Vec<_>>(),
        ["stand", "strike", "stand"]
    );
    restored.tick(&mut (), ms(1));
    assert_eq!(names(&restored, units[2]), ["strike"]);
    // In place: the population goes on with the corrected machine.
    guards.replace_definition(&build(&later), None).unwrap();
    assert_eq!(names(&guards, units[1]), ["strike"]);
    assert!(guards.definition().state("sleep").is_some());
}

#[test]
fn a_fallback_that_is_no_state_is_named() {
    let (mut guards, units) = guards(1);
    guards.dispatch(&mut (), units[0], "alarm").unwrap();
    for later in [guard(), without_strike()] {
        let error = guards.replace_definition(&build(&later), Some("stnad")).unwrap_err();
        assert_eq!(error, RestoreError::NoFallback("stnad".to_owned()));
    }
    assert_eq!(names(&guards, units[0]), ["strike"]);
}

#[test]
fn a_definition_in_another_order_finds_stacks_and_timers() {
    let mut units = Population::new(&build(&stacked()));
    let unit = saved_id(units.spawn(&mut (), 0));
    units.tick(&mut (), ms(30));
    units.dispatch(&mut (), unit, "alarm").unwrap();
    units.dispatch(&mut (), unit, "alarm").unwrap();
    let mut later = stacked().state(State::new("new").from_code()).event("first");
    later.states.rotate_right(1);
    later.states[1].states.rotate_right(1);
    let mut restored = restored(&units, &build(&later));
    assert_eq!(names(&restored, unit), ["fight", "fight", "stand"]);
    restored.dispatch(&mut (), unit, "calm").unwrap();
    restored.dispatch(&mut (), unit, "calm").unwrap();
    assert_eq!(names(&restored, unit), ["stand"]);
    // 30 of its 100 ms are over, and while it was covered its clock stood still.
    restored.tick(&mut (), ms(69));
    assert_eq!(names(&restored, unit), ["stand"]);
    restored.tick(&mut (), ms(1));
    assert_eq!(names(&restored, unit), ["walk"]);
}

#[test]
fn what_a_later_definition_cannot_keep_is_listed() {
    let (mut units, all) = guards(3);
    units.dispatch(&mut (), all[1], "alarm").unwrap();
    units.send(all[0], "alarm").unwrap();
    let mut later = without_strike();
    later.on.clear();
    later.states[1].from_code = true;
    later.states[0].states[1].after.clear();
    let (restored, lost) = Population::restore(&build(&later), &saved(&units), Some("stand")).unwrap();
    assert_eq!(names(&restored, all[1]), ["stand"]);
    assert_eq!(lost, ["messages `alarm` (1)", "state `strike` (1)", "timeout of state `walk` (1)"]);

    let mut renamed = saved(&units);
    renamed.rename_state("strike", "slash");
    let (restored, _) = Population::restore(&build(&later), &renamed, None).unwrap();
    assert_eq!(names(&restored, all[1]), ["slash"]);

    // Where it was in `post` is known, and that it was in `strike`.
    units.remember_previous(true);
    units.dispatch(&mut (), all[1], "calm").unwrap();
    let history = |blueprint: &Blueprint| {
        let (_, mut lost) = Population::restore(&build(blueprint), &saved(&units), None).unwrap();
        lost.retain(|line| line.contains("history") || line.contains("previous"));
        lost
    };
    assert_eq!(history(&guard()), Vec::<String>::new());
    let mut forgetful = without_strike();
    forgetful.states[0].history = History::None;
    assert_eq!(history(&forgetful), ["history of state `post` (1)", "previous state `strike` (1)"]);
    let mut moved = guard();
    let stand = moved.states[0].states.remove(0);
    moved.states[0].initial = Some("walk".to_owned());
    moved.states.push(stand);
    assert_eq!(history(&moved), ["history of state `post` (1)"]);
}

#[test]
fn a_renamed_state_keeps_its_timers_and_those_that_lead_to_it() {
    let (mut units, all) = guards(1);
    units.tick(&mut (), ms(60));
    let mut later = guard();
    let post = &mut later.states[0];
    (post.initial, post.states[0].name) = (Some("wait".to_owned()), "wait".to_owned());
    post.states[1] = State::new("walk").after(50, "wait");
    let mut renamed = saved(&units);
    renamed.rename_state("stand", "wait");
    let (mut restored, lost) = Population::restore(&build(&later), &renamed, None).unwrap();
    assert_eq!((names(&restored, all[0]), lost), (vec!["wait"], Vec::new()));
    restored.tick(&mut (), ms(40));
    assert_eq!(names(&restored, all[0]), ["walk"]);
}

#[test]
fn a_renamed_state_is_found_by_guards_histories_regions_and_messages() {
    let blueprint = |walk: &str, guard: &str| {
        let timeout =
            |ms, guard: String, then: Next| Timeout { ms, guard: Some(guard), then, ..Timeout::default() };
        let legs =
            State::new("legs").child(State::new("stand").from_code()).child(State::new(walk).from_code());
        let mut arms =
            State::new("arms").child(State::new("hang").from_code()).child(State::new("aim").from_code());
        arms.states[0].after.push(timeout(100, format!("{guard}in:{walk}"), "aim".into()));
        arms.states[0].after.push(timeout(70, format!("{guard}in:{walk}"), Next::Stay));
        let go = Go { to: "body".to_owned(), or: Some(walk.to_owned()), ..Go::default() };
        let go = Go { history: Some(History::None), ..go };
        let mut sleep = State::new("sleep").from_code();
        sleep.after.push(timeout(200, format!("!in:{walk}"), Next::Go(go)));
        let body = State::new("body").parallel().child(legs).child(arms);
        let body = State::new("awake").history(History::Deep).child(body);
        let mut blueprint = Blueprint::template("unit", "awake").state(body).state(sleep);
        // Neither of these is the state.
        blueprint = blueprint.on("walk", Next::Stay).on(&format!("done.{walk}"), Next::Stay);
        blueprint
    };
    // A parallel state has no `or`.
    let fixed = |mut blueprint: Blueprint| {
        if let Next::Go(go) = &mut blueprint.states[1].after[0].then {
            go.to = "legs".to_owned();
        }
        build(&blueprint)
    };
    for guard in ["", "!"] {
        let mut units = Population::new(&fixed(blueprint("walk", guard)));
        units.remember_previous(true);
        let unit = saved_id(units.spawn(&mut (), 0));
        units.set_state(&mut (), unit, "walk".into(), false).unwrap();
        units.tick(&mut (), ms(60));
        for event in ["walk", "done.walk"] {
            units.send(unit, event).unwrap();
        }
        for is_asleep in [false, true] {
            if is_asleep {
                units.set_state(&mut (), unit, "sleep".into(), false).unwrap();
            }
            let mut snapshot = saved(&units);
            snapshot.rename_state("walk", "stroll");
            let (restored, lost) =
                Population::restore(&fixed(blueprint("stroll", guard)), &snapshot, None).unwrap();
            assert_eq!(lost, Vec::<String>::new());
            let texts = |population: &Population<u32>| {
                let states = population.states(unit).map(|state| state.name().to_owned());
                let waiting = population.messages_for(unit).map(|event| event.id.name().to_owned());
                let timers = population.timers(unit).into_iter().map(|timer| format!("{:?}", timer.left));
                let previous = population.previous(unit).map(|state| state.name().to_owned());
                states.chain(waiting).chain(timers).chain(previous).collect::<Vec<_>>()
            };
            let renamed = |text: &String| match text.as_str() {
                "done.walk" => "done.stroll".to_owned(),
                other => other.to_owned(),
            };
            let mut expected: Vec<_> = texts(&units).iter().map(renamed).collect();
            let count = units.states(unit).count();
            expected[..count]
                .iter_mut()
                .filter(|name| *name == "walk")
                .for_each(|name| *name = "stroll".to_owned());
            if expected.last().is_some_and(|last| last == "walk") {
                *expected.last_mut().unwrap() = "stroll".to_owned();
            }
            assert_eq!(texts(&restored), expected);
        }
    }
}

#[test]
fn a_state_and_an_event_of_one_name_are_renamed_apart() {
    let blueprint = |state: &str, event: &str| {
        Blueprint::template("unit", "calm")
            .state(State::new("calm").on(event, state))
            .state(State::new(state).after(50, "calm"))
    };
    let mut units = Population::new(&build(&blueprint("hit", "hit")));
    let unit = saved_id(units.spawn(&mut (), 0));
    units.set_state(&mut (), unit, "hit".into(), false).unwrap();
    units.send(unit, "hit").unwrap();
    for (state, event) in [("hurt", "hit"), ("hit", "hurt"), ("struck", "hurt"), ("hit", "hit")] {
        let mut snapshot = saved(&units);
        snapshot.rename_state("hit", state);
        snapshot.rename_event("hit", event);
        let (restored, lost) =
            Population::restore(&build(&blueprint(state, event)), &snapshot, None).unwrap();
        let waiting: Vec<_> = restored.messages_for(unit).map(|event| event.id.name()).collect();
        assert_eq!((names(&restored, unit), waiting, lost), (vec![state], vec![event], Vec::new()));
        assert_eq!(
            restored.timers(unit),
            units
                .timers(unit)
                .into_iter()
                .map(|timer| { proscenium_ai::Timer { state: state.into(), ..timer } })
                .collect::<Vec<_>>()
        );
    }
}

#[test]
fn timers_keep_their_kind_and_the_time_that_has_passed() {
    let blueprint = |a: State| {
        Blueprint::template("guard", "a")
            .state(a)
            .state(State::new("b").from_code())
            .state(State::new("c").from_code())
            .state(State::new("d").from_code())
    };
    let before = blueprint(State::new("a").after(100, "b").after(300, "c"));
    let mut units = Population::new(&build(&before));
    let unit = units.spawn(&mut (), 0);
    units.tick(&mut (), ms(60));
    let state_after = |a: State, time: u64| {
        let (mut restored, _) = Population::restore(&build(&blueprint(a)), &saved(&units), None).unwrap();
        restored.tick(&mut (), ms(time));
        (names(&restored, unit)[0], restored.data()[0])
    };
    // Swapped, they keep their times; a shorter time counts from the same start.
    let swapped = || State::new("a").after(300, "c").after(100, "b");
    assert_eq!([state_after(swapped(), 39).0, state_after(swapped(), 40).0], ["a", "b"]);
    let shorter = || State::new("a").after(80, "b");
    assert_eq!([state_after(shorter(), 19).0, state_after(shorter(), 20).0], ["a", "b"]);
    // A fixed update in the place of a timeout is no timeout, and a new timer starts now.
    let other = || State::new("a").fixed_update(50, "count").after(70, "d");
    assert_eq!([state_after(other(), 49), state_after(other(), 50)], [("a", 0), ("a", 1)]);
    assert_eq!([state_after(other(), 69).0, state_after(other(), 70).0], ["a", "d"]);
}

#[test]
fn a_state_that_got_children_leads_to_the_initial_one() {
    let (units, all) = guards(1);
    let mut later = guard();
    later.states[0].states[0] = State::new("stand").child(State::new("look").after(30, "walk"));
    let (mut restored, lost) = Population::restore(&build(&later), &saved(&units), None).unwrap();
    assert_eq!((names(&restored, all[0]), lost.len()), (vec!["look"], 2));
    restored.tick(&mut (), ms(30));
    assert_eq!(names(&restored, all[0]), ["walk"]);
}

#[test]
fn a_stack_that_became_too_deep_keeps_its_top() {
    let mut units = Population::new(&build(&stacked()));
    let unit = units.spawn(&mut (), 0);
    units.dispatch(&mut (), unit, "alarm").unwrap();
    units.dispatch(&mut (), unit, "alarm").unwrap();
    assert_eq!(names(&units, unit), ["fight", "fight", "stand"]);
    let later = stacked().max_depth(2);
    let (restored, lost) = Population::restore(&build(&later), &saved(&units), None).unwrap();
    assert_eq!((names(&restored, unit), lost.len()), (vec!["fight", "fight"], 1));
}

#[test]
fn a_snapshot_that_does_not_fit_is_an_error() {
    let (mut guards, units) = guards(2);
    guards.dispatch(&mut (), units[1], "alarm").unwrap();
    for (blueprint, expected) in unfit() {
        let error = Population::restore(&build(&blueprint), &saved(&guards), None).unwrap_err();
        assert_eq!(error, expected);
    }
    let mut newer = serde_json::to_value(saved(&guards)).unwrap();
    newer["state"]["version"] = 5.into();
    let newer = serde_json::from_value(newer).unwrap();
    let error = Population::<u32>::restore(guards.definition(), &newer, None).unwrap_err();
    assert_eq!(error, RestoreError::Version { found: 5, expected: 4 });
}

#[test]
fn a_definition_that_does_not_fit_leaves_a_population_as_it_is() {
    let (mut units, all) = guards(3);
    units.record_changes(true);
    units.dispatch(&mut (), all[1], "alarm").unwrap();
    units.send(all[2], "alarm").unwrap();
    units.despawn(&mut (), all[0]).unwrap();
    let (before, counters) = (units.snapshot(), *units.counters());
    let definition = Arc::clone(units.definition());
    for (blueprint, error) in unfit() {
        assert_eq!(units.replace_definition(&build(&blueprint), None), Err(error));
        assert!(Arc::ptr_eq(units.definition(), &definition));
        assert_eq!((units.snapshot(), units.counters()), (before.clone(), &counters));
    }
    assert_eq!(units.take_changes().len(), 1);
}

#[test]
fn a_replaced_definition_keeps_counters_and_changes() {
    let (mut units, all) = guards(2);
    units.record_changes(true);
    units.dispatch(&mut (), all[0], "calm").unwrap();
    units.dispatch(&mut (), all[0], "alarm").unwrap();
    let (calls, unhandled) = (units.data().to_vec(), units.counters().unhandled);
    assert_eq!(unhandled, 1);
    let mut later = guard();
    later.states.reverse();
    later.states[0].states.reverse();
    units.replace_definition(&build(&later), None).unwrap();
    assert_eq!((units.data(), units.counters().unhandled), (&calls[..], 1));
    units.dispatch(&mut (), all[0], "calm").unwrap();
    let changes = units.take_changes();
    let names: Vec<_> = changes.iter().map(|change| (change.from.name(), change.to.name())).collect();
    assert_eq!(names, [("stand", "strike"), ("strike", "stand")]);
}

#[test]
fn a_covered_state_gets_timers_that_are_new() {
    let mut units = Population::new(&build(&stacked()));
    let unit = saved_id(units.spawn(&mut (), 0));
    units.tick(&mut (), ms(30));
    units.dispatch(&mut (), unit, "alarm").unwrap();
    let mut later = stacked();
    // `stand` has a timeout beside its first one, or has another name.
    let stand = State::new("stand").after(100, Next::switch("walk")).after(40, Next::switch("walk"));
    for (stand, fallback, time) in
        [(stand.clone(), None, 40), (State { name: "wait".to_owned(), ..stand }, Some("wait"), 40)]
    {
        later.states[0].initial = Some(stand.name.clone());
        later.states[0].states[0] = stand.clone();
        later.states[0].states[1] = State::new("walk");
        let (mut restored, _) = Population::restore(&build(&later), &saved(&units), fallback).unwrap();
        // It stands still as long as it is covered.
        restored.tick(&mut (), ms(200));
        restored.dispatch(&mut (), unit, "calm").unwrap();
        restored.tick(&mut (), ms(time - 1));
        assert_eq!(names(&restored, unit), [stand.name.as_str()]);
        restored.tick(&mut (), ms(1));
        assert_eq!(names(&restored, unit), ["walk"]);
    }
}

#[test]
fn a_timeout_that_is_over_does_not_start_in_another_region() {
    let blueprint = |name: &str| {
        let legs = State::new("legs").child(State::new("stand").after(10, Next::Stay).enter("count"));
        let mut legs = legs;
        legs.states[0].after[0].action = Some("count".to_owned());
        let arms = State::new("arms").child(State::new(name).from_code());
        Blueprint::template("guard", "alive").state(State::new("alive").parallel().child(legs).child(arms))
    };
    let mut units = Population::new(&build(&blueprint("aim")));
    units.spawn(&mut (), 0);
    units.tick(&mut (), ms(10));
    assert_eq!(units.data(), [2]);
    let lost = units.replace_definition(&build(&blueprint("rest")), Some("rest")).unwrap();
    assert_eq!(lost, ["state `aim` (1)"]);
    units.tick(&mut (), ms(10));
    assert_eq!(units.data(), [2]);
}

#[test]
fn a_replaced_definition_keeps_events_that_are_posted() {
    let blueprint = Blueprint::table("guard", "a").state(State::new("a").enter("shout"));
    let shout = |_: &mut u32, (): &mut (), cx: &mut Context<'_>| cx.post("seen");
    let definition = blueprint.build(&Bindings::new().action("shout", shout)).unwrap();
    let mut units = Population::new(&definition);
    units.spawn(&mut (), 0);
    units.replace_definition(&definition, None).unwrap();
    assert_eq!(units.take_posts(), [Event::from("seen")]);
}
