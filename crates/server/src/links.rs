//! One-time links to the page.
//!
//! - A link holds for 60 seconds and for one use; at most 16 are valid at once.
//! - A link has 128 random bits, so that its line fits into a narrow terminal.
//! - Only its digest is kept, in memory.

use asq_core::text::hex;
use sha2::{Digest, Sha256};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// How long a link is valid.
const LINK: Duration = Duration::from_mins(1);
/// The most links at once.
const LINKS: usize = 16;
/// Random bytes of a link.
const LINK_BYTES: usize = 16;

/// The links of a server. Clones share them; any thread may make one.
#[derive(Clone, Default)]
pub struct Links(Arc<Mutex<LinkQueue>>);

/// The digests of the links and their ends, the oldest first.
type LinkQueue = VecDeque<([u8; 32], Instant)>;

impl Links {
    /// No link so far.
    pub fn new() -> Links {
        Links::default()
    }

    /// Makes a link: its path, with a secret in it. `None` if the machine has no random numbers.
    pub fn make(&self) -> Option<String> {
        let secret = random()?;
        let (mut links, now) = (self.lock(), Instant::now());
        links.retain(|(_, end)| *end > now);
        if links.len() >= LINKS {
            links.pop_front();
        }
        links.push_back((digest(&secret), now + LINK));
        Some(format!("/l/{secret}"))
    }

    /// Whether a link is valid.
    pub(crate) fn is_valid(&self, link: &str) -> bool {
        let (links, now, link) = (self.lock(), Instant::now(), digest(link));
        links.iter().any(|(known, end)| *known == link && *end > now)
    }

    /// Uses a link up; `false` if it isn't valid.
    pub(crate) fn use_up(&self, link: &str) -> bool {
        let (mut links, now, link) = (self.lock(), Instant::now(), digest(link));
        let at = links.iter().position(|(known, end)| *known == link && *end > now);
        at.is_some_and(|at| links.remove(at).is_some())
    }

    fn lock(&self) -> MutexGuard<'_, LinkQueue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A random text that nobody can guess, of 32 letters; `None` if the machine has no random numbers.
pub(crate) fn random() -> Option<String> {
    let mut bytes = [0; LINK_BYTES];
    getrandom::fill(&mut bytes).ok()?;
    Some(hex(&bytes))
}

fn digest(secret: &str) -> [u8; 32] {
    Sha256::digest(secret.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::{LINKS, Links};

    #[test]
    fn a_link_is_used_once() {
        let links = Links::new();
        let path = links.make().unwrap();
        let link = path.strip_prefix("/l/").unwrap();
        assert_eq!(link.len(), 32);
        assert_eq!([links.is_valid(link), links.is_valid(link), links.is_valid("")], [true, true, false]);
        assert_eq!([links.use_up(link), links.use_up(link), links.use_up("")], [true, false, false]);
        assert!(!links.is_valid(link));
    }

    #[test]
    fn the_oldest_link_makes_room() {
        let links = Links::new();
        let all: Vec<String> = (0..=LINKS).map(|_| links.make().unwrap()[3..].to_owned()).collect();
        assert_eq!([&all[0], &all[1], &all[LINKS]].map(|link| links.use_up(link)), [false, true, true]);
    }
}
