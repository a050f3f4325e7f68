//! Random machines of all families, and code for their names that can be run twice: by the library, and by
//! what it is compared with.

mod edit;
mod machine;

use std::time::Duration;

use proscenium_ai::{
    Bindings, Blueprint, Context, Event, GuardContext, Payload, PayloadType, PopulationHandle, PopulationId,
    Reply, State, StateId, UnitId,
};

pub use edit::edited;
pub use machine::{Choices, Kind, machine, reordered, retimed};

/// How many events a machine has.
pub const EVENTS: usize = 4;

/// What a unit is made of: all calls in order, and what guards look at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unit {
    pub calls: Vec<String>,
    pub flags: u8,
    /// Whether its code asks for changes and sends messages.
    pub asks: bool,
    /// How often its code can still reach out to units of all populations.
    pub reach: u8,
}

/// The types of payloads.
pub const PAYLOADS: [PayloadType; 4] =
    [PayloadType::Number, PayloadType::Integer, PayloadType::Unit, PayloadType::Point];

/// A payload of any type, or none.
pub fn payload(choice: usize) -> Payload {
    let number = (choice / 8 % 9) as u32;
    match choice % 8 {
        0 | 1 => Payload::Number(f64::from(number) / 4.0),
        2 | 3 => Payload::Integer(i64::from(number) - 4),
        4 => Payload::Unit(UnitId::from_bits(u64::from(number)).expect("it is small")),
        5 => Payload::Point([number as f32, -0.5]),
        _ => Payload::None,
    }
}

/// What code can ask for, by name.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    Set(String, bool),
    Leave,
    Enter(String),
    Switch(String),
    Exit,
    Send(String, Payload),
    Raise(String, Payload),
    /// In milliseconds.
    Interval(u32),
    /// To a population and a unit of it, by their numbers.
    SendTo(usize, usize, String, Payload),
    Spawn(usize, Box<Unit>),
    Despawn(usize, usize),
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
pub type Received<'a> = Option<(&'a str, Payload)>;

/// What code sees: the event, where a change comes from and where it leads, the current state, the time.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    pub event: Received<'a>,
    pub transition: (Option<&'a str>, Option<&'a str>),
    pub state: &'a str,
    /// The names of the active states, of those that [`active`] looks at.
    pub active: &'a str,
    pub dt_micros: u128,
}

/// What units of several populations share.
pub trait World: Sized + 'static {
    /// Writes a call down.
    fn note(&mut self, _population: PopulationId, _unit: UnitId, _call: &str) {}

    /// The address of a population, and of one of its units.
    fn find(&self, _population: usize, _unit: usize) -> Option<(PopulationHandle<Unit, Self>, UnitId)> {
        None
    }
}

impl World for () {}
impl World for u8 {}

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
    pub fn act(&mut self, name: &str, seen: Seen<'_>, states: &[String]) -> Option<Ask> {
        let event = seen.event.map_or_else(String::new, |(event, payload)| format!(" {event} {payload:?}"));
        let (from, to) = seen.transition;
        let transition = [from, to].map(|state| state.unwrap_or("-")).join(">");
        let (state, active, micros) = (seen.state, seen.active, seen.dt_micros);
        self.calls.push(format!("{name}{event} {transition} {state} [{active}] {micros}"));
        self.flags = self.flags.rotate_left(1) ^ hash(name, 1) as u8;
        let choice = hash(name, self.calls.len());
        if !self.asks || !choice.is_multiple_of(if self.reach > 0 { 2 } else { 6 }) {
            return None;
        }
        let target = states[choice / 6 % states.len()].clone();
        let (event, payload) = (format!("e{}", choice / 6 % EVENTS), payload(choice / 60));
        if self.reach > 0 && !(choice / 100).is_multiple_of(3) {
            self.reach -= 1;
            let (population, unit) = (choice / 200 % 2, choice / 400 % 8);
            return Some(match choice / 4000 % 4 {
                0 => {
                    let reach = self.reach / 2;
                    Ask::Spawn(population, Box::new(Unit { calls: Vec::new(), reach, ..self.clone() }))
                }
                1 => Ask::Despawn(population, unit),
                _ => Ask::SendTo(population, unit, event, payload),
            });
        }
        Some(match choice / 1000 % 12 {
            0 | 1 => Ask::Set(target, choice.is_multiple_of(4)),
            2 => Ask::Leave,
            3 => Ask::Enter(target),
            4 => Ask::Switch(target),
            5 => Ask::Exit,
            6 | 7 => Ask::Raise(event, payload),
            8 | 9 => Ask::Interval((choice / 6 % 70) as u32),
            _ => Ask::Send(event, payload),
        })
    }

    /// Guards are named after the flag that they look at; target and state turn some of them round.
    pub fn guard(&self, name: &str, target: &str, state: &str) -> bool {
        let bit = hash(name, 2) % 8;
        (self.flags >> bit & 1 == 1) ^ (hash(target, 3) % 4 == 1) ^ (hash(state, 4) % 4 == 1)
    }

    /// What every handler answers.
    pub fn handle(&mut self, name: &str, seen: Seen<'_>, states: &[String]) -> (Answer, Option<Ask>) {
        let ask = self.act(name, seen, states);
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

/// All states but the root, in the order of declaration, each with the state around it.
pub fn all_states(blueprint: &Blueprint) -> Vec<(&State, Option<&State>)> {
    let mut todo: Vec<_> = blueprint.states.iter().rev().map(|state| (state, None)).collect();
    let next = || {
        let (state, parent) = todo.pop()?;
        todo.extend(state.states.iter().rev().map(|inner| (inner, Some(state))));
        Some((state, parent))
    };
    std::iter::from_fn(next).collect()
}

/// Their names.
pub fn state_names(blueprint: &Blueprint) -> Vec<String> {
    all_states(blueprint).into_iter().map(|(state, _)| state.name.clone()).collect()
}

fn ask<W: World>(cx: &mut Context<'_>, ask: Option<Ask>, world: &W) {
    let id = |name: &String| StateId::from(name.as_str());
    let event = |name: &String, payload| Event { payload, ..Event::from(name.as_str()) };
    match ask {
        None => {}
        Some(Ask::Set(target, force)) => cx.set_state(id(&target), force),
        Some(Ask::Leave) => cx.leave_current(),
        Some(Ask::Enter(target)) => cx.enter(id(&target)),
        Some(Ask::Switch(target)) => cx.switch(id(&target)),
        Some(Ask::Exit) => cx.exit(),
        Some(Ask::Send(name, payload)) => cx.send(cx.unit(), event(&name, payload)),
        Some(Ask::Raise(name, payload)) => cx.raise(event(&name, payload)),
        Some(Ask::Interval(ms)) => cx.set_interval(Duration::from_millis(ms.into())),
        Some(Ask::SendTo(population, unit, name, payload)) => {
            let to = world.find(population, unit);
            to.into_iter().for_each(|(population, unit)| cx.send_to(population, unit, event(&name, payload)));
        }
        Some(Ask::Spawn(population, unit)) => {
            // An address is known as soon as one of the population's units has done something.
            world.find(population, 0).into_iter().for_each(|(to, _)| cx.spawn_in(to, (*unit).clone()));
        }
        Some(Ask::Despawn(population, unit)) => {
            let to = world.find(population, unit);
            to.into_iter().for_each(|(population, unit)| cx.despawn(population, unit));
        }
    }
}

/// The active ones of the first states of a machine.
pub fn active(states: &[String], is_in: impl Fn(&String) -> bool) -> String {
    let active: Vec<&str> = states.iter().take(24).filter(|state| is_in(state)).map(String::as_str).collect();
    active.join(" ")
}

fn seen<'a>(cx: &'a Context<'_>, active: &'a str) -> Seen<'a> {
    Seen {
        active,
        event: cx.event().map(|event| (event.id.name(), event.payload)),
        transition: (cx.previous().map(StateId::name), cx.pending().map(StateId::name)),
        state: cx.state().name(),
        dt_micros: cx.delta().as_micros(),
    }
}

/// The handler of a name, for a machine with the states of these names.
pub fn handler<W: World>(
    name: &str,
    states: &[String],
) -> impl Fn(&mut Unit, &mut W, &mut Context<'_>) -> Reply + Send + Sync + 'static + use<W> {
    let (own, states) = (name.to_owned(), states.to_vec());
    move |unit, world, cx| {
        world.note(cx.population(), cx.unit(), &own);
        let active = active(&states, |state| cx.is_in(state.as_str().into()));
        let (answer, asked) = unit.handle(&own, seen(cx, &active), &states);
        ask(cx, asked, world);
        match answer {
            Answer::Unhandled => Reply::Unhandled,
            Answer::Handled => Reply::Handled,
            Answer::To(target) => Reply::To(StateId::from(target.as_str())),
            Answer::Enter(target) => Reply::Enter(StateId::from(target.as_str())),
            Answer::Switch(target) => Reply::Switch(StateId::from(target.as_str())),
            Answer::Exit => Reply::Exit,
            Answer::Leave => Reply::Leave,
        }
    }
}

/// Binds all names of a machine to the code above.
pub fn bindings<W: World>(blueprint: &Blueprint) -> Bindings<Unit, W> {
    let structure = blueprint.check().expect("the machine was made right");
    let names = state_names(blueprint);
    let mut bindings = Bindings::new();
    for name in structure.guards() {
        let own = name.to_owned();
        bindings = bindings.guard(name, move |unit: &Unit, _: &W, cx: &GuardContext<'_>| {
            unit.guard(&own, cx.target().name(), cx.state().name())
        });
    }
    for name in structure.actions() {
        let (own, names) = (name.to_owned(), names.clone());
        bindings = bindings.action(name, move |unit: &mut Unit, world: &mut W, cx: &mut Context<'_>| {
            world.note(cx.population(), cx.unit(), &own);
            let active = active(&names, |state| cx.is_in(state.as_str().into()));
            let asked = unit.act(&own, seen(cx, &active), &names);
            ask(cx, asked, world);
        });
    }
    for name in structure.handlers() {
        bindings = bindings.handler(name, handler::<W>(name, &names));
    }
    bindings
}
