//! A host's form, and what becomes of it when somebody else answers, types, or nobody looks.
#![allow(clippy::unwrap_used, clippy::needless_raw_string_hashes, reason = "a test")]

use crate::console::{QUESTION, question, request};
use asq_core::form::Guard;
use asq_core::inbox::Notice;
use asq_core::life::{Actor, How, Moment, RequestId, Right};
use asq_core::model::{Draft, Kind, Outcome, Typed, TypedIn, WholeDraft};
use asq_core::time::Timestamp;
use asq_testkit::situation;
use asq_tui::embed::{Embed, EmbedAsker, EmbedEnding, EmbedForm, EmbedOpening};
use asq_wire::embed::{Open, ToHost};
use asq_wire::{Ended, ToolReply};
use expect_test::expect;
use std::cell::RefCell;
use std::os::fd::OwnedFd;
use std::rc::Rc;

const OPEN: &str =
    r#"{"type":"open","v":1,"id":"1","call":{},"surface":"form","width":46,"height":9,"waits":true}"#;
const TO_OWN_WORDS: &str = r#"{"type":"input","id":"1","data":"\u001b[B\u001b[B\r"}"#;
const ASIDE: &str = r#"{"type":"input","id":"1","data":"\u001d"}"#;

/// A store on paper.
#[derive(Clone, Default)]
struct Store(Rc<RefCell<(Vec<Notice>, Vec<String>)>>);

impl Store {
    fn says(&self, notice: Notice) {
        self.0.borrow_mut().0.push(notice);
    }

    fn answered(&self) {
        let at = Moment { wall_ms: 0, boot: None };
        let by = Box::new(Actor::new("ada", Right::Answer, How::Page));
        self.says(Notice::Closed { id: RequestId(1), by, at, how: "answered" });
    }

    fn wrote(&self, what: &str, draft: &Draft) {
        let typed: Vec<String> = draft.typed.iter().map(|t| t.text.raw().to_owned()).collect();
        self.0.borrow_mut().1.push(format!("{what} {typed:?}"));
    }
}

impl EmbedAsker for Store {
    fn open(&mut self, open: &Open) -> EmbedOpening {
        let options = [("PostgreSQL", ""), ("SQLite", "")];
        EmbedOpening::Ask(Box::new(EmbedForm {
            request: request(vec![question("Database", "Which database?", Kind::One, &options)]),
            rules: QUESTION,
            keys: Vec::new(),
            draft: Draft::default(),
            whole: WholeDraft::default(),
            guard: Guard::OFF,
            origin: None,
            signals: Vec::new(),
            posted: open.waits,
            at_turn: false,
        }))
    }
    fn keep(&mut self, draft: &Draft) {
        self.wrote("keep", draft);
    }
    fn keep_whole(&mut self, _: &WholeDraft) {}
    fn close(&mut self, outcome: &Outcome) -> EmbedEnding {
        self.0.borrow_mut().1.push(format!("close {}", outcome.name()));
        EmbedEnding {
            ended: Ended::from(outcome),
            reply: ToolReply::error(""),
            notes: Vec::new(),
            told: None,
        }
    }
    fn delivered(&mut self) {}
    fn hung_up(&mut self, draft: &Draft) {
        self.wrote("hung up", draft);
    }
    fn put_aside(&mut self, draft: &Draft) -> String {
        self.wrote("aside", draft);
        "elsewhere".to_owned()
    }
    fn place(&self) -> String {
        "here".to_owned()
    }
    fn leave_open(&mut self, draft: &Draft) -> Option<EmbedEnding> {
        self.wrote("left", draft);
        let reply = ToolReply::error("withdrawn");
        Some(EmbedEnding { ended: Ended::Withdrawn, reply, notes: Vec::new(), told: None })
    }
    fn elsewhere(&mut self, typed: &Draft) -> EmbedEnding {
        self.wrote("beaten", typed);
        EmbedEnding {
            ended: Ended::Answered,
            reply: ToolReply::error("SQLite"),
            notes: Vec::new(),
            told: None,
        }
    }
    fn news(&mut self) -> Option<OwnedFd> {
        None
    }
    fn notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.0.borrow_mut().0)
    }
}

/// What the host reads, in brief.
fn read(lines: Vec<ToHost>) -> String {
    let brief = |line: ToHost| match line {
        ToHost::Frame { lines, .. } => format!("{}\n", lines.join("\n")),
        line @ (ToHost::Hello { .. }
        | ToHost::Signal { .. }
        | ToHost::Step { .. }
        | ToHost::Waiting { .. }
        | ToHost::Pong { .. }
        | ToHost::Done { .. }
        | ToHost::Error { .. }) => format!("{}\n", line.line()),
    };
    lines.into_iter().map(brief).collect()
}

#[test]
fn answered_elsewhere_while_somebody_types_it_says_so_and_goes_when_the_fingers_rest() {
    let mut situation = situation!(
        "embed_elsewhere/answered_elsewhere_while_somebody_types_it_says_so_and_goes_when_the_fingers_rest"
    );
    let store = Store::default();
    let mut asker = store.clone();
    let mut embed = Embed::new(&mut asker);
    embed.line(Timestamp(0), OPEN.as_bytes());
    embed.line(Timestamp(1000), TO_OWN_WORDS.as_bytes());
    embed.line(Timestamp(2000), br#"{"type":"input","id":"1","data":"neither"}"#);
    store.answered();
    let mut seen = read(embed.take_news(Timestamp(3000)));
    // What is typed on is nobody's.
    seen += &read(embed.line(Timestamp(3900), br#"{"type":"input","id":"1","data":" one\r"}"#));
    assert_eq!(embed.deadline(), Some(Timestamp(5900)));
    seen += &read(embed.tick(Timestamp(5900)));
    situation.shows("screen", &seen);
    situation.shows("store", &store.0.borrow().1.join("\n"));
}

#[test]
fn a_form_that_nobody_touched_goes_at_once() {
    let store = Store::default();
    let mut asker = store.clone();
    let mut embed = Embed::new(&mut asker);
    embed.line(Timestamp(0), OPEN.as_bytes());
    store.answered();
    assert!(matches!(embed.take_news(Timestamp(9000))[..], [ToHost::Done { .. }]));
    assert_eq!(embed.deadline(), None);
}

#[test]
fn news_that_cannot_be_seen_draw_nothing() {
    let store = Store::default();
    let mut asker = store.clone();
    let mut embed = Embed::new(&mut asker);
    embed.line(Timestamp(0), OPEN.as_bytes());
    store.says(Notice::Delivered(RequestId(7)));
    store.says(Notice::Asker { id: RequestId(1), waits: true });
    assert_eq!(embed.take_news(Timestamp(100)), Vec::new());
}

#[test]
fn what_others_type_meanwhile_is_there_when_a_form_that_was_put_aside_comes_back() {
    let store = Store::default();
    let mut asker = store.clone();
    let mut embed = Embed::new(&mut asker);
    embed.line(Timestamp(0), OPEN.as_bytes());
    let mut seen = read(embed.line(Timestamp(1000), ASIDE.as_bytes()));
    let typed = vec![Typed { question: 0, place: TypedIn::Custom, text: "from the page".into() }];
    let draft = Box::new(Draft { typed, ..Draft::default() });
    store.says(Notice::Drafted { id: RequestId(1), draft });
    seen += &read(embed.take_news(Timestamp(2000)));
    seen += &read(embed.line(Timestamp(3000), br#"{"type":"show","id":"1","width":60,"height":12}"#));
    expect![[r#"
        {"type":"waiting","id":"1","text":"elsewhere"}
        │ Which database?

        > 1. PostgreSQL
          2. SQLite

          3. Something else… from the page
    "#]]
    .assert_eq(&seen);
    embed.hang_up();
}

#[test]
fn answered_elsewhere_while_put_aside_ends_it_though_a_key_was_pressed_just_now() {
    let store = Store::default();
    let mut asker = store.clone();
    let mut embed = Embed::new(&mut asker);
    embed.line(Timestamp(0), OPEN.as_bytes());
    embed.line(Timestamp(1000), ASIDE.as_bytes());
    store.answered();
    assert!(matches!(embed.take_news(Timestamp(1001))[..], [ToHost::Done { .. }]));
    assert_eq!(
        embed.line(Timestamp(2000), br#"{"type":"show","id":"1","width":60,"height":12}"#),
        Vec::new()
    );
}

#[test]
fn a_text_of_another_that_was_written_at_the_same_time_is_offered_and_a_key_takes_it() {
    let mut situation = situation!(
        "embed_elsewhere/a_text_of_another_that_was_written_at_the_same_time_is_offered_and_a_key_takes_it"
    );
    let store = Store::default();
    let mut asker = store.clone();
    let mut embed = Embed::new(&mut asker);
    embed.line(Timestamp(0), OPEN.as_bytes());
    embed.line(Timestamp(1000), TO_OWN_WORDS.as_bytes());
    embed.line(Timestamp(2000), br#"{"type":"input","id":"1","data":"mine"}"#);
    let typed = vec![Typed { question: 0, place: TypedIn::Custom, text: "theirs".into() }];
    let draft = Box::new(Draft { typed, ..Draft::default() });
    store.says(Notice::Clash { id: RequestId(1), draft });
    let mut seen = read(embed.take_news(Timestamp(3000)));
    seen += &read(embed.line(Timestamp(4000), br#"{"type":"input","id":"1","data":"\u0014"}"#));
    situation.shows("screen", &seen);
    embed.hang_up();
}

#[test]
fn what_is_typed_on_is_kept_a_second_after_what_was_kept_before() {
    let store = Store::default();
    let mut asker = store.clone();
    let mut embed = Embed::new(&mut asker);
    embed.line(Timestamp(0), OPEN.replace(r#","waits":true"#, "").as_bytes());
    embed.line(Timestamp(1000), TO_OWN_WORDS.as_bytes());
    embed.line(Timestamp(2000), br#"{"type":"input","id":"1","data":"m"}"#);
    embed.line(Timestamp(2300), br#"{"type":"input","id":"1","data":"ine"}"#);
    assert_eq!(embed.deadline(), Some(Timestamp(3000)));
    embed.tick(Timestamp(2999));
    assert_eq!(store.0.borrow().1, [r#"keep ["m"]"#]);
    embed.tick(Timestamp(3000));
    assert_eq!(store.0.borrow().1, [r#"keep ["m"]"#, r#"keep ["mine"]"#]);
    assert_eq!(embed.deadline(), None);
    embed.hang_up();
}

/// What a host reads is what was flushed.
#[derive(Clone, Default)]
struct Pipe(Rc<RefCell<(String, String)>>);

impl std::io::Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().0 += &String::from_utf8_lossy(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        let (written, read) = &mut *self.0.borrow_mut();
        *read += &std::mem::take(written);
        Ok(())
    }
}

#[test]
fn a_host_reads_each_answer_at_once() {
    let pipe = Pipe::default();
    let ping = &b"{\"type\":\"ping\",\"id\":\"1\"}\n"[..];
    let now = || Timestamp(0);
    asq_tui::embed::serve("1.0", &mut Store::default(), &now, ping, pipe.clone()).unwrap();
    expect![[r#"
        {"type":"hello","v":1,"version":"1.0"}
        {"type":"pong","id":"1"}
    "#]]
    .assert_eq(&pipe.0.borrow().1);
}

#[test]
fn the_help_page_lists_eight_keys_of_the_host_and_no_more() {
    let mut asker = Store::default();
    let mut embed = Embed::new(&mut asker);
    let keys: Vec<String> = (1..=12).map(|n| format!(r#"["F{n}","does {n}."]"#)).collect();
    let keys = format!(r#""height":60,"host_keys":[{}]"#, keys.join(","));
    embed.line(Timestamp(0), OPEN.replace(r#""height":9"#, &keys).as_bytes());
    let help = read(embed.line(Timestamp(1000), br#"{"type":"input","id":"1","data":"?"}"#));
    let listed: Vec<usize> = (1..=12).filter(|n| help.contains(&format!("does {n}."))).collect();
    assert_eq!(listed, (1..=8).collect::<Vec<_>>(), "{help}");
    embed.hang_up();
}

const LENDS: &str = r#"{"type":"open","v":1,"id":"1","call":{},"surface":"form","width":46,"height":9,"waits":true,"editor":"idle"}"#;

fn key(text: &str) -> String {
    format!(r#"{{"type":"input","id":"1","data":"{text}"}}"#)
}

/// At the pace of a slow typist: the third letter shows that it is a text, and it goes back to the host's editor.
#[test]
fn text_for_the_hosts_editor_puts_the_form_aside_and_goes_back_there() {
    let store = Store::default();
    let mut asker = store.clone();
    let mut embed = Embed::new(&mut asker);
    embed.line(Timestamp(0), LENDS);
    embed.line(Timestamp(1000), key("n"));
    let second = read(embed.line(Timestamp(1400), key("o")));
    assert!(second.contains("Text ignored: pause, then choose"), "{second}");
    let third = embed.line(Timestamp(1800), key(","));
    expect![[r#"{"type":"waiting","id":"1","text":"elsewhere","typed":"no,"}"#]]
        .assert_eq(read(third).trim());
    assert_eq!(embed.deadline(), None);
    let shown = read(embed.line(Timestamp(9000), r#"{"type":"show","id":"1","width":46,"height":9}"#));
    assert!(!shown.contains("ignored"), "{shown}");
    embed.line(Timestamp(9300), key("1"));
    assert_eq!(store.0.borrow().1.last().map(String::as_str), Some("close answered"));
}

/// A key that is held down, a pause between letters, and a host without an editor: the form stays.
#[test]
fn what_is_no_text_and_what_nobody_can_take_back_leaves_the_form_there() {
    let aside = |open: &str, text: &str, pace| {
        let mut asker = Store::default();
        let mut embed = Embed::new(&mut asker);
        embed.line(Timestamp(0), open);
        let mut at = 1000;
        let mut lines = Vec::new();
        for c in text.chars() {
            lines.extend(embed.line(Timestamp(at), key(&c.to_string())));
            at += pace;
        }
        lines.iter().any(|line| matches!(line, ToHost::Waiting { .. }))
    };
    assert!(aside(LENDS, "text", 400));
    assert!(!aside(LENDS, "jjjjjj", 30));
    assert!(!aside(LENDS, "text", 700));
    assert!(!aside(OPEN, "text", 400));
}

#[test]
fn a_host_that_may_be_ending_has_its_ending_while_the_request_stays_open() {
    let done = r#"{"type":"done","id":"1","outcome":"withdrawn","content":"withdrawn","details":null,"is_error":true,"notes":[],"open":true}"#;
    let unsure = r#"{"type":"abort","id":"1","unsure":true}"#;
    for (next, wrote) in [
        (Some(r#"{"type":"abort","id":"1"}"#), "close withdrawn"),
        (Some(OPEN), "hung up []"),
        (None, "hung up []"),
    ] {
        let store = Store::default();
        let mut asker = store.clone();
        let mut embed = Embed::new(&mut asker);
        embed.line(Timestamp(0), OPEN);
        assert_eq!(read(embed.line(Timestamp(2000), unsure)).trim(), done, "{next:?}");
        assert!(embed.line(Timestamp(2500), key("1")).is_empty(), "{next:?}");
        match next {
            Some(line) => drop(embed.line(Timestamp(3000), line)),
            None => embed.hang_up(),
        }
        assert_eq!(store.0.borrow().1, ["left []", wrote], "{next:?}");
    }
}
