//! The lessons of the first level: what a player learns by doing it, before the first wave comes.

use proscenium::flow::ScreenContext;
use proscenium::platform::{Control, Device, Input};
use serde::{Deserialize, Serialize};

use super::{InGame, Line, TEXT_TICKS};
use crate::controls::Layout;
use crate::game::commander::Commands;
use crate::game::play::order::Order;
use crate::shared::Shared;

/// Ticks that the hero walks in the first lesson.
const WALK: u32 = 40;
/// The height of the strip of lessons, in virtual pixels.
const STRIP: f32 = 46.0;

/// What is learned, in this order. The text of a hint has the key `lesson-` and the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lesson {
    Walk,
    Strike,
    Read,
    Select,
    Send,
    Attack,
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

    /// Whether the strip of lessons, with its upper edge at `top`, is clicked or tapped.
    pub fn are_clicked(input: &Input, top: f32) -> bool {
        let pointer = &input.pointer;
        let is_at = |(_, y): (f32, f32)| (top..top + STRIP).contains(&y);
        pointer.pressed && pointer.position.is_some_and(is_at)
    }

    /// Goes on with what the player does in a tick; `has_read` is whether a sign was read, `asks` whether the lessons are
    /// asked for. Returns whether the last one was learned, or the rest of them skipped, in this tick.
    pub fn follow(&mut self, commands: &Commands, device: Device, has_read: bool, asks: bool) -> bool {
        *self = match *self {
            Self::Offered if asks => Self::At(Lesson::Walk, 0),
            Self::At(..) if commands.calls => Self::Over,
            Self::At(lesson, ticks) if is_done(lesson, commands, device, has_read) => match lesson {
                Lesson::Walk if ticks < WALK => Self::At(lesson, ticks + 1),
                Lesson::Walk => Self::At(Lesson::Strike, 0),
                Lesson::Strike => Self::At(Lesson::Read, 0),
                Lesson::Read => Self::At(Lesson::Select, 0),
                // Fingers and pads send the marines by an attack only.
                Lesson::Select if !matches!(device, Device::Keyboard | Device::Mouse) => {
                    Self::At(Lesson::Attack, 0)
                }
                Lesson::Select => Self::At(Lesson::Send, 0),
                Lesson::Send => Self::At(Lesson::Attack, 0),
                Lesson::Attack => Self::Over,
            },
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
            let line = Line { speaker: String::new(), text: text.to_owned() };
            let interrupted = self.run.line.replace((line, TEXT_TICKS));
            interrupted.into_iter().for_each(|(line, _)| self.run.lines.push_front(line));
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
