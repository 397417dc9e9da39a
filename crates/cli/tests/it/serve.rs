//! `asq serve` from its start to its end: where it listens, whom it tells, and how it goes on after a kill.

use crate::ASQ;
use crate::done::Done;
use crate::serving::{Address, Call, Serving, question, token};
use crate::shop::{Shop, picture};
use asq_testkit::eventually::eventually;
use asq_testkit::loopback::own_socket;
use expect_test::expect;
use rustix::process::Signal;
use std::fs::{self, Permissions};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::net::UnixStream;
use std::process::Command;

/// Masks ports, process ids and secrets.
pub(crate) fn masked(shop: &Shop, serving: &Serving, text: &str) -> String {
    let Address::Tcp(port) = serving.port() else { unreachable!() };
    let text =
        text.replace(&port.to_string(), "127.0.0.1:PORT").replace(&format!("]:{}", port.port()), "]:PORT");
    let text = text.replace(&serving.pid().to_string(), "PID");
    shop.masked(&serving.link().map_or(text.clone(), |link| text.replace(&link, "/l/LINK")))
}

/// The state of a server, over its socket file, which takes no token for it.
fn health(serving: &Serving) -> u16 {
    Address::Unix(serving.socket()).call(&Call::get("/v1/health")).status
}

#[test]
fn a_line_says_where_it_is_and_its_files_are_closed_to_others() {
    let shop = Shop::new("serve");
    let mut serving = Serving::start(&shop, &[]);
    expect![[r"
        asq serves http://127.0.0.1:PORT/l/LINK
               and http+unix://HOME/.local/state/asq/asq.sock
        The link works once, within a minute.
    "]]
    .assert_eq(&masked(&shop, &serving, &serving.line));
    // Its first line fits into 80 columns, whatever the port.
    let (first, port) = (serving.line.lines().next().unwrap(), serving.port().host());
    assert!(first.len() - port.len() + "127.0.0.1:65535".len() <= 80, "{first}");
    assert_eq!(health(&serving), 200);
    let health = serving.port().call(&Call::get("/v1/health").token(&token(&shop, "observe")));
    assert_eq!(health.ok()["status"], "ok");
    let file = shop.folder().join("store.db.server");
    let modes = [&file, &serving.socket()].map(|path| fs::symlink_metadata(path).unwrap().mode() & 0o7777);
    assert_eq!(modes, [0o600, 0o600]);
    let doctor = shop.asq(&["doctor"]).out;
    let doctor = masked(&shop, &serving, &doctor[doctor.find("server\n").unwrap()..]);
    assert_eq!(
        doctor,
        "server\n  process  PID\n  version  0.1.0\n  address  http://127.0.0.1:PORT\n  \
         socket   HOME/.local/state/asq/asq.sock\n"
    );
    let json = shop.asq(&["doctor", "--json"]).json();
    assert_eq!(json["servers"][0]["process"], serving.pid().to_string());
    // The end removes what names it.
    let socket = serving.socket();
    assert_eq!(serving.stopped(), Done { code: 0, out: String::new(), err: String::new() });
    assert!(!file.exists() && !socket.exists());
    assert!(!shop.asq(&["doctor"]).out.contains("server\n"));
}

#[test]
fn a_second_server_names_the_first_and_a_kill_leaves_the_way_free() {
    let (shop, at) = (Shop::new("second"), own_socket());
    let mut first = Serving::start_at(&shop, at, &[]);
    let second = shop.asq(&["serve"]);
    expect![[r"
        9
        asq: this store has a server already, process PID at http://127.0.0.1:PORT
          asq serve --link prints a link of that one; kill PID ends it
    "]]
    .assert_eq(&masked(&shop, &first, &picture(&shop, &[&second])));
    let socket = first.socket();
    first.killed();
    assert!(socket.exists() && shop.folder().join("store.db.server").exists());
    let doctor = shop.asq(&["doctor"]);
    assert!(doctor.code == 0 && !doctor.out.contains("server\n"), "{doctor:?}");
    let link = shop.asq(&["serve", "--link"]);
    expect![[r"
        2
        asq: this store has no server that runs
          asq serve starts one, and prints a link
    "]]
    .assert_eq(&picture(&shop, &[&link]));
    let next = Serving::start_at(&shop, at, &[]);
    assert_eq!((next.socket(), health(&next)), (socket, 200));
}

#[test]
fn each_store_has_a_server_of_its_own() {
    let mut shop = Shop::new("stores");
    let usual = Serving::start(&shop, &[]);
    shop.with("ASQ_STORE", shop.join("other.db").to_str().unwrap());
    let other = Serving::start(&shop, &[]);
    assert_ne!((usual.socket(), usual.line.clone()), (other.socket(), other.line.clone()));
    assert_eq!([health(&usual), health(&other)], [200, 200]);
}

#[test]
fn signals_end_it_and_open_waits_end_as_pending() {
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        let shop = Shop::new("signals");
        let mut serving = Serving::start(&shop, &[]);
        let token = token(&shop, "ask");
        let asked = serving.port().call(&Call::post("/v1/requests", &question()).token(&token));
        let id = asked.ok()["id"].as_str().unwrap().to_owned();
        let wait = Call::get(&format!("/v1/requests/{id}/ending?wait=600")).token(&token);
        let mut waits: Vec<_> = (0..3).map(|_| serving.port().connect()).collect();
        for line in &mut waits {
            line.send(&wait.bytes(&serving.port().host()));
        }
        // Once the asker counts as waiting, at least one wait has arrived.
        eventually("a wait", || shop.asq(&["list", "--json"]).json()["asker_waits"] == true);
        serving.signal(signal);
        let replies: Vec<_> = waits.iter_mut().map(|line| line.reply("GET")).collect();
        for reply in replies {
            // A wait that arrives later is refused.
            assert!(matches!(reply.status, 202 | 503), "{reply:?}");
            assert!(reply.status == 503 || reply.json()["outcome"] == "pending", "{reply:?}");
        }
        assert_eq!(serving.ended(), Done { code: 0, out: String::new(), err: String::new() }, "{signal:?}");
        assert_eq!(shop.asq(&["list", "--count"]).out, "1\n");
    }
}

#[test]
fn few_descriptors_keep_it_alive() {
    let shop = Shop::new("nofile");
    let mut command = shop.command("prlimit");
    command.args(["--nofile=64:64", ASQ, "serve"]);
    let mut serving = Serving::of(command);
    let token = token(&shop, "observe");
    let call = Call::get("/v1/requests").token(&token);
    assert_eq!(serving.port().call(&call).status, 200);
    // More connections than it has descriptors; the system's queue takes the rest.
    let lines: Vec<_> = (0..200).map(|_| serving.port().connect()).collect();
    drop(lines);
    eventually("an answer", || {
        let mut line = serving.port().connect();
        let sent = line.try_send(&call.clone().with("Connection", "close").bytes(&serving.port().host()));
        sent.is_ok() && line.rest().starts_with(b"HTTP/1.1 200 ")
    });
    assert_eq!(serving.stopped().code, 0);
}

#[test]
fn a_token_counts_only_while_its_file_is_there_and_closed_to_others() {
    let shop = Shop::new("files");
    let mut serving = Serving::start(&shop, &["--no-link"]);
    let text = token(&shop, "observe");
    let id = text.split('_').nth(1).unwrap();
    let file = shop.join(&format!(".local/state/asq/tokens/{id}.json"));
    let status = || serving.port().call(&Call::get("/v1/requests").token(&text)).status;
    assert_eq!(status(), 200);
    fs::set_permissions(&file, Permissions::from_mode(0o644)).unwrap();
    eventually("an open file", || status() == 401);
    fs::set_permissions(&file, Permissions::from_mode(0o600)).unwrap();
    eventually("a closed file", || status() == 200);
    let elsewhere = shop.join("elsewhere.json");
    fs::rename(&file, &elsewhere).unwrap();
    symlink(&elsewhere, &file).unwrap();
    eventually("a link", || status() == 401);
    fs::remove_file(&file).unwrap();
    fs::rename(&elsewhere, &file).unwrap();
    eventually("the file again", || status() == 200);
    // A stream that is open ends with its token.
    let events = Call::get("/v1/events").token(&text);
    let mut stream = serving.port().connect().stream(&events, &serving.port().host());
    assert_eq!(stream.event().unwrap().name, "ready");
    assert_eq!(shop.asq(&["token", "revoke", id]).code, 0);
    assert_eq!(stream.event(), None);
    assert_eq!(status(), 401);
    let done = serving.stopped();
    let wanted = "asq: 'HOME/.local/state/asq/tokens/ID.json' doesn't count: others can read it (chmod go=)\n\
        asq: 'HOME/.local/state/asq/tokens/ID.json' doesn't count: it is a link, which is not followed here\n";
    assert_eq!((done.code, shop.masked(&done.err.replace(id, "ID"))), (0, wanted.to_owned()));
}

#[test]
fn what_it_cannot_serve_safely_it_does_not_start() {
    let shop = Shop::new("refused");
    fs::write(shop.join("empty"), "").unwrap();
    let all = [
        shop.asq(&["serve", "--listen", "0.0.0.0"]),
        shop.asq(&["serve", "--public-url", "http://asq.example"]),
        shop.asq(&["serve", "--public-url", "https://asq.example/below"]),
        shop.asq(&["serve", "--cors", "asq.example"]),
        shop.asq(&["serve", "--tls-cert", "empty"]),
        shop.asq(&["serve", "--tls-cert", "empty", "--tls-key", "none"]),
        shop.asq(&["serve", "--listen", "192.0.2.1", "--insecure"]),
        shop.asq(&["serve", "--link", "--install"]),
    ];
    expect![[r#"
        2
        asq: other machines could read and change what is sent to 0.0.0.0
          --tls-cert FILE --tls-key FILE protect it with a certificate of yours
          --public-url https://NAME is for a proxy in front of it, which has one
          --insecure serves them anyway; without --listen only this machine is served

        2
        asq: nothing protects what is sent to http://asq.example
          --public-url takes an address that begins with https://; --insecure allows others

        2
        asq: --public-url expects https://NAME or https://NAME:PORT, got 'https://asq.example/below'

        2
        asq: --cors expects an origin such as https://chat.example, got 'asq.example'

        2
        asq: asq serve needs --tls-key FILE
          asq serve --help explains the flags

        2
        asq: --tls-cert: 'empty' has no certificate

        2
        asq: can't listen on 192.0.2.1:0: Cannot assign requested address
          --listen takes an address of this machine

        2
        asq: --link and --install can't be used together
          asq serve --help explains the flags
    "#]]
    .assert_eq(&picture(&shop, &all.each_ref().map(|done| done)));
}

#[test]
fn the_limits_of_a_token_are_settings_of_the_person() {
    let shop = Shop::new("limits");
    fs::create_dir_all(shop.join(".config/asq")).unwrap();
    fs::write(shop.join(".config/asq/config.toml"), "serve.streams = 2\n").unwrap();
    let serving = Serving::start(&shop, &[]);
    let events = Call::get("/v1/events").token(&token(&shop, "observe"));
    let open = || serving.port().connect().stream(&events, &serving.port().host());
    let mut streams = [open(), open()];
    for stream in &mut streams {
        assert_eq!(stream.event().unwrap().name, "ready");
    }
    let third = serving.port().call(&events);
    assert_eq!((third.problem(), third.header("retry-after").is_some()), ((429, "too_many".into()), true));
}

/// A proxy passes the public name on, or its own one for the server.
#[test]
fn behind_a_proxy_it_has_the_public_name_and_no_third_one() {
    let shop = Shop::new("public");
    let at = own_socket();
    let (port, serving) =
        (Address::Tcp(at), Serving::start_at(&shop, at, &["--public-url", "https://asq.example/"]));
    let at = at.to_string();
    let first = serving.line.lines().next().unwrap();
    assert_eq!(first, format!("asq serves https://asq.example{}", serving.link().unwrap()));
    let call = Call::get("/v1/requests").token(&token(&shop, "observe"));
    let status = |host: &str, origin: &str| {
        let call = if origin.is_empty() { call.clone() } else { call.clone().with("Origin", origin) };
        port.call(&call.with("Host", host)).status
    };
    let of =
        |host: &str| ["", "https://asq.example", "https://evil.example"].map(|origin| status(host, origin));
    assert_eq!(
        [of("asq.example"), of(&at), of("evil.example")],
        [[200, 200, 403], [200, 200, 403], [421; 3]]
    );
    let cookie = port
        .call(&Call::sign_in(&serving.link().unwrap(), "https://asq.example").with("Host", "asq.example"));
    assert!(cookie.header("set-cookie").unwrap().ends_with("; Secure"), "{cookie:?}");
}

#[test]
fn somebody_who_insists_serves_other_machines_in_the_clear() {
    let shop = Shop::new("insecure");
    let mut serving = Serving::start(&shop, &["--listen", "0.0.0.0", "--insecure"]);
    let health = Call::get("/v1/health").token(&token(&shop, "observe"));
    assert_eq!(serving.port().call(&health).status, 200);
    assert_eq!(serving.stopped().code, 0);
}

#[test]
fn a_socket_path_that_is_too_long_is_reported_and_the_port_works() {
    let mut shop = Shop::new("long");
    let long = shop.join(&"x".repeat(100));
    fs::create_dir(&long).unwrap();
    fs::set_permissions(&long, Permissions::from_mode(0o700)).unwrap();
    shop.with("XDG_RUNTIME_DIR", long.to_str().unwrap());
    let mut serving = Serving::start(&shop, &[]);
    let call = Call::get("/v1/health").token(&token(&shop, "ask"));
    assert_eq!(serving.port().call(&call).status, 200);
    let link = shop.asq(&["serve", "--link"]);
    let shown = picture(&shop, &[&link]).replace(&"x".repeat(100), "LONG");
    let shown = masked(&shop, &serving, &shown);
    let err = serving.stopped().err.replace(&"x".repeat(100), "LONG");
    expect![[r#"
        74
        asq: no link was made: process PID at http://127.0.0.1:PORT has no socket file
          l in the server's terminal makes one, too
        asq: there is no socket file, so asq serve --link can't work: the path 'HOME/LONG/asq/asq.sock' is longer than the 107 bytes that a socket may have
    "#]].assert_eq(&format!("{shown}{}", shop.masked(&err)));
}

#[test]
fn a_service_is_shown_written_and_removed() {
    let shop = Shop::new("service");
    let unit = shop.join(".config/systemd/user/asq.service");
    let dry = shop.asq(&["serve", "--install", "--port", "7077", "--dry-run"]);
    assert!(!unit.exists());
    // What was made for it goes with it.
    assert_eq!([shop.asq(&["serve", "--install"]).code, shop.asq(&["serve", "--uninstall"]).code], [0, 0]);
    assert!(!shop.join(".config/systemd").exists());
    let installed = shop.asq(&["serve", "--install", "--port", "7077"]);
    assert_eq!(fs::metadata(&unit).unwrap().mode() & 0o777, 0o600);
    let again = shop.asq(&["serve", "--install", "--port", "7077"]);
    let other = shop.asq(&["serve", "--install", "--cors", "https://a.example"]);
    assert!(fs::read_to_string(&unit).unwrap().contains(r#""--cors" "https://a.example""#));
    let refused = shop.asq(&["serve", "--install", "--listen", "0.0.0.0"]);
    fs::write(&unit, fs::read_to_string(&unit).unwrap() + "# mine\n").unwrap();
    let changed = [shop.asq(&["serve", "--install"]), shop.asq(&["serve", "--uninstall"])];
    fs::remove_file(&unit).unwrap();
    let fresh = shop.asq(&["serve", "--install"]);
    let removed = shop.asq(&["serve", "--uninstall"]);
    let nothing = shop.asq(&["serve", "--uninstall"]);
    assert!(!unit.exists());
    let all =
        [&dry, &installed, &again, &other, &refused, &changed[0], &changed[1], &fresh, &removed, &nothing];
    crate::done::printed("serve/a_service_is_shown_written_and_removed", &picture(&shop, &all));
}

#[test]
fn a_service_finds_the_same_store_and_names_no_database() {
    let mut shop = Shop::new("service-store");
    shop.with("XDG_STATE_HOME", shop.join("state").to_str().unwrap());
    shop.with("ASQ_STORE", "other.db");
    let dry = shop.asq(&["serve", "--install", "--dry-run"]).out;
    let home = shop.join("").display().to_string();
    for line in ["ASQ_STORE={}other.db", "XDG_STATE_HOME={}state"] {
        let line = format!("Environment=\"{}\"\n", line.replace("{}", &home));
        assert!(dry.contains(&line), "{line}: {dry}");
    }
    shop.with("ASQ_STORE", "postgres://me:secret@db/asq");
    let refused = shop.asq(&["serve", "--install", "--dry-run"]);
    expect![[r#"
        2
        asq: ASQ_STORE names no file, and its address may hold a password
          install it without that variable, and give it to the service yourself
          with systemd: systemctl --user edit asq, and there [Service] Environment=ASQ_STORE=…
    "#]]
    .assert_eq(&picture(&shop, &[&refused]));
}

/// systemd itself reads the unit.
#[test]
fn systemd_takes_the_unit() {
    let shop = Shop::new("unit");
    shop.asq(&["serve", "--install", "--cors", "https://a.example"]);
    let mut verify = Command::new("systemd-analyze");
    verify.args(["--user", "verify"]).arg(shop.join(".config/systemd/user/asq.service"));
    match verify.env("XDG_RUNTIME_DIR", shop.join("")).output() {
        Ok(output) => assert!(output.status.success() && output.stderr.is_empty(), "{output:?}"),
        // A macro would print only if the test fails.
        Err(_) => drop(std::io::stderr().write_all(b"NOT RUN: THIS MACHINE HAS NO systemd-analyze\n")),
    }
}

#[test]
fn a_socket_that_others_hold_is_left_alone() {
    let shop = Shop::new("held");
    let folder = shop.join(".local/state/asq");
    fs::create_dir_all(&folder).unwrap();
    let held = std::os::unix::net::UnixListener::bind(folder.join("asq.sock")).unwrap();
    let serving = Serving::start(&shop, &[]);
    assert_ne!(serving.socket(), folder.join("asq.sock"));
    assert_eq!(health(&serving), 200);
    held.set_nonblocking(true).unwrap();
    // Only the look whether somebody answers came here.
    while held.accept().is_ok() {}
    UnixStream::connect(folder.join("asq.sock")).unwrap();
    assert!(held.accept().is_ok());
}
