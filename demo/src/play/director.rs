//! The level's script decides what happens: when waves come, who says what, who wins. It is asked
//! once a second, and answers with wishes.
//!
//! ```text
//! fn second(now)    now.time       seconds since the level began
//!                   now.monsters   how many there are
//!                   now.marines    how many there are
//!                   now.beacon     what is left of the beacon, 0.0 to 1.0
//!                   now.hero       what is left of the hero, 0.0 to 1.0
//!                   now.kills      monsters that have fallen
//!                   this           what the script notes here is there in the next second
//! answers a list of   #{ monsters: #{ kind: "imp", count: 4, at: "north" } }
//!                     #{ marines: #{ count: 2, at: "gate" } }
//!                     #{ say: #{ who: "sergeant", text: "a-key" } }
//!                     #{ wave: 2 }    "win"    "lose"
//! ```

use proscenium::kit::rhai::{Dynamic, Engine};
use proscenium::kit::{Script, rhai, script_engine};
use serde::Deserialize;

use super::kind::Kind;

/// Wishes that one answer may have.
const MAX_DIRECTIVES: usize = 64;
/// Units that one wish may ask for.
pub const MAX_UNITS: u32 = 200;

/// What the script asks for.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Directive {
    /// Monsters come out of a rift.
    Monsters {
        /// Which.
        kind: Kind,
        /// How many.
        count: u32,
        /// The name of the level's object where they appear.
        at: String,
    },
    /// Marines come to help.
    Marines {
        /// How many.
        count: u32,
        /// The name of the level's object where they appear.
        at: String,
    },
    /// Somebody says something.
    Say {
        /// Who: `hero`, `sergeant` or `witch`.
        who: String,
        /// The key of the text.
        text: String,
    },
    /// From now on it is this wave.
    Wave(u32),
    /// The outpost has held out.
    Win,
    /// It has not.
    Lose,
}

/// How things stand, for the script.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Now {
    pub time: i64,
    pub monsters: i64,
    pub marines: i64,
    pub beacon: f64,
    pub hero: f64,
    pub kills: i64,
}

/// Asks the script, and keeps what it notes.
pub struct Director {
    engine: Engine,
    notes: Dynamic,
}

impl Default for Director {
    fn default() -> Self {
        Self { engine: script_engine(), notes: rhai::Map::new().into() }
    }
}

impl Director {
    /// What the script wants in this second.
    ///
    /// # Errors
    ///
    /// With the file and the place: a script that fails, and an answer that cannot be.
    pub fn second(&mut self, script: &Script, now: &Now) -> Result<Vec<Directive>, String> {
        let mut map = rhai::Map::new();
        for (name, value) in
            [("time", now.time), ("monsters", now.monsters), ("marines", now.marines), ("kills", now.kills)]
        {
            map.insert(name.into(), value.into());
        }
        map.insert("beacon".into(), now.beacon.into());
        map.insert("hero".into(), now.hero.into());
        let answer = script
            .call(&self.engine, &mut self.notes, "second", (map,))
            .map_err(|error| error.to_string())?;
        parse_directives(&answer).map_err(|what| format!("{}: `second` answered {what}", script.path()))
    }

    /// Calls a function that answers with the key of a text; an empty one is silence.
    ///
    /// # Errors
    ///
    /// As for [`second`](Self::second).
    pub fn text(
        &mut self,
        script: &Script,
        function: &str,
        args: impl rhai::FuncArgs,
    ) -> Result<Option<String>, String> {
        let answer =
            script.call(&self.engine, &mut self.notes, function, args).map_err(|error| error.to_string())?;
        match answer.into_string() {
            Ok(key) => Ok(Some(key).filter(|key| !key.is_empty())),
            Err(other) => Err(format!(
                "{}: `{function}` must answer with the key of a text, not with {other}",
                script.path()
            )),
        }
    }
}

/// Reads an answer: a list of wishes, one wish alone, or nothing.
fn parse_directives(answer: &Dynamic) -> Result<Vec<Directive>, String> {
    if answer.is_unit() {
        return Ok(Vec::new());
    }
    let Some(list) = answer.read_lock::<rhai::Array>() else {
        return Ok(vec![parse_directive(answer)?]);
    };
    if list.len() > MAX_DIRECTIVES {
        return Err(format!("{} directives; {MAX_DIRECTIVES} are the most", list.len()));
    }
    list.iter().map(parse_directive).collect()
}

fn parse_directive(directive: &Dynamic) -> Result<Directive, String> {
    let read = serde_json::to_value(directive).and_then(serde_json::from_value::<Directive>);
    let read = read.map_err(|error| format!("{directive}: {error}"))?;
    match &read {
        Directive::Monsters { count, .. } | Directive::Marines { count, .. } if *count > MAX_UNITS => {
            Err(format!("{directive}: {MAX_UNITS} at once are the most"))
        }
        _ => Ok(read),
    }
}
