//! The game's part of the tool `check`: do the machines and the level scripts match the code, and do the texts fit?

use std::collections::BTreeSet;

use proscenium::ai::{Blueprint, BuildError};
use proscenium::formats::tiled::Object;
use proscenium::formats::{Level, Script, Strings};
use proscenium::phase::Asset;
use proscenium::platform::{AssetPath, AssetSource};

use super::pages::pages;
use super::play::troops::Entry;
use super::play::units::UNITS;
use super::play::{Directive, Director, Now};
use super::screens::Sign;
use crate::check::check_texts;

/// The functions of a level script, with the number of their arguments.
const SCRIPT_FUNCTIONS: [(&str, usize); 3] = [("start", 0), ("read_sign", 2), ("second", 1)];

/// The classes of the objects of a level that are no units.
const OBJECTS: [&str; 5] = ["beacon", "place", "rift", "sign", "spawn"];

/// The names of the objects that a level must have.
const REQUIRED: [&str; 2] = ["beacon", "hero_start"];

/// Checks one file. The library reports files that cannot be read or parsed.
pub fn check_asset(path: &AssetPath, source: &dyn AssetSource) -> Result<(), String> {
    let folder = path.as_str().split('/').next().unwrap_or_default();
    match (folder, path.extension().as_str()) {
        ("scripts", "rhai") => {
            Script::read(source, path).map_or(Ok(()), |script| check_script(path, &script, source))
        }
        ("machines", "ron") => Blueprint::read(source, path)
            .map_or(Ok(()), |machine| build(path, &machine, source).map_err(|error| error.to_string())),
        ("strings", "ftl") => {
            Strings::read(source, path).map_or(Ok(()), |texts| check_texts(path, &texts, source, pages))
        }
        ("levels", "tmx") => Level::read(source, path).map_or(Ok(()), |level| check_level(path, &level)),
        _ => Ok(()),
    }
}

/// Lists the objects of a level that the game needs and that are not there, and those that it does not know: a misspelt
/// unit would not be there.
fn check_level(path: &AssetPath, level: &Level) -> Result<(), String> {
    let kinds = UNITS.iter().map(|entry| entry.kind.name).chain(OBJECTS);
    let kinds: Vec<_> = kinds.collect();
    let unknown = level.objects().filter(|object| !kinds.contains(&object.user_type.as_str()));
    let problem = |object: Object<'_>| {
        let what = format!("object `{}` at {}, {}", object.name, object.x, object.y);
        let (class, known) = (&object.user_type, kinds.join(", "));
        format!("{path}: {what} has the unknown class `{class}`; there are {known}")
    };
    let missing = REQUIRED.into_iter().filter(|name| level.object(name).is_none());
    let missing = missing.map(|name| format!("{path}: there is no object `{name}`, which the game needs"));
    let problems: Vec<_> = missing.chain(unknown.map(problem)).collect();
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// Builds a machine of the game with its bindings.
fn build(path: &AssetPath, blueprint: &Blueprint, source: &dyn AssetSource) -> Result<(), BuildError> {
    let is_its = |entry: &&Entry| path.as_str() == format!("machines/{}.ron", entry.kind.machine);
    let Some(entry) = UNITS.iter().find(is_its) else { return Ok(()) };
    let Some(file) = &blueprint.script else { return (entry.build)(blueprint, None) };
    let script = AssetPath::new(&format!("machines/{file}")).ok();
    let script = script.and_then(|path| Script::read(source, &path).ok());
    script.map_or(Ok(()), |script| (entry.build)(blueprint, Some(&script)))
}

/// Checks that a level script has its functions, that they return, and that the level with its name and the texts have
/// what they name in a winning and in a losing game.
fn check_script(path: &AssetPath, script: &Script, source: &dyn AssetSource) -> Result<(), String> {
    for (function, arguments) in SCRIPT_FUNCTIONS {
        if !script.has_function(function, arguments) {
            return Err(format!("{path}: there is no function `{function}` with {arguments} arguments"));
        }
    }
    let map = path.as_str().replace("scripts/", "levels/").replace(".rhai", ".tmx");
    let level = AssetPath::new(&map).ok().and_then(|path| Level::read(source, &path).ok());
    let mut director = Director::default();
    let (mut texts, mut places) = (BTreeSet::new(), BTreeSet::new());
    texts.extend(director.text(script, "start", ())?);
    let signs = level.iter().flat_map(Sign::all).map(|sign| sign.text);
    for sign in signs.chain([String::new()]) {
        for times in 1..=3_i64 {
            texts.extend(director.text(script, "read_sign", (sign.clone(), times))?);
        }
    }
    // Ten minutes.
    for time in 0..600 {
        let well = Now { time, marines: 4, beacon: 1.0, hero: 1.0, ..Now::default() };
        for now in [well, Now { beacon: 0.5, monsters: 3, kills: time, ..well }] {
            for directive in director.second(script, &now)? {
                match directive {
                    Directive::Units { at, .. } => drop(places.insert(at)),
                    Directive::Say { text, .. } => drop(texts.insert(text)),
                    _ => {}
                }
            }
        }
    }
    let (keys, mut problems) = (text_keys(source), Vec::new());
    if !keys.is_empty() {
        let unknown = texts.iter().filter(|text| !keys.contains(*text));
        problems.extend(unknown.map(|text| format!("{path}: there is no text `{text}`")));
    }
    if let Some(level) = level {
        let unknown = places.iter().filter(|place| level.object(place).is_none());
        problems.extend(unknown.map(|place| format!("{path}: there is no object `{place}` in {map}")));
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// The keys of the texts in all languages.
fn text_keys(source: &dyn AssetSource) -> BTreeSet<String> {
    let files = source.list().unwrap_or_default();
    let files = files.iter().filter(|file| file.starts_with("strings/"));
    let files = files.filter_map(|file| Strings::read(source, &AssetPath::new(file).ok()?).ok());
    files.flat_map(|texts| texts.keys().map(str::to_owned).collect::<Vec<_>>()).collect()
}
