//! The node-shared machine of its design document: a tree of nodes, and an object for each state of each unit.

use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

use super::super::contest::Competitor;
use super::super::workload::{
    Data, FIRST, Leaf, UPDATE, checksum, enter_group, enter_leaf, exit_group, exit_leaf, update_attack,
    update_attack_move, update_chase, update_idle, update_move,
};
use super::Dictionary;

/// A node's place in its template. The root is 0.
type Node = usize;

/// A node of the shared tree.
struct TemplateNode {
    parent: Option<Node>,
}

/// The tree that all units of a kind share: nodes, and how to find them by name.
struct Template {
    nodes: Vec<TemplateNode>,
    names: HashMap<&'static str, Node>,
}

impl Template {
    fn new() -> Self {
        Self { nodes: vec![TemplateNode { parent: None }], names: HashMap::from([("Root", 0)]) }
    }

    fn add(&mut self, parent: Node, name: &'static str) -> Node {
        self.nodes.push(TemplateNode { parent: Some(parent) });
        self.names.insert(name, self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    /// Whether a node is another one or lies above it.
    fn holds(&self, above: Node, mut node: Node) -> bool {
        loop {
            if node == above {
                return true;
            }
            match self.nodes[node].parent {
                Some(parent) => node = parent,
                None => return false,
            }
        }
    }
}

/// What a state says to a message.
enum Answer {
    /// It is none of its business, so the parent is asked.
    Pass,
    /// It wants another state, by name.
    Change(&'static str),
}

/// A unit's object for a node. The names are the document's.
trait FsmState {
    fn name(&self) -> &'static str;
    fn on_enter_state(&mut self, unit: &mut Data);
    fn on_leave_state(&mut self, unit: &mut Data);
    fn on_update_state(&mut self, unit: &mut Data);
    fn handle_message(&mut self, message: u8) -> Answer;
}

/// A group's object.
struct GroupState {
    name: &'static str,
    /// Where the second event leads, if the group handles it.
    second: Option<&'static str>,
}

impl FsmState for GroupState {
    fn name(&self) -> &'static str {
        self.name
    }

    fn on_enter_state(&mut self, unit: &mut Data) {
        enter_group(unit);
    }

    fn on_leave_state(&mut self, unit: &mut Data) {
        exit_group(unit);
    }

    fn on_update_state(&mut self, _: &mut Data) {}

    fn handle_message(&mut self, message: u8) -> Answer {
        match self.second {
            Some(target) if message != FIRST => Answer::Change(target),
            _ => Answer::Pass,
        }
    }
}

/// A leaf's object. Each value of the parameter is a separate class, as in the document.
struct LeafState<const LEAF: u8> {
    name: &'static str,
}

impl<const LEAF: u8> FsmState for LeafState<LEAF> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn on_enter_state(&mut self, unit: &mut Data) {
        enter_leaf(unit);
    }

    fn on_leave_state(&mut self, unit: &mut Data) {
        exit_leaf(unit);
    }

    fn on_update_state(&mut self, unit: &mut Data) {
        match LEAF {
            0 => update_idle(unit),
            1 => update_attack(unit),
            2 => update_move(unit),
            3 => update_chase(unit),
            _ => update_attack_move(unit),
        }
    }

    fn handle_message(&mut self, message: u8) -> Answer {
        match (LEAF, message) {
            (0, FIRST) => Answer::Change("Attack"),
            (1, _) => Answer::Change("Idle"),
            (2, FIRST) => Answer::Change("Chase"),
            (2, _) => Answer::Pass,
            (3, FIRST) => Answer::Change("AttackMove"),
            _ => Answer::Change("Move"),
        }
    }
}

/// The names of the leaves, in the order of their numbers.
const LEAVES: [&str; 5] = ["Idle", "Attack", "Move", "Chase", "AttackMove"];

/// The marine's template, which all units share.
fn marine_template() -> Template {
    let mut template = Template::new();
    let guard = template.add(0, "Guard");
    let march = template.add(0, "March");
    for (name, group) in LEAVES.into_iter().zip([guard, guard, march, march, march]) {
        template.add(group, name);
    }
    template
}

/// A unit's machine: the stack of active nodes, its states by node, and its messages.
struct Fsm {
    template: Rc<Template>,
    states: Dictionary<Node, Box<dyn FsmState>>,
    stack: Vec<Node>,
    messages: VecDeque<u8>,
    unit: Data,
}

impl Fsm {
    fn marine(template: &Rc<Template>) -> Self {
        let mut fsm = Self {
            template: Rc::clone(template),
            states: Dictionary::default(),
            stack: vec![0],
            messages: VecDeque::new(),
            unit: Data::default(),
        };
        fsm.add_state(GroupState { name: "Guard", second: None });
        fsm.add_state(GroupState { name: "March", second: Some("Idle") });
        fsm.add_state(LeafState::<{ Leaf::Idle as u8 }> { name: "Idle" });
        fsm.add_state(LeafState::<{ Leaf::Attack as u8 }> { name: "Attack" });
        fsm.add_state(LeafState::<{ Leaf::Move as u8 }> { name: "Move" });
        fsm.add_state(LeafState::<{ Leaf::Chase as u8 }> { name: "Chase" });
        fsm.add_state(LeafState::<{ Leaf::AttackMove as u8 }> { name: "AttackMove" });
        fsm.set_state("Idle");
        fsm
    }

    fn add_state(&mut self, state: impl FsmState + 'static) {
        self.states.insert(self.template.names[state.name()], Box::new(state));
    }

    fn current(&self) -> Node {
        *self.stack.last().expect("the root is never left")
    }

    fn send_message(&mut self, message: u8) {
        self.messages.push_back(message);
    }

    /// Handles one message; without one, updates the current state.
    fn update_fsm(&mut self) {
        match self.messages.pop_front() {
            Some(message) => self.handle(message),
            None => {
                if let Some(state) = self.states.get_mut(&self.current()) {
                    state.on_update_state(&mut self.unit);
                }
            }
        }
    }

    /// Asks the states from the current one upwards, until one handles the message.
    fn handle(&mut self, message: u8) {
        for node in self.stack.iter().rev() {
            if let Some(state) = self.states.get_mut(node)
                && let Answer::Change(target) = state.handle_message(message)
            {
                self.set_state(target);
                return;
            }
        }
    }

    /// Leaves states, children first, until one is left that holds the target, and enters down to it.
    fn set_state(&mut self, target: &str) {
        let target = self.template.names[target];
        while !self.template.holds(self.current(), target) {
            let left = self.stack.pop();
            if let Some(state) = left.and_then(|node| self.states.get_mut(&node)) {
                state.on_leave_state(&mut self.unit);
            }
        }
        self.enter(target);
    }

    /// Enters a node after its parents that are not active.
    fn enter(&mut self, node: Node) {
        if node == self.current() {
            return;
        }
        if let Some(parent) = self.template.nodes[node].parent {
            self.enter(parent);
        }
        if let Some(state) = self.states.get_mut(&node) {
            state.on_enter_state(&mut self.unit);
        }
        self.stack.push(node);
    }
}

/// The node-shared document taken at its word: the tree is shared, but each unit has its states as
/// objects in a dictionary, its active path as a list of nodes, and its queue of messages.
pub struct NodeShared(Vec<Fsm>);

impl Competitor for NodeShared {
    fn new(units: usize) -> Self {
        let template = Rc::new(marine_template());
        Self((0..units).map(|_| Fsm::marine(&template)).collect())
    }

    fn tick(&mut self, events: &[u8]) {
        for (fsm, &event) in self.0.iter_mut().zip(events) {
            if event != UPDATE {
                fsm.send_message(event);
            }
            fsm.update_fsm();
        }
    }

    fn checksum(&self) -> u64 {
        checksum(self.0.iter().map(|fsm| {
            let leaf = LEAVES.iter().position(|name| fsm.template.names[name] == fsm.current());
            (fsm.unit, leaf.expect("a marine is in a leaf") as u8)
        }))
    }
}
