//! The settings screen. Changes apply at once; leaving with unsaved changes asks first.

use std::any::Any;

use proscenium::flow::{GameScreen, ScreenContext, Ticket};
use proscenium::kit::{Ink, Menu, MenuEvent, Page, Preferences as _, Strings};

use super::question::{Answer, Question};
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
    Controls,
    Save,
}

use Entry::{Switch, Volume};

/// Vertical sync is not set everywhere.
const VSYNC: &str = "settings-vsync";

/// The entries with the text keys of the headings above them.
const SECTIONS: [(&str, &[Entry]); 5] = [
    ("", &[Entry::Language]),
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
            Switch("settings-fullscreen", |settings| &mut settings.fullscreen),
            Switch("settings-whole-pixels", |settings| &mut settings.whole_pixels),
            Switch(VSYNC, |settings| &mut settings.vsync),
            Switch("settings-pause-unfocused", |settings| &mut settings.pause_unfocused),
        ],
    ),
    (
        "settings-accessibility",
        &[
            Entry::TextSize,
            Switch("settings-contrast", |settings| &mut settings.high_contrast),
            Switch("settings-reduced-motion", |settings| &mut settings.reduced_motion),
        ],
    ),
    ("", &[Entry::Controls, Entry::Save]),
];

/// The settings screen. The main menu and the game each have one.
pub struct SettingsScreen {
    shared: Shared,
    menu: Menu,
    /// The settings when the screen was entered, to restore them.
    saved: Settings,
    /// That of the question, while it waits or is on the stack: closing the window again pushes no second one.
    question: Option<Ticket>,
}

impl SettingsScreen {
    pub fn new(shared: &Shared) -> Self {
        let saved = shared.settings();
        Self { shared: shared.clone(), menu: Menu::default(), saved, question: None }
    }

    pub fn page(&self, view: &View<'_>) -> Page {
        let mut page = view.page("settings-title");
        for (heading, entries) in SECTIONS {
            if !heading.is_empty() {
                page = page.text(view.text_of(heading), Ink::Accent);
            }
            page = self.shown(entries).fold(page, |page, entry| self.entry(page, view, entry));
        }
        match self.shared.save_problem() {
            Some(problem) => page.text(view.text_with("settings-not-saved", "cause", problem), Ink::Error),
            None => page,
        }
    }

    /// The entry at this place of the page.
    fn entry_at(&self, index: usize) -> Option<Entry> {
        SECTIONS.iter().flat_map(|(_, entries)| self.shown(entries)).nth(index)
    }

    /// The entries that there are on this machine.
    fn shown(&self, entries: &'static [Entry]) -> impl Iterator<Item = Entry> {
        let has_vsync = self.shared.vsync().is_some();
        entries.iter().copied().filter(move |entry| has_vsync || !matches!(entry, Switch(VSYNC, _)))
    }

    fn entry(&self, page: Page, view: &View<'_>, entry: Entry) -> Page {
        let mut settings = self.shared.settings();
        match entry {
            Entry::Language => page.choice(view.text_of("settings-language"), view.text_of("language-name")),
            Volume(key, volume) => {
                page.slider(view.text_of(key), (*volume(&mut settings)).into(), Settings::MAX_VOLUME.into())
            }
            Switch(key, switch) => {
                let is_on = *switch(&mut settings);
                let value = view.text_of(if is_on { "settings-on" } else { "settings-off" });
                let page = page.choice(view.text_of(key), value);
                let is_late = key == VSYNC && self.shared.vsync() != Some(is_on);
                if is_late { page.text(view.text_of("settings-restart"), Ink::Text) } else { page }
            }
            Entry::TextSize => {
                let size = view.text_with("settings-times", "factor", settings.text_size());
                page.choice(view.text_of("settings-text-size"), size)
            }
            Entry::Controls => page.button(view.text_of("settings-controls")),
            Entry::Save => page.button(view.text_of("settings-save")),
        }
    }

    fn change(&mut self, change: impl FnOnce(&mut Settings)) {
        let mut settings = self.shared.settings();
        change(&mut settings);
        self.shared.apply(&settings);
    }

    /// Changes a choice to the previous (-1) or the next (1) value.
    fn switch(&mut self, cx: &ScreenContext<'_>, entry: Option<Entry>, by: i32) {
        let next_language = Strings::next(cx.resources(), &self.shared.language(), by);
        self.change(|settings| match entry {
            Some(Entry::Language) => next_language.clone_into(&mut settings.language),
            Some(Entry::TextSize) => settings.change_text_size(by),
            Some(Switch(_, switch)) => *switch(settings) = !*switch(settings),
            _ => {}
        });
        cx.set_reduced_motion(self.shared.settings().reduced_motion);
    }

    /// Saves and leaves. After a failure the screen stays and shows it.
    fn save(&mut self, cx: &ScreenContext<'_>) {
        self.shared.save();
        self.saved = self.shared.settings();
        if self.shared.save_problem().is_none() {
            cx.pop();
        }
    }
}

impl GameScreen for SettingsScreen {
    fn on_enter(&mut self, _cx: &mut ScreenContext<'_>) {
        self.saved = self.shared.settings();
        self.menu = Menu::default();
    }

    fn on_active(&mut self, _cx: &mut ScreenContext<'_>) {
        self.question = None;
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let page = self.page(&self.shared.view(cx));
        let Some(event) = self.shared.update_menu(&mut self.menu, &page, cx) else { return };
        match event {
            MenuEvent::Changed { index, by } => self.switch(cx, self.entry_at(index), by),
            MenuEvent::SetTo { index, value } => {
                if let Some(Volume(_, volume)) = self.entry_at(index) {
                    let value = u8::try_from(value).unwrap_or(Settings::MAX_VOLUME);
                    self.change(|settings| *volume(settings) = value);
                }
            }
            MenuEvent::Activated(index) if matches!(self.entry_at(index), Some(Entry::Controls)) => {
                cx.push("controls");
            }
            MenuEvent::Activated(_) => self.save(cx),
            MenuEvent::Cancelled => cx.pop(),
            MenuEvent::Typed(_) => {}
        }
    }

    fn may_leave(&mut self, cx: &mut ScreenContext<'_>) -> bool {
        if self.shared.settings() == self.saved {
            return true;
        }
        if self.question.as_ref().is_none_or(|ticket| matches!(ticket.outcome(), Some(Err(_)))) {
            let answers = &["settings-keep", "settings-discard"];
            self.question = Some(cx.command(Question::ask(&self.shared, "settings-question", answers)));
        }
        false
    }

    fn on_result(&mut self, cx: &mut ScreenContext<'_>, value: &dyn Any) {
        match value.downcast_ref() {
            Some(Answer(0)) => self.save(cx),
            Some(Answer(1)) => {
                self.shared.apply(&self.saved);
                cx.set_reduced_motion(self.saved.reduced_motion);
                cx.pop();
            }
            _ => {}
        }
    }

    fn has_upright_view(&self) -> bool {
        true
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::Paint;
        let paint = Paint::of(cx, &self.shared);
        cx.draw_parent();
        if cx.covered_by().is_some_and(|screen| screen.name() == "controls") {
            return;
        }
        paint.darken();
        paint.page(&self.page(&paint.view), &self.menu);
    }
}
