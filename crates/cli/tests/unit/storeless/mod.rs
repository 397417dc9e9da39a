//! The three surfaces over a backend in memory: `asq ask`, the inbox and embed, without a store.
//!
//! - `asq ask` posts, somebody answers in the inbox, and asking again gets the answer.
//! - Its form on a terminal is in the inbox, too: whichever of the two answers first, the other one closes.
//! - A form without news of other surfaces says so, on a terminal and in a host, from the start or from then on.
//! - A host's form is in the inbox, too: an answer there closes it, and an answer here leaves the inbox.
//! - Leaves no file: each surface sees a [`Backend`](asq_backend::Backend) and nothing else.

mod surfaces;

use crate::args::store::PostArgs;
use crate::ask::{LocalAsk, PrintedEnding, post};
use crate::embed::Host;
use crate::env::Env;
use crate::session::ThisAsker;
use asq_asking::{Call, ReadCall, read_call};
use asq_backend::Backend;
use asq_core::model::Prefs;
use asq_core::time::Timestamp;
use asq_dialects::What;
use asq_testkit::backend::TestBackend;
use asq_tui::embed::Embed;
use asq_wire::Ended;
use asq_wire::embed::ToHost;
use expect_test::expect;
use std::path::Path;
use surfaces::{Home, InboxStandIn, TerminalAsk};

const CALL: &str =
    r#"{"name": "ask", "arguments": {"questions": [{"question": "Which?", "options": ["a", "b"]}]}}"#;

fn asks(env: &Env, how: &PostArgs) -> PrintedEnding {
    let ReadCall::Call(call) = read_call(CALL.into(), (None, None), Prefs::default()) else {
        panic!("misuse")
    };
    let Call { call, dialect, reading } = *call;
    let What::Ask { mut request, .. } = reading.what else { panic!("nobody is asked") };
    request.from.agent = Some("builder".into());
    let side = ThisAsker { folder: Some(Path::new("/src")), ..ThisAsker::of(env) };
    let asker = LocalAsk::of(&call, dialect, &request, side);
    post::ask(&asker, how).unwrap()
}

#[test]
fn an_ask_is_answered_in_the_inbox_and_asked_again() {
    let backend = TestBackend::new("ann");
    let home = Home::new();
    let env = home.env(&backend);
    let mut inbox = InboxStandIn::new(&backend);
    let posted = asks(&env, &PostArgs { inbox: false, wait: None, no_wait: true });
    assert_eq!(posted.ended, Ended::Pending);
    inbox.settle(Vec::new());
    let listed = inbox.screen();
    inbox.keys("<ret><down><ret>");
    inbox.send();
    expect![[r#"
        Inbox  1 waiting
        ──────────────────────────────────────────────
        ❯   Which?                                 now
            builder         /src                  pick






        ──────────────────────────────────────────────
        Enter open · s later · d decline · ? · q quit
        =====
        Inbox  0 waiting
        ──────────────────────────────────────────────
        ❯   Which?                                 now
            ✔ answered by you at 08:00 │ b






        ──────────────────────────────────────────────
        x clear · / search · ? keys · q quit
    "#]]
    .assert_eq(&format!("{listed}=====\n{}", inbox.screen()));
    let answered = asks(&env, &PostArgs { inbox: false, wait: Some(0), no_wait: false });
    assert_eq!((answered.id, answered.ended, answered.values.as_str()), (posted.id, Ended::Answered, "b\n"));
    answered.delivery.unwrap().record().unwrap();
    assert_eq!(backend.count().unwrap(), 0);
    home.assert_empty();
    inbox.home.assert_empty();
}

/// The line with which a host opens a form.
fn open(id: &str) -> String {
    open_on("form", id)
}

fn open_on(surface: &str, id: &str) -> String {
    format!(
        r#"{{"type": "open", "v": 1, "id": "{id}", "surface": "{surface}", "waits": true, "guard_ms": 0, "call": {CALL}}}"#
    )
}

/// The lines that the host gets, without frames.
fn lines_for_host(lines: &[ToHost]) -> String {
    let line = |line: &ToHost| (!matches!(line, ToHost::Frame { .. })).then(|| format!("{}\n", line.line()));
    lines.iter().filter_map(line).collect()
}

#[test]
fn a_hosts_form_and_the_inbox_are_two_surfaces_of_one_request() {
    let backend = TestBackend::new("ann");
    let home = Home::new();
    let env = home.env(&backend);
    let mut inbox = InboxStandIn::new(&backend);
    let mut host = Host::new(&env);
    let mut embed = Embed::new(&mut host);
    let mut all = lines_for_host(&embed.line(Timestamp(0), open("f1")));
    // Its turn to be announced.
    all += &lines_for_host(&embed.take_news(Timestamp(0)));
    inbox.settle(Vec::new());
    assert_eq!(backend.count().unwrap(), 1);
    inbox.keys("<ret><down><ret>");
    inbox.send();
    all += &lines_for_host(&embed.take_news(Timestamp(5000)));
    embed.written();
    all += "=====\n";
    all += &lines_for_host(&embed.line(Timestamp(9000), open("f2")));
    all += &lines_for_host(&embed.take_news(Timestamp(9000)));
    inbox.settle(Vec::new());
    let before = inbox.screen();
    let enter = r#"{"type": "input", "id": "f2", "data": "\r"}"#;
    all += &lines_for_host(&embed.line(Timestamp(12_000), enter));
    embed.written();
    inbox.settle(Vec::new());
    assert_ne!(inbox.screen(), before);
    assert_eq!(backend.count().unwrap(), 0);
    home.assert_empty();
    inbox.home.assert_empty();
    expect![[r#"
        {"type":"signal","id":"f1","signal":"title","title":"asq — Question 1"}
        {"type":"signal","id":"f1","signal":"bell"}
        {"type":"signal","id":"f1","signal":"title","title":null}
        {"type":"done","id":"f1","outcome":"answered","content":"The user answered your question.\n1. q1: \"Which?\"\n   picked: \"b\"","details":{"outcome":"answered","answers":{"q1":{"kind":"select_one","value":"b","label":"b","index":1}}},"is_error":false,"notes":[],"told":"asq: answered by bob at a terminal"}
        =====
        {"type":"signal","id":"f2","signal":"title","title":"asq — Question 1"}
        {"type":"signal","id":"f2","signal":"bell"}
        {"type":"signal","id":"f2","signal":"title","title":null}
        {"type":"done","id":"f2","outcome":"answered","content":"The user answered your question.\n1. q1: \"Which?\"\n   picked: \"a\"","details":{"outcome":"answered","answers":{"q1":{"kind":"select_one","value":"a","label":"a","index":0}}},"is_error":false,"notes":[]}
        =====
        Inbox  0 waiting
        ──────────────────────────────────────────────
        ❯   Which?                                 now
            ✔ answered by you at 08:00 │ b
            Which?                                 now
            – answered by ann at a terminal at 08:00




        ──────────────────────────────────────────────
        x clear · / search · ? keys · q quit
    "#]].assert_eq(&format!("{all}=====\n{}", inbox.screen()));
}

#[test]
fn a_form_on_a_terminal_and_the_inbox_are_two_surfaces_of_one_request() {
    let backend = TestBackend::new("ann");
    let mut inbox = InboxStandIn::new(&backend);
    let asked = TerminalAsk::new(&backend);
    inbox.settle(Vec::new());
    assert_eq!(backend.count().unwrap(), 1);
    assert_eq!(asked.pick_second(), (Ended::Answered, "b\n".to_owned(), Vec::new()));
    inbox.settle(Vec::new());
    let screen = inbox.screen();
    assert!(screen.contains("– answered by ann at a terminal at 08:00"), "{screen}");
}

#[test]
fn a_form_on_a_terminal_closes_when_the_inbox_answers() {
    let backend = TestBackend::new("ann");
    let mut inbox = InboxStandIn::new(&backend);
    let asked = TerminalAsk::new(&backend);
    inbox.settle(Vec::new());
    inbox.keys("<ret><down><ret>");
    inbox.send();
    asked.tmux.wait_text("– answered by bob at a terminal");
    assert_eq!(asked.end(), (Ended::Answered, "b\n".to_owned(), Vec::new()));
    assert_eq!(backend.count().unwrap(), 0);
}

/// The line of a form that nobody tells what other surfaces do.
const UNHEARD: &str = "asq: this form doesn't see what others do with the question: no descriptor is left";

#[test]
fn a_form_that_gets_no_news_of_other_surfaces_says_so() {
    let backend = TestBackend::new("ann");
    backend.use_inbox(true);
    backend.log.refuse_readers();
    let asked = TerminalAsk::new(&backend);
    assert_eq!(asked.pick_second(), (Ended::Answered, "b\n".to_owned(), vec![UNHEARD.to_owned()]));
    let home = Home::new();
    let env = home.env(&backend);
    let mut host = Host::new(&env);
    let mut embed = Embed::new(&mut host);
    embed.line(Timestamp(0), open("f1"));
    // A host shows it next to the ending.
    let lines = embed.line(Timestamp(3000), r#"{"type": "input", "id": "f1", "data": "\r"}"#);
    let Some(ToHost::Done { told, .. }) = lines.last() else { panic!("{}", lines_for_host(&lines)) };
    assert_eq!(told.as_deref(), Some(UNHEARD));
}

/// The rows above a form whose news stopped, in a frame for a host.
const STOPPED: &str =
    r#""── this form no longer sees what others do with the question: the store is gone","│ Which?""#;

#[test]
fn a_form_whose_news_stops_says_so_once() {
    let backend = TestBackend::new("ann");
    backend.use_inbox(true);
    let asked = TerminalAsk::new(&backend);
    backend.log.stop("the store is gone");
    asked.tmux.wait_text("no longer sees");
    let screen = asked.tmux.screen();
    assert_eq!(screen.matches("this form no longer sees").count(), 1, "{screen}");
    assert_eq!(asked.pick_second(), (Ended::Answered, "b\n".to_owned(), Vec::new()));
}

#[test]
fn a_hosts_form_and_its_dialogs_whose_news_stops_say_so_once() {
    let backend = TestBackend::new("ann");
    backend.use_inbox(true);
    let home = Home::new();
    let env = home.env(&backend);
    let mut host = Host::new(&env);
    let mut embed = Embed::new(&mut host);
    embed.line(Timestamp(0), open("f1"));
    backend.log.stop("the store is gone");
    let frames: Vec<String> = embed.take_news(Timestamp(1000)).iter().map(ToHost::line).collect();
    assert_eq!(frames.join("").matches(STOPPED).count(), 1, "{frames:?}");
    assert_eq!(embed.take_news(Timestamp(2000)), Vec::new());
    let lines = embed.line(Timestamp(3000), r#"{"type": "input", "id": "f1", "data": "\r"}"#);
    let Some(ToHost::Done { told, .. }) = lines.last() else { panic!("{}", lines_for_host(&lines)) };
    assert_eq!(told.as_deref(), None);
    embed.written();
    embed.line(Timestamp(4000), open_on("steps", "f2"));
    let bell = "{\"type\":\"signal\",\"id\":\"f2\",\"signal\":\"bell\"}\n";
    assert_eq!(lines_for_host(&embed.take_news(Timestamp(5000))), bell);
    let lines = embed.line(Timestamp(6000), r#"{"type": "answer", "id": "f2", "step": 1, "value": "1. a"}"#);
    let Some(ToHost::Done { told, .. }) = lines.last() else { panic!("{}", lines_for_host(&lines)) };
    let said = "asq: this form no longer sees what others do with the question: the store is gone";
    assert_eq!(told.as_deref(), Some(said));
}
