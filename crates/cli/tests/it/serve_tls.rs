//! `asq serve` with a certificate of the person's own: other machines reach it, and a renewed one needs no restart.

use crate::serving::{Address, Call, Serving, token};
use crate::shop::Shop;
use expect_test::expect;
use rcgen::generate_simple_self_signed;
use rustls::crypto::ring::default_provider;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, Stream};
use std::fs;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;

/// Writes a certificate for this name, and its key.
pub(crate) fn certificate(shop: &Shop, name: &str) -> CertificateDer<'static> {
    let made = generate_simple_self_signed(vec![name.to_owned()]).unwrap();
    replace(shop, "key.pem", &made.signing_key.serialize_pem());
    replace(shop, "cert.pem", &made.cert.pem());
    made.cert.der().clone()
}

/// Replaces a file at once, as programs that renew certificates do.
fn replace(shop: &Shop, name: &str, text: &str) {
    fs::write(shop.join("new"), text).unwrap();
    fs::rename(shop.join("new"), shop.join(name)).unwrap();
}

/// Makes a call under this name, and believes only this certificate.
fn call(port: u16, name: &str, believed: &CertificateDer<'static>, call: &Call) -> io::Result<String> {
    let mut roots = RootCertStore::empty();
    roots.add(believed.clone()).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(default_provider()));
    let config = config.with_safe_default_protocol_versions().unwrap().with_root_certificates(roots);
    let server = ServerName::try_from(name.to_owned()).unwrap();
    let mut tls = ClientConnection::new(Arc::new(config.with_no_client_auth()), server).unwrap();
    let mut socket = TcpStream::connect(("127.0.0.1", port))?;
    let mut stream = Stream::new(&mut tls, &mut socket);
    stream.write_all(&call.clone().with("Connection", "close").bytes(&format!("{name}:{port}")))?;
    let mut reply = Vec::new();
    match stream.read_to_end(&mut reply) {
        // The server may close without a farewell.
        Err(e) if e.kind() != io::ErrorKind::UnexpectedEof => return Err(e),
        Ok(_) | Err(_) => {}
    }
    Ok(String::from_utf8(reply).unwrap())
}

/// A server with a certificate for this name, and its port.
fn serving(shop: &Shop) -> (Serving, u16) {
    let serving =
        Serving::start(shop, &["--listen", "0.0.0.0", "--tls-cert", "cert.pem", "--tls-key", "key.pem"]);
    let port = serving.line.split(['/', ':']).find_map(|part| part.parse().ok()).unwrap();
    (serving, port)
}

#[test]
fn a_certificate_is_reread_when_it_changes() {
    let shop = Shop::new("tls");
    let first = certificate(&shop, "asq.example");
    let (mut serving, port) = serving(&shop);
    assert!(
        serving.line.starts_with(&format!("asq serves https://asq.example:{port}/l/")),
        "{}",
        serving.line
    );
    let health = Call::get("/v1/health").token(&token(&shop, "observe"));
    let ok = |believed: &CertificateDer<'static>| {
        call(port, "asq.example", believed, &health).is_ok_and(|reply| reply.starts_with("HTTP/1.1 200 "))
    };
    assert!(ok(&first));
    let second = certificate(&shop, "asq.example");
    assert!(ok(&second) && !ok(&first));
    // What can't be used leaves the old one in place.
    replace(&shop, "cert.pem", "broken");
    assert!(ok(&second));
    let other = generate_simple_self_signed(vec!["asq.example".to_owned()]).unwrap();
    replace(&shop, "cert.pem", &other.cert.pem());
    assert!(ok(&second) && !ok(other.cert.der()));
    replace(&shop, "key.pem", &other.signing_key.serialize_pem());
    assert!(ok(other.cert.der()));
    fs::remove_file(shop.join("key.pem")).unwrap();
    assert!(ok(other.cert.der()));
    let done = serving.stopped();
    expect![[r#"
        asq: the certificate stays as it was: 'cert.pem' has no certificate
        asq: the certificate stays as it was: the key in 'key.pem' isn't that of the certificate in 'cert.pem'
        asq: the certificate stays as it was: there is no file 'key.pem'
    "#]]
    .assert_eq(&shop.masked(&done.err));
}

#[test]
fn a_name_that_is_not_the_servers_is_refused_and_so_is_plain_http() {
    let shop = Shop::new("tls-names");
    let believed = certificate(&shop, "asq.example");
    let (serving, port) = serving(&shop);
    let health = Call::get("/v1/health").token(&token(&shop, "observe"));
    let named = |host: &str| {
        let with_host = health.clone().with("Host", host);
        let reply = call(port, "asq.example", &believed, &with_host).unwrap();
        reply.split(' ').nth(1).unwrap().to_owned()
    };
    let own = format!("127.0.0.1:{port}");
    assert_eq!(
        [named("evil.example"), named(&format!("evil.example:{port}")), named(&own)],
        ["421", "421", "200"]
    );
    // Without TLS nothing is served.
    let mut line = Address::Tcp(([127, 0, 0, 1], port).into()).connect();
    let sent = line.try_send(&health.bytes(&own));
    let came = line.rest();
    assert!(sent.is_err() || !came.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&came));
    let sign_in = Call::sign_in(&serving.link().unwrap(), &format!("https://asq.example:{port}"));
    let reply = call(port, "asq.example", &believed, &sign_in).unwrap();
    assert!(reply.contains("set-cookie: __Host-asq="), "{reply}");
    assert!(reply.contains("; HttpOnly; SameSite=Strict; Path=/; Max-Age=2592000; Secure"), "{reply}");
}
