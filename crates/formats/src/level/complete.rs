//! What files of some versions of Tiled leave out or write in another way than `tiled` needs it, and newer values
//! that it does not know: those lose only themselves.

use std::str::FromStr;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::xml::{attribute, number};

const COLOURS: [&str; 4] = ["backgroundcolor", "color", "tintcolor", "trans"];
/// Attributes with the values that are known.
const WORDS: [(&str, &[&str]); 7] = [
    ("draworder", &["index", "topdown"]),
    ("fillmode", &["preserve-aspect-fit", "stretch"]),
    ("halign", &["center", "justify", "left", "right"]),
    (
        "objectalignment",
        &[
            "bottom",
            "bottomleft",
            "bottomright",
            "center",
            "left",
            "right",
            "top",
            "topleft",
            "topright",
            "unspecified",
        ],
    ),
    ("renderorder", &["left-down", "left-up", "right-down", "right-up"]),
    ("tilerendersize", &["grid", "tile"]),
    ("valign", &["bottom", "center", "top"]),
];
/// The types of properties.
const TYPES: [&str; 9] = ["bool", "class", "color", "file", "float", "int", "list", "object", "string"];
/// Attributes that have to be there, which are whole numbers.
const NEEDED: [(&[u8], &str); 4] =
    [(b"frame", "duration"), (b"frame", "tileid"), (b"tile", "id"), (b"wangtile", "tileid")];

/// The colours of a Wang set of Tiled 1.1 to 1.4, which had those of corners and those of edges: whether each is one
/// of corners.
#[derive(Default)]
pub(super) struct Wang(Vec<bool>);

impl Wang {
    /// Reads ahead what follows the tag of a set, up to its end.
    pub(super) fn of(mut content: Reader<&[u8]>) -> Self {
        let mut corners = Vec::new();
        loop {
            match content.read_event() {
                Ok(Event::Start(tag) | Event::Empty(tag)) => match tag.local_name().as_ref() {
                    b"wangcornercolor" => corners.push(true),
                    b"wangedgecolor" => corners.push(false),
                    _ => {}
                },
                Ok(Event::End(tag)) if tag.local_name().as_ref() == b"wangset" => break,
                Ok(Event::Eof) | Err(_) => break,
                Ok(_) => {}
            }
        }
        Self(corners)
    }

    fn kind(&self) -> &'static str {
        match (self.0.contains(&true), self.0.contains(&false)) {
            (true, false) => "corner",
            (false, true) => "edge",
            _ => "mixed",
        }
    }

    /// The eight colours of a tile, which were hexadecimal digits from right to left, the top edge first.
    fn id(&self, digits: u32) -> String {
        let colour = |place: u32| {
            let number = digits >> (place * 4) & 15;
            let is_corner = place % 2 == 1;
            let mut own = (1..).zip(&self.0).filter(|(_, corner)| **corner == is_corner);
            let colour = (number as usize).checked_sub(1).and_then(|nth| own.nth(nth));
            colour.map_or(0, |(colour, _)| colour).to_string()
        };
        (0..8).map(colour).collect::<Vec<_>>().join(",")
    }
}

/// The name under which `tiled` knows an element.
pub(super) fn known_name(name: &[u8]) -> Option<&'static str> {
    matches!(name, b"wangcornercolor" | b"wangedgecolor").then_some("wangcolor")
}

/// The changes of a tag: attributes and their new values, `None` for those that are left out.
#[derive(Default)]
struct Changes(Vec<(&'static str, Option<String>)>);

impl Changes {
    fn set(&mut self, name: &'static str, value: impl Into<String>) {
        self.0.push((name, Some(value.into())));
    }

    /// Sets an attribute that is left out, or that does not have a value as needed.
    fn supply<T: FromStr>(
        &mut self,
        tag: &BytesStart<'_>,
        name: &'static str,
        value: &str,
    ) -> Result<(), String> {
        if attribute(tag, name)?.is_none_or(|value| value.parse::<T>().is_err()) {
            self.set(name, value);
        }
        Ok(())
    }
}

/// A tag as `tiled` needs it; `warn` gets what is lost.
pub(super) fn complete<'t>(
    tag: BytesStart<'t>,
    wang: &Wang,
    is_infinite: bool,
    warn: &mut dyn FnMut(String),
) -> Result<BytesStart<'t>, String> {
    let name = tag.local_name();
    let name = name.as_ref();
    let shown = || String::from_utf8_lossy(name).into_owned();
    for (_, needed) in NEEDED.iter().filter(|(element, _)| *element == name) {
        if number::<u32>(&tag, needed)?.is_none() {
            return Err(format!("`<{}>` has no `{needed}`", shown()));
        }
    }
    let mut changes = Changes::default();
    for colour in COLOURS {
        let Some(value) = attribute(&tag, colour)? else { continue };
        match known_colour(&value) {
            Some(known) if known == value => {}
            Some(known) => changes.set(colour, known),
            None => {
                changes.0.push((colour, None));
                if !value.is_empty() {
                    warn(format!("`{colour}` is `{value}`, which is no colour and is left out"));
                }
            }
        }
    }
    for (word, known) in WORDS {
        if let Some(value) = attribute(&tag, word)?.filter(|value| !known.contains(&value.as_str())) {
            changes.0.push((word, None));
            warn(format!("`{word}` is `{value}`, which is not known and is left out"));
        }
    }
    match name {
        b"map" => changes.supply::<String>(&tag, "version", "1.0")?,
        b"layer" if is_infinite => {
            changes.supply::<u32>(&tag, "width", "0")?;
            changes.supply::<u32>(&tag, "height", "0")?;
        }
        b"tileset" => {
            for side in ["tilewidth", "tileheight"] {
                if number::<u32>(&tag, side)?.is_none() && attribute(&tag, "source")?.is_none() {
                    changes.set(side, "0");
                }
            }
        }
        b"tileoffset" => {
            changes.supply::<i32>(&tag, "x", "0")?;
            changes.supply::<i32>(&tag, "y", "0")?;
        }
        b"wangset" => {
            changes.supply::<String>(&tag, "name", "")?;
            changes.supply::<i64>(&tag, "tile", "-1")?;
            changes.supply::<String>(&tag, "type", wang.kind())?;
        }
        b"wangcolor" | b"wangcornercolor" | b"wangedgecolor" => {
            changes.supply::<String>(&tag, "name", "")?;
            changes.supply::<i64>(&tag, "tile", "-1")?;
            changes.supply::<f32>(&tag, "probability", "0")?;
            if attribute(&tag, "color")?.and_then(|colour| known_colour(&colour)).is_none() {
                changes.0.retain(|(name, _)| *name != "color");
                changes.set("color", "#000000");
            }
        }
        b"wangtile" => {
            let id = attribute(&tag, "wangid")?.unwrap_or_default();
            if let Some(digits) = id.strip_prefix("0x") {
                let digits = u32::from_str_radix(digits, 16).map_err(|_| format!("`wangid` is `{id}`"))?;
                changes.set("wangid", wang.id(digits));
            } else if id.split(',').count() != 8 {
                return Err(format!("`wangid` is `{id}`; eight numbers are expected"));
            }
        }
        // An object of Tiled 1.9 would have the class of its template.
        b"object" if attribute(&tag, "type")?.is_none() => {
            if let Some(class) = attribute(&tag, "class")? {
                changes.set("type", class);
            }
        }
        b"polygon" | b"polyline" => {
            let points = attribute(&tag, "points")?.unwrap_or_default();
            changes.set("points", points.split_whitespace().collect::<Vec<_>>().join(" "));
        }
        b"property" | b"item" => property(&tag, &mut changes, warn)?,
        _ => {}
    }
    match (known_name(name), changes.0.is_empty()) {
        (None, true) => Ok(tag),
        (known, _) => Ok(changed(&tag, known.map_or_else(shown, str::to_owned), &changes)),
    }
}

/// A property of a type that is not known is a text, and so is a colour that is not set.
fn property(tag: &BytesStart<'_>, changes: &mut Changes, warn: &mut dyn FnMut(String)) -> Result<(), String> {
    let Some(kind) = attribute(tag, "type")? else { return Ok(()) };
    let value = attribute(tag, "value")?.unwrap_or_default();
    if !TYPES.contains(&kind.as_str()) {
        warn(format!("the type `{kind}` of a property is not known; it is a text here"));
        changes.set("type", "string");
    } else if kind == "color" {
        match known_colour(&value) {
            Some(known) => changes.set("value", known),
            None => {
                changes.set("type", "string");
                if !value.is_empty() {
                    warn(format!("the property is `{value}`, which is no colour; it is a text here"));
                }
            }
        }
    }
    Ok(())
}

/// A colour with six or eight digits; Qt reads three too.
fn known_colour(value: &str) -> Option<String> {
    let digits = value.strip_prefix('#').unwrap_or(value);
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    match digits.len() {
        6 | 8 => Some(value.to_owned()),
        3 => Some(digits.chars().fold("#".to_owned(), |colour, digit| format!("{colour}{digit}{digit}"))),
        _ => None,
    }
}

fn changed(tag: &BytesStart<'_>, name: String, Changes(changes): &Changes) -> BytesStart<'static> {
    let mut new = BytesStart::new(name);
    for attribute in tag.attributes().with_checks(false).flatten() {
        let name = attribute.key.local_name();
        if !changes.iter().any(|(changed, _)| changed.as_bytes() == name.as_ref()) {
            new.push_attribute(attribute);
        }
    }
    for (name, value) in changes {
        if let Some(value) = value {
            new.push_attribute((*name, value.as_str()));
        }
    }
    new
}
