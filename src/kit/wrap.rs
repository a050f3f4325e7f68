//! Line breaks of texts.

/// The space at which no line ends.
pub(super) const NO_BREAK: char = '\u{a0}';

/// Breaks a text into lines of at most `most` pixels; `advance` returns the width of a character.
///
/// A line ends at each line break of the text, at a space, or beside a Chinese, Japanese or Korean
/// character; closing punctuation (`。` `，` `」` ...) stays with the character before it, an opening
/// bracket with the one after it, and both characters with a no-break space. A word longer than a line is cut.
/// The spaces at the end of a line are dropped. Only a line of a single character can be too wide.
pub(super) fn wrap<'a>(text: &'a str, most: f32, advance: &dyn Fn(char) -> f32) -> Vec<&'a str> {
    let mut lines = Vec::new();
    text.lines().for_each(|paragraph| wrap_paragraph(paragraph, most, advance, &mut lines));
    lines
}

/// Whether a word is cut between two lines of a text.
pub(super) fn is_cut(line: &str, next: &str) -> bool {
    let is_beside = line.as_bytes().as_ptr_range().end == next.as_ptr();
    let ends = line.chars().next_back().zip(next.chars().next());
    is_beside && ends.is_some_and(|(before, after)| !may_break(before, after, 1.0))
}

fn wrap_paragraph<'a>(text: &'a str, most: f32, advance: &dyn Fn(char) -> f32, lines: &mut Vec<&'a str>) {
    let part = |from: usize, to: usize| text.get(from..to).unwrap_or_default().trim_end_matches(is_space);
    let mut start = 0;
    let mut width = 0.0;
    // The last possible end of this line.
    let mut last_break = None;
    let mut before = None;
    for (at, character) in text.char_indices() {
        if at > start && before.is_some_and(|before| may_break(before, character, advance(character))) {
            last_break = Some(at);
        }
        let more = advance(character);
        // Spaces at the end are dropped, so they may be beyond the edge. A character without a width
        // stays with the one before it.
        let may_overflow = !is_space(character) && (more > 0.0 || before.is_some_and(is_space));
        while may_overflow && at > start && width + more > most {
            let end = last_break.take().unwrap_or(at);
            let line = part(start, end);
            // The line is empty if only spaces come before a long word.
            if !line.is_empty() {
                lines.push(line);
            }
            start = end;
            width = text.get(start..at).unwrap_or_default().chars().map(advance).sum();
        }
        width += more;
        before = Some(character);
    }
    lines.push(part(start, text.len()));
}

/// Whether a line may end between `before` and `after`, which is `width` wide.
fn may_break(before: char, after: char, width: f32) -> bool {
    if is_space(after) {
        return false;
    }
    if is_space(before) {
        return true;
    }
    if [before, after].contains(&NO_BREAK) {
        return false;
    }
    let is_beside_cjk = is_cjk(before) || is_cjk(after);
    is_beside_cjk && width > 0.0 && !is_closing(after) && !is_opening(before)
}

/// Whether a line may end at this space.
const fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\u{3000}')
}

const fn is_cjk(character: char) -> bool {
    matches!(character,
        '\u{1100}'..='\u{11ff}' // Hangul letters
        | '\u{2e80}'..='\u{a4cf}' // radicals, punctuation, kana, ideographs, Yi
        | '\u{ac00}'..='\u{d7af}' // Hangul syllables
        | '\u{f900}'..='\u{faff}' // more ideographs
        | '\u{fe30}'..='\u{fe4f}' // vertical forms
        | '\u{ff00}'..='\u{ff60}' // wide forms of ASCII
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{20000}'..='\u{3fffd}' // rare ideographs
    )
}

/// Whether a line must not begin with this punctuation.
fn is_closing(character: char) -> bool {
    ",.!?:;)]}%”’»…—·、。，．！？：；）］｝〉》」』】〕〗〙〛〞％～々ー".contains(character)
}

/// Whether a line must not end with this punctuation.
fn is_opening(character: char) -> bool {
    "([{“‘«（［｛〈《「『【〔〖〘〚〝".contains(character)
}
