//! How the program starts in a browser: the page's query string takes the place of the command
//! line, its folder that of the assets, the browser's local storage that of the settings.
//!
//! ```text
//! ?script=scripts/tour.txt   play this input script, one of the assets
//! &trace=1                   gather what happens, where a test can read it
//! &trace_machines=1          the changes of all AI machines too
//! &phase=main_menu           start with this phase
//! &pace=8                    so many milliseconds of loading a frame, instead of one item
//! &seed=3                    the seed of everything random
//! &level=2                   begin the game with this level
//! ```

use std::io::Write;
use std::sync::Arc;

use proscenium::kit::{
    InputScript, Outcome, SettingsFile, VirtualScreen, WindowRun, install_glyphs, run_in_page,
};
use proscenium::platform::window::{
    Boot, PageSource, PageStorage, WindowAudio, WindowConfig, end_page, log_to_console, publish_report,
    publish_trace,
};
use proscenium::platform::{AssetPath, AssetSource};

use super::commander::ACTIONS;
use super::paint::bindings;
use super::run::{Mode, RunOptions, find_phase, memory, parse_level, parse_pace, session, without_files};
use super::shared::Shared;
use super::theme;

/// Where the glyphs are that the texts need; `web/builder` puts them there.
const GLYPHS: &str = "fonts/glyphs.hex";

/// What the heap is given at once, in bytes. The files of a phase arrive in an order that the network
/// chooses, so that what they need together differs by about a megabyte from one visit to the next;
/// with this the memory of the page has its size from the start, and does not grow late in a session.
const HEAP: usize = 12 << 20;

/// Starts the program; the page goes on with it.
pub fn run() {
    log_to_console(log::LevelFilter::Info);
    // A page's memory only ever grows. What is given back here stays with the allocator.
    drop(std::hint::black_box(Vec::<u8>::with_capacity(HEAP)));
    let config =
        WindowConfig { title: "Last Outpost".to_owned(), width: 1280, height: 720, fullscreen: false };
    if let Err(error) = run_in_page(config, make(), finish) {
        log::error!("{error}");
    }
}

async fn make() -> WindowRun {
    let boot = Boot::ask().await.unwrap_or_else(|error| {
        log::error!("the page did not say how to start: {error}");
        Boot::default()
    });
    let query = Query::read(&boot.query);
    let network: Arc<dyn AssetSource> = Arc::new(PageSource::default());
    // Asked for together, then waited for.
    let glyphs = read(&network, GLYPHS);
    let script = query.script.as_ref().map(|path| read(&network, path));
    match glyphs.await.and_then(|hex| install_glyphs(&hex).map_err(|error| error.to_string())) {
        Ok(_) => {}
        Err(error) => log::error!("there are no letters: {error}"),
    }
    let script = match script {
        Some(script) => {
            script.await.and_then(|bytes| parse(&bytes)).map_err(|error| log::error!("{error}")).ok()
        }
        None => None,
    };
    // A script starts from the same settings everywhere, and leaves the player's alone.
    let file = match script {
        Some(_) => memory(),
        None => SettingsFile::new(Box::new(PageStorage::new(boot.kept))),
    };
    let shared = Shared::load_with(file, WindowAudio::default());
    shared.set_endless();
    let session = session(&query.options, network, &shared, Mode::Window, script);
    WindowRun {
        session: if query.options.trace { session.with_trace(PageTrace::default()) } else { session },
        screen: VirtualScreen::new(theme::WIDTH as u32, theme::HEIGHT as u32),
        bindings: bindings(),
        screenshots: None,
        recording: None,
    }
}

/// The script is over, or the player has left: a page stays until its tab is closed.
fn finish((report, result): Outcome) {
    publish_report(&serde_json::to_string(&report).unwrap_or_default());
    match result {
        Ok(()) => end_page("The curtain has fallen. Click to play again."),
        Err(error) => {
            log::error!("{error}");
            end_page(&format!("The script stopped:\n{error}"));
        }
    }
}

/// The query string as it is understood. What cannot be is told in the console and left out.
struct Query {
    options: RunOptions,
    script: Option<String>,
}

impl Query {
    fn read(query: &[(String, String)]) -> Self {
        let mut read = Self { options: RunOptions::default(), script: None };
        for (name, value) in query {
            if let Err(error) = read.take(name, value) {
                log::error!("the page's `?{name}={value}` cannot be read: {error}");
            }
        }
        read
    }

    fn take(&mut self, name: &str, value: &str) -> Result<(), String> {
        let is_on = !matches!(value, "0" | "false" | "off");
        match name {
            "script" => self.script = Some(value.to_owned()),
            "trace" => self.options.trace = is_on,
            "trace_machines" => self.options.trace_machines = is_on,
            "phase" => self.options.phase = find_phase(value).map_err(|error| error.to_string())?,
            "pace" => self.options.pace = parse_pace(value)?,
            "level" => self.options.level = parse_level(value)?,
            "seed" => self.options.seed = value.parse().map_err(|_| "write a whole number".to_owned())?,
            // The page's own, or a visitor's: nothing of ours.
            _ => {}
        }
        Ok(())
    }
}

/// Asks for a file now; the answer comes later.
fn read(source: &Arc<dyn AssetSource>, path: &str) -> impl Future<Output = Result<Vec<u8>, String>> {
    let reading = AssetPath::new(path).map(|path| source.read(&path)).map_err(|error| error.to_string());
    async move { reading?.await.map_err(|error| error.to_string()) }
}

fn parse(script: &[u8]) -> Result<InputScript, String> {
    InputScript::from_bytes(script, &ACTIONS).map_err(|error| format!("the script: {error}"))
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
