//! Translates keys, mouse and touch to commands for the hero and the marines, as in real-time strategy
//! games.
//!
//! ```text
//! mouse   left click, box      selects marines            right click         moves them; without marines the
//!                                                                             hero goes there, or strikes beside him
//!         attack, then click   attack-move                patrol, then click  patrol
//! touch   on a marine          selects it                 elsewhere, held     steers the hero
//!         attack, then a tap   attack-move
//! pads    the left stick walks and runs; orders call to the hero
//! keys    arrows walk, with run; jump; strike; attack, patrol, stop; all marines
//! ```

use proscenium::platform::{Action, Device, Input, Rect};
use proscenium::ui::TouchControls;
use serde::{Deserialize, Serialize};

use super::camera;
use super::play::order::Order;
use super::play::steering::{Progress, Steering, distance, unit};
use super::play::units::hero::Control;
use crate::controls::{ATTACK, BESTIARY, CALL, PATROL, READ, RUN, SELECT_ALL, STOP, STRIKE};
use crate::theme::{HEIGHT, WIDTH};

/// A button of the HUD, for mouse and touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    Pause,
    All,
    Attack,
    Patrol,
    Stop,
    Jump,
    /// Calls for the next wave; it is there while that can be.
    Call,
}

/// The buttons, the keys of their names, and their places at the right edge of a view of the least size, in virtual pixels.
const BUTTONS: [(Button, &str, Rect); 7] = [
    (Button::Pause, "hud-pause", Rect::new(604.0, 4.0, 32.0, 32.0)),
    (Button::Call, "hud-call", Rect::new(604.0, 78.0, 32.0, 32.0)),
    (Button::All, "hud-select_all", Rect::new(604.0, 152.0, 32.0, 32.0)),
    (Button::Attack, "hud-attack", Rect::new(604.0, 186.0, 32.0, 32.0)),
    (Button::Patrol, "hud-patrol", Rect::new(604.0, 220.0, 32.0, 32.0)),
    (Button::Stop, "hud-stop", Rect::new(604.0, 254.0, 32.0, 32.0)),
    (Button::Jump, "hud-jump", Rect::new(604.0, 288.0, 32.0, 32.0)),
];

/// The place of the first button in the panel below an upright field, from its upper left corner; the others are to its
/// right.
const PANEL: (f32, f32) = (8.0, 6.0);
/// From one button in the panel to the next.
const PANEL_STEP: f32 = 52.0;

/// The stick and the buttons for fingers in a view of this size, beside the HUD's.
pub fn touch_controls(size: (f32, f32)) -> TouchControls {
    let (right, bottom) = (size.0 - WIDTH, size.1 - HEIGHT);
    let (stick, strike, jump) = if camera::is_upright(size) {
        let y = size.1 - 50.0;
        ((64.0, y), (238.0, y), (312.0, y))
    } else {
        ((58.0, 236.0 + bottom), (570.0 + right, 196.0 + bottom), (570.0 + right, 254.0 + bottom))
    };
    TouchControls::default().stick(stick, 38.0).button(STRIKE, strike, 24.0).button(Action::JUMP, jump, 24.0)
}

/// A pointer that moves farther than this while pressed draws a box, in pixels.
const DRAG: f32 = 4.0;
/// The radius around the hero in which a right click strikes, in pixels.
const BESIDE: f32 = 32.0;
/// How near he comes to where a right click has sent him, in pixels; and the seconds after which he gives up.
const ARRIVED: f32 = 6.0;
const GIVES_UP: f32 = 1.0;

/// The radius around a marine in which a click selects it, in pixels.
const CLICK: f32 = 10.0;

/// The mode of the next click.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Aim {
    #[default]
    Select,
    Attack,
    Patrol,
}

/// The player's commands in one tick. Positions are in pixels of the level.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Commands {
    pub hero: Control,
    /// An order for the selected marines.
    pub order: Option<Order>,
    /// The corners of a selection box.
    pub select: Option<((f32, f32), (f32, f32))>,
    pub select_all: bool,
    pub pause: bool,
    pub bestiary: bool,
    /// Read a sign nearby.
    pub reads: bool,
    /// Call for the next wave.
    pub calls: bool,
    /// A click without another meaning; it reads a sign.
    pub click: Option<(f32, f32)>,
}

/// The input state that lasts longer than a tick.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Commander {
    steering: Steering,
    pub aim: Aim,
    /// Whether the next wave can be called for.
    #[serde(skip)]
    pub can_call: bool,
    /// The size of the view, in virtual pixels.
    #[serde(skip)]
    pub size: (f32, f32),
    /// Where a right click has sent the hero, in pixels of the level.
    #[serde(default)]
    goal: Option<(f32, f32)>,
    #[serde(default)]
    progress: Progress,
    /// The corner where the selection box starts, in virtual pixels.
    drag: Option<(f32, f32)>,
    /// The last position of the pointer, in virtual pixels.
    pointer: (f32, f32),
}

impl Commander {
    /// The key of the hint for a click that is aimed.
    pub const fn aim_hint(&self) -> Option<&'static str> {
        match self.aim {
            Aim::Select => None,
            Aim::Attack => Some("aim-attack"),
            Aim::Patrol => Some("aim-patrol"),
        }
    }

    /// Translates the input of a tick. `corner` is the top left corner of the view and `hero` his
    /// position, both in pixels of the level; `has_squad` is whether marines are selected, `is_marine` whether a marine is at a
    /// position.
    pub fn read(
        &mut self,
        input: &Input,
        corner: (f32, f32),
        hero: (f32, f32),
        has_squad: bool,
        is_marine: impl Fn((f32, f32)) -> bool,
    ) -> Commands {
        let pressed = |action: Action| input.is_pressed(action);
        // Escape is bound to both.
        let ends_aim = self.aim != Aim::Select && pressed(Action::CANCEL);
        if ends_aim {
            self.aim = Aim::Select;
        }
        let is_pause = input.any_pressed(&[Action::PAUSE, Action::CANCEL]);
        let mut commands = Commands {
            pause: (is_pause && !ends_aim) || input.pad_lost,
            bestiary: pressed(BESTIARY),
            select_all: pressed(SELECT_ALL),
            calls: self.can_call && pressed(CALL),
            // Space is bound to accept and to jump; in the game it jumps.
            reads: pressed(READ) || (pressed(Action::ACCEPT) && !pressed(Action::JUMP)),
            ..Commands::default()
        };
        // A pad has no pointer to aim with: the marines come to the hero.
        let is_pad = input.device == Device::Pad;
        match () {
            () if pressed(ATTACK) && is_pad => commands.order = Some(Order::Attack(hero)),
            () if pressed(PATROL) && is_pad => commands.order = Some(Order::Patrol(hero)),
            () if pressed(ATTACK) => self.aim = Aim::Attack,
            () if pressed(PATROL) => self.aim = Aim::Patrol,
            () => {}
        }
        if pressed(STOP) {
            commands.order = Some(Order::Stop);
        }
        let mut jumps = pressed(Action::JUMP);
        let to_level = |(x, y): (f32, f32)| (x + corner.0, y + corner.1);
        let (mut steers, mut turn) = (false, None);
        if let Some(at) = input.pointer.position {
            self.pointer = at;
            let button =
                self.buttons(input.device).find(|(.., rect)| rect.contains(at)).map(|(button, ..)| button);
            // Beside the buttons of the panel there is nothing.
            let is_in_panel = self.is_upright() && at.1 >= camera::field(self.size).1;
            if input.pointer.pressed {
                match button {
                    Some(Button::Pause) => commands.pause = true,
                    Some(Button::All) => commands.select_all = true,
                    Some(Button::Attack) => self.aim = Aim::Attack,
                    Some(Button::Patrol) => self.aim = Aim::Patrol,
                    Some(Button::Stop) => commands.order = Some(Order::Stop),
                    Some(Button::Jump) => jumps = true,
                    Some(Button::Call) => commands.calls = true,
                    None if is_in_panel => {}
                    None => {
                        let place = to_level(at);
                        match std::mem::take(&mut self.aim) {
                            Aim::Attack => commands.order = Some(Order::Attack(place)),
                            Aim::Patrol => commands.order = Some(Order::Patrol(place)),
                            Aim::Select if input.pointer.is_touch && !is_marine(place) => {
                                steers = true;
                                commands.click = Some(place);
                            }
                            Aim::Select => self.drag = Some(at),
                        }
                    }
                }
            }
            if input.pointer.secondary_pressed && button.is_none() && !is_in_panel {
                self.aim = Aim::Select;
                let place = to_level(at);
                // A sprite is above the feet.
                let is_beside = distance((place.0, place.1 + 12.0), hero) < BESIDE;
                match has_squad {
                    true => commands.order = Some(Order::Move(place)),
                    false if is_beside => turn = Some(unit((place.0 - hero.0, place.1 - hero.1))),
                    false => (self.goal, self.progress) = (Some(place), Progress::default()),
                }
            }
            if input.pointer.released
                && let Some(from) = self.drag.take()
            {
                let is_box = distance(at, from) > DRAG;
                let (a, b) = if is_box {
                    (from, at)
                } else {
                    // The box is around the feet, below the sprite that was clicked.
                    ((at.0 - CLICK, at.1 - CLICK), (at.0 + CLICK, at.1 + CLICK * 2.0))
                };
                commands.select = Some((to_level(a), to_level(b)));
                commands.click = (!is_box).then(|| to_level(at));
            }
        }
        if !input.pointer.held && !input.pointer.released {
            self.drag = None;
        }
        let on_screen = (hero.0 - corner.0, hero.1 - corner.1);
        let direction = match self.steering.direction(input, steers, on_screen) {
            (0.0, 0.0) => turn.unwrap_or_else(|| self.towards_goal(hero)),
            direction => {
                self.goal = None;
                direction
            }
        };
        commands.hero = Control {
            direction,
            runs: input.is_held(RUN) || is_at_edge(input) || self.is_far(input, on_screen),
            jumps,
            strikes: pressed(STRIKE) || turn.is_some(),
        };
        if commands.pause || commands.bestiary {
            self.reset();
        }
        commands
    }

    /// Whether the buttons are below the field.
    pub fn is_upright(&self) -> bool {
        camera::is_upright(self.size)
    }

    /// The buttons for a device, with the keys of their names. Fingers have a larger one to jump.
    pub fn buttons(&self, device: Device) -> impl Iterator<Item = (Button, &'static str, Rect)> + use<> {
        let (can_call, is_upright, right) =
            (self.can_call, self.is_upright(), (self.size.0 - WIDTH).max(0.0));
        let top = camera::field(self.size).1 + PANEL.1;
        let placed = BUTTONS.into_iter().enumerate().map(move |(number, (button, name, rect))| {
            let below = Rect { x: PANEL.0 + number as f32 * PANEL_STEP, y: top, ..rect };
            (button, name, if is_upright { below } else { Rect { x: rect.x + right, ..rect } })
        });
        placed.filter(move |(button, ..)| match button {
            Button::Jump => device != Device::Touch,
            Button::Call => can_call,
            _ => true,
        })
    }

    /// Where a mouse points; a finger and a pad point nowhere.
    pub fn hover(&self, device: Device) -> Option<(f32, f32)> {
        matches!(device, Device::Keyboard | Device::Mouse).then_some(self.pointer)
    }

    /// The direction to where a right click has sent the hero, until he is there or gets no nearer.
    fn towards_goal(&mut self, hero: (f32, f32)) -> (f32, f32) {
        let is_stuck = self.progress.is_stuck(hero, 1.0, GIVES_UP, 1.0 / 60.0);
        self.goal = self.goal.filter(|goal| !is_stuck && distance(*goal, hero) > ARRIVED);
        self.goal.map_or((0.0, 0.0), |goal| unit((goal.0 - hero.0, goal.1 - hero.1)))
    }

    /// Whether the pointer steers to a distant place: the hero runs there.
    fn is_far(&self, input: &Input, hero: (f32, f32)) -> bool {
        self.steering.is_leading() && input.pointer.position.is_some_and(|at| distance(at, hero) > 80.0)
    }

    /// Cancels pending input, because another screen becomes active.
    pub fn reset(&mut self) {
        self.steering.release();
        (self.drag, self.goal) = (None, None);
        self.aim = Aim::Select;
    }

    /// The current selection box, in virtual pixels.
    pub fn selection_box(&self) -> Option<Rect> {
        let from = self.drag?;
        let (dx, dy) = (self.pointer.0 - from.0, self.pointer.1 - from.1);
        (distance(self.pointer, from) > DRAG)
            .then(|| Rect::new(from.0.min(self.pointer.0), from.1.min(self.pointer.1), dx.abs(), dy.abs()))
    }
}

/// Whether the stick is tilted as far as it goes: the hero runs.
fn is_at_edge(input: &Input) -> bool {
    let (x, y) = input.left_stick();
    x * x + y * y > 0.9
}
