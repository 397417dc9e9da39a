//! Pies and Gantt charts as bars of text.
//!
//! - A pie's slice has its share in percent and its value; the largest slice has the longest bar.
//! - A task has a bar from its first day to its last, and both dates; done, active and critical tasks are
//!   marked.
//! - Tasks start after others, at a date or where the previous one ends; durations are in days, weeks or
//!   hours.
//! - Anything unknown (a calendar with holidays, another date format) is refused, not guessed.

use super::NotDrawn;
use super::quotes::unquoted;
use crate::raw;
use asq_core::text::{Line, Shown, Span, Style, Tone, Untrusted, width as cells, wrap};

/// Most slices or tasks.
const MOST: usize = 100;
/// Largest value of a slice; shares of larger ones would lose precision.
const LARGEST: f64 = 1e15;
/// From this width on, a bar is on the same line as its label.
const BESIDE: usize = 60;

pub(super) fn pie(header: &str, statements: &[&str], width: usize) -> Result<Vec<Line>, NotDrawn> {
    let mut slices: Vec<(&str, f64, &str)> = Vec::new();
    let mut lines = Vec::new();
    let header = header.strip_prefix("pie").unwrap_or("").trim();
    for text in std::iter::once(header).chain(statements.iter().copied()) {
        let text = text.strip_prefix("showData").unwrap_or(text).trim();
        let wrong = || NotDrawn::Statement(text.to_owned());
        if text.is_empty() || text.starts_with("accTitle") || text.starts_with("accDescr") {
            continue;
        }
        if let Some(title) = text.strip_prefix("title ") {
            lines.extend(heading(title.trim(), width));
            continue;
        }
        let (label, value) = text.rsplit_once(':').ok_or_else(wrong)?;
        let number: f64 = value.trim().parse().map_err(|_| wrong())?;
        if !(0.0..=LARGEST).contains(&number) {
            return Err(wrong());
        }
        slices.push((unquoted(label.trim()), number, value.trim()));
    }
    if slices.is_empty() {
        return Err(NotDrawn::Empty);
    }
    if slices.len() > MOST {
        return Err(NotDrawn::Many("100 slices"));
    }
    // Never 0: even the shares of slices without any value are divided by it.
    let sum: f64 = slices.iter().map(|s| s.1).sum::<f64>().max(f64::MIN_POSITIVE);
    let most = slices.iter().map(|s| s.1).fold(f64::MIN_POSITIVE, f64::max);
    let rows: Vec<BarRow> = slices
        .iter()
        .map(|(label, number, value)| BarRow {
            label,
            from: 0.0,
            to: number / most,
            tone: Tone::Accent,
            after: format!("{:.1}% · {value}", number / sum * 100.0),
        })
        .collect();
    lines.extend(drawn(&rows, width));
    Ok(lines)
}

pub(super) fn gantt(statements: &[&str], width: usize) -> Result<Vec<Line>, NotDrawn> {
    let mut tasks: Vec<Task<'_>> = Vec::new();
    let mut lines = Vec::new();
    let mut section = "";
    for text in statements {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let wrong = || NotDrawn::Statement((*text).to_owned());
        match word {
            "title" => lines.extend(heading(rest.trim(), width)),
            "section" => section = rest.trim(),
            "dateFormat" if rest.trim() == "YYYY-MM-DD" => {}
            "dateFormat" | "excludes" | "includes" => return Err(wrong()),
            "axisFormat" | "tickInterval" | "todayMarker" | "weekday" | "weekend" | "topAxis" | "click"
            | "accTitle:" | "accDescr:" | "displayMode:" | "inclusiveEndDates" => {}
            _ => {
                let task = Task::read(text, section, &tasks).ok_or_else(wrong)?;
                tasks.push(task);
            }
        }
    }
    if tasks.len() > MOST {
        return Err(NotDrawn::Many("100 tasks"));
    }
    let first = tasks.iter().map(|t| t.from).fold(f64::INFINITY, f64::min);
    let last = tasks.iter().map(|t| t.to).fold(f64::NEG_INFINITY, f64::max);
    if tasks.is_empty() {
        return Err(NotDrawn::Empty);
    }
    let long = (last - first).max(f64::MIN_POSITIVE);
    let share = |at: f64| (at - first) / long;
    let rows: Vec<BarRow> = tasks
        .iter()
        .map(|t| BarRow {
            label: t.label,
            from: share(t.from),
            to: share(t.to),
            tone: t.tone,
            after: t.dates(),
        })
        .collect();
    let drawn = each(&rows, width);
    let mut section = "";
    for (task, drawn) in tasks.iter().zip(drawn) {
        if task.section != section {
            section = task.section;
            let line = Line::of(raw::shown(section), Style::default().bold());
            lines.extend(wrap::wrap(&line, width));
        }
        lines.extend(drawn);
    }
    Ok(lines)
}

/// A task of a Gantt chart, in days.
struct Task<'a> {
    section: &'a str,
    label: &'a str,
    id: &'a str,
    from: f64,
    to: f64,
    tone: Tone,
    tags: Vec<&'a str>,
}

impl<'a> Task<'a> {
    /// `Label :done, id, 2024-01-01, 30d`
    fn read(text: &'a str, section: &'a str, before: &[Task<'a>]) -> Option<Task<'a>> {
        let (label, rest) = text.split_once(':')?;
        let mut parts: Vec<&str> = rest.split(',').map(str::trim).collect();
        let known = |part: &&str| matches!(*part, "done" | "active" | "crit" | "milestone");
        let tags: Vec<&str> = parts.iter().copied().filter(known).collect();
        parts.retain(|part| !known(part));
        let end_of = |id: &str| before.iter().find(|t| t.id == id).map(|t| t.to);
        let begin = |text: &str| match text.strip_prefix("after ") {
            Some(ids) => {
                let ends: Option<Vec<f64>> = ids.split_whitespace().map(end_of).collect();
                ends?.into_iter().reduce(f64::max)
            }
            None => day(text),
        };
        let previous = before.last().map(|t| t.to);
        let (id, from, end) = match parts[..] {
            [end] => ("", previous?, end),
            [start, end] => match begin(start) {
                Some(from) => ("", from, end),
                None => (start, previous?, end),
            },
            [id, start, end] => (id, begin(start)?, end),
            _ => return None,
        };
        let until = |id: &str| before.iter().find(|t| t.id == id).map(|t| t.from);
        let to = match end.strip_prefix("until ") {
            Some(id) => until(id.trim())?,
            None => day(end).or_else(|| Some(from + length(end)?))?,
        };
        let tone = match tags.first() {
            Some(&"crit") => Tone::Warn,
            Some(&"done") => Tone::Good,
            Some(&"active") => Tone::Accent,
            Some(_) | None => Tone::Plain,
        };
        (to >= from).then_some(Task { section, label: label.trim(), id, from, to, tone, tags })
    }

    /// `2024-01-01 – 2024-01-30, done`
    fn dates(&self) -> String {
        let (from, to) = (date(self.from), date(self.to));
        let days = if from == to { from } else { format!("{from} – {to}") };
        std::iter::once(days.as_str()).chain(self.tags.iter().copied()).collect::<Vec<_>>().join(", ")
    }
}

/// A date as a number of days.
fn day(text: &str) -> Option<f64> {
    let mut parts = text.splitn(3, '-');
    let mut next = |digits: usize| {
        let part = parts.next()?;
        (part.len() == digits && part.bytes().all(|b| b.is_ascii_digit()))
            .then(|| part.parse::<i64>().ok())?
    };
    let (year, month, day) = (next(4)?, next(2)?, next(2)?);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    // Years start in March, so that a leap day is their last.
    let (y, m) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    Some((365 * y + y.div_euclid(4) - y.div_euclid(100) + y.div_euclid(400) + (153 * m + 2) / 5 + day) as f64)
}

/// A number of days as a date.
fn date(days: f64) -> String {
    let days = days.floor() as i64;
    // An estimate that may be one year too high.
    let mut y = (10_000 * days + 14_780) / 3_652_425;
    let of = |y: i64| days - (365 * y + y.div_euclid(4) - y.div_euclid(100) + y.div_euclid(400));
    if of(y) < 1 {
        y -= 1;
    }
    let rest = of(y) - 1;
    let m = (5 * rest + 2) / 153;
    let (year, month) = if m < 10 { (y, m + 3) } else { (y + 1, m - 9) };
    format!("{year:04}-{month:02}-{:02}", rest - (153 * m + 2) / 5 + 1)
}

fn length(text: &str) -> Option<f64> {
    let unit = text.find(|c: char| c.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at(unit);
    let number: f64 = number.parse().ok().filter(|n: &f64| n.is_finite() && (0.0..100_000.0).contains(n))?;
    let days = match unit {
        "d" => 1.0,
        "w" => 7.0,
        "h" => 1.0 / 24.0,
        "m" => 1.0 / 1440.0,
        "s" => 1.0 / 86_400.0,
        _ => return None,
    };
    Some(number * days)
}

/// A label with a bar (start and end as fractions of one) and the text after it.
struct BarRow<'a> {
    label: &'a str,
    from: f64,
    to: f64,
    tone: Tone,
    after: String,
}

fn heading(title: &str, width: usize) -> Vec<Line> {
    let line = Line::of(raw::shown(title), Style::of(Tone::Heading).bold());
    let mut lines = wrap::wrap(&line, width);
    lines.push(Line::default());
    lines
}

fn drawn(rows: &[BarRow<'_>], width: usize) -> Vec<Line> {
    each(rows, width).into_iter().flatten().collect()
}

/// The lines of each row: label, bar and text on one line, or below each other.
fn each(rows: &[BarRow<'_>], width: usize) -> Vec<Vec<Line>> {
    let labels: Vec<Shown> =
        rows.iter().map(|r| Shown::one_line(&Untrusted::from(r.label.replace("<br/>", " ")))).collect();
    let after = rows.iter().map(|r| cells::of(&r.after)).max().unwrap_or(0);
    let label = labels.iter().map(Shown::width).max().unwrap_or(0).min(width / 3);
    let beside = width >= BESIDE && label + after + 4 + 10 <= width;
    let room = if beside { width - label - after - 4 } else { width.saturating_sub(2).min(60) };
    let row = |(row, name): (&BarRow<'_>, &Shown)| {
        let at = |share: f64| (share * room as f64).round() as usize;
        let from = at(row.from).min(room - 1);
        let long =
            at(row.to).saturating_sub(from).max(usize::from(row.to > 0.0 || row.from > 0.0)).min(room - from);
        let mut bar = Line::default();
        bar.push(Span::new(Shown::repeat("·", from), Style::of(Tone::Dim)));
        bar.push(Span::new(Shown::repeat("█", long), Style::of(row.tone)));
        bar.push(Span::new(Shown::repeat("·", room - from - long), Style::of(Tone::Dim)));
        let behind = Line::of(raw::shown(&row.after), Style::of(Tone::Dim));
        let name = Line::of(name.clone(), Style::default());
        if !beside {
            let mut lines = wrap::wrap(&name, width);
            lines.extend([bar].into_iter().map(|bar| indented(bar, 2)));
            lines.extend(wrap::wrap_indent(&behind, width, 2, 2));
            return lines;
        }
        let mut names = wrap::wrap(&name, label);
        let last = names.len() - 1;
        let mut line = wrap::pad(&names[last], label);
        line.push(Span::own("  ", Tone::Plain));
        line.spans.extend(bar.spans);
        line.push(Span::own("  ", Tone::Plain));
        line.spans.extend(behind.spans);
        names[last] = line;
        names
    };
    rows.iter().zip(&labels).map(row).collect()
}

fn indented(mut line: Line, by: usize) -> Line {
    line.spans.insert(0, Span::new(Shown::repeat(" ", by), Style::default()));
    line
}
