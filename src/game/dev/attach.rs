//! Scripts, recordings and traces as parts of a run.

use std::io::Write;
use std::path::PathBuf;
use std::rc::Rc;

use crate::dev::{Header, InputScript, Recorder, Recording, Replayer, ScriptPlayer, TraceWriter};
use crate::game::builder::Game;
use crate::game::crash::Recorded;
use crate::game::host::Host;
use crate::platform::{MemoryStorage, Storage as _, Trace};

/// The key of a recording for the save that its run goes on with.
const RESUMED: &str = "resumed.save";

/// Plays an input script in place of a player.
pub(in crate::game) fn script(host: &mut Host, script: InputScript) {
    host.is_scripted = true;
    let map = Rc::clone(&host.input_map);
    host.first.push(Box::new(move |manager, _| {
        manager.plugins_mut().add_first(ScriptPlayer::new(script, map));
    }));
}

/// Writes the trace. The changes of machines are left out unless they are wanted: a recording has them in the trace anyway.
pub(super) fn trace(host: &mut Host, out: impl Write + 'static, has_machines: bool) {
    host.last.push(Box::new(move |manager, _| {
        manager.add_plugin(TraceWriter::new(Box::new(out), !has_machines));
    }));
}

/// Records the run to what `open` returns, with its path, when the run is started.
pub(in crate::game) fn record(
    game: &Game,
    host: &mut Host,
    open: impl FnOnce(&Host) -> Option<(Box<dyn Write>, PathBuf)> + 'static,
) {
    let (name, version) = (game.name, game.version);
    host.attach.push(Box::new(move |host| {
        let Some((out, path)) = open(host) else { return };
        host.trace = Trace::recording().with_machines();
        let recorder = Recorder::new(out, &header(host, name, version));
        if let Some(save) = &host.resumed {
            // As a text that the run reads: the answer is the save that is there already.
            let texts = MemoryStorage::default();
            let _ = texts.save(RESUMED, save).and_then(|()| recorder.storage(Rc::new(texts)).load(RESUMED));
        }
        host.storage = recorder.storage(Rc::clone(&host.storage));
        host.date = recorder.date();
        host.recorded = Some((Box::new(recorder.clone()), path));
        host.last.insert(0, Box::new(move |manager, _| manager.add_plugin(recorder)));
    }));
}

/// Replays a recorded run.
pub(super) fn replay(game: &Game, host: &mut Host, recording: Recording) {
    let own = game.version;
    host.is_scripted = true;
    host.is_page = recording.header.is_page;
    host.trace = Trace::recording().with_machines();
    host.attach.push(Box::new(move |host| {
        let Header { game, version, seed, phase, screen, pace, options, .. } = recording.header.clone();
        if version != own {
            log::warn!("{game} {version} made the recording, {own} replays it");
        }
        (host.seed, host.phase, host.screen) = (Some(seed), phase, screen);
        (host.pace, host.options) = (Some(pace), options);
        let replayer = Replayer::new(recording);
        (host.storage, host.date) = (replayer.storage(), replayer.date());
        // A run that was not resumed has none.
        host.resumed = host.storage.load(RESUMED).ok().flatten();
        host.last.insert(0, Box::new(move |manager, _| manager.add_plugin(replayer)));
    }));
}

/// What a recording of this run begins with.
fn header(host: &Host, name: &str, version: &str) -> Header {
    Header {
        game: name.to_owned(),
        version: version.to_owned(),
        seed: host.seed.unwrap_or_default(),
        phase: host.phase.clone(),
        screen: host.screen.clone(),
        pace: host.pace.unwrap_or_default(),
        options: host.options.clone(),
        is_page: host.is_page,
    }
}

impl Recorded for Recorder {
    fn flush(&self) {
        Self::flush(self);
    }

    fn end_with_panic(&self, message: &str) {
        Self::end_with_panic(self, message);
    }

    fn close(&self) {
        Self::close(self);
    }
}
