//! The scripts of machines, for the tools.

use proscenium_dev::machine::{ToolScript, UnitVars, Value};

use crate::ai::{Bindings, Structure};
use crate::kit::{MachineScript, Script, ScriptVars, ScriptWorld, rhai};
use crate::phase::{Asset as _, LoadError};
use crate::platform::{AssetPath, AssetSource};

/// The script of a machine.
pub(super) struct Scripted {
    script: Script,
    bound: Option<MachineScript>,
}

impl ToolScript for Scripted {
    type Vars = Vars;

    fn read(source: &dyn AssetSource, file: &AssetPath) -> Result<Self, LoadError> {
        Ok(Self { script: Script::read(source, file)?, bound: None })
    }

    fn bind(&mut self, structure: &Structure, own: Bindings<Vars>) -> Bindings<Vars> {
        let (bound, bindings) = ScriptWorld::new().bind(structure, &self.script, own);
        self.bound = Some(bound);
        bindings
    }

    fn failures(&self) -> u64 {
        self.bound.as_ref().map_or(0, MachineScript::failures)
    }
}

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

impl UnitVars for Vars {
    fn set(&mut self, name: &str, value: Value) {
        match value {
            Value::Bool(is_true) => self.0.set(name, is_true),
            Value::Whole(whole) => self.0.set(name, whole),
            Value::Number(number) => self.0.set(name, number),
            Value::Text(text) => self.0.set(name, text),
        }
    }

    fn get(&self, name: &str) -> Option<Value> {
        self.0.get(name).map(value)
    }

    fn all(&self) -> Vec<(String, Value)> {
        self.0.names().filter_map(|name| Some((name.to_owned(), self.get(name)?))).collect()
    }
}

fn value(of: &rhai::Dynamic) -> Value {
    if let Ok(is_true) = of.as_bool() {
        Value::Bool(is_true)
    } else if let Ok(whole) = of.as_int() {
        Value::Whole(whole)
    } else if let Ok(number) = of.as_float() {
        Value::Number(number)
    } else {
        Value::Text(of.to_string())
    }
}
