//! Messages that a person wrote in OpenCode while a question waited, and that was dismissed here.

use crate::scripted::Act;
use crate::setting::{Bridged, bridged, delivered};
use asq_backend::Backend;
use asq_core::life::Closing;
use asq_core::model::Draft;
use serde_json::{Value, json};

fn message(id: &str, role: &str) -> Value {
    json!([{
        "info": {"id": id, "role": role, "agent": "build", "time": {"created": 1}},
        "parts": [
            {"id": "prt_1", "sessionID": "ses_1", "messageID": id, "type": "text", "text": "use teal"},
            {"id": "prt_2", "sessionID": "ses_1", "messageID": id, "type": "text", "text": "or not"},
        ],
    }])
}

#[test]
fn the_latest_message_is_sent_again_once_the_session_rests() {
    let bridged = bridged();
    let Bridged { code, backend, .. } = &bridged;
    let id = bridged.asks(1);
    let before = code.server.lines().len();
    code.says("POST /question/que_1/reject", &json!(true));
    code.next("GET /session/status?directory=/a", Act::json(&json!({"ses_1": {"type": "busy"}})));
    code.next("GET /session/status?directory=/a", Act::Reply(500, "{}".to_owned()));
    code.next("GET /session/status?directory=/a", Act::json(&json!({"ses_1": {"type": "retry"}})));
    code.says("GET /session/status?directory=/a", &json!({"ses_2": {"type": "busy"}}));
    code.says("GET /session/ses_1/message?limit=1&directory=/a", &message("msg_2", "user"));
    let decline = Closing::Decline { reason: Some("not now".into()), draft: Draft::default() };
    backend.close(id, decline, None).unwrap();
    code.gets("POST /session/ses_1/prompt_async", 1);
    delivered(backend, id);
    assert_eq!(
        code.server.lines()[before..],
        [
            "POST /question/que_1/reject",
            "GET /session/status?directory=/a",
            "GET /session/status?directory=/a",
            "GET /session/status?directory=/a",
            "GET /session/status?directory=/a",
            "GET /session/ses_1/message?limit=1&directory=/a",
            "POST /session/ses_1/prompt_async",
        ]
    );
    assert_eq!(code.call("POST /question/que_1/reject").body, json!({"reason": "not now"}));
    let sent = code.call("POST /session/ses_1/prompt_async");
    assert_eq!(sent.headers["x-opencode-directory"], "/a");
    let parts = json!([
        {"id": "prt_1", "type": "text", "text": "use teal"},
        {"id": "prt_2", "type": "text", "text": "or not"},
    ]);
    assert_eq!(sent.body, json!({"messageID": "msg_2", "parts": parts, "agent": "build"}));
}

#[test]
fn a_session_that_stays_at_work_reads_them_by_itself() {
    let bridged = bridged();
    let Bridged { code, backend, .. } = &bridged;
    let id = bridged.asks(1);
    let before = code.server.lines().len();
    code.says("POST /question/que_1/reject", &json!(true));
    code.says("GET /session/status?directory=/a", &json!({"ses_1": {"type": "busy"}}));
    let decline = Closing::Decline { reason: Some("not now".into()), draft: Draft::default() };
    backend.close(id, decline, None).unwrap();
    delivered(backend, id);
    code.gets("GET /session/status?directory=/a", 25);
    // Whatever the bridge sends comes before it asks about another question.
    bridged.asks(2);
    let looks = code.server.lines()[before..].to_vec();
    let of_session = |line: &&String| line.contains("/ses_1/");
    assert_eq!(looks.iter().filter(of_session).collect::<Vec<_>>(), Vec::<&String>::new(), "{looks:?}");
}

#[test]
fn without_a_later_message_nothing_is_sent() {
    let bridged = bridged();
    let Bridged { code, backend, .. } = &bridged;
    code.says("GET /session/status?directory=/a", &json!({}));
    for (n, latest) in [(1, message("msg_2", "assistant")), (2, message("msg_1", "user"))] {
        let id = bridged.asks(n);
        code.says(&format!("POST /question/que_{n}/reject"), &json!(true));
        let line = format!("GET /session/ses_{n}/message?limit=1&directory=/a");
        code.says(&line, &latest);
        backend.close(id, Closing::Cancel { draft: Draft::default() }, None).unwrap();
        code.gets(&line, 1);
        delivered(backend, id);
        assert_eq!(code.call(&format!("POST /question/que_{n}/reject")).body, json!({}));
    }
    // Whatever the bridge sends comes before it asks about another question.
    bridged.asks(3);
    let posts: Vec<String> =
        code.server.lines().into_iter().filter(|line| line.starts_with("POST")).collect();
    assert_eq!(posts, ["POST /question/que_1/reject", "POST /question/que_2/reject"]);
}
