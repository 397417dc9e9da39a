//! The origin of an ask, as the machine knows it: a trusted row.
//!
//! - The folder, and if all is wanted program, process and terminal, each after a label (in, by, pid, on).
//! - What doesn't fit one row goes on in a second one.
//! - No part of a path passes for the facts after it.
//! - A path that is too long keeps its end, which distinguishes it from others.

use crate::glyphs::Glyphs;
use crate::trusted;
use asq_core::facts::{self, AskerFact, FactKind};
use asq_core::life::Origin;
use asq_core::text::{Line, Shown, Span, Style, Tone, Untrusted, wrap};
use std::fmt::Write as _;

/// The most graphemes of a path.
const PATH: usize = 400;
/// Fewest cells that a path is cut to.
const SHORT: usize = 8;
/// The cells between two facts.
const BETWEEN: usize = 3;

/// The row, or more of them if it doesn't fit; none if nothing is known.
pub(crate) fn lines(origin: &Origin, all: bool, width: usize, glyphs: Glyphs) -> Vec<Line> {
    let folder = Origin { folder: origin.folder.clone(), ..Origin::default() };
    let origin = if all { origin } else { &folder };
    let rows = packed(&facts::place(origin), width, glyphs);
    if rows.len() < 2 {
        return rows;
    }
    // A terminal's name speaks for itself, if that saves a row.
    let mut known = facts::place(origin);
    for fact in known.iter_mut().filter(|fact| matches!(fact.what, FactKind::Short(_))) {
        fact.word = "";
    }
    let brief = packed(&known, width, glyphs);
    if brief.len() < rows.len() { brief } else { rows }
}

/// The facts in as few rows as their order allows.
fn packed(known: &[AskerFact<'_>], width: usize, glyphs: Glyphs) -> Vec<Line> {
    let paths: Vec<Untrusted> = known.iter().filter_map(|fact| path(*fact, glyphs)).collect();
    let beside = known.iter().filter_map(|fact| Some((fact.word, short(*fact)?)));
    let taken = beside.map(|(word, text)| word.len() + text.width() + 4).sum::<usize>() + paths.len() * 6 + 4;
    let room = width.saturating_sub(taken);
    let share = (room / paths.len().max(1)).max(SHORT);
    let wanted = |path: &Untrusted| Shown::clipped(path, PATH).width();
    let all = paths.iter().map(wanted).sum::<usize>();
    let mut lines: Vec<Line> = Vec::new();
    for fact in known {
        let text = match (path(*fact, glyphs), short(*fact)) {
            // Each path may also use what the other leaves free.
            (Some(path), _) => {
                let others = all - wanted(&path);
                tail(&path, room.saturating_sub(others).max(share), glyphs)
            }
            (None, Some(short)) => glyphs.foreign(short),
            (None, None) => continue,
        };
        let word = [Span::own(fact.word, Tone::Dim), Span::own(" ", Tone::Dim)];
        let word = word.into_iter().filter(|_| !fact.word.is_empty());
        let said: Vec<Span> = word.chain([Span::new(text, Style::default())]).collect();
        let cells: usize = said.iter().map(|span| span.text.width()).sum();
        match lines.last_mut() {
            Some(line) if line.width() + cells + BETWEEN <= width => {
                line.push(glyphs.own(" · ", Tone::Dim));
                line.spans.extend(said);
            }
            Some(_) | None => {
                let mut line = Line::new(trusted::gutter(glyphs).to_vec());
                line.spans.extend(said);
                lines.push(line);
            }
        }
    }
    lines.into_iter().map(|line| wrap::clip(&line, width, glyphs.ellipsis())).collect()
}

/// A path in which nothing passes for the facts after it: no word of it looks like the mark between two facts.
fn path(fact: AskerFact<'_>, glyphs: Glyphs) -> Option<Untrusted> {
    match fact.what {
        FactKind::Path(path) => {
            let between = glyphs.own_text(Shown::own("·"));
            let seen = |word: &str| glyphs.foreign(Shown::one_line(&word.into())) == between;
            let whole = path.literal();
            let mut out = String::new();
            for piece in whole.raw().split_inclusive(char::is_whitespace) {
                let word = piece.trim_end();
                if seen(word) {
                    for c in word.chars() {
                        let _ = write!(out, "<U+{:04X}>", u32::from(c));
                    }
                    out.push_str(&piece[word.len()..]);
                } else {
                    out.push_str(piece);
                }
            }
            Some(out.into())
        }
        FactKind::Name(_) | FactKind::Short(_) | FactKind::Number(_) => None,
    }
}

fn short(fact: AskerFact<'_>) -> Option<Shown> {
    match fact.what {
        FactKind::Path(_) => None,
        FactKind::Name(text) => Some(Shown::clipped(text, SHORT * 2)),
        FactKind::Short(text) => {
            let text = text.raw();
            // Other programs name a terminal without its folder, too.
            Some(Shown::clipped(&text.strip_prefix("/dev/").unwrap_or(text).into(), SHORT * 2))
        }
        FactKind::Number(number) => Some(Shown::number(usize::try_from(number).unwrap_or(usize::MAX))),
    }
}

/// The end of a path in at most so many cells, at a slash where there is one.
pub(crate) fn tail(path: &Untrusted, cells: usize, glyphs: Glyphs) -> Shown {
    let whole = glyphs.foreign(Shown::clipped(path, PATH));
    if whole.width() <= cells {
        return whole;
    }
    let mark = Shown::own(glyphs.ellipsis());
    let room = cells.saturating_sub(mark.width());
    let excess = whole.width() - room;
    // If the cut would split a wide character, one cell more is dropped.
    let cut = |drop: usize| {
        let (_, rest) = whole.split(drop);
        if rest.width() <= room { Some(rest) } else { None }
    };
    let Some(rest) = (excess..=whole.width()).find_map(cut) else { return Shown::default() };
    let slash = rest.as_str().find('/').map(|at| rest.part(at..rest.as_str().len()));
    let rest = slash.filter(|s| s.width() * 2 >= room).unwrap_or(rest);
    if mark.width() > cells { Shown::default() } else { mark.then(&rest) }
}

#[cfg(test)]
mod tests {
    use super::{Glyphs, Line, lines};
    use asq_core::life::{Origin, Process};

    #[test]
    fn the_facts_fill_one_row_or_two_and_none_of_them_is_lost() {
        let origin = Origin {
            folder: Some("/home/ada/work/shop".into()),
            exe: Some("/usr/bin/node".into()),
            process: Some(Process { pid: 7, started: 1 }),
            root: Some(Process { pid: 4321, started: 1 }),
            tty: Some("/dev/pts/3".into()),
            ..Origin::default()
        };
        let said = |all, width| -> Vec<String> {
            lines(&origin, all, width, Glyphs::Unicode).iter().map(Line::text).collect()
        };
        let whole = "── in /home/ada/work/shop · by /usr/bin/node · pid 4321 · on pts/3";
        assert_eq!(said(true, 80), [whole]);
        assert_eq!(said(true, 45), ["── in …/shop · by …/node · pid 4321 · pts/3"]);
        assert_eq!(said(true, 42), ["── in …/shop · by …/node · pid 4321", "── on pts/3"]);
        assert_eq!(said(false, 46), ["── in /home/ada/work/shop"]);
        assert_eq!(lines(&Origin::default(), true, 80, Glyphs::Unicode), []);
    }

    #[test]
    fn no_path_passes_for_other_facts() {
        let said = |folder: &str, exe: &str, glyphs| -> Vec<String> {
            let origin = Origin { folder: Some(folder.into()), exe: Some(exe.into()), ..Origin::default() };
            lines(&origin, true, 200, glyphs).iter().map(Line::text).collect()
        };
        assert_eq!(
            said("/tmp/a-b · by /bin/claude    · pid 41", "/tmp/evil · pid 7", Glyphs::Unicode),
            ["── in /tmp/a-b <U+00B7> by /bin/claude<4 blanks>· pid 41 · by /tmp/evil <U+00B7> pid 7"]
        );
        assert_eq!(
            said("/tmp/a-b - - by /bin/claude", "/tmp/evil\u{a0}–\u{a0}pid 7", Glyphs::Ascii),
            ["-- in /tmp/a-b <U+002D> <U+002D> by /bin/claude - by /tmp/evil <U+2013> pid 7"]
        );
    }
}
