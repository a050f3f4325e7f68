//! The effects, each a few parts: when it begins, how loud it is, and what it is.

use super::music::{BRASS, CELESTA, ORGAN};
use super::score::Part;
use super::sound::Sound;
use super::tone::{Noise, RATE, celesta, frames, reed, saw, sine, soft, square};
use super::voice::{along, bell, rush, snare, sweep, tick, timpani};

/// Lets a part swell and fade so many times a second.
fn trembling(mut part: Vec<f64>, hertz: f64, depth: f64) -> Vec<f64> {
    for (at, sample) in part.iter_mut().enumerate() {
        *sample *= 1.0 - depth * (0.5 + 0.5 * sine(at as f64 * hertz / RATE));
    }
    part
}

/// A marine's rifle.
pub fn shot() -> Sound {
    let parts =
        [(0.0, 1.2, rush(1, &[3800.0, 900.0], 1.2, 0.11)), (0.0, 0.7, sweep(square, 760.0, 110.0, 0.09))];
    Sound::of(0.14, &parts).finish(2.0, 0.8)
}

/// A bullet or a bite hits.
pub fn hit() -> Sound {
    let parts =
        [(0.0, 0.9, rush(2, &[1800.0, 500.0], 0.9, 0.07)), (0.0, 0.8, sweep(soft, 320.0, 90.0, 0.11))];
    Sound::of(0.12, &parts).finish(1.5, 0.8)
}

/// A monster is hit: something wet.
pub fn goo() -> Sound {
    let wet = trembling(rush(3, &[380.0, 1100.0, 300.0, 700.0, 220.0], 0.35, 0.24), 26.0, 0.8);
    let parts = [(0.0, 1.0, wet), (0.02, 0.6, sweep(soft, 210.0, 420.0, 0.09))];
    Sound::of(0.26, &parts).finish(1.4, 0.8)
}

/// A witch throws a ball of magic.
pub fn bolt() -> Sound {
    let parts = [
        (0.0, 0.8, trembling(sweep(celesta, 420.0, 1250.0, 0.32), 31.0, 0.6)),
        (0.03, 0.5, trembling(sweep(reed, 630.0, 1880.0, 0.28), 23.0, 0.7)),
        (0.0, 0.3, rush(4, &[900.0, 4000.0], 0.4, 0.3)),
    ];
    let mut sound = Sound::of(0.42, &parts);
    sound.reverb(0.4, 0.6);
    sound.finish(1.3, 0.8)
}

/// It bursts.
pub fn burst() -> Sound {
    let parts = [
        (0.0, 1.2, rush(5, &[3000.0, 700.0, 200.0], 1.0, 0.38)),
        (0.0, 0.9, sweep(soft, 190.0, 45.0, 0.34)),
        (0.01, 0.25, sweep(celesta, 1900.0, 600.0, 0.2)),
    ];
    Sound::of(0.42, &parts).finish(1.8, 0.85)
}

pub fn jump() -> Sound {
    Sound::of(0.17, &[(0.0, 1.0, sweep(reed, 210.0, 560.0, 0.16))]).finish(0.8, 0.7)
}

pub fn land() -> Sound {
    let parts = [(0.0, 1.0, sweep(soft, 150.0, 55.0, 0.12)), (0.0, 0.5, rush(6, &[700.0, 250.0], 1.2, 0.08))];
    Sound::of(0.13, &parts).finish(1.2, 0.75)
}

/// Into the water.
pub fn splash() -> Sound {
    let mut sound = Sound::of(0.45, &[(0.0, 1.0, rush(7, &[1900.0, 2600.0, 900.0], 1.1, 0.42))]);
    // Bubbles come up.
    let mut noise = Noise::new(77);
    for nth in 0..9 {
        let low = 420.0 + 260.0 * noise.next();
        let bubble = sweep(soft, low, low * 1.7, 0.05);
        sound.add(frames(0.06 + 0.038 * f64::from(nth)), 0.28, &bubble);
    }
    sound.finish(1.4, 0.8)
}

/// The hero's staff.
pub fn strike() -> Sound {
    let parts = [(0.0, 1.0, rush(8, &[500.0, 2600.0, 1000.0], 0.6, 0.17)), (0.02, 0.16, bell(1320.0, 0.18))];
    Sound::of(0.21, &parts).finish(1.3, 0.75)
}

pub fn marine_falls() -> Sound {
    let parts = [
        (0.0, 0.7, trembling(sweep(square, 370.0, 98.0, 0.34), 17.0, 0.5)),
        (0.26, 1.0, sweep(soft, 120.0, 48.0, 0.16)),
        (0.26, 0.6, rush(9, &[1400.0, 300.0], 1.0, 0.12)),
    ];
    Sound::of(0.44, &parts).finish(1.5, 0.8)
}

pub fn monster_falls() -> Sound {
    let parts = [
        (0.0, 1.0, trembling(sweep(saw, 190.0, 44.0, 0.4), 34.0, 0.8)),
        (0.0, 0.5, trembling(rush(10, &[900.0, 250.0], 0.5, 0.38), 29.0, 0.7)),
    ];
    Sound::of(0.42, &parts).finish(1.7, 0.8)
}

/// The beacon is struck: its bell gives the alarm.
pub fn beacon_hit() -> Sound {
    let parts = [(0.0, 1.0, bell(523.0, 0.62)), (0.0, 0.5, rush(11, &[2400.0, 900.0], 0.9, 0.05))];
    Sound::of(0.62, &parts).finish(1.4, 0.85)
}

pub fn menu_move() -> Sound {
    Sound::of(0.05, &[(0.0, 1.0, tick(820.0))]).finish(0.5, 0.6)
}

/// Notes of an instrument, at their seconds.
fn notes(seconds: f64, voice: &super::voice::Voice, notes: &[(usize, i32, usize)]) -> Sound {
    let mut sound = Sound::new(frames(seconds));
    let part = Part { voice, loud: 1.0, count: 1323, held: 0.95 };
    for (at, key, counts) in notes {
        part.one(&mut sound, *at, *key, *counts);
    }
    sound
}

pub fn menu_accept() -> Sound {
    notes(0.34, &CELESTA, &[(0, 81, 1), (1, 86, 3)]).finish(0.6, 0.7)
}

pub fn menu_back() -> Sound {
    notes(0.3, &CELESTA, &[(0, 74, 1), (1, 69, 2)]).finish(0.6, 0.65)
}

/// A new wave comes: a horn from beyond the wall.
pub fn horn() -> Sound {
    let mut sound = notes(1.0, &BRASS, &[(0, 50, 3), (0, 57, 3), (3, 57, 9), (3, 62, 9), (3, 45, 9)]);
    for (at, sample) in sound.samples.iter_mut().enumerate() {
        *sample *= along(&[0.6, 1.0, 1.0, 0.8, 0.35, 0.0], at as f64 / frames(1.0) as f64);
    }
    sound.reverb(0.5, 0.7);
    sound.finish(1.5, 0.85)
}

/// The curtain falls over a victory.
pub fn win() -> Sound {
    let call = [(0, 62, 2), (2, 62, 1), (3, 62, 1), (4, 66, 3), (7, 64, 1), (8, 69, 3), (11, 66, 1)];
    let end = [(12, 74, 16), (12, 69, 16), (12, 66, 16), (12, 50, 16)];
    let mut sound = notes(2.2, &BRASS, &[&call[..], &end[..]].concat());
    for (nth, key) in [74, 78, 81, 86, 90, 93].into_iter().enumerate() {
        sound.add(frames(0.72 + 0.07 * nth as f64), 0.5, &CELESTA.note(key, 0.5));
    }
    for beat in [0, 4, 8, 12] {
        sound.add(beat * 1323, 0.7, &timpani(if beat == 8 { 45 } else { 38 }));
        sound.add(beat * 1323, 0.4, &snare(beat as u32, 0.12));
    }
    sound.reverb(0.4, 0.76);
    super::voice::fade_out(&mut sound.samples, 0.6);
    sound.finish(1.6, 0.84)
}

/// The curtain falls over a defeat.
pub fn lose() -> Sound {
    let down = [(0, 69, 4), (0, 62, 4), (4, 68, 4), (4, 61, 4), (8, 67, 4), (8, 60, 4)];
    let end = [(12, 65, 18), (12, 57, 18), (12, 50, 18), (12, 38, 18)];
    let mut sound = notes(2.3, &ORGAN, &[&down[..], &end[..]].concat());
    for at in [0, 4, 8, 12, 14] {
        sound.add(at * 1323, 0.9, &timpani(38));
    }
    sound.reverb(0.45, 0.78);
    super::voice::fade_out(&mut sound.samples, 0.7);
    sound.finish(1.5, 0.84)
}
