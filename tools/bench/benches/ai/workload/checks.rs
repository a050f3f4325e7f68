//! What a run has to leave behind.

/// Frame number of the first frame of a warm-up, far from those that are timed.
const WARM_UP_FROM: u32 = 1_000_000;
/// How many frames mix the states before anything is timed.
const WARM_UP_FRAMES: u32 = 64;

/// The frames to run, untimed, on a fresh population: after them its states are as mixed as they get.
pub fn warm_up_frames() -> std::ops::Range<u32> {
    WARM_UP_FROM..WARM_UP_FROM + WARM_UP_FRAMES
}

/// A run of the marine with 10 % events, and what it has to leave behind.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// Size of the population.
    pub units: usize,
    /// Frames after the warm-up, numbered from 0.
    pub frames: u32,
    /// The [`checksum`] of all units after the last frame.
    pub checksum: u64,
}

/// Folds numbers into one that changes with each of them and with their order (FNV, by words).
pub fn fold(numbers: impl IntoIterator<Item = u64>) -> u64 {
    numbers
        .into_iter()
        .fold(0xCBF2_9CE4_8422_2325, |sum, number| (sum ^ number).wrapping_mul(0x100_0000_01B3))
}
