//! Machines with a script.

use std::collections::BTreeMap;

use proscenium_ai::{Bindings, Structure};
use proscenium_core::phase::{Asset as _, LoadError};
use proscenium_core::platform::{AssetPath, AssetSource, read_now};
use proscenium_formats::{MachineScript, Script, ScriptVars, ScriptWorld, rhai};

use super::value::Value;

/// The script of a machine.
pub(crate) struct MachineCode {
    script: Script,
    text: String,
    bound: Option<MachineScript>,
}

impl MachineCode {
    pub(super) fn read(source: &dyn AssetSource, file: &AssetPath) -> Result<Self, LoadError> {
        let text = read_now(source, file)?;
        let text = String::from_utf8_lossy(&text).into_owned();
        Ok(Self { script: Script::read(source, file)?, text, bound: None })
    }

    /// Adds the functions of the script to `own`, in place of functions of the same name.
    pub(super) fn bind(&mut self, structure: &Structure, own: Bindings<Vars>) -> Bindings<Vars> {
        let (bound, bindings) = ScriptWorld::new().bind(structure, &self.script, own);
        self.bound = Some(bound);
        bindings
    }

    /// The number of calls that have failed.
    pub(super) fn failures(&self) -> u64 {
        self.bound.as_ref().map_or(0, MachineScript::failures)
    }

    pub(super) fn has_function(&self, name: &str) -> bool {
        (0..=1).any(|parameters| self.script.has_function(name, parameters))
    }

    /// The variables that the script compares with a literal, each with the values on both sides of it; `true` and `false`
    /// for one that stands alone.
    pub(super) fn variables(&self) -> BTreeMap<String, Vec<Value>> {
        let mut variables = BTreeMap::<String, Vec<Value>>::new();
        let code = self.text.lines().map(|line| line.split("//").next().unwrap_or_default());
        for used in code.flat_map(|line| line.split("this.").skip(1)) {
            let is_outside = |c: char| !c.is_alphanumeric() && !"_-.".contains(c);
            let mut words = used.split_whitespace();
            let name = words.next().unwrap_or_default().trim_matches(is_outside);
            let value = match words.next() {
                Some("==" | "!=" | "<=" | ">=" | "<" | ">") => {
                    Value::read(words.next().unwrap_or_default().trim_matches(is_outside))
                }
                None | Some("&&" | "||" | "{" | "}") => Value::Bool(true),
                Some(_) => continue,
            };
            variables.entry(name.to_owned()).or_default().extend(around(value));
        }
        variables
    }
}

/// A value and its neighbours.
fn around(value: Value) -> Vec<Value> {
    match value {
        Value::Bool(is_true) => vec![value, Value::Bool(!is_true)],
        Value::Whole(whole) => [-1, 0, 1].map(|by| Value::Whole(whole.saturating_add(by))).to_vec(),
        Value::Number(number) => [-1.0, 0.0, 1.0].map(|by| Value::Number(number + by)).to_vec(),
        Value::Text(_) => vec![value, Value::Text("other".to_owned())],
    }
}

/// The variables of a unit.
#[derive(Clone, Default)]
pub(super) struct Vars(ScriptVars);

impl AsRef<ScriptVars> for Vars {
    fn as_ref(&self) -> &ScriptVars {
        &self.0
    }
}

impl AsMut<ScriptVars> for Vars {
    fn as_mut(&mut self) -> &mut ScriptVars {
        &mut self.0
    }
}

impl Vars {
    pub(super) fn set(&mut self, name: &str, value: Value) {
        let value: rhai::Dynamic = match value {
            Value::Bool(is_true) => is_true.into(),
            Value::Whole(whole) => whole.into(),
            Value::Number(number) => number.into(),
            Value::Text(text) => text.into(),
        };
        self.0.set(name, value);
    }

    pub(super) fn get(&self, name: &str) -> Option<Value> {
        let value = self.0.get(name)?;
        if let Ok(is_true) = value.as_bool() {
            return Some(Value::Bool(is_true));
        }
        if let Ok(whole) = value.as_int() {
            return Some(Value::Whole(whole));
        }
        if let Ok(number) = value.as_float() {
            return Some(Value::Number(number));
        }
        Some(Value::Text(value.to_string()))
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.names()
    }
}
