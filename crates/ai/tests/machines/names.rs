//! The names of a machine as values: `events!` and `states!`.

use proscenium_ai::{Bindings, Blueprint, EventId, MissingName, Population, State, StateId};

proscenium_ai::events! {
    /// With a name that is a word of Rust, and one that is no word.
    #[derive(Hash)]
    pub struct Events {
        hit,
        /// It comes to rest.
        r#loop,
        combat_done = "done.combat",
    }
}

proscenium_ai::states! { struct States { combat, r#move } }
proscenium_ai::events! { struct NoEvents {} }
proscenium_ai::events! { struct Wrong { hit, hti, x, look } }
proscenium_ai::states! { struct WrongStates { combta } }

fn unit() -> Blueprint {
    let combat = State::new("combat").on("done.combat", "move").on("hit", "move");
    Blueprint::hierarchy("unit", "combat")
        .state(combat.child(State::new("fight").after(0, "won")).child(State::new("won").is_final()))
        .state(State::new("move").on("loop", "combat"))
}

#[test]
fn a_struct_of_names_is_filled_from_a_checked_machine_and_from_a_definition() {
    let definition = unit().build(&Bindings::<()>::new()).unwrap();
    let events = Events::of(&definition).unwrap();
    assert_eq!(events, Events::of(&unit().check().unwrap()).unwrap());
    let names = [events.hit, events.r#loop, events.combat_done].map(EventId::name);
    assert_eq!(names, ["hit", "loop", "done.combat"]);
    let states = States::of(&definition).unwrap();
    assert_eq!([states.combat, states.r#move].map(StateId::name), ["combat", "move"]);
    assert_eq!(NoEvents::of(&definition), Ok(NoEvents {}));
    let mut units = Population::new(&definition);
    let unit = units.spawn(&mut (), ());
    units.send(unit, events.hit).unwrap();
    units.tick(&mut (), std::time::Duration::from_millis(16));
    assert_eq!(units.state(unit), Some(states.r#move));
}

#[test]
fn all_names_that_a_machine_does_not_have_are_in_one_error_with_the_nearest() {
    let structure = unit().check().unwrap();
    let error = Wrong::of(&structure).unwrap_err();
    let missing = |name: &str, nearest: Option<&str>| MissingName {
        kind: "event",
        name: name.to_owned(),
        nearest: nearest.map(str::to_owned),
    };
    assert_eq!(
        error.missing,
        [missing("hti", Some("hit")), missing("x", None), missing("look", Some("loop"))]
    );
    let expected = "machine `unit` has no event `hti` (did you mean `hit`?), no event `x`, no event `look` \
        (did you mean `loop`?): correct the names, or add them to the machine";
    assert_eq!(error.to_string(), expected);
    let expected = "machine `unit` has no state `combta` (did you mean `combat`?): correct the name, or add it \
        to the machine";
    assert_eq!(WrongStates::of(&structure).unwrap_err().to_string(), expected);
}

#[test]
fn names_that_are_missing_are_not_kept_by_the_program() {
    assert!(Wrong::of(&unit().check().unwrap()).is_err());
    assert_eq!(EventId::find("hti"), None);
}
