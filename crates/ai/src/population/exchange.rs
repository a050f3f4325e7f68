//! What populations ask of each other and of their host.

use super::Population;
use crate::context::{Sent, in_order};
use crate::event::Event;

impl<D, W> Population<D, W> {
    /// Takes what code has asked of other populations, in the order of the units that asked. A host with several
    /// populations calls it after each tick and after calls from outside, and hands each to the population that it is
    /// for ([`Population::receive`]). Hooks of new and removed units may ask for more, so it does that again until
    /// nothing is left.
    ///
    /// ```
    /// use proscenium_ai::{Bindings, Blueprint, Context, Population, PopulationId, State, UnitId};
    /// use std::time::Duration;
    ///
    /// struct Dog { sheep: (PopulationId, UnitId) }
    ///
    /// let sheep = Blueprint::template("sheep", "graze")
    ///     .state(State::new("graze").on("bark", "flee"))
    ///     .state(State::new("flee"));
    /// let mut flock = Population::new(&sheep.build(&Bindings::<()>::new())?);
    /// let first = flock.spawn(&mut (), ());
    ///
    /// let dog = Blueprint::template("dog", "hunt").state(State::new("hunt").update("bark"));
    /// let bark = |dog: &mut Dog, (): &mut (), cx: &mut Context<'_>| cx.send_to(dog.sheep.0, dog.sheep.1, "bark");
    /// let mut dogs = Population::new(&dog.build(&Bindings::new().action("bark", bark))?);
    /// dogs.spawn(&mut (), Dog { sheep: (flock.id(), first) });
    ///
    /// dogs.tick(&mut (), Duration::from_millis(16));
    /// for sent in dogs.take_sent() {
    ///     if sent.to() == flock.id() {
    ///         flock.receive(&mut (), sent);
    ///     } else {
    ///         dogs.refuse(sent);
    ///     }
    /// }
    /// flock.tick(&mut (), Duration::from_millis(16));
    /// assert_eq!(flock.state(first).map(|state| state.name()), Some("flee"));
    /// # Ok::<(), proscenium_ai::BuildError>(())
    /// ```
    pub fn take_sent(&mut self) -> Vec<Sent> {
        std::mem::take(&mut self.sent)
    }

    /// [Counts](crate::Counters::lost) what code of this population has asked of one that the host does not have.
    pub fn refuse(&mut self, sent: Sent) {
        drop(sent);
        self.store.counters.count_lost(&self.definition, 1);
    }

    /// [Counts](crate::Counters::spawns) what code of this population has asked of another one, when populations ask each other
    /// without an end and the host stops them.
    pub fn refuse_endless(&mut self, sent: Sent) {
        self.store.counters.count_spawn(&self.definition, sent.state.name());
    }

    /// Takes the events that code has posted, in the order of the units.
    pub fn take_posts(&mut self) -> Vec<Event> {
        let posts = in_order(&mut self.store.out.posts, |(unit, _)| *unit);
        posts.into_iter().map(|(_, event)| event).collect()
    }
}

impl<D: 'static, W> Population<D, W> {
    /// Does what the code of another population has asked of this one: [`Population::take_sent`].
    pub fn receive(&mut self, world: &mut W, sent: Sent) {
        self.carry_out(world, sent);
        self.deliver(world);
    }
}
