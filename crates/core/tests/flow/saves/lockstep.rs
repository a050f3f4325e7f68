//! Two programs with the same random commands, of which one is restored from a save of the other, again and
//! again: both do the same.

use proscenium_core::flow::{Fade, Request, ScreenCommand, ScreenManager, Target};
use proscenium_core::platform::Input;

use super::lines;
use super::meadow::{Flock, Plain, meadow, run_until_idle};

const SCREENS: [&str; 5] = ["menu", "options", "meadow", "pause", "unknown"];

/// A random command; the same for the same state of `random`.
fn command(random: &mut fastrand::Rng, depth: u32) -> ScreenCommand {
    let screen = SCREENS[random.usize(..SCREENS.len())];
    match random.u32(..if depth == 0 { 10 } else { 8 }) {
        0 | 1 => ScreenCommand::push(screen),
        2 => ScreenCommand::pop(),
        3 => ScreenCommand::pop_to(screen),
        4 => ScreenCommand::remove(screen),
        5 => ScreenCommand::replace(screen),
        6 => ScreenCommand::push(Target::fresh("question", Plain)),
        7 => ScreenCommand::reset(SCREENS[..4].iter().copied().skip(random.usize(..4)).take(2)),
        8 if random.bool() => ScreenCommand::load("menu"),
        8 => ScreenCommand::load_with("meadow", Flock(random.u32(..6))),
        _ => {
            let commands: Vec<_> = (0..random.u32(1..4)).map(|_| command(random, depth + 1)).collect();
            ScreenCommand::batch(commands)
        }
    }
}

fn request(random: &mut fastrand::Rng) -> Request {
    let command = command(random, 0);
    if random.bool() { command.into() } else { command.through(Fade::default()) }
}

/// What a program did since the last call, without the sign of a restore.
fn seen(manager: &mut ScreenManager) -> Vec<String> {
    lines(manager).into_iter().filter(|line| line != "event restored").collect()
}

#[test]
fn restored_programs_do_what_an_uninterrupted_one_does() {
    let soak: u64 = std::env::var("PROSCENIUM_SOAK").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    let (mut saves, mut commands) = (0, 0);
    for seed in 0..soak * 20 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut one = meadow(seed);
        one.start("meadow");
        run_until_idle(&mut one);
        let mut other: Option<ScreenManager> = None;
        for step in 0..40 {
            if random.u32(..3) == 0 && one.stack().ids().all(|id| id.name() != "question") {
                // What was posted is delivered after the save, in both.
                one.flow().post("rain".to_owned());
                let save = one.save().unwrap();
                let mut restored = meadow(seed + 1);
                restored.restore(&save).unwrap();
                run_until_idle(&mut restored);
                assert!(restored.stack().ids().eq(one.stack().ids()), "seed {seed}, step {step}");
                lines(&mut one);
                lines(&mut restored);
                other = Some(restored);
                saves += 1;
            }
            let after = random.u32(..30);
            let wanted = random.clone();
            for manager in [Some(&mut one), other.as_mut()].into_iter().flatten() {
                random = wanted.clone();
                for _ in 0..random.u32(..4) {
                    manager.command(request(&mut random));
                    commands += 1;
                }
                (0..after).for_each(|_| manager.step(&Input::default()));
                run_until_idle(manager);
            }
            if let Some(other) = &mut other {
                assert_eq!(seen(other), seen(&mut one), "seed {seed}, step {step}");
                assert_eq!(other.save(), one.save(), "seed {seed}, step {step}");
            }
        }
    }
    assert!(saves > 20 && commands > 200, "{commands} commands, {saves} saves");
}
