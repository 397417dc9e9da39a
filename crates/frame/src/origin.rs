//! The origin of an ask, as the machine knows it: one trusted row.
//!
//! - Folder, program, process and terminal, each after a label (in, by, pid, on).
//! - A path that is too long keeps its end, which distinguishes it from others.

use crate::glyphs::Glyphs;
use crate::trusted;
use asq_core::life::Origin;
use asq_core::text::{Line, Shown, Span, Style, Tone, Untrusted, wrap};

/// The most graphemes of a path.
const PATH: usize = 400;
/// Fewest cells that a path is cut to.
const SHORT: usize = 8;

/// The row; `None` if nothing is known.
pub(crate) fn line(origin: &Origin, width: usize, glyphs: Glyphs) -> Option<Line> {
    let pid = origin.process.map(|p| Shown::number(usize::try_from(p.pid).unwrap_or(usize::MAX)));
    let short = [("pid", pid), ("on", origin.tty.as_ref().map(|t| Shown::clipped(t, SHORT * 2)))];
    let given = [&origin.folder, &origin.exe].into_iter().flatten().count();
    let known = short.iter().filter_map(|(word, text)| text.as_ref().map(|t| word.len() + t.width() + 4));
    let taken = known.sum::<usize>() + given * 6 + 4;
    let room = width.saturating_sub(taken);
    let share = (room / given.max(1)).max(SHORT);
    let wanted =
        |path: &Option<Untrusted>| path.as_ref().map_or(0, |path| Shown::clipped(path, PATH).width());
    // Each path may also use what the other leaves free.
    let left = |other: &Option<Untrusted>| room.saturating_sub(wanted(other)).max(share);
    let folder = tailed(origin.folder.as_ref(), left(&origin.exe), glyphs);
    let exe = tailed(origin.exe.as_ref(), left(&origin.folder), glyphs);
    let paths = [("in", folder), ("by", exe)].into_iter().filter_map(|(word, text)| Some((word, text?)));
    let short = short.into_iter().filter_map(|(word, text)| Some((word, glyphs.foreign(text?))));
    let mut line = Line::from(glyphs.own("──", Tone::Trusted));
    let mut first = true;
    for (word, text) in paths.chain(short) {
        line.push(glyphs.own(if std::mem::take(&mut first) { " " } else { " · " }, Tone::Trusted));
        line.push(Span::own(word, Tone::Trusted));
        line.push(Span::own(" ", Tone::Trusted));
        line.push(Span::new(text, Style::default()));
    }
    if first {
        return None;
    }
    let mut line = wrap::clip(&line, width.saturating_sub(3).max(1), glyphs.ellipsis());
    trusted::fill(&mut line, width, glyphs);
    Some(line)
}

fn tailed(path: Option<&Untrusted>, cells: usize, glyphs: Glyphs) -> Option<Shown> {
    path.map(|path| tail(path, cells, glyphs))
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
