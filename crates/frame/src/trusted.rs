//! Rows that only asq can draw: a warning, the asker, the time limit, the danger, the text to type.
//!
//! - They are at the very top, where no foreign text is ever painted, and look like a rule.
//! - The headings of a danger and of a note, and a text to type word for word, look the same, in their own places.
//! - The asker's words about itself have another tone than asq's, and are clipped.

use crate::glyphs::Glyphs;
use asq_core::facts::{self, AskerFact, FactKind};
use asq_core::form::Expires;
use asq_core::model::Provenance;
use asq_core::text::{Line, Shown, Span, Style, Tone, Untrusted, wrap};

/// The most cells of one name, and the fewest to which it is clipped so that the others are in sight.
const NAME: usize = 40;
const SHORT: usize = 8;
/// The most cells of the meaning of a time limit.
const LONG: usize = 200;

/// A trusted warning, behind a short rule.
pub(crate) fn warning(text: &Shown, width: usize, glyphs: Glyphs) -> Vec<Line> {
    let style = Style::of(Tone::Trusted).bold();
    let words = Line::of(glyphs.own_text(text.clone()), style);
    if width < 8 {
        return wrap::wrap(&words, width);
    }
    let mut lines = wrap::wrap(&words, width - 5);
    for line in &mut lines {
        line.spans.insert(0, glyphs.own("── ", Tone::Trusted));
        fill(line, width, glyphs);
    }
    lines
}

/// The asker, in its own words, on one line.
pub(crate) fn from(from: &Provenance, width: usize, glyphs: Glyphs) -> Line {
    let start = Shown::joined(&[Shown::own("── "), Shown::own(facts::ASKED_BY)]);
    let mut line = Line::of(glyphs.own_text(start), Style::of(Tone::Trusted));
    let given = facts::asker(from);
    let words: usize = given.iter().map(|fact| fact.word.len() + 4).sum::<usize>() + line.width() + 3;
    let mut names: Vec<usize> = given.iter().map(|fact| name(*fact, glyphs).width()).collect();
    let room = share(&mut names, width.saturating_sub(words)).clamp(SHORT, NAME);
    for (at, fact) in given.into_iter().enumerate() {
        line.push(glyphs.own(if at == 0 { " " } else { " · " }, Tone::Trusted));
        line.push(Span::own(fact.word, Tone::Trusted));
        line.push(Span::own(" ", Tone::Trusted));
        let value = Line::of(name(fact, glyphs), Style::default());
        line.spans.extend(wrap::clip(&value, room, glyphs.ellipsis()).spans);
    }
    let mut line = wrap::clip(&line, width.saturating_sub(3).max(1), glyphs.ellipsis());
    fill(&mut line, width, glyphs);
    line
}

/// A name of the asker's.
fn name(fact: AskerFact<'_>, glyphs: Glyphs) -> Shown {
    glyphs.foreign(match fact.what {
        FactKind::Name(text) | FactKind::Path(text) | FactKind::Short(text) => Shown::clipped(text, NAME),
        FactKind::Number(number) => Shown::number(usize::try_from(number).unwrap_or(usize::MAX)),
    })
}

/// The most cells of each name so that all have room: long ones get the cells that short ones leave.
fn share(names: &mut [usize], mut room: usize) -> usize {
    names.sort_unstable();
    for (at, name) in names.iter().enumerate() {
        let each = room / (names.len() - at);
        if *name > each {
            return each;
        }
        room -= name;
    }
    NAME
}

/// A text to type word for word, in lines that begin as no foreign line does.
pub(crate) fn exact(text: &Untrusted, width: usize, glyphs: Glyphs) -> Vec<Line> {
    let bold = Style::default().bold();
    let words = Line::of(glyphs.foreign(Shown::one_line(text)), bold);
    if width < 8 {
        return wrap::wrap(&words, width);
    }
    let prompt = Line::from(Span::own(facts::TYPE_EXACTLY, Tone::Trusted));
    let mut lines = wrap::wrap(&prompt, width - 5);
    for line in &mut lines {
        line.spans.insert(0, glyphs.own("── ", Tone::Trusted));
        fill(line, width, glyphs);
    }
    for mut line in wrap::wrap(&words, width - 3) {
        line.spans.insert(0, glyphs.own("── ", Tone::Trusted));
        lines.push(line);
    }
    lines
}

/// The heading of a dangerous question.
pub(crate) fn danger(header: &Untrusted, width: usize, glyphs: Glyphs) -> Line {
    let style = Style::of(Tone::Danger).bold();
    let mut line = Line::of(glyphs.own_text(Shown::own(facts::DANGER)), style);
    if let Some(name) = facts::danger_name(header) {
        line.push(Span::new(glyphs.own_text(Shown::own(" — ")), style));
        line.push(Span::new(glyphs.foreign(Shown::clipped(name, NAME)), Style::default().bold()));
    }
    wrap::clip(&line, width, glyphs.ellipsis())
}

/// The heading of several questions if one or more are dangerous.
pub(crate) fn one_is_dangerous(width: usize, glyphs: Glyphs) -> Line {
    let words = Shown::own(facts::ONE_IS_DANGEROUS);
    let line = Line::of(glyphs.own_text(words), Style::of(Tone::Danger).bold());
    wrap::clip(&line, width, glyphs.ellipsis())
}

/// The heading of a note.
pub(crate) fn note(header: &Untrusted, width: usize, glyphs: Glyphs) -> Line {
    let mut line = Line::from(glyphs.own("Note on ", Tone::Accent));
    line.push(Span::new(glyphs.foreign(Shown::clipped(header, NAME)), Style::default().bold()));
    wrap::clip(&line, width, glyphs.ellipsis())
}

/// The time limit, and its meaning in the asker's words, on one line.
pub(crate) fn expires(limit: &Expires<'_>, width: usize, glyphs: Glyphs) -> Line {
    let mut line = Line::from(glyphs.own("── ", Tone::Trusted));
    line.push(Span::new(glyphs.own_text(limit.words.clone()), Style::of(Tone::Trusted)));
    if let Some(means) = limit.means {
        line.push(Span::own(": ", Tone::Trusted));
        line.push(Span::new(glyphs.foreign(Shown::clipped(means, LONG)), Style::default()));
    }
    let mut line = wrap::clip(&line, width.saturating_sub(3).max(1), glyphs.ellipsis());
    fill(&mut line, width, glyphs);
    line
}

/// A rule to the right edge.
pub(crate) fn fill(line: &mut Line, width: usize, glyphs: Glyphs) {
    let used = line.width();
    if used + 2 <= width {
        line.push(Span::own(" ", Tone::Trusted));
        let rule = glyphs.own_text(Shown::repeat("─", width - used - 1));
        line.push(Span::new(rule, Style::of(Tone::Trusted)));
    }
}

/// The rule above and below the form, if the contract draws one.
pub(crate) fn rule(width: usize, glyphs: Glyphs) -> Line {
    Line::of(glyphs.own_text(Shown::repeat("─", width)), Style::of(Tone::Dim))
}

#[cfg(test)]
mod tests {
    use super::{danger, share};
    use crate::Glyphs;
    use asq_core::text::Untrusted;

    #[test]
    fn a_danger_has_the_name_that_its_question_was_given() {
        let heading =
            |header: &str, glyphs| danger(&Untrusted::from(header), 80, glyphs).text().trim_end().to_owned();
        for (header, unicode, ascii) in [
            ("Database", "⚠️  DESTRUCTIVE — Database", "!!  DESTRUCTIVE - Database"),
            ("Question 12", "⚠️  DESTRUCTIVE", "!!  DESTRUCTIVE"),
            ("Question 1b", "⚠️  DESTRUCTIVE — Question 1b", "!!  DESTRUCTIVE - Question 1b"),
            ("Question ", "⚠️  DESTRUCTIVE — Question", "!!  DESTRUCTIVE - Question"),
        ] {
            assert_eq!(heading(header, Glyphs::Unicode), unicode);
            assert_eq!(heading(header, Glyphs::Ascii), ascii);
        }
    }

    #[test]
    fn what_short_names_leave_is_the_others() {
        assert_eq!(share(&mut [19, 10, 2], 40), 40, "all have room");
        assert_eq!(share(&mut [19, 10, 2], 27), 15);
        assert_eq!(share(&mut [30, 30, 2], 22), 10);
        assert_eq!(share(&mut [5], 3), 3);
        assert_eq!(share(&mut [], 3), 40);
    }
}
