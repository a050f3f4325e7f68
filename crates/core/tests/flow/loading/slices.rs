//! Large textures, which are uploaded in slices within the budget.

use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use proscenium_core::flow::{ManagerSettings, Phase, ScreenCommand};
use proscenium_core::phase::{AnyError, Asset, DecodeContext, FinishContext, Pace, Resource, Texture};
use proscenium_core::platform::{Clock, Gpu, HeadlessGpu, Pixels, TestSource, TextureId};

use crate::files::{load, png, resources, texture};
use crate::stage::{Stage, line};

/// A GPU that takes a millisecond for each megabyte.
struct Slow {
    inner: HeadlessGpu,
    clock: Clock,
}

impl Slow {
    fn take(&self, bytes: u64) {
        self.clock.advance(Duration::from_nanos((bytes * 1_000_000) >> 20));
    }
}

impl Gpu for Slow {
    fn upload(&mut self, pixels: &Pixels) -> io::Result<TextureId> {
        self.take(pixels.bytes());
        self.inner.upload(pixels)
    }

    fn allocate(&mut self, width: u32, height: u32) -> io::Result<TextureId> {
        self.inner.allocate(width, height)
    }

    fn update_rows(&mut self, texture: TextureId, pixels: &Pixels, rows: Range<u32>) -> io::Result<()> {
        self.take(u64::from(rows.end - rows.start) * u64::from(pixels.width()) * 4);
        self.inner.update_rows(texture, pixels, rows)
    }

    fn update(&mut self, texture: TextureId, pixels: &Pixels) -> io::Result<()> {
        self.inner.update(texture, pixels)
    }

    fn free(&mut self, texture: TextureId) {
        self.inner.free(texture);
    }

    fn texture_count(&self) -> usize {
        self.inner.texture_count()
    }
}

/// A stage on a slow GPU. The phase `play` has a texture of 16 MiB between small ones.
fn stage(pace: Pace) -> (Stage, Clock) {
    let clock = Clock::manual();
    let source = TestSource::default().with("a.png", png(4)).with("big.png", png(2048)).with("c.png", png(8));
    let settings = ManagerSettings {
        source: Arc::new(source),
        gpu: Box::new(Slow { clock: clock.clone(), inner: HeadlessGpu::default() }),
        clock: clock.clone(),
        pace,
        ..ManagerSettings::default()
    };
    let mut stage = Stage::empty(settings);
    let big = texture("big").weight(2);
    stage
        .add_phase(Phase::new("play").resource(texture("a")).resource(big).resource(texture("c")), &["menu"]);
    stage.add_phase(Phase::new("other").resource(texture("c")), &["page"]);
    (stage, clock)
}

const BUDGET: Pace = Pace::Budget(Duration::from_millis(4));

/// Ticks until half of the large texture is uploaded.
fn half(stage: &mut Stage, textures: usize) {
    stage.manager.command(ScreenCommand::load("play"));
    let part = |stage: &Stage| stage.manager.load().map_or(0.0, |status| status.progress.fraction);
    while part(stage) < 0.4 {
        stage.frame();
    }
    assert_eq!(stage.manager.assets().texture_count(), textures);
    let status = stage.manager.load().unwrap();
    assert_eq!(status.item.map(proscenium_core::phase::ResourceId::name), Some("big"));
}

#[test]
fn a_large_texture_costs_no_tick_more_than_its_budget() {
    let (mut stage, clock) = stage(BUDGET);
    stage.manager.start("play");
    let mut fractions = vec![0.0];
    while stage.stack() != ["menu"] {
        let before = clock.now();
        stage.frame();
        let took = clock.now() - before;
        assert!(took <= Duration::from_millis(5), "{took:?} at {fractions:?}");
        fractions.extend(stage.manager.load().map(|status| status.progress.fraction));
    }
    assert!(fractions.is_sorted(), "{fractions:?}");
    fractions.dedup();
    assert!(fractions.len() >= 5, "the progress stands still: {fractions:?}");
    let big = stage.manager.assets().resources().find::<Texture>("big").unwrap();
    assert_eq!(
        (big.width, big.height, stage.manager.assets().memory().texture_bytes),
        (2048, 2048, (16 << 20) + 64 + 256)
    );
}

#[test]
fn slices_change_only_the_ticks() {
    let trace = |pace| {
        let (mut stage, _clock) = stage(pace);
        stage.manager.start("play");
        stage.run_until_idle();
        let ticks = stage.manager.assets().reports()[0].ticks;
        (stage.manager.trace().take().iter().map(|record| line(&record.event)).collect::<Vec<_>>(), ticks)
    };
    let (one, ticks) = trace(Pace::OneItemPerTick);
    assert_eq!(ticks, 4, "an item is finished in one tick");
    let (budget, ticks) = trace(BUDGET);
    assert_eq!(budget, one);
    assert!(ticks > 4, "{ticks}");
}

#[test]
fn a_load_that_is_replaced_between_two_slices_frees_the_texture() {
    let (mut stage, _clock) = stage(BUDGET);
    half(&mut stage, 2);
    stage.run([ScreenCommand::load("other")]);
    assert_eq!(stage.manager.assets().texture_count(), 0);
    stage.run_until_idle();
    assert_eq!((stage.stack(), stage.manager.assets().texture_count()), (vec!["page"], 1));
    half(&mut stage, 3);
    stage.run([ScreenCommand::Quit]);
    assert_eq!((stage.manager.has_ended(), stage.manager.assets().texture_count()), (true, 0));
    assert!(stage.manager.assets().leaks().is_empty());
}

#[test]
fn a_preload_uploads_in_slices_too() {
    let (mut stage, clock) = stage(BUDGET);
    load(&mut stage, "other");
    stage.run([ScreenCommand::preload("play")]);
    let mut ticks = 0;
    while stage.manager.assets().preload().unwrap().progress.fraction < 1.0 {
        let before = clock.now();
        stage.frame();
        let took = clock.now() - before;
        assert!(took <= Duration::from_millis(5), "{took:?}");
        ticks += 1;
    }
    assert!((5..10).contains(&ticks), "{ticks}");
    // Another one is dropped between two slices.
    load(&mut stage, "play");
    stage.run([ScreenCommand::preload("other")]);
    load(&mut stage, "other");
    stage.run([ScreenCommand::preload("play")]);
    (0..4).for_each(|_| stage.frame());
    assert_eq!(stage.manager.assets().texture_count(), 3);
    stage.run([ScreenCommand::Quit]);
    assert_eq!(stage.manager.assets().texture_count(), 0);
    assert!(stage.manager.assets().leaks().is_empty());
}

/// A value that is finished in some calls, and fails in the last one or does not.
struct Steps {
    left: u32,
    fails: bool,
}

impl Asset for Steps {
    const KIND: &'static str = "steps";

    fn decode(bytes: &[u8], _cx: &DecodeContext<'_>) -> Result<Self, AnyError> {
        Ok(Self { left: u32::from(bytes[0]), fails: bytes[1] == b'!' })
    }

    fn finish(&mut self, cx: &mut FinishContext<'_>) -> Result<(), AnyError> {
        cx.upload(&Pixels::checker())?;
        match (self.left, self.fails) {
            (0, true) => panic!("on purpose"),
            (0, false) => return Ok(()),
            // It never ends.
            (255, _) => {}
            _ => self.left -= 1,
        }
        cx.call_again(0.5);
        Ok(())
    }
}

#[test]
fn the_calls_of_a_kind_end_with_a_value_or_an_error() {
    for (file, line, textures) in [
        ([3, b'.'], "steps play/x loaded 1.000", 4),
        ([3, b'!'], "steps play/x failed 1.000", 0),
        ([255, b'.'], "steps play/x failed 1.000", 0),
    ] {
        for pace in
            [Pace::OneItemPerTick, Pace::Budget(Duration::from_millis(4)), Pace::Budget(Duration::ZERO)]
        {
            let settings = ManagerSettings {
                source: Arc::new(TestSource::default().with("x", file)),
                pace,
                ..ManagerSettings::default()
            };
            let mut stage = Stage::empty(settings);
            let resource = Resource::file::<Steps>("x", "x").optional();
            stage.add_phase(Phase::new("play").resource(resource), &["menu"]);
            stage.manager.command(ScreenCommand::load("play"));
            let mut trace = Vec::new();
            while stage.stack() != ["menu"] {
                stage.frame();
                trace.extend(stage.lines_from(0));
            }
            assert_eq!(
                (resources(&trace), stage.manager.assets().texture_count()),
                (vec![line], textures),
                "{pace:?}"
            );
        }
    }
}
