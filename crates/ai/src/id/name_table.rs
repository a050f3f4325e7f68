//! The names of all machines, each with a number. They are never freed: a program has a bounded number of them.

use std::collections::HashMap;
use std::num::NonZeroU16;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The number of all names beyond the 65,534 that there can be.
pub(super) const FULL: NonZeroU16 = NonZeroU16::MAX;

/// The name of the number 1, which is there from the beginning.
const ROOT: &str = "root";

const CHUNK: usize = 256;

type Chunk = Box<[OnceLock<&'static str>]>;

/// The names by number. A name is written once, before its number is given out, so reading takes no lock.
static TEXTS: [OnceLock<Chunk>; CHUNK] = [const { OnceLock::new() }; CHUNK];

/// The numbers by name, without the root. Only a text takes this lock.
static NUMBERS: Mutex<Option<HashMap<&'static str, NonZeroU16>>> = Mutex::new(None);

/// What is shown for [`FULL`].
const NO_NAME: &str = "(one name too many)";

/// The name of a number.
pub(super) fn text_of(number: NonZeroU16) -> &'static str {
    if number == NonZeroU16::MIN {
        return ROOT;
    }
    let number = number.get() as usize;
    let text = TEXTS[number / CHUNK].get().and_then(|chunk| chunk[number % CHUNK].get());
    text.copied().unwrap_or(NO_NAME)
}

/// The number of a name that is there already.
pub(super) fn find(text: &str) -> Option<NonZeroU16> {
    if text == ROOT {
        return Some(NonZeroU16::MIN);
    }
    let numbers = NUMBERS.lock().unwrap_or_else(PoisonError::into_inner);
    numbers.as_ref()?.get(text).copied()
}

/// The number of a name, which gets one if it has none.
pub(super) fn number_of(text: &str) -> NonZeroU16 {
    if text == ROOT {
        return NonZeroU16::MIN;
    }
    let mut numbers = NUMBERS.lock().unwrap_or_else(PoisonError::into_inner);
    let numbers = numbers.get_or_insert_default();
    if let Some(known) = numbers.get(text) {
        return *known;
    }
    // Behind the root.
    let next = u16::try_from(numbers.len() + 2).ok().and_then(NonZeroU16::new);
    let Some(number) = next.filter(|number| *number != FULL) else { return FULL };
    let text: &'static str = Box::leak(Box::from(text));
    let place = number.get() as usize;
    let chunk = TEXTS[place / CHUNK].get_or_init(|| (0..CHUNK).map(|_| OnceLock::new()).collect());
    // No other name has this number.
    chunk[place % CHUNK].get_or_init(|| text);
    numbers.insert(text, number);
    number
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
}
