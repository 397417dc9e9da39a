//! A record as every store keeps it, and the chain over all of them.
//!
//! - A row's digest covers its salt, its number in the request, its time and its body.
//! - A link covers the previous link, the position and the digest: bodies can be erased without breaking the chain.
//! - The answer to a secret question is stored separately under its own salt, and the digest covers its seal. So it can
//!   be erased and the rest of the record still checked.
//! - If a row's body doesn't match its digest, the row is damaged and never read as a record.

use crate::{Append, Head, StoreError, Stored};
use asq_core::inbox::Position;
use asq_core::life::{Fact, Record, RequestId};
use asq_core::model::{Entry, Outcome};
use asq_wire::stored::{record_from_bytes, record_to_bytes};
use sha2::{Digest, Sha256};

/// A SHA-256.
pub(crate) type Hash = [u8; 32];
/// Makes the digest of a short text hard to guess.
pub(crate) type Salt = [u8; 16];

/// A record in its stored form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LogRow {
    pub(crate) position: Position,
    pub(crate) request: RequestId,
    /// Starts at 1.
    pub(crate) seq: u64,
    /// Milliseconds since 1970, by the wall clock.
    pub(crate) at: u64,
    pub(crate) digest: Hash,
    pub(crate) link: Hash,
    /// Erased together with the body.
    pub(crate) salt: Option<Salt>,
    /// `None` if it was pruned.
    pub(crate) body: Option<Vec<u8>>,
    /// Present if a part is, or was, stored separately.
    pub(crate) seal: Option<Hash>,
    /// The separate part: its salt, then the whole record.
    pub(crate) secret: Option<Vec<u8>>,
}

/// An encoded record that has no position yet.
pub(crate) struct Written {
    pub(crate) at: u64,
    pub(crate) body: Vec<u8>,
    /// The whole record, if `body` omits something.
    pub(crate) whole: Option<Vec<u8>>,
}

impl Written {
    /// Encodes a record and separates the answers to the questions at `secret`.
    pub(crate) fn new(record: &Record, secret: &[usize]) -> Result<Written, StoreError> {
        let bytes = |record: &Record| record_to_bytes(record).map_err(|e| StoreError::Failed(e.to_string()));
        let at = record.at.wall_ms;
        match without(record, secret) {
            None => Ok(Written { at, body: bytes(record)?, whole: None }),
            Some(rest) => Ok(Written { at, body: bytes(&rest)?, whole: Some(bytes(record)?) }),
        }
    }

    /// Encodes a batch before any lock is taken; which answers are secret isn't known yet.
    pub(crate) fn all(batch: &[Append]) -> Result<Vec<Vec<Written>>, StoreError> {
        let encoded =
            |append: &Append| append.records.iter().map(|record| Written::new(record, &[])).collect();
        batch.iter().map(encoded).collect()
    }

    /// Separates the answers to the questions at `secret`.
    pub(crate) fn keeping(self, record: &Record, secret: &[usize]) -> Result<Written, StoreError> {
        if secret.is_empty() { Ok(self) } else { Written::new(record, secret) }
    }

    /// The row that follows `head`.
    pub(crate) fn row(self, head: Head, request: RequestId, seq: u64, salts: &mut Salts) -> LogRow {
        let position = Position(head.position.0 + 1);
        let salt = salts.next();
        let secret = self.whole.map(|whole| [salts.next().as_slice(), &whole].concat());
        let seal = secret.as_deref().map(sealed);
        let digest = digest(&salt, request, seq, self.at, &self.body, seal.as_ref());
        let link = link(&head.link, position, &digest);
        let (salt, body) = (Some(salt), Some(self.body));
        LogRow { position, request, seq, at: self.at, digest, link, salt, body, seal, secret }
    }
}

impl LogRow {
    /// Checks the row and decodes its record.
    pub(crate) fn stored(&self) -> Result<Stored, StoreError> {
        let record = match self.sound()? {
            Some(bytes) => Some(record_from_bytes(bytes).map_err(|e| self.damaged(&e.to_string()))?),
            None => None,
        };
        let redacted = self.body.is_some() && self.seal.is_some() && self.secret.is_none();
        let LogRow { position, request, seq, .. } = *self;
        Ok(Stored { position, request, seq, record, redacted })
    }

    /// The most complete bytes that are left, checked against the digest; `None` if they were pruned.
    pub(crate) fn sound(&self) -> Result<Option<&[u8]>, StoreError> {
        let (Some(salt), Some(body)) = (&self.salt, &self.body) else {
            return Ok(None);
        };
        if digest(salt, self.request, self.seq, self.at, body, self.seal.as_ref()) != self.digest {
            return Err(self.damaged("its digest does not match"));
        }
        match (&self.secret, &self.seal) {
            (None, _) => Ok(Some(body)),
            (Some(secret), Some(seal)) if sealed(secret) == *seal && secret.len() >= size_of::<Salt>() => {
                Ok(Some(&secret[size_of::<Salt>()..]))
            }
            (Some(_), Some(_) | None) => Err(self.damaged("the digest of its secret does not match")),
        }
    }

    pub(crate) fn head(&self) -> Head {
        Head { position: self.position, link: self.link }
    }

    pub(crate) fn damaged(&self, what: &str) -> StoreError {
        StoreError::Damaged { position: Some(self.position.0), what: what.to_owned() }
    }
}

/// The link of a row with this digest at this position.
pub(crate) fn link(before: &Hash, position: Position, digest: &Hash) -> Hash {
    Sha256::new()
        .chain_update(before)
        .chain_update(position.0.to_be_bytes())
        .chain_update(digest)
        .finalize()
        .into()
}

fn digest(salt: &Salt, request: RequestId, seq: u64, at: u64, body: &[u8], seal: Option<&Hash>) -> Hash {
    let mut hash = Sha256::new();
    hash.update(salt);
    hash.update(request.0.to_be_bytes());
    hash.update(seq.to_be_bytes());
    hash.update(at.to_be_bytes());
    // With the length first, no other split into body and seal has the same bytes.
    hash.update((body.len() as u64).to_be_bytes());
    hash.update(body);
    if let Some(seal) = seal {
        hash.update(seal);
    }
    hash.finalize().into()
}

fn sealed(secret: &[u8]) -> Hash {
    Sha256::digest(secret).into()
}

/// The record without the answers to these questions; `None` if it has no such answers.
fn without(record: &Record, secret: &[usize]) -> Option<Record> {
    let Fact::Closed(closed) = &record.fact else {
        return None;
    };
    if secret.is_empty() {
        return None;
    }
    let mut closed = closed.clone();
    let (answers, typed) = match &mut closed.outcome {
        Outcome::Answered(answers) => (answers, None),
        Outcome::Declined { draft, .. }
        | Outcome::Discuss(draft)
        | Outcome::Cancelled(draft)
        | Outcome::Withdrawn(draft)
        | Outcome::Expired(draft) => (&mut draft.answers, Some(&mut draft.typed)),
    };
    let mut left_out = false;
    for at in secret {
        if let Some(entry) = answers.entries.get_mut(*at) {
            left_out |= *entry != Entry::default();
            *entry = Entry::default();
        }
    }
    if let Some(typed) = typed {
        let before = typed.len();
        typed.retain(|t| !secret.contains(&t.question));
        left_out |= typed.len() < before;
    }
    left_out.then(|| Record { fact: Fact::Closed(closed), ..record.clone() })
}

/// An endless series of salts, as unpredictable as their seed.
pub(crate) struct Salts {
    seed: Hash,
    made: u64,
}

impl Salts {
    pub(crate) fn new(seed: Hash) -> Salts {
        Salts { seed, made: 0 }
    }

    fn next(&mut self) -> Salt {
        self.made += 1;
        let hash: Hash =
            Sha256::new().chain_update(self.seed).chain_update(self.made.to_be_bytes()).finalize().into();
        std::array::from_fn(|at| hash[at])
    }
}
