//! The benchmarks are in `benches/`: `cargo bench -p bench`.
