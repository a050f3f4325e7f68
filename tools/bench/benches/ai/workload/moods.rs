//! The moods of a monster: a plain table.

use super::inputs::hash;

/// How many states the moods have; they are numbered from 1, since the document's 0 means an empty row.
pub const MOODS: u8 = 5;
/// How many inputs the moods know, numbered from 1 as well.
pub const MOOD_INPUTS: u8 = 5;
/// The mood in which a monster starts: it does not care.
pub const FIRST_MOOD: u8 = 1;

/// The monster's table as (mood, input, next mood). Moods: 1 uncaring, 2 mad, 3 in a rage, 4 berserk,
/// 5 annoyed. Inputs: the player is 1 seen, 2 attacking, 3 gone; the monster is 4 hurt, 5 healed. The
/// seed gives the rows of the first two moods only; the others follow its story. An input that a mood
/// has no row for leaves it as it is.
pub const MOOD_ROWS: [(u8, u8, u8); 16] = [
    (1, 1, 5),
    (1, 2, 2),
    (1, 4, 2),
    (2, 4, 3),
    (2, 5, 1),
    (2, 1, 2),
    (3, 4, 4),
    (3, 5, 5),
    (4, 1, 4),
    (4, 2, 4),
    (4, 3, 4),
    (4, 4, 4),
    (4, 5, 3),
    (5, 3, 1),
    (5, 2, 3),
    (5, 5, 1),
];

/// One random input for every monster, every frame: nothing but transitions.
pub fn mood_inputs(inputs: &mut Vec<u8>, units: usize, frame: u32) {
    inputs.clear();
    inputs.extend((0..units as u32).map(|unit| (hash(unit, frame) % u32::from(MOOD_INPUTS)) as u8 + 1));
}
