//! The program is killed while it saves: a slot has a whole save, the last one or the one before, and so has the file
//! of the settings.
//!
//! `PROSCENIUM_KILLS=200 cargo test --test instrument kills` kills it 200 times, for each of both. The
//! default is 5.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};

use proscenium::flow::SavedFlow;
use proscenium::game::{Saves, SettingsFile};
use proscenium::platform::DirStorage;
use serde::Deserialize;

use super::folder::Folder;
use super::{PROGRAM, run};

/// The slot to which the script saves.
const SLOT: u32 = 1;

const BEGIN: &str = "wait in_game\n";
const SAVE: &str = "tap pause\nwait pause\ntap down\ntap down\ntap accept\nwait save_run\ntap accept\n";
/// The slot has a run already.
const OVERWRITE: &str = "wait question\ntap accept\n";
const GO_ON: &str = "wait save_run\ntap cancel\nwait pause\ntap pause\nwait in_game\n";

/// The text of the slot, which is empty or undamaged.
fn saved(storage: &Path) -> Option<String> {
    Saves::<()>::new(Rc::new(DirStorage::new(storage))).read(SLOT).unwrap()
}

/// The ticks of a save's run. Fails unless it is whole.
fn ticks_of(text: &str) -> u64 {
    let saved = SavedFlow::parse(text).unwrap();
    assert_eq!(saved.phase(), "in_game");
    assert!(saved.screens().eq(["in_game", "pause"]));
    let ticks = text.split("ticks:").nth(1).and_then(|rest| rest.split(',').next()).unwrap();
    ticks.parse().unwrap()
}

fn start(phase: &str, storage: &Path, script: &Path, seed: u64) -> Child {
    let mut program = Command::new(PROGRAM);
    program.args(["--headless", "--phase", phase, "--seed", &seed.to_string()]);
    program.arg("--storage").arg(storage).arg("--script").arg(script);
    program.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn kills() -> u64 {
    std::env::var("PROSCENIUM_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(5)
}

#[test]
fn a_kill_while_saving_leaves_the_last_save_or_the_one_before() {
    let kills = kills();
    let folder = Folder::new();
    let (storage, script) = (folder.path().join("storage"), folder.path().join("script.txt"));
    fs::write(&script, format!("{BEGIN}{SAVE}{GO_ON}")).unwrap();
    assert!(start("in_game", &storage, &script, 0).wait().unwrap().success());
    let saves = [SAVE, OVERWRITE, GO_ON].concat().repeat(2000);
    fs::write(&script, format!("{BEGIN}{saves}")).unwrap();
    let mut random = fastrand::Rng::with_seed(7);
    let mut saves = 0;
    for kill in 0..kills {
        let before = saved(&storage);
        let (mut last, mut seen) = (before.clone(), None);
        let mut child = start("in_game", &storage, &script, kill);
        let begin = Instant::now();
        // Some are killed while they load, and before their first save.
        let mut end = (random.u32(..5) == 0).then(|| begin + Duration::from_millis(random.u64(..800)));
        while end.is_none_or(|end| Instant::now() < end) {
            assert_eq!(child.try_wait().unwrap(), None, "the script was over before a save");
            assert!(begin.elapsed() < Duration::from_secs(600), "no save in ten minutes");
            std::thread::sleep(Duration::from_millis(1));
            let now = saved(&storage);
            if now != last {
                let ticks = ticks_of(now.as_ref().unwrap());
                assert!(seen.is_none_or(|last| ticks >= last), "{ticks} after {seen:?}");
                (last, seen) = (now, Some(ticks));
                end.get_or_insert_with(|| Instant::now() + Duration::from_micros(random.u64(..300_000)));
            }
        }
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success(), "the script was over before the kill");
        let after = saved(&storage);
        match seen {
            None => saves += u32::from(after != before),
            Some(last) => {
                saves += 1;
                assert!(after.is_some_and(|text| ticks_of(&text) >= last), "kill {kill} has lost a save");
            }
        }
    }
    assert!(u64::from(saves) > kills / 2, "{saves} of {kills} programs have saved");

    // The last one is continued.
    fs::write(&script, "wait main_menu\ntap accept\nwait continue_run\ntap accept\nwait pause\nquit\n")
        .unwrap();
    let [storage, script] = [&storage, &script].map(|path| path.to_str().unwrap());
    let output = run(&["--headless", "--phase", "main_menu", "--storage", storage, "--script", script]);
    assert!(output.status.success(), "{}", super::stderr(&output));
}

/// The settings that the kills are about.
#[derive(Debug, Default, PartialEq, serde::Serialize, Deserialize)]
#[serde(default)]
struct Settings {
    music_volume: u8,
    language: String,
    /// A field of a newer version.
    hologram: Option<u32>,
}

#[test]
fn a_kill_while_saving_settings_leaves_all_of_them() {
    let folder = Folder::new();
    let (storage, script) = (folder.path().join("storage"), folder.path().join("script.txt"));
    let load = || SettingsFile::<Settings>::new(Rc::new(DirStorage::new(&storage))).load();
    let file = SettingsFile::new(Rc::new(DirStorage::new(&storage)));
    file.save(&Settings { music_volume: 1, language: "zh-CN".to_owned(), hologram: Some(7) }).unwrap();
    // The volume goes up and down, and each value is saved.
    let music = "wait settings\ntap up\ntap right\ntap down\ntap down\n";
    let enter = format!("wait main_menu\ntap down\ntap accept\n{music}");
    let save = |way: &str| {
        format!("tap {way}\ntap up\ntap up\ntap up\ntap accept\nwait main_menu\ntap accept\n{music}")
    };
    fs::write(&script, format!("{enter}{}", [save("right"), save("left")].concat().repeat(2000))).unwrap();
    let mut random = fastrand::Rng::with_seed(11);
    let mut volumes = std::collections::HashSet::new();
    for kill in 0..kills() {
        let mut child = start("main_menu", &storage, &script, kill);
        let (begin, before) = (Instant::now(), load().0.music_volume);
        // Some are killed while they load, and before their first save.
        let mut end = (random.u32(..5) == 0).then(|| begin + Duration::from_millis(random.u64(..800)));
        while end.is_none_or(|end| Instant::now() < end) {
            assert_eq!(child.try_wait().unwrap(), None, "the script was over before a save");
            assert!(begin.elapsed() < Duration::from_secs(600), "no save in ten minutes");
            std::thread::sleep(Duration::from_millis(1));
            let (settings, problem) = load();
            assert_eq!((settings.language.as_str(), settings.hologram, problem), ("zh-CN", Some(7), None));
            volumes.insert(settings.music_volume);
            if settings.music_volume != before {
                end.get_or_insert_with(|| Instant::now() + Duration::from_micros(random.u64(..200_000)));
            }
        }
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success(), "the script was over before the kill");
        let (settings, problem) = load();
        assert_eq!((settings.language.as_str(), settings.hologram, problem), ("zh-CN", Some(7), None));
        assert!((1..=10).contains(&settings.music_volume), "{settings:?}");
    }
    assert!(volumes.len() > 1, "only {volumes:?} was saved");
}
