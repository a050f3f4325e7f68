//! Machines as Mermaid diagrams.
//!
//! A row, a trigger or a timeout is an arrow with its event, trigger or time, its guard in brackets
//! and its action behind a slash. Those of all states start at `any_state`.

use std::fmt::Write;

use super::blueprint::{Cause, Edge, Family, Go, History, Next};
use super::id::StateId;
use super::structure::{Bits, Structure};

impl Structure {
    /// The machine as a Mermaid state diagram. The states in `active`, such as
    /// [`Population::stack`](super::Population::stack), and the states around them are marked.
    ///
    /// ```
    /// use proscenium_ai::{Blueprint, Family, State};
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
    /// # Ok::<(), proscenium_ai::BuildError>(())
    /// ```
    pub fn mermaid(&self, active: &[StateId]) -> String {
        let mut text = format!("stateDiagram-v2\n    [*] --> {}\n", self.initial(0));
        self.mermaid_inside(&mut text, 0, "    ");
        for (index, node) in self.nodes.iter().enumerate() {
            let from = if index == 0 { "any_state" } else { &node.spec.name };
            for edge in node.spec.edges() {
                let to = match edge.then {
                    Next::To(name) | Next::Enter(name) | Next::Switch(name) => name,
                    Next::Go(go) => &go.to,
                    Next::Stay => &node.spec.name,
                    Next::Leave if index > 0 => &self.node(node.parent).spec.name,
                    // The target is the state below.
                    Next::Leave | Next::Exit => "[*]",
                };
                // Writing to a string does not fail, here and below.
                let _ = writeln!(text, "    {from} --> {to}: {}", self.label(edge));
            }
        }
        let mut marked = Bits::default();
        for state in active.iter().filter_map(|state| self.local(*state)) {
            self.up(state, 0).for_each(|state| marked.add(state));
        }
        let names: Vec<&str> = marked.up().map(|state| self.id(state).name()).collect();
        if !names.is_empty() {
            let _ = writeln!(text, "    classDef active fill:#f6c344\n    class {} active", names.join(","));
        }
        text
    }

    /// Writes the states inside of `outer`.
    fn mermaid_inside(&self, text: &mut String, outer: u8, indent: &str) {
        let inner = (0..).zip(&self.nodes).skip(1).filter(|(_, node)| node.parent == outer);
        for (at, (state, node)) in inner.enumerate() {
            let name = &node.spec.name;
            if at > 0 && self.node(outer).spec.parallel {
                let _ = writeln!(text, "{indent}--");
            }
            if node.end == state + 1 {
                if outer != 0 {
                    let _ = writeln!(text, "{indent}{name}");
                }
                if node.spec.is_final {
                    let _ = writeln!(text, "{indent}{name} --> [*]");
                }
                continue;
            }
            let _ = writeln!(text, "{indent}state {name} {{");
            let history = match node.spec.history {
                History::None => "",
                History::Shallow => ": or where it left (H)",
                History::Deep => ": or where it left (H*)",
            };
            if node.initial.is_some() {
                let _ = writeln!(text, "{indent}    [*] --> {}{history}", self.initial(state));
            }
            self.mermaid_inside(text, state, &format!("{indent}    "));
            let _ = writeln!(text, "{indent}}}");
        }
    }

    fn initial(&self, state: u8) -> &str {
        self.node(state).initial.map_or("", |initial| &self.node(initial).spec.name)
    }

    fn label(&self, edge: Edge<'_>) -> String {
        let guard = edge.guard.unwrap_or_default();
        let mut label = match edge.cause {
            Cause::Event(event) => event.to_owned(),
            Cause::Trigger(level) if self.family == Family::Hierarchy => format!("when {guard} ({level})"),
            Cause::Trigger(_) => format!("when {guard}"),
            Cause::Timeout(ms) => format!("after {ms} ms"),
        };
        if !guard.is_empty() && !matches!(edge.cause, Cause::Trigger(_)) {
            let _ = write!(label, " [{guard}]");
        }
        if let Some(action) = edge.action {
            let _ = write!(label, " / {action}");
        }
        label.push_str(match edge.then {
            Next::Go(Go { history: Some(History::Shallow), .. }) => " (H)",
            Next::Go(Go { history: Some(History::Deep), .. }) => " (H*)",
            Next::Enter(_) => " (enter)",
            Next::Switch(_) => " (switch)",
            Next::Exit => " (exit)",
            Next::Stay | Next::To(_) | Next::Leave | Next::Go(_) => "",
        });
        if let Next::Go(Go { or, external, .. }) = edge.then {
            let _ = or.iter().try_for_each(|or| write!(label, " (or {or})"));
            label.push_str(if *external { " (external)" } else { "" });
        }
        label
    }
}
