//! What the screens share, in a save.

use std::ops::ControlFlow;

use proscenium_core::flow::{
    GameEvent, GameScreen, Phase, Restored, SaveContext, SaveError, SavedState, ScreenContext, ScreenManager,
};
use proscenium_core::platform::Input;
use serde::{Deserialize, Serialize};

use super::body;
use super::meadow::with_header;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Score(u32);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
enum Level {
    First,
    Second { door: bool },
}

/// Shared, and not saved.
struct Visits(u32);

/// What a restore has lost.
#[derive(Default)]
struct Lost(Vec<String>);

/// A round, which begins with nothing.
#[derive(Default)]
struct Court {
    /// What was shared when it was saved, and when it was restored.
    seen: Vec<u32>,
}

impl GameScreen for Court {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        cx.shared_mut::<Score>().0 = 0;
        cx.shared_mut::<Visits>().0 += 1;
    }

    fn on_event(&mut self, cx: &mut ScreenContext<'_>, event: &dyn GameEvent) -> ControlFlow<()> {
        if let Some(Restored { lost }) = event.downcast_ref() {
            cx.shared_mut::<Lost>().0.clone_from(lost);
        }
        ControlFlow::Continue(())
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        cx.shared_mut::<Score>().0 += 1;
    }

    fn save(&self, cx: &mut SaveContext<'_>) -> Result<(), SaveError> {
        cx.write(&vec![cx.shared::<Score>().0, cx.shared::<Visits>().0])
    }

    fn restore(&mut self, cx: &mut ScreenContext<'_>, state: &SavedState) -> Result<(), SaveError> {
        self.seen = state.read()?;
        self.seen.extend([cx.shared::<Score>().0, cx.shared::<Visits>().0]);
        Ok(())
    }
}

fn game() -> ScreenManager {
    let mut manager = ScreenManager::headless();
    manager.add_phase(Phase::new("pong").screen("court", |_| Court::default()));
    manager.share(Visits(0));
    manager.share(Lost::default());
    manager.share_saved(Score(100));
    manager
}

/// Goes on with a save, up to the tick in which its screens are entered.
fn restore(manager: &mut ScreenManager, text: &str) {
    manager.restore(text).unwrap();
    while manager.stack().active() != Some("court".into()) {
        play(manager, 1);
    }
}

/// What a restore has lost, which an event lists in the tick after it.
fn lost(manager: &mut ScreenManager) -> Vec<String> {
    play(manager, 1);
    manager.shared().get::<Lost>().unwrap().0.clone()
}

fn play(manager: &mut ScreenManager, ticks: u32) {
    (0..ticks).for_each(|_| manager.step(&Input::default()));
}

/// The save of a game with a score of 5.
fn saved(manager: &mut ScreenManager) -> String {
    manager.start("pong");
    while manager.shared().get() != Some(&Score(5)) {
        play(manager, 1);
    }
    manager.save().unwrap()
}

#[test]
fn a_saved_value_is_back_before_the_screens_are_restored_and_another_one_stays() {
    let text = saved(&mut game());
    let mut manager = game();
    restore(&mut manager, &text);
    let court: &Court = manager.stack().screen("court").unwrap();
    assert_eq!(court.seen, [5, 1, 5, 1]);
    assert_eq!(manager.shared().get(), Some(&Score(5)));
    assert_eq!(lost(&mut manager), [""; 0]);
    assert_eq!(manager.shared().get(), Some(&Score(6)), "the round goes on");
}

#[test]
fn the_text_of_a_save_is_the_same_whatever_order_values_were_shared_in() {
    let texts = [false, true].map(|is_first| {
        let mut manager = game();
        if is_first {
            manager.share_saved(Level::Second { door: true });
            manager.share_saved(7_u8);
        } else {
            manager.share_saved(7_u8);
            manager.share_saved(Level::Second { door: true });
        }
        saved(&mut manager)
    });
    assert_eq!(texts[0], texts[1]);
}

#[test]
fn each_value_that_cannot_come_back_is_listed_and_stays_as_it_is() {
    // The save has no level, and a speed that this game does not know.
    let mut older = game();
    older.share_saved(1.5_f32);
    let text = saved(&mut older);
    let mut manager = game();
    manager.share_saved(Level::First);
    restore(&mut manager, &text);
    assert_eq!(
        lost(&mut manager),
        [
            "shared `flow::saves::shared::Level`: the save does not have it",
            "shared `f32`: the game does not share it (`share_saved`)"
        ]
    );
    assert_eq!(manager.shared().get(), Some(&Level::First));
}

#[test]
fn a_value_of_another_form_is_listed_with_the_cause() {
    let text = saved(&mut game());
    let changed = body(&text).replace("Score\":(5)", "Score\":(\"five\")");
    assert_ne!(changed, body(&text));
    let mut manager = game();
    restore(&mut manager, &with_header(&changed));
    let lines = lost(&mut manager);
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].starts_with("shared `flow::saves::shared::Score`: "), "{lines:?}");
}

#[test]
fn a_value_that_cannot_be_written_is_the_error_of_the_save() {
    #[derive(Deserialize)]
    struct Stubborn;
    impl Serialize for Stubborn {
        fn serialize<S: serde::Serializer>(&self, _serializer: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("not today"))
        }
    }
    let mut manager = game();
    manager.start("pong");
    play(&mut manager, 3);
    manager.share_saved(Stubborn);
    let Err(SaveError::Shared(name, cause)) = manager.save() else { panic!("it is saved") };
    assert!(name.ends_with("Stubborn"), "{name}");
    assert_eq!(cause, "not today");
}
