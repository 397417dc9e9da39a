//! Turns one block of markdown into lines.
//!
//! - One empty line separates the parts of a block, but not the items of a tight list.
//! - A line of a paragraph keeps its leading blanks.
//! - Lists nest with hanging indents, quotes have a bar, code keeps its lines.
//! - Raw HTML and images are shown as text; nothing is loaded.
//! - A flowchart inside a list or a quote is drawn like any other.

use super::inline::Inline;
use super::margin::{Margin, Margins};
use super::references::References;
use super::table::Table;
use super::{indent, indented, language, spoken};
use crate::code::{self, CodeBlock};
use crate::columns::Columns;
use crate::mermaid;
use crate::raw;
use asq_core::text::{Line, Shown, Style, Tone, Untrusted, wrap};
use pulldown_cmark::{
    BlockQuoteKind, BrokenLink, CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd,
};

/// Most leading blanks that a line of a paragraph keeps.
const DEEPEST: usize = 40;

/// The lines of a block; `source` is the whole document.
pub(super) fn lines(block: &str, source: &str, columns: Columns, references: &mut References) -> Vec<Line> {
    let mut writer = BlockWriter::new(columns);
    // The parser sees one block, so a reference that another block defines counts as broken.
    let mut target = |link: BrokenLink<'_>| {
        let target = references.target(source, &link.reference)?;
        Some((CowStr::from(target.to_owned()), CowStr::from("")))
    };
    let parser = Parser::new_with_broken_link_callback(block, options(), Some(&mut target));
    let mut begins = false;
    for (event, range) in parser.into_offset_iter() {
        let begun = std::mem::take(&mut begins);
        match &event {
            Event::SoftBreak | Event::Start(Tag::Paragraph) => begins = true,
            _ if begun => writer.indent(set_in(block, range.start)),
            _ => {}
        }
        writer.event(event);
    }
    writer.flush();
    writer.lines
}

/// The indent of a line: the blanks before the byte where its text starts.
fn set_in(block: &str, at: usize) -> usize {
    let before = block.get(..at).unwrap_or_default();
    let blanks = before.len() - before.trim_end_matches(' ').len();
    let whole = before.len() == blanks || before[..before.len() - blanks].ends_with('\n');
    if whole { blanks.min(DEEPEST) } else { 0 }
}

/// The extensions of markdown in use.
pub(crate) fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_GFM
}

/// An alert's name, and the tone of the name.
pub(crate) fn alert(kind: BlockQuoteKind) -> (&'static str, Tone) {
    match kind {
        BlockQuoteKind::Note => ("Note", Tone::Accent),
        BlockQuoteKind::Tip => ("Tip", Tone::Good),
        BlockQuoteKind::Important => ("Important", Tone::Accent),
        BlockQuoteKind::Warning => ("Warning", Tone::Warn),
        BlockQuoteKind::Caution => ("Caution", Tone::Warn),
    }
}

/// The events so far, on their way to lines.
#[derive(Clone, Debug)]
pub(crate) struct BlockWriter {
    columns: Columns,
    width: usize,
    lines: Vec<Line>,
    inline: Inline,
    margins: Margins,
    /// Numbers of the open lists; `None` for bullets.
    lists: Vec<Option<u64>>,
    code: Option<(String, String)>,
    table: Option<Table>,
    /// The next block needs an empty line before it.
    gap: bool,
    /// The next paragraph follows an item's marker or is in a tight list.
    tight: bool,
    /// Lines above were taken already.
    below: bool,
}

impl BlockWriter {
    pub(crate) fn new(columns: Columns) -> BlockWriter {
        BlockWriter {
            columns,
            width: columns.prose,
            lines: Vec::new(),
            inline: Inline::default(),
            margins: Margins::default(),
            lists: Vec::new(),
            code: None,
            table: None,
            gap: false,
            tight: false,
            below: false,
        }
    }

    /// Takes the finished lines.
    pub(crate) fn take(&mut self) -> Vec<Line> {
        self.below |= !self.lines.is_empty();
        std::mem::take(&mut self.lines)
    }

    /// Whether the current line has no text yet.
    pub(crate) fn is_at_start(&self) -> bool {
        self.inline.is_empty()
    }

    /// Keeps the indent of a paragraph's line, because agents draw with blanks. Inside a list or a quote the
    /// blanks are part of that.
    fn indent(&mut self, blanks: usize) {
        if blanks > 0 && self.margins.last().is_none() {
            self.inline.push(Shown::repeat(" ", blanks), Style::default());
        }
    }

    /// Before text outside any block: adds an empty line if one is due.
    pub(crate) fn begin(&mut self) {
        if self.inline.is_empty() && self.table.is_none() && self.code.is_none() {
            self.block();
        }
    }

    /// Puts an empty line before the next block.
    pub(crate) fn apart(&mut self) {
        self.gap = true;
    }

    pub(crate) fn end_line(&mut self) {
        self.flush();
    }

    /// asq's own text in the current line.
    pub(crate) fn own(&mut self, words: Shown, style: Style) {
        self.inline.push(words, style);
    }

    /// Names the language of the open code block, unless it has one.
    pub(crate) fn name_code(&mut self, language: &str) {
        if let Some((info, _)) = self.code.as_mut().filter(|(info, _)| info.is_empty()) {
            language.clone_into(info);
        }
    }

    /// Makes the first row of the open table an ordinary row.
    pub(crate) fn table_has_no_head(&mut self) {
        if let Some(table) = &mut self.table {
            table.headless();
        }
    }

    pub(crate) fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => match &mut self.code {
                Some((_, code)) => code.push_str(&text),
                None => self.inline.text(&text),
            },
            Event::Code(text) => self.inline.code(&text),
            Event::Html(text) => {
                for line in text.lines() {
                    if !self.inline.is_empty() {
                        self.inline.new_line();
                    }
                    self.inline.push(raw::shown(line), Style::of(Tone::Dim));
                }
            }
            Event::InlineHtml(text) => {
                self.inline.push(Shown::one_line(&Untrusted::from(&*text)), Style::of(Tone::Dim));
            }
            // Line breaks stay, because agents draw with them.
            Event::SoftBreak | Event::HardBreak => self.inline.new_line(),
            Event::Rule => {
                self.block();
                let rule = Shown::repeat("─", self.margins.room(self.width).min(40));
                self.put(vec![Line::of(rule, Style::of(Tone::Dim))], true);
            }
            Event::TaskListMarker(done) => {
                let mark = if done { "[x] " } else { "[ ] " };
                self.inline.push(Shown::own(mark), Style::of(Tone::Accent));
            }
            Event::FootnoteReference(text) => self.inline.text(&format!("[^{text}]")),
            Event::InlineMath(text) | Event::DisplayMath(text) => self.inline.code(&text),
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Paragraph | Tag::HtmlBlock | Tag::MetadataBlock(_) => self.block(),
            Tag::Heading { level, .. } => {
                self.block();
                self.inline.heading(true);
                let marks = match level {
                    HeadingLevel::H1 => "# ",
                    HeadingLevel::H2 => "## ",
                    HeadingLevel::H3 => "### ",
                    HeadingLevel::H4 => "#### ",
                    HeadingLevel::H5 => "##### ",
                    HeadingLevel::H6 => "###### ",
                };
                self.inline.push(Shown::own(marks), Style::of(Tone::Dim));
            }
            Tag::BlockQuote(kind) => {
                self.block();
                self.margins.push(Margin::Quote);
                if let Some(kind) = kind {
                    let (name, tone) = alert(kind);
                    self.put(vec![Line::of(Shown::own(name), Style::of(tone).bold())], true);
                }
            }
            Tag::FootnoteDefinition(name) => {
                self.block();
                self.margins.push(Margin::Item { marker: format!("[^{name}]: "), written: false });
                self.tight = true;
            }
            Tag::CodeBlock(kind) => {
                self.block();
                let info = match kind {
                    CodeBlockKind::Fenced(info) => info.to_string(),
                    CodeBlockKind::Indented => String::new(),
                };
                self.code = Some((info, String::new()));
            }
            Tag::List(first) => {
                if self.lists.is_empty() {
                    self.block();
                } else {
                    self.flush();
                }
                self.lists.push(first);
            }
            Tag::Item => {
                self.flush();
                let marker = match self.lists.last_mut() {
                    Some(Some(n)) => {
                        *n += 1;
                        format!("{}. ", *n - 1)
                    }
                    Some(None) | None => "• ".to_owned(),
                };
                if self.gap {
                    // The list is loose: empty lines separate its items.
                    self.blank();
                }
                self.margins.push(Margin::Item { marker, written: false });
                self.gap = false;
                self.tight = true;
            }
            Tag::Table(alignments) => {
                self.block();
                self.table = Some(Table::new(alignments));
            }
            Tag::TableHead | Tag::TableRow => {
                if let Some(table) = &mut self.table {
                    table.row();
                }
            }
            Tag::Emphasis => self.inline.emphasis(true),
            Tag::Strong => self.inline.strong(true),
            Tag::Strikethrough => self.inline.struck(true),
            Tag::Link { dest_url, .. } => self.inline.open_link(&dest_url),
            Tag::Image { dest_url, .. } => {
                self.inline.push(Shown::own("image: "), Style::of(Tone::Dim));
                self.inline.open_link(&dest_url);
            }
            Tag::TableCell
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::Superscript
            | Tag::Subscript => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::HtmlBlock | TagEnd::MetadataBlock(_) => {
                self.flush();
                self.gap = true;
            }
            TagEnd::Heading(_) => {
                self.inline.heading(false);
                self.flush();
                self.gap = true;
            }
            TagEnd::BlockQuote(_) => {
                self.flush();
                self.margins.pop();
                self.gap = true;
                self.tight = false;
            }
            TagEnd::CodeBlock => {
                let (info, code) = self.code.take().unwrap_or_default();
                self.put_code(&info, &code);
                self.gap = true;
            }
            TagEnd::List(_) => {
                self.flush();
                self.lists.pop();
                self.gap |= self.lists.is_empty();
                self.tight = false;
            }
            TagEnd::FootnoteDefinition => {
                self.flush();
                self.margins.pop();
                self.gap = true;
                self.tight = false;
            }
            TagEnd::Item => {
                self.flush();
                if let Some(Margin::Item { written: false, .. }) = self.margins.last() {
                    self.put(vec![Line::default()], true);
                }
                self.margins.pop();
            }
            TagEnd::Table => {
                if let Some(table) = self.table.take() {
                    let room = self.margins.room(self.width);
                    self.put(table.lines(room), false);
                }
                self.gap = true;
            }
            TagEnd::TableCell => {
                let cell = self.inline.take();
                if let Some(table) = &mut self.table {
                    table.cell(cell);
                }
            }
            TagEnd::Emphasis => self.inline.emphasis(false),
            TagEnd::Strong => self.inline.strong(false),
            TagEnd::Strikethrough => self.inline.struck(false),
            TagEnd::Link | TagEnd::Image => self.inline.close_link(),
            TagEnd::TableHead
            | TagEnd::TableRow
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition
            | TagEnd::Superscript
            | TagEnd::Subscript => {}
        }
    }

    /// Before a block: writes the open text, and an empty line if one is due.
    fn block(&mut self) {
        self.flush();
        if self.gap && (self.below || !self.lines.is_empty()) && !self.tight {
            self.blank();
        }
        self.gap = false;
        self.tight = false;
    }

    fn flush(&mut self) {
        if self.inline.is_empty() || self.table.is_some() {
            return;
        }
        let lines = self.inline.take();
        self.put(lines, true);
    }

    /// Writes lines after the margins. Wraps them if asked; otherwise they must fit the room.
    fn put(&mut self, lines: Vec<Line>, wraps: bool) {
        let room = self.margins.room(self.width);
        for mut line in lines {
            let marks = self.margins.misplaced(self.width);
            if wraps {
                line.spans.splice(0..0, marks);
            } else if !marks.is_empty() {
                for row in wrap::wrap(&Line::new(marks), room) {
                    let row = self.margins.before(row, self.width);
                    self.lines.push(row);
                }
            }
            let rows = if wraps { wrap::wrap(&line, room) } else { vec![line] };
            for row in rows {
                let row = self.margins.before(row, self.width);
                self.lines.push(row);
            }
        }
    }

    fn put_code(&mut self, info: &str, code: &str) {
        let room = self.margins.room(self.width);
        let columns = self.columns.behind(room);
        let spoken = spoken(info, code);
        if mermaid::is_named(spoken) {
            match columns.diagram(code) {
                Ok(lines) => return self.put(lines, false),
                Err(why) => self.put(why.lines(room), false),
            }
        }
        if !info.is_empty() {
            self.put(vec![language(info, room)], false);
        }
        let rows = code::all(CodeBlock::named(spoken), code, columns.code - indent(columns.code));
        self.put(rows.into_iter().map(|row| indented(row, columns.code)).collect(), false);
    }

    fn blank(&mut self) {
        let blank = self.margins.before(Line::default(), self.width);
        self.lines.push(blank);
    }
}
