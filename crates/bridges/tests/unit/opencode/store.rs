//! Questions of OpenCode on a backend in memory.

use super::attach::AttachSide;
use super::heard::PartState;
use super::news::{BridgeNews, EndedThere};
use super::question::OpenCodeQuestion;
use super::steps::{EndedHere, PartLook, PostReply, RecordReply};
use super::store::{ServerStore, ended_here};
use crate::address::SystemAddress;
use crate::calls::SocketEnds;
use asq_backend::{Backend, ClosedRequest, NewRequest};
use asq_core::life::{About, Asked, Closing, Origin, PeerAddress, PeerPlace, Process, RequestId, Via};
use asq_core::model::{Answer, Answers, Draft, Entry, Kind, Outcome, Pick, Prefs, Provenance};
use asq_core::model::{Question, QuestionOption, Request};
use asq_dialects::opencode;
use asq_testkit::backend::TestBackend;
use serde_json::{Value, json};
use std::path::Path;

const SERVER: &str = "http://127.0.0.1:4096";

struct Side;

fn ends() -> SocketEnds {
    SocketEnds { own: "127.0.0.1:50000".parse().unwrap(), peer: "127.0.0.1:4096".parse().unwrap() }
}

/// The origin of OpenCode's process.
fn process() -> Origin {
    let process = Some(Process { pid: 7, started: 8 });
    Origin { host: Some("box".into()), process, folder: Some("/".into()), ..Origin::default() }
}

impl AttachSide for Side {
    fn origin(&self, of: Option<SocketEnds>) -> Origin {
        assert_eq!(of, Some(ends()));
        let peer = PeerAddress { address: "".into(), place: PeerPlace::Elsewhere };
        Origin { via: Via { peer: Some(Box::new(peer)), ..Via::default() }, ..process() }
    }

    fn prefs(&self, of: Option<SocketEnds>, folder: &Path) -> Prefs {
        assert_eq!(of, Some(ends()));
        Prefs { clock: folder != Path::new("/a"), ..Prefs::default() }
    }

    fn tell(&self, _: &SystemAddress, _: BridgeNews) {}
}

fn store<'a>(backend: &'a TestBackend, address: &'a str) -> ServerStore<'a> {
    ServerStore { backend, side: &Side, address, ends: Some(ends()) }
}

/// A question with the call id `call`, with what it asks.
fn question_of(n: u8, asks: &Value) -> OpenCodeQuestion {
    let whole = json!({
        "id": format!("que_{n}"), "sessionID": "ses_1", "questions": [asks],
        "tool": {"messageID": "msg_1", "callID": "call"},
    });
    OpenCodeQuestion::read(whole, "/a").unwrap()
}

fn color() -> Value {
    json!({
        "question": "Which color?", "header": "Color", "custom": false,
        "options": [{"label": "Blue", "description": "The sky"}, {"label": "Red", "description": ""}],
    })
}

fn question(n: u8) -> OpenCodeQuestion {
    question_of(n, &color())
}

fn look() -> PartLook {
    let (title, says) = (Some("Paint the shed".into()), Some("Let me ask you.".into()));
    PartLook { state: PartState::Waits, title, says }
}

/// Posts a question that is open then.
fn posted(backend: &TestBackend, question: &OpenCodeQuestion) -> RequestId {
    match store(backend, SERVER).post(question, &look()) {
        PostReply::Open(id) => id,
        other => panic!("{other:?}"),
    }
}

fn asked(backend: &TestBackend, id: RequestId) -> Asked {
    backend.get(id).unwrap().asked().unwrap().clone()
}

fn closed(backend: &TestBackend, id: RequestId) -> ClosedRequest {
    ClosedRequest::of(id, &backend.get(id).unwrap().life).unwrap()
}

fn picked(option: usize) -> Answers {
    let answer = Some(Answer::Picks(vec![Pick::Option(option)]));
    Answers { entries: vec![Entry { answer, ..Entry::default() }] }
}

fn answers(backend: &TestBackend, id: RequestId, option: usize) {
    let closing = Closing::Answer { answers: picked(option), seen: asked(backend, id).digest };
    assert_eq!(backend.close(id, closing, None), Ok(true));
}

fn withdrawn() -> Outcome {
    Outcome::Withdrawn(Draft { answers: Answers::none(1), ..Draft::default() })
}

fn labels(labels: &[&str]) -> Vec<Vec<String>> {
    vec![labels.iter().map(|label| (*label).to_owned()).collect()]
}

#[test]
fn a_question_is_posted_with_all_that_is_known_of_it() {
    let backend = TestBackend::new("ada");
    let question = question(1);
    let id = posted(&backend, &question);
    let blue =
        QuestionOption { description: Some("The sky".into()), ..QuestionOption::new("Blue".to_owned()) };
    let asks = Question {
        id: "q1".into(),
        header: "Color".into(),
        options: vec![blue, QuestionOption::new("Red".to_owned())],
        ..Question::new("Which color?", Kind::One)
    };
    let from = Provenance {
        agent: Some("opencode".into()),
        session: Some("ses_1".into()),
        call_id: Some("call".into()),
        script: false,
    };
    let prefs = Prefs { clock: false, ..Prefs::default() };
    let request =
        Request { questions: vec![asks], rules: opencode::rules::ANSWER, prefs, from, expiry: None };
    let peer = PeerAddress { address: SERVER.into(), place: PeerPlace::Elsewhere };
    let via = Via { token: None, peer: Some(Box::new(peer)) };
    let says = Some("Let me ask you.".into());
    let about = About { says, task: Some("Paint the shed".into()), ..About::default() };
    let stored = asked(&backend, id);
    let wanted = Asked {
        request,
        digest: stored.digest.clone(),
        claim: None,
        dialect: "opencode".into(),
        call: json!({"name": "question", "arguments": question.whole}).to_string(),
        origin: Origin { folder: Some("/a".into()), via, ..process() },
        ticket: None,
        about: about.known(),
        returns: false,
    };
    assert_eq!(stored, wanted);
    // Without a part, its own id stands for the call's; blank text says nothing.
    let mut whole = question.whole;
    whole.as_object_mut().unwrap().remove("tool");
    let question = OpenCodeQuestion::read(whole, "/a").unwrap();
    let blank = PartLook { state: PartState::Waits, title: Some(" \n".into()), says: None };
    let PostReply::Open(id) = store(&backend, SERVER).post(&question, &blank) else { panic!("not open") };
    let stored = asked(&backend, id);
    assert_eq!((stored.request.from.call_id, stored.about), (Some("que_1".into()), None));
}

#[test]
fn a_call_id_that_belongs_to_another_question_gets_the_questions_id() {
    let backend = TestBackend::new("ada");
    let other = json!({"question": "What name?", "header": "Name", "options": []});
    // The second one asks the same, the third one something else.
    let all = [question(1), question(2), question_of(3, &other)];
    let ids = all.each_ref().map(|question| posted(&backend, question));
    let call_ids = ids.map(|id| asked(&backend, id).request.from.call_id.unwrap().raw().to_owned());
    assert_eq!(call_ids, ["call", "call que_2", "call que_3"]);
    // Each of them attaches to its own request.
    assert_eq!(all.each_ref().map(|question| posted(&backend, question)), ids);
    answers(&backend, ids[0], 1);
    answers(&backend, ids[1], 0);
    let ended = all.each_ref().map(|question| store(&backend, SERVER).post(question, &look()));
    let reply = |n: usize, label| PostReply::Ended(ids[n], EndedHere::Reply(labels(&[label])));
    assert_eq!(ended, [reply(0, "Red"), reply(1, "Blue"), PostReply::Open(ids[2])]);
}

#[test]
fn a_question_that_was_closed_before_has_its_ending_until_it_is_delivered() {
    let backend = TestBackend::new("ada");
    let draft = Draft::default;
    let reason = Some("not now".into());
    for (n, closing, ending) in [
        (1, Closing::Decline { reason: reason.clone(), draft: draft() }, Some(EndedHere::Reject(reason))),
        (2, Closing::Cancel { draft: draft() }, Some(EndedHere::Reject(None))),
        (3, Closing::Discuss { draft: draft() }, Some(EndedHere::Reject(None))),
        (4, Closing::Withdraw, None),
    ] {
        let mut asks = color();
        asks["header"] = json!(format!("Color {n}"));
        let question = question_of(n, &asks);
        let id = posted(&backend, &question);
        backend.close(id, closing.clone(), None).unwrap();
        assert_eq!(ended_here(&closed(&backend, id)), ending, "{closing:?}");
        let post = || store(&backend, SERVER).post(&question, &look());
        assert_eq!(post(), ending.map_or(PostReply::Over, |it| PostReply::Ended(id, it)), "{closing:?}");
        backend.delivered(id).unwrap();
        assert_eq!((post(), ended_here(&closed(&backend, id))), (PostReply::Over, None), "{closing:?}");
    }
}

#[test]
fn a_later_bridge_to_the_same_server_finds_its_open_questions() {
    let backend = TestBackend::new("ada");
    let ids = [1, 2, 3].map(|n| posted(&backend, &question(n)));
    backend.close(ids[1], Closing::Withdraw, None).unwrap();
    let asked = asked(&backend, ids[0]);
    let another = |change: fn(&mut NewRequest)| {
        let Asked { request, dialect, call, origin, about, .. } = asked.clone();
        let mut new = NewRequest { request, dialect, call, origin, ticket: None, about, returns: false };
        new.request.from.call_id = None;
        change(&mut new);
        backend.ask(new).unwrap();
    };
    another(|new| new.dialect = "asq".into());
    another(|new| new.request.from.agent = Some("builder".into()));
    another(|new| {
        let peer = PeerAddress { address: "http://127.0.0.1:4097".into(), place: PeerPlace::Here };
        new.origin.via.peer = Some(Box::new(peer));
        new.request.from.session = Some("ses_2".into());
    });
    another(|new| {
        new.origin.via.peer = None;
        new.request.from.session = Some("ses_3".into());
    });
    assert_eq!(backend.list(0).unwrap().len(), 6);
    assert_eq!(store(&backend, SERVER).recall(), [(ids[0], question(1)), (ids[2], question(3))]);
}

#[test]
fn an_ending_there_is_recorded_and_an_answer_only_if_it_is_one_here() {
    let backend = TestBackend::new("ada");
    let answered = |text: &str| Some(EndedThere::Answered(labels(&[text])));
    for (n, there, recorded, outcome) in [
        (1, answered("Red"), RecordReply::Done, Some(Outcome::Answered(picked(1)))),
        (2, Some(EndedThere::Rejected), RecordReply::Done, Some(Outcome::Cancelled(Draft::default()))),
        (3, Some(EndedThere::Aborted), RecordReply::Done, Some(withdrawn())),
        (4, Some(EndedThere::Deleted), RecordReply::Done, Some(withdrawn())),
        (5, Some(EndedThere::Dropped), RecordReply::Done, Some(withdrawn())),
        (6, None, RecordReply::Done, Some(withdrawn())),
        (7, answered("Green"), RecordReply::Refused, None),
        (8, Some(EndedThere::Answered(labels(&["Blue", "Red"]))), RecordReply::Refused, None),
    ] {
        let id = posted(&backend, &question(n));
        assert_eq!(store(&backend, SERVER).record(id, there.as_ref()), recorded, "{there:?}");
        let is = ClosedRequest::of(id, &backend.get(id).unwrap().life).map(|closed| *closed.outcome);
        assert_eq!(is, outcome, "{there:?}");
    }
    let failed = RecordReply::Failed("there is no such request".into());
    let nowhere = RequestId(99);
    assert_eq!(store(&backend, SERVER).record(nowhere, answered("Red").as_ref()), failed);
    assert_eq!(store(&backend, SERVER).record(nowhere, None), failed);
}

#[test]
fn an_ending_that_a_person_gave_here_first_comes_back() {
    let backend = TestBackend::new("ada");
    let ids = [1, 2].map(|n| posted(&backend, &question(n)));
    answers(&backend, ids[0], 0);
    backend.close(ids[1], Closing::Withdraw, None).unwrap();
    let there = EndedThere::Answered(labels(&["Red"]));
    let recorded = ids.map(|id| store(&backend, SERVER).record(id, Some(&there)));
    let here = EndedHere::Reply(labels(&["Blue"]));
    assert_eq!(recorded, [RecordReply::Beaten(Some(here)), RecordReply::Beaten(None)]);
}

#[test]
fn a_question_that_asks_nothing_is_refused_with_the_reason() {
    let backend = TestBackend::new("ada");
    let whole = json!({"id": "que_1", "sessionID": "ses_1", "questions": []});
    let question = OpenCodeQuestion::read(whole, "/a").unwrap();
    let PostReply::Unfit(why) = store(&backend, SERVER).post(&question, &look()) else { panic!("it fits") };
    assert_eq!(why.raw(), "questions: must hold 1 to 32 questions, but holds none.");
    assert_eq!(backend.list(0), Ok(Vec::new()));
}
