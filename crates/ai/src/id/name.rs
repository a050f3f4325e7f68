//! The names of states and events, each with a number. A name is kept as long as the program runs: it is in code and in
//! files, it outlives a machine that is read again, and one machine sends it to another. All names together take 8 MB at
//! most.

use std::collections::HashMap;
use std::fmt;
use std::num::NonZeroU16;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The longest name in bytes.
pub(crate) const MAX_NAME: usize = 64;

/// A name of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Name(NonZeroU16);

const ROOT: &str = "root";

const CHUNK: usize = 256;

type Chunk = Box<[OnceLock<&'static str>]>;

/// The names by number. A name is written once, before its number is given out, so reading takes no lock.
static TEXTS: [OnceLock<Chunk>; CHUNK] = [const { OnceLock::new() }; CHUNK];

/// The numbers by name, without the root. Only a text takes this lock.
static NUMBERS: Mutex<Option<HashMap<&'static str, NonZeroU16>>> = Mutex::new(None);

impl Name {
    /// The name of the root, which is there from the beginning.
    pub(super) const ROOT: Self = Self(NonZeroU16::MIN);

    /// All names that are longer than [`MAX_NAME`], and those beyond the 65,534 that there can be.
    pub(super) const UNKNOWN: Self = Self(NonZeroU16::MAX);

    /// The name of a text, which is kept if it is new.
    pub(super) fn of(text: &str) -> Self {
        if text == ROOT {
            return Self::ROOT;
        } else if text.len() > MAX_NAME {
            return Self::UNKNOWN;
        }
        let mut numbers = NUMBERS.lock().unwrap_or_else(PoisonError::into_inner);
        let numbers = numbers.get_or_insert_default();
        if let Some(known) = numbers.get(text) {
            return Self(*known);
        }
        // Behind the root.
        let next = u16::try_from(numbers.len() + 2).ok().and_then(NonZeroU16::new);
        let Some(number) = next.filter(|number| *number != NonZeroU16::MAX) else { return Self::UNKNOWN };
        let text: &'static str = Box::leak(Box::from(text));
        let place = number.get() as usize;
        let chunk = TEXTS[place / CHUNK].get_or_init(|| (0..CHUNK).map(|_| OnceLock::new()).collect());
        // No other name has this number.
        chunk[place % CHUNK].get_or_init(|| text);
        numbers.insert(text, number);
        Self(number)
    }

    /// The name of a text that is kept already.
    pub(super) fn find(text: &str) -> Option<Self> {
        if text == ROOT {
            return Some(Self::ROOT);
        }
        let numbers = NUMBERS.lock().unwrap_or_else(PoisonError::into_inner);
        numbers.as_ref()?.get(text).copied().map(Self)
    }

    pub(super) fn text(self) -> &'static str {
        if self == Self::ROOT {
            return ROOT;
        }
        let number = self.number();
        let text = TEXTS[number / CHUNK].get().and_then(|chunk| chunk[number % CHUNK].get());
        text.copied().unwrap_or("(a name too many or too long)")
    }

    /// The number, from 1.
    pub(super) const fn number(self) -> usize {
        self.0.get() as usize
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.text(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::{EventId, StateId};

    #[test]
    fn the_name_of_an_id_takes_no_lock() {
        let (event, state) = (EventId::from("ring"), StateId::from("open"));
        let locked = NUMBERS.lock().unwrap();
        assert_eq!((event.name(), state.name(), StateId::ROOT.name()), ("ring", "open", "root"));
        drop(locked);
        assert_eq!((EventId::find("ring"), EventId::find("rang")), (Some(event), None));
    }

    #[test]
    fn a_text_that_no_machine_can_have_as_a_name_is_not_kept() {
        let [longest, too_long] = [MAX_NAME, MAX_NAME + 1].map(|length| "x".repeat(length));
        let (kept, not_kept) = (EventId::from(&*longest), EventId::from(&*too_long));
        assert_eq!((kept.name(), EventId::find(&longest)), (&*longest, Some(kept)));
        assert_eq!((not_kept.name(), EventId::find(&too_long)), ("(a name too many or too long)", None));
    }
}
