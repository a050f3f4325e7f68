//! The screens of the game.

mod bestiary;
mod ended;
mod in_game;

pub use bestiary::Bestiary;
#[cfg(test)]
pub use bestiary::has_pictures;
#[cfg(feature = "dev")]
pub use bestiary::texts_of;
#[cfg(feature = "window")]
pub use bestiary::{Arrow, Diagram};
pub use ended::{Ended, Ending};
pub use in_game::InGame;
#[cfg(not(target_arch = "wasm32"))]
pub use in_game::Sign;
