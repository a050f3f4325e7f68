//! The profile: settings that apply, menus, and the Loading and failure screens.

use std::any::Any;
use std::rc::Rc;
use std::sync::Arc;

use proscenium::flow::{ManagerSettings, Phase, ScreenCommand, ScreenContext, ScreenManager};
use proscenium::formats::Strings;
use proscenium::game::{Game, Preferences, Profile, TestRun};
use proscenium::platform::{Action, HeadlessAudio, Input, MemorySource, MemoryStorage, Storage};
use proscenium::sound::Mixer;
use proscenium::ui::{Look, MenuPage, MenuScreen, Page, TextField};
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

fn change(cx: &mut ScreenContext<'_>, change: impl FnOnce(&mut Settings)) {
    cx.shared::<Profile<Settings>>().change(change);
}

/// A menu with a switch and two ways out.
#[derive(Clone)]
struct Options;

#[derive(Clone, Copy)]
enum Choice {
    Hints,
    Again,
    Lost,
    Back,
}

impl MenuPage for Options {
    type Choice = Choice;

    fn page(&self, look: &Look<'_>) -> Page<Choice> {
        let hints = look.shared::<Profile<Settings>>().settings().hints;
        let page = Page::new(look.area()).choice(|_| Choice::Hints, look.text_of("hints"), hints.to_string());
        let page = page.button(Choice::Again, "Again").button(Choice::Lost, "Lost");
        page.on(Action::CANCEL, Choice::Back).on(Action::PAUSE, Choice::Back)
    }

    fn choose(&mut self, choice: Choice, cx: &mut ScreenContext<'_>) {
        match choice {
            Choice::Hints => change(cx, |settings| settings.hints = !settings.hints),
            Choice::Again => cx.push("again"),
            Choice::Lost => cx.load("lost"),
            Choice::Back => cx.pop(),
        }
    }
}

/// A menu whose first entry is disabled. The language is the number of the level that was chosen.
#[derive(Clone)]
struct Locked;

impl MenuPage for Locked {
    type Choice = Option<u32>;

    fn page(&self, look: &Look<'_>) -> Page<Option<u32>> {
        let page = Page::new(look.area()).button(Some(3), "Level 3").enabled(false);
        page.buttons([(Some(1), "Level 1"), (Some(2), "Level 2")]).on(Action::CANCEL, None)
    }

    fn choose(&mut self, level: Option<u32>, cx: &mut ScreenContext<'_>) {
        match level {
            Some(level) => change(cx, |settings| settings.language = level.to_string()),
            None => cx.pop_with("no level"),
        }
    }
}

/// A menu that writes into the language what it is called for. It may leave only after a result.
#[derive(Clone, Default)]
struct Diary {
    is_over: bool,
}

impl MenuPage for Diary {
    type Choice = bool;

    fn page(&self, look: &Look<'_>) -> Page<bool> {
        Page::new(look.area()).button(true, "Levels").on(Action::CANCEL, false)
    }

    fn choose(&mut self, is_levels: bool, cx: &mut ScreenContext<'_>) {
        change(cx, |settings| settings.language += "choose ");
        if is_levels { cx.push("locked") } else { cx.pop() }
    }

    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        self.is_over = false;
        change(cx, |settings| settings.language += "enter ");
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        change(cx, |settings| settings.language += "update ");
    }

    fn on_result(&mut self, cx: &mut ScreenContext<'_>, value: &dyn Any) {
        self.is_over = value.downcast_ref() == Some(&"no level");
        change(cx, |settings| settings.language += "result ");
    }

    fn may_leave(&mut self, _cx: &mut ScreenContext<'_>) -> bool {
        self.is_over
    }
}

/// A menu with a field.
#[derive(Clone)]
struct Named(TextField);

impl MenuPage for Named {
    type Choice = Option<TextField>;

    fn page(&self, look: &Look<'_>) -> Page<Option<TextField>> {
        let page = Page::new(look.area()).field(Some, None, "Name", &self.0);
        page.on(Action::CANCEL, None).on(Action::PAUSE, None)
    }

    fn choose(&mut self, name: Option<TextField>, cx: &mut ScreenContext<'_>) {
        let Some(name) = name else { return cx.pop() };
        self.0 = name;
        change(cx, |settings| settings.language = self.0.text());
    }
}

fn profile(storage: &Rc<MemoryStorage>) -> Profile<Settings> {
    Profile::with(Rc::clone(storage) as Rc<dyn Storage>, Mixer::new(HeadlessAudio::default()))
}

fn source() -> MemorySource {
    MemorySource::default()
        .with("en.ftl", "hints = Hints\nfailure-menu = Menu\n")
        .with("de.ftl", "hints = {")
        .with("zh-CN.ftl", "hints = 提示\nfailure-menu = 菜单\n")
        .with(
            "menu.ron",
            "(resources: [strings(id: \"en\", path: \"en.ftl\"), strings(id: \"zh\", path: \"zh-CN.ftl\")])",
        )
        .with("lost.ron", "(resources: [strings(id: \"de\", path: \"de.ftl\")])")
}

fn phases() -> [Phase; 2] {
    let menu = Phase::new("menu")
        .manifest("menu.ron")
        .screen("options", MenuScreen::of(Options))
        .screen("again", MenuScreen::of(Options))
        .screen("locked", MenuScreen::of(Locked))
        .screen("diary", MenuScreen::of(Diary::default()))
        .screen("named", MenuScreen::of(Named(TextField::new("", 9))));
    [menu, Phase::new("lost").manifest("lost.ron").screen("found", MenuScreen::of(Options))]
}

fn manager(profile: &Profile<Settings>) -> ScreenManager {
    let settings = ManagerSettings { source: Arc::new(source()), ..ManagerSettings::default() };
    let mut manager = ScreenManager::new(settings);
    proscenium::game::register_kinds(&mut manager);
    phases().into_iter().for_each(|phase| manager.add_phase(phase));
    profile.share(&mut manager);
    manager.start("menu");
    wait(&mut manager, "options");
    manager
}

fn wait(manager: &mut ScreenManager, screen: &str) {
    for _ in 0..600 {
        if manager.is_idle() && manager.stack().active().is_some_and(|active| active.name() == screen) {
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
    profile(&storage).change(|settings| settings.hints = true);
    let again = profile(&storage);
    assert_eq!(again.settings(), Settings { hints: true, ..Settings::default() });
    assert_eq!((again.language().as_str(), again.save_problem()), ("en", None));
    again.apply(&Settings { language: "zh-CN".to_owned(), ..Settings::default() });
    assert_eq!(again.language(), "zh-CN");
    assert!(profile(&storage).settings().hints, "what is applied is not saved");
}

#[test]
fn a_menu_screen_changes_pushes_and_closes_on_pause() {
    let profile = profile(&Rc::default());
    let mut manager = manager(&profile);
    tap(&mut manager, Action::RIGHT);
    assert!(profile.settings().hints);
    tap(&mut manager, Action::DOWN);
    tap(&mut manager, Action::ACCEPT);
    wait(&mut manager, "again");
    tap(&mut manager, Action::LEFT);
    assert!(!profile.settings().hints, "the focus is on the first entry of the new screen");
    tap(&mut manager, Action::PAUSE);
    wait(&mut manager, "options");
}

#[test]
fn a_letter_that_is_typed_does_not_close_a_menu() {
    let profile = profile(&Rc::default());
    let mut manager = manager(&profile);
    manager.command(ScreenCommand::push("named"));
    wait(&mut manager, "named");
    manager.step(&Input { text: "P".to_owned(), ..Input::pressing([Action::PAUSE]) });
    assert_eq!(profile.settings().language, "P");
    tap(&mut manager, Action::PAUSE);
    wait(&mut manager, "options");
}

#[test]
fn a_menu_screen_is_entered_with_its_first_enabled_entry() {
    let profile = profile(&Rc::default());
    let mut manager = manager(&profile);
    for last in [Action::CANCEL, Action::ACCEPT] {
        manager.command(ScreenCommand::push("locked"));
        wait(&mut manager, "locked");
        if last == Action::CANCEL {
            tap(&mut manager, Action::DOWN);
        }
        tap(&mut manager, last);
        wait(&mut manager, if last == Action::CANCEL { "options" } else { "locked" });
    }
    assert_eq!(profile.settings().language, "1");
}

#[test]
fn a_menu_page_is_entered_once_a_visit_and_updated_while_active() {
    let profile = profile(&Rc::default());
    let mut manager = manager(&profile);
    let mut visit = || {
        manager.command(ScreenCommand::push("diary"));
        let steps =
            [None, None, Some(Action::ACCEPT), None, Some(Action::CANCEL), None, Some(Action::CANCEL)];
        steps.map(|action| {
            manager.step(&Input::pressing(action));
            let seen = profile.settings().language;
            profile.change(|settings| settings.language.clear());
            seen
        })
    };
    // It is covered in the two ticks after its choice.
    let expected = ["enter update ", "update ", "update choose ", "", "result ", "update ", "update choose "];
    assert_eq!([visit(), visit()], [expected; 2]);
}

#[test]
fn the_failure_screen_leads_to_the_menu() {
    let [menu, lost] = phases();
    let game = Game::new("menu").phase(menu).phase(lost).settings::<Settings>().system_screens("menu");
    let game = game.setup(|manager, _| {
        manager.shared().get::<Profile<Settings>>().unwrap().set_can_quit(false);
    });
    let mut run = TestRun::with_source(game, source()).unwrap();
    // The entry above the first one is the last: there is none to quit.
    run.script("wait options\ntap up\ntap accept\nwait failure\ntap up\ntap accept\nwait options").unwrap();
}

#[test]
fn languages_are_near_and_cycle() {
    let profile = profile(&Rc::default());
    let manager = manager(&profile);
    let resources = manager.assets().resources();
    let near = |wish| Strings::nearest(resources, wish);
    assert_eq!(["en_GB.UTF-8", "zh", "xx", ""].map(near), ["en", "zh-CN", "en", "en"]);
    let next = |(from, by)| Strings::next(resources, from, by);
    assert_eq!([("en", 1), ("zh-CN", 1), ("en", -1), ("xx", 1)].map(next), ["zh-CN", "en", "zh-CN", "zh-CN"]);
    profile.apply(&Settings { language: "zh_TW".to_owned(), ..Settings::default() });
    let look = profile.look(resources, (360.0, 640.0));
    assert_eq!((look.language, look.text_of("hints").as_str(), look.area().h), ("zh-CN", "提示", 640.0));
}
