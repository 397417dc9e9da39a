//! Differences between files: added lines are good, removed ones have the tone of danger.

use super::painter::SpanCollector;
use asq_core::text::{Style, Tone};

pub(super) fn line(line: &str, painter: &mut SpanCollector<'_>) {
    let style = if line.starts_with("+++") || line.starts_with("---") || line.starts_with("diff ") {
        Style::default().bold()
    } else if line.starts_with("@@") {
        Style::of(Tone::Name)
    } else if line.starts_with("index ") || line.starts_with("\\ ") {
        Style::of(Tone::Dim)
    } else if line.starts_with('+') {
        Style::of(Tone::Good)
    } else if line.starts_with('-') {
        Style::of(Tone::Danger)
    } else {
        return;
    };
    painter.paint(0, line.len(), style);
}
