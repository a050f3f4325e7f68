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

use crate::ai::{Event, Structure};
use crate::kit::line_reader::{LineReader, ScriptLineError, read_lines, utf8};
use crate::kit::rhai::Dynamic;

/// The words that a line can begin with.
const COMMANDS: [&str; 6] = ["tick", "event", "message", "set", "snapshot", "restore"];
/// The longest tick in milliseconds: a day.
const MAX_MS: u32 = 86_400_000;
/// The most ticks of a line.
const MAX_TICKS: u32 = 10_000_000;

/// One line that does something.
#[derive(Clone, Debug)]
pub(in crate::kit::cli) enum MachineLine {
    Tick { ms: u32, count: u32 },
    Event(Event),
    Message(Event),
    Set { name: String, value: Dynamic },
    Snapshot,
    Restore,
}

/// Reads a list for a machine from the bytes of a file.
pub(in crate::kit::cli) fn read_events(
    bytes: &[u8],
    machine: &Structure,
) -> Result<Vec<MachineLine>, ScriptLineError> {
    let mut is_saved = false;
    let lines = read_lines(utf8(bytes)?, |word, line| {
        Ok(match word {
            "tick" => tick(line)?,
            "event" => MachineLine::Event(event(line, machine)?),
            "message" => MachineLine::Message(event(line, machine)?),
            "set" => set(line)?,
            "snapshot" => {
                is_saved = true;
                MachineLine::Snapshot
            }
            "restore" if is_saved => MachineLine::Restore,
            "restore" => return Err(line.error("there is no `snapshot` before it to restore".to_owned())),
            _ => return Err(line.unknown("there is no command", word, COMMANDS.into_iter())),
        })
    })?;
    Ok(lines.into_iter().map(|(_, line)| line).collect())
}

fn tick(line: &mut LineReader<'_>) -> Result<MachineLine, ScriptLineError> {
    let ms = line.number("milliseconds", 0..=MAX_MS, None)?;
    let count = line.number("ticks", 1..=MAX_TICKS, Some(1))?;
    Ok(MachineLine::Tick { ms, count })
}

fn event(line: &mut LineReader<'_>, machine: &Structure) -> Result<Event, ScriptLineError> {
    let name = line.needed("the event")?;
    let known = machine.events().collect::<Vec<_>>();
    let id = machine.event(name);
    let id = id.ok_or_else(|| line.unknown("the machine has no event", name, known.iter().copied()))?;
    let payload = line.word().unwrap_or("0");
    let number = payload.parse().ok().filter(|number: &f64| number.is_finite());
    let payload = number.ok_or_else(|| line.error(format!("`{payload}` is not a number")))?;
    Ok(Event { id, payload })
}

fn set(line: &mut LineReader<'_>) -> Result<MachineLine, ScriptLineError> {
    let name = line.needed("the variable")?.to_owned();
    let value = match line.needed("the value")? {
        "true" => true.into(),
        "false" => false.into(),
        text => match (text.parse::<i64>(), text.parse::<f64>()) {
            (Ok(whole), _) => whole.into(),
            (_, Ok(number)) if number.is_finite() => number.into(),
            _ => text.to_owned().into(),
        },
    };
    Ok(MachineLine::Set { name, value })
}

#[cfg(test)]
mod tests;
