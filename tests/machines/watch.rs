//! Debugging tools: the changes, timers and messages of one unit.

use std::sync::Arc;
use std::time::Duration;

use proscenium::ai::{Blueprint, Definition, Population, State, Timer, TimerKind};

fn door() -> Arc<Definition<()>> {
    let blueprint = Blueprint::template("door", "shut")
        .state(State::new("shut").on("push", "open"))
        .state(State::new("open").after(100, "shut"));
    blueprint.build(&proscenium::ai::Bindings::new()).unwrap()
}

const MS: Duration = Duration::from_millis(1);

#[test]
fn watched_changes_are_kept_beside_recorded_ones() {
    let door = door();
    let run = |watches: bool, records: bool| {
        let mut doors = Population::new(&door);
        let units = [doors.spawn(()), doors.spawn(())];
        doors.record_changes(records);
        if watches {
            doors.watch(units[1], 3);
        }
        let push = door.event("push").unwrap();
        for _ in 0..3 {
            units.iter().for_each(|unit| doors.send(*unit, push).unwrap());
            doors.tick(MS * 50);
            doors.tick(MS * 100);
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
    let first = doors.spawn(());
    doors.watch(first, 4);
    doors.send(first, door.event("push").unwrap()).unwrap();
    doors.tick(MS);
    doors.despawn(first).unwrap();
    let second = doors.spawn(());
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
    let bindings = proscenium::ai::Bindings::new().action("turn", |_: &mut (), _, _| ());
    let mill = blueprint.build(&bindings).unwrap();
    let mut mills = Population::new(&mill);
    let unit = mills.spawn(());
    mills.tick(MS * 10);
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
    let definition = blueprint.build(&proscenium::ai::Bindings::<()>::new()).unwrap();
    let mut units = Population::new(&definition);
    let [one, other] = [units.spawn(()), units.spawn(())];
    let [x, y] = ["x", "y"].map(|name| definition.event(name).unwrap());
    units.send(one, y).unwrap();
    units.send(other, x).unwrap();
    units.send(one, x).unwrap();
    let seen: Vec<_> = units.messages_for(one).map(|event| event.id).collect();
    assert_eq!(seen, [y, x]);
}
