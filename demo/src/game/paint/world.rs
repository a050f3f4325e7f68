//! The world: the tiles of the level, and all figures, sorted by depth.

use macroquad::color::{Color, WHITE};
use proscenium::flow::Populations;
use proscenium::formats::Level;

use super::sprites::{BEACON, EFFECTS, RIFT, SHADOW};
use crate::game::play::Play;
use crate::game::play::effects::{Effect, EffectKind};
use crate::game::play::look::{Cell, FLASH, Look, Sheet};
use crate::game::play::shots::ShotKind;
use crate::paint::{Paint, color};

/// The tint of a coin that makes it an ember.
const EMBER: Color = Color::new(1.0, 0.5, 0.25, 1.0);
/// The tint of the flash after a hit.
const WOUND: Color = Color::new(1.0, 0.45, 0.4, 1.0);

struct Figure {
    look: Look,
    /// The middle of the foot, on the screen.
    foot: (f32, f32),
    z: f32,
    tint: Color,
    shadow: bool,
}

impl Figure {
    /// A thing without a shadow.
    fn thing(sheet: Sheet, cell: Cell, spot: (f32, f32), corner: (f32, f32)) -> Self {
        Self { shadow: false, ..Self::new(Look::of(sheet, cell), spot, 0.0, corner) }
    }

    fn new(look: Look, spot: (f32, f32), z: f32, corner: (f32, f32)) -> Self {
        let foot = ((spot.0 - corner.0).round(), (spot.1 - corner.1).round());
        Self { look, foot, z: z.round(), tint: color::of(look.tint), shadow: true }
    }

    fn is_visible(&self, (width, height): (f32, f32)) -> bool {
        (-32.0..width + 32.0).contains(&self.foot.0) && (-8.0..height + 72.0).contains(&self.foot.1)
    }
}

impl Paint<'_> {
    /// Draws the level and all figures. `corner` is the top left corner of the view, in pixels of the
    /// level.
    pub fn world(&self, level: &Level, play: &Play, populations: &Populations, corner: (f32, f32)) {
        let corner = self.shaken(play, corner);
        self.fill(color::INK);
        self.level(level, "tiles", corner, |layer| layer != "above");
        let mut figures = figures(play, populations, corner);
        let tick = play.tally.ticks as u32;
        for rift in level.objects().filter(|object| object.user_type == "rift") {
            figures.push(Figure::thing(RIFT, (tick / 10 % 4, 0), (rift.x, rift.y), corner));
        }
        if let Some(ember) = play.ember {
            let figure = Figure::thing(EFFECTS, (tick / 8 % 4, 5), ember, corner);
            figures.push(Figure { tint: EMBER, ..figure });
        }
        figures.retain(|figure| figure.is_visible(self.view.size));
        figures.sort_by(|a, b| a.foot.1.total_cmp(&b.foot.1));
        for effect in play.effects.iter().filter(|effect| is_on_ground(effect.kind)) {
            self.effect(effect, corner);
        }
        for figure in &figures {
            self.below(figure);
        }
        for figure in &figures {
            let at = (figure.foot.0, figure.foot.1 - figure.z);
            self.standing(figure.look.sheet, figure.look.cell, at, figure.tint);
        }
        for shot in play.shots.iter() {
            let at = (shot.spot.0 - corner.0, shot.spot.1 - corner.1 - shot.kind.height());
            let cell = match shot.kind {
                ShotKind::Bullet => (0, 0),
                ShotKind::Bolt => (tick / 4 % 4, 2),
            };
            self.sprite(EFFECTS, cell, ((at.0 - 8.0).round(), (at.1 - 8.0).round()), WHITE);
        }
        for effect in play.effects.iter().filter(|effect| !is_on_ground(effect.kind)) {
            self.effect(effect, corner);
        }
        for figure in &figures {
            self.over(figure);
        }
        self.level(level, "tiles", corner, |layer| layer == "above");
    }

    /// The corner of the view with the camera shake, except with reduced motion.
    fn shaken(&self, play: &Play, (x, y): (f32, f32)) -> (f32, f32) {
        if self.view.has_reduced_motion() {
            return (x, y);
        }
        let strength = play.effects.shake * 3.0;
        // A fixed pattern instead of random directions, so that screenshots can be compared.
        let (dx, dy) = [(1.0, 0.0), (-1.0, 0.5), (0.0, -1.0), (-0.5, 1.0)][play.tally.ticks as usize % 4];
        ((x + dx * strength).round(), (y + dy * strength).round())
    }

    fn below(&self, figure: &Figure) {
        if figure.shadow {
            let small = 1.0 - (figure.z / 120.0).min(0.5);
            let at = (figure.foot.0 - SHADOW.width / 2.0, figure.foot.1 - 4.0);
            self.sprite(SHADOW, (0, 0), at, Color::new(1.0, 1.0, 1.0, small));
        }
        if let Some(ring) = figure.look.ring {
            let at = (figure.foot.0 - ring.width / 2.0, figure.foot.1 - ring.height / 2.0);
            self.sprite(ring, (0, 0), at, WHITE);
        }
    }

    fn over(&self, figure: &Figure) {
        let top = figure.foot.1 - figure.z - figure.look.sheet.height;
        if let Some(part) = figure.look.bar {
            let (x, width) = (figure.foot.0 - 8.0, 16.0);
            self.block(x - 1.0, top - 1.0, width + 2.0, 4.0, color::INK);
            let fill = if part > 0.5 { color::MEADOW } else { color::SCARLET };
            self.block(x, top, (width * part).ceil(), 2.0, fill);
        }
        if let Some(cell) = figure.look.sign {
            self.sprite(EFFECTS, cell, (figure.foot.0 - 8.0, top - 14.0), WHITE);
        }
    }

    fn effect(&self, effect: &Effect, corner: (f32, f32)) {
        let spot = ((effect.spot.0 - corner.0).round(), (effect.spot.1 - corner.1 - effect.z).round());
        let part = |frames: u32| effect.age * frames / effect.kind.ticks();
        let cell = match effect.kind {
            EffectKind::Spark => (3 + part(4), 0),
            EffectKind::Dust => (part(4), 1),
            EffectKind::Goo => (4 + part(4), 1),
            EffectKind::Burst => (4 + part(4), 2),
            EffectKind::MoveMark => (part(4), 3),
            EffectKind::AttackMark => (4 + part(4), 3),
            EffectKind::Alert => (5, 4),
            EffectKind::Healed => (4, 5),
            EffectKind::Fallen(sheet, falls, lies) => {
                let cell = if effect.age < 10 { falls } else { lies };
                return self.standing(sheet, cell, spot, Color::new(1.0, 1.0, 1.0, fade(effect)));
            }
            EffectKind::Score(score) => {
                let y = spot.1 - effect.age as f32 * 0.4;
                return self.text_centered(&format!("+{score}"), spot.0, y.round(), color::FOOTLIGHT);
            }
        };
        let rises = if matches!(effect.kind, EffectKind::Alert | EffectKind::Healed) { 10.0 } else { 0.0 };
        self.sprite(EFFECTS, cell, (spot.0 - 8.0, spot.1 - 8.0 - rises), WHITE);
    }
}

/// The opacity of a dead figure, which fades out in its last second.
fn fade(effect: &Effect) -> f32 {
    ((effect.kind.ticks() - effect.age) as f32 / 60.0).min(1.0)
}

/// Whether an effect is drawn below all figures.
const fn is_on_ground(kind: EffectKind) -> bool {
    matches!(kind, EffectKind::Fallen(..) | EffectKind::MoveMark | EffectKind::AttackMark | EffectKind::Dust)
}

fn figures(play: &Play, populations: &Populations, corner: (f32, f32)) -> Vec<Figure> {
    let part = play.beacon.health / play.tuning.beacon.health;
    let column = match part {
        _ if part <= 0.0 => 6,
        _ if part < 0.34 => 5,
        _ if part < 0.67 => 4,
        _ => (play.tally.ticks / 10 % 4) as u32,
    };
    let mut figures = vec![Figure::thing(BEACON, (column, 0), play.beacon.spot, corner)];
    for (_, troop) in play.troops.iter(populations) {
        troop.looks(play, &mut |_, look, body| {
            let mut figure = Figure::new(look, body.spot(), body.z, corner);
            if body.hurt.is_some_and(|at| play.tally.ticks.saturating_sub(at) < FLASH) {
                figure.tint = WOUND;
            }
            figures.push(figure);
        });
    }
    figures
}
