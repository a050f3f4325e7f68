//! What a run gets from the machine that it runs on.

use std::io::Write;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use proscenium_dev::{Header, InputScript, Recorder, Recording, Replayer, crash};

use super::local_time::{UtcOffset, utc};
use super::{AddPlugin, Game, RunOptions};
use crate::kit::Mixer;
#[cfg(feature = "window")]
use crate::kit::scaling::{Scaling, pixels};
#[cfg(feature = "window")]
use crate::kit::windowed::{WindowRun, WindowViews};
use crate::phase::{Background, Pace};
#[cfg(feature = "window")]
use crate::platform::window::{Canvas, Visibility, WindowConfig, WindowGpu, WindowInput, display_size};
use crate::platform::{
    AssetPath, AssetSource, Clock, DirStorage, Gpu, HeadlessAudio, HeadlessGpu, MemoryStorage, Storage,
};
#[cfg(all(feature = "window", not(target_arch = "wasm32")))]
use proscenium_core::support::decode_image_now;

/// Where the input of a run comes from.
pub(super) enum PlayedBy {
    Person,
    Script(InputScript),
    Recording(Box<Recording>),
    /// A plugin of a test.
    #[cfg(all(feature = "testing", not(target_arch = "wasm32")))]
    Test(AddPlugin),
}

/// What a run gets from the desktop or the page.
pub(super) struct Host {
    pub(super) has_window: bool,
    pub(super) source: Arc<dyn AssetSource>,
    /// The GPU of a run without a window, if it is not the plain one.
    pub(super) gpu: Option<Box<dyn Gpu>>,
    /// Why there is no folder of assets.
    pub(super) no_assets: Option<String>,
    pub(super) storage: Rc<dyn Storage>,
    pub(super) played_by: PlayedBy,
    pub(super) trace: Option<Box<dyn Write>>,
    /// Where the run is recorded; a page has no path.
    pub(super) record: Option<(Box<dyn Write>, PathBuf)>,
    /// Where a player's files are.
    pub(super) home: Option<Home>,
    pub(super) utc_offset: UtcOffset,
    /// The options of the game's own.
    pub(super) options: Vec<(String, String)>,
    /// The files of the assets that are saved, if they are watched.
    pub(super) saved: Option<Saved>,
}

/// The files that were saved since it returned `None`.
pub(super) type Saved = Box<dyn Iterator<Item = AssetPath>>;

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
            gpu: None,
            no_assets: None,
            storage: Rc::new(MemoryStorage::default()),
            played_by: PlayedBy::Person,
            trace: None,
            record: None,
            home: None,
            utc_offset: utc(),
            options: Vec::new(),
            saved: None,
        }
    }

    /// Whether a player plays, and no script or recording.
    pub(super) const fn is_played(&self) -> bool {
        matches!(self.played_by, PlayedBy::Person)
    }

    pub(super) fn devices(&mut self, pace: Pace) -> (Box<dyn Gpu>, Background, Mixer) {
        match self.has_window {
            #[cfg(feature = "window")]
            true => (Box::new(WindowGpu::default()), Background::for_window(), Mixer::for_window()),
            _ => {
                let background = match pace {
                    // Ticks without a window take no time, so thousands would pass until a thread has had its turn: no
                    // tick of a budget waits for long.
                    Pace::Budget(_) => Background::single_threaded(),
                    _ => Background::for_this_machine(),
                };
                let gpu = self.gpu.take().unwrap_or_else(|| Box::new(HeadlessGpu::default()));
                (gpu, background, Mixer::new(HeadlessAudio::default()))
            }
        }
    }

    /// The storage and the clock of the run, recorded or replayed, and the plugin that does it.
    pub(super) fn answers(&mut self, header: &Header) -> (Rc<dyn Storage>, Date, Option<AddPlugin>) {
        let Header { game, version, seed, .. } = header;
        let about = format!(
            "{game} {version}, proscenium {}\nsystem: {} {}\nwindow: {}\nseed: {seed}",
            env!("CARGO_PKG_VERSION"),
            if cfg!(target_arch = "wasm32") { "page" } else { std::env::consts::OS },
            std::env::consts::ARCH,
            self.has_window,
        );
        let state = self.home.take().map(|home| home.state);
        if let PlayedBy::Recording(recording) = &mut self.played_by {
            crash::begin(about, None, state);
            let replayer = Replayer::new(std::mem::take(recording));
            let (storage, date) = (replayer.storage(), replayer.date());
            return (storage, date, Some(Box::new(|manager| manager.add_plugin(replayer))));
        }
        let recorded = self.record.take().map(|(out, path)| (Recorder::new(out, header), path));
        crash::begin(about, recorded.clone(), state);
        let Some((recorder, _)) = recorded else {
            return (Rc::clone(&self.storage), Rc::new(Clock::unix_time), None);
        };
        let (storage, date) = (recorder.storage(Rc::clone(&self.storage)), recorder.date());
        (storage, date, Some(Box::new(|manager| manager.add_plugin(recorder))))
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
            pace: options.pace.unwrap_or(self.settings.pace),
            options: own.to_vec(),
            is_page: cfg!(target_arch = "wasm32"),
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
        #[cfg(not(target_arch = "wasm32"))]
        if waits {
            host.utc_offset = super::local_time::of_system();
        }
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
            undrawn: std::time::Duration::ZERO,
            screenshots: options.screenshots.clone(),
            frames: options.frames.clone().map(|folder| (folder, 0)),
            waits,
            crash: None,
        })
    }
}
