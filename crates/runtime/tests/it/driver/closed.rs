//! What a surface asks about closed requests: the latest ones, one of them whole, the last answer to a question.

use super::setting::{OnStore, answer, called, open, person, pick, request, surface, told_until, two};
use asq_backend::Feed;
use asq_core::inbox::{Command, Notice};
use asq_core::life::{Closing, RequestId};
use asq_core::model::{Answer, Answers, Danger, Draft, Entry, Outcome, Pick, Request};
use asq_runtime::driver::DriverFeed;

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
