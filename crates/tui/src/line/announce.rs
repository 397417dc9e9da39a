//! The announcement of each step, and the question at its end.
//!
//! - First the agent's context, then the question with its number, then its rows, each with its number and its
//!   description below.
//! - A dangerous question names its origin, as the machine knows it.
//! - asq's own remarks about rows (previews, advice, look-alikes) are lines of their own, by number.
//! - The current answer and a suggested text are announced, with what to type.
//! - At the end come all answers, the open questions, and the prompt.
//! - A sensitive answer is only reported to exist, never shown.

use super::line_writer::{FURTHER_IN, LineWriter, OwnWords};
use super::{markup, suggestion};
use asq_core::kind::AnswerShape;
use asq_core::life::Origin;
use asq_core::model::{Answer, Pick, Question};
use asq_core::secret;
use asq_core::text::Untrusted;
use asq_core::walk::{AskedQuestion, HeldFrom, HeldText, RowIs, SaidAnswer, Step, StepRow, TextFor};
use std::io::{self, Write};

/// The indent of lines that belong to a numbered row.
const BELOW_ROW: usize = 3;

/// The most lines of a context that are announced unasked.
const CONTEXT: usize = 40;

/// What an announcement depends on, apart from its step.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    /// Whether a secret is typed unseen.
    pub(super) hides: bool,
    /// The request's origin; a dangerous question names it.
    pub(super) origin: Option<&'a Origin>,
}

pub(super) fn step<W: Write>(
    writer: &mut LineWriter<W>,
    step: &Step<'_>,
    around: Around<'_>,
) -> io::Result<()> {
    writer.gap()?;
    match step {
        Step::Choose { asked, rows } => {
            question(writer, asked, around)?;
            list(writer, asked.question, rows)?;
            about_rows(writer, asked, rows)
        }
        Step::Many { asked, rows, min, max } => {
            question(writer, asked, around)?;
            list(writer, asked.question, rows)?;
            how_many(writer, *min, *max, pickable(rows))?;
            about_rows(writer, asked, rows)
        }
        Step::Text { asked, what, current, held } => {
            text(writer, asked, *what, *current, held.as_ref(), around)
        }
        Step::Value { asked, held } => {
            question(writer, asked, around)?;
            offer_held(writer, asked, held.as_ref())?;
            current_answer(writer, asked, &[])
        }
        Step::Confirm { answers, open, may_send } => review(writer, answers, open, *may_send),
        Step::Leave { answers } => match answers {
            0 => writer.say(OwnWords::own("Cancel and drop what you typed?")),
            1 => writer.say(OwnWords::own("Cancel and drop 1 answer?")),
            n => writer.say(OwnWords::own("Cancel and drop ").number(*n).and(" answers?")),
        },
        Step::Done(_) => Ok(()),
    }
}

/// The prompt before the typed line.
pub(super) fn wanted(step: &Step<'_>) -> OwnWords {
    match step {
        Step::Choose { asked, .. } if asked.question.is_yes_or_no() => {
            OwnWords::own("Type yes, no or a number, or ? for help: ")
        }
        Step::Choose { .. } => OwnWords::own("Type a number, or ? for help: "),
        Step::Many { .. } => OwnWords::own("Type one or more numbers, such as 1 2, or ? for help: "),
        Step::Text { what, .. } => OwnWords::own(match what {
            TextFor::Answer { .. } => "Type your answer, or ? for help: ",
            TextFor::Custom => "Type your own answer, or ? for help: ",
            TextFor::Note => "Type your note, or ? for help: ",
            TextFor::Confirmation { .. } => "Type the text that confirms, or ? for help: ",
        }),
        Step::Value { asked, .. } => {
            OwnWords::own("Type ").display(asked.question.kind.wanted()).and(", or ? for help: ")
        }
        Step::Confirm { .. } => {
            OwnWords::own("Type yes to send, a number to change that answer, or ? for help: ")
        }
        Step::Leave { .. } => OwnWords::own("Type yes to cancel, or back to go on: "),
        Step::Done(_) => OwnWords::default(),
    }
}

fn question<W: Write>(
    writer: &mut LineWriter<W>,
    asked: &AskedQuestion<'_>,
    around: Around<'_>,
) -> io::Result<()> {
    let question = asked.question;
    if let Some(about) = &question.context {
        // A person who confirms danger must have heard all of it.
        let most = if question.danger.is_some() { usize::MAX } else { CONTEXT };
        context(writer, &markup::plain(question, about), most)?;
        writer.gap()?;
    }
    let lead = OwnWords::own("Question ").number(asked.index + 1).and(" of ").number(asked.of).and(": ");
    writer.quote(lead, &question.literal(&question.text), FURTHER_IN)?;
    if let Some(description) = &question.description {
        writer.quote_in(FURTHER_IN, &question.literal(description))?;
    }
    if question.danger.is_some() {
        let careful =
            OwnWords::own("Careful: the ").and(asked.asker).and(" marked this question as dangerous.");
        writer.say(careful)?;
        if let Some(origin) = around.origin {
            self::origin(writer, origin)?;
        }
    }
    if let Some(warning) = asked.warning {
        writer.say(OwnWords::own(warning))?;
    }
    if secret::asks_for_secret(question.text.raw()) {
        let warning = OwnWords::own("Warning: this seems to ask for a secret. The ").and(asked.asker);
        writer.say(warning.and(" reads what you answer."))?;
    }
    if question.sensitive {
        writer.say(OwnWords::own(if around.hides {
            "What you type is not shown."
        } else {
            "Warning: what you type stays visible on this screen."
        }))?;
    }
    Ok(())
}

/// From where the question comes, as the machine knows it: a line for each fact, so that none passes for another.
pub(super) fn origin<W: Write>(writer: &mut LineWriter<W>, origin: &Origin) -> io::Result<()> {
    let text = |text: &Option<Untrusted>| Some(OwnWords::default().theirs(&text.as_ref()?.literal()));
    let process = origin.named_process().map(|process| OwnWords::default().display(process.pid));
    let known = [
        ("From program: ", text(&origin.exe)),
        ("From process: ", process),
        ("From terminal: ", text(&origin.tty)),
        ("From folder: ", text(&origin.folder)),
    ];
    for (lead, fact) in known {
        if let Some(fact) = fact {
            writer.say(OwnWords::own(lead).then(fact))?;
        }
    }
    Ok(())
}

/// The asker's context, up to so many lines of it.
fn context<W: Write>(writer: &mut LineWriter<W>, source: &Untrusted, most: usize) -> io::Result<()> {
    writer.say(OwnWords::own("What to know:"))?;
    let end =
        source.raw().match_indices('\n').nth(most.saturating_sub(1)).map_or(source.raw().len(), |(at, _)| at);
    let (head, rest) = source.raw().split_at(end);
    writer.quote_in(FURTHER_IN, &head.into())?;
    let more = rest.lines().skip(1).count();
    match more {
        0 => Ok(()),
        1 => writer.say(OwnWords::own("There is 1 more line. Type context to read all.")),
        more => {
            writer.say(OwnWords::own("There are ").number(more).and(" more lines. Type context to read all."))
        }
    }
}

fn list<W: Write>(writer: &mut LineWriter<W>, of: &Question, rows: &[StepRow<'_>]) -> io::Result<()> {
    for (n, row) in rows.iter().enumerate() {
        let words = OwnWords::default().number(n + 1).and(". ").shown(row.label.clone());
        writer.say_hanging(words, BELOW_ROW)?;
        if let Some(description) = row.description {
            writer.quote_in(BELOW_ROW, &of.literal(description))?;
        }
    }
    Ok(())
}

/// How many rows can be part of an answer.
fn pickable(rows: &[StepRow<'_>]) -> usize {
    rows.iter().filter(|row| row.is != RowIs::Discuss).count()
}

fn how_many<W: Write>(writer: &mut LineWriter<W>, min: usize, max: usize, rows: usize) -> io::Result<()> {
    writer.say(match (min, max < rows) {
        (0 | 1, false) => OwnWords::own("Several may be picked."),
        (0 | 1, true) => OwnWords::own("Pick at most ").number(max).and("."),
        (min, true) if min == max => OwnWords::own("Pick ").number(min).and("."),
        (min, true) => OwnWords::own("Pick ").number(min).and(" to ").number(max).and("."),
        (min, false) => OwnWords::own("Pick at least ").number(min).and("."),
    })?;
    if min == 0 { writer.say(OwnWords::own("Type none to pick none of them.")) } else { Ok(()) }
}

fn about_rows<W: Write>(
    writer: &mut LineWriter<W>,
    asked: &AskedQuestion<'_>,
    rows: &[StepRow<'_>],
) -> io::Result<()> {
    let numbers = |on: fn(&StepRow<'_>) -> bool| -> Vec<usize> {
        rows.iter().enumerate().filter(|(_, r)| on(r)).map(|(n, _)| n + 1).collect()
    };
    let advised = numbers(|r| r.recommended);
    if !advised.is_empty() {
        let lead = OwnWords::own("The ").and(asked.asker).and(" recommends ");
        writer.say(listed(lead, &advised).and("."))?;
    }
    let own = numbers(|r| r.lookalike);
    match own.len() {
        0 => {}
        1 => {
            let words = listed(OwnWords::own("Number "), &own).and(" is an option of the ");
            writer.say(words.and(asked.asker).and("'s, not asq's own."))?;
        }
        _ => {
            let words = listed(OwnWords::own("Numbers "), &own).and(" are options of the ");
            writer.say(words.and(asked.asker).and("'s, not asq's own."))?;
        }
    }
    let previews = numbers(|r| r.preview);
    if let Some(first) = previews.first() {
        let words = listed(OwnWords::own("There is a preview of "), &previews);
        writer.say(words.and(". Type show ").number(*first).and(" to read it."))?;
    }
    let suggested = numbers(|r| r.suggested);
    if !suggested.is_empty() && asked.answer.is_none() {
        let how = suggestion::how(suggestion::is_open(asked));
        writer.say(listed(OwnWords::own("Suggested: "), &suggested).and(". ").and(how))?;
    }
    let so_far = numbers(|r| r.picked);
    if asked.answer.is_none() && !so_far.is_empty() {
        writer.say(
            listed(OwnWords::own("Picked so far: "), &so_far).and(". A new line of numbers replaces them."),
        )?;
    }
    current_answer(writer, asked, &so_far)
}

/// `1, 2 and 4`
fn listed(mut words: OwnWords, numbers: &[usize]) -> OwnWords {
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

/// The current answer, the note, and the effect of an empty line.
fn current_answer<W: Write>(
    writer: &mut LineWriter<W>,
    asked: &AskedQuestion<'_>,
    picked: &[usize],
) -> io::Result<()> {
    match asked.answer.map(Answer::shape) {
        Some(_) if asked.question.sensitive => writer.say(OwnWords::own("You have answered this."))?,
        Some(AnswerShape::Picks([])) => {
            writer.say(OwnWords::own("Your answer so far: none."))?;
        }
        Some(AnswerShape::Picks(picks)) => {
            writer.say(listed(OwnWords::own("Your answer so far: "), picked).and("."))?;
            for pick in picks {
                match pick {
                    Pick::Custom(text) => {
                        writer.quote(OwnWords::own("In your own words: "), text, FURTHER_IN)?;
                    }
                    Pick::Option(_) => {}
                }
            }
        }
        Some(AnswerShape::Value(value)) => {
            writer.say(OwnWords::own("Your answer so far: ").display(value).and("."))?;
        }
        Some(AnswerShape::Text(text)) => {
            writer.quote(OwnWords::own("Your answer so far: "), text, FURTHER_IN)?;
        }
        None => {}
    }
    if let Some(note) = asked.note {
        writer.quote(OwnWords::own("Your note: "), note, FURTHER_IN)?;
    }
    match (asked.answer, asked.may_skip) {
        (Some(_), _) => writer.say(OwnWords::own("An empty line keeps it.")),
        (None, true) => writer.say(OwnWords::own("An empty line, or skip, leaves this question open.")),
        (None, false) => Ok(()),
    }
}

fn text<W: Write>(
    writer: &mut LineWriter<W>,
    asked: &AskedQuestion<'_>,
    what: TextFor<'_>,
    current: Option<&Untrusted>,
    held: Option<&HeldText<'_>>,
    around: Around<'_>,
) -> io::Result<()> {
    match what {
        TextFor::Answer { placeholder, .. } => {
            question(writer, asked, around)?;
            if let Some(example) = placeholder {
                writer.say(OwnWords::own("For example: ").theirs(example))?;
            }
            offer_held(writer, asked, held)?;
            current_answer(writer, asked, &[])
        }
        TextFor::Custom => {
            if asked.question.options.is_empty() {
                question(writer, asked, around)?;
            } else {
                // The question was announced with its rows; it needn't be heard again.
                writer.say(OwnWords::own("In your own words."))?;
            }
            offer_held(writer, asked, held)?;
            if asked.question.options.is_empty() {
                return current_answer(writer, asked, &[1]);
            }
            current_text(writer, asked.question, OwnWords::own("So far: "), current)
        }
        TextFor::Note => {
            let lead = OwnWords::own("A note on question ").number(asked.index + 1).and(".");
            writer.say(lead)?;
            offer_held(writer, asked, held)?;
            current_text(writer, asked.question, OwnWords::own("So far: "), current)
        }
        TextFor::Confirmation { exact } => match exact {
            Some(exact) => writer.quote(OwnWords::own("To confirm, type exactly: "), exact, FURTHER_IN),
            None => writer.say(OwnWords::own("Type the resource name to confirm:")),
        },
    }
}

fn current_text<W: Write>(
    writer: &mut LineWriter<W>,
    question: &Question,
    lead: OwnWords,
    current: Option<&Untrusted>,
) -> io::Result<()> {
    let Some(current) = current else { return Ok(()) };
    if question.sensitive {
        writer.say(lead.and("hidden."))?;
    } else {
        writer.quote(lead, current, FURTHER_IN)?;
    }
    writer.say(OwnWords::own("An empty line keeps it."))
}

fn offer_held<W: Write>(
    writer: &mut LineWriter<W>,
    asked: &AskedQuestion<'_>,
    held: Option<&HeldText<'_>>,
) -> io::Result<()> {
    let Some(held) = held else { return Ok(()) };
    let question = asked.question;
    let lead = match held.from {
        HeldFrom::Default => OwnWords::own("Suggested: "),
        HeldFrom::Kept(when) => OwnWords::own("Kept from ").shown(when.clone()).and(": "),
        HeldFrom::Typed => OwnWords::own("Typed before: "),
    };
    if question.sensitive {
        writer.say(lead.and("hidden."))?;
    } else {
        writer.quote(lead, &held.text, FURTHER_IN)?;
    }
    writer.say(OwnWords::own(suggestion::how(suggestion::is_taken(asked, Some(held)))))
}

fn review<W: Write>(
    writer: &mut LineWriter<W>,
    answers: &[SaidAnswer<'_>],
    open: &[usize],
    may_send: bool,
) -> io::Result<()> {
    writer.say(OwnWords::own(if answers.len() == 1 { "Your answer:" } else { "Your answers:" }))?;
    for (n, said) in answers.iter().enumerate() {
        let lead = OwnWords::default().number(n + 1).and(". ").whole(&said.question.header).and(": ");
        answer(writer, lead, said)?;
        if let Some(note) = said.note {
            writer.say_in(BELOW_ROW, OwnWords::own("Note: ").whole(note))?;
        }
        if let Some(typed) = said.typed {
            let words = if said.question.sensitive {
                OwnWords::own("hidden")
            } else {
                OwnWords::default().whole(typed)
            };
            writer.say_in(BELOW_ROW, OwnWords::own("Typed, not chosen: ").then(words))?;
        }
    }
    if open.is_empty() {
        return Ok(());
    }
    let mut words =
        OwnWords::own(if may_send { "You have not answered all questions: " } else { "Not answered yet: " });
    for (n, index) in open.iter().enumerate() {
        if n > 0 {
            words = words.and(", ");
        }
        if let Some(said) = answers.get(*index) {
            words = words.whole(&said.question.header);
        }
    }
    writer.say(words.and("."))
}

fn answer<W: Write>(writer: &mut LineWriter<W>, lead: OwnWords, said: &SaidAnswer<'_>) -> io::Result<()> {
    let words = match said.answer.map(Answer::shape) {
        None if said.question.skippable => lead.and("skipped"),
        None => lead.and("not answered"),
        Some(_) if said.question.sensitive => lead.and("answered, hidden"),
        Some(AnswerShape::Value(value)) => lead.display(value),
        Some(AnswerShape::Text(text)) => return writer.quote(lead, text, BELOW_ROW),
        Some(AnswerShape::Picks([])) => lead.and("none"),
        Some(AnswerShape::Picks(picks)) => {
            if let [Pick::Custom(text)] = picks {
                return writer.quote(lead.and("in your own words: "), text, BELOW_ROW);
            }
            let mut words = lead;
            for (n, pick) in picks.iter().enumerate() {
                if n > 0 {
                    words = words.and(", ");
                }
                words = match pick {
                    Pick::Option(i) => match said.question.options.get(*i) {
                        Some(option) => words.whole(&said.question.literal(&option.label)),
                        None => words,
                    },
                    Pick::Custom(text) => words.and("in your own words: ").whole(text),
                };
            }
            words
        }
    };
    writer.say_hanging(words, BELOW_ROW)
}
