//! Announcing requests that arrive or come back.
//!
//! - Each is announced once, several at a time, by the bell and notification of the settings.
//! - During quiet hours they wait until those end.
//! - Only requests that still wait are announced.

use super::effect::BoardEffect;
use super::machine::{Board, waits};
use super::messages;
use super::now::{MINUTE, minute_of_day};
use super::rows::InboxRow;
use crate::inbox::Command;
use crate::life::RequestId;
use crate::text::Shown;

/// Arrivals within so many milliseconds are announced together.
const BATCH: u64 = 300;

impl Board {
    /// Notes a request that has arrived or come back.
    pub(super) fn tell(&mut self, id: RequestId) {
        let (ids, due) = &mut self.arrivals;
        if ids.is_empty() {
            *due = Some(self.now.at.plus(BATCH));
        }
        ids.push(id);
    }

    /// Announces the noted requests, or waits for the end of the quiet hours.
    pub(super) fn ask_to_announce(&mut self, effects: &mut Vec<BoardEffect>) {
        let minute = minute_of_day(&self.setup.zone, self.now);
        if let Some(left) = self.setup.quiet.and_then(|quiet| quiet.left(minute)) {
            let to_minute = MINUTE - self.now.wall_ms % MINUTE;
            self.arrivals.1 = Some(self.now.at.plus((left - 1) * MINUTE + to_minute));
            return;
        }
        let ids = std::mem::take(&mut self.arrivals.0);
        let ids: Vec<RequestId> = ids.into_iter().filter(|id| self.rows.of(*id).is_some_and(waits)).collect();
        if !ids.is_empty() && (self.setup.bell || self.setup.notify) {
            effects.push(BoardEffect::Command(Command::Announce(ids)));
        }
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
