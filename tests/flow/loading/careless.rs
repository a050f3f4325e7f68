//! Kinds whose sizes cannot be, and whose code panics at any moment: the program goes on.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use proscenium::flow::{ManagerSettings, Phase, ScreenCommand};
use proscenium::phase::{Asset, Background, DecodeContext, FinishContext, LoadPolicy, Pace, Resource};
use proscenium::platform::{AssetPath, AssetSource, ReadFuture, TestSource};

use crate::files::{failure, load, resources};
use crate::probe::Stage;

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
    [(0, Pace::OneItemPerTick), (2, Pace::OneItemPerTick), (0, budget), (2, Pace::Blocking)]
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
        assert_eq!((stage.stack(), stage.manager.memory().other_bytes), (vec!["menu"], 1));
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
            let end = |stage: &Stage| stage.manager.preload_status().and_then(|status| status.error.clone());
            while end(&stage).is_none() {
                stage.frame();
            }
            let limit = "the preload of phase `play` ended at its limit of ";
            assert!(end(&stage).unwrap().starts_with(limit), "{:?}", end(&stage));
            assert_eq!(stage.manager.memory().other_bytes, 1);
            load(&mut stage, "play");
            assert!(failure(&stage).contains("claims `a`: with it the phase has more than its limit"));
        }
    }
    check::<Claims<{ u64::MAX }, { u64::MAX }, 0>>();
    check::<Claims<1, 1, { u64::MAX }>>();
}

#[test]
fn a_stream_refuses_a_resource_of_a_size_that_cannot_be() {
    fn check<A: Asset>(limit: u64) {
        let source = TestSource::default().with("a", "1").with("b", "1");
        let settings =
            ManagerSettings { source: Arc::new(source), stream_limit: limit, ..ManagerSettings::default() };
        let mut stage = Stage::empty(settings);
        let phase = Phase::new("play").resource(Resource::file::<A>("a", "a").streamed());
        stage.add_phase(phase.resource(Resource::file::<Vec<u8>>("b", "b").streamed()), &["menu"]);
        load(&mut stage, "play");
        let slot = std::rc::Rc::new(std::cell::RefCell::new(None));
        let ticket = std::rc::Rc::clone(&slot);
        stage.once("menu", "update", move |cx| *ticket.borrow_mut() = Some(cx.stream(["b", "a"], 0)));
        for _ in 0..30 {
            stage.frame();
        }
        let ticket = slot.take().unwrap();
        let error = ticket.outcome().unwrap().unwrap_err();
        assert!(error.contains("`a`") && error.contains("limit") | error.contains("does not fit"), "{error}");
        assert_eq!(stage.manager.resources().ids(), ["b".into()]);
    }
    for limit in [1000, u64::MAX] {
        check::<Claims<{ u64::MAX }, { u64::MAX }, 0>>(limit);
        check::<Claims<1, 1, { u64::MAX }>>(limit);
    }
}

/// A value whose destructor panics.
struct Brittle;

impl Drop for Brittle {
    fn drop(&mut self) {
        panic!("a destructor on purpose");
    }
}

impl Asset for Brittle {
    const KIND: &'static str = "brittle";

    fn decode(_: &[u8], _: &DecodeContext<'_>) -> Result<Self, AnyError> {
        Ok(Self)
    }
}

/// Runs ticks, so that threads have the time to decode.
fn wait(stage: &mut Stage, ticks: u32) {
    for _ in 0..ticks {
        stage.frame();
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

#[test]
fn a_destructor_that_panics_does_no_harm_at_any_moment_of_a_load() {
    for threads in [0, 2] {
        // The load is left in each of its ticks, by another load, a quit and the end of the manager.
        for ticks in 0..6 {
            for end in 0..3 {
                let mut stage = stage(threads, Pace::OneItemPerTick);
                stage.add_phase(phase_of::<Brittle>(&["a", "b", "c"]), &["menu"]);
                stage.add_phase(Phase::new("other"), &["second"]);
                stage.manager.command(ScreenCommand::load("play"));
                wait(&mut stage, ticks);
                if end == 0 {
                    stage.manager.command(ScreenCommand::load("other"));
                    stage.run_until_idle();
                    assert_eq!(stage.stack(), ["second"]);
                } else if end == 1 {
                    stage.manager.command(ScreenCommand::Quit);
                    wait(&mut stage, 3);
                    assert!(stage.manager.has_ended());
                }
                drop(stage);
            }
        }
    }
}

#[test]
fn a_destructor_that_panics_does_no_harm_in_a_preload_a_stream_and_a_reload() {
    for threads in [0, 2] {
        let mut stage = stage(threads, Pace::OneItemPerTick);
        let streamed = Resource::file::<Brittle>("c", "c").streamed();
        stage.add_phase(phase_of::<Brittle>(&["a"]).resource(streamed), &["menu"]);
        stage.add_phase(Phase::new("next").file::<Brittle>("b", "b").file::<Brittle>("c", "c"), &["second"]);
        stage.add_phase(Phase::new("other"), &["third"]);
        load(&mut stage, "play");
        for ticks in 0..6 {
            stage.manager.command(ScreenCommand::preload("next"));
            stage.once("menu", "update", |cx| drop(cx.stream(["c"], 0)));
            let saved = ["a", "c"].map(|path| AssetPath::new(path).unwrap());
            assert!(stage.manager.reload_changed(saved).iter().all(Result::is_ok));
            wait(&mut stage, ticks);
            assert!(stage.manager.reload_changed([]).iter().all(Result::is_ok));
            load(&mut stage, "other");
            load(&mut stage, "play");
            assert_eq!(stage.stack(), ["menu"]);
        }
    }
}

/// An error that cannot be shown.
#[derive(Debug)]
struct Shy;

impl fmt::Display for Shy {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        panic!("a text on purpose")
    }
}

impl Error for Shy {}

/// A panic whose message panics when it is dropped.
fn panic_badly() -> ! {
    std::panic::panic_any(Brittle)
}

/// A kind that does this wrong.
struct Wrong<const HOW: u32>(#[expect(dead_code, reason = "it is only dropped")] Option<Brittle>);

impl<const HOW: u32> Asset for Wrong<HOW> {
    const KIND: &'static str = "wrong";

    fn decode(_: &[u8], _: &DecodeContext<'_>) -> Result<Self, AnyError> {
        match HOW {
            0 => Err(Shy.into()),
            1 => panic_badly(),
            2 => panic!("a decoder on purpose"),
            // The value panics once more when it is dropped.
            _ => Ok(Self((HOW > 4).then(|| Brittle))),
        }
    }

    fn decoded_size(_: &[u8]) -> u64 {
        if HOW == 3 { panic_badly() } else { 1 }
    }

    fn finish(&mut self, _: &mut FinishContext<'_>) -> Result<(), AnyError> {
        match HOW {
            4 => panic_badly(),
            5 => Err(Shy.into()),
            6 => panic!("a finish on purpose"),
            _ => Ok(()),
        }
    }

    fn memory(&self) -> u64 {
        if HOW == 7 { panic_badly() } else { 1 }
    }

    fn stand_in() -> Option<Self> {
        panic_badly()
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
                    let failures: Vec<_> = stage.manager.resources().failures().collect();
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
    check::<0>("a text on purpose");
    check::<1>("it panicked: without a message");
    check::<2>("it panicked: a decoder on purpose");
    check::<3>("it panicked: without a message");
    check::<4>("it panicked: without a message");
    check::<5>("a text on purpose");
    check::<6>("it panicked: a finish on purpose");
    check::<7>("it panicked: without a message");
}

#[test]
fn a_policy_that_panics_retries_nothing() {
    let policy = LoadPolicy { is_retried: |_| panic!("a policy on purpose"), ..LoadPolicy::default() };
    for (threads, pace) in ways() {
        let mut stage = reading(TestSource::default().interrupting("a", 9), threads, pace);
        stage.add_phase(Phase::new("play").file::<Vec<u8>>("a", "a").load_policy(policy), &["menu"]);
        stage.add_phase(Phase::new("listed").manifest("a").load_policy(policy), &["menu"]);
        for phase in ["play", "listed"] {
            load(&mut stage, phase);
            assert!(failure(&stage).ends_with("cannot read a: the connection was lost"), "{phase}");
        }
    }
}

/// A read that never ends and panics when it is given up.
struct Clinging(AtomicBool);

impl AssetSource for Clinging {
    fn read(&self, _: &AssetPath) -> ReadFuture {
        let brittle = Brittle;
        self.0.store(true, Ordering::Relaxed);
        Box::pin(async move {
            let _brittle = brittle;
            std::future::pending().await
        })
    }

    fn is_immediate(&self) -> bool {
        false
    }
}

#[test]
fn a_read_that_panics_when_it_is_given_up_does_no_harm() {
    for threads in [0, 2] {
        let mut stage = reading(Clinging(AtomicBool::new(false)), threads, Pace::OneItemPerTick);
        stage.add_phase(phase_of::<Vec<u8>>(&["a", "b"]), &["menu"]);
        stage.add_phase(Phase::new("other"), &["second"]);
        for _ in 0..3 {
            stage.manager.command(ScreenCommand::load("play"));
            wait(&mut stage, 3);
            stage.manager.command(ScreenCommand::load("other"));
            while stage.stack() != ["second"] {
                stage.frame();
            }
        }
    }
}

#[test]
fn a_check_and_packing_name_what_panics() {
    let mut stage = stage(0, Pace::OneItemPerTick);
    let phase = phase_of::<Brittle>(&["a"]).file::<Wrong<7>>("b", "b");
    stage.add_phase(phase.file::<Claims<{ u64::MAX }, 1, 0>>("c", "c"), &["menu"]);
    let problems = stage.manager.check();
    assert!(problems.iter().any(|problem| problem.contains("wrong `b`: it panicked")), "{problems:?}");
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("careless-packs");
    let problems = stage.manager.pack(&folder).unwrap_err();
    assert!(problems.iter().any(|problem| problem.contains("wrong `b`: it panicked")), "{problems:?}");
}
