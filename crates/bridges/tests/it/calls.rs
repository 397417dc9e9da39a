//! Calls and their limits: time, size, password, certificates.

use crate::scripted::{Act, OpenCode, Scripted};
use crate::setting::{Person, attach, with_password};
use asq_bridges::{BridgeNews, Password};
use asq_testkit::backend::TestBackend;
use asq_testkit::eventually::eventually;
use asq_testkit::folder::TempFolder;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::sync::Arc;

/// The most bytes of a body.
const BODY: usize = 64 << 20;
/// Where this program finds the server, when a test starts it again with other certificates.
const SERVER: &str = "ASQ_TEST_BRIDGES_SERVER";

fn away(why: &str) -> BridgeNews {
    BridgeNews::Away { why: why.to_owned() }
}

fn connected(version: &str) -> BridgeNews {
    BridgeNews::Connected { version: version.into() }
}

/// A server to which no connection is made: one waits to be accepted, and there is room for no other.
fn full() -> (TcpListener, TcpStream) {
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    rustix::net::listen(&server, 0).unwrap();
    let waits = TcpStream::connect(server.local_addr().unwrap()).unwrap();
    (server, waits)
}

#[test]
fn a_connection_a_call_and_a_stream_that_stay_silent_are_given_up_each_after_its_time() {
    let (full, _waits) = full();
    let silent = Scripted::new(|_| Act::Silent);
    let quiet = OpenCode::new();
    let urls = [format!("http://{}", full.local_addr().unwrap()), silent.url(), quiet.server.url()];
    let person = Arc::new(Person::default());
    let _attached = attach(&urls, Arc::new(TestBackend::new("ada")), &person);
    let _stream = quiet.stream();
    let whys = urls.each_ref().map(|url| {
        let lost = |news: BridgeNews| matches!(news, BridgeNews::Away { .. }).then_some(news);
        eventually("its loss", || person.heard(url).into_iter().find_map(lost))
    });
    assert_eq!(whys, [5, 10, 25].map(|seconds| away(&format!("no reply within {seconds} s"))));
}

#[test]
fn a_body_has_at_most_64_mib() {
    let code = OpenCode::new();
    let padded = |bytes: usize| {
        let body = r#"{"healthy": true, "version": "9"}"#;
        Act::Reply(200, format!("{body}{}", " ".repeat(bytes - body.len())))
    };
    code.next("GET /global/health", padded(BODY + 1));
    code.next("GET /global/health", padded(BODY));
    let person = Arc::new(Person::default());
    let _attached = attach(&[code.server.url()], Arc::new(TestBackend::new("ada")), &person);
    let news = [away("the connection broke: length limit exceeded"), connected("9")];
    assert_eq!(person.hears(&code, 2), news);
}

#[test]
fn the_password_is_sent_with_each_call() {
    let code = OpenCode::new();
    let password = Password::new("opencode", "sesame: \u{f6}ffne dich");
    let person = Arc::new(Person::default());
    let backend = Arc::new(TestBackend::new("ada"));
    let attached = with_password(&[code.server.url()], Some(&password), backend.clone(), &person);
    let stream = code.stream();
    code.gets("GET /question?directory=/a", 1);
    stream.says("question.asked", &crate::setting::question(1));
    code.gets("GET /session/ses_1?directory=/a", 1);
    drop(attached);
    let sent: Vec<Option<String>> =
        code.server.came().iter().map(|came| came.headers.get("authorization").cloned()).collect();
    let basic = Some("Basic b3BlbmNvZGU6c2VzYW1lOiDDtmZmbmUgZGljaA==".to_owned());
    assert_eq!(sent, vec![basic; 6]);
    // Without one no such header is sent.
    let code = OpenCode::new();
    let _attached = attach(&[code.server.url()], backend, &person);
    code.gets("GET /question?directory=/a", 1);
    assert!(code.server.came().iter().all(|came| !came.headers.contains_key("authorization")));
}

/// A server that speaks TLS under a certificate of its own, for one connection after the other. It isn't OpenCode.
fn over_tls(folder: &TempFolder) -> u16 {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    std::fs::write(folder.join("cert.pem"), made.cert.pem()).unwrap();
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(made.signing_key.serialize_der()));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let config = config.with_no_client_auth().with_single_cert(vec![made.cert.der().clone()], key).unwrap();
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    // It ends with the test program.
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut tls = StreamOwned::new(ServerConnection::new(config.clone()).unwrap(), stream.unwrap());
            // A client that doesn't trust it goes away.
            if tls.read(&mut [0; 1024]).is_ok() {
                let _ = tls.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}");
                let _ = tls.flush();
            }
        }
    });
    port
}

#[test]
fn certificates_are_those_that_the_machine_trusts() {
    let folder = TempFolder::new("certificates");
    let port = over_tls(&folder);
    let url = format!("https://localhost:{port}");
    let heard = |certificates: Option<&str>| {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "calls::attached_by_another_process", "--ignored", "--nocapture"]);
        command.env(SERVER, &url).env_remove("SSL_CERT_DIR").env_remove("SSL_CERT_FILE");
        command.envs(certificates.map(|file| ("SSL_CERT_FILE", folder.join(file))));
        let done = command.stdin(Stdio::null()).output().unwrap();
        let out = String::from_utf8(done.stdout).unwrap();
        out.lines().find_map(|line| line.strip_prefix("heard: ").map(str::to_owned)).unwrap_or(out)
    };
    let unknown = "not attached (no connection: invalid peer certificate: UnknownIssuer); trying again";
    let other = "not attached: this is not an OpenCode server";
    assert_eq!([heard(Some("cert.pem")), heard(None)], [other, unknown]);
}

#[test]
#[ignore = "certificates_are_those_that_the_machine_trusts runs it"]
fn attached_by_another_process() {
    let url = std::env::var(SERVER).unwrap();
    let person = Arc::new(Person::default());
    let _attached = attach(std::slice::from_ref(&url), Arc::new(TestBackend::new("ada")), &person);
    let news = eventually("news", || person.heard(&url).into_iter().next());
    println!("\nheard: {news}");
}
