//! Power cuts and full disks: a program that saves once ends, or is refused, at each byte that it writes and at each call
//! of the system. The old or the new text is there, whole, what was broken is kept, and a refused save says why.
//!
//! The calls need `strace`: `cargo test --test game power_cuts -- --ignored`.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime};

use proscenium::game::{Saves, SettingsFile};
use proscenium::platform::{DirStorage, Storage, StorageError};

/// What the test program saves as a program of its own, and where, in the variables of these names.
const SAVES: &str = "PROSCENIUM_SAVES";
const FOLDER: &str = "PROSCENIUM_SAVES_IN";
/// The exit code of a program whose save was refused.
const REFUSED: i32 = 3;
/// Something to save, with what there is before.
struct Kind {
    name: &'static str,
    key: &'static str,
    old: Old,
}

enum Old {
    Nothing,
    /// A save of the text `old`.
    Save,
    /// Bytes that the save keeps.
    Broken(&'static [u8]),
}

const KINDS: [Kind; 6] = [
    Kind { name: "first slot", key: "save_1.txt", old: Old::Nothing },
    Kind { name: "slot", key: "save_1.txt", old: Old::Save },
    Kind { name: "cut slot", key: "save_1.txt", old: Old::Broken(b"half of a save") },
    Kind { name: "slot of no text", key: "save_1.txt", old: Old::Broken(b"half of a save, and \xff\xfe") },
    Kind { name: "settings", key: "settings.ron", old: Old::Save },
    Kind { name: "broken settings", key: "settings.ron", old: Old::Broken(b"(settings: [\"old\", many])") },
];

impl Kind {
    fn save(&self, folder: &Path, text: &str) -> Result<(), StorageError> {
        let storage: Rc<dyn Storage> = Rc::new(DirStorage::new(folder));
        match self.key {
            "settings.ron" => SettingsFile::new(storage).save(&vec![text.to_owned()]),
            _ => Saves::new(storage).write(1, &7_u32, text),
        }
    }
}

/// How a program that saves has ended.
#[derive(Debug, PartialEq)]
enum Ended {
    Saved,
    Refused(String),
    Killed,
}

/// The folder of a program that saves once.
struct Once<'a> {
    kind: &'a Kind,
    folder: PathBuf,
    old: Option<Vec<u8>>,
    new: Vec<u8>,
}

impl<'a> Once<'a> {
    fn new(kind: &'a Kind) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let nth = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("proscenium-power-{}-{nth}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let saved = |text| {
            kind.save(&folder, text).unwrap();
            fs::read(folder.join(kind.key)).unwrap()
        };
        let old = match kind.old {
            Old::Nothing => None,
            Old::Save => Some(saved("old")),
            Old::Broken(bytes) => Some(bytes.to_vec()),
        };
        let new = saved("new");
        Self { kind, folder, old, new }
    }

    /// Runs the program with a command before its own, in a folder with the old save.
    fn run(&self, before: &[&str]) -> Ended {
        let _ = fs::remove_dir_all(&self.folder);
        fs::create_dir_all(&self.folder).unwrap();
        if let Some(old) = &self.old {
            fs::write(self.folder.join(self.kind.key), old).unwrap();
        }
        let mut command = Command::new(before[0]);
        command.args(&before[1..]).arg(std::env::current_exe().unwrap());
        command.args(["--exact", "power_cuts::a_save_that_ends_at_each_byte", "--nocapture"]);
        let output = command.env(SAVES, self.kind.name).env(FOLDER, &self.folder).output().unwrap();
        match output.status.code() {
            Some(0) => Ended::Saved,
            Some(REFUSED) => Ended::Refused(String::from_utf8(output.stderr).unwrap()),
            None => Ended::Killed,
            code => panic!("{before:?}: {code:?}: {}", String::from_utf8_lossy(&output.stderr)),
        }
    }

    fn bytes(&self, key: &str) -> Option<Vec<u8>> {
        fs::read(self.folder.join(key)).ok()
    }

    /// Checks what is there, that the next save is saved, and that nothing incomplete stays.
    fn check(&self, ended: &Ended, what: &str) {
        let key = self.kind.key;
        let what = format!("{} {what}: {ended:?}", self.kind.name);
        let now = self.bytes(key);
        let (is_old, is_new) = (now == self.old, now.as_ref() == Some(&self.new));
        match ended {
            Ended::Saved => assert!(is_new, "{what}: {now:?}"),
            Ended::Killed => assert!(is_old || is_new, "{what}: {now:?}"),
            Ended::Refused(error) => {
                assert!(is_old, "{what}: {now:?}");
                let place = format!("{}/{key}", self.folder.display());
                let names =
                    ["read", "write"].iter().any(|word| error.starts_with(&format!("cannot {word} {place}")));
                assert!(names && error.contains("(os error "), "{what}");
            }
        }
        let is_kept = || self.bytes(&format!("{key}.broken")) == self.old;
        assert!(
            !matches!(self.kind.old, Old::Broken(_)) || is_old || is_kept(),
            "{what}: the old one is lost"
        );

        self.kind.save(&self.folder, "soon").unwrap();
        let long_ago = SystemTime::now() - Duration::from_secs(3600);
        for entry in fs::read_dir(&self.folder).unwrap() {
            fs::File::options()
                .write(true)
                .open(entry.unwrap().path())
                .unwrap()
                .set_modified(long_ago)
                .unwrap();
        }
        self.kind.save(&self.folder, "later").unwrap();
        assert!(self.bytes(key).is_some_and(|bytes| bytes.windows(5).any(|part| part == b"later")), "{what}");
        let names = fs::read_dir(&self.folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let left: Vec<_> = names.filter(|name| name.contains("~new")).collect();
        assert_eq!(left, [""; 0], "{what}");
    }
}

impl Drop for Once<'_> {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Saves, if this is the program that does, and ends it.
fn save_as_program() {
    let (Ok(name), Some(folder)) = (std::env::var(SAVES), std::env::var_os(FOLDER)) else { return };
    let kind = KINDS.iter().find(|kind| kind.name == name).unwrap();
    let saved = kind.save(Path::new(&folder), "new");
    std::process::exit(match saved {
        Ok(()) => 0,
        Err(error) => {
            eprintln!("{error}");
            REFUSED
        }
    });
}

#[test]
fn a_save_that_ends_at_each_byte() {
    save_as_program();
    for kind in &KINDS {
        let once = Once::new(kind);
        for full in [false, true] {
            // A program that ignores the signal has an error of the write, as on a full disk.
            let shell = format!(
                "{}exec prlimit --core=0 --fsize=$0 \"$@\"",
                if full { "trap '' XFSZ; " } else { "" }
            );
            let longest = once.new.len().max(once.old.as_ref().map_or(0, Vec::len));
            for bytes in (0..longest).step_by(40).chain([longest]) {
                let ended = once.run(&["sh", "-c", &shell, &bytes.to_string()]);
                let is_cut = bytes < once.new.len();
                let is_expected = match &ended {
                    Ended::Saved => !is_cut,
                    Ended::Refused(_) => full && bytes < longest,
                    Ended::Killed => !full && bytes < longest,
                };
                assert!(is_expected, "{} {bytes} {full}: {ended:?}", kind.name);
                once.check(&ended, &format!("at byte {bytes}"));
            }
        }
    }
}

/// The calls of a save that can fail, and those at which it can be killed too.
const CALLS: &str = "%file,write,sendfile,copy_file_range,fsync,fchmod,flock,read,getdents64";
const OTHER_CALLS: &str = "close,lseek";

#[test]
#[ignore = "it needs strace and takes minutes"]
fn a_save_that_ends_or_fails_at_each_call_of_the_system() {
    for kind in &KINDS {
        let once = Once::new(kind);
        let log = once.folder.with_extension("log").display().to_string();
        let file = once.folder.join(kind.key).display().to_string();
        for end in ["signal=KILL", "error=ENOSPC", "error=EIO", "error=EACCES"] {
            let calls =
                if end == "signal=KILL" { format!("{CALLS},{OTHER_CALLS}") } else { CALLS.to_owned() };
            // With `-D` the program has the process of the shell, and its number is in the names of incomplete files.
            let own = ["", "~lock", ".broken", "~new.$$.0", "~new.$$.1", ".broken~new.$$.0"];
            let own = own.map(|rest| format!("-P {file}{rest}")).join(" ");
            let folder = once.folder.display();
            let strace = format!("exec strace -D -f -qq -o {log} -P {folder} {own} -e trace={calls}");
            let run = |fault: &str| once.run(&["sh", "-c", &format!("{strace} {fault} \"$0\" \"$@\"")]);
            assert_eq!(run(""), Ended::Saved);
            let text = fs::read_to_string(&log).unwrap();
            let (mut numbers, mut ends) = (BTreeMap::new(), [0; 3]);
            for line in text.lines() {
                let name = line.split(['(', ' ']).find(|word| word.starts_with(char::is_alphabetic)).unwrap();
                let number = numbers.entry(name).or_insert(0);
                *number += 1;
                let ended = run(&format!("-e inject={name}:{end}:when={number}"));
                eprintln!("{}: {end} at {line}: {ended:?}", kind.name);
                once.check(&ended, &format!("{end} at {line}"));
                assert_eq!(ended == Ended::Killed, end == "signal=KILL", "{line}");
                ends[match ended {
                    Ended::Saved => 0,
                    Ended::Refused(_) => 1,
                    Ended::Killed => 2,
                }] += 1;
            }
            eprintln!("{}, {end}: saved, refused, killed: {ends:?}", kind.name);
            assert!(ends[1] + ends[2] > 5, "{ends:?}");
        }
        fs::remove_file(log).unwrap();
    }
}

/// Updates a text and writes a slot again and again, and prints the number of each that is done.
fn save_without_end(folder: &Path, name: &str) {
    let storage: Rc<dyn Storage> = Rc::new(DirStorage::new(folder));
    let saves = Saves::new(Rc::clone(&storage));
    for nth in 0.. {
        let mut add = |old: Option<String>| Ok(format!("{}{name} {nth}\n", old.unwrap_or_default()));
        storage.update("notes.txt", &mut add).unwrap();
        saves.write(1, &nth, name).unwrap();
        eprintln!("{nth}");
    }
}

#[test]
fn two_programs_that_save_into_one_folder_and_are_killed_lose_nothing() {
    if let (Ok(name), Some(folder)) = (std::env::var(SAVES), std::env::var_os(FOLDER)) {
        return save_without_end(Path::new(&folder), &name);
    }
    let kills = std::env::var("PROSCENIUM_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(3);
    let folder = std::env::temp_dir().join(format!("proscenium-two-{}", std::process::id()));
    let mut random = fastrand::Rng::with_seed(3);
    for kill in 0..kills {
        let _ = fs::remove_dir_all(&folder);
        let mut programs = ["one", "other"].map(|name| {
            let mut command = Command::new(std::env::current_exe().unwrap());
            let test = "power_cuts::two_programs_that_save_into_one_folder_and_are_killed_lose_nothing";
            command.args(["--exact", test, "--nocapture"]).env(SAVES, name).env(FOLDER, &folder);
            let mut program = command.stderr(Stdio::piped()).spawn().unwrap();
            let mut lines = BufReader::new(program.stderr.take().unwrap()).lines();
            assert!(lines.any(|line| line.unwrap() == "0"), "no save");
            (name, program, lines)
        });
        programs.iter_mut().for_each(|(_, program, _)| {
            std::thread::sleep(Duration::from_micros(random.u64(..50_000)));
            program.kill().unwrap();
        });
        let storage = Rc::new(DirStorage::new(&folder));
        let notes = storage.load("notes.txt").unwrap().unwrap();
        for (name, mut program, lines) in programs {
            program.wait().unwrap();
            let done = 1 + lines.map_while(|line| line.unwrap().parse::<usize>().ok()).count();
            let own: Vec<_> = notes.lines().filter_map(|line| line.strip_prefix(name)).collect();
            assert!((done..=done + 1).contains(&own.len()), "kill {kill}: {done} of {own:?}");
            assert!(
                own.iter().enumerate().all(|(nth, line)| *line == format!(" {nth}")),
                "kill {kill}: {own:?}"
            );
        }
        let slot = Saves::<usize>::new(storage).read(1).unwrap().unwrap();
        assert!(["one", "other"].contains(&slot.as_str()), "kill {kill}: {slot}");
    }
    fs::remove_dir_all(folder).unwrap();
}
