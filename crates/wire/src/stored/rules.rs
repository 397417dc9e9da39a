//! Answer rules and the settings of a request, as the store and the public JSON write them.
//!
//! - Every field is written, in a fixed order, so that the same rules always give the same bytes.
//! - Whether an asker switched confirmation off against the person's wish is left out: each surface judges it again.
//! - A setting that an older version didn't know defaults to that version's behaviour.

use asq_core::model::{AnswerRules, Complete, DangerRule, Order, Prefs};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(crate) struct StoredRules {
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

#[derive(Serialize, Deserialize)]
pub(crate) struct StoredPrefs {
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

impl StoredRules {
    pub(crate) fn of(rules: AnswerRules) -> StoredRules {
        let AnswerRules { complete, order, discuss, notes, danger } = rules;
        StoredRules {
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
        }
    }

    pub(crate) fn back(self) -> AnswerRules {
        let StoredRules { complete, order, discuss, notes, danger } = self;
        AnswerRules {
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
        }
    }
}

impl StoredPrefs {
    pub(crate) fn of(prefs: Prefs) -> StoredPrefs {
        let Prefs { danger_check, danger_held: _, debounce_ms, clock, opencode_offered } = prefs;
        StoredPrefs { danger_check, debounce_ms, clock, opencode_offered }
    }

    pub(crate) fn back(self) -> Prefs {
        let StoredPrefs { danger_check, debounce_ms, clock, opencode_offered } = self;
        Prefs { danger_check, danger_held: false, debounce_ms, clock, opencode_offered }
    }
}
