//! Texture atlases: both forms, rotated and trimmed frames, animations, and broken files.

mod tools;

use proscenium_core::phase::{LoadError, Position};
use proscenium_core::platform::MemorySource;
use proscenium_core::platform::Rect;
use proscenium_formats::{Atlas, AtlasFrame};

use crate::{check, load};

pub const HASH: &str = r#"{
"frames": {
 "run 1.png": {"frame": {"x": 2, "y": 4, "w": 10, "h": 6}, "rotated": true, "trimmed": true,
  "spriteSourceSize": {"x": 3, "y": 1, "w": 10, "h": 6}, "sourceSize": {"w": 16, "h": 8}, "pivot": {"x": 0.5, "y": 1}},
 "idle.png": {"frame": {"x": 20, "y": 0, "w": 8, "h": 8}, "duration": 120},
 "a.png": {"frame": {"x": 0, "y": 16, "w": 4, "h": 4}}
},
"animations": {"run": ["run 1.png", "idle.png", "run 1.png"]},
"meta": {"image": "../images/hero.png", "size": {"w": 32, "h": 32}, "scale": "1", "frameTags": [
 {"name": "there", "from": 0, "to": 2, "direction": "forward"},
 {"name": "back", "from": 0, "to": 1, "direction": "reverse"},
 {"name": "both", "from": 0, "to": 2, "direction": "pingpong"},
 {"name": "both_back", "from": 0, "to": 2, "direction": "pingpong_reverse"},
 {"name": "one", "from": 2, "to": 2, "direction": "pingpong"}
]}}"#;

fn atlas(text: &str) -> Result<Atlas, LoadError> {
    load("atlases/hero.json", text)
}

/// The error of the atlas with `to` in the place of `from`.
fn error(from: &str, to: &str) -> String {
    assert!(HASH.contains(from), "{from}");
    atlas(&HASH.replacen(from, to, 1)).unwrap_err().to_string()
}

fn names(atlas: &Atlas, animation: &str) -> Vec<String> {
    atlas.animation(animation).map(|frame| frame.name.clone()).collect()
}

#[test]
fn frames_have_the_order_of_the_file_in_both_forms() {
    let hash = atlas(HASH).unwrap();
    let all: Vec<_> = hash.frames().iter().map(|frame| frame.name.as_str()).collect();
    assert_eq!(all, ["run 1.png", "idle.png", "a.png"]);
    assert_eq!(hash.image().as_str(), "images/hero.png");
    let mut array =
        HASH.replace(r#""frames": {"#, r#""frames": ["#).replace("},\n\"animations", "],\n\"animations");
    for name in ["run 1.png", "idle.png", "a.png"] {
        array = array.replace(&format!(" \"{name}\": {{"), &format!(" {{\"filename\": \"{name}\", "));
    }
    let array = atlas(&array).unwrap();
    assert_eq!(array.frames(), hash.frames());
    assert_eq!(array.frame("idle.png").unwrap().duration, Some(120));
    assert!(array.frame("idle").is_none());
}

#[test]
fn a_frame_is_rotated_and_trimmed_as_the_file_says() {
    let atlas = atlas(HASH).unwrap();
    let expected = AtlasFrame {
        name: "run 1.png".to_owned(),
        source: Rect::new(2.0, 4.0, 6.0, 10.0),
        is_rotated: true,
        kept: Rect::new(3.0, 1.0, 10.0, 6.0),
        size: (16.0, 8.0),
        pivot: (0.5, 1.0),
        duration: None,
    };
    assert_eq!(atlas.frames()[0], expected);
    let whole = &atlas.frames()[2];
    assert_eq!(
        (whole.kept, whole.size, whole.pivot),
        (Rect::new(0.0, 0.0, 4.0, 4.0), (4.0, 4.0), (0.5, 0.5))
    );
}

#[test]
fn animations_and_tags_are_lists_of_frames() {
    let atlas = atlas(HASH).unwrap();
    assert_eq!(atlas.animations().collect::<Vec<_>>(), ["back", "both", "both_back", "one", "run", "there"]);
    let (run, idle, a) = ("run 1.png", "idle.png", "a.png");
    assert_eq!(names(&atlas, "run"), [run, idle, run]);
    assert_eq!(names(&atlas, "there"), [run, idle, a]);
    assert_eq!(names(&atlas, "back"), [idle, run]);
    assert_eq!(names(&atlas, "both"), [run, idle, a, idle]);
    assert_eq!(names(&atlas, "both_back"), [a, idle, run, idle]);
    assert_eq!(names(&atlas, "one"), [a]);
    assert_eq!(names(&atlas, "none"), [""; 0]);
}

/// Where a point of the untrimmed frame is drawn, by the way of the frame's part of the image.
fn drawn(frame: &AtlasFrame, point: (f32, f32), flip_x: bool) -> (f32, f32) {
    let (target, rotation, flip_x, flip_y) = frame.place(100.0, 50.0, flip_x);
    let (x, y) = (point.0 - frame.kept.x, point.1 - frame.kept.y);
    // Clockwise by 90 degrees, the left edge is the upper one.
    let (x, y) = if frame.is_rotated { (frame.kept.h - y, x) } else { (x, y) };
    let x = if flip_x { frame.source.w - x } else { x };
    let y = if flip_y { frame.source.h - y } else { y };
    let (middle_x, middle_y) = target.centre();
    let (x, y) = (target.x + x - middle_x, target.y + y - middle_y);
    let (sin, cos) = rotation.sin_cos();
    ((x * cos - y * sin + middle_x).round(), (x * sin + y * cos + middle_y).round())
}

#[test]
fn a_frame_is_drawn_where_it_was_before_packing() {
    let rotated = atlas(HASH).unwrap().frames()[0].clone();
    let upright = AtlasFrame { is_rotated: false, source: Rect::new(2.0, 4.0, 10.0, 6.0), ..rotated.clone() };
    for frame in [rotated, upright] {
        for (x, y) in [(3.0, 1.0), (13.0, 1.0), (13.0, 7.0), (5.0, 6.0)] {
            assert_eq!(drawn(&frame, (x, y), false), (100.0 + x, 50.0 + y), "{frame:?}");
            assert_eq!(drawn(&frame, (x, y), true), (116.0 - x, 50.0 + y), "{frame:?}");
        }
    }
}

#[test]
fn an_error_names_the_frame_or_the_place() {
    let cases = [
        (r#""x": 20"#, r#""x": 25"#, "the frame `idle.png` has 8 x 8 pixels at 25, 0, which is not inside"),
        (r#""y": 4"#, r#""y": 40000"#, "the frame `run 1.png` has 6 x 10 pixels at 2, 40000"),
        (r#""w": 32"#, r#""w": 100000"#, "(max. 8192)"),
        (r#""x": 3"#, r#""x": 13"#, "the frame `run 1.png` keeps 10 x 6 pixels at 13, 1 of 16 x 8"),
        (r#""w": 4"#, r#""w": 0"#, "the frame `a.png` has 0 x 4 pixels"),
        (r#""a.png""#, r#""idle.png""#, "the frame `idle.png` appears twice; rename one"),
        (r#"["run 1.png""#, r#"["run 9.png""#, "the animation `run` shows `run 9.png`, which is no frame"),
        (r#""to": 2"#, r#""to": 3"#, "the tag `there` is of the frames 0 to 3; the file has 3"),
        (r#""name": "back""#, r#""name": "run""#, "the animation `run` appears twice; rename one"),
        (r#""../images"#, r#""../../images"#, "it leads out of the assets folder"),
        (r#""pingpong""#, r#""sideways""#, "atlases/hero.json:12:"),
        (
            r#""x": 2,"#,
            r#""x": -2,"#,
            "the frame `run 1.png` has 6 x 10 pixels at -2, 4, which is not inside",
        ),
        (r#""meta""#, r#""beta""#, "missing field `meta`"),
    ];
    for (from, to, expected) in cases {
        let error = error(from, to);
        assert!(error.contains(expected), "{error}");
    }
    let LoadError::Decode(error) = atlas(&HASH[..200]).unwrap_err() else { panic!() };
    assert_eq!(error.position, Some(Position { line: 4, column: 93 }), "{error}");
}

#[test]
fn the_check_compares_the_atlas_with_its_image() {
    let png = |width, height| {
        let mut png = std::io::Cursor::new(Vec::new());
        image::RgbImage::new(width, height).write_to(&mut png, image::ImageFormat::Png).unwrap();
        png.into_inner()
    };
    let atlas = r#"atlas(id: "hero", path: "atlases/hero.json")"#;
    let with_image = format!(r#"texture(id: "image", path: "images/hero.png"), {atlas}"#);
    let cases = [
        (32, with_image.as_str(), None),
        (
            16,
            &with_image,
            Some("atlases/hero.json is of an image of 32 x 32 pixels; images/hero.png has 16 x 16 pixels"),
        ),
        (
            32,
            atlas,
            Some("atlases/hero.json is of images/hero.png, which the phase does not load as a texture"),
        ),
    ];
    for (side, resources, expected) in cases {
        let files =
            MemorySource::default().with("atlases/hero.json", HASH).with("images/hero.png", png(side, side));
        let problems = check::<Atlas>(files, resources);
        let found = problems.iter().find(|problem| problem.contains("hero.json is of"));
        match expected {
            None => assert!(found.is_none(), "{problems:?}"),
            Some(expected) => assert!(found.is_some_and(|found| found.contains(expected)), "{problems:?}"),
        }
    }
}
