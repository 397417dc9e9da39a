//! Who may use OpenCode's routes, and how they say so.

use super::{ask, basic, color, only};
use crate::client::{Call, Reply};
use crate::served::{PUBLIC, Served};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

fn with(served: &Served, path: &str, header: &str) -> Reply {
    served.call(&Call::get(path).with("Authorization", header))
}

#[test]
fn a_token_that_answers_is_the_password_of_the_user_opencode() {
    let served = Served::start();
    let password = served.answerer.clone();
    for (header, status) in [
        (basic("opencode", &password), 200),
        (basic("opencode", &password).replace("Basic", "basic"), 200),
        (format!("Bearer {password}"), 200),
        (basic("root", &password), 401),
        (basic("", &password), 401),
        (basic("opencode", ""), 401),
        (basic("opencode", &format!("{password}x")), 401),
        (basic("opencode", &"x".repeat(5000)), 401),
        (format!("Basic {password}"), 401),
        ("Basic".to_owned(), 401),
        ("Basic é".to_owned(), 401),
        (format!("Digest {password}"), 401),
    ] {
        assert_eq!(with(&served, "/question", &header).status, status, "{header}");
    }
    let twice = basic("opencode", &password);
    let twice = Call::get("/question").with("Authorization", &twice).with("Authorization", &twice);
    assert_eq!(served.call(&twice).status, 401);
}

#[test]
fn tokens_with_another_right_get_asq_s_own_refusals() {
    let served = Served::start();
    let of = |token: &str| with(&served, "/question", &basic("opencode", token)).problem();
    assert_eq!(of(&served.asker), (404, "not_found".to_owned()));
    assert_eq!(of(&served.observer), (403, "right".to_owned()));
    assert_eq!(with(&served, "/question", &basic("opencode", &served.admin)).status, 200);
}

#[test]
fn a_revoked_token_is_no_password_any_more() {
    let served = Served::start();
    let header = basic("opencode", &served.answerer);
    assert_eq!(with(&served, "/question", &header).status, 200);
    served.tokens.revoke(&served.answerer);
    assert_eq!(with(&served, "/question", &header).status, 401);
}

#[test]
fn only_the_streams_take_the_password_in_their_query() {
    let served = Served::start();
    ask(&served, "call_1", color());
    let question = only(&served);
    let coded =
        STANDARD.encode(format!("opencode:{}", served.answerer)).replace('=', "%3D").replace('+', "%2B");
    for path in ["/event", "/global/event"] {
        served.line().stream(&Call::get(&format!("{path}?auth_token={coded}")), &served.at.host());
        for wrong in ["", "auth_token=", "auth_token=x", "auth_token=b3BlbmNvZGU6eA%3D%3D"] {
            assert_eq!(served.call(&Call::get(&format!("{path}?{wrong}"))).status, 401, "{wrong}");
        }
    }
    assert_eq!(served.call(&Call::get(&format!("/question?auth_token={coded}"))).status, 401);
    let reply = Call::post(
        &format!("/question/{question}/reply?auth_token={coded}"),
        &json!({ "answers": [["Blue"]] }),
    );
    assert_eq!(served.call(&reply).status, 401);
    assert_eq!(only(&served), question);
    // No report of the server repeats it.
    assert!(served.reports.lock().unwrap().iter().all(|line| !line.contains(&coded)));
}

#[test]
fn pages_of_other_origins_get_nothing_and_named_ones_their_preflight() {
    let served = Served::start();
    let header = basic("opencode", &served.answerer);
    let from = |origin: &str| {
        served.call(&Call::get("/question").with("Authorization", &header).with("Origin", origin))
    };
    // S1-14: a running OpenCode lets in every page of localhost.
    assert_eq!(from("http://localhost:3000").problem(), (403, "forbidden".to_owned()));
    let named = from(crate::served::CORS);
    assert_eq!((named.status, named.header("access-control-allow-origin")), (200, Some(crate::served::CORS)));
    let preflight = Call::new("OPTIONS", "/question")
        .with("Origin", crate::served::CORS)
        .with("Access-Control-Request-Method", "POST");
    assert_eq!(served.call(&preflight).status, 204);
}

#[test]
fn other_methods_are_405_where_opencode_sends_its_web_page() {
    let served = Served::start();
    let header = basic("opencode", &served.answerer);
    for (method, path, allow) in [
        ("POST", "/question", "GET,HEAD"),
        ("GET", "/question/que_x/reply", "POST"),
        ("GET", "/question/que_x/reject", "POST"),
        ("POST", "/event", "GET,HEAD"),
        ("DELETE", "/global/event", "GET,HEAD"),
    ] {
        let call = Call::new(method, path);
        assert_eq!(served.call(&call).status, 401, "{method} {path}");
        let reply = served.call(&call.with("Authorization", &header));
        assert_eq!(reply.problem(), (405, "method_not_allowed".to_owned()), "{method} {path}");
        assert_eq!(reply.header("allow"), Some(allow), "{method} {path}");
    }
}

#[test]
fn an_asker_s_own_process_tree_answers_nothing() {
    let served = Served::start();
    // Not under the public name: then this very process is the asker.
    let body =
        json!({ "call": { "questions": color() }, "dialect": "opencode", "agent": "me", "call_id": "c" });
    let asked = served.call(&Call::post("/v1/requests", &body).token(&served.asker));
    assert_eq!(asked.status, 201, "{}", asked.text());
    let question = only(&served);
    let call = |host: &str, deed: &str| {
        let call = Call::post(&format!("/question/{question}/{deed}"), &json!({ "answers": [["Blue"]] }));
        served.call(&call.with("Authorization", &basic("opencode", &served.answerer)).with("Host", host))
    };
    // The name of the proxy makes it nobody else.
    for host in [&*served.at.host(), PUBLIC] {
        assert_eq!(call(host, "reply").problem(), (403, "own_tree".to_owned()));
        assert_eq!(call(host, "reject").problem(), (403, "own_tree".to_owned()));
    }
    assert_eq!(only(&served), question);
}
