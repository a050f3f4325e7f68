//! Assets that are saved while the game runs.

mod machines;

use std::collections::{BTreeMap, VecDeque};
use std::io::Cursor;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use proscenium::dev::Watch;
use proscenium::flow::{
    GameEvent, GameScreen, ManagerSettings, Notice, Phase, Reloaded, ScreenCommand, ScreenContext,
    ScreenManager,
};
use proscenium::game::Session;
use proscenium::phase::{AnyError, Asset, DecodeContext, Resource, Resources, Sound, Texture};
use proscenium::platform::{
    AssetPath, AssetSource, Clock, Fault, FaultySource, Input, MemorySource, ReadCause, ReadError, ReadFuture,
};

use crate::path;

/// Files in memory that can be saved while they are used. Clones share them.
#[derive(Clone, Default)]
struct Disk {
    files: Arc<Mutex<BTreeMap<String, Vec<u8>>>>,
    saved: Arc<Mutex<VecDeque<AssetPath>>>,
    reads: Arc<Mutex<Vec<String>>>,
}

impl Disk {
    /// A file that is there from the start.
    fn with(self, file: &str, bytes: impl Into<Vec<u8>>) -> Self {
        self.files.lock().unwrap().insert(file.to_owned(), bytes.into());
        self
    }

    fn save(&self, file: &str, bytes: impl Into<Vec<u8>>) {
        self.files.lock().unwrap().insert(file.to_owned(), bytes.into());
        self.saved.lock().unwrap().push_back(path(file));
    }

    fn remove(&self, file: &str) {
        self.files.lock().unwrap().remove(file);
        self.saved.lock().unwrap().push_back(path(file));
    }

    fn saved(&self) -> impl Iterator<Item = AssetPath> + use<> {
        let saved = Arc::clone(&self.saved);
        std::iter::from_fn(move || saved.lock().unwrap().pop_front())
    }

    /// The files that were read since the last call.
    fn reads(&self) -> Vec<String> {
        std::mem::take(&mut self.reads.lock().unwrap())
    }
}

impl AssetSource for Disk {
    fn read(&self, path: &AssetPath) -> ReadFuture {
        let path = path.to_string();
        self.reads.lock().unwrap().push(path.clone());
        let bytes = self.files.lock().unwrap().get(&path).cloned().ok_or(ReadCause::NotFound);
        Box::pin(async { bytes.map_err(|cause| ReadError { path, cause }) })
    }
}

/// The events that a screen got, and the phase that it changes to.
#[derive(Clone, Default)]
struct Room(Arc<Mutex<Vec<String>>>, Arc<Mutex<Option<&'static str>>>);

impl GameScreen for Room {
    fn on_event(&mut self, cx: &mut ScreenContext<'_>, event: &dyn GameEvent) -> ControlFlow<()> {
        match event.downcast_ref() {
            Some(Reloaded { id, path }) => {
                assert!(cx.resources().ids().contains(id));
                self.0.lock().unwrap().push(format!("{id} from {path}"));
            }
            None => self.0.lock().unwrap().extend(event.downcast_ref().map(|Notice(text)| text.clone())),
        }
        ControlFlow::Continue(())
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        if let Some(phase) = self.1.lock().unwrap().take() {
            cx.command(ScreenCommand::load(phase));
        }
    }
}

/// A run of the phases `room` and `hall`, whose manifests have these names.
struct Run {
    disk: Disk,
    session: Session,
    events: Room,
}

impl Run {
    fn new(disk: Disk) -> Self {
        let settings = ManagerSettings { source: Arc::new(disk.clone()), ..ManagerSettings::default() };
        let mut manager = ScreenManager::new(settings);
        proscenium::game::register_kinds(&mut manager);
        manager.assets_mut().register_ron::<Vec<u32>>("numbers");
        manager.assets_mut().register::<Joined>();
        manager.assets_mut().register_maker("sum", |cx| Ok(sum(cx.resources())));
        let calls = AtomicU32::new(0);
        manager.assets_mut().register_maker("count", move |_| Ok(calls.fetch_add(1, Ordering::Relaxed) + 1));
        manager.assets_mut().register_maker("half", |cx| Ok(*cx.resources().find::<u32>("sum")? / 2));
        let events = Room::default();
        for phase in ["room", "hall"] {
            let room = events.clone();
            let phase = Phase::new(phase).manifest(&format!("{phase}.ron"));
            manager.add_phase(phase.screen("room", move |_| room.clone()));
        }
        manager.start("room");
        let watch = Watch::new(&mut manager, disk.saved());
        let session = Session::new(manager, Clock::manual()).with_plugin(watch);
        let mut run = Self { disk, session, events };
        run.ticks(20);
        assert!(!run.resources().counts().is_empty(), "the room is loaded");
        run.disk.reads();
        run
    }

    fn ticks(&mut self, ticks: u32) {
        (0..ticks).for_each(|_| self.session.advance(Clock::TICK, &Input::default()));
    }

    /// The events of some ticks.
    fn events(&mut self) -> Vec<String> {
        self.ticks(5);
        std::mem::take(&mut self.events.0.lock().unwrap())
    }

    fn resources(&self) -> &Resources {
        self.session.manager().assets().resources()
    }
}

fn sum(resources: &Resources) -> u32 {
    resources.of_type::<Vec<u32>>().flat_map(|(_, numbers)| numbers).sum()
}

fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image::RgbImage::new(width, height).write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// A sound of this many seconds.
fn wav(seconds: u32) -> Vec<u8> {
    let bytes = seconds * 8000;
    let (rate, length, all) = (8000_u32.to_le_bytes(), bytes.to_le_bytes(), (bytes + 36).to_le_bytes());
    let format = [&[16, 0, 0, 0, 1, 0, 1, 0], rate.as_slice(), &rate, &[1, 0, 8, 0]].concat();
    let parts = [b"RIFF", all.as_slice(), b"WAVEfmt ", &format, b"data", &length];
    [parts.concat(), vec![128; bytes as usize]].concat()
}

#[test]
fn what_is_saved_takes_the_place_of_the_old_value() {
    let manifest = "(resources: [texture(id: \"hero\", path: \"hero.png\"), \
        sound(id: \"step\", path: \"step.wav\"), \
        numbers(id: \"prices\", path: \"prices.ron\")])";
    let disk = Disk::default().with("room.ron", manifest).with("hero.png", png(4, 2));
    let mut run = Run::new(disk.with("step.wav", wav(1)).with("prices.ron", "[1, 2]"));
    let hero = run.resources().handle::<Texture>("hero").unwrap();
    let step = run.resources().handle::<Sound>("step").unwrap();
    let prices = run.resources().handle::<Vec<u32>>("prices").unwrap();
    let first = run.resources().get(hero).unwrap().id;

    run.disk.save("hero.png", png(8, 8));
    assert_eq!(run.events(), ["hero.png: replaced", "hero from hero.png"]);
    let texture = run.resources().get(hero).unwrap();
    assert!((texture.width, texture.height) == (8, 8) && texture.id != first);
    assert_eq!(run.session.manager().assets().texture_count(), 1);
    let memory = run.session.manager().assets().memory();
    assert_eq!((memory.texture_bytes, memory.peak_texture_bytes), (256, 256 + 32));

    run.disk.save("step.wav", wav(3));
    run.disk.save("prices.ron", "[1, 2, 3]");
    run.events();
    assert_eq!(run.resources().get(step).unwrap().duration().as_secs(), 3);
    assert_eq!(run.resources().get(prices), Some(&vec![1, 2, 3]));
    assert_eq!(run.disk.reads(), ["hero.png", "step.wav", "prices.ron"], "each is read once");
}

#[test]
fn a_broken_file_keeps_the_old_value_and_says_why() {
    let manifest = "(resources: [numbers(id: \"prices\", path: \"prices.ron\")])";
    let mut run = Run::new(Disk::default().with("room.ron", manifest).with("prices.ron", "[7]"));
    run.disk.save("prices.ron", "[7,\n x]");
    assert_eq!(run.events(), ["prices.ron:2:2: Expected integer (numbers `prices`)"]);
    run.disk.remove("prices.ron");
    assert_eq!(run.events(), ["cannot read prices.ron: there is no such file (numbers `prices`)"]);
    assert_eq!(run.resources().find("prices"), Ok(&vec![7_u32]));
    run.disk.save("prices.ron", "[8]");
    assert_eq!(run.events()[0], "prices.ron: replaced");
    assert_eq!(run.session.notice().as_deref(), Some("prices.ron: replaced"));
    assert_eq!(run.resources().find("prices"), Ok(&vec![8_u32]));
}

#[test]
fn an_error_is_shown_until_its_file_is_repaired() {
    let manifest = "(resources: [numbers(id: \"a\", path: \"a.ron\"), numbers(id: \"b\", path: \"b.ron\"), \
        joined(id: \"text\", path: \"texts/a.txt\")])";
    let disk = Disk::default().with("room.ron", manifest).with("a.ron", "[1]").with("b.ron", "[2]");
    let mut run = Run::new(disk.with("texts/a.txt", "b.txt").with("texts/b.txt", "old"));
    let mut shown = |file: &str, text: Option<&str>, ticks: u32| {
        match text {
            Some(text) => run.disk.save(file, text.as_bytes()),
            None => run.disk.remove(file),
        }
        run.ticks(ticks);
        run.session.notice().unwrap_or_default()
    };
    let a = "a.ron:1:2: Expected integer (numbers `a`)";
    assert_eq!(shown("a.ron", Some("[x]"), 2000), a);
    // A success of another file comes below it, and goes.
    assert_eq!(shown("b.ron", Some("[3]"), 10), format!("{a}\nb.ron: replaced"));
    assert_eq!(shown("b.ron", Some("[4]"), 2000), a);
    // So does another error, and each has its own end.
    let b = "cannot read b.ron: there is no such file (numbers `b`)";
    assert_eq!(shown("b.ron", None, 2000), format!("{a}\n{b}"));
    assert_eq!(shown("a.ron", Some("[5]"), 10), format!("{b}\na.ron: replaced"));
    assert_eq!(shown("b.ron", Some("[6]"), 2000), "");
    // Of a further file.
    let text = "texts/a.txt:1:1: the byte 0xff is not UTF-8; save the file as UTF-8 (joined `text`)";
    run.disk.save("texts/b.txt", b"\xff");
    run.ticks(2000);
    assert_eq!(run.session.notice().as_deref(), Some(text));
    run.disk.save("texts/b.txt", "new");
    run.ticks(2000);
    assert_eq!(run.session.notice(), None);
    // A manifest, and a file that it names no more.
    run.disk.save("a.ron", "x");
    run.disk.save("room.ron", "(");
    run.ticks(2000);
    let both = run.session.notice().unwrap();
    assert!(both.contains("a.ron:1:1: ") && both.contains("room.ron:1:1: "), "{both}");
    run.disk.save("room.ron", "(resources: [numbers(id: \"b\", path: \"b.ron\")])");
    run.ticks(2000);
    assert_eq!(run.session.notice(), None);
}

#[test]
fn an_error_of_a_file_that_is_being_written_is_not_shown() {
    let manifest = "(resources: [numbers(id: \"prices\", path: \"prices.ron\")])";
    let mut run = Run::new(Disk::default().with("room.ron", manifest).with("prices.ron", "[7]"));
    // An editor that removes the file and writes it in parts, for longer than a tick.
    run.disk.remove("prices.ron");
    for text in ["", "[", "[9", "[9]"] {
        run.ticks(1);
        run.disk.save("prices.ron", text);
    }
    let events = run.events();
    assert_eq!(events, ["prices.ron: replaced", "prices from prices.ron"]);
    assert_eq!(run.resources().find("prices"), Ok(&vec![9_u32]));
}

#[test]
fn what_is_made_from_a_saved_file_is_made_again() {
    let manifest = "(resources: [numbers(id: \"a\", path: \"a.ron\"), numbers(id: \"b\", path: \"b.ron\"), \
        cache(id: \"sum\", make: \"sum\", from: [\"a\", \"b\"]), cache(id: \"half\", make: \"half\", from: [\"sum\"]), \
        cache(id: \"other\", make: \"count\", from: [\"b\"])])";
    let disk = Disk::default().with("room.ron", manifest).with("a.ron", "[10]").with("b.ron", "[20]");
    let mut run = Run::new(disk);
    let half = run.resources().handle::<u32>("half").unwrap();
    assert_eq!(run.resources().get(half), Some(&15));
    run.disk.save("a.ron", "[30]");
    run.events();
    assert_eq!(run.resources().get(half), Some(&25));
    assert_eq!(run.resources().find::<u32>("other"), Ok(&1), "it is not made from `a`");
    run.disk.save("b.ron", "[40]");
    run.events();
    assert_eq!(run.resources().get(half), Some(&35));
    assert_eq!(run.resources().find::<u32>("other"), Ok(&2));
}

#[test]
fn a_saved_manifest_brings_in_what_is_new() {
    let disk = Disk::default().with("a.ron", "[1]").with("b.ron", "[2]").with("hero.png", png(4, 4));
    let disk = disk.with("room.ron", "(include: [\"both.ron\"])");
    let mut run = Run::new(disk.with("both.ron", "(resources: [numbers(id: \"a\", path: \"a.ron\")])"));
    let a = run.resources().handle::<Vec<u32>>("a").unwrap();
    run.disk.save(
        "both.ron",
        "(resources: [numbers(id: \"b\", path: \"b.ron\"), texture(id: \"hero\", path: \"hero.png\"), \
        cache(id: \"sum\", make: \"sum\", from: [\"b\"])])",
    );
    let events = run.events();
    assert!(events.contains(&"b.ron: replaced".to_owned()), "{events:?}");
    assert_eq!(run.resources().find::<u32>("sum"), Ok(&2));
    assert_eq!(run.resources().get(a), Some(&vec![1]), "it stays until the phase ends");
    let hero = run.resources().find::<Texture>("hero").unwrap().id;

    // Another file, and another filter, under the same ids.
    run.disk.save(
        "both.ron",
        "(resources: [numbers(id: \"a\", path: \"b.ron\"), \
        texture(id: \"hero\", path: \"hero.png\", filter: linear)])",
    );
    run.events();
    assert_eq!(run.resources().get(a), Some(&vec![2]));
    assert_ne!(run.resources().find::<Texture>("hero").unwrap().id, hero);
    assert_eq!(run.session.manager().assets().texture_count(), 1);

    run.disk.save("both.ron", "(resources: [\n numbrs(id: \"a\", path: \"b.ron\")])");
    assert_eq!(run.events(), ["both.ron:2:2: unknown kind `numbrs`, did you mean `numbers`?"]);
}

/// A text with another one behind it, from the file that it names.
struct Joined(String);

impl Asset for Joined {
    const KIND: &'static str = "joined";

    fn needs(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Vec<AssetPath>, AnyError> {
        // The other one names nothing.
        let name = cx.text(bytes).unwrap_or_default();
        Ok(cx.path().sibling(name).ok().filter(|_| name.ends_with(".txt")).into_iter().collect())
    }

    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, AnyError> {
        let name = cx.text(bytes)?;
        let further = cx.file(&cx.path().sibling(name)?)?;
        Ok(Self(format!("{name}: {}", cx.text(further)?)))
    }
}

#[test]
fn a_further_file_of_a_resource_counts_too() {
    let manifest = "(resources: [joined(id: \"text\", path: \"texts/a.txt\")])";
    let disk = Disk::default().with("room.ron", manifest).with("texts/a.txt", "b.txt");
    let mut run = Run::new(disk.with("texts/b.txt", "old").with("texts/c.txt", "other"));
    let text = |run: &Run| run.resources().find::<Joined>("text").unwrap().0.clone();
    run.disk.save("texts/b.txt", "new");
    assert_eq!(run.events(), ["texts/a.txt: replaced", "text from texts/a.txt"]);
    assert_eq!(text(&run), "b.txt: new");
    run.disk.save("texts/a.txt", "c.txt");
    run.events();
    run.disk.save("texts/c.txt", "newest");
    run.events();
    assert_eq!(text(&run), "c.txt: newest");
    run.disk.reads();
    run.disk.save("texts/b.txt", "not read any more");
    assert_eq!(run.events(), [""; 0]);
    assert_eq!(run.disk.reads(), ["room.ron"], "it could be a manifest");
}

#[test]
fn a_file_that_was_missing_is_loaded_once_it_is_there() {
    let manifest = "(resources: [numbers(id: \"a\", path: \"a.ron\"), \
        numbers(id: \"b\", path: \"b.ron\", optional: true), texture(id: \"hero\", path: \"hero.png\", optional: true)])";
    let mut run = Run::new(Disk::default().with("room.ron", manifest).with("a.ron", "[1]"));
    let hero = run.resources().handle::<Texture>("hero").unwrap();
    assert!(run.resources().find::<Vec<u32>>("b").is_err());
    run.disk.save("b.ron", "[2]");
    run.disk.save("hero.png", png(5, 3));
    run.events();
    assert_eq!(run.resources().find("b"), Ok(&vec![2_u32]));
    assert_eq!(run.resources().get(hero).unwrap().width, 5);
}

#[test]
fn a_file_that_is_saved_during_a_load_is_read_after_it() {
    let manifest = "(resources: [numbers(id: \"a\", path: \"a.ron\"), numbers(id: \"b\", path: \"b.ron\")])";
    let disk = Disk::default().with("room.ron", manifest).with("hall.ron", manifest);
    let mut run = Run::new(disk.with("a.ron", "[1]").with("b.ron", "[2]"));
    // Just before the phase changes, and while it does; both files stay.
    run.disk.save("a.ron", "[3]");
    *run.events.1.lock().unwrap() = Some("hall");
    run.ticks(1);
    run.disk.save("b.ron", "[4]");
    run.ticks(5);
    assert_eq!(run.session.manager().flow().phase().unwrap().name(), "hall");
    assert_eq!(sum(run.resources()), 7);
}

#[test]
fn a_folder_is_watched_with_its_folders() {
    use std::collections::BTreeSet;
    use std::fs;
    use std::time::{Duration, Instant};

    use proscenium::platform::DirSource;

    let name = format!("proscenium-watching-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    fs::create_dir_all(folder.join("texts")).unwrap();
    let mut watch = DirSource::new(&folder).watch().unwrap();
    // Does something until a file comes, and returns all that came.
    let mut files_until = |last: &str, act: &dyn Fn()| {
        let (begin, mut files) = (Instant::now(), BTreeSet::new());
        while !files.contains(last) {
            act();
            std::thread::sleep(Duration::from_millis(5));
            files.extend(watch.by_ref().map(|path| path.to_string()));
            assert!(begin.elapsed() < Duration::from_secs(120), "{last} does not come: {files:?}");
        }
        files
    };
    let write = |file: &str| fs::write(folder.join(file), "text").unwrap();
    let files = files_until("texts/a.txt", &|| write("texts/a.txt"));
    assert_eq!(files, BTreeSet::from(["texts/a.txt".to_owned()]));
    // As editors save: another file takes the place of the old one.
    write("b.txt~");
    fs::rename(folder.join("b.txt~"), folder.join("b.txt")).unwrap();
    files_until("b.txt", &|| ());
    fs::remove_file(folder.join("b.txt")).unwrap();
    files_until("b.txt", &|| ());
    // What is written before the system watches the new folder is not seen.
    fs::create_dir(folder.join("new")).unwrap();
    files_until("new/c.txt", &|| write("new/c.txt"));
    // As a checkout or an export does: a folder takes the place of the old one.
    let made = folder.with_extension("made");
    fs::create_dir_all(made.join("in")).unwrap();
    fs::write(made.join("in/d.txt"), "text").unwrap();
    fs::rename(&made, folder.join("made")).unwrap();
    files_until("made/in/d.txt", &|| ());
    fs::remove_dir_all(&folder).unwrap();

    let error = DirSource::new(&folder).watch().err().unwrap().to_string();
    assert!(error.contains(": it cannot be watched: "), "{error}");
}

struct Silent;

impl GameScreen for Silent {
    fn update(&mut self, _: &mut ScreenContext<'_>) {}
}

#[test]
fn a_watch_says_why_a_saved_file_is_not_taken() {
    let files = FaultySource::new(MemorySource::default().with("a.bin", "1234"));
    let source = Arc::new(files.with(2, Fault::Lose).with(3, Fault::Lose));
    let mut manager = ScreenManager::new(ManagerSettings { source, ..ManagerSettings::default() });
    let phase = Phase::new("play").resource(Resource::file::<Vec<u8>>("a", "a.bin"));
    manager.add_phase(phase.screen("menu", |_| Silent));
    manager.start("play");
    while manager.stack().active() != Some("menu".into()) {
        manager.step(&Input::default());
    }
    let watch = Watch::new(&mut manager, std::iter::once(AssetPath::new("a.bin").unwrap()));
    let mut session = Session::new(manager, Clock::manual()).with_plugin(watch);
    (0..20).for_each(|_| session.advance(Clock::TICK, &Input::default()));
    assert_eq!(session.notice().as_deref(), Some("cannot read a.bin: there is no such file (bytes `a`)"));
}
