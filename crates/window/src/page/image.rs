//! Images, which the browser decodes beside the program.

use std::sync::atomic::{AtomicU32, Ordering};

use super::{Answer, AnswerFuture, ask, send};
use proscenium_core::platform::Pixels;

static LAST: AtomicU32 = AtomicU32::new(0);

/// An image that the page decodes, or whose pixels it holds. It forgets both when this is dropped.
struct Ticket(u32);

impl Ticket {
    /// Asks for the next slice of the pixels.
    fn pixels(&self, from: usize) -> AnswerFuture {
        ask(&format!("pixels:{} {from}", self.0))
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        send(&format!("forget:{}", self.0));
    }
}

/// Decodes an image of any format that the browser reads. The page copies the bytes in this call. The pixels come in
/// slices, so that no frame copies all of a large image.
pub fn decode_image(bytes: &[u8]) -> impl Future<Output = Result<Pixels, String>> + Send + use<> {
    let ticket = Ticket(LAST.fetch_add(1, Ordering::Relaxed));
    let (address, most) = (bytes.as_ptr().expose_provenance(), Pixels::MAX_SIDE);
    let mut answer = ask(&format!("image:{} {address} {} {most}", ticket.0, bytes.len()));
    async move {
        let mut rgba = Vec::new();
        loop {
            let bytes = match answer.await {
                Answer::Done(bytes) => bytes,
                Answer::Broken(why) => return Err(why),
                Answer::NotFound | Answer::Partial(_) => Vec::new(),
            };
            let (width, height, slice) = parts(&bytes).ok_or("the page gave no image")?;
            let length = u64::from(width) * u64::from(height) * 4;
            if rgba.is_empty() {
                let room = usize::try_from(length).map(|length| rgba.try_reserve_exact(length));
                room.is_ok_and(|room| room.is_ok())
                    .then_some(())
                    .ok_or("there is no memory for its pixels")?;
            }
            rgba.extend_from_slice(slice);
            if slice.is_empty() || rgba.len() as u64 >= length {
                return Pixels::new(width, height, rgba).map_err(|error| error.to_string());
            }
            answer = ticket.pixels(rgba.len());
        }
    }
}

/// Width, height and the next slice of the pixels.
fn parts(bytes: &[u8]) -> Option<(u32, u32, &[u8])> {
    let (width, rest) = bytes.split_first_chunk()?;
    let (height, slice) = rest.split_first_chunk()?;
    Some((u32::from_le_bytes(*width), u32::from_le_bytes(*height), slice))
}
