//! The hens of the outpost: units of one template, `assets/machines/hen.ron`. Here is what the
//! names of that file mean.

use proscenium::ai::{Bindings, Blueprint, BuildError, Population, StateId};
use proscenium::flow::{Machines, PopulationHandle};
use proscenium::phase::Level;

use super::hero::{Hero, collides};
use super::steering::{length, unit};

/// Pixels that a hen walks, and runs, in one second.
const WALK: f32 = 18.0;
const RUN: f32 = 70.0;
/// How near the hero may come, in pixels.
const FEAR: f32 = 40.0;
/// Frames of a step of the walk cycle.
const STEP_FRAMES: u32 = 8;

/// What is a hen's own.
#[derive(Clone, Debug)]
pub struct Hen {
    /// The middle of the feet, in pixels of the level.
    pub x: f32,
    /// The middle of the feet, in pixels of the level.
    pub y: f32,
    velocity: (f32, f32),
    looks_left: bool,
    /// Seconds until it is bored of what it does.
    patience: f32,
    walked_frames: u32,
    /// The hero, as seen from the hen.
    hero: (f32, f32),
    random: fastrand::Rng,
}

impl Hen {
    fn at(x: f32, y: f32, seed: u64) -> Self {
        Self {
            x,
            y,
            velocity: (0.0, 0.0),
            looks_left: seed.is_multiple_of(2),
            patience: 0.0,
            walked_frames: 0,
            hero: (f32::MAX, f32::MAX),
            random: fastrand::Rng::with_seed(seed),
        }
    }

    fn rest(&mut self) {
        self.patience = 0.4 + 2.0 * self.random.f32();
    }

    /// Sets out in this direction; to the right where it is none.
    fn go(&mut self, direction: (f32, f32), speed: f32) {
        let (x, y) = if direction == (0.0, 0.0) { (1.0, 0.0) } else { unit(direction) };
        self.velocity = (x * speed, y * speed);
        self.looks_left = self.velocity.0 < 0.0;
    }

    /// Walks where its machine wants, along walls where they are in the way.
    fn advance(&mut self, level: &Level, seconds: f32) {
        let (x, y) = (self.x + self.velocity.0 * seconds, self.y + self.velocity.1 * seconds);
        if !collides(level, x, self.y) {
            self.x = x;
        }
        if !collides(level, self.x, y) {
            self.y = y;
        }
        self.walked_frames = if self.velocity == (0.0, 0.0) { 0 } else { self.walked_frames + 1 };
    }
}

/// What the names of the file mean.
pub fn bindings() -> Bindings<Hen> {
    Bindings::new()
        .guard("hero_near", |hen: &Hen, _| length(hen.hero) < FEAR)
        .guard("bored", |hen: &Hen, _| hen.patience <= 0.0)
        .action("rest", |hen: &mut Hen, _| hen.rest())
        .action("wait", |hen: &mut Hen, cx| hen.patience -= cx.delta().as_secs_f32())
        .action("choose_way", |hen: &mut Hen, _| {
            hen.rest();
            let way = (hen.random.f32() - 0.5, hen.random.f32() - 0.5);
            hen.go(way, WALK);
        })
        .action("run_away", |hen: &mut Hen, _| {
            // Not straight away, so that a flock does not run in a line.
            let (x, y) = unit((-hen.hero.0, -hen.hero.1));
            let aside = hen.random.f32() - 0.5;
            hen.go((x - y * aside, y + x * aside), RUN);
        })
        .action("halt", |hen: &mut Hen, _| hen.velocity = (0.0, 0.0))
}

/// The hens of a level.
pub struct Hens {
    population: PopulationHandle<Hen>,
    peck: Option<StateId>,
    scared: Option<StateId>,
}

impl Hens {
    /// One hen for each object of the class `hen`.
    pub fn new(
        blueprint: &Blueprint,
        level: &Level,
        machines: &mut Machines,
        seed: u64,
    ) -> Result<Self, BuildError> {
        let definition = blueprint.build(&bindings())?;
        let mut population = Population::new(&definition);
        for (object, number) in level.objects().iter().filter(|object| object.class == "hen").zip(seed..) {
            population.spawn(Hen::at(object.x, object.y, number));
        }
        let [peck, scared] = ["peck", "scared"].map(|name| definition.state(name));
        Ok(Self { population: machines.add(population), peck, scared })
    }

    /// One frame of `seconds`: what the machines decided in the last one is done, and they are
    /// shown where the hero is. They think after the screen's update.
    pub fn update(&self, machines: &mut Machines, hero: &Hero, level: &Level, seconds: f32) {
        let Some(population) = machines.get_mut(self.population) else { return };
        for hen in population.data_mut() {
            hen.advance(level, seconds);
            hen.hero = (hero.x - hen.x, hero.y - hen.y);
        }
    }

    /// Each hen with the cell of its picture.
    #[cfg(feature = "window")]
    pub fn cells<'a>(&self, machines: &'a Machines) -> impl Iterator<Item = (&'a Hen, (u32, u32))> {
        let (peck, scared) = (self.peck, self.scared);
        machines.get(self.population).into_iter().flat_map(move |population| {
            population.iter().zip(population.data()).map(move |(unit, hen)| {
                let is_in = |state: Option<StateId>| state.is_some_and(|state| population.is_in(unit, state));
                let steps = hen.walked_frames / STEP_FRAMES % 2;
                let column = if is_in(peck) {
                    if hen.patience.fract() > 0.4 { 2 } else { 0 }
                } else if is_in(scared) {
                    // Wings out in every other step.
                    if steps == 0 { 3 } else { 1 }
                } else {
                    steps
                };
                (hen, (column, u32::from(hen.looks_left)))
            })
        })
    }
}
