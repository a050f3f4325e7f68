//! Where asset files come from. Reading is asynchronous: on the desktop a read happens on an
//! executor's thread, in a browser it is a request over the network.

use std::collections::BTreeMap;
use std::fs;
use std::future::ready;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::asset_file;
use super::pack::Packs;
use super::path::AssetPath;
use super::read_error::{MAX_FILE, ReadCause, ReadError};

/// The bytes that a poll of a [`DirSource`] reads of a file outside packs: two milliseconds from memory. Smaller files
/// are read and decoded without a pause between, while they are in the caches: `benches/loading.rs`, PNG without
/// threads.
const PART_BYTES: u64 = 4 << 20;

/// A read in progress.
pub type ReadFuture = Pin<Box<dyn Future<Output = Result<Vec<u8>, ReadError>> + Send>>;

/// Where asset files come from.
///
/// The methods are called from any thread, several at a time. A load keeps to these rules whatever a
/// source does:
///
/// * A read that panics in a poll is an error of its resource. The other calls should not panic.
/// * A read that fails with [`ReadCause::Io`] is tried again twice, and all other causes are final, unless the
///   [`LoadPolicy`](crate::phase::LoadPolicy) of the phase has other rules.
/// * A read that is no longer needed is dropped before its end, on any thread.
///
/// `FaultySource` (feature `testing`) breaks a source on purpose, for tests.
pub trait AssetSource: Send + Sync {
    /// Starts to read a whole file. A network source sends its request in this call, not when the
    /// future is first polled, so that several requests run at once.
    ///
    /// The call returns soon. The future may block its thread in a poll if the source
    /// [is immediate](Self::is_immediate), as a disk does. A future that is pending wakes the waker of its
    /// last poll when it can go on; one that never does is never polled again. It may wake from any thread
    /// and within its poll, and more often than it has to.
    fn read(&self, path: &AssetPath) -> ReadFuture;

    /// Whether a caller may block until a read is finished, so that each read must end by itself: a tick
    /// waits for it, and one that never ends stops the program. `false` for a network: a load waits for
    /// its files over several ticks, and the tools that need a file at once refuse the source. The
    /// answer is always the same. In a page it is `false` for each source, because nothing can be waited for there: the
    /// browser decodes images beside the program.
    fn is_immediate(&self) -> bool {
        cfg!(not(target_arch = "wasm32"))
    }

    /// Returns the received bytes of a file that is being read, and the size of the whole file where it is known;
    /// `None` for other files, or if the source does not know.
    fn received(&self, _path: &AssetPath) -> Option<(u64, Option<u64>)> {
        None
    }

    /// A number that changes when the file is saved; `None` where it is not known.
    fn stamp(&self, _path: &AssetPath) -> Option<u64> {
        None
    }

    /// All files; `None` over a network.
    fn list(&self) -> Option<Vec<String>> {
        None
    }
}

/// The files of a folder, the usual source of a desktop program.
///
/// A folder may have packs, which the tool `pack` of a game makes. A file that is in the folder too, such as a patch or
/// a mod, is read from there. Only the bytes of one file are read at a time, and each read checks them.
///
/// For files and packs alike, a link may lead to another place of the folder, but no read leaves it; folders, pipes,
/// sockets and devices are refused at once; a file has at most 256 MiB, even if it grows while it is read.
///
/// `game::Game` reads packs wherever its assets folder has them. A program with its own loop gives the source to its
/// manager:
///
/// ```
/// use std::sync::Arc;
/// use proscenium_core::flow::{GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager};
/// use proscenium_core::platform::{DirSource, Input, MemorySource};
///
/// struct Title;
/// impl GameScreen for Title {
///     fn update(&mut self, cx: &mut ScreenContext<'_>) { cx.quit(); }
/// }
///
/// let manager = |source| {
///     let mut manager = ScreenManager::new(ManagerSettings { source, ..ManagerSettings::default() });
///     let title = Phase::new("title").manifest("title.ron").screen("title", |_| Title);
///     manager.add_phase(title);
///     manager
/// };
/// let folder = std::env::temp_dir().join("proscenium-example-packs");
/// let files = MemorySource::default()
///     .with("title.ron", "(resources: [bytes(id: \"text\", path: \"text.txt\")])")
///     .with("text.txt", "Once upon a time");
/// manager(Arc::new(files)).assets().pack(&folder).expect("the files are all there");
///
/// let mut packed = manager(Arc::new(DirSource::open(&folder)?));
/// packed.start("title");
/// while !packed.has_ended() {
///     packed.step(&Input::default());
/// }
/// assert!(packed.assets().reports()[0].ready);
/// # std::fs::remove_dir_all(&folder).ok();
/// # Ok::<(), proscenium_core::platform::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct DirSource {
    pub(super) root: PathBuf,
    packs: Option<Arc<Packs>>,
}

impl DirSource {
    /// Reads below `root`, without packs. A relative `root` begins in the current folder.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into(), packs: None }
    }

    /// Reads below `root`, and from the packs there.
    ///
    /// # Errors
    ///
    /// A pack is missing, belongs to another set of packs, or is cut; then the error names the first file that is cut.
    pub fn open(root: impl Into<PathBuf>) -> Result<Self, ReadError> {
        let root = root.into();
        Ok(Self { packs: Packs::open(&root)?.map(Arc::new), root })
    }
}

impl AssetSource for DirSource {
    fn read(&self, path: &AssetPath) -> ReadFuture {
        let (root, packs, path) = (self.root.clone(), self.packs.clone(), path.clone());
        Box::pin(async move {
            let read = read_file(&root, &path).await;
            let packs = packs.filter(|_| matches!(read, Err(ReadCause::NotFound)));
            packs
                .and_then(|packs| packs.read(&path))
                .unwrap_or_else(|| read.map_err(|cause| ReadError { path: path.to_string(), cause }))
        })
    }

    fn stamp(&self, path: &AssetPath) -> Option<u64> {
        stamp(&fs::metadata(self.root.join(path.as_str())).ok()?)
    }

    fn list(&self) -> Option<Vec<String>> {
        fs::read_dir(&self.root).ok()?;
        let mut files = files_in(&self.root, String::new());
        if let Some(packs) = &self.packs {
            packs.unpack(&mut files);
        }
        files.sort();
        files.dedup();
        Some(files)
    }
}

/// A number made from what the system knows of a file. A copy may have the time and the length of the file that it
/// replaces.
fn stamp(about: &fs::Metadata) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    (about.modified().ok()?, about.len()).hash(&mut hasher);
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        (about.ino(), about.ctime(), about.ctime_nsec()).hash(&mut hasher);
    }
    Some(hasher.finish())
}

/// Reads a file below `root` in parts, between which a tick can end.
/// The paths of all files in a folder of `root`, which is empty or ends with `/`.
pub(super) fn files_in(root: &Path, folder: String) -> Vec<String> {
    let (mut files, mut folders) = (Vec::new(), vec![folder]);
    while let Some(folder) = folders.pop() {
        let entries = match fs::read_dir(root.join(&folder)) {
            Ok(entries) => entries,
            Err(error) => {
                log::warn!("cannot list {}: {error}", root.join(&folder).display());
                continue;
            }
        };
        for entry in entries.flatten() {
            let path = format!("{folder}{}", entry.file_name().to_string_lossy());
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(path + "/"),
                _ => files.push(path),
            }
        }
    }
    files
}

async fn read_file(root: &Path, path: &AssetPath) -> Result<Vec<u8>, ReadCause> {
    let (mut file, length) = asset_file::open(root, path)?;
    if length > MAX_FILE {
        return Err(ReadCause::TooLarge(length));
    }
    let mut bytes = Vec::with_capacity(length as usize);
    loop {
        // Another program may write to the file meanwhile. A byte beyond the limit shows it.
        let part = PART_BYTES.min(MAX_FILE + 1 - bytes.len() as u64);
        let read = (&mut file).take(part).read_to_end(&mut bytes)? as u64;
        if bytes.len() as u64 > MAX_FILE {
            return Err(ReadCause::TooLarge(file.metadata()?.len().max(bytes.len() as u64)));
        }
        if read < part {
            return Ok(bytes);
        }
        futures_lite::future::yield_now().await;
    }
}

/// Files in memory, for tests and examples.
#[derive(Clone, Debug, Default)]
pub struct MemorySource {
    files: BTreeMap<String, Vec<u8>>,
}

impl MemorySource {
    /// Adds a file.
    #[must_use]
    pub fn with(mut self, path: &str, bytes: impl Into<Vec<u8>>) -> Self {
        self.files.insert(path.to_owned(), bytes.into());
        self
    }
}

impl AssetSource for MemorySource {
    fn read(&self, path: &AssetPath) -> ReadFuture {
        let missing = || ReadError { path: path.to_string(), cause: ReadCause::NotFound };
        Box::pin(ready(self.files.get(path.as_str()).cloned().ok_or_else(missing)))
    }

    fn list(&self) -> Option<Vec<String>> {
        Some(self.files.keys().cloned().collect())
    }
}

/// Reads a file and waits for it, for tools.
///
/// # Errors
///
/// Why the file cannot be read. A source that is not [immediate](AssetSource::is_immediate) is an error too.
pub fn read_now(source: &dyn AssetSource, path: &AssetPath) -> Result<Vec<u8>, ReadError> {
    if !source.is_immediate() {
        return Err(ReadError::cannot_wait(path.as_str()));
    }
    futures_lite::future::block_on(source.read(path))
}

/// Locks, even after a panic of another holder: the values behind these locks are always valid.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
