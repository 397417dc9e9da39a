//! The next requests, below the one next to the list.
//!
//! - Each is shown whole or not at all, as low as it can be laid out, and dim.
//! - They take only free rows: what is above and below them stays where it is.
//! - A rule of asq's own is above each.

use crate::glyphs::Glyphs;
use crate::{Size, View};
use asq_core::inbox::DetailForm;
use asq_core::life::RequestId;
use asq_core::text::{Line, Shown, Span, Style, Tone};

/// The fewest rows of a request that is worth a try: its question and two options.
const LEAST: usize = 3;

/// The views of the next requests, while they are shown.
#[derive(Debug, Default)]
pub(super) struct NextUpViews {
    views: Vec<NextView>,
    shown: usize,
}

#[derive(Debug)]
struct NextView {
    id: RequestId,
    view: View,
    /// The rows that it took at a width.
    fits: Option<(u16, usize)>,
}

impl NextUpViews {
    pub(super) fn shown(&self) -> usize {
        self.shown
    }

    /// Before each paint: forgets the views of other requests.
    pub(super) fn begin(&mut self, next: &[DetailForm<'_>]) {
        self.shown = 0;
        self.views.retain(|view| next.iter().any(|form| form.id == view.id));
    }

    /// The lines of those that fit into so many rows.
    pub(super) fn lines(
        &mut self,
        next: &[DetailForm<'_>],
        width: u16,
        room: usize,
        glyphs: Glyphs,
    ) -> Vec<Line> {
        let mut lines = Vec::new();
        for form in next {
            // A rule, and at least a free row below the last one.
            let left = room.saturating_sub(lines.len() + 2);
            let Some(made) = self.of(form, width, left, glyphs) else { break };
            lines.push(rule(width, glyphs));
            lines.extend(made);
            self.shown += 1;
        }
        lines
    }

    /// The lines of one request at the least height that shows all of it; `None` if it is higher than `most`.
    fn of(&mut self, form: &DetailForm<'_>, width: u16, most: usize, glyphs: Glyphs) -> Option<Vec<Line>> {
        let at = self.views.iter().position(|view| view.id == form.id).unwrap_or_else(|| {
            self.views.push(NextView { id: form.id, view: View::new(glyphs), fits: None });
            self.views.len() - 1
        });
        let NextView { view, fits, .. } = &mut self.views[at];
        let known = fits.filter(|(at, _)| *at == width).map(|(_, rows)| rows);
        for rows in known.unwrap_or(LEAST)..=most {
            let height = u16::try_from(rows).unwrap_or(u16::MAX);
            let made = crate::paint(&form.screen, view, Size { width, height }).lines;
            if view.is_whole() {
                *fits = Some((width, rows));
                return Some(dimmed(made));
            }
        }
        None
    }
}

/// Without the empty lines around it.
fn dimmed(lines: Vec<Line>) -> Vec<Line> {
    let empty = |line: &Line| line.width() == 0;
    let mut lines: Vec<Line> = lines.into_iter().skip_while(empty).collect();
    while lines.last().is_some_and(empty) {
        lines.pop();
    }
    for span in lines.iter_mut().flat_map(|line| &mut line.spans) {
        span.style = Style::of(Tone::Dim);
    }
    lines
}

fn rule(width: u16, glyphs: Glyphs) -> Line {
    let words = Shown::own("── next ");
    let rest = usize::from(width).saturating_sub(words.width());
    let text = words.then(&Shown::repeat("─", rest));
    Line::from(Span::new(glyphs.own_text(text), Style::of(Tone::Dim)))
}
