//! What the player has to see, wherever it is.

use super::Play;
use super::kind::Side;

/// The distance from which a monster is beside the beacon, in pixels.
const BESIDE_BEACON: f32 = 48.0;

impl Play {
    /// Where the monsters are.
    pub fn monsters(&self) -> impl Iterator<Item = (f32, f32)> {
        self.crowd.actors().iter().filter(|actor| actor.side == Side::Rift).map(|actor| actor.spot)
    }

    /// Whether a monster is beside the beacon.
    pub fn is_beacon_attacked(&self) -> bool {
        self.crowd.nearest(Side::Rift, self.beacon.spot, BESIDE_BEACON, |_| true).is_some()
    }
}
