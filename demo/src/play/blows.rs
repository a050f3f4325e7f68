//! Blows: the hero's staff, and the effect of hits on their targets.

use proscenium::flow::Machines;

use super::Play;
use super::body::Facing;
use super::crowd::{ActorId, Side};
use super::cues::CueKind;
use super::effects::EffectKind;
use super::kind::Kind;
use super::monster::KNOCK;
use super::shots::Hit;
use super::steering::{length, unit};

/// The damage factor of a blow from the air, which also throws its targets into the air.
const FROM_ABOVE: f32 = 2.0;
/// Monsters nearer than this are hit in all directions, in pixels.
const ALL_ROUND: f32 = 12.0;

impl Play {
    /// Hits all monsters in front of the hero and in reach of his staff.
    pub(super) fn hero_strikes(&mut self, spot: (f32, f32), facing: Facing, z: f32) {
        let numbers = &self.tuning.hero;
        let is_from_above = z > 2.0;
        let damage = numbers.damage * if is_from_above { FROM_ABOVE } else { 1.0 };
        let ahead = match facing {
            Facing::Down => (0.0, 1.0),
            Facing::Left => (-1.0, 0.0),
            Facing::Right => (1.0, 0.0),
            Facing::Up => (0.0, -1.0),
        };
        for (actor, far) in self.crowd.near(spot, numbers.reach + 12.0) {
            let (x, y) = unit((actor.spot.0 - spot.0, actor.spot.1 - spot.1));
            let is_ahead = x * ahead.0 + y * ahead.1 > 0.3;
            let is_in_reach = far.sqrt() <= numbers.reach + actor.radius;
            if actor.side == Side::Rift && is_in_reach && (is_ahead || far < ALL_ROUND * ALL_ROUND) {
                let (target, by) = (actor.id, ActorId::Hero);
                let damage = if is_from_above { damage.max(KNOCK) } else { damage };
                self.hits.push(Hit { target, by, damage, from: spot, push: 8.0, stuns: true });
            }
        }
    }

    /// Applies the hits of this tick, in order.
    pub(super) fn apply_hits(&mut self, machines: &mut Machines) {
        for hit in std::mem::take(&mut self.hits) {
            if matches!(hit.by, ActorId::Monster(..)) {
                self.alarm = Some((hit.by, self.tally.ticks));
            }
            match hit.target {
                ActorId::Hero => self.hurt_hero(machines, &hit),
                ActorId::Beacon => {
                    self.beacon.health = (self.beacon.health - hit.damage).max(0.0);
                    self.effects.add(EffectKind::Spark, self.beacon.spot, 12.0);
                    self.cues.add(CueKind::BeaconHit, self.beacon.spot);
                    self.effects.shake = self.effects.shake.max(0.3);
                }
                ActorId::Marine(unit) => self.hurt_marine(machines, unit, &hit),
                ActorId::Monster(kind, unit) => self.hurt_monster(machines, kind, unit, &hit),
                ActorId::Hen(_) => {}
            }
        }
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
    }

    fn hurt_marine(&mut self, machines: &mut Machines, unit: proscenium::ai::UnitId, hit: &Hit) {
        let Self { terrain, effects, cues, troops, tally, .. } = self;
        let Some(marines) = machines.get_mut(troops.marines) else { return };
        let Some(marine) = marines.get_mut(unit) else { return };
        marine.health -= hit.damage;
        marine.hurt = 0;
        let spot = marine.body.spot();
        marine.body.shove(terrain, knockback(hit, spot));
        if hit.stuns {
            marine.dazed = marine.dazed.max(0.5);
        }
        effects.add(EffectKind::Spark, spot, 10.0);
        cues.add(CueKind::Hit, spot);
        if marine.health <= 0.0 {
            cues.add(CueKind::MarineFalls, spot);
            effects.add(EffectKind::FallenMarine(marine.body.facing), spot, 0.0);
            tally.losses += 1;
            // Cannot fail: `get_mut` found it above.
            let _ = marines.despawn(unit);
        }
    }

    fn hurt_monster(&mut self, machines: &mut Machines, kind: Kind, unit: proscenium::ai::UnitId, hit: &Hit) {
        let Self { terrain, effects, cues, troops, tally, tuning, .. } = self;
        let band = troops.band(kind);
        let Some(monsters) = machines.get_mut(band.population) else { return };
        let Some(monster) = monsters.get_mut(unit) else { return };
        monster.health -= hit.damage;
        monster.hurt = 0;
        let (spot, mood, z) = (monster.body.spot(), monster.mood, monster.body.z);
        let faces_left = monster.body.facing == Facing::Left;
        monster.body.shove(terrain, knockback(hit, spot));
        effects.add(EffectKind::Goo, spot, 8.0 + z);
        cues.add(CueKind::Goo, spot);
        if hit.by == ActorId::Hero {
            cues.add(CueKind::Hit, spot);
        }
        let is_dead = monster.health <= 0.0;
        if is_dead {
            effects.add(EffectKind::Fallen(kind, faces_left), spot, 0.0);
            cues.add(CueKind::MonsterFalls, spot);
            let score = tuning.monster(kind).score;
            effects.add(EffectKind::Score(score), spot, 16.0);
            tally.kills += 1;
            tally.score += score;
            let _ = monsters.despawn(unit);
        } else {
            // Handled in the machine's next tick; a full queue drops its oldest message.
            let names = band.names;
            let event = proscenium::ai::Event { id: names.hit, payload: f64::from(hit.damage) };
            let _ = monsters.send(unit, event);
            if hit.stuns && hit.damage < KNOCK {
                let _ = monsters.send(unit, names.stunned);
            }
        }
        let mood_names = &troops.mood_names;
        let Some(moods) = machines.get_mut(troops.moods) else { return };
        if is_dead {
            let _ = moods.despawn(mood);
        } else {
            let event =
                if hit.by == ActorId::Hero { mood_names.player_attacks } else { mood_names.monster_hurt };
            let _ = moods.dispatch(mood, event);
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
