//! The mixer, by its calls to a device that records them.

mod mixing;
mod phases;
#[cfg(not(feature = "device"))]
mod silence;
