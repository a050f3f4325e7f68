//! The marines: what the states of `assets/machines/marine.ron` (a stack of jobs) do.

use proscenium::ai::{Bindings, Context};
use serde::{Deserialize, Serialize};

use super::Play;
use super::body::{Body, Facing};
use super::crowd::{Actor, ActorId, Side};
use super::cues::CueKind;
use super::effects::EffectKind;
use super::routes::Route;
use super::shots::ShotKind;
use super::squad::Order;
use super::steering::{Progress, distance, unit};

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
/// Ticks that a marine is dazed.
const DAZED_TICKS: u64 = 30;

/// The data of one marine.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Marine {
    pub body: Body,
    pub health: f32,
    /// Whether the player has selected this marine.
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
    /// The ticks of its last shot, and of the last hit taken.
    pub fired: Option<u64>,
    pub hurt: Option<u64>,
}

impl Marine {
    /// A marine standing at this position.
    pub fn at(x: f32, y: f32, health: f32) -> Self {
        Self { body: Body::at(x, y), health, goal: (x, y), back: (x, y), ..Self::default() }
    }

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

/// The bindings of `marine.ron`.
pub fn bindings() -> Bindings<Marine, Play> {
    Bindings::<Marine, Play>::new()
        .guard("is_free", |marine, play, _| play.tally.ticks >= marine.dazed)
        .guard("has_fallen", |marine, _, _| marine.health <= 0.0)
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
                Some(_) if marine.enemy_within(play.tuning.marine.range).is_none() => cx.raise("enemy_seen"),
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
        .action("wake", |marine, _, cx| marine.order.into_iter().for_each(|order| cx.raise(order.event())))
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
            play.cues.add(CueKind::MarineFalls, spot);
            play.effects.add(EffectKind::FallenMarine(marine.body.facing), spot, 0.0);
            play.tally.losses += 1;
            cx.despawn(cx.population(), cx.unit());
        })
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
        marine.health = (marine.health + rest).min(numbers.health);
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
    play.cues.add(CueKind::Shot, spot);
    let by = ActorId::Marine(cx.unit());
    play.shots.fire(ShotKind::Bullet, by, spot, at, numbers.damage, numbers.range);
}
