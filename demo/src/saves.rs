//! Saved runs: their slots, and a save while it is made.

use std::cell::RefCell;
use std::rc::Rc;

use proscenium::flow::{SavedFlow, ScreenCommand, ScreenContext, Ticket};
use proscenium::game::{Host, Saves};
use proscenium::platform::StorageError;
use serde::{Deserialize, Serialize};

use crate::shared::Shared;
use crate::theme::iris;

/// The slot that the game writes at the start of each wave. The player's slots follow.
pub const AUTOSAVE: u32 = 0;
/// The number of all slots.
pub const SLOTS: u32 = 4;

/// How many ticks a save waits for its picture, also where there is no window: a replay takes as many. A frame has at
/// most five.
const PICTURE_TICKS: u32 = 6;

/// What a list of saves shows of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SaveInfo {
    /// The name that the player gave; empty if none.
    #[serde(default)]
    pub name: String,
    /// Seconds since the beginning of 1970.
    pub date: u64,
    pub level: u32,
    pub wave: u32,
    /// The picture; `None` where there is no window, or what is drawn cannot be read.
    pub picture: Option<Picture>,
}

/// A small picture: red, green and blue of each pixel, row by row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture(pub Vec<u8>);

impl Picture {
    /// Width and height in pixels.
    pub const SIZE: (u32, u32) = (96, 54);
}

/// A run that was saved and has no slot yet.
pub struct SavedRun {
    pub info: SaveInfo,
    text: String,
}

#[derive(Clone)]
pub struct RunSaves {
    pub slots: Saves<SaveInfo>,
    date: Rc<dyn Fn() -> u64>,
    /// The offset of the local time from UTC at a date, in seconds.
    offset: Rc<dyn Fn(u64) -> i32>,
    has_window: bool,
    /// The level and the wave that are played.
    pub place: (u32, u32),
    /// Whether a run that is left now loses what was played since its last save.
    pub has_progress: bool,
    wants_picture: bool,
    /// Taken while a frame is drawn, when nothing else can be changed.
    picture: RefCell<Option<Picture>>,
}

impl RunSaves {
    /// The slots in the storage of the program.
    pub fn new(host: &Host) -> Self {
        Self {
            date: Rc::clone(&host.date),
            offset: Rc::clone(&host.utc_offset),
            has_window: host.has_window(),
            ..Self::of(Saves::new(Rc::clone(&host.storage)))
        }
    }

    /// Slots without pictures and dates.
    pub fn of(slots: Saves<SaveInfo>) -> Self {
        Self {
            slots,
            date: Rc::new(|| 0),
            offset: Rc::new(|_| 0),
            has_window: false,
            place: (0, 0),
            has_progress: false,
            wants_picture: false,
            picture: RefCell::default(),
        }
    }

    /// Takes the picture of a save from a frame, if one is wanted.
    #[cfg(feature = "window")]
    pub fn show(&self, take: impl FnOnce() -> Option<Picture>) {
        let mut picture = self.picture.borrow_mut();
        if self.wants_picture && picture.is_none() {
            *picture = take();
        }
    }

    /// The offset of the local time from UTC at a date, in seconds.
    pub fn offset(&self, date: u64) -> i32 {
        (self.offset)(date)
    }

    /// What a list shows of all slots.
    pub fn list(&self) -> Vec<Result<Option<SaveInfo>, StorageError>> {
        (0..SLOTS).map(|slot| self.slots.info(slot)).collect()
    }

    /// Writes a run to a slot.
    pub fn write(&mut self, slot: u32, run: &SavedRun) -> Result<(), StorageError> {
        self.slots.write(slot, &run.info, &run.text)?;
        self.has_progress = false;
        Ok(())
    }
}

/// Continues the run of a slot. If it cannot be read, nothing changes.
pub fn restore(cx: &ScreenContext<'_>, slot: u32) -> Result<(), String> {
    let text = cx.shared::<Shared>().saves.slots.read(slot).map_err(|error| error.to_string())?;
    let saved = SavedFlow::parse(&text.unwrap_or_default()).map_err(|error| error.to_string())?;
    cx.command(ScreenCommand::Restore(saved).through(iris()));
    Ok(())
}

/// A save while it is made: the flow is saved at the end of a tick, the picture is of the next frame.
pub struct Saving {
    ticket: Ticket<String>,
    ticks: u32,
}

impl Saving {
    /// A save with the ticket of its flow.
    pub fn of(ticket: Ticket<String>, saves: &mut RunSaves) -> Self {
        saves.wants_picture = saves.has_window;
        saves.picture.take();
        Self { ticket, ticks: 0 }
    }

    /// Waits for one tick. The run after [`PICTURE_TICKS`], with the picture if it is there.
    pub fn poll(&mut self, saves: &mut RunSaves) -> Option<Result<SavedRun, String>> {
        self.ticks += 1;
        if self.ticks < PICTURE_TICKS { None } else { self.finish(saves) }
    }

    /// The run, with the picture if it is there. `None` if the flow is not saved yet.
    pub fn finish(&self, saves: &mut RunSaves) -> Option<Result<SavedRun, String>> {
        let saved = self.ticket.outcome()?;
        let ((level, wave), picture) = (saves.place, saves.picture.take());
        saves.wants_picture = false;
        let info = SaveInfo { name: String::new(), date: (saves.date)(), level, wave, picture };
        Some(saved.map(|text| SavedRun { info, text: text.clone() }).map_err(str::to_owned))
    }
}
