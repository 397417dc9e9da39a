//! A server with a certificate, and two other machines on its network.
//!
//! - The other machines see nothing of the server's files; a test may bind one of them, such as the socket.
//! - Each has a home of its own, with a token and the certificate that it believes.
//! - A cable that is cut loses every packet, and neither side learns of it.

use crate::ASQ;
use crate::done::Done;
use crate::serve_tls::certificate;
use crate::serving::Serving;
use crate::shop::Shop;
use crate::store_postgres::pg::Network;
use crate::terminal::{Home, Session};
use asq_testkit::faults::{ChildProcess, say};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// Hides a folder, after it has bound a file of it to another name.
const MACHINE: &str = r#"set -e; hidden=$1 from=$2 to=$3; shift 3
[ "$from" = - ] || mount --bind "$from" "$to"
mount -t tmpfs none "$hidden"
exec "$@"
"#;

/// A server and its network.
pub(crate) struct Site {
    pub(crate) network: Network,
    pub(crate) shop: Shop,
    pub(crate) serving: Serving,
}

/// Another machine, and who uses it.
pub(crate) struct Machine<'a> {
    site: &'a Site,
    namespace: &'a str,
    pub(crate) home: Home,
    /// The address of the store.
    store: String,
    /// What is bound: the file, and its name there.
    bound: [String; 2],
}

impl Site {
    /// `None` where a test of networks is left out.
    pub(crate) fn new(name: &str) -> Option<Site> {
        if std::env::var_os("ASQ_TEST_NO_NETNS").is_some() {
            say("NOT RUN: ASQ_TEST_NO_NETNS is set");
            return None;
        }
        let (network, shop) = (Network::make(), Shop::new(name));
        let address = network.server();
        certificate(&shop, &address);
        let tls = ["--tls-cert", "cert.pem", "--tls-key", "key.pem"];
        let serving = Serving::start(&shop, &[&["--no-link", "--listen", &address], &tls[..]].concat());
        Some(Site { network, shop, serving })
    }

    /// A machine that reaches the server over TLS, with a token of this right.
    pub(crate) fn machine(&self, n: usize, right: &str) -> Machine<'_> {
        let home = Home::new().unguarded();
        fs::copy(self.shop.join("cert.pem"), home.path("cert.pem")).unwrap();
        let bound = ["-".to_owned(), "-".to_owned()];
        self.with(home, n, right, self.serving.tls_url(), bound)
    }

    /// A machine without a network that has nothing but the server's socket.
    pub(crate) fn sandbox(&self, n: usize, right: &str) -> Machine<'_> {
        self.network.cut(n);
        let home = Home::new().unguarded();
        let socket = home.path("asq.sock");
        fs::write(&socket, "").unwrap();
        let bound = [self.serving.socket(), socket.clone()].map(|path| path.display().to_string());
        self.with(home, n, right, format!("http+unix://{}", socket.display()), bound)
    }

    fn with(&self, home: Home, n: usize, right: &str, store: String, bound: [String; 2]) -> Machine<'_> {
        home.write("machine", MACHINE);
        let made = self.shop.asq(&["token", "new", "--right", right, "--label", right]);
        assert_eq!(made.code, 0, "{made:?}");
        home.write("token", &made.out);
        fs::set_permissions(home.path("token"), Permissions::from_mode(0o600)).unwrap();
        Machine { site: self, namespace: self.network.host(n), home, store, bound }
    }
}

impl Machine<'_> {
    /// The words before a command that runs here.
    fn words(&self) -> Vec<String> {
        let script = self.home.path("machine").display().to_string();
        let hidden = self.site.shop.join("").display().to_string();
        let words = ["ip", "netns", "exec", self.namespace, "unshare", "--mount", "sh", &script, &hidden];
        words.into_iter().map(str::to_owned).chain(self.bound.clone()).collect()
    }

    fn variables(&self) -> [(&'static str, String); 3] {
        let path = |name: &str| self.home.path(name).display().to_string();
        [
            ("ASQ_STORE", self.store.clone()),
            ("ASQ_TOKEN_FILE", path("token")),
            ("SSL_CERT_FILE", path("cert.pem")),
        ]
    }

    /// A command here.
    pub(crate) fn command(&self, program: &str, args: &[&str]) -> Command {
        let words = self.words();
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).arg(program).args(args).env_clear().current_dir(self.home.path(""));
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("HOME", self.home.path("")).env("LANG", "C.UTF-8").env("TZ", "UTC");
        command.envs(self.variables());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub(crate) fn runs(&self, program: &str, args: &[&str]) -> Done {
        Done::of(&self.command(program, args).output().unwrap())
    }

    /// An asker that waits.
    pub(crate) fn asks(&self, args: &[&str]) -> ChildProcess {
        ChildProcess::start(&mut self.command(ASQ, args))
    }

    /// The inbox, in a terminal; answers are sent at once.
    pub(crate) fn inbox(&self) -> Session<'_> {
        let variables = self.variables().map(|(name, value)| format!("{name}={value} "));
        self.home.run(&format!(
            "{}ASQ_INBOX_HOLD=0 {} $asq inbox",
            variables.concat(),
            self.words().join(" ")
        ))
    }

    /// Whether a file of the server's home is here.
    pub(crate) fn has(&self, file: &Path) -> bool {
        self.runs("test", &["-e", file.to_str().unwrap()]).code == 0
    }
}
