//! The tokens of this client, and which of them makes a call.
//!
//! - A client has one token or two: one that asks, one that answers.
//! - With two, the server is asked once which right each of them has; one that it refuses has none.
//! - A token is never shown.

use asq_backend::Failure;
use asq_wire::http::TokenRight;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// The secrets of this client: its tokens, and its tickets for the answers to secrets.
#[derive(Clone, Default)]
pub struct Secrets {
    /// The tokens: one or two.
    pub tokens: Vec<String>,
    /// The ticket of this process, under which it asks for a secret.
    pub own_ticket: Option<String>,
    /// A ticket that somebody gave it.
    pub given_ticket: Option<String>,
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Secrets").finish_non_exhaustive()
    }
}

/// What a call needs of its token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenRole {
    /// Asks, waits, takes the ending, withdraws.
    Asks,
    /// Reads one request: a lister, or else its asker.
    Reads,
    /// Reads a request that this process asked: its asker, or else a lister.
    ReadsOwn,
    /// Lists and searches.
    Lists,
    /// Answers.
    Answers,
}

impl TokenRole {
    /// How well a right fits; `None` if not at all.
    fn fits(self, right: TokenRight) -> Option<u8> {
        let rank = |fits: bool, rank: u8| fits.then_some(rank);
        match self {
            TokenRole::Asks => rank(right.asks(), 0),
            TokenRole::Reads => rank(right.observes(), 0).or(rank(right.asks(), 1)),
            TokenRole::ReadsOwn => rank(right.asks(), 0).or(rank(right.observes(), 1)),
            // A token that answers sees at least as much as who only observes.
            TokenRole::Lists => rank(right.answers(), 0).or(rank(right.observes(), 1)),
            TokenRole::Answers => rank(right.answers(), 0),
        }
    }
}

/// A token's right, or why the server refuses the token.
type KnownRight = Result<TokenRight, Failure>;

/// The tokens, each with its right once the server told it.
pub(crate) struct ClientTokens {
    tokens: Vec<String>,
    rights: Mutex<Vec<Option<KnownRight>>>,
}

impl ClientTokens {
    pub(crate) fn new(tokens: Vec<String>) -> ClientTokens {
        let rights = Mutex::new(vec![None; tokens.len()]);
        ClientTokens { tokens, rights }
    }

    /// The tokens whose right is unknown.
    pub(crate) fn unknown(&self) -> Vec<(usize, &str)> {
        let rights = self.rights.lock().unwrap_or_else(PoisonError::into_inner);
        let all = self.tokens.iter().enumerate();
        all.filter(|(at, _)| rights.get(*at).is_some_and(Option::is_none))
            .map(|(at, token)| (at, token.as_str()))
            .collect()
    }

    /// Notes the right of a token, or that the server refuses it.
    pub(crate) fn knows(&self, at: usize, right: KnownRight) {
        if let Some(known) = self.rights.lock().unwrap_or_else(PoisonError::into_inner).get_mut(at) {
            *known = Some(right);
        }
    }

    /// Why the server refuses one of them.
    pub(crate) fn refused(&self) -> Option<Failure> {
        let rights = self.rights.lock().unwrap_or_else(PoisonError::into_inner);
        rights.iter().flatten().find_map(|right| right.as_ref().err().cloned())
    }

    /// The only token, whatever its right is.
    pub(crate) fn only(&self) -> Option<&str> {
        match &self.tokens[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// The token that fits best, as far as the rights are known.
    pub(crate) fn best(&self, role: TokenRole) -> Option<&str> {
        let rights = self.rights.lock().unwrap_or_else(PoisonError::into_inner);
        let ranked = self.tokens.iter().zip(rights.iter());
        let ranked = ranked.filter_map(|(token, known)| match known {
            Some(Ok(right)) => Some((role.fits(*right)?, token)),
            Some(Err(_)) | None => None,
        });
        ranked.min_by_key(|(rank, _)| *rank).map(|(_, token)| token.as_str())
    }

    /// Whether all have a right, and none fits. A refused one has none: its refusal says more.
    pub(crate) fn lacks(&self, role: TokenRole) -> bool {
        let rights = self.rights.lock().unwrap_or_else(PoisonError::into_inner);
        rights.iter().all(|right| matches!(right, Some(Ok(right)) if role.fits(*right).is_none()))
    }
}

#[cfg(test)]
mod tests {
    use super::{ClientTokens, Secrets, TokenRole};
    use asq_backend::Failure;
    use asq_wire::http::TokenRight;

    #[test]
    fn each_call_is_made_with_the_token_that_fits_best() {
        let tokens = ClientTokens::new(vec!["a".into(), "b".into()]);
        assert_eq!(
            (tokens.unknown(), tokens.best(TokenRole::Asks), tokens.only()),
            (vec![(0, "a"), (1, "b")], None, None)
        );
        tokens.knows(0, Ok(TokenRight::Ask));
        assert!(!tokens.lacks(TokenRole::Answers), "the other one may");
        tokens.knows(1, Ok(TokenRight::Answer));
        let roles =
            [TokenRole::Asks, TokenRole::Reads, TokenRole::ReadsOwn, TokenRole::Lists, TokenRole::Answers];
        assert_eq!(
            roles.map(|role| tokens.best(role)),
            [Some("a"), Some("b"), Some("a"), Some("b"), Some("b")]
        );
        let one = ClientTokens::new(vec!["a".into()]);
        for (right, fits) in [
            (TokenRight::Ask, [true, true, true, false, false]),
            (TokenRight::Answer, [false, true, true, true, true]),
            (TokenRight::Observe, [false, true, true, true, false]),
            (TokenRight::Admin, [false, true, true, true, true]),
        ] {
            one.knows(0, Ok(right));
            assert_eq!(roles.map(|role| !one.lacks(role)), fits, "{right:?}");
        }
        assert_eq!((one.only(), one.unknown()), (Some("a"), vec![]));
    }

    #[test]
    fn a_refused_token_is_known_and_fits_no_call() {
        let tokens = ClientTokens::new(vec!["old".into(), "a".into()]);
        assert_eq!(tokens.refused(), None);
        let why = Failure::failed("it is revoked");
        tokens.knows(0, Err(why.clone()));
        tokens.knows(1, Ok(TokenRight::Ask));
        assert_eq!((tokens.unknown(), tokens.refused()), (vec![], Some(why)));
        let roles = [TokenRole::Asks, TokenRole::Reads, TokenRole::Answers];
        assert_eq!(roles.map(|role| tokens.best(role)), [Some("a"), Some("a"), None]);
        assert!(!tokens.lacks(TokenRole::Answers), "it may have had that right");
    }

    #[test]
    fn no_secret_is_shown() {
        let secrets = Secrets {
            tokens: vec!["asq_t".into()],
            own_ticket: Some("own".into()),
            given_ticket: Some("given".into()),
        };
        assert_eq!(format!("{secrets:?}"), "Secrets { .. }");
    }
}
