//! What a call sends, and the lists that it gets.

use super::any::{closing, id, pending, whole};
use crate::public::{mark, ms, of_json};
use crate::stored::any::{about, draft, text};
use asq_core::inbox::{Position, RequestMark};
use asq_core::life::Closing;
use asq_core::model::{Draft, Provenance};
use asq_wire::http::{
    AskBody, ClaimedOrigin, ClosingRoute, DraftBody, DraftList, DraftOf, IdList, LateOf, ListState, OpenList,
    ServiceState, TokenRight,
};
use asq_wire::public::ListedRequest;
use expect_test::expect;
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use serde_json::json;
use std::collections::BTreeMap;

/// A text that isn't empty: an empty one counts as absent.
fn filled() -> impl Strategy<Value = asq_core::text::Untrusted> {
    text().prop_map(|text| format!("x{}", text.raw()).into())
}

proptest! {
    #[test]
    fn an_ask_reads_back(
        (dialect, tool) in (of("[a-z]{1,4}"), of("[a-z]{1,4}")),
        claims in (of(filled()), of(filled()), of(filled()), any::<bool>()),
        from in (of(filled()), of(filled()), of(filled()), of(filled()), of(filled())),
        about in about(),
        returns in any::<bool>(),
    ) {
        let (agent, session, call_id, script) = claims;
        let (host, folder, exe, tty, pane) = from;
        // Empty parts count as absent.
        let about = about.filter(|about| {
            let parts = [&about.says, &about.task, &about.branch, &about.link, &about.text, &about.diff];
            parts.iter().all(|part| part.as_ref().is_none_or(|text| !text.raw().is_empty()))
        });
        let body = AskBody {
            call: json!({"name": "ask", "arguments": {"questions": [{"question": "Which?", "min": 1.50}]}}),
            dialect,
            tool,
            claims: Provenance { agent, session, call_id, script },
            about,
            returns,
            from: ClaimedOrigin { host, folder, exe, tty, pane },
        };
        prop_assert_eq!(of_json(&body.to_json(), |value| AskBody::from_json(value.clone())), body);
    }

    #[test]
    fn every_way_to_close_reads_back(closing in closing()) {
        let body = ClosingRoute::body(&closing);
        let way = ClosingRoute::of(&closing);
        prop_assert_eq!(of_json(&body, |body| way.read(body)), closing);
    }

    #[test]
    fn drafts_read_back(
        rows in vec((0usize..9, any::<u32>(), ms(), draft(), of(draft())), 0..3), whole in whole(),
        late in vec((0usize..9, ms(), draft()), 0..3),
    ) {
        let drafts = rows.into_iter().map(|(question, revision, at_ms, draft, other)| DraftOf {
            question, revision: u64::from(revision), at_ms, draft, other,
        });
        let late = late.into_iter().map(|(question, at_ms, draft)| LateOf { question, at_ms, draft });
        let list = DraftList { drafts: drafts.collect(), whole, late: late.collect() };
        prop_assert_eq!(of_json(&list.to_json(), DraftList::from_json), list);
    }

    #[test]
    fn a_draft_to_keep_reads_back(revision in 0..1_u64 << 53, draft in draft()) {
        let body = DraftBody { revision, draft };
        prop_assert_eq!(of_json(&body.to_json(), DraftBody::from_json), body);
    }

    #[test]
    fn lists_read_back(pending in vec(pending(), 0..3), ids in vec(id(), 0..3)) {
        let requests = pending.into_iter().map(|pending| ListedRequest {
            short: "7".into(), asker_waits: true, snoozed_until: Some(7), mark: RequestMark::None, pending,
        });
        let list = OpenList { position: Position(7), requests: requests.collect() };
        prop_assert_eq!(of_json(&list.to_json(), OpenList::from_json), list);
        let ids = IdList(ids);
        prop_assert_eq!(of_json(&ids.to_json(), IdList::from_json), ids);
    }

    #[test]
    fn the_state_of_a_server_reads_back(
        right in prop::sample::select(TokenRight::ALL.to_vec()), inbox_in_use in any::<bool>(),
        list in of((any::<u64>(), any::<u64>(), vec((id(), ms()), 0..3), vec((id(), mark()), 0..3), vec(id(), 0..3))),
    ) {
        let once = |all: Vec<_>| all.into_iter().collect::<BTreeMap<_, _>>().into_iter().collect();
        let list = list.map(|(open, waiting, snoozed, marks, late)| ListState {
            open, waiting, snoozed: once(snoozed),
            marks: marks.into_iter().collect::<BTreeMap<_, _>>().into_iter().collect(), late,
        });
        let state = ServiceState { right, inbox_in_use, list };
        prop_assert_eq!(of_json(&state.to_json(), ServiceState::from_json), state);
    }
}

#[test]
fn an_ask_needs_its_call_and_nothing_else() {
    let read = |body| AskBody::from_json(body).map_err(|error| error.to_string());
    let bare =
        read(json!({"call": [1], "agent": "", "about": {"says": ""}, "from": {"host": ""}, "later": 7}));
    let nothing = AskBody {
        call: json!([1]),
        dialect: None,
        tool: None,
        claims: Provenance::default(),
        about: None,
        returns: false,
        from: ClaimedOrigin::default(),
    };
    assert_eq!(bare, Ok(nothing));
    expect!["the body has no call"].assert_eq(&read(json!({"agent": "a"})).unwrap_err());
    expect!["the body isn't an object"].assert_eq(&read(json!([{"call": {}}])).unwrap_err());
    expect!["the member about isn't an object"]
        .assert_eq(&read(json!({"call": {}, "about": ["says"]})).unwrap_err());
    expect!["the object has another shape: invalid type: number, expected a string"]
        .assert_eq(&read(json!({"call": {}, "agent": 7})).unwrap_err());
}

#[test]
fn a_closing_needs_no_draft_but_an_answer_needs_its_digest() {
    let nothing = Draft::default;
    for (way, closing) in [
        (ClosingRoute::Decline, Closing::Decline { reason: None, draft: nothing() }),
        (ClosingRoute::Discuss, Closing::Discuss { draft: nothing() }),
        (ClosingRoute::Cancel, Closing::Cancel { draft: nothing() }),
        (ClosingRoute::Withdraw, Closing::Withdraw),
    ] {
        assert_eq!(way.read(&json!({})).unwrap(), closing);
        assert!(way.read(&json!([])).is_err(), "{way:?}");
    }
    let refused = ClosingRoute::Answer.read(&json!({"answers": []})).unwrap_err().to_string();
    expect!["the object has another shape: invalid type: null, expected a string"].assert_eq(&refused);
    let paths: Vec<&str> = ClosingRoute::ALL.iter().map(|way| way.path()).collect();
    assert_eq!(paths, ["answer", "decline", "discuss", "cancel", "withdraw"]);
}
