//! Announcing requests that arrive or come back.
//!
//! - The driver says whose turn it is; the bell and the notification of the settings follow.
//! - While the person types here, the driver learns of it every three seconds.
//! - Only requests that still wait are announced.

use super::effect::BoardEffect;
use super::machine::{Board, waits};
use super::messages;
use super::now::Now;
use super::rows::InboxRow;
use crate::inbox::{Command, Pace};
use crate::life::RequestId;
use crate::text::Shown;

/// The driver learns so often, in milliseconds, that the person types.
const TYPED: u64 = 3000;

impl Board {
    /// Notes a request that has arrived or come back.
    pub(super) fn tell(&mut self, id: RequestId) {
        self.arrivals.push(id);
    }

    /// Asks for the turn to announce the noted requests.
    pub(super) fn ask_to_announce(&mut self, effects: &mut Vec<BoardEffect>) {
        if self.arrivals.is_empty() {
            return;
        }
        let ids = std::mem::take(&mut self.arrivals);
        let ids: Vec<RequestId> = ids.into_iter().filter(|id| self.rows.of(*id).is_some_and(waits)).collect();
        if !ids.is_empty() && self.announces() {
            let quiet = self.setup.quiet.map(|hours| (hours, (self.setup.zone)(self.now.wall_ms)));
            let pace = Pace { quiet, ..self.setup.pace };
            effects.push(BoardEffect::Command(Command::Announce { ids, pace }));
        }
    }

    fn announces(&self) -> bool {
        self.setup.bell || self.setup.notify
    }

    /// Notes that the person types.
    pub fn typed(&mut self, now: Now) -> Option<BoardEffect> {
        let due = self.typed.is_none_or(|at| at.plus(TYPED) <= now.at);
        if !due || !self.announces() {
            return None;
        }
        self.typed = Some(now.at);
        Some(BoardEffect::Command(Command::Typed))
    }

    pub(super) fn announce(&mut self, ids: &[RequestId], effects: &mut Vec<BoardEffect>) {
        let told: Vec<&InboxRow> =
            ids.iter().filter_map(|id| self.rows.of(*id)).filter(|row| waits(row)).collect();
        let text = match told.as_slice() {
            [] => return,
            [one] => {
                let summary = &one.pending.summary;
                let agent = summary.agent.as_ref().map(|a| Shown::clipped(a, 40));
                let agent = agent.unwrap_or_else(|| Shown::own("an agent"));
                let asks = Shown::own(" asks: ");
                Shown::joined([&Shown::own("asq: "), &agent, &asks, &Shown::clipped(&summary.header, 60)])
            }
            several => messages::own(&format!("asq: {} new questions wait", several.len())),
        };
        if self.setup.bell {
            effects.push(BoardEffect::Bell);
        }
        if self.setup.notify {
            effects.push(BoardEffect::Notify(text));
        }
    }
}
