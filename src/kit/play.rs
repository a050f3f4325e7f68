//! The ticks of a session: who plays, and what is written down.

use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;

use super::crash;
use super::input_script::InputScript;
use super::mixer::Mixer;
use super::overlay::Overlaid;
use super::recorder::Recorder;
use super::recording::{Entry, Recording, Turn};
use super::replayer::Replayer;
use super::script_player::ScriptPlayer;
use super::session_error::SessionError;
use crate::flow::{ScreenCommand, ScreenManager};
use crate::platform::{Input, InputMap, TraceEvent, TraceRecord};

#[derive(Default)]
pub(super) enum Player {
    #[default]
    Person,
    Script(Box<ScriptPlayer>),
    Replay(Box<Replayer>),
}

impl Player {
    pub(super) fn script(script: InputScript) -> Self {
        Self::Script(Box::new(ScriptPlayer::new(script)))
    }

    pub(super) fn replay(recording: Recording) -> Self {
        Self::Replay(Box::new(Replayer::new(recording)))
    }
}

/// What a session does in each tick besides that of the manager.
#[derive(Default)]
pub(super) struct Play {
    pub(super) player: Player,
    /// For the keys and buttons of a script.
    pub(super) input_map: Rc<RefCell<InputMap>>,
    pub(super) recorder: Option<Recorder>,
    pub(super) mixer: Option<Mixer>,
    pub(super) trace: Option<Box<dyn Write>>,
    /// Whether the changes of machines, which are recorded for checks, are not to be written.
    pub(super) hides_machines: bool,
    pub(super) asks_to_quit: bool,
    pub(super) is_over: bool,
    start: Start,
}

/// How far the first phase has come.
#[derive(Default)]
enum Start {
    #[default]
    Loading,
    /// For this cause; it may be tried again.
    Failed(String),
    Done,
}

impl Play {
    pub(super) fn script(&self) -> Option<&ScriptPlayer> {
        if let Player::Script(script) = &self.player { Some(script) } else { None }
    }

    pub(super) fn script_mut(&mut self) -> Option<&mut ScriptPlayer> {
        if let Player::Script(script) = &mut self.player { Some(script) } else { None }
    }

    pub(super) const fn is_scripted(&self) -> bool {
        matches!(self.player, Player::Script(_))
    }

    pub(super) fn tick(
        &mut self,
        manager: &mut ScreenManager,
        overlay: Option<&mut Overlaid>,
        input: &Input,
    ) -> Result<(), SessionError> {
        let is_asked = std::mem::take(&mut self.asks_to_quit);
        let persons;
        let turn = match &mut self.player {
            Player::Person => {
                persons = Turn { input: input.clone(), events: Vec::new(), quits: is_asked };
                &persons
            }
            Player::Script(script) => {
                let turn = script.begin_tick(manager, &self.input_map.borrow(), is_asked)?;
                if let Some(overlay) = overlay {
                    overlay.show_script(manager, &turn.input);
                }
                turn
            }
            Player::Replay(replay) => replay.begin_tick(),
        };
        if let Some(recorder) = &self.recorder {
            recorder.begin_tick(turn);
        }
        for event in &turn.events {
            manager.post(event.clone());
        }
        if turn.quits {
            manager.command(ScreenCommand::Quit);
        }
        manager.step(&turn.input);
        if let Some(mixer) = &self.mixer {
            mixer.tick(manager.resources(), manager.audio());
        }
        self.end_tick(manager)
    }

    /// The error of a run in which no phase has become ready, unless its script is about that.
    pub(super) fn start_error(&self) -> Result<(), SessionError> {
        match &self.start {
            Start::Failed(cause) if !self.script().is_some_and(ScriptPlayer::expects_failure) => {
                Err(SessionError::NotStarted(cause.clone()))
            }
            _ => Ok(()),
        }
    }

    fn end_tick(&mut self, manager: &mut ScreenManager) -> Result<(), SessionError> {
        match (&self.start, manager.failure()) {
            (Start::Done, _) => {}
            (_, Some(cause)) => self.start = Start::Failed(cause.to_owned()),
            (_, None) if manager.phase().is_some() => self.start = Start::Done,
            (_, None) => {}
        }
        let records = manager.take_trace();
        let (random, is_reading) = (manager.random_state(), manager.is_reading());
        if let Some(recorder) = &self.recorder {
            recorder.end_tick(&records, random, is_reading);
        }
        let mut result = Ok(());
        if let Player::Replay(replay) = &mut self.player {
            let ended = replay.end_tick(&records, random, is_reading);
            result = ended.map(|is_over| self.is_over |= is_over);
        }
        crash::remember(manager.tick(), &records);
        self.write(&records).and(result)
    }

    pub(super) fn write(&mut self, records: &[TraceRecord]) -> Result<(), SessionError> {
        let Some(trace) = &mut self.trace else { return Ok(()) };
        let is_hidden =
            |event: &TraceEvent| self.hides_machines && matches!(event, TraceEvent::Machine { .. });
        for record in records.iter().filter(|record| !is_hidden(&record.event)) {
            let mut line = serde_json::to_vec(record).unwrap_or_default();
            line.push(b'\n');
            trace.write_all(&line).map_err(SessionError::Trace)?;
        }
        Ok(())
    }

    pub(super) fn end(&mut self, records: &[TraceRecord]) -> Result<(), SessionError> {
        if let Some(mixer) = &self.mixer {
            mixer.close();
        }
        if let Some(recorder) = &self.recorder {
            recorder.end_with(&Entry::End);
        }
        self.write(records)?;
        self.trace.as_mut().map_or(Ok(()), Write::flush).map_err(SessionError::Trace)
    }
}
