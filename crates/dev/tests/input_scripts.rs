//! Input scripts: errors in the text, the input of each tick, and why a run stops.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;

use proptest::prelude::*;
use proscenium_core::flow::{GameEvent, GameScreen, Phase, ScreenContext, ScreenManager};
use proscenium_core::platform::{Action, Clock, Control, Device, Input, Touch, WindowSize};
use proscenium_dev::{InputScript, RunError, ScriptPlayer};

const FIRE: Action = Action::custom(0, "fire");
const ACTIONS: [Action; 3] = [Action::UP, Action::ACCEPT, FIRE];

/// Records the input of each tick from the event `begin` to the event `end`.
struct Menu(Rc<RefCell<Vec<Input>>>, bool);

impl GameScreen for Menu {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        if self.1 {
            self.0.borrow_mut().push(cx.input().clone());
        }
    }

    fn on_event(&mut self, _cx: &mut ScreenContext<'_>, event: &dyn GameEvent) -> ControlFlow<()> {
        self.1 = event.name() == "begin";
        ControlFlow::Break(())
    }
}

/// Plays `text` and returns the ticks of the run and the input of each recorded tick.
fn play(text: &str) -> (u64, Vec<Input>, Result<(), RunError>) {
    let inputs: Rc<RefCell<Vec<Input>>> = Rc::default();
    let recorded = Rc::clone(&inputs);
    let mut manager = ScreenManager::headless();
    manager.add_phase(Phase::new("menu").screen("menu", move |_| Menu(Rc::clone(&recorded), false)));
    manager.start("menu");
    let script = InputScript::parse(text, &ACTIONS).unwrap();
    manager.plugins_mut().add_first(ScriptPlayer::new(script, Rc::default()));
    while !manager.has_ended() {
        manager.step(&Input::default());
    }
    let result = manager.finish().map_err(|error| RunError::of(error).unwrap());
    (manager.tick(), inputs.take(), result)
}

/// The input of each tick of `text` while the menu is active.
fn inputs(text: &str) -> Vec<Input> {
    let (_, inputs, result) = play(&format!("wait menu\nemit begin\n{text}\nemit end"));
    result.unwrap();
    inputs
}

#[test]
fn a_tap_takes_two_ticks_and_a_hold_one_more_than_its_number() {
    let (up, both) = ([Action::UP], [Action::UP, FIRE]);
    let expected = [
        Input::pressing(up),
        Input::releasing(up),
        Input::default(),
        Input::default(),
        Input::pressing(up),
        Input::holding(up),
        Input::holding(up),
        Input::releasing(up),
        Input::pressing(both),
        Input::releasing(both),
    ];
    assert_eq!(inputs("tap up # comment\r\n\nrun 2\n hold up 3\nhold up+fire 1"), expected);
}

#[test]
fn keys_and_buttons_do_what_they_are_bound_to() {
    let ticks = inputs("press Space\npress PadDown+PadB 2\npress F9");
    let pressing = |control, device, actions: &[Action]| {
        let actions = actions.iter().copied();
        Input { control: Some(control), device, ..Input::pressing(actions) }
    };
    let pad = |input: Input| Input { device: Device::Pad, ..input };
    let (space, both) = ([Action::ACCEPT, Action::JUMP], [Action::DOWN, Action::CANCEL]);
    let expected = [
        pressing(Control::Space, Device::Keyboard, &space),
        Input::releasing(space),
        pressing(Control::PadDown, Device::Pad, &both),
        pad(Input::holding(both)),
        pad(Input::releasing(both)),
        pressing(Control::F9, Device::Keyboard, &[]),
        Input::default(),
    ];
    assert_eq!(ticks, expected);
}

#[test]
fn a_stick_is_tilted_beyond_its_dead_zone_and_let_go() {
    let ticks = inputs("stick 0.6 0 1\nstick 0 -1 1");
    let ticks: Vec<_> = ticks.iter().map(|input| (input.axes, input.is_held(Action::UP))).collect();
    let (right, up) = ([64, 0, 0, 0, 0, 0], [0, -127, 0, 0, 0, 0]);
    assert_eq!(ticks, [(right, false), ([0; 6], false), (up, true), ([0; 6], false)]);
}

#[test]
fn a_touch_is_a_finger_and_the_pointer() {
    let ticks = inputs("touch 5 6 2");
    let touch = |began, ended| vec![Touch { finger: 0, position: (5.0, 6.0), began, ended }];
    let touches: Vec<_> = ticks.iter().map(|input| input.touches.clone()).collect();
    assert_eq!(touches, [touch(true, false), touch(false, false), touch(false, true)]);
    let held: Vec<_> = ticks.iter().map(|input| (input.pointer.held, input.pointer.released)).collect();
    assert_eq!(held, [(true, false), (true, false), (false, true)]);
    assert!(ticks.iter().all(|input| input.pointer.is_touch && input.device == Device::Touch));
}

#[test]
fn a_finger_stays_down_while_another_one_taps() {
    let ticks = inputs("finger 1 5 6\nfinger 1 7 6\ntouch 30 40\nrun 1\nlift 1\nrun 1");
    let touches = |input: &Input| -> Vec<_> {
        let touch = |touch: &Touch| (touch.finger, touch.position.0, touch.began, touch.ended);
        input.touches.iter().map(touch).collect()
    };
    let expected = [
        vec![(1, 5.0, true, false)],
        vec![(1, 7.0, false, false)],
        vec![(1, 7.0, false, false), (0, 30.0, true, false)],
        vec![(1, 7.0, false, false), (0, 30.0, false, true)],
        vec![(1, 7.0, false, false)],
        vec![(1, 7.0, false, true)],
        vec![],
    ];
    assert_eq!(ticks.iter().map(touches).collect::<Vec<_>>(), expected);
    // The pointer is the finger that went down first.
    let pointers = ticks.iter().map(|Input { pointer, .. }| (pointer.position.unwrap().0, pointer.held));
    let at_7 = [(7.0, true); 4].into_iter().chain([(7.0, false); 2]);
    assert_eq!(pointers.collect::<Vec<_>>(), [(5.0, true)].into_iter().chain(at_7).collect::<Vec<_>>());
    assert!(ticks.iter().all(|input| input.device == Device::Touch));
}

#[test]
fn clicks_and_drags_move_press_and_release_the_pointer() {
    let pointers = inputs("click 5 6.5\nrun 1\nclick 5 6.5 right\ndrag 1 2 30 40").into_iter();
    let ticks = pointers.map(|Input { pointer, .. }| {
        let buttons = [
            (pointer.moved, "moved"),
            (pointer.pressed, "pressed"),
            (pointer.held, "held"),
            (pointer.released, "released"),
            (pointer.secondary_pressed, "second"),
        ];
        let buttons = buttons.into_iter().filter(|(is_so, _)| *is_so).map(|(_, name)| name);
        (pointer.position.unwrap(), buttons.collect::<Vec<_>>().join(" "))
    });
    let expected = [
        ((5.0, 6.5), "moved pressed held"),
        ((5.0, 6.5), "released"),
        ((5.0, 6.5), ""),
        ((5.0, 6.5), "second"),
        ((5.0, 6.5), ""),
        ((1.0, 2.0), "moved pressed held"),
        ((30.0, 40.0), "moved held"),
        ((30.0, 40.0), "released"),
    ];
    assert_eq!(ticks.collect::<Vec<_>>(), expected.map(|(at, buttons)| (at, buttons.to_owned())));
}

#[test]
fn a_look_takes_no_tick_unless_an_event_waits_for_one() {
    // The tick that handles `begin` comes before the first look.
    assert_eq!(inputs("wait menu\nexpect stack menu\nrun 2\nwait menu"), vec![Input::default(); 3]);
    assert_eq!(inputs("run 2\nexpect stack menu"), vec![Input::default(); 2]);
}

#[test]
fn a_shot_takes_a_tick_without_input() {
    assert_eq!(inputs("shot one\nshot s_1-A")[..], [Input::default(), Input::default()]);
}

#[test]
fn a_view_stays_turned_until_it_is_turned_back() {
    let ticks = inputs("view upright\nrun 2\nview wide\nrun 1");
    assert_eq!(ticks.iter().map(|input| input.window.is_upright()).collect::<Vec<_>>(), [true, true, false]);
}

#[test]
fn the_view_is_that_of_the_window_until_the_script_turns_it() {
    let views = |text: &str| {
        let inputs: Rc<RefCell<Vec<Input>>> = Rc::default();
        let recorded = Rc::clone(&inputs);
        let mut manager = ScreenManager::headless();
        manager.add_phase(Phase::new("menu").screen("menu", move |_| Menu(Rc::clone(&recorded), false)));
        manager.start("menu");
        let script = InputScript::parse(text, &ACTIONS).unwrap();
        manager.plugins_mut().add_first(ScriptPlayer::new(script, Rc::default()));
        let upright = Input { window: WindowSize::new(360.0, 640.0), ..Input::default() };
        while !manager.has_ended() {
            manager.advance(Clock::TICK, &upright);
        }
        inputs.take().iter().map(|input| input.window.is_upright()).collect::<Vec<_>>()
    };
    assert_eq!(views("wait menu\nemit begin\nrun 2\nemit end"), [true, true]);
    assert_eq!(views("wait menu\nemit begin\nrun 1\nview wide\nrun 1\nemit end"), [true, false]);
    assert_eq!(views("view wide\nwait menu\nemit begin\nrun 1\nemit end"), [false]);
}

#[test]
fn a_script_without_quit_ends_the_program_too() {
    for text in ["\u{feff}wait menu", "wait menu\nquit", ""] {
        assert!(play(text).2.is_ok(), "{text}");
    }
}

#[test]
fn a_failed_wait_or_expect_stops_the_run_and_says_why() {
    for (text, what) in [
        ("\nwait game 1", "waited 1 ticks for the screen `game`, but "),
        ("wait menu\nwait game 3", "waited 3 ticks for the screen `game`, but `menu` is active"),
        ("wait menu\nexpect stack menu pause", "expected the stack `menu pause`, found `menu`"),
    ] {
        let Err(RunError::Script { line: 2, what: found }) = play(text).2 else { panic!("{text}") };
        assert!(found.starts_with(what), "{found}");
    }
}

/// The line and the column of an error.
fn place_of(error: &str) -> (usize, usize) {
    let place = error.strip_prefix("line ").unwrap().split(':').next().unwrap();
    let (line, column) = place.split_once(", column ").unwrap();
    (line.parse().unwrap(), column.parse().unwrap())
}

#[test]
fn an_error_has_its_place_and_the_correction() {
    let long = "#".repeat((1 << 20) + 1);
    for (text, place, what) in [
        ("fly", (1, 1), "there is no command `fly`; there are wait, tap, hold"),
        ("\ntap acept", (2, 5), "there is no action `acept`; did you mean `accept`?"),
        ("hold up+jump 3", (1, 6), "there is no action `jump`; there are up, accept, fire"),
        ("tap  # up", (1, 4), "the action is missing"),
        ("wait 暂停 x", (1, 9), "`x` is not a number of ticks from 1 to 1000000"),
        ("hold up 0", (1, 9), "`0` is not a number of ticks"),
        ("run 1000001", (1, 5), "`1000001` is not a number of ticks"),
        ("run 5 5", (1, 7), "expected the end of the line, found `5`"),
        ("click 1 nan", (1, 9), "`nan` is not a number of pixels from 0 to 10000"),
        ("click 1 1 left", (1, 11), "expected `right` or the end of the line"),
        ("drag 1 1 2", (1, 11), "the number of pixels is missing"),
        ("finger 10 1 1", (1, 8), "`10` is not a number of a finger from 0 to 9"),
        ("finger 1 1", (1, 11), "the number of pixels is missing"),
        ("finger 1 1 1\nlift 0", (2, 6), "finger 0 is not down; `finger 0 X Y` puts it down"),
        ("finger 1 1 1\nlift 1\nlift 1", (3, 6), "finger 1 is not down"),
        ("view tall", (1, 6), "expected `upright` or `wide`, found `tall`"),
        ("expect screen a", (1, 8), "expected `stack`, found `screen`"),
        ("expect stack", (1, 13), "the bottom screen of the stack is missing"),
        ("shot ../a", (1, 6), "`../a` is not the name of a screenshot"),
        (&long, (1, 1), "the text has 1048577 bytes (max. 1048576)"),
    ] {
        let error = InputScript::parse(text, &ACTIONS).unwrap_err();
        assert_eq!(place_of(&error), place, "{error}");
        assert!(error.contains(&format!("`: {what}")), "{error}");
    }
    let error = InputScript::parse(b"run 1\nrun \xff 1", &ACTIONS).unwrap_err();
    assert_eq!(place_of(&error), (2, 5));
}

#[test]
fn an_error_is_short_and_has_no_control_character() {
    let text = format!("\u{1b}{}", "x".repeat(5000));
    let error = InputScript::parse(&text, &ACTIONS).unwrap_err();
    assert!(error.chars().count() < 600 && error.chars().all(|c| !c.is_control()), "{error}");
}

proptest! {
    #[test]
    fn an_error_points_into_the_text(
        words in prop::collection::vec(
            prop_oneof![
                prop::sample::select(vec!["wait", "tap", "hold", "click", "drag", "finger", "lift", "run", "expect", "emit", "shot"])
                    .prop_map(str::to_owned),
                prop::sample::select(vec!["up", "stack", "1", "1e39", "-0", "#", "\t", "\r", "\n"])
                    .prop_map(str::to_owned),
                any::<String>(),
            ],
            0..30,
        ),
    ) {
        let text = words.join(" ");
        if let Err(error) = InputScript::parse(&text, &ACTIONS) {
            let (line, column) = place_of(&error);
            let line = text.lines().nth(line - 1).unwrap();
            prop_assert!((1..=line.chars().count() + 1).contains(&column));
        }
    }
}
