//! Settings are read field by field: a value that cannot be read loses its own field.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use proscenium::game::SettingsFile;
use proscenium::platform::{MemoryStorage, Storage};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Loads `(version: 1, settings: TEXT)`: the settings, and the cause of the problem.
fn loaded<T: Serialize + DeserializeOwned + Default>(text: &str) -> (T, Option<String>) {
    let (_, file) = with::<T>(text);
    let (settings, problem) = file.load();
    (settings, problem.map(|problem| problem.cause))
}

fn with<T: Serialize + DeserializeOwned + Default>(text: &str) -> (MemoryStorage, SettingsFile<T>) {
    let storage = MemoryStorage::default();
    storage.save(SettingsFile::<T>::KEY, &format!("(version: 1, settings: {text})")).unwrap();
    (storage.clone(), SettingsFile::new(Rc::new(storage)))
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
enum Quality {
    Low,
    #[default]
    High,
    Custom {
        shadows: u8,
        blur: bool,
    },
    Scaled(u8),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Video {
    quality: Quality,
    width: u16,
    gamma: f32,
    extra: Option<Quality>,
}

impl Default for Video {
    fn default() -> Self {
        Self { quality: Quality::High, width: 640, gamma: 1.0, extra: None }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Settings {
    name: String,
    video: Video,
    second: Option<Video>,
    keys: BTreeMap<String, Quality>,
    by_quality: HashMap<Quality, u8>,
    pair: (u8, Quality),
    list: Vec<Quality>,
    screens: Vec<Video>,
    nested: Option<Option<u8>>,
    volume: u8,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            name: "no name".to_owned(),
            video: Video { width: 1280, ..Video::default() },
            second: None,
            keys: BTreeMap::from([("a".to_owned(), Quality::Low)]),
            by_quality: HashMap::new(),
            pair: (7, Quality::Low),
            list: vec![Quality::Low],
            screens: Vec::new(),
            nested: None,
            volume: 5,
        }
    }
}

#[test]
fn one_value_that_cannot_be_read_loses_its_own_field() {
    let kept = || Settings { name: "Zoë".to_owned(), volume: 9, ..Settings::default() };
    for (field, value) in [
        ("video", "7"),
        ("second", "Some(7)"),
        ("second", "Other"),
        ("keys", "[1]"),
        ("by_quality", "\"x\""),
        ("pair", "(1, Ultra)"),
        ("pair", "(300, Low)"),
        ("pair", "(1, Low, 3)"),
        ("pair", "Low"),
        ("list", "[Low, Ultra]"),
        ("list", "Low"),
        ("screens", "[(width: 1), 7]"),
        ("nested", "Some(Some(256))"),
        ("nested", "Some(Some(-1))"),
        ("nested", "Some(Some(1.5))"),
    ] {
        for text in [
            format!("(name: \"Zoë\", {field}: {value}, volume: 9)"),
            format!("({field}: {value}, name: \"Zoë\", volume: 9)"),
            format!("(\n// why\nvolume: 9, name: \"Zoë\", {field}: {value}\n)"),
        ] {
            let (settings, problem) = loaded::<Settings>(&text);
            assert_eq!(settings, kept(), "{text}");
            let problem = problem.unwrap();
            assert!(problem.contains(&format!("`{field}")), "{text}: {problem}");
            assert!(problem.starts_with("line "), "{problem}");
        }
    }
    let (settings, problem) = loaded::<Settings>("(name: 7, volume: 300, video: (width: 1))");
    assert_eq!(settings, Settings { video: Video { width: 1, ..Video::default() }, ..Settings::default() });
    let problem = problem.unwrap();
    assert!(problem.contains("`name`") && problem.contains("`volume`"), "{problem}");
}

#[test]
fn a_field_of_a_nested_struct_is_lost_alone() {
    let video = |text: &str| loaded::<Settings>(&format!("(video: {text}, volume: 9)"));
    let expected = |video: Video| Settings { video, volume: 9, ..Settings::default() };
    for (text, lost, wanted) in [
        ("(quality: Ultra, width: 800)", "video.quality", Video { width: 800, ..Video::default() }),
        ("(width: 70000, gamma: 2.0)", "video.width", Video { width: 1280, gamma: 2.0, ..Video::default() }),
        ("(gamma: bright, width: 1)", "video.gamma", Video { width: 1, ..Video::default() }),
        ("(extra: Some(Ultra), width: 1)", "video.extra", Video { width: 1, ..Video::default() }),
        (
            "(quality: Custom(shadows: 300, blur: true), width: 1)",
            "video.quality",
            Video { width: 1, ..Video::default() },
        ),
        ("(quality: Scaled(300), width: 1)", "video.quality", Video { width: 1, ..Video::default() }),
    ] {
        let (settings, problem) = video(text);
        assert_eq!(settings, expected(wanted), "{text}");
        assert!(
            problem.as_ref().is_some_and(|problem| problem.contains(&format!("`{lost}`"))),
            "{problem:?}"
        );
    }
    // An option and a list are one value.
    for text in ["second: Some((quality: Ultra, width: 1))", "screens: [(width: 1), (width: 2, gamma: no)]"] {
        let (settings, problem) = loaded::<Settings>(&format!("({text}, volume: 9)"));
        assert_eq!(settings, Settings { volume: 9, ..Settings::default() });
        assert!(problem.unwrap().contains(&format!("`{}`", text.split_once(':').unwrap().0)));
    }
}

#[test]
fn a_map_with_an_entry_that_cannot_be_read_loses_its_own_field() {
    let (settings, problem) = loaded::<Settings>("(keys: {\"b\": High, \"c\": Ultra}, volume: 9)");
    assert_eq!(settings, Settings { volume: 9, ..Settings::default() });
    assert!(problem.unwrap().ends_with("; lost: `keys`"));
}

#[test]
fn the_error_has_the_place_of_the_first_loss_and_the_names_of_some() {
    let text = "(\n    name: 7,\n    video: (width: -1, gamma: no),\n    list: Low,\n    volume: 300,\n)";
    let (settings, problem) = loaded::<Settings>(text);
    assert_eq!(settings, Settings::default());
    let problem = problem.unwrap();
    assert!(problem.starts_with("line 2, column 1"), "{problem}");
    assert!(problem.ends_with("; lost: `name`, `video.width`, `video.gamma` and 2 more"), "{problem}");
}

#[test]
fn a_field_whose_name_is_no_identifier_is_read_by_itself_too() {
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    #[serde(default, rename_all = "kebab-case")]
    struct Named {
        text_size: u8,
        type_: u8,
    }
    let (storage, file) = with::<Named>("(r#text-size: 3, r#type-: many, r#not-here: 1)");
    let (settings, problem) = file.load();
    assert_eq!(settings, Named { text_size: 3, type_: 0 });
    assert!(problem.unwrap().cause.ends_with("; lost: `type-`"));
    file.save(&settings).unwrap();
    assert_eq!(file.load(), (settings, None));
    let text = storage.load(SettingsFile::<Named>::KEY).unwrap().unwrap();
    assert!(text.contains("r#not-here: 1"), "{text}");
}

#[test]
fn comments_of_a_broken_file_are_in_no_ones_way() {
    let text = "(volume: 9 // loud\n, name: 7 /* no name */, list: [High] // one\n)";
    let (settings, problem) = loaded::<Settings>(text);
    assert_eq!(settings, Settings { volume: 9, list: vec![Quality::High], ..Settings::default() });
    assert!(problem.unwrap().ends_with("; lost: `name`"));
}

#[test]
fn fields_that_can_be_read_each_but_not_together_have_their_defaults() {
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    #[serde(default)]
    struct Outer {
        range: Range,
        volume: u8,
    }
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    #[serde(default, try_from = "Plain")]
    struct Range {
        sum: u8,
    }
    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct Plain {
        sum: u8,
        more: u8,
    }
    impl TryFrom<Plain> for Range {
        type Error = &'static str;
        fn try_from(plain: Plain) -> Result<Self, Self::Error> {
            let sum = plain.sum + plain.more;
            if sum > 9 { Err("more than 9") } else { Ok(Self { sum }) }
        }
    }
    let (settings, problem) = loaded::<Outer>("(range: (sum: 5, more: 6), volume: 9)");
    assert_eq!(settings, Outer { range: Range::default(), volume: 9 });
    assert!(problem.unwrap().ends_with("; lost: `range`"));
}

#[test]
fn what_a_save_replaces_and_could_not_read_is_as_the_game_has_it() {
    let (storage, file) = with::<Settings>("(volume: 9, name: \"Ann\")");
    let (settings, _) = file.load();
    let broken = "(version: 1, settings: (volume: loud, name: \"Bob\", hdr: On(3)))";
    storage.save(SettingsFile::<Settings>::KEY, broken).unwrap();
    file.save(&settings).unwrap();
    // The volume has not changed since the load, and neither has the name, which another program has saved.
    assert_eq!(file.load(), (Settings { name: "Bob".to_owned(), ..settings }, None));
    assert!(storage.load(SettingsFile::<Settings>::KEY).unwrap().unwrap().contains("hdr: On(3)"));
}

#[test]
fn a_struct_whose_fields_are_all_required_is_read_field_by_field_too() {
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct Required {
        quality: Quality,
        volume: u8,
        inner: Inner,
        tags: Option<Vec<Inner>>,
    }
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct Inner {
        depth: u8,
        note: Option<u8>,
    }
    impl Default for Required {
        fn default() -> Self {
            Self { quality: Quality::Low, volume: 1, inner: Inner { depth: 2, note: Some(3) }, tags: None }
        }
    }
    let text = "(quality: Ultra, volume: 9, inner: (depth: 7, note: Some(300)), tags: Some([(depth: 1)]))";
    let (settings, problem) = loaded::<Required>(text);
    let tags = Some(vec![Inner { depth: 1, note: None }]);
    assert_eq!(
        settings,
        Required { volume: 9, inner: Inner { depth: 7, note: Some(3) }, tags, quality: Quality::Low }
    );
    assert!(problem.unwrap().contains("`quality`"));
    // A field that is missing has its default.
    assert_eq!(loaded::<Required>("(volume: 9)").0, Required { volume: 9, ..Required::default() });
    let (settings, _) = loaded::<Required>("(inner: (note: None), volume: 9)");
    assert_eq!(
        settings,
        Required { volume: 9, inner: Inner { depth: 2, note: None }, ..Required::default() }
    );
}

#[test]
fn a_newtype_a_tuple_struct_an_enum_and_a_map_at_the_top_are_read_or_have_their_default() {
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    struct Wrapped(Video);
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    struct Two(u8, Quality);
    let (settings, problem) = loaded::<Wrapped>("((width: 1, quality: Ultra))");
    assert_eq!(settings, Wrapped::default());
    assert!(problem.unwrap().ends_with("; lost: `settings`"));
    assert_eq!(loaded::<Wrapped>("((width: 1))").0, Wrapped(Video { width: 1, ..Video::default() }));
    assert_eq!(loaded::<Two>("(7, Ultra)").0, Two::default());
    assert_eq!(loaded::<Quality>("Ultra").0, Quality::High);
    assert_eq!(loaded::<BTreeMap<String, u8>>("{\"a\": 1, \"b\": 300}").0, BTreeMap::new());
}

#[test]
fn the_version_and_unknown_fields_lose_nothing() {
    let storage = MemoryStorage::default();
    let text = "(version: -1, cloud: (a: 1), settings: (volume: 9, hdr: On(3), list: Ultra))";
    storage.save(SettingsFile::<Settings>::KEY, text).unwrap();
    let file = SettingsFile::<Settings>::new(Rc::new(storage.clone()));
    let (settings, problem) = file.load();
    assert_eq!(settings, Settings { volume: 9, ..Settings::default() });
    let problem = problem.unwrap().cause;
    assert!(problem.contains("`version`") && problem.contains("`list`"), "{problem}");
    // The next save keeps the text aside, and what it could not read is as the game has it.
    file.save(&settings).unwrap();
    assert_eq!(storage.load(SettingsFile::<Settings>::BROKEN_KEY).unwrap().as_deref(), Some(text));
    let saved = storage.load(SettingsFile::<Settings>::KEY).unwrap().unwrap();
    assert!(saved.contains("hdr: On(3)") && saved.contains("cloud: ("), "{saved}");
    assert_eq!(file.load(), (settings, None));
}

#[test]
fn a_file_with_many_broken_values_is_read_in_bounded_time() {
    let list: String = (0..100_000).map(|n| format!("\"{n}\": Ultra,")).collect();
    let fields: String = (0..10_000).map(|n| format!("a{n}: Ultra,")).collect();
    let (settings, problem) = loaded::<Settings>(&format!("(volume: 9, keys: {{{list}}}, {fields} name: 7)"));
    assert_eq!(settings.volume, 9);
    assert!(problem.unwrap().len() < 300);
}
