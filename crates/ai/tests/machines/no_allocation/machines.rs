//! The machines whose ticks are counted.

use proscenium_ai::{Blueprint, History, Next, State};

/// A machine of each family, with all that may be steady.
pub fn machines() -> [Blueprint; 4] {
    let table = Blueprint::table("table", "a")
        .state(State::new("a").update("send").on("go", "b").after(100, "b"))
        .state(State::new("b").update("count").on_if("go", "third", "a").on("go", "b"));
    let pushdown = Blueprint::pushdown("pushdown", "a")
        .state(State::new("a").update("send").covered("count").uncovered("count").on("go", Next::enter("b")))
        .state(
            State::new("b")
                .fixed_update(50, "count")
                .on_if("go", "third", Next::switch("c"))
                .on("go", Next::Exit),
        )
        .state(State::new("c").enter("count").exit("count").on("go", Next::Exit).after(70, Next::Exit));
    let hierarchy = Blueprint::hierarchy("hierarchy", "a")
        .when(1, "seventh", "b")
        .state(State::new("a").enter("count").update("send").on("go", "c"))
        .state(
            State::new("b")
                .update("count")
                .child(State::new("c").update("count").when(2, "third", "a"))
                .child(State { min_time: 40, ..State::new("d").from_code().when(0, "third", "a") }),
        );
    let template = Blueprint::template("template", "a")
        .on("go", "b")
        .state(
            State::new("a")
                .history(History::Shallow)
                .update("send")
                .child(State::new("a1").after(90, "a2"))
                .child(State::new("a2").on("go", "c")),
        )
        .state(
            State::new("b")
                .history(History::Deep)
                .update("count")
                .child(State::new("c").on("go", Next::Leave).after(30, "a")),
        );
    [table, pushdown, hierarchy, template]
}

/// Machines that each have one thing of which the others have none.
pub fn features() -> [Blueprint; 8] {
    let gossip = Blueprint::table("gossip_in_enter_and_exit_hooks", "a")
        .state(State::new("a").enter("send").exit("send").on("go", "b"))
        .state(State::new("b").enter("send").exit("send").on("go", "a"));
    let mut all = Blueprint::template("all_messages_in_one_tick", "a")
        .state(State::new("a").update("send").on("go", "b"))
        .state(State::new("b").update("send").on("go", "a"));
    all.all_messages = true;
    let asks = Blueprint::hierarchy("code_that_asks_for_changes", "a")
        .on("go", Next::Stay)
        .state(State::new("a").update("ask"))
        .state(State::new("b").from_code().update("ask").child(State::new("c").update("count")));
    let handler = Blueprint::template("handlers", "a")
        .event("go")
        .state(State::new("a").handler("handle"))
        .state(State::new("b").from_code().handler("handle"));
    let timeouts = Blueprint::hierarchy("several_timeouts", "a")
        .on("go", "a")
        .state(
            State::new("a")
                .after(200, "d")
                .child(State::new("b").update("count").after(30, "c"))
                .child(State::new("c").update("count").after(20, "b")),
        )
        .state(State::new("d").can_go("third").update("count").after(10, "a"));
    let fixed = Blueprint::table("fixed_updates", "a")
        .state(State::new("a").fixed_update(20, "send").on("go", "b"))
        .state(State::new("b").fixed_update(5, "count").update("count").on_if("go", "third", "a"));
    let stack = Blueprint::pushdown("a_stack_that_is_filled_and_emptied", "a")
        .max_depth(64)
        .state(State::new("a").update("count").on("go", Next::enter("b")).after(1_000, Next::enter("b")))
        .state(
            State::new("b")
                .enter("count")
                .update("count")
                .on_if("go", "seventh", Next::Exit)
                .on("go", Next::enter("b"))
                .after(25, Next::Exit),
        );
    // More steps than there are lists for units that take them together.
    let name = |number: usize| format!("s{number}");
    let many = (0..240).fold(Blueprint::table("many_states", "s0"), |many, number| {
        many.state(State::new(&name(number)).update("send").on("go", name((number + 1) % 240).as_str()))
    });
    [gossip, all, asks, handler, timeouts, fixed, stack, many]
}
