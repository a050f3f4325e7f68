//! Typed events: flow rules see them first, then the active screen, then the screens below it, and each
//! of them can request commands.
//!
//! `cargo run --example events --no-default-features` prints the receivers of each event by tick, and
//! the stack at the end of the tick:
//!
//! ```text
//! a hit of 20
//!   arena: the hero has 30 health left
//!   stack: arena
//! pause is requested
//!   arena: pushes pause
//!   stack: arena > pause
//! a hit while paused
//!   pause: keeps the hit from the arena, and pops
//!   stack: arena
//! a hit of 30
//!   arena: the hero has 0 health left
//!   stack: arena
//! the next tick
//!   rule: game over with 30 points, back to the title
//!   stack: title
//! ```
#![expect(clippy::print_stdout, reason = "an example shows its output")]

use std::ops::ControlFlow;

use proscenium::flow::{GameEvent, GameScreen, Phase, ScreenContext, ScreenId, ScreenManager};
use proscenium::platform::Input;

/// The phase and its screens.
const GAME: &str = "game";
const PAUSE: &str = "pause";
const TITLE: &str = "title";

/// The hero was hit.
struct HeroHit {
    damage: u32,
}

impl GameEvent for HeroHit {
    fn name(&self) -> &str {
        "hero_hit"
    }
}

/// The window went to the background, say.
struct PauseAsked;

impl GameEvent for PauseAsked {
    fn name(&self) -> &str {
        "pause_asked"
    }
}

/// The hero is dead.
struct GameOver {
    score: u32,
}

impl GameEvent for GameOver {
    fn name(&self) -> &str {
        "game_over"
    }
}

/// The game: it knows its hero, and nothing of what comes after a game over.
struct Arena {
    health: u32,
    score: u32,
}

impl GameScreen for Arena {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {
        self.score += 10;
    }

    fn on_event(&mut self, cx: &mut ScreenContext<'_>, event: &dyn GameEvent) -> ControlFlow<()> {
        if let Some(hit) = event.downcast_ref::<HeroHit>() {
            self.health = self.health.saturating_sub(hit.damage);
            println!("  arena: the hero has {} health left", self.health);
            if self.health == 0 {
                // What is posted now is delivered in the next tick.
                cx.post(GameOver { score: self.score });
            }
            return ControlFlow::Break(());
        }
        if event.downcast_ref::<PauseAsked>().is_some() {
            println!("  arena: pushes pause");
            cx.push(PAUSE);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

/// The pause menu. The game stands still below it.
struct Pause;

impl GameScreen for Pause {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}

    fn on_event(&mut self, cx: &mut ScreenContext<'_>, event: &dyn GameEvent) -> ControlFlow<()> {
        if event.downcast_ref::<HeroHit>().is_some() {
            println!("  pause: keeps the hit from the arena, and pops");
            cx.pop();
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

/// The title.
struct Title;

impl GameScreen for Title {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

fn main() {
    let mut manager = ScreenManager::headless();
    manager.add_phase(
        Phase::new(GAME)
            .screen("arena", |_| Arena { health: 50, score: 0 })
            .screen(PAUSE, |_| Pause)
            .screen(TITLE, |_| Title),
    );
    // The flow of the game is in one place instead of in its screens.
    manager.add_rule(|event: &GameOver, cx| {
        println!("  rule: game over with {} points, back to the title", event.score);
        cx.reset([TITLE]);
    });

    manager.start(GAME);
    while manager.flow().phase().is_none() {
        manager.step(&Input::default());
    }
    manager.flow().post(HeroHit { damage: 20 });
    tick(&mut manager, "a hit of 20");
    manager.flow().post(PauseAsked);
    tick(&mut manager, "pause is requested");
    manager.flow().post(HeroHit { damage: 20 });
    tick(&mut manager, "a hit while paused");
    manager.flow().post(HeroHit { damage: 30 });
    tick(&mut manager, "a hit of 30");
    tick(&mut manager, "the next tick");
}

fn tick(manager: &mut ScreenManager, what: &str) {
    println!("{what}");
    manager.step(&Input::default());
    let names: Vec<_> = manager.stack().ids().map(ScreenId::name).collect();
    println!("  stack: {}", names.join(" > "));
}
