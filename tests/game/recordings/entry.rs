//! An entry of any bytes in a recording, for the tests and for `tools/fuzz`.

use std::fs;
use std::sync::OnceLock;

use proscenium::dev::Recording;
use proscenium::flow::{GameScreen, Phase, ScreenContext};
use proscenium::game::{Game, RunOptions};

struct End;

impl GameScreen for End {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        cx.quit();
    }
}

/// The first line of a recording of this program.
fn header() -> Vec<u8> {
    let file = std::env::temp_dir().join(format!("proscenium-header-{}.recording", std::process::id()));
    let options = RunOptions { headless: true, record: Some(file.clone()), ..RunOptions::default() };
    Game::new("header").assets(".").phase(Phase::new("end").screen("end", |_| End)).run_with(&options);
    let bytes = fs::read(&file).unwrap();
    fs::remove_file(file).unwrap();
    bytes.into_iter().take_while(|byte| *byte != b'\n').chain([b'\n']).collect()
}

/// Reads these bytes, up to 127 of them, as an entry with a right checksum after a header.
pub fn feed_entry(entry: &[u8]) -> Result<(), String> {
    static HEADER: OnceLock<Vec<u8>> = OnceLock::new();
    let entry = &entry[..entry.len().min(127)];
    let (length, sum) = ([entry.len() as u8], crc32fast::hash(entry).to_le_bytes());
    Recording::parse(&[HEADER.get_or_init(header), &length[..], &sum, entry].concat()).map(|_| ())
}
