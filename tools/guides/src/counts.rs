//! How much a guide asks of its reader: files, lines and commands.

use std::collections::BTreeSet;
use std::fmt;

use crate::Block;

/// What the steps of a guide are, counted.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Files that were there, and are changed.
    pub changed: usize,
    /// Files that are made.
    pub new: usize,
    /// Lines that are added or written in the place of others, without input scripts.
    pub lines: usize,
    /// Lines of input scripts, which only prove that it works.
    pub script: usize,
    pub commands: usize,
}

impl Counts {
    /// The names of the columns.
    pub const COLUMNS: [&str; 5] = ["changed", "new", "lines", "script", "commands"];

    pub fn of(blocks: &[Block<'_>]) -> Self {
        let (mut counts, mut new, mut changed) = (Self::default(), BTreeSet::new(), BTreeSet::new());
        for Block { above, text, .. } in blocks {
            let (word, file) = above.split_once(" `").unwrap_or((above, ""));
            let lines = match word {
                "Make" => {
                    new.insert(file);
                    text.lines().count()
                }
                "Change" => {
                    changed.insert(file);
                    text.lines().filter(|line| line.starts_with('+')).count()
                }
                "Run:" => {
                    counts.commands += text.lines().count();
                    continue;
                }
                _ => continue,
            };
            let is_script = file.contains("scripts/") && file.ends_with(".txt`:");
            *(if is_script { &mut counts.script } else { &mut counts.lines }) += lines;
        }
        (counts.new, counts.changed) = (new.len(), changed.difference(&new).count());
        counts
    }
}

/// A row of a table.
impl fmt::Display for Counts {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { changed, new, lines, script, commands } = *self;
        let numbers = [changed, new, lines, script, commands];
        let row = Self::COLUMNS.iter().zip(numbers).map(|(name, number)| format!("{number:>0$}", name.len()));
        formatter.write_str(&row.collect::<Vec<_>>().join("  "))
    }
}
