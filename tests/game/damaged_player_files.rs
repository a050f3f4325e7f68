//! Files that were kept and are broken, byte by byte: a slot, settings, a game's own text. Each is kept aside and
//! replaced by the next write, and all others stay.

use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use proscenium::game::{Saves, SettingsFile};
use proscenium::platform::{DirStorage, Storage};
use serde::{Deserialize, Serialize};

/// A new folder of a test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("proscenium-broken-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// `whole` with one byte changed, in several ways at each place, and cut at each place; and what is no text at all.
fn broken(whole: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let changed = (0..whole.len()).flat_map(move |at| {
        [0x01, 0x20, 0x80, 0xff].map(|mask| {
            let mut bytes = whole.to_vec();
            bytes[at] ^= mask;
            bytes
        })
    });
    let cut = (0..whole.len()).map(move |end| whole[..end].to_vec());
    let utf_16 = String::from_utf8_lossy(whole).encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    let others = [[b"\xff\xfe", &utf_16[..]].concat(), vec![0xff; 3], vec![0; 100]];
    changed.chain(cut).chain(others)
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Settings {
    language: String,
    volume: u8,
    hints: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { language: "en".to_owned(), volume: 7, hints: true }
    }
}

const KEPT: [&str; 3] = ["save_2.txt", "settings.ron", "notes.txt"];

/// A storage with a slot, settings, and a game's own text.
fn stored(path: &Path) -> Rc<dyn Storage> {
    let storage: Rc<dyn Storage> = Rc::new(DirStorage::new(path));
    let saves = Saves::<String>::new(Rc::clone(&storage));
    saves.write(1, &"the förd".to_owned(), "(the: \"sävе\")\n").unwrap();
    saves.write(2, &"the outpost".to_owned(), "another").unwrap();
    let settings = Settings { language: "zh-CN".to_owned(), volume: 3, hints: false };
    SettingsFile::new(Rc::clone(&storage)).save(&settings).unwrap();
    storage.save("notes.txt", "a nöte").unwrap();
    storage
}

fn bytes(path: &Path, names: &[&str]) -> Vec<Vec<u8>> {
    names.iter().map(|name| fs::read(path.join(name)).unwrap()).collect()
}

#[test]
fn a_broken_slot_is_kept_aside_and_replaced() {
    let path = folder("slot");
    let storage = stored(&path);
    let saves = Saves::<String>::new(storage);
    let (slot, backup) = (path.join("save_1.txt"), path.join("save_1.txt.broken"));
    let others = bytes(&path, &KEPT);
    for (nth, broken) in
        broken(&fs::read(&slot).unwrap()).enumerate().filter(|(_, broken)| !broken.is_empty())
    {
        fs::write(&slot, &broken).unwrap();
        let (info, read) = (saves.info(1).unwrap_err(), saves.read(1).unwrap_err());
        assert_eq!((info.action, read.action), ("read", "read"));
        assert_eq!(fs::read(&slot).unwrap(), broken, "reading changes nothing");
        if nth % 2 == 0 {
            saves.write(1, &"new".to_owned(), "text").unwrap();
            assert_eq!(
                (saves.info(1), saves.read(1)),
                (Ok(Some("new".to_owned())), Ok(Some("text".to_owned())))
            );
        } else {
            saves.remove(1).unwrap();
            assert_eq!((saves.info(1), saves.read(1)), (Ok(None), Ok(None)));
        }
        assert_eq!(fs::read(&backup).unwrap(), broken);
    }
    assert_eq!(bytes(&path, &KEPT), others);
    fs::remove_dir_all(path).unwrap();
}

#[test]
fn broken_settings_are_kept_aside_and_replaced() {
    let path = folder("settings");
    let storage = stored(&path);
    let (file, backup) = (path.join("settings.ron"), path.join("settings.ron.broken"));
    let kept = ["save_1.txt", "save_2.txt", "notes.txt"];
    let others = bytes(&path, &kept);
    for broken in broken(&fs::read(&file).unwrap()) {
        fs::write(&file, &broken).unwrap();
        let _ = fs::remove_file(&backup);
        let settings = SettingsFile::<Settings>::new(Rc::clone(&storage));
        let (values, problem) = settings.load();
        assert_eq!(fs::read(&file).unwrap(), broken, "reading changes nothing");
        settings.save(&Settings { volume: 9, ..values.clone() }).unwrap();
        assert_eq!(settings.load(), (Settings { volume: 9, ..values }, None));
        assert_eq!(fs::read(&backup).ok(), problem.map(|_| broken));
    }
    assert_eq!(bytes(&path, &kept), others);
    fs::remove_dir_all(path).unwrap();
}

#[test]
fn bytes_that_are_no_text_do_not_stay_in_the_place_of_a_text() {
    let path = folder("text");
    let storage = stored(&path);
    let (file, backup) = (path.join("notes.txt"), path.join("notes.txt.broken"));
    for broken in [&b"\xff\xfe"[..], b"a n\xf6te", b"\x80"] {
        fs::write(&file, broken).unwrap();
        let error = storage.load("notes.txt").unwrap_err();
        assert!(
            error.to_string().contains("notes.txt") && error.cause.contains("notes.txt.broken"),
            "{error}"
        );
        storage.save("notes.txt", "new").unwrap();
        assert_eq!(
            (storage.load("notes.txt"), fs::read(&backup).unwrap()),
            (Ok(Some("new".to_owned())), broken.to_vec())
        );

        fs::remove_file(&backup).unwrap();
        fs::write(&file, broken).unwrap();
        let mut seen = None;
        storage
            .update("notes.txt", &mut |old| {
                seen = Some(old);
                Ok("newer".to_owned())
            })
            .unwrap();
        assert_eq!(seen, Some(None));
        assert_eq!(
            (storage.load("notes.txt"), fs::read(&backup).unwrap()),
            (Ok(Some("newer".to_owned())), broken.to_vec())
        );
    }
    // As broken, and larger than any text.
    fs::File::create(&file).unwrap().set_len(1 << 30).unwrap();
    storage.save("notes.txt", "new").unwrap();
    assert_eq!(storage.load("notes.txt"), Ok(Some("new".to_owned())));
    assert_eq!(fs::metadata(&backup).unwrap().len(), 1 << 30);
    fs::remove_dir_all(path).unwrap();
}

#[cfg(unix)]
#[test]
fn what_is_no_file_in_the_place_of_a_text_is_an_error_and_stays() {
    let path = folder("special");
    let storage = stored(&path);
    let saves = Saves::<String>::new(Rc::clone(&storage));
    for key in ["save_1.txt", "notes.txt", "notes.txt~lock"] {
        let _ = fs::remove_file(path.join(key));
        let made = std::process::Command::new("mkfifo").arg(path.join(key)).status();
        if !made.is_ok_and(|status| status.success()) {
            eprintln!("no pipe can be made here");
            return fs::remove_dir_all(path).unwrap();
        }
    }
    let place = path.join("save_1.txt").display().to_string();
    for error in [
        saves.info(1).unwrap_err(),
        saves.write(1, &String::new(), "text").unwrap_err(),
        saves.remove(1).unwrap_err(),
        storage.save("save_1.txt", "text").unwrap_err(),
    ] {
        assert!(error.place == place && error.cause.starts_with("it is not a file"), "{error}");
    }
    // A pipe in the place of the lock does not hold the program.
    fs::remove_file(path.join("notes.txt")).unwrap();
    storage.update("notes.txt", &mut |_| Ok("new".to_owned())).unwrap();
    assert_eq!(storage.load("notes.txt"), Ok(Some("new".to_owned())));
    assert_eq!(saves.read(2), Ok(Some("another".to_owned())));
    fs::remove_dir_all(path).unwrap();
}
