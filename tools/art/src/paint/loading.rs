//! The picture of the Loading screen: the beacon before it is lit, lit, and destroyed, its light, and a marine who walks.

use super::canvas::{Canvas, bayer};
use super::palette::{FOOTLIGHT, faded};
use super::{beacon, marine};

/// The sheet, 192 x 160: above, cells of 32 x 64: the beacon without a fire, burning (4), destroyed. Below, its light, 96 x 96,
/// and beside that a marine who walks to the right, four cells of 16 x 32.
pub fn sheet() -> Canvas {
    let mut canvas = Canvas::new(192, 160);
    canvas.blit(&beacon::unlit(), 0, 0);
    canvas.blit(&part(&beacon::sheet(), (0, 0), (128, 64)), 32, 0);
    canvas.blit(&part(&beacon::sheet(), (192, 0), (32, 64)), 160, 0);
    canvas.blit(&light(), 0, 64);
    canvas.blit(&part(&marine::sheet(), (0, 64), (64, 32)), 96, 64);
    canvas
}

/// A part of a canvas.
fn part(of: &Canvas, (left, top): (i32, i32), (width, height): (i32, i32)) -> Canvas {
    let mut part = Canvas::new(width, height);
    for y in 0..height {
        for x in 0..width {
            part.put(x, y, of.get(left + x, top + y));
        }
    }
    part
}

/// A disc of light, thinner outwards in rings with a dithered edge.
fn light() -> Canvas {
    let mut canvas = Canvas::new(96, 96);
    for y in 0..96_i32 {
        for x in 0..96_i32 {
            let (dx, dy) = (2 * x - 95, 2 * y - 95);
            let far = f64::from(dx * dx + dy * dy).sqrt() / 2.0;
            let ring = (far + f64::from(bayer(x, y)) / 3.0) / 9.0;
            let strength = match ring as i32 {
                ring @ 0..=4 => 80 - 14 * ring,
                _ => continue,
            };
            canvas.put(x, y, faded(FOOTLIGHT, strength as u8));
        }
    }
    canvas
}
