//! The hens: what their script, `assets/machines/hen.rhai`, sees of the play and does in it. They flee
//! from the hero and from monsters, and hungry monsters eat them.

use proscenium::ai::{Bindings, Blueprint, BuildError, Population, UnitId};
use proscenium::flow::Populations;
use proscenium::formats::{Script, ScriptVars, ScriptWorld, rhai};
use serde::{Deserialize, Serialize};

use crate::game::play::Play;
use crate::game::play::body::Body;
use crate::game::play::kind::{Kind, Side, UnitKind};
use crate::game::play::look::{Look, Sheet};
use crate::game::play::steering::{length, unit};
use crate::game::play::survey::Survey;
use crate::game::play::tuning::Tuning;
use crate::game::play::unit::{Defined, Unit};

pub static HEN: UnitKind = UnitKind { name: "hen", machine: "hen", side: Side::Neutral, height: 12 };
/// Standing, walking, pecking, running; to the right, and to the left.
const SHEET: Sheet = Sheet::at(448, 80, 16, 14);
/// Ticks per step.
const WALK: u32 = 8;
/// How far a hen sees, in pixels.
const SIGHT: f32 = 48.0;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Hen {
    pub body: Body,
    velocity: (f32, f32),
    faces_left: bool,
    /// Ticks of walking; 0 while it stands.
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
    pub fn at(spot: (f32, f32), seed: u64) -> Self {
        let mut vars = ScriptVars::default();
        vars.set("seed", i64::from(fastrand::Rng::with_seed(seed).u32(..) >> 1));
        vars.set("patience", 0.0);
        vars.set("fear", 0.0);
        let faces_left = seed.is_multiple_of(2);
        Self { body: Body::at(spot, 1.0), velocity: (0.0, 0.0), faces_left, vars }
    }

    /// The position of the nearest threat that it sees.
    fn threat(&self, play: &Play) -> Option<(f32, f32)> {
        play.threat_to(self.body.spot(), SIGHT).map(|actor| actor.spot)
    }

    /// Turns into this direction; to the right for the zero vector.
    fn go(&mut self, direction: (f32, f32), speed: f32) {
        let (x, y) = if direction == (0.0, 0.0) { (1.0, 0.0) } else { unit(direction) };
        self.velocity = (x * speed, y * speed);
        self.faces_left = self.velocity.0 < 0.0;
    }
}

impl Unit for Hen {
    fn bindings() -> Bindings<Self, Play> {
        Bindings::<Self, Play>::new()
            .action("walk_on", |hen, play, cx| {
                let seconds = cx.delta().as_secs_f32();
                hen.body.shove(&play.terrain, (hen.velocity.0 * seconds, hen.velocity.1 * seconds));
                hen.body.steps = hen.body.steps.wrapping_add(1);
            })
            .action("halt", |hen, _, _| (hen.velocity, hen.body.steps) = ((0.0, 0.0), 0))
    }

    /// Adds the functions of the script. The game moves a hen, and the script decides where.
    fn define(blueprint: &Blueprint, script: Option<&Script>) -> Result<Defined<Self>, BuildError> {
        let Some(script) = script else { return Ok((None, blueprint.build(&Self::bindings())?)) };
        let (script, bindings) = ScriptWorld::<Self, Play>::new()
            .view(|hen, play| {
                let (x, y) =
                    hen.threat(play).map_or((f32::MAX, 0.0), |(x, y)| (x - hen.body.x, y - hen.body.y));
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
            .bind(&blueprint.check()?, script, Self::bindings());
        Ok((Some(script), blueprint.build(&bindings)?))
    }

    fn add(kind: Kind, play: &mut Play, populations: &mut Populations, spot: (f32, f32)) -> Option<UnitId> {
        let number = play.troops.get(populations, kind)?.len() as u64;
        let seed = play.random.get_seed().wrapping_add(number);
        play.spawn(populations, kind, Self::at(spot, seed))
    }

    fn body(&self) -> Option<&Body> {
        Some(&self.body)
    }

    fn body_mut(&mut self) -> Option<&mut Body> {
        Some(&mut self.body)
    }

    fn radius(_kind: Kind, _tuning: &Tuning) -> f32 {
        4.0
    }

    fn look(&self, unit: UnitId, units: &Population<Self, Play>, _play: &Play) -> Option<Look> {
        let steps = self.body.steps / WALK % 2;
        let column = match units.state(unit)?.name() {
            "peck" if self.vars.number("patience").unwrap_or(0.0).fract() > 0.4 => 2,
            "peck" => 0,
            // Wings spread in every other step.
            "flee" if steps == 0 => 3,
            "flee" => 1,
            _ => steps,
        };
        Some(Look::of(SHEET, (column, u32::from(self.faces_left))))
    }

    fn survey(&self, _unit: UnitId, _units: &Population<Self, Play>, play: &Play) -> Survey {
        Survey { sight: Some(SIGHT), target: self.threat(play), ..Survey::default() }
    }

    fn portraits(turn: usize, step: u32) -> Vec<Look> {
        vec![Look::of(SHEET, ([0, step / 2 % 2, 2 * (step / 2 % 2)][turn], 0))]
    }
}
