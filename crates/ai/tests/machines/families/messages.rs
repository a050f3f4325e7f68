//! Messages: when they are handled, which state handles them, and which are lost.

use proscenium_ai::{
    Bindings, Blueprint, Context, DispatchOutcome, Event, EventId, Machine, Payload, Population, Reply,
    State, UnitError,
};

use super::template::monster;
use super::{Notes, bindings, ms, take, unit};
use crate::warnings;

#[test]
fn a_tick_handles_one_message_or_all_that_waited() {
    for (all_messages, each) in [(false, 1), (true, 2)] {
        let mut blueprint =
            Blueprint::template("m", "a").state(State::new("a").handler("hear")).event("ping");
        blueprint.all_messages = all_messages;
        // Each message that is handled sends another one to the unit itself.
        let bindings = Bindings::new().handler("hear", |notes: &mut Notes, _, cx: &mut Context<'_>| {
            notes.number += 1.0;
            if let Some(event) = cx.event() {
                cx.send(cx.unit(), event);
            }
            Reply::Handled
        });
        let mut unit = Machine::new(&blueprint.build(&bindings).unwrap(), &mut (), Notes::default());
        unit.send("ping").unwrap();
        unit.send("ping").unwrap();
        for tick in 1..=3 {
            unit.tick(&mut (), ms(16));
            assert_eq!(
                (unit.waiting(), unit.data().number),
                (2, f64::from(tick * each)),
                "all messages: {all_messages}"
            );
        }
    }
}

#[test]
fn a_message_bubbles_up_until_a_state_handles_it() {
    let mut blueprint = monster().event("poke");
    blueprint.states[0].handler = Some("of_normal".to_owned());
    blueprint.states[0].states[0].handler = Some("of_idle".to_owned());
    let note = |name: &'static str, reply| {
        move |notes: &mut Notes, (): &mut (), _: &mut Context<'_>| {
            notes.calls.push(name.to_owned());
            if notes.flag { reply } else { Reply::Unhandled }
        }
    };
    let bindings = bindings(&blueprint)
        .handler("of_idle", note("of_idle", Reply::Handled))
        .handler("of_normal", note("of_normal", Reply::Handled));
    let mut monster = Machine::new(&blueprint.build(&bindings).unwrap(), &mut (), Notes::default());
    take(&mut monster);
    assert_eq!(monster.dispatch(&mut (), "poke"), Ok(DispatchOutcome::Unhandled));
    assert_eq!((take(&mut monster).as_str(), monster.counters().unhandled), ("of_idle of_normal", 1));
    monster.data_mut().flag = true;
    assert_eq!(monster.dispatch(&mut (), "poke"), Ok(DispatchOutcome::Handled));
    assert_eq!(take(&mut monster), "of_idle");
}

#[test]
fn messages_beyond_the_queue_are_dropped_and_counted() {
    let blueprint = Blueprint { queue: 3, ..monster() };
    let mut monster = unit(&blueprint);
    let seen = EventId::from("seen");
    let sent: Vec<_> = (0..5)
        .map(|number| monster.send(Event { id: seen, payload: Payload::Integer(number) }).is_ok())
        .collect();
    assert_eq!(sent, [true, true, true, false, false]);
    assert_eq!((monster.waiting(), monster.counters().dropped), (3, 2));
    // One unit's flood costs another nothing.
    let mut units = Population::new(monster.definition());
    let (first, second) = (units.spawn(&mut (), Notes::default()), units.spawn(&mut (), Notes::default()));
    for _ in 0..1000 {
        // It is dropped now, or in the tick.
        let _ = units.send(first, seen);
        assert!(units.waiting() <= 12);
    }
    assert_eq!(units.send(second, seen), Ok(()));
    assert_eq!((units.waiting_for(first), units.waiting_for(second)), (3, 1));
}

#[test]
fn messages_to_units_that_are_gone_are_lost_and_counted() {
    let blueprint = monster();
    let mut units = Population::new(&blueprint.build(&bindings(&blueprint)).unwrap());
    let unit = units.spawn(&mut (), Notes::default());
    units.send(unit, "seen").unwrap();
    units.despawn(&mut (), unit).unwrap();
    assert_eq!(units.data()[0].calls, ["enter:normal", "enter:idle", "exit:idle", "exit:normal"]);
    assert_eq!(units.despawn(&mut (), unit), Err(UnitError::NoSuchUnit));
    // Another unit in the same place is not meant.
    let other = units.spawn(&mut (), Notes::default());
    assert_eq!((unit.index(), other.index()), (0, 0));
    assert!(units.send(unit, "seen").is_err());
    units.tick(&mut (), ms(16));
    assert_eq!(
        (units.counters().lost, units.definition().path(units.state(other).unwrap())),
        (1, "normal/idle".to_owned())
    );
}

#[test]
fn that_a_message_is_lost_is_logged_once() {
    warnings::keep();
    let blueprint = Blueprint::table("ghost", "a").state(State::new("a").on("seen", "a"));
    let mut units = Population::new(&blueprint.build(&Bindings::new()).unwrap());
    for _ in 0..2 {
        let unit = units.spawn(&mut (), ());
        units.send(unit, "seen").unwrap();
        units.despawn(&mut (), unit).unwrap();
        units.tick(&mut (), ms(16));
    }
    assert_eq!(units.counters().lost, 2);
    assert_eq!(warnings::of("ghost"), ["machine `ghost`: messages to units that are gone are lost"]);
}
