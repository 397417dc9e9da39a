//! A request in the store.
//!
//! - Holds the whole request: questions, rules, settings, asker.
//! - A request without questions, or with a repeated id, is refused.
//! - Rules and settings are stored with the questions, so that every process judges answers the same way.

use super::question::StoredQuestion;
use super::rules::{StoredPrefs, StoredRules};
use super::{StoredError, raw_option, untrusted};
use asq_core::model::{Expiry, Provenance, Request};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

#[derive(Serialize, Deserialize)]
pub(super) struct StoredAsk {
    questions: Vec<StoredQuestion>,
    rules: StoredRules,
    prefs: StoredPrefs,
    #[serde(default)]
    from: StoredProvenance,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expiry: Option<StoredExpiry>,
}

#[derive(Serialize, Deserialize)]
struct StoredExpiry {
    after_ms: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    means: Option<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

#[derive(Default, Serialize, Deserialize)]
struct StoredProvenance {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    agent: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    session: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    call_id: Option<String>,
    #[serde(default, skip_serializing_if = "is_false")]
    script: bool,
}

impl From<&Request> for StoredAsk {
    fn from(request: &Request) -> StoredAsk {
        let Request { questions, rules, prefs, from, expiry } = request;
        let Provenance { agent, session, call_id, script } = from;
        StoredAsk {
            questions: questions.iter().map(StoredQuestion::from).collect(),
            rules: StoredRules::of(*rules),
            prefs: StoredPrefs::of(*prefs),
            from: StoredProvenance {
                agent: raw_option(agent.as_ref()),
                session: raw_option(session.as_ref()),
                call_id: raw_option(call_id.as_ref()),
                script: *script,
            },
            expiry: expiry.as_ref().map(|Expiry { after_ms, means }| StoredExpiry {
                after_ms: *after_ms,
                means: raw_option(means.as_ref()),
            }),
        }
    }
}

impl TryFrom<StoredAsk> for Request {
    type Error = StoredError;

    fn try_from(stored: StoredAsk) -> Result<Request, StoredError> {
        let questions =
            stored.questions.into_iter().map(TryInto::try_into).collect::<Result<Vec<_>, StoredError>>()?;
        if questions.is_empty() {
            return Err(StoredError::Nonsense("request has no questions"));
        }
        let ids: HashSet<_> = questions.iter().map(|q: &asq_core::model::Question| &q.id).collect();
        if ids.len() < questions.len() {
            return Err(StoredError::Nonsense("request has two questions of one id"));
        }
        if stored.expiry.as_ref().is_some_and(|e| e.after_ms == 0) {
            return Err(StoredError::Nonsense("request expires when it is asked"));
        }
        Ok(Request {
            rules: stored.rules.back(),
            prefs: stored.prefs.back(),
            from: Provenance {
                agent: untrusted(stored.from.agent),
                session: untrusted(stored.from.session),
                call_id: untrusted(stored.from.call_id),
                script: stored.from.script,
            },
            expiry: stored.expiry.map(|e| Expiry { after_ms: e.after_ms, means: untrusted(e.means) }),
            questions,
        })
    }
}
