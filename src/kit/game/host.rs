//! What a run gets from the machine that it runs on.

use std::cell::RefCell;
use std::io::Write;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use super::reports::keep_in;
use super::{Game, RunOptions};
use crate::kit::input_script::InputScript;
use crate::kit::recorder::{RecordedStorage, Recorder};
use crate::kit::recording::{Entry, Header, Recording};
use crate::kit::replayer::ReplayedStorage;
#[cfg(feature = "window")]
use crate::kit::scaling::{Scaling, pixels};
#[cfg(feature = "window")]
use crate::kit::windowed::{WindowRun, WindowViews};
use crate::kit::{Mixer, crash};
use crate::phase::Background;
#[cfg(all(feature = "window", not(target_arch = "wasm32")))]
use crate::phase::decode_image_now;
#[cfg(feature = "window")]
use crate::platform::window::{Canvas, Visibility, WindowConfig, WindowGpu, WindowInput, display_size};
use crate::platform::{
    AssetPath, AssetSource, Clock, DirStorage, Gpu, HeadlessAudio, HeadlessGpu, MemoryStorage, Storage,
};

/// Where the input of a run comes from.
pub(super) enum PlayedBy {
    Person,
    Script(InputScript),
    Recording(Box<Recording>),
}

/// What a run gets from the desktop or the page.
pub(super) struct Host {
    pub(super) has_window: bool,
    pub(super) source: Arc<dyn AssetSource>,
    /// Why there is no folder of assets.
    pub(super) no_assets: Option<String>,
    pub(super) storage: Rc<dyn Storage>,
    pub(super) played_by: PlayedBy,
    pub(super) trace: Option<Box<dyn Write>>,
    /// Where the run is recorded; a page has no path.
    pub(super) record: Option<(Box<dyn Write>, PathBuf)>,
    /// Where a player's files are.
    pub(super) home: Option<Home>,
    /// The options of the game's own.
    pub(super) options: Vec<(String, String)>,
    /// The files of the assets that are saved, if they are watched.
    pub(super) saved: Option<Box<dyn Iterator<Item = AssetPath>>>,
}

/// Where the files of a player are.
#[cfg_attr(target_arch = "wasm32", allow(dead_code, reason = "a page has no folders"))]
pub(super) struct Home {
    pub(super) storage: DirStorage,
    /// The folder of recordings, logs and reports of crashes.
    pub(super) state: PathBuf,
}

impl Host {
    /// A host without a window.
    pub(super) fn new(source: Arc<dyn AssetSource>) -> Self {
        Self {
            has_window: false,
            source,
            no_assets: None,
            storage: Rc::new(MemoryStorage::default()),
            played_by: PlayedBy::Person,
            trace: None,
            record: None,
            home: None,
            options: Vec::new(),
            saved: None,
        }
    }

    /// Whether a player plays, and no script or recording.
    pub(super) const fn is_played(&self) -> bool {
        matches!(self.played_by, PlayedBy::Person)
    }

    pub(super) fn devices(&self) -> (Box<dyn Gpu>, Background, Mixer) {
        match self.has_window {
            #[cfg(feature = "window")]
            true => (Box::new(WindowGpu::default()), Background::for_window(), Mixer::for_window()),
            _ => (
                Box::new(HeadlessGpu::default()),
                Background::for_this_machine(),
                Mixer::new(HeadlessAudio::default()),
            ),
        }
    }

    /// The storage and the clock of the run, recorded or replayed.
    pub(super) fn answers(&mut self, header: Header) -> (Rc<dyn Storage>, Date, Option<Recorder>) {
        let Header { game, version, seed, .. } = &header;
        let about = format!(
            "{game} {version}, proscenium {}\nsystem: {} {}\nwindow: {}\nseed: {seed}",
            env!("CARGO_PKG_VERSION"),
            if cfg!(target_arch = "wasm32") { "page" } else { std::env::consts::OS },
            std::env::consts::ARCH,
            self.has_window,
        );
        let state = self.home.take().map(|home| home.state);
        if let PlayedBy::Recording(recording) = &mut self.played_by {
            crash::begin(about, None, keep_in(state, None));
            let answers = Rc::new(RefCell::new(std::mem::take(&mut recording.answers)));
            let storage = ReplayedStorage::new(Rc::clone(&answers));
            let date = move || answers.borrow_mut().dates.pop_front().unwrap_or_default();
            return (Rc::new(storage), Rc::new(date), None);
        }
        let (out, recording) = self.record.take().unzip();
        let recorder = out.map(|out| Recorder::new(out, header));
        crash::begin(about, recorder.clone(), keep_in(state, recording));
        let Some(recorder) = recorder else {
            return (Rc::clone(&self.storage), Rc::new(Clock::unix_time), None);
        };
        let storage = RecordedStorage(Rc::clone(&self.storage), recorder.clone());
        let noted = recorder.clone();
        let date = move || {
            let date = Clock::unix_time();
            noted.note(&Entry::Date(date));
            date
        };
        (Rc::new(storage), Rc::new(date), Some(recorder))
    }
}

/// Returns the seconds since the beginning of 1970.
type Date = Rc<dyn Fn() -> u64>;

impl Game {
    /// What a recording of this run begins with.
    pub(super) fn header(&self, options: &RunOptions, own: &[(String, String)]) -> Header {
        Header {
            game: self.name.to_owned(),
            version: self.version.to_owned(),
            seed: options.seed.unwrap_or_default(),
            phase: options.phase.clone(),
            pace: options.pace,
            options: own.to_vec(),
            is_page: cfg!(target_arch = "wasm32"),
            ..Header::default()
        }
    }

    /// The window, of exactly this size, or else as large as the game wants it and the display allows.
    #[cfg(feature = "window")]
    pub(super) fn window(&self, exact: Option<(u32, u32)>, vsync: bool) -> WindowConfig {
        let (width, height) = exact.unwrap_or_else(|| self.opening_size(display_size()));
        let (title, class) = (self.shown_title(), self.name);
        // A page has an icon of its own.
        #[cfg(target_arch = "wasm32")]
        let icon = None;
        #[cfg(not(target_arch = "wasm32"))]
        let icon = self.icon.and_then(|png| decode_image_now(png, "", u64::MAX).ok());
        WindowConfig { title, width, height, vsync, class, icon }
    }

    /// The size of the window on a display of this size, if that is known.
    #[cfg(feature = "window")]
    fn opening_size(&self, display: Option<(u32, u32)>) -> (u32, u32) {
        let twice = (self.size.0 * 2, self.size.1 * 2);
        let display = display.unwrap_or((u32::MAX, u32::MAX));
        let fits = |(width, height): (u32, u32)| width <= display.0 && height <= display.1;
        let wanted = match self.window_size {
            Some(size) => size,
            None if fits(twice) => twice,
            None => self.size,
        };
        if fits(wanted) {
            return wanted;
        }
        let fitting = Scaling::Smooth.fit(wanted, pixels(display));
        (fitting.w as u32, fitting.h as u32)
    }

    #[cfg(feature = "window")]
    pub(super) fn start_in_window(self, options: &RunOptions, mut host: Host) -> Result<WindowRun, String> {
        host.has_window = true;
        let waits = host.is_played();
        let views =
            WindowViews { wide: self.size, upright: self.upright_size, scaling: Rc::clone(&self.scaling) };
        let input = WindowInput::new(Rc::clone(&self.input_map));
        let visibility = Visibility::new(&self.shown_title());
        Ok(WindowRun {
            session: self.start(options, host)?,
            views,
            input,
            canvas: Canvas::default(),
            visibility,
            was_hidden: false,
            screenshots: options.screenshots.clone(),
            frames: options.frames.clone().map(|folder| (folder, 0)),
            waits,
            crash: None,
        })
    }
}
