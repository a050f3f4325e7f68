//! The brute: a mountain of muscle with horns and fists that reach the ground. Put together from
//! parts, since most frames move the same limbs.

use super::canvas::Canvas;
use super::palette::{FOOTLIGHT, GOLD};

/// Width and height of a cell.
const CELL: i32 = 32;

type Rows = &'static [&'static str];

/// A limb and where its upper left corner stands.
type Limb = (i32, i32, Rows);

/// The frames to the right, mirrored below: idle (2), stamping (4), slam (2), dizzy, flung, dying (2).
pub fn sheet() -> Canvas {
    let mut sheet = Canvas::new(CELL * 12, CELL * 2);
    for (column, limbs) in (0..).zip(FRAMES) {
        let mut frame = Canvas::new(CELL, CELL);
        for (x, y, rows) in *limbs {
            frame.part(*x, *y, rows);
        }
        match column {
            8 => stars(&mut frame),
            9 => frame = on_its_back(&frame),
            _ => {}
        }
        sheet.blit(&frame, column * CELL, 0);
        sheet.blit(&frame.mirrored(), column * CELL, CELL);
    }
    sheet
}

/// The image rotated by a quarter turn: a figure that faced right faces up.
fn on_its_back(frame: &Canvas) -> Canvas {
    let mut turned = Canvas::new(CELL, CELL);
    for y in 0..CELL {
        for x in 0..CELL {
            turned.put(y, CELL - 1 - x, frame.get(x, y));
        }
    }
    turned
}

/// Three stars around a head that rings.
fn stars(frame: &mut Canvas) {
    for (x, y) in [(14, 3), (22, 1), (29, 4)] {
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            frame.put(x + dx, y + dy, GOLD);
        }
        frame.put(x, y, FOOTLIGHT);
    }
}

const FRAMES: &[&[Limb]] = &[
    &[(23, 14, FAR_ARM), (16, 24, FAR_LEG), (8, 24, LEG), (5, 9, BODY), (16, 5, HEAD), (4, 12, ARM)],
    &[(23, 15, FAR_ARM), (16, 24, FAR_LEG), (8, 24, LEG), (5, 10, BODY), (16, 7, HEAD), (4, 13, ARM)],
    &[(24, 13, FAR_ARM), (12, 24, FAR_LEG), (12, 24, LEG), (5, 9, BODY), (16, 5, HEAD), (2, 12, ARM)],
    &[(23, 12, FAR_ARM), (18, 22, FAR_LEG), (9, 24, LEG), (5, 7, BODY), (16, 3, HEAD), (3, 11, ARM)],
    &[(20, 14, FAR_ARM), (19, 24, FAR_LEG), (6, 24, LEG), (5, 9, BODY), (16, 5, HEAD), (7, 12, ARM)],
    &[(22, 12, FAR_ARM), (15, 24, FAR_LEG), (11, 22, LEG), (5, 7, BODY), (16, 3, HEAD), (5, 11, ARM)],
    &[(22, 1, FIST_UP), (16, 24, FAR_LEG), (6, 24, LEG), (4, 10, BODY), (12, 8, HEAD_ROAR), (3, 1, FIST_UP)],
    &[
        (20, 23, FAR_LEG),
        (4, 24, LEG),
        (6, 11, BODY),
        (16, 7, HEAD),
        (23, 18, FIST_DOWN),
        (14, 18, FIST_DOWN),
    ],
    &[(22, 15, FAR_ARM), (17, 24, FAR_LEG), (7, 24, LEG), (5, 10, BODY), (15, 8, HEAD_DIZZY), (3, 13, ARM)],
    &[(20, 3, FIST_UP), (17, 22, FAR_LEG), (7, 24, LEG), (5, 9, BODY), (16, 7, HEAD_DIZZY), (4, 3, FIST_UP)],
    &[(23, 21, FIST_FLAT), (5, 14, BODY), (15, 16, HEAD_DIZZY), (2, 21, FIST_FLAT)],
    &[(3, 20, REMAINS)],
];

const BODY: Rows = &[
    "......cccccc......",
    "....cccccccccc....",
    "...cccc4ccccc44...",
    "..cc4cccc4ccc444..",
    ".ccccc4cccccccc443",
    ".cc4cccccccccc4443",
    "cccccccccccccc4433",
    "ccccccccccccc44433",
    "cccccccccccc444433",
    "4ccccccccc44444433",
    "44cccccc4444444333",
    ".4444444444444333.",
    ".otttttttttttooow.",
    "..oottttfftooooww.",
    "...ootttzzoooww...",
];
const HEAD: Rows = &[
    "tt........tt..",
    "ott......tto..",
    ".ottcccctoo...",
    "..occccccocc..",
    ".ccccccccccc4.",
    ".ccc##ccc##c4.",
    ".cccf##ccf#c4.",
    ".cccccc44ccc43",
    ".4cccccccccc43",
    ".44ccxxxxxc443",
    ".44cxxwwwxc433",
    "..44c44444433.",
];
const HEAD_ROAR: Rows = &[
    "tt........tt..",
    "ott......tto..",
    ".ottcccctoo...",
    "..occccccocc..",
    ".ccc##ccc##c4.",
    ".cccf##ccf#c4.",
    ".ccccc44cccc4.",
    ".4cccxxxxxcc43",
    ".4cxxwwwwwxx43",
    ".4cxwwwwwwwx43",
    ".4ccxwssswcx43",
    ".44cxssssxc433",
    "..44c44444433.",
];
const HEAD_DIZZY: Rows = &[
    "tt........tt..",
    "ott......tto..",
    ".ottcccctoo...",
    "..occccccocc..",
    ".cc#c#cc#c#c4.",
    ".ccc#cccc#cc4.",
    ".cc#c#cc#c#c4.",
    ".ccccc44cccc43",
    ".4ccccccccc443",
    ".44c##cc##c443",
    ".44c4ss##4c433",
    "..444ss444433.",
    ".....ss.......",
];
const ARM: Rows = &[
    "..cccc..", ".ccccc4.", "ccccc44.", "cccc4443", "cccc4443", ".ccc443.", ".ccc443.", ".tttooo.",
    ".zfzzgz.", ".cccc44.", "cccccc43", "cccccc43", "c4c4c443", "44343433", ".434343.",
];
const FAR_ARM: Rows = &[
    ".4444..", "444443.", "444433.", ".44432.", ".44332.", ".ttoow.", ".zgzzz.", ".44433.", "4444432",
    "4444432", "4343432", ".23232.",
];
const LEG: Rows = &["ccccc44.", "cccc443.", "ccc4433.", "cccc443.", "tctct443"];
const FAR_LEG: Rows = &["4444433.", "4444332.", "4443322.", "4444432.", "t4t4t322"];
/// An arm thrown up, the fist on top.
const FIST_UP: Rows = &[
    ".cccc4..", "cccccc4.", "c4cc4c43", "c4cc4c43", "ccccc443", ".4cc443.", ".zfzzgz.", ".tttooo.",
    ".ccc443.", ".ccc443.", ".ccc443.", ".cccc44.", "..ccc44.",
];
/// An arm stretched down to a fist on the ground.
const FIST_DOWN: Rows = &[
    "cccc4...", ".ccc44..", ".ccc443.", ".tttooo.", ".zfzzgz.", ".cccc44.", "cccccc43", "ccccc443",
    "c4c4c433", "44343433", ".434333.",
];
const FIST_FLAT: Rows =
    &["..cc44..", ".ccc443.", ".zfzgz..", "cccccc43", "cccccc43", "c4c4c433", "44343433", ".434333."];
/// What stays of a brute: horns, a skull and its belt.
const REMAINS: Rows = &[
    ".......tt........tt.......",
    ".......ott......tto.......",
    "........occcccccoo........",
    ".........cccccccc.........",
    ".........c##cc##c4........",
    "...cc....c##cc##44....44..",
    "..ccc44..4cc##cc44..cc443.",
    ".cccttttt.4c#c#c4.ttoo4433",
    "cctttttzffz4c4c44otooow433",
    "4333444333zz43333444333332",
];
