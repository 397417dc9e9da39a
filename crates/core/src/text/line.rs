//! Lines of styled text.
//!
//! - A [`Span`] is text that is safe to paint ([`Shown`]) with a [`Style`].
//! - A [`Tone`] is the meaning of a text, never a colour; a surface maps it.
//! - A [`Line`] is spans side by side; its width is the sum of theirs.

use super::{Shown, width};

/// The meaning of a piece of text. Surfaces choose the colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tone {
    /// Ordinary text.
    #[default]
    Plain,
    /// Less important: numbers, descriptions, placeholders, hints.
    Dim,
    /// The focus and the picks.
    Accent,
    /// Something is done or answered.
    Good,
    /// Something is missing or odd.
    Warn,
    /// Harm is possible.
    Danger,
    /// A heading inside a preview.
    Heading,
    /// Code inside a preview.
    Code,
    /// A keyword in a piece of code.
    Keyword,
    /// A literal in a piece of code: a text, a number.
    Literal,
    /// A name in a piece of code: a type, a function, a tag, a key.
    Name,
    /// Rows that only asq can draw: the asker, trusted warnings.
    Trusted,
}

/// The look of a span, by meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Style {
    /// Its meaning.
    pub tone: Tone,
    /// Bold: question texts, headings.
    pub bold: bool,
    /// Selected: on the background of the active tab.
    pub selected: bool,
    /// Italic: emphasis inside a preview.
    pub italic: bool,
    /// The cell under a caret that the surface can't show as a real one.
    pub caret: bool,
}

impl Style {
    /// A style of this tone and nothing else.
    pub const fn of(tone: Tone) -> Style {
        Style { tone, bold: false, selected: false, italic: false, caret: false }
    }

    /// The same style in bold.
    pub const fn bold(mut self) -> Style {
        self.bold = true;
        self
    }

    /// The same style on the background of the active tab.
    pub const fn selected(mut self) -> Style {
        self.selected = true;
        self
    }

    /// The same style in italics.
    pub const fn italic(mut self) -> Style {
        self.italic = true;
        self
    }
}

/// Text of one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The painted text.
    pub text: Shown,
    /// Its style.
    pub style: Style,
    /// Whether the text is asq's own, written in its source. Where only ASCII can be shown, asq's marks have
    /// spellings there that nobody else's text may get.
    pub own: bool,
}

impl Span {
    /// Text in a style, which may be foreign or have foreign parts.
    pub fn new(text: Shown, style: Style) -> Span {
        Span { text, style, own: false }
    }

    /// asq's own words in a tone.
    pub fn own(text: &'static str, tone: Tone) -> Span {
        Span { text: Shown::own(text), style: Style::of(tone), own: true }
    }
}

/// Spans side by side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// From left to right.
    pub spans: Vec<Span>,
}

impl Line {
    /// A line of these spans.
    pub fn new(spans: Vec<Span>) -> Line {
        Line { spans }
    }

    /// A line of one span.
    pub fn of(text: Shown, style: Style) -> Line {
        Line { spans: vec![Span::new(text, style)] }
    }

    /// Its width in cells.
    pub fn width(&self) -> usize {
        self.spans.iter().map(|s| width::of(s.text.as_str())).sum()
    }

    /// Its text without styles.
    pub fn text(&self) -> String {
        self.spans.iter().map(|s| s.text.as_str()).collect()
    }

    /// Adds a span at the right end.
    pub fn push(&mut self, span: Span) {
        self.spans.push(span);
    }
}

impl From<Span> for Line {
    fn from(span: Span) -> Line {
        Line { spans: vec![span] }
    }
}
