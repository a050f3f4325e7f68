//! Files in memory whose reads a test interrupts, delays and counts.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::future::poll_fn;
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};

use proscenium::platform::{AssetPath, AssetSource, ReadCause, ReadError, ReadFuture};

/// Files in memory. Clones share the number of reads and the gates.
#[derive(Clone, Debug, Default)]
pub struct TestSource {
    files: BTreeMap<String, Vec<u8>>,
    broken: HashMap<String, u32>,
    reads: Arc<Mutex<HashMap<String, u32>>>,
    gates: Option<Arc<Mutex<Gates>>>,
}

#[derive(Debug, Default)]
struct Gates {
    open: HashSet<String>,
    waiting: Vec<Waker>,
}

impl TestSource {
    /// Adds a file.
    #[must_use]
    pub fn with(mut self, path: &str, bytes: impl Into<Vec<u8>>) -> Self {
        self.files.insert(path.to_owned(), bytes.into());
        self
    }

    /// Interrupts the first `times` reads of `path`, as a bad network would.
    #[must_use]
    pub fn breaking_off(mut self, path: &str, times: u32) -> Self {
        self.broken.insert(path.to_owned(), times);
        self
    }

    /// Delays each read until its path is [opened](Self::open).
    #[must_use]
    pub fn gated(mut self) -> Self {
        self.gates = Some(Arc::default());
        self
    }

    /// Lets reads of `path` through, those that wait already too.
    pub fn open(&self, path: &str) {
        let mut gates = self.gates.as_ref().unwrap().lock().unwrap();
        gates.open.insert(path.to_owned());
        gates.waiting.drain(..).for_each(Waker::wake);
    }

    /// The number of reads of `path`.
    pub fn reads_of(&self, path: &str) -> u32 {
        self.reads.lock().unwrap().get(path).copied().unwrap_or(0)
    }
}

impl AssetSource for TestSource {
    fn read(&self, path: &AssetPath) -> ReadFuture {
        let path = path.to_string();
        let mut reads = self.reads.lock().unwrap();
        let nth = reads.entry(path.clone()).or_insert(0);
        *nth += 1;
        let result = if *nth <= self.broken.get(&path).copied().unwrap_or(0) {
            Err(ReadCause::Io("the connection was lost".to_owned()))
        } else {
            self.files.get(&path).cloned().ok_or(ReadCause::NotFound)
        };
        let gates = self.gates.clone();
        Box::pin(async move {
            poll_fn(|cx| {
                let Some(mut gates) = gates.as_ref().map(|gates| gates.lock().unwrap()) else {
                    return Poll::Ready(());
                };
                if gates.open.contains(&path) {
                    return Poll::Ready(());
                }
                gates.waiting.push(cx.waker().clone());
                Poll::Pending
            })
            .await;
            result.map_err(|cause| ReadError { path, cause })
        })
    }

    fn is_immediate(&self) -> bool {
        self.gates.is_none()
    }

    fn list(&self) -> Option<Vec<String>> {
        Some(self.files.keys().cloned().collect())
    }
}
