//! Sounds over changes of phases: music by its file, effects that are asked for before their sound is on the device,
//! and looped effects.

use std::sync::Arc;
use std::time::Duration;

use proscenium_core::flow::{
    CoverAudio as Covered, GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager,
};
use proscenium_core::phase::{Pace, Sound};
use proscenium_core::platform::{HeadlessAudio, Input, MemorySource, Playback};
use proscenium_sound::Mixer;

struct Idle;
impl GameScreen for Idle {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

/// A WAV file of 800 samples of this value at 8 kHz.
fn tenth_of_a_second(sample: u8) -> Vec<u8> {
    let format =
        [&[1, 0, 1, 0][..], &8000_u32.to_le_bytes(), &16000_u32.to_le_bytes(), &[2, 0, 16, 0]].concat();
    let chunks =
        [b"WAVEfmt \x10\0\0\0", &format[..], b"data", &1600_u32.to_le_bytes(), &[sample; 1600]].concat();
    [b"RIFF", &(chunks.len() as u32).to_le_bytes()[..], &chunks].concat()
}

struct Stage {
    manager: ScreenManager,
    audio: HeadlessAudio,
    mixer: Mixer,
}

impl Stage {
    /// Files `one.wav`, `same.wav` with the same bytes, `other.wav`, and `s0.wav` to `s99.wav`.
    fn new(audio: HeadlessAudio, pace: Pace, phases: Vec<Phase>) -> Self {
        let mut source = MemorySource::default()
            .with("one.wav", tenth_of_a_second(9))
            .with("same.wav", tenth_of_a_second(9))
            .with("other.wav", tenth_of_a_second(10));
        for nth in 0..100 {
            source = source.with(&format!("s{nth}.wav"), tenth_of_a_second(nth));
        }
        let settings = ManagerSettings { source: Arc::new(source), pace, ..ManagerSettings::default() };
        let mut manager = ScreenManager::new(settings);
        phases.into_iter().for_each(|phase| manager.add_phase(phase));
        let mixer = Mixer::new(audio.clone());
        Self { manager, audio, mixer }
    }

    fn with_themes() -> Self {
        let theme = |name: &'static str, file: &str| {
            Phase::new(name).file::<Sound>("theme", file).screen(name, |_| Idle)
        };
        let none = Phase::new("none").screen("none", |_| Idle);
        let phases =
            vec![theme("one", "one.wav"), theme("same", "same.wav"), theme("other", "other.wav"), none];
        Self::new(HeadlessAudio::recording(), Pace::default(), phases)
    }

    fn ticks(&mut self, ticks: u32, covered: Covered) -> Vec<String> {
        for _ in 0..ticks {
            self.manager.step(&Input::default());
            self.mixer.tick(self.manager.assets().resources(), covered);
        }
        self.audio.take_calls()
    }

    /// Loads a phase; returns the calls until some ticks after it.
    fn load(&mut self, phase: &'static str) -> Vec<String> {
        self.manager.start(phase);
        self.ticks(40, Covered::Continue)
    }
}

fn begun(calls: &[String]) -> Vec<&str> {
    let words = ["loop ", "stop "];
    calls.iter().map(String::as_str).filter(|call| words.iter().any(|word| call.starts_with(word))).collect()
}

#[test]
fn music_goes_by_its_file_and_not_by_its_id() {
    let mut stage = Stage::with_themes();
    stage.load("one");
    stage.mixer.play_music("theme", Duration::ZERO);
    assert_eq!(begun(&stage.ticks(20, Covered::Continue)), ["loop theme 0.20"]);
    // The same file goes on, whatever it is called.
    stage.load("same");
    stage.mixer.play_music("theme", Duration::ZERO);
    assert_eq!(begun(&stage.ticks(20, Covered::Continue)), [""; 0]);
    // Another file takes its place when it is asked for, and not before.
    assert_eq!(begun(&stage.load("other")), [""; 0]);
    stage.mixer.play_music("theme", Duration::ZERO);
    assert_eq!(begun(&stage.ticks(20, Covered::Continue)), ["loop theme 0.20", "stop theme"]);
    stage.mixer.play_music("theme", Duration::ZERO);
    assert_eq!(begun(&stage.ticks(20, Covered::Continue)), [""; 0]);
    assert_eq!(stage.audio.sound_count(), 1);
}

#[test]
fn music_that_is_asked_for_while_its_phase_loads_waits_for_the_file_of_that_phase() {
    let mut stage = Stage::with_themes();
    stage.load("one");
    stage.mixer.play_music("theme", Duration::ZERO);
    stage.ticks(20, Covered::Continue);
    // In the phase without it the music goes on.
    stage.load("none");
    stage.mixer.play_music("theme", Duration::ZERO);
    assert_eq!(begun(&stage.ticks(20, Covered::Continue)), [""; 0]);
    assert_eq!(begun(&stage.load("other")), ["loop theme 0.20", "stop theme"]);
    // Each frame may ask for it.
    stage.manager.start("one");
    let mut calls = Vec::new();
    for _ in 0..40 {
        stage.mixer.play_music("theme", Duration::ZERO);
        calls.extend(stage.ticks(1, Covered::Continue));
    }
    assert_eq!(begun(&calls), ["loop theme 0.20", "stop theme"]);
}

#[test]
fn an_effect_of_the_same_id_is_that_of_the_new_phase_at_once() {
    let phase =
        |name: &'static str, file: &str| Phase::new(name).file::<Sound>("shot", file).screen(name, |_| Idle);
    let phases = vec![phase("one", "one.wav"), phase("other", "other.wav")];
    let mut stage = Stage::new(HeadlessAudio::recording(), Pace::default(), phases);
    stage.load("one");
    let _hum = stage.mixer.play_looped("shot", Playback::default());
    stage.ticks(1, Covered::Continue);
    let calls = stage.load("other");
    assert!(calls.contains(&"load shot".to_owned()), "{calls:?}");
    stage.mixer.play("shot", 0.5);
    assert_eq!(stage.ticks(1, Covered::Continue), ["play shot 0.20"]);
}

fn many(pace: Pace, delay: u32) -> Stage {
    let many = (0..100).fold(Phase::new("many"), |phase, nth| {
        phase.file::<Sound>(&format!("s{nth}"), &format!("s{nth}.wav"))
    });
    let phases = vec![many.screen("many", |_| Idle), Phase::new("none").screen("none", |_| Idle)];
    Stage::new(HeadlessAudio::recording().with_delay(delay), pace, phases)
}

#[test]
fn with_a_budget_all_sounds_are_on_the_device_when_the_phase_is_ready() {
    let mut stage = many(Pace::Budget(Duration::from_secs(1)), 0);
    stage.manager.start("many");
    let mut calls = Vec::new();
    let mut ticks = 0;
    while stage.manager.stack().active().is_none_or(|screen| screen.name() != "many") {
        calls.extend(stage.ticks(1, Covered::Continue));
        ticks += 1;
        assert!(ticks < 90, "with a budget it loads several in a tick");
    }
    assert_eq!(calls.iter().filter(|call| call.starts_with("load ")).count(), 100);
    for nth in [99, 50, 0] {
        stage.mixer.play(&format!("s{nth}"), 0.5);
        assert_eq!(stage.ticks(1, Covered::Continue), [format!("play s{nth} 0.20")]);
        stage.ticks(10, Covered::Continue);
    }
}

#[test]
fn an_effect_that_is_not_ready_yet_is_heard_when_it_is() {
    let mut stage = many(Pace::Budget(Duration::from_secs(1)), 30);
    stage.manager.start("many");
    while stage.manager.stack().active().is_none_or(|screen| screen.name() != "many") {
        stage.ticks(1, Covered::Continue);
    }
    // It is asked for in two ticks, and begins once.
    for _ in 0..2 {
        stage.mixer.play("s99", 0.5);
        assert_eq!(begun(&stage.ticks(1, Covered::Continue)), [""; 0]);
    }
    let calls = stage.ticks(40, Covered::Continue);
    assert_eq!(calls.iter().filter(|call| call.starts_with("play s99 ")).count(), 1, "{calls:?}");
    // One whose phase has gone is not heard any more.
    let mut stage = many(Pace::Budget(Duration::from_secs(1)), 30);
    stage.load("none");
    stage.manager.start("many");
    while stage.manager.stack().active().is_none_or(|screen| screen.name() != "many") {
        stage.ticks(1, Covered::Continue);
    }
    stage.mixer.play("s99", 0.5);
    stage.ticks(1, Covered::Continue);
    let calls = stage.load("none");
    assert!(!calls.iter().any(|call| call.starts_with("play ")), "{calls:?}");
}

#[test]
fn a_looped_effect_plays_until_it_is_stopped_or_dropped() {
    let mut stage = many(Pace::default(), 0);
    stage.load("none");
    // It waits for its sound.
    let hum = stage.mixer.play_looped("s1", Playback { volume: 0.5, pan: 1.0, ..Playback::default() });
    assert_eq!(stage.ticks(100, Covered::Continue), [""; 0]);
    stage.manager.start("many");
    let calls = stage.ticks(150, Covered::Continue);
    assert_eq!(begun(&calls), ["loop s1 0.10 on effects pan 1.00"]);
    hum.set_volume(1.0);
    assert_eq!(stage.ticks(10, Covered::Continue), ["volume s1 0.20"]);
    hum.set_volume(f32::NAN);
    assert_eq!(stage.ticks(10, Covered::Continue), ["volume s1 0.00"]);
    hum.stop();
    assert_eq!(stage.ticks(10, Covered::Continue), ["stop s1"]);
    let hum = stage.mixer.play_looped("s2", Playback::default());
    assert_eq!(stage.ticks(1, Covered::Continue), ["loop s2 0.20 on effects"]);
    drop(hum);
    assert_eq!(stage.ticks(1, Covered::Continue), ["stop s2"]);
    // One that has not begun never does.
    stage.mixer.play_looped("s3", Playback::default()).stop();
    assert_eq!(stage.ticks(10, Covered::Continue), [""; 0]);
}

#[test]
fn a_cover_pauses_the_loops_that_there_are_and_no_later_one() {
    let mut stage = many(Pace::default(), 0);
    stage.manager.start("many");
    stage.ticks(150, Covered::Continue);
    let low = stage.mixer.play_looped("s1", Playback { volume: 0.1, ..Playback::default() });
    stage.ticks(1, Covered::Continue);
    let asked = stage.mixer.play_looped("s4", Playback { volume: 0.1, ..Playback::default() });
    assert_eq!(stage.ticks(1, Covered::Duck), ["loop s4 0.02 on effects"]);
    assert_eq!(stage.ticks(5, Covered::Pause), ["pause s1", "pause s4"]);
    let high = stage.mixer.play_looped("s2", Playback { volume: 0.1, ..Playback::default() });
    assert_eq!(stage.ticks(5, Covered::Pause), ["loop s2 0.02 on effects"]);
    // What a paused one is set to is heard when it goes on.
    low.set_volume(0.2);
    assert_eq!(stage.ticks(5, Covered::Pause), ["volume s1 0.04"]);
    assert_eq!(stage.ticks(5, Covered::Continue), ["resume s1", "resume s4"]);
    drop((low, asked, high));
    assert_eq!(stage.ticks(5, Covered::Continue), ["stop s1", "stop s4", "stop s2"]);
}
