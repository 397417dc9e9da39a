//! The turn to announce requests, for a surface without a feed: the page in a browser.
//!
//! - A request is announced once over all surfaces; a page that asks second announces nothing.
//! - In quiet hours, and right after another announcement, it is nobody's turn yet.

use super::Driver;
use super::failure::failed;
use asq_backend::Failure;
use asq_core::inbox::AnnouncePace;
use asq_core::life::RequestId;
use asq_store::{AnnounceRound, ClaimAsk};

/// Whose turn it is to announce requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnnounceTurn {
    /// The caller's, for these requests alone. Nobody else announces them.
    Mine(Vec<RequestId>),
    /// Nobody's for so many milliseconds.
    Later(u64),
}

impl Driver {
    /// Asks for the turn to announce open requests, for the first time or once more. A person who sees them arrive hears
    /// nothing: they count as announced.
    ///
    /// # Errors
    /// The store failed.
    pub fn announce_turn(
        &self,
        ids: Vec<RequestId>,
        round: AnnounceRound,
        pace: AnnouncePace,
        seen: bool,
    ) -> Result<AnnounceTurn, Failure> {
        let now_ms = self.0.clock.now().wall_ms;
        if let Some(left) = pace.quiet_ms(now_ms) {
            return Ok(AnnounceTurn::Later(left));
        }
        let ask = ClaimAsk { ids, round, now_ms, gap_ms: pace.gap_ms, silent: seen };
        let claimed = self.0.store.claim(&ask).map_err(failed)?;
        Ok(match claimed.wait_ms {
            0 if seen => AnnounceTurn::Mine(Vec::new()),
            0 => AnnounceTurn::Mine(claimed.mine),
            wait => AnnounceTurn::Later(wait),
        })
    }
}
