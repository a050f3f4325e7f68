//! Heads, coats, legs and muskets that the frames of a marine share.

pub type Rows = &'static [&'static str];

pub const HEAD_FRONT: Rows = &[
    ".......fg.......",
    ".....44fg33.....",
    "....444fg332....",
    "...4443fg3322...",
    "...4443333222...",
    "..ffffffggggzz..",
    "...oeaaaaaaeo...",
    "...oaa#aa#aeo...",
    "...eaa#aa#aee...",
    "....aaaaaaee....",
    "....aaooooae....",
    ".....eeeeee.....",
];
/// The eyes shut with pain.
pub const HEAD_FRONT_HURT: Rows = &[
    ".......fg.......",
    ".....44fg33.....",
    "....444fg332....",
    "...4443fg3322...",
    "...4443333222...",
    "..ffffffggggzz..",
    "...oeaaaaaaeo...",
    "...o##aaaa##o...",
    "...eaa#aa#aee...",
    "....aaaaaaee....",
    "....aa####ae....",
    ".....eewwee.....",
];
pub const HEAD_SIDE: Rows = &[
    ".....fffgg......",
    "....4ff4ggg.....",
    "...4444333gz....",
    "..44443333322...",
    "..44443333222...",
    "..ffffggggggzzz.",
    "...oooeaaaaae...",
    "...ooeeaa#aa....",
    "...ooeeaa#aaa...",
    "....oeaaaaaa....",
    "....eeaaaooo....",
    ".....eeeee......",
];
pub const HEAD_SIDE_HURT: Rows = &[
    ".....fffgg......",
    "....4ff4ggg.....",
    "...4444333gz....",
    "..44443333322...",
    "..44443333222...",
    "..ffffggggggzzz.",
    "...oooeaaaaae...",
    "...ooeea##aa....",
    "...ooeeaa##aa...",
    "....oeaaaaaa....",
    "....eeaa###a....",
    ".....eeeww......",
];
pub const HEAD_BACK: Rows = &[
    ".......fg.......",
    ".....44fg33.....",
    "....444fg332....",
    "...4444fg3322...",
    "...4443fg3222...",
    "..ffffffggggzz..",
    "...oooooooooo...",
    "...eooooooooe...",
    "...woooooooww...",
    "....oooooow.....",
    "....wooooww.....",
    ".....wwwww......",
];

pub const COAT_FRONT: Rows = &[
    "...gfWWccWWgz...",
    "..OgcWWWWWWczD..",
    "..OWWcWWWDcDDD..",
    "..OWDWcWWcWPDD..",
    "..OWDWWccWDPDD..",
    "..OWDWcWDcDPDD..",
    "..WWDzzffzzPDD..",
    "..aaPWWWDDDPea..",
    "....WWWWDDDD....",
    "....WWDPPDDD....",
];
pub const COAT_SIDE: Rows = &[
    "....WWWWcD......",
    "....OWWcWDD.....",
    "....OWcWWDD.....",
    "....OcWWWDD.....",
    "...OWWWWWDD.....",
    "...OWzzzffz.....",
    "...OWWWDDDD.....",
    "...OWWDDDDD.....",
    "...WWDDD........",
];
pub const COAT_BACK: Rows = &[
    "...gfWWWWWWgz...",
    "..OgcWWWWWDczD..",
    "..OWWcWWWDcDDD..",
    "..OWDWcWWcDPDD..",
    "..OWDWWccDDPDD..",
    "..OWDWcWDcDPDD..",
    "..WWDzzzzzzPDD..",
    "..aaPWWWDDDPea..",
    "....WWWPDDDD....",
    "....WWWPDDDD....",
];

/// The near arm of a marine who carries his musket before him.
pub const ARM_CARRY: Rows =
    &[".....gfg........", ".....OWD........", ".....OWD........", ".....OWWDaa.....", "......WDDae....."];
pub const ARM_AIM: Rows = &[".....ffg........", ".....OWWDDDaa...", ".....OWWDDDae...", "......WWD......."];

pub const LEG_LEFT: Rows = &[
    "....444.........",
    "....443.........",
    "....443.........",
    "....443.........",
    "....11n.........",
    "....11n.........",
    "....1nn.........",
];
pub const LEG_RIGHT: Rows = &[
    ".........443....",
    ".........433....",
    ".........433....",
    ".........433....",
    ".........11n....",
    ".........1nn....",
    ".........1nn....",
];
pub const LEG_LEFT_UP: Rows =
    &["....444.........", "....443.........", "....11n.........", "....11n.........", "....1nn........."];
pub const LEG_RIGHT_UP: Rows =
    &[".........443....", ".........433....", ".........11n....", ".........1nn....", ".........1nn...."];
pub const SIDE_STAND: Rows = &[
    ".....4444.......",
    ".....4443.......",
    "......443.......",
    "......443.......",
    "......11n.......",
    "......111n......",
    "......1nnn......",
];
pub const SIDE_AHEAD: Rows = &[
    "......4444......",
    ".......443......",
    "........443.....",
    "........443.....",
    ".........11n....",
    ".........111n...",
    ".........1nnn...",
];
pub const SIDE_BEHIND: Rows = &[
    ".....333........",
    "....333.........",
    "...333..........",
    "..nn3...........",
    ".1nn............",
    ".nn.............",
];
pub const SIDE_LIFTED: Rows = &[
    ".....333........",
    ".....333........",
    "....333.........",
    "..1nn3..........",
    "..1nn...........",
    "..nn............",
];

/// The musket carried upright at the shoulder, seen from the front and from behind.
pub const MUSKET_UP: Rows = &[
    "............4...",
    "............4...",
    "............3...",
    "............3...",
    "............3...",
    "............3...",
    "............2...",
    "............2...",
    "............z...",
    "............t...",
    "............t...",
    "............t...",
    "...........aa...",
    "...........ae...",
    "............o...",
    "...........to...",
    "...........oo...",
];
/// What is seen of the musket at the shoulder from behind.
pub const MUSKET_BEHIND: Rows = &[
    "..............4.",
    "..............4.",
    "..............3.",
    "..............3.",
    ".............23.",
    ".............23.",
    ".............22.",
    ".............22.",
    "............tzz.",
    "............ttt.",
];
/// The musket carried across the body, seen from the side.
pub const MUSKET_ACROSS: Rows = &[
    "..............4.",
    "..............4.",
    ".............33.",
    ".............3..",
    ".............3..",
    "............33..",
    "............3...",
    "............2...",
    "...........z2...",
    "...........t....",
    "..........tt....",
    "..........t.....",
    ".........to.....",
    "........too.....",
    "........oo......",
];
/// The musket at the cheek, seen from the side.
pub const MUSKET_LEVEL: Rows =
    &["........3.......", "...ttttz23333344", "..toooo.........", "..oo............"];
