//! Events: their receivers and order, the commands that they lead to, and the singleton.

use proscenium_core::flow::{GameEvent, Phase, ScreenCommand, ScreenManager};

use super::stage;
use crate::stage::{Stage, with_item};

fn named(name: &str) -> String {
    name.to_owned()
}

fn seen(stage: &Stage) -> Vec<String> {
    stage.notes().into_iter().filter(|note| note.contains(" saw ")).collect()
}

struct HeroDied {
    lives_left: u32,
}

impl GameEvent for HeroDied {
    fn name(&self) -> &str {
        "hero_died"
    }
}

#[test]
fn rules_get_events_first_then_the_screens_from_the_top() {
    let mut stage = stage(&["menu", "game", "pause"]);
    for rule in ["first rule", "second rule"] {
        let script = stage.script.clone();
        stage.manager.add_rule(move |event: &String, cx| {
            assert!(cx.is_on_stack("menu") && cx.phase().is_some());
            script.borrow_mut().notes.push(format!("{rule} saw {} on {}", event, cx.active().unwrap()));
        });
    }
    stage.manager.flow().post(named("bell"));
    stage.manager.flow().post(named("whistle"));
    stage.frame();
    let expected: Vec<String> = ["bell", "whistle"]
        .iter()
        .flat_map(|event| {
            [
                format!("first rule saw {event} on pause"),
                format!("second rule saw {event} on pause"),
                format!("pause saw {event}"),
                format!("game saw {event}"),
                format!("menu saw {event}"),
            ]
        })
        .collect();
    assert_eq!(seen(&stage), expected);
    assert_eq!(stage.lines(), ["event bell", "event whistle"]);
}

#[test]
fn a_screen_that_handles_an_event_keeps_it_from_its_parents() {
    let mut stage = stage(&["menu", "game", "pause"]);
    stage.script.borrow_mut().swallowing.insert("game");
    stage.manager.flow().post(named("bell"));
    stage.frame();
    assert_eq!(seen(&stage), ["pause saw bell", "game saw bell"]);
}

#[test]
fn an_event_posted_in_a_delivery_comes_in_the_next_tick() {
    let mut stage = stage(&["menu"]);
    stage.once("menu", "on_event", |cx| {
        cx.post(named("echo"));
        ScreenManager::current().unwrap().post(named("far echo"));
    });
    stage.manager.make_current();
    stage.manager.flow().post(named("bell"));
    stage.frame();
    assert_eq!(seen(&stage), ["menu saw bell"]);
    stage.frame();
    assert_eq!(seen(&stage), ["menu saw echo", "menu saw far echo"]);
    stage.frame();
    assert_eq!(seen(&stage), Vec::<String>::new());
}

#[test]
fn events_change_screens_in_the_tick_of_their_delivery() {
    let mut stage = stage(&["menu"]);
    stage.manager.add_rule(|died: &HeroDied, cx| {
        cx.command(ScreenCommand::push(if died.lives_left == 0 { "settings" } else { "game" }));
    });
    stage.once("menu", "on_event", |cx| cx.push("pause"));
    stage.manager.flow().post(HeroDied { lives_left: 2 });
    stage.manager.flow().post(named("not for the rule"));
    stage.frame();
    assert_eq!(
        stage.lines(),
        [
            "event hero_died",
            "event not for the rule",
            "push game applied",
            "menu.on_inactive",
            "game.on_enter",
            "game.on_active",
            "[menu game]",
            "push pause applied",
            "game.on_inactive",
            "pause.on_enter",
            "pause.on_active",
            "[menu game pause]"
        ]
    );
}

#[test]
fn events_are_delivered_before_updates_and_during_loads() {
    let mut stage = stage(&["menu"]);
    stage.manager.flow().post(named("bell"));
    stage.frame();
    assert_eq!(stage.notes(), ["menu saw bell", "menu update"]);
    stage.add_phase(with_item(Phase::new("credits")), &["roll"]);
    stage.run([ScreenCommand::load("credits")]);
    stage.notes();
    stage.manager.flow().post(named("bell"));
    stage.frame();
    assert_eq!(stage.notes(), ["loading saw bell", "loading update"]);
}

#[test]
fn the_singleton_records_commands_and_returns_the_last_stack() {
    let mut stage = stage(&["menu"]);
    stage.manager.make_current();
    let script = stage.script.clone();
    stage.once("menu", "update", move |cx| {
        let flow = ScreenManager::current().unwrap();
        flow.push("game");
        cx.push("pause");
        let stack = flow.stack();
        script.borrow_mut().notes.push(format!("{stack:?}"));
    });
    stage.frame();
    assert_eq!(stage.stack(), ["menu", "game", "pause"]);
    assert!(stage.notes().contains(&"[ScreenId(\"menu\")]".to_owned()));
    let flow = ScreenManager::current().unwrap();
    assert_eq!(flow.active(), Some("pause".into()));
    flow.pop();
    stage.frame();
    assert_eq!(flow.stack(), ["menu".into(), "game".into()]);
    flow.load("play");
    stage.run_until_idle();
    assert_eq!(stage.stack(), ["menu"]);
    flow.quit();
    stage.frame();
    assert!(stage.manager.has_ended());
}

#[test]
fn the_facade_knows_when_there_is_no_manager() {
    let stage = stage(&["menu"]);
    stage.manager.make_current();
    assert!(ScreenManager::current().is_some());
    drop(stage);
    assert!(ScreenManager::current().is_none());
}

#[test]
fn two_managers_of_one_thread_do_not_hear_one_another() {
    let (mut first, mut second) = (stage(&["menu"]), stage(&["menu"]));
    first.manager.make_current();
    second.manager.make_current();
    ScreenManager::current().unwrap().push("game");
    first.frame();
    second.frame();
    assert_eq!((first.stack(), second.stack()), (vec!["menu"], vec!["menu", "game"]));
}
