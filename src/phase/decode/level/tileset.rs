//! The tilesets of a level: which part of which picture a tile shows, and what it is marked with.

use std::collections::BTreeMap;

use super::object::PropertyValue;
use crate::platform::AssetPath;

/// The property that makes a tile solid.
const SOLID: &str = "solid";

/// The tiles of one picture.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelTileset {
    /// Its name in the editor.
    pub name: String,
    /// Its picture; `None` for a collection of single pictures, which has nothing to draw here.
    pub image: Option<AssetPath>,
    /// How many tiles a row of the picture has.
    pub columns: u32,
    /// How many tiles it has.
    pub tile_count: u32,
    /// Width of a tile in pixels.
    pub tile_width: u32,
    /// Height of a tile in pixels.
    pub tile_height: u32,
    /// The pixels around the tiles of the picture.
    pub margin: u32,
    /// The pixels between the tiles of the picture.
    pub spacing: u32,
    /// The properties of the tiles that have any.
    pub(super) properties: BTreeMap<u32, BTreeMap<String, PropertyValue>>,
}

impl LevelTileset {
    /// The property `name` of the tile `id`.
    #[must_use]
    pub fn property(&self, id: u32, name: &str) -> Option<&PropertyValue> {
        self.properties.get(&id)?.get(name)
    }

    /// Whether the boolean property `solid` of the tile `id` is true.
    #[must_use]
    pub fn is_solid(&self, id: u32) -> bool {
        self.property(id, SOLID) == Some(&PropertyValue::Bool(true))
    }

    /// The left edge, the upper edge, the width and the height of the tile `id` in the picture,
    /// in pixels; `None` for a tile that the picture does not have. It is not checked that the
    /// picture is as large as the tileset says.
    #[must_use]
    pub fn source_rect(&self, id: u32) -> Option<(u32, u32, u32, u32)> {
        if self.image.is_none() || id >= self.tile_count {
            return None;
        }
        let (column, row) = (id.checked_rem(self.columns)?, id.checked_div(self.columns)?);
        let edge =
            |size: u32, nth: u32| size.checked_add(self.spacing)?.checked_mul(nth)?.checked_add(self.margin);
        Some((
            edge(self.tile_width, column)?,
            edge(self.tile_height, row)?,
            self.tile_width,
            self.tile_height,
        ))
    }

    /// How many of its tiles have properties.
    pub(super) fn tiles_with_properties(&self) -> usize {
        self.properties.len()
    }
}
