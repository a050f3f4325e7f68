//! The levelled player.

use proscenium::ai::{Bindings, Blueprint, State};

use super::super::contest::Competitor;
use super::super::workload::{self, Body, GAITS, Gait};
use super::units::{FRAME, Units};

/// The levelled player as a hierarchy.
pub struct Hierarchy(Units<Body>);

impl Competitor<Body> for Hierarchy {
    fn new(units: usize) -> Self {
        let name = |gait: Gait| ["stand", "walk", "run", "jump", "double_jump"][gait as usize];
        // The rules share their conditions, so each has one name.
        let condition = |rule: &workload::Rule| match rule.to {
            Gait::Stand => "stands",
            Gait::Walk => "walks",
            Gait::Run => "runs",
            Gait::Jump => "jumps",
            Gait::DoubleJump => "jumps_twice",
        };
        let mut machine = Blueprint::hierarchy("player", "stand");
        for gait in GAITS {
            let rules = workload::rules(gait).iter();
            machine = machine.state(rules.fold(State::new(name(gait)), |state, rule| {
                state.when(i32::from(rule.level), condition(rule), name(rule.to))
            }));
        }
        let bindings = Bindings::new()
            .guard("stands", |body: &Body, _, _| workload::stands(body))
            .guard("walks", |body: &Body, _, _| workload::walks(body))
            .guard("runs", |body: &Body, _, _| workload::runs(body))
            .guard("jumps", |body: &Body, _, _| workload::jumps(body))
            .guard("jumps_twice", |body: &Body, _, _| workload::jumps_twice(body));
        let definition = machine.build(&bindings).expect("the machine is right");
        Self(Units::new(&definition, &[], &GAITS.map(name), units))
    }

    fn tick(&mut self, bodies: &[Body]) {
        self.0.population.data_mut().copy_from_slice(bodies);
        self.0.population.tick(&mut (), FRAME);
    }

    fn checksum(&self) -> u64 {
        workload::fold(self.0.numbers().map(u64::from))
    }
}
