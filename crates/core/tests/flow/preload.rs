//! Preloads: the next phase's files come in while the present one runs.

mod ends;
mod memory;
mod properties;
mod saved;

use std::sync::Arc;

use proscenium_core::flow::{ManagerSettings, Phase, ScreenCommand};
use proscenium_core::phase::{LoadStep, PhaseId, Resource, Texture};
use proscenium_core::platform::TestSource;

use crate::files::{callback, png, reading, resources, texture};
use crate::stage::Stage;

/// The images `a` to `e`, of 10 to 50 pixels a side.
fn images() -> TestSource {
    let sides = ["a", "b", "c", "d", "e"].into_iter().zip([10, 20, 30, 40, 50]);
    sides.fold(TestSource::default(), |source, (id, side)| source.with(&format!("{id}.png"), png(side)))
}

fn phase(id: &str, textures: &[&str]) -> Phase {
    textures.iter().fold(Phase::new(id), |phase, id| phase.resource(texture(id)))
}

/// The phases `logo`, with `a` and `b`, and `menu`, with `b`, `c` and `d`; the logo runs.
fn logo_and_menu(settings: ManagerSettings) -> Stage {
    let mut stage = Stage::empty(ManagerSettings { source: Arc::new(images()), ..settings });
    stage.add_phase(phase("logo", &["a", "b"]), &["logo"]);
    stage.add_phase(phase("menu", &["b", "c", "d"]), &["menu", "page"]);
    start(&mut stage, "logo");
    stage
}

/// Loads a phase and forgets the trace.
fn start(stage: &mut Stage, phase: &'static str) {
    stage.manager.command(ScreenCommand::load(phase));
    stage.run_until_idle();
    stage.lines();
}

/// Requests a preload, and runs so many ticks after the request's.
fn preload(stage: &mut Stage, phase: &'static str, ticks: usize) {
    stage.run([ScreenCommand::preload(phase)]);
    (0..ticks).for_each(|_| stage.frame());
}

/// Loads `phase`; the trace from the tick in which the load begins.
fn load(stage: &mut Stage, phase: &'static str) -> Vec<String> {
    stage.lines();
    stage.manager.command(ScreenCommand::load(phase));
    let first = stage.manager.tick() + 1;
    stage.run_until_idle();
    stage.lines_from(first)
}

/// The preload's step, and how many of its items are done.
fn status(stage: &Stage) -> Option<(LoadStep, usize, usize)> {
    let status = stage.manager.assets().preload()?;
    Some((status.step, status.progress.done, status.progress.total))
}

#[test]
fn a_preloaded_change_shows_no_loading_screen() {
    let mut stage = logo_and_menu(ManagerSettings::default());
    preload(&mut stage, "menu", 3);
    assert!(stage.lines().is_empty(), "beside its command a preload is silent");
    assert_eq!(stage.manager.flow().phase().map(PhaseId::name), Some("logo"));
    assert_eq!(
        load(&mut stage, "menu"),
        [
            "0 load menu applied",
            "0 logo.on_inactive",
            "0 logo.on_exit",
            "0 phase menu freeing",
            "0 texture logo/a freed 0.000",
            "0 phase menu loading",
            "0 texture menu/c loaded 0.500",
            "0 texture menu/d loaded 1.000",
            "0 phase menu ready",
            "0 menu.on_enter",
            "0 menu.on_active",
            "0 [menu]",
        ]
    );
    let report = &stage.manager.assets().reports()[1];
    assert_eq!((report.items, report.ticks, report.bytes, report.ready), (2, 1, 3600 + 6400, true));
}

#[test]
fn with_a_fade_the_change_takes_no_tick_of_its_own() {
    let mut stage = logo_and_menu(ManagerSettings::with_fade());
    preload(&mut stage, "menu", 3);
    let trace = load(&mut stage, "menu");
    let steps = trace.iter().filter(|line| line.contains("fade") || line.contains('['));
    let steps: Vec<_> = steps.map(String::as_str).collect();
    let [_, covered, stack, begin, _] = steps[..] else { panic!("{steps:?}") };
    let tick = |line: &str| line.split(' ').next().and_then(|tick| tick.parse::<u32>().ok()).unwrap();
    assert!(covered.ends_with("fade covered") && stack.ends_with("[menu]") && begin.ends_with("fade in"));
    // One frame is presented with the full cover, as in each change.
    assert_eq!([tick(stack), tick(begin)], [tick(covered) + 1; 2]);
}

#[test]
fn hooks_of_a_preloaded_change_see_both_screens() {
    let mut stage = logo_and_menu(ManagerSettings::default());
    for (screen, hook) in [("logo", "on_exit"), ("menu", "on_enter")] {
        let script = stage.script.clone();
        stage.when(screen, hook, move |cx| {
            let name = |id: Option<proscenium_core::flow::ScreenId>| id.map_or("", |id| id.name());
            script.borrow_mut().notes.push(format!("{} > {}", name(cx.change_from()), name(cx.change_to())));
        });
    }
    preload(&mut stage, "menu", 3);
    load(&mut stage, "menu");
    let notes = stage.notes().into_iter().filter(|note| note.contains('>')).collect::<Vec<_>>();
    assert_eq!(notes, ["logo > menu", "logo > menu"]);
}

#[test]
fn a_preload_reads_one_file_a_tick_without_threads() {
    let source = images();
    let mut stage = reading(source.clone());
    stage.add_phase(phase("logo", &["a"]), &["logo"]);
    stage.add_phase(phase("menu", &["b", "c", "d"]), &["menu"]);
    start(&mut stage, "logo");
    stage.run([ScreenCommand::preload("menu")]);
    let mut steps = Vec::new();
    for _ in 0..5 {
        stage.frame();
        let read: usize = ["b", "c", "d"].iter().map(|id| source.reads_of(&format!("{id}.png"))).sum();
        steps.push((read, status(&stage).unwrap()));
    }
    let loading = |done| (LoadStep::Loading, done, 3);
    let ready = (LoadStep::Ready, 3, 3);
    assert_eq!(steps, [(0, loading(0)), (1, loading(1)), (2, loading(2)), (3, ready), (3, ready)]);
    load(&mut stage, "menu");
    let reads = ["b", "c", "d"].map(|id| source.reads_of(&format!("{id}.png")));
    assert_eq!((reads, status(&stage)), ([1; 3], None), "nothing is read twice");
}

#[test]
fn what_is_not_preloaded_is_loaded_with_true_progress() {
    let mut stage = logo_and_menu(ManagerSettings::default());
    // The tick in which the load is requested is one more.
    preload(&mut stage, "menu", 1);
    assert_eq!(
        load(&mut stage, "menu"),
        [
            "0 load menu applied",
            "0 logo.on_inactive",
            "0 logo.on_exit",
            "0 phase menu freeing",
            "0 texture logo/a freed 0.000",
            "0 loading.on_enter",
            "0 loading.on_active",
            "0 [loading]",
            "1 phase menu loading",
            "1 texture menu/c loaded 0.500",
            "1 texture menu/d loaded 1.000",
            "1 phase menu ready",
            "2 loading.on_inactive",
            "2 loading.on_exit",
            "2 menu.on_enter",
            "2 menu.on_active",
            "2 [menu]",
        ]
    );
}

#[test]
fn resources_of_the_next_phase_cannot_be_seen_before() {
    let mut stage = reading(images());
    // Both phases have an `x`.
    let x = |path| Resource::file::<Texture>("x", path);
    stage.add_phase(Phase::new("logo").resource(x("a.png")), &["logo"]);
    stage.add_phase(phase("menu", &["c"]).resource(x("b.png")), &["menu"]);
    start(&mut stage, "logo");
    let old = stage.manager.assets().resources().handle::<Texture>("x").unwrap();
    preload(&mut stage, "menu", 4);
    let width = |stage: &Stage| stage.manager.assets().resources().find::<Texture>("x").unwrap().width;
    let ids = |stage: &Stage| stage.manager.assets().resources().ids().len();
    assert_eq!((width(&stage), ids(&stage), stage.manager.assets().texture_count()), (10, 1, 3));
    assert_eq!(stage.manager.assets().resources().counts(), [("texture", 1)]);
    assert_eq!(stage.manager.assets().resources().of_type::<Texture>().count(), 1);
    load(&mut stage, "menu");
    assert_eq!((width(&stage), ids(&stage), stage.manager.assets().texture_count()), (20, 2, 2));
    assert_eq!(stage.manager.assets().resources().get(old), None);
}

#[test]
fn caches_and_callbacks_are_made_in_the_tick_of_the_change() {
    let mut stage = reading(images());
    let sheet = |id| {
        Resource::cache(id, &["b", "c"], |cx| {
            let found =
                cx.resources().find::<Texture>("b")?.width + cx.resources().find::<Texture>("c")?.width;
            Ok(found)
        })
    };
    stage.add_phase(phase("logo", &["b"]), &["logo"]);
    let menu = phase("menu", &["b", "c"]).resource(sheet("one")).resource(callback("warm_up"));
    stage.add_phase(menu.resource(texture("d")).resource(sheet("two")), &["menu"]);
    start(&mut stage, "logo");
    preload(&mut stage, "menu", 3);
    assert_eq!(status(&stage), Some((LoadStep::Ready, 2, 2)));
    let trace = load(&mut stage, "menu");
    assert_eq!(
        resources(&trace),
        [
            "texture menu/c loaded 0.200",
            "cache menu/one loaded 0.400",
            "callback menu/warm_up loaded 0.600",
            "texture menu/d loaded 0.800",
            "cache menu/two loaded 1.000",
        ],
        "the queue's order is kept"
    );
    assert!(trace.iter().all(|line| line.starts_with("0 ")), "{trace:?}");
    assert_eq!(stage.manager.assets().resources().find::<u32>("two"), Ok(&50));
}

#[test]
fn a_preload_in_a_batch_needs_no_transition_of_its_own() {
    let mut stage = logo_and_menu(ManagerSettings::with_fade());
    assert_eq!(stage.run([ScreenCommand::preload("menu")]), ["preload menu applied"]);
    let batch = ScreenCommand::batch([ScreenCommand::load("menu"), ScreenCommand::push("page")]);
    stage.manager.command(batch);
    stage.run_until_idle();
    let trace = stage.lines();
    let stacks: Vec<_> = trace.iter().filter(|line| line.starts_with('[')).collect();
    assert_eq!(stacks, ["[menu]", "[menu page]"], "the preload went on under the fade");
    assert_eq!(trace.iter().filter(|line| line.as_str() == "fade in").count(), 1);
}
