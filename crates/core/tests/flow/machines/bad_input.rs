//! What a game, its files and its saves can do wrong with machines: each is an error or a counter that names the
//! thing, and never a panic.

use std::time::Duration;

use proscenium_ai::{
    Bindings, Blueprint, Context, Counters, DispatchOutcome, Event, EventId, Next, Payload, PayloadType,
    Population, Row, State, StateId, UnitError,
};
use proscenium_core::flow::ScreenCommand;

use crate::stage::Stage;

const TICK: Duration = Duration::from_millis(16);

proscenium_ai::events! { struct DoorEvents { push, kick: Number } }
proscenium_ai::events! { struct Misspelt { psuh, kick: Unit, bite } }

/// A door that counts the force of kicks. Its handler takes numbers.
fn door() -> Blueprint {
    Blueprint::template("door", "shut")
        .payload("kick", PayloadType::Number)
        .event("kick")
        .state(State::new("shut").handler("creak").on("push", "open"))
        .state(State::new("open").from_code())
}

fn doors() -> (DoorEvents, Population<f64>) {
    let events = DoorEvents::of(&door().check().unwrap()).unwrap();
    let creak = move |force: &mut f64, (): &mut (), cx: &mut Context<'_>| {
        *force += cx.payload(events.kick).unwrap_or(100.0);
        proscenium_ai::Reply::Unhandled
    };
    (events, Population::new(&door().build(&Bindings::new().handler("creak", creak)).unwrap()))
}

#[test]
fn wrong_names_in_a_machine_are_problems_of_the_start_that_name_them() {
    let wrong = Blueprint::template("gate", "shtu")
        .payload("psuh", PayloadType::Unit)
        .state(State::new("shut").on("push", "opne").update("creak"))
        .state(State::new("open").from_code());
    let error = wrong.build(&Bindings::<()>::new()).unwrap_err().to_string();
    let problems =
        ["its initial state `shtu` does not exist", "no event `psuh` (did you mean `push`?)", "`opne`"];
    assert!(problems.iter().all(|problem| error.contains(problem)), "{error}");
    let right = Blueprint { initial: "shut".to_owned(), payloads: Default::default(), ..wrong };
    let right = right.on("bite", Next::Stay);
    let error = right.build(&Bindings::<()>::new()).unwrap_err().to_string();
    assert!(error.contains("state `shut`") && error.contains("`opne`"), "{error}");
    let right = Blueprint::template("gate", "shut").state(State::new("shut").update("creak"));
    let (code, near) =
        (Bindings::new().action("craek", |(): &mut (), (): &mut (), _| {}), "`craek` is bound");
    let error = right.build(&code).unwrap_err().to_string();
    assert!(error.contains("action `creak` is not bound") && error.contains(near), "{error}");
}

#[test]
fn wrong_names_and_types_of_code_are_one_error_of_the_start() {
    let expected = "machine `door` has no event `psuh` (did you mean `push`?), no event `kick: Unit` (did you mean \
        `kick: Number`?), no event `bite`: correct the names, or add them to the machine";
    assert_eq!(Misspelt::of(&door().check().unwrap()).unwrap_err().to_string(), expected);
}

#[test]
fn wrong_names_at_run_time_are_refused_and_counted() {
    let (events, mut doors) = doors();
    let door = doors.spawn(&mut (), 0.0);
    assert_eq!(doors.dispatch(&mut (), door, "psuh"), Err(UnitError::NoSuchEvent));
    assert_eq!(doors.send(door, "psuh"), Err(UnitError::NoSuchEvent));
    assert_eq!(doors.broadcast("psuh"), 0);
    assert_eq!(doors.set_state(&mut (), door, StateId::from("opne"), false), Err(UnitError::NoSuchState));
    doors.tick_events(&mut (), TICK, &[Some(EventId::from("psuh"))]);
    assert_eq!(*doors.counters(), Counters { foreign: 5, ..Counters::default() });
    assert_eq!(
        (doors.dispatch(&mut (), door, events.push), doors.get(door)),
        (Ok(DispatchOutcome::Changed), Some(&100.0))
    );
}

#[test]
fn a_payload_that_a_handler_does_not_take_does_not_reach_it() {
    let (events, mut doors) = doors();
    let door = doors.spawn(&mut (), 0.0);
    let kick = |payload| Event { id: events.kick.id(), payload };
    let wrong = [Payload::Integer(3), Payload::Unit(door), Payload::Point([1.0, 2.0])];
    for payload in wrong {
        let found = payload.payload_type().unwrap();
        let error = UnitError::WrongPayload { event: events.kick.id(), expected: PayloadType::Number, found };
        assert_eq!(doors.dispatch(&mut (), door, kick(payload)), Err(error));
        assert_eq!(doors.send(door, kick(payload)), Err(error));
        let text = format!("event `kick` came with the payload {found}, and the machine takes Number");
        assert_eq!(error.to_string(), text);
    }
    assert_eq!((doors.counters().payloads, doors.get(door)), (6, Some(&0.0)));
    // Of an event that came to all machines of a screen.
    doors.spawn(&mut (), 0.0);
    let mut stage = Stage::playing(&["title"]);
    let handle = stage.manager.stack_mut().populations_mut("title").unwrap().add(doors);
    for payload in [Payload::Point([1.0, 2.0]), Payload::Number(f64::NAN), Payload::Number(4.0)] {
        stage.manager.flow().post(kick(payload));
    }
    (0..4).for_each(|_| stage.frame());
    let doors = stage.manager.stack().populations("title").unwrap().get(handle).unwrap();
    assert_eq!((doors.counters().payloads, doors.get(door).unwrap().is_nan()), (8, true));
    assert_eq!(stage.stack(), ["title"]);
}

#[test]
fn a_world_of_another_type_of_screen_ends_the_phase_with_the_name_of_the_machine() {
    struct OtherScreen(u32);
    let mut stage = Stage::playing(&["title"]);
    let grow = Bindings::new().action("grow", |(): &mut (), height: &mut u32, _| *height += 1);
    let tree = Blueprint::template("tree", "grow").state(State::new("grow").update("grow"));
    let mut trees = Population::new(&tree.build(&grow).unwrap());
    trees.spawn(&mut 0, ());
    stage
        .manager
        .stack_mut()
        .populations_mut("title")
        .unwrap()
        .add_with(trees, |screen: &mut OtherScreen| &mut screen.0);
    (0..3).for_each(|_| stage.frame());
    let expected = "machine `tree` borrows its world from a screen of another type than `title`";
    assert_eq!(stage.manager.failure(), Some(expected));
}

#[test]
fn a_handle_of_another_screen_leads_to_no_population() {
    let mut stage = Stage::playing(&["title", "field"]);
    let handle = stage.manager.stack_mut().populations_mut("title").unwrap().add(doors().1);
    stage.run([ScreenCommand::push("field")]);
    let populations = stage.manager.stack_mut().populations_mut("field").unwrap();
    assert!(
        populations.get(handle).is_none()
            && populations.get_mut(handle).is_none()
            && !populations.remove(handle)
    );
    assert!(!populations.keep(handle, None));
}

#[test]
fn ids_of_another_population_are_refused_or_counted_as_lost() {
    let (events, mut doors) = doors();
    let (own, other) = (doors.spawn(&mut (), 0.0), self::doors().1.spawn(&mut (), 0.0));
    let gone = Err(UnitError::NoSuchUnit);
    assert_eq!(doors.dispatch(&mut (), other, events.push), gone);
    assert_eq!(doors.set_state(&mut (), other, StateId::from("open"), true), gone);
    assert_eq!(doors.send(other, events.push), Err(UnitError::NoSuchUnit));
    assert_eq!(doors.despawn(&mut (), other), Err(UnitError::NoSuchUnit));
    assert_eq!((doors.get(other), doors.state(other), doors.waiting_for(other)), (None, None, 0));
    // Code of a unit asks for the same.
    let ring = Row { event: "ring".to_owned(), action: Some("ring".to_owned()), ..Row::default() };
    let bell = Blueprint::template("bell", "hang").state(State::new("hang").row(ring));
    let ring = move |(): &mut (), (): &mut (), cx: &mut Context<'_>| {
        cx.send(other, "ring");
        cx.despawn(cx.population(), other);
    };
    let mut bells = Population::new(&bell.build(&Bindings::new().action("ring", ring)).unwrap());
    let bell = bells.spawn(&mut (), ());
    bells.dispatch(&mut (), bell, "ring").unwrap();
    assert_eq!((bells.len(), bells.counters().lost), (1, 1));
    assert_eq!((doors.len(), doors.state(own)), (1, Some(StateId::from("shut"))));
}

/// All machines of a process share the names, so they are used up in another process.
#[test]
fn more_names_than_there_can_be_are_an_error() {
    const CHILD: &str = "PROSCENIUM_TEST_OF_NAMES";
    if std::env::var_os(CHILD).is_none() {
        let mut child = std::process::Command::new(std::env::current_exe().unwrap());
        let name = "machines::bad_input::more_names_than_there_can_be_are_an_error";
        let run = child.args(["--exact", name]).env(CHILD, "1").output().unwrap();
        return assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
    }
    let (events, mut doors) = doors();
    let door = doors.spawn(&mut (), 0.0);
    for number in 0..65_534 {
        let _ = EventId::from(format!("event_{number}").as_str());
    }
    let bell = Blueprint::template("bell", "hang").state(State::new("hang").on("ring", Next::Stay));
    let error = bell.build(&Bindings::<()>::new()).unwrap_err().to_string();
    let expected = "machine `bell`: the program has too many names of states and events, more than 65,534";
    assert!(error.starts_with(expected), "{error}");
    assert_eq!(doors.dispatch(&mut (), door, "ring"), Err(UnitError::NoSuchEvent));
    assert_eq!(doors.set_state(&mut (), door, StateId::from("hang"), true), Err(UnitError::NoSuchState));
    doors.tick_events(&mut (), TICK, &[Some(EventId::from("ring"))]);
    assert_eq!(doors.counters().foreign, 3);
    // What the program has goes on.
    assert_eq!(doors.dispatch(&mut (), door, events.push), Ok(DispatchOutcome::Changed));
    assert!(
        self::door().build(&Bindings::<f64>::new().handler("creak", |_, _, _| Default::default())).is_ok()
    );
}
