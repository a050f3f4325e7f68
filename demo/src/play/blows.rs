//! Blows: the effect of hits on their targets, and on what these know of it.

use proscenium::ai::{Event, UnitId};
use proscenium::flow::Machines;

use super::Play;
use super::crowd::{ActorId, Side};
use super::cues::CueKind;
use super::effects::EffectKind;
use super::kind::Kind;
use super::marine::{ALARM_RANGE, ALARM_TICKS};
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

    /// Calls the marines near the hero or the beacon, unless there was such a call just now.
    fn call_marines(&mut self, machines: &mut Machines, spot: (f32, f32)) {
        let Some(marines) = machines.get_mut(self.troops.marines) else { return };
        if self.tally.ticks < self.called + ALARM_TICKS / 2 {
            return;
        }
        self.called = self.tally.ticks;
        for unit in self.marines_near(spot) {
            // A full queue drops its oldest message.
            let _ = marines.send(unit, "alarm");
        }
    }

    fn hurt_beacon(&mut self, machines: &mut Machines, hit: &Hit) {
        self.beacon.health = (self.beacon.health - hit.damage).max(0.0);
        self.effects.add(EffectKind::Spark, self.beacon.spot, 12.0);
        self.cues.add(CueKind::BeaconHit, self.beacon.spot);
        self.effects.shake = self.effects.shake.max(0.3);
        self.call_marines(machines, self.beacon.spot);
    }

    fn hurt_hero(&mut self, machines: &mut Machines, hit: &Hit) {
        let Self { terrain, effects, cues, troops, .. } = self;
        let Some(hero) = troops.hero_mut(machines).filter(|hero| hero.is_up()) else { return };
        // A jump avoids the blow.
        if hero.body.z > 10.0 {
            return;
        }
        hero.health = (hero.health - hit.damage).max(0.0);
        hero.hurt = 0;
        let spot = hero.body.spot();
        hero.body.shove(terrain, knockback(hit, spot));
        effects.add(EffectKind::Spark, spot, 10.0);
        cues.add(CueKind::Hit, spot);
        effects.shake = effects.shake.max(0.5);
        self.call_marines(machines, spot);
    }

    fn hurt_marine(&mut self, machines: &mut Machines, unit: UnitId, hit: &Hit) {
        let Some(marines) = machines.get_mut(self.troops.marines) else { return };
        let Some(marine) = marines.get_mut(unit) else { return };
        marine.health -= hit.damage;
        let is_first = marine.hurt.replace(self.tally.ticks) != Some(self.tally.ticks);
        let spot = marine.body.spot();
        marine.body.shove(&self.terrain, knockback(hit, spot));
        self.effects.add(EffectKind::Spark, spot, 10.0);
        self.cues.add(CueKind::Hit, spot);
        // One message a tick is enough. A full queue drops its oldest.
        if is_first || hit.stuns {
            let _ = marines.send(unit, if hit.stuns { "stunned" } else { "hit" });
        }
    }

    fn hurt_monster(&mut self, machines: &mut Machines, kind: Kind, unit: UnitId, hit: &Hit) {
        let Some(monsters) = machines.get_mut(self.troops.monsters_of(kind)) else { return };
        let Some(monster) = monsters.get_mut(unit) else { return };
        monster.health -= hit.damage;
        let is_first = monster.hurt.replace(self.tally.ticks) != Some(self.tally.ticks);
        monster.attacker = Some(hit.by);
        let spot = monster.body.spot();
        monster.body.shove(&self.terrain, knockback(hit, spot));
        self.effects.add(EffectKind::Goo, spot, 8.0 + monster.body.z);
        self.cues.add(CueKind::Goo, spot);
        if hit.by == ActorId::Hero {
            self.cues.add(CueKind::Hit, spot);
        }
        if is_first || hit.damage >= KNOCK {
            let _ = monsters.send(unit, Event { id: "hit".into(), payload: f64::from(hit.damage) });
        }
        if hit.stuns && hit.damage < KNOCK {
            let _ = monsters.send(unit, "stunned");
        }
    }
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
