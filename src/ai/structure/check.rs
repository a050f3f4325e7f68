//! What can be wrong with a machine's names, times and rows.

use super::{MAX_MS, MAX_NAME, Structure};
use crate::ai::blueprint::{Blueprint, Family, Next};
use crate::ai::error::{BuildError, MachineProblem};

/// The most problems that are listed; a file with more is not helped by more of them.
const MAX_PROBLEMS: usize = 100;

/// The list that grows while a machine is checked.
#[derive(Default)]
pub(in crate::ai) struct Problems(Vec<MachineProblem>);

impl Problems {
    pub(in crate::ai) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(in crate::ai) fn into_error(self, machine: &str) -> BuildError {
        BuildError { machine: short(machine), problems: self.0 }
    }

    fn add(&mut self, state: &str, text: Option<&str>, what: String, help: &str) {
        if self.0.len() < MAX_PROBLEMS {
            let text = text.filter(|text| text.len() <= MAX_NAME).map(str::to_owned);
            self.0.push(MachineProblem { state: short_path(state), what, help: help.to_owned(), text });
        }
    }

    pub(in crate::ai) fn machine(&mut self, what: String, help: &str) {
        self.add("", None, what, help);
    }

    /// A problem of a state that is to be found at the state's own name.
    pub(super) fn named(&mut self, path: &str, what: &str, help: &str) {
        let name = path.rsplit('/').next();
        self.add(path, name, what.to_owned(), help);
    }

    /// A problem that is to be found at some other text.
    pub(in crate::ai) fn named_text(&mut self, path: &str, text: &str, what: &str, help: &str) {
        self.add(path, Some(text), what.to_owned(), help);
    }

    pub(super) fn target(&mut self, path: &str, role: &str, name: &str) {
        let what = format!("{role} `{}` does not exist", short(name));
        self.add(path, Some(name), what, "correct the name, or add the state");
    }
}

/// A name that fits into a message.
pub(in crate::ai) fn short(name: &str) -> String {
    if name.len() <= MAX_NAME {
        return name.to_owned();
    }
    name.chars().take(24).chain("...".chars()).collect()
}

/// A path that fits into a message: of a long one the end, which is the state itself.
fn short_path(path: &str) -> String {
    if path.len() <= 2 * MAX_NAME && !path.split('/').any(|name| name.len() > MAX_NAME) {
        return path.to_owned();
    }
    match path.rsplit_once('/') {
        Some((_, name)) => format!(".../{}", short(name)),
        None => short(path),
    }
}

/// What a row says, in a message.
fn shown(then: &Next) -> String {
    match then {
        Next::To(name) => format!("To(\"{}\")", short(name)),
        Next::Enter(name) => format!("Enter(\"{}\")", short(name)),
        Next::Switch(name) => format!("Switch(\"{}\")", short(name)),
        Next::Stay | Next::Exit | Next::Leave => format!("{then:?}"),
    }
}

/// What can be said before the states have their places.
pub(super) fn check_names(blueprint: &Blueprint, problems: &mut Problems) {
    if let Some(what) = bad_name(&blueprint.name) {
        problems.machine(format!("the machine's name {what}"), "choose another");
    }
    if !(2..=64).contains(&blueprint.max_depth) {
        problems.machine("max_depth is not from 2 to 64".to_owned(), "8 is the default");
    }
    for event in &blueprint.events {
        if let Some(what) = bad_name(event) {
            problems.named_text("", event, &format!("the name of an event {what}"), "choose another");
        }
    }
    if blueprint.queue == 0 {
        problems.machine("queue is 0, so no message could ever arrive".to_owned(), "8 is the default");
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

/// What can be said of each state once all of them have their places.
pub(super) fn check_states(structure: &Structure, problems: &mut Problems) {
    for (index, node) in structure.nodes.iter().enumerate() {
        let state = super::id(index);
        let path = structure.path(state);
        let spec = &node.spec;
        if let Some(what) = bad_name(&spec.name) {
            problems.named(&path, &format!("its name {what}"), "choose another");
        }
        let has_children = node.end > state.0 + 1;
        if index > 0
            && has_children
            && node.initial.is_none()
            && structure.family != Family::Template
            && spec.initial.is_none()
        {
            problems.named(&path, "it has states inside, but no initial one", "name one with `initial`");
        }
        if structure.family == Family::Table && index > 0 && has_children {
            problems.named(
                &path,
                "a table's states have no states inside",
                "make it a hierarchy or a template",
            );
        }
        if structure.family != Family::Pushdown && (spec.covered.is_some() || spec.uncovered.is_some()) {
            problems.named(&path, "only states on a stack are covered", "make it a pushdown machine");
        }
        if structure.family == Family::Table && !spec.when.is_empty() {
            problems.named(&path, "a table polls no triggers", "make it a hierarchy");
        }
        check_times(&path, spec, problems);
        check_rows(structure, &path, spec, problems);
    }
}

fn check_times(path: &str, spec: &crate::ai::State, problems: &mut Problems) {
    let fixed = spec.fixed_update.as_ref();
    let times = spec.after.iter().map(|after| after.ms).chain([spec.min_time]).chain(fixed.map(|f| f.every));
    if times.clone().any(|ms| ms > MAX_MS) {
        problems.named(path, &format!("a time is longer than {MAX_MS} ms"), "times are in milliseconds");
    }
    if fixed.is_some_and(|fixed| fixed.every == 0) {
        problems.named(path, "its fixed update comes every 0 ms", "use `update` for each tick");
    }
}

fn check_rows(structure: &Structure, path: &str, spec: &crate::ai::State, problems: &mut Problems) {
    let thens = (spec.on.iter().map(|row| &row.then))
        .chain(spec.when.iter().map(|row| &row.then))
        .chain(spec.after.iter().map(|row| &row.then));
    for then in thens {
        if let Some(name) = then.target()
            && structure.state(name).is_none()
        {
            problems.target(path, "the target", name);
        } else if then.target() == Some("root") {
            problems.named_text(path, "root", "the root is not a target", "name a state inside of it");
        }
        let fits = match then {
            Next::Stay => true,
            Next::To(_) => structure.family != Family::Pushdown,
            Next::Enter(_) | Next::Switch(_) | Next::Exit => structure.family == Family::Pushdown,
            Next::Leave => structure.family == Family::Template,
        };
        if !fits {
            let help = match structure.family {
                Family::Pushdown => "a pushdown machine says Enter, Switch or Exit",
                Family::Template => "a template says To or Leave",
                Family::Table | Family::Hierarchy => "a table or a hierarchy says To",
            };
            problems.named(path, &format!("{} is not what this family does", shown(then)), help);
        }
    }
    let events = spec.on.iter().map(|row| row.event.as_str());
    for name in events {
        if let Some(what) = bad_name(name) {
            problems.named_text(path, name, &format!("the name of an event {what}"), "choose another");
        }
    }
    let guards = (spec.on.iter().filter_map(|row| row.guard.as_ref()))
        .chain(spec.when.iter().map(|row| &row.trigger))
        .chain(spec.after.iter().filter_map(|row| row.guard.as_ref()))
        .chain(&spec.can_go);
    for guard in guards {
        if let Some(what) = bad_name(guard.strip_prefix('!').unwrap_or(guard)) {
            problems.named_text(path, guard, &format!("the name of a guard {what}"), "choose another");
        }
    }
}
