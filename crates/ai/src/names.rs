//! The names of a machine as values of the game's code: [`events!`](crate::events), [`states!`](crate::states).

use super::error::{MissingName, MissingNames};
use super::event::PayloadType;
use super::id::{EventId, StateId};
use super::structure::{Problems, Structure};

/// Makes a struct with the events that code raises and sends, each a field with its [`EventId`].
///
/// `of` fills it from a definition, or from a checked machine before its actions are bound
/// ([`Blueprint::check`](crate::Blueprint::check)). A name that the machine does not have is found there, once, and not when
/// a unit raises it: all of them are in one error, each with the nearest name that the machine has. The struct is `Copy`,
/// and its ids stay the same when the machine's file is changed.
///
/// A field is named as its event, or says the name after `=`. An event with a [payload](crate::Payload) says its type after
/// `:`, one of `Number`, `Integer`, `Unit` and `Point`; the field is then an [`EventOf`](crate::EventOf) this type. A machine that
/// [declares](crate::Blueprint::payloads) another type does not have this event. `payloads` gives
/// the types to a machine that does not declare them ([`Bindings::payloads`](crate::Bindings::payloads)).
/// [`states!`](crate::states) makes the same for states.
///
/// ```
/// use proscenium_ai::{Bindings, Blueprint, Context, Population, State};
/// use std::time::Duration;
///
/// proscenium_ai::events! {
///     /// What happens to a door.
///     pub struct DoorEvents { push, key_turned = "key-turned" }
/// }
///
/// let door = Blueprint::table("door", "locked")
///     .state(State::new("locked").on("key-turned", "closed"))
///     .state(State::new("closed").on("push", "open"))
///     .state(State::new("open").update("creak"));
/// let events = DoorEvents::of(&door.check()?)?;
/// // A door falls shut on its own, and opens again.
/// let creak = move |creaks: &mut u32, (): &mut (), cx: &mut Context<'_>| {
///     *creaks += 1;
///     cx.raise(events.push);
/// };
/// let mut doors = Population::new(&door.build(&Bindings::new().action("creak", creak))?);
/// let first = doors.spawn(&mut (), 0);
/// doors.send(first, events.key_turned)?;
/// doors.send(first, events.push)?;
/// (0..3).for_each(|_| doors.tick(&mut (), Duration::from_millis(16)));
/// assert_eq!(doors.state(first).map(|state| state.name()), Some("open"));
///
/// proscenium_ai::events! { struct Misspelt { psuh } }
/// let error = Misspelt::of(doors.definition()).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "machine `door` has no event `psuh` (did you mean `push`?): correct the name, or add it to the machine",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[macro_export]
macro_rules! events {
    (@name $field:ident) => { stringify!($field).trim_start_matches("r#") };
    (@name $field:ident $text:literal) => { $text };
    (@id) => { $crate::EventId };
    (@id Number) => { $crate::EventOf<f64> };
    (@id Integer) => { $crate::EventOf<i64> };
    (@id Unit) => { $crate::EventOf<$crate::UnitId> };
    (@id Point) => { $crate::EventOf<[f32; 2]> };
    (@id $other:ident) => {
        ::core::compile_error!("the payload of an event is Number, Integer, Unit or Point")
    };
    (@type) => { ::core::option::Option::None };
    (@type $payload:ident) => { ::core::option::Option::Some($crate::PayloadType::$payload) };
    ($(#[$about:meta])* $visible:vis struct $name:ident {
        $($(#[$doc:meta])* $field:ident $(: $payload:ident)? $(= $text:literal)?),* $(,)?
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $visible struct $name {
            $(
                #[doc = concat!("The event `", stringify!($field), "`.")]
                $(#[$doc])*
                $visible $field: $crate::events!(@id $($payload)?),
            )*
        }

        impl $name {
            /// The events of a machine. Names that it does not have are in one error.
            $visible fn of(machine: &$crate::Structure) -> Result<Self, $crate::MissingNames> {
                let [$($field),*] = machine.named_events([$(
                    ($crate::events!(@name $field $($text)?), $crate::events!(@type $($payload)?))
                ),*])?;
                Ok(Self { $($field: $field.into()),* })
            }

            /// The payloads of the events, for `Bindings::payloads`.
            #[allow(dead_code, reason = "a machine's file may declare them")]
            $visible fn payloads(self) -> impl Iterator<Item = ($crate::EventId, $crate::PayloadType)> {
                let all: ::std::vec::Vec<($crate::EventId, ::core::option::Option<$crate::PayloadType>)> =
                    ::std::vec![$((self.$field.into(), $crate::events!(@type $($payload)?))),*];
                all.into_iter().filter_map(|(event, payload)| ::core::option::Option::Some((event, payload?)))
            }
        }
    };
}

/// Makes a struct with states, each a field with its [`StateId`]: for code that asks for a state, such as
/// [`Context::is_in`](crate::GuardContext::is_in), [`Reply::To`](crate::Reply::To) or the drawing of a unit.
///
/// It is written and filled as the type of [`events!`](crate::events).
///
/// ```
/// use proscenium_ai::{Bindings, Blueprint, Machine, State};
///
/// proscenium_ai::states! { struct Moods { calm, angry } }
///
/// let monster = Blueprint::table("monster", "calm")
///     .state(State::new("calm").on("hit", "angry"))
///     .state(State::new("angry"));
/// let definition = monster.build(&Bindings::new())?;
/// let moods = Moods::of(&definition)?;
/// let mut monster = Machine::new(&definition, &mut (), ());
/// assert_eq!(monster.state(), moods.calm);
/// monster.dispatch(&mut (), "hit")?;
/// assert_eq!(monster.state(), moods.angry);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[macro_export]
macro_rules! states {
    ($(#[$about:meta])* $visible:vis struct $name:ident {
        $($(#[$doc:meta])* $field:ident $(= $text:literal)?),* $(,)?
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $visible struct $name {
            $(
                #[doc = concat!("The state `", stringify!($field), "`.")]
                $(#[$doc])*
                $visible $field: $crate::StateId,
            )*
        }

        impl $name {
            /// The states of a machine. Names that it does not have are in one error.
            $visible fn of(machine: &$crate::Structure) -> Result<Self, $crate::MissingNames> {
                let [$($field),*] = machine.named_states([$($crate::events!(@name $field $($text)?)),*])?;
                Ok(Self { $($field),* })
            }
        }
    };
}

impl Structure {
    /// The events of these names, in the same order, each with the type of its payload if it has one.
    /// [`events!`](crate::events) makes a struct of them.
    ///
    /// # Errors
    ///
    /// All names that the machine does not have, and the events that it [declares](crate::Blueprint::payloads) with
    /// payloads of other types.
    pub fn named_events<const N: usize>(
        &self,
        names: [(&str, Option<PayloadType>); N],
    ) -> Result<[EventId; N], MissingNames> {
        self.all_found(names.map(|(name, payload)| self.named_event(name, payload)))
    }

    fn named_event(&self, name: &str, payload: Option<PayloadType>) -> Result<EventId, MissingName> {
        let Some(event) = self.event(name) else {
            return Err(MissingName::new("event", name, self.events().map(EventId::name)));
        };
        match (payload, self.payload(event)) {
            (Some(own), Some(declared)) if own != declared => {
                let typed = |payload| format!("{name}: {payload}");
                Err(MissingName { kind: "event", name: typed(own), nearest: Some(typed(declared)) })
            }
            _ => Ok(event),
        }
    }

    /// The states of these names, in the same order. [`states!`](crate::states) makes a struct of them.
    ///
    /// # Errors
    ///
    /// All names that the machine does not have.
    pub fn named_states<const N: usize>(&self, names: [&str; N]) -> Result<[StateId; N], MissingNames> {
        let missing = |name| MissingName::new("state", name, self.states().map(StateId::name));
        self.all_found(names.map(|name| self.state(name).ok_or_else(|| missing(name))))
    }

    fn all_found<const N: usize, T>(
        &self,
        found: [Result<T, MissingName>; N],
    ) -> Result<[T; N], MissingNames> {
        let missing = found.iter().filter_map(|name| name.as_ref().err()).cloned().collect();
        let ids: Vec<T> = found.into_iter().filter_map(Result::ok).collect();
        <[T; N]>::try_from(ids).map_err(|_| MissingNames { machine: self.name().to_owned(), missing })
    }

    /// Declares the payloads of bindings.
    pub(super) fn declare(&mut self, payloads: &[(EventId, PayloadType)], problems: &mut Problems) {
        for &(event, payload) in payloads {
            let key = self.key(event) as usize;
            let Some(own) = key.checked_sub(1).and_then(|key| self.payloads.get_mut(key)) else { continue };
            let declared = *own.get_or_insert(payload);
            if declared != payload {
                let what = format!("event `{event}` has the payload {declared}, and in the code {payload}");
                problems.text("", event.name(), what, "say the same type in both");
            }
        }
    }
}
