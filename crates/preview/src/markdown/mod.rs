//! Markdown, a block at a time.
//!
//! - A document is cut where nothing can reach across: before a paragraph that follows a blank line, and at
//!   fences; so its first lines need no more than its first blocks.
//! - A fence at the margin is laid out line by line, however long it is.
//! - A link may lead through a reference anywhere in the document.
//! - A block with a drawing of box characters keeps its lines and columns.
//! - A block without any such place is cut after 8 KiB: a list starts again there, a table ends.

mod block;
mod inline;
mod margin;
mod references;
mod table;

pub(crate) use block::{BlockWriter, alert, options};

use crate::code::CodeBlock;
use crate::columns::Columns;
use crate::fence::opens;
use crate::mermaid::NotDrawn;
use crate::{mermaid, plain, raw, sniff};
use asq_core::text::{Line, Shown, Span, Style, Tone, Untrusted, wrap};
use references::References;

/// From this size on, a block is cut at any blank line.
const LONG: usize = 4 << 10;
/// From this size on, it is cut at any line.
const TORN: usize = 8 << 10;

#[derive(Clone, Debug, Default)]
pub(crate) struct MarkdownWalk {
    fence: Option<Fence>,
    references: References,
    /// The previous block was cut, and the next one belongs to it.
    torn: bool,
}

/// A fence that is open.
#[derive(Clone, Debug)]
struct Fence {
    mark: u8,
    count: usize,
    code: CodeBlock,
}

impl MarkdownWalk {
    /// Lays out the next block, or the next line of a fence; returns where the following one starts.
    pub(crate) fn step(&mut self, source: &str, at: usize, columns: Columns, out: &mut Vec<Line>) -> usize {
        if let Some(fence) = &mut self.fence {
            let Some(line) = raw::line(source, at) else { return source.len() };
            if fence.closes(line.text) && !line.torn {
                self.fence = None;
            } else {
                let mut rows = Vec::new();
                fence.code.line(line, columns.code - indent(columns.code), &mut rows);
                out.extend(rows.into_iter().map(|row| indented(row, columns.code)));
            }
            return line.next;
        }
        let at = past_blanks(source, at);
        if at >= source.len() {
            return at;
        }
        let gap = !out.is_empty() && !self.torn;
        if gap {
            out.push(Line::default());
        }
        let before = out.len();
        let (end, torn) = block_end(source, at);
        self.torn = torn;
        let next = self.block(source, at, end, columns, out);
        if gap && out.len() == before && self.fence.is_none() {
            // A block that shows nothing (definitions) leaves no gap.
            out.pop();
        }
        next
    }

    fn block(&mut self, source: &str, at: usize, end: usize, columns: Columns, out: &mut Vec<Line>) -> usize {
        let block = &source[at..end];
        let first = raw::line(source, at).map_or("", |l| l.text);
        if let Some((mark, count, info)) = opens(first) {
            let after = raw::line(source, at).map_or(end, |l| l.next);
            let enclosed = enclosed(source, after, mark, count);
            let inside = enclosed.map_or(&source[after..], |(inside, _)| inside);
            let spoken = spoken(info, inside);
            if mermaid::is_named(spoken) {
                let drawn = match enclosed {
                    Some((inside, next)) => columns.diagram(inside).map(|lines| (lines, next)),
                    None => Err(NotDrawn::Long("8 KiB")),
                };
                match drawn {
                    Ok((lines, next)) => {
                        out.extend(lines);
                        return next;
                    }
                    Err(why) => out.extend(why.lines(columns.prose)),
                }
            }
            if !info.is_empty() {
                out.push(language(info, columns.prose));
            }
            self.fence = Some(Fence { mark, count, code: CodeBlock::named(spoken) });
            return after;
        }
        // One such line may be prose that mentions a character; two are a drawing.
        if block.lines().filter(|l| raw::is_drawn(l)).nth(1).is_some() {
            let lines = block.trim_end().lines();
            out.extend(lines.map(|l| plain::drawing(l, columns.code)));
        } else {
            out.extend(block::lines(block, source, columns, &mut self.references));
        }
        end
    }
}

impl Fence {
    fn closes(&self, line: &str) -> bool {
        let inner = line.trim_start_matches(' ');
        let marks = inner.bytes().take_while(|b| *b == self.mark).count();
        line.len() - inner.len() <= 3 && marks >= self.count && inner[marks..].trim().is_empty()
    }
}

/// The language in a fence: the named one, else the recognised one, else empty.
pub(crate) fn spoken<'a>(info: &'a str, inside: &str) -> &'a str {
    if info.is_empty() { sniff::language(inside).unwrap_or_default() } else { info }
}

/// The language's name above a piece of code.
pub(super) fn language(info: &str, width: usize) -> Line {
    let name = Shown::clipped(&Untrusted::from(info), 40);
    wrap::clip(&Line::of(name, Style::of(Tone::Dim)), width, "…")
}

pub(super) fn indent(width: usize) -> usize {
    if width >= 8 { 2 } else { 0 }
}

/// A row of code, indented.
pub(super) fn indented(mut row: Line, width: usize) -> Line {
    if indent(width) > 0 {
        row.spans.insert(0, Span::own("  ", Tone::Plain));
    }
    row
}

/// The content of a fence, up to 8 KiB, and the start of the line after it.
fn enclosed(source: &str, after: usize, mark: u8, count: usize) -> Option<(&str, usize)> {
    let fence = Fence { mark, count, code: CodeBlock::default() };
    let mut at = after;
    while let Some(line) = raw::line(source, at).filter(|l| l.next - after <= TORN) {
        if fence.closes(line.text) {
            return Some((&source[after..at], line.next));
        }
        at = line.next;
    }
    (at >= source.len()).then(|| (&source[after..], at))
}

fn past_blanks(source: &str, mut at: usize) -> usize {
    while let Some(line) = raw::line(source, at) {
        if line.torn || !line.text.trim().is_empty() {
            break;
        }
        at = line.next;
    }
    at
}

/// The end of a block, and whether it was cut there.
fn block_end(source: &str, start: usize) -> (usize, bool) {
    let mut at = start;
    let mut blank = false;
    let mut list = false;
    let mut torn = false;
    while let Some(line) = raw::line(source, at) {
        let begins = !torn;
        let size = at - start;
        if size > 0 && begins {
            let margin = !line.text.starts_with([' ', '\t']) && !line.text.trim().is_empty();
            let apart = blank && margin && !(list && is_item(line.text));
            if apart || opens(line.text).is_some() || blank && size > LONG {
                return (at, false);
            }
        }
        if size > TORN {
            return (at, true);
        }
        list |= begins && is_item(line.text);
        blank = begins && !line.torn && line.text.trim().is_empty();
        torn = line.torn;
        at = line.next;
    }
    (source.len(), false)
}

/// Whether a line starts like a list item.
fn is_item(line: &str) -> bool {
    let text = line.trim_start_matches(' ');
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let mark =
        if digits > 0 { text[digits..].strip_prefix(['.', ')']) } else { text.strip_prefix(['-', '*', '+']) };
    mark.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
}
