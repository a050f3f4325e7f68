//! How the program starts: with a window, without one, or as a tool.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use proscenium::kit::{InputScript, Report, ScriptLineError, Session, SessionError, run_headless};
use proscenium::phase::PhaseId;
use proscenium::platform::{AssetSource, DirSource, DirStorage, MemoryStorage, Storage};

use super::cli::{Arguments, Tool};
use super::commander::ACTIONS;
use super::run::{self, Mode, NoPhase, RunOptions};
use super::shared::Shared;
use super::{check, machine, measure};

/// Why the program could not do what it was asked.
#[derive(Debug, thiserror::Error)]
enum StartError {
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
    #[cfg(feature = "window")]
    #[error("cannot record {}: {cause}", path.display())]
    Film { path: PathBuf, cause: proscenium::phase::FilmWriterError },
}

/// Runs the program; the answer is its exit code: 0 after an orderly end, 1 when `check` found
/// problems or the run could not write its files, 2 when the command line or a script cannot be
/// read, 3 when a script waited or expected in vain.
pub fn run(arguments: Arguments) -> ExitCode {
    match try_run(arguments) {
        Ok(code) => code,
        Err(error) => {
            say(&format!("last-outpost: {error}"));
            ExitCode::from(2)
        }
    }
}

/// Says something to whoever started the program.
fn say(text: &str) {
    // A closed stderr is no reason to end.
    let _ = writeln!(std::io::stderr(), "{text}");
}

fn try_run(arguments: Arguments) -> Result<ExitCode, StartError> {
    let find = || find_assets(arguments.assets.as_deref());
    let game = |assets: &Path| {
        run::manager(&RunOptions::default(), folder(assets), &Shared::load(run::memory()), Mode::Tool)
    };
    match &arguments.tool {
        Some(Tool::Measure { marines, monsters, frames }) => {
            Ok(measure::run(&mut game(&find()?), *marines, *monsters, *frames))
        }
        Some(Tool::Check) => Ok(check::run(&game(&find()?))),
        Some(Tool::Graph { dot }) => {
            let graph = game(&find()?).graph();
            let text = if *dot { graph.to_dot() } else { graph.to_mermaid() };
            let _ = write!(std::io::stdout(), "{text}");
            Ok(ExitCode::SUCCESS)
        }
        Some(Tool::Machine { file, events, diagram }) => {
            // A machine needs no game around it; the assets folder is only where its script may be.
            let done = machine::run(file, events.as_deref(), find().ok().as_deref(), *diagram);
            Ok(done.unwrap_or_else(|error| {
                say(&format!("last-outpost: {error}"));
                ExitCode::from(error.exit_code())
            }))
        }
        None => play(&arguments, &find()?),
    }
}

fn play(arguments: &Arguments, assets: &Path) -> Result<ExitCode, StartError> {
    let script = match &arguments.script {
        Some(path) => Some(read_script(path)?),
        None => None,
    };
    if arguments.headless && (arguments.screenshots.is_some() || arguments.record.is_some()) {
        return Err(StartError::NoPictures);
    }
    let phase = run::find_phase(&arguments.phase)?;
    if !arguments.headless {
        match in_window(arguments, phase, assets, script.clone()) {
            Ok(code) => return code,
            Err(reason) => say(&format!("{reason}; running the tour without a window instead")),
        }
    }
    let script = match script {
        Some(script) => script,
        None => read_script(&assets.join("scripts/tour.txt"))?,
    };
    let shared = Shared::load(run::memory());
    let session = session(arguments, phase, assets, &shared, Mode::Headless, Some(script))?;
    let (report, result) = run_headless(session);
    Ok(finish(arguments, &report, result))
}

/// A run as the command line asks for it.
fn session(
    arguments: &Arguments,
    phase: PhaseId,
    assets: &Path,
    shared: &Shared,
    mode: Mode,
    script: Option<InputScript>,
) -> Result<Session, StartError> {
    let session = run::session(&arguments.options(phase), folder(assets), shared, mode, script);
    let Some(path) = &arguments.trace else { return Ok(session) };
    let file = File::create(path).map_err(|cause| file_error("write", path, cause))?;
    Ok(session.with_trace(BufWriter::new(file)))
}

/// Plays in a window. The outer error says why there is none.
#[cfg(feature = "window")]
fn in_window(
    arguments: &Arguments,
    phase: PhaseId,
    assets: &Path,
    script: Option<InputScript>,
) -> Result<Result<ExitCode, StartError>, proscenium::platform::window::NoWindow> {
    use std::cell::RefCell;
    use std::rc::Rc;

    use proscenium::kit::{Recording, SettingsFile, VirtualScreen, WindowRun, run_in_window};
    use proscenium::platform::window::{WindowAudio, WindowConfig, has_display};

    use super::paint::bindings;
    use super::theme;

    if !has_display() {
        return Err(proscenium::platform::window::NoWindow("there is no display".to_owned()));
    }
    let has_script = script.is_some();
    // A script starts from the same settings everywhere, and leaves the player's alone.
    let file = if has_script { run::memory() } else { SettingsFile::new(storage()) };
    let shared = Shared::load_with(file, WindowAudio::default());
    if let Some(folder) = &arguments.screenshots
        && let Err(cause) = std::fs::create_dir_all(folder)
    {
        return Ok(Err(file_error("make the folder", folder, cause)));
    }
    let session = match session(arguments, phase, assets, &shared, Mode::Window, script) {
        Ok(session) => session,
        Err(error) => return Ok(Err(error)),
    };
    let recording = arguments.record.as_ref().map(|_| {
        let recording = Recording::new(theme::FILM_FRAMES_EACH, (theme::FILM_TOP, theme::FILM_HEIGHT));
        Rc::new(RefCell::new(recording))
    });
    // A film has one pixel for each of the virtual screen's.
    let scale = if recording.is_some() { 1 } else { 2 };
    let config = WindowConfig {
        title: "Last Outpost".to_owned(),
        width: theme::WIDTH as u32 * scale,
        height: theme::HEIGHT as u32 * scale,
        fullscreen: shared.settings().fullscreen && !has_script,
    };
    let run = WindowRun {
        session,
        screen: VirtualScreen::new(theme::WIDTH as u32, theme::HEIGHT as u32),
        bindings: bindings(),
        screenshots: arguments.screenshots.clone(),
        recording: recording.clone(),
    };
    let outcome = Rc::new(RefCell::new(None));
    let filled = Rc::clone(&outcome);
    run_in_window(config, std::future::ready(run), move |finished| *filled.borrow_mut() = Some(finished))?;
    let finished = outcome.borrow_mut().take();
    // A script that stopped half-way leaves the film that was there.
    if let (Some(path), Some(recording), Some((_, Ok(())))) =
        (&arguments.record, recording.and_then(Rc::into_inner), &finished)
        && let Err(error) = write_film(path, recording.into_inner())
    {
        return Ok(Err(error));
    }
    Ok(Ok(match finished {
        Some((report, result)) => finish(arguments, &report, result),
        None => ExitCode::FAILURE,
    }))
}

/// Writes a recorded film, and says what became of it.
#[cfg(feature = "window")]
fn write_film(path: &Path, recording: proscenium::kit::Recording) -> Result<(), StartError> {
    let (pictures, colors) = (recording.pictures(), recording.colors());
    let film = recording.finish().map_err(|cause| StartError::Film { path: path.to_owned(), cause })?;
    std::fs::write(path, &film).map_err(|cause| file_error("write", path, cause))?;
    say(&format!("{}: {pictures} pictures, {colors} colours, {} bytes", path.display(), film.len()));
    Ok(())
}

/// Without the feature `window` there is none.
#[cfg(not(feature = "window"))]
fn in_window(
    _arguments: &Arguments,
    _phase: PhaseId,
    _assets: &Path,
    _script: Option<InputScript>,
) -> Result<Result<ExitCode, StartError>, &'static str> {
    Err("this build has no window")
}

/// Writes the report and says how the run ended.
fn finish(arguments: &Arguments, report: &Report, result: Result<(), SessionError>) -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    if let Some(path) = &arguments.report {
        let text = serde_json::to_string_pretty(report).unwrap_or_default();
        if let Err(cause) = std::fs::write(path, text + "\n") {
            say(&format!("last-outpost: {}", file_error("write", path, cause)));
            code = ExitCode::FAILURE;
        }
    }
    match result {
        Ok(()) => code,
        Err(error) => {
            say(&format!("last-outpost: {error}"));
            ExitCode::from(if matches!(error, SessionError::Script(_) | SessionError::NotEnded(_)) {
                3
            } else {
                1
            })
        }
    }
}

fn folder(assets: &Path) -> Arc<dyn AssetSource> {
    Arc::new(DirSource::new(assets))
}

fn read_script(path: &Path) -> Result<InputScript, StartError> {
    let bytes = std::fs::read(path).map_err(|cause| file_error("read", path, cause))?;
    InputScript::from_bytes(&bytes, &ACTIONS)
        .map_err(|cause| StartError::Script { path: path.to_owned(), cause })
}

fn file_error(action: &'static str, path: &Path, cause: std::io::Error) -> StartError {
    StartError::File { action, path: path.to_owned(), cause }
}

/// Where the player's settings are.
fn storage() -> Box<dyn Storage> {
    match DirStorage::for_game("last-outpost") {
        Some(folder) => Box::new(folder),
        None => Box::new(MemoryStorage::default()),
    }
}

/// The assets folder: the one that was asked for, or the first of the usual places that exists.
fn find_assets(asked: Option<&Path>) -> Result<PathBuf, StartError> {
    let beside_program = || Some(std::env::current_exe().ok()?.parent()?.join("assets"));
    let places = match asked {
        Some(folder) => vec![folder.to_owned()],
        None => [Some(PathBuf::from("assets")), beside_program(), Some(in_the_project())]
            .into_iter()
            .flatten()
            .collect(),
    };
    places.iter().find(|place| place.is_dir()).cloned().ok_or(StartError::NoAssets(places))
}

/// Where `cargo run` finds the assets, from whichever folder it is started.
fn in_the_project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets")
}
