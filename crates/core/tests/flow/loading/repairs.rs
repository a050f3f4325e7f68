//! What could not be loaded, and what was made from it: tried again by the next phase. A panic where a screen is built.

use std::cell::Cell;
use std::rc::Rc;

use proscenium_core::flow::{Phase, ScreenCommand};
use proscenium_core::phase::{LoadStep, Resource, Texture};
use proscenium_core::platform::{Fault, FaultySource, TestSource};

use crate::files::{failure, load, png, reading, resources, texture};
use crate::stage::{Probe, Stage};

/// Phases `one` and `two` of these resources, from files of which the first read finds none.
fn two_phases(one: Vec<Resource>, two: Vec<Resource>) -> Stage {
    let files = TestSource::default().with("a.png", png(2)).with("b.bin", "1234");
    let mut stage = reading(FaultySource::new(files).with(1, Fault::Lose));
    for (id, list) in [("one", one), ("two", two)] {
        stage.add_phase(list.into_iter().fold(Phase::new(id), Phase::resource), &["menu"]);
    }
    stage
}

#[test]
fn a_stand_in_is_not_kept_for_the_next_phase() {
    for second in [texture("a"), texture("a").optional()] {
        let mut stage = two_phases(vec![texture("a").optional()], vec![second]);
        assert_eq!(resources(&load(&mut stage, "one")), ["texture one/a stand_in 1.000"]);
        let trace = load(&mut stage, "two");
        assert_eq!(resources(&trace), ["texture one/a freed 0.000", "texture two/a loaded 1.000"]);
        assert_eq!(stage.manager.assets().resources().find::<Texture>("a").unwrap().width, 2);
        assert!(resources(&load(&mut stage, "one")).is_empty(), "a file that was read stays");
    }
}

#[test]
fn a_preload_reads_the_file_of_a_stand_in() {
    let mut stage = two_phases(vec![texture("a").optional()], vec![texture("a")]);
    load(&mut stage, "one");
    stage.run([ScreenCommand::preload("two")]);
    (0..4).for_each(|_| stage.frame());
    assert_eq!(stage.manager.assets().preload().map(|preload| preload.step), Some(LoadStep::Ready));
    let trace = load(&mut stage, "two");
    assert_eq!(resources(&trace), ["texture one/a freed 0.000", "texture two/a loaded 1.000"]);
    assert_eq!(stage.manager.assets().resources().find::<Texture>("a").unwrap().width, 2);
    assert_eq!(
        (stage.manager.assets().texture_count(), stage.manager.assets().resources().failures().count()),
        (1, 0)
    );
}

#[test]
fn a_phase_that_requires_what_is_still_lost_fails() {
    let mut stage = reading(TestSource::default());
    stage.add_phase(Phase::new("one").resource(texture("a").optional()), &["menu"]);
    stage.add_phase(Phase::new("two").resource(texture("a")), &["menu"]);
    load(&mut stage, "one");
    let trace = load(&mut stage, "two");
    assert_eq!(resources(&trace), ["texture one/a freed 0.000", "texture two/a failed 0.000"]);
    assert_eq!(stage.stack(), ["failure"]);
}

/// A cache of the width of the texture `a` or of the length of the bytes `b`.
fn size(from: &str) -> Resource {
    Resource::cache("size", &[from], |cx| {
        let found = cx.resources();
        Ok(found.find::<Texture>("a").map_or(0, |image| image.width)
            + found.find::<Vec<u8>>("b").map_or(0, |bytes| bytes.len() as u32))
    })
}

#[test]
fn a_cache_of_a_stand_in_is_made_again_with_its_file() {
    let list = || vec![texture("a").optional(), size("a")];
    let mut stage = two_phases(list(), list());
    load(&mut stage, "one");
    assert_eq!(stage.manager.assets().resources().find::<u32>("size"), Ok(&16));
    load(&mut stage, "two");
    assert_eq!(stage.manager.assets().resources().find::<u32>("size"), Ok(&2));
}

#[test]
fn a_cache_of_an_absent_resource_is_absent_too() {
    let bytes = || Resource::file::<Vec<u8>>("b", "b.bin").optional();
    let list = || vec![bytes(), size("b").optional()];
    let mut stage = two_phases(list(), list());
    let trace = load(&mut stage, "one");
    assert_eq!(resources(&trace), ["bytes one/b failed 0.500", "cache one/size failed 1.000"]);
    let trace = load(&mut stage, "two");
    assert_eq!(resources(&trace), ["bytes two/b loaded 0.500", "cache two/size loaded 1.000"]);
    assert_eq!(stage.manager.assets().resources().find::<u32>("size"), Ok(&4));
}

#[test]
fn a_required_cache_of_an_absent_resource_names_it() {
    let bytes = Resource::file::<Vec<u8>>("b", "b.bin").optional();
    let mut stage = two_phases(vec![bytes, size("b")], Vec::new());
    load(&mut stage, "one");
    assert_eq!(
        failure(&stage),
        "failure: phase `one` cannot be loaded: cache `size`: the optional resource `b` could not be loaded: \
         cannot read b.bin: there is no such file"
    );
}

#[test]
fn a_cache_does_not_see_what_it_does_not_declare() {
    let mut stage = reading(TestSource::default().with("a.png", png(2)));
    let ids = Rc::new(Cell::new(None));
    let seen = Rc::clone(&ids);
    let cache = Resource::cache("width", &[], move |cx| {
        seen.set(Some((cx.resources().ids().len(), cx.resources().of_type::<Texture>().count())));
        Ok(cx.resources().find::<Texture>("a")?.width)
    });
    stage.add_phase(Phase::new("play").resource(texture("a")).resource(cache), &["menu"]);
    load(&mut stage, "play");
    assert_eq!(ids.get(), Some((0, 0)));
    assert_eq!(
        failure(&stage),
        "failure: phase `play` cannot be loaded: cache `width`: it reads `a`, which its `from` does not list"
    );
}

#[test]
fn a_panic_of_the_builder_of_a_screen_fails_the_load() {
    let mut stage = reading(TestSource::default().with("a.png", png(2)));
    let script = stage.script.clone();
    let phase = Phase::new("play").resource(texture("a")).screen("menu", move |cx| {
        assert!(cx.get(cx.handle::<Texture>("a")).is_none(), "a builder on purpose");
        Probe::new("menu", &script)
    });
    stage.manager.add_phase(phase);
    load(&mut stage, "play");
    assert_eq!(stage.stack(), ["failure"]);
    assert_eq!(
        failure(&stage),
        "failure: screen `menu` of phase `play` cannot be built: it panicked: a builder on purpose"
    );
    let reports: Vec<_> = stage.manager.assets().reports().iter().map(|report| report.ready).collect();
    assert_eq!(reports, [false]);
}
