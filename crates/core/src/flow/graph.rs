//! The flow graph: where each screen leads, drawn and checked.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::exit::Exit;
use super::phase::{Phase, ScreenEntry};
use super::screen_id::ScreenId;
use crate::phase::PhaseId;

type Node<'a> = (PhaseId, &'a ScreenEntry);

/// The graph of the screens of these phases, by the exits that they declare.
#[derive(Clone, Copy)]
pub(super) struct FlowGraph<'a>(pub(super) &'a [Phase]);

impl<'a> FlowGraph<'a> {
    pub(super) fn exits(self, phase: PhaseId, screen: ScreenId) -> impl Iterator<Item = Exit> {
        self.node(phase, screen).into_iter().flat_map(|(_, entry)| entry.exits.iter().copied())
    }

    fn nodes(self) -> impl Iterator<Item = Node<'a>> {
        self.0.iter().flat_map(|phase| phase.screens.iter().map(|entry| (phase.id(), entry)))
    }

    pub(super) fn screen_count(self) -> usize {
        self.nodes().count()
    }

    pub(super) fn has_exits(self) -> bool {
        self.nodes().any(|(_, entry)| !entry.exits.is_empty())
    }

    /// All problems, in the order of registration.
    pub(super) fn problems(self) -> Vec<String> {
        let (reached, has_exits) = (self.reached(), self.has_exits());
        let mut problems = Vec::new();
        for known in self.0 {
            let phase = known.id();
            if known.screens.is_empty() {
                problems.push(format!("phase `{phase}` has no screen"));
            }
            for entry in known.screens.iter().filter(|_| has_exits) {
                let (node, screen) = ((phase, entry), entry.id);
                for to in entry.exits.iter().filter_map(|exit| self.missing_target(phase, *exit)) {
                    problems.push(format!("screen `{screen}` of phase `{phase}` leads to {to}"));
                }
                let is_reached = |has_parent| reached.contains(&(phase, screen, has_parent));
                if !is_reached(true) && !is_reached(false) {
                    problems.push(format!("nothing leads to screen `{screen}` of phase `{phase}`"));
                }
                // The last screen of a stack is not popped.
                if !self.has_way_out(node, is_reached(true) || !is_reached(false)) {
                    problems.push(format!("nothing leads out of screen `{screen}` of phase `{phase}`"));
                }
            }
        }
        problems
    }

    pub(super) fn as_mermaid(self) -> String {
        let phase =
            |id: PhaseId| (format!("    subgraph phase_{}[\"phase {id}\"]\n", word(id.name())), "    end\n");
        let node = |name: &str, screen| format!("{name}[\"{screen}\"]");
        let edge = |from: &str, to: &str, label, is_load| {
            format!("{from} {}|{label}| {to}", if is_load { "-.->" } else { "-->" })
        };
        format!("flowchart LR\n{}", self.draw_graph(phase, node, edge))
    }

    pub(super) fn as_dot(self) -> String {
        let phase = |id: PhaseId| {
            (
                format!("    subgraph cluster_{} {{\n        label=\"phase {id}\";\n", word(id.name())),
                "    }\n",
            )
        };
        let node = |name: &str, screen| format!("{name} [label=\"{screen}\"];");
        let edge = |from: &str, to: &str, label, is_load| {
            format!("{from} -> {to} [label=\"{label}\"{}];", if is_load { ", style=dashed" } else { "" })
        };
        let graph = self.draw_graph(phase, node, edge);
        format!("digraph flow {{\n    rankdir=LR;\n    node [shape=box];\n{graph}}}\n")
    }

    /// The phases with their screens, and then the exits, in some language. `edge` gets the names of the nodes, a
    /// label, and whether the edge is a change of phase. `Pop` has no edge: it leads to the screen below.
    fn draw_graph(
        self,
        phase: impl Fn(PhaseId) -> (String, &'static str),
        node: impl Fn(&str, ScreenId) -> String,
        edge: impl Fn(&str, &str, &'static str, bool) -> String,
    ) -> String {
        let mut text = String::new();
        for known in self.0 {
            let (begin, end) = phase(known.id());
            text.push_str(&begin);
            for screen in self.drawn(known) {
                // Writing to a String cannot fail.
                let _ = writeln!(text, "        {}", node(&name(known.id(), screen), screen));
            }
            text.push_str(end);
        }
        for phase in self.0.iter().filter(|phase| self.is_loaded(phase.id())) {
            if let Some(first) = phase.screens.first() {
                let (from, to) = (name(phase.id(), ScreenId::LOADING), name(phase.id(), first.id));
                let _ = writeln!(text, "    {}", edge(&from, &to, "ready", false));
            }
        }
        for (phase, entry) in self.nodes() {
            for exit in &entry.exits {
                let to = match *exit {
                    Exit::Push(screen) | Exit::Replace(screen) | Exit::Ask(screen) | Exit::Reset(screen) => {
                        name(phase, screen)
                    }
                    Exit::Load(phase) if self.default_of(phase).is_some() => name(phase, ScreenId::LOADING),
                    Exit::Preloaded(phase) => match self.default_of(phase) {
                        Some((phase, first)) => name(phase, first.id),
                        None => continue,
                    },
                    Exit::Quit => exit.name().to_owned(),
                    Exit::Load(_) | Exit::Pop => continue,
                };
                let is_load = matches!(exit, Exit::Load(_) | Exit::Preloaded(_));
                let edge = edge(&name(phase, entry.id), &to, exit.name(), is_load);
                let _ = writeln!(text, "    {edge}");
            }
        }
        text
    }

    /// Whether a change to the phase leads through the Loading screen: the start does, and each load that is not
    /// preloaded.
    fn is_loaded(self, phase: PhaseId) -> bool {
        let is_first = self.0.first().is_some_and(|first| first.id() == phase);
        is_first || self.nodes().any(|(_, entry)| entry.exits.contains(&Exit::Load(phase)))
    }

    /// The screens that are on the stack while the phase loads or runs, in the order of declaration, each once.
    fn drawn(self, phase: &Phase) -> Vec<ScreenId> {
        let loading = self.is_loaded(phase.id()).then_some(ScreenId::LOADING);
        let exits = phase.screens.iter().flat_map(|entry| &entry.exits);
        let asked = exits.filter_map(|exit| match *exit {
            Exit::Ask(screen) => Some(screen),
            _ => None,
        });
        let mut seen = BTreeSet::new();
        let all = loading.into_iter().chain(phase.screens.iter().map(|entry| entry.id)).chain(asked);
        all.filter(|screen| seen.insert(*screen)).collect()
    }

    fn node(self, phase: PhaseId, screen: ScreenId) -> Option<Node<'a>> {
        self.nodes().find(|(of, entry)| *of == phase && entry.id == screen)
    }

    fn default_of(self, phase: PhaseId) -> Option<Node<'a>> {
        self.nodes().find(|(of, _)| *of == phase)
    }

    fn missing_target(self, phase: PhaseId, exit: Exit) -> Option<String> {
        match exit {
            Exit::Push(target) | Exit::Replace(target) | Exit::Reset(target)
                if self.node(phase, target).is_none() =>
            {
                Some(format!("screen `{target}`, which that phase does not have"))
            }
            Exit::Load(target) | Exit::Preloaded(target) if self.default_of(target).is_none() => {
                Some(format!("phase `{target}`, which does not exist"))
            }
            _ => None,
        }
    }

    /// The screens that can be reached from the first phase's default screen, each with whether there is a
    /// screen below it.
    fn reached(self) -> BTreeSet<(PhaseId, ScreenId, bool)> {
        let mut reached = BTreeSet::new();
        let mut open: Vec<_> = self.nodes().next().map(|node| (node, false)).into_iter().collect();
        while let Some(((phase, entry), has_parent)) = open.pop() {
            if !reached.insert((phase, entry.id, has_parent)) {
                continue;
            }
            let to = |screen, has_parent| Some((self.node(phase, screen)?, has_parent));
            open.extend(entry.exits.iter().filter_map(|exit| match *exit {
                Exit::Push(screen) => to(screen, true),
                Exit::Replace(screen) => to(screen, has_parent),
                Exit::Reset(screen) => to(screen, false),
                Exit::Load(phase) | Exit::Preloaded(phase) => Some((self.default_of(phase)?, false)),
                Exit::Ask(_) | Exit::Pop | Exit::Quit => None,
            }));
        }
        reached
    }

    /// Whether exits of `start`, or of screens above it, lead to a stack without it.
    fn has_way_out(self, (own, start): Node<'a>, can_pop: bool) -> bool {
        let is_start = |screen| screen == start.id;
        let (mut seen, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(entry) = open.pop() {
            if !seen.insert(entry.id) {
                continue;
            }
            for exit in &entry.exits {
                let is_out = match *exit {
                    Exit::Quit => true,
                    Exit::Pop => can_pop && is_start(entry.id),
                    Exit::Reset(screen) => !is_start(screen),
                    // To load the same phase starts it again.
                    Exit::Load(phase) | Exit::Preloaded(phase) => {
                        phase != own || self.default_of(phase).is_none_or(|(_, first)| !is_start(first.id))
                    }
                    Exit::Replace(screen) if is_start(entry.id) => !is_start(screen),
                    Exit::Push(screen) | Exit::Replace(screen) => {
                        open.extend(self.node(own, screen).map(|(_, entry)| entry));
                        false
                    }
                    Exit::Ask(_) => false,
                };
                if is_out {
                    return true;
                }
            }
        }
        false
    }
}

/// A word of both languages.
fn word(id: &str) -> String {
    id.replace(|character: char| !character.is_alphanumeric(), "_")
}

fn name(phase: PhaseId, screen: ScreenId) -> String {
    word(&format!("{phase}__{screen}"))
}
