//! Which sound is played when, and how loud. The files are in `assets/sounds`; their ids are in the
//! manifests of the phases.

use std::time::Duration;

use proscenium::flow::ScreenContext;
use proscenium::kit::{Menu, MenuEvent};

use super::play::cues::{Cue, CueKind};
use super::shared::Shared;
use super::theme::{HEIGHT, WIDTH};

/// The music of the menus and of the game.
pub const MENU_MUSIC: &str = "music_menu";
pub const GAME_MUSIC: &str = "music_game";
/// How long one music takes to fade into another.
pub const CROSS_FADE: Duration = Duration::from_millis(1200);
/// How long it takes to fade out for a jingle.
pub const JINGLE_FADE: Duration = Duration::from_millis(400);

/// A wave comes; the level is won, or lost.
pub const HORN: &str = "sound_horn";
pub const WIN: &str = "sound_win";
pub const LOSE: &str = "sound_lose";

/// How far outside of the view something is still heard, in pixels.
const EARSHOT: f32 = 240.0;

/// The sound of a cue, and how loud it is where it happens.
pub const fn of(kind: CueKind) -> (&'static str, f32) {
    match kind {
        CueKind::Shot => ("sound_shot", 0.4),
        CueKind::Hit => ("sound_hit", 0.6),
        CueKind::Goo => ("sound_goo", 0.45),
        CueKind::Bolt => ("sound_bolt", 0.55),
        CueKind::Burst => ("sound_burst", 0.7),
        CueKind::Jump => ("sound_jump", 0.5),
        CueKind::Land => ("sound_land", 0.5),
        CueKind::Splash => ("sound_splash", 0.8),
        CueKind::Strike => ("sound_strike", 0.7),
        CueKind::MarineFalls => ("sound_marine_falls", 0.9),
        CueKind::MonsterFalls => ("sound_monster_falls", 0.7),
        CueKind::BeaconHit => ("sound_beacon_hit", 1.0),
    }
}

/// How much is heard of something at `spot` when `corner` is the top left of what is seen: all of
/// what is in the picture, and less of what is farther outside.
pub fn audibility(spot: (f32, f32), corner: (f32, f32)) -> f32 {
    let outside = |at: f32, from: f32, size: f32| (from - at).max(at - from - size).max(0.0);
    let (x, y) = (outside(spot.0, corner.0, WIDTH), outside(spot.1, corner.1, HEIGHT));
    let near = (1.0 - (x * x + y * y).sqrt() / EARSHOT).max(0.0);
    near * near
}

impl Shared {
    /// Lets the cues of a frame sound, as they are heard from the view at `corner`.
    pub fn play_cues<'a>(&self, cues: impl Iterator<Item = &'a Cue>, corner: (f32, f32)) {
        for cue in cues {
            let (id, loudness) = of(cue.kind);
            let volume = loudness * audibility(cue.spot, corner);
            if volume > 0.0 {
                self.mixer().play(id, volume);
            }
        }
    }

    /// What the player asks of a menu, which sounds.
    pub fn update_menu(&self, menu: &mut Menu, cx: &ScreenContext<'_>) -> Option<MenuEvent> {
        let before = menu.focused();
        let event = menu.update(cx.input());
        let sound = match event {
            Some(MenuEvent::Activated(_)) => Some(("sound_menu_accept", 0.7)),
            Some(MenuEvent::Cancelled) => Some(("sound_menu_back", 0.7)),
            Some(MenuEvent::Changed { .. } | MenuEvent::SetTo { .. }) => Some(("sound_menu_move", 0.8)),
            None => (menu.focused() != before).then_some(("sound_menu_move", 0.6)),
        };
        if let Some((id, volume)) = sound {
            self.mixer().play(id, volume);
        }
        event
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_is_heard_and_what_is_far_is_not() {
        let corner = (1000.0, 500.0);
        for (spot, volume) in [
            ((1000.0, 500.0), 1.0),
            ((1320.0, 680.0), 1.0),
            ((880.0, 680.0), 0.25),
            ((1320.0, 500.0 + HEIGHT + 120.0), 0.25),
            ((1320.0, 260.0), 0.0),
            ((0.0, 0.0), 0.0),
        ] {
            assert_eq!(audibility(spot, corner), volume, "{spot:?}");
        }
    }
}
