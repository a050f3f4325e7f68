//! The keys and buttons of the actions.

use proscenium::flow::Exit;
use proscenium::kit::{ControlsMenu, MenuScreen};
use proscenium::platform::Action;

use super::Screen;
use crate::settings::Settings;

pub const ID: &str = "controls";
pub const SCREEN: Screen = (ID, |phase| phase.screen(ID, MenuScreen::of(MENU)).leads_to([Exit::Pop]));

/// The actions that the player can bind, whose texts are `action-NAME`: all of the library but the last, jump.
pub const MENU: ControlsMenu<Settings> = ControlsMenu::new(Action::BUILT_IN.split_at(7).0);
