//! Where a server is, and how it is reached.
//!
//! - A URL as libpq knows it, with any number of hosts; they are tried in their order.
//! - Unless the URL says otherwise, only a server that takes writes will do.
//! - A dead connection is noticed within 4 s, whatever the URL says.
//! - `listen=off` is ours: no notifications, for poolers that hand a session to somebody else after each transaction.
//! - What a person is told of it names hosts and database, never the password.

use crate::StoreError;
use std::time::Duration;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};

/// How long one host may take to let us in.
pub(super) const ENTER: Duration = Duration::from_secs(2);

/// Where a server is.
#[derive(Clone)]
pub(super) struct Address {
    /// One per host, each with nothing but that host.
    hosts: Vec<Config>,
    /// What may be shown.
    shown: String,
    /// Whether notifications are listened to.
    pub(super) listen: bool,
}

impl Address {
    /// Reads a URL.
    pub(super) fn of(url: &str) -> Result<Address, StoreError> {
        let (url, listen) = ours(url)?;
        // What the reader says could quote a piece of the password.
        let ill = || StoreError::Failed("the address of the PostgreSQL server can't be read".to_owned());
        let config: Config = url.parse().map_err(|_| ill())?;
        match config.get_ssl_mode() {
            SslMode::Disable | SslMode::Prefer => {}
            _ => {
                return Err(StoreError::Failed(
                    "this asq can't speak TLS to a PostgreSQL server: reach it through a tunnel, or leave sslmode out"
                        .to_owned(),
                ));
            }
        }
        let target = if url.contains("target_session_attrs") {
            config.get_target_session_attrs()
        } else {
            TargetSessionAttrs::ReadWrite
        };
        let mut hosts = Vec::new();
        let mut names = Vec::new();
        for (at, host) in config.get_hosts().iter().enumerate() {
            let ports = config.get_ports();
            let port = ports.get(at).or(ports.first()).copied().unwrap_or(5432);
            let mut one = Config::new();
            names.push(match host {
                Host::Tcp(name) => {
                    one.host(name);
                    if let Some(addr) = config.get_hostaddrs().get(at) {
                        one.hostaddr(*addr);
                    }
                    format!("{name}:{port}")
                }
                #[cfg(unix)]
                Host::Unix(path) => {
                    one.host_path(path);
                    path.display().to_string()
                }
            });
            one.port(port).ssl_mode(SslMode::Disable).target_session_attrs(target);
            one.application_name(config.get_application_name().unwrap_or("asq"));
            if let Some(user) = config.get_user() {
                one.user(user);
            }
            if let Some(password) = config.get_password() {
                one.password(password);
            }
            if let Some(database) = config.get_dbname() {
                one.dbname(database);
            }
            if let Some(options) = config.get_options() {
                one.options(options);
            }
            one.connect_timeout(ENTER);
            one.keepalives(true).keepalives_idle(Duration::from_secs(2));
            one.keepalives_interval(Duration::from_secs(1)).keepalives_retries(2);
            one.tcp_user_timeout(Duration::from_secs(4));
            hosts.push(one);
        }
        if hosts.is_empty() {
            return Err(StoreError::Failed("the address of the PostgreSQL server names no host".to_owned()));
        }
        let database = config.get_dbname().or(config.get_user()).unwrap_or("the default database");
        Ok(Address { hosts, shown: format!("{database} on {}", names.join(", ")), listen })
    }

    /// One configuration per host.
    pub(super) fn hosts(&self) -> &[Config] {
        &self.hosts
    }

    /// What may be shown.
    pub(super) fn shown(&self) -> &str {
        &self.shown
    }
}

/// The URL without what is ours in it.
fn ours(url: &str) -> Result<(String, bool), StoreError> {
    let Some((before, query)) = url.split_once('?') else {
        return Ok((url.to_owned(), true));
    };
    let mut listen = true;
    let mut kept = Vec::new();
    for pair in query.split('&') {
        match pair.split_once('=') {
            Some(("listen", "on")) => listen = true,
            Some(("listen", "off")) => listen = false,
            Some(("listen", _)) => {
                return Err(StoreError::Failed(
                    "listen is on or off in the address of the server".to_owned(),
                ));
            }
            Some(_) | None => kept.push(pair),
        }
    }
    let query = kept.join("&");
    Ok((if query.is_empty() { before.to_owned() } else { format!("{before}?{query}") }, listen))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(url: &str) -> String {
        match Address::of(url) {
            Ok(address) => format!("{} listen={}", address.shown(), address.listen),
            Err(fault) => fault.to_string(),
        }
    }

    #[test]
    fn hosts_and_database_are_shown_and_the_password_never_is() {
        let secret = "s3cret";
        let urls = [
            format!("postgres://jo:{secret}@one,two:5433/team"),
            format!("postgres://jo:{secret}@%2Frun%2Fpg/team?listen=off"),
            format!("postgres://jo:{secret}@one/?{secret}=1"),
            format!("postgres://jo:{secret}@one:{secret}/x"),
            format!("postgres://jo:{secret}@one/x?sslmode=require"),
            format!("postgres://jo:{secret}@one/x?listen={secret}"),
            "postgres:///x".to_owned(),
        ];
        let told: Vec<String> = urls.iter().map(|url| shown(url)).collect();
        assert!(told.iter().all(|it| !it.contains(secret)), "{told:#?}");
        expect_test::expect![[r#"
            team on one:5432, two:5433 listen=true
            team on /run/pg listen=false
            the store failed: the address of the PostgreSQL server can't be read
            the store failed: the address of the PostgreSQL server can't be read
            the store failed: this asq can't speak TLS to a PostgreSQL server: reach it through a tunnel, or leave sslmode out
            the store failed: listen is on or off in the address of the server
            the store failed: the address of the PostgreSQL server names no host"#]]
        .assert_eq(&told.join("\n"));
    }
}
