//! The address of a server.
//!
//! - `https://HOST[:PORT][/PATH]`, `http://HOST[:PORT]` on this machine, `http+unix:///PATH/TO/SOCKET`.
//! - Plain http to another machine is refused: everybody on the way could read and change what is asked and answered.
//! - A name, a password or a token in it is refused: other programs read addresses.
//! - Its text is safe to show.

use std::fmt;
use std::net::IpAddr;
use std::path::{Path, PathBuf};

/// Where a server is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerAddress {
    pub(crate) way: Way,
    /// What stands before `/v1`, without a slash at its end.
    pub(crate) base: String,
}

/// The way to a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Tcp { host: String, port: u16, tls: bool },
    Unix(PathBuf),
}

/// Why a text isn't the address of a server. None of them repeats the address, which may hold a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAddress {
    /// It has another shape.
    #[error("isn't an address such as https://asq.example.org or http+unix:///run/user/1000/asq.sock")]
    Shape,
    /// It has a name, a password or a token.
    #[error("holds a name, a password or a token, which other programs could read")]
    Secret,
    /// Plain http to another machine.
    #[error("is plain http to another machine, where others could read along")]
    Clear,
}

const SCHEMES: [&str; 3] = ["https://", "http://", "http+unix://"];

impl ServerAddress {
    /// Whether a text means to be the address of a server.
    pub fn claims(text: &str) -> bool {
        SCHEMES
            .iter()
            .any(|scheme| text.get(..scheme.len()).is_some_and(|it| it.eq_ignore_ascii_case(scheme)))
    }

    /// Reads an address. `in_the_clear` allows plain http to another machine.
    ///
    /// # Errors
    /// It isn't an address, or asq doesn't use its kind.
    pub fn parse(text: &str, in_the_clear: bool) -> Result<ServerAddress, NoAddress> {
        let (scheme, rest) = text.split_once("://").ok_or(NoAddress::Shape)?;
        if text.chars().any(|c| c.is_control() || c.is_whitespace()) {
            return Err(NoAddress::Shape);
        }
        let scheme = scheme.to_ascii_lowercase();
        if scheme == "http+unix" {
            let path = Path::new(rest);
            // The path of a socket has at most 107 bytes.
            let fits = path.is_absolute() && rest.len() < 108;
            let address = ServerAddress { way: Way::Unix(path.to_owned()), base: String::new() };
            return fits.then_some(address).ok_or(NoAddress::Shape);
        }
        let tls = match scheme.as_str() {
            "https" => true,
            "http" => false,
            _ => return Err(NoAddress::Shape),
        };
        if rest.contains(['?', '#']) {
            return Err(NoAddress::Secret);
        }
        let (authority, base) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        if authority.contains('@') {
            return Err(NoAddress::Secret);
        }
        let (host, port) = host_and_port(authority).ok_or(NoAddress::Shape)?;
        let port = port.unwrap_or(if tls { 443 } else { 80 });
        if !tls && !in_the_clear && !is_here(host) {
            return Err(NoAddress::Clear);
        }
        let base = base.trim_end_matches('/');
        let plain = |b: u8| b.is_ascii_alphanumeric() || b"/-._~%!$&'()*+,;=:@".contains(&b);
        if !base.bytes().all(plain) {
            return Err(NoAddress::Shape);
        }
        let way = Way::Tcp { host: host.to_ascii_lowercase(), port, tls };
        Ok(ServerAddress { way, base: base.to_owned() })
    }

    /// The host and the port, as a file of tokens is named after them: `asq.example.org`, `127.0.0.1_4180`; for a
    /// socket its path with `_` for each `/`.
    pub fn file_name(&self) -> String {
        match &self.way {
            Way::Tcp { host, port, tls } => match (port, tls) {
                (443, true) | (80, false) => host.clone(),
                (port, _) => format!("{host}_{port}"),
            },
            Way::Unix(path) => path.to_string_lossy().trim_start_matches('/').replace('/', "_"),
        }
    }

    /// Whether it is a socket on this machine.
    pub fn is_socket(&self) -> bool {
        match self.way {
            Way::Unix(_) => true,
            Way::Tcp { .. } => false,
        }
    }

    /// What the header Host has.
    pub(crate) fn host_header(&self) -> String {
        match &self.way {
            Way::Tcp { host, port, tls } => {
                let host = bracketed(host);
                match (port, tls) {
                    (443, true) | (80, false) => host,
                    (port, _) => format!("{host}:{port}"),
                }
            }
            Way::Unix(_) => "localhost".to_owned(),
        }
    }
}

impl fmt::Display for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.way {
            Way::Tcp { tls, .. } => {
                let scheme = if *tls { "https" } else { "http" };
                write!(f, "{scheme}://{}{}", self.host_header(), self.base)
            }
            Way::Unix(path) => write!(f, "http+unix://{}", path.display()),
        }
    }
}

fn host_and_port(authority: &str) -> Option<(&str, Option<u16>)> {
    let (host, port) = match authority.strip_prefix('[') {
        Some(rest) => {
            let (host, rest) = rest.split_once(']')?;
            host.parse::<std::net::Ipv6Addr>().ok()?;
            (host, rest.strip_prefix(':').or(rest.is_empty().then_some(""))?)
        }
        None => authority.split_once(':').unwrap_or((authority, "")),
    };
    let name = |b: u8| b.is_ascii_alphanumeric() || b"-._".contains(&b);
    let fits = !host.is_empty() && (host.contains(':') || host.bytes().all(name));
    let port = if port.is_empty() { None } else { Some(port.parse::<u16>().ok().filter(|port| *port > 0)?) };
    fits.then_some((host, port))
}

/// Whether a host is this machine, whatever a name server says.
fn is_here(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost") || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

fn bracketed(host: &str) -> String {
    if host.contains(':') { format!("[{host}]") } else { host.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::ServerAddress;
    use expect_test::expect;
    use std::fmt::Write as _;

    #[test]
    fn an_address_is_read_shown_and_refused() {
        let mut all = String::new();
        for text in [
            "https://asq.example.org",
            "HTTPS://Asq.Example.org:443/team/",
            "https://[2001:db8::1]:8443",
            "http://127.0.0.1:4180",
            "http://[::1]",
            "http://localhost:4180/",
            "http://127.0.0.1.example.org",
            "http://10.0.0.1:4180",
            "http+unix:///run/user/1000/asq.sock",
            "http+unix://asq.sock",
            "http+unix:///run/\u{1b}[2J",
            "https://ada:hunter2@asq.example.org",
            "https://asq.example.org/?token=hunter2",
            "https://asq.example.org/#hunter2",
            "https://",
            "https://a b",
            "https://a:0",
            "https://a:99999",
            "https://[::1",
            "https://[::1]x",
            "https://a/\u{1b}[2J",
            "ftp://a",
            "asq.example.org",
        ] {
            let said = match ServerAddress::parse(text, false) {
                Ok(address) => {
                    format!("{address} ({}, Host: {})", address.file_name(), address.host_header())
                }
                Err(why) => why.to_string(),
            };
            assert!(!said.contains("hunter2"), "{said}");
            let _ = writeln!(all, "{text:?} {said}");
        }
        expect![[r#"
            "https://asq.example.org" https://asq.example.org (asq.example.org, Host: asq.example.org)
            "HTTPS://Asq.Example.org:443/team/" https://asq.example.org/team (asq.example.org, Host: asq.example.org)
            "https://[2001:db8::1]:8443" https://[2001:db8::1]:8443 (2001:db8::1_8443, Host: [2001:db8::1]:8443)
            "http://127.0.0.1:4180" http://127.0.0.1:4180 (127.0.0.1_4180, Host: 127.0.0.1:4180)
            "http://[::1]" http://[::1] (::1, Host: [::1])
            "http://localhost:4180/" http://localhost:4180 (localhost_4180, Host: localhost:4180)
            "http://127.0.0.1.example.org" is plain http to another machine, where others could read along
            "http://10.0.0.1:4180" is plain http to another machine, where others could read along
            "http+unix:///run/user/1000/asq.sock" http+unix:///run/user/1000/asq.sock (run_user_1000_asq.sock, Host: localhost)
            "http+unix://asq.sock" isn't an address such as https://asq.example.org or http+unix:///run/user/1000/asq.sock
            "http+unix:///run/\u{1b}[2J" isn't an address such as https://asq.example.org or http+unix:///run/user/1000/asq.sock
            "https://ada:hunter2@asq.example.org" holds a name, a password or a token, which other programs could read
            "https://asq.example.org/?token=hunter2" holds a name, a password or a token, which other programs could read
            "https://asq.example.org/#hunter2" holds a name, a password or a token, which other programs could read
            "https://" isn't an address such as https://asq.example.org or http+unix:///run/user/1000/asq.sock
            "https://a b" isn't an address such as https://asq.example.org or http+unix:///run/user/1000/asq.sock
            "https://a:0" isn't an address such as https://asq.example.org or http+unix:///run/user/1000/asq.sock
            "https://a:99999" isn't an address such as https://asq.example.org or http+unix:///run/user/1000/asq.sock
            "https://[::1" isn't an address such as https://asq.example.org or http+unix:///run/user/1000/asq.sock
            "https://[::1]x" isn't an address such as https://asq.example.org or http+unix:///run/user/1000/asq.sock
            "https://a/\u{1b}[2J" isn't an address such as https://asq.example.org or http+unix:///run/user/1000/asq.sock
            "ftp://a" isn't an address such as https://asq.example.org or http+unix:///run/user/1000/asq.sock
            "asq.example.org" isn't an address such as https://asq.example.org or http+unix:///run/user/1000/asq.sock
        "#]].assert_eq(&all);
        assert_eq!(
            ServerAddress::parse("http://10.0.0.1:4180", true).map(|address| address.to_string()),
            Ok("http://10.0.0.1:4180".to_owned())
        );
    }
}
