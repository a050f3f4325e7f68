//! States that no transition leads to, and timeouts of 0 ms in a circle.

use super::check::Problems;
use super::{Structure, id};
use crate::ai::blueprint::Next;

pub(super) fn check_reach(structure: &Structure, problems: &mut Problems) {
    for index in unreached(structure) {
        let help = "add one, or mark it `from_code: true` if code goes there";
        problems.state(&structure.path(id(index)), "no transition leads to it", help);
    }
    check_instant_circles(structure, problems);
}

fn unreached(structure: &Structure) -> Vec<usize> {
    let mut reached = vec![false; structure.nodes.len()];
    let from_code = (0..reached.len()).filter(|&index| structure.nodes[index].spec.from_code);
    let mut todo: Vec<u8> = from_code.map(|index| id(index).0).chain([0]).collect();
    while let Some(state) = todo.pop() {
        if std::mem::replace(&mut reached[state as usize], true) {
            continue;
        }
        let node = structure.node(state);
        let targets = node.spec.edges().filter_map(|edge| target(structure, edge.then));
        todo.extend(targets.chain(node.initial).chain((state != 0).then_some(node.parent)));
    }
    (0..reached.len()).filter(|&index| !reached[index]).collect()
}

fn target(structure: &Structure, then: &Next) -> Option<u8> {
    Some(structure.state(then.target()?)?.0)
}

/// Finds timeouts of 0 ms without a guard that lead around in a circle: the unit would change in
/// every tick and never be updated.
fn check_instant_circles(structure: &Structure, problems: &mut Problems) {
    // Of timeouts that are due together the outermost state's comes first.
    let next = |state: &u8| {
        let leaf = structure.descend(*state);
        structure.down(0, leaf).find_map(|state| {
            let after = &structure.node(state).spec.after;
            let instant = after.iter().find(|after| after.ms == 0 && after.guard.is_none())?;
            target(structure, &instant.then)
        })
    };
    for start in structure.states().map(|state| state.0) {
        let followed = std::iter::successors(next(&start), next).take(structure.nodes.len());
        // Each circle is reported once, at its first state.
        let mut circle = followed.take_while(|&state| state >= start);
        if circle.any(|state| state == start) {
            let what = "timeouts of 0 ms lead from it back to it";
            problems.state(
                &structure.path(super::StateId(start)),
                what,
                "give one of them a guard or a time",
            );
        }
    }
}
