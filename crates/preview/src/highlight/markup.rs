//! HTML, XML and SVG as their source.
//!
//! - Tags, attributes, quoted values and comments; a tag may span lines.
//! - Text between tags is plain.
//! - Scripts and styles have the colours of their own language.

use super::keywords::Keywords;
use super::language;
use super::painter::{SpanCollector, comment};
use asq_core::text::{Style, Tone};

/// What the previous line left open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum MarkupState {
    #[default]
    Text,
    Tag,
    Quote(char),
    Comment,
}

/// The state between lines.
#[derive(Clone, Debug, Default)]
pub(super) struct Tags {
    inside: MarkupState,
    /// The script or style whose tag is open.
    opening: Option<EmbeddedElement>,
    /// The open one, and its lexer.
    inner: Option<(EmbeddedElement, Box<Keywords>)>,
}

/// Elements that hold another language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EmbeddedElement {
    Script,
    Style,
}

impl EmbeddedElement {
    fn of(name: &str) -> Option<EmbeddedElement> {
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        if is("script") {
            Some(EmbeddedElement::Script)
        } else {
            is("style").then_some(EmbeddedElement::Style)
        }
    }

    fn end(self) -> &'static str {
        match self {
            EmbeddedElement::Script => "</script",
            EmbeddedElement::Style => "</style",
        }
    }

    fn language(self) -> &'static str {
        match self {
            EmbeddedElement::Script => "js",
            EmbeddedElement::Style => "css",
        }
    }
}

impl Tags {
    pub(super) fn line(&mut self, line: &str, painter: &mut SpanCollector<'_>) {
        let mut at = 0;
        while at < line.len() {
            at = self.part(line, at, painter);
        }
    }

    /// Paints the part that starts at a byte; returns where the next one starts.
    fn part(&mut self, line: &str, at: usize, painter: &mut SpanCollector<'_>) -> usize {
        let rest = &line[at..];
        if let Some((inner, words)) = &mut self.inner {
            let end = find_in_any_case(rest, inner.end()).map(|end| at + end);
            words.part(&line[..end.unwrap_or(line.len())], at, painter);
            if end.is_some() {
                self.inner = None;
            }
            return end.unwrap_or(line.len());
        }
        match self.inside {
            MarkupState::Text if rest.starts_with("<!--") => {
                self.inside = MarkupState::Comment;
                at
            }
            MarkupState::Text => {
                let Some(open) = rest.find('<') else { return line.len() };
                if open > 0 {
                    return at + open;
                }
                let mark = rest.len() - rest[1..].trim_start_matches(['/', '!', '?']).len();
                let name = run(&rest[mark..], |c| c.is_alphanumeric() || matches!(c, '-' | ':' | '_'));
                if name == 0 {
                    return at + mark;
                }
                painter.paint(at, at + mark + name, Style::of(Tone::Keyword));
                self.inside = MarkupState::Tag;
                self.opening = EmbeddedElement::of(&rest[mark..mark + name]).filter(|_| mark == 1);
                at + mark + name
            }
            MarkupState::Tag => {
                let name =
                    run(rest, |c| c.is_alphanumeric() || matches!(c, '-' | ':' | '_' | '@' | '.' | '#'));
                if name > 0 {
                    painter.paint(at, at + name, Style::of(Tone::Name));
                    return at + name;
                }
                let c = rest.chars().next().unwrap_or(' ');
                match c {
                    '>' => {
                        painter.paint(at, at + 1, Style::of(Tone::Keyword));
                        self.inside = MarkupState::Text;
                        let opened = self.opening.take().filter(|_| !line[..at].ends_with('/'));
                        self.inner = opened.and_then(|inner| {
                            Some((inner, Box::new(Keywords::new(language::named(inner.language())?))))
                        });
                    }
                    '/' | '?' => painter.paint(at, at + 1, Style::of(Tone::Keyword)),
                    '"' | '\'' => {
                        self.inside = MarkupState::Quote(c);
                        painter.paint(at, at + 1, Style::of(Tone::Literal));
                    }
                    _ => {}
                }
                at + c.len_utf8()
            }
            MarkupState::Quote(quote) => {
                let end = rest.find(quote).map_or(line.len(), |end| at + end + 1);
                if line[at..end].ends_with(quote) {
                    self.inside = MarkupState::Tag;
                }
                painter.paint(at, end, Style::of(Tone::Literal));
                end
            }
            MarkupState::Comment => {
                let end = rest.find("-->").map(|end| at + end + 3);
                if end.is_some() {
                    self.inside = MarkupState::Text;
                }
                painter.paint(at, end.unwrap_or(line.len()), comment());
                end.unwrap_or(line.len())
            }
        }
    }
}

fn find_in_any_case(text: &str, wanted: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    bytes.windows(wanted.len()).position(|found| found.eq_ignore_ascii_case(wanted.as_bytes()))
}

/// The leading bytes whose characters match.
fn run(text: &str, fits: impl Fn(char) -> bool) -> usize {
    text.len() - text.trim_start_matches(fits).len()
}
