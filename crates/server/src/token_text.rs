//! The text of a token: `asq_`, its id, `_`, and 256 random bits in hex.
//!
//! - Only its digest is stored.
//! - Two digests are compared in constant time.
//! - Debug output never has the secret.

use asq_core::life::TokenId;
use asq_core::text::hex;
use sha2::{Digest, Sha256};
use std::fmt;

const PREFIX: &str = "asq_";
/// The hex digits of the secret.
const SECRET: usize = 64;

/// The text of a token, as its holder presents it.
#[derive(Clone, PartialEq, Eq)]
pub struct TokenText {
    id: TokenId,
    text: String,
}

impl TokenText {
    /// The text of a new token.
    pub fn new(id: TokenId, secret: [u8; 32]) -> TokenText {
        TokenText { id, text: format!("{PREFIX}{id}_{}", hex(&secret)) }
    }

    /// The text of a new token that nobody can guess.
    ///
    /// # Errors
    /// The machine has no random numbers.
    pub fn random() -> Result<TokenText, getrandom::Error> {
        let (mut id, mut secret) = ([0; 8], [0; 32]);
        getrandom::fill(&mut secret)?;
        loop {
            getrandom::fill(&mut id)?;
            if let Some(id) = TokenId::new(u64::from_be_bytes(id) >> 16) {
                return Ok(TokenText::new(id, secret));
            }
        }
    }

    /// Reads a text; `None` if it isn't one of a token.
    pub fn parse(text: &str) -> Option<TokenText> {
        let (id, secret) = text.strip_prefix(PREFIX)?.split_once('_')?;
        let id = id.parse().ok()?;
        let hex = secret.len() == SECRET && secret.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        hex.then(|| TokenText { id, text: text.to_owned() })
    }

    /// The token's id.
    pub fn id(&self) -> TokenId {
        self.id
    }

    /// The whole text. Show it once, to the person who made it.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The digest that is stored.
    pub fn sha256(&self) -> [u8; 32] {
        Sha256::digest(self.text.as_bytes()).into()
    }

    /// Whether it is the text with this digest. Takes the same time for every digest.
    pub fn fits(&self, sha256: &[u8; 32]) -> bool {
        let differs = self.sha256().iter().zip(sha256).fold(0, |differs, (a, b)| differs | (a ^ b));
        std::hint::black_box(differs) == 0
    }
}

impl fmt::Debug for TokenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}_…", self.id)
    }
}

#[cfg(test)]
mod tests {
    use super::TokenText;
    use asq_core::life::TokenId;

    #[test]
    fn a_text_reads_back_and_fits_its_own_digest_alone() {
        let id = TokenId::new(0xabc).unwrap();
        let token = TokenText::new(id, [7; 32]);
        assert_eq!(token.as_str(), format!("asq_000000000abc_{}", "07".repeat(32)));
        assert_eq!(TokenText::parse(token.as_str()), Some(token.clone()));
        assert!(token.fits(&token.sha256()));
        assert!(!token.fits(&TokenText::new(id, [8; 32]).sha256()));
        assert_eq!(format!("{token:?}"), "asq_000000000abc_…");
    }

    #[test]
    fn no_two_tokens_are_alike() {
        let [one, other] = [(); 2].map(|()| TokenText::random().unwrap());
        assert!(one.id() != other.id() && one.sha256() != other.sha256());
        assert_ne!(one.as_str()[17..], other.as_str()[17..]);
    }

    #[test]
    fn any_other_text_is_no_token() {
        let secret = "0".repeat(64);
        for text in [
            String::new(),
            "asq_".into(),
            format!("asq_000000000abc{secret}"),
            format!("asq_000000000000_{secret}"),
            format!("asq_000000000abc_{}", &secret[1..]),
            format!("asq_000000000abc_{secret}0"),
            format!("asq_000000000abc_{}", "A".repeat(64)),
            format!(" asq_000000000abc_{secret}"),
        ] {
            assert_eq!(TokenText::parse(&text), None, "{text}");
        }
    }
}
