//! The names under which a server may be asked, and the origins whose pages may ask it.
//!
//! - A connection over loopback has the three names of loopback, every connection its own address.
//! - A name without a port means the port of its scheme.
//! - Names are compared whole, never by a part.
//! - The public name marks a request as one from elsewhere.

use crate::connection::ConnectionEnds;
use crate::{ServeError, ServerNames};
use http::uri::{Authority, Scheme};
use http::{HeaderValue, Uri};

/// A host with its port.
#[derive(Clone, Debug, PartialEq, Eq)]
struct OwnHost {
    host: String,
    port: u16,
}

/// The names of a server.
pub(crate) struct OwnNames {
    public: Option<(Scheme, OwnHost)>,
    /// Further names; without a port they have that of the connection.
    hosts: Vec<(String, Option<u16>)>,
    cors: Vec<HeaderValue>,
}

/// How a request names this server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NamedBy {
    /// By an address or a name of a listener.
    Directly,
    /// By its public name, through a proxy.
    Publicly,
}

impl OwnNames {
    /// # Errors
    /// A name isn't one.
    pub(crate) fn new(names: &ServerNames) -> Result<OwnNames, ServeError> {
        let ServerNames { public_url, hosts, cors } = names;
        let wrong = |what: &str, text: &str| ServeError::Name(format!("{what} names no server: '{text}'"));
        let public =
            public_url.as_deref().map(|url| public(url).ok_or_else(|| wrong("the public address", url)));
        let host = |text: &String| {
            let authority: Authority = text.parse().map_err(|_| wrong("a host", text))?;
            Ok((lower(authority.host()), authority.port_u16()))
        };
        let origin = |text: &String| match (origin(text), HeaderValue::from_str(text)) {
            (Some(_), Ok(value)) => Ok(value),
            (Some(_) | None, Ok(_) | Err(_)) => Err(wrong("an origin", text)),
        };
        Ok(OwnNames {
            public: public.transpose()?,
            hosts: hosts.iter().map(host).collect::<Result<_, _>>()?,
            cors: cors.iter().map(origin).collect::<Result<_, _>>()?,
        })
    }

    /// How this authority names the server, on a connection with these ends; `None` if it doesn't.
    pub(crate) fn named(&self, authority: &str, ends: &ConnectionEnds) -> Option<NamedBy> {
        let (own, tls) = match ends {
            ConnectionEnds::Unix { .. } => {
                return matches!(authority, "" | "localhost").then_some(NamedBy::Directly);
            }
            ConnectionEnds::Tcp { own, tls, peer: _ } => (own, *tls),
        };
        let scheme = if tls { Scheme::HTTPS } else { Scheme::HTTP };
        let asked = whole(authority, &scheme)?;
        let is = |host: &str, port: u16| asked.host == host && asked.port == port;
        let ip = own.ip().to_canonical();
        let address = if ip.is_ipv6() { format!("[{ip}]") } else { ip.to_string() };
        let loopback =
            ip.is_loopback() && ["127.0.0.1", "[::1]", "localhost"].iter().any(|it| is(it, own.port()));
        let further = || self.hosts.iter().any(|(host, port)| is(host, port.unwrap_or(own.port())));
        if loopback || is(&address, own.port()) || further() {
            return Some(NamedBy::Directly);
        }
        let (scheme, public) = self.public.as_ref()?;
        (whole(authority, scheme)? == *public).then_some(NamedBy::Publicly)
    }

    /// Whether a page of this origin is one of the server's own.
    pub(crate) fn is_own_origin(&self, text: &str, ends: &ConnectionEnds) -> bool {
        let Some((scheme, host)) = origin(text) else { return false };
        if self.public.as_ref().is_some_and(|(own, public)| *own == scheme && *public == host) {
            return true;
        }
        let wanted = match ends {
            ConnectionEnds::Unix { .. } => return false,
            ConnectionEnds::Tcp { tls, .. } => {
                if *tls {
                    Scheme::HTTPS
                } else {
                    Scheme::HTTP
                }
            }
        };
        let authority = format!("{}:{}", host.host, host.port);
        scheme == wanted && self.named(&authority, ends) == Some(NamedBy::Directly)
    }

    /// The header that lets a page of this origin read a reply, if the person named that origin.
    pub(crate) fn cors(&self, origin: &HeaderValue) -> Option<HeaderValue> {
        self.cors.iter().find(|named| *named == origin).cloned()
    }

    /// Whether pages reach the server over TLS alone, so that a cookie may insist on it.
    pub(crate) fn is_secure(&self, named: NamedBy, ends: &ConnectionEnds) -> bool {
        match (named, ends) {
            (NamedBy::Publicly, _) => {
                self.public.as_ref().is_some_and(|(scheme, _)| *scheme == Scheme::HTTPS)
            }
            (NamedBy::Directly, ConnectionEnds::Tcp { tls, .. }) => *tls,
            (NamedBy::Directly, ConnectionEnds::Unix { .. }) => false,
        }
    }
}

fn lower(host: &str) -> String {
    host.to_ascii_lowercase()
}

/// An authority with the port that it means; `None` if it isn't one, or has a user.
fn whole(authority: &str, scheme: &Scheme) -> Option<OwnHost> {
    let parsed: Authority = authority.parse().ok()?;
    let port = match (parsed.port(), parsed.port_u16()) {
        (Some(_), Some(port)) => port,
        // A port that isn't a number, or a colon without one.
        (Some(_), None) => return None,
        (None, _) if authority.ends_with(':') => return None,
        (None, _) => {
            if *scheme == Scheme::HTTPS {
                443
            } else {
                80
            }
        }
    };
    let bare = parsed.as_str().bytes().all(|byte| byte != b'@');
    bare.then(|| OwnHost { host: lower(parsed.host()), port })
}

/// An origin as browsers write it: scheme, host and perhaps a port, and nothing else.
fn origin(text: &str) -> Option<(Scheme, OwnHost)> {
    let (scheme, rest) = text.split_once("://")?;
    let scheme = match scheme {
        "http" => Scheme::HTTP,
        "https" => Scheme::HTTPS,
        _ => return None,
    };
    let host = whole(rest, &scheme)?;
    Some((scheme, host))
}

/// The same as browsers write it: in small letters, and without the port of its scheme.
pub(crate) fn origin_text(text: &str) -> Option<String> {
    let (scheme, OwnHost { host, port }) = origin(text)?;
    let plain = host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._[]:".contains(&byte));
    let usual = if scheme == Scheme::HTTPS { 443 } else { 80 };
    // The parser leaves out a port that isn't a number.
    let rest = lower(text.split_once("://")?.1);
    let whole = rest == host || rest == format!("{host}:{port}");
    let port = if port == usual { String::new() } else { format!(":{port}") };
    (plain && whole && !host.is_empty()).then(|| format!("{scheme}://{host}{port}"))
}

/// A public address: an origin, perhaps with a slash behind it.
fn public(url: &str) -> Option<(Scheme, OwnHost)> {
    let uri: Uri = url.parse().ok()?;
    (uri.path() == "/" && uri.query().is_none()).then(|| origin(url.trim_end_matches('/')))?
}

#[cfg(test)]
mod tests {
    use super::{NamedBy, OwnNames};
    use crate::ServerNames;
    use crate::connection::ConnectionEnds;

    fn ends(own: &str, tls: bool) -> ConnectionEnds {
        ConnectionEnds::Tcp { own: own.parse().unwrap(), peer: "127.0.0.1:9".parse().unwrap(), tls }
    }

    fn names(public: Option<&str>, hosts: &[&str]) -> OwnNames {
        let hosts = hosts.iter().map(|host| (*host).to_owned()).collect();
        OwnNames::new(&ServerNames { public_url: public.map(str::to_owned), hosts, cors: vec![] }).unwrap()
    }

    #[test]
    fn a_server_has_the_names_of_its_listeners_and_no_others() {
        let own = names(Some("https://asq.example.org"), &["box.lan"]);
        let here = ends("127.0.0.1:4711", false);
        for name in ["127.0.0.1:4711", "localhost:4711", "LOCALHOST:4711", "[::1]:4711", "box.lan:4711"] {
            assert_eq!(own.named(name, &here), Some(NamedBy::Directly), "{name}");
        }
        for name in ["asq.example.org", "asq.example.org:443"] {
            assert_eq!(own.named(name, &here), Some(NamedBy::Publicly), "{name}");
        }
        let others = [
            "",
            "localhost",
            "127.0.0.1",
            "0.0.0.0:4711",
            "localhost:4712",
            "evil.example",
            "localhost.:4711",
            "evil.localhost:4711",
            "localhost:4711.evil.example",
            "a@localhost:4711",
            "asq.example.org:80",
            "127.0.0.1:04711x",
            "localhost:",
            "box.lan",
            "192.0.2.1:4711",
            "[::ffff:127.0.0.1]:4711",
            "127.1:4711",
        ];
        for name in others {
            assert_eq!(own.named(name, &here), None, "{name}");
        }
        let lan = ends("192.0.2.1:443", true);
        for (name, named) in
            [("192.0.2.1", true), ("192.0.2.1:443", true), ("localhost", false), ("box.lan", true)]
        {
            assert_eq!(own.named(name, &lan).is_some(), named, "{name}");
        }
        let unix = ConnectionEnds::Unix { pid: 1, uid: 0 };
        for (name, named) in
            [("", true), ("localhost", true), ("evil.example", false), ("localhost:80", false)]
        {
            assert_eq!(own.named(name, &unix).is_some(), named, "{name}");
        }
    }

    #[test]
    fn an_origin_is_own_only_with_scheme_host_and_port() {
        let own = names(Some("https://asq.example.org/"), &[]);
        let here = ends("127.0.0.1:4711", false);
        for origin in ["http://127.0.0.1:4711", "http://localhost:4711", "https://asq.example.org"] {
            assert!(own.is_own_origin(origin, &here), "{origin}");
        }
        let others = [
            "null",
            "",
            "https://localhost:4711",
            "http://localhost",
            "http://localhost:4711/",
            "http://asq.example.org",
            "https://asq.example.org.evil.example",
            "file://",
            "http://localhost:4711@evil.example",
            "localhost:4711",
        ];
        for origin in others {
            assert!(!own.is_own_origin(origin, &here), "{origin}");
        }
        assert!(own.is_own_origin("https://127.0.0.1", &ends("127.0.0.1:443", true)));
    }

    #[test]
    fn a_name_that_is_none_is_refused() {
        let new = |public: &str, host: &str, cors: &str| {
            let all = |text: &str| if text.is_empty() { vec![] } else { vec![text.to_owned()] };
            let public_url = Some(public.to_owned()).filter(|it| !it.is_empty());
            OwnNames::new(&ServerNames { public_url, hosts: all(host), cors: all(cors) }).map(drop)
        };
        assert!(new("https://a.example", "b.example", "https://c.example").is_ok());
        for (public, host, cors) in [
            ("a.example", "", ""),
            ("https://a.example/x", "", ""),
            ("", "b c", ""),
            ("", "", "https://c/"),
            ("", "", "*"),
        ] {
            assert!(new(public, host, cors).is_err(), "{public} {host} {cors}");
        }
    }
}
