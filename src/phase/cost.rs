//! What decoding and finishing cost on the main thread: measured in each tick, and predicted for the next.

use std::collections::BTreeMap;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Job {
    /// The first step of decoding, which is the only one of most kinds.
    Decode,
    /// A further step.
    DecodeMore,
    Finish,
}

impl Job {
    /// Milliseconds for a megabyte before anything is measured: those of a PNG, and of a slow upload.
    const fn prior(self) -> f64 {
        match self {
            Self::Decode | Self::DecodeMore => 2.5,
            Self::Finish => 0.25,
        }
    }
}

/// The costs of each kind, as a function of the bytes.
#[derive(Debug, Default)]
pub(super) struct Costs(BTreeMap<(&'static str, Job), Line>);

impl Costs {
    /// The milliseconds that something will probably not exceed.
    pub(super) fn predict(&self, kind: &'static str, job: Job, bytes: u64) -> f64 {
        let known = self.0.get(&(kind, job));
        known.map_or_else(|| Line::new(job).predict(bytes), |line| line.predict(bytes))
    }

    /// Learns from what something has taken.
    pub(super) fn learn(&mut self, kind: &'static str, job: Job, bytes: u64, milliseconds: f64) {
        self.0.entry((kind, job)).or_insert_with(|| Line::new(job)).learn(bytes, milliseconds);
    }
}

/// A line through the measured points, of which older ones count less: moving sums of least squares.
#[derive(Clone, Copy, Debug)]
struct Line {
    weight: f64,
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
    /// How far the points are from the line.
    deviation: f64,
}

/// The part of the sums that stays with each point.
const KEPT: f64 = 0.95;
/// The part of a point in the deviation.
const NEW: f64 = 0.2;

impl Line {
    /// A line from zero through a megabyte, until there are points.
    const fn new(job: Job) -> Self {
        Self { weight: 2.0, x: 1.0, y: job.prior(), xx: 1.0, xy: job.prior(), deviation: 0.0 }
    }

    fn mean(&self, x: f64) -> f64 {
        let spread = self.weight * self.xx - self.x * self.x;
        let slope = if spread > 1e-9 { (self.weight * self.xy - self.x * self.y) / spread } else { 0.0 };
        let slope = slope.max(0.0);
        ((self.y - slope * self.x) / self.weight).max(0.0) + slope * x
    }

    fn predict(&self, bytes: u64) -> f64 {
        self.mean(megabytes(bytes)) + 2.0 * self.deviation
    }

    fn learn(&mut self, bytes: u64, milliseconds: f64) {
        let (x, y) = (megabytes(bytes), milliseconds);
        self.deviation += NEW * ((y - self.mean(x)).abs() - self.deviation);
        let points = [
            (&mut self.weight, 1.0),
            (&mut self.x, x),
            (&mut self.y, y),
            (&mut self.xx, x * x),
            (&mut self.xy, x * y),
        ];
        points.into_iter().for_each(|(sum, point)| *sum = *sum * KEPT + point);
    }
}

fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig {
            rng_seed: RngSeed::Fixed(1),
            failure_persistence: None,
            ..ProptestConfig::default()
        })]

        #[test]
        fn a_line_is_learned_from_any_points_on_it(
            start in 0.0..2.0_f64,
            slope in 0.0..4.0_f64,
            sizes in prop::collection::vec(0..16_u64 << 20, 150..200),
        ) {
            let mut costs = Costs::default();
            for size in &sizes {
                costs.learn("texture", Job::Finish, *size, start + slope * megabytes(*size));
            }
            for size in [0, 1 << 20, 16 << 20] {
                let expected = start + slope * megabytes(size);
                let predicted = costs.predict("texture", Job::Finish, size);
                prop_assert!((predicted - expected).abs() < 0.1 + expected * 0.05, "{predicted} {expected}");
            }
        }

        #[test]
        fn no_measured_time_makes_a_prediction_that_is_no_time(
            points in prop::collection::vec((any::<u32>(), 0.0..1e6_f64), 0..60),
            size: u64,
        ) {
            let mut costs = Costs::default();
            for (bytes, milliseconds) in points {
                costs.learn("sound", Job::Decode, bytes.into(), milliseconds);
                let predicted = costs.predict("sound", Job::Decode, size);
                prop_assert!(predicted.is_finite() && predicted >= 0.0, "{predicted}");
            }
        }
    }

    #[test]
    fn what_costs_the_same_at_any_size_is_predicted_so() {
        let mut costs = Costs::default();
        (0..100).for_each(|_| costs.learn("callback", Job::Finish, 0, 3.0));
        assert!((costs.predict("callback", Job::Finish, 0) - 3.0).abs() < 0.1);
    }
}
