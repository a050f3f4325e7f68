//! What stays and what goes: shared resources, handles, leaks, and the memory of the GPU.

use std::cell::{Cell, RefCell};
use std::io;
use std::rc::Rc;
use std::sync::Arc;

use proscenium_core::flow::{ManagerSettings, Phase, ScreenCommand};
use proscenium_core::phase::{Assets, Handle, LoadError, Resource, Texture};
use proscenium_core::platform::{
    AssetPath, AssetSource, Gpu, HeadlessGpu, Pixels, ReadFuture, TestSource, TextureId,
};

use crate::files::{WatchedGpu, callback, load, png, reading, resources, texture};
use crate::stage::Stage;

fn images() -> TestSource {
    ["a", "b", "c", "d"]
        .iter()
        .zip([10, 20, 30, 40])
        .fold(TestSource::default(), |source, (id, side)| source.with(&format!("{id}.png"), png(side)))
}

fn phase(id: &'static str, textures: &[&str]) -> Phase {
    textures.iter().fold(Phase::new(id), |phase, id| phase.resource(texture(id)))
}

#[test]
fn what_both_phases_have_stays_and_is_not_read_again() {
    let source = images();
    let mut stage = reading(source.clone());
    stage.add_phase(phase("one", &["a", "b"]), &["menu"]);
    stage.add_phase(phase("two", &["c", "b"]), &["menu"]);
    load(&mut stage, "one");
    let kept = stage.manager.assets().resources().handle::<Texture>("b").unwrap();
    assert_eq!(
        resources(&load(&mut stage, "two")),
        ["texture one/a freed 0.000", "texture two/c loaded 1.000"]
    );
    assert_eq!((source.reads_of("a.png"), source.reads_of("b.png"), source.reads_of("c.png")), (1, 1, 1));
    assert_eq!(stage.manager.assets().resources().get(kept).unwrap().width, 20, "its handle stays good");
    assert_eq!(
        resources(&load(&mut stage, "one")),
        ["texture two/c freed 0.000", "texture one/a loaded 1.000"]
    );
}

#[test]
fn the_same_id_from_another_file_is_another_resource() {
    let source = images();
    let mut stage = reading(source);
    stage.add_phase(phase("one", &["a"]), &["menu"]);
    let other = Resource::file::<Texture>("a", "b.png");
    stage.add_phase(Phase::new("two").resource(other), &["menu"]);
    load(&mut stage, "one");
    load(&mut stage, "two");
    assert_eq!(stage.manager.assets().resources().find::<Texture>("a").unwrap().width, 20);
    assert_eq!(stage.manager.assets().texture_count(), 1);
}

#[test]
fn a_phase_that_is_loaded_once_more_keeps_what_it_has() {
    let source = images();
    let mut stage = reading(source.clone());
    let gone = Resource::file::<Texture>("gone", "gone.png").optional();
    stage.add_phase(phase("one", &["a", "b"]).resource(gone), &["menu"]);
    load(&mut stage, "one");
    let handle = stage.manager.assets().resources().handle::<Texture>("a").unwrap();
    // What has a stand-in is tried again: its file may be there by now.
    assert_eq!(
        resources(&load(&mut stage, "one")),
        ["texture one/gone freed 0.000", "texture one/gone stand_in 1.000"]
    );
    assert_eq!((source.reads_of("a.png"), source.reads_of("b.png")), (1, 1));
    assert!(stage.manager.assets().resources().get(handle).is_some());
    assert_eq!(stage.stack(), ["menu"]);
}

/// Two phases from manifests that share the maker `sheet`, which counts its calls.
fn two_sheets(first: &str, second: &str) -> (Stage, Rc<Cell<u32>>) {
    let entries = |from: &str| {
        format!(
            "(resources: [texture(id:\"a\",path:\"a.png\"), texture(id:\"b\",path:\"b.png\"), {from}
               cache(id: \"sheet\", make: \"sheet\", from: [{}])])",
            if from.is_empty() { "\"a\"" } else { "\"x\"" }
        )
    };
    let source = images().with("one.ron", entries(first)).with("two.ron", entries(second));
    let mut stage = reading(source);
    let made = Rc::new(Cell::new(0));
    let count = Rc::clone(&made);
    stage.manager.assets_mut().register_maker("sheet", move |_| {
        count.set(count.get() + 1);
        Ok(count.get())
    });
    stage.add_phase(Phase::new("one").manifest("one.ron"), &["menu"]);
    stage.add_phase(Phase::new("two").manifest("two.ron"), &["menu"]);
    (stage, made)
}

#[test]
fn a_cache_stays_when_all_that_it_was_made_from_stays() {
    let (mut stage, made) = two_sheets("", "");
    load(&mut stage, "one");
    assert!(resources(&load(&mut stage, "two")).is_empty());
    assert_eq!(made.get(), 1);
}

#[test]
fn a_cache_is_made_again_when_a_source_changes() {
    let (mut stage, made) =
        two_sheets("texture(id: \"x\", path: \"c.png\"),", "texture(id: \"x\", path: \"d.png\"),");
    load(&mut stage, "one");
    let trace = load(&mut stage, "two");
    assert_eq!(
        resources(&trace),
        [
            "cache one/sheet freed 0.000",
            "texture one/x freed 0.000",
            "texture two/x loaded 0.500",
            "cache two/sheet loaded 1.000"
        ]
    );
    assert_eq!(made.get(), 2);
}

#[test]
fn a_cache_of_the_same_code_from_other_sources_is_another_cache() {
    let list = |from| {
        format!(
            "(resources: [texture(id:\"a\",path:\"a.png\"), texture(id:\"b\",path:\"b.png\"),
               cache(id: \"sheet\", make: \"sheet\", from: [\"{from}\"])])"
        )
    };
    let mut stage = reading(images().with("one.ron", list("a")).with("two.ron", list("b")));
    stage.manager.assets_mut().register_maker("sheet", |_| Ok(()));
    stage.add_phase(Phase::new("one").manifest("one.ron"), &["menu"]);
    stage.add_phase(Phase::new("two").manifest("two.ron"), &["menu"]);
    load(&mut stage, "one");
    assert_eq!(
        resources(&load(&mut stage, "two")),
        ["cache one/sheet freed 0.000", "cache two/sheet loaded 1.000"]
    );
}

#[test]
fn a_callback_is_done_in_each_load() {
    let mut stage = reading(images());
    for id in ["one", "two"] {
        stage.add_phase(Phase::new(id).resource(callback("warm_up")), &["menu"]);
        let trace = load(&mut stage, id);
        assert!(resources(&trace).contains(&format!("callback {id}/warm_up loaded 1.000").as_str()));
    }
}

fn watched(source: TestSource) -> (Stage, Rc<RefCell<Vec<String>>>) {
    let gpu = WatchedGpu::default();
    let log = gpu.log();
    let settings =
        ManagerSettings { source: Arc::new(source), gpu: Box::new(gpu), ..ManagerSettings::default() };
    (Stage::empty(settings), log)
}

#[test]
fn a_frame_passes_between_freeing_and_the_first_upload() {
    let (mut stage, log) = watched(images());
    stage.add_phase(phase("one", &["a", "b"]), &["menu"]);
    stage.add_phase(phase("two", &["c", "d"]), &["menu"]);
    load(&mut stage, "one");
    log.borrow_mut().clear();
    stage.manager.command(ScreenCommand::load("two"));
    let mut frames = Vec::new();
    for _ in 0..4 {
        stage.frame();
        frames.push(log.borrow_mut().drain(..).collect::<Vec<_>>().join(", "));
    }
    assert_eq!(frames, ["free 400, free 1600", "upload 3600", "upload 6400", ""]);
    let peak = stage.manager.assets().memory().peak_texture_bytes;
    assert_eq!(peak, 3600 + 6400, "the phases are never there together");
}

#[test]
fn handles_of_an_old_phase_stay_invalid() {
    let mut stage = reading(images());
    stage.add_phase(phase("one", &["a"]), &["menu"]);
    stage.add_phase(phase("two", &["b"]), &["menu"]);
    load(&mut stage, "one");
    let old: Handle<Texture> = stage.manager.assets().resources().handle("a").unwrap();
    for round in ["two", "one", "two"] {
        load(&mut stage, round);
        assert!(stage.manager.assets().resources().get(old).is_none());
    }
    let wrong = stage.manager.assets().resources().handle::<String>("b").unwrap_err();
    assert_eq!(wrong, LoadError::WrongType("b".into(), "texture", "alloc::string::String"));
}

/// A GPU that forgets to free.
#[derive(Default)]
struct Leaky(HeadlessGpu);

impl Gpu for Leaky {
    fn upload(&mut self, pixels: &Pixels) -> io::Result<TextureId> {
        self.0.upload(pixels)
    }

    fn allocate(&mut self, width: u32, height: u32) -> io::Result<TextureId> {
        self.0.allocate(width, height)
    }

    fn update_rows(
        &mut self,
        texture: TextureId,
        pixels: &Pixels,
        rows: std::ops::Range<u32>,
    ) -> io::Result<()> {
        self.0.update_rows(texture, pixels, rows)
    }

    fn update(&mut self, texture: TextureId, pixels: &Pixels) -> io::Result<()> {
        self.0.update(texture, pixels)
    }

    fn free(&mut self, _texture: TextureId) {}

    fn texture_count(&self) -> usize {
        self.0.texture_count()
    }
}

#[test]
fn textures_that_no_resource_owns_after_freeing_are_leaks() {
    let gpu = Box::new(Leaky::default());
    let source = Arc::new(images());
    let mut stage = Stage::empty(ManagerSettings { source, gpu, ..ManagerSettings::default() });
    stage.add_phase(phase("one", &["a", "b"]), &["menu"]);
    stage.add_phase(phase("two", &["b"]), &["menu"]);
    load(&mut stage, "one");
    assert!(stage.manager.assets().leaks().is_empty());
    load(&mut stage, "two");
    let leaks: Vec<_> =
        stage.manager.assets().leaks().iter().map(|load| (load.phase, load.leaked_textures)).collect();
    assert_eq!(leaks, [("two", 1)]);
}

/// A cache that uploads a texture and counts seven bytes.
fn atlas() -> Resource {
    Resource::cache("atlas", &[], |cx| {
        let texture = cx.upload(&Pixels::checker())?;
        cx.count_bytes(7);
        Ok(texture)
    })
}

#[test]
fn the_texture_of_a_cache_is_counted_and_freed_with_it() {
    let mut stage = reading(images());
    stage.add_phase(Phase::new("one").resource(atlas()), &["menu"]);
    stage.add_phase(phase("two", &[]), &["menu"]);
    load(&mut stage, "one");
    let memory = stage.manager.assets().memory();
    assert_eq!(
        (stage.manager.assets().texture_count(), memory.texture_bytes, memory.other_bytes),
        (1, 1024, 7)
    );
    load(&mut stage, "two");
    let memory = stage.manager.assets().memory();
    assert_eq!((stage.manager.assets().texture_count(), memory.texture_bytes, memory.other_bytes), (0, 0, 0));
}

#[test]
fn fifty_rounds_between_two_phases_come_back_to_the_same_memory() {
    let mut stage = reading(images());
    let sheet = || {
        Resource::cache("sheet", &["a"], |cx| {
            cx.upload(&Pixels::checker())?;
            cx.count_bytes(100);
            Ok(())
        })
    };
    stage.add_phase(phase("one", &["a", "b"]).resource(sheet()), &["menu"]);
    stage.add_phase(phase("two", &["b", "c"]).resource(atlas()), &["menu"]);
    let mut first = None;
    for _ in 0..50 {
        let ends = ["one", "two"].map(|id| {
            load(&mut stage, id);
            let memory = stage.manager.assets().memory();
            (memory.texture_bytes, memory.other_bytes, stage.manager.assets().texture_count())
        });
        assert_eq!(*first.get_or_insert(ends), ends);
    }
    assert_eq!(first, Some([(400 + 1600 + 1024, 100, 3), (1600 + 3600 + 1024, 7, 3)]));
    let ends = stage.manager.assets().reports().iter().map(|load| load.at_end.map(|end| end.texture_bytes));
    let pairs = [Some(400 + 1600 + 1024), Some(1600 + 3600 + 1024)].into_iter().cycle();
    assert!(ends.eq(pairs.take(99).chain([None])), "the last phase runs");
    assert!(stage.manager.assets().leaks().is_empty());
    stage.run([ScreenCommand::Quit]);
    assert_eq!(
        (stage.manager.assets().texture_count(), stage.manager.assets().memory().texture_bytes),
        (0, 0)
    );
}

#[test]
fn the_records_of_loads_are_bounded() {
    let mut stage = reading(TestSource::default());
    stage.add_phase(Phase::new("play"), &["menu"]);
    for _ in 0..Assets::MAX_RECORDS + 10 {
        load(&mut stage, "play");
        stage.notes();
    }
    let manager = &stage.manager;
    assert_eq!(manager.assets().reports().len(), Assets::MAX_RECORDS);
}

/// A network whose reads hold a token as long as they live.
struct Tokens(TestSource, Arc<()>);

impl AssetSource for Tokens {
    fn read(&self, path: &AssetPath) -> ReadFuture {
        let (read, token) = (self.0.read(path), Arc::clone(&self.1));
        Box::pin(async move {
            let bytes = read.await;
            drop(token);
            bytes
        })
    }

    fn is_immediate(&self) -> bool {
        false
    }
}

#[test]
fn a_load_that_is_cancelled_leaves_nothing_behind() {
    let list = |ids: &str| {
        let entries = ids.chars().map(|id| format!("texture(id: \"{id}\", path: \"{id}.png\"), "));
        format!("(resources: [{}])", entries.collect::<String>())
    };
    let files = images().with("one.ron", list("ab")).with("two.ron", list("bcd")).gated();
    ["one.ron", "two.ron", "a.png", "b.png"].into_iter().for_each(|path| files.open(path));
    let token = Arc::new(());
    let mut stage = reading(Tokens(files.clone(), Arc::clone(&token)));
    stage.add_phase(Phase::new("one").manifest("one.ron"), &["menu"]);
    stage.add_phase(Phase::new("two").manifest("two.ron").resource(atlas()), &["second"]);
    load(&mut stage, "one");
    let state = |stage: &Stage| {
        let memory = stage.manager.assets().memory();
        (
            stage.manager.assets().texture_count(),
            memory.texture_bytes,
            memory.other_bytes,
            Arc::strong_count(&token),
        )
    };
    let before = state(&stage);
    assert_eq!(before.3, 2, "the token and the source");
    for next in ["c.png", "d.png"] {
        // The load waits for this file.
        for ticks in 1..4 {
            stage.manager.command(ScreenCommand::load("two"));
            (0..ticks).for_each(|_| stage.frame());
            stage.manager.command(ScreenCommand::load("one"));
            stage.run_until_idle();
            assert_eq!((stage.stack(), state(&stage)), (vec!["menu"], before), "{next}, {ticks} ticks");
        }
        files.open(next);
    }
    load(&mut stage, "two");
    assert_eq!((stage.stack(), stage.manager.assets().leaks().len()), (vec!["second"], 0));
}
