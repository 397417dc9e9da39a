//! Who can reach the server: the addresses to listen on, and whether that is allowed.
//!
//! - Without `--listen` it is this machine alone, over IPv4 and IPv6.
//! - Other machines need a certificate, a proxy with one, or somebody who insists; the refusal names the three ways.
//! - A public address without TLS needs somebody who insists, too.
//! - The port is the one that was asked for, or a free one, the same for all addresses.

use crate::args::serve::ServeArgs;
use crate::error::{CommandError, ErrorClass};
use asq_files::plain_io;
use rustix::net::listen;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, ToSocketAddrs};

/// The connections that wait until the server takes them.
const BACKLOG: i32 = 4096;

/// How often a free port of one address is tried at the other one, too.
const TRIES: u32 = 8;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reach {
    addresses: Vec<IpAddr>,
    /// Whether an address may be left out because this machine has none of its kind.
    lenient: bool,
    /// The name that `--listen` gave, if it was one.
    pub(super) name: Option<String>,
}

impl Reach {
    /// # Errors
    /// The address isn't one, or others could reach it without any protection.
    pub(super) fn of(args: &ServeArgs) -> Result<Reach, CommandError> {
        let reach = Reach::named(args.listen.as_deref())?;
        let beyond = reach.addresses.iter().find(|address| !address.is_loopback());
        let protected = args.tls_cert.is_some() || args.public_url.is_some() || args.insecure;
        if let Some(address) = beyond.filter(|_| !protected) {
            return Err(CommandError::new(
                ErrorClass::Usage,
                format!("other machines could read and change what is sent to {address}"),
            )
            .hint("--tls-cert FILE --tls-key FILE protect it with a certificate of yours")
            .hint("--public-url https://NAME is for a proxy in front of it, which has one")
            .hint("--insecure serves them anyway; without --listen only this machine is served"));
        }
        let public = args.public_url.as_deref();
        if let Some(url) = public.filter(|url| !is_protected(url) && !args.insecure) {
            return Err(CommandError::new(
                ErrorClass::Usage,
                format!("nothing protects what is sent to {url}"),
            )
            .hint("--public-url takes an address that begins with https://; --insecure allows others"));
        }
        Ok(reach)
    }

    fn named(listen: Option<&str>) -> Result<Reach, CommandError> {
        let Some(text) = listen.filter(|text| *text != "localhost") else {
            let addresses = vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()];
            return Ok(Reach { addresses, lenient: true, name: None });
        };
        let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
        if let Ok(address) = bare.parse() {
            return Ok(Reach { addresses: vec![address], lenient: false, name: None });
        }
        let wrong = |why: String| {
            CommandError::new(
                ErrorClass::Usage,
                format!("--listen expects an address or a name, got '{text}'"),
            )
            .hint(why)
            .hint("the port goes into --port: --listen 0.0.0.0 --port 7443")
        };
        if text.contains(':') || text.contains('/') {
            return Err(wrong("it has more than a name in it".to_owned()));
        }
        let found = (text, 0)
            .to_socket_addrs()
            .map_err(|e| wrong(format!("no machine is called that: {}", plain_io(&e))))?;
        let mut addresses: Vec<IpAddr> = found.map(|found| found.ip()).collect();
        addresses.dedup();
        if addresses.is_empty() {
            return Err(wrong("no machine is called that".to_owned()));
        }
        Ok(Reach { addresses, lenient: false, name: Some(text.to_ascii_lowercase()) })
    }

    /// Listens, on this port or a free one.
    ///
    /// # Errors
    /// Another program listens there, or the system doesn't allow it.
    pub(super) fn bind(&self, port: Option<u16>) -> Result<Vec<TcpListener>, CommandError> {
        let mut tries = 0;
        loop {
            match self.try_bind(port.unwrap_or(0)) {
                // The free port of one address may be in use at the other.
                Err((_, e)) if e.kind() == ErrorKind::AddrInUse && port.is_none() && tries < TRIES => {
                    tries += 1;
                }
                Err((at, e)) => return Err(refused(at, &e)),
                Ok(listeners) => return Ok(listeners),
            }
        }
    }

    fn try_bind(&self, mut port: u16) -> Result<Vec<TcpListener>, (SocketAddr, io::Error)> {
        let mut listeners = Vec::new();
        for address in &self.addresses {
            let at = SocketAddr::new(*address, port);
            match bound(at) {
                Ok(listener) => {
                    port = listener.local_addr().map_err(|e| (at, e))?.port();
                    listeners.push(listener);
                }
                Err(e) if self.lenient && !listeners.is_empty() && has_no_such_address(&e) => {}
                Err(e) => return Err((at, e)),
            }
        }
        Ok(listeners)
    }
}

fn bound(at: SocketAddr) -> io::Result<TcpListener> {
    let listener = TcpListener::bind(at)?;
    // The standard library's queue is too short for thousands of askers that come back at once.
    listen(&listener, BACKLOG)?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// Whether a machine without IPv6 says this.
fn has_no_such_address(e: &io::Error) -> bool {
    let no_family = rustix::io::Errno::AFNOSUPPORT.raw_os_error();
    e.kind() == ErrorKind::AddrNotAvailable || e.raw_os_error() == Some(no_family)
}

fn refused(at: SocketAddr, e: &io::Error) -> CommandError {
    let refusal = CommandError::new(ErrorClass::Usage, format!("can't listen on {at}: {}", plain_io(e)));
    match e.kind() {
        ErrorKind::AddrInUse => refusal.hint("another program listens there: --port takes another port"),
        ErrorKind::AddrNotAvailable => refusal.hint("--listen takes an address of this machine"),
        ErrorKind::PermissionDenied => refusal.hint("ports below 1024 are root's: --port takes another port"),
        _ => refusal,
    }
}

/// Whether what is sent to this address is encrypted, or stays on this machine.
fn is_protected(url: &str) -> bool {
    let lower = url.to_ascii_lowercase();
    let Some(host) = lower.strip_prefix("http://") else { return lower.starts_with("https://") };
    let host = host.split('/').next().unwrap_or_default();
    let name = host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|b| b.is_ascii_digit()));
    matches!(name.map_or(host, |(name, _)| name), "localhost" | "127.0.0.1" | "[::1]")
}

#[cfg(test)]
mod tests {
    use super::{Reach, is_protected};
    use crate::args::serve::ServeArgs;
    use expect_test::expect;
    use std::fmt::Write;

    fn args(listen: &str, more: impl FnOnce(&mut ServeArgs)) -> ServeArgs {
        let listen = Some(listen.to_owned()).filter(|listen| !listen.is_empty());
        let mut args = ServeArgs { listen, ..ServeArgs::default() };
        more(&mut args);
        args
    }

    #[test]
    fn beyond_this_machine_there_are_three_ways() {
        let mut all = String::new();
        let mut say = |listen: &str, args: &ServeArgs| {
            let said = match Reach::of(args) {
                Ok(reach) => format!("{:?} {:?}", reach.addresses, reach.name),
                Err(failure) => failure.to_string(),
            };
            let _ = writeln!(all, "{listen:?}: {said}");
        };
        for listen in
            ["", "localhost", "127.0.0.1", "[::1]", "::1", "0.0.0.0", "::", "10.1.2.3:80", "http://x"]
        {
            say(listen, &args(listen, |_| ()));
        }
        say("0.0.0.0 --tls", &args("0.0.0.0", |a| a.tls_cert = Some("c".into())));
        say("0.0.0.0 --insecure", &args("0.0.0.0", |a| a.insecure = true));
        let public = |listen, url: &str| args(listen, |a| a.public_url = Some(url.into()));
        say("0.0.0.0 --public-url https", &public("0.0.0.0", "https://asq.example"));
        say("--public-url http", &public("", "http://asq.example"));
        expect![[r#"
            "": [127.0.0.1, ::1] None
            "localhost": [127.0.0.1, ::1] None
            "127.0.0.1": [127.0.0.1] None
            "[::1]": [::1] None
            "::1": [::1] None
            "0.0.0.0": asq: other machines could read and change what is sent to 0.0.0.0
              --tls-cert FILE --tls-key FILE protect it with a certificate of yours
              --public-url https://NAME is for a proxy in front of it, which has one
              --insecure serves them anyway; without --listen only this machine is served
            "::": asq: other machines could read and change what is sent to ::
              --tls-cert FILE --tls-key FILE protect it with a certificate of yours
              --public-url https://NAME is for a proxy in front of it, which has one
              --insecure serves them anyway; without --listen only this machine is served
            "10.1.2.3:80": asq: --listen expects an address or a name, got '10.1.2.3:80'
              it has more than a name in it
              the port goes into --port: --listen 0.0.0.0 --port 7443
            "http://x": asq: --listen expects an address or a name, got 'http://x'
              it has more than a name in it
              the port goes into --port: --listen 0.0.0.0 --port 7443
            "0.0.0.0 --tls": [0.0.0.0] None
            "0.0.0.0 --insecure": [0.0.0.0] None
            "0.0.0.0 --public-url https": [0.0.0.0] None
            "--public-url http": asq: nothing protects what is sent to http://asq.example
              --public-url takes an address that begins with https://; --insecure allows others
        "#]]
        .assert_eq(&all);
    }

    #[test]
    fn a_free_port_is_the_same_for_both_addresses() {
        let bound = Reach::of(&ServeArgs::default()).unwrap().bind(None).unwrap();
        let ports: Vec<u16> = bound.iter().map(|it| it.local_addr().unwrap().port()).collect();
        assert!(ports[0] != 0 && ports.iter().all(|port| *port == ports[0]), "{ports:?}");
        let again = Reach::of(&ServeArgs::default()).unwrap().bind(Some(ports[0])).map_err(|e| e.to_string());
        assert_eq!(
            again.unwrap_err(),
            format!(
                "asq: can't listen on 127.0.0.1:{}: Address already in use\n  another program \
                 listens there: --port takes another port",
                ports[0]
            )
        );
    }

    #[test]
    fn only_https_and_this_machine_are_protected() {
        for url in ["https://a", "HTTPS://a:1", "http://localhost", "http://127.0.0.1:80/", "http://[::1]:80"]
        {
            assert!(is_protected(url), "{url}");
        }
        for url in ["http://a", "http://localhost.example", "http://a/localhost", "ftp://localhost", "a", ""]
        {
            assert!(!is_protected(url), "{url}");
        }
    }
}
