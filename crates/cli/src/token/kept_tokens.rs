//! The tokens of this account and the sessions of one server's page, as that server asks for them.
//!
//! - A file is read again for each question, so a token that was revoked is unknown at once.
//! - The folder is watched, so the server learns of each change without looking for one.
//! - A file that doesn't count is an unknown token; its person reads why, once.
//! - A session counts for the server of its own store alone.
//! - If the folder is removed or moved away, a new one is made and watched.

use super::token_file::{KeptSession, KeptToken};
use super::token_folder::{TokenFolder, TokenTrouble};
use crate::env::Env;
use crate::error::{CommandError, escaped};
use crate::output;
use asq_core::life::TokenId;
use asq_server::{TokenRecord, Tokens, TokensFault};
use std::collections::{BTreeSet, HashSet};
use std::sync::{Mutex, PoisonError};

/// The most reports that are remembered, so that each is printed once.
const REPORTS: usize = 100;

pub(crate) struct KeptTokens {
    folder: TokenFolder,
    /// The digest of the server's store.
    server: String,
    reported: Mutex<HashSet<String>>,
}

impl KeptTokens {
    /// Makes the folder, so that it can be watched. `server` is the digest of the server's store.
    ///
    /// # Errors
    /// It can't be made.
    pub(crate) fn open(env: &Env, server: String) -> Result<KeptTokens, CommandError> {
        let folder = TokenFolder::of(env)?;
        folder.make()?;
        Ok(KeptTokens { folder, server, reported: Mutex::default() })
    }

    fn report(&self, why: String) {
        let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
        if reported.len() < REPORTS && !reported.contains(&why) {
            output::say(&format!("asq: {}", escaped(&why)));
            reported.insert(why);
        }
    }
}

impl Tokens for KeptTokens {
    fn find(&self, id: TokenId) -> Result<Option<TokenRecord>, TokensFault> {
        match self.folder.get(id) {
            Ok(token) => {
                let own =
                    |token: &KeptToken| token.page.as_ref().is_none_or(|page| page.server == self.server);
                Ok(token.filter(own).map(KeptToken::record))
            }
            Err(TokenTrouble::Refused(why)) => {
                self.report(why);
                Ok(None)
            }
            Err(TokenTrouble::Unreadable(why)) => Err(TokensFault(why)),
        }
    }

    fn origins(&self, now_ms: u64) -> Result<BTreeSet<String>, TokensFault> {
        let found = self.folder.all().map_err(|error| TokensFault(error.to_string()))?;
        let valid = found.tokens.into_iter().map(|(_, token)| token).filter(|token| !token.is_over(now_ms));
        Ok(valid.filter_map(|token| token.scope).flat_map(|scope| scope.origins).collect())
    }

    fn keep_session(&self, id: TokenId, session: &TokenRecord, now_ms: u64) -> Result<(), TokensFault> {
        let kept = KeptToken {
            label: Some(session.label.raw().to_owned()),
            right: session.right,
            danger: session.danger,
            digest: session.sha256,
            created_ms: now_ms,
            expires_ms: session.expires_ms,
            scope: None,
            page: Some(KeptSession { server: self.server.clone(), used_ms: now_ms }),
        };
        self.folder.add_session(id, &kept, now_ms).map_err(|failure| fault(&failure))
    }

    fn used(&self, id: TokenId, now_ms: u64) -> Result<(), TokensFault> {
        self.folder.used(id, now_ms).map_err(|failure| fault(&failure))
    }

    fn end_session(&self, id: TokenId) -> Result<(), TokensFault> {
        self.folder.remove(id).map(drop).map_err(|failure| fault(&failure))
    }

    fn watch(&self, changed: Box<dyn Fn() + Send + Sync>) -> bool {
        watch::start(self.folder.clone(), changed)
    }
}

fn fault(failure: &CommandError) -> TokensFault {
    TokensFault(failure.message().to_owned())
}

#[cfg(target_os = "linux")]
mod watch {
    use super::TokenFolder;
    use rustix::fd::OwnedFd;
    use rustix::fs::inotify::{self, CreateFlags, ReadFlags, Reader, WatchFlags};
    use rustix::io::Errno;
    use std::mem::MaybeUninit;
    use std::time::Duration;

    /// A file came, went, or got another content or mode; or the folder itself went.
    const CHANGES: WatchFlags = WatchFlags::CREATE
        .union(WatchFlags::DELETE)
        .union(WatchFlags::MOVE)
        .union(WatchFlags::CLOSE_WRITE)
        .union(WatchFlags::ATTRIB)
        .union(WatchFlags::DELETE_SELF)
        .union(WatchFlags::MOVE_SELF)
        .union(WatchFlags::ONLYDIR);

    /// Room for a few dozen events.
    const ROOM: usize = 4096;

    /// The pause before a folder that can't be watched is tried again.
    const AGAIN: Duration = Duration::from_secs(2);

    pub(super) fn start(folder: TokenFolder, changed: Box<dyn Fn() + Send + Sync>) -> bool {
        let Some(mut file) = watched(&folder) else { return false };
        let watch = move || loop {
            if !wait(&file) {
                file = loop {
                    // The next look makes the folder, and a token can only be added by one that does the same.
                    match folder.make().ok().and_then(|()| watched(&folder)) {
                        Some(file) => break file,
                        None => std::thread::sleep(AGAIN),
                    }
                };
            }
            changed();
        };
        let thread = std::thread::Builder::new().name("asq-tokens".to_owned()).stack_size(64 << 10);
        thread.spawn(watch).is_ok()
    }

    fn watched(folder: &TokenFolder) -> Option<OwnedFd> {
        let file = inotify::init(CreateFlags::CLOEXEC).ok()?;
        inotify::add_watch(&file, folder.path(), CHANGES).ok()?;
        Some(file)
    }

    /// Waits for changes; `false` if the folder isn't watched any more.
    fn wait(file: &OwnedFd) -> bool {
        let mut room = [MaybeUninit::<u8>::uninit(); ROOM];
        let mut reader = Reader::new(file, &mut room);
        loop {
            let event = match reader.next() {
                Ok(event) => event,
                Err(Errno::INTR) => continue,
                Err(_) => return false,
            };
            let gone = ReadFlags::IGNORED | ReadFlags::MOVE_SELF | ReadFlags::UNMOUNT;
            if event.events().intersects(gone) {
                return false;
            }
            if reader.is_buffer_empty() {
                return true;
            }
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod watch {
    pub(super) fn start(_: super::TokenFolder, _: Box<dyn Fn() + Send + Sync>) -> bool {
        false
    }
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "a test")]
mod tests {
    use super::*;
    use asq_server::{TokenRight, TokenText};
    use asq_testkit::eventually::eventually;
    use asq_testkit::folder::TempFolder;
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn each_change_is_told_and_found() {
        let home = TempFolder::new("kept tokens");
        let env = Env::of(&[("HOME", home.path().to_str().unwrap())]);
        let tokens = KeptTokens::open(&env, "here".to_owned()).unwrap();
        let told = Arc::new(AtomicUsize::new(0));
        let tell = Arc::clone(&told);
        assert!(tokens.watch(Box::new(move || {
            tell.fetch_add(1, Ordering::SeqCst);
        })));
        let change = |what: &str, act: &dyn Fn()| {
            let before = told.load(Ordering::SeqCst);
            act();
            eventually(what, || told.load(Ordering::SeqCst) > before);
        };
        let (new, kept) = (TokenText::random().unwrap(), kept());
        assert_eq!(tokens.find(new.id()), Ok(None));
        change("a new token", &|| tokens.folder.add(new.id(), &kept).unwrap());
        assert_eq!(tokens.find(new.id()), Ok(Some(kept.clone().record())));
        let file = home.join(&format!(".local/state/asq/tokens/{}.json", new.id()));
        change("another mode", &|| fs::set_permissions(&file, Permissions::from_mode(0o644)).unwrap());
        assert_eq!((tokens.find(new.id()), tokens.find(new.id())), (Ok(None), Ok(None)));
        let said = output::SAID.take();
        let wanted = format!("asq: '{}' doesn't count: others can read it (chmod go=)", file.display());
        assert_eq!(said, [wanted]);
        change("the mode as before", &|| fs::set_permissions(&file, Permissions::from_mode(0o600)).unwrap());
        change("a revoked one", &|| assert!(tokens.folder.remove(new.id()).unwrap()));
        assert_eq!(tokens.find(new.id()), Ok(None));
        // The folder goes, and comes again.
        change("no folder", &|| fs::remove_dir_all(tokens.folder.path()).unwrap());
        change("a token in a new folder", &|| tokens.folder.add(new.id(), &kept).unwrap());
        assert_eq!(tokens.find(new.id()), Ok(Some(kept.record())));
    }

    fn kept() -> KeptToken {
        KeptToken {
            label: None,
            right: TokenRight::Observe,
            danger: false,
            digest: [7; 32],
            created_ms: 1,
            expires_ms: None,
            scope: None,
            page: None,
        }
    }

    #[test]
    fn a_session_counts_for_its_own_server_until_it_ends() {
        let home = TempFolder::new("kept sessions");
        let env = Env::of(&[("HOME", home.path().to_str().unwrap())]);
        let [here, there] =
            ["here", "there"].map(|server| KeptTokens::open(&env, server.to_owned()).unwrap());
        let id = TokenText::random().unwrap().id();
        let now = 1_795_257_607_250;
        let end = now + 30 * 86_400_000;
        let kept = KeptToken { right: TokenRight::Answer, ..kept() };
        let session = TokenRecord { page: true, expires_ms: Some(end), ..kept.record() };
        assert_eq!(here.keep_session(id, &session, now), Ok(()));
        assert_eq!((here.find(id), there.find(id)), (Ok(Some(session.clone())), Ok(None)));
        assert_eq!(here.used(id, now + 5_000), Ok(()));
        let used = || here.folder.get(id).unwrap().and_then(|token| token.page).map(|page| page.used_ms);
        assert_eq!((here.find(id), used()), (Ok(Some(session.clone())), Some(now + 5_000)));
        assert_eq!(here.end_session(id), Ok(()));
        // A use that is noted late brings nothing back.
        assert_eq!((here.used(id, now + 9_000), here.find(id), used()), (Ok(()), Ok(None), None));
    }

    #[test]
    fn sessions_make_room_for_new_ones_and_tokens_do_not() {
        let home = TempFolder::in_memory();
        let env = Env::of(&[("HOME", home.path().to_str().unwrap())]);
        let tokens = KeptTokens::open(&env, "here".to_owned()).unwrap();
        let id = |n: u64| TokenId::new(n).unwrap();
        let (now, day) = (1_795_257_607_250, 86_400_000);
        let session = |end| TokenRecord { page: true, expires_ms: Some(end), ..kept().record() };
        tokens.folder.add(id(999), &kept()).unwrap();
        for n in 1..=256 {
            tokens.keep_session(id(n), &session(now + 30 * day), now + n).unwrap();
        }
        // The first one is used last.
        tokens.used(id(1), now + 1_000).unwrap();
        let there = |all: &[u64]| -> Vec<bool> {
            all.iter().map(|n| tokens.find(id(*n)).unwrap().is_some()).collect()
        };
        tokens.keep_session(id(257), &session(now + 30 * day), now + 2_000).unwrap();
        assert_eq!(there(&[1, 2, 3, 257, 999]), [true, false, true, true, true]);
        // What has just ended stays to be seen in the list; a day later it makes room.
        let later = now + 30 * day;
        tokens.keep_session(id(258), &session(later + 30 * day), later + 1).unwrap();
        assert_eq!(there(&[3, 4, 258, 999]), [false, true, true, true]);
        tokens.keep_session(id(259), &session(later + 31 * day), later + day + 1).unwrap();
        assert_eq!(there(&[1, 4, 257, 258, 259, 999]), [false, false, false, true, true, true]);
    }
}
