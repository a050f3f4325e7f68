//! Games on the desktop: in a window.

#![cfg_attr(not(any(feature = "dev", feature = "window")), allow(dead_code, reason = "no player has files"))]

#[cfg(feature = "window")]
use std::cell::Cell;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;

#[cfg(feature = "pads")]
use proscenium_core::platform::read_now;

use super::builder::Game;
use super::host::{Home, Host};
use super::log_tee;
#[cfg(any(feature = "window", not(feature = "dev")))]
use super::session::RunOutcome;
use super::session_error::SessionError;
#[cfg(feature = "window")]
use super::window_loop::{WindowLoop, config, run_in_window};
#[cfg(feature = "pads")]
use crate::pads::DesktopPads;
use crate::platform::{AssetPath, AssetSource, DirSource, DirStorage, ReadCause, ReadError, ReadFuture};
#[cfg(feature = "window")]
use crate::{
    platform::Storage,
    window::{Display as Screen, WindowInput},
};

/// The mappings of pads that have none, if the assets have it.
#[cfg(feature = "pads")]
const PAD_MAPPINGS: &str = "gamecontrollerdb.txt";
/// The exit code after a panic, as for any program in Rust.
pub(super) const CRASHED: u8 = 101;
/// How many folders upwards the assets are searched for.
const FOLDERS_UP: usize = 5;

/// Runs a game for a player.
#[cfg(not(feature = "dev"))]
pub(super) fn run(game: Game) -> ExitCode {
    let name = game.name;
    ignore_arguments(name);
    begin_log();
    match play(game) {
        Ok((_, Ok(()))) => ExitCode::SUCCESS,
        Ok((_, Err(error))) => fail(name, &message(&error), exit_code(&error)),
        Err(error) => fail(name, &error, 2),
    }
}

#[cfg(all(feature = "window", not(feature = "dev")))]
fn play(game: Game) -> Result<RunOutcome, String> {
    let (mut host, _) = host(&game, None)?;
    add_system(&mut host);
    host.home = Home::of_player(game.name);
    let display = crate::window::display().map_err(|error| error.to_string())?;
    in_window(game, host, display)
}

#[cfg(not(any(feature = "window", feature = "dev")))]
fn play(game: Game) -> Result<RunOutcome, String> {
    say(&format!("{}: this build has no window; it runs until the game ends by itself", game.name));
    let (host, _) = host(&game, None)?;
    Ok(game.start(host)?.run_headless())
}

/// Says that a program without a command line has been given one.
#[cfg(not(feature = "dev"))]
fn ignore_arguments(name: &str) {
    if std::env::args_os().len() > 1 {
        let what = "its arguments are ignored, because it was built without the feature `dev` of proscenium";
        say(&format!("{name}: {what}"));
    }
}

/// Shows warnings, or what the variable `RUST_LOG` says, where the program has no logger.
pub(super) fn begin_log() {
    let shown = env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).build();
    let level = shown.filter();
    log_tee::begin(Box::new(shown), level);
}

pub(super) fn fail(name: &str, error: &str, code: u8) -> ExitCode {
    say(&format!("{name}: {error}"));
    ExitCode::from(code)
}

/// Writes a line for the user. A closed stderr is no reason to end.
pub(super) fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// What the user reads of the error of a run.
pub(super) fn message(error: &SessionError) -> String {
    match error {
        SessionError::Crashed { kept, .. } => format!("{error}\n{kept}"),
        _ => error.to_string(),
    }
}

pub(super) fn exit_code(error: &SessionError) -> u8 {
    match error {
        SessionError::Crashed { .. } => CRASHED,
        SessionError::NotStarted(_) => 2,
        _ => 3,
    }
}

/// A host without a window, and the folder of its files, which may have packs. A game that needs no file needs no
/// folder.
pub(super) fn host(game: &Game, wanted: Option<&Path>) -> Result<(Host, Option<PathBuf>), String> {
    match find_assets(wanted, &game.assets) {
        Ok(assets) => {
            let source = DirSource::open(&assets).map_err(|error| error.to_string())?;
            Ok((game.host(Arc::new(source)), Some(assets)))
        }
        Err(what) if wanted.is_none() => {
            let no_assets = Some(what.clone());
            Ok((Host { no_assets, ..game.host(Arc::new(NoFolder(what))) }, None))
        }
        Err(what) => Err(what),
    }
}

/// Adds what the system says. It differs from machine to machine, so a script does not get it.
pub(super) fn add_system(host: &mut Host) {
    host.options.push(("os".to_owned(), std::env::consts::OS.to_owned()));
    #[cfg(feature = "strings")]
    {
        // The languages that the player prefers, in order.
        let locales: Vec<String> = sys_locale::get_locales().collect();
        if !locales.is_empty() {
            host.options.push(("locale".to_owned(), locales.join(",")));
        }
    }
}

/// The files of a game without an assets folder: none, and why there is no folder.
struct NoFolder(String);

impl AssetSource for NoFolder {
    fn read(&self, path: &AssetPath) -> ReadFuture {
        let (path, cause) = (path.to_string(), ReadCause::Refused(self.0.clone()));
        Box::pin(std::future::ready(Err(ReadError { path, cause })))
    }

    fn list(&self) -> Option<Vec<String>> {
        Some(Vec::new())
    }
}

impl Home {
    /// The system's folders for the game of this name.
    pub(super) fn of_player(game: &str) -> Option<Self> {
        let state = dirs::state_dir().or_else(dirs::data_local_dir)?.join(game);
        Some(Self { storage: DirStorage::for_game(game)?, state, is_kept: false })
    }
}

impl Host {
    /// Takes the storage from the player's files, and keeps the log there.
    pub(super) fn keep(&mut self) {
        let Some(Home { storage, state, is_kept }) = &mut self.home else { return };
        *is_kept = true;
        self.storage = Rc::new(storage.clone());
        log_tee::keep_in(state.clone());
    }
}

/// Runs a game in a window on this display.
#[cfg(feature = "window")]
pub(super) fn in_window(game: Game, mut host: Host, display: Screen) -> Result<RunOutcome, String> {
    // A script starts from the same settings everywhere and leaves the player's alone.
    let is_players = !host.is_scripted && host.home.as_ref().is_some_and(|home| !home.is_kept);
    let stored: Rc<dyn Storage> = match host.home.as_ref().filter(|_| is_players) {
        Some(home) => Rc::new(home.storage.clone()),
        None => Rc::clone(&host.storage),
    };
    let config = config(&game, host.window, display.size, (game.opening.vsync)(&stored));
    let ended = Rc::new(Cell::new(None));
    let finished = Rc::clone(&ended);
    let make = async move {
        if is_players {
            host.keep();
        }
        let input = WindowInput::new(Rc::clone(&host.input_map));
        #[cfg(feature = "pads")]
        let input = input.with_pads(pads(&*host.source));
        WindowLoop::start(game, host, input)
    };
    run_in_window(config, make, move |outcome| finished.set(Some(outcome)))
        .map_err(|error| error.to_string())?;
    ended.take().unwrap_or_else(|| Err("the window system ended the program".to_owned()))
}

/// The pads of the desktop, with the mappings of the assets.
#[cfg(feature = "pads")]
fn pads(source: &dyn AssetSource) -> DesktopPads {
    let pads = DesktopPads::default();
    match AssetPath::new(PAD_MAPPINGS).ok().and_then(|path| read_now(source, &path).ok()) {
        Some(table) => pads.with_mappings(&String::from_utf8_lossy(&table)),
        None => pads,
    }
}

/// Returns the assets folder: `wanted`, or else the first place that has `folder`.
pub(super) fn find_assets(wanted: Option<&Path>, folder: &Path) -> Result<PathBuf, String> {
    if let Some(wanted) = wanted {
        let error = || format!("there is no assets folder `{}`", wanted.display());
        return wanted.is_dir().then(|| wanted.to_owned()).ok_or_else(error);
    }
    // Cargo sets it for what it runs, which is beside its own files then.
    let is_run_by_cargo = std::env::var_os("CARGO_MANIFEST_DIR").is_some();
    let here = std::env::current_dir().unwrap_or_default();
    let program = std::env::current_exe().unwrap_or_default();
    let places = asset_places(folder, &program, &here, is_run_by_cargo);
    places.into_iter().find(|place| place.is_dir()).ok_or_else(|| {
        let folder = folder.display();
        let what = format!("there is no assets folder `{folder}` here, beside the program or above; make it");
        if cfg!(feature = "dev") { what + ", or name it with --assets DIR" } else { what }
    })
}

/// Where the assets are searched for, in this order. An absolute `folder` is the only place.
fn asset_places(folder: &Path, program: &Path, here: &Path, is_run_by_cargo: bool) -> Vec<PathBuf> {
    let of_program = program.ancestors().skip(1).take(FOLDERS_UP).map(|parent| parent.join(folder));
    let of_here = here.ancestors().skip(1).take(FOLDERS_UP - 1).map(|parent| parent.join(folder));
    let mut places: Vec<_> = of_program.chain([folder.to_owned()]).chain(of_here).collect();
    if is_run_by_cargo {
        // The sort is stable: the others keep their order.
        places.sort_by_key(|place| place != folder);
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_assets_of_the_program_come_before_those_of_the_current_folder() {
        let places = |is_run_by_cargo| {
            let (program, here) = (Path::new("/games/herd/bin/herd"), Path::new("/home/player"));
            let places = asset_places(Path::new("assets"), program, here, is_run_by_cargo);
            places.into_iter().map(|place| place.to_str().unwrap().to_owned()).collect::<Vec<_>>().join(" ")
        };
        let of_program = "/games/herd/bin/assets /games/herd/assets /games/assets /assets";
        assert_eq!(places(false), format!("{of_program} assets /home/assets /assets"));
        assert_eq!(places(true), format!("assets {of_program} /home/assets /assets"));
    }

    #[test]
    fn each_kind_of_file_has_its_folder() {
        let of_player = Home::of_player("herd");
        let Some(Home { storage, state, .. }) = of_player else { return };
        let folders = [dirs::data_dir(), dirs::state_dir().or_else(dirs::data_local_dir)];
        assert_eq!(folders.map(|folder| folder.unwrap().join("herd")), [storage.folder().to_owned(), state]);
    }
}
