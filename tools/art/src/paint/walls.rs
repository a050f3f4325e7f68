//! Palisade and stone wall: a face with what stands out above it.

use super::canvas::{Canvas, bayer, roll};
use super::palette::{APRICOT, ASH, CHALK, FERN, INK, MOSS, OAK, PINE, SLATE, SPRUCE, STONE, TIMBER, WINE};
use super::tiles::{
    LAMP, LOGS, LOGS_IVY, LOGS_LADDER, POINTS, POST, POST_TOP, SIDE, SIDE_TOP, WALL, WALL_TOP, place,
};

/// All the tiles of this file.
pub fn paint(sheet: &mut Canvas) {
    for sort in 0..2 {
        let wall = palisade(sort);
        place(sheet, POINTS + sort, &cut(&wall, 0));
        place(sheet, LOGS + sort, &cut(&wall, 16));
        let stone = stone(sort == 1);
        place(sheet, WALL_TOP + sort, &cut(&stone, 0));
        place(sheet, WALL + sort, &cut(&stone, 16));
    }
    place(sheet, LOGS_LADDER, &ladder());
    place(sheet, LOGS_IVY, &ivy());
    let post = post();
    place(sheet, POST_TOP, &cut(&post, 0));
    place(sheet, POST, &cut(&post, 16));
    let side = side();
    place(sheet, SIDE_TOP, &cut(&side, 0));
    place(sheet, SIDE, &cut(&side, 16));
    place(sheet, SIDE + 16, &cut(&side, 32));
    place(sheet, LAMP, &lamp());
    place(sheet, WALL + 16, &wall_walk());
    place(sheet, WALL + 17, &steps());
}

/// One tile of a taller image.
fn cut(picture: &Canvas, top: i32) -> Canvas {
    let mut tile = Canvas::new(16, 16);
    for y in 0..16 {
        for x in 0..16 {
            tile.put(x, y, picture.get(x, top + y));
        }
    }
    tile
}

/// One upright log with a cut point, lit from the left.
fn log(canvas: &mut Canvas, x: i32, top: i32, foot: i32, wide: i32) {
    let half = wide / 2;
    for y in top..foot {
        let inset = (half - 1 - (y - top)).max(0);
        let point = y - top <= half;
        for at in inset..wide - inset {
            let edge = at == inset || at == wide - 1 - inset;
            let grain = roll(x + at, y / 4, 101, 6) == 0;
            let ink = match at * 8 / wide {
                _ if edge => INK,
                _ if point && at < half => APRICOT,
                _ if point => TIMBER,
                1 | 2 if grain => OAK,
                1..=3 => TIMBER,
                4 | 5 => OAK,
                _ => WINE,
            };
            canvas.put(x + at, y, ink);
        }
    }
}

/// The dark line of grass where a wall meets the ground.
fn contact(canvas: &mut Canvas, y: i32) {
    for x in 0..canvas.width {
        canvas.under(x, y, SPRUCE);
        if bayer(x, y + 1) < 9 {
            canvas.under(x, y + 1, SPRUCE);
        }
        if roll(x, y, 102, 4) == 0 {
            canvas.put(x, y - 1, MOSS);
        }
    }
}

/// Two logs of the palisade, with a rail; the second sort has a shield hung on it.
fn palisade(sort: i32) -> Canvas {
    let mut canvas = Canvas::new(16, 32);
    for (index, top) in [[3, 5], [5, 2]][sort as usize].into_iter().enumerate() {
        log(&mut canvas, index as i32 * 8, top, 30, 8);
    }
    canvas.rect(0, 15, 16, 1, TIMBER);
    canvas.rect(0, 16, 16, 2, OAK);
    canvas.rect(0, 18, 16, 1, INK);
    for x in [3, 11] {
        canvas.put(x, 16, ASH);
    }
    if sort == 1 {
        canvas.text(
            3,
            15,
            &[
                ".########.",
                "#gffffffz#",
                "#fsssuuuz#",
                "#fsscguuz#",
                "#fscffguz#",
                "#fssfguuz#",
                "#gssuuuxz#",
                ".#gsuuxz#.",
                "..#guxz#..",
                "...#zz#...",
                "....##....",
            ],
        );
    }
    contact(&mut canvas, 30);
    canvas
}

/// Logs with a ladder leaning on them.
fn ladder() -> Canvas {
    let mut tile = cut(&palisade(0), 16);
    for x in [4, 11] {
        tile.rect(x - 1, 0, 3, 16, INK);
        tile.rect(x, 0, 1, 16, APRICOT);
    }
    for y in [1, 5, 9, 13] {
        tile.rect(5, y, 6, 1, APRICOT);
        tile.rect(5, y + 1, 6, 1, OAK);
    }
    tile
}

/// Logs that ivy has climbed.
fn ivy() -> Canvas {
    let mut tile = cut(&palisade(0), 16);
    for y in 3..16 {
        for x in 0..16 {
            let reach = y - 3 - i32::abs(x - 9) / 2;
            if roll(x / 2, y / 2, 103, 12) < reach {
                tile.put(x, y, [SPRUCE, MOSS, MOSS, FERN][roll(x, y, 104, 4) as usize]);
            }
        }
    }
    tile
}

/// The thick post at a corner, bound with iron.
fn post() -> Canvas {
    let mut canvas = Canvas::new(16, 32);
    log(&mut canvas, 1, 0, 31, 14);
    for y in [11, 23] {
        canvas.rect(2, y, 12, 3, SLATE);
        canvas.rect(3, y, 6, 1, ASH);
        for x in [4, 8, 12] {
            canvas.put(x, y + 1, CHALK);
        }
    }
    contact(&mut canvas, 30);
    canvas
}

/// The palisade seen along its length: log behind log.
fn side() -> Canvas {
    let mut canvas = Canvas::new(16, 48);
    for step in 0..6 {
        let top = 4 + step * 8;
        if step == 5 {
            break;
        }
        log(&mut canvas, 4, top, (top + 18).min(48), 8);
    }
    // Beside it lies a narrow shadow.
    for y in 16..48 {
        for x in 12..14 {
            if x < 13 || bayer(x, y) < 8 {
                canvas.under(x, y, SPRUCE);
            }
        }
    }
    canvas
}

/// Stone: battlements over courses of blocks.
fn stone(mossy: bool) -> Canvas {
    let mut canvas = Canvas::new(16, 32);
    canvas.rect(0, 7, 16, 24, STONE);
    for tooth in [1, 9] {
        canvas.rect(tooth - 1, 2, 7, 6, INK);
        canvas.rect(tooth, 3, 5, 5, STONE);
        canvas.rect(tooth, 3, 5, 1, CHALK);
        canvas.rect(tooth, 4, 1, 4, ASH);
        canvas.rect(tooth + 4, 4, 1, 4, SLATE);
    }
    canvas.rect(0, 8, 16, 1, CHALK);
    canvas.rect(0, 9, 16, 1, ASH);
    canvas.rect(0, 11, 16, 1, INK);
    for course in 0..3 {
        let top = 12 + course * 6;
        for y in top..top + 6 {
            for x in 0..16_i32 {
                let at = (x + course * 4).rem_euclid(8);
                let ink = match (y - top, at) {
                    (5, _) | (_, 7) => SLATE,
                    (0, _) | (_, 0) => ASH,
                    _ if roll(x, y, 105, 12) == 0 => SLATE,
                    _ => STONE,
                };
                canvas.put(x, y, ink);
            }
        }
    }
    canvas.rect(0, 30, 16, 1, INK);
    if mossy {
        for y in 16..30 {
            for x in 0..16 {
                if roll(x / 3, y / 3, 106, 16) < y - 18 {
                    canvas.put(x, y, [SPRUCE, MOSS, MOSS][roll(x, y, 107, 3) as usize]);
                }
            }
        }
        canvas.text(10, 7, &["MF..", "MMMF", ".SM.", "..S."]);
    }
    contact(&mut canvas, 31);
    canvas
}

/// The top of a stone wall, where a guard would walk.
fn wall_walk() -> Canvas {
    let mut tile = Canvas::new(16, 16);
    tile.rect(0, 0, 16, 16, ASH);
    for y in 0..16 {
        for x in 0..16 {
            if (x + (y / 8) * 5) % 10 == 0 || y % 8 == 7 {
                tile.put(x, y, STONE);
            }
        }
    }
    tile.rect(0, 0, 16, 1, CHALK);
    tile
}

/// Steps of stone.
fn steps() -> Canvas {
    let mut tile = Canvas::new(16, 16);
    for step in 0..4 {
        tile.rect(0, step * 4, 16, 1, CHALK);
        tile.rect(0, step * 4 + 1, 16, 1, ASH);
        tile.rect(0, step * 4 + 2, 16, 1, STONE);
        tile.rect(0, step * 4 + 3, 16, 1, SLATE);
    }
    tile
}

/// A lamp on a short post.
fn lamp() -> Canvas {
    let mut tile = Canvas::from_text(&[
        ".....######.....",
        "....#gggggz#....",
        "...#fffffggz#...",
        "....########....",
        "....#fcccfg#....",
        "....#fcccfg#....",
        "....#ffcffg#....",
        "....#gffggz#....",
        "....########....",
        "......#to#......",
        "......#to#......",
        "......#to#......",
        "......#to#......",
        ".....#ttow#.....",
        ".....######.....",
        "................",
    ]);
    for x in 3..13 {
        tile.under(x, 14, SPRUCE);
        if (5..11).contains(&x) {
            tile.under(x, 15, PINE);
        }
    }
    tile
}
