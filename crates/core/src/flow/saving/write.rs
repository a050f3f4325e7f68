//! Writing a save of the flow.

use crate::flow::event::Reloaded;
use crate::flow::phase::PhaseScreens;
use crate::flow::save::{Restored, SaveContext, SaveError, SavedEvent, SavedFlow, ScreenRecord};
use crate::flow::screen::Live;
use crate::flow::services::Services;
use crate::flow::shared::Shared;
use crate::flow::stack::Stack;

/// Saves the screens of a phase, and what they continue from.
pub(in crate::flow) fn saved(
    stack: &Stack,
    services: &Services,
    phase: &PhaseScreens,
) -> Result<SavedFlow, SaveError> {
    let name = phase.phase.to_string();
    let payload_error = |cause: String| SaveError::Payload(name.clone(), cause);
    let (events, lost) = waiting_events(services);
    let payload = match (&services.payload, &phase.kept_payload) {
        (Some(payload), Some(kept)) => Some((kept.save)(payload.as_ref()).map_err(payload_error)?),
        (Some(_), None) => {
            return Err(payload_error("the phase does not keep it (`Phase::keep_payload`)".to_owned()));
        }
        (None, _) => None,
    };
    let screens = stack.live.iter().map(|live| record(live, &services.shared)).collect::<Result<_, _>>()?;
    let shared = services.shared.save().map(|(name, value)| {
        let value = value.map_err(|cause| SaveError::Shared(name.to_owned(), cause))?;
        Ok((name.to_owned(), value))
    });
    let shared = shared.collect::<Result<_, _>>()?;
    let random = services.random.get_seed();
    Ok(SavedFlow { phase: name, payload, random, shared, screens, events, lost })
}

/// The events that wait and can be saved, and a line for each other one.
fn waiting_events(services: &Services) -> (Vec<SavedEvent>, Vec<String>) {
    let (mut events, mut lost) = (Vec::new(), Vec::new());
    // Taken out, because the name of an event is code of the game.
    let waiting = services.inbox.events.take();
    for event in waiting.iter().map(AsRef::as_ref) {
        if let Some(saved) = SavedEvent::of(event) {
            events.push(saved);
        } else if let Some(restored) = event.downcast_ref::<Restored>() {
            // The next restore posts one of its own, with these lines.
            lost.extend(restored.lost.iter().cloned());
        } else if event.downcast_ref::<Reloaded>().is_none() {
            // A restore reads all files.
            let name = event.name();
            lost.push(format!("event `{name}`: it waited, and events of a type of the game are not saved"));
        }
    }
    services.inbox.events.borrow_mut().splice(0..0, waiting);
    (events, lost)
}

fn record(live: &Live, shared: &Shared) -> Result<ScreenRecord, SaveError> {
    let mut cx = SaveContext { screen: live.id, value: None, populations: &live.populations, shared };
    live.ask("save", |screen| screen.save(&mut cx))?;
    let units = live.populations.save().map(|(machine, units)| {
        let units = units.map_err(|cause| SaveError::Units(machine.to_owned(), cause))?;
        Ok((machine.to_owned(), units))
    });
    let (id, units) = (live.id.to_string(), units.collect::<Result<_, _>>()?);
    Ok(ScreenRecord { id, state: cx.value, units, seed: Some(live.populations.seed()) })
}
