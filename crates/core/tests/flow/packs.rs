//! Packs: what is in them, what a load from them is, and what is refused.

mod damage;

use std::collections::BTreeMap;
use std::fs;

use futures_lite::future::block_on;
use proptest::prelude::*;
use proscenium_core::flow::{GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager};
use proscenium_core::phase::Resource;
use proscenium_core::platform::{
    AssetPath, AssetSource, DirSource, FaultySource, Input, ReadCause, TestSource, Trace,
};

use crate::files::png;
use crate::nearly::{self, Choices};
use damage::{Folder, feed_packs, nearly_right, read_all, with_header};

struct Still;
impl GameScreen for Still {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

/// A manager of phases with these files, each a resource of the kind `bytes`.
fn phases_of(source: impl AssetSource + 'static, phases: &[(&'static str, Vec<String>)]) -> ScreenManager {
    let mut manager =
        ScreenManager::new(ManagerSettings { source: std::sync::Arc::new(source), ..Default::default() });
    for (id, paths) in phases {
        let file = |(number, path)| Resource::file::<Vec<u8>>(format!("file_{number}"), path);
        let resources = paths.iter().map(String::as_str).enumerate().map(file);
        let phase = resources.fold(Phase::new(*id), Phase::resource);
        manager.add_phase(phase.screen(*id, |_| Still));
    }
    manager
}

/// A game with a manifest, a texture that is also a file of bytes, one that is not, and a missing file.
fn game(source: impl AssetSource + 'static) -> ScreenManager {
    let mut manager = ScreenManager::new(ManagerSettings {
        source: std::sync::Arc::new(source),
        trace: Trace::recording(),
        ..Default::default()
    });
    let menu = Phase::new("menu").manifest("menu.ron").screen("menu", |_| Still);
    let play = Phase::new("play").manifest("play.ron").screen("play", |_| Still);
    manager.add_phase(menu);
    manager.add_phase(play);
    manager
}

const MENU: &str =
    "(resources: [texture(id: \"icon\", path: \"icon.png\"), bytes(id: \"raw\", path: \"raw.png\"),
    texture(id: \"raw_icon\", path: \"raw.png\"), bytes(id: \"lost\", path: \"lost\", optional: true)])";
const PLAY: &str =
    "(resources: [texture(id: \"icon\", path: \"icon.png\"), texture(id: \"hero\", path: \"hero.png\")])";

fn files() -> BTreeMap<&'static str, Vec<u8>> {
    let text = |text: &str| text.as_bytes().to_vec();
    [("menu.ron", text(MENU)), ("play.ron", text(PLAY))]
        .into_iter()
        .chain([("icon.png", png(4)), ("raw.png", png(5)), ("hero.png", png(6))])
        .collect()
}

fn memory() -> TestSource {
    files().into_iter().fold(TestSource::default(), |source, (path, bytes)| source.with(path, bytes))
}

/// The packs of the game, and a source that reads them.
fn packed() -> (Folder, DirSource) {
    let folder = Folder::new();
    game(memory()).assets().pack(&folder.0).unwrap();
    let source = DirSource::open(&folder.0).unwrap();
    (folder, source)
}

/// The index without checksums and lengths.
fn index_of(folder: &Folder) -> Vec<String> {
    let bytes = fs::read(folder.0.join("shared.pack")).unwrap();
    let length: usize = str::from_utf8(&bytes[19..29]).unwrap().parse().unwrap();
    let text = str::from_utf8(&bytes[39..39 + length]).unwrap();
    text.lines().map(|line| line.rsplit(' ').next().unwrap().to_owned()).collect()
}

fn read(source: &dyn AssetSource, path: &str) -> Result<Vec<u8>, String> {
    block_on(source.read(&AssetPath::new(path).unwrap())).map_err(|error| error.to_string())
}

fn trace_of(source: impl AssetSource + 'static) -> Vec<String> {
    let mut manager = game(source);
    manager.start("menu");
    for _ in 0..20 {
        manager.step(&Input::default());
    }
    manager.command(proscenium_core::flow::ScreenCommand::load("play"));
    for _ in 0..200 {
        manager.step(&Input::default());
    }
    assert_eq!(manager.stack().active().map(proscenium_core::flow::ScreenId::name), Some("play"));
    manager.trace().take().iter().map(|record| serde_json::to_string(record).unwrap()).collect()
}

#[test]
fn a_phase_has_a_pack_and_what_is_shared_is_there_once() {
    let (folder, _source) = packed();
    let expected =
        ["shared.pack", "menu.ron", "play.ron", "icon.png", "menu.pack", "raw.png", "play.pack", "hero.png"];
    assert_eq!(index_of(&folder), expected);
}

#[test]
fn only_a_file_that_is_nothing_but_a_texture_changes_form() {
    let (_folder, source) = packed();
    for (path, bytes) in files() {
        let is_same = read(&source, path).unwrap() == bytes;
        assert_eq!(is_same, !["icon.png", "hero.png"].contains(&path), "{path}");
    }
}

#[test]
fn folder_packs_and_a_folder_over_packs_give_one_trace() {
    let folder = Folder::new();
    files().iter().for_each(|(path, bytes)| folder.write(path, bytes));
    let expected = trace_of(DirSource::new(&folder.0));
    assert!(
        expected.iter().any(|line| line.contains("stand_in") || line.contains("failed")),
        "{expected:#?}"
    );
    let (folder, source) = packed();
    assert_eq!(trace_of(source.clone()), expected);
    for (path, bytes) in files() {
        folder.write(path, &bytes);
        assert_eq!(trace_of(source.clone()), expected, "{path}");
    }
}

#[test]
fn a_file_of_the_folder_replaces_the_packed_one() {
    let (folder, source) = packed();
    folder.write("raw.png", b"mine");
    folder.write("mods/new.txt", b"new");
    assert_eq!(read(&source, "raw.png"), Ok(b"mine".to_vec()));
    assert_eq!(read(&source, "mods/new.txt"), Ok(b"new".to_vec()));
    let expected = ["hero.png", "icon.png", "menu.ron", "mods/new.txt", "play.ron", "raw.png"];
    assert_eq!(source.list().unwrap(), expected);
    fs::remove_file(folder.0.join("raw.png")).unwrap();
    assert_eq!(read(&source, "raw.png"), Ok(png(5)));
}

#[test]
fn packs_can_be_made_again_in_their_own_folder() {
    let (folder, source) = packed();
    let before = read_all(&source);
    game(source).assets().pack(&folder.0).unwrap();
    assert_eq!(read_all(&DirSource::open(&folder.0).unwrap()), before);
}

#[test]
fn a_required_file_that_is_missing_is_a_problem() {
    let folder = Folder::new();
    let manager = phases_of(TestSource::default(), &[("a", vec!["lost.txt".to_owned()])]);
    let problems = manager.assets().pack(&folder.0).unwrap_err();
    let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(problems, ["phase `a`: bytes `file_0`: cannot read lost.txt: there is no such file"]);
    assert!(!folder.0.join("shared.pack").exists());
    let manager = phases_of(TestSource::default(), &[("shared", Vec::new())]);
    assert!(manager.assets().pack(&folder.0).unwrap_err()[0].contains("rename it"));
    // Systems that do not tell capitals apart have one file for both.
    for ids in [&["Shared"][..], &["level", "Level"]] {
        let phases: Vec<_> = ids.iter().map(|id| (*id, Vec::new())).collect();
        let problems = phases_of(TestSource::default(), &phases).assets().pack(&folder.0).unwrap_err();
        assert!(problems[0].contains("rename"), "{problems:?}");
    }
}

#[test]
fn files_that_cannot_be_waited_for_are_not_packed() {
    let folder = Folder::new();
    let problems = game(FaultySource::new(memory()).as_network()).assets().pack(&folder.0).unwrap_err();
    let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
    let of = |phase| format!("phase `{phase}`: cannot read {phase}.ron: this source cannot be waited for");
    assert_eq!(problems, ["menu", "play"].map(of));
}

#[test]
fn a_cut_changed_or_foreign_pack_is_named_with_its_item() {
    let (folder, source) = packed();
    let open = || DirSource::open(&folder.0).map(drop).map_err(|error| error.to_string());
    let assert_refused = |result: Result<(), String>, parts: &[&str]| {
        let error = result.unwrap_err();
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    };
    let bytes = fs::read(folder.0.join("play.pack")).unwrap();
    folder.write("play.pack", &bytes[..bytes.len() - 1]);
    assert_refused(open(), &["play.pack", "it is cut in `hero.png`", "copy or make"]);
    assert_refused(read(&source, "hero.png").map(drop), &["play.pack", "`hero.png` was changed"]);
    folder.write("play.pack", &[&bytes[..], b"!"].concat());
    assert_refused(open(), &["play.pack", "after its last item `hero.png`", "another version"]);
    folder.write("play.pack", &vec![7; bytes.len()]);
    assert_refused(read(&source, "hero.png").map(drop), &["play.pack", "`hero.png` was changed"]);
    fs::remove_file(folder.0.join("play.pack")).unwrap();
    assert_refused(open(), &["play.pack", "there is no such file"]);
    folder.write("shared.pack", b"PK\x03\x04 something that is not a pack, and longer than its first line");
    assert_refused(open(), &["shared.pack", "does not start like the packs of this version"]);
    folder.write("shared.pack", &with_header(b"pack shared.pack\n00000000 0 ../../etc/passwd\n"));
    assert_refused(open(), &["shared.pack", "list of files was changed"]);
}

#[test]
fn a_damaged_item_is_not_tried_again() {
    let (folder, source) = packed();
    let length = fs::metadata(folder.0.join("play.pack")).unwrap().len();
    folder.write("play.pack", &vec![0; usize::try_from(length).unwrap()]);
    let error = block_on(source.read(&AssetPath::new("hero.png").unwrap())).unwrap_err();
    assert!(matches!(error.cause, ReadCause::Damaged(_)) && !error.is_transient(), "{error}");
}

/// The refused items of packs with damage, or all of them if the packs are refused. Panics if an item is
/// other than `before`.
fn refused(folder: &Folder, before: &BTreeMap<String, Vec<u8>>) -> usize {
    let Ok(source) = DirSource::open(&folder.0) else { return before.len() };
    let read = read_all(&source);
    for (path, bytes) in &read {
        assert!(bytes.as_ref().is_err() || before.get(path) == bytes.as_ref().ok(), "{path} was changed");
    }
    before.len() - read.iter().filter(|(_, bytes)| bytes.is_ok()).count()
}

#[test]
fn every_cut_and_every_changed_byte_is_refused() {
    let (folder, source) = packed();
    let before = read_all(&source).into_iter().map(|(path, bytes)| (path, bytes.unwrap())).collect();
    for pack in ["shared.pack", "menu.pack", "play.pack"] {
        let bytes = fs::read(folder.0.join(pack)).unwrap();
        for at in 0..bytes.len() {
            folder.write(pack, &bytes[..at]);
            assert!(refused(&folder, &before) > 0, "{pack} cut at {at}");
            let mut changed = bytes.clone();
            changed[at] ^= 1 << (at % 8);
            folder.write(pack, &changed);
            assert!(refused(&folder, &before) > 0, "{pack} changed at {at}");
        }
        folder.write(pack, &bytes);
        assert_eq!(refused(&folder, &before), 0);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_files_come_out_of_packs_as_they_went_in(
        files in prop::collection::btree_map(
            "f[a-z]{1,2}(/[a-zé 0-9]{1,3}y)?",
            (prop::collection::vec(any::<u8>(), 0..600), 1..8_u8),
            1..12,
        ),
    ) {
        let source = files.iter().fold(TestSource::default(), |source, (path, (bytes, _))| {
            source.with(path, bytes.clone())
        });
        // The bits say which phases have the file.
        let phases = ["a", "b", "c"].into_iter().enumerate().map(|(bit, id)| {
            let own = files.iter().filter(|(_, (_, phases))| phases >> bit & 1 == 1);
            (id, own.map(|(path, _)| path.clone()).collect())
        });
        let folder = Folder::new();
        let made = phases_of(source, &phases.collect::<Vec<_>>()).assets().pack(&folder.0).unwrap();
        for (name, length) in made {
            prop_assert_eq!(fs::metadata(folder.0.join(name.as_str())).unwrap().len(), length);
        }
        let read = read_all(&DirSource::open(&folder.0).unwrap());
        let expected: Vec<_> = files.into_iter().map(|(path, (bytes, _))| (path, Ok(bytes))).collect();
        prop_assert_eq!(read, expected);
    }

    #[test]
    fn any_bytes_as_packs_do_no_harm(
        lines in prop::collection::vec("(pack [a-s.]{1,8}k?|[0-9a-f]{8} [0-9]{1,4} [a-z./]{1,4}|\\PC{0,9})", 0..8),
        items in prop::collection::vec(any::<u8>(), 0..40),
    ) {
        let index = format!("pack shared.pack\n{}\n", lines.join("\n"));
        feed_packs(&[index.as_bytes(), &[0], &items].concat(), &Folder::new());
    }
}

#[test]
fn nearly_right_packs_are_read_or_name_the_file_that_is_wrong() {
    let soak: u64 = std::env::var("PROSCENIUM_SOAK").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    let folder = Folder::new();
    for seed in 0..soak * 100 {
        feed_packs(&nearly_right(&mut Choices::of(&nearly::bytes_of(seed))), &folder);
    }
}
