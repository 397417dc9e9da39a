//! What is announced at each step, and what is asked at its end.
//!
//! - What the agent says first, then a question with its number, then its rows, each with its number and its description below.
//! - What asq knows about rows (previews, advice, look-alikes) stands in lines of its own, by number.
//! - The answer that stands and the text that is held out are said, with what to type.
//! - At the end all answers, the open questions, and what is asked.
//! - Sensitive answers are said to be there, never shown.

use super::paper::{FURTHER_IN, Paper, Words};
use asq_core::model::{Answer, Pick, Question};
use asq_core::secret;
use asq_core::text::Untrusted;
use asq_core::walk::{Asked, Held, HeldFrom, Row, RowIs, Said, Step, TextFor};
use std::io::{self, Write};

/// How far in stands what belongs to a numbered row.
const BELOW_ROW: usize = 3;

/// Most lines of a context that are said without being asked for.
const CONTEXT: usize = 40;

/// Announces a step; `hides` is whether a secret is typed unseen.
pub(super) fn step<W: Write>(paper: &mut Paper<W>, step: &Step<'_>, hides: bool) -> io::Result<()> {
    paper.gap()?;
    match step {
        Step::Choose { asked, rows } => {
            question(paper, asked, hides)?;
            list(paper, asked.question, rows)?;
            about_rows(paper, asked, rows)
        }
        Step::Many { asked, rows, min, max } => {
            question(paper, asked, hides)?;
            list(paper, asked.question, rows)?;
            how_many(paper, *min, *max, pickable(rows))?;
            about_rows(paper, asked, rows)
        }
        Step::Text { asked, what, current, held } => {
            text(paper, asked, *what, *current, held.as_ref(), hides)
        }
        Step::Number { asked, held, .. } => {
            question(paper, asked, hides)?;
            held_out(paper, asked.question, held.as_ref())?;
            stands(paper, asked, &[])
        }
        Step::Confirm { answers, open, may_send } => review(paper, answers, open, *may_send),
        Step::Leave { answers } => match answers {
            0 => paper.say(Words::own("Cancel and drop what you typed?")),
            1 => paper.say(Words::own("Cancel and drop 1 answer?")),
            n => paper.say(Words::own("Cancel and drop ").number(*n).and(" answers?")),
        },
        Step::Done(_) => Ok(()),
    }
}

/// What stands before the place where a line is typed.
pub(super) fn wanted(step: &Step<'_>) -> Words {
    match step {
        Step::Choose { asked, .. } if asked.question.is_yes_or_no() => {
            Words::own("Type yes, no or a number, or ? for help: ")
        }
        Step::Choose { .. } => Words::own("Type a number, or ? for help: "),
        Step::Many { .. } => Words::own("Type one or more numbers, such as 1 2, or ? for help: "),
        Step::Text { what, .. } => Words::own(match what {
            TextFor::Answer { .. } => "Type your answer, or ? for help: ",
            TextFor::Custom => "Type your own answer, or ? for help: ",
            TextFor::Note => "Type your note, or ? for help: ",
            TextFor::Confirmation { .. } => "Type the text that confirms, or ? for help: ",
        }),
        Step::Number { min, max, .. } => {
            let words = Words::own("Type a number");
            let words = match (min, max) {
                (Some(min), Some(max)) => words.and(" from ").said(min).and(" to ").said(max),
                (Some(min), None) => words.and(", at least ").said(min),
                (None, Some(max)) => words.and(", at most ").said(max),
                (None, None) => words,
            };
            words.and(", or ? for help: ")
        }
        Step::Confirm { .. } => {
            Words::own("Type yes to send, a number to change that answer, or ? for help: ")
        }
        Step::Leave { .. } => Words::own("Type yes to cancel, or back to go on: "),
        Step::Done(_) => Words::default(),
    }
}

fn question<W: Write>(paper: &mut Paper<W>, asked: &Asked<'_>, hides: bool) -> io::Result<()> {
    let question = asked.question;
    if let Some(about) = &question.context {
        // Whoever confirms danger has all of it before them.
        let most = if question.danger.is_some() { usize::MAX } else { CONTEXT };
        context(paper, asked.asker, &question.told_source(&about.source), most)?;
        paper.gap()?;
    }
    let lead = Words::own("Question ").number(asked.index + 1).and(" of ").number(asked.of).and(": ");
    paper.quote(lead, &question.told(&question.text), FURTHER_IN)?;
    if let Some(description) = &question.description {
        paper.quote_in(FURTHER_IN, &question.told(description))?;
    }
    if question.danger.is_some() {
        let careful = Words::own("Careful: the ").and(asked.asker).and(" marked this question as dangerous.");
        paper.say(careful)?;
    }
    if let Some(warning) = asked.warning {
        paper.say(Words::own(warning))?;
    }
    if secret::asks_for_secret(question.text.raw()) {
        let warning = Words::own("Warning: this seems to ask for a secret. The ").and(asked.asker);
        paper.say(warning.and(" reads what you answer."))?;
    }
    if question.sensitive {
        paper.say(Words::own(if hides {
            "What you type is not shown."
        } else {
            "Warning: what you type stays visible on this screen."
        }))?;
    }
    Ok(())
}

/// What the asker says first, up to so many lines of it.
fn context<W: Write>(
    paper: &mut Paper<W>,
    asker: &'static str,
    source: &Untrusted,
    most: usize,
) -> io::Result<()> {
    paper.say(Words::own("The ").and(asker).and(" says first:"))?;
    let end =
        source.raw().match_indices('\n').nth(most.saturating_sub(1)).map_or(source.raw().len(), |(at, _)| at);
    let (head, rest) = source.raw().split_at(end);
    paper.quote_in(FURTHER_IN, &head.into())?;
    let more = rest.lines().skip(1).count();
    match more {
        0 => Ok(()),
        1 => paper.say(Words::own("There is 1 more line. Type context to read all.")),
        more => {
            paper.say(Words::own("There are ").number(more).and(" more lines. Type context to read all."))
        }
    }
}

fn list<W: Write>(paper: &mut Paper<W>, of: &Question, rows: &[Row<'_>]) -> io::Result<()> {
    for (n, row) in rows.iter().enumerate() {
        let words = Words::default().number(n + 1).and(". ").shown(row.label.clone());
        paper.say_hanging(words, BELOW_ROW)?;
        if let Some(description) = row.description {
            paper.quote_in(BELOW_ROW, &of.told(description))?;
        }
    }
    Ok(())
}

/// How many rows can be part of an answer.
fn pickable(rows: &[Row<'_>]) -> usize {
    rows.iter().filter(|row| row.is != RowIs::Discuss).count()
}

fn how_many<W: Write>(paper: &mut Paper<W>, min: usize, max: usize, rows: usize) -> io::Result<()> {
    paper.say(match (min, max < rows) {
        (0 | 1, false) => Words::own("Several may be picked."),
        (0 | 1, true) => Words::own("Pick at most ").number(max).and("."),
        (min, true) if min == max => Words::own("Pick ").number(min).and("."),
        (min, true) => Words::own("Pick ").number(min).and(" to ").number(max).and("."),
        (min, false) => Words::own("Pick at least ").number(min).and("."),
    })?;
    if min == 0 { paper.say(Words::own("Type none to pick none of them.")) } else { Ok(()) }
}

fn about_rows<W: Write>(paper: &mut Paper<W>, asked: &Asked<'_>, rows: &[Row<'_>]) -> io::Result<()> {
    let numbers = |on: fn(&Row<'_>) -> bool| -> Vec<usize> {
        rows.iter().enumerate().filter(|(_, r)| on(r)).map(|(n, _)| n + 1).collect()
    };
    let advised = numbers(|r| r.recommended);
    if !advised.is_empty() {
        let lead = Words::own("The ").and(asked.asker).and(" recommends ");
        paper.say(listed(lead, &advised).and("."))?;
    }
    let own = numbers(|r| r.imitates);
    match own.len() {
        0 => {}
        1 => {
            let words = listed(Words::own("Number "), &own).and(" is an option of the ");
            paper.say(words.and(asked.asker).and("'s, not asq's own."))?;
        }
        _ => {
            let words = listed(Words::own("Numbers "), &own).and(" are options of the ");
            paper.say(words.and(asked.asker).and("'s, not asq's own."))?;
        }
    }
    let previews = numbers(|r| r.preview);
    if let Some(first) = previews.first() {
        let words = listed(Words::own("There is a preview of "), &previews);
        paper.say(words.and(". Type show ").number(*first).and(" to read it."))?;
    }
    let suggested = numbers(|r| r.suggested);
    if !suggested.is_empty() && asked.answer.is_none() {
        paper.say(listed(Words::own("Suggested: "), &suggested).and(". Type use to take that."))?;
    }
    let so_far = numbers(|r| r.picked);
    if asked.answer.is_none() && !so_far.is_empty() {
        paper.say(
            listed(Words::own("Picked so far: "), &so_far).and(". A new line of numbers replaces them."),
        )?;
    }
    stands(paper, asked, &so_far)
}

/// `1, 2 and 4`
fn listed(mut words: Words, numbers: &[usize]) -> Words {
    for (n, number) in numbers.iter().enumerate() {
        words = match n {
            0 => words,
            n if n + 1 == numbers.len() => words.and(" and "),
            _ => words.and(", "),
        };
        words = words.number(*number);
    }
    words
}

/// The answer that stands, the note, and what an empty line does.
fn stands<W: Write>(paper: &mut Paper<W>, asked: &Asked<'_>, picked: &[usize]) -> io::Result<()> {
    match asked.answer {
        Some(_) if asked.question.sensitive => paper.say(Words::own("You have answered this."))?,
        Some(Answer::Picks(picks)) if picks.is_empty() => {
            paper.say(Words::own("Your answer so far: none."))?;
        }
        Some(Answer::Picks(picks)) => {
            paper.say(listed(Words::own("Your answer so far: "), picked).and("."))?;
            for pick in picks {
                match pick {
                    Pick::Custom(text) => paper.quote(Words::own("In your own words: "), text, FURTHER_IN)?,
                    Pick::Option(_) => {}
                }
            }
        }
        Some(Answer::Number(n)) => paper.say(Words::own("Your answer so far: ").said(n).and("."))?,
        Some(Answer::Text(text)) => paper.quote(Words::own("Your answer so far: "), text, FURTHER_IN)?,
        None => {}
    }
    if let Some(note) = asked.note {
        paper.quote(Words::own("Your note: "), note, FURTHER_IN)?;
    }
    match (asked.answer, asked.may_skip) {
        (Some(_), _) => paper.say(Words::own("An empty line keeps it.")),
        (None, true) => paper.say(Words::own("An empty line, or skip, leaves this question open.")),
        (None, false) => Ok(()),
    }
}

fn text<W: Write>(
    paper: &mut Paper<W>,
    asked: &Asked<'_>,
    what: TextFor<'_>,
    current: Option<&Untrusted>,
    held: Option<&Held<'_>>,
    hides: bool,
) -> io::Result<()> {
    match what {
        TextFor::Answer { placeholder, .. } => {
            question(paper, asked, hides)?;
            if let Some(example) = placeholder {
                paper.say(Words::own("For example: ").theirs(example))?;
            }
            held_out(paper, asked.question, held)?;
            stands(paper, asked, &[])
        }
        TextFor::Custom => {
            if asked.question.options.is_empty() {
                question(paper, asked, hides)?;
            } else {
                paper.say(Words::own("In your own words."))?;
            }
            held_out(paper, asked.question, held)?;
            if asked.question.options.is_empty() {
                return stands(paper, asked, &[1]);
            }
            kept_by_nothing(paper, asked.question, Words::own("So far: "), current)
        }
        TextFor::Note => {
            let lead = Words::own("A note on question ").number(asked.index + 1).and(".");
            paper.say(lead)?;
            held_out(paper, asked.question, held)?;
            kept_by_nothing(paper, asked.question, Words::own("So far: "), current)
        }
        TextFor::Confirmation { exact } => match exact {
            Some(exact) => paper.quote(Words::own("To confirm, type exactly: "), exact, FURTHER_IN),
            None => paper.say(Words::own("Type the resource name to confirm:")),
        },
    }
}

fn kept_by_nothing<W: Write>(
    paper: &mut Paper<W>,
    question: &Question,
    lead: Words,
    current: Option<&Untrusted>,
) -> io::Result<()> {
    let Some(current) = current else { return Ok(()) };
    if question.sensitive {
        paper.say(lead.and("hidden."))?;
    } else {
        paper.quote(lead, current, FURTHER_IN)?;
    }
    paper.say(Words::own("An empty line keeps it."))
}

fn held_out<W: Write>(paper: &mut Paper<W>, question: &Question, held: Option<&Held<'_>>) -> io::Result<()> {
    let Some(held) = held else { return Ok(()) };
    let lead = match held.from {
        HeldFrom::Default => Words::own("Suggested: "),
        HeldFrom::Kept(when) => Words::own("Kept from ").shown(when.clone()).and(": "),
        HeldFrom::Typed => Words::own("Typed before: "),
    };
    if question.sensitive {
        paper.say(lead.and("hidden."))?;
    } else {
        paper.quote(lead, &held.text, FURTHER_IN)?;
    }
    paper.say(Words::own("Type use to take that."))
}

fn review<W: Write>(
    paper: &mut Paper<W>,
    answers: &[Said<'_>],
    open: &[usize],
    may_send: bool,
) -> io::Result<()> {
    paper.say(Words::own(if answers.len() == 1 { "Your answer:" } else { "Your answers:" }))?;
    for (n, said) in answers.iter().enumerate() {
        let lead = Words::default().number(n + 1).and(". ").whole(&said.question.header).and(": ");
        answer(paper, lead, said)?;
        if let Some(note) = said.note {
            paper.say_in(BELOW_ROW, Words::own("Note: ").whole(note))?;
        }
        if let Some(typed) = said.typed {
            let words =
                if said.question.sensitive { Words::own("hidden") } else { Words::default().whole(typed) };
            paper.say_in(BELOW_ROW, Words::own("Typed, not chosen: ").then(words))?;
        }
    }
    if open.is_empty() {
        return Ok(());
    }
    let mut words =
        Words::own(if may_send { "You have not answered all questions: " } else { "Not answered yet: " });
    for (n, index) in open.iter().enumerate() {
        if n > 0 {
            words = words.and(", ");
        }
        if let Some(said) = answers.get(*index) {
            words = words.whole(&said.question.header);
        }
    }
    paper.say(words.and("."))
}

fn answer<W: Write>(paper: &mut Paper<W>, lead: Words, said: &Said<'_>) -> io::Result<()> {
    let words = match said.answer {
        None if said.question.skippable => lead.and("skipped"),
        None => lead.and("not answered"),
        Some(_) if said.question.sensitive => lead.and("answered, hidden"),
        Some(Answer::Number(n)) => lead.said(n),
        Some(Answer::Text(text)) => return paper.quote(lead, text, BELOW_ROW),
        Some(Answer::Picks(picks)) if picks.is_empty() => lead.and("none"),
        Some(Answer::Picks(picks)) => {
            if let [Pick::Custom(text)] = &picks[..] {
                return paper.quote(lead.and("in your own words: "), text, BELOW_ROW);
            }
            let mut words = lead;
            for (n, pick) in picks.iter().enumerate() {
                if n > 0 {
                    words = words.and(", ");
                }
                words = match pick {
                    Pick::Option(i) => match said.question.options.get(*i) {
                        Some(option) => words.whole(&said.question.told(&option.label)),
                        None => words,
                    },
                    Pick::Custom(text) => words.and("in your own words: ").whole(text),
                };
            }
            words
        }
    };
    paper.say_hanging(words, BELOW_ROW)
}
