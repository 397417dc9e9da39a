//! A store on a PostgreSQL server, through the real binary: any process can answer its requests.

#[path = "../../../store/tests/it/pg/mod.rs"]
pub(crate) mod pg;

use crate::shop::{DATABASE, Shop, picture};
use asq_testkit::eventually::eventually;
use expect_test::expect;

/// A home whose store is an empty database, and the name of that database.
fn shop(name: &str) -> (Shop, String) {
    let mut shop = Shop::new(name);
    let database = pg::name(pg::shared());
    shop.with("ASQ_STORE", &pg::shared().url(&database).replace("postgres@", "postgres:s3cret@"));
    (shop, database)
}

/// The address of an empty database.
pub(crate) fn server_store() -> String {
    pg::shared().url(&pg::name(pg::shared())).replace("postgres@", "postgres:s3cret@")
}

/// The store at an address.
pub(crate) fn open_server(address: &str) -> asq_store::Postgres {
    pg::open(address)
}

#[test]
fn to_look_makes_no_tables() {
    let (shop, database) = shop("look");
    let list = shop.asq(&["list"]);
    let count = shop.asq(&["list", "--count"]);
    let tables = pg::shared().sql(&database, "SELECT count(*) FROM pg_namespace WHERE nspname = 'asq'");
    assert_eq!(tables, "0");
    assert!(!shop.join(".local").exists(), "nor is a file made");
    expect![[r#"
        0

        0
        0
    "#]]
    .assert_eq(&picture(&shop, &[&list, &count]));
}

#[test]
fn what_is_posted_is_answered_by_somebody_else_and_handed_over_once() {
    let (shop, _) = shop("posted");
    let mut asker = shop.start(&[&DATABASE[..], &["--inbox"]].concat());
    asker.until("waiting");
    let list = shop.asq(&["list", "--json"]);
    assert_eq!(list.json()["asker_waits"], true);
    let answered = shop.asq(&["answer", &list.id(), "--pick", "SQLite"]);
    let done = asker.done();
    let history = shop.asq(&["history", "sqlite", "--json"]);
    assert_eq!(history.id(), list.id());
    let verified = shop.asq(&["log", "verify"]);
    expect![[r#"
        0
        ID6 answered

        0
        {"id":"ID","outcome":"answered","content":"The user answered your question.\n1. q1: \"Which database?\"\n   picked: \"SQLite\"","details":{"outcome":"answered","answers":{"q1":{"kind":"select_one","value":"SQLite","label":"SQLite","index":1}}},"is_error":false}
        asq: waiting for an answer: asq inbox, or asq answer ID6

        0
        3 records, 0 with erased text, head HEAD
        sound: nothing was changed or left out
    "#]].assert_eq(&picture(&shop, &[&answered, &done, &verified]));
}

#[test]
fn doctor_says_what_the_server_is_and_never_the_password() {
    let (shop, database) = shop("doctor");
    shop.posted(&[]);
    let doctor = shop.asq(&["doctor"]);
    assert!(!doctor.out.contains("s3cret"), "{doctor:?}");
    // The server's folder, which differs from machine to machine.
    let place = pg::shared().folder().to_string();
    let store = &doctor.out[doctor.out.find("store\n").unwrap()..];
    let text = store.replace(&database, "DATABASE").replace(&place, "FOLDER\0");
    let told: Vec<&str> =
        text.lines().filter(|line| !line.contains("size") && !line.contains("server ")).collect();
    let told: Vec<String> =
        told.iter().map(|line| line.split('\0').next().expect("a line").to_owned()).collect();
    expect![[r#"
        store
          place                  a PostgreSQL database (ASQ_STORE)
          kind                   PostgreSQL
          database               DATABASE on FOLDER
          notifications          on
          encryption             none: it is on this machine
          last record            1
          open                   1
          version                1
          standbys that confirm  none: what was answered last can be lost with the server
          fsync                  off: a power cut can lose answers
          inboxes in use         0
          inbox in use           no"#]]
    .assert_eq(&told.join("\n"));
}

#[test]
fn a_server_that_is_not_there_makes_it_unavailable_and_says_why() {
    let mut shop = Shop::new("gone");
    shop.with("ASQ_STORE", "postgres://jo:s3cret@127.0.0.1:1/team");
    let asked = shop.agent(&[&DATABASE[..], &["--no-wait"]].concat());
    let list = shop.asq(&["list"]);
    let told = picture(&shop, &[&asked, &list]);
    assert!(!told.contains("s3cret"), "{told}");
    expect![[r#"
        7
        {"id":null,"outcome":"unavailable","content":"The user could not be asked: the store where it would wait can't be used. They never saw the questions. Ask in plain text, or go on without assuming an answer.","details":{"outcome":"unavailable","answers":{},"reason":"no_store"},"is_error":true}
        asq: the store can't be reached: team on 127.0.0.1:1: Connection refused
          nobody was asked; without --inbox, --wait and --no-wait, asq asks in this terminal and needs no store
          asq help store says where the store is, and how to choose another

        74
        asq: the store can't be reached: team on 127.0.0.1:1: Connection refused
    "#]].assert_eq(&told);
}

/// The asker's clock is a day fast, the answerer's a day slow: the server's clock counts.
#[cfg(not(target_env = "musl"))]
#[test]
fn time_is_the_servers_whatever_the_machines_say() {
    let clock = asq_testkit::faults::Preload::clock();
    let mut load = std::process::Command::new("true");
    clock.load(&mut load);
    let (name, object) = load.get_envs().next().expect("a variable");
    let (mut shop, database) = shop("clocks");
    let offset = shop.join("offset");
    shop.with(name.to_str().expect("text"), object.and_then(|it| it.to_str()).expect("text"));
    shop.with("ASQ_TEST_CLOCK", offset.to_str().expect("text"));
    let now = || -> i64 {
        pg::shared()
            .sql(&database, "SELECT floor(extract(epoch FROM clock_timestamp()))::bigint")
            .parse()
            .expect("a number")
    };
    std::fs::write(&offset, "86400").expect("written");
    let before = now();
    let soon = shop.agent(&[&DATABASE[..], &["--expires", "1s", "--inbox"]].concat());
    let later = shop.agent(&["ask", "-q", "Later?", "--text", "--expires", "1h", "--no-wait"]);
    let after = now();
    std::fs::write(&offset, "-86400").expect("written");
    let late = shop.asq(&["answer", &soon.id(), "--pick", "SQLite"]);
    let answered = shop.asq(&["answer", &later.id(), "--text", "yes"]);
    let times = "SELECT min(at) >= $1 AND max(at) <= $2 + 60000 FROM asq.record";
    let times = times.replace("$1", &format!("{before}000")).replace("$2", &format!("{after}000"));
    assert_eq!(pg::shared().sql(&database, &times), "t");
    let seconds = "SELECT (max(at) - min(at)) / 1000 FROM asq.record WHERE request = \
        (SELECT request FROM asq.record WHERE position = 1) AND seq < 3";
    let seconds: u32 = pg::shared().sql(&database, seconds).parse().expect("a number");
    assert!(seconds >= 1, "{seconds}");
    assert_eq!([soon.code, later.code, late.code, answered.code], [5, 6, 9, 0], "{late:?} {answered:?}");
}

/// The number of connections to a database.
fn connections(server: &pg::Server, database: &str) -> String {
    server.sql("postgres", &format!("SELECT count(*) FROM pg_stat_activity WHERE datname = '{database}'"))
}

#[test]
fn whoever_asks_and_waits_holds_one_connection() {
    let (shop, database) = shop("one");
    let mut asker = shop.start(&[&DATABASE[..], &["--inbox"]].concat());
    asker.until("waiting");
    assert_eq!(connections(pg::shared(), &database), "1");
    let answered = shop.asq(&["answer", &shop.asq(&["list", "--json"]).id(), "--pick", "SQLite"]);
    assert_eq!((answered.code, asker.done().code), (0, 0));
}

#[test]
fn a_server_that_is_full_is_asked_again() {
    let server = pg::Server::start(pg::Setup { listen: None, lines: vec!["max_connections = 5".to_owned()] });
    let mut shop = Shop::new("full");
    shop.with("ASQ_STORE", &server.url(&pg::name(&server)));
    shop.posted(&[]);
    let mut others: Vec<_> = (0..5).map(|_| server.talk("postgres")).collect();
    for other in &mut others {
        other.say("SELECT 1;");
        assert_eq!(other.hear(), "1");
    }
    let asker = shop.start(&[&DATABASE[..], &["--no-wait"]].concat());
    eventually("a refusal", || server.log().contains("too many clients already"));
    others.pop();
    assert_eq!(asker.done().code, 6);
}

#[test]
fn more_askers_than_a_server_takes_all_get_their_endings() {
    let server = pg::Server::start(pg::Setup { listen: None, lines: vec!["max_connections = 6".to_owned()] });
    let mut shop = Shop::new("many");
    shop.with("ASQ_STORE", &server.url(&pg::name(&server)));
    shop.posted(&[]);
    // Each holds a connection until its time is over; the others take their places.
    let ask = |n: usize| shop.start(&["ask", "-q", &format!("Number {n}?"), "--text", "--wait=1s"]);
    let askers: Vec<_> = (0..9).map(ask).collect();
    let codes: Vec<i32> = askers.into_iter().map(|asker| asker.done().code).collect();
    assert_eq!(codes, [6; 9]);
    assert_eq!(shop.asq(&["list", "--count"]).out, "10\n");
    // If none leaves, asq tells the agent that nobody was asked, and why.
    let others: Vec<_> = (0..6)
        .map(|_| {
            let mut other = server.talk("postgres");
            other.say("SELECT 1;");
            assert_eq!(other.hear(), "1");
            other
        })
        .collect();
    let refused = ask(9).done();
    drop(others);
    assert_eq!(refused.code, 7, "{refused:?}");
    assert!(refused.err.contains("the server is full"), "{refused:?}");
    assert!(refused.err.contains("raise max_connections"), "{refused:?}");
    assert_eq!(shop.asq(&["list", "--count"]).out, "10\n");
}

#[test]
fn what_waits_behind_a_pooler_is_answered_and_handed_over() {
    let database = pg::name(pg::shared());
    let pooler = pg::Pooler::start(pg::shared(), 2);
    let mut shop = Shop::new("pooled");
    shop.with("ASQ_STORE", &pooler.url(&database));
    let mut asker = shop.start(&[&DATABASE[..], &["--inbox"]].concat());
    asker.until("waiting");
    let counts = [shop.asq(&["list", "--count"]), shop.asq(&["list", "--count"])];
    let id = shop.asq(&["list", "--json"]).id();
    let soon = shop.agent(&["ask", "-q", "Soon?", "--text", "--expires", "1s", "--inbox"]);
    let answered = shop.asq(&["answer", &id, "--pick", "SQLite"]);
    let done = asker.done();
    let again = shop.asq(&["wait", &id]);
    assert_eq!(counts.map(|it| it.out), ["1\n", "1\n"]);
    assert_eq!([soon.code, answered.code, done.code, again.code], [5, 0, 0, 0], "{answered:?} {again:?}");
    assert_eq!(done.json()["content"], again.json()["content"]);
}

#[test]
fn what_the_address_leaves_out_stands_where_psql_looks_for_it() {
    let server = pg::Server::start(pg::Setup::default());
    let database = pg::name(&server);
    drop(pg::open(&server.url(&database)));
    server.sql(
        &database,
        "CREATE ROLE jo LOGIN PASSWORD 's3:cret'; GRANT USAGE ON SCHEMA asq TO jo; \
         GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA asq TO jo",
    );
    server.lets_in("local all jo scram-sha-256");
    let (host, port) = (server.folder().to_string(), server.port().to_string());
    let count = |name: &str, store: &str, variables: &[(&str, &str)], files: &[(&str, &str, u32)]| {
        let mut shop = Shop::new(name);
        shop.with("ASQ_STORE", store);
        for (name, value) in variables {
            shop.with(name, value);
        }
        for (name, text, mode) in files {
            use std::os::unix::fs::PermissionsExt;
            std::fs::write(shop.join(name), text).expect("written");
            std::fs::set_permissions(shop.join(name), std::fs::Permissions::from_mode(*mode)).expect("set");
        }
        let done = shop.asq(&["list", "--count"]);
        let told = shop.masked(&format!("{}{}", done.out, done.err));
        told.replace(&host, "FOLDER").replace(&database, "DATABASE").trim_end().to_owned()
    };
    let there = [("PGHOST", host.as_str()), ("PGPORT", port.as_str()), ("PGUSER", "jo")];
    let with = |more: (&'static str, &'static str)| [&there[..], &[more]].concat();
    let url = format!("postgres:///{database}");
    let line = format!("localhost:{port}:{database}:jo:s3\\:cret\n");
    let service = format!("[team]\nhost={host}\nport={port}\nuser=jo\ndbname={database}\npassword=s3:cret\n");
    let told = [
        count("variable", &url, &with(("PGPASSWORD", "s3:cret")), &[]),
        count("file", &url, &there, &[(".pgpass", &line, 0o600)]),
        count("open", &url, &there, &[(".pgpass", &line, 0o644)]),
        count("wrong", &url, &with(("PGPASSWORD", "other")), &[]),
        count("none", &url, &there, &[]),
        count("service", "postgres://?service=team", &[], &[(".pg_service.conf", &service, 0o600)]),
        count(
            "words",
            &format!("host='{host}' port={port} user=jo dbname={database} password=s3:cret"),
            &[],
            &[],
        ),
    ];
    assert!(told.iter().all(|it| !it.contains("cret")), "{told:#?}");
    expect![[r#"
        0
        0
        asq: the store failed: the address of the PostgreSQL server can't be used: the password file HOME/.pgpass is open to others: chmod 600 closes it
        asq: the store can't be reached: DATABASE on FOLDER: password authentication failed for user "jo"
        asq: the store can't be reached: DATABASE on FOLDER: it asks for a password: put it into ~/.pgpass or PGPASSWORD
        0
        0"#]].assert_eq(&told.join("\n"));
}

#[test]
fn somebody_who_speaks_something_else_is_told_as_such() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let web = std::thread::spawn(move || {
        use std::io::{Read, Write};
        for stream in listener.incoming().take(1) {
            let mut stream = stream.expect("a connection");
            assert!(stream.read(&mut [0; 4096]).expect("a greeting") > 0);
            stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").expect("written");
            stream.shutdown(std::net::Shutdown::Write).expect("ended");
            assert_eq!(stream.read(&mut [0; 64]).expect("the end"), 0);
        }
    });
    let mut shop = Shop::new("web");
    shop.with("ASQ_STORE", &format!("postgres://jo@127.0.0.1:{port}/team?sslmode=disable"));
    let list = shop.asq(&["list"]);
    web.join().expect("done");
    let told = list.err.replace(&port.to_string(), "PORT");
    expect![[r#"
        asq: the store can't be reached: team on 127.0.0.1:PORT: what answers there isn't a PostgreSQL server
    "#]]
    .assert_eq(&told);
}

#[test]
fn ten_thousand_waits_of_one_process_take_one_lock_and_end_once_each() {
    let address = pg::database(pg::shared());
    crate::waits::many(&pg::open(&address), &address, 10_000);
}
