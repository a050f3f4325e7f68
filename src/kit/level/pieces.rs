//! A file of a level, one piece of XML after the other: within limits, and with what old files leave out.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt::{Display, Write};
use std::io::{self, Read};

use quick_xml::events::{BytesStart, BytesText, Event};
use quick_xml::{Reader, Writer};

use super::data::{self, Data};
use super::xml::{attribute, check_finite, number, number_or_zero, tileset_size};
use crate::platform::AssetPath;

/// The maximum side of a level, and of a chunk of an infinite one, in tiles.
pub(super) const MAX_SIDE: u32 = 1024;
/// The maximum depth of elements; `tiled` calls itself for groups and classes.
const MAX_DEPTH: usize = 32;
/// The maximum of tiles of the tilesets of a level, for which `tiled` reserves memory before it reads them.
const MAX_TILES: u32 = 1 << 18;
/// The maximum of places for tiles of all layers.
pub(super) const MAX_PLACES: usize = 1 << 23;
/// The maximum distance of a chunk from the origin of an infinite map.
const MAX_OFFSET: i32 = 1 << 20;
/// The side of the chunks in which `tiled` keeps the tiles of an infinite map.
const CHUNK_SIDE: i32 = 16;

/// The elements around the tiles of a layer, and of a chunk of an infinite layer.
const DATA: [&[u8]; 3] = [b"map", b"layer", b"data"];
const CHUNK: [&[u8]; 4] = [b"map", b"layer", b"data", b"chunk"];

/// What the files of a level have together.
#[derive(Default)]
pub(super) struct Counts {
    tiles: Cell<u32>,
    places: Cell<usize>,
    turned: RefCell<Vec<(usize, i32, i32)>>,
    /// The piece that `tiled` works on.
    pub(super) last: RefCell<Option<Place>>,
}

impl Counts {
    pub(super) const fn places(&self) -> usize {
        self.places.get()
    }

    /// The number of a layer of tiles, column and row of each tile that is turned by 120 degrees, sorted.
    pub(super) fn turned(self) -> Vec<(usize, i32, i32)> {
        let mut turned = self.turned.into_inner();
        turned.sort_unstable();
        turned
    }
}

pub(super) struct Place {
    pub(super) path: AssetPath,
    pub(super) offset: usize,
    /// What is wrong with the piece, unless `tiled` finds it.
    pub(super) problem: Option<String>,
}

/// The width and height of an image, by its path in a file.
pub(super) type ImageSize<'a> = &'a dyn Fn(&AssetPath, &str) -> Result<(u32, u32), String>;

/// Reads a file piece by piece, so that the last one is the one that `tiled` works on.
pub(super) struct Pieces<'a> {
    path: AssetPath,
    bytes: &'a [u8],
    xml: Reader<&'a [u8]>,
    piece: VecDeque<u8>,
    /// The names of the open elements.
    open: Vec<Vec<u8>>,
    is_infinite: bool,
    /// The layers of tiles so far, and the size of the last one.
    layers: usize,
    size: (u32, u32),
    /// The smallest number of a tile of a tileset.
    first: u32,
    format: Data,
    /// The part of the map whose tiles come next: left, top, width and height.
    expected: Option<(i32, i32, u32, u32)>,
    counts: &'a Counts,
    image_size: ImageSize<'a>,
}

impl<'a> Pieces<'a> {
    pub(super) fn new(
        path: AssetPath,
        bytes: &'a [u8],
        counts: &'a Counts,
        image_size: ImageSize<'a>,
    ) -> Self {
        Self {
            path,
            bytes,
            xml: Reader::from_reader(bytes),
            piece: VecDeque::new(),
            open: Vec::new(),
            is_infinite: false,
            layers: 0,
            size: (0, 0),
            first: u32::MAX,
            format: Data::default(),
            expected: None,
            counts,
            image_size,
        }
    }

    /// Whether the open elements are `path`, with groups left out.
    fn is_in(&self, path: &[&[u8]]) -> bool {
        self.open.iter().filter(|name| *name != b"group").eq(path)
    }

    /// Goes on to the next piece, which has no bytes if it is to be left out; `false` at the end.
    fn next(&mut self) -> Result<bool, String> {
        let before = self.xml.buffer_position();
        // The reader may have taken the `<` of the next tag already.
        let taken = before.checked_sub(1).filter(|at| self.bytes[*at] == b'<');
        let offset = taken.unwrap_or(before);
        *self.counts.last.borrow_mut() = Some(Place { path: self.path.clone(), offset, problem: None });
        let event = self.xml.read_event().map_err(text_of)?;
        let event = match event {
            Event::Start(tag) => {
                let event = Event::Start(self.tag(tag, false)?);
                if self.open.len() > MAX_DEPTH {
                    return Err(format!("the elements are nested too deeply (max. {MAX_DEPTH})"));
                }
                event
            }
            Event::Empty(tag) => Event::Empty(self.tag(tag, true)?),
            Event::Text(text) => match self.tiles(&text.unescape().unwrap_or_default())? {
                Some(tiles) => Event::Text(BytesText::from_escaped(tiles)),
                None => Event::Text(text),
            },
            Event::CData(text) => match self.tiles(&String::from_utf8_lossy(&text))? {
                Some(tiles) => Event::Text(BytesText::from_escaped(tiles)),
                None => Event::CData(text),
            },
            Event::End(tag) => {
                self.complete()?;
                self.open.pop();
                Event::End(tag)
            }
            Event::DocType(_) => return Ok(true),
            Event::Eof => return Ok(false),
            other => other,
        };
        Writer::new(&mut self.piece).write_event(event).map_err(text_of)?;
        Ok(true)
    }

    /// Takes notice of a tag, and returns it with what it leaves out.
    fn tag<'t>(&mut self, mut tag: BytesStart<'t>, is_empty: bool) -> Result<BytesStart<'t>, String> {
        check_finite(&tag)?;
        let name = tag.local_name().as_ref().to_vec();
        match name.as_slice() {
            b"map" if self.open.is_empty() => {
                self.is_infinite = attribute(&tag, "infinite")?.as_deref() == Some("1");
            }
            b"tileset" => {
                if let Some(first) = number(&tag, "firstgid")? {
                    self.first = self.first.min(first);
                }
                if attribute(&tag, "source")?.is_none() {
                    self.count_tiles(&mut tag, is_empty)?;
                }
            }
            b"layer" if self.is_in(&[b"map"]) => {
                self.size = (number_or_zero(&tag, "width")?, number_or_zero(&tag, "height")?);
                self.layers += 1;
            }
            b"data" if self.is_in(&DATA[..2]) => {
                self.format = Data::of(attribute(&tag, "encoding")?, attribute(&tag, "compression")?)?;
                self.expected = (!self.is_infinite).then_some((0, 0, self.size.0, self.size.1));
                tag = BytesStart::new("data").with_attributes([("encoding", "csv")]);
            }
            b"chunk" if self.is_in(&DATA) => {
                let place = (number_or_zero(&tag, "x")?, number_or_zero(&tag, "y")?);
                let size = (number_or_zero(&tag, "width")?, number_or_zero(&tag, "height")?);
                self.expected = Some((place.0, place.1, size.0, size.1));
            }
            b"image" => {
                // Old files leave the size out.
                let size = self.size_of(&tag)?;
                for (name, size) in [("width", size.0), ("height", size.1)] {
                    if attribute(&tag, name)?.is_none() {
                        tag.push_attribute((name, size.to_string().as_str()));
                    }
                }
            }
            b"object" => {
                let tile: Option<u32> = number(&tag, "gid")?;
                // The tiles of a template are those of its own tileset.
                if let Some(tile) = tile.filter(|_| self.open.first().is_some_and(|root| root == b"map")) {
                    self.check_tile(tile & !data::FLIPS)?;
                }
            }
            _ => {}
        }
        self.open.push(name);
        if is_empty {
            self.complete()?;
            self.open.pop();
        }
        Ok(tag)
    }

    /// Adds the attributes of a tileset that old files leave out, and checks its size.
    fn count_tiles(&self, tag: &mut BytesStart<'_>, is_empty: bool) -> Result<(), String> {
        let columns: Option<u32> = number(tag, "columns")?;
        let mut tiles: Option<u32> = number(tag, "tilecount")?;
        if columns.is_none() || tiles.is_none() {
            let content = (!is_empty).then(|| self.xml.clone());
            let (own_columns, own_tiles) = tileset_size(tag, content, |image| self.size_of(image))?;
            if columns.is_none() {
                tag.push_attribute(("columns", own_columns.to_string().as_str()));
            }
            if tiles.is_none() {
                tag.push_attribute(("tilecount", own_tiles.to_string().as_str()));
                tiles = Some(own_tiles);
            }
        }
        let claimed = tiles.unwrap_or_default();
        let total = self.counts.tiles.get().saturating_add(claimed);
        self.counts.tiles.set(total);
        if total > MAX_TILES {
            return Err(format!(
                "with this tileset of {claimed} tiles the level has {total} (max. {MAX_TILES})"
            ));
        }
        Ok(())
    }

    /// The width and height of an image, from its file if the tag does not have them.
    fn size_of(&self, image: &BytesStart<'_>) -> Result<(u32, u32), String> {
        if let Some(size) = number(image, "width")?.zip(number(image, "height")?) {
            return Ok(size);
        }
        let source =
            attribute(image, "source")?.ok_or("an image has no `source`; images in the file are not read")?;
        (self.image_size)(&self.path, &source)
    }

    /// Takes the text of a layer or chunk, and returns it as numbers with commas.
    fn tiles(&mut self, text: &str) -> Result<Option<String>, String> {
        let is_layer = self.is_in(&DATA);
        if !is_layer && !self.is_in(&CHUNK) {
            return Ok(None);
        }
        if is_layer && text.trim().is_empty() {
            return Ok(None);
        }
        if is_layer && self.is_infinite {
            return Err("the tiles of an infinite map are in chunks; these are not".to_owned());
        }
        let Some((left, top, width, height)) = self.expected.take() else { return Ok(None) };
        if width.max(height) > MAX_SIDE || left.unsigned_abs().max(top.unsigned_abs()) > MAX_OFFSET as u32 {
            return Err(format!(
                "a part of {width} x {height} tiles at {left}, {top} is too large or too far away (max. \
                 {MAX_SIDE} x {MAX_SIDE}, {MAX_OFFSET} from the origin)"
            ));
        }
        let chunks = |from: i32, length: u32| {
            ((from + length as i32 - 1).div_euclid(CHUNK_SIDE) - from.div_euclid(CHUNK_SIDE) + 1) as usize
        };
        let places = chunks(left, width) * chunks(top, height) * (CHUNK_SIDE * CHUNK_SIDE) as usize;
        let places = self.counts.places.get().saturating_add(places);
        self.counts.places.set(places);
        if places > MAX_PLACES {
            return Err(format!("the layers of the level have more than {MAX_PLACES} tiles together"));
        }
        let tiles = self.format.read(text, (width * height) as usize)?;
        let mut csv = String::with_capacity(tiles.len() * 3);
        for (index, tile) in (0..).zip(tiles) {
            let (column, row) = ((index % width) as i32 + left, (index / width) as i32 + top);
            let number = tile & !data::FLIPS & !data::TURNED;
            self.check_tile(number).map_err(|what| format!("column {column}, row {row}: {what}"))?;
            if tile & data::TURNED != 0 {
                self.counts.turned.borrow_mut().push((self.layers - 1, column, row));
            }
            let comma = if csv.is_empty() { "" } else { "," };
            write!(csv, "{comma}{}", tile & !data::TURNED).map_err(text_of)?;
        }
        Ok(Some(csv))
    }

    fn check_tile(&self, number: u32) -> Result<(), String> {
        if number != 0 && number < self.first {
            return Err(format!("the tile {number} is of no tileset; add its tileset to the map"));
        }
        Ok(())
    }

    /// Checks that the element that ends has had its tiles.
    fn complete(&self) -> Result<(), String> {
        match self.expected {
            Some((_, _, width, height)) if self.is_in(&DATA) || self.is_in(&CHUNK) => {
                Err(format!("there are no tiles; {width} x {height} are expected"))
            }
            _ => Ok(()),
        }
    }
}

fn text_of(error: impl Display) -> String {
    error.to_string()
}

impl Read for Pieces<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.piece.is_empty() {
            match self.next() {
                Ok(true) => {}
                Ok(false) => return Ok(0),
                Err(problem) => {
                    if let Some(place) = self.counts.last.borrow_mut().as_mut() {
                        place.problem = Some(problem);
                    }
                    return Err(io::Error::other("see the place"));
                }
            }
        }
        self.piece.read(into)
    }
}
