//! The address of a server, and the way to connect.
//!
//! - It is a URL or `name=value` pairs as in libpq, with libpq's variables, service file and password file. Any number
//!   of hosts is tried in order.
//! - Unless the address says otherwise, only a server that accepts writes is used.
//! - A server on another machine has to prove its identity (`sslmode=verify-full`), unless the address says otherwise.
//! - asq notices a dead connection within 4 s, with any address.
//! - `listen=off` is asq's own: no notifications and nothing that outlives a transaction, for poolers that switch
//!   sessions after each one.
//! - All problems are reported at once. Messages name hosts, database and parameters, never a password.

mod files;
mod keywords;
mod text;

use super::tls::{Tls, TlsMode};
use crate::StoreError;
use files::{Login, Passwords};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;
use tokio_postgres::Config;
use tokio_postgres::config::TargetSessionAttrs;

/// The time limit for connecting to one host, unless the address says otherwise.
pub(super) const ENTER: Duration = Duration::from_secs(2);

/// The surroundings of a process that supply the missing parts of an address.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// The variables whose names begin with `PG`.
    pub variables: BTreeMap<String, String>,
    /// The person's home, with `.pgpass`, `.pg_service.conf` and `.postgresql/`.
    pub home: Option<PathBuf>,
    /// The person's name on this machine: the user at the server, unless the address names one.
    pub user: Option<String>,
}

#[derive(Clone)]
pub(super) struct Address {
    hosts: Vec<HostConfig>,
    shown: String,
    /// Whether asq listens to notifications.
    pub(super) listen: bool,
}

#[derive(Clone)]
pub(super) struct HostConfig {
    pub(super) config: Config,
    pub(super) tls: Tls,
}

/// Whether a text is the address of a PostgreSQL server, not the path of a file.
pub fn is_address(text: &str) -> bool {
    // A URL without its slashes is one, too: as a path it would put its password into a file's name.
    let scheme = text.split_once(':').map(|(scheme, _)| scheme.trim_start().to_ascii_lowercase());
    matches!(scheme.as_deref(), Some("postgres" | "postgresql"))
        || (!text.contains("://") && keywords::has_parameter(text))
}

impl Address {
    pub(super) fn of(address: &str, around: &Surroundings) -> Result<Address, StoreError> {
        let given = ConnectionParams::read(address, around)?;
        let mut problems = Vec::new();
        let found = given.address(around, &mut problems);
        if problems.is_empty() { Ok(found) } else { Err(invalid(&problems)) }
    }

    pub(super) fn hosts(&self) -> &[HostConfig] {
        &self.hosts
    }

    pub(super) fn shown(&self) -> &str {
        &self.shown
    }
}

fn invalid(problems: &[String]) -> StoreError {
    StoreError::Failed(format!("the address of the PostgreSQL server can't be used: {}", problems.join("; ")))
}

/// The parameters from all sources.
struct ConnectionParams(BTreeMap<String, String>);

impl ConnectionParams {
    /// Precedence: the address itself, then its service, then variables.
    fn read(address: &str, around: &Surroundings) -> Result<ConnectionParams, StoreError> {
        let mut problems = Vec::new();
        let pairs = text::read(address).map_err(|why| invalid(&[why]))?;
        let mut given = BTreeMap::new();
        // A password that wasn't escaped may go on behind the ? of a URL, up to the @, or behind its own parameter.
        let parameters =
            address.split_once("://").map_or(address, |(_, rest)| rest.split_once('?').map_or("", |it| it.1));
        let secret = parameters.contains("password") || (address.contains("://") && parameters.contains('@'));
        for (name, value) in pairs {
            problems.extend(keywords::problem(&name, &value, !secret));
            given.insert(name, value);
        }
        let service = given.get("service").or_else(|| around.variables.get("PGSERVICE"));
        match service.map(|name| files::service(name, around)) {
            Some(Ok(pairs)) => {
                for (name, value) in pairs {
                    problems.extend(keywords::problem(&name, &value, true));
                    given.entry(name).or_insert(value);
                }
            }
            Some(Err(why)) => problems.push(why),
            None => {}
        }
        for keyword in &keywords::USED {
            if let Some(value) = around.variables.get(keyword.variable).filter(|value| !value.is_empty()) {
                given.entry(keyword.name.to_owned()).or_insert_with(|| value.clone());
            }
        }
        if problems.is_empty() { Ok(ConnectionParams(given)) } else { Err(invalid(&problems)) }
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// Reads a parameter with a fixed set of values.
    fn one_of<T: Copy>(&self, name: &str, values: &[(&str, T)], problems: &mut Vec<String>) -> Option<T> {
        let value = self.get(name)?;
        let found = values.iter().find(|(it, _)| *it == value).map(|(_, it)| *it);
        if found.is_none() {
            let all: Vec<&str> = values.iter().map(|(it, _)| *it).collect();
            problems.push(format!("{name} is one of {}", all.join(", ")));
        }
        found
    }

    /// The values of a list with commas, one per host.
    fn list(&self, name: &str) -> Vec<&str> {
        self.get(name).map(|value| value.split(',').collect()).unwrap_or_default()
    }

    fn address(&self, around: &Surroundings, problems: &mut Vec<String>) -> Address {
        let listen = self.one_of("listen", &[("on", true), ("off", false)], problems).unwrap_or(true);
        let target = self.one_of(
            "target_session_attrs",
            &[
                ("read-write", TargetSessionAttrs::ReadWrite),
                ("primary", TargetSessionAttrs::ReadWrite),
                ("any", TargetSessionAttrs::Any),
            ],
            problems,
        );
        let mode = self.one_of("sslmode", &TlsMode::NAMES, problems);
        let (mut hosts, addresses) = (self.list("host"), self.list("hostaddr"));
        if hosts.is_empty() {
            hosts = if addresses.is_empty() { vec![""] } else { addresses.clone() };
        }
        let ports = self.list("port");
        let user = self.get("user").or(around.user.as_deref()).unwrap_or_default();
        if user.is_empty() {
            problems.push("user is missing".to_owned());
        }
        let database = self.get("dbname").unwrap_or(user);
        let passwords = match (self.get("password"), Passwords::read(self.get("passfile"), around)) {
            (Some(_), _) => Passwords::default(),
            (None, Ok(passwords)) => passwords,
            (None, Err(why)) => {
                problems.push(why);
                Passwords::default()
            }
        };
        let mut names = Vec::new();
        let mut configs = Vec::new();
        for (at, name) in hosts.iter().enumerate() {
            let name = if name.is_empty() { usual_host() } else { name };
            let port =
                ports.get(at).or(ports.first().filter(|_| ports.len() == 1)).copied().unwrap_or_default();
            let port = if port.is_empty() { Some(5432) } else { port.parse().ok() };
            let Some(port) = port else {
                problems.push(
                    "port is a number from 1 to 65535, one per host where there are several".to_owned(),
                );
                continue;
            };
            let mut config = Config::new();
            config.port(port).target_session_attrs(target.unwrap_or(TargetSessionAttrs::ReadWrite));
            let socket = name.starts_with('/');
            if socket {
                config.host_path(name);
            } else {
                config.host(name);
                match addresses.get(at).filter(|it| !it.is_empty()).map(|it| it.parse()) {
                    Some(Ok(address)) => drop(config.hostaddr(address)),
                    Some(Err(_)) => problems.push("hostaddr is an IP address, one per host".to_owned()),
                    None => {}
                }
            }
            names.push(if socket { name.to_owned() } else { format!("{name}:{port}") });
            config.user(user).dbname(database);
            let wanted = Login { host: name, port, database, user };
            if let Some(password) = self.get("password").or_else(|| passwords.of(&wanted)) {
                config.password(password);
            }
            config.application_name(
                self.get("application_name").or(self.get("fallback_application_name")).unwrap_or("asq"),
            );
            if let Some(options) = self.get("options") {
                config.options(options);
            }
            config.connect_timeout(self.enter(problems));
            // A dead server is noticed within 4 s: 2 s of silence, then two probes; unacknowledged data has the same limit.
            config.keepalives(true).keepalives_idle(Duration::from_secs(2));
            config.keepalives_interval(Duration::from_secs(1)).keepalives_retries(2);
            config.tcp_user_timeout(Duration::from_secs(4));
            let here = socket || is_here(name);
            let mode = match mode {
                _ if socket => TlsMode::Disable,
                Some(mode) => mode,
                // Nobody reads along on the way to this machine; any other server has to prove its name.
                None if here => TlsMode::Prefer,
                None => TlsMode::VerifyFull,
            };
            let tls = Tls::new(mode, here, around.home.as_deref(), |name| self.get(name));
            configs.push(HostConfig { config, tls });
        }
        problems.dedup();
        Address { hosts: configs, shown: format!("{database} on {}", names.join(", ")), listen }
    }

    /// The time limit for connecting to one host.
    fn enter(&self, problems: &mut Vec<String>) -> Duration {
        match self.get("connect_timeout").map(str::parse) {
            None | Some(Ok(0)) => ENTER,
            Some(Ok(seconds)) => Duration::from_secs(seconds),
            Some(Err(_)) => {
                problems.push("connect_timeout is a number of seconds".to_owned());
                ENTER
            }
        }
    }
}

/// The usual place of a server on this machine.
fn usual_host() -> &'static str {
    ["/var/run/postgresql", "/tmp"]
        .into_iter()
        .find(|folder| asq_files::by_name::is_there(&std::path::Path::new(folder).join(".s.PGSQL.5432")))
        .unwrap_or("localhost")
}

/// Whether a host is this machine, by its name alone.
fn is_here(name: &str) -> bool {
    name == "localhost" || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(variables: &[(&str, &str)]) -> Surroundings {
        let pairs = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Surroundings { variables: pairs.collect(), home: None, user: Some("me".to_owned()) }
    }

    fn shown(url: &str, around: &Surroundings) -> String {
        match Address::of(url, around) {
            Ok(address) => {
                let hosts = address.hosts().iter().map(|host| {
                    let user = host.config.get_user().unwrap_or_default();
                    let keyed = if host.config.get_password().is_some() { " with a password" } else { "" };
                    format!("{user}{keyed} {}", host.tls.mode.name())
                });
                let hosts: Vec<String> = hosts.collect();
                format!("{} ({}) listen={}", address.shown(), hosts.join(", "), address.listen)
            }
            Err(fault) => fault.to_string(),
        }
    }

    #[test]
    fn hosts_and_database_are_shown_and_the_password_never_is() {
        let secret = "s3cret";
        let urls = [
            format!("postgres://jo:{secret}@one,two:5433/team"),
            format!("postgres://jo:{secret}@%2Frun%2Fpg/team?listen=off"),
            format!("host=127.0.0.1 user=jo password={secret} dbname=team"),
            format!("postgres://jo:a?{secret}=1@one/x"),
            format!("postgres://jo:{secret}@one:{secret}/x"),
            format!("postgres://jo:{secret}@one/x?sslmode=require"),
            format!("postgres://jo:{secret}@one/x?listen={secret}&sslmode={secret}&connect_timeout={secret}"),
            format!(
                "postgres://jo:{secret}@one/x?sslcrl=/x&gssencmode=require&no_such_thing=1&sslmod={secret}"
            ),
            format!("postgres://jo:{secret}@one/x?target_session_attrs=standby&hostaddr={secret}"),
            "postgres://jo@one/x?sslmod=verify-full&foo=1".to_owned(),
            format!("host=one foo=1 password={secret} bar=1"),
            format!("keepalives=1 HOST=one password={secret}"),
            format!("postgres:jo:{secret}@one/x"),
            "postgres://one/x?service=none".to_owned(),
            "postgres://localhost/x".to_owned(),
        ];
        let told: Vec<String> = urls.iter().map(|url| shown(url, &around(&[]))).collect();
        assert!(told.iter().all(|it| !it.contains(secret)), "{told:#?}");
        expect_test::expect![[r#"
            team on one:5432, two:5433 (jo with a password verify-full, jo with a password verify-full) listen=true
            team on /run/pg (jo with a password disable) listen=false
            team on 127.0.0.1:5432 (jo with a password prefer) listen=true
            the store failed: the address of the PostgreSQL server can't be used: a parameter's name can't be read: escape & and = in a value as %26 and %3D
            the store failed: the address of the PostgreSQL server can't be used: port is a number from 1 to 65535, one per host where there are several
            x on one:5432 (jo with a password require) listen=true
            the store failed: the address of the PostgreSQL server can't be used: listen is one of on, off; sslmode is one of disable, allow, prefer, require, verify-ca, verify-full; connect_timeout is a number of seconds
            the store failed: the address of the PostgreSQL server can't be used: sslcrl is a parameter that asq does not know; gssencmode can only be disable or prefer here; no_such_thing is a parameter that asq does not know; sslmod is a parameter that asq does not know
            the store failed: the address of the PostgreSQL server can't be used: target_session_attrs is one of read-write, primary, any; hostaddr is an IP address, one per host
            the store failed: the address of the PostgreSQL server can't be used: sslmod is a parameter that asq does not know; foo is a parameter that asq does not know
            the store failed: the address of the PostgreSQL server can't be used: a parameter's name can't be read: escape & and = in a value as %26 and %3D; a parameter's name can't be read: escape & and = in a value as %26 and %3D
            the store failed: the address of the PostgreSQL server can't be used: a parameter's name can't be read: escape & and = in a value as %26 and %3D
            the store failed: the address of the PostgreSQL server can't be used: a URL begins with postgres://
            the store failed: the address of the PostgreSQL server can't be used: the service "none" stands in no service file
            x on localhost:5432 (me prefer) listen=true"#]].assert_eq(&told.join("\n"));
    }

    #[test]
    fn variables_stand_in_for_what_the_address_leaves_out() {
        let around = around(&[
            ("PGHOST", "db.example"),
            ("PGPORT", "6543"),
            ("PGUSER", "jo"),
            ("PGPASSWORD", "x"),
            ("PGDATABASE", "team"),
            ("PGSSLMODE", "require"),
        ]);
        let told = ["postgres://", "postgres://other/mine?sslmode=disable", "dbname=mine"]
            .map(|url| shown(url, &around));
        expect_test::expect![[r#"
            team on db.example:6543 (jo with a password require) listen=true
            mine on other:6543 (jo with a password disable) listen=true
            mine on db.example:6543 (jo with a password require) listen=true"#]]
        .assert_eq(&told.join("\n"));
    }

    #[test]
    fn all_that_is_wrong_is_told_and_only_a_server_that_takes_writes_will_do() {
        let nobody = Surroundings { user: None, ..around(&[]) };
        assert_eq!(
            shown("postgres://one/x?listen=maybe", &nobody),
            "the store failed: the address of the PostgreSQL server can't be used: listen is one of on, off; user is \
             missing"
        );
        let of = |url| {
            let address = Address::of(url, &around(&[])).expect("an address");
            address.hosts()[0].config.get_target_session_attrs()
        };
        assert_eq!(of("postgres://one/x"), TargetSessionAttrs::ReadWrite);
        assert_eq!(of("postgres://one/x?target_session_attrs=any"), TargetSessionAttrs::Any);
    }

    #[test]
    fn a_path_is_no_address() {
        let all = [
            "host=x dbname=y",
            "dbname=y",
            "postgres://x",
            "PostgreSQL://x",
            "/a/b=c",
            "a.db",
            "x=y.db",
            "~/host=x",
        ];
        assert_eq!(all.map(is_address), [true, true, true, true, false, false, false, false]);
    }
}
