//! Slots of saved games: damage is found, and nothing is lost by it.

use std::rc::Rc;

use proscenium::game::Saves;
use proscenium::platform::{DirStorage, MemoryStorage, Storage};

/// The level and its name.
type Info = (u32, String);

fn info() -> Info {
    (3, "the (ford)\nat \"night\"".to_owned())
}

const SAVE: &str = "a header\n(the: \"text\")\n\n";

fn with_slot() -> (MemoryStorage, Saves<Info>, String) {
    let storage = MemoryStorage::default();
    let saves = Saves::new(Rc::new(storage.clone()));
    saves.write(1, &info(), SAVE).unwrap();
    let text = storage.load("save_1.txt").unwrap().unwrap();
    (storage, saves, text)
}

#[test]
fn a_slot_has_what_was_written_last() {
    let (_, saves, _) = with_slot();
    assert_eq!((saves.info(1), saves.read(1)), (Ok(Some(info())), Ok(Some(SAVE.to_owned()))));
    saves.write(1, &(4, String::new()), "").unwrap();
    assert_eq!((saves.info(1), saves.read(1)), (Ok(Some((4, String::new()))), Ok(Some(String::new()))));
    assert_eq!((saves.info(2), saves.read(2)), (Ok(None), Ok(None)));
    saves.remove(1).unwrap();
    assert_eq!((saves.info(1), saves.read(1)), (Ok(None), Ok(None)));
}

#[test]
fn a_slot_that_was_cut_or_changed_is_an_error_and_stays() {
    let (storage, saves, text) = with_slot();
    let cut = (1..text.len()).map(|end| text[..end].to_owned());
    let changed = (0..text.len()).map(|at| {
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 1;
        String::from_utf8(bytes).unwrap()
    });
    for broken in cut.chain(changed).chain([format!("{text}\0"), "\n\n".to_owned()]) {
        storage.save("save_1.txt", &broken).unwrap();
        let (info, read) = (saves.info(1).unwrap_err(), saves.read(1).unwrap_err());
        assert_eq!((info.action, info.place.as_str()), ("read", "save_1.txt"));
        assert_eq!(read, info);
        assert_eq!(storage.load("save_1.txt").unwrap().unwrap(), broken);
    }
}

#[test]
fn a_damaged_slot_is_kept_as_a_backup_when_it_is_replaced() {
    let (storage, saves, _) = with_slot();
    let backup = || storage.load("save_1.txt.broken").unwrap();
    saves.write(1, &info(), SAVE).unwrap();
    assert_eq!(backup(), None);
    storage.save("save_1.txt", "half of it").unwrap();
    saves.write(1, &info(), SAVE).unwrap();
    assert_eq!(saves.read(1), Ok(Some(SAVE.to_owned())));
    assert_eq!(backup().as_deref(), Some("half of it"));
}

#[test]
fn the_info_of_another_version_is_an_error_and_the_save_is_read() {
    let (storage, _, _) = with_slot();
    let other = Saves::<(u32, u32)>::new(Rc::new(storage));
    assert!(other.info(1).is_err());
    assert_eq!(other.read(1), Ok(Some(SAVE.to_owned())));
}

#[test]
fn a_slot_that_cannot_be_read_is_not_replaced() {
    let folder = std::env::temp_dir().join(format!("proscenium-saves-{}", std::process::id()));
    let slot = folder.join("save_1.txt");
    std::fs::create_dir_all(slot.join("inner")).unwrap();
    let saves = Saves::<Info>::new(Rc::new(DirStorage::new(&folder)));
    assert!(saves.info(1).is_err() && saves.write(1, &info(), SAVE).is_err() && saves.remove(1).is_err());
    assert!(slot.join("inner").is_dir());
    std::fs::remove_dir_all(folder).unwrap();
}
