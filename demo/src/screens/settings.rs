//! The settings screen. Changes apply at once; leaving with unsaved changes asks first.

use proscenium::flow::{GameScreen, Leave, ScreenCommand, ScreenContext, ScreenValue, Target, Ticket};
use proscenium::kit::{EntryKind, Menu, MenuEvent, Rect, Strings};

use super::question::{Answer, Question};
use crate::settings::Settings;
use crate::shared::Shared;
use crate::theme::{ENTRY_GAP, ENTRY_HEIGHT};

/// Left edge and width of the entries, in virtual pixels.
const LEFT: f32 = 180.0;
const WIDTH: f32 = 280.0;

const LANGUAGE: usize = 0;
const MUSIC: usize = 1;
const EFFECTS: usize = 2;
const FULLSCREEN: usize = 3;
const REDUCED_MOTION: usize = 4;
const CONTROLS: usize = 5;
const SAVE: usize = 6;

/// The text keys of the entries.
const ENTRIES: [&str; 7] = [
    "settings-language",
    "settings-music",
    "settings-effects",
    "settings-fullscreen",
    "settings-reduced-motion",
    "settings-controls",
    "settings-save",
];

/// The settings screen. The main menu and the game each have one.
pub struct SettingsScreen {
    shared: Shared,
    menu: Menu,
    /// The settings when the screen was entered, to restore them.
    saved: Settings,
    may_leave: bool,
    /// That of the question, while it waits or is on the stack: closing the window again pushes no second one.
    question: Option<Ticket>,
}

impl SettingsScreen {
    /// The settings screen of a phase.
    pub fn new(shared: &Shared) -> Self {
        let saved = shared.settings();
        Self { shared: shared.clone(), menu: Self::menu(), saved, may_leave: true, question: None }
    }

    /// A menu with the focus on its first entry.
    fn menu() -> Menu {
        let mut menu = Menu::column(LEFT, 78.0, WIDTH, ENTRY_HEIGHT, ENTRY_GAP, ENTRIES.len());
        for choice in [LANGUAGE, FULLSCREEN, REDUCED_MOTION] {
            menu.set_kind(choice, EntryKind::Choice);
        }
        for slider in [MUSIC, EFFECTS] {
            let rect = menu.entries()[slider].rect;
            let track = Some(Rect::new(LEFT + WIDTH - 124.0, rect.y, 100.0, rect.h));
            let steps = Settings::MAX_VOLUME.into();
            menu.set_kind(slider, EntryKind::Slider { value: 0, steps, track });
        }
        menu
    }

    /// Copies the settings to the sliders.
    fn show(&mut self) {
        let settings = self.shared.settings();
        self.menu.set_value(MUSIC, settings.music_volume.into());
        self.menu.set_value(EFFECTS, settings.effects_volume.into());
    }

    fn change(&mut self, change: impl FnOnce(&mut Settings)) {
        let mut settings = self.shared.settings();
        change(&mut settings);
        self.shared.apply(&settings);
        self.show();
    }

    fn is_changed(&self) -> bool {
        self.shared.settings() != self.saved
    }

    fn save(&mut self) {
        self.shared.save();
        self.saved = self.shared.settings();
    }
}

impl GameScreen for SettingsScreen {
    fn on_enter(&mut self, _cx: &mut ScreenContext<'_>) {
        self.saved = self.shared.settings();
        self.may_leave = false;
        self.menu = Self::menu();
        self.show();
    }

    fn on_active(&mut self, _cx: &mut ScreenContext<'_>) {
        self.question = None;
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        match self.shared.update_menu(&mut self.menu, cx) {
            Some(MenuEvent::Changed { index: LANGUAGE, by }) => {
                let languages = Strings::languages(cx.resources());
                self.change(|settings| settings.change_language(&languages, by));
            }
            Some(MenuEvent::Changed { index: FULLSCREEN, .. }) => {
                self.change(|settings| settings.fullscreen = !settings.fullscreen);
            }
            Some(MenuEvent::Changed { index: REDUCED_MOTION, .. }) => {
                self.change(|settings| settings.reduced_motion = !settings.reduced_motion);
                cx.set_reduced_motion(self.shared.settings().reduced_motion);
            }
            Some(MenuEvent::SetTo { index: MUSIC, value }) => {
                self.change(|settings| {
                    settings.music_volume = u8::try_from(value).unwrap_or(Settings::MAX_VOLUME);
                });
            }
            Some(MenuEvent::SetTo { index: EFFECTS, value }) => {
                self.change(|settings| {
                    settings.effects_volume = u8::try_from(value).unwrap_or(Settings::MAX_VOLUME);
                });
            }
            Some(MenuEvent::Activated(CONTROLS)) => cx.push("controls"),
            Some(MenuEvent::Activated(SAVE)) => {
                self.save();
                // After a failure the screen stays and shows it.
                if self.shared.save_problem().is_none() {
                    cx.pop();
                }
            }
            Some(MenuEvent::Cancelled) => cx.pop(),
            _ => {}
        }
    }

    fn request_leave(&mut self, cx: &mut ScreenContext<'_>) -> Leave {
        if self.may_leave || !self.is_changed() {
            return Leave::Yes;
        }
        if self.question.as_ref().is_none_or(|ticket| matches!(ticket.outcome(), Some(Err(_)))) {
            let question =
                Question::new(&self.shared, "settings-question", ["settings-keep", "settings-discard"]);
            let push = ScreenCommand::push(Target::fresh("question", question)).without_transition();
            self.question = Some(cx.command(push));
        }
        Leave::No
    }

    fn on_result(&mut self, cx: &mut ScreenContext<'_>, value: ScreenValue) {
        match value.get() {
            Some(Answer::First) => self.save(),
            Some(Answer::Second) => {
                self.shared.apply(&self.saved);
                cx.set_reduced_motion(self.saved.reduced_motion);
            }
            _ => return,
        }
        self.may_leave = true;
        cx.pop();
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::{Paint, color};
        let paint = Paint::new(cx.resources(), &self.shared);
        cx.draw_parent();
        paint.darken();
        paint.panel(156.0, 24.0, 328.0, 314.0);
        paint.title_key_centered("settings-title", 320.0, 38.0);
        paint.menu_keys(&self.menu, &ENTRIES);
        let settings = self.shared.settings();
        let on_off =
            |on: bool| self.shared.text(cx.resources(), if on { "settings-on" } else { "settings-off" });
        paint.value(&self.menu, LANGUAGE, &paint.localized("language-name"));
        paint.value(&self.menu, FULLSCREEN, &on_off(settings.fullscreen));
        paint.value(&self.menu, REDUCED_MOTION, &on_off(settings.reduced_motion));
        if let Some(problem) = self.shared.save_problem() {
            let text = self.shared.text_with(cx.resources(), "settings-not-saved", "cause", &problem);
            paint.text_wrapped(&text, 176.0, 318.0, 290.0, color::SCARLET);
        }
    }
}
