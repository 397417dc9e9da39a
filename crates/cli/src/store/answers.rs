//! Answers from flags, and messages about what is wrong with them.
//!
//! - Reports everything that is wrong at once, each with its question.
//! - Suggests the nearest label for an unknown one, or lists the labels.
//! - Names the flag that would answer the question.
//! - Doesn't judge whether the answers fit: that is done in one place for all surfaces.

use crate::args::answer_flags::{AnswerFlags, flag};
use crate::error::nearest;
use asq_asking::{AnswerProblem, answers_by_label};
use asq_core::kind::AnsweredBy;
use asq_core::model::{Answers, Question, Request};
use asq_core::number::NotANumber;
use asq_core::text::{Shown, Untrusted};

/// Most labels that a message lists.
const LISTED: usize = 12;
/// Graphemes of a label in a message.
const LABEL: usize = 60;

/// The answers, or everything that is wrong with the flags.
pub(super) fn answers(flags: &AnswerFlags, request: &Request) -> Result<Answers, Vec<String>> {
    answers_by_label(&flags.typed, request)
        .map_err(|problems| problems.iter().map(|problem| worded(problem, request)).collect())
}

fn worded(problem: &AnswerProblem, request: &Request) -> String {
    let of = |index: usize, what: String| match request.questions.get(index) {
        Some(question) => {
            let (number, header) =
                (format!("question {}", index + 1), Shown::clipped(&question.header, LABEL));
            // A question without a header of its own is headed by its number.
            if header.as_str().eq_ignore_ascii_case(&number) {
                format!("{number}: {what}")
            } else {
                format!("{number} ({header}): {what}")
            }
        }
        None => what,
    };
    match problem {
        AnswerProblem::Nothing => {
            "nothing is answered: --pick, --text, --number or --answers says what".to_owned()
        }
        AnswerProblem::NoQuestion(part) => {
            format!("which question? {} comes after --question: {}", flag(*part), questions(request))
        }
        AnswerProblem::UnknownQuestion(name) => {
            format!("there is no question '{name}': {}", questions(request))
        }
        AnswerProblem::QuestionTwice(index) => format!("question {} is answered twice", index + 1),
        AnswerProblem::PartTwice(index, part) => {
            format!("question {}: {} is typed twice", index + 1, flag(*part))
        }
        AnswerProblem::NumberAndMore(index) => {
            of(*index, "takes one answer; --number came with another".to_owned())
        }
        AnswerProblem::NotANumber(index, came, why) => of(*index, not_a_number(came, *why)),
        AnswerProblem::NoList(index) => of(*index, no_list(request.questions.get(*index))),
        AnswerProblem::Ambiguous(index, label) => {
            of(*index, format!("several options are called '{label}': --pick takes the value, too"))
        }
        AnswerProblem::UnknownLabel(index, label) => {
            let near = request.questions.get(*index).map(|question| near(label, question));
            of(*index, format!("no option is called '{label}': {}", near.unwrap_or_default()))
        }
    }
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

fn not_a_number(came: &str, why: NotANumber) -> String {
    match why {
        NotANumber::Comma => format!("'{came}' isn't a number: write a point, not a comma"),
        NotANumber::Other => format!("'{came}' isn't a number"),
        NotANumber::TooLarge | NotANumber::TooSmall => {
            format!("'{came}' can't be sent: numbers go from 5e-324 to 1.8e308")
        }
        NotANumber::TooLong => format!("'{came}' has more than 1000 digits"),
    }
}

fn no_list(question: Option<&Question>) -> String {
    let value = question.is_some_and(|question| question.kind.answered_by() == AnsweredBy::Value);
    let flag = if value { "--number N" } else { "--text TEXT" };
    format!("offers nothing to pick: {flag} answers it")
}

/// Names the labels that were probably meant, and the other way to answer.
fn near(label: &str, question: &Question) -> String {
    let options = &question.options;
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
    way_out + own
}

#[cfg(test)]
mod tests {
    use super::answers;
    use crate::args::answer_flags::AnswerFlags;
    use asq_asking::AnswerPart;
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

    fn typed(flags: &[(AnswerPart, &str)]) -> AnswerFlags {
        AnswerFlags { typed: flags.iter().map(|(flag, value)| (*flag, (*value).to_owned())).collect() }
    }

    fn shown(all: &[(&Request, &[(AnswerPart, &str)])]) -> String {
        let mut text = String::new();
        for (request, flags) in all {
            let line = match answers(&typed(flags), request) {
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
    fn a_pick_where_there_is_no_list_names_the_flag_that_answers() {
        let told = |kind| answers(&typed(&[(AnswerPart::Pick, "3")]), &request(vec![one("Size", kind, &[])]));
        let number = told(Kind::Number { min: None, max: None, step: 1.into(), unit: None });
        let text = told(Kind::Text { multiline: false, placeholder: None });
        let wanted =
            |flag| Err(vec![format!("question 1 (Size): offers nothing to pick: {flag} answers it")]);
        assert_eq!((number, text), (wanted("--number N"), wanted("--text TEXT")));
    }

    #[test]
    fn what_is_typed_becomes_answers() {
        use AnswerPart::{Note, Number, Pick, Question as Q, Text};
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
