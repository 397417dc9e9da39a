//! One ask's conversation with a backend, without a store: what it posts, links, closes and writes.

use asq_asking::{
    AskerSide, Call, CloseReply, Conversation, OpenRequest, Posted, ReadCall, WrittenEnding, read_call,
};
use asq_backend::{Backend, Failure, Follow, Wake};
use asq_core::inbox::{Command, Notice};
use asq_core::life::{About, Closing, Moment, Origin, RequestId};
use asq_core::model::{Answer, Answers, Draft, Entry, Outcome, Pick, Prefs, Typed, TypedIn};
use asq_testkit::backend::TestBackend;
use asq_wire::Ended;
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::mpsc::channel;

pub(crate) const PLAIN: &str =
    r#"{"name": "ask", "arguments": {"questions": [{"question": "Which?", "options": ["a", "b"]}]}}"#;
pub(crate) const SECRET: &str = r#"{"name": "ask", "arguments": {"questions": [{"question": "The password?", "kind": "text", "sensitive": true}]}}"#;

/// An asking process: its own ticket, and a ticket given to it.
#[derive(Default)]
pub(crate) struct Side {
    pub(crate) own: Option<&'static str>,
    pub(crate) given: Option<&'static str>,
    pub(crate) askers: bool,
    pub(crate) looked: RefCell<u32>,
    pub(crate) about: About,
}

impl AskerSide for Side {
    fn origin(&self) -> Origin {
        *self.looked.borrow_mut() += 1;
        Origin { folder: Some("/src".into()), ..Origin::default() }
    }

    fn own_ticket(&self) -> Option<&str> {
        self.own
    }

    fn given_ticket(&self) -> Option<String> {
        self.given.map(str::to_owned)
    }

    fn about(&self) -> Option<Box<About>> {
        self.about.clone().known()
    }

    fn returns(&self) -> bool {
        true
    }

    fn is_askers(&self, _: &Origin) -> bool {
        self.askers
    }

    fn time(&self, _: Moment) -> String {
        "noon".to_owned()
    }
}

pub(crate) fn call(text: &str, call_id: Option<&str>) -> Call {
    let ReadCall::Call(mut call) = read_call(text.into(), (None, None), Prefs::default()) else {
        panic!("misuse")
    };
    if let asq_dialects::What::Ask { request, .. } = &mut call.reading.what {
        request.from.call_id = call_id.map(Into::into);
    }
    *call
}

pub(crate) fn conversation<'a>(call: &'a Call, side: &'a Side) -> Conversation<'a> {
    let asq_dialects::What::Ask { request, .. } = &call.reading.what else { panic!("nobody is asked") };
    Conversation { call: &call.call, dialect: call.dialect, request, notes: &call.reading.notes, side }
}

pub(crate) fn backend() -> (TestBackend, Arc<dyn Backend>) {
    let backend = TestBackend::new("ann");
    (backend.clone(), Arc::new(backend))
}

pub(crate) fn open(posted: Posted) -> RequestId {
    match posted {
        Posted::Open(id, _) => id,
        Posted::Ended(ending) => panic!("it has ended: {}", ending.reply.content),
    }
}

fn ended(posted: Posted) -> WrittenEnding {
    match posted {
        Posted::Open(id, _) => panic!("{id} is open"),
        Posted::Ended(ending) => *ending,
    }
}

fn pick(option: usize) -> Answers {
    let answer = Some(Answer::Picks(vec![Pick::Option(option)]));
    Answers { entries: vec![Entry { answer, ..Entry::default() }] }
}

/// The kind of ending, the model's text, the values.
fn told(ending: &WrittenEnding) -> (Ended, &str, &str) {
    (ending.ended, &ending.reply.content, &ending.values)
}

#[test]
fn an_answer_given_here_is_stored_written_and_delivered_once() {
    let (_, backend) = backend();
    let (call, side) = (call(PLAIN, None), Side::default());
    let ask = conversation(&call, &side);
    assert!(ask.earlier(&backend).unwrap().is_none());
    let id = open(ask.post(&backend).unwrap());
    assert_eq!(open(ask.post(&backend).unwrap()), id);
    let request = OpenRequest::of(&backend, id).unwrap();
    let link = request.link();
    assert!(backend.asker_waits(id));
    let typed = Typed { question: 0, place: TypedIn::Custom, text: "half".into() };
    let draft = Draft { answers: Answers::none(1), typed: vec![typed], kept: None };
    assert!(link.share(&draft));
    assert_eq!(backend.drafts(id).unwrap(), draft);
    drop(link);
    assert!(!backend.asker_waits(id));
    assert_eq!(told(&request.ending(&ask).unwrap()).0, Ended::Pending);
    assert!(matches!(request.close(&Outcome::Answered(pick(1)), false).unwrap(), CloseReply::Counts));
    let ending = request.ending(&ask).unwrap();
    assert_eq!(
        told(&ending),
        (Ended::Answered, "The user answered your question.\n1. q1: \"Which?\"\n   picked: \"b\"", "b\n")
    );
    assert!(OpenRequest::of(&backend, id).is_none());
    // Until it is delivered, the next ask of the same content gets it.
    assert_eq!(told(&ended(ask.post(&backend).unwrap())), told(&ending));
    ending.delivery.unwrap().record().unwrap();
    assert!(!backend.delivered(id).unwrap());
    assert_ne!(open(ask.post(&backend).unwrap()), id);
}

#[test]
fn who_comes_second_gets_the_first_ending_and_who_goes_away_ends_nothing() {
    let (all, backend) = backend();
    let (call, side) = (call(PLAIN, Some("c1")), Side::default());
    let ask = conversation(&call, &side);
    let id = open(ask.post(&backend).unwrap());
    let request = OpenRequest::of(&backend, id).unwrap();
    let nothing = || Outcome::Withdrawn(Draft { answers: Answers::none(1), ..Draft::default() });
    assert!(matches!(request.close(&nothing(), false).unwrap(), CloseReply::Counts));
    assert!(OpenRequest::of(&backend, id).is_some());
    let bob = all.seen_by("bob");
    let inbox = bob.follow(Follow::Inbox, Wake::Descriptor).unwrap();
    let closing = Closing::Answer { answers: pick(0), seen: request.asked.digest.clone() };
    inbox.send(Command::Close { id, closing, key: None });
    let notices = inbox.notices();
    assert!(
        matches!(
            &notices[..],
            [Notice::Arrived(_), Notice::Closed { how: "answered", .. }, Notice::Accepted(_)]
        ),
        "{notices:?}"
    );
    let CloseReply::Beaten(Failure::Refused(why)) =
        request.close(&Outcome::Answered(pick(1)), false).unwrap()
    else {
        panic!("it counts")
    };
    let asq_core::life::Refusal::Closed { by, .. } = *why else { panic!("{why:?}") };
    assert_eq!(by.name.raw(), "bob");
    assert_eq!(
        told(&request.ending(&ask).unwrap()),
        (Ended::Answered, "The user answered your question.\n1. q1: \"Which?\"\n   picked: \"a\"", "a\n")
    );
    // Taking it back comes too late, too.
    assert!(matches!(request.close(&nothing(), true).unwrap(), CloseReply::Beaten(_)));
}

/// The test's backend has a list, and leaves out whatever follows from it.
#[test]
fn what_a_backend_leaves_out_follows_from_its_list_or_is_reported() {
    let (_, backend) = backend();
    let (call, side) = (call(PLAIN, None), Side::default());
    let id = open(conversation(&call, &side).post(&backend).unwrap());
    assert_eq!((backend.count(), backend.waiting(), backend.snoozed()), (Ok(1), Ok(1), Ok(Vec::new())));
    assert_eq!(backend.find(&id.to_string()[..6], 2), Ok(vec![id]));
    assert_eq!(backend.find("ZZZZZZ", 2), Ok(Vec::new()));
    assert_eq!(backend.short_id(id).unwrap(), id.to_string()[..6]);
    assert_eq!(backend.read(id).unwrap().life, backend.get(id).unwrap().life);
    assert_eq!((backend.late_drafts(id), backend.health()), (Ok(Vec::new()), Ok(())));
    let searched = backend.history(&asq_core::history::Query::default());
    assert_eq!(searched, Err(Failure::failed("this backend has no history")));
    let (tell, heard) = channel();
    backend.close_then(
        id,
        Closing::Discuss { draft: Draft::default() },
        None,
        Box::new(move |done| tell.send(done).unwrap()),
    );
    assert_eq!(heard.try_recv(), Ok(Ok(true)));
    assert_eq!((backend.count(), backend.find(&id.to_string(), 1)), (Ok(0), Ok(Vec::new())));
}

#[test]
fn the_same_call_id_with_other_content_is_a_conflict() {
    let (_, backend) = backend();
    let side = Side::default();
    let (first, second) = (call(PLAIN, Some("c1")), call(&PLAIN.replace("Which?", "Where?"), Some("c1")));
    open(conversation(&first, &side).post(&backend).unwrap());
    let ending = ended(conversation(&second, &side).post(&backend).unwrap());
    assert_eq!(ending.ended, Ended::Conflict);
    let text = &ending.reply.content;
    assert!(text.contains("another question with this call id") && text.contains("noon"), "{text}");
}

#[test]
fn a_secret_is_for_its_asker_and_for_whoever_holds_the_ticket() {
    let (_, backend) = backend();
    let call = call(SECRET, Some("c1"));
    let asker = Side { own: Some("t1"), ..Side::default() };
    let ask = conversation(&call, &asker);
    let id = open(ask.post(&backend).unwrap());
    assert_eq!(ask.pending(&*backend, id).ticket.as_deref(), Some("t1"));
    // Nobody should answer for an asker that may never learn the answer.
    let stranger = Side { own: Some("t2"), given: Some("t3"), ..Side::default() };
    assert_eq!(ended(conversation(&call, &stranger).post(&backend).unwrap()).ended, Ended::Conflict);
    let request = OpenRequest::of(&backend, id).unwrap();
    let answer = Entry { answer: Some(Answer::Text("hunter2".into())), ..Entry::default() };
    request.close(&Outcome::Answered(Answers { entries: vec![answer] }), false).unwrap();
    let holder = Side { given: Some("t1"), ..Side::default() };
    let of_tree = Side { askers: true, ..Side::default() };
    for (side, ended_as, values) in [
        (&asker, Ended::Answered, "hunter2\n"),
        (&holder, Ended::Answered, "hunter2\n"),
        (&of_tree, Ended::Answered, "hunter2\n"),
        (&stranger, Ended::Conflict, ""),
    ] {
        let ending = request.ending(&conversation(&call, side)).unwrap();
        assert_eq!((ending.ended, ending.values.as_str()), (ended_as, values));
        assert_eq!(ending.reply.content.contains("hunter2"), !values.is_empty());
    }
}

#[test]
fn the_end_of_a_wait_is_called_once_and_only_who_asks_is_looked_at() {
    let (all, backend) = backend();
    let (call, side) = (call(PLAIN, None), Side::default());
    let ask = conversation(&call, &side);
    assert_eq!(told(&ask.unavailable(asq_dialects::Why::NoTerminal)).0, Ended::Unavailable);
    assert_eq!(*side.looked.borrow(), 0);
    let id = open(ask.post(&backend).unwrap());
    let (tell, heard) = channel();
    let hold = backend.hold(id).unwrap();
    let _waiting = backend.when_closed(id, Box::new(move |closed| tell.send(closed.unwrap()).unwrap()));
    assert!(heard.try_recv().is_err() && backend.asker_waits(id));
    all.close(id, Closing::Discuss { draft: Draft::default() }, None).unwrap();
    assert_eq!(told(&ask.closed_in(&backend, &heard.try_recv().unwrap())).0, Ended::Discuss);
    assert!(heard.try_recv().is_err());
    drop(hold);
    assert!(!backend.asker_waits(id));
    assert!(!backend.inbox_in_use());
    all.use_inbox(true);
    assert!(backend.inbox_in_use());
}

#[test]
fn a_dialect_that_this_build_does_not_know_replies_as_asqs_own() {
    let (_, backend) = backend();
    let (call, side) = (call(PLAIN, None), Side::default());
    let id = open(conversation(&call, &side).post(&backend).unwrap());
    let asked = backend.get(id).unwrap().asked().unwrap().clone();
    let reply = |dialect: &str| {
        let asked = asq_core::life::Asked { dialect: dialect.to_owned(), ..asked.clone() };
        asq_asking::reply(&asked, asq_dialects::Ending::Unavailable(asq_dialects::Why::NoTerminal))
    };
    assert_eq!(reply("of a later build"), reply("asq"));
    assert_ne!(reply("questionnaire"), reply("asq"));
}
