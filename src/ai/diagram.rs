//! Machines as Mermaid diagrams, with the path of a running unit marked.
//!
//! What leads from a state to another is an arrow with its event, trigger or time, its guard in
//! brackets and its action behind a slash. What holds in any state starts at the root's border.

use std::fmt::Write;

use super::blueprint::{Family, History, Next, State};
use super::id::StateId;
use super::structure::Structure;

impl Structure {
    /// The machine as a Mermaid state diagram. `active` are the current states of a unit, such
    /// as [`Population::stack`](super::Population::stack) tells them: they, and the states that
    /// they are inside of, are marked.
    ///
    /// ```
    /// use proscenium::ai::{Blueprint, Family, State};
    ///
    /// let door = Blueprint::table("door", "closed")
    ///     .state(State::new("closed").on("push", "open"))
    ///     .state(State::new("open").on("pull", "closed"))
    ///     .check()?;
    /// let open = door.state("open").expect("it is there");
    /// assert_eq!(
    ///     door.mermaid(&[open]),
    ///     "stateDiagram-v2\n    [*] --> closed\n    closed --> open: push\n    \
    ///      open --> closed: pull\n    classDef active fill:#f6c344\n    class open active\n",
    /// );
    /// # Ok::<(), proscenium::ai::BuildError>(())
    /// ```
    #[must_use]
    pub fn mermaid(&self, active: &[StateId]) -> String {
        let mut text = "stateDiagram-v2\n".to_owned();
        let root_initial = self.initial(0);
        // Writing to a string does not fail, here and below.
        let _ = writeln!(text, "    [*] --> {root_initial}");
        self.mermaid_inside(&mut text);
        for (index, node) in self.nodes.iter().enumerate() {
            for (label, target) in self.arrows(&node.spec) {
                let from = if index == 0 { "any_state" } else { &node.spec.name };
                // A composite's way out to whoever is below has no state to point at.
                let to = target.unwrap_or("[*]");
                let _ = writeln!(text, "    {from} --> {to}: {label}");
            }
        }
        let marked = self.marked(active);
        if !marked.is_empty() {
            let names: Vec<&str> = marked.iter().map(|state| self.state_name(*state)).collect();
            let _ = writeln!(text, "    classDef active fill:#f6c344\n    class {} active", names.join(","));
        }
        text
    }

    /// The states that have states inside, each with its initial one.
    fn mermaid_inside(&self, text: &mut String) {
        let mut open: Vec<u8> = Vec::new();
        for (index, node) in self.nodes.iter().enumerate().skip(1) {
            let number = super::structure::id(index).0;
            while open.last().is_some_and(|&outer| !self.contains(outer, number)) {
                open.pop();
                let _ = writeln!(text, "{}}}", "    ".repeat(open.len() + 1));
            }
            let indent = "    ".repeat(open.len() + 1);
            if node.end > number + 1 {
                let _ = writeln!(text, "{indent}state {} {{", node.spec.name);
                open.push(number);
                if node.initial.is_some() {
                    let _ =
                        writeln!(text, "{indent}    [*] --> {}{}", self.initial(number), history(&node.spec));
                }
            } else if !open.is_empty() {
                let _ = writeln!(text, "{indent}{}", node.spec.name);
            }
        }
        while open.pop().is_some() {
            let _ = writeln!(text, "{}}}", "    ".repeat(open.len() + 1));
        }
    }

    fn initial(&self, state: u8) -> &str {
        self.node(state).initial.map_or("", |initial| &self.node(initial).spec.name)
    }

    fn marked(&self, active: &[StateId]) -> Vec<StateId> {
        let mut marked: Vec<StateId> = active.iter().flat_map(|state| self.ancestors(*state)).collect();
        marked.sort_unstable();
        marked.dedup();
        marked
    }

    /// What leads away from a state: the label, and the target, `None` for the state below.
    fn arrows<'a>(&'a self, spec: &'a State) -> Vec<(String, Option<&'a str>)> {
        let mut arrows = Vec::new();
        let mut add = |cause: String, guard: Option<&String>, action: Option<&String>, then: &'a Next| {
            let mut label = cause;
            if let Some(guard) = guard {
                let _ = write!(label, " [{guard}]");
            }
            if let Some(action) = action {
                let _ = write!(label, " / {action}");
            }
            let stack = match then {
                Next::Enter(_) => " (enter)",
                Next::Switch(_) => " (switch)",
                Next::Exit => " (exit)",
                Next::Stay | Next::To(_) | Next::Leave => "",
            };
            label.push_str(stack);
            let target = match then {
                Next::To(name) | Next::Enter(name) | Next::Switch(name) => Some(name.as_str()),
                Next::Stay => Some(spec.name.as_str()),
                Next::Leave => spec_parent(self, spec),
                Next::Exit => None,
            };
            arrows.push((label, target));
        };
        for row in &spec.on {
            add(row.event.clone(), row.guard.as_ref(), row.action.as_ref(), &row.then);
        }
        for when in &spec.when {
            let level =
                if self.family == Family::Hierarchy { format!(" ({})", when.level) } else { String::new() };
            add(format!("when {}{level}", when.trigger), None, when.action.as_ref(), &when.then);
        }
        for after in &spec.after {
            add(format!("after {} ms", after.ms), after.guard.as_ref(), after.action.as_ref(), &after.then);
        }
        arrows
    }
}

fn spec_parent<'a>(structure: &'a Structure, spec: &State) -> Option<&'a str> {
    let state = structure.state(&spec.name)?;
    structure.parent(state).map(|parent| structure.state_name(parent))
}

const fn history(spec: &State) -> &'static str {
    match spec.history {
        History::None => "",
        History::Shallow => ": or where it left (H)",
        History::Deep => ": or where it left (H*)",
    }
}
