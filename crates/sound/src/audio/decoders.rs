//! Decodes sounds on separate threads.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::Builder;

use proscenium_core::platform::caught;

use super::{Data, lock, read};

/// A phase may load hundreds of sounds in one tick.
const MAX_THREADS: usize = 4;

/// What a decoder makes of a sound.
pub(super) type Decoding = Arc<OnceLock<Result<Data, String>>>;

/// A few threads, which end when there is nothing to decode.
#[derive(Default)]
pub(super) struct Decoders(Arc<Mutex<Queue>>);

#[derive(Default)]
struct Queue {
    waiting: VecDeque<(Arc<[u8]>, Decoding)>,
    threads: usize,
}

impl Decoders {
    /// Decodes the bytes of a file, after the files that wait already.
    pub(super) fn decode(&self, bytes: Arc<[u8]>) -> Decoding {
        let decoding = Decoding::default();
        let mut queue = lock(&self.0);
        queue.waiting.push_back((bytes, Arc::clone(&decoding)));
        if queue.threads < MAX_THREADS {
            let shared = Arc::clone(&self.0);
            match Builder::new().name("sound decoder".to_owned()).spawn(move || work(&shared)) {
                Ok(_) => queue.threads += 1,
                // Another thread does it.
                Err(_) if queue.threads > 0 => {}
                Err(error) => queue.waiting.drain(..).for_each(|(_, decoding)| {
                    let _ = decoding.set(Err(error.to_string()));
                }),
            }
        }
        decoding
    }
}

fn work(queue: &Mutex<Queue>) {
    loop {
        let mut locked = lock(queue);
        let Some((bytes, decoding)) = locked.waiting.pop_front() else {
            locked.threads -= 1;
            return;
        };
        drop(locked);
        // A sound that was unloaded has no other reference.
        if Arc::strong_count(&decoding) > 1 {
            let panicked = |why| Err(format!("its decoder panicked: {why}"));
            let _ = decoding.set(caught(|| read(bytes)).unwrap_or_else(panicked));
        }
    }
}
