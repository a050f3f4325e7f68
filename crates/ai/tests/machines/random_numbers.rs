//! The random numbers of units: their own, and the same in every run.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use proscenium_ai::{Bindings, Blueprint, Context, Definition, EventId, Population, Snapshot, State, UnitId};

const TICK: Duration = Duration::from_nanos(16_666_667);

/// The numbers that a unit has drawn, each with the hook that drew it.
type Drawn = Vec<(char, u32)>;

/// A machine whose hooks, updates and timeouts draw, some of them more than once.
fn definition<W: 'static>() -> Arc<Definition<Drawn, W>> {
    let blueprint = Blueprint::template("gambler", "idle")
        .state(State::new("idle").enter("enter").update("update").on("go", "play").after(70, "play"))
        .state(State::new("play").enter("enter").exit("exit").update("update").on("go", "idle"));
    let draw = |hook: char| {
        move |drawn: &mut Drawn, _: &mut W, cx: &mut Context<'_>| {
            let number = cx.random().u32(..);
            drawn.push((hook, number));
            if number.is_multiple_of(3) {
                drawn.push((hook, cx.random().u32(1..=6)));
            }
            if number.is_multiple_of(7) {
                cx.raise("go");
            }
        }
    };
    let bindings = Bindings::new().action("enter", draw('+')).action("exit", draw('-'));
    blueprint.build(&bindings.action("update", draw('='))).unwrap()
}

/// Which units get an event in a tick.
fn events(tick: usize, count: usize) -> Vec<Option<EventId>> {
    (0..count).map(|unit| (unit * 7 + tick * 3).is_multiple_of(10).then(|| EventId::from("go"))).collect()
}

#[test]
fn units_draw_the_same_numbers_in_blocks_and_one_by_one() {
    let (mut blocks, mut ordered) =
        (Population::new(&definition::<()>()), Population::new(&definition::<[u8; 1]>()));
    let mut world = [0];
    blocks.set_seed(7);
    ordered.set_seed(7);
    for _ in 0..600 {
        assert_eq!(blocks.spawn(&mut (), Drawn::new()), ordered.spawn(&mut world, Drawn::new()));
    }
    for tick in 0..40 {
        blocks.tick_events(&mut (), TICK, &events(tick, 600));
        ordered.tick_events(&mut world, TICK, &events(tick, 600));
    }
    assert!(blocks.data() == ordered.data());
    let all: BTreeMap<_, _> = blocks.data().iter().map(|drawn| (drawn[0].1, ())).collect();
    assert_eq!(all.len(), 600, "each unit has its own numbers");
}

#[test]
fn a_restored_population_goes_on_with_its_numbers() {
    let definition = definition::<()>();
    let mut gamblers = Population::new(&definition);
    gamblers.set_seed(3);
    let units: Vec<UnitId> = (0..20).map(|_| gamblers.spawn(&mut (), Drawn::new())).collect();
    for tick in 0..30 {
        gamblers.tick_events(&mut (), TICK, &events(tick, 20));
        if tick == 10 {
            gamblers.despawn(&mut (), units[4]).unwrap();
        }
    }
    let text = serde_json::to_string(&gamblers.snapshot()).unwrap();
    let saved: Snapshot<Drawn> = serde_json::from_str(&text).unwrap();
    let (mut restored, lost) = Population::restore(&definition, &saved, None).unwrap();
    assert!(lost.is_empty(), "{lost:?}");
    let mut reloaded = Population::restore(&definition, &saved, None).unwrap().0;
    reloaded.replace_definition(&definition, None).unwrap();
    for all in [&mut gamblers, &mut restored, &mut reloaded] {
        // Takes the place of the unit that is gone.
        all.spawn(&mut (), Drawn::new());
        (30..60).for_each(|tick| all.tick_events(&mut (), TICK, &events(tick, 20)));
    }
    assert_eq!(gamblers.data(), restored.data());
    assert_eq!(gamblers.data(), reloaded.data());
    assert_eq!(gamblers.snapshot(), restored.snapshot());
}

#[test]
fn a_unit_in_the_place_of_another_has_other_numbers() {
    let mut gamblers = Population::new(&definition::<()>());
    let first = gamblers.spawn(&mut (), Drawn::new());
    let of_first = gamblers.get(first).unwrap()[0];
    gamblers.despawn(&mut (), first).unwrap();
    let second = gamblers.spawn(&mut (), Drawn::new());
    assert_eq!(second.index(), first.index());
    assert_ne!(gamblers.get(second).unwrap()[0], of_first);
}

#[test]
fn a_snapshot_of_an_older_version_is_restored_without_the_numbers() {
    let definition = definition::<()>();
    let mut gamblers = Population::new(&definition);
    gamblers.spawn(&mut (), Drawn::new());
    let mut saved = serde_json::to_value(gamblers.snapshot()).unwrap();
    saved["state"].as_object_mut().unwrap().remove("seed").unwrap();
    saved["state"]["units"][0].as_object_mut().unwrap().remove("random").unwrap();
    let saved: Snapshot<Drawn> = serde_json::from_value(saved).unwrap();
    assert!(Population::restore(&definition, &saved, None).unwrap().1.is_empty());
}
