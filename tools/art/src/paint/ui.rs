//! Frames, buttons and the small things of the menus.

use super::canvas::{Canvas, bayer};
use super::palette::{
    BRASS, CREAM, CURTAIN, DUSK, FOOTLIGHT, GOLD, INDIGO, INK, Ink, NIGHT, OAK, OXBLOOD, PLUM, SCARLET,
    SLATE, STONE, TIMBER, WINE, faded,
};

/// The panel's nine-patch, 48 x 48 with corners of 16: dark wood, a line of gold, iron corners.
/// What lies between the corners is the same all along, so that it can be drawn out to any length.
pub fn panel() -> Canvas {
    let mut canvas = Canvas::new(48, 48);
    canvas.rect(0, 0, 48, 48, INK);
    for (inset, ink) in [(1, TIMBER), (2, OAK), (3, OAK), (4, WINE), (5, INK), (6, BRASS)] {
        canvas.frame(inset, inset, 48 - 2 * inset, 48 - 2 * inset, ink);
    }
    // Light comes from above: the lower and right rails are darker.
    canvas.rect(2, 46, 45, 1, OAK);
    canvas.rect(46, 2, 1, 45, OAK);
    canvas.rect(6, 6, 36, 1, GOLD);
    canvas.rect(6, 6, 1, 36, GOLD);
    canvas.rect(7, 7, 34, 34, faded(NIGHT, 236));
    canvas.rect(7, 7, 34, 1, faded(INK, 244));
    canvas.rect(7, 7, 1, 34, faded(INK, 244));
    let corner = Canvas::from_text(&[
        "..##########....",
        ".#222233221#....",
        "#23333322221#...",
        "#233ff3222211##.",
        "#23fffg22111111#",
        "#23ffgz2111111#.",
        "#2332gz211####..",
        "#23222211#gg....",
        "#2222211#fg.....",
        "#222111#gg......",
        "#221111#g.......",
        "#11#111#........",
        ".##.#11#........",
        "....#11#........",
        ".....##.........",
        "................",
    ]);
    let other = corner.mirrored();
    for y in 0..16 {
        for x in 0..16 {
            for (picture, left) in [(&corner, 0), (&other, 32)] {
                let ink = picture.get(x, y);
                if ink[3] > 0 {
                    canvas.put(left + x, y, ink);
                    canvas.put(left + x, 47 - y, ink);
                }
            }
        }
    }
    for (x, y) in [(0, 0), (47, 0), (0, 47), (47, 47)] {
        canvas.put(x, y, faded(INK, 0));
    }
    canvas
}

/// What makes one state of a button look different from the others.
struct Look {
    rim: Ink,
    light: Ink,
    shade: Ink,
    fill: Ink,
}

/// The button's four states below each other, each 48 x 24 with corners of 8: normal, focused,
/// hovered, pressed.
pub fn button() -> Canvas {
    let mut canvas = Canvas::new(48, 96);
    let looks = [
        Look { rim: SLATE, light: STONE, shade: NIGHT, fill: INDIGO },
        Look { rim: FOOTLIGHT, light: SCARLET, shade: OXBLOOD, fill: CURTAIN },
        Look { rim: BRASS, light: PLUM, shade: INDIGO, fill: DUSK },
        Look { rim: OAK, light: INK, shade: OXBLOOD, fill: WINE },
    ];
    for (row, look) in looks.iter().enumerate() {
        state(&mut canvas, row as i32 * 24, look);
    }
    focus(&mut canvas, 24);
    canvas
}

/// A rectangle with its corners cut by one pixel more than `cut` on each side.
fn plate(canvas: &mut Canvas, at: (i32, i32), size: (i32, i32), cut: i32, ink: Ink) {
    for y in 0..size.1 {
        let inset = (cut - y).max(cut - (size.1 - 1 - y)).max(0);
        canvas.rect(at.0 + inset, at.1 + y, size.0 - 2 * inset, 1, ink);
    }
}

/// One button: a dark line, a rim, a bevel and the middle. The glow's two pixels stay free.
fn state(canvas: &mut Canvas, top: i32, look: &Look) {
    plate(canvas, (2, top + 2), (44, 20), 2, INK);
    plate(canvas, (3, top + 3), (42, 18), 2, look.rim);
    plate(canvas, (4, top + 4), (40, 16), 2, INK);
    plate(canvas, (5, top + 5), (38, 14), 1, look.fill);
    canvas.rect(6, top + 5, 36, 1, look.light);
    canvas.rect(5, top + 18, 38, 1, INK);
    canvas.rect(6, top + 17, 36, 1, look.shade);
    canvas.rect(6, top + 18, 36, 1, look.shade);
}

/// The focused state's gold: a double rim, studs at the corners, and a glow around it.
fn focus(canvas: &mut Canvas, top: i32) {
    for (ring, alpha) in [(0, 90), (1, 190)] {
        let (wide, tall) = (48 - 2 * ring, 24 - 2 * ring);
        for y in 0..tall {
            for x in 0..wide {
                let rim = x == 0 || y == 0 || x == wide - 1 || y == tall - 1;
                let from_corner = x.min(wide - 1 - x) + y.min(tall - 1 - y);
                if rim && from_corner > 2 - ring {
                    canvas.put(ring + x, top + ring + y, faded(FOOTLIGHT, alpha));
                }
            }
        }
    }
    plate(canvas, (2, top + 2), (44, 20), 2, GOLD);
    plate(canvas, (3, top + 3), (42, 18), 2, FOOTLIGHT);
    canvas.rect(5, top + 3, 38, 1, CREAM);
    plate(canvas, (4, top + 4), (40, 16), 2, WINE);
    plate(canvas, (5, top + 5), (38, 14), 1, CURTAIN);
    canvas.rect(6, top + 5, 36, 1, SCARLET);
    canvas.rect(6, top + 17, 36, 2, OXBLOOD);
    for (x, y) in [(3, 3), (42, 3), (3, 18), (42, 18)] {
        canvas.rect(x - 1, top + y - 1, 4, 4, INK);
        canvas.rect(x, top + y, 3, 3, GOLD);
        canvas.rect(x, top + y, 2, 2, FOOTLIGHT);
        canvas.put(x, top + y, CREAM);
    }
}

/// The slider's knob twice, each 16 x 16: normal and focused.
pub fn slider() -> Canvas {
    let mut canvas = Canvas::new(32, 16);
    for (left, rings) in [(0, [INK, STONE, SLATE, INK, INDIGO]), (16, [INK, FOOTLIGHT, GOLD, INK, CURTAIN])] {
        for y in 0..16 {
            for x in 0..16 {
                let (dx, dy) = (2 * x - 15, 2 * y - 15);
                let far = dx * dx + dy * dy;
                let ink = match far {
                    0..=34 => rings[4],
                    35..=58 => rings[3],
                    59..=100 if dx + dy < 6 => rings[1],
                    59..=100 => rings[2],
                    101..=150 => rings[0],
                    151..=226 if left > 0 && far < 196 => faded(FOOTLIGHT, 170),
                    151..=226 if left > 0 && bayer(x, y) < 8 => faded(FOOTLIGHT, 90),
                    _ => continue,
                };
                canvas.put(left + x, y, ink);
            }
        }
        let shine = if left > 0 { CREAM } else { PLUM };
        canvas.rect(left + 6, 6, 2, 1, shine);
        canvas.put(left + 6, 7, shine);
        canvas.put(left + 5, 4, if left > 0 { CREAM } else { STONE });
    }
    canvas
}

/// The hand that points at the focused entry, 16 x 16: a golden glove with a red cuff.
pub fn arrow() -> Canvas {
    let mut canvas = Canvas::from_text(&[
        "................",
        "................",
        "................",
        ".....ccfff......",
        ".ss.cffffggg....",
        ".sucfffffffffff.",
        ".sucfffggggggggz",
        ".sufffgzzzzzzzz.",
        ".suffffffg......",
        ".sufggggfgz.....",
        ".sugffffgz......",
        ".uxgggggfz......",
        ".xx.gffgz.......",
        ".....zzz........",
        "................",
        "................",
    ]);
    canvas.outline(INK);
    canvas
}
