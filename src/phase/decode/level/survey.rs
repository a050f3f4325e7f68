//! Looks through a file of a level before `tiled` sees it.
//!
//! `tiled` trusts its input: it calls itself for each nested group, reserves as many tiles as a
//! tileset claims, unpacks whatever a layer has packed, and gives no places with its errors. This
//! is a strict look at the same text that finds all that, and what is not well-formed, with the
//! place. It is stricter than XML: what Tiled never writes (`<!DOCTYPE`, `CDATA`, prefixes, a bare
//! `<` or `>` in a value) is refused, so that both readers are sure to see the same elements.

mod layer;
mod scan;

use layer::check_data;
use scan::{Markup, Mistake, Scanner, Tag};

use crate::phase::decode::text::broken_at;
use crate::phase::error::DecodeError;
use crate::platform::AssetPath;

/// How deep elements may be nested. Groups and class properties nest, and each is a call.
const MAX_DEPTH: usize = 32;

/// The longest side of a level in tiles.
const MAX_SIDE: u32 = 1024;

/// The most layers of a level, groups included.
const MAX_LAYERS: usize = 64;

/// The most tilesets of a level: each tile is looked up among them.
const MAX_TILESETS: usize = 64;

/// The largest number that a tileset may have for anything: its pixels and its tiles.
const MAX_NUMBER: u32 = 1 << 16;

/// What a file of a level says about itself.
#[derive(Debug, Default)]
pub(super) struct Survey {
    /// The files it names: what they are, and their paths as seen from this file.
    pub(super) references: Vec<(&'static str, String)>,
    /// How many tiles its tilesets claim to have.
    pub(super) tiles: u64,
    /// How many of its objects are made from templates.
    pub(super) template_uses: usize,
    /// Whether it is a template itself.
    pub(super) is_template: bool,
}

/// Surveys a file: the map of a level, or else a tileset or a template.
pub(super) fn survey(path: &AssetPath, text: &str, is_map: bool) -> Result<Survey, DecodeError> {
    let mut walk = Walk { is_map, ..Walk::default() };
    walk.file(text).map_err(|Mistake { offset, what }| broken_at(path, text, offset, what))?;
    Ok(walk.found)
}

/// A walk through the elements of a file.
#[derive(Default)]
struct Walk {
    found: Survey,
    is_map: bool,
    width: u32,
    height: u32,
    layers: usize,
    tilesets: usize,
    packed: usize,
}

impl Walk {
    fn file(&mut self, text: &str) -> Result<(), Mistake> {
        let mut scanner = Scanner::new(text);
        let mut open: Vec<(&str, usize)> = Vec::new();
        let mut has_root = false;
        while let Some(markup) = scanner.next()? {
            match markup {
                Markup::Open(tag) => {
                    if open.is_empty() && has_root {
                        return Err(tag.mistake("there is a second element beside the first"));
                    }
                    has_root = true;
                    if open.len() == MAX_DEPTH {
                        return Err(
                            tag.mistake(format!("elements are nested more than {MAX_DEPTH} deep here"))
                        );
                    }
                    self.element(&tag, open.last().map(|(name, _)| *name), &scanner)?;
                    if !tag.is_empty {
                        open.push((tag.name, tag.offset));
                    }
                }
                Markup::Close { name, offset } => match open.pop() {
                    Some((opened, _)) if opened == name => {}
                    Some((opened, _)) => {
                        let what = format!("`</{name}>` closes `<{opened}>`, which is still open");
                        return Err(Mistake { offset, what });
                    }
                    None => return Err(Mistake { offset, what: format!("`</{name}>` closes nothing") }),
                },
            }
        }
        match open.last() {
            Some((name, _)) => Err(Mistake {
                offset: text.len(),
                what: format!("the file ends inside `<{name}>`: is it cut short?"),
            }),
            None if has_root => Ok(()),
            None => Err(Mistake { offset: 0, what: "it has no elements: is it a file of Tiled?".to_owned() }),
        }
    }

    fn element(&mut self, tag: &Tag<'_>, parent: Option<&str>, scanner: &Scanner<'_>) -> Result<(), Mistake> {
        match (tag.name, parent) {
            ("map", None) if self.is_map => self.map(tag),
            ("tileset", None) if !self.is_map => self.tileset(tag),
            ("template", None) if !self.is_map => {
                self.found.is_template = true;
                Ok(())
            }
            (name, None) if self.is_map => {
                Err(tag.mistake(format!("it starts with `<{name}>`; a map starts with `<map>`")))
            }
            (name, None) => {
                Err(tag.mistake(format!("it starts with `<{name}>`, not with `<tileset>` or `<template>`")))
            }
            ("layer" | "objectgroup" | "imagelayer" | "group", Some("map" | "group")) => self.layer(tag),
            ("tileset", _) => self.tileset(tag),
            ("data", Some("layer")) => {
                let tiles = self.width as usize * self.height as usize;
                check_data(tag, scanner, tiles, &mut self.packed)
            }
            ("image", _) => {
                ["width", "height"].iter().try_for_each(|side| tag.number(side, MAX_NUMBER).map(drop))
            }
            ("object", _) => {
                if let Some(template) = tag.get("template") {
                    self.found.template_uses += 1;
                    self.name("template", template);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn map(&mut self, tag: &Tag<'_>) -> Result<(), Mistake> {
        let orientation = tag.get("orientation").unwrap_or("orthogonal");
        if orientation != "orthogonal" {
            return Err(tag.mistake(format!("the map is {orientation}; a level must be orthogonal")));
        }
        if tag.get("infinite").is_some_and(|infinite| infinite != "0") {
            return Err(
                tag.mistake("the map is infinite; switch that off in its properties, a level has a size")
            );
        }
        let side = |name| match tag.number(name, u32::MAX)? {
            None | Some(0) => Err(tag.mistake(format!("the map has no {name}"))),
            Some(side) => Ok(side),
        };
        (self.width, self.height) = (side("width")?, side("height")?);
        if self.width > MAX_SIDE || self.height > MAX_SIDE {
            let Self { width, height, .. } = self;
            return Err(tag.mistake(format!(
                "the map claims {width} x {height} tiles; each side may have {MAX_SIDE} at most"
            )));
        }
        ["tilewidth", "tileheight"].iter().try_for_each(|name| match tag.number(name, MAX_NUMBER)? {
            None | Some(0) => Err(tag.mistake(format!("the map has no {name}"))),
            Some(_) => Ok(()),
        })
    }

    fn layer(&mut self, tag: &Tag<'_>) -> Result<(), Mistake> {
        self.layers += 1;
        if self.layers > MAX_LAYERS {
            return Err(tag.mistake(format!("the map has more than {MAX_LAYERS} layers and groups")));
        }
        if tag.name != "layer" {
            return Ok(());
        }
        let size = (tag.number("width", u32::MAX)?, tag.number("height", u32::MAX)?);
        if size != (Some(self.width), Some(self.height)) {
            let what = format!("the layer is not {} x {} tiles like the map", self.width, self.height);
            return Err(tag.mistake(what));
        }
        Ok(())
    }

    fn tileset(&mut self, tag: &Tag<'_>) -> Result<(), Mistake> {
        self.tilesets += 1;
        if self.tilesets > MAX_TILESETS {
            return Err(tag.mistake(format!("there are more than {MAX_TILESETS} tilesets")));
        }
        for name in ["tilewidth", "tileheight", "columns", "spacing", "margin"] {
            tag.number(name, MAX_NUMBER)?;
        }
        let tiles = tag.number("tilecount", MAX_NUMBER)?;
        self.found.tiles += u64::from(tiles.unwrap_or(0));
        // Without it, `tiled` would compute it from numbers that it does not check.
        if tiles.is_some() && tag.get("columns").is_none() {
            return Err(tag.mistake("the tileset does not say its columns; save it with a newer Tiled"));
        }
        if let Some(source) = tag.get("source") {
            self.name("tileset", source);
        }
        Ok(())
    }

    /// Notes a file that is needed. The same one named a thousand times is noted once in a row,
    /// which is how levels name them.
    fn name(&mut self, what: &'static str, path: &str) {
        if self.found.references.last().is_none_or(|(_, last)| last != path) {
            self.found.references.push((what, path.to_owned()));
        }
    }
}
