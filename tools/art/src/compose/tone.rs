//! Where sound begins: waves, noise, pitches. Only sums, products, quotients and roots are used,
//! because those are the same on every machine to the last bit; a library's sine is not.

/// Samples a second.
pub const RATE: f64 = 22_050.0;

/// Above this nothing sounds, in hertz: it would come back as a wrong pitch.
const HIGHEST: f64 = 9_500.0;

/// The number of samples of so many seconds.
pub fn frames(seconds: f64) -> usize {
    (seconds * RATE).round() as usize
}

/// The sine of a part of a turn.
pub fn sine(turn: f64) -> f64 {
    // To the quarter of a turn around zero, where few powers are enough.
    let turn = turn - (turn + 0.5).floor();
    let turn = match turn {
        turn if turn > 0.25 => 0.5 - turn,
        turn if turn < -0.25 => -0.5 - turn,
        turn => turn,
    };
    let x = turn * std::f64::consts::TAU;
    let s = x * x;
    x * (1.0 - s / 6.0 * (1.0 - s / 20.0 * (1.0 - s / 42.0 * (1.0 - s / 72.0 * (1.0 - s / 110.0)))))
}

/// What is left of something each sample when half of it is left after so many seconds.
pub fn halving(seconds: f64) -> f64 {
    1.0 - std::f64::consts::LN_2 / (seconds * RATE)
}

/// How much higher each of the twelve tones of an octave is than its first.
const TONES: [f64; 12] = [
    1.0,
    1.059_463_094_359_295,
    1.122_462_048_309_373,
    1.189_207_115_002_721,
    1.259_921_049_894_873,
    1.334_839_854_170_034,
    std::f64::consts::SQRT_2,
    1.498_307_076_876_682,
    1.587_401_051_968_199,
    1.681_792_830_507_429,
    1.781_797_436_280_679,
    1.887_748_625_363_387,
];

/// The frequency of a key, in hertz. Key 69 is the a of 440 Hz, and 12 keys are an octave.
pub fn pitch(key: i32) -> f64 {
    let octave = (key - 57).div_euclid(12);
    let tone = TONES[(key - 57).rem_euclid(12) as usize];
    let factor = if octave < 0 { 1.0 / f64::from(1 << -octave) } else { f64::from(1 << octave) };
    220.0 * tone * factor
}

/// How strong the overtones of a sound are, by their number.
pub type Spectrum = fn(u32) -> f64;

pub fn saw(n: u32) -> f64 {
    1.0 / f64::from(n)
}

pub fn square(n: u32) -> f64 {
    if n % 2 == 1 { saw(n) } else { 0.0 }
}

/// Soft and hollow, like a clarinet from afar.
pub fn reed(n: u32) -> f64 {
    square(n) / (1.0 + f64::from(n * n) / 60.0)
}

/// A saw behind a curtain.
pub fn string(n: u32) -> f64 {
    saw(n) / (1.0 + f64::from(n * n) / 40.0)
}

pub fn soft(n: u32) -> f64 {
    saw(n) / f64::from(n * n)
}

/// A fundamental, and a bright tone two octaves above.
pub fn celesta(n: u32) -> f64 {
    match n {
        1 => 1.0,
        2 => 0.12,
        4 => 0.35,
        10 => 0.06,
        _ => 0.0,
    }
}

pub fn pipes(n: u32) -> f64 {
    match n {
        1 | 2 => 1.0,
        3 => 0.5,
        4 => 0.6,
        6 => 0.25,
        8 => 0.3,
        _ => 0.0,
    }
}

/// One turn of a wave, with as many overtones as its pitch leaves room for.
pub struct Wave(Vec<f64>);

impl Wave {
    const LENGTH: usize = 1024;

    pub fn new(spectrum: Spectrum, hertz: f64) -> Self {
        let most = ((HIGHEST / hertz) as u32).clamp(1, 64);
        let round: Vec<f64> = (0..Self::LENGTH).map(|at| sine(at as f64 / Self::LENGTH as f64)).collect();
        let mut turn = vec![0.0; Self::LENGTH];
        for n in 1..=most {
            let strength = spectrum(n);
            if strength == 0.0 {
                continue;
            }
            for (at, sample) in turn.iter_mut().enumerate() {
                *sample += strength * round[(at * n as usize) % Self::LENGTH];
            }
        }
        let peak = turn.iter().fold(0.0, |peak: f64, sample| peak.max(sample.abs()));
        Self(turn.into_iter().map(|sample| sample / peak).collect())
    }

    /// The wave at a part of its turn, 0 to 1.
    pub fn at(&self, turn: f64) -> f64 {
        let place = turn * Self::LENGTH as f64;
        let (whole, part) = (place as usize % Self::LENGTH, place - place.floor());
        let next = self.0[(whole + 1) % Self::LENGTH];
        self.0[whole] + (next - self.0[whole]) * part
    }
}

/// Noise that is the same each time.
pub struct Noise(u32);

impl Noise {
    pub fn new(seed: u32) -> Self {
        Self(seed.wrapping_mul(2_654_435_761).wrapping_add(12_345))
    }

    /// From -1 to 1.
    pub fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        f64::from(self.0) / f64::from(u32::MAX) * 2.0 - 1.0
    }
}

/// A filter that lets a band of pitches through; `low` and `high` are what is below and above it.
#[derive(Default)]
pub struct Filter {
    pub low: f64,
    pub band: f64,
    pub high: f64,
}

impl Filter {
    /// Takes a sample. `narrow` is from 0.1 (it rings) to 2 (it does not).
    pub fn pass(&mut self, sample: f64, hertz: f64, narrow: f64) {
        let step = 2.0 * sine(hertz.min(RATE / 7.0) / RATE / 2.0);
        self.low += step * self.band;
        self.high = sample - self.low - narrow * self.band;
        self.band += step * self.high;
    }
}
