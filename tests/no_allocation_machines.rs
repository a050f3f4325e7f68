//! A steady tick of AI machines takes no memory from the heap, whatever family they are of and whatever they do.

use std::time::Duration;

use proscenium::ai::{
    Bindings, Blueprint, Context, Definition, EventId, Family, History, Machine, Population, State, Then,
    UnitId,
};
use proscenium::flow::{GameScreen, ManagerSettings, PhaseScreens, ScreenContext, ScreenManager};
use proscenium::phase::Phase;
use proscenium::platform::Input;

const FRAME: Duration = Duration::from_millis(16);

/// What a unit has: a counter that guards look at, and somebody to send messages to.
#[derive(Clone, Default)]
struct Unit {
    count: u32,
    friend: Option<UnitId>,
}

fn definition(blueprint: &Blueprint) -> std::sync::Arc<Definition<Unit>> {
    let go = blueprint.check().unwrap().event("go").unwrap();
    let bindings = Bindings::new()
        .guard("third", |unit: &Unit, _| unit.count.is_multiple_of(3))
        .guard("seventh", |unit: &Unit, _| unit.count.is_multiple_of(7))
        .action("count", |unit: &mut Unit, _| unit.count += 1)
        .action("tell", move |unit: &mut Unit, cx: &mut Context<'_>| {
            unit.count += 1;
            if let Some(friend) = unit.friend.filter(|_| unit.count.is_multiple_of(5)) {
                cx.send(friend, go);
            }
        });
    blueprint.build(&bindings).unwrap()
}

/// A machine of each family, with all that may be steady.
fn machines() -> [Blueprint; 4] {
    let table = Blueprint::new("table", Family::Table, "a")
        .state(State::new("a").update("tell").on("go", "b").after(100, "b"))
        .state(State::new("b").update("count").on_if("go", "third", "a").on("go", "b"));
    let pushdown = Blueprint::new("pushdown", Family::Pushdown, "a")
        .state(State::new("a").update("tell").covered("count").uncovered("count").on("go", Then::enter("b")))
        .state(
            State::new("b")
                .fixed_update(50, "count")
                .on_if("go", "third", Then::switch("c"))
                .on("go", Then::Exit),
        )
        .state(State::new("c").enter("count").exit("count").on("go", Then::Exit).after(70, Then::Exit));
    let hierarchy = Blueprint::new("hierarchy", Family::Hierarchy, "a")
        .when(1, "seventh", "b")
        .state(State::new("a").enter("count").update("tell").on("go", "c"))
        .state(
            State::new("b")
                .update("count")
                .child(State::new("c").update("count").when(2, "third", "a"))
                .child(State { min_time: 40, ..State::new("d").from_code().when(0, "third", "a") }),
        );
    let template = Blueprint::new("template", Family::Template, "a")
        .on("go", "b")
        .state(
            State::new("a")
                .history(History::Shallow)
                .update("tell")
                .child(State::new("a1").after(90, "a2"))
                .child(State::new("a2").on("go", "c")),
        )
        .state(
            State::new("b")
                .history(History::Deep)
                .update("count")
                .child(State::new("c").on("go", Then::Leave).after(30, "a")),
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
        for count in [1, 300, 3_000] {
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
fn one_unit_that_is_told_at_once_allocates_nothing() {
    for blueprint in machines() {
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
fn a_steady_frame_of_a_screen_with_machines_allocates_nothing() {
    let mut manager = ScreenManager::new(ManagerSettings::default());
    manager.add_phase(PhaseScreens::of(Phase::new("field")).screen("field", |_| Ok(Field)));
    manager.start("field");
    let input = Input::default();
    assert_eq!(allocations(|_| manager.step(&input)), 0);
    assert_eq!(manager.machines("field").map(proscenium::flow::Machines::len), Some(4));
}
