//! The characters for painting: all of Unicode, or only ASCII if the locale isn't UTF-8.
//!
//! - asq's own marks have ASCII spellings: `>`, `[ ]`, `[x]`, `-`, `...`, `Up/Down`.
//! - Foreign text keeps its quotes, dashes and boxes in ASCII shapes; the rest becomes `<U+00E9>`. None of it becomes
//!   a mark of asq's, except an arrowhead in a preview.
//! - In a text entry each cell that isn't ASCII becomes `?`, so that the caret keeps its place.

use asq_core::text::{Line, Shown, Span, Style, Tone, Untrusted, width};
use std::fmt::Write;

/// Which characters the surface can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Glyphs {
    /// All.
    #[default]
    Unicode,
    /// The printable characters of ASCII.
    Ascii,
}

impl Glyphs {
    /// asq's own words in a tone.
    pub(crate) fn own(self, text: &'static str, tone: Tone) -> Span {
        Span::new(self.own_text(Shown::own(text)), Style::of(tone))
    }

    pub(crate) fn own_text(self, text: Shown) -> Shown {
        self.folded(text, own)
    }

    /// A line that asq put together, with foreign text in it.
    pub(crate) fn line(self, line: &Line) -> Line {
        match self {
            Glyphs::Unicode => line.clone(),
            Glyphs::Ascii => {
                let spelled =
                    |s: &Span| if s.own { self.own_text(s.text.clone()) } else { self.mixed(s.text.clone()) };
                Line::new(line.spans.iter().map(|s| Span::new(spelled(s), s.style)).collect())
            }
        }
    }

    /// Text that asq put together, or that is either asq's or foreign.
    pub(crate) fn mixed(self, text: Shown) -> Shown {
        self.folded(text, mixed)
    }

    pub(crate) fn foreign(self, text: Shown) -> Shown {
        self.folded(text, foreign)
    }

    /// A line of a preview.
    pub(crate) fn preview(self, line: Line) -> Line {
        match self {
            Glyphs::Unicode => line,
            Glyphs::Ascii => {
                let drawn = |s: Span| Span::new(self.folded(s.text, drawn), s.style);
                Line::new(line.spans.into_iter().map(drawn).collect())
            }
        }
    }

    /// A line of a text entry: cell by cell.
    pub(crate) fn typed(self, line: Line) -> Line {
        match self {
            Glyphs::Unicode => line,
            Glyphs::Ascii => {
                let span = |s: Span| Span::new(self.folded(s.text, |_| None), s.style);
                Line::new(line.spans.into_iter().map(span).collect())
            }
        }
    }

    /// The mark for cut text.
    pub(crate) fn ellipsis(self) -> &'static str {
        match self {
            Glyphs::Unicode => "…",
            Glyphs::Ascii => "...",
        }
    }

    fn folded(self, text: Shown, spelling: fn(char) -> Option<&'static str>) -> Shown {
        if self == Glyphs::Unicode || text.as_str().is_ascii() {
            return text;
        }
        let mut out = String::new();
        let cells = spelling('\u{e9}').is_none() && spelling('…').is_none();
        if cells {
            let mut rest = text;
            while !rest.is_empty() {
                let (one, after) = first(&rest);
                if one.as_str().is_ascii() {
                    out.push_str(one.as_str());
                } else {
                    out.extend(std::iter::repeat_n('?', width::of(one.as_str())));
                }
                rest = after;
            }
        } else {
            for c in text.as_str().chars() {
                match spelling(c) {
                    Some(known) => out.push_str(known),
                    None if c.is_ascii() => out.push(c),
                    None => {
                        let _ = write!(out, "<U+{:04X}>", u32::from(c));
                    }
                }
            }
        }
        Shown::one_line(&Untrusted::from(out))
    }
}

/// The first grapheme and the rest. Letters with spacing marks are one grapheme of many cells.
fn first(text: &Shown) -> (Shown, Shown) {
    let mut pieces = (1..text.width()).map(|cells| text.split(cells));
    pieces.find(|(one, _)| !one.is_empty()).unwrap_or_else(|| (text.clone(), Shown::default()))
}

fn own(c: char) -> Option<&'static str> {
    Some(match c {
        '↑' => "Up",
        '↓' => "Down",
        '←' => "Left",
        '→' => "Right",
        '·' => "-",
        '☐' | '○' => "[ ]",
        '☒' | '✓' => "[x]",
        '❯' | '›' => ">",
        '‹' => "<",
        '✔' => "+",
        '⚠' => "!!",
        // It only selects how the character before it is drawn.
        '\u{fe0f}' => "",
        '●' => "*",
        '⏱' => "time",
        '✘' => "x",
        '↵' => " / ",
        other => return foreign(other),
    })
}

/// Keys and what stands between them, and asq's sign for a line break: nothing that a row begins with.
fn mixed(c: char) -> Option<&'static str> {
    match c {
        '↑' | '↓' | '←' | '→' | '·' | '↵' => own(c),
        other => foreign(other),
    }
}

/// The arrowheads of diagrams, too.
fn drawn(c: char) -> Option<&'static str> {
    match c {
        '►' | '▷' => Some(">"),
        other => foreign(other),
    }
}

fn foreign(c: char) -> Option<&'static str> {
    Some(match c {
        '…' => "...",
        '‘' | '’' => "'",
        '“' | '”' | '„' => "\"",
        '–' | '—' | '‐' | '‑' => "-",
        '•' => "*",
        '\u{a0}' | '\u{202f}' => " ",
        '─' | '━' | '═' | '┄' | '┈' | '╌' => "-",
        '│' | '┃' | '║' | '┆' | '┊' | '╎' => "|",
        '╱' => "/",
        '╲' | '↳' => "\\",
        '▲' | '△' => "^",
        '▼' | '▽' => "v",
        '◄' | '◁' => "<",
        '○' | '◇' => "o",
        '●' | '◆' => "*",
        '◉' => "@",
        '█' => "#",
        '·' => ".",
        '×' => "x",
        '\u{2500}'..='\u{257f}' => "+",
        _ => return None,
    })
}
