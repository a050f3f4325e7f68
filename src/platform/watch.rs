//! The files of a folder that are saved.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};

use notify::event::{AccessKind, AccessMode, CreateKind, EventKind, ModifyKind};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::path::AssetPath;
use super::source::{ReadCause, ReadError};

/// Watches a folder of assets, and all folders in it: an iterator over the files that were saved, renamed
/// or removed since the last call. `None` ends it only for the moment. A file may come more than once.
///
/// A [`Session`](crate::kit::Session::with_watch) takes it. A program with a loop of its own gives what
/// it returns to [`ScreenManager::reload_changed`](crate::flow::ScreenManager::reload_changed).
#[derive(Debug)]
pub struct FolderWatch {
    saved: Receiver<AssetPath>,
    _watcher: RecommendedWatcher,
}

impl FolderWatch {
    /// Begins to watch.
    ///
    /// # Errors
    ///
    /// The system cannot watch the folder: there is none, or there are too many watched ones.
    pub fn new(folder: &Path) -> Result<Self, ReadError> {
        let error = |cause: String| ReadError {
            path: folder.display().to_string(),
            cause: ReadCause::Refused(format!("it cannot be watched: {cause}")),
        };
        // Events have real paths.
        let root = folder.canonicalize().map_err(|cause| error(cause.to_string()))?;
        let (sender, saved) = channel();
        let start = || {
            let seen = Seen { root: root.clone(), sender };
            let mut watcher = notify::recommended_watcher(move |event| seen.report(event))?;
            watcher.watch(&root, RecursiveMode::Recursive)?;
            Ok(watcher)
        };
        let watcher = start().map_err(|cause: notify::Error| error(cause.to_string()))?;
        Ok(Self { saved, _watcher: watcher })
    }
}

impl Iterator for FolderWatch {
    type Item = AssetPath;

    fn next(&mut self) -> Option<AssetPath> {
        self.saved.try_recv().ok()
    }
}

/// What the watcher's thread has.
struct Seen {
    root: PathBuf,
    sender: Sender<AssetPath>,
}

impl Seen {
    fn report(&self, event: notify::Result<Event>) {
        let event = match event {
            Ok(event) => event,
            Err(error) => return log::warn!("a change of the assets is not seen: {error}"),
        };
        if !is_complete(event.kind) {
            return;
        }
        let inside = event.paths.iter().filter_map(|path| path.strip_prefix(&self.root).ok());
        let paths = inside.filter_map(|path| AssetPath::new(&path.to_str()?.replace('\\', "/")).ok());
        // At the end of the program there is no receiver.
        paths.for_each(|path| drop(self.sender.send(path)));
    }
}

/// Whether a file is as it is to be now. Linux says when a file is closed; until then it is being written.
fn is_complete(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write))
        | EventKind::Modify(ModifyKind::Name(_))
        | EventKind::Remove(_) => true,
        EventKind::Create(kind) => kind != CreateKind::Folder && !cfg!(target_os = "linux"),
        EventKind::Modify(_) => !cfg!(target_os = "linux"),
        _ => false,
    }
}
