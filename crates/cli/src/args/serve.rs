//! The arguments of `asq serve`.
//!
//! - Without any it serves this machine alone, on a free port.
//! - A certificate needs its key, and the other way round.
//! - Installing, uninstalling and asking for a link exclude each other.

use clap::{ArgGroup, Args};
use std::path::PathBuf;

pub(crate) const SERVE_ABOUT: &str = "\
Makes the store reachable over HTTP: for agents in sandboxes and on other machines, for asq itself (ASQ_STORE=https://…), \
and for clients of OpenCode's questions. Every call needs a token (asq help token). It listens only on this machine, \
on a free port and on a socket file that only you can open, until you stop it (Ctrl+C).

The line at the start has a link for a browser: it works once, within a minute. l makes another one, and so does \
asq serve --link in another terminal.

Other machines reach it only with a certificate (--tls-cert, --tls-key), behind a proxy that has one (--public-url), or if you \
insist (--insecure). docs/serve.md describes the routes, and three ways to reach asq from elsewhere.";

pub(crate) const SERVE_EXAMPLES: &str = "\
Examples:
  asq serve                                   this machine, a free port
  asq serve --port 7077
  asq serve --link --qr                       another link from the running server
  asq serve --listen 0.0.0.0 --port 7443 --tls-cert cert.pem \\
    --tls-key key.pem --public-url https://asq.example:7443
  asq serve --port 7077 --public-url https://asq.example     behind a proxy
  asq serve --port 7077 --install             at each login, by systemd or launchd";

/// `asq serve`.
#[derive(Clone, Debug, Default, Args)]
#[command(group = ArgGroup::new("errand").multiple(false))]
pub(crate) struct ServeArgs {
    /// The port; without it a free one
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = port)]
    pub(crate) port: Option<u16>,
    /// The address to listen on, instead of this machine's own 127.0.0.1 and ::1
    #[arg(long, value_name = "ADDR")]
    pub(crate) listen: Option<String>,
    /// The certificate and those above it, as PEM; read again when it changes
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub(crate) tls_cert: Option<PathBuf>,
    /// The certificate's key, as PEM; read again when it changes
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    pub(crate) tls_key: Option<PathBuf>,
    /// The address that others use, such as that of a proxy in front of it
    #[arg(long, value_name = "URL")]
    pub(crate) public_url: Option<String>,
    /// Serve other machines without encryption
    #[arg(long)]
    pub(crate) insecure: bool,
    /// Let the pages of this origin call it; may be given several times
    #[arg(long, value_name = "ORIGIN")]
    pub(crate) cors: Vec<String>,
    /// Print a new link of the running server, and start none
    #[arg(long, group = "errand")]
    pub(crate) link: bool,
    /// Draw the link as a QR code, too
    #[arg(long)]
    pub(crate) qr: bool,
    /// Serve the forms that offer their pages: prefers one port, and ends once nobody has used it for a while
    #[arg(long, hide = true, conflicts_with_all = ["port", "link", "qr", "install", "uninstall"])]
    pub(crate) for_forms: bool,
    /// Print no link at the start
    #[arg(long, conflicts_with_all = ["link", "qr"])]
    pub(crate) no_link: bool,
    /// Install a service that runs asq serve with these flags at each login
    #[arg(long, group = "errand")]
    pub(crate) install: bool,
    /// Remove that service's file
    #[arg(long, group = "errand")]
    pub(crate) uninstall: bool,
    /// With --install or --uninstall: only show what would be done
    #[arg(long, requires = "errand")]
    pub(crate) dry_run: bool,
}

fn port(text: &str) -> Result<u16, String> {
    text.parse().map_err(|_| "expects a port from 1 to 65535".to_owned())
}
