//! The menu in which the player changes keys and buttons.

use std::marker::PhantomData;

use super::profile::{Preferences, Profile};
use crate::flow::ScreenContext;
use crate::platform::{Action, Control, Device, InputMap, Rect};
use crate::ui::{Look, MenuPage, Page};

/// The ticks for which the menu waits for a key.
const PATIENCE: u32 = 300;
/// The most keys, and the most buttons, of an action.
const MOST: usize = 4;
/// The space at which no line ends.
const NO_BREAK: &str = "\u{a0}";

/// A menu of actions with their keys, or with their buttons when a pad was used last or is chosen in its first row (feature
/// `strings`). The player chooses an action and presses a key or button, which is added to the action, or removed if
/// the action has it. An action has at most four keys and four buttons. Escape, B of a pad, a click, a key of the other
/// device or five seconds end the wait without a change. Each change is saved at once.
///
/// A control has one of the actions, unless the [defaults](Profile::default_controls) give it several: another action
/// that has the new key loses it. A change that would leave an action without a key, or without a button, is refused. A
/// line above the menu says both, or asks for a key.
///
/// The settings have a field for it, which [`Preferences::controls`] returns. The texts are `controls-title`,
/// `controls-device` with its values `controls-keys` and `controls-pad`, `controls-reset`, `back`, `action-NAME` for each
/// action, and for the line `controls-hint`; `controls-press`, `controls-needed` and `controls-full` with a variable
/// `action`; `controls-taken` and `controls-moved` with `control` too, the only key of the action, and the key that the
/// action has lost. Their variable `device` is `keyboard` or `pad`.
///
/// ```
/// use proscenium::flow::Phase;
/// use proscenium::game::{ControlsMenu, Preferences};
/// use proscenium::ui::MenuScreen;
/// use proscenium::platform::Action;
///
/// fn add_controls<S: Preferences>(phase: Phase) -> Phase {
///     let menu = ControlsMenu::<S>::new(&[Action::ACCEPT, Action::CANCEL, Action::JUMP]);
///     phase.screen("controls", MenuScreen::of(menu))
/// }
/// ```
#[derive(Clone)]
pub struct ControlsMenu<S> {
    actions: &'static [Action],
    /// Whether the buttons of a pad are listed, and whether a pad was used last.
    is_pad: bool,
    uses_pad: bool,
    /// The action that waits for a key, and for how many ticks.
    waiting: Option<(Action, u32)>,
    /// Whether the input of this tick is for the action, and not for the menu.
    is_busy: bool,
    note: Option<Note>,
    settings: PhantomData<fn() -> S>,
}

/// What the player chooses in a [`ControlsMenu`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControlsChoice {
    /// The keys or the buttons of a pad.
    Device,
    /// A key or button of an action.
    Bind(Action),
    /// The default keys and buttons.
    Reset,
    /// The way back.
    Back,
}

/// Why a key was not added or removed, or what else has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Note {
    /// The action would have none.
    Needed(Action),
    /// The action has as many as it can have.
    Full(Action),
    /// It is the only one of another action.
    Taken(Control, Action),
    /// Another action has lost it.
    Moved(Control, Action),
}

impl<S: Preferences> ControlsMenu<S> {
    /// Makes the menu of these actions.
    pub const fn new(actions: &'static [Action]) -> Self {
        Self {
            actions,
            is_pad: false,
            uses_pad: false,
            waiting: None,
            is_busy: false,
            note: None,
            settings: PhantomData,
        }
    }

    /// The line at the top.
    fn line(&self, look: &Look<'_>) -> Page {
        let device = if self.is_pad { Device::Pad } else { Device::Keyboard };
        let say = |key: &str, action: Action, control: String| {
            let name = look.text_of(&format!("action-{}", action.name()));
            look.format_for(device, key, &[("action", name.into()), ("control", control.into())])
        };
        let text = match (self.waiting, self.note) {
            (Some((action, _)), _) => say("controls-press", action, String::new()),
            (None, Some(Note::Needed(action))) => say("controls-needed", action, String::new()),
            (None, Some(Note::Full(action))) => say("controls-full", action, String::new()),
            (None, Some(Note::Taken(control, other))) => {
                say("controls-taken", other, look.control_name(control))
            }
            (None, Some(Note::Moved(control, other))) => {
                say("controls-moved", other, look.control_name(control))
            }
            (None, None) => look.text_for(device, "controls-hint"),
        };
        Page::hint(look.area(), text).anchor(0.5, 0.0)
    }

    /// The keys, or the buttons of a pad, of a row.
    fn value(&self, look: &Look<'_>, map: &InputMap, action: Action) -> String {
        if self.waiting.is_some_and(|(waiting, _)| waiting == action) {
            return "...".to_owned();
        }
        let controls = of_device(map, action, self.is_pad);
        // No line ends in a name.
        let name = |control: Control| look.control_name(control).replace(' ', NO_BREAK);
        controls.into_iter().map(name).collect::<Vec<_>>().join(", ")
    }
}

impl<S: Preferences> MenuPage for ControlsMenu<S> {
    type Choice = ControlsChoice;

    fn page(&self, look: &Look<'_>) -> Page<ControlsChoice> {
        let map = look.shared::<Profile<S>>().input_map().borrow();
        let (area, top) = (look.area(), self.line(look).frame(look).bottom());
        let page = Page::new(Rect { y: top, h: area.h - top, ..area }).min_width(400.0);
        let page = page.title(look.text_of("controls-title"));
        let device = look.text_of(if self.is_pad { "controls-pad" } else { "controls-keys" });
        let page = page.choice(|_| ControlsChoice::Device, look.text_of("controls-device"), device);
        let page = self.actions.iter().copied().fold(page, |page, action| {
            let name = look.text_of(&format!("action-{}", action.name()));
            page.button_with(ControlsChoice::Bind(action), name, self.value(look, &map, action))
        });
        let page = page.button(ControlsChoice::Reset, look.text_of("controls-reset"));
        page.button(ControlsChoice::Back, look.text_of("back")).on(Action::CANCEL, ControlsChoice::Back)
    }

    fn message(&self, look: &Look<'_>) -> Option<Page> {
        Some(self.line(look))
    }

    fn on_enter(&mut self, _cx: &mut ScreenContext<'_>) {
        *self = Self::new(self.actions);
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let (input, is_pad) = (cx.input(), self.is_pad);
        let uses_pad = input.device == Device::Pad;
        if uses_pad != self.uses_pad {
            (self.uses_pad, self.is_pad) = (uses_pad, uses_pad);
        }
        self.is_busy = self.waiting.is_some();
        if input.control.is_some() || input.pointer.pressed {
            self.note = None;
        }
        let Some((action, ticks)) = self.waiting else { return };
        let is_over = input.control.is_some() || input.pointer.pressed || ticks >= PATIENCE;
        self.waiting = if is_over { None } else { Some((action, ticks + 1)) };
        let ends = [Control::MouseLeft, Control::Escape, Control::PadB];
        let control = input.control.filter(|control| !ends.contains(control));
        if let Some(control) = control.filter(|control| is_of_pad(*control) == is_pad) {
            let profile = cx.shared::<Profile<S>>();
            let (map, defaults) = (profile.input_map().borrow().clone(), profile.default_controls());
            match toggle(map, &defaults, self.actions, action, control) {
                Ok((map, note)) => {
                    profile.change_controls(|_| map);
                    self.note = note;
                }
                Err(note) => self.note = Some(note),
            }
        }
    }

    fn takes_input(&self) -> bool {
        self.is_busy
    }

    fn choose(&mut self, choice: ControlsChoice, cx: &mut ScreenContext<'_>) {
        match choice {
            ControlsChoice::Device => self.is_pad = !self.is_pad,
            ControlsChoice::Bind(action) => self.waiting = Some((action, 0)),
            ControlsChoice::Reset => cx.shared::<Profile<S>>().reset_controls(),
            ControlsChoice::Back => cx.pop(),
        }
    }
}

fn is_of_pad(control: Control) -> bool {
    control.device() == Device::Pad
}

/// The buttons of a pad, or the keys and the buttons of the mouse, of an action.
fn of_device(map: &InputMap, action: Action, is_pad: bool) -> Vec<Control> {
    map.controls(action).iter().copied().filter(|control| is_of_pad(*control) == is_pad).collect()
}

/// Adds a control to an action, or removes it. The others of `actions` lose it unless the defaults share it.
fn toggle(
    map: InputMap,
    defaults: &InputMap,
    actions: &[Action],
    action: Action,
    control: Control,
) -> Result<(InputMap, Option<Note>), Note> {
    let own = of_device(&map, action, is_of_pad(control));
    if own.contains(&control) {
        return if own.len() > 1 {
            Ok((map.unbind(control, action), None))
        } else {
            Err(Note::Needed(action))
        };
    }
    if own.len() >= MOST {
        return Err(Note::Full(action));
    }
    let is_shared = |other| [action, other].iter().all(|one| defaults.controls(*one).contains(&control));
    let loses = |other: &Action| map.controls(*other).contains(&control) && !is_shared(*other);
    let losers: Vec<_> = actions.iter().copied().filter(loses).collect();
    if let Some(other) = losers.iter().find(|other| of_device(&map, **other, is_of_pad(control)).len() == 1) {
        return Err(Note::Taken(control, *other));
    }
    let note = losers.first().map(|other| Note::Moved(control, *other));
    let map = losers.into_iter().fold(map, |map, other| map.unbind(control, other));
    Ok((map.bind(control, action), note))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: &[Action] = &[Action::UP, Action::DOWN, Action::CANCEL, Action::PAUSE];

    fn defaults() -> InputMap {
        InputMap::none()
            .bind(Control::Up, Action::UP)
            .bind(Control::PadUp, Action::UP)
            .bind(Control::S, Action::DOWN)
            .bind(Control::Down, Action::DOWN)
            .bind(Control::Escape, Action::CANCEL)
            .bind(Control::Escape, Action::PAUSE)
            .bind(Control::P, Action::PAUSE)
            .bind(Control::F3, Action::JUMP)
    }

    /// The map after one control after the other was pressed for an action.
    fn toggled(action: Action, controls: &[Control]) -> Result<InputMap, Note> {
        let press = |map, control: &Control| toggle(map, &defaults(), ALL, action, *control);
        controls.iter().try_fold(defaults(), |map, control| press(map, control).map(|(map, _)| map))
    }

    #[test]
    fn a_key_is_added_and_the_same_key_is_removed_again() {
        let map = toggled(Action::UP, &[Control::W]).unwrap();
        assert_eq!(map.controls(Action::UP), [Control::Up, Control::PadUp, Control::W]);
        assert_eq!(toggled(Action::UP, &[Control::W, Control::W]), Ok(defaults()));
    }

    #[test]
    fn the_only_key_of_an_action_is_not_removed() {
        assert_eq!(toggled(Action::UP, &[Control::Up]), Err(Note::Needed(Action::UP)));
        assert_eq!(toggled(Action::UP, &[Control::PadUp]), Err(Note::Needed(Action::UP)));
    }

    #[test]
    fn a_fifth_key_is_refused_and_a_button_is_not() {
        use Control as C;
        let map = toggled(Action::UP, &[C::A, C::B, C::C, C::PadX]).unwrap();
        assert_eq!(map.controls(Action::UP), [C::Up, C::PadUp, C::A, C::B, C::C, C::PadX]);
        assert_eq!(toggled(Action::UP, &[C::A, C::B, C::C, C::D]), Err(Note::Full(Action::UP)));
    }

    #[test]
    fn another_action_loses_the_key_but_not_its_last_one() {
        let moved = toggle(defaults(), &defaults(), ALL, Action::UP, Control::S).unwrap().1;
        assert_eq!(moved, Some(Note::Moved(Control::S, Action::DOWN)));
        let map = toggled(Action::UP, &[Control::S]).unwrap();
        assert_eq!(map.controls(Action::DOWN), [Control::Down]);
        let refused = toggled(Action::UP, &[Control::S, Control::Down]);
        assert_eq!(refused, Err(Note::Taken(Control::Down, Action::DOWN)));
        // Down has no other button, but none of them is taken from it.
        assert_eq!(toggled(Action::DOWN, &[Control::PadUp]), Err(Note::Taken(Control::PadUp, Action::UP)));
    }

    #[test]
    fn actions_go_on_sharing_what_the_defaults_give_to_both() {
        let map = toggled(Action::PAUSE, &[Control::Escape, Control::Escape]).unwrap();
        assert_eq!(map.controls(Action::PAUSE), [Control::P, Control::Escape]);
        assert_eq!(map.controls(Action::CANCEL), [Control::Escape]);
        // An action that the menu does not list keeps its keys.
        let map = toggled(Action::UP, &[Control::F3]).unwrap();
        assert_eq!(map.controls(Action::JUMP), [Control::F3]);
    }
}
