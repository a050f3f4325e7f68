//! The lessons of a new game, with each device alone.

use proscenium::formats::Level;
use proscenium::platform::{Action, Control, Device, Input, Pointer, Storage, WindowSize};

use super::*;
use crate::controls::Layout;
use crate::controls::{ATTACK, CALL, READ, SELECT_ALL, STRIKE};
use crate::game::play::kind::Side;
use crate::game::play::steering::{distance, unit};
use crate::game::play::units::marine::MARINE;
use crate::game::screens::{Ended, InGame};
use crate::game::tests::skills::{Player, Skill, button};
use crate::levels::LevelNumber;

/// A player with one device in the first level of a new game.
struct Hand {
    manager: ScreenManager,
    device: Device,
    /// The window; without one the view is wide.
    window: WindowSize,
}

impl Hand {
    fn new(shared: &Shared, device: Device) -> Self {
        let mut manager = manager_of(shared);
        manager.shared_mut().get_mut::<Shared>().unwrap().is_new_game = true;
        manager.command(ScreenCommand::load_with("in_game", LevelNumber(1)).without_transition());
        wait(&mut manager, "in_game");
        Self { manager, device, window: WindowSize::NONE }
    }

    fn step(&mut self, input: Input) {
        self.manager.step(&Input { device: self.device, window: self.window, ..input });
    }

    fn run(&mut self, ticks: u32) {
        (0..ticks).for_each(|_| self.step(Input::default()));
    }

    fn hero(&self) -> (f32, f32) {
        let (play, populations, _) = InGame::observe(&self.manager).unwrap();
        play.hero(populations).unwrap().body.spot()
    }

    fn wave(&self) -> u32 {
        InGame::observe(&self.manager).unwrap().0.tally.wave
    }

    /// A place of the level on the screen.
    fn on_screen(&self, (x, y): (f32, f32)) -> (f32, f32) {
        let (.., corner) = InGame::observe(&self.manager).unwrap();
        (x - corner.0, y - corner.1)
    }

    fn point(&mut self, at: (f32, f32), pointer: Pointer) {
        let is_touch = self.device == Device::Touch;
        self.step(Input { pointer: Pointer { position: Some(at), is_touch, ..pointer }, ..Input::default() });
    }

    fn click(&mut self, at: (f32, f32)) {
        self.point(at, Pointer { pressed: true, held: true, ..Pointer::default() });
        self.point(at, Pointer { released: true, ..Pointer::default() });
    }

    /// Clicks a button of the HUD, by the key of its name.
    fn click_button(&mut self, name: &str) {
        self.click(button(name, self.device, self.manager.view_size()));
    }

    fn right_click(&mut self, place: (f32, f32)) {
        let at = self.on_screen(place);
        self.point(at, Pointer { secondary_pressed: true, ..Pointer::default() });
    }

    /// A place, or one below it where no marine is: a finger on a marine selects it.
    fn beside_marines(&self, (x, y): (f32, f32)) -> (f32, f32) {
        let (play, populations, _) = InGame::observe(&self.manager).unwrap();
        let places = (0..).map(|step| (x, y + step as f32 * 8.0));
        places.into_iter().find(|place| !play.has_marine_at(populations, *place)).unwrap()
    }

    /// Walks to a place of the level.
    fn walk_to(&mut self, place: (f32, f32)) {
        if self.device == Device::Mouse {
            self.right_click(place);
            return self.run(120);
        }
        let mut presses = true;
        for _ in 0..180 {
            let hero = self.hero();
            if distance(hero, place) < 8.0 {
                break;
            }
            if self.device == Device::Keyboard {
                let key =
                    |by: f32, keys: [Action; 2]| (by.abs() > 4.0).then_some(keys[usize::from(by > 0.0)]);
                let across = key(place.0 - hero.0, [Action::LEFT, Action::RIGHT]);
                let along = key(place.1 - hero.1, [Action::UP, Action::DOWN]);
                self.step(Input::holding(across.into_iter().chain(along)));
            } else if self.device == Device::Pad {
                let tilt = |by: f32| if by.abs() < 4.0 { 0 } else { 60 * by.signum() as i8 };
                let axes = [tilt(place.0 - hero.0), tilt(place.1 - hero.1), 0, 0, 0, 0];
                self.step(Input { axes, ..Input::default() });
            } else {
                let at = self.on_screen(self.beside_marines(place));
                self.point(at, Pointer { pressed: presses, held: true, ..Pointer::default() });
                presses = false;
            }
        }
        self.point((300.0, 100.0), Pointer { released: self.device == Device::Touch, ..Pointer::default() });
    }

    /// Strikes the straw man.
    fn strike(&mut self) {
        let level = self.manager.assets().resources().find::<Level>("level_1").unwrap();
        let straw = level.object("straw").map(|straw| (straw.x, straw.y)).unwrap();
        self.walk_to((straw.0 - 22.0, straw.1));
        if self.device == Device::Mouse {
            return self.right_click((straw.0, straw.1 - 12.0));
        }
        self.walk_to(straw);
        self.step(Input::pressing([STRIKE]));
    }

    fn leap(&mut self) {
        match self.device {
            Device::Mouse => self.click_button("hud-jump"),
            _ => self.step(Input::pressing([Action::JUMP])),
        }
    }

    /// Does what the hint of a lesson says, and waits for a moment.
    fn practise(&mut self, hint: &str) {
        let hero = self.hero();
        match hint {
            "lesson-walk" => self.walk_to((hero.0 - 90.0, hero.1)),
            "lesson-strike" => self.strike(),
            "lesson-leap" => self.leap(),
            "lesson-read" => self.read(),
            "lesson-select" => self.select(),
            "lesson-send" => self.right_click((hero.0, hero.1 + 40.0)),
            "lesson-attack" => self.attack(),
            "lesson-ember" => {
                let ember = InGame::observe(&self.manager).unwrap().0.ember;
                ember.into_iter().for_each(|ember| self.walk_to(ember));
            }
            "lesson-help" => {
                let (play, ..) = InGame::observe(&self.manager).unwrap();
                let marine = play.crowd.nearest(Side::Outpost, hero, 2000.0, |actor| actor.id.is(&MARINE));
                let spot = marine.unwrap().spot;
                let (x, y) = unit((hero.0 - spot.0, hero.1 - spot.1));
                self.walk_to((spot.0 + x * 16.0, spot.1 + y * 16.0));
            }
            other => panic!("{other}"),
        }
        self.run(40);
    }

    /// The sign that is nearest.
    fn sign(&self) -> (f32, f32) {
        let hero = self.hero();
        let level = self.manager.assets().resources().find::<Level>("level_1").unwrap();
        let signs = level.objects().filter(|object| object.user_type == "sign");
        let signs = signs.map(|sign| (sign.x, sign.y));
        signs.min_by(|a, b| distance(*a, hero).total_cmp(&distance(*b, hero))).unwrap()
    }

    fn read(&mut self) {
        let sign = self.sign();
        self.walk_to((sign.0 - 22.0, sign.1 - 10.0));
        if matches!(self.device, Device::Keyboard | Device::Pad) {
            return self.step(Input::pressing([READ]));
        }
        let at = self.on_screen((sign.0, sign.1 - 8.0));
        self.click(at);
    }

    fn select(&mut self) {
        match self.device {
            Device::Mouse => {
                self.point((150.0, 60.0), Pointer { pressed: true, held: true, ..Pointer::default() });
                self.point((590.0, 300.0), Pointer { held: true, ..Pointer::default() });
                self.point((590.0, 300.0), Pointer { released: true, ..Pointer::default() });
            }
            Device::Keyboard | Device::Pad => self.step(Input::pressing([SELECT_ALL])),
            _ => self.click_button("hud-select_all"),
        }
        self.run(2);
    }

    fn attack(&mut self) {
        if self.device == Device::Pad {
            return self.step(Input::pressing([ATTACK]));
        }
        self.click_button("hud-attack");
        self.click((230.0, 240.0));
    }
}

#[test]
fn a_player_who_does_what_the_screen_says_learns_all_and_wins_the_first_level() {
    let before = [
        "lesson-walk",
        "lesson-strike",
        "lesson-leap",
        "lesson-read",
        "lesson-select",
        "lesson-send",
        "lesson-attack",
    ];
    let upright = WindowSize::new(360.0, 640.0);
    let devices = [Device::Keyboard, Device::Mouse, Device::Pad, Device::Touch];
    let hands =
        devices.into_iter().map(|device| (device, WindowSize::NONE)).chain([(Device::Touch, upright)]);
    for (device, window) in hands {
        let shared = shared();
        let mut hand = Hand { manager: started(&shared, "main_menu"), device, window };
        hand.run(2);
        match device {
            Device::Keyboard | Device::Pad => hand.step(Input::pressing([Action::ACCEPT])),
            _ if window == upright => hand.click((118.0, 192.0)),
            _ => hand.click((130.0, 166.0)),
        }
        hand.run(300);
        assert_eq!(stack(&hand.manager), ["in_game"], "{device:?} {window:?}");
        hand.run(1200);
        assert_eq!(hand.wave(), 0, "{device:?} {window:?}: no wave comes before they are learned");
        let sends = matches!(device, Device::Keyboard | Device::Mouse);
        let before = before.into_iter().filter(|hint| sends || *hint != "lesson-send");
        let all: Vec<_> = before.chain(["lesson-ember", "lesson-help"]).collect();
        let mut player = Player::new(Skill::Fair, device, hand.manager.view_size(), 1);
        let mut hints = Vec::new();
        while let Some((play, populations, corner)) = InGame::observe(&hand.manager)
            && stack(&hand.manager) == ["in_game"]
        {
            assert!(play.tally.ticks < 20 * 3600, "{device:?}: after {hints:?} there is no end");
            match InGame::lesson(&hand.manager, device) {
                Some(hint) => {
                    hints.push(hint);
                    hand.practise(hint);
                }
                None => {
                    let input = player.input(play, populations, corner);
                    hand.step(input);
                }
            }
        }
        hints.dedup();
        assert_eq!(hints, all, "{device:?}");
        assert!(shared.settings().had_lessons, "{device:?}");
        assert_eq!(stack(&hand.manager), ["in_game", "won"], "{device:?}");
        let ending = hand.manager.stack().screen::<Ended>("won").unwrap().ending();
        assert_eq!(shared.settings().best_seconds[&1], ending.tally.seconds(), "{device:?}");
    }
}

#[test]
fn a_call_skips_the_lessons_and_the_next_new_game_offers_them() {
    let shared = shared();
    let mut hand = Hand::new(&shared, Device::Keyboard);
    hand.step(Input::pressing([CALL]));
    hand.run(600);
    assert_eq!((hand.wave(), shared.settings().had_lessons), (1, true));
    let mut hand = Hand::new(&shared, Device::Keyboard);
    hand.step(Input::pressing([READ]));
    hand.run(600);
    assert_eq!(hand.wave(), 0, "they were asked for");
    let mut hand = Hand::new(&shared, Device::Keyboard);
    hand.step(Input::holding([Action::RIGHT]));
    hand.run(600);
    assert_eq!(hand.wave(), 1);
}

/// Presses a key in a new game, and one of the other layout after it. Returns the layout, and the line on the screen.
fn chosen(key: Control, other: Control) -> (Option<Layout>, Option<String>) {
    let shared = shared();
    let mut hand = Hand::new(&shared, Device::Keyboard);
    for control in [key, other] {
        hand.step(Input { control: Some(control), ..Input::default() });
    }
    (shared.settings().layout, InGame::text(&hand.manager).map(str::to_owned))
}

#[test]
fn the_first_key_to_walk_with_chooses_its_layout_and_a_line_says_so() {
    let shows = |layout, text: &str| (Some(layout), Some(text.to_owned()));
    assert_eq!(chosen(Control::A, Control::Left), shows(Layout::Wasd, "layout-wasd"));
    assert_eq!(chosen(Control::Left, Control::A), shows(Layout::Arrows, "layout-arrows"));
    assert_eq!(chosen(Control::E, Control::Up), shows(Layout::Arrows, "layout-arrows"));
}

#[test]
fn the_line_of_the_layout_comes_before_the_line_that_it_interrupts() {
    let mut hand = Hand::new(&shared(), Device::Keyboard);
    hand.run(10);
    let interrupted = InGame::text(&hand.manager).map(str::to_owned);
    assert!(interrupted.is_some());
    hand.step(Input { control: Some(Control::D), ..Input::default() });
    hand.run(298);
    assert_eq!(InGame::text(&hand.manager), Some("layout-wasd"));
    hand.run(2);
    assert_eq!(InGame::text(&hand.manager), interrupted.as_deref());
}

#[test]
fn a_sign_is_offered_until_it_was_read_and_not_in_a_fight() {
    let shared = shared();
    let mut hand = Hand::new(&shared, Device::Mouse);
    let offers = |hand: &Hand| InGame::tells_of_sign(&hand.manager);
    assert!(!offers(&hand));
    let sign = hand.sign();
    hand.walk_to((sign.0 - 16.0, sign.1));
    assert!(offers(&hand));
    hand.read();
    hand.run(2);
    assert!(!offers(&hand));
    let mut hand = Hand::new(&shared, Device::Mouse);
    hand.walk_to((sign.0 - 16.0, sign.1));
    hand.step(Input::pressing([CALL]));
    let fights = |hand: &Hand| {
        let (play, populations, _) = InGame::observe(&hand.manager).unwrap();
        play.now(populations).monsters > 0
    };
    while !fights(&hand) {
        assert!(offers(&hand));
        hand.run(1);
    }
    assert!(!offers(&hand));
}

#[test]
fn a_letter_in_the_main_menu_chooses_no_layout() {
    let shared = shared();
    let mut manager = started(&shared, "main_menu");
    manager.step(&Input { control: Some(Control::S), ..Input::default() });
    assert_eq!(shared.settings().layout, None);
}

#[test]
fn a_letter_after_the_first_lesson_chooses_no_layout() {
    let shared = shared();
    let mut hand = Hand::new(&shared, Device::Mouse);
    let (x, y) = hand.hero();
    hand.walk_to((x - 90.0, y));
    hand.device = Device::Keyboard;
    // The last lesson asks for A.
    hand.step(Input { control: Some(Control::A), ..Input::pressing([ATTACK]) });
    let attack = shared.input_map().borrow().controls(ATTACK)[0];
    assert_eq!((shared.settings().layout, attack), (None, Control::A));
}

#[test]
fn a_key_that_chooses_the_layout_writes_no_file_and_the_end_of_the_lessons_does() {
    let storage = Rc::new(MemoryStorage::default());
    let shared = Shared::in_storage(storage.clone(), HeadlessAudio::default());
    let mut hand = Hand::new(&shared, Device::Keyboard);
    hand.step(Input { control: Some(Control::D), ..Input::default() });
    assert_eq!(shared.input_map().borrow().controls(ATTACK)[0], Control::Key1);
    assert_eq!(Storage::load(&*storage, "settings.ron").unwrap(), None);
    hand.step(Input::pressing([CALL]));
    let again = Shared::in_storage(storage, HeadlessAudio::default());
    assert_eq!((again.settings().layout, again.settings().had_lessons), (Some(Layout::Wasd), true));
}
