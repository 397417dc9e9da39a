//! Sessions of the page of `asq serve`: listed with their last use, kept over a restart, and revoked like tokens.

use crate::serving::{Call, Serving, link_in};
use crate::shop::Shop;
use asq_testkit::eventually::eventually;
use std::fs;
use std::os::unix::fs::MetadataExt;

const PHONE: &str = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile \
                     Safari/537.36";

/// Signs a browser in; its cookie.
fn signed_in(serving: &Serving, link: &str) -> String {
    let sign_in = Call::sign_in(link, &format!("http://{}", serving.port().host()));
    let traded = serving.port().call(&sign_in.with("User-Agent", PHONE));
    assert_eq!((traded.status, traded.header("location")), (303, Some("/")), "{}", traded.text());
    traded.header("set-cookie").unwrap().split(';').next().unwrap().to_owned()
}

fn list(serving: &Serving, cookie: &str) -> u16 {
    serving.port().call(&Call::get("/").with("Cookie", cookie)).status
}

#[test]
fn a_session_is_listed_outlives_its_server_and_is_revoked() {
    let shop = Shop::new("sessions");
    let mut serving = Serving::start(&shop, &[]);
    let port = serving.port().host().rsplit(':').next().unwrap().to_owned();
    let cookie = signed_in(&serving, &serving.link().unwrap());
    let other = signed_in(&serving, &link_in(&shop.asq(&["serve", "--link"]).out).unwrap());
    let id = |cookie: &str| cookie.split('_').nth(2).unwrap().to_owned();
    let person = |text: &str| text.replace(&account(), "PERSON");
    let rows = || person(&shop.asq(&["token", "list"]).out);
    let wanted = |id: &str| format!("{id}  page   yes     0 s   0 s  in 30 d  PERSON · Chromium on Android");
    let seconds = |text: String| {
        let text = ["1 s", "2 s", "3 s"].iter().fold(text, |text, age| text.replace(age, "0 s"));
        text.replace("in 29 d", "in 30 d")
    };
    let listed = seconds(rows());
    assert_eq!(
        listed.lines().next(),
        Some("ID            RIGHT  DANGER  AGE  USED  EXPIRES  LABEL"),
        "{listed}"
    );
    for cookie in [&cookie, &other] {
        assert!(listed.lines().any(|line| line == wanted(&id(cookie))), "{listed}");
    }
    let json: serde_json::Value = serde_json::from_str(
        shop.asq(&["token", "list", "--json"]).out.lines().find(|line| line.contains(&id(&cookie))).unwrap(),
    )
    .unwrap();
    assert_eq!(
        (&json["right"], &json["danger"], &json["expired"]),
        (&"page".into(), &true.into(), &false.into())
    );
    assert!(json["used"].as_str().unwrap().ends_with('Z'), "{json}");
    // What is on disk is this person's alone, and signs nobody in.
    let file = shop.join(&format!(".local/state/asq/tokens/{}.json", id(&cookie)));
    assert_eq!(fs::metadata(&file).unwrap().mode() & 0o777, 0o600);
    assert!(!fs::read_to_string(&file).unwrap().contains(cookie.rsplit('_').next().unwrap()));
    serving.killed();
    let serving = Serving::start(&shop, &["--port", &port]);
    assert_eq!([list(&serving, &cookie), list(&serving, &other)], [200, 200]);
    // A script with the text of the cookie isn't a browser.
    let text = cookie.split_once('=').unwrap().1;
    assert_eq!(serving.port().call(&Call::get("/v1/requests").token(text)).status, 401);
    let revoked = shop.asq(&["token", "revoke", &id(&cookie)[..8]]);
    assert_eq!((revoked.code, revoked.out), (0, format!("{} revoked\n", id(&cookie))));
    eventually("the end of the session", || list(&serving, &cookie) == 401);
    assert_eq!((list(&serving, &other), file.exists()), (200, false));
}

/// The name of the account that runs the tests.
pub(crate) fn account() -> String {
    asq_files::account::mine().unwrap().name.to_str().unwrap().to_owned()
}
