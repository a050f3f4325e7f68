//! The world: the tiles of the level, and all figures, sorted by depth.

use macroquad::color::{Color, WHITE};
use proscenium::ai::StateId;
use proscenium::flow::Machines;
use proscenium::kit::Level;

use super::sprites::{
    BEACON, BRUTE, EFFECTS, HEN, HERO, HERO_RING, IMP, MARINE, RIFT, RING, SHADOW, Sheet, WITCH,
};
use super::{Paint, color};
use crate::hens::Hen;
use crate::play::Play;
use crate::play::body::{Body, Facing};
use crate::play::effects::{Effect, EffectKind};
use crate::play::hero::Hero;
use crate::play::kind::Kind;
use crate::play::monster::Monster;
use crate::play::shots::ShotKind;
use crate::theme::{HEIGHT, WIDTH};

/// Ticks per step of a walk, and of a run.
const WALK: u32 = 8;
const RUN: u32 = 5;
/// Ticks of the flash after a hit.
const FLASH: u64 = 7;
/// The tint of the flash.
const WOUND: Color = Color::new(1.0, 0.45, 0.4, 1.0);

/// A figure to draw.
struct Figure {
    sheet: Sheet,
    cell: (u32, u32),
    /// The middle of the foot, on the screen.
    foot: (f32, f32),
    /// Height above the ground.
    z: f32,
    tint: Color,
    shadow: bool,
    ring: Option<(Sheet, (u32, u32))>,
    /// The health for the bar over its head, if it has one.
    bar: Option<f32>,
    /// The icon over its head.
    sign: Option<(u32, u32)>,
}

impl Figure {
    fn new(sheet: Sheet, cell: (u32, u32), spot: (f32, f32), z: f32, corner: (f32, f32)) -> Self {
        let foot = ((spot.0 - corner.0).round(), (spot.1 - corner.1).round());
        Self { sheet, cell, foot, z: z.round(), tint: WHITE, shadow: true, ring: None, bar: None, sign: None }
    }

    fn is_visible(&self) -> bool {
        (-32.0..WIDTH + 32.0).contains(&self.foot.0) && (-8.0..HEIGHT + 72.0).contains(&self.foot.1)
    }
}

impl Paint<'_> {
    /// Draws the level and all figures. `corner` is the top left corner of the view, in pixels of the
    /// level.
    pub fn world(&self, level: &Level, play: &Play, machines: &Machines, corner: (f32, f32)) {
        let corner = self.shaken(play, corner);
        self.fill(color::INK);
        self.level(level, "tiles", corner, |layer| layer != "above");
        let mut figures = figures(play, machines, corner);
        let tick = play.tally.ticks as u32;
        for rift in level.objects().filter(|object| object.user_type == "rift") {
            let mut figure = Figure::new(RIFT, (tick / 10 % 4, 0), (rift.x, rift.y), 0.0, corner);
            figure.shadow = false;
            figures.push(figure);
        }
        figures.retain(Figure::is_visible);
        figures.sort_by(|a, b| a.foot.1.total_cmp(&b.foot.1));
        for effect in play.effects.iter().filter(|effect| is_on_ground(effect.kind)) {
            self.effect(effect, corner);
        }
        for figure in &figures {
            self.below(figure);
        }
        for figure in &figures {
            let at = (figure.foot.0, figure.foot.1 - figure.z);
            self.standing(figure.sheet, figure.cell, at, figure.tint);
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
        if let Some((sheet, cell)) = figure.ring {
            let at = (figure.foot.0 - sheet.width / 2.0, figure.foot.1 - sheet.height / 2.0);
            self.sprite(sheet, cell, at, WHITE);
        }
    }

    fn over(&self, figure: &Figure) {
        let top = figure.foot.1 - figure.z - figure.sheet.height;
        if let Some(part) = figure.bar {
            let (x, width) = (figure.foot.0 - 8.0, 16.0);
            self.block(x - 1.0, top - 1.0, width + 2.0, 4.0, color::INK);
            let fill = if part > 0.5 { color::MEADOW } else { color::SCARLET };
            self.block(x, top, (width * part).ceil(), 2.0, fill);
        }
        if let Some(cell) = figure.sign {
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
            EffectKind::Fallen(kind, faces_left) => {
                let column = if effect.age < 10 { 10 } else { 11 };
                let fading = Color::new(1.0, 1.0, 1.0, fade(effect));
                return self.standing(sheet_of(kind), (column, u32::from(faces_left)), spot, fading);
            }
            EffectKind::FallenMarine(facing) => {
                let fading = Color::new(1.0, 1.0, 1.0, fade(effect));
                return self.standing(MARINE, (7, facing as u32), spot, fading);
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
    matches!(
        kind,
        EffectKind::Fallen(..)
            | EffectKind::FallenMarine(_)
            | EffectKind::MoveMark
            | EffectKind::AttackMark
            | EffectKind::Dust
    )
}

const fn sheet_of(kind: Kind) -> Sheet {
    match kind {
        Kind::Imp => IMP,
        Kind::Brute => BRUTE,
        Kind::Witch => WITCH,
    }
}

fn figures(play: &Play, machines: &Machines, corner: (f32, f32)) -> Vec<Figure> {
    let mut figures = Vec::new();
    let troops = &play.troops;
    let ticks_since = |at: Option<u64>| at.map_or(u64::MAX, |at| play.tally.ticks.saturating_sub(at));
    if let Some(hero) = troops.hero(machines) {
        let cell = hero_cell(play, machines, hero);
        let mut figure = Figure::new(HERO, cell, hero.body.spot(), hero.body.z, corner);
        figure.ring = Some((HERO_RING, (0, 0)));
        figure.tint = wound(ticks_since(hero.hurt), WHITE);
        figures.push(figure);
    }
    let part = play.beacon.health / play.tuning.beacon.health;
    let column = match part {
        _ if part <= 0.0 => 6,
        _ if part < 0.34 => 5,
        _ if part < 0.67 => 4,
        _ => (play.tally.ticks / 10 % 4) as u32,
    };
    let mut beacon = Figure::new(BEACON, (column, 0), play.beacon.spot, 0.0, corner);
    beacon.shadow = false;
    figures.push(beacon);
    if let Some(marines) = machines.get(troops.marines) {
        let (attack, dazed) = (StateId::from("attack"), StateId::from("dazed"));
        for unit in marines.iter() {
            let marine = &marines.data()[unit.index()];
            let hurt = ticks_since(marine.hurt);
            let column = match marines.state(unit) {
                Some(state) if state == dazed || hurt < FLASH => 6,
                _ if ticks_since(marine.fired) < 6 => 5,
                Some(state) if state == attack => 4,
                _ => walk_column(&marine.body),
            };
            let cell = (column, marine.body.facing as u32);
            let mut figure = Figure::new(MARINE, cell, marine.body.spot(), marine.body.z, corner);
            figure.tint = wound(hurt, WHITE);
            figure.ring = marine.is_selected.then_some((RING, (0, 0)));
            let health = marine.health / play.tuning.marine.health;
            figure.bar = (marine.is_selected || health < 1.0).then_some(health);
            figures.push(figure);
        }
    }
    let controlled = StateId::from("controlled");
    for (kind, population) in troops.monsters() {
        let Some(monsters) = machines.get(population) else { continue };
        let numbers = play.tuning.monster(kind);
        for unit in monsters.iter() {
            let monster = &monsters.data()[unit.index()];
            let is_controlled = monsters.state(unit) == Some(controlled);
            let cell = monster_cell(monster, is_controlled, numbers.windup);
            let mut figure = Figure::new(sheet_of(kind), cell, monster.body.spot(), monster.body.z, corner);
            let tint = play.tuning.moods.get(monster.temper).map_or([255; 3], |mood| mood.tint);
            let [red, green, blue] = tint.map(|channel| f32::from(channel) / 255.0);
            figure.tint = wound(ticks_since(monster.hurt), Color::new(red, green, blue, 1.0));
            let health = monster.health / numbers.health;
            figure.bar = (health < 1.0).then_some(health);
            let number = monster.temper as u32;
            figure.sign = if is_controlled { Some((6, 4)) } else { (number > 2).then_some((number, 4)) };
            figures.push(figure);
        }
    }
    if let Some(hens) = machines.get(troops.hens) {
        for unit in hens.iter() {
            let hen = &hens.data()[unit.index()];
            let state = hens.state(unit).map_or("", StateId::name);
            figures.push(Figure::new(HEN, hen_cell(hen, state), hen.body.spot(), 0.0, corner));
        }
    }
    figures
}

/// The tint of a figure that was hit this many ticks ago.
fn wound(ticks: u64, tint: Color) -> Color {
    if ticks < FLASH { WOUND } else { tint }
}

fn hero_cell(play: &Play, machines: &Machines, hero: &Hero) -> (u32, u32) {
    let row = hero.body.facing as u32;
    let heroes = machines.get(play.troops.heroes);
    let is_in =
        |state: &str| heroes.is_some_and(|heroes| heroes.iter().any(|unit| heroes.is_in(unit, state.into())));
    let column = if is_in("fallen") {
        9
    } else if hero.struck.is_some_and(|at| play.tally.ticks.saturating_sub(at) < 10) {
        11
    } else if is_in("double_jump") {
        10
    } else if is_in("jumping") {
        if hero.body.rise > 0.0 { 8 } else { 9 }
    } else if is_in("run") {
        4 + hero.body.steps / RUN % 4
    } else {
        walk_column(&hero.body)
    };
    (column, row)
}

const fn walk_column(body: &Body) -> u32 {
    if body.steps == 0 { 0 } else { (body.steps / WALK + 1) % 4 }
}

fn hen_cell(hen: &Hen, state: &str) -> (u32, u32) {
    let steps = hen.walked_ticks / WALK % 2;
    let column = match state {
        "peck" if hen.patience().fract() > 0.4 => 2,
        "peck" => 0,
        // Wings spread in every other step.
        "flee" if steps == 0 => 3,
        "flee" => 1,
        _ => steps,
    };
    (column, u32::from(hen.faces_left))
}

fn monster_cell(monster: &Monster, is_controlled: bool, windup: f32) -> (u32, u32) {
    let row = u32::from(monster.body.facing == Facing::Left);
    let column = if monster.body.is_in_air() {
        9
    } else if is_controlled {
        8
    } else if let Some(left) = monster.windup {
        if left > windup * 0.3 { 6 } else { 7 }
    } else if monster.body.steps > 0 {
        2 + monster.body.steps / WALK % 4
    } else {
        // One breath per second.
        (monster.hunger.max(0.0) * 2.0) as u32 % 2
    };
    (column, row)
}
