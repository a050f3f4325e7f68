//! The variables of scripts in a saved flow: any depth of lists is refused with its owner named, or read back.

use proscenium_ai::{Bindings, Blueprint, Population, PopulationHandle, State};
use proscenium_core::flow::{GameScreen, Phase, SaveError, ScreenContext, ScreenManager};
use proscenium_core::platform::Input;
use proscenium_formats::{ScriptVars, rhai::Dynamic};

/// A screen with one unit, which has the variable `deep`.
#[derive(Default)]
struct Mind(Option<PopulationHandle<ScriptVars>>);

impl GameScreen for Mind {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        let blueprint = Blueprint::template("thinker", "awake").state(State::new("awake"));
        let mut thinkers = Population::new(&blueprint.build(&Bindings::new()).unwrap());
        thinkers.spawn(&mut (), ScriptVars::default());
        let handle = cx.populations().add(thinkers);
        cx.populations().keep(handle, None);
        self.0 = Some(handle);
    }

    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

fn manager() -> ScreenManager {
    let mut manager = ScreenManager::headless();
    manager.add_phase(Phase::new("head").screen("mind", |_| Mind::default()));
    manager
}

fn run_until_idle(manager: &mut ScreenManager) {
    manager.step(&Input::default());
    while !manager.is_idle() {
        manager.step(&Input::default());
    }
}

fn vars(manager: &mut ScreenManager) -> &mut ScriptVars {
    let handle = manager.stack().screen("mind").and_then(|mind: &Mind| mind.0).unwrap();
    &mut manager.stack_mut().populations_mut("mind").unwrap().get_mut(handle).unwrap().data_mut()[0]
}

#[test]
fn a_variable_of_any_depth_is_refused_with_its_machine_or_read_back() {
    let list = |inner: Dynamic| Dynamic::from_array(vec![inner]);
    let map = |inner: Dynamic| Dynamic::from_map([("inner".into(), inner)].into());
    for nest in [&list as &dyn Fn(Dynamic) -> Dynamic, &map] {
        let mut saved = 0;
        for depth in 1..=200 {
            let mut one = manager();
            one.start("head");
            run_until_idle(&mut one);
            let value = (0..depth).fold(Dynamic::from_int(7), |inner, _| nest(inner));
            vars(&mut one).set("deep", value);
            match one.save() {
                Ok(text) => {
                    let mut other = manager();
                    other.restore(&text).unwrap();
                    run_until_idle(&mut other);
                    assert_eq!(format!("{:?}", vars(&mut other)), format!("{:?}", vars(&mut one)), "{depth}");
                    saved += 1;
                }
                Err(SaveError::Units(machine, cause)) => {
                    assert_eq!(machine, "thinker");
                    assert!(cause.contains("levels of values inside each other"), "{cause}");
                }
                Err(error) => panic!("{depth}: {error}"),
            }
        }
        assert!((20..200).contains(&saved), "{saved}");
    }
}
