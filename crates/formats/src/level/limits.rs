//! The limits of a level. `tiled` believes what a file says of its sizes, so they are checked before it reads the file.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::edits::{Edited, Edits};
use super::old_tileset::OldTileset;
use super::tiles::Format;
use super::xml::{attribute, check_finite, number, number_or_zero};
use proscenium_core::platform::AssetPath;

/// The maximum side of a level, and of a chunk of an infinite one, in tiles.
pub(super) const MAX_SIDE: u32 = 1024;
/// The maximum number of places for tiles of all layers.
pub(super) const MAX_PLACES: usize = 1 << 23;
/// The maximum depth of elements; `tiled` calls itself for groups and classes.
const MAX_DEPTH: usize = 32;
/// The maximum number of tiles of the tilesets of a level, for which `tiled` reserves memory before it reads them.
const MAX_TILES: u32 = 1 << 18;
/// The maximum number of tilesets of a file: for each tile `tiled` goes through the tilesets of the map.
const MAX_TILESETS: usize = 256;
/// The maximum size in pixels, with which `tiled` computes without a check.
const MAX_PIXELS: u32 = 1 << 16;
/// The maximum distance of a chunk from the origin of an infinite map.
const MAX_OFFSET: u32 = 1 << 20;
/// The bit that turns a tile of a hexagonal map by 120 degrees, which `tiled` takes for a part of its number.
const TURNED: u32 = 1 << 28;
/// The side of the chunks in which `tiled` keeps the tiles of an infinite map.
const CHUNK_SIDE: i32 = 16;

/// The elements around the tiles of a layer.
const DATA: [&[u8]; 3] = [b"map", b"layer", b"data"];

/// A colour that is not set, as Tiled writes it.
const NO_COLOUR: &[u8] = b"value=\"\"";

/// The totals of the files of a level.
#[derive(Default)]
pub(super) struct Totals {
    /// The tiles of the tilesets.
    tiles: u32,
    /// The places for tiles of the layers.
    pub(super) places: usize,
    /// The number of a layer of tiles, column and row of each tile that is turned by 120 degrees.
    pub(super) turned: Vec<(usize, i32, i32)>,
}

/// The width and height of an image, by its path.
pub(super) type ImageSize<'a> = &'a dyn Fn(&AssetPath) -> Result<(u32, u32), String>;

/// What is wrong with a file, and the byte at which it is.
pub(super) struct Mistake {
    pub(super) offset: usize,
    pub(super) what: String,
}

/// Checks the sizes of a file, and adds them to the others. Returns the file as `tiled` can read it: with the sizes that
/// old files leave out, a transparent colour where none is set, and layers as CSV where it does not know their format.
pub(super) fn checked<'a>(
    path: &AssetPath,
    bytes: &'a [u8],
    totals: &mut Totals,
    image_size: ImageSize<'_>,
) -> Result<Edited<'a>, Mistake> {
    let mut scan = Scan {
        path,
        totals,
        image_size,
        open: Vec::new(),
        is_infinite: false,
        is_hexagonal: false,
        tilesets: 0,
        layers: 0,
        size: (0, 0),
        format: Format::Csv,
        expected: None,
        uncounted: None,
        edits: Edits::default(),
    };
    let mut xml = Reader::from_reader(bytes);
    loop {
        let offset = start_of_next(&xml, bytes);
        let event = xml.read_event().map_err(|error| error.to_string());
        match event.and_then(|event| scan.event(&event, offset)) {
            Ok(true) => {}
            Ok(false) => return Ok(scan.edits.apply(bytes)),
            Err(what) => return Err(Mistake { offset, what }),
        }
    }
}

/// The byte at which the next event begins.
fn start_of_next(xml: &Reader<&[u8]>, bytes: &[u8]) -> usize {
    let before = xml.buffer_position();
    // The reader may have taken the `<` of the next tag already.
    before.checked_sub(1).filter(|at| bytes[*at] == b'<').unwrap_or(before)
}

struct Scan<'a> {
    path: &'a AssetPath,
    totals: &'a mut Totals,
    image_size: ImageSize<'a>,
    /// The names of the open elements.
    open: Vec<Vec<u8>>,
    is_infinite: bool,
    is_hexagonal: bool,
    /// The tilesets so far.
    tilesets: usize,
    /// The layers of tiles so far, and the size of the last one.
    layers: usize,
    size: (u32, u32),
    format: Format,
    /// The open layer or chunk, until its tiles come.
    expected: Option<Part>,
    /// The open tileset, if it does not say how many tiles or columns it has.
    uncounted: Option<OldTileset>,
    edits: Edits,
}

/// The part of a map in a layer or chunk, in tiles.
#[derive(Clone, Copy)]
struct Part {
    left: i32,
    top: i32,
    width: u32,
    height: u32,
}

impl Scan<'_> {
    /// Checks a part of the file; `false` at its end.
    fn event(&mut self, event: &Event<'_>, offset: usize) -> Result<bool, String> {
        match event {
            Event::Start(tag) => {
                self.tag(tag, offset)?;
                self.open.push(tag.local_name().as_ref().to_vec());
                if self.open.len() > MAX_DEPTH {
                    return Err(format!("the elements are nested too deeply (max. {MAX_DEPTH})"));
                }
            }
            Event::Empty(tag) => {
                self.tag(tag, offset)?;
                self.close(tag.local_name().as_ref())?;
            }
            Event::Text(text) => {
                if let Some(part) = self.expected.take() {
                    let unescaped = text.unescape().map_err(|error| error.to_string())?;
                    self.tiles(part, &unescaped, offset, text.len())?;
                } else if self.is_infinite && self.is_in(&DATA) && !text.iter().all(u8::is_ascii_whitespace) {
                    return Err("the tiles of an infinite map are in chunks; these are not".to_owned());
                }
            }
            Event::CData(text) => {
                if let Some(part) = self.expected.take() {
                    let length = text.len() + "<![CDATA[]]>".len();
                    self.tiles(part, &String::from_utf8_lossy(text), offset, length)?;
                }
            }
            Event::End(tag) => {
                self.close(tag.local_name().as_ref())?;
                self.open.pop();
            }
            Event::Eof => return Ok(false),
            _ => {}
        }
        Ok(true)
    }

    /// Whether the open elements are `path`, with groups left out.
    fn is_in(&self, path: &[&[u8]]) -> bool {
        self.open.iter().filter(|name| *name != b"group").eq(path)
    }

    fn tag(&mut self, tag: &BytesStart<'_>, offset: usize) -> Result<(), String> {
        check_finite(tag)?;
        match tag.local_name().as_ref() {
            b"map" if self.open.is_empty() => {
                self.is_infinite = attribute(tag, "infinite")?.as_deref() == Some("1");
                self.is_hexagonal = attribute(tag, "orientation")?.as_deref() == Some("hexagonal");
            }
            b"tileset" => self.tileset(tag, offset)?,
            b"image" => self.image(tag, offset)?,
            b"layer" if self.is_in(&DATA[..1]) => {
                self.layers += 1;
                self.size = (number_or_zero(tag, "width")?, number_or_zero(tag, "height")?);
            }
            b"data" if self.is_in(&DATA[..2]) => {
                self.format = Format::of(attribute(tag, "encoding")?, attribute(tag, "compression")?)?;
                if self.is_rewritten() {
                    self.edits.replace(offset + 1, tag.len(), "data encoding=\"csv\"".to_owned());
                }
                if !self.is_infinite {
                    let (width, height) = self.size;
                    self.expect(Part { left: 0, top: 0, width, height })?;
                }
            }
            b"chunk" if self.is_in(&DATA) => {
                let (left, top) = (number_or_zero(tag, "x")?, number_or_zero(tag, "y")?);
                let (width, height) = (number_or_zero(tag, "width")?, number_or_zero(tag, "height")?);
                self.expect(Part { left, top, width, height })?;
            }
            b"property" | b"item" if attribute(tag, "type")?.as_deref() == Some("color") => {
                if let Some(at) = tag.windows(NO_COLOUR.len()).position(|bytes| bytes == NO_COLOUR) {
                    let transparent = "value=\"#00000000\"".to_owned();
                    self.edits.replace(offset + 1 + at, NO_COLOUR.len(), transparent);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Checks an image, supplies its size where it is left out, and the number of tiles where the tileset around it
    /// leaves that out.
    fn image(&mut self, tag: &BytesStart<'_>, offset: usize) -> Result<(), String> {
        let source =
            attribute(tag, "source")?.ok_or("an image has no `source`; images in the file are not read")?;
        let image = self.path.sibling(&source).map_err(|error| error.to_string())?;
        let (width, height) = (number(tag, "width")?, number(tag, "height")?);
        let size = match width.zip(height) {
            Some(size) => size,
            None => (self.image_size)(&image)?,
        };
        let mut added = String::new();
        if width.is_none() {
            added += &format!(" width=\"{}\"", size.0);
        }
        if height.is_none() {
            added += &format!(" height=\"{}\"", size.1);
        }
        self.edits.insert(end_of_name(tag, offset), added);
        let is_of_tileset = self.open.last().is_some_and(|name| name == b"tileset");
        let Some(tileset) = self.uncounted.take_if(|_| is_of_tileset) else { return Ok(()) };
        let (supplied, tiles) = tileset.supply(size);
        self.edits.insert(tileset.at, supplied);
        self.count_tiles(tiles)
    }

    fn tileset(&mut self, tag: &BytesStart<'_>, offset: usize) -> Result<(), String> {
        self.tilesets += 1;
        if self.tilesets > MAX_TILESETS {
            return Err(format!("the file has more than {MAX_TILESETS} tilesets"));
        }
        if attribute(tag, "source")?.is_some() {
            return Ok(());
        }
        for name in ["tilewidth", "tileheight", "spacing", "margin"] {
            let pixels: u32 = number_or_zero(tag, name)?;
            if pixels > MAX_PIXELS {
                return Err(format!("`{name}` is {pixels} (max. {MAX_PIXELS})"));
            }
        }
        self.uncounted = OldTileset::of(tag, end_of_name(tag, offset))?;
        self.count_tiles(number_or_zero(tag, "tilecount")?)
    }

    fn count_tiles(&mut self, tiles: u32) -> Result<(), String> {
        self.totals.tiles = self.totals.tiles.saturating_add(tiles);
        if self.totals.tiles > MAX_TILES {
            let total = self.totals.tiles;
            return Err(format!(
                "with this tileset of {tiles} tiles the level has {total} (max. {MAX_TILES})"
            ));
        }
        Ok(())
    }

    /// Whether the tiles become CSV: `tiled` reads no Zstandard, and does not know that tiles may be turned by 120 degrees.
    fn is_rewritten(&self) -> bool {
        self.is_hexagonal || self.format == Format::Zstd
    }

    /// Takes notice of a layer or chunk whose tiles come next.
    fn expect(&mut self, part: Part) -> Result<(), String> {
        let Part { left, top, width, height } = part;
        if width.max(height) > MAX_SIDE || left.unsigned_abs().max(top.unsigned_abs()) > MAX_OFFSET {
            return Err(format!(
                "a part of {width} x {height} tiles at {left}, {top} is too large or too far away (max. \
                 {MAX_SIDE} x {MAX_SIDE}, {MAX_OFFSET} from the origin)"
            ));
        }
        let chunks = |from: i32, length: u32| {
            ((from + length as i32 - 1).div_euclid(CHUNK_SIDE) - from.div_euclid(CHUNK_SIDE) + 1) as usize
        };
        let places = chunks(left, width) * chunks(top, height) * (CHUNK_SIDE * CHUNK_SIDE) as usize;
        self.totals.places = self.totals.places.saturating_add(places);
        if self.totals.places > MAX_PLACES {
            return Err(format!("the layers of the level have more than {MAX_PLACES} tiles together"));
        }
        self.expected = Some(part);
        Ok(())
    }

    /// Checks the tiles of a layer or chunk, whose text begins at `offset`.
    fn tiles(&mut self, part: Part, text: &str, offset: usize, length: usize) -> Result<(), String> {
        let tiles = self.format.read(text, (part.width * part.height) as usize)?;
        if !self.is_rewritten() {
            return Ok(());
        }
        let mut csv = String::with_capacity(tiles.len() * 3);
        for (index, tile) in (0..).zip(tiles) {
            let is_turned = self.is_hexagonal && tile & TURNED != 0;
            if is_turned {
                let (column, row) = ((index % part.width) as i32, (index / part.width) as i32);
                self.totals.turned.push((self.layers - 1, part.left + column, part.top + row));
            }
            let comma = if index == 0 { "" } else { "," };
            csv += &format!("{comma}{}", if is_turned { tile & !TURNED } else { tile });
        }
        self.edits.replace(offset, length, csv);
        Ok(())
    }

    /// At the end of an element: its tiles must have come.
    fn close(&mut self, name: &[u8]) -> Result<(), String> {
        match name {
            b"tileset" => self.uncounted = None,
            b"data" | b"chunk" => {
                if let Some(Part { width, height, .. }) = self.expected.take() {
                    return Err(format!("there are no tiles; {width} x {height} are expected"));
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// The byte after the name of a tag that begins at `offset`.
fn end_of_name(tag: &BytesStart<'_>, offset: usize) -> usize {
    offset + 1 + tag.name().as_ref().len()
}
