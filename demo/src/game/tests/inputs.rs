//! Every menu with one device alone, hints of the device, and the menu of controls.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::rc::Rc;

use proscenium::dev::{InputScript, RunError, ScriptPlayer};
use proscenium::flow::{Plugin, ScreenCommand, ScreenId, ScreenManager, Target, TickInput};
use proscenium::formats::Strings;
use proscenium::game::{ControlChanges, Session, SessionError};
use proscenium::platform::{
    Action, ActionSet, Clock, Control, Device, HeadlessAudio, Input, MemoryStorage, Pointer, TraceRecord,
    WindowSize,
};
use proscenium::ui::Look;

use super::{ACTIONS, Shared, manager_of, scripted, shared, stack, started, wait};
use crate::controls::Layout;
use crate::controls::{ATTACK, RUN, SELECT_ALL, STRIKE};
use crate::game::play::troops::of;
use crate::game::play::units::marine::Marine;
use crate::game::play::{Outcome, Tally};
use crate::game::screens::{Ended, Ending, InGame};
use crate::levels::LevelNumber;
use crate::settings::Settings;
use crate::view::View;

/// Runs a script whose keys and buttons are bound as in the game, from the main menu.
fn play(shared: &Shared, script: &str) {
    play_in(started(shared, "main_menu"), shared, script);
}

fn play_in(manager: ScreenManager, shared: &Shared, script: &str) {
    let script = InputScript::parse(script, &ACTIONS).unwrap();
    let player = ScriptPlayer::new(script, Rc::clone(shared.input_map()));
    match Session::new(manager, Clock::manual()).with_plugin(player).run_headless().1 {
        // Changed settings refuse to be left without a question.
        Ok(()) | Err(SessionError::Tool(RunError::NotEnded(_))) => {}
        Err(error) => panic!("{error}"),
    }
}

/// The words that a device has for the directions, accept, cancel and pause.
struct Words {
    up: &'static str,
    down: &'static str,
    right: &'static str,
    accept: &'static str,
    cancel: &'static str,
    pause: &'static str,
}

const KEYS: Words = Words {
    up: "press Up",
    down: "press Down",
    right: "press Right",
    accept: "press Enter",
    cancel: "press Escape",
    pause: "press Escape",
};

const PAD: Words = Words {
    up: "press PadUp",
    down: "stick 0 1 2",
    right: "press PadRight",
    accept: "press PadA",
    cancel: "press PadB",
    pause: "press PadStart",
};

/// All menus: credits, settings with their question, the controls, a game, its pause, its saves and the bestiary.
const WALK: &str = "
        down\n down\n accept\n wait credits\n accept\n wait main_menu
        up\n accept\n wait settings\n up\n up\n up\n accept\n wait controls
        up\n accept\n wait settings\n up\n right\n up\n up\n cancel\n wait question
        down\n accept\n wait main_menu
        up\n accept\n wait in_game\n pause\n wait pause\n down\n accept\n wait settings\n cancel\n wait pause
        down\n accept\n wait save_run\n cancel\n wait pause
        accept\n wait save_run\n accept\n accept\n wait question\n cancel\n wait save_run
        accept\n wait question\n accept\n wait save_run\n cancel\n wait pause
        down\n accept\n wait bestiary\n right\n up\n accept\n down\n accept\n down\n accept\n wait pause\n pause\n wait in_game
        pause\n wait pause\n up\n up\n accept\n wait question\n cancel\n wait pause
        accept\n wait question\n accept\n wait save_run\n cancel\n wait pause
        accept\n wait question\n down\n accept\n wait main_menu\n accept\n wait continue_run\n cancel\n wait main_menu
        accept\n wait continue_run\n accept\n wait pause\n up\n up\n accept\n wait main_menu
        cancel\n wait question\n down\n accept\n wait main_menu";

/// The ends of a level: one that is lost is left, after one that is won the next one begins.
const ENDS: [&str; 2] = ["down\n accept\n wait main_menu", "accept\n wait in_game"];

impl Words {
    /// A walk in the words of the device.
    fn say(&self, walk: &'static str) -> String {
        let word = |line: &'static str| match line.trim() {
            "up" => self.up,
            "down" => self.down,
            "right" => self.right,
            "accept" => self.accept,
            "cancel" => self.cancel,
            "pause" => self.pause,
            other => other,
        };
        walk.lines().map(word).collect::<Vec<_>>().join("\n")
    }
}

/// Walks through all menus, and from the end of a level that is lost and of one that is won.
fn walk(menus: &str, ends: [String; 2]) {
    let shared = shared();
    play(&shared, menus);
    let saved = shared.saves.list().remove(1).unwrap().unwrap();
    assert_eq!((saved.name.as_str(), saved.level), ("", 1));
    for (outcome, script) in [Outcome::Lost, Outcome::Won].into_iter().zip(ends) {
        let mut manager = started(&shared, "in_game");
        let tally = Tally::default();
        let ending = Ending { level: LevelNumber(1), outcome, has_beacon: false, tally, hens: 3 };
        manager.command(ScreenCommand::push(Target::fresh("ended", Ended::new(ending))));
        wait(&mut manager, "ended");
        play_in(manager, &shared, &script);
    }
}

#[test]
fn every_menu_works_with_the_keyboard_alone() {
    walk(&KEYS.say(WALK), ENDS.map(|end| KEYS.say(end)));
}

#[test]
fn every_menu_works_with_a_pad_alone() {
    walk(&PAD.say(WALK), ENDS.map(|end| PAD.say(end)));
}

/// The same by their places: `PRESS X Y`. `DOWN` scrolls a page to its end.
const PLACES: &str = "
    PRESS 130 230\n wait credits\n PRESS 527 322\n wait main_menu
    PRESS 130 198\n wait settings\n PRESS 340 134\n PRESS 340 134\n PRESS 320 270\n wait controls
    DOWN\n DOWN\n DOWN\n PRESS 320 322\n wait settings\n PRESS 320 304\n wait main_menu
    PRESS 130 166\n wait in_game\n PRESS 620 20\n wait pause\n PRESS 320 137\n wait settings
    PRESS 320 304\n wait pause\n PRESS 320 171\n wait save_run\n PRESS 320 123\n PRESS 320 123\n wait question
    PRESS 320 187\n wait save_run\n PRESS 320 320\n wait pause
    PRESS 320 205\n wait bestiary\n PRESS 532 332\n PRESS 106 332\n PRESS 248 332\n PRESS 248 332\n PRESS 390 332\n wait pause
    PRESS 320 103\n wait in_game\n PRESS 620 20\n wait pause\n PRESS 320 273\n wait question
    PRESS 320 203\n wait main_menu
    PRESS 130 166\n wait continue_run\n PRESS 320 318\n wait main_menu
    PRESS 130 166\n wait continue_run\n PRESS 320 118\n wait pause\n PRESS 320 273\n wait main_menu
    PRESS 130 298\n wait question\n PRESS 320 220\n wait main_menu";
const END_PLACES: [&str; 2] = ["PRESS 320 264\n wait main_menu", "PRESS 320 258\n wait in_game"];

fn walk_places(press: &str, drag: &str) {
    let say = |walk: &str| walk.replace("PRESS", press).replace("DOWN", drag);
    walk(&say(PLACES), END_PLACES.map(say));
}

#[test]
fn every_menu_works_with_the_mouse_alone() {
    walk_places("click", "drag 320 330 320 30");
}

#[test]
fn every_menu_works_with_a_finger_alone() {
    walk_places("touch", "finger 0 320 330\nfinger 0 320 30\nlift 0");
}

#[test]
fn one_finger_holds_the_stick_while_another_one_jumps() {
    let mut manager = manager_of(&shared());
    manager.start("in_game");
    // The stick to the right, the button, and the stick is held on; then it is let go.
    let script =
        "wait in_game\nfinger 1 58 236\nfinger 1 96 236\nrun 20\ntouch 570 254\nrun 20\nlift 1\nrun 90";
    let mut session = scripted(manager, script);
    let mut seen: Vec<(f32, bool)> = Vec::new();
    while !session.is_over() {
        session.advance(Clock::TICK, &Input::default());
        let Some((play, populations, _)) = InGame::observe(session.manager()) else { continue };
        let hero = play.hero(populations).unwrap();
        seen.push((hero.body.x, hero.body.is_in_air()));
    }
    let took_off = seen.iter().position(|(_, flies)| *flies).expect("he jumps");
    assert!(seen[took_off].0 > seen[0].0 + 5.0, "he walks before the jump");
    assert!(seen[took_off + 10].0 > seen[took_off].0 + 5.0, "he goes on in the air");
    let (last, before) = (seen[seen.len() - 5].0, seen[seen.len() - 20].0);
    assert_eq!((last, seen.last().unwrap().1), (before, false), "he stands in the end");
}

#[test]
fn a_lost_pad_pauses_the_game_once() {
    let mut manager = started(&shared(), "in_game");
    manager.step(&Input { device: Device::Pad, pad_lost: true, ..Input::default() });
    wait(&mut manager, "pause");
    manager.step(&Input::pressing([Action::PAUSE]));
    wait(&mut manager, "in_game");
    (0..30).for_each(|_| manager.step(&Input::default()));
    assert_eq!(stack(&manager), ["in_game"]);
}

/// The pad is missed from each change of the screen until a press, for at most a second; but not in a level, which it
/// pauses, and before it.
#[derive(Default)]
struct Unplugged {
    screen: &'static str,
    /// The ticks for which it is missed.
    left: u32,
    screens: BTreeSet<&'static str>,
}

impl Plugin for Unplugged {
    fn before_tick(
        &mut self,
        manager: &mut ScreenManager,
        tick: &mut TickInput,
    ) -> Result<(), Box<dyn Error>> {
        let screen = manager.stack().active().map_or("", ScreenId::name);
        if std::mem::replace(&mut self.screen, screen) != screen && !["in_game", "loading"].contains(&screen)
        {
            self.left = 60;
            self.screens.insert(screen);
        }
        let is_used = tick.input.pressed != ActionSet::EMPTY;
        self.left = if is_used { 0 } else { self.left.saturating_sub(1) };
        tick.input.pad_lost = self.left > 0;
        Ok(())
    }

    fn end(&mut self, _: &mut ScreenManager, _: &[TraceRecord]) -> Result<(), Box<dyn Error>> {
        let screens = self.screens.iter().copied().collect::<Vec<_>>();
        let menus = [
            "bestiary",
            "continue_run",
            "controls",
            "credits",
            "main_menu",
            "pause",
            "question",
            "save_run",
            "settings",
        ];
        assert_eq!(screens, menus);
        Ok(())
    }
}

#[test]
fn a_pad_that_is_lost_in_a_menu_changes_nothing() {
    let shared = shared();
    let script = InputScript::parse(&PAD.say(WALK), &ACTIONS).unwrap();
    let player = ScriptPlayer::new(script, Rc::clone(shared.input_map()));
    let session = Session::new(started(&shared, "main_menu"), Clock::manual());
    let (_, result) = session.with_plugin(player).with_plugin(Unplugged::default()).run_headless();
    assert!(matches!(result, Ok(()) | Err(SessionError::Tool(RunError::NotEnded(_)))), "{result:?}");
}

/// The text of a hint in a language, for each device.
fn hints(manager: &ScreenManager, shared: &Shared, language: &str, key: &str) -> Vec<String> {
    shared.apply(&Settings { language: language.to_owned(), ..shared.settings() });
    let look = Look::for_view(manager.assets().resources(), manager.shared(), (640.0, 360.0));
    [Device::Keyboard, Device::Mouse, Device::Pad, Device::Touch]
        .map(|device| look.text_for(device, key))
        .to_vec()
}

#[test]
fn hints_name_the_device_and_what_is_bound_to_it() {
    let shared = shared();
    let manager = started(&shared, "main_menu");
    let resources = manager.assets().resources();
    let click = "Press Enter or click to skip";
    assert_eq!(hints(&manager, &shared, "en", "skip-hint"), [click, click, "Press A to skip", "Tap to skip"]);
    let click = "按 Enter 或点击跳过";
    assert_eq!(hints(&manager, &shared, "zh-CN", "skip-hint"), [click, click, "按 A 跳过", "轻触跳过"]);
    let controls = BTreeMap::from([("accept".to_owned(), vec!["J".to_owned(), "PadLeftTrigger".to_owned()])]);
    shared.apply(&Settings { controls, ..shared.settings() });
    let click = "按 J 或点击跳过";
    assert_eq!(hints(&manager, &shared, "zh-CN", "skip-hint"), [click, click, "按 LT 跳过", "轻触跳过"]);
    // What has no text of its own is its key.
    for language in Strings::languages(resources) {
        shared.apply(&Settings { language: language.0.to_owned(), ..shared.settings() });
        for control in Control::ALL {
            let name = View::new(&shared, resources, (640.0, 360.0)).control_name(control);
            assert!(!name.contains("control-") && !name.contains('{'), "{name} for {control:?}");
        }
        for action in ACTIONS {
            let key = format!("action-{}", action.name());
            assert_ne!(View::new(&shared, resources, (640.0, 360.0)).text_of(&key), key, "{language:?}");
        }
    }
}

/// Opens the menu of controls, and runs a script in it.
fn bind(shared: &Shared, script: &str) -> ControlChanges {
    let open =
        "press Down\npress Enter\nwait settings\npress Up\npress Up\npress Up\npress Enter\nwait controls\n";
    play(shared, &format!("{open}{script}"));
    shared.settings().controls
}

#[test]
fn keys_and_buttons_are_bound_and_another_layout_drops_them() {
    // Jump is the eighth row below the device.
    let jump = "press Down\n".repeat(8) + "press Enter\npress J\npress PadA\npress PadGuide\n";
    let shared = shared();
    assert_eq!(bind(&shared, &jump)["jump"], ["Space", "PadA", "J", "PadGuide"]);
    let settings = "press Escape\nwait settings\npress Up\npress Right\n";
    assert_eq!(bind(&shared, settings), ControlChanges::new());
    assert_eq!(shared.input_map().borrow().controls(ATTACK)[0], Control::Key1);
}

#[test]
fn the_dead_zone_is_a_setting_for_who_uses_a_pad() {
    let shared = shared();
    let up =
        "wait settings\npress PadUp\npress PadUp\npress PadUp\npress PadUp\npress PadRight\npress PadRight\n";
    play(&shared, &format!("press PadDown\npress PadA\n{up}"));
    assert_eq!((shared.input_map().borrow().dead_zones, shared.settings().layout), ([0.3; 2], None));
    play(&shared, &format!("press Down\npress Enter\n{}", up.replace("Pad", "")));
    assert_eq!((shared.settings().dead_zone, shared.settings().layout), (30, Some(Layout::Arrows)));
}

#[test]
fn controls_of_other_versions_stay_in_the_settings() {
    let storage = Rc::new(MemoryStorage::default());
    let text = "(version: 1, settings: (controls: {\"jump\": [\"F9\", \"Warp\"], \"dance\": [\"F4\"]}, dead_zone: 900))";
    proscenium::platform::Storage::save(&*storage, "settings.ron", text).unwrap();
    let open = || Shared::in_storage(storage.clone(), HeadlessAudio::default());
    let shared = open();
    assert_eq!(shared.input_map().borrow().controls(Action::JUMP), [Control::F9]);
    assert_eq!(shared.input_map().borrow().dead_zones, [0.5; 2]);
    bind(&shared, "press Down\npress Enter\npress I\n");
    let kept = open().settings().controls;
    assert_eq!(kept["jump"], ["F9", "Warp"]);
    assert_eq!(kept["dance"], ["F4"]);
    assert_eq!(kept["up"], ["Up", "LeftStickUp", "PadUp", "I"]);
}

#[test]
fn discarded_settings_take_the_new_keys_along() {
    let storage = Rc::new(MemoryStorage::default());
    let open = || Shared::in_storage(storage.clone(), HeadlessAudio::default());
    let discard =
        "press Escape\nwait settings\npress Escape\nwait question\npress Down\npress Enter\nwait main_menu\n";
    assert_eq!(bind(&open(), &format!("press Down\npress Enter\npress I\n{discard}")), ControlChanges::new());
    assert_eq!(open().settings(), Settings::default());
}

#[test]
fn the_hero_walks_with_the_stick_and_runs_at_its_edge() {
    let shared = shared();
    let mut manager = started(&shared, "in_game");
    let hero = |manager: &ScreenManager| InGame::observe(manager).unwrap().0.control;
    let tilt = |x: i8| Input { axes: [x, 0, 0, 0, 0, 0], device: Device::Pad, ..Input::default() };
    manager.step(&tilt(60));
    let control = hero(&manager);
    assert_eq!((control.direction, control.runs), ((1.0, 0.0), false));
    manager.step(&tilt(-127));
    let control = hero(&manager);
    assert_eq!((control.direction, control.runs), ((-1.0, 0.0), true));
    let strike = Input { device: Device::Pad, ..Input::pressing([STRIKE, RUN]) };
    manager.step(&strike);
    let control = hero(&manager);
    assert_eq!((control.direction, control.runs, control.strikes), ((0.0, 0.0), true, true));
}

#[test]
fn an_attack_without_marines_is_not_aimed() {
    let mut manager = started(&shared(), "in_game");
    let (_, populations, corner) = InGame::observe(&manager).unwrap();
    let marine = of::<Marine>(populations).unwrap().data()[0].body.spot();
    manager.step(&Input::pressing([ATTACK]));
    // A click on a marine selects it.
    let position = Some((marine.0 - corner.0, marine.1 - corner.1 - 8.0));
    let pointer = Pointer { position, pressed: true, released: true, ..Pointer::default() };
    manager.step(&Input { pointer, ..Input::default() });
    let (play, populations, _) = InGame::observe(&manager).unwrap();
    assert_eq!(play.selected(populations), 1);
}

#[test]
fn escape_ends_an_aim_before_it_pauses() {
    let mut manager = started(&shared(), "in_game");
    let escape = Input::pressing([Action::CANCEL, Action::PAUSE]);
    manager.step(&Input::pressing([SELECT_ALL]));
    manager.step(&Input::pressing([ATTACK]));
    for stack_after in [&["in_game"][..], &["in_game", "pause"]] {
        manager.step(&escape);
        manager.step(&Input::default());
        while !manager.is_idle() {
            manager.step(&Input::default());
        }
        assert_eq!(stack(&manager), stack_after);
    }
}

#[test]
fn a_finger_meets_no_button_that_is_not_shown() {
    let mut manager = started(&shared(), "in_game");
    for (device, jumps) in [(Device::Touch, false), (Device::Mouse, true)] {
        let pointer = Pointer { position: Some((620.0, 304.0)), pressed: true, ..Pointer::default() };
        manager.step(&Input { pointer, device, ..Input::default() });
        let (play, ..) = InGame::observe(&manager).unwrap();
        assert_eq!(play.control.jumps, jumps, "{device:?}");
    }
}

#[test]
fn an_upright_view_has_its_buttons_below_the_field() {
    let mut manager = started(&shared(), "in_game");
    let press = |manager: &mut ScreenManager, at: (f32, f32)| {
        let pointer = Pointer { position: Some(at), pressed: true, held: true, ..Pointer::default() };
        manager.step(&Input { pointer, window: WindowSize::new(360.0, 640.0), ..Input::default() });
        let pointer = Pointer { position: Some(at), released: true, ..Pointer::default() };
        manager.step(&Input { pointer, window: WindowSize::new(360.0, 640.0), ..Input::default() });
        let (play, populations, _) = InGame::observe(manager).unwrap();
        play.selected(populations)
    };
    (0..30).for_each(|_| manager.step(&Input { window: WindowSize::new(360.0, 640.0), ..Input::default() }));
    assert_eq!(press(&mut manager, (128.0, 520.0)), 4, "the button that selects all");
    // Beside the buttons nothing is clicked; in the field there is no marine there.
    assert_eq!(press(&mut manager, (180.0, 620.0)), 4);
    assert_eq!(press(&mut manager, (180.0, 470.0)), 0);
    assert_eq!(press(&mut manager, (22.0, 520.0)), 0);
    wait(&mut manager, "pause");
}
