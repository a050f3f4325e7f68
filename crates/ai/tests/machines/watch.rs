//! Debugging tools: the changes, timers and messages of one unit.

use std::sync::Arc;
use std::time::Duration;

use proscenium_ai::{
    Bindings, Blueprint, CandidateCause, CandidateOutcome, Definition, Next, Population, State, Timeout,
    Timer, TimerKind,
};

fn door() -> Arc<Definition<()>> {
    let blueprint = Blueprint::template("door", "shut")
        .state(State::new("shut").on("push", "open"))
        .state(State::new("open").after(100, "shut"));
    blueprint.build(&Bindings::new()).unwrap()
}

const MS: Duration = Duration::from_millis(1);

#[test]
fn watched_changes_are_kept_beside_recorded_ones() {
    let door = door();
    let run = |watches: bool, records: bool| {
        let mut doors = Population::new(&door);
        let units = [doors.spawn(&mut (), ()), doors.spawn(&mut (), ())];
        doors.record_changes(records);
        if watches {
            doors.watch(units[1], 3);
        }
        let push = door.event("push").unwrap();
        for _ in 0..3 {
            units.iter().for_each(|unit| doors.send(*unit, push).unwrap());
            doors.tick(&mut (), MS * 50);
            doors.tick(&mut (), MS * 100);
        }
        (doors, units)
    };
    let (mut both, units) = run(true, true);
    let (mut recorded, _) = run(false, true);
    let taken = both.take_changes();
    assert_eq!(taken, recorded.take_changes());
    assert_eq!(taken.len(), 12);
    let seen = |doors: &Population<()>| -> Vec<_> {
        doors.watched_changes().map(|seen| (seen.at.as_millis(), seen.unit, seen.to.name())).collect()
    };
    // The last three of six, the oldest first.
    let last = [(300, units[1], "shut"), (350, units[1], "open"), (450, units[1], "shut")];
    assert_eq!(seen(&both), last);
    assert_eq!(seen(&run(true, false).0), last);
    both.unwatch();
    assert!(both.watched().is_none());
    assert!(run(false, false).0.watched().is_none());
}

#[test]
fn the_changes_of_a_watched_unit_outlive_it() {
    let door = door();
    let mut doors = Population::new(&door);
    let first = doors.spawn(&mut (), ());
    doors.watch(first, 4);
    doors.send(first, door.event("push").unwrap()).unwrap();
    doors.tick(&mut (), MS);
    doors.despawn(&mut (), first).unwrap();
    let second = doors.spawn(&mut (), ());
    assert_eq!(second.index(), first.index());
    assert_eq!(doors.watched().unwrap().0, first);
    assert_eq!(doors.watched_changes().count(), 1);
    assert!(doors.timers(first).is_empty());
}

#[test]
fn timers_are_listed_from_the_inside_out() {
    let blueprint = Blueprint::template("mill", "on")
        .state(
            State::new("on")
                .after(900, "off")
                .child(State::new("turns").after(300, "off").min_time(200).fixed_update(50, "turn")),
        )
        .state(State::new("off"));
    let bindings = Bindings::new().action("turn", |_: &mut (), _, _| ());
    let mill = blueprint.build(&bindings).unwrap();
    let mut mills = Population::new(&mill);
    let unit = mills.spawn(&mut (), ());
    mills.tick(&mut (), MS * 10);
    let [on, turns] = ["on", "turns"].map(|name| mill.state(name).unwrap());
    assert_eq!(
        mills.timers(unit),
        [
            Timer { state: turns, kind: TimerKind::Timeout, left: MS * 290 },
            Timer { state: turns, kind: TimerKind::MinTime, left: MS * 190 },
            Timer { state: turns, kind: TimerKind::FixedUpdate, left: MS * 40 },
            Timer { state: on, kind: TimerKind::Timeout, left: MS * 890 },
        ]
    );
}

#[test]
fn messages_are_listed_in_order() {
    let blueprint = Blueprint::template("m", "a").state(State::new("a").on("x", "a").on("y", "a"));
    let definition = blueprint.build(&Bindings::<()>::new()).unwrap();
    let mut units = Population::new(&definition);
    let [one, other] = [units.spawn(&mut (), ()), units.spawn(&mut (), ())];
    let [x, y] = ["x", "y"].map(|name| definition.event(name).unwrap());
    units.send(one, y).unwrap();
    units.send(other, x).unwrap();
    units.send(one, x).unwrap();
    let seen: Vec<_> = units.messages_for(one).map(|event| event.id).collect();
    assert_eq!(seen, [y, x]);
}

/// The candidates of the watched unit: cause, guard, target, outcome.
fn candidates<W>(units: &Population<bool, W>) -> Vec<(String, String, &'static str, CandidateOutcome)> {
    let all = units.watched_candidates().map(|candidate| {
        let cause = match candidate.cause {
            CandidateCause::Event(event) => event.name().to_owned(),
            other => format!("{other:?}"),
        };
        let target = candidate.target.map_or("", |state| state.name());
        (cause, candidate.guard.clone().unwrap_or_default(), target, candidate.outcome)
    });
    all.collect()
}

/// A unit's data says yes or no.
fn asked() -> Blueprint {
    Blueprint::template("asked", "a")
        .event("other")
        .state(State {
            after: vec![Timeout { ms: 100, guard: Some("yes".to_owned()), then: "c".into(), action: None }],
            ..State::new("a")
                .on_if("go", "yes", "b")
                .on_if("go", "!no", "b")
                .on_if("try", "in:b", "b")
                .on("try", "c")
        })
        .state(State::new("b").on("back", "a").can_go("yes"))
        .state(State::new("c").on("back", "a").enter("shout").on("echo", "c"))
}

fn asked_bindings<W: 'static>() -> Bindings<bool, W> {
    Bindings::new().guard("yes", |yes: &bool, _, _| *yes).guard("no", |yes: &bool, _, _| !*yes).action(
        "shout",
        |_, _, cx| {
            if cx.event().is_none_or(|e| e.id.name() != "echo") {
                cx.raise("echo");
            }
        },
    )
}

#[test]
fn candidates_name_the_guard_that_said_no() {
    use CandidateOutcome::{GuardFalse, NoRow, Refused, Taken};
    let definition = asked().build(&asked_bindings::<()>()).unwrap();
    let mut units = Population::new(&definition);
    let [first, unit] = [units.spawn(&mut (), true), units.spawn(&mut (), false)];
    let line =
        |cause: &str, guard: &str, target, outcome| (cause.to_owned(), guard.to_owned(), target, outcome);
    assert_eq!(candidates(&units), []);
    units.watch(unit, 8);
    units.dispatch(&mut (), unit, "go").unwrap();
    let no = [line("go", "yes", "b", GuardFalse), line("go", "!no", "b", GuardFalse)];
    assert_eq!(candidates(&units), no);
    // Neither another unit's event nor a tick forgets the event.
    units.send(first, "go").unwrap();
    units.tick(&mut (), MS * 50);
    assert_eq!(candidates(&units), no);
    units.tick(&mut (), MS * 50);
    assert_eq!(candidates(&units)[2..], [line("Timeout", "yes", "c", GuardFalse)]);
    units.dispatch(&mut (), unit, "other").unwrap();
    assert_eq!(candidates(&units)[0], line("other", "", "", NoRow));
    *units.get_mut(unit).unwrap() = true;
    units.dispatch(&mut (), unit, "go").unwrap();
    *units.get_mut(unit).unwrap() = false;
    assert_eq!(candidates(&units)[0], line("go", "yes", "b", Taken));
    units.send(unit, "back").unwrap();
    units.tick(&mut (), MS);
    assert_eq!(candidates(&units), [line("back", "yes", "a", Refused)]);
    *units.get_mut(unit).unwrap() = true;
    units.dispatch(&mut (), unit, "back").unwrap();
    units.dispatch(&mut (), unit, "try").unwrap();
    let raised =
        [line("try", "in:b", "b", GuardFalse), line("try", "", "c", Taken), line("echo", "", "c", Taken)];
    assert_eq!(candidates(&units), raised);
    units.despawn(&mut (), unit).unwrap();
    assert_eq!(units.spawn(&mut (), true).index(), unit.index());
    units.tick(&mut (), MS * 1000);
    assert_eq!(candidates(&units), raised);
}

#[test]
fn candidates_of_triggers_are_those_of_the_last_tick() {
    use CandidateOutcome::{GuardFalse, Taken, TooEarly};
    let blueprint = Blueprint::hierarchy("m", "a")
        .state(State::new("a").min_time(100).when(2, "no", Next::To("c".to_owned())).when(
            1,
            "yes",
            Next::To("b".to_owned()),
        ))
        .state(State::new("b"))
        .state(State::new("c"));
    let line = |guard: &str, target, outcome| ("Trigger".to_owned(), guard.to_owned(), target, outcome);
    let early = [line("no", "c", GuardFalse), line("yes", "b", TooEarly)];
    let taken = [line("no", "c", GuardFalse), line("yes", "b", Taken)];
    let (alone, shared) = (blueprint.build(&asked_bindings()), blueprint.build(&asked_bindings::<u8>()));
    let (mut alone, mut shared) = (Population::new(&alone.unwrap()), Population::new(&shared.unwrap()));
    let units = [0, 1, 2].map(|_| (alone.spawn(&mut (), true), shared.spawn(&mut 0, true)));
    alone.watch(units[1].0, 1);
    shared.watch(units[1].1, 1);
    for expected in [&early[..], &early, &taken, &[]] {
        alone.tick(&mut (), MS * 40);
        shared.tick(&mut 0, MS * 40);
        assert_eq!(candidates(&alone), expected);
        assert_eq!(candidates(&shared), expected);
    }
    let same = |units: &Population<bool>| units.iter().map(|unit| units.state(unit)).collect::<Vec<_>>();
    assert!(same(&alone).iter().all(|state| *state == alone.definition().state("b")));
}

#[test]
fn a_watched_unit_behaves_as_the_others() {
    for blueprint in [asked(), asked().state(State::new("d").from_code().update("shout"))] {
        let definition = blueprint.build(&asked_bindings::<()>()).unwrap();
        let run = |watched: Option<usize>| {
            let mut units = Population::new(&definition);
            let all: Vec<_> = (0..600).map(|number| units.spawn(&mut (), number % 3 > 0)).collect();
            watched.into_iter().for_each(|unit| units.watch(all[unit], 4));
            let events = ["go", "back", "try", "other", "echo"];
            let mut seen = Vec::new();
            for tick in 0..60 {
                for unit in all.iter().skip(tick % 7).step_by(11) {
                    units.send(*unit, events[(tick + unit.index()) % 5]).unwrap();
                }
                units.tick(&mut (), MS * 17);
                seen.push(units.iter().map(|unit| units.state(unit)).collect::<Vec<_>>());
            }
            (seen, units.counters().unhandled, units.counters().refused)
        };
        let expected = run(None);
        assert_eq!(run(Some(300)), expected);
        assert_eq!(run(Some(1)), expected);
    }
}
