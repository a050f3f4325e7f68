//! The state machines of the design documents, ported as they stand: what one gets by typing them in.
//!
//! They are ports in good faith. Where Rust offers several ways to say what the document's language
//! says, the quicker one is taken: references that are followed every tick stay references, dictionaries
//! with small keys hash with one multiplication, and nothing is allocated that the document does not
//! allocate. What costs them their time is the design: an object per state and unit, and a virtual call.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

use super::contest::Competitor;
use super::workload::{
    Body, Data, FIRST, FIRST_MOOD, GAITS, Gait, Leaf, MOOD_ROWS, MOODS, StackChange, StackState, UPDATE,
    checksum, enter_group, enter_leaf, exit_group, exit_leaf, fold, rules, stack_change, stack_update,
    update_attack, update_attack_move, update_chase, update_idle, update_move,
};

/// A dictionary whose keys are small numbers, as those of the documents are: enumerations.
type Dictionary<Key, Value> = HashMap<Key, Value, BuildHasherDefault<SmallKey>>;

/// Hashes a small number with one multiplication. The standard hasher guards against hostile keys, which
/// the dictionaries of the documents' languages do not.
#[derive(Default)]
struct SmallKey(u64);

impl Hasher for SmallKey {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u8(&mut self, key: u8) {
        self.write_u64(u64::from(key));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = (self.0 ^ key).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_usize(&mut self, key: usize) {
        self.write_u64(key as u64);
    }
}

// --------------------------------------------------------------------------------------- table

/// A state of the table: which inputs lead to which states, in two arrays side by side. 0 is an empty
/// place.
struct TableState {
    id: i32,
    inputs: Box<[i32]>,
    outputs: Box<[i32]>,
}

impl TableState {
    fn new(id: i32, transitions: usize) -> Self {
        let empty = || vec![0; transitions.max(1)].into_boxed_slice();
        Self { id, inputs: empty(), outputs: empty() }
    }

    /// Puts a transition into the first empty place. Without one nothing happens.
    fn add_transition(&mut self, input: i32, output: i32) {
        if let Some(place) = self.outputs.iter().position(|output| *output == 0) {
            self.inputs[place] = input;
            self.outputs[place] = output;
        }
    }

    /// The state that an input leads to: this one, when no place has the input.
    fn output(&self, input: i32) -> i32 {
        for (known, output) in self.inputs.iter().zip(&self.outputs) {
            if *output == 0 {
                break;
            }
            if *known == input {
                return *output;
            }
        }
        self.id
    }
}

/// A machine with its own map of states, as the document gives one to each monster.
struct TableMachine {
    states: BTreeMap<i32, Box<TableState>>,
    current: i32,
}

impl TableMachine {
    /// The monster's machine.
    fn monster() -> Self {
        let mut states = BTreeMap::new();
        for mood in 1..=MOODS {
            let rows = || MOOD_ROWS.iter().filter(|row| row.0 == mood);
            let mut state = TableState::new(i32::from(mood), rows().count());
            for (_, input, next) in rows() {
                state.add_transition(i32::from(*input), i32::from(*next));
            }
            states.insert(state.id, Box::new(state));
        }
        Self { states, current: i32::from(FIRST_MOOD) }
    }

    /// Makes the state that the input leads to the current one, and says which it is. A current state
    /// that the map does not have becomes 0, none.
    fn transition(&mut self, input: i32) -> i32 {
        self.current = self.states.get(&self.current).map_or(0, |state| state.output(input));
        self.current
    }
}

/// The table document: a map of states per monster, searched from the front.
pub struct MapOfStates(Vec<TableMachine>);

impl Competitor for MapOfStates {
    fn new(units: usize) -> Self {
        Self((0..units).map(|_| TableMachine::monster()).collect())
    }

    fn tick(&mut self, inputs: &[u8]) {
        for (machine, &input) in self.0.iter_mut().zip(inputs) {
            machine.transition(i32::from(input));
        }
    }

    fn checksum(&self) -> u64 {
        fold(self.0.iter().map(|machine| machine.current as u64))
    }
}

// ------------------------------------------------------------------------------------ pushdown

/// How long a frame takes in the pushdown document's accumulator, in seconds.
const FRAME: f32 = 0.016;

/// The document's events: it knows the two updates as events like any other.
#[derive(Clone, Copy)]
enum UnitEvent {
    Update,
    UpdateFixTime,
    Other(u8),
}

/// The fields of the document's base class.
struct StateBase {
    change: StackChange,
    delta_time: f32,
    check_time: f32,
}

impl StateBase {
    fn new() -> Self {
        Self { change: StackChange::Stay, delta_time: 0.0, check_time: 0.0 }
    }
}

/// The document's base class: what is virtual there, and what all states share.
trait UnitSm {
    fn base(&mut self) -> &mut StateBase;

    fn do_process(&mut self, event: UnitEvent, unit: &mut Data);

    fn enter(&mut self, unit: &mut Data) {
        self.base().check_time = 1.0;
        enter_leaf(unit);
    }

    fn exit(&mut self, unit: &mut Data) {
        exit_leaf(unit);
    }

    /// Turns every so-and-so-many-th update into the fixed-time update, to the letter of the document:
    /// it takes the update's place, and what the time is over by is lost.
    fn process_event(&mut self, mut event: UnitEvent, unit: &mut Data) -> StackChange {
        let base = self.base();
        base.change = StackChange::Stay;
        if matches!(event, UnitEvent::Update) {
            if base.delta_time >= base.check_time {
                base.delta_time = 0.0;
                event = UnitEvent::UpdateFixTime;
            } else {
                base.delta_time += FRAME;
            }
        }
        self.do_process(event, unit);
        self.base().change
    }
}

/// One of the marine's states. Each value of the parameter is a class of its own, as in the document.
struct MarineState<const STATE: u8>(StateBase);

/// The state behind the parameter of [`MarineState`].
const fn stack_state(number: u8) -> StackState {
    match number {
        1 => StackState::Idle,
        2 => StackState::Attack,
        3 => StackState::Move,
        _ => StackState::Chase,
    }
}

impl<const STATE: u8> UnitSm for MarineState<STATE> {
    fn base(&mut self) -> &mut StateBase {
        &mut self.0
    }

    fn do_process(&mut self, event: UnitEvent, unit: &mut Data) {
        match event {
            // Both updates do the same here, so that machines without the second one can be compared.
            UnitEvent::Update | UnitEvent::UpdateFixTime => stack_update(stack_state(STATE), unit),
            UnitEvent::Other(event) => self.0.change = stack_change(stack_state(STATE), event),
        }
    }
}

/// A state's object, which both the stack and the dictionary refer to.
type SharedState = Rc<RefCell<dyn UnitSm>>;

/// The document's manager: a list as the stack, its top in front, and a dictionary of all states.
struct StackManager {
    list: Vec<SharedState>,
    states: Dictionary<u8, SharedState>,
    unit: Data,
}

impl StackManager {
    fn marine() -> Self {
        fn state<const STATE: u8>() -> (u8, SharedState) {
            (STATE, Rc::new(RefCell::new(MarineState::<STATE>(StateBase::new()))))
        }
        const IDLE: u8 = StackState::Idle as u8;
        const ATTACK: u8 = StackState::Attack as u8;
        const MOVE: u8 = StackState::Move as u8;
        const CHASE: u8 = StackState::Chase as u8;
        let states =
            Dictionary::from_iter([state::<IDLE>(), state::<ATTACK>(), state::<MOVE>(), state::<CHASE>()]);
        let mut unit = Data::default();
        let idle = Rc::clone(&states[&IDLE]);
        idle.borrow_mut().enter(&mut unit);
        Self { list: vec![idle], states, unit }
    }

    fn process_event(&mut self, event: UnitEvent) {
        let change = self.list[0].borrow_mut().process_event(event, &mut self.unit);
        match change {
            StackChange::Stay => {}
            StackChange::Enter(state) => {
                self.list.insert(0, Rc::clone(&self.states[&(state as u8)]));
                self.list[0].borrow_mut().enter(&mut self.unit);
            }
            StackChange::Switch(state) => {
                self.list[0].borrow_mut().exit(&mut self.unit);
                self.list[0] = Rc::clone(&self.states[&(state as u8)]);
                self.list[0].borrow_mut().enter(&mut self.unit);
            }
            StackChange::Exit => {
                self.list[0].borrow_mut().exit(&mut self.unit);
                self.list.remove(0);
            }
        }
        assert!(!self.list.is_empty(), "state machine is empty");
    }

    /// Which state is on top. The document's objects do not know it, so the dictionary is searched.
    fn top(&self) -> u8 {
        let top = self.states.iter().find(|(_, state)| Rc::ptr_eq(state, &self.list[0]));
        *top.expect("a state on the stack comes from the dictionary").0
    }
}

/// The pushdown document: a list, a dictionary and virtual calls.
pub struct ListOfStates(Vec<StackManager>);

impl Competitor for ListOfStates {
    fn new(units: usize) -> Self {
        Self((0..units).map(|_| StackManager::marine()).collect())
    }

    fn tick(&mut self, events: &[u8]) {
        for (manager, &event) in self.0.iter_mut().zip(events) {
            manager.process_event(if event == UPDATE { UnitEvent::Update } else { UnitEvent::Other(event) });
        }
    }

    fn checksum(&self) -> u64 {
        checksum(self.0.iter().map(|manager| (manager.unit, manager.top())))
    }
}

// ----------------------------------------------------------------------------------- hierarchy

/// The hierarchy document's transition, whose methods are virtual there.
trait Transition {
    fn level(&self) -> u8;
    fn is_triggered(&self, body: &Body) -> bool;
    fn target(&self) -> Gait;
}

impl Transition for super::workload::Rule {
    fn level(&self) -> u8 {
        self.level
    }

    fn is_triggered(&self, body: &Body) -> bool {
        (self.when)(body)
    }

    fn target(&self) -> Gait {
        self.to
    }
}

/// The hierarchy document: every tick all transitions of the current state are asked, and of those that
/// are triggered the one with the highest level is kept.
///
/// In its favour the transitions are shared, where the document makes them for each player, and their
/// array is not copied to be looked at.
pub struct AskAll {
    transitions: [Vec<Box<dyn Transition>>; GAITS.len()],
    players: Vec<(Body, Gait)>,
}

impl Competitor<Body> for AskAll {
    fn new(units: usize) -> Self {
        let transitions = GAITS.map(|gait| {
            rules(gait).iter().map(|rule| Box::new(*rule) as Box<dyn Transition>).collect::<Vec<_>>()
        });
        Self { transitions, players: vec![(Body::default(), Gait::Stand); units] }
    }

    fn tick(&mut self, bodies: &[Body]) {
        for ((body, gait), new) in self.players.iter_mut().zip(bodies) {
            *body = *new;
            let mut best: Option<&dyn Transition> = None;
            for transition in &self.transitions[*gait as usize] {
                if transition.is_triggered(body) && best.is_none_or(|best| best.level() < transition.level())
                {
                    best = Some(&**transition);
                }
            }
            if let Some(best) = best {
                *gait = best.target();
            }
        }
    }

    fn checksum(&self) -> u64 {
        fold(self.players.iter().map(|(_, gait)| u64::from(*gait as u8)))
    }
}

// --------------------------------------------------------------------------------- node-shared

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

/// A leaf's object. Each value of the parameter is a class of its own, as in the document.
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

    /// Enters a node after its parents, as far as they are not active.
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
