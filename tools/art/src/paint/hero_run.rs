//! The hero's run: four frames from the front, from the right and from behind. He leans into it, and
//! the cloak streams out behind him.

use super::Part;

const NEAR_STRIDE: Part = (
    21,
    &[
        "........nnnn....",
        "........nnnnn...",
        "..........nnn...",
        "...........nn...",
        "...........nn...",
        "...........ooo..",
        "...........oooo.",
        "...........owww.",
    ],
);
const FAR_STRIDE: Part = (
    21,
    &[
        "........nnnn....",
        "........nnnnn...",
        "..........nnn...",
        "...........nn...",
        "...........nn...",
        "...........www..",
        "...........wwww.",
        "...........wwww.",
    ],
);
const FAR_PUSH: Part = (
    21,
    &[
        "......nnnn......",
        ".....nnnn.......",
        "....nnnn........",
        "...nnn..........",
        ".wwwn...........",
        ".www............",
        ".ww.............",
    ],
);
const NEAR_PUSH: Part = (
    21,
    &[
        "......nnnn......",
        ".....nnnn.......",
        "....nnnn........",
        "...nnn..........",
        ".ooon...........",
        ".oow............",
        ".ow.............",
    ],
);
const NEAR_UNDER: Part = (
    20,
    &[
        "........nnnn....",
        ".......nnnnnn...",
        ".........nnnn...",
        "..........nn....",
        ".........nnn....",
        ".........oo.....",
        ".........ooo....",
        ".........owww...",
    ],
);
const FAR_UNDER: Part = (
    20,
    &[
        "........nnnn....",
        ".......nnnnnn...",
        ".........nnnn...",
        "..........nn....",
        ".........nnn....",
        ".........ww.....",
        ".........www....",
        ".........wwww...",
    ],
);
const FAR_FOLDED: Part = (
    20,
    &[
        "......nnn.......",
        ".....nnn........",
        "....nnnn........",
        "..wwnn..........",
        "..www...........",
        "..ww............",
    ],
);
const NEAR_FOLDED: Part = (
    20,
    &[
        "......nnn.......",
        ".....nnn........",
        "....nnnn........",
        "..oonn..........",
        "..oow...........",
        "..ow............",
    ],
);

const RUN_SIDE_LOW: Part = (
    16,
    &[
        "....ssuuugfd....",
        "...sssuuxxddp...",
        "..sssusuxxdpp...",
        ".sssusuuxxddd...",
        ".ssusuuxxxzff...",
        ".ssuuuxx........",
        ".ffguxx.........",
        "...ffz..........",
    ],
);
const RUN_SIDE_HIGH: Part = (
    15,
    &[
        "....ssuuugfd....",
        "...sssuuxxddp...",
        ".ssssusuxxdpp...",
        ".ssssuuuxxddd...",
        ".ssusuuxxxzff...",
        ".ffguuxx........",
        "..ffgux.........",
        "....gz..........",
    ],
);
const FIST_FORWARD: Part = (18, &["..........ddd...", "...........pdaa.", "............eea."]);
pub const RUN_SIDE_A: &[Part] = &[FAR_PUSH, NEAR_STRIDE, RUN_SIDE_LOW];
pub const RUN_SIDE_B: &[Part] = &[FAR_FOLDED, NEAR_UNDER, RUN_SIDE_HIGH];
pub const RUN_SIDE_C: &[Part] = &[FAR_STRIDE, NEAR_PUSH, RUN_SIDE_LOW, FIST_FORWARD];
pub const RUN_SIDE_D: &[Part] = &[NEAR_FOLDED, FAR_UNDER, RUN_SIDE_HIGH];

pub const LEFT_DOWN: Part = (
    23,
    &[
        "....nnn.........",
        "....nnn.........",
        "....nn..........",
        "....ooo.........",
        "....ooo.........",
        "....oww.........",
    ],
);
pub const RIGHT_UP: Part =
    (22, &[".........nnn....", ".........nnn....", ".........wwn....", ".........www...."]);
const RIGHT_DOWN: Part = (
    23,
    &[
        ".........nnn....",
        ".........nnn....",
        "..........nn....",
        ".........ooo....",
        ".........ooo....",
        ".........oww....",
    ],
);
const LEFT_UP: Part = (22, &["....nnn.........", "....nnn.........", "....nww.........", "....www........."]);
const LEFT_HIGH: Part = (
    22,
    &["....nnn.........", "....nnn.........", "....ooo.........", "....oow.........", "....oww........."],
);
const RIGHT_HIGH: Part = (
    22,
    &[".........nnn....", ".........nnn....", ".........ooo....", ".........oow....", ".........oww...."],
);

pub const RUN_FRONT_A: &[Part] = &[
    RIGHT_UP,
    LEFT_DOWN,
    (
        16,
        &[
            "...ssxgffgxuu...",
            "..sssuxxgxuuxx..",
            ".sssuxddddxuuxx.",
            ".ssuxddppddxuux.",
            ".ssuxddppaaxuxx.",
            ".ssux.zffea.xxx.",
            ".suu..nnnn..xxx.",
            ".fgg..nnnn..zgz.",
        ],
    ),
];
pub const RUN_FRONT_C: &[Part] = &[
    LEFT_UP,
    RIGHT_DOWN,
    (
        16,
        &[
            "...ssxgffgxuu...",
            "..sssuxxgxuuxx..",
            ".sssuxddddxuuxx.",
            ".ssuxddppddxuux.",
            ".ssuxaappddxuxx.",
            ".ssu.aeffz.xuxx.",
            ".suu..nnnn..xxx.",
            ".fgg..nnnn..zgz.",
        ],
    ),
];
const RUN_FRONT_HIGH: Part = (
    15,
    &[
        "...ssxgffgxuu...",
        "..sssuxxgxuuxx..",
        "..ssuxddddxuux..",
        ".sssuxdppdxuuxx.",
        ".ssuxddppddxuux.",
        ".ssux.zffz.xuxx.",
        ".sux..nnnn..xxx.",
        ".fg...nnnn...gz.",
    ],
);
pub const RUN_FRONT_B: &[Part] = &[RIGHT_UP, LEFT_HIGH, RUN_FRONT_HIGH];
pub const RUN_FRONT_D: &[Part] = &[LEFT_UP, RIGHT_HIGH, RUN_FRONT_HIGH];

pub const RUN_BACK_A: &[Part] = &[
    RIGHT_UP,
    LEFT_DOWN,
    (
        16,
        &[
            "...sssuussuuu...",
            "..sssuussuuuxx..",
            "..ssuuussuuuxx..",
            ".sssuusssuuxuxx.",
            ".ssuusssuuuxuxx.",
            ".ssuussuuuxuxxx.",
            ".ffguusuuxuuxxx.",
            "...ffggzggzzzz..",
        ],
    ),
];
pub const RUN_BACK_C: &[Part] = &[
    LEFT_UP,
    RIGHT_DOWN,
    (
        16,
        &[
            "...sssuussuuu...",
            "..sssuussuuuxx..",
            "..ssuuussuuuxx..",
            ".sssuussuuuxuxx.",
            ".ssuussuuuxuxxx.",
            ".ssuusuuuxuuxxx.",
            ".ssuusuuxuuxzzz.",
            "..ffgfggzggzz...",
        ],
    ),
];
const RUN_BACK_HIGH: Part = (
    15,
    &[
        "...sssuussuuu...",
        "..sssuussuuuxx..",
        ".sssuuussuuuxxx.",
        ".sssuussuuuxuxx.",
        ".ssuusssuuxuxxx.",
        ".ssuussuuuxuxxx.",
        ".ffgfggzggzzzzz.",
    ],
);
pub const RUN_BACK_B: &[Part] = &[RIGHT_UP, LEFT_HIGH, RUN_BACK_HIGH];
pub const RUN_BACK_D: &[Part] = &[LEFT_UP, RIGHT_HIGH, RUN_BACK_HIGH];
