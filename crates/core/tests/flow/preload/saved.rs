//! Files that are saved after a preload has read them: all of them are noticed.

use std::fs;
use std::sync::Arc;

use proscenium_core::flow::{ManagerSettings, Phase};
use proscenium_core::phase::{AnyError, Asset, Background, DecodeContext, LoadStep};
use proscenium_core::platform::{AssetPath, AssetSource, DirSource, TestSource};

use super::{load, phase, preload, start};
use crate::files::png;
use crate::stage::Stage;

/// The texts of a file and of the files that it names, one after the other.
struct Book(String);

impl Asset for Book {
    const KIND: &'static str = "book";

    fn needs(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Vec<AssetPath>, AnyError> {
        let named = cx.text(bytes)?.lines().filter_map(|line| line.strip_prefix("see "));
        Ok(named.map(AssetPath::new).collect::<Result<_, _>>()?)
    }

    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, AnyError> {
        let mut text = String::new();
        for line in cx.text(bytes)?.lines() {
            match line.strip_prefix("see ") {
                Some(path) => text += cx.text(cx.file(&AssetPath::new(path)?)?)?,
                None => text += line,
            }
        }
        Ok(Self(text))
    }
}

const LIST: &str = "(include: [\"one.ron\"], resources: [book(id: \"book\", path: \"book.txt\")])";

fn disk() -> TestSource {
    let disk = TestSource::default();
    for (path, text) in [
        ("menu.ron", LIST),
        ("one.ron", "(include: [\"two.ron\"])"),
        ("two.ron", "(resources: [bytes(id: \"bytes\", path: \"bytes\")])"),
        ("bytes", "1"),
        ("book.txt", "a\nsee chapter.txt\nsee last.txt"),
        ("chapter.txt", "b"),
        ("last.txt", "c"),
    ] {
        disk.save(path, text);
    }
    disk.save("a.png", png(1));
    disk
}

fn stage(source: impl AssetSource + 'static, threads: usize) -> Stage {
    let mut stage = Stage::empty(ManagerSettings {
        source: Arc::new(source),
        background: Background::with_threads(threads),
        ..ManagerSettings::default()
    });
    stage.manager.assets_mut().register::<Book>();
    stage.add_phase(phase("logo", &["a"]), &["logo"]);
    stage.add_phase(Phase::new("menu").manifest("menu.ron"), &["menu"]);
    start(&mut stage, "logo");
    preload(&mut stage, "menu", 20);
    while stage.manager.assets().preload().is_some_and(|status| status.step == LoadStep::Loading) {
        stage.frame();
    }
    stage
}

/// The resources after the change, and whether there was a Loading screen.
fn change(stage: &mut Stage) -> (String, Vec<u8>, bool) {
    let trace = load(stage, "menu");
    assert_eq!(stage.stack(), ["menu"]);
    let resources = stage.manager.assets().resources();
    let (book, bytes) =
        (resources.find::<Book>("book").unwrap(), resources.find::<Vec<u8>>("bytes").unwrap());
    (book.0.clone(), bytes.clone(), trace.contains(&"0 [loading]".to_owned()))
}

#[test]
fn each_file_that_a_preload_has_read_is_noticed_when_it_is_saved() {
    let two = "(resources: [bytes(id: \"bytes\", path: \"chapter.txt\")])";
    for threads in [0, 2] {
        for (path, text, expected) in [
            ("", "", ("abc", "1", false)),
            ("menu.ron", &LIST.replace("one.ron", "two.ron"), ("abc", "1", true)),
            ("one.ron", "(include: [\"two.ron\"]) ", ("abc", "1", true)),
            ("two.ron", two, ("abc", "b", true)),
            ("bytes", "2", ("abc", "2", true)),
            ("book.txt", "d", ("d", "1", true)),
            ("chapter.txt", "e", ("aec", "1", true)),
            ("last.txt", "f", ("abf", "1", true)),
            ("a.png", "it is no file of the next phase", ("abc", "1", false)),
        ] {
            let disk = disk();
            let mut stage = stage(disk.clone(), threads);
            if !path.is_empty() {
                disk.save(path, text);
            }
            let (book, bytes, is_loading) = change(&mut stage);
            let bytes = String::from_utf8(bytes).unwrap();
            assert_eq!((book.as_str(), bytes.as_str(), is_loading), expected, "{path}");
        }
    }
}

#[test]
fn a_file_that_was_missing_in_a_preload_is_noticed_when_it_comes() {
    for missing in ["one.ron", "two.ron", "bytes", "chapter.txt"] {
        let disk = disk();
        let bytes = disk.remove(missing).unwrap();
        let mut stage = stage(disk.clone(), 0);
        assert_eq!(stage.manager.assets().preload().unwrap().step, LoadStep::Failed, "{missing}");
        disk.save(missing, bytes);
        assert_eq!(change(&mut stage), ("abc".to_owned(), b"1".to_vec(), true), "{missing}");
    }
}

#[test]
fn a_file_of_a_folder_is_noticed_also_with_the_same_time_and_length() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("saved-at-one-time");
    fs::create_dir_all(&folder).unwrap();
    let disk = disk();
    for path in disk.list().unwrap() {
        fs::write(folder.join(&path), disk.remove(&path).unwrap()).unwrap();
    }
    let mut stage = stage(DirSource::new(&folder), 0);
    // As an unpacker or a tool for copies does it.
    let saved = fs::metadata(folder.join("last.txt")).unwrap().modified().unwrap();
    fs::write(folder.join("new"), "f").unwrap();
    fs::File::options().write(true).open(folder.join("new")).unwrap().set_modified(saved).unwrap();
    fs::rename(folder.join("new"), folder.join("last.txt")).unwrap();
    if cfg!(unix) {
        assert_eq!(change(&mut stage).0, "abf");
    }
}
