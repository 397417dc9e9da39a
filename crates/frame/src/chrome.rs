//! The lines around the body: warnings, tabs and headings above; notice, limit, asker, hints and clock below.
//!
//! - The question comes first: who asks, from where and until when stands below the rows.
//! - If everything fits, there is an empty line below the tabs and above the hints.
//! - Between two rules question, notice and hints are one column to the right, if there is room.
//! - Otherwise the rows are given out by weight: focused row, question, a hint, danger, notice, warning, tabs, limit
//!   and clock, and the asker last.
//! - A cut part ends in a mark; a long notice or warning gets more lines only if the body has enough.

use crate::block::blanks;
use crate::glyphs::Glyphs;
use crate::hints::HintRow;
use crate::{tabs, trusted};
use asq_core::facts;
use asq_core::form::{Page, Screen};
use asq_core::text::{Line, Style, Tone, wrap};

/// From this height on there is a clock.
const CLOCK: usize = 8;
/// Below this height one row names the asker.
const LOW: usize = 10;
/// Fewest columns of a form that has one to spare.
const INSET: usize = 30;

/// The lines around the body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chrome {
    pub(crate) rule: Option<Line>,
    pub(crate) warning: Vec<Line>,
    pub(crate) from: Vec<Line>,
    pub(crate) expires: Option<Line>,
    pub(crate) tabs: Option<Line>,
    pub(crate) danger: Option<Line>,
    pub(crate) note: Option<Line>,
    pub(crate) clock: Option<Line>,
    pub(crate) notice: Vec<Line>,
    pub(crate) hints: Vec<Line>,
    /// All hints, and the columns that they have.
    row: HintRow,
    inner: usize,
    glyphs: Glyphs,
    /// Blanks before notice and hints.
    inset: usize,
    /// Whether hints and clock are blank lines.
    still: bool,
    /// Whether empty lines stand between the parts.
    pub(crate) gaps: bool,
}

impl Chrome {
    pub(crate) fn of(screen: &Screen<'_>, width: usize, glyphs: Glyphs) -> Chrome {
        let hints = HintRow::of(&screen.hints, glyphs).confirming(screen.page == Page::Danger);
        Chrome::hinting(screen, hints, width, glyphs)
    }

    /// The same with other hints.
    pub(crate) fn hinting(screen: &Screen<'_>, hints: HintRow, width: usize, glyphs: Glyphs) -> Chrome {
        let inset = inset(screen, width);
        let inner = width - inset;
        Chrome {
            rule: screen.look.rules.then(|| trusted::rule(width, glyphs)),
            warning: screen.warning.as_ref().map(|w| trusted::warning(w, width, glyphs)).unwrap_or_default(),
            from: trusted::asker(screen.from, screen.origin, screen.origin_in_full, width, glyphs),
            tabs: (!screen.tabs.is_empty()).then(|| tabs::row(&screen.tabs, &screen.look, width, glyphs)),
            expires: screen.expires.as_ref().map(|e| trusted::expires(e, width, glyphs)),
            danger: screen.danger.map(|header| trusted::danger(&header.literal(), width, glyphs)),
            note: screen.note_of.map(|header| {
                // Without tabs there is only one question, and its number says nothing.
                let name = if screen.tabs.is_empty() { facts::question_name(header) } else { Some(header) };
                trusted::note(name, width, glyphs)
            }),
            clock: screen.clock.as_ref().map(|clock| {
                let line = Line::of(glyphs.own_text(clock.clone()), Style::of(Tone::Dim));
                wrap::clip(&line, width, glyphs.ellipsis())
            }),
            notice: screen.notice.as_ref().map(|n| wrap::wrap(&glyphs.line(n), inner)).unwrap_or_default(),
            hints: hints.wrapped(inner),
            row: hints,
            inner,
            glyphs,
            inset,
            still: screen.still,
            gaps: true,
        }
    }

    /// Lines above and below the body.
    pub(crate) fn height(&self) -> usize {
        self.above().len() + self.below().len()
    }

    /// One line of hints instead of all.
    pub(crate) fn shorten(&mut self) {
        self.hints = self.row.short(self.inner);
    }

    /// Cuts everything down to a small height and returns the rows left for the body, which gets `body` first, and
    /// `more` before anything else grows.
    pub(crate) fn squeeze(&mut self, height: usize, body: usize, more: usize, width: usize) -> usize {
        self.gaps = false;
        self.shorten();
        let mut left = height.saturating_sub(body);
        let mut take = |wanted: usize| {
            let given = wanted.min(left);
            left -= given;
            given
        };
        let hints = take(self.hints.len());
        keep(&mut self.danger, &mut take);
        let mut notice = take(self.notice.len().min(1));
        let mut warning = take(self.warning.len().min(1));
        // Below that height a clock would take the place of its own subject.
        self.clock.take_if(|_| height < CLOCK);
        for line in [&mut self.note, &mut self.tabs, &mut self.expires, &mut self.clock] {
            keep(line, &mut take);
        }
        let more = take(more);
        // The asker's name matters more than its origin.
        let from = take(self.from.len().min(if height < LOW { 1 } else { 2 }));
        let rules = if self.rule.is_some() && left >= 4 { 2 } else { 0 };
        left -= rules;
        // A notice without hints is a question of the form's own: it names the keys, so it is shown whole.
        let asks = self.hints.is_empty();
        for (given, lines, keep) in [
            (&mut notice, &self.notice, if asks { 0 } else { height / 3 }),
            (&mut warning, &self.warning, height / 3),
        ] {
            let extra = (lines.len() - *given).min(left.saturating_sub(keep));
            *given += extra;
            left -= extra;
        }
        let mark = self.glyphs.ellipsis();
        self.hints.truncate(hints);
        cut(&mut self.notice, notice, width - self.inset, mark);
        cut(&mut self.warning, warning, width, mark);
        self.from.truncate(from);
        if rules == 0 {
            self.rule = None;
        }
        left + body.min(height) + more
    }

    /// The lines above the body.
    pub(crate) fn above(&self) -> Vec<Line> {
        let mut lines: Vec<Line> = self.rule.iter().cloned().collect();
        lines.extend(self.warning.iter().cloned());
        for line in [&self.tabs, &self.danger, &self.note] {
            lines.extend(line.iter().cloned());
        }
        // The upper rule is enough of a gap.
        if self.gaps && lines.len() > usize::from(self.rule.is_some()) {
            lines.push(Line::default());
        }
        lines
    }

    /// The lines below the body.
    pub(crate) fn below(&self) -> Vec<Line> {
        let inner = |line: &Line| {
            let mut line = line.clone();
            line.spans.splice(0..0, blanks(self.inset).spans);
            line
        };
        let mut lines: Vec<Line> = self.notice.iter().map(inner).collect();
        let own = self.expires.iter().chain(&self.from);
        if self.gaps && !(self.hints.is_empty() && own.clone().next().is_none()) {
            lines.push(Line::default());
        }
        lines.extend(own.cloned());
        if self.still {
            lines.resize(lines.len() + self.hints.len() + usize::from(self.clock.is_some()), Line::default());
        } else {
            lines.extend(self.hints.iter().map(inner));
            lines.extend(self.clock.iter().cloned());
        }
        lines.extend(self.rule.iter().cloned());
        lines
    }
}

/// The indent of question, notice and hints.
pub(crate) fn inset(screen: &Screen<'_>, width: usize) -> usize {
    usize::from(screen.look.rules && width >= INSET)
}

/// Removes a line that got no room.
fn keep(line: &mut Option<Line>, take: &mut impl FnMut(usize) -> usize) {
    if line.is_some() && take(1) == 0 {
        *line = None;
    }
}

/// The first lines; the last of them marks that there are more.
fn cut(lines: &mut Vec<Line>, most: usize, width: usize, mark: &'static str) {
    if lines.len() <= most {
        return;
    }
    lines.truncate(most);
    if let Some(last) = lines.last_mut() {
        let room = width.saturating_sub(mark.chars().count());
        let mut short = wrap::clip(last, room, "");
        let style = last.spans.first().map(|s| s.style).unwrap_or_default();
        short.push(asq_core::text::Span::new(asq_core::text::Shown::own(mark), style));
        *last = short;
    }
}
