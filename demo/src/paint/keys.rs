//! The key bindings. They are here because key codes are macroquad's, as drawing is.

use macroquad::input::KeyCode;
use proscenium::platform::Action;
use proscenium::platform::window::KeyBindings;

use crate::commander::{
    ATTACK, BESTIARY, INSPECT, PATROL, RUN, SELECT_ALL, STOP, STRIKE, TIME_FASTER, TIME_SLOWER, TIME_STEP,
    TIME_STOP,
};

/// The key bindings. Only the arrows walk: letters are for orders.
pub fn bindings() -> KeyBindings {
    [
        (KeyCode::Up, Action::UP),
        (KeyCode::Down, Action::DOWN),
        (KeyCode::Left, Action::LEFT),
        (KeyCode::Right, Action::RIGHT),
        (KeyCode::Enter, Action::ACCEPT),
        (KeyCode::KpEnter, Action::ACCEPT),
        (KeyCode::Space, Action::ACCEPT),
        (KeyCode::Escape, Action::CANCEL),
        (KeyCode::Backspace, Action::CANCEL),
        (KeyCode::Escape, Action::PAUSE),
        (KeyCode::Pause, Action::PAUSE),
        (KeyCode::Space, Action::JUMP),
        (KeyCode::LeftShift, RUN),
        (KeyCode::RightShift, RUN),
        (KeyCode::E, STRIKE),
        (KeyCode::X, STRIKE),
        (KeyCode::A, ATTACK),
        (KeyCode::P, PATROL),
        (KeyCode::S, STOP),
        (KeyCode::Q, SELECT_ALL),
        (KeyCode::B, BESTIARY),
        (KeyCode::F3, INSPECT),
        (KeyCode::F5, TIME_STOP),
        (KeyCode::F6, TIME_STEP),
        (KeyCode::F7, TIME_SLOWER),
        (KeyCode::F8, TIME_FASTER),
    ]
    .into_iter()
    .fold(KeyBindings::none(), |bindings, (key, action)| bindings.bind(key, action))
}
