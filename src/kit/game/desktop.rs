//! Games on the desktop: in a window, without one, or for a tool.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;

use proscenium_dev::{InputScript, Recording, RecordingFile, SessionError, log_tee};

use super::host::{Home, PlayedBy, Saved};
use super::{Game, Host, RunOptions};
use crate::flow::ScreenManager;
#[cfg(feature = "pads")]
use crate::kit::DesktopPads;
use crate::kit::session::RunOutcome;
#[cfg(feature = "window")]
use crate::kit::windowed::{WindowRun, run_in_window};
#[cfg(feature = "window")]
use crate::platform::Storage;
use crate::platform::{
    Action, AssetPath, AssetSource, DirSource, DirStorage, ReadCause, ReadError, ReadFuture, Trace,
};
#[cfg(feature = "pads")]
use proscenium_core::support::read_now;

/// The script of a run without a window and without a script, if the assets have it.
const TOUR: &str = "scripts/tour.txt";
/// The script of such a run if they do not.
const TWO_SECONDS: &str = "run 120\nquit";
/// The mappings of pads that have none, if the assets have it.
#[cfg(feature = "pads")]
const PAD_MAPPINGS: &str = "gamecontrollerdb.txt";
/// The exit code after a panic, that of any program in Rust.
const CRASHED: u8 = 101;
/// How many folders upwards the assets are searched for.
const FOLDERS_UP: usize = 5;

/// A game that is not started yet.
type Start = (Game, Host);

pub(super) fn run(game: Game, options: &RunOptions) -> ExitCode {
    begin_log();
    let name = game.name;
    match play(game, options) {
        Ok(outcome) => finish(name, options, outcome),
        Err(error) => fail(name, &error, 2),
    }
}

pub(super) fn run_tool(
    game: Game,
    options: &RunOptions,
    tool: impl FnOnce(&mut ScreenManager) -> ExitCode,
) -> ExitCode {
    begin_log();
    let name = game.name;
    let made = host(&game, options).and_then(|(mut host, _)| {
        let no_assets = host.no_assets.take();
        let session = game.build(options, host, Trace::off());
        let needs_files = session.manager.phases().any(|phase| session.manager.needs_files(phase));
        no_assets.filter(|_| needs_files).map_or(Ok(session), Err)
    });
    match made {
        Ok(mut session) => tool(&mut session.manager),
        Err(error) => fail(name, &error, 2),
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

fn file_error(action: &str, path: &Path, cause: io::Error) -> String {
    format!("cannot {action} {}: {cause}", path.display())
}

fn play(game: Game, options: &RunOptions) -> Result<RunOutcome, String> {
    if options.headless && (options.screenshots.is_some() || options.frames.is_some()) {
        return Err("--screenshots and --frames need a window; remove --headless".to_owned());
    }
    let (mut host, assets) = host(&game, options)?;
    if options.script.is_none() {
        // What is not the same on each machine is an option, because a recording has those.
        host.options.push(("os".to_owned(), std::env::consts::OS.to_owned()));
        #[cfg(feature = "strings")]
        host.options.extend(sys_locale::get_locale().map(|locale| ("locale".to_owned(), locale)));
    }
    if let Some(path) = &options.script {
        host.played_by = read_script(path, &game.actions)?;
    }
    if let Some(path) = &options.replay {
        let parse = |bytes: &[u8]| Recording::parse(bytes)?.of_game(game.name);
        host.played_by = PlayedBy::Recording(Box::new(read(path, parse)?));
    }
    host.home = match &options.storage {
        Some(folder) => Some(Home { storage: DirStorage::new(folder), state: folder.clone() }),
        None => Home::of_player(game.name),
    };
    if let Some(path) = &options.record {
        let file = RecordingFile::create(path).map_err(|cause| file_error("write", path, cause))?;
        host.record = Some((Box::new(file), path.clone()));
    }
    if options.storage.is_some() && options.replay.is_none() {
        host.keep();
    }
    if options.watch {
        let assets = assets.as_ref().ok_or_else(|| host.no_assets.clone().unwrap_or_default())?;
        host.saved = Some(watch(assets)?);
    }
    if let Some(path) = &options.trace {
        host.trace = Some(Box::new(BufWriter::new(create(path)?)));
    }
    let (mut start, mut no_window) = ((game, host), None);
    if !options.headless {
        let reason;
        (reason, start) = match in_window(start, options) {
            Ok(outcome) => return outcome,
            Err(no_window) => *no_window,
        };
        no_window = Some(reason);
    }
    let (game, mut host) = start;
    let mut plays = "running";
    if host.is_played() {
        // As with `--script`.
        host.options.clear();
        let tour = assets.map(|assets| assets.join(TOUR)).filter(|tour| tour.is_file());
        (plays, host.played_by) = match tour {
            Some(tour) => ("playing scripts/tour.txt", read_script(&tour, &game.actions)?),
            None => {
                let script = InputScript::parse(TWO_SECONDS, &[]).unwrap_or_default();
                ("running two seconds", PlayedBy::Script(script))
            }
        };
    }
    if let Some(reason) = no_window {
        say(&format!("{reason}; {plays} without a window instead"));
    }
    Ok(game.start(options, host)?.run_headless())
}

#[cfg(feature = "watch")]
fn watch(assets: &Path) -> Result<Saved, String> {
    let saved = DirSource::new(assets).watch().map_err(|error| error.to_string())?;
    Ok(Box::new(saved))
}

#[cfg(not(feature = "watch"))]
fn watch(_: &Path) -> Result<Saved, String> {
    Err("--watch needs the feature `watch` of proscenium".to_owned())
}

/// A host without a window, and the folder of its files, which may have packs. A game that needs no file needs no
/// folder.
pub(super) fn host(game: &Game, options: &RunOptions) -> Result<(Host, Option<PathBuf>), String> {
    match find_assets(options.assets.as_deref(), &game.assets) {
        Ok(assets) => {
            let source = DirSource::open(&assets).map_err(|error| error.to_string())?;
            Ok((Host::new(Arc::new(source)), Some(assets)))
        }
        Err(what) if options.assets.is_none() => {
            let no_assets = Some(what.clone());
            Ok((Host { no_assets, ..Host::new(Arc::new(NoFolder(what))) }, None))
        }
        Err(what) => Err(what),
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
    fn of_player(game: &str) -> Option<Self> {
        let state = dirs::state_dir().or_else(dirs::data_local_dir)?.join(game);
        Some(Self { storage: DirStorage::for_game(game)?, state })
    }
}

impl Host {
    /// Takes the storage from the player's files, and keeps the log and the last run there.
    fn keep(&mut self) {
        let Some(Home { storage, state }) = &self.home else { return };
        self.storage = Rc::new(storage.clone());
        if self.record.is_none() {
            let (file, path) = RecordingFile::in_folder(state);
            self.record = Some((Box::new(file), path));
        }
        log_tee::keep_in(state.clone());
    }
}

fn create(path: &Path) -> Result<File, String> {
    File::create(path).map_err(|cause| file_error("write", path, cause))
}

/// The outcome of a run in a window; or why there is no window, and the game for another run.
type InWindow = Result<Result<RunOutcome, String>, Box<(String, Start)>>;

#[cfg(not(feature = "window"))]
fn in_window(start: Start, _options: &RunOptions) -> InWindow {
    Err(Box::new(("this build has no window".to_owned(), start)))
}

#[cfg(feature = "window")]
fn in_window(start: Start, options: &RunOptions) -> InWindow {
    use std::cell::Cell;

    let (game, host) = &start;
    // An image of a frame has one pixel for each virtual pixel.
    let exact = options.window.or_else(|| options.frames.is_some().then_some(game.size));
    // A script starts from the same settings everywhere and leaves the player's alone.
    let is_players = host.is_played() && options.storage.is_none();
    let stored: Rc<dyn Storage> = match host.home.as_ref().filter(|_| is_players) {
        Some(home) => Rc::new(home.storage.clone()),
        None => Rc::clone(&host.storage),
    };
    let config = game.window(exact, (game.vsync)(&stored));
    let (slot, ended) = (Rc::new(Cell::new(Some(start))), Rc::new(Cell::new(None)));
    let make = {
        let (slot, options) = (Rc::clone(&slot), options.clone());
        async move {
            let (game, mut host) = slot.take().ok_or("the window was opened twice")?;
            if is_players {
                host.keep();
            }
            start_in_window(game, host, &options)
        }
    };
    let finished = Rc::clone(&ended);
    let opened = run_in_window(config, make, move |outcome| finished.set(Some(outcome)));
    match (opened, slot.take()) {
        (Err(reason), Some(start)) => Err(Box::new((reason, start))),
        _ => Ok(ended.take().unwrap_or_else(|| Err("the window system ended the program".to_owned()))),
    }
}

#[cfg(feature = "window")]
fn start_in_window(game: Game, host: Host, options: &RunOptions) -> Result<WindowRun, String> {
    for folder in [&options.screenshots, &options.frames].into_iter().flatten() {
        fs::create_dir_all(folder).map_err(|cause| file_error("make the folder", folder, cause))?;
    }
    #[cfg(feature = "pads")]
    let pads = pads(&*host.source);
    let run = game.start_in_window(options, host)?;
    #[cfg(feature = "pads")]
    let run = WindowRun { input: run.input.with_pads(pads), ..run };
    Ok(run)
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

/// Writes the report and the error of a run.
fn finish(name: &str, options: &RunOptions, (report, result): RunOutcome) -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    if let Some(path) = &options.report {
        let text = serde_json::to_string_pretty(&report).unwrap_or_default();
        if let Err(cause) = fs::write(path, text + "\n") {
            code = fail(name, &file_error("write", path, cause), 1);
        }
    }
    match result {
        Ok(()) => code,
        Err(ref error @ SessionError::Crashed { ref kept, .. }) => {
            fail(name, &format!("{error}\n{kept}"), CRASHED)
        }
        Err(error @ SessionError::Trace(_)) => fail(name, &error.to_string(), 1),
        Err(error @ SessionError::NotStarted(_)) => fail(name, &error.to_string(), 2),
        Err(error @ SessionError::Script { .. }) => {
            let script = options.script.as_deref().unwrap_or(Path::new(TOUR));
            fail(name, &format!("{}: {error}", script.display()), 3)
        }
        Err(error) => fail(name, &error.to_string(), 3),
    }
}

fn read_script(path: &Path, actions: &[Action]) -> Result<PlayedBy, String> {
    read(path, |bytes| InputScript::parse(bytes, actions).map(PlayedBy::Script))
}

fn read<T>(path: &Path, parse: impl FnOnce(&[u8]) -> Result<T, String>) -> Result<T, String> {
    let bytes = fs::read(path).map_err(|cause| file_error("read", path, cause))?;
    parse(&bytes).map_err(|cause| format!("{}: {cause}", path.display()))
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
        if cfg!(feature = "cli") { what + ", or name it with --assets DIR" } else { what }
    })
}

/// Where the assets are searched for, in this order. An absolute `folder` is the only place.
fn asset_places(folder: &Path, program: &Path, here: &Path, is_run_by_cargo: bool) -> Vec<PathBuf> {
    let of_program = program.ancestors().skip(1).take(FOLDERS_UP).map(|parent| parent.join(folder));
    let of_here = here.ancestors().skip(1).take(FOLDERS_UP - 1).map(|parent| parent.join(folder));
    let mut places: Vec<_> = of_program.chain([folder.to_owned()]).chain(of_here).collect();
    if is_run_by_cargo {
        // The stable order keeps that of the others.
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
        let Some(Home { storage, state }) = of_player else { return };
        let folders = [dirs::data_dir(), dirs::state_dir().or_else(dirs::data_local_dir)];
        assert_eq!(folders.map(|folder| folder.unwrap().join("herd")), [storage.folder().to_owned(), state]);
    }
}
