//! The keys and buttons of the actions.

use proscenium::game::ControlsMenu;
use proscenium::platform::Action;

use crate::settings::Settings;

pub const ID: &str = "controls";

/// The actions that the player can bind, whose texts are `action-NAME`: all of the library but the last, jump.
pub const MENU: ControlsMenu<Settings> = ControlsMenu::new(Action::BUILT_IN.split_at(7).0);
