//! The focused request next to the list, before it is opened.
//!
//! - The question comes first, behind the bar.
//! - Below are the asker and its origin in trusted rows, and asq's own lines about it.

use crate::glyphs::Glyphs;
use crate::gutter;
use crate::trusted;
use asq_core::inbox::{Listed, from_home};
use asq_core::model::Provenance;
use asq_core::text::{Line, Shown, Style, Tone, Untrusted, wrap};

/// The lines of a card; `more` stands below.
pub(super) fn lines(
    listed: &Listed<'_>,
    more: &[Line],
    width: usize,
    home: Option<&str>,
    glyphs: Glyphs,
) -> Vec<Line> {
    let summary = &listed.pending.summary;
    let from = Provenance {
        agent: summary.agent.clone(),
        session: summary.session.clone(),
        ..Provenance::default()
    };
    let origin = from_home(&summary.origin, home);
    let named = Some(&from).filter(|from| !from.is_empty());
    let mut lines = Vec::new();
    if summary.danger && !listed.over {
        // Its form shows which of several it is.
        lines.push(if summary.questions > 1 {
            trusted::one_is_dangerous(width, glyphs)
        } else {
            trusted::danger(&summary.header, width, glyphs)
        });
    }
    let bold = if listed.over { Style::of(Tone::Dim) } else { Style::default().bold() };
    for text in Shown::lines(&Untrusted::from(summary.text.raw())) {
        let line = Line::of(glyphs.foreign(text), bold);
        let room = width.saturating_sub(gutter::CELLS).max(1);
        lines.extend(wrap::wrap(&line, room).iter().map(|line| gutter::behind(line, room, glyphs)));
    }
    lines.push(Line::default());
    lines.extend(trusted::asker(named, Some(&origin), summary.danger, width, glyphs));
    lines.extend(more.iter().flat_map(|line| wrap::wrap_indent(&glyphs.line(line), width, 1, 1)));
    lines
}
