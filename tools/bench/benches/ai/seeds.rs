//! The state machines of the design documents, ported as they stand: what one gets by typing them in.
//!
//! They are ports in good faith. Where Rust offers several ways to say what the document's language
//! says, the quicker one is taken: references that are followed every tick stay references, dictionaries
//! with small keys hash with one multiplication, and nothing is allocated that the document does not
//! allocate. What costs them their time is the design: an object per state and unit, and a virtual call.

mod hierarchy;
mod node_shared;
mod pushdown;
mod table;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

pub use hierarchy::AskAll;
pub use node_shared::NodeShared;
pub use pushdown::ListOfStates;
pub use table::MapOfStates;

/// A dictionary whose keys are small numbers: enumerations, as in the documents.
type Dictionary<Key, Value> = HashMap<Key, Value, BuildHasherDefault<SmallKey>>;

/// Hashes a small number with one multiplication. The standard hasher guards against hostile keys, which
/// the dictionaries of the documents' languages do not.
#[derive(Default)]
struct SmallKey(u64);

impl Hasher for SmallKey {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u8(&mut self, key: u8) {
        self.write_u64(u64::from(key));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = (self.0 ^ key).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_usize(&mut self, key: usize) {
        self.write_u64(key as u64);
    }
}
