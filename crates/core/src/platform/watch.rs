//! The files of a folder that are saved.

use std::iter::from_fn;
use std::path::Path;
use std::sync::mpsc::{Sender, channel};

use notify::event::{AccessKind, AccessMode, CreateKind, EventKind, ModifyKind};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::path::AssetPath;
use super::read_error::{ReadCause, ReadError};
use super::source::{DirSource, files_in};

impl DirSource {
    /// Watches the folder, and all folders in it: an iterator over the files that were saved, renamed or removed since the
    /// last call (feature `watch`). `None` ends it only for the moment. A file may come more than once. A folder that is renamed
    /// into its place gives all of its files. It does not see a file behind a link out of the folder.
    ///
    /// A `game::Session` takes it. A program with its own loop gives what it returns to
    /// [`Assets::reload_changed`](crate::phase::Assets::reload_changed).
    ///
    /// # Errors
    ///
    /// The system cannot watch the folder: there is none, or there are too many watched ones.
    pub fn watch(&self) -> Result<impl Iterator<Item = AssetPath> + use<>, ReadError> {
        let error = |cause: String| ReadError {
            path: self.root.display().to_string(),
            cause: ReadCause::Refused(format!("it cannot be watched: {cause}")),
        };
        // Events have real paths.
        let root = self.root.canonicalize().map_err(|cause| error(cause.to_string()))?;
        let (sender, saved) = channel();
        let folder = root.clone();
        let watcher = notify::recommended_watcher(move |event| report(event, &folder, &sender));
        let watcher = watcher.and_then(|mut watcher| {
            watcher.watch(&root, RecursiveMode::Recursive)?;
            Ok(watcher)
        });
        let watcher = watcher.map_err(|cause| error(cause.to_string()))?;
        Ok(from_fn(move || {
            // It watches until it is dropped with this iterator.
            let _: &RecommendedWatcher = &watcher;
            saved.try_recv().ok()
        }))
    }
}

/// Sends the files of an event, on the watcher's thread.
fn report(event: notify::Result<Event>, root: &Path, sender: &Sender<AssetPath>) {
    let event = match event {
        Ok(event) => event,
        Err(error) => return log::warn!("a change of the assets is not seen: {error}"),
    };
    if !is_complete(event.kind) {
        return;
    }
    let inside = event.paths.iter().filter_map(|path| path.strip_prefix(root).ok());
    for path in inside.filter_map(|path| Some(path.to_str()?.replace('\\', "/"))) {
        // A folder that is renamed into its place comes alone.
        let files = if root.join(&path).is_dir() { files_in(root, format!("{path}/")) } else { vec![path] };
        // At the end of the program there is no receiver.
        files.iter().flat_map(|path| AssetPath::new(path)).for_each(|path| drop(sender.send(path)));
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
