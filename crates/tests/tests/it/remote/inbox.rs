//! An inbox elsewhere next to one here: both hear of everything, and share what is typed.

use super::setting::{Served, answer, asks, until};
use asq_backend::{Backend, Feed, Follow, Wake};
use asq_core::inbox::{Command, Notice};
use asq_core::life::{IdempotencyKey, RequestId};
use asq_core::model::{Answers, Draft, Typed, TypedIn};
use asq_testkit::eventually::eventually;

fn typed(text: &str) -> Draft {
    let typed = vec![Typed { question: 1, place: TypedIn::Edit, text: text.into() }];
    Draft { answers: Answers::none(2), typed, kept: None }
}

fn arrives(feed: &dyn Feed, id: RequestId) {
    until(feed, |notice| matches!(notice, Notice::Arrived(pending) if pending.id == id));
}

fn opens(feed: &dyn Feed, id: RequestId) -> Draft {
    feed.send(Command::Open(id));
    let told = until(feed, |notice| matches!(notice, Notice::Opened { .. }));
    let opened = told.into_iter().find_map(|notice| match notice {
        Notice::Opened { draft, asked, .. } => Some((*draft, asked)),
        _ => None,
    });
    let (draft, asked) = opened.unwrap();
    assert_eq!(asked.request.questions.len(), 2);
    draft
}

fn inbox(backend: &dyn Backend) -> Box<dyn Feed> {
    backend.follow(Follow::Inbox, Wake::Descriptor).unwrap()
}

#[test]
fn an_inbox_elsewhere_hears_shares_and_answers() {
    let served = Served::start();
    let (here, agent) = (served.local(), served.remote(&[&served.asker]));
    let person = served.remote(&[&served.answerer]);
    assert!(!here.inbox_in_use());
    let there = inbox(&*person);
    assert!(here.inbox_in_use() && agent.inbox_in_use());
    let at_hand = inbox(&*here);
    let id = asks(&agent, "c1");
    arrives(&*there, id);
    assert_eq!(opens(&*there, id), Draft { answers: Answers::none(2), ..Draft::default() });
    opens(&*at_hand, id);
    there.send(Command::Draft { id, draft: typed("half") });
    let told = until(&*at_hand, |notice| matches!(notice, Notice::Drafted { .. }));
    assert!(told.contains(&Notice::Drafted { id, draft: Box::new(typed("half")) }), "{told:?}");
    at_hand.send(Command::Draft { id, draft: typed("half a word") });
    let told = until(&*there, |notice| matches!(notice, Notice::Drafted { .. }));
    assert!(told.contains(&Notice::Drafted { id, draft: Box::new(typed("half a word")) }), "{told:?}");
    assert_eq!(person.drafts(id).unwrap(), typed("half a word"));
    there.send(Command::Close { id, closing: answer(&*person, id, 1), key: None });
    until(&*there, |notice| *notice == Notice::Accepted(id));
    let told = until(&*at_hand, |notice| matches!(notice, Notice::Closed { .. }));
    let by = told.iter().find_map(|notice| match notice {
        Notice::Closed { by, how, .. } => Some((by.via.token.as_ref().unwrap().label.raw().to_owned(), *how)),
        _ => None,
    });
    assert_eq!(by, Some(("answer".to_owned(), "answered")));
}

#[test]
fn an_inbox_outlives_its_server_and_loses_no_word() {
    let mut served = Served::start();
    let (here, agent) = (served.local(), served.remote(&[&served.asker]));
    let person = served.remote(&[&served.answerer]);
    let there = inbox(&*person);
    let [kept, closed, answered] = ["c1", "c2", "c3"].map(|call| {
        let id = asks(&agent, call);
        arrives(&*there, id);
        id
    });
    let answer = answer(&*person, answered, 0);
    opens(&*there, kept);
    there.send(Command::Draft { id: kept, draft: typed("before") });
    eventually("the text", || here.drafts(kept).unwrap() == typed("before"));
    served.stop();
    until(&*there, |notice| matches!(notice, Notice::Trouble(Some(_))));
    // Meanwhile here and there.
    let cancel = asq_core::life::Closing::Cancel { draft: Draft::default() };
    here.close(closed, cancel, None).unwrap();
    there.send(Command::Draft { id: kept, draft: typed("before, and during") });
    let key = Some(IdempotencyKey("k".into()));
    there.send(Command::Close { id: answered, closing: answer, key });
    let new = asks(&here, "c4");
    served.run();
    let told = until(&*there, |notice| *notice == Notice::Accepted(answered));
    assert!(told.contains(&Notice::Trouble(None)), "{told:?}");
    assert!(told.contains(&Notice::Gone(closed)), "{told:?}");
    assert!(!told.iter().any(|it| matches!(it, Notice::Drafted { .. } | Notice::Clash { .. })), "{told:?}");
    let arrived = |id| move |it: &Notice| matches!(it, Notice::Arrived(pending) if pending.id == id);
    assert!(!told.iter().any(arrived(kept)), "it is known");
    if !told.iter().any(arrived(new)) {
        arrives(&*there, new);
    }
    eventually("the text", || here.drafts(kept).unwrap() == typed("before, and during"));
    assert!(
        here.question_drafts(kept).unwrap().iter().all(|row| row.other.is_none()),
        "no clash with itself"
    );
    assert_eq!(here.get(answered).unwrap().life.closed().unwrap().0.name(), "answered");
}

#[test]
fn what_somebody_else_typed_meanwhile_stands_next_to_ones_own() {
    let mut served = Served::start();
    let (here, agent) = (served.local(), served.over_socket(&[&served.asker]));
    let person = served.remote(&[&served.answerer]);
    let there = inbox(&*person);
    let id = asks(&agent, "c1");
    arrives(&*there, id);
    opens(&*there, id);
    served.stop();
    there.send(Command::Draft { id, draft: typed("mine") });
    let one = |text: &str| {
        let mut draft = typed(text);
        draft.typed[0].question = 0;
        draft
    };
    here.keep_draft(id, 1, 0, &one("theirs")).unwrap();
    served.run();
    let told = until(&*there, |notice| matches!(notice, Notice::Clash { .. }));
    assert!(told.contains(&Notice::Clash { id, draft: Box::new(typed("theirs")) }), "{told:?}");
    assert!(!told.iter().any(|it| matches!(it, Notice::Drafted { .. })), "{told:?}");
    let row = &here.question_drafts(id).unwrap()[0];
    assert_eq!(
        (row.draft.texts(), row.other.as_ref().map(Draft::texts)),
        (one("mine").texts(), Some(one("theirs").texts()))
    );
}

#[test]
fn a_token_that_is_revoked_ends_its_inbox() {
    let served = Served::start();
    let there = inbox(&*served.remote(&[&served.answerer]));
    served.revoke(&served.answerer);
    let told = until(&*there, |notice| matches!(notice, Notice::Stopped(_)));
    let why = told.iter().find_map(|it| if let Notice::Stopped(why) = it { Some(why) } else { None });
    assert!(why.unwrap().contains("refuses the token in tokens/host"), "{told:?}");
}
