//! Files of a folder and of packs: none from outside, none that is no file, none that does not end.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use futures_lite::future::{block_on, poll_once};
use proscenium_core::flow::{ManagerSettings, Phase, ScreenManager};
use proscenium_core::phase::Resource;
use proscenium_core::platform::{AssetPath, AssetSource, DirSource, MemorySource, ReadCause};

/// A folder of a test, with a file `inside/file` of the text `inside`, beside a folder with another `file`.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static FOLDERS: AtomicU32 = AtomicU32::new(0);
        let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let folder = format!("folders-{}-{number}", std::process::id());
        let folder = Self(Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder));
        for (part, text) in [("assets/inside", "inside"), ("outside", "outside")] {
            fs::create_dir_all(folder.0.join(part)).unwrap();
            fs::write(folder.0.join(part).join("file"), text).unwrap();
        }
        folder
    }

    fn assets(&self) -> PathBuf {
        self.0.join("assets")
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, ReadCause> {
        let source = DirSource::new(self.assets());
        block_on(source.read(&AssetPath::new(path).unwrap())).map_err(|error| error.cause)
    }

    /// Makes packs of one phase, `play`, with one file.
    fn pack(&self) {
        let files = MemorySource::default().with("item", "packed");
        let mut manager = ScreenManager::new(ManagerSettings {
            source: std::sync::Arc::new(files),
            ..ManagerSettings::default()
        });
        manager.add_phase(Phase::new("play").resource(Resource::file::<Vec<u8>>("item", "item")));
        manager.assets().pack(&self.assets()).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

const MAX: u64 = 256 << 20;

#[test]
fn a_file_is_read_up_to_the_limit_also_one_that_grows() {
    let folder = Folder::new();
    // The file is sparse.
    let file = fs::File::create(folder.assets().join("large")).unwrap();
    file.set_len(MAX).unwrap();
    assert_eq!(folder.read("large").map(|bytes| bytes.len() as u64), Ok(MAX));
    let source = DirSource::new(folder.assets());
    let mut reading = source.read(&AssetPath::new("large").unwrap());
    assert!(block_on(poll_once(&mut reading)).is_none());
    file.set_len(MAX + 5).unwrap();
    assert_eq!(block_on(reading).map_err(|error| error.cause).err(), Some(ReadCause::TooLarge(MAX + 5)));
    assert_eq!(folder.read("large"), Err(ReadCause::TooLarge(MAX + 5)));
}

#[test]
fn a_folder_is_not_a_file() {
    let folder = Folder::new();
    assert_eq!(folder.read("inside"), Err(ReadCause::NotAFile));
    assert_eq!(folder.read("inside/file/below"), Err(ReadCause::NotFound));
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;
    use std::process::Command;

    use super::*;

    fn make_pipe(path: &Path) {
        assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    }

    #[test]
    fn a_link_may_lead_to_a_file_of_the_folder_and_to_no_other() {
        let folder = Folder::new();
        let link = |to: PathBuf, name: &str| symlink(to, folder.assets().join(name)).unwrap();
        link(PathBuf::from("inside/file"), "relative");
        link(folder.assets().join("inside/file"), "absolute");
        link(PathBuf::from("inside"), "folder");
        link(PathBuf::from("../assets/inside/file"), "round");
        for path in ["relative", "absolute", "folder/file", "round"] {
            assert_eq!(folder.read(path), Ok(b"inside".to_vec()), "{path}");
        }
        link(PathBuf::from("../outside/file"), "out");
        link(folder.0.join("outside/file"), "far");
        link(folder.0.join("outside"), "away");
        link(PathBuf::from("nowhere"), "lost");
        for path in ["out", "far", "away/file", "lost"] {
            assert_eq!(folder.read(path), Err(ReadCause::NotFound), "{path}");
        }
        link(PathBuf::from("."), "itself");
        assert_eq!(folder.read("itself"), Err(ReadCause::NotAFile));
        assert_eq!(folder.read("itself/inside/file"), Ok(b"inside".to_vec()));
    }

    #[test]
    fn a_circle_of_links_is_refused_and_not_retried() {
        let folder = Folder::new();
        symlink("two", folder.assets().join("one")).unwrap();
        symlink("one", folder.assets().join("two")).unwrap();
        for path in ["one", "one/file"] {
            let cause = folder.read(path).unwrap_err();
            assert!(matches!(cause, ReadCause::Refused(_)), "{path}: {cause:?}");
        }
    }

    #[test]
    fn what_is_no_file_is_refused_without_waiting_for_it() {
        let folder = Folder::new();
        make_pipe(&folder.assets().join("pipe"));
        let _listener = UnixListener::bind(folder.assets().join("socket")).unwrap();
        assert_eq!(folder.read("pipe"), Err(ReadCause::NotAFile));
        assert_eq!(folder.read("socket"), Err(ReadCause::NotAFile));
    }

    #[test]
    fn a_pack_that_has_become_a_pipe_or_a_link_out_is_refused() {
        let folder = Folder::new();
        folder.pack();
        let item = AssetPath::new("item").unwrap();
        for name in ["play.pack", "shared.pack"] {
            let pack = folder.assets().join(name);
            let source = DirSource::open(folder.assets()).unwrap();
            let cause = |source: &DirSource| block_on(source.read(&item)).unwrap_err().cause;
            fs::rename(&pack, folder.0.join("outside/pack")).unwrap();
            make_pipe(&pack);
            if name == "play.pack" {
                assert_eq!(cause(&source), ReadCause::NotAFile);
            }
            assert_eq!(DirSource::open(folder.assets()).unwrap_err().cause, ReadCause::NotAFile, "{name}");
            fs::remove_file(&pack).unwrap();
            symlink("../outside/pack", &pack).unwrap();
            if name == "play.pack" {
                assert_eq!(cause(&source), ReadCause::NotFound);
            }
            assert_eq!(DirSource::open(folder.assets()).unwrap_err().cause, ReadCause::NotFound, "{name}");
            fs::remove_file(&pack).unwrap();
            symlink(name, &pack).unwrap();
            let error = DirSource::open(folder.assets()).unwrap_err();
            assert!(matches!(error.cause, ReadCause::Refused(_)), "{error:?}");
            fs::remove_file(&pack).unwrap();
            fs::rename(folder.0.join("outside/pack"), &pack).unwrap();
        }
        let source = DirSource::open(folder.assets()).unwrap();
        assert_eq!(block_on(source.read(&item)).unwrap(), b"packed");
    }

    #[test]
    fn writing_packs_waits_for_no_pipe_and_follows_no_link() {
        let folder = Folder::new();
        make_pipe(&folder.assets().join("play.pack.new"));
        symlink("../outside/file", folder.assets().join("shared.pack.new")).unwrap();
        folder.pack();
        assert_eq!(fs::read(folder.0.join("outside/file")).unwrap(), b"outside");
        let source = DirSource::open(folder.assets()).unwrap();
        assert_eq!(block_on(source.read(&AssetPath::new("item").unwrap())).unwrap(), b"packed");
    }
}
