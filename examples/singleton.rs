//! The manager from anywhere: a plain function, deep in the game's code and without a context,
//! changes the screen.
//!
//! `cargo run --example singleton --no-default-features` shows that the function only records
//! what it wants. The active screen is the same until the end of the tick:
//!
//! ```text
//! no manager is current yet
//! tick 1
//!   the hero has 60 health left
//!   at its end; active: arena
//! tick 2
//!   the hero has 20 health left
//!   at its end; active: arena
//! tick 3
//!   the hero has 0 health left
//!   game_over is requested; active: arena
//!   game_over enters
//!   at its end; active: game_over
//! ```
#![expect(clippy::print_stdout, reason = "an example shows its output")]

use proscenium::flow::{GameScreen, Phase, ScreenContext, ScreenId, ScreenManager};
use proscenium::platform::Input;

/// The phase, and the screen that comes after a death.
const GAME: &str = "game";
const GAME_OVER: &str = "game_over";

/// The rules of the game. They know nothing of screens, except for the one place that needs one.
mod rules {
    use super::{GAME_OVER, ScreenManager, name};

    /// The hero.
    pub(super) struct Hero {
        pub(super) health: u32,
    }

    /// The hero stands in a fire.
    pub(super) fn burn(hero: &mut Hero) {
        hurt(hero, 40);
    }

    fn hurt(hero: &mut Hero, damage: u32) {
        hero.health = hero.health.saturating_sub(damage);
        println!("  the hero has {} health left", hero.health);
        // No context was handed down through all these functions, and none is needed.
        if hero.health == 0
            && let Some(flow) = ScreenManager::current()
        {
            flow.push(GAME_OVER);
            println!("  game_over is requested; active: {}", name(flow.active()));
        }
    }
}

/// The game.
struct Arena {
    hero: rules::Hero,
}

impl GameScreen for Arena {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {
        rules::burn(&mut self.hero);
    }
}

/// What comes after a death.
struct GameOver;

impl GameScreen for GameOver {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}

    fn on_enter(&mut self, _cx: &mut ScreenContext<'_>) {
        println!("  game_over enters");
    }
}

fn main() {
    if ScreenManager::current().is_none() {
        println!("no manager is current yet");
    }

    let mut manager = ScreenManager::headless();
    manager.make_current();
    manager.add_phase(
        Phase::new(GAME)
            .screen("arena", |_| Arena { hero: rules::Hero { health: 100 } })
            .screen(GAME_OVER, |_| GameOver),
    );
    manager.start(GAME);
    while manager.stack().active() != Some(ScreenId::new(GAME_OVER)) {
        println!("tick {}", manager.tick() + 1);
        manager.step(&Input::default());
        println!("  at its end; active: {}", name(manager.stack().active()));
    }
}

fn name(screen: Option<ScreenId>) -> &'static str {
    screen.map_or("none", ScreenId::name)
}
