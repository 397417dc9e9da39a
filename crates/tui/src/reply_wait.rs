//! How long the terminal may take to tell where the form is.
//!
//! - After a second it counts as one that doesn't reply.
//! - A key that comes first ends the wait sooner: the terminal shows the form, replies, and then passes on the keys of
//!   somebody who has seen the form. In the first moments a key may have been pressed before.

use asq_core::time::Timestamp;

/// Milliseconds from the question to the end of the wait.
const REPLY: u64 = 1000;
/// Nobody has seen the form and pressed a key after fewer milliseconds.
const UNSEEN: u64 = 300;

/// A wait for the terminal's reply.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReplyWait {
    asked: Timestamp,
}

impl ReplyWait {
    pub(crate) fn from(asked: Timestamp) -> ReplyWait {
        ReplyWait { asked }
    }

    /// When it ends without keys.
    pub(crate) fn deadline(self) -> Timestamp {
        self.asked.plus(REPLY)
    }

    /// Whether no reply will come; `keys` means that there were keys, but no reply.
    pub(crate) fn is_over(self, now: Timestamp, keys: bool) -> bool {
        self.deadline() <= now || (keys && self.asked.plus(UNSEEN) <= now)
    }
}

#[cfg(test)]
mod tests {
    use super::ReplyWait;
    use asq_core::time::Timestamp;

    #[test]
    fn it_is_over_after_a_second_or_with_the_key_of_somebody_who_saw_the_form() {
        let waits = ReplyWait::from(Timestamp(5000));
        let over = |now, keys| waits.is_over(Timestamp(now), keys);
        assert_eq!([5299, 5999, 6000].map(|now| over(now, false)), [false, false, true]);
        assert_eq!([5000, 5299, 5300].map(|now| over(now, true)), [false, false, true]);
    }
}
