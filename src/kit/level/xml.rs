//! Attributes of elements, and the number of tiles of an old tileset.

use std::str::FromStr;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// The value of an attribute, found as `tiled` finds it: without its namespace, and the last of several.
pub(super) fn attribute(tag: &BytesStart<'_>, name: &str) -> Result<Option<String>, String> {
    let mut found = None;
    for attribute in tag.attributes() {
        let attribute = attribute.map_err(|error| error.to_string())?;
        if attribute.key.local_name().as_ref() == name.as_bytes() {
            found = Some(attribute.unescape_value().map_err(|error| error.to_string())?.into_owned());
        }
    }
    Ok(found)
}

/// The value of an attribute that is a number.
pub(super) fn number<T: FromStr>(tag: &BytesStart<'_>, name: &str) -> Result<Option<T>, String> {
    let Some(value) = attribute(tag, name)? else { return Ok(None) };
    value.parse().map(Some).map_err(|_| format!("`{name}` is `{value}`, which is no number that fits here"))
}

/// The columns and the number of tiles of a tileset, from its image, or from its tiles if it has none.
/// `content` is what follows its tag.
pub(super) fn tileset_size(
    tag: &BytesStart<'_>,
    content: Option<Reader<&[u8]>>,
    image_size: impl Fn(&BytesStart<'_>) -> Result<(u32, u32), String>,
) -> Result<(u32, u32), String> {
    let read = |name| Ok::<u32, String>(number(tag, name)?.unwrap_or_default());
    let (spacing, margin) = (read("spacing")?, read("margin")?);
    let fit = |size: u32, tile: u32| {
        let free = size.checked_sub(margin)?.checked_add(spacing)?;
        free.checked_div(tile.checked_add(spacing)?)
    };
    let mut tiles = 0;
    let mut depth = 0;
    let Some(mut content) = content else { return Ok((0, 0)) };
    loop {
        let event = content.read_event().map_err(|error| error.to_string())?;
        if let Event::Start(child) | Event::Empty(child) = &event
            && depth == 0
        {
            match child.local_name().as_ref() {
                b"image" => {
                    let (width, height) = image_size(child)?;
                    let size = fit(width, read("tilewidth")?).zip(fit(height, read("tileheight")?));
                    let size = size.and_then(|(columns, rows)| Some((columns, columns.checked_mul(rows)?)));
                    return size
                        .ok_or_else(|| format!("no tiles fit into the image of {width} x {height} pixels"));
                }
                b"tile" => tiles += 1,
                _ => {}
            }
        }
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) if depth == 0 => return Ok((0, tiles)),
            Event::End(_) => depth -= 1,
            Event::Eof => return Err("the tileset has no end".to_owned()),
            _ => {}
        }
    }
}
