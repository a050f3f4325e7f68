//! Panics in a game: the exit code, the report, and the recording beside it.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

use proscenium::ai::{Bindings, Blueprint, Population, State};
use proscenium::dev::{Overlaid, Overlay, OverlayView, TimeControl};
use proscenium::flow::{GameScreen, Phase, ScreenContext, ScreenManager};
use proscenium::game::{Game, RunOptions, Session, SessionError};
use proscenium::platform::{Action, Clock, Input};

struct Mine(&'static str);

impl GameScreen for Mine {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        match self.0 {
            "hook" => panic!("in a hook"),
            "machine" => {
                let blueprint = Blueprint::table("fuse", "lit").state(State::new("lit").update("burn"));
                let bindings =
                    Bindings::new().action("burn", |(): &mut (), (): &mut (), _| panic!("in a machine"));
                let mut fuses = Population::new(&blueprint.build(&bindings).unwrap());
                fuses.spawn(&mut (), ());
                cx.populations().add(fuses);
            }
            _ => {}
        }
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        assert!(self.0 != "update", "in an update: {}", "a long text ".repeat(3));
        if cx.input().is_pressed(Action::ACCEPT) {
            cx.push("mine");
        }
    }
}

impl Drop for Mine {
    fn drop(&mut self) {
        // Also after another panic, and while nothing unwinds.
        assert!(self.0 != "drop", "in a destructor");
    }
}

fn game(part: &'static str) -> Game {
    let phase = Phase::new("field").screen("field", |_| Mine("")).screen("mine", move |_| Mine(part));
    Game::new("mines").version("1.2").phase(phase)
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("proscenium-crashes-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("script.txt"), "wait field\nrun 5\ntap accept\nwait mine\nrun 5\nquit\n").unwrap();
    folder
}

fn played(folder: &Path) -> RunOptions {
    RunOptions {
        headless: true,
        script: Some(folder.join("script.txt")),
        storage: Some(folder.to_owned()),
        ..RunOptions::default()
    }
}

#[test]
fn a_panic_ends_with_a_report_and_happens_again_in_a_replay() {
    for part in ["hook", "machine", "update", "drop"] {
        let folder = folder(part);
        assert_eq!(game(part).run_with(&played(&folder)), ExitCode::from(101), "{part}");
        let report = fs::read_to_string(folder.join("crashes/crash-0001.txt")).unwrap();
        let first = report.lines().next().unwrap();
        assert!(
            first.starts_with("in a") && first.contains(if part == "drop" { "destructor" } else { part }),
            "{report}"
        );
        for fact in [
            "crashes.rs:",
            "mines 1.2, proscenium ",
            "seed: 0",
            "screens: field",
            "\"on_active\"}",
            "backtrace:",
        ] {
            assert!(report.contains(fact), "{part}: {fact} is not in\n{report}");
        }
        let replay = RunOptions {
            script: None,
            replay: Some(folder.join("crashes/crash-0001.recording")),
            ..played(&folder)
        };
        assert_eq!(game(part).run_with(&replay), ExitCode::from(101), "{part}");
        assert!(folder.join("crashes/crash-0002.txt").is_file(), "{part}");
        // A version of the game without the mistake.
        assert_eq!(game("").run_with(&replay), ExitCode::from(3), "{part}");
        fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn the_last_eight_reports_are_kept() {
    let folder = folder("many");
    for _ in 0..11 {
        assert_eq!(game("update").run_with(&played(&folder)), ExitCode::from(101));
    }
    let mut names: Vec<_> = fs::read_dir(folder.join("crashes"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let kept =
        (4..=11).flat_map(|number| ["recording", "txt"].map(|kind| format!("crash-{number:04}.{kind}")));
    assert_eq!(names, kept.collect::<Vec<_>>());
    fs::remove_dir_all(folder).unwrap();
}

/// Counts how often it is drawn.
struct Glass(Rc<Cell<u32>>);

impl Overlay for Glass {
    fn input(&mut self, _: &mut Input, _: &mut ScreenManager, _: Option<&mut TimeControl>) {}

    fn draw(&mut self, _view: &OverlayView<'_>) {
        self.0.set(self.0.get() + 1);
    }
}

#[test]
fn nothing_is_drawn_after_a_panic() {
    for (part, drawn) in [("", 1), ("update", 0)] {
        let mut manager = ScreenManager::headless();
        manager.add_phase(Phase::new("field").screen("field", move |_| Mine(part)));
        manager.start("field");
        let count = Rc::new(Cell::new(0));
        let glass = Glass(Rc::clone(&count));
        let mut session =
            Session::new(manager, Clock::manual()).with_plugin(Overlaid::new(glass, Clock::manual()));
        (0..5).for_each(|_| session.advance(Clock::TICK, &Input::default()));
        session.draw();
        assert_eq!(count.get(), drawn, "{part}");
        let is_crash = matches!(session.finish().1, Err(SessionError::Crashed { .. }));
        assert_eq!(is_crash, drawn == 0, "{part}");
    }
}
