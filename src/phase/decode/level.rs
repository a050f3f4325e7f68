//! Levels: maps of the Tiled editor with their tilesets, as plain data.
//!
//! A level is several files: the map names tilesets and templates, which may name more. They are
//! read one after the other through the asset source ([`files`]), each is surveyed before
//! anything is built from it ([`survey`]), then `tiled` reads them from memory ([`reader`]) and
//! the result is turned into the types of this module ([`convert`]).

mod convert;
mod files;
mod object;
mod reader;
mod survey;
mod tileset;

use std::collections::BTreeMap;

pub(super) use files::{LevelFiles, read_level};
pub use object::{LevelObject, PropertyValue};
pub use tileset::LevelTileset;

use crate::phase::error::LoadCause;
use crate::platform::AssetPath;

/// One tile of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The index of its tileset in [`Level::tilesets`].
    pub tileset: u16,
    /// Its number inside the tileset, from 0, rows from the top.
    pub id: u32,
    /// Whether it is mirrored left to right.
    pub flip_x: bool,
    /// Whether it is mirrored top to bottom.
    pub flip_y: bool,
    /// Whether it is mirrored along the diagonal from the top left to the bottom right, which
    /// happens before the other two. With them it makes a turn by a quarter.
    pub flip_d: bool,
}

/// One layer of tiles, as large as the level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileLayer {
    /// Its name in the editor.
    pub name: String,
    /// Whether it, and the groups it is in, are shown.
    pub visible: bool,
    /// The width in tiles.
    width: u32,
    /// The tiles, rows from the top; `None` where there is none.
    pub tiles: Vec<Option<Tile>>,
}

impl TileLayer {
    /// The tile in column `x` and row `y`; `None` where there is none and outside.
    #[must_use]
    pub fn tile(&self, x: i32, y: i32) -> Option<Tile> {
        let (x, y) = (u32::try_from(x).ok()?, usize::try_from(y).ok()?);
        if x >= self.width {
            return None;
        }
        let index = y.checked_mul(self.width as usize)?.checked_add(x as usize)?;
        self.tiles.get(index).copied().flatten()
    }
}

/// A map of the Tiled editor: orthogonal, of a fixed size of at most 1024 x 1024 tiles, with at
/// most 64 layers and 64 tilesets. Layers inside groups are listed as if there were no groups.
/// Layers of pictures are left out.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    width: u32,
    height: u32,
    tile_width: u32,
    tile_height: u32,
    layers: Vec<TileLayer>,
    tilesets: Vec<LevelTileset>,
    objects: Vec<LevelObject>,
    properties: BTreeMap<String, PropertyValue>,
    /// One for each tile, rows from the top.
    solid: Vec<bool>,
}

impl Level {
    /// Width in tiles.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Height in tiles.
    #[must_use]
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// Width of a tile in pixels.
    #[must_use]
    pub const fn tile_width(&self) -> u32 {
        self.tile_width
    }

    /// Height of a tile in pixels.
    #[must_use]
    pub const fn tile_height(&self) -> u32 {
        self.tile_height
    }

    /// The layers of tiles, from the bottom to the top.
    #[must_use]
    pub fn layers(&self) -> &[TileLayer] {
        &self.layers
    }

    /// The tilesets, as [`Tile::tileset`] counts them.
    #[must_use]
    pub fn tilesets(&self) -> &[LevelTileset] {
        &self.tilesets
    }

    /// The objects of all layers, in the order of the file.
    #[must_use]
    pub fn objects(&self) -> &[LevelObject] {
        &self.objects
    }

    /// The first object called `name`.
    #[must_use]
    pub fn object(&self, name: &str) -> Option<&LevelObject> {
        self.objects.iter().find(|object| object.name == name)
    }

    /// The properties of the map.
    #[must_use]
    pub const fn properties(&self) -> &BTreeMap<String, PropertyValue> {
        &self.properties
    }

    /// Whether a layer, shown or not, has a tile in column `x` and row `y` whose boolean property
    /// `solid` is true. Everything outside the level is solid.
    #[must_use]
    pub fn is_solid(&self, x: i32, y: i32) -> bool {
        match (u32::try_from(x), u32::try_from(y)) {
            (Ok(x), Ok(y)) if x < self.width && y < self.height => {
                let index = y as usize * self.width as usize + x as usize;
                self.solid.get(index).copied().unwrap_or(true)
            }
            _ => true,
        }
    }

    /// The memory it holds in bytes, roughly.
    pub(super) fn memory(&self) -> u64 {
        let tiles: usize = self.layers.iter().map(|layer| layer.tiles.len()).sum();
        let with_data: usize = self.tilesets.iter().map(LevelTileset::tiles_with_properties).sum();
        let bytes = tiles * size_of::<Option<Tile>>()
            + self.solid.len()
            + (self.objects.len() + with_data + self.properties.len()) * 256;
        bytes as u64
    }
}

/// Builds a level from its files, which were surveyed when they were read.
pub(super) fn decode_level(path: &AssetPath, files: &LevelFiles) -> Result<Level, LoadCause> {
    convert::level_of(path, &reader::map_of(path, files)?)
}

#[cfg(test)]
mod tests;
