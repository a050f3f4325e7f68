//! A recorded run: its file, and what is in it.

use std::collections::{BTreeMap, VecDeque};

use proscenium_core::flow::TickInput;
use proscenium_core::phase::Pace;
use proscenium_core::platform::Input;
use serde::{Deserialize, Serialize};

/// The format that is written, and the only one that is read.
const FORMAT: u32 = 1;
/// What a recording begins with; the header follows as JSON on the same line.
const MARK: &str = "proscenium recording ";
const MAX_HEADER: usize = 64 << 10;

/// A recorded run, which a [`Recorder`](crate::Recorder) has made, for a [`Replayer`](crate::Replayer).
///
/// # Format
///
/// A line of text with what the run was started with, as JSON. Then entries: the length (variable), the CRC-32
/// (4 bytes, little endian), and the ticks since the last entry and the entry itself as
/// [postcard](https://postcard.jamesmunns.com). A thread writes each entry as soon as it can, so that the recording of a
/// program that was killed is complete up to its last milliseconds; an incomplete last entry is left out.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    /// What the run was started with: a replay is started with the same.
    pub header: Header,
    pub(crate) inputs: VecDeque<(u64, TickInput)>,
    /// The ticks at which a load ended.
    pub(crate) load_ends: VecDeque<u64>,
    pub(crate) checks: VecDeque<(u64, Check)>,
    pub(crate) answers: Answers,
    pub(crate) end: u64,
    pub(crate) crash: Option<String>,
}

/// What a run was started with. A recording begins with it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The name of the game.
    pub game: String,
    /// The version of the game.
    pub version: String,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The first phase, if it is not the game's own first one.
    pub phase: Option<String>,
    /// The screen that the run began with, if it is not the first one of its phase.
    #[serde(default)]
    pub screen: Option<String>,
    /// The pace of the load queues.
    pub pace: Pace,
    /// The game's own options.
    pub options: Vec<(String, String)>,
    /// Whether the game ran in a page.
    pub is_page: bool,
}

/// What stands before the header on its line.
#[derive(Serialize, Deserialize)]
struct Format {
    format: u32,
    /// A checksum of the names of all fields of an input.
    #[serde(default)]
    layout: u32,
}

/// The checksums that have changed since the last check: the index of the field, and its value. One that is empty has its
/// tick compared alone, as in the link of a page (`web/runs.js`, which knows the format).
pub(crate) type Check = Vec<(u8, u32)>;

/// The place and the cause of a storage error.
pub(crate) type Refusal = (String, String);

/// What a load returned.
pub(crate) type Loaded = Result<Option<String>, Refusal>;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Entry {
    /// the input of this tick, if it is not the one before without its events.
    TickInput(TickInput),
    /// A load has ended in this tick.
    LoadEnd,
    Check(Check),
    /// What the clock said.
    Date(u64),
    /// What a load from the storage returned; `None` if it was the same as before for this key.
    Loaded(String, Option<Loaded>),
    Saved(String, Option<Refusal>),
    Crash(String),
    End,
}

/// What the run was answered by its clock and its storage.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answers {
    pub(crate) dates: VecDeque<u64>,
    pub(crate) loads: BTreeMap<String, VecDeque<Option<Loaded>>>,
    pub(crate) saves: BTreeMap<String, VecDeque<Option<Refusal>>>,
}

impl Header {
    /// The first line of a file.
    pub(crate) fn line(&self) -> String {
        #[derive(Serialize)]
        struct Line<'a> {
            #[serde(flatten)]
            format: Format,
            #[serde(flatten)]
            header: &'a Header,
        }
        let line = Line { format: Format { format: FORMAT, layout: layout() }, header: self };
        format!("{MARK}{}\n", serde_json::to_string(&line).unwrap_or_default())
    }
}

impl Entry {
    /// The bytes of an entry, `after` ticks later than the one before it.
    pub(crate) fn bytes(&self, after: u64) -> Vec<u8> {
        let body = postcard::to_allocvec(&(after, self)).unwrap_or_default();
        let mut bytes = postcard::to_allocvec(&body.len()).unwrap_or_default();
        bytes.extend(crc32fast::hash(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }
}

/// Another number when an input has other fields, because then its bytes have another meaning.
fn layout() -> u32 {
    crc32fast::hash(serde_json::to_string(&Input::default()).unwrap_or_default().as_bytes())
}

impl Recording {
    /// The maximum length of a recording: 64 MiB. A run that is longer is recorded up to there.
    pub const MAX_BYTES: usize = 64 << 20;

    /// Reads the bytes of a file.
    ///
    /// # Errors
    ///
    /// They are no recording of this version of the library, or they are damaged.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        let rest = bytes.strip_prefix(MARK.as_bytes()).ok_or("this is not a recording")?;
        let damaged = |at: usize| format!("the recording is damaged at byte {at}");
        let end = rest.iter().take(MAX_HEADER).position(|byte| *byte == b'\n');
        let line = &rest[..end.ok_or_else(|| damaged(MARK.len()))?];
        let Format { format, layout: fields } =
            serde_json::from_slice(line).map_err(|_| damaged(MARK.len()))?;
        if format != FORMAT {
            return Err(format!("the recording has format {format}; this program reads format {FORMAT}"));
        }
        let header: Header = serde_json::from_slice(line).map_err(|_| damaged(MARK.len()))?;
        if fields != layout() {
            let advice = "use the version of the game that made it";
            return Err(format!("the recording was made with other kinds of input; {advice}"));
        }
        let mut recording = Self { header, ..Self::default() };
        let mut rest = &rest[line.len() + 1..];
        while let Some((body, sum, after)) = next_entry(rest) {
            let damaged = || damaged(bytes.len() - rest.len());
            let read = postcard::from_bytes::<(u64, Entry)>(body).ok();
            let (ticks, entry) = read.filter(|_| crc32fast::hash(body) == sum).ok_or_else(damaged)?;
            recording.end = recording.end.checked_add(ticks).ok_or_else(damaged)?;
            if entry == Entry::End {
                break;
            }
            recording.add(entry);
            rest = after;
        }
        Ok(recording)
    }

    /// Returns the number of its inputs: of the ticks in which something changed that the player does.
    pub fn input_count(&self) -> usize {
        self.inputs.len()
    }

    /// Returns the bytes of its file, without what a replay compares and without the ticks of its loads: what waits for files
    /// takes the ticks that it takes.
    pub fn bytes(&self) -> Vec<u8> {
        let mut entries: Vec<_> = self.answers.dates.iter().map(|date| (0, Entry::Date(*date))).collect();
        for (key, all) in &self.answers.loads {
            entries.extend(all.iter().map(|result| (0, Entry::Loaded(key.clone(), result.clone()))));
        }
        for (key, all) in &self.answers.saves {
            entries.extend(all.iter().map(|refusal| (0, Entry::Saved(key.clone(), refusal.clone()))));
        }
        entries.extend(self.inputs.iter().map(|(tick, input)| (*tick, Entry::TickInput(input.clone()))));
        entries.push((self.end, Entry::End));
        let (mut bytes, mut now) = (self.header.line().into_bytes(), 0);
        for (tick, entry) in entries {
            bytes.extend(entry.bytes(tick - now));
            now = tick;
        }
        bytes
    }

    fn add(&mut self, entry: Entry) {
        let Self { answers, end, .. } = self;
        match entry {
            Entry::TickInput(tick) => self.inputs.push_back((*end, tick)),
            Entry::LoadEnd => self.load_ends.push_back(*end),
            Entry::Check(check) => self.checks.push_back((*end, check)),
            Entry::Date(date) => answers.dates.push_back(date),
            Entry::Loaded(key, result) => answers.loads.entry(key).or_default().push_back(result),
            Entry::Saved(key, refusal) => answers.saves.entry(key).or_default().push_back(refusal),
            Entry::Crash(message) => self.crash = Some(message),
            Entry::End => {}
        }
    }

    /// Returns the same, if it was made by the game of this name.
    ///
    /// # Errors
    ///
    /// Another game made it.
    pub fn of_game(self, name: &str) -> Result<Self, String> {
        let game = &self.header.game;
        if game == name { Ok(self) } else { Err(format!("the recording was made by the game `{game}`")) }
    }
}

/// The body of the next entry, its checksum, and the bytes after it; `None` where the file ends.
fn next_entry(bytes: &[u8]) -> Option<(&[u8], u32, &[u8])> {
    let (length, rest) = postcard::take_from_bytes::<usize>(bytes).ok()?;
    let (sum, rest) = rest.split_first_chunk::<4>()?;
    let (body, rest) = rest.split_at_checked(length)?;
    Some((body, u32::from_le_bytes(*sum), rest))
}
