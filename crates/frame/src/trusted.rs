//! Rows that only asq can draw: a warning, the asker, the time limit, the danger, the text to type.
//!
//! - They are at the very top, where no foreign text is ever painted.
//! - They stand behind two cells of a colour that nothing else may have; the rest of the row is quiet.
//! - A text to type word for word looks the same, in its own place, and turns green letter by letter as it is typed.
//! - The asker's words about itself are bold and clipped.
//! - Who asks and from which folder is one row, if both have room.

use crate::glyphs::Glyphs;
use crate::{gutter, origin};
use asq_core::facts::{self, AskerFact, FactKind};
use asq_core::form::Expires;
use asq_core::life::Origin;
use asq_core::model::Provenance;
use asq_core::text::{Line, Shown, Span, Style, Tone, Untrusted, wrap};

/// The most cells of one name, and the fewest to which it is clipped so that the others are in sight.
const NAME: usize = 40;
const SHORT: usize = 8;
/// The most cells of the meaning of a time limit.
const LONG: usize = 200;

/// The two cells that only asq's own rows begin with, and a blank.
pub(crate) fn gutter(glyphs: Glyphs) -> [Span; 2] {
    [glyphs.own("──", Tone::Trusted), Span::own(" ", Tone::Plain)]
}

/// The cells of [`gutter()`].
const GUTTER: usize = 3;

/// A row of asq's own.
fn row(words: Line, glyphs: Glyphs) -> Line {
    let mut line = Line::new(gutter(glyphs).to_vec());
    line.spans.extend(words.spans);
    line
}

/// Rows of asq's own, as many as the words need; without the gutter where it takes too much of the width.
pub(crate) fn rows(words: &Line, width: usize, glyphs: Glyphs) -> Vec<Line> {
    if width < gutter::FROM {
        return wrap::wrap(words, width);
    }
    wrap::wrap(words, width - GUTTER).into_iter().map(|words| row(words, glyphs)).collect()
}

/// asq's own words without the colour that only the gutter has.
pub(crate) fn quiet(mut words: Line) -> Line {
    for span in words.spans.iter_mut().filter(|span| span.style.tone == Tone::Trusted) {
        span.style.tone = Tone::Plain;
    }
    words
}

/// A warning of asq's own, in amber.
pub(crate) fn warning(text: &Shown, width: usize, glyphs: Glyphs) -> Vec<Line> {
    rows(&Line::of(glyphs.own_text(text.clone()), Style::of(Tone::Warn).bold()), width, glyphs)
}

/// Who asks and from where: one row if both have room, else two. Only `all` of it names the program, its process and
/// its terminal.
pub(crate) fn asker(
    from_: Option<&Provenance>,
    origin: Option<&Origin>,
    all: bool,
    width: usize,
    glyphs: Glyphs,
) -> Vec<Line> {
    let from = from_.map(|it| from(it, width, glyphs));
    let mut places = origin.map(|it| origin::lines(it, all, width, glyphs)).unwrap_or_default();
    match (from, places.as_mut_slice()) {
        (Some(mut from), [place]) if !all && from.width() + place.width() <= width => {
            from.push(glyphs.own(" · ", Tone::Dim));
            from.spans.extend(place.spans.drain(GUTTER_SPANS..));
            vec![from]
        }
        (from, _) => from.into_iter().chain(places).collect(),
    }
}

/// The spans of [`gutter()`].
const GUTTER_SPANS: usize = 2;

/// The asker, in its own words, on one line.
pub(crate) fn from(from: &Provenance, width: usize, glyphs: Glyphs) -> Line {
    let mut line = row(Line::from(glyphs.own(facts::ASKED_BY, Tone::Dim)), glyphs);
    let given = facts::asker(from);
    // Before the first word is a blank, before each other one a point between blanks; behind each is a blank.
    let words: usize = given.iter().map(|fact| fact.word.len() + 4).sum::<usize>() + line.width();
    let words = words.saturating_sub(2);
    let mut names: Vec<usize> = given.iter().map(|fact| name(*fact, glyphs).width()).collect();
    let room = share(&mut names, width.saturating_sub(words)).clamp(SHORT, NAME);
    for (at, fact) in given.into_iter().enumerate() {
        line.push(glyphs.own(if at == 0 { " " } else { " · " }, Tone::Dim));
        line.push(Span::own(fact.word, Tone::Dim));
        line.push(Span::own(" ", Tone::Dim));
        let value = Line::of(name(fact, glyphs), Style::default().bold());
        line.spans.extend(wrap::clip(&value, room, glyphs.ellipsis()).spans);
    }
    wrap::clip(&line, width, glyphs.ellipsis())
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

/// A text to type word for word, in lines that begin as no foreign line does. What is typed of it so far is green.
pub(crate) fn exact(text: &Untrusted, typed: &str, width: usize, glyphs: Glyphs) -> Vec<Line> {
    let raw = text.raw();
    let same = raw.char_indices().zip(typed.chars()).take_while(|((_, one), other)| one == other).count();
    let same = raw.char_indices().nth(same).map_or(raw.len(), |(at, _)| at);
    let shown = |part: &str| glyphs.foreign(Shown::one_line(&part.into()));
    let words = Line::new(vec![
        Span::new(shown(&raw[..same]), Style::of(Tone::Good).bold()),
        Span::new(shown(&raw[same..]), Style::default().bold()),
    ]);
    let prompt = Line::from(Span::own(facts::TYPE_EXACTLY, Tone::Plain));
    if width < gutter::FROM {
        return wrap::wrap(&words, width);
    }
    let mut lines = rows(&prompt, width, glyphs);
    lines.extend(rows(&words, width, glyphs));
    lines
}

/// The heading of a dangerous question.
pub(crate) fn danger(header: &Untrusted, width: usize, glyphs: Glyphs) -> Line {
    let style = Style::of(Tone::Danger).bold();
    let mut line = Line::of(glyphs.own_text(Shown::own(facts::DANGER)), style);
    if let Some(name) = facts::question_name(header) {
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
pub(crate) fn note(name: Option<&Untrusted>, width: usize, glyphs: Glyphs) -> Line {
    let mut line = Line::from(glyphs.own("Note", Tone::Accent));
    if let Some(name) = name {
        line.push(Span::new(glyphs.own_text(Shown::own(" on ")), Style::of(Tone::Accent)));
        line.push(Span::new(glyphs.foreign(Shown::clipped(name, NAME)), Style::default().bold()));
    }
    wrap::clip(&line, width, glyphs.ellipsis())
}

/// The time limit, and its meaning in the asker's words, on one line.
pub(crate) fn expires(limit: &Expires<'_>, width: usize, glyphs: Glyphs) -> Line {
    let mut words = Line::of(glyphs.own_text(limit.words.clone()), Style::default());
    if let Some(means) = limit.means {
        words.push(Span::own(": ", Tone::Plain));
        words.push(Span::new(glyphs.foreign(Shown::clipped(means, LONG)), Style::default().bold()));
    }
    wrap::clip(&row(words, glyphs), width, glyphs.ellipsis())
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
