//! A small game that can be saved, and what any bytes do to it as a save: for the tests and the fuzz
//! target (`tools/fuzz`).

#![allow(dead_code, reason = "the fuzz target uses a part of it")]

use std::ops::ControlFlow;

use proscenium::ai::{Bindings, Blueprint, Population, PopulationHandle, State};
use proscenium::flow::{
    GameEvent, GameScreen, Machines, ManagerSettings, Phase, Restored, SaveError, SavedState, ScreenContext,
    ScreenManager,
};
use proscenium::platform::{Input, Trace};
use serde::{Deserialize, Serialize};

/// The payload of the phase `meadow`: the number of sheep.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub struct Flock(pub u32);

/// What a sheep has of its own.
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
            Bindings::new().action("eat", |sheep: &mut Sheep, _, cx: &mut proscenium::ai::Context<'_>| {
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
            population.spawn(Sheep { eaten: number as f32 / 30.0 });
        }
        let sheep = cx.machines().add(population);
        cx.machines().keep(sheep, Some("graze"));
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

    fn save(&self, state: &mut SavedState, _: &Machines) -> Result<(), SaveError> {
        state.write(&self.state)
    }

    fn restore(&mut self, _cx: &mut ScreenContext<'_>, state: &SavedState) -> Result<(), SaveError> {
        self.state = state.read()?;
        Ok(())
    }
}

/// A screen without a state of its own.
pub struct Plain;

impl GameScreen for Plain {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

/// The backdrop: clouds that move at random.
#[derive(Default)]
pub struct Clouds(pub u64);

impl GameScreen for Clouds {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        self.0 = self.0.wrapping_add(cx.random().u64(..9));
    }

    fn save(&self, state: &mut SavedState, _: &Machines) -> Result<(), SaveError> {
        state.write(&self.0)
    }

    fn restore(&mut self, _cx: &mut ScreenContext<'_>, state: &SavedState) -> Result<(), SaveError> {
        self.0 = state.read()?;
        Ok(())
    }
}

/// A manager with the phases `menu` and `meadow`.
pub fn meadow(seed: u64) -> ScreenManager {
    let trace = Trace::recording().with_machines();
    let mut manager = ScreenManager::new(ManagerSettings { trace, seed, ..ManagerSettings::default() });
    manager.add_phase(Phase::new("menu").screen("menu", |_| Plain).screen("options", |_| Plain));
    let meadow = Phase::new("meadow").keep_payload::<Flock>().payload(|| Flock(3));
    let meadow = meadow.backdrop("clouds", |_| Clouds::default());
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
    format!("proscenium-save 2 {} {:08x}\n{body}", body.len(), crc32fast::hash(body.as_bytes()))
}

/// Restores `body` as the body of a save in a running game, which goes on in any case. Returns whether it
/// was restored.
pub fn feed_save(body: &str) -> bool {
    let mut manager = meadow(1);
    manager.start("menu");
    run_until_idle(&mut manager);
    let Ok(ticket) = manager.restore(&with_header(body)) else { return false };
    run_until_idle(&mut manager);
    run(&mut manager, 5);
    assert!(manager.active().is_some());
    ticket.outcome() == Some(Ok(&()))
}
