//! A frame of the monsters: they look around, march to the beacon, forage, and fight.

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
use super::steering::{length, unit};
use super::terrain::Terrain;
use super::tuning::MonsterTuning;

/// Frames from one look around to the next; monsters look in turns.
const LOOK: u64 = 8;
/// Who reaches farther than this throws.
const THROW: f32 = 40.0;
/// How far a hungry one smells a hen, and how near it has to come.
const SMELL: f32 = 160.0;
const MOUTH: f32 = 9.0;
/// Seconds without coming any nearer, before a monster steps aside.
const PATIENCE: f32 = 1.0;
/// Until when it steps aside, and until when it waits for its turn.
const ASIDE: f32 = 1.6;
const WAITS: f32 = 2.4;

/// What a monster's frame asks of the rest of the play.
#[derive(Default)]
struct Requests {
    moods: Vec<(UnitId, EventId)>,
    eaten: Vec<(UnitId, (f32, f32))>,
    bolts: Vec<Bolt>,
}

/// A bolt that is thrown.
struct Bolt {
    by: UnitId,
    from: (f32, f32),
    to: (f32, f32),
    damage: f32,
}

impl Play {
    /// A frame of all monsters.
    pub(super) fn update_monsters(&mut self, machines: &mut Machines, seconds: f32) {
        for band in self.troops.monsters {
            let requests = self.update_band(machines, band, seconds);
            if let Some(moods) = machines.get_mut(self.troops.moods) {
                for (mood, event) in requests.moods {
                    // A mood without a row for it stays what it is.
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
        // By the mood's place, because the monsters cannot look into another population.
        let mut mood_of = vec![StateId::ROOT; moods.data().len()];
        for unit in moods.iter() {
            mood_of[unit.index()] = moods.state(unit).unwrap_or(StateId::ROOT);
        }
        let (names, numbers, mood_names) = (band.names, tuning.monster(band.kind), &troops.mood_names);
        let navigation = Navigation { terrain, to_beacon, to_hero };
        let Some(monsters) = machines.get_mut(band.population) else { return requests };
        monsters.each_unit(|mut monster| {
            let (id, state) = (monster.id(), monster.state());
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
            if (tally.ticks + id.index() as u64).is_multiple_of(LOOK) {
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
                // A hen behind a fence is none: nobody stands there and waits for it.
                let hen = crowd.nearest(at, SMELL, |actor| {
                    matches!(actor.id, ActorId::Hen(_)) && terrain.has_clear_path(at, actor.spot)
                });
                let is_done = match hen {
                    Some(Actor { id: ActorId::Hen(hen), spot, .. }) => {
                        pace.go(me, terrain, Some(spot));
                        let (dx, dy) = (spot.0 - me.body.x, spot.1 - me.body.y);
                        let eats = length((dx, dy)) < MOUTH + numbers.radius;
                        if eats {
                            requests.eaten.push((hen, spot));
                            requests.moods.push((me.mood, mood_names.monster_healed));
                            me.health = numbers.health;
                        }
                        // A hen that is too quick is given up.
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
                    Some((_, at)) if numbers.reach > THROW => {
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
                // What the state has no row for changes nothing.
                let _ = monster.dispatch(event);
            }
        });
        requests
    }
}

/// Which ways there are.
struct Navigation<'a> {
    terrain: &'a Terrain,
    to_beacon: &'a DistanceField,
    to_hero: &'a DistanceField,
}

/// How one monster moves in a frame.
struct Pace {
    speed: f32,
    /// To which side it steps when something is in its way: 1 or -1.
    turn: f32,
    seconds: f32,
}

/// Half of them step aside to the left, half to the right.
fn turn_of(unit: UnitId) -> f32 {
    if unit.index().is_multiple_of(2) { 1.0 } else { -1.0 }
}

impl Pace {
    /// Goes towards a place; stands where there is none, and hangs in the air while it is thrown.
    fn go(&self, me: &mut Monster, terrain: &Terrain, to: Option<(f32, f32)>) {
        let Some(to) = to.filter(|_| !me.body.is_in_air()) else {
            me.body.steps = 0;
            return;
        };
        let direction = unit((to.0 - me.body.x, to.1 - me.body.y));
        // Whoever has not come on for a while steps aside, and then waits until others have gone.
        if me.stuck < PATIENCE {
            me.body.walk(terrain, direction, self.speed, self.seconds);
        } else if me.stuck < ASIDE {
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
        if me.stuck > WAITS {
            me.stuck = 0.0;
        }
    }
}

/// A frame of a fight: comes nearer, begins a blow, or ends it. Answers whom the blow is for.
fn fight(
    me: &mut Monster,
    numbers: &MonsterTuning,
    navigation: &Navigation<'_>,
    pace: &Pace,
) -> Option<(ActorId, (f32, f32))> {
    let (who, at) = me.prey?;
    let direction = (at.0 - me.body.x, at.1 - me.body.y);
    let far = length(direction);
    let reach = numbers.reach + numbers.radius + if who == ActorId::Beacon { 12.0 } else { 5.0 };
    if let Some(windup) = &mut me.windup {
        *windup -= pace.seconds;
        me.body.steps = 0;
        if *windup > 0.0 {
            return None;
        }
        me.windup = None;
        me.pause = numbers.pause;
        // Who has run away in the meantime is not hit.
        return (far <= reach * 1.3).then_some((who, at));
    }
    let is_in_reach = far <= reach;
    if is_in_reach && me.pause <= 0.0 {
        me.body.facing = super::body::Facing::of(direction).unwrap_or(me.body.facing);
        me.windup = Some(numbers.windup);
    } else if numbers.reach > THROW && far < reach * 0.4 {
        // Who throws keeps away.
        pace.go(me, navigation.terrain, Some((me.body.x - direction.0, me.body.y - direction.1)));
    } else if is_in_reach {
        me.body.steps = 0;
        me.stuck = 0.0;
    } else if navigation.terrain.has_clear_path(me.body.spot(), at) {
        pace.go(me, navigation.terrain, Some(at));
    } else {
        let field = if who == ActorId::Hero { navigation.to_hero } else { navigation.to_beacon };
        let next = field.next(navigation.terrain, me.body.spot());
        pace.go(me, navigation.terrain, Some(next.unwrap_or(at)));
    }
    None
}

/// The nearest of the outpost that is seen from here.
fn prey_of(at: (f32, f32), sight: f32, crowd: &Crowd, terrain: &Terrain) -> Option<Actor> {
    crowd.nearest(at, sight, |actor| actor.side == Side::Outpost && terrain.sees(at, actor.spot))
}
