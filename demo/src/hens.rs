//! The hens: what their script, `assets/machines/hen.rhai`, sees of the play and does in it. They flee
//! from the hero and from monsters, and hungry monsters eat them.

use std::sync::Arc;

use proscenium::ai::{Bindings, Blueprint, BuildError, Definition};
use proscenium::kit::{MachineScript, Script, ScriptVars, ScriptWorld, rhai};
use serde::{Deserialize, Serialize};

use super::play::Play;
use super::play::body::Body;
use super::play::steering::{length, unit};

/// How far a hen sees, in pixels.
pub const SIGHT: f32 = 48.0;

/// The data of one hen.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Hen {
    /// Its position.
    pub body: Body,
    velocity: (f32, f32),
    /// Whether it faces left.
    pub faces_left: bool,
    /// Ticks of walking; 0 while it stands.
    pub walked_ticks: u32,
    vars: ScriptVars,
}

impl AsRef<ScriptVars> for Hen {
    fn as_ref(&self) -> &ScriptVars {
        &self.vars
    }
}

impl AsMut<ScriptVars> for Hen {
    fn as_mut(&mut self) -> &mut ScriptVars {
        &mut self.vars
    }
}

impl Hen {
    /// A hen at this position; the seed decides what it does.
    pub fn at(x: f32, y: f32, seed: u64) -> Self {
        let mut vars = ScriptVars::default();
        vars.set("seed", i64::from(fastrand::Rng::with_seed(seed).u32(..) >> 1));
        vars.set("patience", 0.0);
        vars.set("fear", 0.0);
        let faces_left = seed.is_multiple_of(2);
        Self { body: Body::at(x, y), velocity: (0.0, 0.0), faces_left, walked_ticks: 0, vars }
    }

    /// Seconds until it is bored.
    #[cfg(feature = "window")]
    pub fn patience(&self) -> f32 {
        self.vars.number("patience").unwrap_or(0.0) as f32
    }

    /// The position of the nearest threat that it sees.
    pub fn threat(&self, play: &Play) -> Option<(f32, f32)> {
        play.threat_to(self.body.spot(), SIGHT).map(|actor| actor.spot)
    }

    /// Turns into this direction; to the right for the zero vector.
    fn go(&mut self, direction: (f32, f32), speed: f32) {
        let (x, y) = if direction == (0.0, 0.0) { (1.0, 0.0) } else { unit(direction) };
        self.velocity = (x * speed, y * speed);
        self.faces_left = self.velocity.0 < 0.0;
    }
}

/// The definition of `hen.ron` with the functions of its script. The game moves a hen, and the script
/// decides where.
///
/// # Errors
///
/// A name that neither has.
pub fn definition(
    blueprint: &Blueprint,
    script: &Script,
) -> Result<(MachineScript, Arc<Definition<Hen, Play>>), BuildError> {
    let own = Bindings::<Hen, Play>::new()
        .action("walk_on", |hen, play, cx| {
            let seconds = cx.delta().as_secs_f32();
            hen.body.shove(&play.terrain, (hen.velocity.0 * seconds, hen.velocity.1 * seconds));
            hen.walked_ticks += 1;
        })
        .action("halt", |hen, _, _| (hen.velocity, hen.walked_ticks) = ((0.0, 0.0), 0));
    let (script, bindings) = ScriptWorld::<Hen, Play>::new()
        .view(|hen, play| {
            let (x, y) = hen.threat(play).map_or((f32::MAX, 0.0), |(x, y)| (x - hen.body.x, y - hen.body.y));
            let numbers = [("x", x), ("y", y), ("distance", length((x, y)))];
            let numbers = numbers.map(|(name, number)| (name.into(), f64::from(number).into()));
            rhai::Map::from_iter(numbers).into()
        })
        .command("turn", |hen, _, _, args| {
            let [x, y, speed] =
                [args.number(0)?, args.number(1)?, args.number(2)?].map(|number| number as f32);
            hen.go((x, y), speed);
            Ok(())
        })
        .bind(&blueprint.check()?, script, own);
    Ok((script, blueprint.build(&bindings)?))
}
