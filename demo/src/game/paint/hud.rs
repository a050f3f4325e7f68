//! The HUD: health, the beacon, the wave, the marines, the buttons; and speech.

use macroquad::color::{Color, WHITE};
use proscenium::flow::Populations;
use proscenium::platform::{Device, Rect};
use proscenium::ui::{self, Look, TouchControls};

use super::sprites::{ICON, PORTRAIT};
use crate::controls::STRIKE;
use crate::game::camera;
use crate::game::commander::{Aim, Button, Commander};
use crate::game::play::Play;
use crate::paint::{Paint, color};

/// The columns of the icons.
mod icon {
    pub const HEART: u32 = 0;
    pub const BEACON: u32 = 1;
    pub const SKULL: u32 = 2;
    pub const WAVE: u32 = 3;
    pub const ATTACK: u32 = 4;
    pub const PATROL: u32 = 5;
    pub const STOP: u32 = 6;
    pub const ALL: u32 = 7;
    pub const JUMP: u32 = 8;
    pub const MARINE: u32 = 10;
    pub const STAR: u32 = 11;
}

/// A number of the HUD.
struct Count {
    icon: u32,
    /// The key of its name.
    name: &'static str,
    number: String,
}

impl Paint<'_> {
    pub fn hud(&self, play: &Play, populations: &Populations, commander: &Commander, device: Device) {
        let (now, hover) = (play.now(populations), commander.hover(device));
        self.plate(4.0, 4.0, 132.0, 42.0);
        self.gauge(icon::HEART, 10.0, now.hero as f32, color::SCARLET);
        self.gauge(icon::BEACON, 27.0, now.beacon as f32, color::FOOTLIGHT);
        let selected = play.selected(populations);
        // The living of all marines there were, and the selected ones.
        let squad = format!("{}/{}", now.marines, now.marines + i64::from(play.tally.losses));
        let marines = [
            Count { icon: icon::MARINE, name: "hud-squad", number: squad },
            Count { icon: icon::ALL, name: "hud-selected", number: selected.to_string() },
        ];
        let wave = match play.tally.waves {
            // Before the first wave, or in a run that an older version saved.
            0 => play.tally.wave.to_string(),
            waves => format!("{}/{waves}", play.tally.wave),
        };
        let tally = [
            Count { icon: icon::WAVE, name: "hud-wave", number: wave },
            Count { icon: icon::SKULL, name: "hud-monsters", number: now.monsters.to_string() },
            Count { icon: icon::STAR, name: "hud-score", number: play.tally.score.to_string() },
        ];
        let first = self.counts((140.0, 4.0), &marines);
        // Beside each other, or in an upright view below each other.
        let second = match commander.is_upright() {
            true => (140.0, 14.0 + self.line_height()),
            false => ((first.right() + 8.0).max(256.0), 4.0),
        };
        let plates = [(first, &marines[..]), (self.counts(second, &tally), &tally[..])];
        if commander.is_upright() {
            let field = self.view.field();
            self.plate(0.0, field.bottom(), field.w, self.view.size.1 - field.h);
        }
        for (button, _, rect) in commander.buttons(device) {
            let is_on = matches!(
                (button, commander.aim),
                (Button::Attack, Aim::Attack) | (Button::Patrol, Aim::Patrol)
            );
            let is_off = selected == 0 && matches!(button, Button::Attack | Button::Patrol | Button::Stop);
            self.button(button, rect, is_on, is_off);
        }
        if let Some(rect) = commander.selection_box() {
            self.outline(rect, color::MEADOW);
        }
        // Texts have a texture of their own, so that all of them come last.
        let small = ui::Paint::new(Look { text_size: 1.0, ..***self });
        for (plate, counts) in plates {
            // The icons have their names while there is no fight, where there is room below them, and under the mouse.
            let is_calm = now.monsters == 0 && !commander.is_upright();
            let has_names = is_calm || hover.is_some_and(|at| plate.contains(at));
            if has_names {
                let shade = Color { a: 0.7, ..color::INK };
                self.block(plate.x, plate.bottom(), plate.w, Look::LINE_HEIGHT, shade);
            }
            for (x, count) in self.places(plate.x, counts) {
                self.text(&count.number, x + 19.0, plate.y + 4.0, self.theme.text);
                if has_names {
                    small.text(&self.view.text_of(count.name), x, plate.bottom(), self.theme.text);
                }
            }
        }
        let mut buttons = commander.buttons(device);
        if let Some((_, name, rect)) = hover.and_then(|at| buttons.find(|(.., rect)| rect.contains(at))) {
            let name = self.view.hint(self.view.text_for(device, name));
            let name = match commander.is_upright() {
                true => name.within(self.view.field()),
                false => {
                    name.within(Rect::new(0.0, rect.y - rect.h, rect.x - 4.0, rect.h * 3.0)).anchor(1.0, 0.5)
                }
            };
            self.texts(&name);
        }
    }

    /// Draws a hint below the numbers: at the lower edge there may be a line of dialogue.
    pub fn upper_hint(&self, key: &str, device: Device) {
        self.below_numbers(self.view.text_for(device, key));
    }

    fn below_numbers(&self, text: String) {
        let area = Rect { y: self.view.strip_top(), ..self.view.field() };
        self.texts(&self.view.hint(text).within(area).anchor(0.5, 0.0));
    }

    /// Draws the stick and the buttons for fingers, if they are used.
    pub fn fingers(&self, controls: &TouchControls, device: Device) {
        if device != Device::Touch {
            return;
        }
        self.touch_controls(controls);
        for (action, (x, y), ..) in controls.buttons() {
            let icon = if action == STRIKE { icon::ATTACK } else { icon::JUMP };
            self.sprite(ICON, (icon, 0), (x - 8.0, y - 8.0), WHITE);
        }
    }

    /// Draws marks at the edge of the field: for monsters, the ember, and the beacon while a monster is beside it, where
    /// they are outside of the view with its top left at `corner`.
    pub fn edge_marks(&self, play: &Play, corner: (f32, f32)) {
        let beacon = play.is_beacon_attacked().then_some((icon::BEACON, play.beacon.spot));
        let ember = play.ember.map(|spot| (icon::STAR, spot));
        let monsters = play.monsters().map(|spot| (icon::SKULL, spot));
        let marks =
            camera::edge_marks(beacon.into_iter().chain(ember).chain(monsters), corner, self.view.size);
        for (icon, (x, y)) in marks {
            self.plate(x - 11.0, y - 11.0, 22.0, 22.0);
            self.sprite(ICON, (icon, 0), (x - 8.0, y - 8.0), WHITE);
        }
    }

    fn gauge(&self, icon: u32, y: f32, part: f32, ink: Color) {
        self.sprite(ICON, (icon, 0), (8.0, y - 2.0), WHITE);
        self.block(27.0, y + 1.0, 102.0, 9.0, color::INK);
        let width = (100.0 * part.clamp(0.0, 1.0)).ceil();
        self.block(28.0, y + 2.0, width, 7.0, ink);
        self.block(28.0, y + 2.0, width, 2.0, Color::new(1.0, 1.0, 1.0, 0.25));
    }

    /// Draws a plate for numbers, with their icons. Returns its place.
    fn counts(&self, (left, top): (f32, f32), counts: &[Count]) -> Rect {
        let width = counts.iter().map(|count| self.count_width(&count.number)).sum::<f32>() + 8.0;
        let plate = Rect::new(left, top, width, 8.0 + self.line_height());
        self.plate(plate.x, plate.y, plate.w, plate.h);
        for (x, count) in self.places(left, counts) {
            self.sprite(ICON, (count.icon, 0), (x, (plate.centre().1 - 8.0).round()), WHITE);
        }
        plate
    }

    /// The numbers of a plate, each with its left edge.
    fn places<'c>(&self, left: f32, counts: &'c [Count]) -> impl Iterator<Item = (f32, &'c Count)> {
        counts.iter().scan(left + 5.0, |next, count| {
            let x = *next;
            *next += self.count_width(&count.number);
            Some((x, count))
        })
    }

    /// The width of an icon and its number: a minimum, so that numbers do not move when another one gets a digit more.
    fn count_width(&self, number: &str) -> f32 {
        24.0 + self.text_width(number).max(24.0)
    }

    fn button(&self, button: Button, rect: Rect, is_on: bool, is_off: bool) {
        self.plate(rect.x, rect.y, rect.w, rect.h);
        if is_on {
            self.block(rect.x + 3.0, rect.y + 3.0, rect.w - 6.0, rect.h - 6.0, color::CURTAIN);
        }
        let tint = if is_off { Color::new(1.0, 1.0, 1.0, 0.35) } else { WHITE };
        let (x, y) = rect.centre();
        let icon = match button {
            Button::Pause => {
                self.block(x - 6.0, y - 6.0, 4.0, 12.0, color::CREAM);
                self.block(x + 2.0, y - 6.0, 4.0, 12.0, color::CREAM);
                return;
            }
            Button::All => icon::ALL,
            Button::Attack => icon::ATTACK,
            Button::Patrol => icon::PATROL,
            Button::Stop => icon::STOP,
            Button::Jump => icon::JUMP,
            Button::Call => icon::WAVE,
        };
        self.sprite(ICON, (icon, 0), (x - 8.0, y - 8.0), tint);
    }

    fn outline(&self, Rect { x, y, w, h }: Rect, ink: Color) {
        self.block(x, y, w, 1.0, ink);
        self.block(x, y + h, w, 1.0, ink);
        self.block(x, y, 1.0, h, ink);
        self.block(x + w, y, 1.0, h, ink);
        self.block(x, y, w, h, Color { a: 0.12, ..ink });
    }

    /// Draws the text of `key` on a dark strip at the lower edge.
    pub fn hint(&self, key: &str, device: Device) {
        self.texts(&self.view.hint(self.view.text_for(device, key)).within(self.view.field()));
    }

    /// Draws how long the calm lasts, and how to end it.
    pub fn calm(&self, seconds: u32, device: Device) {
        let text = self.view.format_for(device, "hint-calm", &[("seconds", seconds.to_string().into())]);
        self.below_numbers(text);
    }

    /// Draws a line of dialogue, or a sign for an empty `speaker`.
    pub fn speech(&self, speaker: &str, key: &str) {
        let portrait = ["hero", "sergeant", "witch"].iter().position(|name| *name == speaker);
        let page = self.view.speech(portrait.is_some(), key);
        self.texts(&page);
        if let Some(column) = portrait {
            let Rect { x, y, h, .. } = page.frame(self);
            self.sprite(PORTRAIT, (column as u32, 0), (x + 18.0, (y + h / 2.0 - 16.0).round()), WHITE);
        }
    }
}
