//! Footlight 32: the one palette of every picture of the game.
//!
//! A picture that uses a colour from elsewhere stops looking like it belongs with the others, so
//! the painters take their colours from here only. What varies is the opacity, and that only for
//! shadows, glows and the middle of a panel.

/// A colour as red, green, blue and opacity.
pub type Ink = [u8; 4];

/// Nothing at all: the picture behind shows through.
pub const CLEAR: Ink = [0, 0, 0, 0];

// Night, from the outline colour to the last light of the evening.
pub const INK: Ink = rgb(0x16_10_1f);
pub const NIGHT: Ink = rgb(0x23_1a_38);
pub const INDIGO: Ink = rgb(0x33_28_54);
pub const DUSK: Ink = rgb(0x4b_37_6e);
pub const PLUM: Ink = rgb(0x6d_45_7e);
pub const MAUVE: Ink = rgb(0x97_57_84);
pub const ROSE: Ink = rgb(0xc4_6c_7c);
pub const PEACH: Ink = rgb(0xe8_93_74);
pub const APRICOT: Ink = rgb(0xf7_c0_8a);
pub const CREAM: Ink = rgb(0xfd_ec_c6);
// Curtain reds.
pub const WINE: Ink = rgb(0x3c_15_2a);
pub const OXBLOOD: Ink = rgb(0x6c_19_34);
pub const CURTAIN: Ink = rgb(0x9e_25_3b);
pub const SCARLET: Ink = rgb(0xd0_3d_43);
pub const EMBER: Ink = rgb(0xee_72_47);
// Footlight golds.
pub const BRASS: Ink = rgb(0xa3_66_2d);
pub const GOLD: Ink = rgb(0xdd_9c_3a);
pub const FOOTLIGHT: Ink = rgb(0xf9_d2_58);
// Mossy greens.
pub const PINE: Ink = rgb(0x16_2a_32);
pub const SPRUCE: Ink = rgb(0x22_45_3d);
pub const MOSS: Ink = rgb(0x3c_66_42);
pub const FERN: Ink = rgb(0x62_8a_46);
pub const MEADOW: Ink = rgb(0x97_ae_52);
// Stone greys.
pub const SLATE: Ink = rgb(0x3a_37_4d);
pub const STONE: Ink = rgb(0x5e_5a_6e);
pub const ASH: Ink = rgb(0x8a_84_95);
pub const CHALK: Ink = rgb(0xbb_b3_b8);
// Wood.
pub const OAK: Ink = rgb(0x68_40_33);
pub const TIMBER: Ink = rgb(0x94_62_42);
// Water.
pub const DEEP: Ink = rgb(0x23_42_61);
pub const STREAM: Ink = rgb(0x3b_72_8a);
pub const FOAM: Ink = rgb(0x7f_b8_b0);

/// A colour written as its web number.
const fn rgb(hex: u32) -> Ink {
    [(hex >> 16) as u8, (hex >> 8) as u8, hex as u8, 255]
}

/// The colour at another opacity.
pub const fn faded(ink: Ink, alpha: u8) -> Ink {
    [ink[0], ink[1], ink[2], alpha]
}

/// The colour a letter stands for in a picture drawn as text.
///
/// # Panics
///
/// On a letter without a colour: a slip of the brush should not pass as a hole in the picture.
pub fn letter(key: char) -> Ink {
    match key {
        '.' => CLEAR,
        '#' => INK,
        'n' => NIGHT,
        'i' => INDIGO,
        'd' => DUSK,
        'p' => PLUM,
        'm' => MAUVE,
        'r' => ROSE,
        'e' => PEACH,
        'a' => APRICOT,
        'c' => CREAM,
        'w' => WINE,
        'x' => OXBLOOD,
        'u' => CURTAIN,
        's' => SCARLET,
        'b' => EMBER,
        'z' => BRASS,
        'g' => GOLD,
        'f' => FOOTLIGHT,
        'P' => PINE,
        'S' => SPRUCE,
        'M' => MOSS,
        'F' => FERN,
        'L' => MEADOW,
        '1' => SLATE,
        '2' => STONE,
        '3' => ASH,
        '4' => CHALK,
        'o' => OAK,
        't' => TIMBER,
        'D' => DEEP,
        'W' => STREAM,
        'O' => FOAM,
        other => panic!("no colour for the letter {other:?}"),
    }
}
