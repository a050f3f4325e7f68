//! Attributes of elements, and what a file says of itself before it is read.

use std::str::FromStr;

use quick_xml::Reader;
use quick_xml::events::attributes::Attributes;
use quick_xml::events::{BytesStart, Event};

/// The attributes that are numbers with a fraction; `points` has several.
const NUMBERS: [&[u8]; 11] = [
    b"x",
    b"y",
    b"width",
    b"height",
    b"rotation",
    b"opacity",
    b"offsetx",
    b"offsety",
    b"parallaxx",
    b"parallaxy",
    b"points",
];

/// The maximum number of attributes of a tag: the time to read them grows with their square.
const MAX_ATTRIBUTES: usize = 64;

fn attributes<'t>(tag: &'t BytesStart<'_>) -> Result<Attributes<'t>, String> {
    if tag.attributes().with_checks(false).nth(MAX_ATTRIBUTES).is_some() {
        return Err(format!("a tag has more than {MAX_ATTRIBUTES} attributes"));
    }
    Ok(tag.attributes())
}

/// Checks that all numbers of a tag are finite; `tiled` reads `NaN` and `inf` too.
pub(super) fn check_finite(tag: &BytesStart<'_>) -> Result<(), String> {
    for attribute in attributes(tag)? {
        let attribute = attribute.map_err(|error| error.to_string())?;
        let value = attribute.unescape_value().map_err(|error| error.to_string())?;
        let is_bad = |number: &str| number.parse::<f32>().is_ok_and(|number| !number.is_finite());
        let name = attribute.key.local_name();
        if NUMBERS.contains(&name.as_ref()) && value.split([' ', ',']).any(is_bad) {
            let name = String::from_utf8_lossy(name.as_ref());
            return Err(format!("`{name}` is `{value}`, which is not finite"));
        }
    }
    Ok(())
}

/// The value of an attribute, found as `tiled` finds it: without its namespace, and the last of several.
pub(super) fn attribute(tag: &BytesStart<'_>, name: &str) -> Result<Option<String>, String> {
    let mut found = None;
    for attribute in attributes(tag)? {
        let attribute = attribute.map_err(|error| error.to_string())?;
        if attribute.key.local_name().as_ref() == name.as_bytes() {
            found = Some(attribute.unescape_value().map_err(|error| error.to_string())?.into_owned());
        }
    }
    Ok(found)
}

pub(super) fn number<T: FromStr>(tag: &BytesStart<'_>, name: &str) -> Result<Option<T>, String> {
    let Some(value) = attribute(tag, name)? else { return Ok(None) };
    value.parse().map(Some).map_err(|_| format!("`{name}` is `{value}`, which is no number that fits here"))
}

/// As [`attribute`], as a number; 0 if it is left out.
pub(super) fn number_or_zero<T: FromStr + Default>(tag: &BytesStart<'_>, name: &str) -> Result<T, String> {
    Ok(number(tag, name)?.unwrap_or_default())
}

/// The number of tiles that a file says its layers and chunks have.
pub(super) fn claimed_tiles(bytes: &[u8]) -> u64 {
    let mut xml = Reader::from_reader(bytes);
    let mut tiles = 0_u64;
    loop {
        match xml.read_event() {
            Ok(Event::Start(tag)) if matches!(tag.local_name().as_ref(), b"layer" | b"chunk") => {
                let side = |name| number_or_zero::<u32>(&tag, name).map_or(0, u64::from);
                tiles = tiles.saturating_add(side("width") * side("height"));
            }
            Ok(Event::Eof) | Err(_) => return tiles,
            Ok(_) => {}
        }
    }
}

/// The files that a file of a level names and that are read with it: tilesets, templates, and images whose size it does
/// not say. Of a broken file it has the ones before the mistake.
pub(super) fn needed(bytes: &[u8]) -> Vec<String> {
    let mut needed = Vec::new();
    if str::from_utf8(bytes).is_err() {
        // An image.
        return needed;
    }
    let mut xml = Reader::from_reader(bytes);
    loop {
        let (Event::Start(tag) | Event::Empty(tag)) = (match xml.read_event() {
            Ok(Event::Eof) | Err(_) => return needed,
            Ok(event) => event,
        }) else {
            continue;
        };
        let read = |name| attribute(&tag, name).ok().flatten();
        needed.extend(match tag.local_name().as_ref() {
            b"tileset" => read("source"),
            b"object" => read("template"),
            b"image" => read("source").filter(|_| read("width").is_none() || read("height").is_none()),
            _ => None,
        });
    }
}
