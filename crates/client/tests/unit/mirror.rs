//! A surface goes on over a new feed where a lost one ended.

use crate::mirror::FeedMirror;
use asq_core::inbox::{AnnouncePace, Command, Notice};
use asq_core::life::{Actor, Closing, How, IdempotencyKey, Moment, Refusal, RequestId, Right};
use asq_core::model::{Answer, Answers, Draft, Typed, TypedIn, WholeDraft};
use asq_testkit::sample;
use asq_wire::http::FeedHello;
use std::sync::Arc;

const ONE: RequestId = RequestId(1);
const TWO: RequestId = RequestId(2);

fn hello(known: &[RequestId]) -> FeedHello {
    FeedHello { feed: "f".into(), known: Some(known.to_vec()) }
}

fn typed(text: &str) -> Draft {
    let typed = vec![Typed { question: 0, place: TypedIn::Edit, text: text.into() }];
    Draft { answers: Answers::none(1), typed, kept: None }
}

fn types(id: RequestId, text: &str) -> Command {
    Command::Draft { id, draft: typed(text) }
}

fn opened(id: RequestId, text: &str) -> Notice {
    let asked = asq_core::life::Asked {
        request: sample::texts(&[("Why?", false), ("The token?", true)]),
        digest: "d".into(),
        claim: None,
        dialect: "asq".into(),
        call: "{}".into(),
        origin: asq_core::life::Origin::default(),
        ticket: None,
        about: None,
        returns: false,
    };
    let draft = if text.is_empty() { Draft::default() } else { typed(text) };
    Notice::Opened {
        id,
        asked: Box::new(asked),
        at: Moment { wall_ms: 1, boot: None },
        draft: Box::new(draft),
    }
}

fn closes(id: RequestId, key: &str) -> Command {
    let closing = Closing::Cancel { draft: Draft::default() };
    Command::Close { id, closing, key: Some(IdempotencyKey(key.into())) }
}

/// A feed with these requests open in the list.
fn with(known: &[RequestId]) -> FeedMirror {
    let mut mirror = FeedMirror::default();
    assert_eq!(mirror.hello(&hello(known)), []);
    for id in known {
        let arrived = Notice::Arrived(Arc::new(sample::pending(id.0 as u64)));
        assert_eq!(mirror.notice(arrived.clone()), [arrived]);
    }
    mirror
}

/// Sends everything; returns it with the number of its first command.
fn sends(mirror: &mut FeedMirror) -> (u64, Vec<Command>) {
    let mut all = (u64::MAX, Vec::new());
    while let Some(batch) = mirror.batch() {
        all.0 = all.0.min(batch.from);
        all.1.extend(batch.commands);
        mirror.taken();
    }
    all
}

#[test]
fn commands_keep_their_order_and_numbers_until_they_are_taken() {
    let mut mirror = with(&[]);
    mirror.command(Command::Open(ONE));
    let first = mirror.batch().unwrap();
    mirror.command(Command::Typed);
    assert_eq!(mirror.batch().unwrap().commands, [Command::Open(ONE), Command::Typed], "not taken yet");
    assert_eq!((first.from, first.commands), (0, vec![Command::Open(ONE)]));
    mirror.taken();
    mirror.command(Command::Late);
    assert_eq!(sends(&mut mirror), (2, vec![Command::Late]));
    assert!(mirror.is_sent());
}

#[test]
fn later_text_replaces_text_that_is_not_on_its_way() {
    let mut mirror = with(&[]);
    mirror.command(types(ONE, "a"));
    mirror.batch();
    mirror.command(types(ONE, "ab"));
    mirror.command(types(TWO, "x"));
    mirror.command(types(ONE, "abc"));
    assert_eq!(sends(&mut mirror), (0, vec![types(ONE, "a"), types(TWO, "x"), types(ONE, "abc")]));
}

#[test]
fn what_closed_meanwhile_is_gone_and_what_is_known_arrives_once() {
    let mut mirror = with(&[ONE, TWO]);
    assert_eq!(mirror.hello(&hello(&[TWO, RequestId(3)])), [Notice::Gone(ONE)]);
    let arrived = |n: u64| Notice::Arrived(Arc::new(sample::pending(n)));
    assert_eq!(mirror.notice(arrived(2)), []);
    assert_eq!(mirror.notice(arrived(3)), [arrived(3)]);
    assert_eq!(
        mirror.hello(&FeedHello { feed: "f".into(), known: None }),
        [],
        "it follows only what it opens"
    );
}

#[test]
fn a_new_feed_gets_what_is_open_with_its_text_and_the_surface_hears_nothing_of_it() {
    let mut mirror = with(&[ONE]);
    mirror.command(Command::Open(ONE));
    assert_eq!(mirror.notice(opened(ONE, "a")), [opened(ONE, "a")]);
    mirror.command(types(ONE, "ab"));
    let whole = WholeDraft { page: Some(1), ..WholeDraft::default() };
    mirror.command(Command::Whole { id: ONE, whole: whole.clone() });
    sends(&mut mirror);
    // Typed while the server was away.
    mirror.command(types(ONE, "abc"));
    mirror.hello(&hello(&[ONE]));
    assert_eq!(sends(&mut mirror), (0, vec![Command::Open(ONE)]));
    assert_eq!(mirror.notice(opened(ONE, "ab")), []);
    let again = vec![Command::Whole { id: ONE, whole: whole.clone() }, types(ONE, "abc")];
    assert_eq!(sends(&mut mirror), (1, again));
    // What the earlier feed wrote late isn't news either.
    assert_eq!(mirror.notice(Notice::Drafted { id: ONE, draft: Box::new(typed("ab")) }), []);
    assert_eq!(mirror.notice(Notice::Whole { id: ONE, whole: Box::new(whole) }), []);
    mirror.hello(&hello(&[ONE]));
    sends(&mut mirror);
    assert_eq!(mirror.notice(opened(ONE, "abc")), [], "it has arrived");
    assert_eq!(sends(&mut mirror).1.len(), 1, "the page alone");
}

#[test]
fn text_of_somebody_else_is_told_and_next_to_own_text_both_are_kept() {
    let mut mirror = with(&[ONE, TWO]);
    for id in [ONE, TWO] {
        mirror.command(Command::Open(id));
        mirror.notice(opened(id, ""));
    }
    mirror.command(types(TWO, "mine"));
    mirror.hello(&hello(&[ONE, TWO]));
    sends(&mut mirror);
    let theirs = Notice::Drafted { id: ONE, draft: Box::new(typed("theirs")) };
    assert_eq!(mirror.notice(opened(ONE, "theirs")), [theirs]);
    assert_eq!(mirror.notice(opened(TWO, "theirs")), []);
    // Written without the other text's revision, so the store finds the clash.
    let again = vec![Command::Shut(TWO), types(TWO, "mine"), Command::Open(TWO)];
    assert_eq!(sends(&mut mirror).1, again);
    assert_eq!(mirror.notice(opened(TWO, "mine")), []);
    let clash = Notice::Clash { id: TWO, draft: Box::new(typed("theirs")) };
    assert_eq!(mirror.notice(clash.clone()), [clash]);
    assert_eq!(sends(&mut mirror).1, []);
}

#[test]
fn an_ending_without_a_reply_is_sent_again_under_its_key_and_its_reply_comes_before_the_end() {
    let mut mirror = with(&[ONE, TWO]);
    mirror.command(closes(ONE, "k1"));
    mirror.command(closes(TWO, "k2"));
    sends(&mut mirror);
    assert_eq!(mirror.notice(Notice::Accepted(TWO)), [Notice::Accepted(TWO)]);
    assert_eq!(mirror.hello(&hello(&[])), [Notice::Gone(TWO)]);
    assert_eq!(sends(&mut mirror), (0, vec![closes(ONE, "k1")]));
    let by = Box::new(Actor::new("bob", Right::Answer, How::Tty));
    let outcome = Box::new(asq_core::model::Outcome::Cancelled(Draft::default()));
    let why = Box::new(Refusal::Closed { by, at: Moment { wall_ms: 1, boot: None }, outcome });
    let refused = Notice::Refused { id: ONE, why };
    assert_eq!(mirror.notice(refused.clone()), [refused, Notice::Gone(ONE)]);
    mirror.hello(&hello(&[]));
    assert_eq!(sends(&mut mirror).1, []);
}

#[test]
fn unanswered_questions_and_turns_are_asked_for_again() {
    let pace = AnnouncePace { gap_ms: 7, ..AnnouncePace::default() };
    let announce = |ids: &[RequestId]| Command::Announce { ids: ids.to_vec(), pace };
    let mut mirror = with(&[ONE, TWO]);
    for command in
        [announce(&[ONE]), announce(&[TWO]), Command::Done(9), Command::Look(ONE), Command::Look(TWO)]
    {
        mirror.command(command);
    }
    sends(&mut mirror);
    mirror.notice(Notice::Announced(vec![ONE]));
    mirror.notice(Notice::Looked { id: ONE, content: None });
    mirror.command(Command::Snooze { id: TWO, until_ms: 7 });
    mirror.command(Command::Typed);
    mirror.hello(&hello(&[ONE, TWO]));
    let again = vec![
        announce(&[TWO]),
        Command::Done(9),
        Command::Look(TWO),
        Command::Snooze { id: TWO, until_ms: 7 },
    ];
    assert_eq!(sends(&mut mirror), (0, again));
    mirror.notice(Notice::Done(Vec::new()));
    mirror.notice(Notice::Gone(TWO));
    mirror.hello(&hello(&[ONE]));
    assert_eq!(sends(&mut mirror).1, [Command::Look(TWO)]);
}

/// A text for the first question, and a secret for the second one.
fn types_a_secret(id: RequestId) -> Command {
    let mut draft = typed("because");
    draft.answers = Answers::none(2);
    draft.answers.entries[1].answer = Some(Answer::Text("hunter2".into()));
    draft.typed.push(Typed { question: 1, place: TypedIn::Edit, text: "hunter2".into() });
    Command::Draft { id, draft }
}

/// The same without the secret.
fn types_the_rest(id: RequestId) -> Command {
    let draft = Draft { answers: Answers::none(2), ..typed("because") };
    Command::Draft { id, draft }
}

#[test]
fn text_of_a_secret_is_not_sent_as_a_draft() {
    let mut mirror = with(&[ONE]);
    mirror.command(Command::Open(ONE));
    mirror.notice(opened(ONE, ""));
    sends(&mut mirror);
    mirror.command(types_a_secret(ONE));
    assert_eq!(sends(&mut mirror).1, [types_the_rest(ONE)]);
}

#[test]
fn text_of_a_secret_is_not_sent_by_a_surface_that_has_not_read_the_end_of_its_request() {
    let closed = |id| {
        let by = Box::new(Actor::new("bob", Right::Answer, How::Tty));
        Notice::Closed { id, by, at: Moment { wall_ms: 1, boot: None }, how: "answered" }
    };
    let mut mirror = with(&[ONE, TWO]);
    for (id, end) in [(ONE, closed(ONE)), (TWO, Notice::Gone(TWO))] {
        mirror.command(Command::Open(id));
        mirror.notice(opened(id, ""));
        sends(&mut mirror);
        assert_eq!(mirror.notice(end.clone()), [end]);
        mirror.command(types_a_secret(id));
        assert_eq!(sends(&mut mirror).1, [types_the_rest(id)]);
    }
    // Nor after the surface has shut it, nor over a new feed.
    mirror.command(Command::Shut(ONE));
    mirror.command(types_a_secret(ONE));
    mirror.hello(&hello(&[]));
    assert_eq!(sends(&mut mirror).1, [types_the_rest(ONE)]);
}
