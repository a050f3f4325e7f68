//! The keys and buttons of each action, and what hints and the screen of controls call them.

use proscenium::platform::{Action, Control, Device, InputMap};
use serde::{Deserialize, Serialize};

use crate::commander::{ACTIONS, ATTACK, BESTIARY, CALL, PATROL, READ, RUN, SELECT_ALL, STOP, STRIKE};

/// The actions that a player can bind.
pub const BINDABLE: &[Action] = &ACTIONS;

/// Which keys walk, and which are for orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Layout {
    /// The arrows walk, letters are for orders.
    #[default]
    Arrows,
    /// W, A, S and D walk, digits are for orders.
    Wasd,
}

impl Layout {
    /// Whether a key walks in [`Layout::Wasd`] only.
    pub const fn is_of_wasd(control: Control) -> bool {
        matches!(control, Control::W | Control::A | Control::S | Control::D)
    }

    /// The keys that walk and give orders.
    const fn keys(self) -> [(Action, &'static [Control]); 8] {
        use Control as C;
        match self {
            Self::Arrows => [
                (Action::UP, &[C::Up]),
                (Action::DOWN, &[C::Down]),
                (Action::LEFT, &[C::Left]),
                (Action::RIGHT, &[C::Right]),
                (ATTACK, &[C::A]),
                (PATROL, &[C::P]),
                (STOP, &[C::S]),
                (SELECT_ALL, &[C::Q]),
            ],
            // The arrows walk too.
            Self::Wasd => [
                (Action::UP, &[C::W, C::Up]),
                (Action::DOWN, &[C::S, C::Down]),
                (Action::LEFT, &[C::A, C::Left]),
                (Action::RIGHT, &[C::D, C::Right]),
                (ATTACK, &[C::Key1]),
                (PATROL, &[C::Key2]),
                (STOP, &[C::Key3]),
                (SELECT_ALL, &[C::Key4, C::Q]),
            ],
        }
    }
}

/// The default bindings of a layout.
pub fn defaults(layout: Layout) -> InputMap {
    use Control as C;
    let common = [
        (Action::UP, &[C::LeftStickUp, C::PadUp][..]),
        (Action::DOWN, &[C::LeftStickDown, C::PadDown]),
        (Action::LEFT, &[C::LeftStickLeft, C::PadLeft]),
        (Action::RIGHT, &[C::LeftStickRight, C::PadRight]),
        (ATTACK, &[C::PadRightShoulder]),
        (PATROL, &[C::PadRightStick]),
        (STOP, &[C::PadLeftTrigger]),
        (SELECT_ALL, &[C::PadLeftShoulder]),
        (Action::ACCEPT, &[C::Enter, C::KpEnter, C::Space, C::PadA]),
        (Action::CANCEL, &[C::Escape, C::Backspace, C::PadB]),
        (Action::PAUSE, &[C::Escape, C::Pause, C::PadStart]),
        (Action::JUMP, &[C::Space, C::PadA]),
        (RUN, &[C::LeftShift, C::RightShift, C::PadRightTrigger]),
        (STRIKE, &[C::E, C::X, C::PadX]),
        (READ, &[C::R, C::PadY]),
        (CALL, &[C::N, C::PadLeftStick]),
        (BESTIARY, &[C::B, C::PadBack]),
    ];
    layout.keys().into_iter().chain(common).fold(InputMap::none(), |map, (action, controls)| {
        controls.iter().fold(map, |map, &control| map.bind(control, action))
    })
}

/// The actions that menus need: each keeps a key and a button of its own.
pub const NEEDED: [Action; 6] =
    [Action::UP, Action::DOWN, Action::LEFT, Action::RIGHT, Action::ACCEPT, Action::CANCEL];

/// Whether one control should not have both actions: two of menus, or two of the game. In the game accept reads,
/// and cancel pauses; in the pause menu pause resumes.
pub fn collide(one: Action, other: Action) -> bool {
    let is_of_game = |action| action != Action::ACCEPT && action != Action::CANCEL;
    let meets = |one, other| match one {
        Action::ACCEPT => other == Action::PAUSE,
        Action::CANCEL => is_of_game(other) && other != Action::PAUSE,
        _ => is_of_game(other),
    };
    let are_needed = NEEDED.contains(&one) && NEEDED.contains(&other);
    one != other && (are_needed || meets(one, other) || meets(other, one))
}

/// What a control is called: the text of a key, with an argument; or the same in all languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Label {
    Plain(String),
    /// A text with a plain part.
    Text(&'static str, String),
}

pub fn label(control: Control) -> Label {
    use Control as C;
    let name = control.name();
    let arrow = [("Left", "←"), ("Right", "→"), ("Up", "↑"), ("Down", "↓")];
    let arrow = arrow.into_iter().find(|(ending, _)| name.ends_with(ending)).map_or("", |(_, arrow)| arrow);
    let plain = |text: &str| Label::Plain(text.to_owned());
    match control {
        C::Left | C::Right | C::Up | C::Down => plain(arrow),
        C::PadLeft | C::PadRight | C::PadUp | C::PadDown => Label::Text("control-pad", arrow.to_owned()),
        C::PadLeftShoulder => plain("LB"),
        C::PadRightShoulder => plain("RB"),
        C::PadLeftTrigger => plain("LT"),
        C::PadRightTrigger => plain("RT"),
        C::PadLeftStick => plain("LS"),
        C::PadRightStick => plain("RS"),
        C::LeftShift | C::LeftControl | C::LeftAlt | C::LeftSuper => {
            Label::Text("control-left", short(name, 4))
        }
        C::RightShift | C::RightControl | C::RightAlt | C::RightSuper => {
            Label::Text("control-right", short(name, 5))
        }
        C::MouseLeft => Label::Text("control-mouse-left", String::new()),
        C::MouseRight => Label::Text("control-mouse-right", String::new()),
        C::MouseMiddle => Label::Text("control-mouse-middle", String::new()),
        C::Space => Label::Text("control-space", String::new()),
        C::Escape => plain("Esc"),
        C::Apostrophe => plain("'"),
        C::Comma => plain(","),
        C::Minus => plain("-"),
        C::Period => plain("."),
        C::Slash => plain("/"),
        C::Semicolon => plain(";"),
        C::Equal => plain("="),
        C::LeftBracket => plain("["),
        C::Backslash => plain("\\"),
        C::RightBracket => plain("]"),
        C::GraveAccent => plain("`"),
        _ if name.starts_with("LeftStick") => Label::Text("control-left-stick", arrow.to_owned()),
        _ if name.starts_with("RightStick") => Label::Text("control-right-stick", arrow.to_owned()),
        _ if control.device() == Device::Pad => Label::Plain(short(name, 3)),
        _ => match (name.strip_prefix("Kp"), name.strip_prefix("Key")) {
            (Some(key), _) => Label::Text("control-keypad", key.to_owned()),
            (_, Some(digit)) => plain(digit),
            _ => plain(name),
        },
    }
}

/// The name without its first bytes.
fn short(name: &str, from: usize) -> String {
    match &name[from..] {
        "Control" => "Ctrl".to_owned(),
        rest => rest.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAYOUTS: [Layout; 2] = [Layout::Arrows, Layout::Wasd];

    #[test]
    fn no_default_binding_is_in_conflict() {
        for layout in LAYOUTS {
            let map = defaults(layout);
            for control in Control::ALL {
                let actions: Vec<_> = map.actions_of(control).collect();
                for (index, one) in actions.iter().enumerate() {
                    let other = actions[..index].iter().find(|other| collide(*one, **other));
                    assert_eq!(other, None, "{layout:?}: {control:?} has {one:?} too");
                }
            }
        }
    }

    #[test]
    fn a_key_of_menus_does_not_also_pause() {
        for action in NEEDED {
            let collides = action != Action::CANCEL;
            assert_eq!(collide(action, Action::PAUSE), collides, "{action:?}");
            assert_eq!(collide(Action::PAUSE, action), collides, "{action:?}");
        }
    }

    #[test]
    fn every_action_that_can_be_bound_has_a_key_and_a_button() {
        for action in BINDABLE.iter().copied() {
            for device in [Device::Keyboard, Device::Pad] {
                for layout in LAYOUTS {
                    let control = defaults(layout).control_on(device, action);
                    assert!(control.is_some(), "{layout:?}: {action:?} on {device:?}");
                }
            }
        }
    }

    #[test]
    fn controls_of_a_device_have_names_of_their_own() {
        for device in [Device::Keyboard, Device::Mouse, Device::Pad] {
            let mut labels = Vec::new();
            for control in Control::ALL.into_iter().filter(|control| control.device() == device) {
                let label = label(control);
                assert!(!labels.contains(&label), "{control:?}: {label:?}");
                labels.push(label);
            }
        }
    }
}
