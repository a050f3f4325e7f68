//! A run with the options of a command line.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

use super::files::{file_error, read};
use super::keeper::{self, Keeper, Program, restart};
use super::shrinking::shrink_recording;
use super::{RunOptions, attach};
use crate::dev::{InputScript, Inspector, Recording, RecordingFile, RunError, StopAt, Watch};
use crate::flow::ScreenManager;
use crate::game::desktop::{add_system, begin_log, exit_code, fail, host, message, say};
use crate::game::host::Home;
use crate::game::session::RunOutcome;
use crate::game::{Game, Host, SessionError};
use crate::platform::{DirSource, DirStorage, Trace, WindowSize};

/// The script of a run without a window and without a script, if the assets have it.
pub(super) const TOUR: &str = "scripts/tour.txt";
/// The script of such a run if they do not.
const TWO_SECONDS: &str = "run 120\nquit";

impl Game {
    /// Runs the game to its end with `options`, as [`run`](Self::run) does with its command line (feature `dev`).
    pub fn run_with(self, options: &RunOptions) -> ExitCode {
        begin_log();
        let name = self.name;
        if let Some(text) = &options.shrink {
            return match shrink_recording(name, options, text) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => fail(name, &error, 2),
            };
        }
        // Once the file is replaced, the system gives another path.
        let program = std::env::current_exe().unwrap_or_default();
        let is_new = Rc::default();
        match play(self, options, Program::of(program.clone(), Rc::clone(&is_new))) {
            Ok(outcome) => {
                let code = finish(name, options, outcome);
                if is_new.get() { restart(name, &program) } else { code }
            }
            Err(error) => fail(name, &error, 2),
        }
    }

    /// Calls `tool` with the game's manager, which is not started and has no window, and returns its
    /// exit code; 2 if there are no assets and a phase needs some (feature `dev`).
    pub fn run_tool(
        self,
        options: &RunOptions,
        tool: impl FnOnce(&mut ScreenManager) -> ExitCode,
    ) -> ExitCode {
        begin_log();
        let name = self.name;
        match self.build_for_tool(options) {
            Ok(mut manager) => tool(&mut manager),
            Err(error) => fail(name, &error, 2),
        }
    }

    fn build_for_tool(self, options: &RunOptions) -> Result<ScreenManager, String> {
        let (mut host, _) = host(&self, options.assets.as_deref())?;
        let no_assets = host.no_assets.take();
        host.trace = Trace::off();
        let manager = self.build(&mut host);
        let needs_files = manager.assets().phases().any(|phase| manager.assets().needs_files(phase));
        no_assets.filter(|_| needs_files).map_or(Ok(manager), Err)
    }
}

fn play(game: Game, options: &RunOptions, program: Program) -> Result<RunOutcome, String> {
    if options.headless && (options.screenshots.is_some() || options.frames.is_some()) {
        return Err("--screenshots and --frames need a window; remove --headless".to_owned());
    }
    let (mut host, assets) = host(&game, options.assets.as_deref())?;
    (host.seed, host.phase, host.pace) = (options.seed, options.phase.clone(), options.pace);
    host.screen.clone_from(&options.screen);
    set_storage(&mut host, &game, options);
    if options.trace_machines {
        host.trace = Trace::recording().with_machines();
    }
    if options.replay.is_none() {
        set_resume(&game, &mut host, options, program);
        set_record(&game, &mut host, options)?;
    }
    match (&options.script, &options.replay) {
        (Some(path), _) => attach::script(&mut host, read_script(path, &game)?),
        (None, Some(path)) => {
            let parse = |bytes: &[u8]| Recording::parse(bytes)?.of_game(game.name);
            attach::replay(&game, &mut host, read(path, parse)?);
        }
        (None, None) => {}
    }
    if let Some(path) = &options.trace {
        attach::trace(&mut host, BufWriter::new(create(path)?), options.trace_machines);
    }
    if options.watch {
        let assets = assets.as_ref().ok_or_else(|| host.no_assets.clone().unwrap_or_default())?;
        let saved = DirSource::new(assets).watch().map_err(|error| error.to_string())?;
        host.last.push(Box::new(move |manager, _| {
            let watch = Watch::new(manager, saved);
            manager.add_plugin(watch);
        }));
    }
    let game = set_stop(game, &mut host, options)?;
    #[cfg(feature = "window")]
    let no_window = match (!options.headless).then(crate::window::display) {
        Some(Ok(display)) => {
            set_window(&mut host, &game, options)?;
            return crate::game::desktop::in_window(game, host, display);
        }
        Some(Err(error)) => Some(error.to_string()),
        None => None,
    };
    #[cfg(not(feature = "window"))]
    let no_window = (!options.headless).then(|| "this build has no window".to_owned());
    if let Some(reason) =
        no_window.as_ref().filter(|_| options.screenshots.is_some() || options.frames.is_some())
    {
        return Err(format!("--screenshots and --frames need a window: {reason}"));
    }
    run_headless(game, host, options, assets, no_window)
}

/// Where settings, the log and recordings are kept.
fn set_storage(host: &mut Host, game: &Game, options: &RunOptions) {
    if options.script.is_none() {
        add_system(host);
    }
    host.home = match &options.storage {
        Some(folder) => {
            Some(Home { storage: DirStorage::new(folder), state: folder.clone(), is_kept: false })
        }
        None => Home::of_player(game.name),
    };
    if options.storage.is_some() && options.replay.is_none() {
        host.keep();
    }
}

/// Goes on with the last run, and keeps this one.
fn set_resume(game: &Game, host: &mut Host, options: &RunOptions, program: Program) {
    if options.resume {
        let no_folder = || "this system has no folder for runs; name one with --storage DIR".to_owned();
        let home = host.home.as_ref().ok_or_else(no_folder);
        let read = home.and_then(|home| keeper::read(&home.state, game.name));
        let warn = |error| log::warn!("the last run cannot go on: {error}; the game starts as usual");
        host.resumed = read.map_err(warn).ok();
    }
    if cfg!(debug_assertions) {
        let (game, program) =
            (game.name, Some(program).filter(|_| options.watch && options.script.is_none()));
        host.attach.push(Box::new(move |host| {
            let Some(home) = host.home.as_ref().filter(|home| home.is_kept) else { return };
            let keeper = Keeper::new(game, &home.state, host.clock.clone(), program);
            host.last.push(Box::new(move |manager, _| manager.add_plugin(keeper)));
        }));
    }
}

/// Stops the run where a unit enters a state.
fn set_stop(game: Game, host: &mut Host, options: &RunOptions) -> Result<Game, String> {
    let Some(text) = &options.stop_at else { return Ok(game) };
    let stop = StopAt::parse(text, &*host.source).map_err(|error| format!("--stop-at: {error}"))?;
    host.trace = Trace::recording().with_machines();
    let is_seen = options.screenshots.is_none() && options.frames.is_none();
    host.stop_at = Some(stop.clone()).filter(|_| is_seen);
    host.last.push(Box::new(move |manager, host| {
        if !(is_seen && host.has_window()) {
            manager.add_plugin(stop);
        }
    }));
    Ok(if game.overlay.is_some() { game } else { game.overlay(Inspector::default()) })
}

/// Records the run to the file that is named, or else to the folder of what is kept.
fn set_record(game: &Game, host: &mut Host, options: &RunOptions) -> Result<(), String> {
    let file = match &options.record {
        Some(path) => {
            let file = RecordingFile::create(path).map_err(|cause| file_error("write", path, cause))?;
            Some((Box::new(file) as Box<dyn Write>, path.clone()))
        }
        None => None,
    };
    attach::record(game, host, |host| {
        file.or_else(|| {
            let home = host.home.as_ref().filter(|home| home.is_kept)?;
            let (file, path) = RecordingFile::in_folder(&home.state);
            Some((Box::new(file) as Box<dyn Write>, path))
        })
    });
    Ok(())
}

#[cfg(feature = "window")]
fn set_window(host: &mut Host, game: &Game, options: &RunOptions) -> Result<(), String> {
    for folder in [&options.screenshots, &options.frames].into_iter().flatten() {
        fs::create_dir_all(folder).map_err(|cause| file_error("make the folder", folder, cause))?;
    }
    (host.screenshots, host.frames) = (options.screenshots.clone(), options.frames.clone());
    // An image of a frame has one pixel for each virtual pixel.
    host.window = options.window.or_else(|| options.frames.is_some().then_some(game.view.least()));
    Ok(())
}

/// Runs as fast as the machine can. Without a script it plays the tour.
fn run_headless(
    game: Game,
    mut host: Host,
    options: &RunOptions,
    assets: Option<PathBuf>,
    no_window: Option<String>,
) -> Result<RunOutcome, String> {
    let is_played = !host.is_scripted;
    let mut plays = "running";
    if is_played {
        // As with `--script`.
        host.options.clear();
        let script = match find_tour(assets.as_deref()) {
            Some(tour) => {
                plays = "playing scripts/tour.txt";
                read_script(&tour, &game)?
            }
            None => {
                plays = "running two seconds";
                InputScript::parse(TWO_SECONDS, &[]).unwrap_or_default()
            }
        };
        attach::script(&mut host, script);
    }
    let session = game.start(host)?;
    // The tour begins with the first phase, and a player who wants to see another one sees nothing here.
    if is_played && (options.phase.is_some() || options.screen.is_some()) {
        return Err(no_window.unwrap_or_else(|| {
            "--phase and --screen without a window need a script: name one with --script FILE".to_owned()
        }));
    }
    if let Some(reason) = no_window {
        say(&format!("{reason}; {plays} without a window instead"));
    }
    let window = options.window.map(|(width, height)| WindowSize::new(width as f32, height as f32));
    Ok(session.run_headless_as_in(window.unwrap_or_default()))
}

/// The script of the tour, if the assets have it.
pub(super) fn find_tour(assets: Option<&Path>) -> Option<PathBuf> {
    assets.map(|assets| assets.join(TOUR)).filter(|tour| tour.is_file())
}

fn create(path: &Path) -> Result<File, String> {
    File::create(path).map_err(|cause| file_error("write", path, cause))
}

pub(super) fn read_script(path: &Path, game: &Game) -> Result<InputScript, String> {
    read(path, |bytes| InputScript::parse(bytes, &game.tools.actions))
}

/// Writes the report and the error of a run.
pub(super) fn finish(name: &str, options: &RunOptions, (report, result): RunOutcome) -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    if let Some(path) = &options.report {
        let text = serde_json::to_string_pretty(&report).unwrap_or_default();
        if let Err(cause) = fs::write(path, text + "\n") {
            code = fail(name, &file_error("write", path, cause), 1);
        }
    }
    match result {
        Ok(()) => code,
        Err(error @ SessionError::Tool(RunError::Trace(_))) => fail(name, &error.to_string(), 1),
        Err(error @ SessionError::Tool(RunError::Script { .. })) => {
            let script = options.script.as_deref().unwrap_or(Path::new(TOUR));
            fail(name, &format!("{}: {error}", script.display()), 3)
        }
        Err(error) => fail(name, &message(&error), exit_code(&error)),
    }
}
