//! What the person reads when the server starts, and with each further link.
//!
//! - The first line has the address, with a link that works once, within a minute. With most names it fits into 80 columns.
//! - The socket file is below it; then come the link's rules, which fit into 46.
//! - The link has the public address, if there is one, else the name in the certificate or the address that it
//!   listens on. For an address that stands for all, it is the one that other machines use.
//! - A QR code comes below it if it was asked for, and if other machines reach the address; else the ways to that.

use super::page_address::is_this_machine;
use super::qr::{QrLook, drawn};
use crate::env::Env;
use crate::error::{CommandError, ErrorClass, one_line};
use crate::output;
use asq_files::plain_io;
use asq_tui::TermEnv;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::path::Path;

/// What holds for each link.
const RULES: &str = "The link works once, within a minute.\n";

/// How a link is shown.
#[derive(Clone, Debug)]
pub(super) struct LinkLook {
    /// The address that comes before a link's path.
    pub(super) url: String,
    pub(super) qr: Option<QrLook>,
}

impl LinkLook {
    pub(super) fn new(url: String, qr: bool, env: &Env) -> LinkLook {
        let term = TermEnv::new(|name| env.text(name));
        let colours = term.colours && output::width().is_some();
        LinkLook { url, qr: qr.then_some(QrLook { blocks: term.unicode, colours }) }
    }

    /// What is printed at the start. `link` is a path; `key`: a key makes another one.
    pub(super) fn started(&self, socket: Option<&Path>, link: Option<&str>, key: bool) -> String {
        let first = format!("asq serves {}{}\n", self.url, link.unwrap_or_default());
        let socket = socket.map(|path| one_line(&path.to_string_lossy()));
        let socket = socket.map_or(String::new(), |path| format!("       and http+unix://{path}\n"));
        let rules = if link.is_some() { RULES } else { "" };
        let key = match (key, link) {
            (true, Some(_)) => "l makes another link, Ctrl+C ends the server.\n",
            (true, None) => "l makes a link, Ctrl+C ends the server.\n",
            (false, _) => "",
        };
        first + &socket + rules + key
    }

    /// What is printed for a further link: a script gets the link alone.
    pub(super) fn further(&self, path: &str, rules: bool) -> String {
        format!("{}{path}\n{}", self.url, if rules { RULES } else { "" })
    }

    /// Prints lines with a link, and the link's code.
    ///
    /// # Errors
    /// Standard output fails.
    pub(super) fn print(&self, lines: &str, link: Option<&str>) -> Result<(), CommandError> {
        output::print(lines)?;
        let (Some(path), Some(look)) = (link, self.qr) else { return Ok(()) };
        if is_this_machine(&self.url) {
            output::say(&unreachable(&self.url).to_string());
            return Ok(());
        }
        let code = drawn(&format!("{}{path}", self.url), look)?;
        // The colours of the code are asq's own, and nothing foreign is in it.
        output::Stdout.write_all(code.as_bytes()).map_err(|e| {
            CommandError::new(ErrorClass::Output, format!("can't write to standard output: {}", plain_io(&e)))
        })
    }
}

/// The words in place of a code that leads a phone to itself.
fn unreachable(url: &str) -> CommandError {
    let what =
        format!("no code was drawn: a phone can't reach {url}, the address of this machine for itself");
    CommandError::new(ErrorClass::Usage, what)
        .hint("--public-url https://NAME is for a proxy or tunnel in front of the server")
        .hint("--listen ADDR --tls-cert FILE --tls-key FILE serves other machines")
        .hint("docs/serve.md shows each way")
}

/// The address of a server without a public one.
pub(super) fn url(tls: bool, name: Option<&str>, listens: &[SocketAddr]) -> String {
    let scheme = if tls { "https" } else { "http" };
    let at = listens.first().copied().unwrap_or_else(|| SocketAddr::new(Ipv4Addr::LOCALHOST.into(), 0));
    match name {
        Some(name) => format!("{scheme}://{name}:{}", at.port()),
        None if at.ip().is_unspecified() => {
            format!("{scheme}://{}", SocketAddr::new(outward(at.ip()), at.port()))
        }
        None => format!("{scheme}://{at}"),
    }
}

/// The address of this machine that others use; its own one without a network.
fn outward(all: IpAddr) -> IpAddr {
    // Connecting such a socket sends nothing: the system only picks the address that it would send from.
    let (other, own): (IpAddr, IpAddr) = match all {
        IpAddr::V4(_) => (Ipv4Addr::new(192, 0, 2, 1).into(), Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(_) => (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into(), Ipv6Addr::LOCALHOST.into()),
    };
    let found = UdpSocket::bind(SocketAddr::new(all, 0)).and_then(|socket| {
        socket.connect(SocketAddr::new(other, 9))?;
        socket.local_addr()
    });
    found.map_or(own, |at| at.ip())
}

#[cfg(test)]
mod tests {
    use super::{LinkLook, unreachable, url};
    use expect_test::expect;
    use std::path::Path;

    #[test]
    fn the_start_says_where_and_for_how_long() {
        let look = LinkLook { url: "http://127.0.0.1:7077".into(), qr: None };
        let socket = Some(Path::new("/run/user/1000/asq/asq.sock"));
        let lines = [
            look.started(socket, Some("/l/0123456789abcdef0123456789abcdef"), true),
            look.started(socket, Some("/l/0123456789abcdef0123456789abcdef"), false),
            look.started(socket, None, true),
            look.started(None, None, false),
            look.further("/l/0123456789abcdef0123456789abcdef", true),
            look.further("/l/0123456789abcdef0123456789abcdef", false),
        ];
        expect![[r#"
            asq serves http://127.0.0.1:7077/l/0123456789abcdef0123456789abcdef
                   and http+unix:///run/user/1000/asq/asq.sock
            The link works once, within a minute.
            l makes another link, Ctrl+C ends the server.

            asq serves http://127.0.0.1:7077/l/0123456789abcdef0123456789abcdef
                   and http+unix:///run/user/1000/asq/asq.sock
            The link works once, within a minute.

            asq serves http://127.0.0.1:7077
                   and http+unix:///run/user/1000/asq/asq.sock
            l makes a link, Ctrl+C ends the server.

            asq serves http://127.0.0.1:7077

            http://127.0.0.1:7077/l/0123456789abcdef0123456789abcdef
            The link works once, within a minute.

            http://127.0.0.1:7077/l/0123456789abcdef0123456789abcdef
        "#]]
        .assert_eq(&lines.join("\n"));
    }

    #[test]
    fn in_place_of_a_code_for_this_machine_alone_are_the_ways_to_others() {
        expect![[r"
            asq: no code was drawn: a phone can't reach http://127.0.0.1:7077, the address of this machine for itself
              --public-url https://NAME is for a proxy or tunnel in front of the server
              --listen ADDR --tls-cert FILE --tls-key FILE serves other machines
              docs/serve.md shows each way"]]
        .assert_eq(&unreachable("http://127.0.0.1:7077").to_string());
    }

    #[test]
    fn the_address_is_one_that_others_can_use() {
        let at = |text: &str| vec![text.parse().unwrap()];
        assert_eq!(url(false, None, &at("127.0.0.1:80")), "http://127.0.0.1:80");
        assert_eq!(url(false, None, &at("[::1]:80")), "http://[::1]:80");
        assert_eq!(url(true, Some("asq.example"), &at("0.0.0.0:443")), "https://asq.example:443");
        for all in ["0.0.0.0:80", "[::]:80"] {
            let found = url(false, None, &at(all));
            assert!(
                found.ends_with(":80") && !found.contains("0.0.0.0") && !found.contains("[::]"),
                "{found}"
            );
        }
    }
}
