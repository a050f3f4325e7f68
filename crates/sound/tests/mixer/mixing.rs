//! The calls of the mixer to the sound device.

use std::sync::Arc;
use std::time::Duration;

use proscenium_core::flow::{
    CoverAudio as Covered, GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager,
};
use proscenium_core::phase::Sound;
use proscenium_core::platform::{Bus, Clock, HeadlessAudio, Input, MemorySource, Playback};
use proscenium_sound::Mixer;

/// A game with the phases `menu`, `play` and `empty`; all sounds are 0.1 s long.
struct Stage {
    manager: ScreenManager,
    audio: HeadlessAudio,
    mixer: Mixer,
}

pub struct Idle;
impl GameScreen for Idle {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

/// A WAV file of 800 samples at 8 kHz.
pub fn tenth_of_a_second() -> Vec<u8> {
    let format =
        [&[1, 0, 1, 0][..], &8000_u32.to_le_bytes(), &16000_u32.to_le_bytes(), &[2, 0, 16, 0]].concat();
    let chunks = [b"WAVEfmt \x10\0\0\0", &format[..], b"data", &1600_u32.to_le_bytes(), &[9; 1600]].concat();
    [b"RIFF", &(chunks.len() as u32).to_le_bytes()[..], &chunks].concat()
}

fn phase(name: &'static str, sounds: &[&str]) -> Phase {
    let phase =
        sounds.iter().fold(Phase::new(name), |phase, id| phase.file::<Sound>(id, &format!("{id}.wav")));
    phase.screen(name, |_| Idle)
}

impl Stage {
    fn new(audio: HeadlessAudio) -> Self {
        let mut source = MemorySource::default();
        for id in ["theme", "march", "shot", "door", "bell", "horn"] {
            source = source.with(&format!("{id}.wav"), tenth_of_a_second());
        }
        let settings = ManagerSettings { source: Arc::new(source), ..ManagerSettings::default() };
        let mut manager = ScreenManager::new(settings);
        manager.add_phase(phase("menu", &["theme", "shot", "door", "bell", "horn"]));
        manager.add_phase(phase("play", &["march", "shot"]));
        manager.add_phase(phase("empty", &[]));
        let mixer = Mixer::new(audio.clone());
        Self { manager, audio, mixer }
    }

    /// Loads a phase, with all of its sounds on the device, and returns the calls.
    fn load(&mut self, phase: &'static str) -> Vec<String> {
        self.manager.start(phase);
        for _ in 0..40 {
            self.manager.step(&Input::default());
            self.mixer.tick(self.manager.assets().resources(), Covered::Continue);
        }
        self.calls()
    }

    /// The calls of so many ticks, each as a line.
    fn ticks(&self, ticks: u32, covered: Covered) -> Vec<String> {
        (0..ticks).for_each(|_| self.mixer.tick(self.manager.assets().resources(), covered));
        self.calls()
    }

    fn calls(&self) -> Vec<String> {
        self.audio.take_calls()
    }
}

fn in_menu() -> Stage {
    let mut stage = Stage::new(HeadlessAudio::recording());
    stage.load("menu");
    stage
}

const TENTH: Duration = Duration::from_millis(100);

#[test]
fn sounds_are_loaded_and_unloaded_with_their_phase() {
    let mut stage = Stage::new(HeadlessAudio::recording());
    assert_eq!(stage.load("menu"), ["load theme", "load shot", "load door", "load bell", "load horn"]);
    // A sound of both phases stays.
    assert_eq!(
        stage.load("play"),
        ["unload theme", "unload door", "unload bell", "unload horn", "load march"]
    );
    // A phase that is loaded once more keeps its sounds.
    stage.mixer.play_music("march", Duration::ZERO);
    stage.ticks(10, Covered::Continue);
    assert_eq!(stage.load("play"), [""; 0]);
    stage.mixer.stop_music(Duration::ZERO);
    let calls = stage.load("empty");
    assert_eq!(calls[calls.len() - 2..], ["stop march", "unload march"]);
    assert_eq!(stage.audio.sound_count(), 0);
}

#[test]
fn an_effect_plays_once_and_an_unknown_one_is_skipped() {
    let stage = in_menu();
    stage.mixer.play("door", 0.5);
    stage.mixer.play("ghost", 1.0);
    stage.mixer.play("bell", f32::NAN);
    assert_eq!(stage.ticks(10, Covered::Continue), ["play door 0.20"]);
}

#[test]
fn an_effect_played_often_in_a_tick_begins_once_as_the_loudest() {
    let stage = in_menu();
    for nth in 0..50 {
        let (volume, pan) = (0.3 + 0.005 * nth as f32, if nth == 49 { -0.8 } else { 0.8 });
        stage.mixer.play_with("shot", Playback { volume, pan, ..Playback::default() });
    }
    stage.mixer.play("shot", 0.1);
    assert_eq!(stage.ticks(10, Covered::Continue), ["play shot 0.22 pan -0.80"]);
}

#[test]
fn a_fifth_of_one_sound_ends_the_oldest_of_them() {
    let stage = in_menu();
    stage.mixer.play("door", 0.1);
    let mut log = vec![stage.ticks(1, Covered::Continue)];
    // A sound lasts six ticks.
    for volume in [0.5, 0.1, 0.1, 0.1, 0.1, 0.1] {
        stage.mixer.play("shot", volume);
        log.push(stage.ticks(1, Covered::Continue));
    }
    let play = "play shot 0.04";
    let ends_one = ["stop shot", play];
    let first = ["play shot 0.20"];
    assert_eq!(log, [&["play door 0.04"][..], &first, &[play], &[play], &[play], &ends_one, &ends_one]);
}

#[test]
fn a_twenty_fifth_effect_ends_the_oldest() {
    let names: Vec<String> = (0..30).map(|nth| format!("s{nth}")).collect();
    let source = names
        .iter()
        .fold(MemorySource::default(), |source, id| source.with(&format!("{id}.wav"), tenth_of_a_second()));
    let settings = ManagerSettings { source: Arc::new(source), ..ManagerSettings::default() };
    let mut manager = ScreenManager::new(settings);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    manager.add_phase(phase("many", &names));
    let audio = HeadlessAudio::recording();
    let mut stage = Stage { manager, mixer: Mixer::new(audio.clone()), audio };
    stage.load("many");
    names[..24].iter().for_each(|id| stage.mixer.play(id, 1.0));
    let begun = stage.ticks(1, Covered::Continue);
    assert_eq!((begun.len(), begun[0].as_str(), begun[23].as_str()), (24, "play s0 0.40", "play s23 0.40"));
    stage.mixer.play("s24", 0.5);
    stage.mixer.play("s25", 0.5);
    let calls = stage.ticks(1, Covered::Continue);
    assert_eq!(calls, ["stop s0", "play s24 0.20", "stop s1", "play s25 0.20"]);
}

#[test]
fn an_effect_has_a_bus_a_position_and_a_pitch() {
    let stage = in_menu();
    let playback = Playback { bus: Bus::Voice, volume: 1.0, pan: -0.5, pitch: 2.0 };
    stage.mixer.play_with("door", playback);
    assert_eq!(stage.ticks(1, Covered::Continue), ["play door 0.40 on voice pan -0.50 pitch 2.00"]);
    stage.mixer.play_with("bell", Playback { pan: 9.0, pitch: f32::NAN, ..Playback::default() });
    assert_eq!(stage.ticks(1, Covered::Continue), ["play bell 0.40 pan 1.00"]);
    // At twice the speed it has ended after three ticks, so that a cover does not pause it.
    stage.ticks(2, Covered::Continue);
    assert_eq!(stage.ticks(1, Covered::Pause), ["pause bell"]);
}

#[test]
fn music_fades_in_and_cross_fades_to_other_music() {
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
}

#[test]
fn music_that_fades_out_can_come_back() {
    let stage = in_menu();
    stage.mixer.play_music("theme", TENTH);
    stage.ticks(20, Covered::Continue);
    stage.mixer.stop_music(TENTH);
    assert_eq!(stage.ticks(2, Covered::Continue), ["volume theme 0.44", "volume theme 0.40"]);
    stage.mixer.play_music("theme", TENTH);
    assert_eq!(stage.ticks(9, Covered::Continue), ["volume theme 0.44", "volume theme 0.45"]);
}

#[test]
fn music_outlives_its_phase() {
    let mut stage = Stage::new(HeadlessAudio::recording().with_delay(3));
    stage.mixer.play_music("theme", Duration::ZERO);
    let calls = stage.load("menu");
    assert!(calls.contains(&"loop theme 0.20".to_owned()), "{calls:?}");
    stage.mixer.play("shot", 1.0);
    let calls = stage.load("play");
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
fn covers_duck_and_pause_the_music_gradually() {
    let stage = in_menu();
    stage.mixer.play_music("theme", Duration::ZERO);
    stage.ticks(20, Covered::Continue);
    let ducked = stage.ticks(30, Covered::Duck);
    assert_eq!((ducked.len(), ducked.last().map(String::as_str)), (13, Some("volume theme 0.16")));
    let silent = stage.ticks(30, Covered::Pause);
    assert_eq!(silent[silent.len() - 2..], ["volume theme 0.00", "pause theme"]);
    let back = stage.ticks(30, Covered::Continue);
    assert_eq!(back[..2], ["volume theme 0.02", "resume theme"]);
    assert_eq!((back.len(), back.last().map(String::as_str)), (21, Some("volume theme 0.45")));
}

#[test]
fn the_game_makes_music_quieter_and_a_cover_ducks_that() {
    let stage = in_menu();
    stage.mixer.set_music_volume(0.5);
    stage.mixer.play_music("theme", Duration::ZERO);
    let last = |calls: Vec<String>| calls.last().cloned();
    assert_eq!(last(stage.ticks(30, Covered::Continue)).as_deref(), Some("volume theme 0.22"));
    assert_eq!(last(stage.ticks(30, Covered::Duck)).as_deref(), Some("volume theme 0.08"));
    stage.mixer.set_music_volume(f32::NAN);
    assert_eq!(last(stage.ticks(30, Covered::Continue)).as_deref(), Some("volume theme 0.00"));
    stage.mixer.set_music_volume(7.0);
    assert_eq!(last(stage.ticks(30, Covered::Continue)).as_deref(), Some("volume theme 0.45"));
}

#[test]
fn a_cover_pauses_the_effects_that_play_and_no_later_one() {
    let stage = in_menu();
    stage.mixer.play("door", 0.5);
    stage.ticks(2, Covered::Duck);
    stage.mixer.play("bell", 0.5);
    assert_eq!(stage.ticks(1, Covered::Pause), ["pause door", "play bell 0.20"]);
    assert_eq!(stage.ticks(60, Covered::Pause), [""; 0]);
    assert_eq!(stage.ticks(60, Covered::Continue), ["resume door"]);
    // Both have ended.
    assert_eq!(stage.ticks(1, Covered::Pause), [""; 0]);
}

#[test]
fn volumes_of_buses_change_at_once_and_are_squared() {
    let stage = in_menu();
    for (bus, volume) in [(Bus::Music, 0.5), (Bus::Effects, 0.0), (Bus::Voice, f32::NAN), (Bus::Master, 7.0)]
    {
        stage.mixer.set_volume(bus, volume);
    }
    assert_eq!(stage.calls(), ["bus music 0.25", "bus effects 0.00", "bus voice 0.00"]);
    for (bus, volume) in [(Bus::Music, 0.5), (Bus::Master, 0.1), (Bus::Effects, 1.0), (Bus::Voice, 1.0)] {
        stage.mixer.set_volume(bus, volume);
    }
    assert_eq!(stage.calls(), ["bus master 0.01", "bus effects 1.00", "bus voice 1.00"]);
}

#[test]
fn a_muted_mixer_keeps_its_volumes() {
    let stage = in_menu();
    stage.mixer.set_muted(true);
    stage.mixer.set_muted(true);
    stage.mixer.set_volume(Bus::Master, 0.5);
    assert_eq!(stage.calls(), ["bus master 0.00"]);
    stage.mixer.set_muted(false);
    assert_eq!(stage.calls(), ["bus master 0.25"]);
}

#[test]
fn the_player_and_a_hidden_window_mute_each_for_itself() {
    // Whatever the order, it is heard if neither mutes it.
    for changes in 0..(1_u32 << 12) {
        let stage = in_menu();
        let (mut muted, mut hidden, mut heard) = (false, false, true);
        for nth in 0..6 {
            let on = changes >> (2 * nth) & 1 == 1;
            if changes >> (2 * nth + 1) & 1 == 1 {
                stage.mixer.set_muted(on);
                muted = on;
            } else {
                stage.mixer.set_hidden(on);
                hidden = on;
            }
            let is_heard = !muted && !hidden;
            let call = if is_heard { "bus master 1.00" } else { "bus master 0.00" };
            assert_eq!(stage.calls(), if is_heard == heard { vec![] } else { vec![call] });
            heard = is_heard;
        }
    }
}

#[test]
fn a_loop_of_ones_own_updates_and_closes_a_mixer_that_is_a_plugin() {
    let Stage { mut manager, audio, mixer } = Stage::new(HeadlessAudio::recording());
    manager.add_plugin(mixer.clone());
    manager.start("menu");
    for _ in 0..40 {
        manager.advance(Clock::TICK, &Input::default());
    }
    mixer.play("door", 1.0);
    manager.advance(Clock::TICK, &Input::default());
    assert!(manager.finish().is_ok());
    let calls = audio.take_calls();
    assert_eq!(calls.first().map(String::as_str), Some("load theme"));
    assert!(calls.iter().any(|call| call.starts_with("play door")), "{calls:?}");
    let unloaded = calls.iter().filter(|call| call.starts_with("unload")).count();
    assert_eq!(unloaded, 5, "{calls:?}");
}
