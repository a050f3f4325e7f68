//! Files in memory that a test changes, holds back and counts.

use std::collections::{BTreeMap, HashSet};
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Poll, Waker};

use crate::platform::source::lock;
use crate::platform::{AssetPath, AssetSource, ReadCause, ReadError, ReadFuture};

/// Files in memory that a test saves again while a game runs, whose reads it counts, and which it can hold back. A
/// [`FaultySource`](super::FaultySource) around it breaks reads.
///
/// A clone has the same files: a manager gets one as `ManagerSettings::source`, and the test keeps the other.
///
/// ```
/// use proscenium_core::phase::Asset;
/// use proscenium_core::platform::{AssetPath, AssetSource, TestSource};
///
/// let files = TestSource::default().with("map.bin", "12");
/// let map = AssetPath::new("map.bin")?;
/// let read = || Vec::<u8>::read(&files, &map);
/// assert_eq!(read()?[..], *b"12");
/// files.save("map.bin", "34");
/// assert_eq!(read()?[..], *b"34");
/// assert_eq!(files.reads_of("map.bin"), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct TestSource {
    state: Arc<Mutex<State>>,
    is_gated: bool,
}

#[derive(Debug, Default)]
struct State {
    /// Each with the number of times it was saved.
    files: BTreeMap<String, (u64, Arc<[u8]>)>,
    interrupted: BTreeMap<String, u32>,
    reads: Vec<String>,
    open: HashSet<String>,
    waiting: Vec<Waker>,
}

impl TestSource {
    /// Adds a file.
    pub fn with(self, path: &str, bytes: impl Into<Vec<u8>>) -> Self {
        self.save(path, bytes);
        self
    }

    /// Interrupts the first `times` reads of `path` as a lost connection does ([`ReadCause::Io`]).
    pub fn interrupting(self, path: &str, times: u32) -> Self {
        self.state().interrupted.insert(path.to_owned(), times);
        self
    }

    /// Holds back each read until its path is [opened](Self::open), as a network would. The source is not
    /// [immediate](AssetSource::is_immediate).
    pub fn gated(mut self) -> Self {
        self.is_gated = true;
        self
    }

    /// Lets reads of `path` through from now on, waiting ones too.
    pub fn open(&self, path: &str) {
        let mut state = self.state();
        state.open.insert(path.to_owned());
        state.waiting.drain(..).for_each(Waker::wake);
    }

    /// Writes a file, also one that is there: its [stamp](AssetSource::stamp) changes.
    pub fn save(&self, path: &str, bytes: impl Into<Vec<u8>>) {
        let mut state = self.state();
        let stamp = state.files.get(path).map_or(1, |(stamp, _)| stamp + 1);
        state.files.insert(path.to_owned(), (stamp, bytes.into().into()));
    }

    /// Removes a file, and returns what was in it.
    pub fn remove(&self, path: &str) -> Option<Vec<u8>> {
        self.state().files.remove(path).map(|(_, bytes)| bytes.to_vec())
    }

    /// How often `path` was read.
    pub fn reads_of(&self, path: &str) -> usize {
        self.state().reads.iter().filter(|read| *read == path).count()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    fn answer(&self, path: &str) -> Result<Vec<u8>, ReadCause> {
        let mut state = self.state();
        state.reads.push(path.to_owned());
        if let Some(left) = state.interrupted.get_mut(path).filter(|left| **left > 0) {
            *left -= 1;
            return Err(ReadCause::Io("the connection was lost".to_owned()));
        }
        state.files.get(path).map(|(_, bytes)| bytes.to_vec()).ok_or(ReadCause::NotFound)
    }
}

impl AssetSource for TestSource {
    fn read(&self, path: &AssetPath) -> ReadFuture {
        let (source, path) = (self.clone(), path.to_string());
        // A network answers this request, and a disk has what is there when it is read.
        let answer = self.is_gated.then(|| self.answer(&path));
        Box::pin(async move {
            poll_fn(|cx| {
                let mut state = source.state();
                if !source.is_gated || state.open.contains(&path) {
                    return Poll::Ready(());
                }
                state.waiting.push(cx.waker().clone());
                Poll::Pending
            })
            .await;
            answer.unwrap_or_else(|| source.answer(&path)).map_err(|cause| ReadError { path, cause })
        })
    }

    fn is_immediate(&self) -> bool {
        !self.is_gated
    }

    fn stamp(&self, path: &AssetPath) -> Option<u64> {
        self.state().files.get(path.as_str()).map(|(stamp, _)| *stamp)
    }

    fn list(&self) -> Option<Vec<String>> {
        Some(self.state().files.keys().cloned().collect())
    }
}
