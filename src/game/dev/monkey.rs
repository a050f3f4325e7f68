//! Random input for a game that a test plays.

use std::rc::Rc;

use super::TestRun;
use crate::dev::{InputScript, ScriptPlayer};
use crate::game::SessionError;
use crate::platform::{Action, Clock, Control, Device, Input, InputMap};

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
        let (mut random, mut played, mut ended) = (fastrand::Rng::with_seed(seed), String::new(), Ok(()));
        let player = ScriptPlayer::new(InputScript::default(), Rc::clone(&self.input_map));
        self.playing.borrow_mut().script = Some(player);
        for _ in 0..ticks {
            if ended.is_err() || self.session.is_over() {
                break;
            }
            if let Some(player) = self.playing.borrow_mut().script.as_mut().filter(|player| player.is_over())
            {
                let view = self.manager().view_size();
                let lines = lines(&mut random, &self.actions, &self.input_map.borrow(), view);
                // Its lines are commands of a script.
                player.add(InputScript::parse(&lines, &self.actions).unwrap_or_default());
                played += &lines;
            }
            ended = self.advance(Clock::TICK, &Input::default());
        }
        self.playing.borrow_mut().script = None;
        if let Err(SessionError::Crashed { message, report, .. }) = &mut ended {
            *message += &format!(", with `monkey({seed}, {ticks})` in tick {}", self.manager().tick());
            *report += &format!("\nscript of the monkey:\n{played}");
        }
        ended
    }
}

/// The lines of one thing that a player does.
fn lines(random: &mut fastrand::Rng, actions: &[Action], map: &InputMap, view: (f32, f32)) -> String {
    let ticks = random.u32(1..=40);
    // There is always an action.
    let [first, second] = [(); 2].map(|()| random.choice(actions).copied().unwrap_or(Action::ACCEPT));
    let device = if random.bool() { Device::Keyboard } else { Device::Pad };
    let control = map.control_on(device, first).map_or("Tab", Control::name);
    let (first, second) = (first.name(), second.name());
    // A script has places up to 10,000.
    let [width, height] = [view.0, view.1].map(|side| side.clamp(1.0, 9_999.0) as u32);
    let [here, there, aside] = [(); 3].map(|()| format!("{} {}", random.u32(..width), random.u32(..height)));
    let [x, y] = [(); 2].map(|()| random.f32() * 2.0 - 1.0);
    let all = [
        format!("tap {first}\n"),
        format!("tap {second}\n"),
        format!("hold {first} {ticks}\n"),
        format!("hold {first}+{second} {ticks}\n"),
        format!("press {control} {ticks}\n"),
        format!("stick {x:.2} {y:.2} {ticks}\n"),
        format!("click {here}\n"),
        format!("click {here} right\n"),
        format!("drag {here} {there}\n"),
        format!("touch {here} {ticks}\n"),
        format!("finger 0 {here}\nfinger 1 {there}\nrun {ticks}\nlift 0\nfinger 1 {aside}\nlift 1\n"),
        format!("run {ticks}\n"),
    ];
    random.choice(all).unwrap_or_default()
}
