//! The emblem of the logo: a stage seen from the audience. The game writes its title below it.

use super::canvas::{Canvas, bayer, gradient, in_ellipse, roll};
use super::curtain::{cloth, tassel, valance};
use super::palette::{
    APRICOT, ASH, BRASS, CHALK, CURTAIN, DUSK, EMBER, FOOTLIGHT, GOLD, INDIGO, INK, Ink, MAUVE, NIGHT, OAK,
    PEACH, PINE, PLUM, ROSE, SLATE, SPRUCE, STONE, TIMBER, WINE,
};
use super::scenery::{Range, moon, mountains, pine};

/// The opening of the stage, within the arch.
const LEFT: i32 = 70;
const RIGHT: i32 = 250;
const TOP: i32 = 24;
const FLOOR: i32 = 96;
const EDGE: i32 = 110;

/// The whole emblem, 320 x 120.
pub fn emblem() -> Canvas {
    let mut canvas = Canvas::new(320, 120);
    scene(&mut canvas);
    boards(&mut canvas);
    curtains(&mut canvas);
    arch(&mut canvas);
    footlights(&mut canvas);
    canvas.outline(INK);
    canvas
}

/// The painted scene at the back of the stage.
fn scene(canvas: &mut Canvas) {
    let mut scene = Canvas::new(RIGHT - LEFT, FLOOR - TOP);
    let (width, height) = (scene.width, scene.height);
    gradient(&mut scene, 0, height - 4, &[INDIGO, DUSK, PLUM, MAUVE, ROSE, PEACH, APRICOT]);
    moon(&mut scene, width / 2, 32, 9);
    mountains(
        &mut scene,
        &Range {
            peaks: &[(62, 26), (118, 30), (90, 18), (40, 14), (142, 16)],
            foot: height,
            spread: 20,
            inks: [DUSK, PLUM, ROSE],
            snow: 9,
        },
    );
    for x in 0..width {
        let top = height - 8 + (x - width / 2).abs() / 22 - roll(x / 5, 0, 3, 2);
        scene.rect(x, top, 1, 12, PINE);
        scene.put(x, top, SPRUCE);
    }
    for (x, tall) in [(46, 22), (56, 16), (64, 12), (134, 24), (124, 15), (117, 11), (38, 28), (144, 30)] {
        pine(&mut scene, x, height - 2, tall, [INK, PINE, SPRUCE]);
    }
    canvas.blit(&scene, LEFT, TOP);
}

/// The stage floor, with a pool of light.
fn boards(canvas: &mut Canvas) {
    for y in FLOOR..EDGE {
        for x in LEFT..RIGHT {
            let depth = y - FLOOR;
            let from_middle = (x - 160) * 30 / (24 + depth);
            let board = from_middle.rem_euclid(14);
            let lit = in_ellipse(x - 160, y - FLOOR - 6, 58, 7);
            let ink = match (board, lit) {
                (0, false) => WINE,
                (0, true) => OAK,
                (_, false) => OAK,
                (1, true) => GOLD,
                (_, true) => TIMBER,
            };
            canvas.put(x, y, ink);
        }
    }
    canvas.rect(LEFT, FLOOR, RIGHT - LEFT, 1, WINE);
}

/// Both curtains, gathered by cords, and the valance.
fn curtains(canvas: &mut Canvas) {
    let tie = 76;
    let inner = move |y: i32| {
        if y < tie {
            // A bow from the rail down to the cord.
            let down = tie - y;
            92 + down * down / 52
        } else {
            92 + (y - tie) / 3
        }
    };
    let mut half = Canvas::new(320, 160);
    cloth(&mut half, TOP..EDGE - 2, 6, |_| LEFT - 2, inner);
    for x in LEFT - 2..inner(tie) + 1 {
        let sag = (x - LEFT) / 6;
        half.put(x, tie - 3 + sag, GOLD);
        half.put(x, tie - 2 + sag, FOOTLIGHT);
        half.put(x, tie - 1 + sag, BRASS);
    }
    tassel(&mut half, inner(tie) - 6, tie + 2);
    for x in LEFT - 2..120 {
        half.over(x, EDGE - 4, GOLD);
        half.over(x, EDGE - 3, FOOTLIGHT);
    }
    canvas.blit(&half, 0, 0);
    canvas.blit(&half.mirrored(), 0, 0);
    valance(canvas, LEFT, TOP, RIGHT - LEFT, 6, 20);
    for swag in 1..6 {
        tassel(canvas, LEFT + swag * 30, TOP + 8);
    }
}

/// The arch of stone and gold around the stage.
fn arch(canvas: &mut Canvas) {
    for side in [false, true] {
        let mut half = Canvas::new(160, 160);
        column(&mut half);
        entablature(&mut half);
        let half = if side { half.mirrored() } else { half };
        canvas.blit(&half, if side { 160 } else { 0 }, 0);
    }
    // The keystone carries a sun.
    canvas.text(
        146,
        1,
        &[
            ".........zffffffffz.........",
            ".......zffgggggggggfz.......",
            "......zfg##########gfz......",
            "......fg#xuuuuuuuux#gf......",
            "......fg#u..ffff..u#gf......",
            "......fg#u.fccccf.u#gf......",
            "......fg#uffc##cffu#gf......",
            "......fg#ufcc##ccfu#gf......",
            "......fg#ufccccccfu#gf......",
            "......fg#uff#cc#ffu#gf......",
            "......fg#u.fc##cf.u#gf......",
            "......zg#uu.ffff.uu#gz......",
            ".......zg#xuuuuuux#gz.......",
            "........zg########gz........",
            ".........zggggggggz.........",
            "..........zgffffgz..........",
            "............zggz............",
            ".............zz.............",
        ],
    );
    for y in 4..13 {
        for x in 155..166 {
            if canvas.get(x, y)[3] == 0 || canvas.get(x, y) == CHALK {
                canvas.put(x, y, CURTAIN);
            }
        }
    }
}

/// The left column: fluted stone on a plinth, under a golden capital.
fn column(canvas: &mut Canvas) {
    const FLUTES: [Ink; 22] = [
        SLATE, STONE, ASH, ASH, CHALK, CHALK, ASH, STONE, ASH, CHALK, ASH, STONE, ASH, ASH, STONE, SLATE,
        STONE, ASH, STONE, SLATE, STONE, SLATE,
    ];
    for (x, ink) in FLUTES.iter().enumerate() {
        canvas.rect(44 + x as i32, 34, 1, 64, *ink);
    }
    // The capital, as broad steps of gold.
    for (y, inset, ink) in [
        (26, 0, FOOTLIGHT),
        (27, 0, GOLD),
        (28, 0, GOLD),
        (29, 1, BRASS),
        (30, 2, FOOTLIGHT),
        (31, 2, GOLD),
        (32, 3, BRASS),
        (33, 3, OAK),
    ] {
        canvas.rect(40 + inset, y, 30 - 2 * inset, 1, ink);
    }
    // Scrolls at both ends of it.
    for x in [40, 64] {
        canvas.text(x, 26, &[".ffff.", "fgggzf", "fzffgz", "fgzfgz", ".zggz.", "..zz.."]);
    }
    // The plinth.
    for (y, tall, inset, ink) in [
        (96, 1, 3, FOOTLIGHT),
        (97, 2, 2, GOLD),
        (99, 1, 2, BRASS),
        (100, 1, 0, CHALK),
        (101, 11, 0, ASH),
        (112, 2, 0, STONE),
    ] {
        canvas.rect(40 + inset, y, 30 - 2 * inset, tall, ink);
    }
    canvas.frame(44, 103, 22, 8, STONE);
    canvas.rect(45, 110, 21, 1, CHALK);
    canvas.text(51, 104, &["...ff...", ".ffggff.", ".gzggzg.", "..zgzz..", "...zz..."]);
    canvas.rect(69, 100, 1, 14, SLATE);
}

/// The left half of what the columns carry; it rises towards the keystone.
fn entablature(canvas: &mut Canvas) {
    for x in 36..160 {
        let rise = (x - 36) * (284 - (x - 36)) * 10 / (142 * 142);
        let top = 16 - rise;
        for (from, to, ink) in [
            (0, 1, FOOTLIGHT),
            (1, 3, GOLD),
            (3, 4, BRASS),
            (4, 5, SLATE),
            (5, 6, CHALK),
            (6, 14, ASH),
            (14, 15, STONE),
            (15, 16, SLATE),
        ] {
            canvas.rect(x, top + from, 1, to - from, ink);
        }
        // Blocks of stone, each with a lit and a shaded joint.
        match (x - 36) % 16 {
            0 => canvas.rect(x, top + 6, 1, 8, STONE),
            1 => canvas.rect(x, top + 6, 1, 8, CHALK),
            _ => {}
        }
        if (x - 36) % 16 == 9 {
            canvas.text(x - 2, top + 8, &[".gf.", "fgff", "zggz", ".zz."]);
        }
        for y in top + 16..26 {
            canvas.put(x, y, if y == 25 { BRASS } else { STONE });
        }
        if x > LEFT {
            canvas.rect(x, 24, 1, 1, GOLD);
            canvas.rect(x, 25, 1, 1, BRASS);
            canvas.rect(x, 26, 1, 2, NIGHT);
        }
    }
}

/// The front of the stage with its row of lamps, and their glow.
fn footlights(canvas: &mut Canvas) {
    for y in EDGE..EDGE + 7 {
        canvas.rect(LEFT, y, RIGHT - LEFT, 1, if y == EDGE { GOLD } else { WINE });
    }
    canvas.rect(LEFT, EDGE + 1, RIGHT - LEFT, 1, BRASS);
    canvas.rect(36, 114, 248, 1, CHALK);
    canvas.rect(36, 115, 248, 2, STONE);
    canvas.rect(36, 117, 248, 1, SLATE);
    for lamp in 0..9 {
        let x = LEFT + 10 + lamp * 20;
        for up in 0..14_i32 {
            for side in -5 - up / 3..=5 + up / 3 {
                let y = EDGE - 1 - up;
                if bayer(x + side, y) < 6 - up / 2 - side.abs() / 3 {
                    canvas.put(x + side, y, if up < 5 { GOLD } else { EMBER });
                }
            }
        }
        canvas.text(
            x - 5,
            EDGE - 3,
            &[
                "...ffff...",
                "..fccccf..",
                ".zfccccfz.",
                ".zgffffgz.",
                ".zzggggzz.",
                "..ozzzzo..",
                "...oooo...",
            ],
        );
    }
}
