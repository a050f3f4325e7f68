//! Atlases as Aseprite, `TexturePacker` and free-tex-packer write them, with more and with less than is needed.

use proscenium_core::platform::MemorySource;
use proscenium_core::platform::Rect;
use proscenium_formats::Atlas;

use super::{atlas, names};
use crate::check;

/// What `check` finds in the file of an atlas, beside its image.
fn warnings(text: &str) -> Vec<String> {
    let files = MemorySource::default().with("atlases/hero.json", text);
    let problems = check::<Atlas>(files, r#"atlas(id: "hero", path: "atlases/hero.json")"#);
    let own = "phase `phase`: atlases/hero.json: ";
    problems.iter().filter_map(|problem| problem.strip_prefix(own)).map(str::to_owned).collect()
}

/// A frame of Aseprite.
fn ase(name: &str, x: u32) -> String {
    let rect = r#"{ "x": 0, "y": 0, "w": 8, "h": 8 }"#;
    format!(
        r#"{{ "filename": "{name}", "frame": {{ "x": {x}, "y": 0, "w": 8, "h": 8 }}, "rotated": false, "trimmed": false,
        "spriteSourceSize": {rect}, "sourceSize": {{ "w": 8, "h": 8 }}, "duration": 100 }}"#
    )
}

/// A file of Aseprite with these frames and tags.
fn aseprite(frames: &[&str], tags: &[(&str, usize, usize)]) -> String {
    let frames: Vec<_> = frames.iter().zip(0..).map(|(name, place)| ase(name, place * 8)).collect();
    let tag = |(name, from, to): &(&str, usize, usize)| {
        format!(
            r##"{{ "name": "{name}", "from": {from}, "to": {to}, "direction": "forward", "repeat": "1", "color": "#000000ff" }}"##
        )
    };
    let tags: Vec<_> = tags.iter().map(tag).collect();
    format!(
        r#"{{ "frames": [{}], "meta": {{ "app": "https://www.aseprite.org/", "version": "1.3.9", "image": "hero.png",
        "format": "RGBA8888", "size": {{ "w": 256, "h": 8 }}, "scale": "1", "frameTags": [{}],
        "layers": [{{ "name": "body", "opacity": 255, "blendMode": "normal" }}], "slices": [] }} }}"#,
        frames.join(", "),
        tags.join(", ")
    )
}

fn shown(atlas: &Atlas) -> Vec<(String, Vec<String>)> {
    atlas.animations().map(|animation| (animation.to_owned(), names(atlas, animation))).collect()
}

/// Checks the animations, by the numbers of the frames, and the number of warnings.
fn assert_animations(file: &str, expected: &[(&str, &[&str])], warned: usize) {
    let expected: Vec<_> = expected
        .iter()
        .map(|(name, frames)| ((*name).to_owned(), frames.iter().map(|frame| (*frame).to_owned()).collect()))
        .collect();
    assert_eq!(shown(&atlas(file).unwrap()), expected, "{file}");
    let found = warnings(file);
    assert_eq!(found.len(), warned, "{found:?}");
}

#[test]
fn a_tag_of_one_sprite_has_the_frames_of_its_numbers() {
    let names = ["k 0.aseprite", "k 1.aseprite", "k 2.aseprite", "k 3.aseprite"];
    let (one, two, three) = (names[1], names[2], names[3]);
    assert_animations(
        &aseprite(&names, &[("idle", 0, 0), ("run", 1, 2), ("all", 1, 3)]),
        &[("all", &[one, two, three]), ("idle", &[names[0]]), ("run", &[one, two])],
        0,
    );
    // Empty frames and frames of other tags were left out.
    let some = ["k (cover) 3.aseprite", "k (cover) 13.aseprite", "k (cover) 12.aseprite"];
    assert_animations(
        &aseprite(&some, &[("shut", 0, 0), ("open", 3, 12), ("close", 13, 20)]),
        &[("close", &[some[1]]), ("open", &[some[0], some[2]])],
        1,
    );
    let from_1 = ["k 1.ase", "k 2.ase", "k 3.ase"];
    assert_animations(&aseprite(&from_1, &[("run", 1, 2)]), &[("run", &["k 2.ase", "k 3.ase"])], 0);
    let single = ["hero.aseprite"];
    assert_animations(&aseprite(&single, &[("run", 0, 0)]), &[("run", &["hero.aseprite"])], 0);
    let own = ["run_0", "run_1", "stop_0"];
    assert_animations(
        &aseprite(&own, &[("run", 0, 1), ("stop", 2, 2)]),
        &[("run", &["run_0", "run_1"]), ("stop", &["stop_0"])],
        0,
    );
}

#[test]
fn tags_of_several_sprites_never_show_the_wrong_one() {
    let names = ["a 0.aseprite", "a 1.aseprite", "b 0.aseprite", "b 1.aseprite"];
    let unclear = aseprite(&names, &[("walk", 0, 1), ("fly", 0, 1)]);
    assert_animations(&unclear, &[], 2);
    assert_eq!(
        warnings(&unclear)[0],
        "the tag `walk` may be of more than one sprite, so it is no animation; export each sprite into a file of its own"
    );
    assert_animations(&aseprite(&names, &[("walk", 0, 0), ("run", 1, 1), ("fly", 0, 1)]), &[], 3);
    assert_animations(&aseprite(&names, &[("walk", 2, 3)]), &[], 1);
    let layers = ["a (x) 0.aseprite", "a (x) 1.aseprite", "a (y) 0.aseprite", "a (y) 1.aseprite"];
    assert_animations(&aseprite(&layers, &[("walk", 0, 1)]), &[], 1);
    // Names without numbers say nothing, and tags that start again are of several sprites.
    let others = ["p", "q", "r", "s"];
    assert_animations(&aseprite(&others, &[("walk", 1, 1), ("fly", 0, 1)]), &[], 2);
}

#[test]
fn the_check_tells_a_tag_that_repeats() {
    let file = aseprite(&["k 0.aseprite"], &[("run", 0, 0)]).replace(r#""repeat": "1""#, r#""repeat": "3""#);
    assert_animations(&file, &[("run", &["k 0.aseprite"])], 1);
    let what = "which is not used: an animation has its frames once";
    assert_eq!(warnings(&file), [format!("the tag `run` has the repeat 3, {what}")]);
}

#[test]
fn the_first_of_two_tags_of_a_name_is_the_animation() {
    let file = aseprite(&["k 0.aseprite", "k 1.aseprite"], &[("run", 0, 0), ("run", 1, 1)]);
    assert_animations(&file, &[("run", &["k 0.aseprite"])], 1);
    assert_eq!(warnings(&file), ["two tags have the name `run`; the first one is the animation"]);
}

#[test]
fn an_absolute_or_missing_image_is_one_beside_the_file() {
    let file = aseprite(&["k"], &[]);
    for absolute in [
        "/home/me/art/hero.png",
        r"C:\\Users\\me\\hero.png",
        "C:/art/hero.png",
        r"\\\\server\\art\\hero.png",
        "file:///tmp/hero.png",
        "https://example.org/hero.png",
    ] {
        let file = file.replace("\"hero.png\"", &format!("\"{absolute}\""));
        assert_eq!(atlas(&file).unwrap().image().as_str(), "atlases/hero.png", "{absolute}");
        let found = warnings(&file);
        assert!(found[0].ends_with("of an image, which is taken to be atlases/hero.png"), "{found:?}");
    }
    for without in [r#""image": "","#, r#""image": null,"#, ""] {
        let file = file.replace(r#""image": "hero.png","#, without);
        assert_eq!(atlas(&file).unwrap().image().as_str(), "atlases/hero.png", "{without}");
        assert_eq!(warnings(&file), ["has no `image`, which is taken to be atlases/hero.png"]);
    }
    let beside = file.replace("\"hero.png\"", r#""..\\images\\hero.png""#);
    assert_eq!(atlas(&beside).unwrap().image().as_str(), "images/hero.png");
}

#[test]
fn a_scale_is_not_used() {
    let file = aseprite(&["k"], &[]);
    for (scale, warned) in [("\"2\"", "2"), ("2", "2"), ("0.5", "0.5"), ("\"0.25\"", "0.25")] {
        let file = file.replace(r#""scale": "1""#, &format!(r#""scale": {scale}"#));
        assert_eq!(atlas(&file).unwrap().frames()[0].source, Rect::new(0.0, 0.0, 8.0, 8.0));
        let what = "which is not used: frames are in pixels of the image";
        assert_eq!(warnings(&file), [format!("has the scale {warned}, {what}")]);
    }
    for scale in ["1", "1.0", "\"1.0\"", "null", "\"auto\""] {
        assert_eq!(
            warnings(&file.replace(r#""scale": "1""#, &format!(r#""scale": {scale}"#))),
            [""; 0],
            "{scale}"
        );
    }
}

#[test]
fn a_size_that_is_missing_is_that_of_the_texture() {
    let png = |width, height| {
        let mut png = std::io::Cursor::new(Vec::new());
        image::RgbImage::new(width, height).write_to(&mut png, image::ImageFormat::Png).unwrap();
        png.into_inner()
    };
    for size in ["", r#""size": null,"#, r#""size": { "w": 0, "h": 0 },"#] {
        let file = aseprite(&["k 0.aseprite", "k 1.aseprite"], &[])
            .replace(r#""size": { "w": 256, "h": 8 },"#, size);
        assert_eq!(atlas(&file).unwrap().frames().len(), 2, "{size}");
        let found = |width| {
            let files =
                MemorySource::default().with("a/k.json", file.as_str()).with("a/hero.png", png(width, 8));
            let problems = check::<Atlas>(
                files,
                r#"texture(id: "i", path: "a/hero.png"), atlas(id: "a", path: "a/k.json")"#,
            );
            let own = problems.into_iter().filter(|problem| problem.contains("a/k.json"));
            own.map(|problem| problem.replace("phase `phase`: a/k.json: ", "")).collect::<Vec<_>>()
        };
        assert_eq!(found(16), ["has no `size` of its image"]);
        let outside =
            "the frame `k 1.aseprite` is not inside of the image; a/hero.png has 12 x 8 pixels: export both";
        assert_eq!(found(12), ["has no `size` of its image", outside]);
    }
}

#[test]
fn a_trimmed_frame_may_be_larger_than_its_source() {
    let frame = |trimmed: &str, kept: &str, size: &str| {
        format!(
            r#"{{ "frames": {{ "a": {{ "frame": {{ "x": 1, "y": 2, "w": 20, "h": 10 }}, {trimmed}
            "spriteSourceSize": {kept}, "sourceSize": {size} }} }},
            "meta": {{ "image": "hero.png", "size": {{ "w": 64, "h": 64 }} }} }}"#
        )
    };
    let kept = |x: f32, y: f32| Rect::new(x, y, 20.0, 10.0);
    for (file, expected, size, warned) in [
        // Frames with an inner padding, or extruded.
        (
            frame("\"trimmed\": true,", r#"{"x": -2, "y": -1, "w": 20, "h": 10}"#, r#"{"w": 16, "h": 8}"#),
            kept(-2.0, -1.0),
            (16.0, 8.0),
            Some(
                "the frame `a` keeps 20 x 10 pixels at -2, -1 of 16 x 8, and has 20 x 10 in the image, which are shown",
            ),
        ),
        (
            frame("\"trimmed\": true,", r#"{"x": 3, "y": 0, "w": 18, "h": 8}"#, r#"{"w": 32, "h": 8}"#),
            kept(3.0, 0.0),
            (32.0, 8.0),
            Some(
                "the frame `a` keeps 18 x 8 pixels at 3, 0 of 32 x 8, and has 20 x 10 in the image, which are shown",
            ),
        ),
        // A tool that does not say whether it trims.
        (
            frame("", r#"{"x": 3, "y": 4, "w": 20, "h": 10}"#, r#"{"w": 32, "h": 16}"#),
            kept(3.0, 4.0),
            (32.0, 16.0),
            None,
        ),
        (
            frame("\"trimmed\": true,", r#"{"x": 3, "y": 4, "w": 20, "h": 10}"#, "null"),
            kept(3.0, 4.0),
            (23.0, 14.0),
            None,
        ),
        (frame("\"trimmed\": true,", "null", "null"), kept(0.0, 0.0), (20.0, 10.0), None),
    ] {
        let frame = atlas(&file).unwrap().frames()[0].clone();
        assert_eq!((frame.kept, frame.size, frame.source), (expected, size, Rect::new(1.0, 2.0, 20.0, 10.0)));
        assert_eq!(warnings(&file), Vec::from_iter(warned), "{file}");
    }
    for bad in ["-1e9", "1e300"] {
        let kept = format!(r#"{{"x": {bad}, "y": 0, "w": 99, "h": 9}}"#);
        let error = atlas(&frame("", &kept, "null")).unwrap_err().to_string();
        assert!(error.contains("the frame `a` keeps"), "{error}");
    }
}

#[test]
fn a_duration_is_rounded() {
    let file = aseprite(&["k"], &[]);
    for (duration, expected) in [("83.3", 83), ("16.666", 17), ("100.0", 100), ("-5", 0), ("1e99", u32::MAX)]
    {
        let file = file.replace("\"duration\": 100", &format!("\"duration\": {duration}"));
        assert_eq!(atlas(&file).unwrap().frames()[0].duration, Some(expected));
    }
}

/// A frame of `TexturePacker` and of free-tex-packer.
const PACKED: &str = r#"{"frame": {"x": 2, "y": 4, "w": 10, "h": 6}, "rotated": true, "trimmed": true,
    "spriteSourceSize": {"x": 3, "y": 1, "w": 10, "h": 6}, "sourceSize": {"w": 16, "h": 8}}"#;

#[test]
fn the_forms_of_all_packers_are_the_same_atlas() {
    let meta = |app: &str, more: &str| {
        format!(
            r#""meta": {{"app": "{app}", "version": "1.1", "image": "hero.png", "format": "RGBA8888",
            "size": {{"w": 32, "h": 32}}, "scale": "1"{more}}}"#
        )
    };
    let packer = meta(
        "https://www.codeandweb.com/texturepacker",
        r#", "smartupdate": "$TexturePacker:SmartUpdate:1$""#,
    );
    let free = meta("http://free-tex-packer.com", "");
    let named = PACKED.replacen('{', "{\"filename\": \"a\", ", 1);
    let anchored = named.replacen('{', "{\"anchor\": {\"x\": 0.5, \"y\": 0.5}, ", 1);
    let pivot = PACKED.replacen('{', "{\"pivot\": {\"x\": 0.5, \"y\": 0.5}, ", 1);
    let expected = atlas(&format!(r#"{{"frames": {{"a": {PACKED}}}, {packer}}}"#)).unwrap();
    for file in [
        format!(r#"{{"frames": [{named}], {packer}}}"#),
        format!(r#"{{"frames": {{"a": {pivot}}}, {free}}}"#),
        format!("\u{feff}{{{free}, \"frames\": [{anchored}]}}"),
    ] {
        let atlas = atlas(&file).unwrap();
        assert_eq!((atlas.frames(), atlas.image()), (expected.frames(), expected.image()), "{file}");
        assert_eq!(warnings(&file), [""; 0]);
    }
    for other in ["", r#""textures": [{"image": "hero.png", "frames": []}], "#] {
        let error = atlas(&format!(r#"{{{other}"meta": {{"image": "hero.png"}}}}"#)).unwrap_err().to_string();
        assert!(error.ends_with("it has no `frames`; export it as JSON (Hash)"), "{error}");
    }
}

#[test]
fn an_animation_over_several_packs_has_the_frames_of_this_one() {
    let file = |packs: &str| {
        format!(
            r#"{{"frames": {{"a": {PACKED}}}, "animations": {{"run": ["a", "b", "a"]}}, "meta": {{"image": "hero-0.png",
            "size": {{"w": 32, "h": 32}}, "related_multi_packs": [{packs}]}}}}"#
        )
    };
    assert_animations(&file("\"hero-1.json\""), &[("run", &["a", "a"])], 1);
    assert_eq!(
        warnings(&file("\"hero-1.json\"")),
        ["the animation `run` shows `b`, which is in another of its packs, so it is left out here"]
    );
    let error = atlas(&file("")).unwrap_err().to_string();
    assert!(error.ends_with("the animation `run` shows `b`, which is no frame"), "{error}");
}

#[test]
fn a_field_that_is_not_needed_loses_only_itself() {
    let file = |frame: &str, more: &str| {
        format!(
            r#"{{"frames": {{"a": {{"frame": {{"x": 0, "y": 0, "w": 4, "h": 4}}{frame}}}}}, {more}
            "meta": {{"image": "hero.png", "size": {{"w": 8, "h": 8}}, "frameTags": null, "related_multi_packs": null}}}}"#
        )
    };
    let nulls = r#", "rotated": null, "trimmed": null, "pivot": null, "duration": null, "filename": null, "new": [1]"#;
    for (frame, more) in [(nulls, r#""animations": null, "textures": null, "version": 7,"#), ("", "")] {
        let file = file(frame, more);
        assert_eq!(atlas(&file).unwrap().frames().len(), 1);
        assert_eq!(warnings(&file), [""; 0]);
    }
    let error = atlas(&file("", r#""animations": {"run": {"frames": ["a"]}},"#)).unwrap_err().to_string();
    assert!(error.starts_with("atlases/hero.json:1:"), "{error}");
}

#[test]
fn of_many_frames_of_a_kind_the_check_tells_the_first() {
    let many = aseprite(&["k", "l", "m"], &[]).replace("\"trimmed\": false", "\"trimmed\": true");
    let many = many.replace(r#""sourceSize": { "w": 8, "h": 8 }"#, r#""sourceSize": { "w": 4, "h": 8 }"#);
    let what =
        "the frame `k` keeps 8 x 8 pixels at 0, 0 of 4 x 8, and has 8 x 8 in the image, which are shown";
    assert_eq!(warnings(&many), [format!("{what} (and 2 more frames)")]);
}
