//! Machines that are saved while the game runs.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use proscenium::ai::{Bindings, Blueprint, Population, PopulationHandle};
use proscenium::dev::Watch;
use proscenium::flow::{
    GameEvent, GameScreen, ManagerSettings, Notice, Phase, Reloaded, ScreenContext, ScreenManager,
};
use proscenium::game::Session;
use proscenium::phase::Resource;
use proscenium::platform::{Clock, Input};

use super::Disk;

fn door(shut_after: u32, more: &str) -> String {
    format!(
        "(name: \"door\", family: Template, initial: \"open\", states: [\n\
         State(name: \"open\", after: [After(ms: {shut_after}, then: To(\"shut\"))]),\n\
         State(name: \"shut\", {more}),\n\
         ])"
    )
}

#[derive(Default)]
struct House(Option<PopulationHandle<()>>);

impl GameScreen for House {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        let blueprint: &Blueprint = cx.resources().find("door").unwrap();
        let mut doors = Population::new(&blueprint.build(&Bindings::new()).unwrap());
        doors.spawn(&mut (), ());
        self.0 = Some(cx.populations().add(doors));
    }

    fn on_event(&mut self, cx: &mut ScreenContext<'_>, event: &dyn GameEvent) -> ControlFlow<()> {
        if let (Some(Reloaded { id, .. }), Some(doors)) = (event.downcast_ref(), self.0) {
            let blueprint: &Blueprint = cx.resources().find(id.name()).unwrap();
            match blueprint.build(&Bindings::new()) {
                Ok(definition) => {
                    let doors = cx.populations().get_mut(doors).unwrap();
                    assert_eq!(doors.replace_definition(&definition, None), Ok(Vec::new()));
                }
                Err(error) => cx.post(Notice(error.to_string())),
            }
        }
        ControlFlow::Continue(())
    }

    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

#[test]
fn a_saved_machine_replaces_the_one_that_runs() {
    let disk = Disk::default().with("machines/door.ron", door(60_000, ""));
    let settings = ManagerSettings { source: Arc::new(disk.clone()), ..ManagerSettings::default() };
    let mut manager = ScreenManager::new(settings);
    proscenium::game::register_kinds(&mut manager);
    let phase = Phase::new("house").resource(Resource::file::<Blueprint>("door", "machines/door.ron"));
    manager.add_phase(phase.screen("house", |_| House::default()));
    manager.start("house");
    let watch = Watch::new(&mut manager, disk.saved());
    let mut session = Session::new(manager, Clock::manual()).with_plugin(watch);
    let run = |session: &mut Session, seconds: u64| {
        (0..seconds * 60).for_each(|_| session.advance(Clock::TICK, &Input::default()));
        let (_, states, _) = session.manager().stack().populations("house").unwrap().counts().next().unwrap();
        (states[0].0.to_owned(), session.notice())
    };
    let open = |notice: Option<&str>| ("open".to_owned(), notice.map(str::to_owned));
    assert_eq!(run(&mut session, 2), open(None));
    // Two seconds have passed already.
    disk.save("machines/door.ron", door(5_000, ""));
    assert_eq!(run(&mut session, 2), open(Some("machines/door.ron: replaced")));
    disk.save("machines/door.ron", door(5_000, "colour: 5"));
    let (state, notice) = run(&mut session, 1);
    let notice = notice.unwrap();
    assert!(state == "open" && notice.starts_with("machines/door.ron:3:"), "{state}, {notice}");
    disk.save("machines/door.ron", door(5_000, "enter: Some(\"slam\")"));
    let (state, notice) = run(&mut session, 1);
    let notice = notice.unwrap();
    assert!(notice.starts_with("machines/door.ron:3:"), "{notice}");
    assert!(notice.contains("state `shut`: action `slam` is not bound"), "{notice}");
    assert_eq!(state, "shut");
    // Until it is repaired.
    assert_eq!(run(&mut session, 9), ("shut".to_owned(), Some(notice)));
    disk.save("machines/door.ron", door(5_000, ""));
    assert_eq!(run(&mut session, 1), ("shut".to_owned(), Some("machines/door.ron: replaced".to_owned())));
    assert_eq!(session.manager().tick(), Duration::from_secs(16).as_secs() * 60);
}
