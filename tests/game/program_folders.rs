//! Where a program looks for its assets, and where it keeps the files of a player. The test program is the game.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::rc::Rc;

use proscenium::flow::{GameScreen, Phase, ScreenContext};
use proscenium::game::{Game, RunOptions, Saves, SettingsFile};
use proscenium::platform::{DirStorage, Storage};

/// What the test program does as a game, in the variable of this name.
const AS_GAME: &str = "PROSCENIUM_PLACES";

struct Idle;

impl GameScreen for Idle {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

fn folder(name: &str) -> PathBuf {
    // On the disk of the test program, so that a link can be made to it.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("places-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Assets whose tour ends in order, or with an error.
fn assets(folder: &Path, is_good: bool) {
    fs::create_dir_all(folder.join("assets/scripts")).unwrap();
    let tour = if is_good { "wait idle\nquit\n" } else { "wait nowhere 5\n" };
    fs::write(folder.join("assets/scripts/tour.txt"), tour).unwrap();
}

fn as_game(program: &Path, test: &str, part: &str) -> Command {
    let mut command = Command::new(program);
    command.args(["--exact", &format!("program_folders::{test}"), "--nocapture"]).env(AS_GAME, part);
    command
}

#[test]
fn the_assets_of_the_program_come_first_but_not_under_cargo() {
    if let Ok(part) = std::env::var(AS_GAME) {
        let options = RunOptions {
            headless: true,
            assets: (part == "named").then(|| PathBuf::from("assets")),
            ..RunOptions::default()
        };
        let phase = Phase::new("idle").screen("idle", |_| Idle);
        assert_eq!(Game::new("herd").phase(phase).run_with(&options), ExitCode::SUCCESS);
        return;
    }
    let folder = folder("assets");
    let (bin, here) = (folder.join("bin"), folder.join("here"));
    assets(&bin, true);
    assets(&here, false);
    let program = bin.join(format!("herd{}", std::env::consts::EXE_SUFFIX));
    let own = std::env::current_exe().unwrap();
    fs::hard_link(&own, &program).or_else(|_| fs::copy(&own, &program).map(drop)).unwrap();
    let runs = |part: &str, by_cargo: bool| {
        let test = "the_assets_of_the_program_come_first_but_not_under_cargo";
        let mut command = as_game(&program, test, part);
        command.current_dir(&here).env_remove("CARGO_MANIFEST_DIR");
        if by_cargo {
            command.env("CARGO_MANIFEST_DIR", &folder);
        }
        command.output().unwrap().status.success()
    };
    assert!(runs("found", false));
    assert!(!runs("found", true), "cargo run takes the current folder's assets");
    assert!(!runs("named", false), "the named folder is taken");
    fs::remove_dir_all(folder).unwrap();
}

#[cfg(all(unix, not(target_vendor = "apple")))]
#[test]
fn settings_and_saved_games_lie_in_their_folders() {
    if std::env::var_os(AS_GAME).is_some() {
        let storage: Rc<dyn Storage> = Rc::new(DirStorage::for_game("herd").unwrap());
        storage.save("settings.ron", "not RON").unwrap();
        SettingsFile::<Vec<u8>>::new(Rc::clone(&storage)).save(&vec![1]).unwrap();
        Saves::<u8>::new(Rc::clone(&storage)).write(1, &1, "a save").unwrap();
        storage.save("settings", "of the game's own").unwrap();
        return;
    }
    let folder = folder("kept");
    let mut command =
        as_game(&std::env::current_exe().unwrap(), "settings_and_saved_games_lie_in_their_folders", "kept");
    for kind in ["CONFIG", "DATA", "STATE"] {
        command.env(format!("XDG_{kind}_HOME"), folder.join(kind));
    }
    assert!(command.output().unwrap().status.success());
    let names = |kind: &str| {
        let entries = fs::read_dir(folder.join(kind).join("herd")).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.filter(|name| !name.ends_with("~lock")).collect();
        names.sort();
        names
    };
    assert_eq!(names("CONFIG"), ["settings.ron", "settings.ron.broken"]);
    assert_eq!(names("DATA"), ["save_1.txt", "settings"]);
    fs::remove_dir_all(folder).unwrap();
}
