//! Machines in a program of macroquad: sheep that graze, and flee from the mouse.
//!
//! `cargo run --example machines_in_macroquad`

use std::time::Duration;

use macroquad::prelude::{
    BEIGE, DARKGREEN, Vec2, WHITE, clear_background, draw_circle, get_frame_time, mouse_position, next_frame,
    screen_height, screen_width, vec2,
};
use proscenium_ai::{Bindings, Blueprint, Context, Definition, Population, State};

/// What all sheep share.
struct Meadow {
    mouse: Vec2,
}

proscenium_ai::states! { struct SheepStates { flee } }

type Sheep = Definition<Vec2, Meadow>;

fn sheep() -> Result<std::sync::Arc<Sheep>, proscenium_ai::BuildError> {
    let machine = Blueprint::hierarchy("sheep", "graze")
        .state(State::new("graze").fixed_update(500, "step").when(0, "is_afraid", "flee"))
        .state(State::new("flee").min_time(400).update("run").when(0, "!is_afraid", "graze"));
    let bindings = Bindings::new()
        .guard("is_afraid", |at: &Vec2, meadow: &Meadow, _| at.distance(meadow.mouse) < 120.0)
        .action("step", |at: &mut Vec2, _: &mut Meadow, cx: &mut Context<'_>| {
            *at += vec2(cx.random().f32() - 0.5, cx.random().f32() - 0.5) * 12.0;
        })
        .action("run", |at: &mut Vec2, meadow: &mut Meadow, cx: &mut Context<'_>| {
            *at += (*at - meadow.mouse).normalize_or_zero() * 180.0 * cx.delta().as_secs_f32();
        });
    machine.build(&bindings)
}

#[macroquad::main("Sheep")]
async fn main() {
    let definition = sheep().expect("the machine is complete");
    let states = SheepStates::of(&definition).expect("the machine has these states");
    let mut meadow = Meadow { mouse: Vec2::ZERO };
    let mut flock = Population::new(&definition);
    for number in 0..50_u8 {
        let place = vec2(f32::from(number % 10) + 0.5, f32::from(number / 10) + 0.5);
        flock.spawn(&mut meadow, place * vec2(screen_width() / 10.0, screen_height() / 5.0));
    }
    loop {
        meadow.mouse = mouse_position().into();
        flock.tick(&mut meadow, Duration::from_secs_f32(get_frame_time()));
        clear_background(DARKGREEN);
        for (_, state, at) in flock.units() {
            draw_circle(at.x, at.y, 10.0, if state == states.flee { WHITE } else { BEIGE });
        }
        next_frame().await;
    }
}
