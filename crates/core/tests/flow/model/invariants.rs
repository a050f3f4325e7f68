//! What must hold with transitions, where the model would be as large as the manager.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::time::Duration;

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use proscenium_core::flow::{ManagerSettings, Transition, TransitionView};
use proscenium_core::platform::TraceEvent;

use super::actor::Play;
use super::script::{Case, FrameScript};

/// A transition of one step each way that notes the covers it is drawn with.
struct Curtain {
    covers: Rc<RefCell<Vec<f32>>>,
}

impl Transition for Curtain {
    fn name(&self) -> &'static str {
        "curtain"
    }

    fn out_time(&self) -> Duration {
        Duration::ZERO
    }

    fn in_time(&self) -> Duration {
        Duration::ZERO
    }

    fn draw(&self, view: &TransitionView) {
        self.covers.borrow_mut().push(view.cover);
    }
}

/// Where a screen is in its life.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Life {
    is_in: bool,
    is_active: bool,
    was_updated: bool,
}

/// Plays a case through and checks each call; answers with the number of commands.
pub fn check(case: &Case) -> Result<usize, TestCaseError> {
    let covers = Rc::new(RefCell::new(Vec::new()));
    let curtain = Curtain { covers: Rc::clone(&covers) };
    let settings = ManagerSettings { transition: Some(Rc::new(curtain)), ..ManagerSettings::default() };
    let mut play = Play::new(case, settings);
    let mut lives = HashMap::new();
    let (mut counted, mut was_covered) = (0, false);
    // After the last frame of the case some idle ones, until everything that waits is done.
    let nothing = FrameScript::default();
    for frame in case.frames.iter().chain(std::iter::repeat_n(&nothing, 4000)) {
        let issued = 1 + play.troupe.borrow().issued;
        if play.manager.has_ended()
            || (frame.wishes.is_empty() && counted == issued && play.manager.is_idle())
        {
            break;
        }
        play.frame(frame);
        live_on(&mut lives, &play.take_log())?;
        for record in play.manager.trace().take() {
            match record.event {
                TraceEvent::Command { command, outcome: "applied" | "rejected", .. } => {
                    counted += usize::from(command != "batch");
                }
                TraceEvent::Transition { step: "out", .. } => was_covered = false,
                TraceEvent::Transition { step: "done", .. } => {
                    prop_assert!(was_covered, "no frame had the cover at exactly 1");
                }
                _ => {}
            }
        }
        if play.has_plain_failure() {
            was_covered = true;
            continue;
        }
        covers.borrow_mut().clear();
        play.manager.draw();
        let cover = covers.borrow().last().copied();
        prop_assert!(cover.is_none_or(|cover| (0.0..=1.0).contains(&cover)));
        was_covered |= cover == Some(1.0);
        let drawn = play.take_log();
        let calls = &drawn[..drawn.len() - 1];
        prop_assert!(
            play.manager.has_ended() || cover == Some(1.0) || calls.len() == play.screens(),
            "everybody draws its parent, but of {:?} only {calls:?} were drawn",
            drawn.last()
        );
        live_on(&mut lives, &drawn)?;
    }
    // The first one is the load that starts it all.
    let issued = 1 + play.troupe.borrow().issued;
    prop_assert_eq!(counted, issued, "commands that were applied or rejected, and that were asked for");
    let known = lives.values().filter(|life: &&Life| life.is_in).count();
    prop_assert_eq!(play.screens(), known + usize::from(play.has_plain_failure()));
    prop_assert!(play.ends_clean(), "a screen was dropped never or twice");
    Ok(issued)
}

/// Follows each screen through its life.
fn live_on(lives: &mut HashMap<String, Life>, log: &[String]) -> Result<(), TestCaseError> {
    for line in log {
        let Some((who, call)) = line.split_once(' ').filter(|(who, _)| who.contains('#')) else { continue };
        let life = lives.entry(who.to_owned()).or_default();
        let before = *life;
        let call = call.split([' ', ',']).next().unwrap_or_default();
        let is_right = match call {
            "on_enter" => !before.is_in,
            "on_active" | "on_exit" => before.is_in && !before.is_active,
            "on_inactive" => before.is_in && before.is_active,
            "draw" => before.is_in && before.was_updated,
            _ => before.is_in,
        };
        prop_assert!(is_right, "{line} although it was {before:?}");
        match call {
            "on_enter" => *life = Life { is_in: true, ..Life::default() },
            "on_active" => life.is_active = true,
            "on_inactive" => life.is_active = false,
            "on_exit" => *life = Life::default(),
            // A restored screen was updated before its save.
            "update" | "restore" => life.was_updated = true,
            _ => {}
        }
    }
    Ok(())
}
