//! The stress test: a level with far more units than any script sends, for `measure` and for
//! `assets/scripts/stress.txt` in a window.

use proscenium::flow::Populations;

use super::Play;
use super::kind::Side;
use super::troops::of;
use super::units::kinds_of;
use super::units::marine::{MARINE, Marine};

/// The event of an input script that fills the level: `emit stress`.
pub const STRESS: &str = "stress";
/// The number of marines and of monsters of the stress test.
pub const STRESS_UNITS: (u32, u32) = (500, 2000);

impl Play {
    /// Fills the first level up to these numbers: marines at the beacon, monsters of all kinds at the
    /// rifts. Sets all damage to 0, so that the numbers stay the same.
    pub fn fill(
        &mut self,
        populations: &mut Populations,
        (marines, monsters): (u32, u32),
    ) -> Result<(), String> {
        self.is_harmless = true;
        self.disarm();
        let there = of::<Marine>(populations).map_or(0, |marines| marines.len() as u32);
        self.send(populations, &MARINE, marines.saturating_sub(there), "beacon")?;
        let kinds: Vec<_> = kinds_of(Side::Rift).collect();
        for (number, kind) in (0_u32..).zip(&kinds) {
            let share = (monsters + kinds.len() as u32 - 1 - number) / kinds.len() as u32;
            let east = share.div_ceil(2);
            self.send(populations, kind, east, "rift_east")?;
            self.send(populations, kind, share - east, "rift_west")?;
        }
        Ok(())
    }

    /// Sets all damage to 0.
    pub(super) fn disarm(&mut self) {
        self.tuning.marine.damage = 0.0;
        self.tuning.hero.damage = 0.0;
        for numbers in self.tuning.monsters.values_mut() {
            numbers.damage = 0.0;
        }
    }
}
