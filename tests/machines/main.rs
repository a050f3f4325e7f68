//! Machines: the four families, their data files, snapshots, errors.

mod data_file;
mod errors;
mod families;
mod model;
mod no_allocation;
mod random;
mod regions;
mod requests;
mod single_units;
mod snapshots;
mod two_populations;
mod warnings;
mod watch;
