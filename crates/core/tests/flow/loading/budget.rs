//! The budget of a tick. The clock moves by the cost of each step.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use proscenium_core::flow::{ManagerSettings, Phase};
use proscenium_core::phase::{AnyError, Asset, DecodeContext, FinishContext, Pace, Resource};
use proscenium_core::platform::{Clock, TestSource};

use crate::stage::{Stage, line};

thread_local! {
    /// The clock of the test on this thread, which decodes too.
    static CLOCK: RefCell<Clock> = RefCell::new(Clock::manual());
}

fn take(microseconds: f64) {
    CLOCK.with_borrow(|clock| clock.advance(Duration::from_nanos((microseconds * 1000.0) as u64)));
}

/// A kind whose file says its size in kilobytes, and how far its costs are from the line, in percent.
struct Sheet {
    kilobytes: u64,
    percent: u64,
}

impl Sheet {
    /// Takes a start, and the costs of the kilobytes.
    fn take(&self, start: f64, per_kilobyte: f64) {
        take((start + per_kilobyte * self.kilobytes as f64) * self.percent as f64 / 100.0);
    }
}

impl Asset for Sheet {
    const KIND: &'static str = "sheet";

    fn decode(bytes: &[u8], _cx: &DecodeContext<'_>) -> Result<Self, AnyError> {
        let (kilobytes, percent) = str::from_utf8(bytes)?.split_once(' ').ok_or("no size")?;
        let sheet = Self { kilobytes: kilobytes.parse()?, percent: percent.parse()? };
        sheet.take(30.0, 1.5);
        Ok(sheet)
    }

    fn decoded_size(bytes: &[u8]) -> u64 {
        let size = str::from_utf8(bytes).ok().and_then(|text| text.split_once(' ')?.0.parse().ok());
        size.map_or(0, |kilobytes: u64| kilobytes << 10)
    }

    fn memory(&self) -> u64 {
        self.kilobytes << 10
    }

    fn finish(&mut self, _cx: &mut FinishContext<'_>) -> Result<(), AnyError> {
        self.take(50.0, 0.4);
        Ok(())
    }
}

/// The trace, the number of ticks, and the milliseconds of each tick, sorted.
fn play(items: &[(u64, u64)], pace: Pace) -> (Vec<String>, u32, Vec<f64>) {
    let clock = Clock::manual();
    CLOCK.set(clock.clone());
    let mut source = TestSource::default();
    let mut phase = Phase::new("play");
    for (number, (kilobytes, percent)) in items.iter().enumerate() {
        let id = number.to_string();
        source = source.with(&id, format!("{kilobytes} {percent}"));
        phase = phase.resource(Resource::file::<Sheet>(&id, &id));
    }
    let settings = ManagerSettings {
        source: Arc::new(source),
        clock: clock.clone(),
        pace,
        ..ManagerSettings::default()
    };
    let mut stage = Stage::empty(settings);
    stage.add_phase(phase, &["menu"]);
    stage.manager.start("play");
    let mut ticks = Vec::new();
    while stage.stack() != ["menu"] {
        let before = clock.now();
        stage.frame();
        ticks.push((clock.now() - before).as_secs_f64() * 1000.0);
    }
    ticks.sort_by(f64::total_cmp);
    let trace = stage.manager.trace().take().iter().map(|record| line(&record.event)).collect();
    (trace, stage.manager.assets().reports()[0].ticks, ticks)
}

proptest! {
    // What is shown holds for nearly all queues, so they are the same in each run.
    #![proptest_config(ProptestConfig {
        cases: 24,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_tick_takes_longer_than_its_budget_by_no_more_than_a_step(
        items in prop::collection::vec((0..3000_u64, 90..110_u64), 400..600),
        budget in 6..12_u64,
    ) {
        // The most expensive step takes 5.1 ms.
        let (trace, _, milliseconds) = play(&items, Pace::Budget(Duration::from_millis(budget)));
        let late = milliseconds[milliseconds.len() - 1] - budget as f64;
        prop_assert!(late <= 5.1, "{late} ms more than {budget} ms");
        // Most of the budget is used.
        let mean = milliseconds.iter().sum::<f64>() / milliseconds.len() as f64;
        prop_assert!(mean > budget as f64 * 0.5, "{mean} of {budget} ms");
        let (expected, ticks, _) = play(&items, Pace::OneItemPerTick);
        prop_assert_eq!(trace, expected);
        prop_assert_eq!(ticks as usize, items.len() + 1);
    }
}
