//! What happens to units in a frame, the same in every run.

/// What a unit gets when nothing happened to it: the update of its leaf runs.
pub const UPDATE: u8 = 0;
/// The first of the two events. It changes the state of every leaf.
pub const FIRST: u8 = 1;
/// The second of the two events. Every leaf but `Move` handles it; there it is the group's business.
pub const SECOND: u8 = 2;

/// A number for a unit and a frame, the same in every run: a cheap hash whose bits are all usable.
#[inline(always)]
pub fn hash(unit: u32, frame: u32) -> u32 {
    let mut bits = unit.wrapping_mul(0x9E37_79B1) ^ frame.wrapping_mul(0x85EB_CA77);
    bits ^= bits >> 15;
    bits = bits.wrapping_mul(0x2C1B_3C6D);
    bits ^= bits >> 12;
    bits = bits.wrapping_mul(0x297A_2D39);
    bits ^ (bits >> 15)
}

/// What happens to a unit in a frame, where `percent` of the units have an event: [`UPDATE`], or one of the two
/// events with equal chance.
#[inline(always)]
fn event(unit: u32, frame: u32, percent: u32) -> u8 {
    let bits = hash(unit, frame);
    if (bits & 0xFFFF) < 65_536 * (100 - percent) / 100 {
        UPDATE
    } else if bits & 0x1_0000 == 0 {
        FIRST
    } else {
        SECOND
    }
}

/// The events of one frame, in the order of the units, with `PERCENT` of the units hit.
pub fn events<const PERCENT: u32>(inputs: &mut Vec<u8>, units: usize, frame: u32) {
    inputs.clear();
    inputs.extend((0..units as u32).map(|unit| event(unit, frame, PERCENT)));
}

/// An event of the sleepers' workload, which names its unit because so few units get one.
#[derive(Clone, Copy, Debug)]
pub struct Post {
    /// Whom it is for.
    pub unit: u32,
    /// [`FIRST`] or [`SECOND`].
    pub event: u8,
}

/// The events of one frame for sleepers, in the order of the units: one unit in twenty has an event in a
/// tenth of the frames, as before, and the others never have one.
pub fn posts(inputs: &mut Vec<Post>, units: usize, frame: u32) {
    inputs.clear();
    for unit in (7..units as u32).step_by(20) {
        let event = event(unit, frame, 10);
        if event != UPDATE {
            inputs.push(Post { unit, event });
        }
    }
}
