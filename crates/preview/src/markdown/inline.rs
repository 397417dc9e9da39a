//! Text inside a block: styles that nest, links, breaks.
//!
//! - Emphasis, strong text and headings combine.
//! - A link is followed by its target, unless its text is the target.
//! - A hard break starts another line of the same block.

use asq_core::text::{Line, Shown, Span, Style, Tone, Untrusted};

/// The line or lines of a block, while its events arrive.
#[derive(Clone, Debug, Default)]
pub(super) struct Inline {
    lines: Vec<Line>,
    strong: u32,
    emphasis: u32,
    struck: u32,
    heading: bool,
    /// Targets of the open links.
    links: Vec<String>,
    /// Where the text of the innermost link starts.
    link_text: String,
}

impl Inline {
    pub(super) fn heading(&mut self, on: bool) {
        self.heading = on;
    }

    pub(super) fn strong(&mut self, on: bool) {
        step(&mut self.strong, on);
    }

    pub(super) fn emphasis(&mut self, on: bool) {
        step(&mut self.emphasis, on);
    }

    pub(super) fn struck(&mut self, on: bool) {
        step(&mut self.struck, on);
        self.push(Shown::own("~~"), Style::of(Tone::Dim));
    }

    fn style(&self) -> Style {
        let tone = if self.heading {
            Tone::Heading
        } else if self.links.is_empty() {
            Tone::Plain
        } else {
            Tone::Accent
        };
        let style = Style::of(tone);
        let style = if self.strong > 0 || self.heading { style.bold() } else { style };
        if self.emphasis > 0 { style.italic() } else { style }
    }

    pub(super) fn text(&mut self, text: &str) {
        if !self.links.is_empty() {
            self.link_text.push_str(text);
        }
        let style = self.style();
        self.push(Shown::one_line(&Untrusted::from(text)), style);
    }

    pub(super) fn code(&mut self, text: &str) {
        self.push(Shown::one_line(&Untrusted::from(text)), Style::of(Tone::Code));
    }

    pub(super) fn open_link(&mut self, target: &str) {
        self.links.push(target.to_owned());
        self.link_text.clear();
    }

    /// Shows a link's target, unless its text is the target.
    pub(super) fn close_link(&mut self) {
        let Some(target) = self.links.pop() else { return };
        if target != self.link_text && !target.is_empty() {
            self.push(Shown::own(" ("), Style::of(Tone::Dim));
            self.push(Shown::clipped(&Untrusted::from(target), 200), Style::of(Tone::Dim));
            self.push(Shown::own(")"), Style::of(Tone::Dim));
        }
    }

    pub(super) fn new_line(&mut self) {
        self.lines.push(Line::default());
    }

    pub(super) fn push(&mut self, text: Shown, style: Style) {
        if self.lines.is_empty() {
            self.new_line();
        }
        if let Some(line) = self.lines.last_mut() {
            line.push(Span::new(text, style));
        }
    }

    /// Takes the lines so far, and starts afresh.
    pub(super) fn take(&mut self) -> Vec<Line> {
        std::mem::take(&mut self.lines)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }
}

fn step(depth: &mut u32, on: bool) {
    *depth = if on { *depth + 1 } else { depth.saturating_sub(1) };
}
