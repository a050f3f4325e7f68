//! From the player's keys, mouse and fingers to what the hero does and what the marines are
//! ordered, in the way of real-time strategy games.
//!
//! ```text
//! mouse   left click, box      selects marines            right click     sends them there
//!         attack, then click   sends them to fight        patrol, then click  to and fro
//! finger  on a marine          selects it                 elsewhere, held     leads the hero
//!         attack, then a tap   sends them to fight
//! keys    arrows walk, with run; jump; strike; attack, patrol, stop; all marines
//! ```

use proscenium::kit::Rect;
use proscenium::platform::{Action, Input};

use super::play::hero::Control;
use super::play::marine::Order;
use super::play::steering::{Steering, length};

/// Runs, while it is held.
pub const RUN: Action = Action::custom(0, "run");
/// Strikes with the staff, or reads a sign.
pub const STRIKE: Action = Action::custom(1, "strike");
/// The next click sends the marines to fight.
pub const ATTACK: Action = Action::custom(2, "attack");
/// The next click lets the marines patrol between here and there.
pub const PATROL: Action = Action::custom(3, "patrol");
/// The marines stop.
pub const STOP: Action = Action::custom(4, "stop");
/// Selects all marines.
pub const SELECT_ALL: Action = Action::custom(5, "select_all");
/// Opens the bestiary.
pub const BESTIARY: Action = Action::custom(6, "bestiary");

/// Opens and closes the inspector; then those that control time while it is open.
pub const INSPECT: Action = Action::custom(40, "inspect");
pub const TIME_STOP: Action = Action::custom(41, "time_stop");
pub const TIME_STEP: Action = Action::custom(42, "time_step");
pub const TIME_SLOWER: Action = Action::custom(43, "time_slower");
pub const TIME_FASTER: Action = Action::custom(44, "time_faster");

/// All actions of the game: the built-in ones and its own.
pub const ACTIONS: [Action; 20] = [
    Action::UP,
    Action::DOWN,
    Action::LEFT,
    Action::RIGHT,
    Action::ACCEPT,
    Action::CANCEL,
    Action::PAUSE,
    Action::JUMP,
    RUN,
    STRIKE,
    ATTACK,
    PATROL,
    STOP,
    SELECT_ALL,
    BESTIARY,
    INSPECT,
    TIME_STOP,
    TIME_STEP,
    TIME_SLOWER,
    TIME_FASTER,
];

/// A button of the game's edge, for mouse and finger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    Pause,
    All,
    Attack,
    Patrol,
    Stop,
    Jump,
}

/// The buttons and where they are, in virtual pixels.
pub const BUTTONS: [(Button, Rect); 6] = [
    (Button::Pause, Rect::new(604.0, 4.0, 32.0, 32.0)),
    (Button::All, Rect::new(604.0, 152.0, 32.0, 32.0)),
    (Button::Attack, Rect::new(604.0, 186.0, 32.0, 32.0)),
    (Button::Patrol, Rect::new(604.0, 220.0, 32.0, 32.0)),
    (Button::Stop, Rect::new(604.0, 254.0, 32.0, 32.0)),
    (Button::Jump, Rect::new(604.0, 288.0, 32.0, 32.0)),
];

/// Who is pressed for longer than this way is dragged, in pixels.
const DRAG: f32 = 4.0;
/// How near to a marine a click has to be, in pixels.
const CLICK: f32 = 10.0;

/// What the next click is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// To select.
    #[default]
    Select,
    /// To send the marines to fight.
    Attack,
    /// To let them patrol.
    Patrol,
}

/// What the player commands in one tick. Places are in pixels of the level.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlayerCommands {
    /// What the hero does.
    pub hero: Control,
    /// What the selected marines are ordered.
    pub order: Option<Order>,
    /// The corners of a box whose marines are selected.
    pub select: Option<((f32, f32), (f32, f32))>,
    /// All marines are selected.
    pub select_all: bool,
    /// The game is to be paused.
    pub pause: bool,
    /// The bestiary is to be opened.
    pub bestiary: bool,
    /// A sign is to be read: the key was pressed, or the sign was clicked.
    pub reads: bool,
    /// Where a click went that meant nothing else.
    pub click: Option<(f32, f32)>,
}

/// What is remembered from frame to frame.
#[derive(Clone, Debug, Default)]
pub struct Commander {
    steering: Steering,
    aim: Aim,
    /// Where the box was begun, in virtual pixels.
    drag: Option<(f32, f32)>,
    /// Where the pointer is now.
    pointer: (f32, f32),
}

impl Commander {
    /// What the input of a frame means. `corner` is the top left corner of the view, `hero` where
    /// he stands, both in pixels of the level; `is_marine` tells whether a marine is at a place.
    pub fn read(
        &mut self,
        input: &Input,
        corner: (f32, f32),
        hero: (f32, f32),
        is_marine: impl Fn((f32, f32)) -> bool,
    ) -> PlayerCommands {
        let pressed = |action: Action| input.is_pressed(action);
        let mut wanted = PlayerCommands {
            pause: input.any_pressed(&[Action::PAUSE, Action::CANCEL]) || input.focus_lost,
            bestiary: pressed(BESTIARY),
            select_all: pressed(SELECT_ALL),
            // One key may take an entry in a menu and jump in the game.
            reads: pressed(Action::ACCEPT) && !pressed(Action::JUMP),
            ..PlayerCommands::default()
        };
        if pressed(ATTACK) {
            self.aim = Aim::Attack;
        }
        if pressed(PATROL) {
            self.aim = Aim::Patrol;
        }
        if pressed(STOP) {
            wanted.order = Some(Order::Stop);
        }
        let mut jumps = pressed(Action::JUMP);
        let to_level = |(x, y): (f32, f32)| (x + corner.0, y + corner.1);
        let mut leads = false;
        if let Some(at) = input.pointer.position {
            self.pointer = at;
            let button = BUTTONS.iter().find(|(_, rect)| rect.contains(at)).map(|(button, _)| *button);
            if input.pointer.pressed {
                match button {
                    Some(Button::Pause) => wanted.pause = true,
                    Some(Button::All) => wanted.select_all = true,
                    Some(Button::Attack) => self.aim = Aim::Attack,
                    Some(Button::Patrol) => self.aim = Aim::Patrol,
                    Some(Button::Stop) => wanted.order = Some(Order::Stop),
                    Some(Button::Jump) => jumps = true,
                    None => {
                        let place = to_level(at);
                        match std::mem::take(&mut self.aim) {
                            Aim::Attack => wanted.order = Some(Order::Attack(place)),
                            Aim::Patrol => wanted.order = Some(Order::Patrol(place)),
                            Aim::Select if input.pointer.is_touch && !is_marine(place) => {
                                leads = true;
                                wanted.click = Some(place);
                            }
                            Aim::Select => self.drag = Some(at),
                        }
                    }
                }
            }
            if input.pointer.secondary_pressed && button.is_none() {
                self.aim = Aim::Select;
                wanted.order = Some(Order::Move(to_level(at)));
            }
            if input.pointer.released
                && let Some(from) = self.drag.take()
            {
                let is_box = length((at.0 - from.0, at.1 - from.1)) > DRAG;
                let (a, b) = if is_box {
                    (from, at)
                } else {
                    // Feet are below what one clicks on.
                    ((at.0 - CLICK, at.1 - CLICK), (at.0 + CLICK, at.1 + CLICK * 2.0))
                };
                wanted.select = Some((to_level(a), to_level(b)));
                wanted.click = (!is_box).then(|| to_level(at));
            }
        }
        if !input.pointer.held && !input.pointer.released {
            self.drag = None;
        }
        let on_screen = (hero.0 - corner.0, hero.1 - corner.1);
        wanted.hero = Control {
            way: self.steering.direction(input, leads, on_screen),
            runs: input.is_held(RUN) || self.is_far(input, on_screen),
            jumps,
            strikes: pressed(STRIKE),
        };
        if wanted.pause || wanted.bestiary {
            self.let_go();
        }
        wanted
    }

    /// Who is led to a far place runs there.
    fn is_far(&self, input: &Input, hero: (f32, f32)) -> bool {
        self.steering.is_leading()
            && input.pointer.position.is_some_and(|(x, y)| length((x - hero.0, y - hero.1)) > 80.0)
    }

    /// Forgets what is half done: another screen comes.
    pub fn let_go(&mut self) {
        self.steering.let_go();
        self.drag = None;
        self.aim = Aim::Select;
    }

    /// What the next click is for.
    pub const fn aim(&self) -> Aim {
        self.aim
    }

    /// The box that is being drawn, in virtual pixels.
    pub fn selection_box(&self) -> Option<Rect> {
        let from = self.drag?;
        let (dx, dy) = (self.pointer.0 - from.0, self.pointer.1 - from.1);
        (length((dx, dy)) > DRAG)
            .then(|| Rect::new(from.0.min(self.pointer.0), from.1.min(self.pointer.1), dx.abs(), dy.abs()))
    }
}
