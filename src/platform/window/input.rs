//! From keys, mouse and fingers to actions and a pointer.

use macroquad::input::{
    KeyCode, MouseButton, get_char_pressed, is_key_down, is_key_pressed, is_key_released,
    is_mouse_button_down, is_mouse_button_pressed, is_mouse_button_released, mouse_position, mouse_wheel,
    touches, utils,
};
use macroquad::miniquad::EventHandler;

use crate::platform::{Action, ActionSet, Input};

/// Which keys ask for which action. An action may have several keys, a key several actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyBindings {
    keys: Vec<(KeyCode, Action)>,
}

impl Default for KeyBindings {
    /// Arrows and WASD, Enter and Space, Escape and Backspace, P.
    fn default() -> Self {
        Self {
            keys: vec![
                (KeyCode::Up, Action::UP),
                (KeyCode::W, Action::UP),
                (KeyCode::Down, Action::DOWN),
                (KeyCode::S, Action::DOWN),
                (KeyCode::Left, Action::LEFT),
                (KeyCode::A, Action::LEFT),
                (KeyCode::Right, Action::RIGHT),
                (KeyCode::D, Action::RIGHT),
                (KeyCode::Enter, Action::ACCEPT),
                (KeyCode::KpEnter, Action::ACCEPT),
                (KeyCode::Space, Action::ACCEPT),
                (KeyCode::Escape, Action::CANCEL),
                (KeyCode::Backspace, Action::CANCEL),
                (KeyCode::Escape, Action::PAUSE),
                (KeyCode::P, Action::PAUSE),
                (KeyCode::Space, Action::JUMP),
            ],
        }
    }
}

impl KeyBindings {
    /// No keys at all, for a game that names all of its own.
    pub const fn none() -> Self {
        Self { keys: Vec::new() }
    }

    /// Lets `key` ask for `action` as well.
    #[must_use]
    pub fn bind(mut self, key: KeyCode, action: Action) -> Self {
        self.keys.push((key, action));
        self
    }
}

/// Collects what the player did since the last frame: one for each program, made when the window is
/// open, in a program of this library or in any `#[macroquad::main]`.
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
    /// Starts to listen, with these keys.
    ///
    /// # Panics
    ///
    /// When no window is open.
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

    /// As [`collect`](WindowInput::collect), for a program that is drawn in other coordinates, such as
    /// those of a virtual screen: `to_virtual` gets physical pixels of the window, and returns `None`
    /// outside.
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
        // An action with two keys is released when the last of them is. A key that was let go and
        // pressed again since the last frame is held, and was released all the same.
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
        let mut focus = FocusListener { was_lost: false };
        utils::repeat_all_miniquad_input(&mut focus, self.subscriber);
        input.focus_lost = focus.was_lost;
        input
    }
}

/// miniquad tells of a lost focus as a minimised window, and only to an event handler.
struct FocusListener {
    was_lost: bool,
}

impl EventHandler for FocusListener {
    fn update(&mut self) {}

    fn draw(&mut self) {}

    fn window_minimized_event(&mut self) {
        self.was_lost = true;
    }
}
