//! The history of closed requests.

use super::Opened;
use crate::sample::*;
use asq_core::inbox::Summary;
use asq_core::life::RequestId;
use asq_core::model::{Answer, Answers, Entry, Kind, Outcome, Question};
use asq_store::{Past, Query};

fn ids(open: &Opened, query: &Query) -> Vec<RequestId> {
    open.store.past(query).expect("looked").into_iter().map(|past| past.id).collect()
}

fn about(text: &str) -> Query {
    Query { text: Some(text.to_owned()), ..Query::default() }
}

pub(crate) fn what_is_over_comes_latest_first(open: &Opened) {
    put(&*open.store, &(1..=4).map(ask).collect::<Vec<_>>());
    assert_eq!(ids(open, &Query::default()), []);
    put(
        &*open.store,
        &[close(3, 2, words("a")), close(1, 9, Outcome::Cancelled(typed("b"))), close(2, 5, words("c"))],
    );
    assert_eq!(ids(open, &Query::default()), [id(2), id(1), id(3)]);
    assert_eq!(ids(open, &Query { limit: 2, ..Query::default() }), [id(2), id(1)]);
    let cancelled = Past {
        id: id(1),
        asked: minute(1),
        closed: minute(10),
        by: person(),
        how: "cancelled".to_owned(),
        danger_confirmed: None,
        delivered: false,
        summary: Summary::of(&asked(1, vec![question("Question 1?")])),
    };
    assert_eq!(open.store.past(&Query::default()).expect("looked")[1], cancelled);
}

pub(crate) fn it_is_found_by_words_agent_folder_and_time(open: &Opened) {
    let mut other = asked(2, vec![question("Drop the staging database?")]);
    other.request.from.agent = Some("codex".into());
    other.origin.folder = Some("/srv/app".into());
    put(&*open.store, &[ask(1), ask_with(2, other), ask(3)]);
    let declined = Outcome::Declined { reason: Some("Zu gefährlich".into()), draft: typed("perhaps later") };
    put(&*open.store, &[close(1, 1, words("Use Größe 7")), close(2, 1, declined), close(3, 1, words("x"))]);
    assert_eq!(ids(open, &about("database")), [id(2)]);
    assert_eq!(ids(open, &about("DATA staging")), [id(2)]);
    assert_eq!(ids(open, &about("größe")), [id(1)]);
    assert_eq!(ids(open, &about("gefähr later")), [id(2)]);
    assert_eq!(ids(open, &about("question")), [id(3), id(1)]);
    assert_eq!(ids(open, &about("yes")), [id(3), id(2), id(1)]);
    assert_eq!(ids(open, &about("atabase")), []);
    assert_eq!(ids(open, &about("\"*' OR NOT -")), []);
    assert_eq!(ids(open, &about(" ?! ")), [id(3), id(2), id(1)]);
    let query = Query::default;
    assert_eq!(ids(open, &Query { agent: Some("codex".to_owned()), ..query() }), [id(2)]);
    assert_eq!(ids(open, &Query { agent: Some("code".to_owned()), ..query() }), []);
    assert_eq!(ids(open, &Query { folder: Some("/srv".to_owned()), ..query() }), [id(2)]);
    assert_eq!(ids(open, &Query { folder: Some("/home/jo/project/".to_owned()), ..query() }), [id(3), id(1)]);
    assert_eq!(ids(open, &Query { folder: Some("/home/jo/pro".to_owned()), ..query() }), []);
    let (from_ms, to_ms) = (Some(minute(2).wall_ms), Some(minute(3).wall_ms));
    assert_eq!(ids(open, &Query { from_ms, to_ms, ..query() }), [id(2)]);
    assert_eq!(ids(open, &Query { from_ms, ..about("question") }), [id(3)]);
    assert_eq!(ids(open, &Query { limit: 1, ..about("yes") }), [id(3)]);
}

pub(crate) fn hundreds_come_without_a_gap(open: &Opened) {
    const ALL: u64 = 250;
    put(&*open.store, &(1..=ALL).map(ask).collect::<Vec<_>>());
    put(&*open.store, &(1..=ALL).map(|n| close(n, 1, words("a needle"))).collect::<Vec<_>>());
    let latest: Vec<_> = (1..=ALL).rev().map(id).collect();
    assert_eq!(ids(open, &Query::default()), latest);
    assert_eq!(ids(open, &about("needle")), latest);
    assert_eq!(ids(open, &Query { limit: 230, ..Query::default() }), latest[..230]);
}

/// No index contains such words as a whole.
pub(crate) fn very_long_words_differ_in_their_last_letter(open: &Opened) {
    let long = |last: char| format!("{}{last}", "x".repeat(1000));
    put(&*open.store, &[ask(1), ask(2)]);
    put(&*open.store, &[close(1, 1, words(&long('a'))), close(2, 1, words(&long('b')))]);
    assert_eq!(ids(open, &about(&long('a'))), [id(1)]);
    assert_eq!(ids(open, &about(&long('b'))), [id(2)]);
}

pub(crate) fn secrets_are_not_found(open: &Opened) {
    let mut secret = Question::new("The staging token?", Kind::Text { multiline: false, placeholder: None });
    secret.sensitive = true;
    put(&*open.store, &[ask_with(1, asked(1, vec![question("Deploy?"), secret]))]);
    let text = |text: &str| Entry { answer: Some(Answer::Text(text.into())), ..Entry::default() };
    let answers = Answers { entries: vec![text("tomorrow"), text("hunter2")] };
    put(&*open.store, &[close(1, 1, Outcome::Answered(answers))]);
    assert_eq!(ids(open, &about("deploy tomorrow")), [id(1)]);
    assert_eq!(ids(open, &about("hunter2")), []);
    assert_eq!(ids(open, &about("staging")), []);
}

pub(crate) fn what_is_delivered_says_so(open: &Opened) {
    put(&*open.store, &[ask(1), close(1, 1, words("x"))]);
    assert!(!open.store.past(&Query::default()).expect("looked")[0].delivered);
    put(&*open.store, &[deliver(1, 2)]);
    assert!(open.store.past(&Query::default()).expect("looked")[0].delivered);
}

pub(crate) fn what_closes_later_is_found_later(open: &Opened) {
    for n in 1..=5 {
        put(&*open.store, &[ask(n)]);
        let before: Vec<_> = (1..n).rev().map(id).collect();
        assert_eq!(ids(open, &about("needle")), before);
        put(&*open.store, &[close(n, 1, words("a needle"))]);
    }
    let other = (open.again)();
    assert_eq!(other.past(&about("needle")).expect("looked").len(), 5);
}
