//! An ask as an agent makes it, and its answer.

use crate::Outcome;
use asq_backend::{AskReply, NewRequest};
use asq_core::life::{Actor, How, Origin, Process, RequestId, Right};
use asq_core::model::{Answer, Answers, Entry, Kind, Pick, Provenance, Question, QuestionOption, Request};
use asq_dialects::asq::rules;
use asq_runtime::Driver;
use asq_store::Sqlite;
use std::path::Path;
use std::sync::Arc;

/// One of many: no two are the same.
pub(crate) fn put(n: &str) -> NewRequest {
    let text = "Where should the sessions be kept, given that the service runs on two machines?";
    let mut question = Question::new(text, Kind::One);
    let options = [
        ("PostgreSQL", "It runs already, and both machines reach it."),
        ("Redis", "Fast, and lost when it restarts, unless it is set up otherwise."),
        ("SQLite", "A file on each machine; sessions stay where they were begun."),
        ("Plain files", "No server; slower to search."),
    ];
    question.options = options
        .iter()
        .map(|(label, about)| QuestionOption {
            description: Some((*about).into()),
            ..QuestionOption::new(*label)
        })
        .collect();
    question.custom = true;
    let said: Vec<String> = options
        .iter()
        .map(|(label, about)| format!(r#"{{"label":"{label}","description":"{about}"}}"#))
        .collect();
    let call = format!(
        r#"{{"name":"ask","arguments":{{"questions":[{{"question":"{text}","options":[{}]}}]}}}}"#,
        said.join(",")
    );
    let mut request = Request::new(vec![question], rules::ANSWER);
    request.from = Provenance {
        agent: Some("builder".into()),
        session: Some("a0c3f7".into()),
        call_id: Some(format!("call {n}").as_str().into()),
        script: false,
    };
    let origin = Origin {
        host: Some("bench".into()),
        process: Some(Process { pid: 4711, started: 1_234_567 }),
        exe: Some("/usr/bin/node".into()),
        tty: Some("/dev/pts/3".into()),
        folder: Some("/srv/projects/shop".into()),
        ..Origin::default()
    };
    NewRequest { request, dialect: "asq".into(), call, origin, ticket: None, about: None, returns: false }
}

/// Who asks.
pub(crate) fn asker() -> Actor {
    Actor { pid: Some(4711), ..Actor::new("builder", Right::Ask, How::Cli) }
}

/// Who answers.
pub(crate) fn person() -> Actor {
    Actor::new("jo", Right::Answer, How::Tty)
}

/// The first option.
pub(crate) fn answers() -> Answers {
    let answer = Some(Answer::Picks(vec![Pick::Option(0)]));
    Answers { entries: vec![Entry { answer, ..Entry::default() }] }
}

/// A driver over the store at this path.
pub(crate) fn driver(file: &Path) -> Outcome<Driver> {
    Ok(Driver::new(Arc::new(Sqlite::open(file)?)))
}

/// Asks; it is open and on disk.
pub(crate) fn ask(driver: &Driver, n: &str) -> Outcome<RequestId> {
    match driver.ask(put(n), &asker()) {
        Ok(AskReply::Open { id, again: false }) => Ok(id),
        other => Err(format!("{n}: {other:?}").into()),
    }
}

/// Asks until it is killed, and says so once the first ask is stored.
pub(crate) fn without_end(file: &Path) -> Outcome<()> {
    let driver = driver(file)?;
    let own = std::process::id();
    for n in 0u64.. {
        ask(&driver, &format!("{own} {n}"))?;
        if n == 0 {
            crate::print("asks", &[])?;
        }
    }
    Ok(())
}
