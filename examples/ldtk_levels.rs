//! Levels of the `LDtk` editor as a game's own kind: its JSON through serde, with an error that has its place,
//! a check of the layers, levels in separate files ("Save levels separately"), and a screen that walks on the grid.
//!
//! `cargo run --example ldtk_levels --no-default-features` prints
//!
//! ```text
//! phase `world`: world `world`: world.ldtk: the layer `walls` of `cave` has 5 cells, 3 x 2 are expected
//! phase `world`: world `world`: world.ldtk:5:74: invalid type: string "two", expected u32
//! phase `world`: world `world`: world/cave.ldtkl:4:74: invalid type: string "two", expected u32
//! the hero stands at 16, 0 of `cave`; below is a wall
//! the hero stands at 16, 0 of `cave`; below is a wall
//! ```
#![expect(clippy::print_stdout, reason = "an example shows its output")]

use std::sync::Arc;

use proscenium::flow::{GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager};
use proscenium::phase::{AnyError, Asset, DecodeContext, DecodeError, Handle, Position};
use proscenium::platform::{AssetPath, Clock, Input, MemorySource};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// A project of `LDtk`: `world(id: "world", path: "world.ldtk")` in a manifest. serde skips what it does not name.
#[derive(Deserialize)]
struct World {
    levels: Vec<Level>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Level {
    identifier: String,
    /// `None` in the project if the level is in a separate file.
    layer_instances: Option<Vec<Layer>>,
    external_rel_path: Option<String>,
}

#[derive(Deserialize)]
struct Layer {
    #[serde(rename = "__identifier")]
    identifier: String,
    #[serde(rename = "__gridSize")]
    grid: u32,
    #[serde(rename = "__cWid")]
    width: u32,
    #[serde(rename = "__cHei")]
    height: u32,
    #[serde(default, rename = "intGridCsv")]
    cells: Vec<u32>,
    #[serde(default, rename = "entityInstances")]
    entities: Vec<Entity>,
}

#[derive(Deserialize)]
struct Entity {
    #[serde(rename = "__identifier")]
    identifier: String,
    px: [u32; 2],
}

impl Asset for World {
    const KIND: &'static str = "world";
    const EXTENSIONS: &'static [&'static str] = &["ldtk"];

    /// The levels that have separate files. Such a file is no world, and needs none.
    fn needs(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Vec<AssetPath>, AnyError> {
        let levels = json(cx.path(), bytes, cx).map_or_else(|_| Vec::new(), |world: Self| world.levels);
        levels.iter().filter_map(Level::file).map(|file| Ok(cx.path().sibling(file)?)).collect()
    }

    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, AnyError> {
        let mut world: Self = json(cx.path(), bytes, cx)?;
        for level in &mut world.levels {
            if let Some(file) = level.file() {
                let path = cx.path().sibling(file)?;
                *level = json(&path, cx.file(&path)?, cx)?;
            }
            for Layer { identifier, width, height, cells, .. } in level.layer_instances.iter().flatten() {
                let expected = width.checked_mul(*height).map(|size| size as usize);
                if !cells.is_empty() && Some(cells.len()) != expected {
                    let layer = format!("the layer `{identifier}` of `{}`", level.identifier);
                    let what = format!("{layer} has {} cells, {width} x {height} are expected", cells.len());
                    return Err(cx.error(what).into());
                }
            }
        }
        Ok(world)
    }
}

impl Level {
    /// Its own file, if it is not in the world's file.
    fn file(&self) -> Option<&str> {
        self.external_rel_path.as_deref().filter(|_| self.layer_instances.is_none())
    }
}

/// Reads one of the files of a world.
fn json<T: DeserializeOwned>(of: &AssetPath, bytes: &[u8], cx: &DecodeContext<'_>) -> Result<T, DecodeError> {
    serde_json::from_str(cx.text(bytes)?).map_err(|error| {
        // The place is a part of the error of its own.
        let what = error.to_string().split(" at line ").next().unwrap_or_default().to_owned();
        let position = Some(Position { line: error.line(), column: error.column() });
        DecodeError { path: of.clone(), position, what }
    })
}

const WORLD: &str = "world";
struct Walk(Handle<World>);

impl GameScreen for Walk {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        for level in cx.get(self.0).map_or(&[][..], |world| &world.levels) {
            let layer = |name| level.layer_instances.iter().flatten().find(|layer| layer.identifier == name);
            let (Some(things), Some(walls)) = (layer("things"), layer("walls")) else { continue };
            for Entity { identifier, px: [x, y] } in &things.entities {
                let (column, row) = (x / walls.grid.max(1), y / walls.grid.max(1) + 1);
                let is_wall = walls.cells.get((row * walls.width + column) as usize) == Some(&1);
                let below = if is_wall { "a wall" } else { "nothing" };
                println!("the {identifier} stands at {x}, {y} of `{}`; below is {below}", level.identifier);
            }
        }
        cx.quit();
    }
}

const LEVEL: &str = r#"{"identifier": "cave", "worldX": 0, "layerInstances": [
  {"__identifier": "things", "__type": "Entities", "__gridSize": 16, "__cWid": 3, "__cHei": 2,
   "entityInstances": [{"__identifier": "hero", "px": [16, 0], "width": 16, "height": 16}]},
  {"__identifier": "walls", "__gridSize": 16, "__cWid": 3, "__cHei": 2, "intGridCsv": [0, 0, 0, 1, 1, 0]}]}"#;
const LINK: &str = r#"{"identifier": "cave", "externalRelPath": "world/cave.ldtkl", "layerInstances": null}"#;

/// A project with one level, and the file of that level.
fn manager(level: &str, file: &str) -> ScreenManager {
    let manifest = r#"(resources: [world(id: "world", path: "world.ldtk")])"#;
    let project = format!("{{\"jsonVersion\": \"1.5.3\", \"levels\": [\n {level}]}}");
    let files = MemorySource::default().with("world.ron", manifest);
    let files = files.with("world.ldtk", project).with("world/cave.ldtkl", file);
    let mut manager =
        ScreenManager::new(ManagerSettings { source: Arc::new(files), ..ManagerSettings::default() });
    manager.assets_mut().register::<World>();
    let phase = Phase::new(WORLD).manifest("world.ron");
    manager.add_phase(phase.screen("walk", |cx| Walk(cx.handle("world"))));
    manager
}

fn main() {
    let few = LEVEL.replace("1, 1, 0]", "1, 1]");
    let two = LEVEL.replace(r#""__cHei": 2, "int"#, r#""__cHei": "two", "int"#);
    for manager in [manager(&few, ""), manager(&two, ""), manager(LINK, &two)] {
        manager.assets().check().iter().take(1).for_each(|problem| println!("{problem}"));
    }
    for mut manager in [manager(LEVEL, ""), manager(LINK, LEVEL)] {
        manager.start(WORLD);
        while !manager.has_ended() {
            manager.advance(Clock::TICK, &Input::default());
        }
    }
}
