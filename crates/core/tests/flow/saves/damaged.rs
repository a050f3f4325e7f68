//! What a save that is not as it was written does.

use proscenium_core::flow::{SaveError, SavedFlow, ScreenCommand};

use super::meadow::{Flock, feed_save, feed_save_again, meadow, right, run_until_idle, with_header};
use super::{body, grazing};
use crate::nearly;

#[test]
fn a_save_that_was_cut_is_refused_with_the_reason() {
    let save = grazing(1, 40).save().unwrap();
    for end in (0..save.len()).filter(|end| save.is_char_boundary(*end)) {
        let error = SavedFlow::parse(&save[..end]).unwrap_err();
        assert!(
            matches!(error, SaveError::NotASave | SaveError::Damaged(_) | SaveError::Format { .. }),
            "{end}: {error}"
        );
    }
    let later = save.replacen("proscenium-save 3", "proscenium-save 4", 1);
    assert_eq!(SavedFlow::parse(&later).unwrap_err(), SaveError::Format { found: 4, expected: 3 });
    let huge = "x".repeat(SavedFlow::MAX_BYTES + 1);
    assert_eq!(SavedFlow::parse(&huge).unwrap_err(), SaveError::TooLarge(huge.len()));
    assert!(matches!(SavedFlow::parse(&with_header(&"[".repeat(100_000))), Err(SaveError::Damaged(_))));
}

#[test]
fn a_hostile_save_does_not_stop_the_game() {
    let save = grazing(1, 40).save().unwrap();
    let body = body(&save);
    assert!(feed_save(body));
    let soak: u64 = std::env::var("PROSCENIUM_SOAK").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    let mut random = fastrand::Rng::with_seed(5);
    let (mut accepted, parts) =
        (0, ["", "-1", "99999999999", "[]", "()", "\"\"", "NaN", "None", "0", "65535", ","]);
    for _ in 0..soak * 300 {
        let mut text = body.to_owned();
        for _ in 0..random.usize(1..4) {
            let ends: Vec<_> =
                text.match_indices([',', ':', '(', '[', ']', ')']).map(|(at, _)| at + 1).collect();
            let first = random.usize(..ends.len() - 1);
            let last = (first + random.usize(0..3)).min(ends.len() - 1);
            let (from, to) =
                (ends[first].min(text.len()), ends[last].max(ends[first]) - usize::from(last > first));
            text.replace_range(from..to.max(from), parts[random.usize(..parts.len())]);
            if text.len() < 4 {
                break;
            }
        }
        accepted += u32::from(feed_save(&text));
    }
    assert!(accepted > 0, "some mutations are valid saves");
}

#[test]
fn a_byte_that_is_changed_or_cut_at_any_place_is_an_error_or_a_restored_game() {
    let mut manager = meadow(1);
    manager.command(ScreenCommand::load_with("meadow", Flock(1)));
    run_until_idle(&mut manager);
    let save = manager.save().unwrap();
    let body = body(&save);
    let (mut refused, mut restored) = (0, 0);
    for at in (0..body.len()).filter(|at| body.is_char_boundary(*at)) {
        let mut changed = body.as_bytes().to_vec();
        changed[at] ^= 1;
        let changed = String::from_utf8(changed).unwrap();
        let mut short = body.to_owned();
        short.remove(at);
        for text in [&body[..at], &short, &changed] {
            if feed_save(text) { restored += 1 } else { refused += 1 }
        }
    }
    assert!(refused > 100 && restored > 50, "{refused} refused, {restored} restored");
}

#[test]
fn a_nearly_right_save_is_an_error_with_a_place_or_a_game_that_goes_on() {
    let soak: u64 = std::env::var("PROSCENIUM_SOAK").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    let restored = (0..soak * 100).filter(|seed| {
        let bytes = nearly::bytes_of(*seed);
        feed_save_again(&nearly::text(right(), &mut nearly::Choices::of(&bytes)))
    });
    let restored = restored.count() as u64;
    assert!((soak * 10..soak * 90).contains(&restored), "{restored} restored");
}

#[test]
fn a_save_with_brackets_in_each_other_is_refused_on_a_small_stack() {
    let read = || {
        for depth in [250, 260, 1_000, 100_000] {
            let deep = format!("payload:Some({}{})", "(".repeat(depth), ")".repeat(depth));
            let body = right().replacen("payload:Some((3))", &deep, 1);
            assert!(body.contains(&deep));
            let is_read = SavedFlow::parse(&with_header(&body)).is_ok();
            assert!(depth == 250 || !is_read, "{depth}");
        }
    };
    std::thread::Builder::new().stack_size(1 << 20).spawn(read).unwrap().join().unwrap();
}
