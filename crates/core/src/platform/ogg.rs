//! The pages of OGG files: whether all of them are there, how long the sound is, and where its loop is.

use std::ops::Range;
use std::time::Duration;

/// The bytes of a page before the table of its segments.
const HEAD: usize = 27;
/// The flags of the first and of the last page of a part.
const FIRST_PAGE: u8 = 2;
const LAST_PAGE: u8 = 4;

/// An OGG Vorbis file whose pages are complete and undamaged, for an [`Audio`](super::Audio) that decodes it. The packets in
/// its pages are not decoded here.
///
/// A file may be chained: several files after each other, which are played as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ogg {
    /// The number of samples a second, of each channel.
    pub rate: u32,
    /// One or two.
    pub channels: usize,
    /// The parts that follow each other, at least one: most files have one.
    pub parts: Vec<OggPart>,
    /// The samples of the file between which music goes on; `None` for a sound that loops as a whole.
    pub looped: Option<Range<u64>>,
}

/// A part of an OGG file, which could be a separate file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OggPart {
    /// Where it is in the file.
    pub bytes: Range<usize>,
    /// The number of samples of each channel.
    pub samples: u64,
}

/// A part that is being read.
struct Reading {
    start: usize,
    serial: [u8; 4],
    samples: u64,
    /// The first two packets, and what is there of the next one.
    packets: Vec<Vec<u8>>,
    open: Vec<u8>,
}

impl Ogg {
    /// Checks all pages of a file.
    ///
    /// # Errors
    ///
    /// What is wrong with it: it is cut or damaged, it is not Vorbis, has several streams at once, more than two channels,
    /// or no samples.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        let (mut at, mut is_over, mut ogg) = (0, false, None);
        let mut reading: Option<Reading> = None;
        while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
            let page = page(rest).ok_or_else(|| format!("the OGG file ends in its page at byte {at}"))?;
            if !page.starts_with(b"OggS\0") || Self::checksum(page).to_le_bytes() != page[22..26] {
                return Err(format!("the OGG file is damaged in its page at byte {at}"));
            }
            let serial = number(page, 14).unwrap_or_default();
            if page[5] & FIRST_PAGE != 0 {
                let before = reading.replace(Reading {
                    start: at,
                    serial,
                    samples: 0,
                    packets: Vec::new(),
                    open: Vec::new(),
                });
                before.map_or(Ok(()), |before| before.finish(at, &mut ogg))?;
            }
            let several = "the OGG file has several streams at once; export its sound alone";
            let part = reading.as_mut().filter(|part| part.serial == serial).ok_or(several)?;
            part.add(page);
            is_over = page[5] & LAST_PAGE != 0;
            at += page.len();
        }
        let last = reading.filter(|_| is_over).ok_or("the OGG file ends before its last page")?;
        last.finish(at, &mut ogg)?;
        let mut ogg = ogg.ok_or("the OGG file has no pages")?;
        let samples = ogg.samples();
        if samples == 0 {
            return Err("the OGG file has no samples".to_owned());
        }
        ogg.looped = ogg
            .looped
            .map(|looped| looped.start..looped.end.min(samples))
            .filter(|looped| !looped.is_empty());
        Ok(ogg)
    }

    /// The number of samples of each channel of all parts; at least one.
    pub fn samples(&self) -> u64 {
        self.parts.iter().fold(0, |sum, part| sum.saturating_add(part.samples))
    }

    /// The duration of so many samples.
    pub(crate) fn time(&self, samples: u64) -> Duration {
        Duration::try_from_secs_f64(samples as f64 / f64::from(self.rate)).unwrap_or_default()
    }

    /// The checksum of a page, whose own four bytes count as zero: as `crc32fast` computes it, with all bits mirrored
    /// and starting from 0.
    pub(crate) fn checksum(page: &[u8]) -> u32 {
        let mut mirrored: Vec<u8> = page.iter().map(|byte| byte.reverse_bits()).collect();
        mirrored[22..26].fill(0);
        let mut hasher = crc32fast::Hasher::new_with_initial(u32::MAX);
        hasher.update(&mirrored);
        (!hasher.finalize()).reverse_bits()
    }
}

impl Reading {
    fn add(&mut self, page: &[u8]) {
        // On a page where no packet ends all bits are set.
        let samples = number(page, 6).map(u64::from_le_bytes).filter(|count| *count != u64::MAX);
        self.samples = samples.unwrap_or(self.samples);
        let mut body = HEAD + usize::from(page[HEAD - 1]);
        for size in &page[HEAD..body] {
            if self.packets.len() < 2 {
                self.open.extend(&page[body..body + usize::from(*size)]);
                if *size < 255 {
                    self.packets.push(std::mem::take(&mut self.open));
                }
            }
            body += usize::from(*size);
        }
    }

    /// Adds the part, which ends at this byte, to the file.
    fn finish(self, end: usize, ogg: &mut Option<Ogg>) -> Result<(), String> {
        let head = self.packets.first().map_or(&[][..], Vec::as_slice);
        let rate = number(head, 12).map_or(0, u32::from_le_bytes);
        if !head.starts_with(b"\x01vorbis") || rate == 0 {
            return Err("the OGG file is not Vorbis, the only one that all players have".to_owned());
        }
        let channels = usize::from(head[11]);
        if !matches!(channels, 1 | 2) {
            return Err(format!("the OGG file has {channels} channels; export it as mono or stereo"));
        }
        let looped = self.packets.get(1).and_then(|packet| loop_points(packet));
        let first = Ogg { rate, channels, parts: Vec::new(), looped };
        let ogg = ogg.get_or_insert(first);
        if (ogg.rate, ogg.channels) != (rate, channels) {
            return Err(
                "the parts of the OGG file differ in their rate or channels; join them again".to_owned()
            );
        }
        ogg.parts.push(OggPart { bytes: self.start..end, samples: self.samples });
        Ok(())
    }
}

/// The samples between which music goes on, of the packet of comments: `LOOPSTART` with `LOOPLENGTH` or `LOOPEND`, in
/// any spelling (`loop_start`). A value that cannot be read is left out.
fn loop_points(packet: &[u8]) -> Option<Range<u64>> {
    let (_vendor, rest) = sized(packet.strip_prefix(b"\x03vorbis")?)?;
    let (_count, mut rest) = rest.split_first_chunk::<4>()?;
    let (mut start, mut length, mut end) = (None, None, None);
    while let Some((comment, after)) = sized(rest) {
        rest = after;
        let comment = String::from_utf8_lossy(comment);
        let Some((key, value)) = comment.split_once('=') else { continue };
        let key: String = key.chars().filter(char::is_ascii_alphanumeric).collect();
        let value = value.trim().parse::<u64>().ok();
        match key.to_ascii_uppercase().as_str() {
            "LOOPSTART" => start = value,
            "LOOPLENGTH" => length = value,
            "LOOPEND" => end = value,
            _ => {}
        }
    }
    let from = start.unwrap_or(0);
    let to = end.or_else(|| length.map(|length| from.saturating_add(length)));
    (start.is_some() || to.is_some()).then(|| from..to.unwrap_or(u64::MAX))
}

/// A text after its length, and what is behind it.
fn sized(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = bytes.split_first_chunk()?;
    rest.split_at_checked(u32::from_le_bytes(*length) as usize)
}

/// The page that `bytes` begin with; `None` if its end is missing.
fn page(bytes: &[u8]) -> Option<&[u8]> {
    let segments = usize::from(*bytes.get(HEAD - 1)?);
    let sizes = bytes.get(HEAD..HEAD + segments)?;
    let body: usize = sizes.iter().map(|size| usize::from(*size)).sum();
    bytes.get(..HEAD + segments + body)
}

fn number<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at + N)?.try_into().ok()
}
