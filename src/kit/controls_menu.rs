//! The menu in which the player changes keys and buttons.

use std::marker::PhantomData;

use super::look::Look;
use super::menu_screen::MenuPage;
use super::page::{Ink, Page};
use super::player::{Player, Preferences};
use crate::flow::ScreenContext;
use crate::platform::{Action, Control, Device, InputMap};

/// The ticks after which no key is waited for any more.
const PATIENCE: u32 = 300;

/// A menu of actions with their keys, or with their buttons while a pad is used (feature `strings`). The player chooses
/// an action and presses its new key or button, which takes the place of the old ones and is saved at once. Another of the
/// actions that had it gets those if it would be left without any. A click or five seconds end the wait.
///
/// The settings have a field for it, which [`Preferences::controls`] returns. The texts are `controls-title`,
/// `controls-hint`, `controls-reset`, `back`, and `action-NAME` for each action.
///
/// ```
/// use proscenium::flow::{Exit, Phase};
/// use proscenium::kit::{ControlsMenu, MenuScreen, Preferences};
/// use proscenium::platform::Action;
///
/// fn add_controls<S: Preferences>(phase: Phase) -> Phase {
///     let menu = ControlsMenu::<S>::new(&[Action::ACCEPT, Action::CANCEL, Action::JUMP]);
///     phase.screen("controls", MenuScreen::of(menu)).leads_to([Exit::Pop])
/// }
/// ```
#[derive(Clone)]
pub struct ControlsMenu<S> {
    actions: &'static [Action],
    /// The place of the action whose key is waited for, and for how many ticks.
    waiting: Option<(usize, u32)>,
    /// Whether the input of this tick is for the action, and not for the menu.
    is_busy: bool,
    /// The place of the action that was chosen last.
    chosen: usize,
    is_pad: bool,
    settings: PhantomData<fn() -> S>,
}

impl<S: Preferences> ControlsMenu<S> {
    /// Makes the menu of these actions.
    pub const fn new(actions: &'static [Action]) -> Self {
        Self { actions, waiting: None, is_busy: false, chosen: 0, is_pad: false, settings: PhantomData }
    }

    fn value(&self, map: &InputMap, place: usize, action: Action) -> String {
        if self.waiting.is_some_and(|(waiting, _)| waiting == place) {
            return "...".to_owned();
        }
        let controls = map.controls(action).iter().filter(|control| is_pad(**control) == self.is_pad);
        controls.map(|control| control.name()).collect::<Vec<_>>().join(", ")
    }
}

impl<S: Preferences> MenuPage for ControlsMenu<S> {
    /// The place of an action; after them the defaults, and the way back.
    type Choice = usize;

    fn page(&self, look: &Look<'_>) -> Page<usize> {
        let map = look.shared::<Player<S>>().input_map();
        let page = Page::new(look.area()).title(look.text_of("controls-title")).min_width(240.0);
        let mut page = page.text(look.text_of("controls-hint"), Ink::Dim);
        for (place, action) in self.actions.iter().enumerate() {
            let name = look.text_of(&format!("action-{}", action.name()));
            page = page.button_with(place, name, self.value(&map, place, *action)).enabled(!self.is_busy);
            if place == self.chosen {
                page = page.focused();
            }
        }
        let (reset, back) = (self.actions.len(), self.actions.len() + 1);
        let page = page.button(reset, look.text_of("controls-reset")).enabled(!self.is_busy);
        let page = page.button(back, look.text_of("back")).enabled(!self.is_busy);
        if self.is_busy { page } else { page.on(Action::CANCEL, back) }
    }

    fn on_enter(&mut self, _cx: &mut ScreenContext<'_>) {
        *self = Self::new(self.actions);
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let input = cx.input();
        self.is_pad = input.device == Device::Pad;
        self.is_busy = self.waiting.is_some();
        let Some((place, ticks)) = self.waiting else { return };
        self.waiting = Some((place, ticks + 1)).filter(|_| ticks < PATIENCE && !input.pointer.pressed);
        let control = input.control.filter(|control| control.device() != Device::Mouse);
        if let (Some(control), Some(action)) = (control, self.actions.get(place)) {
            cx.shared::<Player<S>>().change_controls(|map| rebind(map, self.actions, *action, control));
            self.waiting = None;
        }
    }

    fn choose(&mut self, choice: usize, cx: &mut ScreenContext<'_>) {
        if choice < self.actions.len() {
            (self.waiting, self.chosen) = (Some((choice, 0)), choice);
        } else if choice == self.actions.len() {
            cx.shared::<Player<S>>().reset_controls();
        } else {
            cx.pop();
        }
    }
}

fn is_pad(control: Control) -> bool {
    control.device() == Device::Pad
}

/// Gives a control to an action in the place of those of its device. What the game has given to several actions they
/// share further on, and no action is left without a control that had one.
fn rebind(mut map: InputMap, actions: &[Action], action: Action, control: Control) -> InputMap {
    let is_like = |other: &Control| is_pad(*other) == is_pad(control);
    let before: Vec<_> = map.controls(action).iter().copied().filter(is_like).collect();
    if !before.contains(&control) {
        for &other in actions.iter().filter(|other| **other != action) {
            let has_more = map.controls(other).iter().any(|own| is_like(own) && *own != control);
            if map.controls(other).contains(&control) && (has_more || !before.is_empty()) {
                map = map.unbind(control, other);
                let given = before.iter().filter(|_| !has_more);
                map = given.fold(map, |map, old| map.bind(*old, other));
            }
        }
    }
    before.iter().fold(map, |map, old| map.unbind(*old, action)).bind(control, action)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: &[Action] = &[Action::UP, Action::DOWN, Action::CANCEL, Action::PAUSE];

    fn rebound(action: Action, control: Control) -> InputMap {
        let map = InputMap::none()
            .bind(Control::Up, Action::UP)
            .bind(Control::PadUp, Action::UP)
            .bind(Control::S, Action::DOWN)
            .bind(Control::Escape, Action::CANCEL)
            .bind(Control::Backspace, Action::CANCEL)
            .bind(Control::Escape, Action::PAUSE)
            .bind(Control::P, Action::PAUSE);
        rebind(map, ALL, action, control)
    }

    #[test]
    fn a_new_key_takes_the_place_of_the_old_keys_and_not_of_the_buttons() {
        let map = rebound(Action::UP, Control::W);
        assert_eq!(map.controls(Action::UP), [Control::PadUp, Control::W]);
        assert_eq!(map.controls(Action::DOWN), [Control::S]);
    }

    #[test]
    fn the_only_key_of_another_action_is_exchanged() {
        let map = rebound(Action::UP, Control::S);
        assert_eq!(map.controls(Action::UP), [Control::PadUp, Control::S]);
        assert_eq!(map.controls(Action::DOWN), [Control::Up]);
        // Down has no button for it.
        let map = rebound(Action::DOWN, Control::PadUp);
        assert_eq!(map.controls(Action::UP), [Control::Up, Control::PadUp]);
    }

    #[test]
    fn a_key_of_another_action_that_has_more_is_taken_from_it_unless_both_had_it() {
        let map = rebound(Action::UP, Control::P);
        assert_eq!(map.controls(Action::PAUSE), [Control::Escape]);
        let map = rebound(Action::PAUSE, Control::Escape);
        assert_eq!(map.controls(Action::PAUSE), [Control::Escape]);
        assert_eq!(map.controls(Action::CANCEL), [Control::Escape, Control::Backspace]);
    }
}
