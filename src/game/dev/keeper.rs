//! The run that is kept on disk for `--resume`, and the restart of a program that was built again.

use std::cell::Cell;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::rc::Rc;
use std::time::{Duration, SystemTime};

use crate::flow::{FrameInput, Plugin, SaveError, ScreenManager};
use crate::game::Saves;
use crate::game::desktop::fail;
use crate::platform::{Clock, DirStorage, TraceRecord};

/// The folder of the kept run, in the folder of recordings, and its slot there.
const FOLDER: &str = "resume";
const SLOT: u32 = 0;
/// The least ticks from a save to the next one, half a second.
const EACH: u64 = 30;
/// The bytes of a save for each tick to the next one, so that a large one is seldom felt. In a debug build one of the
/// demo's third level, with 20 kB, takes 10 to 18 ms, which is a sixtieth of these ticks.
const BYTES: usize = 400;
/// How often the file of the program is looked at. It must be the same twice.
const QUIET: Duration = Duration::from_millis(100);

/// The game of a kept run and its tick.
type About = (String, u64);

fn slots(state: &Path) -> Saves<About> {
    Saves::new(Rc::new(DirStorage::new(state.join(FOLDER))))
}

/// Reads the run that is kept in a folder.
///
/// # Errors
///
/// There is none of this game, or its file is damaged.
pub(super) fn read(state: &Path, game: &str) -> Result<String, String> {
    let slots = slots(state);
    let found = |what: &str| format!("{} {what}", state.join(FOLDER).display());
    let about = slots.info(SLOT).map_err(|error| found(&format!("is damaged: {error}")))?;
    let (name, tick) = about.ok_or_else(|| found("has no run; a debug build keeps one there"))?;
    if name != game {
        return Err(found(&format!("has a run of the game `{name}`")));
    }
    let save = slots.read(SLOT).map_err(|error| error.to_string())?.unwrap_or_default();
    log::info!("the run goes on after its tick {tick}");
    Ok(save)
}

/// Keeps the last save of a run on disk, and stops the run when the program was built again.
pub(super) struct Keeper {
    about: About,
    slots: Saves<About>,
    /// The tick of the next save. One that cannot be made then is made as soon as it can.
    due: u64,
    /// Says when to look at the program.
    clock: Clock,
    program: Option<Program>,
}

impl Keeper {
    /// Keeps a run of this game in the folder of recordings, and looks for a new `program`, if there is one.
    pub(super) fn new(game: &str, state: &Path, clock: Clock, program: Option<Program>) -> Self {
        Self { about: (game.to_owned(), 0), slots: slots(state), due: EACH, clock, program }
    }

    fn keep(&mut self, manager: &ScreenManager) {
        self.about.1 = manager.tick();
        let kept = match manager.save() {
            Err(SaveError::NotNow(_)) => return,
            Err(error) => Err(error.to_string()),
            Ok(save) => {
                self.due = manager.tick() + EACH.max((save.len() / BYTES) as u64);
                self.slots.write(SLOT, &self.about, &save).map_err(|error| error.to_string())
            }
        };
        if let Err(error) = kept {
            // It is the same each time.
            self.due = u64::MAX;
            log::warn!("the run is not kept for `--resume` any further: {error}");
        }
    }
}

impl Plugin for Keeper {
    fn before_frame(&mut self, manager: &mut ScreenManager, _: &mut FrameInput) {
        if let Some(program) = &mut self.program
            && program.is_new(self.clock.now())
        {
            self.keep(manager);
            manager.stop();
        }
    }

    fn after_tick(&mut self, manager: &mut ScreenManager, _: &[TraceRecord]) -> Result<(), Box<dyn Error>> {
        if manager.tick() >= self.due {
            self.keep(manager);
        }
        Ok(())
    }
}

/// The file of the program, which is watched.
pub(super) struct Program {
    path: PathBuf,
    /// When it was built: at the start, and when it was looked at last.
    began: Option<SystemTime>,
    seen: Option<SystemTime>,
    /// When it is looked at again.
    next: Duration,
    is_new: Rc<Cell<bool>>,
}

impl Program {
    /// The program that runs. `is_new` becomes true when there is a new one.
    pub(super) fn of(path: PathBuf, is_new: Rc<Cell<bool>>) -> Self {
        let built = modified(&path);
        Self { path, began: built, seen: built, next: QUIET, is_new }
    }

    /// Whether there is another file that is complete, at this time of the run.
    fn is_new(&mut self, now: Duration) -> bool {
        if now >= self.next {
            self.next = now + QUIET;
            let built = modified(&self.path);
            let is_quiet = std::mem::replace(&mut self.seen, built) == built;
            self.is_new.set(is_quiet && built.is_some() && built != self.began);
        }
        self.is_new.get()
    }
}

fn modified(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|about| about.modified()).ok()
}

/// Starts the program again with the arguments of this one and `--resume`. Returns its exit code, or where the system can, the
/// program takes the place of this one.
pub(super) fn restart(name: &str, program: &Path) -> ExitCode {
    let mut command = Command::new(program);
    command.args(std::env::args_os().skip(1).filter(|word| word != "--resume")).arg("--resume");
    #[cfg(unix)]
    let error = std::os::unix::process::CommandExt::exec(&mut command);
    #[cfg(not(unix))]
    let error = match command.status() {
        Ok(status) => return status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1).into(),
        Err(error) => error,
    };
    fail(name, &format!("cannot start {}: {error}", program.display()), 1)
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::*;

    #[test]
    fn a_program_is_new_when_its_file_is_another_one_and_no_longer_changes() {
        let path = std::env::temp_dir().join(format!("proscenium-keeper-{}", std::process::id()));
        let built = |second| {
            let file = File::create(&path).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(second)).unwrap();
        };
        built(1);
        let is_new = Rc::<Cell<bool>>::default();
        let mut program = Program::of(path.clone(), Rc::clone(&is_new));
        let mut times = (1..).map(|time| QUIET * time);
        let mut looked =
            |count| times.by_ref().take(count).map(|now| program.is_new(now)).collect::<Vec<_>>();
        assert_eq!(looked(3), [false; 3]);
        std::fs::remove_file(&path).unwrap();
        assert_eq!(looked(3), [false; 3], "it is being linked");
        built(2);
        assert_eq!(looked(1), [false]);
        built(3);
        assert_eq!(looked(2), [false, true]);
        assert!(is_new.get());
        std::fs::remove_file(path).unwrap();
    }
}
