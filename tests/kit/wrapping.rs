//! Line breaks of texts, with the widths of the glyphs: 8 pixels for Latin, 16 for Chinese.

use proptest::prelude::*;
use proscenium::kit::{Look, Theme};
use proscenium::phase::Resources;

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
fn a_line_has_at_least_one_character() {
    assert_eq!(wrap("幕ab", 0), ["幕", "a", "b"]);
}

fn text_like() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a", "curtain", " ", "  ", "\n", "幕", "布", "。", "，", "（", "）", "!", "(", "\u{3000}",
        "\u{fe0f}", "\u{a0}", "e\u{301}",
    ]);
    prop_oneof![prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat()), any::<String>(),]
}

proptest! {
    #[test]
    fn no_character_is_lost_and_no_line_is_too_wide(text in text_like(), width in 0_u32..200) {
        let lines = wrap(&text, width);
        let solid = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        prop_assert_eq!(solid(&lines.concat()), solid(&text));
        for line in lines {
            let shown = line.chars().filter(|c| text_width(&c.to_string()) > 0).count();
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
