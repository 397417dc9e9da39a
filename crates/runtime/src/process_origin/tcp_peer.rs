//! The process at the other end of a TCP connection.
//!
//! - The kernel's table of sockets has the peer's end if it is on this machine, with its user and its inode.
//! - The process is the one that holds that inode; if several do, the one that all others descend from, else all.
//! - A socket that nobody holds any more was closed by its process.
//! - A process of another user can't be found; the kernel's table still names that user.
//! - Without an entry the peer is on another machine, or, over a loopback address, unknown.

use super::proc::Proc;
use super::process;
use std::net::{IpAddr, SocketAddr};

/// The process at the other end of a TCP connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TcpPeer {
    /// This process of this machine.
    Process(u32),
    /// These processes of this machine, of which none started all others.
    Several(Vec<u32>),
    /// A process of this machine that has closed its end.
    Gone,
    /// On this machine, but it can't be found.
    Unknown,
    /// On this machine, as another user; such a process can't be found.
    Anothers,
    /// On another machine.
    Elsewhere,
}

/// Finds the peer of a connection with these ends. Reads `/proc`, for milliseconds if there are many sockets.
pub fn tcp_peer(own: SocketAddr, peer: SocketAddr) -> TcpPeer {
    let (own, peer) = (canonical(own), canonical(peer));
    let near = peer.ip().is_loopback() || peer.ip() == own.ip();
    let Some(proc) = Proc::open() else {
        return if near { TcpPeer::Unknown } else { TcpPeer::Elsewhere };
    };
    match socket(&proc, own, peer) {
        Some(KernelSocket { inode: 0, .. }) => TcpPeer::Gone,
        Some(KernelSocket { inode, user }) => match holder(&proc, inode) {
            TcpPeer::Unknown if user != rustix::process::getuid().as_raw() => TcpPeer::Anothers,
            found => found,
        },
        None if near => TcpPeer::Unknown,
        None => TcpPeer::Elsewhere,
    }
}

/// A socket in the kernel's table.
struct KernelSocket {
    /// 0 if it was closed.
    inode: u64,
    user: u32,
}

fn canonical(address: SocketAddr) -> SocketAddr {
    SocketAddr::new(address.ip().to_canonical(), address.port())
}

/// The peer's socket. The table of IPv6 has connections over IPv4, too.
fn socket(proc: &Proc, own: SocketAddr, peer: SocketAddr) -> Option<KernelSocket> {
    ["tcp", "tcp6"].into_iter().find_map(|table| {
        proc.find_line(&format!("self/net/{table}"), |line| {
            let mut fields = line.split_ascii_whitespace().skip(1);
            let (local, remote) = (end(fields.next()?)?, end(fields.next()?)?);
            // After both ends come state, queues, timer, retransmits, user and timeout.
            let user = fields.nth(4)?.parse().ok()?;
            let inode = fields.nth(1)?.parse().ok()?;
            (local == peer && remote == own).then_some(KernelSocket { inode, user })
        })
    })
}

/// An end as the table has it: words of the address in the machine's byte order, then the port.
fn end(text: &str) -> Option<SocketAddr> {
    let (address, port) = text.split_once(':')?;
    let word = |at: usize| Some(u32::from_str_radix(address.get(at..at + 8)?, 16).ok()?.to_ne_bytes());
    let ip = match address.len() {
        8 => IpAddr::from(word(0)?),
        32 => {
            let mut bytes = [0; 16];
            for (part, at) in bytes.chunks_exact_mut(4).zip([0, 8, 16, 24]) {
                part.copy_from_slice(&word(at)?);
            }
            IpAddr::from(bytes)
        }
        _ => return None,
    };
    Some(canonical(SocketAddr::new(ip, u16::from_str_radix(port, 16).ok()?)))
}

/// The process with a descriptor of this socket; the common ancestor if there are several and one of them is that.
fn holder(proc: &Proc, inode: u64) -> TcpPeer {
    let name = format!("socket:[{inode}]");
    let holds = |pid: &u32| {
        let descriptors = proc.numbers(&format!("{pid}/fd"));
        descriptors.iter().any(|fd| proc.link(&format!("{pid}/fd/{fd}")).as_deref() == Some(name.as_bytes()))
    };
    let holders: Vec<u32> = proc.numbers(".").into_iter().filter(holds).collect();
    let above_all = |pid: &&u32| {
        let below =
            |other: &u32| process::line(Some(proc), *other).seen.iter().any(|seen| seen.process.pid == **pid);
        holders.iter().all(below)
    };
    match holders.iter().find(above_all) {
        Some(above_all) => TcpPeer::Process(*above_all),
        None if holders.is_empty() => TcpPeer::Unknown,
        None => TcpPeer::Several(holders),
    }
}

#[cfg(test)]
mod tests {
    use super::{TcpPeer, end, tcp_peer};
    use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};

    #[test]
    fn an_end_is_read_in_both_families() {
        if cfg!(target_endian = "little") {
            let read = |text| end(text).map(|end| end.to_string());
            assert_eq!(read("0100007F:1F90").as_deref(), Some("127.0.0.1:8080"));
            assert_eq!(read("00000000000000000000000001000000:0016").as_deref(), Some("[::1]:22"));
            assert_eq!(read("0000000000000000FFFF00000100007F:0016").as_deref(), Some("127.0.0.1:22"));
        }
        for text in ["", "0100007F", "0100007F:G", "0100:0016", "0100007é:0016"] {
            assert_eq!(end(text), None, "{text}");
        }
    }

    #[test]
    fn the_peer_of_a_loopback_connection_is_this_process() {
        for ip in [SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), SocketAddr::from((Ipv6Addr::LOCALHOST, 0))] {
            let listener = TcpListener::bind(ip).unwrap();
            let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
            let (server, peer) = listener.accept().unwrap();
            let own = server.local_addr().unwrap();
            assert_eq!(tcp_peer(own, peer), TcpPeer::Process(std::process::id()));
            drop(client);
            // The kernel keeps the entry for a while, but nobody holds its socket.
            assert_eq!(tcp_peer(own, peer), TcpPeer::Gone);
        }
    }

    #[test]
    fn a_connection_that_the_kernel_does_not_know_is_from_elsewhere_or_unknown() {
        let own: SocketAddr = "192.0.2.1:443".parse().unwrap();
        assert_eq!(tcp_peer(own, "198.51.100.7:4711".parse().unwrap()), TcpPeer::Elsewhere);
        assert_eq!(tcp_peer(own, "192.0.2.1:4711".parse().unwrap()), TcpPeer::Unknown);
        assert_eq!(tcp_peer(own, "127.0.0.1:1".parse().unwrap()), TcpPeer::Unknown);
    }
}
