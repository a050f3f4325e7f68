//! The game: a play, the player's commands, the level's script, and dialogue.

mod lessons;
mod rules;
mod script;
mod sign;

use std::collections::{BTreeMap, VecDeque};
use std::error::Error;
use std::ops::ControlFlow;

use proscenium::ai::Population;
#[cfg(any(feature = "dev", test))]
use proscenium::flow::ScreenManager;
use proscenium::flow::{
    BuildContext, GameEvent, GameScreen, Notice, Populations, SaveContext, SaveError, SavedState,
    ScreenCommand, ScreenContext, Target, World,
};
use proscenium::formats::{Level, Script};
use proscenium::phase::Handle;
use proscenium::platform::{Input, Views};
use proscenium::ui::TouchControls;
use serde::{Deserialize, Serialize};

use self::lessons::Lessons;
use self::rules::Rules;
pub use self::sign::Sign;
use super::{Ended, Ending};
use crate::game::camera;
use crate::game::commander::{self, Aim, Commander, Commands};
use crate::game::play::stress::{STRESS, STRESS_UNITS};
use crate::game::play::troops::of;
use crate::game::play::units::hen::Hen;
use crate::game::play::{Director, Outcome, Play};
use crate::game::sounds::GAME_MUSIC;
use crate::levels::{LevelInfo, LevelNumber};
use crate::saves::{AUTOSAVE, SavedRun, Saving};
use crate::shared::Shared;
use crate::sounds::CROSS_FADE;
use crate::theme;
use crate::view::View;

/// Ticks that a text is shown.
const TEXT_TICKS: u32 = 300;
/// Ticks from the end of the play to the end screen.
const CURTAIN_TICKS: u32 = 90;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The speaker; empty for a sign.
    pub speaker: String,
    /// The key of the text.
    pub text: String,
}

/// The state of a run, except for its units: all that a save needs.
#[derive(Default, Serialize, Deserialize)]
struct Run {
    /// The play, the world of its machines; without units until the screen is entered.
    play: Play,
    commander: Commander,
    #[serde(default)]
    rules: Rules,
    /// The name is another one than that of an older version, which saved them in another form.
    #[serde(default, rename = "course")]
    lessons: Lessons,
    director: Director,
    /// How often the text of each sign was read.
    read: BTreeMap<String, i64>,
    /// The current line and its remaining ticks.
    line: Option<(Line, u32)>,
    /// The lines after the current one.
    lines: VecDeque<Line>,
    /// The outcome, and the ticks since then.
    outcome: Option<(Outcome, u32)>,
}

pub struct InGame {
    info: &'static LevelInfo,
    level: Handle<Level>,
    script: Handle<Script>,
    run: Run,
    signs: Vec<Sign>,
    /// The save at the start of a wave, until it is written.
    saving: Option<Saving>,
    /// The size of the view, in virtual pixels.
    size: (f32, f32),
    /// What fingers use.
    touch: TouchControls,
    /// Whether a film is recorded: only the world is drawn.
    is_recording: bool,
}

impl InGame {
    /// The screen for the level in the payload.
    pub fn new(cx: &BuildContext<'_>) -> Result<Self, Box<dyn Error>> {
        let info = LevelInfo::of(cx.payload().copied().unwrap_or(LevelNumber(1)));
        let level = cx.handle::<Level>(info.level);
        let signs = cx.get(level).into_iter().flat_map(Sign::all).collect();
        Ok(Self {
            info,
            level,
            script: cx.handle(info.script),
            run: Run { play: Play::new(cx.resources(), info.level, 0)?, ..Run::default() },
            signs,
            saving: None,
            size: (theme::WIDTH, theme::HEIGHT),
            touch: commander::touch_controls((theme::WIDTH, theme::HEIGHT)),
            is_recording: false,
        })
    }

    /// The top left corner of the view that follows the hero, in pixels of the level.
    fn view(&self, hero: (f32, f32)) -> (f32, f32) {
        camera::corner((hero.0, hero.1 - 12.0), self.run.play.terrain.pixels(), camera::field(self.size))
    }

    /// The top left corner of the view, moved by the inspector.
    fn panned_view(&self, hero: (f32, f32), (dx, dy): (f32, f32)) -> (f32, f32) {
        let (x, y) = self.view(hero);
        camera::inside((x + dx, y + dy), self.run.play.terrain.pixels(), camera::field(self.size))
    }

    #[cfg(test)]
    pub const fn level(&self) -> LevelNumber {
        LevelNumber(self.info.number)
    }

    /// The play, its machines, and the top left corner of the drawn view; `None` where no level is played.
    #[cfg(any(feature = "dev", test))]
    pub fn observe(manager: &ScreenManager) -> Option<(&Play, &Populations, (f32, f32))> {
        let (game, populations) =
            (manager.stack().screen::<Self>("in_game")?, manager.stack().populations("in_game")?);
        let hero = game.run.play.hero(populations)?.body.spot();
        let pan = manager.shared().get::<Shared>().map(|shared| shared.pan).unwrap_or_default();
        Some((&game.run.play, populations, game.panned_view(hero, pan)))
    }

    /// The key of the line that is shown.
    #[cfg(test)]
    pub fn text(manager: &ScreenManager) -> Option<&str> {
        manager.stack().screen::<Self>("in_game")?.run.line.as_ref().map(|(line, _)| line.text.as_str())
    }

    /// Whether the next wave can be called for.
    #[cfg(test)]
    pub fn is_calm(manager: &ScreenManager) -> bool {
        manager.stack().screen::<Self>("in_game").is_some_and(|game| game.run.rules.calm.is_some())
    }

    /// Keeps what the slots have to know of the run.
    fn note_progress(&self, shared: &mut Shared, has_progress: bool) {
        shared.saves.place = (self.info.number, self.run.play.tally.wave);
        shared.saves.has_progress = has_progress;
    }

    /// Writes the save of a wave. The player is warned if that fails.
    fn autosave(&mut self, shared: &mut Shared, saved: Result<SavedRun, String>) {
        let written =
            saved.and_then(|run| shared.saves.write(AUTOSAVE, &run).map_err(|error| error.to_string()));
        if let Err(error) = written {
            log::warn!("the run is not saved: {error}");
            let text = "autosave-failed".to_owned();
            self.run.lines.push_back(Line { speaker: String::new(), text });
        }
    }

    /// Whether the offer of lessons is clicked or tapped.
    fn is_offer_clicked(&self, cx: &ScreenContext<'_>, input: &Input) -> bool {
        let (view, pointer) = (View::of(cx), &input.pointer);
        let Some(at) = pointer.position.filter(|_| pointer.pressed) else { return false };
        let offer = self.run.lessons.hint(input.device, true);
        let offer = offer.map(|hint| view.lesson(hint, None, input.device));
        offer.is_some_and(|offer| offer.frame(&view).contains(at))
    }

    /// Applies the player's commands to the marines and the signs.
    fn apply_commands(&mut self, cx: &mut ScreenContext<'_>, commands: &Commands, hero: (f32, f32)) {
        let play = &mut self.run.play;
        if commands.select_all {
            play.select(cx.populations(), (f32::MIN, f32::MIN), (f32::MAX, f32::MAX));
        }
        if let Some((from, to)) = commands.select {
            play.select(cx.populations(), from, to);
        }
        if let Some(order) = commands.order
            && play.order(cx.populations(), order) > 0
        {
            play.mark(order);
        }
        if play.selected(cx.populations()) == 0 {
            self.run.commander.aim = Aim::Select;
        }
        self.read_sign(cx, commands, hero);
    }

    fn update_play(&mut self, cx: &mut ScreenContext<'_>, input: &Input) {
        let hero = self.run.play.hero(cx.populations()).map_or((0.0, 0.0), |hero| hero.body.spot());
        let corner = self.view(hero);
        let Run { commander, play, rules, lessons, .. } = &mut self.run;
        let populations = cx.populations();
        // A call ends the lessons too.
        commander.size = self.size;
        commander.can_call = rules.calm.is_some() || lessons.are_running();
        let commands = commander.read(input, corner, hero, play.selected(populations) > 0, |at| {
            play.has_marine_at(populations, at)
        });
        if commands.pause || input.focus_lost && cx.shared::<Shared>().settings().pause_unfocused {
            cx.command(ScreenCommand::push("pause").through(theme::pause()));
            return;
        }
        if commands.bestiary {
            // It opens at the machine of the units that are selected.
            let has_marines = self.run.play.selected(cx.populations()) > 0;
            let bestiary = Target::resident("bestiary").with(if has_marines { "marine" } else { "runner" });
            cx.command(theme::push_page(bestiary));
            return;
        }
        let can_read = self.near_sign(hero).is_some();
        let mut control = commands.hero;
        // Away from signs the key that reads also strikes.
        control.strikes |= commands.reads && !can_read;
        self.apply_commands(cx, &commands, hero);
        let seconds = cx.delta().as_secs_f32();
        let has_passed = self.run.play.update(cx.populations(), control, seconds);
        let had_lessons = self.run.lessons.are_running();
        self.follow_lessons(cx, &commands, input, can_read);
        self.run.rules.calls |= commands.calls && !had_lessons;
        cx.shared::<Shared>().play_cues(&self.run.play.cues, corner, camera::field(self.size));
        // Those of the machines, which are ticked after this, sound in the next tick.
        self.run.play.cues.clear();
        let is_over = self.run.outcome.is_some() || self.run.lessons.are_running();
        if has_passed && self.run.play.tally.ticks.is_multiple_of(60) && !is_over {
            self.direct(cx);
        }
        if let Some(failure) = self.run.play.troops.take_failure() {
            cx.post(Notice(failure.to_string()));
        }
        self.update_dialogue();
        if let Some((outcome, ticks)) = &mut self.run.outcome {
            *ticks = ticks.saturating_add(1);
            if *ticks == CURTAIN_TICKS {
                // The time is that of the last tick of the fight.
                let mut tally = self.run.play.tally;
                tally.ticks = tally.ticks.saturating_sub(u64::from(CURTAIN_TICKS - 1));
                let ending = Ending {
                    level: LevelNumber(self.info.number),
                    outcome: *outcome,
                    has_beacon: self.run.play.beacon.health > 0.0,
                    tally,
                    hens: of::<Hen>(cx.populations()).map_or(0, Population::len),
                };
                let name = if ending.outcome == Outcome::Won { "won" } else { "lost" };
                cx.push(Target::fresh(name, Ended::new(ending)));
            }
        }
    }
}

impl GameScreen for InGame {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        let seed = u64::from(cx.random().u32(..));
        let level = self.info.level;
        let world = World::of(|screen: &mut Self| &mut screen.run.play);
        match Play::begin(cx.resources(), level, cx.populations(), seed, &world) {
            Ok(play) => {
                self.run.play = play;
                self.run.play.difficulty = cx.shared::<Shared>().settings().difficulty;
            }
            Err(error) => return cx.fail(error),
        }
        cx.shared::<Shared>().mixer().play_music(GAME_MUSIC, CROSS_FADE);
        let shared = cx.shared_mut::<Shared>();
        if std::mem::take(&mut shared.is_new_game) {
            self.run.lessons = Lessons::begin(shared.settings().had_lessons);
        }
        self.show_text(cx, "start", ());
        self.run.lines.push_back(Line { speaker: "sergeant".to_owned(), text: "rules-start".to_owned() });
    }

    fn save(&self, cx: &mut SaveContext<'_>) -> Result<(), SaveError> {
        cx.write(&self.run)
    }

    fn restore(&mut self, cx: &mut ScreenContext<'_>, state: &SavedState) -> Result<(), SaveError> {
        // A save of another version must not become a new run by accident.
        let saved = state.read().inspect_err(|error| cx.fail(error))?;
        let begun = std::mem::replace(&mut self.run, saved);
        self.run.play.resume(begun.play);
        let shared = cx.shared_mut::<Shared>();
        shared.unlock(self.info.number);
        self.note_progress(shared, false);
        Ok(())
    }

    fn on_inactive(&mut self, _cx: &mut ScreenContext<'_>) {
        self.run.commander.reset();
        self.touch.reset();
    }

    fn on_event(&mut self, cx: &mut ScreenContext<'_>, event: &dyn GameEvent) -> ControlFlow<()> {
        if let Some(reloaded) = event.downcast_ref() {
            self.signs = cx.get(self.level).into_iter().flat_map(Sign::all).collect();
            if let Some(text) = self.run.play.reload(cx.resources(), cx.populations(), reloaded) {
                cx.post(Notice(text));
            }
        }
        match event.name() {
            "record_on" => self.is_recording = true,
            "record_off" => self.is_recording = false,
            "next_level" => {
                let next = LevelNumber(self.info.number.saturating_add(1));
                cx.command(ScreenCommand::load_with("in_game", next).through(theme::iris()));
            }
            STRESS => {
                if let Err(error) = self.run.play.fill(cx.populations(), STRESS_UNITS) {
                    cx.fail(error);
                }
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        if self.size != cx.view_size() {
            self.size = cx.view_size();
            self.touch = commander::touch_controls(self.size);
        }
        let input = self.touch.apply(cx.input());
        self.update_play(cx, &input);
        let shared = cx.shared_mut::<Shared>();
        self.note_progress(shared, self.run.outcome.is_none());
        if let Some(saved) = self.saving.as_mut().and_then(|saving| saving.poll(&mut shared.saves)) {
            self.saving = None;
            self.autosave(shared, saved);
        }
    }

    fn on_exit(&mut self, cx: &mut ScreenContext<'_>) {
        let shared = cx.shared_mut::<Shared>();
        if let Some(saved) = self.saving.take().and_then(|saving| saving.finish(&mut shared.saves)) {
            self.autosave(shared, saved);
        }
    }

    fn view(&self, views: &Views) -> proscenium::platform::View {
        views.suitable()
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::Paint;
        let paint = Paint::of(cx);
        let (play, Some(level)) = (&self.run.play, cx.get(self.level)) else { return };
        let hero = play.hero(cx.populations()).map_or((0.0, 0.0), |hero| hero.body.spot());
        let corner = self.panned_view(hero, cx.shared::<Shared>().pan);
        paint.world(level, play, cx.populations(), corner);
        cx.shared::<Shared>().saves.show(|| crate::paint::picture(cx));
        if !cx.is_active() || self.is_recording {
            return;
        }
        paint.hud(play, cx.populations(), &self.run.commander, cx.device());
        paint.fingers(&self.touch, cx.device());
        paint.edge_marks(play, corner);
        let has_layout = cx.shared::<Shared>().settings().layout.is_some();
        let hint = self.run.lessons.hint(cx.device(), has_layout);
        if let Some(aim) = self.run.commander.aim_hint() {
            paint.upper_hint(aim, cx.device());
        } else if let Some(hint) = hint {
            paint.texts(&paint.view.lesson(hint, self.run.lessons.count(cx.device()), cx.device()));
        } else if let Some(seconds) = self.run.rules.calm.filter(|_| play.tally.wave > 0) {
            paint.calm(seconds, cx.device());
        }
        match &self.run.line {
            Some((line, _)) => paint.speech(&line.speaker, &line.text),
            None if self.offers_sign(cx.populations()) => paint.hint("hint-read", cx.device()),
            None if play.tally.ticks < 1800 => paint.hint("hint-controls", cx.device()),
            None => {}
        }
    }
}
