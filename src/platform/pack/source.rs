//! Reading packs.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::SHARED;
use super::index::{HEADER, Index, Item};
use crate::platform::path::AssetPath;
use crate::platform::source::{AssetSource, DirSource, ReadCause, ReadError, ReadFuture};

/// The packs of a folder, with the folder laid over them: a file that is in the folder too, as a patch or
/// a mod, is read from there.
///
/// Only the bytes of one file are read at a time. Each read checks them.
///
/// [`Game`](crate::kit::Game) reads packs wherever its assets folder has them. A program with a loop of its
/// own gives the source to its manager:
///
/// ```
/// use std::sync::Arc;
/// use proscenium::flow::{GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager};
/// use proscenium::platform::{Input, MemorySource, PackSource};
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
/// manager(Arc::new(files)).pack(&folder, false).expect("the files are all there");
///
/// let mut packed = manager(Arc::new(PackSource::open(&folder)?));
/// packed.start("title");
/// while !packed.has_ended() {
///     packed.step(&Input::default());
/// }
/// assert!(packed.load_reports()[0].ready);
/// # std::fs::remove_dir_all(&folder).ok();
/// # Ok::<(), proscenium::platform::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PackSource {
    root: PathBuf,
    folder: DirSource,
    index: Arc<Index>,
}

impl PackSource {
    /// Whether a folder has packs.
    pub fn is_in(folder: &Path) -> bool {
        folder.join(SHARED).exists()
    }

    /// Opens the packs of a folder. The error names a pack that is missing, not of these packs, or cut, and
    /// in that case the first file that is cut.
    pub fn open(folder: impl Into<PathBuf>) -> Result<Self, ReadError> {
        let root = folder.into();
        let index = read_index(&root.join(SHARED))?;
        for (number, (name, _)) in index.packs.iter().enumerate() {
            let file = root.join(name.as_str());
            let length = file.metadata().map_err(|cause| io_error(&file, &cause))?.len();
            index.check_length(number, length).map_err(|what| damaged(&file, what))?;
        }
        Ok(Self { folder: DirSource::new(&root), root, index: Arc::new(index) })
    }
}

impl AssetSource for PackSource {
    fn read(&self, path: &AssetPath) -> ReadFuture {
        let in_folder = self.folder.read(path);
        let Some(item) = self.index.find(path) else { return in_folder };
        let file = self.root.join(self.index.packs[item.pack].0.as_str());
        let path = path.clone();
        Box::pin(async move {
            match in_folder.await {
                Err(ReadError { cause: ReadCause::NotFound, .. }) => read_item(&file, &path, item),
                read => read,
            }
        })
    }

    fn stamp(&self, path: &AssetPath) -> Option<u64> {
        self.folder.stamp(path)
    }

    fn list(&self) -> Option<Vec<String>> {
        let mut files = self.folder.list()?;
        files.retain(|file| !self.index.packs.iter().any(|(name, _)| name.as_str() == file));
        files.extend(self.index.paths().map(AssetPath::to_string));
        files.sort();
        files.dedup();
        Some(files)
    }
}

fn read_index(file: &Path) -> Result<Index, ReadError> {
    let from_io = |cause: io::Error| io_error(file, &cause);
    // Opening a pipe may never end.
    if !file.metadata().map_err(from_io)?.is_file() {
        return Err(ReadError { path: file.display().to_string(), cause: ReadCause::NotAFile });
    }
    let mut bytes = Vec::new();
    let mut reader = File::open(file).map_err(from_io)?;
    reader.by_ref().take(HEADER as u64).read_to_end(&mut bytes).map_err(from_io)?;
    let length = Index::length(&bytes).map_err(|what| damaged(file, what))?;
    reader.take(length as u64).read_to_end(&mut bytes).map_err(from_io)?;
    Index::parse(&bytes).map_err(|what| damaged(file, what))
}

fn read_item(file: &Path, path: &AssetPath, item: Item) -> Result<Vec<u8>, ReadError> {
    let from_io = |cause: io::Error| io_error(file, &cause);
    let mut reader = File::open(file).map_err(from_io)?;
    reader.seek(SeekFrom::Start(item.offset)).map_err(from_io)?;
    let mut bytes = Vec::with_capacity(usize::try_from(item.length).unwrap_or_default());
    reader.take(item.length).read_to_end(&mut bytes).map_err(from_io)?;
    if crc32fast::hash(&bytes) == item.crc && bytes.len() as u64 == item.length {
        return Ok(bytes);
    }
    Err(damaged(file, format!("`{path}` was changed in it; copy or make the packs again")))
}

fn io_error(file: &Path, cause: &io::Error) -> ReadError {
    let cause = match cause.kind() {
        io::ErrorKind::NotFound => ReadCause::NotFound,
        _ => ReadCause::Io(cause.to_string()),
    };
    ReadError { path: file.display().to_string(), cause }
}

fn damaged(file: &Path, what: impl Into<String>) -> ReadError {
    ReadError { path: file.display().to_string(), cause: ReadCause::Damaged(what.into()) }
}
