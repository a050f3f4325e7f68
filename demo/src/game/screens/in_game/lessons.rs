//! The lessons of the first level: what a player learns by doing it, before the first wave comes and in the calm after it.

use std::collections::BTreeMap;

#[cfg(test)]
use proscenium::flow::ScreenManager;
use proscenium::flow::{Populations, ScreenContext};
use proscenium::platform::{Device, Input};
use serde::{Deserialize, Serialize};

use super::InGame;
use crate::controls::Layout;
use crate::game::commander::Commands;
use crate::game::play::order::Order;
use crate::game::sounds::LEARNED;
use crate::shared::Shared;

/// What is learned, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Lesson {
    Walk,
    Strike,
    Leap,
    Read,
    Select,
    Send,
    Attack,
    Ember,
    Help,
}

impl Lesson {
    /// The lessons before the first wave, and those in the calm after it.
    const BEFORE: &[Self] =
        &[Self::Walk, Self::Strike, Self::Leap, Self::Read, Self::Select, Self::Send, Self::Attack];
    const CALM: &[Self] = &[Self::Ember, Self::Help];

    /// For how many ticks it is done until it is learned.
    const fn ticks(self) -> u32 {
        match self {
            Self::Walk => 40,
            // It has to be read meanwhile.
            Self::Help => 180,
            _ => 1,
        }
    }

    /// The key of its hint; without a layout of the keys both are named.
    const fn hint(self, has_layout: bool) -> &'static str {
        match self {
            Self::Walk if !has_layout => "lesson-layout",
            Self::Walk => "lesson-walk",
            Self::Strike => "lesson-strike",
            Self::Leap => "lesson-leap",
            Self::Read => "lesson-read",
            Self::Select => "lesson-select",
            Self::Send => "lesson-send",
            Self::Attack => "lesson-attack",
            Self::Ember => "lesson-ember",
            Self::Help => "lesson-help",
        }
    }
}

/// Which lessons there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Course {
    /// There are none, or they are over.
    #[default]
    Over,
    /// The player had them before and can ask for them, until the first wave.
    Offered,
    Before,
    /// The first wave is there or comes.
    Wave,
    Calm,
}

/// Where a player is in the lessons. No wave comes while they run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lessons {
    course: Course,
    /// For how many ticks each was done; also before its hint is shown.
    done: BTreeMap<Lesson, u32>,
}

/// What the lessons go on with, beside what the player practises.
#[derive(Clone, Copy)]
enum Cue {
    Asked,
    Skipped,
    /// A wave is there, and a wave is beaten.
    Fight,
    Calm,
}

impl Lessons {
    /// The lessons of a new game: offered to a player who had them.
    pub fn begin(were_had: bool) -> Self {
        Self { course: if were_had { Course::Offered } else { Course::Before }, ..Self::default() }
    }

    pub const fn are_running(&self) -> bool {
        matches!(self.course, Course::Before | Course::Calm)
    }

    pub fn are_over(&self) -> bool {
        self.course == Course::Over
    }

    /// The lessons of a player with this device. Fingers and pads send the marines by an attack only.
    fn all(&self, device: Device) -> impl Iterator<Item = Lesson> + use<> {
        let all = match self.course {
            Course::Before => Lesson::BEFORE,
            Course::Calm => Lesson::CALM,
            Course::Over | Course::Offered | Course::Wave => &[],
        };
        let sends = matches!(device, Device::Keyboard | Device::Mouse);
        all.iter().copied().filter(move |lesson| sends || *lesson != Lesson::Send)
    }

    fn next(&self, device: Device) -> Option<Lesson> {
        self.all(device).find(|lesson| self.done.get(lesson).is_none_or(|done| *done < lesson.ticks()))
    }

    /// The key of the hint.
    pub fn hint(&self, device: Device, has_layout: bool) -> Option<&'static str> {
        let offer = (self.course == Course::Offered).then_some("lesson-offer");
        self.next(device).map(|lesson| lesson.hint(has_layout)).or(offer)
    }

    /// The number of the lesson, from 1, and of all lessons.
    pub fn count(&self, device: Device) -> Option<(usize, usize)> {
        let next = self.next(device)?;
        Some((self.all(device).take_while(|lesson| *lesson <= next).count(), self.all(device).count()))
    }

    /// Goes on with what the player practises in a tick. Returns whether the last one before the first wave was learned, or
    /// they were skipped, in this tick.
    fn follow(&mut self, practised: &[Lesson], device: Device, cue: Option<Cue>) -> bool {
        for lesson in self.all(device).filter(|lesson| practised.contains(lesson)) {
            let ticks = self.done.entry(lesson).or_default();
            *ticks = ticks.saturating_add(1);
        }
        let before = self.course;
        self.course = match (before, cue) {
            (Course::Offered, Some(Cue::Asked)) => Course::Before,
            (Course::Offered, Some(_)) | (Course::Before | Course::Calm, Some(Cue::Skipped)) => Course::Over,
            (Course::Wave, Some(Cue::Calm)) => Course::Calm,
            (Course::Before, _) if self.next(device).is_none() => Course::Wave,
            (Course::Calm, _) if self.next(device).is_none() => Course::Over,
            (course, _) => course,
        };
        before == Course::Before && before != self.course
    }
}

impl InGame {
    /// The key of the hint that is shown to a player with this device.
    #[cfg(test)]
    pub fn lesson(manager: &ScreenManager, device: Device) -> Option<&'static str> {
        manager.stack().screen::<Self>("in_game")?.run.lessons.hint(device, true)
    }

    /// Goes on with the lessons. A sound says that one was learned.
    pub(super) fn follow_lessons(
        &mut self,
        cx: &mut ScreenContext<'_>,
        commands: &Commands,
        input: &Input,
        can_read: bool,
    ) {
        let device = input.device;
        self.choose_layout(cx, input);
        let (wave, is_calm) = (self.run.play.tally.wave, self.run.rules.calm.is_some());
        let asks = commands.reads && !can_read || self.is_offer_clicked(cx, input);
        let cue = match wave {
            _ if commands.calls => Some(Cue::Skipped),
            0 => asks.then_some(Cue::Asked),
            _ => Some(if is_calm { Cue::Calm } else { Cue::Fight }),
        };
        let practised = self.practised(cx.populations(), commands);
        let lessons = &mut self.run.lessons;
        let before = lessons.count(device);
        if lessons.follow(&practised, device, cue) {
            cx.shared::<Shared>().change(|settings| settings.had_lessons = true);
        }
        if before.is_some() && before != lessons.count(device) {
            cx.shared::<Shared>().mixer().play(LEARNED, 0.7);
        }
        self.run.rules.held += u64::from(lessons.are_running());
    }

    /// What the player practises in this tick.
    fn practised(&self, populations: &Populations, commands: &Commands) -> Vec<Lesson> {
        let play = &self.run.play;
        let has_squad = play.selected(populations) > 0;
        let order = commands.order.filter(|_| has_squad);
        let practised = [
            (Lesson::Walk, commands.hero.direction != (0.0, 0.0)),
            (Lesson::Strike, play.has_struck_straw),
            (Lesson::Leap, commands.hero.jumps),
            (Lesson::Read, !self.run.read.is_empty()),
            (Lesson::Select, has_squad),
            (Lesson::Send, matches!(order, Some(Order::Move(_)))),
            (Lesson::Attack, matches!(order, Some(Order::Attack(_)))),
            (Lesson::Ember, play.ember.is_none()),
            (Lesson::Help, play.has_help(populations)),
        ];
        practised.into_iter().filter_map(|(lesson, is_done)| is_done.then_some(lesson)).collect()
    }

    /// In the first lesson, the first key to walk with chooses its layout of the keys. A line says so, at once: one that it
    /// interrupts comes again after it.
    fn choose_layout(&mut self, cx: &mut ScreenContext<'_>, input: &Input) {
        let is_asked = self.run.lessons.next(input.device) == Some(Lesson::Walk);
        let Some(layout) = input.control.filter(|_| is_asked).and_then(Layout::of) else { return };
        if cx.shared::<Shared>().choose_layout(layout) {
            let text = match layout {
                Layout::Arrows => "layout-arrows",
                Layout::Wasd => "layout-wasd",
            };
            self.run.say_now("", text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: Device = Device::Keyboard;

    /// The hints of a player who practises these, one a tick.
    fn hints(lessons: &mut Lessons, device: Device, practised: &[Lesson]) -> Vec<&'static str> {
        let mut hints = Vec::from_iter(lessons.hint(device, true));
        for lesson in practised {
            let was = lessons.course;
            let ends = lessons.follow(&[*lesson], device, None);
            assert_eq!(ends, was == Course::Before && !lessons.are_running());
            hints.extend(lessons.hint(device, true));
        }
        hints.dedup();
        hints
    }

    #[test]
    fn each_lesson_waits_until_it_was_practised() {
        use Lesson::{Attack, Leap, Read, Select, Send, Strike, Walk};
        let mut practised = vec![Walk; 40];
        practised.extend([Strike, Leap, Leap, Read, Select, Send, Attack]);
        let all = [
            "lesson-walk",
            "lesson-strike",
            "lesson-leap",
            "lesson-read",
            "lesson-select",
            "lesson-send",
            "lesson-attack",
        ];
        assert_eq!(hints(&mut Lessons::begin(false), KEYS, &practised), all);
        let without_send = all.into_iter().filter(|hint| *hint != "lesson-send").collect::<Vec<_>>();
        assert_eq!(hints(&mut Lessons::begin(false), Device::Pad, &practised), without_send);
    }

    #[test]
    fn what_was_practised_before_its_lesson_is_learned() {
        use Lesson::{Attack, Leap, Read, Select, Send, Strike, Walk};
        let mut lessons = Lessons::begin(false);
        let early = [Read, Attack, Select, Strike];
        assert_eq!(hints(&mut lessons, KEYS, &early), ["lesson-walk"]);
        assert_eq!(hints(&mut lessons, KEYS, &[Walk; 40]), ["lesson-walk", "lesson-leap"]);
        assert_eq!(lessons.count(Device::Keyboard), Some((3, 7)));
        assert_eq!(hints(&mut lessons, KEYS, &[Leap, Send]), ["lesson-leap", "lesson-send"]);
        assert!(!lessons.are_running() && !lessons.are_over());
    }

    #[test]
    fn the_calm_after_the_first_wave_has_lessons_of_its_own() {
        let mut lessons = Lessons { course: Course::Wave, ..Lessons::default() };
        lessons.follow(&[Lesson::Help], KEYS, None);
        assert_eq!(lessons.hint(KEYS, true), None);
        lessons.follow(&[], KEYS, Some(Cue::Calm));
        assert_eq!(hints(&mut lessons, KEYS, &[Lesson::Walk]), ["lesson-ember"]);
        assert_eq!(lessons.count(Device::Touch), Some((1, 2)));
        let practised = [vec![Lesson::Ember], vec![Lesson::Help; 180]].concat();
        assert_eq!(hints(&mut lessons, KEYS, &practised), ["lesson-ember", "lesson-help"]);
        assert!(lessons.are_over());
    }

    #[test]
    fn lessons_are_counted_for_the_device_that_is_used() {
        let at = |done: &[Lesson]| Lessons {
            course: Course::Before,
            done: done.iter().map(|lesson| (*lesson, 40)).collect(),
        };
        let all = Lesson::BEFORE;
        assert_eq!(at(&[]).count(Device::Keyboard), Some((1, 7)));
        assert_eq!(at(&all[..5]).count(Device::Mouse), Some((6, 7)));
        assert_eq!(at(&all[..5]).count(Device::Touch), Some((6, 6)));
        assert_eq!(at(all).count(Device::Pad), None);
        assert_eq!(Lessons::begin(true).count(Device::Pad), None);
    }

    #[test]
    fn lessons_are_skipped_and_offered_to_a_player_who_had_them() {
        let follow = |lessons: &mut Lessons, cue| lessons.follow(&[], KEYS, cue);
        let mut lessons = Lessons::begin(false);
        assert!(follow(&mut lessons, Some(Cue::Skipped)) && lessons.are_over());
        assert!(!follow(&mut lessons, Some(Cue::Asked)) && lessons.are_over());
        let mut lessons = Lessons::begin(true);
        assert!(!follow(&mut lessons, None));
        assert_eq!(lessons.hint(Device::Pad, true), Some("lesson-offer"));
        let mut late = lessons.clone();
        assert!(!follow(&mut lessons, Some(Cue::Asked)) && lessons.are_running());
        assert!(!follow(&mut late, Some(Cue::Fight)) && late.are_over());
    }
}
