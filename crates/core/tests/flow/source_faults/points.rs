//! Each failure at each point of each load: it ends as documented, names its file and cause, and leaves nothing.

use std::sync::Arc;

use proscenium_core::flow::{ManagerSettings, Phase, ScreenCommand};
use proscenium_core::phase::{
    AnyError, Asset, Background, DecodeContext, FinishContext, Pace, Resource, SideStatus,
};
use proscenium_core::platform::{AssetPath, Pixels, TestSource};

use crate::files::{failure, load};
use crate::stage::Stage;

/// A kind that fails where its file says so. It has a texture, so that something could be left on the GPU.
struct Fragile(String);

impl Fragile {
    /// Fails at its point: with an error, or with a panic.
    fn at(text: &str, point: &str) -> Result<(), AnyError> {
        assert!(text != format!("{point} panics"), "the {point} on purpose");
        if text == format!("{point} fails") { Err(format!("the {point} on purpose").into()) } else { Ok(()) }
    }
}

impl Asset for Fragile {
    const KIND: &'static str = "fragile";

    fn needs(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Vec<AssetPath>, AnyError> {
        let text = cx.text(bytes)?;
        Self::at(text, "need")?;
        Ok(if text == "file fails" { vec![AssetPath::new("nowhere")?] } else { Vec::new() })
    }

    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, AnyError> {
        let text = cx.text(bytes)?;
        if text == "file fails" {
            cx.file(&AssetPath::new("nowhere")?)?;
        }
        Self::at(text, "decoder")?;
        Ok(Self(text.to_owned()))
    }

    /// Uploads in two calls, and fails in the second.
    fn finish(&mut self, cx: &mut FinishContext<'_>) -> Result<(), AnyError> {
        cx.upload(&Pixels::checker())?;
        if self.0 != "good" && !self.0.contains("again") {
            self.0.push_str(" again");
            cx.call_again(0.5);
            return Ok(());
        }
        Self::at(self.0.trim_end_matches(" again"), "finish")
    }
}

/// What is in the file that fails, and a part of the error.
const POINTS: [(&str, &str); 7] = [
    ("need fails", "the need on purpose"),
    ("need panics", "it panicked: the need on purpose"),
    ("file fails", "it needs `nowhere`: there is no such file"),
    ("decoder fails", "the decoder on purpose"),
    ("decoder panics", "it panicked: the decoder on purpose"),
    ("finish fails", "the finish on purpose"),
    ("finish panics", "it panicked: the finish on purpose"),
];

struct Case {
    point: &'static str,
    cause: &'static str,
    /// The place of the resource that fails, of three.
    place: usize,
    is_optional: bool,
    threads: usize,
    pace: Pace,
}

impl Case {
    fn name(&self) -> String {
        let Self { point, place, is_optional, threads, pace, .. } = self;
        format!("{point} at {place}, optional: {is_optional}, {threads} threads, {pace:?}")
    }

    fn stage(&self) -> (Stage, TestSource) {
        let of = |place| if place == self.place { self.point } else { "good" };
        let files =
            (0..3).fold(TestSource::default(), |files, place| files.with(&format!("{place}"), of(place)));
        let mut stage = Stage::empty(ManagerSettings {
            source: Arc::new(files.clone()),
            background: Background::with_threads(self.threads),
            pace: self.pace,
            ..ManagerSettings::default()
        });
        let phase = (0..3).fold(Phase::new("play"), |phase, place| {
            let resource = Resource::file::<Fragile>(format!("r{place}"), &format!("{place}"));
            phase.resource(if self.is_optional { resource.optional() } else { resource })
        });
        stage.add_phase(phase, &["menu"]);
        stage.add_phase(Phase::new("other"), &["second"]);
        (stage, files)
    }

    /// Checks an error: it says what, of which resource, in which file.
    fn check(&self, error: &str) {
        let name = self.name();
        assert!(error.contains(self.cause) && error.contains(&format!("r{}", self.place)), "{name}: {error}");
        let file = format!("`r{0}`: {0}: ", self.place);
        assert!(error.contains(&file) || error.contains("nowhere"), "{name} names no file: {error}");
    }

    /// Checks that nothing is left once another phase runs.
    fn is_empty(&self, stage: &mut Stage) {
        load(stage, "other");
        let (assets, name) = (stage.manager.assets(), self.name());
        let memory = assets.memory();
        assert_eq!((memory.texture_bytes, memory.other_bytes, assets.texture_count()), (0, 0, 0), "{name}");
        assert!(assets.leaks().is_empty() && assets.resources().ids().is_empty(), "{name}");
    }

    /// Runs ticks until something is so.
    fn until(&self, stage: &mut Stage, is_so: impl Fn(&Stage) -> bool) {
        for _ in 0..5000 {
            stage.frame();
            if is_so(stage) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_micros(100));
        }
        panic!("{} does not end", self.name());
    }

    fn in_a_load(&self) {
        let (mut stage, _) = self.stage();
        load(&mut stage, "play");
        if self.is_optional {
            assert_eq!(stage.stack(), ["menu"], "{}", self.name());
            assert_eq!(stage.manager.assets().resources().failures().count(), 1);
        } else {
            assert_eq!(stage.stack(), ["failure"], "{}", self.name());
            self.check(&failure(&stage));
        }
        self.is_empty(&mut stage);
    }

    /// The change reports the error.
    fn in_a_preload(&self) {
        let (mut stage, _) = self.stage();
        load(&mut stage, "other");
        stage.run([ScreenCommand::preload("play")]);
        let is_over = |stage: &Stage| stage.manager.assets().preload().is_some_and(|load| !load.is_running());
        self.until(&mut stage, is_over);
        let preload = stage.manager.assets().preload().unwrap();
        assert_eq!(preload.progress.done, 2, "{}: the others are there", self.name());
        self.check(preload.error.as_deref().unwrap());
        load(&mut stage, "play");
        assert_eq!(stage.stack(), [if self.is_optional { "menu" } else { "failure" }], "{}", self.name());
        self.is_empty(&mut stage);
    }

    /// The phase goes on.
    fn in_a_side_load(&self) {
        let (mut stage, _) = self.stage();
        load(&mut stage, "other");
        let side = stage.manager.flow().load_beside("play");
        self.until(&mut stage, |_| !matches!(side.status(), SideStatus::Loading(_)));
        match side.status() {
            SideStatus::Failed(error) => {
                assert!(!self.is_optional, "{}", self.name());
                self.check(&error);
                assert_eq!(stage.manager.assets().texture_count(), 0, "{}", self.name());
            }
            status => assert_eq!((status, self.is_optional), (SideStatus::Ready, true), "{}", self.name()),
        }
        assert_eq!(stage.stack(), ["second"]);
        self.is_empty(&mut stage);
    }

    /// The old value stays.
    fn in_a_reload(&self) {
        let (mut stage, files) = self.stage();
        files.save(&self.place.to_string(), "good");
        load(&mut stage, "play");
        let textures = stage.manager.assets().texture_count();
        files.save(&self.place.to_string(), self.point);
        let saved = AssetPath::new(&self.place.to_string()).unwrap();
        let mut results = stage.manager.assets_mut().reload_changed([saved]);
        while stage.manager.assets().is_reloading() {
            stage.frame();
            results.extend(stage.manager.assets_mut().reload_changed([]));
        }
        assert_eq!(results.len(), 1, "{}", self.name());
        let error = results.remove(0).unwrap_err().to_string();
        assert!(error.contains(self.cause) && error.contains(&format!("`r{}`", self.place)), "{error}");
        let resources = stage.manager.assets().resources();
        let value = resources.find::<Fragile>(&format!("r{}", self.place)).unwrap();
        assert_eq!((value.0.as_str(), stage.manager.assets().texture_count()), ("good", textures));
        self.is_empty(&mut stage);
    }
}

#[test]
fn each_failure_at_each_point_of_each_load_ends_in_its_way_and_leaves_nothing() {
    let budget = Pace::Budget(std::time::Duration::from_secs(1));
    for (point, cause) in POINTS {
        // The current one, one that is decoded ahead, and the last one.
        for place in 0..3 {
            for is_optional in [false, true] {
                for (threads, pace) in [(0, Pace::OneItemPerTick), (2, Pace::OneItemPerTick), (2, budget)] {
                    let case = Case { point, cause, place, is_optional, threads, pace };
                    case.in_a_load();
                    case.in_a_preload();
                    case.in_a_side_load();
                    case.in_a_reload();
                }
            }
        }
    }
}
