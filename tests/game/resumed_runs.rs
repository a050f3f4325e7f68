//! Runs that go on after the program was changed: what goes on, what is lost, and files that are no kept runs.

use std::cell::RefCell;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

use proscenium::ai::{Bindings, Blueprint, Population};
use proscenium::flow::{
    GameEvent, GameScreen, Phase, Restored, SaveContext, SaveError, SavedState, ScreenContext,
};
use proscenium::game::{Game, RunOptions, Saves};
use proscenium::platform::{Action, DirStorage};
use serde::{Deserialize, Serialize};

/// The meadow in each of its ticks, and what a restore has lost.
type Seen = Rc<RefCell<(Vec<String>, Vec<String>)>>;

#[derive(Serialize, Deserialize)]
struct State {
    home: u32,
}

/// The state in the next version.
#[derive(Deserialize)]
struct WithWord {
    home: u32,
    #[expect(dead_code, reason = "a save does not have it")]
    word: String,
}

/// Sheep come home one after the other.
struct Meadow {
    home: u32,
    /// The constant that a developer changes.
    speed: u32,
    /// Whether the state has a word too.
    has_word: bool,
    seen: Seen,
}

impl GameScreen for Meadow {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        let sheep = Blueprint::table("sheep", "graze")
            .state(proscenium::ai::State::new("graze").on("call", "walk"))
            .state(proscenium::ai::State::new("walk").on("call", "graze"));
        let mut flock = Population::new(&sheep.build(&Bindings::<u32>::new()).unwrap());
        for number in 0..3 {
            flock.spawn(&mut (), number);
        }
        let handle = cx.populations().add(flock);
        cx.populations().keep(handle, None);
    }

    fn on_event(&mut self, _: &mut ScreenContext<'_>, event: &dyn GameEvent) -> ControlFlow<()> {
        if let Some(Restored { lost }) = event.downcast_ref() {
            self.seen.borrow_mut().1.clone_from(lost);
        }
        ControlFlow::Continue(())
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        if cx.input().is_pressed(Action::ACCEPT) {
            self.home += self.speed;
            cx.post("call".to_owned());
        }
        if cx.input().is_pressed(Action::JUMP) {
            panic!("a bug");
        }
        let counts: Vec<_> =
            cx.populations().counts().map(|(machine, states, _)| format!("{machine} {states:?}")).collect();
        let random = cx.random().u8(..);
        self.seen.borrow_mut().0.push(format!("home {}, {}, random {random}", self.home, counts.join(" ")));
    }

    fn save(&self, cx: &mut SaveContext<'_>) -> Result<(), SaveError> {
        cx.write(&State { home: self.home })
    }

    fn restore(&mut self, _: &mut ScreenContext<'_>, state: &SavedState) -> Result<(), SaveError> {
        self.home = if self.has_word { state.read::<WithWord>()?.home } else { state.read::<State>()?.home };
        Ok(())
    }
}

struct Title;

impl GameScreen for Title {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        if cx.input().is_pressed(Action::ACCEPT) {
            cx.load("meadow");
        }
    }
}

struct Version {
    speed: u32,
    has_word: bool,
    has_meadow: bool,
}

const FIRST: Version = Version { speed: 1, has_word: false, has_meadow: true };

/// A version of the program.
fn game(seen: &Seen, Version { speed, has_word, has_meadow }: Version) -> Game {
    let seen = Rc::clone(seen);
    let game = Game::new("herd").version("1").phase(Phase::new("menu").screen("title", |_| Title));
    let make = move || Meadow { home: 0, speed, has_word, seen: Rc::clone(&seen) };
    if has_meadow { game.phase(Phase::new("meadow").screen("meadow", move |_| make())) } else { game }
}

/// A new folder of a test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("proscenium-resumed-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// What was seen of a run.
struct Played {
    code: ExitCode,
    /// The meadow in each of its ticks.
    ticks: Vec<String>,
    lost: Vec<String>,
    /// Those of the trace.
    stacks: String,
}

/// Plays a script, with a storage in the folder.
fn played(folder: &Path, version: Version, is_resumed: bool, script: &str) -> Played {
    let seen = Seen::default();
    fs::write(folder.join("script.txt"), script).unwrap();
    let options = RunOptions {
        headless: true,
        resume: is_resumed,
        script: Some(folder.join("script.txt")),
        storage: Some(folder.join("storage")),
        trace: Some(folder.join("trace.jsonl")),
        ..RunOptions::default()
    };
    let code = game(&seen, version).run_with(&options);
    let (ticks, lost) = seen.take();
    let trace = fs::read_to_string(folder.join("trace.jsonl")).unwrap();
    let stacks =
        trace.lines().filter_map(|line| Some(line.split_once("\"stack\":")?.1.trim_end_matches('}')));
    Played { code, ticks, lost, stacks: stacks.collect::<Vec<_>>().join(" ") }
}

/// Two sheep come home, and there is a save after that.
const TO_THE_THIRD: &str =
    "wait title\ntap accept\nwait meadow\ntap accept\nrun 5\ntap accept\nemit call\nrun 70\n";

#[test]
fn a_run_goes_on_with_the_ticks_that_the_undisturbed_run_has() {
    let folder = folder("undisturbed");
    let undisturbed = played(&folder, FIRST, false, &format!("{TO_THE_THIRD}run 300"));
    assert_eq!(played(&folder, FIRST, false, TO_THE_THIRD).code, ExitCode::SUCCESS);
    let resumed = played(&folder, FIRST, true, "wait meadow\nrun 100");
    assert_eq!((resumed.code, resumed.lost.as_slice()), (ExitCode::SUCCESS, &[] as &[String]));
    assert_eq!(resumed.stacks, r#"["loading"] ["loading"] ["meadow"] []"#);
    assert!(resumed.ticks[0].starts_with("home 2, sheep [(\"walk\", 3)], random "), "{:?}", resumed.ticks[0]);
    assert!(undisturbed.ticks.windows(100).any(|ticks| *ticks == resumed.ticks[..100]));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_changed_constant_takes_effect_in_the_same_run() {
    let folder = folder("constant");
    played(&folder, FIRST, false, TO_THE_THIRD);
    let faster = Version { speed: 10, ..FIRST };
    let resumed = played(&folder, faster, true, "wait meadow\ntap accept");
    assert!(
        resumed.ticks.last().unwrap().starts_with("home 12, sheep [(\"graze\", 3)]"),
        "{:?}",
        resumed.ticks
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_no_longer_fits_is_named_and_its_screen_begins_without_it() {
    let folder = folder("fields");
    played(&folder, FIRST, false, TO_THE_THIRD);
    let resumed = played(&folder, Version { has_word: true, ..FIRST }, true, "wait meadow\nrun 1");
    assert!(resumed.ticks[0].starts_with("home 0, "), "{:?}", resumed.ticks);
    assert_eq!(resumed.lost, ["screen `meadow`: 1:8: Unexpected missing field named `word` in `WithWord`"]);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_replay_of_a_resumed_run_begins_with_its_save() {
    let folder = folder("replayed");
    played(&folder, FIRST, false, TO_THE_THIRD);
    let resumed = played(&folder, FIRST, true, "wait meadow\nrun 20\ntap accept\nrun 20");
    let seen = Seen::default();
    let replay = Some(folder.join("storage/last.recording"));
    let options = RunOptions { headless: true, replay, ..RunOptions::default() };
    assert_eq!(game(&seen, FIRST).run_with(&options), ExitCode::SUCCESS);
    assert_eq!(seen.take().0, resumed.ticks);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_crash_leaves_the_save_before_it() {
    let folder = folder("crash");
    let crashed = played(&folder, FIRST, false, &format!("{TO_THE_THIRD}tap jump"));
    assert_eq!(crashed.code, ExitCode::from(101));
    let resumed = played(&folder, FIRST, true, "wait meadow\nrun 1");
    assert!(resumed.ticks[0].starts_with("home 2, "), "{:?}", resumed.ticks);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn without_a_run_that_can_go_on_the_game_starts_as_usual() {
    let folder = folder("none");
    let starts_as_usual = |version| {
        let resumed = played(&folder, version, true, "wait title\nrun 1");
        assert_eq!(resumed.code, ExitCode::SUCCESS);
        assert!(
            resumed.stacks.ends_with(r#"["title"] []"#) && !resumed.stacks.contains("meadow"),
            "{}",
            resumed.stacks
        );
    };
    starts_as_usual(FIRST);
    // Its phase is gone.
    played(&folder, FIRST, false, TO_THE_THIRD);
    starts_as_usual(Version { has_meadow: false, ..FIRST });
    // Another game, another format, and a file that was cut.
    let slots = Saves::<(String, u64)>::new(Rc::new(DirStorage::new(folder.join("storage/resume"))));
    let save = slots.read(0).unwrap().unwrap();
    for (name, save) in [("flock", save.as_str()), ("herd", "a text")] {
        slots.write(0, &(name.to_owned(), 7), save).unwrap();
        starts_as_usual(FIRST);
    }
    fs::write(folder.join("storage/resume/save_0.txt"), "cut").unwrap();
    starts_as_usual(FIRST);
    fs::remove_dir_all(folder).unwrap();
}
