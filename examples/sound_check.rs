//! What can be heard: music that fades over, effects on both sides, buses, covers, volumes, an OGG file. The texts say
//! what it should sound like. `.ci/sound` plays it too, in a window and in a page, and checks a recording of it.

use std::process::ExitCode;
use std::time::Duration;

use proscenium::flow::{
    Cover, CoverAudio, DrawContext, GameScreen, Phase, ScreenCommand, ScreenContext, Target,
};
use proscenium::game::Game;
use proscenium::phase::Sound;
use proscenium::platform::{Bus, Playback};
use proscenium::sound::Mixer;
use proscenium::ui::{Look, Paint, Theme};

/// The ticks of a step.
const STEP: u32 = 150;

type Act = fn(&Mixer, &mut ScreenContext<'_>);

/// What each step is called, and what it does.
const SCORE: [(&str, Act); 13] = [
    ("Silence", |_, _| {}),
    ("Music: a low tone", |mixer, _| mixer.play_music("low", Duration::from_millis(200))),
    ("It fades over to a high tone", |mixer, _| mixer.play_music("high", Duration::from_secs(1))),
    ("An effect on the left, an octave higher", |mixer, _| effect(mixer, Bus::Effects, -1.0, 2.0)),
    ("The same on the right", |mixer, _| effect(mixer, Bus::Effects, 1.0, 2.0)),
    ("Half to the left, still higher, on the bus for voices", |mixer, _| {
        effect(mixer, Bus::Voice, -0.5, 3.0);
    }),
    ("Voices at half of their volume", |mixer, _| {
        mixer.set_volume(Bus::Voice, 0.5);
        effect(mixer, Bus::Voice, 0.0, 3.0);
    }),
    ("The music is ducked by a cover", |_, cx| cover(cx, CoverAudio::Duck)),
    ("The music is paused by a cover", |_, cx| cover(cx, CoverAudio::Pause)),
    ("All at half volume", |mixer, _| mixer.set_volume(Bus::Master, 0.5)),
    ("Muted", |mixer, _| mixer.set_muted(true)),
    ("Music from an OGG file", |mixer, _| {
        mixer.set_muted(false);
        mixer.set_volume(Bus::Master, 1.0);
        mixer.set_volume(Bus::Voice, 1.0);
        mixer.play_music("tone", Duration::ZERO);
    }),
    ("The end", |_, cx| cx.quit()),
];

fn effect(mixer: &Mixer, bus: Bus, pan: f32, pitch: f32) {
    mixer.play_with("high", Playback { bus, volume: 1.0, pan, pitch });
}

fn cover(cx: &mut ScreenContext<'_>, audio: CoverAudio) {
    let cover = Target::fresh("cover", Covering(audio, 0));
    cx.command(ScreenCommand::push(cover).without_transition());
}

#[derive(Default)]
struct Check {
    theme: Theme,
    ticks: u32,
}

impl GameScreen for Check {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        if self.ticks.is_multiple_of(STEP)
            && let Some((_, act)) = SCORE.get((self.ticks / STEP) as usize)
        {
            act(&cx.shared::<Mixer>().clone(), cx);
        }
        self.ticks += 1;
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        let paint = Paint::new(Look::new(cx.resources(), &self.theme));
        paint.fill(self.theme.shadow);
        let step = (self.ticks.saturating_sub(1) / STEP) as usize;
        for (nth, (text, _)) in SCORE.iter().enumerate().take(step + 1) {
            paint.text(text, 40.0, 30.0 + 24.0 * nth as f32, self.theme.text);
        }
    }
}

/// The ticks that a cover lasts: the music fades for half a second and then rests for a second.
const COVERED: u32 = 90;

/// A screen over the check.
struct Covering(CoverAudio, u32);

impl GameScreen for Covering {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        self.1 += 1;
        if self.1 == COVERED {
            cx.command(ScreenCommand::pop().without_transition());
        }
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        cx.draw_parent();
    }

    fn cover(&self) -> Cover {
        Cover { speed: 1.0, audio: self.0 }
    }
}

fn main() -> ExitCode {
    let phase = Phase::new("check")
        .file::<Sound>("low", "sounds/low.wav")
        .file::<Sound>("high", "sounds/high.wav")
        .file::<Sound>("tone", "sounds/tone.ogg")
        .screen("check", |_| Check::default());
    Game::new("sound-check").title("Sound check").assets("examples/assets").phase(phase).run()
}
