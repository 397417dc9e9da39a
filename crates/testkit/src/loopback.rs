//! Addresses of this machine that only one process uses.
//!
//! - A test takes one if it needs a port that nobody listens on, or the same port twice: it releases nothing that
//!   somebody else could take.
//! - All of 127/8 is loopback on Linux; a process's number, of at most 22 bits, picks its address.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU16, Ordering};

/// This process's own address.
pub fn own_address() -> Ipv4Addr {
    address_of(std::process::id())
}

/// An address with a port that no other caller gets: nobody listens there until its caller does.
pub fn own_socket() -> SocketAddr {
    // Below the ports that the system assigns.
    static PORTS: AtomicU16 = AtomicU16::new(20_000);
    SocketAddr::from((own_address(), PORTS.fetch_add(1, Ordering::Relaxed)))
}

/// Far from 127.0.0.1, which everybody uses.
fn address_of(process: u32) -> Ipv4Addr {
    let [_, high, middle, low] = process.to_be_bytes();
    Ipv4Addr::new(127, 64 | high, middle, low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::io::ErrorKind;
    use std::net::{TcpListener, TcpStream};

    #[test]
    fn processes_have_addresses_of_their_own() {
        let all: HashSet<_> = (0..1 << 22).step_by(251).map(address_of).collect();
        assert_eq!(all.len(), (1_usize << 22).div_ceil(251));
        assert!(all.iter().all(|it| it.is_loopback() && it.octets()[1] >= 64));
    }

    #[test]
    fn nobody_listens_until_the_caller_does_which_may_come_back() {
        let (one, other) = (own_socket(), own_socket());
        for at in [one, other, one] {
            let refused = TcpStream::connect(at).map_err(|fault| fault.kind());
            assert_eq!(refused.err(), Some(ErrorKind::ConnectionRefused));
            let listener = TcpListener::bind(at);
            assert!(listener.is_ok() && TcpStream::connect(at).is_ok(), "{listener:?}");
        }
    }
}
