//! Random input for a game that a test plays.

use std::rc::Rc;

use super::TestRun;
use crate::dev::{InputScript, ScriptPlayer};
use crate::game::SessionError;
use crate::platform::{Action, Clock, Device, Input, InputMap};

impl TestRun {
    /// Plays this number of ticks with random input: actions, the keys and buttons that are bound to them, the stick of a pad,
    /// clicks, drags and fingers, all over the view of the active screen. The same seed gives the same input. It begins
    /// with nothing held. A game that ends by itself ends it early, without an error.
    ///
    /// ```
    /// use proscenium::flow::{GameScreen, Phase, ScreenContext};
    /// use proscenium::game::{Game, SessionError, TestRun};
    /// use proscenium::platform::Action;
    ///
    /// struct Rules { page: usize }
    /// impl GameScreen for Rules {
    ///     fn update(&mut self, cx: &mut ScreenContext<'_>) {
    ///         self.page += usize::from(cx.input().is_pressed(Action::RIGHT));
    ///         let _ = ["move", "jump"][self.page]; // there is no third page
    ///     }
    /// }
    ///
    /// let game = || Game::new("rules").phase(Phase::new("rules").screen("rules", |_| Rules { page: 0 }));
    /// let error = TestRun::new(game())?.monkey(7, 10_000).unwrap_err();
    /// let SessionError::Crashed { report, .. } = &error else { panic!("{error}") };
    /// let (_, script) = report.split_once("\nscript of the monkey:\n").expect("the report has the input");
    /// assert!(TestRun::new(game())?.script(script).is_err()); // the same panic
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The game has crashed ([`SessionError::Crashed`]): the message has the seed and the tick, and the report ends with
    /// all of the input as an [input script](InputScript), for [`script`](Self::script) of a run that is where this
    /// one was.
    pub fn monkey(&mut self, seed: u64, ticks: u64) -> Result<(), SessionError> {
        let (mut random, mut played) = (fastrand::Rng::with_seed(seed), String::new());
        let mut player = ScriptPlayer::new(InputScript::default(), Rc::clone(&self.input_map));
        let mut ended = Ok(());
        for _ in 0..ticks {
            if self.session.is_over() {
                break;
            }
            if player.is_over() {
                let view = self.manager().view_size();
                let lines = lines(&mut random, &self.actions, &self.input_map.borrow(), view);
                let script = InputScript::parse(&lines, &self.actions);
                player.add(script.map_err(|error| SessionError::Plugin(error.into()))?);
                played.push_str(&lines);
            }
            self.playing.borrow_mut().script = Some(player);
            ended = self.advance(Clock::TICK, &Input::default());
            let next = self.playing.borrow_mut().script.take();
            if ended.is_err() {
                break;
            }
            let Some(next) = next else { break };
            player = next;
        }
        let tick = self.manager().tick();
        ended.map_err(|error| match error {
            SessionError::Crashed { message, place, report, kept } => {
                let message = format!("{message}, with `monkey({seed}, {ticks})` in tick {tick}");
                let report = format!("{report}\nscript of the monkey:\n{played}");
                SessionError::Crashed { message, place, report, kept }
            }
            other => other,
        })
    }
}

/// The lines of one thing that a player does.
fn lines(random: &mut fastrand::Rng, actions: &[Action], map: &InputMap, view: (f32, f32)) -> String {
    let place = |random: &mut fastrand::Rng| {
        let (x, y) = (random.f32() * view.0.min(9_999.0), random.f32() * view.1.min(9_999.0));
        format!("{:.0} {:.0}", x.floor(), y.floor())
    };
    let name = |random: &mut fastrand::Rng| action(random, actions).name();
    let ticks = random.u32(1..=40);
    match random.u32(..16) {
        0..=3 => format!("tap {}\n", name(random)),
        4..=5 => format!("hold {} {ticks}\n", name(random)),
        6 => format!("hold {}+{} {ticks}\n", name(random), name(random)),
        7..=8 => {
            let device = [Device::Keyboard, Device::Pad][random.usize(..2)];
            match map.control_on(device, action(random, actions)) {
                Some(control) => format!("press {} {ticks}\n", control.name()),
                None => format!("run {ticks}\n"),
            }
        }
        9 => format!("stick {:.2} {:.2} {ticks}\n", random.f32() * 2.0 - 1.0, random.f32() * 2.0 - 1.0),
        10..=11 => format!("click {}{}\n", place(random), ["", "", " right"][random.usize(..3)]),
        12 => format!("drag {} {}\n", place(random), place(random)),
        13 => format!("touch {} {ticks}\n", place(random)),
        14 => {
            let (first, second) = (place(random), place(random));
            format!(
                "finger 0 {first}\nfinger 1 {second}\nrun {ticks}\nlift 0\nfinger 1 {}\nlift 1\n",
                place(random)
            )
        }
        _ => format!("run {ticks}\n"),
    }
}

/// One of the actions, of which there is always one.
fn action(random: &mut fastrand::Rng, actions: &[Action]) -> Action {
    random.choice(actions).copied().unwrap_or(Action::ACCEPT)
}
