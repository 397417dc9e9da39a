//! Asking the client's own person, in the era without sessions: a result wants input, and the client calls again.
//!
//! - The state that the client carries is sealed, for this process and this call, and counts once: ten minutes or ten
//!   hours later.
//! - One that was tampered with, is foreign or used answers nothing. A foreign one may be from before a restart: what was
//!   filled in next to it is kept with the question.
//! - While its form is shown, the agent counts as waiting, for ten minutes.
//! - What is filled in lives here and in the store's drafts, never in the state.

use crate::asked::PendingCall;
use crate::client_forms::ClientAsks;
use crate::wait::EndingWaiter;
use rmcp::model::{RequestStateCodec, SealOptions};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// How long an agent counts as waiting for its form. Nobody can tell whether the client still shows it.
const WAITS: Duration = Duration::from_mins(10);
/// How many forms are remembered at most; the oldest is forgotten first.
const MOST: usize = 256;

/// A call whose client shows a form.
pub(crate) struct FormRound {
    pub(crate) call: Box<PendingCall>,
    /// `None` once the agent no longer counts as waiting.
    pub(crate) waiting: Option<EndingWaiter>,
    pub(crate) asks: ClientAsks,
    /// When the client got the form.
    pub(crate) sent: Instant,
}

/// The forms that the client shows.
pub(crate) struct Rounds {
    codec: Option<RequestStateCodec>,
    open: Arc<Mutex<OpenRounds>>,
}

#[derive(Default)]
struct OpenRounds {
    next: u64,
    rounds: BTreeMap<u64, FormRound>,
}

/// What a sealed state says.
#[derive(Serialize, Deserialize)]
struct CarriedState {
    id: String,
    round: u64,
}

/// Why a state doesn't count.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoSuchRound {
    /// This process didn't seal it for this call.
    #[error("requestState isn't that of a form of this call; ask the same again")]
    Foreign,
    /// It counted before, or its form was forgotten.
    #[error("requestState isn't that of a form of this call; ask the same again")]
    Used,
}

impl Default for Rounds {
    fn default() -> Rounds {
        let mut key = [0; 32];
        // Without random bytes nothing is sealed, and nobody is asked like this.
        let codec = getrandom::fill(&mut key).ok().and_then(|()| RequestStateCodec::try_new(key).ok());
        Rounds { codec, open: Arc::default() }
    }
}

impl Rounds {
    fn open(&self) -> MutexGuard<'_, OpenRounds> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether forms can be shown at all.
    pub(crate) fn can_seal(&self) -> bool {
        self.codec.is_some()
    }

    /// Remembers a round of this call; its sealed state.
    pub(crate) fn begin(&self, round: FormRound, call: &[u8]) -> Option<String> {
        let codec = self.codec.as_ref()?;
        let id = round.call.id().to_string();
        let number = {
            let mut open = self.open();
            let number = open.next;
            open.next += 1;
            open.rounds.insert(number, round);
            if open.rounds.len() > MOST {
                open.rounds.pop_first();
            }
            number
        };
        let open = self.open.clone();
        tokio::spawn(async move {
            tokio::time::sleep(WAITS).await;
            let mut open = open.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(round) = open.rounds.get_mut(&number) {
                round.waiting = None;
                if let ClientAsks::Form(form) = &mut round.asks {
                    form.leave();
                }
            }
        });
        let state = CarriedState { id, round: number };
        codec.seal_json_with(&state, &SealOptions::new().associated_data(call)).ok()
    }

    /// The round of this state, which counts once, for this call.
    pub(crate) fn take(&self, state: &str, call: &[u8]) -> Result<FormRound, NoSuchRound> {
        let codec = self.codec.as_ref().ok_or(NoSuchRound::Foreign)?;
        let carried: CarriedState = codec.open_json_with(state, call).map_err(|_| NoSuchRound::Foreign)?;
        let mut open = self.open();
        let known =
            open.rounds.get(&carried.round).is_some_and(|round| round.call.id().to_string() == carried.id);
        if !known {
            return Err(NoSuchRound::Used);
        }
        open.rounds.remove(&carried.round).ok_or(NoSuchRound::Used)
    }
}
