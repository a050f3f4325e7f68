//! The storage of a folder: keys, sizes, and several writers.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use proscenium::platform::{DirStorage, MemoryStorage, Storage};

/// A new folder, and its storage.
fn folder(name: &str) -> (PathBuf, DirStorage) {
    let folder = std::env::temp_dir().join(format!("proscenium-storing-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    (folder.clone(), DirStorage::new(folder))
}

fn names(folder: &PathBuf) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().flatten();
    let mut names: Vec<_> = entries.map(|entry| entry.file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_key_is_the_name_of_a_file_in_the_folder() {
    let (path, storage) = folder("keys");
    let inner = DirStorage::new(path.join("inner"));
    for key in ["../x", "/tmp/x", "a/b", "a\\b", "", ".", "con", "a\nb", "C:x", "x ", "x."] {
        for storage in [&inner as &dyn Storage, &MemoryStorage::default()] {
            assert!(storage.save(key, "text").is_err(), "{key:?}");
            assert!(storage.load(key).is_err(), "{key:?}");
        }
    }
    assert_eq!(
        storage.save("../x", "text").unwrap_err().to_string(),
        "cannot write `../x`: a key is a file name of letters, digits, `_`, `-`, `.` and spaces, valid on all systems"
    );
    assert!(names(&path).is_empty());
    fs::remove_dir_all(path).unwrap();
}

#[cfg(unix)]
#[test]
fn a_save_keeps_links_and_modes() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let (path, storage) = folder("links");
    let elsewhere = path.join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    fs::write(elsewhere.join("mine.ron"), "old").unwrap();
    fs::set_permissions(elsewhere.join("mine.ron"), fs::Permissions::from_mode(0o600)).unwrap();
    symlink("elsewhere/mine.ron", path.join("settings.ron")).unwrap();
    symlink("nowhere.ron", path.join("lost.ron")).unwrap();
    storage.save("settings.ron", "new").unwrap();
    storage.save("lost.ron", "found").unwrap();
    assert!(path.join("settings.ron").is_symlink());
    assert_eq!(fs::read_to_string(elsewhere.join("mine.ron")).unwrap(), "new");
    assert_eq!(fs::metadata(elsewhere.join("mine.ron")).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(storage.load("lost.ron").unwrap().as_deref(), Some("found"));
    assert_eq!(names(&path), ["elsewhere", "lost.ron", "settings.ron"]);
    assert_eq!(names(&elsewhere), ["mine.ron"]);
    fs::remove_dir_all(path).unwrap();
}

#[test]
fn threads_that_save_one_key_leave_one_of_their_texts() {
    let (path, storage) = folder("threads");
    let texts: Vec<String> = ('a'..='d').map(|letter| String::from(letter).repeat(40_000)).collect();
    storage.save("key", &texts[0]).unwrap();
    std::thread::scope(|scope| {
        for text in &texts {
            let storage = storage.clone();
            scope.spawn(move || (0..40).for_each(|_| storage.save("key", text).unwrap()));
        }
        for _ in 0..200 {
            let seen = storage.load("key").unwrap().unwrap();
            assert!(texts.contains(&seen), "a text of {} bytes", seen.len());
        }
    });
    assert_eq!(names(&path), ["key"]);
    fs::remove_dir_all(path).unwrap();
}

#[test]
fn files_of_saves_that_were_killed_are_removed_later() {
    let (path, storage) = folder("killed");
    let long_ago = SystemTime::now() - Duration::from_secs(3600);
    for (name, time) in
        [("key~new.77.3", long_ago), ("key~new.78.0", SystemTime::now()), ("other~new.77.0", long_ago)]
    {
        fs::write(path.join(name), "half").unwrap();
        fs::File::options().write(true).open(path.join(name)).unwrap().set_modified(time).unwrap();
    }
    storage.save("key", "text").unwrap();
    assert_eq!(names(&path), ["key", "key~new.78.0", "other~new.77.0"]);
    fs::remove_dir_all(path).unwrap();
}

#[test]
fn no_key_is_the_name_of_a_file_that_a_save_needs() {
    let (path, storage) = folder("needed");
    let keys = ["key", "key.new", "key.1.2.new", "key.lock"];
    for key in keys {
        storage.save(key, key).unwrap();
        let long_ago = SystemTime::now() - Duration::from_secs(3600);
        fs::File::options().write(true).open(path.join(key)).unwrap().set_modified(long_ago).unwrap();
    }
    storage.update("key", &mut |text| Ok(text.unwrap())).unwrap();
    assert_eq!(keys.map(|key| storage.load(key).unwrap().unwrap()), keys);
    fs::remove_dir_all(path).unwrap();
}

#[test]
fn a_file_that_is_no_text_of_a_game_is_not_read() {
    let (path, storage) = folder("sizes");
    // The file is sparse: it takes no room on the disk.
    fs::File::create(path.join("huge")).unwrap().set_len(1 << 30).unwrap();
    let taken = allocation_counter::measure(|| {
        let error = storage.load("huge").unwrap_err();
        assert!(error.cause.starts_with("it has 1073741824 bytes, more than the "), "{error}");
    });
    assert!(taken.bytes_max < 1 << 20);
    fs::create_dir(path.join("folder")).unwrap();
    assert_eq!(storage.load("folder").unwrap_err().cause, "it is not a file");
    assert_eq!(storage.load("none"), Ok(None));
    fs::remove_dir_all(path).unwrap();
}

/// Runs a command; whether it succeeded. Mounting needs rights that not every machine gives.
#[cfg(target_os = "linux")]
fn runs(command: &str) -> bool {
    let command =
        std::process::Command::new("sh").args(["-c", command]).stderr(std::process::Stdio::null()).status();
    command.is_ok_and(|status| status.success())
}

/// A file system of 128 KiB at a folder, unmounted at the end.
#[cfg(target_os = "linux")]
struct SmallDisk(PathBuf);

#[cfg(target_os = "linux")]
impl SmallDisk {
    fn mount(folder: &std::path::Path) -> Option<Self> {
        let is_mounted = runs(&format!("mount -t tmpfs -o size=128k tmpfs '{}'", folder.display()));
        is_mounted.then(|| Self(folder.to_owned()))
    }
}

#[cfg(target_os = "linux")]
impl Drop for SmallDisk {
    fn drop(&mut self) {
        runs(&format!("umount -l '{}'", self.0.display()));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_or_read_only_disk_is_an_error_and_loses_nothing() {
    use proscenium::game::{Saves, SettingsFile};

    let (path, storage) = folder("full");
    let Some(disk) = SmallDisk::mount(&path) else {
        eprintln!("no file system can be mounted here, so no disk is full");
        return fs::remove_dir_all(path).unwrap();
    };
    let storage: std::rc::Rc<dyn Storage> = std::rc::Rc::new(storage);
    let settings = SettingsFile::<Vec<String>>::new(storage.clone());
    let saves = Saves::<String>::new(storage);
    settings.save(&vec!["small".to_owned()]).unwrap();
    saves.write(1, &"info".to_owned(), "small").unwrap();
    let before = names(&path);
    let is_whole = || {
        assert_eq!(settings.load(), (vec!["small".to_owned()], None));
        assert_eq!(
            (saves.info(1).unwrap().as_deref(), saves.read(1).unwrap().as_deref()),
            (Some("info"), Some("small"))
        );
        assert_eq!(names(&path), before, "what is incomplete is removed");
    };
    let large = "x".repeat(1 << 20);
    let error = settings.save(&vec![large.clone()]).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with(&format!("cannot write {}/settings.ron: No space left", path.display())),
        "{error}"
    );
    let error = saves.write(1, &"info".to_owned(), &large).unwrap_err();
    assert!(error.to_string().contains("save_1.txt: No space left"), "{error}");
    is_whole();

    assert!(runs(&format!("mount -o remount,ro '{}'", path.display())));
    let error = settings.save(&vec!["other".to_owned()]).unwrap_err();
    assert!(error.to_string().contains("settings.ron: Read-only file system"), "{error}");
    let error = saves.write(1, &"info".to_owned(), "other").unwrap_err();
    assert!(error.to_string().contains("save_1.txt: Read-only file system"), "{error}");
    is_whole();
    drop(disk);
    fs::remove_dir_all(path).unwrap();
}
