//! Sample requests, records and appends.

use asq_core::inbox::Position;
use asq_core::life::{
    Actor, AskKey, Asked, Boot, Closed, Fact, How, IdempotencyKey, Moment, Origin, Process, Record,
    RequestId, Right,
};
use asq_core::model::{
    Answer, AnswerRules, Answers, Complete, DangerRule, Draft, Entry, Kind, Order, Outcome, Pick, Question,
    QuestionOption, Request, Typed, TypedIn,
};
use asq_store::{Append, Log, Store, Stored, Verdict};

/// The id of the n-th request. Ids of neighbours begin differently.
pub(crate) fn id(n: u64) -> RequestId {
    RequestId(u128::from(n.wrapping_mul(0x9E37_79B9_7F4A_7C15)) << 64 | u128::from(n))
}

/// The n-th minute on both clocks.
pub(crate) fn minute(n: u64) -> Moment {
    let boot = Boot { id: 0xB007, ms: n * 60_000 };
    Moment { wall_ms: 1_700_000_000_000 + n * 60_000, boot: Some(boot) }
}

pub(crate) fn asker() -> Actor {
    Actor { pid: Some(42), ..Actor::new("agent", Right::Ask, How::Cli) }
}

pub(crate) fn person() -> Actor {
    Actor { tty: Some("/dev/pts/1".into()), ..Actor::new("jo", Right::Answer, How::Tty) }
}

pub(crate) fn rules() -> AnswerRules {
    AnswerRules {
        complete: Complete::Any,
        order: Order::Offered,
        discuss: false,
        notes: true,
        danger: DangerRule::Unknown,
    }
}

/// A question with two options and a custom row.
pub(crate) fn question(text: &str) -> Question {
    let mut question = Question::new(text, Kind::One);
    question.options = vec![QuestionOption::new("Yes"), QuestionOption::new("No")];
    question.custom = true;
    question
}

pub(crate) fn asked(n: u64, questions: Vec<Question>) -> Asked {
    let mut request = Request::new(questions, rules());
    request.from.agent = Some("claude".into());
    request.from.session = Some(format!("session {n}").into());
    Asked {
        digest: asq_wire::digest(&request).expect("a sound request"),
        request,
        claim: None,
        ticket: None,
        about: None,
        returns: false,
        dialect: "asq".to_owned(),
        call: format!("{{\"question\":\"{n}?\"}}"),
        origin: Origin {
            process: Some(Process { pid: 7, started: n }),
            folder: Some("/home/jo/project".into()),
            ..Origin::default()
        },
    }
}

/// Asks the n-th request, which has its own question.
pub(crate) fn ask(n: u64) -> Append {
    ask_with(n, asked(n, vec![question(&format!("Question {n}?"))]))
}

pub(crate) fn ask_with(n: u64, asked: Asked) -> Append {
    let record = Record { by: asker(), at: minute(n), fact: Fact::Asked(Box::new(asked)) };
    Append { request: id(n), expected: 0, records: vec![record] }
}

pub(crate) fn ask_claiming(n: u64, claim: AskKey) -> Append {
    ask_with(n, Asked { claim: Some(claim), ..asked(n, vec![question("Go on?")]) })
}

pub(crate) fn key(text: &str) -> IdempotencyKey {
    IdempotencyKey(text.to_owned())
}

pub(crate) fn words(text: &str) -> Outcome {
    let entry = Entry { answer: Some(Answer::Picks(vec![Pick::Custom(text.into())])), ..Entry::default() };
    Outcome::Answered(Answers { entries: vec![entry] })
}

pub(crate) fn typed(text: &str) -> Draft {
    let typed = Typed { question: 0, place: TypedIn::Custom, text: text.into() };
    Draft { answers: Answers::none(1), typed: vec![typed], kept: None }
}

/// Closes the n-th request, `later` minutes after it was asked.
pub(crate) fn close(n: u64, later: u64, outcome: Outcome) -> Append {
    let closed = Closed { outcome, key: Some(key("answer")) };
    let record = Record { by: person(), at: minute(n + later), fact: Fact::Closed(Box::new(closed)) };
    Append { request: id(n), expected: 1, records: vec![record] }
}

pub(crate) fn deliver(n: u64, later: u64) -> Append {
    let record = Record { by: asker(), at: minute(n + later), fact: Fact::Delivered };
    Append { request: id(n), expected: 2, records: vec![record] }
}

/// Appends everything and returns the last position.
pub(crate) fn put(store: &dyn Store, batch: &[Append]) -> Position {
    let verdicts = store.append(batch).expect("the store takes it");
    let mut last = Position(0);
    for verdict in verdicts {
        match verdict {
            Verdict::Appended(position) => last = position,
            Verdict::Stale | Verdict::Taken(_) => panic!("not appended: {verdict:?}"),
        }
    }
    last
}

/// The content of an empty store after these appends, from this position on.
pub(crate) fn stored(first: u64, appends: &[Append]) -> Vec<Stored> {
    let all = appends.iter().flat_map(|append| {
        append
            .records
            .iter()
            .zip(append.expected + 1..)
            .map(|(record, seq)| (append.request, seq, record.clone()))
    });
    all.zip(first..)
        .map(|((request, seq, record), position)| Stored {
            position: Position(position),
            request,
            seq,
            record: Some(record),
            redacted: false,
        })
        .collect()
}

/// The whole log.
pub(crate) fn everything(store: &dyn Log) -> Vec<Stored> {
    store.after(Position(0), 1_000_000).expect("the log can be read")
}
