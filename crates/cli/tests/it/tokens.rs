//! `asq token`: what is printed once and kept, what doesn't count, and who gets no token that answers.

use crate::ASQ;
use crate::own_tree::allows_namespaces;
use crate::shop::{DATABASE, Shop, picture};
use crate::terminal::Home;
use expect_test::expect;
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};

/// Masks what is random in tokens: their ids, and the ages of those that a slow machine made long ago.
fn masked(text: &str) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for c in text.chars().chain(['\n']) {
        if c.is_ascii_digit() || ('a'..='f').contains(&c) {
            word.push(c);
            continue;
        }
        out.push_str(match word.len() {
            12 => "TOKENID_____",
            64 => "SECRET",
            _ => &word,
        });
        word.clear();
        out.push(c);
    }
    out.pop();
    out
}

/// Makes a token and returns its id.
pub(crate) fn made(shop: &Shop, more: &[&str]) -> String {
    let done = shop.asq(&[&["token", "new"], more].concat());
    assert_eq!((done.code, done.err.as_str()), (0, ""), "{done:?}");
    done.out.split('_').nth(1).unwrap().to_owned()
}

#[test]
fn a_token_is_printed_once_and_only_its_digest_is_kept() {
    let shop = Shop::new("tokens");
    let done = shop.asq(&["token", "new", "--right", "ask", "--label", "ci"]);
    assert_eq!(
        (done.code, masked(&done.out), done.err.as_str()),
        (0, "asq_TOKENID______SECRET\n".into(), "")
    );
    let (token, id) = (done.out.trim(), done.out.split('_').nth(1).unwrap());
    let folder = shop.join(".local/state/asq/tokens");
    let file = folder.join(format!("{id}.json"));
    let kept = fs::read_to_string(&file).unwrap();
    assert!(!kept.contains(token.rsplit('_').next().unwrap()), "{kept}");
    expect![[r#"
        {"label":"ci","right":"ask","danger":false,"sha256":"SECRET","created_ms":NOW,"expires_ms":null}
    "#]]
    .assert_eq(&masked(&without_now(&kept)));
    let mode = |path| fs::metadata(path).unwrap().mode() & 0o777;
    assert_eq!((mode(&folder), mode(&file)), (0o700, 0o600));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    let list = shop.asq(&["token", "list"]).out + &shop.asq(&["token", "list", "--json"]).out;
    assert!(!list.contains(&kept[kept.find("sha256").unwrap() + 9..][..64]), "{list}");
    expect![[r#"
        ID            RIGHT  AGE  LABEL
        TOKENID_____  ask    0 s  ci
        {"id":"TOKENID_____","label":"ci","right":"ask","danger":false,"only":null,"created":"UTC","expires":null,"expired":false}
    "#]]
    .assert_eq(&shop.masked(&masked(&list)));
}

fn without_now(text: &str) -> String {
    let at = text.find("\"created_ms\":").unwrap() + 13;
    let digits = text[at..].find(',').unwrap();
    format!("{}NOW{}", &text[..at], &text[at + digits..])
}

#[test]
fn each_right_has_its_flags_and_its_row() {
    let shop = Shop::new("token rights");
    for more in [
        &["--right", "ask"][..],
        &["--right", "answer", "--label", "phone", "--expires", "30d", "--danger"],
        &["--right", "observe", "--label", "a\u{1b}[31mred\nrow"],
        &["--right", "admin", "--expires", "1"],
    ] {
        made(&shop, more);
    }
    // The last one is over after a second.
    asq_testkit::eventually::eventually("the end of a token", || {
        shop.asq(&["token", "list"]).out.contains("expired").then_some(())
    });
    let list = shop.asq(&["token", "list"]);
    expect![[r#"
        ID            RIGHT    DANGER  AGE  EXPIRES  LABEL
        TOKENID_____  ask              0 s
        TOKENID_____  answer   yes     0 s  in 30 d  phone
        TOKENID_____  observe          0 s           a<U+001B>[31mred↵row
        TOKENID_____  admin            0 s  expired
    "#]]
    .assert_eq(&ages(&masked(&list.out)));
    let json = shop.asq(&["token", "new", "--right", "answer", "--label", "x", "--json"]);
    expect![[r#"
        {"id":"TOKENID_____","label":"x","right":"answer","danger":false,"only":null,"created":"UTC","expires":null,"expired":false,"token":"asq_TOKENID______SECRET"}
    "#]]
    .assert_eq(&shop.masked(&masked(&json.out)));
    let long = "x".repeat(101);
    let wrong = [
        shop.asq(&["token", "new", "--right", "ask", "--danger"]),
        shop.asq(&["token", "new", "--right", "ask", "--label", &long]),
        shop.asq(&["token", "new", "--right", "ask", "--expires", "soon"]),
    ];
    expect![[r#"
        2
        asq: --danger goes with --right answer alone

        2
        asq: --label has more than 100 characters

        2
        asq: --expires expects a duration longer than 0, such as 90s, 10m or 7d (a bare number counts seconds), got 'soon'
          asq token new --help explains the flags
    "#]]
    .assert_eq(&picture(&shop, &wrong.each_ref().map(|done| done)));
}

#[test]
fn a_token_is_narrowed_to_a_session_a_call_and_the_pages_of_an_origin() {
    let shop = Shop::new("narrowed tokens");
    for more in [
        &["answer", "--session", "ses_1", "--origin", "https://Chat.example:443", "--expires", "8h"][..],
        &["answer", "--call", "toolu_\u{1b}[31m", "--label", "chat"],
        &[
            "--right",
            "answer",
            "--origin",
            "http://localhost:3000",
            "--origin",
            "https://b.example",
            "--session",
            "s",
        ],
        &["answer", "--danger"],
    ] {
        made(&shop, more);
    }
    let list = shop.asq(&["token", "list"]);
    expect![[r"
        ID            RIGHT   DANGER  AGE  EXPIRES  ONLY                                                 LABEL
        TOKENID_____  answer          0 s  in 8 h   session ses_1, https://chat.example
        TOKENID_____  answer          0 s           call toolu_<U+001B>[31m                              chat
        TOKENID_____  answer          0 s           session s, http://localhost:3000, https://b.example
        TOKENID_____  answer  yes     0 s
    "]]
    .assert_eq(&ages(&masked(&list.out)));
    let json = shop.asq(&["token", "list", "--json"]);
    let first = json.out.lines().next().unwrap().to_owned() + "\n";
    let first = first.replace(
        &first[first.find("\"expires\"").unwrap()..first.find(",\"expired\"").unwrap()],
        "\"expires\":\"UTC\"",
    );
    expect![[r#"
        {"id":"TOKENID_____","label":null,"right":"answer","danger":false,"only":{"session":"ses_1","call":null,"origins":["https://chat.example"]},"created":"UTC","expires":"UTC","expired":false}
    "#]]
    .assert_eq(&shop.masked(&masked(&first)));
    let long = "x".repeat(201);
    let many: Vec<String> = (0..17).map(|n| format!("--origin=https://{n}.example")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let wrong = [
        shop.asq(&["token", "new"]),
        shop.asq(&["token", "new", "answer", "--right", "answer"]),
        shop.asq(&["token", "new", "ask", "--session", "s"]),
        shop.asq(&["token", "new", "admin", "--origin", "https://a.example"]),
        shop.asq(&["token", "new", "answer", "--call", "c", "--danger"]),
        shop.asq(&["token", "new", "answer", "--origin", "https://a.example/chat"]),
        shop.asq(&["token", "new", "answer", "--session", " "]),
        shop.asq(&["token", "new", "answer", "--session", &long]),
        shop.asq(&[&["token", "new", "answer"][..], &many[..]].concat()),
    ];
    expect![[r#"
        2
        asq: asq token new needs RIGHT
          asq token new --help explains the flags

        2
        asq: RIGHT and --right can't be used together
          asq token new --help explains the flags

        2
        asq: --session, --call and --origin go with the right 'answer' alone
          a token with the right 'ask' can't be narrowed

        2
        asq: --session, --call and --origin go with the right 'answer' alone
          a token with the right 'admin' can't be narrowed

        2
        asq: a token with --session, --call or --origin never answers dangerous requests
          leave --danger out, or make a token for an inbox without them

        2
        asq: --origin expects an origin such as https://chat.example, got 'https://a.example/chat'
          asq token new --help explains the flags

        2
        asq: --session expects a name that isn't empty, got ' '
          asq token new --help explains the flags

        2
        asq: --session 'LONG' doesn't fit: it has 201 characters, 200 is the most
          asq token new --help explains the flags

        2
        asq: --origin comes 17 times, 16 is the most
    "#]]
    .assert_eq(&picture(&shop, &wrong.each_ref().map(|done| done)).replace(&long, "LONG"));
    assert_eq!(fs::read_dir(shop.join(".local/state/asq/tokens")).unwrap().count(), 4);
}

#[test]
fn a_token_s_file_of_an_earlier_version_counts_as_before_and_unknown_limits_not_at_all() {
    let shop = Shop::new("older tokens");
    let id = made(&shop, &["answer", "--session", "s"]);
    let file = shop.join(&format!(".local/state/asq/tokens/{id}.json"));
    let narrowed = fs::read_to_string(&file).unwrap();
    let only = r#","only":{"session":"s","call":null,"origins":[]}"#;
    let earlier = narrowed.replace(only, "");
    assert_eq!(narrowed.len(), earlier.len() + only.len());
    fs::write(&file, &earlier).unwrap();
    assert_eq!(shop.asq(&["token", "list"]).code, 0);
    fs::write(&file, earlier.replace("}\n", r#","only":{"folder":"/srv"}}"#)).unwrap();
    let list = shop.asq(&["token", "list"]);
    let wanted = format!(
        "'HOME/.local/state/asq/tokens/{id}.json' doesn't count: it can't be read: unknown field `folder`"
    );
    assert!(list.code == 74 && picture(&shop, &[&list]).contains(&wanted), "{list:?}");
}

fn ages(text: &str) -> String {
    let text = text.replace("  1 s", "  0 s").replace("  2 s", "  0 s");
    text.replace("in 29 d", "in 30 d").replace("in 7 h ", "in 8 h ")
}

#[test]
fn a_token_is_revoked_by_its_id_the_beginning_of_it_or_its_own_text() {
    let shop = Shop::new("revoked");
    let new = || made(&shop, &["--right", "ask"]);
    let (first, second) = (new(), new());
    let third = shop.asq(&["token", "new", "--right", "ask"]).out.trim().to_owned();
    let runs = [
        shop.asq(&["token", "revoke", &first]),
        shop.asq(&["token", "revoke", &first]),
        shop.asq(&["token", "revoke", &second[..8], "--json"]),
        shop.asq(&["token", "revoke", &third]),
        shop.asq(&["token", "revoke", ""]),
        shop.asq(&["token", "revoke", "../trust"]),
    ];
    expect![[r#"
        0
        TOKENID_____ revoked

        66
        asq: no token is called 'TOKENID_____'
          asq token list shows them

        0
        {"id":"TOKENID_____","revoked":true}

        0
        TOKENID_____ revoked

        66
        asq: no token is called ''
          asq token list shows them

        66
        asq: no token is called '../trust'
          asq token list shows them
    "#]]
    .assert_eq(&masked(&picture(&shop, &runs.each_ref().map(|done| done))));
    assert_eq!(fs::read_dir(shop.join(".local/state/asq/tokens")).unwrap().count(), 0);
}

#[test]
fn files_that_others_can_open_links_and_broken_files_do_not_count() {
    let shop = Shop::new("token files");
    let folder = shop.join(".local/state/asq/tokens");
    let mut names: Vec<String> = (0..5).map(|_| made(&shop, &["--right", "observe"])).collect();
    names.sort();
    let file = |at: usize| folder.join(format!("{}.json", names[at]));
    fs::set_permissions(file(0), Permissions::from_mode(0o640)).unwrap();
    fs::rename(file(1), shop.join("elsewhere")).unwrap();
    std::os::unix::fs::symlink(shop.join("elsewhere"), file(1)).unwrap();
    fs::hard_link(file(2), shop.join("second")).unwrap();
    fs::write(file(3), "{}").unwrap();
    let list = shop.asq(&["token", "list"]);
    let named = |text: &str| {
        names.iter().enumerate().fold(text.to_owned(), |t, (n, id)| t.replace(id, &format!("#{n}")))
    };
    expect![[r"
        74
        ID            RIGHT    AGE
        #4  observe  0 s
        asq: 'HOME/.local/state/asq/tokens/#0.json' doesn't count: others can read it (chmod go=)
        asq: 'HOME/.local/state/asq/tokens/#1.json' doesn't count: it is a link, which is not followed here
        asq: 'HOME/.local/state/asq/tokens/#2.json' doesn't count: it has a second name (a hard link)
        asq: 'HOME/.local/state/asq/tokens/#3.json' doesn't count: it can't be read: missing field `right` at line 1 column 2
    "]]
    .assert_eq(&named(&picture(&shop, &[&list])));
    // What doesn't count can be removed.
    for name in &names {
        assert_eq!(shop.asq(&["token", "revoke", name]).code, 0);
    }
    assert!(shop.join("elsewhere").exists());
    fs::set_permissions(&folder, Permissions::from_mode(0o777)).unwrap();
    let open = shop.asq(&["token", "new", "--right", "ask"]);
    expect![[r"
        74
        asq: 'HOME/.local/state/asq/tokens' doesn't count: its folder HOME/.local/state/asq/tokens: others can write to it (chmod go-w)
    "]]
    .assert_eq(&picture(&shop, &[&open]));
}

#[test]
fn a_token_that_nobody_has_seen_is_not_made() {
    let shop = Shop::new("unseen token");
    let done = shop.script(r#""$0" token new --right ask >/dev/full"#, &[]).done();
    expect![[r#"
        74
        asq: the token can't be written to standard output: No space left on device
          none was made
    "#]]
    .assert_eq(&picture(&shop, &[&done]));
    assert_eq!(fs::read_dir(shop.join(".local/state/asq/tokens")).unwrap().count(), 0);
}

#[test]
fn where_the_environment_names_an_agent_no_token_answers() {
    for variable in asq_runtime::process_origin::variables() {
        let mut shop = Shop::new("agent's token");
        shop.with(variable, "1");
        for (right, deed) in [("answer", "answer"), ("admin", "administer")] {
            let done = shop.asq(&["token", "new", "--right", right]);
            let wanted = format!(
                "65\nasq: no token that can {deed} was made: the environment names an agent ({variable})\n  \
                 start it in a terminal of your own, which no agent opened\n"
            );
            assert_eq!(picture(&shop, &[&done]), wanted);
        }
        made(&shop, &["--right", "ask"]);
        made(&shop, &["--right", "observe"]);
        assert_eq!(fs::read_dir(shop.join(".local/state/asq/tokens")).unwrap().count(), 2);
    }
}

/// Prints the exit codes of making each token.
const TOKENS: &str = r#": >said; for right in answer admin ask observe; do
    $way "$0" token new --right $right >token 2>>said; echo "$right $?"; done; cat said"#;

#[test]
fn inside_an_open_asks_process_tree_no_token_answers() {
    let own =
        [("plain", ""), ("an empty environment", "env -i HOME=$HOME"), ("a session of its own", "setsid -w")];
    let mut ways: Vec<(&str, String)> = own.map(|(name, way)| (name, way.to_owned())).to_vec();
    // An agent could name a store in which it has asked nothing.
    ways.push(("another store", "env ASQ_STORE=$HOME/other.db".to_owned()));
    for (name, way) in ways {
        let shop = Shop::new("tree");
        let script =
            format!(r#""$0" "$@" --no-wait >posted 2>&1; way='{way}'; way=$(eval echo $way); {TOKENS}"#);
        let done = shop.script(&script, &DATABASE).done();
        let wanted = "0\nanswer 65\nadmin 65\nask 0\nobserve 0\n\
            asq: no token that can answer was made: it was asked for inside the process tree that asks ID6, which is open\n  \
            start it in a terminal of your own, which no agent opened, or close the request first\n\
            asq: no token that can administer was made: it was asked for inside the process tree that asks ID6, which is open\n  \
            start it in a terminal of your own, which no agent opened, or close the request first\n";
        assert_eq!(picture(&shop, &[&done]), wanted, "{name}");
        // Its person isn't in that tree, and once the request is closed nobody is.
        made(&shop, &["--right", "answer"]);
        let script = format!(r#""$0" withdraw "$1" >out; way=; {TOKENS}"#);
        let id = shop.asq(&["list", "--json"]).id();
        let done = shop.script(&script, &[&id]).done();
        assert_eq!(picture(&shop, &[&done]), "0\nanswer 0\nadmin 0\nask 0\nobserve 0\n", "{name}");
    }
}

#[test]
fn where_nobody_can_tell_no_token_answers_outside_of_ones_own_terminal() {
    if !allows_namespaces() {
        return;
    }
    let shop = Shop::new("unknown-tree");
    let script =
        format!(r#""$0" "$@" --no-wait >posted 2>&1; way='unshare -Urpf --mount-proc setsid -w'; {TOKENS}"#);
    let done = shop.script(&script, &DATABASE).done();
    expect![[r"
        0
        answer 65
        admin 65
        ask 0
        observe 0
        asq: no token that can answer was made: nobody can tell whether it was asked for inside the process tree that asks ID6, which is open
          start it in a terminal of your own, or close the request first
        asq: no token that can administer was made: nobody can tell whether it was asked for inside the process tree that asks ID6, which is open
          start it in a terminal of your own, or close the request first
    "]]
    .assert_eq(&picture(&shop, &[&done]));
    // A person's shell in tmux, next to a question that was asked in a namespace of its own.
    let home = Home::new();
    let ask = "unshare -Urpf --mount-proc setsid -w $asq ask --no-wait -q 'Which?' -o A -o B >/dev/null";
    let session = home.run(&format!("{ask}; $asq list --count >out; $asq token new --right answer >token"));
    let end = session.end();
    assert_eq!((end.code.as_str(), end.out.as_str()), ("0", "1\n"), "{end:?}");
}

#[test]
fn a_store_that_cannot_be_read_makes_no_token_that_answers() {
    let shop = Shop::new("no store's token");
    fs::create_dir_all(shop.folder()).unwrap();
    fs::write(shop.folder().join("store.db"), "no database").unwrap();
    let codes = ["answer", "admin", "ask"].map(|right| shop.asq(&["token", "new", "--right", right]).code);
    assert_eq!(codes, [74, 74, 0], "{ASQ}");
}
