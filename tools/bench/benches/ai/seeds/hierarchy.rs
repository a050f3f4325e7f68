//! The hierarchical machine of its design document: all predicates are asked, the best one is kept.

use super::super::contest::Competitor;
use super::super::workload::{Body, GAITS, Gait, fold, rules};

/// The hierarchy document's transition, whose methods are virtual there.
trait Transition {
    fn level(&self) -> u8;
    fn is_triggered(&self, body: &Body) -> bool;
    fn target(&self) -> Gait;
}

impl Transition for super::super::workload::Rule {
    fn level(&self) -> u8 {
        self.level
    }

    fn is_triggered(&self, body: &Body) -> bool {
        (self.when)(body)
    }

    fn target(&self) -> Gait {
        self.to
    }
}

/// The hierarchy document: every tick all transitions of the current state are asked, and of those that
/// are triggered the one with the highest level is kept.
///
/// In its favour the transitions are shared, where the document makes them for each player, and their
/// array is not copied to be looked at.
pub struct AskAll {
    transitions: [Vec<Box<dyn Transition>>; GAITS.len()],
    players: Vec<(Body, Gait)>,
}

impl Competitor<Body> for AskAll {
    fn new(units: usize) -> Self {
        let transitions = GAITS.map(|gait| {
            rules(gait).iter().map(|rule| Box::new(*rule) as Box<dyn Transition>).collect::<Vec<_>>()
        });
        Self { transitions, players: vec![(Body::default(), Gait::Stand); units] }
    }

    fn tick(&mut self, bodies: &[Body]) {
        for ((body, gait), new) in self.players.iter_mut().zip(bodies) {
            *body = *new;
            let mut best: Option<&dyn Transition> = None;
            for transition in &self.transitions[*gait as usize] {
                if transition.is_triggered(body) && best.is_none_or(|best| best.level() < transition.level())
                {
                    best = Some(&**transition);
                }
            }
            if let Some(best) = best {
                *gait = best.target();
            }
        }
    }

    fn checksum(&self) -> u64 {
        fold(self.players.iter().map(|(_, gait)| u64::from(*gait as u8)))
    }
}
