//! Texture atlases: the frames of an image, by name.

#[cfg(feature = "window")]
mod draw;
mod file;
mod tags;

use std::collections::{BTreeMap, BTreeSet};
use std::f32::consts::FRAC_PI_2;

use file::{AtlasFile, Meta, Sheet, Size};
use serde_json::Value;
use tags::Tag;

use proscenium_core::phase::{AnyError, Asset, CheckContext, DecodeContext, Position, Texture};
use proscenium_core::platform::{AssetPath, Pixels, ReadError, Rect};

/// The maximum of frames of all animations.
const MAX_STEPS: usize = 1 << 16;

/// The frames of an image and its animations: the value of a resource of the kind `atlas`, a JSON file of
/// `TexturePacker` in its hash or its array form, which Aseprite, free-tex-packer and other tools write too, or in
/// that of Phaser with one image.
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
/// What else is not as a file says is found by `check`, and the atlas loads: an image with an absolute path is taken
/// to be beside the file, a scale is not used, the first of two tags of a name counts, a duration is rounded, and
/// frames that are in another pack are left out of animations. A tag of a file with several sprites is an animation
/// only if it is certain of which sprite it is.
#[derive(Clone, Debug)]
pub struct Atlas {
    image: AssetPath,
    /// The size of the image, if the file says it.
    size: Option<Size>,
    frames: Vec<AtlasFrame>,
    by_name: BTreeMap<String, usize>,
    animations: BTreeMap<String, Vec<usize>>,
    /// What is not as the file says.
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
        let mut warnings = Warnings::default();
        let AtlasFile { frames, textures, animations, meta } = file;
        let Meta { image, size, scale, frame_tags, related_multi_packs, app } = meta;
        let own = frames.map(|frames| Sheet { image, size, scale, frames: Some(frames) });
        let sheet = own.map_or_else(|| only_one(textures.unwrap_or_default()), Ok);
        let Sheet { image, size, scale, frames } = sheet.map_err(|what| cx.error(what))?;
        let image = image_of(image, cx, &mut warnings)?;
        let size = size.filter(|size| size.w > 0.0 && size.h > 0.0);
        if size.is_none() {
            warnings.add("has no `size` of its image".to_owned());
        }
        if let Some(scale) = scale.filter(|scale| *scale != 1.0) {
            let what = "which is not used: frames are in pixels of the image";
            warnings.add(format!("has the scale {scale}, {what}"));
        }
        let (mut read, mut by_name) = (Vec::new(), BTreeMap::new());
        for (name, frame) in frames.unwrap_or_default() {
            let wrong = |what: String| cx.error(format!("the frame `{name}` {what}"));
            let warn = &mut |kind, what| warnings.add_of(kind, format!("the frame `{name}` {what}"));
            let frame = frame.into_frame(&name, size, Pixels::MAX_SIDE as f32, warn).map_err(wrong)?;
            if by_name.insert(name, read.len()).is_some() {
                return Err(cx.error(format!("the frame `{}` appears twice; rename one", frame.name)).into());
            }
            read.push(frame);
        }
        let frames = read;
        let (mut shown_by_name, mut steps) = (BTreeMap::new(), 0);
        let mut add = |name: &str, frames: Vec<usize>| {
            steps += frames.len();
            if steps > MAX_STEPS {
                return Err(cx.error(format!("the animations have more than {MAX_STEPS} frames together")));
            }
            shown_by_name.insert(name.to_owned(), frames);
            Ok(())
        };
        let lists = lists(animations, &mut warnings);
        for (name, list) in &lists {
            let mut found = Vec::new();
            for frame in list {
                match by_name.get(frame) {
                    Some(index) => found.push(*index),
                    None => {
                        let what = format!("the animation `{name}` shows `{frame}`, which is");
                        if related_multi_packs.as_ref().is_none_or(Vec::is_empty) {
                            return Err(cx.error(format!("{what} no frame")).into());
                        }
                        warnings.add(format!("{what} in another of its packs, so it is left out here"));
                    }
                }
            }
            add(name, found)?;
        }
        let tags = frame_tags.unwrap_or_default();
        let is_aseprite = app.is_some_and(|app| app.to_ascii_lowercase().contains("aseprite"));
        let of_tags = tags::animations(&frames, &tags, is_aseprite);
        let mut seen = BTreeSet::new();
        for (Tag { name, .. }, shown) in tags.iter().zip(of_tags) {
            if lists.contains_key(name) {
                return Err(cx.error(format!("the animation `{name}` appears twice; rename one")).into());
            }
            match shown.map_err(|what| cx.error(what))? {
                Err(what) => warnings.add(what),
                Ok(_) if seen.contains(name) => {
                    warnings.add(format!("two tags have the name `{name}`; the first one is the animation"));
                }
                Ok(shown) => {
                    seen.insert(name);
                    add(name, shown)?;
                }
            }
        }
        let (animations, warnings) = (shown_by_name, warnings.into_lines());
        Ok(Self { image, size, frames, by_name, animations, warnings })
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

/// What is not as the file says, with the number of others of a kind.
#[derive(Default)]
struct Warnings(Vec<(&'static str, String, usize)>);

impl Warnings {
    fn add(&mut self, what: String) {
        self.0.push(("", what, 0));
    }

    /// Adds one of a kind that many frames may have; the first one is said.
    fn add_of(&mut self, kind: &'static str, what: String) {
        match self.0.iter_mut().find(|(known, ..)| *known == kind) {
            Some((.., more)) => *more += 1,
            None => self.0.push((kind, what, 0)),
        }
    }

    fn into_lines(self) -> Vec<String> {
        let line = |(_, what, more)| match more {
            0 => what,
            more => format!("{what} (and {more} more frames)"),
        };
        self.0.into_iter().map(line).collect()
    }
}

/// The image of a file for several of them, if there is one.
fn only_one(mut sheets: Vec<Sheet>) -> Result<Sheet, String> {
    match (sheets.pop(), sheets.len()) {
        (Some(sheet), 0) => Ok(sheet),
        (Some(_), more) => {
            let images = more + 1;
            let what = format!("it has {images} images; an atlas has one");
            Err(format!("{what}: export a file for each (JSON Hash, or no multipack)"))
        }
        (None, _) => Err("this is no atlas in the JSON of TexturePacker: it has no `frames`".to_owned()),
    }
}

/// The animations that are lists of names.
fn lists(animations: Option<Value>, warnings: &mut Warnings) -> BTreeMap<String, Vec<String>> {
    let known = match animations {
        None => return BTreeMap::new(),
        Some(Value::Object(animations)) => animations,
        Some(_) => {
            warnings.add("has `animations` in a form that is not known; they are left out".to_owned());
            return BTreeMap::new();
        }
    };
    let list = |(name, list)| match serde_json::from_value(list) {
        Ok(list) => Some((name, list)),
        Err(_) => {
            warnings.add(format!("the animation `{name}` is no list of names; it is left out"));
            None
        }
    };
    known.into_iter().filter_map(list).collect()
}

/// The image beside the file. Of an absolute path the name counts: the folder is that of another computer.
fn image_of(
    image: Option<String>,
    cx: &DecodeContext<'_>,
    warnings: &mut Warnings,
) -> Result<AssetPath, ReadError> {
    let Some(image) = image.filter(|image| !image.is_empty()) else {
        let path = cx.path().as_str();
        let image = AssetPath::new(&format!("{}.png", path.rsplit_once('.').map_or(path, |(stem, _)| stem)))?;
        warnings.add(format!("has no `image`, which is taken to be {image}"));
        return Ok(image);
    };
    let image = image.replace('\\', "/");
    if !image.starts_with('/') && !image.contains(':') {
        return cx.path().sibling(&image);
    }
    let near = cx.path().sibling(image.rsplit(['/', ':']).next().unwrap_or_default())?;
    warnings.add(format!("has the absolute path `{image}` of an image, which is taken to be {near}"));
    Ok(near)
}
