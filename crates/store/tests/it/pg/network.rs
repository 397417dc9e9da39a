//! Two machines and a switch between them: network namespaces on a bridge.
//!
//! - A cut cable loses every packet, and neither side learns of it.
//! - The switch's name holds the number of its network, so no two tests get the same one.
//! - However the test ends, a watcher removes everything.
#![allow(clippy::disallowed_methods, reason = "part of the tests")]

use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

/// Ends when its standard input does; the switch comes last, since its name keeps the number.
const WATCH: &str = r#"trap '' INT TERM HUP; read -r line
for host in "$2" "$3"; do ip link del "$host"; ip netns del "$host"; done; ip link del "$1""#;

/// Two machines and an address that both can reach.
pub(crate) struct Network {
    names: [String; 2],
    bridge: String,
    net: u32,
    watcher: Child,
}

impl Network {
    pub(crate) fn make() -> Network {
        let all = (0..250).map(|n| (std::process::id() + n) % 250);
        let mut taken = String::new();
        for net in all {
            match ip(&["link", "add", &bridge(net), "type", "bridge", "forward_delay", "0", "stp_state", "0"])
            {
                Ok(()) => return Network::behind(net),
                Err(why) => taken = why,
            }
            if !taken.contains("File exists") {
                break;
            }
        }
        panic!("{}", impossible(&taken))
    }

    fn behind(net: u32) -> Network {
        let (bridge, names) = (bridge(net), [0, 1].map(|host| format!("asqh{net}{host}")));
        let mut watcher = Command::new("sh");
        watcher.args(["-c", WATCH, "watcher", &bridge, &names[0], &names[1]]).stdin(Stdio::piped());
        let watcher = watcher.stdout(Stdio::null()).stderr(Stdio::null()).process_group(0).spawn();
        let network = Network { names, bridge, net, watcher: watcher.expect("sh") };
        let bridge = &network.bridge;
        must(&["addr", "add", &format!("{}/24", network.server()), "dev", bridge]);
        must(&["link", "set", bridge, "up"]);
        for (at, name) in network.names.iter().enumerate() {
            let (inside, address) = (format!("{name}i"), format!("10.213.{net}.{}/24", at + 2));
            must(&["netns", "add", name]);
            must(&["link", "add", name, "type", "veth", "peer", "name", &inside]);
            must(&["link", "set", &inside, "netns", name]);
            must(&["link", "set", name, "master", bridge]);
            must(&["link", "set", name, "up"]);
            must(&["-n", name, "addr", "add", &address, "dev", &inside]);
            must(&["-n", name, "link", "set", &inside, "up"]);
            must(&["-n", name, "link", "set", "lo", "up"]);
        }
        network
    }

    /// The address for a server.
    pub(crate) fn server(&self) -> String {
        format!("10.213.{}.1", self.net)
    }

    /// A machine's network namespace.
    pub(crate) fn host(&self, n: usize) -> &str {
        &self.names[n]
    }

    /// Cuts the cable of a machine at the switch, so neither side learns of it.
    pub(crate) fn cut(&self, n: usize) {
        must(&["link", "set", &self.names[n], "nomaster"]);
    }

    pub(crate) fn mend(&self, n: usize) {
        must(&["link", "set", &self.names[n], "master", &self.bridge]);
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        drop(self.watcher.stdin.take());
        let _ = self.watcher.wait();
    }
}

/// The name of a network's switch.
fn bridge(net: u32) -> String {
    format!("asqb{net}")
}

fn must(what: &[&str]) {
    ip(what).unwrap_or_else(|why| panic!("{}", impossible(&why)));
}

fn ip(what: &[&str]) -> Result<(), String> {
    let why = match Command::new("ip").args(what).output() {
        Ok(done) if done.status.success() => return Ok(()),
        Ok(done) => String::from_utf8_lossy(&done.stderr).into_owned(),
        Err(fault) => fault.to_string(),
    };
    Err(format!("ip {}: {why}", what.join(" ")))
}

fn impossible(why: &str) -> String {
    format!(
        "this machine makes no network namespaces ({why}); they need root and the package iproute2. \
         ASQ_TEST_NO_NETNS=1 leaves this test out, and says NOT RUN"
    )
}
