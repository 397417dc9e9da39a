//! The doctor's question in the store of an entry, and its end.
//!
//! - The doctor fills in the form that the server shows it, as any agent's form is filled in.
//! - It answers nothing itself: its process asked. Without a form it takes the question back, as the asker may.
//! - While an inbox is open no form comes, so the question goes back at once.
//! - No question of its own stays open.

use super::mcp_probe::{McpProbe, Meanwhile, PATIENCE_MS, ProbeFailure};
use super::probe_call;
use crate::env::Env;
use crate::error::CommandError;
use crate::session::{Acts, OpenBackend, ThisProcess};
use asq_core::history::Query;
use asq_core::inbox::Pending;
use asq_core::life::{Closing, RequestId};
use asq_core::text::Untrusted;
use serde_json::{Value, json};
use std::time::Duration;

/// How long a form may take to come once the question is in the store, in milliseconds.
const FORM_MS: u64 = 2_000;
/// How often, and how many times, it looks whether the result counts as delivered.
const LOOK: Duration = Duration::from_millis(20);
const LOOKS: usize = 100;

/// Why the question was taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TakenBack {
    InboxOpen,
    NoForm,
}

pub(super) struct DoctorQuestion {
    agent: Untrusted,
    env: Env,
    store: Option<OpenBackend>,
    /// Why the store can't be looked at.
    pub(super) trouble: Option<String>,
    pub(super) id: Option<RequestId>,
    pub(super) taken_back: Option<TakenBack>,
    filled_in: bool,
    /// When it was seen in the store, in milliseconds after the call.
    seen_ms: u64,
}

impl DoctorQuestion {
    /// A question of this agent, through a server with this environment.
    pub(super) fn new(agent: &str, env: Env) -> DoctorQuestion {
        DoctorQuestion {
            agent: Untrusted::from(agent),
            env,
            store: None,
            trouble: None,
            id: None,
            taken_back: None,
            filled_in: false,
            seen_ms: 0,
        }
    }

    /// Asks it; the result, or `None` if none came in time.
    pub(super) fn ask(
        &mut self,
        probe: &mut McpProbe,
        tool: &str,
        arguments: &Value,
    ) -> Result<Option<Value>, ProbeFailure> {
        let meta = json!({ "progressToken": "asq-doctor" });
        let params = json!({ "name": tool, "arguments": arguments, "_meta": meta });
        let result = probe.request("tools/call", &params, self);
        if matches!(result, Ok(Some(_))) && self.id.is_none() {
            self.look_back();
        }
        result
    }

    fn backend(&mut self) -> Option<&OpenBackend> {
        if self.store.is_none() {
            let acts = Acts::Command { name: None, force: false, env: self.env.clone() };
            match OpenBackend::existing(&self.env, ThisProcess::asks(Some(&self.agent), acts)) {
                Ok(opened) => self.store = opened,
                Err(failure) => self.trouble = Some(failure.message().to_owned()),
            }
        }
        self.store.as_ref()
    }

    /// Looks for it among the open requests.
    fn look(&mut self) {
        if self.id.is_some() {
            return;
        }
        let agent = self.agent.clone();
        let Some(store) = self.backend() else { return };
        match store.backend.list(0) {
            Ok(open) => {
                let is_own = |one: &&Pending| {
                    let text = one.summary.text.raw();
                    one.summary.agent.as_ref() == Some(&agent) && probe_call::TEXT.starts_with(text)
                };
                self.id = open.iter().rfind(is_own).map(|one| one.id);
            }
            Err(failure) => self.trouble = Some(CommandError::from(failure).message().to_owned()),
        }
    }

    /// Looks for it among the closed ones, if it was never seen open.
    fn look_back(&mut self) {
        let agent = Some(self.agent.raw().to_owned());
        let Some(store) = self.backend() else { return };
        // A backend without a history has none of it.
        let past = store.backend.history(&Query { agent, limit: 1, ..Query::default() });
        self.id = past.ok().and_then(|past| past.first().map(|past| past.id));
    }

    fn inbox_is_open(&mut self) -> bool {
        self.backend().is_some_and(|store| store.backend.inbox_in_use())
    }

    fn take_back(&mut self, why: TakenBack) {
        let Some(id) = self.id else { return };
        let Some(store) = self.backend() else { return };
        match store.backend.close(id, Closing::Withdraw, None) {
            Ok(_) => self.taken_back = Some(why),
            // Somebody answered it: that is its end then.
            Err(failure) if failure.is_beaten() => {}
            Err(failure) => self.trouble = Some(CommandError::from(failure).message().to_owned()),
        }
    }

    /// Whether its end counts as delivered, after a moment at the most.
    pub(super) fn is_delivered(&mut self) -> bool {
        let Some(id) = self.id else { return false };
        let Some(store) = self.backend() else { return false };
        for _ in 0..LOOKS {
            if store.backend.get(id).is_ok_and(|stored| stored.life.delivered().is_some()) {
                return true;
            }
            std::thread::sleep(LOOK);
        }
        false
    }
}

impl Meanwhile for DoctorQuestion {
    fn asked(&mut self, method: &str, params: &Value) -> Option<Value> {
        if method != "elicitation/create" {
            return None;
        }
        self.look();
        let result = probe_call::filled_in(params);
        self.filled_in |= result["action"] == "accept";
        Some(result)
    }

    fn ticked(&mut self, waited_ms: u64) -> bool {
        if self.id.is_none() {
            self.look();
            self.seen_ms = waited_ms;
            return self.id.is_some() || waited_ms < PATIENCE_MS;
        }
        let since_ms = waited_ms.saturating_sub(self.seen_ms);
        if self.taken_back.is_none() && !self.filled_in {
            if self.inbox_is_open() {
                self.take_back(TakenBack::InboxOpen);
            } else if since_ms >= FORM_MS {
                self.take_back(TakenBack::NoForm);
            }
        }
        since_ms < PATIENCE_MS
    }
}

impl Drop for DoctorQuestion {
    fn drop(&mut self) {
        let Some(id) = self.id else { return };
        let Some(store) = self.backend() else { return };
        if store.backend.get(id).is_ok_and(|stored| stored.life.closed().is_none()) {
            // A store that fails keeps it open; its steps have said so.
            let _ = store.backend.close(id, Closing::Withdraw, None);
        }
    }
}
