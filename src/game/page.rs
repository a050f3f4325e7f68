//! Games in a browser. The page's query string replaces the command line, its folder the assets
//! folder, and the browser's local storage the folder of settings.

use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;

use super::builder::Game;
use super::crash;
#[cfg(feature = "dev")]
use super::dev;
use super::local_time::of_page;
#[cfg(feature = "glyphs")]
use super::request::read;
use super::session::RunOutcome;
use super::window_loop::{WindowLoop, config, run_in_window};
use crate::platform::AssetSource;
use crate::window::{Boot, Console, PageSource, PageStorage, WindowInput, publish, show_panics};

/// The glyphs of the texts, a file that `cargo web` makes.
#[cfg(feature = "glyphs")]
const GLYPHS: &str = "fonts/glyphs.hex";

/// Starts the game; the page goes on with it.
pub(super) fn run(game: Game) -> ExitCode {
    let game = game.logger(Console, log::LevelFilter::Info);
    if let Err(error) = run_in_window(config(&game, None, None, true), make(game), finish) {
        log::error!("{error}");
    }
    ExitCode::SUCCESS
}

async fn make(game: Game) -> Result<WindowLoop, String> {
    show_panics(crash::describe);
    let boot = Boot::ask(game.name, &game.shown_title()).await.unwrap_or_else(|error| {
        log::error!("the page did not say how to start: {error}");
        Boot::default()
    });
    #[cfg(not(feature = "dev"))]
    if boot.query.iter().any(|(name, value)| (name.as_str(), value.as_str()) == ("replay", "link.recording"))
    {
        let advice = "open it in a page that was built with the feature `dev`";
        return Err(format!("This page cannot replay a run: {advice}"));
    }
    let network: Arc<dyn AssetSource> = Arc::new(PageSource::default());
    // All requests are sent before the first is waited for.
    #[cfg(feature = "glyphs")]
    let glyphs = read(&network, GLYPHS);
    #[cfg(feature = "dev")]
    let tools = dev::PageTools::request(&boot.query, &network);
    #[cfg(feature = "glyphs")]
    glyphs
        .await
        .and_then(|hex| proscenium_formats::glyphs::install(&hex))
        .map_err(|error| format!("Cannot read the letters of the texts:\n{error}"))?;
    let mut host = game.host(network);
    host.options = boot.query;
    #[cfg(feature = "dev")]
    tools.add(&game, &mut host).await?;
    // A script starts from the same settings everywhere and leaves the player's alone.
    if !host.is_scripted {
        host.utc_offset = of_page(boot.offsets);
        host.options.push(("locale".to_owned(), boot.language));
        host.storage = Rc::new(PageStorage::new(boot.kept, boot.refused));
    }
    let input = WindowInput::new(Rc::clone(&host.input_map));
    WindowLoop::start(game, host, input)
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
