//! Two machines and a switch between them: network namespaces on a bridge.
//!
//! - A cut cable loses every packet, and neither side learns of it.
//! - Everything disappears with the test.
#![allow(clippy::disallowed_methods, reason = "part of the tests")]

use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// Two machines and an address that both can reach.
pub(crate) struct Network {
    names: [String; 2],
    bridge: String,
    net: u32,
}

impl Network {
    pub(crate) fn make() -> Network {
        static NETWORKS: AtomicU32 = AtomicU32::new(0);
        let made = NETWORKS.fetch_add(1, Ordering::Relaxed);
        // Names of interfaces have at most 15 letters.
        let n = std::process::id() % 100_000;
        let network = Network {
            names: [0, 1].map(|host| format!("asqh{n}{made}{host}")),
            bridge: format!("asqb{n}{made}"),
            net: (std::process::id() + 50 * made) % 200,
        };
        let bridge = &network.bridge;
        ip(&["link", "add", bridge, "type", "bridge", "forward_delay", "0", "stp_state", "0"]);
        ip(&["addr", "add", &format!("{}/24", network.server()), "dev", bridge]);
        ip(&["link", "set", bridge, "up"]);
        for (at, name) in network.names.iter().enumerate() {
            let inside = format!("{name}i");
            ip(&["netns", "add", name]);
            ip(&["link", "add", name, "type", "veth", "peer", "name", &inside]);
            ip(&["link", "set", &inside, "netns", name]);
            ip(&["link", "set", name, "master", bridge]);
            ip(&["link", "set", name, "up"]);
            ip(&[
                "-n",
                name,
                "addr",
                "add",
                &format!("10.213.{}.{}/24", network.net, at + 2),
                "dev",
                &inside,
            ]);
            ip(&["-n", name, "link", "set", &inside, "up"]);
            ip(&["-n", name, "link", "set", "lo", "up"]);
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
        ip(&["link", "set", &self.names[n], "nomaster"]);
    }

    pub(crate) fn mend(&self, n: usize) {
        ip(&["link", "set", &self.names[n], "master", &self.bridge]);
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        for name in &self.names {
            let _ = Command::new("ip").args(["link", "del", name]).status();
            let _ = Command::new("ip").args(["netns", "del", name]).status();
        }
        let _ = Command::new("ip").args(["link", "del", &self.bridge]).status();
    }
}

fn ip(what: &[&str]) {
    let done = Command::new("ip").args(what).output();
    let why = match &done {
        Ok(done) if done.status.success() => return,
        Ok(done) => String::from_utf8_lossy(&done.stderr).into_owned(),
        Err(fault) => fault.to_string(),
    };
    panic!(
        "this machine makes no network namespaces (ip {}: {why}); they need root and the package iproute2. \
         ASQ_TEST_NO_NETNS=1 leaves this test out, and says NOT RUN",
        what.join(" ")
    );
}
