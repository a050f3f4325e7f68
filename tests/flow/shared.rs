//! What all screens share.

use std::panic::{AssertUnwindSafe, catch_unwind};

use proscenium::flow::{
    BuildContext, DrawContext, GameScreen, Machines, Phase, SaveError, SavedState, ScreenCommand,
    ScreenContext, ScreenId, ScreenManager, Shared,
};
use proscenium::platform::Input;

/// What the screens did, in order.
#[derive(Default, Debug, PartialEq)]
struct Diary(Vec<String>);

/// Whether the door is open.
struct Door(bool);

struct Room;

impl Room {
    fn new(cx: &BuildContext<'_>) -> Self {
        let _: &Diary = cx.shared();
        Self
    }
}

impl GameScreen for Room {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        let line = format!("{} enters", cx.screen());
        cx.shared::<Diary>().0.push(line);
    }

    fn redirect(&self, cx: &ScreenContext<'_>) -> Option<ScreenCommand> {
        let is_open = cx.get_shared::<Door>().is_none_or(|door| door.0);
        (!is_open && cx.screen().name() == "cellar").then(|| ScreenCommand::push("stairs"))
    }

    fn save(&self, state: &mut SavedState, _machines: &Machines) -> Result<(), SaveError> {
        state.write("a room")
    }

    fn restore(&mut self, cx: &mut ScreenContext<'_>, _state: &SavedState) -> Result<(), SaveError> {
        cx.shared::<Diary>().0.push("restored".to_owned());
        Ok(())
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        cx.shared::<Diary>().0.push("update".to_owned());
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        assert_eq!(cx.shared::<Diary>().0.last().map(String::as_str), Some("update"));
        assert!(cx.get_shared::<u8>().is_none());
    }
}

fn house(screens: &[&'static str]) -> ScreenManager {
    let mut manager = ScreenManager::headless();
    manager.add_phase(screens.iter().fold(Phase::new("house"), |phase, id| phase.screen(*id, Room::new)));
    manager.start("house");
    manager
}

fn run(manager: &mut ScreenManager, ticks: u32) {
    for _ in 0..ticks {
        manager.step(&Input::default());
    }
}

#[test]
fn screens_and_the_program_see_the_same_value() {
    let mut manager = house(&["hall"]);
    manager.share(Diary::default());
    run(&mut manager, 2);
    manager.draw();
    assert_eq!(manager.shared::<Diary>().unwrap().0, ["hall enters", "update", "update"]);
    manager.shared_mut::<Diary>().unwrap().0.clear();
    run(&mut manager, 1);
    assert_eq!(manager.shared::<Diary>(), Some(&Diary(vec!["update".to_owned()])));
    assert!(manager.shared::<u8>().is_none());
}

#[test]
fn a_value_is_there_where_a_screen_redirects_and_where_it_is_restored() {
    let mut manager = house(&["hall", "stairs", "cellar"]);
    manager.share(Diary::default());
    manager.share(Door(false));
    run(&mut manager, 2);
    manager.command(ScreenCommand::push("cellar"));
    run(&mut manager, 1);
    assert_eq!(manager.active().map(ScreenId::name), Some("stairs"));
    let text = manager.save().unwrap();
    // It takes the place of the other one.
    manager.share(Diary::default());
    manager.restore(&text).unwrap();
    run(&mut manager, 4);
    let lines = manager.shared::<Diary>().unwrap().0.iter().filter(|line| *line != "update");
    assert_eq!(lines.collect::<Vec<_>>(), ["hall enters", "stairs enters", "restored", "restored"]);
}

#[test]
fn a_value_that_was_not_given_is_named_with_the_screen_and_what_to_do() {
    let mut manager = house(&["hall"]);
    run(&mut manager, 2);
    let failure = manager.failure().unwrap();
    assert!(failure.contains("screen `hall` of phase `house` cannot be built"), "{failure}");
    assert!(
        failure.contains("the screens share no `flow::shared::Diary`; give one with `.share(..)`"),
        "{failure}"
    );

    struct Thirsty;
    impl GameScreen for Thirsty {
        fn update(&mut self, cx: &mut ScreenContext<'_>) {
            cx.shared::<Diary>();
        }
    }
    let mut manager = ScreenManager::headless();
    manager.add_phase(Phase::new("bar").screen("thirsty", |_| Thirsty));
    manager.start("bar");
    let panic = catch_unwind(AssertUnwindSafe(|| run(&mut manager, 2))).unwrap_err();
    let message = panic.downcast_ref::<String>().unwrap();
    assert!(message.starts_with("the screens share no `flow::shared::Diary`"), "{message}");
    assert!(message.ends_with(", in `update` of screen `thirsty`"), "{message}");
}

#[test]
fn one_value_of_each_type_is_shared() {
    let mut shared = Shared::default();
    assert_eq!(shared.insert(1_u8), None);
    assert_eq!(shared.insert("one"), None);
    assert_eq!(shared.insert(2_u8), Some(1));
    *shared.get_mut::<u8>().unwrap() += 1;
    assert_eq!((shared.get(), shared.get(), shared.get::<u32>()), (Some(&3_u8), Some(&"one"), None));
}
