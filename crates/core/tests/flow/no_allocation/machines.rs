//! Ticks of machines that screens have, on a screen, below other screens, and with events of the bus.

use std::ops::{ControlFlow, Range};

use proscenium_ai::{Bindings, Blueprint, Context, Next, Population, PopulationHandle, State, UnitId};
use proscenium_core::flow::{
    Cover, GameEvent, GameScreen, ManagerSettings, Phase, Populations, ScreenCommand, ScreenContext,
    ScreenManager, Target,
};
use proscenium_core::platform::Input;

use super::allocations;

/// Ticks that are counted, after the ticks in which lists grow to what they need.
const MANY: Range<usize> = 300..600;
/// The same, where a tick takes longer.
const FEW: Range<usize> = 60..100;

/// What a unit has: a counter, and a unit to send messages to.
#[derive(Clone, Default)]
struct Unit {
    count: u32,
    friend: Option<UnitId>,
}

/// Units with a stack and timers, which send messages to each other.
fn herd(count: usize) -> Population<Unit> {
    let blueprint = Blueprint::pushdown("herd", "a")
        .state(State::new("a").update("send").covered("count").on("go", Next::enter("b")))
        .state(State::new("b").fixed_update(50, "count").on("go", Next::switch("c")))
        .state(State::new("c").enter("count").on("go", Next::Exit).after(70, Next::Exit));
    let send = |unit: &mut Unit, (): &mut (), cx: &mut Context<'_>| {
        unit.count += 1;
        if let Some(friend) = unit.friend.filter(|_| unit.count.is_multiple_of(5)) {
            cx.send(friend, "go");
        }
    };
    let count_one = |unit: &mut Unit, (): &mut (), _: &mut Context<'_>| unit.count += 1;
    let bindings = Bindings::new().action("send", send).action("count", count_one);
    let definition = blueprint.build(&bindings).unwrap();
    let mut herd = Population::new(&definition);
    let ids: Vec<_> = (0..count).map(|_| herd.spawn(&mut (), Unit::default())).collect();
    for (unit, friend) in herd.data_mut().iter_mut().zip(ids.iter().rev()) {
        unit.friend = Some(*friend);
    }
    herd
}

/// A screen with four populations.
#[derive(Default)]
struct Crowd {
    populations: Vec<PopulationHandle<Unit>>,
}

impl GameScreen for Crowd {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        self.populations = (0..4).map(|_| cx.populations().add(herd(600))).collect();
    }

    fn on_event(&mut self, cx: &mut ScreenContext<'_>, event: &dyn GameEvent) -> ControlFlow<()> {
        for population in self.populations.iter().filter(|_| event.downcast_ref::<Go>().is_some()) {
            cx.populations().get_mut(*population).map(|units| units.broadcast("go"));
        }
        ControlFlow::Continue(())
    }

    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

/// A screen above it, with machines of its own.
struct Above(f32);

impl GameScreen for Above {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        cx.populations().add(herd(300));
    }

    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}

    fn cover(&self) -> Cover {
        Cover { speed: self.0, ..Cover::default() }
    }
}

/// An event that machines know, and that is nothing but its name.
struct Go;

impl GameEvent for Go {
    fn name(&self) -> &str {
        "go"
    }
}

fn crowd() -> ScreenManager {
    let mut manager = ScreenManager::new(ManagerSettings::default());
    manager.add_phase(Phase::new("crowd").screen("crowd", |_| Crowd::default()));
    manager.start("crowd");
    manager
}

#[test]
fn a_steady_tick_of_a_screen_with_populations_allocates_nothing() {
    let mut manager = crowd();
    let input = Input::default();
    assert_eq!(allocations(MANY, |_| manager.step(&input)), 0);
    assert_eq!(manager.stack().populations("crowd").map(Populations::len), Some(4));
}

#[test]
fn covers_and_events_of_the_bus_allocate_nothing() {
    for below in [None, Some(0.0), Some(1.0), Some(0.5)] {
        for has_events in [false, true] {
            let mut manager = crowd();
            let input = Input::default();
            (0..10).for_each(|_| manager.step(&input));
            if let Some(below) = below {
                manager.command(ScreenCommand::push(Target::fresh("above", Above(below))));
            }
            let counted = allocations(FEW, |tick| {
                if has_events && tick.is_multiple_of(3) {
                    manager.flow().post(Go);
                }
                manager.step(&input);
                manager.draw();
            });
            assert_eq!(counted, 0, "below {below:?}, events: {has_events}");
        }
    }
}
