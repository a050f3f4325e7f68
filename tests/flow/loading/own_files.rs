//! What a load and a stream wait for: their own files, each of which is read once.

use std::collections::{BTreeMap, HashSet};
use std::error::Error;
use std::future::pending;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use proscenium::flow::{ManagerSettings, Phase};
use proscenium::phase::{Asset, DecodeContext, Resource, StreamTicket};
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
    stage.once("menu", "update", move |cx| *ticket.borrow_mut() = Some(cx.request([id], priority)));
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

/// A file that names others. It counts how often it was decoded.
struct Index(usize);

static DECODED: AtomicU32 = AtomicU32::new(0);

impl Asset for Index {
    const KIND: &'static str = "index";

    fn needs(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Vec<AssetPath>, Box<dyn Error + Send + Sync>> {
        let names = cx.text(bytes)?.lines().filter(|_| cx.path().as_str() == "index");
        Ok(names.map(AssetPath::new).collect::<Result<_, _>>()?)
    }

    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, Box<dyn Error + Send + Sync>> {
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
