//! The tags of Aseprite: which frames an animation has.

use serde::Deserialize;

use super::AtlasFrame;

#[derive(Deserialize)]
pub(super) struct Tag {
    pub(super) name: String,
    pub(super) from: usize,
    pub(super) to: usize,
    #[serde(default)]
    direction: Direction,
    /// How often it is shown, a number as a text.
    pub(super) repeat: Option<String>,
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

/// Why a tag is no animation.
pub(super) enum Unusable {
    /// Another export is needed.
    Broken(String),
    /// The tag is left out.
    Left(String),
}

/// How the numbers of tags lead to frames. A tag has the numbers of the frames in its own sprite, and no name of it.
pub(super) enum Order {
    /// By the places of the frames in the file.
    Places,
    /// By the numbers in the names of the frames, because some frames of the sprite are not in the file.
    Numbers(Vec<usize>),
    /// There are several sprites, so the tags may be of any.
    Unclear,
}

impl Order {
    pub(super) fn of(frames: &[AtlasFrame], tags: &[Tag]) -> Self {
        // Aseprite sorts the tags of a sprite.
        if tags.windows(2).any(|pair| pair[1].from < pair[0].from) {
            return Self::Unclear;
        }
        let names: Option<Vec<_>> = frames.iter().map(|frame| title_and_number(&frame.name)).collect();
        let Some(names) = names else { return Self::Places };
        if names.windows(2).any(|pair| pair[0].0 != pair[1].0) {
            return Self::Unclear;
        }
        let numbers: Vec<usize> = names.into_iter().map(|(_, number)| number).collect();
        let are_in_turn = numbers.windows(2).all(|pair| pair[1] == pair[0] + 1);
        if are_in_turn && tags.iter().all(|tag| tag.to < numbers.len()) {
            return Self::Places;
        }
        Self::Numbers(numbers)
    }

    /// The frames of a tag of a file with `count` frames.
    pub(super) fn frames(&self, tag: &Tag, count: usize) -> Result<Vec<usize>, Unusable> {
        let Tag { name, from, to, .. } = tag;
        match self {
            Self::Places if from > to || *to >= count => Err(Unusable::Broken(format!(
                "the tag `{name}` is of the frames {from} to {to}; the file has {count}"
            ))),
            Self::Places => Ok(tag.shown(&(*from..=*to).collect::<Vec<_>>())),
            Self::Numbers(numbers) => {
                let mut found: Vec<usize> = (0..numbers.len()).collect();
                found.retain(|place| (*from..=*to).contains(&numbers[*place]));
                found.sort_by_key(|place| numbers[*place]);
                if found.is_empty() {
                    return Err(Unusable::Left(format!("the tag `{name}` has no frames in the file")));
                }
                Ok(tag.shown(&found))
            }
            Self::Unclear => {
                let what = format!("the tag `{name}` may be of more than one sprite");
                let export = "so it is no animation; export each sprite into a file of its own";
                Err(Unusable::Left(format!("{what}, {export}")))
            }
        }
    }
}

/// The parts of a name as Aseprite makes it by default: `hero 12.aseprite`, and `hero.aseprite` for a single frame.
fn title_and_number(name: &str) -> Option<(&str, usize)> {
    let (stem, extension) = name.rsplit_once('.')?;
    if !matches!(extension.to_ascii_lowercase().as_str(), "ase" | "aseprite") {
        return None;
    }
    let numbered = stem.rsplit_once(' ').and_then(|(title, number)| Some((title, number.parse().ok()?)));
    Some(numbered.unwrap_or((stem, 0)))
}
