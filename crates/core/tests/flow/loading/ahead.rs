//! The memory of what is decoded ahead of the queue.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use proptest::prelude::*;
use proscenium_core::flow::{ManagerSettings, Phase, ScreenCommand};
use proscenium_core::phase::{AnyError, Asset, Background, DecodeContext, FinishContext, Pace, Resource};
use proscenium_core::platform::TestSource;

use crate::files::{png, texture};
use crate::stage::Stage;

const MIB: u64 = 1 << 20;
/// The limit of the bytes that are decoded ahead.
const LIMIT: u64 = 64 * MIB;

/// The bytes of all blocks that are decoded and not finished, and the maximum of them.
static LIVE: AtomicI64 = AtomicI64::new(0);
static PEAK: AtomicI64 = AtomicI64::new(0);

/// A value that says it has the megabytes that stand in its file.
struct Block(u64);

impl Asset for Block {
    const KIND: &'static str = "block";

    fn decode(bytes: &[u8], _cx: &DecodeContext<'_>) -> Result<Self, AnyError> {
        let size = Self::decoded_size(bytes);
        let live = LIVE.fetch_add(size as i64, Ordering::SeqCst) + size as i64;
        PEAK.fetch_max(live, Ordering::SeqCst);
        Ok(Self(size))
    }

    fn decoded_size(bytes: &[u8]) -> u64 {
        str::from_utf8(bytes).ok().and_then(|text| text.parse().ok()).map_or(0, |mib: u64| mib * MIB)
    }

    fn memory(&self) -> u64 {
        self.0
    }

    fn finish(&mut self, _cx: &mut FinishContext<'_>) -> Result<(), AnyError> {
        LIVE.fetch_sub(std::mem::take(&mut self.0) as i64, Ordering::SeqCst);
        Ok(())
    }
}

/// Loads blocks of these megabytes; returns the maximum number of bytes that waited to be finished.
fn peak(sizes: &[u64], threads: usize, is_network: bool, pace: Pace) -> u64 {
    let mut source = TestSource::default();
    let mut phase = Phase::new("play");
    for (number, size) in sizes.iter().enumerate() {
        source = source.with(&number.to_string(), size.to_string());
        phase = phase.resource(Resource::file::<Block>(number.to_string(), &number.to_string()));
    }
    if is_network {
        source = source.gated();
        (0..sizes.len()).for_each(|number| source.open(&number.to_string()));
    }
    let settings = ManagerSettings {
        source: Arc::new(source),
        background: Background::with_threads(threads),
        pace,
        ..ManagerSettings::default()
    };
    let mut stage = Stage::empty(settings);
    stage.add_phase(phase, &["menu"]);
    stage.manager.start("play");
    PEAK.store(0, Ordering::SeqCst);
    while !stage.manager.is_idle() || stage.manager.tick() == 0 {
        stage.frame();
        std::thread::sleep(std::time::Duration::from_micros(100));
    }
    assert_eq!((stage.stack(), LIVE.load(Ordering::SeqCst)), (vec!["menu"], 0));
    PEAK.load(Ordering::SeqCst) as u64
}

/// The tests that count share what they count.
static COUNTING: Mutex<()> = Mutex::new(());

fn counting() -> MutexGuard<'static, ()> {
    COUNTING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A phase of blocks of 30 MiB each, and their files.
fn large_blocks(count: usize) -> (Phase, TestSource) {
    let names = (0..count).map(|number| number.to_string());
    names.fold((Phase::new("play"), TestSource::default()), |(phase, source), name| {
        (phase.file::<Block>(&name, &name), source.with(&name, "30"))
    })
}

#[test]
fn what_has_no_room_is_not_read() {
    let _counting = counting();
    // Two are decoded, and a thread has one that it has read without knowing that there is no room. Several threads may
    // each read one whenever an item gives its room back: no more than there are jobs ahead.
    for (threads, ahead) in [(1, 4), (3, 14)] {
        let (phase, source) = large_blocks(20);
        let settings = ManagerSettings {
            source: Arc::new(source.clone()),
            background: Background::with_threads(threads),
            ..ManagerSettings::default()
        };
        let mut stage = Stage::empty(settings);
        stage.add_phase(phase, &["menu"]);
        stage.manager.start("play");
        let read = || (0..20).map(|number| source.reads_of(&number.to_string())).sum::<usize>();
        for finished in 0..20 {
            stage.frame();
            std::thread::sleep(std::time::Duration::from_millis(10));
            assert!(read() <= finished + ahead, "{} of {finished} with {threads}", read());
        }
        stage.run_until_idle();
        assert_eq!(read(), 20);
    }
}

#[test]
fn a_preload_decodes_no_more_ahead_than_it_may_have() {
    let _counting = counting();
    let (phase, source) = large_blocks(6);
    let source = source.gated();
    let mut stage = Stage::empty(ManagerSettings {
        source: Arc::new(source.clone()),
        preload_limit: 40 * MIB,
        ..ManagerSettings::default()
    });
    stage.add_phase(Phase::new("logo"), &["second"]);
    stage.add_phase(phase, &["menu"]);
    stage.manager.start("logo");
    stage.frame();
    stage.run_until_idle();
    PEAK.store(0, Ordering::SeqCst);
    stage.manager.command(ScreenCommand::preload("play"));
    // The first block comes last, so that the others are decoded ahead of it.
    (1..6).for_each(|number| source.open(&number.to_string()));
    (0..10).for_each(|_| stage.frame());
    assert_eq!(PEAK.load(Ordering::SeqCst) as u64, 30 * MIB);
    source.open("0");
    (0..10).for_each(|_| stage.frame());
    stage.manager.command(ScreenCommand::load("play"));
    stage.frame();
    stage.run_until_idle();
    assert_eq!((stage.stack(), LIVE.load(Ordering::SeqCst)), (vec!["menu"], 0));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_bytes_that_wait_are_bounded(
        sizes in prop::collection::vec(prop_oneof![6 => 0..30_u64, 1 => 0..150_u64], 1..60),
        threads in 0..4_usize,
        is_network: bool,
        has_budget: bool,
    ) {
        let _counting = counting();
        let pace = if has_budget { Pace::Budget(std::time::Duration::from_millis(4)) } else { Pace::default() };
        let peak = peak(&sizes, threads, is_network, pace);
        // The current item is always allowed.
        let largest = sizes.iter().max().unwrap() * MIB;
        prop_assert!(peak <= LIMIT + largest, "{} MiB", peak / MIB);
    }
}

#[test]
fn the_peak_of_images_is_the_limit_and_one_image() {
    let image = png(2048);
    let source = (0..20)
        .fold(TestSource::default(), |source, number| source.with(&format!("{number}.png"), image.clone()))
        .gated();
    // The first image comes last, so that the others are decoded ahead of it.
    (1..20).for_each(|number| source.open(&format!("{number}.png")));
    let phase =
        (0..20).fold(Phase::new("play"), |phase, number| phase.resource(texture(&number.to_string())));
    let mut stage =
        Stage::empty(ManagerSettings { source: Arc::new(source.clone()), ..ManagerSettings::default() });
    stage.add_phase(phase, &["menu"]);
    stage.manager.start("play");
    let taken = allocation_counter::measure(|| {
        (0..50).for_each(|_| stage.frame());
        source.open("0.png");
        stage.run_until_idle();
    });
    assert_eq!(stage.manager.assets().texture_count(), 20);
    let (peak, bound) = (taken.bytes_max, LIMIT + 16 * MIB);
    assert!(peak * 10 <= bound * 11, "{} MiB at once", peak / MIB);
    assert!(peak * 2 > bound, "{} MiB: nothing was decoded ahead", peak / MIB);
}
