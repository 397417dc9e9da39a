//! The labels of a finder: bytes that arrive in blocks.
//!
//! - A label ends with the separator; the last one may do without. A CR before a line break isn't part of the label.
//! - An empty label is skipped and counted. Its number stays taken: it is the number of the line.
//! - With a delimiter, a label is the part before it, then come its value and its description.
//! - Bytes that aren't UTF-8 stay as they are; only what is shown of them is mended.

use std::borrow::Cow;
use std::ops::Range;

/// What is between two labels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Separator {
    /// A line break.
    #[default]
    Line,
    /// A NUL byte, so that a label may have line breaks.
    Nul,
}

/// The labels so far.
#[derive(Clone, Debug, Default)]
pub struct LabelList {
    separator: Separator,
    delimiter: Option<Vec<u8>>,
    bytes: Vec<u8>,
    /// Where each label ends. It begins where the one before ends.
    ends: Vec<u32>,
    /// By the number of labels before it: how many were skipped up to here.
    skips: Vec<(u32, u32)>,
    skipped: u32,
    full: bool,
}

impl LabelList {
    /// The most labels.
    pub const MOST: usize = 1_000_000;
    /// The most bytes of all labels together, 256 MiB.
    pub const MOST_BYTES: usize = 256 << 20;

    /// No labels yet.
    pub fn new(separator: Separator, delimiter: Option<&str>) -> LabelList {
        let delimiter = delimiter.filter(|text| !text.is_empty()).map(|text| text.as_bytes().to_vec());
        LabelList { separator, delimiter, ..LabelList::default() }
    }

    /// Adds one label as it is, separators and all.
    pub fn push(&mut self, label: &[u8]) {
        self.bytes.truncate(self.whole());
        self.bytes.extend_from_slice(label);
        self.end(self.bytes.len());
    }

    /// Adds what has arrived. What follows the last separator waits for the rest of its label.
    pub fn arrive(&mut self, block: &[u8]) {
        let separator = if self.separator == Separator::Line { b'\n' } else { 0 };
        for piece in block.split_inclusive(|byte| *byte == separator) {
            if self.full {
                return;
            }
            let Some(last) = piece.strip_suffix(&[separator]) else {
                self.bytes.extend_from_slice(piece);
                self.full |= self.bytes.len() > LabelList::MOST_BYTES;
                return;
            };
            self.bytes.extend_from_slice(last);
            self.end(self.without_return());
        }
    }

    /// Nothing more arrives: what waits for its separator is a label.
    pub fn complete(&mut self) {
        if self.bytes.len() > self.whole() && !self.full {
            self.end(self.without_return());
        }
        self.bytes.shrink_to_fit();
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether no label has arrived.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// How many empty ones were skipped.
    pub fn skipped(&self) -> usize {
        self.skipped as usize
    }

    /// Whether there are more than this takes; they are left where they come from.
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// The number of a label among all that came, from 1; empty ones count.
    pub fn number(&self, at: usize) -> usize {
        let before = self.skips.partition_point(|(labels, _)| *labels as usize <= at);
        let skipped = before.checked_sub(1).map_or(0, |last| self.skips[last].1);
        at + 1 + skipped as usize
    }

    /// What is shown of a label and searched in it.
    pub fn label(&self, at: usize) -> Cow<'_, str> {
        String::from_utf8_lossy(self.parts(at)[0])
    }

    /// What picking it gives: its value if it has one, otherwise the label.
    pub fn value(&self, at: usize) -> &[u8] {
        let [label, value, _] = self.parts(at);
        if value.is_empty() { label } else { value }
    }

    /// What it says about itself.
    pub fn description(&self, at: usize) -> Cow<'_, str> {
        String::from_utf8_lossy(self.parts(at)[2])
    }

    /// The bytes of a label's first part.
    pub(crate) fn searched(&self, at: usize) -> &[u8] {
        self.parts(at)[0]
    }

    fn parts(&self, at: usize) -> [&[u8]; 3] {
        let whole = self.bytes.get(self.range(at)).unwrap_or_default();
        let Some(delimiter) = &self.delimiter else { return [whole, b"", b""] };
        let (label, rest) = split(whole, delimiter);
        let (value, description) = split(rest, delimiter);
        [label, value, description]
    }

    fn range(&self, at: usize) -> Range<usize> {
        let start = at.checked_sub(1).and_then(|before| self.ends.get(before)).map_or(0, |end| *end as usize);
        let end = self.ends.get(at).map_or(start, |end| *end as usize);
        start..end
    }

    /// How many bytes belong to labels that have ended.
    fn whole(&self) -> usize {
        self.ends.last().map_or(0, |end| *end as usize)
    }

    /// Where the label that has just arrived ends.
    fn without_return(&self) -> usize {
        let arrived = self.bytes.get(self.whole()..).unwrap_or_default();
        let returns = self.separator == Separator::Line && arrived.ends_with(b"\r");
        self.bytes.len() - usize::from(returns)
    }

    fn end(&mut self, end: usize) {
        if self.ends.len() == LabelList::MOST || end > LabelList::MOST_BYTES {
            self.bytes.truncate(self.whole());
            self.full = true;
            return;
        }
        self.bytes.truncate(end);
        if self.bytes[self.whole()..].iter().all(u8::is_ascii_whitespace) {
            self.bytes.truncate(self.whole());
            self.skipped += 1;
            match self.skips.last_mut() {
                Some((labels, skipped)) if *labels as usize == self.ends.len() => *skipped = self.skipped,
                Some(_) | None => self.skips.push((self.ends.len() as u32, self.skipped)),
            }
            return;
        }
        self.ends.push(end as u32);
    }
}

/// The text before a delimiter, and the rest after it.
fn split<'a>(text: &'a [u8], delimiter: &[u8]) -> (&'a [u8], &'a [u8]) {
    match text.windows(delimiter.len()).position(|window| window == delimiter) {
        Some(at) => (&text[..at], &text[at + delimiter.len()..]),
        None => (text, b""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn all(labels: &LabelList) -> Vec<(usize, String)> {
        (0..labels.len()).map(|at| (labels.number(at), labels.label(at).into_owned())).collect()
    }

    fn read(separator: Separator, blocks: &[&[u8]]) -> LabelList {
        let mut labels = LabelList::new(separator, None);
        for block in blocks {
            labels.arrive(block);
        }
        labels.complete();
        labels
    }

    #[test]
    fn a_label_is_a_line_whatever_it_holds_and_its_number_is_the_lines() {
        let labels = read(Separator::Line, &[b"a => b\n\n-v\r\n  \nx\ty\n \n\nlast"]);
        let text = |n, text: &str| (n, text.to_owned());
        assert_eq!(all(&labels), [text(1, "a => b"), text(3, "-v"), text(5, "x\ty"), text(8, "last")]);
        assert_eq!(labels.skipped(), 4);
    }

    #[test]
    fn between_nul_bytes_a_label_may_have_line_breaks() {
        let labels = read(Separator::Nul, &[b"one\ntwo\0three\r\0\0four"]);
        let text = |n, text: &str| (n, text.to_owned());
        assert_eq!(all(&labels), [text(1, "one\ntwo"), text(2, "three\r"), text(4, "four")]);
    }

    #[test]
    fn bytes_that_are_no_text_are_given_back_as_they_came() {
        let labels = read(Separator::Line, &[b"caf\xe9\nok\n"]);
        assert_eq!((labels.value(0), labels.label(0).as_ref()), (&b"caf\xe9"[..], "caf\u{fffd}"));
    }

    #[test]
    fn a_delimiter_parts_label_value_and_description() {
        let mut labels = LabelList::new(Separator::Line, Some("::"));
        labels.arrive(b"North::n::cold::really\nSouth\nEast::::warm\n");
        labels.complete();
        let parts = |at: usize| {
            let value = String::from_utf8_lossy(labels.value(at)).into_owned();
            [labels.label(at).into_owned(), value, labels.description(at).into_owned()]
        };
        assert_eq!(parts(0), ["North", "n", "cold::really"]);
        assert_eq!(parts(1), ["South", "South", ""]);
        assert_eq!(parts(2), ["East", "East", "warm"]);
    }

    #[test]
    fn what_is_too_much_is_left_out_and_known() {
        let mut labels = LabelList::new(Separator::Line, None);
        labels.arrive(&b"a\n".repeat(LabelList::MOST));
        assert!(!labels.is_full());
        labels.arrive(b"b\n");
        labels.complete();
        assert_eq!((labels.len(), labels.is_full()), (LabelList::MOST, true));
    }

    #[test]
    fn a_label_that_never_ends_is_left_out() {
        let mut labels = LabelList::new(Separator::Line, None);
        labels.arrive(b"first\n");
        let block = vec![b'x'; 16 << 20];
        for _ in 0..17 {
            labels.arrive(&block);
        }
        labels.complete();
        assert_eq!((labels.len(), labels.is_full()), (1, true));
    }

    proptest! {
        #[test]
        fn it_is_all_the_same_in_which_blocks_labels_arrive(
            bytes in prop::collection::vec(prop::sample::select(b"ab \r\n\0\xff".to_vec()), 0..60),
            cuts in prop::collection::vec(0_usize..60, 0..6),
        ) {
            for separator in [Separator::Line, Separator::Nul] {
                let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut % (bytes.len() + 1)).collect();
                cuts.push(bytes.len());
                cuts.sort_unstable();
                let mut from = 0;
                let blocks: Vec<&[u8]> =
                    cuts.iter().map(|to| &bytes[std::mem::replace(&mut from, *to)..*to]).collect();
                let (one, many) = (read(separator, &[&bytes]), read(separator, &blocks));
                let values = |labels: &LabelList| (0..labels.len()).map(|at| labels.value(at).to_vec()).collect::<Vec<_>>();
                prop_assert_eq!(values(&one), values(&many));
                prop_assert_eq!(all(&one), all(&many));
                prop_assert_eq!(one.skipped(), many.skipped());
            }
        }
    }
}
