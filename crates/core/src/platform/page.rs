//! What a program in a browser needs of the page around it. A program reaches a page only through the crate that
//! opens its window.

use std::future::ready;
use std::sync::OnceLock;
use std::time::Duration;

use super::audio::{Audio, HeadlessAudio};
use super::pixels::Decoding;

static PAGE: OnceLock<Page> = OnceLock::new();

/// The functions of a page. `proscenium-window` [installs](Page::install) them.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// The time since the beginning of 1970 (UTC).
    pub time: fn() -> Duration,
    /// Decodes an image of any format that the browser reads.
    pub decode: fn(&[u8]) -> Decoding,
    /// The sounds of the browser.
    pub audio: fn() -> Box<dyn Audio>,
}

impl Page {
    /// Installs the page of this program. A second call changes nothing.
    pub fn install(self) {
        PAGE.get_or_init(|| self);
    }

    /// Returns the sounds of the page; without a page there are none.
    pub fn audio() -> Box<dyn Audio> {
        PAGE.get().map_or_else(|| Box::new(HeadlessAudio::default()) as Box<dyn Audio>, |page| (page.audio)())
    }
}

pub(super) fn time() -> Duration {
    PAGE.get().map_or(Duration::ZERO, |page| (page.time)())
}

pub(crate) fn decode(bytes: &[u8]) -> Decoding {
    let no_page = "in a browser the page decodes images; build the program with the feature `window`";
    PAGE.get()
        .map_or_else(|| Box::pin(ready(Err(no_page.to_owned()))) as Decoding, |page| (page.decode)(bytes))
}
