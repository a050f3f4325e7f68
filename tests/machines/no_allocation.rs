//! A steady tick of AI machines takes no memory from the heap, whatever family they are of and whatever they do.

use std::collections::HashSet;
use std::time::Duration;

use proscenium::ai::{
    Bindings, Blueprint, Context, Definition, EventId, History, Machine, Next, Poll, Population, Reply,
    State, StateId, UnitId,
};
use proscenium::flow::{
    Cover, CoverUpdate, GameEvent, GameScreen, ManagerSettings, Phase, ScreenCommand, ScreenContext,
    ScreenManager, Target,
};
use proscenium::platform::Input;

const FRAME: Duration = Duration::from_millis(16);

/// What a unit has: a counter that guards look at, and a unit to send messages to.
#[derive(Clone, Default)]
struct Unit {
    count: u32,
    friend: Option<UnitId>,
}

fn definition(blueprint: &Blueprint) -> std::sync::Arc<Definition<Unit>> {
    let structure = blueprint.check().unwrap();
    let go = structure.event("go").unwrap();
    let [a, b, c] = ["a", "b", "c"].map(|name| structure.state(name));
    let bindings = Bindings::new()
        .guard("third", |unit: &Unit, _, _| unit.count.is_multiple_of(3))
        .guard("seventh", |unit: &Unit, _, _| unit.count.is_multiple_of(7))
        .action("count", |unit: &mut Unit, _, _| unit.count += 1)
        .action("send", move |unit: &mut Unit, _, cx: &mut Context<'_>| {
            unit.count += 1;
            if let Some(friend) = unit.friend.filter(|_| unit.count.is_multiple_of(5)) {
                cx.send(friend, go);
            }
        })
        .action("ask", move |unit: &mut Unit, _, cx: &mut Context<'_>| {
            unit.count += 1;
            let targets = [b, c, a];
            if let Some(target) = targets[unit.count as usize % 3] {
                cx.set_state(target, true);
            }
        })
        .handler("handle", move |unit: &mut Unit, _, _: &mut Context<'_>| {
            unit.count += 1;
            match [a, b, None][unit.count as usize % 3] {
                Some(target) => Reply::To(target),
                None => Reply::Handled,
            }
        });
    blueprint.build(&bindings).unwrap()
}

/// A machine of each family, with all that may be steady.
fn machines() -> [Blueprint; 4] {
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

fn units(blueprint: &Blueprint, count: usize) -> (Population<Unit>, EventId) {
    let definition = definition(blueprint);
    let mut population = Population::new(&definition);
    let ids: Vec<_> = (0..count).map(|_| population.spawn(Unit::default())).collect();
    for (unit, friend) in population.data_mut().iter_mut().zip(ids.iter().rev()) {
        unit.friend = Some(*friend);
    }
    (population, definition.event("go").unwrap())
}

/// Lets `tick` run until lists have grown to what they need, and then counts.
fn allocations(mut tick: impl FnMut(usize)) -> u64 {
    (0..300).for_each(&mut tick);
    allocation_counter::measure(|| (300..600).for_each(&mut tick)).count_total
}

#[test]
fn a_steady_tick_allocates_nothing() {
    for blueprint in machines() {
        for count in [1, 300] {
            let (mut population, go) = units(&blueprint, count);
            let mut events = vec![None; count];
            let counted = allocations(|tick| {
                for (unit, event) in events.iter_mut().enumerate() {
                    *event = (unit + tick).is_multiple_of(10).then_some(go);
                }
                population.tick_events(FRAME, &events);
            });
            assert_eq!(counted, 0, "{} units of {} with events", count, blueprint.name);

            let (mut population, go) = units(&blueprint, count);
            let ids: Vec<_> = population.iter().collect();
            let counted = allocations(|tick| {
                for unit in ids.iter().skip(tick % 10).step_by(10) {
                    let _ = population.send(*unit, go);
                }
                population.tick(FRAME);
            });
            assert_eq!(counted, 0, "{} units of {} with messages", count, blueprint.name);

            let (mut population, go) = units(&blueprint, count);
            let counted = allocations(|tick| {
                if tick.is_multiple_of(20) {
                    population.broadcast(go);
                }
                population.tick_some(FRAME, 512);
            });
            assert_eq!(counted, 0, "{} units of {} with a budget", count, blueprint.name);
        }
    }
}

#[test]
fn a_dispatch_allocates_nothing() {
    for blueprint in machines().into_iter().chain(features()) {
        let definition = definition(&blueprint);
        let go = definition.event("go").unwrap();
        let mut machine = Machine::new(&definition, Unit::default());
        let counted = allocations(|_| {
            let _ = machine.dispatch(go);
            let _ = machine.send(go);
            machine.tick(FRAME);
        });
        assert_eq!(counted, 0, "{}", blueprint.name);
    }
}

/// A screen with a population of each family.
struct Field;

impl GameScreen for Field {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        for blueprint in machines() {
            cx.machines().add(units(&blueprint, 500).0);
        }
        cx.machines().set_budget(Some(1_000));
    }

    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

#[test]
fn a_steady_tick_of_a_screen_allocates_nothing() {
    let mut manager = ScreenManager::new(ManagerSettings::default());
    manager.add_phase(Phase::new("field").screen("field", |_| Field));
    manager.start("field");
    let input = Input::default();
    assert_eq!(allocations(|_| manager.step(&input)), 0);
    assert_eq!(manager.machines("field").map(proscenium::flow::Machines::len), Some(4));
}

/// Lets a few ticks of many units pass, and then counts.
fn allocations_of_a_few(mut tick: impl FnMut(usize)) -> u64 {
    (0..60).for_each(&mut tick);
    allocation_counter::measure(|| (60..100).for_each(&mut tick)).count_total
}

/// What all units counted, and the states that units were seen in.
#[derive(Default)]
struct Life {
    counted: u64,
    seen: HashSet<StateId>,
}

impl Life {
    /// Looks at a population, which takes no memory after the first time.
    fn see(&mut self, population: &Population<Unit>) {
        self.counted = population.data().iter().map(|unit| u64::from(unit.count)).sum();
        self.seen.reserve(population.definition().state_count());
        self.seen.extend(population.iter().filter_map(|unit| population.state(unit)));
    }

    /// A machine in which nothing happens takes no memory either: that would show nothing.
    fn is_lively(&self, what: &str) {
        assert!(self.counted > 0, "{what}: no action was called");
        assert!(self.seen.len() > 1, "{what}: no unit changed");
    }
}

#[test]
fn a_steady_tick_of_ten_thousand_units_allocates_nothing() {
    for blueprint in machines() {
        let count = 10_000;
        let (mut population, go) = units(&blueprint, count);
        let ids: Vec<_> = population.iter().collect();
        let mut events = vec![None; count];
        let mut life = Life::default();
        let counted = allocations_of_a_few(|tick| {
            for (unit, event) in events.iter_mut().enumerate() {
                *event = (unit + tick).is_multiple_of(10).then_some(go);
            }
            for unit in ids.iter().rev().skip(tick % 10).step_by(10) {
                let _ = population.send(*unit, go);
            }
            population.tick_events(FRAME, &events);
            population.tick_some(FRAME, 5_000);
            life.see(&population);
        });
        assert_eq!(counted, 0, "{}", blueprint.name);
        life.is_lively(&blueprint.name);
    }
}

#[test]
fn messages_to_everybody_allocate_nothing() {
    for blueprint in machines().into_iter().chain(features()) {
        for (count, rest) in [(300, 1_000), (300, 4), (3_000, 1_000)] {
            let (mut population, go) = units(&blueprint, count);
            let mut life = Life::default();
            let counted = allocations_of_a_few(|tick| {
                if !(tick + 1).is_multiple_of(rest) {
                    population.broadcast(go);
                }
                population.tick(FRAME);
                life.see(&population);
            });
            assert_eq!(counted, 0, "{count} units of {}", blueprint.name);
            // A unit that changes in each tick has no updates, and one that restarts in each has no timeouts.
            if rest < 100 {
                life.is_lively(&blueprint.name);
            }
        }
    }
}

/// Machines that each have one thing of which the others have none.
fn features() -> [Blueprint; 8] {
    let gossip = Blueprint::table("gossip_in_enter_and_exit_hooks", "a")
        .state(State::new("a").enter("send").exit("send").on("go", "b"))
        .state(State::new("b").enter("send").exit("send").on("go", "a"));
    let mut all = Blueprint::template("all_messages_in_one_tick", "a")
        .state(State::new("a").update("send").on("go", "b"))
        .state(State::new("b").update("send").on("go", "a"));
    all.poll = Poll::All;
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

#[test]
fn each_thing_that_a_machine_can_do_allocates_nothing() {
    for blueprint in features() {
        for remembers in [false, true] {
            let (mut population, go) = units(&blueprint, 300);
            let ids: Vec<_> = population.iter().collect();
            population.remember_previous(remembers);
            let mut life = Life::default();
            let counted = allocations_of_a_few(|tick| {
                for unit in ids.iter().skip(tick % 3).step_by(3) {
                    let _ = population.send(*unit, go);
                }
                population.tick(FRAME);
                life.see(&population);
            });
            assert_eq!(counted, 0, "{}, previous states: {remembers}", blueprint.name);
            life.is_lively(&blueprint.name);
        }
    }
}

#[test]
fn units_that_take_the_places_of_others_allocate_nothing() {
    for blueprint in machines() {
        let (mut population, go) = units(&blueprint, 600);
        let mut ids: Vec<_> = population.iter().collect();
        let counted = allocations_of_a_few(|tick| {
            for unit in ids.iter_mut().skip(tick % 50).step_by(50) {
                let _ = population.send(*unit, go);
                population.despawn(*unit).unwrap();
                *unit = population.spawn(Unit::default());
            }
            population.tick(FRAME);
        });
        assert_eq!(counted, 0, "{}", blueprint.name);
        assert_eq!(population.len(), 600);
    }
}

/// An event that machines know, and that is nothing but its name.
struct Go;

impl GameEvent for Go {
    fn name(&self) -> &str {
        "go"
    }
}

/// A screen that does not have a budget.
struct Crowd;

impl GameScreen for Crowd {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        for blueprint in machines() {
            cx.machines().add(units(&blueprint, 600).0);
        }
    }

    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

/// A screen above it, with machines of its own.
struct Above(CoverUpdate);

impl GameScreen for Above {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        cx.machines().add(units(&machines()[0], 300).0);
    }

    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}

    fn cover(&self) -> Cover {
        Cover { update: self.0, ..Cover::default() }
    }
}

#[test]
fn covers_and_events_of_the_bus_allocate_nothing() {
    for below in [None, Some(CoverUpdate::Freeze), Some(CoverUpdate::Run), Some(CoverUpdate::Scale(0.5))] {
        for has_events in [false, true] {
            let mut manager = ScreenManager::new(ManagerSettings::default());
            manager.add_phase(Phase::new("crowd").screen("crowd", |_| Crowd));
            manager.start("crowd");
            let input = Input::default();
            (0..10).for_each(|_| manager.step(&input));
            if let Some(below) = below {
                manager.command(ScreenCommand::push(Target::fresh("above", Above(below))));
            }
            let counted = allocations_of_a_few(|tick| {
                if has_events && tick.is_multiple_of(3) {
                    manager.post(Go);
                }
                manager.step(&input);
                manager.draw();
            });
            assert_eq!(counted, 0, "below {below:?}, events: {has_events}");
        }
    }
}
