//! Sizes and times. The colours are in `paint/color.rs`.

use std::time::Duration;

use proscenium::flow::{Fade, Request, ScreenCommand, ShaderTransition, Target};
use proscenium::platform::View;

/// The least width of the view, in virtual pixels.
pub const WIDTH: f32 = 640.0;
/// The least height of the view, in virtual pixels.
pub const HEIGHT: f32 = 360.0;

/// A wider or higher window shows more of the level, up to the shape of the widest displays.
pub const VIEW: View = View::expand(WIDTH as u32, HEIGHT as u32).at_most(2.4);
/// The view of a phone that is held upright, with a panel of buttons below the field. A narrower phone shows more of the level.
pub const UPRIGHT_VIEW: View = View::expand(HEIGHT as u32, WIDTH as u32).at_most(2.4);

/// The top of the trailer's film on the view, below the upper black bar, in virtual pixels.
pub const FILM_TOP: u32 = 32;
/// Height of the trailer's film, in virtual pixels.
pub const FILM_HEIGHT: u32 = 280;

/// The colour between screens: red, green, blue.
const INK: [f32; 3] = [0.086, 0.063, 0.122];

pub fn fade() -> Fade {
    Fade { out_time: Duration::from_millis(200), in_time: Duration::from_millis(300), color: INK }
}

/// The transition to a level and back to the menu: a circle of pixels that closes and opens.
pub fn iris() -> ShaderTransition {
    ShaderTransition::iris().soft(0.0).through(INK).lasting(Duration::from_millis(800))
}

/// Pushes a page beside the game: it slides to the left, and back.
pub fn push_page(page: impl Into<Target>) -> Request {
    let slide = |left: f32| ShaderTransition::slide(-left, 0.0).lasting(Duration::from_millis(250));
    ScreenCommand::push(page).through(slide(1.0)).back_through(slide(-1.0))
}

/// The transition to the pause menu, whose way back has none: the game goes on at once.
pub fn pause() -> ShaderTransition {
    ShaderTransition::cross_fade().lasting(Duration::from_millis(120))
}
