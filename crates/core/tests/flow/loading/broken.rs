//! Failures on the way: what is tried again, what is replaced, and what leads to the failure
//! screen. Nothing panics.

use proscenium_core::flow::Phase;
use proscenium_core::phase::{AnyError, FinishContext, LoadError, Resource, Sound, Texture};
use proscenium_core::platform::{AssetPath, TestSource};

use crate::files::{callback, failure, load, png, reading, resources, texture};

#[test]
fn an_interrupted_read_is_retried_twice_with_delays() {
    let source = TestSource::default().with("a.png", png(2)).interrupting("a.png", 2).with("b.png", png(2));
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
fn a_read_that_stays_interrupted_fails_and_a_later_load_works() {
    let source = TestSource::default().with("a.png", png(2)).interrupting("a.png", 3).with("b.png", png(2));
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
    assert_eq!(resources(&trace), ["texture play/a loaded 1.000"], "what was loaded stays");
    assert_eq!(stage.stack(), ["menu"]);
    assert_eq!(stage.manager.assets().texture_count(), 2);
    let reports: Vec<_> = stage.manager.assets().reports().iter().map(|report| report.ready).collect();
    assert_eq!(reports, [false, true]);
}

#[test]
fn a_missing_file_is_not_tried_again() {
    let source = TestSource::default();
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
    let source = TestSource::default().with("z.png", png(2));
    let mut stage = reading(source);
    stage.add_phase(Phase::new("play").resource(texture("gone")).resource(texture("z")), &["menu"]);
    assert_eq!(resources(&load(&mut stage, "play")), ["texture play/gone failed 0.000"]);
    assert_eq!(stage.manager.assets().texture_count(), 0);
    for _ in 0..10 {
        stage.frame();
    }
    assert_eq!((stage.stack(), stage.manager.assets().texture_count()), (vec!["failure"], 0));
}

#[test]
fn an_optional_resource_has_a_stand_in_or_is_absent() {
    let source = TestSource::default().with("bad.png", "not an image");
    let mut stage = reading(source);
    let phase = Phase::new("play")
        .resource(Resource::file::<Texture>("texture", "bad.png").optional())
        .resource(Resource::file::<Sound>("sound", "gone.ogg").optional())
        .resource(Resource::file::<Vec<u8>>("bytes", "gone.bin").optional())
        .resource(Resource::cache::<()>("cache", &[], |_| Err("no luck".into())).optional());
    stage.add_phase(phase, &["menu"]);
    let trace = load(&mut stage, "play");
    assert_eq!(
        resources(&trace),
        [
            "texture play/texture stand_in 0.250",
            "sound play/sound stand_in 0.500",
            "bytes play/bytes failed 0.750",
            "cache play/cache failed 1.000"
        ]
    );
    assert_eq!(stage.stack(), ["menu"]);
    let found = stage.manager.assets().resources();
    assert_eq!(found.find::<Texture>("texture").unwrap().width, 16);
    assert!(found.find::<Sound>("sound").is_ok());
    let cause = LoadError::Code("no luck".to_owned());
    assert_eq!(found.find::<()>("cache"), Err(LoadError::Absent("cache".into(), Box::new(cause.clone()))));
    assert_eq!(found.find::<()>("cashe"), Err(LoadError::Missing("cashe".into(), None)));
    let near = Err(LoadError::Missing("textur".into(), Some("texture".into())));
    assert_eq!(found.find::<Texture>("textur").map(|texture| texture.width), near);
    let failed: Vec<_> = found.failures().map(|(id, cause)| (id.name(), cause.to_string())).collect();
    let lost = |file: &str| format!("cannot read {file}: there is no such file");
    let expected = [
        ("bytes", lost("gone.bin")),
        ("cache", "no luck".to_owned()),
        ("sound", lost("gone.ogg")),
        (
            "texture",
            "bad.png: the file does not start like a PNG, JPEG, WebP, GIF, BMP or QOI image".to_owned(),
        ),
    ];
    assert_eq!(failed, expected);
}

#[test]
fn a_panic_of_a_maker_is_caught_and_named() {
    let mut stage = reading(TestSource::default().with("a.png", png(2)));
    fn boom(_: &mut FinishContext<'_>) -> Result<(), AnyError> {
        panic!("a grid of {} cells", 0)
    }
    let optional = Resource::callback("soft", boom).optional();
    stage.add_phase(Phase::new("soft").resource(optional).resource(texture("a")), &["menu"]);
    stage.add_phase(Phase::new("hard").resource(Resource::cache("grid", &[], boom)), &["menu"]);
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
        let mut stage = reading(TestSource::default());
        let atlas = Resource::cache::<()>("atlas", &[], move |cx| {
            cx.upload(&proscenium_core::platform::Pixels::checker()).unwrap();
            assert!(!panics, "on purpose");
            Err("no luck".into())
        });
        stage.add_phase(Phase::new("play").resource(atlas.optional()), &["menu"]);
        load(&mut stage, "play");
        assert_eq!(stage.stack(), ["menu"]);
        assert_eq!(
            (stage.manager.assets().texture_count(), stage.manager.assets().memory().texture_bytes),
            (0, 0)
        );
    }
}

#[test]
fn an_image_beyond_the_limit_is_a_failure() {
    let wide = image::RgbaImage::new(8193, 1);
    let mut bytes = std::io::Cursor::new(Vec::new());
    wide.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    let mut stage = reading(TestSource::default().with("wide.png", bytes.into_inner()));
    stage.add_phase(Phase::new("play").resource(texture("wide")), &["menu"]);
    load(&mut stage, "play");
    assert!(failure(&stage).contains("8193 x 1"));
}

#[test]
fn makers_see_what_stands_before_them_and_not_what_comes_later() {
    let mut stage = reading(TestSource::default().with("a.png", png(3)).with("b.png", png(2)));
    let twice = Resource::cache("twice", &["a"], |cx| {
        assert!(cx.resources().find::<Texture>("b").is_err());
        let width = cx.resources().find::<Texture>("a")?.width;
        cx.count_bytes(1000);
        Ok(width * 2)
    });
    let phase = Phase::new("play").resource(texture("a")).resource(twice);
    stage.add_phase(phase.resource(texture("b")).resource(callback("end")), &["menu"]);
    load(&mut stage, "play");
    assert_eq!(stage.manager.assets().resources().find::<u32>("twice"), Ok(&6));
    assert_eq!(stage.manager.assets().memory().other_bytes, 1000);
}

#[test]
fn an_interrupted_manifest_is_retried_twice() {
    for (times, stack) in [(2, "menu"), (3, "failure")] {
        let manifest = r#"(include: ["b.ron"], resources: [texture(id: "a", path: "a.png")])"#;
        let source = TestSource::default().with("a.png", png(2)).with("m.ron", manifest).with("b.ron", "()");
        let source = source.interrupting("m.ron", times).interrupting("b.ron", 2);
        let mut stage = reading(source.clone());
        stage.add_phase(Phase::new("play").manifest("m.ron"), &["menu"]);
        load(&mut stage, "play");
        assert_eq!((stage.stack(), source.reads_of("m.ron")), (vec![stack], 3));
    }
}

#[test]
fn the_failure_of_a_required_resource_is_a_value() {
    let source = TestSource::default().with("a.png", "no image");
    let mut stage = reading(source.clone());
    stage.add_phase(Phase::new("play").resource(texture("a")), &["menu"]);
    stage.add_phase(Phase::new("broken").manifest("lost.ron"), &["second"]);
    load(&mut stage, "play");
    let error = stage.script.borrow_mut().failed_by.take();
    let Some(LoadError::Resource { kind, id, path, cause }) = error else { panic!("{error:?}") };
    assert_eq!((kind, id.name(), path), ("texture", "a", Some(AssetPath::new("a.png").unwrap())));
    assert!(matches!(*cause, LoadError::Decode(_)), "{cause:?}");
    // A manifest is no resource.
    load(&mut stage, "broken");
    assert_eq!((stage.stack(), stage.script.borrow_mut().failed_by.take()), (vec!["failure"], None));
}
