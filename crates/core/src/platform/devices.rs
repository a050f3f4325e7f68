//! The state of all devices, and the input of a frame that is made from it.

use super::action::ActionSet;
use super::control::{Control, Device};
use super::input::Input;
use super::input_map::InputMap;
use super::pad::{PadState, is_down};

/// Keys, buttons and pads as they are now, and what happened to them since the last frame: makes the [`Input`] of a
/// frame from a system's reports.
#[derive(Debug, Default)]
pub struct Devices {
    down: Vec<Control>,
    /// What was down when the focus was lost.
    lost: Vec<Control>,
    pressed: Vec<Control>,
    released: Vec<Control>,
    device: Device,
    axes: [i8; 6],
    /// The id of the pad that was used last.
    used_pad: Option<u32>,
    /// Whether that pad is gone and no device was used since.
    is_pad_lost: bool,
}

impl Devices {
    /// Presses or releases a key or button. Repeated calls change nothing.
    pub fn set(&mut self, control: Control, is_down: bool) {
        if is_down && !self.down.contains(&control) {
            self.down.push(control);
            self.pressed.push(control);
            self.set_device(control.device());
        } else if !is_down && take(&mut self.down, control) {
            self.released.push(control);
        }
    }

    /// Takes a key that is pressed, or that a system repeats. After the focus was lost the next press of a key
    /// that was held looks repeated on X11.
    pub fn set_key(&mut self, key: Control, is_repeated: bool) {
        if take(&mut self.lost, key) || !is_repeated {
            self.set(key, true);
        }
    }

    /// Releases all, as a window without the focus does, because it does not see releases now.
    pub fn release_all(&mut self) {
        let down = std::mem::take(&mut self.down);
        self.released.extend(&down);
        self.lost.retain(|control| !down.contains(control));
        self.lost.extend(down);
        self.axes = [0; 6];
    }

    /// Takes the device that was used last.
    pub const fn set_device(&mut self, device: Device) {
        self.device = device;
        self.is_pad_lost = false;
    }

    /// Takes all pads that are connected. They control one player, so each button is pressed if it is on one of
    /// them, and the stick that is tilted farthest counts.
    pub fn set_pads(&mut self, pads: &[PadState], map: &InputMap) {
        if self.used_pad.is_some_and(|used| pads.iter().all(|pad| pad.id != used)) {
            self.used_pad = None;
            self.is_pad_lost |= self.device == Device::Pad;
        }
        let mut values = [0.0_f32; PadState::BUTTONS + 2 * PadState::AXES];
        self.axes = [0; 6];
        for pad in pads {
            let pad = pad.with_dead_zones(map.dead_zones);
            for ((all, value), control) in values.iter_mut().zip(pad.values()).zip(Control::of_pad()) {
                *all = all.max(value);
                if is_down(value, true) && !self.down.contains(control) {
                    self.used_pad = Some(pad.id);
                }
            }
            for (all, axis) in self.axes.iter_mut().zip(pad.axes_in_steps()) {
                *all = if axis.unsigned_abs() > all.unsigned_abs() { axis } else { *all };
            }
        }
        for (control, value) in Control::of_pad().iter().zip(values) {
            self.set(*control, is_down(value, self.down.contains(control)));
        }
    }

    /// Fills in the actions, the device and the pad of a frame, and begins the next frame.
    pub fn fill(&mut self, map: &InputMap, input: &mut Input) {
        (input.held, input.pressed, input.released) = (ActionSet::EMPTY, ActionSet::EMPTY, ActionSet::EMPTY);
        let mut again = ActionSet::EMPTY;
        for (control, action) in map.pairs() {
            let (pressed, released) = (self.pressed.contains(&control), self.released.contains(&control));
            if self.down.contains(&control) {
                input.held.insert(action);
            }
            if pressed {
                input.pressed.insert(action);
            }
            if released {
                input.released.insert(action);
                if pressed {
                    again.insert(action);
                }
            }
        }
        // An action with two keys is released with the last of them. A key that was released and
        // pressed again since the last frame is held, and counts as released too.
        input.released = input.released.difference(input.held.difference(again));
        input.device = self.device;
        input.axes = self.axes;
        input.control = self.pressed.first().copied();
        input.pad_lost = self.is_pad_lost;
        self.pressed.clear();
        self.released.clear();
    }
}

/// Takes a control out of a list; returns whether it was there.
fn take(controls: &mut Vec<Control>, control: Control) -> bool {
    let place = controls.iter().position(|other| *other == control);
    place.map(|place| controls.swap_remove(place)).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::Action;

    /// The input of a frame in which `act` happens.
    fn frame(devices: &mut Devices, act: impl FnOnce(&mut Devices)) -> Input {
        act(devices);
        let mut input = Input::default();
        devices.fill(&InputMap::default(), &mut input);
        input
    }

    fn pad(id: u32, buttons: &[Control], axes: [f32; 4]) -> PadState {
        let mut pad = PadState { id, axes, ..PadState::default() };
        for button in buttons {
            pad.buttons[*button as usize - Control::PadA as usize] = 1.0;
        }
        pad
    }

    fn pads(devices: &mut Devices, pads: &[PadState]) -> Input {
        frame(devices, |devices| devices.set_pads(pads, &InputMap::default()))
    }

    #[test]
    fn a_key_is_pressed_once_and_released_once() {
        let mut devices = Devices::default();
        let down = frame(&mut devices, |devices| devices.set(Control::P, true));
        let expected = Input { control: Some(Control::P), ..Input::pressing([Action::PAUSE]) };
        assert_eq!(down, expected);
        // A system repeats a key that is held.
        let held = frame(&mut devices, |devices| devices.set(Control::P, true));
        assert_eq!(held, Input::holding([Action::PAUSE]));
        let up = frame(&mut devices, |devices| devices.set(Control::P, false));
        assert_eq!(up, Input::releasing([Action::PAUSE]));
        assert_eq!(frame(&mut devices, |_| ()), Input::default());
    }

    #[test]
    fn an_action_is_released_with_the_last_of_its_keys() {
        let mut devices = Devices::default();
        frame(&mut devices, |devices| {
            devices.set(Control::Up, true);
            devices.set(Control::W, true);
        });
        let one_up = frame(&mut devices, |devices| devices.set(Control::Up, false));
        assert_eq!(one_up, Input::holding([Action::UP]));
        let both_up = frame(&mut devices, |devices| devices.set(Control::W, false));
        assert_eq!(both_up, Input::releasing([Action::UP]));
    }

    #[test]
    fn a_key_released_and_pressed_in_one_frame_is_both() {
        let mut devices = Devices::default();
        frame(&mut devices, |devices| devices.set(Control::P, true));
        let input = frame(&mut devices, |devices| {
            devices.set(Control::P, false);
            devices.set(Control::P, true);
        });
        assert!(input.is_held(Action::PAUSE) && input.is_pressed(Action::PAUSE));
        assert!(input.released.contains(Action::PAUSE));
    }

    #[test]
    fn a_lost_focus_releases_everything() {
        let mut devices = Devices::default();
        frame(&mut devices, |devices| devices.set(Control::P, true));
        let tilted = pads(&mut devices, &[pad(0, &[Control::PadA], [1.0, 0.0, 0.0, 0.0])]);
        assert!(tilted.is_held(Action::RIGHT) && tilted.is_held(Action::PAUSE));
        let released = frame(&mut devices, Devices::release_all);
        let actions = [Action::PAUSE, Action::RIGHT, Action::ACCEPT, Action::JUMP];
        assert_eq!(released, Input { device: Device::Pad, ..Input::releasing(actions) });
    }

    #[test]
    fn a_repeat_presses_only_a_key_lost_with_the_focus() {
        let mut devices = Devices::default();
        frame(&mut devices, |devices| devices.set_key(Control::P, false));
        frame(&mut devices, Devices::release_all);
        let repeated = |devices: &mut Devices, key| frame(devices, |devices| devices.set_key(key, true));
        assert!(repeated(&mut devices, Control::P).is_pressed(Action::PAUSE));
        assert!(!repeated(&mut devices, Control::Up).is_held(Action::UP));
        frame(&mut devices, |devices| devices.set(Control::P, false));
        assert!(!repeated(&mut devices, Control::P).is_held(Action::PAUSE));
    }

    #[test]
    fn a_stick_that_trembles_at_the_edge_presses_once() {
        let mut devices = Devices::default();
        let mut presses = |x| {
            let input = pads(&mut devices, &[pad(0, &[], [x, 0.0, 0.0, 0.0])]);
            (input.is_pressed(Action::RIGHT), input.is_held(Action::RIGHT))
        };
        assert_eq!(presses(0.55), (false, false));
        assert_eq!(presses(0.65), (true, true));
        assert_eq!(presses(0.55), (false, true));
        assert_eq!(presses(0.65), (false, true));
        assert_eq!(presses(0.45), (false, false));
        assert_eq!(presses(0.55), (false, false));
    }

    #[test]
    fn a_button_and_a_tilt_that_end_before_the_next_tick_are_presses_of_it() {
        for held in [pad(0, &[Control::PadDown], [0.0; 4]), pad(0, &[], [0.0, 1.0, 0.0, 0.0])] {
            let mut devices = Devices::default();
            let mut input = pads(&mut devices, &[held]);
            input.merge(&pads(&mut devices, &[pad(0, &[], [0.0; 4])]));
            assert!(input.is_pressed(Action::DOWN) && !input.is_held(Action::DOWN));
        }
    }

    #[test]
    fn a_lost_pad_is_reported_until_a_device_is_used_and_releases_its_buttons() {
        let mut devices = Devices::default();
        let used = pad(3, &[Control::PadStart], [0.0; 4]);
        assert_eq!(pads(&mut devices, &[used, pad(4, &[], [0.0; 4])]).device, Device::Pad);
        let lost = pads(&mut devices, &[pad(4, &[], [0.0; 4])]);
        let expected = Input::releasing([Action::PAUSE]);
        assert_eq!(lost, Input { device: Device::Pad, pad_lost: true, ..expected });
        let still_lost = Input { device: Device::Pad, pad_lost: true, ..Input::default() };
        assert_eq!(pads(&mut devices, &[]), still_lost);
        assert_eq!(
            pads(&mut devices, &[pad(5, &[], [0.0; 4])]),
            still_lost,
            "another one is there, not used"
        );
        assert!(!pads(&mut devices, &[pad(5, &[Control::PadStart], [0.0; 4])]).pad_lost);
    }

    #[test]
    fn a_pad_that_is_not_in_use_is_lost_silently() {
        let mut devices = Devices::default();
        pads(&mut devices, &[pad(3, &[Control::PadStart], [0.0; 4])]);
        frame(&mut devices, |devices| devices.set(Control::Enter, true));
        assert!(!pads(&mut devices, &[]).pad_lost);
    }

    #[test]
    fn two_pads_play_as_one_and_only_the_last_used_one_is_missed() {
        let mut devices = Devices::default();
        let (a, b) = (&[Control::PadA][..], &[Control::PadStart][..]);
        let both = pads(&mut devices, &[pad(1, a, [0.3, 0.0, 0.0, 0.0]), pad(2, b, [-1.0, 0.0, 0.0, 0.0])]);
        assert!(both.is_held(Action::ACCEPT) && both.is_held(Action::PAUSE) && both.is_held(Action::LEFT));
        assert_eq!(both.axes[0], -127);
        // The same button on both is one press.
        let again = pads(&mut devices, &[pad(1, b, [0.0; 4]), pad(2, b, [0.0; 4])]);
        assert!(!again.is_pressed(Action::PAUSE) && again.is_held(Action::PAUSE));
        // The second one was used last, so that the first one is not missed.
        let one = pads(&mut devices, &[pad(2, b, [0.0; 4])]);
        assert!(!one.pad_lost && one.is_held(Action::PAUSE));
        let none = pads(&mut devices, &[]);
        assert!(none.pad_lost && none.released.contains(Action::PAUSE));
    }

    #[test]
    fn the_device_is_that_of_the_last_press() {
        let mut devices = Devices::default();
        for (control, device) in [
            (Control::MouseLeft, Device::Mouse),
            (Control::PadB, Device::Pad),
            (Control::Escape, Device::Keyboard),
        ] {
            let input = frame(&mut devices, |devices| devices.set(control, true));
            assert_eq!((input.device, input.control), (device, Some(control)));
            let input = frame(&mut devices, |devices| devices.set(control, false));
            assert_eq!((input.device, input.control), (device, None));
        }
    }
}
