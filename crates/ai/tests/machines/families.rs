//! What each family does by its definition, and a test for each decision that the technique leaves open.

mod fixed_updates;
mod hierarchy;
mod messages;
mod pushdown;
mod template;

use std::time::Duration;

use proscenium_ai::{Bindings, Blueprint, Machine, State};

/// A unit that writes down who called it.
#[derive(Clone, Debug, Default)]
struct Notes {
    calls: Vec<String>,
    flag: bool,
    number: f64,
}

/// Every action writes its name down; `flag` is a guard.
fn bindings(blueprint: &Blueprint) -> Bindings<Notes> {
    let structure = blueprint.check().unwrap();
    let mut bindings = Bindings::new().guard("flag", |notes: &Notes, _, _| notes.flag);
    for name in structure.actions() {
        let note = name.to_owned();
        bindings = bindings.action(name, move |notes: &mut Notes, _, _| notes.calls.push(note.clone()));
    }
    bindings
}

fn unit(blueprint: &Blueprint) -> Machine<Notes> {
    let mut unit =
        Machine::recording(&blueprint.build(&bindings(blueprint)).unwrap(), &mut (), Notes::default());
    take(&mut unit);
    unit
}

fn take(unit: &mut Machine<Notes>) -> String {
    std::mem::take(&mut unit.data_mut().calls).join(" ")
}

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// A state with all the hooks that there are.
fn hooked(name: &str) -> State {
    let hook = |what: &str| format!("{what}:{name}");
    State::new(name)
        .enter(&hook("enter"))
        .exit(&hook("exit"))
        .covered(&hook("covered"))
        .uncovered(&hook("uncovered"))
        .from_code()
}

/// The same without the families with a stack.
fn plain(name: &str) -> State {
    State::new(name).enter(&format!("enter:{name}")).exit(&format!("exit:{name}")).from_code()
}
