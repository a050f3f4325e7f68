//! The ember that each beaten wave leaves where its last monster has fallen. Only the hero can take it: it feeds the beacon.

use proscenium::flow::Populations;

use super::Play;
use super::cues;
use super::effects::EffectKind;
use super::steering::distance;

/// How near the hero takes it, in pixels.
const REACH: f32 = 16.0;

impl Play {
    /// Leaves the ember of a wave, once after its last monster has fallen. Returns whether it did.
    pub fn leave_ember(&mut self) -> bool {
        let fallen = self.last_fallen.take();
        self.ember = fallen.or(self.ember);
        fallen.is_some()
    }

    pub(super) fn take_ember(&mut self, populations: &Populations) {
        let Some(spot) = self.ember else { return };
        let hero = self.hero(populations).filter(|hero| hero.body.health > 0.0);
        if hero.is_none_or(|hero| distance(hero.body.spot(), spot) > REACH) {
            return;
        }
        self.ember = None;
        let numbers = &self.tuning.beacon;
        if self.beacon.health > 0.0 {
            self.beacon.health = (self.beacon.health + numbers.ember).min(numbers.health);
        }
        self.tally.score = self.tally.score.saturating_add(numbers.ember_score);
        self.effects.add(EffectKind::Score(numbers.ember_score), spot, 16.0);
        self.effects.add(EffectKind::Healed, self.beacon.spot, 40.0);
        self.cues.push((cues::BURST, spot));
    }
}
