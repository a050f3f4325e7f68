//! Names that do not exist, and values of another type than a screen asks for: the first run shows them.

use std::any::Any;

use proscenium_ai::{Bindings, Blueprint, Population, State};
use proscenium_core::flow::{GameScreen, Phase, ScreenCommand, ScreenContext, ScreenManager, Target};
use proscenium_core::platform::{Clock, Input};

/// Asks for a payload of a number, or of a text, and for results that are numbers.
struct Door;

impl GameScreen for Door {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let _number: Option<&u32> = cx.payload();
        let _text: Option<&String> = cx.payload();
    }

    fn on_result(&mut self, cx: &mut ScreenContext<'_>, value: &dyn Any) {
        cx.result::<u32>(value);
    }
}

/// A screen with a machine that has the event `open`.
struct Hall;

impl GameScreen for Hall {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        let closed = State::new("closed").on("open", "ajar");
        let machine = Blueprint::template("lock", "closed").state(closed).state(State::new("ajar"));
        cx.populations().add(Population::<()>::new(&machine.build(&Bindings::new()).unwrap()));
    }

    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

fn house() -> ScreenManager {
    let mut manager = ScreenManager::headless();
    let house =
        Phase::new("house").screen("hall", |_| Hall).screen("door", |_| Door).screen("cellar", |_| Door);
    manager.add_phase(house);
    manager.add_phase(Phase::new("garden").screen("lawn", |cx| {
        let _: Option<&u32> = cx.payload();
        Door
    }));
    manager.start("house");
    run(&mut manager);
    assert_eq!(manager.mistake(), None);
    manager
}

fn run(manager: &mut ScreenManager) {
    (0..3).for_each(|_| manager.step(&Input::default()));
}

/// What is shown after a command.
fn shown(command: ScreenCommand) -> Option<String> {
    let mut manager = house();
    manager.command(command);
    run(&mut manager);
    manager.mistake().map(str::to_owned)
}

#[test]
fn a_request_for_what_does_not_exist_is_shown_with_the_nearest_name() {
    let no_screen =
        |name: &str, others: &str| Some(format!("phase `house` has no screen `{name}`; {others}"));
    assert_eq!(shown(ScreenCommand::push("dor")), no_screen("dor", "did you mean `door`?"));
    assert_eq!(shown(ScreenCommand::replace("celar")), no_screen("celar", "did you mean `cellar`?"));
    assert_eq!(shown(ScreenCommand::reset(["attic"])), no_screen("attic", "it has: hall, door, cellar"));
    let not_there =
        |name: &str, near: &str| Some(format!("`{name}` is not on the stack; did you mean `{near}`?"));
    assert_eq!(shown(ScreenCommand::pop_to("hal")), not_there("hal", "hall"));
    assert_eq!(shown(ScreenCommand::remove("hal")), not_there("hal", "hall"));
    let no_phase = |name: &str, others: &str| Some(format!("there is no phase `{name}`; {others}"));
    assert_eq!(shown(ScreenCommand::load("gadren")), no_phase("gadren", "did you mean `garden`?"));
    assert_eq!(shown(ScreenCommand::preload("moon")), no_phase("moon", "there are: house, garden"));
    // What exists, and what is refused for another reason, is no mistake.
    assert_eq!(
        [
            ScreenCommand::push("door"),
            ScreenCommand::pop(),
            ScreenCommand::push("hall"),
            ScreenCommand::pop_to("door"),
            ScreenCommand::remove("door")
        ]
        .map(shown),
        [const { None }; 5]
    );
}

#[test]
fn an_event_that_is_nearly_one_of_the_units_is_shown() {
    for (event, mistake) in [
        ("opne", Some("no unit has an event `opne`; did you mean `open`?")),
        ("open", None),
        ("game_over", None),
    ] {
        let mut manager = house();
        manager.flow().post(event.to_owned());
        run(&mut manager);
        assert_eq!(manager.mistake(), mistake);
    }
}

#[test]
fn a_payload_of_a_type_that_a_screen_does_not_ask_for_is_shown() {
    let other = |screen: &str, of: &str| {
        Some(format!("screen `{screen}` asks for a `{of}`, but its payload is of another type"))
    };
    let push = |payload: Target| shown(ScreenCommand::push(payload));
    assert_eq!(push(Target::resident("door").with(1.5_f32)), other("door", "alloc::string::String"));
    assert_eq!(push(Target::resident("door").with(7_u32)), None);
    assert_eq!(push(Target::resident("door").with("seven".to_owned())), None);
    assert_eq!(shown(ScreenCommand::load_with("garden", 'x')), other("lawn", "alloc::string::String"));
    assert_eq!(shown(ScreenCommand::load_with("garden", 7_u32)), None);
}

#[test]
fn a_result_of_another_type_is_shown() {
    for (is_number, mistake) in [
        (true, None),
        (false, Some("screen `door` asks for a `u32`, but the result that it got is of another type")),
    ] {
        let mut manager = house();
        ["door", "cellar"].into_iter().for_each(|screen| drop(manager.command(ScreenCommand::push(screen))));
        manager.command(if is_number {
            ScreenCommand::pop_with(3_u32)
        } else {
            ScreenCommand::pop_with("3")
        });
        run(&mut manager);
        assert_eq!(manager.mistake(), mistake);
    }
}

#[test]
fn a_mistake_is_shown_for_five_seconds() {
    let mut manager = house();
    manager.command(ScreenCommand::push("dor"));
    let mut shown = 0;
    for _ in 0..600 {
        manager.advance(Clock::TICK, &Input::default());
        shown += u32::from(manager.mistake().is_some());
    }
    assert_eq!(shown, 300);
}

#[test]
fn the_name_of_a_fresh_screen_on_the_stack_is_one_that_pop_to_and_remove_can_mean() {
    for command in [ScreenCommand::pop_to("quesiton"), ScreenCommand::remove("quesiton")] {
        let mut manager = house();
        manager.command(ScreenCommand::push(Target::fresh("question", Door)));
        manager.command(ScreenCommand::push("door"));
        manager.command(command);
        run(&mut manager);
        let mistake = manager.mistake().unwrap();
        assert!(mistake.ends_with("did you mean `question`?"), "{mistake}");
    }
}
