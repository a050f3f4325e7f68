//! Machines with `bevy_ecs`: one unit for each entity. The entity is the data of its unit, the ECS is the world, and the
//! population is a resource that one system ticks.
//!
//! `cargo run --manifest-path tools/bevy_machines/Cargo.toml`

use std::error::Error;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use bevy_ecs::prelude::{Component, Entity, Mut, Resource, Schedule, World};
use proscenium_ai::{Bindings, Blueprint, Context, Population, State, UnitId};

/// What a miner has found.
#[derive(Component)]
struct Gold(u32);

/// The unit of a miner.
#[derive(Component)]
struct Mind(UnitId);

/// A population is `Send`, and a resource is `Sync` too.
#[derive(Resource)]
struct Miners(Mutex<Population<Entity, World>>);

proscenium_ai::events! { struct MinerEvents { full } }

fn miners() -> Result<Population<Entity, World>, Box<dyn Error>> {
    let miner = Blueprint::template("miner", "dig")
        .state(State::new("dig").fixed_update(200, "dig").on("full", "carry"))
        .state(State::new("carry").exit("sell").after(1500, "dig"));
    let events = MinerEvents::of(&miner.check()?)?;
    let bindings = Bindings::new()
        .action("dig", move |miner: &mut Entity, world: &mut World, cx: &mut Context<'_>| {
            // The entity may be gone.
            let Some(mut gold) = world.get_mut::<Gold>(*miner) else { return };
            gold.0 += cx.random().u32(0..=3);
            if gold.0 >= 10 {
                cx.raise(events.full);
            }
        })
        .action("sell", |miner: &mut Entity, world: &mut World, _| {
            if let Some(mut gold) = world.get_mut::<Gold>(*miner) {
                gold.0 = 0;
            }
        });
    Ok(Population::new(&miner.build(&bindings)?))
}

/// Gives the population to `call` with the rest of the world.
fn with_miners<T>(world: &mut World, call: impl FnOnce(&mut Population<Entity, World>, &mut World) -> T) -> T {
    world.resource_scope(|world, mut miners: Mut<'_, Miners>| {
        call(miners.0.get_mut().unwrap_or_else(PoisonError::into_inner), world)
    })
}

fn think(world: &mut World) {
    with_miners(world, |miners, world| miners.tick(world, Duration::from_secs_f32(1.0 / 60.0)));
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::new();
    world.insert_resource(Miners(Mutex::new(miners()?)));
    for _ in 0..3 {
        let miner = world.spawn(Gold(0)).id();
        let unit = with_miners(&mut world, |miners, world| miners.spawn(world, miner));
        world.entity_mut(miner).insert(Mind(unit));
    }
    let mut schedule = Schedule::default();
    schedule.add_systems(think);
    // Five seconds. A unit whose entity is despawned is despawned too: `miners.despawn(world, unit)`.
    (0..300).for_each(|_| schedule.run(&mut world));

    let mut query = world.query::<(&Gold, &Mind)>();
    let found: Vec<(u32, UnitId)> = query.iter(&world).map(|(gold, mind)| (gold.0, mind.0)).collect();
    with_miners(&mut world, |miners, _| {
        for (gold, unit) in found {
            let state = miners.state(unit).map_or("gone", |state| state.name());
            println!("unit {unit}: {state} with {gold} gold");
        }
    });
    Ok(())
}
