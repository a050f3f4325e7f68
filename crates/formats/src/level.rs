//! Levels: maps of the Tiled editor.

mod edits;
mod layer;
mod limits;
mod old_tileset;
mod reader;
mod tiles;
mod xml;

use std::f32::consts::{FRAC_PI_2, FRAC_PI_3};
use std::ops::Deref;

pub use layer::LevelLayer;
use limits::{MAX_PLACES, MAX_SIDE};
use tiled::{
    ChunkData, ImageLayer, LayerTileData, Map, Object, ObjectLayer, Orientation, TileLayer, Tileset,
};

use proscenium_core::phase::{AnyError, Asset, CheckContext, DecodeContext, DecodeError, Texture};
use proscenium_core::platform::{AssetPath, ReadError};

/// A map of the Tiled editor: a [`tiled::Map`] with lookups for games. Its tilesets and templates may be separate
/// files.
///
/// A file is read as the crate `tiled` reads it: what Tiled 1.5 and later write, and most of what older versions wrote,
/// in each [orientation](Map::orientation). A map that it does not read, such as one with layers of the format `XML`,
/// is an error that says how to save it again. A colour property that is not set is transparent.
///
/// A map has at most 1024 x 1024 tiles, and so has each chunk of an infinite one; it has at most 256 tilesets. The numbers
/// of tiles and the sizes are checked before anything is reserved for them.
///
/// The images of tilesets and layers are not loaded with it; the phase has them as textures.
///
/// # Drawing
///
/// ```no_run
/// # use proscenium_formats::Level;
/// fn draw(level: &Level) {
///     for (number, (layer, tiles)) in level.tile_layers().enumerate().filter(|(_, (layer, _))| layer.visible) {
///         for (x, y) in (0..level.height as i32).flat_map(|y| (0..level.width as i32).map(move |x| (x, y))) {
///             let Some(tile) = tiles.get_tile(x, y) else { continue };
///             let source = Level::source_rect(tile.get_tileset(), tile.id());
///             let (rotation, flip_x, flip_y) = level.turn(number, (x, y), &tile);
///             // `draw_texture_ex` takes all four; the layer has its opacity and its offset.
///         }
///     }
/// }
/// ```
#[derive(Debug)]
pub struct Level {
    map: Map,
    /// The number of a layer of tiles, column and row of each tile that is turned by 120 degrees, sorted.
    turned: Vec<(usize, i32, i32)>,
    bytes: u64,
}

impl Level {
    /// Returns the layers of tiles, bottom to top, including layers in groups.
    pub fn tile_layers(&self) -> impl Iterator<Item = (LevelLayer<'_>, TileLayer<'_>)> {
        self.flat_layers().filter_map(|layer| Some((layer, layer.as_tile_layer()?)))
    }

    /// Returns the layers that are an image, bottom to top, including layers in groups.
    pub fn image_layers(&self) -> impl Iterator<Item = (LevelLayer<'_>, ImageLayer<'_>)> {
        self.flat_layers().filter_map(|layer| Some((layer, layer.as_image_layer()?)))
    }

    /// Returns the layers of objects, bottom to top, including layers in groups.
    pub fn object_layers(&self) -> impl Iterator<Item = (LevelLayer<'_>, ObjectLayer<'_>)> {
        self.flat_layers().filter_map(|layer| Some((layer, layer.as_object_layer()?)))
    }

    /// Returns the objects of all layers, in the order of the file, including invisible ones. An object has its
    /// shape and its rotation clockwise in degrees; its place is without the offset of its layer, which
    /// [`object_layers`](Self::object_layers) has.
    pub fn objects(&self) -> impl Iterator<Item = Object<'_>> {
        self.object_layers().flat_map(|(_, layer)| layer.objects())
    }

    fn flat_layers(&self) -> impl Iterator<Item = LevelLayer<'_>> {
        layer::layers(&self.map).into_iter()
    }

    /// Returns the first object called `name`.
    pub fn object(&self, name: &str) -> Option<Object<'_>> {
        self.objects().find(|object| object.name == name)
    }

    /// Returns how a tile is drawn that has the column and row `place` in the layer `number` of
    /// [`tile_layers`](Self::tile_layers): the rotation clockwise in radians, and whether its image is
    /// flipped before that from left to right and from top to bottom. These are the `rotation`, `flip_x`
    /// and `flip_y` of macroquad's `draw_texture_ex`.
    pub fn turn(&self, number: usize, place: (i32, i32), tile: &LayerTileData) -> (f32, bool, bool) {
        if self.map.orientation == Orientation::Hexagonal {
            let is_turned = self.turned.binary_search(&(number, place.0, place.1)).is_ok();
            let sixths = u8::from(tile.flip_d) + 2 * u8::from(is_turned);
            (f32::from(sixths) * FRAC_PI_3, tile.flip_h, tile.flip_v)
        } else if tile.flip_d {
            // Tiled swaps the axes first: a flip from top to bottom and a quarter turn. The other two
            // flips come before the quarter turn here, where they change places.
            (FRAC_PI_2, tile.flip_v, !tile.flip_h)
        } else {
            (0.0, tile.flip_h, tile.flip_v)
        }
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

    /// The images of the tilesets and of the layers.
    fn images(&self) -> impl Iterator<Item = Result<AssetPath, ReadError>> {
        let of_tilesets = self.map.tilesets().iter().flat_map(|tileset| {
            let of_tiles = tileset.tiles().filter_map(|(_, tile)| tile.image.clone());
            tileset.image.clone().into_iter().chain(of_tiles)
        });
        let of_layers = self.image_layers().filter_map(|(_, layer)| layer.image.clone());
        of_tilesets.chain(of_layers).map(|image| reader::asset_path(&image.source))
    }

    /// Checks the size and the numbers of tiles, so that a game need not.
    fn survey(&self, cx: &DecodeContext<'_>) -> Result<(), DecodeError> {
        let Map { width, height, tile_width, tile_height, .. } = self.map;
        // An infinite map has a size too, which games may go through.
        if width.max(height) > MAX_SIDE || width.min(height) == 0 && !self.map.infinite() {
            let limit = format!("1 x 1 to {MAX_SIDE} x {MAX_SIDE}");
            return Err(cx.error(format!("the map has {width} x {height} tiles; possible are {limit}")));
        }
        if tile_width.min(tile_height) == 0 {
            return Err(cx.error(format!("the tiles of the map have {tile_width} x {tile_height} pixels")));
        }
        for (layer, tiles) in self.tile_layers() {
            if let TileLayer::Finite(tiles) = &tiles
                && (tiles.width(), tiles.height()) != (width, height)
            {
                return Err(cx.error(format!("the layer `{}` has another size than the map", layer.name)));
            }
            let found = places(&tiles).find_map(|(x, y)| {
                let tile = tiles.get_tile(x, y).filter(|tile| tile.get_tile().is_none())?;
                Some((x, y, tile.tileset_index(), tile.id()))
            });
            if let Some((x, y, tileset, id)) = found {
                let (layer, tileset) = (&layer.name, &self.map.tilesets()[tileset].name);
                let place = format!("the layer `{layer}`, column {x}, row {y}");
                return Err(cx.error(format!("{place}: the tileset `{tileset}` has no tile {id}")));
            }
        }
        for object in self.objects() {
            if object.get_tile().is_some_and(|tile| tile.get_tile().is_none()) {
                let (name, id) = (&object.name, object.id());
                let what = format!("the object `{name}` (id {id}) is drawn with a tile");
                return Err(cx.error(format!("{what} that its tileset does not have")));
            }
        }
        Ok(())
    }
}

/// The columns and rows of a layer at which a tile may be.
fn places<'a>(tiles: &TileLayer<'a>) -> Box<dyn Iterator<Item = (i32, i32)> + 'a> {
    let area = |left: i32, top: i32, width: u32, height: u32| {
        (0..height as i32).flat_map(move |y| (0..width as i32).map(move |x| (left + x, top + y)))
    };
    match tiles {
        TileLayer::Finite(tiles) => Box::new(area(0, 0, tiles.width(), tiles.height())),
        TileLayer::Infinite(tiles) => {
            let (width, height) = (ChunkData::WIDTH, ChunkData::HEIGHT);
            let places =
                tiles.chunks().map(move |((column, row), _)| (column * width as i32, row * height as i32));
            Box::new(places.flat_map(move |(left, top)| area(left, top, width, height)))
        }
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

    /// Tilesets and templates in separate files, their own such files, and images whose size no file says.
    fn needs(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Vec<AssetPath>, AnyError> {
        // A path that is wrong is found where it is used.
        Ok(xml::needed(bytes).iter().filter_map(|source| cx.path().sibling(source).ok()).collect())
    }

    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, AnyError> {
        let (map, mut totals) = reader::read(bytes, cx)?;
        totals.turned.sort_unstable();
        let level = Self { map, turned: totals.turned, bytes: memory(bytes.len(), totals.places) };
        level.survey(cx)?;
        Ok(level)
    }

    /// From the sizes of the layers; a packed layer is far smaller than its tiles.
    fn decoded_size(bytes: &[u8]) -> u64 {
        memory(bytes.len(), xml::claimed_tiles(bytes).min(MAX_PLACES as u64) as usize)
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

/// The memory of a level from a file of this length.
const fn memory(length: usize, tiles: usize) -> u64 {
    (length * 8 + tiles * size_of::<Option<LayerTileData>>()) as u64
}
