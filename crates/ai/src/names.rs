//! The names of a machine as values of the game's code: [`events!`](crate::events), [`states!`](crate::states).

use super::error::{MissingName, MissingNames};
use super::id::{EventId, StateId};
use super::nearest::nearest;
use super::structure::Structure;

/// Makes a struct with the events that code raises and sends, each a field with its [`EventId`].
///
/// `of` fills it from a definition, or from a checked machine before its actions are bound
/// ([`Blueprint::check`](crate::Blueprint::check)). A name that the machine does not have is found there, once, and not when
/// a unit raises it: all of them are in one error, each with the nearest name that the machine has. The struct is `Copy`,
/// and its ids stay the same when the machine's file is changed.
///
/// A field is named as its event, or says the name after `=`. [`states!`](crate::states) makes the same for states.
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
/// let first = doors.spawn(0);
/// doors.send(first, events.key_turned)?;
/// doors.send(first, events.push)?;
/// (0..3).for_each(|_| doors.tick(Duration::from_millis(16)));
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
    ($(#[$about:meta])* $visible:vis struct $name:ident {
        $($(#[$doc:meta])* $field:ident $(= $text:literal)?),* $(,)?
    }) => {
        $crate::__names! {
            (EventId, named_events, "event")
            $(#[$about])* $visible struct $name { $($(#[$doc])* $field $(= $text)?),* }
        }
    };
}

/// Makes a struct with states, each a field with its [`StateId`]: for code that asks for a state, such as
/// [`Context::is_in`](crate::GuardContext::is_in), [`Reply::To`](crate::Reply::To) or the drawing of a unit.
///
/// It is written and filled as that of [`events!`](crate::events).
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
/// let mut monster = Machine::new(&definition, ());
/// assert_eq!(monster.state(), moods.calm);
/// monster.dispatch("hit")?;
/// assert_eq!(monster.state(), moods.angry);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[macro_export]
macro_rules! states {
    ($(#[$about:meta])* $visible:vis struct $name:ident {
        $($(#[$doc:meta])* $field:ident $(= $text:literal)?),* $(,)?
    }) => {
        $crate::__names! {
            (StateId, named_states, "state")
            $(#[$about])* $visible struct $name { $($(#[$doc])* $field $(= $text)?),* }
        }
    };
}

/// What `events!` and `states!` have in common.
#[doc(hidden)]
#[macro_export]
macro_rules! __names {
    (@name $field:ident) => { stringify!($field).trim_start_matches("r#") };
    (@name $field:ident $text:literal) => { $text };
    (($id:ident, $find:ident, $kind:literal) $(#[$about:meta])* $visible:vis struct $name:ident {
        $($(#[$doc:meta])* $field:ident $(= $text:literal)?),*
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $visible struct $name {
            $(
                #[doc = concat!("The ", $kind, " `", stringify!($field), "`.")]
                $(#[$doc])*
                $visible $field: $crate::$id,
            )*
        }

        impl $name {
            #[doc = concat!("The ", $kind, "s of a machine. Names that it does not have are in one error.")]
            $visible fn of(machine: &$crate::Structure) -> Result<Self, $crate::MissingNames> {
                let [$($field),*] = machine.$find([$($crate::__names!(@name $field $($text)?)),*])?;
                Ok(Self { $($field),* })
            }
        }
    };
}

impl Structure {
    /// The events of these names, in the same order. [`events!`](crate::events) makes a struct of them.
    ///
    /// # Errors
    ///
    /// All names that the machine does not have.
    pub fn named_events<const N: usize>(&self, names: [&str; N]) -> Result<[EventId; N], MissingNames> {
        self.named("event", names, |name| self.event(name), || self.events().map(EventId::name))
    }

    /// The states of these names, in the same order. [`states!`](crate::states) makes a struct of them.
    ///
    /// # Errors
    ///
    /// All names that the machine does not have.
    pub fn named_states<const N: usize>(&self, names: [&str; N]) -> Result<[StateId; N], MissingNames> {
        self.named("state", names, |name| self.state(name), || self.states().map(StateId::name))
    }

    fn named<const N: usize, T: Copy, K: Iterator<Item = &'static str>>(
        &self,
        kind: &'static str,
        names: [&str; N],
        find: impl Fn(&str) -> Option<T>,
        known: impl Fn() -> K,
    ) -> Result<[T; N], MissingNames> {
        let missing = names.iter().filter(|name| find(name).is_none()).map(|name| MissingName {
            kind,
            name: (*name).to_owned(),
            nearest: nearest(name, known()).map(str::to_owned),
        });
        let missing: Vec<_> = missing.collect();
        let found: Vec<T> = names.iter().filter_map(|name| find(name)).collect();
        <[T; N]>::try_from(found).map_err(|_| MissingNames { machine: self.name().to_owned(), missing })
    }
}
