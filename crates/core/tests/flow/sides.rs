//! Side loads: phases without screens, loaded beside the one that runs.

mod ends;
mod properties;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use proscenium_core::flow::{ManagerSettings, Phase, Reloaded, ScreenCommand};
use proscenium_core::phase::{
    Background, LoadError, Pace, Progress, Resource, SideLoad, SideStatus, Texture,
};
use proscenium_core::platform::{AssetPath, AssetSource, TestSource};

use crate::files::{load, png, resources, texture};
use crate::stage::Stage;

/// The images `a` to `e`, of 10 to 50 pixels a side.
fn images() -> TestSource {
    let sides = ["a", "b", "c", "d", "e"].into_iter().zip([10, 20, 30, 40, 50]);
    sides.fold(TestSource::default(), |source, (id, side)| source.with(&format!("{id}.png"), png(side)))
}

fn phase(id: &str, textures: &[&str]) -> Phase {
    textures.iter().fold(Phase::new(id), |phase, id| phase.resource(texture(id)))
}

/// The phase `world`, with `a`, runs; `town` is this one.
fn world(source: impl AssetSource + 'static, settings: ManagerSettings, town: Phase) -> Stage {
    let mut stage = Stage::empty(ManagerSettings { source: Arc::new(source), ..settings });
    stage.add_phase(phase("world", &["a"]), &["world"]);
    stage.add_phase(town, &[]);
    load(&mut stage, "world");
    stage.lines();
    stage
}

/// The active screen `world` requests a side load in the next tick, which is run.
fn request(stage: &mut Stage, phase: &'static str) -> SideLoad {
    let slot = Rc::new(RefCell::new(None));
    let side = Rc::clone(&slot);
    stage.once("world", "update", move |cx| *side.borrow_mut() = Some(cx.load_beside(phase)));
    stage.frame();
    slot.take().unwrap()
}

/// Runs so many ticks; what happened in them, each line with its tick counted from 0.
fn run(stage: &mut Stage, ticks: usize) -> Vec<String> {
    stage.lines();
    let first = stage.manager.tick() + 1;
    (0..ticks).for_each(|_| stage.frame());
    stage.lines_from(first)
}

fn width(stage: &Stage, id: &str) -> Result<u32, LoadError> {
    stage.manager.assets().resources().find::<Texture>(id).map(|texture| texture.width)
}

fn loading(done: usize, total: usize, fraction: f64) -> SideStatus {
    SideStatus::Loading(Progress { done, total, fraction })
}

#[test]
fn a_side_load_comes_in_beside_the_phase_and_goes_with_its_last_handle() {
    let town = phase("town", &["b"]).resource(texture("c").weight(3));
    let mut stage = world(images(), ManagerSettings::default(), town);
    let side = request(&mut stage, "town");
    assert_eq!((side.phase().name(), side.status()), ("town", loading(0, 2, 0.0)));
    assert_eq!(run(&mut stage, 7), [""; 0], "its first file can be decoded in these");
    assert_eq!(run(&mut stage, 2), ["0 texture town/b loaded 0.250"]);
    assert_eq!(side.status(), loading(1, 2, 0.25));
    assert_eq!((width(&stage, "town/b"), width(&stage, "a")), (Ok(20), Ok(10)));
    assert_eq!(width(&stage, "town/c"), Err(LoadError::Missing("town/c".to_owned(), None)));
    assert_eq!(run(&mut stage, 3), ["1 texture town/c loaded 1.000", "1 phase town ready"]);
    assert!(side.is_ready() && side.status() == SideStatus::Ready);
    assert_eq!(stage.manager.assets().texture_count(), 3);
    // The resources of the phase are its own.
    assert_eq!(stage.manager.assets().resources().ids(), ["a".into()]);
    let kept = stage.manager.assets().resources().handle::<Texture>("town/c").unwrap();
    drop(side);
    assert_eq!(run(&mut stage, 1), [""; 0]);
    assert_eq!((stage.manager.assets().texture_count(), stage.manager.assets().leaks().len()), (1, 0));
    assert_eq!(stage.manager.assets().resources().get(kept), None);
    assert_eq!(width(&stage, "town/c"), Err(LoadError::Missing("town/c".to_owned(), None)));
}

#[test]
fn a_second_request_is_the_same_load() {
    let source = images();
    let mut stage = world(source.clone(), ManagerSettings::default(), phase("town", &["b", "c"]));
    let first = request(&mut stage, "town");
    run(&mut stage, 8);
    let second = request(&mut stage, "town");
    assert_eq!(second.status(), SideStatus::Ready);
    drop(first);
    run(&mut stage, 1);
    assert_eq!((width(&stage, "town/c"), source.reads_of("b.png")), (Ok(30), 1));
    drop(second);
    run(&mut stage, 1);
    assert_eq!(stage.manager.assets().texture_count(), 1);
    // One that is requested after its end is loaded again.
    let third = request(&mut stage, "town");
    run(&mut stage, 9);
    assert_eq!((third.is_ready(), source.reads_of("b.png")), (true, 2));
}

#[test]
fn what_the_phase_has_is_not_loaded_twice() {
    let source = images();
    let mut stage = world(source.clone(), ManagerSettings::default(), phase("town", &["a", "b"]));
    let side = request(&mut stage, "town");
    assert_eq!(run(&mut stage, 9)[0], "7 texture town/b loaded 1.000");
    let handle = |id: &str| stage.manager.assets().resources().handle::<Texture>(id).unwrap();
    assert_eq!((handle("town/a"), source.reads_of("a.png")), (handle("a"), 1));
    assert_eq!((side.is_ready(), stage.manager.assets().texture_count()), (true, 2));
    drop(side);
    run(&mut stage, 1);
    assert_eq!((width(&stage, "a"), stage.manager.assets().texture_count()), (Ok(10), 1));
}

#[test]
fn its_caches_see_its_own_resources() {
    let sum = Resource::cache("sum", &["a", "b"], |cx| {
        let in_order = cx.resources().in_order::<Texture>();
        Ok(in_order.filter_map(|image| Some(cx.resources().get(image)?.width)).sum::<u32>())
    });
    let town = Phase::new("town").resource(Resource::file::<Texture>("a", "c.png")).resource(texture("b"));
    let source = images();
    let mut stage = world(source.clone(), ManagerSettings::default(), town.resource(sum));
    let _side = request(&mut stage, "town");
    run(&mut stage, 12);
    let sum = |stage: &Stage| stage.manager.assets().resources().find::<u32>("town/sum").copied();
    assert_eq!(sum(&stage), Ok(50), "another file of the same id is its own");
    // Saved files are read again, and the caches that are made from them are made again.
    source.save("b.png", png(5));
    let saved = AssetPath::new("b.png").unwrap();
    let mut reloaded = stage.manager.assets_mut().reload_changed([saved.clone()]);
    for _ in 0..5 {
        stage.frame();
        reloaded.extend(stage.manager.assets_mut().reload_changed([]));
    }
    assert_eq!(reloaded, [Ok(Reloaded { id: "b".into(), path: saved })]);
    assert_eq!((width(&stage, "town/b"), sum(&stage)), (Ok(5), Ok(35)));
}

#[test]
fn a_file_that_is_saved_while_it_is_read_comes_with_its_new_bytes() {
    let gates = images().gated();
    gates.open("a.png");
    let mut stage = world(gates.clone(), ManagerSettings::default(), phase("town", &["b"]));
    let side = request(&mut stage, "town");
    run(&mut stage, 3);
    gates.save("b.png", png(7));
    stage.manager.assets_mut().reload_changed([AssetPath::new("b.png").unwrap()]);
    gates.open("b.png");
    run(&mut stage, 5);
    assert_eq!((side.is_ready(), width(&stage, "town/b")), (true, Ok(7)));
}

#[test]
fn threads_and_another_source_do_not_change_the_trace() {
    let all = |threads| {
        let settings =
            ManagerSettings { background: Background::with_threads(threads), ..ManagerSettings::default() };
        let town = phase("town", &["b", "c"]).resource(texture("missing").optional()).resource(texture("d"));
        let mut stage = world(images(), settings, town);
        let side = request(&mut stage, "town");
        let trace = run(&mut stage, 15);
        assert!(side.is_ready());
        trace
    };
    let alone = all(0);
    assert_eq!(
        alone,
        [
            "7 texture town/b loaded 0.250",
            "8 texture town/c loaded 0.500",
            "9 texture town/missing stand_in 0.750",
            "10 texture town/d loaded 1.000",
            "10 phase town ready",
        ]
    );
    assert_eq!([all(1), all(3)], [alone.clone(), alone]);
}

#[test]
fn with_a_budget_as_much_comes_as_fits() {
    let settings =
        ManagerSettings { pace: Pace::Budget(std::time::Duration::MAX), ..ManagerSettings::default() };
    let mut stage = world(images(), settings, phase("town", &["b", "c", "d"]));
    let side = request(&mut stage, "town");
    assert_eq!(run(&mut stage, 1).len(), 4);
    assert!(side.is_ready());
}

#[test]
fn a_network_is_not_waited_for_and_an_answer_that_does_not_come_holds_up_its_own_load() {
    let gates = images().gated();
    gates.open("a.png");
    gates.open("c.png");
    let mut stage = world(gates.clone(), ManagerSettings::default(), phase("town", &["b"]));
    stage.add_phase(phase("cave", &["c"]), &[]);
    let (town, cave) = (request(&mut stage, "town"), request(&mut stage, "cave"));
    run(&mut stage, 30);
    assert_eq!((town.status(), cave.status()), (loading(0, 1, 0.0), SideStatus::Ready));
    gates.open("b.png");
    run(&mut stage, 3);
    assert_eq!(town.status(), SideStatus::Ready);
}

#[test]
fn a_preload_and_a_side_load_share_the_ticks() {
    let mut stage = world(images(), ManagerSettings::default(), phase("town", &["b", "c"]));
    stage.add_phase(phase("level", &["d", "e"]), &["level"]);
    let side = request(&mut stage, "town");
    stage.run([ScreenCommand::preload("level")]);
    run(&mut stage, 10);
    assert!(side.is_ready());
    assert_eq!(stage.manager.assets().texture_count(), 5);
    let trace = load(&mut stage, "level");
    let loaded =
        ["texture world/a freed 0.000", "texture level/d loaded 0.500", "texture level/e loaded 1.000"];
    assert_eq!(resources(&trace), loaded);
    assert!(!trace.iter().any(|line| line.contains("[loading]")), "{trace:?}");
    assert_eq!(stage.manager.assets().texture_count(), 2);
}
