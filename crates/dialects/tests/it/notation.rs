//! The small notation of golden cases: requests as text, endings from text.
//!
//! An ending is a line with its name (`declined "reason"`, `pending ID`, `conflict "WHO" "WHEN"`,
//! `unavailable no-terminal`, `replied` where nobody is asked), then a line per entry: `0: option 1`,
//! `0: option 2, custom "text"`, `0: number 3.5`, `0: text "text"`, `note 0: "text"`, `confirmed 0: "text"`.
//! `0: nothing` picks nothing. Indexes count from 0, texts are JSON strings.

use asq_core::model::{Answer, Answers, Draft, Kind, Outcome, Pick, Question, Request};
use asq_core::number::Decimal;
use asq_dialects::{Conflict, Misuse, Reading, What, Why};
use serde_json::Value;
use std::fmt::Write;

pub(crate) enum Wanted {
    Closed(Outcome),
    Unavailable(Why),
    Pending(String),
    Conflict(Conflict),
    Misuse,
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// A reading, or a misuse, as lines.
pub(crate) fn reading(dialect: &str, read: &Result<Reading, Misuse>) -> String {
    let mut out = String::new();
    match read {
        Err(misuse) => write!(out, "misuse\n{misuse}\n").unwrap(),
        Ok(Reading { what: What::Reply(reply), .. }) => {
            writeln!(out, "{dialect}: replied {}", quoted(&reply.content)).unwrap();
        }
        Ok(Reading { what: What::Ask { request, immediate }, notes: _ }) => {
            assert_eq!(*immediate, None);
            let r = request.rules;
            let discuss = if r.discuss { ", discuss" } else { "" };
            writeln!(
                out,
                "{dialect}: {:?} answered, {:?} order, notes {}{discuss}",
                r.complete, r.order, r.notes
            )
            .unwrap();
            if let Some(expiry) = &request.expiry {
                let means =
                    expiry.means.as_ref().map(|m| format!(": {}", quoted(m.raw()))).unwrap_or_default();
                writeln!(out, "expires after {} ms{means}", expiry.after_ms).unwrap();
            }
            for question in &request.questions {
                self::question(&mut out, question);
            }
        }
    }
    for note in read.iter().flat_map(|reading| &reading.notes) {
        writeln!(out, "~ {note}").unwrap();
    }
    out
}

fn question(out: &mut String, q: &Question) {
    let kind = match &q.kind {
        Kind::One => "one".to_owned(),
        Kind::Many { min, max } => format!("{min} to {max}"),
        Kind::Number { min, max, step, unit } => {
            let bound = |b: &Option<Decimal>| b.as_ref().map_or("…".to_owned(), Decimal::to_string);
            let unit = unit.as_ref().map(|u| format!(" {}", quoted(u.raw()))).unwrap_or_default();
            format!("number {} to {} by {step}{unit}", bound(min), bound(max))
        }
        Kind::Text { multiline, placeholder } => {
            let lines = if *multiline { "text" } else { "text on one line" };
            let hint = placeholder.as_ref().map(|p| format!(" ({})", quoted(p.raw()))).unwrap_or_default();
            format!("{lines}{hint}")
        }
    };
    let custom = if q.custom { " + custom" } else { "" };
    writeln!(out, "{} [{}] {kind}{custom}: {}", q.id.raw(), quoted(q.header.raw()), quoted(q.text.raw()))
        .unwrap();
    if let Some(description) = &q.description {
        writeln!(out, "  — {}", quoted(description.raw())).unwrap();
    }
    if let Some(context) = &q.context {
        writeln!(out, "  context {:?} {}", context.kind, quoted(context.source.raw())).unwrap();
    }
    if let Some(danger) = &q.danger {
        writeln!(out, "  ! {danger:?}").unwrap();
    }
    if let Some(default) = &q.default {
        writeln!(out, "  starts at {default:?}").unwrap();
    }
    for (is, word) in [(q.sensitive, "sensitive"), (q.skippable, "skippable")] {
        if is {
            writeln!(out, "  {word}").unwrap();
        }
    }
    let options = q.options.iter().enumerate().map(|(n, option)| (n.to_string(), option));
    for (n, option) in options.chain(q.custom_row.iter().map(|option| ("custom".to_owned(), option))) {
        write!(out, "  {n} {}", quoted(option.label.raw())).unwrap();
        if option.value != option.label {
            write!(out, " = {}", quoted(option.value.raw())).unwrap();
        }
        if let Some(description) = &option.description {
            write!(out, " — {}", quoted(description.raw())).unwrap();
        }
        if let Some(preview) = &option.preview {
            write!(out, " {:?} {}", preview.kind, quoted(preview.source.raw())).unwrap();
        }
        if option.recommended {
            out.push_str(" (recommended)");
        }
        out.push('\n');
    }
}

/// Reads an ending for a request of so many questions.
pub(crate) fn ending(text: &str, questions: usize) -> Wanted {
    let mut lines = text.lines().filter(|line| !line.is_empty());
    let head = lines.next().expect("an ending has a first line");
    let (name, rest) = head.split_once(' ').unwrap_or((head, ""));
    let mut answers = Answers::none(questions);
    for line in lines {
        if let Some(note) = line.strip_prefix("note ") {
            let (n, text) = note.split_once(": ").expect("note N: TEXT");
            answers.entries[n.parse::<usize>().unwrap()].note = Some(one_string(text).into());
        } else if let Some(confirmed) = line.strip_prefix("confirmed ") {
            let (n, text) = confirmed.split_once(": ").expect("confirmed N: TEXT");
            answers.entries[n.parse::<usize>().unwrap()].confirmed = Some(one_string(text).into());
        } else {
            let (n, said) = line.split_once(": ").expect("N: ANSWER");
            let answer = if let Some(number) = said.strip_prefix("number ") {
                Answer::Number(number.parse().unwrap())
            } else if let Some(text) = said.strip_prefix("text ") {
                Answer::Text(one_string(text).into())
            } else {
                Answer::Picks(picks(said))
            };
            answers.entries[n.parse::<usize>().unwrap()].answer = Some(answer);
        }
    }
    let draft = Draft { answers: answers.clone(), ..Draft::default() };
    match name {
        "answered" => Wanted::Closed(Outcome::Answered(answers)),
        "discuss" => Wanted::Closed(Outcome::Discuss(draft)),
        "declined" => {
            let reason = (!rest.is_empty()).then(|| one_string(rest).into());
            Wanted::Closed(Outcome::Declined { reason, draft })
        }
        "cancelled" => Wanted::Closed(Outcome::Cancelled(draft)),
        "withdrawn" => Wanted::Closed(Outcome::Withdrawn(draft)),
        "expired" => Wanted::Closed(Outcome::Expired(draft)),
        "unavailable" => Wanted::Unavailable(match rest {
            "no-terminal" => Why::NoTerminal,
            "terminal-in-use" => Why::TerminalInUse,
            "terminal-failed" => Why::TerminalFailed,
            "not-offered" => Why::NotOffered,
            "no-store" => Why::NoStore,
            other => panic!("no such reason: {other}"),
        }),
        "pending" => Wanted::Pending(rest.to_owned()),
        "conflict" => {
            let mut words = serde_json::Deserializer::from_str(rest).into_iter::<String>();
            let mut word = || words.next().expect("WHO and WHEN").unwrap();
            Wanted::Conflict(Conflict { winner: word(), time: word() })
        }
        "misuse" => Wanted::Misuse,
        other => panic!("no such ending: {other}"),
    }
}

fn picks(mut text: &str) -> Vec<Pick> {
    let mut picks = Vec::new();
    text = if text == "nothing" { "" } else { text };
    while !text.is_empty() {
        text = text.strip_prefix(", ").unwrap_or(text);
        if let Some(rest) = text.strip_prefix("option ") {
            let end = rest.find(',').unwrap_or(rest.len());
            picks.push(Pick::Option(rest[..end].parse().unwrap()));
            text = &rest[end..];
        } else {
            let rest = text.strip_prefix("custom ").expect("option N or custom TEXT");
            let mut strings = serde_json::Deserializer::from_str(rest).into_iter::<String>();
            picks.push(Pick::Custom(strings.next().unwrap().unwrap().into()));
            text = &rest[strings.byte_offset()..];
        }
    }
    picks
}

fn one_string(text: &str) -> String {
    serde_json::from_str(text).expect("a JSON string")
}

/// The request of a reading.
pub(crate) fn request(read: &Reading) -> &Request {
    match &read.what {
        What::Ask { request, .. } => request,
        What::Reply(_) => panic!("nobody is asked"),
    }
}
