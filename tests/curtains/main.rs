//! The transitions in a real window: each picture beside one that is computed here, textures and memory
//! after a thousand of them between two phases, a resize in the middle, a load, a turn, and a shader that is wrong.

mod effects;
mod rounds;
mod screens;
mod shot;

use std::rc::Rc;
use std::sync::{Arc, Mutex};

use macroquad::prelude as mq;
use proscenium::flow::{
    BuildContext, ManagerSettings, Phase, ScreenCommand, ScreenManager, ShaderTransition,
};
use proscenium::phase::Texture;
use proscenium::platform::{Clock, Input};

use effects::{Shared, effects, mix};
use screens::{Moving, Page, Waiting, light};
use shot::Shot;

/// A multiple of the squares of the dissolve.
const SIZE: (i32, i32) = (384, 216);

fn manager() -> ScreenManager {
    let assets = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/assets");
    let settings = proscenium::window::settings(assets);
    let mut manager = ScreenManager::new(ManagerSettings { transition: None, ..settings });
    let page = |color| move |_: &BuildContext<'_>| Page { color, map: mq::render_target(16, 16) };
    for phase in ["first", "second"] {
        let [blue, red] = [mq::Color::new(0.1, 0.6, 0.9, 1.0), mq::Color::new(0.2, 0.2, 0.1, 1.0)];
        let phase = Phase::new(phase)
            .file::<Texture>("shared", "textures/logo.png")
            .file::<Texture>(phase, "textures/logo.png")
            .screen("blue", page(blue))
            .screen("red", page(red));
        manager.add_phase(phase.screen("moving", |_| Moving));
    }
    manager.set_loading_screen(|| Waiting);
    manager.start("first");
    while !manager.is_idle() || manager.stack().active().is_none() {
        manager.step(&Input::default());
    }
    manager
}

/// Draws a frame, takes its picture and presents it.
async fn frame(manager: &ScreenManager) -> Shot {
    manager.draw();
    let shot = Shot::take();
    mq::next_frame().await;
    shot
}

async fn tick(manager: &mut ScreenManager) -> Shot {
    manager.step(&Input::default());
    frame(manager).await
}

/// Lets a change end without pictures of it.
async fn rush(manager: &mut ScreenManager) {
    loop {
        manager.step(&Input::default());
        manager.draw();
        mq::next_frame().await;
        if manager.is_idle() {
            return;
        }
    }
}

/// Compares each frame of each transition with its reference.
async fn pictures(manager: &mut ScreenManager, wrong: &mut Vec<String>) {
    for (name, effect, reference) in effects() {
        let old = frame(manager).await;
        let is_blue = manager.stack().active().is_some_and(|id| id.name() == "blue");
        manager.command(
            ScreenCommand::replace(if is_blue { "red" } else { "blue" }).through(Shared(Rc::clone(&effect))),
        );
        // The old screens until they are covered, then the quarters; in two halves these are all.
        let is_crossing = effect.out_time().is_zero();
        let progress: &[f32] =
            if is_crossing { &[0.0, 0.0, 0.0, 0.25, 0.5, 0.75] } else { &[0.0, 0.25, 0.4999, 0.5, 0.75] };
        let mut shots = Vec::new();
        for _ in progress {
            shots.push(tick(manager).await);
        }
        let new = tick(manager).await;
        if !manager.is_idle() || new.rgb == old.rgb {
            wrong.push(format!("{name} has not ended, or both pictures are the same"));
        }
        let at = |shot: &Shot, x: usize, y: usize| shot.at(x as f32, y as f32);
        for (number, (shot, progress)) in shots.iter().zip(progress).enumerate() {
            let is_before = is_crossing && number < 2;
            let difference = shot.difference(|x, y| {
                if is_before { at(&old, x, y) } else { reference(&old, &new, x, y, *progress) }
            });
            if difference > 0.002 {
                wrong.push(format!("{name}, frame {number} at {progress}: {difference} of it differs"));
            }
        }
    }
}

/// After a load the old picture shows the Loading screen.
async fn load(manager: &mut ScreenManager, wrong: &mut Vec<String>) {
    let effect = ShaderTransition::cross_fade().lasting(Clock::TICK * 4);
    manager.command(ScreenCommand::load("second").through(effect));
    let mut shots = Vec::new();
    while shots.len() < 3 || !manager.is_idle() {
        shots.push(tick(manager).await);
    }
    let new = shots.pop().unwrap_or_else(Shot::take);
    let half = &shots[shots.len() - 2];
    let magenta = [255.0, 0.0, 255.0];
    let difference = half.difference(|x, y| mix(magenta, new.at(x as f32, y as f32), 0.5));
    if difference > 0.002 {
        wrong.push(format!("half a second after the load {difference} of the picture differs"));
    }
}

/// What a game draws over a transition is right: no texture is bound in place of another.
async fn overlay(manager: &mut ScreenManager, wrong: &mut Vec<String>) {
    for (_, effect, _) in effects() {
        let name = effect.name();
        manager.command(ScreenCommand::replace("blue").through(Shared(effect)));
        for _ in 0..5 {
            manager.step(&Input::default());
            manager.draw();
            mq::set_default_camera();
            mq::draw_rectangle(0.0, 0.0, 100.0, 100.0, mq::WHITE);
            let found = Shot::take().at(50.0, 50.0);
            if found != [255.0; 3] {
                wrong.push(format!("{name}: the rectangle over it is {found:?}"));
            }
            mq::next_frame().await;
        }
        rush(manager).await;
    }
}

/// In the covered frame a frozen old picture shows the first frame, a live one this frame.
async fn live(manager: &mut ScreenManager, wrong: &mut Vec<String>) {
    let fade = || ShaderTransition::cross_fade().lasting(Clock::TICK * 2);
    for (is_live, effect) in [(false, fade()), (true, fade().live())] {
        manager.command(ScreenCommand::replace("moving").without_transition());
        tick(manager).await;
        manager.command(ScreenCommand::replace("blue").through(effect));
        let first = tick(manager).await.rgb[0][0];
        let covered = tick(manager).await.rgb[0][0];
        let began = manager.tick() - 1;
        // A live fade is half over, and what it shows is the same screen.
        let expected = [light(began), light(began + u64::from(is_live))];
        if expected != [first, covered] {
            wrong.push(format!("live: {is_live}: {first} and {covered}, not {expected:?}"));
        }
        rush(manager).await;
    }
}

/// A window that is resized in the middle: the old picture is stretched, the new one is right.
async fn resize(manager: &mut ScreenManager, wrong: &mut Vec<String>) {
    let old = frame(manager).await;
    manager.command(
        ScreenCommand::replace("red").through(ShaderTransition::slide(-1.0, 0.0).lasting(Clock::TICK * 4)),
    );
    for _ in 0..5 {
        tick(manager).await;
    }
    mq::request_new_screen_size(480.0, 120.0);
    let mut half = frame(manager).await;
    let begin = mq::get_time();
    while half.size != (480, 120) && mq::get_time() - begin < 60.0 {
        half = frame(manager).await;
    }
    // One more, in which everything has the new size.
    half = frame(manager).await;
    rush(manager).await;
    let new = frame(manager).await;
    // In the middle of stripes and bars, where stretching is exact.
    for (x, y) in [(100.0, 20.0), (22.0, 100.0), (300.0, 30.0), (400.0, 90.0), (245.0, 60.0)] {
        let expected = if x < 240.0 { old.at((x + 240.0) / 1.25, y * 1.8) } else { new.at(x - 240.0, y) };
        let found = half.at(x, y);
        if half.size != (480, 120) || (0..3).any(|channel| (found[channel] - expected[channel]).abs() > 12.0)
        {
            wrong.push(format!("resized to {:?}, at {x}, {y}: {found:?}, not {expected:?}", half.size));
        }
    }
}

#[test]
#[ignore = "needs a display: .ci/window runs it"]
fn each_transition_shows_what_is_computed_here() {
    let found = Arc::new(Mutex::new(vec!["the window did not run to its end".to_owned()]));
    let noted = Arc::clone(&found);
    let conf = mq::Conf {
        window_title: "Curtains".to_owned(),
        window_width: SIZE.0,
        window_height: SIZE.1,
        ..mq::Conf::default()
    };
    macroquad::Window::from_config(conf, async move {
        let mut manager = manager();
        let mut wrong = Vec::new();
        pictures(&mut manager, &mut wrong).await;
        manager.command(ScreenCommand::reset(["blue"]).without_transition());
        tick(&mut manager).await;
        load(&mut manager, &mut wrong).await;
        live(&mut manager, &mut wrong).await;
        overlay(&mut manager, &mut wrong).await;
        let broken = ShaderTransition::new("broken", "vec4 transition(vec2 uv) { return nonsense; }");
        manager.command(ScreenCommand::replace("red").through(broken.lasting(Clock::TICK * 4)));
        rush(&mut manager).await;
        rounds::rounds(&mut manager, &mut wrong).await;
        manager.command(ScreenCommand::reset(["blue"]).without_transition());
        tick(&mut manager).await;
        resize(&mut manager, &mut wrong).await;
        *noted.lock().unwrap() = wrong;
    });
    let wrong = found.lock().unwrap().clone();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
