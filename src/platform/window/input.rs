//! The input of the window: keys, mouse and fingers as actions and a pointer.

use macroquad::input::{
    KeyCode, MouseButton, get_char_pressed, is_key_down, is_key_pressed, is_key_released,
    is_mouse_button_down, is_mouse_button_pressed, is_mouse_button_released, mouse_position, mouse_wheel,
    touches, utils,
};
use macroquad::miniquad::{EventHandler, KeyMods};

use crate::platform::{Action, ActionSet, Input};

/// The keys of each action. An action may have several keys, a key several actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyBindings {
    keys: Vec<(KeyCode, Action)>,
}

impl Default for KeyBindings {
    /// Arrows and WASD, Enter and Space, Escape and Backspace, P.
    fn default() -> Self {
        use KeyCode::{A, Backspace, D, Down, Enter, Escape, KpEnter, Left, P, Right, S, Space, Up, W};
        let keys = [
            (Action::UP, vec![Up, W]),
            (Action::DOWN, vec![Down, S]),
            (Action::LEFT, vec![Left, A]),
            (Action::RIGHT, vec![Right, D]),
            (Action::ACCEPT, vec![Enter, KpEnter, Space]),
            (Action::CANCEL, vec![Escape, Backspace]),
            (Action::PAUSE, vec![Escape, P]),
            (Action::JUMP, vec![Space]),
        ];
        let keys = keys.into_iter().flat_map(|(action, keys)| keys.into_iter().map(move |key| (key, action)));
        Self { keys: keys.collect() }
    }
}

impl KeyBindings {
    /// No keys, for a game that binds all of its own.
    pub const fn none() -> Self {
        Self { keys: Vec::new() }
    }

    /// Binds `key` to `action` too.
    #[must_use]
    pub fn bind(mut self, key: KeyCode, action: Action) -> Self {
        self.keys.push((key, action));
        self
    }
}

/// Collects the input since the last frame. A program makes one when the window is open, also in a
/// `#[macroquad::main]` of its own.
#[derive(Debug)]
pub struct WindowInput {
    bindings: KeyBindings,
    subscriber: usize,
    last_position: (f32, f32),
    input: Input,
}

impl Default for WindowInput {
    /// With the default keys. Panics when no window is open.
    fn default() -> Self {
        Self::new(KeyBindings::default())
    }
}

impl WindowInput {
    /// With these keys. Panics when no window is open.
    pub fn new(bindings: KeyBindings) -> Self {
        Self {
            bindings,
            subscriber: utils::register_input_subscriber(),
            last_position: mouse_position(),
            input: Input::default(),
        }
    }

    /// The input since the last frame. The pointer is in macroquad's coordinates, those of its
    /// default camera and of its `mouse_position`. Called once a frame.
    pub fn collect(&mut self) -> &Input {
        let scale = macroquad::window::screen_dpi_scale();
        self.collect_with(|x, y| Some((x / scale, y / scale)))
    }

    /// As [`collect`](WindowInput::collect), in other coordinates, such as those of a virtual screen:
    /// `to_virtual` gets physical pixels of the window, and returns `None` outside.
    pub fn collect_with(&mut self, to_virtual: impl Fn(f32, f32) -> Option<(f32, f32)>) -> &Input {
        let input = &mut self.input;
        input.end_step();
        input.held = ActionSet::EMPTY;
        let mut again = ActionSet::EMPTY;
        for &(key, action) in &self.bindings.keys {
            if is_key_down(key) {
                input.held.insert(action);
            }
            if is_key_pressed(key) {
                input.pressed.insert(action);
            }
            if is_key_released(key) {
                input.released.insert(action);
                if is_key_pressed(key) {
                    again.insert(action);
                }
            }
        }
        // An action with two keys is released with the last of them. A key that was released and
        // pressed again since the last frame is held, and counts as released too.
        input.released = input.released.difference(input.held.difference(again));
        while let Some(typed) = get_char_pressed() {
            if !typed.is_control() {
                input.text.push(typed);
            }
        }
        let scale = macroquad::window::screen_dpi_scale();
        let position = mouse_position();
        let pointer = &mut input.pointer;
        pointer.position = to_virtual(position.0 * scale, position.1 * scale);
        pointer.moved = position != self.last_position;
        pointer.held = is_mouse_button_down(MouseButton::Left);
        pointer.pressed = is_mouse_button_pressed(MouseButton::Left);
        pointer.released = is_mouse_button_released(MouseButton::Left);
        pointer.secondary_pressed = is_mouse_button_pressed(MouseButton::Right);
        // A finger that is lifted is still listed in that frame. A mouse that moves takes over.
        if !touches().is_empty() {
            pointer.is_touch = true;
        } else if pointer.pressed || pointer.secondary_pressed || pointer.moved {
            pointer.is_touch = false;
        }
        pointer.wheel = mouse_wheel().1.clamp(-1.0, 1.0);
        self.last_position = position;
        let mut listener = Listener { lost_focus: false, backspaces: 0 };
        utils::repeat_all_miniquad_input(&mut listener, self.subscriber);
        input.focus_lost = listener.lost_focus;
        input.text.extend(std::iter::repeat_n('\u{8}', listener.backspaces));
        input
    }
}

/// miniquad reports a lost focus as a minimised window, and that and the repeats of a held key only to an
/// event handler.
struct Listener {
    lost_focus: bool,
    backspaces: usize,
}

impl EventHandler for Listener {
    fn update(&mut self) {}

    fn draw(&mut self) {}

    fn window_minimized_event(&mut self) {
        self.lost_focus = true;
    }

    fn key_down_event(&mut self, key: KeyCode, _mods: KeyMods, _is_repeat: bool) {
        self.backspaces += usize::from(key == KeyCode::Backspace);
    }
}
