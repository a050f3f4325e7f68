//! Files over the network.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use serde::Deserialize;

use super::{Answer, ask, lock, send};
use proscenium_core::platform::AssetPath;
use proscenium_core::platform::{AssetSource, ReadFuture};
use proscenium_core::platform::{MAX_FILE, ReadCause, ReadError};

/// Reads the assets over the network, below the folder that the page names.
///
/// Each read is one request, sent at once; the page takes a file from its pack if there are packs, and downloads each
/// pack once. A server that answers 404 is [`ReadCause::NotFound`]; any other answer, a connection that breaks off, and
/// one that brings nothing for as long as the page allows are [`ReadCause::Io`], which a load tries again.
#[derive(Clone, Debug, Default)]
pub struct PageSource {
    partial: Arc<Mutex<HashMap<String, Partial>>>,
    last: Arc<AtomicU32>,
}

/// What the page says of a file that is not there yet.
#[derive(Debug, Deserialize)]
struct Partial {
    received: u64,
    total: Option<u64>,
}

/// A read. When it ends, or is dropped before, the page forgets the file.
struct Request {
    ticket: u32,
    path: String,
    partial: Arc<Mutex<HashMap<String, Partial>>>,
}

impl Drop for Request {
    fn drop(&mut self) {
        lock(&self.partial).remove(&self.path);
        send(&format!("drop:{}", self.ticket));
    }
}

impl AssetSource for PageSource {
    fn read(&self, path: &AssetPath) -> ReadFuture {
        let ticket = self.last.fetch_add(1, Ordering::Relaxed);
        let request = Request { ticket, path: path.to_string(), partial: Arc::clone(&self.partial) };
        let mut answer = ask(&format!("file:{ticket} {path}"));
        Box::pin(async move {
            let cause = loop {
                match answer.await {
                    Answer::Done(bytes) => return Ok(bytes),
                    Answer::NotFound => break ReadCause::NotFound,
                    Answer::Broken(why) => break ReadCause::Io(why),
                    Answer::Partial(json) => match serde_json::from_slice::<Partial>(&json) {
                        Err(error) => break ReadCause::Io(error.to_string()),
                        Ok(file) if file.received.max(file.total.unwrap_or(0)) > MAX_FILE => {
                            break ReadCause::TooLarge(file.received.max(file.total.unwrap_or(0)));
                        }
                        Ok(file) => {
                            answer = ask(&format!("more:{ticket}"));
                            lock(&request.partial).insert(request.path.clone(), file);
                        }
                    },
                }
            };
            Err(ReadError { path: request.path.clone(), cause })
        })
    }

    fn is_immediate(&self) -> bool {
        false
    }

    fn received(&self, path: &AssetPath) -> Option<(u64, Option<u64>)> {
        lock(&self.partial).get(path.as_str()).map(|file| (file.received, file.total))
    }
}
