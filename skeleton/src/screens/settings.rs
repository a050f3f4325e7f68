//! The settings. Each change applies and is saved at once.

use proscenium::flow::ScreenContext;
use proscenium::formats::Strings;
use proscenium::platform::Action;
use proscenium::ui::{Ink, Look, MenuPage, Page};

use super::controls;
use crate::settings::{Profile, Settings};

pub const ID: &str = "settings";

/// What the player changes: a choice to the previous (-1) or the next (1) value, a slider to a new one.
#[derive(Clone, Copy)]
pub enum Choice {
    Language(i32),
    Master(u32),
    Music(u32),
    Effects(u32),
    TextSize(i32),
    Fullscreen,
    Controls,
    Back,
}

#[derive(Clone, Copy)]
pub struct SettingsMenu;

impl MenuPage for SettingsMenu {
    type Choice = Choice;

    fn page(&self, look: &Look<'_>) -> Page<Choice> {
        let profile = look.shared::<Profile>();
        let settings = profile.settings();
        let on_off = |is_on| look.text_of(if is_on { "settings-on" } else { "settings-off" });
        let mut page = Page::new(look.area()).title(look.text_of("settings-title"));
        if Strings::languages(look.resources).len() > 1 {
            page = page.choice(
                Choice::Language,
                look.text_of("settings-language"),
                look.text_of("language-name"),
            );
        }
        let page = page
            .slider(Choice::Master, look.text_of("settings-master"), settings.master, Settings::MAX_VOLUME)
            .slider(Choice::Music, look.text_of("settings-music"), settings.music, Settings::MAX_VOLUME)
            .slider(Choice::Effects, look.text_of("settings-effects"), settings.effects, Settings::MAX_VOLUME)
            .choice(
                Choice::TextSize,
                look.text_of("settings-text-size"),
                format!("{} %", settings.text_percent),
            )
            .choice(|_| Choice::Fullscreen, look.text_of("settings-fullscreen"), on_off(settings.fullscreen))
            .button(Choice::Controls, look.text_of("controls-title"))
            .button(Choice::Back, look.text_of("back"))
            .on(Action::CANCEL, Choice::Back);
        let problem = |cause: String| look.format("settings-not-saved", &[("cause", cause.into())]);
        profile.save_problem().into_iter().fold(page, |page, cause| page.text(problem(cause), Ink::Error))
    }

    fn choose(&mut self, choice: Choice, cx: &mut ScreenContext<'_>) {
        let resources = cx.resources();
        let profile = cx.shared::<Profile>();
        let language = |by| Strings::next(resources, &profile.language(), by).to_owned();
        profile.change(|settings| match choice {
            Choice::Language(by) => settings.language = language(by),
            Choice::Master(volume) => settings.master = volume,
            Choice::Music(volume) => settings.music = volume,
            Choice::Effects(volume) => settings.effects = volume,
            Choice::TextSize(by) => settings.change_text_size(by),
            Choice::Fullscreen => settings.fullscreen = !settings.fullscreen,
            Choice::Controls | Choice::Back => {}
        });
        match choice {
            Choice::Controls => cx.push(controls::ID),
            Choice::Back => cx.pop(),
            _ => {}
        }
    }
}
