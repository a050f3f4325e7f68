//! The lessons of the first level: what a player learns by doing it, before the first wave comes and in the calm after it.

use std::collections::BTreeMap;

#[cfg(test)]
use proscenium::flow::ScreenManager;
use proscenium::flow::{Populations, ScreenContext};
use proscenium::platform::{Control, Device, Input};
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
            Self::Walk if has_layout => "lesson-walk",
            Self::Walk => "lesson-layout",
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

/// What the lessons go by in a tick, except for what the player practises.
#[derive(Clone, Copy, Debug, Default)]
struct Now {
    device: Device,
    /// Whether the player asks for the lessons, and skips them.
    asks: bool,
    skips: bool,
    wave: u32,
    is_calm: bool,
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
    fn follow(&mut self, practised: impl IntoIterator<Item = Lesson>, now: &Now) -> bool {
        let all: Vec<_> = self.all(now.device).collect();
        for lesson in practised.into_iter().filter(|lesson| all.contains(lesson)) {
            let ticks = self.done.entry(lesson).or_default();
            *ticks = ticks.saturating_add(1);
        }
        let is_learned = self.next(now.device).is_none();
        let before = self.course;
        self.course = match before {
            Course::Offered if now.asks => Course::Before,
            Course::Offered if now.wave > 0 => Course::Over,
            Course::Before | Course::Calm if now.skips => Course::Over,
            Course::Before if is_learned => Course::Wave,
            Course::Wave if now.wave > 0 && now.is_calm => Course::Calm,
            Course::Calm if is_learned => Course::Over,
            course => course,
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
        self.choose_layout(cx, device, input.control);
        let now = Now {
            device,
            asks: commands.reads && !can_read || self.is_offer_clicked(cx, input),
            skips: commands.calls,
            wave: self.run.play.tally.wave,
            is_calm: self.run.rules.calm.is_some(),
        };
        let practised = self.practised(cx.populations(), commands);
        let lessons = &mut self.run.lessons;
        let before = lessons.count(device);
        if lessons.follow(practised, &now) {
            cx.shared::<Shared>().change(|settings| settings.had_lessons = true);
        }
        if before.is_some() && before != lessons.count(device) {
            cx.shared::<Shared>().mixer().play(LEARNED, 0.7);
        }
        self.run.rules.held += u64::from(lessons.are_running());
    }

    /// What the player practises in this tick.
    fn practised(
        &self,
        populations: &Populations,
        commands: &Commands,
    ) -> impl Iterator<Item = Lesson> + use<> {
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
        practised.into_iter().filter_map(|(lesson, is_done)| is_done.then_some(lesson))
    }

    /// In the first lesson, the first key to walk with chooses its layout of the keys. A line says so, at once: one that it
    /// interrupts comes again after it.
    fn choose_layout(&mut self, cx: &mut ScreenContext<'_>, device: Device, pressed: Option<Control>) {
        if self.run.lessons.next(device) != Some(Lesson::Walk) {
            return;
        }
        let Some(layout) = pressed.and_then(Layout::of) else { return };
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

    const BY_KEYS: Now = Now { device: Device::Keyboard, asks: false, skips: false, wave: 0, is_calm: false };

    /// The hints of a player who practises these, one a tick.
    fn hints(lessons: &mut Lessons, now: &Now, practised: &[Lesson]) -> Vec<&'static str> {
        let mut hints = Vec::from_iter(lessons.hint(now.device, true));
        for lesson in practised {
            let was = lessons.course;
            let ends = lessons.follow([*lesson], now);
            assert_eq!(ends, was == Course::Before && !lessons.are_running());
            hints.extend(lessons.hint(now.device, true));
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
        assert_eq!(hints(&mut Lessons::begin(false), &BY_KEYS, &practised), all);
        let by_pad = Now { device: Device::Pad, ..BY_KEYS };
        let without_send = all.into_iter().filter(|hint| *hint != "lesson-send").collect::<Vec<_>>();
        assert_eq!(hints(&mut Lessons::begin(false), &by_pad, &practised), without_send);
    }

    #[test]
    fn what_was_practised_before_its_lesson_is_learned() {
        use Lesson::{Attack, Leap, Read, Select, Send, Strike, Walk};
        let mut lessons = Lessons::begin(false);
        let early = [Read, Attack, Select, Strike];
        assert_eq!(hints(&mut lessons, &BY_KEYS, &early), ["lesson-walk"]);
        assert_eq!(hints(&mut lessons, &BY_KEYS, &[Walk; 40]), ["lesson-walk", "lesson-leap"]);
        assert_eq!(lessons.count(Device::Keyboard), Some((3, 7)));
        assert_eq!(hints(&mut lessons, &BY_KEYS, &[Leap, Send]), ["lesson-leap", "lesson-send"]);
        assert!(!lessons.are_running() && !lessons.are_over());
    }

    #[test]
    fn the_calm_after_the_first_wave_has_lessons_of_its_own() {
        let mut lessons = Lessons { course: Course::Wave, ..Lessons::default() };
        let calm = Now { wave: 1, is_calm: true, ..BY_KEYS };
        for now in [BY_KEYS, Now { is_calm: false, ..calm }, Now { wave: 0, ..calm }] {
            lessons.follow([Lesson::Help], &now);
            assert_eq!(lessons.hint(now.device, true), None);
        }
        assert_eq!(hints(&mut lessons, &calm, &[Lesson::Walk]), ["lesson-ember"]);
        assert_eq!(lessons.count(Device::Touch), Some((1, 2)));
        let practised = [vec![Lesson::Ember], vec![Lesson::Help; 180]].concat();
        assert_eq!(hints(&mut lessons, &calm, &practised), ["lesson-ember", "lesson-help"]);
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
        let skips = Now { skips: true, ..BY_KEYS };
        let asks = Now { asks: true, ..BY_KEYS };
        let mut lessons = Lessons::begin(false);
        assert!(lessons.follow([], &skips));
        assert!(lessons.are_over());
        assert!(!lessons.follow([], &asks) && lessons.are_over());
        let mut lessons = Lessons::begin(true);
        assert!(!lessons.follow([Lesson::Walk], &BY_KEYS));
        assert_eq!(lessons.hint(Device::Pad, true), Some("lesson-offer"));
        let mut asked = lessons.clone();
        assert!(!asked.follow([], &asks) && asked.are_running());
        assert!(!lessons.follow([], &Now { wave: 1, ..asks }) && lessons.are_running());
        let mut late = Lessons::begin(true);
        assert!(!late.follow([], &Now { wave: 1, ..BY_KEYS }) && late.are_over());
    }
}
