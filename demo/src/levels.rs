//! The levels, in order. To add one: a line here and a manifest in `assets/phases/`.

use serde::{Deserialize, Serialize};

/// The payload of a load of `in_game`: the level to play, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelNumber(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelInfo {
    /// Its number, from 1.
    pub number: u32,
    /// The id of its map.
    pub level: &'static str,
    pub script: &'static str,
    /// The key of its name.
    pub name: &'static str,
}

pub const LEVELS: [LevelInfo; 3] = [
    LevelInfo { number: 1, level: "level_1", script: "script_1", name: "level-outpost" },
    LevelInfo { number: 2, level: "level_2", script: "script_2", name: "level-ford" },
    LevelInfo { number: 3, level: "level_3", script: "script_3", name: "level-theatre" },
];

impl LevelInfo {
    /// The level with this number; the last one if the number is too large.
    pub fn of(number: LevelNumber) -> &'static Self {
        let index = (number.0.max(1) as usize - 1).min(LEVELS.len() - 1);
        &LEVELS[index]
    }
}

pub fn parse(text: &str) -> Result<u32, String> {
    let last = LEVELS.len() as u32;
    let number = text.parse().ok().filter(|number| (1..=last).contains(number));
    number.ok_or_else(|| format!("expected a level from 1 to {last}"))
}
