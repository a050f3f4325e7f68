//! The mixer of a session.

use std::sync::Arc;
use std::time::Duration;

use proscenium::flow::{
    Cover, CoverAudio as Covered, GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager, Target,
};
use proscenium::game::Session;
use proscenium::phase::{Asset, Resources, Sound};
use proscenium::platform::{Clock, HeadlessAudio, Input, MemorySource};
use proscenium::sound::Mixer;

#[test]
fn a_session_updates_its_mixer_and_closes_it() {
    struct Covering(bool);
    impl GameScreen for Covering {
        fn update(&mut self, cx: &mut ScreenContext<'_>) {
            if !std::mem::replace(&mut self.0, true) {
                cx.push(Target::fresh("cover", Self(true)));
            }
        }

        fn cover(&self) -> Cover {
            Cover { audio: Covered::Pause, ..Cover::default() }
        }
    }
    let theme = Sound::stand_in().unwrap();
    let source = Arc::new(MemorySource::default().with("theme.wav", theme.bytes().to_vec()));
    let mut manager = ScreenManager::new(ManagerSettings { source, ..ManagerSettings::default() });
    let audio = HeadlessAudio::recording();
    let mixer = Mixer::new(audio.clone());
    let covered = Phase::new("covered").file::<Sound>("theme", "theme.wav");
    manager.add_phase(covered.screen("low", |_| Covering(false)));
    manager.start("covered");
    mixer.play_music("theme", Duration::ZERO);
    let mut session = Session::new(manager, Clock::manual()).with_plugin(mixer.clone());
    for _ in 0..60 {
        session.advance(Clock::TICK, &Input::default());
    }
    let (_, result) = session.finish();
    assert!(result.is_ok());
    mixer.tick(&Resources::default(), Covered::Continue);
    let calls = audio.take_calls();
    assert_eq!(calls.first().map(String::as_str), Some("load theme"));
    assert_eq!(calls[calls.len() - 3..], ["volume theme 0.00", "pause theme", "unload theme"]);
}
