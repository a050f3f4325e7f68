//! What one writes by hand when there is only this one machine: the limit that everything general is
//! measured against.
//!
//! *Columns* keep the data and the states of all units in two arrays, *records* keep each unit's together.
//! The forms *by call* run each unit through a function that is not inlined, as a game does that keeps its
//! units itself and asks a machine about one at a time.

use super::contest::Competitor;
use super::workload::{
    self, Body, Data, FIRST, FIRST_MOOD, GAITS, Gait, Leaf, MOOD_INPUTS, MOOD_ROWS, MOODS, Post, Rule,
    StackChange, StackState, UPDATE, checksum, enter_group, enter_leaf, exit_group, exit_leaf, fold, jumps,
    jumps_twice, rules, runs, stack_change, stack_update, stands, update_attack, update_attack_move,
    update_chase, update_idle, update_move, walks,
};

// ---------------------------------------------------------------------------------- the marine

/// A marine's tick: the update of the leaf, or the transition that an event causes, with all hooks.
#[inline(always)]
pub fn step(leaf: &mut Leaf, data: &mut Data, event: u8) {
    if event == UPDATE {
        match leaf {
            Leaf::Idle => update_idle(data),
            Leaf::Attack => update_attack(data),
            Leaf::Move => update_move(data),
            Leaf::Chase => update_chase(data),
            Leaf::AttackMove => update_attack_move(data),
        }
    } else {
        react(leaf, data, event);
    }
}

/// The transition that an event causes. Each arm says what the tree of groups would have worked out.
#[inline(always)]
fn react(leaf: &mut Leaf, data: &mut Data, event: u8) {
    let first = event == FIRST;
    *leaf = match leaf {
        Leaf::Idle if first => within(data, Leaf::Attack),
        Leaf::Idle => across(data, Leaf::Move),
        Leaf::Attack => within(data, Leaf::Idle),
        Leaf::Move if first => within(data, Leaf::Chase),
        Leaf::Move => across(data, Leaf::Idle),
        Leaf::Chase if first => within(data, Leaf::AttackMove),
        Leaf::Chase | Leaf::AttackMove => within(data, Leaf::Move),
    };
}

/// The hooks of a transition between leaves of one group.
#[inline(always)]
fn within(data: &mut Data, to: Leaf) -> Leaf {
    exit_leaf(data);
    enter_leaf(data);
    to
}

/// The hooks of a transition from one group into the other.
#[inline(always)]
fn across(data: &mut Data, to: Leaf) -> Leaf {
    exit_leaf(data);
    exit_group(data);
    enter_group(data);
    enter_leaf(data);
    to
}

/// [`step`] as a call that the compiler must make.
#[inline(never)]
pub fn step_by_call(leaf: &mut Leaf, data: &mut Data, event: u8) {
    step(leaf, data, event);
}

/// The hand-written `match` over columns: the limit.
pub struct MatchColumns<const BY_CALL: bool = false> {
    data: Vec<Data>,
    leaves: Vec<Leaf>,
}

impl<const BY_CALL: bool> Competitor for MatchColumns<BY_CALL> {
    fn new(units: usize) -> Self {
        Self { data: vec![workload::started(); units], leaves: vec![Leaf::Idle; units] }
    }

    fn tick(&mut self, events: &[u8]) {
        for ((data, leaf), &event) in self.data.iter_mut().zip(&mut self.leaves).zip(events) {
            if BY_CALL {
                step_by_call(leaf, data, event);
            } else {
                step(leaf, data, event);
            }
        }
    }

    fn checksum(&self) -> u64 {
        checksum(self.data.iter().zip(&self.leaves).map(|(data, leaf)| (*data, *leaf as u8)))
    }
}

/// The hand-written `match` over columns, with a world that all units share.
pub struct MatchInWorld {
    columns: MatchColumns,
    world: u64,
}

impl Competitor for MatchInWorld {
    fn new(units: usize) -> Self {
        Self { columns: MatchColumns::new(units), world: 0 }
    }

    fn tick(&mut self, events: &[u8]) {
        let Self { columns: MatchColumns { data, leaves }, world } = self;
        for ((data, leaf), &event) in data.iter_mut().zip(leaves).zip(events) {
            step(leaf, data, event);
            if event == UPDATE {
                *world = world.wrapping_add(u64::from(data.timer));
            }
        }
    }

    fn checksum(&self) -> u64 {
        self.columns.checksum() ^ self.world
    }
}

/// A marine whose data and state lie together.
#[derive(Clone, Copy)]
struct Marine {
    data: Data,
    leaf: Leaf,
}

/// The hand-written `match` over records.
pub struct MatchRecords<const BY_CALL: bool = false>(Vec<Marine>);

impl<const BY_CALL: bool> Competitor for MatchRecords<BY_CALL> {
    fn new(units: usize) -> Self {
        Self(vec![Marine { data: workload::started(), leaf: Leaf::Idle }; units])
    }

    fn tick(&mut self, events: &[u8]) {
        for (marine, &event) in self.0.iter_mut().zip(events) {
            if BY_CALL {
                step_by_call(&mut marine.leaf, &mut marine.data, event);
            } else {
                step(&mut marine.leaf, &mut marine.data, event);
            }
        }
    }

    fn checksum(&self) -> u64 {
        checksum(self.0.iter().map(|marine| (marine.data, marine.leaf as u8)))
    }
}

// -------------------------------------------------------------------------------- the sleepers

/// Marines whose `Idle` has no update, swept from end to end every frame, though most of them sleep.
///
/// As in the marine's workload a unit's event takes the place of its update in that frame, unless
/// `UPDATE_TOO`: then all events come first, and the updates of everybody after them.
pub struct Sweep<const UPDATE_TOO: bool = false> {
    data: Vec<Data>,
    leaves: Vec<Leaf>,
}

/// The updates of sleepers that lie side by side.
#[inline(always)]
fn update_all(data: &mut [Data], leaves: &[Leaf]) {
    for (data, leaf) in data.iter_mut().zip(leaves) {
        match leaf {
            Leaf::Idle => {}
            Leaf::Attack => update_attack(data),
            Leaf::Move => update_move(data),
            Leaf::Chase => update_chase(data),
            Leaf::AttackMove => update_attack_move(data),
        }
    }
}

impl<const UPDATE_TOO: bool> Competitor<Post> for Sweep<UPDATE_TOO> {
    fn new(units: usize) -> Self {
        Self { data: vec![workload::started(); units], leaves: vec![Leaf::Idle; units] }
    }

    fn tick(&mut self, posts: &[Post]) {
        let mut updated = 0;
        for post in posts {
            let unit = post.unit as usize;
            if !UPDATE_TOO {
                update_all(&mut self.data[updated..unit], &self.leaves[updated..unit]);
                updated = unit + 1;
            }
            react(&mut self.leaves[unit], &mut self.data[unit], post.event);
        }
        update_all(&mut self.data[updated..], &self.leaves[updated..]);
    }

    fn checksum(&self) -> u64 {
        checksum(self.data.iter().zip(&self.leaves).map(|(data, leaf)| (*data, *leaf as u8)))
    }
}

// ------------------------------------------------------------------------------------ pushdown

/// Bits of a stack that one state takes.
const NIBBLE: u32 = 4;

/// The pushdown marine by hand: a stack of up to eight states in the nibbles of a `u32`, top lowest, and
/// a `match` on the top.
pub struct NibbleStacks {
    data: Vec<Data>,
    stacks: Vec<u32>,
}

/// The state on top of a stack.
#[inline(always)]
fn top(stack: u32) -> StackState {
    match stack & 0xF {
        1 => StackState::Idle,
        2 => StackState::Attack,
        3 => StackState::Move,
        _ => StackState::Chase,
    }
}

impl Competitor for NibbleStacks {
    fn new(units: usize) -> Self {
        let mut data = Data::default();
        enter_leaf(&mut data);
        Self { data: vec![data; units], stacks: vec![StackState::Idle as u32; units] }
    }

    fn tick(&mut self, events: &[u8]) {
        for ((data, stack), &event) in self.data.iter_mut().zip(&mut self.stacks).zip(events) {
            let top = top(*stack);
            if event == UPDATE {
                stack_update(top, data);
                continue;
            }
            match stack_change(top, event) {
                StackChange::Stay => {}
                StackChange::Enter(state) => {
                    *stack = *stack << NIBBLE | state as u32;
                    enter_leaf(data);
                }
                StackChange::Switch(state) => {
                    exit_leaf(data);
                    *stack = *stack >> NIBBLE << NIBBLE | state as u32;
                    enter_leaf(data);
                }
                StackChange::Exit => {
                    exit_leaf(data);
                    *stack >>= NIBBLE;
                }
            }
        }
    }

    fn checksum(&self) -> u64 {
        checksum(self.data.iter().zip(&self.stacks).map(|(data, stack)| (*data, top(*stack) as u8)))
    }
}

// --------------------------------------------------------------------------------------- moods

/// How many inputs a mood's row has room for: a power of two, so that an index is a shift and an or.
const ROW: usize = 8;

const _: () = assert!((MOODS as usize) < ROW && (MOOD_INPUTS as usize) < ROW);

/// The moods by hand: a byte per monster and one dense table for all of them.
pub struct DenseTable {
    table: [u8; ROW * ROW],
    moods: Vec<u8>,
}

impl Competitor for DenseTable {
    fn new(units: usize) -> Self {
        let mut table = [0; ROW * ROW];
        for (place, next) in table.iter_mut().enumerate() {
            *next = (place / ROW) as u8;
        }
        for (mood, input, next) in MOOD_ROWS {
            table[usize::from(mood) * ROW + usize::from(input)] = next;
        }
        Self { table, moods: vec![FIRST_MOOD; units] }
    }

    fn tick(&mut self, inputs: &[u8]) {
        for (mood, &input) in self.moods.iter_mut().zip(inputs) {
            // The remainder changes nothing but lets the compiler leave the check of the index out.
            *mood = self.table[(usize::from(*mood) * ROW + usize::from(input)) % (ROW * ROW)];
        }
    }

    fn checksum(&self) -> u64 {
        fold(self.moods.iter().map(|mood| u64::from(*mood)))
    }
}

// ------------------------------------------------------------------------------------ levelled

/// A player of the levelled workload.
#[derive(Clone, Copy)]
struct Player {
    body: Body,
    gait: Gait,
}

/// Players at the start.
fn players(units: usize) -> Vec<Player> {
    vec![Player { body: Body::default(), gait: Gait::Stand }; units]
}

/// The gaits of players, folded.
fn gaits(players: &[Player]) -> u64 {
    fold(players.iter().map(|player| u64::from(player.gait as u8)))
}

/// Levelled transitions by hand: for each state the conditions in an `if` chain, the highest level first.
pub struct IfChain(Vec<Player>);

impl Competitor<Body> for IfChain {
    fn new(units: usize) -> Self {
        Self(players(units))
    }

    fn tick(&mut self, bodies: &[Body]) {
        for (player, body) in self.0.iter_mut().zip(bodies) {
            player.body = *body;
            player.gait = match player.gait {
                Gait::Stand | Gait::Walk | Gait::Run if jumps(body) => Gait::Jump,
                Gait::Stand if walks(body) => Gait::Walk,
                Gait::Walk if runs(body) => Gait::Run,
                Gait::Jump if jumps_twice(body) => Gait::DoubleJump,
                Gait::Walk | Gait::Run | Gait::Jump | Gait::DoubleJump if stands(body) => Gait::Stand,
                same => same,
            };
        }
    }

    fn checksum(&self) -> u64 {
        gaits(&self.0)
    }
}

/// Levelled transitions as a careful port of the document would have them: the rules of each state sorted
/// once, the highest level first, and the first whose condition holds is taken.
pub struct FirstHit {
    rules: [Vec<Rule>; GAITS.len()],
    players: Vec<Player>,
}

impl Competitor<Body> for FirstHit {
    fn new(units: usize) -> Self {
        let rules = GAITS.map(|gait| {
            let mut rules = rules(gait).to_vec();
            rules.sort_by_key(|rule| std::cmp::Reverse(rule.level));
            rules
        });
        Self { rules, players: players(units) }
    }

    fn tick(&mut self, bodies: &[Body]) {
        for (player, body) in self.players.iter_mut().zip(bodies) {
            player.body = *body;
            if let Some(rule) = self.rules[player.gait as usize].iter().find(|rule| (rule.when)(&player.body))
            {
                player.gait = rule.to;
            }
        }
    }

    fn checksum(&self) -> u64 {
        gaits(&self.players)
    }
}
