//! The parameter of a script's functions: what they see of a call, and what they ask for.

use std::any::TypeId;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rhai::{Dynamic, Engine, EvalAltResult, ImmutableString, NativeCallContext};

use crate::script::number;
use proscenium_ai::{Event, EventId, GuardContext, Payload, PayloadType, StateId, UnitId};

/// How much a function can ask for in one call.
const MAX_ASKED: usize = 64;

/// What a function asks for, applied after the call.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) what: What,
    pub(super) args: Vec<Dynamic>,
    pub(super) position: rhai::Position,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum What {
    Raise,
    Send,
    SendTo,
    Despawn,
    /// The number of a command of the game.
    Command(usize),
}

/// The type of the parameter.
#[derive(Clone, Debug)]
pub(super) struct Call(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    event: Option<Event>,
    now: Duration,
    delta: Duration,
    unit: UnitId,
    state: StateId,
    target: Option<StateId>,
    world: Dynamic,
    /// `None` in a guard.
    asked: Option<Mutex<Vec<Asked>>>,
}

impl Call {
    pub(super) fn new(
        cx: &GuardContext<'_>,
        delta: Duration,
        world: Dynamic,
        asked: Option<Mutex<Vec<Asked>>>,
    ) -> Self {
        let target = Some(cx.target()).filter(|target| *target != StateId::ROOT);
        let (event, now, unit, state) = (cx.event(), cx.now(), cx.unit(), cx.state());
        Self(Arc::new(Inner { event, now, delta, unit, state, target, world, asked }))
    }

    pub(super) fn take_asked(&self) -> Vec<Asked> {
        self.0.asked.as_ref().map_or_else(Vec::new, |asked| {
            std::mem::take(&mut *asked.lock().unwrap_or_else(PoisonError::into_inner))
        })
    }

    fn ask(&self, asked: Asked) -> Result<(), Box<EvalAltResult>> {
        let Some(list) = &self.0.asked else { return Err("a guard changes nothing".into()) };
        let mut list = list.lock().unwrap_or_else(PoisonError::into_inner);
        if list.len() == MAX_ASKED {
            return Err(format!("a function can ask for {MAX_ASKED} things in a call").into());
        }
        list.push(asked);
        Ok(())
    }
}

/// Registers the parameter's properties and methods.
pub(super) fn register<'a>(engine: &mut Engine, commands: impl Iterator<Item = &'a str>) {
    let text = |text: Option<&str>| ImmutableString::from(text.unwrap_or_default());
    engine
        .register_type_with_name::<Call>("Call")
        .register_get("event", move |call: &mut Call| text(call.0.event.map(|event| event.id.name())))
        .register_get("payload", |call: &mut Call| value(call.0.event))
        .register_get("now_ms", |call: &mut Call| milliseconds(call.0.now))
        .register_get("delta_ms", |call: &mut Call| milliseconds(call.0.delta))
        .register_get("unit", |call: &mut Call| call.0.unit.to_bits() as i64)
        .register_get("state", move |call: &mut Call| text(Some(call.0.state.name())))
        .register_get("target", move |call: &mut Call| text(call.0.target.map(StateId::name)))
        .register_get("world", |call: &mut Call| call.0.world.clone());
    method(engine, "raise", 1..=2, What::Raise);
    method(engine, "send", 2..=3, What::Send);
    method(engine, "send_to", 3..=4, What::SendTo);
    method(engine, "despawn", 0..=0, What::Despawn);
    for (number, name) in commands.enumerate() {
        method(engine, name, 0..=4, What::Command(number));
    }
}

fn method(engine: &mut Engine, name: &str, arity: RangeInclusive<usize>, what: What) {
    for arity in arity {
        let mut types = vec![TypeId::of::<Dynamic>(); arity + 1];
        types[0] = TypeId::of::<Call>();
        engine.register_raw_fn(name, types, move |cx: NativeCallContext<'_>, args: &mut [&mut Dynamic]| {
            let position = cx.call_position();
            let Some((call, args)) = args.split_first_mut() else { return Ok(()) };
            let args = args.iter_mut().map(|arg| arg.take()).collect();
            match call.read_lock::<Call>() {
                Some(call) => call.ask(Asked { what, args, position }),
                None => Ok(()),
            }
        });
    }
}

/// The payload of an event, for a script.
fn value(event: Option<Event>) -> Dynamic {
    match event.map_or(Payload::None, |event| event.payload) {
        Payload::None => 0.0.into(),
        Payload::Number(number) => number.into(),
        Payload::Integer(number) => number.into(),
        Payload::Unit(unit) => (unit.to_bits() as i64).into(),
        Payload::Point(point) => point.map(|number| Dynamic::from(f64::from(number))).to_vec().into(),
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// The arguments of a script's call of a [command](super::ScriptWorld::command).
#[derive(Clone, Copy, Debug)]
pub struct ScriptArgs<'a>(pub(super) &'a [Dynamic]);

impl ScriptArgs<'_> {
    /// An argument from 0 on; `None` if the script gave fewer.
    pub fn get(&self, index: usize) -> Option<&Dynamic> {
        self.0.get(index)
    }

    /// An argument as a number.
    ///
    /// # Errors
    ///
    /// There is no such argument, or it is no number.
    pub fn number(&self, index: usize) -> Result<f64, String> {
        let value = self.0.get(index);
        let found = value.map_or("nothing", Dynamic::type_name);
        value.and_then(number).ok_or_else(|| self.wrong(index, "a number", found))
    }

    /// An argument as a text.
    ///
    /// # Errors
    ///
    /// There is no such argument, or it is no text.
    pub fn text(&self, index: usize) -> Result<String, String> {
        let value = self.0.get(index).cloned().unwrap_or_default();
        value.into_string().map_err(|found| self.wrong(index, "a text", found))
    }

    /// An argument as a unit: a number that [`UnitId::to_bits`] returned.
    ///
    /// # Errors
    ///
    /// There is no such argument, or it is no unit.
    pub fn unit(&self, index: usize) -> Result<UnitId, String> {
        let value = self.0.get(index);
        let found = value.map_or("nothing", Dynamic::type_name);
        let bits = value.and_then(|value| value.as_int().ok());
        let unit = bits.and_then(|bits| UnitId::from_bits(u64::try_from(bits).ok()?));
        unit.ok_or_else(|| self.wrong(index, "a unit", found))
    }

    /// The event whose name is the argument `index`, with the payload after it, if there is one: of the type that is
    /// declared for the event, or a number or a point. `find` returns the event and this type.
    pub(super) fn event(
        &self,
        index: usize,
        find: impl Fn(&str) -> Option<(EventId, Option<PayloadType>)>,
    ) -> Result<Event, String> {
        let name = self.text(index)?;
        let (id, declared) = find(&name).ok_or_else(|| format!("there is no event `{name}`"))?;
        let index = index + 1;
        let Some(value) = self.get(index) else { return Ok(id.into()) };
        let payload = match declared {
            None if value.is_array() => self.point(index)?,
            None | Some(PayloadType::Number) => Payload::Number(self.number(index)?),
            Some(PayloadType::Integer) => {
                Payload::Integer(value.as_int().map_err(|found| self.wrong(index, "a whole number", found))?)
            }
            Some(PayloadType::Unit) => Payload::Unit(self.unit(index)?),
            Some(PayloadType::Point) => self.point(index)?,
        };
        Ok(Event { id, payload })
    }

    fn point(&self, index: usize) -> Result<Payload, String> {
        let list = self.0[index].as_array_ref();
        let point = list.ok().and_then(|list| match &**list {
            [x, y] => Some([number(x)? as f32, number(y)? as f32]),
            _ => None,
        });
        let found = self.0[index].type_name();
        point.map(Payload::Point).ok_or_else(|| self.wrong(index, "a list of two numbers", found))
    }

    fn wrong(&self, index: usize, expected: &str, found: &str) -> String {
        format!("argument {} must be {expected}, but is {found}", index + 1)
    }
}
