//! The file that is meant by the path of a missing one.

use std::cell::{Cell, OnceCell};
use std::collections::HashMap;

use super::error::LoadError;
use crate::platform::{AssetSource, ReadCause, ReadError, nearest};

/// For how many missing files a similar name is searched for, each time in all names of a folder.
const MAX_SEARCHES: u32 = 100;

/// The files of a source, which are listed once, when the first file is missing.
pub(super) struct Meant<'a> {
    source: &'a dyn AssetSource,
    files: OnceCell<Files>,
    searches: Cell<u32>,
}

#[derive(Default)]
struct Files {
    /// The first path with this name in small letters.
    by_name: HashMap<String, String>,
    /// The names in each folder, which ends with `/`.
    by_folder: HashMap<String, Vec<String>>,
}

impl<'a> Meant<'a> {
    pub(super) fn new(source: &'a dyn AssetSource) -> Self {
        Self { source, files: OnceCell::new(), searches: Cell::new(0) }
    }

    /// The text of an error. For a missing file it has the file that may be meant: with the same name in another folder
    /// or in other letters, or with a similar name in the same folder.
    pub(super) fn explain(&self, error: &LoadError) -> String {
        if cfg!(target_arch = "wasm32") {
            // A page cannot list its files.
            return error.to_string();
        }
        let cause = if let LoadError::Included { cause, .. } = error { cause } else { error };
        let LoadError::Read(ReadError { path, cause: ReadCause::NotFound }) = cause else {
            return error.to_string();
        };
        let (folder, name) = split(path);
        let files = self.files.get_or_init(|| Files::of(self.source));
        let near = || {
            self.searches.set(self.searches.get().saturating_add(1));
            let names = files.by_folder.get(folder).filter(|_| self.searches.get() <= MAX_SEARCHES);
            let near = nearest(name, names.into_iter().flatten().map(String::as_str))?;
            Some(format!("{folder}{near}"))
        };
        // A link out of the folder is listed itself.
        match files.by_name.get(&name.to_ascii_lowercase()).cloned().or_else(near) {
            Some(meant) if meant != *path => format!("{error}, did you mean {meant}?"),
            _ => error.to_string(),
        }
    }
}

impl Files {
    fn of(source: &dyn AssetSource) -> Self {
        let mut files = Self::default();
        for path in source.list().unwrap_or_default() {
            let (folder, name) = split(&path);
            files.by_folder.entry(folder.to_owned()).or_default().push(name.to_owned());
            files.by_name.entry(name.to_ascii_lowercase()).or_insert(path);
        }
        files
    }
}

/// A path as its folder, with `/` at the end, and its name.
fn split(path: &str) -> (&str, &str) {
    path.split_at(path.rfind('/').map_or(0, |slash| slash + 1))
}

/// The same for one error.
pub(super) fn with_meant(error: &LoadError, source: &dyn AssetSource) -> String {
    Meant::new(source).explain(error)
}
