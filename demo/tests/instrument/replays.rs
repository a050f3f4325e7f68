//! Recorded runs of the game: random play, replayed to the same trace.
//!
//! `PROSCENIUM_MINUTES=10 cargo test --test instrument replays` plays ten minutes. The default is
//! one. The recording stays in `target/replay`, where `.ci/replayed` and the tests of the page find it.

use std::fs;
use std::path::{Path, PathBuf};

use super::{run, stderr};

/// A script of random play for this many ticks: walking, fighting, orders, menus, saves.
fn random_play(ticks: u32) -> String {
    let mut random = fastrand::Rng::with_seed(3);
    let mut script = "wait in_game\n".to_owned();
    let (mut played, mut has_saved) = (0, false);
    while played < ticks {
        let (x, y) = (random.u32(60..600), random.u32(40..330));
        let kind = random.u32(..16);
        if kind < 4 {
            // Where the level is lost this begins it again; the pause would lead to the main menu.
            script.push_str("tap accept\nrun 60\n");
            played += 62;
        }
        let (lines, length) = match kind {
            0 => ("tap pause\nrun 40\ntap pause\nrun 40\n".to_owned(), 84),
            // To the settings and back without a change.
            1 => (
                "tap pause\nrun 40\ntap down\ntap accept\nrun 60\ntap cancel\nrun 60\ntap pause\nrun 40\n"
                    .to_owned(),
                210,
            ),
            2 => ("tap bestiary\nrun 40\ntap cancel\nrun 40\n".to_owned(), 84),
            // To a slot, which is overwritten after a question, and back.
            3 => {
                let answer =
                    if std::mem::replace(&mut has_saved, true) { "tap accept\nrun 10\n" } else { "" };
                let save = "tap down\ntap down\ntap accept\nrun 40\ntap accept\nrun 10\n";
                let back = "tap cancel\nrun 40\ntap pause\nrun 40\n";
                (format!("tap pause\nrun 40\n{save}{answer}{back}"), 190)
            }
            4 => (format!("tap select_all\ntap attack\nclick {x} {y}\nrun 30\n"), 36),
            5 => (format!("drag {x} {y} {} {}\nclick {y} {y} right\n", x / 2, y + 20), 5),
            6 => ("tap jump\nrun 10\ntap strike\n".to_owned(), 14),
            7 => ("tap patrol\nclick 320.5 200.25\n".to_owned(), 4),
            // Again, where the level is lost.
            8 => ("run 50\ntap accept\nrun 50\n".to_owned(), 102),
            9 => (format!("emit rumour_{x}\nrun 5\n"), 5),
            _ => {
                let way = ["left", "right", "up", "down", "left+run", "right+up"][random.usize(..6)];
                let ticks = random.u32(5..60);
                (format!("hold {way} {ticks}\n"), ticks + 1)
            }
        };
        script.push_str(&lines);
        played += length;
    }
    script
}

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/replay");
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn minutes_of_random_play_are_replayed_to_the_same_trace() {
    let minutes =
        std::env::var("PROSCENIUM_MINUTES").ok().and_then(|number| number.parse().ok()).unwrap_or(1);
    let folder = folder();
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let [script, recording, recorded, replayed, report] =
        ["play.txt", "play.recording", "recorded.jsonl", "replayed.jsonl", "report.json"].map(file);
    fs::write(&script, random_play(minutes * 3600 + 120)).unwrap();
    let play = ["--headless", "--trace-machines", "--phase", "in_game", "--seed", "9", "--level", "2"];
    let files = ["--script", &script, "--record", &recording, "--trace", &recorded, "--report", &report];
    let output = run(&[&play[..], &files].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let output = run(&["--headless", "--trace-machines", "--replay", &recording, "--trace", &replayed]);
    assert!(output.status.success(), "{}", stderr(&output));

    let (recorded, replayed) = (fs::read_to_string(recorded).unwrap(), fs::read_to_string(replayed).unwrap());
    for kind in ["\"pause\"]", "\"settings\"]", "\"bestiary\"]", "\"save_run\"]", "\"machine\"", "\"rumour_"]
    {
        assert!(recorded.contains(kind), "{kind} is not in the trace");
    }
    let differs = recorded.lines().zip(replayed.lines()).find(|(one, other)| one != other);
    assert_eq!(differs, None);
    assert_eq!(recorded.lines().count(), replayed.lines().count());
    let report: serde_json::Value = serde_json::from_str(&fs::read_to_string(report).unwrap()).unwrap();
    let ticks = report["ticks"].as_u64().unwrap();
    assert!(ticks >= u64::from(minutes) * 3600, "{ticks} ticks");
    let bytes = fs::metadata(&recording).unwrap().len();
    let a_second = bytes * 60 / ticks;
    eprintln!("{ticks} ticks, {bytes} bytes, {a_second} bytes a second, {} lines", recorded.lines().count());
    assert!(a_second < 400, "{a_second} bytes a second");
}

#[test]
fn a_replay_that_departs_names_the_tick_and_the_field() {
    let folder = super::Folder::new();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [script, recording] = ["play.txt", "play.recording"].map(file);
    fs::write(&script, "wait in_game\nrun 30\ntap pause\nwait pause\ntap pause\nwait in_game\nrun 200\n")
        .unwrap();
    let begin = ["--headless", "--script", &script, "--record", &recording, "--phase"];
    assert!(run(&[&begin[..], &["in_game"]].concat()).status.success());
    let bytes = fs::read(&recording).unwrap();
    let replay = |from: &str, to: &str| {
        let at = bytes.windows(from.len()).position(|part| part == from.as_bytes()).unwrap();
        fs::write(&recording, [&bytes[..at], to.as_bytes(), &bytes[at + from.len()..]].concat()).unwrap();
        let output = run(&["--headless", "--replay", &recording]);
        (output.status.code(), stderr(&output))
    };
    let (code, error) = replay("\"seed\":0", "\"seed\":1");
    assert_eq!(code, Some(3), "{error}");
    assert!(error.contains("the replay departs from the recording at tick "), "{error}");
    assert!(error.contains("`random numbers`"), "{error}");
    // Another phase shows at once, in the first command.
    let (code, error) = replay("\"phase\":\"in_game\"", "\"phase\":\"main_menu\"");
    assert_eq!(code, Some(3), "{error}");
    assert!(
        error.contains(" at tick ") && error.contains("`command`") && error.contains("main_menu"),
        "{error}"
    );
}
