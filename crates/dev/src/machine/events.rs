//! Event lists, read from text.

use proscenium_ai::{Event, EventId, Structure};

use super::script::Value;
use crate::line_reader::{LineReader, read_lines};

const COMMANDS: [&str; 6] = ["tick", "event", "message", "set", "snapshot", "restore"];
/// The maximum of milliseconds of a tick: a day.
const MAX_MS: u32 = 86_400_000;
const MAX_TICKS: u32 = 10_000_000;

/// A line.
#[derive(Clone, Debug)]
pub(crate) enum MachineLine {
    Tick { ms: u32, count: u32 },
    Event { event: Event, is_message: bool },
    Set { name: String, value: Value },
    Snapshot,
    Restore,
}

/// Reads a list of events of `machine` from the bytes of a file.
pub(crate) fn read_events(bytes: &[u8], machine: &Structure) -> Result<Vec<MachineLine>, String> {
    let mut is_saved = false;
    let lines = read_lines(bytes, |word, line| {
        Ok(match word {
            "tick" => tick(line)?,
            "event" | "message" => {
                MachineLine::Event { event: event(line, machine)?, is_message: word == "message" }
            }
            "set" => set(line)?,
            "snapshot" => {
                is_saved = true;
                MachineLine::Snapshot
            }
            "restore" if is_saved => MachineLine::Restore,
            "restore" => return Err(line.error("there is no `snapshot` before this line".to_owned())),
            _ => return Err(line.unknown("there is no command", word, COMMANDS.into_iter())),
        })
    })?;
    Ok(lines.into_iter().map(|(_, line)| line).collect())
}

fn tick(line: &mut LineReader<'_>) -> Result<MachineLine, String> {
    let ms = line.number("milliseconds", 0..=MAX_MS, None)?;
    let count = line.number("ticks", 1..=MAX_TICKS, Some(1))?;
    Ok(MachineLine::Tick { ms, count })
}

fn event(line: &mut LineReader<'_>, machine: &Structure) -> Result<Event, String> {
    let name = line.needed("the event")?;
    let known = machine.events().map(EventId::name).collect::<Vec<_>>();
    let id = machine.event(name);
    let id = id.ok_or_else(|| line.unknown("the machine has no event", name, known.iter().copied()))?;
    let payload = line.word().unwrap_or("0");
    let number = payload.parse().ok().filter(|number: &f64| number.is_finite());
    let payload = number.ok_or_else(|| line.error(format!("`{payload}` is not a number")))?;
    Ok(Event { id, payload })
}

fn set(line: &mut LineReader<'_>) -> Result<MachineLine, String> {
    let name = line.needed("the variable")?.to_owned();
    let value = match line.needed("the value")? {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        text => match (text.parse::<i64>(), text.parse::<f64>()) {
            (Ok(whole), _) => Value::Whole(whole),
            (_, Ok(number)) if number.is_finite() => Value::Number(number),
            _ => Value::Text(text.to_owned()),
        },
    };
    Ok(MachineLine::Set { name, value })
}

#[cfg(test)]
mod tests {
    use super::read_events;
    use proscenium_ai::{Blueprint, State};

    #[test]
    fn an_error_has_its_place_and_the_correction() {
        let door = Blueprint::table("door", "closed").state(State::new("closed").on("push", "open"));
        let door = door.state(State::new("open").on("pull", "closed")).check().unwrap();
        for (text, expected) in [
            ("tock 5", "line 1, column 1: `tock 5`: there is no command `tock`; did you mean `tick`?"),
            (
                "tick -1",
                "line 1, column 6: `tick -1`: `-1` is not a number of milliseconds from 0 to 86400000",
            ),
            (
                "event puhs",
                "line 1, column 7: `event puhs`: the machine has no event `puhs`; did you mean `push`?",
            ),
            ("event push nan", "line 1, column 12: `event push nan`: `nan` is not a number"),
            ("set a", "line 1, column 6: `set a`: the value is missing"),
            ("restore\nsnapshot", "line 1, column 1: `restore`: there is no `snapshot` before this line"),
        ] {
            assert_eq!(read_events(text.as_bytes(), &door).unwrap_err(), expected);
        }
    }
}
