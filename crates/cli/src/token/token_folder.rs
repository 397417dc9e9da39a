//! The folder of the tokens and of the page's sessions: `tokens` in asq's state folder, a file each.
//!
//! - Only this person can open the folder (0700) and its files (0600).
//! - A new file, and the end of a file, survive a power cut.
//! - A file that others can read or write, a link, a file with two names, and somebody else's file don't count.
//! - Looking makes nothing.
//! - A file that was removed stays away, although a server notes the use of a session at the same time.
//! - The session that was unused for the longest time makes room for a new one.

use super::token_file::{KeptSession, KeptToken, file_of, id_in};
use crate::env::Env;
use crate::error::{CommandError, ErrorClass};
use asq_core::life::TokenId;
use asq_files::{Durable, Fault, Folder, Whose};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The most bytes of a token's file.
const MOST: u64 = 16 << 10;

/// The most tokens.
const TOKENS: usize = 1000;

/// The most sessions of pages among them.
const SESSIONS: usize = 256;

/// How long a session that is over stays in the list, in milliseconds: a clock that is ahead for a day removes none.
const SHOWN: u64 = 86_400_000;

/// How long somebody else may hold the folder's lock.
const PATIENCE: Duration = Duration::from_secs(2);

#[derive(Clone, Debug)]
pub(crate) struct TokenFolder {
    path: PathBuf,
}

/// What is wrong with a file or the folder: a sentence that names it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum TokenTrouble {
    /// Nobody can present such a token.
    #[error("{0}")]
    Refused(String),
    /// The system can't read it now.
    #[error("{0}")]
    Unreadable(String),
}

/// The tokens of a folder, the oldest first, and what is wrong with the other files.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct FoundTokens {
    pub(super) tokens: Vec<(TokenId, KeptToken)>,
    pub(super) troubles: Vec<TokenTrouble>,
}

impl TokenFolder {
    /// # Errors
    /// There is no state folder.
    pub(crate) fn of(env: &Env) -> Result<TokenFolder, CommandError> {
        let Some(dir) = env.state_dir() else {
            return Err(CommandError::new(ErrorClass::Output, "there is no place for tokens")
                .hint("neither XDG_STATE_HOME nor HOME names a folder"));
        };
        Ok(TokenFolder { path: dir.join("tokens") })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// One token; `None` if there isn't one with that id.
    pub(super) fn get(&self, id: TokenId) -> Result<Option<KeptToken>, TokenTrouble> {
        match self.open()? {
            Some(folder) => self.read(&folder, id),
            None => Ok(None),
        }
    }

    pub(super) fn all(&self) -> Result<FoundTokens, CommandError> {
        let Some(folder) = self.open()? else { return Ok(FoundTokens::default()) };
        let names = folder.names().map_err(|fault| CommandError::from(trouble(&self.path, &fault)))?;
        let mut found = FoundTokens::default();
        for id in names.iter().filter_map(|name| id_in(name.to_str()?)) {
            match self.read(&folder, id) {
                Ok(Some(token)) => found.tokens.push((id, token)),
                // Revoked just now.
                Ok(None) => {}
                Err(why) => found.troubles.push(why),
            }
        }
        found.tokens.sort_by_key(|(id, token)| (token.created_ms, *id));
        found.troubles.sort_by_key(TokenTrouble::to_string);
        Ok(found)
    }

    /// Keeps a token; it is on disk afterwards.
    pub(super) fn add(&self, id: TokenId, token: &KeptToken) -> Result<(), CommandError> {
        let failed = |fault: Fault| CommandError::from(trouble(&self.path, &fault));
        let folder = Folder::make(&self.path, 0o700, Whose::Mine).map_err(failed)?;
        if folder.names().map_err(failed)?.len() >= TOKENS {
            return Err(CommandError::new(ErrorClass::Usage, format!("there are {TOKENS} tokens already"))
                .hint("asq token list shows them; asq token revoke ID removes one"));
        }
        let text = token.write().map_err(CommandError::fault)?;
        folder.replace(file_of(id).as_ref(), text.as_bytes(), 0o600, Durable::Yes).map_err(failed)
    }

    /// Removes a token for good; `false` if there was none.
    pub(super) fn remove(&self, id: TokenId) -> Result<bool, CommandError> {
        let Some(folder) = self.open()? else { return Ok(false) };
        let failed = |fault: Fault| CommandError::from(trouble(&self.path, &fault));
        let _turn = folder.lock(PATIENCE).map_err(failed)?;
        let file = file_of(id);
        // What can't be read can be revoked, too.
        if folder.look(OsStr::new(&file)).map_err(failed)?.is_none() {
            return Ok(false);
        }
        folder.remove_for_good(OsStr::new(&file)).map_err(failed)?;
        Ok(true)
    }

    /// Keeps a session. Sessions that are over go, and one more if there are too many.
    pub(super) fn add_session(
        &self,
        id: TokenId,
        session: &KeptToken,
        now_ms: u64,
    ) -> Result<(), CommandError> {
        let found = self.all()?.tokens;
        let (mut over, mut open): (Vec<_>, Vec<_>) = (Vec::new(), Vec::new());
        for (id, token) in &found {
            let Some(KeptSession { used_ms, .. }) = &token.page else { continue };
            let gone =
                token.is_over(now_ms) && token.expires_ms.is_none_or(|end| end.abs_diff(now_ms) > SHOWN);
            if gone { over.push(*id) } else { open.push((*used_ms, *id)) }
        }
        open.sort_unstable();
        let many = (open.len() + 1).saturating_sub(SESSIONS);
        for id in over.into_iter().chain(open.into_iter().take(many).map(|(_, id)| id)) {
            self.remove(id)?;
        }
        self.add(id, session)
    }

    /// Notes the last use of a session, unless it was removed.
    pub(super) fn used(&self, id: TokenId, used_ms: u64) -> Result<(), CommandError> {
        let Some(folder) = self.open()? else { return Ok(()) };
        let failed = |fault: Fault| CommandError::from(trouble(&self.path, &fault));
        let _turn = folder.lock(PATIENCE).map_err(failed)?;
        let Some(token) = self.read(&folder, id)? else { return Ok(()) };
        let Some(page) = token.page else { return Ok(()) };
        let token = KeptToken { page: Some(KeptSession { used_ms, ..page }), ..token };
        let text = token.write().map_err(CommandError::fault)?;
        folder.replace(file_of(id).as_ref(), text.as_bytes(), 0o600, Durable::No).map_err(failed)
    }

    /// The ids of all files that could be a token's, readable or not.
    pub(super) fn ids(&self) -> Result<Vec<TokenId>, CommandError> {
        let Some(folder) = self.open()? else { return Ok(Vec::new()) };
        let names = folder.names().map_err(|fault| CommandError::from(trouble(&self.path, &fault)))?;
        Ok(names.iter().filter_map(|name| id_in(name.to_str()?)).collect())
    }

    /// Makes the folder, so that it can be watched.
    pub(super) fn make(&self) -> Result<(), CommandError> {
        let made = Folder::make(&self.path, 0o700, Whose::Mine);
        made.map(drop).map_err(|fault| CommandError::from(trouble(&self.path, &fault)))
    }

    fn open(&self) -> Result<Option<Folder>, TokenTrouble> {
        Folder::open(&self.path, Whose::Mine).map_err(|fault| trouble(&self.path, &fault))
    }

    fn read(&self, folder: &Folder, id: TokenId) -> Result<Option<KeptToken>, TokenTrouble> {
        let file = file_of(id);
        let path = self.path.join(&file);
        let found = folder.read(OsStr::new(&file), MOST, Whose::Mine);
        let Some(found) = found.map_err(|fault| trouble(&path, &fault))? else { return Ok(None) };
        let token = KeptToken::read(&found.bytes);
        let why = |why| TokenTrouble::Refused(format!("'{}' doesn't count: {why}", path.display()));
        token.map(Some).map_err(why)
    }
}

fn trouble(path: &Path, fault: &Fault) -> TokenTrouble {
    let text = format!("'{}' doesn't count: {fault}", path.display());
    if fault.kind().is_some() { TokenTrouble::Unreadable(text) } else { TokenTrouble::Refused(text) }
}

impl From<TokenTrouble> for CommandError {
    fn from(trouble: TokenTrouble) -> CommandError {
        CommandError::new(ErrorClass::Output, trouble.to_string())
    }
}
