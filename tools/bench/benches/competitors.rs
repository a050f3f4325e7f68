//! What a tick of a unit costs under the state machines that proscenium's own are to be measured against:
//! hand-written code, the libraries of others, and the design documents ported as they stand.
//!
//! First every competitor has to show that it does the work. Then criterion times each on its own, and
//! at the end all of a contest take turns, which gives the ratios. For the tables alone ask criterion for
//! a benchmark that there is not: `cargo bench --bench competitors -- none`.

use criterion::Criterion;

use ai::contest::{self, Contest};
use ai::workload::{self, MARINE_CHECKS};
use ai::{hand, libraries, seeds};

#[allow(dead_code, reason = "benches of other machines share these modules, and none needs all of them")]
mod ai {
    pub mod contest;
    pub mod hand;
    pub mod libraries;
    pub mod ratio;
    pub mod seeds;
    pub mod workload;
}

/// Sizes of the populations that are measured.
const SIZES: [usize; 3] = [10_000, 100_000, 1_000_000];
/// The size at which slow competitors and side questions are measured.
const MIDDLE: usize = 100_000;
/// Rounds of a comparison by turns.
const ROUNDS: usize = 31;

/// The marine, with `PERCENT` of the units hit by an event in a frame.
fn marines<const PERCENT: u32>(name: &'static str) -> Contest<u8> {
    Contest::new(name, workload::events::<PERCENT>)
        .with::<hand::MatchColumns>("hand-written match, columns")
        .with::<hand::MatchRecords>("hand-written match, records")
        .with::<libraries::Statig>("statig 0.4")
        .with::<libraries::RustFsm>("rust-fsm 0.8")
        .with::<libraries::Smlang>("smlang 0.8")
}

/// The marine under machines that are not for the large populations, or beside the point of them.
fn others() -> Contest<u8> {
    Contest::new("other marines", workload::events::<10>)
        .with::<hand::MatchColumns>("hand-written match, columns")
        .with::<hand::MatchColumns<true>>("the same, one call per unit")
        .with::<hand::MatchRecords<true>>("records, one call per unit")
        .with::<hand::NoBranchOnLeaf>("no branch on the leaf")
        .with_up_to::<seeds::NodeShared>("document: nodes shared", MIDDLE)
}

fn pushdown() -> Contest<u8> {
    Contest::new("pushdown", workload::events::<10>)
        .with::<hand::NibbleStacks>("hand-written match, nibble stacks")
        .with_up_to::<seeds::ListOfStates>("document: list and dictionary", MIDDLE)
}

fn moods() -> Contest<u8> {
    Contest::new("moods", workload::mood_inputs)
        .with::<hand::DenseTable>("dense table")
        .with_up_to::<seeds::MapOfStates>("document: map of states", MIDDLE)
}

fn levelled() -> Contest<workload::Body> {
    Contest::new("levelled", workload::bodies)
        .with::<hand::FirstHit>("sorted by level, first hit")
        .with::<hand::IfChain>("hand-written if chain")
        .with::<seeds::AskAll>("document: ask all")
}

fn sleepers() -> Contest<workload::Post> {
    Contest::new("sleepers", workload::posts).with::<hand::Sweep>("hand-written sweep")
}

fn main() {
    let marines_10 = marines::<10>("marines");
    let sizes = if contest::measures() { &MARINE_CHECKS[..] } else { &MARINE_CHECKS[..1] };
    for check in sizes {
        marines_10.check(check);
        others().check(check);
    }
    pushdown().agree(SIZES[0], 200);
    moods().agree(SIZES[0], 200);
    levelled().agree(SIZES[0], 200);

    let mut criterion = Criterion::default().configure_from_args();
    marines_10.measure(&mut criterion, &SIZES);
    others().measure(&mut criterion, &[MIDDLE]);
    pushdown().measure(&mut criterion, &[MIDDLE]);
    moods().measure(&mut criterion, &[MIDDLE]);
    levelled().measure(&mut criterion, &[MIDDLE]);
    sleepers().measure(&mut criterion, &[MIDDLE]);
    criterion.final_summary();

    if contest::measures() {
        for units in SIZES {
            marines_10.ratios(units, ROUNDS);
        }
        for units in [SIZES[0], MIDDLE] {
            marines::<0>("marines, no events").ratios(units, ROUNDS);
            marines::<1>("marines, 1 % events").ratios(units, ROUNDS);
            marines::<50>("marines, 50 % events").ratios(units, ROUNDS);
        }
        others().ratios(MIDDLE, ROUNDS);
        pushdown().ratios(MIDDLE, ROUNDS);
        moods().ratios(MIDDLE, ROUNDS);
        levelled().ratios(MIDDLE, ROUNDS);
        sleepers().ratios(MIDDLE, ROUNDS);
    }
}
