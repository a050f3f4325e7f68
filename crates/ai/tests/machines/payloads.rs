//! What comes with events: its type in the code, in the machine, and when it arrives.

use std::sync::Arc;
use std::time::Duration;

use proscenium_ai::{
    Bindings, Blueprint, Context, Definition, Event, EventId, EventOf, MissingName, Payload, PayloadType,
    Population, Row, Snapshot, State, UnitError, UnitId,
};

use crate::warnings;

proscenium_ai::events! {
    /// All types.
    #[derive(Hash)]
    struct Events { arrived, hit: Number, wave: Integer, alarm: Unit, spotted: Point = "enemy-in-range" }
}

proscenium_ai::events! { struct Others { hit: Unit, wave, alram: Unit } }

/// What a unit has read.
type Read = (Option<f64>, Option<i64>, Option<UnitId>, Option<[f32; 2]>);

fn row(event: &str) -> Row {
    Row { event: event.to_owned(), action: Some("read".to_owned()), ..Row::default() }
}

/// A tower that reads the payload of each of its events.
fn tower() -> Blueprint {
    let stand = State::new("stand").row(row("arrived")).row(row("hit")).row(row("wave")).row(row("alarm"));
    Blueprint { queue: 9, ..Blueprint::template("tower", "stand").state(stand.row(row("enemy-in-range"))) }
}

fn bindings(events: Events) -> Bindings<Vec<Read>> {
    let read = move |seen: &mut Vec<Read>, (): &mut (), cx: &mut Context<'_>| {
        let numbers = (cx.payload(events.hit), cx.payload(events.wave));
        seen.push((numbers.0, numbers.1, cx.payload(events.alarm), cx.payload(events.spotted)));
    };
    Bindings::new().action("read", read)
}

fn typed() -> (Events, Arc<Definition<Vec<Read>>>) {
    let events = Events::of(&tower().check().unwrap()).unwrap();
    (events, tower().build(&bindings(events).payloads(events.payloads())).unwrap())
}

fn unit(bits: u64) -> UnitId {
    UnitId::from_bits(bits).unwrap()
}

#[test]
fn a_payload_is_read_by_the_event_that_it_came_with() {
    let (events, definition) = typed();
    let mut towers = Population::new(&definition);
    let tower = towers.spawn(&mut (), Vec::new());
    let all: [Event; 6] = [
        events.arrived.into(),
        events.hit.with(4.5),
        events.wave.with(-3),
        events.alarm.with(tower),
        events.spotted.with([1.0, 2.0]),
        events.hit.id().into(),
    ];
    for event in all {
        towers.send(tower, event).unwrap();
    }
    assert_eq!(towers.messages_for(tower).collect::<Vec<_>>(), all);
    (0..6).for_each(|_| towers.tick(&mut (), Duration::from_millis(16)));
    let nothing = (None, None, None, None);
    let expected = [
        nothing,
        (Some(4.5), None, None, None),
        (None, Some(-3), None, None),
        (None, None, Some(tower), None),
        (None, None, None, Some([1.0, 2.0])),
        nothing,
    ];
    assert_eq!(towers.get(tower), Some(&expected.to_vec()));
}

#[test]
fn the_code_gives_the_types_to_a_machine_that_does_not_declare_them() {
    let (events, definition) = typed();
    let types = [events.arrived, events.hit.id(), events.wave.id(), events.alarm.id(), events.spotted.id()]
        .map(|event| definition.payload(event));
    use PayloadType::{Integer, Number, Point, Unit};
    assert_eq!(types, [None, Some(Number), Some(Integer), Some(Unit), Some(Point)]);
    assert_eq!(definition.payload(EventId::from("of another machine")), None);
}

#[test]
fn types_that_the_code_and_the_machine_do_not_agree_on_are_errors_of_the_start() {
    let declared = tower().payload("hit", PayloadType::Number).payload("wave", PayloadType::Integer);
    let error = Others::of(&declared.check().unwrap()).unwrap_err();
    let missing = |name: &str, nearest: &str| MissingName {
        kind: "event",
        name: name.to_owned(),
        nearest: Some(nearest.to_owned()),
    };
    assert_eq!(error.missing, [missing("hit: Unit", "hit: Number"), missing("alram", "alarm")]);
    let events = Events::of(&declared.check().unwrap()).unwrap();
    let other = declared.payload("hit", PayloadType::Point);
    let error = other.build(&bindings(events).payloads(events.payloads())).unwrap_err();
    let what = "event `hit` has the payload Point, and in the code Number";
    assert_eq!(error.problems.iter().map(|problem| problem.what.as_str()).collect::<Vec<_>>(), [what]);
    let error = tower().payload("hti", PayloadType::Point).check().unwrap_err();
    let what = "there is no event `hti` (did you mean `hit`?) for the payload";
    assert_eq!(error.problems.iter().map(|problem| problem.what.as_str()).collect::<Vec<_>>(), [what]);
}

#[test]
fn a_payload_of_another_type_is_refused_counted_and_logged_once() {
    let (events, definition) = typed();
    let mut towers = Population::new(&definition);
    let tower = towers.spawn(&mut (), Vec::new());
    let wrong = Event { id: events.hit.id(), payload: Payload::Unit(tower) };
    let error = UnitError::WrongPayload {
        event: events.hit.id(),
        expected: PayloadType::Number,
        found: PayloadType::Unit,
    };
    warnings::keep();
    assert_eq!(towers.dispatch(&mut (), tower, wrong), Err(error));
    assert_eq!(towers.send(tower, wrong), Err(error));
    assert_eq!(towers.broadcast(wrong), 0);
    // An event of which the machine says nothing has any.
    assert_eq!(towers.send(tower, Event { id: events.arrived, ..wrong }), Ok(()));
    assert_eq!(towers.counters().payloads, 3);
    assert_eq!(warnings::of("tower"), [format!("machine `tower`: {error}")]);
    assert_eq!(error.to_string(), "event `hit` came with the payload Unit, and the machine takes Number");
    assert_eq!((towers.get(tower), towers.waiting()), (Some(&Vec::new()), 1));
}

#[test]
fn a_message_of_a_snapshot_with_another_type_is_lost() {
    let (events, definition) = typed();
    let mut towers = Population::new(&definition);
    let tower = towers.spawn(&mut (), Vec::new());
    towers.send(tower, events.hit.with(2.0)).unwrap();
    towers.send(tower, events.wave.with(7)).unwrap();
    let later = self::tower().payload("hit", PayloadType::Point).build(&bindings(events)).unwrap();
    let lost = towers.replace_definition(&later, None).unwrap();
    assert_eq!(lost, ["messages `hit` with a payload of another type (1)"]);
    assert_eq!(towers.messages_for(tower).collect::<Vec<_>>(), [events.wave.with(7)]);
}

#[test]
fn the_numbers_of_an_older_snapshot_become_what_the_machine_declares() {
    let (events, definition) = typed();
    let number = |event: EventId| EventOf::<f64>::from(event).with(3.0);
    let plain = tower().build(&bindings(events)).unwrap();
    let mut towers = Population::new(&plain);
    let tower = towers.spawn(&mut (), Vec::new());
    let all = [events.arrived, events.hit.id(), events.wave.id(), events.alarm.id(), events.spotted.id()];
    all.into_iter().for_each(|event| towers.send(tower, number(event)).unwrap());
    let mut saved = serde_json::to_value(towers.snapshot()).unwrap();
    saved["state"]["version"] = 3.into();
    for message in saved["state"]["messages"].as_array_mut().unwrap() {
        message.as_object_mut().unwrap().remove("payload_type").unwrap();
    }
    let saved: Snapshot<Vec<Read>> = serde_json::from_value(saved).unwrap();
    let (restored, lost) = Population::restore(&definition, &saved, None).unwrap();
    let expected = [
        number(events.arrived),
        events.hit.with(3.0),
        events.wave.with(3),
        events.alarm.with(unit(3)),
        events.spotted.id().into(),
    ];
    assert_eq!(
        (restored.messages_for(unit(tower.to_bits())).collect::<Vec<_>>(), lost.len()),
        (expected.to_vec(), 0)
    );
}

#[test]
fn the_events_of_a_tick_bring_their_payloads_and_wrong_ones_are_counted() {
    let (events, definition) = typed();
    for is_watched in [false, true] {
        let mut towers = Population::new(&definition);
        let all: Vec<_> = (0..300).map(|_| towers.spawn(&mut (), Vec::new())).collect();
        if is_watched {
            towers.watch(all[1], 4);
        }
        let mut column: Vec<Option<Event>> = vec![None; 300];
        column[1] = Some(events.hit.with(4.5));
        column[2] = Some(events.hit.id().into());
        column[3] = Some(Event { id: events.hit.id(), payload: Payload::Integer(4) });
        column[4] = Some("psuh".into());
        column[299] = Some(events.wave.with(7));
        towers.tick_events(&mut (), Duration::from_millis(16), &column);
        let read = |place: usize| towers.get(all[place]).unwrap().clone();
        let (nothing, none) = (Vec::new(), (None, None, None, None));
        assert_eq!(
            [1, 2, 3, 4].map(read),
            [vec![(Some(4.5), None, None, None)], vec![none], nothing.clone(), nothing]
        );
        assert_eq!(read(299), [(None, Some(7), None, None)]);
        assert_eq!((towers.counters().payloads, towers.counters().foreign), (1, 1));
    }
}
