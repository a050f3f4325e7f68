//! Line breaks of texts, with the widths of the glyphs: 8 pixels for Latin, 16 for Chinese.

use proptest::prelude::*;
use proscenium_core::phase::Resources;
use proscenium_ui::{Look, Theme};
use unicode_segmentation::UnicodeSegmentation;

fn wrap(text: &str, width: u32) -> Vec<&str> {
    Look::new(&Resources::default(), &Theme::default()).wrap(text, width as f32)
}

fn text_width(text: &str) -> u32 {
    Look::new(&Resources::default(), &Theme::default()).text_width(text) as u32
}

#[test]
fn line_breaks_of_the_text_are_kept() {
    assert_eq!(wrap("a\r\n\nb\n", 80), ["a", "", "b"]);
    assert!(wrap("", 80).is_empty());
}

#[test]
fn a_word_longer_than_a_line_is_cut() {
    assert_eq!(wrap("an extraordinary act", 64), ["an", "extraord", "inary", "act"]);
}

#[test]
fn spaces_are_dropped_at_the_end_of_a_line_only() {
    assert_eq!(wrap("  ab   cd  ", 40), ["  ab", "cd"]);
    assert_eq!(wrap("ab cd", 40), ["ab cd"]);
    assert_eq!(wrap("          abcde", 40), ["abcde"]);
    assert_eq!(wrap("ab\u{a0}cd ef", 40), ["ab\u{a0}cd", "ef"]);
}

#[test]
fn chinese_breaks_anywhere_but_beside_some_punctuation() {
    assert_eq!(wrap("一二三四五", 48), ["一二三", "四五"]);
    assert_eq!(wrap("一二三。四", 48), ["一二", "三。四"]);
    assert_eq!(wrap("一二（三四）", 48), ["一二", "（三", "四）"]);
    assert_eq!(wrap("一二三）！四", 48), ["一二", "三）！", "四"]);
    assert_eq!(wrap("一二三\u{a0}四", 48), ["一二", "三\u{a0}四"]);
}

#[test]
fn a_latin_word_in_a_chinese_text_stays_whole() {
    assert_eq!(wrap("按Enter键继续", 48), ["按", "Enter", "键继续"]);
}

#[test]
fn no_line_of_japanese_begins_with_a_small_kana_or_closing_punctuation() {
    let text = "チェックポイント・セーブ「ロード」をキャンセルしますか？はい、そうです。ヴァイオリンのコンチェルト、人々！";
    for width in 48..400 {
        for line in &wrap(text, width)[1..] {
            let first = line.chars().next().unwrap();
            assert!(!"・ッャュョァィゥェォー々、。」？！".contains(first), "{line} at {width}");
        }
        assert!(wrap(text, width).iter().all(|line| !line.ends_with('「')), "{width}");
    }
}

#[test]
fn a_grapheme_is_never_cut() {
    // A family, a hand with a colour of skin, two flags, a letter with accents, Devanagari, Hangul of letters, Thai.
    let graphemes = ["👨‍👩‍👧‍👦", "👍🏽", "🇩🇪", "🇯🇵", "e\u{301}\u{323}", "नि", "\u{1112}\u{1161}\u{11ab}", "ที่"];
    let text = graphemes.concat();
    let ends: Vec<usize> = graphemes
        .iter()
        .scan(0, |end, grapheme| {
            *end += grapheme.len();
            Some(*end)
        })
        .collect();
    for width in 0..200 {
        let mut at = 0;
        for line in wrap(&text, width) {
            at += line.len();
            assert!(ends.contains(&at), "{line:?} at {width}");
        }
        assert_eq!(at, text.len());
    }
}

#[test]
fn thai_breaks_at_spaces_and_else_between_syllables() {
    assert_eq!(wrap("เริ่มเกม ออก", 80), ["เริ่มเกม", "ออก"]);
    for width in 64..200 {
        for line in wrap("ภาษาไทยไม่มีช่องว่างระหว่างคำแต่ละคำเสมอ", width)
        {
            let (first, last) = (line.chars().next().unwrap(), line.chars().next_back().unwrap());
            assert!(!"ะาำๆฯ\u{e31}\u{e34}\u{e48}".contains(first), "{line} at {width}");
            assert!(!"เแโใไ".contains(last), "{line} at {width}");
        }
    }
}

#[test]
fn a_line_may_end_after_a_hyphen_and_at_each_line_break_of_unicode() {
    assert_eq!(wrap("state-machine", 80), ["state-", "machine"]);
    assert_eq!(wrap("a\u{2028}b\u{85}c", 80), ["a", "b", "c"]);
    assert_eq!(wrap("in 1,000.50 s", 64), ["in", "1,000.50", "s"]);
}

#[test]
fn a_soft_hyphen_is_a_hyphen_at_the_end_of_a_line_and_elsewhere_it_has_no_width() {
    let text = "Sil\u{ad}ben\u{ad}tren\u{ad}nung";
    assert_eq!(text_width(text), 8 * "Silbentrennung".len() as u32);
    assert_eq!(text_width("Sil\u{ad}"), 8 * "Sil-".len() as u32);
    assert_eq!(wrap(text, 8 * 14), [text]);
    assert_eq!(wrap(text, 8 * 11), ["Sil\u{ad}ben\u{ad}tren\u{ad}", "nung"]);
    // There is no room for the hyphen after the third syllable.
    assert_eq!(wrap(text, 8 * 10), ["Sil\u{ad}ben\u{ad}", "tren\u{ad}nung"]);
    assert_eq!(wrap(text, 8 * 5), ["Sil\u{ad}", "ben\u{ad}", "tren\u{ad}", "nung"]);
}

#[test]
fn a_soft_hyphen_at_the_end_of_a_text_is_not_drawn() {
    assert_eq!(wrap("Sil\u{ad}\nben\u{ad}", 80), ["Sil", "ben"]);
}

#[test]
fn a_line_has_at_least_one_character() {
    assert_eq!(wrap("幕ab", 0), ["幕", "a", "b"]);
}

fn text_like() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a", "curtain", " ", "  ", "\n", "幕", "布", "。", "，", "（", "）", "!", "(", "\u{3000}",
        "\u{fe0f}", "\u{a0}", "\u{ad}", "e\u{301}",
    ]);
    prop_oneof![prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat()), any::<String>(),]
}

proptest! {
    #[test]
    fn no_character_is_lost_and_no_line_is_too_wide(text in text_like(), width in 0_u32..200) {
        let lines = wrap(&text, width);
        let solid = |text: &str| {
            text.chars().filter(|c| !c.is_whitespace() && *c != '\u{ad}').collect::<String>()
        };
        prop_assert_eq!(solid(&lines.concat()), solid(&text));
        for line in lines {
            let is_shown = |grapheme: &&str| *grapheme != "\u{ad}" && text_width(grapheme) > 0;
            let shown = line.graphemes(true).filter(is_shown).count();
            prop_assert!(text_width(line) <= width || shown <= 1, "{:?} in {}", line, width);
        }
    }
}

#[test]
fn a_character_has_the_width_of_its_glyph() {
    assert_eq!(["a", "幕", "a幕"].map(text_width), [8, 16, 24]);
    assert_eq!(text_width("\u{1f3ad}"), text_width("\u{fffd}"));
    for invisible in ["\0", "\t", "\u{7f}", "\u{200d}", "\u{fe0f}", "\u{feff}"] {
        assert_eq!(text_width(invisible), 0);
    }
}
