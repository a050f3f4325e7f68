//! Blows: the effect of hits on their targets, and on what these know of it.

use proscenium::ai::{Event, UnitId};
use proscenium::flow::Machines;

use super::Play;
use super::crowd::{ActorId, Side};
use super::cues::CueKind;
use super::effects::EffectKind;
use super::kind::Kind;
use super::marine::ALARM_RANGE;
use super::monster::KNOCK;
use super::shots::Hit;
use super::steering::{length, unit};

/// The most marines that hear a call.
const SQUAD: usize = 12;

impl Play {
    /// Applies the hits since the last tick, in order. Units get the messages `hit`, with the damage, and
    /// `stunned`.
    pub(super) fn apply_hits(&mut self, machines: &mut Machines) {
        for hit in std::mem::take(&mut self.hits) {
            if matches!(hit.by, ActorId::Monster(..)) {
                self.last_attacker = Some(hit.by);
            }
            match hit.target {
                ActorId::Hero => self.hurt_hero(machines, &hit),
                ActorId::Beacon => self.hurt_beacon(machines, &hit),
                ActorId::Marine(unit) => self.hurt_marine(machines, unit, &hit),
                ActorId::Monster(kind, unit) => self.hurt_monster(machines, kind, unit, &hit),
                ActorId::Hen(_) => {}
            }
        }
    }

    /// The marines that hear a call from a place.
    pub(super) fn marines_near(&self, spot: (f32, f32)) -> impl Iterator<Item = UnitId> {
        let near =
            self.crowd.near(Side::Outpost, spot, ALARM_RANGE).filter_map(|(actor, _)| match actor.id {
                ActorId::Marine(unit) => Some(unit),
                _ => None,
            });
        near.take(SQUAD)
    }

    fn hurt_beacon(&mut self, machines: &mut Machines, hit: &Hit) {
        self.beacon.health = (self.beacon.health - hit.damage).max(0.0);
        self.effects.add(EffectKind::Spark, self.beacon.spot, 12.0);
        self.cues.add(CueKind::BeaconHit, self.beacon.spot);
        self.effects.shake = self.effects.shake.max(0.3);
        let Some(marines) = machines.get_mut(self.troops.marines).filter(|_| self.may_call()) else { return };
        for unit in self.marines_near(self.beacon.spot) {
            let _ = marines.send(unit, "alarm");
        }
    }

    fn hurt_hero(&mut self, machines: &mut Machines, hit: &Hit) {
        let Some(heroes) = machines.get_mut(self.troops.heroes) else { return };
        let Some(unit) = heroes.iter().next() else { return };
        // A jump avoids the blow.
        let Some(hero) = heroes.get_mut(unit).filter(|hero| hero.is_up() && hero.body.z <= 10.0) else {
            return;
        };
        hero.health = (hero.health - hit.damage).max(0.0);
        let is_news = is_news(&mut hero.hurt, self.tally.ticks);
        let spot = hero.body.spot();
        hero.body.shove(&self.terrain, knockback(hit, spot));
        self.effects.add(EffectKind::Spark, spot, 10.0);
        self.cues.add(CueKind::Hit, spot);
        self.effects.shake = self.effects.shake.max(0.5);
        if is_news {
            let _ = heroes.send(unit, "hit");
        }
    }

    fn hurt_marine(&mut self, machines: &mut Machines, unit: UnitId, hit: &Hit) {
        let Some(marines) = machines.get_mut(self.troops.marines) else { return };
        let Some(marine) = marines.get_mut(unit) else { return };
        marine.health -= hit.damage;
        let is_news = is_news(&mut marine.hurt, self.tally.ticks) || marine.health <= 0.0;
        let spot = marine.body.spot();
        marine.body.shove(&self.terrain, knockback(hit, spot));
        self.effects.add(EffectKind::Spark, spot, 10.0);
        self.cues.add(CueKind::Hit, spot);
        // A full queue drops the message.
        if is_news || hit.stuns {
            let _ = marines.send(unit, if hit.stuns { "stunned" } else { "hit" });
        }
    }

    fn hurt_monster(&mut self, machines: &mut Machines, kind: Kind, unit: UnitId, hit: &Hit) {
        let Some(monsters) = machines.get_mut(self.troops.monsters_of(kind)) else { return };
        let Some(monster) = monsters.get_mut(unit) else { return };
        monster.health -= hit.damage;
        let is_news = is_news(&mut monster.hurt, self.tally.ticks) || monster.health <= 0.0;
        monster.attacker = Some(hit.by);
        let spot = monster.body.spot();
        monster.body.shove(&self.terrain, knockback(hit, spot));
        self.effects.add(EffectKind::Goo, spot, 8.0 + monster.body.z);
        self.cues.add(CueKind::Goo, spot);
        if hit.by == ActorId::Hero {
            self.cues.add(CueKind::Hit, spot);
        }
        if is_news || hit.damage >= KNOCK {
            let _ = monsters.send(unit, Event { id: "hit".into(), payload: f64::from(hit.damage) });
        }
        if hit.stuns && hit.damage < KNOCK {
            let _ = monsters.send(unit, "stunned");
        }
    }
}

/// Notes the tick of a hit. Returns whether a unit that handles one message a tick should get one of
/// this hit too: not under constant fire.
fn is_news(hurt: &mut Option<u64>, tick: u64) -> bool {
    hurt.replace(tick).is_none_or(|before| before + 1 < tick)
}

/// The displacement of a target at `spot`, away from the origin of the hit.
fn knockback(hit: &Hit, spot: (f32, f32)) -> (f32, f32) {
    let (x, y) = (spot.0 - hit.from.0, spot.1 - hit.from.1);
    if length((x, y)) < 0.01 {
        return (0.0, 0.0);
    }
    let (x, y) = unit((x, y));
    (x * hit.push, y * hit.push)
}
