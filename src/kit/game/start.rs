//! The start of a game: its manager, its setup, and its first phase.

use std::sync::Arc;

use proscenium_dev::{Header, TraceWriter};

use super::host::{Host, PlayedBy};
use super::{Game, RunOptions, SetupContext};
use crate::flow::{ManagerSettings, ScreenManager};
use crate::kit::scaling::pixels;
use crate::kit::session::Session;
use crate::platform::{Clock, Trace};
use proscenium_core::support::listed;

impl Game {
    /// Makes the session and calls the setup, without a start.
    pub(super) fn build(self, options: &RunOptions, mut host: Host, trace: Trace) -> Session {
        let pace = options.pace.unwrap_or(self.settings.pace);
        let (gpu, background, mixer) = host.devices(pace);
        let (clock, is_played) = (Clock::system(), host.is_played());
        let is_page = match &host.played_by {
            PlayedBy::Recording(recording) => recording.header.is_page,
            _ => cfg!(target_arch = "wasm32"),
        };
        let (storage, date, records) = host.answers(&self.header(options, &host.options));
        let mut manager = ScreenManager::new(ManagerSettings {
            source: Arc::clone(&host.source),
            clock: clock.clone(),
            background,
            pace,
            seed: options.seed.unwrap_or_default(),
            trace,
            gpu,
            view_size: pixels(self.size),
            upright_size: self.upright_size.map(pixels),
            ..self.settings
        });
        self.phases.into_iter().for_each(|phase| manager.add_phase(phase));
        // The plugins in their order: who plays, the game's own, what is recorded and what is replayed, sound, files.
        let mut session = Session::new(manager, clock.clone()).with_input_map(&self.input_map);
        match host.played_by {
            PlayedBy::Script(script) => session = session.with_script(script),
            #[cfg(all(feature = "testing", not(target_arch = "wasm32")))]
            PlayedBy::Test(add) => add(&mut session.manager),
            PlayedBy::Person | PlayedBy::Recording(_) => {}
        }
        let manager = &mut session.manager;
        self.shared.into_iter().for_each(|share| share(manager));
        self.plugins.into_iter().for_each(|add| add(manager));
        manager.share(mixer.clone());
        let mut cx = SetupContext {
            manager: &mut *manager,
            mixer: &mixer,
            storage: &storage,
            input_map: &self.input_map,
            date: &date,
            utc_offset: &host.utc_offset,
            scaling: &self.scaling,
            has_window: host.has_window,
            is_scripted: !is_played,
            is_page,
            options: &host.options,
            clock: &clock,
        };
        self.player.into_iter().chain(self.setup).for_each(|set_up| set_up(&mut cx));
        if let Some(add) = records {
            add(manager);
        }
        manager.add_plugin(mixer);
        if let Some(trace) = host.trace {
            manager.add_plugin(TraceWriter::new(trace, !options.trace_machines));
        }
        match host.saved {
            Some(saved) => session.with_watch(saved),
            None => session,
        }
    }

    /// Starts the first phase, or that of the options.
    pub(super) fn start(mut self, options: &RunOptions, mut host: Host) -> Result<Session, String> {
        host.options.append(&mut self.options);
        // The first of a name counts.
        host.options.splice(0..0, self.language.take().map(|tag| ("locale".to_owned(), tag)));
        let mut options = options.clone();
        options.seed = options.seed.or(self.seed);
        options.phase = options.phase.or_else(|| self.first_phase.map(|phase| phase.to_string()));
        let mut has_checks = host.record.is_some();
        if let PlayedBy::Recording(recording) = &host.played_by {
            has_checks = true;
            let header = recording.header.clone();
            if header.version != self.version {
                let Header { game, version, .. } = &header;
                log::warn!("{game} {version} made the recording, {} replays it", self.version);
            }
            host.options = header.options;
            (options.seed, options.phase, options.pace) =
                (Some(header.seed), header.phase, Some(header.pace));
        }
        if host.is_played() {
            options.seed.get_or_insert_with(Clock::unix_time);
        }
        // Checks and the report of a crash need the trace as well.
        let trace = Trace::recording();
        let trace = if has_checks || options.trace_machines { trace.with_machines() } else { trace };
        let no_assets = host.no_assets.take();
        let mut session = self.build(&options, host, trace);
        let known: Vec<_> = session.manager.phases().collect();
        let found = match &options.phase {
            None => {
                known.first().ok_or_else(|| "the game has no phase; add one with `Game::phase`".to_owned())
            }
            Some(wanted) => known.iter().find(|id| id.name() == wanted).ok_or_else(|| {
                let names = listed(known.iter().map(|id| id.name()));
                format!("there is no phase `{wanted}`; there are: {names}")
            }),
        };
        // A page reports a wrong query string and plays all the same.
        #[cfg(target_arch = "wasm32")]
        let found = found.or_else(|error| {
            log::error!("{error}");
            known.first().ok_or(error)
        });
        let first = *found?;
        if let Some(what) = no_assets.filter(|_| session.manager.needs_files(first)) {
            return Err(what);
        }
        session.manager.start(first);
        session.manager.make_current();
        Ok(session)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::io::{self, Write};
    use std::path::PathBuf;
    use std::rc::Rc;

    use proscenium_dev::{InputScript, Recording};

    use super::*;
    use crate::flow::Phase;
    use crate::phase::Pace;
    use crate::platform::{Input, MemorySource};

    #[derive(Clone, Default)]
    struct File(Rc<RefCell<Vec<u8>>>);

    impl Write for File {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// The seed of the manager of a run, and that of its recording.
    fn seeds(played_by: PlayedBy, seed: Option<u64>) -> (u64, u64) {
        let file = File::default();
        let mut host = Host::new(Arc::new(MemorySource::default()));
        host.played_by = played_by;
        host.record = Some((Box::new(file.clone()), PathBuf::new()));
        let game = Game::new("dice").phase(Phase::new("dice"));
        let mut session = game.start(&RunOptions { seed, ..RunOptions::default() }, host).unwrap();
        let random = session.manager().random_state();
        session.advance(Clock::TICK, &Input::default());
        let recording = Recording::parse(&file.0.borrow()).unwrap();
        (random, recording.header.seed)
    }

    #[test]
    fn a_game_says_how_it_starts_and_the_options_come_before_it() {
        let header = |options: &RunOptions| {
            let file = File::default();
            let mut host = Host::new(Arc::new(MemorySource::default()));
            host.record = Some((Box::new(file.clone()), PathBuf::new()));
            host.options.push(("locale".to_owned(), "en-US".to_owned()));
            let game = Game::new("dice").phase(Phase::new("menu")).phase(Phase::new("dice"));
            let game = game.first_phase("dice").language("de").pace(Pace::Blocking).seed(6);
            let mut session = game.start(options, host).unwrap();
            session.advance(Clock::TICK, &Input::default());
            let header = Recording::parse(&file.0.borrow()).unwrap().header;
            let language =
                header.options.iter().find(|(name, _)| name == "locale").map(|(_, tag)| tag.clone());
            (header.phase, language, header.pace, header.seed)
        };
        let phase = |name: &str| Some(name.to_owned());
        let german = Some("de".to_owned());
        assert_eq!(header(&RunOptions::default()), (phase("dice"), german.clone(), Pace::Blocking, 6));
        let (first, pace) = (phase("menu"), Some(Pace::OneItemPerTick));
        let options = RunOptions { phase: first.clone(), pace, seed: Some(1), ..RunOptions::default() };
        assert_eq!(header(&options), (first, german, Pace::OneItemPerTick, 1));
    }

    #[test]
    fn the_seed_of_a_player_is_the_time_and_that_of_a_script_0() {
        let script = || PlayedBy::Script(InputScript::default());
        let before = Clock::unix_time();
        let (run, recorded) = seeds(PlayedBy::Person, None);
        assert!((before..=Clock::unix_time()).contains(&run), "{run} is not the time");
        assert_eq!(recorded, run);
        assert_eq!(seeds(script(), None), (0, 0));
        assert_eq!([PlayedBy::Person, script()].map(|played_by| seeds(played_by, Some(7))), [(7, 7); 2]);
    }
}
