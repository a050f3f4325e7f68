//! A small game that can be saved, and what any bytes do to it as a save: for the tests and the fuzz
//! target (`tools/fuzz`).

#![allow(dead_code, reason = "the fuzz target uses a part of it")]

use std::ops::ControlFlow;
use std::sync::OnceLock;

use proscenium_ai::{Bindings, Blueprint, Population, PopulationHandle, State};
use proscenium_core::flow::{
    GameEvent, GameScreen, ManagerSettings, Phase, Restored, SaveContext, SaveError, SavedState,
    ScreenContext, ScreenManager,
};
use proscenium_core::platform::{Input, Trace};
use serde::{Deserialize, Serialize};

/// The payload of the phase `meadow`: the number of sheep.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub struct Flock(pub u32);

/// A sheep's own data.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sheep {
    /// How much it has eaten.
    pub eaten: f32,
}

/// The grass, and the sheep that eat it.
#[derive(Default)]
pub struct Meadow {
    /// Everything but the sheep that a save has.
    pub state: MeadowState,
    /// The sheep.
    pub sheep: Option<PopulationHandle<Sheep>>,
    /// What was not restored.
    pub lost: Option<Vec<String>>,
}

/// The state of a [`Meadow`].
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct MeadowState {
    /// The number of updates.
    pub ticks: u32,
    /// Random numbers, one an update.
    pub rain: Vec<u32>,
}

impl GameScreen for Meadow {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        let flock = cx.payload().copied().unwrap_or(Flock(1));
        *self = Self::default();
        let machine = Blueprint::template("sheep", "graze")
            .state(State::new("graze").update("eat").after(500, "rest").on("bark", "rest"))
            .state(State::new("rest").after(250, "graze").after(150, "graze"));
        let bindings =
            Bindings::new().action("eat", |sheep: &mut Sheep, _, cx: &mut proscenium_ai::Context<'_>| {
                sheep.eaten += cx.delta().as_secs_f32() / 3.0;
                if sheep.eaten > 0.2 {
                    cx.post("full");
                    sheep.eaten = 0.0;
                }
            });
        let definition = match machine.build(&bindings) {
            Ok(definition) => definition,
            Err(error) => return cx.fail(error),
        };
        let mut population = Population::new(&definition);
        for number in 0..flock.0 {
            population.spawn(&mut (), Sheep { eaten: number as f32 / 30.0 });
        }
        let sheep = cx.populations().add(population);
        cx.populations().keep(sheep, Some("graze"));
        self.sheep = Some(sheep);
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        self.state.ticks += 1;
        let drops = cx.random().u32(..);
        self.state.rain.push(drops);
        if self.state.rain.len() > 8 {
            self.state.rain.remove(0);
        }
    }

    fn on_event(&mut self, _cx: &mut ScreenContext<'_>, event: &dyn GameEvent) -> ControlFlow<()> {
        if let Some(restored) = event.downcast_ref::<Restored>() {
            self.lost = Some(restored.lost.clone());
        }
        ControlFlow::Continue(())
    }

    fn save(&self, cx: &mut SaveContext<'_>) -> Result<(), SaveError> {
        cx.write(&self.state)
    }

    fn restore(&mut self, _cx: &mut ScreenContext<'_>, state: &SavedState) -> Result<(), SaveError> {
        self.state = state.read()?;
        Ok(())
    }
}

/// A screen without its own state.
pub struct Plain;

impl GameScreen for Plain {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

/// A manager with the phases `menu` and `meadow`.
pub fn meadow(seed: u64) -> ScreenManager {
    let trace = Trace::recording().with_machines();
    let mut manager = ScreenManager::new(ManagerSettings { trace, seed, ..ManagerSettings::default() });
    manager.add_phase(Phase::new("menu").screen("menu", |_| Plain).screen("options", |_| Plain));
    let meadow = Phase::new("meadow").keep_payload::<Flock>().payload(|| Flock(3));
    manager.add_phase(meadow.screen("meadow", |_| Meadow::default()).screen("pause", |_| Plain));
    manager
}

/// Runs ticks without input.
pub fn run(manager: &mut ScreenManager, ticks: u32) {
    (0..ticks).for_each(|_| manager.step(&Input::default()));
}

/// Runs until no transition runs and no phase loads.
pub fn run_until_idle(manager: &mut ScreenManager) {
    run(manager, 1);
    while !manager.is_idle() {
        run(manager, 1);
    }
}

/// The text of a save with this body.
pub fn with_header(body: &str) -> String {
    format!("proscenium-save 3\n{body}")
}

/// The body of a save of the meadow, in which three sheep graze.
pub fn right() -> &'static str {
    static RIGHT: OnceLock<String> = OnceLock::new();
    RIGHT.get_or_init(|| {
        let mut manager = meadow(1);
        manager.start("meadow");
        run_until_idle(&mut manager);
        run(&mut manager, 40);
        let save = manager.save().unwrap();
        save.split_once('\n').unwrap().1.to_owned()
    })
}

/// Restores `body` as the body of a save in a running game, which goes on in any case. Returns whether it was
/// restored.
pub fn feed_save(body: &str) -> bool {
    restored(body).is_some()
}

/// The same. A game that goes on with it can be saved and restored again.
pub fn feed_save_again(body: &str) -> bool {
    let Some(mut manager) = restored(body) else { return false };
    let again = manager.save().unwrap();
    let ticket = manager.restore(&again).unwrap();
    run_until_idle(&mut manager);
    assert_eq!(ticket.outcome(), Some(Ok(&())), "{again}");
    true
}

fn restored(body: &str) -> Option<ScreenManager> {
    let mut manager = meadow(1);
    manager.start("menu");
    run_until_idle(&mut manager);
    let ticket = match manager.restore(&with_header(body)) {
        Ok(ticket) => ticket,
        Err(SaveError::Damaged(cause)) => {
            let place = cause.split([':', '-']).next().and_then(|line| line.parse::<usize>().ok());
            assert!(place.is_some(), "{cause} has no place");
            return None;
        }
        Err(_) => return None,
    };
    run_until_idle(&mut manager);
    run(&mut manager, 5);
    assert!(manager.stack().active().is_some());
    (ticket.outcome() == Some(Ok(&()))).then_some(manager)
}
