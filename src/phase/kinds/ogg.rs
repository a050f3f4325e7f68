//! The pages of OGG files: whether all of them are there, and how long the sound is.

use std::time::Duration;

/// The bytes of a page before the table of its segments.
const HEAD: usize = 27;
const LAST_PAGE: u8 = 4;

/// The duration of a Vorbis file whose pages are complete and undamaged.
pub(super) fn duration(bytes: &[u8]) -> Result<Duration, String> {
    let (mut at, mut is_over, mut samples) = (0, false, 0);
    while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
        let page = page(rest).ok_or_else(|| format!("the OGG file ends in its page at byte {at}"))?;
        if !page.starts_with(b"OggS\0") || checksum(page).to_le_bytes() != page[22..26] {
            return Err(format!("the OGG file is damaged in its page at byte {at}"));
        }
        is_over = page[5] & LAST_PAGE != 0;
        // A page on which no packet ends has all bits set.
        samples =
            number(page, 6).map(u64::from_le_bytes).filter(|count| *count != u64::MAX).unwrap_or(samples);
        at += page.len();
    }
    if !is_over {
        return Err("the OGG file ends before its last page".to_owned());
    }
    // The first packet has a page of its own.
    let packet = page(bytes).and_then(|page| page.get(HEAD + usize::from(page[26])..)).unwrap_or_default();
    let rate = number(packet, 12).map_or(0, u32::from_le_bytes);
    if !packet.starts_with(b"\x01vorbis") || rate == 0 {
        return Err("the OGG file is not Vorbis, the only one that all players have".to_owned());
    }
    // The player plays no others.
    let channels = packet.get(11).copied().unwrap_or_default();
    if !matches!(channels, 1 | 2) {
        return Err(format!("the OGG file has {channels} channels; export it as mono or stereo"));
    }
    if samples == 0 {
        return Err("the OGG file has no samples".to_owned());
    }
    Ok(Duration::try_from_secs_f64(samples as f64 / f64::from(rate)).unwrap_or_default())
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

/// The checksum of a page, whose own four bytes count as zero: that of `crc32fast` with all bits mirrored, starting
/// from 0.
pub(super) fn checksum(page: &[u8]) -> u32 {
    let mut mirrored: Vec<u8> = page.iter().map(|byte| byte.reverse_bits()).collect();
    mirrored[22..26].fill(0);
    let mut hasher = crc32fast::Hasher::new_with_initial(u32::MAX);
    hasher.update(&mirrored);
    (!hasher.finalize()).reverse_bits()
}
