//! A kind of units in words for a player: what they do, when, and how to beat them.

use proscenium::platform::Rect;
use proscenium::ui::{Ink, Page};

use crate::game::play::kind::Side;
use crate::game::play::look::Look;
use crate::game::play::troops::Entry;
use crate::game::play::units::UNITS;
use crate::game::play::units::mood::MOOD;
use crate::view::View;

/// Where the texts are, beside the figures.
const TEXTS: Rect = Rect::new(128.0, 52.0, 480.0, 268.0);

/// The key of the name of a kind, as a title.
pub fn title_of(entry: &Entry) -> String {
    format!("bestiary-{}", entry.kind.name)
}

/// Adds the words to a page.
fn add<C>(page: Page<C>, view: &View<'_>, entry: &Entry) -> Page<C> {
    let is_foe = entry.kind.side == Side::Rift || entry.kind == &MOOD;
    let last = if is_foe { "beat" } else { "use" };
    ["does", "when", last].into_iter().enumerate().fold(page, |page, (number, what)| {
        // An empty line between two parts.
        let page = page.text(if number > 0 { " " } else { "" }, Ink::Text);
        let words = view.text_of(&format!("bestiary-{}-{what}", entry.kind.name));
        page.text(view.text_of(&format!("bestiary-{what}")), Ink::Accent).text(words, Ink::Text)
    })
}

/// The words beside the figures, where there is room for both.
pub fn beside_figures(view: &View<'_>, entry: &Entry) -> Page {
    let (x, y) = view.least_corner();
    let area = Rect { x: x + TEXTS.x, y: y + TEXTS.y, ..TEXTS };
    add(Page::new(area).plain().anchor(0.0, 0.0).min_width(TEXTS.w), view, entry)
}

/// The words as a page of their own, to which buttons are added.
pub fn page<C>(view: &View<'_>, entry: &Entry) -> Page<C> {
    add(view.page(&title_of(entry)), view, entry)
}

/// The figures of a kind in a step of an animation: of monsters, which are drawn together, its own; moods are theirs.
pub fn figures(entry: &Entry, turn: usize, step: u32) -> Vec<Look> {
    let looks = (entry.portraits)(turn, step);
    let alike = UNITS.iter().filter(|other| other.kind.machine == entry.kind.machine);
    if alike.clone().count() != looks.len() || looks.len() == 1 {
        return looks;
    }
    let own = alike.zip(looks).filter(|(other, _)| other.kind == entry.kind);
    own.map(|(_, look)| look).collect()
}
