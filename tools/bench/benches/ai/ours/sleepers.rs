//! Marines that sleep until an event comes.

use proscenium::ai::State;

use super::super::contest::Competitor;
use super::super::workload::{Data, Post};
use super::marine::{EVENTS, LEAVES, definition};
use super::units::{FRAME, Units};

/// Marines of which 95 % sleep: `idle` has no update.
pub struct Sleepers(Units<Data>);

impl Competitor<Post> for Sleepers {
    fn new(units: usize) -> Self {
        let idle = State::new("idle").enter("enter_leaf").exit("exit_leaf");
        Self(Units::new(&definition(idle), &EVENTS, &LEAVES, units))
    }

    fn tick(&mut self, posts: &[Post]) {
        let Units { population, ids, events, .. } = &mut self.0;
        for post in posts {
            let event = events[post.event as usize - 1];
            population.send(ids[post.unit as usize], event).expect("one message fits");
        }
        population.tick(&mut (), FRAME);
    }

    fn checksum(&self) -> u64 {
        self.0.checksum(0)
    }
}
