//! The example `embed`: a manager in a program that has its own window and loop.

#[allow(dead_code, reason = "the example's own main function is not called")]
#[path = "../examples/embed.rs"]
mod example;

use std::process::Command;
use std::sync::{Arc, Mutex};

use macroquad::prelude::{get_frame_time, get_screen_data, get_time, next_frame};
use proscenium::flow::{ManagerSettings, ScreenId, ScreenManager};
use proscenium::platform::{Action, Clock, Input, Trace};
use proscenium::window::WindowInput;

fn stack(manager: &ScreenManager) -> Vec<&'static str> {
    manager.stack().ids().map(ScreenId::name).collect()
}

/// Advances the manager by single ticks until it is in charge again.
fn run_until_idle(manager: &mut ScreenManager, input: &Input) -> u32 {
    let mut ticks = manager.advance(Clock::TICK, input);
    while !manager.is_idle() {
        ticks += manager.advance(Clock::TICK, &Input::default());
    }
    ticks
}

#[test]
fn the_program_pauses_goes_on_starts_again_and_ends() {
    let settings = ManagerSettings { trace: Trace::recording(), ..ManagerSettings::with_fade() };
    let mut manager = example::manager(settings);
    run_until_idle(&mut manager, &Input::default());
    assert_eq!(stack(&manager), ["play"]);
    run_until_idle(&mut manager, &Input::pressing([Action::PAUSE, Action::CANCEL]));
    assert_eq!(stack(&manager), ["play", "pause"]);
    run_until_idle(&mut manager, &Input::default());
    run_until_idle(&mut manager, &Input::pressing([Action::PAUSE]));
    assert_eq!(stack(&manager), ["play"]);
    run_until_idle(&mut manager, &Input { focus_lost: true, ..Input::default() });
    assert_eq!(stack(&manager), ["play", "pause"]);
    let ticks = run_until_idle(&mut manager, &Input::pressing([Action::ACCEPT]));
    assert_eq!(stack(&manager), ["play"]);
    assert!(ticks > 30, "{ticks} ticks: half a second of fade");
    run_until_idle(&mut manager, &Input::pressing([Action::PAUSE]));
    run_until_idle(&mut manager, &Input::default());
    run_until_idle(&mut manager, &Input::pressing([Action::CANCEL]));
    assert!(manager.has_ended());
}

#[test]
fn a_frame_runs_five_ticks_and_a_full_cover_ends_it() {
    let mut manager = example::manager(ManagerSettings::with_fade());
    run_until_idle(&mut manager, &Input::default());
    let pressed = Input::pressing([Action::PAUSE]);
    assert_eq!(manager.advance(Clock::TICK / 2, &pressed), 0);
    assert_eq!(manager.advance(Clock::TICK * 3, &Input::default()), 3, "the press before waits for its tick");
    assert_eq!(stack(&manager), ["play", "pause"]);
    assert_eq!(manager.advance(std::time::Duration::from_secs(10), &Input::default()), 5);
    // The fade begins in the first tick, and its first half takes fifteen.
    assert_eq!(manager.advance(Clock::TICK * 5, &Input::pressing([Action::ACCEPT])), 5);
    let frames = [5, 5, 4].map(|_| manager.advance(Clock::TICK * 5, &Input::default()));
    assert_eq!((frames, manager.cover()), ([5, 5, 1], 1.0), "the cover is shown");
}

/// The share of the window that is darker than the field of the game, and the brightest value.
fn look() -> (f32, u8) {
    let shown = get_screen_data();
    let greens = shown.bytes.chunks_exact(4).map(|pixel| pixel[1]);
    let (mut dark, mut brightest) = (0, 0);
    for green in greens {
        // DARKGREEN is 0, 117, 44.
        dark += u32::from(green < 100);
        brightest = brightest.max(green);
    }
    (dark as f32 / (f32::from(shown.width) * f32::from(shown.height)), brightest)
}

/// Presses a key in the window, as a player would. It is up at once, so that slow frames make no repeated key of it.
fn press(key: &str) {
    let script = format!(
        "xdotool search --sync --onlyvisible --name 'An embedded game' windowfocus; xdotool key --delay 0 {key}"
    );
    // On a thread, so that the window goes on meanwhile.
    std::thread::spawn(move || Command::new("sh").args(["-c", &script]).status());
}

#[test]
#[ignore = "needs a display and xdotool: .ci/window runs it"]
fn keys_of_a_window_reach_it_and_its_pixels_show_the_screens() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&seen);
    macroquad::Window::new("An embedded game", async move {
        let mut manager = example::manager(proscenium::window::settings("assets"));
        let mut input = WindowInput::default();
        // Each key, and what the stack is after it.
        let mut keys =
            [("p", "play pause"), ("Return", "play"), ("p", "play pause"), ("BackSpace", "")].into_iter();
        let mut wanted = "play";
        // The limit is for what never happens.
        while get_time() < 120.0 {
            // xdotool moves the focus before each key, which alone would open the pause.
            let input = Input { focus_lost: false, ..input.collect().clone() };
            manager.advance_seconds(get_frame_time(), &input);
            manager.draw();
            if !manager.is_idle() {
                // The fade between two games.
                let mut noted = noted.lock().unwrap();
                if let Some((_, (_, brightest))) = noted.last_mut().filter(|(name, _)| *name == "fade") {
                    *brightest = look().1.min(*brightest);
                } else {
                    noted.push(("fade", look()));
                }
            } else if stack(&manager).join(" ") == wanted {
                noted.lock().unwrap().push((wanted, look()));
                let Some((key, next)) = keys.next() else { break };
                press(key);
                wanted = next;
            }
            next_frame().await;
        }
    });
    let seen = std::mem::take(&mut *seen.lock().unwrap());
    let names: Vec<_> = seen.iter().map(|(name, _)| *name).collect();
    // The first start has nothing to load and no fade.
    assert_eq!(names, ["play", "play pause", "fade", "play", "play pause", "fade", ""], "{seen:?}");
    for (name, (dark, brightest)) in &seen {
        let is_right = match *name {
            "play" => *dark < 0.01 && *brightest == 255,
            // The field is darkened, the text over it is not.
            "play pause" => *dark > 0.9 && *brightest == 255,
            _ => *brightest < 60,
        };
        assert!(is_right, "{name}: {dark} of the window is dark, the brightest is {brightest}");
    }
}
