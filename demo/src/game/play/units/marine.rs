//! The marines: what the states of `assets/machines/marine.ron` (a stack of jobs) do.

use proscenium::ai::{Bindings, Context, Population, UnitId};
use proscenium::flow::Populations;
use serde::{Deserialize, Serialize};

use crate::game::play::Play;
use crate::game::play::body::{Body, Facing};
use crate::game::play::crowd::Actor;
use crate::game::play::cues;
use crate::game::play::effects::EffectKind;
use crate::game::play::kind::{ActorId, Kind, Side, UnitKind};
use crate::game::play::look::{FLASH, Look, Sheet};
use crate::game::play::order::Order;
use crate::game::play::routes::Route;
use crate::game::play::shots::ShotKind;
use crate::game::play::steering::{Progress, distance, unit};
use crate::game::play::survey::Survey;
use crate::game::play::tuning::Tuning;
use crate::game::play::unit::Unit;

pub static MARINE: UnitKind = UnitKind { name: "marine", machine: "marine", side: Side::Outpost, height: 28 };
/// Columns: 4 of walking, aim, fire, hurt, fallen. Rows as the hero's.
const SHEET: Sheet = Sheet::at(192, 0, 16, 32);
/// The ring around the feet of a selected one.
const RING: Sheet = Sheet::at(448, 32, 16, 8);
/// Ticks between two looks around; marines look in turns.
const LOOK_INTERVAL: u64 = 6;
/// How many ticks a call for help lasts, and how far it is heard, in pixels.
const ALARM_TICKS: u64 = 180;
pub const ALARM_RANGE: f32 = 280.0;
/// The distance at which a marine has arrived, in pixels.
const ARRIVED: f32 = 5.0;
/// The distance at which a marine who is stuck has arrived, because others stand at the goal.
const NEAR_GOAL: f32 = 48.0;
/// Seconds without progress before a marine requests a new route.
const PATIENCE: f32 = 1.0;
const DAZED_TICKS: u64 = 30;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Marine {
    pub body: Body,
    pub is_selected: bool,
    /// The last order, until it is taken; then the destination, and the other end of a patrol.
    pub order: Option<Order>,
    pub goal: (f32, f32),
    back: (f32, f32),
    /// The route to the goal, once it is found.
    pub route: Option<Route>,
    progress: Progress,
    /// The current enemy and its last known position.
    pub enemy: Option<(ActorId, (f32, f32))>,
    /// The tick until which it is dazed.
    dazed: u64,
    /// The attacker of others and the place to which they have called; the tick until which it counts.
    called: Option<(ActorId, (f32, f32))>,
    alarmed: u64,
    /// The tick of its last shot.
    fired: Option<u64>,
}

impl Marine {
    /// The position of its enemy, if that is within this distance.
    fn enemy_within(&self, reach: f32) -> Option<(f32, f32)> {
        self.enemy.map(|(_, at)| at).filter(|at| distance(*at, self.body.spot()) <= reach)
    }

    /// Walks towards a point. Returns whether it has got nowhere for a while.
    fn walk(&mut self, play: &Play, to: (f32, f32), cx: &Context<'_>) -> bool {
        let (here, seconds) = (self.body.spot(), cx.delta().as_secs_f32());
        let (x, y) = unit((to.0 - here.0, to.1 - here.1));
        // Around another that stands in a gap, on one side or the other.
        let turn = if (play.tally.ticks / 64).is_multiple_of(2) { 1.0 } else { -1.0 };
        let direction = if self.progress.stuck > PATIENCE * 0.8 { (-y * turn, x * turn) } else { (x, y) };
        self.body.walk(&play.terrain, direction, play.tuning.marine.speed, seconds);
        self.progress.is_stuck(self.body.spot(), 6.0, PATIENCE, seconds)
    }
}

impl Unit for Marine {
    fn bindings() -> Bindings<Self, Play> {
        Bindings::<Self, Play>::new()
            .guard("is_free", |marine, play, _| play.tally.ticks >= marine.dazed)
            .guard("has_fallen", |marine, _, _| marine.body.health <= 0.0)
            .action("pass_on", |_, _, cx| cx.event().into_iter().for_each(|order| cx.raise(order)))
            .action("take_order", |marine, _, _| take_order(marine))
            .action("stop", |marine, play, cx| {
                take_order(marine);
                plan_route(marine, play, cx);
            })
            .action("plan_route", plan_route)
            .action("turn_around", |marine, play, cx| {
                std::mem::swap(&mut marine.goal, &mut marine.back);
                plan_route(marine, play, cx);
            })
            .action("march", march)
            .action("advance", |marine, play, cx| {
                look(marine, play, cx);
                match marine.enemy {
                    None => march(marine, play, cx),
                    Some(_) if marine.enemy_within(play.tuning.marine.range).is_none() => {
                        cx.raise("enemy_seen");
                    }
                    Some(_) => cx.raise("enemy_in_range"),
                }
            })
            .action("set_out", |marine, _, _| marine.route = None)
            .action("chase", chase)
            .action("aim", aim)
            .action("shoot", shoot)
            .action("stagger", |marine, play, _| {
                marine.dazed = play.tally.ticks + DAZED_TICKS;
                marine.body.steps = 0;
            })
            // An order that came in the meantime.
            .action("wake", |marine, _, cx| {
                marine.order.into_iter().for_each(|order| cx.raise(order.event()));
            })
            // A marine under fire calls those near it, unless it is on the alert already.
            .action("call_squad", |marine, play, cx| {
                if play.tally.ticks >= marine.alarmed && play.may_call() {
                    marine.alarmed = play.tally.ticks + ALARM_TICKS;
                    play.marines_near(marine.body.spot()).for_each(|other| cx.send(other, "alarm"));
                }
            })
            .action("listen", |marine, play, _| {
                if play.tally.ticks >= marine.alarmed {
                    marine.alarmed = play.tally.ticks + ALARM_TICKS;
                    marine.called = play.attacker.map(|attacker| (attacker.id, attacker.spot));
                }
            })
            .action("fall", |marine, play, cx| {
                let spot = marine.body.spot();
                play.cues.push((cues::MARINE_FALLS, spot));
                let cell = (7, marine.body.facing as u32);
                play.effects.add(EffectKind::Fallen(SHEET, cell, cell), spot, 0.0);
                play.tally.losses += 1;
                cx.despawn(cx.population(), cx.unit());
            })
    }

    fn add(kind: Kind, play: &mut Play, populations: &mut Populations, spot: (f32, f32)) -> Option<UnitId> {
        let body = Body::at(spot, play.tuning.marine.health);
        play.spawn(populations, kind, Self { body, goal: spot, back: spot, ..Self::default() })
    }

    fn body(&self) -> Option<&Body> {
        Some(&self.body)
    }

    fn body_mut(&mut self) -> Option<&mut Body> {
        Some(&mut self.body)
    }

    fn radius(_kind: Kind, _tuning: &Tuning) -> f32 {
        7.5
    }

    fn gap(_kind: Kind, _tuning: &Tuning) -> f32 {
        16.0
    }

    fn look(&self, unit: UnitId, units: &Population<Self, Play>, play: &Play) -> Option<Look> {
        let ticks_since = |at: Option<u64>| at.map_or(u64::MAX, |at| play.tally.ticks.saturating_sub(at));
        let column = match units.state(unit)?.name() {
            "dazed" => 6,
            _ if ticks_since(self.body.hurt) < FLASH => 6,
            _ if ticks_since(self.fired) < 6 => 5,
            "attack" => 4,
            _ => self.body.walk_column(),
        };
        let health = self.body.health / play.tuning.marine.health;
        Some(Look {
            ring: self.is_selected.then_some(RING),
            bar: (self.is_selected || health < 1.0).then_some(health),
            ..Look::of(SHEET, (column, self.body.facing as u32))
        })
    }

    fn survey(&self, _unit: UnitId, _units: &Population<Self, Play>, play: &Play) -> Survey {
        let numbers = &play.tuning.marine;
        Survey {
            sight: Some(numbers.sight),
            reach: numbers.range,
            target: self.enemy.map(|(_, at)| at),
            route: self.route.iter().flat_map(Route::points).collect(),
            health: Some((self.body.health, numbers.health)),
            ..Survey::default()
        }
    }

    fn portraits(turn: usize, step: u32) -> Vec<Look> {
        vec![Look::of(SHEET, ([0, step % 4, if step % 3 == 2 { 5 } else { 4 }][turn], 0))]
    }
}

fn take_order(marine: &mut Marine) {
    marine.back = marine.body.spot();
    marine.goal = marine.order.take().as_mut().and_then(Order::goal).map_or(marine.back, |goal| *goal);
    marine.enemy = None;
}

fn plan_route(marine: &mut Marine, play: &mut Play, cx: &mut Context<'_>) {
    marine.route = None;
    play.routes.request(cx.unit(), marine.body.spot(), marine.goal);
}

/// Looks for the nearest monster, else for the place of a call. Rests in the light of the beacon.
fn look(marine: &mut Marine, play: &Play, cx: &Context<'_>) {
    let tick = play.tally.ticks;
    if !(tick + cx.unit().index() as u64).is_multiple_of(LOOK_INTERVAL) {
        return;
    }
    let (spot, numbers) = (marine.body.spot(), &play.tuning.marine);
    if play.is_lit(spot) {
        let rest = numbers.rest * cx.delta().as_secs_f32() * LOOK_INTERVAL as f32;
        marine.body.health = (marine.body.health + rest).min(numbers.health);
    }
    let is_visible = |actor: &Actor| play.terrain.sees(spot, actor.spot);
    let seen = play.crowd.nearest(Side::Rift, spot, numbers.sight, is_visible);
    // A call is forgotten at its place.
    marine.called = marine.called.filter(|(_, at)| {
        let far = distance(*at, spot);
        tick < marine.alarmed && far > numbers.range && far < ALARM_RANGE
    });
    marine.enemy = seen.map(|enemy| (enemy.id, enemy.spot)).or(marine.called);
}

/// Follows the route. An unreachable goal has an empty one.
fn march(marine: &mut Marine, play: &mut Play, cx: &mut Context<'_>) {
    let here = marine.body.spot();
    let Some(next) = marine.route.as_mut().and_then(|route| route.next(here, ARRIVED)) else {
        marine.body.steps = 0;
        marine.progress.stuck = 0.0;
        if marine.route.take().is_some() {
            cx.raise("arrived");
        }
        return;
    };
    if marine.walk(play, next, cx) {
        if distance(marine.goal, here) < NEAR_GOAL {
            marine.route = None;
            cx.raise("arrived");
        } else {
            plan_route(marine, play, cx);
        }
    }
}

/// Follows the enemy: straight, or by a route; the timeout of the chase ends the attempt to reach an
/// unreachable one.
fn chase(marine: &mut Marine, play: &mut Play, cx: &mut Context<'_>) {
    look(marine, play, cx);
    let here = marine.body.spot();
    let Some((_, at)) = marine.enemy else { return cx.raise("enemy_dead") };
    if marine.enemy_within(play.tuning.marine.range).is_some() {
        return cx.raise("enemy_in_range");
    }
    let route = marine.route.as_mut().filter(|_| !play.terrain.has_clear_path(here, at));
    let next = route.and_then(|route| route.next(here, ARRIVED)).unwrap_or(at);
    if marine.walk(play, next, cx) {
        play.routes.request(cx.unit(), here, at);
    }
}

fn aim(marine: &mut Marine, play: &mut Play, cx: &mut Context<'_>) {
    look(marine, play, cx);
    marine.body.steps = 0;
    if marine.enemy_within(play.tuning.marine.range * 1.1).is_none() {
        cx.raise("enemy_dead");
    }
}

fn shoot(marine: &mut Marine, play: &mut Play, cx: &mut Context<'_>) {
    let (spot, numbers) = (marine.body.spot(), &play.tuning.marine);
    let Some(at) = marine.enemy_within(numbers.range * 1.1) else { return };
    marine.body.facing = Facing::of((at.0 - spot.0, at.1 - spot.1)).unwrap_or(marine.body.facing);
    marine.fired = Some(play.tally.ticks);
    play.cues.push((cues::SHOT, spot));
    let by = ActorId::Unit(&MARINE, cx.unit());
    play.shots.fire(ShotKind::Bullet, by, spot, at, numbers.damage, numbers.range);
}
