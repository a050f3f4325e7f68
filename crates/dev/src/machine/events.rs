//! Event lists, read from text.

use proscenium_ai::{Event, EventId, Payload, PayloadType, Structure, UnitId};

use super::value::Value;
use crate::line_reader::{LineReader, read_lines};

const COMMANDS: [&str; 6] = ["tick", "event", "message", "set", "snapshot", "restore"];
/// The maximum time of a tick in milliseconds: a day.
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
    let Some(text) = line.word() else { return Ok(id.into()) };
    let declared = machine.payload(id);
    let payload = payload(text, declared).ok_or_else(|| {
        let expected = match declared {
            None => "a number or a point",
            Some(PayloadType::Number) => "a number",
            Some(PayloadType::Integer) => "a whole number",
            Some(PayloadType::Unit) => "the number of a unit",
            Some(PayloadType::Point) => "a point such as `3.5,-1`",
        };
        line.error(format!("`{text}` is not {expected}"))
    })?;
    Ok(Event { id, payload })
}

/// A payload of the type that the machine declares, or of the one that it looks like.
fn payload(text: &str, declared: Option<PayloadType>) -> Option<Payload> {
    let number = |text: &str| text.parse().ok().filter(|number: &f64| number.is_finite());
    match declared {
        None if text.contains(',') => payload(text, Some(PayloadType::Point)),
        None | Some(PayloadType::Number) => number(text).map(Payload::Number),
        Some(PayloadType::Integer) => text.parse().ok().map(Payload::Integer),
        Some(PayloadType::Unit) => UnitId::from_bits(text.parse().ok()?).map(Payload::Unit),
        Some(PayloadType::Point) => {
            let (x, y) = text.split_once(',')?;
            Some(Payload::Point([number(x)? as f32, number(y)? as f32]))
        }
    }
}

fn set(line: &mut LineReader<'_>) -> Result<MachineLine, String> {
    let name = line.needed("the variable")?.to_owned();
    let value = Value::read(line.needed("the value")?);
    Ok(MachineLine::Set { name, value })
}

#[cfg(test)]
mod tests {
    use super::{MachineLine, read_events};
    use proscenium_ai::{Blueprint, Payload, PayloadType, State, UnitId};

    #[test]
    fn a_payload_has_the_type_that_the_machine_declares() {
        let state = State::new("run").on("any", "run").on("number", "run").on("level", "run");
        let unit = Blueprint::table("unit", "run").state(state.on("alarm", "run").on("goal", "run"));
        let unit = unit.payload("number", PayloadType::Number).payload("level", PayloadType::Integer);
        let unit =
            unit.payload("alarm", PayloadType::Unit).payload("goal", PayloadType::Point).check().unwrap();
        let read = |text: &str| match read_events(text.as_bytes(), &unit)?.remove(0) {
            MachineLine::Event { event, .. } => Ok(event.payload),
            other => panic!("{other:?}"),
        };
        for (text, payload) in [
            ("event any", Payload::None),
            ("event any 2", Payload::Number(2.0)),
            ("event any 2,-0.5", Payload::Point([2.0, -0.5])),
            ("event number 2", Payload::Number(2.0)),
            ("event level -2", Payload::Integer(-2)),
            ("event alarm 7", Payload::Unit(UnitId::from_bits(7).unwrap())),
            ("message goal 1,2", Payload::Point([1.0, 2.0])),
        ] {
            assert_eq!(read(text), Ok(payload), "{text}");
        }
        for (text, column, what) in [
            ("event level 2.5", 13, "`2.5` is not a whole number"),
            ("event alarm -1", 13, "`-1` is not the number of a unit"),
            ("event goal 3", 12, "`3` is not a point such as `3.5,-1`"),
        ] {
            assert_eq!(read(text), Err(format!("line 1, column {column}: `{text}`: {what}")));
        }
    }

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
            ("event push nan", "line 1, column 12: `event push nan`: `nan` is not a number or a point"),
            ("set a", "line 1, column 6: `set a`: the value is missing"),
            ("restore\nsnapshot", "line 1, column 1: `restore`: there is no `snapshot` before this line"),
        ] {
            assert_eq!(read_events(text.as_bytes(), &door).unwrap_err(), expected);
        }
    }
}
