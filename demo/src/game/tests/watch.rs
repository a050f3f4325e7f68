//! Assets that are saved while the game runs, with real files.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{fs, iter};

use proscenium::dev::Watch;
use proscenium::flow::ScreenManager;
use proscenium::game::Session;
use proscenium::phase::{Sound, Texture};
use proscenium::platform::{AssetPath, Clock, DirSource, Input};

use super::folder::Folder;
use super::{manager_from, shared};
use crate::game::play::terrain::Ground;
use crate::game::screens::InGame;
use crate::shared::Shared;

/// The game in the first level, with a copy of the assets that is watched.
struct Watched {
    assets: Folder,
    watch: Box<dyn Iterator<Item = AssetPath>>,
    saved: Rc<RefCell<VecDeque<AssetPath>>>,
    session: Session,
    shared: Shared,
}

impl Watched {
    fn new() -> Self {
        let assets = Folder::of_assets();
        let shared = shared();
        let mut manager = manager_from(Arc::new(DirSource::new(assets.path())), &shared);
        manager.start("in_game");
        let saved = Rc::new(RefCell::new(VecDeque::new()));
        let next = Rc::clone(&saved);
        let watch = Watch::new(&mut manager, iter::from_fn(move || next.borrow_mut().pop_front()));
        let session = Session::new(manager, Clock::manual()).with_plugin(watch);
        let watch = Box::new(DirSource::new(assets.path()).watch().unwrap());
        let mut game = Self { assets, watch, saved, session, shared };
        while game.manager().stack().active().is_none_or(|id| id.name() != "in_game") {
            assert_eq!(game.run(1), "");
        }
        game
    }

    fn manager(&self) -> &ScreenManager {
        self.session.manager()
    }

    /// Runs some ticks, and returns the notice after them.
    fn run(&mut self, ticks: u32) -> String {
        (0..ticks).for_each(|_| self.session.advance(Clock::TICK, &Input::default()));
        self.session.notice().unwrap_or_default()
    }

    /// Waits until the system has reported a file, so that each run has the same ticks.
    fn wait_for(&mut self, file: &str) {
        let begin = Instant::now();
        while self.watch.by_ref().all(|path| path.as_str() != file) {
            assert!(begin.elapsed() < Duration::from_secs(120), "{file} is not reported");
            std::thread::sleep(Duration::from_millis(1));
        }
        self.saved.borrow_mut().push_back(AssetPath::new(file).unwrap());
    }

    fn edit(&mut self, file: &str, from: &str, to: &str) {
        self.assets.edit(file, from, to);
        self.wait_for(file);
    }

    fn copy(&mut self, from: &str, to: &str) {
        fs::copy(self.assets.path().join(from), self.assets.path().join(to)).unwrap();
        self.wait_for(to);
    }

    /// The states in which units of a machine are, with their numbers.
    fn states(&self, machine: &str) -> Vec<(String, usize)> {
        let mut counts = self.manager().stack().populations("in_game").unwrap().counts();
        let (_, states, _) = counts.find(|(name, ..)| *name == machine).unwrap();
        states.into_iter().map(|(state, count)| (state.to_owned(), count)).collect()
    }
}

#[test]
fn saved_assets_reach_the_running_game() {
    let mut game = Watched::new();
    let find =
        |game: &Watched, id: &str| game.manager().assets().resources().find::<Texture>(id).unwrap().clone();
    let textures = game.manager().assets().texture_count();
    game.copy("textures/ui_button.png", "textures/ui_panel.png");
    assert_eq!(game.run(5), "textures/ui_panel.png: replaced");
    let (panel, button) = (find(&game, "panel"), find(&game, "button"));
    assert_eq!((panel.width, panel.height), (button.width, button.height));

    // Texts, with a letter that no other text has.
    let text = |game: &Watched| {
        crate::view::View::new(&game.shared, game.manager().assets().resources(), (640.0, 360.0))
            .text_of("pause-resume")
    };
    let old = text(&game);
    game.edit("strings/en.ftl", &format!("pause-resume = {old}"), "pause-resume = Go on ☃");
    assert_eq!(game.run(5), "strings/en.ftl: replaced");
    assert_eq!(text(&game), "Go on ☃");

    let seconds =
        |game: &Watched| game.manager().assets().resources().find::<Sound>("sound_shot").unwrap().duration();
    let old = seconds(&game);
    game.copy("sounds/horn.wav", "sounds/shot.wav");
    assert_eq!(game.run(5), "sounds/shot.wav: replaced");
    assert!(seconds(&game) > old);
    assert_eq!(game.manager().assets().texture_count(), textures);
}

#[test]
fn a_saved_level_is_played_on_with_the_same_units() {
    let mut game = Watched::new();
    game.run(200);
    let count = |game: &Watched| game.states("hen").iter().map(|(_, count)| count).sum::<usize>();
    let hens = count(&game);
    let play = |game: &Watched| {
        let (play, ..) = InGame::observe(game.manager()).unwrap();
        (play.terrain.at((0, 0)), play.tuning.hero.walk)
    };
    assert_eq!(play(&game), (Ground::Wall, 84.0));
    game.edit(
        "levels/outpost.tmx",
        "\n76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76",
        "\n0,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76,76",
    );
    assert_eq!(game.run(3), "levels/outpost.tmx: replaced");
    assert_eq!(play(&game).0, Ground::Open);
    // The tileset belongs to the level.
    game.edit("levels/tiles.tsx", "<tile id=\"13\">", "<tile id=\"6\"><properties><property name=\"solid\" type=\"bool\" value=\"true\"/></properties></tile>\n<tile id=\"13\">");
    assert_eq!(game.run(3), "levels/outpost.tmx: replaced");
    assert_eq!(play(&game).0, Ground::Wall);
    game.edit("levels/outpost.tmx", "name=\"beacon\"", "name=\"bacon\"");
    assert_eq!(game.run(3), "levels/outpost.tmx: the level has no object `beacon`; the old one stays");
    game.edit("levels/outpost.tmx", "name=\"bacon\"", "name=\"beacon\"");
    game.edit("tuning.ron", "walk: 84.0", "walk: 60.0");
    game.run(3);
    assert_eq!(play(&game), (Ground::Wall, 60.0));
    assert_eq!(count(&game), hens);
    game.run(600);
    assert_eq!(game.manager().stack().active().unwrap().name(), "in_game");
}

#[test]
fn saved_machines_and_scripts_reach_the_running_game() {
    let mut game = Watched::new();
    game.run(200);
    let hens: usize = game.states("hen").iter().map(|(_, count)| count).sum();
    assert!(hens > 3);

    // A hen that never pecks: all of them go on, those that pecked from the initial state.
    game.edit("machines/hen.ron", "To(\"peck\")", "To(\"stand\")");
    let notice = game.run(20);
    assert!(notice.starts_with("machines/hen.ron:"), "no transition leads to `peck`: {notice}");
    game.edit("machines/hen.ron", "State(name: \"peck\"", "State(name: \"dig\"");
    game.edit("machines/hen.ron", "To(\"stand\")", "To(\"dig\")");
    let notice = game.run(20);
    // How many depends on the tick in which a thread has read it.
    assert!(notice.starts_with("machines/hen.ron: replaced; not kept: state `peck` ("), "{notice}");
    game.run(600);
    let after = game.states("hen");
    assert!(after.iter().any(|(state, _)| state == "dig"), "{after:?}");
    assert_eq!(after.iter().map(|(_, count)| count).sum::<usize>(), hens);

    // A script that makes all of them sleep, and one that is broken.
    game.edit("machines/hen.rhai", "hen.raise(\"bored\")", "this.patience = 1000");
    assert_eq!(game.run(20), "machines/hen.rhai: replaced");
    game.run(600);
    let asleep = game.states("hen");
    game.edit("machines/hen.rhai", "fn look(hen) {", "fn look(hen) {\n    hen.world.x.y.z;");
    let notice = game.run(40);
    assert!(notice.starts_with("machines/hen.rhai:") && notice.contains("in `look`"), "{notice}");
    game.edit("machines/hen.rhai", "\n    hen.world.x.y.z;", "");
    assert_eq!(game.run(20), "machines/hen.rhai: replaced");
    game.edit("machines/hen.rhai", "fn look(hen) {", "fn look(hen) }");
    let script = game.run(20);
    assert!(script.starts_with("machines/hen.rhai:") && !script.contains('\n'), "{script}");
    game.edit("machines/hen.ron", "\"startle\"", "\"panic\"");
    // Both errors are shown until their files are repaired.
    let notice = game.run(600);
    let notice = notice.strip_prefix(&format!("{script}\n")).unwrap();
    assert!(notice.contains(": state `scared/flee`: action `panic` is not bound"), "{notice}");
    let place = notice.strip_prefix("machines/hen.ron:").unwrap().split(':').next().unwrap();
    assert!(place.parse::<u32>().is_ok() && notice.ends_with("the old one stays"), "{notice}");
    assert_eq!(game.states("hen"), asleep);
    game.edit("machines/hen.ron", "\"panic\"", "\"startle\"");
    assert_eq!(game.run(600), script);
    game.edit("machines/hen.rhai", "fn look(hen) }", "fn look(hen) {");
    assert_eq!(game.run(20), "machines/hen.rhai: replaced");

    // The other machines too.
    for machine in ["runner", "marine", "monster", "mood"] {
        let file = format!("{machine}.ron");
        game.edit(&format!("machines/{file}"), "\n)", "\n)\n// saved\n");
        assert_eq!(game.run(20), format!("machines/{file}: replaced"));
    }
    assert_eq!(game.run(9 * 60), "");
    assert_eq!(game.manager().stack().active().unwrap().name(), "in_game");
}
