//! From what was typed to answers.
//!
//! - Everything that is wrong with it is said in one go, each with its question.
//! - A label is found as it stands, else by its value, else in any case where only one fits.
//! - An unknown label is answered with the nearest one, never taken for own words.
//! - Picks stand in the order that the request wants, however they were typed.
//! - Whether the answers fit is judged elsewhere, as for every surface.

use crate::args::answer_flags::{Flag, Said};
use crate::error::nearest;
use asq_core::model::{Answer, Answers, Entry, Kind, Order, Pick, Question, QuestionOption, Request};
use asq_core::number::{Decimal, NotANumber};
use asq_core::text::{Shown, Untrusted};

/// Most labels that a message lists.
const LISTED: usize = 12;
/// Graphemes of a label in a message.
const LABEL: usize = 60;

/// What was typed for one question.
#[derive(Default)]
struct Typed<'a> {
    question: usize,
    picks: Vec<&'a str>,
    text: Option<&'a str>,
    number: Option<&'a str>,
    note: Option<&'a str>,
}

/// The answers, or all that is wrong with what was typed.
pub(super) fn answers(said: &Said, request: &Request) -> Result<Answers, Vec<String>> {
    let mut problems = Vec::new();
    let mut answers = Answers::none(request.questions.len());
    for typed in grouped(said, request, &mut problems) {
        let Some(question) = request.questions.get(typed.question) else { continue };
        let mut wrong = Vec::new();
        let answer = answer(question, request.rules.order, &typed, &mut wrong);
        let named = format!("question {} ({})", typed.question + 1, Shown::clipped(&question.header, LABEL));
        problems.extend(wrong.into_iter().map(|what| format!("{named}: {what}")));
        answers.entries[typed.question] =
            Entry { answer, note: typed.note.map(Untrusted::from), confirmed: None };
    }
    if problems.is_empty() { Ok(answers) } else { Err(problems) }
}

/// The flags by question.
fn grouped<'a>(said: &'a Said, request: &Request, problems: &mut Vec<String>) -> Vec<Typed<'a>> {
    let mut all: Vec<Typed<'a>> = Vec::new();
    let mut at = (request.questions.len() == 1).then_some(0);
    for (flag, value) in &said.typed {
        if *flag == Flag::Question {
            match which(value, request) {
                Some(index) if all.iter().any(|typed| typed.question == index) => {
                    problems.push(format!("question {} is answered twice", index + 1));
                    return Vec::new();
                }
                found => {
                    at = found;
                    if found.is_none() {
                        problems.push(format!("there is no question '{value}': {}", questions(request)));
                        return Vec::new();
                    }
                }
            }
            continue;
        }
        let Some(index) = at else {
            problems.push(format!(
                "which question? {} comes after --question: {}",
                flag.typed(),
                questions(request)
            ));
            return Vec::new();
        };
        if all.last().is_none_or(|typed| typed.question != index) {
            all.push(Typed { question: index, ..Typed::default() });
        }
        let Some(typed) = all.last_mut() else { continue };
        let once = match flag {
            Flag::Question => continue,
            Flag::Pick => {
                typed.picks.push(value);
                continue;
            }
            Flag::Text => &mut typed.text,
            Flag::Number => &mut typed.number,
            Flag::Note => &mut typed.note,
        };
        if once.replace(value).is_some() {
            problems.push(format!("question {}: {} is typed twice", index + 1, flag.typed()));
        }
    }
    if all.is_empty() && problems.is_empty() {
        problems.push("nothing is answered: --pick, --text, --number or --answers says what".to_owned());
    }
    all
}

/// The question of this id, else of this header, else of this number.
fn which(name: &str, request: &Request) -> Option<usize> {
    let questions = &request.questions;
    let only = |fits: &dyn Fn(&Question) -> bool| {
        let mut found = questions.iter().enumerate().filter(|(_, question)| fits(question));
        found.next().filter(|_| found.next().is_none()).map(|(index, _)| index)
    };
    let by_number = || name.parse::<usize>().ok()?.checked_sub(1).filter(|index| *index < questions.len());
    only(&|question| question.id.raw() == name)
        .or_else(|| only(&|question| question.header.raw().trim() == name.trim()))
        .or_else(by_number)
}

fn questions(request: &Request) -> String {
    let named = request.questions.iter().enumerate().take(LISTED);
    let all: Vec<String> = named
        .map(|(index, question)| {
            let (id, header) = (Shown::clipped(&question.id, LABEL), Shown::clipped(&question.header, LABEL));
            if question.id == question.header {
                format!("{} {id}", index + 1)
            } else {
                format!("{} {id} ({header})", index + 1)
            }
        })
        .collect();
    let more = request.questions.len().saturating_sub(LISTED);
    let all = all.join(", ");
    if more > 0 { format!("{all} and {more} more") } else { all }
}

fn answer(question: &Question, order: Order, typed: &Typed<'_>, wrong: &mut Vec<String>) -> Option<Answer> {
    if let Some(number) = typed.number {
        if !typed.picks.is_empty() || typed.text.is_some() {
            wrong.push("takes one answer; --number came with another".to_owned());
        }
        return match number.parse::<Decimal>() {
            Ok(number) => Some(Answer::Number(number)),
            Err(why) => {
                wrong.push(match why {
                    NotANumber::Comma => format!("'{number}' isn't a number: write a point, not a comma"),
                    NotANumber::Other => format!("'{number}' isn't a number"),
                    NotANumber::TooLarge | NotANumber::TooSmall => {
                        format!("'{number}' can't be sent: numbers go from 5e-324 to 1.8e308")
                    }
                    NotANumber::TooLong => format!("'{number}' has more than 1000 digits"),
                });
                None
            }
        };
    }
    match question.kind {
        Kind::One | Kind::Many { .. } => {}
        Kind::Number { .. } | Kind::Text { .. } => {
            if !typed.picks.is_empty() {
                let flag =
                    if matches!(question.kind, Kind::Number { .. }) { "--number N" } else { "--text TEXT" };
                wrong.push(format!("offers nothing to pick: {flag} answers it"));
            }
            return typed.text.map(|text| Answer::Text(Untrusted::from(text)));
        }
    }
    let mut picks: Vec<Pick> = Vec::new();
    for label in &typed.picks {
        match option(label, question) {
            Ok(index) => picks.push(Pick::Option(index)),
            Err(what) => wrong.push(what),
        }
    }
    picks.extend(typed.text.map(|text| Pick::Custom(Untrusted::from(text))));
    if order == Order::Offered {
        picks.sort_by_key(|pick| match pick {
            Pick::Option(index) => *index,
            Pick::Custom(_) => usize::MAX,
        });
    }
    (!picks.is_empty()).then_some(Answer::Picks(picks))
}

/// How a label is looked for, the surest way first.
#[derive(Clone, Copy)]
enum Way {
    Label,
    Value,
    AnyCase,
}

/// The option that a label means.
fn option(label: &str, question: &Question) -> Result<usize, String> {
    let options = &question.options;
    let lower = label.trim().to_lowercase();
    let own = |text: &Untrusted| text.raw().trim().to_owned();
    let fits = |way: Way, option: &QuestionOption| match way {
        Way::Label => own(&option.label) == label.trim(),
        Way::Value => own(&option.value) == label.trim(),
        Way::AnyCase => [&option.label, &option.value].iter().any(|text| own(text).to_lowercase() == lower),
    };
    for way in [Way::Label, Way::Value, Way::AnyCase] {
        let mut found = options.iter().enumerate().filter(|(_, option)| fits(way, option));
        match (found.next(), found.next()) {
            (None, _) => {}
            (Some((index, _)), None) => return Ok(index),
            (Some(_), Some(_)) => {
                return Err(format!("several options are called '{label}': --pick takes the value, too"));
            }
        }
    }
    let mut known: Vec<&str> = options.iter().map(|option| option.label.raw().trim()).collect();
    known.sort_unstable();
    known.dedup();
    let shown = |text: &str| Shown::clipped(&Untrusted::from(text), LABEL).to_string();
    let way_out = match nearest(label.trim(), &known) {
        Some(near) => format!("did you mean '{}'?", shown(near)),
        None if options.is_empty() => "--text answers it in own words".to_owned(),
        None => {
            let listed: Vec<String> =
                options.iter().take(LISTED).map(|o| format!("'{}'", shown(o.label.raw()))).collect();
            let more = options.len().saturating_sub(LISTED);
            let and = if more > 0 { format!(" and {more} more") } else { String::new() };
            format!("there are {}{and}", listed.join(", "))
        }
    };
    let own = match (question.custom && !options.is_empty(), way_out.ends_with('?')) {
        (false, _) => "",
        (true, true) => " --text answers in own words",
        (true, false) => "; --text answers in own words",
    };
    Err(format!("no option is called '{label}': {way_out}{own}"))
}

#[cfg(test)]
mod tests {
    use super::answers;
    use crate::args::answer_flags::{Flag, Said};
    use asq_core::model::{
        AnswerRules, Answers, Complete, DangerRule, Kind, Order, Question, QuestionOption, Request,
    };
    use expect_test::expect;
    use std::fmt::Write;

    fn one(header: &str, kind: Kind, labels: &[&str]) -> Question {
        Question {
            header: header.into(),
            id: header.to_lowercase().into(),
            options: labels.iter().map(|label| QuestionOption::new(*label)).collect(),
            ..Question::new("What?", kind)
        }
    }

    fn request(questions: Vec<Question>) -> Request {
        let rules = AnswerRules {
            complete: Complete::Every,
            order: Order::Offered,
            discuss: false,
            notes: true,
            danger: DangerRule::Unknown,
        };
        Request::new(questions, rules)
    }

    fn said(flags: &[(Flag, &str)]) -> Said {
        Said { typed: flags.iter().map(|(flag, value)| (*flag, (*value).to_owned())).collect() }
    }

    fn shown(all: &[(&Request, &[(Flag, &str)])]) -> String {
        let mut text = String::new();
        for (request, flags) in all {
            let line = match answers(&said(flags), request) {
                Ok(Answers { entries }) => entries
                    .iter()
                    .map(|entry| format!("{:?} {:?}", entry.answer, entry.note))
                    .collect::<Vec<_>>()
                    .join(" | "),
                Err(problems) => format!("- {}", problems.join("\n- ")),
            };
            let _ = writeln!(text, "{flags:?}\n{line}\n");
        }
        text
    }

    #[test]
    fn what_is_typed_becomes_answers() {
        use Flag::{Note, Number, Pick, Question as Q, Text};
        let list = request(vec![one("Db", Kind::One, &["PostgreSQL", "SQLite", "sqlite"])]);
        let mut open = one("Parts", Kind::Many { min: 1, max: usize::MAX }, &["core", "docs", "cli"]);
        open.custom = true;
        open.options[1].value = "d".into();
        let many = request(vec![open]);
        let number = Kind::Number { min: None, max: None, step: 1.into(), unit: None };
        let text = Kind::Text { multiline: true, placeholder: None };
        let three = request(vec![one("Db", Kind::One, &["a"]), one("N", number, &[]), one("Why", text, &[])]);
        expect![[r#"
            [(Pick, "SQLite")]
            Some(Picks([Option(1)])) None

            [(Pick, " sqlite ")]
            Some(Picks([Option(2)])) None

            [(Pick, "postgresql")]
            Some(Picks([Option(0)])) None

            [(Pick, "SQLITE")]
            - question 1 (Db): several options are called 'SQLITE': --pick takes the value, too

            [(Pick, "PostgresQL9")]
            - question 1 (Db): no option is called 'PostgresQL9': did you mean 'PostgreSQL'?

            [(Pick, "MySQL")]
            - question 1 (Db): no option is called 'MySQL': there are 'PostgreSQL', 'SQLite', 'sqlite'

            [(Number, "1")]
            Some(Number(1)) None

            []
            - nothing is answered: --pick, --text, --number or --answers says what

            [(Text, "xtask"), (Pick, "cli"), (Pick, "d"), (Note, "both")]
            Some(Picks([Option(1), Option(2), Custom("xtask")])) Some("both")

            [(Pick, "\u{1b}[2J"), (Pick, "kore")]
            - question 1 (Parts): no option is called '[2J': there are 'core', 'docs', 'cli'; --text answers in own words
            - question 1 (Parts): no option is called 'kore': did you mean 'core'? --text answers in own words

            [(Question, "n"), (Number, "+3"), (Question, "Db"), (Pick, "a"), (Question, "3"), (Text, "so")]
            Some(Picks([Option(0)])) None | Some(Number(3)) None | Some(Text("so")) None

            [(Pick, "a")]
            - which question? --pick comes after --question: 1 db (Db), 2 n (N), 3 why (Why)

            [(Question, "x"), (Pick, "a")]
            - there is no question 'x': 1 db (Db), 2 n (N), 3 why (Why)

            [(Question, "n"), (Number, "3,5"), (Question, "why"), (Pick, "a"), (Question, "n"), (Number, "1")]
            - question 2 is answered twice

            [(Question, "n"), (Number, "1"), (Number, "2"), (Text, "1")]
            - question 2: --number is typed twice
            - question 2 (N): takes one answer; --number came with another

        "#]].assert_eq(&shown(&[
            (&list, &[(Pick, "SQLite")]),
            (&list, &[(Pick, " sqlite ")]),
            (&list, &[(Pick, "postgresql")]),
            (&list, &[(Pick, "SQLITE")]),
            (&list, &[(Pick, "PostgresQL9")]),
            (&list, &[(Pick, "MySQL")]),
            (&list, &[(Number, "1")]),
            (&list, &[]),
            (&many, &[(Text, "xtask"), (Pick, "cli"), (Pick, "d"), (Note, "both")]),
            (&many, &[(Pick, "\u{1b}[2J"), (Pick, "kore")]),
            (&three, &[(Q, "n"), (Number, "+3"), (Q, "Db"), (Pick, "a"), (Q, "3"), (Text, "so")]),
            (&three, &[(Pick, "a")]),
            (&three, &[(Q, "x"), (Pick, "a")]),
            (&three, &[(Q, "n"), (Number, "3,5"), (Q, "why"), (Pick, "a"), (Q, "n"), (Number, "1")]),
            (&three, &[(Q, "n"), (Number, "1"), (Number, "2"), (Text, "1")]),
        ]));
    }
}
