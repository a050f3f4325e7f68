//! Drawing of the game, in virtual pixels.

mod diagram;
mod hud;
mod level;
#[cfg(feature = "dev")]
mod marks;
mod sprites;
mod world;
