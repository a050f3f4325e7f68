//! How a game starts in a browser: the page's query string takes the place of the command line,
//! its folder that of the assets, the browser's local storage that of the folder of settings.

use std::io::Write;
use std::rc::Rc;
use std::sync::Arc;

use super::{Around, Game, Place, RunOptions};
use crate::kit::input_script::InputScript;
use crate::kit::windowed::{RunOutcome, WindowRun, run_in_window};
use crate::platform::window::{
    Boot, PageSource, PageStorage, WindowConfig, end_page, log_to_console, publish_report, publish_trace,
};
use crate::platform::{AssetPath, AssetSource, MemoryStorage, Storage};

/// The glyphs that the texts need; `cargo web` puts them there.
#[cfg(feature = "glyphs")]
const GLYPHS: &str = "fonts/glyphs.hex";

/// Starts the game; the page goes on with it.
pub(super) fn run(game: Game) {
    log_to_console(log::LevelFilter::Info);
    let config = WindowConfig {
        title: game.shown_title(),
        width: game.screen.width() * 2,
        height: game.screen.height() * 2,
        fullscreen: false,
    };
    if let Err(error) = run_in_window(config, make(game), finish) {
        log::error!("{error}");
    }
}

async fn make(mut game: Game) -> Option<WindowRun> {
    let boot = Boot::ask(game.name, &game.shown_title()).await.unwrap_or_else(|error| {
        log::error!("the page did not say how to start: {error}");
        Boot::default()
    });
    let mut options = RunOptions::default();
    for (name, value) in &boot.query {
        if let Err(error) = options.take(name, value) {
            log::error!("the page's `?{name}={value}` cannot be read: {error}");
        }
    }
    let network: Arc<dyn AssetSource> = Arc::new(PageSource::default());
    // Both are asked for at once, then waited for.
    #[cfg(feature = "glyphs")]
    let glyphs = read(&network, GLYPHS);
    let script = options.script.as_ref().map(|path| read(&network, path));
    #[cfg(feature = "glyphs")]
    if let Err(error) = glyphs
        .await
        .and_then(|hex| crate::kit::glyphs::install_glyphs(&hex).map_err(|error| error.to_string()))
    {
        log::error!("there are no letters: {error}");
    }
    let script = match script {
        Some(script) => script
            .await
            .and_then(|bytes| {
                InputScript::from_bytes(&bytes, &game.actions).map_err(|error| format!("the script: {error}"))
            })
            .map_err(|error| log::error!("{error}"))
            .ok(),
        None => None,
    };
    // A script starts from the same settings everywhere, and leaves the player's alone.
    let storage: Rc<dyn Storage> = match script {
        Some(_) => Rc::new(MemoryStorage::default()),
        None => Rc::new(PageStorage::new(boot.kept)),
    };
    let around =
        Around { source: Arc::clone(&network), storage, is_scripted: script.is_some(), query: boot.query };
    let stage = game.build(&options, Place::Window, around);
    let phase = options.phase.as_deref().filter(|wanted| {
        let is_known = stage.manager.phases().any(|phase| phase.name() == *wanted);
        if !is_known {
            log::error!("there is no phase `{wanted}`");
        }
        is_known
    });
    let mut session = stage.start(phase).map_err(|error| end_page(&error.to_string())).ok()?;
    if let Some(script) = script {
        session = session.with_script(script);
    }
    if options.trace {
        session = session.with_trace(PageTrace::default());
    }
    let bindings = game.bindings;
    Some(WindowRun { session, screen: game.screen, bindings, screenshots: None, recording: None })
}

/// The script is over, or the player has left: a page stays until its tab is closed.
fn finish((report, result): RunOutcome) {
    publish_report(&serde_json::to_string(&report).unwrap_or_default());
    match result {
        Ok(()) => end_page("The curtain has fallen. Click to play again."),
        Err(error) => {
            log::error!("{error}");
            end_page(&format!("The script stopped:\n{error}"));
        }
    }
}

/// Asks for a file now; the answer comes later.
fn read(source: &Arc<dyn AssetSource>, path: &str) -> impl Future<Output = Result<Vec<u8>, String>> + use<> {
    let reading = AssetPath::new(path).map(|path| source.read(&path)).map_err(|error| error.to_string());
    async move { reading?.await.map_err(|error| error.to_string()) }
}

/// Hands the trace to the page, whole lines at a time.
#[derive(Default)]
struct PageTrace(Vec<u8>);

impl Write for PageTrace {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.extend_from_slice(bytes);
        if bytes.ends_with(b"\n") {
            publish_trace(&String::from_utf8_lossy(&self.0));
            self.0.clear();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
