//! What all screens share.

use proscenium_core::flow::{
    BuildContext, DrawContext, GameScreen, Phase, SaveContext, SaveError, SavedState, ScreenCommand,
    ScreenContext, ScreenManager, Shared,
};
use proscenium_core::platform::{Input, caught};

/// What the screens did, in order.
#[derive(Default, Debug, PartialEq)]
struct Diary(Vec<String>);

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
        cx.shared_mut::<Diary>().0.push(line);
    }

    fn save(&self, cx: &mut SaveContext<'_>) -> Result<(), SaveError> {
        cx.write("a room")
    }

    fn restore(&mut self, cx: &mut ScreenContext<'_>, _state: &SavedState) -> Result<(), SaveError> {
        cx.shared_mut::<Diary>().0.push("restored".to_owned());
        Ok(())
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        cx.shared_mut::<Diary>().0.push("update".to_owned());
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        assert_eq!(cx.shared::<Diary>().0.last().map(String::as_str), Some("update"));
        assert!(cx.all_shared().get::<u8>().is_none());
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
    assert_eq!(manager.shared().get::<Diary>().unwrap().0, ["hall enters", "update", "update"]);
    manager.shared_mut().get_mut::<Diary>().unwrap().0.clear();
    run(&mut manager, 1);
    assert_eq!(manager.shared().get::<Diary>(), Some(&Diary(vec!["update".to_owned()])));
    assert!(manager.shared().get::<u8>().is_none());
}

struct Coins(u32);
struct Lives(u32);

/// Buys a life, and pushes the shop with what is left.
struct Street;

impl GameScreen for Street {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let (coins, lives) = cx.shared_pair::<Coins, Lives>();
        coins.0 -= 10;
        lives.0 += 1;
        cx.push_with("shop", cx.shared::<Coins>().0);
    }
}

struct Shop;

impl GameScreen for Shop {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        assert_eq!(cx.payload(), Some(&2_u32));
    }
}

#[test]
fn a_command_takes_a_shared_value_and_two_are_changed_at_once() {
    let mut manager = ScreenManager::headless();
    manager.add_phase(Phase::new("town").screen("street", |_| Street).screen("shop", |_| Shop));
    manager.share(Coins(12));
    manager.share(Lives(3));
    manager.start("town");
    while manager.stack().active() != Some("shop".into()) {
        run(&mut manager, 1);
    }
    let (coins, lives) = (manager.shared().expect::<Coins>().0, manager.shared().expect::<Lives>().0);
    assert_eq!((coins, lives), (2, 4));
}

#[test]
fn a_flow_rule_sees_and_changes_what_the_screens_share() {
    let mut manager = house(&["hall"]);
    manager.share(Diary::default());
    manager.add_rule(|event: &String, cx| {
        let known = cx.shared::<Diary>().0.len();
        cx.shared_mut::<Diary>().0.push(format!("{event} after {known}"));
        cx.quit();
    });
    run(&mut manager, 2);
    manager.flow().post("doorbell".to_owned());
    run(&mut manager, 1);
    assert_eq!(manager.shared().expect::<Diary>().0[3], "doorbell after 3");
    run(&mut manager, 300);
    assert!(manager.has_ended());
}

#[test]
fn a_value_is_there_where_a_screen_is_restored() {
    let mut manager = house(&["hall", "stairs"]);
    manager.share(Diary::default());
    run(&mut manager, 2);
    manager.command(ScreenCommand::push("stairs"));
    run(&mut manager, 1);
    let text = manager.save().unwrap();
    // It takes the place of the other one.
    manager.share(Diary::default());
    manager.restore(&text).unwrap();
    run(&mut manager, 4);
    let lines = manager.shared().get::<Diary>().unwrap().0.iter().filter(|line| *line != "update");
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
    let message = caught(|| run(&mut manager, 2)).unwrap_err();
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
