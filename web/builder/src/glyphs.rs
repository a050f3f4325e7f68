//! The glyphs that a page needs, in Unifont's `.hex` format.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use unifont::Glyph;

/// The characters of every page: Latin with accents, Greek and Cyrillic, because an error may quote any
/// file; punctuation, arrows and box lines; CJK punctuation; and the replacement character.
const ALWAYS: [std::ops::RangeInclusive<char>; 7] = [
    '\u{20}'..='\u{17f}',
    '\u{370}'..='\u{4ff}',
    '\u{2010}'..='\u{203a}',
    '\u{2190}'..='\u{21ff}',
    '\u{2500}'..='\u{25ff}',
    '\u{3000}'..='\u{303f}',
    '\u{fffd}'..='\u{fffd}',
];

/// The glyphs of `texts` and of every page.
pub fn file(texts: &str) -> String {
    let characters: BTreeSet<char> = ALWAYS.into_iter().flatten().chain(texts.chars()).collect();
    let mut file = String::from(
        "# Glyphs of GNU Unifont, https://unifoundry.com/unifont/ (OFL 1.1 or GPL 2 with font exception).\n",
    );
    for character in characters {
        let Some(glyph) = unifont::get_glyph(character) else { continue };
        // Writing to a string does not fail.
        let _ = write!(file, "{:04X}:", u32::from(character));
        let _ = match glyph {
            Glyph::Halfwidth(rows) => rows.iter().try_for_each(|row| write!(file, "{row:02X}")),
            Glyph::Fullwidth(rows) => rows.iter().try_for_each(|row| write!(file, "{row:04X}")),
        };
        file.push('\n');
    }
    file
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_line_is_a_character_and_its_rows_from_the_top() {
        let file = super::file("幕");
        let line = |start| file.lines().find(|line| line.starts_with(start));
        assert_eq!(line("005F:"), Some("005F:00000000000000000000000000007F00"));
        assert_eq!(line("5E55:").map(str::len), Some(5 + 64));
        assert_eq!(line("0410:").map(str::len), Some(5 + 32));
        assert_eq!(line("4E00:"), None);
    }
}
