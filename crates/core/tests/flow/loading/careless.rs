//! Kinds whose sizes cannot be, and whose code panics while it loads: the program goes on.

use std::error::Error;
use std::sync::Arc;

use proscenium_core::flow::{ManagerSettings, Phase, ScreenCommand};
use proscenium_core::phase::{Asset, Background, DecodeContext, FinishContext, LoadPolicy, Pace, Resource};
use proscenium_core::platform::{AssetSource, TestSource};

use crate::files::{failure, load, resources};
use crate::stage::Stage;

type AnyError = Box<dyn Error + Send + Sync>;

fn stage(threads: usize, pace: Pace) -> Stage {
    let files = ["a", "b", "c"].iter().fold(TestSource::default(), |files, id| files.with(id, "1"));
    reading(files, threads, pace)
}

fn reading(source: impl AssetSource + 'static, threads: usize, pace: Pace) -> Stage {
    Stage::empty(ManagerSettings {
        source: Arc::new(source),
        background: Background::with_threads(threads),
        pace,
        ..ManagerSettings::default()
    })
}

/// The numbers of threads and the paces that a load can have.
fn ways() -> [(usize, Pace); 4] {
    let budget = Pace::Budget(std::time::Duration::from_secs(1));
    [
        (0, Pace::OneItemPerTick),
        (2, Pace::OneItemPerTick),
        (0, budget),
        (2, Pace::Budget(std::time::Duration::MAX)),
    ]
}

/// A kind that claims this much memory: decoded, for decoding, counted by its finish.
struct Claims<const DECODED: u64, const DECODING: u64, const COUNTED: u64>;

impl<const DECODED: u64, const DECODING: u64, const COUNTED: u64> Asset
    for Claims<DECODED, DECODING, COUNTED>
{
    const KIND: &'static str = "claims";

    fn decode(_: &[u8], _: &DecodeContext<'_>) -> Result<Self, AnyError> {
        Ok(Self)
    }

    fn decoded_size(_: &[u8]) -> u64 {
        DECODING
    }

    fn memory(&self) -> u64 {
        DECODED
    }

    fn finish(&mut self, cx: &mut FinishContext<'_>) -> Result<(), AnyError> {
        cx.count_bytes(COUNTED);
        Ok(())
    }
}

const HALF: u64 = u64::MAX / 2 + 1;

fn phase_of<A: Asset>(ids: &[&str]) -> Phase {
    ids.iter().fold(Phase::new("play"), |phase, id| phase.file::<A>(id, id))
}

#[test]
fn a_size_that_cannot_be_is_a_limit_error_of_its_resource() {
    fn check<A: Asset>(byte_limit: u64, first: &str) {
        for (threads, pace) in ways() {
            let mut stage = stage(threads, pace);
            let policy = LoadPolicy { byte_limit, ..LoadPolicy::default() };
            stage.add_phase(phase_of::<A>(&["a", "b", "c"]).load_policy(policy), &["menu"]);
            load(&mut stage, "play");
            let expected = format!(
                "failure: phase `play` cannot be loaded: claims `{first}`: with it the phase has more than its \
                 limit of {byte_limit} bytes (`LoadPolicy::byte_limit`)"
            );
            assert_eq!(failure(&stage), expected, "{threads} {pace:?}");
        }
    }
    let usual = LoadPolicy::default().byte_limit;
    check::<Claims<{ u64::MAX }, 1, 0>>(usual, "a");
    check::<Claims<1, { u64::MAX }, 0>>(usual, "a");
    check::<Claims<HALF, HALF, 0>>(usual, "a");
    check::<Claims<1, 1, { u64::MAX }>>(usual, "a");
    // Without a limit there is still the largest number.
    check::<Claims<{ u64::MAX }, { u64::MAX }, 0>>(u64::MAX, "b");
    check::<Claims<HALF, 1, 0>>(u64::MAX, "b");
    check::<Claims<1, 1, HALF>>(u64::MAX, "b");
    check::<Claims<{ u64::MAX - 9 }, { u64::MAX }, 9>>(u64::MAX, "b");
}

#[test]
fn an_optional_resource_of_a_size_that_cannot_be_is_left_out() {
    for (threads, pace) in ways() {
        let mut stage = stage(threads, pace);
        let huge = |id: &str| Resource::file::<Claims<{ u64::MAX }, { u64::MAX }, 0>>(id, id).optional();
        let phase = Phase::new("play").resource(huge("a")).resource(huge("b"));
        stage.add_phase(phase.file::<Vec<u8>>("c", "c"), &["menu"]);
        let trace = load(&mut stage, "play");
        assert_eq!(
            resources(&trace),
            ["claims play/a failed 0.333", "claims play/b failed 0.667", "bytes play/c loaded 1.000"]
        );
        assert_eq!((stage.stack(), stage.manager.assets().memory().other_bytes), (vec!["menu"], 1));
    }
}

#[test]
fn a_preload_ends_at_its_limit_whatever_a_resource_claims() {
    fn check<A: Asset>() {
        for (threads, pace) in ways() {
            let mut stage = stage(threads, pace);
            stage.add_phase(Phase::new("first").file::<Vec<u8>>("c", "c"), &["logo"]);
            stage.add_phase(phase_of::<A>(&["a", "b"]), &["menu"]);
            load(&mut stage, "first");
            stage.manager.command(ScreenCommand::preload("play"));
            for _ in 0..20 {
                stage.frame();
                std::thread::yield_now();
            }
            let end =
                |stage: &Stage| stage.manager.assets().preload().and_then(|status| status.error.clone());
            while end(&stage).is_none() {
                stage.frame();
            }
            let limit = "the preload of phase `play` ended at its limit of ";
            assert!(end(&stage).unwrap().starts_with(limit), "{:?}", end(&stage));
            assert_eq!(stage.manager.assets().memory().other_bytes, 1);
            load(&mut stage, "play");
            assert!(failure(&stage).contains("claims `a`: with it the phase has more than its limit"));
        }
    }
    check::<Claims<{ u64::MAX }, { u64::MAX }, 0>>();
    check::<Claims<1, 1, { u64::MAX }>>();
}

/// A message that panics when it is dropped.
struct Brittle;

impl Drop for Brittle {
    fn drop(&mut self) {
        panic!("a destructor on purpose");
    }
}

/// A kind that does this wrong.
struct Wrong<const HOW: u32>;

impl<const HOW: u32> Asset for Wrong<HOW> {
    const KIND: &'static str = "wrong";

    fn decode(_: &[u8], _: &DecodeContext<'_>) -> Result<Self, AnyError> {
        match HOW {
            0 => std::panic::panic_any(Brittle),
            1 => panic!("a decoder on purpose"),
            _ => Ok(Self),
        }
    }

    fn decoded_size(_: &[u8]) -> u64 {
        if HOW == 2 { panic!("a size on purpose") } else { 1 }
    }

    fn finish(&mut self, _: &mut FinishContext<'_>) -> Result<(), AnyError> {
        if HOW == 3 { panic!("a finish on purpose") } else { Ok(()) }
    }

    fn memory(&self) -> u64 {
        if HOW == 4 { panic!("a memory on purpose") } else { 1 }
    }
}

#[test]
fn a_kind_that_panics_anywhere_is_the_failure_of_its_resource() {
    fn check<const HOW: u32>(cause: &str) {
        for (threads, pace) in ways() {
            for is_optional in [false, true] {
                let mut stage = stage(threads, pace);
                let mut wrong = Resource::file::<Wrong<HOW>>("a", "a");
                if is_optional {
                    wrong = wrong.optional();
                }
                let phase = Phase::new("play").resource(wrong).file::<Vec<u8>>("b", "b");
                stage.add_phase(phase, &["menu"]);
                load(&mut stage, "play");
                if is_optional {
                    let failures: Vec<_> = stage.manager.assets().resources().failures().collect();
                    assert_eq!((stage.stack(), failures.len()), (vec!["menu"], 1), "{HOW}");
                    assert!(failures[0].1.to_string().contains(cause), "{HOW}: {}", failures[0].1);
                } else {
                    let failure = failure(&stage);
                    assert_eq!(stage.stack(), ["failure"]);
                    assert!(failure.contains("wrong `a`: ") && failure.contains(cause), "{HOW}: {failure}");
                }
            }
        }
    }
    check::<0>("it panicked: without a message");
    check::<1>("it panicked: a decoder on purpose");
    check::<2>("it panicked: a size on purpose");
    check::<3>("it panicked: a finish on purpose");
    check::<4>("it panicked: a memory on purpose");
}

#[test]
fn a_check_and_packing_name_what_panics() {
    let mut stage = stage(0, Pace::OneItemPerTick);
    let phase = phase_of::<Vec<u8>>(&["a"]).file::<Wrong<4>>("b", "b");
    stage.add_phase(phase.file::<Claims<{ u64::MAX }, 1, 0>>("c", "c"), &["menu"]);
    let problems = stage.manager.assets().check();
    assert!(problems.iter().any(|problem| problem.contains("wrong `b`: it panicked")), "{problems:?}");
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("careless-packs");
    let problems = stage.manager.assets().pack(&folder).unwrap_err();
    assert!(problems.iter().any(|problem| problem.contains("wrong `b`: it panicked")), "{problems:?}");
}
