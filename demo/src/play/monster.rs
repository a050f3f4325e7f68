//! The monsters: what the states of `assets/machines/monster.ron` (a template shared by all kinds) do.

use proscenium::ai::{Bindings, Context, EventId, UnitId};
use serde::{Deserialize, Serialize};

use super::Play;
use super::body::{Body, Facing};
use super::crowd::{Actor, ActorId, Side};
use super::cues::CueKind;
use super::effects::EffectKind;
use super::kind::Kind;
use super::shots::{Hit, ShotKind};
use super::steering::{Progress, distance, length, unit};

/// A blow with this much damage throws a monster into the air.
pub const KNOCK: f32 = 18.0;
/// Ticks between two looks around; monsters look in turns.
const LOOK_INTERVAL: u64 = 8;
/// Monsters with a longer reach than this throw bolts, in pixels.
const MELEE_REACH: f32 = 40.0;
/// How far a hungry monster smells a hen, and how near it must be to eat it, in pixels.
const SMELL: f32 = 160.0;
const MOUTH: f32 = 9.0;
/// Seconds for which a monster is on the alert after a hit, and after a call. It sees farther by this
/// factor.
const AFTER_HIT: f32 = 1.0;
const AFTER_CALL: f32 = 4.0;
const ALERT_SIGHT: f32 = 1.5;
/// The most monsters that hear a call.
const LISTENERS: usize = 8;
/// A monster without progress steps aside after this many seconds, then waits, then walks on.
const SIDESTEP_AFTER: f32 = 1.0;
const WAIT_AFTER: f32 = 1.6;
const RETRY_AFTER: f32 = 2.4;

/// The data of one monster.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Monster {
    /// Its kind.
    pub kind: Kind,
    /// Its position and movement.
    pub body: Body,
    /// Its health.
    pub health: f32,
    /// Its mood, a unit of the population of moods.
    pub mood: UnitId,
    /// The number of its mood in the tuning; 0 is the calmest.
    pub temper: usize,
    /// Its target, and the last known position of the target.
    pub prey: Option<(ActorId, (f32, f32))>,
    /// Seconds until the blow of the current attack lands; `None` without an attack.
    pub windup: Option<f32>,
    /// Seconds until it can attack again.
    pub pause: f32,
    /// Seconds until it is hungry.
    pub hunger: f32,
    /// Seconds for which it is on the alert.
    alert: f32,
    /// The last attacker, and the tick of its hit.
    pub attacker: Option<ActorId>,
    pub hurt: Option<u64>,
    progress: Progress,
}

impl Monster {
    /// A monster that has just left the rift.
    pub fn at(kind: Kind, (x, y): (f32, f32), health: f32, hunger: f32, mood: UnitId) -> Self {
        Self {
            kind,
            body: Body::at(x, y),
            health,
            mood,
            temper: 0,
            prey: None,
            windup: None,
            pause: 0.0,
            hunger,
            alert: 0.0,
            attacker: None,
            hurt: None,
            progress: Progress::default(),
        }
    }

    /// Walks towards a place. Stands without one, and while in the air.
    fn go(&mut self, play: &Play, to: Option<(f32, f32)>, cx: &Context<'_>) {
        let Some(to) = to.filter(|_| !self.body.is_in_air()) else {
            self.body.steps = 0;
            return;
        };
        let seconds = cx.delta().as_secs_f32();
        let factor = play.tuning.moods.get(self.temper).map_or(1.0, |mood| mood.speed);
        let speed = play.tuning.monster(self.kind).speed * factor;
        let (x, y) = unit((to.0 - self.body.x, to.1 - self.body.y));
        if self.progress.stuck < SIDESTEP_AFTER {
            self.body.walk(&play.terrain, (x, y), speed, seconds);
        } else if self.progress.stuck < WAIT_AFTER {
            // Half of them step left, half right.
            let turn = if cx.unit().index().is_multiple_of(2) { 1.0 } else { -1.0 };
            self.body.walk(&play.terrain, (-y * turn, x * turn), speed, seconds);
        } else {
            self.body.steps = 0;
        }
        self.progress.is_stuck(self.body.spot(), 10.0, RETRY_AFTER, seconds);
    }
}

/// The bindings of `monster.ron`.
pub fn bindings() -> Bindings<Monster, Play> {
    Bindings::<Monster, Play>::new()
        .guard("is_alive", |monster, _, _| monster.health > 0.0)
        .guard("is_thrown", |monster, _, cx| {
            let is_heavy = cx.event().is_some_and(|hit| hit.payload >= f64::from(KNOCK));
            is_heavy && monster.health > 0.0 && !monster.body.is_in_air()
        })
        .action("live", live)
        .action("watch", |monster, play, cx| {
            live(monster, play, cx);
            look(monster, play, cx);
            if monster.prey.is_some() {
                cx.raise("player_seen");
            }
        })
        .action("halt", |monster, _, _| monster.body.steps = 0)
        .action("march", march)
        .action("forage", forage)
        .action("fight", fight)
        .action("end_cast", |monster, _, _| monster.windup = None)
        .action("fly", |monster, _, _| {
            monster.body.leap(150.0);
            monster.body.steps = 0;
        })
        .action("listen", |monster, _, _| monster.alert = AFTER_CALL)
        .action("change_temper", |monster, _, cx| {
            monster.temper = cx.event().map_or(0, |event| event.payload as usize);
        })
        .action("take_hit", |monster, play, cx| {
            monster.alert = monster.alert.max(AFTER_HIT);
            let is_hero = monster.attacker == Some(ActorId::Hero);
            let event = if is_hero { "player_attacks" } else { "monster_hurt" };
            cx.send_to(play.troops.moods, monster.mood, event);
        })
        .action("die", die)
}

/// What a monster does in all states: it falls, and its needs grow.
fn live(monster: &mut Monster, play: &mut Play, cx: &mut Context<'_>) {
    let seconds = cx.delta().as_secs_f32();
    monster.pause = (monster.pause - seconds).max(0.0);
    monster.alert = (monster.alert - seconds).max(0.0);
    monster.hunger -= seconds;
    if monster.body.fall(seconds) {
        play.effects.add(EffectKind::Dust, monster.body.spot(), 0.0);
    }
}

/// Looks for the nearest actor of the outpost.
fn look(monster: &mut Monster, play: &mut Play, cx: &mut Context<'_>) {
    if !(play.tally.ticks + cx.unit().index() as u64).is_multiple_of(LOOK_INTERVAL) {
        return;
    }
    let (spot, numbers) = (monster.body.spot(), *play.tuning.monster(monster.kind));
    let sight = numbers.sight * if monster.alert > 0.0 { ALERT_SIGHT } else { 1.0 };
    let is_visible = |actor: &Actor| play.terrain.sees(spot, actor.spot);
    let prey = play.crowd.nearest(Side::Outpost, spot, sight, is_visible);
    match (monster.prey, prey) {
        (None, Some(_)) => {
            cx.send_to(play.troops.moods, monster.mood, "player_seen");
            if numbers.call > 0.0 && play.may_call() {
                call(play, spot, numbers.call, cx);
            }
            play.effects.add(EffectKind::Alert, spot, 22.0);
        }
        (Some(_), None) => cx.send_to(play.troops.moods, monster.mood, "player_gone"),
        _ => {}
    }
    monster.prey = prey.map(|prey| (prey.id, prey.spot));
}

/// Calls the monsters near a place.
fn call(play: &Play, spot: (f32, f32), reach: f32, cx: &mut Context<'_>) {
    let called = EventId::from("called");
    for (actor, _) in play.crowd.near(Side::Rift, spot, reach).take(LISTENERS) {
        if let ActorId::Monster(kind, unit) = actor.id {
            cx.send_to(play.troops.monsters_of(kind), unit, called);
        }
    }
}

/// Walks to the beacon.
fn march(monster: &mut Monster, play: &mut Play, cx: &mut Context<'_>) {
    let next = play.to_beacon.next(&play.terrain, monster.body.spot());
    monster.go(play, next, cx);
    if monster.hunger < 0.0 {
        cx.raise("hungry");
    }
}

/// Hunts a hen, but not one behind a fence, and gives up on one that is too quick.
fn forage(monster: &mut Monster, play: &mut Play, cx: &mut Context<'_>) {
    let (at, numbers) = (monster.body.spot(), *play.tuning.monster(monster.kind));
    let is_open = |actor: &Actor| play.terrain.has_clear_path(at, actor.spot);
    let hen = play.crowd.nearest(Side::Neutral, at, SMELL, is_open);
    if let Some(Actor { id: ActorId::Hen(hen), spot, .. }) = hen {
        monster.go(play, Some(spot), cx);
        if distance(spot, monster.body.spot()) < MOUTH + numbers.radius {
            cx.despawn(play.troops.hens, hen);
            cx.send_to(play.troops.moods, monster.mood, "monster_healed");
            play.effects.add(EffectKind::Healed, spot, 10.0);
            monster.health = numbers.health;
        } else if monster.hunger > -12.0 {
            return;
        }
    }
    monster.hunger = numbers.hunger;
    cx.raise("fed");
}

/// Approaches its prey, starts a blow, or lands it.
fn fight(monster: &mut Monster, play: &mut Play, cx: &mut Context<'_>) {
    look(monster, play, cx);
    let Some((prey, at)) = monster.prey else {
        return if monster.alert > 0.0 { march(monster, play, cx) } else { cx.raise("player_gone") };
    };
    let (here, numbers) = (monster.body.spot(), *play.tuning.monster(monster.kind));
    let direction = (at.0 - here.0, at.1 - here.1);
    let far = length(direction);
    let reach = numbers.reach + numbers.radius + if prey == ActorId::Beacon { 12.0 } else { 5.0 };
    if let Some(windup) = &mut monster.windup {
        *windup -= cx.delta().as_secs_f32();
        monster.body.steps = 0;
        if *windup <= 0.0 {
            monster.windup = None;
            monster.pause = numbers.pause;
            // A target that has moved away meanwhile is missed.
            if far <= reach * 1.3 {
                strike(monster, play, (prey, at), cx);
            }
        }
    } else if far <= reach && monster.pause <= 0.0 {
        monster.body.facing = Facing::of(direction).unwrap_or(monster.body.facing);
        monster.windup = Some(numbers.windup);
    } else if numbers.reach > MELEE_REACH && far < reach * 0.4 {
        // Monsters that throw keep their distance.
        monster.go(play, Some((here.0 - direction.0, here.1 - direction.1)), cx);
    } else if far <= reach {
        monster.body.steps = 0;
        monster.progress.stuck = 0.0;
    } else if play.terrain.has_clear_path(here, at) {
        monster.go(play, Some(at), cx);
    } else {
        let field = if prey == ActorId::Hero { &play.to_hero } else { &play.to_beacon };
        let next = field.next(&play.terrain, here).unwrap_or(at);
        monster.go(play, Some(next), cx);
    }
}

fn strike(monster: &Monster, play: &mut Play, (target, at): (ActorId, (f32, f32)), cx: &Context<'_>) {
    let (from, numbers) = (monster.body.spot(), *play.tuning.monster(monster.kind));
    let damage = numbers.damage * play.tuning.moods.get(monster.temper).map_or(1.0, |mood| mood.damage);
    let by = ActorId::Monster(monster.kind, cx.unit());
    if numbers.reach > MELEE_REACH {
        play.cues.add(CueKind::Bolt, from);
        play.shots.fire(ShotKind::Bolt, by, from, at, damage, numbers.reach * 1.5);
    } else {
        let (push, stuns) = (numbers.push, numbers.push > 0.0);
        play.hits.push(Hit { target, by, damage, from, push, stuns });
    }
}

fn die(monster: &mut Monster, play: &mut Play, cx: &mut Context<'_>) {
    let (kind, spot, score) = (monster.kind, monster.body.spot(), play.tuning.monster(monster.kind).score);
    play.effects.add(EffectKind::Fallen(kind, monster.body.facing == Facing::Left), spot, 0.0);
    play.effects.add(EffectKind::Score(score), spot, 16.0);
    play.cues.add(CueKind::MonsterFalls, spot);
    play.tally.kills += 1;
    play.tally.score += score;
    cx.despawn(play.troops.moods, monster.mood);
    cx.despawn(cx.population(), cx.unit());
}
