//! Values inside each other: whatever is saved without an error can be read, and one that is nested too deeply names
//! its owner.

use proscenium_ai::{Bindings, Blueprint, Population, PopulationHandle, State};
use proscenium_core::flow::{
    GameScreen, Phase, SaveContext, SaveError, SavedState, ScreenCommand, ScreenContext, ScreenManager,
    Target,
};
use serde::{Deserialize, Serialize};

use super::meadow::{run, run_until_idle};

/// Values of the kinds that games nest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Nested {
    End,
    Boxed { inner: Option<Box<Nested>> },
    Listed(Vec<Nested>),
    Paired(u32, Box<Nested>),
}

const KINDS: [fn(Nested) -> Nested; 3] = [
    |inner| Nested::Boxed { inner: Some(Box::new(inner)) },
    |inner| Nested::Listed(vec![Nested::End, inner]),
    |inner| Nested::Paired(7, Box::new(inner)),
];

fn nested(kind: usize, depth: usize) -> Nested {
    (0..depth).fold(Nested::End, |inner, _| KINDS[kind](inner))
}

/// A value that says its kind only when it is read, as values of scripts do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Any {
    Number(i64),
    List(Vec<Any>),
}

fn list(depth: usize) -> Any {
    (0..depth).fold(Any::Number(1), |inner, _| Any::List(vec![inner]))
}

/// What is saved, in the three places of a save.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Value(Option<Nested>, Option<Any>);

#[derive(Default)]
struct Keeper {
    state: Option<Value>,
    units: Option<PopulationHandle<Option<Value>>>,
}

impl GameScreen for Keeper {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        let blueprint = Blueprint::template("sack", "full").state(State::new("full"));
        let mut sacks = Population::new(&blueprint.build(&Bindings::new()).unwrap());
        sacks.spawn(&mut (), None);
        let handle = cx.populations().add(sacks);
        cx.populations().keep(handle, None);
        self.units = Some(handle);
    }

    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}

    fn save(&self, cx: &mut SaveContext<'_>) -> Result<(), SaveError> {
        cx.write(&self.state)
    }

    fn restore(&mut self, _cx: &mut ScreenContext<'_>, state: &SavedState) -> Result<(), SaveError> {
        self.state = state.read()?;
        Ok(())
    }
}

fn manager() -> ScreenManager {
    let mut manager = ScreenManager::headless();
    let phase = Phase::new("cellar").keep_payload::<Value>().payload(|| Value(None, None));
    manager.add_phase(phase.screen("shelf", |_| Keeper::default()));
    manager
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    Screen,
    Units,
    Payload,
}

/// The values of the screen and of its units.
fn values(manager: &ScreenManager) -> (Option<Value>, Vec<Option<Value>>) {
    let keeper: &Keeper = manager.stack().screen("shelf").unwrap();
    let units =
        manager.stack().populations("shelf").and_then(|populations| populations.get(keeper.units?)).unwrap();
    (keeper.state.clone(), units.data().to_vec())
}

/// Saves the value in this place. Returns whether it was saved; then a restore has it.
fn round(place: Place, value: &Value) -> bool {
    let mut one = manager();
    match place {
        Place::Payload => drop(one.command(ScreenCommand::load_with("cellar", value.clone()))),
        _ => one.start("cellar"),
    }
    run_until_idle(&mut one);
    if place == Place::Units {
        let handle = one.stack().screen("shelf").and_then(|keeper: &Keeper| keeper.units).unwrap();
        let units = one.stack_mut().populations_mut("shelf").unwrap().get_mut(handle).unwrap();
        units.data_mut()[0] = Some(value.clone());
    }
    if place == Place::Screen {
        // A new screen of the same name, with the value.
        let keeper = Keeper { state: Some(value.clone()), units: None };
        one.command(ScreenCommand::replace(Target::fresh("shelf", keeper)));
        run(&mut one, 1);
    }
    let text = match one.save() {
        Ok(text) => text,
        Err(error) => {
            let message = error.to_string();
            let owner = match (place, &error) {
                (Place::Screen, SaveError::Screen(owner, _)) => (owner.as_str(), "shelf"),
                (Place::Units, SaveError::Units(owner, _)) => (owner.as_str(), "sack"),
                (Place::Payload, SaveError::Payload(owner, _)) => (owner.as_str(), "cellar"),
                _ => panic!("{place:?}: {message}"),
            };
            assert_eq!(owner.0, owner.1);
            assert!(message.contains("levels of values inside each other"), "{message}");
            return false;
        }
    };
    let mut other = manager();
    other.restore(&text).unwrap();
    run_until_idle(&mut other);
    assert_eq!(other.stack().active(), Some("shelf".into()), "{:?}", other.failure());
    assert_eq!(values(&other), values(&one), "{place:?}");
    assert_eq!(other.save().unwrap(), text, "{place:?}: all of it is there again");
    true
}

#[test]
fn a_value_of_any_depth_is_refused_with_its_owner_or_read_back() {
    for place in [Place::Screen, Place::Units, Place::Payload] {
        for kind in 0..=KINDS.len() {
            let of = |depth| match kind {
                kind if kind < KINDS.len() => Value(Some(nested(kind, depth)), None),
                _ => Value(None, Some(list(depth))),
            };
            let deepest = (1..=200).filter(|depth| round(place, &of(*depth))).max();
            let deepest = deepest.expect("the first is saved");
            assert!((20..200).contains(&deepest), "{place:?}, kind {kind}: {deepest}");
            assert!((1..=deepest).rev().take(3).all(|depth| round(place, &of(depth))), "there is no gap");
        }
    }
}
