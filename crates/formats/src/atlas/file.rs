//! The JSON of an atlas: of all that tools write, what is needed.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::AtlasFrame;
use super::tags::Tag;
use proscenium_core::platform::Rect;

#[derive(Deserialize)]
pub(super) struct AtlasFile {
    /// The frames with their names in the order of the file: an object (hash) or an array.
    #[serde(default, deserialize_with = "frames")]
    pub(super) frames: Option<Vec<(String, Frame)>>,
    /// In the place of `frames` the images of a file for several of them, as Phaser reads it.
    pub(super) textures: Option<Vec<Sheet>>,
    /// Lists of names by the name of the animation; some tools have something else here.
    pub(super) animations: Option<Value>,
    pub(super) meta: Meta,
}

/// An image of a file for several images.
#[derive(Deserialize)]
pub(super) struct Sheet {
    pub(super) image: Option<String>,
    pub(super) size: Option<Size>,
    #[serde(default, deserialize_with = "scale")]
    pub(super) scale: Option<f32>,
    #[serde(default, deserialize_with = "frames")]
    pub(super) frames: Option<Vec<(String, Frame)>>,
}

#[derive(Deserialize)]
pub(super) struct Meta {
    pub(super) image: Option<String>,
    pub(super) size: Option<Size>,
    #[serde(default, deserialize_with = "scale")]
    pub(super) scale: Option<f32>,
    #[serde(rename = "frameTags")]
    pub(super) frame_tags: Option<Vec<Tag>>,
    pub(super) related_multi_packs: Option<Vec<String>>,
    /// The tool.
    pub(super) app: Option<String>,
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
    /// The outline of a frame that shares its rectangle with others.
    vertices: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Pivot {
    x: f32,
    y: f32,
}

impl Frame {
    /// The frame, and what of it is not as the file says.
    pub(super) fn into_frame(
        self,
        name: &str,
        image: Option<Size>,
        max_side: f32,
        warn: &mut dyn FnMut(&'static str, String),
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
            warn("size", format!("{}, and has {w} x {h} in the image, which are shown", says()));
        }
        if self.vertices.is_some() {
            warn("outline", "has an outline, which is not used: its whole rectangle is shown".to_owned());
        }
        let pivot = self.pivot.map_or((0.5, 0.5), |pivot| (pivot.x, pivot.y));
        if !pivot.0.is_finite() || !pivot.1.is_finite() {
            return Err("has a pivot that is not finite".to_owned());
        }
        let duration = self.duration.map(|duration| duration.round() as u32);
        if duration.map(f64::from) != self.duration {
            let (shown, meant) = (duration.unwrap_or_default(), self.duration.unwrap_or_default());
            warn("duration", format!("has a duration of {meant}, which becomes {shown} milliseconds"));
        }
        Ok(AtlasFrame {
            name: name.to_owned(),
            source,
            is_rotated,
            kept: Rect { w, h, ..kept },
            size: (size.w, size.h),
            pivot,
            duration,
        })
    }
}

/// A number, which some tools write as a text.
fn scale<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f32>, D::Error> {
    struct Number;

    impl Visitor<'_> for Number {
        type Value = Option<f32>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a scale")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
            Ok(text.trim().parse().ok())
        }

        fn visit_f64<E: Error>(self, number: f64) -> Result<Self::Value, E> {
            Ok(Some(number as f32))
        }

        fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
            Ok(Some(number as f32))
        }

        fn visit_i64<E: Error>(self, number: i64) -> Result<Self::Value, E> {
            Ok(Some(number as f32))
        }

        fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
            Ok(None)
        }
    }

    deserializer.deserialize_any(Number)
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
