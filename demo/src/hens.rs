//! The hens: what the states of `assets/machines/hen.ron` (a template) do. They flee from the hero and
//! from monsters, and hungry monsters eat them.

use proscenium::ai::{Bindings, Context};

use super::play::Play;
use super::play::body::Body;
use super::play::steering::{length, unit};

/// Walking and running speed, in pixels a second.
const WALK: f32 = 18.0;
const RUN: f32 = 70.0;
/// The distance at which a threat scares a hen, in pixels.
pub const FEAR: f32 = 40.0;

/// The data of one hen.
#[derive(Clone, Debug)]
pub struct Hen {
    /// Its position.
    pub body: Body,
    velocity: (f32, f32),
    /// Whether it faces left.
    pub faces_left: bool,
    /// Seconds until it is bored.
    pub patience: f32,
    /// Ticks of walking; 0 while it stands.
    pub walked_ticks: u32,
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

    /// A hen at this position; the seed decides what it does.
    pub fn at(x: f32, y: f32, seed: u64) -> Self {
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
    fn advance(&mut self, play: &Play, cx: &Context<'_>) {
        let seconds = cx.delta().as_secs_f32();
        self.body.shove(&play.terrain, (self.velocity.0 * seconds, self.velocity.1 * seconds));
        self.walked_ticks += 1;
    }

    fn wait(&mut self, cx: &Context<'_>) {
        self.patience -= cx.delta().as_secs_f32();
    }
}

/// The bindings of `hen.ron`.
pub fn bindings() -> Bindings<Hen, Play> {
    Bindings::<Hen, Play>::new()
        .guard("hero_near", |hen, _, _| length(hen.threat) < FEAR)
        .guard("bored", |hen, _, _| hen.patience <= 0.0)
        .action("look_around", |hen, play, _| {
            let threat = play.threat_to(hen.body.spot(), FEAR + 8.0);
            hen.threat = threat
                .map_or((f32::MAX, f32::MAX), |actor| (actor.spot.0 - hen.body.x, actor.spot.1 - hen.body.y));
        })
        .action("rest", |hen, _, _| hen.rest())
        .action("wait", |hen, _, cx| hen.wait(cx))
        .action("choose_direction", |hen, _, _| {
            hen.rest();
            let direction = (hen.random.f32() - 0.5, hen.random.f32() - 0.5);
            hen.go(direction, WALK);
        })
        .action("stroll", |hen, play, cx| {
            hen.wait(cx);
            hen.advance(play, cx);
        })
        .action("run_away", |hen, play, cx| {
            // A random angle keeps a flock from running in a line.
            let (x, y) = unit((-hen.threat.0, -hen.threat.1));
            let aside = hen.random.f32() - 0.5;
            hen.go((x - y * aside, y + x * aside), RUN);
            hen.advance(play, cx);
        })
        .action("halt", |hen, _, _| hen.walked_ticks = 0)
}
