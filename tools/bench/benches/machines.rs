//! Proscenium's machines beside hand-written code, the libraries of others, and the design documents
//! ported as they stand. The competitors of a table take turns, and its ratios are times divided by the times of its
//! first line.
//!
//! `cargo bench -p bench --bench machines` prints all tables, and `cargo bench -p bench --bench machines --
//! moods` those with `moods` in their name; each table twice, the second time beside a thread that streams through memory. `cargo test -p bench --bench machines` measures nothing and checks
//! that all competitors do the same work. What is to be reached, as ratios unless it has a unit:
//!
//! | table | line | at most |
//! |---|---|---|
//! | marines, with 0, 1, 10 and 50 % events | template ÷ the fastest of statig, rust-fsm and smlang | 0.8 |
//! | marines | template, messages ÷ the same | 1.3 |
//! | marines, one by one | template ÷ one call per unit | 2.0 |
//! | world | template; independent | 1.4; 0.8 |
//! | reload, 100 000 units | all machines | 60 ms |
//!
//! No other library is in the other tables. They show what a machine costs beside code by hand.

use ai::contest::{self, Contest};
use ai::workload::{self, MARINE_CHECKS};
use ai::{hand, libraries, ours, seeds};

mod ai {
    pub mod contest;
    pub mod hand;
    pub mod libraries;
    pub mod ours;
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
        .with::<ours::ByColumn>("template")
        .with::<ours::ByMessage>("template, messages")
        .with::<libraries::Statig>("statig 0.4")
        .with::<libraries::RustFsm>("rust-fsm 0.8")
        .with::<libraries::Smlang>("smlang 0.8")
        .with_up_to::<seeds::NodeShared>("document: nodes shared", MIDDLE)
}

fn one_by_one() -> Contest<u8> {
    Contest::new("marines, one by one", workload::events::<10>)
        .with::<hand::MatchColumns>("hand-written match, columns")
        .with::<hand::MatchColumns<true>>("the same, one call per unit")
        .with::<ours::ByUnit>("template")
}

fn in_a_world() -> Contest<u8> {
    Contest::new("world", workload::events::<10>)
        .with::<hand::MatchInWorld>("hand-written match with the same world")
        .with::<ours::InWorld>("template")
        .with::<ours::InWorld<true>>("template, independent")
}

fn regions() -> Contest<u8> {
    Contest::new("regions", workload::events::<10>)
        .with::<ours::Populations>("three populations")
        .with::<ours::Regions>("three regions")
}

fn tracing() -> Contest<u8> {
    Contest::new("tracing", workload::events::<10>)
        .with::<ours::ByColumn>("never")
        .with::<ours::RecordedOnce>("switched off again")
        .with::<ours::Recorded>("all changes of all units")
}

fn pushdown() -> Contest<u8> {
    Contest::new("pushdown", workload::events::<10>)
        .with::<seeds::ListOfStates>("document: list and dictionary")
        .with::<hand::NibbleStacks>("hand-written match, nibble stacks")
        .with::<ours::Pushdown>("pushdown")
}

fn moods() -> Contest<u8> {
    Contest::new("moods", workload::mood_inputs)
        .with::<seeds::MapOfStates>("document: map of states")
        .with::<hand::DenseTable>("dense table by hand")
        .with::<ours::Table>("table")
}

fn levelled() -> Contest<workload::Body> {
    Contest::new("levelled", workload::bodies)
        .with::<seeds::AskAll>("document: ask all")
        .with::<hand::FirstHit>("sorted by level, first hit")
        .with::<hand::IfChain>("hand-written if chain")
        .with::<ours::Hierarchy>("hierarchy")
}

fn sleepers() -> Contest<workload::Post> {
    Contest::new("sleepers", workload::posts)
        .with::<hand::Sweep>("hand-written sweep")
        .with::<ours::Sleepers>("template")
}

fn waiting() -> Contest<u8> {
    Contest::new("waiting", |_, _, _| {})
        .with::<ours::Waiting<1>>("template, 0.3 % due in a frame")
        .with::<ours::Waiting<1000>>("template, none due")
}

fn main() {
    let marines_10 = marines::<10>("marines");
    let sizes = if contest::measures() { &MARINE_CHECKS[..] } else { &MARINE_CHECKS[..1] };
    for check in sizes {
        marines_10.check(check);
    }
    one_by_one().agree(SIZES[0], 200);
    tracing().agree(SIZES[0], 200);
    in_a_world().agree(SIZES[0], 200);
    regions().agree(SIZES[0], 200);
    pushdown().agree(SIZES[0], 200);
    moods().agree(SIZES[0], 200);
    levelled().agree(SIZES[0], 200);
    sleepers().agree(SIZES[0], 200);

    if contest::measures() {
        tables(&marines_10);
        reloads();
    }
}

#[expect(clippy::print_stdout, reason = "the tables are what the benchmark is for")]
fn tables(marines_10: &Contest<u8>) {
    let of_template =
        |rows: Vec<bench::ratio::Row>| rows.iter().find(|row| row.name == "template").map(|row| row.median);
    let medians: Vec<f64> =
        SIZES.iter().filter_map(|&units| of_template(marines_10.ratios(units, ROUNDS))).collect();
    for units in [SIZES[0], MIDDLE] {
        marines::<0>("marines, no events").ratios(units, ROUNDS);
        marines::<1>("marines, 1 % events").ratios(units, ROUNDS);
        marines::<50>("marines, 50 % events").ratios(units, ROUNDS);
    }
    one_by_one().ratios(MIDDLE, ROUNDS);
    tracing().ratios(MIDDLE, ROUNDS);
    for units in [SIZES[0], MIDDLE] {
        in_a_world().ratios(units, ROUNDS);
        regions().ratios(units, ROUNDS);
        pushdown().ratios(units, ROUNDS);
        moods().ratios(units, ROUNDS);
        levelled().ratios(units, ROUNDS);
        sleepers().ratios(units, ROUNDS);
    }
    for units in SIZES {
        waiting().ratios(units, ROUNDS);
    }
    // A turn of the smallest population ticks each unit fifty times, one of the largest once.
    if let [small, _, large] = medians[..] {
        println!(
            "template, a unit's tick among 1 000 000 ÷ among 10 000: {:.2}",
            large / 1e6 / (small / 5e5)
        );
    }
    println!("template, bytes a unit besides its data: {:.3}", ours::bytes_per_unit(MIDDLE));
    let (busiest, mean) = ours::throttled(MIDDLE);
    println!("throttled update of {MIDDLE} units: busiest frame ÷ mean frame: {:.3}", busiest as f64 / mean);
}

#[expect(clippy::print_stdout, reason = "the times are what the benchmark is for")]
fn reloads() {
    if contest::is_asked_for("reload") {
        for (machine, time) in ours::reloads(MIDDLE) {
            println!("reload of a definition, {MIDDLE} units, {machine}: {:.1} ms", time.as_secs_f64() * 1e3);
        }
    }
}
