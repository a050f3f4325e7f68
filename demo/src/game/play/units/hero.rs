//! The hero: what the states of `assets/machines/runner.ron` (a hierarchy) do. He runs, jumps,
//! double-jumps and strikes as the player directs.

#[cfg(test)]
mod tests;

use proscenium::ai::{Bindings, Context, Event, Population, UnitId};
use proscenium::flow::Populations;
use serde::{Deserialize, Serialize};

use super::marine::MARINE;
use crate::game::play::Play;
use crate::game::play::body::{Body, Facing};
use crate::game::play::crowd::Actor;
use crate::game::play::cues;
use crate::game::play::effects::EffectKind;
use crate::game::play::kind::{ActorId, Kind, Side, UnitKind};
use crate::game::play::look::{Look, Sheet};
use crate::game::play::shots::{Hit, KNOCK};
use crate::game::play::steering::{distance, unit};
use crate::game::play::survey::Survey;
use crate::game::play::tuning::Tuning;
use crate::game::play::unit::Unit;

pub static HERO: UnitKind = UnitKind { name: "hero", machine: "runner", side: Side::Outpost, height: 28 };
/// Columns: 4 of walking (the first stands), 4 of running, jump, fall, tumble, strike. Rows: down,
/// left, right, up.
const SHEET: Sheet = Sheet::at(0, 0, 16, 32);
/// He lies on the ground.
const LYING: Sheet = Sheet::at(416, 104, 32, 16);
const RING: Sheet = Sheet::at(448, 40, 24, 12);
/// Ticks per step of a run.
const RUN: u32 = 5;

/// Acceleration and deceleration, in pixels per second squared.
const ACCELERATION: f32 = 900.0;
/// The damage factor of a blow from the air, which also throws its targets into the air.
const FROM_ABOVE: f32 = 2.0;
/// Half the width of a straw man, in pixels.
const STRAW: f32 = 8.0;
/// Monsters nearer than this are hit in all directions, in pixels.
const ALL_ROUND: f32 = 12.0;

/// The player's input for the hero in one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Control {
    /// The direction to move in: a vector of length 1, or zero to stand.
    pub direction: (f32, f32),
    pub runs: bool,
    pub jumps: bool,
    pub strikes: bool,
}

impl Control {
    fn is_moving(&self) -> bool {
        self.direction != (0.0, 0.0)
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Hero {
    /// His position, movement and health, which is 0 when he is down.
    pub body: Body,
    /// His speed on the ground, in pixels a second.
    speed: f32,
    /// Jumps since he left the ground, and where he left it.
    jumps: u32,
    takeoff: (f32, f32),
    /// The tick of his last blow.
    pub struck: Option<u64>,
    /// How far he has recovered since he fell: he rises at 1.
    #[serde(default)]
    pub recovered: f32,
}

impl Hero {
    /// Moves as the player directs, and changes his speed towards this one.
    fn go(&mut self, play: &Play, speed: f32, cx: &Context<'_>) {
        let seconds = cx.delta().as_secs_f32();
        let limit = ACCELERATION * seconds;
        // Releasing the key stops him at once, in the air too.
        self.speed = if play.control.is_moving() {
            self.speed + (speed - self.speed).clamp(-limit, limit)
        } else {
            0.0
        };
        self.body.walk(&play.terrain, play.control.direction, self.speed, seconds);
    }
}

impl Unit for Hero {
    fn bindings() -> Bindings<Self, Play> {
        Bindings::<Self, Play>::new()
            .guard("has_fallen", |hero, _, _| !hero.is_up())
            .guard("in_air", |hero, _, _| hero.body.is_in_air())
            .guard("very_high", |hero, _, _| hero.jumps > 1)
            .guard("moving", |_, play, _| play.control.is_moving())
            .guard("fast", |_, play, _| play.control.is_moving() && play.control.runs)
            // Standing still is not slow: who stops is idle at once.
            .guard("slow", |_, play, _| play.control.is_moving() && !play.control.runs)
            .guard("at_rest", |hero, play, _| !hero.body.is_in_air() && !play.control.is_moving())
            .guard("landed", |hero, play, _| !hero.body.is_in_air() && play.control.is_moving())
            .guard("can_jump", |hero, _, _| hero.jumps < 2)
            .guard("can_strike", |hero, play, _| {
                let pause = play.tuning.hero.pause * 60.0;
                hero.struck.is_none_or(|at| play.tally.ticks.saturating_sub(at) as f32 >= pause)
            })
            .action("rest", |hero, play, cx| {
                let numbers = &play.tuning.hero;
                if play.is_lit(hero.body.spot()) {
                    let health = &mut hero.body.health;
                    *health = (*health + numbers.rest * cx.delta().as_secs_f32()).min(numbers.health);
                }
            })
            .action("halt", |hero, _, _| {
                hero.speed = 0.0;
                hero.body.steps = 0;
            })
            .action("walk", |hero, play, cx| hero.go(play, play.tuning.hero.walk, cx))
            .action("run", |hero, play, cx| hero.go(play, play.tuning.hero.run, cx))
            .action("leap", leap)
            .action("fly", |hero, play, cx| {
                let numbers = &play.tuning.hero;
                hero.go(play, if play.control.runs { numbers.run } else { numbers.walk }, cx);
                fall(hero, play, cx);
            })
            .action("lie", lie)
            .action("strike", strike)
            .action("call_squad", |hero, play, cx| {
                if play.may_call() {
                    let marines = play.troops.id(&MARINE);
                    play.marines_near(hero.body.spot())
                        .for_each(|marine| cx.send_to(marines, marine, "alarm"));
                }
            })
    }

    fn add(kind: Kind, play: &mut Play, populations: &mut Populations, spot: (f32, f32)) -> Option<UnitId> {
        let body = Body::at(spot, play.tuning.hero.health);
        play.spawn(
            populations,
            kind,
            Self { body, speed: 0.0, jumps: 0, takeoff: spot, struck: None, recovered: 0.0 },
        )
    }

    fn body(&self) -> Option<&Body> {
        Some(&self.body)
    }

    fn body_mut(&mut self) -> Option<&mut Body> {
        Some(&mut self.body)
    }

    fn radius(_kind: Kind, _tuning: &Tuning) -> f32 {
        7.0
    }

    fn is_up(&self) -> bool {
        self.body.health > 0.0
    }

    fn hurt(&mut self, hit: &Hit, play: &mut Play) -> Vec<Event> {
        // A jump avoids the blow.
        if !self.is_up() || self.body.z > 10.0 {
            return Vec::new();
        }
        let spot = self.body.spot();
        let is_news = self.body.take(hit, &play.terrain, play.tally.ticks);
        self.body.health = self.body.health.max(0.0);
        play.effects.add(EffectKind::Spark, spot, 10.0);
        play.cues.push((cues::HIT, spot));
        play.effects.shake = play.effects.shake.max(0.5);
        Vec::from_iter(is_news.then(|| "hit".into()))
    }

    fn look(&self, unit: UnitId, units: &Population<Self, Play>, play: &Play) -> Option<Look> {
        let is_in = |state: &str| units.is_in(unit, state.into());
        if is_in("fallen") {
            let bar = (self.recovered > 0.0).then_some(self.recovered);
            return Some(Look { ring: Some(RING), bar, ..Look::of(LYING, (0, 0)) });
        }
        let column = if self.struck.is_some_and(|at| play.tally.ticks.saturating_sub(at) < 10) {
            11
        } else if is_in("double_jump") {
            10
        } else if is_in("jumping") {
            if self.body.rise > 0.0 { 8 } else { 9 }
        } else if is_in("run") {
            4 + self.body.steps / RUN % 4
        } else {
            self.body.walk_column()
        };
        Some(Look { ring: Some(RING), ..Look::of(SHEET, (column, self.body.facing as u32)) })
    }

    fn survey(&self, _unit: UnitId, _units: &Population<Self, Play>, play: &Play) -> Survey {
        let numbers = &play.tuning.hero;
        let health = Some((self.body.health, numbers.health));
        Survey { reach: numbers.reach, health, ..Survey::default() }
    }

    fn portraits(turn: usize, step: u32) -> Vec<Look> {
        vec![Look::of(SHEET, ([0, 4 + step % 4, if step % 4 == 3 { 11 } else { 0 }][turn], 0))]
    }
}

impl Play {
    /// Whether a marine is near enough to help the hero up at a place.
    fn has_marine_near(&self, spot: (f32, f32)) -> bool {
        let is_marine = |actor: &Actor| matches!(actor.id, ActorId::Unit(kind, _) if *kind == MARINE);
        self.crowd.nearest(Side::Outpost, spot, self.tuning.hero.help, is_marine).is_some()
    }

    /// Whether a marine would help the hero up where he is, or no marine is left.
    pub fn has_help(&self, populations: &Populations) -> bool {
        let spot = self.hero(populations).map(|hero| hero.body.spot());
        self.now(populations).marines == 0 || spot.is_some_and(|spot| self.has_marine_near(spot))
    }
}

/// Jumps, from the ground or in the air.
fn leap(hero: &mut Hero, play: &mut Play, _cx: &mut Context<'_>) {
    let (numbers, spot) = (&play.tuning.hero, hero.body.spot());
    if hero.jumps == 0 {
        hero.takeoff = spot;
    }
    hero.body.leap(if hero.jumps == 0 { numbers.jump } else { numbers.double_jump });
    hero.jumps += 1;
    play.effects.add(EffectKind::Dust, spot, hero.body.z);
    play.cues.push((cues::JUMP, spot));
}

/// Lies on the ground. Beside a marine he recovers, and rises again.
fn lie(hero: &mut Hero, play: &mut Play, cx: &mut Context<'_>) {
    fall(hero, play, cx);
    if !play.has_marine_near(hero.body.spot()) {
        hero.recovered = 0.0;
        return;
    }
    let numbers = &play.tuning.hero;
    hero.recovered += cx.delta().as_secs_f32() / numbers.recovery;
    if hero.recovered >= 1.0 {
        hero.recovered = 0.0;
        hero.body.health = numbers.health * numbers.recovered;
        play.effects.add(EffectKind::Healed, hero.body.spot(), 12.0);
    }
}

/// Falls; from a stream or a crate he returns to where he jumped.
fn fall(hero: &mut Hero, play: &mut Play, cx: &mut Context<'_>) {
    if !hero.body.fall(cx.delta().as_secs_f32()) {
        return;
    }
    hero.jumps = 0;
    let mut cue = cues::LAND;
    if play.terrain.blocks(hero.body.x, hero.body.y, 0.0) {
        (hero.body.x, hero.body.y) = hero.takeoff;
        cue = cues::SPLASH;
    }
    play.effects.add(EffectKind::Dust, hero.body.spot(), 0.0);
    play.cues.push((cue, hero.body.spot()));
}

/// Hits all monsters in front of him and in reach of his staff.
fn strike(hero: &mut Hero, play: &mut Play, cx: &mut Context<'_>) {
    let (numbers, spot) = (&play.tuning.hero, hero.body.spot());
    hero.struck = Some(play.tally.ticks);
    play.cues.push((cues::STRIKE, spot));
    let damage = if hero.body.z > 2.0 { (numbers.damage * FROM_ABOVE).max(KNOCK) } else { numbers.damage };
    let ahead = match hero.body.facing {
        Facing::Down => (0.0, 1.0),
        Facing::Left => (-1.0, 0.0),
        Facing::Right => (1.0, 0.0),
        Facing::Up => (0.0, -1.0),
    };
    let is_hit = |at: (f32, f32), radius: f32| {
        let (x, y) = unit((at.0 - spot.0, at.1 - spot.1));
        let (is_ahead, far) = (x * ahead.0 + y * ahead.1 > 0.3, distance(at, spot));
        far <= numbers.reach + radius && (is_ahead || far < ALL_ROUND)
    };
    for (actor, _) in play.crowd.near(Side::Rift, spot, numbers.reach + 12.0) {
        if is_hit(actor.spot, actor.radius) {
            let (target, by) = (actor.id, ActorId::Unit(&HERO, cx.unit()));
            play.hits.push(Hit { target, by, damage, from: spot, push: 8.0, stuns: true });
        }
    }
    if let Some(straw) = play.places.get("straw").copied().filter(|straw| is_hit(*straw, STRAW)) {
        play.has_struck_straw = true;
        play.effects.add(EffectKind::Dust, straw, 12.0);
        play.cues.push((cues::HIT, straw));
    }
}
