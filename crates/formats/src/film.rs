//! Films: animated WebP files, decoded while they play.

mod webp;

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt;

use async_executor::Task;
use futures_lite::future::block_on;

use self::webp::Canvas;
use proscenium_core::phase::{
    AnyError, Asset, Background, CheckContext, DecodeContext, DecodeError, FinishContext, Texture,
    decode_image,
};
use proscenium_core::platform::{AssetPath, Decoding, Gpu, Pixels};

/// Whether the browser decodes the frames of a page, so that a job waits for them.
const DECODES_BESIDE: bool = cfg!(target_arch = "wasm32");
/// The maximum number of frames that wait for their time.
const MAX_AHEAD: usize = 6;
/// The maximum number of frames that a call of [`Film::show`] waits for: the one that a job has begun and the
/// one after it. It bounds the time of a tick on a slow machine.
const MAX_WAIT: usize = 2;
/// The maximum number of pixels of a frame.
const MAX_PIXELS: u64 = 1920 * 1080;

/// A film: the value of a resource of the kind `film`, an animated WebP, with transparency or without. Its frames look
/// as with libwebp; the background colour in the file is not drawn, as in browsers.
///
/// The file stays compressed in memory. Frames are decoded on the background executor a few ahead, and
/// [`show`](Film::show) puts the current one into the film's only texture, which has the first frame from
/// the start. The screen that plays a film counts its ticks. A film never changes the flow, so the trace
/// does not depend on the speed of decoding. In a page the browser decodes the frames.
///
/// # Making a film
///
/// ffmpeg makes films of any video or of numbered images, such as the 60 a second of `--frames DIR`:
///
/// ```text
/// ffmpeg -i intro.mp4 -vf fps=15,scale=640:-2 -c:v libwebp_anim -q:v 60 -loop 0 assets/films/intro.webp
/// ffmpeg -framerate 60 -i images/%05d.png -vf fps=15 -c:v libwebp_anim -lossless 1 -loop 0 assets/films/intro.webp
/// ```
///
/// A frame has at most 1920 x 1080 pixels. The manifest names the film,
/// `film(id: "intro", path: "films/intro.webp")`, and a screen plays it:
///
/// ```no_run
/// use proscenium_core::flow::ScreenContext;
/// use proscenium_formats::Film;
/// use proscenium_core::phase::{AnyError, Handle};
///
/// fn update(film: Handle<Film>, tick: u32, cx: &mut ScreenContext<'_>) {
///     if let Some(film) = cx.get(film) {
///         film.show(tick, cx.background(), cx.gpu());
///     }
/// }
/// ```
pub struct Film {
    texture: Texture,
    ticks: u32,
    bytes: u64,
    stream: RefCell<Stream>,
}

impl Asset for Film {
    const KIND: &'static str = "film";

    /// Returns the first frame.
    fn image<'a>(bytes: &'a [u8], cx: &DecodeContext<'_>) -> Result<Option<Cow<'a, [u8]>>, AnyError> {
        let (decoder, _) = Decoder::new(cx, bytes)?;
        Ok(Some(decoder.next_file()?.into()))
    }

    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, AnyError> {
        let (mut decoder, ticks) = Decoder::new(cx, bytes)?;
        let (shown, pixels) = decoder.add(&cx.image()?)?;
        let (waiting, decoder) = (VecDeque::with_capacity(MAX_AHEAD), Some(Box::new(decoder)));
        let stream = RefCell::new(Stream { decoder, job: None, waiting, shown, error: None });
        Ok(Self { texture: Texture::of(pixels), ticks, bytes: bytes.len() as u64, stream })
    }

    /// The frames of [`memory`](Asset::memory): their size stands in the header.
    fn decoded_size(bytes: &[u8]) -> u64 {
        frames(webp::size(bytes).unwrap_or_default())
    }

    fn finish(&mut self, cx: &mut FinishContext<'_>) -> Result<(), AnyError> {
        self.texture.finish(cx)
    }

    /// The maximum while the film plays: the file, the frames that wait, and the decoder's buffers.
    fn memory(&self) -> u64 {
        self.bytes + frames((self.texture.width, self.texture.height))
    }

    /// Decodes all frames, because a game finds a broken one only while it plays the film.
    fn check(&self, cx: &mut CheckContext<'_>) {
        let Some(decoder) = &mut self.stream.borrow_mut().decoder else { return };
        while !decoder.is_at_end() {
            if let Err(error) = block_on(decoder.decode_next()) {
                return cx.problem(format!("film `{}`: {error}", cx.id()));
            }
        }
        decoder.rewind();
    }
}

/// The memory of the frames of a film while it plays.
const fn frames((width, height): (u32, u32)) -> u64 {
    let coming = if DECODES_BESIDE { MAX_AHEAD } else { 0 };
    width as u64 * height as u64 * 4 * (MAX_AHEAD + 2 + coming) as u64
}

impl Film {
    /// Returns the texture, which has the frame that was shown last.
    pub const fn texture(&self) -> &Texture {
        &self.texture
    }

    /// Returns the length of the film in ticks, at least 1.
    pub const fn ticks(&self) -> u32 {
        self.ticks
    }

    /// Shows the frame of `tick`, counted from the start of the film; after its end the last one. A
    /// screen calls this in each update while the film plays. If decoding is late, the texture keeps its
    /// frame, and the late frames are skipped. A tick before the frame that was shown last restarts the
    /// film.
    pub fn show(&self, tick: u32, background: &Background, gpu: &mut dyn Gpu) {
        let due = self.stream.borrow_mut().advance(tick.min(self.ticks - 1), background);
        if let Some(pixels) = due
            && let Err(error) = gpu.update(self.texture.id, &pixels)
        {
            log::warn!("a frame of a film cannot be shown: {error}");
        }
    }

    /// Returns the number of the frame in the texture, from 0.
    pub fn shown(&self) -> u32 {
        self.stream.borrow().shown.number
    }

    /// Returns the error of a frame that could not be decoded. It stops the film, and the texture keeps
    /// the frame before it.
    pub fn error(&self) -> Option<DecodeError> {
        self.stream.borrow().error.clone()
    }
}

impl fmt::Debug for Film {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Film({} x {}, {} ticks)", self.texture.width, self.texture.height, self.ticks)
    }
}

/// The number of a frame, and the ticks from `start` to before `end` of its time.
struct Times {
    number: u32,
    start: u32,
    end: u32,
}

type Frame = (Times, Pixels);

struct Decoder {
    path: AssetPath,
    file: Vec<u8>,
    frames: Vec<webp::Frame>,
    size: (u32, u32),
    canvas: Canvas,
    /// The number and the start of the next frame.
    next: usize,
    start_ms: u64,
    /// The images that are being decoded: the next frame's, and the ones after it.
    coming: VecDeque<Decoding>,
}

impl Decoder {
    /// The decoder of a file, and the length of the film in ticks.
    fn new(cx: &DecodeContext<'_>, bytes: &[u8]) -> Result<(Self, u32), DecodeError> {
        let size @ (width, height) = webp::size(bytes).map_err(|what| cx.error(what.to_string()))?;
        if u64::from(width) * u64::from(height) > MAX_PIXELS {
            return Err(cx.error(format!("a frame has {width} x {height} pixels (max. 1920 x 1080)")));
        }
        let frames = webp::frames(bytes).map_err(|what| cx.error(what.to_string()))?;
        let ticks = tick_at(frames.iter().map(|frame| u64::from(frame.milliseconds)).sum());
        if ticks == 0 {
            return Err(cx.error("the frames have no duration"));
        }
        let (path, file, canvas) = (cx.path().clone(), bytes.to_vec(), Canvas::new(size));
        Ok((Self { path, file, frames, size, canvas, next: 0, start_ms: 0, coming: VecDeque::new() }, ticks))
    }

    fn rewind(&mut self) {
        self.canvas.clear();
        (self.next, self.start_ms) = (0, 0);
        self.coming.clear();
    }

    fn is_at_end(&self) -> bool {
        self.next == self.frames.len()
    }

    /// An error of the next frame.
    fn error(&self, what: &dyn fmt::Display) -> DecodeError {
        DecodeError { path: self.path.clone(), position: None, what: format!("frame {}: {what}", self.next) }
    }

    /// The image of the next frame as a separate file.
    fn next_file(&self) -> Result<Vec<u8>, DecodeError> {
        self.file_after(0).ok_or_else(|| self.error(&"it has no image"))
    }

    /// The image of the frame that comes `after` so many others, as a separate file.
    fn file_after(&self, after: usize) -> Option<Vec<u8>> {
        self.frames.get(self.next + after)?.still(&self.file)
    }

    async fn decode_next(&mut self) -> Result<Frame, DecodeError> {
        // The answer of a browser takes a frame of the window or two, so several images are on their way.
        let most = if DECODES_BESIDE { MAX_AHEAD } else { 1 };
        while self.coming.len() < most
            && let Some(file) = self.file_after(self.coming.len())
        {
            self.coming.push_back(decode_image(&file, "webp", u64::MAX));
        }
        let coming = self.coming.pop_front().ok_or_else(|| self.error(&"it has no image"))?;
        let image = coming.await.map_err(|cause| self.error(&cause))?;
        self.add(&image)
    }

    /// Adds the decoded image of the next frame to what the frames before it show.
    fn add(&mut self, image: &Pixels) -> Result<Frame, DecodeError> {
        let number = self.next;
        let frame = self.frames.get(number).ok_or_else(|| self.error(&"it is not there"))?;
        let drawn = self.canvas.draw(number, frame, image);
        drawn.map_err(|cause| self.error(&cause))?;
        let (width, height) = self.size;
        let pixels =
            Pixels::new(width, height, self.canvas.rgba.clone()).map_err(|cause| self.error(&cause))?;
        let start = tick_at(self.start_ms);
        self.start_ms += u64::from(frame.milliseconds);
        self.next += 1;
        Ok((Times { number: number as u32, start, end: tick_at(self.start_ms) }, pixels))
    }
}

/// The nearest tick. Times are rounded after they are added, so that errors do not add up.
fn tick_at(milliseconds: u64) -> u32 {
    u32::try_from((milliseconds * 3 + 25) / 50).unwrap_or(u32::MAX)
}

/// Decodes a frame, and returns the decoder with it.
type Job = Task<(Box<Decoder>, Result<Frame, DecodeError>)>;

struct Stream {
    /// The decoder, unless a job has it or a frame is broken.
    decoder: Option<Box<Decoder>>,
    job: Option<Job>,
    waiting: VecDeque<Frame>,
    shown: Times,
    error: Option<DecodeError>,
}

impl Stream {
    /// Runs one tick; returns the pixels of its frame if they are new.
    fn advance(&mut self, tick: u32, background: &Background) -> Option<Pixels> {
        if DECODES_BESIDE {
            // Takes what the browser has decoded since the last tick.
            background.try_tick();
        }
        if tick < self.shown.start && self.error.is_none() {
            self.restart(tick, background);
        }
        self.waiting.retain(|(times, _)| times.end > tick);
        self.take_result(tick, background, false);
        for _ in 0..MAX_WAIT {
            if tick < self.shown.end || !self.waiting.is_empty() {
                break;
            }
            self.start(background);
            self.take_result(tick, background, true);
        }
        let is_due = self.waiting.front().is_some_and(|(times, _)| times.start <= tick);
        let due = if is_due { self.waiting.pop_front() } else { None };
        self.start(background);
        if background.threads() == 0 {
            background.try_tick();
        }
        due.map(|(times, pixels)| {
            self.shown = times;
            pixels
        })
    }

    fn restart(&mut self, tick: u32, background: &Background) {
        self.take_result(tick, background, true);
        // One that a browser decodes is taken in a later tick.
        if let Some(decoder) = &mut self.decoder {
            decoder.rewind();
            self.waiting.clear();
            self.shown = Times { number: self.shown.number, start: 0, end: 0 };
        }
    }

    /// Starts to decode the next frame, if there is one and room for it.
    fn start(&mut self, background: &Background) {
        if self.waiting.len() < MAX_AHEAD
            && let Some(mut decoder) = self.decoder.take_if(|decoder| !decoder.is_at_end())
        {
            self.job = Some(background.spawn(async move {
                let result = decoder.decode_next().await;
                (decoder, result)
            }));
        }
    }

    /// Takes the frame of the running job, if it is done or `waits`. What a browser decodes cannot be waited for.
    fn take_result(&mut self, tick: u32, background: &Background, waits: bool) {
        let waits = waits && !DECODES_BESIDE;
        if let Some(job) = self.job.take_if(|job| waits || job.is_finished()) {
            let (decoder, result) = background.finish(job);
            self.decoder = Some(decoder);
            match result {
                Ok(frame) if frame.0.end > tick => self.waiting.push_back(frame),
                Ok(_) => {}
                Err(error) => {
                    log::warn!("the film stops: {error}");
                    self.error = Some(error);
                    self.decoder = None;
                }
            }
        }
    }
}
