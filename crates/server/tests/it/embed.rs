//! What the element needs, over sockets: narrowed tokens, the pages that they let in, news, and forms without a page.

#![allow(clippy::needless_pass_by_value, reason = "a call reads best with its JSON in it")]

use crate::client::{Call, Reply};
use crate::served::{CORS, Served, ask};
use asq_server::{TokenRight, TokenScope};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const CHAT: &str = "https://chat.test";

fn narrowed(served: &Served, session: Option<&str>, call: Option<&str>, origins: &[&str]) -> String {
    let scope = TokenScope {
        session: session.map(Into::into),
        call: call.map(Into::into),
        origins: origins.iter().map(|origin| (*origin).to_owned()).collect(),
    };
    served.tokens.add(TokenRight::Answer, "chat", |record| record.scope = Some(scope))
}

fn asked(served: &Served, session: &str, call: &str, questions: Value) -> String {
    let mut body = ask(call);
    body["call"]["questions"] = questions;
    body["session"] = session.into();
    let reply = served.asks(Call::post("/v1/requests", &body));
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.json()["id"].as_str().unwrap().to_owned()
}

fn colour() -> Value {
    json!([{ "prompt": "Which?", "options": [{ "label": "<b>red</b>" }, { "label": "blue" }], "allow_custom": true }])
}

fn embedded(served: &Served, token: &str, id: &str) -> Reply {
    served.call(&Call::get(&format!("/v1/embed/{id}")).token(token))
}

/// Sends a form as it was drawn, with these fields besides.
fn send(served: &Served, token: &str, id: &str, fields: &[(&str, &str)]) -> Reply {
    let shown = embedded(served, token, id);
    let hidden = |name: &str| {
        let from = shown.text().find(&format!("name=\"{name}\" value=\""))? + name.len() + 15;
        Some(shown.text()[from..].split('"').next().unwrap().to_owned())
    };
    let mut all = vec![json!(["q0.shown", "1"])];
    all.extend(["seen", "key", "q0.rev"].iter().filter_map(|name| Some(json!([name, hidden(name)?]))));
    all.extend(fields.iter().map(|pair| json!(pair)));
    served.call(&Call::post(&format!("/v1/embed/{id}"), &json!({ "fields": all })).token(token))
}

#[test]
fn a_narrowed_token_sees_its_session_and_its_call_and_nothing_else_exists_for_it() {
    let served = Served::start();
    let (own, other) = (asked(&served, "s1", "c1", colour()), asked(&served, "s2", "c2", colour()));
    for token in [narrowed(&served, Some("s1"), None, &[]), narrowed(&served, None, Some("c1"), &[])] {
        assert_eq!(embedded(&served, &token, &own).status, 200);
        let unknown = embedded(&served, &token, &"0".repeat(26));
        let began = Instant::now();
        let foreign = embedded(&served, &token, &other);
        assert!(began.elapsed() >= Duration::from_millis(50), "as long as for an id of nobody");
        assert_eq!((foreign.status, &foreign.body), (404, &unknown.body));
        assert_eq!(send(&served, &token, &other, &[("act", "cancel")]).body, unknown.body);
        let of = |call: &str| served.call(&Call::get(&format!("/v1/embed/calls/{call}")).token(&token)).ok();
        assert_eq!(
            [of("c1"), of("c2"), of("c3")],
            [json!({ "id": own }), json!({ "id": null }), json!({ "id": null })]
        );
        for path in [
            "/v1/requests",
            "/v1/state",
            "/v1/health",
            "/v1/history",
            "/v1/events",
            "/v1/feed",
            "/openapi.json",
        ] {
            let reply = served.call(&Call::get(path).token(&token));
            assert_eq!((reply.status, &reply.body), (404, &unknown.body), "{path}");
        }
        for (path, body) in [
            (format!("/v1/requests/{own}/answer"), served.pick(&own, 0)),
            (format!("/v1/requests/{own}/cancel"), json!({})),
            ("/v1/requests".to_owned(), ask("c4")),
        ] {
            assert_eq!(served.call(&Call::post(&path, &body).token(&token)).body, unknown.body, "{path}");
        }
    }
    let both = narrowed(&served, Some("s1"), Some("c2"), &[]);
    assert_eq!([embedded(&served, &both, &own).status, embedded(&served, &both, &other).status], [404, 404]);
    // A token without limits sees both.
    let [own, other] = [&own, &other].map(|id| embedded(&served, &served.answerer, id).status);
    assert_eq!([own, other], [200, 200]);
}

#[test]
fn a_token_lets_the_pages_of_its_origins_in_and_counts_nowhere_else() {
    let served = Served::start();
    let preflight = |origin: &str| {
        let call = Call::new("OPTIONS", "/v1/embed/news")
            .with("Origin", origin)
            .with("Sec-Fetch-Site", "cross-site");
        let reply = served.call(&call.with("Access-Control-Request-Method", "GET"));
        (reply.status, reply.header("access-control-allow-origin").map(str::to_owned))
    };
    assert_eq!(preflight(CHAT), (403, None));
    let expired = TokenScope { origins: vec!["https://old.test".into()], ..TokenScope::default() };
    served.tokens.add(TokenRight::Answer, "old", |record| {
        (record.scope, record.expires_ms) = (Some(expired), Some(1));
    });
    let token = narrowed(&served, Some("s1"), None, &[CHAT, "https://two.test"]);
    asq_testkit::eventually::eventually("the new token's origins", || preflight(CHAT).0 == 204);
    assert_eq!(preflight(CHAT), (204, Some(CHAT.into())));
    assert_eq!(preflight("https://two.test").0, 204);
    for other in [
        "https://old.test",
        "http://chat.test",
        "https://chat.test:444",
        "https://chat.test.evil.test",
        "null",
    ] {
        assert_eq!(preflight(other), (403, None), "{other}");
    }
    let from = |origin: Option<&str>, token: &str| {
        let call = Call::get("/v1/embed/news").token(token);
        let call = match origin {
            Some(origin) => call.with("Origin", origin).with("Sec-Fetch-Site", "cross-site"),
            None => call,
        };
        served.call(&call)
    };
    let detail =
        |reply: Reply| (reply.status, reply.json()["detail"].as_str().unwrap_or_default().to_owned());
    let read = from(Some(CHAT), &token);
    assert_eq!((read.status, read.header("access-control-allow-origin")), (200, Some(CHAT)));
    let only =
        "this token counts in pages of https://chat.test, https://two.test alone, and the call came from ";
    assert_eq!(detail(from(None, &token)), (403, format!("{only}no page")));
    assert_eq!(detail(from(Some(CORS), &token)), (403, format!("{only}\"{CORS}\"")));
    // Another token doesn't count in pages that this one lets in.
    for other in [&served.answerer, &served.asker, &narrowed(&served, Some("s1"), None, &[])] {
        let words = format!("this token names no origin, and the call came from \"{CHAT}\"");
        assert_eq!(detail(from(Some(CHAT), other)), (403, words));
    }
    assert_eq!(from(Some(CORS), &served.answerer).status, 200);
    // The module is for those pages, and takes no token.
    let module = |origin: &str| {
        served.call(&Call::get("/embed.js").with("Origin", origin).with("Sec-Fetch-Site", "cross-site"))
    };
    assert_eq!([module(CHAT).status, module("https://evil.test").status], [200, 403]);
    served.tokens.revoke(&token);
    assert_eq!(preflight(CHAT), (403, None));
}

#[test]
fn the_form_is_the_page_s_without_links_and_frames_and_its_fields_are_judged_as_everywhere() {
    let served = Served::start();
    let preview = json!({ "kind": "html", "source": "<script>alert(1)</script>" });
    let options = json!([{ "label": "a", "preview": preview }, { "label": "b" }]);
    let id = asked(&served, "s1", "c1", json!([{ "prompt": "<i>Which?</i>", "options": options }]));
    let token = narrowed(&served, Some("s1"), None, &[]);
    let shown = embedded(&served, &token, &id);
    assert_eq!(shown.header("content-security-policy"), Some("sandbox; default-src 'none'"));
    assert_eq!(shown.header("content-type"), Some("text/html; charset=utf-8"));
    let html = shown.text();
    for foreign in ["<script", "<iframe", "<a ", "src=", "href=", "<i>", "style="] {
        assert!(!html.contains(foreign), "{foreign}: {html}");
    }
    assert!(html.contains("asked by") && html.contains("&lt;i&gt;Which?&lt;/i&gt;"), "{html}");
    let none = send(&served, &token, &id, &[("act", "submit")]);
    assert_eq!((none.status, none.text().contains("Needs an answer")), (422, true));
    let both = send(&served, &token, &id, &[("act", "keep"), ("q0", "0"), ("q0.note", "typed")]);
    assert_eq!((both.status, both.text().contains(">\ntyped</textarea>")), (200, true));
    let drafts = served.answers(Call::get(&format!("/v1/requests/{id}/drafts"))).ok();
    assert_eq!(drafts["drafts"][0]["draft"]["answers"][0]["note"], "typed");
    let sent = send(&served, &token, &id, &[("act", "submit"), ("q0", "1")]);
    assert_eq!(sent.status, 200, "{}", sent.text());
    assert!(sent.text().contains("Answer submitted, waiting for agent…"), "{}", sent.text());
    let stored = served.answers(Call::get(&format!("/v1/requests/{id}"))).ok();
    assert_eq!(stored["answers"][0]["answer"], json!({ "picks": [{ "option": 1 }] }));
    assert_eq!((&stored["closed_by"]["name"], &stored["closed_by"]["how"]), (&json!("chat"), &json!("api")));
    // Who comes too late learns who was first, and has the own text back.
    let late = send(&served, &token, &id, &[("act", "submit"), ("q0.note", "mine")]);
    assert_eq!((late.status, late.text().contains("mine")), (409, true), "it can be copied");
    served.asks(Call::new("POST", &format!("/v1/requests/{id}/delivered"))).ok();
    assert!(embedded(&served, &token, &id).text().contains("data-state=\"over\""));
}

#[test]
fn a_dangerous_request_and_a_secret_take_no_answer_here_whatever_the_token() {
    let served = Served::start();
    let danger =
        asked(&served, "s1", "c1", json!([{ "prompt": "Drop it?", "kind": "confirm", "danger": "orders" }]));
    let secret =
        asked(&served, "s1", "c2", json!([{ "prompt": "The key?", "kind": "text", "sensitive": true }]));
    let inbox = served.tokens.add(TokenRight::Answer, "inbox", |record| record.danger = true);
    for token in [narrowed(&served, Some("s1"), None, &[]), served.answerer.clone(), inbox] {
        for (id, code, field) in
            [(&danger, "danger", ("q0", "0")), (&secret, "forbidden", ("q0.text", "hunter2"))]
        {
            let shown = embedded(&served, &token, id);
            assert!(shown.text().contains(&format!("data-page=\"/r/{id}\"")), "{}", shown.text());
            assert!(
                !shown.text().contains("value=\"submit\"") && !shown.text().contains("type=\"password\"")
            );
            for act in ["submit", "keep"] {
                let fields = [("act", act), field, ("q0.confirm", "orders")];
                assert_eq!(send(&served, &token, id, &fields).problem(), (403, code.to_owned()));
            }
        }
        assert_eq!(served.answers(Call::get("/v1/state")).ok()["open"], 2);
    }
    // Stopping answers nothing.
    let token = narrowed(&served, Some("s1"), None, &[]);
    assert_eq!(send(&served, &token, &danger, &[("act", "cancel")]).status, 200);
}

#[test]
fn a_form_that_is_none_is_refused_and_changes_nothing() {
    let served = Served::start();
    let id = asked(&served, "s1", "c1", colour());
    let token = narrowed(&served, Some("s1"), None, &[]);
    let post = |body: Value| {
        let reply = served.call(&Call::post(&format!("/v1/embed/{id}"), &body).token(&token));
        (reply.status, reply.json()["detail"].as_str().unwrap().to_owned())
    };
    let shape = "fields is a list of pairs of texts: [[\"act\", \"submit\"], …]";
    for body in [
        json!({}),
        json!({ "fields": {} }),
        json!({ "fields": [["act"]] }),
        json!({ "fields": [["act", 1]] }),
    ] {
        assert_eq!(post(body), (400, shape.into()));
    }
    for act in ["review", "decline", "discuss", "snooze", ""] {
        assert_eq!(
            post(json!({ "fields": [["act", act]] })),
            (400, "act is 'submit', 'cancel' or 'keep'".into())
        );
    }
    let form = Call::new("POST", &format!("/v1/embed/{id}")).token(&token).with("Origin", CORS);
    let form = Call { body: b"act=cancel".to_vec(), ..form }
        .with("Content-Type", "application/x-www-form-urlencoded");
    assert_eq!(served.call(&form).problem(), (415, "unsupported_media_type".into()));
    assert_eq!(served.answers(Call::get("/v1/state")).ok()["open"], 1);
}

#[test]
fn news_come_at_once_of_the_token_s_requests_alone_and_none_is_missed() {
    let served = Served::start();
    let token = narrowed(&served, Some("s1"), None, &[]);
    let news = |query: &str| served.call(&Call::get(&format!("/v1/embed/news{query}")).token(&token)).ok();
    let start = news("");
    assert_eq!((&start["reset"], &start["requests"]), (&json!(false), &json!([])));
    let at = start["position"].as_u64().unwrap();
    let mut wait = served.line();
    wait.send(
        &Call::get(&format!("/v1/embed/news?after={at}&wait=60")).token(&token).bytes(&served.at.host()),
    );
    asked(&served, "s2", "c2", colour());
    let own = asked(&served, "s1", "c1", colour());
    let told = wait.reply("GET").ok();
    assert_eq!(told["requests"], json!([{ "id": own, "call": "c1", "what": "asked" }]));
    let at = told["position"].as_u64().unwrap();
    // What happened in between comes at once.
    assert_eq!(send(&served, &token, &own, &[("act", "submit"), ("q0", "0")]).status, 200);
    served.asks(Call::new("POST", &format!("/v1/requests/{own}/delivered"))).ok();
    let rows = news(&format!("?after={at}&wait=60"))["requests"].clone();
    let what: Vec<&str> = rows.as_array().unwrap().iter().map(|row| row["what"].as_str().unwrap()).collect();
    assert_eq!(what, ["closed", "delivered"]);
    let end = news("")["position"].as_u64().unwrap();
    assert_eq!(news(&format!("?after={end}")), json!({ "position": end, "reset": false, "requests": [] }));
    assert_eq!(
        news(&format!("?after={}", end + 1)),
        json!({ "position": end, "reset": true, "requests": [] })
    );
    // A wait of a token that is revoked is cut; one that comes only now is refused.
    let mut wait = served.line();
    let last =
        Call::get(&format!("/v1/embed/news?after={end}&wait=60")).token(&token).with("Connection", "close");
    wait.send(&last.bytes(&served.at.host()));
    served.tokens.revoke(&token);
    let rest = wait.rest();
    assert!(rest.is_empty() || String::from_utf8_lossy(&rest).starts_with("HTTP/1.1 401"), "{rest:?}");
}

#[test]
fn on_opencode_s_routes_a_narrowed_token_sees_its_questions_and_no_stream() {
    let served = Served::start();
    let (own, other) = (asked(&served, "s1", "c1", colour()), asked(&served, "s2", "c2", colour()));
    let token = narrowed(&served, Some("s1"), None, &[]);
    let list = |token: &str| served.call(&Call::get("/question").token(token)).ok();
    let calls = |list: &Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|it| it["tool"]["callID"].as_str().unwrap().to_owned()).collect()
    };
    let all = list(&served.answerer);
    assert_eq!((calls(&all), calls(&list(&token))), (vec!["c1".into(), "c2".into()], vec!["c1".into()]));
    let id = |at: usize| all[at]["id"].as_str().unwrap().to_owned();
    let reply = |id: &str| {
        served.call(
            &Call::post(&format!("/question/{id}/reply"), &json!({ "answers": [["blue"]] })).token(&token),
        )
    };
    let began = Instant::now();
    assert_eq!(reply(&id(1)).json()["_tag"], "QuestionNotFoundError");
    assert!(began.elapsed() >= Duration::from_millis(50));
    assert_eq!(
        served.call(&Call::new("POST", &format!("/question/{}/reject", id(1))).token(&token)).status,
        404
    );
    for path in ["/event", "/global/event"] {
        assert_eq!(
            served.call(&Call::get(path).token(&token)).problem(),
            (404, "not_found".into()),
            "{path}"
        );
    }
    assert_eq!(reply(&id(0)).status, 200);
    let state = |id: &str| served.answers(Call::get(&format!("/v1/requests/{id}"))).ok()["state"].clone();
    assert_eq!((state(&own), state(&other)), (json!("answered"), json!("open")));
}

#[test]
fn a_link_of_another_site_leads_to_a_page_of_asq_s_own_first_without_a_cookie() {
    let served = Served::start();
    let id = asked(&served, "s1", "c1", colour());
    let traded = served.call(&served.sign_in());
    let cookie = traded.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    let visit = |path: &str, site: &str, mode: &str, dest: &str| {
        let call = Call::get(path).with("Sec-Fetch-Site", site).with("Sec-Fetch-Mode", mode);
        served.call(&call.with("Sec-Fetch-Dest", dest).with("Cookie", &cookie))
    };
    let path = format!("/r/{id}");
    for site in ["cross-site", "same-site"] {
        let page = visit(&path, site, "navigate", "document");
        assert_eq!(page.status, 200);
        assert!(page.text().contains(&format!("<a href=\"/r/{id}\">")), "{}", page.text());
        assert!(!page.text().contains("Which?") && !page.text().contains("<script"), "{}", page.text());
        assert!(page.header("content-security-policy").unwrap().contains("frame-ancestors 'none'"));
    }
    assert!(visit(&path, "same-origin", "navigate", "document").text().contains("Which?"));
    for (path, mode, dest) in [
        (path.as_str(), "navigate", "iframe"),
        (path.as_str(), "cors", "empty"),
        (path.as_str(), "no-cors", "image"),
        ("/", "navigate", "document"),
        ("/history", "navigate", "document"),
        ("/v1/requests", "navigate", "document"),
    ] {
        assert_eq!(
            visit(path, "cross-site", mode, dest).problem(),
            (403, "forbidden".into()),
            "{path} {mode} {dest}"
        );
    }
    assert_eq!(visit("/r/../v1", "cross-site", "navigate", "document").status, 404);
    let post =
        Call::new("POST", &path).with("Sec-Fetch-Site", "cross-site").with("Sec-Fetch-Mode", "navigate");
    assert_eq!(served.call(&post.with("Sec-Fetch-Dest", "document")).problem(), (403, "forbidden".into()));
}
