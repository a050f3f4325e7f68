//! The lessons of the first level: what a player learns by doing it, before the first wave comes.

use proscenium::flow::ScreenContext;
use proscenium::platform::{Control, Device};
use serde::{Deserialize, Serialize};

use super::InGame;
use crate::controls::Layout;
use crate::game::commander::Commands;
use crate::game::play::order::Order;
use crate::shared::Shared;

/// Ticks that the hero walks in the first lesson.
const WALK: u32 = 40;

/// What is learned, in this order. The text of a hint has the key `lesson-` and the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Serialize, Deserialize)]
pub enum Lesson {
    Walk,
    Strike,
    Read,
    Select,
    Send,
    Attack,
}

impl Lesson {
    /// The lessons by keys and mouse.
    const ALL: &[Self] = &[Self::Walk, Self::Strike, Self::Read, Self::Select, Self::Send, Self::Attack];
    /// Fingers and pads send the marines by an attack only.
    const WITHOUT_SEND: &[Self] = &[Self::Walk, Self::Strike, Self::Read, Self::Select, Self::Attack];

    /// The lessons of a player with this device.
    const fn all(device: Device) -> &'static [Self] {
        if matches!(device, Device::Keyboard | Device::Mouse) { Self::ALL } else { Self::WITHOUT_SEND }
    }
}

/// Where a player is in the lessons. No wave comes while they run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lessons {
    /// There are none, or they are over.
    #[default]
    Over,
    /// The player had them before and can ask for them, until the first wave.
    Offered,
    /// One of them, and for how many ticks it was done.
    At(Lesson, u32),
}

impl Lessons {
    /// The lessons of a new game: offered to a player who had them.
    pub const fn begin(were_had: bool) -> Self {
        if were_had { Self::Offered } else { Self::At(Lesson::Walk, 0) }
    }

    pub const fn are_running(self) -> bool {
        matches!(self, Self::At(..))
    }

    /// The key of the hint; without a layout of the keys both are named.
    pub const fn hint(self, has_layout: bool) -> Option<&'static str> {
        match self {
            Self::Over => None,
            Self::Offered => Some("lesson-offer"),
            Self::At(Lesson::Walk, _) => Some(if has_layout { "lesson-walk" } else { "lesson-layout" }),
            Self::At(Lesson::Strike, _) => Some("lesson-strike"),
            Self::At(Lesson::Read, _) => Some("lesson-read"),
            Self::At(Lesson::Select, _) => Some("lesson-select"),
            Self::At(Lesson::Send, _) => Some("lesson-send"),
            Self::At(Lesson::Attack, _) => Some("lesson-attack"),
        }
    }

    /// The number of the lesson, from 1, and of all lessons.
    pub fn count(self, device: Device) -> Option<(usize, usize)> {
        let Self::At(lesson, _) = self else { return None };
        let all = Lesson::all(device);
        Some((all.iter().filter(|other| **other <= lesson).count(), all.len()))
    }

    /// Goes on with what the player does in a tick; `has_read` is whether a sign was read, `asks` whether the lessons are
    /// asked for. Returns whether the last one was learned, or the rest of them skipped, in this tick.
    pub fn follow(&mut self, commands: &Commands, device: Device, has_read: bool, asks: bool) -> bool {
        *self = match *self {
            Self::Offered if asks => Self::At(Lesson::Walk, 0),
            Self::At(..) if commands.calls => Self::Over,
            Self::At(lesson, ticks) if is_done(lesson, commands, device, has_read) => {
                let next = Lesson::all(device).iter().find(|next| **next > lesson);
                match next {
                    _ if lesson == Lesson::Walk && ticks < WALK => Self::At(lesson, ticks + 1),
                    Some(next) => Self::At(*next, 0),
                    None => Self::Over,
                }
            }
            Self::Over | Self::Offered | Self::At(..) => return false,
        };
        *self == Self::Over
    }
}

impl InGame {
    /// In the first lesson, the first key to walk with chooses its layout of the keys. A line says so, at once: one that it
    /// interrupts comes again after it.
    pub(super) fn choose_layout(&mut self, cx: &mut ScreenContext<'_>, pressed: Option<Control>) {
        let Lessons::At(Lesson::Walk, _) = self.run.lessons else { return };
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

fn is_done(lesson: Lesson, commands: &Commands, device: Device, has_read: bool) -> bool {
    match lesson {
        Lesson::Walk => commands.hero.direction != (0.0, 0.0),
        Lesson::Strike => commands.hero.strikes,
        Lesson::Read => has_read,
        Lesson::Select => commands.select_all || commands.select.is_some(),
        Lesson::Send => {
            let is_mouse = matches!(device, Device::Keyboard | Device::Mouse);
            commands.order.is_some_and(|order| !is_mouse || matches!(order, Order::Move(_)))
        }
        Lesson::Attack => matches!(commands.order, Some(Order::Attack(_))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::play::units::hero;

    fn walks() -> Commands {
        Commands {
            hero: hero::Control { direction: (1.0, 0.0), ..hero::Control::default() },
            ..Commands::default()
        }
    }

    fn orders(order: Order) -> Commands {
        Commands { order: Some(order), ..Commands::default() }
    }

    /// The hints of a player who does these things, one a tick, each with whether a sign was read.
    fn hints(mut lessons: Lessons, device: Device, done: &[(Commands, bool)]) -> Vec<&'static str> {
        let mut hints = Vec::from_iter(lessons.hint(true));
        for (commands, has_read) in done {
            let was_running = lessons.are_running();
            let ends = lessons.follow(commands, device, *has_read, false);
            assert_eq!(ends, was_running && !lessons.are_running());
            hints.extend(lessons.hint(true));
        }
        hints.dedup();
        hints
    }

    #[test]
    fn each_lesson_waits_until_it_was_done() {
        let strikes = Commands {
            hero: hero::Control { strikes: true, ..hero::Control::default() },
            ..Commands::default()
        };
        let selects = Commands { select_all: true, ..Commands::default() };
        let mut done = vec![(walks(), false); WALK as usize];
        // Not yet.
        done.extend([(strikes, false), (selects, true), (walks(), false), (walks(), false)]);
        done.extend([(strikes, false), (Commands::default(), true), (selects, false)]);
        done.extend([(orders(Order::Attack((0.0, 0.0))), false), (orders(Order::Move((0.0, 0.0))), false)]);
        done.push((orders(Order::Attack((0.0, 0.0))), false));
        let all =
            ["lesson-walk", "lesson-strike", "lesson-read", "lesson-select", "lesson-send", "lesson-attack"];
        assert_eq!(hints(Lessons::begin(false), Device::Keyboard, &done), all);
        let by_pad = ["lesson-walk", "lesson-strike", "lesson-read", "lesson-select", "lesson-attack"];
        assert_eq!(hints(Lessons::begin(false), Device::Pad, &done), by_pad);
    }

    #[test]
    fn lessons_are_counted_for_the_device_that_is_used() {
        let at = |lesson| Lessons::At(lesson, 0);
        assert_eq!(at(Lesson::Walk).count(Device::Keyboard), Some((1, 6)));
        assert_eq!(at(Lesson::Send).count(Device::Mouse), Some((5, 6)));
        assert_eq!(at(Lesson::Attack).count(Device::Mouse), Some((6, 6)));
        assert_eq!(at(Lesson::Attack).count(Device::Touch), Some((5, 5)));
        assert_eq!((Lessons::Over.count(Device::Pad), Lessons::Offered.count(Device::Pad)), (None, None));
    }

    #[test]
    fn lessons_are_skipped_and_offered_to_a_player_who_had_them() {
        let skips = Commands { calls: true, ..Commands::default() };
        let mut lessons = Lessons::begin(false);
        assert!(lessons.follow(&skips, Device::Keyboard, false, false));
        assert_eq!(lessons, Lessons::Over);
        assert!(!lessons.follow(&skips, Device::Keyboard, false, true));
        let mut lessons = Lessons::begin(true);
        assert!(!lessons.follow(&walks(), Device::Keyboard, false, false));
        assert_eq!(lessons, Lessons::Offered);
        assert!(!lessons.follow(&walks(), Device::Keyboard, false, true));
        assert!(lessons.are_running());
    }
}
