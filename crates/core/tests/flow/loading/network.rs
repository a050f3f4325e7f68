//! Files over a network, as a browser's page has them: each comes piece by piece over some
//! frames, several at once, and there is one thread. What happens must be the same as with files
//! on a disk; only when may differ.

use std::collections::{BTreeMap, HashMap};
use std::future::poll_fn;
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};
use std::time::Duration;

use futures_lite::future::block_on;
use proptest::prelude::*;
use proscenium_core::flow::{ManagerSettings, Phase, ScreenCommand};
use proscenium_core::phase::{Background, LoadStep, Pace};
use proscenium_core::platform::{AssetPath, AssetSource, Clock, ReadFuture, TestSource};

use crate::files::{callback, png, texture};
use crate::stage::Stage;

/// A network that brings `step` bytes of each file with each [`pass`](Network::pass) of time,
/// after as many passes as the file's delay.
#[derive(Clone)]
struct Network {
    files: TestSource,
    delays: Arc<HashMap<String, u64>>,
    step: u64,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    now: u64,
    /// When each read that is under way began, and how long its file is, by its path and number.
    reads: BTreeMap<(String, usize), (u64, u64)>,
    last: usize,
    most_at_once: usize,
    waiting: Vec<Waker>,
}

impl Network {
    fn new(files: TestSource, delays: HashMap<String, u64>, step: u64) -> Self {
        Self { files, delays: Arc::new(delays), step, state: Arc::default() }
    }

    fn pass(&self) {
        let mut state = self.state.lock().unwrap();
        state.now += 1;
        state.waiting.drain(..).for_each(Waker::wake);
    }

    /// How many bytes of a read have come.
    fn come(&self, state: &State, read: &(String, usize)) -> Option<(u64, u64)> {
        let &(begin, size) = state.reads.get(read)?;
        let path = read.0.as_str();
        let delay = self.delays.get(path).copied().unwrap_or(0);
        let passes = (state.now - begin).saturating_sub(delay);
        Some(((passes * self.step).min(size), size))
    }
}

impl AssetSource for Network {
    fn read(&self, path: &AssetPath) -> ReadFuture {
        let bytes = block_on(self.files.read(path));
        let network = self.clone();
        let size = bytes.as_ref().map_or(0, |bytes| bytes.len() as u64);
        let path = {
            let mut state = self.state.lock().unwrap();
            let now = state.now;
            state.last += 1;
            let read = (path.to_string(), state.last);
            state.reads.insert(read.clone(), (now, size));
            state.most_at_once = state.most_at_once.max(state.reads.len());
            read
        };
        let mut bytes = Some(bytes);
        Box::pin(poll_fn(move |cx| {
            let mut state = network.state.lock().unwrap();
            let begun = state.reads.get(&path).map_or(0, |(begin, _)| *begin);
            // An answer needs a moment, also that there is no such file.
            if state.now > begun && network.come(&state, &path).is_some_and(|(come, size)| come == size) {
                state.reads.remove(&path);
                return Poll::Ready(bytes.take().expect("polled after it was ready"));
            }
            state.waiting.push(cx.waker().clone());
            Poll::Pending
        }))
    }

    fn is_immediate(&self) -> bool {
        false
    }

    fn received(&self, path: &AssetPath) -> Option<(u64, Option<u64>)> {
        let state = self.state.lock().unwrap();
        let read = state.reads.keys().find(|(of, _)| of == path.as_str())?;
        self.come(&state, read).map(|(bytes, size)| (bytes, Some(size)))
    }
}

const FILES: [&str; 5] = ["a", "b", "c", "d", "e"];

fn files() -> TestSource {
    let images = FILES.iter().zip([3, 40, 9, 90, 20]);
    let source =
        images.fold(TestSource::default(), |source, (id, side)| source.with(&format!("{id}.png"), png(side)));
    source
        .with("both.ron", r#"(resources: [texture(id: "a", path: "a.png"), texture(id: "b", path: "b.png")])"#)
        .with("one.ron", r#"(include: ["both.ron"], resources: [texture(id: "c", path: "c.png")])"#)
        .with(
            "two.ron",
            r#"(include: ["both.ron"], resources: [texture(id: "d", path: "d.png"), texture(id: "e", path: "e.png"),
                texture(id: "lost", path: "lost.png", optional: true)])"#,
        )
}

fn settings(source: Arc<dyn AssetSource>, pace: Pace) -> ManagerSettings {
    ManagerSettings {
        source,
        pace,
        background: Background::single_threaded(),
        clock: Clock::manual(),
        ..ManagerSettings::default()
    }
}

fn two_phases(stage: &mut Stage) {
    let one = Phase::new("one").manifest("one.ron").resource(callback("first"));
    stage.add_phase(one, &["first"]);
    stage.add_phase(Phase::new("two").manifest("two.ron").resource(texture("c")), &["second"]);
}

/// The trace of there and back again, without the numbers of the frames.
fn there_and_back(stage: &mut Stage, mut pass: impl FnMut()) -> Vec<String> {
    two_phases(stage);
    stage.manager.start("one");
    for next in [Some("two"), Some("one"), None] {
        for frame in 0.. {
            pass();
            stage.frame();
            if stage.manager.is_idle() {
                break;
            }
            assert!(frame < 5000, "the load does not end: {:?}", stage.manager.load());
        }
        // What the other manifests say comes meanwhile.
        (0..100).for_each(|_| {
            pass();
            stage.frame();
        });
        if let Some(next) = next {
            stage.manager.command(ScreenCommand::load(next));
        }
    }
    let lines = stage.lines_from(0);
    lines.iter().map(|line| line.split_once(' ').map_or(line.clone(), |(_, rest)| rest.to_owned())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_network_changes_when_things_happen_and_nothing_else(
        delays in proptest::collection::hash_map(
            proptest::sample::select(vec!["a.png", "b.png", "c.png", "d.png", "e.png", "both.ron", "two.ron"])
                .prop_map(str::to_owned),
            0_u64..30,
            0..7,
        ),
        step in 20_u64..5000,
        budget in any::<bool>(),
    ) {
        let pace = if budget { Pace::Budget(Duration::from_millis(8)) } else { Pace::OneItemPerTick };
        let here = there_and_back(&mut Stage::empty(settings(Arc::new(files()), pace)), || ());
        let network = Network::new(files(), delays, step);
        let mut stage = Stage::empty(settings(Arc::new(network.clone()), pace));
        let there = there_and_back(&mut stage, || network.pass());
        prop_assert_eq!(there, here);
    }
}

#[test]
fn several_files_are_on_their_way_at_once() {
    let network = Network::new(files(), HashMap::new(), 50);
    let mut stage = Stage::empty(settings(Arc::new(network.clone()), Pace::OneItemPerTick));
    there_and_back(&mut stage, || network.pass());
    let most = network.state.lock().unwrap().most_at_once;
    assert!(most >= 3, "{most} at once");
}

#[test]
fn progress_grows_with_the_bytes_of_the_file_that_is_waited_for() {
    let size = png(90).len() as u64;
    let network =
        Network::new(TestSource::default().with("big.png", png(90)), HashMap::new(), size.div_ceil(10));
    let mut stage = Stage::empty(settings(Arc::new(network.clone()), Pace::OneItemPerTick));
    stage.add_phase(Phase::new("play").resource(texture("big")).resource(callback("end")), &["menu"]);
    stage.run([ScreenCommand::load("play")]);
    let mut seen = Vec::new();
    for _ in 0..60 {
        network.pass();
        stage.frame();
        if let Some(status) = stage.manager.load().filter(|status| status.step == LoadStep::Loading) {
            seen.push(status.progress.fraction);
        }
    }
    assert!(seen.is_sorted(), "{seen:?}");
    // The file is one half of the whole; nine tenths of that half are its way over the network.
    let between = seen.iter().filter(|part| (0.04..0.46).contains(*part)).count();
    assert!(between >= 8, "{seen:?}");
}
