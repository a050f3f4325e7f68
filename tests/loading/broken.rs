//! Failures on the way: what is tried again, what is replaced, and what leads to the failure
//! screen. Nothing panics.

use proscenium::phase::{
    LookupError, MachineData, MakeResource, MakeStep, Need, Resource, ResourceKind, Sound, Strings,
    Texture,
};
use proscenium::platform::MemorySource;

use super::files::{callback, failure, file, load, png, reading, resources, texture};

#[test]
fn a_read_that_breaks_off_is_tried_again_twice_and_later_each_time() {
    let source = MemorySource::default().with("a.png", png(2)).breaking_off("a.png", 2).with("b.png", png(2));
    let mut stage = reading(source.clone());
    stage.add_phase(Phase::new("play").resource(texture("a")).resource(texture("b")), &["menu"]);
    let trace = load(&mut stage, "play");
    let about: Vec<_> = trace.iter().filter(|line| line.contains("texture")).map(String::as_str).collect();
    assert_eq!(
        about,
        [
            "1 texture play/a retried 0.000",
            "16 texture play/a retried 0.000",
            "46 texture play/a loaded 0.500",
            "47 texture play/b loaded 1.000"
        ]
    );
    assert_eq!((source.reads_of("a.png"), source.reads_of("b.png")), (3, 1));
}

#[test]
fn a_read_that_breaks_off_for_good_is_a_failure_and_a_later_load_may_work() {
    let source = MemorySource::default().with("a.png", png(2)).breaking_off("a.png", 3).with("b.png", png(2));
    let mut stage = reading(source.clone());
    stage.add_phase(Phase::new("play").resource(texture("b")).resource(texture("a")), &["menu"]);
    let trace = load(&mut stage, "play");
    assert_eq!(
        resources(&trace),
        [
            "texture play/b loaded 0.500",
            "texture play/a retried 0.500",
            "texture play/a retried 0.500",
            "texture play/a failed 0.500"
        ]
    );
    assert!(trace.iter().any(|line| line.ends_with("phase play failed")));
    assert_eq!(stage.stack(), ["failure"]);
    assert_eq!(
        failure(&stage),
        "failure: phase `play` cannot be loaded: texture `a`: cannot read a.png: the connection was lost"
    );
    let trace = load(&mut stage, "play");
    assert_eq!(
        resources(&trace),
        ["texture play/b freed 0.000", "texture play/b loaded 0.500", "texture play/a loaded 1.000"]
    );
    assert_eq!(stage.stack(), ["menu"]);
    assert_eq!(stage.manager.texture_count(), 2);
    let reports: Vec<_> = stage.manager.load_reports().iter().map(|report| report.ready).collect();
    assert_eq!(reports, [false, true]);
}

#[test]
fn a_missing_file_is_not_tried_again() {
    let source = MemorySource::default();
    let mut stage = reading(source.clone());
    stage.add_phase(Phase::new("play").resource(texture("gone")), &["menu"]);
    load(&mut stage, "play");
    assert_eq!(
        failure(&stage),
        "failure: phase `play` cannot be loaded: texture `gone`: cannot read gone.png: there is no such file"
    );
    assert_eq!(source.reads_of("gone.png"), 1);
}

#[test]
fn nothing_of_a_queue_is_worked_on_behind_its_failure() {
    let source = MemorySource::default().with("z.png", png(2));
    let mut stage = reading(source);
    stage.add_phase(Phase::new("play").resource(texture("gone")).resource(texture("z")), &["menu"]);
    assert_eq!(resources(&load(&mut stage, "play")), ["texture play/gone failed 0.000"]);
    assert_eq!(stage.manager.texture_count(), 0);
    for _ in 0..10 {
        stage.frame();
    }
    assert_eq!((stage.stack(), stage.manager.texture_count()), (vec!["failure"], 0));
}

#[test]
fn an_optional_resource_has_a_stand_in_or_is_absent() {
    let broken = MemorySource::default().with("bad.png", "not a picture").with("zh.ftl", "= broken");
    let mut stage = reading(broken);
    let kinds = [
        (ResourceKind::Texture, "bad.png"),
        (ResourceKind::Strings, "zh.ftl"),
        (ResourceKind::Sound, "gone.ogg"),
        (ResourceKind::Machine, "gone.ron"),
        (ResourceKind::Level, "gone.tmx"),
        (ResourceKind::Script, "gone.rhai"),
        (ResourceKind::Film, "gone.film"),
    ];
    let phase = kinds.iter().fold(Phase::new("play"), |phase, (kind, path)| {
        phase.resource(file(*kind, kind.name(), path).optional())
    });
    let failing = MakeResource::once(|_| Err("no luck".to_owned()));
    stage.add_phase(phase.resource(Resource::cache("cache", &[], failing).optional()), &["menu"]);
    let trace = load(&mut stage, "play");
    assert_eq!(
        resources(&trace),
        [
            "texture play/texture stand_in 0.125",
            "strings play/strings stand_in 0.250",
            "sound play/sound stand_in 0.375",
            "machine play/machine stand_in 0.500",
            "level play/level failed 0.625",
            "script play/script failed 0.750",
            "film play/film failed 0.875",
            "cache play/cache failed 1.000"
        ]
    );
    assert_eq!(stage.stack(), ["menu"]);
    let found = stage.manager.resources();
    assert_eq!(found.find::<Texture>("texture").unwrap().width, 16);
    assert!(found.find::<Strings>("strings").unwrap().get("anything").is_none());
    assert!(found.find::<Sound>("sound").is_ok() && found.find::<MachineData>("machine").is_ok());
    assert_eq!(found.find::<()>("cache"), Err(LookupError::Missing("cache".into())));
    assert_eq!(Need::default(), Need::Required);
}

#[test]
fn a_panic_of_a_maker_is_caught_and_named() {
    let mut stage = reading(MemorySource::default().with("a.png", png(2)));
    let boom = || MakeResource::once(|_| panic!("a grid of {} cells", 0));
    let optional = Resource::callback("soft", boom()).optional();
    stage.add_phase(Phase::new("soft").resource(optional).resource(texture("a")), &["menu"]);
    stage.add_phase(Phase::new("hard").resource(Resource::cache("grid", &[], boom())), &["menu"]);
    let trace = load(&mut stage, "soft");
    assert_eq!(resources(&trace), ["callback soft/soft failed 0.500", "texture soft/a loaded 1.000"]);
    load(&mut stage, "hard");
    assert_eq!(
        failure(&stage),
        "failure: phase `hard` cannot be loaded: cache `grid`: it panicked: a grid of 0 cells"
    );
}

#[test]
fn the_textures_of_a_maker_that_fails_are_given_back() {
    for panics in [false, true] {
        let mut stage = reading(MemorySource::default());
        let make = MakeResource::once(move |cx| {
            cx.upload(&proscenium::platform::Pixels::checker()).unwrap();
            assert!(!panics, "on purpose");
            Err("no luck".to_owned())
        });
        stage.add_phase(
            Phase::new("play").resource(Resource::cache("atlas", &[], make).optional()),
            &["menu"],
        );
        load(&mut stage, "play");
        assert_eq!(stage.stack(), ["menu"]);
        assert_eq!((stage.manager.texture_count(), stage.manager.memory().texture_bytes), (0, 0));
    }
}

#[test]
fn a_picture_that_the_gpu_refuses_is_a_failure_with_its_size() {
    let wide = image::RgbaImage::new(8193, 1);
    let mut bytes = std::io::Cursor::new(Vec::new());
    wide.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    let mut stage = reading(MemorySource::default().with("wide.png", bytes.into_inner()));
    stage.add_phase(Phase::new("play").resource(texture("wide")), &["menu"]);
    load(&mut stage, "play");
    assert!(failure(&stage).contains("8193 x 1"));
}

#[test]
fn a_cache_cannot_be_decoded_from_a_file() {
    let mut stage = reading(MemorySource::default().with("a.bin", "x"));
    stage.add_phase(Phase::new("play").resource(file(ResourceKind::Cache, "a", "a.bin")), &["menu"]);
    load(&mut stage, "play");
    assert!(failure(&stage).contains("a cache is made by code, not decoded from a file; `a.bin` was given"));
}

#[test]
fn makers_see_what_stands_before_them_and_not_what_comes_later() {
    let mut stage = reading(MemorySource::default().with("a.png", png(3)).with("b.png", png(2)));
    let make = MakeResource::once(|cx| {
        assert!(cx.resources().find::<Texture>("b").is_err());
        let width = cx.resources().find::<Texture>("a").map_err(|error| error.to_string())?.width;
        cx.count_bytes(1000);
        Ok(MakeStep::done(width * 2))
    });
    let phase = Phase::new("play").resource(texture("a")).resource(Resource::cache("twice", &["a"], make));
    stage.add_phase(phase.resource(texture("b")).resource(callback("end")), &["menu"]);
    load(&mut stage, "play");
    assert_eq!(stage.manager.resources().find::<u32>("twice"), Ok(&6));
    assert_eq!(stage.manager.memory().other_bytes, 1000);
}

#[test]
fn a_manifest_that_breaks_off_is_tried_again_and_three_times_is_a_failure() {
    for (times, stack) in [(2, "menu"), (3, "failure")] {
        let manifest = r#"(include: ["b.ron"], resources: [texture(id: "a", path: "a.png")])"#;
        let source =
            MemorySource::default().with("a.png", png(2)).with("m.ron", manifest).with("b.ron", "()");
        let source = source.breaking_off("m.ron", times).breaking_off("b.ron", 2);
        let mut stage = reading(source.clone());
        stage.add_phase(Phase::new("play").manifest("m.ron"), &["menu"]);
        load(&mut stage, "play");
        assert_eq!((stage.stack(), source.reads_of("m.ron")), (vec![stack], 3));
    }
}
