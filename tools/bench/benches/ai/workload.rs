//! The work that every state machine in these benchmarks does, and the inputs that drive it.
//!
//! All competitors call the same functions of this file on the same 16 bytes per unit, so whatever
//! they differ in is the cost of the machine around them. What a run leaves behind is folded into one
//! number, because a machine that is fast by forgetting a hook is no competitor.
//!
//! There are five workloads: the *marine*, a hierarchy with hooks on groups and leaves; the *sleepers*,
//! marines of whom most have nothing to do; the *pushdown* marine, who returns to what they did before;
//! the *moods*, a plain table; and the *levelled* transitions, which ask conditions every tick.

// ---------------------------------------------------------------------------------- the marine

/// What a machine works on besides its state: the fields that a game would keep for a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Data {
    /// Where the unit has moved to.
    pub x: f32,
    /// Work done by updates and by the hooks of groups.
    pub counter: u32,
    /// Milliseconds since the leaf was entered.
    pub timer: u32,
    /// How many hooks of entering have run, of leaves and of groups.
    pub enters: u16,
    /// How many hooks of leaving have run, of leaves and of groups.
    pub exits: u16,
}

/// What a unit gets when nothing happened to it: the update of its leaf runs.
pub const UPDATE: u8 = 0;
/// The first of the two events. It changes the state of every leaf.
pub const FIRST: u8 = 1;
/// The second of the two events. Every leaf but `Move` handles it; there it is the group's business.
pub const SECOND: u8 = 2;

/// The leaves of the marine, numbered as the checksum counts them.
///
/// `Idle` and `Attack` lie in the group *guard*, the other three in the group *march*. A marine starts
/// by entering the group and then the leaf `Idle`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Leaf {
    /// Standing guard. Where a marine starts.
    Idle,
    /// Fighting without having left the post.
    Attack,
    /// Marching. The start of a march.
    Move,
    /// Chasing an enemy.
    Chase,
    /// Fighting during a march.
    AttackMove,
}

/// What `Idle` does in a tick without an event.
#[inline(always)]
pub fn update_idle(data: &mut Data) {
    data.timer = data.timer.wrapping_add(16);
    data.counter = data.counter.wrapping_add(1);
}

/// What `Attack` does in a tick without an event.
#[inline(always)]
pub fn update_attack(data: &mut Data) {
    data.timer = data.timer.wrapping_add(16);
    data.counter = data.counter.wrapping_add(3);
}

/// What `Move` does in a tick without an event.
#[inline(always)]
pub fn update_move(data: &mut Data) {
    data.timer = data.timer.wrapping_add(16);
    data.x += 0.25;
}

/// What `Chase` does in a tick without an event.
#[inline(always)]
pub fn update_chase(data: &mut Data) {
    data.timer = data.timer.wrapping_add(16);
    data.x += 0.375;
}

/// What `AttackMove` does in a tick without an event.
#[inline(always)]
pub fn update_attack_move(data: &mut Data) {
    data.timer = data.timer.wrapping_add(16);
    data.counter = data.counter.wrapping_add(5);
}

/// The hook of every leaf that is entered.
#[inline(always)]
pub fn enter_leaf(data: &mut Data) {
    data.timer = 0;
    data.enters = data.enters.wrapping_add(1);
}

/// The hook of every leaf that is left.
#[inline(always)]
pub fn exit_leaf(data: &mut Data) {
    data.exits = data.exits.wrapping_add(1);
}

/// The hook of every group that is entered, before that of the leaf in it.
#[inline(always)]
pub fn enter_group(data: &mut Data) {
    data.enters = data.enters.wrapping_add(1);
    data.counter = data.counter.wrapping_add(100);
}

/// The hook of every group that is left, after that of the leaf in it.
#[inline(always)]
pub fn exit_group(data: &mut Data) {
    data.exits = data.exits.wrapping_add(1);
    data.counter = data.counter.wrapping_add(7);
}

/// The data of a marine that has just started, for machines that do not run the first hooks themselves.
pub fn started() -> Data {
    let mut data = Data::default();
    enter_group(&mut data);
    enter_leaf(&mut data);
    data
}

// ------------------------------------------------------------------------------------- inputs

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

/// The threshold below which the low 16 bits of the hash mean "no event", for a share of events in percent.
pub const fn quiet_threshold(percent: u32) -> u32 {
    65_536 * (100 - percent) / 100
}

/// What happens to a unit in a frame: [`UPDATE`], or one of the two events with equal chance.
#[inline(always)]
pub fn event(unit: u32, frame: u32, quiet_threshold: u32) -> u8 {
    let bits = hash(unit, frame);
    if (bits & 0xFFFF) < quiet_threshold {
        UPDATE
    } else if bits & 0x1_0000 == 0 {
        FIRST
    } else {
        SECOND
    }
}

/// Writes what happens in a frame to the units, in their order.
pub fn fill_events(events: &mut [u8], frame: u32, quiet_threshold: u32) {
    for (unit, slot) in (0..).zip(events) {
        *slot = event(unit, frame, quiet_threshold);
    }
}

/// The events of one frame for a [`Contest`](super::contest::Contest), with `PERCENT` of the units hit.
pub fn events<const PERCENT: u32>(inputs: &mut Vec<u8>, units: usize, frame: u32) {
    inputs.resize(units, UPDATE);
    fill_events(inputs, frame, quiet_threshold(PERCENT));
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
        let event = event(unit, frame, quiet_threshold(10));
        if event != UPDATE {
            inputs.push(Post { unit, event });
        }
    }
}

// ----------------------------------------------------------------------------------- checking

/// Frame number of the first frame of a warm-up, far from those that are timed.
const WARM_UP_FROM: u32 = 1_000_000;
/// How many frames mix the states before anything is timed.
const WARM_UP_FRAMES: u32 = 64;

/// The frames to run, untimed, on a fresh population: after them its states are as mixed as they get.
pub fn warm_up_frames() -> std::ops::Range<u32> {
    WARM_UP_FROM..WARM_UP_FROM + WARM_UP_FRAMES
}

/// A run of the marine with 10 % events, and what it has to leave behind.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// Size of the population.
    pub units: usize,
    /// Frames after the warm-up, numbered from 0.
    pub frames: u32,
    /// The [`checksum`] of all units after the last frame.
    pub checksum: u64,
}

/// The runs that decide whether a competitor does the marine's work. Every implementation that was
/// measured before this project had one, in Rust and in C++, agrees on these numbers.
pub const MARINE_CHECKS: [Check; 3] = [
    Check { units: 10_000, frames: 1000, checksum: 0xB2CB_F314_4591_D406 },
    Check { units: 100_000, frames: 100, checksum: 0x160E_F234_5631_DA6B },
    Check { units: 1_000_000, frames: 20, checksum: 0xEBB1_230B_16D6_62E5 },
];

/// Folds numbers into one that changes with each of them and with their order (FNV, by words).
pub fn fold(numbers: impl IntoIterator<Item = u64>) -> u64 {
    numbers
        .into_iter()
        .fold(0xCBF2_9CE4_8422_2325, |sum, number| (sum ^ number).wrapping_mul(0x100_0000_01B3))
}

/// Folds the data and the state of all units, in their order, into the number that is compared.
pub fn checksum(units: impl IntoIterator<Item = (Data, u8)>) -> u64 {
    fold(units.into_iter().flat_map(|(data, state)| {
        [
            u64::from(data.x.to_bits()),
            u64::from(data.counter),
            u64::from(data.timer),
            u64::from(data.enters),
            u64::from(data.exits),
            u64::from(state),
        ]
    }))
}

// ---------------------------------------------------------------------------------- pushdown

/// What an event does to a stack of states, whose top state is the one that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StackChange {
    /// Nothing.
    Stay,
    /// A state is put on top. The one below gets no call.
    Enter(StackState),
    /// The top state is left and another takes its place.
    Switch(StackState),
    /// The top state is left, and the one below counts again.
    Exit,
}

/// The states of the pushdown marine. 0 is no state, so that a stack of nibbles shows where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum StackState {
    /// Standing about: the bottom of every stack.
    Idle = 1,
    /// Fighting, whatever the marine did before.
    Attack = 2,
    /// Going somewhere, ready to be distracted.
    Move = 3,
    /// After an enemy that is out of range.
    Chase = 4,
}

/// The marine of the pushdown seed. Its [`Data`] counts hooks and updates as the other
/// marine's does, without groups. [`FIRST`] is an enemy: in range for one who stands or chases, out of
/// range for one who is on the way. [`SECOND`] is the order to march for one who stands, and for all
/// others the end of what they do. Whatever happens to one who attacks, the attack is over.
#[inline(always)]
pub fn stack_change(top: StackState, event: u8) -> StackChange {
    match (top, event) {
        (_, UPDATE) => StackChange::Stay,
        (StackState::Idle, FIRST) => StackChange::Enter(StackState::Attack),
        (StackState::Idle, _) => StackChange::Enter(StackState::Move),
        (StackState::Move, FIRST) => StackChange::Enter(StackState::Chase),
        (StackState::Chase, FIRST) => StackChange::Switch(StackState::Attack),
        (StackState::Attack | StackState::Move | StackState::Chase, _) => StackChange::Exit,
    }
}

/// What the state on top of the stack does in a tick without an event.
#[inline(always)]
pub fn stack_update(top: StackState, data: &mut Data) {
    match top {
        StackState::Idle => update_idle(data),
        StackState::Attack => update_attack(data),
        StackState::Move => update_move(data),
        StackState::Chase => update_chase(data),
    }
}

// ------------------------------------------------------------------------------------- moods

/// How many states the moods have; they are numbered from 1, since the document's 0 means an empty row.
pub const MOODS: u8 = 5;
/// How many inputs the moods know, numbered from 1 as well.
pub const MOOD_INPUTS: u8 = 5;
/// The mood in which a monster starts: it does not care.
pub const FIRST_MOOD: u8 = 1;

/// The monster's table as (mood, input, next mood). Moods: 1 uncaring, 2 mad, 3 in a rage, 4 berserk,
/// 5 annoyed. Inputs: the player is 1 seen, 2 attacking, 3 gone; the monster is 4 hurt, 5 healed. The
/// seed gives the rows of the first two moods only; the others follow its story. An input that a mood
/// has no row for leaves it as it is.
pub const MOOD_ROWS: [(u8, u8, u8); 16] = [
    (1, 1, 5),
    (1, 2, 2),
    (1, 4, 2),
    (2, 4, 3),
    (2, 5, 1),
    (2, 1, 2),
    (3, 4, 4),
    (3, 5, 5),
    (4, 1, 4),
    (4, 2, 4),
    (4, 3, 4),
    (4, 4, 4),
    (4, 5, 3),
    (5, 3, 1),
    (5, 2, 3),
    (5, 5, 1),
];

/// One random input for every monster, every frame: nothing but transitions.
pub fn mood_inputs(inputs: &mut Vec<u8>, units: usize, frame: u32) {
    inputs.clear();
    inputs.extend((0..units as u32).map(|unit| (hash(unit, frame) % u32::from(MOOD_INPUTS)) as u8 + 1));
}

// ------------------------------------------------------------------------------------ levelled

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

/// A transition with a level. Of the transitions whose condition holds, the highest is taken; on a tie the first.
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

/// All states of the levelled player, in the order of their numbers.
pub const GAITS: [Gait; 5] = [Gait::Stand, Gait::Walk, Gait::Run, Gait::Jump, Gait::DoubleJump];

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
