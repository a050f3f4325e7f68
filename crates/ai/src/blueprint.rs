//! A machine as plain data: what a data file contains and what the builders write.

mod family;
mod rows;
mod state;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::event::PayloadType;

pub(super) use rows::{Cause, Edge};

pub use family::Family;
pub use rows::{Go, History, Next, Row, Timeout, Trigger};
pub use state::{FixedUpdate, State};

/// A machine as plain data: the contents of a machine file, or the result of the builders.
///
/// A machine file is RON. It may leave out every field but the name, the family, the initial state
/// and the states; names of optional fields are written without `Some`:
///
/// ```
/// use proscenium_ai::Blueprint;
/// use ron::extensions::Extensions;
///
/// let file = r#"
/// Machine(
///     name: "guard", family: Template, initial: "calm", queue: 4, all_messages: true,
///     payloads: {"hit": Number},
///     on: [On(event: "hit", guard: "!is_brave", action: "cry", then: To("flee"))],
///     states: [
///         State(name: "calm", initial: "stand", history: Shallow, states: [
///             State(name: "stand", after: [After(ms: 2000, then: To("walk"))]),
///             State(name: "walk", enter: "choose_goal", update: "walk",
///                 fixed_update: FixedUpdate(every: 500, call: "look_around")),
///         ]),
///         State(name: "flee", min_time: 700, update: "run",
///             when: [When(trigger: "is_safe", level: 1, then: To("calm"))]),
///     ],
/// )
/// "#;
/// let extensions = Extensions::IMPLICIT_SOME | Extensions::UNWRAP_VARIANT_NEWTYPES;
/// let ron = ron::Options::default().with_default_extension(extensions);
/// let guard: Blueprint = ron.from_str(file)?;
/// assert!(guard.check().is_ok());
/// # Ok::<(), ron::error::SpannedError>(())
/// ```
#[must_use]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Machine", deny_unknown_fields)]
pub struct Blueprint {
    /// The machine's name in traces and messages.
    pub name: String,
    /// The family, which decides which of the other fields may be used.
    pub family: Family,
    /// The state in which a unit begins, at any depth.
    pub initial: String,
    /// The path of a script with guards and actions, relative to the machine's file: for a host that runs scripts
    /// (`proscenium` has Rhai). Nothing here reads it.
    #[serde(default)]
    pub script: Option<String>,
    /// Pushdown: how many states can be on a unit's stack, 2 to 64.
    #[serde(default = "default_limit")]
    pub max_depth: u8,
    /// How many messages can wait for a unit, 1 to 255. Further messages are dropped and counted.
    #[serde(default = "default_limit")]
    pub queue: u8,
    /// Whether a tick handles all messages that wait for a unit, and not one.
    #[serde(default)]
    pub all_messages: bool,
    /// Events that no row names, for handlers.
    #[serde(default)]
    pub events: Vec<String>,
    /// The types of the payloads of events, `{"hit": Number, "alarm": Unit}`. An event that arrives with a payload of
    /// another type is an error and [counted](crate::Counters::payloads); without one it is right. An event that is
    /// not here may have any.
    #[serde(default, deserialize_with = "unique")]
    pub payloads: BTreeMap<String, PayloadType>,
    /// Rows of all states, tried after their own rows.
    #[serde(default)]
    pub on: Vec<Row>,
    /// Triggers of all states.
    #[serde(default)]
    pub when: Vec<Trigger>,
    /// The states, in the order of declaration.
    pub states: Vec<State>,
    /// The path and the text of the file that it was read from: errors of [`Blueprint::build`] have the places in it.
    #[serde(skip)]
    pub file: Option<Arc<(String, String)>>,
}

/// Reads the payloads, of which each event has one.
fn unique<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, PayloadType>, D::Error> {
    struct Unique;

    impl<'de> Visitor<'de> for Unique {
        type Value = BTreeMap<String, PayloadType>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a map of events to types of payloads")
        }

        fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
            let mut payloads = BTreeMap::new();
            while let Some((event, payload)) = map.next_entry::<String, _>()? {
                if payloads.contains_key(&event) {
                    return Err(M::Error::custom(format!(
                        "event `{event}` has two payloads; keep one of them"
                    )));
                }
                payloads.insert(event, payload);
            }
            Ok(payloads)
        }
    }

    from.deserialize_map(Unique)
}

/// The default of `max_depth` and of `queue`.
const fn default_limit() -> u8 {
    8
}

impl Blueprint {
    /// A machine without states. [`Blueprint::table`], [`Blueprint::pushdown`],
    /// [`Blueprint::hierarchy`] and [`Blueprint::template`] name the family.
    pub fn new(name: &str, family: Family, initial: &str) -> Self {
        Self {
            name: name.to_owned(),
            family,
            initial: initial.to_owned(),
            script: None,
            max_depth: default_limit(),
            queue: default_limit(),
            all_messages: false,
            events: Vec::new(),
            payloads: BTreeMap::new(),
            on: Vec::new(),
            when: Vec::new(),
            states: Vec::new(),
            file: None,
        }
    }

    /// Adds a top-level state.
    pub fn state(mut self, state: State) -> Self {
        self.states.push(state);
        self
    }

    /// Sets how many states can be on a unit's stack, 2 to 64.
    pub const fn max_depth(mut self, depth: u8) -> Self {
        self.max_depth = depth;
        self
    }

    /// Declares an event that no row names, for handlers.
    pub fn event(mut self, name: &str) -> Self {
        self.events.push(name.to_owned());
        self
    }

    /// Declares the type of an event's payload: [`Blueprint::payloads`](Self::payloads).
    pub fn payload(mut self, event: &str, payload: PayloadType) -> Self {
        self.payloads.insert(event.to_owned(), payload);
        self
    }

    /// Adds a row for all states.
    pub fn on(self, event: &str, then: impl Into<Next>) -> Self {
        self.row(Row { event: event.to_owned(), then: then.into(), ..Row::default() })
    }

    /// Adds a row with a guard for all states.
    pub fn on_if(self, event: &str, guard: &str, then: impl Into<Next>) -> Self {
        let (event, guard) = (event.to_owned(), Some(guard.to_owned()));
        self.row(Row { event, guard, then: then.into(), ..Row::default() })
    }

    /// Adds a row for all states with all of its fields.
    pub fn row(mut self, row: Row) -> Self {
        self.on.push(row);
        self
    }

    /// Adds a trigger for all states.
    pub fn when(mut self, level: i32, trigger: &str, then: impl Into<Next>) -> Self {
        let (trigger, then) = (trigger.to_owned(), then.into());
        self.when.push(Trigger { trigger, level, then, ..Trigger::default() });
        self
    }
}
