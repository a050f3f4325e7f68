//! States that no unit can ever be in, and states that pass a unit on for ever.

use super::Structure;
use super::check::Problems;
use crate::ai::blueprint::Next;

pub(super) fn check_reach(structure: &Structure, problems: &mut Problems) {
    for index in unreached(structure) {
        problems.named(
            &structure.path(super::id(index)),
            "no transition leads to it",
            "add one, or mark it `from_code: true` if code goes there",
        );
    }
    check_instant_circles(structure, problems);
}

fn unreached(structure: &Structure) -> Vec<usize> {
    let mut reached = vec![false; structure.nodes.len()];
    let from_code = structure.nodes.iter().enumerate().filter(|(_, node)| node.spec.from_code);
    let mut todo: Vec<u8> = from_code.map(|(index, _)| super::id(index).0).chain([0]).collect();
    while let Some(state) = todo.pop() {
        if std::mem::replace(&mut reached[state as usize], true) {
            continue;
        }
        let node = structure.node(state);
        let targets = (node.spec.on.iter().map(|row| &row.then))
            .chain(node.spec.when.iter().map(|row| &row.then))
            .chain(node.spec.after.iter().map(|row| &row.then))
            .filter_map(Next::target)
            .filter_map(|name| structure.state(name))
            .map(|state| state.0);
        todo.extend(targets.chain(node.initial).chain((state != 0).then_some(node.parent)));
    }
    (0..reached.len()).filter(|&index| !reached[index]).collect()
}

/// Timeouts of 0 ms without a guard that lead around in a circle: the unit would change in every
/// tick and never be updated.
fn check_instant_circles(structure: &Structure, problems: &mut Problems) {
    // Of timeouts that are due together the outermost state's comes first.
    let next = |state: u8| {
        let leaf = structure.descend(state);
        let mut path: Vec<u8> = structure.up(leaf, 0).collect();
        path.reverse();
        path.into_iter().find_map(|state| {
            let after = &structure.node(state).spec.after;
            let instant = after.iter().find(|after| after.ms == 0 && after.guard.is_none())?;
            instant.then.target().and_then(|name| structure.state(name)).map(|id| id.0)
        })
    };
    // 0 means not looked at; otherwise the walk in which the state was met.
    let mut met = vec![0_u32; structure.nodes.len()];
    for (walk, start) in (1_u32..).zip(1..structure.nodes.len()) {
        let mut at = super::id(start).0;
        while met[at as usize] == 0 {
            met[at as usize] = walk;
            let Some(to) = next(at) else { break };
            if met[to as usize] == walk {
                let path = structure.path(crate::ai::StateId(to));
                problems.named(
                    &path,
                    "timeouts of 0 ms lead from it back to it, for ever",
                    "give one of them a guard or some time",
                );
                break;
            }
            at = to;
        }
    }
}
