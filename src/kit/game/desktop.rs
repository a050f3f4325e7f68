//! Games on the desktop: in a window, without one, or for a tool.

use std::cell::OnceCell;
#[cfg(feature = "window")]
use std::cell::RefCell;
use std::fs::File;
use std::io::{BufWriter, Read as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;

use super::kept::{keep_log_in, keep_report, keep_run_in};
use super::{Game, Host, RunOptions};
use crate::flow::ScreenManager;
use crate::kit::input_script::InputScript;
use crate::kit::log_tee::keep_warnings;
use crate::kit::recording::Recording;
use crate::kit::session::RunOutcome;
use crate::kit::session_error::SessionError;
#[cfg(feature = "window")]
use crate::kit::windowed::{OnCrash, WindowRun, run_in_window};
#[cfg(feature = "watch")]
use crate::platform::FolderWatch;
#[cfg(feature = "window")]
use crate::platform::window::{Canvas, Visibility, WindowInput};
use crate::platform::{Action, AssetSource, DirSource, DirStorage, MemoryStorage, PackSource, Trace};
#[cfg(feature = "window")]
use crate::platform::{AssetPath, Storage, read_now};

/// The script of a run without a window and without a script, if the assets have it.
const TOUR: &str = "scripts/tour.txt";
/// The script of such a run if they do not.
const TWO_SECONDS: &str = "run 120\nquit";
/// The mappings of pads that have none, if the assets have it.
#[cfg(feature = "window")]
const PAD_MAPPINGS: &str = "gamecontrollerdb.txt";
/// The exit code after a panic, that of any program in Rust.
const CRASHED: u8 = 101;
/// How many folders upwards the assets are searched for.
const FOLDERS_UP: usize = 5;

/// A game that is not started yet.
type Start = (Game, Host);

pub(super) fn run(game: Game, options: &RunOptions) -> ExitCode {
    keep_warnings();
    let name = game.name;
    let mut kept = Kept::default();
    match play(game, options, &mut kept) {
        Ok(outcome) => finish(name, options, &kept, outcome),
        Err(error) => fail(name, &error, 2),
    }
}

pub(super) fn run_tool(
    game: Game,
    options: &RunOptions,
    tool: impl FnOnce(&mut ScreenManager) -> ExitCode,
) -> ExitCode {
    match find_assets(options.assets.as_deref(), &game.assets).and_then(|assets| host(&assets)) {
        Ok(host) => tool(&mut game.build(options, host, Trace::off()).manager),
        Err(error) => fail(game.name, &error, 2),
    }
}

pub(super) fn fail(name: &str, error: &str, code: u8) -> ExitCode {
    say(&format!("{name}: {error}"));
    ExitCode::from(code)
}

/// Writes a line for the user. A closed stderr is no reason to end.
fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

fn file_error(action: &str, path: &Path, cause: std::io::Error) -> String {
    format!("cannot {action} {}: {cause}", path.display())
}

/// The files of a run that its report of a crash names.
#[derive(Clone, Default)]
struct Kept {
    /// The folder of the storage.
    folder: Option<PathBuf>,
    recording: Option<PathBuf>,
    /// Where the report of a crash is, once it is written.
    written: Rc<OnceCell<String>>,
}

impl Kept {
    /// Writes the report of a crash, once. Returns where it is, as a sentence.
    fn report(&self, error: &SessionError) -> String {
        let SessionError::Crashed { report, .. } = error else { return String::new() };
        let write = || {
            let kept =
                self.folder.as_deref().map(|folder| keep_report(folder, report, self.recording.as_deref()));
            match kept {
                Some(Ok(path)) => format!("The report is in {}", path.display()),
                Some(Err(cause)) => format!("The report cannot be written: {cause}"),
                None => "There is no folder for the report.".to_owned(),
            }
        };
        self.written.get_or_init(write).clone()
    }
}

fn play(game: Game, options: &RunOptions, kept: &mut Kept) -> Result<RunOutcome, String> {
    let assets = find_assets(options.assets.as_deref(), &game.assets)?;
    let mut host = host(&assets)?;
    if options.script.is_none() {
        // What is not the same on each machine is an option, because a recording has those.
        host.options.push(("os".to_owned(), std::env::consts::OS.to_owned()));
        #[cfg(feature = "strings")]
        host.options.extend(sys_locale::get_locale().map(|locale| ("locale".to_owned(), locale)));
    }
    if let Some(path) = &options.script {
        host.script = Some(read_script(path, &game.actions)?);
    }
    if let Some(path) = &options.replay {
        host.replay = Some(read_recording(path, game.name)?);
    }
    let players = DirStorage::for_game(game.name);
    kept.folder = options.storage.clone().or_else(|| players.map(|storage| storage.folder().to_owned()));
    if let Some(folder) = options.storage.as_ref().filter(|_| host.replay.is_none()) {
        host.keep(folder, kept);
    }
    if let Some(path) = &options.record {
        let file = File::create(path).map_err(|cause| file_error("write", path, cause))?;
        host.record = Some(Box::new(file));
        kept.recording = Some(path.clone());
    }
    #[cfg(feature = "watch")]
    if options.watch {
        let saved = FolderWatch::new(&assets).map_err(|error| error.to_string())?;
        host.saved = Some(Box::new(saved));
    }
    if options.headless && (options.screenshots.is_some() || options.frames.is_some()) {
        return Err("--screenshots and --frames need a window; remove --headless".to_owned());
    }
    if let Some(path) = &options.trace {
        let file = File::create(path).map_err(|cause| file_error("write", path, cause))?;
        host.trace = Some(Box::new(BufWriter::new(file)));
    }
    let mut start = (game, host);
    if !options.headless {
        start = match in_window(start, options, kept) {
            Ok(outcome) => return outcome,
            Err(no_window) => {
                let (reason, start) = *no_window;
                say(&format!("{reason}; running the tour without a window instead"));
                start
            }
        };
    }
    let (game, mut host) = start;
    if host.script.is_none() && host.replay.is_none() {
        let tour = assets.join(TOUR);
        host.script = Some(match tour.is_file() {
            true => read_script(&tour, &game.actions)?,
            false => InputScript::parse(TWO_SECONDS, &[]).unwrap_or_default(),
        });
    }
    Ok(game.start(options, host)?.run_headless())
}

/// A host without a window. Its files are those of a folder, which may have packs.
fn host(assets: &Path) -> Result<Host, String> {
    let source: Arc<dyn AssetSource> = match PackSource::is_in(assets) {
        true => Arc::new(PackSource::open(assets).map_err(|error| error.to_string())?),
        false => Arc::new(DirSource::new(assets)),
    };
    Ok(Host {
        has_window: false,
        source,
        storage: Rc::new(MemoryStorage::default()),
        script: None,
        trace: None,
        replay: None,
        record: None,
        options: Vec::new(),
        saved: None,
    })
}

impl Host {
    /// Whether a player plays, and no script.
    #[cfg(feature = "window")]
    fn is_played(&self) -> bool {
        self.script.is_none() && self.replay.is_none()
    }

    /// Takes the storage from a folder, and keeps the log and the last run there.
    fn keep(&mut self, folder: &Path, kept: &mut Kept) {
        self.storage = Rc::new(DirStorage::new(folder));
        keep_log_in(folder);
        match keep_run_in(folder) {
            Ok((file, path)) => {
                self.record = Some(Box::new(file));
                kept.recording = Some(path);
            }
            Err(cause) => log::warn!("the run is not recorded in {}: {cause}", folder.display()),
        }
    }
}

/// The outcome of a run in a window; or why there is no window, and the game for another run.
type InWindow = Result<Result<RunOutcome, String>, Box<(String, Start)>>;

#[cfg(not(feature = "window"))]
fn in_window(start: Start, _options: &RunOptions, _kept: &mut Kept) -> InWindow {
    Err(Box::new(("this build has no window".to_owned(), start)))
}

#[cfg(feature = "window")]
fn in_window(start: Start, options: &RunOptions, kept: &mut Kept) -> InWindow {
    use std::cell::Cell;

    // An image of a frame has one pixel for each virtual pixel.
    let scale = if options.frames.is_some() { 1 } else { 2 };
    let stored: Rc<dyn Storage> = match players_folder(&start.1, options, kept) {
        Some(folder) => Rc::new(DirStorage::new(folder)),
        None => Rc::clone(&start.1.storage),
    };
    let vsync = (start.0.vsync)(&stored);
    let config = start.0.window(options.window, scale, vsync);
    let shared = Rc::new(RefCell::new(kept.clone()));
    let (slot, ended) = (Rc::new(Cell::new(Some(start))), Rc::new(Cell::new(None)));
    let make = {
        let (slot, options, kept) = (Rc::clone(&slot), options.clone(), Rc::clone(&shared));
        async move {
            let (game, host) = slot.take().ok_or("the window was opened twice")?;
            start_in_window(game, host, options, &kept)
        }
    };
    let finished = Rc::clone(&ended);
    let opened = run_in_window(config, make, move |outcome| finished.set(Some(outcome)));
    kept.clone_from(&shared.borrow());
    match (opened, slot.take()) {
        (Err(reason), Some(start)) => Err(Box::new((reason, start))),
        _ => Ok(ended.take().unwrap_or_else(|| Err("the window system ended the program".to_owned()))),
    }
}

/// The player's own folder, for a run in a window. A script starts from the same settings everywhere and leaves the player's
/// alone.
#[cfg(feature = "window")]
fn players_folder(host: &Host, options: &RunOptions, kept: &Kept) -> Option<PathBuf> {
    kept.folder.clone().filter(|_| host.is_played() && options.storage.is_none())
}

#[cfg(feature = "window")]
fn start_in_window(
    game: Game,
    mut host: Host,
    options: RunOptions,
    shared: &Rc<RefCell<Kept>>,
) -> Result<WindowRun, String> {
    for folder in [&options.screenshots, &options.frames].into_iter().flatten() {
        std::fs::create_dir_all(folder).map_err(|cause| file_error("make the folder", folder, cause))?;
    }
    host.has_window = true;
    let waits = host.is_played();
    let mut kept = shared.borrow().clone();
    if let Some(folder) = players_folder(&host, &options, &kept) {
        // A recording that is asked for goes ahead of that of the last run.
        let asked = (host.record.take(), kept.recording.take());
        host.keep(&folder, &mut kept);
        if asked.0.is_some() {
            (host.record, kept.recording) = asked;
        }
        shared.borrow_mut().clone_from(&kept);
    }
    let mut input = WindowInput::new(Rc::clone(&game.input_map));
    if let Ok(path) = AssetPath::new(PAD_MAPPINGS)
        && let Ok(table) = read_now(&*host.source, &path)
    {
        input = input.with_pad_mappings(&String::from_utf8_lossy(&table));
    }
    let (views, title) = (game.views(), game.shown_title());
    let session = game.start(&options, host)?;
    let RunOptions { screenshots, frames, .. } = options;
    let on_crash: OnCrash = Box::new(move |error| kept.report(error));
    let frames = frames.map(|folder| (folder, 0));
    Ok(WindowRun {
        session,
        views,
        input,
        canvas: Canvas::default(),
        visibility: Visibility::new(&title),
        was_hidden: false,
        screenshots,
        frames,
        on_crash,
        waits,
        crash: None,
    })
}

/// Writes the report and the error of a run.
fn finish(name: &str, options: &RunOptions, kept: &Kept, (report, result): RunOutcome) -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    if let Some(path) = &options.report {
        let text = serde_json::to_string_pretty(&report).unwrap_or_default();
        if let Err(cause) = std::fs::write(path, text + "\n") {
            code = fail(name, &file_error("write", path, cause), 1);
        }
    }
    match result {
        Ok(()) => code,
        Err(error @ SessionError::Crashed { .. }) => {
            fail(name, &format!("{error}\n{}", kept.report(&error)), CRASHED)
        }
        Err(error @ SessionError::Trace(_)) => fail(name, &error.to_string(), 1),
        Err(error) => fail(name, &error.to_string(), 3),
    }
}

fn read_recording(path: &Path, game: &str) -> Result<Recording, String> {
    let read = || {
        let file = File::open(path)?;
        let mut bytes = Vec::new();
        file.take(Recording::MAX_BYTES as u64).read_to_end(&mut bytes).map(|_| bytes)
    };
    let bytes = read().map_err(|cause| file_error("read", path, cause))?;
    let recording = Recording::parse(&bytes).and_then(|recording| recording.of_game(game));
    recording.map_err(|cause| format!("{}: {cause}", path.display()))
}

fn read_script(path: &Path, actions: &[Action]) -> Result<InputScript, String> {
    let bytes = std::fs::read(path).map_err(|cause| file_error("read", path, cause))?;
    InputScript::parse(&bytes, actions).map_err(|cause| format!("{}: {cause}", path.display()))
}

/// Returns the assets folder: `wanted`, or else the first place that has `folder`.
pub(super) fn find_assets(wanted: Option<&Path>, folder: &Path) -> Result<PathBuf, String> {
    let error = |path: &Path| format!("there is no assets folder `{}`", path.display());
    if let Some(wanted) = wanted {
        return if wanted.is_dir() { Ok(wanted.to_owned()) } else { Err(error(wanted)) };
    }
    let here = std::env::current_dir().unwrap_or_default();
    let program = std::env::current_exe().unwrap_or_default();
    let above_program = program.ancestors().skip(1).take(FOLDERS_UP);
    let above = above_program.chain(here.ancestors().take(FOLDERS_UP)).map(|parent| parent.join(folder));
    let mut places = std::iter::once(folder.to_owned()).chain(above);
    places.find(|place| place.is_dir()).ok_or_else(|| error(folder))
}
