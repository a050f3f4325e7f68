//! A folder of files that were made to do harm: `check` and the loader name each of them.

use std::fs;

use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder};

use crate::{Assets, leads_to_failure, stderr, stdout};

/// A WebP file whose header says that it has 16383 x 16383 pixels.
const WIDE_WEBP: &[u8] = b"RIFF\x1e\0\0\0WEBPVP8L\x11\0\0\0\x2f\xfe\xbf\xff\x0f\0\0\0\0\0\0\0\0\0\0\0\0\0";

/// Entities that would become three billion letters.
fn entities() -> String {
    let entity = |n: u32| format!("<!ENTITY e{n} \"{}\">", format!("&e{};", n - 1).repeat(10));
    let entities: String = (1..10).map(entity).collect();
    format!("<!DOCTYPE map [<!ENTITY e0 \"lol\">{entities}]><map version=\"&e9;\">&e9;</map>")
}

/// A small image with a colour profile of 64 MiB.
fn with_profile() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = PngEncoder::new(&mut bytes);
    encoder.set_icc_profile(vec![0; 64 << 20]).unwrap();
    encoder.write_image(&[9; 48], 4, 4, ExtendedColorType::Rgb8).unwrap();
    bytes
}

/// The same image with a text of 64 MiB in the place of the profile.
fn with_text() -> Vec<u8> {
    let mut bytes = with_profile();
    let chunk = bytes.windows(4).position(|name| name == b"iCCP").unwrap();
    let length = u32::from_be_bytes(*bytes[chunk - 4..].first_chunk().unwrap()) as usize;
    bytes[chunk..chunk + 4].copy_from_slice(b"zTXt");
    let (text, sum) = bytes[chunk..].split_at_mut(4 + length);
    sum[..4].copy_from_slice(&crc32fast::hash(text).to_be_bytes());
    bytes
}

/// A level with 100,000 groups in each other.
fn deep_level() -> String {
    let map = "<map version=\"1.0\" orientation=\"orthogonal\" width=\"1\" height=\"1\" tilewidth=\"9\" tileheight=\"9\">";
    format!("{map}{}", "<group>".repeat(100_000))
}

/// A manifest of 100,000 resources.
fn long_manifest() -> String {
    let entries: String = (0..100_000).map(|n| format!("bytes(id:\"{n}\",path:\"tuning.ron\"),")).collect();
    format!("(resources: [{entries}])")
}

#[test]
fn check_names_each_hostile_file() {
    let assets = Assets::copy()
        .write("textures/profile.png", with_profile())
        .write("textures/text.png", with_text())
        .write("textures/wide.webp", WIDE_WEBP)
        .write("textures/empty.png", "")
        .write("textures/page.png", "<!DOCTYPE html><title>404</title>")
        .write("sounds/empty.ogg", "")
        .write("sounds/short.ogg", "OggS nonsense")
        .write("levels/empty.tmx", "")
        .write("levels/entities.tmx", entities())
        .write("levels/deep.tmx", deep_level())
        .write("scripts/empty.txt", "")
        .write("phases/many.ron", long_manifest())
        .write("phases/empty.ron", "")
        .write("machines/empty.ron", "")
        .write("phases/ids.ron", "(resources: [\n bytes(id: \"\", path: \"tuning.ron\")])")
        .write("empty.ron", "");
    let mut expected = vec![
        "textures/wide.webp: the image has 16383 x 16383 pixels; each side may have 8192 at most",
        "textures/empty.png: the file is empty",
        "textures/page.png: the file starts like a web page, not like a texture",
        "sounds/empty.ogg: the file is empty",
        "sounds/short.ogg: the OGG file ends in its page at byte 0",
        "levels/empty.tmx:",
        "levels/entities.tmx:",
        "levels/deep.tmx:1:312: the elements are nested too deeply (max. 32)",
        "phases/many.ron: the manifest is too large: ",
        "phases/empty.ron:1:1: ",
        "machines/empty.ron: the file is empty",
        "phases/ids.ron:2:2: the id is empty",
        "empty.ron:",
    ];
    // Other systems do not make these files.
    #[cfg(target_os = "linux")]
    {
        for file in ["con .txt", "com\u{b9}.txt", "Tuning.ron"] {
            fs::write(assets.path(file), "()").unwrap();
        }
        use std::os::unix::fs::symlink;
        symlink("/etc/passwd", assets.path("textures/outside.png")).unwrap();
        symlink("circle.png", assets.path("textures/circle.png")).unwrap();
        symlink("/dev/zero", assets.path("textures/device.png")).unwrap();
        symlink(assets.path(""), assets.path("textures/again.png")).unwrap();
        expected.extend([
            "`con .txt` is not the path of an asset: Windows reserves this name",
            "`com\u{b9}.txt` is not the path of an asset: Windows reserves this name",
            "tuning.ron and Tuning.ron are one file on Windows and macOS; rename one",
            "cannot read textures/outside.png: there is no such file",
            "cannot read textures/circle.png: ",
            "cannot read textures/device.png: there is no such file",
            "cannot read textures/again.png: it is not a file",
        ]);
    }
    let output = assets.check();
    let (listed, log) = (stdout(&output), stderr(&output));
    assert_eq!(output.status.code(), Some(1), "{listed}\n{log}");
    for expected in &expected {
        assert!(listed.contains(expected), "`{expected}` is not listed:\n{listed}");
    }
    assert!(!listed.contains("profile.png") && !listed.contains("text.png"), "{listed}");
    assert!(!listed.contains("panicked") && !log.contains("panicked"), "{listed}\n{log}");
    let outside = assets.path("").display().to_string();
    assert!(!listed.contains(&outside), "no error names the machine's folders:\n{listed}");
}

#[test]
fn hostile_files_lead_to_the_failure_screen() {
    for (file, bytes, phase, cause) in [
        (
            "textures/menu_back.png",
            WIDE_WEBP.to_vec(),
            "main_menu",
            "menu_back.png: the image has 16383 x 16383",
        ),
        ("textures/menu_back.png", Vec::new(), "main_menu", "menu_back.png: the file is empty"),
        ("levels/outpost.tmx", entities().into_bytes(), "in_game", "levels/outpost.tmx:"),
        ("phases/in_game.ron", b"<html>".to_vec(), "in_game", "in_game.ron: the file starts like a web page"),
        (
            "phases/in_game.ron",
            long_manifest().into_bytes(),
            "in_game",
            "in_game.ron: the manifest is too large",
        ),
    ] {
        leads_to_failure(&Assets::copy().write(file, bytes), phase, &[cause]);
    }
    #[cfg(unix)]
    {
        let assets = Assets::copy();
        fs::remove_file(assets.path("textures/menu_back.png")).unwrap();
        std::os::unix::fs::symlink("/etc/passwd", assets.path("textures/menu_back.png")).unwrap();
        leads_to_failure(
            &assets,
            "main_menu",
            &["cannot read textures/menu_back.png: there is no such file"],
        );
    }
}

#[test]
fn check_survives_100000_files() {
    let assets = Assets::copy();
    for folder in 0..100 {
        let folder = assets.path(&format!("many/{folder}"));
        fs::create_dir_all(&folder).unwrap();
        (0..1000).for_each(|file| drop(fs::File::create(folder.join(format!("{file}.txt"))).unwrap()));
    }
    let output = assets.check();
    assert_eq!((output.status.code(), stdout(&output).ends_with("\nall good\n")), (Some(0), true));
}

#[test]
fn a_level_of_extreme_places_and_sizes_does_no_harm() {
    for (part, extreme, ticks) in [
        ("type=\"spawn\" x=\"328\"", "type=\"spawn\" x=\"1e30\"", 60),
        ("type=\"beacon\" x=\"344\" y=\"248\"", "type=\"beacon\" x=\"-1e30\" y=\"1e9\"", 60),
        ("type=\"hen\" x=\"264\" y=\"312\"", "type=\"hen\" x=\"3e38\" y=\"-3e38\"", 60),
        ("type=\"marine\" x=\"312\" y=\"360\"", "type=\"marine\" x=\"1e30\" y=\"1e30\"", 60),
        // The first wave comes from there.
        ("type=\"rift\" x=\"872\"", "type=\"rift\" x=\"3e38\"", 1200),
        ("tilewidth=\"16\" tileheight=\"16\" i", "tilewidth=\"4000000000\" tileheight=\"1\" i", 60),
    ] {
        let assets = Assets::copy().replace("levels/outpost.tmx", part, extreme);
        let played = assets.play("in_game", &format!("wait in_game\nrun {ticks}\nquit\n"));
        assert_eq!(played.status.code(), Some(0), "{extreme}: {}", stderr(&played));
    }
}
