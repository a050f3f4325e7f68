//! Where a text goes on to the next line.

/// Breaks a text into lines of at most `width_px` pixels, where each character is as wide as `advance`
/// says.
///
/// A line ends at each line break of the text, at a space, or beside a Chinese, Japanese or Korean
/// character; closing punctuation (`。` `，` `」` ...) stays with the character before it, an
/// opening bracket with the one after it. A word longer than a line is cut. The spaces at the end
/// of a line are dropped. Only a line of one single character can be wider than asked.
pub(super) fn wrap<'a>(text: &'a str, width_px: u32, advance: &dyn Fn(char) -> u32) -> Vec<&'a str> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        wrap_paragraph(paragraph, width_px, advance, &mut lines);
    }
    lines
}

fn wrap_paragraph<'a>(text: &'a str, most: u32, advance: &dyn Fn(char) -> u32, lines: &mut Vec<&'a str>) {
    let part = |from: usize, to: usize| text.get(from..to).unwrap_or_default().trim_end_matches(is_space);
    let mut start = 0;
    let mut width = 0_u32;
    // The last place in this line where it may end.
    let mut last_break = None;
    let mut before = None;
    for (at, character) in text.char_indices() {
        if at > start && before.is_some_and(|before| may_break(before, character, advance(character))) {
            last_break = Some(at);
        }
        let more = advance(character);
        // Spaces hang over the edge, where they are dropped, until something follows them. What has
        // no width stays with the character that it belongs to.
        let may_overflow = !is_space(character) && (more > 0 || before.is_some_and(is_space));
        while may_overflow && at > start && width.saturating_add(more) > most {
            let end = last_break.take().unwrap_or(at);
            let line = part(start, end);
            // Only spaces came before a word that needs the whole line.
            if !line.is_empty() {
                lines.push(line);
            }
            start = end;
            width = text.get(start..at).unwrap_or_default().chars().map(advance).fold(0, u32::saturating_add);
        }
        width = width.saturating_add(more);
        before = Some(character);
    }
    lines.push(part(start, text.len()));
}

/// Whether a line may end after `before` and the next begin with `after`, which is `width` wide.
fn may_break(before: char, after: char, width: u32) -> bool {
    if is_space(after) {
        return false;
    }
    if is_space(before) {
        return true;
    }
    let is_beside_cjk = is_cjk(before) || is_cjk(after);
    is_beside_cjk && width > 0 && !is_closing(after) && !is_opening(before)
}

/// A space at which a line may end; not the no-break space.
const fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\u{3000}')
}

/// Characters of scripts that are written without spaces, with their punctuation.
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

/// Punctuation that must not begin a line.
fn is_closing(character: char) -> bool {
    ",.!?:;)]}%”’»…—·、。，．！？：；）］｝〉》」』】〕〗〙〛〞％～々ー".contains(character)
}

/// Punctuation that must not end a line.
fn is_opening(character: char) -> bool {
    "([{“‘«（［｛〈《「『【〔〖〘〚〝".contains(character)
}
