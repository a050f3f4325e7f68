//! Pads on Windows and macOS.

use gilrs::{Axis, Button, Gilrs, GilrsBuilder};
use proscenium_core::platform::PadState;

use super::mapping::{Mappings, log_errors};

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
pub(super) struct GilrsPads {
    table: String,
    /// `None` before the first frame; an error of the system leaves it without pads.
    gilrs: Option<Option<Gilrs>>,
}

impl GilrsPads {
    /// Adds a table of mappings, before the first frame.
    pub(super) fn add_mappings(&mut self, table: &str) {
        log_errors(&Mappings::default().add(table));
        self.table.push_str(table);
        self.table.push('\n');
    }

    pub(super) fn poll(&mut self, states: &mut Vec<PadState>) {
        let table = &self.table;
        let gilrs = self.gilrs.get_or_insert_with(|| {
            // The dead zones of sticks are ours.
            let builder = GilrsBuilder::new().with_default_filters(false).add_mappings(table);
            builder.build().inspect_err(|error| log::warn!("there are no pads: {error}")).ok()
        });
        let Some(gilrs) = gilrs else { return };
        // A button that was pressed and released since the last frame is pressed.
        let mut taps = Vec::new();
        while let Some(event) = gilrs.next_event() {
            if let gilrs::EventType::ButtonPressed(button, _) = event.event {
                taps.push((event.id, button));
            }
        }
        states.extend(gilrs.gamepads().map(|(id, pad)| PadState {
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
    }
}
