//! Machines as resources.

use proscenium::ai::Blueprint;
use proscenium::phase::{LoadError, Position};

use crate::load;

#[test]
fn all_problems_of_a_machine_have_their_places() {
    let text = r#"Machine(name: "m", family: Table, initial: "a", states: [
    State(name: "a", on: [On(event: "e", then: To("b")), On(event: "f", then: To("c"))]),
])"#;
    let Err(LoadError::Decode(error)) = load::<Blueprint>("machines/m.ron", text) else { panic!() };
    assert_eq!(error.position, Some(Position { line: 2, column: 51 }));
    assert!(error.what.contains("`b`") && error.what.contains("; 2:82: "), "{error}");
}
