//! The address of a running system: an http or https URL.
//!
//! - It names a host, and may name a port and a path.
//! - One with a name or a password in it is refused: addresses end up in histories and lists of processes.
//! - Two spellings of one address are equal: case, the usual port, and a slash at the end don't count.

use std::fmt;
use std::str::FromStr;

/// The address of a system's server.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SystemAddress {
    /// Whether the connection is encrypted.
    pub(crate) encrypted: bool,
    /// The host's name or number; one of IPv6 without its brackets.
    pub(crate) host: String,
    pub(crate) port: u16,
    /// What stands before each path: empty, or it begins with a slash and ends without one.
    pub(crate) base: String,
}

/// The reason why a text isn't an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoBridgeAddress {
    /// Another scheme, or none.
    #[error("it must begin with http:// or https://, as http://127.0.0.1:4096 does")]
    Scheme,
    /// A name or a password.
    #[error("it must not have a name or a password; a file has the password (--password-file FILE)")]
    Password,
    /// No host, or characters that no host has.
    #[error("it must name a host, as http://127.0.0.1:4096 does")]
    Host,
    /// The port isn't a number from 1 to 65535.
    #[error("its port must be a number from 1 to 65535")]
    Port,
    /// A query or a fragment.
    #[error("it must end before any ? or #")]
    Query,
}

impl SystemAddress {
    /// The host and the port as a request names them.
    pub(crate) fn authority(&self) -> String {
        let SystemAddress { host, port, .. } = self;
        if host.contains(':') { format!("[{host}]:{port}") } else { format!("{host}:{port}") }
    }
}

impl fmt::Display for SystemAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.encrypted { "https" } else { "http" };
        write!(f, "{scheme}://{}{}", self.authority(), self.base)
    }
}

impl FromStr for SystemAddress {
    type Err = NoBridgeAddress;

    fn from_str(text: &str) -> Result<SystemAddress, NoBridgeAddress> {
        let (scheme, rest) = text.split_once("://").ok_or(NoBridgeAddress::Scheme)?;
        let encrypted = match scheme.to_ascii_lowercase().as_str() {
            "http" => false,
            "https" => true,
            _ => return Err(NoBridgeAddress::Scheme),
        };
        if rest.contains(['?', '#']) {
            return Err(NoBridgeAddress::Query);
        }
        let (authority, base) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
        if authority.contains('@') {
            return Err(NoBridgeAddress::Password);
        }
        let (host, port) = match authority.strip_prefix('[') {
            Some(rest) => rest.split_once(']').ok_or(NoBridgeAddress::Host)?,
            None => authority.find(':').map_or((authority, ""), |at| authority.split_at(at)),
        };
        let is_host = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_' | b':' | b'%');
        if host.is_empty() || !host.bytes().all(is_host) || !base.bytes().all(|b| b.is_ascii_graphic()) {
            return Err(NoBridgeAddress::Host);
        }
        let port = match port.strip_prefix(':') {
            None if port.is_empty() => {
                if encrypted {
                    443
                } else {
                    80
                }
            }
            None => return Err(NoBridgeAddress::Host),
            Some(port) => port.parse().ok().filter(|port| *port != 0).ok_or(NoBridgeAddress::Port)?,
        };
        let base = base.trim_end_matches('/').to_owned();
        Ok(SystemAddress { encrypted, host: host.to_ascii_lowercase(), port, base })
    }
}

#[cfg(test)]
mod tests {
    use super::{NoBridgeAddress, SystemAddress};

    #[test]
    fn an_address_has_one_spelling_and_no_password() {
        let read = |text: &str| text.parse::<SystemAddress>().map(|it| it.to_string());
        for (text, address) in [
            ("http://127.0.0.1:4096", "http://127.0.0.1:4096"),
            ("HTTP://LocalHost/", "http://localhost:80"),
            ("https://box.example", "https://box.example:443"),
            ("https://box.example/open/code//", "https://box.example:443/open/code"),
            ("http://[::1]:4096/", "http://[::1]:4096"),
            ("http://[::1]", "http://[::1]:80"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(address), "{text}");
        }
        for (text, why) in [
            ("127.0.0.1:4096", NoBridgeAddress::Scheme),
            ("ftp://box", NoBridgeAddress::Scheme),
            ("http://opencode:secret@box:4096", NoBridgeAddress::Password),
            ("http://", NoBridgeAddress::Host),
            ("http://a b", NoBridgeAddress::Host),
            ("http://a\r\nX: y", NoBridgeAddress::Host),
            ("http://box/a b", NoBridgeAddress::Host),
            ("http://[::1", NoBridgeAddress::Host),
            ("http://[::1]x", NoBridgeAddress::Host),
            ("http://box:0", NoBridgeAddress::Port),
            ("http://box:x", NoBridgeAddress::Port),
            ("http://box:65536", NoBridgeAddress::Port),
            ("http://box?auth_token=secret", NoBridgeAddress::Query),
        ] {
            assert_eq!(read(text), Err(why), "{text}");
        }
    }
}
