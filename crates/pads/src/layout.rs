//! What the codes of a Linux input device mean.

use std::collections::BTreeMap;

use proscenium_core::platform::PadState;

use super::mapping::{Mappings, PadId, Part, Source, Target};

/// The types of events, from Linux's `input-event-codes.h`.
pub(super) const KEY: u16 = 1;
pub(super) const ABS: u16 = 3;

/// Codes of keys and axes there.
const JOYSTICK: u16 = 0x120;
const SOUTH: u16 = 0x130;
const LAST_BUTTON: u16 = 0x13e;
const X: u16 = 0;
const Y: u16 = 1;
const Z: u16 = 2;
const RX: u16 = 3;
const RY: u16 = 4;
const RZ: u16 = 5;
const GAS: u16 = 9;
const BRAKE: u16 = 10;
const HAT0X: u16 = 0x10;
const HAT3Y: u16 = 0x17;

/// The buttons of Linux's gamepads in the order of a `PadState`. The kernel has no code for a direction of a
/// pad that has a hat.
const GAMEPAD: [u16; PadState::BUTTONS] = [
    SOUTH, 0x131, 0x133, 0x134, 0x136, 0x137, 0x138, 0x139, 0x13a, 0x13b, 0x13d, 0x13e, 0x220, 0x221, 0x222,
    0x223, 0x13c,
];
/// Drivers for pads of these makers follow the kernel's rule, by which 0x133 is the upper button. For all others
/// it is the one with an X on it, the left one.
const SONY: u16 = 0x054c;
const NINTENDO: u16 = 0x057e;

/// The buttons of pads that have no driver of their own, by number, as most old pads have them.
const PLAIN: [usize; 13] = [2, 0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16];

/// A device as it describes itself.
#[derive(Clone, Debug, Default)]
pub(super) struct Description {
    pub(super) id: PadId,
    /// The codes of its keys, ascending.
    pub(super) keys: Vec<u16>,
    /// Its axes, ascending: code, minimum, maximum.
    pub(super) axes: Vec<(u16, i32, i32)>,
}

impl Description {
    /// Whether it is a pad: mice, keyboards and motion sensors have no such buttons.
    pub(super) fn is_pad(&self) -> bool {
        self.keys.iter().any(|code| (JOYSTICK..=LAST_BUTTON).contains(code))
            && self.axes.iter().any(|(code, ..)| *code == X || *code == HAT0X)
    }

    /// The codes of the buttons in the order in which SDL numbers them.
    fn numbered_buttons(&self) -> Vec<u16> {
        let (keys, buttons): (Vec<u16>, Vec<u16>) = self.keys.iter().partition(|code| **code < JOYSTICK);
        [buttons, keys].concat()
    }

    fn code_of(&self, source: Source) -> Option<(Code, Part, bool)> {
        match source {
            Source::Button(number) => {
                self.numbered_buttons().get(number).map(|code| ((KEY, *code), Part::Whole, false))
            }
            Source::Axis(number, part, is_inverted) => {
                let mut plain = self.axes.iter().filter(|(code, ..)| !(HAT0X..=HAT3Y).contains(code));
                plain.nth(number).map(|(code, ..)| ((ABS, *code), part, is_inverted))
            }
            Source::Hat(number, direction) => {
                let is_vertical = direction == 1 || direction == 4;
                let code = HAT0X.checked_add(u16::try_from(number).ok()?.checked_mul(2)?)?;
                let part = if direction == 2 || direction == 4 { Part::Positive } else { Part::Negative };
                Some(((ABS, code + u16::from(is_vertical)), part, false))
            }
        }
    }
}

/// The type and the code of an event.
type Code = (u16, u16);

/// What a code, or a part of its axis, means. The axis may be inverted.
type Row = (Code, Part, /* is inverted */ bool, Target);

/// What each code of a device means, and the values that it had last.
#[derive(Debug)]
pub(super) struct Layout {
    rows: Vec<Row>,
    ranges: BTreeMap<u16, (i32, i32)>,
    values: BTreeMap<Code, i32>,
}

impl Layout {
    /// The layout by the mapping for the device, or else by its driver, or else in the order of most pads.
    pub(super) fn new(device: &Description, mappings: &Mappings) -> Self {
        let mapped = mappings.find(device.id).map(|rows| {
            let code = |(source, target): &(Source, Target)| {
                device.code_of(*source).map(|(code, part, is_inverted)| (code, part, is_inverted, *target))
            };
            rows.iter().filter_map(code).collect()
        });
        let rows = mapped.unwrap_or_else(|| Self::unmapped(device));
        let ranges = device.axes.iter().map(|(code, min, max)| (*code, (*min, *max))).collect();
        Self { rows, ranges, values: BTreeMap::new() }
    }

    /// The rows of a device without a mapping.
    fn unmapped(device: &Description) -> Vec<Row> {
        let has_driver = device.keys.contains(&SOUTH);
        let mut codes = GAMEPAD;
        if [SONY, NINTENDO].contains(&device.id.vendor) {
            codes.swap(2, 3);
        }
        let buttons: Vec<_> = match has_driver {
            true => codes.into_iter().zip(0..).collect(),
            false => device.numbered_buttons().into_iter().zip(PLAIN).collect(),
        };
        let has_second_stick = device.axes.iter().any(|(code, ..)| *code == RX);
        let (sticks, triggers) = match (has_driver, has_second_stick) {
            (true, true) => ([X, Y, RX, RY], [Z, RZ]),
            // The kernel's driver for all pads without one of their own: Xbox pads by Bluetooth, for example.
            (true, false) => ([X, Y, Z, RZ], [BRAKE, GAS]),
            (false, _) => ([X, Y, Z, RZ], [RX, RY]),
        };
        let mut rows = Vec::new();
        let mut add = |code, part, target| rows.push((code, part, false, target));
        for (code, button) in buttons {
            add((KEY, code), Part::Whole, Target::Button(button));
        }
        for (code, axis) in sticks.into_iter().zip(0..) {
            add((ABS, code), Part::Whole, Target::Axis(axis, Part::Whole));
        }
        for (code, button) in triggers.into_iter().zip([6, 7]) {
            add((ABS, code), Part::Whole, Target::Button(button));
        }
        for (code, less, more) in [(HAT0X, 14, 15), (HAT0X + 1, 12, 13)] {
            add((ABS, code), Part::Negative, Target::Button(less));
            add((ABS, code), Part::Positive, Target::Button(more));
        }
        rows
    }

    /// Takes the value of a key or an axis.
    pub(super) fn set(&mut self, kind: u16, code: u16, value: i32) {
        if kind == KEY || kind == ABS {
            self.values.insert((kind, code), value);
        }
    }

    /// The pad with the values that it has now.
    pub(super) fn state(&self) -> PadState {
        let mut state = PadState::default();
        for (code, part, is_inverted, target) in &self.rows {
            let Some(value) = self.values.get(code) else { continue };
            // From 0 to 1 where it is a button or a half of an axis, else from -1 to 1.
            let mut value = match code.0 {
                KEY => f32::from(u8::from(*value != 0)),
                _ => self.along_axis(code.1, *value),
            };
            if *is_inverted {
                value = -value;
            }
            let is_whole_axis = code.0 == ABS && *part == Part::Whole;
            match part {
                Part::Positive => value = value.max(0.0),
                Part::Negative => value = (-value).max(0.0),
                Part::Whole => {}
            }
            match *target {
                Target::Button(button) => {
                    let pressed = if is_whole_axis { (value + 1.0) / 2.0 } else { value };
                    state.buttons[button] = state.buttons[button].max(pressed);
                }
                Target::Axis(axis, half) => {
                    let sign = if half == Part::Negative { -1.0 } else { 1.0 };
                    let axis = &mut state.axes[axis];
                    *axis = (*axis + sign * value).clamp(-1.0, 1.0);
                }
            }
        }
        state
    }

    fn along_axis(&self, code: u16, value: i32) -> f32 {
        let (min, max) = self.ranges.get(&code).copied().unwrap_or((-1, 1));
        if min >= max {
            return 0.0;
        }
        let (min, max, value) = (f64::from(min), f64::from(max), f64::from(value));
        ((value - min) / (max - min) * 2.0 - 1.0).clamp(-1.0, 1.0) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STICK: (i32, i32) = (-32768, 32767);

    /// An Xbox 360 pad as Linux's driver shows it.
    fn xbox() -> Description {
        let axis = |code, (min, max)| (code, min, max);
        Description {
            id: PadId { bus: 3, vendor: 0x045e, product: 0x028e, version: 0x0110 },
            keys: vec![0x130, 0x131, 0x133, 0x134, 0x136, 0x137, 0x13a, 0x13b, 0x13c, 0x13d, 0x13e],
            axes: vec![
                axis(X, STICK),
                axis(Y, STICK),
                axis(Z, (0, 255)),
                axis(RX, STICK),
                axis(RY, STICK),
                axis(RZ, (0, 255)),
                axis(HAT0X, (-1, 1)),
                axis(HAT0X + 1, (-1, 1)),
            ],
        }
    }

    /// The pressed buttons and the axes after these events.
    fn after(device: &Description, table: &str, events: &[(u16, u16, i32)]) -> (Vec<usize>, [f32; 4]) {
        let mut mappings = Mappings::default();
        if !table.is_empty() {
            assert_eq!(mappings.add(table), Vec::<String>::new());
        }
        let mut layout = Layout::new(device, &mappings);
        events.iter().for_each(|(kind, code, value)| layout.set(*kind, *code, *value));
        let state = layout.state();
        let pressed = (0..PadState::BUTTONS).filter(|button| state.buttons[*button] > 0.5).collect();
        (pressed, state.axes)
    }

    #[test]
    fn a_pad_with_a_driver_needs_no_mapping() {
        let rest = [(ABS, Z, 0), (ABS, RZ, 0), (ABS, HAT0X, 0)];
        assert_eq!(after(&xbox(), "", &rest), (vec![], [0.0; 4]));
        let events =
            [(KEY, 0x130, 1), (KEY, 0x133, 1), (ABS, RZ, 255), (ABS, HAT0X + 1, -1), (ABS, RX, 32767)];
        assert_eq!(after(&xbox(), "", &events), (vec![0, 2, 7, 12], [0.0, 0.0, 1.0, 0.0]));
    }

    #[test]
    fn a_pad_of_the_general_driver_has_its_triggers_on_the_pedals() {
        let axes = [X, Y, Z, RZ, GAS, BRAKE].map(|code| (code, 0, 255)).to_vec();
        let pad = Description { axes, ..xbox() };
        let rest = [X, Y, Z, RZ].map(|code| (ABS, code, 128));
        let rest = [&rest[..], &[(ABS, GAS, 0), (ABS, BRAKE, 0)]].concat();
        assert!(after(&pad, "", &rest).0.is_empty());
        let events = [(ABS, Z, 255), (ABS, RZ, 0), (ABS, BRAKE, 255)];
        assert_eq!(after(&pad, "", &events), (vec![6], [0.0, 0.0, 1.0, -1.0]));
    }

    #[test]
    fn makers_disagree_which_button_is_the_upper_one() {
        let mut sony = xbox();
        sony.id.vendor = SONY;
        assert_eq!(after(&xbox(), "", &[(KEY, 0x133, 1)]).0, [2]);
        assert_eq!(after(&sony, "", &[(KEY, 0x133, 1)]).0, [3]);
    }

    #[test]
    fn a_mapping_goes_before_the_driver() {
        // Buttons 0 and 10, the first axis inverted, and a hat as a stick.
        let table = "030000005e0400008e02000010010000,A pad,b:b0,y:b10,leftx:a0~,+righty:h0.4,-righty:h0.1,\
                     righttrigger:a5,platform:Linux,";
        let events = [
            (KEY, 0x130, 1),
            (KEY, 0x13e, 1),
            (ABS, X, 32767),
            (ABS, HAT0X + 1, -1),
            (ABS, RZ, 200),
            (KEY, 0x131, 1),
        ];
        assert_eq!(after(&xbox(), table, &events), (vec![1, 3, 7], [-1.0, 0.0, 0.0, -1.0]));
    }

    #[test]
    fn an_unknown_pad_has_the_order_of_most() {
        let device = Description {
            id: PadId::default(),
            keys: (0x120..0x12c).collect(),
            axes: vec![(X, 0, 255), (Y, 0, 255), (Z, 0, 255), (RZ, 0, 255), (HAT0X, -1, 1)],
        };
        assert!(device.is_pad());
        let events = [(KEY, 0x121, 1), (KEY, 0x129, 1), (ABS, Z, 255), (ABS, HAT0X, 1)];
        assert_eq!(after(&device, "", &events), (vec![0, 9, 15], [0.0, 0.0, 1.0, 0.0]));
    }

    #[test]
    fn a_device_without_buttons_of_a_pad_is_none() {
        let sensor = Description { keys: vec![], axes: vec![(X, -9, 9)], ..Description::default() };
        let mouse = Description { keys: vec![0x110, 0x111], ..sensor.clone() };
        let wheel_only = Description { keys: vec![0x150], ..sensor.clone() };
        assert!(xbox().is_pad() && !sensor.is_pad() && !mouse.is_pad() && !wheel_only.is_pad());
    }

    #[test]
    fn a_mapping_of_what_a_device_does_not_have_does_nothing() {
        let table =
            "030000005e0400008e02000010010000,A pad,a:b99,b:b1,leftx:a77,dpup:h40000.1,platform:Linux,";
        let events = [(KEY, 0x131, 1), (ABS, X, 32767), (ABS, 0x3f, 5)];
        assert_eq!(after(&xbox(), table, &events), (vec![1], [0.0; 4]));
    }
}
