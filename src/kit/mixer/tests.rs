//! What the mixer asks of the device, call by call.

use std::sync::Arc;
use std::time::Duration;

use super::Mixer;
use crate::flow::{Cover, GameScreen, ScreenContext};
use crate::flow::{CoverAudio as Covered, ManagerSettings, Phase, ScreenManager};
use crate::kit::Session;
use crate::phase::Resources;
use crate::platform::{HeadlessAudio, Input, ManualClock, MemorySource, STEP, wav_file};

/// A game with the phases `menu`, `play` and `empty`; all sounds are 0.1 s long.
struct Stage {
    manager: ScreenManager,
    audio: HeadlessAudio,
    mixer: Mixer,
}

struct Idle;
impl GameScreen for Idle {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

fn phase(name: &'static str, sounds: &[&str]) -> Phase {
    let phase = sounds.iter().fold(Phase::new(name), |phase, id| phase.sound(id, &format!("{id}.wav")));
    phase.screen(name, |_| Idle)
}

impl Stage {
    fn new(audio: HeadlessAudio) -> Self {
        let mut source = MemorySource::default();
        for id in ["theme", "march", "shot", "door", "bell", "horn"] {
            source = source.with(&format!("{id}.wav"), wav_file(8000, 1, &[100; 800]));
        }
        let settings = ManagerSettings { source: Arc::new(source), ..ManagerSettings::default() };
        let mut manager = ScreenManager::new(settings);
        manager.add_phase(phase("menu", &["theme", "shot", "door", "bell", "horn"]));
        manager.add_phase(phase("play", &["march", "shot"]));
        manager.add_phase(phase("empty", &[]));
        let mixer = Mixer::new(audio.clone());
        Self { manager, audio, mixer }
    }

    /// Loads a phase, with all of its sounds on the device, and forgets what was asked of it.
    fn load(&mut self, phase: &'static str) {
        self.manager.start(phase);
        for _ in 0..20 {
            self.manager.step(&Input::default());
            self.tick(Covered::Continue);
        }
        assert_eq!(self.manager.phase().map(crate::phase::PhaseId::name), Some(phase));
    }

    fn tick(&self, covered: Covered) {
        self.mixer.tick(self.manager.resources(), covered);
    }

    /// What the device was asked for in so many ticks, each as a line.
    fn ticks(&self, ticks: u32, covered: Covered) -> Vec<String> {
        for _ in 0..ticks {
            self.tick(covered);
        }
        self.calls()
    }

    fn calls(&self) -> Vec<String> {
        self.audio.take_calls().iter().map(ToString::to_string).collect()
    }
}

fn in_menu() -> Stage {
    let mut stage = Stage::new(HeadlessAudio::recording());
    stage.load("menu");
    stage.calls();
    stage
}

const TENTH: Duration = Duration::from_millis(100);

#[test]
fn sounds_go_to_the_device_one_a_frame_and_leave_it_with_their_phase() {
    let mut stage = Stage::new(HeadlessAudio::recording());
    stage.load("menu");
    assert_eq!(stage.calls(), ["load theme", "load shot", "load door", "load bell", "load horn"]);
    stage.load("play");
    // What both phases have stays.
    assert_eq!(stage.calls(), ["unload theme", "unload door", "unload bell", "unload horn", "load march"]);
    // A phase that is loaded anew brings its sounds anew, but for what plays.
    stage.mixer.play_music("march", Duration::ZERO);
    stage.ticks(10, Covered::Continue);
    stage.load("play");
    assert_eq!(stage.calls(), ["unload shot", "load shot"]);
    stage.mixer.stop_music(Duration::ZERO);
    stage.load("empty");
    let calls = stage.calls();
    assert_eq!(calls[calls.len() - 2..], ["stop march", "unload march"]);
    assert_eq!(stage.audio.sound_count(), 0);
}

#[test]
fn an_effect_plays_once_and_one_that_is_not_there_is_left_out() {
    let stage = in_menu();
    stage.mixer.play("door", 0.5);
    stage.mixer.play("ghost", 1.0);
    stage.mixer.play("bell", f32::NAN);
    assert_eq!(stage.ticks(10, Covered::Continue), ["play door 0.20"]);
}

#[test]
fn fifty_shots_in_a_frame_are_one_that_is_a_little_louder() {
    let stage = in_menu();
    for nth in 0..50 {
        stage.mixer.play("shot", 0.3 + 0.005 * nth as f32);
    }
    assert_eq!(stage.ticks(10, Covered::Continue), ["play shot 0.32"]);
}

#[test]
fn at_most_four_of_one_sound_play_at_once() {
    let stage = in_menu();
    let mut log = Vec::new();
    // A sound lasts six frames; one is asked for in each.
    for frame in 0..10 {
        stage.mixer.play("shot", 0.1);
        log.push((frame, stage.ticks(1, Covered::Continue).len()));
    }
    let begun: Vec<_> = log.iter().filter(|(_, calls)| *calls == 1).map(|(frame, _)| *frame).collect();
    assert_eq!(begun, [0, 1, 2, 3, 6, 7, 8, 9]);
}

#[test]
fn the_loudest_come_first_and_all_together_stay_below_full_scale() {
    let stage = in_menu();
    for (id, volume) in [("door", 0.5), ("bell", 1.0), ("horn", 0.9), ("shot", 0.8)] {
        stage.mixer.play(id, volume);
    }
    // Two are all that there is room for; the others have to be this late.
    assert_eq!(stage.ticks(1, Covered::Continue), ["play bell 0.40", "play horn 0.25"]);
    stage.mixer.play("door", 0.5);
    // Effects die away, so there is room again.
    assert_eq!(stage.ticks(1, Covered::Continue), ["play door 0.11"]);
}

#[test]
fn music_fades_in_goes_on_when_it_is_asked_for_again_and_cross_fades_to_another() {
    let stage = in_menu();
    stage.mixer.play_music("theme", TENTH);
    let rise = ["loop theme 0.14", "volume theme 0.25", "volume theme 0.34", "volume theme 0.40"];
    assert_eq!(stage.ticks(4, Covered::Continue), rise);
    stage.mixer.play_music("theme", TENTH);
    assert_eq!(stage.ticks(10, Covered::Continue), ["volume theme 0.44", "volume theme 0.45"]);
    stage.mixer.play_music("horn", TENTH);
    let crossing = stage.ticks(10, Covered::Continue);
    let wanted = [
        "volume theme 0.44",
        "loop horn 0.14",
        "volume theme 0.40",
        "volume horn 0.25",
        "volume theme 0.34",
        "volume horn 0.34",
        "volume theme 0.25",
        "volume horn 0.40",
        "volume theme 0.14",
        "volume horn 0.44",
        "stop theme",
        "volume horn 0.45",
    ];
    assert_eq!(crossing, wanted);
    stage.mixer.stop_music(TENTH);
    assert_eq!(stage.ticks(10, Covered::Continue).last().map(String::as_str), Some("stop horn"));
    assert_eq!(stage.mixer.music(), None);
}

#[test]
fn music_that_is_asked_for_while_it_fades_out_comes_back_from_where_it_is() {
    let stage = in_menu();
    stage.mixer.play_music("theme", TENTH);
    stage.ticks(20, Covered::Continue);
    stage.mixer.stop_music(TENTH);
    assert_eq!(stage.ticks(2, Covered::Continue), ["volume theme 0.44", "volume theme 0.40"]);
    stage.mixer.play_music("theme", TENTH);
    assert_eq!(stage.ticks(9, Covered::Continue), ["volume theme 0.44", "volume theme 0.45"]);
}

#[test]
fn music_outlives_its_phase_and_that_of_the_next_begins_when_it_is_there() {
    let mut stage = Stage::new(HeadlessAudio::recording().with_delay(3));
    stage.mixer.play_music("theme", Duration::ZERO);
    stage.load("menu");
    let calls = stage.calls();
    assert_eq!(calls[..3], ["load theme", "load shot", "load door"]);
    assert!(calls.contains(&"loop theme 0.20".to_owned()), "{calls:?}");
    stage.mixer.play("shot", 1.0);
    stage.load("play");
    let calls = stage.calls();
    assert!(!calls.iter().any(|call| call.contains("theme")), "the music goes on: {calls:?}");
    stage.mixer.play_music("march", Duration::ZERO);
    let wanted = [
        "volume theme 0.42",
        "loop march 0.20",
        "volume theme 0.34",
        "volume march 0.34",
        "volume theme 0.20",
        "volume march 0.42",
        "stop theme",
        "volume march 0.45",
        "unload theme",
    ];
    assert_eq!(stage.ticks(10, Covered::Continue), wanted);
    assert_eq!(stage.audio.sound_count(), 2);
}

#[test]
fn covers_duck_and_silence_the_music_slowly() {
    let stage = in_menu();
    stage.mixer.play_music("theme", Duration::ZERO);
    stage.ticks(20, Covered::Continue);
    let ducked = stage.ticks(30, Covered::Duck);
    assert_eq!((ducked.len(), ducked.last().map(String::as_str)), (13, Some("volume theme 0.16")));
    let silent = stage.ticks(30, Covered::Pause);
    assert_eq!(silent.last().map(String::as_str), Some("volume theme 0.00"));
    // It was not stopped: it goes on unheard.
    assert!(!silent.iter().any(|call| call.starts_with("stop")));
    let back = stage.ticks(30, Covered::Continue);
    assert_eq!((back.len(), back.last().map(String::as_str)), (20, Some("volume theme 0.45")));
}

#[test]
fn the_settings_count_at_once_and_by_loudness() {
    let stage = in_menu();
    stage.mixer.play_music("theme", Duration::ZERO);
    stage.ticks(20, Covered::Continue);
    stage.mixer.set_volumes(0.5, 0.0);
    stage.mixer.play("shot", 1.0);
    // Half of the way is a quarter of the volume.
    assert_eq!(stage.ticks(3, Covered::Continue), ["volume theme 0.11"]);
}

#[test]
fn a_session_ticks_its_mixer_with_what_the_covers_do_and_closes_it_at_the_end() {
    struct Covering(bool);
    impl GameScreen for Covering {
        fn update(&mut self, cx: &mut ScreenContext<'_>) {
            if !std::mem::replace(&mut self.0, true) {
                cx.push(crate::flow::Target::fresh("cover", Self(true)));
            }
        }

        fn cover(&self) -> Cover {
            Cover { audio: Covered::Pause, ..Cover::default() }
        }
    }
    let Stage { mut manager, audio, mixer } = Stage::new(HeadlessAudio::recording());
    let covered = Phase::new("covered").sound("theme", "theme.wav");
    manager.add_phase(covered.screen("low", |_| Covering(false)));
    manager.start("covered");
    mixer.play_music("theme", Duration::ZERO);
    let mut session = Session::new(manager, Box::new(ManualClock::default())).with_mixer(mixer.clone());
    for _ in 0..60 {
        session.advance(STEP, &Input::default());
    }
    let (_, result) = session.finish();
    assert!(result.is_ok());
    mixer.tick(&Resources::default(), Covered::Continue);
    let calls: Vec<_> = audio.take_calls().iter().map(ToString::to_string).collect();
    assert_eq!(calls.first().map(String::as_str), Some("load theme"));
    assert_eq!(calls[calls.len() - 3..], ["volume theme 0.00", "stop theme", "unload theme"]);
}
