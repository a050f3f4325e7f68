//! Batches: one transition for all commands, all questions before it, and loads that are waited for.

use proscenium_core::flow::{Fade, ManagerSettings, Phase, ScreenCommand};
use proscenium_core::phase::Resource;
use proscenium_core::platform::Clock;

use crate::files::callback;
use crate::stage::Stage;

fn batch(list: impl IntoIterator<Item = ScreenCommand>) -> ScreenCommand {
    ScreenCommand::Batch(list.into_iter().collect())
}

/// A stage with a fade of one tick each way, on `menu`, and the phases `one`, `two` and `bad`.
fn stage() -> Stage {
    let fade = Fade { out_time: Clock::TICK, in_time: Clock::TICK, ..Fade::default() };
    let settings = ManagerSettings { transition: Some(std::rc::Rc::new(fade)), ..ManagerSettings::default() };
    let mut stage = Stage::with(settings, &["menu", "game", "pause"]);
    let one = ["a", "b", "c"].into_iter().fold(Phase::new("one"), |one, id| one.resource(callback(id)));
    stage.add_phase(one, &["first", "extra"]);
    stage.add_phase(Phase::new("two"), &["second"]);
    stage.add_phase(
        Phase::new("bad").resource(Resource::callback::<()>("b", |_| Err("no luck".into()))),
        &["never"],
    );
    stage
}

/// Runs until nothing happens any more; returns the lines with ticks, 0 being the command's.
fn play(stage: &mut Stage, command: ScreenCommand) -> Vec<String> {
    let first = stage.manager.tick() + 1;
    stage.manager.command(command);
    stage.frame();
    stage.run_until_idle();
    stage.lines_from(first)
}

/// The stacks of a trace, one after the other.
fn stacks(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.find('[').map(|at| &line[at..])).collect()
}

#[test]
fn what_follows_a_load_is_applied_before_the_uncovering() {
    let mut stage = stage();
    assert_eq!(
        play(&mut stage, batch([ScreenCommand::load("two"), ScreenCommand::push(fresh("hint"))])),
        [
            "0 fade out",
            "1 fade covered",
            "2 load two applied",
            "2 menu.on_inactive",
            "2 menu.on_exit",
            "2 phase two freeing",
            "2 phase two loading",
            "2 phase two ready",
            "2 loading.on_enter",
            "2 loading.on_active",
            "2 [loading]",
            "2 push hint queued: a phase is being loaded",
            "2 loading.on_inactive",
            "2 loading.on_exit",
            "2 second.on_enter",
            "2 second.on_active",
            "2 [second]",
            "2 push hint applied",
            "2 second.on_inactive",
            "2 hint.on_enter",
            "2 hint.on_active",
            "2 [second hint]",
            "2 fade in",
            "3 fade done"
        ]
    );
}

/// A screen that does nothing.
fn fresh(id: &'static str) -> proscenium_core::flow::Target {
    struct Still;
    impl proscenium_core::flow::GameScreen for Still {
        fn update(&mut self, _cx: &mut proscenium_core::flow::ScreenContext<'_>) {}
    }
    proscenium_core::flow::Target::fresh(id, Still)
}

#[test]
fn the_loads_of_a_batch_come_one_after_the_other() {
    let mut stage = stage();
    let list = [
        ScreenCommand::load("one"),
        ScreenCommand::push("extra"),
        ScreenCommand::load("two"),
        ScreenCommand::push(fresh("hint")),
    ];
    let lines = play(&mut stage, batch(list));
    assert_eq!(
        stacks(&lines),
        ["[loading]", "[first]", "[first extra]", "[loading]", "[second]", "[second hint]"]
    );
    let fades: Vec<_> = lines.iter().filter(|line| line.contains("fade")).map(|line| &line[2..]).collect();
    assert_eq!(fades, ["fade out", "fade covered", "fade in", "fade done"]);
}

#[test]
fn a_quit_in_a_batch_waits_for_the_load_before_it() {
    let mut stage = stage();
    let list = [ScreenCommand::load("one"), ScreenCommand::push("extra"), ScreenCommand::Quit];
    let lines = play(&mut stage, batch(list));
    assert_eq!(stacks(&lines), ["[loading]", "[first]", "[first extra]", "[]"]);
    assert!(stage.manager.has_ended());
}

#[test]
fn all_screens_are_asked_before_the_transition() {
    let mut stage = stage();
    stage.run([ScreenCommand::push("game").without_transition()]);
    stage.script.borrow_mut().refusing.insert("menu");
    stage.notes();
    let list = [ScreenCommand::push("pause"), ScreenCommand::reset(["pause"])];
    assert_eq!(
        stage.run([batch(list)]),
        ["push pause rejected: `menu` refused to leave", "reset pause rejected: `menu` refused to leave"]
    );
    assert!(stage.manager.is_idle());
    assert_eq!(stage.notes(), ["game update", "game may_leave", "menu may_leave"]);
    stage.script.borrow_mut().refusing.clear();
    let list = [ScreenCommand::push("pause"), ScreenCommand::pop(), ScreenCommand::pop()];
    play(&mut stage, batch(list));
    assert_eq!(stage.stack(), ["menu"]);
    let asked: Vec<_> = stage.notes().into_iter().filter(|note| note.ends_with("leave")).collect();
    assert_eq!(asked, ["game may_leave"], "each once, and none that the batch itself brings");
}

#[test]
fn a_batch_that_begins_with_a_load_replaces_a_load() {
    let mut stage = stage();
    stage.run([ScreenCommand::load("one").without_transition()]);
    let inner = batch([ScreenCommand::load("two")]);
    stage.manager.command(batch([inner, ScreenCommand::push(fresh("hint"))]));
    stage.run_until_idle();
    let lines = stage.lines();
    assert_eq!(stacks(&lines), ["[loading]", "[second]", "[second hint]"]);
    assert!(!lines.contains(&"phase one ready".to_owned()), "{lines:?}");
}

#[test]
fn a_batch_that_begins_with_another_command_waits_for_the_load() {
    let mut stage = stage();
    stage.run([ScreenCommand::load("one").without_transition()]);
    stage
        .manager
        .command(batch([ScreenCommand::push("extra"), ScreenCommand::load("two")]).without_transition());
    stage.run_until_idle();
    assert_eq!(stacks(&stage.lines()), ["[first]", "[first extra]", "[loading]", "[second]"]);
}

#[test]
fn a_load_on_its_own_replaces_that_of_a_batch_and_its_rest() {
    let mut stage = stage();
    stage.run([batch([ScreenCommand::load("one"), ScreenCommand::push("extra")]).without_transition()]);
    let lines = stage.run([ScreenCommand::load("nowhere")]);
    assert!(!lines.iter().any(|line| line.contains("push")), "a load that is rejected replaces nothing");
    stage.manager.command(ScreenCommand::load("two"));
    stage.run_until_idle();
    let lines = stage.lines();
    assert!(lines.contains(&"push extra rejected: the load before it was replaced".to_owned()), "{lines:?}");
    assert_eq!(stacks(&lines), ["[loading]", "[second]"]);
}

#[test]
fn a_load_that_fails_takes_the_rest_of_its_batch_with_it() {
    let mut stage = stage();
    stage.manager.command(batch([ScreenCommand::load("bad"), ScreenCommand::push(fresh("hint"))]));
    stage.frame();
    stage.run_until_idle();
    let lines = stage.lines();
    assert!(lines.contains(&"push hint rejected: the load before it failed".to_owned()), "{lines:?}");
    assert_eq!(stacks(&lines), ["[loading]", "[failure]"]);
}

#[test]
fn a_batch_of_nothing_is_rejected_without_a_transition() {
    let mut stage = stage();
    for list in [batch([]), batch([batch([]), batch([batch([])])])] {
        assert_eq!(stage.run([list]), ["batch rejected: the batch is empty"]);
        assert!(stage.manager.is_idle());
    }
}

#[test]
fn a_batch_of_which_nothing_can_be_applied_takes_no_transition() {
    let mut stage = stage();
    assert_eq!(
        stage.run([batch([ScreenCommand::pop(), ScreenCommand::push("menu")])]),
        [
            "pop rejected: cannot pop the last screen; use `quit` to end the program",
            "push menu rejected: `menu` is on the stack already"
        ]
    );
    assert!(stage.manager.is_idle());
}
