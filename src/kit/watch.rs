//! Assets that are saved while the game runs.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use crate::flow::{GameEvent, ScreenManager};

/// The kinds of resources that are read again. Their values need nothing but their files.
const KINDS: [&str; 2] = ["machine", "script"];
/// How often files are looked at.
const INTERVAL: Duration = Duration::from_millis(250);
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

/// The files of a run, and the current notice.
pub(super) struct Watch {
    since: Duration,
    notice: Rc<RefCell<Option<(String, Duration)>>>,
}

impl Watch {
    pub(super) fn new(manager: &mut ScreenManager) -> Self {
        let notice = Rc::new(RefCell::default());
        let shown = Rc::clone(&notice);
        manager.add_rule(move |Notice(text): &Notice, _| {
            log::warn!("{text}");
            *shown.borrow_mut() = Some((text.clone(), SHOWN));
        });
        Self { since: INTERVAL, notice }
    }

    pub(super) fn advance(&mut self, manager: &mut ScreenManager, elapsed: Duration) {
        self.notice.borrow_mut().take_if(|(_, left)| {
            *left = left.saturating_sub(elapsed);
            left.is_zero()
        });
        self.since += elapsed;
        if self.since < INTERVAL {
            return;
        }
        self.since = Duration::ZERO;
        for read in manager.reload_changed(&KINDS) {
            match read {
                Ok(reloaded) => manager.post(reloaded),
                Err(error) => manager.post(Notice(error.to_string())),
            }
        }
    }

    pub(super) fn notice(&self) -> Option<String> {
        self.notice.borrow().as_ref().map(|(text, _)| text.clone())
    }
}
