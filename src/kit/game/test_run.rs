//! A game that a test plays.

use std::cell::RefCell;
use std::error::Error;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use proscenium_dev::{InputScript, ScriptPlayer, SessionError};

use super::host::{Host, PlayedBy};
use super::{Game, RunOptions, desktop};
use crate::flow::{Plugin, ScreenId, ScreenManager, Turn};
use crate::kit::session::Session;
use crate::platform::{Action, AssetSource, Clock, Input, PixelGpu, Pixels, TextureId, TraceRecord};

/// A [`Game`] that a test plays, script by script (feature `testing`). It has no window; its storage is in memory, its
/// seed is 0, and time passes only while it is played. What it does is the same in each run.
///
/// ```
/// use proscenium::flow::{GameScreen, Phase, ScreenContext};
/// use proscenium::kit::{Game, TestRun};
/// use proscenium::platform::Action;
///
/// struct Title;
/// impl GameScreen for Title {
///     fn update(&mut self, cx: &mut ScreenContext<'_>) {
///         if cx.input().is_pressed(Action::ACCEPT) {
///             cx.push("rules");
///         }
///     }
/// }
/// struct Rules;
/// impl GameScreen for Rules {
///     fn update(&mut self, _: &mut ScreenContext<'_>) {}
/// }
///
/// let phase = Phase::new("menu").screen("title", |_| Title).screen("rules", |_| Rules);
/// let mut run = TestRun::new(Game::new("rules").phase(phase))?;
/// run.script("wait title\ntap accept\nwait rules")?;
/// assert_eq!(run.stack(), ["title", "rules"]);
/// assert!(run.manager().leaks().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TestRun {
    session: Session,
    actions: Vec<Action>,
    gpu: PixelGpu,
    playing: Rc<RefCell<Playing>>,
}

/// What the plugin and the test share.
#[derive(Default)]
struct Playing {
    script: Option<ScriptPlayer>,
    error: Option<SessionError>,
    records: Vec<TraceRecord>,
}

impl TestRun {
    /// Starts `game` with the files of its folder of assets, which is searched for from the folder of the package on.
    /// Its first phase loads while the first script plays.
    ///
    /// # Errors
    ///
    /// The game has no phase, or needs files and has no folder. What a phase cannot load leads to the failure screen, as in
    /// a window.
    pub fn new(game: Game) -> Result<Self, String> {
        let (host, _) = desktop::host(&game, &RunOptions::default())?;
        Self::start(game, host)
    }

    /// Starts `game` with the files of `source`, such as a [`TestSource`](crate::platform::TestSource), whose files are
    /// edited, held back and counted.
    ///
    /// # Errors
    ///
    /// The game has no phase.
    pub fn with_source(game: Game, source: impl AssetSource + 'static) -> Result<Self, String> {
        Self::start(game, Host::new(Arc::new(source)))
    }

    fn start(game: Game, mut host: Host) -> Result<Self, String> {
        let (gpu, playing) = (PixelGpu::default(), Rc::<RefCell<Playing>>::default());
        let (actions, plugin) = (game.actions.clone(), Player(Rc::clone(&playing)));
        host.gpu = Some(Box::new(gpu.clone()));
        host.played_by = PlayedBy::Test(Box::new(|manager| manager.add_first_plugin(plugin)));
        let session = game.start(&RunOptions::default(), host)?;
        Ok(Self { session, actions, gpu, playing })
    }

    /// Plays an [input script](InputScript) to its end. It begins with nothing held; the run goes on after it.
    ///
    /// # Errors
    ///
    /// The text is no script, a `wait` or an `expect` failed ([`SessionError::Script`]), the game has crashed
    /// ([`SessionError::Crashed`]), or it has ended with lines of the script left.
    pub fn script(&mut self, text: &str) -> Result<(), SessionError> {
        let script =
            InputScript::parse(text, &self.actions).map_err(|error| SessionError::Plugin(error.into()))?;
        let player = ScriptPlayer::new(script, self.session.input_map());
        self.playing.borrow_mut().script = Some(player);
        loop {
            if self.playing.borrow().script.as_ref().is_none_or(ScriptPlayer::is_over) {
                break;
            }
            if self.session.is_over() {
                let line = self.playing.borrow().script.as_ref().map_or(0, ScriptPlayer::line);
                return Err(SessionError::Script { line, what: "the game has ended".to_owned() });
            }
            self.advance(Clock::TICK, &Input::default())?;
        }
        let mut playing = self.playing.borrow_mut();
        playing.script = None;
        playing.error.take().map_or(Ok(()), Err)
    }

    /// Plays the ticks of one frame with the input of a player.
    ///
    /// # Errors
    ///
    /// The game has crashed ([`SessionError::Crashed`]).
    pub fn advance(&mut self, elapsed: Duration, input: &Input) -> Result<(), SessionError> {
        self.session.advance(elapsed, input);
        self.session.take_crash().map_or(Ok(()), Err)
    }

    /// The manager, with its stack, its resources and its reports.
    pub const fn manager(&self) -> &ScreenManager {
        self.session.manager()
    }

    /// The names of the screens on the stack, the top one last.
    pub fn stack(&self) -> Vec<&'static str> {
        self.manager().stack().map(ScreenId::name).collect()
    }

    /// Takes the trace since the last call.
    pub fn take_trace(&mut self) -> Vec<TraceRecord> {
        std::mem::take(&mut self.playing.borrow_mut().records)
    }

    /// What a texture shows: [`PixelGpu::pixels`].
    pub fn pixels(&self, texture: TextureId) -> Option<Pixels> {
        self.gpu.pixels(texture)
    }
}

/// The first plugin of the run.
struct Player(Rc<RefCell<Playing>>);

impl Plugin for Player {
    fn before_tick(&mut self, manager: &mut ScreenManager, turn: &mut Turn) -> Result<(), Box<dyn Error>> {
        let Playing { script, error, .. } = &mut *self.0.borrow_mut();
        if let Some(player) = script
            && let Err(cause) = player.before_tick(manager, turn)
        {
            (*script, *error) = (None, Some(SessionError::from(cause)));
        }
        Ok(())
    }

    fn after_tick(&mut self, _: &mut ScreenManager, records: &[TraceRecord]) -> Result<(), Box<dyn Error>> {
        self.0.borrow_mut().records.extend_from_slice(records);
        Ok(())
    }
}
