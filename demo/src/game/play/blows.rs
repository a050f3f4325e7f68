//! Blows: the effect of hits on their targets, and on what these know of it.

use proscenium::ai::UnitId;
use proscenium::flow::Populations;

use super::Play;
use super::cues;
use super::effects::EffectKind;
use super::kind::{ActorId, Side};
use super::shots::Hit;
use super::troops::of_mut;
use super::units::hero::HERO;
use super::units::marine::{ALARM_RANGE, MARINE, Marine};

/// The most marines that hear a call.
const SQUAD: usize = 12;

impl Play {
    /// Applies the hits since the last tick, in order. Units get messages about them.
    pub(super) fn apply_hits(&mut self, populations: &mut Populations) {
        for hit in std::mem::take(&mut self.hits) {
            if matches!(hit.by, ActorId::Unit(kind, _) if kind.side == Side::Rift) {
                self.last_attacker = Some(hit.by);
            } else if hit.by.is(&HERO) {
                self.stopped = self.tuning.hero.stop;
            }
            match hit.target {
                ActorId::Beacon => self.hurt_beacon(populations, &hit),
                ActorId::Unit(kind, unit) => {
                    if let Some(troop) = self.troops.get_mut(populations, kind) {
                        troop.hurt(unit, &hit, self);
                    }
                }
            }
        }
    }

    /// The marines that hear a call from a place.
    pub(super) fn marines_near(&self, spot: (f32, f32)) -> impl Iterator<Item = UnitId> {
        let near =
            self.crowd.near(Side::Outpost, spot, ALARM_RANGE).filter_map(|(actor, _)| match actor.id {
                ActorId::Unit(kind, unit) if *kind == MARINE => Some(unit),
                _ => None,
            });
        near.take(SQUAD)
    }

    fn hurt_beacon(&mut self, populations: &mut Populations, hit: &Hit) {
        self.beacon.health = (self.beacon.health - hit.damage).max(0.0);
        self.effects.add(EffectKind::Spark, self.beacon.spot, 12.0);
        self.cues.push((cues::BEACON_HIT, self.beacon.spot));
        self.effects.shake = self.effects.shake.max(0.3);
        let Some(marines) = of_mut::<Marine>(populations).filter(|_| self.may_call()) else {
            return;
        };
        for unit in self.marines_near(self.beacon.spot) {
            let _ = marines.send(unit, "alarm");
        }
    }
}
