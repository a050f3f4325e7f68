//! Plays an input script, tick by tick.

use std::cell::RefCell;
use std::error::Error;
use std::rc::Rc;

use proscenium_core::flow::{FrameInput, Plugin, Populations, ScreenId, ScreenManager, TickInput};
use proscenium_core::platform::Devices;
use proscenium_core::platform::{Device, Input, InputMap, PadState, Touch, TraceRecord, listed};

use crate::input_script::{InputScript, Step};
use crate::line_reader::unknown;
use crate::run_error::RunError;

/// The number of ticks in which a program must end after its script: ten seconds.
const END_TICKS: u32 = 600;

/// Plays an [`InputScript`]: what it presses takes the place of the player's input. It is the first plugin of a run
/// ([`Plugins::add_first`](proscenium_core::flow::Plugins::add_first)), so that the others see its input. After its last line it commands the end of the
/// program.
///
/// Its errors are [`RunError::Script`] for a `wait` or an `expect` that failed, and [`RunError::NotEnded`].
///
/// ```
/// use std::cell::RefCell;
/// use std::rc::Rc;
///
/// use proscenium_core::flow::ScreenManager;
/// use proscenium_core::platform::{Action, Clock, Input};
/// use proscenium_dev::{InputScript, ScriptPlayer};
///
/// let script = InputScript::parse("run 5\ntap accept\nexpect stack title", &Action::BUILT_IN)?;
/// let mut manager = ScreenManager::headless();
/// manager.plugins_mut().add_first(ScriptPlayer::new(script, Rc::default()));
/// while !manager.has_ended() {
///     manager.advance(Clock::TICK, &Input::default());
/// }
/// let error = manager.finish().unwrap_err();
/// assert_eq!(error.to_string(), "line 3: expected the stack `title`, found ``");
/// # Ok::<(), String>(())
/// ```
#[derive(Default)]
pub struct ScriptPlayer {
    script: InputScript,
    next: usize,
    /// The ticks that it has had.
    elapsed: u32,
    input: Input,
    /// The keys and buttons of lines that name them.
    devices: Devices,
    /// The finger that is the pointer.
    leader: Option<u8>,
    /// Binds the keys and buttons.
    input_map: Rc<RefCell<InputMap>>,
    /// The screenshot to take after this tick.
    shot: Option<String>,
    is_recording: bool,
    has_quit: bool,
    ticks_after_end: u32,
}

impl ScriptPlayer {
    /// Makes a player of a script, whose keys and buttons do what they are bound to in this map.
    pub fn new(script: InputScript, input_map: Rc<RefCell<InputMap>>) -> Self {
        let has_quit = matches!(script.steps.last(), Some((_, Step::Quit)));
        Self { script, has_quit, input_map, ..Self::default() }
    }

    /// Adds a script after the last line. Its lines are counted from 1.
    pub fn add(&mut self, script: InputScript) {
        self.script.steps.extend(script.steps);
    }

    /// Whether all lines were played.
    pub const fn is_over(&self) -> bool {
        self.next == self.script.steps.len()
    }

    /// The number of the line that is played, counted from 1; 0 after the last one.
    pub fn line(&self) -> usize {
        self.script.steps.get(self.next).map_or(0, |(line, _)| *line)
    }

    /// Whether the script has a screenshot for this frame.
    pub const fn has_shot(&self) -> bool {
        self.shot.is_some()
    }

    /// Takes the name of the screenshot to take of this frame, if the script has one for it.
    pub const fn take_shot(&mut self) -> Option<String> {
        self.shot.take()
    }

    /// Whether the current tick is between `emit record_on` and `emit record_off` of the script.
    pub const fn is_recording(&self) -> bool {
        self.is_recording
    }

    /// Whether the script waits for the failure screen, or expects it.
    pub fn expects_failure(&self) -> bool {
        self.script.steps.iter().any(|(_, step)| match step {
            Step::Wait { screen, .. } => screen == ScreenId::FAILURE.name(),
            Step::Expect { stack } => stack.split(' ').any(|screen| screen == ScreenId::FAILURE.name()),
            _ => false,
        })
    }

    /// Plays the next tick. After the last line it commands the end of the program.
    fn begin_tick(&mut self, manager: &ScreenManager, tick: &mut TickInput) -> Result<(), RunError> {
        let is_over = self.is_over();
        self.ticks_after_end += u32::from(is_over);
        if self.ticks_after_end > END_TICKS {
            return Err(RunError::NotEnded(END_TICKS));
        }
        self.input.end_step();
        self.shot = None;
        self.play_tick(manager, tick)?;
        // The last line may have led to the end already, so transitions and loads go first.
        if is_over && !self.has_quit && manager.is_idle() {
            (self.has_quit, tick.quits) = (true, true);
        }
        tick.input.clone_from(&self.input);
        Ok(())
    }

    fn play_tick(&mut self, manager: &ScreenManager, tick: &mut TickInput) -> Result<(), RunError> {
        let Self { script, next, elapsed, input, devices, leader, shot, is_recording, .. } = self;
        let map = &self.input_map.borrow();
        let TickInput { events, quits, .. } = tick;
        while let Some((line, step)) = script.steps.get(*next) {
            match step {
                // The effect of an event or a quit is seen after the tick.
                Step::Wait { .. } | Step::WaitUnit { .. } | Step::Expect { .. }
                    if *quits || !events.is_empty() =>
                {
                    return Ok(());
                }
                Step::Run { ticks } => {
                    *elapsed += 1;
                    if elapsed == ticks {
                        (*next, *elapsed) = (*next + 1, 0);
                    }
                    return Ok(());
                }
                Step::Wait { screen, ticks } => {
                    let active = manager.stack().active().map(ScreenId::name);
                    // No transition covers the Loading screen.
                    let is_uncovered =
                        manager.is_idle() || manager.stack().active() == Some(ScreenId::LOADING);
                    if !is_uncovered || active != Some(screen) {
                        if let Some(cause) = manager.failure().filter(|_| manager.is_idle()) {
                            let what =
                                format!("waited for the screen `{screen}`, but the run has failed: {cause}");
                            return Err(RunError::Script { line: *line, what });
                        }
                        if *elapsed < *ticks {
                            *elapsed += 1;
                            return Ok(());
                        }
                        let instead = match active {
                            Some(active) if active == screen => "a transition or a load is still running",
                            Some(active) => &format!("`{active}` is active"),
                            None => "no screen is active",
                        };
                        let what = format!("waited {ticks} ticks for the screen `{screen}`, but {instead}");
                        return Err(RunError::Script { line: *line, what });
                    }
                }
                Step::WaitUnit { machine, state, ticks } => {
                    if let Err(instead) = find_unit(manager, machine, state) {
                        if *elapsed < *ticks {
                            *elapsed += 1;
                            return Ok(());
                        }
                        let what = format!(
                            "waited {ticks} ticks for a unit of `{machine}` in `{state}`, but {instead}"
                        );
                        return Err(RunError::Script { line: *line, what });
                    }
                }
                Step::Expect { stack } => {
                    let found = manager.stack().ids().map(ScreenId::name).collect::<Vec<_>>().join(" ");
                    if found != *stack {
                        let what = format!("expected the stack `{stack}`, found `{found}`");
                        return Err(RunError::Script { line: *line, what });
                    }
                }
                Step::Emit { event } => {
                    *is_recording = (*is_recording || event == "record_on") && event != "record_off";
                    events.push(event.clone());
                }
                Step::Quit => *quits = true,
                Step::Shot { name } => *shot = Some(name.clone()),
                Step::View { window } => input.window = *window,
                Step::Hold { actions, is_held } => {
                    input.device = Device::Keyboard;
                    if *is_held {
                        input.held = input.held.union(*actions);
                        input.pressed = input.pressed.union(*actions);
                    } else {
                        input.held = input.held.difference(*actions);
                        input.released = input.released.union(*actions);
                    }
                }
                Step::Point { at, is_held, is_secondary } => {
                    input.device = Device::Mouse;
                    let pointer = &mut input.pointer;
                    pointer.is_touch = false;
                    pointer.moved = pointer.position != Some(*at);
                    pointer.position = Some(*at);
                    if *is_secondary {
                        pointer.secondary_pressed = *is_held;
                    } else {
                        pointer.pressed = *is_held && !pointer.held;
                        pointer.released = !is_held;
                        pointer.held = *is_held;
                    }
                }
                Step::Press { controls, is_down } => {
                    controls.iter().for_each(|control| devices.set(*control, *is_down));
                    devices.fill(map, input);
                }
                Step::Stick { at: (x, y) } => {
                    devices.set_pads(&[PadState { axes: [*x, *y, 0.0, 0.0], ..PadState::default() }], map);
                    devices.fill(map, input);
                }
                Step::Finger { finger, at } => place(input, leader, *finger, *at),
            }
            (*next, *elapsed) = (*next + 1, 0);
        }
        Ok(())
    }
}

impl Plugin for ScriptPlayer {
    fn before_frame(&mut self, _: &mut ScreenManager, frame: &mut FrameInput) {
        frame.is_scripted = true;
        // A script begins in the view of its window.
        if self.next == 0 {
            self.input.window = frame.input.window;
        }
    }

    fn before_tick(
        &mut self,
        manager: &mut ScreenManager,
        tick: &mut TickInput,
    ) -> Result<(), Box<dyn Error>> {
        Ok(self.begin_tick(manager, tick)?)
    }

    fn after_tick(&mut self, manager: &mut ScreenManager, _: &[TraceRecord]) -> Result<(), Box<dyn Error>> {
        if self.shot.is_some() {
            manager.plugins_mut().end_frame();
        }
        Ok(())
    }
}

/// Whether a unit of a machine is in a state, or what there is instead.
fn find_unit(manager: &ScreenManager, machine: &str, state: &str) -> Result<(), String> {
    let stack = manager.stack();
    let counts = stack.ids().filter_map(|screen| stack.populations(screen)).flat_map(Populations::counts);
    let counts: Vec<_> = counts.collect();
    let names = counts.iter().map(|(name, ..)| *name);
    if !names.clone().any(|name| name == machine) {
        return Err(unknown("no screen has the machine", machine, names));
    }
    let states = counts.iter().filter(|(name, ..)| *name == machine).flat_map(|(_, states, _)| states);
    let states = states.map(|(name, _)| *name);
    let is_found = states.clone().any(|name| name == state);
    if is_found { Ok(()) } else { Err(format!("its units are in: {}", listed(states))) }
}

/// Puts a finger down, moves it, or lifts it from where it is. The pointer follows.
fn place(input: &mut Input, leader: &mut Option<u8>, finger: u8, at: Option<(f32, f32)>) {
    match (input.touches.iter_mut().find(|touch| touch.finger == finger), at) {
        (Some(touch), Some(at)) => touch.position = at,
        (Some(touch), None) => touch.ended = true,
        (None, Some(position)) => input.touches.push(Touch { finger, position, began: true, ended: false }),
        (None, None) => {}
    }
    input.pointer.follow(leader, &input.touches);
    input.device = Device::Touch;
}
