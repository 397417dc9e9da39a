//! TLS between asq and a server.
//!
//! - On another machine, the server must prove its identity unless the address says otherwise.
//! - Servers that refuse clear text or TLS, with each mode.
//! - A client certificate opens the door if the server asks for one.

use crate::pg::{self, Server, Setup};
use asq_store::{Postgres, Surroundings, Upkeep};
use asq_testkit::loopback::own_address;
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair, date_time_ymd};
use std::fmt::Write as _;

/// Signs certificates.
struct Signer {
    issuer: Issuer<'static, KeyPair>,
    certificate: String,
}

impl Signer {
    fn new() -> Signer {
        let mut of = CertificateParams::new([]).expect("parameters");
        of.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().expect("a key");
        of.distinguished_name
            .push(rcgen::DnType::CommonName, format!("signer {:?}", &key.serialized_der()[40..48]));
        let certificate = of.self_signed(&key).expect("signed").pem();
        Signer { issuer: Issuer::new(of, key), certificate }
    }

    /// A certificate for this name, and its key.
    fn signs(&self, name: &str, until: i32) -> (String, String) {
        let mut of = CertificateParams::new([name.to_owned()]).expect("parameters");
        of.distinguished_name.push(rcgen::DnType::CommonName, name);
        of.not_after = date_time_ymd(until, 1, 1);
        let key = KeyPair::generate().expect("a key");
        (of.signed_by(&key, &self.issuer).expect("signed").pem(), key.serialize_pem())
    }
}

/// A server on loopback with an empty database; addresses call it `db.test`.
struct Db {
    server: Server,
    name: String,
}

impl Db {
    fn start() -> Db {
        let server = Server::start(Setup { listen: Some(own_address().to_string()), lines: Vec::new() });
        let name = pg::name(&server);
        Db { server, name }
    }

    /// Makes the server present this certificate.
    fn shows(&self, (certificate, key): (String, String)) {
        let certificate = self.server.give("server.crt", &certificate);
        let key = self.server.give("server.key", &key);
        self.set(&[
            ("ssl_cert_file", &certificate.display().to_string()),
            ("ssl_key_file", &key.display().to_string()),
            ("ssl", "on"),
        ]);
    }

    fn set(&self, all: &[(&str, &str)]) {
        for (name, value) in all {
            self.server.sql("postgres", &format!("ALTER SYSTEM SET {name} = '{value}'"));
        }
        self.server.reload();
    }

    /// The encryption of a connection, or its error.
    fn tries(&self, parameters: &str) -> String {
        let (port, name) = (self.server.port(), &self.name);
        let address =
            format!("user=postgres hostaddr={} port={port} dbname={name} {parameters}", own_address());
        let told = match Postgres::open(&address, &Surroundings::default()) {
            Ok(store) => {
                let told = store.about().into_iter().find(|(name, _)| name == "encryption");
                told.map_or_else(String::new, |(_, how)| how)
            }
            Err(fault) => fault.to_string(),
        };
        let folder = self.server.folder().to_string();
        told.replace(name, "DATABASE").replace(&port.to_string(), "PORT").replace(&folder, "FOLDER")
    }

    /// The same for each of these parameters.
    fn picture(&self, all: &[&str]) -> String {
        let mut picture = String::new();
        for parameters in all {
            let shown = parameters.replace(&self.server.folder().to_string(), "FOLDER");
            let _ = writeln!(picture, "{shown}\n  {}", self.tries(parameters));
        }
        picture
    }
}

#[test]
fn beyond_this_machine_a_server_proves_who_it_is_unless_the_address_says_otherwise() {
    let db = Db::start();
    let (ours, others) = (Signer::new(), Signer::new());
    let root = db.server.give("root.pem", &ours.certificate).display().to_string();
    let other = db.server.give("other.pem", &others.certificate).display().to_string();
    let empty = db.server.give("empty.pem", "").display().to_string();
    db.shows(ours.signs("db.test", 2100));
    let shown = db.picture(&[
        &format!("host=db.test sslrootcert={root}"),
        "host=db.test",
        &format!("host=db.test sslrootcert={other}"),
        &format!("host=db.test sslrootcert={empty}"),
        &format!("host=else.test sslrootcert={root}"),
        &format!("host=else.test sslrootcert={root} sslmode=verify-ca"),
        &format!("host=else.test sslrootcert={other} sslmode=verify-ca"),
        &format!("host=else.test sslrootcert={other} sslmode=require"),
        "host=else.test sslmode=require",
        "host=else.test sslmode=prefer",
        "host=else.test sslmode=allow",
        "host=else.test sslmode=disable",
        "host=localhost",
    ]);
    expect_test::expect![[r#"
        host=db.test sslrootcert=FOLDER/root.pem
          TLS 1.3 (sslmode=verify-full)
        host=db.test
          the store failed: DATABASE on db.test:PORT: its certificate isn't signed by an authority that this machine trusts: sslrootcert=FILE names one
        host=db.test sslrootcert=FOLDER/other.pem
          the store failed: DATABASE on db.test:PORT: its certificate isn't signed by an authority that this machine trusts: sslrootcert=FILE names one
        host=db.test sslrootcert=FOLDER/empty.pem
          the store failed: DATABASE on db.test:PORT: FOLDER/empty.pem holds no certificate
        host=else.test sslrootcert=FOLDER/root.pem
          the store failed: DATABASE on else.test:PORT: its certificate is for another host name: sslmode=verify-ca accepts it anyway
        host=else.test sslrootcert=FOLDER/root.pem sslmode=verify-ca
          TLS 1.3 (sslmode=verify-ca), but the server's name is not checked
        host=else.test sslrootcert=FOLDER/other.pem sslmode=verify-ca
          the store failed: DATABASE on else.test:PORT: its certificate isn't signed by an authority that this machine trusts: sslrootcert=FILE names one
        host=else.test sslrootcert=FOLDER/other.pem sslmode=require
          the store failed: DATABASE on else.test:PORT: its certificate isn't signed by an authority that this machine trusts: sslrootcert=FILE names one
        host=else.test sslmode=require
          TLS 1.3 (sslmode=require), but anybody can pass for the server
        host=else.test sslmode=prefer
          TLS 1.3 (sslmode=prefer), but anybody can pass for the server
        host=else.test sslmode=allow
          NONE (sslmode=allow): whoever is on the way reads questions and answers
        host=else.test sslmode=disable
          NONE (sslmode=disable): whoever is on the way reads questions and answers
        host=localhost
          TLS 1.3 (sslmode=prefer), but anybody can pass for the server
    "#]].assert_eq(&shown);
    db.shows(ours.signs("db.test", 2020));
    let shown = db.picture(&[&format!("host=db.test sslrootcert={root}"), "host=db.test sslmode=require"]);
    expect_test::expect![[r#"
        host=db.test sslrootcert=FOLDER/root.pem
          the store failed: DATABASE on db.test:PORT: its certificate has expired
        host=db.test sslmode=require
          TLS 1.3 (sslmode=require), but anybody can pass for the server
    "#]]
    .assert_eq(&shown);
}

#[test]
fn a_server_that_takes_no_clear_text_and_one_that_speaks_nothing_else() {
    let db = Db::start();
    let ours = Signer::new();
    let root = db.server.give("root.pem", &ours.certificate).display().to_string();
    let strict = format!("host=db.test sslrootcert={root}");
    let all = [
        strict.as_str(),
        "host=db.test sslmode=prefer",
        "host=db.test sslmode=disable",
        "host=db.test sslmode=allow",
    ];
    let mut shown = format!("no TLS\n{}", db.picture(&all));
    db.shows(ours.signs("db.test", 2100));
    db.server.lets_in("hostnossl all all all reject");
    let _ = write!(shown, "\nnothing but TLS\n{}", db.picture(&all));
    expect_test::expect![[r#"
        no TLS
        host=db.test sslrootcert=FOLDER/root.pem
          the store failed: DATABASE on db.test:PORT: it doesn't support TLS: sslmode=disable sends everything unencrypted, answers included
        host=db.test sslmode=prefer
          NONE (sslmode=prefer): whoever is on the way reads questions and answers
        host=db.test sslmode=disable
          NONE (sslmode=disable): whoever is on the way reads questions and answers
        host=db.test sslmode=allow
          NONE (sslmode=allow): whoever is on the way reads questions and answers

        nothing but TLS
        host=db.test sslrootcert=FOLDER/root.pem
          TLS 1.3 (sslmode=verify-full)
        host=db.test sslmode=prefer
          TLS 1.3 (sslmode=prefer), but anybody can pass for the server
        host=db.test sslmode=disable
          the store failed: DATABASE on db.test:PORT: pg_hba.conf rejects connection for host "127.0.0.1", user "postgres", database "DATABASE", no encryption; it only accepts TLS: use sslmode=verify-full or require
        host=db.test sslmode=allow
          TLS 1.3 (sslmode=allow), but anybody can pass for the server
    "#]].assert_eq(&shown);
}

#[test]
fn who_shows_a_certificate_of_ones_own_is_let_in_by_it() {
    let db = Db::start();
    let ours = Signer::new();
    let root = db.server.give("root.pem", &ours.certificate).display().to_string();
    db.shows(ours.signs("db.test", 2100));
    db.set(&[("ssl_ca_file", &root)]);
    db.server.lets_in("hostssl all postgres all cert");
    let (certificate, key) = ours.signs("postgres", 2100);
    let certificate = db.server.give("own.crt", &certificate);
    let key = db.server.give("own.key", &key);
    let shown = db.picture(&[
        &format!(
            "host=db.test sslrootcert={root} sslcert={} sslkey={}",
            certificate.display(),
            key.display()
        ),
        &format!("host=db.test sslrootcert={root}"),
        &format!("host=db.test sslrootcert={root} sslcert=/no/such sslkey={}", key.display()),
    ]);
    expect_test::expect![[r#"
        host=db.test sslrootcert=FOLDER/root.pem sslcert=FOLDER/own.crt sslkey=FOLDER/own.key
          TLS 1.3 (sslmode=verify-full)
        host=db.test sslrootcert=FOLDER/root.pem
          the store failed: DATABASE on db.test:PORT: connection requires a valid client certificate
        host=db.test sslrootcert=FOLDER/root.pem sslcert=/no/such sslkey=FOLDER/own.key
          the store failed: DATABASE on db.test:PORT: /no/such can't be read: No such file or directory
    "#]]
    .assert_eq(&shown);
}
