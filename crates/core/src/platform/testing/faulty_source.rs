//! A source of files that goes wrong where a test wants it to.

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use futures_lite::future::yield_now;

use crate::platform::{AssetPath, AssetSource, ReadCause, ReadError, ReadFuture};

/// What goes wrong with a read of a [`FaultySource`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It fails as a lost connection does ([`ReadCause::Io`]).
    Interrupt,
    /// It fails as if there were no such file ([`ReadCause::NotFound`]).
    Lose,
    /// It panics in the first poll.
    Panic,
    /// It gives the first half of the file.
    Cut,
    /// It gives the file with all bits inverted.
    Corrupt,
    /// It is pending for this many polls and wakes itself in each; [`u32::MAX`] is for ever.
    Delay(u32),
    /// It never ends and never wakes its task.
    Stall,
}

/// Another source whose n-th reads go wrong, to test how a game takes it.
///
/// Reads are counted over all files from 1, in the order of the calls; without threads
/// ([`Background::single_threaded`]) it is the same in each run. A source with a [`Fault::Delay`] or
/// [`Fault::Stall`] is not immediate.
///
/// [`Background::single_threaded`]: crate::phase::Background::single_threaded
///
/// ```
/// use proscenium_core::phase::Asset;
/// use proscenium_core::platform::{AssetPath, Fault, FaultySource, MemorySource};
///
/// let files = MemorySource::default().with("map.bin", "1234");
/// let source = FaultySource::new(files).with(1, Fault::Interrupt).with(2, Fault::Cut);
/// // A whole game reads from it as `ManagerSettings::source`.
/// let map = AssetPath::new("map.bin")?;
/// let read = || Vec::<u8>::read(&source, &map);
/// assert_eq!(read().unwrap_err().to_string(), "cannot read map.bin: the fault of read 1");
/// assert_eq!(read()?[..], *b"12");
/// assert_eq!(read()?[..], *b"1234");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub struct FaultySource {
    inner: Arc<dyn AssetSource>,
    faults: Vec<(u32, Fault)>,
    reads: AtomicU32,
    is_immediate: bool,
}

impl FaultySource {
    /// A source without faults.
    pub fn new(inner: impl AssetSource + 'static) -> Self {
        let is_immediate = inner.is_immediate();
        Self { inner: Arc::new(inner), faults: Vec::new(), reads: AtomicU32::new(0), is_immediate }
    }

    /// Adds a fault of the `nth` read, from 1.
    pub fn with(mut self, nth: u32, fault: Fault) -> Self {
        self.is_immediate &= !matches!(fault, Fault::Delay(_) | Fault::Stall);
        self.faults.push((nth, fault));
        self
    }

    /// Makes the source one that cannot be waited for, as a network in a browser.
    pub const fn as_network(mut self) -> Self {
        self.is_immediate = false;
        self
    }

    /// The number of reads so far.
    pub fn reads(&self) -> u32 {
        self.reads.load(Ordering::Relaxed)
    }
}

impl AssetSource for FaultySource {
    fn read(&self, path: &AssetPath) -> ReadFuture {
        let nth = self.reads.fetch_add(1, Ordering::Relaxed) + 1;
        let fault = self.faults.iter().find(|(at, _)| *at == nth).map(|(_, fault)| *fault);
        let message = format!("the fault of read {nth}");
        let read = self.inner.read(path);
        let path = path.to_string();
        Box::pin(async move {
            match fault {
                None => read.await,
                Some(Fault::Interrupt) => Err(ReadError { path, cause: ReadCause::Io(message) }),
                Some(Fault::Lose) => Err(ReadError { path, cause: ReadCause::NotFound }),
                Some(Fault::Panic) => panic!("{message}"),
                Some(Fault::Cut) => read.await.map(|bytes| bytes[..bytes.len() / 2].to_vec()),
                Some(Fault::Corrupt) => read.await.map(|bytes| bytes.iter().map(|byte| !byte).collect()),
                Some(Fault::Delay(polls)) => {
                    let mut left = 0..polls;
                    while polls == u32::MAX || left.next().is_some() {
                        yield_now().await;
                    }
                    read.await
                }
                Some(Fault::Stall) => pending().await,
            }
        })
    }

    fn is_immediate(&self) -> bool {
        self.is_immediate
    }

    fn received(&self, path: &AssetPath) -> Option<(u64, Option<u64>)> {
        self.inner.received(path)
    }

    fn stamp(&self, path: &AssetPath) -> Option<u64> {
        self.inner.stamp(path)
    }

    fn list(&self) -> Option<Vec<String>> {
        self.inner.list()
    }
}
