//! The settings. Each change applies and is saved at once.

use proscenium::flow::ScreenContext;
use proscenium::kit::{MenuEvent, Page, Strings};

use super::menu::MenuPage;
use crate::settings::Settings;
use crate::shared::Shared;
use crate::view::View;

#[derive(Clone, Copy)]
pub struct SettingsMenu;

impl MenuPage for SettingsMenu {
    fn page(&self, view: &View<'_>) -> Page {
        let settings = view.shared.settings();
        let on_off = if settings.fullscreen { "settings-on" } else { "settings-off" };
        Page::new(view.area())
            .title(view.text_of("settings-title"))
            .choice(view.text_of("settings-language"), view.text_of("language-name"))
            .slider(view.text_of("settings-master"), settings.master, Settings::MAX_VOLUME)
            .slider(view.text_of("settings-music"), settings.music, Settings::MAX_VOLUME)
            .slider(view.text_of("settings-effects"), settings.effects, Settings::MAX_VOLUME)
            .choice(view.text_of("settings-text-size"), format!("{} %", settings.text_percent))
            .choice(view.text_of("settings-fullscreen"), view.text_of(on_off))
            .button(view.text_of("back"))
    }

    /// The numbers are those of the entries, from the top.
    fn react(&mut self, event: MenuEvent, shared: &Shared, cx: &mut ScreenContext<'_>) {
        let languages = Strings::languages(cx.resources());
        shared.change(|settings| match event {
            MenuEvent::Changed { index: 0, by } => settings.change_language(&languages, by),
            MenuEvent::SetTo { index: 1, value } => settings.master = value,
            MenuEvent::SetTo { index: 2, value } => settings.music = value,
            MenuEvent::SetTo { index: 3, value } => settings.effects = value,
            MenuEvent::Changed { index: 4, by } => settings.change_text_size(by),
            MenuEvent::Changed { index: 5, .. } => settings.fullscreen = !settings.fullscreen,
            _ => cx.pop(),
        });
    }
}
