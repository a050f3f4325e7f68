//! The time of a session, and the error of one that cannot start.

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use proscenium::dev::{InputScript, ScriptPlayer};
use proscenium::flow::{GameScreen, ManagerSettings, Phase, Plugin, ScreenContext, ScreenManager};
use proscenium::game::{Game, RunOptions, Session, SessionError};
use proscenium::phase::{AnyError, Asset, DecodeContext, Pace};
use proscenium::platform::{Clock, Input, MemorySource, TraceRecord};

struct Nothing;

impl GameScreen for Nothing {
    fn update(&mut self, _: &mut ScreenContext<'_>) {}
}

/// The end of a run that starts with this phase: `broken` has no manifest, and the screen of `bad` cannot be built.
fn end_of(phase: &'static str, script: &str) -> Result<(), SessionError> {
    let source = Arc::new(MemorySource::default());
    let mut manager = ScreenManager::new(ManagerSettings { source, ..ManagerSettings::default() });
    for (name, manifest) in [("broken", Some("gone.ron")), ("whole", None)] {
        let phase = Phase::new(name).screen("only", |_| Nothing);
        manager.add_phase(manifest.into_iter().fold(phase, Phase::manifest));
    }
    let bad = Phase::new("bad").try_screen::<Nothing>("bad", |_| Err("no luck".into()));
    manager.add_phase(bad);
    manager.start(phase);
    let script = InputScript::parse(script, &proscenium::platform::Action::BUILT_IN).unwrap();
    Session::new(manager, Clock::manual())
        .with_plugin(ScriptPlayer::new(script, Rc::default()))
        .run_headless()
        .1
}

#[test]
fn a_run_whose_first_phase_fails_ends_with_the_cause() {
    for (phase, cause) in [
        (
            "broken",
            "the manifest of phase `broken` cannot be used: cannot read gone.ron: there is no such file",
        ),
        ("bad", "screen `bad` of phase `bad` cannot be built: no luck"),
        ("nowhere", "nowhere"),
    ] {
        // Also where the failure screen is left by the player.
        for script in ["run 60\nquit", "run 60\ntap cancel\nrun 60", "run 60\ntap accept\nrun 60\ntap cancel"]
        {
            match end_of(phase, script) {
                Err(SessionError::NotStarted(found)) => assert!(found.contains(cause), "{phase}: {found}"),
                other => panic!("{phase}, {script:?}: {other:?}"),
            }
        }
    }
}

#[test]
fn a_script_that_is_about_the_failure_ends_without_an_error() {
    for script in ["wait failure\nquit", "run 60\nexpect stack failure\nquit"] {
        assert!(end_of("broken", script).is_ok(), "{script:?}");
    }
    // A phase that starts is enough, however the run ends.
    assert!(end_of("whole", "run 60\nquit").is_ok());
    // One that ends before its first phase has failed.
    assert!(end_of("broken", "quit").is_ok());
}

/// A kind that takes longer than many ticks of a run without a window.
struct Slow;

impl Asset for Slow {
    const KIND: &'static str = "slow";

    fn decode(_: &[u8], _: &DecodeContext<'_>) -> Result<Self, AnyError> {
        std::thread::sleep(Duration::from_millis(20));
        Ok(Self)
    }
}

#[test]
fn without_a_window_a_load_takes_few_ticks_at_any_pace_however_slow_a_file_is() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("slow-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("file"), "slow").unwrap();
    std::fs::write(folder.join("script.txt"), "wait only 20\nquit\n").unwrap();
    for pace in [Pace::OneItemPerTick, Pace::Budget(Duration::ZERO), Pace::Budget(Duration::MAX)] {
        let phase = Phase::new("play").file::<Slow>("a", "file").file::<Slow>("b", "file");
        let game = Game::new("slow").assets(&folder).phase(phase.screen("only", |_| Nothing));
        let script = Some(folder.join("script.txt"));
        let options = RunOptions { headless: true, pace: Some(pace), script, ..RunOptions::default() };
        assert_eq!(game.run_with(&options), ExitCode::SUCCESS, "{pace:?}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_time_in_which_the_program_did_not_run_counts_as_one_tick() {
    let mut session = Session::new(ScreenManager::headless(), Clock::manual());
    let mut ticks = Vec::new();
    for elapsed in
        [Clock::TICK, Duration::from_millis(450), Duration::from_secs(3600), Duration::MAX, Clock::TICK]
    {
        let before = session.manager().tick();
        session.advance(elapsed, &Input::default());
        ticks.push(session.manager().tick() - before);
    }
    assert_eq!(ticks, [1, 5, 1, 1, 1]);
}

/// Stops the run after its first tick.
struct Full;

impl Plugin for Full {
    fn after_tick(&mut self, _: &mut ScreenManager, _: &[TraceRecord]) -> Result<(), Box<dyn Error>> {
        Err("the disk is full".into())
    }
}

#[test]
fn a_session_ends_with_the_error_of_a_plugin() {
    let session = Session::new(ScreenManager::headless(), Clock::manual()).with_plugin(Full);
    match session.run_headless().1 {
        Err(error @ SessionError::Plugin(_)) => assert_eq!(error.to_string(), "the disk is full"),
        other => panic!("{other:?}"),
    }
}
