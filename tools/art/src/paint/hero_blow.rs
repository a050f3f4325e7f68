//! The hero's somersault and his blow with the staff.

use super::Part;
use super::run::{LEFT_DOWN, RIGHT_UP};

// Rolled up: a ball of cloak with the head tucked in.
pub const ROLL_SIDE: &[Part] = &[(
    12,
    &[
        ".....ttttoo.....",
        "...sstttoooow...",
        "..ssstooooooow..",
        "..ssgtoooaaaow..",
        ".sssgffoaaaaan..",
        ".ssusuufea#nnnn.",
        ".susuuuudeennnn.",
        ".susuuuxddanno..",
        ".fsuuuuxdaaooo..",
        ".fgsuuxxxnnoow..",
        "..gfuuxxnnoow...",
        "...gfggznnow....",
        ".....gzzz.......",
    ],
)];
pub const ROLL_FRONT: &[Part] = &[(
    12,
    &[
        ".....tttooo.....",
        "...sttoooooow...",
        "..sttooooooowx..",
        "..sttoooooooww..",
        ".sstooaaaaooowx.",
        ".ssooaaaaaaaowx.",
        ".ssua##aa##aexx.",
        ".ssuaaaaaaaaexx.",
        ".sfuddaaaaddgxx.",
        "..fgdannnnadxz..",
        "..sgnnnnnnnngx..",
        "...sooonnooow...",
        ".....oww.oww....",
    ],
)];
pub const ROLL_BACK: &[Part] = &[(
    12,
    &[
        ".....ssuuuu.....",
        "...sssussuuux...",
        "..sssuussuuuxx..",
        "..ssuusssuuxux..",
        ".sssuussuuuxuxx.",
        ".ssuusssuuxuxxx.",
        ".ssuussuuuxuxxx.",
        ".sffffggggzzzzx.",
        ".sutttooooowuxx.",
        "..utttoooooowx..",
        "..sttoooooowwx..",
        "...toooooowww...",
        ".....ooowww.....",
    ],
)];

// The blow: one step forward, the staff swung down; a streak of light shows where it came from.
pub const BLOW_SIDE: &[Part] = &[
    (
        22,
        &[
            "....nnn.........",
            "...nnn..........",
            "..nnn...........",
            "..nn............",
            "..ww............",
            ".www............",
            ".ww.............",
        ],
    ),
    (
        22,
        &[
            "......nnnn......",
            ".......nnnn.....",
            "........nnn.....",
            ".........nn.....",
            ".........ooo....",
            ".........oooo...",
            ".........owww...",
        ],
    ),
    (
        16,
        &[
            "..ssuuugfd......",
            "..ssuuuxddp.....",
            ".sssuuxxddp.....",
            ".ssusuuxxdd.....",
            ".ssusuuxxzf.....",
            ".susuuuxxnn.....",
            ".ffguuxx........",
            "...fggz.........",
        ],
    ),
];
pub const BLOW_SIDE_ARMS: &[Part] = &[
    (18, &["......at........", ".......tattatgf.", "........ttottgg."]),
    (17, &[".....dppdd......", "......dddaa.....", ".........ee....."]),
];
pub const BLOW_SIDE_ARC: Part = (
    3,
    &[
        "............c...",
        ".............cc.",
        "..............c.",
        "..............cc",
        "..............cc",
        "..............cc",
        "..............cc",
        "..............cc",
        "..............ac",
        "..............ac",
        "..............ac",
        "..............ac",
        "..............ca",
        "..............c.",
    ],
);
pub const BLOW_FRONT: &[Part] = &[
    (23, &[".........nnn....", ".........nnn....", ".........wwn....", ".........www...."]),
    LEFT_DOWN,
    (
        16,
        &[
            "...ssxgffgxuu...",
            "..sssuxxgxuuxx..",
            ".sssuxddddxuuxx.",
            ".ssuxddppddxuux.",
            ".ssuxddppddxuxx.",
            ".ssux.zffz.xxxx.",
            ".suu..nnnn..xxx.",
            ".fgg..nnnn..zgz.",
        ],
    ),
];
pub const BLOW_FRONT_ARMS: &[Part] = &[(
    17,
    &[
        "...........ff...",
        "..........aff...",
        ".......ddatt....",
        ".....ddpaatt....",
        ".....dpaatt.....",
        "......aatt......",
        ".....att........",
        "...gatt.........",
        "..fggt..........",
        "..fgg...........",
    ],
)];
pub const BLOW_FRONT_ARC: Part = (
    19,
    &[
        "...............c",
        "...............c",
        "..............cc",
        "..............cc",
        ".............cca",
        ".............ca.",
        "............cca.",
        "..........ccca..",
        ".......ccccca...",
        "....ccccca......",
    ],
);
pub const BLOW_BACK: &[Part] = &[
    (
        1,
        &[
            ".............fg.",
            ".............gg.",
            ".............at.",
            ".............at.",
            ".............to.",
            ".............at.",
            ".............to.",
            ".............at.",
            ".............to.",
            ".............at.",
            ".............to.",
        ],
    ),
    (
        10,
        &[
            ".............aa.",
            ".............ae.",
            ".............dd.",
            "............ddp.",
            "...........ddp..",
            "...........dd...",
        ],
    ),
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
pub const BLOW_BACK_ARC: Part = (
    0,
    &[
        "......cccccc....",
        "....cccaa.......",
        "..ccca..........",
        ".cca............",
        ".ca.............",
        "cc..............",
        "c...............",
        "c...............",
    ],
);
