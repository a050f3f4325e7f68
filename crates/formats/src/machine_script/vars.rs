//! The variables of a unit.

use std::collections::BTreeMap;

use rhai::{Dynamic, Map};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::script::number;

/// The maximum number of values in the variables of one unit, including values in lists and maps.
const MAX_VALUES: usize = 1_000;

/// A unit's variables by name, the `this` of the functions of its machine's script.
///
/// Values have the types of Rhai: `bool`, `i64`, `f64`, texts, lists and maps; at most 1,000 of them
/// for a unit.
#[derive(Clone, Debug, Default)]
pub struct ScriptVars(Map);

impl AsRef<Self> for ScriptVars {
    fn as_ref(&self) -> &Self {
        self
    }
}

impl AsMut<Self> for ScriptVars {
    fn as_mut(&mut self) -> &mut Self {
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
        let mut vars = Self::default();
        vars.0.extend(values.into_iter().map(|(name, value)| (name.into(), value)));
        Ok(vars)
    }
}

impl ScriptVars {
    /// Sets a variable.
    pub fn set(&mut self, name: &str, value: impl Into<Dynamic>) {
        self.0.insert(name.into(), value.into());
    }

    /// Returns a variable; `None` if there is none of this name.
    pub fn get(&self, name: &str) -> Option<&Dynamic> {
        self.0.get(name)
    }

    /// Returns a variable as a number; `None` if there is none, or if it is no number.
    pub fn number(&self, name: &str) -> Option<f64> {
        number(self.0.get(name)?)
    }

    /// Returns the names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(|name| -> &str { name })
    }

    /// Copies the variables for a function that changes nothing.
    pub(super) fn copy(&self) -> Dynamic {
        Dynamic::from_map(self.0.clone())
    }

    /// Takes the variables for a function that changes them, until they are put back.
    pub(super) fn take(&mut self) -> Dynamic {
        Dynamic::from_map(std::mem::take(&mut self.0))
    }

    /// Takes the variables back from a function. Too many are lost, because the next call would have
    /// to copy them; then it returns `false`.
    pub(super) fn put_back(&mut self, this: Dynamic) -> bool {
        let mut left = MAX_VALUES;
        let map = this.try_cast::<Map>().filter(|map| map.values().all(|value| fits(value, &mut left)));
        let is_kept = map.is_some();
        self.0 = map.unwrap_or_default();
        is_kept
    }
}

/// Whether a value can be saved, and has no more parts than are `left`, which also bounds the recursion.
fn fits(value: &Dynamic, left: &mut usize) -> bool {
    let Some(rest) = left.checked_sub(1) else { return false };
    *left = rest;
    if let Ok(items) = value.as_array_ref() {
        items.iter().all(|item| fits(item, left))
    } else if let Ok(items) = value.as_map_ref() {
        items.values().all(|item| fits(item, left))
    } else {
        let is_number = value.is_int() || value.is_float();
        value.is_unit() || value.is_bool() || is_number || value.is_string() || value.is_char()
    }
}
