//! The eight frames of a marine, each from the front, from the right and from behind.

use super::parts::{
    ARM_AIM, ARM_CARRY, COAT_BACK, COAT_FRONT, COAT_SIDE, HEAD_BACK, HEAD_FRONT, HEAD_FRONT_HURT, HEAD_SIDE,
    HEAD_SIDE_HURT, LEG_LEFT, LEG_LEFT_UP, LEG_RIGHT, LEG_RIGHT_UP, MUSKET_ACROSS, MUSKET_BEHIND,
    MUSKET_LEVEL, MUSKET_UP, Rows, SIDE_AHEAD, SIDE_BEHIND, SIDE_LIFTED, SIDE_STAND,
};
use super::{Frame, plain};

/// Walk (4, the first stands), aim, fire, hurt, fallen.
pub const FRAMES: [[Frame; 3]; 8] = [
    [
        plain(&[
            (0, 22, LEG_LEFT),
            (0, 22, LEG_RIGHT),
            (0, 15, COAT_FRONT),
            (0, 3, HEAD_FRONT),
            (1, 7, MUSKET_UP),
        ]),
        plain(&[
            (1, 22, SIDE_STAND),
            (0, 15, COAT_SIDE),
            (0, 3, HEAD_SIDE),
            (0, 9, MUSKET_ACROSS),
            (0, 15, ARM_CARRY),
        ]),
        plain(&[
            (0, 22, LEG_LEFT),
            (0, 22, LEG_RIGHT),
            (0, 7, MUSKET_BEHIND),
            (0, 15, COAT_BACK),
            (0, 3, HEAD_BACK),
        ]),
    ],
    [
        plain(&[
            (0, 22, LEG_LEFT),
            (0, 22, LEG_RIGHT_UP),
            (0, 16, COAT_FRONT),
            (0, 4, HEAD_FRONT),
            (1, 8, MUSKET_UP),
        ]),
        plain(&[
            (0, 22, SIDE_BEHIND),
            (0, 22, SIDE_AHEAD),
            (0, 16, COAT_SIDE),
            (0, 4, HEAD_SIDE),
            (0, 10, MUSKET_ACROSS),
            (0, 16, ARM_CARRY),
        ]),
        plain(&[
            (0, 22, LEG_LEFT),
            (0, 22, LEG_RIGHT_UP),
            (0, 8, MUSKET_BEHIND),
            (0, 16, COAT_BACK),
            (0, 4, HEAD_BACK),
        ]),
    ],
    [
        plain(&[
            (0, 22, LEG_LEFT),
            (0, 22, LEG_RIGHT),
            (0, 15, COAT_FRONT),
            (0, 3, HEAD_FRONT),
            (1, 7, MUSKET_UP),
        ]),
        plain(&[
            (0, 22, SIDE_LIFTED),
            (1, 22, SIDE_STAND),
            (0, 15, COAT_SIDE),
            (0, 3, HEAD_SIDE),
            (0, 9, MUSKET_ACROSS),
            (0, 15, ARM_CARRY),
        ]),
        plain(&[
            (0, 22, LEG_LEFT),
            (0, 22, LEG_RIGHT),
            (0, 7, MUSKET_BEHIND),
            (0, 15, COAT_BACK),
            (0, 3, HEAD_BACK),
        ]),
    ],
    [
        plain(&[
            (0, 22, LEG_LEFT_UP),
            (0, 22, LEG_RIGHT),
            (0, 16, COAT_FRONT),
            (0, 4, HEAD_FRONT),
            (1, 8, MUSKET_UP),
        ]),
        plain(&[
            (0, 22, SIDE_STEP_FAR),
            (0, 22, SIDE_STEP_NEAR),
            (0, 16, COAT_SIDE),
            (0, 4, HEAD_SIDE),
            (0, 10, MUSKET_ACROSS),
            (0, 16, ARM_CARRY),
        ]),
        plain(&[
            (0, 22, LEG_LEFT_UP),
            (0, 22, LEG_RIGHT),
            (0, 8, MUSKET_BEHIND),
            (0, 16, COAT_BACK),
            (0, 4, HEAD_BACK),
        ]),
    ],
    [
        plain(&[
            (0, 22, LEG_LEFT),
            (0, 22, LEG_RIGHT),
            (0, 16, COAT_AIM),
            (0, 4, HEAD_FRONT),
            (0, 15, MUSKET_AT_US),
        ]),
        plain(&[
            (-2, 22, SIDE_BEHIND_WIDE),
            (-1, 22, SIDE_AHEAD),
            (-1, 16, COAT_SIDE),
            (-1, 4, HEAD_SIDE),
            (0, 15, MUSKET_LEVEL),
            (-2, 16, ARM_AIM),
        ]),
        plain(&[
            (0, 22, LEG_LEFT),
            (0, 22, LEG_RIGHT),
            (0, 2, MUSKET_AWAY),
            (0, 16, COAT_BACK_AIM),
            (0, 4, HEAD_BACK),
        ]),
    ],
    [
        Frame {
            parts: &[
                (0, 22, LEG_LEFT),
                (0, 22, LEG_RIGHT),
                (0, 16, COAT_AIM),
                (0, 3, HEAD_FRONT),
                (0, 14, MUSKET_AT_US),
            ],
            light: (0, 14, FLASH_AT_US),
        },
        Frame {
            parts: &[
                (-2, 22, SIDE_BEHIND_WIDE),
                (-1, 22, SIDE_AHEAD),
                (-2, 16, COAT_SIDE),
                (-1, 4, HEAD_SIDE),
                (0, 14, MUSKET_KICKED),
                (-3, 15, ARM_AIM),
            ],
            light: (0, 11, FLASH_RIGHT),
        },
        Frame {
            parts: &[
                (0, 22, LEG_LEFT),
                (0, 22, LEG_RIGHT),
                (0, 4, MUSKET_AWAY),
                (0, 16, COAT_BACK_AIM),
                (0, 4, HEAD_BACK),
            ],
            light: (0, 0, FLASH_AWAY),
        },
    ],
    [
        plain(&[(0, 22, LEG_LEFT), (0, 22, LEG_RIGHT_UP), (0, 17, COAT_HURT), (-1, 5, HEAD_FRONT_HURT)]),
        plain(&[
            (1, 22, SIDE_BEHIND),
            (0, 22, SIDE_AHEAD),
            (0, 16, COAT_SIDE),
            (0, 19, MUSKET_DROPPED),
            (-1, 5, HEAD_SIDE_HURT),
            (0, 16, ARM_FLUNG),
        ]),
        plain(&[(0, 22, LEG_LEFT), (0, 22, LEG_RIGHT_UP), (0, 17, COAT_HURT_BACK), (1, 5, HEAD_BACK)]),
    ],
    [plain(&[(0, 12, FALLEN_DOWN)]), plain(&[(0, 19, FALLEN_SIDE)]), plain(&[(0, 12, FALLEN_UP)])],
];

/// The second step: the far leg ahead, so the colours of the legs are exchanged.
const SIDE_STEP_FAR: Rows = &[
    "......3333......",
    ".......333......",
    "........333.....",
    "........333.....",
    ".........nnn....",
    ".........nnnn...",
    ".........nnnn...",
];
const SIDE_STEP_NEAR: Rows = &[
    ".....444........",
    "....444.........",
    "...443..........",
    "..113...........",
    ".11n............",
    ".1n.............",
];
const SIDE_BEHIND_WIDE: Rows = &[
    "......333.......",
    ".....333........",
    "....333.........",
    "....333.........",
    "...1nn..........",
    "...1nnn.........",
    "...nnnn.........",
];

/// Both arms lifted to the musket at the cheek.
const COAT_AIM: Rows = &[
    "...gfWWccWWgz...",
    "..OWWcWWWWcWDD..",
    "..OWWWcWWcWWDD..",
    "...OWWWccWWDD...",
    "....DWcWWcDP....",
    "....DzzffzzP....",
    "....PWWWDDDP....",
    "....WWWWDDDD....",
    "....WWDPPDDD....",
];
const MUSKET_AT_US: Rows =
    &["......tt........", "......tto.......", "....aa333aa.....", "....ae3#2ae.....", "......222......."];
const FLASH_AT_US: Rows = &[
    ".......f........",
    "...f...f...f....",
    "....fg.f.gf.....",
    "....gffcffg.....",
    ".....fcccf......",
    ".fffffccccffff..",
    ".....fcccf......",
    "....gffcffg.....",
    "....fg.f.gf.....",
    "...f...f...f....",
    ".......f........",
];
const FLASH_RIGHT: Rows = &[
    ".............f..",
    "...........f.f.f",
    "............ffg.",
    "............fccf",
    "...........fcccc",
    "............fccf",
    "............ffg.",
    "...........f.f.f",
    ".............f..",
];
const COAT_BACK_AIM: Rows = &[
    "...gfWWWWWWgz...",
    "..OWWcWWWWcWDD..",
    "..OWWWcWWcWWDD..",
    "...OWWWccWDDD...",
    "....DWcWDcDP....",
    "....DzzzzzzP....",
    "....PWWWDDDP....",
    "....WWWPDDDD....",
    "....WWWPDDDD....",
];
const MUSKET_KICKED: Rows = &["......3.........", "..tttz23333344..", "..ooo..........."];
const MUSKET_AWAY: Rows = &[
    "............4...",
    "............4...",
    "............3...",
    "............3...",
    "............3...",
    "............3...",
    "............3...",
    "............2...",
    "............2...",
];
const FLASH_AWAY: Rows = &[
    "............f...",
    "..........f.f.f.",
    "...........fcf..",
    "..........fcccf.",
    "...........ccc..",
    "..........fgcgf.",
    "............f...",
];

const COAT_HURT: Rows = &[
    "...gfWWccWWgz...",
    ".OWWcWWWWWWcWDD.",
    ".OWDWcWWWDcDPDD.",
    "aaD.DWcWWcWP.Paa",
    "aa..DWWccWDP..ea",
    "....DzzffzzP....",
    "....PWWWDDDP....",
    "....WWDPPDDD....",
];
const COAT_HURT_BACK: Rows = &[
    "...gfWWWWWWgz...",
    ".OWWcWWWWWDcWDD.",
    ".OWDWcWWWDcDPDD.",
    "aaD.DWcWWcDP.Paa",
    "aa..DWWccDDP..ea",
    "....DzzzzzzP....",
    "....PWWWDDDP....",
    "....WWWPDDDD....",
];
const ARM_FLUNG: Rows = &[".....gfgDaa.....", ".....OWWDae.....", "......WD........"];
const MUSKET_DROPPED: Rows = &[
    ".............44.",
    "............3...",
    "...........3....",
    "..........z.....",
    ".........t......",
    "........to......",
    ".......to.......",
];

/// Lying: across the picture with the musket beside him, or along it.
const FALLEN_SIDE: Rows = &[
    "....fg..........",
    "..444fgg........",
    ".44433gz........",
    ".f443oaaWcW.....",
    ".f33oa#aWWcWDD..",
    ".gg2oaaaOWWcD44.",
    "..g2eoaeOWWzD4n.",
    "...zeeeaaWDP33n.",
    "..33333zttto1nn.",
    "............oo..",
];
const FALLEN_DOWN: Rows = &[
    "....1nn..1nn....",
    "....11n..11n....",
    "....443..433....",
    "....444..443....",
    "....WWWPDDDD....",
    "..aDzzzzzzzzPa..",
    "..aWWcWWWDcDDa..",
    "..OWWWcWWcWDDD..",
    "...OWWWccWDDD...",
    "...fooooooowz...",
    "..ffffffggggzz..",
    "...4444fg3322...",
    "...4444fg3222...",
    "....444fg332....",
    ".....44fg33.....",
    ".......fg.......",
];
const FALLEN_UP: Rows = &[
    ".......fg.......",
    ".....44fg33.....",
    "....444fg332....",
    "...4443fg3322...",
    "..ffffffggggzz..",
    "...oa##aa##ae...",
    "....aaaaaaee....",
    "....aaooooae....",
    "..OWWcWWWWcDDD..",
    "..OWWWcWWcWDDD..",
    "..aDDWWccWDPPa..",
    "..aaDzzffzzP.a..",
    "....WWWPDDDD....",
    "....444..443....",
    "....443..433....",
    "....11n..11n....",
    "....1nn..1nn....",
];
