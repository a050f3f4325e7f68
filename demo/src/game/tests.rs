//! The whole game without a window: the tour, memory, and the screens.

mod arena;
mod faults;
#[path = "../../tests/instrument/folder.rs"]
mod folder;
mod hours;
mod inputs;
mod lessons;
mod levels;
mod measure;
mod saves;
mod skills;
mod soak;
mod text_layout;
mod watch;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use proscenium::dev::{InputScript, ScriptPlayer, TraceWriter};
use proscenium::flow::{ManagerSettings, ScreenCommand, ScreenId, ScreenManager};
use proscenium::game::{Report, Session};
use proscenium::platform::{
    Action, AssetSource, Clock, HeadlessAudio, Input, MemoryStorage, Trace, TraceEvent,
};

pub use arena::Arena;
pub use soak::loaded;

use super::screens::Bestiary;
use crate::controls::{ACTIONS, BESTIARY, SELECT_ALL};
use crate::screens::MainMenu;
use crate::settings::Settings;
use crate::shared::Shared;
use crate::tests::{
    Full, assets, begun, go, manager_of, manager_seeded, manager_with, shared, stack, started, tap, wait,
};
use crate::theme;
use crate::view::View;

/// A manager with the game registered and files from a source.
pub fn manager_from(source: Arc<dyn AssetSource>, shared: &Shared) -> ScreenManager {
    manager_with(ManagerSettings { source, ..ManagerSettings::default() }, shared)
}

fn manager() -> ScreenManager {
    manager_of(&shared())
}

/// A run of a script.
fn scripted(manager: ScreenManager, script: &str) -> Session {
    let script = InputScript::parse(script, &ACTIONS).unwrap();
    Session::new(manager, Clock::manual()).with_plugin(ScriptPlayer::new(script, Rc::default()))
}

/// Runs `script` from `phase` to its end.
fn play(phase: &'static str, script: &str) -> Report {
    let mut manager = manager();
    manager.start(phase);
    let session = scripted(manager, script);
    let (report, result) = session.run_headless();
    result.unwrap();
    report
}

fn tour() -> &'static str {
    include_str!("../../../assets/scripts/tour.txt")
}

/// A trace that the test reads while the session writes it.
#[derive(Clone, Default)]
pub struct Lines(pub Rc<RefCell<Vec<u8>>>);

impl io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn the_tour_shows_the_main_screens_and_leaves_nothing_behind() {
    let mut manager = manager();
    manager.start("logo");
    let mut session = scripted(manager, tour());
    let mut visited = BTreeSet::new();
    while !session.is_over() {
        session.advance(Clock::TICK, &Input::default());
        visited.extend(session.manager().stack().active());
    }
    let visited: Vec<_> = visited.iter().map(|id| id.name()).collect();
    let all =
        ["credits", "in_game", "loading", "logo", "main_menu", "pause", "question", "settings", "trailer"];
    assert_eq!(visited, all);
    let (report, result) = session.finish();
    result.unwrap();
    assert_eq!(report.leaks, []);
    assert_eq!((report.textures_at_end, report.texture_bytes_at_end), (0, 0));
}

/// A load of the tour.
#[derive(Debug, Default, PartialEq)]
struct TourLoad {
    phase: String,
    /// Whether Loading was on the stack from the first tick of the load to its last.
    is_seen: bool,
    /// The ids that were freed, and those that were loaded, in order, with their ticks.
    freed: Vec<(String, u64)>,
    loaded: Vec<(String, u64)>,
}

/// The loads in the trace of the tour, but for the program's end.
fn tour_loads() -> Vec<TourLoad> {
    let mut manager = manager();
    manager.start("logo");
    let lines = Lines::default();
    scripted(manager, tour())
        .with_plugin(TraceWriter::new(Box::new(lines.clone()), false))
        .run_headless()
        .1
        .unwrap();
    let (mut loads, mut is_open) = (Vec::<TourLoad>::new(), false);
    for line in String::from_utf8(lines.0.take()).unwrap().lines() {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = |name: &str| record[name].as_str().unwrap_or_default().to_owned();
        let resource = || (text("id"), record["tick"].as_u64().unwrap());
        match (text("kind").as_str(), text("step").as_str()) {
            ("phase", "freeing") => {
                loads.push(TourLoad { phase: text("phase"), ..TourLoad::default() });
                is_open = true;
            }
            ("phase", "ready") => is_open = false,
            ("stack", _) if is_open => {
                loads.last_mut().unwrap().is_seen = record["stack"] == serde_json::json!(["loading"]);
            }
            ("resource", "freed") if is_open => loads.last_mut().unwrap().freed.push(resource()),
            ("resource", "loaded") => loads.last_mut().unwrap().loaded.push(resource()),
            _ => {}
        }
    }
    loads
}

#[test]
fn the_tour_shows_loading_between_phases_which_frees_the_old_one_and_loads_one_item_a_tick() {
    let loads = tour_loads();
    let seen: Vec<_> = loads.iter().map(|load| (load.phase.as_str(), load.is_seen)).collect();
    let expected = [
        ("logo", true),
        ("trailer", false),
        ("main_menu", true),
        ("in_game", true),
        ("in_game", true),
        ("main_menu", true),
    ];
    assert_eq!(seen, expected, "only the trailer is preloaded");
    for load in loads.iter().filter(|load| load.is_seen) {
        let first = load.loaded[0].1;
        assert!(load.freed.iter().all(|(_, tick)| *tick < first), "{load:?}");
        let ticks: Vec<_> = load.loaded.iter().map(|(_, tick)| *tick).collect();
        assert_eq!(ticks, (first..first + ticks.len() as u64).collect::<Vec<_>>(), "{load:?}");
    }
    let freed: Vec<_> = loads.iter().map(|load| load.freed.len()).collect();
    assert_eq!(freed, [0, 1, 5, 2, 2, 27], "the resources of the old phase that the new one does not have");
}

#[test]
fn ten_rounds_between_menu_and_game_leak_no_memory() {
    let round = "tap accept\nwait in_game\ntap pause\nwait pause\ntap up\ntap up\ntap accept\n\
                 wait question\ntap down\ntap accept\nwait main_menu\n";
    let report = play("main_menu", &format!("wait main_menu\n{}", round.repeat(10)));
    assert_eq!(report.leaks, []);
    for phase in ["main_menu", "in_game"] {
        let loads = report.loads.iter().filter(|load| load.phase == phase);
        let ends = loads.filter_map(|load| load.at_end).map(|end| (end.texture_bytes, end.other_bytes));
        let ends: BTreeSet<_> = ends.collect();
        assert_eq!(ends.len(), 1, "{phase} did not return to the same bytes: {ends:?}");
    }
    assert_eq!(report.loads.iter().filter(|load| load.at_end.is_some()).count(), 21);
}

#[test]
fn cancel_goes_back_from_the_loading_screen_of_a_level_only() {
    let mut manager = started(&shared(), "main_menu");
    manager.command(ScreenCommand::load("in_game"));
    let mut loaded = Vec::new();
    for _ in 0..600 {
        let is_loading = manager.stack().active().is_some_and(|id| id.name() == "loading");
        let input = Input::pressing([Action::CANCEL]);
        manager.step(&if is_loading { input } else { Input::default() });
        manager.step(&Input::releasing([Action::CANCEL]));
        loaded.extend(manager.flow().phase());
    }
    loaded.dedup();
    let loaded: Vec<_> = loaded.iter().map(|phase| phase.name()).collect();
    assert_eq!((loaded, manager.is_idle()), (vec!["main_menu"], true));
}

#[test]
fn a_lost_focus_pauses_the_game_once() {
    let mut manager = started(&shared(), "in_game");
    for _ in 0..3 {
        manager.step(&Input { focus_lost: true, ..Input::default() });
    }
    assert_eq!(stack(&manager), ["in_game", "pause"]);
}

#[test]
fn a_focus_that_is_lost_while_loading_pauses_the_game_at_its_start() {
    let mut manager = started(&shared(), "main_menu");
    manager.command(ScreenCommand::load("in_game"));
    for _ in 0..6000 {
        manager.step(&Input { focus_lost: true, ..Input::default() });
        if stack(&manager) == ["in_game", "pause"] {
            return;
        }
    }
    panic!("the game runs behind another window: {:?}", stack(&manager));
}

#[test]
fn a_lost_focus_does_not_pause_a_game_that_is_set_so() {
    let shared = shared();
    shared.apply(&Settings { pause_unfocused: false, ..shared.settings() });
    let mut manager = started(&shared, "in_game");
    manager.step(&Input { focus_lost: true, ..Input::default() });
    manager.step(&Input::default());
    assert_eq!(manager.stack().active().map(ScreenId::name), Some("in_game"));
}

#[test]
fn the_bestiary_opens_at_the_selected_units() {
    let mut manager = started(&shared(), "in_game");
    let mut pages = Vec::new();
    for selects in [false, true] {
        if selects {
            tap(&mut manager, SELECT_ALL);
        }
        go(&mut manager, &[BESTIARY], "bestiary");
        let bestiary = manager.stack().screen::<Bestiary>("bestiary");
        pages.extend(bestiary.map(|bestiary| bestiary.machine().to_owned()));
        go(&mut manager, &[Action::CANCEL], "in_game");
    }
    assert_eq!(pages, ["runner", "marine"]);
}

#[test]
fn the_bestiary_slides_away_to_where_it_was_opened() {
    for in_pause in [false, true] {
        let mut manager = started(&shared(), "in_game");
        if in_pause {
            go(&mut manager, &[Action::PAUSE], "pause");
            (0..3).for_each(|_| tap(&mut manager, Action::DOWN));
        }
        manager.trace().take();
        go(&mut manager, &[if in_pause { Action::ACCEPT } else { BESTIARY }], "bestiary");
        tap(&mut manager, Action::CANCEL);
        wait(&mut manager, if in_pause { "pause" } else { "in_game" });
        let trace = manager.trace().take();
        let names = trace.iter().filter_map(|record| match record.event {
            TraceEvent::Transition { name, step: "out" } => Some(name),
            _ => None,
        });
        assert_eq!(names.collect::<Vec<_>>(), ["slide", "slide"], "{in_pause}");
    }
}

/// The keys of a language's file.
fn texts(language: &str) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../assets/strings/{language}.ftl"));
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().filter_map(|line| Some(line.split_once(" =")?.0.to_owned())).collect()
}

fn contents(folder: &Path) -> String {
    let mut all = String::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => all += &contents(&path),
            false => all += &String::from_utf8_lossy(&std::fs::read(path).unwrap()),
        }
    }
    all
}

#[test]
fn every_named_text_exists_and_every_text_is_used() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let screens = ["src/screens", "src/game/screens"].map(|folder| contents(&project.join(folder))).concat();
    let known = texts("en");
    let firsts: BTreeSet<&str> = known.iter().filter_map(|key| key.split('-').next()).collect();
    let is_key = |text: &&str| {
        let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let first = text.split('-').next().unwrap_or_default();
        text.contains('-') && text.chars().all(is_word) && firsts.contains(first)
    };
    let in_quotes = |text: &str| -> BTreeSet<String> {
        text.split('"').skip(1).step_by(2).filter(is_key).map(str::to_owned).collect()
    };
    for key in in_quotes(&screens) {
        assert!(known.contains(&key), "the screens use the text `{key}`, which does not exist");
    }
    // The library has the menu of controls, the failure screen and the names of keys.
    let code =
        ["src", "../src/game", "../crates/ui/src"].map(|folder| contents(&project.join(folder))).concat();
    let levels = ["scripts", "levels"].map(|folder| contents(&project.join("../assets").join(folder)));
    let all = format!("{code}{}", levels.concat());
    for key in &known {
        // Some keys are built at run time.
        let elsewhere = ["trailer-", "bestiary-", "action-", "unit-"];
        let elsewhere = elsewhere.iter().any(|first| key.starts_with(first));
        assert!(elsewhere || all.contains(&format!("\"{key}\"")), "the text `{key}` is not used");
    }
}

#[test]
fn menus_and_the_game_play_sounds_and_a_pause_ducks_the_music() {
    let audio = HeadlessAudio::recording();
    let shared = Shared::in_memory(audio.clone());
    let mut manager = manager_of(&shared);
    manager.start("main_menu");
    let script = "wait main_menu\nrun 90\ntap down\ntap up\ntap accept\nwait in_game\nrun 120\ntap jump\n\
                  run 90\ntap pause\nwait pause\nrun 60\ntap accept\nwait in_game\nrun 60\n";
    let session = scripted(manager, script).with_plugin(shared.mixer().clone());
    session.run_headless().1.unwrap();
    let calls = audio.take_calls();
    let mut expected = [
        "loop music_menu",
        "play sound_menu_move",
        "play sound_menu_move",
        "play sound_menu_accept",
        "loop music_game",
        "stop music_menu",
        "play sound_jump",
        "play sound_land",
        "volume music_game 0.16",
        "play sound_menu_accept",
        "volume music_game 0.45",
        "unload music_game",
    ]
    .into_iter()
    .peekable();
    for call in &calls {
        expected.next_if(|expected| call.starts_with(expected));
    }
    assert_eq!(expected.next(), None, "not in {calls:#?}");
    let loaded = calls.iter().filter(|call| call.starts_with("load ")).count();
    let unloaded = calls.iter().filter(|call| call.starts_with("unload ")).count();
    assert_eq!((loaded, unloaded), (20, 20));
}

#[test]
fn the_first_entry_of_the_menu_is_called_what_it_does() {
    for (unlocked, name, screen) in [(1, "New game", "in_game"), (2, "Select level", "continue_run")] {
        let shared = shared();
        shared.unlock(unlocked);
        let mut manager = started(&shared, "main_menu");
        let view = View::new(&shared, manager.assets().resources(), (theme::WIDTH, theme::HEIGHT));
        let (_, page) = manager.stack().screen::<MainMenu>("main_menu").unwrap().pages(&view);
        assert_eq!(
            ["New game", "Select level"].map(|text| format!("{page:?}").contains(text)),
            [true, name == "Select level"]
        );
        go(&mut manager, &[Action::ACCEPT], screen);
    }
}

#[test]
fn closing_the_window_over_changed_settings_asks_once() {
    let mut manager = started(&shared(), "in_game");
    go(&mut manager, &[Action::PAUSE], "pause");
    go(&mut manager, &[Action::DOWN, Action::ACCEPT], "settings");
    tap(&mut manager, Action::RIGHT);
    for _ in 0..3 {
        manager.command(ScreenCommand::Quit);
        manager.step(&Input::default());
    }
    assert_eq!(stack(&manager), ["in_game", "pause", "settings", "question"]);
}
