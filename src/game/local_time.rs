//! The local time of the player's machine.

use std::rc::Rc;

/// Returns the offset of the local time from UTC at a time in seconds since 1970, in seconds.
pub(super) type UtcOffset = Rc<dyn Fn(u64) -> i32>;

/// UTC everywhere.
pub(super) fn utc() -> UtcOffset {
    Rc::new(|_| 0)
}

/// The time zone of the system; UTC if it has none.
#[cfg(all(feature = "dates", not(target_arch = "wasm32")))]
pub(super) fn of_system() -> UtcOffset {
    let zone = jiff::tz::TimeZone::try_system().unwrap_or(jiff::tz::TimeZone::UTC);
    Rc::new(move |seconds| {
        let seconds = i64::try_from(seconds).ok();
        let time = seconds.and_then(|seconds| jiff::Timestamp::from_second(seconds).ok());
        time.map_or(0, |time| zone.to_offset(time).seconds())
    })
}

/// The offsets that a page names, each with the time from which on it applies.
#[cfg(any(test, target_arch = "wasm32"))]
pub(super) fn of_page(offsets: Vec<(u64, i32)>) -> UtcOffset {
    Rc::new(move |seconds| {
        let last = offsets.iter().rev().find(|(from, _)| *from <= seconds);
        last.or(offsets.first()).map_or(0, |(_, offset)| *offset)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(all(feature = "dates", not(target_arch = "wasm32")))]
    #[test]
    fn the_offset_of_the_system_is_less_than_a_day() {
        let offset = of_system();
        let offsets = [0, 1_700_000_000, 1_720_000_000, u64::MAX].map(&*offset);
        assert!(offsets.iter().all(|offset| offset.abs() < 86_400), "{offsets:?}");
        assert_eq!(offsets[3], 0, "there is no such time");
    }

    #[test]
    fn a_page_names_the_offsets_of_summer_and_winter() {
        let offset = of_page(vec![(100, 3600), (200, 7200), (300, 3600)]);
        assert_eq!(
            [0, 100, 199, 200, 299, 300, u64::MAX].map(&*offset),
            [3600, 3600, 3600, 7200, 7200, 3600, 3600]
        );
        assert_eq!(of_page(Vec::new())(100), 0);
    }
}
