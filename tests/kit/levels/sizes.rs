//! The memory of a level, which is known before it is decoded.

use proscenium::kit::Level;
use proscenium::phase::Asset;
use proscenium::platform::MemorySource;

use super::{load, zeros};

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
