//! A stick and buttons on a touch screen.

use proscenium_core::platform::{Action, ActionSet, Device, Input, Touch};

/// A finger may go down at most this many radii from the middle of a control.
const REACH: f32 = 1.35;
/// The part of the stick's radius at which it counts.
const DEAD_ZONE: f32 = 0.15;
/// A direction is held from this tilt on, and released below the second, so that a finger that trembles presses once.
const HELD_AT: f32 = 0.5;
const RELEASED_BELOW: f32 = 0.35;

/// A stick and round buttons for fingers. A screen has one, shows it while fingers are used
/// ([`DrawContext::device`](proscenium_core::flow::DrawContext::device)), and reads its input through it:
///
/// ```
/// use proscenium_ui::TouchControls;
/// use proscenium_core::platform::{Action, Device, Input, Touch};
///
/// let mut controls = TouchControls::default().stick((64.0, 296.0), 40.0).button(Action::JUMP, (576.0, 296.0), 24.0);
/// let touch = |finger, position| Touch { finger, position, began: true, ended: false };
/// let touches = vec![touch(0, (104.0, 296.0)), touch(1, (580.0, 300.0))];
/// let input = controls.apply(&Input { device: Device::Touch, touches, ..Input::default() });
/// assert!(input.is_pressed(Action::JUMP) && input.is_held(Action::RIGHT));
/// assert_eq!(input.left_stick(), (1.0, 0.0));
/// ```
///
/// The [pointer](Input::pointer) is then the first finger that is not on one of them.
#[must_use]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TouchControls {
    stick: Option<Disc>,
    buttons: Vec<(Action, Disc)>,
    /// How far the stick is tilted: right and down, in a circle of radius 1.
    tilt: (f32, f32),
    held: ActionSet,
    /// The finger that is the pointer.
    leader: Option<u8>,
    last_position: Option<(f32, f32)>,
}

#[derive(Clone, Debug, PartialEq)]
struct Disc {
    centre: (f32, f32),
    radius: f32,
    finger: Option<u8>,
}

impl Disc {
    /// Where a place is from the middle, in radii.
    fn offset(&self, at: (f32, f32)) -> (f32, f32) {
        let radius = self.radius.max(1.0);
        ((at.0 - self.centre.0) / radius, (at.1 - self.centre.1) / radius)
    }

    /// Takes a finger that goes down on it, and lets go of one that is lifted. Returns whether the finger is its own.
    fn takes(&mut self, touch: &Touch) -> bool {
        if self.finger.is_none() && touch.began && length(self.offset(touch.position)) <= REACH {
            self.finger = Some(touch.finger);
        }
        let is_own = self.finger == Some(touch.finger);
        if is_own && touch.ended {
            self.finger = None;
        }
        is_own
    }
}

fn length((x, y): (f32, f32)) -> f32 {
    (x * x + y * y).sqrt()
}

impl TouchControls {
    /// Adds a stick around `centre`, in virtual pixels: [`Input::left_stick`], and the actions up, down, left and
    /// right.
    pub fn stick(mut self, centre: (f32, f32), radius: f32) -> Self {
        self.stick = Some(Disc { centre, radius, finger: None });
        self
    }

    /// Adds a button for an action, in virtual pixels.
    pub fn button(mut self, action: Action, centre: (f32, f32), radius: f32) -> Self {
        self.buttons.push((action, Disc { centre, radius, finger: None }));
        self
    }

    /// Returns each button: its action, its middle, its radius, and whether it is held.
    pub fn buttons(&self) -> impl Iterator<Item = (Action, (f32, f32), f32, bool)> {
        self.buttons.iter().map(|(action, disc)| (*action, disc.centre, disc.radius, disc.finger.is_some()))
    }

    /// Returns the middle and the radius of the stick.
    pub fn place(&self) -> Option<((f32, f32), f32)> {
        self.stick.as_ref().map(|disc| (disc.centre, disc.radius))
    }

    /// Returns how far the stick is tilted: right and down, in a circle of radius 1.
    pub const fn tilt(&self) -> (f32, f32) {
        self.tilt
    }

    /// Lets go of everything. A screen does so when it becomes active or inactive.
    pub fn reset(&mut self) {
        let Self { stick, buttons, .. } = self;
        stick.iter_mut().chain(buttons.iter_mut().map(|(_, disc)| disc)).for_each(|disc| disc.finger = None);
        (self.tilt, self.held, self.leader, self.last_position) = ((0.0, 0.0), ActionSet::EMPTY, None, None);
    }

    /// Returns the input of a tick with what the fingers on these controls do. Called once in each tick.
    pub fn apply(&mut self, input: &Input) -> Input {
        let mut applied = input.clone();
        let before = std::mem::replace(&mut self.held, ActionSet::EMPTY);
        let mut tapped = ActionSet::EMPTY;
        if input.device != Device::Touch {
            self.reset();
        }
        let mut free = Vec::new();
        for touch in input.touches.iter().filter(|_| input.device == Device::Touch) {
            let is_on_stick = self.stick.as_mut().is_some_and(|disc| {
                let is_own = disc.takes(touch);
                if is_own {
                    self.tilt = tilt_at(disc.offset(touch.position));
                }
                is_own
            });
            let button =
                self.buttons.iter_mut().find_map(|(action, disc)| disc.takes(touch).then_some(*action));
            match button {
                Some(action) if touch.began => tapped.insert(action),
                None if !is_on_stick => free.push(*touch),
                _ => {}
            }
        }
        if self.stick.as_ref().is_none_or(|disc| disc.finger.is_none()) {
            self.tilt = (0.0, 0.0);
        }
        self.hold(before);
        let pressed = self.held.difference(before).union(tapped);
        applied.held = applied.held.union(self.held);
        applied.pressed = applied.pressed.union(pressed);
        let released = before.union(tapped).difference(self.held);
        applied.released = applied.released.union(released).difference(applied.held);
        if self.tilt != (0.0, 0.0) {
            [applied.axes[0], applied.axes[1]] =
                [self.tilt.0, self.tilt.1].map(|part| (part * 127.0).round() as i8);
        }
        if !input.touches.is_empty() && input.device == Device::Touch {
            applied.pointer.position = self.last_position;
            applied.pointer.follow(&mut self.leader, &free);
            self.last_position = applied.pointer.position;
        }
        applied.touches = free;
        applied
    }

    fn hold(&mut self, before: ActionSet) {
        let buttons = self.buttons.iter().filter(|(_, disc)| disc.finger.is_some());
        self.held = buttons.map(|(action, _)| *action).collect();
        let (x, y) = self.tilt;
        for (part, action) in [(-x, Action::LEFT), (x, Action::RIGHT), (-y, Action::UP), (y, Action::DOWN)] {
            if part >= if before.contains(action) { RELEASED_BELOW } else { HELD_AT } {
                self.held.insert(action);
            }
        }
    }
}

/// The tilt for a finger at this place, in radii.
fn tilt_at((x, y): (f32, f32)) -> (f32, f32) {
    let length = length((x, y));
    if length < DEAD_ZONE { (0.0, 0.0) } else { (x / length.max(1.0), y / length.max(1.0)) }
}
