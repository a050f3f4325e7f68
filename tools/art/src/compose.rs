//! Composes the sounds of the game and of the skeleton.
//!
//! `cargo run -p art --bin compose` writes all of them to their `assets/sounds`, the same bytes each time
//! and on every machine. `--check` compares with the existing files instead, and exits with code 1 if one
//! differs. `--figures` also prints the length, size and loudness of each sound, and how well it loops.
//! `--out DIR` writes to another folder.

#![allow(clippy::print_stdout, reason = "a command line program")]

use std::path::Path;
use std::process::ExitCode;

#[path = "compose/effects.rs"]
mod effects;
#[path = "compose/figures.rs"]
mod figures;
#[path = "compose/music.rs"]
mod music;
#[path = "output.rs"]
mod output;
#[path = "compose/score.rs"]
mod score;
#[path = "compose/skeleton.rs"]
mod skeleton;
#[path = "compose/sound.rs"]
mod sound;
#[path = "compose/tone.rs"]
mod tone;
#[path = "compose/voice.rs"]
mod voice;

use output::Output;
use sound::Bits::{Eight, Sixteen};
use sound::{Bits, Sound};

/// The file name of a sound, the bits per sample, and the function that composes it.
type Piece = (&'static str, Bits, fn() -> Sound);

/// All sounds of the game. Long ones have 8 bits, because a page has to load them.
const PIECES: &[Piece] = &[
    ("beacon_hit.wav", Sixteen, effects::beacon_hit),
    ("bolt.wav", Sixteen, effects::bolt),
    ("burst.wav", Sixteen, effects::burst),
    ("goo.wav", Sixteen, effects::goo),
    ("hit.wav", Sixteen, effects::hit),
    ("horn.wav", Eight, effects::horn),
    ("jump.wav", Sixteen, effects::jump),
    ("land.wav", Sixteen, effects::land),
    ("lose.wav", Eight, effects::lose),
    ("marine_falls.wav", Sixteen, effects::marine_falls),
    ("menu_accept.wav", Sixteen, effects::menu_accept),
    ("menu_back.wav", Sixteen, effects::menu_back),
    ("menu_move.wav", Sixteen, effects::menu_move),
    ("monster_falls.wav", Sixteen, effects::monster_falls),
    ("music_game.wav", Eight, music::march),
    ("music_menu.wav", Eight, music::waltz),
    ("shot.wav", Sixteen, effects::shot),
    ("splash.wav", Sixteen, effects::splash),
    ("strike.wav", Sixteen, effects::strike),
    ("win.wav", Eight, effects::win),
];

/// All sounds of the skeleton.
const SKELETON: &[Piece] = &[
    ("accept.wav", Sixteen, effects::menu_accept),
    ("back.wav", Sixteen, effects::menu_back),
    ("bleat.wav", Sixteen, skeleton::bleat),
    ("home.wav", Sixteen, skeleton::home),
    ("move.wav", Sixteen, effects::menu_move),
    ("music_game.wav", Eight, skeleton::music_game),
    ("music_menu.wav", Eight, skeleton::music_menu),
];

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("compose: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Composes, or compares, all sounds.
fn run() -> Result<(), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = Output::parse(folder, "--figures")?;
    let (mut differences, mut total) = (0, 0);
    let game = PIECES.iter().map(|piece| ("assets/sounds", piece));
    let skeleton = SKELETON.iter().map(|piece| ("skeleton/assets/sounds", piece));
    for (folder, (name, bits, compose)) in game.chain(skeleton) {
        let file = compose().file(*bits);
        total += file.len();
        if output.option {
            println!("{name:18} {}", figures::of(&file)?);
        }
        differences += output.put(&format!("{folder}/{name}"), &file)?;
    }
    if output.option {
        println!("{total} bytes in total");
    }
    match differences {
        0 => Ok(()),
        count => Err(format!("{count} files differ")),
    }
}
