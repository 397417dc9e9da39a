//! Turns elements of a page into the blocks and spans of Markdown.
//!
//! - Each known element opens and closes one thing; others are reduced to their content.
//! - A block ends an open paragraph, an item another item, a cell another cell.
//! - A table's cell has no blocks: their contents follow each other.
//! - Blanks and line breaks collapse into one blank, except in `pre`.

use super::entity::decoded;
use super::token::attribute;
use crate::markdown::BlockWriter;
use asq_core::text::{Shown, Style, Tone};
use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, Tag, TagEnd};

const DEEPEST: usize = 48;
/// Longest code and longest table kept in one piece, in bytes.
const LONGEST: usize = 8 << 10;

/// Elements that form a block of their own, without an empty line around it.
const BLOCKS: &str = " address article aside body caption center dd details dialog div dl dt fieldset figcaption \
    figure footer form header html legend main menu nav option section select summary ";

#[derive(Clone, Debug, Default)]
pub(super) struct Elements {
    open: Vec<String>,
    /// The text so far ends in a blank, or a line starts.
    blank: bool,
    /// Bytes of the open code or table.
    held: usize,
    /// Rows of the open table.
    rows: usize,
}

impl Elements {
    pub(super) fn text(&mut self, text: &str, writer: &mut BlockWriter) {
        let text = decoded(text);
        if self.is_in("pre") {
            self.held += text.len();
            return writer.event(Event::Text(CowStr::from(text)));
        }
        let mut out = String::new();
        for c in text.chars() {
            if c.is_whitespace() {
                if !self.blank {
                    out.push(' ');
                }
                self.blank = true;
            } else {
                out.push(c);
                self.blank = false;
            }
        }
        if out.is_empty() || out == " " && writer.is_at_start() {
            return;
        }
        writer.begin();
        self.held += out.len();
        let code = ["code", "kbd", "samp", "tt", "var"].iter().any(|name| self.is_in(name));
        let words = CowStr::from(out);
        writer.event(if code { Event::Code(words) } else { Event::Text(words) });
    }

    /// asq's own text for what is left out.
    pub(super) fn mark(&mut self, mark: &'static str, writer: &mut BlockWriter) {
        self.line(writer);
        writer.begin();
        writer.own(Shown::own(mark), Style::of(Tone::Dim));
        self.line(writer);
    }

    pub(super) fn open(&mut self, name: &str, tag: &str, writer: &mut BlockWriter) {
        if self.is_in("pre") {
            if name == "code" {
                writer.name_code(language(tag));
            }
            return;
        }
        let text = |key: &str| decoded(attribute(tag, key).unwrap_or(""));
        match name {
            "br" => {
                writer.event(Event::HardBreak);
                self.blank = true;
            }
            "hr" if !self.is_in("table") => {
                self.end("p", writer);
                writer.event(Event::Rule);
            }
            "img" => {
                let target = CowStr::from(text("src"));
                let (title, id) = (CowStr::from(""), CowStr::from(""));
                writer.begin();
                writer.event(Event::Start(Tag::Image {
                    link_type: LinkType::Inline,
                    dest_url: target,
                    title,
                    id,
                }));
                writer.event(Event::Text(CowStr::from(text("alt"))));
                writer.event(Event::End(TagEnd::Image));
                self.blank = false;
            }
            "input" => self.field(&text("type"), tag, writer),
            "iframe" | "embed" | "video" | "audio" => {
                let source = text("src");
                let before = if writer.is_at_start() { "" } else { " " };
                self.push_text(&format!("{before}[{name}: {source}] "), writer);
            }
            "li" => {
                self.end_within("li", &["ul", "ol", "menu"], writer);
                if self.is_in("table") {
                    return self.push_text(" • ", writer);
                }
                if !self.is_in("ul") && !self.is_in("ol") {
                    self.push("ul", writer, Tag::List(None));
                }
                self.push("li", writer, Tag::Item);
            }
            "tr" => {
                self.end_within("tr", &["table"], writer);
                if self.is_in("table") {
                    let head = self.rows == 0;
                    self.rows += 1;
                    self.push("tr", writer, if head { Tag::TableHead } else { Tag::TableRow });
                }
            }
            "td" | "th" => {
                self.end_within("td", &["tr", "table"], writer);
                self.end_within("th", &["tr", "table"], writer);
                if self.is_in("tr") {
                    if name == "td" && self.rows == 1 {
                        writer.table_has_no_head();
                    }
                    self.push(name, writer, Tag::TableCell);
                }
            }
            _ if self.is_in("table") && is_block(name) => self.push_text(" ", writer),
            "table" => {
                self.rows = 0;
                self.held = 0;
                self.block("table", writer, Tag::Table(Vec::new()));
            }
            "pre" => {
                self.held = 0;
                let info = CowStr::from(language(tag).to_owned());
                self.block("pre", writer, Tag::CodeBlock(CodeBlockKind::Fenced(info)));
            }
            "ul" | "ol" => {
                let start = attribute(tag, "start").and_then(|n| n.trim().parse().ok()).unwrap_or(1);
                self.end("p", writer);
                self.line(writer);
                self.push(name, writer, Tag::List((name == "ol").then_some(start)));
            }
            "blockquote" => self.block("blockquote", writer, Tag::BlockQuote(None)),
            "p" => self.block("p", writer, Tag::Paragraph),
            "title" => {
                self.line(writer);
                writer.begin();
                writer.own(Shown::own("title: "), Style::of(Tone::Dim));
                self.keep("title");
            }
            "button" | "textarea" => {
                self.push_text("[", writer);
                self.keep(name);
            }
            "a" => {
                let (title, id) = (CowStr::from(""), CowStr::from(""));
                let dest_url = CowStr::from(text("href"));
                self.push("a", writer, Tag::Link { link_type: LinkType::Inline, dest_url, title, id });
            }
            "b" | "strong" => self.push(name, writer, Tag::Strong),
            "i" | "em" | "cite" => self.push(name, writer, Tag::Emphasis),
            "del" | "s" | "strike" => self.push(name, writer, Tag::Strikethrough),
            "code" | "kbd" | "samp" | "tt" | "var" => self.keep(name),
            _ if let Some(level) = heading(name) => {
                writer.apart();
                let tag = Tag::Heading { level, id: None, classes: Vec::new(), attrs: Vec::new() };
                self.block(name, writer, tag);
            }
            _ if is_block(name) => {
                self.end("p", writer);
                self.line(writer);
                if matches!(name, "option" | "dd") {
                    writer.begin();
                    writer.own(Shown::own("• "), Style::of(Tone::Dim));
                }
                self.keep(name);
            }
            _ => {}
        }
    }

    pub(super) fn close(&mut self, name: &str, writer: &mut BlockWriter) {
        if self.is_in("pre") && name != "pre" {
            return;
        }
        self.end(name, writer);
    }

    pub(super) fn close_all(&mut self, writer: &mut BlockWriter) {
        while let Some(name) = self.open.pop() {
            self.ended(&name, writer);
        }
        self.line(writer);
    }

    /// Cuts a piece that has become too long.
    pub(super) fn tear(&mut self, writer: &mut BlockWriter) {
        if self.held <= LONGEST {
            return;
        }
        self.held = 0;
        if self.is_in("pre") {
            writer.event(Event::End(TagEnd::CodeBlock));
            writer.event(Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(CowStr::from("")))));
        } else if self.is_in("table") {
            while self.open.last().is_some_and(|name| name != "table") {
                let name = self.open.pop().unwrap_or_default();
                self.ended(&name, writer);
            }
            self.end("table", writer);
        } else {
            self.line(writer);
        }
    }

    fn is_in(&self, name: &str) -> bool {
        self.open.iter().any(|open| open == name)
    }

    fn keep(&mut self, name: &str) {
        if self.open.len() < DEEPEST {
            self.open.push(name.to_owned());
        }
    }

    /// Opens an element with an equivalent in Markdown; if it is nested too deeply, only its content remains.
    fn push(&mut self, name: &str, writer: &mut BlockWriter, tag: Tag<'_>) {
        if self.open.len() < DEEPEST {
            self.open.push(name.to_owned());
            writer.event(Event::Start(tag));
        }
        self.blank |= matches!(name, "li" | "td" | "th");
    }

    fn block(&mut self, name: &str, writer: &mut BlockWriter, tag: Tag<'_>) {
        self.end("p", writer);
        self.line(writer);
        self.push(name, writer, tag);
    }

    fn line(&mut self, writer: &mut BlockWriter) {
        if !self.is_in("table") {
            writer.end_line();
        }
        self.blank = true;
    }

    fn push_text(&mut self, words: &str, writer: &mut BlockWriter) {
        writer.begin();
        writer.event(Event::Text(CowStr::from(words.to_owned())));
        self.blank = words.ends_with(' ');
    }

    /// Closes an element and everything inside it, if it is open.
    fn end(&mut self, name: &str, writer: &mut BlockWriter) {
        let Some(at) = self.open.iter().rposition(|open| open == name) else { return };
        // An end tag in a cell doesn't end the table around it.
        let cell = self.open.iter().rposition(|open| matches!(open.as_str(), "td" | "th"));
        if cell.is_some_and(|cell| at < cell) && !matches!(name, "table" | "tr" | "td" | "th") {
            return;
        }
        while self.open.len() > at {
            let name = self.open.pop().unwrap_or_default();
            self.ended(&name, writer);
        }
    }

    /// Closes an element unless one of these is open inside it.
    fn end_within(&mut self, name: &str, limits: &[&str], writer: &mut BlockWriter) {
        let last = |names: &[&str]| self.open.iter().rposition(|open| names.contains(&open.as_str()));
        if last(&[name]) > last(limits) {
            self.end(name, writer);
        }
    }

    fn ended(&mut self, name: &str, writer: &mut BlockWriter) {
        let end = match name {
            "p" => TagEnd::Paragraph,
            "blockquote" => TagEnd::BlockQuote(None),
            "ul" | "ol" => TagEnd::List(name == "ol"),
            "li" => TagEnd::Item,
            "pre" => TagEnd::CodeBlock,
            "table" => TagEnd::Table,
            "tr" => TagEnd::TableRow,
            "td" | "th" => TagEnd::TableCell,
            "a" => TagEnd::Link,
            "b" | "strong" => TagEnd::Strong,
            "i" | "em" | "cite" => TagEnd::Emphasis,
            "del" | "s" | "strike" => TagEnd::Strikethrough,
            "button" | "textarea" => return self.push_text("] ", writer),
            "code" | "kbd" | "samp" | "tt" | "var" => return,
            _ => match heading(name) {
                Some(level) => TagEnd::Heading(level),
                None => return self.line(writer),
            },
        };
        self.blank |= matches!(name, "p" | "blockquote" | "ul" | "ol" | "li" | "pre" | "table")
            || heading(name).is_some();
        writer.event(Event::End(end));
    }

    /// A field of a form.
    fn field(&mut self, kind: &str, tag: &str, writer: &mut BlockWriter) {
        let on = attribute(tag, "checked").is_some();
        let said = ["value", "placeholder"].iter().find_map(|key| attribute(tag, key)).unwrap_or("");
        let said = decoded(said);
        let words = match kind {
            // A browser doesn't show it either.
            "hidden" => return,
            "checkbox" if on => "[x] ".to_owned(),
            "checkbox" => "[ ] ".to_owned(),
            "radio" if on => "(o) ".to_owned(),
            "radio" => "( ) ".to_owned(),
            _ if said.trim().is_empty() => "[____]".to_owned(),
            _ => format!("[{said}]"),
        };
        self.push_text(&words, writer);
    }
}

fn is_block(name: &str) -> bool {
    matches!(name, "p" | "ul" | "ol" | "pre" | "blockquote" | "table" | "hr" | "title")
        || heading(name).is_some()
        || BLOCKS.split_whitespace().any(|block| block == name)
}

fn heading(name: &str) -> Option<HeadingLevel> {
    Some(match name {
        "h1" => HeadingLevel::H1,
        "h2" => HeadingLevel::H2,
        "h3" => HeadingLevel::H3,
        "h4" => HeadingLevel::H4,
        "h5" => HeadingLevel::H5,
        "h6" => HeadingLevel::H6,
        _ => return None,
    })
}

/// The language in a class: `language-rust`.
fn language(tag: &str) -> &str {
    let class = attribute(tag, "class").unwrap_or("");
    let named =
        |word: &'_ str| word.strip_prefix("language-").or_else(|| word.strip_prefix("lang-")).is_some();
    class
        .split_whitespace()
        .find(|word| named(word))
        .and_then(|word| word.split_once('-'))
        .map_or("", |(_, name)| name)
}
