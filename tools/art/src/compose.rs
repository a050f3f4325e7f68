//! Composes the sounds of the game.
//!
//! `cargo run -p art --bin compose` writes them all into `assets/sounds`, the same bytes each
//! time and on every machine. With `--check` nothing is written: the sounds that are there are
//! compared, and a difference ends the program with code 1. With `--figures` it says how long, how
//! large and how loud each of them is, and how well its end fits to its beginning. `--out DIR` writes
//! into another folder.

#![allow(clippy::print_stdout, reason = "the figures are what is asked for")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

#[path = "compose/effects.rs"]
mod effects;
#[path = "compose/figures.rs"]
mod figures;
#[path = "compose/music.rs"]
mod music;
#[path = "compose/score.rs"]
mod score;
#[path = "compose/sound.rs"]
mod sound;
#[path = "compose/tone.rs"]
mod tone;
#[path = "compose/voice.rs"]
mod voice;

use sound::Bits::{Eight, Sixteen};
use sound::{Bits, Sound};

/// A sound's file name, the bits of its samples, and who composes it.
type Piece = (&'static str, Bits, fn() -> Sound);

/// All the sounds there are. What is long has few bits: a page has to load it.
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

/// What the command line asks for.
struct Wish {
    out: PathBuf,
    check: bool,
    figures: bool,
}

fn main() -> ExitCode {
    match wish().and_then(|wish| run(&wish)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("compose: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Reads the command line.
fn wish() -> Result<Wish, String> {
    let out = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/sounds");
    let mut wish = Wish { out, check: false, figures: false };
    let mut words = env::args_os().skip(1);
    while let Some(word) = words.next() {
        match word.to_str() {
            Some("--check") => wish.check = true,
            Some("--figures") => wish.figures = true,
            Some("--out") => wish.out = words.next().ok_or("--out needs a folder after it")?.into(),
            _ => {
                let word = word.to_string_lossy();
                return Err(format!("what is {word:?}? There are --check, --figures and --out DIR"));
            }
        }
    }
    Ok(wish)
}

/// Composes, or compares, everything.
fn run(wish: &Wish) -> Result<(), String> {
    let (mut differences, mut all) = (0, 0);
    for (name, bits, compose) in PIECES {
        let file = compose().file(*bits);
        all += file.len();
        if wish.figures {
            println!("{name:18} {}", figures::of(&file)?);
        }
        differences += settle(&wish.out.join(name), &file, wish.check)?;
    }
    if wish.figures {
        println!("{all} bytes together");
    }
    match differences {
        0 => Ok(()),
        one_or_more => Err(format!("{one_or_more} of the sounds are not what this program composes")),
    }
}

/// Writes a file, or answers 1 where it is not the same.
fn settle(path: &Path, bytes: &[u8], check: bool) -> Result<u32, String> {
    let failed = |why| format!("{}: {why}", path.display());
    if !check {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        return fs::write(path, bytes).map(|()| 0).map_err(failed);
    }
    let is_same = fs::read(path).is_ok_and(|there| there == bytes);
    if !is_same {
        eprintln!("{} differs", path.display());
    }
    Ok(u32::from(!is_same))
}
