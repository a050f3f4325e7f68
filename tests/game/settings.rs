//! The settings file: its text, older and newer versions, and broken texts.

use std::rc::Rc;

use proptest::prelude::*;
use proscenium::game::SettingsFile;
use proscenium::platform::{DirStorage, MemoryStorage, Storage, StorageError};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Settings {
    language: String,
    volume: u8,
}

impl Default for Settings {
    fn default() -> Self {
        Self { language: "en".to_owned(), volume: 7 }
    }
}

type File = SettingsFile<Settings>;

fn with(text: &str) -> (MemoryStorage, File) {
    let storage = MemoryStorage::default();
    storage.save(File::KEY, text).unwrap();
    (storage.clone(), File::new(Rc::new(storage)))
}

#[test]
fn the_file_is_readable_ron() {
    let (storage, file) = with("()");
    let settings = Settings { language: "zh-CN".to_owned(), volume: 3 };
    file.save(&settings).unwrap();
    let text = storage.load(File::KEY).unwrap().unwrap();
    let expected = r#"(
    version: 1,
    settings: (
        language: "zh-CN",
        volume: 3,
    ),
)
"#;
    let (comment, ron) = text.split_once('\n').unwrap();
    assert!(comment.starts_with("// "));
    assert_eq!(ron, expected);
    assert_eq!(file.load(), (settings, None));
}

#[test]
fn missing_fields_have_defaults_and_unknown_ones_are_skipped() {
    let newer = "(version: 9, cloud: (a: [1, Some(\"x\")]), settings: (volume: 2, hdr: On(3)))";
    assert_eq!(with(newer).1.load(), (Settings { volume: 2, ..Settings::default() }, None));
    assert_eq!(with("(version: 1, settings: ())").1.load(), (Settings::default(), None));
}

#[test]
fn ron_without_settings_is_an_error_and_kept_as_a_backup() {
    for other in ["(version: 1)", "(volume: 3)", "()", "(\n    language: \"de\",\n)"] {
        let (storage, file) = with(other);
        let (settings, problem) = file.load();
        assert_eq!(settings, Settings::default());
        let cause = problem.unwrap().cause;
        assert!(cause.ends_with("missing field named `settings` in `SettingsText`"), "{other}: {cause}");
        file.save(&settings).unwrap();
        assert_eq!(storage.load(File::BROKEN_KEY).unwrap().as_deref(), Some(other));
        assert_eq!(file.load(), (settings, None));
    }
}

#[test]
fn settings_of_a_newer_version_survive_a_save() {
    let newer =
        "(version: 9, cloud: (a: [1, Some(\"x\")]), settings: (hdr: On(3), volume: 2, /* why */ r: 1))";
    let (storage, file) = with(newer);
    let (settings, _) = file.load();
    file.save(&Settings { language: "de".to_owned(), ..settings }).unwrap();
    let expected = r#"(
    version: 9,
    settings: (
        language: "de",
        volume: 2,
        hdr: On(3),
        r: 1,
    ),
    cloud: (
        a: [1, Some("x")],
    ),
)
"#;
    let text = storage.load(File::KEY).unwrap().unwrap();
    assert_eq!(text.split_once('\n').unwrap().1, expected);
    // Another save does not change the text again.
    file.save(&file.load().0).unwrap();
    assert_eq!(storage.load(File::KEY).unwrap().unwrap(), text);
}

#[test]
fn programs_that_share_a_file_keep_the_changes_of_each_other() {
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    #[serde(default)]
    struct Shared {
        sound: Sound,
        language: Option<String>,
    }
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    #[serde(default)]
    struct Sound {
        volume: u8,
        tracks: Vec<(u8, f32)>,
    }
    let storage = MemoryStorage::default();
    let [one, other] = [(); 2].map(|()| SettingsFile::<Shared>::new(Rc::new(storage.clone())));
    let (mut of_one, mut of_other) = (one.load().0, other.load().0);
    of_one.sound.volume = 3;
    one.save(&of_one).unwrap();
    of_other.sound.tracks = vec![(1, 0.5)];
    of_other.language = Some("(a: \"b\")".to_owned());
    other.save(&of_other).unwrap();
    let both = Shared { sound: Sound { volume: 3, ..of_other.sound.clone() }, ..of_other.clone() };
    assert_eq!(one.load(), (both, None));
    // The last one wins in a field that both have changed.
    of_one.sound.volume = 4;
    one.save(&of_one).unwrap();
    of_other.sound.volume = 5;
    other.save(&of_other).unwrap();
    assert_eq!(one.load().0.sound.volume, 5);
}

#[test]
fn a_broken_text_gives_the_defaults_and_its_place() {
    let (settings, problem) = with("(\n    settings: (volume: ,)").1.load();
    assert_eq!(settings, Settings::default());
    assert!(problem.as_ref().is_some_and(|problem| problem.cause.starts_with("line 2, ")), "{problem:?}");
    let deep = format!("(x: {}{})", "[".repeat(30_000), "]".repeat(30_000));
    for text in ["(".repeat(60_000), "[".repeat(70_000), String::new(), "\0".to_owned(), deep] {
        assert!(with(&text).1.load().1.is_some());
    }
}

#[test]
fn settings_cut_or_of_a_wrong_type_are_kept_as_a_backup() {
    let (storage, file) = with("()");
    file.save(&Settings { language: "zh-CN".to_owned(), volume: 3 }).unwrap();
    let whole = storage.load(File::KEY).unwrap().unwrap();
    let cut =
        (1..whole.trim_end().len()).filter(|at| whole.is_char_boundary(*at)).map(|at| whole[..at].to_owned());
    let wrong = [
        "(settings: (volume: \"loud\"))",
        "(settings: (volume: 300))",
        "(settings: 7)",
        "[]",
        "(version: -1)",
    ];
    let huge = format!("(settings: (volume: \"{}\"))", "x".repeat(1 << 20));
    for text in cut.chain(wrong.map(str::to_owned)).chain([huge]) {
        let (storage, file) = with(&text);
        let (settings, problem) = file.load();
        assert_eq!(settings, Settings::default(), "{text}");
        let problem = problem.unwrap();
        assert!(problem.to_string().starts_with("cannot read settings.ron: line "), "{problem}");
        assert!(problem.to_string().len() < 300, "{problem}");
        file.save(&settings).unwrap();
        assert_eq!(storage.load(File::BROKEN_KEY).unwrap(), Some(text));
        assert_eq!(file.load(), (settings, None));
    }
}

#[test]
fn a_file_that_cannot_be_read_is_not_overwritten() {
    let folder = std::env::temp_dir().join(format!("proscenium-settings-{}", std::process::id()));
    let path = folder.join(File::KEY);
    std::fs::create_dir_all(path.join("inner")).unwrap();
    let file = File::new(Rc::new(DirStorage::new(&folder)));
    let (settings, problem) = file.load();
    assert_eq!(settings, Settings::default());
    assert!(problem.is_some_and(|problem| problem.action == "read"));
    assert!(file.save(&settings).is_err());
    assert!(path.join("inner").is_dir());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_broken_text_without_a_backup_is_not_overwritten() {
    struct Full(MemoryStorage);
    impl Storage for Full {
        fn load(&self, key: &str) -> Result<Option<String>, StorageError> {
            self.0.load(key)
        }
        fn save(&self, key: &str, text: &str) -> Result<(), StorageError> {
            if key == File::BROKEN_KEY {
                let (place, cause) = (key.to_owned(), "full".to_owned());
                return Err(StorageError { action: "write", place, cause });
            }
            self.0.save(key, text)
        }
    }
    let (storage, _) = with("?");
    let file = File::new(Rc::new(Full(storage.clone())));
    assert!(file.save(&Settings::default()).is_err());
    assert_eq!(storage.load(File::KEY).unwrap().as_deref(), Some("?"));
}

proptest! {
    #[test]
    fn a_broken_text_is_kept_as_a_backup(text in "\\PC{0,60}") {
        let (storage, file) = with(&text);
        let (settings, problem) = file.load();
        file.save(&settings).unwrap();
        prop_assert_eq!(file.load(), (settings, None));
        let backup = storage.load(File::BROKEN_KEY).unwrap();
        prop_assert_eq!(backup, problem.map(|_| text));
    }
}

#[test]
fn programs_that_save_at_once_lose_nothing() {
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    #[serde(default)]
    struct Four {
        a: u32,
        b: u32,
        c: u32,
        d: u32,
    }
    let folder = std::env::temp_dir().join(format!("proscenium-settings-at-once-{}", std::process::id()));
    // Each thread has its own handles, as a program has.
    let open = || SettingsFile::<Four>::new(Rc::new(DirStorage::new(&folder)));
    let barrier = std::sync::Barrier::new(4);
    let run = |program: usize| {
        let file = open();
        let (mut settings, _) = file.load();
        let mut lost = Vec::new();
        for round in 1..=20 {
            barrier.wait();
            let Four { a, b, c, d } = &mut settings;
            *[a, b, c, d][program] = round;
            file.save(&settings).unwrap();
            barrier.wait();
            let (all, seen) = (Four { a: round, b: round, c: round, d: round }, open().load());
            lost.extend((seen != (all, None)).then_some(seen));
        }
        lost
    };
    let run = &run;
    std::thread::scope(|scope| {
        let programs = [0, 1, 2, 3].map(|program| scope.spawn(move || run(program)));
        for program in programs {
            assert_eq!(program.join().unwrap(), []);
        }
    });
    std::fs::remove_dir_all(folder).unwrap();
}
