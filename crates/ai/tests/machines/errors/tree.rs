//! The tree of states, and where a machine or a state begins.

use proscenium_ai::{Blueprint, Family, State};

use super::{FAMILIES, is_fine, is_wrong, machine, state};

#[test]
fn a_machine_has_states() {
    for family in FAMILIES {
        is_wrong(&Blueprint::new("test", family, "a"), "", "there are no states");
    }
}

#[test]
fn a_state_with_children_says_where_to_begin() {
    let tree = || State { states: vec![state("b").from_code()], ..state("a") };
    for family in [Family::Hierarchy, Family::Pushdown] {
        is_wrong(&machine(family, [tree()]), "a", "it has states inside, but no initial one");
    }
    is_fine(&machine(Family::Template, [tree()]));
}

#[test]
fn an_initial_state_that_does_not_exist_is_found() {
    let mut blueprint = machine(Family::Table, [state("a")]);
    blueprint.initial = "x".to_owned();
    is_wrong(&blueprint, "", "its initial state `x` does not exist");
    let tree = State { initial: Some("x".to_owned()), ..state("a").child(state("b").from_code()) };
    is_wrong(&machine(Family::Hierarchy, [tree]), "a", "its initial state `x` does not exist");
}

#[test]
fn an_initial_state_is_a_child() {
    let elsewhere = State { initial: Some("c".to_owned()), ..state("a").child(state("b").from_code()) };
    is_wrong(
        &machine(Family::Hierarchy, [elsewhere, state("c")]),
        "a",
        "its initial state `c` is not inside of it",
    );
    let itself = State { initial: Some("a".to_owned()), ..state("a").child(state("b").from_code()) };
    is_wrong(&machine(Family::Hierarchy, [itself]), "a", "its initial state `a` is not inside of it");
    let deeper = State { initial: Some("c".to_owned()), ..state("a").child(state("b").child(state("c"))) };
    is_wrong(
        &machine(Family::Hierarchy, [deeper]),
        "a",
        "its initial state `c` is not a child but further inside",
    );
}

#[test]
fn a_machine_may_begin_further_inside_but_not_in_its_root() {
    let mut blueprint = machine(Family::Hierarchy, [state("a").child(state("b").child(state("c")))]);
    blueprint.initial = "c".to_owned();
    is_fine(&blueprint);
    blueprint.initial = "root".to_owned();
    is_wrong(&blueprint, "", "its initial state `root` is not inside of it");
}
