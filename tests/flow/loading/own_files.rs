//! What a load and a stream wait for: their own files, each of which is read once.

use std::collections::{BTreeMap, HashSet};
use std::future::pending;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use proscenium::flow::{ManagerSettings, Phase};
use proscenium::phase::{AnyError, Asset, DecodeContext, LoadPolicy, Resource, StreamTicket};
use proscenium::platform::{AssetPath, AssetSource, ReadCause, ReadError, ReadFuture, TestSource};

use crate::files::load;
use crate::probe::Stage;

/// A network whose files can be changed, and of which some never arrive.
#[derive(Clone, Default)]
struct Network {
    files: Arc<Mutex<BTreeMap<String, String>>>,
    lost: HashSet<&'static str>,
}

impl Network {
    fn with(self, path: &str, text: &str) -> Self {
        self.save(path, text);
        self
    }

    fn losing(mut self, path: &'static str) -> Self {
        self.lost.insert(path);
        self
    }

    fn save(&self, path: &str, text: &str) {
        self.files.lock().unwrap().insert(path.to_owned(), text.to_owned());
    }
}

impl AssetSource for Network {
    fn read(&self, path: &AssetPath) -> ReadFuture {
        if self.lost.contains(path.as_str()) {
            return Box::pin(pending());
        }
        let (path, text) = (path.to_string(), self.files.lock().unwrap().get(path.as_str()).cloned());
        Box::pin(
            async move { text.map(String::into_bytes).ok_or(ReadError { path, cause: ReadCause::NotFound }) },
        )
    }

    fn is_immediate(&self) -> bool {
        false
    }
}

fn stage(source: impl AssetSource + 'static) -> Stage {
    Stage::empty(ManagerSettings { source: Arc::new(source), ..ManagerSettings::default() })
}

const ONE: &str = "(resources: [bytes(id: \"a\", path: \"a\")])";

#[test]
fn a_load_waits_for_its_own_manifest_and_for_no_other() {
    for lost in ["other.ron", "more.ron"] {
        let files = Network::default().with("play.ron", ONE).with("other.ron", "(include: [\"more.ron\"])");
        let mut stage = stage(files.with("a", "1").losing(lost));
        stage.add_phase(Phase::new("play").manifest("play.ron"), &["menu"]);
        stage.add_phase(Phase::new("other").manifest("other.ron"), &["second"]);
        load(&mut stage, "play");
        assert_eq!(stage.stack(), ["menu"], "{lost} never arrives");
    }
}

#[test]
fn a_manifest_that_was_edited_is_seen_in_the_next_load() {
    let more = "(resources: [bytes(id: \"a\", path: \"a\"), bytes(id: \"b\", path: \"b\")])";
    for edited in ["play.ron", "more.ron"] {
        let files = Network::default().with("play.ron", "(include: [\"more.ron\"])").with("more.ron", ONE);
        let files = files.with("a", "1").with("b", "2");
        let mut stage = stage(files.clone());
        stage.add_phase(Phase::new("play").manifest("play.ron"), &["menu"]);
        stage.add_phase(Phase::new("other"), &["second"]);
        load(&mut stage, "play");
        assert_eq!(stage.manager.resources().ids(), ["a".into()]);
        load(&mut stage, "other");
        files.save(edited, more);
        load(&mut stage, "play");
        assert_eq!(stage.manager.resources().ids(), ["a".into(), "b".into()], "{edited}");
    }
}

/// Requests of the active screen `menu` in the next tick, which is run.
fn request(stage: &mut Stage, id: &'static str, priority: i32) -> StreamTicket {
    let slot = std::rc::Rc::new(std::cell::RefCell::new(None));
    let ticket = std::rc::Rc::clone(&slot);
    stage.once("menu", "update", move |cx| *ticket.borrow_mut() = Some(cx.stream([id], priority)));
    stage.frame();
    slot.take().unwrap()
}

#[test]
fn a_stream_that_never_arrives_stops_no_other() {
    for [first, second, third] in [[0, 0, 0], [0, 1, -1], [5, -5, 9]] {
        let files = Network::default().with("a", "1").with("b", "2").with("c", "3").losing("a");
        let mut stage = stage(files);
        let streamed = |phase: Phase, id| phase.resource(Resource::file::<Vec<u8>>(id, id).streamed());
        stage.add_phase(["a", "b", "c"].into_iter().fold(Phase::new("play"), streamed), &["menu"]);
        load(&mut stage, "play");
        let lost = request(&mut stage, "a", first);
        for _ in 0..30 {
            stage.frame();
        }
        let others = [request(&mut stage, "b", second), request(&mut stage, "c", third)];
        for _ in 0..60 {
            stage.frame();
        }
        assert_eq!(others.map(|ticket| ticket.outcome().map(|outcome| outcome.is_ok())), [Some(true); 2]);
        assert_eq!(lost.outcome().map(|outcome| outcome.is_ok()), None);
    }
}

#[test]
fn streams_that_never_arrive_stop_no_other_however_many_they_are() {
    let names: Vec<_> = (0..12).map(|number| format!("lost{number}")).collect();
    let names: Vec<&'static str> = names.into_iter().map(|name| &*name.leak()).collect();
    let files = names.iter().fold(Network::default().with("a", "1"), |files, name| files.losing(name));
    let mut stage = stage(files);
    let streamed =
        |phase: Phase, id: &'static str| phase.resource(Resource::file::<Vec<u8>>(id, id).streamed());
    let policy = LoadPolicy { slow_after: 10, ..LoadPolicy::default() };
    let phase = names.iter().copied().chain(["a"]).fold(Phase::new("play"), streamed).load_policy(policy);
    stage.add_phase(phase, &["menu"]);
    load(&mut stage, "play");
    let lost: Vec<_> = names.iter().map(|name| request(&mut stage, name, 1)).collect();
    let other = request(&mut stage, "a", 0);
    // Four are read at once, and each keeps its place until it is slow.
    for _ in 0..60 {
        stage.frame();
    }
    assert_eq!(other.outcome(), Some(Ok(())));
    assert!(lost.iter().all(|ticket| ticket.outcome().is_none()));
}

/// Bytes that take more memory than is decoded ahead.
struct Huge;

impl Asset for Huge {
    const KIND: &'static str = "huge";

    fn decode(_: &[u8], _: &DecodeContext<'_>) -> Result<Self, AnyError> {
        Ok(Self)
    }

    fn decoded_size(_: &[u8]) -> u64 {
        100 << 20
    }
}

#[test]
fn a_large_stream_behind_one_that_never_arrives_comes_too() {
    let files = Network::default().with("a", "1").with("b", "2").with("c", "3").losing("a");
    let mut stage = stage(files);
    let phase = ["a", "b", "c"]
        .into_iter()
        .fold(Phase::new("play"), |phase, id| phase.resource(Resource::file::<Huge>(id, id).streamed()));
    stage.add_phase(phase, &["menu"]);
    load(&mut stage, "play");
    let tickets = ["a", "b", "c"].map(|id| request(&mut stage, id, 0));
    for _ in 0..20 {
        stage.frame();
    }
    let outcomes = tickets.each_ref().map(|ticket| ticket.outcome().map(|outcome| outcome.is_ok()));
    assert_eq!(outcomes, [None, Some(true), Some(true)]);
    // One that waits for memory and is not needed any more leaves its place.
    drop(tickets);
    stage.frame();
    assert_eq!(stage.manager.memory().texture_bytes, 0);
}

#[test]
fn a_stream_whose_file_is_saved_while_it_is_read_has_the_new_bytes() {
    let files = TestSource::default().with("a", "old").gated();
    let mut stage = stage(files.clone());
    let resource = Resource::file::<Vec<u8>>("a", "a").streamed();
    stage.add_phase(Phase::new("play").resource(resource), &["menu"]);
    load(&mut stage, "play");
    let ticket = request(&mut stage, "a", 0);
    files.save("a", "new");
    stage.manager.reload_changed([AssetPath::new("a").unwrap()]);
    files.open("a");
    for _ in 0..10 {
        stage.frame();
    }
    assert_eq!(ticket.outcome(), Some(Ok(())));
    assert_eq!(stage.manager.resources().find::<Vec<u8>>("a").unwrap(), b"new");
}

/// A file that names others. It counts how often it was decoded.
struct Index(usize);

static DECODED: AtomicU32 = AtomicU32::new(0);

impl Asset for Index {
    const KIND: &'static str = "index";

    fn needs(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Vec<AssetPath>, AnyError> {
        let names = cx.text(bytes)?.lines().filter(|_| cx.path().as_str() == "index");
        Ok(names.map(AssetPath::new).collect::<Result<_, _>>()?)
    }

    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, AnyError> {
        DECODED.fetch_add(1, Ordering::Relaxed);
        let mut length = 0;
        for path in cx.text(bytes)?.lines() {
            length += cx.file(&AssetPath::new(path)?)?.len();
        }
        Ok(Self(length))
    }
}

#[test]
fn a_file_is_decoded_once_however_many_others_it_names() {
    let names: Vec<_> = (0..40).map(|number| format!("{number}.txt")).collect();
    let files = TestSource::default().with("index", names.join("\n"));
    let files = names.iter().fold(files, |files, name| files.with(name, "12"));
    let mut stage = stage(files.clone());
    stage.add_phase(Phase::new("play").file::<Index>("index", "index"), &["menu"]);
    load(&mut stage, "play");
    assert_eq!(stage.manager.resources().find::<Index>("index").unwrap().0, 80);
    assert_eq!(DECODED.load(Ordering::Relaxed), 1);
    assert!(names.iter().all(|name| files.reads_of(name) == 1));
}

/// A file that names others, and these further ones.
struct Chain(String);

impl Asset for Chain {
    const KIND: &'static str = "chain";

    fn needs(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Vec<AssetPath>, AnyError> {
        let text = cx.text(bytes)?;
        assert!(text != "panic", "on purpose");
        Ok(text.split_whitespace().map(AssetPath::new).collect::<Result<_, _>>()?)
    }

    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, AnyError> {
        let mut text = cx.text(bytes)?.to_owned();
        for path in text.clone().split_whitespace() {
            text += &format!(", {}", cx.text(cx.file(&AssetPath::new(path)?)?)?);
        }
        Ok(Self(text))
    }
}

#[test]
fn files_of_files_are_read_and_a_circle_of_them_is_found() {
    let many: Vec<_> = (0..257).map(|number| format!("{number}")).collect();
    for (files, expected) in [
        (&[("a", "b c"), ("b", "d"), ("c", "d"), ("d", "")][..], Ok("b c, d, d")),
        (&[("a", "a")], Err("a: these files need each other: a; remove one")),
        (&[("a", "b"), ("b", "c"), ("c", "b")], Err("a: these files need each other: b, c; remove one")),
        (&[("a", "b")], Err("a: it needs `b`: there is no such file")),
        (&[("a", "b"), ("b", "c")], Ok("b, c")),
        (&[("a", "b"), ("b", "panic")], Err("it panicked: on purpose")),
        (&[("a", "../b")], Err("`../b` is not the path of an asset")),
        (&[("a", &many.join(" "))], Err("a: it needs more than 256 further files")),
    ] {
        let files = files.iter().fold(TestSource::default(), |source, (path, text)| source.with(path, *text));
        let read = Chain::read(&files, &AssetPath::new("a").unwrap());
        match (read, expected) {
            (Ok(chain), Ok(expected)) => assert_eq!(chain.0, expected),
            (Err(error), Err(expected)) => {
                assert!(error.to_string().contains(expected), "{error}, not {expected}");
            }
            (read, expected) => panic!("{:?}, not {expected:?}", read.map(|chain| chain.0)),
        }
    }
}

/// Says of each file that the archive is broken in which it is.
struct Archive;

impl AssetSource for Archive {
    fn read(&self, _path: &AssetPath) -> ReadFuture {
        let cause = ReadCause::NotFound;
        Box::pin(async { Err(ReadError { path: "all.zip".to_owned(), cause }) })
    }
}

#[test]
fn an_error_of_a_file_that_names_another_one_is_its_error() {
    let error = Chain::read(&Archive, &AssetPath::new("a").unwrap()).map(|_| ()).unwrap_err();
    assert_eq!(error.to_string(), "cannot read all.zip: there is no such file");
}
