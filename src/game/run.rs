//! The run of a game, in a window or in a page.

use std::process::ExitCode;

use super::builder::Game;

impl Game {
    /// Runs the game to its end: in a window, or in a page. If the program has no logger, warnings are shown on the
    /// standard error, or what the environment variable `RUST_LOG` says: `RUST_LOG=debug`.
    ///
    /// The feature `dev` adds a command line with tools, and a page's query string:
    /// `?script=scripts/tour.txt&trace=1&phase=main_menu&pace=8&seed=3`. With it a game runs headless where there is no display:
    /// it plays `scripts/tour.txt` of its assets, or two seconds. Other programs say that they ignore their arguments.
    ///
    /// The exit code is 0 after an orderly end, 1 when `check` found problems or a trace or a report could not be
    /// written to its end, 2 when the command line, a script or the assets cannot be read, a file cannot be made or no
    /// window can be opened, 3 when a `wait` or an `expect` of a script failed, the program did not end after its
    /// script, or a replay departed, and 101 after a panic, or when macroquad has a window already, as under
    /// `#[macroquad::main]`. It is also 2 when the game ends without having started, because its first phase could not
    /// be loaded and only the failure screen was seen; a script that waits for the failure screen, or expects it, ends
    /// with 0.
    pub fn run(self) -> ExitCode {
        #[cfg(all(feature = "window", target_arch = "wasm32"))]
        return super::page::run(self);
        #[cfg(all(not(feature = "window"), target_arch = "wasm32"))]
        return ExitCode::FAILURE;
        #[cfg(all(feature = "dev", not(target_arch = "wasm32")))]
        return super::dev::run(self);
        #[cfg(all(not(feature = "dev"), not(target_arch = "wasm32")))]
        return super::desktop::run(self);
    }
}
