//! What populations of a screen ask of each other.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use proscenium_ai::{Bindings, Blueprint, Context, Population, PopulationHandle, State, UnitId};
use proscenium_core::flow::ScreenCommand;
use proscenium_core::platform::Clock;

use crate::stage::Stage;

/// A unit that asks another population for something every few ticks.
#[derive(Clone, Debug, PartialEq)]
struct Asker {
    other: PopulationHandle<Asker>,
    updates: usize,
    /// How many units it may still add, so that spawning ends.
    left: usize,
}

type Askers = Population<Asker>;

fn askers(name: &str) -> Askers {
    let blueprint = Blueprint::hierarchy(name, "calm")
        .state(State::new("calm").enter("ask").update("ask").on("hit", "afraid"))
        .state(State::new("afraid").update("ask").exit("ask").after(90, "calm"));
    let ask = |unit: &mut Asker, world: &mut (), cx: &mut Context<'_>| {
        unit.updates += 1;
        let (here, other) = (cx.handle(unit, world), unit.other);
        let neighbour = UnitId::from_bits((unit.updates / 2 % 9) as u64).unwrap();
        match unit.updates % 7 {
            0 => cx.send_to(other, neighbour, "hit"),
            3 if unit.left > 0 => {
                unit.left -= 1;
                cx.spawn_in(other, Asker { other: here, updates: cx.unit().index(), left: unit.left });
            }
            5 if unit.updates.is_multiple_of(4) => cx.despawn(other, neighbour),
            _ => {}
        }
    };
    Population::new(&blueprint.build(&Bindings::new().action("ask", ask)).unwrap())
}

/// Two populations of a few units that know each other.
fn pair() -> [Askers; 2] {
    let mut pair = [askers("cats"), askers("dogs")];
    let ids = [pair[1].handle(), pair[0].handle()];
    for (population, other) in pair.iter_mut().zip(ids) {
        for updates in 0..5 {
            population.spawn(&mut (), Asker { other, updates, left: 3 });
        }
    }
    pair
}

/// Ticks both, and delivers what they have asked of each other.
fn tick_by_hand(pair: &mut [Askers; 2]) {
    pair.iter_mut().for_each(|population| population.tick(&mut (), Clock::TICK));
    loop {
        let sent: Vec<_> = pair.iter_mut().flat_map(Population::take_sent).collect();
        if sent.is_empty() {
            return;
        }
        for sent in sent {
            pair.iter_mut().find(|population| population.id() == sent.to()).unwrap().receive(&mut (), sent);
        }
    }
}

/// The place of a unit, its state, and its data without the address, which differs.
type Unit = (usize, &'static str, usize, usize);

/// The units, the clock, and the number of lost messages.
fn seen(population: &Askers) -> (Vec<Unit>, Duration, u64) {
    let unit = |unit: UnitId| -> Unit {
        let (state, data) = (population.state(unit).unwrap(), population.get(unit).unwrap());
        (unit.index(), state.name(), data.updates, data.left)
    };
    (population.iter().map(unit).collect(), population.now(), population.counters().lost)
}

#[test]
fn populations_of_a_screen_get_what_populations_delivered_by_hand_get() {
    let mut by_hand = pair();
    let handles: Rc<Cell<Option<[PopulationHandle<Asker>; 2]>>> = Rc::default();
    let mut stage = Stage::playing(&["title", "field"]);
    let shared = Rc::clone(&handles);
    stage.when("field", "on_enter", move |cx| {
        shared.set(Some(pair().map(|population| cx.populations().add(population))));
    });
    stage.run([ScreenCommand::push("field")]);
    let (mut most, mut were_removed) = (0, false);
    for tick in 0..150 {
        let before = by_hand[0].len();
        tick_by_hand(&mut by_hand);
        were_removed |= by_hand[0].len() < before;
        let populations = stage.manager.stack().populations("field").unwrap();
        let hosted = handles.get().unwrap().map(|handle| populations.get(handle).unwrap());
        assert_eq!(hosted.map(seen), by_hand.each_ref().map(seen), "tick {tick}");
        most = most.max(by_hand[0].len());
        stage.frame();
    }
    let lost = by_hand.each_ref().map(|population| population.counters().lost);
    assert!(most > 9 && were_removed && lost[0] > 0, "{most} units, {lost:?} lost");
}
