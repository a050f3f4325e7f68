//! The frames of animated WebP files, put together as libwebp does.

use std::fmt;
use std::ops::Range;

use proscenium_core::platform::Pixels;

/// The bytes of an `ANMF` chunk before the image of the frame.
const FRAME_HEAD: usize = 16;

/// A rectangle of the canvas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Area {
    x: usize,
    y: usize,
    width: usize,
    height: usize,
}

impl Area {
    const fn has(self, x: usize, y: usize) -> bool {
        x >= self.x && y >= self.y && x - self.x < self.width && y - self.y < self.height
    }
}

/// A frame in the file.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// The content of its `ANMF` chunk.
    content: Range<usize>,
    area: Area,
    pub(super) milliseconds: u32,
    /// Whether it is drawn over the frame before it, and does not take its place.
    blends: bool,
    /// Whether its area is transparent again after its time.
    is_cleared: bool,
}

/// What a file is instead of an animation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoAnimation {
    Other,
    Still,
    CutShort,
    /// The frame of this number is broken.
    Frame(usize),
}

impl fmt::Display for NoAnimation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Other => f.write_str("a film is an animated WebP file; this cannot be read as one"),
            Self::Still => f.write_str("a film is an animated WebP file; this one is not animated"),
            Self::CutShort => f.write_str("the file is shorter than its header says: is it cut short?"),
            Self::Frame(number) => write!(f, "frame {number}: it is broken, or outside of the picture"),
        }
    }
}

/// The chunks between two places of a file; the last one may be cut.
fn chunks(bytes: &[u8], within: Range<usize>) -> impl Iterator<Item = (&[u8; 4], Range<usize>)> {
    let mut at = within.start;
    std::iter::from_fn(move || {
        let head = bytes.get(at..within.end)?.first_chunk::<8>()?;
        let (name, size) = head.split_first_chunk::<4>()?;
        let start = at + 8;
        let end = start + u32::from_le_bytes(*size.first_chunk()?) as usize;
        // Chunks begin at even offsets.
        at = end + end % 2;
        Some((name, start..end.min(within.end)))
    })
}

/// A number of 24 bits.
fn number(bytes: &[u8], at: usize) -> Option<usize> {
    let bytes = bytes.get(at..)?.first_chunk::<3>()?;
    Some(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], 0]) as usize)
}

/// Width and height of an animation, from its header.
pub(super) fn size(bytes: &[u8]) -> Result<(u32, u32), NoAnimation> {
    if !bytes.starts_with(b"RIFF") || bytes.get(8..12) != Some(b"WEBP") {
        return Err(NoAnimation::Other);
    }
    let head = match bytes.get(12..16) {
        Some(b"VP8X") => bytes.get(20..30).ok_or(NoAnimation::CutShort)?,
        Some(b"VP8 " | b"VP8L") => return Err(NoAnimation::Still),
        _ => return Err(NoAnimation::Other),
    };
    let side = |at| number(head, at).map_or(0, |side| side as u32 + 1);
    if head[0] & 2 == 0 { Err(NoAnimation::Still) } else { Ok((side(4), side(7))) }
}

/// The frames of a file. Chunks that are no frames are skipped.
pub(super) fn frames(bytes: &[u8]) -> Result<Vec<Frame>, NoAnimation> {
    let (width, height) = size(bytes)?;
    let length = bytes.get(4..).and_then(<[u8]>::first_chunk).map(|size| u32::from_le_bytes(*size));
    let end = length.map_or(usize::MAX, |length| length as usize + 8);
    if bytes.len() < end {
        return Err(NoAnimation::CutShort);
    }
    let frames = chunks(bytes, 12..end).filter(|(name, _)| *name == b"ANMF").enumerate();
    let frames: Result<Vec<Frame>, NoAnimation> = frames
        .map(|(number, (_, content))| {
            frame(bytes, content, (width as usize, height as usize)).ok_or(NoAnimation::Frame(number))
        })
        .collect();
    frames.and_then(|frames| if frames.is_empty() { Err(NoAnimation::Still) } else { Ok(frames) })
}

fn frame(bytes: &[u8], content: Range<usize>, (width, height): (usize, usize)) -> Option<Frame> {
    let head = &bytes[content.clone()];
    let area = Area {
        x: number(head, 0)? * 2,
        y: number(head, 3)? * 2,
        width: number(head, 6)? + 1,
        height: number(head, 9)? + 1,
    };
    let is_inside = area.x + area.width <= width && area.y + area.height <= height;
    let (milliseconds, flags) = (number(head, 12)? as u32, *head.get(15)?);
    let frame = Frame { content, area, milliseconds, blends: flags & 2 == 0, is_cleared: flags & 1 != 0 };
    is_inside.then_some(frame)
}

impl Frame {
    /// The image of the frame as a separate file.
    pub(super) fn still(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let within = self.content.start + FRAME_HEAD..self.content.end;
        let find = |names: &[&[u8; 4]]| chunks(bytes, within.clone()).find(|(name, _)| names.contains(name));
        let (name, image) = find(&[b"VP8 ", b"VP8L"])?;
        let mut file = b"RIFF\0\0\0\0WEBP".to_vec();
        let mut put = |name: &[u8; 4], content: &[u8]| {
            file.extend(name);
            file.extend((content.len() as u32).to_le_bytes());
            file.extend(content);
            file.extend(&[0][..content.len() % 2]);
        };
        if let (b"VP8 ", Some((alpha, content))) = (name, find(&[b"ALPH"])) {
            let [width, height] =
                [self.area.width, self.area.height].map(|side| (side as u32 - 1).to_le_bytes());
            put(b"VP8X", &[&[0x10, 0, 0, 0], &width[..3], &height[..3]].concat());
            put(alpha, &bytes[content]);
        }
        put(name, &bytes[image]);
        let size = (file.len() as u32 - 8).to_le_bytes();
        file[4..8].copy_from_slice(&size);
        Some(file)
    }
}

/// The picture that frames are drawn on. The background colour of a file is not used, as in browsers.
pub(super) struct Canvas {
    width: usize,
    pub(super) rgba: Vec<u8>,
    /// The area of the last frame, if it is to be transparent before the next one.
    cleared: Option<Area>,
    /// Whether nothing of the frames before the last one was visible.
    was_key: bool,
}

impl Canvas {
    pub(super) fn new((width, height): (u32, u32)) -> Self {
        let rgba = vec![0; width as usize * height as usize * 4];
        Self { width: width as usize, rgba, cleared: None, was_key: true }
    }

    /// Makes it transparent, before the first frame.
    pub(super) fn clear(&mut self) {
        self.rgba.fill(0);
        (self.cleared, self.was_key) = (None, true);
    }

    /// Draws the frame after the one that was drawn last, whose image is decoded.
    pub(super) fn draw(&mut self, number: usize, frame: &Frame, image: &Pixels) -> Result<(), &'static str> {
        let area = frame.area;
        if (image.width() as usize, image.height() as usize) != (area.width, area.height) {
            return Err("its image has another size than the frame");
        }
        let pixels = image.rgba();
        let full = Area { x: 0, y: 0, width: self.width, height: self.rgba.len() / self.width / 4 };
        let is_opaque = pixels.iter().skip(3).step_by(4).all(|alpha| *alpha == 0xff);
        let takes_all = area == full && (is_opaque || !frame.blends);
        let is_key =
            number == 0 || takes_all || self.cleared.is_some_and(|cleared| cleared == full || self.was_key);
        if let Some(cleared) = self.cleared {
            self.rows(cleared).for_each(|row| row.fill(0));
        }
        let (cleared, width) = (self.cleared.unwrap_or_default(), area.width);
        let blends = frame.blends && !is_key;
        for ((y, row), source) in (area.y..).zip(self.rows(area)).zip(pixels.chunks_exact(width * 4)) {
            if !blends {
                row.copy_from_slice(source);
                continue;
            }
            let pairs = row.as_chunks_mut::<4>().0.iter_mut().zip(source.as_chunks::<4>().0);
            for (x, (below, pixel)) in (area.x..).zip(pairs) {
                *below = if cleared.has(x, y) { *pixel } else { blend(*pixel, *below) };
            }
        }
        self.cleared = frame.is_cleared.then_some(area);
        self.was_key = is_key;
        Ok(())
    }

    /// The rows of an area.
    fn rows(&mut self, area: Area) -> impl Iterator<Item = &mut [u8]> {
        let rows = self.rgba.chunks_exact_mut(self.width * 4).skip(area.y).take(area.height);
        rows.map(move |row| &mut row[area.x * 4..(area.x + area.width) * 4])
    }
}

/// A pixel over another one, in the numbers of libwebp.
fn blend(pixel: [u8; 4], below: [u8; 4]) -> [u8; 4] {
    let alpha = u32::from(pixel[3]);
    if let 0 | 0xff = alpha {
        return if alpha == 0 { below } else { pixel };
    }
    let rest = (u32::from(below[3]) * (256 - alpha)) >> 8;
    let sum = alpha + rest;
    let scale = (1 << 24) / sum;
    let channel = |at: usize| {
        let mixed = u32::from(pixel[at]) * alpha + u32::from(below[at]) * rest;
        ((u64::from(mixed) * u64::from(scale)) >> 24) as u8
    };
    [channel(0), channel(1), channel(2), sum as u8]
}
