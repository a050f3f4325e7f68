//! The pushdown machine of its design document: a list of states, a dictionary, and virtual calls.

use std::cell::RefCell;
use std::rc::Rc;

use super::super::contest::Competitor;
use super::super::workload::{
    Data, StackChange, StackState, UPDATE, checksum, enter_leaf, exit_leaf, stack_change, stack_update,
};
use super::Dictionary;

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

/// One of the marine's states. Each value of the parameter is a separate class, as in the document.
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
