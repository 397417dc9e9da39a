//! What the agent was doing, below the request next to the list.
//!
//! - Its task, the end of its last words, its branch, its link, the beginning of its notes, and how long its diff is.
//! - It is there only if six lines are free between the request and asq's own lines below; what has no room is left out
//!   from the end.
//! - Each text is behind the bar, below or next to asq's own word for it.

use crate::block::blanks;
use crate::{Glyphs, gutter};
use asq_core::life::About;
use asq_core::text::{Line, Shown, Span, Style, Tone, Untrusted, wrap};

/// The fewest lines for it.
const LEAST: usize = 6;
/// The columns of asq's own words.
const WORD: usize = 9;
/// The fewest columns of the texts.
const TEXT: usize = 20;
/// The most lines of the last words, and how many of their bytes are looked at.
const SAYS: usize = 3;
const TAIL: usize = 1 << 10;
/// The most graphemes of any other text.
const LONG: usize = 300;

/// Its lines, at most so many.
pub(super) fn lines(about: &About, width: usize, room: usize, glyphs: Glyphs) -> Vec<Line> {
    let Some(cells) = width.checked_sub(WORD + gutter::CELLS).filter(|cells| *cells >= TEXT) else {
        return Vec::new();
    };
    if room < LEAST {
        return Vec::new();
    }
    let About { says, task, branch, link, text, diff } = about;
    let one = |text: &Option<Untrusted>| -> Vec<Line> {
        let shown = text.as_ref().map(|text| glyphs.foreign(Shown::clipped(text, LONG)));
        shown
            .map(|shown| wrap::clip(&Line::of(shown, Style::default()), cells, glyphs.ellipsis()))
            .into_iter()
            .collect()
    };
    let says = says.as_ref().map(|says| last(says, cells, glyphs)).unwrap_or_default();
    let fields: [(&'static str, Vec<Line>); 5] = [
        (" task", one(task)),
        (" says", says),
        (" branch", one(branch)),
        (" link", one(link)),
        (" notes", one(text)),
    ];
    let mut lines: Vec<Line> = Vec::new();
    for (word, texts) in fields {
        for (at, text) in texts.iter().enumerate() {
            let mut line = named(if at == 0 { word } else { "" });
            line.spans.extend(gutter::behind(text, cells, glyphs).spans);
            lines.push(line);
        }
    }
    if let Some(diff) = diff {
        let mut line = named(" diff");
        line.spans.extend(blanks(gutter::CELLS).spans);
        let count = diff.raw().lines().count();
        let words = Shown::number(count).then(&Shown::own(if count == 1 { " line" } else { " lines" }));
        line.push(Span::new(glyphs.own_text(words), Style::of(Tone::Dim)));
        lines.push(line);
    }
    lines.truncate(room);
    lines
}

/// asq's own word, in its column.
fn named(word: &'static str) -> Line {
    let mut line = Line::from(Span::own(word, Tone::Dim));
    line.spans.extend(blanks(WORD - word.len()).spans);
    line
}

/// The last lines of a text that aren't blank, narrow enough for a mark before the first.
fn last(text: &Untrusted, cells: usize, glyphs: Glyphs) -> Vec<Line> {
    let raw = text.raw();
    let from = raw.ceil_char_boundary(raw.len().saturating_sub(TAIL));
    let tail = Untrusted::from(&raw[from..]);
    let shown = Shown::lines(&tail).into_iter().filter(|line| !line.as_str().trim().is_empty());
    let mark = glyphs.own("… ", Tone::Dim);
    let narrow = cells.saturating_sub(mark.text.width());
    let wrapped = |shown| wrap::wrap(&Line::of(glyphs.foreign(shown), Style::default()), narrow);
    let all: Vec<Line> = shown.flat_map(wrapped).collect();
    let cut = all.len().saturating_sub(SAYS);
    let mut lines = all[cut..].to_vec();
    if (cut > 0 || from > 0)
        && let Some(first) = lines.first_mut()
    {
        first.spans.insert(0, mark);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::{Glyphs, Line, SAYS, Untrusted, last};

    #[test]
    fn the_end_of_the_last_words_loses_no_letter_to_the_mark() {
        let words: Vec<String> = (10..60).map(|n| format!("w{n}")).collect();
        let said = Untrusted::from(words.join(" ").as_str());
        for glyphs in [Glyphs::Unicode, Glyphs::Ascii] {
            for cells in 20..40 {
                let lines: Vec<String> = last(&said, cells, glyphs).iter().map(Line::text).collect();
                assert_eq!(lines.len(), SAYS);
                assert!(lines.iter().all(|line| line.chars().count() <= cells), "{lines:?}");
                let shown = lines.join(" ");
                let shown: Vec<&str> = shown.split_whitespace().skip(1).collect();
                assert_eq!(shown, words[words.len() - shown.len()..]);
            }
        }
    }
}
