//! One-time links to the page, and the sessions that they are traded for.
//!
//! - A link holds for 60 seconds and for one use; at most 16 are valid at once.
//! - A session ends after 12 hours without use, and with the server.
//! - A link has 128 random bits, so that its line fits into a narrow terminal; a session has 256.
//! - Only their digests are kept, in memory.

use asq_core::text::hex;
use sha2::{Digest, Sha256};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// How long a link is valid.
const LINK: Duration = Duration::from_mins(1);
/// How long a session lasts without use.
const SESSION: Duration = Duration::from_hours(12);
/// The most links at once, and the most sessions.
const LINKS: usize = 16;
const SESSIONS: usize = 256;
/// Random bytes of a link, and of a session.
const LINK_BYTES: usize = 16;
const SESSION_BYTES: usize = 32;

/// The name of the cookie: without TLS a port follows, so that servers of one host don't replace each other's.
pub(crate) const COOKIE: &str = "asq_";
pub(crate) const SECURE_COOKIE: &str = "__Host-asq";

/// The links and the sessions of a server. Clones share them; any thread may make a link.
#[derive(Clone, Default)]
pub struct Links(Arc<Mutex<LinkTable>>);

#[derive(Default)]
struct LinkTable {
    links: VecDeque<([u8; 32], Instant)>,
    sessions: HashMap<[u8; 32], PageSession>,
    last: u64,
}

struct PageSession {
    number: u64,
    used: Instant,
}

impl Links {
    /// No link and no session so far.
    pub fn new() -> Links {
        Links::default()
    }

    /// Makes a link: its path, with a secret in it. `None` if the machine has no random numbers.
    pub fn make(&self) -> Option<String> {
        let secret = secret::<LINK_BYTES>()?;
        let (mut table, now) = (self.lock(), Instant::now());
        table.links.retain(|(_, end)| *end > now);
        if table.links.len() >= LINKS {
            table.links.pop_front();
        }
        table.links.push_back((digest(&secret), now + LINK));
        Some(format!("/l/{secret}"))
    }

    /// Uses a link up: the secret of a new session; `None` if the link isn't valid.
    pub(crate) fn trade(&self, link: &str) -> Option<String> {
        let (mut table, now) = (self.lock(), Instant::now());
        let link = digest(link);
        let at = table.links.iter().position(|(known, end)| *known == link && *end > now)?;
        let session = secret::<SESSION_BYTES>()?;
        table.links.remove(at);
        table.sessions.retain(|_, session| now < session.used + SESSION);
        if table.sessions.len() >= SESSIONS {
            let oldest = table.sessions.iter().min_by_key(|(_, session)| session.used);
            if let Some(oldest) = oldest.map(|(known, _)| *known) {
                table.sessions.remove(&oldest);
            }
        }
        table.last += 1;
        let number = table.last;
        table.sessions.insert(digest(&session), PageSession { number, used: now });
        Some(session)
    }

    /// The number of the session in this cookie.
    pub(crate) fn session(&self, name: &str, value: &str) -> Option<u64> {
        if !(name.starts_with(COOKIE) || name == SECURE_COOKIE) || value.len() != 2 * SESSION_BYTES {
            return None;
        }
        let (mut table, now) = (self.lock(), Instant::now());
        let session =
            table.sessions.get_mut(&digest(value)).filter(|session| now < session.used + SESSION)?;
        session.used = now;
        Some(session.number)
    }

    fn lock(&self) -> MutexGuard<'_, LinkTable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The token of the forms of the session in this cookie. It says nothing about the cookie.
pub(crate) fn csrf(cookie: &str) -> String {
    hex(&Sha256::digest(format!("asq form {cookie}"))[..LINK_BYTES])
}

/// A random text that nobody can guess, of 32 letters; `None` if the machine has no random numbers.
pub(crate) fn random() -> Option<String> {
    secret::<LINK_BYTES>()
}

fn secret<const BYTES: usize>() -> Option<String> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).ok()?;
    Some(hex(&bytes))
}

fn digest(secret: &str) -> [u8; 32] {
    Sha256::digest(secret.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::{COOKIE, LINKS, Links};

    #[test]
    fn a_link_is_traded_once_for_a_session() {
        let links = Links::new();
        let path = links.make().unwrap();
        let link = path.strip_prefix("/l/").unwrap();
        let session = links.trade(link).unwrap();
        assert_eq!((link.len(), session.len()), (32, 64));
        assert_eq!(links.trade(link), None);
        assert_eq!(links.session(COOKIE, &session), Some(1));
        assert_eq!((links.session("other", &session), links.session(COOKIE, link)), (None, None));
    }

    #[test]
    fn the_oldest_link_makes_room() {
        let links = Links::new();
        let all: Vec<String> = (0..=LINKS).map(|_| links.make().unwrap()[3..].to_owned()).collect();
        assert_eq!(links.trade(&all[0]), None);
        assert!(links.trade(&all[1]).is_some() && links.trade(&all[LINKS]).is_some());
    }
}
