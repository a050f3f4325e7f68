//! The levels: units start on open ground with a path to the beacon, scripts name existing things, and
//! each level can be lost and won.

use super::*;
use crate::game::play::terrain::{Cell, Ground, Terrain};
use crate::game::play::{Directive, Director, Now, Outcome, Tally};
use crate::game::screens::{Ended, Ending, InGame};
use crate::game::tests::skills::{self, Skill};
use crate::levels::{LEVELS, LevelInfo, LevelNumber};
use crate::settings::Difficulty;
use proscenium::flow::{Populations, ScreenCommand, Target};
use proscenium::formats::tiled::{Object, PropertyValue};
use proscenium::formats::{Level, Script};
use proscenium::game::SessionError;
use proscenium::phase::Resources;
use proscenium::platform::{Clock, Device, TraceEvent};

/// Width of a stream that the hero can jump over, in tiles.
const JUMP: i32 = 5;

/// Loads each level and calls `each` with it, its ground and its resources.
fn each_level(mut each: impl FnMut(&LevelInfo, &Level, &Terrain, &Resources)) {
    for info in &LEVELS {
        let mut manager = manager();
        manager.command(ScreenCommand::load_with("in_game", LevelNumber(info.number)).without_transition());
        wait(&mut manager, "in_game");
        let level = manager.assets().resources().find::<Level>(info.level).unwrap();
        each(info, level, &Terrain::of(level), manager.assets().resources());
    }
}

#[test]
fn only_the_current_level_is_loaded() {
    each_level(|info, _, _, resources| {
        let found = LEVELS.iter().filter(|other| resources.find::<Level>(other.level).is_ok());
        assert_eq!(found.collect::<Vec<_>>(), [info]);
    });
}

fn spot(object: &Object<'_>) -> (f32, f32) {
    (object.x, object.y)
}

/// The tiles that can be reached from one: on foot, or with jumps over low obstacles.
fn reached(terrain: &Terrain, from: Cell, jumps: bool) -> BTreeSet<Cell> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(cell) = open.pop() {
        if terrain.at(cell) != Ground::Open || !reached.insert(cell) {
            continue;
        }
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let ahead = |step: i32| (cell.0 + dx * step, cell.1 + dy * step);
            let over = (1..).take_while(|&step| terrain.at(ahead(step)) == Ground::Low).count() as i32;
            if over == 0 || (jumps && over <= JUMP) {
                open.push(ahead(over + 1));
            }
        }
    }
    reached
}

#[test]
fn every_rift_and_post_has_a_path_to_the_beacon() {
    each_level(|info, level, terrain, _| {
        let beacon = level.object("beacon").unwrap();
        let on_foot = reached(terrain, terrain.nearest_open(spot(&beacon)).unwrap(), false);
        let of = |class: &str| level.objects().filter(|object| object.user_type == class).count();
        assert!(of("rift") >= 2 && of("marine") >= 4, "{}", info.name);
        for object in level.objects().filter(|object| object.user_type != "sign") {
            // A straw man stands on a tile of his own, and is struck from beside it.
            let (is_straw, (x, y)) = (object.name == "straw", spot(&object));
            let cell = terrain.cell(if is_straw { (x - 16.0, y) } else { (x, y) });
            let what = format!("{}: `{}` {} at {cell:?}", info.name, object.name, object.user_type);
            let is_in_a_wall = terrain.blocks(object.x, object.y, 0.0);
            assert!(!is_in_a_wall || is_straw || object.user_type == "beacon", "{what} is in a wall");
            assert!(on_foot.contains(&cell) || object.user_type == "hen", "no path from {what}");
        }
    });
}

#[test]
fn every_sign_can_be_reached_and_read() {
    each_level(|info, level, terrain, resources| {
        let start = terrain.cell(spot(&level.object("hero_start").unwrap()));
        let reached = reached(terrain, start, true);
        let signs: Vec<_> = level.objects().filter(|object| object.user_type == "sign").collect();
        assert!(signs.len() >= 2, "{}", info.name);
        let script = resources.find::<Script>(info.script).unwrap();
        for sign in signs {
            let (x, y) = terrain.cell(spot(&sign));
            let is_near = (-1..=1).any(|dx| (-1..=1).any(|dy| reached.contains(&(x + dx, y + dy))));
            assert!(is_near, "{}: the sign at {x}, {y} cannot be reached", info.name);
            let PropertyValue::StringValue(text) = &sign.properties["text"] else { panic!() };
            for times in 1..4_i64 {
                let said = Director::default().text(script, "read_sign", (text.to_owned(), times)).unwrap();
                let known = said.as_ref().is_some_and(|said| texts("en").contains(said));
                assert!(known, "{}: the sign at {x}, {y} says {said:?}", info.name);
            }
        }
    });
}

#[test]
fn every_place_and_text_that_a_script_names_exists() {
    each_level(|info, level, _, resources| {
        let script = resources.find::<Script>(info.script).unwrap();
        let mut director = Director::default();
        let mut said = vec![director.text(script, "start", ()).unwrap().unwrap_or_default()];
        let (mut waves, mut has_won) = (Vec::new(), false);
        for time in 0..600 {
            // Monsters live for five minutes, and then die at once.
            let monsters = if time < 300 { 5 } else { 0 };
            let now = Now { time, monsters, marines: 4, beacon: 1.0, hero: 1.0, ..Now::default() };
            for directive in director.second(script, &now).unwrap() {
                match directive {
                    Directive::Units { at, .. } => {
                        assert!(level.object(&at).is_some(), "{}: no place `{at}`", info.name);
                    }
                    Directive::Say { text, .. } => said.push(text),
                    Directive::Wave { number, of } => waves.push((number, of)),
                    Directive::Calm(_) | Directive::Bonus(_) => {}
                    Directive::Win => has_won = true,
                    Directive::Lose => panic!("{}: lost with a healthy beacon and hero", info.name),
                }
            }
        }
        assert!(has_won, "{}: not won without monsters", info.name);
        let count = waves.len() as u32;
        let in_order: Vec<_> = (1..=count).map(|number| (number, count)).collect();
        assert_eq!(waves, in_order, "{}", info.name);
        for language in ["en", "zh-CN"] {
            let known = texts(language);
            for key in said.iter().map(String::as_str).chain([info.name]) {
                assert!(known.contains(key), "{}: {language} has no text `{key}`", info.name);
            }
        }
    });
}

#[test]
fn a_call_brings_the_next_wave_at_once_with_points_for_the_seconds_that_were_left() {
    each_level(|info, _, _, resources| {
        let script = resources.find::<Script>(info.script).unwrap();
        let mut director = Director::default();
        let mut at = |time, monsters, calls| {
            let now = Now { time, monsters, calls, marines: 4, beacon: 1.0, hero: 1.0, kills: 0 };
            director.second(script, &now).unwrap()
        };
        assert_eq!(at(1, 0, false), [Directive::Calm(7)], "{}", info.name);
        let first = at(3, 0, true);
        assert_eq!(first[0], Directive::Bonus(10), "{}", info.name);
        assert!(matches!(first[1], Directive::Wave { number: 1, .. }), "{}: {first:?}", info.name);
        // While monsters are left there is nothing to call for.
        assert_eq!(at(4, 5, true), [], "{}", info.name);
        assert!(matches!(at(5, 0, false)[..], [Directive::Calm(5)]), "{}", info.name);
        let second = at(6, 0, true);
        assert!(
            matches!(second[..2], [Directive::Bonus(8), Directive::Wave { number: 2, .. }]),
            "{}",
            info.name
        );
    });
}

/// Runs a script in a level, and returns the ending.
fn play_level(number: u32, seed: u64, script: &str) -> (Option<Ending>, Result<(), SessionError>) {
    let mut manager = manager_seeded(&shared(), seed);
    manager.command(ScreenCommand::load_with("in_game", LevelNumber(number)).without_transition());
    let mut session = scripted(manager, &format!("wait in_game\n{script}"));
    let mut ending = None;
    while !session.is_over() {
        session.advance(Clock::TICK, &Input::default());
        let ended = ["won", "lost"].into_iter().find_map(|id| session.manager().stack().screen::<Ended>(id));
        ending = ended.map(Ended::ending).or(ending);
        if !session.manager().tick().is_multiple_of(60) {
            continue;
        }
        let populations = session.manager().stack().populations("in_game").into_iter();
        for (machine, _, counters) in populations.flat_map(Populations::counts) {
            assert_eq!(counters.foreign, 0, "a name that {machine} does not have");
            assert_eq!(counters.payloads, 0, "a payload that {machine} does not take");
        }
    }
    (ending, session.finish().1)
}

#[test]
fn doing_nothing_loses_the_second_and_the_third_level() {
    // `lose.txt` does nothing in the first one.
    for info in &LEVELS[1..] {
        let (result, ended) = play_level(info.number, u64::from(info.number), "wait lost 24000\n");
        let text = format!("{}: {result:?}", info.name);
        assert!(ended.is_ok(), "{text}, {ended:?}");
        assert!(result.is_some_and(|result| result.tally.losses > 0), "{text}");
    }
}

#[test]
fn a_good_player_wins_every_level() {
    for info in LEVELS {
        let end = skills::play(info.number, Difficulty::Normal, Skill::Good, Device::Keyboard, 1);
        assert_eq!(end.outcome, Outcome::Won, "{}: {end:?}", info.name);
        assert!((80..300).contains(&end.seconds), "{}: {end:?}", info.name);
    }
}

#[test]
fn a_fair_player_wins_the_first_level_with_each_device_alone() {
    for device in [Device::Mouse, Device::Pad, Device::Touch] {
        let end = skills::play(1, Difficulty::Normal, Skill::Fair, device, 1);
        assert_eq!(end.outcome, Outcome::Won, "{device:?}: {end:?}");
    }
}

#[test]
fn win_txt_wins_and_lose_txt_loses() {
    play("main_menu", include_str!("../../../../assets/scripts/win.txt"));
    play("main_menu", include_str!("../../../../assets/scripts/lose.txt"));
}

/// The first level, at the screen after it was won.
fn won_first_level() -> ScreenManager {
    let shared = shared();
    let mut manager = manager_of(&shared);
    manager.command(ScreenCommand::load_with("in_game", LevelNumber(1)).without_transition());
    wait(&mut manager, "in_game");
    let (level, tally) = (LevelNumber(1), Tally::default());
    let ended = Ended::new(Ending { level, outcome: Outcome::Won, has_beacon: true, tally, hens: 0 });
    manager.command(ScreenCommand::push(Target::fresh("won", ended)).without_transition());
    manager.step(&Input::default());
    manager
}

#[test]
fn the_next_level_comes_through_loading_which_frees_the_old_one_first() {
    let mut manager = won_first_level();
    let level = |manager: &ScreenManager, id: &str| manager.assets().resources().find::<Level>(id).is_ok();
    assert!(level(&manager, "level_1") && !level(&manager, "level_2"));
    manager.trace().take();
    go(&mut manager, &[Action::ACCEPT], "in_game");
    let trace = manager.trace().take();
    let steps = trace.iter().filter_map(|record| match &record.event {
        TraceEvent::Resource { id, step, .. } => Some(format!("{id} {step}")),
        TraceEvent::Stack { stack } => Some(stack.join(" ")),
        _ => None,
    });
    let expected =
        ["level_1 freed", "script_1 freed", "loading", "level_2 loaded", "script_2 loaded", "in_game"];
    assert_eq!(steps.collect::<Vec<_>>(), expected);
    assert!(level(&manager, "level_2") && !level(&manager, "level_1"));
    assert_eq!(manager.stack().screen::<InGame>("in_game").unwrap().level(), LevelNumber(2));
    assert!(manager.assets().leaks().is_empty());
}

#[test]
fn the_last_level_has_an_end_with_the_credits() {
    let shared = shared();
    let mut manager = manager_of(&shared);
    manager.command(ScreenCommand::load_with("in_game", LevelNumber(3)).without_transition());
    wait(&mut manager, "in_game");
    let (level, tally) = (LevelNumber(3), Tally::default());
    let ended = Ended::new(Ending { level, outcome: Outcome::Won, has_beacon: true, tally, hens: 0 });
    let view = View::new(&shared, manager.assets().resources(), (640.0, 360.0));
    assert!(format!("{:?}", ended.page(&view)).contains("The night is over"));
    manager.command(ScreenCommand::push(Target::fresh("won", ended)).without_transition());
    manager.step(&Input::default());
    go(&mut manager, &[Action::ACCEPT], "credits");
    // They roll out of the view, and stay until the player leaves.
    (0..1200).for_each(|_| manager.step(&Input::default()));
    assert_eq!(stack(&manager), ["in_game", "won", "credits"]);
    go(&mut manager, &[Action::CANCEL], "won");
}

#[test]
fn a_lost_level_says_what_was_lost() {
    let shared = shared();
    let manager = started(&shared, "in_game");
    let view = View::new(&shared, manager.assets().resources(), (640.0, 360.0));
    for (has_beacon, text) in [(false, "The beacon has gone out."), (true, "The squad has fallen.")] {
        let (level, outcome, tally) = (LevelNumber(1), Outcome::Lost, Tally::default());
        let page = Ended::new(Ending { level, outcome, has_beacon, tally, hens: 0 }).page(&view);
        assert!(format!("{page:?}").contains(text), "{page:?}");
    }
}

#[test]
fn a_win_that_cannot_be_saved_says_so() {
    let shared = Shared::in_storage(Rc::new(Full), HeadlessAudio::default());
    let manager = started(&shared, "in_game");
    shared.note_win(1, 60);
    let view = View::new(&shared, manager.assets().resources(), (640.0, 360.0));
    let (level, outcome, tally) = (LevelNumber(1), Outcome::Won, Tally::default());
    let page = Ended::new(Ending { level, outcome, has_beacon: true, tally, hens: 0 }).page(&view);
    assert!(
        format!("{page:?}").contains("Could not save the settings: cannot write settings.ron: full"),
        "{page:?}"
    );
}
