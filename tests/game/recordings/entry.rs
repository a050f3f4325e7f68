//! An entry of any bytes in a recording, and nearly right recordings, for the tests and for `tools/fuzz`.

#![allow(dead_code, reason = "a fuzz target uses a part of it")]

use std::fs;
use std::process::ExitCode;
use std::sync::OnceLock;

use proscenium::dev::Recording;
use proscenium::flow::{GameScreen, Phase, ScreenContext};
use proscenium::game::{Game, RunOptions};

use crate::nearly::{self, Choices};

struct Still;

impl GameScreen for Still {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

/// A recording of this program.
fn right() -> &'static [u8] {
    static RIGHT: OnceLock<Vec<u8>> = OnceLock::new();
    RIGHT.get_or_init(|| {
        let file = std::env::temp_dir().join(format!("proscenium-entry-{}.recording", std::process::id()));
        let script = file.with_extension("txt");
        fs::write(
            &script,
            "wait still\ntap accept\nrun 70\nclick 12.25 300.5\nemit rain\nhold left+up 4\nquit\n",
        )
        .unwrap();
        let options = RunOptions { script: Some(script.clone()), record: Some(file.clone()), ..headless() };
        game().run_with(&options);
        let bytes = fs::read(&file).unwrap();
        fs::remove_file(file).and_then(|()| fs::remove_file(script)).unwrap();
        bytes
    })
}

fn headless() -> RunOptions {
    RunOptions { headless: true, ..RunOptions::default() }
}

fn game() -> Game {
    Game::new("entry").assets(".").phase(Phase::new("still").screen("still", |_| Still)).setup(|_, host| {
        let _ = (host.storage.load("note"), host.storage.save("note", "text"), (host.date)());
    })
}

/// The first line of a recording of this program.
fn header() -> &'static [u8] {
    let end = right().iter().position(|byte| *byte == b'\n').unwrap();
    &right()[..=end]
}

/// Reads these bytes, up to 127 of them, as an entry with a right checksum after a header.
pub fn feed_entry(entry: &[u8]) -> Result<(), String> {
    Recording::parse(&[header(), &with_checksum(&entry[..entry.len().min(127)])].concat()).map(|_| ())
}

/// A number of seven bits a byte, and the bytes after it.
fn number(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let end = bytes.iter().take(10).position(|byte| *byte < 0x80)? + 1;
    let number = bytes[..end]
        .iter()
        .rev()
        .try_fold(0_u64, |number, byte| number.checked_mul(128)?.checked_add(u64::from(byte & 0x7f)));
    Some((number?, &bytes[end..]))
}

/// The entries of a recording, without their checksums.
fn entries(mut rest: &[u8]) -> Vec<Vec<u8>> {
    let mut entries = Vec::new();
    while let Some((length, after)) = number(rest)
        && let Some(entry) = after.get(4..).and_then(|after| after.get(..length.try_into().ok()?))
    {
        entries.push(entry.to_vec());
        rest = &after[4 + entry.len()..];
    }
    entries
}

fn with_checksum(entry: &[u8]) -> Vec<u8> {
    let (mut length, mut left) = (Vec::new(), entry.len());
    while left >= 0x80 {
        length.push(left as u8 | 0x80);
        left >>= 7;
    }
    length.push(left as u8);
    [&length[..], &crc32fast::hash(entry).to_le_bytes(), entry].concat()
}

/// A recording with right checksums, and a few things wrong in its header or its entries.
pub fn nearly_right(choices: &mut Choices<'_>) -> Vec<u8> {
    let mut header = String::from_utf8(header().to_vec()).unwrap();
    if choices.below(3) == 0 {
        let at = header.find('{').unwrap();
        header = format!("{}{}\n", &header[..at], nearly::text(&header[at..], choices));
    }
    let others = entries(&right()[self::header().len()..]);
    let mut all = others.clone();
    for _ in choices.changes() {
        nearly::change(&mut all, &others, choices, |entry, choices| {
            let at = choices.below(entry.len());
            match choices.below(6) {
                _ if entry.is_empty() => entry.push(0),
                0 => entry.truncate(at),
                1 => entry.push(choices.below(256) as u8),
                // The largest numbers.
                2 => drop(entry.splice(at..=at, [[0xff; 9].as_slice(), &[1]].concat())),
                3 => drop(entry.splice(..1, [[0x80; 9].as_slice(), &[1]].concat())),
                _ => entry[at] = choices.below(256) as u8,
            }
        });
    }
    let mut all: Vec<_> = all.iter().map(|entry| with_checksum(entry)).collect();
    if choices.below(8) == 0
        && let Some(entry) = all.last_mut()
    {
        entry[0] = choices.below(128) as u8;
    }
    [header.into_bytes(), all.concat()].concat()
}

/// Reads a recording; what is read can be written and read again, and replayed. Returns whether it is one.
pub fn feed_recording(bytes: &[u8]) -> bool {
    let recording = match Recording::parse(bytes) {
        Ok(recording) => recording,
        Err(error) => {
            assert!(error.starts_with("the recording "), "{error}");
            return false;
        }
    };
    let written = recording.bytes();
    let again = Recording::parse(&written).unwrap_or_else(|error| panic!("{error}")).bytes();
    assert!(again == written, "{recording:?}");
    let body = &bytes[bytes.iter().position(|byte| *byte == b'\n').unwrap() + 1..];
    let ticks = entries(body).iter().try_fold(0_u64, |all, entry| all.checked_add(number(entry)?.0));
    if ticks.is_none_or(|ticks| ticks > 1_000) {
        return true;
    }
    let file = std::env::temp_dir().join(format!("proscenium-nearly-{}.recording", std::process::id()));
    fs::write(&file, bytes).unwrap();
    let code = game().run_with(&RunOptions { replay: Some(file), ..headless() });
    // It is replayed; of another game or seed; or it departs.
    assert!([0, 2, 3].map(ExitCode::from).contains(&code), "{code:?}: {recording:?}");
    true
}
