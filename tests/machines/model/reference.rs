//! The meaning of a machine, written as plainly as can be: names instead of numbers, lists that are looked
//! through, nothing prepared. It follows the words of the module `ai` and knows nothing of its code.

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

use proscenium::ai::{
    Blueprint, ChangeError, ChangeKind, Choice, DispatchOutcome, Family, Go, History, Next, Poll, Remainder,
    Row, State, Trigger,
};

use crate::random::{Answer, Ask, Seen, Unit, state_names};

/// How many changes the hooks of a unit can ask for in one tick.
const MAX_CHAIN: usize = 64;

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
    timers: HashMap<(String, Timer), u64>,
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
}

/// What units share.
#[derive(Debug, Default)]
pub struct Shared {
    pub random: u64,
    pub calls: Vec<String>,
    /// The units of each population that have done something, in this order.
    pub known: [Vec<usize>; 2],
}

type Event = Option<(String, f64)>;

type Outcome = Result<DispatchOutcome, ChangeError>;

/// Where a change leads: what stays, and how the target is entered.
struct Goal<'a> {
    top: String,
    target: String,
    rests: bool,
    go: Option<&'a Go>,
}

pub struct Reference<'a> {
    blueprint: &'a Blueprint,
    names: Vec<String>,
    /// All states but the root, parents first, in the order of declaration.
    order: Vec<String>,
    /// All regions, in the order of declaration.
    regions: Vec<String>,
    stack: Vec<Entry>,
    /// For each state that was left the current states in it at that time.
    history: HashMap<String, Current>,
    queue: VecDeque<(String, f64)>,
    /// Each with the region of the code that asked.
    asked: VecDeque<(String, Ask)>,
    /// Messages to itself that do not wait yet.
    pub sent: Vec<(String, f64)>,
    /// What was asked of populations, the units resolved.
    pub orders: Vec<Ask>,
    /// In 1/60,000 s.
    time: u64,
    dt: u64,
    passed: u64,
    /// The region whose code is running.
    region: String,
    /// The regions that have changed in this tick.
    moved: Vec<String>,
    /// The states that the event, or the timeouts or the triggers of this tick, have entered.
    entered: Vec<String>,
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
        let current = HashMap::from([(ROOT.to_owned(), ROOT.to_owned())]);
        let mut this = Self {
            blueprint,
            names: state_names(blueprint),
            order: Vec::new(),
            regions: Vec::new(),
            stack: vec![Entry { current, timers: HashMap::new() }],
            history: HashMap::new(),
            queue: VecDeque::new(),
            asked: VecDeque::new(),
            sent: Vec::new(),
            orders: Vec::new(),
            time: 0,
            dt: 0,
            passed: 0,
            region: ROOT.to_owned(),
            moved: Vec::new(),
            entered: Vec::new(),
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
        this.transition = (Some(ROOT.to_owned()), Some(blueprint.initial.clone()));
        let goal = Goal { top: ROOT.to_owned(), target: blueprint.initial.clone(), rests: false, go: None };
        let (enters, current) = this.arrival(&goal);
        this.enter_all(&enters, &current, &None);
        this.arrive(ChangeKind::Enter, ROOT, &blueprint.initial, current);
        this.apply_requests().0.then_some(());
        this
    }

    // ------------------------------------------------------------------ what can be asked

    /// The current states of the stack, the top first.
    pub fn stack(&self) -> Vec<&str> {
        self.stack.iter().rev().map(|entry| entry.current[ROOT].as_str()).collect()
    }

    /// The current state of each active region.
    pub fn states(&self) -> Vec<String> {
        self.regions.iter().filter_map(|region| self.leaf(region)).collect()
    }

    pub fn previous(&self) -> &str {
        &self.previous
    }

    pub fn waiting(&self) -> usize {
        self.queue.len()
    }

    // ------------------------------------------------------------------ the tree

    fn state(&self, name: &str) -> &'a State {
        self.blueprint.states.iter().find(|state| state.name == name).expect("a state of the machine")
    }

    fn children(&self, state: &str) -> Vec<String> {
        let own = |other: &&State| other.parent.as_deref().unwrap_or(ROOT) == state;
        self.blueprint.states.iter().filter(own).map(|state| state.name.clone()).collect()
    }

    fn all_inside(&self, state: &str) -> Vec<String> {
        let with_inner = |child: String| [vec![child.clone()], self.all_inside(&child)].concat();
        self.children(state).into_iter().flat_map(with_inner).collect()
    }

    /// The state, its parent, and so on, without the root.
    fn outwards(&self, state: &str) -> Vec<String> {
        let mut names = Vec::new();
        let mut at = Some(state.to_owned()).filter(|name| name != ROOT);
        while let Some(name) = at {
            at = self.state(&name).parent.clone();
            names.push(name);
        }
        names
    }

    fn is_inside(&self, inner: &str, outer: &str) -> bool {
        outer == ROOT || self.outwards(inner).iter().any(|name| name == outer)
    }

    fn parent(&self, state: &str) -> String {
        self.state(state).parent.clone().unwrap_or_else(|| ROOT.to_owned())
    }

    fn is_parallel(&self, state: &str) -> bool {
        state != ROOT && self.state(state).parallel
    }

    fn is_region(&self, state: &str) -> bool {
        state != ROOT && self.is_parallel(&self.parent(state))
    }

    /// The innermost region around a state, the root if there is none. The first child of a parallel
    /// state does not begin a region of its own: it goes on with that of the parallel state.
    fn region(&self, state: &str) -> String {
        let begins = |at: &String| self.is_region(at) && self.children(&self.parent(at))[0] != *at;
        self.outwards(state).into_iter().find(begins).unwrap_or_else(|| ROOT.to_owned())
    }

    /// The child of a parallel state that a state is in.
    fn boundary(&self, state: &str) -> String {
        let mut around = self.outwards(state).into_iter();
        around.find(|at| self.is_region(at)).unwrap_or_else(|| ROOT.to_owned())
    }

    // ------------------------------------------------------------------ where the unit is

    fn top(&self) -> &Entry {
        self.stack.last().expect("a stack is never empty")
    }

    fn top_mut(&mut self) -> &mut Entry {
        self.stack.last_mut().expect("a stack is never empty")
    }

    fn timers(&mut self) -> &mut HashMap<(String, Timer), u64> {
        &mut self.top_mut().timers
    }

    /// The current state of a region; `None` while it is not active.
    fn leaf(&self, region: &str) -> Option<String> {
        self.top().current.get(region).cloned()
    }

    /// The active states of a region, the innermost first.
    fn path(&self, region: &str) -> Vec<String> {
        let all = self.leaf(region).map_or(Vec::new(), |leaf| self.outwards(&leaf));
        all.into_iter().filter(|state| self.region(state) == region).collect()
    }

    fn active_in(&self, current: &Current) -> Vec<String> {
        let is_active = |state: &&String| current.values().any(|leaf| self.is_inside(leaf, state));
        self.order.iter().filter(is_active).cloned().collect()
    }

    /// The active states, parents first, in the order of declaration.
    fn active(&self) -> Vec<String> {
        self.active_in(&self.top().current)
    }

    fn is_in(&self, state: &str) -> bool {
        self.active().iter().any(|active| active == state)
    }

    /// The current state in the target's region or, if that is not active, in the region around it.
    fn source(&self, target: &str) -> String {
        let mut at = target.to_owned();
        loop {
            match self.leaf(&self.region(&at)) {
                Some(leaf) => return leaf,
                None => at = self.parent(&self.boundary(&at)),
            }
        }
    }

    /// What stays active: the innermost state around the target and what is current there, but no
    /// parallel state, as its regions are only left together.
    fn stays(&self, target: &str) -> String {
        let source = self.source(target);
        if source != target && self.is_inside(&source, target) {
            return target.to_owned();
        }
        let around = self.outwards(target).into_iter().skip(1);
        let mut common = around.filter(|at| self.is_inside(&source, at) && !self.is_parallel(at));
        common.next().unwrap_or_else(|| ROOT.to_owned())
    }

    /// The same where the state with the row and the target are left.
    fn stays_outside(&self, row: &str, target: &str) -> String {
        let around = self.outwards(row).into_iter().skip(1);
        let is_around = |at: &String| at != target && self.is_inside(target, at) && !self.is_parallel(at);
        around.filter(is_around).next().unwrap_or_else(|| ROOT.to_owned())
    }

    // ------------------------------------------------------------------ code

    fn now(&self) -> u64 {
        self.time
    }

    /// What code sees of the unit, handed to `call`.
    fn with_seen<T>(&mut self, event: &Event, call: impl FnOnce(&mut Unit, Seen<'_>, &[String]) -> T) -> T {
        let state = self.leaf(&self.region).unwrap_or_else(|| ROOT.to_owned());
        let seen = Seen {
            event: event.as_ref().map(|(event, payload)| (event.as_str(), *payload)),
            transition: (self.transition.0.as_deref(), self.transition.1.as_deref()),
            state: &state,
            dt_micros: u128::from(self.dt),
        };
        call(&mut self.unit, seen, &self.names)
    }

    fn call(&mut self, name: Option<&String>, event: &Event) {
        let Some(name) = name else { return };
        self.write_down(name);
        let asked = self.with_seen(event, |unit, seen, names| unit.act(name, seen, names));
        self.note(asked);
    }

    /// Calls a hook of a state, in the state's region.
    fn hook(&mut self, state: &str, name: Option<&String>, event: &Event) {
        let own = self.region(state);
        let region = std::mem::replace(&mut self.region, own);
        self.call(name, event);
        self.region = region;
    }

    fn write_down(&self, name: &str) {
        let mut world = self.world.borrow_mut();
        let (population, unit) = self.address;
        if !world.known[population].contains(&unit) {
            world.known[population].push(unit);
        }
        let place = world.known[population].iter().position(|known| *known == unit);
        world.calls.push(format!("{population} {} {name}", place.expect("it was added")));
    }

    fn note(&mut self, asked: Option<Ask>) {
        let find = |population: usize, unit: usize| self.world.borrow().known[population].get(unit).copied();
        match asked {
            None => {}
            Some(Ask::Send(event, payload)) => self.sent.push((event, payload)),
            Some(Ask::SendTo(population, unit, event)) => {
                let unit = find(population, unit);
                self.orders.extend(unit.map(|unit| Ask::SendTo(population, unit, event)));
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

    fn holds(&self, guard: Option<&String>, target: &str) -> bool {
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

    /// A random number from 0 to 1, by splitmix64.
    fn random(&self) -> f64 {
        let mut world = self.world.borrow_mut();
        world.random = world.random.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = world.random;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits ^ (bits >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    // ------------------------------------------------------------------ changes

    fn may_go(&mut self, states: &[String], target: &str) -> bool {
        let may = states.iter().all(|state| self.holds(self.state(state).can_go.as_ref(), target));
        self.counts.refused += u64::from(!may);
        may
    }

    /// The active states inside of `top`, in the order in which they are left.
    fn left(&self, top: &str) -> Vec<String> {
        let is_left = |state: &String| state != top && self.is_inside(state, top);
        self.active().into_iter().rev().filter(is_left).collect()
    }

    fn remember(&mut self, left: &[String]) {
        for state in left {
            let mut current = self.top().current.clone();
            current.retain(|_, leaf| leaf != state && self.is_inside(leaf, state));
            if !current.is_empty() {
                self.history.insert(state.clone(), current);
            }
        }
    }

    fn leave_all(&mut self, left: &[String], event: &Event) {
        for state in left {
            self.timers().retain(|(owner, _), _| owner != state);
            self.hook(state, self.state(state).exit.as_ref(), event);
        }
    }

    /// The states that are entered, and the current states afterwards. All this is decided before the
    /// first hook.
    fn arrival(&mut self, goal: &Goal<'_>) -> (Vec<String>, Current) {
        let mut current = self.top().current.clone();
        current.retain(|_, leaf| !self.is_inside(leaf, &goal.top));
        let mut enters = Vec::new();
        self.descend(&goal.top.clone(), Some(&goal.target.clone()), goal, &mut enters, &mut current);
        (enters, current)
    }

    /// Goes on inside of `state`: towards `target` if there is one, else to where the unit comes to rest.
    fn descend(
        &mut self,
        state: &str,
        target: Option<&str>,
        goal: &Goal<'_>,
        enters: &mut Vec<String>,
        current: &mut Current,
    ) {
        let is_target = target == Some(state);
        if is_target && goal.rests && goal.target == state {
            current.insert(self.region(state), state.to_owned());
            return;
        }
        let target = target.filter(|_| !is_target);
        if self.is_parallel(state) {
            for region in self.children(state) {
                enters.push(region.clone());
                let target = target.filter(|target| self.is_inside(target, &region));
                self.descend(&region, target, goal, enters, current);
            }
            return;
        }
        let next = match target {
            Some(target) => Some(target.to_owned()),
            None => match self.remembered(state, goal) {
                Some((History::Deep, left)) => {
                    let left_states = self.active_in(&left);
                    let inside = left_states.into_iter().filter(|at| at != state && self.is_inside(at, state));
                    enters.extend(inside);
                    current.extend(left);
                    return;
                }
                Some((_, left)) => {
                    let children = self.children(state);
                    let is_left = |child: &&String| left.values().any(|leaf| self.is_inside(leaf, child));
                    children.iter().find(is_left).cloned()
                }
                None => self.first(state, goal),
            },
        };
        match next {
            None => drop(current.insert(self.region(state), state.to_owned())),
            Some(next) => {
                let mut around = self.outwards(&next);
                around.retain(|at| at != state && self.is_inside(at, state));
                let child = around.last().expect("it is inside").clone();
                enters.push(child.clone());
                self.descend(&child, Some(&next), goal, enters, current);
            }
        }
    }

    /// The history by which a unit comes back to a state. A state that was not left has none.
    fn remembered(&self, state: &str, goal: &Goal<'_>) -> Option<(History, Current)> {
        if state == ROOT || goal.top == state {
            return None;
        }
        let said = goal.go.filter(|go| go.to == state).and_then(|go| go.history);
        let history = said.unwrap_or(self.state(state).history);
        self.history.get(state).filter(|_| history != History::None).map(|left| (history, left.clone()))
    }

    /// The child to which a unit goes without history.
    fn first(&mut self, state: &str, goal: &Goal<'_>) -> Option<String> {
        let or = goal.go.filter(|go| go.to == state).and_then(|go| go.or.clone());
        let spec = self.state(state);
        if or.is_some() || spec.choice == Choice::Initial {
            return or.or(spec.initial.clone());
        }
        let current = self.leaf(&self.region).unwrap_or_else(|| ROOT.to_owned());
        let utility = |child: &String| {
            let name = self.state(child).utility.as_ref();
            let utility = name.map_or(1.0, |name| self.unit.utility(name, &current));
            if utility > 0.0 { utility } else { 0.0 }
        };
        let children: Vec<(String, f32)> =
            self.children(state).into_iter().map(|child| (child.clone(), utility(&child))).collect();
        if spec.choice == Choice::Utility {
            let best = children.iter().map(|(_, utility)| *utility).fold(0.0, f32::max);
            return children.into_iter().find(|(_, utility)| *utility == best).map(|(child, _)| child);
        }
        let mut left = self.random() as f32 * children.iter().map(|(_, utility)| utility).sum::<f32>();
        let mut chosen = children[0].0.clone();
        for (child, utility) in children {
            if utility > 0.0 {
                chosen = child;
                if left < utility {
                    break;
                }
                left -= utility;
            }
        }
        Some(chosen)
    }

    fn enter_all(&mut self, enters: &[String], current: &Current, event: &Event) {
        let now = self.now();
        for (index, name) in enters.iter().enumerate() {
            let state = self.state(name);
            for (index, after) in state.after.iter().enumerate() {
                self.timers().insert((name.clone(), Timer::After(index)), now + u64::from(after.ms) * 60);
            }
            if state.min_time > 0 {
                self.timers().insert((name.clone(), Timer::MinTime), now + u64::from(state.min_time) * 60);
            }
            if let Some(fixed) = &state.fixed_update {
                self.timers().insert((name.clone(), Timer::Fixed), now + u64::from(fixed.every) * 60);
            }
            self.hook(name, state.enter.as_ref(), event);
            if state.is_final {
                let mut there = self.active_in(current);
                there.retain(|state| !enters[index + 1..].contains(state));
                self.raise_done(name, &there);
            }
        }
    }

    /// Raises the event of the state around a final one, and those of the parallel states around that
    /// one whose regions are all done.
    fn raise_done(&mut self, state: &str, there: &[String]) {
        for (index, outer) in self.outwards(state).iter().skip(1).enumerate() {
            let is_first = index == 0 && !self.is_parallel(outer);
            if !is_first && !(self.is_parallel(outer) && self.is_done(outer, there)) {
                return;
            }
            let event = format!("done.{outer}");
            let rows = self.blueprint.states.iter().flat_map(|state| &state.on).chain(&self.blueprint.on);
            if rows.map(|row| &row.event).chain(&self.blueprint.events).any(|known| *known == event) {
                self.asked.push_back((ROOT.to_owned(), Ask::Raise(event, 0.0)));
            }
        }
    }

    fn is_done(&self, state: &str, there: &[String]) -> bool {
        let is_final = |state: &String| self.state(state).is_final && there.contains(state);
        match self.is_parallel(state) {
            true => self.children(state).iter().all(|region| self.is_done(region, there)),
            false => is_final(&state.to_owned()) || self.children(state).iter().any(is_final),
        }
    }

    /// Ends a change: the unit is in its new states.
    fn arrive(&mut self, kind: ChangeKind, from: &str, target: &str, current: Current) {
        self.transition = (None, None);
        self.previous = from.to_owned();
        self.region = self.region(target);
        self.changes.push((kind, from.to_owned(), current[&self.region].clone()));
        self.top_mut().current = current;
    }

    fn go(&mut self, goal: &Goal<'_>, action: Option<&String>, event: &Event) -> DispatchOutcome {
        let left = self.left(&goal.top);
        if !self.may_go(&left, &goal.target) {
            return DispatchOutcome::Refused;
        }
        self.remember(&left);
        let (enters, current) = self.arrival(goal);
        let (from, before) = (self.source(&goal.target), self.top().current.clone());
        self.transition = (Some(from.clone()), Some(goal.target.clone()));
        self.leave_all(&left, event);
        self.call(action, event);
        self.enter_all(&enters, &current, event);
        for region in self.regions.clone() {
            let is_entered = current.get(&region).is_some_and(|leaf| enters.contains(leaf));
            if is_entered || current.get(&region) != before.get(&region) {
                self.moved.push(region);
            }
        }
        self.entered.extend(enters);
        let has_stack = self.blueprint.family == Family::Pushdown;
        let kind = if has_stack { ChangeKind::Switch } else { ChangeKind::Transition };
        self.arrive(kind, &from, &goal.target, current);
        DispatchOutcome::Changed
    }

    fn put_on(&mut self, target: &str, action: Option<&String>, event: &Event) -> Outcome {
        if self.blueprint.family != Family::Pushdown {
            return Err(ChangeError::NoStack);
        }
        if self.stack.len() >= self.blueprint.max_depth as usize {
            self.counts.stack_full += 1;
            return Err(ChangeError::StackFull);
        }
        let covered = self.left(ROOT);
        if !self.may_go(&covered, target) {
            return Ok(DispatchOutcome::Refused);
        }
        let goal = Goal { top: ROOT.to_owned(), target: target.to_owned(), rests: false, go: None };
        let (enters, current) = self.arrival(&goal);
        let from = self.source(target);
        self.transition = (Some(from.clone()), Some(target.to_owned()));
        for state in &covered {
            self.call(self.state(state).covered.as_ref(), event);
        }
        self.call(action, event);
        let now = self.now();
        self.timers().values_mut().for_each(|deadline| *deadline = deadline.saturating_sub(now));
        self.stack.push(Entry { current: self.top().current.clone(), timers: HashMap::new() });
        self.enter_all(&enters, &current, event);
        self.moved.push(ROOT.to_owned());
        self.arrive(ChangeKind::Enter, &from, target, current);
        Ok(DispatchOutcome::Changed)
    }

    fn take_off(&mut self, action: Option<&String>, event: &Event) -> Outcome {
        if self.blueprint.family != Family::Pushdown {
            return Err(ChangeError::NoStack);
        }
        if self.stack.len() == 1 {
            self.counts.stack_empty += 1;
            return Err(ChangeError::StackEmpty);
        }
        let from = self.top().current[ROOT].clone();
        let below = self.stack[self.stack.len() - 2].current[ROOT].clone();
        let left = self.left(ROOT);
        if !self.may_go(&left, &below) {
            return Ok(DispatchOutcome::Refused);
        }
        self.remember(&left);
        self.transition = (Some(from.clone()), None);
        self.leave_all(&left, event);
        self.call(action, event);
        self.stack.pop();
        let now = self.now();
        self.timers().values_mut().for_each(|left| *left += now);
        for state in self.outwards(&below).iter().rev() {
            self.call(self.state(state).uncovered.as_ref(), event);
        }
        self.moved.push(ROOT.to_owned());
        let current = self.top().current.clone();
        self.arrive(ChangeKind::Exit, &from, &below, current);
        Ok(DispatchOutcome::Changed)
    }

    /// What happens to the unit; `row` is the state that says so.
    fn perform(&mut self, row: &str, then: &Next, action: Option<&String>, event: &Event) -> Outcome {
        if let Some(goal) = self.goal(row, then) {
            return Ok(self.go(&goal, action, event));
        }
        match then {
            Next::Enter(target) => self.put_on(target, action, event),
            Next::Exit => self.take_off(action, event),
            Next::Leave if self.blueprint.family != Family::Template => Err(ChangeError::NotATemplate),
            Next::Leave => Err(ChangeError::AtRoot),
            _ => {
                self.call(action, event);
                Ok(DispatchOutcome::Handled)
            }
        }
    }

    /// Where a row, a trigger or a timeout of `row` leads; `None` if the unit stays, or for a stack.
    fn goal<'b>(&self, row: &str, then: &'b Next) -> Option<Goal<'b>> {
        let goal = |top, target: &str, go| Goal { top, target: target.to_owned(), rests: false, go };
        match then {
            Next::To(target) | Next::Switch(target) => Some(goal(self.stays(target), target, None)),
            Next::Go(go) if go.external => Some(goal(self.stays_outside(row, &go.to), &go.to, Some(go))),
            Next::Go(go) => Some(goal(self.stays(&go.to), &go.to, Some(go))),
            Next::Leave if self.blueprint.family == Family::Template => {
                let leaf = self.leaf(&self.region).filter(|leaf| leaf != ROOT && !self.is_region(leaf))?;
                let parent = self.parent(&leaf);
                Some(Goal { top: parent.clone(), target: parent, rests: true, go: None })
            }
            Next::Leave | Next::Stay | Next::Enter(_) | Next::Exit => None,
        }
    }

    /// One thing that code asked for.
    fn apply(&mut self, ask: &Ask) -> Outcome {
        let next = match ask {
            Ask::Set(target, force) if !force && self.top().current.values().any(|leaf| leaf == target) => {
                return Ok(DispatchOutcome::Handled);
            }
            Ask::Raise(event, payload) => return self.fire(event, *payload),
            Ask::Set(target, _) => Next::To(target.clone()),
            Ask::Leave => Next::Leave,
            Ask::Enter(target) => Next::Enter(target.clone()),
            Ask::Switch(target) => Next::Switch(target.clone()),
            Ask::Exit => Next::Exit,
            Ask::Send(..) | Ask::SendTo(..) | Ask::Spawn(..) | Ask::Despawn(..) => unreachable!("it is sent"),
        };
        self.perform(ROOT, &next, None, &None)
    }

    /// All that was asked for, first in, first out. Answers whether anything changed, and with the first
    /// thing that could not be done.
    fn apply_requests(&mut self) -> (bool, Result<(), ChangeError>) {
        let (mut changed, mut result) = (false, Ok(()));
        for _ in 0..MAX_CHAIN {
            let Some((region, ask)) = self.asked.pop_front() else { break };
            self.region = region;
            let outcome = self.apply(&ask);
            changed |= outcome == Ok(DispatchOutcome::Changed);
            result = result.and(outcome.map(|_| ()));
        }
        self.region = ROOT.to_owned();
        if !self.asked.is_empty() {
            self.asked.clear();
            self.counts.endless += 1;
            result = Err(ChangeError::Endless);
        }
        (changed, result)
    }

    // ------------------------------------------------------------------ events

    /// Each region handles the event; if none inside of a parallel state does, that state and those
    /// around it. A state that the event has entered does not handle it.
    fn fire(&mut self, name: &str, payload: f64) -> Outcome {
        let event = Some((name.to_owned(), payload));
        self.entered.clear();
        let parallel = self.active().into_iter().rev().filter(|state| self.is_parallel(state));
        let parallel: Vec<String> = parallel.collect();
        let regions = self.regions.clone().into_iter().map(|region| (region, None));
        let outer = parallel.into_iter().map(|state| (self.region(&state), Some(state)));
        let all: Vec<(String, Option<String>)> = regions.chain(outer).collect();
        let mut handled: Vec<String> = Vec::new();
        let mut result = DispatchOutcome::Unhandled;
        for (region, state) in all {
            let is_there = state.as_ref().is_none_or(|state| self.is_in(state));
            let Some(state) = state.or_else(|| self.leaf(&region)).filter(|_| is_there) else { continue };
            let boundary = self.boundary(&state);
            let is_handled = handled.iter().any(|inner| self.is_inside(inner, &boundary));
            if is_handled || self.entered.contains(&state) {
                continue;
            }
            self.region = region;
            let outcome = self.fire_from(&state, &boundary, &event)?;
            if outcome != DispatchOutcome::Unhandled {
                handled.push(boundary);
                result = if result == DispatchOutcome::Changed { result } else { outcome };
            }
        }
        self.counts.unhandled += u64::from(result == DispatchOutcome::Unhandled);
        Ok(result)
    }

    /// From a state outwards to its boundary. A state's handler is asked before its rows.
    fn fire_from(&mut self, state: &str, boundary: &str, event: &Event) -> Outcome {
        let (name, _) = event.clone().expect("an event");
        let mut around = self.outwards(state);
        around.retain(|at| self.is_inside(at, boundary));
        for state in around {
            if let Some(handler) = &self.state(&state).handler {
                self.write_down(handler);
                let (answer, asked) = self.with_seen(event, |unit, seen, names| unit.handle(handler, seen, names));
                self.note(asked);
                let next = match answer {
                    Answer::Unhandled => None,
                    Answer::Handled => return Ok(DispatchOutcome::Handled),
                    Answer::To(target) => Some(Next::To(target)),
                    Answer::Enter(target) => Some(Next::Enter(target)),
                    Answer::Switch(target) => Some(Next::Switch(target)),
                    Answer::Exit => Some(Next::Exit),
                    Answer::Leave => Some(Next::Leave),
                };
                if let Some(next) = next {
                    return self.perform(&state, &next, None, event);
                }
            }
            if let Some(row) = self.row(&self.state(&state).on, &name) {
                return self.perform(&state, &row.then, row.action.as_ref(), event);
            }
        }
        match self.row(&self.blueprint.on, &name).filter(|_| boundary == ROOT) {
            Some(row) => self.perform(ROOT, &row.then, row.action.as_ref(), event),
            None => Ok(DispatchOutcome::Unhandled),
        }
    }

    fn row(&self, rows: &'a [Row], event: &str) -> Option<&'a Row> {
        rows.iter().find(|row| row.event == event && self.holds(row.guard.as_ref(), ROOT))
    }

    /// What comes of an event or a change, with what was asked for meanwhile.
    fn finish(&mut self, outcome: Outcome) -> Outcome {
        let (changed, result) = self.apply_requests();
        let changed = changed || outcome == Ok(DispatchOutcome::Changed);
        let answer = outcome.and_then(|outcome| result.map(|()| outcome));
        if changed && answer.is_ok() { Ok(DispatchOutcome::Changed) } else { answer }
    }

    pub fn dispatch(&mut self, event: &str, payload: f64) -> Outcome {
        self.dt = 0;
        let outcome = self.fire(event, payload);
        self.finish(outcome)
    }

    pub fn request(&mut self, ask: &Ask) -> Outcome {
        self.dt = 0;
        let outcome = self.apply(ask);
        self.finish(outcome)
    }

    pub fn send(&mut self, event: &str, payload: f64) -> bool {
        let has_room = self.queue.len() < self.blueprint.queue as usize;
        if has_room {
            self.queue.push_back((event.to_owned(), payload));
        } else {
            self.counts.dropped += 1;
        }
        has_room
    }

    /// What the unit has sent to itself waits from now on.
    pub fn deliver(&mut self) {
        for (event, payload) in std::mem::take(&mut self.sent) {
            self.send(&event, payload);
        }
    }

    /// Leaves all states, as the unit is removed.
    pub fn stop(&mut self) {
        self.dt = 0;
        while let Some(entry) = self.stack.last() {
            self.transition = (entry.current.get(ROOT).cloned(), None);
            self.leave_all(&self.left(ROOT), &None);
            self.stack.pop();
        }
    }

    // ------------------------------------------------------------------ time

    pub fn tick(&mut self, dt_micros: u64) {
        self.tick_event(dt_micros, None);
    }

    /// A tick with an event, which comes before the messages and counts as one of them.
    pub fn tick_event(&mut self, dt_micros: u64, event: Option<&str>) {
        let passed = (dt_micros * 60 + 500) / 1000;
        self.time += passed;
        self.passed = passed;
        self.dt = dt_micros;
        self.moved.clear();
        self.entered.clear();
        for region in self.regions.clone() {
            self.region = region;
            if !self.is_new() {
                self.take_timeout();
            }
        }
        self.apply_requests().0.then_some(());
        let polls =
            if self.blueprint.poll == Poll::All { self.queue.len() } else { usize::from(event.is_none()) };
        if let Some(event) = event {
            let outcome = self.fire(event, 0.0);
            self.finish(outcome).is_ok().then_some(());
        }
        for _ in 0..polls {
            let Some((event, payload)) = self.queue.pop_front() else { break };
            let outcome = self.fire(&event, payload);
            self.finish(outcome).is_ok().then_some(());
        }
        self.entered.clear();
        for region in self.regions.clone() {
            self.region = region;
            if !self.is_new() {
                self.take_trigger();
            }
        }
        self.apply_requests().0.then_some(());
        for region in self.regions.clone() {
            if !self.moved.contains(&region) {
                self.region = region;
                self.update();
            }
        }
        self.apply_requests().0.then_some(());
    }

    /// Whether another region has just entered the current state of this one.
    fn is_new(&self) -> bool {
        self.leaf(&self.region).is_some_and(|leaf| self.entered.contains(&leaf))
    }

    /// The earliest timeout that is due and whose guard holds; on a tie that of the outer state, then the one
    /// that is declared first.
    fn take_timeout(&mut self) {
        let now = self.now();
        let mut due = Vec::new();
        for (depth, state) in self.path(&self.region).into_iter().rev().enumerate() {
            for index in 0..self.state(&state).after.len() {
                let key = (state.clone(), Timer::After(index));
                if let Some(&deadline) = self.top().timers.get(&key).filter(|deadline| **deadline <= now) {
                    due.push((deadline, depth, index, key));
                }
            }
        }
        due.sort_by_key(|(deadline, depth, index, _)| (*deadline, *depth, *index));
        for (deadline, _, index, key) in due {
            let after = &self.state(&key.0).after[index];
            if !self.holds(after.guard.as_ref(), ROOT) {
                continue;
            }
            self.timers().remove(&key);
            let outcome = self.perform(&key.0, &after.then, after.action.as_ref(), &None);
            if matches!(outcome, Ok(DispatchOutcome::Refused) | Err(_)) {
                self.timers().insert(key, deadline);
            }
            return;
        }
    }

    /// The trigger with the highest level; on a tie that of the outer state, then the one that is declared
    /// first. The root's belong to the first region.
    fn take_trigger(&mut self) {
        let own = |state: &str, when: &'a [Trigger]| when.iter().map(|when| (state.to_owned(), when)).collect();
        let mut triggers: Vec<(String, &'a Trigger)> =
            if self.region == ROOT { own(ROOT, &self.blueprint.when) } else { Vec::new() };
        for state in self.path(&self.region).iter().rev() {
            let more: Vec<_> = own(state, &self.state(state).when);
            triggers.extend(more);
        }
        triggers.sort_by_key(|(_, when)| -i64::from(when.level));
        for (row, when) in triggers {
            let is_there = match &when.then {
                Next::To(target) | Next::Switch(target) => self.is_in(target),
                Next::Go(go) => !go.external && self.is_in(&go.to),
                _ => false,
            };
            if !is_there && self.holds(Some(&when.trigger), ROOT) && !self.is_held(&row, &when.then) {
                self.perform(&row, &when.then, when.action.as_ref(), &None).is_ok().then_some(());
                return;
            }
        }
    }

    /// Whether a state that would be left has not been stayed in for its shortest time.
    fn is_held(&self, row: &str, then: &Next) -> bool {
        let top = match (self.goal(row, then), then) {
            (Some(goal), _) => goal.top,
            (None, Next::Exit) => ROOT.to_owned(),
            (None, _) => return false,
        };
        let timers = &self.top().timers;
        let held =
            |state: &String| timers.get(&(state.clone(), Timer::MinTime)).is_some_and(|at| *at > self.now());
        self.left(&top).iter().any(held)
    }

    fn update(&mut self) {
        for name in self.path(&self.region).into_iter().rev() {
            let state = self.state(&name);
            let key = (name.clone(), Timer::Fixed);
            let (now, before) = (self.now(), self.now() - self.passed);
            let due = self.top().timers.get(&key).copied();
            match (&state.fixed_update, due) {
                (Some(fixed), Some(due)) if fixed.remainder == Remainder::Keep && due <= now => {
                    self.timers().insert(key, due + u64::from(fixed.every) * 60);
                    self.call(Some(&fixed.call), &None);
                }
                (Some(fixed), Some(due)) if fixed.remainder == Remainder::Drop && due <= before => {
                    self.timers().insert(key, now + u64::from(fixed.every) * 60);
                    self.call(Some(&fixed.call), &None);
                }
                _ => self.call(state.update.as_ref(), &None),
            }
        }
    }
}
