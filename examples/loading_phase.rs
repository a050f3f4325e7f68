//! A phase with a manifest: true progress, a stand-in, a failure, and a retry.
//!
//! `cargo run --example loading_phase --no-default-features` prints a line for each tick of the
//! Loading screen. The first load fails because a required file is not there, the second one
//! finds it and keeps what is loaded already; the portrait is optional and gets its stand-in, a checker of 16 x 16 pixels:
//!
//! ```text
//! tick  1:   0 %, the old phase is freed
//! tick  2:   0 %, the old phase is freed
//! tick  3:  10 %, next: portrait
//! tick  4:  20 %, next: rules
//! tick  5:  20 %, failed: rules
//! phase `cellar` cannot be loaded: rules `rules`: cannot read rules.ron: there is no such file
//! the file is put in its place, and accept tries again
//! tick  6:   0 %, the old phase is freed
//! tick  7:   0 %, the old phase is freed
//! tick  8:  11 %, next: rules
//! tick  9:  78 %, next: path_grid
//! tick 10: 100 %, ready
//! the door opens at 9 o'clock
//! the cellar is built; its portrait: 16 x 16
//! ended in order
//! ```
#![expect(clippy::print_stdout, reason = "an example shows its output")]

use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};

use proscenium::flow::{
    BuildContext, Failure, GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager,
};
use proscenium::phase::{LoadStep, Resource, Texture};
use proscenium::platform::{Action, AssetPath, AssetSource, Input, MemorySource, ReadFuture};

const CELLAR: &str = "cellar";

/// What the phase needs, as designers write it down. `weight` is the share of the progress.
const MANIFEST: &str = r#"(
    resources: [
        bytes(id: "en", path: "strings/en.txt"),
        texture(id: "portrait", path: "textures/portrait.png", optional: true),
        rules(id: "rules", path: "rules.ron", weight: 6),
    ],
)"#;

/// The numbers of the cellar, from a RON file.
#[derive(serde::Deserialize)]
struct Rules {
    opens: u32,
}

/// A folder in memory that gets a file later.
#[derive(Clone)]
struct Folder(Arc<Mutex<MemorySource>>);

impl Folder {
    fn add(&self, path: &str, text: &str) {
        let mut files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *files = files.clone().with(path, text);
    }
}

impl AssetSource for Folder {
    fn read(&self, path: &AssetPath) -> ReadFuture {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).read(path)
    }
}

/// The screen that the phase starts with. It is built when all resources are there.
struct Cellar;

impl Cellar {
    fn new(cx: &BuildContext<'_>) -> Result<Self, Box<dyn Error>> {
        // A `?` here leads to the failure screen, like a file that is missing.
        let rules = cx.resources().find::<Rules>("rules")?;
        println!("the door opens at {} o'clock", rules.opens);
        let portrait = cx.resources().find::<Texture>("portrait")?;
        println!("the cellar is built; its portrait: {} x {}", portrait.width, portrait.height);
        Ok(Self)
    }
}

impl GameScreen for Cellar {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        cx.quit();
    }
}

/// Says how far the load is. The manager does the work.
struct Loading;

impl GameScreen for Loading {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let Some(status) = cx.load_status() else { return };
        let item = status.item.map_or("", |item| item.name());
        let what = match status.step {
            LoadStep::Freeing => "the old phase is freed".to_owned(),
            LoadStep::Loading => format!("next: {item}"),
            LoadStep::Ready => "ready".to_owned(),
            LoadStep::Failed => format!("failed: {item}"),
        };
        println!("tick {:>2}: {:>3.0} %, {what}", cx.tick(), status.progress.fraction * 100.0);
    }
}

/// Says what went wrong; *accept* tries again.
struct TryAgain(Failure);

impl GameScreen for TryAgain {
    fn on_enter(&mut self, _cx: &mut ScreenContext<'_>) {
        println!("{}", self.0.cause);
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        if cx.input().is_pressed(Action::ACCEPT)
            && let Some(phase) = self.0.phase
        {
            cx.load(phase);
        }
    }
}

fn main() {
    let files = MemorySource::default().with("phases/cellar.ron", MANIFEST).with("strings/en.txt", "A door");
    let folder = Folder(Arc::new(Mutex::new(files)));
    let settings = ManagerSettings { source: Arc::new(folder.clone()), ..ManagerSettings::default() };
    let mut manager = ScreenManager::new(settings);

    // RON of any serde type is a kind of resource, and code can be a part of the queue as well.
    manager.assets_mut().register_ron::<Rules>("rules");
    let path_grid = Resource::callback("path_grid", |cx| Ok(cx.resources().find::<Rules>("rules")?.opens));
    let cellar = Phase::new(CELLAR)
        .manifest("phases/cellar.ron")
        .resource(path_grid.weight(2))
        .try_screen("cellar", Cellar::new);
    manager.add_phase(cellar);
    manager.set_loading_screen(|| Loading);
    manager.set_failure_screen(TryAgain);

    manager.start(CELLAR);
    while manager.stack().active().is_none_or(|screen| screen.name() != "failure") {
        manager.step(&Input::default());
    }

    println!("the file is put in its place, and accept tries again");
    folder.add("rules.ron", "(opens: 9)");
    manager.step(&Input::pressing([Action::ACCEPT]));
    while !manager.has_ended() {
        manager.step(&Input::default());
    }
    println!("ended in order");
}
