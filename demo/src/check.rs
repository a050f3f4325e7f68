//! The game's own part of the tool `check`: do the machines and the level scripts match the code?

use proscenium::ai::{Blueprint, BuildError};
use proscenium::kit::{Script, machine_error};
use proscenium::phase::{Bytes, read_asset};
use proscenium::platform::{AssetPath, AssetSource};

use super::hens;

use super::play::{Director, Now, hero, marine, monster, mood};

/// The functions of a level script, with the number of their arguments.
const SCRIPT_FUNCTIONS: [(&str, usize); 3] = [("start", 0), ("read_sign", 2), ("second", 1)];

/// Checks one file. The library reports files that cannot be read or parsed.
pub fn check_asset(path: &AssetPath, source: &dyn AssetSource) -> Result<(), String> {
    let folder = path.as_str().split('/').next().unwrap_or_default();
    match (folder, path.extension().as_str()) {
        ("scripts", "rhai") => read_asset(source, path).map_or(Ok(()), |script| check_script(path, &script)),
        ("machines", "ron") => {
            let Ok(machine) = read_asset(source, path) else { return Ok(()) };
            build(path, &machine, source).map_err(|error| {
                let bytes = read_asset::<Bytes>(source, path).map(|bytes| bytes.to_vec()).unwrap_or_default();
                machine_error(path, &String::from_utf8_lossy(&bytes), &error).to_string()
            })
        }
        _ => Ok(()),
    }
}

/// Builds a machine of the game with its bindings.
fn build(path: &AssetPath, blueprint: &Blueprint, source: &dyn AssetSource) -> Result<(), BuildError> {
    match path.as_str() {
        "machines/runner.ron" => blueprint.build(&hero::bindings()).map(|_| ()),
        "machines/marine.ron" => blueprint.build(&marine::bindings()).map(|_| ()),
        "machines/monster.ron" => blueprint.build(&monster::bindings()).map(|_| ()),
        "machines/mood.ron" => blueprint.build(&mood::bindings()).map(|_| ()),
        "machines/hen.ron" => {
            let script =
                AssetPath::new("machines/hen.rhai").ok().and_then(|path| read_asset(source, &path).ok());
            script.map_or(Ok(()), |script| hens::definition(blueprint, &script).map(|_| ()))
        }
        _ => Ok(()),
    }
}

/// Checks that a level script has its functions, and that they return.
fn check_script(path: &AssetPath, script: &Script) -> Result<(), String> {
    for (function, arguments) in SCRIPT_FUNCTIONS {
        if !script.has_function(function, arguments) {
            return Err(format!("{path}: there is no function `{function}` with {arguments} arguments"));
        }
    }
    let mut director = Director::default();
    let result = director
        .text(script, "start", ())
        .and_then(|_| director.text(script, "read_sign", ("sign-start".to_owned(), 1_i64)))
        .map(|_| ());
    // Ten minutes of a winning and of a losing game.
    let minutes = (0..600).flat_map(|time| {
        let well = Now { time, marines: 4, beacon: 1.0, hero: 1.0, ..Now::default() };
        [well, Now { beacon: 0.5, monsters: 3, kills: time, ..well }]
    });

    minutes.fold(result, |result, now| result.and_then(|()| director.second(script, &now).map(|_| ())))
}
