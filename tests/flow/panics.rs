//! Every place where code of a game is called, with a panic in each: it is caught, its owner is named, nothing is lost
//! and the manager goes on.

mod game;

use std::panic::{AssertUnwindSafe, catch_unwind};

use proscenium::flow::{
    GameScreen, Phase, ScreenCommand, ScreenContext, ScreenId, ScreenManager, Target, Ticket,
};
use proscenium::platform::Input;

use game::{ARMED, Answer, Gift, Level, Mine, Moved, SAID, has_fired, manager};

/// Calls the manager, and notes the message of a panic.
fn call(step: impl FnOnce()) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(step)) {
        SAID.with_borrow_mut(|said| said.push(panic.downcast_ref::<String>().expect("a message").clone()));
    }
}

/// Draws; the plain screens of the library need a window.
fn draw(manager: &ScreenManager) {
    if manager.active().is_none_or(|id| manager.screen::<Mine>(id).is_some()) {
        manager.draw();
    }
}

fn run(manager: &mut ScreenManager, ticks: u32) {
    for _ in 0..ticks {
        call(|| manager.step(&Input::default()));
        call(|| draw(manager));
        SAID.with_borrow_mut(|said| said.extend(manager.failure().map(str::to_owned)));
    }
}

/// Requests a command, and notes why it is not applied.
fn ask(manager: &mut ScreenManager, command: ScreenCommand) {
    let mut ticket = None;
    call(|| ticket = Some(manager.command(command)));
    run(manager, 40);
    if let Some(Err(reason)) = ticket.as_ref().and_then(Ticket::outcome) {
        SAID.with_borrow_mut(|said| said.push(reason.to_owned()));
    }
}

/// Saves the game and goes on with the save.
fn save_and_restore(manager: &mut ScreenManager) {
    match manager.save() {
        Ok(save) => match manager.restore(&save) {
            Ok(ticket) => {
                run(manager, 40);
                let outcome = ticket.outcome().and_then(Result::err).map(str::to_owned);
                SAID.with_borrow_mut(|said| said.extend(outcome));
            }
            Err(error) => panic!("{error}"),
        },
        Err(error) => SAID.with_borrow_mut(|said| said.push(error.to_string())),
    }
}

/// A walk through everything that a manager does.
const TOUR: [fn(&mut ScreenManager); 14] = [
    |manager| ask(manager, ScreenCommand::push("shop")),
    |manager| {
        manager.post(Moved);
        manager.post("rain".to_owned());
        run(manager, 2);
    },
    |manager| ask(manager, ScreenCommand::pop_with(Answer)),
    |manager| ask(manager, ScreenCommand::push(Target::fresh("note", Mine::new("note")).with(Gift))),
    |manager| ask(manager, ScreenCommand::pop()),
    |manager| ask(manager, ScreenCommand::load_with("game", Level(1))),
    |manager| ask(manager, ScreenCommand::push(Target::fresh("note", Mine::new("note")))),
    save_and_restore,
    |manager| ask(manager, ScreenCommand::preload("menu")),
    |manager| ask(manager, ScreenCommand::load("menu")),
    |manager| ask(manager, ScreenCommand::load("game")),
    |manager| ask(manager, ScreenCommand::load("broken")),
    |manager| ask(manager, ScreenCommand::load("menu")),
    |manager| ask(manager, ScreenCommand::Quit),
];

/// Each place, and what names its owner.
fn places() -> Vec<(String, String)> {
    let mut places = Vec::new();
    let hooks = ["on_enter", "on_active", "on_inactive", "on_exit", "update", "on_event", "on_transition"];
    let questions = ["may_leave", "is_skipped", "cover", "has_upright_view", "draw"];
    for screen in ["menu", "shop", "note", "field"] {
        for what in hooks.into_iter().chain(questions) {
            let is_asked = what != "is_skipped" || screen == "menu";
            if is_asked && (what, screen) != ("on_event", "note") {
                let owner = format!("`{what}` of screen `{screen}`");
                // It is asked for within another call.
                let owner = owner.trim_start_matches("`has_upright_view`").to_owned();
                places.push((format!("{screen} {what}"), owner));
            }
        }
    }
    for (screen, what) in [
        ("menu", "on_result"),
        ("shop", "redirect"),
        ("note", "redirect"),
        ("sky", "on_enter"),
        ("sky", "on_exit"),
        ("sky", "update"),
        ("sky", "draw"),
        ("loading", "on_enter"),
        ("loading", "on_active"),
        ("loading", "update"),
        ("loading", "draw"),
        ("loading", "may_leave"),
        ("loading", "on_inactive"),
        ("loading", "on_exit"),
        ("failure", "on_enter"),
        ("failure", "on_active"),
        ("failure", "update"),
        ("failure", "on_exit"),
    ] {
        places.push((format!("{screen} {what}"), format!("`{what}` of screen `{screen}`")));
    }
    for (place, owner) in [
        ("field save", "screen `field`: it panicked"),
        ("field restore", "screen `field`: it panicked"),
        ("sky save", "screen `sky`: it panicked"),
        ("sky restore", "screen `sky`: it panicked"),
        ("menu drop", "the destructor of screen `menu`"),
        ("shop drop", "the destructor of screen `shop`"),
        ("note drop", "the destructor of screen `note`"),
        ("field drop", "the destructor of screen `field`"),
        ("sky drop", "the destructor of screen `sky`"),
        ("loading drop", "the destructor of screen `loading`"),
        ("failure drop", "the destructor of screen `failure`"),
        ("menu build", "screen `menu` of phase `menu` cannot be built"),
        ("field build", "screen `field` of phase `game` cannot be built"),
        ("sky build", "screen `sky` of phase `game` cannot be built"),
        ("rule call", "a flow rule for `"),
        ("event name", "on purpose"),
        ("event drop", "the destructor of an event"),
        ("answer drop", "the destructor of the result of a screen"),
        ("gift drop", "the destructor of the payload of screen `note`"),
        ("level make", "the payload of phase `game` cannot be made"),
        ("level eq", "the payload of phase `game` cannot be made or compared"),
        ("level serialize", "the payload of phase `game`"),
        ("level deserialize", "the payload of phase `game`"),
        ("level drop", "payload"),
        ("state serialize", "screen `field`"),
        ("state deserialize", "screen `sky`: it panicked"),
        ("fallback call", "screen `note`: the fallback of screens has panicked"),
        ("wipe name", "the name of a transition"),
        ("wipe out_time", "the times of transition `wipe`"),
        ("wipe in_time", "the times of transition `wipe`"),
        ("wipe pictures", "the pictures of transition `wipe`"),
        ("wipe draw", "`draw` of transition `wipe`"),
        ("sheep action", "a machine of screen `field`"),
        ("sheep guard", "a machine of screen `field`"),
        ("sheep lend", "a machine of screen `field`"),
        ("sheep clone", "the units of machine `sheep`"),
        ("sheep serialize", "the units of machine `sheep`"),
        ("sheep deserialize", "machine `sheep`"),
        ("sheep drop", "sheep"),
        ("work call", "callback `work`"),
    ] {
        places.push((place.to_owned(), owner.to_owned()));
    }
    places
}

/// Whether everything of the manager still works.
fn check_alive(manager: &mut ScreenManager, place: &str) {
    let run = |manager: &mut ScreenManager| {
        for _ in 0..60 {
            manager.step(&Input::default());
            draw(manager);
        }
    };
    run(manager);
    if manager.has_ended() {
        return;
    }
    assert!(manager.active().is_some() && manager.is_idle(), "{place}: it hangs");
    if manager.failure().is_none() {
        // The screens of the phase are all there.
        let screens: &[&str] = match manager.phase().expect("a phase runs").name() {
            "menu" => &["menu", "shop"],
            _ => &["field", "hill"],
        };
        for screen in screens {
            let ticket = manager.command(ScreenCommand::push(*screen));
            run(manager);
            let outcome = ticket.outcome().unwrap_or_else(|| panic!("{place}: the push of {screen} waits"));
            let is_there = outcome.is_ok() || outcome.is_err_and(|reason| reason.contains("already"));
            assert!(is_there, "{place}: {outcome:?}");
        }
    }
    let ask = |manager: &mut ScreenManager, command, stack: &[&str]| {
        manager.command(command);
        run(manager);
        let found: Vec<_> = manager.stack().map(ScreenId::name).collect();
        assert_eq!(found, stack, "{place}: {:?}", manager.failure());
    };
    ask(manager, ScreenCommand::load("menu"), &["menu"]);
    ask(manager, ScreenCommand::push("shop"), &["menu", "shop"]);
    ask(manager, ScreenCommand::pop(), &["menu"]);
    ask(manager, ScreenCommand::load_with("game", Level(1)), &["field"]);
    let save = manager.save().unwrap_or_else(|error| panic!("{place}: {error}"));
    let ticket = manager.restore(&save).unwrap();
    run(manager);
    assert_eq!((ticket.outcome(), manager.active()), (Some(Ok(&())), Some("field".into())), "{place}");
    ask(manager, ScreenCommand::Quit, &[]);
    assert!(manager.has_ended(), "{place}");
}

#[test]
fn a_panic_at_any_place_names_its_owner_and_loses_nothing() {
    let mut wrong = Vec::new();
    for (place, owner) in places() {
        let mut manager = manager();
        ask(&mut manager, ScreenCommand::load("menu"));
        SAID.take();
        ARMED.replace(place.clone());
        let is_seen = TOUR.iter().any(|step| {
            step(&mut manager);
            has_fired()
        });
        if !is_seen {
            ARMED.take();
            wrong.push(format!("{place}: the tour never comes there"));
            continue;
        }
        // What is said may be said later: by the event of a restore.
        run(&mut manager, 3);
        let said = SAID.take();
        for text in [owner.as_str(), "on purpose"] {
            if !said.iter().any(|line| line.contains(text)) {
                wrong.push(format!("{place}: {text} is not in {said:#?}"));
            }
        }
        call(|| check_alive(&mut manager, &place));
        wrong.append(&mut SAID.take());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_panic_in_the_maker_of_a_loading_or_failure_screen_leads_to_the_plain_one() {
    for (place, phase) in [("loading make", "game"), ("failure make", "broken")] {
        let mut manager = manager();
        ask(&mut manager, ScreenCommand::load("menu"));
        SAID.take();
        ARMED.replace(place.to_owned());
        ask(&mut manager, ScreenCommand::load(phase));
        assert!(has_fired());
        assert!(SAID.take().iter().all(|line| line.contains("no luck")), "{place}: no panic comes out");
        check_alive(&mut manager, place);
    }
}

/// Panics when it is dropped, always.
struct Heavy(&'static str);

impl GameScreen for Heavy {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

impl Drop for Heavy {
    fn drop(&mut self) {
        panic!("{} falls", self.0);
    }
}

#[test]
fn destructors_that_all_panic_do_not_abort_the_program() {
    for quits in [false, true] {
        let mut manager = ScreenManager::headless();
        let phase = Phase::new("play").screen("one", |_| Heavy("one")).screen("two", |_| Heavy("two"));
        manager.add_phase(phase.screen("three", |_| Heavy("three")).backdrop("sky", |_| Heavy("sky")));
        manager.start("play");
        (0..5).for_each(|_| manager.step(&Input::default()));
        manager.command(ScreenCommand::push("two"));
        manager.command(ScreenCommand::push(Target::fresh("four", Heavy("four"))));
        manager.step(&Input::default());
        let end = AssertUnwindSafe(|| {
            if quits {
                manager.command(ScreenCommand::Quit);
                manager.step(&Input::default());
            }
            drop(manager);
        });
        let panic = catch_unwind(end).unwrap_err();
        let message = panic.downcast_ref::<String>().unwrap();
        assert_eq!(message, "four falls, in the destructor of screen `four`");
    }
}
