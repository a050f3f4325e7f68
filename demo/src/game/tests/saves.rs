//! Saved runs: they go on as those that were not interrupted, and survive the end of the program.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use super::*;
use crate::controls::{ATTACK, SELECT_ALL, STRIKE};
use crate::game::play::{Outcome, Tally};
use crate::game::screens::{Ended, Ending, InGame};
use crate::levels::{LEVELS, LevelNumber};
use crate::saves::{AUTOSAVE, SLOTS, SaveInfo};
use proscenium::flow::{SavedFlow, Target};
use proscenium::game::Saves;
use proscenium::platform::{DirSource, MemoryStorage, Pointer, Storage, TraceRecord};

/// Ticks for which a restored run is compared.
const TICKS: u64 = 600;
/// Ticks without input after a save: a restored run fades in.
const QUIET: u64 = 60;

fn traced(storage: Rc<dyn Storage>, seed: u64) -> ScreenManager {
    let settings = ManagerSettings {
        source: assets(),
        transition: Some(Rc::new(theme::fade())),
        trace: Trace::recording().with_machines(),
        seed,
        ..ManagerSettings::default()
    };
    manager_with(settings, &Shared::in_storage(storage, HeadlessAudio::default()))
}

fn in_memory(seed: u64) -> ScreenManager {
    traced(Rc::new(MemoryStorage::default()), seed)
}

/// Ticks of the play so far.
fn played(manager: &ScreenManager) -> u64 {
    InGame::observe(manager).unwrap().0.tally.ticks
}

/// What a player does in this tick of a play: keys and orders at random.
fn input(seed: u64, tick: u64) -> Input {
    let mut random = fastrand::Rng::with_seed(seed << 32 | tick);
    let mut input = Input::default();
    let mut slow = fastrand::Rng::with_seed(seed << 32 | (tick / 40));
    let walks = [None, Some(Action::LEFT), Some(Action::RIGHT), Some(Action::UP), Some(Action::DOWN)];
    input.held = walks[slow.usize(..5)].into_iter().collect();
    input.pressed = match random.u32(..60) {
        0 => Some(Action::JUMP),
        1..=4 => Some(STRIKE),
        5 => Some(SELECT_ALL),
        6 => Some(ATTACK),
        _ => None,
    }
    .into_iter()
    .collect();
    let position = Some((random.f32() * 590.0, 50.0 + random.f32() * 300.0));
    let (pressed, secondary_pressed) = (random.u32(..50) == 0, random.u32(..200) == 0);
    input.pointer = Pointer { position, pressed, secondary_pressed, ..Pointer::default() };
    input
}

/// Plays up to this tick of the play. Returns the changes of the machines and of the flow.
fn play_to(manager: &mut ScreenManager, seed: u64, end: u64, quiet: u64) -> Vec<TraceRecord> {
    let mut trace = Vec::new();
    // A blow stops time for some ticks, the end of the play for good.
    let mut stopped = 0;
    while played(manager) < end && stopped < 10 {
        let tick = played(manager);
        let is_quiet = (quiet..quiet + QUIET).contains(&tick);
        manager.step(&if is_quiet { Input::default() } else { input(seed, tick) });
        stopped = if played(manager) == tick { stopped + 1 } else { 0 };
        trace.extend(manager.trace().take());
    }
    trace
}

/// A trace from this tick on, with ticks from 0.
fn from(trace: &[TraceRecord], tick: u64) -> Vec<String> {
    let events = trace.iter().filter(|record| record.tick > tick);
    events.map(|record| format!("{} {:?}", record.tick - tick, record.event)).collect()
}

fn restore(manager: &mut ScreenManager, text: &str) {
    let saved = SavedFlow::parse(text).unwrap();
    manager.command(ScreenCommand::Restore(saved).without_transition());
    manager.step(&Input::default());
    wait(manager, "in_game");
}

#[test]
fn a_restored_run_goes_on_as_if_it_was_not_interrupted() {
    for info in &LEVELS {
        for at in [40, 1000, 2300] {
            let seed = u64::from(info.number) * 10 + at;
            let mut whole = in_memory(seed);
            whole.command(ScreenCommand::load_with("in_game", LevelNumber(info.number)));
            wait(&mut whole, "in_game");
            play_to(&mut whole, seed, at, at);
            let text = whole.save().unwrap();
            assert!(text.len() < 100_000, "{} bytes", text.len());

            let mut other = begun(in_memory(seed + 1), "main_menu");
            restore(&mut other, &text);
            // The news of it is delivered in the next tick.
            let begin = played(&other) + 1;
            assert!((at + 1..at + QUIET).contains(&begin), "{begin}");
            play_to(&mut other, seed, begin, at);
            play_to(&mut whole, seed, begin, at);
            assert_eq!(whole.save(), other.save(), "level {} at {begin}", info.number);
            let ticks = (whole.tick(), other.tick());
            let one = play_to(&mut whole, seed, at + TICKS, at);
            let two = play_to(&mut other, seed, at + TICKS, at);
            assert!(one.len() > 100, "{}", one.len());
            assert_eq!(from(&one, ticks.0), from(&two, ticks.1), "level {} at {at}", info.number);
            assert_eq!(whole.save(), other.save(), "level {} at {at} after {TICKS}", info.number);
        }
    }
}

#[test]
fn a_run_that_an_older_version_has_saved_goes_on() {
    let storage = Rc::new(MemoryStorage::default());
    storage.save("save_1.txt", include_str!("saves/before_lessons.txt")).unwrap();
    let shared = Shared::in_storage(storage, HeadlessAudio::default());
    let mut manager = started(&shared, "main_menu");
    go(&mut manager, &[Action::ACCEPT], "continue_run");
    go(&mut manager, &[Action::ACCEPT], "pause");
    go(&mut manager, &[Action::CANCEL], "in_game");
    let (play, populations, _) = InGame::observe(&manager).unwrap();
    assert_eq!((play.tally.wave, play.tally.kills), (1, 7));
    assert_eq!(play.now(populations).marines, 4);
    let before = played(&manager);
    (0..120).for_each(|_| manager.step(&Input::default()));
    assert_eq!(played(&manager), before + 120);
}

fn slots(storage: &MemoryStorage) -> Saves<SaveInfo> {
    Saves::new(Rc::new(storage.clone()))
}

/// Goes on with the slot that was written last, in a new program with the same storage.
fn continued(storage: &MemoryStorage, top: &str) -> ScreenManager {
    let mut manager = begun(traced(Rc::new(storage.clone()), 99), "main_menu");
    go(&mut manager, &[Action::ACCEPT], "continue_run");
    go(&mut manager, &[Action::ACCEPT], top);
    manager
}

#[test]
fn a_run_saved_in_the_pause_menu_is_continued_there() {
    let storage = MemoryStorage::default();
    let mut manager = traced(Rc::new(storage.clone()), 1);
    manager.command(ScreenCommand::load_with("in_game", LevelNumber(2)));
    wait(&mut manager, "in_game");
    play_to(&mut manager, 1, 300, 301);
    go(&mut manager, &[Action::PAUSE], "pause");
    go(&mut manager, &[Action::DOWN, Action::DOWN, Action::ACCEPT], "save_run");
    // The second slot of the player.
    tap(&mut manager, Action::DOWN);
    tap(&mut manager, Action::ACCEPT);
    assert_eq!(stack(&manager), ["in_game", "pause", "save_run"]);
    // The focus stays at the slot, which says that it was written.
    go(&mut manager, &[Action::ACCEPT], "question");
    go(&mut manager, &[Action::CANCEL], "save_run");
    go(&mut manager, &[Action::CANCEL], "pause");
    let expected = SaveInfo { name: String::new(), date: 0, level: 2, wave: 0, picture: None };
    let written: Vec<_> = (0..SLOTS).map(|slot| slots(&storage).info(slot).unwrap()).collect();
    assert_eq!(written, [None, None, Some(expected), None]);

    let mut manager = continued(&storage, "pause");
    assert_eq!(stack(&manager), ["in_game", "pause"]);
    manager.step(&Input::default());
    assert_eq!(manager.save().ok(), slots(&storage).read(2).unwrap());
    // It can be saved again.
    go(&mut manager, &[Action::DOWN, Action::DOWN, Action::ACCEPT], "save_run");
    tap(&mut manager, Action::ACCEPT);
    assert_eq!(slots(&storage).info(1), slots(&storage).info(2));
    assert_eq!(slots(&storage).read(1), slots(&storage).read(2));
    go(&mut manager, &[Action::CANCEL], "pause");
    // The level is unlocked for the next run.
    go(&mut manager, &[Action::DOWN, Action::DOWN, Action::DOWN, Action::ACCEPT], "main_menu");
    go(&mut manager, &[Action::ACCEPT], "continue_run");
    // Below the two runs and the first level.
    (0..3).for_each(|_| tap(&mut manager, Action::DOWN));
    go(&mut manager, &[Action::ACCEPT], "in_game");
    assert_eq!(manager.stack().screen::<InGame>("in_game").unwrap().level(), LevelNumber(2));
}

#[test]
fn a_slot_with_a_run_is_overwritten_after_a_question() {
    let storage = MemoryStorage::default();
    let mut manager = traced(Rc::new(storage.clone()), 1);
    manager.start("in_game");
    let mut play = |actions: &[Action], screen: &str| {
        actions.iter().for_each(|action| tap(&mut manager, *action));
        wait(&mut manager, screen);
        storage.load("save_1.txt").unwrap()
    };
    play(&[], "in_game");
    play(&[Action::PAUSE], "pause");
    play(&[Action::DOWN, Action::DOWN, Action::ACCEPT], "save_run");
    let first = play(&[Action::ACCEPT, Action::CANCEL], "pause");
    play(&[Action::PAUSE], "in_game");
    play(&[Action::PAUSE], "pause");
    play(&[Action::DOWN, Action::DOWN, Action::ACCEPT], "save_run");
    play(&[Action::ACCEPT], "question");
    assert_eq!(play(&[Action::DOWN, Action::ACCEPT], "save_run"), first);
    play(&[Action::ACCEPT], "question");
    assert_ne!(play(&[Action::ACCEPT], "save_run"), first);
}

#[test]
fn each_wave_saves_the_run_in_the_first_slot() {
    let storage = MemoryStorage::default();
    let mut manager = begun(traced(Rc::new(storage.clone()), 1), "in_game");
    let mut waves = Vec::new();
    for _ in 0..4000 {
        manager.step(&Input::default());
        let info = slots(&storage).info(AUTOSAVE).unwrap();
        waves.extend(info.map(|info| (info.level, info.wave)));
        waves.dedup();
    }
    assert_eq!(waves, [(1, 1), (1, 2), (1, 3)]);
    let manager = continued(&storage, "in_game");
    assert_eq!(stack(&manager), ["in_game"]);
}

#[test]
fn a_new_game_is_below_continue_and_asks_before_it_replaces_the_autosave() {
    let storage = MemoryStorage::default();
    let mut manager = begun(traced(Rc::new(storage.clone()), 1), "in_game");
    play_to(&mut manager, 1, 1000, 0);
    assert!(slots(&storage).info(AUTOSAVE).unwrap().is_some());
    let mut manager = begun(traced(Rc::new(storage.clone()), 2), "main_menu");
    go(&mut manager, &[Action::DOWN, Action::ACCEPT], "question");
    go(&mut manager, &[Action::CANCEL], "main_menu");
    // A level asks too. The focus is on the run above.
    go(&mut manager, &[Action::UP, Action::ACCEPT], "continue_run");
    go(&mut manager, &[Action::DOWN, Action::ACCEPT], "question");
    go(&mut manager, &[Action::CANCEL], "continue_run");
    go(&mut manager, &[Action::CANCEL], "main_menu");
    go(&mut manager, &[Action::DOWN, Action::ACCEPT], "question");
    go(&mut manager, &[Action::ACCEPT], "in_game");
    // It begins, and does not go on with the run.
    assert!(played(&manager) < 100);
    // A run in another slot loses nothing.
    let other = MemoryStorage::default();
    other.save("save_1.txt", &storage.load("save_0.txt").unwrap().unwrap()).unwrap();
    let mut manager = begun(traced(Rc::new(other), 3), "main_menu");
    go(&mut manager, &[Action::DOWN, Action::ACCEPT], "in_game");
}

#[test]
fn a_damaged_slot_is_shown_and_not_continued() {
    let storage = MemoryStorage::default();
    storage.save("save_1.txt", "half a save").unwrap();
    let mut manager = begun(traced(Rc::new(storage.clone()), 1), "main_menu");
    go(&mut manager, &[Action::ACCEPT], "continue_run");
    // The focus is on the first level: there is no run. The other levels are not enabled.
    go(&mut manager, &[Action::DOWN, Action::DOWN, Action::ACCEPT], "main_menu");
    assert_eq!(storage.load("save_1.txt").unwrap().as_deref(), Some("half a save"));
}

#[test]
fn a_saved_run_is_deleted_after_a_question_a_damaged_one_too() {
    let storage = MemoryStorage::default();
    let manager = begun(traced(Rc::new(storage.clone()), 1), "in_game");
    let info = SaveInfo { name: String::new(), date: 0, level: 1, wave: 2, picture: None };
    slots(&storage).write(AUTOSAVE, &info, &manager.save().unwrap()).unwrap();
    storage.save("save_1.txt", "half a save").unwrap();
    let mut manager = begun(traced(Rc::new(storage.clone()), 1), "main_menu");
    go(&mut manager, &[Action::ACCEPT], "continue_run");
    // Above back, at the end of the page.
    let choose = [Action::UP, Action::UP, Action::ACCEPT];
    choose.iter().for_each(|action| tap(&mut manager, *action));
    // The damaged one is the second.
    go(&mut manager, &[Action::DOWN, Action::ACCEPT], "question");
    go(&mut manager, &[Action::CANCEL], "continue_run");
    assert_eq!(storage.load("save_1.txt").unwrap().as_deref(), Some("half a save"));
    go(&mut manager, &[Action::ACCEPT], "question");
    go(&mut manager, &[Action::DOWN, Action::ACCEPT], "continue_run");
    assert_eq!(storage.load("save_1.txt").unwrap().as_deref(), Some(""));
    assert_eq!(storage.load("save_1.txt.broken").unwrap().as_deref(), Some("half a save"));
    // The list continues runs again.
    go(&mut manager, &[Action::ACCEPT], "in_game");
}

#[test]
fn a_save_with_another_state_of_the_game_fails_and_says_so() {
    let mut manager = begun(in_memory(1), "in_game");
    let text = manager.save().unwrap();
    let text = text.replace("director:", "conductor:");
    manager.command(ScreenCommand::Restore(SavedFlow::parse(&text).unwrap()));
    wait(&mut manager, "failure");
}

#[test]
fn a_run_goes_on_at_the_place_to_which_its_beacon_was_moved() {
    let assets = folder::Folder::of_assets();
    let open = || {
        let source = Arc::new(DirSource::new(assets.path()));
        begun(manager_from(source, &shared()), "in_game")
    };
    let beacon = |manager: &ScreenManager| InGame::observe(manager).unwrap().0.beacon.spot;
    let manager = open();
    assert_eq!(beacon(&manager), (344.0, 248.0));
    let text = manager.save().unwrap();
    assets.edit("levels/outpost.tmx", "type=\"beacon\" x=\"344\"", "type=\"beacon\" x=\"376\"");
    let mut manager = open();
    restore(&mut manager, &text);
    assert_eq!(beacon(&manager), (376.0, 248.0));
}

#[test]
fn a_wave_that_cannot_be_saved_warns_the_player() {
    let mut manager = begun(traced(Rc::new(Full), 1), "in_game");
    play_to(&mut manager, 1, 500, 0);
    assert!(manager.save().unwrap().contains(r#"(speaker:"",text:"autosave-failed")"#));
}

#[test]
fn a_win_counts_when_the_player_leaves_before_the_end_screen() {
    let assets = folder::Folder::of_assets();
    let (from, to) = ("if now.beacon", "if now.time >= 1 { return \"win\"; } if now.beacon");
    assets.edit("scripts/outpost.rhai", from, to);
    let (shared, source) = (shared(), Arc::new(DirSource::new(assets.path())));
    let mut manager = begun(manager_from(source, &shared), "in_game");
    (0..90).for_each(|_| manager.step(&Input::default()));
    for action in [Action::PAUSE, Action::UP, Action::UP, Action::ACCEPT] {
        tap(&mut manager, action);
        (0..20).for_each(|_| manager.step(&Input::default()));
    }
    wait(&mut manager, "main_menu");
    assert_eq!((shared.unlocked(), shared.settings().best_seconds), (2, BTreeMap::from([(1, 1)])));
    // A longer win is not the best one.
    shared.note_win(1, 60);
    shared.note_win(2, 90);
    assert_eq!(shared.settings().best_seconds, BTreeMap::from([(1, 1), (2, 90)]));
}

#[test]
fn restart_and_quit_in_the_pause_menu_ask_before_a_run_is_lost() {
    let mut manager = begun(in_memory(1), "in_game");
    play_to(&mut manager, 1, 100, 0);
    tap(&mut manager, Action::PAUSE);
    wait(&mut manager, "pause");
    // Up to "Restart the level".
    go(&mut manager, &[Action::UP, Action::UP, Action::UP, Action::ACCEPT], "question");
    go(&mut manager, &[Action::CANCEL], "pause");
    assert!(played(&manager) >= 100);
    go(&mut manager, &[Action::ACCEPT], "question");
    go(&mut manager, &[Action::DOWN, Action::ACCEPT], "in_game");
    assert!(played(&manager) < 100, "{}", played(&manager));
    play_to(&mut manager, 1, 60, 0);
    tap(&mut manager, Action::PAUSE);
    wait(&mut manager, "pause");
    go(&mut manager, &[Action::UP, Action::ACCEPT], "question");
    [Action::DOWN, Action::ACCEPT].iter().for_each(|action| tap(&mut manager, *action));
    (0..120).for_each(|_| manager.step(&Input::default()));
    assert!(manager.has_ended());
}

#[test]
fn a_level_that_is_lost_goes_on_from_the_wave_that_was_saved_last() {
    for (level, wave, first) in [(1, 2, "From wave 2"), (1, 1, "Play again"), (2, 2, "Play again")] {
        let storage = MemoryStorage::default();
        let mut manager = begun(traced(Rc::new(storage.clone()), 1), "in_game");
        play_to(&mut manager, 1, 100, 0);
        let info = SaveInfo { name: String::new(), date: 0, level, wave, picture: None };
        slots(&storage).write(AUTOSAVE, &info, &manager.save().unwrap()).unwrap();
        let tally = Tally { wave: 3, waves: 5, ..Tally::default() };
        let ending =
            Ending { level: LevelNumber(1), outcome: Outcome::Lost, has_beacon: false, tally, hens: 0 };
        manager.command(ScreenCommand::push(Target::fresh("lost", Ended::new(ending))).without_transition());
        manager.step(&Input::default());
        let shared = manager.shared().get::<Shared>().unwrap();
        let view = View::new(shared, manager.assets().resources(), (640.0, 360.0));
        let page = format!("{:?}", manager.stack().screen::<Ended>("lost").unwrap().page(&view));
        assert!(page.contains("3/5"), "{page}");
        assert_eq!(page.contains("From wave"), first == "From wave 2", "{page}");
        go(&mut manager, &[Action::ACCEPT], "in_game");
        assert_eq!(played(&manager) >= 100, first == "From wave 2", "{first}");
    }
}
