//! Payloads, and the names of their types for the log.

use std::any::{Any, TypeId, type_name};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

thread_local! {
    /// The types of payloads so far.
    static NAMES: RefCell<HashMap<TypeId, &'static str>> = RefCell::default();
    /// The types that were asked for in vain, with those of the payloads.
    static LOGGED: RefCell<HashSet<[TypeId; 2]>> = RefCell::default();
}

pub(super) fn payload<T: 'static>(value: T) -> Rc<dyn Any> {
    // A destructor of the thread may come too late for a name.
    let _ = NAMES.try_with(|names| names.borrow_mut().insert(TypeId::of::<T>(), type_name::<T>()));
    Rc::new(value)
}

/// The payload as a `T`. One of another type is logged, once for these two types.
pub(super) fn payload_as<T: 'static>(payload: Option<&dyn Any>) -> Option<&T> {
    let payload = payload?;
    let (found, id) = (payload.downcast_ref(), payload.type_id());
    if found.is_none() && LOGGED.with_borrow_mut(|logged| logged.insert([TypeId::of::<T>(), id])) {
        let given = NAMES.with_borrow(|names| names.get(&id).copied()).unwrap_or("value of another type");
        log::warn!(
            "the payload is a `{given}`, so a screen that asks for a `{}` gets none",
            type_name::<T>()
        );
    }
    found
}
