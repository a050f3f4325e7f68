//! Where glyphs come from: the table of GNU Unifont that is a part of the program, or a file.

#[cfg(any(test, target_arch = "wasm32"))]
use std::collections::HashMap;
#[cfg(target_arch = "wasm32")]
use std::sync::OnceLock;

/// The picture of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Glyph {
    /// 8 or 16 pixels.
    pub(super) width: u32,
    /// Row for row from the top; the first pixel from the left is the highest bit.
    pub(super) rows: [u16; 16],
}

/// The glyphs of the file that was installed.
#[cfg(target_arch = "wasm32")]
static INSTALLED: OnceLock<HashMap<char, Glyph>> = OnceLock::new();

/// A file of glyphs cannot be used.
#[cfg(any(test, target_arch = "wasm32"))]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(in crate::kit) enum GlyphFileError {
    /// A line is not a glyph.
    #[error("line {line}: {what}; a glyph is a character's number, a colon, and 32 or 64 hexadecimal digits")]
    BadLine {
        /// The line, the first is 1.
        line: usize,
        /// What is wrong with it.
        what: &'static str,
    },
    /// Glyphs were installed before, and texts have been measured by them.
    #[cfg(target_arch = "wasm32")]
    #[error("glyphs are installed once, before the first text")]
    Installed,
}

/// Takes the glyphs of a file, in the `.hex` format of GNU Unifont: in each line the number of a
/// character, a colon, and its rows from the top, two hexadecimal digits each (8 pixels wide) or
/// four (16 pixels wide). Empty lines and lines that begin with `#` say nothing.
///
/// A page calls this once, before its first text: the table of all glyphs would be half of its
/// download, so `cargo web` makes a file from the characters of the texts.
///
/// Source of the format: Roman Czyborra's `.hex` files, <https://unifoundry.com/unifont/>.
#[cfg(target_arch = "wasm32")]
pub(in crate::kit) fn install_glyphs(hex: &[u8]) -> Result<(), GlyphFileError> {
    let glyphs = parse(hex)?;
    INSTALLED.set(glyphs).map_err(|_| GlyphFileError::Installed)
}

/// The glyph of a character, if there is one.
pub(super) fn get_glyph(character: char) -> Option<Glyph> {
    #[cfg(target_arch = "wasm32")]
    return INSTALLED.get().and_then(|glyphs| glyphs.get(&character)).copied();
    #[cfg(not(target_arch = "wasm32"))]
    unifont::get_glyph(character).map(|glyph| match glyph {
        unifont::Glyph::Halfwidth(rows) => Glyph { width: 8, rows: rows.map(|bits| u16::from(bits) << 8) },
        unifont::Glyph::Fullwidth(rows) => Glyph { width: 16, rows: *rows },
    })
}

#[cfg(any(test, target_arch = "wasm32"))]
fn parse(hex: &[u8]) -> Result<HashMap<char, Glyph>, GlyphFileError> {
    let mut glyphs = HashMap::new();
    for (number, line) in hex.split(|&byte| byte == b'\n').enumerate() {
        let line = line.trim_ascii();
        if line.is_empty() || line.starts_with(b"#") {
            continue;
        }
        let error = |what| GlyphFileError::BadLine { line: number + 1, what };
        let line = std::str::from_utf8(line).map_err(|_| error("this is not text"))?;
        let (code, rows) = line.split_once(':').ok_or_else(|| error("there is no colon"))?;
        let code = u32::from_str_radix(code, 16).ok().and_then(char::from_u32);
        let character = code.ok_or_else(|| error("no character has this number"))?;
        glyphs.insert(character, glyph(rows).map_err(error)?);
    }
    Ok(glyphs)
}

#[cfg(any(test, target_arch = "wasm32"))]
fn glyph(digits: &str) -> Result<Glyph, &'static str> {
    let width = match digits.len() {
        32 => 8,
        64 => 16,
        _ => return Err("the rows have neither 32 nor 64 digits"),
    };
    if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Err("there is something that is not a hexadecimal digit");
    }
    let mut rows = [0; 16];
    let digits_of_row = width as usize / 4;
    for (row, bits) in rows.iter_mut().enumerate() {
        let digits = digits.get(row * digits_of_row..(row + 1) * digits_of_row);
        *bits = digits.and_then(|digits| u16::from_str_radix(digits, 16).ok()).unwrap_or(0) << (16 - width);
    }
    Ok(Glyph { width, rows })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A line of the format.
    fn line_of(character: char, glyph: Glyph) -> String {
        let rows = glyph.rows.map(|bits| match glyph.width {
            8 => format!("{:02X}", bits >> 8),
            _ => format!("{bits:04X}"),
        });
        format!("{:04X}:{}\n", u32::from(character), rows.concat())
    }

    #[test]
    fn what_is_not_a_glyph_is_told_with_its_line() {
        let zeros = "0".repeat(32);
        for (bad, what) in [
            ("hello".to_owned(), "there is no colon"),
            (format!("x:{zeros}"), "no character has this number"),
            (format!("D800:{zeros}"), "no character has this number"),
            (format!("110000:{zeros}"), "no character has this number"),
            (format!("41:{zeros}0"), "the rows have neither 32 nor 64 digits"),
            (format!("41:+{}", &zeros[1..]), "there is something that is not a hexadecimal digit"),
            (format!("41:é{}", &zeros[2..]), "there is something that is not a hexadecimal digit"),
        ] {
            let file = format!("# letters\n\n0041:{zeros}\r\n{bad}\n");
            let error = GlyphFileError::BadLine { line: 4, what };
            assert_eq!(parse(file.as_bytes()), Err(error), "{bad}");
        }
        assert!(matches!(parse(b"\xff"), Err(GlyphFileError::BadLine { line: 1, .. })));
    }

    proptest! {
        #[test]
        fn a_file_gives_back_the_glyphs_that_were_written(characters: Vec<char>) {
            let glyphs: HashMap<char, Glyph> =
                characters.into_iter().filter_map(|c| Some((c, get_glyph(c)?))).collect();
            let file: String = glyphs.iter().map(|(&c, &glyph)| line_of(c, glyph)).collect();
            prop_assert_eq!(parse(file.as_bytes()), Ok(glyphs));
        }

        #[test]
        fn no_file_makes_it_panic(bytes: Vec<u8>, text in "([0-9a-f]{1,6}:[0-9a-g]{0,70}\n){0,4}") {
            let _ = (parse(&bytes), parse(text.as_bytes()));
        }
    }
}
