//! Line breaks of texts, by the rules of Unicode.

use std::borrow::Cow;
use std::iter::from_fn;

use unicode_linebreak::{BreakOpportunity, linebreaks};
use unicode_segmentation::UnicodeSegmentation;

/// The space at which no line ends.
pub(super) const NO_BREAK: char = '\u{a0}';

/// The hyphen that a reader sees only at the end of a line.
pub(super) const SOFT_HYPHEN: char = '\u{ad}';

/// A line as it is drawn: without soft hyphens, and with a hyphen in the place of one at its end.
pub(super) fn drawn(line: &str) -> Cow<'_, str> {
    if !line.contains(SOFT_HYPHEN) {
        return Cow::Borrowed(line);
    }
    let mut drawn = line.replace(SOFT_HYPHEN, "");
    if line.ends_with(SOFT_HYPHEN) {
        drawn.push('-');
    }
    Cow::Owned(drawn)
}

/// Breaks a text into lines of at most `most` pixels; `advance` returns the width of a character.
///
/// A line ends where Unicode (UAX #14) allows it: at each line break of the text, at a space, after a hyphen, at a soft
/// hyphen, which has the width of a hyphen there, beside a Chinese, Japanese or Korean character, but not before a closing punctuation or a small kana. A word longer than a
/// line is cut between two graphemes (UAX #29). The words of a Thai text are not known: it breaks at its spaces, and a
/// longer part is cut between syllables that single letters show. The spaces at the end of a line are dropped. Only a
/// line of a single grapheme can be too wide.
pub(super) fn wrap<'a>(text: &'a str, most: f32, advance: &dyn Fn(char) -> f32) -> Vec<&'a str> {
    let part = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
    let mut lines = Vec::new();
    let (mut start, mut width) = (0, 0.0);
    for (from, piece, ends_line) in pieces(text) {
        let solid = trim(piece);
        if from > start && width + width_at_end(solid, advance) > most {
            let line = trim(part(start, from));
            // The line is empty if only spaces come before a long word.
            if !line.is_empty() {
                lines.push(line);
            }
            (start, width) = (from, 0.0);
        }
        if width + width_at_end(solid, advance) > most {
            let mut at = from;
            for syllable in syllables(solid) {
                // A syllable wider than a line is cut too.
                let is_whole = width_at_end(syllable, advance) <= most;
                let rest = if is_whole { "" } else { syllable };
                for unit in is_whole.then_some(syllable).into_iter().chain(rest.graphemes(true)) {
                    let more = width_of(unit, advance);
                    if at > start && width + width_at_end(unit, advance) > most && more > 0.0 {
                        lines.push(part(start, at));
                        (start, width) = (at, 0.0);
                    }
                    (at, width) = (at + unit.len(), width + more);
                }
            }
            width += width_of(&piece[solid.len()..], advance);
        } else {
            width += width_of(piece, advance);
        }
        if ends_line {
            let end = from + piece.len();
            // No word goes on after a soft hyphen here.
            lines.push(trim(part(start, end)).trim_end_matches(SOFT_HYPHEN));
            (start, width) = (end, 0.0);
        }
    }
    lines
}

/// Whether a line of `most` pixels is too short for a word of the text.
pub(super) fn cuts(text: &str, most: f32, advance: &dyn Fn(char) -> f32) -> bool {
    pieces(text).any(|(_, piece, _)| width_at_end(trim(piece), advance) > most)
}

fn width_of(text: &str, advance: &dyn Fn(char) -> f32) -> f32 {
    text.chars().filter(|character| *character != SOFT_HYPHEN).map(advance).sum()
}

/// The width of a text that a line ends with.
fn width_at_end(text: &str, advance: &dyn Fn(char) -> f32) -> f32 {
    width_of(text, advance) + if text.ends_with(SOFT_HYPHEN) { advance('-') } else { 0.0 }
}

/// The parts of a text between which a line may end: where each begins, and whether a line ends with it.
fn pieces(text: &str) -> impl Iterator<Item = (usize, &str, bool)> {
    let mut start = 0;
    let breaks = linebreaks(text).filter(|(end, _)| *end > 0);
    breaks.map(move |(end, kind)| {
        let piece = (start, text.get(start..end).unwrap_or_default(), kind == BreakOpportunity::Mandatory);
        start = end;
        piece
    })
}

/// The text without the spaces and the line break at its end.
fn trim(text: &str) -> &str {
    text.trim_end_matches(|c: char| c.is_whitespace() && !matches!(c, NO_BREAK | '\u{2007}' | '\u{202f}'))
}

/// The smallest parts of a word that stay whole: graphemes, each with a soft hyphen after it, and in Thai and Lao a vowel
/// with its consonant.
fn syllables(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = word;
    from_fn(move || {
        let mut graphemes = rest.grapheme_indices(true).peekable();
        let end = loop {
            let (_, grapheme) = graphemes.next()?;
            let Some((at, next)) = graphemes.peek() else { break rest.len() };
            let is_joined = next.starts_with(is_after_consonant) || next.starts_with(SOFT_HYPHEN);
            if !grapheme.starts_with(is_before_consonant) && !is_joined {
                break *at;
            }
        };
        let (syllable, more) = rest.split_at(end);
        rest = more;
        Some(syllable)
    })
}

/// Whether a vowel is written before the consonant that it belongs to.
const fn is_before_consonant(character: char) -> bool {
    matches!(character, '\u{e40}'..='\u{e44}' | '\u{ec0}'..='\u{ec4}')
}

/// Whether a vowel or a mark is written after the consonant that it belongs to.
const fn is_after_consonant(character: char) -> bool {
    matches!(character, '\u{e2f}' | '\u{e30}' | '\u{e32}' | '\u{e33}' | '\u{e45}' | '\u{e46}')
        || matches!(character, '\u{eaf}' | '\u{eb0}' | '\u{eb2}' | '\u{eb3}' | '\u{ec6}')
}
