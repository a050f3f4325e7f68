//! A file of a level, one piece of XML after the other: within limits, and with what old files leave out.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt::{Display, Write};
use std::io::{self, Read};

use quick_xml::events::{BytesEnd, BytesStart, BytesText, Event};
use quick_xml::{Reader, Writer};

use super::complete::{Wang, complete, known_name};
use super::data::{self, Data};
use super::xml::{Ahead, attribute, check_finite, number, number_or_zero, start_of_next};
use proscenium_core::platform::AssetPath;

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
    /// What is left out, with its places.
    pub(super) warnings: RefCell<Vec<(AssetPath, usize, String)>>,
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
    /// The tiles so far, where each is an element of its own.
    elements: Vec<u32>,
    /// The colours of the last Wang set.
    wang: Wang,
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
            elements: Vec::new(),
            wang: Wang::default(),
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
        let offset = start_of_next(&self.xml, self.bytes);
        *self.counts.last.borrow_mut() = Some(Place { path: self.path.clone(), offset, problem: None });
        let mut events = VecDeque::new();
        match self.xml.read_event().map_err(text_of)? {
            Event::Start(tag) => {
                events.extend(self.tag(tag, false)?.map(Event::Start));
                if self.open.len() > MAX_DEPTH {
                    return Err(format!("the elements are nested too deeply (max. {MAX_DEPTH})"));
                }
            }
            Event::Empty(tag) => events.extend(self.tag(tag, true)?.map(Event::Empty)),
            Event::Text(text) => {
                let is_space = text.iter().all(u8::is_ascii_whitespace);
                if !is_space && self.is_at_tiles() {
                    events.push_back(self.tiles(&text.unescape().unwrap_or_default())?);
                } else if !self.is_at_tiles() {
                    events.push_back(Event::Text(text));
                }
            }
            Event::CData(text) if self.is_at_tiles() => {
                events.push_back(self.tiles(&String::from_utf8_lossy(&text))?);
            }
            Event::End(tag) => {
                let is_tile = self.is_element_of_tiles();
                if !is_tile {
                    events.extend(self.complete()?);
                }
                let name = self.open.pop().unwrap_or_default();
                match known_name(&name) {
                    _ if is_tile => {}
                    Some(known) => events.push_back(Event::End(BytesEnd::new(known))),
                    None => events.push_back(Event::End(tag)),
                }
            }
            Event::DocType(_) => {}
            Event::Eof => return Ok(false),
            other => events.push_back(other),
        }
        let mut writer = Writer::new(&mut self.piece);
        events.into_iter().try_for_each(|event| writer.write_event(event)).map_err(text_of)?;
        Ok(true)
    }

    /// Whether the tiles of a layer or chunk come here.
    fn is_at_tiles(&self) -> bool {
        self.is_in(&DATA) || self.is_in(&CHUNK)
    }

    /// Whether the open element is one tile of a layer.
    fn is_element_of_tiles(&self) -> bool {
        let [around @ .., name] = self.open.as_slice() else { return false };
        let around = || around.iter().filter(|name| *name != b"group");
        name == b"tile" && (around().eq(&DATA) || around().eq(&CHUNK))
    }

    /// Takes notice of a tag, and returns it with what it leaves out; `None` for a tile of a layer.
    fn tag<'t>(&mut self, tag: BytesStart<'t>, is_empty: bool) -> Result<Option<BytesStart<'t>>, String> {
        check_finite(&tag)?;
        let name = tag.local_name().as_ref().to_vec();
        if name == b"tile" && self.is_at_tiles() {
            self.elements.push(number_or_zero(&tag, "gid")?);
            if !is_empty {
                self.open.push(name);
            }
            return Ok(None);
        }
        if name == b"map" && self.open.is_empty() {
            self.is_infinite = attribute(&tag, "infinite")?.as_deref() == Some("1");
        }
        if name == b"wangset" {
            self.wang = if is_empty { Wang::default() } else { Wang::of(self.xml.clone()) };
        }
        let offset = self.counts.last.borrow().as_ref().map_or(0, |place| place.offset);
        let warn = &mut |what| self.counts.warnings.borrow_mut().push((self.path.clone(), offset, what));
        let mut tag = complete(tag, &self.wang, self.is_infinite, warn)?;
        match name.as_slice() {
            b"tileset" => {
                if let Some(first) = number(&tag, "firstgid")? {
                    self.first = self.first.min(first);
                } else if !self.open.is_empty() {
                    return Err("a tileset has no `firstgid`".to_owned());
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
                if let Some(source) = attribute(&tag, "source")? {
                    self.path.sibling(&source).map_err(text_of)?;
                }
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
        Ok(Some(tag))
    }

    /// Adds the attributes of a tileset that old files leave out, and checks its size.
    fn count_tiles(&self, tag: &mut BytesStart<'_>, is_empty: bool) -> Result<(), String> {
        let columns: Option<u32> = number(tag, "columns")?;
        let mut tiles: Option<u32> = number(tag, "tilecount")?;
        if columns.is_none() || tiles.is_none() {
            let mut ahead = Ahead::new(self.xml.clone(), self.bytes);
            let read =
                if is_empty { Ok((0, 0)) } else { ahead.tileset_size(tag, |image| self.size_of(image)) };
            let (own_columns, own_tiles) = read.inspect_err(|_| {
                // The mistake is further on than the tag.
                if let Some(place) = self.counts.last.borrow_mut().as_mut() {
                    place.offset = ahead.offset;
                }
            })?;
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

    /// The text of a layer or chunk as numbers with commas.
    fn tiles(&mut self, text: &str) -> Result<Event<'static>, String> {
        if self.is_in(&DATA) && self.is_infinite {
            return Err("the tiles of an infinite map are in chunks; these are not".to_owned());
        }
        let Some((left, top, width, height)) = self.expected.take() else {
            return Err("there are tiles twice".to_owned());
        };
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
        let elements = std::mem::take(&mut self.elements);
        let tiles = self.format.read(text, elements, (width * height) as usize)?;
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
        Ok(Event::Text(BytesText::from_escaped(csv)))
    }

    fn check_tile(&self, number: u32) -> Result<(), String> {
        if number != 0 && number < self.first {
            return Err(format!("the tile {number} is of no tileset; add its tileset to the map"));
        }
        Ok(())
    }

    /// At the end of an element: the tiles that were elements in it; an error if it has none.
    fn complete(&mut self) -> Result<Option<Event<'static>>, String> {
        match self.expected {
            Some(_) if self.is_at_tiles() && !self.elements.is_empty() => self.tiles("").map(Some),
            Some((_, _, width, height)) if self.is_at_tiles() => {
                Err(format!("there are no tiles; {width} x {height} are expected"))
            }
            _ => Ok(None),
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
