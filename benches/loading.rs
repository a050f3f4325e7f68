//! A place holder.

fn main() {}
