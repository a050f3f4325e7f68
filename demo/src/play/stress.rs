//! A level that is fuller than any script would make it: for `measure`, and for a window in which
//! one can see what that looks like (`assets/scripts/stress.txt`).

use proscenium::flow::Machines;

use super::Play;
use super::kind::Kind;

/// The event of an input script that fills the level: `emit stress`.
pub const STRESS: &str = "stress";
/// How many marines and monsters that are.
pub const MANY: (u32, u32) = (500, 2000);

impl Play {
    /// Sends marines to the beacon until there are so many, and so many monsters of all kinds to
    /// the rifts of the first level. From now on nobody falls, so that as many are there at the end
    /// as at the beginning.
    ///
    /// # Errors
    ///
    /// A place that the level does not have.
    pub fn fill(&mut self, machines: &mut Machines, (marines, monsters): (u32, u32)) -> Result<(), String> {
        self.tuning.marine.damage = 0.0;
        self.tuning.hero.damage = 0.0;
        for numbers in self.tuning.monsters.values_mut() {
            numbers.damage = 0.0;
        }
        let there = machines.get(self.troops.marines).map_or(0, |marines| marines.len() as u32);
        self.send_marines(machines, marines.saturating_sub(there), "beacon")?;
        for (number, kind) in (0_u32..).zip(Kind::ALL) {
            let share = (monsters + 2 - number) / 3;
            let east = share.div_ceil(2);
            self.send_monsters(machines, kind, east, "rift_east")?;
            self.send_monsters(machines, kind, share - east, "rift_west")?;
        }
        Ok(())
    }
}
