//! Files over the network.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use serde::Deserialize;

use super::{Answer, ask};
use crate::platform::path::AssetPath;
use crate::platform::read_error::{MAX_FILE, ReadCause, ReadError};
use crate::platform::source::{AssetSource, ReadFuture, lock};

/// Reads the assets over the network, below the folder that the page names.
///
/// Each read is one request, sent at once; the page takes a file from its pack where there are packs, each of
/// which it downloads once. A server that answers 404 is
/// [`ReadCause::NotFound`]; any other answer, a connection that breaks off, and one that brings
/// nothing for as long as the page allows are [`ReadCause::Io`], which a load tries again.
#[derive(Clone, Debug, Default)]
pub struct PageSource {
    requests: Arc<Mutex<HashMap<String, Partial>>>,
}

/// What the page says of a file that is not there yet.
#[derive(Debug, Deserialize)]
struct Partial {
    ticket: u32,
    received: u64,
    total: Option<u64>,
}

impl AssetSource for PageSource {
    fn read(&self, path: &AssetPath) -> ReadFuture {
        let path = path.to_string();
        let requests = Arc::clone(&self.requests);
        let mut answer = ask(&format!("file:{path}"));
        Box::pin(async move {
            let result = loop {
                match answer.await {
                    Answer::Done(bytes) => break Ok(bytes),
                    Answer::NotFound => break Err(ReadCause::NotFound),
                    Answer::Broken(why) => break Err(ReadCause::Io(why)),
                    Answer::Partial(json) => match serde_json::from_slice::<Partial>(&json) {
                        Err(error) => break Err(ReadCause::Io(error.to_string())),
                        Ok(file) if file.received.max(file.total.unwrap_or(0)) > MAX_FILE => {
                            break Err(ReadCause::TooLarge(file.received.max(file.total.unwrap_or(0))));
                        }
                        Ok(file) => {
                            answer = ask(&format!("more:{}", file.ticket));
                            lock(&requests).insert(path.clone(), file);
                        }
                    },
                }
            };
            lock(&requests).remove(&path);
            result.map_err(|cause| ReadError { path, cause })
        })
    }

    fn is_immediate(&self) -> bool {
        false
    }

    fn received(&self, path: &AssetPath) -> Option<(u64, Option<u64>)> {
        lock(&self.requests).get(path.as_str()).map(|file| (file.received, file.total))
    }
}
