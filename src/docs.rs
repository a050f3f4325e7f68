//! Pages about the game, the library and its tools; and guides that make a game, or add something to one, step by step.
//! `cargo run -p guides` follows each guide.

#[doc = include_str!("../docs/playing.md")]
pub mod playing {}

#[doc = include_str!("../docs/library.md")]
pub mod library {}

#[doc = include_str!("../docs/forking.md")]
pub mod forking {}

#[doc = include_str!("../docs/command_line.md")]
pub mod command_line {}

#[doc = include_str!("../docs/scripts.md")]
pub mod scripts {}

#[doc = include_str!("../docs/machines.md")]
pub mod machines {}

#[doc = include_str!("../docs/web.md")]
pub mod web {}

#[doc = include_str!("../docs/films.md")]
pub mod films {}

#[doc = include_str!("docs/pong/pictures.md")]
#[doc = include_str!("docs/pong.md")]
pub mod pong {}

#[doc = include_str!("docs/from_macroquad.md")]
pub mod from_macroquad {}

#[doc = include_str!("docs/larger_world.md")]
pub mod larger_world {}

#[doc = include_str!("docs/screen.md")]
pub mod screen {}

#[doc = include_str!("docs/phase.md")]
pub mod phase {}

#[doc = include_str!("docs/second_level.md")]
pub mod second_level {}

#[doc = include_str!("docs/kind.md")]
pub mod kind {}

#[doc = include_str!("docs/language.md")]
pub mod language {}

#[doc = include_str!("docs/setting.md")]
pub mod setting {}

#[doc = include_str!("docs/action.md")]
pub mod action {}

#[doc = include_str!("docs/high_scores.md")]
pub mod high_scores {}

#[doc = include_str!("docs/saved_run.md")]
pub mod saved_run {}

#[doc = include_str!("docs/machine.md")]
pub mod machine {}

#[doc = include_str!("docs/unit_in_your_game.md")]
pub mod unit_in_your_game {}

#[doc = include_str!("docs/talking.md")]
pub mod talking {}

#[doc = include_str!("docs/why.md")]
pub mod why {}

#[doc = include_str!("docs/sprites.md")]
pub mod sprites {}

#[doc = include_str!("docs/tests.md")]
pub mod tests {}

#[doc = include_str!("docs/take_out.md")]
pub mod take_out {}

#[doc = include_str!("docs/unit.md")]
pub mod unit {}

#[doc = include_str!("docs/fork.md")]
pub mod fork {}
