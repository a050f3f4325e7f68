//! How many screens there may be, and when they are dropped.

use std::cell::RefCell;
use std::rc::Rc;

use proscenium_core::flow::{GameScreen, ScreenCommand, ScreenContext, ScreenId, ScreenManager, Target};

use super::{pop, stage};

#[test]
fn fresh_screens_can_repeat_up_to_the_limit_of_the_stack() {
    let mut stage = stage(&["menu"]);
    for depth in 1..ScreenManager::MAX_DEPTH {
        let screen = stage.probe("menu");
        stage.run([ScreenCommand::push(Target::fresh("menu", screen))]);
        assert_eq!(stage.stack().len(), depth + 1);
    }
    let screen = stage.probe("menu");
    assert_eq!(
        stage.run([ScreenCommand::push(Target::fresh("menu", screen))]),
        ["push menu rejected: the stack is full (max. 64 screens)"]
    );
}

#[test]
fn a_resident_screen_is_kept_and_a_fresh_one_is_dropped() {
    let mut stage = stage(&["menu"]);
    let dialog = stage.probe("dialog");
    let before = Rc::strong_count(&stage.script);
    stage.run([ScreenCommand::push(Target::fresh("dialog", dialog)), pop()]);
    assert_eq!(Rc::strong_count(&stage.script), before - 1);
    stage.run([ScreenCommand::push("game"), pop(), ScreenCommand::push("game")]);
    assert_eq!(stage.manager.stack().active(), Some(ScreenId::new("game")));
    assert_eq!(Rc::strong_count(&stage.script), before - 1);
}

struct Dropped(&'static str, Rc<RefCell<Vec<&'static str>>>);

impl GameScreen for Dropped {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

impl Drop for Dropped {
    fn drop(&mut self) {
        self.1.borrow_mut().push(self.0);
    }
}

#[test]
fn the_manager_drops_screens_from_the_top_without_hooks() {
    let mut stage = stage(&["menu"]);
    let dropped = Rc::default();
    for name in ["low", "middle", "high"] {
        stage.run([ScreenCommand::push(Target::fresh(name, Dropped(name, Rc::clone(&dropped))))]);
    }
    stage.notes();
    drop(stage.manager);
    assert_eq!(*dropped.borrow(), ["high", "middle", "low"]);
    assert!(stage.script.borrow().notes.is_empty());
}
