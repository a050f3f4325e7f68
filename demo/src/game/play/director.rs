//! The director: the level's script, which sends the waves, starts dialogue and ends the level. Its
//! function `second` is called once a second and returns directives.
//!
//! ```text
//! fn second(now)    now.time       seconds since the level began
//!                   now.monsters   number of monsters
//!                   now.marines    number of marines
//!                   now.beacon     health of the beacon, 0.0 to 1.0
//!                   now.hero       health of the hero, 0.0 to 1.0
//!                   now.kills      monsters killed
//!                   now.calls      whether the player calls for the next wave
//!                   this           the script's own variables, kept between calls
//! returns one of these, nothing, or a list of such values:
//!                     #{ units: #{ kind: "imp", count: 4, at: "north" } }
//!                     #{ say: #{ who: "sergeant", text: "a-key" } }
//!                     #{ wave: #{ number: 2, of: 5 } }    "win"    "lose"
//!                     #{ calm: 12 }    seconds to the next wave, which can be called for
//!                     #{ bonus: 24 }   points for a call
//! ```

use proscenium::formats::rhai::{Dynamic, Engine};
use proscenium::formats::{Script, rhai};
use serde::{Deserialize, Serialize};

use super::kind::Kind;

/// The maximum number of directives per call.
const MAX_DIRECTIVES: usize = 64;
/// The maximum number of units per directive.
pub const MAX_UNITS: u32 = 200;

/// An instruction of the script to the game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Directive {
    Units {
        kind: Kind,
        count: u32,
        /// The name of the level's object where they appear.
        at: String,
    },
    Say {
        /// The speaker: `hero`, `sergeant` or `witch`.
        who: String,
        /// The key of the text.
        text: String,
    },
    Wave {
        number: u32,
        /// How many waves the level has.
        of: u32,
    },
    /// No monster is left: the seconds until the next wave comes by itself. The player can call for it.
    Calm(u32),
    /// Points for a call.
    Bonus(u32),
    Win,
    Lose,
}

/// The state of the play, for the script.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Now {
    pub time: i64,
    pub monsters: i64,
    pub marines: i64,
    pub beacon: f64,
    pub hero: f64,
    pub kills: i64,
    pub calls: bool,
}

/// Calls the script, and keeps its variables.
#[derive(Serialize, Deserialize)]
pub struct Director {
    #[serde(skip, default = "Script::engine")]
    engine: Engine,
    notes: Dynamic,
}

impl Default for Director {
    fn default() -> Self {
        Self { engine: Script::engine(), notes: rhai::Map::new().into() }
    }
}

impl Director {
    /// Calls `second` and returns its directives.
    pub fn second(&mut self, script: &Script, now: &Now) -> Result<Vec<Directive>, String> {
        let mut map = rhai::Map::new();
        for (name, value) in
            [("time", now.time), ("monsters", now.monsters), ("marines", now.marines), ("kills", now.kills)]
        {
            map.insert(name.into(), value.into());
        }
        map.insert("calls".into(), now.calls.into());
        map.insert("beacon".into(), now.beacon.into());
        map.insert("hero".into(), now.hero.into());
        let value = script
            .call(&self.engine, &mut self.notes, "second", (map,))
            .map_err(|error| error.to_string())?;
        parse_directives(&value).map_err(|what| format!("{}: `second` returned {what}", script.path()))
    }

    /// Calls a function that returns the key of a text, or an empty string for none.
    pub fn text(
        &mut self,
        script: &Script,
        function: &str,
        args: impl rhai::FuncArgs,
    ) -> Result<Option<String>, String> {
        let value =
            script.call(&self.engine, &mut self.notes, function, args).map_err(|error| error.to_string())?;
        match value.into_string() {
            Ok(key) => Ok(Some(key).filter(|key| !key.is_empty())),
            Err(other) => {
                Err(format!("{}: `{function}` must return the key of a text, not {other}", script.path()))
            }
        }
    }
}

/// Parses a return value: a single directive, nothing, or a list of such values.
fn parse_directives(value: &Dynamic) -> Result<Vec<Directive>, String> {
    if value.is_unit() {
        return Ok(Vec::new());
    }
    let Some(list) = value.read_lock::<rhai::Array>() else {
        return Ok(vec![parse_directive(value)?]);
    };
    let mut directives = Vec::new();
    for value in list.iter() {
        directives.extend(parse_directives(value)?);
        if directives.len() > MAX_DIRECTIVES {
            return Err(format!("more than {MAX_DIRECTIVES} directives"));
        }
    }
    Ok(directives)
}

fn parse_directive(directive: &Dynamic) -> Result<Directive, String> {
    let read = rhai::serde::from_dynamic::<Directive>(directive);
    let read = read.map_err(|error| format!("{directive}: {error}"))?;
    match &read {
        Directive::Units { count, .. } if *count > MAX_UNITS => {
            Err(format!("{directive}: too many units (max. {MAX_UNITS})"))
        }
        _ => Ok(read),
    }
}
