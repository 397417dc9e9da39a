//! Sessions of the page: they outlive the server, have a name, and end when they are revoked, over, or signed out of.

use crate::client::{Call, Reply};
use crate::served::{PUBLIC, Served, Setup};
use asq_server::TokenRight;
use asq_testkit::eventually::eventually;
use asq_testkit::loopback::own_socket;
use serde_json::json;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

const PHONE: &str = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile \
                     Safari/537.36";
const DESK: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/// The cookie that a reply sets first, as a browser sends it back.
fn cookie(reply: &Reply) -> String {
    reply.header("set-cookie").unwrap().split(';').next().unwrap().to_owned()
}

/// The text of the session in a cookie.
fn session(cookie: &str) -> &str {
    cookie.split_once('=').unwrap().1
}

/// A browser that is signed in.
fn signed_in(served: &Served, agent: &str) -> String {
    let visit = served.sign_in().with("User-Agent", agent);
    let traded = served.call(&visit);
    assert_eq!((traded.status, traded.header("location")), (303, Some("/")), "{}", traded.text());
    cookie(&traded)
}

fn list(served: &Served, cookie: &str) -> u16 {
    served.call(&Call::get("/").with("Cookie", cookie)).status
}

/// A form of the page, as a browser sends it.
fn form(served: &Served, path: &str, cookie: &str, fields: &str) -> Reply {
    let call = Call { body: fields.as_bytes().to_vec(), ..Call::new("POST", path) };
    let call = call.with("Content-Type", "application/x-www-form-urlencoded").with("Cookie", cookie);
    served.call(&call.with("Origin", &format!("http://{}", served.at.host())))
}

/// The token of the page's forms.
fn csrf(served: &Served, cookie: &str) -> String {
    let page = served.call(&Call::get("/").with("Cookie", cookie));
    let (_, rest) = page.text().split_once("name=\"csrf\" value=\"").unwrap();
    rest.split('"').next().unwrap().to_owned()
}

#[test]
fn a_session_outlives_the_server_and_its_answers_have_its_name() {
    let at = own_socket();
    let mut served = Served::with(Setup { at, ..Setup::default() });
    let (phone, desk) = (signed_in(&served, PHONE), signed_in(&served, DESK));
    assert_ne!(phone, desk);
    assert_eq!(served.tokens.sessions(), ["ada · Chromium on Android", "ada · Firefox on Linux"]);
    let (tokens, id) = (Some(served.tokens.clone()), served.ask("Which?"));
    let on = Some((served.store.clone(), Arc::clone(&served.folder)));
    served.stop();
    served.ended().unwrap();
    let again = Served::with(Setup { on, tokens, at, ..Setup::default() });
    assert_eq!([list(&again, &phone), list(&again, &desk), list(&again, "asq_1=x")], [200, 200, 401]);
    let answer = Call::post(&format!("/v1/requests/{id}/answer"), &again.pick(&id, 0)).with("Cookie", &phone);
    let closed = again.call(&answer.with("Origin", &format!("http://{}", again.at.host()))).ok();
    assert_eq!(
        (&closed["by"]["how"], &closed["by"]["name"]),
        (&json!("page"), &json!("ada · Chromium on Android"))
    );
}

#[test]
fn a_session_counts_in_its_own_cookie_alone_and_a_token_in_none() {
    let served = Served::start();
    let cookie = signed_in(&served, DESK);
    let port = served.at.host().rsplit(':').next().unwrap().to_owned();
    let text = session(&cookie).to_owned();
    assert_eq!(served.call(&Call::get("/v1/state").token(&text)).problem(), (401, "unauthorized".into()));
    let answers = served.tokens.add(TokenRight::Answer, "x", |_| ());
    let mut forged = text.clone();
    forged.replace_range(forged.len() - 1.., if forged.ends_with('0') { "1" } else { "0" });
    for other in [
        format!("asq_{port}={answers}"),
        format!("asq_{port}={forged}"),
        format!("asq_{port}={}", &text[..text.len() - 1]),
        // The cookie of another server on this host, and one for TLS alone.
        format!("asq_1={text}"),
        format!("__Host-asq={text}"),
    ] {
        assert_eq!(list(&served, &other), 401, "{other}");
    }
    assert_eq!([list(&served, &cookie), list(&served, &format!("a=b; {cookie}; c"))], [200, 200]);
    // Behind the proxy it has another name, and the same one doesn't count there.
    let there =
        |cookie: &str| served.call(&Call::get("/").with("Host", PUBLIC).with("Cookie", cookie)).status;
    assert_eq!([there(&cookie), there(&format!("__Host-asq={text}"))], [401, 200]);
    // The session and a token at once don't count.
    assert_eq!(served.call(&Call::get("/").with("Cookie", &cookie).token("x")).status, 401);
}

#[test]
fn what_a_revoked_session_has_open_is_cut() {
    for reports in [true, false] {
        let served = Served::with(Setup { reports, ..Setup::default() });
        let (gone, stays) = (signed_in(&served, PHONE), signed_in(&served, DESK));
        let stream = |cookie: &str| {
            let mut stream =
                served.line().stream(&Call::get("/v1/events").with("Cookie", cookie), &served.at.host());
            stream.event().unwrap();
            stream
        };
        let (mut cut, mut open) = (stream(&gone), stream(&stays));
        served.tokens.revoke(session(&gone));
        assert!(cut.event().is_none());
        eventually("the end of the session", || list(&served, &gone) == 401);
        assert_eq!(list(&served, &stays), 200);
        let id = served.ask("Which?");
        assert_eq!(open.event().unwrap().data["id"], id.as_str());
    }
}

#[test]
fn a_session_ends_with_its_time_and_so_does_what_it_has_open() {
    let served = Served::start();
    let cookie = signed_in(&served, PHONE);
    let mut stream =
        served.line().stream(&Call::get("/v1/events").with("Cookie", &cookie), &served.at.host());
    stream.event().unwrap();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64;
    served.tokens.change(session(&cookie), |record| {
        let left = record.expires_ms.unwrap() - now;
        assert!((30 * 86_400_000 - 60_000..=30 * 86_400_000).contains(&left), "{left}");
        record.expires_ms = Some(now + 1_000);
    });
    assert!(stream.event().is_none());
    assert_eq!(list(&served, &cookie), 401);
    // Made by a clock that was years ahead, it doesn't count either.
    served.tokens.change(session(&cookie), |record| record.expires_ms = Some(now + 1_000 * 86_400_000));
    assert_eq!(list(&served, &cookie), 401);
}

#[test]
fn signing_out_ends_the_session_everywhere_and_a_foreign_form_does_not() {
    let served = Served::start();
    let (cookie, other) = (signed_in(&served, PHONE), signed_in(&served, DESK));
    let mut stream =
        served.line().stream(&Call::get("/v1/events").with("Cookie", &cookie), &served.at.host());
    stream.event().unwrap();
    for wrong in ["", "csrf=", &format!("csrf={}", csrf(&served, &other))] {
        let reply = form(&served, "/signout", &cookie, wrong);
        assert_eq!((reply.status, list(&served, &cookie)), (303, 200), "{wrong}");
    }
    let own = format!("csrf={}", csrf(&served, &cookie));
    let foreign = Call { body: own.clone().into_bytes(), ..Call::new("POST", "/signout") };
    let foreign = foreign.with("Content-Type", "application/x-www-form-urlencoded").with("Cookie", &cookie);
    assert_eq!(served.call(&foreign.clone().with("Origin", "https://evil.example")).status, 403);
    assert_eq!((served.call(&foreign).status, list(&served, &cookie)), (415, 200));
    let left = form(&served, "/signout", &cookie, &own);
    let (name, _) = cookie.split_once('=').unwrap();
    assert_eq!((left.status, left.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert_eq!(
        left.header("set-cookie"),
        Some(format!("{name}=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0").as_str())
    );
    assert!(left.text().contains("You are signed out") && left.text().contains("asq serve --link"));
    assert!(stream.event().is_none());
    assert_eq!((list(&served, &cookie), list(&served, &other)), (401, 200));
    assert_eq!(served.tokens.sessions(), ["ada · Firefox on Linux"]);
}

#[test]
fn a_browser_has_one_session_and_another_link_begins_it_anew() {
    let served = Served::start();
    let first = signed_in(&served, DESK);
    let visit = served.sign_in().with("User-Agent", DESK).with("Cookie", &first);
    let second = cookie(&served.call(&visit));
    assert_eq!([list(&served, &first), list(&served, &second)], [401, 200]);
    assert_eq!(served.tokens.sessions().len(), 1);
    // A cookie that was made up ends nobody's session.
    let mut forged = second.clone();
    forged.replace_range(forged.len() - 1.., if forged.ends_with('0') { "1" } else { "0" });
    served.call(&served.sign_in().with("Cookie", &forged));
    assert_eq!((list(&served, &second), served.tokens.sessions().len()), (200, 2));
}

#[test]
fn who_signs_in_comes_to_the_request_that_the_browser_asked_for() {
    let served = Served::start();
    let id = served.ask("Which?");
    let short = &id[..6];
    for path in [&id[..], short] {
        let stranger = served.call(&Call::get(&format!("/r/{path}")));
        let set = stranger.header("set-cookie").unwrap().to_owned();
        assert_eq!(
            (stranger.status, set),
            (401, format!("asq_wanted={path}; HttpOnly; SameSite=Strict; Path=/l; Max-Age=600"))
        );
        let visit = served.sign_in().with("Cookie", &cookie(&stranger));
        let traded = served.call(&visit);
        assert_eq!((traded.status, traded.header("location")), (303, Some(format!("/r/{path}").as_str())));
        let forgets = traded.headers.iter().any(|(name, value)| {
            name == "set-cookie" && value == "asq_wanted=; HttpOnly; SameSite=Strict; Path=/l; Max-Age=0"
        });
        assert!(forgets, "{:?}", traded.headers);
        let page = served.call(&Call::get(&format!("/r/{path}")).with("Cookie", &cookie(&traded)));
        assert!(page.status == 200 && page.text().contains("Which?"), "{}", page.text());
    }
    let signed = signed_in(&served, DESK);
    let get = |path: &str| served.call(&Call::get(path).with("Cookie", &signed)).status;
    // Too short to be one, nobody's, and no id at all.
    assert_eq!(
        [
            get(&format!("/r/{}", &id[..5])),
            get("/r/zzzzzz"),
            get("/r/..%2f.."),
            get(&format!("/r/{}", short.to_uppercase()))
        ],
        [404, 404, 404, 200]
    );
    for path in ["/", "/history", "/r/%0d%0aSet-Cookie:x", "/r/ab/preview/0", "/v1/state"] {
        assert_eq!(served.call(&Call::get(path)).header("set-cookie"), None, "{path}");
    }
    // A cookie with anything else in it leads to the list.
    for wanted in ["asq_wanted=//evil.example", "asq_wanted=", "asq_wanted=../l"] {
        let traded = served.call(&served.sign_in().with("Cookie", wanted));
        assert_eq!(traded.header("location"), Some("/"), "{wanted}");
    }
}

#[test]
fn a_session_that_can_not_be_kept_signs_nobody_in() {
    let served = Served::start();
    let cookie = signed_in(&served, DESK);
    let own = format!("csrf={}", csrf(&served, &cookie));
    *served.tokens.broken.lock().unwrap() = true;
    let traded = served.call(&served.sign_in());
    assert_eq!((traded.problem(), traded.header("set-cookie")), ((503, "unavailable".into()), None));
    *served.tokens.broken.lock().unwrap() = false;
    assert_eq!(form(&served, "/signout", &cookie, &own).status, 200);
    let reports = served.reports.lock().unwrap().clone();
    assert_eq!(reports, ["a session can't be kept: the folder is locked"]);
}

#[test]
fn the_use_of_a_session_is_noted_and_not_with_each_call() {
    let at = own_socket();
    let mut served = Served::with(Setup { at, ..Setup::default() });
    let cookie = signed_in(&served, DESK);
    for _ in 0..5 {
        assert_eq!(list(&served, &cookie), 200);
    }
    // It was noted when it began.
    assert_eq!(served.tokens.uses.lock().unwrap().len(), 0);
    let tokens = Some(served.tokens.clone());
    served.stop();
    served.ended().unwrap();
    let again = Served::with(Setup { tokens, at, ..Setup::default() });
    for _ in 0..5 {
        assert_eq!(list(&again, &cookie), 200);
    }
    eventually("the note", || again.tokens.uses.lock().unwrap().len() == 1);
}
