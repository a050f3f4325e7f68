//! The stick and the buttons for fingers.

use proscenium_core::platform::{Action, Device, Input, Pointer, Touch};
use proscenium_ui::TouchControls;

fn controls() -> TouchControls {
    TouchControls::default().stick((100.0, 100.0), 50.0).button(Action::JUMP, (300.0, 100.0), 20.0)
}

const fn touch(finger: u8, x: f32, y: f32, began: bool, ended: bool) -> Touch {
    Touch { finger, position: (x, y), began, ended }
}

fn fingers(touches: &[Touch]) -> Input {
    let mut input = Input { device: Device::Touch, touches: touches.to_vec(), ..Input::default() };
    // The pointer of the window is the first finger, wherever it is.
    if let Some(first) = touches.iter().find(|touch| touch.finger == 0) {
        let position = Some(first.position);
        let (pressed, held, released) = (first.began, !first.ended, first.ended);
        input.pointer =
            Pointer { position, pressed, held, released, moved: true, is_touch: true, ..Pointer::default() };
    }
    input
}

#[test]
fn the_stick_follows_its_finger_wherever_it_goes() {
    let mut controls = controls();
    let mut tilted = |x, y, began, ended| {
        let input = controls.apply(&fingers(&[touch(0, x, y, began, ended)]));
        assert_eq!(
            (input.pointer.held, input.pointer.pressed, input.pointer.released),
            (false, false, false)
        );
        let actions = [Action::LEFT, Action::RIGHT, Action::UP, Action::DOWN];
        let held = actions.into_iter().filter(|action| input.is_held(*action)).map(Action::name);
        ([input.axes[0], input.axes[1]], held.collect::<Vec<_>>().join(" "))
    };
    assert_eq!(tilted(103.0, 98.0, true, false), ([0, 0], String::new()));
    assert_eq!(tilted(115.0, 100.0, false, false), ([38, 0], String::new()));
    assert_eq!(tilted(130.0, 100.0, false, false), ([76, 0], "right".to_owned()));
    // Not pressed and released at one place.
    assert_eq!(tilted(120.0, 100.0, false, false), ([51, 0], "right".to_owned()));
    assert_eq!(tilted(400.0, 100.0, false, false), ([127, 0], "right".to_owned()));
    assert_eq!(tilted(60.0, 60.0, false, false), ([-90, -90], "left up".to_owned()));
    assert_eq!(tilted(60.0, 60.0, false, true), ([0, 0], String::new()));
}

#[test]
fn a_button_is_pressed_held_and_released_once() {
    let mut controls = controls();
    let mut jump = |touches: &[Touch]| {
        let input = controls.apply(&fingers(touches));
        (input.is_pressed(Action::JUMP), input.is_held(Action::JUMP), input.released.contains(Action::JUMP))
    };
    assert_eq!(jump(&[touch(1, 310.0, 100.0, true, false)]), (true, true, false));
    assert_eq!(jump(&[touch(1, 500.0, 100.0, false, false)]), (false, true, false));
    assert_eq!(jump(&[touch(1, 500.0, 100.0, false, true)]), (false, false, true));
    assert_eq!(jump(&[]), (false, false, false));
    // A tap that is shorter than a tick.
    assert_eq!(jump(&[touch(1, 310.0, 100.0, true, true)]), (true, false, true));
    // A finger that slides over it.
    assert_eq!(jump(&[touch(1, 500.0, 100.0, true, false)]), (false, false, false));
    assert_eq!(jump(&[touch(1, 300.0, 100.0, false, false)]), (false, false, false));
}

#[test]
fn the_pointer_is_the_first_finger_beside_the_controls() {
    let mut controls = controls();
    let stick = |began, ended| touch(0, 140.0, 100.0, began, ended);
    let mut pointer = |touches: &[Touch]| {
        let Pointer { position, pressed, held, released, .. } = controls.apply(&fingers(touches)).pointer;
        (position.map(|at| at.0), pressed, held, released)
    };
    assert_eq!(pointer(&[stick(true, false)]), (None, false, false, false));
    let second = |x, began, ended| touch(1, x, 200.0, began, ended);
    assert_eq!(pointer(&[stick(false, false), second(400.0, true, false)]), (Some(400.0), true, true, false));
    assert_eq!(
        pointer(&[stick(false, true), second(410.0, false, false)]),
        (Some(410.0), false, true, false)
    );
    assert_eq!(pointer(&[second(410.0, false, true)]), (Some(410.0), false, false, true));
    assert_eq!(pointer(&[]), (None, false, false, false));
}

#[test]
fn another_device_and_a_reset_let_go_of_everything() {
    let mut controls = controls();
    let down = fingers(&[touch(0, 150.0, 100.0, true, false), touch(1, 300.0, 100.0, true, false)]);
    let held = [Action::RIGHT, Action::JUMP];
    let applied = controls.apply(&down);
    assert!(held.iter().all(|action| applied.is_held(*action) && applied.is_pressed(*action)));
    let key = Input { device: Device::Keyboard, ..Input::holding([Action::JUMP]) };
    let applied = controls.apply(&key);
    assert_eq!(applied, Input { released: [Action::RIGHT].into_iter().collect(), ..key });
    controls.apply(&down);
    controls.reset();
    assert_eq!(controls.apply(&Input::default()), Input::default());
}
