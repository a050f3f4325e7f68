//! Saved plays go on as those that were not interrupted.

use std::sync::Arc;

use proscenium::ai::{Definition, Population, Snapshot};
use proscenium::flow::{Machines, PopulationHandle, ScreenManager};
use proscenium::kit::Level;
use proscenium::platform::Input;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Play;
use super::soak::{loaded, random_play};
use crate::levels::{LEVELS, LevelInfo, LevelNumber};
use crate::measure::{Arena, Drive};

const TICKS: u64 = 3000;

fn rifts(manager: &ScreenManager, info: &LevelInfo) -> Vec<String> {
    let level = manager.resources().find::<Level>(info.level).unwrap();
    let rifts = level.objects().filter(|object| object.user_type == "rift");
    rifts.map(|rift| rift.name.clone()).collect()
}

/// The random play of a tick depends on the tick alone.
fn drive(rifts: Vec<String>, seed: u64) -> Drive {
    Box::new(move |play, machines| random_play(rifts.clone(), seed + play.tally.ticks)(play, machines))
}

fn units<D: Clone + Serialize + 'static>(
    machines: &Machines,
    population: PopulationHandle<D, Play>,
) -> String {
    ron::to_string(&machines.get(population).unwrap().snapshot()).unwrap()
}

/// The play and its populations as texts.
fn texts(manager: &ScreenManager) -> Vec<String> {
    let (Arena { play, .. }, machines) = Arena::of(manager).unwrap();
    let troops = &play.troops;
    let mut texts = vec![ron::to_string(play).unwrap()];
    texts.push(units(machines, troops.heroes));
    texts.push(units(machines, troops.marines));
    texts.extend(troops.monsters().map(|(_, monsters)| units(machines, monsters)));
    texts.push(units(machines, troops.moods));
    texts.push(units(machines, troops.hens));
    texts
}

fn replaced<D: Clone + DeserializeOwned + 'static>(
    machines: &mut Machines,
    old: PopulationHandle<D, Play>,
    text: &str,
) -> PopulationHandle<D, Play> {
    let definition: Arc<Definition<D, Play>> = Arc::clone(machines.get(old).unwrap().definition());
    let snapshot: Snapshot<D> = ron::from_str(text).unwrap();
    let (restored, lost) = Population::restore(&definition, &snapshot, None).unwrap();
    assert!(lost.is_empty(), "{lost:?}");
    machines.remove(old);
    machines.add_with(restored, |arena: &mut Arena| &mut arena.play)
}

fn goes_on(info: &LevelInfo, seed: u64, at: u64) {
    let mut whole = loaded(LevelNumber(info.number));
    let rifts = rifts(&whole, info);
    Arena::begin(&mut whole, info.level, seed, drive(rifts.clone(), seed)).unwrap();
    (0..at).for_each(|_| whole.step(&Input::default()));
    let saved = texts(&whole);
    let mut other = loaded(LevelNumber(info.number));
    let mut later = drive(rifts, seed);
    let mut texts_to_restore = Some(saved.clone());
    let drive: Drive = Box::new(move |play, machines| {
        if let Some(texts) = texts_to_restore.take() {
            play.resume(ron::from_str(&texts[0]).unwrap());
            let t = &mut play.troops;
            t.heroes = replaced(machines, t.heroes, &texts[1]);
            t.marines = replaced(machines, t.marines, &texts[2]);
            for i in 0..3 {
                t.monsters[i] = replaced(machines, t.monsters[i], &texts[3 + i]);
            }
            t.moods = replaced(machines, t.moods, &texts[6]);
            t.hens = replaced(machines, t.hens, &texts[7]);
        }
        later(play, machines)
    });
    Arena::begin(&mut other, info.level, seed + 1, drive).unwrap();
    // Its first tick was the restored one.
    whole.step(&Input::default());
    for tick in 0..TICKS {
        if tick % 100 == 0 || tick < 3 {
            let (one, two) = (texts(&whole), texts(&other));
            for (index, (one, two)) in one.iter().zip(&two).enumerate() {
                // The random numbers of populations are set by the machines.
                let cut = |text: &str| text.split("turns").last().unwrap().to_owned();
                assert_eq!(cut(one), cut(two), "{} seed {seed} at {at}, after {tick}: {index}", info.level);
            }
        }
        whole.step(&Input::default());
        other.step(&Input::default());
    }
    println!("{} at {at}: {} bytes", info.level, saved.iter().map(String::len).sum::<usize>());
}

#[test]
fn a_saved_play_goes_on_as_if_it_was_not_interrupted() {
    for (number, info) in (0_u64..).zip(&LEVELS) {
        for at in [1, 700, 1999] {
            goes_on(info, 7 + number, at + number);
        }
    }
}
