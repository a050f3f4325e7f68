//! A file with replaced parts, and the places of unchanged ones.

use std::borrow::Cow;

/// A part of a file, and what takes its place.
struct Edit {
    at: usize,
    length: usize,
    new: String,
}

/// The parts of a file that are replaced.
#[derive(Default)]
pub(super) struct Edits(Vec<Edit>);

impl Edits {
    pub(super) fn replace(&mut self, at: usize, length: usize, new: String) {
        self.0.push(Edit { at, length, new });
    }

    pub(super) fn insert(&mut self, at: usize, new: String) {
        self.replace(at, 0, new);
    }

    /// The file with the new parts.
    pub(super) fn apply(mut self, bytes: &[u8]) -> Edited<'_> {
        if self.0.is_empty() {
            return Edited { bytes: Cow::Borrowed(bytes), after: Vec::new() };
        }
        self.0.sort_by_key(|edit| edit.at);
        let (mut edited, mut end, mut after) = (Vec::new(), 0, Vec::new());
        for Edit { at, length, new } in self.0 {
            edited.extend_from_slice(&bytes[end..at]);
            edited.extend_from_slice(new.as_bytes());
            end = at + length;
            after.push((edited.len(), end));
        }
        edited.extend_from_slice(&bytes[end..]);
        Edited { bytes: Cow::Owned(edited), after }
    }
}

/// A file whose parts are replaced.
pub(super) struct Edited<'a> {
    pub(super) bytes: Cow<'a, [u8]>,
    /// The byte after each new part, and the one after the part that it replaces, in the original file.
    after: Vec<(usize, usize)>,
}

impl Edited<'_> {
    /// The byte of the original file for one of this, which is in no new part.
    pub(super) fn original(&self, offset: usize) -> usize {
        let before = self.after.partition_point(|(new, _)| *new <= offset);
        let last = before.checked_sub(1).and_then(|last| self.after.get(last));
        last.map_or(offset, |(new, old)| old + (offset - new))
    }
}
