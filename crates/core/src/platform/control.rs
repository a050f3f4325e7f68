//! Keys, mouse buttons, pad buttons and directions of sticks, apart from what they do.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::nearest::nearest;

/// A kind of input device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Device {
    /// The keyboard.
    #[default]
    Keyboard,
    /// The mouse.
    Mouse,
    /// A pad.
    Pad,
    /// A touch screen.
    Touch,
}

macro_rules! controls {
    ($($name:ident)*) => {
        /// What can be bound to an action: a key, a mouse button, a button of a pad, or a direction of one of
        /// its sticks.
        ///
        /// Keys are named by their places on a US keyboard, the buttons of all pads as on an Xbox pad: `PadA` is the
        /// lowest of the four. In files a control is its name.
        ///
        /// ```
        /// use proscenium_core::platform::{Control, Device};
        ///
        /// assert_eq!(Control::LeftShift.name(), "LeftShift");
        /// assert_eq!("PadA".parse(), Ok(Control::PadA));
        /// assert_eq!(Control::PadA.device(), Device::Pad);
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[expect(missing_docs, reason = "the names say it")]
        pub enum Control { $($name),* }

        impl Control {
            /// All controls: keys, mouse buttons, then pads.
            pub const ALL: [Self; [$(stringify!($name)),*].len()] = [$(Self::$name),*];

            /// Returns the name in files.
            pub const fn name(self) -> &'static str {
                const NAMES: [&str; Control::ALL.len()] = [$(stringify!($name)),*];
                NAMES[self as usize]
            }
        }
    };
}

// The keys have macroquad's names, and the buttons of a pad the order of a browser's standard pad, which
// `pad` counts in.
controls! {
    A B C D E F G H I J K L M N O P Q R S T U V W X Y Z
    Key0 Key1 Key2 Key3 Key4 Key5 Key6 Key7 Key8 Key9
    Apostrophe Comma Minus Period Slash Semicolon Equal LeftBracket Backslash RightBracket GraveAccent World1 World2
    Space Escape Enter Tab Backspace Insert Delete Right Left Down Up PageUp PageDown Home End
    CapsLock ScrollLock NumLock PrintScreen Pause Menu Back
    LeftShift LeftControl LeftAlt LeftSuper RightShift RightControl RightAlt RightSuper
    F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 F13 F14 F15 F16 F17 F18 F19 F20 F21 F22 F23 F24 F25
    Kp0 Kp1 Kp2 Kp3 Kp4 Kp5 Kp6 Kp7 Kp8 Kp9 KpDecimal KpDivide KpMultiply KpSubtract KpAdd KpEnter KpEqual
    MouseLeft MouseRight MouseMiddle
    PadA PadB PadX PadY PadLeftShoulder PadRightShoulder PadLeftTrigger PadRightTrigger PadBack PadStart
    PadLeftStick PadRightStick PadUp PadDown PadLeft PadRight PadGuide
    LeftStickLeft LeftStickRight LeftStickUp LeftStickDown
    RightStickLeft RightStickRight RightStickUp RightStickDown
}

impl Control {
    /// Returns the device that has it.
    pub const fn device(self) -> Device {
        match self as u8 {
            index if index < Self::MouseLeft as u8 => Device::Keyboard,
            index if index < Self::PadA as u8 => Device::Mouse,
            _ => Device::Pad,
        }
    }

    /// The controls of a pad, the buttons first.
    pub(super) fn of_pad() -> &'static [Self] {
        &Self::ALL[Self::PadA as usize..]
    }
}

impl std::str::FromStr for Control {
    type Err = String;

    /// Reads a [name](Control::name). The error names the nearest known one.
    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|control| control.name() == name);
        found.ok_or_else(|| {
            let known = Self::ALL.iter().map(|control| control.name());
            let guess = nearest(name, known).map(|known| format!("; did you mean `{known}`?"));
            format!("there is no key or button `{name}`{}", guess.unwrap_or_default())
        })
    }
}

impl Serialize for Control {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Control {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
