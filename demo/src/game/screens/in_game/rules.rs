//! The rules that the player hears of: what ends a run, and when that nears.

use serde::{Deserialize, Serialize};

use crate::game::play::Now;

/// The part of the beacon's health below which it is in danger.
const DANGER: f64 = 0.35;
/// The part above which the danger is over.
const SAFE: f64 = 0.6;

/// The calm between two waves, and what the player was warned of.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Rules {
    /// The seconds until the next wave, while no monster is left.
    pub calm: Option<u32>,
    /// Whether the player has called for the next wave since the last second.
    pub calls: bool,
    /// For how many ticks lessons have held the next wave.
    pub held: u64,
    beacon: bool,
    hero: bool,
    squad: bool,
}

impl Rules {
    /// The warnings of this second, as who says them and the keys of the texts: each once for a danger.
    pub fn warnings(&mut self, now: &Now) -> Vec<(&'static str, &'static str)> {
        let dangers = [
            (&mut self.beacon, now.beacon < DANGER, now.beacon > SAFE, ("sergeant", "warn-beacon")),
            (&mut self.hero, now.hero <= 0.0, now.hero > 0.0, ("sergeant", "warn-hero")),
            (&mut self.squad, now.marines == 0, now.marines > 0, ("hero", "warn-squad")),
        ];
        let mut warnings = Vec::new();
        for (was_said, is_there, is_over, warning) in dangers {
            if is_there && !*was_said {
                warnings.push(warning);
            }
            *was_said = is_there || (*was_said && !is_over);
        }
        // Who has fallen does not speak.
        warnings.retain(|(who, _)| *who != "hero" || now.hero > 0.0);
        warnings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_danger_is_named_once_and_again_after_it_was_over() {
        let well = Now { marines: 4, beacon: 1.0, hero: 1.0, ..Now::default() };
        let mut rules = Rules::default();
        let mut said = |now: Now| rules.warnings(&now).into_iter().map(|(_, text)| text).collect::<Vec<_>>();
        assert_eq!(said(well), [""; 0]);
        assert_eq!(said(Now { beacon: 0.3, ..well }), ["warn-beacon"]);
        assert_eq!(said(Now { beacon: 0.5, ..well }), [""; 0]);
        assert_eq!(said(Now { beacon: 0.3, ..well }), [""; 0]);
        assert_eq!(said(well), [""; 0]);
        assert_eq!(said(Now { beacon: 0.3, hero: 0.0, ..well }), ["warn-beacon", "warn-hero"]);
        assert_eq!(said(Now { marines: 0, ..well }), ["warn-squad"]);
        assert_eq!(said(Now { marines: 0, hero: 0.0, ..well }), ["warn-hero"]);
    }
}
