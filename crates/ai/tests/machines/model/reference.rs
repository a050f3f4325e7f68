//! The meaning of a machine, written as plainly as can be: names instead of numbers, lists that are looked
//! through, nothing prepared. It follows the words of the module `ai` and knows nothing of its code.

mod change;
mod tick;
mod tree;

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

use proscenium_ai::{Blueprint, ChangeKind, DispatchOutcome, Go, Payload, State, UnitError};

use crate::random::{Ask, Seen, Unit, all_states, state_names};

/// How often the code of a unit can change it in one tick.
const MAX_CHANGES: usize = 64;

/// How much it can ask for in that time.
const MAX_ASKED: usize = 1024;

/// The name of the state that every other is inside of.
const ROOT: &str = "root";

/// Which deadline of a state: a timeout, its shortest stay, or its fixed update.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Timer {
    After(usize),
    MinTime,
    Fixed,
}

/// The current state of each region that is active, by the name of the region.
type Current = HashMap<String, String>;

/// An entry of the stack: the current states in it, and the deadlines of the active states, in 1/60,000 s
/// of the clock. Of a covered entry it is what was left.
#[derive(Clone, Debug)]
struct Entry {
    current: Current,
    timers: HashMap<(String, Timer), i64>,
    /// The intervals of fixed updates that code has set, by the state.
    intervals: HashMap<String, i64>,
}

impl Entry {
    fn new(current: Current) -> Self {
        Self { current, timers: HashMap::new(), intervals: HashMap::new() }
    }
}

/// What was counted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counts {
    pub unhandled: u64,
    pub refused: u64,
    pub dropped: u64,
    pub stack_full: u64,
    pub stack_empty: u64,
    pub endless: u64,
    pub payloads: u64,
}

/// What units share.
#[derive(Debug, Default)]
pub struct Shared {
    pub calls: Vec<String>,
    /// The units of each population that have done something, in this order.
    pub known: [Vec<usize>; 2],
}

type Event = Option<(String, Payload)>;

type Outcome = Result<DispatchOutcome, UnitError>;

/// Where a change leads: what stays, and how the target is entered.
struct Goal<'a> {
    top: String,
    target: String,
    rests: bool,
    go: Option<&'a Go>,
}

pub struct Reference<'a> {
    blueprint: &'a Blueprint,
    /// All states, each with the state around it.
    states: Vec<(&'a State, Option<&'a State>)>,
    names: Vec<String>,
    /// All states but the root, parents first, in the order of declaration.
    order: Vec<String>,
    /// All regions, in the order of declaration.
    regions: Vec<String>,
    /// Empty until the unit is started.
    stack: Vec<Entry>,
    /// For each state that was left the current states in it at that time.
    history: HashMap<String, Current>,
    queue: VecDeque<(String, Payload)>,
    /// Each with the region of the code that asked.
    asked: VecDeque<(String, Ask)>,
    /// Messages to itself that do not wait yet, and what was asked of populations, the units resolved.
    pub orders: Vec<Ask>,
    /// In 1/60,000,000 s.
    time: u64,
    dt: u64,
    passed: i64,
    /// The region whose code is running.
    region: String,
    /// The active states, while a change leaves and enters them.
    here: Option<Vec<String>>,
    /// What code has asked for in this tick, how often that has changed the unit, and whether one more change is
    /// one too many.
    asked_for: usize,
    changed: usize,
    is_full: bool,
    /// The regions that have changed in this tick.
    moved: Vec<String>,
    /// Those that the event, or the timeouts or the triggers of this tick, have changed.
    just_moved: Vec<String>,
    /// The change that is going on: from where, and where to.
    transition: (Option<String>, Option<String>),
    previous: String,
    world: Rc<RefCell<Shared>>,
    /// The population and the unit.
    pub address: (usize, usize),
    pub unit: Unit,
    pub changes: Vec<(ChangeKind, String, String)>,
    pub counts: Counts,
}

impl<'a> Reference<'a> {
    pub fn new(
        blueprint: &'a Blueprint,
        unit: Unit,
        world: &Rc<RefCell<Shared>>,
        address: (usize, usize),
    ) -> Self {
        let mut this = Self::create(blueprint, unit, world, address);
        this.start(None);
        this
    }

    /// A unit that is in no state.
    pub fn create(
        blueprint: &'a Blueprint,
        unit: Unit,
        world: &Rc<RefCell<Shared>>,
        address: (usize, usize),
    ) -> Self {
        let mut this = Self {
            blueprint,
            states: all_states(blueprint),
            names: state_names(blueprint),
            order: Vec::new(),
            regions: Vec::new(),
            stack: Vec::new(),
            history: HashMap::new(),
            queue: VecDeque::new(),
            asked: VecDeque::new(),
            orders: Vec::new(),
            time: 0,
            dt: 0,
            passed: 0,
            region: ROOT.to_owned(),
            here: None,
            asked_for: 0,
            changed: 0,
            is_full: false,
            moved: Vec::new(),
            just_moved: Vec::new(),
            transition: (None, None),
            previous: ROOT.to_owned(),
            world: Rc::clone(world),
            address,
            unit,
            changes: Vec::new(),
            counts: Counts::default(),
        };
        this.order = this.all_inside(ROOT);
        let own = this.order.iter().filter(|state| this.region(state) == **state).cloned();
        this.regions = std::iter::once(ROOT.to_owned()).chain(own).collect();
        this
    }

    /// Enters `initial`, or else the initial state of the machine, unless it is in a state.
    pub fn start(&mut self, initial: Option<&str>) {
        if self.is_started() {
            return;
        }
        (self.asked_for, self.changed, self.here) = (0, 0, Some(Vec::new()));
        let target = initial.unwrap_or(&self.blueprint.initial);
        self.stack.push(Entry::new(HashMap::from([(ROOT.to_owned(), ROOT.to_owned())])));
        self.transition = (Some(ROOT.to_owned()), Some(target.to_owned()));
        let goal = Goal { top: ROOT.to_owned(), target: target.to_owned(), rests: false, go: None };
        let (enters, current) = self.arrival(&goal);
        self.enter_all(&enters, &current, &None);
        self.arrive(ChangeKind::Enter, ROOT, target, current);
        self.apply_requests().0.then_some(());
    }

    /// Goes on with a machine whose fixed updates have other intervals.
    pub fn reload(&mut self, other: &'a Blueprint) {
        let (before, after) = (std::mem::take(&mut self.states), all_states(other));
        let every = |states: &[(&State, Option<&State>)], name: &String| {
            let state = states.iter().find(|(state, _)| state.name == *name);
            let fixed = state.and_then(|(state, _)| state.fixed_update.as_ref()).expect("it has a timer");
            i64::from(fixed.every) * 60
        };
        for entry in &mut self.stack {
            for ((state, timer), deadline) in &mut entry.timers {
                if *timer == Timer::Fixed && !entry.intervals.contains_key(state) {
                    *deadline += every(&after, state) - every(&before, state);
                }
            }
        }
        (self.blueprint, self.states) = (other, after);
    }

    pub(super) const fn is_started(&self) -> bool {
        !self.stack.is_empty()
    }

    /// The current states of the stack, the top first; the root of a unit that is not started.
    pub fn stack(&self) -> Vec<&str> {
        let none = (!self.is_started()).then_some(ROOT);
        none.into_iter().chain(self.stack.iter().rev().map(|entry| entry.current[ROOT].as_str())).collect()
    }

    /// The current state of each active region.
    pub fn states(&self) -> Vec<String> {
        let regions = if self.is_started() { &self.regions[..] } else { &[] };
        regions.iter().filter_map(|region| self.leaf(region)).collect()
    }

    pub fn previous(&self) -> &str {
        &self.previous
    }

    pub fn waiting(&self) -> usize {
        self.queue.len()
    }

    pub(super) fn now(&self) -> i64 {
        (self.time / 1000) as i64
    }

    /// The time from which a timer runs that starts now.
    pub(super) fn start_of_timers(&self) -> i64 {
        self.time.div_ceil(1000) as i64
    }

    /// What code sees of the unit, handed to `call`.
    pub(super) fn with_seen<T>(
        &mut self,
        event: &Event,
        call: impl FnOnce(&mut Unit, Seen<'_>, &[String]) -> T,
    ) -> T {
        let state = self.leaf(&self.region).unwrap_or_else(|| ROOT.to_owned());
        let active = self.here.clone().unwrap_or_else(|| self.active());
        let active = crate::random::active(&self.names, |state| active.contains(state));
        let seen = Seen {
            active: &active,
            event: event.as_ref().map(|(event, payload)| (event.as_str(), *payload)),
            transition: (self.transition.0.as_deref(), self.transition.1.as_deref()),
            state: &state,
            dt_micros: u128::from(self.dt),
        };
        call(&mut self.unit, seen, &self.names)
    }

    pub(super) fn call(&mut self, name: Option<&String>, event: &Event) {
        let Some(name) = name else { return };
        self.write_down(name);
        let asked = self.with_seen(event, |unit, seen, names| unit.act(name, seen, names));
        self.note(asked);
    }

    /// Calls a hook of a state, in the state's region.
    pub(super) fn hook(&mut self, state: &str, name: Option<&String>, event: &Event) {
        let own = self.region(state);
        let region = std::mem::replace(&mut self.region, own);
        self.call(name, event);
        self.region = region;
    }

    pub(super) fn write_down(&self, name: &str) {
        let mut world = self.world.borrow_mut();
        let (population, unit) = self.address;
        if !world.known[population].contains(&unit) {
            world.known[population].push(unit);
        }
        let place = world.known[population].iter().position(|known| *known == unit);
        world.calls.push(format!("{population} {} {name}", place.expect("it was added")));
    }

    pub(super) fn note(&mut self, asked: Option<Ask>) {
        let find = |population: usize, unit: usize| self.world.borrow().known[population].get(unit).copied();
        match asked {
            None => {}
            Some(ask @ Ask::Send(..)) => self.orders.push(ask),
            Some(Ask::SendTo(population, unit, event, payload)) => {
                let unit = find(population, unit);
                self.orders.extend(unit.map(|unit| Ask::SendTo(population, unit, event, payload)));
            }
            Some(Ask::Despawn(population, unit)) => {
                let unit = find(population, unit);
                self.orders.extend(unit.map(|unit| Ask::Despawn(population, unit)));
            }
            Some(Ask::Spawn(population, unit)) => {
                let known = find(population, 0);
                self.orders.extend(known.map(|_| Ask::Spawn(population, unit)));
            }
            Some(other) => self.asked.push_back((self.region.clone(), other)),
        }
    }

    pub(super) fn holds(&self, guard: Option<&String>, target: &str) -> bool {
        let state = self.leaf(&self.region).unwrap_or_else(|| ROOT.to_owned());
        guard.is_none_or(|guard| {
            let name = guard.strip_prefix('!').unwrap_or(guard);
            let holds = match name.strip_prefix("in:") {
                Some(state) => self.is_in(state),
                None => self.unit.guard(name, target, &state),
            };
            holds != guard.starts_with('!')
        })
    }
}
