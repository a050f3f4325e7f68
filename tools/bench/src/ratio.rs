//! Ratios of times that were measured side by side.
//!
//! On a shared machine the load changes within minutes, so times that are measured one after the other
//! cannot be compared. Here all competitors take turns of a few milliseconds, times are divided within a
//! round, and the medians over the rounds count.

use std::fmt;
use std::time::Duration;

/// Something that takes a turn and says how long the part of it took that counts.
pub type Turn<'a> = &'a mut dyn FnMut() -> Duration;

/// What [`compare`] found out about one competitor.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The name it was given.
    pub name: String,
    /// The median of the times of its turns, in nanoseconds.
    pub median: f64,
    /// The median of its times divided by the first competitor's in the same round. That is not the
    /// ratio of the medians, which may come from rounds of which one was disturbed.
    pub ratio: f64,
}

/// Lets the competitors take turns for some rounds. The first one is what the others are compared with.
///
/// What a turn times must be the same work for all of them. A turn should take some milliseconds: long
/// beside the clock's own cost, short beside the spells of a busy machine.
pub fn compare(competitors: &mut [(&str, Turn<'_>)], rounds: usize) -> Vec<Row> {
    let mut times = vec![Vec::with_capacity(rounds); competitors.len()];
    for _ in 0..rounds {
        for ((_, turn), times) in competitors.iter_mut().zip(&mut times) {
            times.push(turn().as_nanos() as f64);
        }
    }
    let names: Vec<_> = competitors.iter().map(|(name, _)| *name).collect();
    rows(&names, &times)
}

/// The rows of competitors from their times in nanoseconds, one for each round.
pub fn rows(names: &[&str], times: &[Vec<f64>]) -> Vec<Row> {
    names
        .iter()
        .zip(times)
        .map(|(name, own)| Row {
            name: (*name).to_owned(),
            median: median(own.clone()),
            ratio: median(own.iter().zip(&times[0]).map(|(own, first)| own / first).collect()),
        })
        .collect()
}

/// The middle one of some numbers; of an even count, the mean of the two in the middle.
fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_unstable_by(f64::total_cmp);
    f64::midpoint(numbers[(numbers.len() - 1) / 2], numbers[numbers.len() / 2])
}

/// Rows under a title, as text with aligned columns.
pub struct Table<'a> {
    /// What was compared.
    pub title: &'a str,
    /// The competitors, the one with the ratio 1 first.
    pub rows: &'a [Row],
    /// How many pieces of work a turn did: the times are printed for one piece.
    pub pieces: f64,
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "{}", self.title)?;
        for Row { name, median, ratio } in self.rows {
            writeln!(out, "  {name:<36} {:>9.3} ns  {ratio:>7.2} x", median / self.pieces)?;
        }
        Ok(())
    }
}
