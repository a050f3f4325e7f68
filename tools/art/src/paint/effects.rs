//! What flies, flashes, splashes and points on the battlefield; the signs above heads are in
//! `effects_signs.rs`. Light has no outline, since it would take the glow away.

#[path = "effects_signs.rs"]
mod signs;

use super::canvas::{Canvas, bayer, in_ellipse};
use super::palette::{
    APRICOT, CREAM, CURTAIN, DUSK, EMBER, FERN, FOOTLIGHT, Ink, MAUVE, MEADOW, MOSS, OXBLOOD, PLUM, ROSE,
    SCARLET, SPRUCE, TIMBER, WINE, faded,
};

/// Width and height of a cell.
const CELL: i32 = 16;

type Rows = &'static [&'static str];

/// The sheet, 128 x 96, eight cells in each of six rows.
pub fn sheet() -> Canvas {
    let mut sheet = Canvas::new(CELL * 8, CELL * 6);
    let mut place = |column: i32, row: i32, cell: &Canvas| sheet.blit(cell, column * CELL, row * CELL);
    place(0, 0, &Canvas::from_text(TRACER));
    for (column, rows) in (1..).zip(FLASHES) {
        place(column, 0, &twofold(rows));
    }
    for (column, rows) in (3..).zip(SPARKS) {
        place(column, 0, &fourfold(rows));
    }
    for frame in 0..4 {
        place(frame, 1, &dust(frame));
        place(frame, 2, &bolt(frame));
        place(frame + 4, 2, &burst(frame));
    }
    for (column, rows) in (4..).zip(GOO) {
        let mut cell = Canvas::new(CELL, CELL);
        cell.text(0, 0, rows);
        cell.outline(WINE);
        place(column, 1, &cell);
    }
    for (column, rows) in (0..).zip(ARROWS) {
        let mut go = fourfold(rows);
        let mut fight = recoloured(&go, &[(MEADOW, EMBER), (FERN, SCARLET), (MOSS, CURTAIN)]);
        go.outline(SPRUCE);
        fight.outline(OXBLOOD);
        place(column, 3, &go);
        place(column + 4, 3, &fight);
    }
    for (row, cells) in (4..).zip([signs::moods(), signs::gains()]) {
        for (column, cell) in (0..).zip(&cells) {
            place(column, row, cell);
        }
    }
    sheet
}

/// The rings under units, 32 x 48: 16 x 8 green and red side by side, below them 24 x 12 green,
/// 32 x 16 red and 24 x 12 red.
pub fn rings() -> Canvas {
    let mut picture = Canvas::new(32, 48);
    for (x, y, width, height, light, dark) in [
        (0, 0, 16, 8, MEADOW, MOSS),
        (16, 0, 16, 8, EMBER, CURTAIN),
        (0, 8, 24, 12, MEADOW, MOSS),
        (0, 20, 32, 16, EMBER, CURTAIN),
        (0, 36, 24, 12, EMBER, CURTAIN),
    ] {
        picture.blit(&ring(width, height, light, dark), x, y);
    }
    picture
}

/// A flat ring with a faint glow inside it; its farther half is darker.
fn ring(width: i32, height: i32, light: Ink, dark: Ink) -> Canvas {
    let mut picture = Canvas::new(width, height);
    let inside = |x: i32, y: i32, cut: i32| {
        in_ellipse(2 * x - width + 1, 2 * y - height + 1, width - 1 - cut, height - 1 - cut)
    };
    for y in 0..height {
        for x in 0..width {
            if !inside(x, y, 0) {
                continue;
            }
            let edge = [(1, 0), (-1, 0), (0, 1), (0, -1)].iter().any(|(dx, dy)| !inside(x + dx, y + dy, 0));
            let ink = match edge {
                true if 2 * y < height - 2 => dark,
                true => light,
                false => faded(dark, 70),
            };
            picture.put(x, y, ink);
        }
    }
    picture
}

/// A cell from its upper left quarter.
fn fourfold(quarter: Rows) -> Canvas {
    let part = Canvas::from_text(quarter);
    let mut cell = Canvas::new(CELL, CELL);
    for y in 0..CELL {
        for x in 0..CELL {
            cell.put(x, y, part.get(x.min(CELL - 1 - x), y.min(CELL - 1 - y)));
        }
    }
    cell
}

/// A cell from its upper half.
fn twofold(half: Rows) -> Canvas {
    let part = Canvas::from_text(half);
    let mut cell = Canvas::new(CELL, CELL);
    for y in 0..CELL {
        for x in 0..CELL {
            cell.put(x, y, part.get(x, y.min(CELL - 1 - y)));
        }
    }
    cell
}

/// The image with some of its colours replaced.
pub fn recoloured(picture: &Canvas, exchange: &[(Ink, Ink)]) -> Canvas {
    let mut other = Canvas::new(picture.width, picture.height);
    for y in 0..picture.height {
        for x in 0..picture.width {
            let ink = picture.get(x, y);
            let new = exchange.iter().find(|(old, _)| *old == ink);
            other.put(x, y, new.map_or(ink, |(_, new)| *new));
        }
    }
    other
}

/// Dust that feet throw up: three clouds that drift apart, rise and thin out.
fn dust(frame: i32) -> Canvas {
    let mut cell = Canvas::new(CELL, CELL);
    let size = [2, 3, 3, 2][frame as usize];
    let clouds = [
        (8 - 2 - frame, 12 - frame / 2, size),
        (8 + 1 + frame, 12 - frame / 2, size),
        (8, 11 - frame, size - 1),
    ];
    for (cx, cy, radius) in clouds {
        for y in -radius..=radius {
            for x in -radius..=radius {
                // The last frames are full of holes.
                let gone = bayer(cx + x, cy + y) < [0, 0, 4, 9][frame as usize];
                if !in_ellipse(x, y, radius, radius) || gone {
                    continue;
                }
                let ink = match x + y {
                    ..=-1 => CREAM,
                    0..=1 => APRICOT,
                    _ => TIMBER,
                };
                cell.put(cx + x, cy + y, ink);
            }
        }
    }
    cell
}

/// The ball of magic that flies to the right, with sparks behind it.
fn bolt(frame: i32) -> Canvas {
    let mut cell = Canvas::new(CELL, CELL);
    for step in 0..8 {
        // The tail is a wave that runs through the four frames.
        let wave = [0, 1, 0, -1][((step / 2 + frame) % 4) as usize];
        let ink = [ROSE, ROSE, MAUVE, MAUVE, MAUVE, PLUM, PLUM, DUSK][step as usize];
        cell.put(8 - step, 8 + wave, ink);
        if step < 5 {
            cell.put(8 - step, 7 + wave, ink);
        }
    }
    let pulse = frame % 2;
    for (radius, ink) in [(4, PLUM), (3, MAUVE), (2 + pulse, ROSE), (1 + pulse, CREAM)] {
        cell.ellipse(10, 8, radius, radius, ink);
    }
    let (x, y) = [(14, 4), (15, 8), (14, 12), (6, 4)][frame as usize];
    cell.put(x, y, ROSE);
    cell.put([5, 3, 6, 2][frame as usize], [12, 5, 3, 11][frame as usize], MAUVE);
    cell
}

/// The ball of magic bursting: a ring that grows, thins and falls into sparks.
fn burst(frame: i32) -> Canvas {
    let mut cell = Canvas::new(CELL, CELL);
    // The middle lies between pixels, so distances are counted in halves.
    let (outer, inner) = [(9, 0), (12, 5), (15, 10), (15, 13)][frame as usize];
    for y in 0..CELL {
        for x in 0..CELL {
            let (dx, dy) = (2 * x - 15, 2 * y - 15);
            if !in_ellipse(dx, dy, outer, outer) || in_ellipse(dx, dy, inner, inner) && inner > 0 {
                continue;
            }
            let near = |less: i32| in_ellipse(dx, dy, outer - less, outer - less);
            let ink = match frame {
                0 if near(4) => CREAM,
                0 if near(2) => ROSE,
                1 if near(4) => ROSE,
                2 if bayer(x, y) < 5 => continue,
                2 if near(3) => MAUVE,
                3 if bayer(x, y) < 10 => continue,
                3 => PLUM,
                _ => MAUVE,
            };
            cell.put(x, y, ink);
        }
    }
    if frame == 1 {
        for (x, y) in [(0, 2), (15, 3), (1, 13), (14, 14)] {
            cell.put(x, y, FOOTLIGHT);
        }
    }
    cell
}

/// Unused light is left out: a bullet is seen for one frame only.
const TRACER: Rows = &[
    "................",
    "................",
    "................",
    "................",
    "................",
    "................",
    "................",
    "......zggffffc..",
    "zz.zggggfffccccc",
    "......zggffffc..",
];

const FLASHES: [Rows; 2] = [
    &[
        "................",
        "................",
        "...g............",
        "....f....g......",
        "..g.gf..gf......",
        "...fffffff......",
        "gffccccccfffg...",
        "fcccccccccccffg.",
    ],
    &[
        "................",
        "................",
        "................",
        "......g.........",
        "...g............",
        "....gf..g.......",
        "..ggffff..g.....",
        "gffffcffggg..z..",
    ],
];

const SPARKS: [Rows; 4] = [
    &["........", "........", "........", "........", "......f.", ".......f", "....f.cc", ".....fcc"],
    &["........", "........", ".......f", "...f...f", "....f..c", ".....fcc", "......cc", "..ffcccc"],
    &[".......f", "........", "..f....f", "...f....", "....g..g", "........", "........", "f.f.g..."],
    &["........", ".g.....g", "........", "........", "........", "........", "........", ".g......"],
];

const GOO: [Rows; 4] = [
    &[
        "................",
        "................",
        "................",
        "................",
        "................",
        "......mm........",
        ".....mrmm.......",
        "....mrrmmp......",
        "....mrmmmpp.....",
        "....mmmmmpp.....",
        ".....mmppp......",
        "......pp........",
    ],
    &[
        "................",
        "................",
        "...m......m.....",
        "..........p.....",
        ".....m..........",
        ".......mm.......",
        ".m...mmrmm...m..",
        "....mrrmmmpp....",
        "...mrrmmmmppp...",
        "...mmmmmmppp....",
        ".....mmppp......",
        "..m....pp...p...",
        "................",
        ".....m..........",
    ],
    &[
        "................",
        "..m.........m...",
        "................",
        "................",
        "................",
        "................",
        ".m............m.",
        "................",
        "....m.mm..m.....",
        "...mmmrrmmmpp...",
        "..mmrrmmmmmppp..",
        "...mmmmmppppp...",
        ".....mpppp......",
        ".m...........p..",
    ],
    &[
        "................",
        "................",
        "................",
        "................",
        "................",
        "................",
        "................",
        "................",
        "................",
        "................",
        ".....mmmm..m....",
        "..mmmrrmmmmpp...",
        "...mmmmpppppp...",
        ".m...pppp.......",
    ],
];

/// An order marker: four arrows converge on the ground; the last frame is the target.
const ARROWS: [Rows; 4] = [
    &["........", ".....FLL", "......FL", ".......F", "........", ".F......", ".LLF....", ".LLLL..."],
    &["........", "........", ".....FLL", "......FL", ".......F", "..F.....", "..LLF...", "..LLLL.."],
    &["........", "........", "........", "........", ".....FLL", "...F..FL", "...LLF..", "...LLLL."],
    &["........", "........", "........", "........", "........", "......FF", "....FFLL", "...FLLLL"],
];
