//! The tags of Aseprite: which frames an animation has.

use std::ops::Range;

use serde::Deserialize;

use super::AtlasFrame;

#[derive(Deserialize)]
pub(super) struct Tag {
    pub(super) name: String,
    pub(super) from: usize,
    pub(super) to: usize,
    #[serde(default)]
    direction: Direction,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Direction {
    #[default]
    Forward,
    Reverse,
    Pingpong,
    PingpongReverse,
}

impl Tag {
    /// These frames in the order in which they are shown.
    fn shown(&self, frames: &[usize]) -> Vec<usize> {
        let forth = frames.iter().copied();
        let between = frames.get(1..frames.len().saturating_sub(1)).unwrap_or_default().iter().copied();
        match self.direction {
            Direction::Forward => forth.collect(),
            Direction::Reverse => forth.rev().collect(),
            Direction::Pingpong => forth.chain(between.rev()).collect(),
            Direction::PingpongReverse => forth.rev().chain(between).collect(),
        }
    }
}

/// The animation of each tag, or what is wrong with the tag: `Err` where another export is needed, `Ok(Err)` where
/// there is no animation for certain.
pub(super) type Animation = Result<Result<Vec<usize>, String>, String>;

/// The frames of each tag. A tag has the numbers of the frames in its own sprite, which are in their names by
/// default, and no name of that sprite; Aseprite sorts the tags of a sprite.
pub(super) fn animations(frames: &[AtlasFrame], tags: &[Tag], is_aseprite: bool) -> Vec<Animation> {
    let Some(sprites) = sprites(frames) else {
        let restarts = tags.windows(2).any(|pair| pair[1].from < pair[0].from);
        if is_aseprite && restarts && !have_tags_in_names(frames, tags) {
            return tags.iter().map(|tag| Ok(Err(unclear(tag)))).collect();
        }
        return tags.iter().map(|tag| by_place(frames, tag).map(Ok)).collect();
    };
    let mut first = 0;
    let of_sprites = tags.iter().enumerate().map(|(index, tag)| {
        first += usize::from(index > 0 && tag.from < tags[index - 1].from);
        first
    });
    let of_sprites: Vec<usize> = of_sprites.collect();
    // With as many starts as sprites, each sprite has its own.
    let is_certain = of_sprites.last().is_none_or(|last| last + 1 == sprites.len());
    let of_sprite = |(tag, sprite): (&Tag, usize)| {
        if !is_certain {
            return Ok(Err(unclear(tag)));
        }
        let numbers = &sprites[sprite];
        // Where names begin with 1, tags begin with 0 all the same.
        let is_counted_from_1 = numbers.first().is_some_and(|(number, _)| *number == 1)
            && tags.iter().all(|tag| tag.to < numbers.len())
            && numbers.windows(2).all(|pair| pair[1].0 == pair[0].0 + 1);
        let offset = usize::from(is_counted_from_1);
        let is_in = |number: usize| (tag.from + offset..=tag.to.saturating_add(offset)).contains(&number);
        let found = numbers.iter().filter(|(number, _)| is_in(*number)).map(|(_, frame)| *frame);
        let found: Vec<usize> = found.collect();
        if found.is_empty() || tag.from > tag.to {
            return Ok(Err(format!("the tag `{}` has no frames in the file", tag.name)));
        }
        Ok(Ok(tag.shown(&found)))
    };
    tags.iter().zip(of_sprites).map(of_sprite).collect()
}

/// A tag by the places of its frames in the file.
fn by_place(frames: &[AtlasFrame], tag: &Tag) -> Result<Vec<usize>, String> {
    if tag.from > tag.to || tag.to >= frames.len() {
        let what = format!("the tag `{}` is of the frames {} to {}", tag.name, tag.from, tag.to);
        return Err(format!("{what}; the file has {}", frames.len()));
    }
    Ok(tag.shown(&Range { start: tag.from, end: tag.to + 1 }.collect::<Vec<_>>()))
}

fn unclear(tag: &Tag) -> String {
    let what = format!("the tag `{}` may be of more than one sprite", tag.name);
    format!("{what}, so it is no animation; export each sprite into a file of its own")
}

/// Whether all frames in the places of a tag have its name in theirs.
fn have_tags_in_names(frames: &[AtlasFrame], tags: &[Tag]) -> bool {
    tags.iter().all(|tag| {
        let frames = frames.get(tag.from..tag.to.saturating_add(1));
        frames.is_some_and(|frames| frames.iter().all(|frame| frame.name.contains(&tag.name)))
    })
}

/// The numbers and places of the frames of each sprite, sorted, if all names are as Aseprite makes them by default:
/// `hero 12.aseprite`, `hero (layer) 12.aseprite`, and `hero.aseprite` for a single frame.
fn sprites(frames: &[AtlasFrame]) -> Option<Vec<Vec<(usize, usize)>>> {
    let mut titles: Vec<&str> = Vec::new();
    let mut sprites: Vec<Vec<(usize, usize)>> = Vec::new();
    for (place, frame) in frames.iter().enumerate() {
        let (stem, extension) = frame.name.rsplit_once('.')?;
        if !matches!(extension.to_ascii_lowercase().as_str(), "ase" | "aseprite") {
            return None;
        }
        let numbered = stem.rsplit_once(' ').and_then(|(title, number)| Some((title, number.parse().ok()?)));
        let (title, number) = numbered.unwrap_or((stem, 0));
        let known = titles.iter().position(|known| *known == title);
        let sprite = known.unwrap_or_else(|| {
            titles.push(title);
            sprites.push(Vec::new());
            titles.len() - 1
        });
        sprites[sprite].push((number, place));
    }
    sprites.iter_mut().for_each(|sprite| sprite.sort_unstable());
    Some(sprites)
}
