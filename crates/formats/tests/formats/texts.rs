//! Texts: Fluent files, their languages and their errors.

use proscenium_core::phase::{Asset, DecodeError, LoadError, Position};
use proscenium_core::platform::MemorySource;
use proscenium_formats::Strings;

use crate::{check, load};

fn decode_as(path: &str, text: impl AsRef<[u8]>) -> Result<Strings, DecodeError> {
    match load(path, text) {
        Err(LoadError::Decode(error)) => Err(error),
        other => Ok(other.unwrap()),
    }
}

fn decode(text: impl AsRef<[u8]>) -> Result<Strings, DecodeError> {
    decode_as("strings/en.ftl", text)
}

fn place(line: usize, column: usize) -> Option<Position> {
    Some(Position { line, column })
}

#[test]
fn texts_have_keys_and_arguments() {
    let strings = decode(
        "# The menu.\nnew-game = New game\n-brand = Proscenium\ntitle = { -brand }: { new-game }\n\
         lives = { $count ->\n    [one] one life\n   *[other] { $count } lives\n}\nhello = Hello, { $name }!\n\
         only =\n    .tip = An attribute\n",
    )
    .unwrap();
    assert_eq!(strings.get("new-game").as_deref(), Some("New game"));
    assert_eq!(strings.get("title").as_deref(), Some("Proscenium: New game"));
    assert_eq!(strings.format("lives", &[("count", 1.0.into())]).as_deref(), Some("one life"));
    assert_eq!(strings.format("lives", &[("count", 3.0.into())]).as_deref(), Some("3 lives"));
    assert_eq!(strings.format("hello", &[("name", "Ada".into())]).as_deref(), Some("Hello, Ada!"));
    assert_eq!(strings.get("hello").as_deref(), Some("Hello, {$name}!"));
    assert_eq!(strings.get("missing"), None);
    assert_eq!(strings.keys().collect::<Vec<_>>(), ["hello", "lives", "new-game", "title"]);
}

#[test]
fn the_language_is_the_name_of_the_file() {
    let named = |name: &str| decode_as(name, b"a = \xe5\xa5\xbd\n");
    assert_eq!(named("strings/zh-CN.ftl").unwrap().language(), "zh-CN");
    assert_eq!(named("xx.ftl").unwrap().get("a").as_deref(), Some("好"));
    for name in ["strings/main menu.ftl", "credits.ftl", "strings/menu.ftl", "strings/options.ftl", "e.ftl"] {
        assert!(
            named(name).unwrap_err().what.contains("is not a language of two or three letters"),
            "{name}"
        );
    }
}

#[test]
fn the_characters_are_those_of_all_variants() {
    let strings = decode("a = { $n ->\n  [one] ab\n *[other] 好{\"\\u00e9\"}\n}\nb = c\n    d\n").unwrap();
    let characters = strings.characters();
    for shown in "ab好écd0123456789".chars() {
        assert!(characters.contains(&shown), "{shown} is missing");
    }
    assert!(!characters.contains(&'\n') && !characters.contains(&'q'));
}

#[test]
fn a_backslash_may_stand_before_any_character() {
    let strings = decode("# \\u您 \\¥\npath = C:\\您\neuro = {\"\\u20AC\"}\nuser = \\u您").unwrap();
    assert_eq!(strings.get("path").as_deref(), Some("C:\\您"));
    assert!(strings.characters().contains(&'€') && strings.characters().contains(&'您'));
}

#[test]
fn an_escape_that_ends_at_another_character_is_an_error() {
    for escape in ["\\u夜", "\\u1é", "\\u8\u{feff}", "\\U00001夜"] {
        let error = decode(format!("a = b\nc = {{ \"{escape}\" }}\n")).err().unwrap();
        assert_eq!(error.position, place(2, 8), "{escape}: {error}");
        assert_eq!(error.what, "`\\u` needs four hex digits, and `\\U` six");
    }
    assert_eq!(decode("a = { \"\\u591c夜\" }").unwrap().get("a").as_deref(), Some("夜夜"));
}

#[test]
fn an_error_has_its_line_and_column() {
    let error = decode("good = yes\nbad\nworse = { \n").unwrap_err();
    assert_eq!(error.position, place(2, 4), "{error}");
    assert!(error.what.ends_with("(the first of 2 errors)"), "{error}");
    assert_eq!(decode(b"a = b\nc = \xc3\x28\n").unwrap_err().position, place(2, 5));
    let error = decode("a = 1\nb = 2\na = 3\n").unwrap_err();
    assert_eq!((error.position, error.what.as_str()), (place(3, 1), "`a` is defined twice"));
    for text in
        ["a = { b }", "a = { -b }", "a = { DATETIME($x) }", "a = { b.c }", "a = { -b.c ->\n *[d] e\n}"]
    {
        let error = decode(text).unwrap_err();
        assert_eq!(error.position, place(1, 1), "{error}");
        assert!(error.what.starts_with("there is no"), "{error}");
    }
}

#[test]
fn deep_nesting_does_not_overflow_the_stack() {
    for open in ["{", "{ F(", "{ $a -> *[x] ", "{\n", "{ $a ->\n *[x] ", "{ \"", "{ $a ->\n *[x] )))) \"{"] {
        assert!(decode(format!("a = {}", open.repeat(50_000))).is_err(), "{open}");
    }
    let sad: String = (0..200).map(|n| format!("key{n} = so sad :( {{ \"{{\" }}\n")).collect();
    assert_eq!(decode(sad).unwrap().get("key7").as_deref(), Some("so sad :( {"));
}

#[test]
fn cyclic_and_exploding_texts_are_cut() {
    let strings = decode("a = { b }\nb = { a }\n").unwrap();
    assert_eq!(strings.get("a").as_deref(), Some("{a}"));
    let mut laughs = "l0 = ha\n".to_owned();
    for n in 1..30 {
        laughs += &format!("l{n} = {}\n", format!("{{ l{} }}", n - 1).repeat(10));
    }
    assert!(decode(&laughs).unwrap().get("l29").unwrap().len() < 10_000);
    let strings = decode(format!("a = {{ 1 ->\n *[x] {}\n}}\n", "{ \"x\" }".repeat(150))).unwrap();
    assert!(strings.get("a").is_some());
}

#[test]
fn any_float_can_be_an_argument() {
    let strings = decode("n = { $n ->\n [one] one\n *[other] { $n }\n}\n").unwrap();
    for number in [f64::NAN, f64::INFINITY, f64::MAX, f64::MIN_POSITIVE, -0.0] {
        assert!(strings.format("n", &[("n", number.into())]).is_some());
    }
}

#[test]
fn the_stand_in_has_no_texts() {
    let strings = Strings::stand_in().unwrap();
    assert_eq!((strings.get("a"), strings.keys().count(), strings.characters().len()), (None, 0, 0));
}

#[test]
fn the_check_finds_a_misspelt_variable_of_one_language() {
    let problems = |texts: &[(&str, &str)]| {
        let entry =
            |(tag, _): &(&str, _)| format!("strings(id: \"{}\", path: \"{tag}.ftl\")", tag.replace('-', "_"));
        let entries = Vec::from_iter(texts.iter().map(entry)).join(", ");
        let files = MemorySource::default();
        let files = texts.iter().fold(files, |files, (tag, text)| files.with(&format!("{tag}.ftl"), *text));
        let mut problems = check::<Strings>(files, &entries);
        problems.retain(|problem| problem.starts_with("phase `phase`:"));
        problems
    };
    let en = ("en", "hint = { $device ->\n    [pad] Press { $read }\n   *[other] Press { $read }\n}\n");
    let misspelt =
        ("zh-CN", "hint = { $device ->\n    [pad] { $raed }\n   *[other] { $read }{ { $raed } }\n}\n");
    let expected = "phase `phase`: zh-CN.ftl: `hint` has `$raed`, but `$read` in en.ftl";
    assert_eq!(problems(&[en, misspelt]), [expected]);
    let misspelt = ("zh-CN", "hint = { $device ->\n    [pad] { $raed }\n   *[other] { { $raed } }\n}\n");
    assert_eq!(
        problems(&[en, misspelt]),
        ["phase `phase`: en.ftl: `hint` has `$read`, but `$raed` in zh-CN.ftl"]
    );
    let de = ("de", "hint = { $device }{ $read }\n");
    assert_eq!(problems(&[en, misspelt, de]), [expected]);
    // A language may leave a variable out, or say it in another way.
    assert_eq!(problems(&[en, ("fr", "hint = { $device }\n")]), [""; 0]);
    assert_eq!(problems(&[en, ("fr", "hint = { $device }{ $place }\n")]), [""; 0]);
}
