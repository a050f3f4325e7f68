//! The loading screen's small stage: its curtain opens, and behind it a star begins to shine.

use super::canvas::{Canvas, bayer};
use super::curtain::cloth;
use super::palette::{
    BRASS, CREAM, DUSK, FOOTLIGHT, GOLD, INDIGO, INK, NIGHT, OAK, OXBLOOD, PLUM, SCARLET, TIMBER,
};

/// Four frames of 32 x 32 side by side.
pub fn sheet() -> Canvas {
    let mut canvas = Canvas::new(128, 32);
    for frame in 0..4 {
        canvas.blit(&stage(frame), frame * 32, 0);
    }
    canvas
}

/// One frame: 0 is closed, 3 is open.
fn stage(frame: i32) -> Canvas {
    let mut canvas = Canvas::new(32, 32);
    for y in 6..25_i32 {
        for x in 4..28_i32 {
            let glow = (2 * x - 31).abs() + (2 * y - 29).abs();
            let ink = match glow + bayer(x, y) {
                _ if frame == 0 => NIGHT,
                0..=18 if frame > 1 => PLUM,
                0..=28 => DUSK,
                0..=40 => INDIGO,
                _ => NIGHT,
            };
            canvas.put(x, y, ink);
        }
    }
    match frame {
        1 => canvas.text(14, 13, &[".gg.", "gffg", "gffg", ".gg."]),
        2 => canvas.text(
            11,
            10,
            &[
                "....gg....",
                "....ff....",
                "...gffg...",
                "gffffffffg",
                ".gfccccfg.",
                "..gfccfg..",
                "..ffffff..",
                ".gfg..gfg.",
                ".g......g.",
            ],
        ),
        3 => canvas.text(
            9,
            8,
            &[
                "......gg......",
                "......ff......",
                ".....gffg.....",
                ".....fccf.....",
                "gffffcccccfffg",
                ".gffcccccccfg.",
                "...gfccccfg...",
                "....fccccf....",
                "...gfccccfg...",
                "...ffcffcff...",
                "..gffg..gffg..",
                "..gg......gg..",
            ],
        ),
        _ => {}
    }
    let reach = [12, 9, 6, 4][frame as usize];
    let mut half = Canvas::new(32, 32);
    let folds = 2;
    cloth(
        &mut half,
        6..25,
        folds,
        |_| 4,
        |y| {
            let drawn = if y < 17 { (17 - y) / 2 } else { (y - 17) / 4 };
            4 + (reach + if frame == 0 { 0 } else { drawn }).min(12)
        },
    );
    for x in 4..16 {
        half.over(x, 23, GOLD);
        half.over(x, 24, BRASS);
    }
    canvas.blit(&half, 0, 0);
    canvas.blit(&half.mirrored(), 0, 0);
    // The valance, the frame of gold around it all, and the lamps.
    for x in 4..28 {
        let drop = 2 + i32::from((x / 2) % 3 != 0);
        canvas.rect(x, 5, 1, drop, if x % 6 < 2 { OXBLOOD } else { SCARLET });
        canvas.put(x, 5 + drop, GOLD);
    }
    canvas.rect(2, 2, 28, 3, GOLD);
    canvas.rect(3, 2, 26, 1, FOOTLIGHT);
    canvas.rect(2, 4, 28, 1, BRASS);
    for x in [2, 28] {
        canvas.rect(x, 5, 2, 20, GOLD);
        canvas.rect(x + 1, 5, 1, 20, BRASS);
    }
    canvas.rect(1, 25, 30, 2, TIMBER);
    canvas.rect(1, 27, 30, 2, OAK);
    canvas.rect(13, 0, 6, 3, GOLD);
    canvas.rect(14, 0, 4, 1, FOOTLIGHT);
    for lamp in 0..4 {
        let x = 5 + lamp * 6;
        let lit = lamp <= frame;
        canvas.rect(x, 24, 3, 2, if lit { FOOTLIGHT } else { BRASS });
        canvas.put(x + 1, 24, if lit { CREAM } else { GOLD });
        canvas.put(x + 1, 26, BRASS);
    }
    // The outermost rows are used already, so the line goes where there is room.
    canvas.outline(INK);
    canvas
}
