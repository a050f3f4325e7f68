//! Texture atlases: the frames of an image, by name.

mod file;

use std::collections::BTreeMap;
use std::error::Error;
use std::f32::consts::FRAC_PI_2;

use file::{AtlasFile, Direction, Size};

use super::rect::Rect;
use crate::phase::{Asset, CheckContext, DecodeContext, Position, Texture};
use crate::platform::{AssetPath, Pixels};

/// The maximum of frames of all animations.
const MAX_STEPS: usize = 1 << 16;

/// The frames of an image and its animations: the value of a resource of the kind `atlas`, a JSON file of
/// `TexturePacker` in its hash or its array form, which Aseprite and other tools write too.
///
/// The image is not loaded with it; the phase has it as a texture. The manifest names both:
///
/// ```text
/// texture(id: "hero_image", path: "textures/hero.png"),
/// atlas(id: "hero", path: "textures/hero.json"),
/// ```
///
/// Frames may be rotated and trimmed; `AtlasFrame::draw` (feature `window`) draws both as they were.
/// Animations are the lists of names in `animations` and the tags in `meta.frameTags`. Frames that are not
/// inside the image, animations of frames that do not exist and names that appear twice are errors.
#[derive(Clone, Debug)]
pub struct Atlas {
    image: AssetPath,
    size: Size,
    frames: Vec<AtlasFrame>,
    by_name: BTreeMap<String, usize>,
    animations: BTreeMap<String, Vec<usize>>,
}

/// A frame of an [`Atlas`], in pixels of its image.
#[derive(Clone, Debug, PartialEq)]
pub struct AtlasFrame {
    /// The name, which may look like a file's.
    pub name: String,
    /// The part of the image. If the frame is rotated, its width and height are exchanged.
    pub source: Rect,
    /// Whether the frame lies in the image rotated clockwise by 90 degrees.
    pub is_rotated: bool,
    /// The part of the untrimmed frame that is left.
    pub kept: Rect,
    /// The width and height of the untrimmed frame.
    pub size: (f32, f32),
    /// The point of the untrimmed frame that it is placed by; 0 to 1 from the left and from the top. The
    /// middle if the file does not say it.
    pub pivot: (f32, f32),
    /// The duration in milliseconds, if the file says it.
    pub duration: Option<u32>,
}

impl Atlas {
    /// Returns the path of the image.
    pub const fn image(&self) -> &AssetPath {
        &self.image
    }

    /// Returns the frames in the order of the file.
    pub fn frames(&self) -> &[AtlasFrame] {
        &self.frames
    }

    /// Returns the frame called `name`.
    pub fn frame(&self, name: &str) -> Option<&AtlasFrame> {
        self.frames.get(*self.by_name.get(name)?)
    }

    /// Returns the names of the animations, sorted.
    pub fn animations(&self) -> impl Iterator<Item = &str> {
        self.animations.keys().map(String::as_str)
    }

    /// Returns the frames of an animation in the order in which they are shown; none if there is no such
    /// animation. An animation that goes forth and back has both ways.
    pub fn animation(&self, name: &str) -> impl Iterator<Item = &AtlasFrame> {
        self.animations.get(name).into_iter().flatten().filter_map(|index| self.frames.get(*index))
    }
}

impl AtlasFrame {
    /// Where and how the frame is drawn if its untrimmed top left corner is at `x`, `y`: the target of the
    /// part [`source`](Self::source), which is then rotated around its middle, the rotation clockwise in
    /// radians, and whether the part is flipped before that from left to right and from top to bottom.
    pub fn place(&self, x: f32, y: f32, flip_x: bool) -> (Rect, f32, bool, bool) {
        let Rect { x: kept, y: top, w, h } = self.kept;
        let left = x + if flip_x { self.size.0 - kept - w } else { kept };
        let target = Rect::new(left, y + top, w, h);
        if !self.is_rotated {
            return (target, 0.0, flip_x, false);
        }
        let (middle_x, middle_y) = target.centre();
        let lying = Rect::new(middle_x - h / 2.0, middle_y - w / 2.0, h, w);
        // From left to right of the frame is from top to bottom of its part.
        (lying, -FRAC_PI_2, false, flip_x)
    }
}

impl Asset for Atlas {
    const KIND: &'static str = "atlas";
    const EXTENSIONS: &'static [&'static str] = &["json"];
    const MAX_BYTES: usize = 8 << 20;

    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let file: AtlasFile = serde_json::from_str(cx.text(bytes)?).map_err(|error| {
            let position = Position { line: error.line().max(1), column: error.column().max(1) };
            cx.error_at(position, format!("this is no atlas in the JSON of TexturePacker: {error}"))
        })?;
        let image = cx.path().sibling(&file.meta.image.replace('\\', "/"))?;
        let size = file.meta.size;
        let (mut frames, mut by_name) = (Vec::new(), BTreeMap::new());
        for (name, frame) in file.frames {
            let wrong = |what: String| cx.error(format!("the frame `{name}` {what}"));
            let frame = frame.into_frame(&name, size, Pixels::MAX_SIDE as f32).map_err(wrong)?;
            if by_name.insert(name, frames.len()).is_some() {
                return Err(cx.error(format!("the frame `{}` appears twice; rename one", frame.name)).into());
            }
            frames.push(frame);
        }
        let (mut animations, mut steps) = (BTreeMap::new(), 0);
        let mut add = |name: String, frames: Vec<usize>| {
            steps += frames.len();
            if steps > MAX_STEPS {
                return Err(cx.error(format!("the animations have more than {MAX_STEPS} frames together")));
            }
            match animations.insert(name.clone(), frames) {
                None => Ok(()),
                Some(_) => Err(cx.error(format!("the animation `{name}` appears twice; rename one"))),
            }
        };
        for (name, frames) in file.animations {
            let find = |frame: &String| {
                let missing =
                    || cx.error(format!("the animation `{name}` shows `{frame}`, which is no frame"));
                by_name.get(frame).copied().ok_or_else(missing)
            };
            let frames = frames.iter().map(find).collect::<Result<_, _>>()?;
            add(name, frames)?;
        }
        for tag in file.meta.frame_tags {
            if tag.from > tag.to || tag.to >= frames.len() {
                let what = format!("the tag `{}` is of the frames {} to {}", tag.name, tag.from, tag.to);
                return Err(cx.error(format!("{what}; the file has {}", frames.len())).into());
            }
            let forth = tag.from..=tag.to;
            let between = tag.from + 1..tag.to;
            let shown = match tag.direction {
                Direction::Forward => forth.collect(),
                Direction::Reverse => forth.rev().collect(),
                Direction::Pingpong => forth.chain(between.rev()).collect(),
                Direction::PingpongReverse => forth.rev().chain(between).collect(),
            };
            add(tag.name, shown)?;
        }
        Ok(Self { image, size, frames, by_name, animations })
    }

    fn memory(&self) -> u64 {
        let names: usize = self.frames.iter().map(|frame| frame.name.len() * 2).sum();
        let steps: usize = self.animations.values().map(Vec::len).sum();
        (names + self.frames.len() * size_of::<AtlasFrame>() + steps * size_of::<usize>()) as u64
    }

    fn check(&self, cx: &mut CheckContext<'_>) {
        let (atlas, image) = (cx.path(), &self.image);
        let found = cx.others::<Texture>().find(|(path, _)| *path == image).map(|(_, texture)| texture);
        match found {
            None => cx.problem(format!("{atlas} is of {image}, which the phase does not load as a texture")),
            Some(texture) if (texture.width as f32, texture.height as f32) != (self.size.w, self.size.h) => {
                let (width, height) = (self.size.w, self.size.h);
                let is = format!("{image} has {} x {} pixels", texture.width, texture.height);
                cx.problem(format!("{atlas} is of an image of {width} x {height} pixels; {is}: export both"));
            }
            Some(_) => {}
        }
    }
}
