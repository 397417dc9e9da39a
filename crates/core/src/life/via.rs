//! Authentication of an actor.
//!
//! - Without token and peer, the operating system of the machine with the store vouches for the actor.
//! - The id of a token has 12 lower-case hex digits.
//! - A list has label and address only.

use crate::text::Untrusted;
use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;

/// An actor's authentication. Without token and peer, it is the operating system of the machine with the store. Both
/// are boxed, because few of thousands of rows have them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Via {
    /// The presented token.
    pub token: Option<Box<AccessToken>>,
    /// The peer of the connection.
    pub peer: Option<Box<PeerAddress>>,
}

/// A token that was presented.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessToken {
    /// Its label.
    pub label: Untrusted,
    /// Its id; `None` in a list, and in public JSON.
    pub id: Option<TokenId>,
}

/// The peer of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeerAddress {
    /// Its address.
    pub address: Untrusted,
    /// Where its process runs.
    pub place: PeerPlace,
}

/// The place of a peer's process, as seen from the machine with the store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PeerPlace {
    /// On this machine, and the process is known.
    #[default]
    Here,
    /// On another machine.
    Elsewhere,
    /// On this machine, but nobody can tell which process it is.
    Unknown,
    /// Behind a proxy on this machine, as far as anybody can tell: the call named the server's public address.
    Proxied,
}

/// The random id of a token: 48 bits, not zero. Its text is 12 lower-case hex digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TokenId(NonZeroU64);

/// A text that names no token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoTokenId;

/// The digits of a token's id.
const DIGITS: usize = 12;

impl TokenId {
    /// The id with these bits; `None` if they are zero or more than 48.
    pub fn new(bits: u64) -> Option<TokenId> {
        NonZeroU64::new(bits).filter(|bits| bits.get() >> (4 * DIGITS) == 0).map(TokenId)
    }
}

impl fmt::Display for TokenId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:0DIGITS$x}", self.0)
    }
}

impl FromStr for TokenId {
    type Err = NoTokenId;

    fn from_str(text: &str) -> Result<TokenId, NoTokenId> {
        let hex = text.len() == DIGITS && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        let bits = u64::from_str_radix(text, 16).ok().filter(|_| hex);
        bits.and_then(TokenId::new).ok_or(NoTokenId)
    }
}

impl fmt::Display for NoTokenId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a token's id has {DIGITS} lower-case hex digits")
    }
}

impl std::error::Error for NoTokenId {}

impl Via {
    /// Whether only the operating system vouches for the actor.
    pub fn is_local(&self) -> bool {
        let Via { token, peer } = self;
        token.is_none() && peer.is_none()
    }

    /// The id of the token.
    pub fn token_id(&self) -> Option<TokenId> {
        self.token.as_ref()?.id
    }

    /// Where the peer's process runs.
    pub fn place(&self) -> PeerPlace {
        self.peer.as_ref().map_or(PeerPlace::Here, |peer| peer.place)
    }

    /// What a list has of it: label and address.
    #[must_use]
    pub fn listed(self) -> Via {
        let token = self.token.map(|token| Box::new(AccessToken { id: None, ..*token }));
        let peer = self.peer.map(|peer| Box::new(PeerAddress { place: PeerPlace::Here, ..*peer }));
        Via { token, peer }
    }
}

#[cfg(test)]
mod tests {
    use super::TokenId;

    #[test]
    fn an_id_of_a_token_reads_back_and_nothing_else_does() {
        for bits in [1, 0xabc, 0xffff_ffff_ffff] {
            let id = TokenId::new(bits).unwrap();
            assert_eq!(id.to_string().parse(), Ok(id));
        }
        assert_eq!(TokenId::new(0xabc).unwrap().to_string(), "000000000abc");
        assert_eq!((TokenId::new(0), TokenId::new(1 << 48)), (None, None));
        for text in ["", "000000000000", "00000000000A", "0000000000001", "+00000000001", "00000000001 "] {
            assert!(text.parse::<TokenId>().is_err(), "{text}");
        }
    }
}
