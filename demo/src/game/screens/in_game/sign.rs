//! The sign posts of a level.

use proscenium::formats::Level;
use proscenium::formats::tiled::PropertyValue;

pub struct Sign {
    pub(super) spot: (f32, f32),
    pub text: String,
}

impl Sign {
    /// The objects of the type `sign`.
    pub fn all(level: &Level) -> impl Iterator<Item = Self> {
        let signs = level.objects().filter(|object| object.user_type == "sign");
        signs.filter_map(|object| {
            let PropertyValue::StringValue(text) = object.properties.get("text")? else { return None };
            Some(Self { spot: (object.x, object.y), text: text.clone() })
        })
    }
}
