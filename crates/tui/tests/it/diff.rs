//! Any frames in any order end as the last one alone, on a terminal made of a hundred lines.

#![allow(clippy::unwrap_used)]

use asq_core::text::{Line, Shown, Span, Style, Tone, Untrusted, width};
use asq_tui::paint::{Painter, ScreenPlace};
use asq_tui::theme::Theme;
use proptest::prelude::*;
use unicode_segmentation::UnicodeSegmentation;

const COLUMNS: u16 = 24;
const ROWS: u16 = 8;

/// What each cell shows, and a cursor. Knows only what the painter may send.
struct Screen {
    cells: Vec<Vec<String>>,
    x: usize,
    y: usize,
    /// Takes every grapheme for one cell, as a terminal with an old table does.
    narrow: bool,
    bytes: usize,
}

impl Screen {
    fn new(narrow: bool) -> Screen {
        let blank = vec![vec![" ".to_owned(); usize::from(COLUMNS)]; usize::from(ROWS)];
        Screen { cells: blank, x: 0, y: 0, narrow, bytes: 0 }
    }

    fn feed(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len();
        let text = std::str::from_utf8(bytes).unwrap();
        for (i, piece) in text.split('\x1b').enumerate() {
            let rest = if i == 0 { piece } else { self.sequence(piece) };
            for grapheme in rest.graphemes(true) {
                self.print(grapheme);
            }
        }
    }

    fn sequence<'a>(&mut self, piece: &'a str) -> &'a str {
        let end = piece[1..].find(|c: char| ('\x40'..='\x7e').contains(&c)).unwrap() + 1;
        let (params, last) = (&piece[1..end], piece.as_bytes()[end]);
        let n = params.parse().unwrap_or(1);
        match last {
            b'A' => self.y = self.y.saturating_sub(n),
            b'B' => self.y = (self.y + n).min(usize::from(ROWS) - 1),
            b'C' => self.x = (self.x + n).min(usize::from(COLUMNS) - 1),
            b'G' => self.x = n - 1,
            b'X' => self.cells[self.y][self.x..self.x + n].fill(" ".to_owned()),
            b'K' => self.erase(self.y),
            b'J' => {
                self.erase(self.y);
                let x = std::mem::replace(&mut self.x, 0);
                (self.y + 1..usize::from(ROWS)).for_each(|y| self.erase(y));
                self.x = x;
            }
            b'm' | b'h' | b'l' | b'n' => {}
            other => panic!("{:?} in {piece:?}", char::from(other)),
        }
        &piece[end + 1..]
    }

    fn erase(&mut self, y: usize) {
        self.cells[y][self.x..].fill(" ".to_owned());
    }

    fn print(&mut self, grapheme: &str) {
        match grapheme {
            "\r" => self.x = 0,
            "\n" if self.y + 1 < usize::from(ROWS) => self.y += 1,
            "\n" => {
                self.cells.remove(0);
                self.cells.push(vec![" ".to_owned(); usize::from(COLUMNS)]);
            }
            "\r\n" => {
                self.print("\r");
                self.print("\n");
            }
            "\u{2068}" | "\u{2069}" => {}
            _ => {
                let wide = if self.narrow { 1 } else { width::of_grapheme(grapheme) };
                let row = &mut self.cells[self.y];
                // Half of a wide one overwritten leaves a blank.
                if row[self.x].is_empty() {
                    " ".clone_into(&mut row[self.x - 1]);
                }
                grapheme.clone_into(&mut row[self.x]);
                row[self.x + 1..self.x + wide].fill(String::new());
                if let Some(next) = row.get_mut(self.x + wide).filter(|c| c.is_empty()) {
                    " ".clone_into(next);
                }
                self.x = (self.x + wide).min(usize::from(COLUMNS) - 1);
            }
        }
    }
}

fn line() -> impl Strategy<Value = Line> {
    let texts = vec![
        "a",
        "bc",
        " ",
        "   ",
        "你",
        "好吗",
        "👩‍💻",
        "e\u{301}",
        "│",
        "❯ ",
        "שלום",
        "-----",
        "é",
        "🇯🇵",
        "⚠️",
    ];
    let tones = prop::sample::select(vec![Tone::Plain, Tone::Plain, Tone::Accent, Tone::Dim, Tone::Trusted]);
    let span = (prop::collection::vec(prop::sample::select(texts), 0..5), tones);
    prop::collection::vec(span, 0..4).prop_map(|spans| {
        let span = |(texts, tone): (Vec<&str>, Tone)| {
            Span::new(Shown::one_line(&Untrusted::from(texts.concat())), Style::of(tone))
        };
        Line::new(spans.into_iter().map(span).collect())
    })
}

/// The cells that a row should show, from left to right.
fn cells(line: &Line) -> Vec<String> {
    let mut cells = Vec::new();
    for grapheme in line.spans.iter().flat_map(|s| s.text.as_str().graphemes(true)) {
        let wide = width::of_grapheme(grapheme);
        if cells.len() + wide > usize::from(COLUMNS) - 1 {
            break;
        }
        cells.push(grapheme.to_owned());
        cells.extend((1..wide).map(|_| String::new()));
    }
    cells.resize(usize::from(COLUMNS), " ".to_owned());
    cells
}

fn without_isolates(cell: &str) -> String {
    cell.replace(['\u{2068}', '\u{2069}'], "")
}

type Drawn = (Vec<Line>, Option<(u16, u16)>);

fn frames() -> impl Strategy<Value = Vec<Drawn>> {
    let caret = prop::option::of((0..COLUMNS - 1, 0..ROWS));
    let frame = (prop::collection::vec(line(), 1..usize::from(ROWS)), caret);
    prop::collection::vec(frame, 1..6)
}

proptest! {
    #[test]
    fn the_last_frame_is_what_stands(frames in frames(), narrow in any::<bool>()) {
        let mut screen = Screen::new(narrow);
        let mut painter = Painter::new(ScreenPlace::Inline, Theme::new(true), false, (COLUMNS, ROWS));
        for (lines, caret) in &frames {
            screen.feed(&painter.draw(lines, *caret));
        }
        let (lines, caret) = frames.last().unwrap();
        for (y, shown) in screen.cells.iter().enumerate() {
            let wanted = lines.get(y).map_or_else(|| cells(&Line::default()), cells);
            for (x, (cell, wanted)) in shown.iter().zip(&wanted).enumerate() {
                // Where a terminal is wrong about widths, at least nothing else is shifted.
                if !narrow || (wanted.is_ascii() && wanted.trim() != "") {
                    prop_assert_eq!(&without_isolates(cell), wanted, "column {} of row {}", x, y);
                }
            }
        }
        if let Some((x, y)) = caret.filter(|c| usize::from(c.1) < lines.len()) {
            prop_assert_eq!((screen.x, screen.y), (usize::from(x), usize::from(y)));
        }
        screen.feed(&painter.erase());
        prop_assert!(screen.cells.iter().flatten().all(|cell| cell == " "));
        prop_assert_eq!((screen.x, screen.y), (0, 0));
    }
}

/// A list with a preview next to it, as many lines and as wide as a screen has room for.
fn compare(focus: usize) -> Vec<Line> {
    let row = |y: usize| {
        let mark = if y == focus { "> " } else { "  " };
        let label = format!("{mark}{y}. option number {y:<20}");
        let tone = if y == focus { Tone::Accent } else { Tone::Plain };
        let letter = |x: usize| char::from(b'a' + ((x * 7 + y * 3) * (focus + 1) % 26) as u8);
        let code: String = (0..50 - y).map(letter).collect();
        let code = format!("│ {code:<58} │");
        let span = |text: String, tone| Span::new(Shown::one_line(&Untrusted::new(text)), Style::of(tone));
        Line::new(vec![span(label, tone), span(code, Tone::Code)])
    };
    (0..24).map(row).collect()
}

#[test]
fn a_move_over_previews_writes_little_more_than_the_cells_that_changed() {
    let mut painter = Painter::new(ScreenPlace::Inline, Theme::new(true), false, (100, 30));
    painter.draw(&compare(1), None);
    let (before, after) = (compare(1), compare(2));
    let changed: usize = before
        .iter()
        .zip(&after)
        .map(|(a, b)| {
            let (a, b) = (a.text(), b.text());
            a.chars().zip(b.chars()).filter(|(a, b)| a != b).map(|(_, b)| b.len_utf8()).sum::<usize>()
        })
        .sum();
    let bytes = painter.draw(&after, None).len();
    assert!(bytes * 10 <= changed * 13, "{bytes} bytes for {changed} bytes of cells");
}

#[test]
fn a_wide_character_that_does_not_fit_ends_its_line() {
    let span = |text: &str| Span::new(Shown::one_line(&Untrusted::from(text)), Style::of(Tone::Plain));
    let line = Line::new(vec![span("----------你"), span("bc好吗好吗你"), span("e\u{301}")]);
    let mut screen = Screen::new(false);
    screen.feed(
        &Painter::new(ScreenPlace::Inline, Theme::new(true), false, (COLUMNS, ROWS))
            .draw(std::slice::from_ref(&line), None),
    );
    assert_eq!(screen.cells[0], cells(&line));
}
