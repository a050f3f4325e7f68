//! The pages of the menus, for the tool `check` and the tests.

use proscenium::platform::{Device, Rect};
use proscenium::ui::{Ink, Look, MenuPage as _, Page};

use super::question::{DELETE, KEEP, LEAVE, NEW_GAME, OVERWRITE, QUIT};
use super::{CONTROLS, ContinueRun, Credits, MainMenu, Pause, SaveRun, SettingsScreen};
use crate::view::View;

/// A page as it is laid out.
pub struct Shown {
    /// What it shows.
    pub name: String,
    #[cfg(test)]
    pub frame: Rect,
    /// The texts that do not fit or touch others.
    pub clipped: Vec<String>,
    /// Where its texts and entries are.
    places: Vec<Rect>,
}

impl Shown {
    pub fn new<C>(name: &str, page: &Page<C>, look: &Look<'_>) -> Self {
        Self {
            name: name.to_owned(),
            #[cfg(test)]
            frame: page.frame(look),
            clipped: page.clipped(look).into_iter().chain(page.touching(look)).collect(),
            places: page.places(look),
        }
    }
}

/// What is shown at the same time: no two of these touch, and none leaves the view.
pub fn together(mut pages: Vec<Shown>, (width, height): (f32, f32)) -> Vec<Shown> {
    let meet = |one: &Rect, other: &Rect| {
        one.x < other.right() && other.x < one.right() && one.y < other.bottom() && other.y < one.bottom()
    };
    for number in 0..pages.len() {
        let (before, rest) = pages.split_at_mut(number);
        let page = &mut rest[0];
        for place in &page.places {
            let is_out = place.x < 0.0 || place.y < 0.0 || place.right() > width || place.bottom() > height;
            let other = before.iter().find(|other| other.places.iter().any(|other| meet(place, other)));
            if is_out {
                page.clipped.push(format!("something at {place:?} out of the view"));
            }
            if let Some(other) = other {
                page.clipped.push(format!("something at {place:?} over `{}`", other.name));
            }
        }
    }
    pages
}

/// The pages of the menus and the texts of the other screens.
pub fn pages(view: &View<'_>, keys: &[&str]) -> Vec<Shown> {
    let look = &view.look;
    let (title, menu) = MainMenu::default().pages(view);
    let unsaved = "a level is loaded".to_owned();
    let alone = vec![
        Shown::new("settings", &KEEP.page(view), look),
        Shown::new("main_menu", &QUIT.page(view), look),
        Shown::new("main_menu", &NEW_GAME.page(view), look),
        Shown::new("pause", &Pause::page(view), look),
        Shown::new("pause", &LEAVE.page(view), look),
        Shown::new("continue_run", &ContinueRun::new(view.shared).page(view), look),
        Shown::new("save_run", &SaveRun::new(view.shared, Err(unsaved)).page(view), look),
        Shown::new("save_run", &OVERWRITE.page(view), look),
        Shown::new("continue_run", &DELETE.page(view), look),
    ];
    let groups = [
        vec![Shown::new("main_menu", &title, look), Shown::new("main_menu", &menu, look)],
        vec![Shown::new("credits", &Credits::default().page(view), look)],
        CONTROLS
            .message(look)
            .map(|message| Shown::new("controls", &message, look))
            .into_iter()
            .chain([Shown::new("controls", &CONTROLS.page(look), look)])
            .collect(),
    ];
    let tab = |tab| Shown::new("settings", &SettingsScreen::page(view, Device::Pad, tab), look);
    let alone = (0..SettingsScreen::TABS).map(tab).chain(alone).map(|page| vec![page]);
    let mut pages: Vec<_> =
        groups.into_iter().chain(alone).flat_map(|group| together(group, view.size)).collect();
    pages.push(Shown::new("credits", &Credits::text(look), look));
    for key in keys {
        match key.split('-').next().unwrap_or_default() {
            "hint" => pages.push(Shown::new(key, &view.hint(view.text_of(key)), look)),
            "trailer" | "skip" | "loading" | "logo" | "controls" | "failure" => {
                pages.push(Shown::new(key, &view.caption().text(view.text_of(key), Ink::Text), look));
            }
            _ => {}
        }
    }
    pages
}
