//! The objects of a level and the properties that the editor puts on things.

use std::collections::BTreeMap;

/// An object of a level, such as the place where the player starts.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelObject {
    /// Its name in the editor; may be empty.
    pub name: String,
    /// Its class in the editor; may be empty.
    pub class: String,
    /// The left edge in pixels from the left of the level.
    pub x: f32,
    /// The upper edge in pixels from the top of the level, also for an object that shows a tile
    /// (in the editor such an object stands on its lower edge).
    pub y: f32,
    /// Width in pixels; 0 for a point.
    pub width: f32,
    /// Height in pixels; 0 for a point.
    pub height: f32,
    /// Its properties, with those of its template.
    pub properties: BTreeMap<String, PropertyValue>,
}

/// The value of a property that the editor put on a map, a tile or an object.
#[derive(Clone, Debug, PartialEq)]
pub enum PropertyValue {
    /// Yes or no.
    Bool(bool),
    /// A whole number.
    Int(i32),
    /// A number; the file may well say `nan` or `inf`.
    Float(f32),
    /// A text.
    Text(String),
    /// Red, green, blue, alpha.
    Color([u8; 4]),
    /// The path of a file as it was written, seen from the file that has the property. It is not
    /// checked: take it through [`AssetPath::sibling`](crate::platform::AssetPath::sibling).
    File(String),
    /// The number of an object; 0 for none.
    Object(u32),
    /// Several values.
    List(Vec<Self>),
    /// The members of a class.
    Class(BTreeMap<String, Self>),
}

impl PropertyValue {
    /// The value of a yes or no.
    #[must_use]
    pub const fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The value of a whole number.
    #[must_use]
    pub const fn as_int(&self) -> Option<i32> {
        match self {
            Self::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// The value of a number, whole or not.
    #[must_use]
    pub const fn as_float(&self) -> Option<f32> {
        match self {
            Self::Float(value) => Some(*value),
            Self::Int(value) => Some(*value as f32),
            _ => None,
        }
    }

    /// The value of a text.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(value) => Some(value),
            _ => None,
        }
    }
}
