//! Languages: the one of a file, the one that answers a wish, what is there when a text is missing, and numbers.

use std::sync::Arc;

use proscenium_core::flow::{GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager};
use proscenium_core::phase::LoadError;
use proscenium_core::platform::{Input, MemorySource};
use proscenium_formats::Strings;

use crate::{check, load};

struct Page;

impl GameScreen for Page {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

/// A manager with these files, resident in this order. The ids are in the opposite order.
fn manager(files: &[(&str, &str)]) -> ScreenManager {
    let entries: Vec<_> = files.iter().rev().zip(0..).map(|((path, _), n)| entry(n, path)).collect();
    let manifest = format!("(resources: [{}])", entries.into_iter().rev().collect::<Vec<_>>().join(", "));
    let source = files.iter().fold(MemorySource::default(), |source, (path, text)| source.with(path, *text));
    let source = Arc::new(source.with("phase.ron", manifest));
    let mut manager = ScreenManager::new(ManagerSettings { source, ..ManagerSettings::default() });
    manager.assets_mut().register::<Strings>();
    manager.add_phase(Phase::new("a").manifest("phase.ron").screen("page", |_| Page));
    manager.start("a");
    (0..60).for_each(|_| manager.step(&Input::default()));
    assert_eq!(manager.assets().resources().ids().len(), files.len());
    manager
}

fn entry(number: usize, path: &str) -> String {
    format!("strings(id: \"text_{number:03}\", path: \"{path}\")")
}

fn text(manager: &ScreenManager, language: &str, key: &str) -> String {
    Strings::text(manager.assets().resources(), language, key, &[("n", 3.into())])
}

fn nearest<'a>(manager: &'a ScreenManager, wish: &str) -> &'a str {
    Strings::nearest(manager.assets().resources(), wish)
}

/// The problems of files that a phase has in this order.
fn problems(files: &[(&str, &str)]) -> Vec<String> {
    let entries: Vec<_> = files.iter().zip(0..).map(|((path, _), number)| entry(number, path)).collect();
    let source = files.iter().fold(MemorySource::default(), |source, (path, text)| source.with(path, *text));
    let mut problems = check::<Strings>(source, &entries.join(", "));
    problems.retain(|problem| problem.starts_with("phase `phase`:"));
    problems
}

#[test]
fn a_wish_finds_the_nearest_language_and_the_pseudo_one() {
    let manager =
        manager(&[("strings/zh-CN.ftl", "a = 加载"), ("strings/en.ftl", "a = Load\nb = only { $n }")]);
    for wish in ["zh-CN", "zh_CN.UTF-8", "zh-TW", "zh-Hans-CN", "ZH", "zh-CN-u-nu-hanidec", "zh_Hans_CN@x=y"]
    {
        assert_eq!(text(&manager, wish, "a"), "加载", "{wish}");
    }
    for wish in ["en", "en_GB.UTF-8@euro", "EN-us-x-private"] {
        assert_eq!(text(&manager, wish, "a"), "Load", "{wish}");
    }
    assert_eq!(text(&manager, "zh-CN", "b"), "only 3");
    assert_eq!(
        [text(&manager, Strings::PSEUDO, "a"), text(&manager, Strings::PSEUDO, "c")],
        ["[Lóóáád]", "[ç]"]
    );
    for (wish, expected) in
        [("fr,zh-CN,en", "加载"), ("fr:de_DE.UTF-8:en_US.UTF-8:zh", "Load"), (",,zh", "加载")]
    {
        assert_eq!(text(&manager, wish, "a"), expected, "the first language of `{wish}` that there is");
    }
    let languages = Strings::languages(manager.assets().resources());
    assert_eq!(languages.iter().map(|(tag, _)| *tag).collect::<Vec<_>>(), ["en", "zh-CN"]);
}

#[test]
fn an_unknown_language_is_the_first_one_of_the_manifest() {
    let manager = manager(&[("en.ftl", "a = Load"), ("de.ftl", "a = Laden"), ("ar.ftl", "a = تحميل")]);
    for wish in
        ["ja", "ja_JP.UTF-8", "C", "C.UTF-8", "POSIX", "", "!", "fr-FR", "enm", "english", "_", "-", "日本"]
    {
        assert_eq!((nearest(&manager, wish), text(&manager, wish, "a").as_str()), ("en", "Load"), "{wish}");
    }
    assert_eq!((nearest(&manager, "de-AT"), text(&manager, "ar", "a").as_str()), ("de", "تحميل"));
}

#[test]
fn a_missing_text_or_attribute_is_that_of_the_first_language_of_the_manifest() {
    let manager = manager(&[
        ("fr.ftl", "a = A\n    .tip = conseil\nb = B\nonly =\n    .tip = seul\n"),
        ("de-AT.ftl", "a = Ö\n"),
        ("ar.ftl", "a = ا\n    .tip = نصيحة\nb = ب\nc = ج\nd = د\n"),
        ("de.ftl", "d = D\nc = C\n"),
    ]);
    assert_eq!(
        ["a", "a.tip", "b", "only.tip"].map(|key| text(&manager, "de-AT", key)),
        ["Ö", "conseil", "B", "seul"]
    );
    // The other files of the language come before the files of the first language.
    assert_eq!(["c", "d"].map(|key| text(&manager, "de_AT.UTF-8", key)), ["C", "D"]);
    assert_eq!(["c", "d"].map(|key| text(&manager, "fr", key)), ["ج", "د"]);
    assert_eq!(
        ["only", "a.", ".tip", "a.tip.x", "e"].map(|key| text(&manager, "fr", key)),
        ["only", "a.", ".tip", "a.tip.x", "e"]
    );
}

#[test]
fn the_script_counts_more_than_the_region() {
    let nearest_of = |files: &[&str], wish: &str| {
        let files: Vec<_> = files.iter().map(|tag| format!("{tag}.ftl")).collect();
        let files: Vec<_> = files.iter().map(|file| (file.as_str(), "a = b")).collect();
        nearest(&manager(&files), wish).to_owned()
    };
    for (files, wish, expected) in [
        (&["zh-CN", "zh-TW"][..], "zh-HK", "zh-TW"),
        (&["zh-Hant", "zh-Hans"], "zh-CN", "zh-Hans"),
        (&["zh-Hans", "zh-Hant"], "zh_TW.UTF-8", "zh-Hant"),
        (&["zh-TW", "zh-CN"], "zh", "zh-CN"),
        (&["sr-Cyrl", "sr-Latn"], "sr-Latn-RS", "sr-Latn"),
        (&["sr-Cyrl", "sr-Latn"], "sr-RS", "sr-Cyrl"),
        (&["pt-BR", "pt-PT", "pt"], "pt-AO", "pt"),
        (&["pt-BR", "pt-PT"], "pt-PT", "pt-PT"),
        (&["pt-BR", "pt-PT"], "pt", "pt-BR"),
        (&["en", "de-1996", "de"], "de-DE", "de"),
        (&["en", "nb"], "no", "nb"),
        (&["en", "he"], "iw_IL", "he"),
        (&["en", "fil"], "fil-PH", "fil"),
    ] {
        assert_eq!(nearest_of(files, wish), expected, "{files:?}, {wish}");
    }
}

#[test]
fn a_language_may_have_several_files() {
    let files = [
        ("strings/en/menu.ftl", "start = Start\nlanguage-name = English"),
        ("strings/de/menu.ftl", "start = Los"),
        ("strings/en/hud.ftl", "life = Life\nlate = Late"),
        ("strings/de/hud.ftl", "life = Leben\nlanguage-name = Deutsch"),
    ];
    let manager = manager(&files);
    let languages = Strings::languages(manager.assets().resources());
    assert_eq!(languages, [("de", "Deutsch".to_owned()), ("en", "English".to_owned())]);
    assert_eq!(["start", "life", "late"].map(|key| text(&manager, "de-CH", key)), ["Los", "Leben", "Late"]);
    assert_eq!(["start", "life"].map(|key| text(&manager, "ja", key)), ["Start", "Life"]);
    assert_eq!(
        [1, 2, -1].map(|by| Strings::next(manager.assets().resources(), "de", by)),
        ["en", "de", "en"]
    );
    let who = "phase `phase`: strings/de/hud.ftl and strings/de/menu.ftl have no text";
    assert_eq!(problems(&files), [format!("{who} `late`, which strings/en/hud.ftl has")]);
}

#[test]
fn the_language_of_a_file_is_in_its_name_or_its_folder() {
    for (path, expected) in [
        ("menu/en.ftl", "en"),
        ("en/menu.ftl", "en"),
        ("strings/zh-Hans-CN/levels/one.ftl", "zh-Hans-CN"),
        ("menu.pt-BR.ftl", "pt-BR"),
        ("pt_br.menu.ftl", "pt-BR"),
        ("en/hud.ftl", "en"),
        ("hud/de.ftl", "de"),
        ("strings/fil.ftl", "fil"),
        ("fr/en.ftl", "en"),
        ("strings/sl-rozaj.ftl", "sl-rozaj"),
    ] {
        assert_eq!(load::<Strings>(path, "a = b").unwrap().language(), expected, "{path}");
    }
}

#[test]
fn a_text_in_two_files_of_a_language_is_a_problem_with_both_places() {
    let files = [
        ("en/menu.ftl", "start = Start\n\nquit = Quit\n  .tip = Go\n"),
        ("en/pause.ftl", "# Pause.\nquit = Leave\n    .tip = Home\nback = Back\n"),
    ];
    let expected = [("quit", "3:1", "2:1"), ("quit.tip", "4:3", "3:5")].map(|(key, here, there)| {
        let also = format!("the text `{key}` is also in en/pause.ftl:{there}");
        format!("phase `phase`: en/menu.ftl:{here}: {also}; the first file of the manifest has it")
    });
    assert_eq!(problems(&files), expected);
    assert_eq!(text(&manager(&files), "en", "quit"), "Quit");
    let [menu, pause] = files;
    assert_eq!(text(&manager(&[pause, menu]), "en", "quit"), "Leave");
}

#[test]
fn the_order_of_the_manifest_is_that_of_the_phase_that_runs() {
    let source = ["en", "de"].iter().fold(MemorySource::default(), |source, tag| {
        source.with(&format!("{tag}.ftl"), format!("a = {tag}"))
    });
    let [en, de] = [entry(1, "en.ftl"), entry(2, "de.ftl")];
    let source = source.with("one.ron", format!("(resources: [{en}, {de}])"));
    let source = Arc::new(source.with("two.ron", format!("(resources: [{de}, {en}])")));
    let mut manager = ScreenManager::new(ManagerSettings { source, ..ManagerSettings::default() });
    manager.assets_mut().register::<Strings>();
    manager.add_phase(Phase::new("one").manifest("one.ron").screen("one", |_| Page));
    manager.add_phase(Phase::new("two").manifest("two.ron").screen("two", |_| Page));
    manager.start("one");
    let after = |manager: &mut ScreenManager| {
        (0..90).for_each(|_| manager.step(&Input::default()));
        (nearest(manager, "ja").to_owned(), text(manager, "de", "a"), text(manager, "fr", "a"))
    };
    assert_eq!(after(&mut manager), ("en".to_owned(), "de".to_owned(), "en".to_owned()));
    manager.start("two");
    assert_eq!(after(&mut manager), ("de".to_owned(), "de".to_owned(), "de".to_owned()));
}

#[test]
fn a_text_is_looked_up_without_allocation_and_without_sorting_the_languages() {
    let tags: Vec<_> = ('a'..='z').map(|letter| format!("q{letter}.ftl")).collect();
    let mut files: Vec<_> = tags.iter().map(|path| (path.as_str(), "a = b")).collect();
    files.push(("de.ftl", "a = c"));
    let manager = manager(&files);
    for (language, expected) in [("de-AT", "c"), ("ja", "b"), (nearest(&manager, "de"), "c")] {
        let first = text_of(&manager, language);
        let counted = allocation_counter::measure(|| assert_eq!(text_of(&manager, language), expected));
        // The text itself.
        assert_eq!((first.as_str(), counted.count_total), (expected, 1), "{language}");
        let counted = allocation_counter::measure(|| _ = nearest(&manager, language));
        assert_eq!(counted.count_total, 0, "{language}");
    }
}

fn text_of(manager: &ScreenManager, language: &str) -> String {
    Strings::text(manager.assets().resources(), language, "a", &[])
}

fn shown(file: &str, number: f64) -> String {
    load::<Strings>("en.ftl", format!("a = {file}\n")).unwrap().format("a", &[("n", number.into())]).unwrap()
}

#[test]
fn number_chooses_plurals_and_shows_digits() {
    let lives = "{ NUMBER($n) ->\n    [0] none\n    [one] one life\n   *[other] { NUMBER($n) } lives\n}";
    assert_eq!([0.0, 1.0, 2.5, 3.0].map(|n| shown(lives, n)), ["none", "one life", "2.5 lives", "3 lives"]);
    let place = "{ NUMBER($n, type: \"ordinal\") ->\n    [one] { $n }st\n    [two] { $n }nd\n    [few] { $n }rd\n   *[other] { $n }th\n}";
    assert_eq!([1.0, 2.0, 3.0, 4.0, 22.0].map(|n| shown(place, n)), ["1st", "2nd", "3rd", "4th", "22nd"]);
    let digits = "{ NUMBER($n, minimumFractionDigits: 1) }";
    assert_eq!([1.0, 0.126, -2.5].map(|n| shown(digits, n)), ["1.0", "0.126", "-2.5"]);
    // English says "1.0 lives".
    assert_eq!(
        shown("{ NUMBER($n, minimumFractionDigits: 1) ->\n  [one] one\n *[other] more\n}", 1.0),
        "more"
    );
    let polish =
        load::<Strings>("pl.ftl", "a = { NUMBER($n) ->\n  [one] 1\n  [few] f\n  [many] m\n *[other] o\n}\n");
    let polish = polish.unwrap();
    let forms = [1.0, 3.0, 5.0, 1.5].map(|n| polish.format("a", &[("n", n.into())]).unwrap());
    assert_eq!(forms, ["1", "f", "m", "o"]);
}

#[test]
fn a_number_with_any_digits_neither_hangs_nor_panics() {
    for number in [0.1, 1.0, 1e-300, f64::MAX, f64::NAN, f64::NEG_INFINITY, 123_456_789.123_456_78] {
        let file = "{ NUMBER($n, minimumFractionDigits: 19) ->\n  [one] one\n *[other] { $n }\n}";
        assert!(!shown(file, number).contains('{'), "{number}");
    }
    let error = |text: String| match load::<Strings>("en.ftl", text) {
        Err(LoadError::Decode(error)) => error.what,
        other => panic!("{other:?}"),
    };
    for digits in ["0", "20", "999999999999999999999", "0.5"] {
        let what = "`a`: the option `minimumFractionDigits` is a number from 1 to 19";
        assert_eq!(error(format!("a = {{ NUMBER($n, minimumFractionDigits: {digits}) }}\n")), what);
    }
    for long in [format!("0.{}", "1".repeat(18)), "9".repeat(20)] {
        let what = "there is no number of more than 19 characters, which `a` refers to";
        assert_eq!(error(format!("a = {{ {long} ->\n  [one] 1\n *[other] 2\n}}\n")), what);
    }
    assert_eq!(shown(&format!("{{ {} ->\n  [one] 1\n *[other] 2\n}}\n", "9".repeat(19)), 0.0), "2");
}

#[test]
fn a_reference_is_checked_in_every_variant_and_argument() {
    for (bad, missing) in [
        ("{ $n ->\n  [one] { b }\n *[other] c\n}", "text `b`"),
        ("{ FLOOR($n) ->\n  [one] b\n *[other] c\n}", "function `FLOOR`"),
        ("{ NUMBER(FLOOR($n)) }", "function `FLOOR`"),
        ("{ $n ->\n  [one] { $n ->\n    [two] { -b }\n   *[x] y\n  }\n *[other] c\n}", "term `-b`"),
        ("{ -b.c ->\n *[x] y\n}", "term `-b.c`"),
        ("x\n    .tip = { b }", "text `b`"),
        ("x\n-t = { b }", "text `b`"),
        ("x\nonly =\n    .tip = y\nz = { only }", "text `only`"),
    ] {
        let Err(LoadError::Decode(error)) = load::<Strings>("en.ftl", format!("first = 1\na = {bad}\n"))
        else {
            panic!("{bad}")
        };
        assert!(error.what.starts_with(&format!("there is no {missing}, which `")), "{error}");
        assert!(error.position.is_some_and(|at| at.line >= 2), "{error}");
    }
}

#[test]
fn the_check_finds_what_fluent_would_show_in_another_way() {
    let only = |text: &str| {
        let problems = problems(&[("en.ftl", text)]);
        assert_eq!(problems.len(), 1, "{text}: {problems:?}");
        problems[0].strip_prefix("phase `phase`: en.ftl:").unwrap().to_owned()
    };
    for option in ["style: \"percent\"", "minimumFractionDigit: 1", "maximumFractionDigits: 2"] {
        let name = option.split(':').next().unwrap();
        let what = format!("2:1: `a` has the option `{name}` of `NUMBER`, which has no effect");
        assert_eq!(only(&format!("x = y\na = {{ NUMBER($n, {option}) }}\n")), what);
    }
    let circle =
        problems(&[("en.ftl", "c = { $n ->\n  [one] d\n *[other] { a }\n}\na = { b }\nb = { c }\n")]);
    let end = "has no end, because texts refer to each other in a circle";
    assert!(circle[0].ends_with(&format!("en.ftl:5:1: `a` {end}")), "{circle:?}");
    assert_eq!(circle.len(), 3, "{circle:?}");
    let parts = only(&format!("a = {}\n", "{ $n }".repeat(120)));
    assert_eq!(parts, "1:1: `a` has too many parts, counting the texts in it; the rest is not shown");
    let misspelt = [("en.ftl", "a = { NUMBER($count) }"), ("de.ftl", "a = { NUMBER($coutn) }")];
    assert_eq!(problems(&misspelt), ["phase `phase`: de.ftl: `a` has `$coutn`, but `$count` in en.ftl"]);
}
