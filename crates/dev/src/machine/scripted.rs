//! Machines with a script.

use proscenium_ai::{Bindings, Structure};
use proscenium_core::phase::{Asset as _, LoadError};
use proscenium_core::platform::{AssetPath, AssetSource};
use proscenium_formats::{MachineScript, Script, ScriptVars, ScriptWorld, rhai};

use super::value::Value;

/// The script of a machine.
pub(crate) struct MachineCode {
    script: Script,
    bound: Option<MachineScript>,
}

impl MachineCode {
    pub(super) fn read(source: &dyn AssetSource, file: &AssetPath) -> Result<Self, LoadError> {
        Ok(Self { script: Script::read(source, file)?, bound: None })
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
