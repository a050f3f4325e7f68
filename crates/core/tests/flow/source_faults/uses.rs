//! Each fault of a source in each use of the queue, for each kind: it ends as it should, and nothing is left of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use proscenium_core::flow::{ManagerSettings, Phase, ScreenCommand};
use proscenium_core::phase::{
    AnyError, Asset, Background, DecodeContext, LoadError, LoadPolicy, LoadStep, Pace, Resource, SideStatus,
    Sound, Texture,
};
use proscenium_core::platform::{AssetPath, AssetSource, Fault, FaultySource, ReadFuture, TestSource};

use super::{FAULTS, Tuning, restless, silence};
use crate::files::{failure, png};
use crate::stage::Stage;

/// Files, one of which is broken in each read until it is repaired.
#[derive(Clone)]
struct Broken {
    files: TestSource,
    path: &'static str,
    fault: Fault,
    is_broken: Arc<AtomicBool>,
    is_network: bool,
}

impl AssetSource for Broken {
    fn read(&self, path: &AssetPath) -> ReadFuture {
        if path.as_str() == self.path && self.is_broken.load(Ordering::SeqCst) {
            return FaultySource::new(self.files.clone()).with(1, self.fault).read(path);
        }
        self.files.read(path)
    }

    fn is_immediate(&self) -> bool {
        !self.is_network
    }

    fn stamp(&self, path: &AssetPath) -> Option<u64> {
        self.files.stamp(path)
    }
}

/// The text of the file that a text names.
struct Pair(String);

impl Asset for Pair {
    const KIND: &'static str = "pair";

    fn needs(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Vec<AssetPath>, AnyError> {
        let is_first = cx.path().as_str() == "f.pair";
        Ok(if is_first { vec![AssetPath::new(cx.text(bytes)?)?] } else { Vec::new() })
    }

    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, AnyError> {
        let further = cx.file(&AssetPath::new(cx.text(bytes)?)?)?;
        Ok(Self(cx.text(further)?.to_owned()))
    }
}

/// A kind, by the file of it that is broken.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Kind {
    file: &'static str,
    word: &'static str,
    /// The file of the resource.
    path: &'static str,
    /// Whether a file is refused if its second half is missing or its bits are inverted.
    is_checked: (bool, bool),
}

const KINDS: [Kind; 6] = [
    Kind { file: "a.png", word: "texture", path: "a.png", is_checked: (true, true) },
    Kind { file: "c.wav", word: "sound", path: "c.wav", is_checked: (true, true) },
    Kind { file: "d.bin", word: "bytes", path: "d.bin", is_checked: (false, false) },
    Kind { file: "e.ron", word: "tuning", path: "e.ron", is_checked: (true, true) },
    Kind { file: "f.pair", word: "pair", path: "f.pair", is_checked: (true, true) },
    Kind { file: "text.txt", word: "pair", path: "f.pair", is_checked: (false, true) },
];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Use {
    Load,
    Preload,
    Side,
    Reload,
}

#[derive(Clone, Copy, Debug)]
struct Case {
    of: Use,
    kind: Kind,
    fault: Fault,
    threads: usize,
    is_network: bool,
    is_optional: bool,
    pace: Pace,
}

impl Case {
    /// Whether the item cannot be loaded.
    fn fails(&self) -> bool {
        match self.fault {
            Fault::Delay(polls) => polls == u32::MAX,
            Fault::Cut => self.kind.is_checked.0,
            Fault::Corrupt => self.kind.is_checked.1,
            _ => true,
        }
    }

    /// A part of the error.
    fn error(&self) -> &'static str {
        match self.fault {
            Fault::Stall | Fault::Delay(_) => "it took longer than the limit of 60 ticks",
            Fault::Panic => "it panicked: the fault of read 1",
            Fault::Interrupt => "the fault of read 1",
            Fault::Lose => "there is no such file",
            Fault::Cut | Fault::Corrupt => self.kind.path,
        }
    }

    fn resource(&self) -> Resource {
        let (id, path) = ("it", self.kind.path);
        let resource = match self.kind.word {
            "texture" => Resource::file::<Texture>(id, path),
            "sound" => Resource::file::<Sound>(id, path),
            "pair" => Resource::file::<Pair>(id, path),
            _ => Resource::file::<Vec<u8>>(id, path),
        };
        if self.is_optional { resource.optional() } else { resource }
    }

    /// The phase of the resource; RON files need a manifest.
    fn phase(&self) -> Phase {
        let phase = Phase::new("play");
        let phase = match self.kind.word {
            "tuning" if self.is_optional => phase.manifest("optional.ron"),
            "tuning" => phase.manifest("m.ron"),
            _ => phase.resource(self.resource()),
        };
        // Threads may be slower than the ticks.
        phase.load_policy(LoadPolicy {
            retry_after: 2,
            time_limit: Some(60).filter(|_| self.threads == 0),
            ..LoadPolicy::default()
        })
    }

    fn stage(&self) -> (Stage, Broken) {
        let tuning = |more| format!("(resources: [tuning(id: \"it\", path: \"e.ron\"{more})])");
        let files = TestSource::default()
            .with("a.png", png(2))
            .with("c.wav", silence())
            .with("d.bin", "1234")
            .with("e.ron", "(speed: 1.5)")
            .with("f.pair", "text.txt")
            .with("text.txt", "text")
            .with("m.ron", tuning(""))
            .with("optional.ron", tuning(", optional: true"));
        let source = Broken {
            files,
            path: self.kind.file,
            fault: self.fault,
            is_broken: Arc::new(AtomicBool::new(true)),
            // Nothing of a delay can be waited for.
            is_network: self.is_network || matches!(self.fault, Fault::Delay(_) | Fault::Stall),
        };
        let mut stage = Stage::empty(ManagerSettings {
            source: Arc::new(source.clone()),
            background: Background::with_threads(self.threads),
            pace: self.pace,
            clock: restless(),
            ..ManagerSettings::default()
        });
        stage.manager.assets_mut().register_ron::<Tuning>("tuning");
        stage.add_phase(self.phase(), &["menu"]);
        stage.add_phase(Phase::new("other"), &["second"]);
        (stage, source)
    }

    /// Runs ticks until something is so.
    fn until<T>(&self, stage: &mut Stage, is_so: impl Fn(&mut Stage) -> Option<T>) -> T {
        for _ in 0..5000 {
            stage.frame();
            if let Some(is_so) = is_so(stage) {
                return is_so;
            }
            if self.threads > 0 {
                std::thread::sleep(std::time::Duration::from_micros(200));
            }
        }
        panic!("{self:?} does not end: {:#?}", stage.lines())
    }

    fn load(&self, stage: &mut Stage, phase: &'static str) -> Vec<&'static str> {
        stage.manager.command(ScreenCommand::load(phase));
        stage.frame();
        self.until(stage, |stage| stage.manager.is_idle().then(|| stage.stack()))
    }

    /// Checks a resource that fails, by its error.
    fn check(&self, error: &str) {
        assert!(error.contains(self.error()), "{self:?}: {error}");
        assert!(error.contains(self.kind.path) || error.contains(self.kind.file), "{self:?}: {error}");
    }

    fn is_there(&self, stage: &Stage) -> bool {
        let resources = stage.manager.assets().resources();
        resources.ids() == ["it".into()] && resources.failures().count() == 0
    }

    /// After the repair.
    fn is_right(&self, stage: &Stage) {
        assert!(self.is_there(stage), "{self:?}");
        let resources = stage.manager.assets().resources();
        let is_right = match self.kind.word {
            "texture" => resources.find::<Texture>("it").is_ok_and(|image| image.width == 2),
            "sound" => resources.find::<Sound>("it").is_ok(),
            "pair" => resources.find::<Pair>("it").is_ok_and(|pair| pair.0 == "text"),
            "tuning" => resources.find::<Tuning>("it").is_ok_and(|tuning| tuning.speed == 1.5),
            _ => resources.find::<Vec<u8>>("it").is_ok_and(|bytes| bytes == b"1234"),
        };
        assert!(is_right, "{self:?}");
    }

    fn run(&self) {
        let (mut stage, source) = self.stage();
        let repair = || source.is_broken.store(false, Ordering::SeqCst);
        match self.of {
            Use::Load => self.run_load(&mut stage, repair),
            Use::Preload => self.run_preload(&mut stage, repair),
            Use::Side => self.run_side(&mut stage, repair),
            Use::Reload => self.run_reload(&mut stage, &source, repair),
        }
        self.is_right(&stage);
        assert_eq!(self.load(&mut stage, "other"), ["second"], "{self:?}");
        let memory = stage.manager.assets().memory();
        let left = (stage.manager.assets().texture_count(), memory.texture_bytes, memory.other_bytes);
        assert_eq!(left, (0, 0, 0), "{self:?}");
        assert!(stage.manager.assets().leaks().is_empty(), "{self:?}");
        stage.run([ScreenCommand::Quit]);
        assert!(stage.manager.has_ended(), "{self:?}");
    }

    fn run_load(&self, stage: &mut Stage, repair: impl Fn()) {
        let stack = self.load(stage, "play");
        match (self.fails(), self.is_optional) {
            (true, true) => {
                assert_eq!(stack, ["menu"], "{self:?}");
                let (id, cause) = stage.manager.assets().resources().failures().next().unwrap();
                assert_eq!(id.name(), "it");
                assert!(cause.to_string().contains(self.error()), "{self:?}: {cause}");
            }
            (true, false) => {
                assert_eq!(stack, ["failure"], "{self:?}");
                let failed = stage.manager.load().and_then(|status| status.failed.clone());
                let Some(LoadError::Resource { kind, id, path, .. }) = &failed else {
                    panic!("{self:?}: {failed:?}")
                };
                let path = path.as_ref().map(AssetPath::as_str);
                assert_eq!((*kind, id.name(), path), (self.kind.word, "it", Some(self.kind.path)));
                self.check(&failed.unwrap().to_string());
                let failure = failure(stage);
                assert!(failure.contains(self.error()), "{self:?}: {failure}");
            }
            (false, _) => assert!(stack == ["menu"] && self.is_there(stage), "{self:?}"),
        }
        repair();
        assert_eq!(self.load(stage, "other"), ["second"], "{self:?}");
        assert_eq!(self.load(stage, "play"), ["menu"], "{self:?}");
    }

    fn run_preload(&self, stage: &mut Stage, repair: impl Fn()) {
        assert_eq!(self.load(stage, "other"), ["second"], "{self:?}");
        stage.run([ScreenCommand::preload("play")]);
        let (step, error) = self.until(stage, |stage| {
            let status = stage.manager.assets().preload().unwrap();
            (status.step != LoadStep::Loading).then(|| (status.step, status.error.clone()))
        });
        assert_eq!(step == LoadStep::Failed, self.fails(), "{self:?}: {error:?}");
        if let Some(error) = error {
            assert!(error.contains(self.error()), "{self:?}: {error}");
        }
        if !self.fails() {
            // What was preloaded is taken as it is.
            assert_eq!(self.load(stage, "play"), ["menu"], "{self:?}");
            assert_eq!(self.load(stage, "other"), ["second"], "{self:?}");
        }
        repair();
        assert_eq!(self.load(stage, "play"), ["menu"], "{self:?}");
    }

    /// Loads the phase beside the other one, and then on screen.
    fn run_side(&self, stage: &mut Stage, repair: impl Fn()) {
        assert_eq!(self.load(stage, "other"), ["second"], "{self:?}");
        let side = stage.manager.flow().load_beside("play");
        let status = self.until(stage, |_| match side.status() {
            SideStatus::Loading(_) => None,
            status => Some(status),
        });
        let is_there =
            |stage: &Stage| stage.manager.assets().resources().handle::<Texture>("play/it").is_ok();
        match status {
            SideStatus::Failed(error) => {
                assert!(self.fails() && !self.is_optional, "{self:?}: {error}");
                assert!(error.contains(self.error()), "{self:?}: {error}");
            }
            _ => {
                assert!(self.is_optional || !self.fails(), "{self:?}");
                assert!(self.kind.word != "texture" || is_there(stage), "{self:?}");
            }
        }
        drop(side);
        stage.frame();
        assert_eq!((is_there(stage), stage.manager.assets().memory().texture_bytes), (false, 0), "{self:?}");
        repair();
        assert_eq!(self.load(stage, "play"), ["menu"], "{self:?}");
    }

    fn run_reload(&self, stage: &mut Stage, source: &Broken, repair: impl Fn()) {
        repair();
        assert_eq!(self.load(stage, "play"), ["menu"], "{self:?}");
        source.is_broken.store(true, Ordering::SeqCst);
        let saved = || AssetPath::new(self.kind.file).unwrap();
        let result = |stage: &mut Stage| stage.manager.assets_mut().reload_changed([]).pop();
        let begun = stage.manager.assets_mut().reload_changed([saved()]).pop();
        let result = begun.unwrap_or_else(|| self.until(stage, result));
        match result {
            Ok(reloaded) => assert!(reloaded.id.name() == "it" && !self.fails(), "{self:?}"),
            Err(error) => {
                assert!(self.fails(), "{self:?}: {error}");
                self.check(&error.to_string());
                // The old value stays.
                self.is_right(stage);
            }
        }
        repair();
        let begun = stage.manager.assets_mut().reload_changed([saved()]).pop();
        let result = |stage: &mut Stage| stage.manager.assets_mut().reload_changed([]).pop();
        let result = begun.unwrap_or_else(|| self.until(stage, result));
        assert!(result.is_ok(), "{self:?}: {result:?}");
        assert!(!stage.manager.assets().is_reloading());
    }
}

/// All cases of a use.
fn run(of: Use) {
    let budget = Pace::Budget(std::time::Duration::from_millis(8));
    for kind in KINDS {
        for fault in FAULTS {
            for is_network in [false, true] {
                for is_optional in [false, true] {
                    for (threads, pace) in [(0, Pace::OneItemPerTick), (0, budget), (2, Pace::OneItemPerTick)]
                    {
                        let never_ends = matches!(fault, Fault::Stall | Fault::Delay(u32::MAX));
                        if threads == 0 || !never_ends {
                            Case { of, kind, fault, threads, is_network, is_optional, pace }.run();
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn each_fault_of_each_kind_in_a_load() {
    run(Use::Load);
}

#[test]
fn each_fault_of_each_kind_in_a_preload() {
    run(Use::Preload);
}

#[test]
fn each_fault_of_each_kind_in_a_side_load() {
    run(Use::Side);
}

#[test]
fn each_fault_of_each_kind_in_a_hot_reload() {
    run(Use::Reload);
}
