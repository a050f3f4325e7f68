//! The trailer without a window: its timing, and that nothing depends on the film.

use std::sync::Arc;

use proscenium::flow::{ManagerSettings, ScreenId, ScreenManager};
use proscenium::formats::Film;
use proscenium::phase::{Asset, Background};
use proscenium::platform::{Action, AssetPath, AssetSource, Input, Pointer, ReadFuture, Trace};

use super::STILL_TICKS;
use crate::shared::Shared;
use crate::tests::{assets, manager_with, shared};

/// The assets with one file replaced.
struct Overlay(AssetPath, Vec<u8>);

impl AssetSource for Overlay {
    fn read(&self, path: &AssetPath) -> ReadFuture {
        let Self(replaced, bytes) = self;
        if path == replaced { Box::pin(std::future::ready(Ok(bytes.clone()))) } else { assets().read(path) }
    }
}

/// The assets with another film.
fn with_film(change: impl FnOnce(&mut Vec<u8>)) -> Arc<dyn AssetSource> {
    let path = AssetPath::new("films/trailer.webp").unwrap();
    let mut film = Vec::<u8>::read(assets().as_ref(), &path).unwrap();
    change(&mut film);
    Arc::new(Overlay(path, film))
}

/// A manager with the trailer at its first tick.
fn trailer(source: Arc<dyn AssetSource>, background: Background, shared: &Shared) -> ScreenManager {
    let trace = Trace::recording();
    let settings = ManagerSettings { source, background, trace, ..ManagerSettings::default() };
    let mut manager = manager_with(settings, shared);
    manager.start("trailer");
    while manager.stack().active() != Some(ScreenId::new("trailer")) {
        assert!(manager.tick() < 1000, "the trailer does not start");
        manager.step(&Input::default());
    }
    manager
}

fn is_on_menu(manager: &ScreenManager) -> bool {
    manager.stack().active() == Some(ScreenId::new("main_menu"))
}

/// Runs the trailer to its end; returns its duration in ticks, and the trace as text.
fn played(source: Arc<dyn AssetSource>, background: Background) -> (u64, Vec<String>) {
    let mut manager = trailer(source, background, &shared());
    let begin = manager.tick();
    while !is_on_menu(&manager) {
        assert!(manager.tick() < 5000, "the trailer does not end");
        manager.step(&Input::default());
    }
    let ticks = manager.tick() - begin;
    assert!(manager.assets().leaks().is_empty());
    manager.command(proscenium::flow::ScreenCommand::Quit);
    manager.step(&Input::default());
    assert_eq!((manager.assets().texture_count(), manager.assets().memory().texture_bytes), (0, 0));
    (ticks, manager.trace().take().iter().map(|record| format!("{record:?}")).collect())
}

#[test]
fn the_film_plays_in_time_and_leads_to_the_menu() {
    let mut manager = trailer(assets(), Background::single_threaded(), &shared());
    let begin = manager.tick() - 1;
    while manager.stack().active() == Some(ScreenId::new("trailer")) {
        let film = manager.assets().resources().find::<Film>("film").unwrap();
        let ticks = u32::try_from(manager.tick() - begin).unwrap();
        // Ten frames a second.
        assert_eq!((film.shown(), film.error()), (ticks.min(899) / 6, None), "at tick {ticks}");
        assert_eq!(film.ticks(), 900);
        manager.step(&Input::default());
    }
    played(assets(), Background::single_threaded());
}

#[test]
fn the_trace_does_not_depend_on_the_decoding_of_the_film() {
    let (ticks, trace) = played(assets(), Background::single_threaded());
    assert!(trace.iter().any(|line| line.contains("\"film\"")));
    assert!(played(assets(), Background::with_threads(2)).1 == trace);
    let breaks = with_film(|film| {
        let middle = film.len() / 2;
        film[middle..middle + 2000].fill(0xff);
    });
    assert!(played(breaks, Background::single_threaded()) == (ticks, trace));
}

#[test]
fn without_a_film_the_landscape_scrolls_by() {
    for source in [with_film(Vec::clear), with_film(|film| film.truncate(5000))] {
        let (ticks, trace) = played(source, Background::single_threaded());
        // The first of the 510 ticks is the start. Loading has a tick for each of the six items of the menu, and
        // shows a full bar for 20.
        assert_eq!(ticks, 509 + 6 + 20);
        assert!(trace.iter().any(|line| line.contains("\"film\"") && line.contains("failed")));
    }
}

#[test]
fn a_key_a_click_and_a_touch_skip_it() {
    let press =
        |is_touch| Pointer { position: Some((9.0, 9.0)), pressed: true, is_touch, ..Pointer::default() };
    let skips = [
        Input::pressing([Action::ACCEPT]),
        Input::pressing([Action::CANCEL]),
        Input { pointer: press(false), ..Input::default() },
        Input { pointer: press(true), ..Input::default() },
    ];
    for skip in skips {
        let mut manager = trailer(assets(), Background::single_threaded(), &shared());
        (0..30).for_each(|_| manager.step(&Input::default()));
        manager.step(&skip);
        let asked = manager.tick();
        while !is_on_menu(&manager) {
            assert!(manager.tick() < asked + 60, "{skip:?} does not skip it");
            manager.step(&Input::default());
        }
        assert!(manager.assets().leaks().is_empty());
    }
}

#[test]
fn with_reduced_motion_the_film_shows_still_images() {
    let shared = shared();
    shared.apply(&crate::settings::Settings { reduced_motion: true, ..shared.settings() });
    let mut manager = trailer(assets(), Background::single_threaded(), &shared);
    let mut changes = Vec::new();
    for tick in 0..STILL_TICKS * 3 {
        let shown = manager.assets().resources().find::<Film>("film").unwrap().shown();
        if changes.last().is_none_or(|(last, _)| *last != shown) {
            changes.push((shown, tick));
        }
        manager.step(&Input::default());
    }
    let each = STILL_TICKS / 6;
    let stills: Vec<u32> = changes.iter().map(|(shown, _)| *shown).collect();
    assert_eq!(stills, [0, each, 2 * each]);
}
