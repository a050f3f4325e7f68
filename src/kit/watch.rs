//! Assets that are saved while the game runs.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use crate::flow::{GameEvent, ScreenManager};
use crate::platform::AssetPath;

/// How long a file must not change before it is read. Editors write a file several times, or remove it
/// and write it again.
const QUIET: Duration = Duration::from_millis(10);
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
    /// Saved files, and how long they must not change yet.
    gathered: Vec<(AssetPath, Duration)>,
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
        Self { saved, gathered: Vec::new(), notice }
    }

    pub(super) fn advance(&mut self, manager: &mut ScreenManager, elapsed: Duration) {
        self.notice.borrow_mut().take_if(|(_, left)| {
            *left = left.saturating_sub(elapsed);
            left.is_zero()
        });
        for (_, left) in &mut self.gathered {
            *left = left.saturating_sub(elapsed);
        }
        for saved in self.saved.by_ref() {
            self.gathered.retain(|(path, _)| *path != saved);
            self.gathered.push((saved, QUIET));
        }
        let quiet: Vec<_> = self.gathered.extract_if(.., |(_, left)| left.is_zero()).collect();
        for read in manager.reload_changed(quiet.into_iter().map(|(path, _)| path)) {
            match read {
                Ok(reloaded) => {
                    // A screen may add a notice of its own, which is shown instead.
                    manager.post(Notice(format!("{}: replaced", reloaded.path)));
                    manager.post(reloaded);
                }
                Err(error) => manager.post(Notice(error.to_string())),
            }
        }
    }

    pub(super) fn notice(&self) -> Option<String> {
        self.notice.borrow().as_ref().map(|(text, _)| text.clone())
    }
}
