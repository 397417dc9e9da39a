//! A client whose clock the test moves.

use crate::test_client::{TestClient, store};
use asq_backend::Backend;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::{Instant, sleep};

const MINUTE: u64 = 60;

#[tokio::test(start_paused = true)]
async fn each_client_gets_a_pending_result_before_it_would_give_the_call_up() {
    const LONG: u64 = 23 * 60 * MINUTE;
    for (name, token, limit) in [
        ("claude-code", true, LONG),
        ("claude-code", false, 50),
        ("copilot-cli", true, LONG),
        ("gemini-cli-mcp-client", true, 9 * MINUTE),
        ("qwen-cli-mcp-client-asq", true, 9 * MINUTE),
        ("codex-mcp-client", true, 50),
        ("opencode", true, 50),
        ("somebody", true, 50),
    ] {
        let mut client = TestClient::named(name).await;
        client.calls("ask", store(), token).await;
        let pending = client.result().await;
        assert_eq!(
            (pending["structuredContent"]["outcome"].as_str(), client.seconds()),
            (Some("pending"), limit),
            "{name}"
        );
        let times = [&client.signs[..], &[limit]].concat();
        let gaps = times.windows(2).map(|two| two[1] - two[0]);
        assert!(!token || times[0] == 1 && gaps.into_iter().all(|gap| gap <= 16), "{name}");
        assert!(token || client.signs.is_empty(), "{name}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_ends_before_the_agent_would_put_it_into_the_background() {
    for (background, token, limit) in [(120, true, 110), (12, true, 6), (120, false, 50)] {
        let background = Some(Duration::from_secs(background));
        let mut client = TestClient::with("claude-code", background).await;
        client.calls("ask", store(), token).await;
        let pending = client.result().await;
        let outcome = pending["structuredContent"]["outcome"].as_str();
        assert_eq!((outcome, client.seconds()), (Some("pending"), limit), "{background:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_that_ends_at_once_gets_no_sign_of_life() {
    let mut client = TestClient::named("claude-code").await;
    client.calls("ask", store(), false).await;
    client.result().await;
    client.answers();
    client.calls("ask", store(), true).await;
    assert_eq!(client.result().await["structuredContent"]["outcome"], json!("answered"));
    // What would come after it comes before this.
    client.says("ping", json!({})).await;
    sleep(Duration::from_mins(1)).await;
    client.result().await;
    assert_eq!(client.signs, [0; 0]);
}

#[tokio::test(start_paused = true)]
async fn an_answer_after_five_minutes_reaches_a_client_that_waits_for_one() {
    let mut client = TestClient::named("somebody").await;
    client.calls("ask", store(), false).await;
    let pending = client.result().await;
    let id = pending["structuredContent"]["id"].clone();
    for _ in 0..5 {
        client.calls("wait", json!({"id": id}), false).await;
        assert_eq!(client.result().await["structuredContent"]["outcome"], json!("pending"));
    }
    assert_eq!(client.seconds(), 5 * MINUTE);
    client.calls("wait", json!({"id": id, "max_seconds": 3600}), false).await;
    sleep(Duration::from_secs(1)).await;
    client.answers();
    let result = client.result().await;
    assert_eq!(
        (result["structuredContent"]["outcome"].as_str(), client.seconds()),
        (Some("answered"), 5 * MINUTE + 1)
    );
}

#[tokio::test(start_paused = true)]
async fn a_wait_is_never_longer_than_the_limit_nor_than_it_asks_for() {
    let mut client = TestClient::named("somebody").await;
    client.calls("ask", store(), false).await;
    let id = client.result().await["structuredContent"]["id"].clone();
    for (longest, seconds) in [(json!(0), 0), (json!(7), 7), (json!(null), 50), (json!(1_u64 << 40), 50)] {
        client.began = Instant::now();
        client.calls("wait", json!({"id": id, "max_seconds": longest}), false).await;
        client.result().await;
        assert_eq!(client.seconds(), seconds, "{longest}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_decline_counts_once_a_person_could_have_read_the_form() {
    for (after, state) in [(900, "open"), (1000, "open"), (1001, "declined")] {
        let mut client = TestClient::shows_forms().await;
        client.calls("ask", store(), false).await;
        let form = client.message().await;
        assert_eq!(form["method"], json!("elicitation/create"));
        sleep(Duration::from_millis(after)).await;
        client.does(&form, json!({"action": "decline"})).await;
        let result = client.result().await;
        let outcome = if state == "open" { "pending" } else { state };
        assert_eq!(result["structuredContent"]["outcome"], json!(outcome), "{after} ms");
    }
}

#[tokio::test(start_paused = true)]
async fn while_somebody_looks_at_an_inbox_the_client_shows_no_form() {
    let mut client = TestClient::shows_forms().await;
    client.backend.use_inbox(true);
    client.calls("ask", store(), false).await;
    assert_eq!(client.result().await["structuredContent"]["outcome"], json!("pending"));
    // Afterwards it does.
    client.backend.use_inbox(false);
    client.calls("ask", store(), false).await;
    assert_eq!(client.message().await["method"], json!("elicitation/create"));
}

#[tokio::test(start_paused = true)]
async fn a_form_of_eleven_minutes_ago_still_answers() {
    let mut client = TestClient::silent();
    let call = |minutes: u64, more: Value| {
        let mut question = store();
        question["questions"][0]["question"] = json!(format!("Which store, after {minutes} min?"));
        let mut params = json!({"name": "ask", "arguments": question, "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "somebody", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
        }});
        for (name, value) in more.as_object().unwrap() {
            params[name] = value.clone();
        }
        params
    };
    let filled = json!({"answer": {"action": "accept", "content": {"answer": "2. SQLite"}}});
    for minutes in [9, 11] {
        client.says("tools/call", call(minutes, json!({}))).await;
        let state = client.result().await["requestState"].clone();
        sleep(Duration::from_mins(minutes)).await;
        client
            .says("tools/call", call(minutes, json!({"requestState": state, "inputResponses": filled})))
            .await;
        let reply = client.message().await;
        assert_eq!(
            reply["result"]["structuredContent"]["outcome"],
            json!("answered"),
            "{minutes} min: {reply}"
        );
        assert!(client.backend.list(0).unwrap().is_empty(), "{minutes} min");
    }
}
