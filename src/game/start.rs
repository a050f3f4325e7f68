//! The start of a game: its manager, its setup, and its first phase.

use std::collections::BTreeSet;
use std::sync::Arc;

use proscenium_core::platform::listed;

use super::builder::Game;
use super::crash;
use super::host::Host;
use super::kinds::register_kinds;
use super::session::Session;
use crate::flow::{ManagerSettings, ScreenCommand, ScreenId, ScreenManager};
use crate::phase::PhaseId;
use crate::platform::{AssetSource, Clock};

impl Game {
    /// A player's machine without a window, for this game.
    pub(super) fn host(&self, source: Arc<dyn AssetSource>) -> Host {
        let host = Host::new(source);
        host.input_map.replace(self.input_map.clone());
        host.scaling.set(self.scaling);
        host
    }

    /// Takes from the game what nothing else has said, and attaches the tools.
    fn complete(&self, host: &mut Host) {
        let language = self.language.clone().map(|tag| ("locale".to_owned(), tag));
        host.options.splice(0..0, language);
        host.options.extend_from_slice(&self.options);
        // A screen brings its phase along.
        let own = self.first_phase.filter(|_| host.screen.is_none());
        host.phase = host.phase.take().or_else(|| own.map(|phase| phase.to_string()));
        host.pace.get_or_insert(self.settings.pace);
        host.seed = host.seed.or(self.seed).or_else(|| (!host.is_scripted).then(Clock::unix_time));
        for attach in std::mem::take(&mut host.attach) {
            attach(host);
        }
    }

    /// Makes the manager, whose plugins are in this order: who plays, the game's own, the overlay, the mixer, what is
    /// recorded and written. Nothing is started.
    pub(super) fn build(self, host: &mut Host) -> ScreenManager {
        let pace = host.pace.unwrap_or(self.settings.pace);
        let (gpu, background, mixer) = host.devices(pace);
        let mut manager = ScreenManager::new(ManagerSettings {
            source: Arc::clone(&host.source),
            clock: host.clock.clone(),
            background,
            pace,
            seed: host.seed.unwrap_or_default(),
            trace: host.trace.clone(),
            gpu,
            view: self.view,
            upright_view: self.upright_view,
            surface: host.surface.clone().unwrap_or(self.settings.surface),
            ..self.settings
        });
        manager.set_scaling(host.scaling.get());
        self.phases.into_iter().for_each(|phase| manager.add_phase(phase));
        register_kinds(&mut manager);
        manager.share(mixer.clone());
        let (first, last) = (std::mem::take(&mut host.first), std::mem::take(&mut host.last));
        let parts = first.into_iter().chain(self.shared).chain(self.plugins).chain(self.profile);
        parts.chain(self.setup).chain(self.overlay).for_each(|set_up| set_up(&mut manager, host));
        manager.add_plugin(mixer);
        last.into_iter().for_each(|set_up| set_up(&mut manager, host));
        manager
    }

    /// Starts the first phase, or the one that the host names.
    pub(super) fn start(self, mut host: Host) -> Result<Session, String> {
        self.complete(&mut host);
        let state = host.home.take().map(|home| home.state);
        crash::begin(self.about(&host), host.recorded.take(), state);
        let (clock, phase, screen) = (host.clock.clone(), host.phase.clone(), host.screen.clone());
        let mut manager = self.build(&mut host);
        let (first, shown) = first_screen(&manager, phase.as_deref(), screen.as_deref())?;
        if let Some(what) = host.no_assets.filter(|_| manager.assets().needs_files(first)) {
            return Err(what);
        }
        manager.start(first);
        if let Some(screen) = shown {
            // It waits for the end of the load.
            manager.command(ScreenCommand::push(screen).without_transition());
        }
        #[cfg(feature = "dev")]
        if let Some(save) = host.resumed {
            super::dev::resume(&mut manager, &save);
        }
        manager.make_current();
        Ok(Session::new(manager, clock))
    }

    /// What the report of a crash says of the run.
    fn about(&self, host: &Host) -> String {
        format!(
            "{} {}, proscenium {}\nsystem: {} {}\nwindow: {}\nseed: {}",
            self.name,
            self.version,
            env!("CARGO_PKG_VERSION"),
            if cfg!(target_arch = "wasm32") { "page" } else { std::env::consts::OS },
            std::env::consts::ARCH,
            host.has_window(),
            host.seed.unwrap_or_default(),
        )
    }
}

/// The first phase, and the screen to push on its first one.
fn first_screen(
    manager: &ScreenManager,
    phase: Option<&str>,
    screen: Option<&str>,
) -> Result<(PhaseId, Option<ScreenId>), String> {
    let first = first_phase(manager, phase)?;
    let Some(wanted) = screen else { return Ok((first, None)) };
    let phases = manager.assets().phases().filter(|known| phase.is_none() || *known == first);
    let known: Vec<_> =
        phases.flat_map(|phase| manager.screens_of(phase).map(move |id| (phase, id))).collect();
    let Some((phase, id)) = known.iter().copied().find(|(_, id)| id.name() == wanted) else {
        let names = listed(known.iter().map(|(_, id)| id.name()).collect::<BTreeSet<_>>());
        let of_phase = phase.map(|phase| format!(" in the phase `{phase}`")).unwrap_or_default();
        let what = format!("there is no screen `{wanted}`{of_phase}; there are: {names}");
        return wrong_start(what, (first, None));
    };
    // The first screen of the phase has none below it.
    Ok((phase, Some(id).filter(|id| manager.screens_of(phase).next() != Some(*id))))
}

/// The phase of this name, or the first one.
fn first_phase(manager: &ScreenManager, wanted: Option<&str>) -> Result<PhaseId, String> {
    let known: Vec<_> = manager.assets().phases().collect();
    let first = known.first().copied().ok_or("the game has no phase; add one with `Game::phase`")?;
    let Some(wanted) = wanted else { return Ok(first) };
    if let Some(found) = known.iter().find(|id| id.name() == wanted) {
        return Ok(*found);
    }
    let names = listed(known.iter().map(|id| id.name()));
    wrong_start(format!("there is no phase `{wanted}`; there are: {names}"), first)
}

/// Returns the error; a page reports a wrong query string and plays all the same.
fn wrong_start<T>(error: String, instead: T) -> Result<T, String> {
    if cfg!(target_arch = "wasm32") {
        log::error!("{error}");
        return Ok(instead);
    }
    Err(error)
}
