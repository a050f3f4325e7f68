//! How a load handles files that are slow, interrupted or too large.

use super::error::LoadError;
use crate::platform::MAX_FILE;

/// How the loads of a phase handle files that are slow, interrupted or too large:
/// [`Phase::load_policy`](crate::flow::Phase::load_policy). Its preloads, side loads and reloads follow it too. Times
/// are in ticks, at most one for each frame.
///
/// ```
/// use proscenium_core::flow::Phase;
/// use proscenium_core::phase::LoadPolicy;
///
/// // A phase of large files over a network.
/// let patient = LoadPolicy { retries: 5, time_limit: Some(60 * 120), ..LoadPolicy::default() };
/// let level = Phase::new("level").load_policy(patient);
/// # let _ = level;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LoadPolicy {
    /// The number of retries of a file; 2 by default.
    pub retries: u32,
    /// The ticks before the first retry, 15 by default; each further one waits twice as long. A manifest is
    /// read again at once.
    pub retry_after: u32,
    /// The causes after which a file is read again; by default [`LoadError::is_transient`].
    pub is_retried: fn(&LoadError) -> bool,
    /// The ticks without progress after which the load is [`Slow`](super::Activity::Slow); 180 by default.
    pub slow_after: u32,
    /// The ticks without progress after which the load is [`Stalled`](super::Activity::Stalled); 600 by default.
    pub stalled_after: u32,
    /// The maximum number of ticks that the manifest, and each item from its turn on, may take with its retries. Beyond
    /// it they fail with [`LoadError::TimedOut`]. By default there is none: a stalled load waits until the player or
    /// the game gives up.
    pub time_limit: Option<u32>,
    /// The maximum number of bytes of all resources of the phase, on the GPU and in main memory together; 1 GiB by
    /// default. An item that does not fit fails with [`LoadError::ByteLimit`] before its upload, and one whose
    /// [`decoded_size`](super::Asset::decoded_size) is more than twice the limit, and more than 256 MiB, before it is decoded.
    pub byte_limit: u64,
}

impl Default for LoadPolicy {
    fn default() -> Self {
        Self {
            retries: 2,
            retry_after: 15,
            is_retried: LoadError::is_transient,
            slow_after: 180,
            stalled_after: 600,
            time_limit: None,
            byte_limit: 1 << 30,
        }
    }
}

impl LoadPolicy {
    /// The ticks before the next retry, after `retries` of them; `None` if `cause` is final.
    pub(super) fn wait(&self, cause: &LoadError, retries: u32) -> Option<u32> {
        let is_retried = retries < self.retries && (self.is_retried)(cause);
        is_retried.then(|| self.retry_after.saturating_mul(1_u32.checked_shl(retries).unwrap_or(u32::MAX)))
    }

    /// The error of an item or a manifest that has taken this many ticks, if they are too many.
    pub(super) fn time_out(&self, ticks: u32) -> Option<LoadError> {
        self.time_limit.filter(|limit| ticks > *limit).map(LoadError::TimedOut)
    }

    /// Fails if the `new` bytes and the `resident` ones are beyond the limit, or beyond what can be counted.
    pub(super) fn check_bytes(&self, resident: u64, new: u64) -> Result<(), LoadError> {
        match resident.checked_add(new) {
            Some(all) if all <= self.byte_limit => Ok(()),
            _ => Err(LoadError::ByteLimit(self.byte_limit)),
        }
    }

    /// The maximum number of bytes that decoding a file may take, and the limit that it follows from. An image needs
    /// another copy while it is decoded, and a small limit must not refuse small files.
    pub(super) fn decoding(&self) -> (u64, u64) {
        (self.byte_limit.saturating_mul(2).max(MAX_FILE), self.byte_limit)
    }
}
