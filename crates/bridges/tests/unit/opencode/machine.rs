//! Stories of one server's bridge, without I/O: what happens, and what is to be done.

use super::heard::{HeardEvent, PartState};
use super::machine::OpenCodeBridge;
use super::news::{BridgeNews, EndedThere};
use super::question::{OpenCodeQuestion, PartName};
use super::steps::{BridgeInput, EndedHere, PartLook, PostReply, RecordReply, SendReply, Todo};
use crate::calls::SocketEnds;
use asq_core::life::RequestId;
use expect_test::{Expect, expect};
use serde_json::json;

fn question(n: u8) -> OpenCodeQuestion {
    let whole = json!({
        "id": format!("que_{n}"), "sessionID": "ses_1",
        "questions": [{"question": "Which?", "header": format!("Q{n}"), "options": []}],
        "tool": {"messageID": "msg_1", "callID": format!("call {n}")},
    });
    OpenCodeQuestion::read(whole, "/a").unwrap()
}

fn look(state: PartState) -> PartLook {
    PartLook { state, title: None, says: None }
}

/// One server's bridge, with all that was to be done so far.
#[derive(Default)]
struct Story {
    bridge: OpenCodeBridge,
    lists: u64,
    text: String,
}

impl Story {
    fn connected() -> Story {
        let mut story = Story::default();
        story.connect();
        story.then(BridgeInput::Recalled(Vec::new()));
        story.list(&[]);
        story.text.clear();
        story
    }

    fn then(&mut self, input: BridgeInput) -> &mut Story {
        for todo in self.bridge.handle(input) {
            if let Todo::List { number, .. } = todo {
                self.lists = number;
            }
            self.text.extend([&said(&todo), "\n"]);
        }
        self
    }

    fn connect(&mut self) -> &mut Story {
        let address = "127.0.0.1:4096".parse().unwrap();
        let ends = SocketEnds { own: address, peer: address };
        self.then(BridgeInput::Connected { ends, version: "1.18.33".into() })
    }

    fn lose(&mut self) -> &mut Story {
        self.then(BridgeInput::Lost(BridgeNews::Away { why: "it broke".into() }))
    }

    /// The directory's list, asked for just now, has these questions.
    fn list(&mut self, questions: &[u8]) -> &mut Story {
        self.then(BridgeInput::Folders(vec!["/a".into()]));
        let (number, questions) = (self.lists, questions.iter().map(|n| question(*n)).collect());
        self.then(BridgeInput::Listed { folder: "/a".into(), number, questions })
    }

    fn ask(&mut self, n: u8) -> &mut Story {
        self.then(BridgeInput::HeardEvent(HeardEvent::Asked(question(n))))
    }

    fn looked(&mut self, n: u8, state: PartState) -> &mut Story {
        self.then(BridgeInput::Looked { question: format!("que_{n}"), look: look(state) })
    }

    fn posted(&mut self, n: u8, posted: PostReply) -> &mut Story {
        self.then(BridgeInput::Posted { question: format!("que_{n}"), posted })
    }

    /// It was asked, looked at and posted.
    fn open(&mut self, n: u8) -> &mut Story {
        self.ask(n).looked(n, PartState::Waits).posted(n, PostReply::Open(RequestId(n.into())));
        self.text.clear();
        self
    }

    fn replied(&mut self, n: u8, label: &str) -> &mut Story {
        self.then(BridgeInput::HeardEvent(HeardEvent::Replied {
            id: format!("que_{n}"),
            labels: labels(label),
        }))
    }

    fn rejected(&mut self, n: u8) -> &mut Story {
        self.then(BridgeInput::HeardEvent(HeardEvent::Rejected { id: format!("que_{n}") }))
    }

    fn part(&mut self, n: u8, state: PartState) -> &mut Story {
        let part = PartName { message: "msg_1".into(), call: format!("call {n}") };
        self.then(BridgeInput::HeardEvent(HeardEvent::PartOver { session: "ses_1".into(), part, state }))
    }

    fn closed(&mut self, n: u8, ending: Option<EndedHere>) -> &mut Story {
        self.then(BridgeInput::ClosedHere { question: format!("que_{n}"), ending })
    }

    fn sent(&mut self, n: u8, sent: SendReply) -> &mut Story {
        self.then(BridgeInput::Sent { question: format!("que_{n}"), sent })
    }

    fn recorded(&mut self, n: u8, recorded: RecordReply) -> &mut Story {
        self.then(BridgeInput::Recorded { question: format!("que_{n}"), recorded })
    }

    #[track_caller]
    fn check(&mut self, expect: &Expect) -> &mut Story {
        expect.assert_eq(&self.text);
        self.text.clear();
        self
    }
}

fn labels(label: &str) -> Vec<Vec<String>> {
    vec![vec![label.to_owned()]]
}

fn reply(label: &str) -> EndedHere {
    EndedHere::Reply(labels(label))
}

fn answered(label: &str) -> PartState {
    PartState::Answered(labels(label))
}

fn said(todo: &Todo) -> String {
    match todo {
        Todo::Recall => "recall".into(),
        Todo::FindFolders => "find folders".into(),
        Todo::List { folder, .. } => format!("list {folder}"),
        Todo::PartLook { question, soon } => {
            format!("look at {}{}", question.id, if *soon { " soon" } else { "" })
        }
        Todo::Post { question, .. } => format!("post {}", question.id),
        Todo::Watch { question, request } => format!("watch {} as {}", question.id, request.0),
        Todo::Unwatch(request) => format!("unwatch {}", request.0),
        Todo::Send { question, ending } => format!("send {}: {ending:?}", question.id),
        Todo::Record { request, there, soon, .. } => {
            format!("record {}: {there:?}{}", request.0, if *soon { " soon" } else { "" })
        }
        Todo::Deliver(request) => format!("delivered {}", request.0),
        Todo::Tell(news) => format!("tell: {news}"),
    }
}

#[test]
fn a_question_is_looked_at_then_posted_and_its_answer_is_sent_and_delivered() {
    let mut story = Story::connected();
    story.ask(1).looked(1, PartState::Waits).posted(1, PostReply::Open(RequestId(1)));
    story.check(&expect![[r#"
        look at que_1
        post que_1
        watch que_1 as 1
        tell: Q1: waits in the inbox (00000000000000000000000001)
    "#]]);
    story.ask(1).check(&expect![""]);
    story.closed(1, Some(reply("Blue"))).sent(1, SendReply::Taken);
    let delivered = expect![[r#"
        send que_1: Reply([["Blue"]])
        delivered 1
        tell: Q1: delivered to OpenCode (00000000000000000000000001)
        unwatch 1
    "#]];
    story.check(&delivered);
    // The event comes after the reply; and an ended question never comes back.
    story.replied(1, "Blue").part(1, answered("Blue")).ask(1).list(&[1]).check(&expect![[r#"
        list /a
    "#]]);
    // The event may come first, too.
    story.open(2).closed(2, Some(reply("Blue"))).replied(2, "Blue").sent(2, SendReply::Taken);
    story.check(&expect![[r#"
        send que_2: Reply([["Blue"]])
        delivered 2
        tell: Q2: delivered to OpenCode (00000000000000000000000002)
        unwatch 2
    "#]]);
}

#[test]
fn a_dismissal_here_is_a_rejection_there() {
    let mut story = Story::connected();
    story.open(1).closed(1, Some(EndedHere::Reject(Some("not now".into())))).rejected(1);
    story.check(&expect![[r#"
        send que_1: Reject(Some("not now"))
        delivered 1
        tell: Q1: delivered to OpenCode (00000000000000000000000001)
        unwatch 1
    "#]]);
}

#[test]
fn what_ends_there_closes_here() {
    let mut story = Story::connected();
    story.open(1).replied(1, "Red").recorded(1, RecordReply::Done).part(1, answered("Red"));
    story.check(&expect![[r#"
        record 1: Some(Answered([["Red"]]))
        delivered 1
        tell: Q1: answered in OpenCode with Red (00000000000000000000000001)
        unwatch 1
    "#]]);
    story.open(2).rejected(2).part(2, PartState::Dismissed).recorded(2, RecordReply::Done);
    story.check(&expect![[r#"
        record 2: Some(Rejected)
        delivered 2
        tell: Q2: dismissed in OpenCode (00000000000000000000000002)
        unwatch 2
    "#]]);
    story.open(3).part(3, PartState::Over).recorded(3, RecordReply::Done).list(&[3]);
    story.check(&expect![[r#"
        record 3: Some(Aborted)
        tell: Q3: its session in OpenCode was aborted (00000000000000000000000003)
        unwatch 3
        list /a
    "#]]);
    story.open(4).open(5).then(BridgeInput::HeardEvent(HeardEvent::SessionDeleted("ses_1".into())));
    story.check(&expect![[r#"
        record 4: Some(Deleted)
        record 5: Some(Deleted)
    "#]]);
    story.open(6).then(BridgeInput::HeardEvent(HeardEvent::FolderStopped("/b".into()))).check(&expect![""]);
    story.then(BridgeInput::HeardEvent(HeardEvent::FolderStopped("/a".into()))).check(&expect![[r#"
        record 6: Some(Dropped)
    "#]]);
    story.open(7).then(BridgeInput::HeardEvent(HeardEvent::AllStopped)).check(&expect![[r#"
        record 7: Some(Dropped)
    "#]]);
}

#[test]
fn an_answer_from_there_that_is_none_by_asqs_rules_closes_as_withdrawn() {
    let mut story = Story::connected();
    story.open(1).replied(1, "Green").recorded(1, RecordReply::Refused).recorded(1, RecordReply::Done);
    story.check(&expect![[r#"
        record 1: Some(Answered([["Green"]]))
        record 1: None
        tell: Q1: answered in OpenCode with Green (00000000000000000000000001)
        unwatch 1
    "#]]);
}

#[test]
fn the_person_learns_which_answer_counts_if_two_were_given() {
    let mut story = Story::connected();
    // The event comes before the refusal.
    story.open(1).closed(1, Some(reply("Blue"))).replied(1, "Red").sent(1, SendReply::Gone);
    story.check(&expect![[r#"
        send que_1: Reply([["Blue"]])
        tell: Q1: the answer given here came too late: answered in OpenCode with Red (00000000000000000000000001)
        unwatch 1
    "#]]);
    // The refusal comes first; then the event, or the part.
    story.open(2).closed(2, Some(reply("Blue"))).sent(2, SendReply::Gone).rejected(2);
    story.check(&expect![[r#"
        send que_2: Reply([["Blue"]])
        look at que_2 soon
        tell: Q2: the answer given here came too late: dismissed in OpenCode (00000000000000000000000002)
        unwatch 2
    "#]]);
    story.open(3).closed(3, Some(reply("Blue"))).sent(3, SendReply::Gone).looked(3, answered("Red"));
    story.check(&expect![[r#"
        send que_3: Reply([["Blue"]])
        look at que_3 soon
        tell: Q3: the answer given here came too late: answered in OpenCode with Red (00000000000000000000000003)
        unwatch 3
    "#]]);
    // Another bridge sent the same answer.
    story.open(4).closed(4, Some(reply("Blue"))).sent(4, SendReply::Gone).looked(4, answered("Blue"));
    story.check(&expect![[r#"
        send que_4: Reply([["Blue"]])
        look at que_4 soon
        delivered 4
        tell: Q4: delivered to OpenCode (00000000000000000000000004)
        unwatch 4
    "#]]);
    // A person was faster here than the ending from there was recorded.
    story.open(5).replied(5, "Red").recorded(5, RecordReply::Beaten(Some(reply("Blue"))));
    story.check(&expect![[r#"
        record 5: Some(Answered([["Red"]]))
        tell: Q5: the answer given here came too late: answered in OpenCode with Red (00000000000000000000000005)
        unwatch 5
    "#]]);
    // An abort wins against an answer that is on its way.
    story.open(6).closed(6, Some(reply("Blue"))).part(6, PartState::Over).sent(6, SendReply::Taken);
    story.check(&expect![[r#"
        send que_6: Reply([["Blue"]])
        tell: Q6: the answer given here came too late: its session in OpenCode was aborted (00000000000000000000000006)
        unwatch 6
    "#]]);
}

#[test]
fn a_question_is_shown_only_while_its_part_waits() {
    let mut story = Story::connected();
    story.list(&[1, 2, 3]).looked(1, PartState::Over).looked(2, answered("Red")).looked(3, PartState::Waits);
    story.check(&expect![[r#"
        list /a
        look at que_1
        look at que_2
        look at que_3
        post que_3
    "#]]);
    // Aborted or replied before it was posted.
    story.ask(4).part(4, PartState::Over).looked(4, PartState::Waits).check(&expect![[r#"
        look at que_4
    "#]]);
    story.ask(5).looked(5, PartState::Waits).replied(5, "Red").posted(5, PostReply::Open(RequestId(5)));
    story.check(&expect![[r#"
        look at que_5
        post que_5
        record 5: Some(Answered([["Red"]]))
    "#]]);
    story.list(&[1, 2]).check(&expect![[r#"
        list /a
    "#]]);
}

#[test]
fn a_new_connection_lists_again_and_finds_what_happened_meanwhile() {
    let mut story = Story::connected();
    story.open(1).open(2).open(3).open(4).lose().lose().check(&expect![[r#"
        tell: not attached (it broke); trying again
    "#]]);
    story.connect().list(&[4, 5]).check(&expect![[r#"
        tell: attached to OpenCode 1.18.33
        find folders
        list /a
        look at que_5
        look at que_1
        look at que_2
        look at que_3
        look at que_4
    "#]]);
    story.looked(1, answered("Red")).looked(2, PartState::Dismissed);
    // After a restart the part of a dropped question still waits. A listed one may have been aborted.
    story.looked(3, PartState::Waits).looked(4, PartState::Over);
    story.check(&expect![[r#"
        record 1: Some(Answered([["Red"]]))
        record 2: Some(Rejected)
        record 3: Some(Dropped)
        record 4: Some(Aborted)
    "#]]);
}

#[test]
fn a_list_that_began_before_a_question_was_asked_says_nothing_about_it() {
    let mut story = Story::connected();
    story.then(BridgeInput::Folders(Vec::new()));
    let number = story.lists;
    story.open(1);
    story
        .then(BridgeInput::Listed { folder: "/a".into(), number, questions: Vec::new() })
        .check(&expect![""]);
    story.list(&[]).looked(1, PartState::Over).check(&expect![[r#"
        list /a
        look at que_1
        record 1: Some(Dropped)
    "#]]);
}

#[test]
fn an_answer_waits_for_the_connection_and_is_sent_once_its_question_is_found() {
    let mut story = Story::connected();
    story.open(1).open(2).open(3).closed(3, Some(reply("Green"))).lose();
    story.closed(1, Some(reply("Blue"))).closed(2, Some(reply("Red"))).sent(3, SendReply::Away);
    story.check(&expect![[r#"
        send que_3: Reply([["Green"]])
        tell: not attached (it broke); trying again
    "#]]);
    story
        .connect()
        .list(&[1, 3])
        .looked(1, PartState::Waits)
        .looked(2, PartState::Waits)
        .looked(3, answered("Green"));
    story.check(&expect![[r#"
        tell: attached to OpenCode 1.18.33
        find folders
        list /a
        look at que_1
        look at que_2
        look at que_3
        send que_1: Reply([["Blue"]])
        tell: Q2: the answer given here came too late: OpenCode doesn't have it any more, as after a restart (00000000000000000000000002)
        unwatch 2
        delivered 3
        tell: Q3: delivered to OpenCode (00000000000000000000000003)
        unwatch 3
    "#]]);
    // Without a reply, nobody knows whether it arrived.
    story.sent(1, SendReply::Away).looked(1, PartState::Waits).sent(1, SendReply::Taken).check(&expect![[
        r#"
        look at que_1 soon
        send que_1: Reply([["Blue"]])
        delivered 1
        tell: Q1: delivered to OpenCode (00000000000000000000000001)
        unwatch 1
    "#
    ]]);
    // An answer during the look after a new connection waits for that look.
    story.open(4).lose().connect().list(&[4]).closed(4, Some(reply("Blue"))).looked(4, PartState::Waits);
    story.check(&expect![[r#"
        tell: not attached (it broke); trying again
        tell: attached to OpenCode 1.18.33
        find folders
        list /a
        look at que_4
        send que_4: Reply([["Blue"]])
    "#]]);
}

#[test]
fn a_later_bridge_continues_with_what_an_earlier_one_posted() {
    let mut story = Story::default();
    story
        .connect()
        .then(BridgeInput::Recalled(vec![(RequestId(1), question(1)), (RequestId(2), question(2))]));
    story.list(&[1, 3]).looked(1, PartState::Waits).looked(2, PartState::Waits).looked(3, PartState::Waits);
    story.posted(3, PostReply::Ended(RequestId(3), reply("Blue")));
    story.check(&expect![[r#"
        tell: attached to OpenCode 1.18.33
        recall
        watch que_1 as 1
        watch que_2 as 2
        find folders
        list /a
        look at que_3
        look at que_1
        look at que_2
        record 2: Some(Dropped)
        post que_3
        send que_3: Reply([["Blue"]])
    "#]]);
}

#[test]
fn a_question_that_cant_be_posted_stays_in_opencode() {
    let mut story = Story::connected();
    story.ask(1).looked(1, PartState::Waits).posted(1, PostReply::Unfit("it is empty".into())).ask(1);
    story.check(&expect![[r#"
        look at que_1
        post que_1
        tell: Q1: waits in OpenCode alone, because asq can't show it: it is empty
    "#]]);
    story.ask(2).looked(2, PartState::Waits).posted(2, PostReply::Failed("no disk".into()));
    story.looked(2, PartState::Waits).posted(2, PostReply::Failed("no disk".into())).check(&expect![[r#"
        look at que_2
        post que_2
        tell: Q2: waits in OpenCode alone: no disk; trying again
        look at que_2 soon
        post que_2
        look at que_2 soon
    "#]]);
    // Somebody took it back here.
    story.open(3).closed(3, None).list(&[3]).check(&expect![[r#"
        unwatch 3
        list /a
    "#]]);
    story.open(4).closed(4, Some(reply("x"))).sent(4, SendReply::Refused("{\"name\":\"BadRequest\"}".into()));
    story.check(&expect![[r#"
        send que_4: Reply([["x"]])
        tell: Q4: OpenCode refused the answer given here: {"name":"BadRequest"} (00000000000000000000000004)
        unwatch 4
    "#]]);
}

#[test]
fn an_ending_from_there_is_recorded_once_the_store_takes_it() {
    let mut story = Story::connected();
    let failed = || RecordReply::Failed("no disk".into());
    story.open(1).replied(1, "Red").recorded(1, failed()).recorded(1, failed());
    story.recorded(1, RecordReply::Done).check(&expect![[r#"
        record 1: Some(Answered([["Red"]]))
        tell: 00000000000000000000000001: no disk
        record 1: Some(Answered([["Red"]])) soon
        record 1: Some(Answered([["Red"]])) soon
        delivered 1
        tell: Q1: answered in OpenCode with Red (00000000000000000000000001)
        unwatch 1
    "#]]);
    // A store that failed before, when the question came, is named again.
    story.ask(2).looked(2, PartState::Waits).posted(2, PostReply::Failed("no disk".into()));
    story.looked(2, PartState::Waits).posted(2, PostReply::Open(RequestId(2)));
    story.replied(2, "Red").recorded(2, failed()).check(&expect![[r#"
        look at que_2
        post que_2
        tell: Q2: waits in OpenCode alone: no disk; trying again
        look at que_2 soon
        post que_2
        watch que_2 as 2
        tell: Q2: waits in the inbox (00000000000000000000000002)
        record 2: Some(Answered([["Red"]]))
        tell: 00000000000000000000000002: no disk
        record 2: Some(Answered([["Red"]])) soon
    "#]]);
}

#[test]
fn foreign_text_is_escaped_in_the_news() {
    let there = EndedThere::Answered(vec![vec!["a\u{1b}[2J".into(), "b\nc".into()], Vec::new()]);
    let news = BridgeNews::Ended { header: "H\u{1b}]0;x\u{7}".into(), id: RequestId(1), there };
    expect!["H<U+001B>]0;x<U+0007>: answered in OpenCode with a<U+001B>[2J, b↵c; nothing (00000000000000000000000001)"].assert_eq(&news.to_string());
}
