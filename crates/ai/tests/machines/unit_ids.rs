//! Ids of units know their population: what one population gave out is no unit of another.

use std::sync::Arc;
use std::time::Duration;

use proscenium_ai::{
    Bindings, Blueprint, Context, Definition, Machine, Population, Snapshot, State, StateId, UnitError,
    UnitId,
};

fn definition() -> Arc<Definition<u32>> {
    let door = Blueprint::template("door", "shut")
        .state(State::new("shut").on("open", "ajar"))
        .state(State::new("ajar").on("shut", "shut").after(100, "shut"));
    door.build(&Bindings::new()).unwrap()
}

fn doors(definition: &Arc<Definition<u32>>) -> (Population<u32>, Vec<UnitId>) {
    let mut doors = Population::new(definition);
    let units = (0..3).map(|number| doors.spawn(&mut (), number)).collect();
    (doors, units)
}

/// All that can be asked of a population with an id that is none of its own.
fn assert_foreign(doors: &mut Population<u32>, id: UnitId) {
    let (before, state) = (doors.snapshot(), StateId::from("ajar"));
    let gone = UnitError::NoSuchUnit;
    assert_eq!(doors.dispatch(&mut (), id, "open"), Err(gone));
    assert_eq!(doors.send(id, "open"), Err(gone));
    assert_eq!(doors.set_state(&mut (), id, state, true), Err(gone));
    assert_eq!(doors.leave_current(&mut (), id), Err(gone));
    assert_eq!(
        (doors.enter(&mut (), id, state), doors.switch(&mut (), id, state), doors.exit(&mut (), id)),
        (Err(gone), Err(gone), Err(gone))
    );
    assert_eq!(
        (doors.update(&mut (), id), doors.start(&mut (), id, None), doors.despawn(&mut (), id)),
        (Err(gone), Err(gone), Err(gone))
    );
    assert!(!doors.is_alive(id) && !doors.is_in(id, StateId::from("shut")));
    assert_eq!(doors.get(id), None);
    assert_eq!(doors.get_mut(id), None);
    assert_eq!((doors.state(id), doors.previous(id)), (None, None));
    assert_eq!((doors.states(id).count(), doors.stack(id).count(), doors.timers(id).len()), (0, 0, 0));
    assert_eq!((doors.waiting_for(id), doors.messages_for(id).count()), (0, 0));
    doors.watch(id, 8);
    let own = doors.iter().next().unwrap();
    doors.dispatch(&mut (), own, "shut").unwrap();
    assert_eq!((doors.watched_candidates().count(), doors.watched_changes().count()), (0, 0));
    doors.unwatch();
    assert_eq!(doors.snapshot(), before);
}

#[test]
fn the_id_of_another_population_is_no_unit() {
    let one_definition = definition();
    for other_definition in [Arc::clone(&one_definition), definition()] {
        let (mut one, of_one) = doors(&one_definition);
        let (mut other, of_other) = doors(&other_definition);
        one.remember_previous(true);
        one.send(of_one[0], "open").unwrap();
        for (own, foreign) in of_one.iter().zip(&of_other) {
            assert_foreign(&mut one, *foreign);
            assert_foreign(&mut other, *own);
        }
        // Also one that a population of one gave out.
        assert_foreign(&mut one, Machine::new(&other_definition, &mut (), 0).unit());
        one.dispatch(&mut (), of_one[1], "open").unwrap();
        assert_eq!(one.state(of_one[1]), Some(StateId::from("ajar")));
    }
}

#[test]
fn messages_of_code_to_a_unit_of_another_population_are_lost_and_counted() {
    let (_, of_other) = doors(&definition());
    let caller =
        Blueprint::table("caller", "call").state(State::new("call").update("call").on("open", "call"));
    let call = |other: &mut UnitId, (): &mut (), cx: &mut Context<'_>| {
        cx.send(*other, "open");
        cx.despawn(cx.population(), *other);
        assert_eq!(cx.unit().index(), 0);
    };
    let mut callers = Population::new(&caller.build(&Bindings::new().action("call", call)).unwrap());
    callers.spawn(&mut (), of_other[0]);
    callers.tick(&mut (), Duration::from_millis(16));
    assert_eq!((callers.len(), callers.waiting(), callers.counters().lost), (1, 0, 1));
}

#[test]
fn ids_are_equal_and_written_without_their_population() {
    let definition = definition();
    let ((_, of_one), (_, of_other)) = (doors(&definition), doors(&definition));
    let text = |ids: &[UnitId]| {
        let bits: Vec<u64> = ids.iter().map(|id| id.to_bits()).collect();
        format!("{ids:?} {} {} {bits:?}", ids[0], serde_json::to_string(ids).unwrap())
    };
    assert_eq!(text(&of_one), text(&of_other));
    assert_eq!(serde_json::to_string(&of_one[1]).unwrap(), r#"{"index":1,"generation":0}"#);
    assert_eq!(size_of::<UnitId>(), 12);
    assert_eq!(of_one, of_other);
}

#[test]
fn ids_that_were_saved_are_units_of_the_population_that_is_restored() {
    let (mut doors, units) = doors(&definition());
    doors.despawn(&mut (), units[0]).unwrap();
    let units = [doors.spawn(&mut (), 7), units[1], units[2]];
    let text = serde_json::to_string(&(doors.snapshot(), units)).unwrap();
    let (snapshot, read): (Snapshot<u32>, [UnitId; 3]) = serde_json::from_str(&text).unwrap();
    assert_eq!(read, units);
    let (mut restored, _) = Population::restore(&definition(), &snapshot, None).unwrap();
    // The ids in the text, and those as numbers.
    for id in read.into_iter().chain(units.map(|id| UnitId::from_bits(id.to_bits()).unwrap())) {
        assert!(restored.is_alive(id), "{id:?}");
    }
    assert!(restored.iter().eq(units));
    // It is another population than the one that was saved, and than one that comes later.
    assert_foreign(&mut restored, units[1]);
    let (mut later, of_later) = self::doors(&definition());
    assert_foreign(&mut restored, of_later[1]);
    let own: Vec<_> = restored.iter().collect();
    assert_foreign(&mut later, own[1]);
    // A population whose units are replaced keeps its id.
    for snapshot in [snapshot, doors.snapshot()] {
        later.replace_units(&snapshot, None).unwrap();
        assert!(read.iter().chain(&of_later[1..]).all(|id| later.is_alive(*id)));
        assert_foreign(&mut later, units[1]);
        assert_foreign(&mut later, self::doors(&definition()).1[1]);
    }
}

#[test]
fn a_population_that_is_restored_in_the_same_run_keeps_its_id() {
    let (doors, units) = doors(&definition());
    let mut same = Population::restore(&definition(), &doors.snapshot(), None).unwrap().0;
    same = Population::restore(&definition(), &same.snapshot(), None).unwrap().0;
    same.replace_definition(&definition(), None).unwrap();
    assert_eq!(same.id(), doors.id());
    assert!(units.iter().all(|id| same.is_alive(*id)));
    let (mut later, of_later) = self::doors(&definition());
    assert_foreign(&mut same, of_later[1]);
    assert_foreign(&mut later, same.iter().next().unwrap());
}
