//! Levels: maps of the Tiled editor.

mod reader;

use std::error::Error;
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};

use tiled::{Layer, LayerType, Map, Object, TileLayer, Tileset};

use crate::phase::{Asset, CheckContext, DecodeContext, DecodeError, Texture};
use crate::platform::{AssetPath, BadAssetPath};

/// The maximum side of a level in tiles.
const MAX_SIDE: u32 = 1024;

/// A map of the Tiled editor, of a fixed size of at most 1024 x 1024 tiles: a [`tiled::Map`] with lookups
/// for games. Its tilesets and templates may be files of their own.
///
/// The images of tilesets are not loaded with it; the phase has them as textures.
#[derive(Debug)]
pub struct Level {
    map: Map,
    bytes: u64,
}

impl Level {
    /// Returns the layers of tiles, bottom to top, those in groups included.
    pub fn tile_layers(&self) -> impl Iterator<Item = (Layer<'_>, TileLayer<'_>)> {
        let layers = flat(self.map.layers()).into_iter();
        layers.filter_map(|layer| Some((layer, layer.as_tile_layer()?)))
    }

    /// Returns the objects of all layers, in the order of the file.
    pub fn objects(&self) -> impl Iterator<Item = Object<'_>> {
        flat(self.map.layers())
            .into_iter()
            .filter_map(Layer::as_object_layer)
            .flat_map(|layer| layer.objects())
    }

    /// Returns the first object called `name`.
    pub fn object(&self, name: &str) -> Option<Object<'_>> {
        self.objects().find(|object| object.name == name)
    }

    /// Returns the left edge, the upper edge, the width and the height of the tile `id` in the image of
    /// its tileset, in pixels; `None` if the image does not have it.
    pub fn source_rect(tileset: &Tileset, id: u32) -> Option<(u32, u32, u32, u32)> {
        if tileset.image.is_none() || id >= tileset.tilecount {
            return None;
        }
        let (column, row) = (id.checked_rem(tileset.columns)?, id.checked_div(tileset.columns)?);
        let edge = |size: u32, nth: u32| {
            size.checked_add(tileset.spacing)?.checked_mul(nth)?.checked_add(tileset.margin)
        };
        let (width, height) = (tileset.tile_width, tileset.tile_height);
        Some((edge(width, column)?, edge(height, row)?, width, height))
    }

    /// The images of the tilesets.
    fn images(&self) -> impl Iterator<Item = Result<AssetPath, BadAssetPath>> {
        let images = self.map.tilesets().iter().filter_map(|tileset| tileset.image.as_ref());
        images.map(|image| reader::asset_path(&image.source))
    }

    /// Checks each tile, so that later lookups cannot fail.
    fn survey(&self, cx: &DecodeContext<'_>) -> Result<(), DecodeError> {
        let (width, height) = (self.map.width, self.map.height);
        if self.map.infinite() || !(1..=MAX_SIDE).contains(&width) || !(1..=MAX_SIDE).contains(&height) {
            return Err(cx.error(format!("a level needs a fixed size (max. {MAX_SIDE} x {MAX_SIDE} tiles)")));
        }
        for (layer, tiles) in self.tile_layers() {
            let incomplete = || cx.error(format!("the layer `{}` has fewer tiles than the map", layer.name));
            if (tiles.width(), tiles.height()) != (Some(width), Some(height)) {
                return Err(incomplete());
            }
            // `tiled` panics if a compressed layer is too short.
            catch_unwind(AssertUnwindSafe(|| {
                for index in 0..width * height {
                    tiles.get_tile((index % width) as i32, (index / width) as i32);
                }
            }))
            .map_err(|_| incomplete())?;
        }
        if let Some(object) = self.objects().find(|object| !object.x.is_finite() || !object.y.is_finite()) {
            return Err(cx.error(format!("the place of the object `{}` is not finite", object.name)));
        }
        Ok(())
    }
}

impl Deref for Level {
    type Target = Map;

    fn deref(&self) -> &Map {
        &self.map
    }
}

impl Asset for Level {
    const KIND: &'static str = "level";
    const EXTENSIONS: &'static [&'static str] = &["tmx"];
    const MAX_BYTES: usize = 16 << 20;

    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let map = reader::read(bytes, cx)?;
        let level = Self { map, bytes: bytes.len() as u64 * 8 };
        level.images().try_for_each(|image| image.map(drop))?;
        level.survey(cx)?;
        Ok(level)
    }

    fn memory(&self) -> u64 {
        self.bytes
    }

    fn check(&self, cx: &mut CheckContext<'_>) {
        for image in self.images().flatten() {
            if !cx.others::<Texture>().any(|(path, _)| *path == image) {
                let level = cx.path();
                cx.problem(format!("{level} draws with {image}, which the phase does not load as a texture"));
            }
        }
    }
}

/// The layers, with groups replaced by their layers.
fn flat<'a>(layers: impl Iterator<Item = Layer<'a>>) -> Vec<Layer<'a>> {
    layers
        .flat_map(|layer| match layer.layer_type() {
            LayerType::Group(group) => flat(group.layers()),
            _ => vec![layer],
        })
        .collect()
}
