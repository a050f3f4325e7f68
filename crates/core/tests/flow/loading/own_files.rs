//! What a load waits for: its own files, each of which is read once.

use std::collections::{BTreeMap, HashSet};
use std::future::pending;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use proscenium_core::flow::{ManagerSettings, Phase};
use proscenium_core::phase::{AnyError, Asset, DecodeContext, DecodeError, LoadError};
use proscenium_core::platform::{AssetPath, AssetSource, ReadCause, ReadError, ReadFuture, TestSource};

use crate::files::load;
use crate::stage::Stage;

/// A network whose files can be changed; some never arrive.
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
        assert_eq!(stage.manager.assets().resources().ids(), ["a".into()]);
        load(&mut stage, "other");
        files.save(edited, more);
        load(&mut stage, "play");
        assert_eq!(stage.manager.assets().resources().ids(), ["a".into(), "b".into()], "{edited}");
    }
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
    assert_eq!(stage.manager.assets().resources().find::<Index>("index").unwrap().0, 80);
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

#[test]
fn an_item_that_needs_too_many_files_is_refused_before_they_are_read() {
    let names = |prefix, count| (0..count).map(|n| format!("{prefix}{n}")).collect::<Vec<_>>();
    let (near, far) = (names("near", 200), names("far", 57));
    let is_refused = |files: &TestSource| {
        let path = AssetPath::new("a").unwrap();
        let what = "it needs more than 256 further files, or more than 67108864 bytes of them".to_owned();
        let expected = DecodeError { path: path.clone(), position: None, what };
        assert_eq!(Chain::read(files, &path).err(), Some(LoadError::Decode(expected)));
    };
    let most = names("n", 256);
    let files = most.iter().fold(TestSource::default(), |files, name| files.with(name, ""));
    assert!(Chain::read(&files.with("a", most.join(" ")), &AssetPath::new("a").unwrap()).is_ok());
    let many = names("n", 10_000);
    let files = TestSource::default().with("a", many.join(" ")).with("n0", "");
    is_refused(&files);
    assert_eq!((files.reads_of("a"), files.reads_of("n0")), (1, 0));
    // 200 at once, and one of them needs 57 more.
    let files = TestSource::default().with("a", near.join(" ")).with("near0", far.join(" "));
    is_refused(&files);
    assert_eq!((files.reads_of("near0"), files.reads_of("near199"), files.reads_of("far0")), (1, 0, 0));
}

/// Text of at most four bytes.
struct Short;

impl Asset for Short {
    const KIND: &'static str = "short";
    const MAX_BYTES: usize = 4;

    fn decode(_: &[u8], _: &DecodeContext<'_>) -> Result<Self, AnyError> {
        Ok(Self)
    }
}

#[test]
fn a_file_has_at_most_the_bytes_of_its_kind() {
    let files = TestSource::default().with("four", "1234").with("five", "12345");
    let error =
        |path: &str| Short::read(&files, &AssetPath::new(path).unwrap()).err().map(|error| error.to_string());
    assert_eq!(error("four"), None);
    assert_eq!(error("five").unwrap(), "five: the file has 5 bytes; a short may have 4");
}

/// The names of two files. It and they have at most eight bytes.
struct Pair;

impl Asset for Pair {
    const KIND: &'static str = "pair";
    const MAX_BYTES: usize = 8;

    fn needs(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Vec<AssetPath>, AnyError> {
        let names = cx.text(bytes)?.split_whitespace().filter(|_| cx.path().as_str() == "a");
        Ok(names.map(AssetPath::new).collect::<Result<_, _>>()?)
    }

    fn decode(_: &[u8], _: &DecodeContext<'_>) -> Result<Self, AnyError> {
        Ok(Self)
    }
}

#[test]
fn the_further_files_of_an_item_have_at_most_the_bytes_of_its_kind_beside_its_own_file() {
    let files = TestSource::default().with("a", "b c").with("b", "1234");
    let read = |third: &str| Pair::read(&files.clone().with("c", third), &AssetPath::new("a").unwrap());
    assert!(read("1234").is_ok());
    let error = read("12345").map(|_| ()).unwrap_err().to_string();
    assert_eq!(error, "a: it needs more than 256 further files, or more than 8 bytes of them");
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
