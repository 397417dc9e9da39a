//! Colours for program text. Ours in place of syntect, which loads its grammars before it colours anything: the
//! start of the form and the size of the program matter more here than every detail of a language.
//!
//! - Keywords, strings and numbers, declared or called names, comments.
//! - A line is read once, from left to right; an unfinished comment or string carries over.
//! - Nothing is loaded or built in advance: the first line costs what the hundredth costs.
//! - The language comes from its name; without one there are no colours.

#[cfg(feature = "highlight")]
mod diff;
#[cfg(feature = "highlight")]
mod keywords;
#[cfg(feature = "highlight")]
mod language;
#[cfg(feature = "highlight")]
mod markup;
#[cfg(feature = "highlight")]
mod painter;

use asq_core::text::{Line, Shown};
#[cfg(feature = "highlight")]
use painter::SpanCollector;

/// Colours the lines of a piece of code, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Lexer {
    reader: GrammarReader,
}

#[derive(Clone, Debug)]
enum GrammarReader {
    #[cfg(feature = "highlight")]
    Keywords(keywords::Keywords),
    #[cfg(feature = "highlight")]
    Markup(markup::Tags),
    #[cfg(feature = "highlight")]
    Diff,
}

impl Lexer {
    /// For a language named in the first word of a fence's information.
    #[cfg(feature = "highlight")]
    pub(crate) fn named(info: &str) -> Option<Lexer> {
        let name = info.split([' ', ',', '{', '\t']).next().unwrap_or("");
        if name.is_empty() || name.len() > 20 {
            return None;
        }
        let name = name.to_ascii_lowercase();
        let reader = match name.as_str() {
            "html" | "xml" | "svg" | "xhtml" | "vue" | "svelte" | "plist" => {
                GrammarReader::Markup(markup::Tags::default())
            }
            "diff" | "patch" => GrammarReader::Diff,
            other => GrammarReader::Keywords(keywords::Keywords::new(language::named(other)?)),
        };
        Some(Lexer { reader })
    }

    /// A line in its colours. The line must be escaped already.
    #[cfg(feature = "highlight")]
    pub(crate) fn line(&mut self, shown: &Shown) -> Line {
        let mut painter = SpanCollector::new(shown);
        let line = shown.as_str();
        match &mut self.reader {
            GrammarReader::Keywords(keywords) => keywords.line(line, &mut painter),
            GrammarReader::Markup(tags) => tags.line(line, &mut painter),
            GrammarReader::Diff => diff::line(line, &mut painter),
        }
        painter.done()
    }

    /// Built without colours.
    #[cfg(not(feature = "highlight"))]
    pub(crate) fn named(_: &str) -> Option<Lexer> {
        None
    }

    /// Built without colours.
    #[cfg(not(feature = "highlight"))]
    pub(crate) fn line(&mut self, _: &Shown) -> Line {
        match self.reader {}
    }
}
