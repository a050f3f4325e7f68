//! Machines that are saved while the game runs, with real files.

use std::sync::Arc;

use proscenium::flow::{ManagerSettings, ScreenManager};
use proscenium::kit::Session;
use proscenium::platform::{DirSource, HeadlessAudio, Input, ManualClock, STEP};

use super::folder::Folder;
use crate::phases;
use crate::shared::Shared;

/// The states in which units of a machine are, with their numbers.
fn states(manager: &ScreenManager, machine: &str) -> Vec<(String, usize)> {
    let counts = manager.machines("in_game").unwrap().counts();
    counts.into_iter().find(|count| count.machine == machine).unwrap().states
}

#[test]
fn saved_machines_and_scripts_reach_the_running_game() {
    let assets = Folder::of_assets();
    let settings =
        ManagerSettings { source: Arc::new(DirSource::new(assets.path())), ..ManagerSettings::default() };
    let shared = Shared::in_memory(HeadlessAudio::default());
    let mut manager = phases::manager(settings, &shared);
    manager.start("in_game");
    let mut session = Session::new(manager, Box::new(ManualClock::default())).with_watch();
    let run = |session: &mut Session, ticks: u32| {
        (0..ticks).for_each(|_| session.advance(STEP, &Input::default()));
        session.notice().unwrap_or_default()
    };
    while session.manager().active().is_none_or(|id| id.name() != "in_game") {
        assert_eq!(run(&mut session, 1), "");
    }
    assert_eq!(run(&mut session, 200), "");
    let hens: usize = states(session.manager(), "hen").iter().map(|(_, count)| count).sum();
    assert!(hens > 3);

    // A hen that never pecks: all of them go on, those that pecked from the initial state.
    assets.edit("machines/hen.ron", "To(\"peck\")", "To(\"stand\")");
    let notice = run(&mut session, 20);
    assert!(notice.starts_with("machines/hen.ron:"), "no transition leads to `peck`: {notice}");
    assets.edit("machines/hen.ron", "State(name: \"peck\"", "State(name: \"dig\"");
    assets.edit("machines/hen.ron", "To(\"stand\")", "To(\"dig\")");
    let notice = run(&mut session, 20);
    assert!(notice.starts_with("machines/hen.ron: replaced"), "{notice}");
    run(&mut session, 600);
    let after = states(session.manager(), "hen");
    assert!(after.iter().any(|(state, _)| state == "dig"), "{after:?}");
    assert_eq!(after.iter().map(|(_, count)| count).sum::<usize>(), hens);

    // A script that makes all of them sleep, and one that is broken.
    assets.edit("machines/hen.rhai", "hen.raise(\"bored\")", "this.patience = 1000");
    assert_eq!(run(&mut session, 20), "machines/hen.rhai: replaced");
    run(&mut session, 600);
    let asleep = states(session.manager(), "hen");
    assets.edit("machines/hen.rhai", "fn look(hen) {", "fn look(hen) {\n    hen.world.x.y.z;");
    let notice = run(&mut session, 40);
    assert!(notice.starts_with("machines/hen.rhai:") && notice.contains("in `look`"), "{notice}");
    assets.edit("machines/hen.rhai", "\n    hen.world.x.y.z;", "");
    assert_eq!(run(&mut session, 20), "machines/hen.rhai: replaced");
    assets.edit("machines/hen.rhai", "fn look(hen) {", "fn look(hen) }");
    let notice = run(&mut session, 20);
    assert!(notice.starts_with("machines/hen.rhai:") && !notice.contains("replaced"), "{notice}");
    assets.edit("machines/hen.ron", "\"startle\"", "\"panic\"");
    let notice = run(&mut session, 20);
    assert!(notice.contains(": state `scared/flee`: action `panic` is not bound"), "{notice}");
    let place = notice.strip_prefix("machines/hen.ron:").unwrap().split(':').next().unwrap();
    assert!(place.parse::<u32>().is_ok() && notice.ends_with("the old one stays"), "{notice}");
    run(&mut session, 300);
    assert_eq!(states(session.manager(), "hen"), asleep);

    // The other machines too.
    for machine in ["runner", "marine", "monster", "mood"] {
        let file = format!("{machine}.ron");
        assets.edit(&format!("machines/{file}"), "\n)", "\n)\n// saved\n");
        assert_eq!(run(&mut session, 20), format!("machines/{file}: replaced"));
    }
    assert_eq!(run(&mut session, 9 * 60), "");
    assert_eq!(session.manager().active().unwrap().name(), "in_game");
}
