//! Recorded runs: their replays, what a replay brings with it, and files that are no recordings.

mod entry;
mod loads;

use std::cell::RefCell;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

use crate::nearly;
use entry::{feed_entry, feed_recording, nearly_right};
use proptest::prelude::*;
use proscenium::dev::Recording;
use proscenium::flow::{GameScreen, Phase, Plugin, ScreenContext, ScreenManager, TickInput};
use proscenium::game::{Game, RunOptions};
use proscenium::platform::{Action, Storage};

/// What a run has seen of its storage, its clock and its random numbers.
type Seen = Rc<RefCell<Vec<String>>>;

struct Notebook {
    storage: Rc<dyn Storage>,
    date: Rc<dyn Fn() -> u64>,
    seen: Seen,
}

impl GameScreen for Notebook {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let number = cx.random().u32(..);
        let input = cx.input().clone();
        let note = |what: String| self.seen.borrow_mut().push(what);
        if input.is_pressed(Action::ACCEPT) {
            note(format!("{:?} at {}", self.storage.load("note"), (self.date)()));
            note(format!("{:?}", self.storage.save("note", &number.to_string())));
        }
        if input.is_pressed(Action::JUMP) {
            let changed = self.storage.update("note", &mut |text| Ok(text.unwrap_or_default() + "!"));
            note(format!("{changed:?}, {:?}", self.storage.load("note")));
        }
        if input.pointer.pressed {
            note(format!("{:?}", input.pointer.position));
            cx.post(format!("pressed_{}", number % 7));
        }
        if input.is_pressed(Action::PAUSE) {
            cx.push("notebook");
        }
    }
}

fn game(seen: &Seen) -> Game {
    let seen = Rc::clone(seen);
    Game::new("notebook").version("1").option("level", "7").setup(move |manager, host| {
        assert_eq!(host.option("level"), Some("7"));
        let (storage, date) = (Rc::clone(&host.storage), Rc::clone(&host.date));
        let make =
            move || Notebook { storage: Rc::clone(&storage), date: Rc::clone(&date), seen: Rc::clone(&seen) };
        manager.add_phase(Phase::new("notebook").screen("notebook", move |_| make()));
    })
}

/// A new folder of a test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("proscenium-recordings-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

const SCRIPT: &str = "wait notebook\ntap accept\nrun 70\ntap jump\nclick 12.25 300.5\nemit rain\nhold left+up 40\n\
                      tap accept\ndrag 1 2 3.3 4\nrun 130\ntap accept\nquit\n";

/// Records a run with the texts of `folder` as its storage. Returns the options of a replay of it, and what it saw.
fn recorded(folder: &Path) -> (RunOptions, Vec<String>) {
    fs::write(folder.join("script.txt"), SCRIPT).unwrap();
    let seen = Seen::default();
    let options = RunOptions {
        headless: true,
        script: Some(folder.join("script.txt")),
        storage: Some(folder.join("storage")),
        trace: Some(folder.join("recorded.jsonl")),
        seed: Some(11),
        ..RunOptions::default()
    };
    assert_eq!(game(&seen).run_with(&options), ExitCode::SUCCESS);
    let replay = RunOptions {
        headless: true,
        replay: Some(folder.join("storage/last.recording")),
        trace: Some(folder.join("replayed.jsonl")),
        ..RunOptions::default()
    };
    (replay, seen.take())
}

#[test]
fn a_replay_has_the_trace_the_texts_and_the_dates_of_the_run() {
    let folder = folder("equal");
    fs::create_dir_all(folder.join("storage")).unwrap();
    fs::write(folder.join("storage/note"), "from before").unwrap();
    let (options, recorded) = recorded(&folder);
    assert!(recorded[0].starts_with("Ok(Some(\"from before\")) at 1"), "{recorded:?}");
    assert_eq!(recorded.len(), 9, "{recorded:?}");
    // The replay has its own texts and leaves these alone.
    let after = fs::read(folder.join("storage/note")).unwrap();
    fs::write(folder.join("storage/note"), "another").unwrap();
    let seen = Seen::default();
    assert_eq!(game(&seen).run_with(&options), ExitCode::SUCCESS);
    assert_eq!(seen.take(), recorded);
    assert_eq!(fs::read(folder.join("storage/note")).unwrap(), b"another");
    let traces =
        ["recorded.jsonl", "replayed.jsonl"].map(|name| fs::read_to_string(folder.join(name)).unwrap());
    assert!(traces[0].lines().count() > 20 && traces[0].contains("pressed_"), "{}", traces[0]);
    assert_eq!(traces[0], traces[1]);
    assert_ne!(after, b"another");
    fs::remove_dir_all(folder).unwrap();
}

/// A game's own device, which presses `accept` where the player presses `jump`.
struct Foot;

impl Plugin for Foot {
    fn before_tick(&mut self, _: &mut ScreenManager, tick: &mut TickInput) -> Result<(), Box<dyn Error>> {
        if tick.input.is_pressed(Action::JUMP) {
            tick.input.consume(Action::JUMP);
            tick.input.pressed.insert(Action::ACCEPT);
        }
        Ok(())
    }
}

#[test]
fn what_a_plugin_of_a_game_does_to_the_input_is_recorded() {
    let folder = folder("plugin");
    let seen = Seen::default();
    fs::write(folder.join("script.txt"), "wait notebook\ntap jump\nrun 3\nquit\n").unwrap();
    let file = Some(folder.join("foot.recording"));
    let script = Some(folder.join("script.txt"));
    let options = RunOptions { headless: true, script, record: file.clone(), ..RunOptions::default() };
    assert_eq!(game(&seen).plugin(Foot).run_with(&options), ExitCode::SUCCESS);
    let recorded = seen.take();
    assert_eq!(recorded.len(), 2, "as with `accept`: {recorded:?}");
    // The recording has the input after the plugin, whether the replay has the plugin or not.
    let options = RunOptions { headless: true, replay: file, ..RunOptions::default() };
    for game in [game(&seen), game(&seen).plugin(Foot)] {
        assert_eq!(game.run_with(&options), ExitCode::SUCCESS);
        assert_eq!(seen.take(), recorded);
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn errors_of_the_storage_are_replayed() {
    let folder = folder("errors");
    // A folder is no text, and cannot be replaced by one.
    fs::create_dir_all(folder.join("storage/note")).unwrap();
    let (options, recorded) = recorded(&folder);
    assert!(recorded[0].starts_with("Err(StorageError"), "{recorded:?}");
    assert!(recorded[1].starts_with("Err(StorageError { action: \"write\""), "{recorded:?}");
    fs::remove_dir_all(folder.join("storage/note")).unwrap();
    let seen = Seen::default();
    assert_eq!(game(&seen).run_with(&options), ExitCode::SUCCESS);
    assert_eq!(seen.take(), recorded);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_recording_of_another_game_or_run_is_not_replayed() {
    let folder = folder("departs");
    let (options, _) = recorded(&folder);
    let file = options.replay.clone().unwrap();
    let bytes = fs::read(&file).unwrap();
    let replaced = |from: &str, to: &str| {
        let at = bytes.windows(from.len()).position(|part| part == from.as_bytes()).unwrap();
        let bytes = [&bytes[..at], to.as_bytes(), &bytes[at + from.len()..]].concat();
        fs::write(&file, &bytes).unwrap();
        let error = Recording::parse(&bytes).err().unwrap_or_default();
        (error, game(&Seen::default()).run_with(&options))
    };
    // The tick and the field of a departure are in `replays` of the demo.
    assert_eq!(replaced("\"seed\":11", "\"seed\":12"), (String::new(), ExitCode::from(3)));
    assert_eq!(replaced("\"game\":\"notebook\"", "\"game\":\"notepad\""), (String::new(), ExitCode::from(2)));
    let newer = "the recording has format 2; this program reads format 1".to_owned();
    assert_eq!(replaced("\"format\":1", "\"format\":2,\"new\":[]"), (newer, ExitCode::from(2)));
    let (error, code) = replaced("\"layout\":", "\"layout\":0,\"old\":");
    assert!(error.contains("other kinds of input") && code == ExitCode::from(2), "{error}");
    let foreign = "this is not a recording".to_owned();
    assert_eq!(replaced("proscenium", "Proscenium"), (foreign, ExitCode::from(2)));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_recording_that_was_cut_is_replayed_up_to_there() {
    let folder = folder("cut");
    let (options, recorded) = recorded(&folder);
    let file = options.replay.clone().unwrap();
    let bytes = fs::read(&file).unwrap();
    let header = bytes.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    for length in 0..header {
        assert!(Recording::parse(&bytes[..length]).is_err(), "{length} bytes");
    }
    for length in header..bytes.len() {
        assert!(Recording::parse(&bytes[..length]).is_ok(), "{length} bytes");
    }
    fs::write(&file, &bytes[..bytes.len() * 2 / 3]).unwrap();
    let seen = Seen::default();
    assert_eq!(game(&seen).run_with(&options), ExitCode::SUCCESS);
    let seen = seen.take();
    assert!(!seen.is_empty() && seen.len() < recorded.len() && recorded.starts_with(&seen), "{seen:?}");
    let traces =
        ["recorded.jsonl", "replayed.jsonl"].map(|name| fs::read_to_string(folder.join(name)).unwrap());
    assert!(traces[0].starts_with(&traces[1]));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_changed_byte_is_found() {
    let folder = folder("changed");
    let (options, _) = recorded(&folder);
    let bytes = fs::read(options.replay.unwrap()).unwrap();
    let header = bytes.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    for mask in [0x01, 0x20, 0x80, 0xff] {
        let is_found = (header..bytes.len()).filter(|at| {
            let mut bytes = bytes.clone();
            bytes[*at] ^= mask;
            Recording::parse(&bytes).is_err()
        });
        // A length that becomes larger than the file is a cut.
        assert!(is_found.count() > (bytes.len() - header) * 9 / 10);
        for at in 0..header {
            let mut bytes = bytes.clone();
            bytes[at] ^= mask;
            // It is refused, or read as a recording with another name or option.
            let _ = Recording::parse(&bytes);
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

/// The names of the recordings in a folder.
fn recordings(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.filter(|name| name.ends_with(".recording")).collect();
    names.sort();
    names
}

#[test]
fn the_last_two_runs_are_kept() {
    let folder = folder("kept");
    let mut last = Vec::new();
    for _ in 0..3 {
        let before = std::mem::take(&mut last);
        recorded(&folder);
        last = fs::read(folder.join("storage/last.recording")).unwrap();
        let previous = fs::read(folder.join("storage/previous.recording")).unwrap_or_default();
        assert!(before == previous);
    }
    assert_eq!(recordings(&folder.join("storage")), ["last.recording", "previous.recording"]);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_run_that_does_not_begin_leaves_the_recordings_alone() {
    let folder = folder("wrong-phase");
    let (replay, _) = recorded(&folder);
    let storage = folder.join("storage");
    let last = fs::read(storage.join("last.recording")).unwrap();
    let own = folder.join("own.recording");
    fs::write(&own, &last).unwrap();
    for record in [None, Some(own.clone())] {
        let options = RunOptions {
            replay: None,
            trace: None,
            script: Some(folder.join("script.txt")),
            storage: Some(storage.clone()),
            phase: Some("notebok".to_owned()),
            record,
            ..replay.clone()
        };
        assert_eq!(game(&Seen::default()).run_with(&options), ExitCode::from(2));
    }
    assert_eq!(recordings(&storage), ["last.recording"]);
    assert!(fs::read(storage.join("last.recording")).unwrap() == last);
    assert!(fs::read(own).unwrap() == last);
    fs::remove_dir_all(folder).unwrap();
}

/// Runs `then` in its tenth tick.
struct Meeting(u32, Rc<dyn Fn()>);

impl GameScreen for Meeting {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {
        self.0 += 1;
        if self.0 == 10 {
            (self.1)();
        }
    }
}

/// Runs a game of 40 ticks with a seed.
fn meeting(folder: &Path, seed: u64, then: impl Fn() + 'static) -> ExitCode {
    let then: Rc<dyn Fn()> = Rc::new(then);
    let phase = Phase::new("meeting").screen("meeting", move |_| Meeting(0, Rc::clone(&then)));
    let options = RunOptions {
        headless: true,
        script: Some(folder.join("script.txt")),
        storage: Some(folder.join("storage")),
        seed: Some(seed),
        ..RunOptions::default()
    };
    Game::new("meeting").assets(".").phase(phase).run_with(&options)
}

#[test]
fn of_programs_at_once_each_keeps_its_own_recording() {
    let folder = folder("at-once");
    fs::write(folder.join("script.txt"), "wait meeting\nrun 40\nquit\n").unwrap();
    let seeds = |folder: &Path| {
        let storage = folder.join("storage");
        let seed = |name: &String| {
            let text = fs::read(storage.join(name)).unwrap();
            assert!(Recording::parse(&text).is_ok(), "{name}");
            let text = String::from_utf8_lossy(&text).into_owned();
            text.split("\"seed\":").nth(1).unwrap().split(',').next().unwrap().to_owned()
        };
        recordings(&storage).iter().map(|name| (name.clone(), seed(name))).collect::<Vec<_>>()
    };
    let named = |last: &str, previous: &str| {
        vec![
            ("last.recording".to_owned(), last.to_owned()),
            ("previous.recording".to_owned(), previous.to_owned()),
        ]
    };
    // Another program begins and ends while this one runs.
    let inner = folder.clone();
    let other = move || {
        let folder = inner.clone();
        let run = std::thread::spawn(move || meeting(&folder, 2, || {}) == ExitCode::SUCCESS);
        assert!(run.join().unwrap());
    };
    assert_eq!(meeting(&folder, 1, other), ExitCode::SUCCESS);
    assert_eq!(seeds(&folder), named("1", "2"));
    // Two others; the second crashes, and its report has its own recording.
    let inner = folder.clone();
    let others = move || {
        for (seed, crashes) in [(4, false), (5, true)] {
            let folder = inner.clone();
            let code = if crashes { 101 } else { 0 };
            let then = move || assert!(!crashes, "as it should");
            let run = std::thread::spawn(move || meeting(&folder, seed, then) == ExitCode::from(code));
            assert!(run.join().unwrap());
        }
    };
    assert_eq!(meeting(&folder, 3, others), ExitCode::SUCCESS);
    assert_eq!(seeds(&folder), named("3", "5"));
    let kept = fs::read(folder.join("storage/crashes/crash-0001.recording")).unwrap();
    assert!(fs::read(folder.join("storage/previous.recording")).unwrap().starts_with(&kept));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_recordings_of_killed_programs_become_those_before() {
    let folder = folder("killed");
    let storage = folder.join("storage");
    fs::create_dir_all(&storage).unwrap();
    // The last one was empty: the disk was full.
    for (nth, bytes) in [(1, &[1][..]), (2, &[2]), (3, &[3]), (4, &[])] {
        let path = storage.join(format!("running-{nth}-0.recording"));
        fs::write(&path, bytes).unwrap();
        let saved = std::time::SystemTime::now() - std::time::Duration::from_secs(100 - nth);
        fs::File::options().write(true).open(path).unwrap().set_modified(saved).unwrap();
    }
    recorded(&folder);
    assert_eq!(recordings(&storage), ["last.recording", "previous.recording"]);
    assert_eq!(fs::read(storage.join("previous.recording")).unwrap(), [3]);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_stands_in_the_place_of_a_recording_does_not_hold_a_run() {
    let folder = folder("in-the-way");
    let storage = folder.join("storage");
    // Bytes of any kind are the run before.
    fs::create_dir_all(&storage).unwrap();
    fs::write(storage.join("last.recording"), b"\xff\xfe").unwrap();
    recorded(&folder);
    assert_eq!(fs::read(storage.join("previous.recording")).unwrap(), b"\xff\xfe");
    assert!(Recording::parse(&fs::read(storage.join("last.recording")).unwrap()).is_ok());
    // A folder is not removed, and the run is played all the same.
    fs::remove_file(storage.join("previous.recording")).unwrap();
    fs::create_dir_all(storage.join("previous.recording/inner")).unwrap();
    let (_, seen) = recorded(&folder);
    assert_eq!(seen.len(), 9);
    assert!(storage.join("previous.recording/inner").is_dir());
    fs::remove_dir_all(folder).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn an_entry_of_any_bytes_is_read_or_refused(entry in proptest::collection::vec(any::<u8>(), 0..120)) {
        let result = feed_entry(&entry);
        let is_damage = |error: &String| error.starts_with("the recording is damaged");
        prop_assert!(result.as_ref().err().is_none_or(is_damage), "{:?}", result);
    }
}

#[test]
fn a_nearly_right_recording_is_refused_or_replayed() {
    let soak: u64 = std::env::var("PROSCENIUM_SOAK").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    let read = (0..soak * 200).filter(|seed| {
        let bytes = nearly::bytes_of(*seed);
        feed_recording(&nearly_right(&mut nearly::Choices::of(&bytes)))
    });
    let read = read.count() as u64;
    assert!((soak * 20..soak * 180).contains(&read), "{read} are recordings");
}
