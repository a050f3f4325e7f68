//! Replays whose files take another time than those of the recorded run.

use std::cell::RefCell;
use std::future::poll_fn;
use std::io::{self, Cursor, Write};
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};

use proscenium::dev::{Header, Recorder, Recording, Replayer};
use proscenium::flow::{GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager};
use proscenium::game::register_kinds;
use proscenium::platform::{Action, AssetPath, AssetSource, Clock, Input, ReadFuture, TestSource, Trace};

/// Loads its phase again, in which nothing but the manifest is read then, or the other one.
struct Level(&'static str);

impl GameScreen for Level {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let number = cx.random().u32(..);
        if cx.input().is_pressed(Action::ACCEPT) {
            cx.load(self.0);
        }
        let other = if self.0 == "hill" { "lake" } else { "hill" };
        if cx.input().is_pressed(Action::CANCEL) {
            cx.load(other);
        }
        if cx.input().is_pressed(Action::PAUSE) {
            cx.preload(other);
        }
        if cx.input().is_pressed(Action::JUMP) {
            cx.post(format!("jumped_{}", number % 7));
        }
    }
}

/// A Loading screen that draws random numbers for as long as it is shown.
struct Waiting;

impl GameScreen for Waiting {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        cx.random().u32(..);
    }
}

/// Files over a network: each comes when the waiting reads are woken.
#[derive(Clone, Default)]
struct Late(TestSource, Arc<Mutex<Vec<Waker>>>);

impl AssetSource for Late {
    fn read(&self, path: &AssetPath) -> ReadFuture {
        let (answer, waiting) = (self.0.read(path), Arc::clone(&self.1));
        let mut has_waited = false;
        Box::pin(async move {
            poll_fn(|cx| {
                if std::mem::replace(&mut has_waited, true) {
                    return Poll::Ready(());
                }
                waiting.lock().unwrap().push(cx.waker().clone());
                Poll::Pending
            })
            .await;
            answer.await
        })
    }

    fn is_immediate(&self) -> bool {
        false
    }
}

fn files() -> TestSource {
    let mut png = Cursor::new(Vec::new());
    image::RgbaImage::new(4, 4).write_to(&mut png, image::ImageFormat::Png).unwrap();
    let manifest = r#"(resources: [texture(id: "a", path: "a.png")])"#;
    TestSource::default().with("m.ron", manifest).with("a.png", png.into_inner())
}

fn manager(source: impl AssetSource + 'static, header: &Header) -> ScreenManager {
    let (source, trace, seed) = (Arc::new(source), Trace::recording().with_machines(), header.seed);
    let mut manager =
        ScreenManager::new(ManagerSettings { source, trace, seed, ..ManagerSettings::default() });
    register_kinds(&mut manager);
    manager.set_loading_screen(|| Waiting);
    for name in ["hill", "lake"] {
        manager.add_phase(Phase::new(name).manifest("m.ron").screen(name, move |_| Level(name)));
    }
    manager.start("hill");
    manager
}

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

/// Runs ticks with an input each, up to a number or the end of the run. What waits for a file goes on every fifth tick.
fn run(manager: &mut ScreenManager, late: &Late, ticks: u64, input: impl Fn(u64) -> Input) {
    while manager.tick() < ticks && !manager.has_ended() {
        if manager.tick().is_multiple_of(5) {
            late.1.lock().unwrap().drain(..).for_each(Waker::wake);
        }
        manager.advance(Clock::TICK, &input(manager.tick() + 1));
    }
}

/// A run that loads the same phase again, another one, both once more, and one that is preloaded, with an event after each.
fn recorded(source: impl AssetSource + 'static, late: &Late) -> Recording {
    let (file, header) = (File::default(), Header { seed: 5, ..Header::default() });
    let mut manager = manager(source, &header);
    manager.add_plugin(Recorder::new(Box::new(file.clone()), &header));
    run(&mut manager, late, 900, |tick| match tick {
        200 | 500 => Input::pressing([Action::ACCEPT]),
        350 | 650 | 801 => Input::pressing([Action::CANCEL]),
        800 => Input::pressing([Action::PAUSE]),
        320 | 480 | 620 | 780 | 880 => Input::pressing([Action::JUMP]),
        _ => Input::default(),
    });
    manager.finish().unwrap();
    Recording::parse(&file.0.borrow()).unwrap()
}

fn replay(recording: Recording, source: impl AssetSource + 'static, late: &Late) -> Result<u64, String> {
    let mut manager = manager(source, &recording.header.clone());
    manager.add_plugin(Replayer::new(recording));
    run(&mut manager, late, 2000, |_| Input::default());
    manager.finish().map_err(|error| error.to_string())?;
    Ok(manager.tick())
}

#[test]
fn a_replay_waits_for_the_end_of_a_load_and_goes_on_at_once_where_the_run_has_waited() {
    let late = Late(files(), Arc::default());
    let fast = recorded(files(), &late);
    assert_eq!(replay(fast.clone(), files(), &late), Ok(900));
    let slow_replay = replay(fast, late.clone(), &late).unwrap();
    assert!(slow_replay > 900, "{slow_replay}");
    let slow = recorded(late.clone(), &late);
    assert_eq!(replay(slow.clone(), late.clone(), &late), Ok(900));
    let fast_replay = replay(slow, files(), &late).unwrap();
    assert!(fast_replay < 900, "{fast_replay}");
}
