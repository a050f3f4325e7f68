//! The flow graph: where each screen leads, drawn and checked.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::ScreenManager;
use crate::flow::phase::{Exit, Phase, ScreenEntry};
use crate::flow::screen_id::ScreenId;
use crate::phase::PhaseId;

type Node<'a> = (PhaseId, &'a ScreenEntry);

impl ScreenManager {
    /// Where a screen of a phase leads, as declared with [`Phase::leads_to`](crate::flow::Phase::leads_to): its edges
    /// in the flow graph.
    pub fn exits(&self, phase: PhaseId, screen: ScreenId) -> impl Iterator<Item = Exit> {
        self.node(phase, screen).into_iter().flat_map(|(_, entry)| entry.exits.iter().copied())
    }

    fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        self.phases.iter().flat_map(|phase| phase.screens.iter().map(|entry| (phase.id(), entry)))
    }

    /// The number of screens that the phases declare.
    pub fn screen_count(&self) -> usize {
        self.nodes().count()
    }

    /// Whether any screen declares its exits. A graph without exits says nothing about the game.
    pub fn has_exits(&self) -> bool {
        self.nodes().any(|(_, entry)| !entry.exits.is_empty())
    }

    /// All problems of the flow graph, in the order of registration. The exits are checked if any screen declares
    /// its own. The program starts with the phase that was registered first.
    ///
    /// A phase has no screen; a screen leads to a phase or a screen that does not exist; no screen leads to it; or
    /// no exit leads to a stack without it, neither one of its own nor one of the screens that it pushes.
    ///
    /// A game that is left through its pause menu needs no further exit:
    ///
    /// ```
    /// use proscenium_core::flow::{Exit, GameScreen, Phase, ScreenContext, ScreenManager};
    ///
    /// struct Screen;
    /// impl GameScreen for Screen {
    ///     fn update(&mut self, cx: &mut ScreenContext<'_>) {}
    /// }
    ///
    /// let problems = |pause_leads_to: Vec<Exit>| {
    ///     let game = Phase::new("game").screen("play", |_| Screen).leads_to([Exit::push("pause")]);
    ///     let mut manager = ScreenManager::headless();
    ///     manager.add_phase(game.screen("pause", |_| Screen).leads_to(pause_leads_to));
    ///     manager.flow_problems()
    /// };
    /// assert!(problems(vec![Exit::Pop, Exit::Quit]).is_empty());
    /// assert_eq!(problems(vec![Exit::Pop])[0], "nothing leads out of screen `play` of phase `game`");
    /// ```
    pub fn flow_problems(&self) -> Vec<String> {
        let (reached, has_exits) = (self.reached(), self.has_exits());
        let mut problems = Vec::new();
        for known in &self.phases {
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

    /// The flow graph in the language of Mermaid. Each phase has its screens, the screens that they ask, and `loading`
    /// if a change to the phase leads through it: then the dashed edges of these changes lead there.
    pub fn flow_as_mermaid(&self) -> String {
        let phase =
            |id: PhaseId| (format!("    subgraph phase_{}[\"phase {id}\"]\n", word(id.name())), "    end\n");
        let node = |name: &str, screen| format!("{name}[\"{screen}\"]");
        let edge = |from: &str, to: &str, label, is_load| {
            format!("{from} {}|{label}| {to}", if is_load { "-.->" } else { "-->" })
        };
        format!("flowchart LR\n{}", self.draw_graph(phase, node, edge))
    }

    /// The flow graph in the language of Graphviz, with the same nodes and edges.
    pub fn flow_as_dot(&self) -> String {
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
        &self,
        phase: impl Fn(PhaseId) -> (String, &'static str),
        node: impl Fn(&str, ScreenId) -> String,
        edge: impl Fn(&str, &str, &'static str, bool) -> String,
    ) -> String {
        let mut text = String::new();
        for known in &self.phases {
            let (begin, end) = phase(known.id());
            text.push_str(&begin);
            for screen in self.drawn(known) {
                // Writing to a String cannot fail.
                let _ = writeln!(text, "        {}", node(&name(known.id(), screen), screen));
            }
            text.push_str(end);
        }
        for phase in self.phases.iter().filter(|phase| self.is_loaded(phase.id())) {
            if let Some(first) = phase.screens.first() {
                let (from, to) = (name(phase.id(), ScreenId::LOADING), name(phase.id(), first.id));
                let _ = writeln!(text, "    {}", edge(&from, &to, "ready", false));
            }
        }
        for (phase, entry) in self.nodes() {
            for exit in &entry.exits {
                let (to, label) = match *exit {
                    Exit::Push(screen) => (name(phase, screen), "push"),
                    Exit::Replace(screen) => (name(phase, screen), "replace"),
                    Exit::Ask(screen) => (name(phase, screen), "ask"),
                    Exit::Reset(screen) => (name(phase, screen), "reset"),
                    Exit::Load(phase) if self.default_of(phase).is_some() => {
                        (name(phase, ScreenId::LOADING), "load")
                    }
                    Exit::Preloaded(phase) => match self.default_of(phase) {
                        Some((phase, first)) => (name(phase, first.id), "preloaded"),
                        None => continue,
                    },
                    Exit::Quit => ("quit".to_owned(), "quit"),
                    Exit::Load(_) | Exit::Pop => continue,
                };
                let is_load = matches!(exit, Exit::Load(_) | Exit::Preloaded(_));
                let edge = edge(&name(phase, entry.id), &to, label, is_load);
                let _ = writeln!(text, "    {edge}");
            }
        }
        text
    }

    /// Whether a change to the phase leads through the Loading screen: the start does, and each load that is not
    /// preloaded.
    fn is_loaded(&self, phase: PhaseId) -> bool {
        let is_first = self.phases.first().is_some_and(|first| first.id() == phase);
        is_first || self.nodes().any(|(_, entry)| entry.exits.contains(&Exit::Load(phase)))
    }

    /// The screens that are on the stack while the phase loads or runs, in the order of declaration, each once.
    fn drawn(&self, phase: &Phase) -> Vec<ScreenId> {
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

    fn node(&self, phase: PhaseId, screen: ScreenId) -> Option<Node<'_>> {
        self.nodes().find(|(of, entry)| *of == phase && entry.id == screen)
    }

    fn default_of(&self, phase: PhaseId) -> Option<Node<'_>> {
        self.nodes().find(|(of, _)| *of == phase)
    }

    fn missing_target(&self, phase: PhaseId, exit: Exit) -> Option<String> {
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
    fn reached(&self) -> BTreeSet<(PhaseId, ScreenId, bool)> {
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
    fn has_way_out(&self, (own, start): Node<'_>, can_pop: bool) -> bool {
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
