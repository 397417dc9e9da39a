//! When a surface asks for the turn to announce requests: a machine without a clock or a store.
//!
//! - The first request is announced at once. Later ones wait for the distance to the last announcement, and are
//!   announced together.
//! - In quiet hours everything waits for their end.
//! - What arrives while the person types here counts as announced without a sound.
//! - A request that still waits is announced once more, if the person wants that.
//! - A request that was closed or put off meanwhile isn't announced.

use asq_core::inbox::AnnouncePace;
use asq_core::life::RequestId;
use asq_core::time::Timestamp;
use asq_store::{AnnounceRound, ClaimAsk, Claimed};
use std::collections::BTreeMap;

/// How long after a key nothing is announced, in milliseconds.
pub(crate) const TYPING_MS: u64 = 6000;

/// The announcements of one surface.
#[derive(Debug, Default)]
pub(crate) struct Notifier {
    pace: AnnouncePace,
    /// Not announced yet, in the order of arrival.
    fresh: Vec<RequestId>,
    /// When to ask for the turn to announce them.
    due: Timestamp,
    /// When to announce each once more.
    again: BTreeMap<RequestId, Timestamp>,
    /// The person types until then.
    typing: Timestamp,
}

impl Notifier {
    /// Notes requests that arrived or came back.
    pub(crate) fn arrived(&mut self, now: Timestamp, ids: Vec<RequestId>, pace: AnnouncePace) {
        self.pace = pace;
        if self.fresh.is_empty() {
            self.due = now;
        }
        for id in ids {
            self.again.remove(&id);
            if !self.fresh.contains(&id) {
                self.fresh.push(id);
            }
        }
    }

    /// Notes that the person types here.
    pub(crate) fn typed(&mut self, now: Timestamp) {
        self.typing = now.plus(TYPING_MS);
        // What waits for its turn is seen by now.
        self.due = self.due.min(now);
    }

    /// The next claim that is due; `None` if nothing is.
    pub(crate) fn next(
        &mut self,
        now: Timestamp,
        wall_ms: u64,
        waits: &dyn Fn(RequestId) -> bool,
    ) -> Option<ClaimAsk> {
        let typing = now < self.typing;
        if let Some(left) = self.pace.quiet_ms(wall_ms) {
            self.hold_up(now, left);
            return None;
        }
        let ask =
            |ids, round, silent| ClaimAsk { ids, round, now_ms: wall_ms, gap_ms: self.pace.gap_ms, silent };
        if self.due <= now {
            let ids: Vec<RequestId> = self.fresh.iter().copied().filter(|id| waits(*id)).collect();
            if !ids.is_empty() {
                return Some(ask(ids, AnnounceRound::First, typing));
            }
            self.fresh.clear();
        }
        let late: Vec<RequestId> =
            self.again.iter().filter(|(_, due)| **due <= now).map(|(id, _)| *id).collect();
        if late.is_empty() {
            return None;
        }
        let (ids, gone): (Vec<_>, Vec<_>) = late.into_iter().partition(|id| waits(*id));
        if !ids.is_empty() && !typing {
            return Some(ask(ids, AnnounceRound::Again, false));
        }
        for id in gone {
            self.again.remove(&id);
        }
        for id in ids {
            self.again.insert(id, self.typing);
        }
        None
    }

    /// Takes the reply to a claim; returns the requests to announce now.
    pub(crate) fn claimed(&mut self, now: Timestamp, ask: &ClaimAsk, claimed: &Claimed) -> Vec<RequestId> {
        if claimed.wait_ms > 0 {
            let due = now.plus(claimed.wait_ms);
            match ask.round {
                AnnounceRound::First => self.due = due,
                AnnounceRound::Again => self.again.extend(ask.ids.iter().map(|id| (*id, due))),
            }
            return Vec::new();
        }
        self.settle(now, ask);
        if ask.silent { Vec::new() } else { claimed.mine.clone() }
    }

    /// Takes the failure of a claim; returns the requests to announce now, as nobody else may.
    pub(crate) fn unclaimed(&mut self, now: Timestamp, ask: &ClaimAsk) -> Vec<RequestId> {
        self.settle(now, ask);
        if ask.silent { Vec::new() } else { ask.ids.clone() }
    }

    /// When to ask for the next claim; `None` if nothing is to be announced.
    pub(crate) fn deadline(&self) -> Option<Timestamp> {
        let fresh = (!self.fresh.is_empty()).then_some(self.due);
        fresh.into_iter().chain(self.again.values().copied()).min()
    }

    /// Another surface may have announced them, but they are announced.
    fn settle(&mut self, now: Timestamp, ask: &ClaimAsk) {
        match ask.round {
            AnnounceRound::First => {
                self.fresh.clear();
                if self.pace.again_ms > 0 {
                    let due = now.plus(self.pace.again_ms);
                    self.again.extend(ask.ids.iter().map(|id| (*id, due)));
                }
            }
            AnnounceRound::Again => self.again.retain(|id, _| !ask.ids.contains(id)),
        }
    }

    fn hold_up(&mut self, now: Timestamp, left: u64) {
        let until = now.plus(left);
        self.due = self.due.max(until);
        for due in self.again.values_mut() {
            *due = (*due).max(until);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Notifier;
    use asq_core::inbox::{AnnouncePace, Hours};
    use asq_core::life::RequestId;
    use asq_core::time::Timestamp;
    use asq_store::{AnnounceRound, ClaimAsk, Claimed};
    use expect_test::{Expect, expect};
    use std::fmt::Write;

    /// The turns that several surfaces get from one store.
    #[derive(Default)]
    struct Turns {
        taken: Vec<(RequestId, AnnounceRound)>,
        last: Option<u64>,
        typing: u64,
    }

    impl Turns {
        fn claim(&mut self, ask: &ClaimAsk) -> Claimed {
            let gap = self.last.map_or(0, |last| (last + ask.gap_ms).saturating_sub(ask.now_ms));
            let wait_ms = gap.max(self.typing.saturating_sub(ask.now_ms));
            if wait_ms > 0 && !ask.silent {
                return Claimed { mine: Vec::new(), wait_ms };
            }
            let mine: Vec<RequestId> =
                ask.ids.iter().copied().filter(|id| !self.taken.contains(&(*id, ask.round))).collect();
            self.taken.extend(mine.iter().map(|id| (*id, ask.round)));
            if !ask.silent && !mine.is_empty() {
                self.last = Some(ask.now_ms);
            }
            Claimed { mine, wait_ms: 0 }
        }
    }

    /// Two surfaces, step by step: `a1` request 1 arrives at both, `c1` it closes, `t` somebody types at the first one,
    /// a number lets so many milliseconds pass. Writes when which surface announced what.
    fn check(pace: AnnouncePace, steps: &str, expected: &Expect) {
        const START: u64 = 100_000_000;
        let (mut turns, mut now) = (Turns::default(), 0);
        let mut both = [Notifier::default(), Notifier::default()];
        let (mut closed, mut seen) = (Vec::new(), String::new());
        for step in steps.split(' ') {
            let until = step.parse::<u64>().map_or(now, |passes| now + passes);
            match step.split_at(1) {
                ("a", id) => {
                    let id = RequestId(id.parse().expect("a number"));
                    for surface in &mut both {
                        surface.arrived(Timestamp(now), vec![id], pace);
                    }
                }
                ("c", id) => closed.push(RequestId(id.parse().expect("a number"))),
                ("t", "") => {
                    both[0].typed(Timestamp(now));
                    turns.typing = START + now + super::TYPING_MS;
                }
                (_, _) => {}
            }
            loop {
                for (n, surface) in both.iter_mut().enumerate() {
                    let waits = |id| !closed.contains(&id);
                    while let Some(ask) = surface.next(Timestamp(now), START + now, &waits) {
                        let claimed = turns.claim(&ask);
                        let mine = surface.claimed(Timestamp(now), &ask, &claimed);
                        if !mine.is_empty() {
                            let ids: Vec<String> = mine.iter().map(|id| id.0.to_string()).collect();
                            let _ = writeln!(seen, "{now} surface {n}: {}", ids.join(" "));
                        }
                    }
                }
                let next = both.iter().filter_map(Notifier::deadline).min();
                match next {
                    Some(due) if due.0 <= until && due.0 > now => now = due.0,
                    Some(_) | None => break,
                }
            }
            now = until;
        }
        expected.assert_eq(&seen);
    }

    const PACE: AnnouncePace = AnnouncePace { gap_ms: 10_000, again_ms: 0, quiet: None };

    #[test]
    fn the_first_is_announced_at_once_and_the_next_ones_together() {
        check(
            PACE,
            "a1 1000 a2 1000 a3 c2 5000 a4 60000 a5",
            &expect![[r#"
                0 surface 0: 1
                10000 surface 0: 3 4
                67000 surface 0: 5
            "#]],
        );
    }

    #[test]
    fn nobody_hears_of_what_arrives_in_front_of_a_typing_person() {
        check(
            PACE,
            "t a1 2000 t a2 9000 a3 60000",
            &expect![[r#"
            11000 surface 0: 3
        "#]],
        );
    }

    #[test]
    fn what_still_waits_is_announced_once_more() {
        let pace = AnnouncePace { again_ms: 60_000, ..PACE };
        check(
            pace,
            "a1 20000 a2 10000 c2 600000",
            &expect![[r#"
                0 surface 0: 1
                20000 surface 0: 2
                60000 surface 0: 1
            "#]],
        );
    }

    #[test]
    fn quiet_hours_hold_everything_up() {
        // 100,000 seconds after 1970 it is 03:46:40.
        let quiet = Hours::read("03:00-03:47").map(|hours| (hours, 0));
        check(
            AnnouncePace { quiet, again_ms: 5000, ..PACE },
            "a1 1000 a2 c1 60000",
            &expect![[r#"
                20000 surface 0: 2
                30000 surface 0: 2
            "#]],
        );
    }
}
