//! Games in a browser. The page's query string replaces the command line, its folder the assets
//! folder, and the browser's local storage the folder of settings.

use std::io::Write;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use proscenium_dev::crash;
use proscenium_dev::{InputScript, Recording};

use super::host::PlayedBy;
use super::local_time::of_page;
use super::options::parse_pace;
use super::{Game, Host, RunOptions};
use crate::kit::session::RunOutcome;
use crate::kit::windowed::{WindowRun, run_in_window};
use crate::platform::window::{Boot, Console, PageSource, PageStorage, as_text, publish, show_panics};
use crate::platform::{AssetPath, AssetSource};

/// The glyphs of the texts, a file that `cargo web` makes.
#[cfg(feature = "glyphs")]
const GLYPHS: &str = "fonts/glyphs.hex";

/// Starts the game; the page goes on with it.
pub(super) fn run(game: Game) {
    let game = game.logger(Console, log::LevelFilter::Info);
    if let Err(error) = run_in_window(game.window(None, true), make(game), finish) {
        log::error!("{error}");
    }
}

async fn make(game: Game) -> Result<WindowRun, String> {
    show_panics(crash::describe);
    let boot = Boot::ask(game.name, &game.shown_title()).await.unwrap_or_else(|error| {
        log::error!("the page did not say how to start: {error}");
        Boot::default()
    });
    let mut options = RunOptions::default();
    for (name, value) in &boot.query {
        if let Err(error) = set_option(&mut options, name, value) {
            log::error!("the page's `?{name}={value}` cannot be read: {error}");
        }
    }
    let network: Arc<dyn AssetSource> = Arc::new(PageSource::default());
    // Both requests are sent before the first is waited for.
    #[cfg(feature = "glyphs")]
    let glyphs = read(&network, GLYPHS);
    let [bytes, recording] = [&options.script, &options.replay]
        .map(|path| path.as_ref().map(|path| read(&network, &path.to_string_lossy())));
    #[cfg(feature = "glyphs")]
    glyphs
        .await
        .and_then(|hex| proscenium_formats::glyphs::install(&hex))
        .map_err(|error| format!("Cannot read the letters of the texts:\n{error}"))?;
    let mut host = Host::new(network);
    if let Some(bytes) = bytes {
        let read = bytes.await.and_then(|bytes| {
            InputScript::parse(&bytes, &game.actions).map_err(|error| format!("the script: {error}"))
        });
        match read {
            Ok(script) => host.played_by = PlayedBy::Script(script),
            Err(error) => log::error!("{error}"),
        }
    }
    if let Some(bytes) = recording {
        let bytes = bytes.await.map_err(|error| format!("Cannot read the recording:\n{error}"))?;
        let parsed = Recording::parse(&bytes).and_then(|recording| recording.of_game(game.name));
        let parsed = parsed.map_err(|error| format!("Cannot replay the recording:\n{error}"))?;
        host.played_by = PlayedBy::Recording(Box::new(parsed));
    }
    // The last run is kept for the report of a crash.
    if host.is_played() || options.record.is_some() && options.replay.is_none() {
        host.record = Some((Box::new(Publisher(|part| publish("record", &as_text(part)))), PathBuf::new()));
    }
    if host.is_played() {
        host.utc_offset = of_page(boot.offsets);
    }
    host.options = boot.query;
    // A script starts from the same settings everywhere and leaves the player's alone.
    if host.is_played() {
        host.options.push(("locale".to_owned(), boot.language));
        host.storage = Rc::new(PageStorage::new(boot.kept, boot.refused));
    }
    if options.trace.is_some() {
        // A line at a time.
        host.trace = Some(Box::new(Publisher(|line| publish("trace", &String::from_utf8_lossy(line)))));
    }
    game.start_in_window(&options, host)
}

/// Reads one pair of the query string. Other names belong to the game.
fn set_option(options: &mut RunOptions, name: &str, value: &str) -> Result<(), String> {
    let is_on = !matches!(value, "0" | "false" | "off");
    match name {
        "script" => options.script = Some(value.into()),
        "record" => options.record = is_on.then(|| value.into()),
        "replay" => options.replay = Some(value.into()),
        "trace" => options.trace = is_on.then(|| value.into()),
        "trace_machines" => options.trace_machines = is_on,
        "phase" => options.phase = Some(value.to_owned()),
        "pace" => options.pace = Some(parse_pace(value)?),
        "seed" => {
            let seed = value.parse().map_err(|_| "write a whole number".to_owned())?;
            options.seed = Some(seed);
        }
        _ => {}
    }
    Ok(())
}

/// Shows the end. A page stays until its tab is closed.
fn finish(outcome: Result<RunOutcome, String>) {
    let (report, result) = match outcome {
        Ok(outcome) => outcome,
        Err(error) => return publish("over", &error),
    };
    publish("report", &serde_json::to_string(&report).unwrap_or_default());
    match result {
        Ok(()) => publish("over", ""),
        Err(error) => {
            log::error!("{error}");
            publish("over", &format!("The run has stopped:\n{error}"));
        }
    }
}

/// Requests a file at once; the result comes later.
fn read(source: &Arc<dyn AssetSource>, path: &str) -> impl Future<Output = Result<Vec<u8>, String>> + use<> {
    let reading = AssetPath::new(path).map(|path| source.read(&path)).map_err(|error| error.to_string());
    async move { reading?.await.map_err(|error| error.to_string()) }
}

/// Hands each part of a recording or a trace to the page.
struct Publisher(fn(&[u8]));

impl Write for Publisher {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        (self.0)(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
