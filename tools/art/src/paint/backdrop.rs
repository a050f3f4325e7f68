//! The large images: the backdrop of the main menu, and the layers of the trailer.

use super::canvas::{Canvas, bayer, roll, swell};
use super::outpost::gate_and_tower;
use super::palette::{DUSK, INDIGO, INK, MAUVE, MOSS, NIGHT, OAK, PEACH, PINE, PLUM, ROSE, SPRUCE, TIMBER};
use super::scenery::{Range, cloud, ground, moon, mountains, pine, sky, stars};

/// The main menu's backdrop, 640 x 360. The left third stays calm: the menu stands there.
pub fn menu() -> Canvas {
    let mut canvas = Canvas::new(640, 360);
    sky(&mut canvas, 250);
    stars(&mut canvas, 150, 3);
    moon(&mut canvas, 356, 62, 20);
    for (x, y, half, body, lit) in [
        (90, 150, 70, PLUM, MAUVE),
        (250, 132, 56, PLUM, MAUVE),
        (590, 118, 60, PLUM, MAUVE),
        (180, 176, 90, MAUVE, ROSE),
        (420, 168, 70, MAUVE, ROSE),
        (60, 200, 60, ROSE, PEACH),
        (330, 196, 44, ROSE, PEACH),
    ] {
        cloud(&mut canvas, x, y, half, body, lit);
    }
    mountains(
        &mut canvas,
        &Range {
            peaks: &[
                (30, 70),
                (95, 98),
                (250, 84),
                (170, 112),
                (320, 106),
                (390, 72),
                (470, 92),
                (560, 110),
                (630, 76),
            ],
            foot: 282,
            spread: 22,
            inks: [MAUVE, ROSE, PEACH],
            snow: 26,
        },
    );
    mountains(
        &mut canvas,
        &Range {
            peaks: &[(0, 50), (70, 66), (140, 48), (216, 74), (290, 54), (370, 64), (600, 60)],
            foot: 300,
            spread: 26,
            inks: [DUSK, PLUM, MAUVE],
            snow: 8,
        },
    );
    // A line of distant forest, then the hill with the outpost.
    let far = |x: i32| 272 + swell(x, 320, 6) + swell(x + 40, 140, 3);
    ground(&mut canvas, far, [INDIGO, INDIGO, DUSK]);
    for x in (0..640).step_by(7) {
        let tall = 10 + roll(x, 0, 61, 12);
        let x = x + roll(x, 1, 61, 5);
        pine(&mut canvas, x, far(x) + 4, tall, [NIGHT, INDIGO, INDIGO]);
    }
    ground(&mut canvas, hill, [PINE, SPRUCE, MOSS]);
    for (x, tall) in [(318, 34), (334, 42), (306, 26), (350, 30), (618, 44), (632, 36), (604, 28)] {
        pine(&mut canvas, x, hill(x) + 5, tall, [INK, PINE, SPRUCE]);
    }
    let outpost = gate_and_tower();
    canvas.blit(&outpost, 352, 100);
    front(&mut canvas);
    canvas
}

/// The outpost's hill behind the menu: high at the right, falling to the left.
fn hill(x: i32) -> i32 {
    let from_top = (x - 480).abs() - 110;
    let fall = from_top.max(0);
    282 + (fall * fall / 420).min(36) + swell(x, 90, 1)
}

/// What is nearest: the path down the hill, dark slopes, and the pines that frame the view.
fn front(canvas: &mut Canvas) {
    for y in 291..360 {
        let down = y - 291;
        let middle = 476 - down * 3 / 2 + swell(down, 90, 10);
        let half = 13 + down / 4;
        for x in middle - half..middle + half {
            let edge = (x - middle).abs() > half - 3 - roll(x / 2, y, 51, 2);
            let ink = match roll(x / 4, y / 2, 52, 7) {
                _ if edge => OAK,
                0 => OAK,
                _ => TIMBER,
            };
            let shade = bayer(x, y) < down / 5;
            canvas.put(x, y, if shade { OAK } else { ink });
        }
    }
    let slope = |x: i32| 332 + swell(x + 60, 420, 12) - swell(x, 130, 3) + (x / 60 - 4).max(0);
    for x in 0..640_i32 {
        let gap = ((x - 430).abs() - 34).max(0);
        let top = slope(x).max(360 - gap * 2 / 3);
        for y in top..360 {
            let depth = y - top;
            let ink = if depth < 2 {
                SPRUCE
            } else if depth < 9 && bayer(x, y) < 9 - depth {
                PINE
            } else {
                INK
            };
            canvas.put(x, y, ink);
        }
        if gap > 20 && roll(x, 4, 53, 4) == 0 {
            let tall = 2 + roll(x, 5, 53, 4);
            for up in 0..tall {
                canvas.put(x + up / 3, top - up, SPRUCE);
            }
        }
    }
    for (x, foot, tall) in [
        (262, 352, 78),
        (20, 356, 120),
        (-6, 350, 96),
        (64, 362, 74),
        (590, 364, 92),
        (628, 366, 150),
        (300, 366, 52),
        (556, 372, 54),
    ] {
        pine(canvas, x, foot, tall, [INK, NIGHT, PINE]);
    }
}

/// The trailer's sky, 640 x 360, opaque.
pub fn trailer_sky() -> Canvas {
    let mut canvas = Canvas::new(640, 360);
    sky(&mut canvas, 320);
    stars(&mut canvas, 210, 23);
    moon(&mut canvas, 448, 84, 28);
    for (x, y, half, body, lit) in [
        (120, 168, 80, PLUM, MAUVE),
        (330, 190, 100, PLUM, MAUVE),
        (560, 174, 64, PLUM, MAUVE),
        (210, 222, 110, MAUVE, ROSE),
        (500, 228, 90, MAUVE, ROSE),
        (70, 254, 60, ROSE, PEACH),
        (380, 260, 80, ROSE, PEACH),
    ] {
        cloud(&mut canvas, x, y, half, body, lit);
    }
    canvas
}

/// The trailer's distant mountains, 640 x 160; they continue from edge to edge.
pub fn trailer_far() -> Canvas {
    let mut canvas = Canvas::new(640, 160);
    mountains(
        &mut canvas,
        &Range {
            peaks: &[
                (40, 104),
                (140, 128),
                (90, 84),
                (230, 112),
                (190, 80),
                (330, 140),
                (280, 92),
                (420, 108),
                (500, 132),
                (460, 84),
                (590, 118),
                (550, 86),
            ],
            foot: 160,
            spread: 22,
            inks: [PLUM, MAUVE, PEACH],
            snow: 30,
        },
    );
    mountains(
        &mut canvas,
        &Range {
            peaks: &[(0, 62), (100, 54), (180, 74), (270, 52), (370, 70), (450, 50), (540, 66)],
            foot: 160,
            spread: 28,
            inks: [INDIGO, DUSK, PLUM],
            snow: 8,
        },
    );
    canvas
}

/// The trailer's hills and pines in front, 640 x 160; they continue from edge to edge.
pub fn trailer_near() -> Canvas {
    let mut canvas = Canvas::new(640, 160);
    let back = |x: i32| 96 + swell(x, 320, 10) + swell(x + 50, 128, 4);
    ground(&mut canvas, back, [NIGHT, INDIGO, INDIGO]);
    for x in (0..640).step_by(12) {
        let tall = 22 + roll(x, 0, 71, 26);
        let x = x + roll(x, 1, 71, 8);
        pine(&mut canvas, x, back(x) + 6, tall, [INK, NIGHT, INDIGO]);
    }
    let line = |x: i32| 122 + swell(x + 200, 640, 10) + swell(x, 160, 4);
    ground(&mut canvas, line, [PINE, SPRUCE, MOSS]);
    for (x, tall) in [
        (24, 80),
        (52, 58),
        (6, 50),
        (150, 72),
        (176, 92),
        (204, 64),
        (300, 54),
        (322, 84),
        (420, 62),
        (444, 98),
        (470, 70),
        (560, 66),
        (584, 88),
        (612, 60),
    ] {
        pine(&mut canvas, x, line(x) + 10 + roll(x, 2, 71, 10), tall, [INK, PINE, SPRUCE]);
    }
    for x in 0..640 {
        for y in 150..160 {
            if bayer(x, y) < (y - 150) * 2 {
                canvas.put(x, y, INK);
            }
        }
    }
    canvas
}
