//! One request of the list, and the headings between them.
//!
//! - First line: focus, whether the asker waits, danger, the question; the age at the right edge.
//! - Second line: the asker, its session and its folder, each in a column of its own, then asq's own words: what answers
//!   it, a draft, an asker that has gone or comes back. Or the request's state.
//! - The row that takes the keys is on a background of its own; below a heading, a row leaves out what that says.
//! - Foreign text is cut to its column, so that none of it gets into asq's own column.

use super::marked;
use crate::block::blanks;
use crate::glyphs::Glyphs;
use crate::origin::tail;
use crate::{gutter, trusted};
use asq_core::inbox::{GroupBy, Listed, Summary, tilde};
use asq_core::text::{Line, Shown, Span, Style, Tone, Untrusted, wrap};

/// Cells before a title.
const LEAD: usize = 4;
/// Cells of an age.
const AGE: usize = 5;
/// The fewest columns with one for the age.
const WITH_AGE: usize = 24;
/// The fewest columns with one for a time limit.
const WITH_LIMIT: usize = 40;
/// The cells of a session, and the least width with a column for it.
const SESSION: usize = 12;
const WITH_SESSION: usize = 64;
/// The cells that asq's own words leave for an agent's name, if they can.
const AGENT: usize = 12;
/// The most graphemes of a title before it is cut to the width.
const LONG: usize = 300;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Focus {
    /// On this row, and the list has the keys.
    Here,
    /// On this row, while the form has the keys.
    Open,
    /// Elsewhere.
    Away,
}

impl Focus {
    pub(super) fn of(focused: bool) -> Focus {
        if focused { Focus::Open } else { Focus::Away }
    }
}

/// The lines of a request, as many as it has.
pub(super) fn lines(
    listed: &Listed<'_>,
    focus: Focus,
    tall: usize,
    width: usize,
    home: Option<&str>,
    glyphs: Glyphs,
) -> Vec<Line> {
    let says = listed.says.as_ref().map(|line| glyphs.line(line));
    let mut lines = vec![first(listed, focus, if tall > 1 { None } else { says.as_ref() }, width, glyphs)];
    if tall > 1 {
        let mut line = blanks(LEAD.min(width));
        let room = width.saturating_sub(LEAD);
        match says {
            Some(says) => line.spans.extend(wrap::clip(&says, room, glyphs.ellipsis()).spans),
            None => line.spans.extend(who(listed, room, home, glyphs).spans),
        }
        lines.push(line);
    }
    if focus == Focus::Here {
        for line in &mut lines {
            fill(line, width);
        }
    }
    lines
}

/// Puts a whole line on the background of what is selected. Colours would break that into patches, so only danger and
/// what a search found keep theirs.
pub(super) fn fill(line: &mut Line, width: usize) {
    let missing = width.saturating_sub(line.width());
    line.spans.extend(blanks(missing).spans);
    for span in &mut line.spans {
        let found = span.style.tone == Tone::Warn && span.style.bold;
        if !found && !matches!(span.style.tone, Tone::Danger | Tone::Trusted) {
            span.style.tone = Tone::Plain;
        }
        span.style = span.style.selected();
    }
}

fn first(listed: &Listed<'_>, focus: Focus, says: Option<&Line>, width: usize, glyphs: Glyphs) -> Line {
    let mut line = Line::default();
    line.push(match focus {
        Focus::Here => glyphs.own("❯ ", Tone::Accent),
        Focus::Open => glyphs.own("› ", Tone::Dim),
        Focus::Away => Span::own("  ", Tone::Plain),
    });
    line.push(match (listed.over, listed.asker) {
        (false, Some(true)) => glyphs.own("● ", Tone::Good),
        (false, Some(false)) if listed.pending.summary.returns => glyphs.own("– ", Tone::Dim),
        (false, Some(false)) => glyphs.own("– ", Tone::Warn),
        (true, _) | (false, None) => Span::own("  ", Tone::Plain),
    });
    let left = listed.left.as_ref().map(|left| Line::from(left.clone())).unwrap_or_default();
    // A time limit matters more than the age.
    let (left, age) = match left.width() {
        0 => (left, if width >= WITH_AGE { AGE + 1 } else { 0 }),
        cells if width >= WITH_LIMIT => (left, AGE + cells + 2),
        _ => (Line::default(), if width >= WITH_AGE { AGE + 1 } else { 0 }),
    };
    let summary = &listed.pending.summary;
    if listed.marked {
        line.push(Span::new(glyphs.own_text(Shown::own("✓ ")), Style::of(Tone::Accent).bold()));
    }
    if summary.danger && !listed.over {
        let style = Style::of(Tone::Danger).bold();
        line.push(Span::new(glyphs.own_text(Shown::own("⚠ ")), style));
    }
    let style = match (listed.over, focus) {
        (true, _) => Style::of(Tone::Dim),
        (false, Focus::Here) => Style::of(Tone::Accent).bold(),
        (false, Focus::Open) => Style::default().bold(),
        (false, Focus::Away) => Style::default(),
    };
    if let Some(says) = says {
        line.spans.extend(says.spans.iter().cloned());
    } else {
        let text = glyphs.foreign(Shown::clipped(&summary.text, LONG));
        line.spans.extend(marked::spans(&text, &listed.search, style));
    }
    let mut line = wrap::clip(&line, width.saturating_sub(age), glyphs.ellipsis());
    if age > 0 {
        let gap = usize::from(left.width() > 0) * 2;
        let missing = width.saturating_sub(line.width() + left.width() + gap + listed.age.width());
        line.spans.extend(blanks(missing).spans);
        line.spans.extend(left.spans);
        line.spans.extend(blanks(gap).spans);
        let tone = match (listed.over, listed.old) {
            (true, _) => Tone::Dim,
            (false, true) => Tone::Accent,
            (false, false) => Tone::Plain,
        };
        line.push(Span::new(glyphs.own_text(listed.age.clone()), Style::of(tone)));
    }
    line
}

/// The asker and its folder, and asq's own words.
fn who(listed: &Listed<'_>, room: usize, home: Option<&str>, glyphs: Glyphs) -> Line {
    let summary = &listed.pending.summary;
    let dim = Style::of(Tone::Dim);
    let mut own = remarks(listed, true, glyphs);
    if own.width() + 2 + AGENT > room {
        // The asker's name matters more than what answers it.
        own = remarks(listed, false, glyphs);
    }
    let own = wrap::clip(&own, room, glyphs.ellipsis());
    let left = room.saturating_sub(own.width() + usize::from(!own.spans.is_empty()) * 2);
    let mut line = Line::default();
    // The same in all rows, whatever asq's words are, so that folders line up.
    let folder = summary.origin.folder.as_ref().filter(|_| listed.grouped != GroupBy::Folder);
    let agent = match (listed.grouped, folder) {
        (GroupBy::Agent, _) => 0,
        (GroupBy::None | GroupBy::Folder | GroupBy::Urgency, None) => left,
        (GroupBy::None | GroupBy::Folder | GroupBy::Urgency, Some(_)) => {
            (room * 2 / 5).clamp(8, 20).min(left)
        }
    };
    if agent >= 4 {
        let name = summary.asker().map_or_else(
            || glyphs.own_text(Shown::own("a program")),
            |asker| glyphs.foreign(Shown::clipped(&asker, 40)),
        );
        let name = Line::new(marked::spans(&name, &listed.search, dim));
        let name = wrap::clip(&name, agent.saturating_sub(2), glyphs.ellipsis());
        let gap = agent - name.width();
        line.spans.extend(name.spans);
        line.spans.extend(blanks(gap).spans);
    }
    if room >= WITH_SESSION && left > agent + SESSION {
        let shown = summary.session.as_ref().map(|session| glyphs.foreign(Shown::clipped(session, 40)));
        let name = Line::new(marked::spans(&shown.unwrap_or_default(), &listed.search, dim));
        let name = wrap::clip(&name, SESSION - 2, glyphs.ellipsis());
        let gap = SESSION - name.width();
        line.spans.extend(name.spans);
        line.spans.extend(blanks(gap).spans);
    }
    let rest = left.saturating_sub(line.width());
    if let Some(folder) = folder.filter(|_| rest >= 6) {
        line.spans.extend(marked::spans(&tail(&tilde(folder, home), rest, glyphs), &listed.search, dim));
    }
    let missing = room.saturating_sub(line.width() + own.width());
    line.spans.extend(blanks(missing).spans);
    line.spans.extend(own.spans);
    line
}

/// asq's own words, at the right edge.
fn remarks(listed: &Listed<'_>, all: bool, glyphs: Glyphs) -> Line {
    let summary = &listed.pending.summary;
    let mut line = Line::default();
    let mut add = |words: Shown, tone| {
        if !line.spans.is_empty() {
            line.push(glyphs.own(" · ", Tone::Dim));
        }
        line.push(Span::new(glyphs.own_text(words), Style::of(tone)));
    };
    if all && !listed.over {
        add(kind(summary), Tone::Dim);
    }
    if listed.draft {
        add(Shown::own("draft"), Tone::Accent);
    }
    match listed.asker {
        Some(false) if summary.returns => add(Shown::own("comes back for it"), Tone::Dim),
        Some(false) => add(Shown::own("asker gone"), Tone::Warn),
        Some(true) | None => {}
    }
    line
}

/// What answers a request, or that its question is the first of several.
fn kind(summary: &Summary) -> Shown {
    if summary.questions > 1 {
        let n = usize::try_from(summary.questions).unwrap_or(usize::MAX);
        return Shown::own("1 of ").then(&Shown::number(n));
    }
    if summary.sensitive {
        return Shown::own("secret");
    }
    Shown::own(summary.kind.word())
}

/// The heading of the requests below.
pub(super) fn heading(
    (name, own): (Option<&Untrusted>, Option<&'static str>),
    count: usize,
    width: usize,
    home: Option<&str>,
    glyphs: Glyphs,
) -> Line {
    let count = Shown::joined(&[Shown::own(" "), Shown::number(count), Shown::own(" ")]);
    let room = width.saturating_sub(count.width() + 6);
    let mut line = Line::from(glyphs.own("── ", Tone::Dim));
    let name = match name {
        _ if own.is_some() => {
            Span::new(glyphs.own_text(Shown::own(own.unwrap_or_default())), Style::default().bold())
        }
        Some(name) => Span::new(tail(&tilde(name, home), room, glyphs), Style::default().bold()),
        None => Span::own("unknown", Tone::Dim),
    };
    line.push(name);
    line.push(Span::new(count, Style::of(Tone::Dim)));
    let mut line = wrap::clip(&line, width, glyphs.ellipsis());
    let missing = width.saturating_sub(line.width());
    line.push(Span::new(glyphs.own_text(Shown::repeat("─", missing)), Style::of(Tone::Dim)));
    line
}

/// A row above a form: one of asq's own, that only asq can draw, or a line that is behind the bar already.
pub fn banner(words: &Line, width: usize, glyphs: Glyphs) -> Vec<Line> {
    let words = glyphs.line(words);
    if words.spans.first().is_none_or(|span| span.style.tone != Tone::Trusted) {
        return if width < gutter::FROM {
            wrap::wrap(&words, width)
        } else {
            vec![wrap::clip(&words, width, glyphs.ellipsis())]
        };
    }
    trusted::rows(&trusted::quiet(words), width, glyphs)
}

#[cfg(test)]
mod tests {
    use super::{Focus, GroupBy, Listed, Summary, lines};
    use crate::Glyphs;
    use asq_core::inbox::SummaryKind;
    use asq_core::text::{Line, Shown, Tone};
    use asq_testkit::sample;

    /// The lines of a request whose asker waits, has gone or is unknown.
    fn row(asker: Option<bool>, session: &str) -> Vec<String> {
        changed(asker, |summary| summary.session = Some(session.into()))
    }

    fn changed(asker: Option<bool>, change: impl FnOnce(&mut Summary)) -> Vec<String> {
        let lines = in_list(asker, "", Focus::Away, change);
        lines.iter().map(|line| line.text().trim_end().to_owned()).collect()
    }

    fn in_list(
        asker: Option<bool>,
        search: &str,
        focus: Focus,
        change: impl FnOnce(&mut Summary),
    ) -> Vec<Line> {
        let mut pending = sample::pending(1);
        change(&mut pending.summary);
        let listed = Listed {
            pending: &pending,
            age: Shown::own("2 m"),
            old: false,
            asker,
            draft: false,
            over: false,
            marked: false,
            search: search.to_owned(),
            grouped: GroupBy::None,
            says: None,
            left: None,
        };
        lines(&listed, focus, 2, 80, None, Glyphs::Unicode)
    }

    #[test]
    fn on_the_background_of_the_focus_only_danger_and_finds_have_a_colour() {
        let lines = in_list(Some(true), "on", Focus::Here, |summary| {
            summary.danger = true;
            summary.agent = Some("claude".into());
        });
        let coloured: Vec<(&str, Tone)> = (lines.iter().flat_map(|line| &line.spans))
            .filter(|span| span.style.tone != Tone::Plain)
            .map(|span| (span.text.as_str(), span.style.tone))
            .collect();
        assert_eq!(coloured, [("⚠ ", Tone::Danger), ("on", Tone::Warn)]);
        assert!(lines.iter().all(|line| line.spans.iter().all(|span| span.style.selected)));
        assert!(lines.iter().all(|line| line.width() == 80));
    }

    #[test]
    fn a_row_says_whether_the_asker_waits() {
        let first = |asker| row(asker, "s").swap_remove(0);
        let age = format!("{:67}2 m", "");
        assert_eq!(
            [Some(true), Some(false), None].map(first),
            ["● ", "– ", "  "].map(|mark| format!("  {mark}Go on?{age}"))
        );
    }

    #[test]
    fn a_row_says_what_answers_it() {
        let kind = |change: fn(&mut Summary)| {
            let line = changed(Some(true), change).swap_remove(1);
            line.rsplit("  ").next().unwrap_or_default().to_owned()
        };
        let kinds: [fn(&mut Summary); 7] = [
            |s| s.kind = SummaryKind::One,
            |s| s.kind = SummaryKind::Many,
            |s| s.kind = SummaryKind::Text,
            |s| s.kind = SummaryKind::Number,
            |s| s.kind = SummaryKind::Confirm,
            |s| (s.kind, s.sensitive) = (SummaryKind::Text, true),
            |s| s.questions = 4,
        ];
        let said = ["pick", "pick several", "text", "number", "yes/no", "secret", "1 of 4"];
        assert_eq!(kinds.map(kind), said.map(str::to_owned));
    }

    #[test]
    fn an_asker_that_comes_back_is_not_called_gone() {
        let remark = |returns| {
            let line = changed(Some(false), |summary| summary.returns = returns).swap_remove(1);
            line.rsplit("  ").next().unwrap_or_default().to_owned()
        };
        assert_eq!([false, true].map(remark), ["pick · asker gone", "pick · comes back for it"]);
    }

    /// A session's name ends with its column; the folder keeps its place.
    #[test]
    fn a_long_name_is_cut_to_its_column() {
        let second = |session| {
            let line = row(Some(true), session).swap_remove(1);
            line.strip_suffix("pick").map(str::trim_end).unwrap_or_default().to_owned()
        };
        let who = format!("    {:20}", "builder");
        assert_eq!(second("short"), format!("{who}{:12}/srv", "short"));
        assert_eq!(second("nightly build asker gone"), format!("{who}{:12}/srv", "nightly b…"));
    }
}
