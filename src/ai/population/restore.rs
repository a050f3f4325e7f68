//! Snapshots: see [`snapshot`](crate::ai::snapshot).
