//! The tool `graph`: draws the flow of a game, as a trace has seen it.

use std::fmt::Write as _;

use serde::Deserialize;

/// The screens that a trace has seen, each in the phase in which it was on the stack, and the commands that led from one active
/// screen to the next. It is drawn as Mermaid and for Graphviz.
///
/// ```
/// use proscenium_dev::FlowGraph;
///
/// let trace = r#"{"tick":1,"kind":"phase","phase":"menu","step":"freeing"}
/// {"tick":1,"kind":"stack","stack":["title"]}
/// {"tick":9,"kind":"command","command":"push","target":"credits","outcome":"applied"}
/// {"tick":9,"kind":"stack","stack":["title","credits"]}
/// "#;
/// let graph = FlowGraph::read(trace.as_bytes())?;
/// assert!(graph.as_mermaid().ends_with("menu__title -->|push| menu__credits\n"));
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Default)]
pub struct FlowGraph {
    /// Each phase with its screens, in the order in which they were first seen.
    phases: Vec<(String, Vec<String>)>,
    edges: Vec<Edge>,
}

/// A change of the active screen; both ends are names of nodes.
#[derive(Debug, PartialEq)]
struct Edge {
    from: String,
    label: String,
    to: String,
}

/// What the graph needs of a record.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Record {
    Command {
        command: String,
        outcome: String,
    },
    Stack {
        stack: Vec<String>,
    },
    Phase {
        phase: String,
        step: String,
    },
    #[serde(other)]
    Other,
}

impl FlowGraph {
    /// Reads a trace: JSON Lines, as [`TraceWriter`](crate::TraceWriter) writes them.
    ///
    /// # Errors
    ///
    /// A line is not a record of a trace, or no record has a screen.
    pub fn read(trace: &[u8]) -> Result<Self, String> {
        let mut graph = Self::default();
        // The node of the active screen, the phase of the screens, and what the next change of the stack comes from.
        let (mut active, mut phase, mut cause) = (None, String::new(), None);
        for (number, line) in (1..).zip(trace.trim_ascii_end().split(|byte| *byte == b'\n')) {
            let record = serde_json::from_slice(line).map_err(|_| {
                format!("line {number} is not a record of a trace; the option `--trace FILE` writes a trace")
            })?;
            match record {
                // A preload changes no screen.
                Record::Command { command, outcome } if outcome == "applied" && command != "preload" => {
                    cause = Some(command);
                }
                Record::Phase { phase: name, step } if step == "freeing" => phase = name,
                // A side load changes no screen, and frees nothing.
                Record::Phase { phase: name, step } if name == phase => match step.as_str() {
                    // A preloaded phase is ready at once, and its screen comes from the command.
                    "ready" => cause = cause.or(Some(step)),
                    "failed" => cause = None,
                    _ => {}
                },
                Record::Stack { stack } => {
                    let label = cause.take().unwrap_or_else(|| "failure".to_owned());
                    let to = graph.add_screens(&phase, &stack);
                    // The removal of a covered screen does not change the active one.
                    let is_covered = label == "remove" && active.as_ref() == Some(&to);
                    match active.replace(to.clone()) {
                        Some(from) if !is_covered => graph.add_edge(Edge { from, label, to }),
                        _ => {}
                    }
                }
                Record::Command { .. } | Record::Phase { .. } | Record::Other => {}
            }
        }
        if graph.phases.is_empty() {
            return Err("the trace has no screen: none of its records is a `stack`".to_owned());
        }
        Ok(graph)
    }

    /// Adds the screens of a stack. Returns the node of the active one, or of the end of the program.
    fn add_screens(&mut self, phase: &str, stack: &[String]) -> String {
        let Some(active) = stack.last() else { return "quit".to_owned() };
        let known = self.phases.iter().position(|(name, _)| name == phase);
        let index = known.unwrap_or_else(|| {
            self.phases.push((phase.to_owned(), Vec::new()));
            self.phases.len() - 1
        });
        let screens = &mut self.phases[index].1;
        for screen in stack {
            if !screens.contains(screen) {
                screens.push(screen.clone());
            }
        }
        node(phase, active)
    }

    fn add_edge(&mut self, edge: Edge) {
        if !self.edges.contains(&edge) {
            self.edges.push(edge);
        }
    }

    /// The graph in the language of Mermaid. Changes of phase are dashed.
    pub fn as_mermaid(&self) -> String {
        let mut text = "flowchart LR\n".to_owned();
        // Writing to a string cannot fail.
        for (phase, screens) in &self.phases {
            let _ = writeln!(text, "    subgraph phase_{}[\"phase {}\"]", word(phase), label(phase));
            for screen in screens {
                let _ = writeln!(text, "        {}[\"{}\"]", node(phase, screen), label(screen));
            }
            text.push_str("    end\n");
        }
        for edge in &self.edges {
            let Edge { from, label, to } = edge;
            let arrow = if edge.is_load() { "-.->" } else { "-->" };
            let _ = writeln!(text, "    {from} {arrow}|{label}| {to}");
        }
        text
    }

    /// The graph in the language of Graphviz, with the same nodes and edges.
    pub fn as_dot(&self) -> String {
        let mut text = "digraph flow {\n    rankdir=LR;\n    node [shape=box];\n".to_owned();
        for (phase, screens) in &self.phases {
            let _ = writeln!(text, "    subgraph cluster_{} {{", word(phase));
            let _ = writeln!(text, "        label=\"phase {}\";", label(phase));
            for screen in screens {
                let _ = writeln!(text, "        {} [label=\"{}\"];", node(phase, screen), label(screen));
            }
            text.push_str("    }\n");
        }
        for edge in &self.edges {
            let Edge { from, label, to } = edge;
            let style = if edge.is_load() { ", style=dashed" } else { "" };
            let _ = writeln!(text, "    {from} -> {to} [label=\"{label}\"{style}];");
        }
        text + "}\n"
    }
}

impl Edge {
    /// Whether it is a change of phase.
    fn is_load(&self) -> bool {
        matches!(self.label.as_str(), "load" | "restore")
    }
}

/// The name of a screen's node.
fn node(phase: &str, screen: &str) -> String {
    format!("{}__{}", word(phase), word(screen))
}

/// An id as a word of both languages.
fn word(id: &str) -> String {
    id.replace(|character: char| !character.is_alphanumeric(), "_")
}

/// An id as a text between quotes, in both languages.
fn label(id: &str) -> String {
    id.replace(['"', '\\'], "'")
}
