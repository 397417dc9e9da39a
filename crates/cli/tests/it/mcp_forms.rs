//! `asq mcp` and the client's own person: forms and addresses, in both eras of the protocol.

use crate::mcp_client::{McpClient, answers, id, is_delivered, open, show, store};
use crate::serving::{Call, Serving, token};
use crate::shop::Shop;
use asq_testkit::eventually::eventually;
use expect_test::expect;
use serde_json::{Value, json};

/// A client of the older era whose person can be shown these.
fn client(shop: &Shop, shows: &Value, args: &[&str]) -> McpClient {
    let mut client = McpClient::silent(shop, args, &[]);
    client.initialize("some-agent", &json!({"elicitation": shows}));
    client
}

fn forms(shop: &Shop) -> McpClient {
    client(shop, &json!({"form": {}}), &[])
}

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap()
}

fn message(form: &Value) -> &str {
    form["params"]["message"].as_str().unwrap()
}

/// A question with everything that a form can carry.
fn rich() -> Value {
    json!({"questions": [{"id": "db", "header": "Store", "question": "Which store?", "custom": true,
    "options": [
        {"label": "PostgreSQL", "description": "a server for a team", "recommended": true},
        {"label": "SQLite", "description": "one file"},
    ]}]})
}

#[test]
fn the_clients_own_form_answers() {
    let shop = Shop::new("mcp-form");
    let mut client = forms(&shop);
    let call = client.calls("ask", &rich());
    let form = client.asked();
    let listed = open(&shop, 1).remove(0);
    assert_eq!(listed["asker_waits"], json!(true));
    expect![[r#"
        {
          "_meta": {
            "progressToken": 0
          },
          "mode": "form",
          "message": "Which store?\n1. PostgreSQL (recommended): a server for a team\n2. SQLite: one file",
          "requestedSchema": {
            "type": "object",
            "properties": {
              "answer": {
                "type": "string",
                "title": "Store",
                "enum": [
                  "1. PostgreSQL (recommended)",
                  "2. SQLite",
                  "Let's discuss this"
                ]
              },
              "answer_else": {
                "type": "string",
                "title": "Something else"
              },
              "note": {
                "type": "string",
                "title": "Note"
              }
            }
          }
        }"#]]
    .assert_eq(&serde_json::to_string_pretty(&form["params"]).unwrap());
    client.accepts(&form, &json!({"answer": "2. SQLite", "note": "for now"}));
    let result = client.response(call)["result"].clone();
    assert_eq!(
        text(&result),
        "The user answered your question.\n1. db: \"Which store?\"\n   picked: \"SQLite\"\n   note: \"for now\""
    );
    is_delivered(&shop, id(&listed));
    let shown = show(&shop, id(&listed));
    assert_eq!(shown["closed_by"]["how"], json!("host"));
}

#[test]
fn own_words_answer_and_nothing_that_was_filled_in_is_lost() {
    let shop = Shop::new("mcp-form-words");
    let mut client = forms(&shop);
    let call = client.calls("ask", &rich());
    let form = client.asked();
    let listed = open(&shop, 1).remove(0);
    // A row and own words: nobody can tell which one counts.
    client.accepts(
        &form,
        &json!({"answer": "2. SQLite", "answer_else": "  DuckDB, in memory ", "note": "why not"}),
    );
    let form = client.asked();
    assert!(message(&form).starts_with("Pick a row or write your own answer, not both.\nWhich store?\n"));
    let fields = &form["params"]["requestedSchema"]["properties"];
    assert_eq!(
        [&fields["answer"]["default"], &fields["answer_else"]["default"], &fields["note"]["default"]],
        [&json!("2. SQLite"), &json!("  DuckDB, in memory "), &json!("why not")]
    );
    // Somebody at an inbox sees it as well.
    assert_eq!(show(&shop, id(&listed))["drafts"], json!(["db"]));
    client.accepts(&form, &json!({"answer_else": "DuckDB"}));
    let result = client.response(call)["result"].clone();
    assert_eq!(
        text(&result),
        "The user answered your question.\n1. db: \"Which store?\"\n   in the user's own words: \"DuckDB\"\n   note: \"why not\""
    );
}

#[test]
fn several_questions_are_several_forms_and_a_last_one_lists_the_answers() {
    let shop = Shop::new("mcp-form-several");
    let mut client = forms(&shop);
    let call = client.calls("ask", &json!({"questions": [
        {"id": "langs", "header": "Languages", "question": "Which languages?", "kind": "select_many", "min": 1,
            "options": [{"label": "Rust"}, {"label": "Go"}, {"label": "C"}]},
        {"id": "port", "header": "Port", "question": "Which port?", "kind": "number", "min": 1, "max": 65535},
        {"id": "name", "header": "Name", "question": "What is it called?", "kind": "text"},
    ]}));
    let mut seen = Vec::new();
    let mut next = |client: &mut McpClient, content: Value| {
        let form = client.asked();
        seen.push(form["params"].clone());
        client.accepts(&form, &content);
    };
    next(&mut client, json!({"answer": ["1. Rust", "3. C"]}));
    next(&mut client, json!({"answer": "70000"}));
    next(&mut client, json!({"answer": 8080}));
    next(&mut client, json!({"answer": "demo"}));
    next(&mut client, json!({"answer": "Change 3. Name"}));
    next(&mut client, json!({"answer": "example"}));
    next(&mut client, json!({"answer": "Send these answers"}));
    let result = client.response(call)["result"].clone();
    expect![[r#"
        The user answered all 3 questions.
        1. langs: "Which languages?"
           picked: "Rust"
           picked: "C"
        2. port: "Which port?"
           number: 8080
        3. name: "What is it called?"
           text: "example""#]]
    .assert_eq(text(&result));
    // All that was filled in is in the answer.
    let history = shop.asq(&["history", "--json"]).json();
    assert_eq!(unsent(&shop, &history), json!([]));
    let messages: Vec<&str> = seen.iter().map(|form| form["message"].as_str().unwrap()).collect();
    expect![[r#"
        [
            "[1/3] Which languages?\nPick any number.",
            "[2/3] Which port?",
            "70000 is too large: the most is 65535.\n[2/3] Which port?",
            "[3/3] What is it called?",
            "Your answers:\n1. Languages: Rust, C\n2. Port: 8080\n3. Name: demo",
            "[3/3] What is it called?",
            "Your answers:\n1. Languages: Rust, C\n2. Port: 8080\n3. Name: example",
        ]"#]]
    .assert_eq(&format!("{messages:#?}"));
    expect![[r#"
        {
          "type": "object",
          "properties": {
            "answer": {
              "type": "array",
              "title": "Languages",
              "items": {
                "type": "string",
                "enum": [
                  "1. Rust",
                  "2. Go",
                  "3. C",
                  "Let's discuss this"
                ]
              }
            },
            "answer_else": {
              "type": "string",
              "title": "Something else"
            },
            "note": {
              "type": "string",
              "title": "Note"
            }
          }
        }"#]]
    .assert_eq(&serde_json::to_string_pretty(&seen[0]["requestedSchema"]).unwrap());
    expect![[r#"
        {
          "type": "object",
          "properties": {
            "answer": {
              "type": "string",
              "title": "Port",
              "description": "a number from 1 to 65535",
              "default": "70000"
            },
            "note": {
              "type": "string",
              "title": "Note"
            }
          },
          "required": [
            "answer"
          ]
        }"#]]
    .assert_eq(&serde_json::to_string_pretty(&seen[2]["requestedSchema"]).unwrap());
    expect![[r#"
        {
          "type": "object",
          "properties": {
            "answer": {
              "type": "string",
              "title": "Send",
              "enum": [
                "Send these answers",
                "Change 1. Languages",
                "Change 2. Port",
                "Change 3. Name"
              ],
              "default": "Send these answers"
            }
          },
          "required": [
            "answer"
          ]
        }"#]]
    .assert_eq(&serde_json::to_string_pretty(&seen[4]["requestedSchema"]).unwrap());
}

#[test]
fn a_client_before_fields_with_several_values_gets_a_yes_or_no_for_each_row() {
    let shop = Shop::new("mcp-form-old");
    let mut client = McpClient::silent(&shop, &[], &[]);
    let info = json!({"name": "some-agent", "version": "1"});
    client.request(
        "initialize",
        json!({"protocolVersion": "2025-06-18", "capabilities": {"elicitation": {}}, "clientInfo": info}),
    );
    client.says(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    let call = client.calls(
        "ask",
        &json!({"questions": [{"id": "l", "question": "Which?", "kind": "select_many",
        "options": [{"label": "Rust"}, {"label": "Go"}, {"label": "C"}]}]}),
    );
    let form = client.asked();
    let fields = form["params"]["requestedSchema"]["properties"].as_object().unwrap();
    let row = json!({"type": "boolean", "title": "2. Go", "default": false});
    assert_eq!((fields.keys().collect::<Vec<_>>().len(), &fields["row_2"]), (6, &row));
    client.accepts(&form, &json!({"row_1": false, "row_2": true, "row_3": true}));
    let result = client.response(call)["result"].clone();
    assert_eq!(
        text(&result),
        "The user answered your question.\n1. l: \"Which?\"\n   picked: \"Go\"\n   picked: \"C\""
    );
}

#[test]
fn a_cancelled_form_is_nobodys_word_and_the_call_waits_on() {
    let shop = Shop::new("mcp-form-cancel");
    for action in ["cancel", "decline"] {
        let mut client = forms(&shop);
        let call = client.calls("ask", &store());
        let form = client.asked();
        let listed = open(&shop, 1).remove(0);
        // At once, as clients without a person do.
        client.replies(&form, &json!({"action": action}));
        client.request("ping", Value::Null);
        assert_eq!(
            (&show(&shop, id(&listed))["state"], listed["asker_waits"].clone()),
            (&json!("open"), json!(true))
        );
        answers(&shop, &listed, "SQLite");
        let result = client.response(call)["result"].clone();
        assert_eq!(result["structuredContent"]["outcome"], json!("answered"), "{action}");
        is_delivered(&shop, id(&listed));
        let (code, rest) = client.hang_up();
        // No second form.
        assert_eq!((code, &rest[..]), (0, ""), "{action}");
    }
}

#[test]
fn a_form_can_ask_to_discuss() {
    let shop = Shop::new("mcp-form-discuss");
    let mut client = forms(&shop);
    let call = client.calls("ask", &store());
    let form = client.asked();
    client.accepts(&form, &json!({"answer": "Let's discuss this"}));
    let result = client.response(call)["result"].clone();
    assert_eq!(result["structuredContent"]["outcome"], json!("discuss"));
}

#[test]
fn a_form_ends_when_its_question_is_answered_elsewhere() {
    let shop = Shop::new("mcp-form-elsewhere");
    let mut client = forms(&shop);
    let call = client.calls("ask", &store());
    let form = client.asked();
    let listed = open(&shop, 1).remove(0);
    answers(&shop, &listed, "SQLite");
    let result = client.response(call)["result"].clone();
    assert_eq!(result["structuredContent"]["details"]["answers"]["db"]["label"], json!("SQLite"));
    let cancelled = client.notification("notifications/cancelled");
    assert_eq!(
        cancelled["params"],
        json!({"requestId": form["id"], "reason": "the question was answered elsewhere"})
    );
    // Too late: nothing changes, and the connection lives.
    client.accepts(&form, &json!({"answer": "1. PostgreSQL"}));
    assert!(client.request("ping", Value::Null)["result"].is_object());
    assert_eq!(show(&shop, id(&listed))["closed_by"]["how"], json!("cli"));
}

/// What was typed for a closed request and is in no answer.
fn unsent(shop: &Shop, listed: &Value) -> Value {
    show(shop, id(listed))["unsent"].clone()
}

#[test]
fn what_is_filled_in_too_late_is_kept_with_the_question() {
    let shop = Shop::new("mcp-form-late");
    let mut client = McpClient::silent(&shop, &[], &[]);
    let wants = called(&mut client, &rich(), &json!({}))["result"].clone();
    let listed = open(&shop, 1).remove(0);
    answers(&shop, &listed, "PostgreSQL");
    let late = accepted(&wants["requestState"], &json!({"answer_else": "DuckDB, in memory"}));
    let result = called(&mut client, &rich(), &late)["result"].clone();
    assert_eq!(result["structuredContent"]["details"]["answers"]["db"]["label"], json!("PostgreSQL"));
    let kept = eventually("the late text", || {
        let unsent = unsent(&shop, &listed);
        (unsent != json!([])).then_some(unsent)
    });
    assert!(kept.to_string().contains("DuckDB, in memory"), "{kept}");
}

#[test]
fn what_somebody_typed_elsewhere_stays_next_to_what_is_filled_in() {
    let shop = Shop::new("mcp-form-clash");
    let serving = Serving::start(&shop, &["--no-link"]);
    let answerer = token(&shop, "answer");
    let mut client = forms(&shop);
    let call = client.calls("ask", &rich());
    let form = client.asked();
    let listed = open(&shop, 1).remove(0);
    let path = format!("/v1/requests/{}/drafts", id(&listed));
    let typed =
        json!({"answers": [], "typed": [{"question": 0, "place": "custom", "text": "typed on the page"}]});
    let put = Call::new("PUT", &format!("{path}/0")).json(json!({"revision": 0, "draft": typed}).to_string());
    let reply = serving.port().call(&put.token(&answerer));
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    client.accepts(&form, &json!({"answer": "2. SQLite", "answer_else": "typed in the form"}));
    let form = client.asked();
    eventually("both texts", || {
        let kept = serving.port().call(&Call::get(&path).token(&answerer)).body;
        let kept = String::from_utf8(kept).unwrap();
        (kept.contains("typed on the page") && kept.contains("typed in the form")).then_some(())
    });
    client.accepts(&form, &json!({"answer_else": "typed in the form"}));
    client.response(call);
}

#[test]
fn what_fits_no_form_is_refused_in_the_next_one() {
    let shop = Shop::new("mcp-form-misfit");
    let mut client = forms(&shop);
    let call = client.calls("ask", &store());
    let mut says = Vec::new();
    let wrong = [
        json!({}),
        json!({"answer": "3. MySQL"}),
        json!({"answer": 7}),
        json!({"answer": ["1. PostgreSQL"]}),
        json!({"answer": "1. PostgreSQL", "note": {"a": "\u{1b}[2J"}}),
        json!([1]),
    ];
    for content in &wrong {
        let form = client.asked();
        says.push(message(&form).lines().next().unwrap().to_owned());
        client.accepts(&form, content);
    }
    let form = client.asked();
    says.push(message(&form).lines().next().unwrap().to_owned());
    expect![[r#"
        Which store?
        This question needs an answer.
        "3. MySQL" isn't one of the rows.
        "7" isn't one of the rows.
        "[\"1. PostgreSQL\"]" isn't one of the rows.
        note is a text, not "{\"a\":\"\\u001b[2J\"}".
        The form came back without its fields."#]]
    .assert_eq(&says.join("\n"));
    client.accepts(&form, &json!({"answer": "1. PostgreSQL"}));
    let result = client.response(call)["result"].clone();
    assert_eq!(result["structuredContent"]["outcome"], json!("answered"));
}

#[test]
fn a_program_that_accepts_without_end_is_asked_eight_times() {
    let shop = Shop::new("mcp-form-endless");
    let mut client = forms(&shop);
    let call = client.calls("ask", &store());
    for _ in 0..8 {
        let form = client.asked();
        client.accepts(&form, &json!({}));
    }
    client.request("ping", Value::Null);
    let listed = open(&shop, 1).remove(0);
    answers(&shop, &listed, "SQLite");
    client.response(call);
    assert!(client.others.iter().all(|message| message["method"] != json!("elicitation/create")));
}

#[test]
fn a_form_outlives_its_call() {
    let shop = Shop::new("mcp-form-outlives");
    let mut client = client(&shop, &json!({"form": {}}), &["--limit", "100ms"]);
    let call = client.calls("ask", &store());
    let form = client.asked();
    assert_eq!(client.response(call)["result"]["structuredContent"]["outcome"], json!("pending"));
    let listed = open(&shop, 1).remove(0);
    // Waiting shows no second form next to the first.
    let waits = client.calls("wait", &json!({"id": id(&listed)}));
    assert_eq!(client.response(waits)["result"]["structuredContent"]["outcome"], json!("pending"));
    client.accepts(&form, &json!({"answer": "2. SQLite"}));
    let waits = client.calls("wait", &json!({"id": id(&listed)}));
    eventually("the answer", || (show(&shop, id(&listed))["state"] == json!("answered")).then_some(()));
    client.response(waits);
    let waits = client.calls("wait", &json!({"id": id(&listed)}));
    let result = client.response(waits)["result"].clone();
    assert_eq!(result["structuredContent"]["details"]["answers"]["db"]["label"], json!("SQLite"));
    assert!(client.others.iter().all(|message| message["method"] != json!("elicitation/create")));
}

#[test]
fn two_forms_answered_crosswise_answer_their_own_questions() {
    let shop = Shop::new("mcp-form-crosswise");
    let mut client = forms(&shop);
    let ask = |question: &str| json!({"questions": [{"id": "q", "question": question, "kind": "text"}]});
    let first = client.calls("ask", &ask("First?"));
    let one = client.asked();
    let second = client.calls("ask", &ask("Second?"));
    let two = client.asked();
    assert_eq!((message(&one), message(&two)), ("First?", "Second?"));
    client.accepts(&two, &json!({"answer": "to the second"}));
    client.accepts(&one, &json!({"answer": "to the first"}));
    let wrote = |result: &Value| text(result).rsplit_once("text: ").unwrap().1.to_owned();
    let (first, second) =
        (client.response(first)["result"].clone(), client.response(second)["result"].clone());
    assert_eq!(
        (wrote(&first), wrote(&second)),
        ("\"to the first\"".to_owned(), "\"to the second\"".to_owned())
    );
}

#[test]
fn danger_secrets_pictures_and_long_texts_go_through_no_form() {
    let shop = Shop::new("mcp-form-never");
    let mut client = forms(&shop);
    let options = json!([{"label": "Drop"}, {"label": "Keep"}]);
    let long = "word ".repeat(2000);
    let preview = |kind: &str, source: &str| json!([{"label": "A", "preview": {"kind": kind, "source": source}}, {"label": "B"}]);
    let never = [
        json!({"question": "Drop it?", "options": options, "danger": true}),
        json!({"question": "Which token?", "kind": "text", "sensitive": true}),
        json!({"question": "What is your API key?", "kind": "text"}),
        json!({"question": "Which?", "options": preview("svg", "<svg/>")}),
        json!({"question": "Which?", "options": preview("markdown", &long)}),
        json!({"question": long, "options": options}),
    ];
    for (n, question) in never.iter().enumerate() {
        let call = client.calls("ask", &json!({"questions": [question]}));
        let listed = open(&shop, 1).remove(0);
        client.request("ping", Value::Null);
        let done = shop.asq(&["decline", id(&listed)]);
        assert_eq!(done.code, 0, "{n}: {done:?}");
        client.response(call);
    }
    assert!(
        client.others.iter().all(|message| message["method"] != json!("elicitation/create")),
        "{:?}",
        client.others
    );
}

#[test]
fn a_client_that_shows_no_forms_is_sent_none() {
    let shop = Shop::new("mcp-form-none");
    for capabilities in [json!({}), json!({"elicitation": {"url": {}}})] {
        let mut client = McpClient::silent(&shop, &[], &[]);
        client.initialize("some-agent", &capabilities);
        let call = client.calls("ask", &store());
        let listed = open(&shop, 1).remove(0);
        answers(&shop, &listed, "SQLite");
        client.response(call);
        assert!(client.others.is_empty(), "{:?}", client.others);
    }
}

#[test]
fn a_client_that_hangs_up_with_an_open_form_leaves_its_question_open() {
    let shop = Shop::new("mcp-form-hangs-up");
    let mut client = forms(&shop);
    client.calls("ask", &store());
    client.asked();
    let listed = open(&shop, 1).remove(0);
    // It ends with its client, not with the call.
    assert_eq!(client.hang_up(), (0, String::new()));
    assert_eq!(show(&shop, id(&listed))["state"], json!("open"));
}

/// A call of the era without sessions.
fn meta(elicitation: &Value) -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "claude-code", "version": "2.1.330"},
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": elicitation},
    })
}

/// Calls the tool, with more next to its arguments.
fn called(client: &mut McpClient, arguments: &Value, more: &Value) -> Value {
    let mut params =
        json!({"_meta": meta(&json!({"form": {}, "url": {}})), "name": "ask", "arguments": arguments});
    for (name, value) in more.as_object().unwrap() {
        params[name] = value.clone();
    }
    client.request("tools/call", params)
}

fn accepted(state: &Value, content: &Value) -> Value {
    json!({"requestState": state, "inputResponses": {"answer": {"action": "accept", "content": content}}})
}

#[test]
fn without_a_session_a_result_wants_the_form_and_the_next_call_brings_it() {
    let shop = Shop::new("mcp-round");
    let mut client = McpClient::silent(&shop, &[], &[]);
    let wants = called(&mut client, &rich(), &json!({}))["result"].clone();
    let listed = open(&shop, 1).remove(0);
    assert_eq!(listed["asker_waits"], json!(true), "the agent waits while its form is shown");
    assert_eq!(wants["resultType"], json!("input_required"));
    let form = &wants["inputRequests"]["answer"];
    assert_eq!((&form["method"], &form["params"]["mode"]), (&json!("elicitation/create"), &json!("form")));
    let state = &wants["requestState"];
    assert!(!state.as_str().unwrap().contains("SQLite"));
    let result =
        called(&mut client, &rich(), &accepted(state, &json!({"answer": "2. SQLite"})))["result"].clone();
    assert_eq!(result["resultType"], json!("complete"));
    assert_eq!(
        text(&result),
        "The user answered your question.\n1. db: \"Which store?\"\n   picked: \"SQLite\""
    );
    is_delivered(&shop, id(&listed));
    assert_eq!(shop.asq(&["history", "--json"]).out.lines().count(), 1);
}

#[test]
fn a_state_counts_once_and_for_its_own_call_alone() {
    let shop = Shop::new("mcp-state");
    let mut client = McpClient::silent(&shop, &[], &[]);
    let question = json!({"questions": [{"id": "a", "question": "A?", "kind": "text"}, {"id": "b", "question": "B?", "kind": "text"}]});
    let wants = called(&mut client, &question, &json!({}))["result"].clone();
    let state = wants["requestState"].as_str().unwrap().to_owned();
    let mut broken = state.clone();
    let last = broken.pop().unwrap();
    broken.push(if last == 'A' { 'B' } else { 'A' });
    let foreign = {
        let mut other = McpClient::silent(&shop, &[], &[]);
        called(&mut other, &rich(), &json!({}))["result"]["requestState"].clone()
    };
    let content = json!({"answer": "mine"});
    let refused = |reply: Value| {
        assert_eq!(reply["error"]["code"], json!(-32602), "{reply}");
        reply["error"]["message"].as_str().unwrap().to_owned()
    };
    let not_its = "requestState isn't that of a form of this call; ask the same again";
    for wrong in [json!(broken), foreign, json!(""), json!("rs1.AAAA.BBBB"), json!("x".repeat(5000))] {
        assert_eq!(refused(called(&mut client, &question, &accepted(&wrong, &content))), not_its, "{wrong}");
    }
    assert_eq!(refused(called(&mut client, &store(), &accepted(&json!(state), &content))), not_its);
    let alone = json!({"inputResponses": {"answer": {"action": "accept", "content": content}}});
    assert_eq!(
        refused(called(&mut client, &question, &alone)),
        "inputResponses come with the requestState that they belong to"
    );
    let unread = json!({"requestState": state, "inputResponses": {"answer": {"action": "maybe"}}});
    assert_eq!(
        refused(called(&mut client, &question, &unread)),
        "inputResponses.answer isn't the result of a form"
    );
    // All that changed nothing: the form still counts, and without its result it comes once more.
    let again = called(&mut client, &question, &json!({"requestState": state}))["result"].clone();
    assert_eq!(again["inputRequests"], wants["inputRequests"]);
    let state_2 = again["requestState"].clone();
    let next = called(&mut client, &question, &accepted(&state_2, &content))["result"].clone();
    assert_eq!(next["inputRequests"]["answer"]["params"]["message"], json!("[2/2] B?"));
    assert_eq!(
        refused(called(&mut client, &question, &accepted(&state_2, &json!({"answer": "again"})))),
        not_its
    );
    let last =
        called(&mut client, &question, &accepted(&next["requestState"], &json!({"answer": "too"})))["result"]
            .clone();
    let send = json!({"answer": "Send these answers"});
    let result = called(&mut client, &question, &accepted(&last["requestState"], &send))["result"].clone();
    assert_eq!(
        text(&result),
        "The user answered all 2 questions.\n1. a: \"A?\"\n   text: \"mine\"\n2. b: \"B?\"\n   text: \"too\""
    );
}

#[test]
fn a_round_of_wait_is_never_longer_than_it_asks_for() {
    let shop = Shop::new("mcp-round-wait");
    let mut client = McpClient::named(&shop, "claude-code", &["--limit", "100ms"]);
    client.call("ask", &store());
    let listed = open(&shop, 1).remove(0);
    drop(client);
    let mut client = McpClient::silent(&shop, &["--limit", "1h"], &[]);
    let wait = |client: &mut McpClient, more: &Value| {
        let mut params = json!({"_meta": meta(&json!({"form": {}})), "name": "wait",
            "arguments": {"id": id(&listed), "max_seconds": 1}});
        for (name, value) in more.as_object().unwrap() {
            params[name] = value.clone();
        }
        client.request("tools/call", params)["result"].clone()
    };
    let wants = wait(&mut client, &json!({}));
    let cancel =
        json!({"requestState": wants["requestState"], "inputResponses": {"answer": {"action": "cancel"}}});
    let pending = wait(&mut client, &cancel);
    assert_eq!(pending["structuredContent"]["outcome"], json!("pending"));
}

#[test]
fn a_cancelled_round_waits_without_another_form() {
    let shop = Shop::new("mcp-round-cancel");
    let mut client = McpClient::silent(&shop, &["--limit", "100ms"], &[]);
    let wants = called(&mut client, &store(), &json!({}))["result"].clone();
    let listed = open(&shop, 1).remove(0);
    let cancel =
        json!({"requestState": wants["requestState"], "inputResponses": {"answer": {"action": "cancel"}}});
    let pending = called(&mut client, &store(), &cancel)["result"].clone();
    assert_eq!(pending["structuredContent"]["outcome"], json!("pending"));
    let again = called(&mut client, &store(), &json!({}))["result"].clone();
    assert_eq!(again["structuredContent"]["outcome"], json!("pending"));
    answers(&shop, &listed, "PostgreSQL");
    let result = called(&mut client, &store(), &json!({}))["result"].clone();
    assert_eq!(result["structuredContent"]["outcome"], json!("answered"));
}

#[test]
fn an_answer_from_elsewhere_wins_over_a_form_that_comes_back() {
    let shop = Shop::new("mcp-round-late");
    let mut client = McpClient::silent(&shop, &[], &[]);
    let wants = called(&mut client, &store(), &json!({}))["result"].clone();
    let listed = open(&shop, 1).remove(0);
    answers(&shop, &listed, "PostgreSQL");
    let late = accepted(&wants["requestState"], &json!({"answer": "2. SQLite"}));
    let result = called(&mut client, &store(), &late)["result"].clone();
    assert_eq!(result["structuredContent"]["details"]["answers"]["db"]["label"], json!("PostgreSQL"));
}

#[test]
fn no_more_than_eight_forms_without_a_session() {
    let shop = Shop::new("mcp-rounds");
    let mut client = McpClient::silent(&shop, &["--limit", "100ms"], &[]);
    let mut reply = called(&mut client, &store(), &json!({}))["result"].clone();
    let mut rounds = 0;
    while reply["resultType"] == json!("input_required") {
        rounds += 1;
        reply =
            called(&mut client, &store(), &accepted(&reply["requestState"], &json!({})))["result"].clone();
    }
    assert_eq!((rounds, &reply["structuredContent"]["outcome"]), (8, &json!("pending")));
}

#[test]
fn what_no_form_carries_gets_the_address_of_its_page() {
    let shop = Shop::new("mcp-address");
    let serving = Serving::start(&shop, &["--no-link"]);
    let page = |listed: &Value| format!("{}/r/{}", serving.at(), id(listed));
    let danger = json!({"questions": [{"id": "drop", "question": "Drop it?", "kind": "confirm", "danger": "drop it"}]});
    let mut client = client(&shop, &json!({"form": {}, "url": {}}), &[]);
    let call = client.calls("ask", &danger);
    let asked = client.asked();
    let listed = open(&shop, 1).remove(0);
    assert_eq!(
        asked["params"],
        json!({
            "_meta": asked["params"]["_meta"],
            "mode": "url",
            "message": "Your agent has a question for you. It is answered on this page of asq.",
            "url": page(&listed),
            "elicitationId": id(&listed),
        })
    );
    // That the person opened it isn't an answer.
    client.replies(&asked, &json!({"action": "accept"}));
    client.request("ping", Value::Null);
    assert_eq!(show(&shop, id(&listed))["state"], json!("open"));
    shop.asq(&["decline", id(&listed)]);
    client.response(call);
    let complete = client.notification("notifications/elicitation/complete");
    assert_eq!(complete["params"], json!({"elicitationId": id(&listed)}));
    drop(client);
    // Without a session the address is the result, and the next call waits.
    let mut client = McpClient::silent(&shop, &["--limit", "100ms"], &[]);
    let wants = called(&mut client, &danger, &json!({}))["result"].clone();
    let listed = open(&shop, 1).remove(0);
    let wanted = &wants["inputRequests"]["answer"]["params"];
    assert_eq!((&wanted["mode"], &wanted["url"]), (&json!("url"), &json!(page(&listed))));
    let opened =
        json!({"requestState": wants["requestState"], "inputResponses": {"answer": {"action": "accept"}}});
    let pending = called(&mut client, &danger, &opened)["result"].clone();
    let place = format!("The user answers in asq inbox, or at {}", page(&listed));
    assert_eq!(
        (&pending["content"][1]["text"], &pending["structuredContent"]["where"]),
        (&json!(format!("\n{place}")), &json!(place))
    );
}
