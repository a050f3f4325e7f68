//! The variables of a unit that scripts see.

use std::collections::BTreeMap;

use rhai::{Dynamic, Map};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A unit's variables by name, the `this` of the functions of its machine's script.
///
/// Values are those of Rhai: `bool`, `i64`, `f64`, texts, lists and maps; at most 1,000 of them
/// for a unit.
#[derive(Clone, Debug, Default)]
pub struct ScriptVars(Map);

/// Data of a unit that has variables for scripts: [`ScriptVars`] itself, or whatever a game keeps
/// for a unit with such a field in it.
pub trait Scripted {
    /// The variables.
    fn vars(&self) -> &ScriptVars;
    /// The variables, to be changed.
    fn vars_mut(&mut self) -> &mut ScriptVars;
}

impl Scripted for ScriptVars {
    fn vars(&self) -> &ScriptVars {
        self
    }

    fn vars_mut(&mut self) -> &mut ScriptVars {
        self
    }
}

impl Serialize for ScriptVars {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name.as_str(), value)))
    }
}

impl<'de> Deserialize<'de> for ScriptVars {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let values = BTreeMap::<String, Dynamic>::deserialize(deserializer)?;
        Ok(Self(values.into_iter().map(|(name, value)| (name.into(), value)).collect()))
    }
}

impl ScriptVars {
    /// Sets a variable.
    pub fn set(&mut self, name: &str, value: impl Into<Dynamic>) {
        self.0.insert(name.into(), value.into());
    }

    /// A variable; `None` where there is none of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Dynamic> {
        self.0.get(name)
    }

    /// A variable as a number; `None` where there is none, or where it is something else.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<f64> {
        let value = self.0.get(name)?;
        value.as_float().ok().or_else(|| value.as_int().ok().map(|whole| whole as f64))
    }

    /// Whether a variable is true, a number other than 0, or a text that is not empty.
    #[must_use]
    pub fn is_true(&self, name: &str) -> bool {
        let Some(value) = self.0.get(name) else { return false };
        match value.as_bool() {
            Ok(is_true) => is_true,
            Err(_) if value.is_string() => value.as_immutable_string_ref().is_ok_and(|text| !text.is_empty()),
            Err(_) => self.number(name).is_some_and(|number| number != 0.0),
        }
    }

    /// The names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(|name| -> &str { name })
    }

    pub(super) const fn map(&self) -> &Map {
        &self.0
    }

    pub(super) fn take(&mut self) -> Map {
        std::mem::take(&mut self.0)
    }

    /// Takes the variables back from a function. What it made too large is lost: the next call
    /// would have to copy it.
    pub(super) fn put_back(&mut self, this: Dynamic, most: usize) -> Result<(), &'static str> {
        let Some(map) = this.try_cast::<Map>() else {
            return Err("it replaced `this`, which holds the unit's variables; they are lost");
        };
        let mut left = most;
        if map.values().all(|value| fits(value, &mut left)) {
            self.0 = map;
            return Ok(());
        }
        Err("it left more than 1000 values in the unit's variables; they are lost")
    }
}

/// Whether a value has no more parts than are `left`. It calls itself only as often as that.
pub(super) fn fits(value: &Dynamic, left: &mut usize) -> bool {
    let Some(rest) = left.checked_sub(1) else { return false };
    *left = rest;
    if let Ok(items) = value.as_array_ref() {
        items.iter().all(|item| fits(item, left))
    } else if let Ok(items) = value.as_map_ref() {
        items.values().all(|item| fits(item, left))
    } else {
        true
    }
}
