//! The input of the window: keys, mouse, fingers and pads as actions and a pointer.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use macroquad::input::{
    KeyCode, MouseButton, TouchPhase, is_mouse_button_down, is_mouse_button_pressed,
    is_mouse_button_released, mouse_position, mouse_wheel, touches, utils,
};
use macroquad::miniquad::{EventHandler, KeyMods};

use super::camera::note_window;
#[cfg(target_arch = "wasm32")]
use super::page::{PagePads, update_keyboard, update_storage};
use crate::platform::devices::Devices;
use crate::platform::touch::Fingers;
use crate::platform::{Control, Device, Input, InputMap, PadState, Pads};

/// Collects the input since the last frame. A program makes one when the window is open, also in a
/// `#[macroquad::main]` of its own.
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
            subscriber: utils::register_input_subscriber(),
            last_position: mouse_position(),
            input: Input::default(),
        }
    }

    /// Adds pads, such as `DesktopPads` of the crate `proscenium-pads` (`kit::DesktopPads` of a game). A page has those of
    /// its browser without it. They control one player; while the window does not have the focus they are at rest.
    #[must_use]
    pub fn with_pads(mut self, pads: impl Pads + 'static) -> Self {
        self.pads.push(Box::new(pads));
        self
    }

    /// Sets [`Input::is_upright`] of the next input: whether the game is shown in its upright view. Called before
    /// [`collect`](Self::collect) by a program that has one.
    pub const fn set_upright(&mut self, is_upright: bool) {
        self.input.is_upright = is_upright;
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
        note_window();
        self.input.end_step();
        let Self { devices, input, .. } = self;
        let mut events =
            Events { devices, text: &mut input.text, has_focus: self.has_focus, was_lost: false };
        utils::repeat_all_miniquad_input(&mut events, self.subscriber);
        self.has_focus = events.has_focus;
        self.input.focus_lost = events.was_lost;
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
            update_keyboard(self.input.device);
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
        pointer.wheel = mouse_wheel().1.clamp(-1.0, 1.0);
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

/// The events of miniquad since the last frame: keys and characters in their order, and the focus, which
/// macroquad has no function for. A lost focus is reported as a minimised window.
struct Events<'a> {
    devices: &'a mut Devices,
    text: &'a mut String,
    has_focus: bool,
    was_lost: bool,
}

impl EventHandler for Events<'_> {
    fn update(&mut self) {}

    fn draw(&mut self) {}

    fn char_event(&mut self, character: char, _mods: KeyMods, _is_repeated: bool) {
        if !character.is_control() {
            self.text.push(character);
        }
    }

    fn key_down_event(&mut self, key: KeyCode, _mods: KeyMods, is_repeated: bool) {
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

    fn window_minimized_event(&mut self) {
        self.was_lost = true;
        self.has_focus = false;
        self.devices.release_all();
    }

    fn window_restored_event(&mut self) {
        self.has_focus = true;
    }
}

/// Keys have macroquad's names.
fn control_of(key: KeyCode) -> Option<Control> {
    format!("{key:?}").parse().ok()
}
