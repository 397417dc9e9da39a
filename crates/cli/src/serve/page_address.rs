//! The address of the pages of this store's requests, if a server runs.
//!
//! - It is the public address, or the one that the server listens on; never a socket file.
//! - It has no secret, so it may go wherever the person's announcements go.
//! - For a phone it counts only if other machines reach it.

use super::ServerFiles;
use crate::env::Env;
use crate::session::place::{self, StoreAddress};
use std::net::IpAddr;

/// The address before `/r/ID`; `None` without a server that a browser reaches.
pub(crate) fn of(env: &Env) -> Option<String> {
    let place = place::of(env, env.cwd().as_deref()).ok()?;
    if let StoreAddress::Server(address) = &place.at {
        return Some(address.to_string()).filter(|address| !address.starts_with("http+unix:"));
    }
    // A file that doesn't count names no server; asq serve says why.
    ServerFiles::latest(&place, env).map(|server| server.url)
}

/// The same, if other machines reach it.
pub(crate) fn for_others(env: &Env) -> Option<String> {
    of(env).filter(|address| !is_this_machine(address))
}

/// Whether only this machine reaches the address.
pub(super) fn is_this_machine(url: &str) -> bool {
    let (_, rest) = url.split_once("://").unwrap_or_default();
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = match authority.strip_prefix('[') {
        Some(bare) => bare.split(']').next().unwrap_or_default(),
        None => authority.split(':').next().unwrap_or_default(),
    };
    let name = host.to_ascii_lowercase();
    host.parse().is_ok_and(|address: IpAddr| address.to_canonical().is_loopback())
        || name == "localhost"
        || name.ends_with(".localhost")
}

#[cfg(test)]
mod tests {
    use super::is_this_machine;

    #[test]
    fn only_this_machine_reaches_its_own_names() {
        let own = [
            "http://127.0.0.1:7077",
            "http://127.9.9.9",
            "http://[::1]:80",
            "http://[::ffff:127.0.0.1]:80",
            "https://LOCALHOST:7077",
            "http://asq.localhost/x",
        ];
        let others = [
            "https://asq.example",
            "http://192.0.2.7:80",
            "http://localhost.example",
            "https://[2001:db8::1]",
        ];
        assert!(own.iter().all(|url| is_this_machine(url)) && !others.iter().any(|url| is_this_machine(url)));
    }
}
