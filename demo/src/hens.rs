//! The hens: units of one template, `assets/machines/hen.ron`, whose bindings are here. They flee from
//! the hero and from monsters, and hungry monsters eat them.

use proscenium::ai::{Bindings, Blueprint, BuildError, Population, StateId, UnitId};
use proscenium::flow::{Machines, PopulationHandle};
use proscenium::kit::Level;

use super::play::body::Body;
use super::play::crowd::{ActorId, Crowd, Side};
use super::play::steering::{length, unit};
use super::play::terrain::Terrain;

/// Walking and running speed, in pixels a second.
const WALK: f32 = 18.0;
const RUN: f32 = 70.0;
/// The distance at which a threat scares a hen, in pixels.
pub const FEAR: f32 = 40.0;
/// Ticks per step of the walk cycle.
const STEP_TICKS: u32 = 8;

/// The data of one hen.
#[derive(Clone, Debug)]
pub struct Hen {
    /// Its position.
    pub body: Body,
    velocity: (f32, f32),
    faces_left: bool,
    /// Seconds until it is bored.
    patience: f32,
    walked_ticks: u32,
    /// The nearest threat, relative to the hen.
    threat: (f32, f32),
    random: fastrand::Rng,
}

impl Hen {
    /// The position of the threat that scares it.
    #[cfg(feature = "inspector")]
    pub fn threat(&self) -> Option<(f32, f32)> {
        (length(self.threat) < FEAR).then_some((self.body.x + self.threat.0, self.body.y + self.threat.1))
    }

    fn at(x: f32, y: f32, seed: u64) -> Self {
        Self {
            body: Body::at(x, y),
            velocity: (0.0, 0.0),
            faces_left: seed.is_multiple_of(2),
            patience: 0.0,
            walked_ticks: 0,
            threat: (f32::MAX, f32::MAX),
            random: fastrand::Rng::with_seed(seed),
        }
    }

    fn rest(&mut self) {
        self.patience = 0.4 + 2.0 * self.random.f32();
    }

    /// Starts to move in this direction; to the right for the zero vector.
    fn go(&mut self, direction: (f32, f32), speed: f32) {
        let (x, y) = if direction == (0.0, 0.0) { (1.0, 0.0) } else { unit(direction) };
        self.velocity = (x * speed, y * speed);
        self.faces_left = self.velocity.0 < 0.0;
    }

    /// Moves by its velocity, and slides along walls.
    fn advance(&mut self, terrain: &Terrain, seconds: f32) {
        self.body.shove(terrain, (self.velocity.0 * seconds, self.velocity.1 * seconds));
        self.walked_ticks = if self.velocity == (0.0, 0.0) { 0 } else { self.walked_ticks + 1 };
    }
}

/// The bindings of `hen.ron`.
pub fn bindings() -> Bindings<Hen> {
    Bindings::new()
        .guard("hero_near", |hen: &Hen, _, _| length(hen.threat) < FEAR)
        .guard("bored", |hen: &Hen, _, _| hen.patience <= 0.0)
        .action("rest", |hen: &mut Hen, _, _| hen.rest())
        .action("wait", |hen: &mut Hen, _, cx| hen.patience -= cx.delta().as_secs_f32())
        .action("choose_direction", |hen: &mut Hen, _, _| {
            hen.rest();
            let direction = (hen.random.f32() - 0.5, hen.random.f32() - 0.5);
            hen.go(direction, WALK);
        })
        .action("run_away", |hen: &mut Hen, _, _| {
            // A random angle keeps a flock from running in a line.
            let (x, y) = unit((-hen.threat.0, -hen.threat.1));
            let aside = hen.random.f32() - 0.5;
            hen.go((x - y * aside, y + x * aside), RUN);
        })
        .action("halt", |hen: &mut Hen, _, _| hen.velocity = (0.0, 0.0))
}

/// The hens of a level.
#[derive(Clone, Debug)]
pub struct Hens {
    population: PopulationHandle<Hen>,
    peck: Option<StateId>,
    scared: Option<StateId>,
}

impl Hens {
    /// Spawns a hen for each object of the class `hen`.
    pub fn new(
        blueprint: &Blueprint,
        level: &Level,
        machines: &mut Machines,
        seed: u64,
    ) -> Result<Self, BuildError> {
        let definition = blueprint.build(&bindings())?;
        let mut population = Population::new(&definition);
        for (object, number) in level.objects().filter(|object| object.user_type == "hen").zip(seed..) {
            population.spawn(Hen::at(object.x, object.y, number));
        }
        let [peck, scared] = ["peck", "scared"].map(|name| definition.state(name));
        Ok(Self { population: machines.add(population), peck, scared })
    }

    /// Advances by one tick of `seconds`: moves the hens and finds their threats. The machines are
    /// ticked after the screen's update.
    pub fn update(&self, machines: &mut Machines, crowd: &Crowd, terrain: &Terrain, seconds: f32) {
        let Some(population) = machines.get_mut(self.population) else { return };
        for hen in population.data_mut() {
            hen.advance(terrain, seconds);
            let is_threat =
                |actor: &super::play::crowd::Actor| actor.side == Side::Rift || actor.id == ActorId::Hero;
            hen.threat = crowd
                .nearest(hen.body.spot(), FEAR + 8.0, is_threat)
                .map_or((f32::MAX, f32::MAX), |actor| (actor.spot.0 - hen.body.x, actor.spot.1 - hen.body.y));
        }
    }

    /// Calls `each` with every hen and its position.
    pub fn for_each(&self, machines: &Machines, mut each: impl FnMut(UnitId, (f32, f32))) {
        let Some(population) = machines.get(self.population) else { return };
        for unit in population.iter() {
            each(unit, population.data()[unit.index()].body.spot());
        }
    }

    /// The population.
    #[cfg(feature = "inspector")]
    pub const fn population(&self) -> PopulationHandle<Hen> {
        self.population
    }

    /// The number of hens.
    pub fn count(&self, machines: &Machines) -> usize {
        machines.get(self.population).map_or(0, Population::len)
    }

    /// Moves a hen, as far as the ground allows.
    pub fn shove(&self, machines: &mut Machines, hen: UnitId, terrain: &Terrain, by: (f32, f32)) {
        if let Some(hen) = machines.get_mut(self.population).and_then(|hens| hens.get_mut(hen)) {
            hen.body.shove(terrain, by);
        }
    }

    /// Removes a hen that a monster eats. No effect if another monster has eaten it already.
    pub fn eat(&self, machines: &mut Machines, hen: UnitId) {
        if let Some(hens) = machines.get_mut(self.population) {
            let _ = hens.despawn(hen);
        }
    }

    /// Each hen with the cell of its sprite.
    #[cfg(feature = "window")]
    pub fn cells<'a>(&self, machines: &'a Machines) -> impl Iterator<Item = (&'a Hen, (u32, u32))> {
        let (peck, scared) = (self.peck, self.scared);
        machines.get(self.population).into_iter().flat_map(move |population| {
            population.iter().map(move |unit| {
                let hen = &population.data()[unit.index()];
                let is_in = |state: Option<StateId>| state.is_some_and(|state| population.is_in(unit, state));
                let steps = hen.walked_ticks / STEP_TICKS % 2;
                let column = if is_in(peck) {
                    if hen.patience.fract() > 0.4 { 2 } else { 0 }
                } else if is_in(scared) {
                    // Wings spread in every other step.
                    if steps == 0 { 3 } else { 1 }
                } else {
                    steps
                };
                (hen, (column, u32::from(hen.faces_left)))
            })
        })
    }
}
