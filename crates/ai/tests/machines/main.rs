//! Machines: the four families, their data files, snapshots, errors.

mod chains;
mod data_file;
mod errors;
mod families;
mod inside;
mod model;
mod names;
mod no_allocation;
mod payloads;
mod random;
mod random_numbers;
mod regions;
mod requests;
mod single_units;
mod snapshots;
mod threads;
mod two_populations;
mod unit_ids;
mod warnings;
mod watch;
