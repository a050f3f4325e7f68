//! The hero in the red stage cloak: four directions, the walk drawn here, all else in `hero_acts.rs`.

#[path = "hero_acts.rs"]
mod acts;

use super::canvas::{Canvas, in_ellipse};
use super::palette::{INK, faded};

/// Cell of the sheet; the feet stand two pixels above its lower edge.
const CELL: (i32, i32) = (16, 32);

/// How far the body rises or sinks, and which legs it stands on, for each frame: standing, one
/// step, passing, the other step.
const STEPS: [(i32, usize); 4] = [(0, 0), (1, 1), (0, 0), (1, 2)];

/// The sheet, 192 x 128: columns are frames, rows are down, left, right, up.
pub fn sheet() -> Canvas {
    let columns = STEPS.len() + acts::POSES.len();
    let mut canvas = Canvas::new(CELL.0 * columns as i32, CELL.1 * 4);
    for (frame, &(sink, legs)) in STEPS.iter().enumerate() {
        let front = figure(&FRONT, &FRONT_LEGS[legs], &FRONT_HEMS[legs], sink);
        let back = figure(&BACK, &FRONT_LEGS[legs], &BACK_HEMS[legs], sink);
        let right = figure(&SIDE, &SIDE_LEGS[side_legs(frame)], &SIDE_HEMS[frame], sink);
        column(&mut canvas, frame, [front, right.mirrored(), right, back]);
    }
    for (at, [front, side, back]) in acts::POSES.iter().enumerate() {
        let right = acts::figure(&SIDE, side);
        let cells = [acts::figure(&FRONT, front), right.mirrored(), right, acts::figure(&BACK, back)];
        column(&mut canvas, STEPS.len() + at, cells);
    }
    canvas
}

/// Puts the four directions of one frame below each other.
fn column(sheet: &mut Canvas, column: usize, cells: [Canvas; 4]) {
    for (row, cell) in (0..).zip(&cells) {
        sheet.blit(cell, column as i32 * CELL.0, row * CELL.1);
    }
}

/// From the side the passing legs differ from the standing ones.
fn side_legs(frame: usize) -> usize {
    frame
}

/// Puts one figure together: legs at the bottom, the cloak's hem over them, the body on top.
fn figure(body: &[&str], legs: &[&str], hem: &[&str], sink: i32) -> Canvas {
    let mut cell = Canvas::new(CELL.0, CELL.1);
    cell.text(0, 30 - legs.len() as i32, legs);
    let top = 2 + sink;
    cell.text(0, top + body.len() as i32, hem);
    cell.text(0, top, body);
    cell
}

/// He lies on his back, 32 x 16, the head at the left.
pub fn lying() -> Canvas {
    figure(&SIDE, &SIDE_LEGS[0], &SIDE_HEMS[0], 0).fallen()
}

/// A soft shadow for under the feet, 16 x 8.
pub fn shadow() -> Canvas {
    let mut canvas = Canvas::new(16, 8);
    for y in 0..8 {
        for x in 0..16 {
            // Twice the distance from the middle, as the middle lies between pixels.
            let (dx, dy) = (2 * x - 15, 2 * y - 7);
            let ink = [(6, 2, 130), (9, 4, 90), (13, 6, 50)]
                .iter()
                .find(|(rx, ry, _)| in_ellipse(dx, dy, *rx, *ry))
                .map(|(_, _, alpha)| faded(INK, *alpha));
            if let Some(ink) = ink {
                canvas.put(x, y, ink);
            }
        }
    }
    canvas
}

const FRONT: [&str; 18] = [
    "................",
    ".....######.....",
    "....#toooow#....",
    "...#tttooooo#...",
    "..#ttttooooow#..",
    "..#ttoooooooow#.",
    "..#toooaaaoow#..",
    "..#ooaaaaaaow#..",
    "..#oaa#aa#aew#..",
    "..##aa#aa#ae##..",
    "...#aaaaaaee#...",
    "....#aaeeae#....",
    "...###eeee###...",
    "..#ssxgffgxuu#..",
    ".#sssux#gxuuxx#.",
    ".#ssuxddddxuux#.",
    ".#ssuxdppdxuux#.",
    ".#ssuxdppdxuux#.",
];

const BACK: [&str; 18] = [
    "................",
    ".....######.....",
    "....#toooow#....",
    "...#tttooooo#...",
    "..#ttttooooow#..",
    "..#tttooooooow#.",
    "..#ttooooooow#..",
    "..#toooooooow#..",
    "..#tooooooooww#.",
    "..##ooooooow##..",
    "...#wooooow#....",
    "....#wwwww##....",
    "...##ffffgg##...",
    "..#sssuussuux#..",
    ".#sssuussuuuxx#.",
    ".#ssuuussuuuxx#.",
    ".#ssuusssuuxux#.",
    ".#ssuussuuuxux#.",
];

const SIDE: [&str; 18] = [
    "................",
    ".....######.....",
    "....#toooow#....",
    "...#ttttoooo#...",
    "..#ttttooooow#..",
    "..#tttoooooooo#.",
    "..#ttooooaaao#..",
    "..#tooooaaaaa#..",
    "..#toooeaa#aa#..",
    "..##oooeaa#aa#..",
    "...#wooeaaaa#...",
    "....#wweeee#....",
    "...##ffgxee#....",
    "..#sssuugfd#....",
    "..#ssuuuxddp#...",
    ".#sssuuuxxdp#...",
    ".#ssuuuuxxdp#...",
    ".#ssuusuxxdd#...",
];

const FRONT_HEMS: [[&str; 7]; 3] = [
    [
        ".#ssuxzffzxuux#.",
        ".#suuxddddxuxx#.",
        ".#suuxn##nxuxx#.",
        ".#suux#..#xuxx#.",
        ".#suux#..#xuxx#.",
        ".#fggz#..#zggz#.",
        "..####....####..",
    ],
    [
        ".#ssuxzffzxuux#.",
        ".#suuxddddxuxx#.",
        "#ssuuxn##nxuxx#.",
        "#ssuux#..#xuxx#.",
        "#fggzz#..#xuxx#.",
        ".#####...#zggz#.",
        "..........####..",
    ],
    [
        ".#ssuxzffzxuux#.",
        ".#suuxddddxuxx#.",
        ".#suuxn##nxuuxx#",
        ".#suux#..#xuuxx#",
        ".#suux#..#zggzz#",
        ".#fggz#...#####.",
        "..####..........",
    ],
];

const BACK_HEMS: [[&str; 7]; 3] = [
    [
        ".#ssuussuuuxux#.",
        ".#suuusuuxuxux#.",
        ".#suussuuxuxxx#.",
        ".#suusuuuxuxxx#.",
        ".#suusuuxuuxxx#.",
        ".#ffgfggzggzzz#.",
        "..############..",
    ],
    [
        ".#ssuussuuuxux#.",
        ".#suuusuuxuxux#.",
        "#ssuusuuuxuxxx#.",
        "#ssuusuuxuuxxx#.",
        "#ffguusuxuuxxx#.",
        ".####ffgzggzzz#.",
        ".....#########..",
    ],
    [
        ".#ssuussuuuxux#.",
        ".#suuusuuxuxux#.",
        ".#suussuuxuuxxx#",
        ".#suusuuuxuuxxx#",
        ".#suusuuxuuxzzz#",
        ".#ffgfggzgg####.",
        "..#########.....",
    ],
];

const SIDE_HEMS: [[&str; 7]; 4] = [
    [
        ".#ssusuuxxzf#...",
        ".#ssusuuuxdd#...",
        ".#ssusuuuxxd#...",
        ".#susuuuuxx#....",
        ".#susuuuuxx#....",
        ".#ffgggzzzz#....",
        "..#########.....",
    ],
    [
        ".#ssusuuxxzf#...",
        "#sssusuuuxdd#...",
        "#ssusuuuxxdd#...",
        "#ssusuuxxxx#....",
        "#ffgsuuuxx#.....",
        ".###fggzzz#.....",
        "....######......",
    ],
    [
        ".#ssusuuxxzf#...",
        ".#ssusuuuxdd#...",
        "#sssusuuuxxd#...",
        "#ssusuuuuxx#....",
        "#fgusuuuuxx#....",
        ".##fgggzzzz#....",
        "...########.....",
    ],
    [
        ".#ssusuuxxzf#...",
        "#sssusuuuxdd#...",
        "#ssusuuuxxdd#...",
        "#ssusuuxxxx#....",
        "#ffgsuuuxx#.....",
        ".###fggzzz#.....",
        "....######......",
    ],
];

const FRONT_LEGS: [[&str; 9]; 3] = [
    [
        ".....#nnnn#.....",
        ".....#n##n#.....",
        ".....#n##n#.....",
        ".....#n##n#.....",
        "....##n##n##....",
        "....#oo##oo#....",
        "....#ow##ow#....",
        "....#ow##ow#....",
        "....####.###....",
    ],
    [
        ".....#nnnn#.....",
        ".....#n##n#.....",
        ".....#n##n#.....",
        ".....#n##oo#....",
        ".....#n##ow#....",
        "....#oo#####....",
        "....#oo#........",
        "....#ow#........",
        "....####........",
    ],
    [
        ".....#nnnn#.....",
        ".....#n##n#.....",
        ".....#n##n#.....",
        "....#oo##n#.....",
        "....#ow##n#.....",
        "....#####oo#....",
        "........#oo#....",
        "........#ow#....",
        "........####....",
    ],
];

const SIDE_LEGS: [[&str; 8]; 4] = [
    [
        ".....#nnnn#.....",
        ".....#nnn#......",
        ".....#nnn#......",
        ".....#nnn#......",
        ".....#oon#......",
        ".....#ooo##.....",
        ".....#owwoo#....",
        ".....#######....",
    ],
    [
        ".....#nnnn#.....",
        "....#nn#nnn#....",
        "...#nn#.#nn#....",
        "..#ww#...#nn#...",
        "..#www#..#oo##..",
        "..#w##....#ooo#.",
        "...#......#owo#.",
        "..........#####.",
    ],
    [
        ".....#nnnn#.....",
        ".....#nnn#......",
        "....#nnnn#......",
        "...#ww#nn#......",
        "...#ww#nn#......",
        "....###oo##.....",
        "......#owoo#....",
        "......######....",
    ],
    [
        ".....#nnnn#.....",
        "....#nn#nnn#....",
        "...#nn#.#nn#....",
        "..#oo#...#nn#...",
        "..#ooo#..#ww##..",
        "..#o##....#www#.",
        "...#......#www#.",
        "..........#####.",
    ],
];
