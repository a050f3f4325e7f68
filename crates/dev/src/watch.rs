//! Assets that are saved while the game runs.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use log::Level;
use proscenium_core::flow::{FrameInput, GameEvent, Notice, Plugin, ScreenManager};
use proscenium_core::platform::AssetPath;

/// How long no file must be saved before an error counts. Editors write a file several times, or remove it
/// and write it again.
const QUIET: Duration = Duration::from_millis(50);
/// How long a notice is shown that is no error of a file.
const SHOWN: Duration = Duration::from_secs(8);
/// What the text of a success says after the path.
const REPLACED: &str = ": replaced";

/// The errors of a file are over.
struct Repaired(AssetPath);

impl GameEvent for Repaired {
    fn name(&self) -> &str {
        "repaired"
    }
}

/// Reads the files of the assets again when they are saved, and keeps what is to be shown of them.
///
/// The resources are read in the background, and the screens get a [`Reloaded`](proscenium_core::flow::Reloaded) for each:
/// see [`Assets::reload_changed`](proscenium_core::phase::Assets::reload_changed). A file that cannot be read leaves its value as it is; it is read once more when no
/// file was saved for 50 ms, and then makes a [`Notice`], which is shown until the file is repaired. Files with an error are
/// read again with each other one that is saved. Each notice is logged.
///
/// ```
/// use proscenium_core::flow::{Notice, ScreenManager};
/// use proscenium_core::platform::{Clock, Input};
/// use proscenium_dev::Watch;
///
/// let mut manager = ScreenManager::headless();
/// // No file is saved. `DirSource::watch` is such an iterator.
/// let watch = Watch::new(&mut manager, std::iter::empty());
/// manager.add_plugin(watch);
/// manager.flow().post(Notice("two units are not kept".to_owned()));
/// manager.advance(Clock::TICK, &Input::default());
/// let notice = manager.plugins().get::<Watch>().and_then(Watch::notice);
/// assert_eq!(notice.as_deref(), Some("two units are not kept"));
/// ```
pub struct Watch {
    saved: Box<dyn Iterator<Item = AssetPath>>,
    /// The files that were saved one soon after the other, until none is for a while; and the ones with an error, which
    /// may be repaired with them.
    burst: Vec<AssetPath>,
    /// The ones that were not saved.
    unsaved: Vec<AssetPath>,
    /// The files that are read again because of the burst, until it is known whether they have an error.
    waiting: Vec<AssetPath>,
    /// How long it is from now on until the burst is over.
    left: Duration,
    /// Whether one of them could not be read meanwhile.
    has_failed: bool,
    shown: Rc<RefCell<Shown>>,
}

#[derive(Default)]
struct Shown {
    /// Each with the file whose error it is, the oldest first.
    errors: Vec<(AssetPath, String)>,
    /// The last other notice, and for how long it is shown.
    notice: Option<(String, Duration)>,
}

impl Shown {
    /// Takes a notice. It takes the place of what was said about the same file. Returns the level of its line in the log,
    /// if it is not there already.
    fn add(&mut self, text: &str) -> Option<Level> {
        let Some((file, is_error)) = subject(text) else {
            self.notice = Some((text.to_owned(), SHOWN));
            return Some(Level::Warn);
        };
        if is_error && self.errors.iter().any(|(_, known)| known == text) {
            return None;
        }
        self.errors.retain(|(other, _)| *other != file);
        if is_error {
            self.notice.take_if(|(notice, _)| subject(notice).is_some_and(|(other, _)| other == file));
            self.errors.push((file, text.to_owned()));
            return Some(Level::Warn);
        }
        self.notice = Some((text.to_owned(), SHOWN));
        Some(Level::Info)
    }
}

/// The file that a notice is about, and whether it is an error of it.
fn subject(text: &str) -> Option<(AssetPath, bool)> {
    let (file, _) = text.strip_prefix("cannot read ").unwrap_or(text).split_once(':')?;
    let path = AssetPath::new(file).ok()?;
    let extension = path.extension();
    if !extension.contains(char::is_alphabetic) || !extension.chars().all(char::is_alphanumeric) {
        return None;
    }
    let is_error = text.strip_prefix(file).is_none_or(|rest| !rest.starts_with(REPLACED));
    Some((path, is_error))
}

impl Watch {
    /// Makes the plugin, and adds the rules for notices to the manager. `saved` returns the files that were saved since it
    /// returned `None`, as `DirSource::watch` (feature `watch` of the core) does.
    pub fn new(manager: &mut ScreenManager, saved: impl Iterator<Item = AssetPath> + 'static) -> Self {
        let shown = Rc::new(RefCell::new(Shown::default()));
        let board = Rc::clone(&shown);
        manager.add_rule(move |Notice(text): &Notice, _| {
            if let Some(level) = board.borrow_mut().add(text) {
                log::log!(level, "{text}");
            }
        });
        // In the order of the events: an error that comes after this is a new one.
        let board = Rc::clone(&shown);
        manager.add_rule(move |Repaired(file): &Repaired, _| {
            board.borrow_mut().errors.retain(|(other, _)| other != file);
        });
        let (burst, unsaved, waiting) = (Vec::new(), Vec::new(), Vec::new());
        let saved = Box::new(saved);
        Self { saved, burst, unsaved, waiting, left: Duration::ZERO, has_failed: false, shown }
    }

    fn advance(&mut self, manager: &mut ScreenManager, elapsed: Duration) {
        self.shown.borrow_mut().notice.take_if(|(_, left)| {
            *left = left.saturating_sub(elapsed);
            left.is_zero()
        });
        self.left = self.left.saturating_sub(elapsed);
        for read in manager.assets_mut().reload_changed(self.take_saved()) {
            match read {
                Ok(reloaded) => {
                    self.burst.retain(|path| *path != reloaded.path);
                    self.waiting.retain(|path| *path != reloaded.path);
                    // A screen may add its own notice, which is shown instead.
                    if self.unsaved.contains(&reloaded.path) {
                        manager.flow().post(Repaired(reloaded.path.clone()));
                    } else {
                        manager.flow().post(Notice(format!("{}{REPLACED}", reloaded.path)));
                    }
                    manager.flow().post(reloaded);
                }
                // What is written in this moment is read once more.
                Err(_) if !self.left.is_zero() => self.has_failed = true,
                Err(error) => {
                    let text = error.to_string();
                    if let Some((file, _)) = subject(&text) {
                        self.waiting.retain(|path| *path != file);
                    }
                    manager.flow().post(Notice(text));
                }
            }
        }
        if self.left.is_zero() && self.burst.is_empty() && !manager.assets().is_reloading() {
            // Also what nothing loads any more, and further files of what was loaded.
            self.waiting.drain(..).for_each(|file| manager.flow().post(Repaired(file)));
            self.unsaved.clear();
        }
    }

    /// The files to read again in this frame.
    fn take_saved(&mut self) -> Vec<AssetPath> {
        let mut saved: Vec<AssetPath> = Vec::new();
        for path in self.saved.by_ref() {
            if !saved.contains(&path) {
                saved.push(path);
            }
        }
        if !saved.is_empty() {
            self.left = QUIET;
            self.unsaved.retain(|path| !saved.contains(path));
            for (file, _) in &self.shown.borrow().errors {
                if !saved.contains(file) {
                    saved.push(file.clone());
                    self.unsaved.push(file.clone());
                }
            }
            self.waiting.extend_from_slice(&saved);
            self.burst.extend_from_slice(&saved);
        } else if self.left.is_zero() {
            let burst = std::mem::take(&mut self.burst);
            if std::mem::take(&mut self.has_failed) {
                saved = burst;
            }
        }
        saved
    }

    /// Returns the notices that are shown now: the errors of files, and the last other one below them.
    pub fn notice(&self) -> Option<String> {
        let shown = self.shown.borrow();
        let errors = shown.errors.iter().map(|(_, text)| text.as_str());
        let lines: Vec<&str> = errors.chain(shown.notice.iter().map(|(text, _)| text.as_str())).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}

impl Plugin for Watch {
    fn before_frame(&mut self, manager: &mut ScreenManager, frame: &mut FrameInput) {
        self.advance(manager, frame.since_last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_success_is_no_warning_and_an_error_is_logged_once() {
        let mut shown = Shown::default();
        for (text, level) in [
            ("a.ron:1:2: Expected integer", Some(Level::Warn)),
            ("my b.png: replaced", Some(Level::Info)),
            // It was read again with the other one.
            ("a.ron:1:2: Expected integer", None),
            ("a.ron:1:3: Expected integer", Some(Level::Warn)),
            ("cannot read a.ron: there is no such file", Some(Level::Warn)),
            ("a.ron: replaced; not kept: state `b` (2)", Some(Level::Info)),
            ("not kept: two", Some(Level::Warn)),
        ] {
            assert_eq!(shown.add(text), level, "{text}");
            assert!(shown.errors.len() <= 1, "{text}");
        }
        assert!(shown.errors.is_empty());
        assert_eq!(shown.notice.map(|(text, _)| text).as_deref(), Some("not kept: two"));
    }

    #[test]
    fn a_notice_is_about_the_file_that_it_begins_with() {
        let of = |text: &str| subject(text).map(|(file, is_error)| (file.to_string(), is_error));
        let file = |path: &str, is_error| Some((path.to_owned(), is_error));
        assert_eq!(of("machines/hen.ron:3:4: no"), file("machines/hen.ron", true));
        assert_eq!(of("machines/hen.ron: replaced"), file("machines/hen.ron", false));
        assert_eq!(of("cannot read a/b.png: it is not a file"), file("a/b.png", true));
        assert_eq!(of("cannot read b.png: replaced"), file("b.png", true));
        for text in ["saved", "not kept: a, b", "after 3.5 s: done", "it panicked: oh", "C:\\a.png: no"] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
