//! Turns what `tiled` read into the plain data of a level.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use tiled::{Layer, LayerType, Map, ObjectShape, Properties};

use super::object::{LevelObject, PropertyValue};
use super::reader::asset_path;
use super::tileset::LevelTileset;
use super::{Level, Tile, TileLayer};
use crate::phase::decode::text::broken;
use crate::phase::error::{DecodeError, LoadCause};
use crate::platform::AssetPath;

/// The level of a map. Sizes and numbers were checked by the survey.
pub(super) fn level_of(path: &AssetPath, map: &Map) -> Result<Level, LoadCause> {
    let tilesets = map.tilesets().iter().map(|tileset| tileset_of(tileset)).collect::<Result<Vec<_>, _>>()?;
    let mut found = Found { path, map, layers: Vec::new(), objects: Vec::new() };
    map.layers().try_for_each(|layer| found.layer(layer, true))?;
    let Found { layers, objects, .. } = found;

    let mut solid = vec![false; map.width as usize * map.height as usize];
    for layer in &layers {
        for (solid, tile) in solid.iter_mut().zip(&layer.tiles) {
            let tileset =
                |tile: &Tile| tilesets.get(usize::from(tile.tileset)).map(|set| set.is_solid(tile.id));
            *solid |= tile.as_ref().and_then(tileset).unwrap_or(false);
        }
    }
    Ok(Level {
        width: map.width,
        height: map.height,
        tile_width: map.tile_width,
        tile_height: map.tile_height,
        layers,
        tilesets,
        objects,
        properties: properties_of(&map.properties),
        solid,
    })
}

fn tileset_of(tileset: &tiled::Tileset) -> Result<LevelTileset, LoadCause> {
    let image = tileset.image.as_ref().map(|image| asset_path(&image.source)).transpose()?;
    let marked = tileset.tiles().filter(|(_, tile)| !tile.properties.is_empty());
    Ok(LevelTileset {
        name: tileset.name.clone(),
        image,
        columns: tileset.columns,
        tile_count: tileset.tilecount,
        tile_width: tileset.tile_width,
        tile_height: tileset.tile_height,
        margin: tileset.margin,
        spacing: tileset.spacing,
        properties: marked.map(|(id, tile)| (id, properties_of(&tile.properties))).collect(),
    })
}

/// What is collected from the layers, from the bottom to the top.
struct Found<'a> {
    path: &'a AssetPath,
    map: &'a Map,
    layers: Vec<TileLayer>,
    objects: Vec<LevelObject>,
}

impl Found<'_> {
    fn layer(&mut self, layer: Layer<'_>, parent_visible: bool) -> Result<(), DecodeError> {
        let visible = parent_visible && layer.visible;
        match layer.layer_type() {
            LayerType::Tiles(tiles) => {
                let tiles = self.tiles(&layer.name, &tiles)?;
                self.layers.push(TileLayer {
                    name: layer.name.clone(),
                    visible,
                    width: self.map.width,
                    tiles,
                });
                Ok(())
            }
            LayerType::Objects(objects) => objects.objects().try_for_each(|object| {
                self.objects.push(object_of(self.path, &object)?);
                Ok(())
            }),
            LayerType::Group(group) => group.layers().try_for_each(|layer| self.layer(layer, visible)),
            LayerType::Image(_) => Ok(()),
        }
    }

    fn tiles(&self, name: &str, layer: &tiled::TileLayer<'_>) -> Result<Vec<Option<Tile>>, DecodeError> {
        let (width, height) = (self.map.width, self.map.height);
        if (layer.width(), layer.height()) != (Some(width), Some(height)) {
            return Err(broken(self.path, format!("the layer `{}` has no tiles", name.escape_debug())));
        }
        let tile = |index: u32| {
            let tile = layer.get_tile((index % width) as i32, (index / width) as i32)?;
            Some(Tile {
                tileset: u16::try_from(tile.tileset_index()).ok()?,
                id: tile.id(),
                flip_x: tile.flip_h,
                flip_y: tile.flip_v,
                flip_d: tile.flip_d,
            })
        };
        // Packed layers are unpacked by `tiled` and may have fewer tiles than the map; it does not
        // tell, and panics at the first that is missing.
        let tiles = catch_unwind(AssertUnwindSafe(|| (0..width * height).map(tile).collect()));
        tiles.map_err(|_| {
            let what = format!("the layer `{}` has fewer tiles than the map", name.escape_debug());
            broken(self.path, what)
        })
    }
}

fn object_of(path: &AssetPath, object: &tiled::Object<'_>) -> Result<LevelObject, DecodeError> {
    let (width, height) = match &object.shape {
        ObjectShape::Rect { width, height }
        | ObjectShape::Ellipse { width, height }
        | ObjectShape::Capsule { width, height }
        | ObjectShape::Text { width, height, .. } => (*width, *height),
        ObjectShape::Polyline { .. } | ObjectShape::Polygon { .. } | ObjectShape::Point(..) => (0.0, 0.0),
    };
    let y = if object.tile_data().is_some() { object.y - height } else { object.y };
    if [object.x, y, width, height].iter().any(|number| !number.is_finite()) {
        let what =
            format!("the object `{}` has a place or a size that is no number", object.name.escape_debug());
        return Err(broken(path, what));
    }
    Ok(LevelObject {
        name: object.name.clone(),
        class: object.user_type.clone(),
        x: object.x,
        y,
        width,
        height,
        properties: properties_of(&object.properties),
    })
}

fn properties_of(properties: &Properties) -> BTreeMap<String, PropertyValue> {
    properties.iter().map(|(name, value)| (name.clone(), property_of(value))).collect()
}

fn property_of(value: &tiled::PropertyValue) -> PropertyValue {
    match value {
        tiled::PropertyValue::BoolValue(value) => PropertyValue::Bool(*value),
        tiled::PropertyValue::FloatValue(value) => PropertyValue::Float(*value),
        tiled::PropertyValue::IntValue(value) => PropertyValue::Int(*value),
        tiled::PropertyValue::ColorValue(color) => {
            PropertyValue::Color([color.red, color.green, color.blue, color.alpha])
        }
        tiled::PropertyValue::StringValue(value) => PropertyValue::Text(value.clone()),
        tiled::PropertyValue::FileValue(value) => PropertyValue::File(value.clone()),
        tiled::PropertyValue::ObjectValue(value) => PropertyValue::Object(*value),
        tiled::PropertyValue::ListValue(values) => {
            PropertyValue::List(values.iter().map(property_of).collect())
        }
        tiled::PropertyValue::ClassValue { properties, .. } => {
            PropertyValue::Class(properties_of(properties))
        }
    }
}
