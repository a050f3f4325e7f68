//! Where pads come from, the state of a pad, its dead zones, and its sticks as buttons.

use super::control::Control;

/// A stick or trigger is pressed at this part of its way, and released below the second. In between it stays
/// as it is, so that a hand that trembles presses once.
const PRESSED_AT: f32 = 0.5;
const RELEASED_BELOW: f32 = 0.35;

/// Where pads come from: the desktop (`proscenium-pads`), or the game, such as a pad that the game plays by itself. A
/// window takes them with `WindowInput::with_pads`.
///
/// ```
/// use proscenium_core::platform::{Action, Input, InputMap, PadState, Pads};
/// use proscenium_core::platform::Devices;
///
/// /// A pad that presses A in every other frame.
/// #[derive(Default)]
/// struct Turbo(u32);
///
/// impl Pads for Turbo {
///     fn poll(&mut self, states: &mut Vec<PadState>) {
///         self.0 += 1;
///         let mut pad = PadState::default();
///         pad.buttons[0] = (self.0 % 2) as f32;
///         states.push(pad);
///     }
/// }
///
/// // What a window does in a frame.
/// let (mut pads, mut states, map) = (Turbo::default(), Vec::new(), InputMap::default());
/// pads.poll(&mut states);
/// let (mut devices, mut input) = (Devices::default(), Input::default());
/// devices.set_pads(&states, &map);
/// devices.fill(&map, &mut input);
/// assert!(input.is_pressed(Action::ACCEPT));
/// ```
pub trait Pads {
    /// Adds the state of each pad that is connected to `states`; a pad that is not added is lost. It is called once a
    /// frame. A button that was pressed and released since the last call counts as pressed.
    fn poll(&mut self, states: &mut Vec<PadState>);
}

/// The state of a pad, as a browser's standard pad has it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PadState {
    /// Tells the pads of one source that are connected at one time apart.
    pub id: u32,
    /// How far each button is pressed, from 0 to 1, in the order of [`Control`].
    pub buttons: [f32; Self::BUTTONS],
    /// The left stick, then the right one, each right and down, from -1 to 1.
    pub axes: [f32; Self::AXES],
}

impl PadState {
    /// The number of buttons.
    pub const BUTTONS: usize = 17;
    /// The number of axes: two for each stick.
    pub const AXES: usize = 4;

    const TRIGGERS: [usize; 2] = [6, 7];

    /// The same with the dead zones of its sticks applied: radial, so that a stick has no corners, and from zero on,
    /// so that there is no jump at the edge.
    pub(super) fn with_dead_zones(mut self, dead_zones: [f32; 2]) -> Self {
        for (stick, zone) in self.axes.chunks_exact_mut(2).zip(dead_zones) {
            let zone = zone.clamp(0.0, 0.9);
            let length = (stick[0] * stick[0] + stick[1] * stick[1]).sqrt();
            // Also where the length is NaN or zero.
            let part = if length > zone { ((length - zone) / (1.0 - zone)).min(1.0) / length } else { 0.0 };
            stick.iter_mut().for_each(|axis| *axis = if part > 0.0 { *axis * part } else { 0.0 });
        }
        self
    }

    /// How far each [control of a pad](Control::of_pad) is pressed.
    pub(super) fn values(&self) -> impl Iterator<Item = f32> {
        let directions = self.axes.into_iter().flat_map(|axis| [-axis, axis]);
        self.buttons.into_iter().chain(directions)
    }

    /// The sticks and triggers in steps of 1/127.
    pub(super) fn axes_in_steps(&self) -> [i8; 6] {
        let [left, right] = Self::TRIGGERS.map(|trigger| self.buttons[trigger]);
        let [a, b, c, d] = self.axes;
        // The cast saturates, and NaN becomes 0.
        [a, b, c, d, left, right].map(|value| ((value * 127.0).round() as i8).max(-127))
    }
}

/// Whether a stick or a button that is pressed this far, from 0 to 1, is down. One that was down is released later than it
/// was pressed, so that a hand that trembles presses once.
pub(super) fn is_down(value: f32, was_down: bool) -> bool {
    value >= if was_down { RELEASED_BELOW } else { PRESSED_AT }
}

const _: () = assert!(Control::ALL.len() - Control::PadA as usize == PadState::BUTTONS + 2 * PadState::AXES);

#[cfg(test)]
mod tests {
    use super::*;

    fn tilted(x: f32, y: f32) -> [i8; 6] {
        let pad = PadState { axes: [x, y, 0.0, 0.0], ..PadState::default() };
        pad.with_dead_zones([0.2, 0.5]).axes_in_steps()
    }

    #[test]
    fn a_dead_zone_is_round_and_has_no_step_at_its_edge() {
        assert_eq!(tilted(0.2, 0.0), [0; 6]);
        assert_eq!(tilted(0.14, -0.14), [0; 6]);
        assert_eq!(tilted(0.21, 0.0)[0], 2);
        assert_eq!(tilted(0.15, -0.15)[..2], [1, -1]);
        assert_eq!(tilted(-1.0, 0.0)[..2], [-127, 0]);
        // Cheap pads reach beyond the circle.
        assert_eq!(tilted(1.0, 1.0)[..2], [90, 90]);
        assert_eq!(tilted(f32::NAN, 1.0), [0; 6]);
        assert_eq!(tilted(f32::INFINITY, 1.0), [0; 6]);
    }

    #[test]
    fn each_stick_has_its_own_dead_zone() {
        let pad = PadState { axes: [0.4, 0.0, 0.4, 0.0], ..PadState::default() };
        assert_eq!(pad.with_dead_zones([0.2, 0.5]).axes_in_steps(), [32, 0, 0, 0, 0, 0]);
    }
}
