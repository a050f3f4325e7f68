//! The monsters: what the states of `assets/machines/monster.ron` (a template shared by all kinds) do.

use proscenium::ai::{Bindings, Context, Event, EventId, EventOf, Population, UnitId};
use proscenium::flow::Populations;
use serde::{Deserialize, Serialize};

use super::hero::HERO;
use super::mood::{MOOD, Mood, temper};
use crate::game::play::Play;
use crate::game::play::body::{Body, Facing};
use crate::game::play::crowd::Actor;
use crate::game::play::cues;
use crate::game::play::effects::EffectKind;
use crate::game::play::kind::{ActorId, Kind, Side, UnitKind};
use crate::game::play::look::{Look, Sheet};
use crate::game::play::shots::{Hit, KNOCK, ShotKind};
use crate::game::play::steering::{Progress, distance, length, unit};
use crate::game::play::survey::Survey;
use crate::game::play::troops::of_mut;
use crate::game::play::tuning::Tuning;
use crate::game::play::unit::Unit;

/// Small and quick; it bites.
pub static IMP: UnitKind = UnitKind { name: "imp", machine: "monster", side: Side::Rift, height: 16 };
/// Large and slow; it throws back its target.
pub static BRUTE: UnitKind = UnitKind { name: "brute", machine: "monster", side: Side::Rift, height: 26 };
/// Floats, keeps its distance, and throws bolts.
pub static WITCH: UnitKind = UnitKind { name: "witch", machine: "monster", side: Side::Rift, height: 26 };
/// The sheet of each. Columns: 2 idle, 4 of moving, 2 of attacking, stunned, thrown, 2 of falling. Rows:
/// right, left.
const SHEETS: [(Kind, Sheet); 3] = [
    (&IMP, Sheet::at(320, 0, 16, 16)),
    (&BRUTE, Sheet::at(0, 192, 32, 32)),
    (&WITCH, Sheet::at(0, 128, 24, 24)),
];
/// Ticks per step.
const WALK: u32 = 8;
/// The maximum number of shown points of a route along a distance field.
const MAX_POINTS: usize = 400;
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

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Monster {
    pub kind: Kind,
    pub body: Body,
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
    attacker: Option<ActorId>,
    progress: Progress,
}

impl Monster {
    fn sheet(&self) -> Sheet {
        SHEETS.into_iter().find(|(kind, _)| *kind == self.kind).unwrap_or(SHEETS[0]).1
    }

    fn row(&self) -> u32 {
        u32::from(self.body.facing == Facing::Left)
    }

    /// Walks towards a place. Stands without one, and while in the air.
    fn go(&mut self, play: &Play, to: Option<(f32, f32)>, cx: &Context<'_>) {
        let Some(to) = to.filter(|_| !self.body.is_in_air()) else {
            self.body.steps = 0;
            return;
        };
        let seconds = cx.delta().as_secs_f32();
        let factor = play.tuning.moods.get(self.temper).map_or(1.0, |mood| mood.speed);
        let speed = play.monster(self.kind).speed * factor;
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

/// The event of a hit, with its damage.
fn hit() -> EventOf<f64> {
    EventId::from("hit").into()
}

impl Unit for Monster {
    fn bindings() -> Bindings<Self, Play> {
        Bindings::<Self, Play>::new()
            .guard("is_alive", |monster, _, _| monster.body.health > 0.0)
            .guard("is_thrown", |monster, _, cx| {
                let is_heavy = cx.payload(hit()).is_some_and(|damage| damage >= f64::from(KNOCK));
                is_heavy && monster.body.health > 0.0 && !monster.body.is_in_air()
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
                let number = cx.payload(temper()).and_then(|number| usize::try_from(number).ok());
                monster.temper = number.unwrap_or(0);
            })
            .action("take_hit", |monster, play, cx| {
                monster.alert = monster.alert.max(AFTER_HIT);
                let is_hero = monster.attacker.is_some_and(|attacker| attacker.is(&HERO));
                let event = if is_hero { "player_attacks" } else { "monster_hurt" };
                cx.send_to(play.troops.id(&MOOD), monster.mood, event);
            })
            .action("die", die)
    }

    /// Adds a monster that has just left the rift, with its mood.
    fn add(kind: Kind, play: &mut Play, populations: &mut Populations, spot: (f32, f32)) -> Option<UnitId> {
        let numbers = play.monster(kind);
        let (health, hunger) = (numbers.health, numbers.hunger * (0.5 + play.random.f32()));
        let mood = Mood::add(&MOOD, play, populations, spot)?;
        let monster = Self {
            kind,
            body: Body::at(spot, health),
            mood,
            temper: 0,
            prey: None,
            windup: None,
            pause: 0.0,
            hunger,
            alert: 0.0,
            attacker: None,
            progress: Progress::default(),
        };
        let monster = play.spawn(populations, kind, monster)?;
        of_mut::<Mood>(populations)?.get_mut(mood)?.owner = Some((kind, monster));
        Some(monster)
    }

    fn body(&self) -> Option<&Body> {
        Some(&self.body)
    }

    fn body_mut(&mut self) -> Option<&mut Body> {
        Some(&mut self.body)
    }

    fn radius(kind: Kind, tuning: &Tuning) -> f32 {
        tuning.monster(kind).radius
    }

    fn hurt(&mut self, hit: &Hit, play: &mut Play) -> Vec<Event> {
        let spot = self.body.spot();
        let is_news = self.body.take(hit, &play.terrain, play.tally.ticks) || self.body.health <= 0.0;
        self.attacker = Some(hit.by);
        play.effects.add(EffectKind::Goo, spot, 8.0 + self.body.z);
        play.cues.push((cues::GOO, spot));
        if hit.by.is(&HERO) {
            play.cues.push((cues::HIT, spot));
        }
        let stuns = hit.stuns && hit.damage < KNOCK;
        let event = self::hit().with(hit.damage.into());
        let events = [(is_news || hit.damage >= KNOCK).then_some(event), stuns.then(|| "stunned".into())];
        events.into_iter().flatten().collect()
    }

    fn look(&self, unit: UnitId, units: &Population<Self, Play>, play: &Play) -> Option<Look> {
        let is_controlled = units.state(unit)?.name() == "controlled";
        let numbers = play.monster(self.kind);
        let column = if self.body.is_in_air() {
            9
        } else if is_controlled {
            8
        } else if let Some(left) = self.windup {
            if left > numbers.windup * 0.3 { 6 } else { 7 }
        } else if self.body.steps > 0 {
            2 + self.body.steps / WALK % 4
        } else {
            // One breath per second.
            (self.hunger.max(0.0) * 2.0) as u32 % 2
        };
        let (health, temper) = (self.body.health / numbers.health, self.temper as u32);
        Some(Look {
            tint: play.tuning.moods.get(self.temper).map_or([255; 3], |mood| mood.tint),
            bar: (health < 1.0).then_some(health),
            sign: if is_controlled { Some((6, 4)) } else { (temper > 2).then_some((temper, 4)) },
            ..Look::of(self.sheet(), (column, self.row()))
        })
    }

    fn survey(&self, unit: UnitId, units: &Population<Self, Play>, play: &Play) -> Survey {
        let (numbers, spot) = (play.monster(self.kind), self.body.spot());
        let is_on_patrol = units.state(unit).is_some_and(|state| state.name() == "patrol");
        let field = match self.prey {
            None if is_on_patrol => Some(&play.to_beacon),
            // Without a clear path to its prey a monster follows the field.
            Some((prey, at)) if !play.terrain.has_clear_path(spot, at) => Some(play.field_to(prey)),
            _ => None,
        };
        let step = |&from: &(f32, f32)| field?.next(&play.terrain, from);
        Survey {
            sight: Some(numbers.sight),
            reach: numbers.reach + numbers.radius,
            target: self.prey.map(|(_, at)| at),
            route: std::iter::successors(step(&spot), step).take(MAX_POINTS).collect(),
            health: Some((self.body.health, numbers.health)),
            mood: play.tuning.moods.get(self.temper).map(|mood| mood.name.clone()),
        }
    }

    fn portraits(turn: usize, step: u32) -> Vec<Look> {
        let column = [step / 4 % 2, 2 + step % 4, 6 + step / 2 % 2][turn];
        SHEETS.map(|(_, sheet)| Look::of(sheet, (column, 0))).to_vec()
    }
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
    let (spot, numbers) = (monster.body.spot(), play.monster(monster.kind));
    let sight = numbers.sight * if monster.alert > 0.0 { ALERT_SIGHT } else { 1.0 };
    let is_visible = |actor: &Actor| play.terrain.sees(spot, actor.spot);
    let prey = play.crowd.nearest(Side::Outpost, spot, sight, is_visible);
    match (monster.prey, prey) {
        (None, Some(_)) => {
            cx.send_to(play.troops.id(&MOOD), monster.mood, "player_seen");
            if numbers.call > 0.0 && play.may_call() {
                call(play, spot, numbers.call, cx);
            }
            play.effects.add(EffectKind::Alert, spot, 22.0);
        }
        (Some(_), None) => cx.send_to(play.troops.id(&MOOD), monster.mood, "player_gone"),
        _ => {}
    }
    monster.prey = prey.map(|prey| (prey.id, prey.spot));
}

fn call(play: &Play, spot: (f32, f32), reach: f32, cx: &mut Context<'_>) {
    let called = EventId::from("called");
    for (actor, _) in play.crowd.near(Side::Rift, spot, reach).take(LISTENERS) {
        if let ActorId::Unit(kind, unit) = actor.id {
            cx.send_to(play.troops.id(kind), unit, called);
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
    let (at, numbers) = (monster.body.spot(), play.monster(monster.kind));
    let is_open = |actor: &Actor| play.terrain.has_clear_path(at, actor.spot);
    let hen = play.crowd.nearest(Side::Neutral, at, SMELL, is_open);
    if let Some(Actor { id: ActorId::Unit(kind, hen), spot, .. }) = hen {
        monster.go(play, Some(spot), cx);
        if distance(spot, monster.body.spot()) < MOUTH + numbers.radius {
            cx.despawn(play.troops.id(kind), hen);
            cx.send_to(play.troops.id(&MOOD), monster.mood, "monster_healed");
            play.effects.add(EffectKind::Healed, spot, 10.0);
            monster.body.health = numbers.health;
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
    let (here, numbers) = (monster.body.spot(), play.monster(monster.kind));
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
        let next = play.field_to(prey).next(&play.terrain, here).unwrap_or(at);
        monster.go(play, Some(next), cx);
    }
}

fn strike(monster: &Monster, play: &mut Play, (target, at): (ActorId, (f32, f32)), cx: &Context<'_>) {
    let (from, numbers) = (monster.body.spot(), play.monster(monster.kind));
    let damage = numbers.damage * play.tuning.moods.get(monster.temper).map_or(1.0, |mood| mood.damage);
    let by = ActorId::Unit(monster.kind, cx.unit());
    if numbers.reach > MELEE_REACH {
        play.cues.push((cues::BOLT, from));
        play.shots.fire(ShotKind::Bolt, by, from, at, damage, numbers.reach * 1.5);
    } else {
        let (push, stuns) = (numbers.push, numbers.push > 0.0);
        play.hits.push(Hit { target, by, damage, from, push, stuns });
    }
}

fn die(monster: &mut Monster, play: &mut Play, cx: &mut Context<'_>) {
    let (spot, score) = (monster.body.spot(), play.monster(monster.kind).score);
    let (falls, lies) = ((10, monster.row()), (11, monster.row()));
    play.effects.add(EffectKind::Fallen(monster.sheet(), falls, lies), spot, 0.0);
    play.effects.add(EffectKind::Score(score), spot, 16.0);
    play.cues.push((cues::MONSTER_FALLS, spot));
    play.tally.kills += 1;
    play.last_fallen = Some(spot);
    play.tally.score = play.tally.score.saturating_add(score);
    cx.despawn(play.troops.id(&MOOD), monster.mood);
    cx.despawn(cx.population(), cx.unit());
}
