//! Names that are computed at run time.

use proscenium_core::flow::{Phase, ScreenCommand, ScreenId};
use proscenium_core::phase::PhaseId;

use super::stage;
use crate::stage::Probe;

#[test]
fn a_computed_name_is_the_same_as_its_literal() {
    for number in [7, 8] {
        let name = format!("level_{number}");
        assert_eq!(ScreenId::from(&name).name(), name);
        assert_eq!(ScreenId::from(name.as_str()), ScreenId::from(name.clone()));
        assert_eq!(PhaseId::from(&name), PhaseId::from(name));
    }
    assert_eq!(ScreenId::from(format!("level_{}", 7)), ScreenId::new("level_7"));
    assert_ne!(ScreenId::from(format!("level_{}", 8)), ScreenId::new("level_7"));
}

#[test]
fn screens_and_phases_of_computed_names_are_entered() {
    let mut stage = stage(&["menu"]);
    let levels = (1..4).fold(Phase::new(format!("world_{}", 2)), |phase, number| {
        let shared = stage.script.clone();
        phase.screen(format!("level_{number}"), move |_| Probe::new("level", &shared))
    });
    stage.manager.add_phase(levels);
    stage.once("menu", "update", |cx| cx.load(format!("world_{}", 1 + 1)));
    stage.frame();
    stage.run_until_idle();
    stage.once("level", "update", |cx| cx.push(format!("level_{}", 3)));
    stage.frame();
    stage.run([ScreenCommand::replace(format!("level_{}", 2))]);
    assert_eq!(stage.stack(), ["level_1", "level_2"]);
    assert!(stage.manager.stack().screen::<Probe>(format!("level_{}", 2)).is_some());
}
