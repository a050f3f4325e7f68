//! The keys, a pad and the focus of a real window.

use std::process::Command;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use macroquad::prelude::next_frame;
use proscenium::platform::{Action, Input, PadState, Pads};
use proscenium::window::{FocusedEntry, WindowInput, show_focus};

/// What the player does, each step with what is seen in the input after it.
const STEPS: [(&str, &str); 11] = [
    ("windowfocus $window mousemove 50 50", ""),
    ("keydown Right mousedown 1", "right pressed, right held, pointer pressed, pointer held"),
    (
        "windowfocus $other mousemove 2000 1000",
        "without focus, right released, pointer released, pad released",
    ),
    ("keyup Right mouseup 1", "without focus"),
    // The root window, which had the focus, takes it from the window below the pointer: none.
    ("windowfocus $window mousemove 50 50", "pad pressed"),
    // X11 has no event for a key that was released elsewhere, so this press looks like a repeated one.
    ("keydown Right", "right pressed, right held"),
    ("keyup Right", "right released"),
    ("click 1", "pointer pressed, pointer released"),
    // The backspace removes the `x`.
    ("key --delay 0 o x BackSpace n", "typed \"ox\\u{8}n\""),
    // The text of the field. A player holds the keys over some frames.
    ("keydown ctrl keydown c sleep 0.5 keyup c keyup ctrl", ""),
    ("key ctrl+v", "typed \"Ann\""),
];

/// A pad whose start button is held all the time.
struct HeldPad;

impl Pads for HeldPad {
    fn poll(&mut self, states: &mut Vec<PadState>) {
        let mut pad = PadState::default();
        pad.buttons[9] = 1.0;
        states.push(pad);
    }
}

/// Sends events to the window as a player would, one step each time it is asked for, and says when each is over.
fn player(steps: Receiver<&'static str>, is_over: Sender<()>) {
    for step in steps {
        let script = format!(
            "window=$(xdotool search --sync --onlyvisible --name 'A window with a focus' | head -n 1); \
             other=$(xdotool search --maxdepth 0 '' | head -n 1); xdotool {step}"
        );
        let status = Command::new("sh").args(["-c", &script]).status();
        assert!(status.is_ok_and(|status| status.success()), "{step}");
        let _ = is_over.send(());
    }
}

/// What is in the input of some frames.
fn notes(seen: &Input) -> String {
    let mut notes = Vec::new();
    let mut note = |is_so: bool, what: &str| {
        if is_so {
            notes.push(what.to_owned());
        }
    };
    note(seen.focus_lost, "without focus");
    note(seen.is_pressed(Action::RIGHT), "right pressed");
    note(seen.is_held(Action::RIGHT), "right held");
    note(seen.released.contains(Action::RIGHT), "right released");
    note(seen.pointer.pressed, "pointer pressed");
    note(seen.pointer.held, "pointer held");
    note(seen.pointer.released, "pointer released");
    note(seen.is_pressed(Action::PAUSE), "pad pressed");
    note(seen.released.contains(Action::PAUSE), "pad released");
    note(!seen.text.is_empty(), &format!("typed {:?}", seen.text));
    notes.join(", ")
}

#[test]
#[ignore = "needs a display and xdotool: .ci/window runs it"]
fn keys_arrive_in_order_and_are_released_with_the_focus() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&seen);
    let (next, steps) = channel();
    let (over, is_over) = channel();
    let player = std::thread::spawn(move || player(steps, over));
    macroquad::Window::new("A window with a focus", async move {
        let mut input = WindowInput::default().with_pads(HeldPad);
        for (nth, (step, expected)) in STEPS.into_iter().enumerate() {
            let _ = next.send(step);
            let mut all = Input::default();
            let (mut is_sent, mut frames_after) = (false, 0);
            // Until all of it has arrived, and some frames longer, in which nothing else may. What never arrives has a
            // minute.
            for _ in 0..600 {
                show_focus(FocusedEntry {
                    value: "Ann".to_owned(),
                    before_caret: Some("A".to_owned()),
                    ..FocusedEntry::default()
                });
                let seen = input.collect();
                all.merge(seen);
                // What the window is without in the end.
                all.focus_lost = seen.focus_lost;
                is_sent = is_sent || is_over.try_recv().is_ok();
                let has_arrived = is_sent && (nth == 0 || notes(&all) == expected);
                frames_after = if has_arrived { frames_after + 1 } else { 0 };
                if frames_after > 5 {
                    break;
                }
                // So slow that keys share a frame.
                std::thread::sleep(Duration::from_millis(100));
                next_frame().await;
            }
            noted.lock().unwrap().push(notes(&all));
        }
    });
    player.join().unwrap();
    let seen = std::mem::take(&mut *seen.lock().unwrap());
    // What the first step causes depends on what had the focus before.
    assert_eq!(seen[1..], STEPS.map(|(_, expected)| expected)[1..]);
}
