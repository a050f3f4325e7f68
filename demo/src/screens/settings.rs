//! The settings screen. Changes apply at once; leaving with unsaved changes asks first.

use std::any::Any;

use proscenium::flow::{GameScreen, Leave, ScreenCommand, ScreenContext, Target, Ticket};
use proscenium::kit::{Ink, Menu, MenuEvent, Page, Preferences as _, Strings};

use super::question::{Answer, Question};
use crate::settings::Settings;
use crate::shared::Shared;
use crate::view::View;

/// An entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    Language,
    Master,
    Music,
    Effects,
    Voices,
    Fullscreen,
    WholePixels,
    Vsync,
    PauseUnfocused,
    TextSize,
    Contrast,
    ReducedMotion,
    Controls,
    Save,
}

/// The entries with the text keys of the headings above them.
const SECTIONS: [(&str, &[Entry]); 5] = [
    ("", &[Entry::Language]),
    ("settings-audio", &[Entry::Music, Entry::Effects, Entry::Master, Entry::Voices]),
    ("settings-video", &[Entry::Fullscreen, Entry::WholePixels, Entry::Vsync, Entry::PauseUnfocused]),
    ("settings-accessibility", &[Entry::TextSize, Entry::Contrast, Entry::ReducedMotion]),
    ("", &[Entry::Controls, Entry::Save]),
];

fn volume(page: Page, label: String, volume: u8) -> Page {
    page.slider(label, volume.into(), Settings::MAX_VOLUME.into())
}

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
        Self { shared: shared.clone(), menu: Menu::default(), saved, may_leave: true, question: None }
    }

    /// The sections.
    pub fn page(&self, view: &View<'_>) -> Page {
        let mut page = view.page("settings-title");
        for (heading, entries) in SECTIONS {
            if !heading.is_empty() {
                page = page.text(view.text_of(heading), Ink::Accent);
            }
            page = entries.iter().fold(page, |page, entry| self.entry(page, view, *entry));
        }
        match self.shared.save_problem() {
            Some(problem) => page.text(view.text_with("settings-not-saved", "cause", problem), Ink::Error),
            None => page,
        }
    }

    /// The entry at this place of the page.
    fn entry_at(&self, index: usize) -> Option<Entry> {
        let entries = SECTIONS.iter().flat_map(|(_, entries)| *entries).copied();
        entries.filter(|entry| *entry != Entry::Vsync || self.shared.vsync().is_some()).nth(index)
    }

    fn entry(&self, page: Page, view: &View<'_>, entry: Entry) -> Page {
        let settings = self.shared.settings();
        let on_off = |key: &str, on: bool| {
            (view.text_of(key), view.text_of(if on { "settings-on" } else { "settings-off" }))
        };
        let (label, value) = match entry {
            Entry::Language => (view.text_of("settings-language"), view.text_of("language-name")),
            Entry::Master => return volume(page, view.text_of("settings-master"), settings.master_volume),
            Entry::Music => return volume(page, view.text_of("settings-music"), settings.music_volume),
            Entry::Effects => return volume(page, view.text_of("settings-effects"), settings.effects_volume),
            Entry::Voices => return volume(page, view.text_of("settings-voices"), settings.voice_volume),
            Entry::Fullscreen => on_off("settings-fullscreen", settings.fullscreen),
            Entry::WholePixels => on_off("settings-whole-pixels", settings.whole_pixels),
            Entry::PauseUnfocused => on_off("settings-pause-unfocused", settings.pause_unfocused),
            Entry::Vsync => match self.shared.vsync() {
                None => return page,
                Some(vsync) => {
                    let (label, value) = on_off("settings-vsync", settings.vsync);
                    let page = page.choice(label, value);
                    let is_changed = vsync != settings.vsync;
                    return if is_changed {
                        page.text(view.text_of("settings-restart"), Ink::Text)
                    } else {
                        page
                    };
                }
            },
            Entry::TextSize => (
                view.text_of("settings-text-size"),
                view.text_with("settings-times", "factor", settings.text_size()),
            ),
            Entry::Contrast => on_off("settings-contrast", settings.high_contrast),
            Entry::ReducedMotion => on_off("settings-reduced-motion", settings.reduced_motion),
            Entry::Controls => return page.button(view.text_of("settings-controls")),
            Entry::Save => return page.button(view.text_of("settings-save")),
        };
        page.choice(label, value)
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
            Some(Entry::Fullscreen) => settings.fullscreen = !settings.fullscreen,
            Some(Entry::WholePixels) => settings.whole_pixels = !settings.whole_pixels,
            Some(Entry::PauseUnfocused) => settings.pause_unfocused = !settings.pause_unfocused,
            Some(Entry::Vsync) => settings.vsync = !settings.vsync,
            Some(Entry::TextSize) => settings.change_text_size(by),
            Some(Entry::Contrast) => settings.high_contrast = !settings.high_contrast,
            Some(Entry::ReducedMotion) => settings.reduced_motion = !settings.reduced_motion,
            _ => {}
        });
        cx.set_reduced_motion(self.shared.settings().reduced_motion);
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
                let volume = u8::try_from(value).unwrap_or(Settings::MAX_VOLUME);
                let entry = self.entry_at(index);
                self.change(|settings| match entry {
                    Some(Entry::Master) => settings.master_volume = volume,
                    Some(Entry::Music) => settings.music_volume = volume,
                    Some(Entry::Effects) => settings.effects_volume = volume,
                    _ => settings.voice_volume = volume,
                });
            }
            MenuEvent::Activated(index) if self.entry_at(index) == Some(Entry::Controls) => {
                cx.push("controls");
            }
            MenuEvent::Activated(_) => {
                self.save();
                // After a failure the screen stays and shows it.
                if self.shared.save_problem().is_none() {
                    cx.pop();
                }
            }
            MenuEvent::Cancelled => cx.pop(),
            MenuEvent::Typed(_) => {}
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

    fn on_result(&mut self, cx: &mut ScreenContext<'_>, value: &dyn Any) {
        match value.downcast_ref() {
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
