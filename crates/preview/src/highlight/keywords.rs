//! Languages made of keywords, strings and comments.
//!
//! - Comments to the end of the line, and delimited ones, nested if the language nests them.
//! - Strings in the language's quotes; some span lines, up to a word or bracket of their own.
//! - `/…/` is a regex at the start of a value, otherwise a division.
//! - A word before `(`, or with a capital, is a name if the language has such names.
//! - Keys before `:` or `=`, if it has those.

use super::language::Grammar;
use super::painter::{SpanCollector, comment};
use asq_core::text::{Style, Tone};

/// What continues on the next line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum LexerState {
    #[default]
    Code,
    /// A comment, at this depth.
    Comment(usize),
    /// A string with this end.
    Text(&'static str),
    /// A string that ends at a line with this word.
    Heredoc(String),
}

/// The state between lines.
#[derive(Clone, Debug)]
pub(super) struct Keywords {
    language: Grammar,
    inside: LexerState,
}

impl Keywords {
    pub(super) fn new(language: Grammar) -> Keywords {
        Keywords { language, inside: LexerState::Code }
    }

    pub(super) fn line(&mut self, line: &str, painter: &mut SpanCollector<'_>) {
        self.part(line, 0, painter);
    }

    /// Paints a line from this byte on.
    pub(super) fn part(&mut self, line: &str, from: usize, painter: &mut SpanCollector<'_>) {
        let mut at = from;
        // The word that ends a string starting on the next line.
        let mut heredoc = None;
        match &self.inside {
            LexerState::Heredoc(word) => {
                let ends = line[at..].trim().trim_end_matches([';', ',', ')']) == word;
                painter.paint(at, line.len(), Style::of(Tone::Literal));
                if ends {
                    self.inside = LexerState::Code;
                }
                return;
            }
            LexerState::Code => at = self.key(line, at, painter),
            LexerState::Comment(_) | LexerState::Text(_) => {}
        }
        while at < line.len() {
            at = match self.inside {
                LexerState::Comment(depth) => self.comment(line, at, depth, painter),
                LexerState::Text(end) => self.text(line, at, at, end, painter),
                LexerState::Code | LexerState::Heredoc(_) => {
                    if let Some((word, end)) = self.heredoc(line, at) {
                        painter.paint(at, end, Style::of(Tone::Literal));
                        heredoc = Some(word.to_owned());
                        end
                    } else {
                        self.code(line, at, painter)
                    }
                }
            };
        }
        if let (Some(word), LexerState::Code) = (heredoc, &self.inside) {
            self.inside = LexerState::Heredoc(word);
        }
    }

    /// The word of a `<<WORD` that starts here, and its end. A shift has no such word.
    fn heredoc<'l>(&self, line: &'l str, at: usize) -> Option<(&'l str, usize)> {
        let rest = &line[at..];
        let mark =
            self.language.heredoc.split(' ').find(|mark| !mark.is_empty() && rest.starts_with(mark))?;
        let inner = rest[mark.len()..].trim_start_matches(' ').trim_start_matches(['"', '\'']);
        let length = run(inner, is_word);
        let capital = inner.starts_with(|c: char| c.is_ascii_uppercase() || c == '_');
        let end = line.len() - inner.len() + length;
        let quote = usize::from(line[end..].starts_with(['"', '\'']));
        capital.then(|| (&inner[..length], end + quote))
    }

    /// The end of a regex that starts here, including its flags.
    fn regex(&self, line: &str, at: usize) -> Option<usize> {
        let before = line[..at].trim_end();
        let word = before.rsplit(|c: char| !is_word(c)).next().unwrap_or("");
        let value = before.is_empty()
            || before.ends_with(['(', ',', '=', ':', '[', '!', '&', '|', '?', '{', '}', ';', '~', '>'])
            || ["return", "case", "typeof", "if", "when", "unless"].contains(&word);
        if !self.language.regexes || !value || line[at + 1..].starts_with(['/', '*', ' ']) {
            return None;
        }
        let (mut escaped, mut class) = (false, false);
        for (i, c) in line[at + 1..].char_indices() {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '[' => class = true,
                ']' => class = false,
                '/' if !class => {
                    let end = at + 1 + i + 1;
                    return Some(end + run(&line[end..], |c| c.is_ascii_lowercase()));
                }
                _ => {}
            }
        }
        None
    }

    /// Paints the code that starts at a byte; returns where the next piece starts.
    fn code(&mut self, line: &str, at: usize, painter: &mut SpanCollector<'_>) -> usize {
        let rest = &line[at..];
        let Some(c) = rest.chars().next() else { return line.len() };
        let before = line[..at].chars().next_back();
        if c.is_whitespace() {
            return at + c.len_utf8();
        }
        for mark in self.language.line_comments.split(' ').filter(|m| !m.is_empty()) {
            // Inside a word or an address it isn't a comment.
            let apart = !matches!(mark, "#" | ";" | "%") || before.is_none_or(char::is_whitespace);
            if apart && rest.starts_with(mark) {
                painter.paint(at, line.len(), comment());
                return line.len();
            }
        }
        if let Some((open, _)) = self.language.comment
            && rest.starts_with(open)
        {
            self.inside = LexerState::Comment(1);
            painter.paint(at, at + open.len(), comment());
            return at + open.len();
        }
        for triple in ["\"\"\"", "'''"] {
            if self.language.triple && rest.starts_with(triple) {
                return self.text(line, at, at + 3, triple, painter);
            }
        }
        if c == '/'
            && let Some(end) = self.regex(line, at)
        {
            painter.paint(at, end, Style::of(Tone::Literal));
            return end;
        }
        for (open, close) in [("[[", "]]"), ("[=[", "]=]"), ("[==[", "]==]")] {
            if self.language.long_brackets && rest.starts_with(open) {
                return self.text(line, at, at + open.len(), close, painter);
            }
        }
        if self.language.inner_keys && matches!(c, '{' | ';') {
            let blanks = rest[1..].len() - rest[1..].trim_start().len();
            return self.key(line, at + 1 + blanks, painter);
        }
        if self.language.quotes.contains(c) {
            return match c {
                '\'' if self.language.lifetimes => lifetime(line, at, painter),
                '"' => self.text(line, at, at + 1, "\"", painter),
                '\'' => self.text(line, at, at + 1, "'", painter),
                _ => self.text(line, at, at + 1, "`", painter),
            };
        }
        if c.is_ascii_digit() {
            let end = at + run(rest, |c| c.is_alphanumeric() || matches!(c, '_' | '.'));
            painter.paint(at, end, Style::of(Tone::Literal));
            return end;
        }
        if is_word(c) || c == '@' && self.language.capitals || c == '$' {
            let end = at + c.len_utf8() + run(&rest[c.len_utf8()..], is_word);
            let word = &line[at..end];
            painter.paint(at, end, Style::of(self.tone(word, &line[end..])));
            return end;
        }
        at + c.len_utf8()
    }

    fn tone(&self, word: &str, after: &str) -> Tone {
        let folded = if self.language.any_case { word.to_lowercase() } else { String::new() };
        let word = if self.language.any_case { folded.as_str() } else { word };
        let is_in = |list: &str| list.split(' ').any(|w| w == word);
        let mut letters = word.chars();
        let first = letters.next().unwrap_or(' ');
        let marked = matches!(first, '@' | '$') && word.len() > 1;
        let called = self.language.calls && (after.starts_with('(') || after.starts_with("!("));
        if is_in(self.language.keywords) {
            Tone::Keyword
        } else if is_in(self.language.literals) {
            Tone::Literal
        } else if marked
            || called
            || self.language.capitals && first.is_uppercase() && letters.any(char::is_lowercase)
        {
            Tone::Name
        } else {
            Tone::Plain
        }
    }

    /// A string from `from`, scanned from `at`.
    fn text(
        &mut self,
        line: &str,
        from: usize,
        at: usize,
        end: &'static str,
        painter: &mut SpanCollector<'_>,
    ) -> usize {
        let close = closed(&line[at..], end, self.language.escapes).map(|close| at + close);
        let goes_on = end.len() > 1 || self.language.long_texts.contains(end);
        self.inside = if close.is_none() && goes_on { LexerState::Text(end) } else { LexerState::Code };
        let to = close.unwrap_or(line.len());
        let key = self.language.quoted_keys && line[to..].trim_start().starts_with(':');
        painter.paint(from, to, Style::of(if key { Tone::Name } else { Tone::Literal }));
        to
    }

    fn comment(&mut self, line: &str, at: usize, depth: usize, painter: &mut SpanCollector<'_>) -> usize {
        let Some((open, close)) = self.language.comment else { return line.len() };
        let rest = &line[at..];
        let end = rest.find(close);
        let inner = if self.language.nests { rest.find(open) } else { None };
        let (to, depth) = match (inner, end) {
            (Some(i), Some(e)) if i < e => (at + i + open.len(), depth + 1),
            (Some(i), None) => (at + i + open.len(), depth + 1),
            (Some(_) | None, Some(e)) => (at + e + close.len(), depth - 1),
            (None, None) => (line.len(), depth),
        };
        self.inside = if depth == 0 { LexerState::Code } else { LexerState::Comment(depth) };
        painter.paint(at, to, comment());
        to
    }

    /// Paints the key that starts at a byte, after blanks and list marks; returns where the rest starts.
    fn key(&self, line: &str, from: usize, painter: &mut SpanCollector<'_>) -> usize {
        let Some(sign) = self.language.keys else { return from };
        let rest = &line[from..];
        let start = line.len() - rest.trim_start_matches([' ', '-']).len();
        if line[start..].starts_with('[') && sign == '=' {
            painter.paint(start, line.len(), Style::of(Tone::Keyword));
            return line.len();
        }
        let end = start + run(&line[start..], |c| is_word(c) || matches!(c, '-' | '.' | '/'));
        if end > start && line[end..].trim_start().starts_with(sign) {
            painter.paint(start, end, Style::of(Tone::Name));
            return end;
        }
        start
    }
}

/// A character between quotes, or the name of a lifetime.
fn lifetime(line: &str, at: usize, painter: &mut SpanCollector<'_>) -> usize {
    let inner = &line[at + 1..];
    let one = if inner.starts_with('\\') {
        inner.get(2..).and_then(|rest| rest.find('\'')).filter(|n| *n <= 8).map(|n| n + 2)
    } else {
        inner.chars().next().map(char::len_utf8).filter(|n| inner[*n..].starts_with('\''))
    };
    let (end, tone) = match one {
        Some(length) => (at + length + 2, Tone::Literal),
        None => (at + 1 + run(inner, is_word), Tone::Name),
    };
    painter.paint(at, end, Style::of(tone));
    end
}

/// Where a string ends, including its end mark.
fn closed(text: &str, end: &str, escapes: bool) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if escaped {
            escaped = false;
        } else if c == '\\' && escapes {
            escaped = true;
        } else if text[at..].starts_with(end) {
            return Some(at + end.len());
        }
    }
    None
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The leading bytes whose characters match.
fn run(text: &str, fits: impl Fn(char) -> bool) -> usize {
    text.len() - text.trim_start_matches(fits).len()
}
