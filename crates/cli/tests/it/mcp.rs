//! `asq mcp`, as agents use it: the real binary below a program of its own, with clients of both eras of the protocol.

use crate::ASQ;
use crate::mcp_client::{McpClient, answers, asker_waits, id, is_delivered, open, show, store};
use crate::shop::Shop;
use crate::store_postgres::server_store;
use asq_testkit::eventually::eventually;
use asq_testkit::faults::say;
use expect_test::expect;
use rustix::process::{Signal, kill_process};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn a_call_waits_for_the_answer_given_elsewhere_and_gets_what_asq_ask_would_print() {
    let shop = Shop::new("mcp-answered");
    let mut client = McpClient::named(&shop, "some-agent", &[]);
    let call = client.calls("ask", &store());
    let listed = open(&shop, 1).remove(0);
    assert_eq!(listed["agent"], json!("some-agent"));
    asker_waits(&shop, &listed);
    assert!(show(&shop, id(&listed))["delivered_at"].is_null());
    answers(&shop, &listed, "SQLite");
    let result = client.response(call)["result"].clone();
    is_delivered(&shop, id(&listed));
    let structured = &result["structuredContent"];
    assert_eq!(structured["content"], result["content"][0]["text"]);
    assert_eq!(structured["id"], listed["id"]);
    expect![[r#"
        {
          "content": [
            {
              "type": "text",
              "text": "The user answered your question.\n1. db: \"Which store?\"\n   picked: \"SQLite\""
            }
          ],
          "structuredContent": {
            "content": "The user answered your question.\n1. db: \"Which store?\"\n   picked: \"SQLite\"",
            "id": "ID",
            "outcome": "answered",
            "details": {
              "outcome": "answered",
              "answers": {
                "db": {
                  "kind": "select_one",
                  "value": "SQLite",
                  "label": "SQLite",
                  "index": 1
                }
              }
            }
          },
          "isError": false
        }"#]]
    .assert_eq(&serde_json::to_string_pretty(&result).unwrap().replace(id(&listed), "ID"));
}

#[test]
fn other_dialects_give_their_text_alone_unless_structured_content_is_wanted() {
    let shop = Shop::new("mcp-dialects");
    let call = json!({"questions": [{"header": "Store", "question": "Which store?", "multiSelect": false,
        "options": [{"label": "PostgreSQL", "description": "a server"}, {"label": "SQLite", "description": "a file"}]}]});
    for (more, structured) in [(&[][..], false), (&["--structured"][..], true)] {
        let args = [&["--dialect", "ask_user_question", "--dialect", "question"][..], more].concat();
        let mut client = McpClient::named(&shop, "some-agent", &args);
        let tools = client.request("tools/list", Value::Null)["result"]["tools"].clone();
        let names: Vec<&str> =
            tools.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["ask_user_question", "question", "wait"]);
        let asked = client.calls("ask_user_question", &call);
        let listed = open(&shop, 1).remove(0);
        answers(&shop, &listed, "SQLite");
        let result = client.response(asked)["result"].clone();
        is_delivered(&shop, id(&listed));
        let text = result["content"][0]["text"].as_str().unwrap();
        assert_eq!(
            text,
            "User has answered your questions: \"Which store?\"=\"SQLite\". You can now continue with the user's answers in mind."
        );
        assert_eq!(
            result.get("structuredContent").map(|it| &it["content"]),
            structured.then_some(&json!(text))
        );
    }
}

#[test]
fn two_dialects_with_a_tool_of_one_name_are_refused() {
    let shop = Shop::new("mcp-clash");
    let done = shop.asq(&["mcp", "--dialect", "question", "--dialect", "opencode"]);
    assert_eq!(
        (done.code, &done.err[..]),
        (2, "asq: 'question' and 'opencode' both have a tool called 'question'; choose one of them\n")
    );
    let done = shop.asq(&["mcp", "--dialect", "quest"]);
    assert_eq!(done.code, 66, "{done:?}");
}

#[test]
fn the_tools_are_few_bytes_and_safe_to_call() {
    let shop = Shop::new("mcp-tools");
    let mut client = McpClient::named(&shop, "some-agent", &[]);
    let result = client.request("tools/list", Value::Null)["result"].clone();
    assert!(result.to_string().len() <= 4096, "{} bytes", result.to_string().len());
    for tool in result["tools"].as_array().unwrap() {
        assert_eq!(tool["annotations"], json!({"readOnlyHint": true, "openWorldHint": false}));
        assert_eq!(tool["_meta"]["anthropic/alwaysLoad"], json!(true));
        assert!(tool["_meta"].get("anthropic/requiresUserInteraction").is_none());
        assert!(tool.get("outputSchema").is_none());
        assert_eq!(tool["inputSchema"]["type"], json!("object"));
    }
    let schema = shop.asq(&["schema", "asq"]).json();
    assert_eq!(result["tools"][0]["inputSchema"], schema["tools"][0]["input_schema"]);
}

#[test]
fn before_the_limit_a_call_is_pending_and_wait_goes_on_with_it() {
    let shop = Shop::new("mcp-pending");
    let mut client = McpClient::named(&shop, "some-agent", &["--limit", "100ms"]);
    let pending = client.call("ask", &store());
    let listed = open(&shop, 1).remove(0);
    assert_eq!(pending["isError"], json!(false));
    assert_eq!(pending["structuredContent"]["outcome"], json!("pending"));
    assert_eq!(pending["structuredContent"]["id"], listed["id"]);
    assert!(show(&shop, id(&listed))["delivered_at"].is_null());
    let again = client.call("ask", &store());
    assert_eq!(again["structuredContent"]["id"], listed["id"], "asking again attaches");
    let waits = client.calls("wait", &json!({"id": &id(&listed)[..8], "max_seconds": 0}));
    assert_eq!(client.response(waits)["result"]["structuredContent"]["outcome"], json!("pending"));
    drop(client);
    let mut client = McpClient::named(&shop, "some-agent", &["--limit", "1h"]);
    let waits = client.calls("wait", &json!({"id": id(&listed)}));
    asker_waits(&shop, &listed);
    answers(&shop, &listed, "PostgreSQL");
    let result = client.response(waits)["result"].clone();
    assert_eq!(result["structuredContent"]["details"]["answers"]["db"]["label"], json!("PostgreSQL"));
    is_delivered(&shop, id(&listed));
    // Somebody else's question, and none at all.
    let theirs = shop.posted(&[]);
    for (named, says) in [
        (theirs.as_str(), format!("no question of yours has the id \"{theirs}\"")),
        ("zzzzzz", "no question of yours has the id \"zzzzzz\"".to_owned()),
        ("../x", "no question of yours has the id \"../x\"".to_owned()),
    ] {
        let result = client.call("wait", &json!({"id": named}));
        assert_eq!((&result["isError"], &result["content"][0]["text"]), (&json!(true), &json!(says)));
    }
    let wrong = client.request("tools/call", json!({"name": "wait", "arguments": {"id": 5}}));
    assert_eq!(wrong["error"]["code"], json!(-32602));
}

#[test]
fn the_person_says_how_long_the_calls_of_an_agent_wait() {
    let shop = Shop::new("mcp-limits");
    let limits = "some-agent = 100ms, other=soon";
    assert_eq!(shop.asq(&["settings", "set", "mcp.limits", limits]).code, 0);
    let mut client = McpClient::named(&shop, "some-agent-2", &[]);
    let pending = client.call("ask", &store());
    assert_eq!(pending["structuredContent"]["outcome"], json!("pending"));
    drop(client.input.take());
    let mut said = String::new();
    client.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(
        said,
        "asq: mcp.limits: 'other=soon' isn't NAME=DURATION, such as cursor=10m; it doesn't count\n"
    );
}

#[test]
fn on_a_server_a_call_a_form_and_a_wait_are_answered_as_well() {
    let mut shop = Shop::new("mcp-postgres");
    let address = server_store();
    shop.with("ASQ_STORE", &address);
    let variables = [("ASQ_STORE", &address[..])];
    let mut client = McpClient::silent(&shop, &["--limit", "1h"], &variables);
    client.initialize("some-agent", &json!({"elicitation": {"form": {}}}));
    let call = client.calls("ask", &store());
    let form = client.asked();
    let listed = open(&shop, 1).remove(0);
    assert_eq!(listed["asker_waits"], json!(true));
    client.accepts(&form, &json!({"answer": "2. SQLite"}));
    assert_eq!(client.response(call)["result"]["structuredContent"]["outcome"], json!("answered"));
    is_delivered(&shop, id(&listed));
    // Killed and answered meanwhile; another process of the same agent waits for it.
    let other = json!({"questions": [{"id": "n", "question": "What name?", "kind": "text"}]});
    client.calls("ask", &other);
    let listed = open(&shop, 1).remove(0);
    kill_process(client.pid(), Signal::KILL).unwrap();
    let _ = client.child.wait();
    let answered = shop.asq(&["answer", id(&listed), "--text", "three"]);
    assert_eq!(answered.code, 0, "{answered:?}");
    let mut client = McpClient::silent(&shop, &[], &variables);
    client.initialize("some-agent", &json!({}));
    let result = client.call("wait", &json!({"id": id(&listed)}));
    assert_eq!(result["structuredContent"]["outcome"], json!("answered"));
    is_delivered(&shop, id(&listed));
    assert_eq!(shop.asq(&["history", "--json"]).out.lines().count(), 2);
}

#[test]
fn the_same_question_in_twenty_calls_at_once_is_one_request() {
    let shop = Shop::new("mcp-same");
    let mut client = McpClient::named(&shop, "some-agent", &["--limit", "1h"]);
    let call = |n| json!({"name": "ask", "arguments": store(), "_meta": {"progressToken": n}});
    let calls: Vec<u64> = (0..20).map(|n| client.sends("tools/call", call(n))).collect();
    // A call that waits has a sign of life.
    let waiting: BTreeSet<String> = (0..20)
        .map(|_| client.notification("notifications/progress")["params"]["progressToken"].to_string())
        .collect();
    assert_eq!(waiting.len(), 20);
    let listed = open(&shop, 1).remove(0);
    answers(&shop, &listed, "SQLite");
    for call in calls {
        let result = client.response(call)["result"].clone();
        assert_eq!(
            (&result["structuredContent"]["id"], &result["structuredContent"]["outcome"]),
            (&listed["id"], &json!("answered"))
        );
    }
    assert_eq!(shop.asq(&["history", "--json"]).out.lines().count(), 1);
}

#[test]
fn an_agent_that_was_killed_asks_again_and_gets_the_answer_that_came_meanwhile() {
    let shop = Shop::new("mcp-killed");
    let mut client = McpClient::named(&shop, "some-agent", &[]);
    client.calls("ask", &store());
    let listed = open(&shop, 1).remove(0);
    kill_process(client.pid(), Signal::KILL).unwrap();
    let _ = client.child.wait();
    answers(&shop, &listed, "SQLite");
    let mut client = McpClient::named(&shop, "some-agent", &[]);
    let result = client.call("ask", &store());
    assert_eq!(
        (&result["structuredContent"]["id"], &result["structuredContent"]["outcome"]),
        (&listed["id"], &json!("answered"))
    );
    is_delivered(&shop, id(&listed));
    assert_eq!(shop.asq(&["history", "--json"]).out.lines().count(), 1);
}

#[test]
fn a_client_that_hangs_up_right_after_a_result_has_it() {
    let shop = Shop::new("mcp-brief");
    for n in 0..10 {
        let mut client = McpClient::named(&shop, "some-agent", &[]);
        let call = client.calls("ask", &store());
        let listed = open(&shop, 1).remove(0);
        answers(&shop, &listed, "SQLite");
        client.response(call);
        assert_eq!(client.hang_up().0, 0);
        assert!(!show(&shop, id(&listed))["delivered_at"].is_null(), "{n}");
    }
}

#[test]
fn a_cancelled_call_stays_open_unless_it_is_to_be_taken_back_and_hanging_up_takes_nothing_back() {
    let shop = Shop::new("mcp-cancelled");
    let cancels = |client: &mut McpClient, call: u64| {
        client.says(
            &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": call}}),
        );
    };
    let mut client = McpClient::named(&shop, "some-agent", &[]);
    let call = client.calls("ask", &store());
    let listed = open(&shop, 1).remove(0);
    cancels(&mut client, call);
    eventually("an asker that is gone", || show(&shop, id(&listed))["asker_waits"] == json!(false));
    assert_eq!(client.request("ping", Value::Null)["result"], json!({}));
    assert_eq!(client.others, [json!(null); 0], "a cancelled call has no response");
    // It attaches to the same; a cancellation after the result means nothing.
    let call = client.calls("ask", &store());
    asker_waits(&shop, &listed);
    answers(&shop, &listed, "SQLite");
    assert_eq!(client.response(call)["result"]["structuredContent"]["outcome"], json!("answered"));
    cancels(&mut client, call);
    is_delivered(&shop, id(&listed));
    drop(client);

    let mut client = McpClient::named(&shop, "some-agent", &["--withdraw"]);
    let call = client.calls("ask", &store());
    let listed = open(&shop, 1).remove(0);
    cancels(&mut client, call);
    eventually("the withdrawal", || show(&shop, id(&listed))["state"] == json!("withdrawn"));
    client.calls("ask", &store());
    open(&shop, 1);
    // It ends with its client, not with the call.
    assert_eq!(client.hang_up(), (0, String::new()));
    open(&shop, 1);
}

#[test]
fn a_line_that_is_no_message_gets_an_error_and_the_next_one_counts() {
    let shop = Shop::new("mcp-lines");
    let mut client = McpClient::silent(&shop, &[], &[]);
    // Before a session, and nothing that ends the process.
    client.line(br#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#);
    client.line(br#"{"jsonrpc":"2.0","id":5,"result":{}}"#);
    client.line(br#"{"jsonrpc":"2.0","id":"early","method":"tools/list"}"#);
    assert_eq!(client.response("early")["error"]["code"], json!(-32602));
    client.initialize("some-agent", &json!({}));
    let deep = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}{}}}"#,
        "[".repeat(40),
        "]".repeat(40)
    );
    let long = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{}"}}"#, "x".repeat(5 << 20));
    for (line, code, id) in [
        (&b"{"[..], -32700, Value::Null),
        (b"\xff\xfe", -32700, Value::Null),
        (b"5", -32600, Value::Null),
        (br#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600, Value::Null),
        (br#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, -32600, Value::Null),
        (deep.as_bytes(), -32600, Value::Null),
        (long.as_bytes(), -32600, Value::Null),
        (br#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600, Value::Null),
        (br#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600, Value::Null),
        (br#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600, Value::Null),
        (br#"{"jsonrpc":"1.0","id":"v","method":"ping"}"#, -32600, json!("v")),
        (br#"{"jsonrpc":"2.0","id":"m","method":7}"#, -32600, json!("m")),
        (br#"{"jsonrpc":"2.0","id":"n"}"#, -32600, json!("n")),
        (br#"{"jsonrpc":"2.0","id":"p","method":"tools/call","params":{"name":7}}"#, -32602, json!("p")),
        (
            br#"{"jsonrpc":"2.0","id":"t","method":"tools/call","params":{"name":"no such tool"}}"#,
            -32602,
            json!("t"),
        ),
        (br#"{"jsonrpc":"2.0","id":"u","method":"prompts/get","params":{"name":"x"}}"#, -32601, json!("u")),
        (br#"{"jsonrpc":"2.0","id":"w","method":"somebody/elses"}"#, -32601, json!("w")),
        (
            br#"{"jsonrpc":"2.0","id":-7,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}"#,
            -32002,
            json!(-7),
        ),
    ] {
        client.line(line);
        let error = client.read();
        let shown = String::from_utf8_lossy(&line[..line.len().min(100)]).into_owned();
        assert_eq!((&error["error"]["code"], &error["id"]), (&json!(code), &id), "{shown}: {error}");
    }
    assert_eq!(client.request("ping", Value::Null)["result"], json!({}));
    let (code, rest) = client.hang_up();
    assert_eq!((code, rest), (0, String::new()));
}

#[test]
fn an_id_in_use_names_no_second_request_and_each_id_gets_one_response() {
    let shop = Shop::new("mcp-ids");
    let mut client = McpClient::named(&shop, "some-agent", &[]);
    let call = json!({"jsonrpc": "2.0", "id": "one", "method": "tools/call", "params": {"name": "ask", "arguments": store()}});
    client.says(&call);
    let listed = open(&shop, 1).remove(0);
    client.says(&call);
    assert_eq!(client.read()["error"]["message"], json!("another request with this id is still open"));
    answers(&shop, &listed, "SQLite");
    assert_eq!(client.response("one")["result"]["structuredContent"]["outcome"], json!("answered"));
    client.says(&json!({"jsonrpc": "2.0", "id": "one", "method": "ping"}));
    assert_eq!(client.read(), json!({"jsonrpc": "2.0", "id": "one", "result": {}}));
}

#[test]
fn a_hundred_calls_at_once_each_get_their_own_answer() {
    let shop = Shop::new("mcp-many");
    let mut client = McpClient::named(&shop, "some-agent", &[]);
    let ask = |n: usize| json!({"questions": [{"id": "n", "question": format!("How many of {n}?"), "kind": "number"}]});
    let calls: Vec<u64> = (0..100).map(|n| client.calls("ask", &ask(n))).collect();
    for listed in open(&shop, 100) {
        let question = show(&shop, id(&listed))["questions"][0]["question"].as_str().unwrap().to_owned();
        let number: String = question.chars().filter(char::is_ascii_digit).collect();
        assert_eq!(shop.asq(&["answer", id(&listed), "--number", &number]).code, 0);
    }
    for (n, call) in calls.into_iter().enumerate() {
        let result = client.response(call)["result"].clone();
        assert_eq!(result["structuredContent"]["details"]["answers"]["n"]["value"], json!(n));
    }
}

#[test]
fn a_client_that_never_reads_gets_no_delivery_and_its_questions_stay() {
    let shop = Shop::new("mcp-deaf");
    let mut client = McpClient::named(&shop, "some-agent", &[]);
    rustix::pipe::fcntl_setpipe_size(client.output.get_ref(), 4096).unwrap();
    // More errors than the pipe holds.
    for _ in 0..500 {
        client.line(br#"{"jsonrpc":"2.0","id":"nobody reads this error, which is long enough","method":7}"#);
    }
    client.calls("ask", &store());
    let listed = open(&shop, 1).remove(0);
    answers(&shop, &listed, "SQLite");
    // The client reads nothing more; a second agent of the same name gets what was never read.
    eventually("the ending", || show(&shop, id(&listed))["state"] == json!("answered"));
    assert!(show(&shop, id(&listed))["delivered_at"].is_null());
    kill_process(client.pid(), Signal::KILL).unwrap();
    let mut second = McpClient::named(&shop, "some-agent", &[]);
    assert_eq!(second.call("ask", &store())["structuredContent"]["id"], listed["id"]);
    is_delivered(&shop, id(&listed));
}

/// `ASQ_TEST_MINUTE=n` says how many milliseconds its minute has (`cargo xtask soak patience`): a real one shows that the
/// client never has to give a call up.
#[test]
fn an_answer_after_five_minutes_reaches_a_client_that_gives_a_call_up_after_one() {
    let real = std::env::var("ASQ_TEST_MINUTE").ok().map(|text| text.parse().unwrap());
    let minute = Duration::from_millis(real.unwrap_or(300));
    let shop = Shop::new("mcp-patience");
    let limit = format!("{}ms", minute.as_millis() * 5 / 6);
    // A client that asq doesn't know waits for 50 of its seconds.
    let args: &[&str] = if real.is_some() { &[] } else { &["--limit", &limit] };
    let mut client = McpClient::named(&shop, "some-agent", args);
    let begun = Instant::now();
    let mut longest = Duration::ZERO;
    let mut pending = 0;
    let result = loop {
        // Each of them took five sixths of a minute.
        if pending == 6 {
            answers(&shop, &open(&shop, 1).remove(0), "SQLite");
        }
        let called = Instant::now();
        let result = client.call("ask", &store());
        longest = longest.max(called.elapsed());
        if result["structuredContent"]["outcome"] != json!("pending") {
            break result;
        }
        pending += 1;
    };
    assert_eq!(result["structuredContent"]["details"]["answers"]["db"]["value"], json!("SQLite"));
    assert!(pending == 6 && begun.elapsed() >= minute * 5, "{pending}");
    assert!(real.is_none() || longest < minute, "{longest:?}");
    say(&format!("PATIENCE: {pending} calls were left pending, the longest took {} s", longest.as_secs()));
    assert_eq!(shop.asq(&["history", "--json"]).out.lines().count(), 1);
}

/// Agents start their servers with pipes or sockets; people look at them with a file.
#[test]
fn what_is_read_late_arrives_whole_whatever_standard_output_is() {
    const LISTS: usize = 100;
    let shop = Shop::new("mcp-late");
    let (ours, theirs) = UnixStream::pair().unwrap();
    let (reader, writer) = std::io::pipe().unwrap();
    let file = shop.join("output");
    let ways: [(Stdio, Box<dyn Read>); 3] = [
        (OwnedFd::from(theirs).into(), Box::new(ours)),
        (writer.into(), Box::new(reader)),
        (File::create(&file).unwrap().into(), Box::new(File::open(&file).unwrap())),
    ];
    for (output, mut read) in ways {
        let mut command = Command::new(ASQ);
        command.arg("mcp").env_clear().env("HOME", shop.join("")).current_dir(shop.join(""));
        let mut server = command.stdin(Stdio::piped()).stdout(output).spawn().unwrap();
        // Its end is the server's alone now.
        drop(command);
        let mut input = server.stdin.take().unwrap();
        let mut say = |message: Value| writeln!(input, "{message}").unwrap();
        say(json!({"jsonrpc": "2.0", "id": "first", "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "late", "version": "1"}}}));
        say(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        // More than any of them holds.
        for id in 0..LISTS {
            say(json!({"jsonrpc": "2.0", "id": id, "method": "tools/list"}));
        }
        let mut all = String::new();
        let mut lines = Vec::new();
        eventually("all lists", || {
            let mut piece = vec![0; 1 << 16];
            let read = read.read(&mut piece).unwrap();
            all.push_str(std::str::from_utf8(&piece[..read]).unwrap());
            lines = all.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()).collect();
            lines.len() == LISTS + 1
        });
        let lists: BTreeSet<String> = lines.iter().map(|line| line["result"]["tools"].to_string()).collect();
        let ids: BTreeSet<u64> = lines.iter().filter_map(|line| line["id"].as_u64()).collect();
        assert_eq!((lists.len(), ids), (2, (0..LISTS as u64).collect()));
        drop(input);
        assert!(server.wait().unwrap().success());
    }
}

#[test]
fn each_way_out_reaches_the_model_as_its_contract_has_it() {
    let shop = Shop::new("mcp-endings");
    for dialect in ["asq", "ask_user_question"] {
        let (tool, call) = match dialect {
            "asq" => ("ask", store()),
            _ => (
                "ask_user_question",
                json!({"questions": [{"header": "Store", "question": "Which store?", "multiSelect": false,
                    "options": [{"label": "PostgreSQL", "description": "a server"}, {"label": "SQLite", "description": "a file"}]}]}),
            ),
        };
        let file = shop.join("call.json");
        std::fs::write(&file, json!({"name": tool, "arguments": call}).to_string()).unwrap();
        for ends in [
            &["decline", "--reason", "ask Ada"][..],
            &["cancel"],
            &["withdraw"],
            &["answer", "--pick", "SQLite"],
        ] {
            let end = |listed: &Value| {
                let args = [&[ends[0], id(listed)][..], &ends[1..]].concat();
                assert_eq!(shop.asq(&args).code, 0, "{args:?}");
            };
            let mut client = McpClient::named(&shop, "some-agent", &["--dialect", dialect]);
            let asked = client.calls(tool, &call);
            let listed = open(&shop, 1).remove(0);
            end(&listed);
            let result = client.response(asked)["result"].clone();
            is_delivered(&shop, id(&listed));
            let waiting = shop.start(&["ask", "--inbox", "--dialect", dialect, file.to_str().unwrap()]);
            end(&open(&shop, 1)[0]);
            let printed = waiting.done().json();
            assert_eq!(
                (&result["content"][0]["text"], &result["isError"]),
                (&printed["content"], &printed["is_error"]),
                "{dialect}: {ends:?}"
            );
        }
    }
}

#[test]
fn a_dangerous_question_takes_no_answer_of_a_command_and_a_secret_reaches_its_asker_alone() {
    let shop = Shop::new("mcp-guarded");
    let mut client = McpClient::named(&shop, "some-agent", &[]);
    let danger = json!({"questions": [{"id": "drop", "question": "Drop the table?", "kind": "confirm", "danger": "drop it"}]});
    let call = client.calls("ask", &danger);
    let listed = open(&shop, 1).remove(0);
    assert_ne!(shop.asq(&["answer", id(&listed), "--pick", "Yes", "--force"]).code, 0);
    assert_eq!(shop.asq(&["decline", id(&listed)]).code, 0);
    assert_eq!(client.response(call)["result"]["structuredContent"]["outcome"], json!("declined"));

    let secret = json!({"questions": [{"id": "token", "question": "The token?", "sensitive": true}]});
    let call = client.calls("ask", &secret);
    let listed = open(&shop, 1).remove(0);
    // Another process of an agent of the same name.
    let mut other = McpClient::named(&shop, "some-agent", &[]);
    let theirs = other.call("ask", &secret);
    assert_eq!(theirs["structuredContent"]["outcome"], json!("conflict"), "{theirs}");
    assert_eq!(shop.asq(&["answer", id(&listed), "--text", "pk_1"]).code, 0);
    let told = client.response(call)["result"].clone();
    assert!(told["content"][0]["text"].as_str().unwrap().contains("pk_1"), "{told}");
    is_delivered(&shop, id(&listed));
    let again = client.call("wait", &json!({"id": id(&listed)}));
    assert_eq!(again["structuredContent"]["outcome"], json!("conflict"), "it is given once: {again}");
    let theirs = other.call("wait", &json!({"id": id(&listed)}));
    assert!(!theirs.to_string().contains("pk_1"), "{theirs}");
}

#[test]
fn a_misuse_is_a_result_that_the_model_can_read() {
    let shop = Shop::new("mcp-misuse");
    let mut client = McpClient::named(&shop, "some-agent", &[]);
    let result = client.call("ask", &json!({"questions": []}));
    assert_eq!(
        (&result["isError"], &result["structuredContent"]["outcome"]),
        (&json!(true), &json!("misuse"))
    );
    assert_eq!(shop.asq(&["list", "--count"]).out, "0\n");
}

#[test]
fn without_a_store_nobody_is_asked_and_the_model_and_the_person_learn_it() {
    let shop = Shop::new("mcp-away");
    std::fs::create_dir_all(shop.join("store")).unwrap();
    let folder = shop.join("store");
    let mut client = McpClient::silent(&shop, &[], &[("ASQ_STORE", folder.to_str().unwrap())]);
    client.initialize("some-agent", &json!({}));
    let result = client.call("ask", &store());
    assert_eq!(result["structuredContent"]["outcome"], json!("unavailable"));
    std::fs::remove_dir(&folder).unwrap();
    // As soon as there is one, it asks.
    let call = client.calls("ask", &store());
    let asked = eventually("the request", || {
        let mut command = shop.command(ASQ);
        let output = command.args(["list", "--json"]).env("ASQ_STORE", &folder).output().unwrap();
        serde_json::from_slice::<Value>(&output.stdout).ok()
    });
    let mut command = shop.command(ASQ);
    assert!(
        command
            .args(["answer", id(&asked), "--pick", "SQLite"])
            .env("ASQ_STORE", &folder)
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(client.response(call)["result"]["structuredContent"]["outcome"], json!("answered"));
    let mut said = String::new();
    let mut error = client.child.stderr.take().unwrap();
    client.hang_up();
    error.read_to_string(&mut said).unwrap();
    assert!(said.contains("nobody was asked"), "{said}");
}

#[test]
fn who_asks_and_from_where_is_what_the_client_says() {
    let shop = Shop::new("mcp-identity");
    let project = shop.join("my project");
    std::fs::create_dir(&project).unwrap();
    // Claude Code names the call, and the session in its environment; its project is in its roots.
    let mut client = McpClient::silent(
        &shop,
        &[],
        &[("CLAUDE_CODE_SESSION_ID", "s-1"), ("CLAUDE_PROJECT_DIR", "/elsewhere")],
    );
    client.initialize("claude-code", &json!({"roots": {}}));
    let call = client.sends(
        "tools/call",
        json!({"name": "ask", "arguments": store(), "_meta": {"claudecode/toolUseId": "toolu_1"}}),
    );
    let roots = client.read();
    assert_eq!(roots["method"], json!("roots/list"));
    let uri = format!("file://{}", project.to_str().unwrap().replace(' ', "%20"));
    client.says(&json!({"jsonrpc": "2.0", "id": roots["id"], "result": {"roots": [{"uri": uri}]}}));
    let listed = open(&shop, 1).remove(0);
    let shown = show(&shop, id(&listed));
    assert_eq!(
        (&shown["agent"], &shown["session"], &shown["call_id"], &shown["origin"]["folder"]),
        (&json!("claude-code"), &json!("s-1"), &json!("toolu_1"), &json!(project.to_str().unwrap())),
        "{shown}"
    );
    answers(&shop, &listed, "SQLite");
    client.response(call);
    drop(client);
    // Codex names its thread and its call.
    let mut client = McpClient::named(&shop, "codex-mcp-client", &[]);
    client.sends(
        "tools/call",
        json!({"name": "ask", "arguments": store(), "_meta": {"threadId": "t-1", "callId": "c-1"}}),
    );
    let shown = show(&shop, id(&open(&shop, 1)[0]));
    assert_eq!(
        (&shown["agent"], &shown["session"], &shown["call_id"]),
        (&json!("codex-mcp-client"), &json!("t-1"), &json!("c-1"))
    );
}

#[test]
fn a_client_of_the_stateless_era_is_served_without_a_session() {
    let shop = Shop::new("mcp-stateless");
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "claude-code", "version": "2.1.330"},
        "io.modelcontextprotocol/clientCapabilities": {},
        "progressToken": "p",
    });
    let mut client = McpClient::silent(&shop, &[], &[]);
    client.says(
        &json!({"jsonrpc": "2.0", "id": "probe", "method": "server/discover", "params": {"_meta": meta}}),
    );
    let found = client.response("probe")["result"].clone();
    assert!(found["supportedVersions"].as_array().unwrap().contains(&json!("2026-07-28")), "{found}");
    client.says(&json!({"jsonrpc": "2.0", "id": "list", "method": "tools/list", "params": {"_meta": meta}}));
    let listed = client.response("list")["result"].clone();
    assert!(listed.to_string().len() <= 4096, "{} bytes", listed.to_string().len());
    assert_eq!((&listed["resultType"], &listed["tools"][0]["name"]), (&json!("complete"), &json!("ask")));
    client.says(&json!({"jsonrpc": "2.0", "id": "call", "method": "tools/call", "params": {"_meta": meta, "name": "ask", "arguments": store()}}));
    let request = open(&shop, 1).remove(0);
    assert_eq!(request["agent"], json!("claude-code"));
    let sign = client.read();
    answers(&shop, &request, "SQLite");
    let result = client.response("call")["result"].clone();
    assert_eq!(
        (&result["resultType"], &result["structuredContent"]["outcome"]),
        (&json!("complete"), &json!("answered"))
    );
    assert_eq!(
        sign["params"],
        json!({"progressToken": "p", "progress": 1.0, "message": "waiting for the user's answer (asq inbox)"})
    );
}

#[test]
fn an_agent_reads_what_it_asked_and_nothing_else() {
    let shop = Shop::new("mcp-resources");
    let theirs = shop.posted(&[]);
    let mut client = McpClient::named(&shop, "some-agent", &["--limit", "100ms"]);
    client.call("ask", &store());
    let own = open(&shop, 2).into_iter().find(|listed| listed["agent"] == json!("some-agent")).unwrap();
    let listed = client.request("resources/list", Value::Null)["result"]["resources"].clone();
    let address = format!("asq://request/{}", id(&own));
    assert_eq!(
        listed,
        json!([
            {"uri": "asq://pending", "name": "pending", "description": "Your open questions", "mimeType": "application/json"},
            {"uri": address, "name": "Store", "mimeType": "application/json"},
        ])
    );
    let templates = client.request("resources/templates/list", Value::Null);
    let template = &templates["result"]["resourceTemplates"][0];
    assert_eq!(template["uriTemplate"], json!("asq://request/{id}"));
    let mut read = |uri: &str| client.request("resources/read", json!({"uri": uri}));
    let content = |reply: &Value| -> Value {
        let content = &reply["result"]["contents"][0];
        assert_eq!(content["mimeType"], json!("application/json"));
        serde_json::from_str(content["text"].as_str().unwrap()).unwrap()
    };
    let pending = content(&read("asq://pending"));
    assert_eq!((pending.as_array().unwrap().len(), &pending[0]["id"]), (1, &own["id"]));
    assert_eq!(content(&read(&address)), show(&shop, id(&own)));
    answers(&shop, &own, "SQLite");
    assert_eq!(content(&read("asq://pending")), json!([]));
    assert_eq!(content(&read(&address))["state"], json!("answered"));
    for unknown in [
        format!("asq://request/{theirs}"),
        "asq://request/".to_owned(),
        "asq://other".to_owned(),
        "file:///etc/passwd".to_owned(),
    ] {
        let error = read(&unknown)["error"].clone();
        let message = format!("no resource of yours is called \"{unknown}\"");
        assert_eq!((&error["code"], &error["message"]), (&json!(-32002), &json!(message)));
        assert_eq!(error["data"], json!({"uri": unknown}));
    }
}

#[test]
fn hostile_text_reaches_the_client_inert_and_byte_for_byte() {
    let shop = Shop::new("mcp-hostile");
    let mut client = McpClient::named(&shop, "agent\u{1b}[2J\u{202e}", &[]);
    let label = "a\u{1b}]0;x\u{7}\u{202e}b";
    let call = client.calls("ask", &json!({"questions": [{"id": "x", "question": "Which?", "options": [{"label": label}, {"label": "c"}]}]}));
    let listed = open(&shop, 1).remove(0);
    assert_eq!(shop.asq(&["answer", id(&listed), "--pick", label]).code, 0);
    let mut line = String::new();
    client.output.read_line(&mut line).unwrap();
    assert!(!line.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{line:?}");
    let result: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(
        (&result["id"], &result["result"]["structuredContent"]["details"]["answers"]["x"]["label"]),
        (&json!(call), &json!(label))
    );
}
