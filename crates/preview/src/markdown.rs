//! Markdown to lines.
//!
//! - Blocks stand apart by one empty line; items of a tight list do not.
//! - Lists nest with hanging indents, quotes have a bar, code keeps its lines.
//! - Raw HTML and images are shown as text; nothing is loaded.

use crate::inline::Inline;
use crate::table::Table;
use asq_core::text::{Line, Shown, Span, Style, Tone, Untrusted, wrap};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// Deepest nesting that is still indented; hostile documents nest by the thousand.
const MAX_INDENT: usize = 12;

pub(crate) fn render(source: &str, width: usize) -> Vec<Line> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let mut writer = Writer { width, ..Writer::default() };
    for event in Parser::new_ext(source, options) {
        writer.event(event);
    }
    writer.flush();
    writer.lines
}

/// What a line of the block begins with.
#[derive(Clone)]
enum Margin {
    Quote,
    /// A list item; the marker is written once, then blanks of its width.
    Item {
        marker: String,
        written: bool,
    },
}

#[derive(Default)]
struct Writer {
    width: usize,
    lines: Vec<Line>,
    inline: Inline,
    margins: Vec<Margin>,
    /// Numbers of the open lists; `None` for bullets.
    lists: Vec<Option<u64>>,
    code: Option<String>,
    table: Option<Table>,
    /// An empty line is due before the next block.
    gap: bool,
    /// The next paragraph follows an item's marker or stands in a tight list.
    tight: bool,
}

impl Writer {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => match &mut self.code {
                Some(code) => code.push_str(&text),
                None => self.inline.text(&text),
            },
            Event::Code(text) => self.inline.code(&text),
            Event::Html(text) => {
                for line in text.lines() {
                    if !self.inline.is_empty() {
                        self.inline.new_line();
                    }
                    self.inline.push(Shown::one_line(&Untrusted::from(line)), Style::of(Tone::Dim));
                }
            }
            Event::InlineHtml(text) => {
                self.inline.push(Shown::one_line(&Untrusted::from(&*text)), Style::of(Tone::Dim));
            }
            // Lines stay lines: agents draw with them.
            Event::SoftBreak | Event::HardBreak => self.inline.new_line(),
            Event::Rule => {
                self.block();
                let rule = Shown::repeat("─", self.width.min(40));
                self.put(vec![Line::of(rule, Style::of(Tone::Dim))], true);
            }
            Event::TaskListMarker(done) => {
                let mark = if done { "[x] " } else { "[ ] " };
                self.inline.push(Shown::own(mark), Style::of(Tone::Accent));
            }
            Event::FootnoteReference(text) => self.inline.text(&format!("[{text}]")),
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
            Tag::BlockQuote(_) => {
                self.block();
                self.margins.push(Margin::Quote);
            }
            Tag::CodeBlock(kind) => {
                self.block();
                self.code = Some(String::new());
                if let CodeBlockKind::Fenced(language) = kind
                    && !language.is_empty()
                {
                    let language = Shown::clipped(&Untrusted::from(&*language), 40);
                    self.put(vec![Line::of(language, Style::of(Tone::Dim))], false);
                }
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
                    // The list is loose: its items stand apart.
                    let blank = self.margined(Line::default());
                    self.lines.push(blank);
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
            | Tag::FootnoteDefinition(_)
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
                let code = self.code.take().unwrap_or_default();
                let lines = crate::plain::code(&code)
                    .into_iter()
                    .map(|mut l| {
                        l.spans.insert(0, Span::own("  ", Tone::Code));
                        l
                    })
                    .collect();
                self.put(lines, false);
                self.gap = true;
            }
            TagEnd::List(_) => {
                self.flush();
                self.lists.pop();
                self.gap |= self.lists.is_empty();
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
                    self.put(table.lines(), false);
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
            | TagEnd::FootnoteDefinition
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition
            | TagEnd::Superscript
            | TagEnd::Subscript => {}
        }
    }

    /// Before a block: what is open is written, and an empty line if one is due.
    fn block(&mut self) {
        self.flush();
        if self.gap && !self.lines.is_empty() && !self.tight {
            let blank = self.margined(Line::default());
            self.lines.push(blank);
        }
        self.gap = false;
        self.tight = false;
    }

    /// Writes the text that has come in.
    fn flush(&mut self) {
        if self.inline.is_empty() || self.table.is_some() {
            return;
        }
        let lines = self.inline.take();
        self.put(lines, true);
    }

    /// Writes lines behind the margins, wrapped if asked.
    fn put(&mut self, lines: Vec<Line>, wraps: bool) {
        let room = self.width.saturating_sub(self.margin_width()).max(1);
        for line in lines {
            let rows = if wraps { wrap::wrap(&line, room) } else { vec![line] };
            for row in rows {
                let row = self.margined(row);
                self.lines.push(row);
            }
        }
    }

    fn margin_width(&self) -> usize {
        self.margins
            .iter()
            .take(MAX_INDENT)
            .map(|m| match m {
                Margin::Quote => 2,
                Margin::Item { marker, .. } => asq_core::text::width::of(marker),
            })
            .sum()
    }

    fn margined(&mut self, line: Line) -> Line {
        let mut spans = Vec::new();
        for margin in self.margins.iter_mut().take(MAX_INDENT) {
            match margin {
                Margin::Quote => spans.push(Span::own("│ ", Tone::Dim)),
                Margin::Item { marker, written } => {
                    let width = asq_core::text::width::of(marker);
                    if *written {
                        spans.push(Span::new(Shown::repeat(" ", width), Style::default()));
                    } else {
                        *written = true;
                        spans.push(Span::new(
                            Shown::one_line(&Untrusted::from(marker.as_str())),
                            Style::of(Tone::Dim),
                        ));
                    }
                }
            }
        }
        spans.extend(line.spans);
        Line::new(spans)
    }
}
