//! Random machines of all families, and code for their names that can be run twice: by the library, and by
//! what it is compared with.

use proscenium::ai::{
    Bindings, Blueprint, Context, Event, Family, FixedUpdate, GuardContext, History, Next, Poll, Remainder,
    Reply, Row, State, StateId, Structure, Timeout, Trigger,
};

/// How many events a machine has.
pub const EVENTS: usize = 4;

/// What a unit is made of: all calls in order, and what guards look at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unit {
    pub calls: Vec<String>,
    pub flags: u8,
    /// Whether its code asks for changes and sends messages.
    pub asks: bool,
}

/// What code can ask for, by name.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    Set(String, bool),
    Leave,
    Enter(String),
    Switch(String),
    Exit,
    Send(String, f64),
}

/// What a handler can answer, by name.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    Unhandled,
    Handled,
    To(String),
    Enter(String),
    Switch(String),
    Exit,
    Leave,
}

/// An event by name, with what comes with it.
pub type Received<'a> = Option<(&'a str, f64)>;

/// Where a change comes from, and where it leads.
pub type Transition<'a> = (Option<&'a str>, Option<&'a str>);

/// A number from a text, the same everywhere.
fn hash(text: &str, salt: usize) -> usize {
    let mut hash = 0xCBF2_9CE4_8422_2325_u64 ^ salt as u64;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    }
    (hash >> 17) as usize
}

impl Unit {
    /// What every action does: it writes the call down, changes the flags, and now and then asks for something.
    pub fn act(
        &mut self,
        name: &str,
        received: Received<'_>,
        transition: Transition<'_>,
        dt_micros: u128,
        states: &[String],
    ) -> Option<Ask> {
        let event = received.map_or_else(String::new, |(event, payload)| format!(" {event} {payload}"));
        let transition = [transition.0, transition.1].map(|state| state.unwrap_or("-")).join(">");
        self.calls.push(format!("{name}{event} {transition} {dt_micros}"));
        self.flags = self.flags.rotate_left(1) ^ hash(name, 1) as u8;
        let choice = hash(name, self.calls.len());
        if !self.asks || !choice.is_multiple_of(6) {
            return None;
        }
        let target = states[choice / 6 % states.len()].clone();
        Some(match choice / 1000 % 8 {
            0 | 1 => Ask::Set(target, choice.is_multiple_of(4)),
            2 => Ask::Leave,
            3 => Ask::Enter(target),
            4 => Ask::Switch(target),
            5 => Ask::Exit,
            _ => Ask::Send(format!("e{}", choice / 6 % EVENTS), (choice % 9) as f64),
        })
    }

    /// Guards are named after the flag that they look at; `target` turns some of them round.
    pub fn guard(&self, name: &str, target: &str) -> bool {
        let bit = hash(name, 2) % 8;
        (self.flags >> bit & 1 == 1) ^ (hash(target, 3) % 4 == 1)
    }

    /// What every handler answers.
    pub fn handle(&mut self, name: &str, received: Received<'_>, states: &[String]) -> (Answer, Option<Ask>) {
        let ask = self.act(name, received, (None, None), 0, states);
        let choice = hash(name, self.calls.len() + usize::from(self.flags));
        let target = states[choice / 16 % states.len()].clone();
        let answer = match choice % 16 {
            0 => Answer::To(target),
            1 => Answer::Enter(target),
            2 => Answer::Switch(target),
            3 => Answer::Exit,
            4 => Answer::Leave,
            5 | 6 => Answer::Handled,
            _ => Answer::Unhandled,
        };
        (answer, ask)
    }
}

/// The names of all states but the root, in the order of declaration.
pub fn state_names(blueprint: &Blueprint) -> Vec<String> {
    blueprint.states.iter().map(|state| state.name.clone()).collect()
}

fn id(structure: &Structure, name: &str) -> StateId {
    structure.state(name).expect("only states of the machine are named")
}

fn ask(cx: &mut Context<'_>, ask: Option<Ask>, structure: &Structure) {
    match ask {
        None => {}
        Some(Ask::Set(target, force)) => cx.set_state(id(structure, &target), force),
        Some(Ask::Leave) => cx.leave_current(),
        Some(Ask::Enter(target)) => cx.enter(id(structure, &target)),
        Some(Ask::Switch(target)) => cx.switch(id(structure, &target)),
        Some(Ask::Exit) => cx.exit(),
        Some(Ask::Send(event, payload)) => {
            let id = structure.event(&event).expect("all events are declared");
            cx.send(cx.unit(), Event { id, payload });
        }
    }
}

/// Binds all names of a machine to the code above.
pub fn bindings(blueprint: &Blueprint) -> Bindings<Unit> {
    let structure = blueprint.check().expect("the machine was made right");
    let names = state_names(blueprint);
    let mut bindings = Bindings::new();
    for name in structure.guards() {
        let own = name.to_owned();
        bindings = bindings
            .guard(name, move |unit: &Unit, _, cx: &GuardContext| unit.guard(&own, cx.target().name()));
    }
    for name in structure.actions() {
        let (structure, own, names) = (structure.clone(), name.to_owned(), names.clone());
        bindings = bindings.action(name, move |unit: &mut Unit, _, cx: &mut Context<'_>| {
            let event = cx.event();
            let received = event.map(|event| (event.id.name(), event.payload));
            let transition = [cx.previous(), cx.pending()].map(|state| state.map(StateId::name));
            let asked =
                unit.act(&own, received, (transition[0], transition[1]), cx.delta().as_micros(), &names);
            ask(cx, asked, &structure);
        });
    }
    for name in structure.handlers() {
        let (structure, own, names) = (structure.clone(), name.to_owned(), names.clone());
        bindings = bindings.handler(name, move |unit: &mut Unit, _, cx: &mut Context<'_>| {
            let event = cx.event();
            let received = event.map(|event| (event.id.name(), event.payload));
            let (answer, asked) = unit.handle(&own, received, &names);
            ask(cx, asked, &structure);
            match answer {
                Answer::Unhandled => Reply::Unhandled,
                Answer::Handled => Reply::Handled,
                Answer::To(target) => Reply::To(id(&structure, &target)),
                Answer::Enter(target) => Reply::Enter(id(&structure, &target)),
                Answer::Switch(target) => Reply::Switch(id(&structure, &target)),
                Answer::Exit => Reply::Exit,
                Answer::Leave => Reply::Leave,
            }
        });
    }
    bindings
}

/// A source of choices, so that one number is a whole case.
pub struct Choices(pub fastrand::Rng);

impl Choices {
    pub fn up_to(&mut self, most: usize) -> usize {
        self.0.usize(0..=most)
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.0.usize(0..n) == 0
    }

    fn guard(&mut self) -> Option<String> {
        match self.up_to(5) {
            0 => Some(format!("g{}", self.up_to(4))),
            1 => Some(format!("!g{}", self.up_to(4))),
            _ => None,
        }
    }

    /// A name for each action, so that a list of calls shows which one was called.
    fn action(&mut self, what: &str, state: usize) -> Option<String> {
        self.one_in(3).then(|| format!("{what}.{state}"))
    }

    fn then(&mut self, family: Family, states: usize) -> Next {
        let target = format!("s{}", self.up_to(states - 1));
        match (family, self.up_to(7)) {
            (Family::Pushdown, 0..=2) => Next::Enter(target),
            (Family::Pushdown, 3 | 4) => Next::Switch(target),
            (Family::Pushdown, 5 | 6) => Next::Exit,
            (_, 7) => Next::Stay,
            (Family::Template, 6) => Next::Leave,
            _ => Next::To(target),
        }
    }
}

/// What a random machine may have.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    pub family: Family,
    pub most_states: usize,
    /// No code at all: the next state of a unit is in tables.
    pub is_bare: bool,
    /// Deadlines of all kinds.
    pub has_times: bool,
    pub has_handlers: bool,
    /// Conditions that are polled.
    pub has_triggers: bool,
}

impl Kind {
    pub fn random(choices: &mut Choices, most_states: usize) -> Self {
        let families = [Family::Table, Family::Pushdown, Family::Hierarchy, Family::Template];
        let family = families[choices.up_to(3)];
        let is_bare = choices.one_in(5);
        Self {
            family,
            most_states,
            is_bare,
            has_times: !is_bare && choices.one_in(2),
            has_handlers: !is_bare && choices.one_in(3),
            has_triggers: family != Family::Table && !is_bare && choices.one_in(2),
        }
    }
}

/// A machine, whose every state is written down at the top and names its parent. States are at most 8 deep.
pub fn machine(choices: &mut Choices, kind: Kind) -> Blueprint {
    let family = kind.family;
    let most = if choices.one_in(8) { kind.most_states } else { kind.most_states.min(20) };
    let count = 2 + choices.up_to(most - 2);
    let mut depths = vec![1_usize; count];
    let mut states: Vec<State> = Vec::with_capacity(count);
    for number in 0..count {
        let mut state = State::new(&format!("s{number}")).from_code();
        if family != Family::Table && number > 0 && choices.one_in(2) {
            let parent = choices.up_to(number - 1);
            if depths[parent] < 8 {
                depths[number] = depths[parent] + 1;
                state.parent = Some(format!("s{parent}"));
            }
        }
        for row in 0..choices.up_to(3) {
            let event = format!("e{}", choices.up_to(EVENTS - 1));
            let plain = kind.is_bare;
            let guard = if plain { None } else { choices.guard() };
            let action = if plain { None } else { choices.action(&format!("row{row}"), number) };
            let then = choices.then(family, count);
            if state.on.iter().all(|row: &Row| row.event != event || row.guard.is_some()) {
                state.on.push(Row { event, guard, action, then });
            }
        }
        state.history = [History::None, History::None, History::Shallow, History::Deep][choices.up_to(3)];
        if !kind.is_bare {
            add_code(choices, kind, &mut state, number, count);
        }
        states.push(state);
    }
    for number in 0..count {
        let own = format!("s{number}");
        let children: Vec<String> = states
            .iter()
            .filter(|state| state.parent.as_ref() == Some(&own))
            .map(|state| state.name.clone())
            .collect();
        if !children.is_empty() && (family != Family::Template || choices.one_in(2)) {
            states[number].initial = Some(children[choices.up_to(children.len() - 1)].clone());
        }
    }
    let mut blueprint = Blueprint::new("random", family, &format!("s{}", choices.up_to(count - 1)));
    blueprint.states = states;
    blueprint.max_depth = 2 + choices.up_to(4) as u8;
    blueprint.queue = 1 + choices.up_to(3) as u8;
    blueprint.poll = if choices.one_in(4) { Poll::All } else { Poll::One };
    for event in 0..EVENTS {
        blueprint = blueprint.event(&format!("e{event}"));
    }
    if choices.one_in(3) {
        let guard = if kind.is_bare { None } else { choices.guard() };
        let event = format!("e{}", choices.up_to(EVENTS - 1));
        blueprint.on.push(Row { event, guard, action: None, then: choices.then(family, count) });
    }
    if kind.has_triggers && choices.one_in(3) {
        blueprint.when.push(trigger(choices, family, count, "any".to_owned()));
    }
    blueprint
}

fn trigger(choices: &mut Choices, family: Family, count: usize, action: String) -> Trigger {
    let trigger = format!("{}g{}", if choices.one_in(2) { "!" } else { "" }, choices.up_to(4));
    let action = choices.one_in(4).then_some(action);
    Trigger { trigger, level: choices.up_to(2) as i32 - 1, action, then: choices.then(family, count) }
}

fn add_code(choices: &mut Choices, kind: Kind, state: &mut State, number: usize, count: usize) {
    let family = kind.family;
    state.enter = choices.action("enter", number);
    state.exit = choices.action("exit", number);
    state.update = choices.action("update", number);
    if family == Family::Pushdown {
        state.covered = choices.action("covered", number);
        state.uncovered = choices.action("uncovered", number);
    }
    if choices.one_in(10) {
        state.can_go = Some(format!("g{}", choices.up_to(4)));
    }
    if kind.has_handlers && choices.one_in(4) {
        state.handler = Some(format!("handler.{number}"));
    }
    if kind.has_times {
        for timeout in 0..choices.up_to(2).saturating_sub(choices.up_to(1)) {
            let (ms, guard) = (1 + choices.up_to(90) as u32, choices.guard());
            let action = choices.action(&format!("timeout{timeout}"), number);
            state.after.push(Timeout { ms, guard, action, then: choices.then(family, count) });
        }
        if choices.one_in(5) {
            let remainder = if choices.one_in(2) { Remainder::Keep } else { Remainder::Drop };
            let (every, call) = (1 + choices.up_to(60) as u32, format!("fixed.{number}"));
            // Without an offset, which goes by the unit's place.
            state.fixed_update = Some(FixedUpdate { every, call, remainder, spread: false });
        }
        if choices.one_in(6) {
            state.min_time = choices.up_to(60) as u32;
        }
    }
    if kind.has_triggers {
        for row in 0..choices.up_to(2) {
            state.when.push(trigger(choices, family, count, format!("trigger{row}.{number}")));
        }
    }
}
