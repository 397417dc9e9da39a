//! Asking: new, again, closed before, in conflict, wrong; and what is answered at once.

use crate::client::Call;
use crate::served::{PUBLIC, STORES, Served, Setup, ask};
use asq_wire::{Ended, Output};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

fn ask_of(call: Value, more: Value) -> Value {
    let Value::Object(mut body) = more else { panic!("no object: {more}") };
    body.insert("call".into(), call);
    body.into()
}

#[test]
fn the_reply_is_the_line_of_the_command_and_asking_again_attaches() {
    for kind in STORES {
        let served = Served::with(Setup::of(kind));
        let first = served.asks(Call::post("/v1/requests", &ask("Which?")));
        let id = first.json()["id"].as_str().unwrap().to_owned();
        let line = first.text().strip_suffix('\n').unwrap();
        let output = Output::parse(line).unwrap();
        assert_eq!((first.status, output.ended, output.line()), (201, Ended::Pending, line.to_owned()));
        let again = served.asks(Call::post("/v1/requests", &ask("Which?")));
        assert_eq!((again.status, &again.body), (200, &first.body));
        let only = served.asks(Call::post("/v1/requests?attach=only", &ask("Which?")));
        assert_eq!((only.status, &only.body), (200, &first.body));
        let none = served.asks(Call::post("/v1/requests?attach=only", &ask("Another?")));
        assert_eq!(none.problem(), (404, "not_found".into()));

        let pick = served.pick(&id, 0);
        served.answers(Call::post(&format!("/v1/requests/{id}/answer"), &pick)).ok();
        let closed = served.asks(Call::post("/v1/requests", &ask("Which?")));
        let ending = served.asks(Call::get(&format!("/v1/requests/{id}/ending")));
        assert_eq!((closed.status, closed.json()["outcome"].as_str()), (200, Some("answered")));
        assert_eq!(closed.body, ending.body);
        assert_eq!(served.answers(Call::get("/v1/requests")).ok()["requests"], json!([]));
    }
}

#[test]
fn one_call_id_with_other_content_is_a_conflict_with_its_ending() {
    let served = Served::start();
    served.ask("Which?");
    let mut other = ask("Which?");
    other["call"]["questions"][0]["prompt"] = "What else?".into();
    let conflict = served.asks(Call::post("/v1/requests", &other));
    assert_eq!(conflict.problem(), (409, "conflict".into()));
    let ending = conflict.json()["ending"].clone();
    assert_eq!((&ending["outcome"], &ending["is_error"]), (&json!("conflict"), &json!(true)));
    assert_eq!(served.answers(Call::get("/v1/requests")).ok()["requests"].as_array().unwrap().len(), 1);
}

#[test]
fn what_is_wrong_with_a_call_is_said_at_once_in_its_dialects_words() {
    let served = Served::start();
    let call = json!({ "questions": [{ "prompt": "", "options": [{}] }, { "prompt": "b", "kind": "odd" }] });
    let wrong = served.asks(Call::post("/v1/requests", &ask_of(call, json!({ "dialect": "asq" }))));
    assert_eq!(wrong.problem(), (422, "misuse".into()));
    let body = wrong.json();
    assert!(body["errors"].as_array().unwrap().len() > 1, "{body}");
    for error in body["errors"].as_array().unwrap() {
        assert!(error["place"].as_str().unwrap().starts_with("questions["), "{error}");
    }
    assert_eq!((&body["ending"]["outcome"], &body["ending"]["id"]), (&json!("misuse"), &Value::Null));
    let unknown = served.asks(Call::post("/v1/requests", &ask_of(json!(7), json!({}))));
    assert_eq!(unknown.problem(), (422, "misuse".into()));
    let about = json!({ "about": { "branch": "x".repeat(900), "diff": "y".repeat(300 << 10) } });
    let long = served.asks(Call::post("/v1/requests", &ask_of(ask("Which?")["call"].clone(), about)));
    assert_eq!(long.problem(), (400, "bad_request".into()));
    let detail = long.json()["detail"].as_str().unwrap().to_owned();
    assert!(
        detail.contains("about.branch holds at most 800 bytes") && detail.contains("about.diff"),
        "{detail}"
    );
    assert_eq!(served.answers(Call::get("/v1/requests")).ok()["position"], 0);
}

#[test]
fn a_body_that_is_no_json_is_refused_with_its_place() {
    let served = Served::start();
    let cases: [(&[u8], &str); 4] = [
        (
            b"{\"call\":\n tru}",
            "- input: must be JSON, but line 2 column 5 is not: expected ident, at \"}\".",
        ),
        (
            b"{} {}",
            "- input: must be one JSON value, but more came after it: \"{}\". Send one call at a time.",
        ),
        (b"{\"call\":\"\xff\"}", "- input: must be UTF-8, but the byte at 9 belongs to no character."),
        (
            b"{\"call\":{\"a\":1,\"a\":2}}",
            "- call.a: must stand once in its object, but came more than once. Keep one of them.",
        ),
    ];
    for (body, detail) in cases {
        let refused = served.asks(Call::new("POST", "/v1/requests").json(body));
        let problem = json!({
            "type": "about:blank", "title": "Bad Request", "status": 400, "code": "bad_request", "detail": detail,
        });
        assert_eq!((refused.status, refused.json()), (400, problem));
    }
}

#[test]
fn a_call_that_its_dialect_answers_at_once_is_answered_and_nobody_is_asked() {
    let served = Served::start();
    let call = json!({ "name": "resume_structured", "arguments": { "summary": "we talked" } });
    let reply = served.asks(Call::post("/v1/requests", &ask_of(call, json!({ "dialect": "spec" }))));
    assert_eq!(
        (reply.status, &reply.json()["id"], &reply.json()["outcome"]),
        (200, &Value::Null, &json!("answered"))
    );
    assert_eq!(served.answers(Call::get("/v1/requests")).ok()["position"], 0);
}

#[test]
fn what_an_asker_claims_is_kept_as_a_claim() {
    let served = Served::start();
    let more = json!({
        "agent": "builder", "session": "s", "returns": true,
        "about": { "says": "I looked.", "branch": "main" },
        "from": { "host": "far", "folder": "/src", "exe": "/bin/agent", "tty": "/dev/pts/1" },
    });
    // The public name makes it none from elsewhere.
    let call = Call::post("/v1/requests", &ask_of(ask("Which?")["call"].clone(), more)).with("Host", PUBLIC);
    let asked = served.asks_unseen(call).ok();
    let shown = served.answers(Call::get(&format!("/v1/requests/{}", asked["id"].as_str().unwrap()))).ok();
    let origin = &shown["origin"];
    assert_eq!(
        [&origin["host"], &origin["folder"], &origin["exe"], &origin["tty"], &origin["pid"]],
        [&json!("far"), &json!("/src"), &json!("/bin/agent"), &json!("/dev/pts/1"), &Value::Null]
    );
    assert_eq!((&origin["via"]["token"], &origin["via"]["place"]), (&json!("ask"), &json!("unknown")));
    assert_eq!((&shown["agent"], &shown["returns"]), (&json!("builder"), &json!(true)));
    assert_eq!(shown["about"]["branch"], "main");
    assert_eq!(
        shown["asked_by"],
        json!({
            "name": "builder", "claimed": false, "how": "api", "pid": null, "exe": null, "tty": null, "leader": null,
            "own_tree": false, "unknown_tree": null, "forced": false, "right": "ask", "let_in": null,
            "via": { "token": "ask", "peer": origin["via"]["peer"], "place": "unknown" },
        })
    );
    assert_eq!(shown["settings"]["debounce_ms"], 11);
}

#[test]
fn who_did_not_ask_it_learns_nothing_of_it() {
    let served = Served::start();
    let id = served.ask("Which?");
    let other = served.tokens.add(asq_server::TokenRight::Ask, "other", |_| ());
    let call = |call: Call| served.call(&call.token(&other).with("Host", PUBLIC));
    let unknown = call(Call::get(&format!("/v1/requests/{}", "0".repeat(26))));
    for path in ["", "/ending", "/ending?wait=1", "/records"] {
        assert_eq!(call(Call::get(&format!("/v1/requests/{id}{path}"))).body, unknown.body);
    }
    for path in ["withdraw", "delivered", "answer"] {
        assert_eq!(call(Call::post(&format!("/v1/requests/{id}/{path}"), &json!({}))).body, unknown.body);
    }
    // A refusal waits, so that its time doesn't tell whether something was read for it, or how much.
    for id in [id.as_str(), &"0".repeat(26)] {
        let path = |path: &str| format!("/v1/requests/{id}{path}");
        let calls = ["", "/ending", "/records"].map(|of| Call::get(&path(of))).into_iter();
        let posts = ["/withdraw", "/delivered"].map(|of| Call::post(&path(of), &json!({})));
        for one in calls.chain(posts) {
            let began = Instant::now();
            assert_eq!(call(one).status, 404);
            assert!(began.elapsed() >= Duration::from_millis(50), "{:?}", began.elapsed());
        }
    }
    // The same question of another token is another request.
    let asked = call(Call::post("/v1/requests", &ask("Which?")));
    assert_eq!(asked.status, 201);
    assert_ne!(asked.json()["id"], json!(id));
}

#[test]
fn many_asks_at_once_are_each_stored_before_their_reply() {
    let served = Served::start();
    let many = 60;
    let ids: Vec<String> = std::thread::scope(|scope| {
        let ask = |n: usize| {
            let served = &served;
            scope.spawn(move || served.ask(&format!("Which {n}?")))
        };
        let asks: Vec<_> = (0..many).map(ask).collect();
        asks.into_iter().map(|ask| ask.join().unwrap()).collect()
    });
    let stored = served.driver.pending(0).unwrap();
    assert!(ids.iter().all(|id| stored.iter().any(|pending| pending.id.to_string() == *id)));
    assert_eq!(stored.len(), many);
}

#[test]
fn text_that_a_database_can_not_hold_is_read_alike_on_both_stores() {
    let replies = STORES.map(|kind| {
        let served = Served::with(Setup::of(kind));
        let texts = ["a\\u0000b", "\\ud800", "\\udc00\\ud800", "\\u001b]0;x\\u0007", "\\ufeff", "\\uffff"];
        texts.map(|text| {
            let body = ask("TEXT").to_string().replace("TEXT", text);
            let reply = served.asks(Call::new("POST", "/v1/requests").json(body));
            assert_eq!(reply.status, 201, "{text}: {reply:?}");
            let id = reply.json()["id"].as_str().unwrap().to_owned();
            served.answers(Call::get(&format!("/v1/requests/{id}"))).ok()["questions"].clone()
        })
    });
    assert!(replies[0].iter().all(|questions| questions[0].is_object()), "{replies:?}");
    assert_eq!(replies[0], replies[1]);
}

#[test]
fn what_was_dropped_from_a_call_is_in_each_of_its_endings() {
    let served = Served::start();
    let question = json!({"question": "Drop it?", "danger_level": "high", "options": [{"label": "Yes"}, {"label": "No"}]});
    let body = ask_of(json!({ "questions": [question] }), json!({ "dialect": "asq", "agent": "a" }));
    let notes = json!(["questions[0].danger_level: dropped: this tool does not know this key"]);
    let first = served.asks(Call::post("/v1/requests", &body));
    assert_eq!((first.status, &first.json()["notes"]), (201, &notes));
    let id = first.json()["id"].as_str().unwrap().to_owned();
    let again = served.asks(Call::post("/v1/requests", &body));
    let ending = format!("/v1/requests/{id}/ending");
    let pending = served.asks(Call::get(&ending));
    assert_eq!((&again.body, &pending.body), (&first.body, &first.body));
    served.answers(Call::post(&format!("/v1/requests/{id}/answer"), &served.pick(&id, 0))).ok();
    let closed = served.asks(Call::get(&ending)).ok();
    assert_eq!((&closed["outcome"], &closed["notes"]), (&json!("answered"), &notes));
    // A call that lost nothing has none.
    let question = json!({"question": "Which?", "options": [{"label": "A"}, {"label": "B"}]});
    let plain = ask_of(json!({ "questions": [question] }), json!({ "dialect": "asq", "agent": "b" }));
    assert_eq!(served.asks(Call::post("/v1/requests", &plain)).json().get("notes"), None);
}
