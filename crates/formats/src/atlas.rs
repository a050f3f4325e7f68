//! Texture atlases: the frames of an image, by name.

#[cfg(feature = "window")]
mod draw;
mod file;
mod tags;

use std::collections::BTreeMap;
use std::f32::consts::FRAC_PI_2;

use file::{AtlasFile, Frame, Meta, Size};
use tags::{Order, Unusable};

use proscenium_core::phase::{AnyError, Asset, CheckContext, DecodeContext, DecodeError, Position, Texture};
use proscenium_core::platform::{AssetPath, Pixels, ReadError, Rect};

/// The maximum number of frames of all animations.
const MAX_STEPS: usize = 1 << 16;

/// The frames of an image and its animations: the value of a resource of the kind `atlas`, a JSON file of
/// `TexturePacker` in its hash or its array form, which Aseprite, free-tex-packer and other tools write too.
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
/// inside the image, animations of frames that do not exist and names of frames that appear twice are errors.
///
/// `check` reports other differences from a file, and the atlas loads: an image with an absolute path is taken
/// to be beside the file, a scale is not used, the first of two tags of a name counts and shows its frames once, and frames
/// that are in another pack are left out of animations. Tags of a file with several sprites are no animations. A
/// duration is rounded, and a frame with an outline is shown with its whole rectangle.
#[derive(Clone, Debug)]
pub struct Atlas {
    image: AssetPath,
    /// The size of the image, if the file says it.
    size: Option<Size>,
    frames: Vec<AtlasFrame>,
    by_name: BTreeMap<String, usize>,
    animations: BTreeMap<String, Vec<usize>>,
    /// How the atlas differs from its file.
    warnings: Vec<String>,
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
    /// The part of the untrimmed frame that is left, which may stick out where a tool adds a padding.
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

    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, AnyError> {
        let file: AtlasFile = serde_json::from_str(cx.text(bytes)?).map_err(|error| {
            let position = Position { line: error.line().max(1), column: error.column().max(1) };
            cx.error_at(position, format!("this is no atlas in the JSON of TexturePacker: {error}"))
        })?;
        let mut atlas = Self::of(&file.meta, cx)?;
        let what =
            "this is no atlas in the JSON of TexturePacker: it has no `frames`; export it as JSON (Hash)";
        atlas.add_frames(file.frames.ok_or_else(|| cx.error(what))?, cx)?;
        atlas.add_lists(file.animations.unwrap_or_default(), &file.meta, cx)?;
        atlas.add_tags(&file.meta, cx)?;
        let steps: usize = atlas.animations.values().map(Vec::len).sum();
        if steps > MAX_STEPS {
            return Err(cx
                .error(format!("the animations have more than {MAX_STEPS} frames together"))
                .into());
        }
        Ok(atlas)
    }

    fn memory(&self) -> u64 {
        let names: usize = self.frames.iter().map(|frame| frame.name.len() * 2).sum();
        let steps: usize = self.animations.values().map(Vec::len).sum();
        (names + self.frames.len() * size_of::<AtlasFrame>() + steps * size_of::<usize>()) as u64
    }

    fn check(&self, cx: &mut CheckContext<'_>) {
        let (atlas, image) = (cx.path(), &self.image);
        for what in &self.warnings {
            cx.problem(format!("{atlas}: {what}"));
        }
        let found = cx.others::<Texture>().find(|(path, _)| *path == image).map(|(_, texture)| texture);
        let Some(texture) = found else {
            return cx.problem(format!("{atlas} is of {image}, which the phase does not load as a texture"));
        };
        let is = format!("{image} has {} x {} pixels", texture.width, texture.height);
        let real = Size { w: texture.width as f32, h: texture.height as f32 };
        match self.size {
            Some(size) if size != real => {
                let Size { w, h } = size;
                cx.problem(format!("{atlas} is of an image of {w} x {h} pixels; {is}: export both"));
            }
            Some(_) => {}
            None => {
                let is_outside =
                    |frame: &&AtlasFrame| frame.source.right() > real.w || frame.source.bottom() > real.h;
                if let Some(AtlasFrame { name, .. }) = self.frames.iter().find(is_outside) {
                    cx.problem(format!(
                        "{atlas}: the frame `{name}` is not inside of the image; {is}: export both"
                    ));
                }
            }
        }
    }
}

impl Atlas {
    /// An atlas without frames.
    fn of(meta: &Meta, cx: &DecodeContext<'_>) -> Result<Self, ReadError> {
        let mut warnings = Vec::new();
        let image = image_of(meta.image.as_deref(), cx, &mut warnings)?;
        let size = meta.size.filter(|size| size.w > 0.0 && size.h > 0.0);
        if size.is_none() {
            warnings.push("has no `size` of its image".to_owned());
        }
        if let Some(scale) = meta.scale() {
            let what = "which is not used: frames are in pixels of the image";
            warnings.push(format!("has the scale {scale}, {what}"));
        }
        let (frames, by_name, animations) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
        Ok(Self { image, size, frames, by_name, animations, warnings })
    }

    fn add_frames(
        &mut self,
        frames: Vec<(String, Frame)>,
        cx: &DecodeContext<'_>,
    ) -> Result<(), DecodeError> {
        let mut larger = Vec::new();
        for (name, frame) in frames {
            let frame = frame.into_frame(&name, self.size, Pixels::MAX_SIDE as f32, &mut larger);
            let frame = frame.map_err(|what| cx.error(format!("the frame `{name}` {what}")))?;
            if self.by_name.insert(name, self.frames.len()).is_some() {
                return Err(cx.error(format!("the frame `{}` appears twice; rename one", frame.name)));
            }
            self.frames.push(frame);
        }
        match larger.as_slice() {
            [] => {}
            [only] => self.warnings.push(only.clone()),
            [first, more @ ..] => self.warnings.push(format!("{first} (and {} more frames)", more.len())),
        }
        Ok(())
    }

    /// Adds the animations that are lists of names.
    fn add_lists(
        &mut self,
        lists: BTreeMap<String, Vec<String>>,
        meta: &Meta,
        cx: &DecodeContext<'_>,
    ) -> Result<(), DecodeError> {
        let has_more_packs = meta.related_multi_packs.as_ref().is_some_and(|packs| !packs.is_empty());
        for (name, list) in lists {
            let mut found = Vec::new();
            for frame in list {
                if let Some(index) = self.by_name.get(&frame) {
                    found.push(*index);
                    continue;
                }
                let what = format!("the animation `{name}` shows `{frame}`, which is");
                if !has_more_packs {
                    return Err(cx.error(format!("{what} no frame")));
                }
                self.warnings.push(format!("{what} in another of its packs, so it is left out here"));
            }
            self.animations.insert(name, found);
        }
        Ok(())
    }

    fn add_tags(&mut self, meta: &Meta, cx: &DecodeContext<'_>) -> Result<(), DecodeError> {
        let tags = meta.frame_tags.as_deref().unwrap_or_default();
        if let Some(tag) = tags.iter().find(|tag| self.animations.contains_key(&tag.name)) {
            return Err(cx.error(format!("the animation `{}` appears twice; rename one", tag.name)));
        }
        let order = Order::of(&self.frames, tags);
        for tag in tags {
            let name = &tag.name;
            let shown = match order.frames(tag, self.frames.len()) {
                Ok(shown) => shown,
                Err(Unusable::Broken(what)) => return Err(cx.error(what)),
                Err(Unusable::Left(what)) => {
                    self.warnings.push(what);
                    continue;
                }
            };
            if self.animations.contains_key(name) {
                self.warnings
                    .push(format!("two tags have the name `{name}`; the first one is the animation"));
                continue;
            }
            if let Some(repeat) = tag.repeat.as_deref().filter(|repeat| *repeat != "1") {
                let what = "which is not used: an animation has its frames once";
                self.warnings.push(format!("the tag `{name}` has the repeat {repeat}, {what}"));
            }
            self.animations.insert(name.clone(), shown);
        }
        Ok(())
    }
}

/// The image beside the file. Of an absolute path the name counts: the folder is on another computer.
fn image_of(
    image: Option<&str>,
    cx: &DecodeContext<'_>,
    warnings: &mut Vec<String>,
) -> Result<AssetPath, ReadError> {
    let Some(image) = image.filter(|image| !image.is_empty()) else {
        let path = cx.path().as_str();
        let image = AssetPath::new(&format!("{}.png", path.rsplit_once('.').map_or(path, |(stem, _)| stem)))?;
        warnings.push(format!("has no `image`, which is taken to be {image}"));
        return Ok(image);
    };
    let image = image.replace('\\', "/");
    if !image.starts_with('/') && !image.contains(':') {
        return cx.path().sibling(&image);
    }
    let near = cx.path().sibling(image.rsplit(['/', ':']).next().unwrap_or_default())?;
    warnings.push(format!("has the absolute path `{image}` of an image, which is taken to be {near}"));
    Ok(near)
}
