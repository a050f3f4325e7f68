//! The flow graph: where each screen says that it leads, drawn and checked.

use std::collections::{BTreeSet, VecDeque};
use std::fmt::Write as _;

use super::exit::Exit;
use super::phase::{ScreenEntry, ScreenSet};
use super::screen::ScreenId;
use crate::phase::PhaseId;

/// Something that is wrong with a flow graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FlowProblem {
    /// A phase has no screen to start with.
    #[error("phase `{phase}` has no screen")]
    NoScreen {
        /// The phase.
        phase: PhaseId,
    },
    /// A screen leads to a phase that does not exist.
    #[error("screen `{screen}` of phase `{phase}` leads to phase `{target}`, which does not exist")]
    NoSuchPhase {
        /// The phase of the screen.
        phase: PhaseId,
        /// The screen.
        screen: ScreenId,
        /// The phase that is missing.
        target: PhaseId,
    },
    /// A screen leads to a screen that its phase does not have.
    #[error(
        "screen `{screen}` of phase `{phase}` leads to screen `{target}`, which that phase does not have"
    )]
    NoSuchScreen {
        /// The phase of both.
        phase: PhaseId,
        /// The screen.
        screen: ScreenId,
        /// The screen that is missing.
        target: ScreenId,
    },
    /// Nothing leads to a screen.
    #[error("nothing leads to screen `{screen}` of phase `{phase}`")]
    Unreachable {
        /// The phase.
        phase: PhaseId,
        /// The screen.
        screen: ScreenId,
    },
    /// A player who comes to a screen cannot leave it.
    #[error("nothing leads out of screen `{screen}` of phase `{phase}`")]
    NoWayOut {
        /// The phase.
        phase: PhaseId,
        /// The screen.
        screen: ScreenId,
    },
}

struct Node {
    phase: PhaseId,
    screen: ScreenId,
    exits: Vec<Exit>,
}

/// Where the screens of all phases lead, as [`Phase::leads_to`](super::Phase::leads_to) says. The first phase that
/// was registered is where the program starts.
pub struct FlowGraph {
    phases: Vec<(PhaseId, Vec<Node>)>,
}

impl FlowGraph {
    pub(super) fn of(phases: &[ScreenSet]) -> Self {
        let nodes = |known: &ScreenSet| {
            let phase = known.id;
            let node = |entry: &ScreenEntry| {
                let exits = BTreeSet::from_iter(entry.exits.iter().copied()).into_iter().collect();
                Node { phase, screen: entry.id, exits }
            };
            (phase, known.screens.iter().map(node).collect())
        };
        Self { phases: phases.iter().map(nodes).collect() }
    }

    /// The exits that `screen` of `phase` declares.
    pub fn exits(&self, phase: PhaseId, screen: ScreenId) -> &[Exit] {
        self.node(phase, screen).map(|node| node.exits.as_slice()).unwrap_or_default()
    }

    /// All that is wrong, in the order of registration.
    pub fn problems(&self) -> Vec<FlowProblem> {
        let reached = self.reached();
        let mut problems = Vec::new();
        for (phase, nodes) in &self.phases {
            let phase = *phase;
            if nodes.is_empty() {
                problems.push(FlowProblem::NoScreen { phase });
            }
            for node in nodes {
                let screen = node.screen;
                problems.extend(node.exits.iter().filter_map(|exit| self.missing_target(node, *exit)));
                if !reached.contains(&(phase, screen)) {
                    problems.push(FlowProblem::Unreachable { phase, screen });
                }
                let leads_out = |exit: &Exit| !matches!(exit, Exit::Push(_) | Exit::Ask(_));
                if !node.exits.iter().any(leads_out) {
                    problems.push(FlowProblem::NoWayOut { phase, screen });
                }
            }
        }
        problems
    }

    /// The graph in the language of Mermaid.
    pub fn to_mermaid(&self) -> String {
        let mut text = String::from("flowchart LR\n");
        for (phase, nodes) in &self.phases {
            // Writing to a String cannot fail; the results are ignored for that reason alone.
            let _ = writeln!(text, "    subgraph phase_{phase}[\"phase {phase}\"]");
            for node in nodes {
                let _ = writeln!(text, "        {}[\"{}\"]", name(node), node.screen);
            }
            text.push_str("    end\n");
        }
        for (from, to, label, is_dashed) in self.edges() {
            let arrow = if is_dashed { "-.->" } else { "-->" };
            let _ = writeln!(text, "    {from} {arrow}|{label}| {to}");
        }
        text
    }

    /// The graph in the language of Graphviz.
    pub fn to_dot(&self) -> String {
        let mut text = String::from("digraph flow {\n    rankdir=LR;\n    node [shape=box];\n");
        for (phase, nodes) in &self.phases {
            let _ = writeln!(text, "    subgraph cluster_{phase} {{\n        label=\"phase {phase}\";");
            for node in nodes {
                let _ = writeln!(text, "        {} [label=\"{}\"];", name(node), node.screen);
            }
            text.push_str("    }\n");
        }
        for (from, to, label, is_dashed) in self.edges() {
            let style = if is_dashed { ", style=dashed" } else { "" };
            let _ = writeln!(text, "    {from} -> {to} [label=\"{label}\"{style}];");
        }
        text.push_str("}\n");
        text
    }

    /// The edges as names of nodes, with a label, and whether the edge is a change of phase.
    /// `Pop` has no edge: where it leads is wherever the screen was pushed from.
    fn edges(&self) -> Vec<(String, String, &'static str, bool)> {
        let mut edges = Vec::new();
        for node in self.phases.iter().flat_map(|(_, nodes)| nodes) {
            for exit in &node.exits {
                let in_phase = |screen: &ScreenId| format!("{}__{screen}", node.phase);
                let edge = match exit {
                    Exit::Push(screen) => Some((in_phase(screen), "push", false)),
                    Exit::Replace(screen) => Some((in_phase(screen), "replace", false)),
                    Exit::Ask(screen) => Some((in_phase(screen), "ask", false)),
                    Exit::Load(phase) => self.default_of(*phase).map(|target| (name(target), "load", true)),
                    Exit::Quit => Some(("quit".to_owned(), "quit", false)),
                    Exit::Pop => None,
                };
                edges.extend(edge.map(|(to, label, is_load)| (name(node), to, label, is_load)));
            }
        }
        edges
    }

    fn node(&self, phase: PhaseId, screen: ScreenId) -> Option<&Node> {
        let (_, nodes) = self.phases.iter().find(|(id, _)| *id == phase)?;
        nodes.iter().find(|node| node.screen == screen)
    }

    fn default_of(&self, phase: PhaseId) -> Option<&Node> {
        self.phases.iter().find(|(id, _)| *id == phase).and_then(|(_, nodes)| nodes.first())
    }

    fn missing_target(&self, node: &Node, exit: Exit) -> Option<FlowProblem> {
        let Node { phase, screen, .. } = *node;
        match exit {
            Exit::Push(target) | Exit::Replace(target) if self.node(phase, target).is_none() => {
                Some(FlowProblem::NoSuchScreen { phase, screen, target })
            }
            Exit::Load(target) if self.default_of(target).is_none() => {
                Some(FlowProblem::NoSuchPhase { phase, screen, target })
            }
            _ => None,
        }
    }

    /// The screens that a player can come to, from the first phase's default screen on.
    fn reached(&self) -> BTreeSet<(PhaseId, ScreenId)> {
        let mut reached = BTreeSet::new();
        let first = self.phases.iter().find_map(|(_, nodes)| nodes.first());
        let mut open: VecDeque<&Node> = first.into_iter().collect();
        while let Some(node) = open.pop_front() {
            if !reached.insert((node.phase, node.screen)) {
                continue;
            }
            open.extend(node.exits.iter().filter_map(|exit| match exit {
                Exit::Push(screen) | Exit::Replace(screen) => self.node(node.phase, *screen),
                Exit::Load(phase) => self.default_of(*phase),
                Exit::Ask(_) | Exit::Pop | Exit::Quit => None,
            }));
        }
        reached
    }
}

fn name(node: &Node) -> String {
    format!("{}__{}", node.phase, node.screen)
}
