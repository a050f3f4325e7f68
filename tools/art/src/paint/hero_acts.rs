//! What the hero does besides walking: running, jumping, falling, a somersault and a blow.

#[path = "hero_blow.rs"]
mod blow;
#[path = "hero_run.rs"]
mod run;

use super::super::canvas::Canvas;
use super::CELL;
use blow::{
    BLOW_BACK, BLOW_BACK_ARC, BLOW_FRONT, BLOW_FRONT_ARC, BLOW_FRONT_ARMS, BLOW_SIDE, BLOW_SIDE_ARC,
    BLOW_SIDE_ARMS, ROLL_BACK, ROLL_FRONT, ROLL_SIDE,
};
use run::{
    RUN_BACK_A, RUN_BACK_B, RUN_BACK_C, RUN_BACK_D, RUN_FRONT_A, RUN_FRONT_B, RUN_FRONT_C, RUN_FRONT_D,
    RUN_SIDE_A, RUN_SIDE_B, RUN_SIDE_C, RUN_SIDE_D,
};

/// A part of a figure: its topmost row and its pixels, outlined when it is painted.
type Part = (i32, &'static [&'static str]);

/// A figure in one direction: what is painted before the head, where the head goes (nowhere when it
/// is tucked in and drawn with the rest), and what is painted over it.
pub struct Pose {
    under: &'static [Part],
    head: Option<(i32, i32)>,
    over: &'static [Part],
    /// Streaks of light, without an outline, on top of everything.
    swoosh: Part,
}

/// The rows of a standing figure that are its head.
const HEAD: usize = 13;

/// The frames after the walk: four of a run, jump, fall, somersault and blow; each from the front,
/// from the right and from behind.
pub const POSES: [[Pose; 3]; 8] = [
    [front(1, RUN_FRONT_A), side(1, RUN_SIDE_A), front(1, RUN_BACK_A)],
    [front(0, RUN_FRONT_B), side(0, RUN_SIDE_B), front(0, RUN_BACK_B)],
    [front(1, RUN_FRONT_C), side(1, RUN_SIDE_C), front(1, RUN_BACK_C)],
    [front(0, RUN_FRONT_D), side(0, RUN_SIDE_D), front(0, RUN_BACK_D)],
    [
        front(0, JUMP_FRONT),
        Pose { under: JUMP_SIDE, head: Some((-2, 0)), over: &[], swoosh: (0, &[]) },
        front(0, JUMP_BACK),
    ],
    [front(0, FALL_FRONT), front(0, FALL_SIDE), front(0, FALL_BACK)],
    [curled(ROLL_FRONT), curled(ROLL_SIDE), curled(ROLL_BACK)],
    [
        Pose { under: BLOW_FRONT, head: Some((0, 1)), over: BLOW_FRONT_ARMS, swoosh: BLOW_FRONT_ARC },
        Pose { under: BLOW_SIDE, head: Some((-1, 1)), over: BLOW_SIDE_ARMS, swoosh: BLOW_SIDE_ARC },
        Pose { under: BLOW_BACK, head: Some((-1, 1)), over: &[], swoosh: BLOW_BACK_ARC },
    ],
];

/// A figure with the head straight above it, so many pixels lower than when it stands.
const fn front(sink: i32, under: &'static [Part]) -> Pose {
    Pose { under, head: Some((0, sink)), over: &[], swoosh: (0, &[]) }
}

/// A figure that leans to the right.
const fn side(sink: i32, under: &'static [Part]) -> Pose {
    Pose { under, head: Some((1, sink)), over: &[], swoosh: (0, &[]) }
}

/// A figure rolled up, its head drawn with it.
const fn curled(under: &'static [Part]) -> Pose {
    Pose { under, head: None, over: &[], swoosh: (0, &[]) }
}

/// Puts one figure together, with the head of the standing one.
pub fn figure(standing: &[&str], pose: &Pose) -> Canvas {
    let mut cell = Canvas::new(CELL.0, CELL.1);
    for (top, rows) in pose.under {
        cell.part(0, *top, rows);
    }
    if let Some((x, y)) = pose.head {
        cell.text(x, 2 + y, &standing[..HEAD]);
    }
    for (top, rows) in pose.over {
        cell.part(0, *top, rows);
    }
    cell.text(0, pose.swoosh.0, pose.swoosh.1);
    cell
}

// Rising: the arms thrown up beside the head, the cloak pulled down behind, the knees tucked.
const ARMS_UP: Part = (
    4,
    &[
        ".aa.........aa..",
        ".aa..........aa.",
        ".dd..........dd.",
        ".dd..........dd.",
        ".dp..........pd.",
        ".dp..........pd.",
        ".dpp........ppd.",
        "..ddp......pdd..",
        "..ddd......ddd..",
    ],
);
const TUCKED: Part = (
    22,
    &["....nnn..nnn....", "....nnn..nnn....", "....ooo..ooo....", "....oow..oww....", "....oww..oww...."],
);
const JUMP_FRONT: &[Part] = &[
    (
        15,
        &[
            "....sxgffgxu....",
            "...ssuxxgxuux...",
            "...ssxddddxux...",
            "...suxdppdxux...",
            "...suxdppdxux...",
            "...suxzffzxux...",
            "...suxddddxux...",
            "...suxnnnnxux...",
            "...suxx..xxux...",
            "...suu....uxx...",
            "....su....ux....",
            "....fg....gz....",
        ],
    ),
    TUCKED,
    ARMS_UP,
];
const JUMP_SIDE: &[Part] = &[
    (23, &["......nnnn......", "......nn........", ".....www........", ".....www........"]),
    (
        15,
        &[
            "...sssuugfd.....",
            "...ssuuuxddp....",
            "..sssuuuxddp....",
            "..ssusuuxxdp....",
            "..ssusuuxxdd....",
            "..ssusuuxxzf....",
            "..ssusuuxxdd....",
            "..susuuuxx......",
            "..susuuux.......",
            "..ssuuux........",
            "..ssuux.........",
            "..ffgg..........",
        ],
    ),
    (
        21,
        &[
            ".......nnnnnn...",
            ".........nnnn...",
            "...........nn...",
            "...........oo...",
            "...........ooo..",
            "...........oww..",
        ],
    ),
    (
        4,
        &[
            ".............aa.",
            ".............aa.",
            ".............dd.",
            ".............dd.",
            ".............dp.",
            ".............dp.",
            ".............dp.",
            "............ddp.",
            "............dp..",
            "...........ddp..",
            "..........ddp...",
            "..........dd....",
        ],
    ),
];
const JUMP_BACK: &[Part] = &[
    TUCKED,
    ARMS_UP,
    (
        15,
        &[
            "....ssuussuu....",
            "...ssuussuuux...",
            "...ssuussuuxx...",
            "...suuussuuxx...",
            "...suussuuuxx...",
            "...suussuuxux...",
            "...suusuuuxux...",
            "...suusuuuxux...",
            "...suusuuxuxx...",
            "...suusuuxuxx...",
            "....susuuxux....",
            "....ffggzgzz....",
        ],
    ),
];

// Falling: the air lifts the cloak to both sides, the legs reach for the ground.
const REACHING: Part = (
    20,
    &[
        "....nnn..nnn....",
        "....nnn..nnn....",
        "....nn....nn....",
        "....nn....nn....",
        "....nn....nn....",
        "....ooo..ooo....",
        "....oow..oow....",
        "....oww..oww....",
    ],
);
const FALL_FRONT: &[Part] = &[
    REACHING,
    (
        9,
        &[
            ".f............z.",
            ".sf..........gz.",
            ".ssg........guz.",
            ".sssg......guux.",
            ".sssss....uuuux.",
            ".ssssss..uuuuux.",
            "..sssxgffgxuux..",
            "...ssuxxgxuux...",
            "....sxddddxu....",
            ".....xdppdx.....",
            ".....ddppdd.....",
            "......zffz......",
            "......nnnn......",
        ],
    ),
    (16, &[".aaddd....dddaa.", ".aadd......ddaa."]),
];
const FALL_SIDE: &[Part] = &[
    (
        20,
        &[
            "......nnnn......",
            "......nnn.......",
            ".....nnn........",
            ".....nn.........",
            "....nnn.........",
            "....www.........",
            "....wwww........",
        ],
    ),
    (
        20,
        &[
            "........nnn.....",
            "........nnnn....",
            ".........nnn....",
            ".........nn.....",
            ".........nn.....",
            ".........ooo....",
            ".........oooo...",
            ".........owww...",
        ],
    ),
    (
        13,
        &[
            ".ff.............",
            ".sgg............",
            ".sssguuuugfd....",
            ".ssssuuuxddp....",
            "..sssuuuxddp....",
            "...ssuuuxxdp....",
            "....suuuxxdd....",
            "......uuxxzf....",
            ".......xnnnn....",
        ],
    ),
    (15, &["..........ddaa..", ".........dddaa.."]),
];
const FALL_BACK: &[Part] = &[
    REACHING,
    (16, &[".aaddd....dddaa.", ".aadd......ddaa."]),
    (
        9,
        &[
            ".f............z.",
            ".sf..........gz.",
            ".ssg........guz.",
            ".sssg......guux.",
            ".sssss....uuuux.",
            ".sssssuussuuuxx.",
            "..ssuussuuuuxx..",
            "...suussuuuxx...",
            "....suusuuux....",
            "....ssuuuuxx....",
            ".....ffggzz.....",
            "......nnnn......",
        ],
    ),
];
