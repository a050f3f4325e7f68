//! Pads on Windows and macOS.

use gilrs::{Axis, Button, Gilrs, GilrsBuilder};

use super::mapping::{Mappings, log_errors};
use crate::platform::pad::PadState;

/// The buttons in the order of a `PadState`.
const BUTTONS: [Button; PadState::BUTTONS] = [
    Button::South,
    Button::East,
    Button::West,
    Button::North,
    Button::LeftTrigger,
    Button::RightTrigger,
    Button::LeftTrigger2,
    Button::RightTrigger2,
    Button::Select,
    Button::Start,
    Button::LeftThumb,
    Button::RightThumb,
    Button::DPadUp,
    Button::DPadDown,
    Button::DPadLeft,
    Button::DPadRight,
    Button::Mode,
];

/// All pads that are connected.
#[derive(Debug, Default)]
pub(crate) struct GilrsPads {
    table: String,
    /// `None` before the first frame; an error of the system leaves it without pads.
    gilrs: Option<Option<Gilrs>>,
    states: Vec<PadState>,
}

impl GilrsPads {
    /// Adds a table of mappings, before the first frame.
    pub(crate) fn add_mappings(&mut self, table: &str) {
        log_errors(&Mappings::default().add(table));
        self.table.push_str(table);
        self.table.push('\n');
    }

    /// The state of each pad.
    pub(crate) fn poll(&mut self) -> &[PadState] {
        let table = &self.table;
        let gilrs = self.gilrs.get_or_insert_with(|| {
            // The dead zones of sticks are ours.
            let builder = GilrsBuilder::new().with_default_filters(false).add_mappings(table);
            builder.build().inspect_err(|error| log::warn!("there are no pads: {error}")).ok()
        });
        self.states.clear();
        let Some(gilrs) = gilrs else { return &self.states };
        // A button that was pressed and released since the last frame is pressed.
        let mut taps = Vec::new();
        while let Some(event) = gilrs.next_event() {
            if let gilrs::EventType::ButtonPressed(button, _) = event.event {
                taps.push((event.id, button));
            }
        }
        self.states.extend(gilrs.gamepads().map(|(id, pad)| PadState {
            id: u32::try_from(usize::from(id)).unwrap_or_default(),
            buttons: BUTTONS.map(|button| {
                let value = pad.button_data(button).map_or(0.0, gilrs::ev::state::ButtonData::value);
                if taps.contains(&(id, button)) { 1.0 } else { value }
            }),
            // Up is positive there.
            axes: [
                pad.value(Axis::LeftStickX),
                -pad.value(Axis::LeftStickY),
                pad.value(Axis::RightStickX),
                -pad.value(Axis::RightStickY),
            ],
        }));
        &self.states
    }
}
