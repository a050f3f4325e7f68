//! The witch: a pointed hat, a dark face with bright eyes, and a ragged robe that floats above the
//! ground. She throws magic. Like the other monsters she is pale, to be dyed by the game.

use super::canvas::{Canvas, bayer, in_ellipse};
use super::palette::{CREAM, FOOTLIGHT, GOLD, Ink, MAUVE, PLUM, ROSE, faded};

/// Width and height of a cell.
const CELL: i32 = 24;

type Rows = &'static [&'static str];

/// A part of her and where its upper left corner stands.
type Part = (i32, i32, Rows);

/// The frames to the right, mirrored below: idle (2), gliding (4), casting (2), dizzy, flung,
/// dying (2).
pub fn sheet() -> Canvas {
    let mut sheet = Canvas::new(CELL * 12, CELL * 2);
    for (column, parts) in (0..).zip(FRAMES) {
        let mut frame = Canvas::new(CELL, CELL);
        for (x, y, rows) in *parts {
            frame.part(*x, *y, rows);
        }
        match column {
            6 => orb(&mut frame, (19, 6), 2),
            7 => orb(&mut frame, (19, 13), 3),
            8 => stars(&mut frame),
            _ => {}
        }
        sheet.blit(&frame, column * CELL, 0);
        sheet.blit(&frame.mirrored(), column * CELL, CELL);
    }
    sheet
}

/// The ball of magic and the light around it.
fn orb(frame: &mut Canvas, at: (i32, i32), size: i32) {
    let rings: [(i32, Ink); 4] =
        [(size - 1, CREAM), (size, ROSE), (size + 1, MAUVE), (size + 2, faded(PLUM, 150))];
    for y in -size - 2..=size + 2 {
        for x in -size - 2..=size + 2 {
            let ring = rings.iter().find(|(radius, _)| in_ellipse(x, y, *radius, *radius));
            if let Some((radius, ink)) = ring {
                if *radius == size + 2 && bayer(at.0 + x, at.1 + y) < 8 {
                    continue;
                }
                frame.put(at.0 + x, at.1 + y, *ink);
            }
        }
    }
}

/// Three stars around the hat.
fn stars(frame: &mut Canvas) {
    for (x, y) in [(3, 7), (17, 3), (20, 8)] {
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            frame.put(x + dx, y + dy, GOLD);
        }
        frame.put(x, y, FOOTLIGHT);
    }
}

const FRAMES: &[&[Part]] = &[
    &[(4, 11, ROBE), (4, 1, HEAD), (7, 14, ARM)],
    &[(4, 12, ROBE_OTHER), (4, 2, HEAD), (7, 15, ARM)],
    &[(3, 11, ROBE_BLOWN), (5, 1, HEAD), (8, 14, ARM)],
    &[(3, 10, ROBE_BLOWN_OTHER), (5, 1, HEAD), (8, 13, ARM)],
    &[(3, 11, ROBE_BLOWN), (5, 2, HEAD), (8, 14, ARM)],
    &[(3, 12, ROBE_BLOWN_OTHER), (5, 2, HEAD), (8, 15, ARM)],
    &[(12, 7, ARM_UP), (3, 11, ROBE), (2, 1, HEAD), (5, 11, ARM_HIGH)],
    &[(3, 11, ROBE_BLOWN), (4, 2, HEAD_SHOUT), (9, 13, ARM_OUT)],
    &[(4, 12, ROBE), (4, 3, HEAD_DIZZY), (4, 15, ARM_LIMP)],
    &[(4, 4, ROBE_UPTURNED), (4, 10, HEAD_FALLING), (3, 8, ARM_FLUNG)],
    &[(3, 16, ROBE_SUNK), (3, 7, HEAD_DIZZY)],
    &[(2, 15, REMAINS)],
];

const HEAD: Rows = &[
    "...443..........",
    "..443333........",
    "...c4432........",
    "...c4443........",
    "..cc44433.......",
    "..zffffggz......",
    "cc444444433332..",
    ".mmnnnnnnnn.....",
    ".mmnffnnffnL....",
    ".mmmnfnnnfnLL...",
    "..mmnnnnnnnL....",
    "..mmmnnxxnn.....",
];
const HEAD_SHOUT: Rows = &[
    "...443..........",
    "..443333........",
    "...c4432........",
    "...c4443........",
    "..cc44433.......",
    "..zffffggz......",
    "cc444444433332..",
    ".mmnnnnnnnn.....",
    ".mmnccnnccnL....",
    ".mmmncnnncnLL...",
    "..mmnnnsssnL....",
    "..mmmnnsssn.....",
];
const HEAD_DIZZY: Rows = &[
    ".43.............",
    "4433............",
    "34.443..........",
    "...c4443........",
    "..cc44433.......",
    "..zffffggz......",
    "cc444444433332..",
    ".mmnfnnnnfn.....",
    ".mmnnfnnfnnL....",
    ".mmnfnnnnfnLL...",
    "..mmnnnnnnnL....",
    "..mmmnnssnn.....",
];
const HEAD_FALLING: Rows = &[
    "..mmmnnssnn.....",
    "..mmnnnnnnnL....",
    ".mmnfnnnnfnLL...",
    ".mmnnfnnfnnL....",
    ".mmnfnnnnfn.....",
    "cc444444433332..",
    "..zffffggz......",
    "..cc44433.......",
    "...c4433........",
    "...c4433........",
    "....4433........",
    "......33........",
];
const ROBE: Rows = &[
    "....c444433.....",
    "...cc4444333....",
    "...cc4444333....",
    "...cc4444332....",
    "...zfffffggz....",
    "..cc444444332...",
    "..cc444444332...",
    "..c4443443332...",
    "...44.443.32....",
    "...4...3...2....",
];
const ROBE_OTHER: Rows = &[
    "....c444433.....",
    "...cc4444333....",
    "...cc4444333....",
    "...cc4444332....",
    "...zfffffggz....",
    "..cc444444332...",
    "..cc444444332...",
    "..c4444344332...",
    "..44.443.332....",
    "...4..3...2.....",
];
const ROBE_BLOWN: Rows = &[
    ".....c444433....",
    "....cc4444333...",
    "....cc4444333...",
    "...ccc444433....",
    "...zfffffggz....",
    "..cc4444443.....",
    ".cc44444433.....",
    "cc44344433......",
    ".4.443.33.......",
    "...4..3.........",
];
const ROBE_BLOWN_OTHER: Rows = &[
    ".....c444433....",
    "....cc4444333...",
    "....cc4444333...",
    "...ccc444433....",
    "...zfffffggz....",
    ".ccc4444443.....",
    "cc444444433.....",
    ".4443444332.....",
    "..4.44.33.......",
    "....4...3.......",
];
const ROBE_UPTURNED: Rows = &[
    "...4...3...2....",
    "...44.443.32....",
    "..c4443443332...",
    "..cc444444332...",
    "...zfffffggz....",
    "...cc4444332....",
    "....c444433.....",
];
const ROBE_SUNK: Rows =
    &["....c4444333....", "..ccc44443333...", ".cc444ffgg33332.", "cc44444444433332", "c44443444433332"];
const ARM: Rows = &["cc4.....", "c44433..", ".444433L", "..4333LL"];
const ARM_UP: Rows = &["....LL.", "...3LL.", "..343..", ".4433..", "4433...", "443...."];
const ARM_HIGH: Rows = &[".......LL", "......3L.", "cc..443..", "c444433..", ".44433...", "..433...."];
const ARM_OUT: Rows = &["cc4.....", "c4444433L", ".44443.LL", "..43....."];
const ARM_LIMP: Rows = &["..c4....", ".c443...", ".c443...", ".433....", ".LL.....", ".L......"];
const ARM_FLUNG: Rows = &["LL.............LL", ".L43.........34L.", "..443.......443..", "...44.......43..."];
const REMAINS: Rows = &[
    "......44............",
    ".....4433...........",
    "....44433...........",
    "...c443332..........",
    "..zfffggz...........",
    "cc4444433322.cc43...",
    "..cccc44444444443332",
];
