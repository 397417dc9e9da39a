//! A finder at one size: the question, what is typed, and the labels that match.
//!
//! - The list has as many rows as labels were ever there, up to a limit, so that typing moves nothing.
//! - How many match stands at the right of what is typed, after how many are picked, as far as there is room.
//! - Letters that were typed are marked in the labels. Where they are out of sight, the label begins later.
//! - It has at most 100 columns, in the middle of a screen that is its own.
//! - In a narrow footer the way out and what Enter does stay longest.
//! - On a low screen the description goes first, then the footer, then all but the first line of the question.

use crate::block::blanks;
use crate::glyphs::Glyphs;
use crate::{Frame, Size, measure};
use asq_core::text::{Line, Shown, Span, Style, Tone, Untrusted, width, wrap};
use asq_finder::{Finder, FinderNotice, FinderRow, FinderScreen};

/// The most rows of the list below the cursor.
const LIST: usize = 14;
/// The most graphemes of a label that are looked at.
const LONG: usize = 2000;
/// So many cells stay behind the last typed letter.
const BEHIND: usize = 8;

const DIM: Style = Style::of(Tone::Dim);
/// As a form says it.
const REFUSED: Style = Style::of(Tone::Danger).bold();

/// What only a surface knows about a finder.
#[derive(Clone, Copy, Debug, Default)]
pub struct FinderView {
    glyphs: Glyphs,
    /// Whether it has the whole screen.
    full: bool,
    /// The most rows that the list has had.
    rows: usize,
}

impl FinderView {
    /// A view that wasn't painted yet; `full` gives the list all of the screen.
    pub fn new(glyphs: Glyphs, full: bool) -> FinderView {
        FinderView { glyphs, full, rows: 0 }
    }

    /// Lays the finder out.
    pub fn paint(&mut self, finder: &mut Finder, size: Size) -> Frame {
        let mut frame = self.within(finder, measure::of_text(size));
        let left = if self.full { size.width.saturating_sub(measure::MOST) / 2 } else { 0 };
        for line in frame.lines.iter_mut().filter(|line| !line.spans.is_empty()) {
            line.spans.splice(0..0, blanks(usize::from(left)).spans);
        }
        frame.caret = frame.caret.map(|(column, row)| (column + left, row));
        frame
    }

    /// Lays it out in all of a size.
    fn within(&mut self, finder: &mut Finder, size: Size) -> Frame {
        let glyphs = self.glyphs;
        let (columns, height) = (usize::from(size.width), usize::from(size.height));
        if columns == 0 || height == 0 {
            return Frame::default();
        }
        let empty = finder.screen(0);
        let text = |text: &Untrusted, style: Style| {
            let line = Line::of(glyphs.foreign(Shown::clipped(text, LONG)), style);
            wrap::wrap(&line, columns)
        };
        let mut above = text(empty.question, Style::default().bold());
        let description = empty.description.map(|it| text(it, DIM)).unwrap_or_default();
        let labels = empty.labels;
        // The line that is typed in and one label are always there.
        let spare = height.saturating_sub(2);
        let footer = usize::from(spare > 1);
        above.truncate(spare.saturating_sub(footer).max(usize::from(spare > 0)));
        if above.len() + description.len() + footer < spare {
            above.extend(description);
        }
        let room = height.saturating_sub(above.len() + 1 + footer).max(1);
        let most = if self.full { room } else { room.min(LIST) };
        self.rows = self.rows.max(labels.min(most)).min(most);
        let screen = finder.screen(self.rows);
        let row = above.len();
        let (line, caret) = self.query(&screen, columns);
        let mut lines = above;
        lines.push(line);
        lines.extend(screen.rows.iter().map(|row| self.label(row, columns)));
        lines.resize(row + 1 + self.rows, Line::default());
        if footer > 0 {
            lines.push(self.footer(&screen, columns));
        }
        let caret = (u16::try_from(caret).unwrap_or(u16::MAX), u16::try_from(row).unwrap_or(u16::MAX));
        Frame { lines, caret: Some(caret) }.within(size, glyphs.ellipsis())
    }

    /// What is typed, and how many labels match; the caret's column.
    fn query(&self, screen: &FinderScreen<'_>, columns: usize) -> (Line, usize) {
        let glyphs = self.glyphs;
        let mark = Span::own("/ ", Tone::Accent);
        let (before, after) = screen.query.text().split_at(screen.query.caret());
        let shown = |text: &str| glyphs.foreign(Shown::one_line(&text.into()));
        let room = columns.saturating_sub(mark.text.width() + 1).max(1);
        let mut counts = COUNTS.iter().map(|detail| count(screen, glyphs, *detail));
        let count = counts.find(|count| columns >= 30 && room > count.width() + 10);
        let room = count.as_ref().map_or(room, |count| room - count.width() - 2);
        let mut before = shown(before);
        // The caret stays in sight: what is before it begins later.
        if before.width() > room {
            before = tail(&before, room);
        }
        let mut line = Line::new(vec![mark]);
        let caret = line.width() + before.width();
        let after = shown(after).split(room.saturating_sub(before.width())).0;
        let hint = Span::own(" type to find", Tone::Dim);
        if !screen.query.text().is_empty() {
            line.push(Span::new(before, Style::default()));
            line.push(Span::new(after, Style::default()));
        } else if hint.text.width() <= room {
            line.push(hint);
        }
        if let Some(count) = count {
            let blank = columns.saturating_sub(line.width() + count.width());
            line.push(Span::new(Shown::repeat(" ", blank), Style::default()));
            line.spans.extend(count.spans);
        }
        (line, caret)
    }

    fn label(&self, row: &FinderRow, columns: usize) -> Line {
        let glyphs = self.glyphs;
        let mut line = if row.focused {
            Line::from(Span { style: Style::of(Tone::Accent).bold(), ..glyphs.own("❯ ", Tone::Accent) })
        } else {
            Line::from(Span::own("  ", Tone::Plain))
        };
        match row.picked {
            Some(true) => line.push(Span::own("[x] ", Tone::Good)),
            Some(false) => line.push(Span::own("[ ] ", Tone::Dim)),
            None => {}
        }
        let style = if row.focused { Style::of(Tone::Accent).bold() } else { Style::default() };
        let label = self.marked(row, style, columns.saturating_sub(line.width()));
        line.spans.extend(label.spans);
        if !row.description.is_blank() {
            line.push(Span::own("  ", Tone::Plain));
            let style = if row.focused { Style::default() } else { DIM };
            line.push(Span::new(glyphs.foreign(Shown::clipped(&row.description, LONG)), style));
        }
        wrap::clip(&line, columns, glyphs.ellipsis())
    }

    /// A label with the letters marked that were typed.
    fn marked(&self, row: &FinderRow, style: Style, room: usize) -> Line {
        let marked = Style::of(Tone::Good).bold();
        let mut pieces: Vec<(bool, String)> = Vec::new();
        let (mut character, mut cells, mut needed) = (0_u32, 0, 0);
        let mut graphemes: Vec<(bool, &str)> = Vec::new();
        for grapheme in width::graphemes(row.label.raw()).take(LONG) {
            let next = character + grapheme.chars().count() as u32;
            let found = row.places.iter().any(|place| (character..next).contains(place));
            character = next;
            cells += width::of_grapheme(grapheme).max(1);
            if found {
                needed = cells;
            }
            graphemes.push((found, grapheme));
        }
        let mut left = Line::default();
        let mut skip = 0;
        if needed > room && room > BEHIND * 2 {
            left = Line::of(Shown::own(self.glyphs.ellipsis()), DIM);
            let hidden = needed + BEHIND + left.width() - room;
            let mut passed = 0;
            skip = graphemes
                .iter()
                .take_while(|(_, grapheme)| {
                    passed += width::of_grapheme(grapheme).max(1);
                    passed <= hidden
                })
                .count();
        }
        for (found, grapheme) in graphemes.into_iter().skip(skip) {
            match pieces.last_mut() {
                Some((last, text)) if *last == found => text.push_str(grapheme),
                Some(_) | None => pieces.push((found, grapheme.to_owned())),
            }
        }
        let spans = pieces.into_iter().map(|(found, text)| {
            let shown = self.glyphs.foreign(Shown::one_line(&text.into()));
            Span::new(shown, if found { marked } else { style })
        });
        left.spans.extend(spans);
        left
    }

    fn footer(&self, screen: &FinderScreen<'_>, columns: usize) -> Line {
        let line = if let Some(notice) = screen.notice {
            self.glyphs.line(&said(notice))
        } else {
            let hints = hints(screen);
            let from = |first: usize| {
                self.glyphs.line(&Line::new(hints[first..].iter().flat_map(hint).skip(1).collect()))
            };
            // The way out is the last to go.
            let fitting = (0..hints.len()).find(|first| from(*first).width() <= columns);
            from(fitting.unwrap_or(hints.len() - 1))
        };
        wrap::clip(&line, columns, self.glyphs.ellipsis())
    }
}

/// The numbers next to what is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CountDetail {
    /// The picks with their bounds, empty labels, and what matches.
    Everything,
    /// The picks, and what matches.
    Picks,
    /// What matches.
    Matches,
}

/// The first one that fits is shown.
const COUNTS: [CountDetail; 3] = [CountDetail::Everything, CountDetail::Picks, CountDetail::Matches];

/// How many labels match, and whether more arrive.
fn count(screen: &FinderScreen<'_>, glyphs: Glyphs, detail: CountDetail) -> Line {
    let mut line = Line::default();
    let bounds = screen.picked_of.as_deref().filter(|_| detail == CountDetail::Everything);
    if (screen.picked > 0 || bounds.is_some()) && detail != CountDetail::Matches {
        let style = if screen.picked > 0 { Style::of(Tone::Good) } else { DIM };
        let picked =
            bounds.map_or_else(|| Shown::number(screen.picked), |text| Shown::one_line(&text.into()));
        line.push(Span::new(picked, style));
        line.push(Span { style, ..Span::own(" picked  ", Tone::Dim) });
    }
    if screen.skipped > 0 && detail == CountDetail::Everything {
        line.push(Span::new(Shown::number(screen.skipped), DIM));
        line.push(Span::own(" empty  ", Tone::Dim));
    }
    line.push(Span::new(Shown::number(screen.matching), DIM));
    line.push(Span::own("/", Tone::Dim));
    line.push(Span::new(Shown::number(screen.labels), DIM));
    if screen.full {
        line.push(Span::own(" (limit)", Tone::Warn));
    } else if screen.arriving {
        line.push(Span::new(Shown::own(glyphs.ellipsis()), DIM));
    }
    line
}

/// A key, and what it does.
type KeyHint = (&'static str, &'static str);

fn hints(screen: &FinderScreen<'_>) -> Vec<KeyHint> {
    let leave = if screen.query.text().is_empty() { "cancel" } else { "clear" };
    if screen.many {
        let enter = if screen.picked > 0 { "submit" } else { "submit this one" };
        vec![("↑/↓", "move"), ("Tab", "tick"), ("Enter", enter), ("Esc", leave)]
    } else {
        vec![("↑/↓", "move"), ("Enter", "pick"), ("Esc", leave)]
    }
}

fn hint((key, does): &KeyHint) -> [Span; 4] {
    let key = Span { style: Style::default(), ..Span::own(key, Tone::Plain) };
    [Span::own(" · ", Tone::Dim), key, Span::own(" ", Tone::Dim), Span::own(does, Tone::Dim)]
}

fn said(notice: FinderNotice) -> Line {
    let warn = |text: &'static str| Span::own(text, Tone::Warn);
    let bounds = |text: &'static str, n: usize| {
        vec![Span { style: REFUSED, ..Span::own(text, Tone::Danger) }, Span::new(Shown::number(n), REFUSED)]
    };
    Line::new(match notice {
        FinderNotice::NoMatch => vec![warn("Nothing matches. Esc clears what you typed.")],
        FinderNotice::NoLabel => vec![warn("There is nothing to pick from yet.")],
        FinderNotice::AtLeast(least) => bounds("Pick at least ", least),
        FinderNotice::AtMost(most) => bounds("Pick at most ", most),
        FinderNotice::JustArrived => vec![warn("This one has just arrived. Press Enter again to pick it.")],
        FinderNotice::TooLong => vec![warn("That is too long.")],
    })
}

/// The end of a text, at most so many cells.
fn tail(text: &Shown, cells: usize) -> Shown {
    let mut end = text.clone();
    while end.width() > cells {
        let over = (end.width() - cells).max(1);
        let mut parts = (over..=end.width()).map(|cut| end.split(cut));
        match parts.find(|(left, _)| !left.is_empty()) {
            Some((_, right)) => end = right,
            None => return Shown::default(),
        }
    }
    end
}
