//! The rewritten text, and where its parts come from.

use std::ops::Range;

/// A text that is put together of parts of another one and of new parts.
#[derive(Debug, Default)]
pub struct Out {
    pub text: String,
    /// Where a part begins here, where there, and how long it is; in the order of this text.
    pieces: Vec<(usize, usize, usize)>,
}

impl Out {
    /// Text that stands nowhere in the other one.
    pub fn add(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// A part of the other text as it is, but for lines that begin with `#`, which become empty.
    pub fn copy(&mut self, from: &str, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        self.pieces.push((self.text.len(), range.start, range.len()));
        let part = &from[range];
        for line in part.split_inclusive('\n') {
            let content = line.trim_start();
            if content.starts_with('#') && !content.starts_with("#pragma") {
                // As long as it was: what follows keeps its distance.
                self.text.extend(line.bytes().map(|b| if b == b'\n' { '\n' } else { ' ' }));
            } else {
                self.text.push_str(line);
            }
        }
    }

    /// New text at a place of this one.
    pub fn insert(&mut self, at: usize, text: &str) {
        self.text.insert_str(at, text);
        let index = self.pieces.partition_point(|(here, _, length)| here + length <= at);
        if let Some(&(here, there, length)) = self.pieces.get(index)
            && here < at
        {
            self.pieces[index].2 = at - here;
            self.pieces.insert(index + 1, (at, there + at - here, length - (at - here)));
        }
        self.pieces.iter_mut().filter(|(here, ..)| *here >= at).for_each(|(here, ..)| *here += text.len());
    }

    /// Text that is no longer there, with nothing in its place.
    pub fn blank(&mut self, range: Range<usize>) {
        self.text.replace_range(range.clone(), &" ".repeat(range.len()));
    }

    /// Where a place of this text is in the other one; of new text, where what stands behind it is.
    pub fn origin_of_start(&self, place: usize) -> Option<usize> {
        let index = self.pieces.partition_point(|(here, _, length)| here + length <= place);
        let (here, there, _) = *self.pieces.get(index)?;
        Some(there + place.saturating_sub(here))
    }

    /// Where a place of this text is in the other one; of new text, where what stands in front of it is.
    pub fn origin(&self, place: usize) -> Option<usize> {
        let index = self.pieces.partition_point(|piece| piece.0 <= place).checked_sub(1)?;
        let (here, there, length) = self.pieces[index];
        Some(there + (place - here).min(length.saturating_sub(1)))
    }
}
