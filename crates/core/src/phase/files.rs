//! Reading a file and the files that it needs, each of them once.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use futures_lite::future::Boxed;

use super::error::{AnyError, DecodeError, LoadError, start_read};
use super::policy::LoadPolicy;
use crate::platform::{AssetPath, AssetSource};

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
        files.into_iter().any(|file| source.stamp(&file.path) != file.stamp)
    }
}

/// The bytes of files, or why they cannot be read.
pub(super) type Contents = BTreeMap<AssetPath, Result<Vec<u8>, LoadError>>;

/// A read that has begun, with the number of its file.
type Requested = (usize, Boxed<Result<Vec<u8>, LoadError>>);

/// A file and the files that it needs.
#[derive(Default)]
pub(super) struct Files {
    /// In the order in which they were requested; the first one is the file itself.
    pub(super) noted: Vec<Noted>,
    pub(super) contents: Contents,
    requested: VecDeque<Requested>,
    /// The paths of `noted`.
    known: HashSet<AssetPath>,
    /// What each file needs, if it needs any.
    needs: BTreeMap<AssetPath, Vec<AssetPath>>,
}

impl Files {
    /// Requests a file. A network begins to send it in this call, and a disk is read when the read is polled.
    pub(super) fn request(&mut self, path: AssetPath, source: &dyn AssetSource) {
        let number = self.noted.len();
        self.noted.push(Noted { path: path.clone(), stamp: None, is_read: false });
        self.requested.push_back((number, Box::pin(start_read(source, &path))));
        self.known.insert(path);
    }

    /// Reads what was requested and what that `needs`, until nothing new is needed, at most `max_files` and
    /// `max_bytes` beside the first one; files beyond that are not requested. An interrupted read is tried again at
    /// once where there is a `policy`.
    pub(super) async fn read(
        &mut self,
        source: &dyn AssetSource,
        (max_files, max_bytes): (usize, usize),
        policy: Option<&LoadPolicy>,
        mut needs: impl FnMut(&AssetPath, &[u8], &Contents) -> Result<Vec<AssetPath>, AnyError>,
    ) -> Result<(), LoadError> {
        let mut bytes = 0_usize;
        while let Some((number, read)) = self.requested.pop_front() {
            let path = self.noted[number].path.clone();
            // Not in the call that requests it: a disk may take its time to answer.
            self.noted[number].stamp = source.stamp(&path);
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
                self.noted[number].is_read = true;
                bytes = bytes.saturating_add(if number == 0 { 0 } else { content.len() });
                let mut needed = needs(&path, content, &self.contents)
                    .map_err(|error| LoadError::of(error, Some(&path)))?;
                needed.sort_unstable();
                needed.dedup();
                let new: Vec<_> = needed.iter().filter(|path| !self.known.contains(*path)).cloned().collect();
                if self.noted.len() + new.len() > max_files + 1 || bytes > max_bytes {
                    let what = format!(
                        "it needs more than {max_files} further files, or more than {max_bytes} bytes of them"
                    );
                    return Err(DecodeError { path: self.noted[0].path.clone(), position: None, what }.into());
                }
                new.into_iter().for_each(|path| self.request(path, source));
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
        let needs = |path| self.needs.get(path).into_iter().flatten();
        let first = &self.noted.first()?.path;
        // Depth first: the files from the first one to the current one, with what each needs that is not looked at yet.
        let mut open = vec![(first, needs(first))];
        let mut is_open = HashMap::from([(first, true)]);
        while let Some((path, rest)) = open.last_mut() {
            let Some(next) = rest.next() else {
                is_open.insert(path, false);
                open.pop();
                continue;
            };
            match is_open.get(next) {
                Some(true) => {
                    let circle = open.iter().skip_while(|(path, _)| *path != next);
                    let files: Vec<_> = circle.map(|(path, _)| path.as_str()).collect();
                    return Some(format!("these files need each other: {}; remove one", files.join(", ")));
                }
                Some(false) => {}
                None => {
                    is_open.insert(next, true);
                    open.push((next, needs(next)));
                }
            }
        }
        None
    }
}
