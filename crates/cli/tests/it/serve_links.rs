//! Links of `asq serve`: they lead a person to the page once, and an agent gets none.

use crate::serve_sessions::account;
use crate::serving::{Address, Call, Reply, Serving, link_in};
use crate::shop::{DATABASE, Shop, picture};
use expect_test::expect;
use std::fs;

fn get(serving: &Serving, path: &str) -> Reply {
    serving.port().call(&Call::get(path))
}

/// The button on the page of a link.
fn signs_in(serving: &Serving, link: &str) -> Reply {
    serving.port().call(&Call::sign_in(link, &format!("http://{}", serving.port().host())))
}

/// The cookie that a link is traded for.
fn cookie(reply: &Reply) -> String {
    assert_eq!((reply.status, reply.header("location")), (303, Some("/")), "{reply:?}");
    let set = reply.header("set-cookie").unwrap();
    let (cookie, rules) = set.split_once("; ").unwrap();
    assert_eq!(rules, "HttpOnly; SameSite=Strict; Path=/; Max-Age=2592000");
    cookie.to_owned()
}

#[test]
fn a_link_leads_to_the_page_once() {
    let shop = Shop::new("link");
    shop.agent(&[
        "ask",
        "-q",
        "<b>Which</b> database?",
        "-o",
        "A",
        "-o",
        "B",
        "--agent",
        "\"x\u{1b}[2J",
        "--no-wait",
    ]);
    let serving = Serving::start(&shop, &[]);
    let link = serving.link().unwrap();
    assert_eq!(get(&serving, "/").status, 401);
    // A look signs nobody in.
    assert_eq!(serving.port().call(&Call::new("HEAD", &link)).status, 405);
    let look = get(&serving, &link);
    let machine = fs::read_to_string("/proc/sys/kernel/hostname").unwrap();
    let says = format!(
        "In <strong><bdi>a browser</bdi></strong> you will see and answer what agents ask \
         <strong><bdi>{}</bdi></strong> on <strong><bdi>{}</bdi></strong>, for 30 days.",
        account(),
        machine.trim_end()
    );
    assert!(look.status == 200 && look.text().contains(&says), "{look:?}");
    let cookie = cookie(&signs_in(&serving, &link));
    let late = get(&serving, &link);
    assert!(late.status == 410 && late.text().contains("asq serve --link"), "{late:?}");
    let page = serving.port().call(&Call::get("/").with("Cookie", &cookie));
    assert_eq!(page.status, 200);
    assert!(page.text().contains("<bdi>&lt;b&gt;Which&lt;/b&gt; database?</bdi>"), "{}", page.text());
    assert!(page.text().contains("<bdi>&quot;x&lt;U+001B&gt;[2J</bdi> in <bdi>"), "{}", page.text());
    let policy = page.header("content-security-policy").unwrap();
    assert!(
        policy.starts_with("default-src 'none'; script-src 'nonce-") && !policy.contains("unsafe"),
        "{policy}"
    );
    // Another link is another session; what a link looks like opens nothing.
    let more = shop.asq(&["serve", "--link"]);
    let other = link_in(&more.out).unwrap();
    assert_eq!(more.out, format!("http://{}{other}\n", serving.port().host()));
    assert_ne!(self::cookie(&signs_in(&serving, &other)), cookie);
    assert_eq!(get(&serving, &format!("/l/{}", "0".repeat(32))).status, 410);
}

#[test]
fn where_the_environment_names_an_agent_there_is_no_link() {
    let mut shop = Shop::new("agents");
    let mine = Serving::start(&shop, &[]);
    shop.with("CLAUDECODE", "1");
    let link = shop.asq(&["serve", "--link"]);
    expect![[r"
        65
        asq: no link was made: the environment names an agent (CLAUDECODE)
          start it in a terminal of your own, which no agent opened
    "]]
    .assert_eq(&picture(&shop, &[&link]));
    drop(mine);
    let mut serving = Serving::start(&shop, &[]);
    assert_eq!(serving.link(), None, "{}", serving.line);
    let done = serving.stopped();
    expect![[r"
        0
        asq: no link was made: the environment names an agent (CLAUDECODE)
          start it in a terminal of your own, which no agent opened
    "]]
    .assert_eq(&picture(&shop, &[&done]));
}

/// The server judges who asks for a link, whatever that process says of itself.
#[test]
fn inside_an_open_asks_process_tree_there_is_no_link() {
    let shop = Shop::new("own-link");
    let serving = Serving::start(&shop, &[]);
    let script = r#""$0" "$@" --no-wait >out 2>&1
        for way in '' 'setsid -w' 'env -i HOME='$HOME; do $way "$0" serve --link; echo $?; done"#;
    let done = shop.script(script, &DATABASE).done();
    assert_eq!(done.out, "65\n65\n65\n");
    let why = "asq: no link was made: it was asked for inside the process tree that asks ID6, which is open; start it in a \
        terminal of your own, which no agent opened, or close the request first\n  l in the server's terminal makes one, too\n";
    assert_eq!(shop.masked(&done.err), why.repeat(3));
    // Its person gets one meanwhile.
    assert!(link_in(&shop.asq(&["serve", "--link"]).out).is_some());
    drop(serving);
    // A server that the agent starts prints none.
    let script = r#""$0" "$@" --no-wait >out 2>&1; "$0" serve --port 0 >served & server=$!
        until [ -s served ]; do :; done; cat served; kill $server; wait $server"#;
    let done = shop.script(script, &DATABASE).done();
    assert!(
        done.code == 0 && link_in(&done.out).is_none() && done.out.starts_with("asq serves "),
        "{done:?}"
    );
    assert!(done.err.contains("no link was made: it was asked for inside the process tree"), "{done:?}");
}

/// A sandbox that has only the socket has no file with the secret that makes links.
#[test]
fn the_socket_alone_makes_no_link() {
    let shop = Shop::new("sandbox");
    let serving = Serving::start(&shop, &[]);
    let socket = Address::Unix(serving.socket());
    let post = || Call::new("POST", "/v1/link");
    let control = std::fs::read_to_string(shop.folder().join("store.db.server")).unwrap();
    let control: serde_json::Value = serde_json::from_str(&control).unwrap();
    let control = control["control"].as_str().unwrap();
    assert_eq!(socket.call(&post()).status, 401);
    assert_eq!(socket.call(&post().token(&"0".repeat(64))).status, 401);
    assert_eq!(serving.port().call(&post().token(control)).status, 401);
    assert_eq!(socket.call(&post().token(control)).status, 200);
}
