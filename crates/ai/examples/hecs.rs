//! Machines with the ECS `hecs`: one unit for each entity. The entity is the data of its unit, the ECS is the world.
//!
//! `cargo run -p proscenium-ai --example hecs`
#![expect(clippy::print_stdout, reason = "an example shows its output")]

use std::error::Error;
use std::time::Duration;

use hecs::{Entity, World};
use proscenium_ai::{Bindings, Blueprint, Context, Population, State, UnitId};

/// Two components: what a miner has found, and its unit.
struct Gold(u32);
struct Mind(UnitId);

proscenium_ai::events! { struct MinerEvents { full } }

fn main() -> Result<(), Box<dyn Error>> {
    let miner = Blueprint::template("miner", "dig")
        .state(State::new("dig").fixed_update(200, "dig").on("full", "carry"))
        .state(State::new("carry").exit("sell").after(1500, "dig"));
    let events = MinerEvents::of(&miner.check()?)?;
    let bindings = Bindings::new()
        .action("dig", move |miner: &mut Entity, world: &mut World, cx: &mut Context<'_>| {
            let Ok(mut gold) = world.get::<&mut Gold>(*miner) else { return };
            gold.0 += cx.random().u32(0..=3);
            if gold.0 >= 10 {
                cx.raise(events.full);
            }
        })
        .action("sell", |miner: &mut Entity, world: &mut World, _| {
            // The entity may be gone.
            let _ = world.insert_one(*miner, Gold(0));
        });
    let (mut world, mut miners) = (World::new(), Population::new(&miner.build(&bindings)?));
    for _ in 0..3 {
        let entity = world.spawn((Gold(0),));
        let unit = miners.spawn(&mut world, entity);
        world.insert_one(entity, Mind(unit))?;
    }
    // Five seconds. A unit whose entity is despawned is despawned too: `miners.despawn(&mut world, unit)`.
    (0..300).for_each(|_| miners.tick(&mut world, Duration::from_secs_f32(1.0 / 60.0)));
    for (gold, mind) in world.query::<(&Gold, &Mind)>().iter() {
        let state = miners.state(mind.0).map_or("gone", |state| state.name());
        println!("unit {}: {state} with {} gold", mind.0, gold.0);
    }
    Ok(())
}
