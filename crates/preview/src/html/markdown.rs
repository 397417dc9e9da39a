//! Markdown as inert HTML, from the same parser as the lines.
//!
//! - Raw HTML is shown as text; images are their description and address, and nothing is loaded.
//! - A link to anything but the web or mail is text.
//! - Nesting deeper than 24 levels isn't indented further.

use super::{attribute, named, text};
use crate::markdown::{alert, options};
use asq_core::text::{Shown, Untrusted};
use pulldown_cmark::{Alignment, CodeBlockKind, Event, HeadingLevel, Parser, Tag, TagEnd};

const DEEPEST: usize = 24;

pub(super) fn html(source: &str) -> String {
    let mut writer = HtmlWriter::default();
    for event in Parser::new_ext(source, options()) {
        writer.event(event);
    }
    writer.out
}

#[derive(Default)]
struct HtmlWriter {
    out: String,
    /// Open elements; an empty name for one that wasn't written.
    open: Vec<&'static str>,
    /// Information and text of the open code block.
    code: Option<(String, String)>,
    /// Targets of the open links and images, and where their text starts.
    links: Vec<(String, usize)>,
    columns: Vec<Alignment>,
    column: usize,
    head: bool,
    /// The previous piece of raw HTML was a whole line.
    html_broke: bool,
}

impl HtmlWriter {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(words) => match &mut self.code {
                Some((_, code)) => code.push_str(&words),
                None => self.push_text(&words),
            },
            Event::Code(words) | Event::InlineMath(words) | Event::DisplayMath(words) => {
                self.out.push_str("<code>");
                self.push_text(&words);
                self.out.push_str("</code>");
            }
            Event::Html(words) | Event::InlineHtml(words) => {
                for line in words.split_inclusive('\n') {
                    if self.html_broke {
                        self.out.push_str("<br>");
                    }
                    self.out.push_str("<span class=\"asq-dim\">");
                    self.push_text(line.trim_end_matches(['\n', '\r']));
                    self.out.push_str("</span>");
                    self.html_broke = line.ends_with('\n');
                }
            }
            Event::SoftBreak | Event::HardBreak => self.out.push_str("<br>\n"),
            Event::Rule => self.out.push_str("<hr>\n"),
            Event::TaskListMarker(done) => self.out.push_str(if done { "[x] " } else { "[ ] " }),
            Event::FootnoteReference(name) => self.push_text(&format!("[^{name}]")),
        }
    }

    fn push_text(&mut self, words: &str) {
        self.out.push_str(&text(&Shown::one_line(&Untrusted::from(words))));
    }

    fn open(&mut self, element: &'static str) {
        let written = if self.open.len() < DEEPEST { element } else { "" };
        self.open.push(written);
        if !written.is_empty() {
            self.out.push('<');
            self.out.push_str(written);
            self.out.push('>');
        }
    }

    fn close(&mut self) {
        let Some(element) = self.open.pop().filter(|e| !e.is_empty()) else { return };
        self.out.push_str("</");
        self.out.push_str(element);
        self.out.push_str(">\n");
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Paragraph | Tag::HtmlBlock => {
                self.html_broke = false;
                self.open("p");
            }
            Tag::Heading { level, .. } => self.open(match level {
                HeadingLevel::H1 => "h1",
                HeadingLevel::H2 => "h2",
                HeadingLevel::H3 => "h3",
                HeadingLevel::H4 => "h4",
                HeadingLevel::H5 => "h5",
                HeadingLevel::H6 => "h6",
            }),
            Tag::BlockQuote(kind) => {
                self.open("blockquote");
                if let Some(kind) = kind {
                    self.out.push_str("<p><strong>");
                    self.out.push_str(alert(kind).0);
                    self.out.push_str("</strong></p>\n");
                }
            }
            Tag::FootnoteDefinition(name) => {
                self.out.push_str("<span class=\"asq-dim\">");
                self.push_text(&format!("[^{name}]: "));
                self.out.push_str("</span>");
            }
            Tag::CodeBlock(kind) => {
                let info = match kind {
                    CodeBlockKind::Fenced(info) => info.to_string(),
                    CodeBlockKind::Indented => String::new(),
                };
                self.code = Some((info, String::new()));
            }
            Tag::List(None) => self.open("ul"),
            Tag::List(Some(first)) => {
                self.open("ol");
                // Opens the end of the tag again, for its number.
                if first != 1 && self.open.last() == Some(&"ol") {
                    self.out.truncate(self.out.len() - 1);
                    self.out.push_str(" start=\"");
                    self.out.push_str(&first.to_string());
                    self.out.push_str("\">");
                }
            }
            Tag::Item => self.open("li"),
            Tag::Table(columns) => {
                self.columns = columns;
                self.open("table");
            }
            Tag::TableHead => {
                self.head = true;
                self.column = 0;
                self.open("tr");
            }
            Tag::TableRow => {
                self.column = 0;
                self.open("tr");
            }
            Tag::TableCell => {
                self.open(if self.head { "th" } else { "td" });
                let class = match self.columns.get(self.column) {
                    Some(Alignment::Right) => " class=\"asq-right\">",
                    Some(Alignment::Center) => " class=\"asq-centre\">",
                    Some(Alignment::Left | Alignment::None) | None => ">",
                };
                // Opens the end of the tag again, for its class.
                if self.open.last().is_some_and(|e| !e.is_empty()) {
                    self.out.truncate(self.out.len() - 1);
                    self.out.push_str(class);
                }
                self.column += 1;
            }
            Tag::Emphasis => self.open("em"),
            Tag::Strong => self.open("strong"),
            Tag::Strikethrough => self.open("del"),
            Tag::Link { dest_url, .. } => {
                if is_safe(&dest_url) {
                    self.out.push_str("<a rel=\"noopener noreferrer nofollow\" target=\"_blank\" href=\"");
                    self.out.push_str(&attribute(&dest_url));
                    self.out.push_str("\">");
                }
                self.links.push((dest_url.to_string(), self.out.len()));
            }
            Tag::Image { dest_url, .. } => {
                self.out.push_str("<span class=\"asq-dim\">image: </span>");
                self.links.push((dest_url.to_string(), self.out.len()));
            }
            Tag::MetadataBlock(_)
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::Superscript
            | Tag::Subscript => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph
            | TagEnd::HtmlBlock
            | TagEnd::Heading(_)
            | TagEnd::BlockQuote(_)
            | TagEnd::List(_)
            | TagEnd::Item
            | TagEnd::Table
            | TagEnd::TableRow
            | TagEnd::TableCell => self.close(),
            TagEnd::TableHead => {
                self.head = false;
                self.close();
            }
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough => {
                self.close();
                // Nothing breaks within a line.
                if self.out.ends_with('\n') {
                    self.out.pop();
                }
            }
            TagEnd::CodeBlock => {
                let (info, code) = self.code.take().unwrap_or_default();
                self.out.push_str(&named(&info, &code));
            }
            TagEnd::Link => {
                let Some((target, start)) = self.links.pop() else { return };
                // An address that is its own text is shown once.
                let same = self.out[start..] == text(&Shown::one_line(&Untrusted::from(target.as_str())));
                if is_safe(&target) {
                    self.out.push_str("</a>");
                }
                if !same {
                    self.target(&target);
                }
            }
            TagEnd::Image => {
                if let Some((target, _)) = self.links.pop() {
                    self.target(&target);
                }
            }
            TagEnd::MetadataBlock(_)
            | TagEnd::FootnoteDefinition
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition
            | TagEnd::Superscript
            | TagEnd::Subscript => {}
        }
    }

    /// A link's target, as text.
    fn target(&mut self, target: &str) {
        if target.is_empty() {
            return;
        }
        self.out.push_str("<span class=\"asq-dim\"> (");
        self.out.push_str(&text(&Shown::clipped(&Untrusted::from(target), 200)));
        self.out.push_str(")</span>");
    }
}

/// Whether a click may lead to a target.
fn is_safe(target: &str) -> bool {
    let lower = target.to_ascii_lowercase();
    let known = ["http://", "https://", "mailto:"].iter().any(|scheme| lower.starts_with(scheme));
    // Browsers drop line breaks in an address and read `\` as `/`: a click could lead elsewhere than the text says.
    known && !target.contains(|c: char| c.is_control() || c.is_whitespace() || c == '\\')
}
