//! The tileset's description and the maps as the Tiled editor reads them.
//!
//! The maps are written only with `--level`; after that they are edited in Tiled.

use super::ground::BLOCK;
use super::map::{Plan, Spot};
use super::tiles::{CAMPFIRE, COLUMNS, GRASS, PATH, ROWS, TILE, WATER, low, solid};

/// The first line of both files.
const XML: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
/// The version of the format, and of the editor that first knew it.
const VERSION: &str = "version=\"1.10\" tiledversion=\"1.10.2\"";

/// The file `tiles.tsx`: the sheet, what is solid, the fire's two frames, and the terrains that
/// Tiled's terrain brush paints with.
pub fn tileset() -> String {
    let count = COLUMNS * ROWS;
    let (width, height) = (COLUMNS * TILE, ROWS * TILE);
    let mut out = format!(
        "{XML}<tileset {VERSION} name=\"tiles\" tilewidth=\"{TILE}\" tileheight=\"{TILE}\" \
         tilecount=\"{count}\" columns=\"{COLUMNS}\">\n \
         <image source=\"../textures/tiles.png\" width=\"{width}\" height=\"{height}\"/>\n"
    );
    for tile in 0..count {
        if solid(tile) {
            out += &format!(" <tile id=\"{tile}\">\n  <properties>\n");
            for name in ["low", "solid"].into_iter().filter(|name| *name == "solid" || low(tile)) {
                out += &format!("   <property name=\"{name}\" type=\"bool\" value=\"true\"/>\n");
            }
            out += "  </properties>\n";
            if tile == CAMPFIRE {
                let next = tile + 1;
                out += &format!(
                    "  <animation>\n   <frame tileid=\"{tile}\" duration=\"200\"/>\n   \
                     <frame tileid=\"{next}\" duration=\"200\"/>\n  </animation>\n"
                );
            }
            out += " </tile>\n";
        }
    }
    out += &terrains();
    out + "</tileset>\n"
}

/// The terrains: grass, path and water, by corners.
fn terrains() -> String {
    let mut out = format!(" <wangsets>\n  <wangset name=\"ground\" type=\"corner\" tile=\"{GRASS}\">\n");
    for (name, colour, tile) in
        [("grass", "#3c6642", GRASS), ("path", "#946242", PATH + 17), ("water", "#3b728a", WATER + 17)]
    {
        out += &format!(
            "   <wangcolor name=\"{name}\" color=\"{colour}\" tile=\"{tile}\" probability=\"1\"/>\n"
        );
    }
    for tile in GRASS..GRASS + 6 {
        out += &format!("   <wangtile tileid=\"{tile}\" wangid=\"0,1,0,1,0,1,0,1\"/>\n");
    }
    for (first, colour) in [(PATH, 2), (WATER, 3)] {
        let mut block = BLOCK;
        block.sort_by_key(|(step, _)| *step);
        for (step, corners) in block {
            let [a, b, c, d] = corners.map(|inside| if inside { colour } else { 1 });
            let tile = first + step;
            // Tiled counts from the upper right corner on, clockwise.
            out += &format!("   <wangtile tileid=\"{tile}\" wangid=\"0,{b},0,{d},0,{c},0,{a}\"/>\n");
        }
    }
    out + "  </wangset>\n </wangsets>\n"
}

/// The file of a map.
///
/// # Errors
///
/// When the map cannot be drawn with the tiles there are.
pub fn map(plan: &Plan) -> Result<String, String> {
    let map = plan.map()?;
    let (width, height) = plan.size;
    let next_object = plan.signs.len() + plan.hens.len() + plan.places.len() + 2;
    let mut out = format!(
        "{XML}<map {VERSION} orientation=\"orthogonal\" renderorder=\"right-down\" \
         width=\"{width}\" height=\"{height}\" tilewidth=\"{TILE}\" tileheight=\"{TILE}\" \
         infinite=\"0\" nextlayerid=\"5\" nextobjectid=\"{next_object}\">\n \
         <tileset firstgid=\"1\" source=\"tiles.tsx\"/>\n"
    );
    for (id, (name, layer)) in
        [("ground", &map.ground), ("walls", &map.walls), ("above", &map.above)].into_iter().enumerate()
    {
        let id = id + 1;
        out += &format!(
            " <layer id=\"{id}\" name=\"{name}\" width=\"{width}\" height=\"{height}\">\n  \
             <data encoding=\"csv\">\n"
        );
        // The file's numbers begin with 1; 0 is a place without a tile.
        let rows: Vec<String> = layer
            .chunks(width as usize)
            .map(|row| {
                let cells: Vec<String> =
                    row.iter().map(|tile| tile.map_or(0, |tile| tile + 1).to_string()).collect();
                cells.join(",")
            })
            .collect();
        out += &rows.join(",\n");
        out += "\n</data>\n </layer>\n";
    }
    out += " <objectgroup id=\"4\" name=\"objects\">\n";
    let (x, y) = middle(plan.start);
    out += &format!(
        "  <object id=\"1\" name=\"hero_start\" type=\"spawn\" x=\"{x}\" y=\"{y}\">\n   \
         <point/>\n  </object>\n"
    );
    for (index, (key, spot)) in plan.signs.iter().enumerate() {
        let id = index + 2;
        let (x, y) = middle(*spot);
        out += &format!(
            "  <object id=\"{id}\" name=\"{key}\" type=\"sign\" x=\"{x}\" y=\"{y}\">\n   \
             <properties>\n    <property name=\"text\" value=\"{key}\"/>\n   </properties>\n   \
             <point/>\n  </object>\n"
        );
    }
    let places = plan.places.iter().map(|(name, class, spot)| (*name, *class, *spot));
    let others = plan.hens.iter().map(|spot| ("", "hen", *spot)).chain(places);
    for (index, (name, class, spot)) in others.enumerate() {
        let id = index + 2 + plan.signs.len();
        let (x, y) = middle(spot);
        let name = if name.is_empty() { String::new() } else { format!(" name=\"{name}\"") };
        out += &format!(
            "  <object id=\"{id}\"{name} type=\"{class}\" x=\"{x}\" y=\"{y}\">\n   <point/>\n  </object>\n"
        );
    }
    Ok(out + " </objectgroup>\n</map>\n")
}

/// The middle of a tile, in pixels.
fn middle((x, y): Spot) -> Spot {
    (x * TILE + TILE / 2, y * TILE + TILE / 2)
}
