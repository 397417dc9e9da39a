//! Shows HTML as text.
//!
//! - Headings, paragraphs, lists, tables, quotes, code, links and emphasis look like those of Markdown.
//! - Tags aren't shown. Scripts, styles and inline pictures are left out, and a mark says so.
//! - Form fields are in brackets; links and pictures show their target.
//! - Content that a style would hide is shown; comments aren't.
//! - Unclosed elements end with the element around them.

mod elements;
mod entity;
mod token;

use crate::columns::Columns;
use crate::markdown::BlockWriter;
use asq_core::text::{Line, Shown, Style, Tone, wrap};
use elements::Elements;
use token::Token;

/// How much of the source one step takes at least, in bytes.
const STEP: usize = 2 << 10;
/// Most bytes of a drawing's source searched for texts.
const LOOKED: usize = 16 << 10;
/// Elements whose content isn't for reading.
const LEFT_OUT: [(&str, &str); 5] = [
    ("script", "[script left out]"),
    ("style", "[style left out]"),
    ("svg", "[drawing left out]"),
    ("math", "[formula left out]"),
    ("object", "[object left out]"),
];

/// A page, while it is read.
#[derive(Clone, Debug)]
pub(crate) struct WebpageWalk {
    writer: BlockWriter,
    elements: Elements,
}

impl WebpageWalk {
    /// Starts with the line that says what this is.
    pub(crate) fn noted(columns: Columns, out: &mut Vec<Line>) -> WebpageWalk {
        out.extend(wrap::wrap(
            &Line::of(Shown::own("HTML, read as text"), Style::of(Tone::Dim)),
            columns.prose,
        ));
        WebpageWalk { writer: BlockWriter::new(columns), elements: Elements::default() }
    }

    /// Reads one step; returns where the next one starts.
    pub(crate) fn step(&mut self, source: &str, start: usize, out: &mut Vec<Line>) -> usize {
        let mut at = start;
        while at < start + STEP {
            let Some((token, next)) = token::next(source, at) else {
                at = source.len();
                break;
            };
            at = match token {
                Token::Text(text) => {
                    self.elements.text(text, &mut self.writer);
                    next
                }
                Token::Open(name, tag) => {
                    let name = name.to_ascii_lowercase();
                    let left = LEFT_OUT.iter().find(|(left, _)| *left == name && !tag.ends_with('/'));
                    if let Some((left, mark)) = left {
                        self.elements.mark(mark, &mut self.writer);
                        token::end_of(source, next, left)
                    } else {
                        self.elements.open(&name, tag, &mut self.writer);
                        next
                    }
                }
                Token::Close(name) => {
                    self.elements.close(&name.to_ascii_lowercase(), &mut self.writer);
                    next
                }
                Token::Passed => next,
            };
        }
        if at >= source.len() {
            self.elements.close_all(&mut self.writer);
        }
        self.elements.tear(&mut self.writer);
        out.append(&mut self.writer.take());
        at
    }
}

/// The texts in the first kilobytes of a drawing.
pub(crate) fn texts(source: &str) -> Vec<String> {
    let near = &source[..source.floor_char_boundary(LOOKED)];
    let (mut found, mut at, mut wanted) = (Vec::new(), 0, 0_usize);
    while let Some((token, next)) = token::next(near, at) {
        at = next;
        match token {
            Token::Open(name, tag) if is_text(name) && !tag.ends_with('/') => wanted += 1,
            Token::Close(name) if is_text(name) => wanted = wanted.saturating_sub(1),
            Token::Text(text) if wanted > 0 => {
                let words = entity::decoded(text).split_whitespace().collect::<Vec<_>>().join(" ");
                if !words.is_empty() {
                    found.push(words);
                }
            }
            Token::Open(..) | Token::Close(_) | Token::Text(_) | Token::Passed => {}
        }
    }
    found
}

fn is_text(name: &str) -> bool {
    ["text", "title", "desc"].iter().any(|known| known.eq_ignore_ascii_case(name))
}
