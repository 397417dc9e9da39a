//! OpenCode's ids for asq's requests: computed, so that no table is needed, and resolved back.
//!
//! - The first twelve digits are OpenCode's: the time of asking in milliseconds, times 4096, in hex. So ids sort by time.
//! - The other fourteen, and the last three of the twelve, hold 95 bits of the request's own id.
//! - An id leads back to its request by that beginning; then the id is computed again and compared.
//! - A session that isn't OpenCode's gets an id from its agent and its name.
//! - Ids of events ascend in the order of sending.

use asq_core::life::RequestId;
use asq_core::model::Provenance;
use asq_core::text::Untrusted;
use asq_wire::stored::name_of;

/// OpenCode's digits, in the order of their bytes.
const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// The hex digits of the time, and what follows it.
const TIME: usize = 12;
const TAIL: usize = 14;
/// The bits of a request's id in the time's digits, and in the others.
const TIME_BITS: u32 = 12;
const TAIL_BITS: u32 = 83;
/// The letters of a request's id that these bits fill.
const LETTERS: usize = 19;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IdOf {
    Question,
    Message,
    Part,
}

impl IdOf {
    fn prefix(self) -> &'static str {
        match self {
            IdOf::Question => "que_",
            IdOf::Message => "msg_",
            IdOf::Part => "prt_",
        }
    }

    /// The id for a request that was asked then.
    pub(super) fn text(self, asked_ms: u64, id: RequestId) -> String {
        let time = asked_ms << TIME_BITS | (id.0 >> (128 - TIME_BITS)) as u64;
        let tail = id.0 >> (128 - TIME_BITS - TAIL_BITS) & ((1 << TAIL_BITS) - 1);
        written(self.prefix(), time, tail)
    }
}

fn written(prefix: &str, time: u64, mut tail: u128) -> String {
    let mut digits = [b'0'; TAIL];
    for digit in digits.iter_mut().rev() {
        *digit = DIGITS[(tail % 62) as usize];
        tail /= 62;
    }
    let tail: String = digits.into_iter().map(char::from).collect();
    format!("{prefix}{:0TIME$x}{tail}", time & 0xffff_ffff_ffff)
}

/// The beginning of the id of the request that a question's id names; `None` if it can't name one.
pub(super) fn beginning(question: &str) -> Option<String> {
    let digits = question.strip_prefix(IdOf::Question.prefix()).filter(|it| it.len() == TIME + TAIL)?;
    let time = u64::from_str_radix(digits.get(..TIME)?, 16).ok()?;
    let place = |byte: u8| DIGITS.iter().position(|digit| *digit == byte);
    let mut tail = 0u128;
    for byte in digits.get(TIME..)?.bytes() {
        tail = tail * 62 + place(byte)? as u128;
    }
    if tail >> TAIL_BITS != 0 {
        return None;
    }
    let first = u128::from(time & ((1 << TIME_BITS) - 1));
    let bits = first << (128 - TIME_BITS) | tail << (128 - TIME_BITS - TAIL_BITS);
    Some(RequestId(bits).to_string()[..LETTERS].to_owned())
}

/// The id of the session that a request belongs to, by its asker's own account. A request without a session has one of
/// its own.
pub(super) fn session(from: &Provenance, id: RequestId) -> String {
    let session = from.session.as_ref().map_or("", Untrusted::raw);
    let letters =
        |rest: &str| !rest.is_empty() && rest.len() <= 64 && rest.bytes().all(|b| b.is_ascii_alphanumeric());
    if session.strip_prefix("ses_").is_some_and(letters) {
        return session.to_owned();
    }
    let agent = from.agent.as_ref().map_or("", Untrusted::raw);
    let name = match session {
        "" => name_of(&["opencode request", &id.to_string()]),
        session => name_of(&["opencode session", agent, session]),
    };
    let hex = |range: std::ops::Range<usize>| u64::from_str_radix(&name[range], 16).unwrap_or_default();
    written("ses_", hex(0..12), u128::from(hex(12..28)))
}

#[derive(Debug, Default)]
pub(super) struct EventIds {
    last: u64,
}

impl EventIds {
    /// The next id. `random` tells apart the servers that count alike.
    pub(super) fn next(&mut self, now_ms: u64, random: u128) -> String {
        // OpenCode counts from 1 within a millisecond.
        self.last = (self.last + 1).max(now_ms << TIME_BITS | 1);
        written("evt_", self.last, random >> (128 - TAIL_BITS))
    }
}

#[cfg(test)]
mod tests {
    use super::{EventIds, IdOf, beginning, session};
    use asq_core::life::RequestId;
    use asq_core::model::Provenance;
    use std::collections::BTreeSet;

    /// When OpenCode made `que_1fbc82f8d0010x39dSXakt5u9I`.
    const THEN: u64 = 1_795_225_563_021;

    #[test]
    fn the_digits_of_the_time_are_opencodes() {
        let id = IdOf::Question.text(THEN, RequestId(1 << 116));
        assert_eq!(id, "que_1fbc82f8d00100000000000000");
        let id = IdOf::Question.text(THEN, RequestId(u128::MAX));
        assert_eq!(id, "que_1fbc82f8dfffmLhuaitFE4at27");
    }

    #[test]
    fn an_id_leads_back_to_its_request() {
        let mut random = 0x0123_4567_89ab_cdef_0f1e_2d3c_4b5a_6978_u128;
        for _ in 0..1000 {
            let id = RequestId(random);
            let text = id.to_string();
            assert_eq!(beginning(&IdOf::Question.text(THEN, id)).as_deref(), Some(&text[..19]));
            random = random.wrapping_mul(0x2545_f491_4f6c_dd1d_6c62_272e_07bb_0142).wrapping_add(0x9e37_79b9);
        }
        for none in [
            "que_",
            "que_x",
            "que_1fbc82f8d0010000000000000",
            "que_1fbc82f8d0010000000000000é",
            "que_1fbc82f8d001zzzzzzzzzzzzzz",
            "que_1fbc82f8dg0100000000000000",
            "que_1fbc82f8d0010000000000000-",
            "msg_1fbc82f8d00100000000000000",
        ] {
            assert_eq!(beginning(none), None, "{none}");
        }
    }

    #[test]
    fn ids_sort_by_the_time_of_asking_and_no_two_requests_share_one() {
        let ids = |ms| (0..100u128).map(move |n| IdOf::Question.text(ms, RequestId(u128::MAX - (n << 33))));
        let early: BTreeSet<String> = ids(THEN).collect();
        let late: BTreeSet<String> = ids(THEN + 1).collect();
        assert_eq!((early.len(), late.len()), (100, 100));
        assert!(early.iter().max() < late.iter().min());
        let kinds = [IdOf::Question, IdOf::Message, IdOf::Part].map(|of| of.text(THEN, RequestId(7)));
        assert!(kinds.iter().all(|id| id.len() == 30) && kinds[0][4..] == kinds[1][4..]);
    }

    #[test]
    fn a_session_of_opencode_keeps_its_id_and_any_other_gets_one() {
        let from = |agent: &str, name: &str| Provenance {
            agent: Some(agent.into()),
            session: Some(name.into()),
            ..Provenance::default()
        };
        let of = |from: &Provenance, id| session(from, RequestId(id));
        assert_eq!(of(&from("opencode", "ses_abc"), 1), "ses_abc");
        let other = of(&from("pi", "s 1"), 1);
        assert!(other.starts_with("ses_") && other.len() == 30, "{other}");
        assert_eq!(other, of(&from("pi", "s 1"), 2));
        assert_ne!(other, of(&from("pi", "s 2"), 1));
        assert_ne!(other, of(&from("claude", "s 1"), 1));
        assert_ne!(of(&from("pi", "ses_a b"), 1), "ses_a b");
        let none = Provenance::default();
        assert_ne!(of(&none, 1), of(&none, 2));
    }

    #[test]
    fn ids_of_events_ascend_even_if_the_clock_goes_back() {
        let mut ids = EventIds::default();
        let all = [THEN, THEN, THEN + 1, THEN, THEN + 2].map(|now| ids.next(now, u128::MAX));
        assert!(
            all.is_sorted()
                && all[0].starts_with("evt_1fbc82f8d001")
                && all[1].starts_with("evt_1fbc82f8d002"),
            "{all:?}"
        );
        assert_eq!(BTreeSet::from(all).len(), 5);
    }
}
