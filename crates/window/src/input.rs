//! The input of the window: keys, mouse, fingers and pads as actions and a pointer.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use macroquad::input::{
    KeyCode, MouseButton, TouchPhase, is_mouse_button_down, is_mouse_button_pressed,
    is_mouse_button_released, mouse_position, touches, utils,
};
use macroquad::miniquad::{EventHandler, KeyMods};

use super::camera::note_window;
use super::clipboard::{Clipboard, Shortcut};
use super::fingers::Fingers;
use super::focus::take_focus;
use super::open::window_size;
#[cfg(target_arch = "wasm32")]
use super::page::{PagePads, update_focus, update_storage};
use proscenium_core::flow::ScreenManager;
use proscenium_core::platform::{Control, Device, Devices, Input, InputMap, PadState, Pads, WindowSize};

/// What a notch of the wheel is in miniquad's events. The page and macOS have pixels of a menu, 48 for each notch.
const NOTCH: f32 = if cfg!(windows) {
    120.0
} else if cfg!(any(target_arch = "wasm32", target_os = "macos")) {
    48.0
} else {
    1.0
};

/// Collects the input since the last frame. A program makes one when the window is open, even in its own
/// `#[macroquad::main]`.
pub struct WindowInput {
    map: Rc<RefCell<InputMap>>,
    devices: Devices,
    pads: Vec<Box<dyn Pads>>,
    pad_states: Vec<PadState>,
    /// Pads are for the window that has the focus.
    has_focus: bool,
    fingers: Fingers,
    /// The finger that is the pointer.
    leader: Option<u8>,
    clipboard: Clipboard,
    subscriber: usize,
    last_position: (f32, f32),
    input: Input,
}

impl fmt::Debug for WindowInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WindowInput").field("input", &self.input).finish_non_exhaustive()
    }
}

impl Default for WindowInput {
    /// With the default keys. Panics when no window is open.
    fn default() -> Self {
        Self::new(Rc::default())
    }
}

impl WindowInput {
    /// With the controls of `map`, which a game may change while it runs. Panics when no window is open.
    pub fn new(map: Rc<RefCell<InputMap>>) -> Self {
        Self {
            map,
            devices: Devices::default(),
            #[cfg(target_arch = "wasm32")]
            pads: vec![Box::new(PagePads::default())],
            #[cfg(not(target_arch = "wasm32"))]
            pads: Vec::new(),
            pad_states: Vec::new(),
            has_focus: true,
            fingers: Fingers::default(),
            leader: None,
            clipboard: Clipboard::default(),
            subscriber: utils::register_input_subscriber(),
            last_position: mouse_position(),
            input: Input::default(),
        }
    }

    /// Adds pads, such as `DesktopPads` of the crate `proscenium-pads` (`pads::DesktopPads` of a game). A page has its
    /// browser's pads without it. They control one player; while the window does not have the focus they are at rest.
    #[must_use]
    pub fn with_pads(mut self, pads: impl Pads + 'static) -> Self {
        self.pads.push(Box::new(pads));
        self
    }

    /// The input since the last frame. The pointer is in macroquad's coordinates, as its default camera and its
    /// `mouse_position`. Called once a frame.
    pub fn collect(&mut self) -> &Input {
        let scale = macroquad::window::screen_dpi_scale();
        let (width, height) = window_size();
        let window = WindowSize { width, height, dpi_scale: scale };
        self.collect_with(window, |x, y| Some((x / scale, y / scale)))
    }

    /// As [`collect`](WindowInput::collect), with the pointer and the fingers in the virtual pixels of the active
    /// screen. Positions outside its view are not seen.
    pub fn collect_for(&mut self, manager: &ScreenManager) -> &Input {
        let view = manager.placed();
        self.collect_with(manager.window(), |x, y| view.locate(x, y))
    }

    fn collect_with(
        &mut self,
        window: WindowSize,
        to_virtual: impl Fn(f32, f32) -> Option<(f32, f32)>,
    ) -> &Input {
        note_window();
        self.input.end_step();
        self.input.window = window;
        let Self { devices, input, .. } = self;
        let Input { text, pointer, .. } = input;
        let mut events = Events {
            devices,
            text,
            wheel: &mut pointer.wheel,
            shortcut: None,
            has_focus: self.has_focus,
            was_lost: false,
        };
        utils::repeat_all_miniquad_input(&mut events, self.subscriber);
        let entry = take_focus();
        let (shortcut, has_focus, was_lost) = (events.shortcut, events.has_focus, events.was_lost);
        self.clipboard.update(shortcut.or_else(Shortcut::held), entry.as_ref(), text);
        self.has_focus = has_focus;
        self.input.focus_lost = was_lost || !has_focus;
        self.collect_pointer(to_virtual);
        let map = self.map.borrow();
        let states = &mut self.pad_states;
        states.clear();
        self.pads.iter_mut().for_each(|pads| pads.poll(states));
        if !self.has_focus {
            // All pads are there, and untouched.
            states.iter_mut().for_each(|pad| *pad = PadState { id: pad.id, ..PadState::default() });
        }
        self.devices.set_pads(states, &map);
        self.devices.fill(&map, &mut self.input);
        #[cfg(target_arch = "wasm32")]
        {
            update_focus(entry.as_ref(), self.input.device);
            update_storage();
        }
        &self.input
    }

    fn collect_pointer(&mut self, to_virtual: impl Fn(f32, f32) -> Option<(f32, f32)>) {
        let Self { input, devices, fingers, leader, .. } = self;
        let position = mouse_position();
        let has_moved = position != self.last_position;
        self.last_position = position;
        let pointer = &mut input.pointer;
        let mut touches = touches();
        // macroquad has them in a hash map.
        touches.sort_unstable_by_key(|touch| touch.id);
        input.touches.clear();
        input.touches.extend(touches.iter().filter_map(|touch| {
            let is_lifted = matches!(touch.phase, TouchPhase::Ended | TouchPhase::Cancelled);
            fingers.see(touch.id, to_virtual(touch.position.x, touch.position.y), is_lifted)
        }));
        if !touches.is_empty() {
            // The mouse that macroquad makes of all fingers would jump between them.
            pointer.follow(leader, &input.touches);
            devices.set_device(Device::Touch);
            return;
        }
        (*fingers, *leader) = (Fingers::default(), None);
        let mouse = [MouseButton::Left, MouseButton::Right, MouseButton::Middle];
        for (button, control) in
            mouse.into_iter().zip([Control::MouseLeft, Control::MouseRight, Control::MouseMiddle])
        {
            // A click between two frames is a press too.
            devices.set(control, is_mouse_button_down(button) || is_mouse_button_pressed(button));
            devices.set(control, is_mouse_button_down(button));
        }
        pointer.moved = has_moved;
        pointer.held = is_mouse_button_down(MouseButton::Left);
        pointer.pressed = is_mouse_button_pressed(MouseButton::Left);
        pointer.released = is_mouse_button_released(MouseButton::Left);
        pointer.secondary_pressed = is_mouse_button_pressed(MouseButton::Right);
        // A mouse that moves takes over from a finger, which leaves the pointer where it was lifted.
        if pointer.pressed || pointer.secondary_pressed || pointer.moved {
            pointer.is_touch = false;
            devices.set_device(Device::Mouse);
        }
        if !pointer.is_touch {
            let scale = macroquad::window::screen_dpi_scale();
            pointer.position = to_virtual(position.0 * scale, position.1 * scale);
        }
    }
}

/// The events of miniquad since the last frame: keys and characters in their order, all turns of the wheel, where
/// macroquad has only the last one, and the focus, for which it has no function. A lost focus is reported as a
/// minimised window.
struct Events<'a> {
    devices: &'a mut Devices,
    text: &'a mut String,
    wheel: &'a mut f32,
    shortcut: Option<Shortcut>,
    has_focus: bool,
    was_lost: bool,
}

impl EventHandler for Events<'_> {
    fn update(&mut self) {}

    fn draw(&mut self) {}

    fn char_event(&mut self, character: char, mods: KeyMods, _is_repeated: bool) {
        if !character.is_control() && !is_shortcut(character, mods) {
            self.text.push(character);
        }
    }

    fn key_down_event(&mut self, key: KeyCode, mods: KeyMods, is_repeated: bool) {
        // Not each system says that a window has its focus back.
        self.has_focus = true;
        if key == KeyCode::Enter && mods.alt {
            // With it players of other games change to a full screen.
            return;
        }
        if !is_repeated {
            self.shortcut = Shortcut::of(key, mods).or(self.shortcut);
        }
        match key {
            KeyCode::Backspace => self.text.push('\u{8}'),
            KeyCode::Delete => self.text.push('\u{7f}'),
            _ => {}
        }
        if let Some(control) = control_of(key) {
            self.devices.set_key(control, is_repeated);
        }
    }

    fn key_up_event(&mut self, key: KeyCode, _mods: KeyMods) {
        if let Some(control) = control_of(key) {
            self.devices.set(control, false);
        }
    }

    fn mouse_wheel_event(&mut self, _x: f32, y: f32) {
        *self.wheel += y / NOTCH;
    }

    fn mouse_button_down_event(&mut self, _button: MouseButton, _x: f32, _y: f32) {
        self.has_focus = true;
    }

    fn window_minimized_event(&mut self) {
        self.was_lost = true;
        self.has_focus = false;
        self.devices.release_all();
    }

    fn window_restored_event(&mut self) {
        self.has_focus = true;
    }
}

/// Whether a character is a part of a shortcut, such as Ctrl+V, and not typed. Windows reports `AltGr` as Ctrl and Alt, and
/// the Alt key of a Mac types signs.
const fn is_shortcut(character: char, mods: KeyMods) -> bool {
    mods.logo || mods.ctrl && !mods.alt || mods.alt && !mods.ctrl && character.is_ascii_alphanumeric()
}

/// Keys have macroquad's names.
fn control_of(key: KeyCode) -> Option<Control> {
    format!("{key:?}").parse().ok()
}

#[cfg(test)]
mod tests {
    use proscenium_core::platform::Action;

    use super::*;

    /// The input of a frame with these events: the devices, the text and the wheel.
    fn frame(events: impl FnOnce(&mut Events<'_>)) -> (Devices, String, f32) {
        let (mut devices, mut text, mut wheel) = (Devices::default(), String::new(), 0.0);
        events(&mut Events {
            devices: &mut devices,
            text: &mut text,
            wheel: &mut wheel,
            shortcut: None,
            has_focus: true,
            was_lost: false,
        });
        (devices, text, wheel)
    }

    #[test]
    fn notches_of_a_frame_add_up_and_parts_of_them_are_parts() {
        let (_, _, wheel) = frame(|events| {
            (0..5).for_each(|_| events.mouse_wheel_event(0.0, -NOTCH));
            events.mouse_wheel_event(0.0, NOTCH / 16.0);
        });
        assert_eq!(wheel, -4.9375);
    }

    #[test]
    fn a_shortcut_types_nothing_and_alt_gr_does() {
        let none = KeyMods::default();
        let (ctrl, alt, logo) =
            (KeyMods { ctrl: true, ..none }, KeyMods { alt: true, ..none }, KeyMods { logo: true, ..none });
        let alt_gr = KeyMods { ctrl: true, alt: true, ..none };
        let typed = [('v', ctrl), ('x', alt), ('c', logo), ('a', none), ('@', alt_gr), ('€', alt)];
        let (_, text, _) = frame(|events| {
            typed.into_iter().for_each(|(character, mods)| events.char_event(character, mods, false));
        });
        assert_eq!(text, "a@€");
    }

    #[test]
    fn enter_with_alt_accepts_nothing() {
        let accepts = |mods| {
            let (mut devices, ..) = frame(|events| events.key_down_event(KeyCode::Enter, mods, false));
            let mut input = Input::default();
            devices.fill(&InputMap::default(), &mut input);
            input.is_pressed(Action::ACCEPT)
        };
        assert!(accepts(KeyMods::default()));
        assert!(!accepts(KeyMods { alt: true, ..KeyMods::default() }));
    }
}
