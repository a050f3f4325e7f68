//! The actions, and the keys and buttons of each.

use proscenium::platform::{Action, Control, InputMap};
use serde::{Deserialize, Serialize};

/// Run, while held.
pub const RUN: Action = Action::custom(0, "run");
pub const STRIKE: Action = Action::custom(1, "strike");
/// Attack-move to the next click.
pub const ATTACK: Action = Action::custom(2, "attack");
/// Patrol to the next click.
pub const PATROL: Action = Action::custom(3, "patrol");
pub const STOP: Action = Action::custom(4, "stop");
pub const SELECT_ALL: Action = Action::custom(5, "select_all");
pub const BESTIARY: Action = Action::custom(6, "bestiary");
/// Read a sign nearby, or strike where there is none.
pub const READ: Action = Action::custom(7, "read");

/// Call for the next wave.
pub const CALL: Action = Action::custom(8, "call");

/// All actions: the built-in ones and the game's own, in the order of the screen of controls.
pub const ACTIONS: [Action; 17] = [
    Action::UP,
    Action::DOWN,
    Action::LEFT,
    Action::RIGHT,
    Action::ACCEPT,
    Action::CANCEL,
    Action::PAUSE,
    Action::JUMP,
    RUN,
    STRIKE,
    READ,
    SELECT_ALL,
    ATTACK,
    PATROL,
    STOP,
    CALL,
    BESTIARY,
];

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
    pub const fn other(self) -> Self {
        match self {
            Self::Arrows => Self::Wasd,
            Self::Wasd => Self::Arrows,
        }
    }

    /// The layout of a player who walks with this key.
    pub const fn of(key: Control) -> Option<Self> {
        match key {
            Control::Up | Control::Down | Control::Left | Control::Right => Some(Self::Arrows),
            Control::W | Control::A | Control::S | Control::D => Some(Self::Wasd),
            _ => None,
        }
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

#[cfg(test)]
mod tests {
    use proscenium::platform::Device;

    use super::*;

    #[test]
    fn every_action_that_can_be_bound_has_a_key_and_a_button() {
        for action in ACTIONS {
            for device in [Device::Keyboard, Device::Pad] {
                for layout in [Layout::Arrows, Layout::Wasd] {
                    let control = defaults(layout).control_on(device, action);
                    assert!(control.is_some(), "{layout:?}: {action:?} on {device:?}");
                }
            }
        }
    }
}
