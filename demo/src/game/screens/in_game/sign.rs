//! The sign posts of a level, and how they are read.

#[cfg(test)]
use proscenium::flow::ScreenManager;
use proscenium::flow::{Populations, ScreenContext};
use proscenium::formats::Level;
use proscenium::formats::tiled::PropertyValue;

use super::InGame;
use crate::game::commander::Commands;
use crate::game::play::steering::distance;

/// The distance of the hero, and of a click, from which a sign is read, in pixels.
const REACH: f32 = 30.0;
const CLICK: f32 = 20.0;

pub struct Sign {
    pub(super) spot: (f32, f32),
    pub text: String,
}

impl Sign {
    /// The objects of the type `sign`.
    pub fn all(level: &Level) -> impl Iterator<Item = Self> {
        let signs = level.objects().filter(|object| object.user_type == "sign");
        signs.filter_map(|object| {
            let PropertyValue::StringValue(text) = object.properties.get("text")? else { return None };
            Some(Self { spot: (object.x, object.y), text: text.clone() })
        })
    }
}

impl InGame {
    pub(super) fn near_sign(&self, hero: (f32, f32)) -> Option<&Sign> {
        self.signs.iter().find(|sign| distance(sign.spot, hero) < REACH)
    }

    /// Whether a line tells how to read the sign beside the hero: until it was read, while there is no fight and the
    /// hero stands.
    pub(super) fn offers_sign(&self, populations: &Populations) -> bool {
        let (Some(hero), now) = (self.run.play.hero(populations), self.run.play.now(populations)) else {
            return false;
        };
        let sign = self.near_sign(hero.body.spot()).filter(|_| now.monsters == 0 && now.hero > 0.0);
        sign.is_some_and(|sign| !self.run.read.contains_key(&sign.text))
    }

    /// Whether the player sees how to read a sign, as soon as no other line is shown.
    #[cfg(test)]
    pub fn tells_of_sign(manager: &ScreenManager) -> bool {
        let game = manager.stack().screen::<Self>("in_game").zip(manager.stack().populations("in_game"));
        game.is_some_and(|(game, populations)| game.offers_sign(populations))
    }

    /// Reads a sign, if the player reads or clicks one nearby.
    pub(super) fn read_sign(&mut self, cx: &mut ScreenContext<'_>, commands: &Commands, hero: (f32, f32)) {
        let clicked = |sign: &Sign| {
            // A sign stands above its foot.
            commands.click.is_some_and(|(x, y)| distance((x, y + 8.0), sign.spot) < CLICK)
        };
        let sign = self.near_sign(hero).filter(|sign| commands.reads || clicked(sign));
        if let Some(text) = sign.map(|sign| sign.text.clone()) {
            let times = self.run.read.entry(text.clone()).or_insert(0);
            *times = times.saturating_add(1);
            let times = *times;
            self.show_text(cx, "read_sign", (text, times));
        }
    }
}
