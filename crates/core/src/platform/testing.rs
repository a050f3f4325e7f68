//! Files and a GPU for tests (feature `testing`).

mod faulty_source;
mod pixel_gpu;
mod test_source;

pub use faulty_source::{Fault, FaultySource};
pub use pixel_gpu::PixelGpu;
pub use test_source::TestSource;
