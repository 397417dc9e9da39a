//! Whether answers fit a request; form, page, server and command line ask this one function.
//!
//! - Every misfit is found in one go; each names its question, the limit and what came.
//! - Picks exist, stand in the order that the rules say, none twice, as many as the question takes.
//! - Own words count only where the question takes them, are not blank and hold at most 1 MiB.
//! - A number is within its bounds, to the last digit.
//! - A note comes only where the rules allow notes.
//! - A dangerous answer carries its confirmation, word for word where the rules say so; saying no to a
//!   question that is asked without a list needs none.
//! - Open questions are misfits only where every question needs an answer.

use crate::model::{
    Answer, Answers, Complete, DangerRule, Entry, Kind, Order, Pick, Question, QuestionOption, Request,
};
use crate::number::Decimal;
use crate::text::{Shown, Untrusted};
use std::fmt;

/// The most bytes of one text in an answer: 1 MiB.
pub const TEXT_MOST: usize = 1 << 20;

/// What an answer is made of, for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// One or several picks.
    Picks,
    Number,
    Text,
}

/// What does not fit. Indexes count from 0, messages from 1.
#[derive(Clone, Debug, PartialEq)]
pub enum Wrong {
    /// Not one entry per question.
    Entries { wanted: usize, came: usize },
    /// No answer, and every question needs one.
    Open,
    /// A number where picks belong, and the like.
    Made { wanted: Made, came: Made },
    /// There is no such option.
    NoSuchOption { options: usize, came: usize },
    /// Picked twice.
    Twice { option: usize },
    /// Own words given twice.
    CustomTwice,
    /// Own words where only options count.
    NoCustom,
    /// Fewer picks than the question takes.
    TooFew { min: usize, came: usize },
    /// More picks than the question takes.
    TooMany { max: usize, came: usize },
    /// The picks don't stand as the options were offered.
    Order { first: Pick, then: Pick },
    /// The text is empty or white space only.
    Blank,
    /// The text is too long; bytes.
    TooLong { max: usize, came: usize },
    /// Below the smallest.
    TooSmall { min: Decimal, came: Decimal },
    /// Above the largest.
    TooLarge { max: Decimal, came: Decimal },
    /// A note where there are none.
    NoNotes,
    /// The note is too long; bytes.
    NoteTooLong { max: usize, came: usize },
    /// The dangerous answer was not confirmed.
    Unconfirmed { wanted: Option<Untrusted> },
    /// It was confirmed by other words.
    WrongConfirmation { wanted: Untrusted, came: Untrusted },
}

/// One thing that does not fit, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Misfit {
    /// The question's index, from 0, and its header; `None` where the whole does not fit.
    pub question: Option<(usize, Untrusted)>,
    pub wrong: Wrong,
}

/// What is wrong with these answers; nothing: they fit.
pub fn fit(request: &Request, answers: &Answers) -> Vec<Misfit> {
    let mut found = Vec::new();
    let (wanted, came) = (request.questions.len(), answers.entries.len());
    if wanted != came {
        found.push(Misfit { question: None, wrong: Wrong::Entries { wanted, came } });
    }
    for (i, (question, entry)) in request.questions.iter().zip(&answers.entries).enumerate() {
        let wrongs = fit_one(request, question, entry);
        found.extend(
            wrongs.into_iter().map(|wrong| Misfit { question: Some((i, question.header.clone())), wrong }),
        );
    }
    found
}

/// The same for one question and what was said about it.
pub(crate) fn fit_one(request: &Request, question: &Question, entry: &Entry) -> Vec<Wrong> {
    let mut wrongs = Vec::new();
    match &entry.answer {
        None => match request.rules.complete {
            Complete::Every if question.skippable => {}
            Complete::Every => wrongs.push(Wrong::Open),
            Complete::Any => {}
        },
        Some(answer) => {
            judge_answer(question, request.rules.order, answer, &mut wrongs);
            if !declines(question, answer) {
                wrongs.extend(judge_confirmation(request, question, entry.confirmed.as_ref()));
            }
        }
    }
    if let Some(note) = &entry.note {
        if !request.rules.notes {
            wrongs.push(Wrong::NoNotes);
        }
        if note.raw().len() > TEXT_MOST {
            wrongs.push(Wrong::NoteTooLong { max: TEXT_MOST, came: note.raw().len() });
        }
    }
    wrongs
}

/// Whether answers to this question are confirmed by typing.
pub(crate) fn needs_confirmation(request: &Request, question: &Question) -> bool {
    request.prefs.danger_check
        && question.danger.is_some()
        && match request.rules.danger {
            DangerRule::Unknown => false,
            DangerRule::AnyText | DangerRule::ExactText => true,
        }
}

/// What is said of a question whose answer is confirmed by typing though whoever asked wanted that not.
pub(crate) fn held(request: &Request, question: &Question) -> Option<&'static str> {
    (request.prefs.danger_held && needs_confirmation(request, question))
        .then_some("The asker switched confirmation off.")
}

/// Whether an answer says no to a dangerous question that is asked without a list: nothing has to be
/// confirmed then.
pub(crate) fn declines(question: &Question, answer: &Answer) -> bool {
    question.danger.as_ref().is_some_and(|d| d.direct) && *answer == Answer::Picks(vec![Pick::Option(1)])
}

/// The words that confirm, where they have to be exactly these.
pub(crate) fn confirm_text<'a>(request: &Request, question: &'a Question) -> Option<&'a Untrusted> {
    match request.rules.danger {
        DangerRule::Unknown | DangerRule::AnyText => None,
        DangerRule::ExactText => question.danger.as_ref().and_then(|d| d.confirm_text.as_ref()),
    }
}

pub(crate) fn judge_confirmation(
    request: &Request,
    question: &Question,
    confirmed: Option<&Untrusted>,
) -> Option<Wrong> {
    if !needs_confirmation(request, question) {
        return None;
    }
    let wanted = confirm_text(request, question);
    match (confirmed.filter(|c| !c.is_blank()), wanted) {
        (None, wanted) => Some(Wrong::Unconfirmed { wanted: wanted.cloned() }),
        (Some(came), Some(wanted)) if came.raw().trim() != wanted.raw().trim() => {
            Some(Wrong::WrongConfirmation { wanted: wanted.clone(), came: came.clone() })
        }
        (Some(_), _) => None,
    }
}

fn judge_answer(question: &Question, order: Order, answer: &Answer, wrongs: &mut Vec<Wrong>) {
    let wanted = match question.kind {
        Kind::One | Kind::Many { .. } => Made::Picks,
        Kind::Number { .. } => Made::Number,
        Kind::Text { .. } => Made::Text,
    };
    match (answer, &question.kind) {
        (Answer::Picks(picks), Kind::One) => judge_picks(question, order, picks, 1, 1, wrongs),
        (Answer::Picks(picks), Kind::Many { min, max }) => {
            judge_picks(question, order, picks, *min, *max, wrongs);
        }
        (Answer::Number(n), Kind::Number { min, max, .. }) => {
            wrongs.extend(judge_number(n, min.as_ref(), max.as_ref()));
        }
        (Answer::Text(text), Kind::Text { .. }) => wrongs.extend(judge_text(text)),
        (Answer::Picks(_), Kind::Number { .. } | Kind::Text { .. }) => {
            wrongs.push(Wrong::Made { wanted, came: Made::Picks });
        }
        (Answer::Number(_), Kind::One | Kind::Many { .. } | Kind::Text { .. }) => {
            wrongs.push(Wrong::Made { wanted, came: Made::Number });
        }
        (Answer::Text(_), Kind::One | Kind::Many { .. } | Kind::Number { .. }) => {
            wrongs.push(Wrong::Made { wanted, came: Made::Text });
        }
    }
}

fn judge_picks(
    question: &Question,
    order: Order,
    picks: &[Pick],
    min: usize,
    max: usize,
    wrongs: &mut Vec<Wrong>,
) {
    if picks.len() < min {
        wrongs.push(Wrong::TooFew { min, came: picks.len() });
    }
    if picks.len() > max {
        wrongs.push(Wrong::TooMany { max, came: picks.len() });
    }
    let options: &[QuestionOption] = &question.options;
    let mut seen = vec![false; options.len()];
    let mut customs = 0;
    for pick in picks {
        match pick {
            Pick::Option(i) => match seen.get_mut(*i) {
                None => wrongs.push(Wrong::NoSuchOption { options: options.len(), came: *i }),
                Some(true) => wrongs.push(Wrong::Twice { option: *i }),
                Some(seen) => *seen = true,
            },
            Pick::Custom(text) => {
                customs += 1;
                if !question.custom {
                    wrongs.push(Wrong::NoCustom);
                }
                wrongs.extend(judge_text(text));
            }
        }
    }
    if customs > 1 {
        wrongs.push(Wrong::CustomTwice);
    }
    match order {
        Order::Picked => {}
        Order::Offered => {
            // A pick that stands twice is told as such, not as disorder: hence `>` and not `>=`.
            if let Some(pair) = picks.windows(2).find(|pair| rank(&pair[0]) > rank(&pair[1])) {
                wrongs.push(Wrong::Order { first: pair[0].clone(), then: pair[1].clone() });
            }
        }
    }
}

/// Where a pick stands among the offered ones; own words come last.
pub(crate) fn rank(pick: &Pick) -> usize {
    match pick {
        Pick::Option(i) => *i,
        Pick::Custom(_) => usize::MAX,
    }
}

pub(crate) fn judge_text(text: &Untrusted) -> Option<Wrong> {
    if text.is_blank() {
        return Some(Wrong::Blank);
    }
    let came = text.raw().len();
    (came > TEXT_MOST).then_some(Wrong::TooLong { max: TEXT_MOST, came })
}

pub(crate) fn judge_number(came: &Decimal, min: Option<&Decimal>, max: Option<&Decimal>) -> Option<Wrong> {
    match (min, max) {
        (Some(min), _) if came.is_below(min) => {
            Some(Wrong::TooSmall { min: min.clone(), came: came.clone() })
        }
        (_, Some(max)) if max.is_below(came) => {
            Some(Wrong::TooLarge { max: max.clone(), came: came.clone() })
        }
        (Some(_) | None, Some(_) | None) => None,
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((index, header)) = &self.question {
            write!(f, "question {} ({}): ", index + 1, Shown::one_line(header))?;
        }
        self.wrong.fmt(f)
    }
}

impl fmt::Display for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Made::Picks => "picks",
            Made::Number => "a number",
            Made::Text => "a text",
        })
    }
}

/// A number of picks in words.
struct Counted(usize);

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("1 pick"),
            n => write!(f, "{n} picks"),
        }
    }
}

/// A pick in words.
struct Named<'a>(&'a Pick);

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Pick::Option(i) => write!(f, "option {}", i + 1),
            Pick::Custom(_) => f.write_str("the custom text"),
        }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Entries { wanted, came } => {
                write!(f, "one entry per question: {wanted} wanted, {came} came")
            }
            Wrong::Open => f.write_str("needs an answer, none came"),
            Wrong::Made { wanted, came } => write!(f, "takes {wanted}, {came} came"),
            Wrong::NoSuchOption { options: 0, came } => {
                write!(f, "offers no options, option {} came", came + 1)
            }
            Wrong::NoSuchOption { options, came } => {
                write!(f, "offers options 1 to {options}, option {} came", came + 1)
            }
            Wrong::Twice { option } => write!(f, "option {} is picked twice, once is the most", option + 1),
            Wrong::CustomTwice => f.write_str("custom text came twice, once is the most"),
            Wrong::NoCustom => f.write_str("takes no custom text, only its options"),
            Wrong::TooFew { min, came } => write!(f, "takes at least {}, {came} came", Counted(*min)),
            Wrong::TooMany { max, came } => write!(f, "takes at most {}, {came} came", Counted(*max)),
            Wrong::Order { first, then } => write!(
                f,
                "picks stand as the options were offered, custom text last; {} came before {}",
                Named(first),
                Named(then)
            ),
            Wrong::Blank => f.write_str("the text holds at least one visible character, a blank one came"),
            Wrong::TooLong { max, came } => write!(f, "the text has at most {max} bytes, {came} came"),
            Wrong::TooSmall { min, came } => write!(f, "takes a number of at least {min}, {came} came"),
            Wrong::TooLarge { max, came } => write!(f, "takes a number of at most {max}, {came} came"),
            Wrong::NoNotes => f.write_str("takes no note, one came"),
            Wrong::NoteTooLong { max, came } => write!(f, "the note has at most {max} bytes, {came} came"),
            Wrong::Unconfirmed { wanted: None } => {
                f.write_str("a dangerous answer is confirmed by typing, no confirmation came")
            }
            Wrong::Unconfirmed { wanted: Some(wanted) } => write!(
                f,
                "a dangerous answer is confirmed by typing \"{}\", no confirmation came",
                Shown::one_line(wanted)
            ),
            Wrong::WrongConfirmation { wanted, came } => write!(
                f,
                "a dangerous answer is confirmed by typing \"{}\", \"{}\" came",
                Shown::one_line(wanted),
                Shown::one_line(came)
            ),
        }
    }
}
