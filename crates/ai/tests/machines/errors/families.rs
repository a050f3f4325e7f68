//! What is not for every family.

use proscenium_ai::{Family, Go, Next};

use super::{FAMILIES, is_fine, is_wrong, machine, state};

#[test]
fn each_family_has_its_verbs_and_no_others() {
    let verbs = || {
        let a = || "a".to_owned();
        [
            Next::Stay,
            Next::To(a()),
            Next::Go(Go { to: a(), ..Go::default() }),
            Next::Enter(a()),
            Next::Switch(a()),
            Next::Exit,
            Next::Leave,
        ]
    };
    let fits = |family: Family, then: &Next| match then {
        Next::Stay => true,
        Next::To(_) | Next::Go(_) => family != Family::Pushdown,
        Next::Enter(_) | Next::Switch(_) | Next::Exit => family == Family::Pushdown,
        Next::Leave => family == Family::Template,
    };
    for family in FAMILIES {
        for then in verbs() {
            let mut blueprints = vec![
                ("a", machine(family, [state("a").on("go", then.clone())])),
                ("a", machine(family, [state("a").after(10, then.clone())])),
                ("", machine(family, [state("a")]).on("go", then.clone())),
            ];
            if family != Family::Table {
                let polls = state("b").when(0, "near", then.clone());
                blueprints.push(("b", machine(family, [state("a"), polls])));
                blueprints.push(("", machine(family, [state("a")]).when(0, "near", then.clone())));
            }
            for (state, blueprint) in blueprints {
                if fits(family, &then) {
                    is_fine(&blueprint);
                } else {
                    is_wrong(&blueprint, state, &format!("{then:?} is not what this family does"));
                }
            }
        }
    }
}

#[test]
fn only_states_on_a_stack_are_covered() {
    for family in FAMILIES {
        for covered in [state("a").covered("act"), state("a").uncovered("act")] {
            let blueprint = machine(family, [covered]);
            if family == Family::Pushdown {
                is_fine(&blueprint);
            } else {
                is_wrong(&blueprint, "a", "only states on a stack are covered");
            }
        }
    }
}

#[test]
fn a_table_polls_no_triggers() {
    let own = machine(Family::Table, [state("a").when(0, "near", Next::Stay)]);
    is_wrong(&own, "a", "a table polls no triggers");
    let any = machine(Family::Table, [state("a")]).when(0, "near", Next::Stay);
    is_wrong(&any, "", "a table polls no triggers");
}

#[test]
fn a_table_has_no_states_inside_of_states() {
    let written = machine(Family::Table, [state("a").child(state("b").from_code())]);
    is_wrong(&written, "a", "a table's states have no states inside");
}
