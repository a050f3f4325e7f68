//! The marine's workload under the state machine libraries of Rust that compile to code: statig, which
//! knows groups, and rust-fsm and smlang, which are flat and get the hooks of groups as a part of their
//! transitions. Each is written as its documentation shows it, with a machine per unit.

use super::contest::Competitor;
use super::workload::{
    self, Data, FIRST, Leaf, UPDATE, checksum, enter_group, enter_leaf, exit_group, exit_leaf, update_attack,
    update_attack_move, update_chase, update_idle, update_move,
};

// -------------------------------------------------------------------------------------- statig

/// Apart from the others, since each of the macros brings a type `State` into its surroundings.
mod hierarchical {
    use statig::prelude::*;

    use super::{
        Data, Leaf, enter_group, enter_leaf, exit_group, exit_leaf, update_attack, update_attack_move,
        update_chase, update_idle, update_move,
    };

    /// What statig hands to the states.
    #[derive(Default)]
    pub struct Marine {
        pub data: Data,
    }

    /// The three things that can happen in a tick.
    pub enum Happening {
        Update,
        First,
        Second,
    }

    #[state_machine(initial = "State::idle()")]
    impl Marine {
        #[superstate(entry_action = "enter_group", exit_action = "exit_group")]
        fn guard() -> Outcome<State> {
            Super
        }

        #[superstate(entry_action = "enter_group", exit_action = "exit_group")]
        fn march(event: &Happening) -> Outcome<State> {
            match event {
                Happening::Second => Transition(State::idle()),
                Happening::Update | Happening::First => Super,
            }
        }

        #[state(superstate = "guard", entry_action = "enter_leaf", exit_action = "exit_leaf")]
        fn idle(&mut self, event: &Happening) -> Outcome<State> {
            match event {
                Happening::Update => {
                    update_idle(&mut self.data);
                    Handled
                }
                Happening::First => Transition(State::attack()),
                Happening::Second => Transition(State::moving()),
            }
        }

        #[state(superstate = "guard", entry_action = "enter_leaf", exit_action = "exit_leaf")]
        fn attack(&mut self, event: &Happening) -> Outcome<State> {
            match event {
                Happening::Update => {
                    update_attack(&mut self.data);
                    Handled
                }
                Happening::First | Happening::Second => Transition(State::idle()),
            }
        }

        #[state(superstate = "march", entry_action = "enter_leaf", exit_action = "exit_leaf")]
        fn moving(&mut self, event: &Happening) -> Outcome<State> {
            match event {
                Happening::Update => {
                    update_move(&mut self.data);
                    Handled
                }
                Happening::First => Transition(State::chase()),
                Happening::Second => Super,
            }
        }

        #[state(superstate = "march", entry_action = "enter_leaf", exit_action = "exit_leaf")]
        fn chase(&mut self, event: &Happening) -> Outcome<State> {
            match event {
                Happening::Update => {
                    update_chase(&mut self.data);
                    Handled
                }
                Happening::First => Transition(State::attack_move()),
                Happening::Second => Transition(State::moving()),
            }
        }

        #[state(superstate = "march", entry_action = "enter_leaf", exit_action = "exit_leaf")]
        fn attack_move(&mut self, event: &Happening) -> Outcome<State> {
            match event {
                Happening::Update => {
                    update_attack_move(&mut self.data);
                    Handled
                }
                Happening::First | Happening::Second => Transition(State::moving()),
            }
        }

        #[action]
        fn enter_group(&mut self) {
            enter_group(&mut self.data);
        }

        #[action]
        fn exit_group(&mut self) {
            exit_group(&mut self.data);
        }

        #[action]
        fn enter_leaf(&mut self) {
            enter_leaf(&mut self.data);
        }

        #[action]
        fn exit_leaf(&mut self) {
            exit_leaf(&mut self.data);
        }
    }

    impl State {
        /// The leaf that this state stands for.
        pub fn leaf(&self) -> Leaf {
            match self {
                Self::Idle {} => Leaf::Idle,
                Self::Attack {} => Leaf::Attack,
                Self::Moving {} => Leaf::Move,
                Self::Chase {} => Leaf::Chase,
                Self::AttackMove {} => Leaf::AttackMove,
            }
        }
    }
}

/// statig 0.4: a hierarchy, whose common ancestors it works out at run time.
pub struct Statig(Vec<statig::blocking::InitializedStateMachine<hierarchical::Marine>>);

impl Competitor for Statig {
    fn new(units: usize) -> Self {
        use statig::blocking::IntoStateMachineExt;
        Self(
            (0..units)
                .map(|_| hierarchical::Marine::default().uninitialized_state_machine().init())
                .collect(),
        )
    }

    fn tick(&mut self, events: &[u8]) {
        use hierarchical::Happening;
        for (machine, &event) in self.0.iter_mut().zip(events) {
            machine.handle(match event {
                UPDATE => &Happening::Update,
                FIRST => &Happening::First,
                _ => &Happening::Second,
            });
        }
    }

    fn checksum(&self) -> u64 {
        checksum(self.0.iter().map(|machine| (machine.inner().data, machine.state().leaf() as u8)))
    }
}

// ------------------------------------------------------------------------------------ rust-fsm

rust_fsm::state_machine! {
    marine(Idle)

    Idle => { First => Attack[WithinGroup], Second => Move[AcrossGroups] },
    Attack => { First => Idle[WithinGroup], Second => Idle[WithinGroup] },
    Move => { First => Chase[WithinGroup], Second => Idle[AcrossGroups] },
    Chase => { First => AttackMove[WithinGroup], Second => Move[WithinGroup] },
    AttackMove => { First => Move[WithinGroup], Second => Move[WithinGroup] },
}

/// rust-fsm 0.8: a flat table. What a transition puts out says which hooks run, and the update is a
/// `match` on the state, since an input there always is a transition.
pub struct RustFsm(Vec<(Data, marine::StateMachine)>);

impl Competitor for RustFsm {
    fn new(units: usize) -> Self {
        Self((0..units).map(|_| (workload::started(), marine::StateMachine::new())).collect())
    }

    fn tick(&mut self, events: &[u8]) {
        for ((data, machine), &event) in self.0.iter_mut().zip(events) {
            let input = match event {
                UPDATE => {
                    match machine.state() {
                        marine::State::Idle => update_idle(data),
                        marine::State::Attack => update_attack(data),
                        marine::State::Move => update_move(data),
                        marine::State::Chase => update_chase(data),
                        marine::State::AttackMove => update_attack_move(data),
                    }
                    continue;
                }
                FIRST => &marine::Input::First,
                _ => &marine::Input::Second,
            };
            match machine.consume(input) {
                Ok(Some(marine::Output::WithinGroup)) => {
                    exit_leaf(data);
                    enter_leaf(data);
                }
                Ok(Some(marine::Output::AcrossGroups)) => {
                    exit_leaf(data);
                    exit_group(data);
                    enter_group(data);
                    enter_leaf(data);
                }
                Ok(None) | Err(_) => {}
            }
        }
    }

    fn checksum(&self) -> u64 {
        checksum(self.0.iter().map(|(data, machine)| {
            let leaf = match machine.state() {
                marine::State::Idle => Leaf::Idle,
                marine::State::Attack => Leaf::Attack,
                marine::State::Move => Leaf::Move,
                marine::State::Chase => Leaf::Chase,
                marine::State::AttackMove => Leaf::AttackMove,
            };
            (*data, leaf as u8)
        }))
    }
}

// -------------------------------------------------------------------------------------- smlang

smlang::statemachine! {
    name: Flat,
    transitions: {
        *Idle + Update / idle,
        Idle + First = Attack,
        Idle + Second / change_group = Moving,
        Attack + Update / attack,
        Attack + First = Idle,
        Attack + Second = Idle,
        Moving + Update / moving,
        Moving + First = Chase,
        Moving + Second / change_group = Idle,
        Chase + Update / chase,
        Chase + First = AttackMove,
        Chase + Second = Moving,
        AttackMove + Update / attack_move,
        AttackMove + First = Moving,
        AttackMove + Second = Moving,
    }
}

/// What smlang hands to the actions and hooks.
struct Context {
    data: Data,
}

impl FlatStateMachineContext for Context {
    fn idle(&mut self) -> Result<(), ()> {
        update_idle(&mut self.data);
        Ok(())
    }

    fn attack(&mut self) -> Result<(), ()> {
        update_attack(&mut self.data);
        Ok(())
    }

    fn moving(&mut self) -> Result<(), ()> {
        update_move(&mut self.data);
        Ok(())
    }

    fn chase(&mut self) -> Result<(), ()> {
        update_chase(&mut self.data);
        Ok(())
    }

    fn attack_move(&mut self) -> Result<(), ()> {
        update_attack_move(&mut self.data);
        Ok(())
    }

    fn change_group(&mut self) -> Result<(), ()> {
        exit_group(&mut self.data);
        enter_group(&mut self.data);
        Ok(())
    }

    fn on_entry_idle(&mut self) {
        enter_leaf(&mut self.data);
    }

    fn on_exit_idle(&mut self) {
        exit_leaf(&mut self.data);
    }

    fn on_entry_attack(&mut self) {
        enter_leaf(&mut self.data);
    }

    fn on_exit_attack(&mut self) {
        exit_leaf(&mut self.data);
    }

    fn on_entry_moving(&mut self) {
        enter_leaf(&mut self.data);
    }

    fn on_exit_moving(&mut self) {
        exit_leaf(&mut self.data);
    }

    fn on_entry_chase(&mut self) {
        enter_leaf(&mut self.data);
    }

    fn on_exit_chase(&mut self) {
        exit_leaf(&mut self.data);
    }

    fn on_entry_attack_move(&mut self) {
        enter_leaf(&mut self.data);
    }

    fn on_exit_attack_move(&mut self) {
        exit_leaf(&mut self.data);
    }
}

/// smlang 0.8: a flat list of transitions with actions, and hooks on the states. The hooks of groups are
/// an action, which runs between the hooks of the leaves.
pub struct Smlang(Vec<FlatStateMachine<Context>>);

impl Competitor for Smlang {
    fn new(units: usize) -> Self {
        Self((0..units).map(|_| FlatStateMachine::new(Context { data: workload::started() })).collect())
    }

    fn tick(&mut self, events: &[u8]) {
        for (machine, &event) in self.0.iter_mut().zip(events) {
            // An error would be an event that a state has no transition for, and each has all three.
            let _ = machine.process_event(match event {
                UPDATE => FlatEvents::Update,
                FIRST => FlatEvents::First,
                _ => FlatEvents::Second,
            });
        }
    }

    fn checksum(&self) -> u64 {
        checksum(self.0.iter().map(|machine| {
            let leaf = match machine.state() {
                FlatStates::Idle => Leaf::Idle,
                FlatStates::Attack => Leaf::Attack,
                FlatStates::Moving => Leaf::Move,
                FlatStates::Chase => Leaf::Chase,
                FlatStates::AttackMove => Leaf::AttackMove,
            };
            (machine.context().data, leaf as u8)
        }))
    }
}
