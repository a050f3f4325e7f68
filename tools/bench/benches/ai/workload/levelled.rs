//! Levelled transitions, which ask conditions in every tick.

use super::inputs::hash;

/// What the conditions of levelled transitions look at. It is set in each tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Body {
    /// How fast the player runs, 0 for not at all. At most 4.8.
    pub speed: f32,
    /// How high above the ground the player is, at most 6.9.
    pub height: f32,
}

/// The condition of coming to a stand.
#[inline(always)]
pub fn stands(body: &Body) -> bool {
    body.speed <= 0.0 && body.height <= 0.0
}

/// The condition of walking.
#[inline(always)]
pub fn walks(body: &Body) -> bool {
    body.speed > 0.5
}

/// The condition of running.
#[inline(always)]
pub fn runs(body: &Body) -> bool {
    body.speed > 2.5
}

/// The condition of a jump.
#[inline(always)]
pub fn jumps(body: &Body) -> bool {
    body.height > 0.0
}

/// The condition of the second jump in the air.
#[inline(always)]
pub fn jumps_twice(body: &Body) -> bool {
    body.height > 5.0
}

/// The states of the levelled player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Gait {
    /// Standing. Where a player starts.
    Stand,
    /// On foot.
    Walk,
    /// On foot, fast.
    Run,
    /// In the air.
    Jump,
    /// In the air, having jumped again.
    DoubleJump,
}

/// All states of the levelled player, in the order of their numbers.
pub const GAITS: [Gait; 5] = [Gait::Stand, Gait::Walk, Gait::Run, Gait::Jump, Gait::DoubleJump];

/// A transition with a level. Of the transitions whose condition holds, the highest is taken, and of
/// several with that level the first.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// How much it matters.
    pub level: u8,
    /// When it may be taken.
    pub when: fn(&Body) -> bool,
    /// Where it leads.
    pub to: Gait,
}

/// The rules of a state, in the order in which the document adds them. Its two wrong targets are put right.
pub const fn rules(gait: Gait) -> &'static [Rule] {
    const STAND: Rule = Rule { level: 0, when: stands, to: Gait::Stand };
    const WALK: Rule = Rule { level: 1, when: walks, to: Gait::Walk };
    const RUN: Rule = Rule { level: 1, when: runs, to: Gait::Run };
    const JUMP: Rule = Rule { level: 2, when: jumps, to: Gait::Jump };
    const DOUBLE_JUMP: Rule = Rule { level: 2, when: jumps_twice, to: Gait::DoubleJump };
    match gait {
        Gait::Stand => &[WALK, JUMP],
        Gait::Walk => &[STAND, RUN, JUMP],
        Gait::Run => &[STAND, JUMP],
        Gait::Jump => &[STAND, DOUBLE_JUMP],
        Gait::DoubleJump => &[STAND],
    }
}

/// A random body for every player, every frame: a quarter stands, four in five are on the ground.
pub fn bodies(inputs: &mut Vec<Body>, units: usize, frame: u32) {
    /// Cuts the lowest `floor` of 256 values down to nothing and divides the rest.
    fn above(byte: u32, floor: u32, divisor: f32) -> f32 {
        (byte & 0xFF).saturating_sub(floor) as f32 / divisor
    }
    inputs.clear();
    inputs.extend((0..units as u32).map(|unit| {
        let bits = hash(unit, frame);
        Body { speed: above(bits, 64, 40.0), height: above(bits >> 8, 200, 8.0) }
    }));
}
