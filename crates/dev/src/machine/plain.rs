//! Machines in a build without the feature `machine_scripts`.

use std::collections::BTreeMap;

use proscenium_ai::{Bindings, Structure};
use proscenium_core::phase::{DecodeError, LoadError};
use proscenium_core::platform::{AssetPath, AssetSource};

use super::value::Value;

/// No script: a machine whose file names one is an error, which says so.
pub(crate) enum MachineCode {}

impl MachineCode {
    pub(super) fn read(_: &dyn AssetSource, file: &AssetPath) -> Result<Self, LoadError> {
        let what = "scripts of machines need the feature `machine_scripts` of proscenium".to_owned();
        Err(DecodeError { path: file.clone(), position: None, what }.into())
    }

    pub(super) fn bind(&mut self, _: &Structure, _: Bindings<Vars>) -> Bindings<Vars> {
        match *self {}
    }

    pub(super) fn failures(&self) -> u64 {
        match *self {}
    }

    pub(super) fn has_function(&self, _: &str) -> bool {
        match *self {}
    }

    pub(super) fn variables(&self) -> BTreeMap<String, Vec<Value>> {
        match *self {}
    }
}

/// The variables of a unit.
#[derive(Clone, Debug, Default)]
pub(super) struct Vars(BTreeMap<String, Value>);

impl Vars {
    pub(super) fn set(&mut self, name: &str, value: Value) {
        self.0.insert(name.to_owned(), value);
    }

    pub(super) fn get(&self, name: &str) -> Option<Value> {
        self.0.get(name).cloned()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}
