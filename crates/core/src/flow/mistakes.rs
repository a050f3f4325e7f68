//! What the code of a game gets wrong without a failure: names that do not exist, and values of another type than a
//! screen asks for.

use std::any::{Any, type_name};
use std::cell::Cell;

use super::screen_id::ScreenId;

/// For how many ticks a mistake is shown, five seconds.
const SHOWN: u64 = 300;

/// The last mistake, and the last rejected command.
#[derive(Default)]
pub(super) struct Mistakes {
    /// With its tick.
    last: Option<(String, u64)>,
    rejection: String,
}

impl Mistakes {
    pub(super) fn add(&mut self, text: String, tick: u64) {
        self.last = Some((text, tick));
    }

    /// Logs a rejection. A command that a screen requests in each tick is logged once.
    pub(super) fn warn_rejected(&mut self, text: String) {
        if self.rejection != text {
            log::warn!("{text}");
            self.rejection = text;
        }
    }

    /// The mistake that is shown in a tick.
    pub(super) fn shown(&self, tick: u64) -> Option<&str> {
        let (text, since) = self.last.as_ref()?;
        (tick - since < SHOWN).then_some(text)
    }
}

/// The types for which a screen has asked: its payload, and the result of another screen.
#[derive(Default)]
pub(super) struct Asked {
    /// Whether the payload was of a type that was asked for; another may have been asked for before.
    has_payload: Cell<bool>,
    payload: Cell<Option<&'static str>>,
    is_shown: Cell<bool>,
    result: Cell<Option<&'static str>>,
}

impl Asked {
    pub(super) fn payload<'a, T: 'static>(&self, payload: Option<&'a dyn Any>) -> Option<&'a T> {
        let found = payload?.downcast_ref();
        self.has_payload.set(self.has_payload.get() || found.is_some());
        self.payload.set(Some(type_name::<T>()));
        found
    }

    pub(super) fn result<'a, T: 'static>(&self, value: &'a dyn Any) -> Option<&'a T> {
        let found = value.downcast_ref();
        self.result.set(found.is_none().then_some(type_name::<T>()));
        found
    }

    /// The mistakes of a call. A payload's mistake is shown once.
    pub(super) fn mistakes(&self, screen: ScreenId) -> impl Iterator<Item = String> + use<> {
        let has_other = !self.has_payload.get() && !self.is_shown.get();
        let payload = self.payload.take().filter(|_| has_other);
        self.is_shown.set(self.is_shown.get() || payload.is_some());
        let texts = [(payload, "its payload"), (self.result.take(), "the result that it got")];
        texts.into_iter().filter_map(move |(asked, what)| {
            Some(format!("screen `{screen}` asks for a `{}`, but {what} is of another type", asked?))
        })
    }
}
