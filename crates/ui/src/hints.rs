//! Texts for the device of the player, with the names of its keys and buttons.

use std::rc::Rc;

use proscenium_core::flow::Shared;
use proscenium_core::platform::{Control, Device};
use proscenium_formats::FluentValue;

use super::look::Look;
use super::player::PlayerLook;

impl Look<'_> {
    /// Returns the text of `key` for a device. Its variable `device` is `pad`, `touch` or `keyboard`, and a variable with
    /// the name of an action is the [name](Self::control_name) of its first key or button, as it is bound now: `{ $jump }`.
    /// (Feature `strings`.)
    pub fn text_for(&self, device: Device, key: &str) -> String {
        self.format_for(device, key, &[])
    }

    /// As [`text_for`](Self::text_for), with values for further variables. (Feature `strings`.)
    pub fn format_for(&self, device: Device, key: &str, values: &[(&str, FluentValue<'_>)]) -> String {
        let (name, bound) = match device {
            Device::Pad => ("pad", Device::Pad),
            Device::Touch => ("touch", Device::Keyboard),
            Device::Keyboard | Device::Mouse => ("keyboard", Device::Keyboard),
        };
        let mut values = values.to_vec();
        values.push(("device", name.into()));
        if let Some(player) = self.values.and_then(Shared::get::<Rc<dyn PlayerLook>>) {
            let map = player.controls();
            values.extend(map.actions().map(|action| {
                let control = map.control_on(bound, action);
                (action.name(), control.map_or_else(|| "-".to_owned(), |it| self.control_name(it)).into())
            }));
        }
        self.format(key, &values)
    }

    /// Returns the name of a key, a button or a direction of a stick in the player's language. Its texts are
    /// `control-space`, `control-mouse-left`, `control-mouse-right`, `control-mouse-middle`, and with a variable `name`
    /// `control-left` and `control-right` (Shift), `control-keypad`, `control-pad` (an arrow), `control-left-stick` and
    /// `control-right-stick`. A text that is not there is English. (Feature `strings`.)
    pub fn control_name(&self, control: Control) -> String {
        let (key, english, name) = parts(control);
        let text = if key.is_empty() { None } else { self.find_text(key, &[("name", name.into())]) };
        text.unwrap_or_else(|| format!("{english}{name}"))
    }
}

/// The key of the text of a control, the English text up to the name, and the name, which is the same in all languages.
fn parts(control: Control) -> (&'static str, &'static str, &'static str) {
    use Control as C;
    let name = control.name();
    let plain = |name| ("", "", name);
    let arrows = [("Left", "←"), ("Right", "→"), ("Up", "↑"), ("Down", "↓")];
    let arrow = arrows.into_iter().find(|(end, _)| name.ends_with(end)).map_or("", |(_, arrow)| arrow);
    let modifier = |side| match name.strip_prefix(side).unwrap_or(name) {
        "Control" => "Ctrl",
        name => name,
    };
    match control {
        C::Left | C::Right | C::Up | C::Down => plain(arrow),
        C::PadLeft | C::PadRight | C::PadUp | C::PadDown => ("control-pad", "Pad ", arrow),
        C::PadLeftShoulder => plain("LB"),
        C::PadRightShoulder => plain("RB"),
        C::PadLeftTrigger => plain("LT"),
        C::PadRightTrigger => plain("RT"),
        C::PadLeftStick => plain("LS"),
        C::PadRightStick => plain("RS"),
        C::LeftShift | C::LeftControl | C::LeftAlt | C::LeftSuper => ("control-left", "L ", modifier("Left")),
        C::RightShift | C::RightControl | C::RightAlt | C::RightSuper => {
            ("control-right", "R ", modifier("Right"))
        }
        C::MouseLeft => ("control-mouse-left", "Left click", ""),
        C::MouseRight => ("control-mouse-right", "Right click", ""),
        C::MouseMiddle => ("control-mouse-middle", "Middle click", ""),
        C::Space => ("control-space", "Space", ""),
        C::Escape => plain("Esc"),
        C::Apostrophe => plain("'"),
        C::Comma => plain(","),
        C::Minus => plain("-"),
        C::Period => plain("."),
        C::Slash => plain("/"),
        C::Semicolon => plain(";"),
        C::Equal => plain("="),
        C::LeftBracket => plain("["),
        C::Backslash => plain("\\"),
        C::RightBracket => plain("]"),
        C::GraveAccent => plain("`"),
        _ if name.starts_with("LeftStick") => ("control-left-stick", "Left stick ", arrow),
        _ if name.starts_with("RightStick") => ("control-right-stick", "Right stick ", arrow),
        _ => match (name.strip_prefix("Kp"), name.strip_prefix("Key").or(name.strip_prefix("Pad"))) {
            (Some(key), _) => ("control-keypad", "Keypad ", key),
            (None, key) => plain(key.unwrap_or(name)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_of_a_device_have_names_of_their_own() {
        for device in [Device::Keyboard, Device::Mouse, Device::Pad] {
            let mut names = Vec::new();
            for control in Control::ALL.into_iter().filter(|control| control.device() == device) {
                let (_, english, name) = parts(control);
                let name = format!("{english}{name}");
                assert!(!names.contains(&name), "{control:?}: {name}");
                names.push(name);
            }
        }
    }
}
