//! The JSON of an atlas.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::AtlasFrame;
use crate::kit::rect::Rect;

#[derive(Deserialize)]
pub(super) struct AtlasFile {
    /// The frames with their names in the order of the file: an object (hash) or an array.
    #[serde(deserialize_with = "frames")]
    pub(super) frames: Vec<(String, Frame)>,
    #[serde(default)]
    pub(super) animations: BTreeMap<String, Vec<String>>,
    pub(super) meta: Meta,
}

#[derive(Deserialize)]
pub(super) struct Meta {
    pub(super) image: String,
    pub(super) size: Size,
    #[serde(default, rename = "frameTags")]
    pub(super) frame_tags: Vec<Tag>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Size {
    pub(super) w: f32,
    pub(super) h: f32,
}

#[derive(Deserialize)]
pub(super) struct Tag {
    pub(super) name: String,
    pub(super) from: usize,
    pub(super) to: usize,
    #[serde(default)]
    pub(super) direction: Direction,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Direction {
    #[default]
    Forward,
    Reverse,
    Pingpong,
    PingpongReverse,
}

fn is_in(part: Rect, size: Size) -> bool {
    let starts = part.x >= 0.0 && part.y >= 0.0 && part.w > 0.0 && part.h > 0.0;
    starts && part.right() <= size.w && part.bottom() <= size.h
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Frame {
    /// The name in the array form.
    filename: Option<String>,
    frame: Rect,
    #[serde(default)]
    rotated: bool,
    #[serde(default)]
    trimmed: bool,
    sprite_source_size: Option<Rect>,
    source_size: Option<Size>,
    pivot: Option<Pivot>,
    duration: Option<u32>,
}

#[derive(Deserialize)]
struct Pivot {
    x: f32,
    y: f32,
}

impl Frame {
    pub(super) fn into_frame(self, name: &str, image: Size, max_side: f32) -> Result<AtlasFrame, String> {
        let Rect { x, y, w, h } = self.frame;
        let (wide, high) = if self.rotated { (h, w) } else { (w, h) };
        let source = Rect::new(x, y, wide, high);
        if image.w.max(image.h) > max_side || !is_in(source, image) {
            let Size { w: width, h: height } = image;
            return Err(format!(
                "has {wide} x {high} pixels at {x}, {y}, which is not inside of the image of {width} x {height} \
                 (max. {max_side}); export both again"
            ));
        }
        let kept = self.sprite_source_size.filter(|_| self.trimmed).unwrap_or(Rect::new(0.0, 0.0, w, h));
        let size = self.source_size.filter(|_| self.trimmed).unwrap_or(Size { w, h });
        if (kept.w, kept.h) != (w, h) || size.w.max(size.h) > max_side || !is_in(kept, size) {
            return Err(format!(
                "keeps {} x {} pixels at {}, {} of {} x {} (max. {max_side}), and has {w} x {h}",
                kept.w, kept.h, kept.x, kept.y, size.w, size.h
            ));
        }
        let pivot = self.pivot.map_or((0.5, 0.5), |pivot| (pivot.x, pivot.y));
        if !pivot.0.is_finite() || !pivot.1.is_finite() {
            return Err("has a pivot that is not finite".to_owned());
        }
        Ok(AtlasFrame {
            name: name.to_owned(),
            source,
            is_rotated: self.rotated,
            kept,
            size: (size.w, size.h),
            pivot,
            duration: self.duration,
        })
    }
}

fn frames<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(String, Frame)>, D::Error> {
    struct Both;

    impl<'de> Visitor<'de> for Both {
        type Value = Vec<(String, Frame)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object or an array of frames")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            std::iter::from_fn(|| map.next_entry().transpose()).collect()
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
            let mut frames = Vec::new();
            while let Some(mut frame) = seq.next_element::<Frame>()? {
                let name = frame.filename.take().ok_or_else(|| A::Error::missing_field("filename"))?;
                frames.push((name, frame));
            }
            Ok(frames)
        }
    }

    deserializer.deserialize_any(Both)
}
