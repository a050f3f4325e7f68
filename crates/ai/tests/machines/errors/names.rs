//! Names that are taken, and names that nothing can have.

use proscenium_ai::{Family, Next, State, Timeout};

use super::{is_fine, is_wrong, machine, only, problems, state};

#[test]
fn a_name_is_taken_once() {
    let blueprint = machine(Family::Table, [state("a"), state("b"), state("b")]);
    is_wrong(&blueprint, "b", "the name is taken twice");
    let far = state("a").child(state("b").child(state("a")));
    is_wrong(&machine(Family::Hierarchy, [far]), "a", "the name is taken twice");
}

#[test]
fn the_name_of_the_root_is_taken() {
    is_wrong(&machine(Family::Table, [state("a"), state("root")]), "root", "the name is taken twice");
}

/// Names that no file should have, and what is said about them.
fn bad_names() -> Vec<(String, &'static str)> {
    let strange = "contains a space or one of / \" ` !";
    let mut names = vec![
        (String::new(), "is empty"),
        ("m".repeat(1 << 20), "is longer than 64 bytes"),
        ("x".repeat(65), "is longer than 64 bytes"),
        ("ä".repeat(33), "is longer than 64 bytes"),
    ];
    names.extend(
        ["a b", "a\tb", "a\nb", "a/b", "a\"b", "a`b", "a!b", "a\0b"].map(|name| (name.to_owned(), strange)),
    );
    names
}

#[test]
fn bad_names_of_states_are_found() {
    for (name, what) in bad_names() {
        let (path, shown) = only(problems(&machine(Family::Table, [state("a"), state(&name)])));
        assert_eq!(shown, format!("its name {what}"));
        assert!(path.len() <= 64 || path.starts_with("mmm"), "{}", path.len());
    }
    is_fine(&machine(Family::Table, [state("a"), state(&"ä".repeat(32))]));
}

#[test]
fn bad_names_of_events_are_found() {
    for (name, what) in bad_names() {
        let of_row = machine(Family::Table, [state("a").on(&name, Next::Stay)]);
        is_wrong(&of_row, "a", &format!("the name of an event {what}"));
        let of_any = machine(Family::Table, [state("a")]).on(&name, Next::Stay);
        is_wrong(&of_any, "", &format!("the name of an event {what}"));
    }
}

#[test]
fn bad_names_of_guards_are_found() {
    for (name, what) in bad_names() {
        for name in [name.clone(), format!("!{name}")] {
            let timeout = Timeout { ms: 10, guard: Some(name.clone()), ..Timeout::default() };
            let states = [
                state("a").on_if("go", &name, Next::Stay),
                state("a").when(0, &name, Next::Stay),
                state("a").can_go(&name),
                State { after: vec![timeout], ..state("a") },
            ];
            for state in states {
                let blueprint = machine(Family::Hierarchy, [state]);
                is_wrong(&blueprint, "a", &format!("the name of a guard {what}"));
            }
        }
    }
}
