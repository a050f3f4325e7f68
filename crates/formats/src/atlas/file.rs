//! The JSON of an atlas: of all that tools write, what is needed.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::AtlasFrame;
use super::tags::Tag;
use proscenium_core::platform::Rect;

#[derive(Deserialize)]
pub(super) struct AtlasFile {
    /// The frames with their names in the order of the file: an object (hash) or an array.
    #[serde(default, deserialize_with = "frames")]
    pub(super) frames: Option<Vec<(String, Frame)>>,
    /// Lists of names by the name of the animation.
    pub(super) animations: Option<BTreeMap<String, Vec<String>>>,
    pub(super) meta: Meta,
}

#[derive(Deserialize)]
pub(super) struct Meta {
    pub(super) image: Option<String>,
    pub(super) size: Option<Size>,
    scale: Option<Value>,
    #[serde(rename = "frameTags")]
    pub(super) frame_tags: Option<Vec<Tag>>,
    pub(super) related_multi_packs: Option<Vec<String>>,
}

impl Meta {
    /// The scale, a number that most tools write as a text, if it is not 1.
    pub(super) fn scale(&self) -> Option<f64> {
        let scale = match self.scale.as_ref()? {
            Value::String(text) => text.trim().parse().ok()?,
            value => value.as_f64()?,
        };
        (scale != 1.0).then_some(scale)
    }
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
pub(super) struct Size {
    pub(super) w: f32,
    pub(super) h: f32,
}

fn is_in(part: Rect, size: Size) -> bool {
    let starts = part.x >= 0.0 && part.y >= 0.0 && part.w > 0.0 && part.h > 0.0;
    starts && part.right() <= size.w && part.bottom() <= size.h
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Frame {
    /// The name in the array form.
    #[serde(alias = "name")]
    filename: Option<String>,
    frame: Rect,
    rotated: Option<bool>,
    trimmed: Option<bool>,
    sprite_source_size: Option<Rect>,
    source_size: Option<Size>,
    #[serde(alias = "anchor")]
    pivot: Option<Pivot>,
    duration: Option<f64>,
}

#[derive(Deserialize)]
struct Pivot {
    x: f32,
    y: f32,
}

impl Frame {
    /// The frame. If its parts do not fit together, it is shown with the pixels of the image, and `larger` says so.
    pub(super) fn into_frame(
        self,
        name: &str,
        image: Option<Size>,
        max_side: f32,
        larger: &mut Vec<String>,
    ) -> Result<AtlasFrame, String> {
        let Rect { x, y, w, h } = self.frame;
        let is_rotated = self.rotated.unwrap_or_default();
        let (wide, high) = if is_rotated { (h, w) } else { (w, h) };
        let source = Rect::new(x, y, wide, high);
        let Size { w: width, h: height } = image.unwrap_or(Size { w: max_side, h: max_side });
        if width.max(height) > max_side || !is_in(source, Size { w: width, h: height }) {
            return Err(format!(
                "has {wide} x {high} pixels at {x}, {y}, which is not inside of the image of {width} x {height} \
                 (max. {max_side}); export both again"
            ));
        }
        let is_trimmed = self.trimmed.unwrap_or(true);
        let whole = Rect::new(0.0, 0.0, w, h);
        let kept = self.sprite_source_size.filter(|_| is_trimmed).unwrap_or(whole);
        let size = self.source_size.filter(|_| is_trimmed);
        let size = size.unwrap_or(Size { w: kept.x + w, h: kept.y + h });
        let says = || {
            format!(
                "keeps {} x {} pixels at {}, {} of {} x {}",
                kept.w, kept.h, kept.x, kept.y, size.w, size.h
            )
        };
        let is_larger = w > size.w || h > size.h || (kept.w, kept.h) != (w, h);
        let is_bounded = |side: f32| side.abs() <= max_side;
        if ![kept.x, kept.y, size.w, size.h].into_iter().all(is_bounded) || !is_larger && !is_in(kept, size) {
            return Err(format!("{} (max. {max_side}), and has {w} x {h}", says()));
        }
        if is_larger {
            larger.push(format!(
                "the frame `{name}` {}, and has {w} x {h} in the image, which are shown",
                says()
            ));
        }
        let pivot = self.pivot.map_or((0.5, 0.5), |pivot| (pivot.x, pivot.y));
        if !pivot.0.is_finite() || !pivot.1.is_finite() {
            return Err("has a pivot that is not finite".to_owned());
        }
        Ok(AtlasFrame {
            name: name.to_owned(),
            source,
            is_rotated,
            kept: Rect { w, h, ..kept },
            size: (size.w, size.h),
            pivot,
            duration: self.duration.map(|duration| duration.round() as u32),
        })
    }
}

fn frames<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<(String, Frame)>>, D::Error> {
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

    deserializer.deserialize_any(Both).map(Some)
}
