//! The focus and the values of a menu.

mod pointer;
mod scroll;

use std::rc::Rc;

use proscenium_core::flow::{ScreenContext, Shared};
use proscenium_core::platform::{Action, Input, Rect};
use proscenium_sound::Mixer;

use self::scroll::Scroll;
use super::entry::{EntryKind, MenuEvent};
use super::look::Look;
use super::page::{Layout, Page};
use super::player::PlayerLook;

/// The ticks from a press to its first repeat, and from one repeat to the next.
const FIRST_REPEAT: u32 = 24;
const NEXT_REPEAT: u32 = 6;

/// The focus of a menu, for keys, mouse and touch alike. A [`Page`] has its entries.
///
/// * The focus starts on the first enabled entry. Up and down move it, wrap at the ends, and repeat
///   while held: first after 24 ticks, then every 6. Left and right repeat alike; between buttons of a
///   [row](super::Page::in_row) they move it too.
/// * The pointer takes the focus only when it has moved, so that a mouse at rest leaves it to the keys;
///   a press takes it too, so that a finger works.
/// * A press and a release on the same entry activate it. A release elsewhere, or without a press on
///   this menu, does nothing.
/// * If any entry is enabled, one has the focus, and the page scrolls to show it. A page whose first
///   entry is below the view starts at its top, so that the text above is read first.
/// * In a page a screen reader hears the entry with the focus when it is drawn: its label, its value and its place.
///
/// ```
/// use proscenium_core::flow::{GameScreen, ScreenContext};
/// use proscenium_ui::{Look, Menu, Page};
/// use proscenium_core::platform::Action;
///
/// #[derive(Clone, Copy)]
/// enum Choice { Play, Settings, Quit }
///
/// #[derive(Default)]
/// struct Title { menu: Menu }
///
/// impl Title {
///     fn page(look: &Look<'_>) -> Page<Choice> {
///         let buttons = [(Choice::Play, "Play"), (Choice::Settings, "Settings"), (Choice::Quit, "Quit")];
///         Page::new(look.area()).buttons(buttons).on(Action::CANCEL, Choice::Quit)
///     }
/// }
///
/// impl GameScreen for Title {
///     fn update(&mut self, cx: &mut ScreenContext<'_>) {
///         let page = Self::page(&Look::of(cx));
///         match self.menu.update(&page, cx) {
///             Some(Choice::Play) => cx.load("in_game"),
///             Some(Choice::Settings) => cx.push("settings"),
///             Some(Choice::Quit) => cx.quit(),
///             None => {}
///         }
///     }
/// }
/// ```
///
/// [`MenuScreen`](super::MenuScreen) is such a screen, with its drawing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Menu {
    layout: Layout,
    focused: Option<usize>,
    hovered: Option<usize>,
    pressed: Option<usize>,
    is_dragging: bool,
    /// The part of a notch that the wheel turned.
    wheel: f32,
    /// The direction that was pressed last, and the ticks since then or since the last repeat.
    held: Option<(Action, u32)>,
    scroll: Scroll,
}

impl Menu {
    /// Returns the place of an entry in the view. An entry that is partly scrolled out has only its visible rest, which
    /// can be clicked; an entry outside the view has no height.
    pub fn place(&self, index: usize) -> Option<Rect> {
        Some(self.layout.shown(self.layout.entries.get(index)?.rect, self.scroll.offset))
    }

    /// Returns the index of the entry with the focus, from 0; `None` only if no entry is enabled.
    pub const fn focused(&self) -> Option<usize> {
        self.focused
    }

    /// Returns the enabled entry under the pointer.
    pub const fn hovered(&self) -> Option<usize> {
        self.hovered
    }

    /// Returns the entry that a release would activate now: the press was on it, and the pointer is on
    /// it. A slider stays pressed while it is dragged.
    pub fn pressed(&self) -> Option<usize> {
        self.pressed.filter(|_| self.is_dragging || self.pressed == self.hovered)
    }

    /// Handles the input of a screen in one tick: returns what the player chose of `page`, and plays the sounds
    /// `sound_menu_move`, `sound_menu_accept` and `sound_menu_back`, which a game need not have. Called in each tick in
    /// which the screen is active.
    pub fn update<C: Clone>(&mut self, page: &Page<C>, cx: &ScreenContext<'_>) -> Option<C> {
        let before = self.focused;
        let event = self.handle(page, &Look::of(cx), cx.input());
        let sound = match event {
            Some(MenuEvent::Activated(_)) => Some(("sound_menu_accept", 0.7)),
            Some(MenuEvent::Key(_)) => Some(("sound_menu_back", 0.7)),
            Some(MenuEvent::Changed { .. } | MenuEvent::SetTo { .. } | MenuEvent::Typed(_)) => {
                Some(("sound_menu_move", 0.8))
            }
            None => (self.focused != before).then_some(("sound_menu_move", 0.6)),
        };
        if let Some(((id, volume), mixer)) = sound.zip(cx.all_shared().get::<Mixer>()) {
            mixer.play(id, volume);
        }
        page.answer(event?, &cx.input().text)
    }

    /// As [`update`](Self::update), without a screen and without sounds. The input causes at most one event: the
    /// pointer's, or else one of the page's keys, or else another key's.
    pub fn update_with<C: Clone>(&mut self, page: &Page<C>, look: &Look<'_>, input: &Input) -> Option<C> {
        let event = self.handle(page, look, input)?;
        page.answer(event, &input.text)
    }

    fn handle<C>(&mut self, page: &Page<C>, look: &Look<'_>, input: &Input) -> Option<MenuEvent> {
        self.arrange(&page.sheet, look);
        let event = self.update_focus(look, input);
        self.follow_focus();
        event
    }

    fn update_focus(&mut self, look: &Look<'_>, input: &Input) -> Option<MenuEvent> {
        if let Some(index) = self.focused.filter(|_| self.is_typing(input)) {
            // The keys of letters may be bound to actions too.
            return Some(MenuEvent::Typed(index));
        }
        let by_pointer = self.update_pointer(&input.pointer);
        // Held keys are counted in the ticks of the pointer too.
        let direction = self.update_held(input);
        if by_pointer.is_some() {
            return by_pointer;
        }
        if let Some(key) = self.layout.keys.iter().position(|action| input.is_pressed(*action)) {
            return Some(MenuEvent::Key(key));
        }
        if input.is_pressed(Action::ACCEPT) {
            // In a slow frame both keys go down in one tick.
            match direction.filter(|_| is_before_accept(look, input)) {
                Some(Action::UP) => self.move_focus(-1),
                Some(Action::DOWN) => self.move_focus(1),
                _ => {}
            }
            return self.focused.and_then(|index| self.activate(index, 1));
        }
        match direction? {
            Action::UP => self.move_focus(-1),
            Action::DOWN => self.move_focus(1),
            Action::LEFT => return self.focused.and_then(|index| self.change(index, -1)),
            _ => return self.focused.and_then(|index| self.change(index, 1)),
        }
        None
    }

    /// The direction of this tick, pressed or repeated. Only a key that was pressed in this menu repeats.
    fn update_held(&mut self, input: &Input) -> Option<Action> {
        let directions = [Action::UP, Action::DOWN, Action::LEFT, Action::RIGHT];
        if let Some(action) = directions.into_iter().find(|&action| input.is_pressed(action)) {
            self.held = Some((action, 0));
            return Some(action);
        }
        self.held = self.held.filter(|(action, _)| input.is_held(*action));
        let (action, ticks) = self.held.as_mut()?;
        *ticks += 1;
        let is_due = *ticks == FIRST_REPEAT;
        if is_due {
            *ticks -= NEXT_REPEAT;
        }
        is_due.then_some(*action)
    }

    /// Accept, or a click, which changes a choice by `by`.
    fn activate(&mut self, index: usize, by: i32) -> Option<MenuEvent> {
        match self.layout.entries.get(index)?.kind {
            EntryKind::Button | EntryKind::Field => Some(MenuEvent::Activated(index)),
            EntryKind::Choice => self.change(index, by),
            EntryKind::Slider { .. } => None,
        }
    }

    fn change(&mut self, index: usize, by: i32) -> Option<MenuEvent> {
        match self.layout.entries.get(index)?.kind {
            EntryKind::Button => {
                let y = |index: usize| self.layout.entries.get(index).map(|entry| entry.rect.y);
                if index.checked_add_signed(by as isize).is_some_and(|next| y(next) == y(index)) {
                    self.move_focus(by as isize);
                }
                None
            }
            EntryKind::Choice | EntryKind::Field => Some(MenuEvent::Changed { index, by }),
            EntryKind::Slider { value, steps, .. } => {
                self.slide_to(index, value.min(steps).saturating_add_signed(by))
            }
        }
    }

    /// Sets the value of a slider; returns an event if that changes it.
    fn slide_to(&mut self, index: usize, new: u32) -> Option<MenuEvent> {
        let EntryKind::Slider { value, steps, .. } = &mut self.layout.entries.get_mut(index)?.kind else {
            return None;
        };
        let (old, new) = ((*value).min(*steps), new.min(*steps));
        *value = new;
        (old != new).then_some(MenuEvent::SetTo { index, value: new })
    }

    fn is_enabled(&self, index: usize) -> bool {
        self.layout.entries.get(index).is_some_and(|entry| entry.enabled)
    }

    /// Whether text is typed into the field with the focus.
    fn is_typing(&self, input: &Input) -> bool {
        !input.text.is_empty() && self.focused.is_some_and(|index| self.is_field(index))
    }

    fn is_field(&self, index: usize) -> bool {
        self.layout.entries.get(index).is_some_and(|entry| entry.kind == EntryKind::Field)
    }

    /// Moves the focus to the previous (-1) or next (1) enabled entry, and wraps at the ends. Where
    /// there is more to see in this direction, it scrolls first.
    fn move_focus(&mut self, by: isize) {
        let Some(focused) = self.focused else { return };
        let count = self.layout.entries.len();
        let step = by.rem_euclid(count.max(1) as isize) as usize;
        let next = (1..count).map(|steps| (focused + steps * step) % count);
        let next = next.into_iter().find(|&index| self.is_enabled(index));
        let is_last = next.is_none_or(|index| (by > 0) != (index > focused));
        if !self.scrolls_instead(focused, is_last, by) {
            self.focused = next.or(self.focused);
            self.scroll.is_due = true;
        }
    }

    /// Moves focus, hover and press away from disabled entries.
    fn keep_focus(&mut self) {
        let count = self.layout.entries.len();
        let first = self.layout.first.filter(|_| self.focused.is_none());
        self.scroll.is_due |= first.is_some();
        let from = self.focused.or(first).unwrap_or(0);
        self.focused = (0..count).map(|steps| (from + steps) % count).find(|&index| self.is_enabled(index));
        self.hovered = self.hovered.filter(|&index| self.is_enabled(index));
        if !self.pressed.is_some_and(|index| self.is_enabled(index)) {
            self.pressed = None;
            self.is_dragging = false;
        }
    }
}

/// Whether the key that went down first in this tick is none of *accept*.
fn is_before_accept(look: &Look<'_>, input: &Input) -> bool {
    let player = look.values.and_then(Shared::get::<Rc<dyn PlayerLook>>);
    let Some((control, player)) = input.control.zip(player) else { return false };
    !player.controls().controls(Action::ACCEPT).contains(&control)
}
