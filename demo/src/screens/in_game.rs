//! The game: the play of a level, led by the player, with the level's script as its director.

use std::cell::Cell;
use std::collections::{HashMap, VecDeque};
use std::error::Error;

use proscenium::ai::Blueprint;
#[cfg(feature = "inspector")]
use proscenium::flow::Machines;
use proscenium::flow::{
    BuildContext, EventFlow, GameEvent, GameScreen, ScreenCommand, ScreenContext, Target,
};
use proscenium::kit::tiled::PropertyValue;
use proscenium::kit::{Level, Script, rhai};
use proscenium::phase::{Handle, Resources};
use proscenium::platform::Input;

use super::{Ended, Ending};
use crate::camera;
use crate::commander::{Commander, PlayerCommands};
use crate::levels::{LevelInfo, LevelNumber};
use crate::play::steering::length;
use crate::play::stress::{MANY, STRESS};
use crate::play::tuning::Tuning;
use crate::play::{Blueprints, Director, Outcome, Play, Wish};
use crate::shared::Shared;
use crate::sounds::{CROSS_FADE, GAME_MUSIC, HORN};
use crate::theme;

/// Frames that a text stays.
const TEXT_FRAMES: u32 = 300;
/// Frames from the last blow to the screen that says who has won.
const CURTAIN_FRAMES: u32 = 90;
/// How near the hero has to be to a sign, and a click to it, in pixels.
const SIGN_REACH: f32 = 30.0;
const SIGN_CLICK: f32 = 20.0;

/// A sign post of the level.
struct Sign {
    spot: (f32, f32),
    text: String,
}

/// A text that somebody says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Who says it; empty for a sign.
    pub who: String,
    /// The key of the text.
    pub text: String,
}

/// The game itself.
pub struct InGame {
    shared: Shared,
    info: &'static LevelInfo,
    level: Handle<Level>,
    script: Handle<Script>,
    tuning: Tuning,
    machines: [Handle<Blueprint>; 5],
    /// The play is there while the screen is on the stack.
    play: Option<Play>,
    commander: Commander,
    director: Director,
    signs: Vec<Sign>,
    read: HashMap<String, i64>,
    /// What is said now, for how many frames still, and what comes after it.
    said: Option<(Line, u32)>,
    lines: VecDeque<Line>,
    /// How it ended, and how many frames ago.
    outcome: Option<(Outcome, u32)>,
    /// How far the picture is moved aside by somebody who looks on.
    aside: Cell<(f32, f32)>,
    /// A film is recorded: only the world is drawn.
    is_filmed: bool,
}

impl InGame {
    /// The level that the player has come to.
    pub fn new(cx: &BuildContext<'_>, shared: &Shared) -> Result<Self, Box<dyn Error>> {
        let info = LevelInfo::of(cx.payload().copied().unwrap_or(LevelNumber(1)));
        let level = cx.handle::<Level>(info.level);
        let objects = cx.get(level).into_iter().flat_map(Level::objects);
        let signs = objects.filter(|object| object.user_type == "sign");
        let signs = signs.filter_map(|object| {
            let PropertyValue::StringValue(text) = object.properties.get("text")? else { return None };
            Some(Sign { spot: (object.x, object.y), text: text.clone() })
        });
        let signs = signs.collect();
        let machines = ["runner", "marine", "monster", "mood", "hen"].map(|name| cx.handle(name));
        Ok(Self {
            shared: shared.clone(),
            info,
            level,
            script: cx.handle(info.script),
            tuning: cx.resources().find::<Tuning>("tuning")?.clone(),
            machines,
            play: None,
            commander: Commander::default(),
            director: Director::default(),
            signs,
            read: HashMap::new(),
            said: None,
            lines: VecDeque::new(),
            outcome: None,
            aside: Cell::default(),
            is_filmed: false,
        })
    }

    fn begin(&self, cx: &mut ScreenContext<'_>) -> Result<Play, String> {
        let resources = cx.resources();
        let level = resources.get(self.level).ok_or("the level is gone")?;
        let mut blueprints = Vec::new();
        for handle in self.machines {
            blueprints.push(blueprint(resources, handle)?);
        }
        let [hero, marine, monster, mood, hen] =
            <[&Blueprint; 5]>::try_from(blueprints).map_err(|_| "five machines were asked for")?;
        let seed = u64::from(cx.random().u32(..));
        let blueprints = Blueprints { hero, marine, monster, mood, hen };
        Play::begin(level, blueprints, self.tuning.clone(), cx.machines(), seed)
    }

    /// The part of the level that is seen: its top left corner, in pixels of the level.
    fn view(&self, play: &Play, hero: (f32, f32)) -> (f32, f32) {
        camera::corner((hero.0, hero.1 - 12.0), play.terrain.pixels())
    }

    /// The part of the level that is drawn: that which is seen, unless somebody looks aside.
    fn drawn(&self, play: &Play, hero: (f32, f32)) -> (f32, f32) {
        let (x, y) = self.view(play, hero);
        let (dx, dy) = self.aside.get();
        let (width, height) = play.terrain.pixels();
        let along = |at: f32, by: f32, level: f32, screen: f32| {
            if level <= screen { at } else { (at + by).clamp(0.0, level - screen).round() }
        };
        (along(x, dx, width, theme::WIDTH), along(y, dy, height, theme::HEIGHT))
    }

    /// The play, with the top left corner of the part of the level that is drawn.
    #[cfg(feature = "inspector")]
    pub fn look_on(&self, machines: &Machines) -> Option<(&Play, (f32, f32))> {
        let play = self.play.as_ref()?;
        let hero = play.troops.hero(machines)?.body.spot();
        Some((play, self.drawn(play, hero)))
    }

    /// Moves the camera away from the hero. The game does not depend on it.
    #[cfg(feature = "inspector")]
    pub fn pan_camera(&self, by: (f32, f32)) {
        self.aside.set(by);
    }

    fn near_sign(&self, hero: (f32, f32)) -> Option<&Sign> {
        self.signs.iter().find(|sign| length((sign.spot.0 - hero.0, sign.spot.1 - hero.1)) < SIGN_REACH)
    }

    /// Asks the level's script for a text. A script that fails ends the phase: its error has the
    /// file and the place.
    fn ask_for_text(&mut self, cx: &mut ScreenContext<'_>, function: &str, args: impl rhai::FuncArgs) {
        let Some(script) = cx.get(self.script) else { return };
        match self.director.text(script, function, args) {
            Ok(Some(text)) => self.said = Some((Line { who: String::new(), text }, TEXT_FRAMES)),
            Ok(None) => {}
            Err(error) => cx.fail(error),
        }
    }

    /// Does what the script wants in this second.
    fn direct(&mut self, cx: &mut ScreenContext<'_>, play: &mut Play) {
        let Some(script) = cx.get(self.script) else { return };
        let wishes = match self.director.second(script, &play.now(cx.machines())) {
            Ok(wishes) => wishes,
            Err(error) => return cx.fail(error),
        };
        for wish in wishes {
            let done = match wish {
                Wish::Monsters { kind, count, at } => play.send_monsters(cx.machines(), kind, count, &at),
                Wish::Marines { count, at } => play.send_marines(cx.machines(), count, &at),
                Wish::Say { who, text } => {
                    self.lines.push_back(Line { who, text });
                    Ok(())
                }
                Wish::Wave(number) => {
                    self.shared.mixer().play(HORN, 0.9);
                    play.tally.wave = number;
                    Ok(())
                }
                Wish::Win => {
                    self.outcome.get_or_insert((Outcome::Won, 0));
                    Ok(())
                }
                Wish::Lose => {
                    self.outcome.get_or_insert((Outcome::Lost, 0));
                    Ok(())
                }
            };
            if let Err(error) = done {
                cx.fail(format!("{}: {error}", script.path()));
            }
        }
    }

    /// Applies what the player commands.
    fn apply_commands(
        &mut self,
        cx: &mut ScreenContext<'_>,
        play: &mut Play,
        wanted: &PlayerCommands,
        hero: (f32, f32),
    ) {
        if wanted.select_all {
            play.select(cx.machines(), (f32::MIN, f32::MIN), (f32::MAX, f32::MAX), false);
        }
        if let Some((from, to)) = wanted.select {
            play.select(cx.machines(), from, to, false);
        }
        if let Some(order) = wanted.order
            && play.order(cx.machines(), order) > 0
        {
            play.mark(order);
        }
        let clicked = |sign: &Sign| {
            // A sign stands above its foot.
            wanted.click.is_some_and(|(x, y)| length((x - sign.spot.0, y - sign.spot.1 + 8.0)) < SIGN_CLICK)
        };
        let sign = self.near_sign(hero).filter(|sign| wanted.reads || clicked(sign));
        if let Some(text) = sign.map(|sign| sign.text.clone()) {
            let times = self.read.entry(text.clone()).or_insert(0);
            *times += 1;
            let times = *times;
            self.ask_for_text(cx, "read_sign", (text, times));
        }
    }

    /// What is said goes on, and what waits to be said has its turn.
    fn talk(&mut self) {
        if let Some((_, frames)) = &mut self.said {
            *frames -= 1;
            if *frames == 0 {
                self.said = None;
            }
        }
        if self.said.is_none() {
            self.said = self.lines.pop_front().map(|line| (line, TEXT_FRAMES));
        }
    }

    fn play_on(&mut self, cx: &mut ScreenContext<'_>, input: &Input, play: &mut Play) {
        let hero = play.troops.hero(cx.machines()).map_or((0.0, 0.0), |hero| hero.body.spot());
        let corner = self.view(play, hero);
        let machines = cx.machines();
        let wanted = self.commander.read(input, corner, hero, |at| play.has_marine_at(machines, at));
        if wanted.pause {
            cx.command(ScreenCommand::push("pause").at_once());
            return;
        }
        if wanted.bestiary {
            cx.command(ScreenCommand::push("bestiary").at_once());
            return;
        }
        let can_read = self.near_sign(hero).is_some();
        let mut control = wanted.hero;
        // Away from signs the key that reads strikes as well.
        control.strikes |= wanted.reads && !can_read;
        self.apply_commands(cx, play, &wanted, hero);
        let seconds = cx.delta().as_secs_f32();
        play.update(cx.machines(), control, seconds);
        self.shared.sound(play.cues.iter(), corner);
        if play.tally.frames.is_multiple_of(60) && self.outcome.is_none() {
            self.direct(cx, play);
        }
        self.talk();
        if let Some((outcome, frames)) = &mut self.outcome {
            *frames += 1;
            if *frames == CURTAIN_FRAMES {
                let ending = Ending {
                    level: LevelNumber(self.info.number),
                    outcome: *outcome,
                    tally: play.tally,
                    hens: play.hens.count(cx.machines()),
                };
                if ending.outcome == Outcome::Won {
                    self.shared.unlock(self.info.number + 1);
                }
                let name = if ending.outcome == Outcome::Won { "won" } else { "lost" };
                cx.push(Target::fresh(name, Ended::new(&self.shared, ending)));
            }
        }
    }
}

impl GameScreen for InGame {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        match self.begin(cx) {
            Ok(play) => self.play = Some(play),
            Err(error) => return cx.fail(error),
        }
        self.shared.mixer().play_music(GAME_MUSIC, CROSS_FADE);
        self.ask_for_text(cx, "start", ());
    }

    fn on_inactive(&mut self, _cx: &mut ScreenContext<'_>) {
        self.commander.let_go();
    }

    fn on_event(&mut self, cx: &mut ScreenContext<'_>, event: &dyn GameEvent) -> EventFlow {
        match event.name() {
            "record_on" => self.is_filmed = true,
            "record_off" => self.is_filmed = false,
            STRESS => {
                if let Some(Err(error)) = self.play.as_mut().map(|play| play.fill(cx.machines(), MANY)) {
                    cx.fail(error);
                }
            }
            _ => {}
        }
        EventFlow::Pass
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        // Taken out meanwhile, because the screen's own functions change it.
        let Some(mut play) = self.play.take() else { return };
        let input = cx.input();
        self.play_on(cx, input, &mut play);
        self.play = Some(play);
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::Paint;
        let paint = Paint::new(cx.resources(), &self.shared);
        let (Some(play), Some(level)) = (&self.play, cx.get(self.level)) else { return };
        let hero = play.troops.hero(cx.machines()).map_or((0.0, 0.0), |hero| hero.body.spot());
        let corner = self.drawn(play, hero);
        paint.world(level, play, cx.machines(), corner);
        if !cx.is_active() || self.is_filmed {
            return;
        }
        paint.hud(play, cx.machines(), &self.commander);
        match &self.said {
            Some((line, _)) => paint.speech(&line.who, &line.text),
            None if self.near_sign(hero).is_some() => paint.hint_key("hint-read", 336.0),
            None if play.tally.frames < 1800 => paint.hint_key("hint-controls", 336.0),
            None => {}
        }
    }
}

/// A machine of the phase.
fn blueprint(resources: &Resources, handle: Handle<Blueprint>) -> Result<&Blueprint, String> {
    resources.get(handle).ok_or_else(|| "a machine of the game is gone".to_owned())
}
