//! What the level's script has the screen do: waves, dialogue, the end.

use proscenium::flow::ScreenContext;
use proscenium::formats::rhai;

use super::{InGame, Line, Run, Saving, TEXT_TICKS};
use crate::game::play::effects::EffectKind;
use crate::game::play::{Directive, Now, Outcome};
use crate::game::sounds::HORN;
use crate::shared::Shared;

impl Run {
    /// Shows a line at once. A line that it interrupts comes again after it.
    pub(super) fn say_now(&mut self, speaker: &str, text: &str) {
        let line = Line { speaker: speaker.to_owned(), text: text.to_owned() };
        let interrupted = self.line.replace((line, TEXT_TICKS));
        interrupted.into_iter().for_each(|(line, _)| self.lines.push_front(line));
    }
}

impl InGame {
    /// Shows the text that a function of the level's script returns. An error of the script fails the
    /// phase.
    pub(super) fn show_text(
        &mut self,
        cx: &mut ScreenContext<'_>,
        function: &str,
        args: impl rhai::FuncArgs,
    ) {
        let Some(script) = cx.get(self.script) else { return };
        match self.run.director.text(script, function, args) {
            Ok(Some(text)) => self.run.line = Some((Line { speaker: String::new(), text }, TEXT_TICKS)),
            Ok(None) => {}
            Err(error) => cx.fail(error),
        }
    }

    /// Calls the script for this second, and carries out its directives.
    pub(super) fn direct(&mut self, cx: &mut ScreenContext<'_>) {
        let play = &mut self.run.play;
        let Some(script) = cx.get(self.script) else { return };
        let rules = &mut self.run.rules;
        let now = play.now(cx.populations());
        let (time, calls) = (now.time - (rules.held / 60) as i64, std::mem::take(&mut rules.calls));
        let now = Now { time, calls, ..now };
        let directives = match self.run.director.second(script, &now) {
            Ok(directives) => directives,
            Err(error) => return cx.fail(error),
        };
        rules.calm = None;
        let warnings = rules.warnings(&now);
        // The first one comes first.
        warnings.into_iter().rev().for_each(|(who, text)| self.run.say_now(who, text));
        let play = &mut self.run.play;
        for directive in directives {
            let done = match directive {
                Directive::Units { kind, count, at } => play.send(cx.populations(), kind, count, &at),
                Directive::Say { who, text } => {
                    self.run.lines.push_back(Line { speaker: who, text });
                    Ok(())
                }
                Directive::Wave { number, of } => {
                    cx.shared::<Shared>().mixer().play(HORN, 0.9);
                    (play.tally.wave, play.tally.waves) = (number, of);
                    self.saving.get_or_insert_with(|| Saving::begin(cx));
                    Ok(())
                }
                Directive::Calm(seconds) => {
                    self.run.rules.calm = Some(seconds);
                    // A lesson says the same.
                    if play.leave_ember() && play.tally.wave == 1 && self.run.lessons.are_over() {
                        let text = "hero-ember".to_owned();
                        self.run.lines.push_back(Line { speaker: "hero".to_owned(), text });
                    }
                    Ok(())
                }
                Directive::Bonus(points) => {
                    play.tally.score = play.tally.score.saturating_add(points);
                    play.effects.add(EffectKind::Score(points), play.beacon.spot, 40.0);
                    Ok(())
                }
                Directive::Win => {
                    // At once: the player may leave before the end screen.
                    if self.run.outcome.is_none() {
                        cx.shared::<Shared>().note_win(self.info.number, play.tally.seconds());
                        self.run.outcome = Some((Outcome::Won, 0));
                    }
                    Ok(())
                }
                Directive::Lose => {
                    self.run.outcome.get_or_insert((Outcome::Lost, 0));
                    Ok(())
                }
            };
            if let Err(error) = done {
                cx.fail(format!("{}: {error}", script.path()));
            }
        }
    }

    /// Counts down the current line, and shows the next one after it.
    pub(super) fn update_dialogue(&mut self) {
        if let Some((_, ticks)) = &mut self.run.line {
            *ticks = ticks.saturating_sub(1);
            if *ticks == 0 {
                self.run.line = None;
            }
        }
        if self.run.line.is_none() {
            self.run.line = self.run.lines.pop_front().map(|line| (line, TEXT_TICKS));
        }
    }
}
