//! How a game starts on the desktop: in a window, without one, or for a tool.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;

use super::{Around, Game, NoPhase, Place, RunOptions};
use crate::flow::ScreenManager;
use crate::kit::headless::run_headless;
use crate::kit::input_script::InputScript;
use crate::kit::line_reader::ScriptLineError;
#[cfg(feature = "window")]
use crate::kit::recording::Recording;
use crate::kit::report::Report;
use crate::kit::session::{Session, SessionError};
use crate::platform::{DirSource, DirStorage, MemoryStorage, Storage};

/// What is played without a window where no script is given, if the assets have it.
const TOUR: &str = "scripts/tour.txt";
/// And if they do not.
const TWO_SECONDS: &str = "run 120\nquit";
/// How many folders upwards the assets are looked for.
const FOLDERS_UP: usize = 5;

/// Why a game cannot start.
#[derive(Debug, thiserror::Error)]
pub(super) enum StartError {
    #[error("there is no assets folder; looked for {}", .0.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", "))]
    NoAssets(Vec<PathBuf>),
    #[error(transparent)]
    NoPhase(#[from] NoPhase),
    #[error("cannot {action} {}: {cause}", path.display())]
    File { action: &'static str, path: PathBuf, cause: std::io::Error },
    #[error("{}: {cause}", path.display())]
    Script { path: PathBuf, cause: ScriptLineError },
    #[error("--screenshots and --record need a window; they cannot be used with --headless")]
    NoPictures,
}

pub(super) fn file_error(action: &'static str, path: &Path, cause: std::io::Error) -> StartError {
    StartError::File { action, path: path.to_owned(), cause }
}

/// Says something to the user. That stderr is closed is no reason to end.
pub(super) fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

pub(super) fn run(game: Game, options: &RunOptions) -> ExitCode {
    let name = game.name;
    play(game, options).unwrap_or_else(|error| fail(name, &error))
}

pub(super) fn run_tool(
    mut game: Game,
    options: &RunOptions,
    tool: impl FnOnce(&mut ScreenManager) -> ExitCode,
) -> ExitCode {
    match find_assets(options.assets.as_deref(), &game.assets) {
        Ok(assets) => tool(&mut game.build(options, Place::Tool, around(&assets, memory(), false)).manager),
        Err(error) => fail(game.name, &error),
    }
}

fn fail(name: &str, error: &StartError) -> ExitCode {
    say(&format!("{name}: {error}"));
    ExitCode::from(2)
}

fn play(game: Game, options: &RunOptions) -> Result<ExitCode, StartError> {
    let assets = find_assets(options.assets.as_deref(), &game.assets)?;
    let script = options.script.as_ref().map(|path| read_script(path, &game)).transpose()?;
    if options.headless && (options.screenshots.is_some() || options.record.is_some()) {
        return Err(StartError::NoPictures);
    }
    let trace = options
        .trace
        .as_ref()
        .map(|path| File::create(path).map(BufWriter::new).map_err(|cause| file_error("write", path, cause)));
    let mut start = Start { game, options: options.clone(), assets, script, trace: trace.transpose()? };
    if !options.headless {
        start = match in_window(start)? {
            Ok(code) => return Ok(code),
            Err((reason, start)) => {
                say(&format!("{reason}; running the tour without a window instead"));
                *start
            }
        };
    }
    if start.script.is_none() {
        let tour = start.assets.join(TOUR);
        start.script = Some(match tour.is_file() {
            true => read_script(&tour, &start.game)?,
            false => InputScript::parse(TWO_SECONDS, &[]).unwrap_or_default(),
        });
    }
    let name = start.game.name;
    let (report, result) = run_headless(start.session(Place::Headless)?);
    Ok(finish(name, options, &report, result))
}

/// Everything that a run needs, before it is known whether there is a window.
struct Start {
    game: Game,
    options: RunOptions,
    assets: PathBuf,
    script: Option<InputScript>,
    trace: Option<BufWriter<File>>,
}

impl Start {
    fn session(mut self, place: Place) -> Result<Session, StartError> {
        // A script starts from the same settings everywhere, and leaves the player's alone.
        let storage = match DirStorage::for_game(self.game.name) {
            Some(folder) if place.has_window() && self.script.is_none() => Rc::new(folder),
            _ => memory(),
        };
        let around = around(&self.assets, storage, self.script.is_some());
        let stage = self.game.build(&self.options, place, around);
        let mut session = stage.start(self.options.phase.as_deref())?;
        if let Some(script) = self.script {
            session = session.with_script(script);
        }
        Ok(match self.trace {
            Some(trace) => session.with_trace(trace),
            None => session,
        })
    }
}

fn around(assets: &Path, storage: Rc<dyn Storage>, is_scripted: bool) -> Around {
    Around { source: Arc::new(DirSource::new(assets)), storage, is_scripted, query: Vec::new() }
}

fn memory() -> Rc<dyn Storage> {
    Rc::new(MemoryStorage::default())
}

/// Plays in a window. The inner error says why there is none, and gives everything back.
#[cfg(feature = "window")]
fn in_window(start: Start) -> Result<Result<ExitCode, (String, Box<Start>)>, StartError> {
    use std::cell::RefCell;

    use crate::kit::windowed::{WindowRun, run_in_window};
    use crate::platform::window::{WindowConfig, has_display};

    if !has_display() {
        return Ok(Err(("no window can be opened here: there is no display".to_owned(), Box::new(start))));
    }
    for folder in [&start.options.screenshots, &start.options.record].into_iter().flatten() {
        std::fs::create_dir_all(folder).map_err(|cause| file_error("make the folder", folder, cause))?;
    }
    let (name, options) = (start.game.name, start.options.clone());
    // A recorded picture has one pixel for each of the virtual screen's.
    let scale = if options.record.is_some() { 1 } else { 2 };
    let screen = start.game.screen;
    let config = WindowConfig {
        title: start.game.shown_title(),
        width: screen.width() * scale,
        height: screen.height() * scale,
        fullscreen: false,
    };
    let (interval, rows) = start.game.recorded;
    let recording = options.record.clone().map(|folder| Recording::new(folder, interval, rows));
    let slot = Rc::new(RefCell::new(Some(start)));
    let failed = Rc::new(RefCell::new(None));
    let outcome = Rc::new(RefCell::new(None));
    let make = {
        let (slot, failed) = (Rc::clone(&slot), Rc::clone(&failed));
        async move {
            let start = slot.borrow_mut().take()?;
            let bindings = start.game.bindings.clone();
            let screenshots = start.options.screenshots.clone();
            let session =
                start.session(Place::Window).map_err(|error| *failed.borrow_mut() = Some(error)).ok()?;
            Some(WindowRun { session, screen, bindings, screenshots, recording })
        }
    };
    let finished = {
        let outcome = Rc::clone(&outcome);
        move |finished| *outcome.borrow_mut() = Some(finished)
    };
    if let Err(reason) = run_in_window(config, make, finished) {
        let start = slot.borrow_mut().take();
        return start
            .map(|start| Err((reason.to_string(), Box::new(start))))
            .map_or(Ok(Ok(ExitCode::FAILURE)), Ok);
    }
    if let Some(error) = failed.borrow_mut().take() {
        return Err(error);
    }
    let finished = outcome.borrow_mut().take();
    Ok(Ok(match finished {
        Some((report, result)) => finish(name, &options, &report, result),
        None => ExitCode::FAILURE,
    }))
}

/// Without the feature `window` there is none.
#[cfg(not(feature = "window"))]
fn in_window(start: Start) -> Result<Result<ExitCode, (String, Box<Start>)>, StartError> {
    Ok(Err(("this build has no window".to_owned(), Box::new(start))))
}

/// Writes the report and says how the run ended.
fn finish(name: &str, options: &RunOptions, report: &Report, result: Result<(), SessionError>) -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    if let Some(path) = &options.report {
        let text = serde_json::to_string_pretty(report).unwrap_or_default();
        if let Err(cause) = std::fs::write(path, text + "\n") {
            say(&format!("{name}: {}", file_error("write", path, cause)));
            code = ExitCode::FAILURE;
        }
    }
    match result {
        Ok(()) => code,
        Err(error) => {
            say(&format!("{name}: {error}"));
            let is_script = matches!(error, SessionError::Script { .. } | SessionError::NotEnded(_));
            ExitCode::from(if is_script { 3 } else { 1 })
        }
    }
}

fn read_script(path: &Path, game: &Game) -> Result<InputScript, StartError> {
    let bytes = std::fs::read(path).map_err(|cause| file_error("read", path, cause))?;
    InputScript::from_bytes(&bytes, &game.actions)
        .map_err(|cause| StartError::Script { path: path.to_owned(), cause })
}

/// The assets folder: the one that was asked for, or the first place that has the game's.
pub(super) fn find_assets(asked: Option<&Path>, folder: &Path) -> Result<PathBuf, StartError> {
    if let Some(asked) = asked {
        let found = asked.is_dir().then(|| asked.to_owned());
        return found.ok_or_else(|| StartError::NoAssets(vec![asked.to_owned()]));
    }
    let here = std::env::current_dir().unwrap_or_default();
    let program = std::env::current_exe().unwrap_or_default();
    let upwards = |from: &Path| -> Vec<PathBuf> {
        from.ancestors().take(FOLDERS_UP).map(|parent| parent.join(folder)).collect()
    };
    let beside = program.parent().map(upwards).unwrap_or_default();
    let mut places = [folder.to_owned()].into_iter().chain(beside).chain(upwards(&here));
    places.find(|place| place.is_dir()).ok_or_else(|| StartError::NoAssets(vec![folder.to_owned()]))
}
