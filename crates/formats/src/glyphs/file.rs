//! A file of glyphs, in the `.hex` format of GNU Unifont: in each line the number of a character, a
//! colon, and its rows from the top, two hexadecimal digits each (8 pixels wide) or four (16 pixels
//! wide). Empty lines and lines that start with `#` are skipped.
//!
//! Source of the format: Roman Czyborra's `.hex` files, <https://unifoundry.com/unifont/>.

use std::collections::HashMap;

use super::Glyph;

pub(super) fn parse(hex: &[u8]) -> Result<HashMap<char, Glyph>, String> {
    let hex = str::from_utf8(hex).map_err(|error| format!("the glyphs are no text: {error}"))?;
    let lines = (1..).zip(hex.lines().map(str::trim));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let glyph = |(number, line)| {
        parse_line(line).ok_or_else(|| {
            let expected = "a character's number, a colon, and 32 or 64 hexadecimal digits";
            format!("line {number} of the glyphs is not {expected}")
        })
    };
    lines.map(glyph).collect()
}

fn parse_line(line: &str) -> Option<(char, Glyph)> {
    let (code, digits) = line.split_once(':')?;
    let character = char::from_u32(u32::from_str_radix(code, 16).ok()?)?;
    let width = match digits.len() {
        32 => 8,
        64 => 16,
        _ => return None,
    };
    let mut rows = [0; 16];
    for (row, digits) in rows.iter_mut().zip(digits.as_bytes().chunks(width as usize / 4)) {
        *row = u16::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()? << (16 - width);
    }
    Some((character, Glyph { width, rows }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::glyphs::get_glyph;
    use proptest::prelude::*;

    #[test]
    fn a_line_that_is_no_glyph_is_an_error() {
        let zeros = "0".repeat(32);
        for bad in
            ["hello", &format!("110000:{zeros}"), &format!("41:{zeros}0"), &format!("41:é{}", &zeros[2..])]
        {
            let file = format!("# letters\n\n0041:{zeros}\r\n{bad}\n");
            assert!(parse(file.as_bytes()).unwrap_err().starts_with("line 4 "), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn the_glyphs_of_a_file_are_read(characters: Vec<char>) {
            let glyphs: HashMap<char, Glyph> =
                characters.into_iter().filter_map(|c| Some((c, get_glyph(c)?))).collect();
            let lines = glyphs.iter().map(|(&character, glyph)| {
                let rows = glyph.rows.map(|row| match glyph.width {
                    8 => format!("{:02X}", row >> 8),
                    _ => format!("{row:04X}"),
                });
                format!("{:04X}:{}\n", u32::from(character), rows.concat())
            });
            prop_assert_eq!(parse(lines.collect::<String>().as_bytes()), Ok(glyphs));
        }
    }
}
