//! The monsters' part of a tick: they look around, march to the beacon, forage, and fight.

use proscenium::ai::{EventId, StateId, UnitId};
use proscenium::flow::Machines;

use super::Play;
use super::crowd::{Actor, ActorId, Crowd, Side};
use super::cues::CueKind;
use super::effects::EffectKind;
use super::field::DistanceField;
use super::monster::Monster;
use super::shots::{Hit, ShotKind};
use super::stage::{Band, count_stuck};
use super::steering::{distance, length, unit};
use super::terrain::Terrain;
use super::tuning::MonsterTuning;

/// Ticks between two looks around; monsters look in turns.
const LOOK_INTERVAL: u64 = 8;
/// Monsters with a longer reach than this throw bolts, in pixels.
const MELEE_REACH: f32 = 40.0;
/// How far a hungry monster smells a hen, and how near it must be to eat it, in pixels.
const SMELL: f32 = 160.0;
const MOUTH: f32 = 9.0;
/// A monster without progress steps aside after this many seconds, then waits, then walks on.
const SIDESTEP_AFTER: f32 = 1.0;
const WAIT_AFTER: f32 = 1.6;
const RETRY_AFTER: f32 = 2.4;

/// Changes to other parts of the play, applied after the update of a band.
#[derive(Default)]
struct Requests {
    moods: Vec<(UnitId, EventId)>,
    eaten: Vec<(UnitId, (f32, f32))>,
    bolts: Vec<Bolt>,
}

/// A bolt to throw.
struct Bolt {
    by: UnitId,
    from: (f32, f32),
    to: (f32, f32),
    damage: f32,
}

impl Play {
    /// Updates all monsters.
    pub(super) fn update_monsters(&mut self, machines: &mut Machines, seconds: f32) {
        for band in self.troops.monsters {
            let requests = self.update_band(machines, band, seconds);
            if let Some(moods) = machines.get_mut(self.troops.moods) {
                for (mood, event) in requests.moods {
                    // Events without a row in the mood's table are ignored.
                    let _ = moods.dispatch(mood, event);
                }
            }
            for (hen, at) in requests.eaten {
                self.hens.eat(machines, hen);
                self.effects.add(EffectKind::Healed, at, 10.0);
            }
            let reach = self.tuning.monster(band.kind).reach;
            for Bolt { by, from, to, damage } in requests.bolts {
                let by = ActorId::Monster(band.kind, by);
                self.cues.add(CueKind::Bolt, from);
                self.shots.fire(ShotKind::Bolt, by, from, to, damage, reach * 1.5);
            }
        }
    }

    fn update_band(&mut self, machines: &mut Machines, band: Band, seconds: f32) -> Requests {
        let Self { crowd, terrain, tuning, effects, tally, to_beacon, to_hero, hits, troops, .. } = self;
        let mut requests = Requests::default();
        let Some(moods) = machines.get(troops.moods) else { return requests };
        // Copied by index: `each_unit` below borrows the machines mutably.
        let mut mood_of = vec![StateId::ROOT; moods.data().len()];
        for unit in moods.iter() {
            mood_of[unit.index()] = moods.state(unit).unwrap_or(StateId::ROOT);
        }
        let (names, numbers, mood_names) = (band.names, tuning.monster(band.kind), &troops.mood_names);
        let navigation = Navigation { terrain, to_beacon, to_hero };
        let Some(monsters) = machines.get_mut(band.population) else { return requests };
        let states: Vec<_> = monsters.iter().map(|unit| monsters.state(unit)).collect();
        let mut states = states.into_iter().flatten();
        monsters.each_unit(|mut monster| {
            let Some(state) = states.next() else { return };
            let id = monster.id();
            let me = monster.data_mut();
            let mood = mood_of.get(me.mood.index()).copied().unwrap_or(StateId::ROOT);
            let pace = Pace { speed: numbers.speed * mood_names.speed(mood), turn: turn_of(id), seconds };
            me.hurt += 1;
            me.pause = (me.pause - seconds).max(0.0);
            me.hunger -= seconds;
            if me.body.fall(seconds) {
                effects.add(EffectKind::Dust, me.body.spot(), 0.0);
            }
            let is_calm = state == names.idle || state == names.patrol || state == names.forage;
            let mut event = None;
            if (tally.ticks + id.index() as u64).is_multiple_of(LOOK_INTERVAL) {
                let prey = prey_of(me.body.spot(), numbers.sight, crowd, terrain);
                match (me.prey, prey) {
                    (None, Some(_)) => {
                        requests.moods.push((me.mood, mood_names.player_seen));
                        effects.add(EffectKind::Alert, me.body.spot(), 22.0);
                    }
                    (Some(_), None) => requests.moods.push((me.mood, mood_names.player_gone)),
                    _ => {}
                }
                me.prey = prey.map(|prey| (prey.id, prey.spot));
                event = match me.prey {
                    Some(_) if is_calm => Some(names.player_seen),
                    None if state == names.cast => Some(names.player_gone),
                    _ => None,
                };
            }
            if state == names.patrol {
                let next = to_beacon.next(terrain, me.body.spot());
                pace.go(me, terrain, next);
                event = event.or((me.hunger < 0.0).then_some(names.hungry));
            } else if state == names.forage {
                let at = me.body.spot();
                // Hens behind a fence are ignored.
                let hen = crowd.nearest(at, SMELL, |actor| {
                    matches!(actor.id, ActorId::Hen(_)) && terrain.has_clear_path(at, actor.spot)
                });
                let is_done = match hen {
                    Some(Actor { id: ActorId::Hen(hen), spot, .. }) => {
                        pace.go(me, terrain, Some(spot));
                        let eats = distance(spot, me.body.spot()) < MOUTH + numbers.radius;
                        if eats {
                            requests.eaten.push((hen, spot));
                            requests.moods.push((me.mood, mood_names.monster_healed));
                            me.health = numbers.health;
                        }
                        // Give up on a hen that is too quick.
                        eats || me.hunger < -12.0
                    }
                    _ => true,
                };
                if is_done {
                    me.hunger = numbers.hunger;
                    event = event.or(Some(names.fed));
                }
            } else if state == names.cast && me.is_fighting {
                let by = ActorId::Monster(band.kind, id);
                let damage = numbers.damage * mood_names.damage(mood);
                match fight(me, numbers, &navigation, &pace) {
                    Some((_, at)) if numbers.reach > MELEE_REACH => {
                        requests.bolts.push(Bolt { by: id, from: me.body.spot(), to: at, damage });
                    }
                    Some((target, _)) => hits.push(Hit {
                        target,
                        by,
                        damage,
                        from: me.body.spot(),
                        push: numbers.push,
                        stuns: numbers.push > 0.0,
                    }),
                    None => {}
                }
            } else {
                me.body.steps = 0;
            }
            if let Some(event) = event {
                // Events that the state does not handle are ignored.
                let _ = monster.dispatch(event);
            }
        });
        requests
    }
}

/// What monsters navigate by.
struct Navigation<'a> {
    terrain: &'a Terrain,
    to_beacon: &'a DistanceField,
    to_hero: &'a DistanceField,
}

/// How one monster moves in a tick.
struct Pace {
    speed: f32,
    /// The side to which it steps around an obstacle: 1 or -1.
    turn: f32,
    seconds: f32,
}

/// The sidestep direction: half of the units step left, half right.
fn turn_of(unit: UnitId) -> f32 {
    if unit.index().is_multiple_of(2) { 1.0 } else { -1.0 }
}

impl Pace {
    /// Walks towards a place. Stands without one, and while in the air.
    fn go(&self, me: &mut Monster, terrain: &Terrain, to: Option<(f32, f32)>) {
        let Some(to) = to.filter(|_| !me.body.is_in_air()) else {
            me.body.steps = 0;
            return;
        };
        let direction = unit((to.0 - me.body.x, to.1 - me.body.y));
        if me.stuck < SIDESTEP_AFTER {
            me.body.walk(terrain, direction, self.speed, self.seconds);
        } else if me.stuck < WAIT_AFTER {
            me.body.walk(
                terrain,
                (-direction.1 * self.turn, direction.0 * self.turn),
                self.speed,
                self.seconds,
            );
        } else {
            me.body.steps = 0;
        }
        count_stuck(&me.body, &mut me.seen_at, &mut me.stuck, 10.0, self.seconds);
        if me.stuck > RETRY_AFTER {
            me.stuck = 0.0;
        }
    }
}

/// One tick of a fight: approaches, starts an attack, or ends it. Returns the target of a blow.
fn fight(
    me: &mut Monster,
    numbers: &MonsterTuning,
    navigation: &Navigation<'_>,
    pace: &Pace,
) -> Option<(ActorId, (f32, f32))> {
    let (prey, at) = me.prey?;
    let direction = (at.0 - me.body.x, at.1 - me.body.y);
    let far = length(direction);
    let reach = numbers.reach + numbers.radius + if prey == ActorId::Beacon { 12.0 } else { 5.0 };
    if let Some(windup) = &mut me.windup {
        *windup -= pace.seconds;
        me.body.steps = 0;
        if *windup > 0.0 {
            return None;
        }
        me.windup = None;
        me.pause = numbers.pause;
        // A target that has moved away meanwhile is missed.
        return (far <= reach * 1.3).then_some((prey, at));
    }
    let is_in_reach = far <= reach;
    if is_in_reach && me.pause <= 0.0 {
        me.body.facing = super::body::Facing::of(direction).unwrap_or(me.body.facing);
        me.windup = Some(numbers.windup);
    } else if numbers.reach > MELEE_REACH && far < reach * 0.4 {
        // Monsters that throw keep their distance.
        pace.go(me, navigation.terrain, Some((me.body.x - direction.0, me.body.y - direction.1)));
    } else if is_in_reach {
        me.body.steps = 0;
        me.stuck = 0.0;
    } else if navigation.terrain.has_clear_path(me.body.spot(), at) {
        pace.go(me, navigation.terrain, Some(at));
    } else {
        let field = if prey == ActorId::Hero { navigation.to_hero } else { navigation.to_beacon };
        let next = field.next(navigation.terrain, me.body.spot());
        pace.go(me, navigation.terrain, Some(next.unwrap_or(at)));
    }
    None
}

/// The nearest visible actor of the outpost.
fn prey_of(at: (f32, f32), sight: f32, crowd: &Crowd, terrain: &Terrain) -> Option<Actor> {
    crowd.nearest(at, sight, |actor| actor.side == Side::Outpost && terrain.sees(at, actor.spot))
}
