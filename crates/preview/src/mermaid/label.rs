//! The texts of a chart: labels in boxes, and notes below the drawing.
//!
//! - A label breaks at `<br/>` or `\n`, and at a width.
//! - Below: edges that lead back to their node or can't be drawn, and groups whose title doesn't fit their
//!   border.

use super::graph::{Graph, Node};
use crate::raw;
use asq_core::text::{Line, Shown, Span, Style, Tone, Untrusted, wrap};

/// A label as the lines of a box.
pub(super) fn label(text: &str, cap: usize) -> Vec<Line> {
    let parts = broken(text);
    let shown = |part: &str| wrap::wrap(&Line::of(raw::shown(part.trim()), Style::default()), cap);
    parts.lines().flat_map(shown).collect()
}

/// A label's line breaks, in every notation.
fn broken(text: &str) -> String {
    text.replace("<br/>", "\n").replace("<br />", "\n").replace("<br>", "\n").replace("\\n", "\n")
}

/// A label on one line.
pub(super) fn flat(text: &str) -> String {
    broken(text).replace('\n', " ")
}

/// The lines of a node's box: its label, then its parts, each after a rule.
pub(super) struct BoxLines {
    pub(super) label: Vec<Line>,
    pub(super) parts: Vec<Vec<Line>>,
}

impl BoxLines {
    /// Labels wrap at `cap`, parts at twice that width.
    pub(super) fn of(node: &Node, cap: usize) -> BoxLines {
        let part = |part: &Vec<String>| part.iter().flat_map(|row| label(row, 2 * cap)).collect();
        let parts = node.parts.iter().filter(|part| !part.is_empty()).map(part).collect();
        BoxLines { label: label(&node.label, cap), parts }
    }

    fn lines(&self) -> impl Iterator<Item = &Line> {
        self.label.iter().chain(self.parts.iter().flatten())
    }

    pub(super) fn width(&self) -> usize {
        self.lines().map(Line::width).max().unwrap_or(0)
    }

    /// Including the rules between the parts.
    pub(super) fn height(&self) -> usize {
        self.lines().count() + self.parts.len()
    }
}

/// Lists what the drawing doesn't show.
pub(super) fn legend(graph: &Graph, untitled: &[usize], apart: &[usize], width: usize) -> Vec<Line> {
    let dim = Style::of(Tone::Dim);
    let shown = |text: &str| Shown::one_line(&Untrusted::from(flat(text)));
    let name = |node: usize| {
        let group = graph.around(node).first().copied().filter(|_| graph.nodes[node].shape.is_anchor());
        shown(group.map_or(&graph.nodes[node].label, |group| &graph.groups[group].title))
    };
    let mut lines = Vec::new();
    let apart = apart.iter().map(|e| &graph.edges[*e]).filter(|e| !e.hidden);
    for edge in graph.edges.iter().filter(|e| e.from == e.to).chain(apart) {
        let mut line = Line::of(name(edge.from), Style::default());
        if edge.from == edge.to {
            line.push(Span::new(Shown::own(" → itself"), dim));
        } else {
            line.push(Span::new(Shown::own(" → "), dim));
            line.push(Span::new(name(edge.to), Style::default()));
        }
        if !edge.label.is_empty() {
            line.push(Span::new(Shown::own(": "), dim));
            line.push(Span::new(shown(&edge.label), Style::of(Tone::Name)));
        }
        lines.extend(wrap::wrap_indent(&line, width, 0, 2));
    }
    for group in untitled {
        let mut line = Line::of(shown(&graph.groups[*group].title), Style::default().bold());
        line.push(Span::new(Shown::own(": "), dim));
        let inside = (0..graph.nodes.len()).filter(|n| graph.around(*n).contains(group));
        for (i, node) in inside.filter(|n| !graph.nodes[*n].shape.is_anchor()).enumerate() {
            if i > 0 {
                line.push(Span::new(Shown::own(", "), dim));
            }
            line.push(Span::new(name(node), Style::default()));
        }
        lines.extend(wrap::wrap_indent(&line, width, 0, 2));
    }
    if !lines.is_empty() {
        lines.insert(0, Line::default());
    }
    lines
}
