//! Lists of events: what happens to one unit of a machine, line by line.
//!
//! ```text
//! # the marine's first three steps
//! set enemies 1
//! event enemy_in_range
//! tick 20 50             # fifty ticks of 20 ms
//! event enemy_dead
//! ```
//!
//! | line | what it does |
//! |---|---|
//! | `tick MS [COUNT]` | COUNT ticks (1) of MS milliseconds |
//! | `event NAME [PAYLOAD]` | the unit handles the event at once |
//! | `message NAME [PAYLOAD]` | the event waits in the unit's queue until a tick handles it |
//! | `set VAR VALUE` | sets a variable to `true`, `false`, a number, or a word |
//! | `snapshot` | saves the unit with all that is its |
//! | `restore` | puts the unit back to the last snapshot |

use super::line_reader::{LineReader, ScriptLineError, Word, add, bounded, shown, utf8};
use crate::ai::{Event, Structure};
use crate::platform::nearest;

/// The words that a line can begin with.
const COMMANDS: [&str; 6] = ["tick", "event", "message", "set", "snapshot", "restore"];

/// The longest name of a variable.
const MAX_VARIABLE: usize = 64;

/// A list of events that was read and found good.
///
/// ```
/// use proscenium::ai::{Blueprint, State};
/// use proscenium::kit::MachineEvents;
///
/// let door = Blueprint::table("door", "closed")
///     .state(State::new("closed").on("push", "open"))
///     .state(State::new("open").on("pull", "closed"))
///     .check()?;
/// assert!(MachineEvents::parse("event push\ntick 16 60 # a second\nmessage pull", &door).is_ok());
/// let error = MachineEvents::parse("tick 16\nevent pusch", &door).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 2, column 7: `event pusch`: the machine has no event `pusch`; did you mean `push`?",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MachineEvents {
    pub(super) lines: Vec<MachineLine>,
}

/// One line that does something.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum MachineLine {
    Tick { ms: u32, count: u32 },
    Event(Event),
    Message(Event),
    Set { name: String, value: SetValue },
    Snapshot,
    Restore,
}

/// What a variable is set to.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum SetValue {
    Bool(bool),
    Whole(i64),
    Number(f64),
    Text(String),
}

impl MachineEvents {
    /// The longest list in bytes: 1 MiB.
    pub const MAX_BYTES: usize = 1 << 20;
    /// The longest tick in milliseconds: a day.
    pub const MAX_MS: u32 = 86_400_000;
    /// The most ticks of all lines together.
    pub const MAX_TICKS: u64 = 10_000_000;

    /// Reads a list for a machine. Empty lines and comments count as lines but do nothing.
    ///
    /// # Errors
    ///
    /// [`ScriptLineError`] for the first line that cannot be read: among others one with an event
    /// that the machine does not have, and a `restore` before the first `snapshot`.
    pub fn parse(text: &str, machine: &Structure) -> Result<Self, ScriptLineError> {
        let text = bounded(text, Self::MAX_BYTES)?;
        let mut lines = Vec::new();
        let mut ticks = 0;
        for (index, line) in text.lines().enumerate() {
            let mut reader = LineReader::new(index + 1, line);
            let Some(word) = reader.word() else { continue };
            let line = reader.machine_command(word, machine)?;
            if let MachineLine::Tick { count, .. } = line {
                ticks += u64::from(count);
                if ticks > Self::MAX_TICKS {
                    let most = Self::MAX_TICKS;
                    return Err(
                        reader.error(word.at, format!("with this line there are more than {most} ticks"))
                    );
                }
            }
            if line == MachineLine::Restore && !lines.contains(&MachineLine::Snapshot) {
                let what = "there is nothing to restore: no `snapshot` comes before it".to_owned();
                return Err(reader.error(word.at, what));
            }
            lines.push(line);
        }
        Ok(Self { lines })
    }

    /// Reads a list from the bytes of a file.
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse); also for the first byte that is not UTF-8.
    pub fn from_bytes(bytes: &[u8], machine: &Structure) -> Result<Self, ScriptLineError> {
        utf8(bytes).and_then(|text| Self::parse(text, machine))
    }

    /// How many lines do something.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether nothing happens at all.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }
}

impl LineReader<'_> {
    fn machine_command(
        &mut self,
        word: Word<'_>,
        machine: &Structure,
    ) -> Result<MachineLine, ScriptLineError> {
        let line = match word.text {
            "tick" => self.tick()?,
            "event" => MachineLine::Event(self.machine_event(machine)?),
            "message" => MachineLine::Message(self.machine_event(machine)?),
            "set" => self.set()?,
            "snapshot" => MachineLine::Snapshot,
            "restore" => MachineLine::Restore,
            _ => return Err(self.unknown_command(word, &COMMANDS)),
        };
        self.end().map(|()| line)
    }

    fn tick(&mut self) -> Result<MachineLine, ScriptLineError> {
        let word = self.needed("the number of milliseconds")?;
        let ms = self.whole(word, "milliseconds", 0, MachineEvents::MAX_MS)?;
        let most = MachineEvents::MAX_TICKS as u32;
        let count = self.word().map_or(Ok(1), |word| self.whole(word, "ticks", 1, most))?;
        Ok(MachineLine::Tick { ms, count })
    }

    fn whole(&self, word: Word<'_>, of: &str, least: u32, most: u32) -> Result<u32, ScriptLineError> {
        word.text.parse().ok().filter(|number| (least..=most).contains(number)).ok_or_else(|| {
            let what = format!("`{}` is not a number of {of} from {least} to {most}", shown(word.text));
            self.error(word.at, what)
        })
    }

    fn machine_event(&mut self, machine: &Structure) -> Result<Event, ScriptLineError> {
        let word = self.needed("the event")?;
        let Some(id) = machine.event(word.text) else {
            let mut what = format!("the machine has no event `{}`", shown(word.text));
            match nearest(word.text, machine.events()) {
                Some(meant) => add(&mut what, format_args!("; did you mean `{meant}`?")),
                None => {
                    let known: Vec<_> = machine.events().take(20).collect();
                    add(&mut what, format_args!(" (its events are {})", known.join(", ")));
                }
            }
            return Err(self.error(word.at, what));
        };
        let payload = match self.word() {
            None => 0.0,
            Some(word) => word
                .text
                .parse()
                .ok()
                .filter(|number: &f64| number.is_finite())
                .ok_or_else(|| self.error(word.at, format!("`{}` is not a number", shown(word.text))))?,
        };
        Ok(Event { id, payload })
    }

    fn set(&mut self) -> Result<MachineLine, ScriptLineError> {
        let name = self.needed("the variable")?;
        let is_plain = |c: char| c.is_alphanumeric() || c == '_';
        if name.text.len() > MAX_VARIABLE || !name.text.chars().all(is_plain) {
            let what = format!(
                "`{}` cannot name a variable; letters, digits and `_` can, {MAX_VARIABLE} bytes at most",
                shown(name.text)
            );
            return Err(self.error(name.at, what));
        }
        let value = self.needed("the value")?;
        let value = match value.text {
            "true" => SetValue::Bool(true),
            "false" => SetValue::Bool(false),
            text => match (text.parse(), text.parse::<f64>()) {
                (Ok(whole), _) => SetValue::Whole(whole),
                (_, Ok(number)) if number.is_finite() => SetValue::Number(number),
                _ => SetValue::Text(text.to_owned()),
            },
        };
        Ok(MachineLine::Set { name: name.text.to_owned(), value })
    }
}

#[cfg(test)]
mod tests;
