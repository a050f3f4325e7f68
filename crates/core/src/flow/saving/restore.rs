//! Restoring a save: where its screens go, and what they get back.

use crate::flow::phase::PhaseScreens;
use crate::flow::save::{Restored, SavedFlow, SavedState, ScreenRecord};
use crate::flow::screen::Live;
use crate::flow::screen_id::ScreenId;
use crate::flow::services::Services;
use crate::flow::stack::{Stack, call_hook};

/// A screen of a phase that a save leads to, with what the save has of it.
pub(in crate::flow) type Place<'a> = (ScreenId, &'a ScreenRecord);

/// The screens of a phase that a save leads to, at most `max`, each once; and what is lost.
pub(in crate::flow) fn places<'a>(
    saved: &'a SavedFlow,
    phase: &PhaseScreens,
    fallback: impl Fn(&str) -> Option<ScreenId>,
    max: usize,
) -> (Vec<Place<'a>>, Vec<String>) {
    let (mut places, mut lost) = (Vec::<Place<'_>>::new(), saved.lost.clone());
    let name = phase.phase;
    if saved.payload.is_some() && phase.kept_payload.is_none() {
        lost.push(format!(
            "payload of phase `{name}`: the phase does not keep it any more (`Phase::keep_payload`)"
        ));
    }
    let find = |name: &str| phase.ids().find(|id| id.name() == name);
    for record in &saved.screens {
        let own = find(&record.id);
        if own.is_none() {
            lost.push(format!("screen `{}`: phase `{name}` has none of this name", record.id));
        }
        let Some(id) = own.or_else(|| find(fallback(&record.id)?.name())) else { continue };
        if places.iter().any(|(other, _)| *other == id) {
            lost.push(format!("screen `{}`: `{id}` is on the stack already", record.id));
        } else if places.len() >= max {
            lost.push(format!("screen `{}`: the stack is full (max. {max})", record.id));
        } else {
            places.push((id, record));
        }
    }
    (places, lost)
}

/// Gives the screens that were entered for a save their states. Returns what is lost.
pub(in crate::flow) fn restore_screens(
    stack: &mut Stack,
    services: &mut Services,
    saved: &SavedFlow,
    places: &[Place<'_>],
) -> Vec<String> {
    let mut lost = services.shared.restore(&saved.shared);
    let screens = stack.live.iter_mut().zip(places.iter().map(|(_, record)| *record));
    for (depth, (live, record)) in (1..).zip(screens) {
        restore(live, depth, record, services, &mut lost);
    }
    services.random = fastrand::Rng::with_seed(saved.random);
    lost
}

/// Posts the events of a save, and that it was restored.
pub(in crate::flow) fn restore_events(saved: &SavedFlow, services: &Services, mut lost: Vec<String>) {
    for event in saved.events.iter().cloned() {
        match event.into_event() {
            Ok(event) => services.inbox.post(event),
            Err(name) => lost.push(format!("event `{name}`: no machine has it any more")),
        }
    }
    lost.iter().for_each(|line| log::warn!("not restored: {line}"));
    services.inbox.post(Box::new(Restored { lost }));
}

fn restore(
    live: &mut Live,
    depth: usize,
    record: &ScreenRecord,
    services: &mut Services,
    lost: &mut Vec<String>,
) {
    // It was, before the save.
    live.was_updated = true;
    let screen = live.id;
    if let Some(seed) = record.seed {
        live.populations.set_seed(seed);
    }
    lost.extend(
        live.populations.restore(&record.units).iter().map(|line| format!("screen `{screen}`: {line}")),
    );
    let Some(value) = &record.state else { return };
    let state = SavedState::new(screen, value.clone());
    let mut restored = Ok(());
    call_hook(live, depth, services, "restore", |screen, cx| restored = screen.restore(cx, &state));
    if let Err(error) = restored {
        lost.push(error.to_string());
    } else if !state.is_read.get() {
        lost.push(format!("screen `{screen}`: it has not read its state (`SavedState::read`)"));
    }
}
