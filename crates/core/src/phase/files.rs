//! Reading a file and the files that it needs, each of them once.

use std::collections::{BTreeMap, VecDeque};

use futures_lite::future::Boxed;

use super::error::{AnyError, DecodeError, LoadError, start_read};
use super::policy::LoadPolicy;
use crate::platform::{AssetPath, AssetSource, caught};

/// A file that was to be read, and its [stamp](AssetSource::stamp) before.
#[derive(Clone)]
pub(super) struct Noted {
    pub(super) path: AssetPath,
    stamp: Option<u64>,
    /// Whether it could be read.
    pub(super) is_read: bool,
}

impl Noted {
    /// Whether one of these files was saved since its read began.
    pub(super) fn is_stale<'a>(files: impl IntoIterator<Item = &'a Self>, source: &dyn AssetSource) -> bool {
        files.into_iter().any(|file| stamp(source, &file.path) != file.stamp)
    }
}

fn stamp(source: &dyn AssetSource, path: &AssetPath) -> Option<u64> {
    caught(|| source.stamp(path)).unwrap_or_default()
}

/// The bytes of files, or why they cannot be read.
pub(super) type Contents = BTreeMap<AssetPath, Result<Vec<u8>, LoadError>>;

/// A read that has begun.
type Requested = (AssetPath, Boxed<Result<Vec<u8>, LoadError>>);

/// A file and those that it needs.
#[derive(Default)]
pub(super) struct Files {
    /// In the order in which they were requested; the first one is the file itself.
    pub(super) noted: Vec<Noted>,
    pub(super) contents: Contents,
    requested: VecDeque<Requested>,
    /// What each file needs, of those that need any.
    needs: BTreeMap<AssetPath, Vec<AssetPath>>,
}

impl Files {
    /// Requests a file. A network begins to send it in this call.
    pub(super) fn request(&mut self, path: AssetPath, source: &dyn AssetSource) {
        self.noted.push(Noted { path: path.clone(), stamp: stamp(source, &path), is_read: false });
        let read = Box::pin(start_read(source, &path));
        self.requested.push_back((path, read));
    }

    /// Reads what was requested and what that `needs`, until nothing new is needed, at most `max_files` and
    /// `max_bytes` beside the first one. An interrupted read is tried again at once where there is a `policy`.
    pub(super) async fn read(
        &mut self,
        source: &dyn AssetSource,
        (max_files, max_bytes): (usize, usize),
        policy: Option<&LoadPolicy>,
        mut needs: impl FnMut(&AssetPath, &[u8], &Contents) -> Result<Vec<AssetPath>, AnyError>,
    ) -> Result<(), LoadError> {
        let mut bytes = 0_usize;
        while let Some((path, read)) = self.requested.pop_front() {
            let mut read = read.await;
            let mut retries = 0;
            while let Err(error) = &read
                && policy.is_some_and(|policy| policy.wait(error, retries).is_some())
            {
                log::warn!("{error}; retrying");
                retries += 1;
                read = start_read(source, &path).await;
            }
            if let Ok(content) = &read {
                let noted = self.noted.iter_mut().filter(|noted| noted.path == path);
                noted.for_each(|noted| noted.is_read = true);
                let is_first = self.noted[0].path == path;
                bytes = bytes.saturating_add(if is_first { 0 } else { content.len() });
                let mut needed = needs(&path, content, &self.contents)
                    .map_err(|error| LoadError::of(error, Some(&path)))?;
                needed.sort_unstable();
                needed.dedup();
                for new in &needed {
                    if !self.noted.iter().any(|noted| noted.path == *new) {
                        self.request(new.clone(), source);
                    }
                }
                if self.noted.len() > max_files + 1 || bytes > max_bytes {
                    let what = format!(
                        "it needs more than {max_files} further files, or more than {max_bytes} bytes of them"
                    );
                    return Err(DecodeError { path: self.noted[0].path.clone(), position: None, what }.into());
                }
                if !needed.is_empty() {
                    self.needs.insert(path.clone(), needed);
                }
            }
            self.contents.insert(path, read);
        }
        Ok(())
    }

    /// The files that need each other, if there are any: none of them can be read to its end.
    pub(super) fn circle(&self) -> Option<String> {
        let mut left = self.needs.clone();
        loop {
            let before = left.len();
            let needed: Vec<_> = left.values().flatten().cloned().collect();
            let known: Vec<_> = left.keys().cloned().collect();
            left.retain(|path, needs| needs.iter().any(|need| known.contains(need)) && needed.contains(path));
            if left.len() == before {
                break;
            }
        }
        let files: Vec<_> = left.keys().map(AssetPath::as_str).collect();
        (!files.is_empty()).then(|| format!("these files need each other: {}; remove one", files.join(", ")))
    }
}
