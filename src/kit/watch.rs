//! Assets that are saved while the game runs.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use crate::flow::{GameEvent, ScreenManager};
use crate::platform::AssetPath;

/// How long no file must be saved before an error counts. Editors write a file several times, or remove it
/// and write it again.
const QUIET: Duration = Duration::from_millis(50);
/// How long a notice is shown.
const SHOWN: Duration = Duration::from_secs(8);

/// A text for the makers of the game. A run that [watches](super::Session::with_watch) its files
/// shows it over the game for some seconds, and logs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice(
    /// The text.
    pub String,
);

impl GameEvent for Notice {
    fn name(&self) -> &str {
        "notice"
    }
}

/// The saved files of a run, and the current notice.
pub(super) struct Watch {
    saved: Box<dyn Iterator<Item = AssetPath>>,
    /// The files that were saved one soon after the other, until none is for a while.
    burst: Vec<AssetPath>,
    /// How long that is from now on.
    left: Duration,
    /// Whether one of them could not be read meanwhile.
    has_failed: bool,
    notice: Rc<RefCell<Option<(String, Duration)>>>,
}

impl Watch {
    pub(super) fn new(manager: &mut ScreenManager, saved: Box<dyn Iterator<Item = AssetPath>>) -> Self {
        let notice = Rc::new(RefCell::default());
        let shown = Rc::clone(&notice);
        manager.add_rule(move |Notice(text): &Notice, _| {
            log::warn!("{text}");
            *shown.borrow_mut() = Some((text.clone(), SHOWN));
        });
        Self { saved, burst: Vec::new(), left: Duration::ZERO, has_failed: false, notice }
    }

    pub(super) fn advance(&mut self, manager: &mut ScreenManager, elapsed: Duration) {
        self.notice.borrow_mut().take_if(|(_, left)| {
            *left = left.saturating_sub(elapsed);
            left.is_zero()
        });
        self.left = self.left.saturating_sub(elapsed);
        let mut saved = Vec::new();
        for path in self.saved.by_ref() {
            if !saved.contains(&path) {
                saved.push(path);
            }
        }
        if !saved.is_empty() {
            self.left = QUIET;
            self.burst.extend_from_slice(&saved);
        } else if self.left.is_zero() {
            let burst = std::mem::take(&mut self.burst);
            if std::mem::take(&mut self.has_failed) {
                saved = burst;
            }
        }
        for read in manager.reload_changed(saved) {
            match read {
                Ok(reloaded) => {
                    self.burst.retain(|path| *path != reloaded.path);
                    // A screen may add a notice of its own, which is shown instead.
                    manager.post(Notice(format!("{}: replaced", reloaded.path)));
                    manager.post(reloaded);
                }
                // What is written in this moment is read once more.
                Err(_) if !self.left.is_zero() => self.has_failed = true,
                Err(error) => manager.post(Notice(error.to_string())),
            }
        }
    }

    pub(super) fn notice(&self) -> Option<String> {
        self.notice.borrow().as_ref().map(|(text, _)| text.clone())
    }
}
