//! Checks of a machine's names, times and rows.

use super::{IN, MAX_MS, Node, Structure};
use crate::blueprint::{Blueprint, Cause, Edge, Family, Go, History, Next};
use crate::error::{BuildError, MachineProblem};
use crate::id::MAX_NAME;
use crate::nearest::hint;

pub(super) const MAX_PROBLEMS: usize = 100;

/// The problems that are found while a machine is checked.
#[derive(Default)]
pub(crate) struct Problems(pub(super) Vec<MachineProblem>);

impl Problems {
    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn into_error(self, machine: &str) -> BuildError {
        BuildError { machine: short(machine), problems: self.0, file: None }
    }

    fn add(&mut self, state: &str, text: Option<&str>, what: String, help: &str) {
        if self.0.len() < MAX_PROBLEMS {
            let text = text.filter(|text| text.len() <= MAX_NAME).map(str::to_owned);
            self.0.push(MachineProblem { state: short_path(state), what, help: help.to_owned(), text });
        }
    }

    pub(crate) fn machine(&mut self, what: impl Into<String>, help: &str) {
        self.add("", None, what.into(), help);
    }

    /// Adds a problem at the line of the state's name in the file.
    pub(super) fn state(&mut self, path: &str, what: impl Into<String>, help: &str) {
        self.add(path, path.rsplit('/').next(), what.into(), help);
    }

    /// Adds a problem at the line of another text in the file.
    pub(crate) fn text(&mut self, path: &str, text: &str, what: impl Into<String>, help: &str) {
        self.add(path, Some(text), what.into(), help);
    }

    /// Adds a name that no state has, with the nearest one.
    pub(super) fn missing(&mut self, structure: &Structure, path: &str, role: &str, name: &str) {
        let what = format!("{role} `{}` does not exist", short(name));
        let hint = hint(name, structure.nodes.iter().skip(1).map(|node| node.spec.name.as_str()));
        self.add(path, Some(name), what, &format!("correct the name, or add the state{hint}"));
    }

    /// Checks a guard: a name, or `in:STATE`.
    fn check_guard(&mut self, structure: &Structure, path: &str, guard: &str) {
        let name = guard.strip_prefix('!').unwrap_or(guard);
        self.check_name(path, "a guard", name);
        if let Some(name) = name.strip_prefix(IN).filter(|name| structure.find(name).is_none()) {
            self.missing(structure, path, "the state of the guard", name);
        }
    }

    fn check_name(&mut self, path: &str, kind: &str, name: &str) {
        if let Some(what) = bad_name(name) {
            self.text(path, name, format!("the name of {kind} {what}"), "choose another");
        }
    }
}

/// A name that fits into a message.
pub(crate) fn short(name: &str) -> String {
    if name.len() <= MAX_NAME {
        return name.to_owned();
    }
    name.chars().take(24).chain("...".chars()).collect()
}

/// A path that fits into a message: of a long one the state itself.
fn short_path(path: &str) -> String {
    match path.rsplit_once('/') {
        None => short(path),
        Some((_, name)) if path.len() > 2 * MAX_NAME => format!(".../{}", short(name)),
        Some(_) => path.to_owned(),
    }
}

/// Checks what does not depend on the tree.
pub(super) fn check_machine(blueprint: &Blueprint, problems: &mut Problems) {
    if let Some(what) = bad_name(&blueprint.name) {
        problems.machine(format!("the machine's name {what}"), "choose another");
    }
    if !(2..=64).contains(&blueprint.max_depth) {
        problems.machine("max_depth is not from 2 to 64", "8 is the default");
    }
    if blueprint.queue == 0 {
        problems.machine("queue is 0, so no message could ever arrive", "8 is the default");
    }
    for event in &blueprint.events {
        problems.check_name("", "an event", event);
    }
}

fn bad_name(name: &str) -> Option<&'static str> {
    if name.is_empty() {
        Some("is empty")
    } else if name.len() > MAX_NAME {
        Some("is longer than 64 bytes")
    } else if name.contains(|c: char| c.is_whitespace() || c.is_control() || "/\"`!".contains(c)) {
        Some("contains a space or one of / \" ` !")
    } else {
        None
    }
}

pub(super) fn check_states(structure: &Structure, problems: &mut Problems) {
    let family = structure.family;
    for (state, node) in (0..).zip(&structure.nodes) {
        let path = structure.path_of(state);
        let spec = &node.spec;
        if let Some(what) = bad_name(&spec.name) {
            problems.state(&path, format!("its name {what}"), "choose another");
        }
        let has_inner = state > 0 && node.end > state + 1;
        if has_inner && spec.initial.is_none() && !spec.parallel && family != Family::Template {
            problems.state(&path, "it has states inside, but no initial one", "name one with `initial`");
        }
        check_inside(structure, state, &path, problems);
        if has_inner && family == Family::Table {
            let help = "make it a hierarchy or a template";
            problems.state(&path, "a table's states have no states inside", help);
        }
        if family != Family::Pushdown && (spec.covered.is_some() || spec.uncovered.is_some()) {
            problems.state(&path, "only states on a stack are covered", "make it a pushdown machine");
        }
        if family == Family::Table && !spec.when.is_empty() {
            problems.state(&path, "a table polls no triggers", "make it a hierarchy");
        }
        let fixed = spec.fixed_update.as_ref().map(|fixed| fixed.every);
        let mut times = spec.after.iter().map(|after| after.ms).chain([spec.min_time]).chain(fixed);
        if times.any(|ms| ms > MAX_MS) {
            problems.state(&path, format!("a time is longer than {MAX_MS} ms"), "times are in milliseconds");
        }
        if fixed == Some(0) {
            problems.state(&path, "its fixed update comes every 0 ms", "use `update` for each tick");
        }
        if let Some(guard) = &spec.can_go {
            problems.check_guard(structure, &path, guard);
        }
        for (index, row) in spec.on.iter().enumerate() {
            if spec.on[..index].iter().any(|first| first.event == row.event && first.guard.is_none()) {
                let what =
                    format!("it has a second row for `{}` after one without a guard", short(&row.event));
                problems.text(&path, &row.event, what, "remove one of the two, or give the first a guard");
            }
        }
        for edge in spec.edges() {
            if let Cause::Event(name) = edge.cause {
                problems.check_name(&path, "an event", name);
            }
            if let Some(guard) = edge.guard {
                problems.check_guard(structure, &path, guard);
            }
            check_next(structure, state, &path, edge.then, problems);
            check_trigger(structure, state, &path, edge, problems);
        }
    }
}

/// Checks what a state says about its children, and about its parent.
fn check_inside(structure: &Structure, state: u8, path: &str, problems: &mut Problems) {
    let Node { spec, end, .. } = structure.node(state);
    let inner = structure.children(state).count();
    if spec.parallel && !matches!(structure.family, Family::Template | Family::Hierarchy) {
        problems.state(path, "only a hierarchy and a template have regions", "change the family");
    }
    if spec.parallel && inner < 2 {
        problems.state(
            path,
            "it is parallel, but has fewer than two regions",
            "write the regions inside of it",
        );
    }
    if spec.parallel && (spec.initial.is_some() || spec.history != History::None) {
        let help = "say it of the regions instead";
        problems.state(path, "a parallel state has no initial child and no history", help);
    }
    if spec.is_final && *end > state + 1 {
        problems.state(path, "a final state has states inside", "make one of them final");
    }
}

/// Checks that a trigger does not lead to a state that the unit is in anyway.
fn check_trigger(structure: &Structure, state: u8, path: &str, edge: Edge<'_>, problems: &mut Problems) {
    let is_inside = match (edge.cause, edge.then) {
        // A pushdown machine may push a state on itself, with `Enter`.
        _ if structure.family == Family::Pushdown => None,
        (Cause::Trigger(_), Next::To(to) | Next::Go(Go { to, external: false, .. })) => {
            structure.find(to).filter(|to| structure.contains(*to, state))
        }
        _ => None,
    };
    if let Some(to) = is_inside {
        let to = &structure.node(to).spec.name;
        let what = format!("a trigger to `{to}` is never taken, as the unit is in that state already");
        problems.text(
            path,
            to,
            what,
            "say `Go` with `external: true` to enter it again, or remove the trigger",
        );
    }
}

fn check_next(structure: &Structure, state: u8, path: &str, then: &Next, problems: &mut Problems) {
    let target = then.target().and_then(|name| structure.find(name));
    match (then.target(), target) {
        (Some(name), None) => problems.missing(structure, path, "the target", name),
        (_, Some(0)) => problems.text(path, "root", "the root is not a target", "name a state inside of it"),
        _ => {}
    }
    if let Next::Go(Go { to, history, or, .. }) = then {
        let is_inside = |(to, or)| structure.contains(to, or) && to != or;
        let is_wrong = |or: &&String| !target.zip(structure.find(or)).is_some_and(is_inside);
        if let Some(or) = or.as_ref().filter(is_wrong) {
            let what = format!("`{}` is not a state inside of the target", short(or));
            problems.text(path, or, what, "name a state inside of the target");
        }
        let is_parallel = target.is_some_and(|to| structure.node(to).spec.parallel);
        if is_parallel && (or.is_some() || history.is_some_and(|history| history != History::None)) {
            let help = "name a state inside of one of its regions";
            problems.text(path, to, "a parallel state has no initial child and no history", help);
        }
    }
    if *then == Next::Leave && structure.node(structure.node(state).parent).spec.parallel {
        problems.state(path, "a region cannot be left alone", "leave the parallel state, with `To`");
    }
    let family = structure.family;
    let fits = match then {
        Next::Stay => true,
        Next::To(_) | Next::Go(_) => family != Family::Pushdown,
        Next::Enter(_) | Next::Switch(_) | Next::Exit => family == Family::Pushdown,
        Next::Leave => family == Family::Template,
    };
    if !fits {
        let help = match family {
            Family::Pushdown => "a pushdown machine says Enter, Switch or Exit",
            Family::Template => "a template says To or Leave",
            Family::Table | Family::Hierarchy => "a table or a hierarchy says To",
        };
        let then = short(&format!("{then:?}"));
        problems.state(path, format!("{then} is not what this family does"), help);
    }
}

/// Finds states that no transition leads to.
pub(super) fn check_reach(structure: &Structure, problems: &mut Problems) {
    for state in unreached(structure) {
        let help = "add one, or mark it `from_code: true` if code goes there";
        problems.state(&structure.path_of(state), "no transition leads to it", help);
    }
    check_instant_circles(structure, problems);
}

fn unreached(structure: &Structure) -> Vec<u8> {
    let states = 0..structure.nodes.len() as u8;
    let mut reached = vec![false; structure.nodes.len()];
    let from_code = states.clone().filter(|&state| structure.node(state).spec.from_code);
    let mut todo: Vec<u8> = from_code.chain([0]).collect();
    while let Some(state) = todo.pop() {
        if std::mem::replace(&mut reached[state as usize], true) {
            continue;
        }
        let node = structure.node(state);
        let targets = node.spec.edges().flat_map(|edge| targets(structure, edge.then));
        if node.spec.parallel {
            todo.extend(structure.children(state));
        }
        todo.extend(targets.chain(node.initial).chain((state != 0).then_some(node.parent)));
    }
    states.filter(|&state| !reached[state as usize]).collect()
}

fn targets(structure: &Structure, then: &Next) -> impl Iterator<Item = u8> {
    let or = if let Next::Go(go) = then { go.or.as_deref() } else { None };
    then.target().into_iter().chain(or).filter_map(|name| structure.find(name))
}

/// Finds timeouts of 0 ms without a guard that lead around in a circle: the unit would change in
/// every tick and never be updated.
fn check_instant_circles(structure: &Structure, problems: &mut Problems) {
    // Of timeouts that are due together the outermost state's comes first.
    let next = |state: &u8| {
        let initial = |&state: &u8| structure.node(state).initial;
        let leaf = std::iter::successors(Some(*state), initial).last().unwrap_or(*state);
        structure.down(0, leaf).find_map(|state| {
            let after = &structure.node(state).spec.after;
            let instant = after.iter().find(|after| after.ms == 0 && after.guard.is_none())?;
            structure.find(instant.then.target()?)
        })
    };
    for start in 0..structure.nodes.len() as u8 {
        let followed = std::iter::successors(next(&start), next).take(structure.nodes.len());
        // Each circle is reported once, at its first state.
        let mut circle = followed.take_while(|&state| state >= start);
        if circle.any(|state| state == start) {
            let what = "timeouts of 0 ms lead from it back to it";
            problems.state(&structure.path_of(start), what, "give one of them a guard or a time");
        }
    }
}
