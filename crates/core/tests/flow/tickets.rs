//! The tickets of requests, and that every way to request has the same commands.

use std::cell::OnceCell;
use std::rc::Rc;

use proscenium_core::flow::{
    FlowHandle, GameScreen, ManagerSettings, Phase, ScreenCommand, ScreenContext, ScreenManager, Target,
    Ticket,
};
use proscenium_core::phase::Resource;

use crate::stage::{Stage, with_item};

#[test]
fn a_ticket_has_the_outcome_after_the_tick() {
    let mut stage = Stage::playing(&["menu", "game"]);
    let first = stage.manager.command(ScreenCommand::push("game"));
    let second = stage.manager.command(ScreenCommand::push("game"));
    assert_eq!((first.outcome(), second.outcome()), (None, None));
    stage.frame();
    assert_eq!(first.outcome(), Some(Ok(&())));
    assert_eq!(second.outcome(), Some(Err("`game` is on the stack already")));
}

#[test]
fn a_screen_that_refuses_is_the_reason() {
    let mut stage = Stage::playing(&["menu"]);
    stage.script.borrow_mut().refusing.insert("menu");
    let ticket = stage.manager.command(ScreenCommand::Quit);
    stage.frame();
    assert_eq!(ticket.outcome(), Some(Err("`menu` refused to leave")));
}

#[test]
fn a_ticket_waits_for_the_transition() {
    let mut stage = Stage::with(ManagerSettings::with_fade(), &["menu", "game", "pause"]);
    let running = stage.manager.command(ScreenCommand::push("game"));
    let waiting = stage.manager.command(ScreenCommand::push("pause"));
    stage.frame();
    assert_eq!((running.outcome(), waiting.outcome()), (None, None));
    while running.outcome().is_none() {
        stage.frame();
    }
    assert_eq!((running.outcome(), waiting.outcome()), (Some(Ok(&())), None));
    stage.run_until_idle();
    assert_eq!(waiting.outcome(), Some(Ok(&())));
}

#[test]
fn a_batch_is_applied_when_all_its_commands_are() {
    let mut stage = Stage::playing(&["menu", "game"]);
    stage.add_phase(with_item(Phase::new("other")), &["first", "second"]);
    let load = ScreenCommand::batch([ScreenCommand::load("other"), ScreenCommand::push("second")]);
    let ticket = stage.manager.command(load);
    stage.frame();
    assert_eq!(ticket.outcome(), None, "the push waits for the load");
    stage.run_until_idle();
    assert_eq!(ticket.outcome(), Some(Ok(&())));
    assert_eq!(stage.stack(), ["first", "second"]);
}

#[test]
fn the_first_rejected_command_is_the_outcome_of_a_batch() {
    let mut stage = Stage::playing(&["menu", "game"]);
    let list = ["game", "nowhere", "game"].map(ScreenCommand::push);
    let ticket = stage.manager.command(ScreenCommand::batch(list));
    let empty = stage.manager.command(ScreenCommand::batch([]));
    stage.frame();
    assert_eq!(ticket.outcome(), Some(Err("phase `play` has no screen `nowhere`; it has: menu, game")));
    assert_eq!(stage.stack(), ["menu", "game"]);
    assert_eq!(empty.outcome(), Some(Err("the batch is empty")));
}

#[test]
fn what_a_failure_or_the_end_overtakes_is_rejected() {
    let mut stage = Stage::playing(&["menu", "game"]);
    let broken = Resource::callback::<()>("broken", |_| Err("no luck".into()));
    stage.add_phase(Phase::new("bad").resource(broken), &["never"]);
    let batch = ScreenCommand::batch([ScreenCommand::load("bad"), ScreenCommand::push("game")]);
    let behind = stage.manager.command(batch);
    stage.frame();
    stage.run_until_idle();
    assert_eq!(behind.outcome(), Some(Err("the load before it failed")));

    stage.once("failure", "update", |cx| cx.fail("again"));
    let overtaken = stage.manager.command(ScreenCommand::push("game"));
    stage.frame();
    assert_eq!(overtaken.outcome(), Some(Err("a fatal error came before it")));

    let last =
        [ScreenCommand::Quit, ScreenCommand::push("game")].map(|command| stage.manager.command(command));
    stage.frame();
    let late = stage.manager.command(ScreenCommand::batch([]));
    let ended = Some(Err("the program has ended"));
    assert_eq!(last.each_ref().map(Ticket::outcome), [Some(Ok(&())), ended]);
    assert_eq!(late.outcome(), ended);
}

#[test]
fn a_screen_reads_its_ticket_in_its_next_update() {
    let mut stage = Stage::playing(&["menu"]);
    let ticket = Rc::new(OnceCell::new());
    let kept = Rc::clone(&ticket);
    stage.once("menu", "update", move |cx| {
        let _ = kept.set(cx.command(ScreenCommand::push("nowhere")));
    });
    stage.frame();
    assert_eq!(
        ticket.get().and_then(Ticket::outcome),
        Some(Err("phase `play` has no screen `nowhere`; it has: menu"))
    );
}

/// Requests one command of each kind.
fn request_all(flow: &FlowHandle) {
    flow.push("game");
    flow.push_with("pause", 1);
    flow.remove("game");
    flow.replace("game");
    flow.reset(["menu", "game", "pause"]);
    flow.pop_to("game");
    flow.batch([ScreenCommand::push("pause"), ScreenCommand::remove("menu")]);
    flow.command(ScreenCommand::push(Target::resident("menu")).without_transition());
    flow.load_with("play", 2);
}

#[test]
fn contexts_rules_and_the_singleton_have_the_same_commands() {
    let expected = [
        "push game applied",
        "push pause applied",
        "remove game applied",
        "replace game applied",
        "reset menu game pause applied",
        "pop_to game applied",
        "push pause applied",
        "remove menu applied",
        "push menu applied",
        "load play applied",
    ];
    for from in ["screen", "rule", "singleton"] {
        let mut stage = Stage::playing(&["menu", "game", "pause"]);
        match from {
            "screen" => stage.once("menu", "update", |cx| request_all(cx)),
            "rule" => {
                stage.manager.add_rule(|_: &String, cx| request_all(cx));
                stage.manager.flow().post("go".to_owned());
            }
            _ => {
                stage.manager.make_current();
                request_all(&ScreenManager::current().unwrap());
            }
        }
        stage.frame();
        let mut commands = stage.lines();
        commands.retain(|line| line.contains("applied") || line.contains("rejected"));
        assert_eq!(commands, expected, "{from}");
    }
}

#[test]
fn pops_from_outside_are_of_the_top() {
    let mut stage = Stage::playing(&["menu", "game", "pause"]);
    stage.manager.make_current();
    stage.run([ScreenCommand::push("game"), ScreenCommand::push("pause")]);
    let flow = ScreenManager::current().unwrap();
    flow.pop_with(5);
    stage.frame();
    assert!(stage.notes().contains(&"game got number 5 from pause".to_owned()));
    flow.pop();
    stage.frame();
    assert_eq!(
        (stage.stack(), flow.active(), flow.is_on_stack("game")),
        (vec!["menu"], Some("menu".into()), false)
    );
}

#[test]
fn a_handle_that_outlives_its_manager_requests_nothing() {
    let stage = Stage::playing(&["menu"]);
    stage.manager.make_current();
    let flow = ScreenManager::current().unwrap();
    drop(stage);
    assert!(ScreenManager::current().is_none(), "the handle does not keep the manager");
    assert_eq!(flow.command(ScreenCommand::Quit).outcome(), Some(Err("the program has ended")));
}

/// A screen with a handle of the manager in whose queue it waits.
struct Holder {
    _flow: FlowHandle,
    _alive: Rc<()>,
}

impl GameScreen for Holder {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

#[test]
fn what_waits_is_dropped_with_the_manager() {
    let stage = Stage::playing(&["menu"]);
    stage.manager.make_current();
    let (flow, alive) = (ScreenManager::current().unwrap(), Rc::new(()));
    let holder = Holder { _flow: ScreenManager::current().unwrap(), _alive: Rc::clone(&alive) };
    flow.push(Target::fresh("holder", holder));
    drop(stage);
    assert_eq!(Rc::strong_count(&alive), 1);
}

#[test]
fn a_handle_that_outlives_its_manager_sees_no_screen_and_no_phase() {
    let stage = Stage::playing(&["menu"]);
    stage.manager.make_current();
    let flow = ScreenManager::current().unwrap();
    assert_eq!(
        (flow.stack().len(), flow.active(), flow.phase()),
        (1, Some("menu".into()), Some("play".into()))
    );
    drop(stage);
    assert_eq!((flow.stack(), flow.active(), flow.phase()), (Vec::new(), None, None));
    assert!(!flow.is_on_stack("menu"));
}
