//! Notices and commands of a feed, and the events of the public stream.

use super::any::{ONE, command, id, notice, pending, public_by, wall};
use crate::public::{mark, ms, of_json};
use asq_core::inbox::{Command, Notice, Position};
use asq_wire::http::{
    FeedCommands, FeedHello, StreamedFact, StreamedRecord, command_from_json, notice_from_json,
    notice_to_json,
};
use asq_wire::public::ListedRequest;
use expect_test::expect;
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use serde_json::json;

proptest! {
    #[test]
    fn every_notice_reads_back(notice in notice()) {
        prop_assert_eq!(of_json(&notice_to_json(&notice), notice_from_json), Some(notice));
    }

    #[test]
    fn every_command_reads_back(commands in vec(command(), 0..4), from in any::<u64>()) {
        let sent = FeedCommands { from, commands };
        prop_assert_eq!(of_json(&sent.to_json(), FeedCommands::from_json), sent);
    }

    #[test]
    fn the_first_event_reads_back(known in of(vec(id(), 0..4))) {
        let hello = FeedHello { feed: "f1".into(), known };
        prop_assert_eq!(of_json(&hello.to_json(), FeedHello::from_json), hello);
    }

    #[test]
    fn every_event_reads_back(
        position in any::<u32>(), id in id(), which in 0..4, pending in pending(), by in public_by(), at in wall(),
        (asker_waits, snoozed_until, mark) in (any::<bool>(), of(ms()), mark()),
    ) {
        let position = Position(u64::from(position));
        let pending = asq_core::inbox::Pending { id, position, ..pending };
        let listed = ListedRequest { pending, short: "7".into(), asker_waits, snoozed_until, mark };
        let fact = match which {
            0 => StreamedFact::Asked(Box::new(listed)),
            1 => StreamedFact::Closed { by: Box::new(by), at, how: "declined" },
            2 => StreamedFact::Delivered { at },
            _ => StreamedFact::Erased,
        };
        let event = StreamedRecord { position, id, fact };
        let read = of_json(&event.data(), |data| StreamedRecord::read(event.name(), data));
        prop_assert_eq!(read, Some(event));
    }
}

#[test]
fn what_only_a_newer_version_knows_is_left_out_where_nothing_depends_on_it() {
    assert_eq!(notice_from_json(&json!({"notice": "sung", "id": 7})).unwrap(), None);
    assert_eq!(StreamedRecord::read("sung", &json!({})).unwrap(), None);
    expect!["the command is one that this asq doesn't know: update asq"]
        .assert_eq(&command_from_json(&json!({"command": "sing"})).unwrap_err().to_string());
    let more = json!({"notice": "gone", "id": ONE.to_string(), "why": "nobody knows"});
    assert_eq!(notice_from_json(&more).unwrap(), Some(Notice::Gone(ONE)));
}

#[test]
fn the_lines_are_fixed() {
    expect![[r#"{"notice":"asker","id":"00000700000000000000000005","waits":true}"#]]
        .assert_eq(&notice_to_json(&Notice::Asker { id: ONE, waits: true }).to_string());
    let sent = FeedCommands { from: 3, commands: vec![Command::Open(ONE), Command::Typed] };
    expect![[
        r#"{"from":3,"commands":[{"command":"open","id":"00000700000000000000000005"},{"command":"typed"}]}"#
    ]]
    .assert_eq(&sent.to_json().to_string());
}

#[test]
fn half_a_notice_is_an_error() {
    for (notice, why) in [
        (json!({"notice": "gone"}), "the object has another shape: invalid type: null, expected a string"),
        (json!({"notice": "gone", "id": "7"}), "the request's id is invalid"),
        (
            json!({"notice": "late", "texts": "many"}),
            "the object has another shape: invalid type: string \"many\", expected usize",
        ),
        (json!([]), "the object has another shape: invalid type: null, expected a string"),
    ] {
        assert_eq!(notice_from_json(&notice).unwrap_err().to_string(), why);
    }
}
