//! The colours of a film: all of its pictures', or the ones that stand for them best.

use std::collections::HashMap;

use super::file::MAX_COLORS;

/// The colours that were seen, each with a number.
#[derive(Debug, Default)]
pub(super) struct Seen {
    numbers: HashMap<[u8; 3], u32>,
    /// By number: the colour, and how many pixels had it.
    colors: Vec<([u8; 3], u64)>,
}

/// The colours of the film, and for each number of a seen colour the one that stands for it.
pub(super) struct Palette {
    pub(super) colors: Vec<[u8; 3]>,
    pub(super) stand_in: Vec<u8>,
}

impl Seen {
    /// The number of a colour; it is counted.
    pub(super) fn count(&mut self, color: [u8; 3]) -> u32 {
        let number = *self.numbers.entry(color).or_insert_with(|| {
            self.colors.push((color, 0));
            self.colors.len() as u32 - 1
        });
        self.colors[number as usize].1 += 1;
        number
    }

    /// How many different colours there are.
    pub(super) const fn len(&self) -> usize {
        self.colors.len()
    }

    /// All colours where they fit. Otherwise first the most frequent one, and then again and again
    /// the one that is missed most: by how many pixels, and by how far they are from what there is.
    pub(super) fn palette(&self) -> Palette {
        let mut chosen: Vec<u32> = Vec::new();
        // For each seen colour how far the nearest chosen one is, and which that is.
        let mut nearest = vec![(u64::MAX, 0_u8); self.colors.len()];
        while chosen.len() < MAX_COLORS.min(self.colors.len()) {
            let missed = |&(number, (_, count)): &(usize, &([u8; 3], u64))| {
                let (way, _) = nearest[number];
                // The first that was seen wins a tie, so that the same film has the same colours.
                (
                    if chosen.is_empty() { *count } else { way.saturating_mul(*count) },
                    std::cmp::Reverse(number),
                )
            };
            let Some((next, (color, _))) = self.colors.iter().enumerate().max_by_key(missed) else { break };
            let place = chosen.len() as u8;
            chosen.push(next as u32);
            for (near, (other, _)) in nearest.iter_mut().zip(&self.colors) {
                let way = distance(*color, *other);
                if way < near.0 {
                    *near = (way, place);
                }
            }
        }
        Palette {
            colors: chosen.iter().map(|&number| self.colors[number as usize].0).collect(),
            stand_in: nearest.iter().map(|(_, place)| *place).collect(),
        }
    }
}

fn distance(one: [u8; 3], other: [u8; 3]) -> u64 {
    let channel = |at: usize| u64::from(one[at].abs_diff(other[at])).pow(2);
    channel(0) + channel(1) + channel(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_all_kept() {
        let mut seen = Seen::default();
        for color in [[1, 2, 3], [9, 9, 9], [1, 2, 3]] {
            seen.count(color);
        }
        let palette = seen.palette();
        assert_eq!(palette.colors, [[1, 2, 3], [9, 9, 9]]);
        assert_eq!(palette.stand_in, [0, 1]);
    }

    #[test]
    fn of_many_colours_the_frequent_and_the_far_ones_are_kept() {
        let mut seen = Seen::default();
        for _ in 0..1000 {
            seen.count([200, 0, 0]);
        }
        for step in 0..1000_u32 {
            seen.count([0, (step % 250) as u8, (step / 250) as u8 * 3]);
        }
        let palette = seen.palette();
        assert_eq!(palette.colors.len(), MAX_COLORS);
        assert_eq!(palette.colors[0], [200, 0, 0]);
        let worst = seen.colors.iter().zip(&palette.stand_in);
        let worst = worst.map(|((color, _), &place)| distance(*color, palette.colors[usize::from(place)]));
        assert!(worst.max().unwrap() <= 50, "no colour is far from the one that stands for it");
    }
}
