//! One-time links: traded once for a cookie, which opens the page and answers on it.

use crate::client::{Call, Reply};
use crate::served::{CORS, PUBLIC, Served, ask};
use serde_json::json;

fn cookie(reply: &Reply) -> String {
    let set = reply.header("set-cookie").unwrap();
    set.split(';').next().unwrap().to_owned()
}

#[test]
fn a_link_is_traded_once_for_a_cookie_and_leads_on_without_its_secret() {
    let served = Served::start();
    let link = served.links.make().unwrap();
    let sign_in = Call::sign_in(&link, &served.origin());
    let traded = served.call(&sign_in);
    assert_eq!((traded.status, traded.header("location")), (303, Some("/")));
    let set = traded.header("set-cookie").unwrap();
    let port = served.at.host().rsplit(':').next().map(str::to_owned).unwrap();
    assert!(
        set.starts_with(&format!("asq_{port}=asq_"))
            && set.ends_with("; HttpOnly; SameSite=Strict; Path=/; Max-Age=2592000"),
        "{set}"
    );
    for late in [Call::get(&link), sign_in] {
        let late = served.call(&late);
        assert_eq!((late.status, late.header("content-type")), (410, Some("text/html; charset=utf-8")));
        assert!(late.text().contains("asq serve --link") && late.header("set-cookie").is_none());
    }
    let public = Call::sign_in(&served.links.make().unwrap(), &format!("https://{PUBLIC}"));
    let public = served.call(&public.with("Host", PUBLIC));
    let set = public.header("set-cookie").unwrap();
    assert!(
        set.starts_with("__Host-asq=asq_") && set.ends_with("; Path=/; Max-Age=2592000; Secure"),
        "{set}"
    );
}

const PHONE: &str = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile \
                     Safari/537.36";

#[test]
fn a_look_at_a_link_signs_nobody_in() {
    let served = Served::start();
    let link = served.links.make().unwrap();
    let look = Call::get(&link);
    let previews =
        look.clone().with("User-Agent", "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)");
    for look in [look.clone(), previews, look.clone().with("Sec-Fetch-Site", "none")] {
        let page = served.call(&look);
        assert_eq!((page.status, page.header("set-cookie"), page.header("location")), (200, None, None));
        assert_eq!(page.header("cache-control"), Some("no-store"));
    }
    for (name, purpose) in [
        ("Sec-Purpose", "prefetch"),
        ("Sec-Purpose", "prefetch;prerender"),
        ("Purpose", "prefetch"),
        ("X-Purpose", "preview"),
        ("X-Moz", "Prefetch"),
    ] {
        let ahead = served.call(&look.clone().with(name, purpose));
        assert_eq!(
            (ahead.problem(), ahead.header("set-cookie")),
            ((503, "unavailable".into()), None),
            "{name}"
        );
    }
    assert_eq!(served.call(&Call::new("HEAD", &link)).status, 405);
    assert_eq!(served.tokens.sessions(), [""; 0]);
    // All of that left the link for its person.
    let page = served.call(&look.with("User-Agent", PHONE));
    let (_, main) = page.text().split_once("<main").unwrap();
    let says = "In <strong><bdi>Chromium on Android</bdi></strong> you will see and answer what agents ask \
        <strong><bdi>ada</bdi></strong> on <strong><bdi>box</bdi></strong>, for 30 days.";
    assert!(main.contains(says), "{main}");
    assert!(
        main.contains(
            "<button class=\"primary\" name=\"act\" value=\"sign-in\">Sign this browser in</button>"
        ),
        "{main}"
    );
    let policy = page.header("content-security-policy").unwrap();
    assert!(
        policy.contains("form-action 'self'; frame-ancestors 'none'") && !page.text().contains("<script")
    );
    assert!(!page.text().contains(&link[3..]), "the page repeats no secret");
    assert_eq!(served.call(&Call::sign_in(&link, &served.origin()).with("User-Agent", PHONE)).status, 303);
    assert_eq!(served.tokens.sessions(), ["ada · Chromium on Android"]);
}

#[test]
fn only_the_button_on_its_own_page_trades_a_link() {
    let served = Served::start();
    let link = served.links.make().unwrap();
    let own = Call::sign_in(&link, &served.origin());
    let without = |name: &str| {
        let mut call = own.clone();
        call.headers.retain(|(known, _)| known != name);
        call
    };
    let refused = |call: &Call| {
        let reply = served.call(call);
        assert_eq!(reply.header("set-cookie"), None);
        reply.status
    };
    let of = |origin: &str| without("Origin").with("Origin", origin);
    let tries = [
        of("https://evil.example"),
        of("null"),
        // Its pages may use a token of their own.
        of(CORS),
        without("Origin"),
        own.clone().with("Origin", &served.origin()),
        own.clone().with("Sec-Fetch-Site", "cross-site"),
        own.clone().with("Sec-Fetch-Site", "same-site"),
        without("Content-Type").with("Content-Type", "text/plain"),
        Call::new("POST", &link),
        Call { body: b"act=submit".to_vec(), ..own.clone() },
        Call::post(&link, &json!({ "act": "sign-in" })),
    ];
    let statuses: Vec<u16> = tries.iter().map(refused).collect();
    assert_eq!(statuses, [403, 403, 404, 415, 403, 403, 403, 415, 400, 400, 400]);
    assert_eq!(served.call(&own.with("Sec-Fetch-Site", "same-origin")).status, 303);
}

#[test]
fn a_link_is_followed_from_another_site_in_a_window_of_its_own_alone() {
    let served = Served::start();
    let link = served.links.make().unwrap();
    let visit = |site: &str, mode: &str, dest: &str| {
        let call = Call::get(&link).with("Sec-Fetch-Site", site).with("Sec-Fetch-Mode", mode);
        served.call(&call.with("Sec-Fetch-Dest", dest)).status
    };
    assert_eq!(["cross-site", "same-site"].map(|site| visit(site, "navigate", "document")), [200, 200]);
    let others = [("navigate", "iframe"), ("cors", "empty"), ("no-cors", "image")];
    assert_eq!(others.map(|(mode, dest)| visit("cross-site", mode, dest)), [403; 3]);
}

#[test]
fn the_page_lists_what_is_open_and_is_inert() {
    let served = Served::start();
    served.ask("<script>alert(1)</script> & \u{202e}more?");
    let none = served.call(&Call::get("/"));
    assert_eq!((none.status, none.header("content-type")), (401, Some("text/html; charset=utf-8")));
    assert!(none.text().contains("asq serve --link") && !none.text().contains("<script"));
    let cookie = cookie(&served.call(&served.sign_in()));
    let page = served.call(&Call::get("/").with("Cookie", &cookie));
    assert_eq!(page.status, 200);
    assert!(page.text().contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; "), "{}", page.text());
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{policy}");
    // Its only script and its only style have the nonce of this one reply.
    let nonce = policy.split_once("script-src 'nonce-").unwrap().1.split_once('\'').unwrap().0;
    let script = format!("<script type=\"module\" nonce=\"{nonce}\" src=\"/page/page.js\"></script>");
    assert_eq!((page.text().matches("<script").count(), page.text().matches(&script).count()), (1, 1));
    assert!(page.text().contains(&format!("<style nonce=\"{nonce}\">")) && !page.text().contains('\u{202e}'));
    let again = served.call(&Call::get("/").with("Cookie", &cookie));
    assert!(!again.text().contains(nonce));
}

/// The text of each row of the page, without the age of its request.
fn rows(html: &str) -> Vec<String> {
    let row = |row: &str| {
        let (row, _) = row.split_once("</li>").unwrap();
        let text: String = row.split('<').filter_map(|part| Some(part.split_once('>')?.1)).collect();
        let parts: Vec<&str> = text.split(" · ").filter(|part| !part.ends_with(" ago")).collect();
        parts.join(" · ")
    };
    html.split("<li ").skip(1).map(row).collect()
}

#[test]
fn a_row_of_the_page_says_what_is_asked_with_which_marks_by_whom_and_from_where() {
    let served = Served::start();
    let mut danger = ask("danger");
    danger["call"]["questions"] = json!([
        { "header": "Disk", "prompt": "Wipe it?", "kind": "confirm", "danger": "wipe it" },
        { "prompt": "Why?", "kind": "text" },
    ]);
    danger["from"] = json!({ "folder": "/srv/a&b" });
    let mut secret = ask("secret");
    secret["call"]["questions"][0] = json!({ "prompt": "Password?", "kind": "text", "sensitive": true });
    secret.as_object_mut().unwrap().remove("agent");
    for body in [danger, secret] {
        assert_eq!(served.asks_unseen(Call::post("/v1/requests", &body)).status, 201);
    }
    let listed = served.answers(Call::get("/v1/requests")).ok();
    let short = |row: usize| listed["requests"][row]["short"].as_str().unwrap().to_owned();
    let cookie = cookie(&served.call(&served.sign_in()));
    let page = served.call(&Call::get("/").with("Cookie", &cookie));
    assert_eq!(
        rows(page.text()),
        [
            format!("DiskWipe it?dangerous builder in /srv/a&amp;b · 2 questions · {}", short(0)),
            format!("Password?asks for a secret a program · {}", short(1)),
        ]
    );
}

#[test]
fn the_page_answers_as_a_page_and_not_for_another_one() {
    let served = Served::start();
    let id = served.ask("Which?");
    let cookie = cookie(&served.call(&served.sign_in()));
    let answer =
        Call::post(&format!("/v1/requests/{id}/answer"), &served.pick(&id, 0)).with("Cookie", &cookie);
    let foreign = answer.clone().with("Origin", "https://evil.example");
    assert_eq!(served.call(&foreign).problem(), (403, "forbidden".into()));
    // An origin that the person named brings a token of its own; the cookie of their page doesn't count for it.
    let named = Call::new("POST", &format!("/v1/requests/{id}/cancel")).with("Cookie", &cookie);
    let named = named.with("Origin", CORS).with("Sec-Fetch-Site", "same-site");
    assert_eq!(served.call(&named).problem(), (401, "unauthorized".into()));
    let own =
        answer.with("Origin", &format!("http://{}", served.at.host())).with("Sec-Fetch-Site", "same-origin");
    let closed = served.call(&own).ok();
    assert_eq!((&closed["by"]["how"], &closed["by"]["name"]), (&json!("page"), &json!("ada · a browser")));
    let asks = Call::post("/v1/requests", &json!({})).with("Cookie", &cookie);
    assert_eq!(served.call(&asks).problem(), (403, "right".into()));
}

#[test]
fn over_tcp_and_without_a_control_nobody_makes_a_link() {
    let served = Served::start();
    let call = Call::post("/v1/link", &json!({})).token(&"0".repeat(64));
    assert_eq!(served.call(&call).problem(), (401, "unauthorized".into()));
    assert_eq!(served.unix.call(&call).problem(), (401, "unauthorized".into()));
}
