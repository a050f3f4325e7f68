//! Competitors that do the same workload: checking that they do it, and comparing them in turns.

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use bench::ratio::{self, Row, Table, Turn};

use super::workload::{Check, warm_up_frames};

/// A population of units under one kind of state machine.
pub trait Competitor<Input = u8> {
    /// So many units, started.
    fn new(units: usize) -> Self
    where
        Self: Sized;

    /// Turns the inputs of a frame into what the competitor's interface takes, where that is another
    /// type. Not timed, as the writing of the inputs is not.
    fn prepare(&mut self, _inputs: &[Input]) {}

    /// One frame. This is what is timed.
    fn tick(&mut self, inputs: &[Input]);

    /// All that the units remember, folded into a number by the functions of the workload.
    fn checksum(&self) -> u64;
}

/// Writes the inputs of a frame for a population of a size: the buffer, the size, the frame's number.
pub type Fill<Input> = fn(&mut Vec<Input>, usize, u32);

/// A competitor's name and how to make a population of it.
struct Entry<Input> {
    name: &'static str,
    build: fn(usize) -> Box<dyn Competitor<Input>>,
    most: usize,
}

/// How many units a turn of [`Contest::ratios`] ticks, over all its frames: some milliseconds' worth.
const TICKS_OF_A_TURN: usize = 500_000;

/// A workload and its competitors. The first one is the limit, by which the others are divided.
pub struct Contest<Input> {
    name: &'static str,
    fill: Fill<Input>,
    entries: Vec<Entry<Input>>,
}

impl<Input: 'static> Contest<Input> {
    /// A contest without competitors.
    pub fn new(name: &'static str, fill: Fill<Input>) -> Self {
        Self { name, fill, entries: Vec::new() }
    }

    /// Adds a competitor.
    pub fn with<C: Competitor<Input> + 'static>(self, name: &'static str) -> Self {
        self.with_up_to::<C>(name, usize::MAX)
    }

    /// Adds a competitor that is left out of populations larger than `most`, as it takes too long or too
    /// much memory there.
    pub fn with_up_to<C: Competitor<Input> + 'static>(mut self, name: &'static str, most: usize) -> Self {
        self.entries.push(Entry { name, build: |units| Box::new(C::new(units)), most });
        self
    }

    /// The competitors for a population of this size.
    fn entries(&self, units: usize) -> impl Iterator<Item = &Entry<Input>> {
        self.entries.iter().filter(move |entry| units <= entry.most)
    }

    /// Runs every competitor as the check says.
    ///
    /// # Panics
    ///
    /// When a competitor leaves something else behind than it has to.
    pub fn check(&self, check: &Check) {
        for entry in self.entries(check.units) {
            assert_eq!(
                Run::warm(entry, self.fill, check.units).finish(check.frames),
                check.checksum,
                "{}: {} has done other work than it had to in {check:?}",
                self.name,
                entry.name
            );
        }
    }

    /// Runs every competitor, where there is no number to check against but the limit's own.
    ///
    /// # Panics
    ///
    /// When a competitor leaves something else behind than the limit.
    pub fn agree(&self, units: usize, frames: u32) {
        if let Some(limit) = self.entries.first() {
            let checksum = Run::warm(limit, self.fill, units).finish(frames);
            self.check(&Check { units, frames, checksum });
        }
    }

    /// Compares the competitors in turns, alone and then beside a [`Neighbour`], prints both tables and returns the
    /// rows of the first. Returns none if the command line asks for other tables.
    ///
    /// # Panics
    ///
    /// When the competitors, who all had the same frames, do not agree at the end.
    pub fn ratios(&self, units: usize, rounds: usize) -> Vec<Row> {
        if !is_asked_for(self.name) {
            return Vec::new();
        }
        let frames = (TICKS_OF_A_TURN / units).max(1) as u64;
        let mut runs: Vec<_> =
            self.entries(units).map(|entry| (entry.name, Run::warm(entry, self.fill, units))).collect();
        let mut turns: Vec<_> = runs
            .iter_mut()
            .map(|(name, run)| {
                let turn = || {
                    // Brings back into the caches what the others' turns have pushed out.
                    run.frames(1);
                    run.frames(frames)
                };
                (*name, turn)
            })
            .collect();
        let mut turns: Vec<(&str, Turn<'_>)> =
            turns.iter_mut().map(|(name, turn)| (*name, turn as Turn<'_>)).collect();
        let rows = ratio::compare(&mut turns, rounds);
        let busy_rows = {
            let _neighbour = Neighbour::start();
            ratio::compare(&mut turns, rounds)
        };
        if let Some(((_, limit), others)) = runs.split_first() {
            let checksum = limit.competitor.checksum();
            for (name, run) in others {
                assert_eq!(run.competitor.checksum(), checksum, "{}: {name} has gone astray", self.name);
            }
        }
        for (rows, beside) in [(&rows, ""), (&busy_rows, ", beside a busy thread")] {
            let title = &format!("{}, {units} units: time of a unit's tick{beside}", self.name);
            print(&Table { title, rows, pieces: units as f64 * frames as f64 });
        }
        rows
    }
}

#[expect(clippy::print_stdout, reason = "the table is what the benchmark is for")]
fn print(table: &Table<'_>) {
    println!("{table}");
}

/// A thread that streams through memory, as the other threads of a game do.
struct Neighbour {
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Neighbour {
    /// More memory than the caches of a processor hold.
    const WORDS: usize = 16 << 20;

    fn start() -> Self {
        let is_over = Arc::new(AtomicBool::new(false));
        let until = Arc::clone(&is_over);
        let thread = thread::spawn(move || {
            let mut memory = vec![1_u64; Self::WORDS];
            while !until.load(Ordering::Relaxed) {
                for part in memory.chunks_mut(Self::WORDS / 64) {
                    part.iter_mut().for_each(|word| *word = word.wrapping_mul(3));
                    black_box(part);
                    if until.load(Ordering::Relaxed) {
                        break;
                    }
                }
            }
        });
        Self { is_over, thread: Some(thread) }
    }
}

impl Drop for Neighbour {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A competitor's population during the run.
struct Run<Input> {
    competitor: Box<dyn Competitor<Input>>,
    fill: Fill<Input>,
    inputs: Vec<Input>,
    units: usize,
    next: u32,
}

impl<Input> Run<Input> {
    /// A fresh population whose states are mixed already.
    fn warm(entry: &Entry<Input>, fill: Fill<Input>, units: usize) -> Self {
        let competitor = (entry.build)(units);
        let mut run = Self { competitor, fill, inputs: Vec::new(), units, next: 0 };
        for number in warm_up_frames() {
            run.frame(number);
        }
        run
    }

    /// One frame: the inputs are written, and then the time runs.
    fn frame(&mut self, number: u32) -> Duration {
        (self.fill)(&mut self.inputs, self.units, number);
        let inputs = black_box(&self.inputs[..]);
        self.competitor.prepare(inputs);
        let start = Instant::now();
        self.competitor.tick(inputs);
        start.elapsed()
    }

    /// The next frames, and how long they took.
    fn frames(&mut self, count: u64) -> Duration {
        (0..count)
            .map(|_| {
                let number = self.next;
                self.next += 1;
                self.frame(number)
            })
            .sum()
    }

    /// The next frames, and what they left behind.
    fn finish(mut self, frames: u32) -> u64 {
        self.frames(u64::from(frames));
        self.competitor.checksum()
    }
}

/// Whether times are wanted (`cargo bench`), or only that everything runs (`cargo test --benches`).
pub fn measures() -> bool {
    std::env::args().any(|argument| argument == "--bench")
}

/// Whether a table's name contains a word of the command line; all do where there is no word.
pub fn is_asked_for(name: &str) -> bool {
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with('-')).peekable();
    words.peek().is_none() || words.any(|word| name.contains(&word))
}
