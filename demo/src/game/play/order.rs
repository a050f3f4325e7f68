//! The player's orders to the marines.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Order {
    Stop,
    /// Move there without fighting.
    Move((f32, f32)),
    /// Move there, and attack enemies en route.
    Attack((f32, f32)),
    /// Patrol between here and there, and attack enemies en route.
    Patrol((f32, f32)),
}

impl Order {
    pub const fn event(self) -> &'static str {
        match self {
            Self::Stop => "order_stop",
            Self::Move(_) => "order_move",
            Self::Attack(_) => "order_move_attack",
            Self::Patrol(_) => "order_patrol",
        }
    }

    pub const fn goal(&mut self) -> Option<&mut (f32, f32)> {
        match self {
            Self::Stop => None,
            Self::Move(goal) | Self::Attack(goal) | Self::Patrol(goal) => Some(goal),
        }
    }
}
