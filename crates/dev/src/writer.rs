//! Writing beside the ticks.

use std::io::{self, BufWriter, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};

/// Writes what it gets on a thread of its own, in the order in which it gets it. All of it is written as soon as the
/// thread has no more of it, so that a program that is killed loses the last milliseconds. [`flush`](Write::flush) waits
/// until it is written, and so does the end.
pub(crate) struct BackgroundWriter {
    /// `None` after the end, or an error.
    thread: Option<(Sender<Part>, JoinHandle<io::Result<()>>)>,
}

enum Part {
    Bytes(Vec<u8>),
    /// Answers when all parts before it are written.
    Flush(Sender<()>),
}

impl BackgroundWriter {
    pub(crate) fn new(out: impl Write + Send + 'static) -> io::Result<Self> {
        let (parts, received) = channel();
        let thread = Builder::new().name("writer".to_owned()).spawn(move || write(&received, out))?;
        Ok(Self { thread: Some((parts, thread)) })
    }

    /// Waits until all is written and closed.
    pub(crate) fn close(&mut self) -> io::Result<()> {
        let Some((parts, thread)) = self.thread.take() else { return Ok(()) };
        drop(parts);
        thread.join().unwrap_or_else(|_| Err(io::Error::other("its thread has panicked")))
    }

    fn send(&mut self, part: Part) -> io::Result<()> {
        match &self.thread {
            Some((parts, _)) if parts.send(part).is_ok() => Ok(()),
            // The thread has ended with an error.
            _ => self.close().and(Err(io::ErrorKind::BrokenPipe.into())),
        }
    }
}

/// Writes all parts until there are no more senders.
fn write(parts: &Receiver<Part>, out: impl Write) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    while let Ok(first) = parts.recv() {
        for part in std::iter::once(first).chain(parts.try_iter()) {
            match part {
                Part::Bytes(bytes) => out.write_all(&bytes)?,
                Part::Flush(done) => {
                    out.flush()?;
                    // Where the program has ended, none waits for it.
                    let _ = done.send(());
                }
            }
        }
        out.flush()?;
    }
    Ok(())
}

impl Write for BackgroundWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.send(Part::Bytes(bytes.to_vec()))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let (done, is_done) = channel();
        self.send(Part::Flush(done))?;
        is_done.recv().or_else(|_| self.close().and(Err(io::ErrorKind::BrokenPipe.into())))
    }
}

impl Drop for BackgroundWriter {
    fn drop(&mut self) {
        if let Err(error) = self.close() {
            log::warn!("a file is not whole: {error}");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    /// Takes so many bytes.
    #[derive(Clone)]
    struct Disk(Arc<Mutex<Vec<u8>>>, usize);

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let mut disk = self.0.lock().unwrap();
            if disk.len() + bytes.len() > self.1 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            disk.extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn all_bytes_are_there_in_order_after_a_flush_and_at_the_end() {
        let disk = Disk(Arc::default(), usize::MAX);
        let mut out = BackgroundWriter::new(disk.clone()).unwrap();
        let mut all = Vec::new();
        for nth in 0..10_000_u32 {
            all.extend(nth.to_le_bytes());
            out.write_all(&nth.to_le_bytes()).unwrap();
            if nth % 1_000 == 0 {
                out.flush().unwrap();
                assert!(*disk.0.lock().unwrap() == all);
            }
        }
        drop(out);
        assert!(*disk.0.lock().unwrap() == all);
    }

    #[test]
    fn a_full_disk_is_an_error_and_no_panic() {
        let mut out = BackgroundWriter::new(Disk(Arc::default(), 10)).unwrap();
        out.write_all(&[7; 11]).unwrap();
        assert_eq!(out.flush().unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(out.write_all(b"x").unwrap_err().kind(), io::ErrorKind::BrokenPipe);
        assert_eq!(out.flush().unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }
}
