//! A notification that a click opens, and a webhook that is gone, each with a receiver that speaks its protocol.

use crate::ASQ;
use crate::terminal::{Home, Session};
use asq_testkit::eventually::eventually;
use asq_testkit::loopback::own_socket;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

/// A notifier that knows buttons: it waits for a click, and prints the name of the button.
const NOTIFIER: &str = r#"#!/bin/sh
case "$1" in --help) echo '  -A, --action=[NAME=]Text...'; exit;; esac
echo $$ >notifier
printf '%s\n' "$@" >shown.new; mv shown.new shown
exec cat click
"#;
/// One that doesn't.
const PLAIN: &str = r#"#!/bin/sh
case "$1" in --help) echo '  -u, --urgency=LEVEL'; exit;; esac
printf '%s\n' "$@" >shown.new; mv shown.new shown
"#;
/// A program that notes its arguments.
const OPENER: &str = "#!/bin/sh\nprintf '%s\\n' \"$@\" >opened.new; mv opened.new opened\n";

/// A home with these settings, and with these programs on PATH.
fn home(settings: &str, programs: &[(&str, &str)]) -> Home {
    let home = Home::new();
    fs::create_dir_all(home.path(".config/asq")).unwrap();
    home.write(".config/asq/config.toml", settings);
    fs::create_dir(home.path("bin")).unwrap();
    for (name, script) in programs {
        home.write(&format!("bin/{name}"), script);
        fs::set_permissions(home.path(&format!("bin/{name}")), fs::Permissions::from_mode(0o755)).unwrap();
    }
    assert!(Command::new("mkfifo").arg(home.path("click")).status().unwrap().success());
    home
}

fn inbox(home: &Home) -> Session<'_> {
    let inbox = home.run("PATH=$HOME/bin:$PATH $asq inbox");
    inbox.sees("Nothing waits for you");
    inbox
}

fn asq(home: &Home, arguments: &[&str]) -> String {
    let mut command = Command::new(ASQ);
    command
        .args(arguments)
        .env_clear()
        .current_dir(home.path(""))
        .env("HOME", home.path(""))
        .env("TZ", "UTC");
    command.env("PATH", std::env::var_os("PATH").unwrap()).stdin(Stdio::null());
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

/// Posts a question; returns its id.
fn posted(home: &Home, question: &str) -> String {
    let line = asq(home, &["ask", "--no-wait", "-q", question, "-o", "Yes", "-o", "No", "--agent", "pi"]);
    serde_json::from_str::<serde_json::Value>(&line).unwrap()["id"].as_str().unwrap().to_owned()
}

fn file(home: &Home, name: &str) -> String {
    eventually(name, || fs::read_to_string(home.path(name)).ok())
}

/// Settings with which the desktop shows a notification at once.
const TOLD: &str = "notificationOnQuestion = true\nnotificationDelaySeconds = 0\n";

#[test]
fn a_click_opens_the_request_in_the_persons_terminal_and_answers_nothing() {
    let settings = format!("{TOLD}[notify]\nopen = 'terminal --title \"a $HOME\" -e'\n");
    let home = home(&settings, &[("notify-send", NOTIFIER), ("terminal", OPENER)]);
    let inbox = inbox(&home);
    let id = posted(&home, "Ship it? $(touch canary)");
    let shown = file(&home, "shown");
    assert_eq!(
        shown.lines().take(4).collect::<Vec<_>>(),
        ["--action=default=Open", "--action=open=Open", "--app-name=asq", "--"]
    );
    fs::write(home.path("click"), "open\n").unwrap();
    let title = format!("a {}", home.path("").display());
    assert_eq!(
        file(&home, "opened").lines().collect::<Vec<_>>(),
        ["--title", title.trim_end_matches('/'), "-e", ASQ, "inbox", &id]
    );
    assert!(!home.path("canary").exists());
    assert_eq!(asq(&home, &["list", "--count"]), "1\n");
    drop(inbox);
}

#[test]
fn without_a_terminal_of_its_own_a_click_opens_a_popup_of_tmux() {
    let home = home(TOLD, &[("notify-send", NOTIFIER), ("tmux", OPENER)]);
    let inbox = inbox(&home);
    let id = posted(&home, "Ship it?");
    file(&home, "shown");
    fs::write(home.path("click"), "default\n").unwrap();
    let socket = inbox.tmux.tell("#{socket_path}");
    assert_eq!(
        file(&home, "opened").lines().collect::<Vec<_>>(),
        ["-S", &socket, "display-popup", "-E", ASQ, "inbox", &id]
    );
}

#[test]
fn a_notifier_without_buttons_shows_the_same_without_them() {
    for (settings, notifier) in
        [(TOLD.to_owned(), PLAIN), (format!("{TOLD}[notify]\nbuttons = false\n"), NOTIFIER)]
    {
        let home = home(&settings, &[("notify-send", notifier)]);
        let inbox = inbox(&home);
        posted(&home, "Ship it?");
        let shown = file(&home, "shown");
        assert!(shown.starts_with("--app-name=asq\n--\n"), "{shown}");
        drop(inbox);
    }
}

#[test]
fn nobody_listens_to_the_button_once_the_request_is_closed() {
    let home = home(TOLD, &[("notify-send", NOTIFIER)]);
    let inbox = inbox(&home);
    let id = posted(&home, "Ship it?");
    file(&home, "shown");
    let process = format!("/proc/{}", file(&home, "notifier").trim());
    assert!(fs::exists(&process).unwrap());
    asq(&home, &["withdraw", &id]);
    eventually("the notifier's end", || !fs::exists(&process).unwrap());
    drop(inbox);
}

/// Takes one POST and says that all is well; its body.
fn takes_one(listener: &TcpListener) -> String {
    let (stream, _) = listener.accept().unwrap();
    let (mut from, mut length) = (BufReader::new(&stream), 0);
    loop {
        let mut line = String::new();
        from.read_line(&mut line).unwrap();
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    from.read_exact(&mut body).unwrap();
    let mut to: &TcpStream = &stream;
    to.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n").unwrap();
    String::from_utf8(body).unwrap()
}

#[test]
fn doctor_names_a_webhook_that_is_gone_until_it_is_back() {
    let at = own_socket();
    let url = format!("http://ann:s3cret@{at}/hook#token=s3cret");
    let home = home(&format!("[notify]\nbatch = 0\nurl = '{url}'\n"), &[]);
    let doctor = || {
        let told = asq(&home, &["doctor"]);
        assert!(!told.contains("s3cret"), "{told}");
        told.split_once("webhook\n").unwrap().1.to_owned()
    };
    let address = format!("  address  http://{at}/hook\n");
    assert_eq!(doctor(), format!("{address}  state    no failure is known\n"));
    let inbox = inbox(&home);
    posted(&home, "First?");
    let told = eventually("a failure", || Some(doctor()).filter(|told| told.contains("failed at 20")));
    assert!(told.starts_with(&address) && told.contains("onnection refused"), "{told}");
    let json: serde_json::Value = serde_json::from_str(&asq(&home, &["doctor", "--json"])).unwrap();
    assert!(json["webhook"]["failed"]["why"].as_str().unwrap().contains("onnection refused"), "{json}");
    let back = TcpListener::bind(at).unwrap();
    let taken = std::thread::spawn(move || takes_one(&back));
    posted(&home, "Second?");
    taken.join().unwrap();
    eventually("no failure", || doctor() == format!("{address}  state    no failure is known\n"));
    drop(inbox);
}

/// A server of this machine alone has no address for a phone.
#[test]
fn a_webhook_leads_to_the_page_that_a_phone_reaches() {
    let receiver = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = receiver.local_addr().unwrap().port();
    let home = home(&format!("[notify]\nbatch = 0\nurl = 'http://127.0.0.1:{port}/hook'\n"), &[]);
    let news = |question: &str| {
        let id = posted(&home, question);
        let body: serde_json::Value = serde_json::from_str(&takes_one(&receiver)).unwrap();
        assert_eq!(body["id"], id.as_str(), "{body}");
        (id, body)
    };
    let serves = |more: &str| home.run(&format!("$asq serve --no-link {more}"));
    let shown = inbox(&home);
    assert_eq!(news("Without a server?").1.get("url"), None);
    let own = serves("");
    own.sees("asq serves http://127.0.0.1:");
    assert_eq!(news("On this machine?").1.get("url"), None);
    drop(own);
    let file = home.path(".local/share/asq/store.db.server");
    eventually("the end of the server", || !file.exists());
    let public = serves("--public-url https://asq.example/");
    public.sees("asq serves https://asq.example");
    let (id, body) = news("For a phone?");
    let page = format!("https://asq.example/r/{id}");
    assert_eq!([&body["url"], &body["requests"][0]["url"]], [&page, &page]);
    drop((public, shown));
}

#[test]
fn doctor_says_why_an_address_is_no_webhook() {
    let home = home("[notify]\nurl = 'http://example.org/hook'\n", &[]);
    let told = asq(&home, &["doctor"]);
    let told = told.split_once("webhook\n").unwrap().1;
    assert_eq!(told, "  state    notify.url needs https beyond your own network\n");
    // What another program left there is escaped, and says nothing about another address.
    fs::create_dir_all(home.path(".local/state/asq")).unwrap();
    home.write(".config/asq/config.toml", "[notify]\nurl = 'https://example.org/hook'\n");
    let planted = |url: &str| {
        let failure = serde_json::json!({"url": url, "why": "\u{1b}[2J\nnone", "at_ms": u64::MAX});
        let file = home.path(".local/state/asq/webhook-failure.json");
        fs::write(&file, failure.to_string()).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        asq(&home, &["doctor"]).split_once("webhook\n").unwrap().1.to_owned()
    };
    assert!(planted("https://example.com/").ends_with("  state    no failure is known\n"));
    let told = planted("https://example.org/hook");
    assert!(told.lines().count() == 2 && told.contains("<U+001B>[2J↵none"), "{told}");
}
