//! What the benchmarks in `benches/` share. They run with `cargo bench -p bench`.

pub mod ratio;
