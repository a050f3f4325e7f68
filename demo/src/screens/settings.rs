//! The settings screen. Changes apply at once; leaving with unsaved changes asks first.

use std::any::Any;

use proscenium::flow::{GameScreen, ScreenContext, Ticket};
use proscenium::formats::Strings;
use proscenium::game::{ControlsMenu, Preferences as _};
use proscenium::platform::{Action, Device, Views};
use proscenium::ui::{Ink, Menu, Page};

use super::question::{Answer, KEEP};
use crate::controls::ACTIONS;
use crate::controls::Layout;
use crate::settings::Difficulty;
use crate::settings::Settings;
use crate::shared::Shared;
use crate::view::View;

/// An entry. Most have the key of their text, and which setting they change.
#[derive(Clone, Copy)]
enum Entry {
    Language,
    Volume(&'static str, fn(&mut Settings) -> &mut u8),
    Switch(&'static str, fn(&mut Settings) -> &mut bool),
    TextSize,
    Difficulty,
    Layout,
    DeadZone,
    Controls,
}

use Entry::{Switch, Volume};

/// What the player changes.
#[derive(Clone, Copy)]
pub enum Choice {
    /// To the previous (-1) or the next (1) tab.
    Tab(i32),
    /// To the previous (-1) or the next (1) language or size of texts.
    Language(i32),
    TextSize(i32),
    Difficulty(i32),
    Volume(fn(&mut Settings) -> &mut u8, u32),
    Switch(fn(&mut Settings) -> &mut bool),
    Layout,
    DeadZone(u32),
    Controls,
    Save,
    Back,
}

/// The menu of the keys and buttons.
pub const CONTROLS: ControlsMenu<Settings> = ControlsMenu::new(&ACTIONS);

/// The least width of a page, so that it does not change with the tab, in virtual pixels.
const MIN_WIDTH: f32 = 320.0;

/// The step of the dead zone, in percent.
const DEAD_ZONE_STEP: u8 = 5;

/// Vertical sync is not set everywhere.
const VSYNC: &str = "settings-vsync";

/// The tabs: the keys of their names, and their entries.
const TABS: [(&str, &[Entry]); 3] = [
    (
        "settings-game",
        &[
            Entry::Language,
            Entry::Difficulty,
            Switch("settings-pause-unfocused", |settings| &mut settings.pause_unfocused),
            Entry::Layout,
            Entry::DeadZone,
            Entry::Controls,
        ],
    ),
    (
        "settings-audio",
        &[
            Volume("settings-master", |settings| &mut settings.master_volume),
            Volume("settings-music", |settings| &mut settings.music_volume),
            Volume("settings-effects", |settings| &mut settings.effects_volume),
            Volume("settings-voices", |settings| &mut settings.voice_volume),
        ],
    ),
    (
        "settings-video",
        &[
            Entry::TextSize,
            Switch("settings-contrast", |settings| &mut settings.high_contrast),
            Switch("settings-reduced-motion", |settings| &mut settings.reduced_motion),
            Switch("settings-fullscreen", |settings| &mut settings.fullscreen),
            Switch("settings-whole-pixels", |settings| &mut settings.whole_pixels),
            Switch(VSYNC, |settings| &mut settings.vsync),
        ],
    ),
];

/// The settings screen. The main menu and the game each have one.
#[derive(Default)]
pub struct SettingsScreen {
    menu: Menu,
    tab: usize,
    /// The settings when the screen was entered, to restore them.
    saved: Settings,
    device: Device,
    /// Whether the file may have other settings: the menu of controls saves at once.
    is_written: bool,
    /// That of the question, while it waits or is on the stack: closing the window again pushes no second one.
    question: Option<Ticket>,
}

impl SettingsScreen {
    /// The number of tabs.
    #[cfg(any(test, not(target_arch = "wasm32")))]
    pub const TABS: usize = TABS.len();

    /// The page of a tab, for a player who has used this device last.
    pub fn page(view: &View<'_>, device: Device, tab: usize) -> Page<Choice> {
        let (name, entries) = TABS[tab % TABS.len()];
        let has_vsync = view.shared.vsync().is_some();
        let page = view.page("settings-title").min_width(MIN_WIDTH).on(Action::CANCEL, Choice::Back);
        let page = match view.shared.save_problem() {
            Some(problem) => page.text(view.text_with("settings-not-saved", "cause", problem), Ink::Error),
            None => page,
        };
        let page = page.choice(Choice::Tab, view.text_of("settings-tab"), view.text_of(name));
        // The entries that there are on this machine.
        let shown = entries.iter().filter(|entry| match entry {
            Switch(VSYNC, _) => has_vsync,
            Entry::DeadZone => device == Device::Pad,
            _ => true,
        });
        let page = shown.enumerate().fold(page, |page, (number, entry)| {
            let page = Self::entry(page, view, *entry);
            if number == 0 { page.focused() } else { page }
        });
        page.button(Choice::Save, view.text_of("settings-save"))
    }

    fn entry(page: Page<Choice>, view: &View<'_>, entry: Entry) -> Page<Choice> {
        let mut settings = view.shared.settings();
        match entry {
            Entry::Language => page.choice(
                Choice::Language,
                view.text_of("settings-language"),
                view.text_of("language-name"),
            ),
            Volume(key, volume) => {
                let (value, steps) = ((*volume(&mut settings)).into(), Settings::MAX_VOLUME.into());
                let label = format!("{} {} %", view.text_of(key), 100 * value / steps);
                page.slider(move |value| Choice::Volume(volume, value), label, value, steps)
            }
            Switch(key, switch) => {
                let is_on = *switch(&mut settings);
                let value = view.text_of(if is_on { "settings-on" } else { "settings-off" });
                let page = page.choice(move |_| Choice::Switch(switch), view.text_of(key), value);
                let is_late = key == VSYNC && view.shared.vsync() != Some(is_on);
                if is_late { page.text(view.text_of("settings-restart"), Ink::Text) } else { page }
            }
            Entry::TextSize => {
                let size = view.text_with("settings-times", "factor", settings.text_size());
                page.choice(Choice::TextSize, view.text_of("settings-text-size"), size)
            }
            Entry::Difficulty => {
                let difficulty = match settings.difficulty {
                    Difficulty::Easy => "settings-easy",
                    Difficulty::Normal => "settings-normal",
                    Difficulty::Hard => "settings-hard",
                };
                page.choice(Choice::Difficulty, view.text_of("settings-difficulty"), view.text_of(difficulty))
            }
            Entry::Layout => {
                let layout = match settings.layout.unwrap_or_default() {
                    Layout::Arrows => "settings-arrows",
                    Layout::Wasd => "settings-wasd",
                };
                page.choice(|_| Choice::Layout, view.text_of("settings-layout"), view.text_of(layout))
            }
            Entry::DeadZone => {
                let steps = [settings.dead_zone, Settings::MAX_DEAD_ZONE].map(|zone| zone / DEAD_ZONE_STEP);
                let [value, steps] = steps.map(u32::from);
                let label = format!("{} {} %", view.text_of("settings-dead-zone"), settings.dead_zone);
                page.slider(Choice::DeadZone, label, value, steps)
            }
            Entry::Controls => page.button(Choice::Controls, view.text_of("settings-controls")),
        }
    }

    /// Saves and leaves. After a failure the screen stays and shows it.
    fn save(&mut self, cx: &mut ScreenContext<'_>) {
        let shared = cx.shared::<Shared>();
        shared.save();
        self.saved = shared.settings();
        if shared.save_problem().is_none() {
            cx.pop();
        }
    }
}

/// Changes the settings without saving them.
fn change(cx: &mut ScreenContext<'_>, change: impl FnOnce(&mut Settings)) {
    let shared = cx.shared::<Shared>();
    let mut settings = shared.settings();
    change(&mut settings);
    shared.apply(&settings);
    cx.set_reduced_motion(settings.reduced_motion);
}

impl GameScreen for SettingsScreen {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        self.saved = cx.shared::<Shared>().settings();
        (self.menu, self.tab, self.is_written) = (Menu::default(), 0, false);
    }

    fn on_active(&mut self, _cx: &mut ScreenContext<'_>) {
        self.question = None;
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        self.device = cx.input().device;
        let page = Self::page(&View::of(cx), self.device, self.tab);
        match self.menu.update(&page, cx) {
            Some(Choice::Tab(by)) => {
                let (tab, tabs) = (self.tab as i32 + by, TABS.len() as i32);
                self.tab = tab.rem_euclid(tabs) as usize;
            }
            Some(Choice::Language(by)) => {
                let resources = cx.resources();
                let next = Strings::next(resources, &cx.shared::<Shared>().language(), by).to_owned();
                change(cx, |settings| settings.language = next);
            }
            Some(Choice::Difficulty(by)) => {
                change(cx, |settings| settings.difficulty = settings.difficulty.next(by));
            }
            Some(Choice::TextSize(by)) => change(cx, |settings| settings.change_text_size(by)),
            Some(Choice::Volume(volume, value)) => {
                let value = u8::try_from(value).unwrap_or(Settings::MAX_VOLUME);
                change(cx, |settings| *volume(settings) = value);
            }
            Some(Choice::Switch(switch)) => change(cx, |settings| *switch(settings) = !*switch(settings)),
            Some(Choice::Layout) => change(cx, |settings| {
                settings.layout = Some(settings.layout.unwrap_or_default().other());
                // What was bound by hand belongs to the other layout.
                settings.controls.clear();
            }),
            Some(Choice::DeadZone(steps)) => {
                let steps = u8::try_from(steps).unwrap_or_default();
                let zone = steps.saturating_mul(DEAD_ZONE_STEP).min(Settings::MAX_DEAD_ZONE);
                change(cx, |settings| settings.dead_zone = zone);
            }
            Some(Choice::Controls) => {
                self.is_written = true;
                cx.push("controls");
            }
            Some(Choice::Save) => self.save(cx),
            Some(Choice::Back) => cx.pop(),
            None => {}
        }
    }

    fn may_leave(&mut self, cx: &mut ScreenContext<'_>) -> bool {
        if cx.shared::<Shared>().settings() == self.saved {
            return true;
        }
        if self.question.as_ref().is_none_or(|ticket| matches!(ticket.outcome(), Some(Err(_)))) {
            self.question = Some(cx.command(KEEP.ask()));
        }
        false
    }

    fn on_result(&mut self, cx: &mut ScreenContext<'_>, value: &dyn Any) {
        match cx.result(value) {
            Some(Answer::Save) => self.save(cx),
            Some(Answer::Discard) => {
                cx.shared::<Shared>().apply(&self.saved);
                if self.is_written {
                    cx.shared::<Shared>().save();
                }
                cx.set_reduced_motion(self.saved.reduced_motion);
                cx.pop();
            }
            _ => {}
        }
    }

    fn view(&self, views: &Views) -> proscenium::platform::View {
        views.suitable()
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::Paint;
        let paint = Paint::of(cx);
        cx.draw_parent();
        if cx.covered_by().is_some_and(|screen| screen.name() == "controls") {
            return;
        }
        paint.darken();
        paint.page(&Self::page(&paint.view, self.device, self.tab), &self.menu);
    }
}
