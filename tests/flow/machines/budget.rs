//! The budget of units in a tick.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use proscenium::ai::Counters;
use proscenium::flow::{ManagerSettings, Phase};
use proscenium::platform::Clock;

use super::{Flock, Unit, flock, machine_lines, rounded, ticks};
use crate::probe::Stage;

/// A stage whose screen `field` has a flock of each of these sizes and thinks for `budget` units
/// in a frame.
fn shared_out(sizes: &'static [usize], budget: Option<usize>) -> (Stage, Vec<Flock>) {
    let handles = Rc::new(RefCell::new(Vec::new()));
    let mut stage = Stage::empty(ManagerSettings::default());
    let shared = Rc::clone(&handles);
    stage.when("field", "on_enter", move |cx| {
        *shared.borrow_mut() = sizes.iter().map(|size| cx.machines().add(flock(*size))).collect();
        cx.machines().set_budget(budget);
    });
    stage.add_phase(Phase::new("play"), &["field"]);
    stage.manager.start("play");
    stage.run_until_idle();
    stage.lines();
    let handles = handles.take();
    (stage, handles)
}

fn units<'a>(stage: &'a Stage, handles: &[Flock]) -> Vec<&'a [Unit]> {
    let machines = stage.manager.machines("field").unwrap();
    handles.iter().map(|handle| machines.get(*handle).unwrap().data()).collect()
}

#[test]
fn a_turn_has_all_the_time_since_the_last_one() {
    let (mut stage, handles) = shared_out(&[1000; 5], Some(512));
    let now = |stage: &Stage| -> Vec<Duration> {
        let machines = stage.manager.machines("field").unwrap();
        handles.iter().map(|handle| machines.get(*handle).unwrap().now()).collect()
    };
    // 20 blocks, 2 in a frame: a round is 10 frames.
    let mut before: Vec<Vec<Unit>> = units(&stage, &handles).into_iter().map(<[Unit]>::to_vec).collect();
    for frame in 0..100 {
        stage.frame();
        let clock = now(&stage);
        let mut thought = 0;
        for (population, old) in units(&stage, &handles).into_iter().zip(&mut before) {
            for (unit, old) in population.iter().zip(old.iter_mut()) {
                if unit != old {
                    thought += 1;
                    assert_eq!(unit.updates, old.updates + 1);
                    assert_eq!(
                        rounded(unit.time),
                        rounded(clock[0]),
                        "a turn has all the time, tick {frame}"
                    );
                    *old = unit.clone();
                }
            }
        }
        assert!((488..=512).contains(&thought), "{thought} units thought in tick {frame}");
        assert!(clock.iter().all(|other| *other == clock[0]));
    }
    let clock = now(&stage)[0];
    let all: Vec<Unit> = units(&stage, &handles).concat();
    let turns = |units: &[Unit]| {
        let turns = units.iter().map(|unit| unit.updates);
        (turns.clone().min().unwrap(), turns.max().unwrap())
    };
    let (least, most) = turns(&all);
    assert!(most - least <= 1 && least >= 10, "from {least} to {most} turns");
    // No unit is behind by more than a round.
    assert!(all.iter().all(|unit| clock - unit.time < Clock::TICK * 10));
}

#[test]
fn a_budget_does_not_change_the_clocks() {
    let clocks = |budget| {
        let (mut stage, handles) = shared_out(&[1000; 5], budget);
        ticks(&mut stage, 77);
        let machines = stage.manager.machines("field").unwrap();
        handles.iter().map(|handle| machines.get(*handle).unwrap().now()).collect::<Vec<_>>()
    };
    let free = clocks(None);
    assert_eq!(free, vec![Duration::from_millis(1300); 5]);
    for budget in [0, 1, 512, 5000, usize::MAX] {
        assert_eq!(clocks(Some(budget)), free, "budget {budget}");
    }
}

#[test]
fn a_budget_is_rounded_up_to_blocks() {
    for (budget, expected) in
        [(0, 256), (1, 256), (256, 256), (257, 512), (1000, 1000), (4000, 4000), (4096, 4000), (4097, 4256)]
    {
        let (mut stage, handles) = shared_out(&[1000; 5], Some(budget));
        let sum =
            |stage: &Stage| units(stage, &handles).concat().iter().map(|unit| unit.updates as usize).sum();
        let before: usize = sum(&stage);
        stage.frame();
        let thought: usize = sum(&stage) - before;
        // The last block of a population may be a smaller one.
        assert!(
            (expected - 24..=expected + 24).contains(&thought),
            "{thought} units for a budget of {budget}"
        );
    }
    let (mut stage, handles) = shared_out(&[1000; 5], Some(5000));
    ticks(&mut stage, 10);
    assert!(units(&stage, &handles).concat().iter().all(|unit| unit.updates == 11));
}

#[test]
fn no_unit_has_two_turns_before_all_have_one() {
    for sizes in
        [&[1000; 5][..], &[10, 1000, 10], &[513, 513, 513], &[300, 5000], &[5000, 300], &[256, 0, 700, 1]]
    {
        let (mut stage, handles) = shared_out(sizes, Some(512));
        let mut before: Vec<u32> = units(&stage, &handles).concat().iter().map(|unit| unit.updates).collect();
        let mut last: Option<Vec<bool>> = None;
        for frame in 0..60 {
            stage.frame();
            let now: Vec<u32> = units(&stage, &handles).concat().iter().map(|unit| unit.updates).collect();
            let thought: Vec<bool> = now.iter().zip(&before).map(|(now, before)| now > before).collect();
            if let Some(last) = last {
                let pairs = || last.iter().zip(&thought);
                let twice = pairs().filter(|(last, now)| **last && **now).count();
                let never = pairs().filter(|(last, now)| !**last && !**now).count();
                assert!(
                    twice == 0 || never == 0,
                    "{sizes:?}, tick {frame}: {twice} units had two turns, and {never} were left out twice"
                );
            }
            last = Some(thought);
            before = now;
        }
    }
}

#[test]
fn with_a_budget_no_unit_starves() {
    for sizes in [&[300, 5000][..], &[5000, 300], &[10, 1000, 10], &[256, 0, 700, 1], &[513, 513, 513]] {
        for budget in [1, 512] {
            let (mut stage, handles) = shared_out(sizes, Some(budget));
            // In each frame at least one block has its turn; there are 22 at most.
            for _ in 0..5 {
                let before: Vec<Unit> = units(&stage, &handles).concat();
                ticks(&mut stage, 66);
                let after = units(&stage, &handles).concat();
                let left_out = before.iter().zip(&after).filter(|(before, after)| before == after).count();
                assert_eq!(left_out, 0, "{sizes:?} with {budget}");
            }
        }
    }
}

#[test]
fn with_a_budget_an_event_reaches_each_unit_once() {
    let (mut stage, handles) = shared_out(&[1000; 3], Some(512));
    stage.manager.post("wolf".to_owned());
    stage.frame();
    let mut fled = 0;
    for _ in 0..40 {
        fled += machine_lines(&mut stage).iter().filter(|line| line.ends_with("graze > flee")).count();
        stage.frame();
    }
    assert_eq!(fled, 3000);
    let machines = stage.manager.machines("field").unwrap();
    for handle in handles {
        let flock = machines.get(handle).unwrap();
        assert_eq!((flock.waiting(), flock.counters()), (0, &Counters::default()));
    }
}

#[test]
fn a_removed_population_takes_no_turn_of_another() {
    let (mut stage, mut handles) = shared_out(&[1000; 5], Some(512));
    ticks(&mut stage, 4);
    for _ in 0..4 {
        let gone = handles.remove(handles.len() / 2);
        stage.once("field", "update", move |cx| assert!(cx.machines().remove(gone)));
        let before: Vec<Unit> = units(&stage, &handles).concat();
        ticks(&mut stage, 30);
        let after = units(&stage, &handles).concat();
        assert!(before.iter().zip(&after).all(|(before, after)| before != after));
    }
    let gone = handles.remove(0);
    stage.once("field", "update", move |cx| assert!(cx.machines().remove(gone)));
    ticks(&mut stage, 3);
    assert!(stage.manager.machines("field").unwrap().is_empty());
}
