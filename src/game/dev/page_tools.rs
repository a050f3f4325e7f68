//! The tools of a page, which its query string names.

use std::io::{self, Write};
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;

use super::attach;
use super::options::parse_pace;
use crate::dev::{InputScript, Recording};
use crate::game::request::read;
use crate::game::{Game, Host};
use crate::phase::Pace;
use crate::platform::{AssetSource, Trace};
use crate::window::{as_text, publish};

type Reading = Pin<Box<dyn Future<Output = Result<Vec<u8>, String>>>>;

/// The options of a query string. Other names belong to the game.
#[derive(Default)]
pub(in crate::game) struct PageTools {
    script: Option<Reading>,
    replay: Option<Reading>,
    records: bool,
    traces: bool,
    traces_machines: bool,
    phase: Option<String>,
    screen: Option<String>,
    pace: Option<Pace>,
    seed: Option<u64>,
}

impl PageTools {
    /// Reads the query, and requests the files that it names.
    pub(in crate::game) fn request(query: &[(String, String)], source: &Arc<dyn AssetSource>) -> Self {
        let mut tools = Self::default();
        for (name, value) in query {
            if let Err(error) = tools.set(name, value, source) {
                log::error!("the page's `?{name}={value}` cannot be read: {error}");
            }
        }
        tools
    }

    fn set(&mut self, name: &str, value: &str, source: &Arc<dyn AssetSource>) -> Result<(), String> {
        let is_on = !matches!(value, "0" | "false" | "off");
        match name {
            "script" => self.script = Some(Box::pin(read(source, value))),
            "replay" => self.replay = Some(Box::pin(read(source, value))),
            "record" => self.records = is_on,
            "trace" => self.traces = is_on,
            "trace_machines" => self.traces_machines = is_on,
            "phase" => self.phase = Some(value.to_owned()),
            "screen" => self.screen = Some(value.to_owned()),
            "pace" => self.pace = Some(parse_pace(value)?),
            "seed" => self.seed = Some(value.parse().map_err(|_| "write a whole number".to_owned())?),
            _ => {}
        }
        Ok(())
    }

    /// Adds the tools to a run. What a page plays, it records for the report of a crash.
    pub(in crate::game) async fn add(self, game: &Game, host: &mut Host) -> Result<(), String> {
        (host.seed, host.phase, host.screen, host.pace) = (self.seed, self.phase, self.screen, self.pace);
        if self.traces_machines {
            host.trace = Trace::recording().with_machines();
        }
        if let Some(bytes) = self.script {
            let script = bytes.await.and_then(|bytes| {
                InputScript::parse(&bytes, &game.tools.actions)
                    .map_err(|error| format!("the script: {error}"))
            });
            match script {
                Ok(script) => attach::script(host, script),
                Err(error) => log::error!("{error}"),
            }
        }
        if let Some(bytes) = self.replay {
            let bytes = bytes.await.map_err(|error| format!("Cannot read the recording:\n{error}"))?;
            let parsed = Recording::parse(&bytes)
                .and_then(|recording| recording.of_game(game.name))
                .and_then(|recording| of_version(recording, game.version));
            attach::replay(
                game,
                host,
                parsed.map_err(|error| format!("Cannot replay the recording:\n{error}"))?,
            );
        } else if self.records || !host.is_scripted {
            let out = Publisher(|part| publish("record", &as_text(part)));
            // A page has no path.
            attach::record(game, host, |_| Some((Box::new(out), PathBuf::new())));
        }
        if self.traces {
            // A line at a time.
            let out = Publisher(|line| publish("trace", &String::from_utf8_lossy(line)));
            attach::trace(host, out, self.traces_machines);
        }
        Ok(())
    }
}

/// Returns the recording, if this version of the game made it. A player cannot see the warning of another one.
fn of_version(recording: Recording, own: &str) -> Result<Recording, String> {
    let made = &recording.header.version;
    if made == own {
        return Ok(recording);
    }
    Err(format!("version {made} of the game made it, and this page has version {own}"))
}

/// Hands each part of a recording or a trace to the page.
struct Publisher(fn(&[u8]));

impl Write for Publisher {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (self.0)(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
