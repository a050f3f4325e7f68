//! Hours of the whole game, played by the players of [`skills`](super::skills): what the program holds at the end is what it
//! held after ten minutes.
//!
//! `PROSCENIUM_MINUTES=360 cargo test --release --bins hours -- --ignored --nocapture` plays six hours without a window and
//! prints a line a minute. The recording stays in `target/hours`, where `.ci/hours` and the tests of the page find it.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::error::Error;
use std::fmt;
use std::fs;
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

use proscenium::flow::{Plugin, ScreenId, ScreenManager, TickInput};
use proscenium::game::RunOptions;
use proscenium::platform::{Action, Device, Input, TraceRecord};

use crate::controls::{BESTIARY, CALL};
use crate::game::screens::InGame;
use crate::game::tests::skills::{Player, Skill};

/// The minutes after which the program needs no more memory.
const WARM: usize = 10;
/// The memory in kB that a load after that may take more, because others have left gaps.
const MORE: u64 = 4096;
/// The ticks between two presses in a menu.
const GAP: usize = 45;
/// What a player does besides playing: a press in each [`GAP`], and back in the game.
const VISITS: [&[Action]; 4] = [
    &[Action::PAUSE, Action::PAUSE],
    &[BESTIARY, Action::RIGHT, Action::RIGHT, Action::CANCEL],
    // To the settings, and back without a change.
    &[Action::PAUSE, Action::DOWN, Action::ACCEPT, Action::CANCEL, Action::PAUSE],
    // To a slot, and back; what follows the save accepts that the slot is overwritten.
    &[
        Action::PAUSE,
        Action::DOWN,
        Action::DOWN,
        Action::ACCEPT,
        Action::ACCEPT,
        Action::ACCEPT,
        Action::CANCEL,
        Action::PAUSE,
    ],
];

/// What the program holds.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
struct Holds {
    resources: usize,
    textures: usize,
    texture_bytes: u64,
    leaks: usize,
    files: usize,
    threads: usize,
}

impl Holds {
    fn of(manager: &ScreenManager) -> Self {
        let assets = manager.assets();
        let count = |folder: &str| fs::read_dir(folder).map_or(0, Iterator::count);
        Self {
            resources: assets.resources().counts().iter().map(|(_, count)| count).sum(),
            textures: assets.texture_count(),
            texture_bytes: assets.memory().texture_bytes,
            leaks: assets.leaks().len(),
            files: count("/proc/self/fd"),
            threads: count("/proc/self/task"),
        }
    }
}

impl fmt::Display for Holds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { resources, textures, texture_bytes, leaks, files, threads } = self;
        write!(f, "{resources} resources, {textures} textures of {texture_bytes} bytes, {leaks} leaks, ")?;
        write!(f, "{files} files, {threads} threads")
    }
}

/// The most memory that this program had so far in kB, in a load; 0 where the system does not say.
fn memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok()).unwrap_or_default()
}

/// Plays in place of the script, whatever is on the screen.
struct Hours {
    player: Player,
    random: fastrand::Rng,
    /// The input of the next ticks, but for those of the player in a level.
    plan: VecDeque<Input>,
    /// The screen that is active.
    screen: &'static str,
    /// The ticks of the level so far.
    ticks: u64,
    /// How often each screen became active.
    visits: BTreeMap<&'static str, u32>,
    /// What the program held first and last in each level.
    holds: BTreeMap<u32, (Holds, Holds)>,
    /// Its most memory so far in kB, minute by minute.
    memory: Vec<u64>,
    tick: Instant,
    spent: Duration,
    longest: Duration,
}

impl Hours {
    fn new(seed: u64) -> Self {
        Self {
            player: Player::new(Skill::Fair, Device::Keyboard, (640.0, 360.0), seed),
            random: fastrand::Rng::with_seed(seed),
            plan: VecDeque::new(),
            screen: "",
            ticks: u64::MAX,
            visits: BTreeMap::new(),
            holds: BTreeMap::new(),
            memory: Vec::new(),
            tick: Instant::now(),
            spent: Duration::ZERO,
            longest: Duration::ZERO,
        }
    }

    /// Presses these, one after the other.
    fn press(&mut self, actions: &[Action]) {
        for action in actions {
            self.plan.extend([Input::pressing([*action]), Input::releasing([*action])]);
            self.plan.extend(std::iter::repeat_n(Input::default(), GAP));
        }
    }

    fn input(&mut self, manager: &ScreenManager) -> Input {
        let name = manager.stack().active().map_or("", ScreenId::name);
        if name != self.screen {
            self.screen = name;
            *self.visits.entry(name).or_default() += 1;
        }
        if let Some(input) = self.plan.pop_front() {
            return input;
        }
        if name == "in_game" && manager.is_idle() {
            return self.play(manager);
        }
        let ending: &[_] = &[Action::DOWN, Action::DOWN, Action::ACCEPT];
        let first = self.random.usize(..3);
        self.press(match name {
            "bestiary" | "credits" | "question" | "save_run" | "settings" => &[Action::CANCEL],
            "pause" => &[Action::PAUSE],
            // Entry by entry, until one leads to a game.
            "main_menu" => &[Action::UP, Action::ACCEPT],
            // The next level, the same one, the credits, or the main menu.
            "lost" | "won" => &ending[first..],
            _ => &[Action::ACCEPT],
        });
        Input::default()
    }

    /// Plays a level, and leaves it for a moment about once a minute.
    fn play(&mut self, manager: &ScreenManager) -> Input {
        let Some((play, populations, corner)) = InGame::observe(manager) else { return Input::default() };
        if std::mem::replace(&mut self.ticks, play.tally.ticks) > play.tally.ticks {
            self.begin(manager);
        }
        if self.random.u32(..3600) == 0 {
            let visit = VISITS[self.random.usize(..VISITS.len())];
            self.press(visit);
        }
        self.player.input(play, populations, corner)
    }

    /// Another player begins a level, without the lessons.
    fn begin(&mut self, manager: &ScreenManager) {
        self.press(&[CALL]);
        let skill = [Skill::Fair, Skill::Good, Skill::Good, Skill::Novice][self.random.usize(..4)];
        let devices = [Device::Keyboard, Device::Mouse, Device::Pad, Device::Touch];
        let device = devices[self.random.usize(..devices.len())];
        self.player = Player::new(skill, device, manager.view_size(), self.random.u64(..));
        let level = manager.stack().screen::<InGame>("in_game").map_or(0, |game| game.level().0);
        let now = Holds::of(manager);
        self.holds.entry(level).or_insert_with(|| (now.clone(), now.clone())).1.clone_from(&now);
    }

    fn report(&mut self, manager: &ScreenManager, minute: u64) {
        self.memory.push(memory());
        let mean = self.spent / 3600;
        let (now, holds) = (self.memory.last().unwrap_or(&0), Holds::of(manager));
        let Self { screen: name, longest, .. } = self;
        eprintln!("minute {minute}: {now} kB, {holds}, a tick {mean:?}, the longest {longest:?}, {name}");
        (self.spent, self.longest) = (Duration::ZERO, Duration::ZERO);
    }
}

/// [`Hours`], which the test reads when the run is over.
struct Players(Rc<RefCell<Hours>>);

impl Plugin for Players {
    fn before_tick(
        &mut self,
        manager: &mut ScreenManager,
        tick: &mut TickInput,
    ) -> Result<(), Box<dyn Error>> {
        let mut hours = self.0.borrow_mut();
        tick.input = hours.input(manager);
        hours.tick = Instant::now();
        Ok(())
    }

    fn after_tick(&mut self, manager: &mut ScreenManager, _: &[TraceRecord]) -> Result<(), Box<dyn Error>> {
        let mut hours = self.0.borrow_mut();
        let spent = hours.tick.elapsed();
        (hours.spent, hours.longest) = (hours.spent + spent, hours.longest.max(spent));
        if manager.tick().is_multiple_of(3600) {
            hours.report(manager, manager.tick() / 3600);
        }
        Ok(())
    }
}

#[test]
#[ignore = "it plays for minutes; see above"]
fn hours_of_play_hold_what_ten_minutes_held() {
    let minutes =
        std::env::var("PROSCENIUM_MINUTES").map_or(30, |minutes| minutes.parse().expect("a number"));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/hours");
    fs::create_dir_all(&folder).unwrap();
    let file = |name: &str| Some(folder.join(name));
    fs::write(folder.join("play.txt"), format!("{}quit\n", "run 3600\n".repeat(minutes))).unwrap();
    let options = RunOptions {
        headless: true,
        script: file("play.txt"),
        record: file("play.recording"),
        trace: file("recorded.jsonl"),
        report: file("report.json"),
        seed: Some(3),
        ..RunOptions::default()
    };
    let hours = Rc::new(RefCell::new(Hours::new(3)));
    crate::game().plugin(Players(Rc::clone(&hours))).run_with(&options);

    let report: serde_json::Value =
        serde_json::from_slice(&fs::read(folder.join("report.json")).unwrap()).unwrap();
    assert!(report["ticks"].as_u64().unwrap() >= minutes as u64 * 3600, "{report}");
    assert_eq!(
        [&report["leaks"], &report["textures_at_end"]],
        [&serde_json::json!([]), &serde_json::json!(0)]
    );
    let hours = hours.borrow();
    eprintln!("{:?}, levels {:?}", hours.visits, hours.holds.keys());
    assert!(hours.holds.contains_key(&1));
    for (level, (first, last)) in &hours.holds {
        assert_eq!(first, last, "what a new level {level} holds");
    }
    let screens = ["in_game", "pause", "bestiary", "settings", "save_run", "won", "lost"];
    for screen in screens.into_iter().filter(|_| minutes >= WARM) {
        assert!(hours.visits.contains_key(screen), "{screen} was not seen: {:?}", hours.visits);
    }
    let (warm, last) = (hours.memory[minutes.min(WARM) - 1], hours.memory[minutes - 1]);
    assert!(last <= warm + MORE, "{last} kB after {warm} kB");
}
