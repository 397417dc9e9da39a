//! Forms and addresses that a client's person is shown, by a clock that the test moves.

use crate::client_forms::ClientForms;
use crate::test_client::{TestClient, TestSide, store};
use asq_backend::{Backend, Failure, FaultKind, StoreFault};
use asq_core::life::{Refusal, RequestId};
use asq_core::model::Draft;
use serde_json::{Value, json};
use std::sync::Barrier;
use std::time::Duration;
use tokio::time::sleep;

const MINUTE: Duration = Duration::from_mins(1);

fn number() -> Value {
    json!({"questions": [{"id": "port", "question": "Which port?", "kind": "number"}]})
}

/// A call of the era without sessions, with more next to its arguments.
fn alone(question: &Value, more: &Value) -> Value {
    let mut params = json!({"name": "ask", "arguments": question, "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "somebody", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
    }});
    for (name, value) in more.as_object().unwrap() {
        params[name] = value.clone();
    }
    params
}

fn back(state: &Value, result: &Value) -> Value {
    json!({"requestState": state, "inputResponses": {"answer": result}})
}

fn accepts(content: &Value) -> Value {
    json!({"action": "accept", "content": content})
}

/// Calls without a session, and returns the reply.
async fn called(client: &mut TestClient, question: &Value, more: &Value) -> Value {
    client.says("tools/call", alone(question, more)).await;
    client.message().await
}

fn only(client: &TestClient) -> RequestId {
    client.backend.list(0).unwrap()[0].id
}

fn outcome(reply: &Value) -> &Value {
    &reply["result"]["structuredContent"]["outcome"]
}

const NOT_ITS: &str = "requestState isn't that of a form of this call; ask the same again";

#[tokio::test(start_paused = true)]
async fn an_entry_counts_ten_minutes_and_ten_hours_later() {
    for minutes in [10, 11, 10 * 60] {
        let mut client = TestClient::silent();
        let state = called(&mut client, &number(), &json!({})).await["result"]["requestState"].clone();
        let id = only(&client);
        sleep(MINUTE * 9).await;
        assert!(client.backend.asker_waits(id), "{minutes}");
        sleep(MINUTE * 2).await;
        assert!(!client.backend.asker_waits(id), "nobody can tell whether the client still shows it");
        sleep(MINUTE * minutes).await;
        // It is judged as at any other time.
        let wrong = accepts(&json!({"answer": "about 8080"}));
        let again = called(&mut client, &number(), &back(&state, &wrong)).await["result"].clone();
        let form = &again["inputRequests"]["answer"]["params"];
        assert_eq!(form["requestedSchema"]["properties"]["answer"]["default"], json!("about 8080"));
        sleep(MINUTE * minutes).await;
        let right = accepts(&json!({"answer": "8080"}));
        let reply = called(&mut client, &number(), &back(&again["requestState"], &right)).await;
        let answer = &reply["result"]["structuredContent"]["details"]["answers"]["port"];
        assert_eq!((outcome(&reply), &answer["value"]), (&json!("answered"), &json!(8080)), "{reply}");
        // Once.
        let reply = called(&mut client, &number(), &back(&again["requestState"], &right)).await;
        assert_eq!(reply["error"], json!({"code": -32602, "message": NOT_ITS}));
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_filled_in_before_a_restart_is_in_the_form_of_the_next_call() {
    let mut before = TestClient::silent();
    let state = called(&mut before, &number(), &json!({})).await["result"]["requestState"].clone();
    let id = only(&before);
    let mut client = TestClient::of(TestSide { backend: before.backend.clone(), ..TestSide::default() });
    drop(before);
    let filled = accepts(&json!({"answer": "8080"}));
    // Another call of the same process neither answers nor asks anything.
    let reply = called(&mut client, &store(), &back(&state, &filled)).await;
    assert_eq!(reply["error"], json!({"code": -32602, "message": NOT_ITS}));
    assert_eq!(
        (client.backend.list(0).unwrap().len(), client.backend.drafts(id).unwrap()),
        (1, Draft::default())
    );
    let reply = called(&mut client, &number(), &back(&state, &filled)).await;
    assert_eq!(reply["error"], json!({"code": -32602, "message": NOT_ITS}));
    assert_eq!(only(&client), id);
    let again = called(&mut client, &number(), &json!({})).await["result"].clone();
    let form = &again["inputRequests"]["answer"]["params"];
    assert_eq!(form["requestedSchema"]["properties"]["answer"]["default"], json!("8080"));
    let reply = called(&mut client, &number(), &back(&again["requestState"], &filled)).await;
    assert_eq!(outcome(&reply), &json!("answered"), "{reply}");
}

#[tokio::test(start_paused = true)]
async fn a_state_says_nothing_of_what_was_filled_in() {
    let mut client = TestClient::silent();
    let first = called(&mut client, &number(), &json!({})).await["result"]["requestState"].clone();
    let long = accepts(&json!({"answer": "x".repeat(1000)}));
    let second = called(&mut client, &number(), &back(&first, &long)).await["result"].clone();
    let form = &second["inputRequests"]["answer"]["params"]["requestedSchema"];
    assert_eq!(form["properties"]["answer"]["default"], json!("x".repeat(1000)));
    let length = |state: &Value| state.as_str().unwrap().len();
    assert_eq!(length(&second["requestState"]), length(&first));
}

#[tokio::test(start_paused = true)]
async fn a_state_of_another_process_answers_nothing_though_it_asks_the_same() {
    let mut client = TestClient::silent();
    let mut other = TestClient::of(TestSide { backend: client.backend.clone(), ..TestSide::default() });
    let state = called(&mut client, &store(), &json!({})).await["result"]["requestState"].clone();
    let foreign = called(&mut other, &store(), &json!({})).await["result"]["requestState"].clone();
    assert_eq!(client.backend.list(0).unwrap().len(), 1);
    let filled = accepts(&json!({"answer": "2. SQLite"}));
    let reply = called(&mut client, &store(), &back(&foreign, &filled)).await;
    assert_eq!(reply["error"]["message"], json!(NOT_ITS));
    let reply = called(&mut client, &store(), &back(&state, &filled)).await;
    assert_eq!(outcome(&reply), &json!("answered"));
}

#[tokio::test(start_paused = true)]
async fn of_more_than_256_forms_the_oldest_is_forgotten() {
    let mut client = TestClient::silent();
    let ask = |n: usize| json!({"questions": [{"id": "n", "question": format!("How many of {n}?"), "kind": "number"}]});
    let mut states = Vec::new();
    for n in 0..257 {
        states.push(called(&mut client, &ask(n), &json!({})).await["result"]["requestState"].clone());
    }
    let filled = || accepts(&json!({"answer": "5"}));
    let reply = called(&mut client, &ask(0), &back(&states[0], &filled())).await;
    assert_eq!(reply["error"]["message"], json!(NOT_ITS));
    for n in [1, 256] {
        let reply = called(&mut client, &ask(n), &back(&states[n], &filled())).await;
        assert_eq!(outcome(&reply), &json!("answered"), "{n}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_form_that_comes_back_after_the_question_was_closed_brings_the_ending_and_no_other_form() {
    let mut client = TestClient::silent();
    let state = called(&mut client, &store(), &json!({})).await["result"]["requestState"].clone();
    client.answers();
    let reply = called(&mut client, &store(), &back(&state, &accepts(&json!({})))).await;
    assert_eq!(outcome(&reply), &json!("answered"), "{reply}");
}

#[tokio::test(start_paused = true)]
async fn a_store_that_fails_leaves_the_question_open_and_keeps_what_was_filled_in() {
    let mut client = TestClient::silent();
    let state = called(&mut client, &store(), &json!({})).await["result"]["requestState"].clone();
    let failure = Failure::Store(StoreFault { kind: FaultKind::Full, text: "full".to_owned() });
    client.backend.fail(Some(failure.clone()));
    let filled = accepts(&json!({"answer": "2. SQLite"}));
    let reply = called(&mut client, &store(), &back(&state, &filled)).await;
    let told = format!("the store can't be used: {failure:?}");
    assert_eq!(reply["result"]["content"][0]["text"], json!(told));
    client.backend.fail(None);
    assert_ne!(client.backend.drafts(only(&client)).unwrap(), Draft::default());
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_is_refused_comes_again_with_the_reason_and_a_refused_decline_waits() {
    let mut client = TestClient::silent();
    let state = called(&mut client, &number(), &json!({})).await["result"]["requestState"].clone();
    client.backend.fail(Some(Failure::Refused(Box::new(Refusal::OwnTree))));
    let filled = accepts(&json!({"answer": "8080"}));
    let again = called(&mut client, &number(), &back(&state, &filled)).await["result"].clone();
    let form = &again["inputRequests"]["answer"]["params"];
    let message = format!("{}\nWhich port?", Refusal::OwnTree);
    assert_eq!(
        (&form["message"], &form["requestedSchema"]["properties"]["answer"]["default"]),
        (&json!(message), &json!("8080"))
    );
    sleep(Duration::from_secs(2)).await;
    let decline = json!({"action": "decline"});
    let reply = called(&mut client, &number(), &back(&again["requestState"], &decline)).await;
    assert_eq!(outcome(&reply), &json!("pending"), "{reply}");
}

#[tokio::test(start_paused = true)]
async fn what_was_filled_in_before_is_in_the_next_form_whoever_shows_it() {
    let mut client = TestClient::shows_forms().await;
    client.calls("ask", number(), false).await;
    let form = client.message().await;
    client.does(&form, accepts(&json!({"answer": "about 8080"}))).await;
    let refused = client.message().await;
    let mut other = TestClient::of(TestSide { backend: client.backend.clone(), ..TestSide::default() });
    other.initialize("somebody", json!({"elicitation": {"form": {}}})).await;
    other.calls("ask", number(), false).await;
    let form = other.message().await;
    let held = |form: &Value| form["params"]["requestedSchema"]["properties"]["answer"]["default"].clone();
    assert_eq!([held(&refused), held(&form)], [json!("about 8080"), json!("about 8080")]);
}

#[tokio::test(start_paused = true)]
async fn a_client_that_walks_through_the_fields_is_shown_32_forms_at_most() {
    let mut client = TestClient::silent();
    client.initialize("codex-mcp-client", json!({"elicitation": {}})).await;
    client.calls("ask", store(), false).await;
    for n in 0..32 {
        let form = client.message().await;
        assert_eq!(form["method"], json!("elicitation/create"), "{n}");
        let back = json!({"answer": "x", "then": "Back to the question"});
        let note = json!({"answer": "Add a note"});
        client.does(&form, accepts(if n % 2 == 0 { &note } else { &back })).await;
    }
    sleep(Duration::from_secs(5)).await;
    client.answers();
    assert_eq!(outcome(&client.message().await), &json!("answered"));
}

#[tokio::test(start_paused = true)]
async fn a_client_that_fails_to_show_a_form_leaves_its_question_open() {
    let mut client = TestClient::shows_forms().await;
    client.calls("ask", store(), false).await;
    let form = client.message().await;
    sleep(Duration::from_secs(3)).await;
    let error = json!({"code": -32603, "message": "no window"});
    client.line(&json!({"jsonrpc": "2.0", "id": form["id"], "error": error})).await;
    sleep(Duration::from_secs(3)).await;
    assert_eq!(client.backend.list(0).unwrap().len(), 1);
    client.answers();
    assert_eq!(outcome(&client.message().await), &json!("answered"));
}

#[tokio::test(start_paused = true)]
async fn each_form_is_there_for_a_second_before_a_decline_counts() {
    let mut client = TestClient::shows_forms().await;
    client.calls("ask", number(), false).await;
    let form = client.message().await;
    sleep(Duration::from_secs(5)).await;
    client.does(&form, accepts(&json!({"answer": "many"}))).await;
    let second = client.message().await;
    client.does(&second, json!({"action": "decline"})).await;
    assert_eq!(outcome(&client.message().await), &json!("pending"));
}

#[tokio::test(start_paused = true)]
async fn the_same_question_in_two_calls_at_once_has_one_form() {
    let together = Some(Barrier::new(2));
    let mut client = TestClient::of(TestSide { together, ..TestSide::new() });
    client.initialize("somebody", json!({"elicitation": {"form": {}}})).await;
    for id in 1..=2 {
        let params = json!({"name": "ask", "arguments": store()});
        client.line(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})).await;
    }
    sleep(Duration::from_secs(5)).await;
    client.answers();
    let (mut forms, mut results) = (0, 0);
    while results < 2 {
        let message = client.message().await;
        forms += usize::from(message["method"] == json!("elicitation/create"));
        results += usize::from(outcome(&message) == &json!("answered"));
    }
    assert_eq!(forms, 1);
}

#[tokio::test(start_paused = true)]
async fn a_wait_that_the_store_loses_says_why() {
    let mut client = TestClient::named("somebody").await;
    client.calls("ask", store(), false).await;
    sleep(Duration::from_secs(5)).await;
    let failure = Failure::failed("the server is gone");
    client.backend.lose(only(&client), &failure);
    let result = client.result().await;
    let told = format!("the store can't be used: {failure:?}");
    assert_eq!((&result["isError"], &result["content"][0]["text"]), (&json!(true), &json!(told)));
}

/// A client that opens addresses, and has been sent that of a page.
async fn opens_pages() -> (TestClient, Value) {
    let mut client = TestClient::of(TestSide { page: Some("http://asq/r".to_owned()), ..TestSide::new() });
    client.initialize("somebody", json!({"elicitation": {"url": {}}})).await;
    client.calls("ask", store(), false).await;
    let asked = client.message().await;
    assert_eq!(asked["params"]["url"], json!("http://asq/r"));
    (client, asked)
}

#[tokio::test(start_paused = true)]
async fn an_address_is_taken_back_once_its_question_is_answered_elsewhere() {
    let (mut client, asked) = opens_pages().await;
    client.answers();
    let mut both = [client.message().await, client.message().await];
    both.sort_by_key(|message| message.get("method").is_some());
    assert_eq!(outcome(&both[0]), &json!("answered"));
    let params = json!({"requestId": asked["id"], "reason": "the question was answered elsewhere"});
    assert_eq!((&both[1]["method"], &both[1]["params"]), (&json!("notifications/cancelled"), &params));
}

#[tokio::test(start_paused = true)]
async fn an_address_that_was_opened_is_complete_when_its_question_is_answered_and_not_before() {
    let (mut client, asked) = opens_pages().await;
    client.does(&asked, json!({"action": "accept"})).await;
    sleep(Duration::from_secs(3)).await;
    client.line(&json!({"jsonrpc": "2.0", "id": 2, "method": "ping"})).await;
    assert_eq!(client.message().await, json!({"jsonrpc": "2.0", "id": 2, "result": {}}));
    client.answers();
    let mut both = [client.message().await, client.message().await];
    both.sort_by_key(|message| message.get("method").is_some());
    assert_eq!(outcome(&both[0]), &json!("answered"));
    assert_eq!(both[1]["method"], json!("notifications/elicitation/complete"));
}

#[test]
fn the_last_1024_requests_are_put_to_a_client_once() {
    let forms = ClientForms::default();
    for n in 0..1024 {
        assert!(forms.is_first(RequestId(n)));
    }
    assert!((0..1024).all(|n| forms.has(RequestId(n)) && !forms.is_first(RequestId(n))));
    assert!(forms.is_first(RequestId(1024)));
    let known: Vec<bool> = [0, 1, 1023, 1024].map(|n| forms.has(RequestId(n))).into();
    assert_eq!(known, [false, true, true, true]);
}
