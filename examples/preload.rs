//! A logo behind which the menu is loaded: the change shows no Loading screen.
//!
//! `cargo run --example preload --no-default-features` prints a line for each tick of a screen:
//!
//! ```text
//! tick  1: Loading
//! tick  1: the logo, and no preload
//! tick  2: the logo, and 0 of 0 files of the menu
//! tick  3: the logo, and 0 of 3 files of the menu
//! tick  4: the logo, and 1 of 3 files of the menu
//! tick  5: the logo, and 2 of 3 files of the menu
//! tick  6: the logo, and 3 of 3 files of the menu
//! tick  6: the menu, with 3 files
//! ended in order
//! ```
#![expect(clippy::print_stdout, reason = "an example shows its output")]

use std::sync::Arc;

use proscenium::flow::{GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager};
use proscenium::phase::LoadStep;
use proscenium::platform::{Input, MemorySource};

/// The phases.
const LOGO: &str = "logo";
const MENU: &str = "menu";

struct Logo;

impl GameScreen for Logo {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        cx.preload(MENU);
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let Some(preload) = cx.preload_status() else {
            return println!("tick {:>2}: the logo, and no preload", cx.tick());
        };
        let (done, total) = (preload.progress.done, preload.progress.total);
        println!("tick {:>2}: the logo, and {done} of {total} files of the menu", cx.tick());
        // Also when a file is broken: then Loading takes over, and leads to the failure screen.
        if preload.step != LoadStep::Loading {
            cx.load(MENU);
        }
    }
}

struct Menu;

impl GameScreen for Menu {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        println!("tick {:>2}: the menu, with {} files", cx.tick(), cx.resources().ids().len());
        cx.quit();
    }
}

/// Shown while the logo is loaded, and never again.
struct Loading;

impl GameScreen for Loading {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        println!("tick {:>2}: Loading", cx.tick());
    }
}

fn main() {
    let files = ["backdrop", "music", "texts"];
    let source = files.iter().fold(MemorySource::default(), |source, file| source.with(file, *file));
    let settings = ManagerSettings {
        source: Arc::new(source),
        // What the preload may hold beside the logo.
        preload_limit: 16 << 20,
        ..ManagerSettings::default()
    };
    let mut manager = ScreenManager::new(settings);
    manager.set_loading_screen(|| Loading);
    manager.add_phase(Phase::new(LOGO).screen("logo", |_| Logo));
    let menu = files.iter().fold(Phase::new(MENU), |menu, file| menu.file::<Vec<u8>>(file, file));
    manager.add_phase(menu.screen("menu", |_| Menu));
    manager.start(LOGO);
    while !manager.has_ended() {
        manager.step(&Input::default());
    }
    println!("ended in order");
}
