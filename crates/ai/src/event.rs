//! Events as they reach a unit, and what comes with them.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use serde::{Deserialize, Serialize};

use super::id::{EventId, UnitId};

/// What comes with an event, as a value of one of four types.
///
/// [`events!`](crate::events) says the type of an event in the code, and
/// [`Blueprint::payloads`](crate::Blueprint::payloads) in a machine's file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Payload {
    /// Nothing.
    #[default]
    None,
    /// A number: a damage, a distance.
    Number(f64),
    /// A whole number: a level, an index.
    Integer(i64),
    /// A unit, of the population that sender and receiver have agreed on.
    Unit(UnitId),
    /// A place, in the units of the game.
    Point([f32; 2]),
}

/// The type of a [`Payload`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PayloadType {
    /// [`Payload::Number`], an `f64` in code.
    Number,
    /// [`Payload::Integer`], an `i64` in code.
    Integer,
    /// [`Payload::Unit`], a [`UnitId`] in code.
    Unit,
    /// [`Payload::Point`], a `[f32; 2]` in code.
    Point,
}

impl fmt::Display for PayloadType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl Payload {
    /// Its type; `None` if there is nothing.
    #[inline]
    pub const fn payload_type(self) -> Option<PayloadType> {
        match self {
            Self::None => None,
            Self::Number(_) => Some(PayloadType::Number),
            Self::Integer(_) => Some(PayloadType::Integer),
            Self::Unit(_) => Some(PayloadType::Unit),
            Self::Point(_) => Some(PayloadType::Point),
        }
    }

    /// Its bits, for snapshots: JSON has no word for NaN.
    #[inline]
    pub(super) fn to_bits(self) -> u64 {
        match self {
            Self::None => 0,
            Self::Number(number) => number.to_bits(),
            Self::Integer(number) => number as u64,
            Self::Unit(unit) => unit.to_bits(),
            Self::Point([x, y]) => u64::from(x.to_bits()) << 32 | u64::from(y.to_bits()),
        }
    }

    /// A payload of its type and bits; `None` if there is none with these bits.
    #[inline]
    pub(super) fn of_bits(payload_type: Option<PayloadType>, bits: u64) -> Option<Self> {
        Some(match payload_type {
            None => Self::None,
            Some(PayloadType::Number) => Self::Number(f64::from_bits(bits)),
            Some(PayloadType::Integer) => Self::Integer(bits as i64),
            Some(PayloadType::Unit) => Self::Unit(UnitId::from_bits(bits)?),
            Some(PayloadType::Point) => {
                Self::Point([f32::from_bits((bits >> 32) as u32), f32::from_bits(bits as u32)])
            }
        })
    }

    /// What a number of an older snapshot is for an event of this type. Units and indices were numbers.
    pub(super) fn of_number(number: f64, declared: Option<PayloadType>) -> Self {
        match declared {
            None | Some(PayloadType::Number) => Self::Number(number),
            Some(PayloadType::Integer) => Self::Integer(number as i64),
            Some(PayloadType::Unit) => UnitId::from_bits(number as u64).map_or(Self::None, Self::Unit),
            Some(PayloadType::Point) => Self::None,
        }
    }
}

/// The types of values that are payloads.
macro_rules! payloads {
    ($($name:ident($type:ty))*) => {$(
        impl From<$type> for Payload {
            fn from(value: $type) -> Self {
                Self::$name(value)
            }
        }

        /// The error is a payload of another type.
        impl TryFrom<Payload> for $type {
            type Error = Payload;

            fn try_from(payload: Payload) -> Result<Self, Payload> {
                match payload {
                    Payload::$name(value) => Ok(value),
                    other => Err(other),
                }
            }
        }
    )*};
}

payloads! { Number(f64) Integer(i64) Unit(UnitId) Point([f32; 2]) }

/// An event as it reaches a unit.
///
/// A name and an [`EventId`] are events without a payload; [`EventOf::with`] makes one with a payload.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// Which event.
    pub id: EventId,
    /// What comes with it.
    pub payload: Payload,
}

impl From<EventId> for Event {
    fn from(id: EventId) -> Self {
        Self { id, payload: Payload::None }
    }
}

impl From<&str> for Event {
    fn from(name: &str) -> Self {
        EventId::from(name).into()
    }
}

/// An event that has a payload of one type: `P` is `f64`, `i64`, [`UnitId`] or `[f32; 2]`.
///
/// [`events!`](crate::events) makes them. [`with`](Self::with) adds the payload, and
/// [`GuardContext::payload`](crate::GuardContext::payload) reads it. Neither compiles with another type:
///
/// ```
/// use proscenium_ai::{Context, UnitId};
///
/// proscenium_ai::events! { struct Events { hit: Number, arrived } }
///
/// fn shoot(events: Events, other: UnitId, cx: &mut Context<'_>) {
///     cx.send(other, events.hit.with(4.0));
///     cx.raise(events.arrived);
/// }
/// ```
///
/// ```compile_fail,E0308
/// # use proscenium_ai::{Context, UnitId};
/// # proscenium_ai::events! { struct Events { hit: Number, arrived } }
/// fn shoot(events: Events, other: UnitId, cx: &mut Context<'_>) {
///     cx.send(other, events.hit.with(other)); // a unit is no number
/// }
/// ```
///
/// ```compile_fail,E0277
/// # use proscenium_ai::{Context, UnitId};
/// # proscenium_ai::events! { struct Events { hit: Number, arrived } }
/// fn shoot(events: Events, other: UnitId, cx: &mut Context<'_>) {
///     cx.send(other, events.hit); // without the number
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EventOf<P> {
    id: EventId,
    payload: PhantomData<fn(P) -> P>,
}

impl<P> EventOf<P> {
    /// Which event.
    pub const fn id(self) -> EventId {
        self.id
    }
}

impl<P: Into<Payload>> EventOf<P> {
    /// The event with a payload.
    pub fn with(self, payload: P) -> Event {
        Event { id: self.id, payload: payload.into() }
    }
}

// Derived forms would ask for a payload that has them, and an `f64` has not.
impl<P: PartialEq> Eq for EventOf<P> {}

impl<P> Hash for EventOf<P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

/// Says the type of an event that no [`events!`](crate::events) names.
impl<P> From<EventId> for EventOf<P> {
    fn from(id: EventId) -> Self {
        Self { id, payload: PhantomData }
    }
}

impl<P> From<EventOf<P>> for EventId {
    fn from(event: EventOf<P>) -> Self {
        event.id
    }
}
