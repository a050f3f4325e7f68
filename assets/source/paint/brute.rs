//! The brute: a mountain of muscle with horns and fists that reach the ground. Put together from
//! parts, since most frames move the same limbs.

use super::canvas::Canvas;
use super::palette::{CREAM, FOOTLIGHT, GOLD};

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
            7 => impact(&mut frame),
            8 => stars(&mut frame),
            9 => frame = on_its_back(&frame),
            _ => {}
        }
        sheet.blit(&frame, column * CELL, 0);
        sheet.blit(&frame.mirrored(), column * CELL, CELL);
    }
    sheet
}

/// The picture turned a quarter, so that whoever looked to the right looks to the sky.
fn on_its_back(frame: &Canvas) -> Canvas {
    let mut turned = Canvas::new(CELL, CELL);
    for y in 0..CELL {
        for x in 0..CELL {
            turned.put(y, CELL - 1 - x, frame.get(x, y));
        }
    }
    turned
}

/// Stones that jump where the fists hit the ground.
fn impact(frame: &mut Canvas) {
    for (x, y) in [(17, 27), (18, 24), (30, 21), (31, 25), (27, 16), (31, 17)] {
        frame.under(x, y, CREAM);
    }
    for (x, y) in [(16, 26), (19, 22), (31, 20), (28, 14), (30, 18)] {
        frame.under(x, y, GOLD);
    }
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
        (7, 11, BODY),
        (17, 10, HEAD),
        (23, 18, FIST_DOWN),
        (15, 18, FIST_DOWN),
    ],
    &[(22, 15, FAR_ARM), (17, 24, FAR_LEG), (7, 24, LEG), (5, 10, BODY), (15, 8, HEAD_DIZZY), (3, 13, ARM)],
    &[(20, 3, FIST_UP), (17, 22, FAR_LEG), (7, 24, LEG), (5, 9, BODY), (16, 7, HEAD_DIZZY), (4, 3, FIST_UP)],
    &[(23, 21, FIST_FLAT), (5, 14, BODY), (15, 16, HEAD_DIZZY), (2, 21, FIST_FLAT)],
    &[(3, 20, REMAINS)],
];

const BODY: Rows = &[
    "......cccccc......",
    "....cccccccccc....",
    "...ccccacccccaa...",
    "..ccaccccacccaaa..",
    ".cccccaccccccccaae",
    ".ccaccccccccccaaae",
    "ccccccccccccccaaee",
    "cccccccccccccaaaee",
    "ccccccccccccaaaaee",
    "acccccccccaaaaaaee",
    "aaccccccaaaaaaaeee",
    ".aaaaaaaaaaaaaeee.",
    ".otttttttttttooow.",
    "..oottttfftooooww.",
    "...ootttzzoooww...",
];
const HEAD: Rows = &[
    "44........44..",
    "344......443..",
    ".344cccc433...",
    "..3cccccc3cc..",
    ".ccccccccccca.",
    ".ccc##ccc##ca.",
    ".cccf##ccf#ca.",
    ".ccccccaacccae",
    ".accccccccccae",
    ".aa4cxxxxx4aae",
    ".aa4xxwwwx4aee",
    "..aacaaaaaaee.",
];
const HEAD_ROAR: Rows = &[
    "44........44..",
    "344......443..",
    ".344cccc433...",
    "..3cccccc3cc..",
    ".ccc##ccc##ca.",
    ".cccf##ccf#ca.",
    ".cccccaacccca.",
    ".acc4xxxxx4cae",
    ".acxxwwwwwxxae",
    ".acxwwwwwwwxae",
    ".ac4xwsssw4xae",
    ".aa4xssssx4aee",
    "..aacaaaaaaee.",
];
const HEAD_DIZZY: Rows = &[
    "44........44..",
    "344......443..",
    ".344cccc433...",
    "..3cccccc3cc..",
    ".cc#c#cc#c#ca.",
    ".ccc#cccc#cca.",
    ".cc#c#cc#c#ca.",
    ".cccccaaccccae",
    ".acccccccccaae",
    ".aa4##cc##4aae",
    ".aa4ass##a4aee",
    "..aaassaaaaee.",
    ".....ss.......",
];
const ARM: Rows = &[
    "..cccc..", ".ccccca.", "cccccaa.", "ccccaaae", "ccccaaae", ".cccaae.", ".cccaae.", ".tttooo.",
    ".zfzzgz.", ".ccccaa.", "ccccccae", "ccccccae", "cacacaae", "aaeaeaee", ".aeaeae.",
];
const FAR_ARM: Rows = &[
    ".aaaa..", "aaaaae.", "aaaaee.", ".aaaer.", ".aaeer.", ".ttoow.", ".zgzzz.", ".aaaee.", "aaaaaer",
    "aaaaaer", "aeaeaer", ".rerer.",
];
const LEG: Rows = &["cccccaa.", "ccccaae.", "cccaaee.", "ccccaae.", "4c4c4aae"];
const FAR_LEG: Rows = &["aaaaaee.", "aaaaeer.", "aaaeerr.", "aaaaaer.", "4a4a4err"];
/// An arm thrown up, the fist on top.
const FIST_UP: Rows = &[
    ".cccca..", "cccccca.", "caccacae", "caccacae", "cccccaae", ".accaae.", ".zfzzgz.", ".tttooo.",
    ".cccaae.", ".cccaae.", ".cccaae.", ".ccccaa.", "..cccaa.",
];
/// An arm stretched down to a fist on the ground.
const FIST_DOWN: Rows = &[
    "cccca...", ".cccaa..", ".cccaae.", ".tttooo.", ".zfzzgz.", ".ccccaa.", "ccccccae", "cccccaae",
    "cacacaee", "aaeaeaee", ".aeaeee.",
];
const FIST_FLAT: Rows =
    &["..ccaa..", ".cccaae.", ".zfzgz..", "ccccccae", "ccccccae", "cacacaee", "aaeaeaee", ".aeaeee."];
/// What stays of a brute: horns, a skull and its belt.
const REMAINS: Rows = &[
    ".......44........44.......",
    ".......344......443.......",
    "........3444444433........",
    ".........44444444.........",
    ".........4##44##43........",
    "...cc....4##44##33....aa..",
    "..cccaa..344##4433..ccaae.",
    ".cccttttt.34#4#43.ttooaaee",
    "cctttttzffz343433otooowaee",
    "aeeeaaaeeezzaeeeeaaaeeeeer",
];
