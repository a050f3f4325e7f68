//! The memory of a level, which is known before it is decoded.

use proscenium_core::phase::Asset;
use proscenium_core::platform::{MemorySource, TestSource};
use proscenium_formats::Level;

use super::{IMAGE, MAP, TILESET, error, load, old_map, zeros};

#[test]
fn the_size_of_a_packed_level_is_known_before_it_is_decoded() {
    let data = format!(r#"<data encoding="base64" compression="zlib">{}</data>"#, zeros(1));
    let layer = format!(r#"<layer name="large" width="512" height="512">{data}</layer>"#);
    let map = format!(
        r#"<map version="1.10" orientation="orthogonal" width="512" height="512" tilewidth="8" tileheight="8">{}</map>"#,
        layer.repeat(2)
    );
    let size = Level::decoded_size(map.as_bytes());
    assert!(map.len() < 10_000 && size > 8 << 20, "{} bytes, {size} decoded", map.len());
    let files = MemorySource::default().with("levels/a.tmx", map);
    let mut level = None;
    let taken = allocation_counter::measure(|| level = Some(load(&files).unwrap()));
    let level = level.unwrap();
    assert_eq!((level.tile_layers().count(), level.memory()), (2, size));
    let kept = taken.bytes_current as u64;
    assert!(kept.abs_diff(size) < size / 10, "{kept} bytes are kept, {size} expected");
}

#[test]
fn data_that_unpacks_to_very_much_is_an_error() {
    let packed = r#"encoding="base64" compression="zlib""#;
    let map = old_map(r#"orientation="orthogonal""#, IMAGE, &zeros(64)).replace(r#"encoding="csv""#, packed);
    let message = load(&MemorySource::default().with("levels/a.tmx", map)).unwrap_err().to_string();
    assert!(message.starts_with("levels/a.tmx:5:"), "{message}");
    assert!(message.ends_with("more tiles than its size says, which is 4"), "{message}");
    let layer =
        format!(r#"<layer name="a" width="1024" height="1024"><data {packed}>{}</data></layer>"#, zeros(4));
    let message = error("<group", &format!("{}<group", layer.repeat(9))).to_string();
    assert!(message.contains("more than 8388608 tiles together"), "{message}");
    let tileset = r#"<tileset firstgid="1" tilecount="65536" columns="1" tilewidth="1" tileheight="1"/>"#;
    let message = error("<group", &format!("{}<group", tileset.repeat(9))).to_string();
    assert!(message.contains("(max. 262144)"), "{message}");
    let tileset = r#"<tileset firstgid="9" tilecount="0" columns="0" tilewidth="1" tileheight="1"/>"#;
    let message = error("<group", &format!("{}<group", tileset.repeat(256))).to_string();
    assert_eq!(message, "levels/a.tmx:8:19892: the file has more than 256 tilesets");
}

#[test]
fn a_map_that_names_too_many_tilesets_is_refused_before_they_are_read() {
    let tileset = |number| format!(r#"<tileset firstgid="{number}" source="{number}.tsx"/>"#);
    let map = MAP.replacen(" <layer", &format!("{} <layer", (2..302).map(tileset).collect::<String>()), 1);
    let files = TestSource::default().with("levels/a.tmx", map).with("levels/2.tsx", TILESET);
    let what = "it needs more than 256 further files, or more than 16777216 bytes of them";
    assert_eq!(load(&files).unwrap_err().to_string(), format!("levels/a.tmx: {what}"));
    assert_eq!((files.reads_of("levels/a.tmx"), files.reads_of("levels/2.tsx")), (1, 0));
}
