//! A play without a player, a director and pictures, which tests direct.

use std::time::Duration;

use proscenium::flow::{GameScreen, Populations, ScreenCommand, ScreenContext, ScreenManager, Target, World};
use proscenium::platform::{Clock, Input};

use crate::game::play::Play;
use crate::game::play::units::hero::Control;
use crate::levels::LevelNumber;

const ARENA: &str = "arena";

/// Loads a level and waits until its screen is active.
pub fn load(manager: &mut ScreenManager, level: LevelNumber) -> Result<(), String> {
    manager.command(ScreenCommand::load_with("in_game", level).without_transition());
    for _ in 0..6000 {
        manager.step(&Input::default());
        if !manager.is_idle() {
            continue;
        }
        let is_there = |name: &str| manager.stack().ids().any(|screen| screen.name() == name);
        if is_there("in_game") {
            return Ok(());
        }
        if is_there("failure") {
            return Err("cannot load phase `in_game`; run `check` for the cause".to_owned());
        }
    }
    Err("loading phase `in_game` does not end".to_owned())
}

/// What directs the play of an [`Arena`]: it is called before each tick.
pub type Drive = Box<dyn FnMut(&mut Play, &mut Populations) -> Result<Control, String>>;

/// A screen with a play and without a player, a director and pictures.
pub struct Arena {
    pub play: Play,
    level: &'static str,
    seed: u64,
    drive: Drive,
    clock: Clock,
    /// What the last tick has cost before its machines.
    pub spent: Duration,
}

impl Arena {
    /// Begins a play over the loaded level.
    pub fn begin(
        manager: &mut ScreenManager,
        level: &'static str,
        seed: u64,
        drive: Drive,
    ) -> Result<(), String> {
        let play = Play::new(manager.assets().resources(), level, seed).map_err(|error| error.to_string())?;
        let (clock, spent) = (Clock::system(), Duration::ZERO);
        let arena = Self { play, level, seed, drive, clock, spent };
        manager.command(ScreenCommand::push(Target::fresh(ARENA, arena)).without_transition());
        manager.step(&Input::default());
        Ok(())
    }

    pub fn of(manager: &ScreenManager) -> Result<(&Self, &Populations), String> {
        let arena = manager.stack().screen::<Self>(ARENA).zip(manager.stack().populations(ARENA));
        arena.ok_or_else(|| "the play has ended; the log has the cause".to_owned())
    }
}

impl GameScreen for Arena {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        let (level, seed) = (self.level, self.seed);
        let world = World::of(|screen: &mut Self| &mut screen.play);
        match Play::begin(cx.resources(), level, cx.populations(), seed, &world) {
            Ok(play) => self.play = play,
            Err(error) => cx.fail(error),
        }
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let control = match (self.drive)(&mut self.play, cx.populations()) {
            Ok(control) => control,
            Err(error) => return cx.fail(error),
        };
        let begin = self.clock.now();
        self.play.update(cx.populations(), control, Clock::TICK.as_secs_f32());
        self.spent = self.clock.now() - begin;
        self.play.cues.clear();
    }
}
