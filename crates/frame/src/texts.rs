//! Foreign texts, escaped and broken into lines once per width.
//!
//! - A text is identified by its place in memory, its length and its content.
//! - A long text is identified by its ends, together with its place and length.
//! - If a line of several begins with a rule, it is indented by one cell: only asq's own rows have one there.
//! - A long text in a place of few lines is broken only at its beginning; many long ones at no more than a KiB each.
//! - Beyond two megabytes, texts that the last paint didn't use are dropped.

use crate::Glyphs;
use asq_core::text::{Line, Shown, Style, Untrusted, wrap};
use std::collections::HashMap;
use std::sync::Arc;

/// How much of a text is looked at for a glance, in bytes.
const GLANCE: usize = 1 << 10;
/// The most bytes of texts that the last paint didn't use.
const KEPT: usize = 2 << 20;
/// Up to this length the whole content is compared, beyond it both ends.
const WHOLE: usize = 8 << 10;

/// Lines that are shared rather than copied.
pub(crate) type Lines = Arc<Vec<Line>>;

/// The shapes of a text and of a label where danger is confirmed, or not.
pub(crate) fn shapes(danger: bool) -> (TextShape, TextShape) {
    if danger { (TextShape::Told, TextShape::ToldLabel) } else { (TextShape::Lines, TextShape::Label) }
}

/// The form of a text in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TextShape {
    /// Line breaks break.
    Lines,
    /// Line breaks break, but a lone CR is visible, and so is the number of blanks.
    Told,
    /// Line breaks are shown as marks.
    Label,
    /// Line breaks are shown as marks, and so is the number of blanks.
    ToldLabel,
}

/// How much of a text is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Extent {
    Whole,
    /// So many lines.
    Lines(usize),
    /// One line, out of the first KiB.
    Glance,
}

impl Extent {
    /// The most lines that are wanted.
    pub(crate) fn most(self) -> usize {
        match self {
            Extent::Whole => usize::MAX,
            Extent::Lines(most) => most,
            Extent::Glance => 1,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct TextKey {
    text: Ident,
    shape: TextShape,
    width: usize,
    extent: Extent,
}

#[derive(Debug)]
struct Kept {
    lines: Lines,
    bytes: usize,
    used: u64,
}

#[derive(Debug, Default)]
pub(crate) struct Texts {
    kept: HashMap<TextKey, Kept>,
    bytes: usize,
    paint: u64,
}

impl Texts {
    pub(crate) fn begin(&mut self) {
        if self.bytes > KEPT {
            let last = self.paint;
            // What the last paint used is probably needed again at once.
            self.kept.retain(|_, kept| kept.used == last);
            self.bytes = self.kept.values().map(|k| k.bytes).sum();
        }
        self.paint += 1;
    }

    /// The lines of a text at a width; at least one.
    pub(crate) fn lines(
        &mut self,
        text: &Untrusted,
        shape: TextShape,
        width: usize,
        glyphs: Glyphs,
    ) -> Lines {
        self.first(text, shape, width, glyphs, Extent::Whole)
    }

    /// The same, but a longer text may have only the wanted lines and one more.
    pub(crate) fn first(
        &mut self,
        text: &Untrusted,
        shape: TextShape,
        width: usize,
        glyphs: Glyphs,
        extent: Extent,
    ) -> Lines {
        let key = TextKey { text: Ident::of(text), shape, width, extent };
        let paint = self.paint;
        let bytes = &mut self.bytes;
        let kept = self.kept.entry(key).or_insert_with(|| {
            let (lines, read) = begun(text, shape, width, glyphs, extent);
            *bytes += read;
            Kept { lines: Arc::new(lines), bytes: read, used: paint }
        });
        kept.used = paint;
        Arc::clone(&kept.lines)
    }
}

/// The wanted lines and one more, or all; and how many bytes of the text they took.
fn begun(
    text: &Untrusted,
    shape: TextShape,
    width: usize,
    glyphs: Glyphs,
    extent: Extent,
) -> (Vec<Line>, usize) {
    let (whole, most) = (text.raw().len(), extent.most());
    let mut looked = 0;
    // A byte for each cell; if that is too little for this text's characters, as many more as it turns out to need.
    let mut near = match extent {
        Extent::Whole => whole,
        Extent::Lines(most) => most.saturating_add(2).saturating_mul(width.max(8)),
        Extent::Glance => GLANCE,
    };
    while near < whole {
        let beginning = text.beginning(near);
        let mut lines = broken(&beginning, shape, width, glyphs);
        looked += near;
        if extent == Extent::Glance {
            // One more, to show that there is more.
            lines.push(Line::default());
        }
        if lines.len() > most {
            return (lines, looked);
        }
        let each = near.div_ceil(lines.len());
        near = near
            .saturating_mul(2)
            .max(each.saturating_mul(most.saturating_add(2)).min(near.saturating_mul(16)));
    }
    (broken(text, shape, width, glyphs), looked + whole)
}

fn broken(text: &Untrusted, shape: TextShape, width: usize, glyphs: Glyphs) -> Vec<Line> {
    let escaped = match shape {
        TextShape::Lines => Shown::lines(text),
        TextShape::Told => Shown::literal_lines(text),
        TextShape::Label => vec![Shown::one_line(text)],
        TextShape::ToldLabel => vec![Shown::told_line(text)],
    };
    let several = matches!(shape, TextShape::Lines | TextShape::Told);
    let broken = |shown| {
        let line = Line::of(glyphs.foreign(shown), Style::default());
        let lines = wrap::wrap(&line, width.max(1));
        // A rule at the left edge is how asq's own trusted rows look.
        let starts = |l: &Line| l.spans.first().is_some_and(|s| is_rule(s.text.as_str(), glyphs));
        let rule = lines.iter().any(starts);
        if rule && several && width > 1 { wrap::wrap_indent(&line, width, 1, 1) } else { lines }
    };
    let mut lines: Vec<Line> = escaped.into_iter().flat_map(broken).collect();
    if lines.is_empty() {
        lines.push(Line::default());
    }
    lines
}

/// Whether a line begins as asq's own trusted rows do.
fn is_rule(line: &str, glyphs: Glyphs) -> bool {
    match glyphs {
        Glyphs::Unicode => line.starts_with(['─', '━', '═']),
        Glyphs::Ascii => line.starts_with("--"),
    }
}

/// The identity of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Ident {
    place: usize,
    length: usize,
    content: u64,
}

impl Ident {
    /// The identity of a text that keeps its place while the form is open.
    pub(crate) fn of(text: &Untrusted) -> Ident {
        let bytes = text.raw().as_bytes();
        let content = if bytes.len() <= WHOLE {
            digest(bytes)
        } else {
            let half = WHOLE / 2;
            digest(&bytes[..half]).rotate_left(17) ^ digest(&bytes[bytes.len() - half..])
        };
        Ident { place: bytes.as_ptr() as usize, length: bytes.len(), content }
    }
}

/// A quick digest; no adversary gains by a collision, since place and length are compared, too.
fn digest(bytes: &[u8]) -> u64 {
    let mut words = bytes.chunks_exact(8);
    let mix = |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    let mut hash = 0;
    for word in &mut words {
        hash = mix(hash, word.iter().fold(0, |n, byte| n << 8 | u64::from(*byte)));
    }
    words.remainder().iter().fold(hash, |hash, byte| mix(hash, u64::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::{Extent, Ident, TextShape, WHOLE, begun, broken};
    use crate::Glyphs;
    use asq_core::text::{Line, Untrusted};
    use asq_testkit::hostile::hostile;

    /// The first lines of a long text are the same as when all of it is broken, whatever it contains.
    #[test]
    fn the_first_lines_are_those_of_the_whole() {
        for (at, (category, text)) in hostile().into_iter().step_by(3).enumerate() {
            let text = text.repeat(1 + 3000 / text.len().max(1));
            let text = Untrusted::from(&text[..text.floor_char_boundary(6000)]);
            let (width, most) = ([1, 7, 20, 75][at % 4], [1, 6][at % 2]);
            for shape in [TextShape::Lines, TextShape::Label] {
                let (some, read) = begun(&text, shape, width, Glyphs::Unicode, Extent::Lines(most));
                let all = broken(&text, shape, width, Glyphs::Unicode);
                let lines = |lines: &[Line]| lines.iter().take(most).map(Line::text).collect::<Vec<_>>();
                assert_eq!(lines(&some), lines(&all), "{category} {:?} at {width}", text.raw());
                assert_eq!(some.len() > most, all.len() > most, "{category}");
                assert!(read >= text.raw().len() || some.len() > most);
            }
        }
    }

    #[test]
    fn no_more_is_looked_at_than_the_first_lines_need() {
        for (piece, most_bytes) in
            [("word ", 1_000), ("漢", 4_000), ("e\u{301}\u{302}\u{303}", 9_000), ("👩‍👩‍👧‍👦", 16_000)]
        {
            let text = Untrusted::from(piece.repeat(60_000 / piece.len()));
            let (lines, read) = begun(&text, TextShape::Label, 75, Glyphs::Unicode, Extent::Lines(6));
            assert!(lines.len() > 6 && read <= most_bytes, "{piece}: {read}");
        }
    }

    #[test]
    fn a_glance_is_a_line_of_the_first_kilobyte() {
        for piece in ["word ", " ", "漢", "e\u{301}\u{302}\u{303}", "👩‍👩‍👧‍👦", "\n"] {
            let text = Untrusted::from(piece.repeat(60_000 / piece.len()));
            for (shape, width) in [(TextShape::Label, 20), (TextShape::Lines, 150)] {
                let (lines, read) = begun(&text, shape, width, Glyphs::Unicode, Extent::Glance);
                assert!(lines.len() > 1 && read <= 1 << 10, "{piece:?}: {read}");
            }
            let short = Untrusted::from(piece);
            let whole = broken(&short, TextShape::Label, 20, Glyphs::Unicode);
            assert_eq!(
                begun(&short, TextShape::Label, 20, Glyphs::Unicode, Extent::Glance),
                (whole, piece.len())
            );
        }
    }

    /// Texts of the same length are compared at both ends.
    #[test]
    fn a_long_text_is_known_by_both_ends() {
        let middle = "m".repeat(2 * WHOLE);
        let content = |text: String| Ident::of(&Untrusted::from(text)).content;
        let known = content(format!("a{middle}z"));
        let others = [format!("b{middle}z"), format!("a{middle}y"), format!("a{middle}z")];
        assert_eq!(others.map(|text| content(text) == known), [false, false, true]);
    }
}
