//! Guides that make a game, or add something to one, step by step. `cargo run -p guides` follows each of them.

#[doc = include_str!("docs/pong/pictures.md")]
#[doc = include_str!("docs/pong.md")]
pub mod pong {}
