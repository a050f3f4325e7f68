//! A game that a test plays.

use std::cell::RefCell;
use std::error::Error;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use crate::dev::{InputScript, RunError, ScriptPlayer};
use crate::flow::{Plugin, ScreenId, ScreenManager, TickInput};
use crate::game::{Game, Host, Session, SessionError, desktop};
use crate::phase::Background;
use crate::platform::{
    Action, AssetSource, Clock, Input, InputMap, PixelGpu, Pixels, TextureId, TraceRecord,
};

/// A [`Game`] that a test plays, script by script (feature `dev`). It has no window; its storage is in memory, its
/// seed is 0, and time passes only while it is played. What it does is the same in each run.
///
/// ```
/// use proscenium::flow::{GameScreen, Phase, ScreenContext};
/// use proscenium::game::{Game, TestRun};
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
/// assert!(run.manager().assets().leaks().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TestRun {
    pub(super) session: Session,
    clock: Clock,
    pub(super) input_map: Rc<RefCell<InputMap>>,
    pub(super) actions: Vec<Action>,
    gpu: PixelGpu,
    pub(super) playing: Rc<RefCell<Playing>>,
}

/// What the plugin and the test share.
#[derive(Default)]
pub(super) struct Playing {
    pub(super) script: Option<ScriptPlayer>,
    error: Option<SessionError>,
    records: Vec<TraceRecord>,
}

impl TestRun {
    /// Starts `game` with the files of its assets folder, which is searched for from the package's folder on.
    /// Its first phase loads while the first script plays.
    ///
    /// # Errors
    ///
    /// The game has no phase, or needs files and has no folder. A phase that cannot be loaded leads to the failure
    /// screen, as in a window.
    pub fn new(game: Game) -> Result<Self, String> {
        let (host, _) = desktop::host(&game, None)?;
        Self::start(game, host)
    }

    /// Starts `game` with the files of `source`, such as a [`TestSource`](crate::platform::TestSource), whose files a
    /// test edits, holds back and counts.
    ///
    /// # Errors
    ///
    /// The game has no phase.
    pub fn with_source(game: Game, source: impl AssetSource + 'static) -> Result<Self, String> {
        let host = game.host(Arc::new(source));
        Self::start(game, host)
    }

    fn start(game: Game, mut host: Host) -> Result<Self, String> {
        let (gpu, playing) = (PixelGpu::default(), Rc::<RefCell<Playing>>::default());
        let (actions, plugin) = (game.tools.actions.clone(), Player(Rc::clone(&playing)));
        host.gpu = Some(Box::new(gpu.clone()));
        // Ticks take no time here, so threads would be done after another number of them in each run.
        host.background = Some(Background::single_threaded());
        host.clock = Clock::manual();
        let (clock, input_map) = (host.clock.clone(), Rc::clone(&host.input_map));
        host.is_scripted = true;
        host.first.push(Box::new(|manager, _| manager.plugins_mut().add_first(plugin)));
        let session = game.start(host)?;
        Ok(Self { session, clock, input_map, actions, gpu, playing })
    }

    /// Plays an [input script](InputScript) to its end. It begins with nothing held; the run goes on after it.
    ///
    /// # Errors
    ///
    /// The text is no script, a `wait` or an `expect` failed ([`RunError::Script`]), the game has crashed
    /// ([`SessionError::Crashed`]), or it has ended with lines of the script left.
    pub fn script(&mut self, text: &str) -> Result<(), SessionError> {
        let script =
            InputScript::parse(text, &self.actions).map_err(|error| SessionError::Plugin(error.into()))?;
        let player = ScriptPlayer::new(script, Rc::clone(&self.input_map));
        self.playing.borrow_mut().script = Some(player);
        loop {
            if self.playing.borrow().script.as_ref().is_none_or(ScriptPlayer::is_over) {
                break;
            }
            if self.session.is_over() {
                let line = self.playing.borrow().script.as_ref().map_or(0, ScriptPlayer::line);
                return Err(SessionError::Tool(RunError::Script {
                    line,
                    what: "the game has ended".to_owned(),
                }));
            }
            self.advance(Clock::TICK, &Input::default())?;
        }
        let mut playing = self.playing.borrow_mut();
        playing.script = None;
        playing.error.take().map_or(Ok(()), Err)
    }

    /// Plays the ticks of one frame with the input of a player. Of several runs the one that plays is
    /// [`ScreenManager::current`].
    ///
    /// # Errors
    ///
    /// The game has crashed ([`SessionError::Crashed`]).
    pub fn advance(&mut self, elapsed: Duration, input: &Input) -> Result<(), SessionError> {
        self.manager().make_current();
        self.clock.advance(elapsed);
        self.session.advance(elapsed, input);
        self.session.take_crash().map_or(Ok(()), Err)
    }

    /// The manager, with its stack, its resources and its reports.
    pub const fn manager(&self) -> &ScreenManager {
        self.session.manager()
    }

    /// The names of the screens on the stack, the top one last.
    pub fn stack(&self) -> Vec<&'static str> {
        self.manager().stack().ids().map(ScreenId::name).collect()
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
    fn before_tick(
        &mut self,
        manager: &mut ScreenManager,
        tick: &mut TickInput,
    ) -> Result<(), Box<dyn Error>> {
        let Playing { script, error, .. } = &mut *self.0.borrow_mut();
        if let Some(player) = script
            && let Err(cause) = player.before_tick(manager, tick)
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
