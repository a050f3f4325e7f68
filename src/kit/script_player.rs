//! Plays an input script, tick by tick.

use super::input_script::{InputScript, ScriptCommand};
use super::recording::Turn;
use super::session_error::SessionError;
use crate::flow::{ScreenId, ScreenManager};
use crate::platform::{ActionSet, Device, Devices, Input, InputMap, PadState, Touch};

/// The number of ticks in which a program must end after its script: ten seconds.
const END_TICKS: u32 = 600;

pub(super) struct ScriptPlayer {
    script: InputScript,
    /// The index of the current line.
    next: usize,
    /// The ticks that the current line has had.
    elapsed: u32,
    turn: Turn,
    /// The keys and buttons of lines that name them.
    devices: Devices,
    /// The finger that is the pointer.
    leader: Option<u8>,
    /// The screenshot to take after this tick.
    pub(super) shot: Option<String>,
    pub(super) is_recording: bool,
    has_quit: bool,
    ticks_after_end: u32,
}

impl ScriptPlayer {
    pub(super) fn new(script: InputScript) -> Self {
        Self {
            has_quit: matches!(script.lines.last(), Some((_, ScriptCommand::Quit))),
            script,
            next: 0,
            elapsed: 0,
            turn: Turn::default(),
            devices: Devices::default(),
            leader: None,
            shot: None,
            is_recording: false,
            ticks_after_end: 0,
        }
    }

    /// The turn of the next tick; `map` binds keys and buttons. After the last line it commands the end of the
    /// program. Commands it at once if `quits`.
    pub(super) fn begin_tick(
        &mut self,
        manager: &ScreenManager,
        map: &InputMap,
        quits: bool,
    ) -> Result<&Turn, SessionError> {
        let is_over = self.next == self.script.lines.len();
        self.ticks_after_end += u32::from(is_over);
        if self.ticks_after_end > END_TICKS {
            return Err(SessionError::NotEnded(END_TICKS));
        }
        self.turn.input.end_step();
        (self.turn.events, self.turn.quits, self.shot) = (Vec::new(), quits, None);
        self.play_lines(manager, map)?;
        // The last line may have led to the end already, so transitions and loads go first.
        if is_over && !self.has_quit && manager.is_idle() {
            (self.has_quit, self.turn.quits) = (true, true);
        }
        Ok(&self.turn)
    }

    /// Plays the lines of one tick.
    fn play_lines(&mut self, manager: &ScreenManager, map: &InputMap) -> Result<(), SessionError> {
        let Self { script, next, elapsed, turn, devices, leader, shot, is_recording, .. } = self;
        let Turn { input, events, quits } = turn;
        while let Some((line, command)) = script.lines.get(*next) {
            // The last tick of the line, counted from 0; none for a line that takes no tick.
            let last = match command {
                // The effect of an event or a quit is seen after the tick.
                ScriptCommand::Wait { .. } | ScriptCommand::Expect { .. } if *quits || !events.is_empty() => {
                    break;
                }
                ScriptCommand::Emit { event } => {
                    *is_recording = (*is_recording || event == "record_on") && event != "record_off";
                    events.push(event.clone());
                    None
                }
                ScriptCommand::Quit => {
                    *quits = true;
                    None
                }
                ScriptCommand::Shot { name } => {
                    *shot = Some(name.clone());
                    Some(0)
                }
                ScriptCommand::Wait { screen, ticks } => {
                    let active = manager.active().map(ScreenId::name);
                    if manager.is_idle() && active == Some(screen) {
                        None
                    } else if *elapsed < *ticks {
                        Some(u32::MAX)
                    } else {
                        let instead = match active {
                            Some(active) if active == screen => "a transition or a load is still running",
                            Some(active) => &format!("`{active}` is active"),
                            None => "no screen is active",
                        };
                        let what = format!("waited {ticks} ticks for the screen `{screen}`, but {instead}");
                        return Err(SessionError::Script { line: *line, what });
                    }
                }
                ScriptCommand::View { is_upright } => {
                    input.is_upright = *is_upright;
                    None
                }
                ScriptCommand::Expect { stack } => {
                    let found = manager.stack().map(ScreenId::name).collect::<Vec<_>>().join(" ");
                    if found != *stack {
                        let what = format!("expected the stack `{stack}`, found `{found}`");
                        return Err(SessionError::Script { line: *line, what });
                    }
                    None
                }
                ScriptCommand::Hold { actions, ticks } => {
                    if *actions != ActionSet::EMPTY {
                        input.device = Device::Keyboard;
                    }
                    if *elapsed == 0 {
                        input.held = input.held.union(*actions);
                        input.pressed = input.pressed.union(*actions);
                    } else if elapsed == ticks {
                        input.held = input.held.difference(*actions);
                        input.released = input.released.union(*actions);
                    }
                    Some(*ticks)
                }
                ScriptCommand::Point { path, is_secondary } => {
                    let last = path.len() as u32 - 1;
                    let at = path.get(*elapsed as usize).copied();
                    input.device = Device::Mouse;
                    let pointer = &mut input.pointer;
                    pointer.is_touch = false;
                    pointer.moved = pointer.position != at;
                    pointer.position = at;
                    if *is_secondary {
                        pointer.secondary_pressed = *elapsed == 0;
                    } else {
                        pointer.pressed = *elapsed == 0;
                        pointer.held = *elapsed < last;
                        pointer.released = *elapsed == last;
                    }
                    Some(last)
                }
                ScriptCommand::Press { controls, ticks } => {
                    for control in controls {
                        devices.set(*control, *elapsed < *ticks);
                    }
                    devices.fill(map, input);
                    Some(*ticks)
                }
                ScriptCommand::Stick { at: (x, y), ticks } => {
                    let part = if *elapsed < *ticks { 1.0 } else { 0.0 };
                    let axes = [x * part, y * part, 0.0, 0.0];
                    devices.set_pads(&[PadState { axes, ..PadState::default() }], map);
                    devices.fill(map, input);
                    Some(*ticks)
                }
                ScriptCommand::Touch { finger, at, ticks } => {
                    match *elapsed {
                        0 => place(input, leader, *finger, Some(*at)),
                        last if last == *ticks => place(input, leader, *finger, None),
                        _ => {}
                    }
                    Some(*ticks)
                }
                ScriptCommand::Finger { finger, at } => {
                    place(input, leader, *finger, Some(*at));
                    Some(0)
                }
                ScriptCommand::Lift { finger } => {
                    place(input, leader, *finger, None);
                    Some(0)
                }
            };
            if last.is_some_and(|last| *elapsed < last) {
                *elapsed += 1;
                break;
            }
            *elapsed = 0;
            *next += 1;
            if last.is_some() {
                break;
            }
        }
        Ok(())
    }
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
