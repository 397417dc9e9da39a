//! What a surface asks about closed requests: the latest ones, one of them whole, the last answer to a question.

use super::setting::{
    OnStore, answer, at, called, open, person, pick, request, surface, told_until, two, typed,
};
use asq_backend::Feed;
use asq_core::inbox::{Command, LateTexts, Notice};
use asq_core::life::{Closed, Closing, Fact, Record, RequestId};
use asq_core::model::{
    Answer, Answers, Danger, Draft, Entry, Outcome, Pick, Request, Typed, TypedIn, WholeDraft,
};
use asq_runtime::driver::DriverFeed;
use asq_store::{Append, DraftRow};

/// Asks, and answers as this person.
fn answered(on: &OnStore, call: &str, request: Request, answers: Answers, name: &str) -> RequestId {
    let (id, digest) = open(on, called(call, request));
    on.close(id, answer(answers, &digest), None, &person(name)).unwrap();
    id
}

/// What comes when a request is opened and a proposal asked for; `Done` says that nothing more comes.
fn proposed(link: &DriverFeed, id: RequestId) -> Option<Answers> {
    link.send(Command::Propose(id));
    link.send(Command::Done(1));
    let told = told_until(link, |n| matches!(n, Notice::Done(_)));
    told.into_iter().find_map(|notice| match notice {
        Notice::Proposed { id: of, answers, .. } if of == id => Some(*answers),
        _ => None,
    })
}

#[test]
fn the_latest_closed_requests_come_with_what_was_answered() {
    let (here, _, _) = two();
    let own = Answer::Picks(vec![Pick::Custom("my own".into())]);
    let own = Answers { entries: vec![Entry { answer: Some(own), ..Entry::default() }] };
    answered(&here, "c1", request("One?"), pick(1), "bob");
    answered(&here, "c2", request("Two?"), own, "ann");
    let (id, _) = open(&here, called("c3", request("Three?")));
    let reason = Some("too late".into());
    here.close(id, Closing::Decline { reason, draft: Draft::default() }, None, &person("ann")).unwrap();
    let ann = here.follow(surface("ann", true)).unwrap();
    ann.send(Command::Done(2));
    let told = told_until(&ann, |n| matches!(n, Notice::Done(_)));
    let Some(Notice::Done(rows)) = told.into_iter().next_back() else { panic!() };
    let rows: Vec<_> = rows
        .iter()
        .map(|row| {
            let said = row.said.as_ref().map(|said| said.raw().to_owned()).unwrap_or_default();
            (
                row.past.summary.text.raw().to_owned(),
                row.past.by.name.raw().to_owned(),
                row.past.how.clone(),
                said,
            )
        })
        .collect();
    let row = |text: &str, by: &str, how: &str, said: &str| {
        (text.to_owned(), by.to_owned(), how.to_owned(), said.to_owned())
    };
    assert_eq!(
        rows,
        [row("Three?", "ann", "declined", "too late"), row("Two?", "ann", "answered", "my own")]
    );
}

#[test]
fn a_closed_request_is_there_to_be_read_again() {
    let (here, _, _) = two();
    let id = answered(&here, "c1", request("One?"), pick(1), "bob");
    let ann = here.follow(surface("ann", true)).unwrap();
    for (id, there) in [(id, true), (RequestId(999), false)] {
        ann.send(Command::Look(id));
        let told = told_until(&ann, |n| matches!(n, Notice::Looked { .. }));
        let Some(Notice::Looked { content, .. }) = told.into_iter().next_back() else { panic!() };
        assert_eq!(content.is_some(), there);
        if let Some(content) = content {
            assert_eq!(content.outcome, Outcome::Answered(pick(1)));
            assert_eq!(content.asked.request.questions[0].text.raw(), "One?");
        }
    }
}

/// The closed requests with their late texts.
fn done(link: &DriverFeed) -> Vec<(RequestId, Option<LateTexts>)> {
    link.send(Command::Done(1));
    let told = told_until(link, |n| matches!(n, Notice::Done(_)));
    let Some(Notice::Done(rows)) = told.into_iter().next_back() else { panic!() };
    rows.into_iter().map(|row| (row.past.id, row.late)).collect()
}

/// The number of late texts that an inbox learns of.
fn late(link: &DriverFeed) -> Vec<Notice> {
    link.send(Command::Late);
    link.send(Command::Look(RequestId(999)));
    let told = told_until(link, |n| matches!(n, Notice::Looked { .. }));
    told.into_iter().filter(|n| matches!(n, Notice::Late(_))).collect()
}

#[test]
fn texts_that_came_too_late_come_first_and_are_forgotten_once_they_were_seen() {
    let (here, there, clock) = two();
    let ann = here.follow(surface("ann", true)).unwrap();
    assert_eq!(late(&ann), []);
    let (id, digest) = open(&here, called("c1", request("One?")));
    ann.send(Command::Draft { id, draft: typed("my own") });
    let whole = WholeDraft { reason: Some("too early".into()), ..WholeDraft::default() };
    ann.send(Command::Whole { id, whole });
    assert_eq!(late(&ann), [], "and both are on disk");
    there.close(id, answer(pick(0), &digest), None, &person("bob")).unwrap();
    // Typed on until the news was there.
    ann.send(Command::Draft { id, draft: typed("my own words") });
    ann.send(Command::Shut(id));
    assert_eq!(late(&ann), [Notice::Late(2)]);
    let mut secret = request("Token?");
    secret.questions[0].sensitive = true;
    let (hidden, digest) = open(&here, called("c2", secret));
    let row = here.store().late_drafts(id).unwrap()[0].clone();
    // No asq writes such a row; another program may have.
    here.store().keep_draft(&DraftRow { request: hidden, ..row }).unwrap();
    there.close(hidden, answer(pick(0), &digest), None, &person("bob")).unwrap();
    clock.set(5000);
    let last = answered(&here, "c3", request("Three?"), pick(1), "bob");
    let texts = vec!["my own words".into(), "too early".into()];
    let seen = LateTexts { typed_ms: 1_000_000, texts: texts.clone() };
    assert_eq!(done(&ann), [(id, Some(seen)), (last, None)]);
    assert_eq!(late(&ann), [Notice::Late(2)]);
    ann.send(Command::Look(id));
    let told = told_until(&ann, |n| matches!(n, Notice::Looked { .. }));
    let Some(Notice::Looked { content: Some(content), .. }) = told.into_iter().next_back() else { panic!() };
    assert_eq!(content.late, texts);
    ann.send(Command::ForgetLate { id, typed_ms: 999_999 });
    assert_eq!(late(&ann), [Notice::Late(2)], "they were typed after that");
    ann.send(Command::ForgetLate { id, typed_ms: 1_000_000 });
    assert_eq!(done(&ann), [(last, None)]);
    assert_eq!(late(&ann), []);
}

/// The one who closed it was killed right after that.
#[test]
fn what_others_typed_is_late_although_nobody_cleaned_up() {
    let (here, _, clock) = two();
    let ann = here.follow(surface("ann", true)).unwrap();
    let (id, _) = open(&here, called("c1", request("One?")));
    let (other, _) = open(&here, called("c2", request("Two?")));
    for (id, text) in [(id, "my own"), (other, "still open")] {
        ann.send(Command::Draft { id, draft: typed(text) });
        ann.send(Command::Shut(id));
    }
    assert_eq!(late(&ann), []);
    let records = here.store().records(id).unwrap();
    let closed = Record {
        at: at(0),
        by: person("bob"),
        fact: Fact::Closed(Box::new(Closed { outcome: Outcome::Answered(pick(0)), key: None })),
    };
    let append = Append { request: id, expected: records.len() as u64, records: vec![closed] };
    here.store().append(&[append]).unwrap();
    told_until(&ann, |n| matches!(n, Notice::Closed { id: closed, .. } if *closed == id));
    clock.set(60_000);
    assert_eq!(late(&ann), [], "bob may still be at it");
    clock.set(60_001);
    assert_eq!(late(&ann), [Notice::Late(1)]);
    assert_eq!(here.store().drafts(id).unwrap(), []);
    assert_eq!(here.store().drafts(other).unwrap().len(), 1);
}

#[test]
fn ones_last_answer_to_the_same_question_of_the_same_agent_is_proposed() {
    let (here, _, clock) = two();
    answered(&here, "c1", request("Which one of these?"), pick(0), "ann");
    clock.set(1000);
    answered(&here, "c2", request("Which one of these?"), pick(1), "ann");
    clock.set(2000);
    answered(&here, "c3", request("Which one of these?"), pick(0), "bob");
    let ann = here.follow(surface("ann", true)).unwrap();
    let (id, _) = open(&here, called("c4", request("Which one of these?")));
    assert_eq!(proposed(&ann, id), Some(pick(1)), "ann's last one, not bob's");
    let (other, _) = open(&here, called("c5", request("Which one of those?")));
    assert_eq!(proposed(&ann, other), None);
    let mut more = request("Which one of these?");
    more.questions[0].options.push(asq_core::model::QuestionOption::new("c"));
    let (more, _) = open(&here, called("c6", more));
    assert_eq!(proposed(&ann, more), None);
    let mut theirs = called("c7", request("Which one of these?"));
    theirs.request.from.agent = Some("another".into());
    let (theirs, _) = open(&here, theirs);
    assert_eq!(proposed(&ann, theirs), None);
}

#[test]
fn a_text_that_came_too_late_is_proposed_where_the_same_is_asked_again() {
    let (here, there, clock) = two();
    answered(&here, "c1", request("Which one of these?"), pick(0), "ann");
    clock.set(1000);
    let ann = here.follow(surface("ann", true)).unwrap();
    let (id, digest) = open(&here, called("c2", request("Which one of these?")));
    let typed = vec![Typed { question: 0, place: TypedIn::Custom, text: "my own".into() }];
    ann.send(Command::Draft { id, draft: Draft { answers: Answers::none(1), typed, kept: None } });
    ann.send(Command::Shut(id));
    assert_eq!(late(&ann), [], "and it is on disk");
    there.close(id, answer(pick(1), &digest), None, &person("bob")).unwrap();
    let own = Answer::Picks(vec![Pick::Custom("my own".into())]);
    let own = Answers { entries: vec![Entry { answer: Some(own), ..Entry::default() }] };
    let (id, _) = open(&here, called("c3", request("Which one of these?")));
    assert_eq!(proposed(&ann, id), Some(own));
    let (other, _) = open(&here, called("c4", request("Which one of those?")));
    assert_eq!(proposed(&ann, other), None);
    clock.set(2000);
    answered(&here, "c5", request("Which one of these?"), pick(1), "ann");
    let (id, _) = open(&here, called("c6", request("Which one of these?")));
    assert_eq!(proposed(&ann, id), Some(pick(1)), "a newer answer");
}

#[test]
fn nothing_is_proposed_for_danger_and_secrets() {
    for change in [(|request| request.questions[0].sensitive = true) as fn(&mut Request), |request| {
        request.questions[0].danger = Some(Danger::default());
    }] {
        let (here, _, _) = two();
        answered(&here, "c1", request("Which?"), pick(0), "ann");
        let mut asked = request("Which?");
        change(&mut asked);
        let ann = here.follow(surface("ann", true)).unwrap();
        let (id, _) = open(&here, called("c2", asked));
        assert_eq!(proposed(&ann, id), None);
    }
}
