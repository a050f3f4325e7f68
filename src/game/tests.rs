//! How a run starts.

use std::cell::RefCell;
use std::io::{self, Write};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use super::dev::{record, script};
use super::{Game, Host, Session};
use crate::dev::{Header, InputScript, Recording};
use crate::flow::{GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager};
use crate::phase::Pace;
use crate::platform::{Clock, Input, MemorySource};

#[derive(Clone, Default)]
struct File(Rc<RefCell<Vec<u8>>>);

impl Write for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Runs a game for a tick. Returns the state of its random numbers before it, and the header of its recording.
fn run(game: Game, set: impl FnOnce(&mut Host)) -> (u64, Header) {
    let file = File::default();
    let mut host = game.host(Arc::new(MemorySource::default()));
    set(&mut host);
    let out = Box::new(file.clone());
    record(&game, &mut host, |_| Some((out, PathBuf::new())));
    let mut session = game.start(host).unwrap();
    let random = session.manager().random_state();
    session.advance(Clock::TICK, &Input::default());
    let recording = Recording::parse(&file.0.borrow()).unwrap();
    (random, recording.header)
}

#[test]
fn a_game_says_how_it_starts_and_the_options_come_before_it() {
    let header = |set: fn(&mut Host)| {
        let game = Game::new("dice").phase(Phase::new("menu")).phase(Phase::new("dice"));
        let game = game.first_phase("dice").language("de").pace(Pace::Budget(Duration::MAX)).seed(6);
        let (_, header) = run(game, |host| {
            host.options.push(("locale".to_owned(), "en-US".to_owned()));
            set(host);
        });
        let language = header.options.into_iter().find(|(name, _)| name == "locale").map(|(_, tag)| tag);
        (header.phase, language, header.pace, header.seed)
    };
    let phase = |name: &str| Some(name.to_owned());
    let german = Some("de".to_owned());
    assert_eq!(header(|_| {}), (phase("dice"), german.clone(), Pace::Budget(Duration::MAX), 6));
    let found = header(|host| {
        (host.phase, host.pace, host.seed) = (Some("menu".to_owned()), Some(Pace::OneItemPerTick), Some(1));
    });
    assert_eq!(found, (phase("menu"), german, Pace::OneItemPerTick, 1));
}

#[test]
fn the_seed_of_a_player_is_the_time_and_that_of_a_script_0() {
    let seeds = |set: fn(&mut Host)| {
        let (random, header) = run(Game::new("dice").phase(Phase::new("dice")), set);
        (random, header.seed)
    };
    let before = Clock::unix_time();
    let (random, recorded) = seeds(|_| {});
    assert!((before..=Clock::unix_time()).contains(&random), "{random} is not the time");
    assert_eq!(recorded, random);
    assert_eq!(seeds(|host| script(host, InputScript::default())), (0, 0));
    let both = [
        seeds(|host| host.seed = Some(7)),
        seeds(|host| {
            host.seed = Some(7);
            script(host, InputScript::default());
        }),
    ];
    assert_eq!(both, [(7, 7); 2]);
}

/// A screen that counts its ends, and may refuse them.
struct Field(Rc<RefCell<u32>>, Rc<RefCell<bool>>);

impl GameScreen for Field {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}

    fn may_leave(&mut self, _cx: &mut ScreenContext<'_>) -> bool {
        !*self.1.borrow()
    }

    fn on_exit(&mut self, _cx: &mut ScreenContext<'_>) {
        *self.0.borrow_mut() += 1;
    }
}

#[test]
fn a_page_that_is_left_quits_through_its_transition_unless_a_screen_refuses() {
    let (ends, refuses) = (Rc::new(RefCell::new(0)), Rc::new(RefCell::new(true)));
    let mut manager = ScreenManager::new(ManagerSettings::with_fade());
    let shared = (Rc::clone(&ends), Rc::clone(&refuses));
    manager.add_phase(
        Phase::new("game").screen("field", move |_| Field(Rc::clone(&shared.0), Rc::clone(&shared.1))),
    );
    manager.start("game");
    let mut session = Session::new(manager, Clock::manual());
    (0..200).for_each(|_| session.advance(Clock::TICK, &Input::default()));
    session.quit_at_once();
    assert_eq!((*ends.borrow(), session.is_over()), (0, false));
    *refuses.borrow_mut() = false;
    session.quit_at_once();
    assert_eq!((*ends.borrow(), session.is_over()), (1, true));
}
