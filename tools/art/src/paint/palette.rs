//! Footlight 32: the palette of all images of the game.
//!
//! A picture that uses a colour from elsewhere stops looking like it belongs with the others, so
//! the painters take their colours from here only. What varies is the opacity, and that only for
//! shadows, glows and the middle of a panel.

/// A colour as red, green, blue and opacity.
pub type Ink = [u8; 4];

/// Transparent.
pub const CLEAR: Ink = [0, 0, 0, 0];

// Night, from the outline colour to the last light of the evening.
pub const INK: Ink = rgb(0x16101f);
pub const NIGHT: Ink = rgb(0x231a38);
pub const INDIGO: Ink = rgb(0x332854);
pub const DUSK: Ink = rgb(0x4b376e);
pub const PLUM: Ink = rgb(0x6d457e);
pub const MAUVE: Ink = rgb(0x975784);
pub const ROSE: Ink = rgb(0xc46c7c);
pub const PEACH: Ink = rgb(0xe89374);
pub const APRICOT: Ink = rgb(0xf7c08a);
pub const CREAM: Ink = rgb(0xfdecc6);
// Curtain reds.
pub const WINE: Ink = rgb(0x3c152a);
pub const OXBLOOD: Ink = rgb(0x6c1934);
pub const CURTAIN: Ink = rgb(0x9e253b);
pub const SCARLET: Ink = rgb(0xd03d43);
pub const EMBER: Ink = rgb(0xee7247);
// Footlight golds.
pub const BRASS: Ink = rgb(0xa3662d);
pub const GOLD: Ink = rgb(0xdd9c3a);
pub const FOOTLIGHT: Ink = rgb(0xf9d258);
// Mossy greens.
pub const PINE: Ink = rgb(0x162a32);
pub const SPRUCE: Ink = rgb(0x22453d);
pub const MOSS: Ink = rgb(0x3c6642);
pub const FERN: Ink = rgb(0x628a46);
pub const MEADOW: Ink = rgb(0x97ae52);
// Stone greys.
pub const SLATE: Ink = rgb(0x3a374d);
pub const STONE: Ink = rgb(0x5e5a6e);
pub const ASH: Ink = rgb(0x8a8495);
pub const CHALK: Ink = rgb(0xbbb3b8);
// Wood.
pub const OAK: Ink = rgb(0x684033);
pub const TIMBER: Ink = rgb(0x946242);
// Water.
pub const DEEP: Ink = rgb(0x234261);
pub const STREAM: Ink = rgb(0x3b728a);
pub const FOAM: Ink = rgb(0x7fb8b0);

/// A colour written as its web number.
const fn rgb(hex: u32) -> Ink {
    [(hex >> 16) as u8, (hex >> 8) as u8, hex as u8, 255]
}

/// The colour at another opacity.
pub const fn faded(ink: Ink, alpha: u8) -> Ink {
    [ink[0], ink[1], ink[2], alpha]
}

/// The colour of a letter in an image drawn as text.
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
