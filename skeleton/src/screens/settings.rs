//! The settings. Each change applies and is saved at once.

use proscenium::flow::ScreenContext;
use proscenium::kit::{Ink, Look, MenuEvent, MenuPage, Page, Strings};

use crate::settings::{Player, Settings};

#[derive(Clone, Copy)]
pub struct SettingsMenu;

impl MenuPage<Settings> for SettingsMenu {
    fn page(&self, player: &Player, look: &Look<'_>) -> Page {
        let settings = player.settings();
        let on_off = if settings.fullscreen { "settings-on" } else { "settings-off" };
        let page = Page::new(look.area())
            .title(look.text_of("settings-title"))
            .choice(look.text_of("settings-language"), look.text_of("language-name"))
            .slider(look.text_of("settings-master"), settings.master, Settings::MAX_VOLUME)
            .slider(look.text_of("settings-music"), settings.music, Settings::MAX_VOLUME)
            .slider(look.text_of("settings-effects"), settings.effects, Settings::MAX_VOLUME)
            .choice(look.text_of("settings-text-size"), format!("{} %", settings.text_percent))
            .choice(look.text_of("settings-fullscreen"), look.text_of(on_off))
            .button(look.text_of("back"));
        let problem = |cause: String| look.format("settings-not-saved", &[("cause", cause.into())]);
        player.save_problem().into_iter().fold(page, |page, cause| page.text(problem(cause), Ink::Error))
    }

    /// The numbers are those of the entries, from the top.
    fn react(&mut self, event: MenuEvent, player: &Player, cx: &mut ScreenContext<'_>) {
        let language = |by| Strings::next(cx.resources(), &player.language(), by).to_owned();
        player.change(|settings| match event {
            MenuEvent::Changed { index: 0, by } => settings.language = language(by),
            MenuEvent::SetTo { index: 1, value } => settings.master = value,
            MenuEvent::SetTo { index: 2, value } => settings.music = value,
            MenuEvent::SetTo { index: 3, value } => settings.effects = value,
            MenuEvent::Changed { index: 4, by } => settings.change_text_size(by),
            MenuEvent::Changed { index: 5, .. } => settings.fullscreen = !settings.fullscreen,
            _ => cx.pop(),
        });
    }
}
