//! The player: settings that apply, menus, and the Loading and failure screens.

use std::rc::Rc;
use std::sync::Arc;

use proscenium::flow::{ManagerSettings, Phase, ScreenCommand, ScreenContext, ScreenManager};
use proscenium::kit::{
    Look, MenuEvent, MenuPage, MenuScreen, Mixer, Page, Player, Preferences, Strings, TextField,
};
use proscenium::platform::{Action, HeadlessAudio, Input, MemorySource, MemoryStorage, Storage};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Settings {
    language: String,
    hints: bool,
}

impl Preferences for Settings {
    fn language(&self) -> &str {
        &self.language
    }
}

/// A menu with a switch and two ways out.
#[derive(Clone)]
struct Options;

impl MenuPage<Settings> for Options {
    fn page(&self, player: &Player<Settings>, look: &Look<'_>) -> Page {
        let page = Page::new(look.area()).choice(look.text_of("hints"), player.settings().hints.to_string());
        page.button("Again").button("Lost")
    }

    fn react(&mut self, event: MenuEvent, player: &Player<Settings>, cx: &mut ScreenContext<'_>) {
        match event {
            MenuEvent::Changed { .. } => player.change(|settings| settings.hints = !settings.hints),
            MenuEvent::Activated(1) => cx.push("again"),
            MenuEvent::Activated(2) => cx.load("lost"),
            _ => cx.pop(),
        }
    }

    fn closes_on_pause(&self) -> bool {
        true
    }
}

/// A menu whose first entry is disabled. The language is the number of the entry that was chosen.
#[derive(Clone)]
struct Locked;

impl MenuPage<Settings> for Locked {
    fn page(&self, _player: &Player<Settings>, look: &Look<'_>) -> Page {
        Page::new(look.area()).button("Level 3").enabled(false).buttons(["Level 1", "Level 2"])
    }

    fn react(&mut self, event: MenuEvent, player: &Player<Settings>, cx: &mut ScreenContext<'_>) {
        match event {
            MenuEvent::Activated(index) => player.change(|settings| settings.language = index.to_string()),
            _ => cx.pop(),
        }
    }
}

/// A menu that writes into the language what it is called for.
#[derive(Clone)]
struct Diary;

impl MenuPage<Settings> for Diary {
    fn page(&self, _player: &Player<Settings>, look: &Look<'_>) -> Page {
        Page::new(look.area()).button("Levels")
    }

    fn react(&mut self, event: MenuEvent, player: &Player<Settings>, cx: &mut ScreenContext<'_>) {
        player.change(|settings| settings.language += "react ");
        if event == MenuEvent::Cancelled { cx.pop() } else { cx.push("locked") }
    }

    fn on_enter(&mut self, player: &Player<Settings>, _cx: &mut ScreenContext<'_>) {
        player.change(|settings| settings.language += "enter ");
    }

    fn update(&mut self, player: &Player<Settings>, _cx: &mut ScreenContext<'_>) {
        player.change(|settings| settings.language += "update ");
    }
}

/// A menu with a field.
#[derive(Clone)]
struct Named(TextField);

impl MenuPage<Settings> for Named {
    fn page(&self, _player: &Player<Settings>, look: &Look<'_>) -> Page {
        Page::new(look.area()).field("Name", &self.0, true)
    }

    fn react(&mut self, event: MenuEvent, player: &Player<Settings>, cx: &mut ScreenContext<'_>) {
        if let MenuEvent::Typed(_) = event {
            self.0.type_text(&cx.input().text);
            return player.change(|settings| settings.language = self.0.text());
        }
        cx.pop();
    }

    fn closes_on_pause(&self) -> bool {
        true
    }
}

fn player(storage: &Rc<MemoryStorage>) -> Player<Settings> {
    Player::with(Rc::clone(storage) as Rc<dyn Storage>, Mixer::new(HeadlessAudio::default()))
}

fn manager(player: &Player<Settings>) -> ScreenManager {
    let source = MemorySource::default()
        .with("en.ftl", "hints = Hints\nfailure-menu = Menu\n")
        .with("de.ftl", "hints = {")
        .with("zh-CN.ftl", "hints = 提示\nfailure-menu = 菜单\n")
        .with(
            "menu.ron",
            "(resources: [strings(id: \"en\", path: \"en.ftl\"), strings(id: \"zh\", path: \"zh-CN.ftl\")])",
        )
        .with("lost.ron", "(resources: [strings(id: \"de\", path: \"de.ftl\")])");
    let mut manager =
        ScreenManager::new(ManagerSettings { source: Arc::new(source), ..ManagerSettings::default() });
    manager.register_kinds();
    manager.add_phase(
        Phase::new("menu")
            .manifest("menu.ron")
            .screen("options", MenuScreen::of(player, Options))
            .screen("again", MenuScreen::of(player, Options))
            .screen("locked", MenuScreen::of(player, Locked))
            .screen("diary", MenuScreen::of(player, Diary))
            .screen("named", MenuScreen::of(player, Named(TextField::new("", 9)))),
    );
    manager
        .add_phase(Phase::new("lost").manifest("lost.ron").screen("found", MenuScreen::of(player, Options)));
    player.set_system_screens(&mut manager, "menu");
    manager.start("menu");
    wait(&mut manager, "options");
    manager
}

fn wait(manager: &mut ScreenManager, screen: &str) {
    for _ in 0..600 {
        if manager.is_idle() && manager.active().is_some_and(|active| active.name() == screen) {
            return;
        }
        manager.step(&Input::default());
    }
    panic!("there is no {screen}");
}

fn tap(manager: &mut ScreenManager, action: Action) {
    manager.step(&Input::pressing([action]));
    manager.step(&Input::releasing([action]));
}

#[test]
fn a_change_of_the_settings_is_saved() {
    let storage = Rc::new(MemoryStorage::default());
    player(&storage).change(|settings| settings.hints = true);
    let again = player(&storage);
    assert_eq!(again.settings(), Settings { hints: true, ..Settings::default() });
    assert_eq!((again.language().as_str(), again.save_problem()), ("en", None));
    again.apply(&Settings { language: "zh-CN".to_owned(), ..Settings::default() });
    assert_eq!(again.language(), "zh-CN");
    assert!(player(&storage).settings().hints, "what is applied is not saved");
}

#[test]
fn a_menu_screen_changes_pushes_and_closes_on_pause() {
    let player = player(&Rc::default());
    let mut manager = manager(&player);
    tap(&mut manager, Action::RIGHT);
    assert!(player.settings().hints);
    tap(&mut manager, Action::DOWN);
    tap(&mut manager, Action::ACCEPT);
    wait(&mut manager, "again");
    tap(&mut manager, Action::LEFT);
    assert!(!player.settings().hints, "the focus is on the first entry of the new screen");
    tap(&mut manager, Action::PAUSE);
    wait(&mut manager, "options");
}

#[test]
fn a_letter_that_is_typed_does_not_close_a_menu() {
    let player = player(&Rc::default());
    let mut manager = manager(&player);
    manager.command(ScreenCommand::push("named"));
    wait(&mut manager, "named");
    manager.step(&Input { text: "P".to_owned(), ..Input::pressing([Action::PAUSE]) });
    assert_eq!(player.settings().language, "P");
    tap(&mut manager, Action::PAUSE);
    wait(&mut manager, "options");
}

#[test]
fn a_menu_screen_is_entered_with_its_first_enabled_entry() {
    let player = player(&Rc::default());
    let mut manager = manager(&player);
    for last in [Action::CANCEL, Action::ACCEPT] {
        manager.command(ScreenCommand::push("locked"));
        wait(&mut manager, "locked");
        if last == Action::CANCEL {
            tap(&mut manager, Action::DOWN);
        }
        tap(&mut manager, last);
        wait(&mut manager, if last == Action::CANCEL { "options" } else { "locked" });
    }
    assert_eq!(player.settings().language, "1");
}

#[test]
fn a_menu_page_is_entered_once_a_visit_and_updated_while_active() {
    let player = player(&Rc::default());
    let mut manager = manager(&player);
    let mut visit = || {
        manager.command(ScreenCommand::push("diary"));
        let steps =
            [None, None, Some(Action::ACCEPT), None, Some(Action::CANCEL), None, Some(Action::CANCEL)];
        steps.map(|action| {
            manager.step(&Input::pressing(action));
            let seen = player.settings().language;
            player.change(|settings| settings.language.clear());
            seen
        })
    };
    // It is covered in the two ticks after its reaction.
    let expected = ["enter update ", "update ", "update react ", "", "", "update ", "update react "];
    assert_eq!([visit(), visit()], [expected; 2]);
}

#[test]
fn the_failure_screen_leads_to_the_menu() {
    let player = player(&Rc::default());
    player.set_can_quit(false);
    let mut manager = manager(&player);
    tap(&mut manager, Action::UP);
    tap(&mut manager, Action::ACCEPT);
    wait(&mut manager, "failure");
    // The entry above the first one is the last: there is none to quit.
    tap(&mut manager, Action::UP);
    tap(&mut manager, Action::ACCEPT);
    wait(&mut manager, "options");
}

#[test]
fn languages_are_near_and_cycle() {
    let player = player(&Rc::default());
    let manager = manager(&player);
    let resources = manager.resources();
    let near = |wish| Strings::nearest(resources, wish);
    assert_eq!(["en_GB.UTF-8", "zh", "xx", ""].map(near), ["en", "zh-CN", "en", "en"]);
    let next = |(from, by)| Strings::next(resources, from, by);
    assert_eq!([("en", 1), ("zh-CN", 1), ("en", -1), ("xx", 1)].map(next), ["zh-CN", "en", "zh-CN", "zh-CN"]);
    player.apply(&Settings { language: "zh_TW".to_owned(), ..Settings::default() });
    let look = player.look(resources, (360.0, 640.0));
    assert_eq!((look.language, look.text_of("hints").as_str(), look.area().h), ("zh-CN", "提示", 640.0));
}
