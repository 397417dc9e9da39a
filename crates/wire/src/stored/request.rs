//! A request in the store.
//!
//! - Holds the whole request: questions, rules, settings, asker.
//! - A request without questions, or with a repeated id, is refused.
//! - Rules and settings are stored with the questions, so that every process judges answers the same way.

use super::question::StoredQuestion;
use super::{StoredError, raw_option, untrusted};
use asq_core::model::{AnswerRules, Complete, DangerRule, Expiry, Order, Prefs, Provenance, Request};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

#[derive(Serialize, Deserialize)]
pub(super) struct StoredRequest {
    questions: Vec<StoredQuestion>,
    rules: StoredRules,
    prefs: StoredPrefs,
    #[serde(default)]
    from: StoredProvenance,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expiry: Option<StoredExpiry>,
}

#[derive(Serialize, Deserialize)]
struct StoredRules {
    complete: StoredComplete,
    order: StoredOrder,
    discuss: bool,
    notes: bool,
    danger: StoredDangerRule,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredComplete {
    Every,
    Any,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredOrder {
    Offered,
    Picked,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredDangerRule {
    Unknown,
    AnyText,
    ExactText,
}

/// A field that an older version didn't know defaults to that version's behaviour.
#[derive(Serialize, Deserialize)]
struct StoredPrefs {
    danger_check: bool,
    #[serde(default = "debounce_ms")]
    debounce_ms: u32,
    #[serde(default = "yes")]
    clock: bool,
    #[serde(default = "yes")]
    opencode_offered: bool,
}

fn debounce_ms() -> u32 {
    Prefs::default().debounce_ms
}

const fn yes() -> bool {
    true
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

impl From<&Request> for StoredRequest {
    fn from(request: &Request) -> StoredRequest {
        let Request { questions, rules, prefs, from, expiry } = request;
        let AnswerRules { complete, order, discuss, notes, danger } = *rules;
        let Prefs { danger_check, danger_held: _, debounce_ms, clock, opencode_offered } = *prefs;
        let Provenance { agent, session, call_id, script } = from;
        StoredRequest {
            questions: questions.iter().map(StoredQuestion::from).collect(),
            rules: StoredRules {
                complete: match complete {
                    Complete::Every => StoredComplete::Every,
                    Complete::Any => StoredComplete::Any,
                },
                order: match order {
                    Order::Offered => StoredOrder::Offered,
                    Order::Picked => StoredOrder::Picked,
                },
                discuss,
                notes,
                danger: match danger {
                    DangerRule::Unknown => StoredDangerRule::Unknown,
                    DangerRule::AnyText => StoredDangerRule::AnyText,
                    DangerRule::ExactText => StoredDangerRule::ExactText,
                },
            },
            prefs: StoredPrefs { danger_check, debounce_ms, clock, opencode_offered },
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

impl TryFrom<StoredRequest> for Request {
    type Error = StoredError;

    fn try_from(stored: StoredRequest) -> Result<Request, StoredError> {
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
        let StoredRules { complete, order, discuss, notes, danger } = stored.rules;
        let StoredPrefs { danger_check, debounce_ms, clock, opencode_offered } = stored.prefs;
        Ok(Request {
            rules: AnswerRules {
                complete: match complete {
                    StoredComplete::Every => Complete::Every,
                    StoredComplete::Any => Complete::Any,
                },
                order: match order {
                    StoredOrder::Offered => Order::Offered,
                    StoredOrder::Picked => Order::Picked,
                },
                discuss,
                notes,
                danger: match danger {
                    StoredDangerRule::Unknown => DangerRule::Unknown,
                    StoredDangerRule::AnyText => DangerRule::AnyText,
                    StoredDangerRule::ExactText => DangerRule::ExactText,
                },
            },
            prefs: Prefs { danger_check, danger_held: false, debounce_ms, clock, opencode_offered },
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
